//! Translates a lowered body into the language of `ir`: one operation a statement, a name for each value.
//!
//! ```text
//! // Input:  y = y * x + x.sin();
//! // Output: let t1 = y; let t2 = t1 * x; let t3 = x.sin(); let t4 = t2 + t3; y = t4;
//! ```
//!
//! Unsupported code is refused at its token. Nothing is guessed: a number gets the number type as its annotation. A plain value
//! comes from plain values only, or rustc checks it.

mod acts;
mod argument;
mod arithmetic;
mod asked;
mod assign;
mod assigned;
mod branch;
mod call;
mod callee;
mod case;
mod chain;
mod choice;
mod closure;
mod cursor;
mod data_method;
mod divided;
mod each;
mod elementary;
mod endless;
mod exits;
mod expr;
mod fold;
mod functions;
mod heap;
mod helper;
mod helper_call;
mod imported;
mod inspect;
mod iterate;
mod known;
mod list;
mod list_method;
mod local;
mod lowered;
mod macros;
mod map;
mod mention;
mod method;
mod operator;
mod option;
mod option_method;
mod part;
mod pattern;
mod place;
mod plain;
mod record;
mod referent;
mod sequence;
mod state;
mod stmt;
mod unroll;
mod value;
mod variant;
mod viewed;
mod zip;

use super::ir::*;
use super::span_of;
use crate::body::items;
use crate::numbers::Numbers;
use crate::visit::VisitMut;
use assigned::{Assigned, Later};
pub(crate) use helper::{Helper, Helpers, is_function, is_iterator};
pub(super) use pattern::{copies, of_copies};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
pub(super) use record::Record;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::ExprClosure;

pub(super) type Result<T> = std::result::Result<T, syn::Error>;

/// The refusal of a change of a constant place.
const NO_VARIABLE: &str = "the changed place is not a local variable or a `&mut` parameter; bind it with `let mut`, and change the variable";

/// The value of an expression.
#[derive(Clone)]
pub(super) enum Value {
    Number(Id),
    Plain(Plain),
    /// A container, or a number in one.
    Place(Place),
    /// `&a`, `&mut a`
    Borrow(Place),
    Tuple(Vec<Value>),
    /// A new container.
    Source(Source),
    Unit,
    /// `Some` or `Ok` of a value, if the flag holds. Otherwise the value must not be used.
    Maybe(Plain, Box<Value>),
    /// The expression does not return.
    Never,
}

/// The names in scope.
type Scope = Rc<[(String, Binding)]>;

/// The meaning of a name.
#[derive(Clone)]
enum Binding {
    Value(Value),
    /// A number or plain value that is assigned to.
    Scalar(Id),
    /// A closure, with the names in scope at its definition.
    Closure(Rc<ExprClosure>, Scope),
    /// An iterator that has not run yet.
    Chain(Rc<chain::Chain>),
    /// An iterator that is asked for its items one by one.
    Cursor(Rc<cursor::Cursor>),
    /// An iterator without an end.
    Endless(Rc<endless::Endless>),
}

/// The type of a method, as far as its calls of itself concern it.
pub(super) struct Owned {
    pub(super) name: String,
    /// Whether there is a receiver.
    pub(super) receives: bool,
    /// Whether the receiver is `&mut self`.
    pub(super) changes: bool,
}

/// The block around a nested one, its versions of scalars, and the number of its names in scope.
struct Outer {
    block: Vec<Stmt>,
    versions: HashMap<Id, Id>,
    names: usize,
    later: usize,
}

