//! The types that a program writes.

use super::items::{Callable, Generic, Itself, Owner, Receiver, name_of};
use super::solve::Pending;
use super::{Inference, names_of};
use crate::ty::{List, Name, Pointer, Ty};
use std::collections::HashMap;
use std::rc::Rc;
use syn::{GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};

/// The generic parameters in scope.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub(super) parameters: HashMap<Name, Ty>,
    /// The bounds of parameters that stand for any type.
    pub(super) bounds: HashMap<Name, Vec<Rc<TypeParamBound>>>,
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
        self.ty(ty, &scope)
    }

    pub(super) fn ty(&mut self, ty: &Type, scope: &Scope) -> Ty {
        match ty {
            Type::Reference(inner) => Ty::reference(inner.mutability.is_some(), self.ty(&inner.elem, scope)),
            Type::Paren(inner) => self.ty(&inner.elem, scope),
            Type::Group(inner) => self.ty(&inner.elem, scope),
            Type::Slice(inner) => Ty::list(List::Slice, self.ty(&inner.elem, scope)),
            Type::Array(inner) => Ty::list(List::Array, self.ty(&inner.elem, scope)),
            Type::Tuple(inner) => Ty::Tuple(inner.elems.iter().map(|part| self.ty(part, scope)).collect()),
            Type::BareFn(inner) => {
                let parameters = inner.inputs.iter().map(|input| self.ty(&input.ty, scope)).collect();
                Ty::function(parameters, self.output_of(&inner.output, scope))
            }
            Type::ImplTrait(inner) => {
                let bounds: Vec<_> = inner.bounds.iter().cloned().map(Rc::new).collect();
                self.bound(&bounds, scope).unwrap_or_else(|| self.of_bounds(&bounds))
            }
            Type::TraitObject(inner) => {
                let bounds: Vec<_> = inner.bounds.iter().cloned().map(Rc::new).collect();
                self.bound(&bounds, scope).unwrap_or_else(|| self.object(&bounds))
            }
            Type::Never(_) => Ty::Never,
            Type::Infer(_) => self.variable(),
            Type::Path(path) if path.qself.is_none() => self.path_type(&path.path, scope),
            Type::Path(path) => self.projection(path, scope),
            _ => Ty::Unknown,
        }
    }

    pub(super) fn output_of(&mut self, output: &ReturnType, scope: &Scope) -> Ty {
        match output {
            ReturnType::Default => Ty::unit(),
            ReturnType::Type(_, ty) => self.ty(ty, scope),
        }
    }

    /// `<Self as Trait>::Output`
    fn projection(&mut self, path: &syn::TypePath, scope: &Scope) -> Ty {
        let Some(qself) = &path.qself else { return Ty::Unknown };
        let of = self.ty(&qself.ty, scope);
        let last = path.path.segments.last().map(|last| name_of(&last.ident));
        last.map_or(Ty::Unknown, |last| self.associated(&of, &last))
    }

    /// An associated type of a type.
    pub(super) fn associated(&mut self, of: &Ty, name: &str) -> Ty {
        let of = self.head(of);
        let Some(key) = of.name().cloned() else { return Ty::Unknown };
        let found = self.own_sources().into_iter();
        let Some(ty) =
            found.filter_map(|items| items.associated.get(&(key.clone(), name.into()))).next().cloned()
        else {
            return Ty::Unknown;
        };
        let scope = self.scope_of(&of);
        self.ty(&ty, &scope)
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

    fn path_type(&mut self, path: &syn::Path, scope: &Scope) -> Ty {
        let Some(last) = path.segments.last() else { return Ty::Unknown };
        let name = name_of(&last.ident);
        let types: Vec<&Type> = match &last.arguments {
            PathArguments::AngleBracketed(list) => list
                .args
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        if path.segments.len() == 1
            && let Some(ty) = scope.parameters.get(&name)
        {
            return ty.clone();
        }
        if let [of, _] = &names_of(path)[..]
            && let Some(of) =
                if &**of == "Self" { scope.itself.clone() } else { scope.parameters.get(of).cloned() }
        {
            return self.associated(&of, &name);
        }
        let from_std =
            path.segments.first().is_some_and(|first| ["std", "core"].iter().any(|of| first.ident == of));
        if scope.of_std || from_std {
            return self.of_std(&name, &types, scope);
        }
        let alias = self.own_sources().into_iter().find_map(|items| items.aliases.get(&name)).cloned();
        if let Some((generics, ty)) = alias {
            let mut inside = Scope { itself: scope.itself.clone(), ..Scope::default() };
            for (i, generic) in generics.iter().filter(|generic| !generic.constant).enumerate() {
                let ty = match types.get(i) {
                    Some(ty) => self.ty(ty, scope),
                    None => self.variable(),
                };
                inside.parameters.insert(generic.name.clone(), ty);
            }
            return self.ty(&ty, &inside);
        }
        if self.own_sources().into_iter().any(|items| items.types.contains_key(&name)) {
            return self.named(&name, &types, scope);
        }
        self.of_std(&name, &types, scope)
    }

    /// A struct or enum of the module.
    pub(super) fn named(&mut self, name: &Name, types: &[&Type], scope: &Scope) -> Ty {
        let count = self.generics_of(name).len();
        let arguments = (0..count).map(|i| match types.get(i) {
            Some(ty) => self.ty(ty, scope),
            None => self.variable(),
        });
        Ty::Struct(name.clone(), arguments.collect())
    }

    /// A type of `std`, or of another crate.
    fn of_std(&mut self, name: &Name, types: &[&Type], scope: &Scope) -> Ty {
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
            "Receiver" => scope.receiver.clone().unwrap_or(Ty::Unknown),
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
            "HashMap" | "BTreeMap" | "Map" => {
                let (key, value) = (next(), next());
                let key = key.unwrap_or_else(|| self.variable());
                Ty::Map(key.into(), value.unwrap_or_else(|| self.variable()).into())
            }
            "HashSet" | "BTreeSet" | "Set" => Ty::Set(next().unwrap_or_else(|| self.variable()).into()),
            "Iterator" | "Range" | "RangeInclusive" | "RangeFrom" => {
                Ty::iterator(next().unwrap_or_else(|| self.variable()))
            }
            "Chars" => Ty::iterator(Ty::Char),
            "Bytes" => Ty::iterator(Ty::Int),
            "Peekable" | "Rev" | "StepBy" | "Cycle" | "Fuse" => next().unwrap_or_else(|| self.variable()),
            "Iter" => Ty::iterator(Ty::shared(next().unwrap_or_else(|| self.variable()))),
            "Lines" | "SplitWhitespace" | "Split" => Ty::iterator(Ty::shared(Ty::Text)),
            _ => self.special(name, arguments),
        }
    }

    fn list(&mut self, kind: List, element: Option<Ty>) -> Ty {
        Ty::list(kind, element.unwrap_or_else(|| self.variable()))
    }

    fn pointer(&mut self, kind: Pointer, of: Option<Ty>) -> Ty {
        Ty::Pointer(kind, of.unwrap_or_else(|| self.variable()).into())
    }

    /// The notation of the declarations of `std`, which other facts determine; or a type of another crate.
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
                return Ty::Map(key.into(), value.into());
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
    pub(super) fn bound(&mut self, bounds: &[Rc<TypeParamBound>], scope: &Scope) -> Option<Ty> {
        bounds.iter().find_map(|bound| {
            let TypeParamBound::Trait(bound) = &**bound else { return None };
            let last = bound.path.segments.last()?;
            match &last.arguments {
                PathArguments::Parenthesized(list) => {
                    let parameters = list.inputs.iter().map(|ty| self.ty(ty, scope)).collect();
                    Some(Ty::function(parameters, self.output_of(&list.output, scope)))
                }
                PathArguments::AngleBracketed(list) => list.args.iter().find_map(|argument| match argument {
                    GenericArgument::AssocType(of) if of.ident == "Item" => {
                        let item = self.ty(&of.ty, scope);
                        if last.ident != "IntoIterator" {
                            return Some(Ty::iterator(item));
                        }
                        let list = self.variable();
                        self.pending.push(Pending::Item(list.clone(), item));
                        Some(list)
                    }
                    _ => None,
                }),
                PathArguments::None => None,
            }
        })
    }

    /// The names of the traits among bounds.
    pub(super) fn traits_of(bounds: &[Rc<TypeParamBound>]) -> impl Iterator<Item = Name> {
        bounds.iter().filter_map(|bound| match &**bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| name_of(&last.ident)),
            _ => None,
        })
    }

    /// `dyn Layer`
    fn object(&self, bounds: &[Rc<TypeParamBound>]) -> Ty {
        let mut traits = Self::traits_of(bounds);
        let own = traits.find(|name| self.own_sources().iter().any(|items| items.is_trait(name)));
        own.map_or(Ty::Unknown, Ty::Object)
    }

    /// `impl Layer` in a signature: a type with this trait.
    fn of_bounds(&mut self, bounds: &[Rc<TypeParamBound>]) -> Ty {
        let ty = self.variable();
        self.bounds.extend(Self::traits_of(bounds).map(|of| (ty.clone(), of)));
        ty
    }

    /// An instance of a function: its parameters, with the receiver first if there is one, and its result.
    pub(super) fn instance(
        &mut self,
        callable: &Callable,
        itself: Option<&Ty>,
        receiver: Option<&Ty>,
        turbofish: &[Ty],
    ) -> (Vec<Ty>, Ty) {
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
        (parameters, output)
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
