//! Expressions: computations that are polymorphic in their numbers.
//!
//! The paper's `exp = { eval : 'v. 'v dict -> 'v -> 'v }` is a type that implements [`Exp<D>`](Exp) for *every* dictionary `D`
//! with the required capabilities. `#[exp]` writes the implementation for an ordinary function. By hand it is one method.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::number::num::{as_numbers, as_values};
use crate::number::quadratic::{Assemble, Quadratic};
use crate::number::seeding::Seeding;
use crate::number::slot::Total;
use crate::{Dict, Level, Num, Number, Of, Shape};

/// The shapes of argument and result, independent of the dictionary.
///
/// `#[exp]` implements it. By hand:
///
/// ```
/// use ad::{At, Dict, Exp, Num, Signature};
///
/// /// xⁿ, and x itself.
/// struct Power {
///     n: u32,
/// }
///
/// impl Signature for Power {
///     type In = f64;
///     type Out = [f64; 2];
/// }
///
/// impl<D: Dict> Exp<D> for Power {
///     fn apply(&self, _: D, x: &Num<D>) -> [Num<D>; 2] {
///         [(0..self.n).map(|_| *x).product(), *x]
///     }
/// }
///
/// assert_eq!(Power { n: 3 }.at(2.0), [8.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an expression",
    label = "not an expression",
    note = "an expression is the struct that `#[exp]` makes of a function, with the function's other parameters as \
        fields: `Monomial {{ k: 3 }}`, not `monomial`; or an operator such as `forward::diff` around one; if there is \
        no such struct, `#[exp(name = Monomial)]` on the function gives the reason",
    note = "in place of a closure, `diff(|y| x * y)`, write a function with `#[exp]`, and fix the captured number by `given`: \
        `diff(Product.given(x))`"
)]
pub trait Signature {
    /// The shape of the argument.
    type In: Shape;
    /// The shape of the result.
    type Out: Shape;
    /// The names of the parameters of the argument, as in the function. A parameter without a name is empty, and the list is empty if
    /// none is known.
    fn parameter_names(&self) -> &'static [&'static str] {
        &[]
    }
    /// The names of the numbers of the argument, if they do not follow from those of the parameters.
    #[doc(hidden)]
    fn entry_names(&self) -> Option<Vec<String>> {
        None
    }
    /// The documentation of the function, line by line, without the space before each. It is empty if none is known.
    ///
    /// ```
    /// use ad::prelude::*;
    ///
    /// /// The area of a square.
    /// #[exp]
    /// fn area(x: f64) -> f64 {
    ///     x * x
    /// }
    ///
    /// assert_eq!(ad::generic::Signature::documentation(&Area), "The area of a square.\n");
    /// ```
    fn documentation(&self) -> &'static str {
        ""
    }
}

/// An expression that [`call`](crate::call) evaluates at the plain floats `V`: any one at `f64`, that of a function over `f32` also at `f32`.
#[diagnostic::on_unimplemented(
    message = "cannot call `{Self}` at `{V}`",
    label = "not an expression of a function over `{V}`",
    note = "an expression is the struct that `#[exp]` makes of a function, with the function's other parameters as \
        fields: `Monomial {{ k: 3 }}`, not `monomial`; or an operator such as `forward::diff` around one",
    note = "an expression of a function over `f64` is evaluated at `f32` by an operator: `reverse::grad(e).eval(F32, x)`"
)]
pub trait Callable<V>: Signature {}
#[diagnostic::do_not_recommend]
impl<E: Signature + ?Sized> Callable<f64> for E {}

/// An operator can be called at `f32` if the expression `E` inside can.
macro_rules! callable {
    ($([$($generics:tt)*] $Operator:ty),*) => {$(
        impl<$($generics)*> $crate::Callable<f32> for $Operator
        where
            E: $crate::Callable<f32>,
            Self: $crate::Signature,
        {
        }
    )*};
}
pub(crate) use callable;

/// The containers of an expression under a dictionary.
///
/// Under [`F64`](crate::F64), with plain floats:
///
/// | a function of | and to | has as `Argument` | `Value` | `Jacobian` | `Hessian` |
/// |---|---|---|---|---|---|
/// | `x: f64` | `f64` | `f64` | `f64` | `f64` | `f64` |
/// | `x: &[f64]` | `f64` | `Vec<f64>` | `f64` | `Vec<f64>` | `Vec<Vec<f64>>` |
/// | `x: f64, y: f64` | `[f64; 3]` | `(f64, f64)` | `[f64; 3]` | `[(f64, f64); 3]` | |
/// | `p: &Point<f64>` | `f64` | `Point` | `f64` | `Point` | `Point<Point>` |
///
/// A gradient is an `Argument`. A Jacobian has a gradient in place of each number of the value. A Hessian has a gradient in place
/// of each number of the argument. Every expression implements this trait under every dictionary.
///
/// ```
/// use ad::{F64, Under, call, exp};
///
/// #[exp]
/// fn energy(x: f64, y: f64) -> f64 {
///     x * x * y
/// }
///
/// let h: <Energy as Under<F64>>::Hessian = call::hessian(&Energy, &(1.0, 2.0));
/// assert_eq!(h, ((4.0, 2.0), (2.0, 0.0)));
/// ```
pub trait Under<D: Dict>: Signature {
    /// The container of the argument.
    type Argument;
    /// The container of the result.
    type Value;
    /// For each number of the value, a row in the shape of the argument.
    type Jacobian;
    /// For each number of the argument, a row in the shape of the argument.
    type Hessian;
}

