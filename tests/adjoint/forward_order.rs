//! Loops that could be reversed in either order, and others that only seem so. Inactive loop-carried values are recomputed or
//! saved.

use crate::check;
use ad::prelude::*;

programs! {
    fn power_of_a_constant(n, x) as Horner {
        let mut s = x[0] * x[1];
        for i in 0..n {
            let mut r = x[2];
            let mut p = 1.0;
            for j in 0..5 { r += x[j] * p; p *= 3.0; }
            s += r * r * x[i % 5];
        }
        s
    }

    fn power_begun_with_what_an_outer_loop_gives(n, x) as Begun {
        let mut s = x[0];
        for i in 0..n {
            let b = (i + 2) as f64;
            let mut p = b * b;
            for j in 0..i + 1 { s = s + x[j] * p; p = p * b; }
            s = s * x[i % 5];
        }
        s
    }

    fn power_that_an_outer_loop_carries(n, x) as Carried {
        let mut s = x[0];
        let mut p = 2.0;
        for i in 0..n {
            for j in 0..3 { s += x[j] * p * x[i % 5]; p *= 3.0; }
            s = s * x[1];
        }
        s * p
    }

    fn power_begun_in_a_branch_or_a_loop(n, x) as BegunInABranch {
        let mut s = x[0];
        let mut p = 2.0;
        if n > 1 { p = 5.0; }
        for i in 0..n { s += x[i % 5] * x[(i + 1) % 5] * p; p *= 3.0; }
        let mut q = 1.0;
        for i in 0..n { if i != 1 { q = q * 7.0; } }
        for i in 0..n { s += x[i % 5] * x[(i + 2) % 5] * q; q *= 3.0; }
        s * x[1]
    }

    fn two_that_depend_on_each_other(n, x) as Fibonacci {
        let mut s = x[0];
        let mut a = 1.0;
        let mut b = 2.0;
        for i in 0..n {
            s = s - x[i % 5] * x[(i + 1) % 5] * b;
            let c = a + b;
            a = b;
            b = c;
            s = s + x[(i + 2) % 5] * a * c;
        }
        s * x[1] * a
    }

    fn read_before_and_after_its_change(n, x) as BeforeAndAfter {
        let mut s = x[3];
        let mut p = 3.0;
        for i in 0..n {
            let before = x[i % 5] * p;
            p = p * p + 1.0;
            let after = x[(i + 1) % 5] * p;
            s += before * after;
        }
        s
    }

    fn changed_in_a_branch(n, x) as InABranch {
        let mut s = x[0];
        let mut p = 1.0;
        for i in 0..2 * n {
            s += x[i % 5] * x[1] * p;
            if i % 3 == 1 { p = p * 5.0; } else { p = p + 2.0; }
        }
        s
    }

    fn read_in_a_branch(n, x) as ReadInABranch {
        let mut s = x[0];
        let mut p = 1.0;
        for i in 0..2 * n {
            if i % 2 == 1 { s += x[i % 5] * x[1] * p; }
            p = p * 5.0 + 1.0;
        }
        s
    }

    fn what_it_carries_is_multiplied(n, x) as Multiplied {
        let mut s = x[0];
        let mut p = 2.0;
        for i in 0..n { s = s * p + x[i % 5] * p; p *= 3.0; }
        s * x[1]
    }

    fn what_it_carries_is_subtracted_from(n, x) as Reflected {
        let mut s = x[0] * x[1];
        let mut p = 2.0;
        for i in 0..n { s = x[i % 5] * p - s; p *= 3.0; }
        s * x[1]
    }

    fn what_it_carries_is_doubled(n, x) as Doubled {
        let mut s = x[0] * x[1];
        let mut p = 2.0;
        for i in 0..n { s = s + s + x[i % 5] * p; p *= 3.0; }
        s * x[1]
    }

    fn what_it_carries_is_set_anew(n, x) as SetAnew {
        let mut s = x[0] * x[1];
        let mut p = 2.0;
        for i in 0..n { s = x[i % 5] * p; p *= 3.0; }
        s * x[1]
    }

    fn what_it_carries_is_added_elsewhere(n, x) as Elsewhere {
        let mut s = x[0];
        let mut t = x[1];
        let mut p = 2.0;
        for i in 0..n { s = s + x[i % 5] * p; t = t + s * p; p *= 3.0; }
        s * t
    }

    fn what_it_carries_is_read_first(n, x) as ReadFirst {
        let mut s = x[0];
        let mut t = x[1];
        let mut p = 2.0;
        for i in 0..n {
            if i < 9 { t = t + s * 3.0; }
            s = s + x[i % 5] * p;
            p *= 3.0;
        }
        s * t
    }

    fn what_it_carries_changes_places(n, x) as Places {
        let mut s = x[0];
        let mut t = x[1];
        let mut p = 2.0;
        for i in 0..n {
            let u = s;
            s = t + x[i % 5] * p;
            t = u - x[2] * p;
            p *= 3.0;
        }
        s * t * x[3]
    }

    fn what_it_carries_is_added_to_under_a_condition(n, x) as Conditional {
        let mut s = x[0];
        let mut p = 2.0;
        for i in 0..2 * n {
            let v = p * x[(i + 1) % 5];
            if i % 2 == 0 { s += x[i % 5] * p; } else { s = v * v; }
            p *= 3.0;
        }
        s * x[4]
    }

    fn element_is_overwritten(n, x) as Element {
        let mut y = vec![x[0], x[1], x[2]];
        let mut s = x[4];
        let mut p = 2.0;
        for i in 0..2 * n { y[i % 3] = x[i % 5] * p; s += y[(i + 1) % 3] * x[3]; p *= 3.0; }
        s * y[0] * y[1]
    }

    fn inner_and_outer_power(n, x) as InnerAndOuter {
        let mut s = x[0];
        let mut p = 3.0;
        for i in 0..n {
            let mut q = p;
            for j in 0..3 { s += x[j] * x[i % 5] * q; q *= 2.0; }
            s += x[i % 5] * x[1] * p;
            p *= 5.0;
        }
        s
    }

    fn left_early(n, x) as LeftEarly {
        let mut s = x[0];
        let mut p = 3.0;
        for i in 0..5 {
            if i == n { break; }
            s += x[i] * x[1] * p;
            p *= 5.0;
        }
        s
    }

    fn zipped_views(n, x) as Zipped {
        let mut s = x[0];
        for i in 0..n {
            let mut p = 1.0;
            let mut r = x[i % 5];
            for (a, b) in x.iter().zip(&x[1..]) { r += a * b * p; p *= 7.0; }
            s += r * r;
        }
        s
    }
}

