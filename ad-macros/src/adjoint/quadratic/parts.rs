//! The numbers in the variables of a program, by their places.

use super::step::Step;
use super::{Factor, Input, Number, Origin, Path, Tangents, length, owned};
use crate::adjoint::ir::*;
use crate::adjoint::of_type;
use crate::adjoint::text::Text;
use syn::{Member, Type};

/// A value: a number, or a container with parts of known places.
#[derive(Clone)]
pub(super) enum Part {
    Number(Number),
    /// The parts by the index or the name of the field.
    Parts(Vec<(String, Part)>),
    /// Without numbers.
    Plain,
}

/// The values of the variables. A variable without a value is unknown.
#[derive(Clone, Default)]
pub(super) struct Scope(Vec<(Id, Part)>);

/// The beginning of a function whose parameters have few numbers, each of them an input.
pub(super) fn few(text: &Text<'_>, ids: &[Id], types: &[Type], most: usize) -> Option<Path> {
    let mut path = Path::default();
    for (id, ty) in ids.iter().zip(types) {
        let part = if !text.numbers.in_lowered(ty) {
            Part::Plain
        } else if matches!(ty, Type::Reference(ty) if ty.mutability.is_some()) {
            return None;
        } else {
            input(text, owned(ty), &mut path, most)?
        };
        path.scope.bind(*id, Some(part));
    }
    (!path.inputs.is_empty()).then_some(path)
}

/// The argument of this type.
fn input(text: &Text<'_>, ty: &Type, path: &mut Path, most: usize) -> Option<Part> {
    match ty {
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().enumerate();
            let parts = parts.map(|(i, ty)| Some((i.to_string(), input(text, ty, path, most)?)));
            parts.collect::<Option<_>>().map(Part::Parts)
        }
        Type::Array(array) => {
            let length = length(array).filter(|length| *length <= most)?;
            let parts = (0..length).map(|i| Some((i.to_string(), input(text, &array.elem, path, most)?)));
            parts.collect::<Option<_>>().map(Part::Parts)
        }
        Type::Path(_) if of_type(ty, text.numbers) == Ty::Number => {
            (path.inputs.len() < most).then(|| Part::Number(path.input(Origin::Few)))
        }
        _ => None,
    }
}

impl Path {
    /// A new input.
    pub(super) fn input(&mut self, origin: Origin) -> Number {
        let (input, step) = (self.inputs.len(), self.steps.len());
        self.steps.push(Step::Input);
        self.inputs.push(Input { step, origin });
        self.number_of_input(input)
    }

    /// The number that is an input.
    pub(super) fn number_of_input(&self, input: usize) -> Number {
        let step = Some(self.inputs[input].step);
        Number { tangents: Tangents::from([(input, Factor::one())]), step, sums: false }
    }
}

/// The index or the name of a part, if it is known.
fn key(projection: &Projection) -> Option<String> {
    match projection {
        Projection::Index(plain) => {
            let index = syn::parse2::<syn::LitInt>(plain.tokens.clone()).ok()?;
            index.base10_parse::<usize>().ok().map(|index| index.to_string())
        }
        Projection::Field(member) => Some(name(member)),
        Projection::Deref | Projection::There | Projection::Variant(..) => None,
    }
}

fn name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

impl Part {
    fn part(&self, key: &str) -> Option<&Part> {
        match self {
            Part::Parts(parts) => parts.iter().find(|(name, _)| name == key).map(|(_, part)| part),
            Part::Number(_) | Part::Plain => None,
        }
    }
}

impl Scope {
    /// Gives a variable a value, or none that is known.
    pub(super) fn bind(&mut self, id: Id, part: Option<Part>) {
        self.0.retain(|(known, _)| *known != id);
        self.0.extend(part.map(|part| (id, part)));
    }

    fn get(&self, id: Id) -> Option<&Part> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, part)| part)
    }

    /// Whether the value of a variable is known.
    pub(super) fn knows(&self, id: Id) -> bool {
        self.get(id).is_some()
    }

    /// The number of a variable.
    pub(super) fn number(&self, id: Id) -> Option<&Number> {
        match self.get(id)? {
            Part::Number(number) => Some(number),
            Part::Parts(_) | Part::Plain => None,
        }
    }

    /// The content of a place.
    pub(super) fn place(&self, place: &Place) -> Option<&Part> {
        let mut part = self.get(place.root)?;
        for projection in &place.projections {
            if !matches!(projection, Projection::Deref) {
                part = part.part(&key(projection)?)?;
            }
        }
        Some(part)
    }

    /// The value of a source.
    pub(super) fn source(&self, source: &Source) -> Option<Part> {
        match source {
            Source::Value(id) => self.get(*id).cloned(),
            Source::Plain(_) => Some(Part::Plain),
            Source::Place(place) => self.place(place).cloned(),
            Source::Build(Build { kind, parts }) => {
                let members: Vec<String> = match kind {
                    BuildKind::Array | BuildKind::Vector | BuildKind::Tuple => {
                        (0..parts.len()).map(|i| i.to_string()).collect()
                    }
                    BuildKind::Struct(_, members) => members.iter().map(name).collect(),
                    BuildKind::Boxed | BuildKind::Variant(..) | BuildKind::There(..) => return None,
                };
                let parts = members.into_iter().zip(parts);
                let parts = parts.map(|(name, part)| Some((name, self.source(part)?)));
                parts.collect::<Option<_>>().map(Part::Parts)
            }
            Source::ToVec(_)
            | Source::Repeat { .. }
            | Source::Empty(..)
            | Source::Without(_)
            | Source::Changed => None,
        }
    }

    /// Changes a place. `None` if something else may have changed.
    pub(super) fn write(&mut self, text: &Text<'_>, place: &Place, part: Option<Part>) -> Option<()> {
        let var = text.var(place.root);
        if var.ty.is_plain() {
            return Some(());
        }
        let refers = var.exclusive || var.views.iter().any(|other| *other != place.root);
        if refers || !matches!(var.role, Role::Scalar | Role::Container) {
            return None;
        }
        if place.projections.is_empty() {
            self.bind(place.root, part);
            return Some(());
        }
        let mut to = self.0.iter_mut().find(|(known, _)| *known == place.root).map(|(_, part)| part)?;
        for projection in &place.projections {
            let (key, Part::Parts(parts)) = (key(projection)?, to) else { return None };
            to = parts.iter_mut().find(|(name, _)| *name == key).map(|(_, part)| part)?;
        }
        *to = part?;
        Some(())
    }
}
