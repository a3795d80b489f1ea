#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Clips a polygon at the half plane a·x + b·y <= c (Sutherland-Hodgman).
    #[exp(adjoint)]
    pub fn clip(polygon: &[[f64; 2]], plane: (f64, f64, f64)) -> Vec<[f64; 2]> {
        let (a, b, c) = plane;
        let side = |p: &[f64; 2]| a * p[0] + b * p[1] - c;
        let mut result = vec![];
        let Some(mut previous) = polygon.last() else { return result };
        for current in polygon {
            let (sp, sc) = (side(previous), side(current));
            if (sp > 0.0) != (sc > 0.0) {
                let t = sp / (sp - sc);
                result.push([
                    previous[0] + t * (current[0] - previous[0]),
                    previous[1] + t * (current[1] - previous[1]),
                ]);
            }
            if sc <= 0.0 {
                result.push(*current);
            }
            previous = current;
        }
        result
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Clip;
    let x = (vec![[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], (1.0, 1.0, 5.0));
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0], [9.0, 10.0]]).1);
    println!("value {:?} plain {:?}", value, plain::clip(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], (1.0, 1.0, 5.0)));
    ad::testing::check(&e, &x).unwrap();
}
