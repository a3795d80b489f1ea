//! Pairs of constructs that fail if a value is not saved, is recomputed too late, or is restored in the wrong order. Every read
//! is in a product, in the ring of integers modulo 2⁶⁴, which does not round.

use crate::check;
use ad::prelude::*;

programs! {
    fn buffer_refilled_in_each_iteration(n, x) as Refilled {
        let mut b = vec![0.0; 3];
        let mut s = 1.0;
        for i in 0..n {
            for j in 0..3 { b[j] = x[j] * x[(i + j) % 5] * s; }
            for j in 0..3 { s += b[j] * b[(j + 1) % 3]; }
        }
        s
    }

    fn element_of_a_buffer_that_survives(n, x) as Survives {
        let mut b = vec![1.0; 3];
        let mut s = x[0];
        for i in 0..n {
            for j in 0..2 { b[j] = x[j] * s; }
            s += b[0] * b[1] * b[2];
            b[2] = b[2] * x[i % 5];
        }
        s * b[2]
    }

    fn buffer_read_while_it_is_filled(n, x) as ReadWhileFilled {
        let mut b = vec![1.0; 4];
        let mut s = x[1];
        for i in 0..n {
            for j in 0..4 { b[j] = b[(j + 3) % 4] * x[j] + s * b[j]; }
            s = s * b[i % 4];
        }
        s
    }

    fn buffer_read_after_the_inner_loop(n, x) as AfterTheInnerLoop {
        let mut b = vec![0.0; 3];
        let mut s = x[4];
        for i in 0..n {
            for j in 0..3 { b[j] = x[j] * x[i % 5] * s; }
            s = s * x[2] + b[0] * b[1] * b[2];
        }
        s
    }

    fn element_written_and_read_in_the_next_iteration(n, x) as NextIteration {
        let mut b = [0.0; 5];
        b[0] = x[0] * x[1];
        for i in 0..n.min(4) { b[i + 1] = b[i] * x[i] + b[i] * b[i]; }
        b[n.min(4)] * b[0]
    }

    fn replay_and_a_later_write(n, x) as LaterWrite {
        let mut b = [1.0, 2.0, 3.0];
        b[0] = x[0];
        for i in 0..n {
            let t = b[0] * x[i % 5];
            let u = t * b[1];
            b[0] = u * x[1];
            b[1] = t * b[2] * b[0];
            b[2] = u * t;
        }
        b[0] * b[1] + b[2]
    }

    fn assignment_with_itself(n, x) as WithItself {
        let mut t = x[0];
        let mut b = [x[1], x[2]];
        for i in 0..n {
            t *= t;
            t += t * x[i % 5];
            b[0] *= b[0];
            b[1] -= b[1] * b[0] * t;
        }
        t * b[0] * b[1]
    }

    fn counter_under_a_branch(n, x) as Counter {
        let mut k = 0;
        let mut s = x[0];
        for i in 0..n {
            if i % 2 == 0 { k += 1; s = s * x[k % 5]; } else { s = s * x[(k + 2) % 5] + x[i % 5]; }
            k += i;
        }
        s * x[k % 5]
    }

    fn changed_bound_of_an_inner_loop(n, x) as ChangedBound {
        let mut m = 1;
        let mut s = x[0];
        for i in 0..n {
            for j in 0..m { s = s * x[j % 5] + x[(i + j) % 5]; }
            m += 1;
            for j in 0..m { s = s + x[j % 5] * s; }
        }
        s
    }

    fn loop_whose_bound_changes_inside(n, x) as BoundInside {
        let mut m = n;
        let mut s = x[0];
        for i in 0..m {
            m = m + i;
            s = s * x[m % 5];
        }
        let mut k = m;
        while k > 0 { s = s * x[k % 5] + x[0]; k = k / 2; }
        s * x[m % 5]
    }

    fn copy_of_an_array_and_the_array(n, x) as Copies {
        let mut a = [x[0], x[1]];
        let mut s = x[2];
        for i in 0..n {
            let b = a;
            a[0] = a[1] * b[0] * x[i % 5];
            a[1] = b[0] * b[1];
            let c = a;
            a[0] = a[0] * c[1];
            s = s * b[1] * c[0] + a[0];
        }
        s * a[0] * a[1]
    }

    fn array_replaced_as_a_whole(n, x) as Replaced {
        let mut a = [x[0], x[1], x[2]];
        for i in 0..n {
            a = [a[1] * a[2], a[2] * x[i % 5], a[0] * a[0]];
        }
        a[0] * a[1] * a[2]
    }

    fn tuple_of_numbers_that_is_carried(n, x) as Tuples {
        let mut p = (x[0], x[1]);
        for i in 0..n {
            let (a, b) = p;
            p = (a * b, b * x[i % 5]);
            p.0 = p.0 * p.1;
        }
        p.0 * p.1
    }

    fn product_with_a_factor_zero(n, x) as ZeroFactor {
        let mut p = x[0] * x[2];
        for i in 0..n { p = p * (x[i % 5] - x[(i + 1) % 5] + x[0]) * x[2]; }
        p + x.iter().product::<f64>()
    }

    fn both_arms_and_what_they_overwrite(n, x) as Arms {
        let mut a = x[0];
        let mut b = x[1];
        for i in 0..n {
            if i % 3 == 1 { let t = a * b; a = t * x[2]; b = t * a; }
            else if i % 3 == 2 { b = b * a; }
            else { a = a * a * b; }
            let c = if i % 2 == 0 { a * b } else { b * x[i % 5] };
            a = a + c * b;
        }
        a * b
    }

    fn matching_on_an_integer(n, x) as Matching {
        let mut a = x[0];
        for i in 0..n {
            a = match i % 4 {
                0 => a * x[1],
                1 | 2 => { let t = a * x[2]; t * t }
                k if k > 5 => a,
                k => a * x[k] * a,
            };
        }
        a
    }

    fn pushes_and_reads(n, x) as Pushes {
        let mut v = Vec::new();
        v.push(x[0] * x[1]);
        for i in 0..n {
            let t = v[i] * x[i % 5];
            v.push(t * v[0]);
            let m = v.len();
            v[0] = v[0] * v[m - 1];
        }
        let mut s = x[2];
        for t in &v { s = s * t + t * t; }
        s
    }

    fn collected_lists(n, x) as Collected {
        let v: Vec<f64> = x.iter().map(|a| a * a * x[0]).collect();
        let mut s = x[1];
        for i in 0..n {
            let w: Vec<f64> = v.iter().enumerate().map(|(j, a)| a * s * x[(i + j) % 5]).collect();
            s = w.iter().map(|a| a * a).sum::<f64>() + w[0] * w[1] * v[2];
        }
        s
    }

    fn elements_changed_through_an_iterator(n, x) as Through {
        let mut v = x.to_vec();
        for i in 0..n {
            for (j, a) in v.iter_mut().enumerate() { *a = *a * x[(i + j) % 5] + *a * *a; }
            for a in &mut v { *a *= *a; }
        }
        v[0] * v[1] + v[2] * v[3] * v[4]
    }

    fn rows_of_a_matrix(n, x) as Rows {
        let mut m = vec![vec![1.0; 2]; 3];
        for i in 0..3 { for j in 0..2 { m[i][j] = x[i] * x[j + 3]; } }
        for k in 0..n {
            let i = k % 3;
            let row = m[i].clone();
            m[(i + 1) % 3][0] = row[0] * row[1];
            m[i] = vec![row[1] * m[2][0], m[0][1] * x[k % 5]];
        }
        m[0][0] * m[1][0] + m[2][1] * m[0][1] * m[1][1]
    }

    fn views_of_an_array_that_changes(n, x) as Views {
        let mut a = [x[0], x[1], x[2], x[3]];
        for i in 0..n {
            let t = { let (p, q) = a.split_at(2); p[0] * q[1] + p[1] * q[0] };
            let u = { let w = &a[1..3]; w[0] * w[1] };
            a[i % 4] = t * u;
            a[(i + 1) % 4] = u * a[i % 4];
        }
        a[0] * a[1] * a[2] + a[3]
    }

    fn closures_that_are_called_twice(n, x) as ClosuresTwice {
        let scale = x[0] * x[1];
        let f = |a: f64, k: usize| a * scale * x[k % 5];
        let mut s = x[2];
        for i in 0..n { s = f(s, i) + f(f(s, i + 1), i); }
        s
    }

    fn filtered_and_folded(n, x) as Filtered {
        let a = (0..n).filter(|i| i % 2 == 0).map(|i| x[i % 5] * x[0]).sum::<f64>();
        let b = (0..n).map(|i| x[i % 5]).fold(x[1], |acc, v| acc * v + acc);
        a * b + (0..n).rev().map(|i| x[(i + 1) % 5] * a).product::<f64>()
    }

    fn chunks_zipped_and_stepped(n, x) as Chunks {
        let mut s = x[0];
        for (a, b) in x.chunks(2).zip(x[1..].windows(2)) { s = s * a[0] + b[0] * b[1]; }
        for i in (0..n).step_by(2) { s = s * x[i % 5]; }
        for (i, v) in x.iter().enumerate().rev().skip(1).take(n) { s = s * v + x[i] * x[0]; }
        for i in 1..=n { s += x[i % 5] * s; }
        s
    }

    fn a_while_loop_with_two_counters(n, x) as TwoCounters {
        let (mut lo, mut hi) = (0, n);
        let mut s = x[0];
        while lo < hi {
            let mid = (lo + hi) / 2;
            if mid % 2 == 0 { lo = mid + 1; s = s * x[mid % 5]; } else { hi = mid; s = s + s * x[(mid + 1) % 5]; }
        }
        s * x[lo % 5]
    }

    fn nested_loops_with_a_carried_scalar(n, x) as Nested {
        let mut s = x[0];
        let mut t = x[1];
        for i in 0..n {
            let before = s;
            for j in 0..i {
                let u = s * t;
                for k in 0..j { s = s * x[k % 5] + u; t = t + s * before; }
                t = t * u;
            }
            s = s * before;
        }
        s * t
    }

    fn shadowed_names(n, x) as ShadowedNames {
        let s = x[0];
        let s = s * s * x[1];
        let mut t = s;
        for s in x { let t_ = t * s; let s = t_ * t; t = s + t_; }
        for _ in 0..n { let s = t * s; t = s * x[3]; }
        s * t
    }

    fn integers_in_scratch_memory(n, x) as Scratch {
        let mut order = vec![0; 5];
        let mut s = x[0];
        for i in 0..n {
            order[i % 5] = order[(i + 1) % 5] + i;
            s = s * x[order[i % 5] % 5] + x[order[(i + 2) % 5] % 5] * s;
            order[(i + 2) % 5] += 1;
        }
        s
    }

    fn values_given_by_blocks(n, x) as Blocks {
        let a = { let t = x[0] * x[1]; t * t };
        let mut b = { let mut t = a; for i in 0..n { t = t * x[i % 5]; } t };
        b = { b * a };
        if n > 1 { b = b * x[4]; }
        b
    }

    fn a_scalar_that_is_only_assigned_in_one_arm(n, x) as OneArm {
        let mut last = x[0];
        let mut s = x[1];
        for i in 0..n {
            if i % 2 == 1 { last = s * x[i % 5]; }
            s = s * last + last * last;
        }
        s
    }

    fn constant_written_over_a_number(n, x) as Constants {
        let mut a = [x[0], x[1]];
        let mut s = x[2];
        for i in 0..n {
            s = s * a[0] * a[1];
            a[i % 2] = 2.0;
            if i == 1 { s = 3.0; }
            s = s * x[3] + a[0] * x[4];
            a[(i + 1) % 2] = s;
        }
        s * a[0]
    }
}