/// Σ xⱼ / h^j, with divisions that are the same in every iteration.
#[exp(adjoint)]
fn quotients(h: u32, x: &[f64]) -> f64 {
    let width = 1.0 / h as f64;
    let mut sum = 0.0;
    let mut power = 1.0;
    for j in 0..x.len() {
        sum += x[j] * x[j] * power * (width / 3.0) + x[j] * width.exp() * x[0];
        power *= width;
    }
    sum
}

#[test]
fn quotients_of_constants() {
    for h in 1..4 {
        check::gradient(Quotients { h }, vec![0.5, -1.5, 2.0, 0.25]);
        check::hessian(Quotients { h }, vec![0.5, -1.5, 2.0, 0.25]);
    }
}

/// 1/x in a branch that is not taken, in a loop that is reversed in forward order, with an infinite power.
#[exp(adjoint)]
fn untaken(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut power = 1.0;
    for j in 0..x.len() {
        let mut inverse = 0.0;
        if x[j] > 0.0 {
            inverse = x[j].recip();
        }
        if j == 0 {
            sum += inverse + x[j] * power;
        }
        power *= 1e200;
    }
    sum
}

#[test]
fn a_branch_not_taken_leaves_the_slot_empty() {
    assert_eq!(adjoint::grad(Untaken).at(vec![0.0, 0.0, 0.0, 0.0]), [1.0, 0.0, 0.0, 0.0]);
    check::gradient(Untaken, vec![0.0, 0.0, 0.0, 0.0]);
    check::gradient(Untaken, vec![2.0, 0.0, 3.0, 0.0]);
    check::hessian(Untaken, vec![0.0, 0.0, 3.0, 0.0]);
}