impl<E: Signature + ?Sized, D: Dict> Under<D> for E {
    type Argument = Of<E::In, D::V>;
    type Value = Of<E::Out, D::V>;
    type Jacobian = Of<E::Out, Of<E::In, D::V>>;
    type Hessian = Of<E::In, Of<E::In, D::V>>;
}

/// An expression, under the dictionary `D`.
///
/// ```
/// use ad::{Dict, Exp, F64, I64, Num, Signature, forward};
///
/// struct Square;
///
/// impl Signature for Square {
///     type In = f64;
///     type Out = f64;
/// }
///
/// impl<D: Dict> Exp<D> for Square {
///     fn apply(&self, _: D, x: &Num<D>) -> Num<D> { x * x }
/// }
///
/// assert_eq!(Square.eval(F64, 3.0), 9.0);
/// assert_eq!(forward::diff(Square).eval(I64, 3), 6);
///
/// // Object-safe: expressions can be chosen at run time.
/// let e: Box<dyn Exp<F64, In = f64, Out = f64>> = Box::new(Square);
/// assert_eq!(e.eval(F64, 3.0), 9.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be evaluated under the dictionary `{D}`",
    label = "not an expression over `{D}`",
    note = "an expression is a function marked `#[exp]`, or an operator such as `forward::diff` around one; name it \
        by its struct, `Monomial {{ k: 3 }}`, not `monomial`; if there is none, `#[exp(name = Monomial)]` on the \
        function gives the reason",
    note = "a bound of a generic function names a strategy for every evaluation: `E: for<'t> Exp<Stack<'t, F64>>`, and not \
        `Stack<'static, F64>`"
)]
pub trait Exp<D: Dict>: Signature {
    /// The expression at `x`, both as numbers under `dict`.
    fn apply(&self, dict: D, x: &Of<Self::In, Num<D>>) -> Of<Self::Out, Num<D>>;

    /// The expression at `x`, both as bare values of `dict`.
    ///
    /// For borrowed floats, such as a slice, use [`call::value`](crate::call::value).
    fn eval(&self, dict: D, x: Of<Self::In, D::V>) -> Of<Self::Out, D::V> {
        as_values::<Self::Out, D>(dict, &self.apply(dict, &as_numbers::<Self::In, D>(dict, &x)))
    }

    /// Whether the expression has an [adjoint program](crate::adjoint), which operators that name no strategy prefer to a tape.
    ///
    /// `#[exp(adjoint)]` implements this and [`program`](Exp::program).
    #[inline]
    fn has_program(&self) -> bool {
        false
    }

    /// The result of `program` if the expression has an adjoint program, and of `other` if not. For an expression that always has one, rustc
    /// does not compile `other`, which may be a tape.
    #[doc(hidden)]
    #[inline]
    fn choose<R>(&self, program: impl FnOnce() -> R, other: impl FnOnce() -> R) -> R
    where
        Self: Sized,
    {
        if self.has_program() { program() } else { other() }
    }

    /// Runs the adjoint program of the expression at `x`, with the reverse sweeps that `seeding` wants. By hand it is
    /// [`adjoint::offer`](crate::adjoint::offer).
    ///
    /// # Panics
    ///
    /// Panics if there is no program.
    fn program(
        &self,
        _dict: D,
        _x: &Of<Self::In, Num<D>>,
        _seeding: &mut dyn Seeding<Self::In, Self::Out, D>,
    ) {
        panic!("the expression has no adjoint program: `has_program` says whether it has one");
    }

    /// [`program`](Exp::program) for a caller that does not read the adjoints of the first argument of several.
    #[doc(hidden)]
    fn program_given(
        &self,
        dict: D,
        x: &Of<Self::In, Num<D>>,
        seeding: &mut dyn Seeding<Self::In, Self::Out, D>,
    ) {
        self.program(dict, x, seeding);
    }

    /// The value, and the sums of the adjoints of `x` for the adjoint 1 of the only number of the result, by the program. `given` says
    /// that the adjoints of the first argument of several are not read. The code of the program becomes a part of the caller's, so it
    /// is compiled for the caller's vector instructions. `None` if there is no such program.
    #[doc(hidden)]
    #[inline]
    fn in_place(
        &self,
        _dict: D,
        _x: &Of<Self::In, Num<D>>,
        _sums: &mut Of<Self::In, Total<Num<D>>>,
        _given: bool,
    ) -> Option<Of<Self::Out, Num<D>>> {
        None
    }

