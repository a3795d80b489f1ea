#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Damped Newton for a 2×2 system with a finite number of halvings.
    #[exp(adjoint)]
    fn residual(u: (f64, f64), p: f64, q: f64) -> (f64, f64) {
        let (x, y) = u;
        (x * x + y * y - p, x.exp() * y - q)
    }

    #[exp(adjoint)]
    pub fn solve(start: (f64, f64), p: f64, q: f64) -> Result<(f64, f64), &'static str> {
        let mut u = start;
        for _ in 0..12 {
            let (f, g) = residual(u, p, q);
            let size = f.hypot(g);
            if size < 1e-10 {
                return Ok(u);
            }
            let (a, b, c, d) = (2.0 * u.0, 2.0 * u.1, u.0.exp() * u.1, u.0.exp());
            let det = a * d - b * c;
            if det.abs() < 1e-12 {
                return Err("singular Jacobian");
            }
            let (dx, dy) = ((d * f - b * g) / det, (a * g - c * f) / det);
            let mut t = 1.0;
            u = loop {
                let trial = (u.0 - t * dx, u.1 - t * dy);
                let (tf, tg) = residual(trial, p, q);
                if tf.hypot(tg) < size {
                    break trial;
                }
                t /= 2.0;
                if t < 1e-6 {
                    return Err("line search failed");
                }
            };
        }
        Err("too many iterations")
    }

    #[exp(adjoint)]
    pub fn norm_of_solution(p: f64, q: f64) -> f64 {
        solve((1.0, 0.7), p, q).map(|(x, y)| x + 2.0 * y).unwrap_or(-1.0)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::NormOfSolution;
    let x = (4.0, 1.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::norm_of_solution(4.0, 1.7));
    ad::testing::check(&e, &x).unwrap();
}
