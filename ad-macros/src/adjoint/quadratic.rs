//! The program of second order: value, gradient and upper triangle of the Hessian at once, of a function without loops and with few
//! inputs.
//!
//! Each value has a tangent by each input on which it depends. The reverse sweep has the adjoints of a gradient. A step y = f(a, b)
//! with the adjoint ȳ adds ȳ·fₐₐ·ȧȧᵀ + ȳ·fₐᵦ·(ȧḃᵀ + ḃȧᵀ) + ȳ·fᵦᵦ·ḃḃᵀ to the Hessian, of which only the upper triangle is computed.
//! Source: R. H. F. Jackson and G. P. McCormick, *The polyadic structure of factorable function tensors with applications to high-order
//! minimization techniques*, JOTA 51(1), 1986.
//!
//! ```text
//! // Input:  t = x · y; r = t · t
//! // Output: let t = x * y; let t_x = y; let t_y = x;
//! //         let r = t * t;
//! //         let d = one + one; let (u, v) = (d * t_x, d * t_y);
//! //         let (h_xx, h_xy, h_yy) = (u * t_x, u * t_y, v * t_y);
//! //         let d = t + t; let h_xy = h_xy + d;
//! //         (r, [d * y, d * x], [h_xx, h_xy, h_yy])
//! ```
//!
//! The code behind a branch is repeated in each arm. Every path ends with its own reverse sweep, so no value has to be saved.
//!
//! A function of many inputs may be a sum: loops that only add to numbers, of which the result is the sum. Each iteration is such a program,
//! by the few inputs that it reads. Their derivatives are added to the caller's gradient and Hessian, at the places of the inputs among
//! all numbers of the argument:
//!
//! ```text
//! // Input:  for w in x.windows(2) { s += w[0] * w[1]; }
//! // Output: for w in x.windows(2) {
//! //             let p = position(x, &w[0])?; let q = position(x, &w[1])?;
//! //             s = s + w[0] * w[1];
//! //             sink.add([p, q], [w[1], w[0]], [zero, one, zero]);
//! //         }
//! ```

mod loops;
mod parts;
mod reverse;
mod step;

use super::analyse::Site;
use super::ir::*;
use super::text::Text;
use crate::emit::MOST;
pub(super) use loops::assembled;
use parts::{Part, Scope};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeMap;
use step::Step;
use syn::{Expr, ExprLit, Lit, Type};

/// The most paths through the branches of a function.
const PATHS: usize = 4;
/// The most steps of all paths.
const STEPS: usize = 120;

/// A program of second order.
pub(super) struct Quadratic {
    /// The code, whose value is the value, the gradient and the Hessian.
    pub(super) code: TokenStream,
    /// The types of the gradient and the Hessian.
    pub(super) gradient: TokenStream,
    pub(super) hessian: TokenStream,
    /// Whether all second derivatives are 0.
    pub(super) linear: bool,
}

/// A program of second order of a sum.
pub(super) struct Assembled {
    /// The code, whose value is the value. It adds the derivatives to a sink.
    pub(super) code: TokenStream,
    pub(super) linear: bool,
}

/// The program of a function with these parameters, if it has few inputs and no loops. Only numbers that are `real` have programs of
/// callees.
pub(super) fn quadratic(text: &Text<'_>, ids: &[Id], types: &[Type], real: bool) -> Option<Quadratic> {
    let path = parts::few(text, ids, types, MOST)?;
    let text = &text.value_only();
    let numbers = text.numbers;
    let shapes: Vec<_> = types.iter().filter(|ty| numbers.in_lowered(ty)).map(owned).collect();
    let number = numbers.name.to_token_stream();
    let gradient = shaped(&shapes, true, &mut || number.clone());
    let hessian = shaped(&shapes, true, &mut || gradient.clone());
    let mut writer = Writer { shapes, ..Writer::new(text, real) };
    let body: Vec<&Stmt> = text.program.body.iter().collect();
    let code = writer.path(&body, path)?;
    Some(Quadratic { code, gradient, hessian, linear: !writer.curved })
}

/// A parameter's type without references.
fn owned(ty: &Type) -> &Type {
    match ty {
        Type::Reference(ty) => owned(&ty.elem),
        Type::Paren(ty) => owned(&ty.elem),
        ty => ty,
    }
}

