//! Functions and methods that take or return iterators: their calls are inlined.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
mod free {
    pub(super) fn total(parts: impl Iterator<Item = f64>) -> f64 {
        // A variable may have the function's name.
        let mut total = 1.0;
        for part in parts {
            total = total * part + total;
        }
        total
    }

    fn mean<'a>(values: impl IntoIterator<Item = &'a f64> + Clone) -> f64 {
        let n = values.clone().into_iter().count();
        values.into_iter().map(|v| v * v).sum::<f64>() / n as f64
    }

    fn weighted<I>(pairs: I, scale: f64) -> f64
    where
        I: Iterator<Item = (usize, f64)>,
    {
        let mut s = scale;
        for (i, v) in pairs {
            s = s * v + i as f64 * v;
        }
        s
    }

    fn first_above<I: Iterator<Item = f64>>(mut values: I, bound: f64) -> Option<f64> {
        values.find(|v| *v > bound)
    }

    fn alternate(mut values: impl Iterator<Item = f64>) -> f64 {
        let mut s = 0.0;
        while let Some(a) = values.next() {
            let b = values.next().unwrap_or(2.0);
            s += a * a * b;
        }
        s
    }

    fn take_two(values: &mut impl Iterator<Item = f64>) -> f64 {
        let a = values.next().unwrap_or(1.0);
        let b = values.next().unwrap_or(1.0);
        a * b * b
    }

    fn at(indices: impl Iterator<Item = usize>, x: &[f64]) -> f64 {
        indices.map(|i| x[i] * x[0]).sum()
    }

    fn squares<'a>(x: &'a [f64], scale: f64) -> impl Iterator<Item = f64> + 'a {
        let twice = 2.0 * scale;
        x.iter().map(move |v| v * v * twice)
    }

    fn pairs(x: &[f64]) -> impl Iterator<Item = (f64, f64)> + '_ {
        x.windows(2).map(|w| (w[0], w[1]))
    }

    fn products(x: &[f64]) -> impl Iterator<Item = f64> + '_ {
        pairs(x).filter(|(a, b)| a < b).map(|(a, b)| a * b)
    }

    fn large<'a>(x: &'a [f64]) -> Box<dyn Iterator<Item = &'a f64> + 'a> {
        Box::new(x.iter().filter(|v| **v > 1.0))
    }

    fn geometric(start: f64, ratio: f64) -> impl Iterator<Item = f64> {
        std::iter::successors(Some(start), move |v| Some(v * ratio))
    }

    pub(super) fn parameters(x: &[f64], y: f64) -> f64 {
        let a = total(x.iter().map(|v| v * y));
        let b = mean(x);
        let c = mean(&vec![y, a]);
        let d = weighted(x.iter().copied().enumerate(), a);
        let e = first_above(x.iter().map(|v| v * v), 3.0).unwrap_or(y);
        let f = alternate(x.iter().copied());
        let mut rest = x.iter().map(|v| v * y);
        let g = take_two(&mut rest) + y * take_two(&mut rest);
        let h = at((0..x.len()).filter(|i| i % 2 == 0), x) * at(0..x.len(), x);
        a * b * c + d * e + f * g * h
    }

    pub(super) fn results(x: &[f64], y: f64) -> f64 {
        let a: f64 = squares(x, y).sum();
        let mut b = y;
        for (i, v) in squares(x, a).enumerate() {
            b = b * 0.5 + v * i as f64;
        }
        let c: Vec<f64> = products(x).collect();
        let d: f64 = large(x).zip(products(x)).map(|(a, b)| a * b * y).sum();
        let e = geometric(y, 0.5).take(4).fold(1.0, |a, b| a * b + b);
        let f: f64 = geometric(y, a).zip(x).map(|(a, b)| a * b).sum();
        a * b * c.iter().sum::<f64>() + d * e + f + total(squares(x, y))
    }

    fn tens() -> impl Iterator<Item = usize> {
        (1..).map(|i| 10 * i)
    }

    fn weights(w: &[f64]) -> impl Iterator<Item = f64> + '_ {
        w.iter().cycle().skip(1).copied()
    }

    /// The other side has no end, or the first one has none.
    pub(super) fn lockstep(x: &[f64], y: f64) -> f64 {
        let powers = std::iter::successors(Some(y), |v| Some(v * v));
        let a: f64 = powers.clone().zip(x.iter().filter(|v| **v > 0.0)).map(|(a, b)| a * b).sum();
        let mut b = a;
        for ((v, k), p) in x.iter().zip(tens()).zip(powers.enumerate()) {
            if k == 30 {
                continue;
            }
            b = b * v + k as f64 * p.1 * (p.0 + 1) as f64;
        }
        let few = geometric(y, 2.0).zip(geometric(b, 0.5)).take(3).map(|(a, b)| a * b);
        let ended = std::iter::successors(Some(y), |v| (*v < 2.0).then_some(v * 1.5));
        let mut scaled = x.to_vec();
        for (v, p) in scaled.iter_mut().zip(geometric(y, a)) {
            *v *= p;
        }
        let c: f64 = scaled.iter().zip(ended).map(|(a, b)| a * b * b).sum();
        let d: f64 = weights(&x[..1]).zip(x).chain(weights(x).zip(&[a, b, y])).map(|(w, v)| w * v * v).sum();
        let e: f64 = weights(&x[..0]).zip(x).map(|(w, v)| w * v).sum();
        few.fold(c + d * y + e, |s, v| s * v + v)
    }

    pub(super) fn nested(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        for i in 0..n {
            let part = total(squares(&x[..i], s).filter(|v| *v > 0.5));
            s += 0.125 * part * mean(&x[i..]);
        }
        s
    }
}
use free::{Lockstep, Nested, Parameters, Results};

