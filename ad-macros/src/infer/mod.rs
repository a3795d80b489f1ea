//! The type of each expression of a body, as rustc infers it: in the order of the source, with expectations from outside, and with
//! coercions where Rust has them.
//!
//! Nothing is guessed: a type that the items and `std` do not determine stays [`Ty::Unknown`] or open.

mod call;
mod coerce;
mod expr;
mod items;
mod method;
mod pattern;
mod solve;
mod types;
mod written;

use crate::body::tree::{Body, ExprId, LocalId, Pattern};
use crate::ty::{Name, Ty};
pub(crate) use coerce::{Becomes, Behind};
pub(crate) use items::{Items, Receiver};
use solve::Pending;
use std::collections::HashMap;
use std::rc::Rc;
use types::Scope;

/// The types of a body.
pub(crate) struct Typed {
    types: Vec<Ty>,
    locals: Vec<Ty>,
    /// The values that become objects of a trait.
    pub(crate) objects: HashMap<ExprId, Becomes>,
    /// The arguments whose parameter is any type with a trait: the type, and the trait.
    pub(crate) bounded: Vec<(ExprId, Ty, Name)>,
    /// The types before `::` in paths.
    owners: HashMap<ExprId, Ty>,
    /// The type arguments of generic functions, by their paths.
    arguments: HashMap<ExprId, Vec<Ty>>,
    /// The methods of floats whose type is not decided, with their receivers.
    pub(crate) ambiguous: Vec<(ExprId, ExprId)>,
    /// The types that should be one, and are not.
    #[cfg_attr(not(test), allow(dead_code, reason = "tests count them"))]
    pub(crate) conflicts: Vec<(Ty, Ty)>,
}

impl Typed {
    pub(crate) fn of(&self, id: ExprId) -> &Ty {
        &self.types[id.index()]
    }

    pub(crate) fn local(&self, id: LocalId) -> &Ty {
        &self.locals[id.index()]
    }

    /// The type before `::` in a path.
    pub(crate) fn owner(&self, path: ExprId) -> Option<&Ty> {
        self.owners.get(&path)
    }

    /// The type arguments of the free function that a path names.
    pub(crate) fn arguments(&self, path: ExprId) -> Option<&[Ty]> {
        self.arguments.get(&path).map(Vec::as_slice)
    }
}

/// The types of a function's body, inside of an `impl` or a trait.
pub(crate) fn infer(
    body: &Body,
    signature: &syn::Signature,
    of_impl: Option<&syn::ItemImpl>,
    of_trait: Option<&syn::ItemTrait>,
    items: &Items,
) -> Typed {
    let mut inference = Inference {
        items,
        std: Items::of_std(),
        body,
        inner: Items::of(&body.items),
        variables: Vec::new(),
        types: vec![Ty::Unknown; body.expressions()],
        locals: vec![Ty::Unknown; body.locals()],
        breaks: vec![Ty::Unknown; body.labels()],
        output: Ty::Unknown,
        scope: Scope::default(),
        names: 0,
        pending: Vec::new(),
        bounds: Vec::new(),
        bounded: Vec::new(),
        objects: HashMap::new(),
        owners: HashMap::new(),
        arguments: HashMap::new(),
        ambiguous: Vec::new(),
        conflicts: Vec::new(),
    };
    inference.function(signature, of_impl, of_trait);
    inference.finish()
}

struct Inference<'a> {
    items: &'a Items,
    std: Rc<Items>,
    body: &'a Body,
    /// The items inside of the body.
    inner: Items,
    variables: Vec<Variable>,
    types: Vec<Ty>,
    locals: Vec<Ty>,
    /// The values of loops and blocks, by label.
    breaks: Vec<Ty>,
    /// The result of the function or closure around.
    output: Ty,
    /// The generic parameters.
    scope: Scope,
    /// The number of aliases and associated types around the type that is read.
    names: usize,
    pending: Vec<Pending>,
    /// The variables that stand for types with a trait.
    bounds: Vec<(Ty, Name)>,
    bounded: Vec<(ExprId, Ty, Name)>,
    objects: HashMap<ExprId, Becomes>,
    owners: HashMap<ExprId, Ty>,
    arguments: HashMap<ExprId, Vec<Ty>>,
    ambiguous: Vec<(ExprId, ExprId)>,
    conflicts: Vec<(Ty, Ty)>,
}

