#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Splits a Bézier curve in the middle by de Casteljau's algorithm.
    #[exp(adjoint)]
    pub fn subdivide(control: &[[f64; 2]]) -> (Vec<[f64; 2]>, Vec<[f64; 2]>) {
        let mut points = control.to_vec();
        let mut left = Vec::with_capacity(points.len());
        let mut right = Vec::with_capacity(points.len());
        while !points.is_empty() {
            left.push(points[0]);
            right.push(points[points.len() - 1]);
            points = points
                .windows(2)
                .map(|w| [0.5 * (w[0][0] + w[1][0]), 0.5 * (w[0][1] + w[1][1])])
                .collect();
        }
        right.reverse();
        (left, right)
    }

    #[exp(adjoint)]
    pub fn distance(a: &[f64; 2], b: &[f64; 2]) -> f64 {
        (a[0] - b[0]).hypot(a[1] - b[1])
    }

    /// Length of a Bézier curve: the mean of the chord and the control polygon, once they are close.
    #[exp(adjoint)]
    pub fn bezier_length(control: &[[f64; 2]], #[fixed] tolerance: f64) -> f64 {
        let mut stack = vec![control.to_vec()];
        let mut total = 0.0;
        while let Some(curve) = stack.pop() {
            let chord = distance(&curve[0], curve.last().unwrap());
            let polygon: f64 = curve.windows(2).map(|w| distance(&w[0], &w[1])).sum();
            if polygon - chord < tolerance {
                total += 0.5 * (polygon + chord);
            } else {
                let (left, right) = subdivide(&curve);
                stack.push(right);
                stack.push(left);
            }
        }
        total
    }
}

fn main() {
    let e = exp::BezierLength { tolerance: 1e-2 };
    let x = vec![[0.0, 0.0], [0.3, 1.4], [1.6, 1.1], [2.0, -0.5]];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::bezier_length(&x, 1e-2));
    ad::testing::check(&e, &x).unwrap();
}
