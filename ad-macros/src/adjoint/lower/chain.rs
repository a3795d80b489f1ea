//! An iterator: its source, and the adaptors for each item.

use super::Scope;
use super::expr::strip;
use crate::adjoint::ir::*;
use crate::library::methods;
use crate::library::reverse::OfIterator;
use syn::{Expr, ExprMethodCall};

/// The items of an iterator.
#[derive(Clone)]
pub(super) enum Item {
    /// Its type, the containers to which it may refer, and whether these are changed through it.
    One(Ty, Vec<Id>, bool),
    Pair(Box<Item>, Box<Item>),
    /// The elements of these lists, or the element of the only one, at the index that the iterator yields.
    Elements(Vec<Place>),
}

impl Item {
    /// Whether the elements are changed through it.
    pub(super) fn is_changed(&self) -> bool {
        match self {
            Item::One(.., exclusive) => *exclusive,
            Item::Pair(left, right) => left.is_changed() || right.is_changed(),
            Item::Elements(elements) => elements.iter().any(|element| element.exclusive),
        }
    }
}

/// An adaptor. A closure has the names in its scope.
#[derive(Clone)]
pub(super) enum Stage {
    Map(Expr, Scope),
    Filter(Expr, Scope),
    FilterMap(Expr, Scope),
    MapWhile(Expr, Scope),
    TakeWhile(Expr, Scope),
    /// And whether an item was kept.
    SkipWhile(Expr, Scope, Id),
    /// And the state: a scalar, or a container.
    Scan(Expr, Scope, Id),
    /// `.flatten()`, or `.flat_map(…)`
    Flatten(Option<(Expr, Scope)>),
    /// `.enumerate()`, `.skip(n)`, `.step_by(n)`, `.take(n)`, with the variable that counts the items.
    Counted(Counting, Id),
    /// `.zip(k..)`, with the adaptors of the other side, whether the other side comes first, and the variable with its next number.
    Beside(Vec<Stage>, bool, Id),
}

#[derive(Clone)]
pub(super) enum Counting {
    Enumerate,
    Skip(Plain),
    StepBy(Plain),
    /// Ends the iterator after so many items. No further item is asked for.
    Until(Plain),
    /// Counts an item for `Until`.
    Count,
}

impl Stage {
    /// Whether it passes the items of the iterator before it unchanged.
    fn keeps(&self) -> bool {
        match self {
            Stage::Filter(..) | Stage::TakeWhile(..) | Stage::SkipWhile(..) => true,
            Stage::Counted(counting, _) => !matches!(counting, Counting::Enumerate),
            _ => false,
        }
    }

    /// Whether it may end the iterator.
    fn ends(&self) -> bool {
        match self {
            Stage::TakeWhile(..) | Stage::MapWhile(..) | Stage::Counted(Counting::Until(_), _) => true,
            Stage::Scan(closure, ..) => !always_some(closure),
            Stage::Beside(stages, ..) => stages.iter().any(Stage::ends),
            _ => false,
        }
    }

    /// Whether it yields one item for each item, until it ends the iterator.
    pub(super) fn is_one_to_one(&self) -> bool {
        match self {
            Stage::Map(..) | Stage::MapWhile(..) | Stage::TakeWhile(..) | Stage::Scan(..) => true,
            Stage::Counted(counting, _) => {
                matches!(counting, Counting::Enumerate | Counting::Until(_) | Counting::Count)
            }
            Stage::Beside(stages, ..) => stages.iter().all(Stage::is_one_to_one),
            _ => false,
        }
    }
}

/// Whether a closure only returns `Some`.
fn always_some(closure: &Expr) -> bool {
    fn tail(expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Block(block) => {
                matches!(block.block.stmts.last(), Some(syn::Stmt::Expr(last, None)) if tail(last))
            }
            expr => super::endless::content(expr).is_some(),
        }
    }
    let Expr::Closure(closure) = strip(closure) else { return false };
    let body = &closure.body;
    tail(body) && !crate::visit::returns_early(body)
}

/// An iterator with its adaptors.
#[derive(Clone)]
pub(super) struct Chain {
    pub(super) iterator: Iteration,
    pub(super) item: Item,
    pub(super) stages: Vec<Stage>,
}

impl Chain {
    /// Whether the items are values, not references.
    pub(super) fn by_value(&self) -> bool {
        !self.stages.iter().all(Stage::keeps) || !matches!(self.item, Item::One(Ty::Reference(_), ..))
    }
}

