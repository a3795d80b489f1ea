//! `let` of values that are taken apart: a variable for each part.
//!
//! ```text
//! // Input:  let mut solver = Solver { items: &sorted, best: 0.0 };
//! // Output: let __solver_1_items: &[Item] = &sorted; let mut __solver_1_best: f64 = 0.0;
//! ```

use super::body::{Body, name_of, strip};
use super::functions::Function;
use super::scope::{self, Meaning, Variable};
use super::types::{Part, Taken, Way, inferred};
use crate::visit::VisitMut;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Lit, Local, Pat, PatStruct, Stmt, parse_quote};

/// A value that is taken apart.
pub(super) enum Whole<'e, 'a> {
    Variable(Variable),
    Literal(Literal<'e>),
    /// The call of a function that makes it.
    Made(&'a Function, &'e Expr),
    /// `solver.clone()`
    Clone(Variable),
}

/// `Solver { items, best: 0.0 }`, `View(items, 1)`
pub(super) struct Literal<'e> {
    of: String,
    fields: Vec<(String, &'e Expr)>,
    rest: Option<&'e Expr>,
}

impl Whole<'_, '_> {
    pub(super) fn of(&self) -> &str {
        match self {
            Whole::Variable(of) | Whole::Clone(of) => &of.of,
            Whole::Literal(literal) => &literal.of,
            Whole::Made(function, _) => function.makes.as_ref().map_or("", |taking| &taking.of),
        }
    }
}

/// The variables for the parts of a new value.
pub(super) struct Target<'t> {
    pub(super) prefix: &'t str,
    pub(super) mutable: bool,
    pub(super) way: Way,
}

