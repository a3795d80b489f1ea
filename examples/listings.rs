//! The paper's listings, one by one in plain Rust: P. E. de Vilhena and F. Pottier, LMCS 19(4:5), 2023. `cargo run --example listings`
//!
//! The three algorithms are written in parallel, with the paper's names: `mk`, `get_v`, `get_d`, `update`. They need only the public
//! traits `Dict` and `Exp`, and `paper::handler`. Each of them makes an expression of an expression, so they nest in each other, and with
//! the crate's own strategies. The figures 5 and 6 are in `figures`, and 8 and 9 in `ask`.

use std::cell::RefCell;

use ad::paper::handler::{Continuation, Handler, Performer, handle};
use ad::prelude::*;
use ad::{Above, Dict, Num, Signature};

// ---- Figure 1: the interface. -----------------------------------------------------------------------------
//
// `'v dict` is `Dict`, `exp` is `Exp<D>` for every dictionary `D`, and `diff : exp -> exp` is a struct around an expression.

/// The signature of an expression of one number.
macro_rules! of_one_number {
    ($Diff:ident) => {
        impl<E> Signature for $Diff<E> {
            type In = f64;
            type Out = f64;
        }
    };
}

// ---- Figure 2: expressions. -------------------------------------------------------------------------------

/// (x + 1)³. A function is an expression, and is called in its own words.
#[exp]
fn f(x: f64) -> f64 {
    let cube = |x: f64| x * x * x;
    cube(x + 1.0)
}

/// xᵏ, with a loop and three mutable variables.
#[exp]
#[allow(clippy::assign_op_pattern, reason = "the paper has no `*=`")]
fn monomial(k: u32, x: f64) -> f64 {
    let (mut result, mut x, mut k) = (1.0, x, k);
    while k > 0 {
        result = result * (if k % 2 == 0 { 1.0 } else { x });
        x = x * x;
        k = k / 2;
    }
    result
}

// ---- Figure 4: forward mode. ------------------------------------------------------------------------------

/// A number with its derivative.
#[derive(Clone, Copy)]
struct Dual<V> {
    v: V,
    d: V,
}

#[derive(Clone, Copy, Default)]
struct Duals<D>(D);

impl<D: Dict> Dict for Duals<D> {
    type V = Dual<D::V>;
    type Level = Above<D::Level>;

    fn zero(self) -> Dual<D::V> {
        Dual { v: self.0.zero(), d: self.0.zero() }
    }
    fn one(self) -> Dual<D::V> {
        Dual { v: self.0.one(), d: self.0.zero() }
    }
    fn add(self, a: Dual<D::V>, b: Dual<D::V>) -> Dual<D::V> {
        Dual { v: self.0.add(a.v, b.v), d: self.0.add(a.d, b.d) }
    }
    fn mul(self, a: Dual<D::V>, b: Dual<D::V>) -> Dual<D::V> {
        let dict = self.0;
        Dual { v: dict.mul(a.v, b.v), d: dict.add(dict.mul(a.d, b.v), dict.mul(a.v, b.d)) }
    }
    fn join(self, other: Self) -> Self {
        Duals(self.0.join(other.0))
    }
}

#[derive(Clone, Copy)]
struct ForwardDiff<E>(E);
of_one_number!(ForwardDiff);

impl<D: Dict, E: Exp<Duals<D>> + Signature<In = f64, Out = f64>> Exp<D> for ForwardDiff<E> {
    fn apply(&self, dict: D, n: &Num<D>) -> Num<D> {
        let x = Dual { v: n.value(), d: dict.one() };
        let y = self.0.eval(Duals(dict), x);
        Num::new(dict, y.d)
    }
}

// ---- The graph, for both ways of reverse mode. ------------------------------------------------------------

/// The paper's `O` and `I` are constants here, and so is a number of constants. A variable has its number in the list of
/// derivatives, where the paper has a mutable field `d`.
#[derive(Clone, Copy)]
enum Vertex<V> {
    Constant(V),
    Var { v: V, at: usize },
}

use Vertex::{Constant, Var};

impl<V: Copy> Vertex<V> {
    fn get_v(self) -> V {
        match self {
            Constant(v) | Var { v, .. } => v,
        }
    }
}

/// The fields `d` of all variables.
struct Derivatives<D: Dict> {
    dict: D,
    d: Vec<D::V>,
}

