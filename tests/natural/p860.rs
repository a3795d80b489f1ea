#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod sdf {
        /// A signed distance function in the plane.
        pub trait Sdf {
            fn distance(&self, p: [f64; 2]) -> f64;

            fn normal(&self, p: [f64; 2]) -> [f64; 2] {
                let h = 1e-3;
                let dx = self.distance([p[0] + h, p[1]]) - self.distance([p[0] - h, p[1]]);
                let dy = self.distance([p[0], p[1] + h]) - self.distance([p[0], p[1] - h]);
                let len = dx.hypot(dy);
                [dx / len, dy / len]
            }
        }

        #[derive(Debug, Clone)]
        pub struct Circle {
            pub center: [f64; 2],
            pub radius: f64,
        }

        #[derive(Debug, Clone)]
        pub struct Rect {
            pub center: [f64; 2],
            pub half: [f64; 2],
        }

        /// Smooth union with blending radius `k`.
        #[derive(Debug, Clone)]
        pub struct SmoothUnion<A, B> {
            pub a: A,
            pub b: B,
            pub k: f64,
        }

        impl Sdf for Circle {
            fn distance(&self, p: [f64; 2]) -> f64 {
                (p[0] - self.center[0]).hypot(p[1] - self.center[1]) - self.radius
            }
        }

        impl Sdf for Rect {
            fn distance(&self, p: [f64; 2]) -> f64 {
                let qx = (p[0] - self.center[0]).abs() - self.half[0];
                let qy = (p[1] - self.center[1]).abs() - self.half[1];
                qx.max(0.0).hypot(qy.max(0.0)) + qx.max(qy).min(0.0)
            }
        }

        impl<A: Sdf, B: Sdf> Sdf for SmoothUnion<A, B> {
            fn distance(&self, p: [f64; 2]) -> f64 {
                let (da, db) = (self.a.distance(p), self.b.distance(p));
                let h = (self.k - (da - db).abs()).max(0.0) / self.k;
                da.min(db) - h * h * self.k * 0.25
            }
        }

        /// Sphere tracing: the distance along the ray until it hits the surface.
        fn march<S: Sdf>(scene: &S, origin: [f64; 2], direction: [f64; 2]) -> Option<f64> {
            let mut t = 0.0;
            for _ in 0..24 {
                let d = scene.distance([origin[0] + t * direction[0], origin[1] + t * direction[1]]);
                t += d;
                if d < 1e-4 {
                    return Some(t);
                }
                if t > 20.0 {
                    return None;
                }
            }
            Some(t)
        }

        pub fn shade(circle: &Circle, rect: &Rect, k: f64, angle: f64) -> f64 {
            let scene = SmoothUnion { a: circle.clone(), b: rect.clone(), k };
            let origin = [-3.0, 0.0];
            let direction = [angle.cos(), angle.sin()];
            match march(&scene, origin, direction) {
                Some(t) => {
                    let p = [origin[0] + t * direction[0], origin[1] + t * direction[1]];
                    let n = scene.normal(p);
                    -(n[0] * direction[0] + n[1] * direction[1]) / (1.0 + 0.1 * t)
                }
                None => 0.0,
            }
        }
    }
    pub use sdf::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Shade;
    let x = (
        exp::Circle { center: [0.0, 0.5], radius: 0.75 },
        exp::Rect { center: [0.5, -0.5], half: [0.75, 0.5] },
        0.4,
        0.1,
    );
    let (c, r) = (plain::Circle { center: [0.0, 0.5], radius: 0.75 }, plain::Rect { center: [0.5, -0.5], half: [0.75, 0.5] });
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::shade(&c, &r, 0.4, 0.1));
    ad::testing::check(&e, &x).unwrap();
}
