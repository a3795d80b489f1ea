#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const A: f64 = 7.049556277;
    const B: f64 = 0.6022245584;
    const CUTOFF: f64 = 1.80;
    const LAMBDA: f64 = 21.0;
    const GAMMA: f64 = 1.20;

    /// Stillinger–Weber energy of a silicon cluster in reduced units.
    #[exp(adjoint)]
    pub fn stillinger_weber(positions: &[[f64; 3]]) -> f64 {
        let distance = |a: &[f64; 3], b: &[f64; 3]| -> f64 {
            a.iter().zip(b).map(|(p, q)| (p - q).powi(2)).sum::<f64>().sqrt()
        };

        let n = positions.len();
        let mut two_body = 0.0;
        let mut three_body = 0.0;
        for i in 0..n {
            for j in i + 1..n {
                let r = distance(&positions[i], &positions[j]);
                if r < CUTOFF {
                    two_body += A * (B * r.powi(-4) - 1.0) * (1.0 / (r - CUTOFF)).exp();
                }
            }

            let neighbours: Vec<usize> = (0..n)
                .filter(|&j| j != i && distance(&positions[i], &positions[j]) < CUTOFF)
                .collect();
            for (a, &j) in neighbours.iter().enumerate() {
                for &k in &neighbours[a + 1..] {
                    let rij = distance(&positions[i], &positions[j]);
                    let rik = distance(&positions[i], &positions[k]);
                    let mut dot = 0.0;
                    for d in 0..3 {
                        dot += (positions[j][d] - positions[i][d]) * (positions[k][d] - positions[i][d]);
                    }
                    let cos = dot / (rij * rik);
                    let decay = (GAMMA / (rij - CUTOFF) + GAMMA / (rik - CUTOFF)).exp();
                    three_body += LAMBDA * decay * (cos + 1.0 / 3.0).powi(2);
                }
            }
        }
        two_body + three_body
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::StillingerWeber;
    let x = vec![[0.0, 0.0, 0.0], [1.1, 0.05, 0.0], [0.1, 1.2, 0.1], [-0.2, 0.1, 1.05], [2.4, 0.1, 0.2]];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::stillinger_weber(&x));
    ad::testing::check(&e, &x).unwrap();
}
