//! Patterns.

use crate::behaviour::{log, note};
use crate::literals::LIMIT;

#[derive(Clone, Debug)]
pub enum Tree<T> {
    Leaf(T),
    Node(Box<Tree<T>>, Box<Tree<T>>),
    Named { name: &'static str, value: T, weight: u32 },
    Empty,
}

const THREE: i32 = 3;

same! {
    fn tuples_with_rest(x: f64) -> f64 {
        let (a, .., b) = (x, 1, 2, x * 2.0);
        let (.., c) = (1, x, 3.0);
        let (d, ..) = (x, "text");
        a * b + c - d
    }

    fn tuples_with_rest_and_integers(x: f64) -> f64 {
        let t = (1, x, 3, x * x, 5);
        let (first, second, .., last) = t;
        let (.., before, end) = t;
        (first / 2) as f64 + second + (last / 2) as f64 + before * (end / 3) as f64
    }

    fn tuples_with_rest_that_is_empty(x: f64) -> f64 {
        let (a, .., b) = (3, x);
        let (c, d, ..) = (x, 7);
        (a / 2) as f64 * b + c * (d / 2) as f64
    }

    fn tuples_with_rest_before_what_is_cast(x: f64) -> f64 {
        let (.., k, y) = (x, "text", 7, x * 3.0);
        let (first, .., last) = (5, x, x, 9);
        let &(ref z, .., j) = &(x, 'c', 8u8);
        (k / 2) as f64 * y + (first / last) as f64 - (last / first) as f64 * z + j as f64
    }

    fn tuples_with_rest_before_numbers_that_are_cast(x: f64) -> f64 {
        let (.., y, k) = (1, x, 3);
        let (j, .., z) = (4, 5, x * 2.0);
        let f = |(.., a, n): (bool, f64, u32)| a as f64 + n as f64;
        y as f64 * k as f64 + z as f64 / j as f64 + f((true, x, 3))
    }

    fn tuples_with_rest_in_parameters(x: f64) -> f64 {
        let f = |(n, .., y): (i32, bool, f64)| (n / 2) as f64 * y;
        let g = |(.., n): (f64, i32)| n / 2;
        f((5, true, x)) + g((x, 9)) as f64
    }

    fn nested_tuples(x: f64) -> f64 {
        let ((a, [b, c]), (d, (e,))) = ((x, [1.0, x]), (2, (x * 3.0,)));
        a * b - c / e + (d / 2) as f64
    }

    fn arrays_and_slices(x: f64) -> f64 {
        let [a, b, c] = [x, 2.0, x * x];
        let [first, .., last] = [x, 1.0, 2.0, 3.0];
        let [head, tail @ ..] = [a, b, c];
        let [init @ .., end] = &[a, b, c];
        first - last + head + tail[0] * tail.len() as f64 + init[1] * end
    }

    fn slices_by_length(x: f64) -> f64 {
        let f = |v: &[f64]| match v {
            [] => 0.0,
            [one] => *one,
            [a, b] => a - b,
            [a, rest @ ..] if *a > 1.0 => a * rest.len() as f64,
            [_, middle @ .., z] => z + middle.iter().sum::<f64>(),
        };
        f(&[]) + f(&[x]) + f(&[x, 1.0]) + f(&[x, 2.0, 3.0]) + f(&[0.5, x, x, 4.0])
    }

    fn bindings_by_at(x: f64) -> f64 {
        let v = [1, 5, 12, 100];
        let mut y = 0.0;
        for k in v {
            y += match k {
                small @ 1..=4 => x * small as f64,
                medium @ (5 | 12) => x / medium as f64,
                other @ _ => other as f64,
            };
        }
        let whole @ (a, b) = (x, 2.0);
        y + whole.0 * b - a
    }

    fn integer_literals_and_ranges(x: f64) -> f64 {
        let name = |k: i32| match k {
            i32::MIN..=-1 => "negative",
            0 => "zero",
            1 | 2 => "few",
            THREE => "three",
            4..10 => "some",
            10.. => "many",
        };
        let mut y = 0.0;
        for k in [-5, 0, 2, 3, 7, 50] { y = y * x + name(k).len() as f64; }
        y
    }

    fn characters_and_strings(x: f64) -> f64 {
        let mut y = 0.0;
        for c in "aZ5 é".chars() {
            y += match c { 'a'..='z' => 1.0, 'A'..='Z' => x, '0'..='9' => 3.0, ' ' | '\t' => 4.0, _ => x * x };
        }
        match "key=value".split_once('=') { Some(("key", v)) => y * v.len() as f64, _ => y }
    }

    fn booleans_exhaustively(x: f64, y: f64) -> f64 {
        match (x > 0.0, y > x, x == y) {
            (true, true, _) => 1.0,
            (true, false, true) => 2.0,
            (_, _, false) => x,
            (false, ..) => y,
        }
    }

    fn options_of_numbers(x: f64) -> f64 {
        let f = |o: Option<f64>| match o { None => 1.0, Some(y) if y < 0.0 => -y, Some(y) => y };
        let Some(Some(z)) = Some(Some(x)) else { unreachable!() };
        f(None) + f(Some(x)) * f(Some(z - 1.0))
    }

    fn results_with_data(x: f64) -> f64 {
        let f = |k: i32| -> Result<f64, String> { if k > 0 { Ok(x * k as f64) } else { Err(format!("bad {k}")) } };
        let mut sum = 0.0;
        for k in [1, 0, 2] {
            match f(k) { Ok(y) => sum += y, Err(e) if e.ends_with('0') => sum -= e.len() as f64, Err(_) => unreachable!() }
        }
        sum
    }

    fn enums_over_numbers(x: f64) -> f64 {
        fn sum<T: Copy + std::ops::Add<Output = T>>(t: &Tree<T>, zero: T) -> T {
            match t {
                Tree::Leaf(value) => { log("leaf"); *value }
                Tree::Node(left, right) => sum(left, zero) + sum(right, zero),
                Tree::Named { value, .. } => *value,
                Tree::Empty => zero,
            }
        }
        let t = Tree::Node(
            Box::new(Tree::Leaf(x)),
            Box::new(Tree::Node(Box::new(Tree::Empty), Box::new(Tree::Named { name: "n", value: x * 2.0, weight: 3 }))),
        );
        let first = match &t { Tree::Node(left, _) => match &**left { Tree::Leaf(v) => *v, _ => 0.0 }, _ => 1.0 };
        sum(&t, x - x) + first
    }

    fn struct_patterns(x: f64) -> f64 {
        let t = Tree::Named { name: "abc", value: x, weight: 7 };
        let Tree::Named { name, value: v, weight: w @ 1..=9 } = &t else { return 0.0 };
        v * (w / 2) as f64 + name.len() as f64
    }

    fn references_in_patterns(x: f64) -> f64 {
        let v = vec![(1usize, x), (2, x * x)];
        let mut y = 0.0;
        for &(k, z) in &v { y += z * k as f64; }
        for (k, z) in v.iter() { y -= *z / *k as f64; }
        for &(ref k, ref z) in v.iter() { y += z + (*k / 2) as f64; }
        y
    }

    fn ref_and_ref_mut(x: f64) -> f64 {
        let mut pair = (x, 3);
        let (ref mut a, ref b) = pair;
        *a += 1.0;
        let k = *b / 2;
        pair.0 * k as f64
    }

    fn mutable_bindings(x: f64) -> f64 {
        let (mut a, mut k) = (x, 5);
        a *= 2.0;
        k /= 2;
        let [mut b, _] = [a, 1.0];
        b += k as f64;
        if let Some(mut c) = Some(b) { c -= a; c } else { b }
    }

    fn alternatives_bind_the_same_name(x: f64) -> f64 {
        let f = |t: &Tree<f64>| match t { Tree::Leaf(y) | Tree::Named { value: y, .. } => *y, _ => 0.0 };
        f(&Tree::Leaf(x)) - f(&Tree::Named { name: "", value: 2.0 * x, weight: 1 }) + f(&Tree::Empty)
    }

    fn patterns_in_closures_and_for(x: f64) -> f64 {
        let f = |(a, b): (f64, f64), [c, d]: [f64; 2], &e: &f64| a * b + c * d - e;
        let mut y = 0.0;
        for (i, (a, b)) in [(x, 1.0), (2.0, x)].iter().enumerate() { y += f((*a, *b), [x, i as f64], a); }
        y
    }

    fn matches_macro(x: f64) -> f64 {
        let o = Some(x);
        let a = matches!(o, Some(y) if y > 0.0);
        let b = matches!(note("value", 5), 1..=3 | 5);
        let c = matches!((x > 0.0, 3), (true, 2 | 3) | (false, _));
        (a as u8 + 2 * b as u8 + 4 * c as u8) as f64
    }

    fn guards_see_the_bindings(x: f64, y: f64) -> f64 {
        match (x, y, 4) {
            (a, b, n) if a > b && note("first", n > 3) => a - b,
            (a, _, n) if note("second", a < 0.0) || n == 0 => a,
            (.., n) => n as f64,
        }
    }

    fn moved_out_of_boxes(x: f64) -> f64 {
        let b = Box::new((x, vec![1.0, x]));
        let (a, v) = *b;
        let [p, q] = v[..] else { return a };
        a * p + q
    }

    fn wildcards_do_not_move(x: f64) -> f64 {
        let v = vec![x];
        let _ = v;
        let (_, y) = (&v, x);
        v[0] + y
    }

    fn underscored_names_hold(x: f64) -> f64 {
        let _unused = x * 2.0;
        let _a @ _b = x;
        _unused + _a - _b
    }

    fn literal_text_in_patterns(x: f64) -> f64 {
        match ("b", b"cd", true, 'x', -1i8, 0xFFu8) {
            ("a", ..) => 0.0,
            (_, b"cd", true, 'x', -1, 255) => x,
            _ => 1.0,
        }
    }

    fn rest_of_a_slice_is_a_slice(x: f64) -> f64 {
        let v = [x, 1.0, x * 2.0];
        let [_, rest @ ..] = &v;
        let [.., last] = rest;
        let sum: f64 = rest.iter().map(|y| LIMIT.max(*y)).sum();
        sum + *last as f64 + rest.first().map_or(x, |y| *y as f64)
    }

    fn alternatives_give_numbers(x: f64) -> f64 {
        let r: Result<f64, f64> = if x > 0.0 { Ok(x) } else { Err(x * 2.0) };
        let (Ok(y) | Err(y)) = r;
        let f = |r: Result<f64, f64>| { let (Ok(z) | Err(z)) = r; if z > 1.0 { return z; } z * 2.0 };
        let z: f64 = y;
        z + f(r) as f64
    }

    fn constants_after_an_irrefutable_capital(x: f64) -> f64 {
        let (A, B) = (x, 2);
        match B { THREE => A, B => A * B as f64 }
    }

    fn constants_beside_bindings(x: f64) -> f64 {
        let k = 3;
        let f = |A: f64| match k { THREE => A * THREE as f64, _ => A };
        f(x) + THREE as f64
    }
}
