#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod pong {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Ball {
            pub pos: (f64, f64),
            pub vel: (f64, f64),
            pub radius: f64,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Paddle {
            pub y: f64,
            pub half_height: f64,
            pub speed: f64,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Event {
            Nothing,
            Wall,
            Hit,
            Miss,
        }

        impl Paddle {
            fn follow(&mut self, target: f64, dt: f64) {
                let step = (target - self.y).clamp(-self.speed * dt, self.speed * dt);
                self.y += step;
            }

            fn covers(&self, y: f64) -> bool {
                (y - self.y).abs() <= self.half_height
            }
        }

        impl Ball {
            fn step(&mut self, paddle: &Paddle, dt: f64) -> Event {
                self.pos.0 += self.vel.0 * dt;
                self.pos.1 += self.vel.1 * dt;
                let mut event = Event::Nothing;
                if self.pos.1 < self.radius {
                    self.pos.1 = 2.0 * self.radius - self.pos.1;
                    self.vel.1 = -self.vel.1;
                    event = Event::Wall;
                } else if self.pos.1 > 1.0 - self.radius {
                    self.pos.1 = 2.0 * (1.0 - self.radius) - self.pos.1;
                    self.vel.1 = -self.vel.1;
                    event = Event::Wall;
                }
                if self.pos.0 < self.radius && self.vel.0 < 0.0 {
                    if paddle.covers(self.pos.1) {
                        self.pos.0 = 2.0 * self.radius - self.pos.0;
                        self.vel.0 *= -1.05;
                        self.vel.1 += 0.8 * (self.pos.1 - paddle.y) / paddle.half_height;
                        event = Event::Hit;
                    } else {
                        event = Event::Miss;
                    }
                } else if self.pos.0 > 2.0 - self.radius {
                    self.pos.0 = 2.0 * (2.0 - self.radius) - self.pos.0;
                    self.vel.0 = -self.vel.0;
                }
                event
            }
        }

        /// Score of one rally: ten points a hit, plus the closeness of ball and paddle in each frame.
        pub fn rally(ball: Ball, paddle: Paddle, dt: f64, frames: usize) -> f64 {
            let mut ball = ball;
            let mut paddle = paddle;
            let mut score = 0.0;
            for _ in 0..frames {
                paddle.follow(ball.pos.1, dt);
                match ball.step(&paddle, dt) {
                    Event::Hit => score += 10.0 * ball.vel.0.abs(),
                    Event::Miss => break,
                    Event::Wall | Event::Nothing => {}
                }
                score += 1.0 / (1.0 + (ball.pos.1 - paddle.y).powi(2));
            }
            score
        }
    }
    pub use pong::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Rally { frames: 60 };
    let x = (
        exp::Ball { pos: (1.0, 0.4), vel: (-0.7, 0.55), radius: 0.03 },
        exp::Paddle { y: 0.5, half_height: 0.2, speed: 0.45 },
        0.1,
    );
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::rally(
            plain::Ball { pos: (1.0, 0.4), vel: (-0.7, 0.55), radius: 0.03 },
            plain::Paddle { y: 0.5, half_height: 0.2, speed: 0.45 },
            0.1,
            60
        )
    );
    ad::testing::check(&e, &x).unwrap();
}
