#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::f64::consts::TAU;

    #[exp(adjoint)]
    fn adsr(t: f64, attack: f64, decay: f64, sustain: f64, release: f64, gate: f64) -> f64 {
        let held = |t: f64| {
            if t < attack {
                t / attack
            } else if t < attack + decay {
                1.0 - (1.0 - sustain) * (t - attack) / decay
            } else {
                sustain
            }
        };
        if t <= gate { held(t) } else { held(gate) * (-(t - gate) / release).exp() }
    }

    /// Samples of a two-operator FM voice with an envelope on carrier and modulator.
    #[exp(adjoint)]
    pub fn fm_voice(samples: usize, #[fixed] sample_rate: f64, midi_note: i32, ratio: f64, index: f64, envelope: [f64; 4]) -> Vec<f64> {
        let [attack, decay, sustain, release] = envelope;
        let gate = 0.6 * samples as f64 / sample_rate;
        let frequency = 440.0 * 2f64.powf(f64::from(midi_note - 69) / 12.0);
        (0..samples)
            .map(|n| {
                let t = n as f64 / sample_rate;
                let level = adsr(t, attack, decay, sustain, release, gate);
                let modulator = index * level * (TAU * ratio * frequency * t).sin();
                level * (TAU * frequency * t + modulator).sin()
            })
            .collect()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::FmVoice { samples: 24, sample_rate: 4000.0, midi_note: 64 };
    let x = (1.41, 2.2, [0.0011, 0.0013, 0.6, 0.002]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::fm_voice(24, 4000.0, 64, x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
