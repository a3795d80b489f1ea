//! Patterns, with Rust's binding modes: a pattern of a struct or tuple that meets a reference binds references.

use super::items::Parts as Fields;
use super::{Inference, names_of};
use crate::body::tree::{LocalId, Parts, Pattern, Rest};
use crate::ty::{List, Name, Ty};
use quote::ToTokens;

/// Whether names are bound to references, and to exclusive ones.
type Mode = Option<bool>;

impl Inference<'_> {
    pub(super) fn pattern(&mut self, pattern: &Pattern, ty: &Ty, mode: Mode) {
        match pattern {
            Pattern::Any => {}
            Pattern::Bind { local, by_ref, sub } => {
                if let Some(sub) = sub {
                    self.pattern(sub, ty, mode);
                }
                self.local(*local, ty, by_ref.or(mode));
            }
            Pattern::Typed(inner, written) => {
                let written = self.written(written);
                self.unify(ty, &written);
                self.pattern(inner, &written, mode);
            }
            Pattern::Reference(inner) => {
                let of = self.variable();
                match (mode, self.head(ty)) {
                    (_, Ty::Ref { of: referent, .. }) => self.unify(&of, &referent),
                    (Some(_), ty) => self.unify(&of, &ty),
                    (None, ty) => self.unify(&Ty::shared(of.clone()), &ty),
                }
                self.pattern(inner, &of, None);
            }
            Pattern::Tuple(parts) => self.tuple(parts, ty, mode),
            Pattern::Slice(parts) => self.slice(parts, ty, mode),
            Pattern::Literal(literal) => {
                let (ty, _) = self.peeled(ty, mode);
                let literal = self.literal(literal);
                self.unify(&ty, &self.stripped(&literal));
            }
            Pattern::Either(cases) => cases.iter().for_each(|case| self.pattern(case, ty, mode)),
            Pattern::Variant(path, parts) => self.variant(path, parts, ty, mode),
            Pattern::Struct(path, fields) => {
                let (ty, mode) = self.peeled(ty, mode);
                let known = self.fields_of(&names_of(path), &ty);
                for (member, field) in fields {
                    let name = member.to_token_stream().to_string();
                    let of = known.iter().find(|(other, _)| **other == *name).map(|(_, ty)| ty.clone());
                    self.pattern(field, &of.unwrap_or(Ty::Unknown), mode);
                }
            }
            Pattern::Path(path) => {
                let (ty, _) = self.peeled(ty, mode);
                match &*names_of(path) {
                    [none] if **none == *"None" => {
                        let content = self.variable();
                        self.unify(&ty, &Ty::option(content));
                    }
                    names => _ = self.fields_of(names, &ty),
                }
            }
        }
    }

    fn local(&mut self, local: LocalId, ty: &Ty, mode: Mode) {
        let ty = match mode {
            Some(exclusive) => Ty::reference(exclusive, ty.clone()),
            None => ty.clone(),
        };
        match &self.locals[local.index()] {
            // Another alternative has bound it.
            Ty::Unknown => self.locals[local.index()] = ty,
            known => {
                let known = known.clone();
                self.unify(&known, &ty);
            }
        }
    }

    /// A type without its references, which become the mode.
    fn peeled(&self, ty: &Ty, mode: Mode) -> (Ty, Mode) {
        match self.head(ty) {
            Ty::Ref { exclusive, of } => self.peeled(&of, Some(exclusive && mode != Some(false))),
            ty => (ty, mode),
        }
    }

    fn tuple(&mut self, parts: &Parts, ty: &Ty, mode: Mode) {
        let (ty, mode) = self.peeled(ty, mode);
        if parts.rest.is_none() && matches!(ty, Ty::Infer(_)) {
            let types: Vec<Ty> = parts.before.iter().map(|_| self.variable()).collect();
            self.unify(&ty, &Ty::Tuple(types.into()));
        }
        let types = match self.head(&ty) {
            Ty::Tuple(types) => types.to_vec(),
            _ => Vec::new(),
        };
        self.positions(parts, &types, mode);
    }

    /// Parts by position.
    fn positions(&mut self, parts: &Parts, types: &[Ty], mode: Mode) {
        let known = |i: Option<usize>| i.and_then(|i| types.get(i)).cloned().unwrap_or(Ty::Unknown);
        for (i, part) in parts.before.iter().enumerate() {
            self.pattern(part, &known(Some(i)), mode);
        }
        let first = types.len().checked_sub(parts.after.len());
        for (i, part) in parts.after.iter().enumerate() {
            self.pattern(part, &known(first.map(|first| first + i)), mode);
        }
    }

    fn slice(&mut self, parts: &Parts, ty: &Ty, mode: Mode) {
        let (ty, mode) = self.peeled(ty, mode);
        let (kind, element) = match self.head(&ty) {
            Ty::List(kind, element) => (kind, (*element).clone()),
            _ => (List::Slice, Ty::Unknown),
        };
        for part in parts.before.iter().chain(&parts.after) {
            self.pattern(part, &element, mode);
        }
        if let Some(Rest::Named(rest)) = parts.rest {
            self.local(rest, &Ty::list(kind, element), mode);
        }
    }

    fn variant(&mut self, path: &syn::Path, parts: &Parts, ty: &Ty, mode: Mode) {
        let (ty, mode) = self.peeled(ty, mode);
        let names = names_of(path);
        let content = match (names.last().map_or("", |name| &**name), &ty) {
            ("Some", Ty::Option(content)) => Some((**content).clone()),
            ("Ok", Ty::Result(value, _)) => Some((**value).clone()),
            ("Err", Ty::Result(_, error)) => Some((**error).clone()),
            ("Some", Ty::Infer(_)) => {
                let content = self.variable();
                self.unify(&ty, &Ty::option(content.clone()));
                Some(content)
            }
            ("Ok", Ty::Infer(_)) => {
                let content = self.variable();
                self.unify(&ty, &Ty::Result(content.clone().into(), Ty::Unknown.into()));
                Some(content)
            }
            ("Reverse", Ty::Foreign(_, arguments)) => arguments.first().cloned(),
            _ => None,
        };
        if let Some(content) = content {
            return self.positions(parts, &[content], mode);
        }
        let types: Vec<Ty> = self.fields_of(&names, &ty).into_iter().map(|(_, ty)| ty).collect();
        self.positions(parts, &types, mode);
    }

    /// The fields of the struct or variant that a path names, which becomes the type.
    pub(super) fn fields_of(&mut self, path: &[Name], ty: &Ty) -> Vec<(Name, Ty)> {
        let mut path = path.to_vec();
        if let Some(first) = path.first_mut()
            && **first == *"Self"
            && let Some(itself) = self.scope.itself.as_ref().and_then(Ty::name)
        {
            *first = itself.clone();
        }
        if let [name] = &path[..]
            && let Some((_, alias)) = self.items.aliases.get(name).cloned()
        {
            let of = self.ty(&alias, &self.scope.clone());
            self.unify(ty, &of);
            path = of.name().cloned().into_iter().collect();
        }
        let found = self.own_sources().into_iter().find_map(|items| items.parts(&path));
        let Some((_, Fields { of, fields })) = found else { return Vec::new() };
        let whole = self.named(&of, &[], &self.scope.clone());
        self.unify(ty, &whole);
        let scope = self.scope_of(&whole);
        fields.iter().map(|(name, ty)| (name.clone(), self.ty(ty, &scope))).collect()
    }
}
