//! The expansion of a function or method, in three steps.
//!
//! 1. The signature is read.
//! 2. The body is lowered, when the signatures of all functions of the item are known.
//! 3. The tokens are written, when all classes are known.

mod apart;
mod program;

pub(crate) use program::{close_circles, helpers};

use crate::adjoint;
use crate::ambiguous;
use crate::args::Args;
use crate::body::attributes;
use crate::check;
use crate::circle::Circle;
use crate::class::{Bounds, Class, Need};
use crate::collect;
use crate::emit;
use crate::errors::Errors;
use crate::expression::{self, Expression};
use crate::generics;
use crate::kind::{Check, Kind};
use crate::model::{Parameter, Position};
use crate::names::{self, Names};
use crate::numbers::Numbers;
use crate::parameter;
use crate::refusal;
use crate::returning;
use crate::unseen;
use crate::visit::{self, Visit, VisitMut};
use crate::walk::{self, Callee, Callees, Context};
use crate::written;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashSet;
use std::rc::Rc;
use syn::{Block, Expr, FnArg, GenericParam, Ident, ItemFn, PatType, ReturnType, Stmt, Visibility};

/// The expansion of an annotated function.
pub(crate) fn expand(item: ItemFn, args: &Args, errors: &Errors) -> TokenStream {
    let mut names = Names::of(&item);
    let numbers = Numbers::of_item(names.fresh("N"), &args.root);
    let mut args = args.clone();
    if args.adjoint && args.recorded.is_none() {
        args.record.extend(returning::callers_among_callees(&item));
    }
    let args = &args;
    if args.adjoint {
        collect::remember(item.clone().into(), &numbers);
    } else {
        collect::remember_untold(item.clone().into(), &numbers);
    }
    let generics = generics::kinds(&item.sig.generics, &numbers);
    let carriers = unseen::carriers(&item, true, &Numbers { generics, ..numbers.clone() });
    let numbers = numbers.with(carriers.into_iter().map(|name| (name, Check::Asserted)));
    let method = item.sig.receiver().is_some() || names_its_type(&item);
    let position = if method { Position::Alone } else { Position::Free };
    let written = written::function(&item, args, &numbers);
    let before = errors.count();
    // The name is that of the other function's expression.
    let name = args.name.clone().filter(|_| written.is_none());
    let mut function = Function::new(item, Args { name, ..args.clone() }, &numbers, position, &names, errors);
    if function.state == State::NoNumbers {
        let name = &function.original.sig.ident;
        errors.at(name, no_numbers(&function.original));
    }
    let varies = function.parameters.iter().any(|parameter| parameter.active);
    if function.original.sig.receiver().is_some() && function.state == State::Sound && !varies {
        let name = &function.original.sig.ident;
        errors.at(name, refusal::Signature::Alone { function: name });
        function.state = State::Unsuitable;
    }
    let callees = match &function.original.sig.receiver() {
        None => Callees { functions: function.callee().into_iter().collect(), ..Callees::default() },
        Some(_) => Callees::default(),
    };
    function.lower(&callees, errors);
    let bounds = function.bounds();
    let sound = function.state == State::Sound;
    if sound {
        unseen::remember(&function.source.item, &function.numbers);
    }
    let written = written.or_else(|| written::function(&function.source.item, args, &function.numbers));
    let (item, expression) = function.finish(bounds, errors);
    let written = written.filter(|_| sound && errors.count() == before).map(|(item, args)| {
        let expanded = expand(item, &args, errors);
        quote!(#[doc(hidden)] #expanded)
    });
    quote!(#item #expression #written)
}

/// The state of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It has no numbers, and stays unchanged.
    NoNumbers,
    /// Its signature cannot be lowered, and stays unchanged.
    Unsuitable,
    /// Its body cannot be lowered.
    Broken,
    Sound,
}

/// A function during its expansion.
pub(crate) struct Function {
    item: ItemFn,
    /// The function without the macro's own attributes.
    pub(crate) original: ItemFn,
    args: Args,
    numbers: Numbers,
    parameters: Vec<Parameter>,
    kinds: Vec<Kind>,
    result: Kind,
    position: Position,
    expression: Option<Expression>,
    state: State,
    pub(crate) needs: Vec<Need>,
    /// Whether rustc would refuse the original body.
    invalid: bool,
    /// The number of its module.
    pub(crate) module: Option<usize>,
    /// Whether its module has its name, and the visibility of this module for its content.
    pub(crate) home: Option<Visibility>,
    /// The inlined functions of this module.
    pub(crate) helpers: Rc<adjoint::Helpers>,
    /// The known functions among its callees.
    pub(crate) calls: HashSet<String>,
    /// The circle of calls that it closes.
    circle: Option<Circle>,
    source: Source,
    /// The constants that check the types elsewhere.
    checks: TokenStream,
    /// Whether the name of its struct is taken.
    refused: bool,
    /// The function whose adjoint program it has, if its own body makes values that borrow numbers.
    apart: Option<syn::Result<ItemFn>>,
}

/// The item as the user wrote it, and the names of its surroundings.
#[derive(Clone)]
struct Source {
    item: ItemFn,
    names: Names,
}

impl Function {
    /// Reads and judges a signature.
    pub(crate) fn new(
        mut item: ItemFn,
        args: Args,
        numbers: &Numbers,
        position: Position,
        names: &Names,
        errors: &Errors,
    ) -> Self {
        let mut known = generics::kinds(&item.sig.generics, numbers);
        known.extend(numbers.generics.clone());
        let numbers = Numbers { generics: known, ..numbers.clone() };
        let carriers =
            unseen::carriers(&item, false, &numbers).into_iter().map(|name| (name, Check::Asserted));
        let mut numbers = numbers.with(carriers);
        let place = match &position {
            Position::Free => Some(item.sig.ident.to_string()),
            Position::Inherent(holder) => Some(format!("{}_{}", holder.name, item.sig.ident)),
            Position::Operator(holder, name, _) => Some(format!("{}_{name}", holder.name)),
            Position::Alone | Position::Trait(..) | Position::Elsewhere => None,
        };
        let checks = place.map_or_else(TokenStream::new, |place| unseen::checks(&item, &place, &mut numbers));
        let source = Source { item: item.clone(), names: names.clone() };
        let parameters = Parameter::take_all(&mut item, &numbers);
        let kinds = parameters.iter().map(|parameter| parameter.kind(&numbers)).collect();
        let result = match &item.sig.output {
            ReturnType::Default => Kind::Plain,
            ReturnType::Type(_, ty) => Kind::of_type(ty, &Kind::Number, &numbers),
        };
        let uses_numbers = parameters.iter().any(|parameter| parameter.active)
            || numbers.occurs_in(&item.sig.output)
            || numbers.occurs_in(&item.sig.generics)
            || item.sig.receiver().is_some() && numbers.itself.is_some();
        let (state, expression) = if uses_numbers {
            let before = errors.count();
            check::signature(&item.sig, errors);
            if matches!(position, Position::Free | Position::Inherent(_)) {
                check::result(&item.sig, &numbers, errors);
            }
            check::boxed_function(&item.sig, &numbers, errors);
            let mut expression =
                expression::of(&item, &parameters, &position, &args, &numbers, names.clone());
            if let Ok(expression) = &mut expression
                && let Some(value) = check::error(&expression.output, errors)
            {
                expression.output = value;
            }
            let state = if errors.count() > before { State::Unsuitable } else { State::Sound };
            if let (Err(why), Some(name)) = (&expression, &args.name) {
                errors.at(name, refusal::Signature::NoExpression { function: &item.sig.ident, name, why });
            }
            (state, expression.ok())
        } else {
            (State::NoNumbers, None)
        };
        let expression = expression.filter(|Expression { name, .. }| {
            let clash = clash(name, &item, args.name.is_none());
            if let Some(clash) = &clash {
                let function = &item.sig.ident;
                errors.at(function, refusal::Signature::Name { function, name, clash });
            }
            clash.is_none()
        });
        let original = item.clone();
        let (needs, calls) = (Vec::new(), HashSet::new());
        Function {
            item,
            original,
            args,
            numbers,
            parameters,
            kinds,
            result,
            position,
            expression,
            state,
            needs,
            invalid: false,
            module: None,
            home: None,
            helpers: Rc::default(),
            calls,
            circle: None,
            source,
            checks,
            refused: false,
            apart: None,
        }
    }

    /// The callers' knowledge of it.
    pub(crate) fn callee(&self) -> Option<(String, Callee)> {
        let generics = self.original.sig.generics.params.iter();
        let generics = generics.filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_))).count();
        let callee = Callee { generics, parameters: self.kinds.clone(), result: self.result.clone() };
        (self.state == State::Sound).then(|| (self.item.sig.ident.to_string(), callee))
    }

    /// Lowers the signature and the body, and the function whose program it has.
    pub(crate) fn lower(&mut self, callees: &Callees, errors: &Errors) {
        self.lower_item(callees, errors);
        self.lower_apart(callees, errors);
    }

    /// If the body shows that a type elsewhere contains numbers, begins again.
    fn lower_item(&mut self, callees: &Callees, errors: &Errors) {
        while self.state == State::Sound {
            let attempt = Errors::new();
            let carriers = self.attempt(callees, &attempt);
            if carriers.is_empty() {
                errors.absorb(&attempt);
                return;
            }
            let _ = attempt.finish();
            self.begin_again(carriers, errors);
        }
    }

    fn begin_again(&mut self, carriers: HashSet<String>, errors: &Errors) {
        let Source { item, names } = self.source.clone();
        let (module, helpers, refused) = (self.module, Rc::clone(&self.helpers), self.refused);
        let (home, apart) = (self.home.take(), self.apart.take());
        let numbers = self.numbers.with(carriers.into_iter().map(|name| (name, Check::Asserted)));
        *self = Function::new(item, self.args.clone(), &numbers, self.position.clone(), &names, errors);
        (self.module, self.home, self.helpers, self.refused) = (module, home, helpers, refused);
        self.apart = apart;
        if refused {
            self.expression = None;
        }
    }

    /// Lowers the signature and the body. Returns the types elsewhere that contain numbers, which `numbers` does not say.
    fn attempt(&mut self, callees: &Callees, errors: &Errors) -> HashSet<String> {
        let before = errors.count();
        let numbers = &self.numbers;
        let bounded = generics::bounds_floats(&self.item.sig.generics);
        // A trait on `f64` may have the method.
        let ambiguous = !bounded && ambiguous::check(&self.item.sig, &self.item.block, errors);
        let receiver = match &numbers.itself {
            Some(itself) if numbers.varies() => Kind::Struct(itself.to_string()),
            _ => Kind::Plain,
        };
        let plain = self.parameters.iter().filter(|parameter| !parameter.fixed && !parameter.active);
        let named = plain.filter_map(|parameter| Some((parameter.name.as_ref()?, &parameter.ty)));
        let adjoint = self.args.adjoint;
        let built = unseen::built(&self.item.sig.output, &self.item.block, numbers);
        let hidden = unseen::parts(named, &built, &self.item.block, numbers);
        let context = Context {
            numbers,
            callees,
            asserted: self.args.class,
            receiver,
            bounded,
            hidden,
            built,
            adjoint,
        };
        let mut lowering = numbers.lowering();
        lowering.visit_generics_mut(&mut self.item.sig.generics);
        lowering.visit_return_type_mut(&mut self.item.sig.output);
        let mut patterns = Vec::new();
        let mut parameters = self.parameters.iter().zip(&self.kinds);
        for input in &mut self.item.sig.inputs {
            match input {
                FnArg::Receiver(receiver) => lowering.visit_type_mut(&mut receiver.ty),
                FnArg::Typed(PatType { pat, ty, .. }) => {
                    let Some((parameter, kind)) = parameters.next() else { continue };
                    if !parameter.fixed {
                        lowering.visit_type_mut(ty);
                    }
                    patterns.push((&mut **pat, kind.clone()));
                }
            }
        }
        if adjoint && self.args.recorded.is_none() {
            attributes::check(&self.item.block, errors);
        }
        let found = walk::lower(&context, &mut patterns, &self.result, &mut self.item.block);
        walk::promoted::promote(&mut self.item.block);
        let tainted = found.tainted;
        found.errors.into_iter().for_each(|error| errors.push(error));
        self.needs = found.needs;
        self.calls = found.calls;
        self.invalid = found.invalid || ambiguous;
        if let Some(class) = self.args.class {
            check::asserted(class, &self.needs, errors);
        }
        if errors.count() > before || tainted {
            self.state = State::Broken;
        }
        found.carriers
    }

    /// Whether it has this name, and is no private function.
    pub(crate) fn is_public_of(&self, name: &Ident) -> bool {
        let private = matches!(self.item.vis, Visibility::Inherited);
        matches!(self.position, Position::Free) && self.item.sig.ident == *name && !private
    }

    /// Whether its signature shows no numbers.
    pub(crate) fn has_no_numbers(&self) -> bool {
        self.state == State::NoNumbers
    }

    /// The name of a free function over numbers.
    pub(crate) fn free_name(&self) -> Option<String> {
        let free = matches!(self.position, Position::Free) && self.state != State::NoNumbers;
        free.then(|| self.item.sig.ident.to_string())
    }

    /// Tells it the free functions of its module.
    pub(crate) fn set_siblings(&mut self, siblings: Rc<HashSet<String>>) {
        self.numbers.siblings = siblings;
    }

    /// Its requirements on numbers, without those of called functions.
    pub(crate) fn bounds(&self) -> Bounds {
        let least = self.needs.iter().map(|need| need.bounds).fold(Bounds::LEAST, Bounds::join);
        let bounds = match self.state {
            State::Broken => Bounds::MOST,
            _ => self.args.class.unwrap_or(least),
        };
        // Rows of the table are functions of real numbers.
        if self.args.step.is_some() {
            bounds.join(Bounds { class: Class::Real, order: false })
        } else {
            bounds
        }
    }

    /// Whether its body needs nothing of numbers.
    pub(crate) fn only_moves(&self) -> bool {
        self.state == State::Sound && self.needs.is_empty() && self.calls.is_empty()
    }

    /// Whether its signature names a trait over numbers.
    pub(crate) fn names_trait(&self, name: &str) -> bool {
        parameter::mentions(&self.original.sig, name)
    }

    /// Whether the user asserts the class.
    pub(crate) fn is_asserted(&self) -> bool {
        self.args.class.is_some()
    }

    /// The name of its struct.
    pub(crate) fn expression_name(&self) -> Option<&Ident> {
        self.expression.as_ref().map(|expression| &expression.name)
    }

    /// Whether its struct has the name of a type and a method: `RobotArm`, for `Robot::arm`.
    pub(crate) fn is_method(&self) -> bool {
        matches!(self.position, Position::Inherent(_)) && self.args.name.is_none()
    }

    /// Reports that the name of its struct is taken. A function such as `fn path(…) -> Path` has no struct instead, and neither has a
    /// method or a private function.
    pub(crate) fn refuse_name(&mut self, errors: &Errors) {
        self.refused = true;
        let Some(Expression { name, .. }) = self.expression.take() else { return };
        let private = matches!(self.original.vis, Visibility::Inherited) && self.args.name.is_none();
        if self.is_method() || private {
            return;
        }
        let makes = matches!(&self.original.sig.output, ReturnType::Type(_, ty)
            if parameter::type_name(ty).is_some_and(|of| of == name));
        if !makes {
            let function = &self.original.sig.ident;
            errors.at(function, refusal::Signature::Name { function, name: &name, clash: "which is taken" });
        }
    }

    /// The function, generic or as it was, and its expression.
    pub(crate) fn finish(mut self, bounds: Bounds, errors: &Errors) -> (ItemFn, TokenStream) {
        // The number type of a method may belong to its type.
        let generic = self.numbers.itself.is_none();
        let stub = self.state != State::Sound;
        let before = errors.count();
        if self.args.adjoint && self.state == State::Sound {
            self.take_helpers_inside();
        }
        let program = self.adjoint(bounds, errors);
        let without = self.without_program(bounds);
        let written = errors.count() == before;
        let tokens = self.expression.map(|expression| {
            // The tape itself is faster than a program that copies it.
            let recorded = self.args.recorded.is_some();
            let program = written && program.is_some() && !expression.loses && !recorded;
            emit::expression(&expression, bounds, &self.numbers, stub, program)
        });
        let item = match self.state {
            State::NoNumbers | State::Unsuitable => self.original,
            State::Broken => {
                // Without a message, the stub would run.
                if errors.count() == 0 {
                    let function = &self.original.sig.ident;
                    errors.at(function, refusal::Signature::Lost { function });
                }
                emit::stub_function(
                    &mut self.item,
                    (matches!(self.position, Position::Free) && !self.invalid).then_some(self.original),
                );
                self.item
            }
            State::Sound => {
                if !only_builds(&self.original.block) {
                    self.item.sig.constness = None;
                }
                let checks = unseen_in_parameters(&self.parameters, &self.numbers);
                self.item.block.stmts.splice(0..0, checks);
                emit::inline(&mut self.item);
                if let (true, Some(step)) = (written, &self.args.step) {
                    let step = adjoint::step(&mut self.item, step, bounds, &self.numbers);
                    step.unwrap_or_else(|error| errors.push(error));
                }
                self.item
            }
        };
        let mut item = item;
        if generic && matches!(self.state, State::Broken | State::Sound) {
            emit::generic(&mut item.sig.generics, bounds, self.args.class_span, &self.numbers);
        }
        if self.state == State::Sound {
            emit::outlives(&mut item.sig, &self.numbers);
        }
        let checks = self.checks;
        (item, quote!(#checks #tokens #program #without))
    }
}

/// Whether a body only moves values, so that it remains a `const fn` over numbers. Operators and calls of traits cannot run at compile
/// time.
fn only_builds(body: &Block) -> bool {
    struct Builds(bool);
    impl<'ast> Visit<'ast> for Builds {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 &= matches!(
                expr,
                Expr::Struct(_)
                    | Expr::Path(_)
                    | Expr::Tuple(_)
                    | Expr::Array(_)
                    | Expr::Field(_)
                    | Expr::Paren(_)
            ) || matches!(expr, Expr::Call(call) if matches!(&*call.func, Expr::Path(path)
                if path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))));
            visit::visit_expr(self, expr);
        }
    }
    let mut builds = Builds(true);
    builds.visit_block(body);
    builds.0
}

