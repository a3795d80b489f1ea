//! A map from the variables of a program. It is a list, since a debug build of the macro, as `cargo check` makes it, spends a thousand
//! instructions on a hash.

use super::ir::Id;

pub(super) struct ById<T>(Vec<Option<T>>);

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the interface is that of `HashMap`")]
impl<T> ById<T> {
    pub(super) const fn new() -> Self {
        ById(Vec::new())
    }

    pub(super) fn get(&self, id: &Id) -> Option<&T> {
        match self.0.get(*id) {
            Some(Some(value)) => Some(value),
            _ => None,
        }
    }

    pub(super) fn contains_key(&self, id: &Id) -> bool {
        self.get(id).is_some()
    }

    pub(super) fn insert(&mut self, id: Id, value: T) -> Option<T> {
        if id >= self.0.len() {
            self.0.resize_with(id + 1, || None);
        }
        self.0[id].replace(value)
    }

    pub(super) fn retain(&mut self, mut keeps: impl FnMut(Id, &T) -> bool) {
        for (id, slot) in self.0.iter_mut().enumerate() {
            if slot.as_ref().is_some_and(|value| !keeps(id, value)) {
                *slot = None;
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The variables with a value, in their order.
    pub(super) fn keys(&self) -> impl Iterator<Item = Id> {
        self.0.iter().enumerate().filter(|(_, slot)| slot.is_some()).map(|(id, _)| id)
    }
}

impl<T> Extend<(Id, T)> for ById<T> {
    fn extend<I: IntoIterator<Item = (Id, T)>>(&mut self, values: I) {
        values.into_iter().for_each(|(id, value)| _ = self.insert(id, value));
    }
}
