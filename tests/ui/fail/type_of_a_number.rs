use ad::prelude::*;
use std::any::{Any, TypeId, type_name, type_name_of_val};
use std::mem;

#[exp]
fn sizes(x: f64) -> f64 {
    let bytes = size_of::<f64>() + mem::size_of::<[f64; 2]>() + size_of_val(&x) + std::mem::align_of_val(&[x]);
    x * (bytes + size_of::<u32>() + size_of_val(&3)) as f64
}

#[exp]
fn aligned(x: f64) -> f64 {
    let align: fn() -> usize = align_of::<Option<f64>>;
    x * align() as f64
}

#[exp]
fn names(x: f64) -> f64 {
    x * (type_name::<f64>().len() + type_name_of_val(&x).len()) as f64
}

#[exp]
fn identities(x: f64) -> f64 {
    if TypeId::of::<f64>() == TypeId::of::<u32>() { x } else { -x }
}

#[exp]
fn downcast(x: f64) -> f64 {
    let any: &dyn Any = &x;
    let other = (&x as &dyn Any).is::<f64>();
    if any.is::<f64>() == other { x } else { -x }
}

fn main() {}
