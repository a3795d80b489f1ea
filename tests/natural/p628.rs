#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// McCabe–Thiele: number of stages, with a fraction for the last one.
    #[exp(adjoint)]
    fn equilibrium_x(y: f64, alpha: f64) -> f64 {
        y / (alpha - (alpha - 1.0) * y)
    }

    #[exp(adjoint)]
    pub fn stages(alpha: f64, distillate: f64, bottoms: f64, feed: f64, reflux: f64) -> f64 {
        // Saturated liquid feed.
        let slope = reflux / (reflux + 1.0);
        let y_feed = slope * feed + distillate / (reflux + 1.0);
        let strip = (y_feed - bottoms) / (feed - bottoms);

        let mut x = distillate;
        let mut y = distillate;
        let mut count = 0;
        loop {
            let x_next = equilibrium_x(y, alpha);
            if x_next <= bottoms {
                return count as f64 + (x - bottoms) / (x - x_next);
            }
            count += 1;
            x = x_next;
            y = if x > feed { slope * x + distillate / (reflux + 1.0) } else { bottoms + strip * (x - bottoms) };
            if count > 50 {
                return f64::INFINITY;
            }
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Stages;
    let x = (2.5, 0.95, 0.05, 0.5, 2.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::stages(2.5, 0.95, 0.05, 0.5, 2.2));
    ad::testing::check(&e, &x).unwrap();
}
