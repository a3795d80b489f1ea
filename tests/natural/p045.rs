#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    const GRAVITY: f64 = 9.80665;

    #[exp(adjoint)]
    #[derive(Clone, Copy)]
    struct Projectile {
        x: f64,
        y: f64,
        vx: f64,
        vy: f64,
    }

    #[exp(adjoint)]
    impl Projectile {
        fn launch(speed: f64, angle: f64) -> Self {
            let (sin, cos) = angle.sin_cos();
            Projectile { x: 0.0, y: 0.0, vx: speed * cos, vy: speed * sin }
        }

        fn step(&mut self, drag: f64, dt: f64) {
            let v = self.vx.hypot(self.vy);
            self.vx -= drag * v * self.vx * dt;
            self.vy -= (GRAVITY + drag * v * self.vy) * dt;
            self.x += self.vx * dt;
            self.y += self.vy * dt;
        }
    }

    #[exp(adjoint)]
    pub fn range(speed: f64, angle: f64, drag: f64) -> f64 {
        let mut now = Projectile::launch(speed, angle);
        let mut before = now;
        while now.y >= 0.0 {
            before = now;
            now.step(drag, 0.05);
        }
        let fraction = before.y / (before.y - now.y);
        before.x + fraction * (now.x - before.x)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Range;
    let x = (8.0, 0.7, 0.02);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::range(8.0, 0.7, 0.02));
    ad::testing::check(&e, &x).unwrap();
}
