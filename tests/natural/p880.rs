#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// De Boor's algorithm: a point of a B-spline curve with homogeneous (weighted) control points, i.e. a NURBS.
    #[exp(adjoint)]
    pub fn nurbs_point(degree: usize, knots: &[f64], control: &[([f64; 2], f64)], t: f64) -> [f64; 2] {
        let n = control.len();
        let mut span = degree;
        while span + 1 < n && t >= knots[span + 1] {
            span += 1;
        }
        let mut d: Vec<[f64; 3]> = control[span - degree..=span]
            .iter()
            .map(|([x, y], w)| [x * w, y * w, *w])
            .collect();
        for r in 1..=degree {
            for j in (r..=degree).rev() {
                let i = j + span - degree;
                let alpha = (t - knots[i]) / (knots[i + 1 + degree - r] - knots[i]);
                for c in 0..3 {
                    d[j][c] = (1.0 - alpha) * d[j - 1][c] + alpha * d[j][c];
                }
            }
        }
        let [x, y, w] = d[degree];
        [x / w, y / w]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::NurbsPoint { degree: 2 };
    let x = (
        vec![0.0, 0.0, 0.0, 0.4, 0.7, 1.0, 1.0, 1.0],
        vec![([0.0, 0.0], 1.0), ([1.0, 2.0], 0.75), ([2.0, -1.0], 1.5), ([3.0, 1.0], 1.0), ([4.0, 0.5], 1.25)],
        0.55,
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::nurbs_point(2, &x.0, &x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
