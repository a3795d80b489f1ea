#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod curves {
        pub type Point = (f64, f64);

        /// A parametric curve over [0, 1].
        pub trait Curve {
            fn point(&self, t: f64) -> Point;
            fn tangent(&self, t: f64) -> Point;
            fn second(&self, t: f64) -> Point;

            fn curvature(&self, t: f64) -> f64 {
                let (dx, dy) = self.tangent(t);
                let (ddx, ddy) = self.second(t);
                (dx * ddy - dy * ddx) / (dx * dx + dy * dy).powf(1.5)
            }
        }

        #[derive(Debug, Clone)]
        pub struct Hermite {
            pub from: Point,
            pub to: Point,
            pub leave: Point,
            pub arrive: Point,
        }

        impl Hermite {
            fn combine(&self, w: [f64; 4]) -> Point {
                let at = |a: f64, b: f64, c: f64, d: f64| w[0] * a + w[1] * b + w[2] * c + w[3] * d;
                (
                    at(self.from.0, self.leave.0, self.to.0, self.arrive.0),
                    at(self.from.1, self.leave.1, self.to.1, self.arrive.1),
                )
            }
        }

        impl Curve for Hermite {
            fn point(&self, t: f64) -> Point {
                let (t2, t3) = (t * t, t * t * t);
                self.combine([2.0 * t3 - 3.0 * t2 + 1.0, t3 - 2.0 * t2 + t, 3.0 * t2 - 2.0 * t3, t3 - t2])
            }
            fn tangent(&self, t: f64) -> Point {
                let t2 = t * t;
                self.combine([6.0 * (t2 - t), 3.0 * t2 - 4.0 * t + 1.0, 6.0 * (t - t2), 3.0 * t2 - 2.0 * t])
            }
            fn second(&self, t: f64) -> Point {
                self.combine([12.0 * t - 6.0, 6.0 * t - 4.0, 6.0 - 12.0 * t, 6.0 * t - 2.0])
            }
        }

        #[derive(Debug, Clone)]
        pub struct Ellipse {
            pub a: f64,
            pub b: f64,
        }

        impl Curve for Ellipse {
            fn point(&self, t: f64) -> Point {
                let (s, c) = (std::f64::consts::TAU * t).sin_cos();
                (self.a * c, self.b * s)
            }
            fn tangent(&self, t: f64) -> Point {
                let (s, c) = (std::f64::consts::TAU * t).sin_cos();
                (-std::f64::consts::TAU * self.a * s, std::f64::consts::TAU * self.b * c)
            }
            fn second(&self, t: f64) -> Point {
                let (x, y) = self.point(t);
                let w2 = std::f64::consts::TAU.powi(2);
                (-w2 * x, -w2 * y)
            }
        }

        /// Integral of the squared curvature by arc length.
        fn bending_energy<C: Curve>(curve: &C, samples: usize) -> f64 {
            let h = 1.0 / samples as f64;
            (0..samples)
                .map(|i| {
                    let t = (i as f64 + 0.5) * h;
                    let (dx, dy) = curve.tangent(t);
                    curve.curvature(t).powi(2) * dx.hypot(dy) * h
                })
                .sum()
        }

        pub fn total_energy(path: &Hermite, rim: &Ellipse) -> f64 {
            bending_energy(path, 8) + 0.1 * bending_energy(rim, 12)
        }
    }
    pub use curves::*;
}

fn main() {
    macro_rules! input {
        ($m:ident) => {
            (
                $m::Hermite { from: (0.0, 0.0), to: (2.0, 1.0), leave: (1.5, 0.2), arrive: (0.8, 2.0) },
                $m::Ellipse { a: 1.5, b: 0.8 },
            )
        };
    }
    let e = exp::TotalEnergy;
    let x = input!(exp);
    let p = input!(plain);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::total_energy(&p.0, &p.1));
    ad::testing::check(&e, &x).unwrap();
}
