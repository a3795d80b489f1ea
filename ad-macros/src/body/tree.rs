//! A body whose expressions and locals have numbers. Beside each expression stand the user's tokens, with holes for the expressions
//! inside, so that a body is printed as it was written.

use crate::ty::Name;
use std::rc::Rc;
use syn::{Expr, Member, Type};

/// An expression of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ExprId(pub(super) usize);

/// A local variable of a body. Two locals of one name are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LocalId(pub(super) usize);

/// A loop or block that `break` may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LabelId(pub(super) usize);

impl ExprId {
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

impl LocalId {
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

impl LabelId {
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// A body with its parameters.
pub(crate) struct Body {
    pub(super) nodes: Vec<Node>,
    pub(super) locals: Vec<Name>,
    pub(super) labels: usize,
    pub(crate) parameters: Vec<Pattern>,
    /// The block.
    pub(crate) value: ExprId,
    /// The items of its blocks.
    pub(crate) items: Vec<syn::Item>,
    /// The locals of `let x = …`.
    pub(super) declared: Vec<LocalId>,
}

pub(super) struct Node {
    pub(super) form: Form,
    /// The tokens, with holes.
    pub(super) shell: Expr,
    /// The number of expressions before. Those between are inside of this one.
    pub(super) first: usize,
}

impl Body {
    pub(crate) fn form(&self, id: ExprId) -> &Form {
        &self.nodes[id.0].form
    }

    /// The tokens. Expressions inside are holes.
    pub(crate) fn shell(&self, id: ExprId) -> &Expr {
        &self.nodes[id.0].shell
    }

    /// Whether `let x = …` declares a local.
    pub(crate) fn is_declared(&self, local: LocalId) -> bool {
        self.declared.contains(&local)
    }

    pub(crate) fn expressions(&self) -> usize {
        self.nodes.len()
    }

    /// All expressions, those inside of others first.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ExprId> {
        (0..self.nodes.len()).map(ExprId)
    }

    pub(crate) fn locals(&self) -> usize {
        self.locals.len()
    }

    pub(crate) fn local_ids(&self) -> impl Iterator<Item = LocalId> {
        (0..self.locals.len()).map(LocalId)
    }

    pub(crate) fn labels(&self) -> usize {
        self.labels
    }

    /// The name of a local.
    pub(crate) fn name(&self, local: LocalId) -> &Name {
        &self.locals[local.0]
    }

    /// Whether the second is the first, or inside of it.
    pub(crate) fn contains(&self, around: ExprId, id: ExprId) -> bool {
        self.nodes[around.0].first <= id.0 && id.0 <= around.0
    }

    /// The number of locals with a name.
    pub(crate) fn named(&self, name: &Name) -> usize {
        self.locals.iter().filter(|other| *other == name).count()
    }

    /// Whether tokens that are not read mention a local.
    pub(crate) fn is_mentioned(&self, local: LocalId) -> bool {
        self.ids().any(|id| matches!(self.form(id), Form::Opaque(locals) if locals.contains(&local)))
    }

    /// An expression and those inside of it.
    pub(crate) fn inside(&self, around: ExprId) -> impl Iterator<Item = ExprId> {
        (self.nodes[around.0].first..=around.0).map(ExprId)
    }

    /// The uses of locals in an expression.
    pub(crate) fn locals_in(&self, around: ExprId) -> impl Iterator<Item = (ExprId, LocalId)> {
        self.inside(around).filter_map(|id| match self.form(id) {
            Form::Local(local) => Some((id, *local)),
            _ => None,
        })
    }

    /// Whether it is inside of `vec![…]`.
    pub(crate) fn is_in_vec(&self, id: ExprId) -> bool {
        let list = |expr: &Expr| matches!(expr, Expr::Macro(inner) if inner.mac.path.is_ident("vec"));
        self.ids().skip(id.0 + 1).any(|around| self.contains(around, id) && list(self.shell(around)))
    }

    /// The blocks, with those of loops and branches.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.nodes.iter().filter_map(|node| node.form.block())
    }

    /// The values of variables, with the types that are written: `let x: f64 = value;`
    pub(crate) fn initial_values(&self) -> impl Iterator<Item = (ExprId, Option<Rc<Type>>)> {
        self.blocks().flat_map(|block| &block.statements).filter_map(|statement| match statement {
            Statement::Let { value: Some(value), pattern: Pattern::Typed(_, ty), .. } => {
                Some((*value, Some(ty.clone())))
            }
            Statement::Let { value: Some(value), .. } => Some((*value, None)),
            _ => None,
        })
    }

