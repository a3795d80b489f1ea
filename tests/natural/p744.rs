#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Scores of an alignment.
    #[exp]
    #[derive(Debug, Clone)]
    pub struct Scoring {
        pub matched: f64,
        pub transition: f64,
        pub transversion: f64,
        pub gap_open: f64,
        pub gap_extend: f64,
    }

    #[exp(adjoint)]
    impl Scoring {
        pub fn pair(&self, a: u8, b: u8) -> f64 {
            match (a, b) {
                _ if a == b => self.matched,
                (b'A', b'G') | (b'G', b'A') | (b'C', b'T') | (b'T', b'C') => self.transition,
                _ => self.transversion,
            }
        }
    }

    /// The score of the best local alignment with affine gaps (Smith–Waterman–Gotoh).
    #[exp(adjoint)]
    pub fn local_alignment(scoring: &Scoring, s: &str, t: &str) -> f64 {
        let (s, t) = (s.as_bytes(), t.as_bytes());
        let mut best = 0.0;
        let mut row = vec![0.0; t.len() + 1];
        let mut gap_down = vec![f64::NEG_INFINITY; t.len() + 1];
        for &a in s {
            let mut diagonal = row[0];
            let mut gap_right = f64::NEG_INFINITY;
            for (j, &b) in t.iter().enumerate() {
                gap_down[j + 1] = (gap_down[j + 1] - scoring.gap_extend).max(row[j + 1] - scoring.gap_open);
                gap_right = (gap_right - scoring.gap_extend).max(row[j] - scoring.gap_open);
                let score = (diagonal + scoring.pair(a, b)).max(gap_down[j + 1]).max(gap_right).max(0.0);
                diagonal = std::mem::replace(&mut row[j + 1], score);
                if score > best {
                    best = score;
                }
            }
        }
        best
    }
}

fn main() {
    macro_rules! scoring {
        ($m:ident) => {
            $m::Scoring { matched: 2.1, transition: -0.4, transversion: -1.3, gap_open: 1.7, gap_extend: 0.6 }
        };
    }
    let (s, t) = ("GATTACAGGT", "GCATTTACGT");
    let e = exp::LocalAlignment { s, t };
    let x = scoring!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::local_alignment(&scoring!(plain), s, t));
    ad::testing::check(&e, &x).unwrap();
}
