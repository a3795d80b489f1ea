#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn de_casteljau(control: &[(f64, f64)], t: f64) -> (f64, f64) {
        let mut points = control.to_vec();
        while points.len() > 1 {
            points = points
                .windows(2)
                .map(|pair| {
                    let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
                    (x0 + t * (x1 - x0), y0 + t * (y1 - y0))
                })
                .collect();
        }
        points[0]
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::DeCasteljau;
    let x = (vec![(0.0, 0.0), (1.0, 2.0), (3.0, 2.0), (4.0, -1.0)], 0.25);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::de_casteljau(&[(0.0, 0.0), (1.0, 2.0), (3.0, 2.0), (4.0, -1.0)], 0.25));
    ad::testing::check(&e, &x).unwrap();
}
