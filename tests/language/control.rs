//! Statements, control flow and patterns.

constructs! {
    fn let_with_pattern(x: f64) -> f64 {
        let (a, [b, c]) = (x, [x * x, 2.0]);
        a * b + c
    } as E at [0.5, -2.0];

    fn shadowing(x: f64) -> f64 {
        let x = x + 1.0;
        let x = x * x;
        x
    } as E at [0.5, -2.0];

    fn let_else(x: f64) -> f64 {
        let Some(y) = Some(x).filter(|x| *x > 0.0) else { return -x };
        y * y
    } as E at [0.5, -2.0];

    fn block_as_expression(x: f64) -> f64 {
        let y = { let z = x * x; z + 1.0 };
        y * { 3.0 }
    } as E at [0.5, -2.0];

    fn if_else_as_expression(x: f64) -> f64 {
        let y = if x > 0.0 { x } else if x > -1.0 { 0.0 } else { -x };
        y * y
    } as E at [0.5, -0.5, -2.0];

    fn while_loop(x: f64, n: u32 = 5) -> f64 {
        let mut n = n;
        let mut y = 1.0;
        while n > 0 {
            y *= x;
            n -= 1;
        }
        y
    } as E at [0.5, -2.0];

    fn while_let(x: f64) -> f64 {
        let mut stack = vec![x, 2.0 * x];
        let mut sum = 0.0;
        while let Some(top) = stack.pop() {
            sum += top * top;
        }
        sum
    } as E at [0.5, -2.0];

    fn labelled_break_with_value(x: f64) -> f64 {
        let mut i = 0;
        let y = 'outer: loop {
            for j in 0..3 {
                i += 1;
                if i + j > 6 { break 'outer x * 2.0; }
            }
        };
        y * i as f64
    } as E at [0.5, -2.0];

    fn labelled_block(x: f64) -> f64 {
        let y = 'done: {
            if x < 0.0 { break 'done 0.0; }
            x * x
        };
        y + 1.0
    } as E at [0.5, -2.0];

    fn continue_in_for(x: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..10 {
            if i % 3 == 0 { continue; }
            sum += x / i as f64;
        }
        sum
    } as E at [0.5, -2.0];

    fn if_let(x: f64) -> f64 {
        let points = [(x, 1), (2.0, 2)];
        if let Some((y, k)) = points.last() && *k == 2 { *y * x } else { 0.0 }
    } as E at [0.5, -2.0];

    fn match_with_guards(x: f64, k: i32 = 3) -> f64 {
        match k {
            0 => 1.0,
            k if k < 0 => 1.0 / x,
            1..=2 => x,
            3 | 4 => x * x,
            _ => -x,
        }
    } as E at [0.5, -2.0];

    fn match_on_a_comparison(x: f64) -> f64 {
        match x.partial_cmp(&1.0) {
            Some(std::cmp::Ordering::Less) => x * x,
            _ => 2.0 * x - 1.0,
        }
    } as E at [0.5, 2.0];

    fn slice_patterns(x: f64) -> f64 {
        let v = [x, 2.0, 3.0 * x];
        match v.as_slice() {
            [] => 0.0,
            [a] => *a,
            [a, .., b] => a * b,
        }
    } as E at [0.5, -2.0];

    fn slice_rest(x: f64) -> f64 {
        let v = vec![x, 2.0, x];
        let [first, rest @ ..] = &v[..] else { return 0.0 };
        first * rest.iter().sum::<f64>()
    } as E at [0.5, -2.0];

    fn early_return(x: f64) -> f64 {
        if x < 0.0 {
            return 0.0;
        }
        x.sqrt()
    } as E at [0.5, -2.0];

    fn question_mark_on_options(x: f64) -> f64 {
        let half = |x: f64| -> Option<f64> {
            let y = Some(x).filter(|x| *x > 0.0)?;
            Some(y / 2.0)
        };
        half(x).unwrap_or(0.0) + half(x * x).map_or(1.0, |y| y * 2.0)
    } as E at [0.5, -2.0];

    fn nested_closures_that_capture_mutably(x: f64) -> f64 {
        let mut total = 0.0;
        let mut add = |y: f64| {
            let mut twice = || total += y;
            twice();
            twice();
        };
        add(x);
        add(x * x);
        total
    } as E at [0.5, -2.0];

    fn closure_over_integers(x: f64) -> f64 {
        let half = |i| i / 2;
        let mut y = 1.0;
        for _ in 0..half(7) {
            y = y * x;
        }
        y
    } as E at [0.5, -2.0];

    fn references_to_locals(x: f64) -> f64 {
        let mut y = x;
        let r = &mut y;
        *r *= 2.0;
        *r += 1.0;
        let s = &y;
        s * *s
    } as E at [0.5, -2.0];

    fn swap(x: f64) -> f64 {
        let (mut a, mut b) = (x, 2.0);
        std::mem::swap(&mut a, &mut b);
        let c = std::mem::replace(&mut b, a);
        a / b + c * c
    } as E at [0.5, -2.0];

    fn assertions(x: f64) -> f64 {
        assert!(x > -100.0, "too small in {}", "this test");
        debug_assert!(!(x > 100.0));
        assert_eq!(1 + 1, 2);
        assert_ne!(x, 77.0);
        if matches!(Some(x), Some(y) if y > 0.0) { x } else { x * x }
    } as E at [0.5, -2.0];

    fn attributes_on_statements(x: f64) -> f64 {
        #[allow(unused_mut)]
        let mut y = x;
        #[cfg(any())]
        let y = "never compiled";
        #[cfg(all())]
        let y = y * 2.0;
        y
    } as E at [0.5, -2.0];

    fn nested_items(x: f64) -> f64 {
        const STEPS: usize = 3;
        #[derive(Clone, Copy)]
        enum Direction { Up, Down }
        fn flip(d: Direction) -> Direction {
            match d { Direction::Up => Direction::Down, Direction::Down => Direction::Up }
        }
        let mut d = Direction::Up;
        let mut y = x;
        for _ in 0..STEPS {
            y = match d { Direction::Up => y * x, Direction::Down => y + 1.0 };
            d = flip(d);
        }
        y
    } as E at [0.5, -2.0];

    fn elements_updated_by_elements(x: f64) -> f64 {
        let mut a = vec![x, 2.0, x * x, 0.5];
        let mut m = vec![a.clone(), vec![1.0, x, 3.0, 4.0]];
        for i in 1..a.len() {
            a[i] += a[i - 1];
            m[1][i] -= 0.5 * m[0][i] * a[i];
        }
        let last = a.len() - 1;
        (0..last).for_each(|i| a[i] *= a[last] + m[1][last]);
        *a.last_mut().unwrap() /= 3.0 + a[0] * a[0];
        a[0] + a[last]
    } as E at [0.5, -2.0];

    fn right_sides_come_first(x: f64) -> f64 {
        let mut i = 0;
        let mut a = [x, 2.0 * x];
        a[i] += { i = 1; x * x };
        a[0] - 3.0 * a[1]
    } as E at [0.5, -2.0];
}
