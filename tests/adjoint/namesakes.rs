//! A user's methods that have the names of methods of the standard library. They change numbers, or have another result.

use ad::prelude::*;

#[exp(adjoint)]
mod names {
    #[derive(Clone)]
    pub(super) struct P {
        v: f64,
    }
    impl P {
        fn new(v: f64) -> P {
            P { v }
        }
        fn set(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn replace(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn insert(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn advance(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn reserve(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn push(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn swap(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn fill(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn extend(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn retain(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn update(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn step_by(&mut self, x: f64) {
            self.v = self.v * x + x * x;
        }
        fn clear(&mut self) {
            self.v *= self.v;
        }
        fn shrink_to_fit(&mut self) {
            self.v *= self.v;
        }
        fn sort(&mut self) {
            self.v *= self.v;
        }
        fn map(&self, x: f64) -> f64 {
            self.v * x
        }
        fn add(&self, x: f64) -> f64 {
            self.v * x
        }
        fn max(&self, x: f64) -> f64 {
            self.v * x
        }
        fn at(&self, x: f64) -> f64 {
            self.v * x
        }
        fn get(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn take(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn skip(&mut self, x: f64) -> f64 {
            self.v *= x;
            self.v * x
        }
        fn len(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn first(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn sum(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn next(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn iter(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn unwrap(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn sin(&mut self) -> f64 {
            self.v *= 2.0;
            self.v * self.v
        }
        fn contains(&mut self, x: f64) -> bool {
            self.v *= x;
            true
        }
        fn capacity(&mut self) -> usize {
            self.v *= 2.0;
            3
        }
        fn is_sorted(&mut self) -> bool {
            self.v *= 3.0;
            true
        }
        fn err(&mut self) -> usize {
            self.v *= 2.0;
            1
        }
        fn size_hint(&mut self) -> usize {
            self.v *= 2.0;
            2
        }
        fn is_empty(&mut self) -> bool {
            self.v *= 2.0;
            true
        }
    }
    pub(super) fn of_set(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.set(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_replace(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.replace(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_insert(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.insert(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_advance(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.advance(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_reserve(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.reserve(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_push(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.push(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_swap(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.swap(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_fill(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.fill(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_extend(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.extend(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_retain(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.retain(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_update(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.update(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_step_by(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.step_by(x[0]);
        p.v * x[1]
    }
    pub(super) fn of_clear(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.clear();
        p.v * x[1]
    }
    pub(super) fn of_shrink_to_fit(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.shrink_to_fit();
        p.v * x[1]
    }
    pub(super) fn of_sort(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.sort();
        p.v * x[1]
    }
    pub(super) fn of_map(x: &[f64]) -> f64 {
        let p = P::new(x[1] * x[0]);
        p.map(x[0]) * x[1]
    }
    pub(super) fn of_add(x: &[f64]) -> f64 {
        let p = P::new(x[1] * x[0]);
        p.add(x[0]) * x[1]
    }
    pub(super) fn of_max(x: &[f64]) -> f64 {
        let p = P::new(x[1] * x[0]);
        p.max(x[0]) * x[1]
    }
    pub(super) fn of_at(x: &[f64]) -> f64 {
        let p = P::new(x[1] * x[0]);
        p.at(x[0]) * x[1]
    }
    pub(super) fn of_get(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.get() * p.v * x[1]
    }
    pub(super) fn of_take(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.take() * p.v * x[1]
    }
    pub(super) fn of_skip(x: &[f64]) -> f64 {
        let mut both = [P::new(x[0]), P::new(x[1])];
        let t = both[1].skip(x[0]);
        both[0].v * both[1].v * t
    }
    pub(super) fn of_len(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.len() * p.v * x[1]
    }
    pub(super) fn of_first(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.first() * p.v * x[1]
    }
    pub(super) fn of_sum(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.sum() * p.v * x[1]
    }
    pub(super) fn of_next(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.next() * p.v * x[1]
    }
    pub(super) fn of_iter(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.iter() * p.v * x[1]
    }
    pub(super) fn of_unwrap(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.unwrap() * p.v * x[1]
    }
    pub(super) fn of_sin(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        p.sin() * p.v * x[1]
    }
    pub(super) fn of_contains(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        if p.contains(x[0]) { p.v * x[0] } else { x[1] }
    }
    pub(super) fn of_capacity(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        let n = p.capacity();
        p.v * x[0] * n as f64
    }
    pub(super) fn of_is_sorted(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        if p.is_sorted() { p.v * x[0] } else { x[1] }
    }
    pub(super) fn of_err(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        let n = p.err();
        p.v * x[0] * n as f64
    }
    pub(super) fn of_size_hint(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        let n = p.size_hint();
        p.v * x[0] * n as f64
    }
    pub(super) fn of_is_empty(x: &[f64]) -> f64 {
        let mut p = P::new(x[1] * x[0]);
        if p.is_empty() { p.v * x[0] } else { x[1] }
    }
    /// A literal whose fields are empty at first.
    struct Slot {
        content: Option<f64>,
        count: usize,
    }
    impl Slot {
        fn set(&mut self, x: f64) {
            self.content = Some(x * x);
            self.count += 1;
        }
        fn take(&mut self) -> f64 {
            let x = self.content.unwrap_or(2.0);
            self.content = None;
            x
        }
    }
    pub(super) fn of_a_literal(x: &[f64]) -> f64 {
        let mut slot = Slot { content: None, count: 0 };
        slot.set(x[0]);
        let product = slot.take() * slot.take();
        slot.set(product * x[1]);
        slot.take() * product * slot.count as f64
    }
}

checks! {
    set: names::OfSet, vec![1.5, -0.7];
    replace: names::OfReplace, vec![1.5, -0.7];
    insert: names::OfInsert, vec![1.5, -0.7];
    advance: names::OfAdvance, vec![1.5, -0.7];
    reserve: names::OfReserve, vec![1.5, -0.7];
    push: names::OfPush, vec![1.5, -0.7];
    swap: names::OfSwap, vec![1.5, -0.7];
    fill: names::OfFill, vec![1.5, -0.7];
    extend: names::OfExtend, vec![1.5, -0.7];
    retain: names::OfRetain, vec![1.5, -0.7];
    update: names::OfUpdate, vec![1.5, -0.7];
    step_by: names::OfStepBy, vec![1.5, -0.7];
    clear: names::OfClear, vec![1.5, -0.7];
    shrink_to_fit: names::OfShrinkToFit, vec![1.5, -0.7];
    sort: names::OfSort, vec![1.5, -0.7];
    map: names::OfMap, vec![1.5, -0.7];
    add: names::OfAdd, vec![1.5, -0.7];
    max: names::OfMax, vec![1.5, -0.7];
    at: names::OfAt, vec![1.5, -0.7];
    get: names::OfGet, vec![1.5, -0.7];
    take: names::OfTake, vec![1.5, -0.7];
    skip: names::OfSkip, vec![1.5, -0.7];
    len: names::OfLen, vec![1.5, -0.7];
    first: names::OfFirst, vec![1.5, -0.7];
    sum: names::OfSum, vec![1.5, -0.7];
    next: names::OfNext, vec![1.5, -0.7];
    iter: names::OfIter, vec![1.5, -0.7];
    unwrap: names::OfUnwrap, vec![1.5, -0.7];
    sin: names::OfSin, vec![1.5, -0.7];
    contains: names::OfContains, vec![1.5, -0.7];
    capacity: names::OfCapacity, vec![1.5, -0.7];
    is_sorted: names::OfIsSorted, vec![1.5, -0.7];
    err: names::OfErr, vec![1.5, -0.7];
    size_hint: names::OfSizeHint, vec![1.5, -0.7];
    is_empty: names::OfIsEmpty, vec![1.5, -0.7];
    a_literal: names::OfALiteral, vec![1.5, -0.7];
}