/// A container like the argument, or its type: each number is the next of `parts`.
fn shaped(shapes: &[&Type], is_type: bool, parts: &mut dyn FnMut() -> TokenStream) -> TokenStream {
    let mut part = |shape: &&Type| part(shape, is_type, parts);
    match shapes {
        [shape] => part(shape),
        shapes => {
            let parts = shapes.iter().map(part);
            quote!((#(#parts),*))
        }
    }
}

fn part(shape: &Type, is_type: bool, parts: &mut dyn FnMut() -> TokenStream) -> TokenStream {
    match shape {
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|ty| part(ty, is_type, parts));
            quote!((#(#parts,)*))
        }
        Type::Array(array) if is_type => {
            let (element, len) = (part(&array.elem, is_type, parts), &array.len);
            quote!([#element; #len])
        }
        Type::Array(array) => {
            let parts = (0..length(array).unwrap_or(0)).map(|_| part(&array.elem, is_type, parts));
            quote!([#(#parts),*])
        }
        _ => parts(),
    }
}

/// The length of an array, if it is a literal.
fn length(array: &syn::TypeArray) -> Option<usize> {
    match &array.len {
        Expr::Lit(ExprLit { lit: Lit::Int(length), .. }) => length.base10_parse().ok(),
        _ => None,
    }
}

/// A number that multiplies. Its sign is known here, so that no code multiplies by -1.
#[derive(Clone, Default)]
struct Factor {
    is_negative: bool,
    /// 1 if it is `None`.
    value: Option<TokenStream>,
}

impl Factor {
    fn is(value: TokenStream) -> Self {
        Factor { is_negative: false, value: Some(value) }
    }

    fn one() -> Self {
        Factor::default()
    }

    fn is_one(&self) -> bool {
        self.value.is_none() && !self.is_negative
    }

    fn negative(&self) -> Self {
        Factor { is_negative: !self.is_negative, value: self.value.clone() }
    }
}

/// The tangents of a value, by the inputs on which it depends.
type Tangents = BTreeMap<usize, Factor>;

/// A number: its tangents, and the step that receives its adjoint. A constant has neither.
#[derive(Clone, Default)]
struct Number {
    tangents: Tangents,
    step: Option<usize>,
    /// Whether it contains the sum of a loop. The result must be a multiple of such sums.
    sums: bool,
}

/// A number by which a path has derivatives.
#[derive(Clone)]
struct Input {
    step: usize,
    origin: Origin,
}

/// The origin of an input.
#[derive(Clone)]
enum Origin {
    /// One of the few numbers of the argument.
    Few,
    /// A number of the argument, its place among all numbers, and the code that reads it, if it always reads this number.
    Number(TokenStream, Option<String>),
    /// A linear call of a part of a list. The code is the row of its derivatives.
    Row(TokenStream),
    /// A sum, which is this part of the sink.
    Part(usize),
}

/// The state of one path through the function, or through an iteration of a loop.
#[derive(Clone, Default)]
struct Path {
    scope: Scope,
    inputs: Vec<Input>,
    steps: Vec<Step>,
    /// The first step of the iteration.
    start: usize,
    /// The numbers to which the iteration adds.
    totals: Option<Vec<Id>>,
    /// The count of parts.
    parts: usize,
    code: TokenStream,
}

/// The state that all paths share.
struct Writer<'a> {
    text: &'a Text<'a>,
    /// The types of the parameters with numbers.
    shapes: Vec<&'a Type>,
    /// The parameters, if the inputs are many.
    lists: Option<loops::Lists>,
    real: bool,
    /// Whether each sum is a part.
    in_parts: bool,
    /// The conditions of the program, if the Hessian must be dense.
    conditions: Option<TokenStream>,
    /// The memory for rows.
    memory: TokenStream,
    /// Whether some second derivative is not 0.
    curved: bool,
    names: usize,
    paths: usize,
    steps: usize,
}

impl<'a> Writer<'a> {
    fn new(text: &'a Text<'a>, real: bool) -> Self {
        Writer {
            text,
            shapes: Vec::new(),
            lists: None,
            real,
            in_parts: false,
            conditions: None,
            memory: TokenStream::new(),
            curved: false,
            names: 0,
            paths: 0,
            steps: 0,
        }
    }

    /// A condition without which the program does not serve, besides that the Hessian is dense.
    fn require(&mut self, condition: &TokenStream) {
        let conditions =
            self.conditions.get_or_insert_with(|| quote!(<__S as __ad::adjoint::Assemble<_>>::DENSE));
        conditions.extend(condition.clone());
    }

    /// The code of these statements, and of the reverse sweep at their end.
    fn path(&mut self, statements: &[&Stmt], mut path: Path) -> Option<TokenStream> {
        for (i, statement) in statements.iter().enumerate() {
            match statement {
                Stmt::Branch { scrutinee, arms, is_if } => {
                    let rest = &statements[i + 1..];
                    let bodies: Option<Vec<_>> = arms
                        .iter()
                        .map(|arm| {
                            let body: Vec<_> = arm.body.iter().chain(rest.iter().copied()).collect();
                            self.path(&body, Path { code: TokenStream::new(), ..path.clone() })
                        })
                        .collect();
                    let branch = Text::branch(scrutinee, arms, *is_if, &bodies?);
                    path.code.extend(branch);
                    return Some(path.code);
                }
                Stmt::Exit(exit) if exit.target == Target::Return && path.totals.is_none() => break,
                Stmt::Exit(exit) if exit.target == Target::Continue(0) => break,
                Stmt::Loop(inner) => self.iterations(inner, &mut path)?,
                statement => self.statement(statement, &mut path)?,
            }
        }
        self.paths += 1;
        (self.paths <= PATHS).then_some(())?;
        self.end(path)
    }

    fn statement(&mut self, statement: &Stmt, path: &mut Path) -> Option<()> {
        self.steps += 1;
        (self.steps <= STEPS).then_some(())?;
        match statement {
            Stmt::Let { var, rhs: Rhs::Call(call) } => return self.call(*var, call, path),
            Stmt::Let { var, rhs } => {
                path.code.extend(self.forward(statement));
                if let Rhs::Read(place) = rhs
                    && let Some(number) = self.element(*var, place, path)
                {
                    path.scope.bind(*var, Some(Part::Number(number)));
                } else {
                    self.step(*var, rhs, path)?;
                }
            }
            Stmt::Declare { var, init } => {
                path.code.extend(self.forward(statement));
                let part = init.as_ref().and_then(|init| path.scope.source(init));
                path.scope.bind(*var, self.typed(*var, part));
            }
            Stmt::Write { place, value, .. } => {
                let part = path.scope.source(value);
                path.code.extend(self.forward(statement));
                path.scope.write(self.text, place, part)?;
            }
            Stmt::Forward(_) => path.code.extend(self.forward(statement)),
            Stmt::Push { .. } | Stmt::Loop(_) | Stmt::Unless(_) | Stmt::Exit(_) | Stmt::Branch { .. } => {
                return None;
            }
        }
        Some(())
    }

    /// A number without variables is a constant.
    fn typed(&self, var: Id, part: Option<Part>) -> Option<Part> {
        match part {
            Some(Part::Plain) if self.text.var(var).ty == Ty::Number => Some(Part::Number(Number::default())),
            part => part,
        }
    }

    /// The statement as the forward sweep has it.
    fn forward(&self, statement: &Stmt) -> TokenStream {
        self.text.forward_statement(statement, Site { block: 0, index: 0 })
    }

    /// The name of a value.
    fn ident(&self, id: Id) -> TokenStream {
        let ident = &self.text.var(id).ident;
        quote!(#ident)
    }

    /// A name that no variable of the program has: theirs begin with a letter behind `__`.
    fn fresh(&mut self, name: &str) -> Ident {
        self.names += 1;
        format_ident!("__{}{name}", self.names, span = Span::mixed_site())
    }

    /// Binds a value to a new name.
    fn bind(&mut self, path: &mut Path, name: &str, value: &TokenStream) -> Factor {
        let ident = self.fresh(name);
        path.code.extend(quote!(let #ident = #value;));
        Factor::is(quote!(#ident))
    }

    fn product(&mut self, path: &mut Path, a: &Factor, b: &Factor) -> Factor {
        let product = match (&a.value, &b.value) {
            (None, other) | (other, None) => Factor { is_negative: false, value: other.clone() },
            (Some(a), Some(b)) => self.bind(path, "p", &quote!(#a * #b)),
        };
        if a.is_negative == b.is_negative { product } else { product.negative() }
    }

    fn sum(&mut self, path: &mut Path, a: &Factor, b: &Factor) -> Factor {
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        match (a.is_negative, b.is_negative) {
            (false, false) => self.bind(path, "s", &quote!(#x + #y)),
            (false, true) => self.bind(path, "s", &quote!(#x - #y)),
            (true, false) => self.bind(path, "s", &quote!(#y - #x)),
            (true, true) => self.bind(path, "s", &quote!(#x + #y)).negative(),
        }
    }

    fn quotient(&mut self, path: &mut Path, a: &Factor, divisor: &TokenStream) -> Factor {
        let x = self.magnitude(a);
        let quotient = self.bind(path, "q", &quote!(#x / #divisor));
        if a.is_negative { quotient.negative() } else { quotient }
    }

    fn tokens(&self, factor: &Factor) -> TokenStream {
        let value = self.magnitude(factor);
        if factor.is_negative { quote!(-#value) } else { value }
    }

    /// The factor without its sign.
    fn magnitude(&self, factor: &Factor) -> TokenStream {
        factor.value.clone().unwrap_or_else(|| self.natural(1))
    }

    /// A natural number.
    fn natural(&self, n: u64) -> TokenStream {
        let span = Span::mixed_site();
        let (private, number) = (Text::private(span), self.text.number(span));
        let n = proc_macro2::Literal::u64_unsuffixed(n);
        quote!(<#number as #private::Semiring>::natural(#n))
    }
}
