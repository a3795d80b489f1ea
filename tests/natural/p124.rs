#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod platformer {
        const GRAVITY: f64 = -20.0;

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Button {
            None,
            Right,
            Jump,
        }

        #[derive(Clone, Copy, Debug)]
        pub struct Player {
            pub x: f64,
            pub y: f64,
            pub vx: f64,
            pub vy: f64,
            pub grounded: bool,
        }

        impl Player {
            fn step(mut self, button: Button, jump_speed: f64, friction: f64, dt: f64) -> Player {
                match button {
                    Button::Right => self.vx += 8.0 * dt,
                    Button::Jump if self.grounded => {
                        self.vy = jump_speed;
                        self.grounded = false;
                    }
                    _ => {}
                }
                if self.grounded {
                    self.vx *= 1.0 - friction * dt;
                } else {
                    self.vy += GRAVITY * dt;
                }
                self.x += self.vx * dt;
                self.y += self.vy * dt;
                if self.y <= 0.0 {
                    self.y = 0.0;
                    self.vy = 0.0;
                    self.grounded = true;
                }
                self
            }
        }

        /// How far and how high after a recorded sequence of buttons?
        pub fn replay(buttons: &[Button], jump_speed: f64, friction: f64, dt: f64) -> (f64, f64) {
            let start = Player { x: 0.0, y: 0.0, vx: 1.0, vy: 0.0, grounded: true };
            let mut highest = 0.0_f64;
            let end = buttons.iter().fold(start, |player, &button| {
                let next = player.step(button, jump_speed, friction, dt);
                highest = highest.max(next.y);
                next
            });
            (end.x, highest)
        }
    }
    pub use platformer::*;
}

fn main() {
    use ad::prelude::*;
    use exp::Button as B; use plain::Button as C;
    let e = exp::Replay { buttons: &[B::Right, B::Right, B::Jump, B::None, B::Right, B::Jump, B::None, B::None] };
    let x = (3.0, 0.8, 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::replay(&[C::Right, C::Right, C::Jump, C::None, C::Right, C::Jump, C::None, C::None], 3.0, 0.8, 0.1));
    ad::testing::check(&e, &x).unwrap();
}
