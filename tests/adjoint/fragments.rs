//! Functions that `macro_rules!` writes from fragments, and names that differ by hygiene only.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
fn half(x: f64) -> f64 {
    0.5 * x * x
}

mod powers {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub(super) fn cube(x: f64) -> f64 {
        x * x * x
    }
}

#[exp]
#[derive(Clone, Debug, Default)]
struct Pair {
    s: f64,
    t: f64,
}

macro_rules! of_a_type {
    ($vis:vis $name:ident, $argument:ty, $of:ty, $result:ty, $function:path) => {
        #[exp(adjoint)]
        $vis fn $name(x: $argument, n: usize) -> $result {
            let mut sum: $of = <$of>::default();
            let mut all: Vec<$of> = Vec::<$of>::new();
            for i in 0..n {
                sum += $function(x[i % 2] as $of) * (i as $of);
                all.push(sum * x[0]);
            }
            all[n - 1] + <$of>::sin(sum)
        }
    };
}
of_a_type!(pub(super) of_a_slice, &[f64], f64, f64, half);
of_a_type!(of_an_array, [f64; 2], f64, f64, powers::cube);

macro_rules! of_an_expression {
    ($name:ident, $x:ident, $e:expr, $k:expr, $literal:literal, $closure:expr, $body:block) => {
        #[exp(adjoint)]
        fn $name($x: &[f64], k: usize) -> f64 {
            let list = vec![$e; 3];
            let pair = vec![$e, $literal * $e];
            assert!($e > -1e3, "{}", $e);
            let f = $closure;
            let mapped: f64 = $x.iter().map($closure).sum();
            let mut product = $literal;
            for i in 0..$k * 2 {
                product *= $e * 2.0 - i as f64;
                product -= -$e / $e.exp();
            }
            let Pair { s, .. } = Pair { s: $e, t: $body };
            product + list[k] * pair[1] + mapped * f(&$x[0]) + s.powi(2)
        }
    };
}
of_an_expression!(of_a_sum, x, x[0] + x[1], 1 + 0, -1.5, |v: &f64| v * v, { x[0] * 2.0 });
of_an_expression!(of_a_branch, z, if z[0] > 0.2 { z[1] } else { z[0] }, 2, 0.5, |v: &f64| 3.0 * v.sin(), {
    1.0
});

macro_rules! of_a_pattern {
    ($name:ident, $pair:pat, $case:pat, $then:expr, $else:expr) => {
        #[exp(adjoint)]
        fn $name(x: f64, k: i32) -> f64 {
            let $pair = (x * 2.0, x.sin());
            let even = matches!(k % 2, $case);
            match k {
                $case if even => $then,
                $case => $then * $then,
                _ => $else,
            }
        }
    };
}
of_a_pattern!(of_two, (a, b), 0 | 1, a * b, a + b);
of_a_pattern!(of_one, (a, _), 0..=1, a * 3.0, a.exp());

macro_rules! of_fields {
    ($name:ident { $($field:ident: $ty:ty),* }, $method:ident, $op:tt) => {
        #[exp]
        #[derive(Clone, Debug)]
        struct $name { $($field: $ty),* }

        #[exp(adjoint)]
        impl $name {
            fn $method(&self, x: f64) -> f64 {
                let mut total = 1.0;
                $(total = total * x $op self.$field[0];)*
                total
            }
        }
    };
}
of_fields!(Sides { left: Vec<f64>, right: [f64; 2] }, folded, *);

#[test]
fn fragments_are_as_if_written_out() {
    check::program(&OfASlice { n: 4 }, &vec![0.3, 0.4]);
    check::program(&OfAnArray { n: 4 }, &[0.3, 0.4]);
    check::program(&OfASum { k: 1 }, &vec![0.3, 0.4]);
    check::program(&OfABranch { k: 1 }, &vec![0.3, 0.4]);
    for k in -1..3 {
        check::program(&OfTwo { k }, &0.7);
        check::program(&OfOne { k }, &0.7);
    }
    check::program(&SidesFolded, &(Sides { left: vec![1.5], right: [2.0, 3.0] }, 0.5));
}

/// Its variables `s`, `t`, `f` and `pair` are not those of the fragments.
macro_rules! with_its_own_variables {
    ($name:ident, $s:ident, $t:ident, $e:expr) => {
        #[exp(adjoint)]
        fn $name($s: f64, k: usize) -> f64 {
            let mut s: f64 = 2.0;
            let $t = 3.0 * $s;
            for t in 0..k {
                s = s * $e + t as f64;
            }
            let half = |v: f64| 7.0 * v * s;
            let pair = Pair { s, t: $e };
            let Pair { s, t } = pair.clone();
            let list = vec![s, $e, pair.t];
            let $t = |v: f64| s * v * $t;
            match Some(s * t) {
                Some(s) if s > $s => s * $e + $t(list[0] * list[1]) + half($s),
                s => s.unwrap_or($e) - half($e),
            }
        }
    };
}
with_its_own_variables!(of_one_name, s, t, s.sin() + half(s));
with_its_own_variables!(of_other_names, x, y, x.sin() + half(x));

#[test]
fn variables_that_differ_by_hygiene_are_different() {
    for k in 0..3 {
        check::program(&OfOneName { k }, &0.7);
        let (same, other) = (OfOneName { k }, OfOtherNames { k });
        assert_eq!(
            adjoint::value_and_grad(same).eval(F64, 0.7),
            adjoint::value_and_grad(other).eval(F64, 0.7)
        );
    }
}
