//! Traits on `f64`, on containers and on everything; generic helpers; const generics.

use crate::behaviour::{log, note};
use crate::literals::{HALF, LIMIT};
use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

/// A trait on plain floats, whose methods are called like functions that others have.
pub trait Lorentz {
    fn gamma(self) -> f64;
    fn erf(&self) -> f64;
    fn digamma(self, k: i32) -> f64;
    fn describe(&self) -> String;
}

impl Lorentz for f64 {
    fn gamma(self) -> f64 {
        log("Lorentz");
        1.0 / (1.0 - self * self).sqrt()
    }
    fn erf(&self) -> f64 {
        log("error");
        self * 0.5
    }
    fn digamma(self, k: i32) -> f64 {
        log("letter");
        self - k as f64
    }
    fn describe(&self) -> String {
        format!("<{self}>")
    }
}

/// A trait on everything that can be added.
pub trait Twice: Sized {
    fn twice(self) -> Self;
    fn thrice(&self) -> Self
    where
        Self: Copy + Add<Output = Self>;
    const TIMES: usize = 2;
}

impl<T: Copy + Add<Output = T>> Twice for T {
    fn twice(self) -> T {
        log("twice");
        self + self
    }
    fn thrice(&self) -> T {
        *self + *self + *self
    }
}

/// A trait on containers.
pub trait Statistics<T> {
    fn total(&self) -> T;
    fn spread(&self) -> T;
    fn size(&self) -> usize;
}

impl<T: Copy + Add<Output = T> + Sub<Output = T>> Statistics<T> for [T] {
    fn total(&self) -> T {
        log("total");
        self[1..].iter().fold(self[0], |a, b| a + *b)
    }
    fn spread(&self) -> T {
        self[self.len() - 1] - self[0]
    }
    fn size(&self) -> usize {
        self.len()
    }
}

/// A trait with methods that the macro takes for `std`'s.
pub trait Odd {
    fn len(&self) -> &'static str;
    fn take(&self, k: usize) -> usize;
    fn first(&self) -> usize;
    fn position(&self) -> &'static str;
}

impl Odd for (u8, u8) {
    fn len(&self) -> &'static str {
        "length"
    }
    fn take(&self, k: usize) -> usize {
        log("take");
        k / 2 + self.0 as usize
    }
    fn first(&self) -> usize {
        self.0 as usize
    }
    fn position(&self) -> &'static str {
        "here"
    }
}

pub trait Shape {
    fn area(&self, scale: u32) -> u32;
    fn name(&self) -> String {
        "shape".to_owned()
    }
}
pub struct Square(pub u32);
pub struct Disk;
impl Shape for Square {
    fn area(&self, scale: u32) -> u32 {
        self.0 * self.0 * scale
    }
}
impl Shape for Disk {
    fn area(&self, scale: u32) -> u32 {
        3 * scale
    }
    fn name(&self) -> String {
        "disk".into()
    }
}

fn sum_of<T: Copy + Add<Output = T>, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    log(format!("sum of {N}"));
    std::array::from_fn(|i| a[i] + b[i])
}

fn polynomial<T: Copy + Add<Output = T> + Mul<Output = T>>(coefficients: &[T], x: T) -> T {
    coefficients.iter().rev().copied().reduce(|y, c| y * x + c).unwrap()
}

fn choose<T>(first: bool, a: T, b: T) -> T {
    if first { a } else { b }
}
fn pair<A, B>(a: A, b: B) -> (B, A) {
    log("pair");
    (b, a)
}
fn shown<T: Debug>(value: T) -> usize {
    let text = format!("{value:?}");
    log(text.as_str());
    text.len()
}
fn largest<T: PartialOrd + Copy>(v: &[T]) -> T {
    v.iter().copied().fold(v[0], |a, b| if b > a { b } else { a })
}
fn plain_mean(v: &[f64]) -> f64 {
    log("mean");
    v.iter().sum::<f64>() / v.len() as f64
}
fn plain_pair(a: f64, b: f64) -> (f64, f64) {
    (b, a)
}
fn steps(rate: f64) -> usize {
    log("steps");
    (rate * 10.0) as usize
}