/// A variable of the inference.
#[derive(Clone)]
enum Variable {
    Open,
    /// A float literal.
    Literal,
    Is(Ty),
}

impl Inference<'_> {
    fn function(
        &mut self,
        signature: &syn::Signature,
        of_impl: Option<&syn::ItemImpl>,
        of_trait: Option<&syn::ItemTrait>,
    ) {
        self.declare(of_impl.map(|item| &item.generics));
        self.declare(of_trait.map(|item| &item.generics));
        self.scope.itself = match (of_impl, of_trait) {
            (Some(item), _) => Some(self.written(&item.self_ty)),
            (None, Some(item)) => Some(Ty::Object(items::name_of(&item.ident))),
            (None, None) => None,
        };
        self.declare(Some(&signature.generics));
        let body = self.body;
        for (input, pattern) in signature.inputs.iter().zip(&body.parameters) {
            let ty = match input {
                syn::FnArg::Typed(typed) => self.written(&typed.ty),
                syn::FnArg::Receiver(receiver) => {
                    let itself = self.scope.itself.clone().unwrap_or(Ty::Unknown);
                    match &receiver.reference {
                        Some(_) => Ty::reference(receiver.mutability.is_some(), itself),
                        None => itself,
                    }
                }
            };
            self.bind(pattern, &ty);
        }
        self.output = match &signature.output {
            syn::ReturnType::Default => Ty::unit(),
            syn::ReturnType::Type(_, ty) => self.written(ty),
        };
        let output = self.output.clone();
        self.coerced(body.value, &output);
    }

    /// Brings generic parameters into scope. A closure or iterator is its own type.
    fn declare(&mut self, generics: Option<&syn::Generics>) {
        let Some(generics) = generics else { return };
        for generic in items::generics_of(generics) {
            if generic.constant {
                self.scope.constants.push(generic.name);
                continue;
            }
            self.scope.parameters.insert(generic.name.clone(), Ty::Param(generic.name.clone()));
            if let Some(ty) = self.bound(&generic.bounds, &self.scope.clone()) {
                self.scope.parameters.insert(generic.name.clone(), ty);
            } else {
                self.scope.bounds.insert(generic.name, generic.bounds);
            }
        }
    }

    fn variable(&mut self) -> Ty {
        self.variables.push(Variable::Open);
        Ty::Infer(self.variables.len() - 1)
    }

    fn literal_variable(&mut self) -> Ty {
        self.variables.push(Variable::Literal);
        Ty::Literal(self.variables.len() - 1)
    }

    /// A type whose head is no bound variable.
    fn head(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Infer(variable) | Ty::Literal(variable) => match &self.variables[*variable] {
                Variable::Is(ty) => self.head(ty),
                Variable::Literal => Ty::Literal(*variable),
                Variable::Open => Ty::Infer(*variable),
            },
            ty => ty.clone(),
        }
    }

    /// A type without bound variables. A literal that nothing decides is `f64`.
    fn resolved(&self, ty: &Ty) -> Ty {
        match self.head(ty) {
            Ty::Literal(_) => Ty::Float,
            ty => ty.map(|part| self.resolved(part)),
        }
    }

    /// The context decides this type in a way that the macro does not see.
    fn tell(&mut self, ty: &Ty) {
        match self.head(ty) {
            Ty::Literal(variable) => self.variables[variable] = Variable::Is(Ty::Float),
            Ty::Infer(variable) => self.variables[variable] = Variable::Is(Ty::Unknown),
            ty => ty.parts().into_iter().for_each(|part| self.tell(part)),
        }
    }

    fn occurs(&self, variable: usize, ty: &Ty) -> bool {
        match self.head(ty) {
            Ty::Infer(other) => other == variable,
            ty => ty.parts().into_iter().any(|part| self.occurs(variable, part)),
        }
    }

    /// Makes two types one.
    fn unify(&mut self, left: &Ty, right: &Ty) {
        let (left, right) = (self.head(left), self.head(right));
        match (&left, &right) {
            (Ty::Infer(a), Ty::Infer(b)) | (Ty::Literal(a), Ty::Literal(b)) if a == b => {}
            (Ty::Never, _) | (_, Ty::Never) => {}
            (Ty::Unknown, ty) | (ty, Ty::Unknown) => self.tell(ty),
            (Ty::Infer(a), ty) | (ty, Ty::Infer(a)) => {
                if !self.occurs(*a, ty) {
                    self.variables[*a] = Variable::Is(ty.clone());
                }
            }
            (Ty::Literal(a), ty @ (Ty::Float | Ty::Literal(_))) | (ty @ Ty::Float, Ty::Literal(a)) => {
                self.variables[*a] = Variable::Is(ty.clone());
            }
            (left, right) if same_head(left, right) => {
                for (a, b) in left.parts().into_iter().zip(right.parts()) {
                    self.unify(a, b);
                }
            }
            _ => self.conflicts.push((left, right)),
        }
    }

    /// Gives a pattern the type of its value.
    fn bind(&mut self, pattern: &Pattern, ty: &Ty) {
        self.pattern(pattern, ty, None);
    }

    fn finish(mut self) -> Typed {
        self.solve_all();
        let resolved = |types: &[Ty]| types.iter().map(|ty| self.resolved(ty)).collect();
        let (types, locals) = (resolved(&self.types), resolved(&self.locals));
        let owners = self.owners.iter().map(|(id, ty)| (*id, self.resolved(ty))).collect();
        let arguments = self.arguments.iter().map(|(id, types)| (*id, resolved(types))).collect();
        let conflicts = self.conflicts.iter().map(|(a, b)| (self.resolved(a), self.resolved(b))).collect();
        let bounded = self.bounded.iter();
        let bounded = bounded.map(|(id, ty, of)| (*id, self.resolved(ty), of.clone())).collect();
        let mut objects = std::mem::take(&mut self.objects);
        objects.values_mut().for_each(|becomes| becomes.of = self.resolved(&becomes.of));
        Typed { types, locals, objects, bounded, owners, arguments, ambiguous: self.ambiguous, conflicts }
    }

    /// The items that a name may mean: those of the body and of the module.
    fn own_sources(&self) -> [&Items; 2] {
        [&self.inner, self.items]
    }
}

fn same_head(left: &Ty, right: &Ty) -> bool {
    match (left, right) {
        (Ty::Pointer(a, _), Ty::Pointer(b, _)) => a == b,
        (Ty::List(a, _), Ty::List(b, _)) => a == b,
        (Ty::Ref { exclusive: a, .. }, Ty::Ref { exclusive: b, .. }) => a == b,
        (Ty::Tuple(a), Ty::Tuple(b)) | (Ty::Function(a, _), Ty::Function(b, _)) => a.len() == b.len(),
        (Ty::Struct(a, _), Ty::Struct(b, _))
        | (Ty::Foreign(a, _), Ty::Foreign(b, _))
        | (Ty::Param(a), Ty::Param(b))
        | (Ty::Object(a), Ty::Object(b)) => a == b,
        (left, right) => std::mem::discriminant(left) == std::mem::discriminant(right),
    }
}

/// The names of a path.
fn names_of(path: &syn::Path) -> Vec<Name> {
    path.segments.iter().map(|segment| items::name_of(&segment.ident)).collect()
}
