//! Classes: the dictionaries under which a term can be evaluated, by the operations it consists of.
//!
//! A term of rings is an `Exp<D>` for every `D: RingDict` and for no others, as the expressions of users are. So
//! the tests go through the same bounds.

use std::marker::PhantomData;

use ad::{Dict, Exp, FieldDict, Num, OrderedDict, Real, RealDict, RingDict, Semiring, Signature};
use ad_testing::nestings;

use super::{Elementary, Layer};

/// Something that can be evaluated with the operations of a class.
pub(crate) trait Term {
    /// Its value at `x`.
    fn apply<C: Class<D>, D: Dict>(&self, dict: D, x: &[Num<D>]) -> Num<D>;
}

/// The operations beyond `+` and `×`, under dictionaries that have them.
pub(crate) trait Class<D: Dict>: Sized {
    fn neg(_: Num<D>) -> Num<D> {
        beyond()
    }
    fn sub(_: Num<D>, _: Num<D>) -> Num<D> {
        beyond()
    }
    fn div(_: Num<D>, _: Num<D>) -> Num<D> {
        beyond()
    }
    fn constant(_: f64) -> Num<D> {
        beyond()
    }
    fn function(_: Elementary, _: Num<D>) -> Num<D> {
        beyond()
    }
    fn less(_: Num<D>, _: Num<D>) -> bool {
        beyond()
    }

    /// Performs one operation.
    fn layer(dict: D, layer: Layer<Num<D>>) -> Num<D> {
        match layer {
            Layer::Zero => Num::new(dict, dict.zero()),
            Layer::One => Num::new(dict, dict.one()),
            Layer::Natural(n) => Num::natural(n),
            Layer::Constant(c) => Self::constant(c),
            Layer::Add(a, b) => a + b,
            Layer::Mul(a, b) => a * b,
            Layer::Neg(a) => Self::neg(a),
            Layer::Sub(a, b) => Self::sub(a, b),
            Layer::Div(a, b) => Self::div(a, b),
            Layer::Function(f, a) => Self::function(f, a),
        }
    }

    /// Visits every nesting of that order, from 1 to 3, with its name and its value at `x`. At order three, only the paper's
    /// strategies are nested, which takes a fifth of the time of all.
    fn nestings<T: Term>(order: usize, term: &T, dict: D, x: D::V, visit: &mut dyn FnMut(&str, D::V));

    /// The same for the strategies whose order of operations is documented.
    fn steps<T: Term>(order: usize, term: &T, dict: D, x: D::V, visit: &mut dyn FnMut(&str, D::V));

    /// Visits every strategy's gradient at `x`.
    fn gradients<T: Term>(term: &T, dict: D, x: &[D::V], visit: &mut dyn FnMut(&str, Vec<D::V>));

    /// Visits every nesting's Hessian at `x`: the Jacobian of the gradient.
    fn hessians<T: Term>(term: &T, dict: D, x: &[D::V], visit: &mut dyn FnMut(&str, Vec<Vec<D::V>>));
}

fn beyond() -> ! {
    panic!("the term has an operation that is beyond its class")
}

/// `struct Class`, its operations where `D: Bounds`, and all nestings under those dictionaries.
macro_rules! class {
    ($(#[$doc:meta])* $Class:ident: $Bound:ident $(+ $More:ident)?; $($operation:item)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $Class;

        impl<D: $Bound $(+ $More)?> Class<D> for $Class {
            $($operation)*

            fn nestings<T: Term>(order: usize, term: &T, dict: D, x: D::V, visit: &mut dyn FnMut(&str, D::V)) {
                let e = Over::<$Class, T>(term, PhantomData);
                match order {
                    1 => nestings!([diff], e, |name, d| visit(name, d.eval(dict, x))),
                    2 => nestings!([diff [diff]], e, |name, d| visit(name, d.eval(dict, x))),
                    3 => nestings!(paper: [diff [diff [diff]]], e, |name, d| visit(name, d.eval(dict, x))),
                    _ => unreachable!("no test nests {order} times"),
                }
            }

            fn steps<T: Term>(order: usize, term: &T, dict: D, x: D::V, visit: &mut dyn FnMut(&str, D::V)) {
                let e = Over::<$Class, T>(term, PhantomData);
                match order {
                    1 => nestings!(step: [diff], e, |name, d| visit(name, d.eval(dict, x))),
                    2 => nestings!(step: [diff [diff]], e, |name, d| visit(name, d.eval(dict, x))),
                    3 => nestings!(paper: [diff [diff [diff]]], e, |name, d| visit(name, d.eval(dict, x))),
                    _ => unreachable!("no test nests {order} times"),
                }
            }

            fn gradients<T: Term>(term: &T, dict: D, x: &[D::V], visit: &mut dyn FnMut(&str, Vec<D::V>)) {
                let e = Several::<$Class, T>(term, PhantomData);
                nestings!([grad], e, |name, d| visit(name, d.eval(dict, x.to_vec())));
            }

            fn hessians<T: Term>(
                term: &T, dict: D, x: &[D::V], visit: &mut dyn FnMut(&str, Vec<Vec<D::V>>),
            ) {
                let e = Several::<$Class, T>(term, PhantomData);
                nestings!([grad [jacobian]], e, |name, d| visit(name, d.eval(dict, x.to_vec())));
            }
        }

        impl<T: Term, D: $Bound $(+ $More)?> Exp<D> for Over<'_, $Class, T> {
            fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
                self.0.apply::<$Class, D>(dict, &[*x])
            }
        }

        impl<T: Term, D: $Bound $(+ $More)?> Exp<D> for Several<'_, $Class, T> {
            fn apply(&self, dict: D, x: &Vec<Num<D>>) -> Num<D> {
                self.0.apply::<$Class, D>(dict, x)
            }
        }
    };
}