#[test]
fn a_helper_takes_or_returns_an_iterator() {
    for x in [vec![1.5, 0.25, 2.0, 3.0, -0.5], vec![0.5, 1.25], vec![3.0]] {
        check::program(&Parameters, &(x.clone(), 0.75));
        check::program(&Results, &(x.clone(), 0.75));
        check::program(&Lockstep, &(x.clone(), 0.75));
        check::program(&Nested { n: x.len() }, &x);
    }
}

#[exp(adjoint)]
struct Sparse {
    offsets: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
}

#[exp(adjoint)]
impl Sparse {
    fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.offsets[i]..self.offsets[i + 1];
        self.columns[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    fn values_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.values.iter_mut()
    }

    fn dot(&self, row: impl Iterator<Item = (usize, f64)>, x: &[f64]) -> f64 {
        row.map(|(j, v)| v * x[j]).sum()
    }

    fn mapped(&self, f: impl Fn(usize, f64) -> f64) -> Vec<f64> {
        if self.values.is_empty() {
            return Vec::new();
        }
        self.columns.iter().zip(&self.values).map(|(j, v)| f(*j, *v)).collect()
    }

    fn each(&mut self, mut f: impl FnMut(&mut f64)) {
        for i in 0..self.values.len() {
            f(&mut self.values[i]);
        }
    }

    fn bent(mut self, x: &[f64]) -> f64 {
        let mut last = x[0];
        self.each(|v| {
            *v = *v * last;
            last = *v;
        });
        let squares = self.mapped(|j, v| v * v * x[j]);
        squares.iter().fold(last, |a, b| a * x[1] + b)
    }

    fn apply(&self, x: &[f64]) -> Vec<f64> {
        (0..self.rows()).map(|i| self.row(i).map(|(j, v)| v * x[j]).sum()).collect()
    }

    fn scaled(mut self, s: f64) -> Self {
        for v in self.values_mut() {
            *v *= s;
        }
        self
    }

    fn form(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..self.rows() {
            s += x[i] * self.dot(self.row(i), x);
        }
        s
    }
}

#[exp(adjoint)]
fn forms(m: &Sparse, x: &[f64], s: f64) -> f64 {
    let y = m.apply(x);
    let z = m.clone().scaled(s).form(&y);
    z + m.form(x) * x[0] + m.clone().bent(&y)
}

