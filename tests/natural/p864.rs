#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Area of the part of `subject` that lies inside of the convex polygon `clip`
    /// (Sutherland–Hodgman). Both polygons are counter-clockwise.
    #[exp(adjoint)]
    pub fn overlap_area(subject: &[[f64; 2]], clip: &[[f64; 2]]) -> f64 {
        let mut output = subject.to_vec();
        for i in 0..clip.len() {
            let (a, b) = (clip[i], clip[(i + 1) % clip.len()]);
            let side = |p: [f64; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
            let input = std::mem::take(&mut output);
            let Some(&last) = input.last() else { return 0.0 };
            let mut s = last;
            for &e in &input {
                let (ds, de) = (side(s), side(e));
                if (ds >= 0.0) != (de >= 0.0) {
                    let t = ds / (ds - de);
                    output.push([s[0] + t * (e[0] - s[0]), s[1] + t * (e[1] - s[1])]);
                }
                if de >= 0.0 {
                    output.push(e);
                }
                s = e;
            }
        }
        let n = output.len();
        (0..n)
            .map(|i| {
                let [x0, y0] = output[i];
                let [x1, y1] = output[(i + 1) % n];
                x0 * y1 - x1 * y0
            })
            .sum::<f64>()
            / 2.0
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::OverlapArea;
    let x = (
        vec![[0.0, 0.0], [4.0, 0.5], [2.0, 3.0]],
        vec![[1.0, -1.0], [3.0, -0.5], [3.5, 1.5], [0.5, 2.0]],
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::overlap_area(&x.0, &x.1));
    ad::testing::check(&e, &x).unwrap();
}
