//! Macros, of `std` and of the user, with numbers in their arguments.

use crate::behaviour::{Noisy, log, note};

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

macro_rules! maximum {
    ($x:expr) => { $x };
    ($x:expr, $($rest:expr),+) => {{ let (a, b) = ($x, maximum!($($rest),+)); if a > b { a } else { b } }};
}

macro_rules! let_number {
    ($name:ident = $value:expr) => {
        let $name = $value;
    };
}

macro_rules! repeat_twice {
    ($($body:tt)*) => {{ $($body)* }; { $($body)* };};
}

macro_rules! maker {
    ($name:ident, $Out:ident, |$x:ident| $body:expr) => {
        fn $name<$Out: Copy>($x: $Out) -> $Out {
            $body
        }
    };
}

macro_rules! logged {
    ($($x:expr),*) => { ($({ log(stringify!($x)); $x }),*) };
}

macro_rules! vec_of {
    ($($x:expr),* $(,)?) => { { let mut v = Vec::new(); $(v.push($x);)* v } };
}

same! {
    fn vec_in_all_forms(x: f64) -> f64 {
        let a = vec![x, 1.0, 2.0,];
        let b = vec![x; a.len()];
        let c: Vec<f64> = vec![];
        let d = vec![vec![0.5; 2]; 2];
        let e = std::vec![x, 0.25];
        a[0] * b[2] + c.len() as f64 - d[1][1] + e[1]
    }

    fn assertions_that_hold(x: f64) -> f64 {
        assert!(x == x || x.is_nan(), "never {}", note("never", 1));
        assert!(note("condition", true));
        assert_eq!(note("left", 3), note("right", 3));
        assert_ne!(1, 2, "message {}", note("message", 3));
        debug_assert!(x <= f64::INFINITY || x.is_nan());
        debug_assert_eq!([1, 2].len(), 2);
        debug_assert_ne!("a", "b");
        x
    }

    fn assertions_that_fail(x: f64) -> f64 {
        let k = 3;
        assert!(note("value", x) > 0.0, "not positive, {k} and {}", note("argument", k + 1));
        x.sqrt()
    }

    fn assertions_without_a_message(x: f64) -> f64 {
        let k = if x > 0.0 { 1 } else { 2 };
        assert_eq!(k, 1);
        x
    }

    fn assertions_on_text(x: f64) -> f64 {
        let name = if x > 0.0 { "a" } else { "b" };
        assert_eq!(name, "a", "the name is {name:?}");
        x
    }

    fn debug_assertions_that_fail(x: f64) -> f64 {
        debug_assert_ne!((x > 0.0) as u8, note("right", 1), "{}{}", 1, "b");
        x
    }

    fn panics_with_data(x: f64) -> f64 {
        let (a, width) = (5, 6);
        if x > 1.0 { panic!("large {a:>width$} {{}} {0}", note("argument", 7)); }
        if x < -1.0 { unreachable!("small {}", a * 2); }
        if x == 0.0 { todo!() }
        if x == 0.5 { unimplemented!("half") }
        if x.is_nan() { unreachable!() }
        x
    }

    fn braces_that_are_no_captures(x: f64) -> f64 {
        let y = x * 2.0;
        let s = format!("{{x}} {{{{y}}}} {{ {} }}", 3);
        log(s.as_str());
        if x > 1.0 { panic!("{{x}} is large, {{y}} {}", s.len()); }
        y
    }

    fn formatting_of_data(x: f64) -> f64 {
        let (n, name, list) = (42, "k", [1, 2]);
        let s = format!("{n} {name} {n:>6} {:?} {0} {list:?} {:+} {n:#b}", "a", -3);
        log(s);
        log(format!("{}", format_args!("{n}-{name}")));
        x
    }

    fn formatting_a_shadowed_name(x: f64) -> f64 {
        let y = x * 2.0;
        { let x = 3; log(format!("{x}")); let y = "text"; log(format!("{y} {x:?}")); }
        y
    }

    fn writing_into_strings(x: f64) -> f64 {
        use std::fmt::Write;
        let mut s = String::new();
        write!(s, "{}-{:03}", 1, 7).unwrap();
        writeln!(note("writer", &mut s), "{}", note("argument", "b")).unwrap();
        log(s.as_str());
        x * s.len() as f64
    }

    fn matches_with_numbers_and_guards(x: f64) -> f64 {
        let p = (x, 3, "a");
        let k = matches!(p, (y, 1..=3, "a") if y > 0.0) as u8 + 2 * matches!(Some(p.1), Some(3 | 4)) as u8 + 4 * matches!(x.partial_cmp(&1.0), None) as u8;
        k as f64
    }

    fn macros_about_the_source(x: f64) -> f64 {
        let name = concat!("a", 1, true);
        let text = stringify!(x + 1);
        let path = module_path!().len() - module_path!().len();
        x * (name.len() + text.len() + path) as f64 + cfg!(test) as u8 as f64 + (line!() > 0) as u8 as f64 + env!("CARGO_PKG_NAME").len() as f64
    }

    fn user_macros_with_numbers(x: f64) -> f64 {
        square!(x) + square!(note("twice", x)) - maximum!(x, x * x, x + x)
    }

    fn user_macros_that_bind(x: f64) -> f64 {
        let two = 2.0;
        let_number!(y = x * two);
        let a = y + x;
        a * y
    }

    fn user_macros_with_statements(x: f64) -> f64 {
        let mut y = x;
        repeat_twice! { y += x; log("step"); }
        y
    }

    fn user_macros_that_define(x: f64) -> f64 {
        maker!(same_again, T, |a| { log("same"); a });
        same_again(x) + same_again(same_again(x))
    }

    fn user_macros_that_log(x: f64) -> f64 {
        let (a, b) = logged!(x + x, x * x);
        let (k, j) = logged!(1 + 1, "text".len());
        a - b + (k * j) as f64
    }

    fn user_macros_that_build(x: f64) -> f64 {
        let one = 1.0;
        let v = vec_of![x, one, x * x,];
        v.iter().sum::<f64>() * vec_of![1, 2].len() as f64
    }

    fn user_macros_inside_the_body(x: f64) -> f64 {
        macro_rules! double { ($y:expr) => { $y + $y }; }
        macro_rules! index { ($v:ident, $i:expr) => { $v[$i] }; }
        let v = [x, x * x];
        double!(x) + double!(index!(v, note("i", 1)))
    }

    fn user_macros_with_blocks_and_flow(x: f64) -> f64 {
        macro_rules! bail { ($c:expr, $v:expr) => { if $c { log("bail"); return $v; } }; }
        let (y, one) = (x * x, 1.0);
        bail!(x > one, y);
        bail!(x < -one, x);
        y + x
    }

    fn macros_in_every_position(x: f64) -> f64 {
        macro_rules! id { ($t:tt) => { $t }; }
        macro_rules! unit { () => { () }; }
        macro_rules! pat { ($p:ident) => { Some($p) }; }
        let id!(y) = x;
        unit!();
        let k = [10, 20, 30][id!(1)];
        match Some(y) { pat!(z) if id!(true) => z * k as f64, _ => 0.0 }
    }

    fn literals_through_std_macros(x: f64) -> f64 {
        let v = vec![0.1, -0.5, 2.0 * 3.0, 1.0 / 3.0];
        assert!(0.1 + 0.2 != 0.3);
        assert_eq!(0.5 * 2.0, 1.0);
        v.iter().fold(x, |a, b| a * b - 0.1)
    }

    fn drops_around_macros(x: f64) -> f64 {
        assert_eq!(Noisy("left").value(1), Noisy("right").value(1), "{}", Noisy("unused").value(2));
        let v = vec![Noisy("a").value(x), Noisy("b").value(x * x)];
        assert!(Noisy("condition").value(true));
        v[0] + v[1]
    }

    fn drops_around_assertions_on_numbers(x: f64) -> f64 {
        assert_eq!(Noisy("left").value(x * 0.0 + 1.0).is_nan(), Noisy("right").value(x).is_infinite() || x.is_nan());
        assert_ne!(Noisy("left").value(2) as f64 * x, Noisy("right").value(5) as f64 * 1234.5);
        x
    }

    fn vec_with_a_computed_length(x: f64, y: f64) -> f64 {
        let v = vec![y; 1 + (x > 1.0) as usize + note("length", 1)];
        v.iter().fold(y, |a, b| a * b)
    }
}
