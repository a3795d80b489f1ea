#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    fn grow(axiom: &str, rule: &str, depth: usize) -> String {
        if depth == 0 {
            return axiom.to_string();
        }
        let next: String = axiom.chars().map(|c| if c == 'F' { rule.to_string() } else { c.to_string() }).collect();
        grow(&next, rule, depth - 1)
    }

    /// A turtle on an L-system: the centroid of the points where it has been.
    #[exp(adjoint)]
    pub fn turtle_centroid(rule: &str, depth: usize, step: f64, angle: f64, shrink: f64) -> (f64, f64) {
        let mut state = (0.0, 0.0, 0.0, step);
        let mut saved = Vec::new();
        let mut points = vec![(0.0, 0.0)];
        for c in grow("F", rule, depth).chars() {
            let (x, y, heading, length) = state;
            match c {
                'F' => {
                    state = (x + length * f64::cos(heading), y + length * f64::sin(heading), heading, length);
                    points.push((state.0, state.1));
                }
                '+' => state.2 += angle,
                '-' => state.2 -= angle,
                '[' => {
                    saved.push(state);
                    state.3 *= shrink;
                }
                ']' => state = saved.pop().unwrap(),
                _ => (),
            }
        }
        let n = points.len() as f64;
        let (sx, sy) = points.into_iter().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
        (sx / n, sy / n)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::TurtleCentroid { rule: "F[+F]-F", depth: 2 };
    let x = (1.0, 0.5, 0.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, -2.0)).1);
    println!("value {:?} plain {:?}", value, plain::turtle_centroid("F[+F]-F", 2, 1.0, 0.5, 0.7));
    ad::testing::check(&e, &x).unwrap();
}
