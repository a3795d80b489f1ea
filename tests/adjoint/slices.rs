//! Inner loops whose indices move with their counter, and loops that only seem so. Their reverse code is over slices.

use crate::check;
use ad::prelude::*;
use std::collections::VecDeque;
use std::panic::catch_unwind;

#[exp(adjoint, class = Ring)]
fn mixed(a: f64, b: f64) -> f64 {
    let mut c = a;
    for _ in 0..2 {
        c = c * b + a;
    }
    c
}

#[exp(adjoint, class = Ring)]
fn turned(a: f64, b: f64) -> (f64, [f64; 2]) {
    (a * b, [a - b, b * b])
}

#[exp(adjoint, class = Ring)]
fn sum_of(a: &[f64]) -> f64 {
    a.iter().map(|a| *a * *a).sum()
}

#[exp(adjoint, class = Ring)]
fn shift(a: &mut [f64], by: f64) -> f64 {
    a[0] = a[1] * by;
    a[0] * a[2]
}

programs! {
    fn with_calls(n, x) as Calls in Ring {
        let mut y = x.to_vec();
        let mut s = x[4];
        for i in 0..n {
            for j in 0..4 {
                let k = j + 1;
                let a = mixed(x[j], y[k]);
                y[j] = y[k] * a + mixed(y[j], a);
                s += mixed(mixed(a, y[j]) * x[i], 2.0) * x[k];
            }
            for j in 0..3 {
                let (p, [q, r]) = turned(y[j + 1], s);
                y[j] = p * x[j] + r * x[2];
                s += q * y[i];
            }
        }
        s * y[1]
    }

    fn with_calls_that_take_lists(n, x) as CallsWithLists in Ring {
        let mut y = x.to_vec();
        let mut s = x[1];
        for i in 0..n {
            for j in 0..4 { s += sum_of(&y) * y[j] * x[j + 1]; }
            for j in 0..3 { y[j] = y[j + 1] * sum_of(&y[j..]); }
            for j in 0..3 { s += shift(&mut y, x[j]) * y[j] + x[i]; }
            for j in 0..3 { y[j] = shift(&mut y[j..], s) * x[j]; }
        }
        s * y[1]
    }

    fn slots_of_one_iteration(n, x) as OneIteration in Ring {
        let mut y = x.to_vec();
        let mut z = x.to_vec();
        let mut s = x[4];
        for i in 0..n {
            // Filled and emptied, read first and written afterwards, and beside another element.
            for j in 0..4 {
                y[j] = x[j] * s;
                z[j] = y[j] * x[j + 1] + y[j] * s;
            }
            for j in 0..5 {
                s += z[j] * x[i];
                z[j] = y[j] * x[1];
            }
            for j in 0..4 {
                y[j] = x[j] * z[j];
                s += y[j] * y[j + 1];
            }
            for j in 0..4 {
                z[j] = y[j] * s;
                if j % 2 == i % 2 { s += z[j] * x[j]; }
            }
        }
        s * y[1] * z[2]
    }

    fn at_distances(n, x) as AtDistances {
        let mut y = x.to_vec();
        let mut s = x[0];
        for _ in 0..n {
            for j in 1..4 { y[j] = y[j] * x[j - 1] + y[j + 1] * s; }
            for j in 0..3 { s += x[j + 2] * y[1 + j] * y[j]; }
        }
        s * y[2]
    }

    fn of_no_iterations(n, x) as Empty {
        let mut s = x[0];
        for k in 0..n + 1 {
            // The first element of a slice without elements is beyond the end.
            for j in k..n { s += x[j + 1] * s * x[j]; }
            for j in 9..n { s += x[j] * s; }
            for j in n..0 { s += x[j] * s; }
        }
        s
    }

    fn with_a_second_counter(n, x) as Counted {
        let w = vec![x[0], x[1], x[2], x[3], x[4], x[0] * x[1], x[2] * x[3], x[1], x[4] * x[4], x[3]];
        let mut c = vec![x[1]; 5];
        let mut s = vec![x[2]; 5];
        let mut l = 0;
        for a in 0..n {
            for b in a + 1..5 {
                s[b] += w[l] * c[a];
                l += 1;
            }
            c[a] = s[4] * c[a];
        }
        s[1] * s[2] * s[3] * s[4] * c[0]
    }

    fn counters_that_differ(n, x) as Differ {
        let mut s = x[0];
        let (mut k, mut l, mut m) = (0, 0, 1);
        for i in 0..n {
            for j in 0..2 {
                // Before and after, by two, in a branch, twice.
                s += x[k] * s * x[j];
                k += 1;
                s += x[k] * x[j + 1];
                if s == s { l += 1; }
                s += x[l % 5] * s;
                m = (m + 1) % 4;
                m += 1;
                s += x[m] * x[j];
            }
            k = 0;
            l = i;
        }
        s
    }

    fn counters_by_two(n, x) as ByTwo {
        let mut y = vec![x[0], x[1], x[2], x[3], x[4], x[0] * x[4]];
        let mut s = x[1];
        for _ in 0..n {
            let mut k = 0;
            for j in 0..3 {
                y[j] = y[j] * x[k] + y[k + 1] * s;
                k += 2;
            }
            let mut l = 4;
            for j in 0..3 {
                s += y[j] * x[l] * s;
                l = (l + 3) % 5;
            }
        }
        s * y[2]
    }

    fn elements_that_stay(n, x) as Stay {
        let mut y = vec![x[0], x[1], x[2]];
        let mut z = vec![x[3]; 5];
        for i in 0..n {
            let k = i % 3;
            // `y[k]` is read in each iteration, and an element is written.
            for j in 0..5 { z[j] = z[j] * y[k] + x[j] * y[2]; }
            for j in 0..3 { y[j] = y[j] * y[k] + x[j]; }
            for j in 0..3 { y[k] = y[k] * x[j] + z[j]; }
            for j in 0..2 { y[k] += x[j] * y[j] * y[k]; }
        }
        y[0] * y[1] * y[2] * z[4] * z[0]
    }

    fn the_same_list_at_two_places(n, x) as TwoPlaces {
        let mut y = x.to_vec();
        for i in 0..n {
            for j in 0..4 { y[j + 1] = y[j] * y[j + 1] + x[i]; }
            for j in 0..4 { y[j] += y[j + 1] * y[j] * x[j]; }
        }
        y[0] * y[4] * y[2]
    }

    fn in_branches(n, x) as Branches {
        let mut y = x.to_vec();
        let mut s = x[1];
        for i in 0..n {
            for j in 0..5 {
                // The last index is met in no iteration.
                if j + 1 < 5 { s += x[j + 1] * y[j]; } else { s = s * x[0]; }
                if j > 0 { y[j] = y[j] * x[j - 1]; }
                s += x[j] * x[i];
            }
        }
        s * y[3]
    }

    fn of_matrices(n, x) as Matrices {
        let mut a = vec![vec![x[0], x[1], x[2]], vec![x[3], x[4], x[0]]];
        let d = 3;
        let flat = vec![x[2]; 9];
        let mut s = x[4];
        for i in 0..n {
            let row = i % 2;
            for j in 0..d { a[row][j] = a[1 - row][j] * x[j] + flat[row * d + j] * flat[2 * d + j]; }
            for j in 0..2 { s += a[j][j] * a[j][row] * s; }
            for j in 0..2 { s += flat[j * d + 1] * a[j][2]; }
        }
        s * a[0][0] * a[1][2]
    }

    fn of_tuples_and_arrays(n, x) as Tuples {
        let mut pairs = vec![(x[0], [x[1], x[2]]), (x[3], [x[4], x[0]]), (x[1], [x[1], x[3]])];
        let mut y = [x[0], x[1], x[2], x[3]];
        let mut s = x[2];
        for i in 0..n {
            for j in 0..3 { pairs[j].1[i % 2] = pairs[j].0 * y[j] + pairs[j].1[1 - i % 2] * s; }
            for j in 0..3 { y[j + 1] = y[j] * pairs[j].1[0]; }
            for j in 0..3 { s += pairs[j].0 * pairs[2].1[1] * y[0]; }
        }
        s * pairs[1].1[0] * y[3]
    }

    fn by_names_of_indices(n, x) as Names {
        let (b, mut s) = (2, x[0]);
        let mut c = vec![x[1]; 6];
        for i in 0..n {
            let at = i % 2 * b;
            for j in 0..b {
                let k = at + j;
                let l = k + 1;
                c[k] = c[k] * x[l] + s;
                s += c[l] * x[at + j + 1] * x[k];
            }
        }
        s * c[0] * c[3]
    }

    fn by_names_that_stay(n, x) as NamesThatStay {
        let mut s = x[0];
        let mut y = vec![vec![x[1], x[2], x[3]], vec![x[4], x[0], x[1]]];
        for i in 0..n {
            let at = |k: usize, j: usize| x[k % 5] * y[k % 2][j];
            for j in 0..3 { s += at(1, j) * at(i + 1, j) * s; }
            for j in 0..3 { let k = 1; let l = k - 1; y[k][j] = y[l][j] * y[l][k] * x[k] + s; }
        }
        s * y[1][0]
    }

    fn with_saved_numbers(n, x) as SavedNumbers {
        let mut s = x[0];
        let mut t = x[1];
        for i in 0..n {
            for j in 0..5 {
                let u = s * t;
                s = u * x[j] + s;
                t = u * u + x[i] * s;
            }
        }
        s * t
    }

    fn of_a_deque(n, x) as Deque {
        let mut y: VecDeque<f64> = VecDeque::new();
        for j in 0..4 { y.push_back(x[j] * x[j + 1]); }
        let mut s = x[0];
        for i in 0..n {
            for j in 0..3 { s += y[j + 1] * x[j] * y[0]; }
            y[i % 4] = s * y[1];
        }
        s * y[2]
    }

    fn of_grown_lists(n, x) as Grown {
        let mut y = vec![x[0], x[1]];
        let mut s = x[2];
        for i in 0..n {
            for j in 0..i + 2 { s += y[j] * x[j % 5] * s; }
            y.push(s * x[i]);
            for j in 0..2 { y[j + 1] = y[j + 1] * y[j] + x[j]; }
        }
        s * y[1]
    }

    fn of_parts(n, x) as Of {
        let mut y = x.to_vec();
        let mut s = x[3];
        for i in 0..n {
            let (left, right) = x.split_at(2);
            for j in 0..2 { s += left[j] * right[j + 1] * s; }
            for row in x.windows(3) {
                for j in 0..2 { s += row[j] * row[j + 1] * row[2]; }
            }
            for row in y.chunks_mut(2) {
                for j in 0..1 { row[j] = row[j] * x[i] + s; }
            }
        }
        s * y[0] * y[4]
    }
}