programs! {
    fn exchanges_and_fillings(n, x) as Exchanges {
        let mut a = [x[0], x[1], x[2]];
        let mut b = x.to_vec();
        let (mut p, mut q) = (x[3], x[4]);
        for i in 0..n {
            a.swap(i % 3, (i * i + 1) % 3);
            a[0] = a[1] * b[i % 5] * p;
            if i == 1 { b.fill(a[0]); }
            if i == 2 { a.copy_from_slice(&b[1..4]); }
            std::mem::swap(&mut p, &mut q);
            b[i % 5] = b[(i + 1) % 5] * p;
            p = p * a[2];
        }
        a[0] * a[1] * a[2] + b[0] * b[1] + p * q * q
    }

    fn counters_through_nests(n, x) as ThroughNests {
        let mut p = 0;
        let mut s = x[0];
        for i in 0..n {
            for j in 0..i {
                s = s * x[p % 5] + x[j];
                p += 1;
                if j == 1 { p += 2; s = s * x[p % 5]; }
            }
            s = s * x[(p + i) % 5];
            if i == 2 { p = i; }
            p += 3;
        }
        s * x[p % 5]
    }

    fn buffers_that_are_dead_between_iterations(n, x) as DeadBetween {
        let d = 3;
        let mut z = vec![0.0; d];
        let mut w = vec![0.0; d];
        let mut terms = vec![0.0; 2];
        let mut s = x[0];
        for i in 0..n {
            for c in 0..2 {
                for j in 0..d { z[j] = x[(i + j) % 5] * s; w[j] = z[j] * x[j]; }
                for a in 0..d { for b in a + 1..d { w[b] += x[c] * z[a] * w[a]; } }
                let mut t = x[1];
                for j in 0..d { t = t + w[j] * w[j] * z[j]; }
                terms[c] = t * s;
            }
            s = s * terms[0] + terms[1] * terms[0];
        }
        s
    }

    fn buffers_that_seem_dead_and_are_not(n, x) as SeemDead {
        let d = 3;
        let mut z = vec![1.0; d];
        let mut w = vec![1.0; d];
        let mut v = vec![1.0; d];
        let mut s = x[0];
        for i in 0..n {
            for j in 0..d { if (i + j) % 2 == 0 { z[j] = x[j] * s; } }
            for j in 0..d { w[j] = w[(j + 1) % d] * s; }
            for j in 0..d - 1 { v[j] = x[j] * s * x[i % 5]; }
            for j in 0..d { s = s + z[j] * w[j] * v[j]; }
            v[2] = v[0] * s;
        }
        s
    }

    fn lists_that_are_replaced_by_shorter_and_longer_ones(n, x) as Lengths {
        let mut v = vec![x[0], x[1], x[2]];
        let mut s = x[3];
        for i in 0..n {
            s = s * v[v.len() - 1] + v[0];
            v = x[..1 + (i * 2 + 1) % 4].iter().map(|a| a * s * v[0]).collect();
        }
        let m = v.len();
        s * v[m - 1] * v[0]
    }
}
