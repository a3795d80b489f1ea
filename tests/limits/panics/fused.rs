//! The dictionary that panics: wrapping integers with a count of operations.

use ad::{Dict, Ground, I64};

use super::world::World;

/// Under the unbound handle nothing is counted: it makes constants only.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fused<'w>(Option<&'w World>);

impl<'w> Fused<'w> {
    pub(crate) fn new(world: &'w World) -> Self {
        Fused(Some(world))
    }

    fn operation(self) {
        if let Some(world) = self.0 {
            world.operation();
        }
    }
}

impl Dict for Fused<'_> {
    type V = i64;
    type Level = Ground;
    fn zero(self) -> i64 {
        self.operation();
        I64.zero()
    }
    fn one(self) -> i64 {
        self.operation();
        I64.one()
    }
    fn add(self, a: i64, b: i64) -> i64 {
        self.operation();
        I64.add(a, b)
    }
    fn mul(self, a: i64, b: i64) -> i64 {
        self.operation();
        I64.mul(a, b)
    }
    fn join(self, other: Self) -> Self {
        Fused(self.0.or(other.0))
    }
    fn adopt(self, a: i64) -> i64 {
        self.operation();
        a
    }
}
