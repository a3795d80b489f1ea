#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    fn refract(angle: f64, n1: f64, n2: f64) -> Option<f64> {
        let sine = n1 / n2 * angle.sin();
        (sine.abs() <= 1.0).then(|| sine.asin())
    }

    /// Lateral offset of a ray through a stack of plates; layers are (thickness, index).
    #[exp(adjoint)]
    pub fn lateral_offset(layers: &[(f64, f64)], incidence: f64) -> f64 {
        let mut angle = incidence;
        let mut index = 1.0;
        let mut offset = 0.0;
        for &(thickness, n) in layers {
            angle = match refract(angle, index, n) {
                Some(a) => a,
                None => return offset,
            };
            offset += thickness * angle.tan();
            index = n;
        }
        offset
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::LateralOffset;
    let x = (vec![(0.5, 1.5), (0.25, 1.33), (1.0, 1.7)], 0.6);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::lateral_offset(&[(0.5, 1.5), (0.25, 1.33), (1.0, 1.7)], 0.6));
    ad::testing::check(&e, &x).unwrap();
}
