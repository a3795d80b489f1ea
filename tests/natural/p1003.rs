#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bvh {
        /// A kd-tree of points in the plane.
        type Point = [f64; 2];

        enum Tree {
            Empty,
            Node { point: Point, axis: usize, children: Box<(Tree, Tree)> },
        }

        impl Tree {
            fn build(mut points: Vec<Point>, axis: usize) -> Tree {
                if points.is_empty() {
                    return Tree::Empty;
                }
                points.sort_by(|a, b| a[axis].partial_cmp(&b[axis]).expect("no NaN"));
                let right = points.split_off(points.len() / 2 + 1);
                let point = points.pop().unwrap();
                let next = (axis + 1) % 2;
                Tree::Node { point, axis, children: Box::new((Tree::build(points, next), Tree::build(right, next))) }
            }

            fn nearest(&self, to: &Point, best: f64) -> f64 {
                let Tree::Node { point, axis, children } = self else {
                    return best;
                };
                let d2: f64 = point.iter().zip(to).map(|(a, b)| (a - b).powi(2)).sum();
                let mut best = best.min(d2);
                let offset = to[*axis] - point[*axis];
                let (near, far) = if offset < 0.0 { (&children.0, &children.1) } else { (&children.1, &children.0) };
                best = near.nearest(to, best);
                if offset * offset < best {
                    best = far.nearest(to, best);
                }
                best
            }
        }

        pub fn nearest_distance(points: &[Point], to: Point) -> f64 {
            let tree = Tree::build(points.to_vec(), 0);
            tree.nearest(&to, f64::INFINITY).sqrt()
        }
    }
    pub use bvh::*;
}

fn main() {
    ad::testing::check_function(&exp::NearestDistance, |x| plain::nearest_distance(&x.0, x.1), &(vec![[0.0, 0.1], [2.0, 1.5], [3.1, 0.2], [1.2, 2.8], [2.2, 2.1]], [1.7, 1.3])).unwrap();
}
