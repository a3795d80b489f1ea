//! Control flow.

use crate::behaviour::{count, log, note};
use crate::literals::LIMIT;
use std::ops::ControlFlow;

same! {
    fn else_if_chain(x: f64) -> f64 {
        if x < -1.0 { -x } else if x < 0.0 { log("small"); x * x } else if x == 0.0 { x } else { x.sqrt() }
    }

    fn if_without_else(x: f64) -> f64 {
        let mut y = x;
        if x > 0.0 { y = 2.0; }
        if let Some(z) = Some(y) { y = z + 1.0; }
        y
    }

    fn if_as_operand(x: f64) -> f64 {
        1.0 + if x > 0.0 { x } else { 2.0 } * 3.0 - (if x.is_nan() { 0.5 } else { 1.5 })
    }

    fn literals_in_branches(x: f64) -> f64 {
        let y = if x > 1.0 { 1.0 } else { 2.0 };
        let z = match () { () if x > 0.0 => 0.1, () => 0.2 };
        y * z
    }

    fn labelled_loops_with_values(x: f64) -> f64 {
        let mut k = 0;
        let found = 'search: loop {
            loop {
                k += 1;
                if k % 7 == 0 { break 'search x * k as f64; }
                if k % 3 == 0 { break; }
            }
            if k > 100 { break 0.0; }
        };
        found + k as f64
    }

    fn labelled_blocks(x: f64) -> f64 {
        let y = 'outer: {
            let z = 'inner: {
                if x > 1.0 { break 'outer 10.0; }
                if x > 0.0 { break 'inner x; }
                x * 2.0
            };
            z + 1.0
        };
        y
    }

    fn break_inside_a_closure_does_not_leave(x: f64) -> f64 {
        let mut y = 0.0;
        let r = loop {
            let f = |a: f64| loop { if a > 1.0 { break a; } else { break 1.0; } };
            y += f(x);
            if y > 3.0 || !(y < 3.0) { break y * 2.0; }
        };
        r + y
    }

    fn break_value_after_a_closure_with_a_loop(x: f64) -> f64 {
        let y = 'a: loop {
            let f = |k: usize| { let mut k = k; while k > 3 { k -= 1; if k == 5 { break; } } k };
            if f(9) == 5 { break 'a 0.5; }
            break x;
        };
        y * x
    }

    fn constants_broken_out_after_a_closure(x: f64) -> f64 {
        let y = loop {
            let f = |a: f64| { for i in 0..3 { if i == 1 { break; } } a * 0.5 };
            if f(x) > 1.0 { break f(x); }
            break LIMIT;
        };
        let z = 'a: {
            let f = |k: i32| 'b: { if k > 2 { break 'b 1; } k };
            if f(3) == 2 { break 'a LIMIT; }
            break 'a x;
        };
        y as f64 * z as f64
    }

    fn loops_with_labels_shadowed(x: f64) -> f64 {
        let mut sum = 0.0;
        'a: for i in 0..3 {
            sum += 'b: { if i == 1 { break 'b 1.0; } x };
            let mut j = 0;
            'c: while j < 5 {
                j += 1;
                if j == 2 { continue 'c; }
                if j == 4 { continue 'a; }
                sum *= 2.0;
            }
        }
        sum
    }

    fn loop_never_entered(x: f64) -> f64 {
        let mut y = x;
        for _ in 0..0 { y += 1.0; }
        for _ in (1..1).rev() { y += 1.0; }
        while false { y *= 2.0; }
        y
    }

    fn infinite_until_a_count(x: f64) -> f64 {
        let mut y = x;
        let mut n = 0;
        loop {
            y = y * 0.5 + 1.0;
            n += 1;
            if n >= 20 { break; }
            if y == 2.0 { continue; }
        }
        y
    }

    fn let_else_diverges_in_each_way(x: f64) -> f64 {
        let mut sum = 0.0;
        for k in [Some(1), None, Some(3), Some(5)] {
            let Some(k) = k else { log("none"); continue };
            let 1..=3 = k else { log("large"); break };
            sum += x * k as f64;
        }
        let (Ok(y) | Err(y)) = (if x > 0.0 { Ok(x) } else { Err(2.0) });
        let Some(z) = (if sum > 0.0 { Some(sum) } else { None }) else { return y };
        y + z
    }

    fn chains_of_let(x: f64, y: f64) -> f64 {
        let a = Some(x);
        let b: Result<f64, ()> = Ok(y);
        if let Some(a) = a && a > 0.0 && let Ok(b) = b && let c = a * b && c < 100.0 { c }
        else if let Ok(b) = b && b < 0.0 { b }
        else { 7.0 }
    }

    fn chains_in_while(x: f64) -> f64 {
        let mut v = vec![1, 2, 3, 4];
        let mut y = x;
        while let Some(k) = v.pop() && k > 1 && y != 0.0 { y *= k as f64; }
        y + v.len() as f64
    }

    fn nested_matches(x: f64, y: f64) -> f64 {
        match (x > 0.0, y > 0.0) {
            (true, true) => match x > y { true => x, false => y },
            (true, false) | (false, true) => match x + y { s if s > 0.0 => s, s => -s },
            _ => 0.0,
        }
    }

    fn match_returns_and_breaks(x: f64) -> f64 {
        let mut total = 0.0;
        for k in 0.. {
            let step = match k {
                0 => continue,
                1 => x,
                2 => { log("two"); 2.0 }
                3 if x < 0.0 => return total,
                3 => 3.0,
                _ => break,
            };
            total += step;
        }
        total
    }

    fn never_typed_operands(x: f64) -> f64 {
        let f = |c: bool| -> f64 { let y = x + if c { return 9.0 } else { 1.0 }; y * 2.0 };
        f(true) - f(false)
    }

    fn early_returns_in_nested_blocks(x: f64) -> f64 {
        { { if x > 2.0 { return 2.0; } } if x < -1.0 { return -1.0; } }
        unsafe_free(x)
    }

    fn comparisons_decide(x: f64, y: f64) -> f64 {
        let a = (x < y) as usize + (x <= y) as usize + (x > y) as usize + (x >= y) as usize;
        let b = (x == y) as i32 - (x != y) as i32;
        let c = x.partial_cmp(&y).map_or(5, |o| o as i32);
        a as f64 + 10.0 * b as f64 + 100.0 * c as f64
    }

    fn comparisons_with_literals_on_either_side(x: f64) -> f64 {
        let mut k = 0;
        if 0.0 < x { k += 1; }
        if x >= -1.5 { k += 2; }
        if -0.0 == x { k += 4; }
        if f64::INFINITY > x { k += 8; }
        if !(x <= 1e300) { k += 16; }
        if (1.0..2.0).contains(&x) { k += 32; }
        if (..=3.7).contains(&x) { k += 64; }
        k as f64
    }

    fn control_flow_values(x: f64) -> f64 {
        let r = [1, 2, 3, 4].iter().try_fold(x, |a, k| {
            log("step");
            if *k == 3 { ControlFlow::Break(a) } else { ControlFlow::Continue(a + *k as f64) }
        });
        match r { ControlFlow::Break(a) => a * 2.0, ControlFlow::Continue(a) => a }
    }

    fn results_with_question_marks(x: f64) -> f64 {
        let parse = |s: &str| -> Result<f64, std::num::ParseIntError> { let k: i32 = s.parse()?; Ok(x * k as f64) };
        parse("12").unwrap_or(0.0) + parse("a").unwrap_or(3.0) + parse("").map_err(|e| e.to_string().len()).unwrap_or_else(|k| k as f64)
    }

    fn question_marks_in_a_row(x: f64) -> f64 {
        let v = vec![Some(vec![Some(x)]), None];
        let get = |i: usize, j: usize| -> Option<f64> { Some(*v.get(i)?.as_ref()?.get(j)?.as_ref()? + 1.0) };
        get(0, 0).unwrap_or(0.5) + get(1, 0).unwrap_or(0.25) + get(0, 5).unwrap_or(0.125) + get(9, 9).unwrap_or_default()
    }

    fn recursion_by_a_local_function(x: f64) -> f64 {
        fn depth(n: u32) -> u32 { if n == 0 { 0 } else { 1 + depth(n / 2) } }
        let mut y = x;
        for _ in 0..depth(20) { y = y * 0.5 + 1.0; }
        y
    }

    fn blocks_as_operands(x: f64) -> f64 {
        let y = { let a = x; a + 1.0 } * { log("second"); 2.0 } + { x };
        ({ y }) - { { { 1.0 } } }
    }

    fn unit_blocks(x: f64) -> f64 {
        let a = { let _ = x; };
        let () = a;
        {};
        { log("statement") };
        x
    }

    fn constant_blocks(x: f64) -> f64 {
        let k = const { 3 + 4 };
        x * k as f64
    }

    fn effects_count(x: f64) -> f64 {
        for _ in 0..3 { log("round"); }
        if count() == 4 { x } else { 0.0 }
    }

    fn constants_returned_from_closures(x: f64) -> f64 {
        let f = |a: f64| { if a > 1.0 { return a; } LIMIT };
        let g = |a: f64| { if a > 1.0 { return LIMIT; } a };
        f(x) as f64 - g(x) as f64
    }

    fn constants_broken_out_of_blocks(x: f64) -> f64 {
        let y = 'a: { if x > 0.0 { break 'a LIMIT; } x };
        let z = 'b: { if x > 0.0 { break 'b x; } LIMIT };
        y as f64 * z as f64
    }

    fn each_break_leaves_its_own_loop(x: f64) -> f64 {
        let n = 'o: loop {
            let y = loop { if x > 0.0 { break x; } break LIMIT; };
            let k = loop { if y > 2.0 { break 'o 7; } break 5; };
            if k / 2 == 2 { break k / 2; }
        };
        (n / 2) as f64 * x
    }

    fn question_marks_give_numbers(x: f64) -> f64 {
        let f = |o: Option<f64>| -> Option<f64> { let y = o?; let k = Some(3)?; Some(y as f64 * LIMIT.max(y) + (k / 2) as f64) };
        f(Some(x)).unwrap_or(0.5) + f(None).unwrap_or(0.25)
    }
}

fn unsafe_free<T>(x: T) -> T {
    log("free");
    x
}