    /// Without the parentheses around.
    pub(crate) fn inner(&self, id: ExprId) -> ExprId {
        match self.form(id) {
            Form::Paren(inner) => self.inner(*inner),
            _ => id,
        }
    }
}

/// The form of an expression. Names, operators and types stand in its tokens.
pub(crate) enum Form {
    Literal,
    Local(LocalId),
    /// A path that names no local.
    Path,
    Paren(ExprId),
    Unary(ExprId),
    Binary(ExprId, ExprId),
    Cast(ExprId),
    Reference(ExprId),
    Field(ExprId),
    Index(ExprId, ExprId),
    Tuple(Vec<ExprId>),
    Array(Vec<ExprId>),
    Repeat(ExprId, ExprId),
    Range(Option<ExprId>, Option<ExprId>),
    Struct {
        fields: Vec<ExprId>,
        rest: Option<ExprId>,
    },
    Call(ExprId, Vec<ExprId>),
    Method(ExprId, Vec<ExprId>),
    Closure {
        parameters: Vec<Pattern>,
        body: ExprId,
    },
    Assign(ExprId, ExprId),
    /// A condition `let pattern = value`.
    Let(Pattern, ExprId),
    If {
        condition: ExprId,
        then: Block,
        otherwise: Option<ExprId>,
    },
    Match(ExprId, Vec<Arm>),
    Block(Option<LabelId>, Block),
    Loop(LabelId, Block),
    While(LabelId, ExprId, Block),
    For {
        label: LabelId,
        item: Pattern,
        of: ExprId,
        body: Block,
    },
    Break(Option<LabelId>, Option<ExprId>),
    Continue,
    Return(Option<ExprId>),
    Try(ExprId),
    /// A macro of `std` whose arguments are expressions.
    Macro(Vec<ExprId>, Separator),
    /// Tokens that are not read, with the locals that they mention.
    Opaque(Vec<LocalId>),
}

impl Form {
    /// The block that the expression is, runs or begins with.
    pub(crate) fn block(&self) -> Option<&Block> {
        match self {
            Form::Block(_, block)
            | Form::Loop(_, block)
            | Form::While(_, _, block)
            | Form::If { then: block, .. }
            | Form::For { body: block, .. } => Some(block),
            _ => None,
        }
    }
}

/// The token between the arguments of a macro.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Separator {
    Comma,
    Semicolon,
    /// One expression, and tokens that are not read: `matches!(value, pattern)`
    Pattern,
}

pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
    pub(crate) value: Option<ExprId>,
}

pub(crate) enum Statement {
    Let { pattern: Pattern, value: Option<ExprId>, otherwise: Option<ExprId> },
    Expr(ExprId),
}

pub(crate) struct Arm {
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<ExprId>,
    pub(crate) value: ExprId,
}

#[derive(Clone)]
pub(crate) enum Pattern {
    /// `_`, `..`, a constant of unknown type.
    Any,
    /// A name, with the mode of `ref` or `ref mut`.
    Bind {
        local: LocalId,
        by_ref: Option<bool>,
        sub: Option<Box<Pattern>>,
    },
    Typed(Box<Pattern>, Rc<Type>),
    Reference(Box<Pattern>),
    Tuple(Parts),
    Slice(Parts),
    Literal(syn::Lit),
    Either(Vec<Pattern>),
    /// A variant or struct with parts by position.
    Variant(syn::Path, Parts),
    /// A variant or struct with parts by name.
    Struct(syn::Path, Vec<(Member, Pattern)>),
    /// A variant without parts, or a constant.
    Path(syn::Path),
}

impl Block {
    /// The expressions of its statements, and its value.
    pub(crate) fn expressions(&self) -> Vec<ExprId> {
        let statements = self.statements.iter().flat_map(|statement| match statement {
            Statement::Let { value, otherwise, .. } => value.iter().chain(otherwise).copied().collect(),
            Statement::Expr(id) => vec![*id],
        });
        statements.chain(self.value).collect()
    }
}

impl Pattern {
    /// The names that it binds.
    pub(crate) fn locals(&self) -> Vec<LocalId> {
        let of_parts = |parts: &Parts| {
            let rest = match parts.rest {
                Some(Rest::Named(local)) => Some(local),
                _ => None,
            };
            parts.before.iter().chain(&parts.after).flat_map(Pattern::locals).chain(rest).collect()
        };
        match self {
            Pattern::Any | Pattern::Literal(_) | Pattern::Path(_) => Vec::new(),
            Pattern::Bind { local, sub, .. } => {
                sub.iter().flat_map(|sub| sub.locals()).chain([*local]).collect()
            }
            Pattern::Typed(inner, _) | Pattern::Reference(inner) => inner.locals(),
            Pattern::Tuple(parts) | Pattern::Slice(parts) | Pattern::Variant(_, parts) => of_parts(parts),
            Pattern::Either(cases) => cases.iter().flat_map(Pattern::locals).collect(),
            Pattern::Struct(_, fields) => fields.iter().flat_map(|(_, field)| field.locals()).collect(),
        }
    }
}

/// The parts of a pattern, of which one may be `..`.
#[derive(Clone, Default)]
pub(crate) struct Parts {
    pub(crate) before: Vec<Pattern>,
    /// `..` or `rest @ ..`
    pub(crate) rest: Option<Rest>,
    pub(crate) after: Vec<Pattern>,
}

/// The parts that `..` stands for.
#[derive(Clone, Copy)]
pub(crate) enum Rest {
    Unnamed,
    Named(LocalId),
}