#[exp(adjoint, class = Ring)]
fn product(a: &[f64], b: &[f64], c: &mut [f64]) -> f64 {
    let mut sum = a[0];
    for i in 0..a.len() {
        for j in 0..b.len() {
            c[j] = c[j] * a[i] + b[j];
            sum += a[i] * b[j] * c[0];
        }
    }
    sum
}

#[exp(adjoint, class = Ring)]
fn twice_the_same(x: &[f64], y: &[f64]) -> f64 {
    let mut c = y.to_vec();
    product(x, x, &mut c) * product(x, y, &mut c) * c[0] * c[2]
}

#[test]
fn arguments_may_be_the_same_list() {
    check::exact(TwiceTheSame, (vec![3, -2, 5], vec![7, -4, 2]));
    check::hessian(TwiceTheSame, (vec![0.3, -0.2, 0.5], vec![0.7, -0.4, 0.2]));
}

/// A term of each element, whose products are computed anew in each loop.
#[exp(adjoint)]
fn polynomial(#[fixed] points: &[f64], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for t in points {
        let mut residual = 0.5;
        let mut power = 1.0;
        for j in 0..x.len() {
            residual -= x[j] * power;
            power *= *t;
        }
        sum += residual * residual;
    }
    0.5 * sum
}

#[test]
fn independent_iterations_save_their_numbers() {
    let points = [0.5, -1.5, 2.0, f64::from(3)];
    check::gradient(Polynomial { points: &points }, vec![0.25, -1.0, 0.75, 2.0]);
    check::hessian(Polynomial { points: &points }, vec![0.25, -1.0, 0.75, 2.0]);
    check::gradient(Polynomial { points: &[] }, vec![0.25]);
    check::gradient(Polynomial { points: &points }, vec![]);
}

