#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Least squares line through points by Givens rotations.
    #[exp(adjoint)]
    pub fn fit_line(points: &[(f64, f64)]) -> (f64, f64) {
        let mut r = [[0.0_f64; 3]; 2];
        for &(x, y) in points {
            let mut row = [1.0, x, y];
            for k in 0..2 {
                if row[k] == 0.0 {
                    continue;
                }
                let h = r[k][k].hypot(row[k]);
                let (c, s) = (r[k][k] / h, row[k] / h);
                for j in k..3 {
                    let t = c * r[k][j] + s * row[j];
                    row[j] = c * row[j] - s * r[k][j];
                    r[k][j] = t;
                }
            }
        }
        let slope = r[1][2] / r[1][1];
        let offset = (r[0][2] - r[0][1] * slope) / r[0][0];
        (offset, slope)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::FitLine;
    let x = vec![(1.0, 2.0), (2.0, 2.5), (3.0, 4.5), (4.0, 5.0)];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::fit_line(&[(1.0, 2.0), (2.0, 2.5), (3.0, 4.5), (4.0, 5.0)]));
    ad::testing::check(&e, &x).unwrap();
}
