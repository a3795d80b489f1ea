//! The methods of a type, with Rust's automatic dereferencing of the receiver.

use super::Inference;
use super::items::Callable;
use crate::ty::{List, Name, Pointer, Ty};
use std::rc::Rc;

impl Inference<'_> {
    /// The parameters without the receiver, and the result.
    pub(super) fn method(&mut self, receiver: &Ty, name: &str, turbofish: &[Ty]) -> Option<(Vec<Ty>, Ty)> {
        // The receiver by value, with the reference around.
        let mut written = self.head(receiver);
        let mut outer: Option<Ty> = None;
        for ty in self.behind(receiver) {
            if let Some(outer) = &outer {
                written = match (outer, &written) {
                    (Ty::Ref { .. }, _) if !matches!(ty, Ty::Ref { .. }) => outer.clone(),
                    (_, Ty::Ref { exclusive, .. }) if !matches!(outer, Ty::Ref { .. }) => {
                        Ty::reference(*exclusive, ty.clone())
                    }
                    _ => ty.clone(),
                };
            }
            if let Some(callable) = self.found(&ty, name) {
                let itself = self.as_iterator(&ty, &callable).unwrap_or_else(|| ty.clone());
                let (mut parameters, output, _) =
                    self.instance(&callable, Some(&itself), Some(&written), turbofish);
                if callable.receiver.is_some() {
                    parameters.remove(0);
                }
                if callable.generics.is_empty()
                    && let [of] = turbofish
                {
                    self.unify(&output, of);
                }
                return Some((parameters, output));
            }
            outer = Some(ty);
        }
        None
    }

    /// A method or associated function of exactly this type.
    pub(super) fn found(&mut self, ty: &Ty, name: &str) -> Option<Rc<Callable>> {
        let mut owners: Vec<Name> = match ty {
            Ty::Struct(name, _) | Ty::Object(name) => vec![name.clone()],
            Ty::Param(name) => {
                let bounds = self.scope.bounds.get(name).cloned().unwrap_or_default();
                Self::traits_of(&bounds).collect()
            }
            _ => Vec::new(),
        };
        let groups = groups(ty);
        owners.extend(groups.iter().map(|group| Name::from(*group)));
        if let Ty::Foreign(name, _) = ty {
            owners.push(name.clone());
        }
        for items in self.own_sources() {
            if let Some(callable) = owners.iter().find_map(|of| items.method(of, name)) {
                return Some(callable);
            }
        }
        if let Some(callable) = owners.iter().find_map(|of| self.std.method(of, name)) {
            return Some(callable);
        }
        if self.item_of_struct(ty).is_some()
            && let Some(callable) = self.std.method("Iterator", name)
        {
            return Some(callable);
        }
        let general =
            !matches!(ty, Ty::Ref { .. } | Ty::Infer(_) | Ty::Unknown | Ty::Foreign(..) | Ty::Object(_));
        self.std.method("Any", name).filter(|_| general)
    }

    /// A struct that iterates, as an iterator, if the method is one of iterators.
    fn as_iterator(&mut self, ty: &Ty, callable: &Callable) -> Option<Ty> {
        let item = self.item_of_struct(ty)?;
        callable.is_of("Iterator").then(|| Ty::iterator(item))
    }

    /// The item of a struct with an `impl Iterator`.
    pub(super) fn item_of_struct(&mut self, ty: &Ty) -> Option<Ty> {
        match self.associated(ty, "Item") {
            Ty::Unknown => None,
            item => Some(item),
        }
    }

    /// A type, and the types behind it by `*`.
    pub(super) fn behind(&mut self, ty: &Ty) -> Vec<Ty> {
        let mut all = vec![self.head(ty)];
        // As rustc does, it gives up on a type that leads to itself.
        while all.len() < 64
            && let Some(next) = self.deref(&all[all.len() - 1].clone())
        {
            all.push(next);
        }
        all
    }

    /// The type behind a reference or pointer.
    pub(super) fn deref(&mut self, ty: &Ty) -> Option<Ty> {
        match self.head(ty) {
            Ty::Ref { of, .. } | Ty::Pointer(_, of) => Some(self.head(&of)),
            Ty::List(List::Vec | List::Array, element) => Some(Ty::List(List::Slice, element)),
            ty @ Ty::Struct(..) => match self.associated(&ty, "Target") {
                Ty::Unknown => None,
                target => Some(self.head(&target)),
            },
            Ty::Foreign(name, arguments) if matches!(&*name, "Cow" | "Ref" | "RefMut" | "Reverse") => {
                arguments.last().map(|of| self.head(of))
            }
            _ => None,
        }
    }
}

/// The declarations of `std` for a type.
fn groups(ty: &Ty) -> &'static [&'static str] {
    match ty {
        Ty::Float | Ty::Literal(_) => &["f64", "f32"],
        Ty::Int => &["usize"],
        Ty::Bool => &["bool"],
        Ty::Char => &["char"],
        Ty::Text => &["str"],
        Ty::Tuple(_) => &["Tuple"],
        Ty::Option(_) => &["Option"],
        Ty::Result(..) => &["Result"],
        Ty::List(List::Slice, _) => &["Slice"],
        Ty::List(List::Array, _) => &["Array"],
        Ty::List(List::Vec, _) => &["Vec"],
        Ty::List(List::Deque, _) => &["VecDeque", "Slice"],
        Ty::List(List::Heap, _) => &["BinaryHeap", "Slice"],
        Ty::Iterator(_) => &["Iterator"],
        Ty::Map(..) => &["Map"],
        Ty::Set(_) => &["Set"],
        Ty::Pointer(Pointer::Box, _) => &["Box"],
        Ty::Pointer(Pointer::Rc, _) => &["Rc"],
        Ty::Pointer(Pointer::Arc, _) => &["Arc"],
        _ => &[],
    }
}
