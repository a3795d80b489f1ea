#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod generic_stack {
        use std::cmp::Ordering;

        #[derive(Debug, Clone)]
        struct Stack<T> {
            items: Vec<T>,
        }

        impl<T: Clone> Stack<T> {
            fn new() -> Self {
                Stack { items: Vec::new() }
            }

            fn push(&mut self, item: T) {
                self.items.push(item);
            }

            fn top_two(&self) -> Option<(&T, &T)> {
                match self.items.as_slice() {
                    [.., a, b] => Some((a, b)),
                    _ => None,
                }
            }

            fn pop(&mut self) -> Option<T> {
                self.items.pop()
            }
        }

        type Point = (f64, f64);

        fn turn(a: &Point, b: &Point, c: &Point) -> f64 {
            (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
        }

        fn half<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<Point> {
            let mut stack = Stack::new();
            for p in points {
                while let Some((a, b)) = stack.top_two() {
                    if turn(a, b, p) > 0.0 {
                        break;
                    }
                    stack.pop();
                }
                stack.push(*p);
            }
            stack.items
        }

        /// The area of the convex hull.
        pub fn hull(points: &[Point]) -> f64 {
            let mut sorted = points.to_vec();
            sorted.sort_by(|a, b| match a.0.partial_cmp(&b.0) {
                Some(Ordering::Equal) | None => a.1.partial_cmp(&b.1).unwrap_or(Ordering::Equal),
                Some(order) => order,
            });
            let mut lower = half(sorted.iter());
            let upper = half(sorted.iter().rev());
            lower.pop();
            lower.extend(upper);
            let twice: f64 = lower.windows(2).map(|w| w[0].0 * w[1].1 - w[1].0 * w[0].1).sum();
            0.5 * twice
        }
    }
    pub use generic_stack::*;
}

fn main() {
    ad::testing::check_function(&exp::Hull, |x| plain::hull(x), &vec![(0.0, 0.0), (2.0, 0.1), (1.0, 0.4), (2.2, 1.9), (0.9, 1.0), (0.1, 1.7)]).unwrap();
}