impl Chain {
    /// Whether a closure may end the iterator.
    pub(super) fn may_end(&self) -> bool {
        self.stages.iter().any(Stage::ends)
    }

    /// `.take(n)`, with a new variable that counts the items.
    pub(super) fn taken(mut self, n: &Plain, counter: Id) -> Chain {
        let until = || Stage::Counted(Counting::Until(n.clone()), counter);
        // The loop of a flattened iterator has several items.
        let mut stages = vec![until()];
        for stage in self.stages {
            let flattens = matches!(stage, Stage::Flatten(_));
            stages.push(stage);
            stages.extend(flattens.then(until));
        }
        stages.push(Stage::Counted(Counting::Count, counter));
        self.stages = stages;
        self
    }
}

/// Whether an iterator runs from its end, so that the index of an item depends on the number of items.
pub(super) fn is_reversed(iterator: &Iteration) -> bool {
    match iterator {
        Iteration::Zip(a, b) => is_reversed(a) || is_reversed(b),
        Iteration::Adapt { inner, adaptor, .. } => *adaptor == OfIterator::Rev || is_reversed(inner),
        Iteration::Copied(inner) => is_reversed(inner),
        Iteration::Plain(_) | Iteration::Range { .. } | Iteration::View { .. } => false,
    }
}

/// Whether both iterate over parts of one list, by index, and one changes it. Two such views cannot coexist.
pub(super) fn collide(left: &Chain, right: &Chain) -> bool {
    fn lists(iterator: &Iteration, found: &mut Vec<Id>) {
        match iterator {
            Iteration::View { place, .. } => {
                let by_index = |projection: &Projection| matches!(projection, Projection::Index(_));
                found.extend(place.projections.iter().any(by_index).then_some(place.root));
            }
            Iteration::Zip(a, b) => {
                lists(a, found);
                lists(b, found);
            }
            Iteration::Adapt { inner, .. } | Iteration::Copied(inner) => lists(inner, found),
            Iteration::Plain(_) | Iteration::Range { .. } => {}
        }
    }
    let (mut a, mut b) = (Vec::new(), Vec::new());
    lists(&left.iterator, &mut a);
    lists(&right.iterator, &mut b);
    (left.item.is_changed() || right.item.is_changed()) && a.iter().any(|list| b.contains(list))
}

/// Both in lockstep.
pub(super) fn zip(left: Chain, right: Chain) -> Chain {
    Chain {
        iterator: Iteration::Zip(Box::new(left.iterator), Box::new(right.iterator)),
        item: Item::Pair(Box::new(left.item), Box::new(right.item)),
        stages: Vec::new(),
    }
}

pub(super) fn plain_chain(plain: Plain, by_reference: bool) -> Chain {
    let ty = if by_reference { reference(Ty::Plain) } else { Ty::Plain };
    Chain { iterator: Iteration::Plain(plain), item: Item::One(ty, Vec::new(), false), stages: Vec::new() }
}

pub(super) fn adapt(
    inner: Iteration,
    adaptor: OfIterator,
    call: &ExprMethodCall,
    argument: Option<Plain>,
) -> Iteration {
    Iteration::Adapt { inner: Box::new(inner), adaptor, method: call.method.clone(), argument }
}

/// The items by value.
pub(super) fn copied(chain: Chain) -> Chain {
    fn by_value(item: Item) -> Item {
        match item {
            Item::One(Ty::Reference(ty), views, _) => Item::One(*ty, views, false),
            item => item,
        }
    }
    if chain.stages.is_empty() {
        Chain {
            iterator: Iteration::Copied(Box::new(chain.iterator)),
            item: by_value(chain.item),
            stages: Vec::new(),
        }
    } else {
        chain
    }
}

/// Whether an expression is an iterator, by its methods.
pub(super) fn is_iterator(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Range(_) => true,
        Expr::Call(_) => super::endless::by_methods(expr).is_some(),
        Expr::MethodCall(call) if super::map::iterates(&call.method, call.args.len()) => true,
        Expr::MethodCall(call) => methods::of(call)
            .is_some_and(|row| row.adapts() && (row.option.is_none() || is_iterator(&call.receiver))),
        _ => false,
    }
}

pub(super) fn reference(ty: Ty) -> Ty {
    Ty::Reference(Box::new(ty))
}
