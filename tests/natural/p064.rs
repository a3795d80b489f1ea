#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod scene {
        use std::ops::{Add, Mul, Neg, Sub};

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Vec3(pub f64, pub f64, pub f64);

        impl Add for Vec3 {
            type Output = Vec3;
            fn add(self, o: Vec3) -> Vec3 { Vec3(self.0 + o.0, self.1 + o.1, self.2 + o.2) }
        }
        impl Sub for Vec3 {
            type Output = Vec3;
            fn sub(self, o: Vec3) -> Vec3 { Vec3(self.0 - o.0, self.1 - o.1, self.2 - o.2) }
        }
        impl Neg for Vec3 {
            type Output = Vec3;
            fn neg(self) -> Vec3 { Vec3(-self.0, -self.1, -self.2) }
        }
        impl Mul<Vec3> for f64 {
            type Output = Vec3;
            fn mul(self, v: Vec3) -> Vec3 { Vec3(self * v.0, self * v.1, self * v.2) }
        }
        impl Vec3 {
            fn dot(self, o: Vec3) -> f64 { self.0 * o.0 + self.1 * o.1 + self.2 * o.2 }
            fn unit(self) -> Vec3 { (1.0 / self.dot(self).sqrt()) * self }
        }

        pub struct Sphere {
            pub center: Vec3,
            pub radius: f64,
            pub albedo: f64,
        }

        impl Sphere {
            fn hit(&self, origin: Vec3, direction: Vec3) -> Option<f64> {
                let oc = origin - self.center;
                let b = oc.dot(direction);
                let disc = b * b - (oc.dot(oc) - self.radius * self.radius);
                if disc < 0.0 {
                    return None;
                }
                let root = disc.sqrt();
                [-b - root, -b + root].into_iter().find(|t| *t > 1e-6)
            }
        }

        /// Lambert shading of the nearest sphere, or the sky.
        pub fn shade(spheres: &[Sphere], light: Vec3, direction: Vec3) -> f64 {
            let d = direction.unit();
            let nearest = spheres
                .iter()
                .filter_map(|s| s.hit(Vec3(0.0, 0.0, 0.0), d).map(|t| (t, s)))
                .min_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
            match nearest {
                Some((t, sphere)) => {
                    let normal = (t * d - sphere.center).unit();
                    sphere.albedo * normal.dot(-light.unit()).max(0.0)
                }
                None => 0.5 * (d.1 + 1.0),
            }
        }
    }
    pub use scene::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::Shade;
    let x = (vec![exp::Sphere { center: exp::Vec3(0.0, 0.5, 5.0), radius: 1.0, albedo: 0.75 }, exp::Sphere { center: exp::Vec3(0.0, 0.0, 9.0), radius: 2.0, albedo: 0.5 }], exp::Vec3(1.0, -1.0, 2.0), exp::Vec3(0.05, 0.1, 1.0));
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::shade(&[plain::Sphere { center: plain::Vec3(0.0, 0.5, 5.0), radius: 1.0, albedo: 0.75 }, plain::Sphere { center: plain::Vec3(0.0, 0.0, 9.0), radius: 2.0, albedo: 0.5 }], plain::Vec3(1.0, -1.0, 2.0), plain::Vec3(0.05, 0.1, 1.0)));
    ad::testing::check(&e, &x).unwrap();
}
