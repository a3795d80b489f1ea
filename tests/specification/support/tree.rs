//! Trees: mathematical expressions, and their derivatives by the textbook.

use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use ad::{Dict, Num};

use super::{Class, Elementary, Layer, Term};

/// An expression tree. Equal sub-expressions may share a node in memory, which does not affect the meaning.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tree(Rc<Node>);

#[derive(Debug, PartialEq)]
enum Node {
    Variable(usize),
    Layer(Layer<Tree>),
}

impl Tree {
    pub(crate) fn variable(i: usize) -> Self {
        Tree(Rc::new(Node::Variable(i)))
    }

    pub(crate) fn layer(layer: Layer<Tree>) -> Self {
        Tree(Rc::new(Node::Layer(layer)))
    }

    pub(crate) fn natural(n: u64) -> Self {
        Tree::layer(Layer::Natural(n))
    }

    fn function(f: Elementary, u: &Tree) -> Self {
        Tree::layer(Layer::Function(f, u.clone()))
    }

    /// The derivative with respect to variable `i`, by the rules of the textbook.
    pub(crate) fn derivative(&self, i: usize) -> Tree {
        self.derive(i, &mut HashMap::new())
    }

    /// The same; nodes that occur several times are differentiated once.
    fn derive(&self, i: usize, known: &mut HashMap<*const Node, Tree>) -> Tree {
        if let Some(derivative) = known.get(&Rc::as_ptr(&self.0)) {
            return derivative.clone();
        }
        let derivative = match &*self.0 {
            Node::Variable(j) => Tree::natural(u64::from(i == *j)),
            Node::Layer(layer) => match layer.clone().map(|u| (u.clone(), u.derive(i, known))) {
                Layer::Zero | Layer::One | Layer::Natural(_) | Layer::Constant(_) => Tree::natural(0),
                // (u + v)' = u' + v'
                Layer::Add((_, du), (_, dv)) => du + dv,
                // (u v)' = u' v + u v'
                Layer::Mul((u, du), (v, dv)) => du * v + u * dv,
                // (-u)' = -u'
                Layer::Neg((_, du)) => -du,
                // (u - v)' = u' - v'
                Layer::Sub((_, du), (_, dv)) => du - dv,
                // (u / v)' = (u' v - u v') / v²
                Layer::Div((u, du), (v, dv)) => (du * v.clone() - u * dv) / (v.clone() * v),
                Layer::Function(f, (u, du)) => match f {
                    // sin' = cos
                    Elementary::Sin => Tree::function(Elementary::Cos, &u) * du,
                    // cos' = -sin
                    Elementary::Cos => -(Tree::function(Elementary::Sin, &u) * du),
                    // exp' = exp
                    Elementary::Exp => self.clone() * du,
                    // ln' u = 1 / u
                    Elementary::Ln => du / u,
                    // √' u = 1 / (2 √u)
                    Elementary::Sqrt => du / (Tree::natural(2) * self.clone()),
                    // arctan' u = 1 / (1 + u²)
                    Elementary::Atan => du / (Tree::natural(1) + u.clone() * u),
                    // tanh' = 1 - tanh²
                    Elementary::Tanh => du * (Tree::natural(1) - self.clone() * self.clone()),
                },
            },
        };
        known.insert(Rc::as_ptr(&self.0), derivative.clone());
        derivative
    }

    /// Its value at `x` in `dict`: by recursion, where nodes that occur several times are evaluated once.
    pub(crate) fn value<C: Class<D>, D: Dict>(&self, _: C, dict: D, x: &[D::V]) -> D::V {
        let x: Vec<_> = x.iter().map(|x| Num::new(dict, *x)).collect();
        self.evaluate::<C, D>(dict, &x, &mut Some(HashMap::new())).value_under(dict)
    }

    fn evaluate<C: Class<D>, D: Dict>(
        &self,
        dict: D,
        x: &[Num<D>],
        known: &mut Option<HashMap<*const Node, Num<D>>>,
    ) -> Num<D> {
        let node = Rc::as_ptr(&self.0);
        if let Some(value) = known.as_ref().and_then(|known| known.get(&node)) {
            return *value;
        }
        let value = match &*self.0 {
            Node::Variable(i) => x[*i],
            Node::Layer(layer) => {
                let layer = layer.clone().map(|u| u.evaluate::<C, D>(dict, x, known));
                C::layer(dict, layer)
            }
        };
        if let Some(known) = known {
            known.insert(node, value);
        }
        value
    }

    fn is(&self, n: u64) -> bool {
        matches!(&*self.0, Node::Layer(Layer::Natural(m)) if *m == n)
    }
}

/// A tree as an expression: every occurrence of a sub-expression is evaluated.
impl Term for Tree {
    fn apply<C: Class<D>, D: Dict>(&self, dict: D, x: &[Num<D>]) -> Num<D> {
        self.evaluate::<C, D>(dict, x, &mut None)
    }
}

/// Smart constructors: derivatives are full of 0 and 1, which every semiring lets us leave out.
macro_rules! operator {
    ($($Op:ident $op:ident($a:ident, $b:ident) { $($shortcut:tt)* })*) => {$(
        impl std::ops::$Op for Tree {
            type Output = Tree;
            fn $op(self, other: Tree) -> Tree {
                let ($a, $b) = (self, other);
                $($shortcut)*
                Tree::layer(Layer::$Op($a, $b))
            }
        }
    )*};
}
operator! {
    Add add(a, b) {
        if a.is(0) { return b; }
        if b.is(0) { return a; }
    }
    Mul mul(a, b) {
        if a.is(0) || b.is(1) { return a; }
        if b.is(0) || a.is(1) { return b; }
    }
    Sub sub(a, b) {
        if b.is(0) { return a; }
    }
    Div div(a, b) {
        if a.is(0) || b.is(1) { return a; }
    }
}

impl std::ops::Neg for Tree {
    type Output = Tree;
    fn neg(self) -> Tree {
        if self.is(0) { self } else { Tree::layer(Layer::Neg(self)) }
    }
}

/// With all parentheses.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Node::Variable(i) => write!(f, "x{i}"),
            Node::Layer(layer @ (Layer::Natural(_) | Layer::Function(..))) => write!(f, "{layer}"),
            Node::Layer(layer) => write!(f, "({layer})"),
        }
    }
}