/// A term of one variable as an expression under the dictionaries of the class `C`.
pub(crate) struct Over<'a, C, T>(&'a T, PhantomData<C>);

/// A term of several variables as an expression under the dictionaries of the class `C`.
pub(crate) struct Several<'a, C, T>(&'a T, PhantomData<C>);

macro_rules! handle {
    ($Name:ident: $In:ty) => {
        impl<'a, C, T> $Name<'a, C, T> {
            pub(crate) fn new(_: C, term: &'a T) -> Self {
                $Name(term, PhantomData)
            }
        }
        impl<C, T> Clone for $Name<'_, C, T> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<C, T> Copy for $Name<'_, C, T> {}
        impl<C, T> Signature for $Name<'_, C, T> {
            type In = $In;
            type Out = f64;
        }
    };
}
handle!(Over: f64);
handle!(Several: Vec<f64>);

class! {
    /// Terms of `+`, `×` and naturals: the paper's.
    Semirings: Dict;
}

class! {
    /// Terms that subtract and compare.
    OrderedRings: RingDict + OrderedDict;
    fn neg(a: Num<D>) -> Num<D> { -a }
    fn sub(a: Num<D>, b: Num<D>) -> Num<D> { a - b }
    fn less(a: Num<D>, b: Num<D>) -> bool { a < b }
}

class! {
    /// Terms that divide.
    Fields: FieldDict;
    fn neg(a: Num<D>) -> Num<D> { -a }
    fn sub(a: Num<D>, b: Num<D>) -> Num<D> { a - b }
    fn div(a: Num<D>, b: Num<D>) -> Num<D> { a / b }
}

class! {
    /// Terms with elementary functions.
    Reals: RealDict;
    fn neg(a: Num<D>) -> Num<D> { -a }
    fn sub(a: Num<D>, b: Num<D>) -> Num<D> { a - b }
    fn div(a: Num<D>, b: Num<D>) -> Num<D> { a / b }
    fn constant(c: f64) -> Num<D> { Num::constant(c) }
    fn function(f: Elementary, a: Num<D>) -> Num<D> { elementary(f, a) }
}

class! {
    /// Terms with elementary functions that compare.
    OrderedReals: RealDict + OrderedDict;
    fn neg(a: Num<D>) -> Num<D> { -a }
    fn sub(a: Num<D>, b: Num<D>) -> Num<D> { a - b }
    fn div(a: Num<D>, b: Num<D>) -> Num<D> { a / b }
    fn constant(c: f64) -> Num<D> { Num::constant(c) }
    fn function(f: Elementary, a: Num<D>) -> Num<D> { elementary(f, a) }
    fn less(a: Num<D>, b: Num<D>) -> bool { a < b }
}

fn elementary<D: RealDict>(f: Elementary, a: Num<D>) -> Num<D> {
    match f {
        Elementary::Sin => a.sin(),
        Elementary::Cos => a.cos(),
        Elementary::Exp => a.exp(),
        Elementary::Ln => a.ln(),
        Elementary::Sqrt => a.sqrt(),
        Elementary::Atan => a.atan(),
        Elementary::Tanh => a.tanh(),
    }
}
