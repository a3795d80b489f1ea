#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Height of a ball above the ground after `frames` frames of a platform game,
    /// with drag, gravity and bounces off the floor and the right wall.
    #[exp(adjoint)]
    pub fn bounce(pos: [f64; 2], vel: [f64; 2], restitution: f64, drag: f64, frames: usize) -> [f64; 2] {
        const GRAVITY: f64 = 9.81;
        const DT: f64 = 1.0 / 30.0;
        const WALL: f64 = 4.0;

        let [mut x, mut y] = pos;
        let [mut vx, mut vy] = vel;
        for _ in 0..frames {
            let speed = vx.hypot(vy);
            vx -= drag * speed * vx * DT;
            vy -= (GRAVITY + drag * speed * vy) * DT;
            x += vx * DT;
            y += vy * DT;

            if y < 0.0 {
                y = -y * restitution;
                vy = -vy * restitution;
            }
            if x > WALL {
                x = 2.0 * WALL - x;
                vx *= -restitution;
            }
        }
        [x, y]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Bounce { frames: 60 };
    let x = ([0.0, 1.5], [3.0, 2.0], 0.8, 0.02);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::bounce([0.0, 1.5], [3.0, 2.0], 0.8, 0.02, 60));
    ad::testing::check(&e, &x).unwrap();
}