impl<D: Dict> Derivatives<D> {
    fn mk(&mut self, v: D::V) -> Vertex<D::V> {
        self.d.push(self.dict.zero());
        Var { v, at: self.d.len() - 1 }
    }
    fn get_d(&self, u: Vertex<D::V>) -> D::V {
        match u {
            Var { at, .. } => self.d[at],
            Constant(_) => unreachable!("a constant has no derivative"),
        }
    }
    fn update(&mut self, u: Vertex<D::V>, i: D::V) {
        if let Var { at, .. } = u {
            self.d[at] = self.dict.add(self.d[at], i);
        }
    }
}

// ---- Figure 7: reverse mode with a stack. -----------------------------------------------------------------

enum Op<V> {
    Add(Vertex<V>, Vertex<V>, Vertex<V>),
    Mul(Vertex<V>, Vertex<V>, Vertex<V>),
}

/// The variables, and the operations that made them.
struct Stack<D: Dict>(RefCell<(Derivatives<D>, Vec<Op<D::V>>)>);

#[derive(Clone, Copy)]
struct Pushes<'s, D: Dict>(D, Option<&'s Stack<D>>);

impl<D: Dict> Default for Pushes<'_, D> {
    fn default() -> Self {
        Pushes(D::default(), None)
    }
}

impl<D: Dict> Pushes<'_, D> {
    /// Pushes an operation with the result `v`. Without a stack, all numbers are constants.
    fn push(self, v: D::V, op: impl FnOnce(Vertex<D::V>) -> Op<D::V>) -> Vertex<D::V> {
        let Some(Stack(stack)) = self.1 else { return Constant(v) };
        let (derivatives, stack) = &mut *stack.borrow_mut();
        let u = derivatives.mk(v);
        stack.push(op(u));
        u
    }
}

impl<D: Dict> Dict for Pushes<'_, D> {
    type V = Vertex<D::V>;
    type Level = Above<D::Level>;

    fn zero(self) -> Vertex<D::V> {
        Constant(self.0.zero())
    }
    fn one(self) -> Vertex<D::V> {
        Constant(self.0.one())
    }
    fn add(self, a: Vertex<D::V>, b: Vertex<D::V>) -> Vertex<D::V> {
        self.push(self.0.add(a.get_v(), b.get_v()), |u| Op::Add(u, a, b))
    }
    fn mul(self, a: Vertex<D::V>, b: Vertex<D::V>) -> Vertex<D::V> {
        self.push(self.0.mul(a.get_v(), b.get_v()), |u| Op::Mul(u, a, b))
    }
    fn join(self, other: Self) -> Self {
        Pushes(self.0.join(other.0), self.1.or(other.1))
    }
}

#[derive(Clone, Copy)]
struct StackDiff<E>(E);
of_one_number!(StackDiff);

impl<D: Dict, E: for<'s> Exp<Pushes<'s, D>> + Signature<In = f64, Out = f64>> Exp<D> for StackDiff<E> {
    fn apply(&self, dict: D, n: &Num<D>) -> Num<D> {
        let mut derivatives = Derivatives { dict, d: Vec::new() };
        let x = derivatives.mk(n.value());
        // The forward phase.
        let stack = Stack(RefCell::new((derivatives, Vec::new())));
        let y = self.0.eval(Pushes(dict, Some(&stack)), x);
        // The backward phase.
        let (mut derivatives, mut stack) = stack.0.into_inner();
        derivatives.update(y, dict.one());
        while let Some(op) = stack.pop() {
            match op {
                Op::Add(u, a, b) => {
                    derivatives.update(a, derivatives.get_d(u));
                    derivatives.update(b, derivatives.get_d(u));
                }
                Op::Mul(u, a, b) => {
                    derivatives.update(a, dict.mul(derivatives.get_d(u), b.get_v()));
                    derivatives.update(b, dict.mul(derivatives.get_d(u), a.get_v()));
                }
            }
        }
        Num::new(dict, derivatives.get_d(x))
    }
}

// ---- Figure 10: reverse mode with effect handlers. --------------------------------------------------------

enum Effect<V> {
    Add(Vertex<V>, Vertex<V>),
    Mul(Vertex<V>, Vertex<V>),
}

#[derive(Clone, Copy)]
struct Performs<'p, D: Dict>(D, Option<Performer<'p, Effect<D::V>, Vertex<D::V>>>);

