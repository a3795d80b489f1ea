//! Adjoint programs of loops: the program of the step, on the binomial schedule.

use alloc::vec;
use alloc::vec::Vec;

use super::{Iterate, split};
use crate::expression::given::Arguments;
use crate::number::slot::Slot;
use crate::{Dict, Exp, Num, Of, Request, Seeding, Shape, Signature};

/// Reverses the loop, for the sweeps that `seeding` wants.
///
/// The parts are those of the loop on a tape. A part of one step is the step's program, which computes the value as well. So the
/// last step gives the value of the loop.
pub(super) fn reverse<D: Dict, E: Exp<D> + Signature<Out = <E as Signature>::In>>(
    iterate: &Iterate<E>,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seeding: &mut dyn Seeding<E::In, E::In, D>,
) {
    let step = &iterate.step;
    let mut sweeps = Sweeps::<E::In, D> { seeding, is_last: true, rows: Vec::new(), slots: None };
    // The parts that are not reversed yet, with their first states.
    let mut parts = vec![(x.clone(), iterate.times, iterate.snapshots)];
    while let Some((state, times, snapshots)) = parts.pop() {
        if times == 0 {
            return identity(x, sweeps.seeding);
        } else if times == 1 {
            sweeps.reverse(step, dict, &state);
        } else if snapshots == 0 {
            let mut states = vec![state];
            for i in 1..times {
                states.push(step.apply(dict, &states[i - 1]));
            }
            states.iter().rev().for_each(|state| sweeps.reverse(step, dict, state));
        } else {
            let first = split(times, snapshots);
            let mut middle = step.apply(dict, &state);
            for _ in 1..first {
                middle = step.apply(dict, &middle);
            }
            parts.push((state, first, snapshots));
            parts.push((middle, times - first, snapshots - 1));
        }
    }
    sweeps.deliver(x);
}

/// The sweeps of the identity, which is a loop of no steps.
fn identity<S: Shape, D: Dict>(x: &Of<S, Num<D>>, seeding: &mut dyn Seeding<S, S, D>) {
    let count = seeding.value(x);
    let dx = seeding.slots().unwrap_or_else(|| S::map(x, &mut |_| Slot::new()));
    for i in 0..count {
        seeding.seed(i, &dx);
        seeding.adjoints(i, &dx);
    }
    seeding.retain(dx);
}

/// The sweeps of one step after the other, from the last one.
struct Sweeps<'a, S: Shape, D: Dict> {
    /// The sweeps of the loop.
    seeding: &'a mut dyn Seeding<S, S, D>,
    /// Whether the step is the last one of the loop.
    is_last: bool,
    /// For each sweep, the adjoints of the state behind the step.
    rows: Vec<Vec<Option<Num<D>>>>,
    slots: Option<Of<S, Slot<Num<D>>>>,
}

impl<S: Shape, D: Dict> Sweeps<'_, S, D> {
    fn reverse(&mut self, step: &impl Exp<D, In = S, Out = S>, dict: D, state: &Of<S, Num<D>>) {
        let fits = |slots: &Of<S, Slot<Num<D>>>| S::COUNT.is_some() || S::mismatch(slots, state).is_none();
        self.slots = self.slots.take().filter(fits);
        step.program(dict, state, self);
        self.is_last = false;
    }

    /// Passes the adjoints of the first state on.
    fn deliver(self, x: &Of<S, Num<D>>) {
        let Sweeps { seeding, rows, .. } = self;
        let dx = seeding.slots().unwrap_or_else(|| S::map(x, &mut |_| Slot::new()));
        for (i, row) in rows.iter().enumerate() {
            add::<S, D>(&dx, row);
            seeding.adjoints(i, &dx);
        }
        seeding.retain(dx);
    }
}

/// Adds the adjoints of a row to those of the first numbers.
fn add<S: Shape, D: Dict>(slots: &Of<S, Slot<Num<D>>>, row: &[Option<Num<D>>]) {
    let mut row = row.iter();
    S::for_each(slots, &mut |slot: &Slot<Num<D>>| {
        row.next().into_iter().flatten().for_each(|d| slot.add(*d));
    });
}

