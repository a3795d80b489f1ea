#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod raytracer {
        use std::ops::{Add, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Vec3 {
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        impl Vec3 {
            pub const fn new(x: f64, y: f64, z: f64) -> Self {
                Vec3 { x, y, z }
            }
            pub fn dot(self, o: Vec3) -> f64 {
                self.x * o.x + self.y * o.y + self.z * o.z
            }
            pub fn length(self) -> f64 {
                self.dot(self).sqrt()
            }
            pub fn normalize(self) -> Vec3 {
                self * (1.0 / self.length())
            }
            pub fn reflect(self, n: Vec3) -> Vec3 {
                self - n * (2.0 * self.dot(n))
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
                Vec3::new(-self.x, -self.y, -self.z)
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Ray {
            pub origin: Vec3,
            pub direction: Vec3,
        }

        impl Ray {
            pub fn at(&self, t: f64) -> Vec3 {
                self.origin + self.direction * t
            }
        }

        #[derive(Debug, Clone)]
        pub struct Sphere {
            pub center: Vec3,
            pub radius: f64,
            pub albedo: f64,
            pub mirror: f64,
        }

        impl Sphere {
            pub fn intersect(&self, ray: &Ray) -> Option<f64> {
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

        fn closest<'a>(spheres: &'a [Sphere], ray: &Ray) -> Option<(f64, &'a Sphere)> {
            spheres
                .iter()
                .filter_map(|s| s.intersect(ray).map(|t| (t, s)))
                .min_by(|a, b| a.0.partial_cmp(&b.0).unwrap())
        }

        pub fn trace(spheres: &[Sphere], light: Vec3, ray: Ray, depth: u32) -> f64 {
            let Some((t, sphere)) = closest(spheres, &ray) else {
                return 0.2 + 0.1 * ray.direction.y;
            };
            let point = ray.at(t);
            let normal = (point - sphere.center).normalize();
            let to_light = light - point;
            let distance = to_light.length();
            let shadow_ray = Ray { origin: point, direction: to_light * (1.0 / distance) };
            let lit = closest(spheres, &shadow_ray).is_none_or(|(t, _)| t > distance);
            let diffuse = if lit { normal.dot(shadow_ray.direction).max(0.0) } else { 0.0 };
            let mut color = sphere.albedo * (0.1 + diffuse);
            if depth > 0 && sphere.mirror > 0.0 {
                let bounced = Ray { origin: point, direction: ray.direction.reflect(normal) };
                color += sphere.mirror * trace(spheres, light, bounced, depth - 1);
            }
            color
        }

        /// Brightness of a pixel of a pinhole camera at the origin that looks along -z.
        pub fn pixel(spheres: &[Sphere], light: Vec3, u: f64, v: f64) -> f64 {
            let ray = Ray { origin: Vec3::new(0.0, 0.0, 0.0), direction: Vec3::new(u, v, -1.0).normalize() };
            trace(spheres, light, ray, 2).clamp(0.0, 1.0)
        }
    }
    pub use raytracer::*;
}

fn main() {
    macro_rules! input {
        ($m:ident) => {
            (
                vec![
                    $m::Sphere { center: $m::Vec3::new(0.0, 0.1, -3.0), radius: 1.0, albedo: 0.6, mirror: 0.3 },
                    $m::Sphere { center: $m::Vec3::new(1.6, 0.8, -2.0), radius: 0.7, albedo: 0.8, mirror: 0.1 },
                ],
                $m::Vec3 { x: -2.0, y: 3.0, z: 1.0 },
                0.08,
                0.05,
            )
        };
    }
    let e = exp::Pixel;
    let x = (
        vec![
            exp::Sphere { center: exp::Vec3 { x: 0.0, y: 0.1, z: -3.0 }, radius: 1.0, albedo: 0.6, mirror: 0.3 },
            exp::Sphere { center: exp::Vec3 { x: 1.6, y: 0.8, z: -2.0 }, radius: 0.7, albedo: 0.8, mirror: 0.1 },
        ],
        exp::Vec3 { x: -2.0, y: 3.0, z: 1.0 },
        0.08,
        0.05,
    );
    let p = input!(plain);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::pixel(&p.0, p.1, p.2, p.3));
    ad::testing::check(&e, &x).unwrap();
}
