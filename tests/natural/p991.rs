#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod geometry {
        pub mod shapes {
            #[derive(Debug, Clone, PartialEq)]
            pub enum Shape {
                Circle { r: f64 },
                Rect { w: f64, h: f64 },
                Polygon(Vec<(f64, f64)>),
                Group(Vec<Shape>),
            }

            impl Shape {
                pub fn area(&self) -> f64 {
                    match self {
                        Shape::Circle { r } => std::f64::consts::PI * r * r,
                        Shape::Rect { w, h } => w * h,
                        Shape::Polygon(points) => super::shoelace(points),
                        Shape::Group(parts) => parts.iter().map(Shape::area).sum(),
                    }
                }

                pub fn perimeter(&self) -> f64 {
                    match self {
                        Shape::Circle { r } => std::f64::consts::TAU * r,
                        Shape::Rect { w, h } => 2.0 * (w + h),
                        Shape::Polygon(points) => {
                            let n = points.len();
                            (0..n)
                                .map(|i| {
                                    let (a, b) = (points[i], points[(i + 1) % n]);
                                    ((b.0 - a.0).powi(2) + (b.1 - a.1).powi(2)).sqrt()
                                })
                                .sum()
                        }
                        Shape::Group(parts) => parts.iter().map(|p| p.perimeter()).sum(),
                    }
                }

                pub fn scaled(&self, k: f64) -> Shape {
                    match self {
                        Shape::Circle { r } => Shape::Circle { r: r * k },
                        Shape::Rect { w, h } => Shape::Rect { w: w * k, h: h * k },
                        Shape::Polygon(points) => Shape::Polygon(points.iter().map(|(x, y)| (k * x, k * y)).collect()),
                        Shape::Group(parts) => Shape::Group(parts.iter().map(|p| p.scaled(k)).collect()),
                    }
                }
            }
        }

        fn shoelace(points: &[(f64, f64)]) -> f64 {
            let mut twice = 0.0;
            for (i, &(x0, y0)) in points.iter().enumerate() {
                let (x1, y1) = points[(i + 1) % points.len()];
                twice += x0 * y1 - x1 * y0;
            }
            twice.abs() / 2.0
        }

        use shapes::Shape;

        pub fn compactness(r: f64, w: f64, h: f64, k: f64) -> f64 {
            let logo = Shape::Group(vec![
                Shape::Circle { r },
                Shape::Group(vec![Shape::Rect { w, h }, Shape::Polygon(vec![(0.0, 0.0), (w, 0.0), (0.5 * w, h)])]),
            ]);
            let big = logo.scaled(k);
            4.0 * std::f64::consts::PI * big.area() / big.perimeter().powi(2)
        }
    }
    pub use geometry::*;
}

fn main() {
    ad::testing::check_function(&exp::Compactness, |x| plain::compactness(x.0, x.1, x.2, x.3), &(1.0, 2.0, 0.7, 1.4)).unwrap();
}
