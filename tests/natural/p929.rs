#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod tracer {
        use std::ops::{Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Vec3(pub f64, pub f64, pub f64);

        impl Vec3 {
            fn dot(self, o: Vec3) -> f64 {
                self.0 * o.0 + self.1 * o.1 + self.2 * o.2
            }

            fn unit(self) -> Vec3 {
                self * (1.0 / self.dot(self).sqrt())
            }
        }

        impl Sub for Vec3 {
            type Output = Vec3;
            fn sub(self, o: Vec3) -> Vec3 {
                Vec3(self.0 - o.0, self.1 - o.1, self.2 - o.2)
            }
        }

        impl Mul<f64> for Vec3 {
            type Output = Vec3;
            fn mul(self, s: f64) -> Vec3 {
                Vec3(self.0 * s, self.1 * s, self.2 * s)
            }
        }

        struct Ray {
            origin: Vec3,
            direction: Vec3,
        }

        trait Shape {
            fn hit(&self, ray: &Ray) -> Option<f64>;
            fn normal(&self, p: Vec3) -> Vec3;
            fn albedo(&self) -> f64 {
                0.8
            }
        }

        struct Sphere(Vec3, f64);
        struct Floor(f64);

        impl Shape for Sphere {
            fn hit(&self, ray: &Ray) -> Option<f64> {
                let oc = ray.origin - self.0;
                let b = oc.dot(ray.direction);
                let discriminant = b * b - oc.dot(oc) + self.1 * self.1;
                (discriminant > 0.0).then(|| -b - discriminant.sqrt()).filter(|&t| t > 1e-6)
            }

            fn normal(&self, p: Vec3) -> Vec3 {
                (p - self.0).unit()
            }
        }

        impl Shape for Floor {
            fn hit(&self, ray: &Ray) -> Option<f64> {
                let t = (self.0 - ray.origin.1) / ray.direction.1;
                (t > 1e-6).then_some(t)
            }

            fn normal(&self, _: Vec3) -> Vec3 {
                Vec3(0.0, 1.0, 0.0)
            }

            fn albedo(&self) -> f64 {
                0.5
            }
        }

        fn shade(scene: &[Box<dyn Shape>], light: Vec3, ray: &Ray) -> f64 {
            let hits = scene.iter().filter_map(|shape| shape.hit(ray).map(|t| (t, shape)));
            let Some((t, shape)) = hits.min_by(|(a, _), (b, _)| a.total_cmp(b)) else {
                return 0.3 + 0.2 * ray.direction.1;
            };
            let p = ray.origin - ray.direction * -t;
            shape.albedo() * shape.normal(p).dot((light - p).unit()).max(0.05)
        }

        pub fn brightness(center: Vec3, radius: f64, light: Vec3, floor: f64) -> f64 {
            let scene: Vec<Box<dyn Shape>> = vec![Box::new(Sphere(center, radius)), Box::new(Floor(floor))];
            let pixels = (-2..=2).flat_map(|row| (-2..=2).map(move |column| (row as f64, column as f64)));
            pixels
                .map(|(row, column)| Vec3(0.2 * column + 0.03, 0.2 * row - 0.07, 1.0).unit())
                .map(|direction| shade(&scene, light, &Ray { origin: Vec3(0.0, 0.0, -3.0), direction }))
                .sum()
        }
    }
    pub use tracer::*;
}

fn main() {
    let e = exp::Brightness;
    let x = (exp::Vec3(0.1, 0.0, 1.0), 0.9, exp::Vec3(2.0, 4.0, -1.5), -1.0);
    println!(
        "value {:?} plain {:?}",
        ad::call::value(&e, &x),
        plain::brightness(plain::Vec3(0.1, 0.0, 1.0), 0.9, plain::Vec3(2.0, 4.0, -1.5), -1.0)
    );
    ad::testing::check(&e, &x).unwrap();
}
