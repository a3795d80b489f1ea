#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn himmelblau(p: [f64; 2], a: f64, b: f64) -> f64 {
        let [x, y] = p;
        (x * x + y - a).powi(2) + (x + y * y - b).powi(2)
    }

    #[exp(adjoint)]
    fn along(from: [f64; 2], to: [f64; 2], t: f64) -> [f64; 2] {
        [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]
    }

    /// Nelder–Mead in the plane; returns the best value found.
    #[exp(adjoint)]
    pub fn nelder_mead(start: [f64; 2], a: f64, b: f64, iterations: usize) -> f64 {
        let mut simplex: Vec<([f64; 2], f64)> = vec![start, [start[0] + 0.5, start[1]], [start[0], start[1] + 0.4]]
            .into_iter()
            .map(|p| (p, himmelblau(p, a, b)))
            .collect();
        for _ in 0..iterations {
            simplex.sort_by(|l, r| l.1.partial_cmp(&r.1).unwrap());
            let [best, middle, worst] = [simplex[0], simplex[1], simplex[2]];
            let centroid = along(best.0, middle.0, 0.5);
            let reflected = along(worst.0, centroid, 2.0);
            let fr = himmelblau(reflected, a, b);
            if fr < best.1 {
                let expanded = along(worst.0, centroid, 3.0);
                let fe = himmelblau(expanded, a, b);
                simplex[2] = if fe < fr { (expanded, fe) } else { (reflected, fr) };
            } else if fr < middle.1 {
                simplex[2] = (reflected, fr);
            } else {
                let contracted = along(worst.0, centroid, 0.5);
                let fc = himmelblau(contracted, a, b);
                if fc < worst.1 {
                    simplex[2] = (contracted, fc);
                } else {
                    for vertex in simplex.iter_mut().skip(1) {
                        let p = along(best.0, vertex.0, 0.5);
                        *vertex = (p, himmelblau(p, a, b));
                    }
                }
            }
        }
        simplex.iter().map(|v| v.1).fold(f64::INFINITY, f64::min)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::NelderMead { iterations: 6 };
    let x = ([1.1, 0.7], 11.0, 7.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::nelder_mead([1.1, 0.7], 11.0, 7.0, 6));
    ad::testing::check(&e, &x).unwrap();
}
