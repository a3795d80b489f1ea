//! Facts that wait for a type.

use super::Inference;
use super::items::Operator;
use crate::ty::{List, Name, Ty};
use std::rc::Rc;

/// A fact. The last type is its result.
pub(super) enum Pending {
    /// The items of an iterator or a list.
    Item(Ty, Ty),
    /// The elements of a list behind references.
    Element(Ty, Ty),
    Pointee(Ty, Ty),
    /// The content of an option or result: `?`
    Content(Ty, Ty),
    Deref(Ty, Ty),
    /// The part of a list of these elements, at this index.
    Part(Ty, Ty, Ty),
    Field(Ty, Name, Ty),
    Index(Ty, Ty, Ty),
    Unary(&'static str, Ty, Ty),
    Binary(&'static str, Ty, Ty, Ty),
    Compare(Ty, Ty),
    /// The first collects items of the second.
    Collect(Ty, Ty),
    Sum(Ty, Ty),
    Concat(Ty, Ty),
    /// The items of the first, or their referents, are the second.
    Extends(Ty, Ty),
    Call(Ty, Vec<Ty>, Ty),
    Method {
        receiver: Ty,
        name: Name,
        arguments: Vec<Ty>,
        turbofish: Vec<Ty>,
        result: Ty,
    },
}

impl Inference<'_> {
    pub(super) fn later(&mut self, pending: Pending) {
        if !self.step(&pending, false) {
            self.pending.push(pending);
        }
    }

    pub(super) fn solve(&mut self) {
        while self.pass(false) {}
    }

    /// Also settles facts without their types, which rustc does last.
    pub(super) fn solve_all(&mut self) {
        self.solve();
        while self.pass(true) {
            self.solve();
        }
    }

    /// Returns whether a fact was settled.
    fn pass(&mut self, last: bool) -> bool {
        let mut settled = false;
        for pending in std::mem::take(&mut self.pending) {
            // After a decision, the others wait for its consequences.
            if self.step(&pending, last && !settled) {
                settled = true;
            } else {
                self.pending.push(pending);
            }
        }
        settled
    }

    /// Settles a fact. Returns whether its types are known.
    fn step(&mut self, pending: &Pending, last: bool) -> bool {
        match pending {
            Pending::Item(of, result) => match self.head(of) {
                Ty::Infer(_) => return false,
                of => {
                    let item = self.item(&of, None);
                    self.unify(result, &item);
                }
            },
            Pending::Element(of, result) => match self.stripped(of) {
                Ty::Infer(_) => return false,
                Ty::List(_, element) => self.unify(result, &element),
                _ => self.unify(result, &Ty::Unknown),
            },
            Pending::Pointee(of, result) | Pending::Deref(of, result) => match self.head(of) {
                Ty::Infer(_) => return false,
                Ty::Text => self.unify(result, &Ty::Text),
                of => {
                    let referent = self.deref(&of).unwrap_or(Ty::Unknown);
                    self.unify(result, &referent);
                }
            },
            Pending::Content(of, result) => match self.head(of) {
                Ty::Infer(_) => return false,
                Ty::Option(content) | Ty::Result(content, _) => self.unify(result, &content),
                _ => self.unify(result, &Ty::Unknown),
            },
            Pending::Part(element, index, result) => match self.head(index) {
                Ty::Infer(_) if !last => return false,
                Ty::Iterator(_) | Ty::Foreign(..) => {
                    self.unify(result, &Ty::list(List::Slice, element.clone()));
                }
                _ => self.unify(result, element),
            },
            Pending::Field(base, name, result) => match self.field(base, name) {
                Some(field) => self.unify(result, &field),
                None => return false,
            },
            Pending::Index(list, index, result) => return self.index(list, index, result),
            Pending::Unary(name, of, result) => match self.stripped(of) {
                Ty::Infer(_) if !last => return false,
                ty @ (Ty::Infer(_) | Ty::Literal(_) | Ty::Float | Ty::Int | Ty::Bool) => {
                    self.unify(result, &ty);
                }
                of => {
                    let ty = self.operated(name, &of, None);
                    self.unify(result, &ty);
                }
            },
            Pending::Binary(name, left, right, result) => {
                return self.binary_of(name, [left, right], result, last);
            }
            Pending::Compare(left, right) => {
                let (left, right) = (self.head(left), self.head(right));
                let open = |ty: &Ty| matches!(ty, Ty::Infer(_) | Ty::Literal(_) | Ty::Unknown);
                if open(&left) || open(&right) || super::same_head(&left, &right) {
                    self.compare(&left, &right);
                }
            }
            _ => return self.step_of_call(pending, last),
        }
        true
    }

    /// Facts about iterators and calls.
    fn step_of_call(&mut self, pending: &Pending, last: bool) -> bool {
        match pending {
            Pending::Collect(result, item) => return self.collect(result, item),
            Pending::Sum(result, item) => match self.head(result) {
                Ty::Infer(_) if !last => return false,
                Ty::Infer(_) => {
                    let item = self.stripped(item);
                    self.unify(result, &item);
                }
                _ => {}
            },
            Pending::Concat(result, item) => match self.stripped(item) {
                Ty::Infer(_) => return false,
                Ty::List(_, element) => self.unify(result, &Ty::List(List::Vec, element)),
                item => self.unify(result, &item),
            },
            Pending::Extends(of, item) => match self.head(of) {
                Ty::Infer(_) => return false,
                of => {
                    let own = self.item(&of, None);
                    let (own, item) = (self.head(&own), self.head(item));
                    match (&own, &item) {
                        (Ty::Ref { of, .. }, item) if !matches!(item, Ty::Ref { .. } | Ty::Infer(_)) => {
                            self.unify(of, item);
                        }
                        (own, item) => self.unify(own, item),
                    }
                }
            },
            Pending::Call(function, arguments, result) => match self.head(function) {
                Ty::Infer(_) => return false,
                function => {
                    let callee = self.called(&function);
                    self.passed(callee, arguments, result);
                }
            },
            Pending::Method { receiver, name, arguments, turbofish, result } => match self.head(receiver) {
                Ty::Infer(_) => return false,
                receiver => {
                    let callee = self.method(&receiver, name, turbofish);
                    self.passed(callee, arguments, result);
                }
            },
            _ => return false,
        }
        true
    }

    /// The arguments of a callee, if it is known, and its result.
    fn passed(&mut self, callee: Option<(Vec<Ty>, Ty)>, arguments: &[Ty], result: &Ty) {
        let Some((parameters, output)) = callee else {
            arguments.iter().for_each(|argument| self.tell(argument));
            return self.unify(result, &Ty::Unknown);
        };
        parameters.iter().zip(arguments).for_each(|(a, b)| self.unify(a, b));
        self.unify(result, &output);
    }

    /// The items of a value in a `for` loop. `by` is the reference through which it is reached.
    pub(super) fn item(&mut self, of: &Ty, by: Option<bool>) -> Ty {
        let through = |ty: &Ty| match by {
            Some(exclusive) => Ty::reference(exclusive, ty.clone()),
            None => ty.clone(),
        };
        match self.head(of) {
            Ty::Ref { exclusive, of } => self.item(&of, Some(exclusive)),
            Ty::List(_, element) | Ty::Option(element) | Ty::Set(element) => through(&element),
            Ty::Result(value, _) => through(&value),
            Ty::Iterator(item) => (*item).clone(),
            Ty::Map(_, key, value) => match by {
                Some(_) => Ty::Tuple(Rc::new([Ty::shared((*key).clone()), through(&value)])),
                None => Ty::Tuple(Rc::new([(*key).clone(), (*value).clone()])),
            },
            Ty::Pointer(_, of) => self.item(&of, by),
            ty @ Ty::Struct(..) => self.item_of_struct(&ty).unwrap_or(Ty::Unknown),
            _ => Ty::Unknown,
        }
    }

    /// The type of a field, or nothing as long as the type is open.
    fn field(&mut self, base: &Ty, name: &Name) -> Option<Ty> {
        for ty in self.behind(base) {
            let field = match &ty {
                Ty::Infer(_) => return None,
                Ty::Tuple(parts) => name.parse().ok().and_then(|i: usize| parts.get(i)).cloned(),
                Ty::Struct(of, _) => {
                    let fields = self.fields_of(std::slice::from_ref(of), &ty);
                    fields.into_iter().find(|(other, _)| other == name).map(|(_, ty)| ty)
                }
                Ty::Iterator(item) if matches!(&**name, "start" | "end") => Some((**item).clone()),
                Ty::Foreign(of, parts) if &**of == "Reverse" && &**name == "0" => parts.first().cloned(),
                _ => None,
            };
            if field.is_some() {
                return field;
            }
        }
        Some(Ty::Unknown)
    }

    fn index(&mut self, list: &Ty, index: &Ty, result: &Ty) -> bool {
        let range = matches!(self.head(index), Ty::Iterator(_) | Ty::Foreign(..));
        for ty in self.behind(list) {
            let part = match &ty {
                Ty::Infer(_) => return false,
                Ty::List(_, element) if range => Ty::List(List::Slice, element.clone()),
                Ty::List(_, element) => (**element).clone(),
                Ty::Map(_, _, value) => (**value).clone(),
                Ty::Text => Ty::Text,
                Ty::Struct(..) => self.operated("Index", &ty, None),
                _ => Ty::Unknown,
            };
            if part != Ty::Unknown {
                self.unify(result, &part);
                return true;
            }
        }
        self.unify(result, &Ty::Unknown);
        true
    }

    fn compare(&mut self, left: &Ty, right: &Ty) {
        let (left, right) = (self.head(left), self.head(right));
        match (&left, &right) {
            // `[f64; 3] == [f64]`
            (Ty::Ref { of: a, .. }, Ty::Ref { of: b, .. }) | (Ty::List(_, a), Ty::List(_, b)) => {
                self.compare(a, b);
            }
            (left, right) => self.unify(left, right),
        }
    }

    fn collect(&mut self, result: &Ty, item: &Ty) -> bool {
        match self.head(result) {
            Ty::Infer(_) => return false,
            Ty::List(_, element) | Ty::Set(element) => self.unify(&element, item),
            Ty::Map(_, key, value) => {
                let pair = Ty::Tuple(Rc::new([(*key).clone(), (*value).clone()]));
                self.unify(&pair, item);
            }
            Ty::Pointer(_, list) => self.later(Pending::Collect((*list).clone(), item.clone())),
            Ty::Option(content) => {
                let part = self.variable();
                self.unify(item, &Ty::option(part.clone()));
                self.later(Pending::Collect((*content).clone(), part));
            }
            Ty::Result(content, error) => {
                let part = self.variable();
                self.unify(item, &Ty::Result(part.clone().into(), error));
                self.later(Pending::Collect((*content).clone(), part));
            }
            _ => {}
        }
        true
    }

    fn binary_of(&mut self, name: &str, [left, right]: [&Ty; 2], result: &Ty, last: bool) -> bool {
        let (a, b) = (self.stripped(left), self.stripped(right));
        match (&a, &b) {
            (Ty::Unknown, other) | (other, Ty::Unknown) => {
                self.tell(other);
                self.unify(result, &Ty::Unknown);
            }
            (Ty::Infer(_), _) | (_, Ty::Infer(_)) if !last => {
                // `x << n` has the type of `x`.
                if name == "Shift" && a == Ty::Int {
                    self.unify(result, &a);
                    return true;
                }
                return false;
            }
            (Ty::Infer(_), Ty::Infer(_))
            | (Ty::Literal(_), Ty::Literal(_) | Ty::Float)
            | (Ty::Float, Ty::Literal(_)) => {
                self.unify(&a, &b);
                self.unify(result, &a);
            }
            (Ty::Infer(_), ty @ (Ty::Float | Ty::Literal(_) | Ty::Int))
            | (ty @ (Ty::Float | Ty::Literal(_) | Ty::Int), Ty::Infer(_)) => {
                self.unify(&a, &b);
                self.unify(result, ty);
            }
            (
                Ty::Float | Ty::Literal(_) | Ty::Int | Ty::Bool | Ty::Text,
                Ty::Float | Ty::Literal(_) | Ty::Int | Ty::Bool | Ty::Text,
            ) => self.unify(result, &a),
            _ => {
                let ty = self.operated(name, &a, Some(&b));
                // The operator of a type elsewhere decides its operands.
                self.tell(&a);
                self.tell(&b);
                self.unify(result, &ty);
            }
        }
        true
    }

    /// The result of an operator of the module.
    fn operated(&mut self, name: &str, left: &Ty, right: Option<&Ty>) -> Ty {
        let own = self.own_sources().into_iter().flat_map(|items| &items.operators);
        let own: Vec<&Operator> = own.filter(|operator| &*operator.of == name).collect();
        let own: Vec<_> =
            own.into_iter().map(|of| (of.owner.clone(), of.right.clone(), of.output.clone())).collect();
        for (owner, of_right, output) in own {
            let (itself, scope) = self.owner(&owner);
            let itself = self.stripped(&itself);
            if !self.may_be(&itself, left) {
                continue;
            }
            let of_right = match (&of_right, name) {
                (_, "Index") | (None, _) => itself.clone(),
                (Some(ty), _) => self.ty(ty, &scope),
            };
            let of_right = self.stripped(&of_right);
            if right.is_some_and(|right| !self.may_be(&of_right, right)) {
                continue;
            }
            self.unify(&itself, left);
            if let Some(right) = right {
                self.unify(&of_right, right);
            }
            return output.map_or(Ty::Unknown, |output| self.ty(&output, &scope));
        }
        Ty::Unknown
    }

    /// Whether an instance of the first may be the second.
    fn may_be(&self, general: &Ty, ty: &Ty) -> bool {
        let (general, ty) = (self.head(general), self.stripped(ty));
        match (&general, &ty) {
            (Ty::Infer(_) | Ty::Unknown, _)
            | (_, Ty::Infer(_) | Ty::Unknown)
            | (Ty::Float, Ty::Literal(_))
            | (Ty::Literal(_), Ty::Float) => true,
            (general, ty) => {
                super::same_head(general, ty)
                    && general.parts().into_iter().zip(ty.parts()).all(|(a, b)| self.may_be(a, b))
            }
        }
    }
}
