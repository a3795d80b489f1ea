#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod raymarch {
        #[derive(Clone, Copy, Debug)]
        pub struct Vec3(pub f64, pub f64, pub f64);

        impl Vec3 {
            fn dot(self, o: Vec3) -> f64 {
                self.0 * o.0 + self.1 * o.1 + self.2 * o.2
            }
            fn length(self) -> f64 {
                self.dot(self).sqrt()
            }
            fn normalize(self) -> Vec3 {
                let l = self.length();
                Vec3(self.0 / l, self.1 / l, self.2 / l)
            }
            fn at(self, dir: Vec3, t: f64) -> Vec3 {
                Vec3(self.0 + dir.0 * t, self.1 + dir.1 * t, self.2 + dir.2 * t)
            }
        }

        #[derive(Clone, Debug)]
        pub enum Shape {
            Sphere { center: Vec3, radius: f64 },
            Plane { height: f64 },
            Torus { major: f64, minor: f64 },
        }

        impl Shape {
            fn distance(&self, p: Vec3) -> f64 {
                match self {
                    Shape::Sphere { center, radius } => Vec3(p.0 - center.0, p.1 - center.1, p.2 - center.2).length() - radius,
                    Shape::Plane { height } => p.1 - height,
                    Shape::Torus { major, minor } => {
                        let q = p.0.hypot(p.2) - major;
                        q.hypot(p.1) - minor
                    }
                }
            }
        }

        fn scene(shapes: &[Shape], p: Vec3) -> f64 {
            shapes.iter().map(|s| s.distance(p)).fold(f64::INFINITY, f64::min)
        }

        pub fn march(shapes: &[Shape], origin: Vec3, direction: Vec3) -> Option<f64> {
            let dir = direction.normalize();
            let mut t = 0.0;
            for _ in 0..64 {
                let d = scene(shapes, origin.at(dir, t));
                if d < 1e-4 {
                    return Some(t);
                }
                t += d;
                if t > 100.0 {
                    return None;
                }
            }
            None
        }
    }
    pub use raymarch::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::March;
    let x = (vec![exp::Shape::Sphere { center: exp::Vec3(0.2, 0.1, 5.0), radius: 1.0 }, exp::Shape::Plane { height: -1.0 }, exp::Shape::Torus { major: 2.0, minor: 0.3 }], exp::Vec3(0.1, 0.2, 0.3), exp::Vec3(0.05, 0.02, 1.0));
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::march(&vec![plain::Shape::Sphere { center: plain::Vec3(0.2, 0.1, 5.0), radius: 1.0 }, plain::Shape::Plane { height: -1.0 }, plain::Shape::Torus { major: 2.0, minor: 0.3 }], plain::Vec3(0.1, 0.2, 0.3), plain::Vec3(0.05, 0.02, 1.0)));
    ad::testing::check(&e, &x).unwrap();
}
