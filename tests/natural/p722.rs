#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Coefficients of the Newton form of the interpolating polynomial.
    #[exp(adjoint)]
    pub fn divided_differences(points: &[(f64, f64)]) -> Vec<f64> {
        let mut coef: Vec<f64> = points.iter().map(|&(_, y)| y).collect();
        for order in 1..points.len() {
            for i in (order..points.len()).rev() {
                coef[i] = (coef[i] - coef[i - 1]) / (points[i].0 - points[i - order].0);
            }
        }
        coef
    }

    /// Interpolates by Newton's polynomial.
    #[exp(adjoint)]
    pub fn interpolate(points: &[(f64, f64)], x: f64) -> f64 {
        let coef = divided_differences(points);
        coef.iter()
            .zip(points)
            .rev()
            .fold(0.0, |acc, (c, (xi, _))| acc * (x - xi) + c)
    }
}

fn main() {
    let e = exp::Interpolate;
    let x = (vec![(0.0, 1.0), (0.7, 1.6), (1.5, 0.4), (2.2, -0.3)], 1.1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::interpolate(&x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
