//! Types with `#[exp]` further up in the file are known: passed on, with operators, constants, options and boxes.

use ad::prelude::*;
use std::ops::{Add, Mul};

#[exp]
#[derive(Clone, Copy, Debug, Default)]
struct Planar {
    re: f64,
    im: f64,
}

#[exp(adjoint)]
impl Planar {
    const UNIT: Self = Self { re: 0.0, im: 1.0 };

    fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }

    fn recip(self) -> Self {
        let d = self.re * self.re + self.im * self.im;
        Self::new(self.re / d, -self.im / d)
    }

    fn parts(&self) -> [f64; 2] {
        [self.re, self.im]
    }
}

#[exp(adjoint)]
impl Add for Planar {
    type Output = Planar;
    fn add(self, o: Planar) -> Planar {
        Planar::new(self.re + o.re, self.im + o.im)
    }
}

#[exp(adjoint)]
impl Mul for Planar {
    type Output = Planar;
    fn mul(self, o: Planar) -> Planar {
        Planar::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}

#[exp(adjoint)]
impl Mul<f64> for Planar {
    type Output = Planar;
    fn mul(self, k: f64) -> Planar {
        Planar::new(self.re * k, self.im * k)
    }
}

#[exp(adjoint)]
fn parallel(a: Planar, b: Planar) -> Planar {
    (a * b) * (a + b).recip()
}

#[exp(adjoint)]
fn passed(a: Planar, k: f64, n: usize) -> Planar {
    let flow = |z: Planar| Planar { re: z.im * k, im: z.re + k };
    let mut state = a;
    let mut sum = Planar::default();
    for _ in 0..n {
        for _ in 0..2 {
            state = parallel(state + flow(state) * 0.5, a * Planar::UNIT);
            sum = sum + state;
        }
    }
    sum
}

#[exp(adjoint)]
fn only_passed_on(n: usize, a: Planar, k: f64) -> f64 {
    let [re, im] = passed(a, k, n).parts().map(|v| v * v);
    re + im * 2.0
}

#[exp(adjoint)]
mod boxed {
    use std::ops::Neg;

    pub(super) enum Tree {
        Leaf(f64),
        Node(Box<Tree>, Box<Tree>),
    }

    impl Tree {
        fn total(&self, w: f64) -> f64 {
            match self {
                Tree::Leaf(v) => v * w,
                Tree::Node(a, b) => a.total(w * w) + b.total(w + 1.0) * w,
            }
        }
    }

    pub(super) struct Filter {
        gain: f64,
        last: Option<f64>,
    }

    impl Filter {
        fn next(&mut self, x: f64) -> f64 {
            let change = match self.last {
                Some(last) => x - last,
                None => 0.0,
            };
            self.last = Some(x * self.gain);
            change * x
        }
    }

    pub(super) fn both(x: f64, y: f64) -> f64 {
        let leaf = Box::new(Tree::Leaf(x * y));
        let tree = Tree::Node(Box::new(Tree::Node(leaf, Box::new(Tree::Leaf(2.0)))), Box::new(Tree::Leaf(y)));
        let mut filter = Filter { gain: y, last: None };
        let [a, b] = [x, y].map(Neg::neg);
        (0..4).map(|k| filter.next(x + k as f64)).sum::<f64>() * tree.total(x) + a * b * y
    }
}

#[test]
fn have_programs_outside_of_modules() {
    for n in 0..3 {
        crate::check::program(&OnlyPassedOn { n }, &(Planar::new(0.5, 2.0), 0.75));
    }
    crate::check::program(&boxed::Both, &(1.5, -0.5));
}

#[exp(adjoint)]
mod named_as_in_std {
    pub(super) struct Grid {
        cells: Vec<f64>,
    }

    impl Grid {
        fn at(&self, i: usize) -> f64 {
            self.cells[i]
        }

        fn set(&mut self, i: usize, value: f64) {
            self.cells[i] = value;
        }

        fn push(&mut self, value: f64) {
            self.cells.push(value * 2.0);
        }

        fn capacity(&self) -> f64 {
            self.cells.iter().sum()
        }
    }

    fn positive(x: f64) -> Option<f64> {
        if x > 0.0 { Some(x.sqrt()) } else { None }
    }

    fn roots(x: &[f64]) -> Option<Vec<f64>> {
        x.iter().map(|x| positive(*x)).collect()
    }

    /// Its arguments read the receiver, its methods have names of `std`, and its last value is collected into an `Option`.
    pub(super) fn filled(x: &[f64]) -> f64 {
        let mut grid = Grid { cells: x.to_vec() };
        grid.set(1, grid.at(0) * x[1]);
        grid.push(grid.at(1) + grid.capacity());
        let mut i = 0;
        grid.set(
            {
                i += 1;
                i
            },
            grid.at(i) + x[0],
        );
        let mut rows = [Grid { cells: vec![x[1], 2.0] }, Grid { cells: vec![x[0], 3.0] }];
        let mut row = 0;
        rows[row].set(1, {
            row += 1;
            x[0] * row as f64
        });
        grid.set(0, grid.at(0) * rows[0].at(1) + rows[row].at(1));
        let grids = vec![grid, Grid { cells: vec![x[0]] }];
        let total: f64 = grids.iter().map(|grid| 0.5 * grid.capacity()).sum();
        total + roots(x).map_or(3.0 * x[0], |roots| roots[0] * roots[1])
    }
}
use named_as_in_std::*;

#[test]
fn methods_with_names_of_std() {
    for x in [[0.5, 1.5], [2.0, -0.25]] {
        crate::check::program(&Filled, &x.to_vec());
        // `filled` itself is what the macro has rewritten.
        let [a, b] = x;
        let cells = [a, a * b + a, 2.0 * (a * b + a + a * b)];
        let first = a * a + 3.0;
        let total = 0.5 * (cells[1] + cells[2] + first + a);
        let roots = if a > 0.0 && b > 0.0 { a.sqrt() * b.sqrt() } else { 3.0 * a };
        assert_eq!(filled(&[a, b]), total + roots);
    }
}
