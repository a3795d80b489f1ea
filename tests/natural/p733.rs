#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod sdf {
        pub type Point = [f64; 3];

        fn length(p: Point) -> f64 {
            (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt()
        }

        /// A solid that is described by its signed distance function.
        #[derive(Debug, Clone)]
        pub enum Solid {
            Sphere { center: Point, radius: f64 },
            Cuboid { center: Point, half: Point },
            Torus { major: f64, minor: f64 },
            Blend(Box<Solid>, Box<Solid>, f64),
            Difference(Box<Solid>, Box<Solid>),
        }

        impl Solid {
            pub fn distance(&self, p: Point) -> f64 {
                match self {
                    Solid::Sphere { center, radius } => {
                        length([p[0] - center[0], p[1] - center[1], p[2] - center[2]]) - radius
                    }
                    Solid::Cuboid { center, half } => {
                        let q: Point = std::array::from_fn(|i| (p[i] - center[i]).abs() - half[i]);
                        length(q.map(|c| c.max(0.0))) + q[0].max(q[1]).max(q[2]).min(0.0)
                    }
                    Solid::Torus { major, minor } => {
                        let ring = p[0].hypot(p[2]) - major;
                        ring.hypot(p[1]) - minor
                    }
                    Solid::Blend(a, b, k) => {
                        let (a, b) = (a.distance(p), b.distance(p));
                        let h = (0.5 + 0.5 * (b - a) / k).clamp(0.0, 1.0);
                        b + (a - b) * h - k * h * (1.0 - h)
                    }
                    Solid::Difference(a, b) => a.distance(p).max(-b.distance(p)),
                }
            }
        }

        /// Sphere tracing: the depth at which the ray enters the solid.
        pub fn march(solid: &Solid, origin: Point, direction: Point) -> f64 {
            let mut t = 0.0;
            for _ in 0..64 {
                let p = std::array::from_fn(|i| origin[i] + t * direction[i]);
                let d = solid.distance(p);
                if d < 1e-6 || t > 100.0 {
                    break;
                }
                t += d;
            }
            t
        }
    }
    pub use sdf::*;
}

fn main() {
    macro_rules! scene {
        ($m:ident) => {{
            use $m::Solid::*;
            let ball = Sphere { center: [0.0, 0.3, 0.0], radius: 0.8 };
            let block = Cuboid { center: [0.4, -0.5, 0.1], half: [0.5, 0.4, 0.6] };
            let ring = Torus { major: 0.9, minor: 0.2 };
            Difference(Box::new(Blend(Box::new(ball), Box::new(block), 0.25)), Box::new(ring))
        }};
    }
    let (origin, direction) = ([0.1, 0.2, -3.0], [0.0, 0.0, 1.0]);
    let e = exp::March;
    let x = (scene!(exp), origin, direction);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::march(&scene!(plain), origin, direction));
    ad::testing::check(&e, &x).unwrap();
}
