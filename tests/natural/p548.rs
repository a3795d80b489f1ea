#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Stage {
        Attack,
        Decay,
        Sustain,
        Release,
    }

    #[exp]
    #[derive(Clone, Copy, Debug)]
    pub struct Adsr {
        pub attack: f64,
        pub decay: f64,
        pub sustain: f64,
        pub release: f64,
    }

    /// Renders a sine tone through an envelope and returns the mean square.
    #[exp(adjoint)]
    pub fn loudness(adsr: &Adsr, frequency: f64, samples: usize, note_off: usize) -> f64 {
        let dt = 1e-3;
        let mut stage = Stage::Attack;
        let mut level = 0.0;
        let mut phase = 0.0;
        let mut power = 0.0;
        for n in 0..samples {
            if n == note_off {
                stage = Stage::Release;
            }
            match stage {
                Stage::Attack => {
                    level += dt / adsr.attack;
                    if level >= 1.0 {
                        level = 1.0;
                        stage = Stage::Decay;
                    }
                }
                Stage::Decay => {
                    level -= dt / adsr.decay;
                    if level <= adsr.sustain {
                        level = adsr.sustain;
                        stage = Stage::Sustain;
                    }
                }
                Stage::Sustain => (),
                Stage::Release => level *= (-dt / adsr.release).exp(),
            }
            phase += 2.0 * std::f64::consts::PI * frequency * dt;
            if phase > std::f64::consts::TAU {
                phase -= std::f64::consts::TAU;
            }
            power += (level * phase.sin()).powi(2);
        }
        power / samples as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Loudness { samples: 30, note_off: 20 };
    let x = (exp::Adsr { attack: 0.0053, decay: 0.0092, sustain: 0.6, release: 0.004 }, 111.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::loudness(&plain::Adsr { attack: 0.0053, decay: 0.0092, sustain: 0.6, release: 0.004 }, 111.0, 30, 20));
    ad::testing::check(&e, &x).unwrap();
}
