//! Closures.

use crate::behaviour::{count, log, note};
use crate::literals::LIMIT;

fn twice<T>(f: impl Fn(T) -> T, x: T) -> T {
    f(f(x))
}

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |a| g(f(a))
}

same! {
    fn capture_by_reference(x: f64) -> f64 {
        let y = x * 2.0;
        let f = |a| a + y;
        f(x) * f(1.0) + y
    }

    fn capture_by_unique_reference(x: f64) -> f64 {
        let mut sum = 0.0;
        let mut add = |a: f64| { sum += a; log("added"); };
        add(x);
        add(2.0);
        sum
    }

    fn capture_by_move(x: f64) -> f64 {
        let v = vec![x, 1.0];
        let f = move |i: usize| v[i];
        f(0) - f(note("i", 1))
    }

    fn move_copies_the_number(x: f64) -> f64 {
        let mut y = x;
        let mut f = move || { y += 1.0; y };
        let a = f();
        let b = f();
        a + b * y
    }

    fn closures_in_closures(x: f64) -> f64 {
        let outer = |a: f64| {
            let middle = move |b: f64| {
                let inner = |c: f64| a * b + c;
                inner(x) - inner(1.0)
            };
            middle(a + 1.0)
        };
        outer(x) + outer(0.5)
    }

    fn closures_that_return_closures(x: f64) -> f64 {
        let adder = |a: f64| move |b: f64| a + b;
        let add = adder(x);
        add(1.0) * adder(2.0)(x)
    }

    fn boxed_closures(x: f64) -> f64 {
        let fs: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(|a| a + 1.0), Box::new(move |a| a * x), Box::new(f64::abs)];
        fs.iter().fold(x, |a, f| { log("apply"); f(a) })
    }

    fn closures_by_reference(x: f64) -> f64 {
        let f = |a: f64| a * x;
        let g: &dyn Fn(f64) -> f64 = &f;
        let h = &g;
        h(2.0) + g(x) + (*g)(1.0)
    }

    fn function_pointers(x: f64) -> f64 {
        let fs: [fn(f64) -> f64; 3] = [|a| a + 1.0, |a| a * a, |a| -a];
        fs.iter().map(|f| f(x)).sum()
    }

    fn generic_helpers_over_closures(x: f64) -> f64 {
        let y = twice(|a| a * 0.5 + 1.0, x);
        let h = compose(|a: f64| a + x, |b: f64| b * b);
        h(y) - h(x)
    }

    fn helpers_over_plain_closures(x: f64) -> f64 {
        let k = twice(|k: i32| k / 2, 17);
        let s = compose(|s: &str| s.len(), |n| n * 2)("abc");
        x * (k + s as i32) as f64
    }

    fn closures_with_integer_arithmetic(x: f64) -> f64 {
        let half = |n| n / 2;
        let clamp = |n: i32| n.clamp(-3, 3);
        let index = |i: usize, j: usize| i * 3 + j;
        let m = [x; 9];
        m[index(1, 2)] * half(7) as f64 + clamp(-9) as f64
    }

    fn closures_with_blocks_and_types(x: f64) -> f64 {
        let f = |a: f64, n: usize| -> f64 { let mut y = a; for _ in 0..n { y *= x; } y };
        f(2.0, 3) - f(x, 0)
    }

    fn closures_with_early_return(x: f64) -> f64 {
        let f = |a: f64| { if a > 1.0 { return 1.0; } if a < 0.0 { return a; } a * 2.0 };
        f(x) + f(0.25) + f(-x)
    }

    fn return_leaves_the_closure_only(x: f64) -> f64 {
        let v: Vec<f64> = [x, -1.0, 2.0].iter().map(|a| { if *a < 0.0 { return 0.0; } *a }).collect();
        v[0] + v[1] * v[2]
    }

    fn once_closures(x: f64) -> f64 {
        let v = vec![x, 2.0];
        let consume = move || v.into_iter().product::<f64>();
        consume() + Some(x).map_or_else(|| 1.0, |y| y * 2.0)
    }

    fn closures_as_arguments_of_closures(x: f64) -> f64 {
        let apply = |f: &dyn Fn(f64) -> f64, a: f64| f(a) + 1.0;
        apply(&|a| a * a, x) - apply(&|a| a / 3.0, 1.0)
    }

    fn immediately_called(x: f64) -> f64 {
        (|a: f64| a * a)(x) + (|| 2.0)() + (move |a: f64, b: f64| a - b)(x, 1.0)
    }

    fn closures_in_structs(x: f64) -> f64 {
        struct Rule<F> { f: F, name: &'static str }
        let r = Rule { f: |a: f64| a * 3.0, name: "three" };
        (r.f)(x) + r.name.len() as f64
    }

    fn closures_in_arrays_and_tuples(x: f64) -> f64 {
        let t = (|a: f64| a + 1.0, |k: i32| k / 2);
        t.0(x) * t.1(9) as f64
    }

    fn counters(x: f64) -> f64 {
        let mut n = 0;
        let mut next = || { n += 1; n };
        let a = next();
        let b = next() + next();
        x * (a + 10 * b) as f64
    }

    fn effects_inside(x: f64) -> f64 {
        let f = |a: f64| { log("called"); a * count() as f64 };
        f(x) + f(x) * f(1.0)
    }

    fn recursion_by_passing_itself(x: f64) -> f64 {
        fn repeat<T>(f: &dyn Fn(T) -> T, n: u32, x: T) -> T { if n == 0 { x } else { repeat(f, n - 1, f(x)) } }
        repeat(&|a: f64| a * 0.5 + x, 4, x)
    }

    fn shadowed_parameters(x: f64) -> f64 {
        let f = |x: f64| { let x = x + 1.0; (|x: f64| x * 2.0)(x) };
        f(x) - x
    }

    fn closures_that_ignore(x: f64) -> f64 {
        let f = |_: f64, _a: i32| 3.0;
        let g = |_| x;
        f(x, 1) + g("text")
    }

    fn closure_called_with_both_kinds(x: f64) -> f64 {
        let f = |a: f64| a + 1.0;
        f(1.0) + f(x) + f(3 as f64) + f(-0.0)
    }

    fn sorting_by_a_captured_key(x: f64) -> f64 {
        let rank = [3, 1, 2];
        let mut v = vec![(0usize, x), (1, 2.0), (2, x * x)];
        v.sort_by_key(|(i, _)| { log("key"); rank[*i] });
        v[0].1 - v[1].1 * v[2].1
    }

    fn mutable_capture_of_a_container(x: f64) -> f64 {
        let mut v = Vec::new();
        let mut push = |a: f64| { v.push(a); v.len() };
        let n = push(x) + push(1.0) + push(x * x);
        v[2] - v[0] * n as f64
    }

    fn callee_is_an_expression(x: f64) -> f64 {
        let (f, g) = (|a: f64| a + 1.0, |a: f64| a * 2.0);
        let h: &dyn Fn(f64) -> f64 = if x > 0.0 { &f } else { &g };
        h(x) + (match 1 { 1 => f, _ => unreachable!() })(x)
    }

    fn parameters_known_from_where_they_are_handed(x: f64) -> f64 {
        let f = |a| LIMIT.max(a);
        let g = |k| k / 2;
        let y: f64 = Some(x).map(f).unwrap_or(0.5);
        y + (0..5).map(g).sum::<i32>() as f64
    }
}
