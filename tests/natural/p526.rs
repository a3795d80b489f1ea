#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod brick {
        #[derive(Clone, Copy, Debug)]
        pub struct Ball {
            pub x: f64,
            pub y: f64,
            pub vx: f64,
            pub vy: f64,
        }

        #[derive(Clone, Debug)]
        pub struct World {
            pub ball: Ball,
            pub paddle: f64,
            pub width: f64,
            pub score: u32,
            pub alive: bool,
        }

        const GRAVITY: f64 = 1.5;
        const RESTITUTION: f64 = 0.9;

        impl World {
            fn step(&mut self, dt: f64) {
                if !self.alive {
                    return;
                }
                let ball = &mut self.ball;
                ball.vy -= GRAVITY * dt;
                ball.x += ball.vx * dt;
                ball.y += ball.vy * dt;
                if ball.x < 0.0 {
                    ball.x = -ball.x;
                    ball.vx *= -RESTITUTION;
                } else if ball.x > self.width {
                    ball.x = 2.0 * self.width - ball.x;
                    ball.vx *= -RESTITUTION;
                }
                if ball.y < 0.0 {
                    if (ball.x - self.paddle).abs() < 0.5 {
                        ball.y = -ball.y;
                        ball.vy = -RESTITUTION * ball.vy;
                        self.score += 10;
                    } else {
                        self.alive = false;
                    }
                }
            }
        }

        pub fn final_height(mut world: World, dt: f64, steps: u32) -> f64 {
            for _ in 0..steps {
                world.step(dt);
            }
            world.ball.y + 0.01 * world.score as f64
        }
    }
    pub use brick::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::FinalHeight { steps: 14 };
    let x = (exp::World { ball: exp::Ball { x: 0.4, y: 0.6, vx: 1.0, vy: 0.2 }, paddle: 1.7, width: 2.0, score: 0, alive: true }, 0.13);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::final_height(plain::World { ball: plain::Ball { x: 0.4, y: 0.6, vx: 1.0, vy: 0.2 }, paddle: 1.7, width: 2.0, score: 0, alive: true }, 0.13, 14));
    ad::testing::check(&e, &x).unwrap();
}