/// The elements of the branch that is not taken have no adjoint, not even 0 · ∞.
#[exp(adjoint)]
fn infinite(x: &[f64], taken: bool) -> f64 {
    let mut s = 0.0;
    let mut y = vec![1.0; 3];
    for j in 0..3 {
        y[j] = y[j] / x[j];
    }
    for j in 0..3 {
        s += x[j] * x[2];
    }
    if taken { s + y[0] + y[1] } else { s }
}

#[test]
fn a_branch_that_is_not_taken_contributes_nothing() {
    let x = vec![0.0, 2.0, 3.0];
    assert_eq!(adjoint::grad(Infinite { taken: false }).at(x.clone()), [3.0, 3.0, 8.0]);
    check::gradient(Infinite { taken: false }, x);
    check::gradient(Infinite { taken: true }, vec![1.0, 2.0, 3.0]);
}

/// An index beyond the end, in the second iteration.
#[exp(adjoint)]
fn beyond(x: &[f64], n: usize) -> f64 {
    let mut s = x[0];
    for j in 0..n {
        s += x[j + 1] * s;
    }
    s
}

#[test]
fn a_panic_is_that_of_the_function() {
    let message = |n| {
        let panic =
            catch_unwind(move || adjoint::grad(Beyond { n }).at(vec![1.0, 2.0])).expect_err("a panic");
        panic.downcast_ref::<String>().expect("a message").clone()
    };
    assert_eq!(message(2), "index out of bounds: the len is 2 but the index is 2");
    assert_eq!(adjoint::grad(Beyond { n: 1 }).at(vec![1.0, 2.0]), [3.0, 1.0]);
}
