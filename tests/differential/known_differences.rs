//! What is known to be different still, each with the reason. A test fails as soon as its function means the same: then
//! the function belongs into the file of its theme.

use crate::foreign::{Bag, Handle, name};
use crate::trace::{Noisy, log, note};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::AddAssign;
use std::time::Duration;

#[ad::exp]
#[derive(Clone, Copy, Debug)]
pub struct Height {
    pub metres: f64,
}

#[ad::exp]
impl AddAssign for Height {
    fn add_assign(&mut self, other: Self) {
        log("add_assign");
        self.metres += other.metres;
    }
}

/// Declares functions that differ from their plain twins at some point.
macro_rules! different {
    ($($reason:literal $(#[$meta:meta])* fn $name:ident($($x:ident: f64),+) -> $R:ty { $($body:tt)* })*) => {$(
        mod $name {
            use super::*;
            use crate::trace::{Trace, points};
            use ad::{exp, Exp as _};

            mod plain {
                use super::super::*;
                $(#[$meta])*
                pub(super) fn $name($($x: f64),+) -> $R { $($body)* }
            }

            #[exp(name = E__)]
            $(#[$meta])*
            fn $name($($x: f64),+) -> $R { $($body)* }

            #[test]
            fn is_different_still() {
                let differs = |[$($x),+]: [f64; _]| {
                    let plain = Trace::of(|| plain::$name($($x),+));
                    Trace::of(|| $name($($x),+)) != plain || Trace::of(|| E__.eval(ad::F64, ($($x),+))) != plain
                };
                assert!(points().any(differs), "it means the same now, and is to be moved; it differed because {}", $reason);
            }
        }
    )*};
}

different! {
    "`+=` on another type than a number evaluates its place first, and is reordered as if it were on a number"
    fn different_right_sides(x: f64) -> f64 {
        let mut bags = vec![Bag::default(), Bag::default()];
        bags[note("i", 1)] += note("name", "one");
        bags[note("i", 1)] += note("number", 2usize);
        bags[0] += "literal";
        log(format!("{bags:?}"));
        Bag::default() | x
    }

    "`+=` on another type than a number evaluates its place first, and is reordered as if it were on a number"
    fn durations(x: f64) -> f64 {
        let mut d = vec![Duration::from_secs(1), Duration::from_millis(20)];
        d[note("i", 1)] += note("right", Duration::from_secs(2));
        d[0] *= 3;
        let sum: Duration = d.iter().sum();
        x * sum.as_secs() as f64
    }

    "`+=` on another type than a number evaluates its place first, and is reordered as if it were on a number"
    fn maps_of_strings(x: f64) -> f64 {
        let mut m: HashMap<&str, String> = HashMap::new();
        *m.entry(note("key", "a")).or_default() += note("right", "x");
        *m.get_mut("a").unwrap() += note("again", "yz");
        x * m["a"].len() as f64
    }

    "`+=` on another type than a number evaluates its place first, and is reordered as if it were on a number"
    fn user_types_over_numbers_in_a_vec(x: f64) -> f64 {
        struct Wrap<T>(T);
        impl<T: AddAssign> AddAssign<T> for Wrap<T> {
            fn add_assign(&mut self, other: T) { log("add_assign"); self.0 += other; }
        }
        let i = std::cell::Cell::new(0);
        let next = || { i.set(i.get() + 1); i.get() };
        let mut v = vec![Wrap(x), Wrap(x * 2.0), Wrap(x * 3.0)];
        v[next()] += x * next() as f64;
        v[0].0 + v[1].0 + v[2].0
    }

    "the place of a `+=` that is reached by an overloaded `*` is evaluated before the right side"
    fn logging_pointer(x: f64) -> f64 {
        let mut h = Handle(vec![x, 2.0]);
        h[note("i", 0)] += note("right", x);
        h.push(x);
        let y = h[1] + h.iter().sum::<f64>();
        let mut n = Handle(x);
        *n += note("right", 1.0);
        *n * y
    }

    "`+=` on another type than a number evaluates its place first, and is reordered as if it were on a number"
    fn records_are_assigned_to(x: f64) -> f64 {
        let i = std::cell::Cell::new(0);
        let next = || { i.set(i.get() + 1); i.get() };
        let mut v = vec![Height { metres: x }, Height { metres: 1.0 }, Height { metres: 2.0 }];
        v[next()] += Height { metres: next() as f64 };
        v[0].metres + v[1].metres * 10.0 + v[2].metres * 100.0
    }
}
