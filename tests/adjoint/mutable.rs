//! `&mut` parameters: functions that change arguments of their callers.

use crate::check;
use ad::prelude::*;

#[exp(adjoint, class = Ring + PartialOrd)]
fn step(state: &mut [f64; 3], dt: f64) {
    let d = [state[1] * state[2], state[0] - state[1], state[0] * state[1]];
    for i in 0..3 {
        state[i] += dt * d[i];
    }
    state[0] *= state[2];
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn stepped(n: usize, x: &[f64; 3]) -> f64 {
    let mut state = *x;
    let mut s = 1.0;
    for i in 0..n {
        s += s * state[i % 3];
        step(&mut state, x[1]);
        s *= state[0];
    }
    s * state[0] * state[1] + state[2]
}

#[test]
fn a_state_that_is_stepped() {
    for n in 0..5 {
        check::exact(Stepped { n }, [3, -2, 5]);
        check::exact(Stepped { n }, [0, 1, 0]);
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn scale(row: &mut [f64], by: f64) -> f64 {
    let mut s = 1.0;
    for v in row.iter_mut() {
        s = s * *v + by;
        *v *= by * *v;
    }
    s
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn rows(n: usize, x: &[f64]) -> f64 {
    let mut m = vec![x.to_vec(), vec![x[0] * x[0], x[1]]];
    let mut s = 1.0;
    for i in 0..n {
        s += s * scale(&mut m[i % 2], x[1]);
        s *= scale(&mut m[0][1..], x[0]);
        for row in m.iter_mut() {
            s += scale(row, s);
        }
        if i % 2 == 0 {
            let row = &mut m[1];
            row[0] *= s;
            s *= scale(row, x[0]) + row[0];
        }
    }
    s * m[0][1] * m[1][0]
}

#[test]
fn rows_of_a_matrix_that_are_scaled() {
    for n in 0..4 {
        check::exact(Rows { n }, vec![3, -2, 5]);
        check::exact(Rows { n }, vec![1, 0, 2, -1]);
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn bump(x: &mut f64, k: &mut usize, v: f64) -> bool {
    if *k > 4 {
        return false;
    }
    *x = *x * v + v * v;
    *k += 1;
    *x *= v;
    true
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn twice_bumped(x: &mut f64, k: &mut usize, v: f64) {
    bump(x, k, v);
    let old = *x;
    bump(x, k, v * *x);
    *x += old * v;
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn bumped(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0];
    let mut k = 0;
    let mut others = [x[1], x[0] * x[1]];
    for i in 0..n {
        let before = s * s;
        if bump(&mut s, &mut k, x[i % 2]) {
            s += before * x[k % 2];
        }
        twice_bumped(&mut others[i % 2], &mut k, s);
        bump(&mut others[0], &mut k, before);
    }
    s * others[0] * others[1]
}

#[test]
fn numbers_and_integers_that_are_lent() {
    for n in 0..4 {
        check::exact(Bumped { n }, vec![3, -2]);
        check::exact(Bumped { n }, vec![0, 1]);
    }
}

/// A method and functions that change numbers, and whose results have none.
#[exp(adjoint, class = Ring + PartialOrd)]
mod walking {
    struct Walker {
        at: f64,
    }

    impl Walker {
        fn step(&mut self, by: f64) -> bool {
            self.at = self.at * by + by;
            self.at > 40.0
        }

        fn twice(&mut self, by: f64) -> bool {
            self.step(by) || self.step(by * by)
        }
    }

    fn grow(v: &mut f64, by: f64) -> bool {
        *v = *v * by - by;
        *v > 0.0
    }

    fn grow_more(v: &mut f64, by: f64) -> bool {
        grow(v, by) && grow(v, by * by)
    }

    pub(super) fn walked(n: usize, x: &[f64]) -> f64 {
        let mut walker = Walker { at: x[0] };
        let mut v = x[1];
        let mut s = x[0] * x[1];
        for _ in 0..n {
            if walker.twice(x[1]) {
                break;
            }
            let grown = grow_more(&mut v, x[0]);
            s += if grown { x[0] * walker.at } else { x[1] * v };
        }
        s * walker.at * v
    }
}

#[test]
fn calls_that_change_numbers_and_give_none() {
    for n in 0..4 {
        check::exact(walking::Walked { n }, vec![3, -2]);
        check::exact(walking::Walked { n }, vec![1, 2]);
    }
}

/// `methods.rs` has another function of this name.
#[exp(adjoint, class = Ring + PartialOrd)]
pub(crate) fn grown_in_place(v: &mut f64, by: f64) -> bool {
    *v = *v * by;
    *v > by
}

/// A loop over a `&mut` list by its name alone.
#[exp(adjoint, class = Ring + PartialOrd)]
fn blend(a: &mut [f64], b: &mut [f64], s: f64) {
    for (p, q) in a.iter_mut().zip(b) {
        let old = *p;
        *p = old * s + *q;
        *q *= old;
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn scaled_by_name(v: &mut Vec<f64>, s: f64) {
    for p in v {
        *p *= *p * s;
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn blended(n: usize, x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let mut rows = vec![x.to_vec(), vec![x[0], x[1] * x[0]]];
    for i in 0..n {
        blend(&mut a, &mut rows[i % 2], x[i % 2]);
        scaled_by_name(&mut a, x[1]);
        for row in rows.iter_mut() {
            for p in row {
                *p *= *p + x[i % 2];
            }
        }
        let rest = &mut a[1..];
        for p in rest {
            *p += *p * x[0];
        }
    }
    a[0] * a[1] * rows[0][0] * rows[1][1]
}

#[test]
fn mutable_lists_iterated_by_name() {
    for n in 0..4 {
        check::exact(Blended { n }, vec![3, -2, 5]);
        check::exact(Blended { n }, vec![0, 1, -1]);
    }
}

/// An empty container stays unchanged.
#[exp(adjoint, class = Ring + PartialOrd)]
fn normalise(v: &mut Vec<f64>) {
    if v.is_empty() {
        return;
    }
    let first = v[0];
    for i in 0..v.len() {
        v[i] = v[i] * first + v[i];
        if i == 2 {
            return;
        }
    }
    v[0] *= first;
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn replaced(s: &mut [f64; 2], k: f64) {
    let next = [s[1] * k, s[0] * s[1]];
    *s = next;
    s.swap(0, 1);
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn normalised(n: usize, x: &[f64]) -> f64 {
    let mut v = x[..n].to_vec();
    normalise(&mut v);
    normalise(&mut v);
    let mut pair = [x[0], x[1]];
    for c in x.windows(2) {
        replaced(&mut pair, c[1]);
    }
    let mut s = pair[0] * pair[1];
    for (i, a) in v.iter().enumerate() {
        s = s * a + x[i];
    }
    s
}

#[test]
fn vectors_that_are_changed_and_functions_that_return_early() {
    for n in 0..5 {
        check::exact(Normalised { n }, vec![3, -2, 5, 7]);
        check::exact(Normalised { n }, vec![0, 1, -1, 2]);
    }
}

/// An expression with a `&mut` argument changes a clone.
#[exp(adjoint, class = Ring + PartialOrd)]
fn outermost(x: &mut Vec<f64>, y: &mut [f64; 2], k: f64) -> f64 {
    x[0] *= k;
    y[1] *= x[0] * y[0];
    for v in x.iter_mut() {
        *v *= y[1];
    }
    replaced(y, k);
    x[0] * x[1] * y[0]
}

#[test]
fn an_expression_that_changes_its_arguments() {
    check::exact(Outermost, (vec![3, -2], [5, 7], 2));
    check::exact(Outermost, (vec![0, 1, 1], [1, -1], -3));
}

#[exp(adjoint)]
mod solving {
    /// Solves A·x = b in place, without pivots: `b` becomes the solution.
    pub(super) fn eliminate(a: &mut [Vec<f64>], b: &mut [f64]) {
        let n = b.len();
        for k in 0..n {
            for i in k + 1..n {
                let factor = a[i][k] / a[k][k];
                for j in k..n {
                    let pivot = a[k][j];
                    a[i][j] -= factor * pivot;
                }
                let above = b[k];
                b[i] -= factor * above;
            }
        }
        for i in (0..n).rev() {
            let mut s = b[i];
            for j in i + 1..n {
                s -= a[i][j] * b[j];
            }
            b[i] = s / a[i][i];
        }
    }

    pub(super) fn solved(a: Vec<Vec<f64>>, b: Vec<f64>) -> f64 {
        let (mut a, mut x) = (a, b.clone());
        eliminate(&mut a, &mut x);
        let once = x[0];
        eliminate(&mut a, &mut x);
        x.iter().zip(&b).map(|(x, b)| x * b).sum::<f64>() * once
    }
}

#[test]
fn a_system_that_is_solved_in_place() {
    let a = vec![vec![4.0, 1.0, -0.5], vec![0.25, 3.0, 1.0], vec![1.0, -1.0, 5.0]];
    check::gradient(solving::Solved, (a.clone(), vec![1.0, 2.0, 3.0]));
    check::hessian(solving::Solved, (a, vec![1.0, 2.0, 3.0]));
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn product(x: &[f64], by: f64) -> f64 {
    x[0] * by + x[1]
}

/// `swap` and `replace` of variables, of elements, and of results of calls, whose type the macro does not know.
#[exp(adjoint, class = Ring + PartialOrd)]
fn exchanged(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0] * x[1];
    let mut t = product(x, s);
    let mut v = vec![x[1], s * x[2], x[0]];
    let mut k = 1;
    for i in 0..n {
        std::mem::swap(&mut s, &mut v[i % 3]);
        s = s * v[(i + 1) % 3] + t;
        std::mem::swap(&mut v[k], &mut s);
        std::mem::swap(&mut t, &mut s);
        let j = std::mem::replace(&mut k, i % 3);
        let old = std::mem::replace(&mut v[j], s * t);
        s = std::mem::replace(&mut t, old) * v[k] + old;
        if i % 2 == 1 {
            let doubled: Vec<f64> = v.iter().map(|u| u * s).collect();
            let before = std::mem::replace(&mut v, doubled);
            s += before[0] * v[j];
        }
    }
    s * t + v[0] * v[1] * v[2]
}

#[test]
fn values_that_are_exchanged() {
    for n in 0..5 {
        check::exact(Exchanged { n }, vec![3, -2, 5]);
        check::exact(Exchanged { n }, vec![0, 1, 2]);
    }
}

/// Functions of `core` by their bare names.
mod bare {
    use super::*;
    use std::hint::black_box;
    use std::mem::{replace, swap};

    #[exp(adjoint, class = Ring + PartialOrd)]
    fn by_bare_names(n: usize, x: &[f64]) -> f64 {
        let (mut s, mut t) = (x[0], x[1]);
        for i in 0..n {
            swap(&mut s, &mut t);
            let old = replace(&mut t, s * x[i]);
            let list = vec![old * t];
            s = s * old + black_box(t) * list[0];
            drop(list);
        }
        s * t
    }

    #[test]
    fn agree_with_the_tape() {
        for n in 0..4 {
            check::exact(ByBareNames { n }, vec![3, -2, 5, 7, -4]);
        }
    }
}
