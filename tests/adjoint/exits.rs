//! Ways out: `break`, `continue`, `return`, from the inside of loops and branches, before, in and after them.

use crate::check;
use ad::prelude::*;

programs! {
    fn continue_in_a_loop(n, x) as Continues {
        let mut s = x[0];
        for i in 0..n {
            let t = s * x[i % 5];
            if i % 2 == 1 { s = s + t; continue; }
            s = s * t;
            if i % 3 == 2 { continue; }
            s = s * x[1] + t;
        }
        s
    }

    fn break_in_a_loop(n, x) as Breaks {
        let mut s = x[0];
        for i in 0..n {
            let t = s * x[i % 5];
            s = s * t;
            if i == 2 { s = s * x[3]; break; }
            s = s + t * x[1];
        }
        s * s
    }

    fn break_and_continue_and_a_buffer(n, x) as Both {
        let mut b = [1.0; 3];
        let mut s = x[0];
        for i in 0..n + 2 {
            let t = b[i % 3] * s;
            if i == 1 { b[0] = t * b[1]; continue; }
            b[i % 3] = t * x[i % 5];
            if i == 3 { b[1] = b[2] * t; break; }
            let u = b[0] * b[1] * b[2];
            s = s * u + t;
            b[2] = u * b[2];
        }
        s * b[0] * b[1] * b[2]
    }

    fn return_before_a_loop(n, x) as Before {
        let t = x[0] * x[1];
        if n == 0 { return t * t; }
        let mut s = t;
        for i in 0..n { s = s * x[i % 5] + t; }
        s * t
    }

    fn return_in_nested_loops(n, x) as InNested {
        let mut s = x[0];
        for i in 0..n {
            let a = s * x[i % 5];
            for j in 0..n {
                let b = a * x[j % 5];
                s = s * b;
                if i * j == 2 { return s * a * b; }
                s = s + a;
            }
            s = s * a;
        }
        s * x[4]
    }

    fn return_after_a_loop(n, x) as After {
        let mut s = x[0];
        for i in 0..n { s = s * x[i % 5] + x[1]; }
        let t = s * x[2];
        if n % 2 == 1 { return t * s; }
        let u = t * t;
        u * s
    }

    fn labels(n, x) as Labels {
        let mut s = x[0];
        'outer: for i in 0..n {
            let a = s * x[i % 5];
            let mut b = a * x[2];
            for j in 0..n {
                b = b * x[j % 5] + a;
                if i + j == 2 { s = s * b; continue 'outer; }
                if i + j == 5 { s = s + b * a; break 'outer; }
                s = s * b;
            }
            s = s * a + b;
        }
        s
    }

    fn a_loop_with_a_value(n, x) as Valued {
        let mut k = 0;
        let mut t = x[0];
        let s: f64 = loop {
            t = t * x[k % 5];
            if k >= n { break t * x[1]; }
            k += 1;
            if k % 2 == 0 { continue; }
            t = t * t;
        };
        s * t
    }

    fn a_loop_without_an_end(n, x) as WithoutEnd {
        let mut t = x[0];
        let mut k = 0;
        loop {
            let u = t * x[k % 5];
            if k == n { return u * t; }
            k += 1;
            t = u * x[1];
        }
    }

    fn a_loop_with_a_value_of_no_stated_type(n, x) as Unstated {
        let mut k = 0;
        let mut t = x[0];
        let s = loop {
            t = t * x[k % 5];
            if k == n { break t * t; }
            k += 1;
            if k == 9 { break x[0]; }
        };
        let m = loop { k += 2; if k > 6 { break k; } };
        x.iter().zip(&[1, 2, 3, 4, 5]).enumerate().filter(|(j, _)| *j != n).map(|(_, (a, _))| a * s).sum::<f64>() * x[m % 5]
    }

    fn a_while_loop_that_is_left(n, x) as WhileLeft {
        let mut k = 0;
        let mut t = x[0];
        while k < n * 2 {
            k += 1;
            let u = t * x[k % 5];
            if k == 5 { t = u * u; break; }
            if k % 3 == 1 { continue; }
            t = t * u;
        }
        t * x[k % 5]
    }

    fn returns_in_all_arms(n, x) as AllArms {
        let t = x[0] * x[1];
        if n == 0 { return t; }
        match n {
            1 => { let u = t * x[2]; return u * u; }
            2 => return t * t * x[3],
            _ => {}
        }
        if n == 3 { return x[4] * t; } else { let v = t * x[0]; return v * t * v; }
    }

    fn containers_that_live_in_a_loop_that_is_left(n, x) as ContainersLeft {
        let mut s = x[0];
        for i in 0..n + 1 {
            let mut b = [s, x[1], x[2]];
            b[0] = b[0] * b[1];
            if i == 1 { s = s * b[0]; continue; }
            let v = vec![b[0] * s, b[2]];
            b[1] = v[0] * v[1];
            if i == 3 { s = b[1] * v[0]; break; }
            s = s * b[1] + b[0] * b[2];
        }
        s
    }

    fn blocks_and_loops_left_with_a_literal(n, x) as WithALiteral {
        let a = 'chosen: {
            if n == 2 { break 'chosen 5.0; }
            if n == 3 { break 'chosen 2.0 * x[0] }
            x[1] * x[2]
        };
        let b = 'outer: loop {
            for i in 0..n {
                if i > 2 { break 'outer 3.0; }
            }
            break x[0] * a;
        };
        a * a * b * x[3]
    }

    fn early_exits_of_iterators(n, x) as OfIterators {
        let mut s = x[3];
        for (i, (a, b)) in x.iter().zip(x[1..].iter()).enumerate() {
            if i == n { break; }
            s = s * a;
            if i == 1 { continue; }
            s = s * b + a * a;
        }
        for v in x.iter().rev() {
            let t = s * v;
            if n == 2 { return t * t; }
            s = t * v;
        }
        s
    }
}

#[exp(adjoint)]
fn newton(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..50 {
        let step = (y * y - x) / (2.0 * y);
        y = y - step;
        if step.abs() < 1e-12 {
            break;
        }
    }
    y
}

#[exp(adjoint)]
fn series(x: f64) -> f64 {
    let mut term = 1.0;
    let mut sum = 1.0;
    let mut k = 0;
    loop {
        k += 1;
        term *= x / k as f64;
        if term.abs() < 1e-17 {
            return sum;
        }
        if k > 100 {
            break;
        }
        sum += term;
    }
    sum
}

#[test]
fn conditions_on_numbers() {
    check::gradient(Newton, 2.0);
    check::hessian(Newton, 2.0);
    for x in [0.5, -1.0, 3.0, 1e3] {
        check::gradient(Series, x);
    }
    check::hessian(Series, 0.7);
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn returned_from_two_loops(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0];
    for i in 0..n {
        s = s * x[1];
        for j in 0..n {
            s = s * x[j % 3] + x[2];
            if i + j == 2 {
                return s * s;
            }
            s *= x[0];
        }
        s = s * s + x[1];
    }
    s * x[2]
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn returned_past_changes(n: usize, x: &[f64]) -> f64 {
    let mut a = [x[0] * x[1], x[1]];
    for i in 0..n {
        a[i % 2] *= x[2];
        for j in 0..2 {
            if i * j == 1 {
                return a[0] * a[1];
            }
            a[j] *= a[1 - j];
        }
        a[(i + 1) % 2] *= a[i % 2] * x[0];
        a[0] = a[0] * a[1];
    }
    a[0] * a[1]
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn returned_from_three_loops(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0];
    let mut k = 0;
    for i in 0..n {
        let mut t = s * x[1];
        while k < 2 * i {
            k += 1;
            for j in 0..2 {
                t = t * x[(j + k) % 3] + s;
                if t > x[2] * s && i + k > 2 {
                    return t * s;
                }
            }
            s = s * t;
        }
        s = s * t + x[2];
    }
    s
}

#[test]
fn returns_from_nested_loops() {
    for n in 0..5 {
        for x in [vec![3, -2, 5], vec![0, 1, -1], vec![2, 3, 1]] {
            check::exact(ReturnedFromTwoLoops { n }, x.clone());
            check::exact(ReturnedPastChanges { n }, x.clone());
            check::exact(ReturnedFromThreeLoops { n }, x.clone());
        }
    }
}

/// Branches and loops give containers, and exits inside skip them.
#[exp(adjoint)]
fn skipped_values(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        let (a, b) = match i {
            0 => (x[0] * x[1], x[1]),
            1 if x[0] > 1.0 => (x[1], x[0] * sum),
            2 => continue,
            _ => break,
        };
        sum += a * b * x[0];
        let v = 'outer: {
            if sum > 100.0 {
                break 'outer vec![sum, x[0]];
            }
            if sum < -100.0 {
                return sum * sum;
            }
            vec![x[1], sum, a]
        };
        sum += v[0] * v[1];
    }
    sum
}
#[exp(adjoint)]
mod values {
    pub(super) fn fails(x: &[f64], k: usize) -> Option<f64> {
        let pair = match k {
            0 => first(x[0])?,
            1 => first(x[1] * x[0])?,
            _ => {
                if x[0] > x[1] {
                    first(x[0] * x[0])?
                } else {
                    first(x[1])?
                }
            }
        };
        let r: Option<(f64, f64)> = loop {
            let inner = if k > 0 {
                first(pair.0)
            } else if x[0] < 0.0 {
                return None;
            } else {
                first(pair.1 * x[1])
            };
            break inner;
        };
        r.map(|(a, b)| a * b + pair.1)
    }
    fn first(x: f64) -> Option<(f64, f64)> {
        if x > 0.0 { Some((x, x * x)) } else { None }
    }
    pub(super) fn sum_of(x: &[f64], k: usize) -> f64 {
        fails(x, k).unwrap_or(x[0]) + x[1]
    }
}
use values::*;

#[test]
fn an_exit_skips_the_value_of_a_branch_or_loop() {
    for x in [vec![2.0, 3.0], vec![0.5, 0.7], vec![20.0, 30.0], vec![-20.0, 30.0], vec![3.0, -0.5]] {
        crate::check::program(&SkippedValues, &x);
        for k in 0..3 {
            crate::check::program(&SumOf { k }, &x);
        }
    }
}

#[exp(adjoint)]
fn left_early(x: f64) -> f64 {
    let mut s = x;
    for i in 0..usize::MAX {
        for j in i..usize::MAX {
            if j > i + 2 {
                break;
            }
            s *= x + 0.5;
        }
        if i > 3 && s > -100.0 {
            break;
        }
        s = s.sin() * 10.0 + x;
    }
    s
}

/// The memory of all iterations would be too much.
#[test]
fn a_loop_that_is_left_reserves_no_memory() {
    check::gradient(LeftEarly, 1.25);
    check::gradient(LeftEarly, 3.5);
}
