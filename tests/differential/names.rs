//! Names: locals, functions, types and modules that are called like something that the macro knows or makes.

use crate::behaviour::{log, note};

pub mod std_like {
    use crate::behaviour::log;
    pub fn swap<T>(a: T, _b: T) -> T {
        log("my swap");
        a
    }
    pub fn take<T: Clone>(a: &T) -> T {
        log("my take");
        a.clone()
    }
    pub fn replace<T>(_a: T, b: T) -> T {
        log("my replace");
        b
    }
    pub fn drop<T>(a: T) -> T {
        log("my drop");
        a
    }
    pub fn zip<T>(a: T, b: T) -> (T, T) {
        log("my zip");
        (b, a)
    }
    pub fn repeat<T: Clone>(a: T) -> [T; 2] {
        log("my repeat");
        [a.clone(), a]
    }
    pub fn once<T>(a: T) -> T {
        log("my once");
        a
    }
    pub fn max<T: PartialOrd>(a: T, b: T) -> T {
        log("my max");
        if a > b { b } else { a }
    }
    pub fn size_of<T>(_: T) -> u32 {
        log("my size_of");
        77
    }
    pub fn natural(k: u64) -> u64 {
        log("my natural");
        k + 1
    }
    pub fn constant<T>(x: T) -> T {
        log("my constant");
        x
    }
    pub fn identity<T>(x: T) -> (T, usize) {
        log("my identity");
        (x, 3)
    }
    pub fn from_fn(k: usize) -> usize {
        log("my from_fn");
        k * 2
    }
    pub fn empty() -> u32 {
        log("my empty");
        5
    }
    pub fn successors(k: u32, by: u32) -> u32 {
        log("my successors");
        k / by
    }
}

