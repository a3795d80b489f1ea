#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod raytrace {
        use std::ops::{Add, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Vec3 {
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        impl Vec3 {
            pub fn new(x: f64, y: f64, z: f64) -> Self {
                Vec3 { x, y, z }
            }
            pub fn dot(self, other: Vec3) -> f64 {
                self.x * other.x + self.y * other.y + self.z * other.z
            }
            pub fn length(self) -> f64 {
                self.dot(self).sqrt()
            }
            pub fn normalized(self) -> Vec3 {
                self * (1.0 / self.length())
            }
            pub fn reflect(self, normal: Vec3) -> Vec3 {
                self - normal * (2.0 * self.dot(normal))
            }
        }

        impl Add for Vec3 {
            type Output = Vec3;
            fn add(self, o: Vec3) -> Vec3 {
                Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
            }
        }
        impl Sub for Vec3 {
            type Output = Vec3;
            fn sub(self, o: Vec3) -> Vec3 {
                Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
            }
        }
        impl Mul<f64> for Vec3 {
            type Output = Vec3;
            fn mul(self, s: f64) -> Vec3 {
                Vec3::new(self.x * s, self.y * s, self.z * s)
            }
        }
        impl Neg for Vec3 {
            type Output = Vec3;
            fn neg(self) -> Vec3 {
                self * -1.0
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Ray {
            pub origin: Vec3,
            pub direction: Vec3,
        }

        impl Ray {
            fn at(&self, t: f64) -> Vec3 {
                self.origin + self.direction * t
            }
        }

        #[derive(Debug, Clone)]
        pub struct Sphere {
            pub center: Vec3,
            pub radius: f64,
            pub albedo: f64,
        }

        impl Sphere {
            fn hit(&self, ray: &Ray) -> Option<f64> {
                let oc = ray.origin - self.center;
                let b = oc.dot(ray.direction);
                let c = oc.dot(oc) - self.radius * self.radius;
                let discriminant = b * b - c;
                if discriminant < 0.0 {
                    return None;
                }
                let root = discriminant.sqrt();
                [-b - root, -b + root].into_iter().find(|&t| t > 1e-4)
            }
        }

        /// Brightness along a ray: Lambert's law under one light, and mirrored light.
        pub fn trace(spheres: &[Sphere], light: Vec3, ray: Ray, depth: u32) -> f64 {
            let mut nearest: Option<(f64, &Sphere)> = None;
            for sphere in spheres {
                if let Some(t) = sphere.hit(&ray) {
                    if nearest.map_or(true, |(best, _)| t < best) {
                        nearest = Some((t, sphere));
                    }
                }
            }
            let Some((t, sphere)) = nearest else {
                return 0.5 + 0.25 * ray.direction.y; // sky
            };
            let point = ray.at(t);
            let normal = (point - sphere.center).normalized();
            let diffuse = sphere.albedo * normal.dot((light - point).normalized()).max(0.0);
            if depth == 0 {
                diffuse
            } else {
                let bounce = Ray { origin: point, direction: ray.direction.reflect(normal) };
                0.7 * diffuse + 0.3 * trace(spheres, light, bounce, depth - 1)
            }
        }

        pub fn pixel(spheres: &[Sphere], light: Vec3, u: f64, v: f64) -> f64 {
            let ray = Ray { origin: Vec3::new(0.0, 0.0, -4.0), direction: Vec3::new(u, v, 1.5).normalized() };
            trace(spheres, light, ray, 2)
        }
    }
    pub use raytrace::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Pixel;
    let v = exp::Vec3::new;
    let x = (
        vec![
            exp::Sphere { center: v(0.0, 0.0, 0.0), radius: 1.0, albedo: 0.8 },
            exp::Sphere { center: v(1.5, 1.0, -1.5), radius: 0.75, albedo: 0.5 },
        ],
        v(3.0, 4.0, -5.0),
        0.125,
        0.0625,
    );
    let w = plain::Vec3::new;
    let spheres = [
        plain::Sphere { center: w(0.0, 0.0, 0.0), radius: 1.0, albedo: 0.8 },
        plain::Sphere { center: w(1.5, 1.0, -1.5), radius: 0.75, albedo: 0.5 },
    ];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::pixel(&spheres, w(3.0, 4.0, -5.0), 0.125, 0.0625));
    ad::testing::check(&e, &x).unwrap();
}
