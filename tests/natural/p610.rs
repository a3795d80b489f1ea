#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Area of the region where a sampled field is above a level, by marching squares.
    #[exp(adjoint)]
    fn crossing(a: f64, b: f64, level: f64) -> f64 {
        (level - a) / (b - a)
    }

    #[exp(adjoint)]
    pub fn area_above(field: &[Vec<f64>], level: f64) -> f64 {
        let mut area = 0.0;
        for rows in field.windows(2) {
            for i in 0..rows[0].len() - 1 {
                let corners = [rows[0][i], rows[0][i + 1], rows[1][i + 1], rows[1][i]];
                let mask = corners.iter().enumerate().fold(0u8, |m, (k, c)| if *c > level { m | 1 << k } else { m });
                let t = |k: usize| crossing(corners[k], corners[(k + 1) % 4], level);
                area += match mask {
                    0 => 0.0,
                    15 => 1.0,
                    1 => 0.5 * t(0) * (1.0 - t(3)),
                    2 => 0.5 * (1.0 - t(0)) * t(1),
                    4 => 0.5 * (1.0 - t(1)) * t(2),
                    8 => 0.5 * (1.0 - t(2)) * t(3),
                    3 => 0.5 * (t(1) + 1.0 - t(3)),
                    12 => 0.5 * (2.0 - t(1) - (1.0 - t(3))),
                    6 => 0.5 * (1.0 - t(0) + t(2)),
                    9 => 0.5 * (t(0) + 1.0 - t(2)),
                    _ => 0.75,
                };
            }
        }
        area
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::AreaAbove;
    let x = (vec![vec![0.1, 0.4, 0.3], vec![0.6, 1.2, 0.55], vec![0.2, 0.7, 0.45]], 0.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::area_above(&vec![vec![0.1, 0.4, 0.3], vec![0.6, 1.2, 0.55], vec![0.2, 0.7, 0.45]], 0.5));
    ad::testing::check(&e, &x).unwrap();
}
