//! Lists that a loop overwrites completely, and others that only seem so. They are copied as a whole before the loop, or restored
//! number by number.

use crate::check;
use ad::prelude::*;

#[exp(adjoint, class = Ring)]
fn products(z: &[f64], s: f64) -> f64 {
    let mut sum = s;
    for i in 0..z.len() {
        sum += z[i] * z[i] * s;
    }
    sum
}

#[exp(adjoint, class = Ring)]
#[allow(clippy::ptr_arg, reason = "a view of a saved buffer is no vector")]
fn of_vector(z: &Vec<f64>) -> f64 {
    z.iter().sum::<f64>() * z[0]
}

programs! {
    fn read_before_and_after(n, x) as ReadAround {
        let m = 5;
        let mut z = vec![1.0; m];
        let mut s = x[0];
        for i in 0..n {
            for j in 0..m { s += z[j] * x[j] * s; }
            for j in 0..m { z[j] = x[j] * s; }
            for j in 0..m { s += z[j] * z[(j + 1) % m]; }
            for j in 0..m { z[j] = x[(i + j) % 5] * s * x[1]; }
        }
        s * z[2] * z[4]
    }

    fn read_in_its_own_loop(n, x) as ReadInside {
        let m = 4;
        let mut z = vec![2.0; m];
        let mut s = x[0];
        for i in 0..n {
            for j in 0..m { z[j] = z[j] * x[j] * s; }
            for j in 0..m { z[j] = z[(j + 1) % m] * x[i % 5] + s; }
            s = s * z[i % m];
        }
        s * z[0] * z[3]
    }

    fn read_by_copied_items(n, x) as Copied {
        let mut z = x[..3].to_vec();
        for i in 0..n {
            z[i % 3] = z.iter().copied().product();
        }
        for i in 0..n {
            let mut s = x[i % 5];
            for (j, a) in z.iter().cloned().enumerate() {
                if j > 0 { s = s * a + x[j] * a * a; }
            }
            z[i % 3] *= s;
        }
        z[0] * z[1] * z[2]
    }

    fn read_by_copied_pairs(n, x) as CopiedPairs {
        let mut z = vec![(x[0], x[1]), (x[2], x[3])];
        let mut s = x[4];
        for i in 0..n {
            for (a, b) in z.iter().copied() { s = s * a + s * b * b; }
            z[i % 2].0 = s;
            for (a, b) in z.iter().copied().zip(z.iter().copied().rev()) { s += a.0 * b.1; }
            z[i % 2].1 *= s;
        }
        s * z[0].0 * z[1].1
    }

    fn buffers_of_the_body(n, x) as Buffers in Ring {
        let m = 3;
        let mut read = vec![0.0; m];
        let mut changed = vec![0.0; m];
        let mut given = vec![0.0; m];
        let mut s = x[4];
        for i in 0..n {
            for j in 0..m { read[j] = x[j] * s; }
            for j in 0..m { changed[j] = read[j] * x[i % 5]; }
            for j in 0..m { given[j] = read[j] * read[j] + x[j]; }
            for q in read.iter() { s = s - q * q; }
            for q in &changed { s += q * x[i]; }
            for j in 0..m { changed[j] = changed[j] * changed[j] - x[0]; }
            for q in changed.iter_mut() { *q *= s; }
            s = s * changed[i % m] + products(&given, read[0]);
            let copy = read.clone();
            s += of_vector(&given) * of_vector(&copy) * x[2];
        }
        s
    }

    fn buffers_filled_several_times(n, x) as Fillings in Ring {
        let m = 3;
        let mut z = vec![0.0; m];
        let mut s = x[4];
        for i in 0..n {
            for j in 0..m { z[j] = x[j] * s; }
            for j in 1..m { s += z[j] * z[j - 1]; }
            for j in 0..m { z[j] = s - x[(i + j) % 5]; }
            if i % 2 == 0 {
                s = s * z[0];
                z[1] = z[2] * s;
            }
            for j in 0..m { s += z[j] * z[j] * x[i]; }
            for j in 0..m {
                z[j] = s * x[j];
                if j > 0 { z[j] = z[j] * z[j] - x[i]; }
            }
            s = s - z[0] * z[1] * z[2];
        }
        s
    }

    fn buffers_that_only_seem_filled(n, x) as Unfilled in Ring {
        let m = 3;
        let (mut own, mut next, mut part, mut left) = (vec![0.0; m], vec![0.0; m], vec![0.0; m], vec![0.0; m]);
        let mut s = x[4];
        for i in 0..n {
            for j in 0..m { own[j] = x[j] * s; }
            for j in 0..m { next[j] = own[j] * s; }
            for j in 0..m { part[j] = next[j] * x[i]; }
            for j in 0..m { left[j] = part[j] - s; }
            for j in 0..m { own[j] = own[j] * s + x[j]; }
            for j in 0..m { next[j] = next[(j + 1) % m] * s; }
            for j in 1..m { part[j] = s * x[j]; }
            for j in 0..m {
                if j > i { break; }
                left[j] = s - x[j];
            }
            s = s * own[0] * own[i % m] - next[0] * next[2] + part[0] * part[1] * left[1] * left[2];
        }
        s
    }

    fn buffers_read_around_the_loop_that_fills_them(n, x) as Around in Ring {
        let m = 3;
        let mut z = vec![1.0; m];
        let mut s = x[0];
        for i in 0..n {
            if z[1] > x[i] {
                for k in 0..2 {
                    for j in 0..m { z[j] = x[j] * s; }
                    for j in 0..m { s += z[j] * z[2 - j]; }
                    for j in 0..m { z[j] = s - x[k + j]; }
                    for j in 0..m { s = s - z[j] * z[j]; }
                }
            }
            s = s * x[i];
        }
        s
    }

    fn fillings_that_become_shorter(n, x) as Shorter in Ring {
        let mut m = 3;
        let mut z = vec![1.0; m];
        let mut s = x[0];
        for i in 0..n {
            for j in 0..m { z[j] = x[j] * s; }
            for j in 0..3 { s += z[j] * z[2 - j]; }
            if m > 1 { m -= 1; }
            for j in 0..m { z[j] = s - x[(i + j) % 5]; }
            for j in 0..3 { s = s - z[j] * z[j]; }
        }
        s
    }

    fn buffers_of_a_while(n, x) as Whiles in Ring {
        let m = 3;
        let mut read = vec![0.0; m];
        let mut s = x[4];
        let mut i = 0;
        while i < n {
            for j in 0..m { read[j] = x[j] * s - x[i]; }
            for q in read.iter() { s = s - q * q * x[i]; }
            i += 1;
        }
        s
    }

    fn buffers_of_several_lengths(n, x) as Lengths in Ring {
        let mut s = x[0];
        for m in [2, 1, 3] {
            let mut read = vec![0.0; m];
            for i in 0..n {
                for j in 0..m { read[j] = x[j] * s + x[i]; }
                for q in read.iter() { s = s - q * q; }
                s *= read[m - 1];
            }
        }
        s
    }

    fn buffers_of_independent_iterations(n, x) as Independent in Ring {
        let m = 3;
        let mut read = vec![0.0; m];
        let mut changed = vec![0.0; m];
        let mut sum = x[0];
        for i in 0..n {
            let mut s = x[i % 5];
            for k in 0..2 {
                for j in 0..m { read[j] = x[j] * s - x[k]; }
                for j in 0..m { changed[j] = read[j] * s + x[k]; }
                for j in 0..m { changed[j] = changed[j] * changed[j] - read[j]; }
                s = s * changed[k];
            }
            sum += s;
        }
        sum
    }

    fn changed_twice_in_its_loop(n, x) as Twice {
        let m = 3;
        let mut z = vec![2.0; m];
        let mut s = x[0];
        for i in 0..n {
            s += z[0] * z[1] * z[2] * x[i % 5];
            for j in 0..m {
                z[j] = x[j] * s;
                z[(j + 1) % m] = x[4] * s;
            }
            s += z[0] * z[2] * s;
        }
        s * z[1]
    }

    fn one_number_changed_in_between(n, x) as Between {
        let m = 4;
        let mut z = vec![3.0; m];
        let mut s = x[3];
        for i in 0..n {
            for j in 0..m { z[j] = x[j] * s; }
            s += z[i % m] * z[1];
            z[i % m] = z[i % m] * x[2] * s;
            s += z[0] * z[i % m] * x[1];
            for j in 0..m { z[j] = x[j + 1] * s; }
            s += z[3] * z[2];
        }
        s * z[0]
    }

    fn overwritten_in_a_branch(n, x) as InABranch {
        let m = 3;
        let mut z = vec![1.0; m];
        let mut s = x[0];
        for i in 0..n + 1 {
            s += z[0] * z[1] * z[2] * x[i % 5];
            if i % 2 == 1 {
                for j in 0..m { z[j] = x[j] * s; }
            } else {
                for j in 0..m { z[j] = x[j + 2] * s * s; }
            }
            if i == 2 { continue; }
            s += z[0] * z[1] * s;
            if i == 3 { break; }
            for j in 0..m { z[j] = x[j + 1] * s; }
        }
        s * z[1]
    }

    fn list_of_an_iteration(n, x) as OfAnIteration {
        let mut s = x[0];
        for i in 0..n {
            let m = i + 1;
            let mut z = vec![s; m];
            s += z[i] * z[0] * x[1];
            for j in 0..m { z[j] = x[j] * s; }
            s += z[i] * z[0] * x[2];
            for j in 0..m { z[j] = x[j + 1] * s; }
            s += z[i] * z[0];
        }
        s
    }

    fn read_by_what_is_replayed(n, x) as Replayed {
        let m = 2;
        let mut z = vec![1.0; m];
        let mut s = x[0];
        for i in 0..n {
            let t = z[0] * x[1];
            let u = t * z[1];
            for j in 0..m { z[j] = x[j] * s; }
            s += t * u * z[0] * x[i % 5];
        }
        s * z[1]
    }
}

#[exp(adjoint)]
fn handed(n: usize, x: &[f64]) -> f64 {
    let m = 4;
    let mut z = vec![1.0; m];
    let mut s = x[0];
    for i in 0..n {
        s += products(&z, x[i % 5]);
        for j in 0..m {
            z[j] = x[j] * s;
        }
        s += products(&z, s) * 0.25;
        for j in 0..m {
            z[j] = products(&z[..1], x[j]);
        }
    }
    s * z[3]
}

#[test]
fn a_list_passed_to_another_function() {
    for n in 0..4 {
        check::gradient(Handed { n }, vec![0.3, -0.2, 0.5, 0.7, -0.4]);
    }
}
