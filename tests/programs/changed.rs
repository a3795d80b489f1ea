//! Patterns that change the parts of an enum in place. Each module is compiled with and without the macro.

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
            dt: f64,
        }

        impl World {
            fn step(&mut self, x: f64) {
                match &mut self.first {
                    Shape::Circle { r, .. } => {
                        *r += x * self.dt;
                        self.dt *= 0.5;
                        let mut more = |d: f64| *r += d;
                        more(x);
                    }
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
            let mut world = World { first: all[0].clone(), all, dt: y };
            world.step(y);
            world.step(x);
            sum + world.first.area() + world.all.iter().map(|shape| shape.area()).sum::<f64>()
        }
    }

    mod nested {
        #[derive(Clone)]
        pub(crate) enum Inner {
            One(f64),
            Two { a: f64, b: f64 },
            Nil,
        }

        #[derive(Clone)]
        pub(crate) enum Outer {
            Has(Inner, usize),
            Both { l: Inner, r: Inner, w: f64 },
            Empty,
        }

        impl Outer {
            fn step(&mut self, by: f64) -> f64 {
                match self {
                    Outer::Has(i, k) => {
                        match i {
                            Inner::One(a) => *a *= by,
                            Inner::Two { a, .. } => {
                                *a += by;
                                *k += 1;
                            }
                            Inner::Nil => {}
                        }
                        *k as f64
                    }
                    Outer::Both { l, r, w } => {
                        if let Inner::One(a) = l {
                            *a += *w;
                            *w *= by;
                        }
                        match r {
                            Inner::Two { a, b } => {
                                std::mem::swap(a, b);
                                *b *= by;
                            }
                            other => *other = Inner::One(*w),
                        }
                        *w
                    }
                    Outer::Empty => 1.0,
                }
            }

            fn sum(&self) -> f64 {
                let of = |inner: &Inner| match inner {
                    Inner::One(a) => *a,
                    Inner::Two { a, b } => a * b * b,
                    Inner::Nil => 0.5,
                };
                match self {
                    Outer::Has(i, k) => of(i) * *k as f64,
                    Outer::Both { l, r, w } => of(l) * of(r) + w,
                    Outer::Empty => 0.0,
                }
            }
        }

        pub(crate) fn total(x: &[f64]) -> f64 {
            let two = Inner::Two { a: x[1], b: x[2] };
            let mut all = vec![
                Outer::Has(Inner::One(x[0]), 1),
                Outer::Has(two.clone(), 2),
                Outer::Both { l: Inner::One(x[2]), r: two, w: x[1] },
                Outer::Both { l: Inner::Nil, r: Inner::Nil, w: x[0] },
                Outer::Empty,
            ];
            let mut sum = 0.0;
            for outer in all.iter_mut() {
                sum += outer.step(x[1]);
                sum += outer.step(x[2]);
                sum *= 1.0 + 0.1 * outer.sum();
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
fn parts_of_parts_are_changed_in_place() {
    let x = vec![0.75, 1.25, -0.5];
    assert_eq!(ad::call::value(&nested::program::Total, &x), nested::plain::total(&x));
    crate::check::program(&nested::program::Total, &x);
}
