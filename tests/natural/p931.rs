#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod scene {
        #[derive(Debug, Clone, Copy)]
        pub struct Affine {
            m: [[f64; 3]; 2],
        }

        impl Affine {
            const IDENTITY: Affine = Affine { m: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] };

            fn then(&self, inner: &Affine) -> Affine {
                let mut m = [[0.0; 3]; 2];
                for (row, out) in self.m.iter().zip(&mut m) {
                    for (j, o) in out.iter_mut().enumerate() {
                        *o = row[0] * inner.m[0][j] + row[1] * inner.m[1][j] + if j == 2 { row[2] } else { 0.0 };
                    }
                }
                Affine { m }
            }

            fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
                self.m.map(|[a, b, c]| a * x + b * y + c)
            }
        }

        #[derive(Debug, Clone)]
        pub enum Node {
            Group(Vec<Node>),
            Rotate { degrees: f64, child: Box<Node> },
            Translate { by: [f64; 2], child: Box<Node> },
            Scale(f64, Box<Node>),
            Bezier([[f64; 2]; 4]),
        }

        fn de_casteljau(points: &[[f64; 2]], t: f64) -> [f64; 2] {
            match points {
                [p] => *p,
                _ => {
                    let next: Vec<_> =
                        points.windows(2).map(|w| [0, 1].map(|k| (1.0 - t) * w[0][k] + t * w[1][k])).collect();
                    de_casteljau(&next, t)
                }
            }
        }

        fn visit(node: &Node, transform: &Affine, line: &mut dyn FnMut([f64; 2], [f64; 2])) {
            match node {
                Node::Group(children) => children.iter().for_each(|child| visit(child, transform, line)),
                Node::Rotate { degrees, child } => {
                    let (s, c) = degrees.to_radians().sin_cos();
                    visit(child, &transform.then(&Affine { m: [[c, -s, 0.0], [s, c, 0.0]] }), line);
                }
                Node::Translate { by: [x, y], child } => {
                    visit(child, &transform.then(&Affine { m: [[1.0, 0.0, *x], [0.0, 1.0, *y]] }), line)
                }
                &Node::Scale(s, ref child) => {
                    visit(child, &transform.then(&Affine { m: [[s, 0.0, 0.0], [0.0, s, 0.0]] }), line)
                }
                Node::Bezier(points) => {
                    let curve: Vec<_> =
                        (0..=5).map(|i| transform.apply(de_casteljau(points, i as f64 / 5.0))).collect();
                    curve.windows(2).for_each(|w| line(w[0], w[1]));
                }
            }
        }

        /// The ink of a drawing: longer lines above the axis use more.
        pub fn ink(root: &Node, width: f64) -> f64 {
            let mut total = 0.0;
            visit(root, &Affine::IDENTITY, &mut |[x0, y0], [x1, y1]| {
                let weight = if y0 + y1 > 0.0 { 1.5 } else { 1.0 };
                total += weight * width * (x1 - x0).hypot(y1 - y0);
            });
            total
        }
    }
    pub use scene::*;
}

fn main() {
    macro_rules! drawing {
        ($m:ident) => {
            $m::Node::Group(vec![
                $m::Node::Rotate {
                    degrees: 25.0,
                    child: Box::new($m::Node::Bezier([[0.0, 0.1], [1.0, 2.0], [2.0, -1.5], [3.0, 0.4]])),
                },
                $m::Node::Translate {
                    by: [0.3, -0.2],
                    child: Box::new($m::Node::Scale(1.3, Box::new($m::Node::Bezier([[-1.0, 0.3], [0.2, -1.4], [0.9, 0.1], [0.4, 1.2]])))),
                },
            ])
        };
    }
    let e = exp::Ink;
    let x = (drawing!(exp), 0.5);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::ink(&drawing!(plain), 0.5));
    ad::testing::check(&e, &x).unwrap();
}
