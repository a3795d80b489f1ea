//! Coercions: a reference to a list as one to a slice, and a value as an object of a trait.

use super::{Inference, same_head};
use crate::body::tree::ExprId;
use crate::ty::{List, Name, Ty};

/// A value that becomes an object of a trait.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Becomes {
    /// The trait.
    pub(crate) object: Name,
    /// The type of the value.
    pub(crate) of: Ty,
    pub(crate) behind: Behind,
}

/// How the value is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Behind {
    Pointer,
    Reference { exclusive: bool },
}

impl Inference<'_> {
    /// A value of one type in the place of another.
    pub(super) fn coerce(&mut self, id: ExprId, from: &Ty, to: &Ty) {
        let (from, to) = (self.head(from), self.head(to));
        match (&from, &to) {
            (Ty::Ref { of, .. }, Ty::Ref { exclusive, of: to }) => self.reference(id, of, *exclusive, to),
            (Ty::Pointer(a, of), Ty::Pointer(b, to)) if a == b => match (self.head(of), self.head(to)) {
                (Ty::Infer(_) | Ty::Object(_), _) => self.unify(of, to),
                (of, Ty::Object(object)) => {
                    self.objects.insert(id, Becomes { object, of, behind: Behind::Pointer });
                }
                (Ty::List(_, of), Ty::List(List::Slice, to)) => self.unify(&of, &to),
                (of, to) => self.unify(&of, &to),
            },
            // A reference to a function is a function.
            (Ty::Ref { of, .. }, Ty::Function(..)) => self.coerce(id, of, &to),
            (from, to) => self.unify(from, to),
        }
    }

    /// `&Vec<f64>` as `&[f64]`, `&Box<T>` as `&T`, `&Sphere` as `&dyn Shape`
    fn reference(&mut self, id: ExprId, of: &Ty, exclusive: bool, to: &Ty) {
        let to = self.head(to);
        for from in self.behind(of) {
            let open = |ty: &Ty| matches!(ty, Ty::Infer(_) | Ty::Unknown);
            if open(&from) || open(&to) || same_head(&from, &to) {
                return self.unify(&from, &to);
            }
        }
        match to {
            Ty::Object(object) => {
                let of = self.head(of);
                self.objects.insert(id, Becomes { object, of, behind: Behind::Reference { exclusive } });
            }
            to => self.unify(of, &to),
        }
    }
}