same! {
    fn locals_called_like_generated_names(x: f64) -> f64 {
        let (n, d, N, D, __x, __right, v) = (2.0, x, 3.0, x * 2.0, 4.0, 5.0, [x]);
        let a = n * d + N * D;
        let mut w = [x, 1.0];
        w[{ log("i"); 0 }] += note("r", __right * x);
        a * __x - __right + v[0] + w[0]
    }

    fn right_is_a_name_of_the_user(x: f64) -> f64 {
        let __right = [1, 0];
        let mut a = [x, 2.0];
        a[__right[0]] += a.iter().sum::<f64>() + __right[0] as f64;
        a[__right[note("i", 1)]] -= a[1] * 2.0;
        a[0] * a[1]
    }

    fn types_called_like_generated_names(x: f64) -> f64 {
        struct N<T>(T);
        struct D { k: u32 }
        struct E__(u8);
        enum A { N }
        const S: usize = 2;
        let n = N(x * 2.0);
        let A::N = A::N;
        n.0 * (D { k: 3 }.k + E__(4).0 as u32) as f64 + S as f64
    }

    fn generic_items_called_like_generated_names(x: f64) -> f64 {
        fn f<N: Copy, D: Copy>(n: N, d: D) -> (D, N) { (d, n) }
        let (a, b) = f::<_, _>(x, 3u8);
        b * a as f64
    }

    fn modules_and_functions_called_like_the_crate(x: f64) -> f64 {
        fn ad(k: u32) -> u32 { k + 1 }
        let private = 2;
        x * ad(private) as f64
    }

    fn locals_called_like_functions_of_std(x: f64) -> f64 {
        let swap = |a: f64, b: f64| a - b;
        let replace = |a: f64, b: f64| b * a + 1.0;
        let take = |k: usize| k / 2;
        let drop = |a: f64| a * 2.0;
        let once = x;
        let repeat = 3;
        swap(x, 1.0) + replace(x, 2.0) + drop(x) * take(7) as f64 + once * repeat as f64
    }

    fn locals_called_like_macros_and_variants(x: f64) -> f64 {
        let (vec, assert, matches, format) = (x, 1.0, 2.0, "text");
        let (some, none, ok, err) = (vec * 2.0, 0.5, [x], 3);
        some * none + ok[0] + (err / 2) as f64 + assert * matches + format.len() as f64
    }

    fn locals_called_like_types(x: f64) -> f64 {
        let f64 = x;
        let (usize, String, Vec) = (2usize, "s", [x, 3.0]);
        f64 * usize as f64 + Vec[1] + String.len() as f64
    }

    fn functions_called_like_those_of_std(x: f64) -> f64 {
        use super::std_like::*;
        let a = swap(x, x * 2.0);
        let b = replace(a, x + 1.0);
        let c = take(&b);
        let (e, f) = zip(x, a * 3.0);
        let [g, h] = repeat(drop(c));
        let o = once(x);
        a + b * c - e * f + g / h + o
    }

    fn integer_functions_called_like_those_of_std(x: f64) -> f64 {
        use super::std_like::*;
        let a = size_of(x) / 2;
        let b = natural(3) / 3;
        let c = from_fn(5) / 3;
        let d = empty() / 2 + successors(9, 2);
        let (e, f) = identity(x);
        x * a as f64 + b as f64 * e - c as f64 + d as f64 + (f / 2) as f64
    }

    fn qualified_functions_called_like_those_of_std(x: f64) -> f64 {
        let a = super::std_like::swap(x, x * 2.0);
        let b = crate::names::std_like::max(a, x * 3.0);
        let c = super::std_like::constant(a - b);
        let k = super::std_like::size_of(x) / 2;
        c * k as f64
    }

    fn shadowing_changes_what_a_name_holds(x: f64) -> f64 {
        let a = x;
        let a = if a > 0.0 { 3 } else { 4 };
        let a = (a / 2, x);
        let a = a.1 * a.0 as f64;
        let a = vec![a; 2];
        let a = a.len() / 2;
        let a = a as f64;
        a + x
    }

    fn shadowing_in_inner_blocks(x: f64) -> f64 {
        let a = 7;
        let b = { let a = x; a / 2.0 };
        let c = match Some(x) { Some(a) => a / 2.0, None => 0.0 };
        let d = (|a: f64| a / 2.0)(x);
        let mut e = 0.0;
        for a in [x, 1.0] { e += a / 2.0; }
        b + c + d + e + (a / 2) as f64
    }

    fn shadowing_by_patterns(x: f64) -> f64 {
        let k = 9;
        let (k, y) = (x, k / 2);
        if let Some(y) = Some(k / 2.0) { y + k } else { y as f64 }
    }

    fn shadowing_of_the_parameter(x: f64) -> f64 {
        let y = x;
        let x = 5;
        let z = x / 2;
        let x = y / 2.0;
        x * z as f64
    }

    fn shadowing_of_outer_items(x: f64) -> f64 {
        const K: usize = 1;
        let a = K;
        { const K: usize = 2; let b = a + K; fn log(_: &str) -> u8 { 9 } return x * (b + log("") as usize) as f64; }
    }

    fn use_renames(x: f64) -> f64 {
        use std::collections::VecDeque as Vec;
        use std::convert::identity as swap;
        use std::mem::swap as identity;
        let mut q = Vec::from([x, 2.0]);
        let (mut a, mut b) = (swap(x), 3.0);
        identity(&mut a, &mut b);
        q.push_front(a - b);
        q[0] * q[1]
    }

    fn raw_identifiers(x: f64) -> f64 {
        let r#type = x * 2.0;
        let r#fn = 3;
        let r#match = |r#in: f64| r#in + 1.0;
        r#match(r#type) * (r#fn / 2) as f64
    }

    fn upper_case_locals(x: f64) -> f64 {
        let X = x * 2.0;
        let (A, K) = (X + 1.0, 7);
        A * X - (K / 2) as f64
    }

    fn upper_case_parameters(X: f64, Y: f64) -> f64 {
        let A: f64 = X;
        let f = |B: f64, K: i32| { let C: f64 = B; C * (K / 2) as f64 - B };
        let mut S = 0.0;
        for (I, Z) in [X, Y].into_iter().enumerate() { let W: f64 = Z; S += W * I as f64; }
        let (P, [Q, R]) = (X, [Y, 2.0]);
        let T: f64 = P * Q + R;
        let U: [f64; 2] = [Q, T];
        A + f(Y, 7) + S + U[0] - U[1]
    }

    fn unicode_names(x: f64) -> f64 {
        let λ = x * 2.0;
        let größe = 5;
        λ * (größe / 2) as f64
    }

    fn labels_called_like_names(x: f64) -> f64 {
        'x: for x in 0..3 { if x == 1 { break 'x; } }
        let y = 'static_: { if x > 0.0 { break 'static_ x; } 1.0 };
        y
    }

    fn fields_called_like_methods(x: f64) -> f64 {
        struct S<T> { sin: T, len: usize, max: fn(usize) -> usize, sum: T }
        let s = S { sin: x, len: 3, max: |k| k / 2, sum: x * 2.0 };
        s.sin * (s.max)(s.len) as f64 + s.sum.sin()
    }

    fn methods_called_like_generated_functions(x: f64) -> f64 {
        trait Number { fn natural(&self) -> u32; fn number(&self) -> u32 { 5 } }
        impl Number for u32 { fn natural(&self) -> u32 { log("user's natural"); *self } }
        x * (3u32.natural() + 4u32.number()) as f64
    }
}
