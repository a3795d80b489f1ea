//! The types that a program writes.

use super::Inference;
use super::items::{Callable, Generic, Itself, Owner, Receiver};
use super::solve::Pending;
use super::written::{Bound, Written};
use crate::ty::{Keys, List, Name, Pointer, Ty};
use std::collections::HashMap;
use std::rc::Rc;
use syn::Type;

/// The generic parameters in scope.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub(super) parameters: HashMap<Name, Ty>,
    /// The bounds of parameters that stand for any type.
    pub(super) bounds: HashMap<Name, Vec<Bound>>,
    /// `const N: usize`
    pub(super) constants: Vec<Name>,
    pub(super) itself: Option<Ty>,
    /// The receiver as it was written.
    pub(super) receiver: Option<Ty>,
    /// Whether names are those of `std`, as in its declarations.
    pub(super) of_std: bool,
}

impl Inference<'_> {
    /// A type in the body.
    pub(super) fn written(&mut self, ty: &Type) -> Ty {
        let scope = self.scope.clone();
        self.ty(&Written::of(ty), &scope)
    }

    pub(super) fn ty(&mut self, ty: &Written, scope: &Scope) -> Ty {
        match ty {
            Written::Ref { exclusive, of } => Ty::reference(*exclusive, self.ty(of, scope)),
            Written::Slice(of) => Ty::list(List::Slice, self.ty(of, scope)),
            Written::Array(of) => Ty::list(List::Array, self.ty(of, scope)),
            Written::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| self.ty(part, scope)).collect()),
            Written::Function(parameters, output) => {
                let parameters = parameters.iter().map(|ty| self.ty(ty, scope)).collect();
                Ty::function(parameters, self.ty(output, scope))
            }
            Written::Any(bounds) => self.bound(bounds, scope).unwrap_or_else(|| self.of_bounds(bounds)),
            Written::Object(bounds) => self.bound(bounds, scope).unwrap_or_else(|| self.object(bounds)),
            Written::Never => Ty::Never,
            Written::Open => self.variable(),
            Written::Path(names, types) => self.path_type(names, types, scope),
            Written::Projection(of, name) => {
                let of = self.ty(of, scope);
                self.associated(&of, name)
            }
            Written::Unknown => Ty::Unknown,
        }
    }

    /// An associated type of a type.
    pub(super) fn associated(&mut self, of: &Ty, name: &str) -> Ty {
        let of = self.head(of);
        let Some(key) = of.name().cloned() else { return Ty::Unknown };
        let key = (key, name.into());
        let found = self.own_sources().into_iter().find_map(|items| items.associated.get(&key)).cloned();
        let Some(ty) = found else { return Ty::Unknown };
        let scope = self.scope_of(&of);
        self.meant(&ty, &scope)
    }

    /// The type that a name stands for. A type that contains itself is an error of rustc.
    fn meant(&mut self, ty: &Written, scope: &Scope) -> Ty {
        if self.names > 32 {
            return Ty::Unknown;
        }
        self.names += 1;
        let ty = self.ty(ty, scope);
        self.names -= 1;
        ty
    }

    /// The scope of the `impl`s of a struct: its own parameters by their names.
    pub(super) fn scope_of(&mut self, of: &Ty) -> Scope {
        let mut scope = Scope { itself: Some(of.clone()), ..Scope::default() };
        if let Ty::Struct(name, arguments) = of {
            let names = self.generics_of(name);
            scope.parameters = names.into_iter().zip(arguments.iter().cloned()).collect();
        }
        scope
    }

    /// The names of the generic types of a struct.
    pub(super) fn generics_of(&self, name: &str) -> Vec<Name> {
        let declared = self.own_sources().into_iter().find_map(|items| items.types.get(name));
        let generics = declared.map(|declared| declared.generics.iter().filter(|generic| !generic.constant));
        generics.into_iter().flatten().map(|generic| generic.name.clone()).collect()
    }

    fn path_type(&mut self, path: &[Name], types: &[Written], scope: &Scope) -> Ty {
        let Some(name) = path.last() else { return Ty::Unknown };
        if let ([_], Some(ty)) = (path, scope.parameters.get(name)) {
            return ty.clone();
        }
        if let [of, _] = path
            && let Some(of) =
                if &**of == "Self" { scope.itself.clone() } else { scope.parameters.get(of).cloned() }
        {
            return self.associated(&of, name);
        }
        if scope.of_std || ["std", "core"].contains(&&*path[0]) {
            return self.of_std(name, types, scope);
        }
        let alias = self.own_sources().into_iter().find_map(|items| items.aliases.get(name)).cloned();
        if let Some((generics, ty)) = alias {
            let mut inside = Scope { itself: scope.itself.clone(), ..Scope::default() };
            for (i, generic) in generics.iter().filter(|generic| !generic.constant).enumerate() {
                let ty = match types.get(i) {
                    Some(ty) => self.ty(ty, scope),
                    None => self.variable(),
                };
                inside.parameters.insert(generic.name.clone(), ty);
            }
            return self.meant(&ty, &inside);
        }
        if self.own_sources().into_iter().any(|items| items.types.contains_key(name)) {
            return self.named(name, types, scope);
        }
        self.of_std(name, types, scope)
    }

    /// A struct or enum of the module.
    pub(super) fn named(&mut self, name: &Name, types: &[Written], scope: &Scope) -> Ty {
        let count = self.generics_of(name).len();
        let arguments = (0..count).map(|i| match types.get(i) {
            Some(ty) => self.ty(ty, scope),
            None => self.variable(),
        });
        Ty::Struct(name.clone(), arguments.collect())
    }

    /// A type of `std`, or of another crate.
    fn of_std(&mut self, name: &Name, types: &[Written], scope: &Scope) -> Ty {
        let arguments: Vec<Ty> = types.iter().map(|ty| self.ty(ty, scope)).collect();
        let mut rest = arguments.iter().cloned();
        let mut next = || rest.next();
        match &**name {
            "f64" | "f32" => Ty::Float,
            "usize" | "u8" | "u16" | "u32" | "u64" | "u128" | "isize" | "i8" | "i16" | "i32" | "i64"
            | "i128" => Ty::Int,
            "bool" => Ty::Bool,
            "char" => Ty::Char,
            "str" | "String" => Ty::Text,
            "Self" => scope.itself.clone().unwrap_or(Ty::Unknown),
            "Receiver" if scope.of_std => scope.receiver.clone().unwrap_or(Ty::Unknown),
            "Vec" => self.list(List::Vec, next()),
            "VecDeque" => self.list(List::Deque, next()),
            "BinaryHeap" => self.list(List::Heap, next()),
            "Option" => Ty::option(next().unwrap_or_else(|| self.variable())),
            "Result" => {
                let (value, error) = (next(), next());
                let value = value.unwrap_or_else(|| self.variable());
                Ty::Result(value.into(), error.unwrap_or(Ty::Unknown).into())
            }
            "Box" => self.pointer(Pointer::Box, next()),
            "Rc" => self.pointer(Pointer::Rc, next()),
            "Arc" => self.pointer(Pointer::Arc, next()),
            "HashMap" | "BTreeMap" => {
                let (key, value) = (next(), next());
                let key = key.unwrap_or_else(|| self.variable());
                let keys = if &**name == "HashMap" { Keys::Hashed } else { Keys::Ordered };
                Ty::Map(keys, key.into(), value.unwrap_or_else(|| self.variable()).into())
            }
            "HashSet" | "BTreeSet" => Ty::Set(next().unwrap_or_else(|| self.variable()).into()),
            "Iterator" | "Range" | "RangeInclusive" | "RangeFrom" => {
                Ty::iterator(next().unwrap_or_else(|| self.variable()))
            }
            "Chars" => Ty::iterator(Ty::Char),
            "Bytes" => Ty::iterator(Ty::Int),
            "Peekable" | "Rev" | "StepBy" | "Cycle" | "Fuse" => next().unwrap_or_else(|| self.variable()),
            "Iter" => Ty::iterator(Ty::shared(next().unwrap_or_else(|| self.variable()))),
            "Lines" | "SplitWhitespace" | "Split" => Ty::iterator(Ty::shared(Ty::Text)),
            _ if scope.of_std => self.special(name, arguments),
            _ => Ty::Foreign(name.clone(), arguments.into()),
        }
    }

    fn list(&mut self, kind: List, element: Option<Ty>) -> Ty {
        Ty::list(kind, element.unwrap_or_else(|| self.variable()))
    }

    fn pointer(&mut self, kind: Pointer, of: Option<Ty>) -> Ty {
        Ty::Pointer(kind, of.unwrap_or_else(|| self.variable()).into())
    }

    /// The notation of the declarations of `std`, whose types other facts determine; or another type of `std`.
    fn special(&mut self, name: &Name, arguments: Vec<Ty>) -> Ty {
        let result = self.variable();
        let gives = result.clone();
        let pending = match (&**name, &arguments[..]) {
            ("Item", [of]) => Pending::Item(of.clone(), gives),
            ("Element", [of]) => Pending::Element(of.clone(), gives),
            ("Pointee" | "Target", [of]) => Pending::Pointee(of.clone(), gives),
            ("Part", [element, index]) => Pending::Part(element.clone(), index.clone(), gives),
            ("Extends", [of, item]) => {
                self.pending.push(Pending::Extends(of.clone(), item.clone()));
                return of.clone();
            }
            ("Sum", [item]) => Pending::Sum(gives, item.clone()),
            ("Collect", [item]) => Pending::Collect(gives, item.clone()),
            ("Concat", [item]) => Pending::Concat(gives, item.clone()),
            ("MapOf", [item]) => {
                let (key, value) = (self.variable(), self.variable());
                self.unify(item, &Ty::Tuple(Rc::new([key.clone(), value.clone()])));
                return Ty::Map(Keys::Any, key.into(), value.into());
            }
            ("Unzip", [item]) => {
                let parts = [self.variable(), self.variable()];
                let lists = [self.variable(), self.variable()];
                self.unify(item, &Ty::Tuple(Rc::new(parts.clone())));
                for (list, part) in lists.iter().zip(parts) {
                    self.pending.push(Pending::Collect(list.clone(), part));
                }
                return Ty::Tuple(Rc::new(lists));
            }
            _ => return Ty::Foreign(name.clone(), arguments.into()),
        };
        self.pending.push(pending);
        result
    }

    /// The type that bounds determine: of a closure or an iterator.
    pub(super) fn bound(&mut self, bounds: &[Bound], scope: &Scope) -> Option<Ty> {
        bounds.iter().find_map(|bound| match bound {
            Bound::Function(parameters, output) => {
                let parameters = parameters.iter().map(|ty| self.ty(ty, scope)).collect();
                Some(Ty::function(parameters, self.ty(output, scope)))
            }
            Bound::Items { into: false, item } => Some(Ty::iterator(self.ty(item, scope))),
            Bound::Items { into: true, item } => {
                let (list, item) = (self.variable(), self.ty(item, scope));
                self.pending.push(Pending::Item(list.clone(), item));
                Some(list)
            }
            Bound::Trait(_) => None,
        })
    }

    /// The names of the traits among bounds.
    pub(super) fn traits_of(bounds: &[Bound]) -> impl Iterator<Item = Name> {
        bounds.iter().filter_map(|bound| match bound {
            Bound::Trait(name) => Some(name.clone()),
            _ => None,
        })
    }

    /// `dyn Layer`
    fn object(&self, bounds: &[Bound]) -> Ty {
        let mut traits = Self::traits_of(bounds);
        let own = traits.find(|name| self.own_sources().iter().any(|items| items.is_trait(name)));
        own.map_or(Ty::Unknown, Ty::Object)
    }

    /// `impl Layer` in a signature: a type with this trait.
    fn of_bounds(&mut self, bounds: &[Bound]) -> Ty {
        let ty = self.variable();
        self.bounds.extend(Self::traits_of(bounds).map(|of| (ty.clone(), of)));
        ty
    }

    /// An instance of a function: its parameters, with the receiver first if there is one, its result, and its type arguments.
    pub(super) fn instance(
        &mut self,
        callable: &Callable,
        itself: Option<&Ty>,
        receiver: Option<&Ty>,
        turbofish: &[Ty],
    ) -> (Vec<Ty>, Ty, Vec<Ty>) {
        let mut scope = Scope::default();
        if let Some(owner) = &callable.of {
            let (own, around) = self.owner(owner);
            scope = around;
            if let Some(itself) = itself {
                // `impl Trait for &Type`
                let (own, itself) = (self.stripped(&own), self.stripped(itself));
                self.unify(&own, &itself);
            }
            if let (Itself::Group, Some(itself)) = (&owner.itself, itself) {
                // A declaration of `std` names the parts of its type.
                let parts: Vec<Ty> = itself.parts().into_iter().cloned().collect();
                for (generic, ty) in owner.generics.iter().zip(parts) {
                    scope.parameters.insert(generic.name.clone(), ty);
                }
            }
        }
        scope.receiver = receiver.cloned();
        self.instantiate(&callable.generics, &mut scope);
        for (generic, ty) in callable.generics.iter().filter(|generic| !generic.constant).zip(turbofish) {
            let parameter = scope.parameters[&generic.name].clone();
            self.unify(&parameter, ty);
        }
        let itself = scope.itself.clone().unwrap_or(Ty::Unknown);
        let receiver = callable.receiver.map(|receiver| match receiver {
            Receiver::Value => itself,
            Receiver::Shared => Ty::shared(itself),
            Receiver::Exclusive => Ty::reference(true, itself),
        });
        let parameters: Vec<Ty> =
            receiver.into_iter().chain(callable.parameters.iter().map(|ty| self.ty(ty, &scope))).collect();
        let output = callable.output.as_ref().map_or_else(Ty::unit, |ty| self.ty(ty, &scope));
        let generics = callable.generics.iter().filter(|generic| !generic.constant);
        let arguments = generics.map(|generic| scope.parameters[&generic.name].clone()).collect();
        (parameters, output, arguments)
    }

    /// An instance of the type around a function, and its scope.
    pub(super) fn owner(&mut self, owner: &Owner) -> (Ty, Scope) {
        let mut scope = Scope { of_std: matches!(owner.itself, Itself::Group), ..Scope::default() };
        self.instantiate(&owner.generics, &mut scope);
        let own = match &owner.itself {
            Itself::Type(ty) => self.ty(ty, &scope),
            Itself::Trait | Itself::Group => self.variable(),
        };
        scope.itself = Some(own.clone());
        (own, scope)
    }

    fn instantiate(&mut self, generics: &[Generic], scope: &mut Scope) {
        for generic in generics.iter().filter(|generic| !generic.constant) {
            let ty = self.variable();
            scope.parameters.insert(generic.name.clone(), ty);
        }
        for generic in generics.iter().filter(|generic| !generic.constant) {
            let ty = scope.parameters[&generic.name].clone();
            if let Some(bound) = self.bound(&generic.bounds, scope) {
                self.unify(&ty, &bound);
            }
        }
    }

    /// Without references.
    pub(super) fn stripped(&self, ty: &Ty) -> Ty {
        match self.head(ty) {
            Ty::Ref { of, .. } => self.stripped(&of),
            ty => ty,
        }
    }
}
