//! Paths and calls.

use super::items::{Callable, name_of};
use super::solve::Pending;
use super::written::{Written, types_among};
use super::{Inference, names_of};
use crate::body::tree::{ExprId, Form};
use crate::library::numbers;
use crate::ty::{List, Name, Ty};
use std::collections::HashMap;
use std::rc::Rc;
use syn::{Expr, Path, PathArguments, Type, TypePath};

impl Inference<'_> {
    /// A path that names no local.
    pub(super) fn path(&mut self, id: ExprId, want: Option<&Ty>) -> Ty {
        let Expr::Path(path) = self.body.shell(id) else { return Ty::Unknown };
        if let Some(want) = want
            && path.path.is_ident("None")
            && let Ty::Option(_) = self.head(want)
        {
            return want.clone();
        }
        let itself = path.qself.as_ref().map(|qself| self.written(&qself.ty));
        self.named_by(id, &path.path, itself).unwrap_or(Ty::Unknown)
    }

    /// The value that a path names: a constant, a function, a constructor.
    fn named_by(&mut self, id: ExprId, path: &Path, itself: Option<Ty>) -> Option<Ty> {
        let names = names_of(path);
        let last = names.last()?.clone();
        let turbofish = self.turbofish(path);
        if names.len() == 1 {
            if self.scope.constants.contains(&last) {
                return Some(Ty::Int);
            }
            if *last == *"None" {
                let content = self.variable();
                return Some(Ty::option(content));
            }
            let own = self.own_sources().into_iter().find_map(|items| items.function_named(&last));
            if let Some(callable) = own {
                return Some(self.free(id, &callable, &turbofish));
            }
        }
        if let Some(ty) = self.constant(&names) {
            return Some(ty);
        }
        let constructed = self.variable();
        let fields = self.fields_of(&names, &constructed);
        if let Ty::Struct(..) = self.head(&constructed) {
            let by_position =
                fields.first().is_some_and(|(name, _)| name.starts_with(|c: char| c.is_ascii_digit()));
            if !by_position {
                return Some(constructed);
            }
            return Some(Ty::function(fields.into_iter().map(|(_, ty)| ty).collect(), constructed));
        }
        let std = self.std.clone();
        if names.len() == 1 {
            let callable = std.method("Prelude", &last)?;
            let (parameters, output, _) = self.instance(&callable, None, None, &[]);
            return Some(Ty::function(parameters, output));
        }
        let itself = itself.unwrap_or_else(|| self.prefix(path));
        self.owners.insert(id, itself.clone());
        if let Some(callable) = self.provided(&itself, &last) {
            let (parameters, output, _) = self.instance(&callable, Some(&itself), Some(&itself), &turbofish);
            return Some(Ty::function(parameters, output));
        }
        // A function in a module of the program.
        let own = self.own_sources().into_iter().find_map(|items| items.function_named(&last));
        if let Some(callable) = own.filter(|_| names[names.len() - 2].starts_with(char::is_lowercase)) {
            return Some(self.free(id, &callable, &turbofish));
        }
        match &*last {
            "default" if itself == Ty::foreign("Default") => {
                let value = self.variable();
                Some(Ty::function(Vec::new(), value))
            }
            "Less" | "Equal" | "Greater" if itself == Ty::foreign("Ordering") => Some(itself),
            "default" | "from" | "from_iter" if !matches!(itself, Ty::Foreign(..)) => {
                let parameters = (&*last != "default").then(|| self.variable());
                Some(Ty::function(parameters.into_iter().collect(), itself))
            }
            _ => None,
        }
    }

    /// A free function of the program.
    fn free(&mut self, id: ExprId, callable: &Callable, turbofish: &[Ty]) -> Ty {
        let (parameters, output, arguments) = self.instance(callable, None, None, turbofish);
        self.arguments.insert(id, arguments);
        Ty::function(parameters, output)
    }

    /// A function of a type: `Vec::new`, and `Vec::len` of slices.
    fn provided(&mut self, ty: &Ty, name: &str) -> Option<Rc<Callable>> {
        self.behind(ty).iter().find_map(|ty| self.found(ty, name))
    }

    /// The type in `Vec::<f64>::new`.
    fn prefix(&mut self, path: &Path) -> Ty {
        let count = path.segments.len() - 1;
        let segments = path.segments.iter().take(count).cloned();
        let prefix = Path { leading_colon: path.leading_colon, segments: segments.collect() };
        if let [name] = &names_of(&prefix)[..]
            && self.own_sources().into_iter().any(|items| items.is_trait(name))
        {
            return Ty::Object(name.clone());
        }
        self.written(&Type::Path(TypePath { qself: None, path: prefix }))
    }

    fn arguments_of(&mut self, types: &[Written]) -> Vec<Ty> {
        let scope = self.scope.clone();
        types.iter().map(|ty| self.ty(ty, &scope)).collect()
    }

    fn turbofish(&mut self, path: &Path) -> Vec<Ty> {
        let types = path.segments.last().map(|last| types_among(&last.arguments)).unwrap_or_default();
        self.arguments_of(&types)
    }

    fn constant(&mut self, names: &[Name]) -> Option<Ty> {
        let last = names.last()?;
        let mut keys = vec![last.clone()];
        if let [.., of, name] = names {
            let of = match &self.scope.itself {
                Some(Ty::Struct(itself, _) | Ty::Object(itself)) if **of == *"Self" => itself.clone(),
                _ => of.clone(),
            };
            keys.insert(0, format!("{of}::{name}").into());
        }
        let own = self.own_sources().into_iter();
        let written =
            own.flat_map(|items| keys.iter().filter_map(|key| items.constants.get(key))).next().cloned();
        if let Some(ty) = written {
            let scope = self.scope.clone();
            return Some(self.ty(&ty, &scope));
        }
        let capital = last.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        if names.len() < 2 {
            let imported = self.own_sources().into_iter().any(|items| items.of_consts.contains(last));
            return imported.then_some(Ty::Float);
        }
        if !capital {
            return None;
        }
        let of = &*names[names.len() - 2];
        let unsigned = of.starts_with(['u', 'i']) && of.ends_with(|c: char| c.is_ascii_digit() || c == 'e');
        match of {
            "consts" | "f64" | "f32" => Some(Ty::Float),
            _ if unsigned => Some(Ty::Int),
            _ => None,
        }
    }

    pub(super) fn call(&mut self, function: ExprId, arguments: &[ExprId], want: Option<&Ty>) -> Ty {
        let ty = self.expr(function, None);
        self.solve();
        match self.called(&ty) {
            Some((parameters, output)) => {
                self.arguments(arguments, &parameters, &output, want);
                self.solve();
                output
            }
            None => {
                let types = arguments.iter().map(|argument| self.expr(*argument, None)).collect();
                let result = self.variable();
                self.later(Pending::Call(ty, types, result.clone()));
                result
            }
        }
    }

    /// The parameters and the result of a value that is called.
    pub(super) fn called(&self, ty: &Ty) -> Option<(Vec<Ty>, Ty)> {
        match self.head(ty) {
            Ty::Function(parameters, result) => Some((parameters.to_vec(), (*result).clone())),
            Ty::Ref { of, .. } | Ty::Pointer(_, of) => self.called(&of),
            _ => None,
        }
    }

    /// The arguments of a call, closures last, as rustc checks them.
    pub(super) fn arguments(
        &mut self,
        arguments: &[ExprId],
        parameters: &[Ty],
        output: &Ty,
        want: Option<&Ty>,
    ) {
        let mut expected = HashMap::new();
        if let Some(want) = want {
            self.expect(output, want, &mut expected);
        }
        let is_closure = |inference: &Self, id: ExprId| {
            matches!(inference.body.form(inference.body.inner(id)), Form::Closure { .. })
        };
        for closures in [false, true] {
            for (argument, parameter) in arguments.iter().zip(parameters) {
                if is_closure(self, *argument) != closures {
                    continue;
                }
                let hint = self.substituted(parameter, &expected);
                let ty = self.expr(*argument, Some(&hint));
                let sized = !matches!(self.head(&hint), Ty::Object(_) | Ty::List(List::Slice, _));
                let to = if sized { &hint } else { parameter };
                self.coerce(*argument, &ty, to);
                self.unify(parameter, to);
                self.note_bound(*argument, parameter);
                self.solve();
            }
        }
        for argument in arguments.iter().skip(parameters.len()) {
            let ty = self.expr(*argument, None);
            self.tell(&ty);
        }
    }

    /// Whether the parameter is of a type with a trait of the module.
    fn note_bound(&mut self, argument: ExprId, parameter: &Ty) {
        let of = self.bounds.iter().filter(|(ty, _)| is_or_refers_to(parameter, ty));
        let of: Vec<(Ty, Name)> = of.cloned().collect();
        self.bounded.extend(of.into_iter().map(|(ty, name)| (argument, ty, name)));
    }

    /// The variables in the type of a result, as a wanted type determines them.
    fn expect(&self, output: &Ty, want: &Ty, known: &mut HashMap<usize, Ty>) {
        let (output, want) = (self.head(output), self.head(want));
        match (&output, &want) {
            (_, Ty::Infer(_) | Ty::Unknown) => {}
            (Ty::Infer(variable), want) => _ = known.entry(*variable).or_insert_with(|| want.clone()),
            (output, want) if super::same_head(output, want) => {
                for (a, b) in output.parts().into_iter().zip(want.parts()) {
                    self.expect(a, b, known);
                }
            }
            _ => {}
        }
    }

    fn substituted(&self, ty: &Ty, known: &HashMap<usize, Ty>) -> Ty {
        match self.head(ty) {
            Ty::Infer(variable) => known.get(&variable).cloned().unwrap_or(Ty::Infer(variable)),
            ty => ty.map(|part| self.substituted(part, known)),
        }
    }

    pub(super) fn method_call(
        &mut self,
        id: ExprId,
        of: ExprId,
        arguments: &[ExprId],
        want: Option<&Ty>,
    ) -> Ty {
        let Expr::MethodCall(call) = self.body.shell(id) else { return Ty::Unknown };
        let receiver = self.expr(of, None);
        self.solve();
        let turbofish = match &call.turbofish {
            Some(list) => types_among(&PathArguments::AngleBracketed(list.clone())),
            None => Vec::new(),
        };
        let turbofish = self.arguments_of(&turbofish);
        let name = name_of(&call.method);
        if let Ty::Literal(_) = self.head(&receiver)
            && numbers::find(&name).is_some()
        {
            self.ambiguous.push((id, of));
            self.tell(&receiver);
        }
        if let Some((parameters, output)) = self.method(&receiver, &name, &turbofish) {
            self.arguments(arguments, &parameters, &output, want);
            self.solve();
            return output;
        }
        let types = arguments.iter().map(|argument| self.expr(*argument, None)).collect();
        let result = self.variable();
        self.later(Pending::Method { receiver, name, arguments: types, turbofish, result: result.clone() });
        result
    }
}

fn is_or_refers_to(ty: &Ty, other: &Ty) -> bool {
    match ty {
        Ty::Ref { of, .. } => is_or_refers_to(of, other),
        ty => ty == other,
    }
}
