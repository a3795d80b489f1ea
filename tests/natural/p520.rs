#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// De Casteljau's algorithm for a planar curve of any degree.
    #[exp(adjoint)]
    pub fn de_casteljau(control: &[[f64; 2]], t: f64) -> [f64; 2] {
        let mut points = control.to_vec();
        while points.len() > 1 {
            points = points
                .windows(2)
                .map(|w| [lerp(w[0][0], w[1][0], t), lerp(w[0][1], w[1][1], t)])
                .collect();
        }
        points[0]
    }

    #[exp(adjoint)]
    fn lerp(a: f64, b: f64, t: f64) -> f64 {
        a + (b - a) * t
    }

    /// Length of the polyline through `n + 1` points of the curve.
    #[exp(adjoint)]
    pub fn curve_length(control: &[[f64; 2]], n: usize) -> f64 {
        let mut length = 0.0;
        let mut previous = control[0];
        for i in 1..=n {
            let current = de_casteljau(control, i as f64 / n as f64);
            let dx = current[0] - previous[0];
            let dy = current[1] - previous[1];
            length += dx.hypot(dy);
            previous = current;
        }
        length
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::CurveLength { n: 6 };
    let x = vec![[0.0, 0.0], [1.0, 2.0], [3.0, -1.0], [4.0, 0.5]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::curve_length(&vec![[0.0, 0.0], [1.0, 2.0], [3.0, -1.0], [4.0, 0.5]], 6));
    ad::testing::check(&e, &x).unwrap();
}
