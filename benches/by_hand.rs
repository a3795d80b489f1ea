//! The collocation problem of the solvers' tests, with its sparse derivatives by hand, in the same order.

use ad::sparse::Problem;

/// The problem with `n` intervals by hand: positions, velocities and controls at the nodes are variables.
#[derive(Clone, Copy)]
pub(crate) struct ByHand {
    pub(crate) n: usize,
}

impl ByHand {
    fn step(self) -> f64 {
        10.0 / f64::from(u32::try_from(self.n).expect("it is small"))
    }

    /// The weight of a node in the trapezoidal rule.
    fn weight(self, i: usize) -> f64 {
        self.step() * if i == 0 || i == self.n { 0.5 } else { 1.0 }
    }

    fn parts(self, x: &[f64]) -> [&[f64]; 3] {
        let (x, rest) = x.split_at(self.n + 1);
        let (v, u) = rest.split_at(self.n + 1);
        [x, v, u]
    }

    pub(crate) fn objective(self, x: &[f64]) -> f64 {
        let [x, v, u] = self.parts(x);
        (0..=self.n).map(|i| self.weight(i) * (x[i] * x[i] + v[i] * v[i] + u[i] * u[i])).sum()
    }

    pub(crate) fn gradient(self, x: &[f64], gradient: &mut [f64]) -> f64 {
        for (part, gradient) in self.parts(x).into_iter().zip(gradient.chunks_exact_mut(self.n + 1)) {
            for i in 0..=self.n {
                gradient[i] = 2.0 * self.weight(i) * part[i];
            }
        }
        self.objective(x)
    }

    pub(crate) fn constraints(self, x: &[f64], y: &mut [f64]) {
        let (n, half) = (self.n, 0.5 * self.step());
        let [x, v, u] = self.parts(x);
        for (i, y) in y[..2 * n].chunks_exact_mut(2).enumerate() {
            let left = (1.0 - x[i] * x[i]) * v[i] - x[i] + u[i];
            let right = (1.0 - x[i + 1] * x[i + 1]) * v[i + 1] - x[i + 1] + u[i + 1];
            y[0] = x[i + 1] - x[i] - half * (v[i] + v[i + 1]);
            y[1] = v[i + 1] - v[i] - half * (left + right);
        }
        (y[2 * n], y[2 * n + 1]) = (x[0] - 1.0, v[0]);
    }

    /// Row by row: by x, by v and by u at both ends of the interval.
    pub(crate) fn jacobian(self, x: &[f64], entries: &mut [f64]) {
        let (n, half) = (self.n, 0.5 * self.step());
        let [x, v, _] = self.parts(x);
        for (i, entries) in entries[..10 * n].chunks_exact_mut(10).enumerate() {
            let by_x = |i: usize| half * (2.0 * x[i] * v[i] + 1.0);
            let by_v = |i: usize| half * (1.0 - x[i] * x[i]);
            entries[..4].copy_from_slice(&[-1.0, 1.0, -half, -half]);
            entries[4..].copy_from_slice(&[
                by_x(i),
                by_x(i + 1),
                -1.0 - by_v(i),
                1.0 - by_v(i + 1),
                -half,
                -half,
            ]);
        }
        entries[10 * n..].fill(1.0);
    }

    /// The lower triangle, row by row: by x twice; by v and x, and by v twice; by u twice.
    pub(crate) fn hessian(self, x: &[f64], factor: f64, multipliers: &[f64], entries: &mut [f64]) {
        let (n, half) = (self.n, 0.5 * self.step());
        let [x, v, _] = self.parts(x);
        let (by_x, rest) = entries.split_at_mut(n + 1);
        let (by_v, by_u) = rest.split_at_mut(2 * n + 2);
        for i in 0..=n {
            let before = if i > 0 { multipliers[2 * i - 1] } else { 0.0 };
            let behind = if i < n { multipliers[2 * i + 1] } else { 0.0 };
            let (twice, curvature) = (2.0 * factor * self.weight(i), 2.0 * half * (before + behind));
            by_x[i] = twice + curvature * v[i];
            (by_v[2 * i], by_v[2 * i + 1]) = (curvature * x[i], twice);
            by_u[i] = twice;
        }
    }

    /// Compares all parts with those of `problem` at a point.
    ///
    /// # Panics
    ///
    /// Panics if they differ.
    pub(crate) fn assert_same(self, problem: &mut Problem<'_>, x: &[f64], multipliers: &[f64]) {
        let close = |a: &[f64], b: &[f64]| {
            assert!(
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-13),
                "{a:?} {b:?}"
            );
        };
        let (mut a, mut b) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        close(&[problem.grad_into(x, &mut a)], &[self.gradient(x, &mut b)]);
        close(&a, &b);
        let (mut a, mut b) = (vec![0.0; multipliers.len()], vec![0.0; multipliers.len()]);
        problem.constraints_into(x, &mut a);
        self.constraints(x, &mut b);
        close(&a, &b);
        let entries = problem.jacobian_pattern().nonzeros();
        let (mut a, mut b) = (vec![0.0; entries], vec![0.0; entries]);
        problem.jacobian_into(x, &mut a).unwrap();
        self.jacobian(x, &mut b);
        close(&a, &b);
        let entries = problem.hessian_places().len();
        let (mut a, mut b) = (vec![0.0; entries], vec![0.0; entries]);
        problem.hessian_into(x, 2.0, multipliers, &mut a).unwrap();
        self.hessian(x, 2.0, multipliers, &mut b);
        close(&a, &b);
    }
}
