#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Easing {
        Linear,
        QuadInOut,
        BackOut,
        Elastic,
        Bounce,
    }

    #[exp(adjoint)]
    fn ease(easing: Easing, t: f64) -> f64 {
        match easing {
            Easing::Linear => t,
            Easing::QuadInOut if t < 0.5 => 2.0 * t * t,
            Easing::QuadInOut => 1.0 - (-2.0 * t + 2.0).powi(2) / 2.0,
            Easing::BackOut => {
                let c = 1.70158;
                1.0 + (c + 1.0) * (t - 1.0).powi(3) + c * (t - 1.0).powi(2)
            }
            Easing::Elastic => 2f64.powf(-10.0 * t) * ((t * 10.0 - 0.75) * std::f64::consts::TAU / 3.0).sin() + 1.0,
            Easing::Bounce => {
                let (n, d) = (7.5625, 2.75);
                match t {
                    t if t < 1.0 / d => n * t * t,
                    t if t < 2.0 / d => n * (t - 1.5 / d).powi(2) + 0.75,
                    t if t < 2.5 / d => n * (t - 2.25 / d).powi(2) + 0.9375,
                    t => n * (t - 2.625 / d).powi(2) + 0.984375,
                }
            }
        }
    }

    /// Value of a track of keyframes (time, value) at `time`, with one easing for each gap.
    #[exp(adjoint)]
    pub fn sample_track(easings: &[Easing], keys: &[(f64, f64)], time: f64) -> f64 {
        let Some(next) = keys.iter().position(|k| k.0 > time) else {
            return keys[keys.len() - 1].1;
        };
        if next == 0 {
            return keys[0].1;
        }
        let (t0, v0) = keys[next - 1];
        let (t1, v1) = keys[next];
        let t = ease(easings[(next - 1) % easings.len()], (time - t0) / (t1 - t0));
        v0 + (v1 - v0) * t
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SampleTrack { easings: &[exp::Easing::BackOut, exp::Easing::Bounce, exp::Easing::Elastic] };
    let keys = vec![(0.0, 1.0), (1.0, 4.0), (2.5, -2.0), (3.0, 0.5)];
    let x = (keys.clone(), 1.9);
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::sample_track(&[plain::Easing::BackOut, plain::Easing::Bounce, plain::Easing::Elastic], &keys, 1.9)
    );
    ad::testing::check(&e, &x).unwrap();
}
