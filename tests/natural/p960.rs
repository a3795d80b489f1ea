#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod particles {
        /// A xorshift generator; its numbers are data.
        struct Rng(u32);

        impl Rng {
            /// Uniform in [-1, 1).
            fn signed(&mut self) -> f64 {
                self.0 ^= self.0 << 13;
                self.0 ^= self.0 >> 17;
                self.0 ^= self.0 << 5;
                (self.0 >> 8) as f64 / (1u32 << 23) as f64 - 1.0
            }
        }

        #[derive(Clone, Debug)]
        pub struct Emitter {
            pub speed: f64,
            pub spread: f64,
            pub lifetime: f64,
            pub wind: (f64, f64),
            pub gravity: f64,
        }

        struct Particle {
            pos: (f64, f64),
            vel: (f64, f64),
            age: f64,
            life: f64,
        }

        impl Particle {
            fn spawn(emitter: &Emitter, rng: &mut Rng) -> Self {
                let angle = std::f64::consts::FRAC_PI_2 + emitter.spread * rng.signed();
                let speed = emitter.speed * (1.0 + 0.2 * rng.signed());
                Self {
                    pos: (0.0, 0.0),
                    vel: (speed * angle.cos(), speed * angle.sin()),
                    age: 0.0,
                    life: emitter.lifetime * (1.0 + 0.5 * rng.signed()),
                }
            }

            fn advance(&mut self, emitter: &Emitter, dt: f64) {
                let (wx, wy) = emitter.wind;
                self.vel.0 += dt * 0.8 * (wx - self.vel.0);
                self.vel.1 += dt * (0.8 * (wy - self.vel.1) - emitter.gravity);
                self.pos.0 += dt * self.vel.0;
                self.pos.1 += dt * self.vel.1;
                self.age += dt;
            }
        }

        /// Opacity-weighted mean height of what is still alive.
        pub fn plume_height(seed: u32, frames: usize, emitter: &Emitter) -> f64 {
            let mut rng = Rng(seed);
            let mut alive: Vec<Particle> = Vec::new();
            for _ in 0..frames {
                alive.push(Particle::spawn(emitter, &mut rng));
                for p in &mut alive {
                    p.advance(emitter, 0.1);
                }
                alive.retain(|p| p.age < p.life);
            }
            let (mut weight, mut height) = (0.0, 0.0);
            for p in &alive {
                let a = (1.0 - p.age / p.life).powf(1.5);
                weight += a;
                height += a * p.pos.1;
            }
            if alive.is_empty() { 0.0 } else { height / weight }
        }
    }
    pub use particles::*;
}

fn main() {
    macro_rules! emitter {
        ($m:ident) => {
            $m::Emitter { speed: 6.0, spread: 0.4, lifetime: 0.77, wind: (1.1, 0.2), gravity: 3.0 }
        };
    }
    let e = exp::PlumeHeight { seed: 2463534242, frames: 14 };
    let x = emitter!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::plume_height(2463534242, 14, &emitter!(plain)));
    ad::testing::check(&e, &x).unwrap();
}
