//! Lowers a body in one walk, which finds the kind of each expression and rewrites it. A later statement may determine the kind
//! of a local. So the walk is repeated on copies of the body until the kinds of all locals are stable.

mod arguments;
mod assign;
mod call;
mod cast;
mod closure;
mod empty;
mod expr;
pub(crate) mod flow;
mod library;
mod log;
mod macros;
mod method;
mod operator;
mod parsed;
mod path;
mod pattern;
mod print;
pub(crate) mod promoted;
mod reversed;
mod source;

use crate::class::{Bounds, Class, Need};
use crate::kind::Kind;
use crate::lowered::{self, Constant, To};
use crate::numbers::Numbers;
use crate::unseen::{self, Origin};
use proc_macro2::{Ident, Span};
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::{Block, Expr, Pat};

/// A function that the body may call: itself, or another one of the module.
#[derive(Clone)]
pub(crate) struct Callee {
    /// The number of its type and constant parameters, without its numbers.
    pub(crate) generics: usize,
    pub(crate) parameters: Vec<Kind>,
    pub(crate) result: Kind,
}

impl Callee {
    /// Whether no argument determines the numbers of the result.
    fn is_untold(&self) -> bool {
        self.parameters.iter().all(Kind::is_plain) && !self.result.is_plain()
    }
}

/// The functions, associated functions and methods of an annotated item.
#[derive(Default)]
pub(crate) struct Callees {
    pub(crate) functions: HashMap<String, Callee>,
    /// Without receivers. Two types may have methods of one name.
    pub(crate) methods: HashMap<String, Vec<Callee>>,
    /// Refused associated constants, whose uses are not reported again.
    pub(crate) constants: HashSet<String>,
}

/// The input of the walk.
pub(crate) struct Context<'a> {
    pub(crate) numbers: &'a Numbers,
    /// The functions and methods whose signatures are known, by name.
    pub(crate) callees: &'a Callees,
    /// The asserted class, with which calls do not count.
    pub(crate) asserted: Option<Bounds>,
    /// The kind of `self`.
    pub(crate) receiver: Kind,
    /// Whether the user bounds `f64` by traits, which may have methods of the same names.
    pub(crate) bounded: bool,
    /// The names of parts of parameters that show no numbers and are not marked as data.
    pub(crate) hidden: HashMap<String, Origin>,
    /// Whether the function gets an adjoint program.
    pub(crate) adjoint: bool,
    /// The types elsewhere that the body may build.
    pub(crate) built: HashSet<String>,
}

/// The result of the walk.
pub(crate) struct Found {
    /// The names of the known functions that are called.
    pub(crate) calls: HashSet<String>,
    /// The types elsewhere that contain numbers, which the context does not say.
    pub(crate) carriers: HashSet<String>,
    pub(crate) needs: Vec<Need>,
    pub(crate) errors: Vec<syn::Error>,
    /// Whether rustc would refuse the original body.
    pub(crate) invalid: bool,
    /// Whether the body uses an item that was refused elsewhere.
    pub(crate) tainted: bool,
}

/// Lowers a body, given its parameters and the kind of its result.
pub(crate) fn lower(
    context: &Context<'_>,
    parameters: &mut [(&mut Pat, Kind)],
    result: &Kind,
    body: &mut Block,
) -> Found {
    const PASSES: usize = 6;
    let (mut slots, mut filled) = (Vec::new(), HashSet::new());
    let mut passes = 0;
    loop {
        passes += 1;
        let mut walk = Walk { filled: filled.clone(), ..Walk::new(context, slots.clone()) };
        let mut copy = body.clone();
        let mut patterns: Vec<_> =
            parameters.iter().map(|(pat, kind)| ((**pat).clone(), kind.clone())).collect();
        walk.function(patterns.iter_mut().map(|(pat, kind)| (pat, &*kind)), result, &mut copy);
        if (&walk.slots, &walk.filled) != (&slots, &filled) && passes < PASSES {
            (slots, filled) = (walk.slots, walk.filled);
            continue;
        }
        *body = copy;
        for ((place, _), (pattern, _)) in parameters.iter_mut().zip(patterns) {
            **place = pattern;
        }
        let Walk { needs, errors, calls, carriers, invalid, tainted, .. } = walk;
        return Found { calls, carriers, needs, errors, invalid, tainted };
    }
}

/// The kind of a separate expression.
#[cfg(test)]
pub(crate) fn kind_of(expr: &mut Expr, numbers: &Numbers) -> Kind {
    let callees = Callees::default();
    let context = Context {
        numbers,
        callees: &callees,
        asserted: None,
        receiver: Kind::Plain,
        bounded: false,
        hidden: HashMap::new(),
        built: HashSet::new(),
        adjoint: false,
    };
    let mut slots = Vec::new();
    loop {
        let mut walk = Walk::new(&context, slots.clone());
        let kind = walk.any(&mut expr.clone());
        if walk.slots == slots {
            return kind;
        }
        slots = walk.slots;
    }
}

/// The target of the value of a `break` or `return`.
struct Target {
    label: Option<syn::Lifetime>,
    slot: Option<usize>,
}