    /// The value, the gradient and the Hessian at `x`, by a program of second order, as a part of the caller's code. `None` if there is no
    /// such program. It multiplies where forward over reverse mode may know that there is no dependence. So a caller that finds a
    /// number that is not finite computes again.
    #[doc(hidden)]
    #[inline]
    fn quadratic(&self, _x: &Of<Self::In, Num<D>>) -> Option<Quadratic<Self::In, Num<D>>> {
        None
    }

    /// The value of a sum of terms with few inputs at `x`, by a program of second order, which adds the derivatives of each term to `sink`.
    /// `None` if there is no such program. Then the content of the sink has no meaning.
    #[doc(hidden)]
    #[inline]
    fn assemble<S: Assemble<Num<D>>>(&self, _x: &Of<Self::In, Num<D>>, _sink: &mut S) -> Option<Num<D>>
    where
        Self: Sized,
    {
        None
    }
}

/// An expression that can be stored and evaluated again later.
pub trait Repeatable: Signature {
    /// The same expression with owned data.
    type Kept: Signature<In = Self::In, Out = Self::Out> + 'static;
    /// A copy of the expression with owned data.
    fn keep(&self) -> Self::Kept;
}

/// Keeping a reference clones it.
impl<E: Signature + Clone + 'static> Repeatable for &E {
    type Kept = E;
    fn keep(&self) -> E {
        (*self).clone()
    }
}

/// Evaluation at numbers that know their own dictionary.
///
/// `e.at(2.0)` is `e.eval(F64, 2.0)`. Inside an `#[exp]` function, `e.at(x)` evaluates `e` under the function's current
/// dictionary. So derivatives can be used inside expressions.
///
/// ```
/// use ad::{At, forward, paper::{Var, pow}};
/// assert_eq!(forward::diff(pow(3, Var)).at(2.0), 12.0);
/// ```
pub trait At: Signature {
    /// The expression at `x`.
    ///
    /// An argument without numbers (an empty `Vec`) is evaluated under the unbound dictionary.
    #[inline]
    fn at<N: Number>(&self, x: Of<Self::In, N>) -> Of<Self::Out, N>
    where
        Self: Exp<N::Dict>,
    {
        const {
            assert!(
                <N::Dict as Dict>::Level::DEPTH != ENDLESS,
                "cannot nest derivatives without end: the function differentiates itself; make it an `ad::paper::Expression`, whose \
                 depth is chosen at run time"
            );
        }
        let mut dict = N::Dict::default();
        let x = Self::In::map(&x, &mut |x| {
            dict = dict.join(x.dict());
            Num::new(x.dict(), x.value())
        });
        let y = self.apply(dict, &x);
        // A result may be bound although no argument is: to the captured numbers of the expression.
        Self::Out::map(&y, &mut |y| {
            let dict = dict.join(y.dict());
            N::from_value(dict, y.value_under(dict))
        })
    }
}

impl<E: Signature + ?Sized> At for E {}

/// More derivatives in each other than a program writes down. rustc would end a little later, for lack of memory for types. The
/// message is given at this depth only, and not again at each one below.
const ENDLESS: usize = 24;

macro_rules! delegate {
    ($($pointer:ty),*) => {$(
        impl<E: Signature + ?Sized> Signature for $pointer {
            type In = E::In;
            type Out = E::Out;
            fn parameter_names(&self) -> &'static [&'static str] {
                (**self).parameter_names()
            }
            fn entry_names(&self) -> Option<Vec<String>> {
                (**self).entry_names()
            }
            fn documentation(&self) -> &'static str {
                (**self).documentation()
            }
        }

        impl<E: Callable<f32> + ?Sized> Callable<f32> for $pointer {}

        impl<D: Dict, E: Exp<D> + ?Sized> Exp<D> for $pointer {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply(&self, dict: D, x: &Of<Self::In, Num<D>>) -> Of<Self::Out, Num<D>> {
                (**self).apply(dict, x)
            }
            #[inline]
            fn has_program(&self) -> bool {
                (**self).has_program()
            }
            #[inline]
            fn program(
                &self,
                dict: D,
                x: &Of<Self::In, Num<D>>,
                seeding: &mut dyn Seeding<Self::In, Self::Out, D>,
            ) {
                (**self).program(dict, x, seeding);
            }
            #[inline]
            fn program_given(
                &self,
                dict: D,
                x: &Of<Self::In, Num<D>>,
                seeding: &mut dyn Seeding<Self::In, Self::Out, D>,
            ) {
                (**self).program_given(dict, x, seeding);
            }
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn in_place(
                &self,
                dict: D,
                x: &Of<Self::In, Num<D>>,
                sums: &mut Of<Self::In, Total<Num<D>>>,
                given: bool,
            ) -> Option<Of<Self::Out, Num<D>>> {
                (**self).in_place(dict, x, sums, given)
            }
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn quadratic(&self, x: &Of<Self::In, Num<D>>) -> Option<Quadratic<Self::In, Num<D>>> {
                (**self).quadratic(x)
            }
        }
    )*};
}

delegate!(&E, Box<E>, alloc::rc::Rc<E>, alloc::sync::Arc<E>);
