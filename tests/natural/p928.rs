#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod synth {
        use std::collections::VecDeque;

        #[derive(Debug, Clone)]
        pub struct Patch {
            pub attack: f64,
            pub decay: f64,
            pub sustain: f64,
            pub release: f64,
        }

        #[derive(Clone, Copy, PartialEq)]
        enum Stage {
            Attack,
            Decay,
            Sustain,
            Release { from: f64 },
            Silent,
        }

        struct Envelope<'p> {
            patch: &'p Patch,
            stage: Stage,
            level: f64,
        }

        impl Iterator for Envelope<'_> {
            type Item = f64;

            fn next(&mut self) -> Option<f64> {
                let Patch { attack, decay, sustain, release } = *self.patch;
                match self.stage {
                    Stage::Attack => {
                        self.level += attack;
                        if self.level >= 1.0 {
                            self.level = 1.0;
                            self.stage = Stage::Decay;
                        }
                    }
                    Stage::Decay => {
                        self.level -= decay * (self.level - sustain);
                        if self.level - sustain < 0.05 {
                            self.stage = Stage::Sustain;
                        }
                    }
                    Stage::Sustain => self.level = sustain,
                    Stage::Release { from } => {
                        self.level -= release * from;
                        if self.level <= 0.0 {
                            self.stage = Stage::Silent;
                        }
                    }
                    Stage::Silent => return None,
                }
                Some(self.level)
            }
        }

        fn echo<I: Iterator<Item = f64>>(samples: I, delay: usize, feedback: f64) -> impl Iterator<Item = f64> {
            let mut line: VecDeque<f64> = std::iter::repeat_n(0.0, delay).collect();
            samples.map(move |s| {
                let out = s + feedback * line.pop_front().unwrap_or(0.0);
                line.push_back(out);
                out
            })
        }

        pub fn note(patch: &Patch, pitch: f64, feedback: f64, held: usize) -> f64 {
            let mut envelope = Envelope { patch, stage: Stage::Attack, level: 0.0 };
            let mut levels: Vec<f64> = envelope.by_ref().take(held).collect();
            envelope.stage = Stage::Release { from: envelope.level };
            levels.extend(envelope);
            let tone = levels.iter().enumerate().map(|(i, level)| level * (pitch * i as f64).sin());
            echo(tone, 3, feedback).map(|s| s.tanh().powi(2)).sum::<f64>()
        }
    }
    pub use synth::*;
}

fn main() {
    macro_rules! patch {
        ($m:ident) => {
            $m::Patch { attack: 0.35, decay: 0.4, sustain: 0.6, release: 0.23 }
        };
    }
    let e = exp::Note { held: 11 };
    let x = (patch!(exp), 0.7, 0.45);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::note(&patch!(plain), 0.7, 0.45, 11));
    ad::testing::check(&e, &x).unwrap();
}
