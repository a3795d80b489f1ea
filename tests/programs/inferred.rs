//! Code whose meaning only its types decide. Each module is compiled with and without the macro.

both! {
    mod changed {
        #[derive(Clone)]
        pub(crate) enum Shape {
            Circle { r: f64, n: usize },
            Square(f64),
            Path { n: usize, v: Vec<f64> },
            Pair((f64, f64), usize),
            Point,
        }

        impl Shape {
            fn grow(&mut self, by: f64) {
                match self {
                    Shape::Circle { r, .. } => *r *= by,
                    Self::Square(a) if *a > 0.0 => {
                        *a += by;
                    }
                    Shape::Square(a) => *a = -*a,
                    Shape::Path { n, v } => {
                        *n += 1;
                        v.push(by);
                        v[0] *= by;
                        for x in v.iter_mut() {
                            if *x > 100.0 {
                                break;
                            }
                            *x += 1.0;
                        }
                    }
                    Shape::Pair((a, _), n) => {
                        *a *= by;
                        *n += 1;
                    }
                    Shape::Point => {}
                }
            }

            fn replaced(&mut self) -> f64 {
                match self {
                    Shape::Circle { r, n } => {
                        let old = *r;
                        *r += 1.0;
                        *n += 1;
                        old
                    }
                    Shape::Square(a) => a.sin() * *a,
                    _ => 0.5,
                }
            }

            fn area(&self) -> f64 {
                match self {
                    Shape::Circle { r, n } => r * r * *n as f64,
                    Shape::Square(a) => a * a,
                    Shape::Path { n, v } => *n as f64 * v.iter().sum::<f64>(),
                    Shape::Pair((a, b), n) => a * b * *n as f64,
                    Shape::Point => 0.0,
                }
            }
        }

        struct World {
            first: Shape,
            all: Vec<Shape>,
        }

        impl World {
            fn step(&mut self, x: f64) {
                match &mut self.first {
                    Shape::Circle { r, .. } => *r += x,
                    _ => {}
                }
                if let Shape::Square(a) = &mut self.all[1] {
                    *a *= x;
                }
                for shape in self.all.iter_mut() {
                    if let Shape::Circle { r, n } = shape {
                        if *n > 0 {
                            *r *= x;
                        } else {
                            *r = 0.0;
                        }
                    }
                }
                for shape in &mut self.all {
                    match shape {
                        Shape::Path { v, .. } => v.push(x),
                        other => other.grow(x),
                    }
                }
            }
        }

        pub(crate) fn total(x: f64, y: f64) -> f64 {
            let path = Shape::Path { n: 1, v: vec![x, y] };
            let circle = Shape::Circle { r: x, n: 2 };
            let mut all = vec![circle, Shape::Square(x * y), path, Shape::Pair((x, y), 1), Shape::Point];
            all.push(Shape::Square(-x));
            let mut sum = 0.0;
            for shape in all.iter_mut() {
                shape.grow(y);
                sum += shape.replaced();
            }
            let mut world = World { first: all[0].clone(), all };
            world.step(y);
            world.step(x);
            sum + world.first.area() + world.all.iter().map(|shape| shape.area()).sum::<f64>()
        }
    }

    mod ends {
        fn logarithm(x: f64) -> Option<f64> {
            if x > 0.0 { Some(x.ln()) } else { None }
        }

        fn root(i: usize, x: f64) -> Result<f64, usize> {
            if x > 0.0 { Ok(x.sqrt()) } else { Err(i) }
        }

        fn sum(x: &[f64]) -> Option<f64> {
            x.iter().map(|v| logarithm(*v)).sum()
        }

        fn all(x: &[f64]) -> Result<Vec<f64>, usize> {
            x.iter().enumerate().map(|(i, v)| root(i, *v)).collect()
        }

        fn of(roots: &Result<Vec<f64>, usize>, x: &[f64]) -> f64 {
            match roots {
                Ok(roots) => roots.iter().sum(),
                Err(i) => x[*i] * 3.0,
            }
        }

        pub(crate) fn both(x: &[f64]) -> f64 {
            let product: Result<f64, usize> = x.iter().enumerate().map(|(i, v)| root(i, *v)).product();
            let roots = match &all(x) {
                Ok(roots) => roots[0] * roots[1],
                Err(i) => x[*i] * 2.0,
            };
            let first = if let Err(i) = &product { x[*i] } else { 1.0 };
            sum(x).unwrap_or(x[0] * x[1]) + product.unwrap_or(x[1] * x[1]) * first + roots + of(&all(x), x)
        }
    }

    mod order {
        #[derive(Copy, PartialEq, PartialOrd)]
        pub(crate) struct Key {
            x: f64,
            y: f64,
        }

        impl Clone for Key {
            fn clone(&self) -> Self {
                Key { x: self.x, y: self.y.clone() }
            }
        }

        fn made(x: f64) -> Key {
            Key { x, y: x * x }
        }

        fn is_less(p: &Key, q: &Key) -> bool {
            p < q || *p == *q
        }

        pub(crate) fn sum(x: f64, y: f64) -> f64 {
            let p = Key { x, y: 1.0 };
            let mut sum = 0.0;
            if p.clone() != made(y) {
                sum += p.x * p.x * y;
            }
            if (x, 1) < (y, 2) {
                sum += x * y;
            }
            if is_less(&p, &made(y)) {
                sum += y;
            }
            let list = vec![x, y];
            let array = [x, y];
            if list == array {
                sum += x;
            }
            if list.as_slice() != &array[..] {
                sum += 100.0;
            }
            let keys = [p, made(y)];
            if keys[0] < keys[1] {
                sum += x * x * x;
            }
            sum
        }
    }
}

#[test]
fn parts_of_enums_are_changed_in_place() {
    for x in [(0.7, 0.4), (1.5, -2.0), (-0.25, 3.0)] {
        assert_eq!(ad::call::value(&changed::program::Total, &x), changed::plain::total(x.0, x.1));
        crate::check::program(&changed::program::Total, &x);
    }
}

#[test]
fn iterators_of_options_and_results_stop_at_the_first_failure() {
    for x in [vec![1.5, 2.0, 0.75], vec![1.5, -2.0, -1.0], vec![-1.0, 2.0]] {
        assert_eq!(ad::call::value(&ends::program::Both, &x), ends::plain::both(&x));
        crate::check::program(&ends::program::Both, &x);
    }
}

#[test]
fn wholes_are_compared_by_their_own_order() {
    for x in [(3.0, 4.0), (4.0, 3.0), (2.0, 2.0)] {
        assert_eq!(ad::call::value(&order::program::Sum, &x), order::plain::sum(x.0, x.1));
        crate::check::program(&order::program::Sum, &x);
    }
}
