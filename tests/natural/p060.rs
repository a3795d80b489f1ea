#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Shifted Lennard-Jones energy and the forces, in a periodic box.
    #[exp(adjoint)]
    pub fn lennard_jones(positions: &[[f64; 3]], side: f64, cutoff: f64) -> (f64, Vec<[f64; 3]>) {
        let pair = |r2: f64| {
            let s6 = 1.0 / (r2 * r2 * r2);
            4.0 * s6 * (s6 - 1.0)
        };
        let shift = pair(cutoff * cutoff);
        let mut energy = 0.0;
        let mut forces = vec![[0.0; 3]; positions.len()];
        for i in 0..positions.len() {
            for j in (i + 1)..positions.len() {
                let mut delta = [0.0; 3];
                for d in 0..3 {
                    let raw = positions[i][d] - positions[j][d];
                    delta[d] = raw - side * (raw / side).round();
                }
                let r2: f64 = delta.iter().map(|x| x * x).sum();
                if r2 >= cutoff * cutoff {
                    continue;
                }
                energy += pair(r2) - shift;
                let s6 = r2.powi(-3);
                let strength = 24.0 * s6 * (2.0 * s6 - 1.0) / r2;
                for d in 0..3 {
                    forces[i][d] += strength * delta[d];
                    forces[j][d] -= strength * delta[d];
                }
            }
        }
        (energy, forces)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::LennardJones;
    let x = (vec![[0.0, 0.5, 0.25], [1.0, 1.0, 0.5], [4.5, 0.25, 4.75]], 5.0, 2.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, vec![[0.5, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.5]])).1);
    println!("value {:?} plain {:?}", value, plain::lennard_jones(&[[0.0, 0.5, 0.25], [1.0, 1.0, 0.5], [4.5, 0.25, 4.75]], 5.0, 2.5));
    ad::testing::check(&e, &x).unwrap();
}