pub(super) struct Lowering<'a> {
    pub(super) numbers: &'a Numbers,
    /// The function itself, for calls of it.
    pub(super) itself: String,
    pub(super) vars: Vec<Var>,
    /// The values that are computed once, since that is expensive.
    computed: HashSet<Id>,
    /// The annotations of variables that have one.
    pub(super) types: HashMap<Id, TokenStream>,
    /// Items and similar code for the beginning.
    pub(super) items: Vec<TokenStream>,
    scope: Vec<(String, Binding)>,
    /// The elements that a call changes in copies, and these.
    handed_back: Vec<(Place, Place)>,
    /// The known current value of a scalar.
    versions: HashMap<Id, Id>,
    /// The assigned names of the function.
    assigned: Assigned,
    /// The assigned names of the function's closures, wherever they are called.
    closures: Assigned,
    /// The names that the rest of each block around may change, and the bodies of the loops around.
    later: Vec<Later>,
    /// The statements of the current block.
    block: Vec<Stmt>,
    depth: usize,
    /// The surrounding loops.
    loops: Vec<Around>,
    /// The place for the value of an early `return`; `None` inside closures.
    returned: Option<Id>,
    /// Whether the function returns a `Result`.
    pub(super) fails: bool,
    /// The type of a method or an associated function.
    pub(super) owner: Option<Owned>,
    /// The generics of the function.
    pub(super) generics: Vec<String>,
    /// The functions whose calls are recorded.
    record: &'a Record<'a>,
    /// The functions whose calls are inlined.
    helpers: &'a Helpers,
    /// The names in scope around inlined bodies.
    hidden: Vec<Vec<(String, Binding)>>,
    /// The names of generics, and of items inside the function, which inlined bodies must not meet.
    pub(super) local_items: Vec<String>,
    /// The functions inside of the function that have no adjoint program.
    unannotated: Vec<String>,
    /// The lengths that an inlined body names, by their code, with arrays of these lengths.
    lengths: HashMap<String, Place>,
    /// Writes that increase an integer by a literal.
    steps: HashMap<Id, TokenStream>,
    /// Arrays whose length rustc infers.
    arrays: HashSet<Id>,
    /// Plain values that are integers for certain.
    integers: HashSet<Id>,
    /// Variables that are `None` at first, without an annotation.
    nones: HashSet<Id>,
    /// Variables that contain deques.
    pub(super) deques: HashSet<Id>,
    /// Variables that are declared without a value, and the number of loops around the declaration.
    late: HashMap<Id, usize>,
    /// Copies of referents, of references that are replaced.
    replaced: HashSet<Id>,
    /// The parts of values that their `match` has divided.
    taken: HashSet<Id>,
    /// The values of branches and loops that an exit may skip, which are `Option`s.
    late_values: HashSet<Id>,
    /// Items that are slices: those of `chunks(n)`.
    slices: HashSet<Id>,
    /// The ends of ranges without an end.
    unbounded: HashSet<Id>,
    /// The named ranges, by their code: start, end, and whether the end is included.
    ranges: HashMap<String, (Plain, Plain, bool)>,
}

/// The meaning of a name in a scope.
fn binding_of<'s>(scope: &'s [(String, Binding)], name: &str) -> Option<&'s Binding> {
    scope.iter().rev().find(|(other, _)| other == name).map(|(_, binding)| binding)
}

/// A loop around the current code.
struct Around {
    label: Option<String>,
    /// The place for the value of `break`.
    value: Option<Id>,
    /// Whether an exit leaves it, or a loop around it.
    left: bool,
    /// Whether a `break` ends it.
    broken: bool,
    form: LoopKind,
}

/// The user's form of a loop.
#[derive(Clone, Copy, PartialEq)]
enum LoopKind {
    Loop,
    /// The inner loop of a flattened iterator, which is one loop with the outer one.
    Joined,
    /// A block with a label.
    Block,
}

pub(super) fn refuse<T>(tokens: impl ToTokens, message: impl std::fmt::Display) -> Result<T> {
    refused(tokens, message, "write `adjoint = record`, which records the function on a tape")
}

/// Refuses a signature, which a recorded function cannot have either.
pub(super) fn refuse_interface<T>(tokens: impl ToTokens, message: impl std::fmt::Display) -> Result<T> {
    refused(tokens, message, "remove `adjoint`, to use a strategy that records")
}

fn refused<T>(tokens: impl ToTokens, message: impl std::fmt::Display, or: &str) -> Result<T> {
    Err(refusal(tokens.into_token_stream(), &message, or))
}

/// Compiled once, and not for each type of tokens.
fn refusal(tokens: TokenStream, message: &dyn std::fmt::Display, or: &str) -> syn::Error {
    syn::Error::new_spanned(tokens, format!("cannot write the adjoint program: {message}; or {or}"))
}

