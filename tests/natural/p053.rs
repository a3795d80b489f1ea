#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Hardy Cross: flows of a pipe network with loops of signed pipes.
    #[exp(adjoint)]
    pub fn hardy_cross(
        loops: &[Vec<(usize, bool)>],
        resistance: &[f64],
        mut flow: Vec<f64>,
        rounds: usize,
    ) -> Vec<f64> {
        for _ in 0..rounds {
            for pipes in loops {
                let (mut head, mut slope) = (0.0, 0.0);
                for &(pipe, forward) in pipes {
                    let sign = if forward { 1.0 } else { -1.0 };
                    let q = sign * flow[pipe];
                    head += resistance[pipe] * q * q.abs();
                    slope += 2.0 * resistance[pipe] * q.abs();
                }
                let correction = -head / slope;
                for &(pipe, forward) in pipes {
                    if forward {
                        flow[pipe] += correction;
                    } else {
                        flow[pipe] -= correction;
                    }
                }
            }
        }
        flow
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::HardyCross { loops: &[vec![(0, true), (1, true), (2, false)], vec![(2, true), (3, true), (4, false)]], rounds: 2 };
    let x = (vec![1.0, 2.0, 1.5, 0.5, 3.0], vec![2.0, 1.0, 1.0, 0.5, 1.5]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0]).1);
    let loops = vec![vec![(0, true), (1, true), (2, false)], vec![(2, true), (3, true), (4, false)]];
    println!("value {:?} plain {:?}", value, plain::hardy_cross(&loops, &[1.0, 2.0, 1.5, 0.5, 3.0], vec![2.0, 1.0, 1.0, 0.5, 1.5], 2));
    ad::testing::check(&e, &x).unwrap();
}