/// Refuses plain parameters whose type contains hidden numbers. The checks are in the body, since items beside the function may
/// be impossible.
fn unseen_in_parameters(parameters: &[Parameter], numbers: &Numbers) -> Vec<Stmt> {
    let vary = parameters.iter().filter(|parameter| !parameter.fixed);
    let checks = vary.flat_map(|parameter| {
        let name = parameter.name.as_ref().map_or("the parameter".to_owned(), |name| format!("`{name}`"));
        unseen::refuse(&parameter.ty, &name, numbers)
    });
    checks.map(|check| Stmt::Item(check.into())).collect()
}

/// The remedy for a function without numbers.
fn no_numbers(item: &ItemFn) -> String {
    let function = &item.sig.ident;
    let generic = item.sig.generics.type_params().next().map(|parameter| parameter.ident.to_string());
    let refusal = match &generic {
        Some(parameter) => refusal::Signature::Generic { function, parameter },
        None => refusal::Signature::NoNumbers { function },
    };
    refusal.to_string()
}

/// The problem with the name of an expression.
fn clash(name: &Ident, item: &ItemFn, derived: bool) -> Option<String> {
    let parameters = item.sig.generics.params.iter();
    let mut parameters = parameters.filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(&parameter.ident),
        GenericParam::Const(_) | GenericParam::Lifetime(_) => None,
    });
    if parameters.any(|parameter| parameter == name) {
        Some("like one of its type parameters".to_owned())
    } else if derived && names::is_in_prelude(&name.to_string()) {
        Some(format!("which would hide `{name}` of Rust's prelude"))
    } else {
        None
    }
}

/// Whether a function uses `Self`, and so belongs to a type. Items inside it have their own `Self`.
fn names_its_type(item: &ItemFn) -> bool {
    struct Named(bool);
    impl<'ast> Visit<'ast> for Named {
        fn visit_ident(&mut self, ident: &'ast Ident) {
            self.0 |= ident == "Self";
        }

        fn visit_macro(&mut self, of: &'ast syn::Macro) {
            self.0 |= parameter::mentions(&of.tokens, "Self");
        }

        fn visit_item(&mut self, _: &'ast syn::Item) {}

        fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    }
    let mut named = Named(false);
    named.visit_item_fn(item);
    named.0
}
