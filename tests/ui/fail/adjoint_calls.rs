use ad::prelude::*;
use std::collections::VecDeque;

macro_rules! summed {
    ($a:expr, $b:expr) => {
        $a + $b
    };
}

trait Area {
    fn area<N>(side: N) -> N;
}

impl Area for Foreign {
    fn area<N>(side: N) -> N {
        side
    }
}

struct Foreign;

impl Foreign {
    fn weigh<N>(&self, by: N) -> N {
        by
    }
}

fn pick<N>(a: &mut [N]) -> &mut [N] {
    a
}

#[exp(adjoint)]
fn not_of_this_function(x: &[f64]) -> f64 {
    let v = VecDeque::from_iter(x.to_vec());
    v[0]
}

#[exp(adjoint)]
fn taken(x: &[f64]) -> f64 {
    let mut v = (x[0], x[1]);
    let old = std::mem::take(&mut v);
    old.0 + v.1
}

#[exp(adjoint)]
fn forgotten(x: &[f64]) -> f64 {
    let v = x.to_vec();
    std::mem::forget(v);
    x[0]
}

#[exp(adjoint)]
fn macro_unknown(x: &[f64]) -> f64 {
    summed!(x[0], x[1])
}

#[exp(adjoint)]
fn by_value(x: &[f64]) -> f64 {
    x.iter().copied().map([f64::sqrt][0]).sum()
}

#[exp(adjoint)]
fn flat_by_name(x: &[f64]) -> f64 {
    x.iter().flat_map(std::iter::once).sum()
}

#[exp(adjoint)]
fn recursive(x: &mut f64, k: usize) {
    if k > 0 {
        use crate::recursive;
        recursive(x, k - 1);
    }
}

#[exp(adjoint)]
fn qualified(x: &[f64]) -> f64 {
    <Foreign as Area>::area(x[0])
}

#[exp(adjoint)]
fn handed(x: &[f64], k: usize) -> f64 {
    x[k] * x[0]
}

#[exp(adjoint)]
fn called_value(x: &[f64], k: usize) -> f64 {
    (if k > 0 { f64::sin } else { f64::cos })(x[0])
}

#[exp(adjoint)]
fn swapped_foreign(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let v = pick(&mut a);
    for w in v.iter_mut() {
        *w *= x[0];
    }
    a[0]
}

#[exp(adjoint)]
fn rotated(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.shrink_to(1);
    v[0]
}

#[exp(adjoint)]
fn iterator_value(x: &[f64]) -> f64 {
    let it = (x.iter().map(|v| v * v), 1);
    it.0.sum()
}

#[exp(adjoint)]
fn blend(a: &mut [f64], b: &[f64]) {
    a[0] *= b[0];
}

#[exp(adjoint)]
fn two_parts_of_a_list(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let (low, high) = a.split_at_mut(1);
    blend(low, high);
    a[0]
}

#[exp(adjoint)]
mod heaps {
    use std::collections::BinaryHeap;

    #[derive(PartialEq, PartialOrd)]
    pub struct Cost(f64);

    impl Eq for Cost {}
    impl Ord for Cost {
        fn cmp(&self, other: &Self) -> std::cmp::Ordering {
            self.0.total_cmp(&other.0)
        }
    }

    pub fn heap_as_a_whole(x: f64) -> f64 {
        let mut heap = BinaryHeap::new();
        heap.push(Cost(x));
        for cost in heap.drain() {
            return cost.0;
        }
        x
    }
}

fn main() {}
