#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const MATCH: f64 = 2.0;

    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub struct Scoring {
        pub mismatch: f64,
        pub gap_open: f64,
        pub gap_extend: f64,
    }

    /// Local alignment score with affine gaps (Gotoh).
    #[exp(adjoint)]
    pub fn align(query: &[u8], reference: &[u8], scoring: Scoring) -> f64 {
        let (n, m) = (query.len(), reference.len());
        let mut h = vec![vec![0.0f64; m + 1]; n + 1];
        let mut e = vec![vec![f64::NEG_INFINITY; m + 1]; n + 1];
        let mut f = vec![vec![f64::NEG_INFINITY; m + 1]; n + 1];
        let mut best = 0.0;
        for i in 1..=n {
            for j in 1..=m {
                e[i][j] = (e[i][j - 1] - scoring.gap_extend).max(h[i][j - 1] - scoring.gap_open);
                f[i][j] = (f[i - 1][j] - scoring.gap_extend).max(h[i - 1][j] - scoring.gap_open);
                let s = if query[i - 1] == reference[j - 1] { MATCH } else { -scoring.mismatch };
                let diagonal = h[i - 1][j - 1] + s;
                h[i][j] = [0.0, diagonal, e[i][j], f[i][j]].into_iter().fold(0.0, f64::max);
                if h[i][j] > best {
                    best = h[i][j];
                }
            }
        }
        best
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Align { query: b"ACACGTTA", reference: b"AGCACTTACA" };
    let x = exp::Scoring { mismatch: 1.03, gap_open: 1.21, gap_extend: 0.37 };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::align(b"ACACGTTA", b"AGCACTTACA", plain::Scoring { mismatch: 1.03, gap_open: 1.21, gap_extend: 0.37 }));
    ad::testing::check(&e, &x).unwrap();
}
