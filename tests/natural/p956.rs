#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod march {
        use std::ops::{Add, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Vec3(pub f64, pub f64, pub f64);

        impl Add for Vec3 {
            type Output = Vec3;
            fn add(self, o: Vec3) -> Vec3 {
                Vec3(self.0 + o.0, self.1 + o.1, self.2 + o.2)
            }
        }
        impl Sub for Vec3 {
            type Output = Vec3;
            fn sub(self, o: Vec3) -> Vec3 {
                self + -1.0 * o
            }
        }
        impl Mul<Vec3> for f64 {
            type Output = Vec3;
            fn mul(self, v: Vec3) -> Vec3 {
                Vec3(self * v.0, self * v.1, self * v.2)
            }
        }
        impl Vec3 {
            fn dot(self, o: Vec3) -> f64 {
                self.0 * o.0 + self.1 * o.1 + self.2 * o.2
            }
            fn normalize(self) -> Vec3 {
                1.0 / self.dot(self).sqrt() * self
            }
        }

        #[derive(Debug, Clone)]
        pub enum Shape {
            Sphere { center: Vec3, radius: f64 },
            Plane { height: f64 },
            Blend(Box<Shape>, Box<Shape>, f64),
        }

        impl Shape {
            pub fn distance(&self, p: Vec3) -> f64 {
                match self {
                    Shape::Sphere { center, radius } => (p - *center).dot(p - *center).sqrt() - radius,
                    Shape::Plane { height } => p.1 - height,
                    Shape::Blend(a, b, k) => {
                        let (da, db) = (a.distance(p), b.distance(p));
                        let h = (0.5 + 0.5 * (db - da) / k).clamp(0.0, 1.0);
                        db * (1.0 - h) + da * h - k * h * (1.0 - h)
                    }
                }
            }
        }

        /// Marches towards a light; fog where nothing is hit.
        pub fn shade(scene: &Shape, eye: Vec3, look: Vec3, light: Vec3) -> f64 {
            let dir = look.normalize();
            let mut t = 0.0;
            for _ in 0..40 {
                let p = eye + t * dir;
                let d = scene.distance(p);
                if d < 1e-4 {
                    let to_light = (light - p).normalize();
                    // the derivative along the light is the diffuse term
                    let diffuse = (scene.distance(p + 1e-3 * to_light) - d) / 1e-3;
                    return 0.1 + 0.9 * diffuse.max(0.0) * (-0.05 * t).exp();
                }
                t += d;
                if t > 50.0 {
                    break;
                }
            }
            0.05
        }
    }
    pub use march::*;
}

fn main() {
    macro_rules! args {
        ($m:ident) => {{
            use $m::{Shape, Vec3};
            let ball = Shape::Sphere { center: Vec3(0.2, 0.8, 4.0), radius: 0.9 };
            let ground = Shape::Plane { height: -0.3 };
            let scene = Shape::Blend(Box::new(ball), Box::new(ground), 0.8);
            (scene, Vec3(0.0, 1.0, -1.0), Vec3(0.07, -0.16, 1.0), Vec3(3.0, 5.0, -2.0))
        }};
    }
    let e = exp::Shade;
    let x = args!(exp);
    let (scene, eye, look, light) = args!(plain);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::shade(&scene, eye, look, light));
    ad::testing::check(&e, &x).unwrap();
}