impl<D: Dict> Default for Performs<'_, D> {
    fn default() -> Self {
        Performs(D::default(), None)
    }
}

impl<D: Dict> Dict for Performs<'_, D> {
    type V = Vertex<D::V>;
    type Level = Above<D::Level>;

    fn zero(self) -> Vertex<D::V> {
        Constant(self.0.zero())
    }
    fn one(self) -> Vertex<D::V> {
        Constant(self.0.one())
    }
    fn add(self, a: Vertex<D::V>, b: Vertex<D::V>) -> Vertex<D::V> {
        match self.1 {
            Some(performer) => performer.perform(Effect::Add(a, b)),
            None => Constant(self.0.add(a.get_v(), b.get_v())),
        }
    }
    fn mul(self, a: Vertex<D::V>, b: Vertex<D::V>) -> Vertex<D::V> {
        match self.1 {
            Some(performer) => performer.perform(Effect::Mul(a, b)),
            None => Constant(self.0.mul(a.get_v(), b.get_v())),
        }
    }
    fn join(self, other: Self) -> Self {
        Performs(self.0.join(other.0), self.1.or(other.1))
    }
}

impl<D: Dict> Handler for Derivatives<D> {
    type Effect = Effect<D::V>;
    type Answer = Vertex<D::V>;
    type Return = Vertex<D::V>;
    type Result = ();

    fn effect(&mut self, effect: Effect<D::V>, k: Continuation<'_, Self>) {
        match effect {
            Effect::Add(a, b) => {
                let u = self.mk(self.dict.add(a.get_v(), b.get_v()));
                k.resume(self, u);
                self.update(a, self.get_d(u));
                self.update(b, self.get_d(u));
            }
            Effect::Mul(a, b) => {
                let u = self.mk(self.dict.mul(a.get_v(), b.get_v()));
                k.resume(self, u);
                self.update(a, self.dict.mul(self.get_d(u), b.get_v()));
                self.update(b, self.dict.mul(self.get_d(u), a.get_v()));
            }
        }
    }

    fn returns(&mut self, y: Vertex<D::V>) {
        self.update(y, self.dict.one());
    }
}

#[derive(Clone, Copy)]
struct EffectsDiff<E>(E);
of_one_number!(EffectsDiff);

impl<D: Dict, E: for<'p> Exp<Performs<'p, D>> + Signature<In = f64, Out = f64>> Exp<D> for EffectsDiff<E> {
    fn apply(&self, dict: D, n: &Num<D>) -> Num<D> {
        let mut derivatives = Derivatives { dict, d: Vec::new() };
        let x = derivatives.mk(n.value());
        handle(&mut derivatives, |performer| self.0.eval(Performs(dict, Some(performer)), x));
        Num::new(dict, derivatives.get_d(x))
    }
}

// ---- Figure 3: uses, for each algorithm, and the test functor. --------------------------------------------

macro_rules! test {
    ($($Diff:ident)*) => {$(
        println!("{}", stringify!($Diff));
        println!("  f′(2)                  = {}", $Diff(F).eval(F64, 2.0));
        println!("  f″(2)                  = {}", $Diff($Diff(F)).eval(F64, 2.0));
        println!("  (x⁴)′ at 2             = {}", $Diff(Monomial { k: 4 }).eval(F64, 2.0));
        println!("  (x⁴)″ at 2             = {}", $Diff($Diff(Monomial { k: 4 })).eval(I64, 2));
        println!("  over forward::diff     = {}", $Diff(forward::diff(Monomial { k: 4 })).eval(I64, 2));
        println!("  under and over another = {}", stack::diff($Diff(effects::diff(Monomial { k: 4 }))).eval(I64, 2));
    )*};
}

fn main() {
    println!("f(2) = {}, x⁴ at 2 = {}", f(2.0), monomial(4, 2.0));
    test!(ForwardDiff StackDiff EffectsDiff);
    println!("All three, nested");
    println!(
        "  (x⁴)‴ at 2             = {}",
        ForwardDiff(StackDiff(EffectsDiff(Monomial { k: 4 }))).eval(I64, 2)
    );
    println!(
        "  (x⁴)‴ at 2             = {}",
        EffectsDiff(StackDiff(ForwardDiff(Monomial { k: 4 }))).eval(I64, 2)
    );
}