/// Refuses a form for which no known program is right without `adjoint`.
pub(super) fn unclear<T>(tokens: impl ToTokens) -> Result<T> {
    const UNCLEAR: &str = "this form is not supported; bind its parts with `let`, or move it to a free function with \
        `#[exp(adjoint)]`";
    refuse(tokens, UNCLEAR)
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        numbers: &'a Numbers,
        itself: String,
        record: &'a Record<'a>,
        helpers: &'a Helpers,
    ) -> Self {
        Lowering {
            numbers,
            itself,
            vars: Vec::new(),
            computed: HashSet::new(),
            types: HashMap::new(),
            items: Vec::new(),
            scope: Vec::new(),
            versions: HashMap::new(),
            assigned: Assigned::default(),
            later: Vec::new(),
            closures: Assigned::default(),
            block: Vec::new(),
            depth: 0,
            loops: Vec::new(),
            returned: None,
            fails: false,
            owner: None,
            generics: Vec::new(),
            record,
            helpers,
            hidden: Vec::new(),
            handed_back: Vec::new(),
            local_items: Vec::new(),
            unannotated: Vec::new(),
            lengths: HashMap::new(),
            steps: HashMap::new(),
            arrays: HashSet::new(),
            integers: HashSet::new(),
            nones: HashSet::new(),
            deques: HashSet::new(),
            late: HashMap::new(),
            replaced: HashSet::new(),
            taken: HashSet::new(),
            late_values: HashSet::new(),
            slices: HashSet::new(),
            unbounded: HashSet::new(),
            ranges: HashMap::new(),
        }
    }

    /// Declares a parameter. The referent of a `&mut` is a container of the function.
    pub(super) fn parameter(&mut self, name: &str, span: Span, ty: Ty, exclusive: bool, growing: bool) -> Id {
        let role = if matches!(ty, Ty::Reference(_)) { Role::Borrowed } else { Role::Parameter };
        let var = self.var(name, span, ty, role);
        if exclusive {
            self.vars[var].views = vec![var];
            self.vars[var].exclusive = true;
            self.vars[var].growing = growing;
        }
        var
    }

    /// The whole body.
    pub(super) fn function(
        mut self,
        parameters: Vec<(syn::Pat, Id)>,
        body: &syn::Block,
        output: &Ty,
    ) -> Result<(Program, HashMap<Id, TokenStream>, Vec<TokenStream>)> {
        let mut body = body.clone();
        macros::Matches.visit_block_mut(&mut body);
        items::rename(&mut body, &self.itself)?;
        viewed::Copies.visit_block_mut(&mut body);
        imported::qualify(&mut body, self.numbers);
        crate::core::errors::keep(&mut body, self.fails);
        heap::rewrite(&mut body, self.numbers)?;
        let body = &body;
        self.assigned = Assigned::of_block(body);
        self.closures = Assigned::of_closures(body);
        for (_, helper) in helper::called(body, self.helpers) {
            self.assigned.add(Assigned::of_block(&helper.item.block));
            self.closures.add(Assigned::of_closures(&helper.item.block));
        }
        self.local_items.extend(helper::names_of_items(body));
        self.unannotated = helper::unannotated(body);
        for (pattern, id) in parameters {
            let value = self.of_var(id);
            self.bind(&pattern, value, None)?;
        }
        if crate::visit::returns(body) {
            return self.function_with_exits(body, output);
        }
        let value = self.block_value(body)?;
        let result = match value {
            value if *output == Ty::Number => Source::Value(self.number(&value, body)?),
            // `todo!()`
            Value::Never => {
                Source::Plain(Plain { tokens: quote!(::core::unreachable!()), ..Plain::default() })
            }
            value => self.source(&value, body)?,
        };
        Ok(self.program(result))
    }

    /// A function whose value contains no numbers: a call of the function itself, evaluated as it stands.
    pub(super) fn unchanged(
        mut self,
        parameters: &[Id],
        path: &TokenStream,
    ) -> (Program, HashMap<Id, TokenStream>, Vec<TokenStream>) {
        let arguments = parameters.iter().map(|id| &self.vars[*id].ident);
        let tokens = quote!(#path(#(#arguments),*));
        let value = Plain { tokens, values: parameters.to_vec(), expensive: true, ..Plain::default() };
        let result = Source::Plain(self.now(value, "value", Span::mixed_site(), None));
        self.program(result)
    }

    pub(super) fn program(self, result: Source) -> (Program, HashMap<Id, TokenStream>, Vec<TokenStream>) {
        let Lowering { vars, block: body, steps, deques, replaced, local_items, types, items, .. } = self;
        let program = Program { vars, body, result, gives_data: false, steps, deques, replaced, local_items };
        (program, types, items)
    }

    pub(super) fn var(&mut self, name: &str, span: Span, ty: Ty, role: Role) -> Id {
        let id = self.vars.len();
        let name = name.trim_start_matches("r#").trim_start_matches('_');
        let span = Span::mixed_site().located_at(span);
        let ident = format_ident!("__{name}_{id}", span = span);
        let shadow = format_ident!("__d_{name}_{id}", span = span);
        let views = if role == Role::Container { vec![id] } else { Vec::new() };
        self.vars.push(Var { ident, shadow, ty, role, views, exclusive: false, growing: false, span });
        id
    }

    /// The value of a variable that is not assigned to.
    fn of_var(&self, id: Id) -> Value {
        let var = &self.vars[id];
        match (&var.ty, var.role) {
            (Ty::Number, Role::Value | Role::Parameter | Role::Header) => Value::Number(id),
            (ty, role) if ty.is_plain() && role != Role::Container && !var.exclusive => {
                let ident = &var.ident;
                Value::Plain(Plain {
                    tokens: quote!(#ident),
                    values: vec![id],
                    reference: matches!(ty, Ty::Reference(_)),
                    simple: true,
                    ..Plain::default()
                })
            }
            (ty, _) => Value::Place(Place::of(id, ty.clone())),
        }
    }

    /// Binds a value to a new name, by which rewritten code mentions it.
    fn hidden(&mut self, name: &str, value: Value, at: &dyn ToTokens) -> Ident {
        // A literal makes no variable, so their number alone would be that of another name.
        let name = format!("__{name}_{}_{}", self.vars.len(), self.scope.len());
        let ident = Ident::new(&name, Span::mixed_site().located_at(span_of(at)));
        self.scope.push((name, Binding::Value(value)));
        ident
    }

    fn push(&mut self, statement: Stmt) {
        self.block.push(statement);
    }

    /// `let name = rhs;`
    fn bind_new(&mut self, name: &str, span: Span, ty: Ty, rhs: Rhs) -> Id {
        let var = self.var(name, span, ty, Role::Value);
        self.push(Stmt::Let { var, rhs });
        var
    }

    fn temporary(&mut self, span: Span, rhs: Rhs) -> Id {
        self.bind_new("t", span, Ty::Number, rhs)
    }

    /// Runs `body` as a separate block, which may not run. The values that it assigns to are unknown afterwards.
    fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<(T, Vec<Stmt>)> {
        let outer = self.begin_nested();
        let value = body(self);
        let block = self.end_nested(outer);
        Ok((value?, block))
    }

    // Apart from `nested`, which is compiled for each closure.

    fn begin_nested(&mut self) -> Outer {
        let versions = self.versions.clone();
        let (names, later) = (self.scope.len(), self.later.len());
        Outer { block: std::mem::take(&mut self.block), versions, names, later }
    }

    fn end_nested(&mut self, Outer { block, versions, names, later }: Outer) -> Vec<Stmt> {
        self.scope.truncate(names);
        self.later.truncate(later);
        self.versions = versions;
        let block = std::mem::replace(&mut self.block, block);
        let changed = sequence::changed(&self.vars, &block);
        self.versions.retain(|memory, _| !changed.contains(memory));
        block
    }

    /// Runs `body` as the body of a loop, in which these names may be assigned to.
    fn repeated<T>(
        &mut self,
        written: &Assigned,
        at: &dyn ToTokens,
        body: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(T, Vec<Stmt>)> {
        self.forget(written);
        let known = self.versions.clone();
        let (value, block) = self.nested(|lowering| {
            lowering.later.push(Later::of_loop(written));
            body(lowering)
        })?;
        let changed = sequence::changed(&self.vars, &block);
        if known.keys().any(|memory| changed.contains(memory)) {
            return unclear(at);
        }
        Ok((value, block))
    }

    /// Removes the known values of scalars that later iterations of a loop may assign to.
    fn forget(&mut self, written: &Assigned) {
        let (scope, closures) = (&self.scope, &self.closures);
        let hidden = &self.hidden;
        self.versions.retain(|memory, _| {
            !hidden.iter().flatten().chain(scope).any(|(name, binding)| match binding {
                Binding::Scalar(id) if id == memory => written.contains(name) || closures.contains(name),
                Binding::Cursor(cursor) if cursor.at == *memory => {
                    written.calls(name) || closures.calls(name)
                }
                _ => false,
            })
        });
    }

    /// The names in scope here.
    fn names(&self) -> Scope {
        self.scope.as_slice().into()
    }

    fn lookup(&self, name: &str) -> Option<&Binding> {
        binding_of(&self.scope, name)
    }

    /// The current value of a scalar.
    fn version(&mut self, memory: Id) -> Id {
        if let Some(version) = self.versions.get(&memory) {
            return *version;
        }
        let Var { ty, span, .. } = &self.vars[memory];
        let (ty, span) = (ty.clone(), *span);
        let name = self.name_of(memory);
        let version = self.bind_new(&name, span, ty, Rhs::Version(memory));
        if self.integers.contains(&memory) {
            self.integers.insert(version);
        }
        self.versions.insert(memory, version);
        version
    }

    /// The name of a variable, without the number.
    fn name_of(&self, id: Id) -> String {
        let ident = self.vars[id].ident.to_string();
        let name = ident.trim_start_matches("__");
        name.rsplit_once('_').map_or(name, |(name, _)| name).to_owned()
    }
}
