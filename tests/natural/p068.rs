#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod distance_field {
        pub enum Shape {
            Ball { center: [f64; 2], radius: f64 },
            Slab { half: [f64; 2] },
            Blend(Box<Shape>, Box<Shape>, f64),
            Moved(Box<Shape>, [f64; 2]),
        }

        use Shape::*;

        impl Shape {
            pub fn distance(&self, p: [f64; 2]) -> f64 {
                match self {
                    Ball { center, radius } => (p[0] - center[0]).hypot(p[1] - center[1]) - radius,
                    Slab { half } => {
                        let q = [p[0].abs() - half[0], p[1].abs() - half[1]];
                        let outside = q[0].max(0.0).hypot(q[1].max(0.0));
                        outside + q[0].max(q[1]).min(0.0)
                    }
                    Blend(a, b, k) => {
                        let (da, db) = (a.distance(p), b.distance(p));
                        let h = (0.5 + 0.5 * (db - da) / k).clamp(0.0, 1.0);
                        db + (da - db) * h - k * h * (1.0 - h)
                    }
                    Moved(inner, by) => inner.distance([p[0] - by[0], p[1] - by[1]]),
                }
            }
        }

        /// Distance along the ray to the surface.
        pub fn march(shape: &Shape, origin: [f64; 2], angle: f64) -> f64 {
            let (dy, dx) = angle.sin_cos();
            let mut t = 0.0;
            for _ in 0..30 {
                let d = shape.distance([origin[0] + t * dx, origin[1] + t * dy]);
                t += d;
                if d < 1e-3 || t > 50.0 {
                    break;
                }
            }
            t
        }
    }
    pub use distance_field::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::March;
    let x = (exp::Shape::Blend(Box::new(exp::Shape::Ball { center: [5.0, 0.5], radius: 1.0 }), Box::new(exp::Shape::Moved(Box::new(exp::Shape::Slab { half: [1.0, 0.5] }), [5.5, -0.5])), 0.5), [0.0, 0.25], 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::march(&plain::Shape::Blend(Box::new(plain::Shape::Ball { center: [5.0, 0.5], radius: 1.0 }), Box::new(plain::Shape::Moved(Box::new(plain::Shape::Slab { half: [1.0, 0.5] }), [5.5, -0.5])), 0.5), [0.0, 0.25], 0.1));
    ad::testing::check(&e, &x).unwrap();
}
