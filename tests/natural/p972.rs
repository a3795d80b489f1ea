#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod raytracer {
        use std::ops::{Add, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct Vec3 {
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        impl Vec3 {
            pub const fn new(x: f64, y: f64, z: f64) -> Self {
                Self { x, y, z }
            }

            fn dot(self, other: Self) -> f64 {
                self.x * other.x + self.y * other.y + self.z * other.z
            }

            fn length(self) -> f64 {
                self.dot(self).sqrt()
            }

            fn normalized(self) -> Self {
                self * self.length().recip()
            }

            fn reflect(self, normal: Self) -> Self {
                self - normal * (2.0 * self.dot(normal))
            }
        }

        impl Add for Vec3 {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
            }
        }

        impl Sub for Vec3 {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
            }
        }

        impl Mul<f64> for Vec3 {
            type Output = Self;
            fn mul(self, k: f64) -> Self {
                Self::new(self.x * k, self.y * k, self.z * k)
            }
        }

        impl Neg for Vec3 {
            type Output = Self;
            fn neg(self) -> Self {
                self * -1.0
            }
        }

        struct Ray {
            origin: Vec3,
            direction: Vec3,
        }

        impl Ray {
            fn at(&self, t: f64) -> Vec3 {
                self.origin + self.direction * t
            }
        }

        struct Hit {
            t: f64,
            point: Vec3,
            normal: Vec3,
        }

        trait Surface {
            fn hit(&self, ray: &Ray) -> Option<Hit>;
        }

        struct Sphere {
            center: Vec3,
            radius: f64,
        }

        struct Plane {
            height: f64,
        }

        impl Surface for Sphere {
            fn hit(&self, ray: &Ray) -> Option<Hit> {
                let oc = ray.origin - self.center;
                let b = oc.dot(ray.direction);
                let c = oc.dot(oc) - self.radius * self.radius;
                let disc = b * b - c;
                if disc < 0.0 {
                    return None;
                }
                let t = -b - disc.sqrt();
                (t > 1e-6).then(|| {
                    let point = ray.at(t);
                    Hit { t, point, normal: (point - self.center) * (1.0 / self.radius) }
                })
            }
        }

        impl Surface for Plane {
            fn hit(&self, ray: &Ray) -> Option<Hit> {
                let t = (self.height - ray.origin.y) / ray.direction.y;
                if t > 1e-6 {
                    Some(Hit { t, point: ray.at(t), normal: Vec3::new(0.0, 1.0, 0.0) })
                } else {
                    None
                }
            }
        }

        fn closest(scene: &[Box<dyn Surface>], ray: &Ray) -> Option<Hit> {
            scene
                .iter()
                .filter_map(|s| s.hit(ray))
                .min_by(|a, b| a.t.partial_cmp(&b.t).unwrap())
        }

        fn trace(scene: &[Box<dyn Surface>], ray: &Ray, light: Vec3, depth: usize) -> f64 {
            let Some(hit) = closest(scene, ray) else {
                return 0.1;
            };
            let to_light = (light - hit.point).normalized();
            let diffuse = to_light.dot(hit.normal).max(0.0);
            if depth == 0 {
                return diffuse;
            }
            let bounced = Ray { origin: hit.point, direction: ray.direction.reflect(hit.normal) };
            0.7 * diffuse + 0.3 * trace(scene, &bounced, light, depth - 1)
        }

        pub fn brightness(center: [f64; 3], radius: f64, light: [f64; 3]) -> f64 {
            let [x, y, z] = center;
            let scene: Vec<Box<dyn Surface>> =
                vec![Box::new(Sphere { center: Vec3::new(x, y, z), radius }), Box::new(Plane { height: -1.0 })];
            let ray = Ray { origin: Vec3::default(), direction: Vec3::new(0.1, -0.05, 1.0).normalized() };
            trace(&scene, &ray, Vec3::new(light[0], light[1], light[2]), 2)
        }
    }
    pub use raytracer::*;
}

fn main() {
    ad::testing::check_function(&exp::Brightness, |x| plain::brightness(x.0, x.1, x.2), &([0.2, 0.1, 4.0], 1.0, [3.0, 5.0, -2.0])).unwrap();
}
