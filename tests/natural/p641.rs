#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod flock {
        use std::iter::Sum;
        use std::ops::{Add, Div, Mul, Sub};

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Vec2 {
            pub x: f64,
            pub y: f64,
        }

        impl Add for Vec2 {
            type Output = Vec2;
            fn add(self, o: Vec2) -> Vec2 { Vec2 { x: self.x + o.x, y: self.y + o.y } }
        }
        impl Sub for Vec2 {
            type Output = Vec2;
            fn sub(self, o: Vec2) -> Vec2 { Vec2 { x: self.x - o.x, y: self.y - o.y } }
        }
        impl Mul<f64> for Vec2 {
            type Output = Vec2;
            fn mul(self, k: f64) -> Vec2 { Vec2 { x: self.x * k, y: self.y * k } }
        }
        impl Div<f64> for Vec2 {
            type Output = Vec2;
            fn div(self, k: f64) -> Vec2 { Vec2 { x: self.x / k, y: self.y / k } }
        }
        impl Sum for Vec2 {
            fn sum<I: Iterator<Item = Vec2>>(iter: I) -> Vec2 {
                iter.fold(Vec2::default(), |a, b| a + b)
            }
        }

        #[derive(Clone, Copy, Debug)]
        pub struct Boid {
            pub position: Vec2,
            pub velocity: Vec2,
        }

        #[derive(Clone, Copy, Debug)]
        pub struct Weights {
            pub cohesion: f64,
            pub alignment: f64,
            pub separation: f64,
        }

        fn steer(flock: &[Boid], me: usize, w: &Weights) -> Vec2 {
            let others = || flock.iter().enumerate().filter(move |(i, _)| *i != me).map(|(_, b)| b);
            let n = (flock.len() - 1) as f64;
            let this = flock[me];
            let center = others().map(|b| b.position).sum::<Vec2>() / n;
            let heading = others().map(|b| b.velocity).sum::<Vec2>() / n;
            let push: Vec2 = others()
                .map(|b| {
                    let d = this.position - b.position;
                    d / (d.x * d.x + d.y * d.y)
                })
                .sum();
            (center - this.position) * w.cohesion + (heading - this.velocity) * w.alignment + push * w.separation
        }

        /// How disordered the flock is after some ticks.
        pub fn disorder(flock: &[Boid], weights: &Weights, ticks: usize) -> f64 {
            let mut flock = flock.to_vec();
            for _ in 0..ticks {
                let forces: Vec<Vec2> = (0..flock.len()).map(|i| steer(&flock, i, weights)).collect();
                for (b, f) in flock.iter_mut().zip(forces) {
                    b.velocity = b.velocity + f * 0.1;
                    b.position = b.position + b.velocity * 0.1;
                }
            }
            let mean = flock.iter().map(|b| b.velocity).sum::<Vec2>() / flock.len() as f64;
            flock.iter().map(|b| b.velocity - mean).map(|d| d.x.powi(2) + d.y.powi(2)).sum()
        }
    }
    pub use flock::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Disorder { ticks: 3 };
    let x = (vec![exp::Boid { position: exp::Vec2 { x: 0.0, y: 0.1 }, velocity: exp::Vec2 { x: 1.0, y: 0.0 } }, exp::Boid { position: exp::Vec2 { x: 1.2, y: 0.4 }, velocity: exp::Vec2 { x: 0.5, y: 0.6 } }, exp::Boid { position: exp::Vec2 { x: 0.3, y: 1.5 }, velocity: exp::Vec2 { x: -0.2, y: 0.3 } }], exp::Weights { cohesion: 0.5, alignment: 0.8, separation: 0.3 });
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::disorder(&vec![plain::Boid { position: plain::Vec2 { x: 0.0, y: 0.1 }, velocity: plain::Vec2 { x: 1.0, y: 0.0 } }, plain::Boid { position: plain::Vec2 { x: 1.2, y: 0.4 }, velocity: plain::Vec2 { x: 0.5, y: 0.6 } }, plain::Boid { position: plain::Vec2 { x: 0.3, y: 1.5 }, velocity: plain::Vec2 { x: -0.2, y: 0.3 } }], &plain::Weights { cohesion: 0.5, alignment: 0.8, separation: 0.3 }, 3));
    ad::testing::check(&e, &x).unwrap();
}
