//! References as results, `into`, and maps that a caller lends. Each module is compiled with and without the macro.

both! {
    mod rows {
        #[derive(Clone)]
        pub(crate) struct Grid {
            rows: Vec<Vec<f64>>,
            scale: f64,
        }

        impl Grid {
            pub(crate) fn new(n: usize, x: f64) -> Self {
                let row = |i: usize| (0..3).map(|j| x * (i * 3 + j) as f64 + 0.5).collect();
                Grid { rows: (0..n).map(row).collect(), scale: x }
            }

            fn row(&self, i: usize) -> &[f64] {
                &self.rows[i]
            }

            fn get(&self, i: usize, j: usize) -> &f64 {
                &self.rows[i][j]
            }

            fn longest(&self) -> &Vec<f64> {
                let mut best = 0;
                for i in 0..self.rows.len() {
                    if self.rows[i][0] > self.rows[best][0] {
                        best = i;
                    }
                }
                &self.rows[best]
            }

            fn pick(&self, first: bool) -> &[f64] {
                if first {
                    return &self.rows[0];
                }
                match self.rows.last() {
                    Some(row) => row,
                    None => &[],
                }
            }

            fn add(&mut self, x: f64) -> &mut Self {
                self.scale += x * self.scale;
                self
            }

            fn times(&mut self, x: f64) -> &mut Self {
                if x > 100.0 {
                    return self;
                }
                for row in &mut self.rows {
                    for v in row.iter_mut() {
                        *v *= x;
                    }
                }
                self
            }
        }

        pub(crate) fn chained(x: f64, y: f64) -> f64 {
            let mut grid = Grid::new(3, x);
            grid.add(y).times(x).add(x * y);
            let lent = grid.times(y);
            lent.add(x);
            let a = grid.row(1);
            let mut sum = a[0] * a[2] + *grid.get(2, 1) * x;
            for (u, v) in grid.row(0).iter().zip(grid.longest()) {
                sum += u * v;
            }
            for v in grid.pick(true) {
                sum += v * y;
            }
            sum + grid.pick(false)[1] * grid.scale
        }
    }

    mod made {
        pub(crate) struct Quad {
            w: f64,
            v: [f64; 3],
        }

        impl From<[f64; 3]> for Quad {
            fn from(v: [f64; 3]) -> Self {
                Quad { w: v[0] * v[1], v }
            }
        }

        impl Quad {
            fn norm(&self) -> f64 {
                self.w + self.v.iter().map(|x| x * x).sum::<f64>()
            }
        }

        pub(crate) fn converted(x: f64, y: f64) -> f64 {
            let q: Quad = [x, y, x * y].into();
            let r = Quad::from([y, x, 2.0]);
            q.norm() * r.norm()
        }
    }

    mod memo {
        use std::collections::HashMap;

        fn series(n: usize, x: f64, memo: &mut HashMap<usize, f64>) -> f64 {
            if n < 2 {
                return x;
            }
            if let Some(&known) = memo.get(&n) {
                return known;
            }
            let y = series(n - 1, x, memo) * 0.5 + series(n - 2, x, memo) * x;
            memo.insert(n, y);
            y
        }

        pub(crate) fn remembered(n: usize, x: f64) -> f64 {
            let mut memo = HashMap::new();
            series(n, x, &mut memo) + memo.len() as f64
        }
    }

    mod named {
        #[derive(Clone)]
        pub(crate) struct Model {
            pub(crate) terms: Vec<(String, f64)>,
        }

        impl Model {
            fn weight(&self, name: &str) -> f64 {
                self.terms.iter().find(|(of, _)| of == name).map(|(_, weight)| *weight).unwrap_or(0.0)
            }

            fn total(&self) -> f64 {
                self.terms.iter().map(|(_, weight)| weight * weight).sum()
            }
        }

        pub(crate) fn score(model: &Model, x: f64) -> f64 {
            model.total() * x + model.weight("b") * model.weight("a")
        }

        pub(crate) fn sample() -> Model {
            let term = |name: &str, weight| (name.to_string(), weight);
            Model { terms: vec![term("a", 1.5), term("b", 2.0), term("c", -0.5)] }
        }
    }
}

#[test]
fn references_to_parts_and_to_the_receiver_are_results() {
    let x = (1.25, 0.7);
    assert_eq!(ad::call::value(&rows::program::Chained, &x), rows::plain::chained(x.0, x.1));
    crate::check::program(&rows::program::Chained, &x);
}

#[test]
fn into_calls_the_only_conversion() {
    let x = (1.25, 0.7);
    assert_eq!(ad::call::value(&made::program::Converted, &x), made::plain::converted(x.0, x.1));
    crate::check::program(&made::program::Converted, &x);
}

#[test]
fn an_empty_map_that_a_call_fills_contains_numbers() {
    let e = memo::program::Remembered { n: 9 };
    assert_eq!(ad::call::value(&e, &1.3), memo::plain::remembered(9, 1.3));
    crate::check::program(&e, &1.3);
}

#[test]
fn text_is_beside_numbers_in_a_list() {
    let x = (named::program::sample(), 0.5);
    assert_eq!(
        ad::call::value(&named::program::Score, &x),
        named::plain::score(&named::plain::sample(), 0.5)
    );
    crate::check::program(&named::program::Score, &x);
}