struct Walk<'a> {
    context: &'a Context<'a>,
    numbers: &'a Numbers,
    /// The kinds of locals and of branches, in the order of the walk, which is the same in every pass.
    slots: Vec<Kind>,
    next: usize,
    /// The locals in scope, innermost last.
    scope: Vec<(String, usize)>,
    /// The enclosing loops and labelled blocks, innermost last.
    loops: Vec<Target>,
    /// The slot of the result of the enclosing function or closure.
    result: usize,
    /// Whether the current pattern is irrefutable, so that every name in it is a local.
    irrefutable: bool,
    /// The nesting depth of the current expression.
    depth: usize,
    /// The structs of the body, with plain floats.
    local_structs: HashSet<String>,
    /// The functions over numbers that are inside of this one, above the current code.
    local_functions: HashMap<String, Callee>,
    /// The slots of locals from calls with literals only. They are floats if the callee is generic.
    of_literals: HashSet<usize>,
    /// The slots of locals into which numbers are written.
    filled: HashSet<usize>,
    needs: Vec<Need>,
    calls: HashSet<String>,
    errors: Vec<syn::Error>,
    carriers: HashSet<String>,
    /// Whether the walk refused code that is also an error in plain Rust.
    invalid: bool,
    /// Whether the body uses an item that was refused elsewhere.
    tainted: bool,
}

impl<'a> Walk<'a> {
    fn new(context: &'a Context<'a>, slots: Vec<Kind>) -> Self {
        Walk {
            context,
            numbers: context.numbers,
            slots,
            next: 0,
            scope: Vec::new(),
            loops: Vec::new(),
            result: 0,
            irrefutable: false,
            depth: 0,
            local_structs: HashSet::new(),
            local_functions: HashMap::new(),
            of_literals: HashSet::new(),
            filled: HashSet::new(),
            needs: Vec::new(),
            calls: HashSet::new(),
            errors: Vec::new(),
            carriers: HashSet::new(),
            invalid: false,
            tainted: false,
        }
    }

    fn function<'p>(
        &mut self,
        parameters: impl Iterator<Item = (&'p mut Pat, &'p Kind)>,
        result: &Kind,
        body: &mut Block,
    ) {
        self.result = self.slot();
        self.learn(self.result, result.clone());
        for (pattern, kind) in parameters {
            self.irrefutable(pattern, kind);
        }
        self.block(body, result);
    }

    /// A new slot: the next one, which is the same in every pass.
    fn slot(&mut self) -> usize {
        let slot = self.next;
        self.next += 1;
        if self.slots.len() <= slot {
            self.slots.push(Kind::Never);
        }
        slot
    }

    /// Joins a kind to a slot.
    fn learn(&mut self, slot: usize, kind: Kind) {
        let known = std::mem::replace(&mut self.slots[slot], Kind::Never);
        self.slots[slot] = known.join(kind);
    }

    fn bind(&mut self, name: &syn::Ident, kind: Kind) -> usize {
        let slot = self.slot();
        self.learn(slot, kind);
        self.scope.push((name.to_string(), slot));
        slot
    }

    /// The slot of a local.
    fn local(&self, name: &syn::Ident) -> Option<usize> {
        self.scope.iter().rev().find(|(local, _)| name == local).map(|(_, slot)| *slot)
    }

    /// Runs `body`, and removes the locals that it declares.
    fn scoped<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.len();
        let value = body(self);
        self.scope.truncate(outer);
        value
    }

    fn need(&mut self, bounds: Bounds, span: Span, what: impl Into<String>) {
        self.needs.push(Need { bounds, span, what: what.into() });
    }

    fn need_class(&mut self, class: Class, span: Span, what: impl Into<String>) {
        self.need(Bounds { class, order: false }, span, what);
    }

    fn refuse(&mut self, tokens: impl quote::ToTokens, message: impl std::fmt::Display) {
        self.errors.push(syn::Error::new_spanned(tokens, message));
    }

    /// This is used as a number. So the type elsewhere that it is a part of contains numbers.
    fn reveal(&mut self, operand: &Expr) {
        self.carriers.extend(unseen::origin(operand, &self.context.hidden).cloned());
    }

    /// A value of this type or variant contains numbers.
    fn reveal_built(&mut self, path: &syn::Path) {
        let names = path.segments.iter().map(|segment| segment.ident.to_string());
        self.carriers.extend(names.filter(|name| self.context.built.contains(name)));
    }

    /// Converts a plain float to a number.
    fn lift(&mut self, expr: &mut Expr, kind: &Kind) {
        self.reveal(expr);
        let name = self.numbers.name_at(expr.span());
        self.lift_to(expr, kind, Some(&name));
    }

    /// Converts a value that may be a plain float, but is a number if its function is generic.
    fn lift_foreign(&mut self, expr: &mut Expr, to: &dyn quote::ToTokens) {
        self.reveal(expr);
        let span = expr.span();
        self.need_class(Class::Real, span, "what may be a plain float, used as a number");
        let (private, number) = (self.numbers.private_at(span), self.numbers.name_at(span));
        let inner = std::mem::replace(expr, Expr::PLACEHOLDER);
        *expr = lowered::foreign(inner, to, &number, &private);
    }

    /// Whether plain floats can be converted to numbers in this function.
    fn lifts(&self) -> bool {
        self.context.asserted.is_none_or(|bounds| bounds.class == Class::Real)
    }

    /// The same, for a number type that may be inferred.
    fn lift_to(&mut self, expr: &mut Expr, kind: &Kind, name: Option<&Ident>) {
        let span = expr.span();
        self.need_class(Class::Real, span, "a plain float used as a number");
        let inner = std::mem::replace(expr, Expr::PLACEHOLDER);
        *expr = if *kind == Kind::Fixed || name.is_some() && matches!(inner, Expr::Path(_)) {
            Constant::Float.of([inner], name.cloned(), span, self.numbers)
        } else {
            let private = self.numbers.private_at(span);
            // It is probably a float. Any other value stays unchanged.
            let to = name.map_or(To::Inferred, |name| To::Number(name.clone()));
            lowered::lift(&inner, &to, span, &private)
        };
    }
}
