//! Operators and methods of foreign types beside numbers, whose order of evaluation is that of calls.

use crate::behaviour::{count, log, note};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::num::Wrapping;
use std::ops::{
    Add, AddAssign, BitOr, Deref, DerefMut, Index, IndexMut, Mul, MulAssign, Neg, Not, Shl, Sub, SubAssign,
};
use std::time::Duration;

/// Logs each of its operators. It is plain, and has a value.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub struct Loud(pub i64);

macro_rules! loud {
    ($($Op:ident $op:ident, $Assign:ident $assign:ident;)*) => {$(
        impl $Op for Loud {
            type Output = Loud;
            fn $op(self, other: Loud) -> Loud { log(stringify!($op)); Loud(self.0.$op(other.0)) }
        }
        impl $Assign for Loud {
            fn $assign(&mut self, other: Loud) { log(format!("{} to {}", stringify!($assign), self.0)); self.0.$assign(other.0); }
        }
    )*};
}

loud! { Add add, AddAssign add_assign; Sub sub, SubAssign sub_assign; Mul mul, MulAssign mul_assign; }

impl Neg for Loud {
    type Output = Loud;
    fn neg(self) -> Loud {
        log("neg");
        Loud(-self.0)
    }
}

impl Not for Loud {
    type Output = bool;
    fn not(self) -> bool {
        log("not");
        self.0 == 0
    }
}

impl Shl<&str> for Loud {
    type Output = Loud;
    fn shl(self, text: &str) -> Loud {
        log(text);
        self
    }
}

/// A container that logs each access.
#[derive(Debug)]
pub struct Shelf<T>(pub Vec<T>);

impl<T> Index<usize> for Shelf<T> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        log(format!("index {i}"));
        &self.0[i]
    }
}

impl<T> IndexMut<usize> for Shelf<T> {
    fn index_mut(&mut self, i: usize) -> &mut T {
        log(format!("index_mut {i}"));
        &mut self.0[i]
    }
}

/// A pointer that logs each dereference.
pub struct Handle<T>(pub T);

impl<T> Deref for Handle<T> {
    type Target = T;
    fn deref(&self) -> &T {
        log("deref");
        &self.0
    }
}

impl<T> DerefMut for Handle<T> {
    fn deref_mut(&mut self) -> &mut T {
        log("deref_mut");
        &mut self.0
    }
}

/// A sum over anything, as an assigning operator with another right side.
#[derive(Debug, Default)]
pub struct Bag(pub Vec<String>);

impl AddAssign<&str> for Bag {
    fn add_assign(&mut self, name: &str) {
        self.0.push(name.to_owned());
    }
}

impl AddAssign<usize> for Bag {
    fn add_assign(&mut self, k: usize) {
        self.0.push(k.to_string());
    }
}

impl<T> BitOr<T> for Bag {
    type Output = T;
    fn bitor(self, other: T) -> T {
        log("or");
        other
    }
}

pub fn name(i: usize) -> String {
    log(format!("name {i}"));
    format!("<{i}>")
}