impl<'a> Body<'a> {
    /// The value that an expression is, or refers to.
    pub(super) fn whole<'e>(&self, expr: &'e Expr) -> Option<Whole<'e, 'a>> {
        if let Some(variable) = self.referent(expr) {
            return Some(Whole::Variable(variable));
        }
        match strip(expr) {
            Expr::Reference(reference) => self.whole(&reference.expr),
            // A field may be there on some platforms only.
            Expr::Struct(literal) if literal.fields.iter().any(|field| !field.attrs.is_empty()) => None,
            Expr::Struct(literal) => {
                let fields = literal.fields.iter().map(|field| (name_of(&field.member), &field.expr));
                let (of, fields) = (self.type_of(&literal.path)?, fields.collect());
                Some(Whole::Literal(Literal { of, fields, rest: literal.rest.as_deref() }))
            }
            Expr::MethodCall(call) => {
                let variable = self.variable(&call.receiver)?;
                match self.apart.function(Some(&variable.of), &call.method.to_string()) {
                    Some(function) => {
                        function.is_made_in(&self.module).then(|| Whole::Made(function, strip(expr)))
                    }
                    None => {
                        let clones = self.apart.types.get(&variable.of).is_some_and(|of| of.clones);
                        (call.method == "clone" && clones).then_some(Whole::Clone(variable))
                    }
                }
            }
            Expr::Call(call) => {
                if let Expr::Path(path) = strip(&call.func)
                    && let Some(of) = self.type_of(&path.path)
                {
                    let fields = call.args.iter().enumerate().map(|(i, field)| (i.to_string(), field));
                    return Some(Whole::Literal(Literal { of, fields: fields.collect(), rest: None }));
                }
                let function = self.called_here(&call.func)?;
                function.is_made_in(&self.module).then(|| Whole::Made(function, strip(expr)))
            }
            _ => None,
        }
    }

    pub(super) fn local(&mut self, mut local: Local, statements: &mut Vec<Stmt>) {
        let whole = local.init.as_ref().filter(|init| init.diverge.is_none());
        if let Some(init) = whole.cloned()
            && let Some(whole) = self.whole(&init.expr)
        {
            let reference = match strip(&init.expr) {
                Expr::Reference(reference) => Some(Way::of(reference.mutability.is_some())),
                _ => None,
            };
            if let Some(attr) = local.attrs.first() {
                self.refuse(attr, "an attribute is on a value that borrows numbers; remove it");
            }
            self.let_whole(&local.pat, &whole, reference, statements);
            return;
        }
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
            init.diverge.iter_mut().for_each(|(_, otherwise)| self.visit_expr_mut(otherwise));
        }
        if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) {
            self.bind(&mut local.pat);
        } else {
            self.bind_irrefutable(&mut local.pat);
        }
        statements.push(Stmt::Local(local));
    }

    fn let_whole(
        &mut self,
        pattern: &Pat,
        whole: &Whole<'_, 'a>,
        reference: Option<Way>,
        statements: &mut Vec<Stmt>,
    ) {
        match pattern {
            Pat::Type(typed) => self.let_whole(&typed.pat, whole, reference, statements),
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let prefix = name.ident.to_string();
                let mutable = reference.is_some() || name.mutability.is_some();
                let variable = match whole {
                    Whole::Variable(of) if reference.is_some() || of.way != Way::Value => Some(of.clone()),
                    whole => self.new_variable(&prefix, mutable, whole, statements),
                };
                self.scope.extend(variable.map(|variable| (prefix, Meaning::Apart(variable))));
            }
            Pat::Struct(fields) => {
                let variable = match whole {
                    Whole::Variable(variable) => Some(variable.clone()),
                    whole => self.new_variable("parts", false, whole, statements),
                };
                if let Some(variable) = variable {
                    self.destructure(fields, &variable, reference.unwrap_or(variable.way), statements);
                }
            }
            Pat::Wild(_) => {
                self.new_variable("unused", false, whole, statements);
            }
            pattern => self.refuse_whole(pattern, whole.of()),
        }
    }

    /// ```text
    /// // Input:  let Curve { zeros, .. } = curve;
    /// // Output: let zeros = __curve_zeros;
    /// ```
    fn destructure(
        &mut self,
        pattern: &PatStruct,
        variable: &Variable,
        way: Way,
        statements: &mut Vec<Stmt>,
    ) {
        for field in &pattern.fields {
            let name = name_of(&field.member);
            let Some(access) = variable.access(&name, field.member.span()) else {
                self.refuse_whole(field, &variable.of);
                return;
            };
            let value: Expr = match way {
                Way::Value => access,
                Way::Exclusive if !variable.is_reference(&name) => parse_quote!(&mut #access),
                _ => parse_quote!(&#access),
            };
            let mut pattern = (*field.pat).clone();
            self.bind_irrefutable(&mut pattern);
            statements.push(scope::binding(pattern, None, value));
        }
    }

    /// A new variable with this value.
    pub(super) fn new_variable(
        &mut self,
        name: &str,
        mutable: bool,
        whole: &Whole<'_, 'a>,
        statements: &mut Vec<Stmt>,
    ) -> Option<Variable> {
        let prefix = format!("{}_{}", name.trim_start_matches("r#"), self.fresh());
        self.declare(&Target { prefix: &prefix, mutable, way: Way::Value }, whole, statements);
        let taken = self.apart.types.get(whole.of())?;
        Some(Variable::new(taken.clone(), &prefix, Way::Value))
    }

    /// Declares the variables of the parts.
    pub(super) fn declare(&mut self, target: &Target<'_>, whole: &Whole<'_, 'a>, statements: &mut Vec<Stmt>) {
        let apart = self.apart;
        match whole {
            Whole::Variable(variable) | Whole::Clone(variable) => {
                let Some(of) = apart.types.get(&variable.of) else { return };
                let cloned = matches!(whole, Whole::Clone(_));
                statements.extend(of.parts.iter().filter_map(|part| target.copy(part, of, variable, cloned)));
            }
            Whole::Literal(literal) => self.declare_fields(target, literal, statements),
            Whole::Made(function, call) => self.inline(target, function, call, statements),
        }
    }

    fn declare_fields(&mut self, target: &Target<'_>, literal: &Literal<'_>, statements: &mut Vec<Stmt>) {
        let apart = self.apart;
        let Some(of) = apart.types.get(&literal.of) else { return };
        if let Some((field, value)) = literal.fields.iter().find(|(name, _)| of.nested.as_ref() == Some(name))
        {
            self.refuse(
                value,
                format_args!(
                    "the field `{field}` of `{}` is a container of references to numbers; write a reference to a list of owned values",
                    of.name
                ),
            );
        }
        for (name, value) in &literal.fields {
            if let Some(inner) = of.inner.get(name) {
                let Some(whole) = self.whole(value) else {
                    self.refuse_whole(value, &inner.of);
                    return;
                };
                let prefix = format!("{}_{name}_", target.prefix);
                self.declare(&Target { prefix: &prefix, way: inner.way, ..*target }, &whole, statements);
                continue;
            }
            let part = of.parts.iter().find(|part| part.name == *name);
            if part.is_some_and(|part| part.fixed) && is_float(value) {
                self.refuse(value, format_args!("`{name}` is `#[fixed]`, and the literal would be a number; pass it as a `#[fixed]` parameter"));
            }
            let mut value = (*value).clone();
            self.visit_expr_mut(&mut value);
            statements.push(target.bind(name, part, of.is_concrete(), &value));
        }
        if let Some(rest) = literal.rest {
            self.declare_rest(target, literal, rest, statements);
        }
    }

    /// The fields of `..solver`.
    fn declare_rest(
        &mut self,
        target: &Target<'_>,
        literal: &Literal<'_>,
        rest: &Expr,
        statements: &mut Vec<Stmt>,
    ) {
        let (variable, cloned) = match self.whole(rest) {
            Some(Whole::Variable(variable)) => (variable, false),
            Some(Whole::Clone(variable)) => (variable, true),
            _ => {
                let message = format!("`{}` borrows numbers; write all of its fields", literal.of);
                return self.refuse(rest, message);
            }
        };
        let Some(of) = self.apart.types.get(&literal.of) else { return };
        let given = |part: &&Part| {
            let field = part.name.split('.').next();
            literal.fields.iter().any(|(name, _)| Some(&**name) == field)
        };
        let others = of.parts.iter().filter(|part| !given(part));
        statements.extend(others.filter_map(|part| target.copy(part, of, &variable, cloned)));
    }
}

impl Target<'_> {
    /// The variable of a part of another variable, which is moved or cloned.
    fn copy(&self, part: &Part, of: &Taken, from: &Variable, cloned: bool) -> Option<Stmt> {
        let value = if cloned && part.held == Way::Value {
            let place = from.access(&part.name, Span::mixed_site())?;
            parse_quote!(#place.clone())
        } else {
            from.pass(part, self.way, Span::mixed_site())?
        };
        Some(self.bind(&part.name, Some(part), of.is_concrete(), &value))
    }

    /// `let mut __solver_1_best: f64 = …;`
    fn bind(&self, part: &str, of: Option<&Part>, concrete: bool, value: &Expr) -> Stmt {
        let name = scope::name_of(self.prefix, part, value.span());
        let of = of.filter(|part| concrete && !part.fixed);
        let ty = of.map(|part| inferred(part.type_of(self.way, None)));
        let by_value = of.is_none_or(|part| part.passed(self.way) == Way::Value);
        scope::binding(scope::pattern(name, self.mutable && by_value), ty, value.clone())
    }
}

/// Whether an expression is a float literal.
fn is_float(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)),
        Expr::Unary(unary) => is_float(&unary.expr),
        _ => false,
    }
}