impl<S: Shape, D: Dict> Seeding<S, S, D> for Sweeps<'_, S, D> {
    fn request(&self) -> Request {
        match self.rows.len() {
            _ if self.is_last => self.seeding.request().of_other_seeds(),
            1 => Request::Vjp,
            _ => Request::Rows,
        }
    }
    fn value(&mut self, y: &Of<S, Num<D>>) -> usize {
        if self.is_last { self.seeding.value(y) } else { self.rows.len() }
    }
    fn slots(&mut self) -> Option<Of<S, Slot<Num<D>>>> {
        self.slots.take()
    }
    fn seed(&mut self, i: usize, dy: &Of<S, Slot<Num<D>>>) {
        if self.is_last { self.seeding.seed(i, dy) } else { add::<S, D>(dy, &self.rows[i]) }
    }
    fn adjoints(&mut self, i: usize, dx: &Of<S, Slot<Num<D>>>) {
        if self.is_last {
            self.rows.push(Vec::new());
        }
        let row = &mut self.rows[i];
        row.clear();
        S::for_each(dx, &mut |slot: &Slot<Num<D>>| row.push(slot.take()));
    }
    fn retain(&mut self, dx: Of<S, Slot<Num<D>>>) {
        self.slots = Some(dx);
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The sweeps of a step, for those of (state, p) ↦ (the next state, p).
pub(super) struct Carried<'a, I: Arguments, D: Dict> {
    pub(super) seeding: &'a mut dyn Seeding<I, I, D>,
    pub(super) x: &'a Of<I, Num<D>>,
    /// The adjoints of p in the current sweep.
    pub(super) passed: Vec<Option<Num<D>>>,
}

impl<I: Arguments, D: Dict> Seeding<I, I::First, D> for Carried<'_, I, D> {
    fn request(&self) -> Request {
        self.seeding.request().of_other_seeds()
    }
    fn value(&mut self, y: &Of<I::First, Num<D>>) -> usize {
        self.seeding.value(&I::join(y.clone(), I::split(self.x.clone()).1))
    }
    fn slots(&mut self) -> Option<Of<I, Slot<Num<D>>>> {
        self.seeding.slots()
    }
    fn seed(&mut self, i: usize, dy: &Of<I::First, Slot<Num<D>>>) {
        let rest = I::split(I::map(self.x, &mut |_| Slot::new())).1;
        let both = I::join(I::First::map(dy, &mut |_| Slot::new()), rest);
        self.seeding.seed(i, &both);
        let (first, rest) = I::split(both);
        transfer::<I::First, D>(&first, dy);
        self.passed.clear();
        I::Rest::for_each(&rest, &mut |slot: &Slot<Num<D>>| self.passed.push(slot.take()));
    }
    fn adjoints(&mut self, i: usize, dx: &Of<I, Slot<Num<D>>>) {
        let first = I::count(dx) - self.passed.len();
        let mut passed = core::iter::repeat_n(&None, first).chain(&self.passed);
        I::for_each(dx, &mut |slot: &Slot<Num<D>>| {
            passed.next().into_iter().flatten().for_each(|d| slot.add(*d));
        });
        self.seeding.adjoints(i, dx);
    }
    fn retain(&mut self, dx: Of<I, Slot<Num<D>>>) {
        self.seeding.retain(dx);
    }
}

/// The sweeps of (state, p) ↦ (the last state, p), for those of the last state.
pub(super) struct First<'a, I: Arguments, D: Dict>(pub(super) &'a mut dyn Seeding<I, I::First, D>);

impl<I: Arguments, D: Dict> Seeding<I, I, D> for First<'_, I, D> {
    fn request(&self) -> Request {
        self.0.request().of_other_seeds()
    }
    fn value(&mut self, y: &Of<I, Num<D>>) -> usize {
        self.0.value(&I::split(y.clone()).0)
    }
    fn slots(&mut self) -> Option<Of<I, Slot<Num<D>>>> {
        self.0.slots()
    }
    fn seed(&mut self, i: usize, dy: &Of<I, Slot<Num<D>>>) {
        let first = I::split(I::map(dy, &mut |_| Slot::new())).0;
        self.0.seed(i, &first);
        let mut row = Vec::new();
        I::First::for_each(&first, &mut |slot: &Slot<Num<D>>| row.push(slot.take()));
        add::<I, D>(dy, &row);
    }
    fn adjoints(&mut self, i: usize, dx: &Of<I, Slot<Num<D>>>) {
        self.0.adjoints(i, dx);
    }
    fn retain(&mut self, dx: Of<I, Slot<Num<D>>>) {
        self.0.retain(dx);
    }
}

/// Moves adjoints to the slots of another container of the same structure.
fn transfer<S: Shape, D: Dict>(from: &Of<S, Slot<Num<D>>>, to: &Of<S, Slot<Num<D>>>) {
    let mut row = Vec::new();
    S::for_each(from, &mut |slot: &Slot<Num<D>>| row.push(slot.take()));
    add::<S, D>(to, &row);
}
