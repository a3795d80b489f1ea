#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod clipping {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Point {
            pub x: f64,
            pub y: f64,
        }

        /// Positive if `p` lies to the left of the line from `a` to `b`.
        fn side(a: Point, b: Point, p: Point) -> f64 {
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
        }

        /// Sutherland–Hodgman: the part of `subject` inside of the convex, counterclockwise polygon `clip`.
        pub fn intersection(subject: &[Point], clip: &[Point]) -> Vec<Point> {
            let mut output = subject.to_vec();
            for (i, &a) in clip.iter().enumerate() {
                let b = clip[(i + 1) % clip.len()];
                let input = std::mem::take(&mut output);
                let Some(&last) = input.last() else { break };
                let mut previous = last;
                for &current in &input {
                    let (dp, dc) = (side(a, b, previous), side(a, b, current));
                    if (dp >= 0.0) != (dc >= 0.0) {
                        let t = dp / (dp - dc);
                        output.push(Point {
                            x: previous.x + t * (current.x - previous.x),
                            y: previous.y + t * (current.y - previous.y),
                        });
                    }
                    if dc >= 0.0 {
                        output.push(current);
                    }
                    previous = current;
                }
            }
            output
        }

        /// The shoelace formula.
        pub fn area(polygon: &[Point]) -> f64 {
            let next = polygon.iter().cycle().skip(1);
            0.5 * polygon.iter().zip(next).map(|(p, q)| p.x * q.y - q.x * p.y).sum::<f64>()
        }

        /// Intersection over union of two convex polygons.
        pub fn iou(a: &[Point], b: &[Point]) -> f64 {
            let common = area(&intersection(a, b));
            common / (area(a) + area(b) - common)
        }
    }
    pub use clipping::*;
}

fn main() {
    macro_rules! polygons {
        ($m:ident) => {
            (
                [(0.0, 0.0), (2.0, 0.1), (2.2, 1.5), (0.3, 1.8)].map(|(x, y)| $m::Point { x, y }).to_vec(),
                [(1.0, -0.5), (2.7, 0.6), (1.2, 1.4)].map(|(x, y)| $m::Point { x, y }).to_vec(),
            )
        };
    }
    let e = exp::Iou;
    let x = polygons!(exp);
    let p = polygons!(plain);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::iou(&p.0, &p.1));
    ad::testing::check(&e, &x).unwrap();
}