#[test]
fn a_method_takes_or_returns_an_iterator() {
    let m = Sparse {
        offsets: vec![0, 2, 3, 5],
        columns: vec![0, 1, 1, 0, 2],
        values: vec![2.0, 1.0, 3.0, -1.0, 4.0],
    };
    check::program(&Forms, &(m, vec![1.0, 2.0, 3.0], 0.5));
}

#[exp(adjoint)]
mod meshes {
    #[derive(Clone)]
    pub(super) struct Mesh {
        pub(super) vertices: Vec<[f64; 3]>,
        pub(super) faces: Vec<[usize; 3]>,
    }

    impl Mesh {
        fn triangles<'a>(&'a self) -> impl Iterator<Item = [[f64; 3]; 3]> + 'a {
            self.faces.iter().map(move |&[i, j, k]| [self.vertices[i], self.vertices[j], self.vertices[k]])
        }

        fn corners(&self) -> impl Iterator<Item = &[f64; 3]> {
            self.vertices.iter()
        }

        fn volume(&self) -> f64 {
            self.triangles().map(|[a, b, c]| a[0] * b[1] * c[2] - a[1] * b[0] * c[2]).sum()
        }
    }

    pub(super) fn measure(mesh: &Mesh) -> f64 {
        let mut s = mesh.volume();
        for [a, b, c] in mesh.triangles() {
            s += a[0] * b[1] * c[2] + a[1] * a[1];
        }
        for p in mesh.corners() {
            s = s * 0.5 + p[0] * p[1];
        }
        s
    }
}

#[test]
fn a_method_of_a_module_returns_an_iterator_over_rows() {
    let vertices = vec![[0.5, 0.25, 0.75], [1.0, 0.125, 0.5], [0.25, 2.0, 0.5], [0.25, 0.5, 3.0]];
    let mesh = meshes::Mesh { vertices, faces: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] };
    check::program(&meshes::Measure, &mesh);
}

#[exp(adjoint)]
mod hulls {
    type Point = [f64; 2];

    fn cross(o: Point, a: Point, b: Point) -> f64 {
        (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
    }

    fn half_hull<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<Point> {
        let mut hull: Vec<Point> = Vec::new();
        for &p in points {
            while hull.len() >= 2 && cross(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        hull
    }

    pub(super) fn hull_area(points: &[Point]) -> f64 {
        let mut sorted = points.to_vec();
        sorted.sort_by(|p, q| p.partial_cmp(q).unwrap());
        let mut hull = half_hull(sorted.iter());
        hull.extend(half_hull(sorted.iter().rev()));
        let mut twice = 0.0;
        for i in 0..hull.len() {
            let [ax, ay] = hull[i];
            let [bx, by] = hull[(i + 1) % hull.len()];
            twice += ax * by - bx * ay;
        }
        twice / 2.0
    }
}

#[test]
fn a_function_takes_an_iterator_over_points() {
    let points = vec![[0.0, 0.0], [4.0, 0.5], [2.0, 1.5], [4.5, 3.0], [1.0, 4.0], [0.5, 2.0]];
    check::program(&hulls::HullArea, &points);
}

#[exp(adjoint)]
fn hampel(signal: &[f64], width: usize, tolerance: f64) -> Vec<f64> {
    #[exp(adjoint)]
    fn median(values: impl Iterator<Item = f64>) -> f64 {
        let mut sorted: Vec<f64> = values.collect();
        sorted.sort_by(f64::total_cmp);
        let mid = sorted.len() / 2;
        if sorted.len() % 2 == 0 { (sorted[mid - 1] + sorted[mid]) / 2.0 } else { sorted[mid] }
    }
    let mut out = vec![];
    for i in 0..signal.len() {
        let window = &signal[i.saturating_sub(width)..=i];
        let center = median(window.iter().copied());
        let spread = median(window.iter().map(|v| (v - center).abs()));
        out.push(if (signal[i] - center).abs() > tolerance * spread { center * spread } else { signal[i] });
    }
    out
}

#[test]
fn a_function_inside_takes_an_iterator() {
    check::program(&Hampel { width: 3 }, &(vec![1.0, 1.5, 0.75, 9.0, 1.25, 1.125, 0.5], 1.5));
}