same! {
    fn strings_are_added(x: f64) -> f64 {
        let mut text = String::from("a");
        text += "b";
        text += &format!("{}", text.len());
        let text = text + note("c", "c") + &note("d", name(1));
        log(text.clone());
        x * text.len() as f64
    }

    fn strings_of_unknown_origin(x: f64) -> f64 {
        let make = |k: usize| (0..k).map(|i| i.to_string()).collect::<Vec<_>>();
        let mut v = note("make", make(3));
        v[note("index", 1)] += note("right", "z");
        log(v.concat());
        x
    }

    fn overloaded_assignment_borrows_its_place_first(x: f64) -> f64 {
        let mut v = vec![Loud(1), Loud(2), Loud(3)];
        v[note("i", 0)] += note("right", Loud(10));
        v[note("j", 1)] *= { log("block"); Loud(count() as i64) };
        v[note("k", 2)] -= Loud(1) + note("right", Loud(2));
        x * (v[0].0 + 10 * v[1].0 + 100 * v[2].0) as f64
    }

    fn overloaded_assignment_by_a_moving_index(x: f64) -> f64 {
        let i = std::cell::Cell::new(0);
        let next = || { i.set(i.get() + 1); i.get() };
        let mut v = vec![Loud(0), Loud(1), Loud(2), Loud(3)];
        v[next()] += Loud(next() as i64 * 100);
        v[0] -= Loud(next() as i64);
        x * (v[0].0 + 3 * v[1].0 + 7 * v[2].0) as f64
    }

    fn overloaded_assignment_in_a_tuple(x: f64) -> f64 {
        let mut pairs = vec![(Loud(1), x), (Loud(2), 2.0)];
        pairs[note("i", 1)].0 += note("right", Loud(5));
        pairs[note("i", 0)].1 += note("right", x);
        pairs[0].1 * pairs[1].0.0 as f64
    }

    fn overloaded_operators_in_order(x: f64) -> f64 {
        let a = note("a", Loud(3)) + note("b", Loud(4)) * note("c", Loud(5)) - -note("d", Loud(6));
        let b = !(note("e", Loud(1)) - note("f", Loud(1)));
        let c = note("g", Loud(2)) << note("text", "shifted");
        if b && c > Loud(1) && c != a { x * a.0 as f64 } else { x }
    }

    fn logging_container_of_numbers(x: f64) -> f64 {
        let mut s = Shelf(vec![x, 2.0, 3.0]);
        s[0] = note("right", s[1]);
        let y = s[note("i", 2)] * s[0];
        y + s.0.len() as f64
    }

    fn logging_container_is_assigned_to(x: f64) -> f64 {
        let mut s = Shelf(vec![x, 2.0, 3.0]);
        s[note("index", 1)] += note("right", x);
        s[2] *= x * 2.0;
        s[0] -= s[1] + s[2];
        s[0]
    }

    fn logging_container_of_plain_data(x: f64) -> f64 {
        let mut s = Shelf(vec![1u32, 2, 3]);
        s[note("index", 1)] += note("right", 5);
        s[note("index", 0)] <<= 2;
        x * s[1] as f64
    }

    fn logging_pointer_to_a_string(x: f64) -> f64 {
        let mut h = Handle(String::from("a"));
        *h += note("right", "b");
        x * h.len() as f64
    }

    fn wrapping_integers(x: f64) -> f64 {
        let mut w = [Wrapping(250u8), Wrapping(3)];
        w[note("i", 0)] += note("right", Wrapping(10));
        w[1] *= w[0];
        w[0] -= -w[1];
        x * w[0].0 as f64 + (w[1] << 3).0 as f64
    }

    fn sets(x: f64) -> f64 {
        let a = BTreeSet::from([1, 2, 3]);
        let b = BTreeSet::from([2, 3, 4]);
        let c = &(&a | &b) - &(&a & &b);
        let d = &a ^ &b;
        x * c.len() as f64 + d.iter().sum::<i32>() as f64
    }

    fn maps_of_numbers(x: f64) -> f64 {
        let mut m = BTreeMap::new();
        m.insert(2, x);
        m.insert(note("key", 1), note("value", x * 2.0));
        *m.entry(3).or_insert(x) += note("right", x);
        *m.get_mut(&note("get", 1)).unwrap() *= note("right", 3.0);
        m.values().fold(0.0, |a, b| a * 2.0 + b) + m[&2]
    }

    fn maps_of_counts(x: f64) -> f64 {
        let mut m = HashMap::new();
        for c in "hello".chars() { *m.entry(c).or_insert(0) += 1; }
        let mut counts: Vec<_> = m.into_iter().collect();
        counts.sort();
        counts.iter().map(|(_, k)| *k as f64 * x).sum::<f64>()
    }

    fn deques(x: f64) -> f64 {
        let mut q = VecDeque::from([x, 1.0]);
        q[note("i", 1)] += note("right", x);
        q.push_front(note("front", x * 3.0));
        q.rotate_left(1);
        q[0] - q[1] * q[2]
    }

    fn deques_of_strings(x: f64) -> f64 {
        let mut q: VecDeque<String> = ["a", "b"].iter().map(|s| s.to_string()).collect();
        q[note("i", 1)] += &note("right", "zz".to_owned());
        log(format!("{q:?}"));
        x
    }

    fn paths_and_text(x: f64) -> f64 {
        let mut path = std::path::PathBuf::from("a");
        path.push("b");
        let text = path.join("c").display().to_string().replace('/', "+");
        log(text.as_str());
        let upper = text.to_uppercase() + &"-".repeat(3);
        x * upper.chars().filter(|c| *c == '+').count() as f64
    }

    fn user_types_with_names_of_std(x: f64) -> f64 {
        struct Counter { n: usize }
        impl Counter {
            fn len(&self) -> usize { log("len"); self.n }
            fn push(&mut self, k: usize) { log("push"); self.n += k; }
            fn sum(&self) -> usize { log("sum"); self.n * 2 }
            fn map(self, k: usize) -> Counter { log("map"); Counter { n: self.n * k } }
            fn max(&self, other: usize) -> usize { log("max"); self.n.max(other) + 100 }
            fn exp(&self) -> usize { log("exp"); 7 }
            fn powi(&self, k: u32) -> usize { log("powi"); self.n.pow(k) }
        }
        let mut c = Counter { n: 1 };
        c.push(note("two", 2));
        let k = c.len() + c.sum() + c.max(5) + c.exp() + c.powi(2);
        x * (k + c.map(3).n) as f64
    }

    fn user_types_generic_over_what_they_hold(x: f64) -> f64 {
        #[derive(Clone, Copy)]
        struct Wrap<T>(T);
        impl<T: Add<Output = T>> Add for Wrap<T> {
            type Output = Wrap<T>;
            fn add(self, other: Self) -> Self { log("add"); Wrap(self.0 + other.0) }
        }
        impl<T: AddAssign> AddAssign for Wrap<T> {
            fn add_assign(&mut self, other: Self) { log("add_assign"); self.0 += other.0; }
        }
        let mut a = Wrap(x) + Wrap(x * x);
        a += note("right", Wrap(x));
        let mut v = vec![a, Wrap(x)];
        v[1] += a;
        v[1].0
    }
}