same! {
    fn traits_on_plain_floats(x: f64) -> f64 {
        let a = HALF.gamma();
        let b = HALF.erf() + LIMIT.digamma(2);
        x * a + b * x - LIMIT.describe().len() as f64
    }

    fn traits_on_everything(x: f64) -> f64 {
        x.twice() + x.thrice() - 3.twice() as f64 + "a".len().twice() as f64 + (x * x).twice().twice()
    }

    fn traits_on_everything_by_path(x: f64) -> f64 {
        Twice::twice(x) + <f64 as Twice>::TIMES as f64 + Twice::thrice(&x)
    }

    fn traits_on_containers(x: f64) -> f64 {
        let v = [x, 1.0, x * x];
        v.total() - v.spread() * v.size() as f64 + [1, 2, 3].total() as f64 + vec![x, 2.0].spread()
    }

    fn traits_with_names_of_std(x: f64) -> f64 {
        let p = (4u8, 2u8);
        let k = p.take(note("seven", 7)) + p.first() / 2;
        x * k as f64 + p.len().len() as f64 + p.position().len() as f64
    }

    fn trait_objects(x: f64) -> f64 {
        let shapes: [&dyn Shape; 2] = [&Square(2), &Disk];
        let names: String = shapes.iter().map(|s| s.name()).collect();
        log(names.as_str());
        shapes.iter().map(|s| s.area(2) as f64 * x).sum::<f64>() + names.len() as f64
    }

    fn static_dispatch(x: f64) -> f64 {
        fn total<S: Shape>(shapes: &[S]) -> u32 { shapes.iter().map(|s| s.area(1)).sum() }
        fn opaque(k: u32) -> impl Shape { Square(k) }
        x * (total(&[Square(1), Square(2)]) + opaque(3).area(1)) as f64
    }

    fn generic_helpers(x: f64) -> f64 {
        let (a, b) = pair(x, 3);
        let c = choose(x > 0.0, x, b * 2.0);
        let d = choose(false, 1, 2);
        let e = choose(true, "yes", "no");
        polynomial(&[c, b, x], x) + (a / 2) as f64 * d as f64 + e.len() as f64
    }

    fn const_generics(x: f64) -> f64 {
        let [a, b] = sum_of([x, 1.0], [2.0, x]);
        let c = sum_of::<_, 3>([1, 2, 3], [4, 5, 6]);
        let d = sum_of([x; 1], [x]);
        a * b - d[0] + c[2] as f64
    }

    fn helpers_that_compare(x: f64) -> f64 {
        largest(&[x, 1.0, x * x]) + largest(&[3, 1]) as f64 + largest(&["a", "b"]).len() as f64
    }

    fn helpers_on_plain_data(x: f64) -> f64 {
        let mean = plain_mean(&[0.1, 0.2, 0.4]);
        let (a, b) = plain_pair(0.25, 0.5);
        let n = steps(0.35);
        let mut y = x;
        for _ in 0..n { y = y * mean + a; }
        y - b
    }

    fn helpers_that_print_data(x: f64) -> f64 {
        let k = shown(Some(3)) + shown("a") + shown([1u8, 2]) + shown(HALF) + shown((LIMIT, 'c'));
        x * k as f64
    }

    fn associated_constants_and_types(x: f64) -> f64 {
        trait Order { const ORDER: usize; type Index: Into<u64>; fn at(i: Self::Index) -> u64 { i.into() } }
        struct Euler;
        impl Order for Euler { const ORDER: usize = 2; type Index = u32; }
        x * (Euler::ORDER as u64 + Euler::at(5) / 2) as f64 + <Euler as Order>::ORDER as f64
    }

    fn operators_required_by_bounds(x: f64) -> f64 {
        fn alternate<T>(a: T, b: T) -> T where T: Copy + Neg<Output = T> + Sub<Output = T> { -(a - b) - a }
        alternate(x, 2.0 * x) + alternate(3, 5) as f64
    }

    fn higher_ranked_helpers(x: f64) -> f64 {
        fn on_slices<T, R>(v: Vec<T>, f: impl for<'a> Fn(&'a [T]) -> &'a [T], g: impl FnOnce(&[T]) -> R) -> R { log("slices"); g(f(&v)) }
        on_slices(vec![x, 1.0, 2.0], |s| &s[1..], |s| s[0] * 2.0) * on_slices(vec![1, 2], |s| s, |s| s.len()) as f64
    }

    fn methods_in_local_traits(x: f64) -> f64 {
        trait Half { fn half(&self) -> Self; }
        impl Half for i32 { fn half(&self) -> i32 { log("half"); self / 2 } }
        impl<T: Half> Half for Option<T> { fn half(&self) -> Self { self.as_ref().map(T::half) } }
        x * (7.half() + Some(9).half().unwrap()) as f64
    }

    fn turbofish_everywhere(x: f64) -> f64 {
        let v = Vec::<f64>::from([x, 1.0]);
        let o = Option::<f64>::Some(x);
        let d = <Vec<f64>>::new();
        let w = v.iter().copied().collect::<Vec<f64>>();
        let k = "7".parse::<u32>().unwrap() + u32::from_str_radix("11", 2).unwrap() + Vec::<u8>::with_capacity(3).len() as u32;
        w.iter().sum::<f64>() + o.unwrap() * d.len() as f64 + k as f64 + Iterator::sum::<f64>(v.iter()) + choose::<f64>(true, x, x)
    }
}
