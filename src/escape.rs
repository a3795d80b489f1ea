//! Attempts to move a number out of its evaluation. None of them compiles.
//!
//! Only rustdoc's tests compile this file. The twin of each failing example differs only in the escape, and must compile. So the
//! example fails for no other reason. The nightly rustdoc compares error codes. Lifetime errors have no code: "lifetime may not
//! live long enough" or "implementation of `Exp` is not general enough".

/// The attempts that differ between strategies in one import only.
macro_rules! escapes {
    ($import:literal) => {
        /// The expression keeps the number until after the evaluation.
        ///
        /// ```compile_fail
        #[doc = $import]
        /// # use ad::{Dict, Exp, F64, Num, Signature, Strategy};
        /// # use std::cell::Cell;
        /// struct Keep<T: Copy>(Cell<Option<T>>);
        /// impl<T: Copy> Signature for Keep<T> { type In = f64; type Out = f64; }
        /// impl<'t> Exp<Mode<'t, F64>> for Keep<Num<Mode<'t, F64>>> {
        ///     fn apply(&self, _: Mode<'t, F64>, x: &Num<Mode<'t, F64>>) -> Num<Mode<'t, F64>> {
        ///         self.0.set(Some(*x));
        ///         x * x
        ///     }
        /// }
        /// Exp::eval(&mode::diff(Keep(Cell::new(None))), F64, 3.0);
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{Dict, Exp, F64, Num, Signature, Strategy};
        /// # use std::cell::Cell;
        /// struct Keep<T: Copy>(Cell<Option<T>>);
        /// impl<T: Copy> Signature for Keep<T> { type In = f64; type Out = f64; }
        /// impl<'t> Exp<Mode<'t, F64>> for Keep<f64> {
        ///     fn apply(&self, _: Mode<'t, F64>, x: &Num<Mode<'t, F64>>) -> Num<Mode<'t, F64>> {
        ///         self.0.set(Some(<Mode<'t, F64> as Strategy>::primal(x.value())));
        ///         x * x
        ///     }
        /// }
        /// let keep = Keep(Cell::new(None));
        /// assert_eq!(mode::diff(&keep).eval(F64, 3.0), 6.0);
        /// assert_eq!(keep.0.get(), Some(3.0));
        /// ```
        struct KeptByTheExpression;

        /// The number is kept with the lifetime `'static`, here in a thread-local variable.
        ///
        /// ```compile_fail,E0521
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// # use std::cell::Cell;
        /// thread_local!(static KEPT: Cell<Option<Num<Mode<'static, F64>>>> = Cell::new(None));
        /// fn keep<'t>(x: Num<Mode<'t, F64>>) { KEPT.set(Some(x)); }
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// # use std::cell::Cell;
        /// thread_local!(static KEPT: Cell<Option<Num<Mode<'static, F64>>>> = Cell::new(None));
        /// fn keep<'t: 'static>(x: Num<Mode<'t, F64>>) { KEPT.set(Some(x)); }
        /// ```
        ///
        /// The bare value …
        ///
        /// ```compile_fail,E0521
        #[doc = $import]
        /// # use ad::{Dict, F64};
        /// # use std::cell::Cell;
        /// thread_local!(static KEPT: Cell<Option<<Mode<'static, F64> as Dict>::V>> = Cell::new(None));
        /// fn keep<'t>(x: <Mode<'t, F64> as Dict>::V) { KEPT.set(Some(x)); }
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{Dict, F64};
        /// # use std::cell::Cell;
        /// thread_local!(static KEPT: Cell<Option<<Mode<'static, F64> as Dict>::V>> = Cell::new(None));
        /// fn keep<'t: 'static>(x: <Mode<'t, F64> as Dict>::V) { KEPT.set(Some(x)); }
        /// ```
        ///
        /// … and the handle likewise.
        ///
        /// ```compile_fail,E0521
        #[doc = $import]
        /// # use ad::{Dict, F64};
        /// # use std::cell::Cell;
        /// thread_local!(static KEPT: Cell<Option<Mode<'static, F64>>> = Cell::new(None));
        /// fn keep<'t>(dict: Mode<'t, F64>) { KEPT.set(Some(dict)); }
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{Dict, F64};
        /// # use std::cell::Cell;
        /// thread_local!(static KEPT: Cell<Option<Mode<'static, F64>>> = Cell::new(None));
        /// fn keep<'t: 'static>(dict: Mode<'t, F64>) { KEPT.set(Some(dict)); }
        /// ```
        struct KeptForEver;

        /// A static variable is shared by all threads.
        ///
        /// ```compile_fail,E0277
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// # use std::sync::Mutex;
        /// static KEPT: Mutex<Option<Num<Mode<'static, F64>>>> = Mutex::new(None);
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// # use std::sync::Mutex;
        /// static KEPT: Mutex<Option<Num<F64>>> = Mutex::new(None);
        /// ```
        struct KeptInAStatic;

        /// The expression uses its number in another thread. Some dictionaries permit this.
        ///
        /// ```compile_fail,E0277
        #[doc = $import]
        /// # use ad::{Dict, Exp, F64, Num, Signature};
        /// struct Parallel;
        /// impl Signature for Parallel { type In = f64; type Out = f64; }
        /// impl<D: Dict<V: Send + Sync> + Send + Sync> Exp<D> for Parallel {
        ///     fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        ///         std::thread::scope(|scope| scope.spawn(|| x * x).join().expect("squares do not panic"))
        ///     }
        /// }
        /// Exp::eval(&mode::diff(Parallel), F64, 3.0);
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{Dict, Exp, F64, Num, Signature, forward};
        /// struct Parallel;
        /// impl Signature for Parallel { type In = f64; type Out = f64; }
        /// impl<D: Dict<V: Send + Sync> + Send + Sync> Exp<D> for Parallel {
        ///     fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        ///         std::thread::scope(|scope| scope.spawn(|| x * x).join().expect("squares do not panic"))
        ///     }
        /// }
        /// assert_eq!(forward::diff(Parallel).eval(F64, 3.0), 6.0);
        /// ```
        ///
        /// A thread without a scope.
        ///
        /// ```compile_fail,E0277
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// fn send(x: Num<Mode<'static, F64>>) { std::thread::spawn(move || x * x); }
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// fn send(x: Num<F64>) { std::thread::spawn(move || x * x); }
        /// ```
        struct ToAnotherThread;

        /// A number of one evaluation meets a number of another evaluation, of the same strategy over the same dictionary.
        ///
        /// ```compile_fail
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// fn sum<'t, 'u>(a: Num<Mode<'t, F64>>, b: Num<Mode<'u, F64>>) -> Num<Mode<'u, F64>> { a + b }
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// fn sum<'t, 'u>(a: Num<Mode<'u, F64>>, b: Num<Mode<'u, F64>>) -> Num<Mode<'u, F64>> { a + b }
        /// ```
        ///
        /// The same if the number is taken apart and put together under the other's handle.
        ///
        /// ```compile_fail
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// fn moved<'t, 'u>(a: Num<Mode<'t, F64>>, b: Num<Mode<'u, F64>>) -> Num<Mode<'u, F64>> {
        ///     Num::new(b.dict(), a.value())
        /// }
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{F64, Num};
        /// fn moved<'t, 'u>(a: Num<Mode<'u, F64>>, b: Num<Mode<'u, F64>>) -> Num<Mode<'u, F64>> {
        ///     Num::new(b.dict(), a.value())
        /// }
        /// ```
        ///
        /// An evaluation within an evaluation, where the inner expression has captured a number of the outer one. It has to
        /// be `given`.
        ///
        /// ```compile_fail
        #[doc = $import]
        /// # use ad::{Exp, F64, Num, Signature};
        /// struct Times<'t>(Num<Mode<'t, F64>>);
        /// impl Signature for Times<'_> { type In = f64; type Out = f64; }
        /// impl<'t, 'u> Exp<Mode<'u, F64>> for Times<'t> {
        ///     fn apply(&self, _: Mode<'u, F64>, y: &Num<Mode<'u, F64>>) -> Num<Mode<'u, F64>> { self.0 * y }
        /// }
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{Dict, At, Exp, F64, Given, Num, Signature};
        /// struct Times;
        /// impl Signature for Times { type In = (f64, f64); type Out = f64; }
        /// impl<D: Dict> Exp<D> for Times {
        ///     fn apply(&self, _: D, (x, y): &(Num<D>, Num<D>)) -> Num<D> { x * y }
        /// }
        /// struct Outer;
        /// impl Signature for Outer { type In = f64; type Out = f64; }
        /// impl<'t> Exp<Mode<'t, F64>> for Outer {
        ///     fn apply(&self, _: Mode<'t, F64>, x: &Num<Mode<'t, F64>>) -> Num<Mode<'t, F64>> {
        ///         x * mode::diff(Times.given(*x)).at(*x)
        ///     }
        /// }
        /// assert_eq!(mode::diff(Outer).eval(F64, 3.0), 6.0);
        /// ```
        struct ToAnotherEvaluation;

        /// A number meets a number of the level below or above.
        ///
        /// ```compile_fail,E0277
        #[doc = $import]
        /// # use ad::{Dict, Num};
        /// fn sum<'t, D: Dict>(inner: Num<Mode<'t, D>>, outer: Num<D>) -> Num<Mode<'t, D>> { inner + outer }
        /// ```
        ///
        /// ```compile_fail,E0277
        #[doc = $import]
        /// # use ad::{Dict, Num};
        /// fn sum<'t, D: Dict>(inner: Num<Mode<'t, D>>, outer: Num<D>) -> Num<D> { outer + inner }
        /// ```
        ///
        /// ```
        #[doc = $import]
        /// # use ad::{Dict, Num, Strategy};
        /// fn sum<'t, D: Dict>(inner: Num<Mode<'t, D>>, outer: Num<D>) -> Num<Mode<'t, D>> {
        ///     inner + Num::new(inner.dict(), <Mode<'t, D> as Strategy>::constant(outer.value()))
        /// }
        /// ```
        struct ToAnotherLevel;
    };
}

mod stack {
    escapes!("# use ad::stack::{self as mode, Stack as Mode};");
}

#[cfg(feature = "effects")]
mod effects {
    escapes!("# use ad::effects::{self as mode, Effects as Mode};");
}

mod backpropagator {
    escapes!("# use ad::backpropagator::{self as mode, Backpropagators as Mode};");
}

/// Forward mode has no tape. Its numbers may go to another level as constants only.
///
/// ```compile_fail,E0277
/// # use ad::{Dict, Num, forward::Forward};
/// fn sum<'t, D: Dict>(inner: Num<Forward<'t, D>>, outer: Num<D>) -> Num<Forward<'t, D>> { inner + outer }
/// ```
///
/// ```compile_fail,E0277
/// # use ad::{Dict, Num, forward::Forward};
/// fn sum<'t, 'u, D: Dict>(
///     inner: Num<Forward<'t, Forward<'u, D>>>,
///     outer: Num<Forward<'u, D>>,
/// ) -> Num<Forward<'u, D>> {
///     outer + inner
/// }
/// ```
///
/// ```
/// # use ad::{Dict, Num, Strategy, forward::Forward};
/// fn sum<'t, D: Dict>(inner: Num<Forward<'t, D>>, outer: Num<D>) -> Num<Forward<'t, D>> {
///     inner + Num::new(inner.dict(), <Forward<'t, D> as Strategy>::constant(outer.value()))
/// }
/// ```
struct ForwardToAnotherLevel;

/// Nor to another evaluation at the same level. Here the inner and the outer derivative are over floats, so the tangent of x
/// would be mistaken for one of y.
///
/// ```compile_fail
/// # use ad::{Exp, F64, Num, Signature, Strategy, forward::{self, Forward}};
/// struct Inner<'t>(Num<Forward<'t, F64>>);
/// impl Signature for Inner<'_> { type In = f64; type Out = f64; }
/// impl<'t> Exp<Forward<'t, F64>> for Inner<'t> {
///     fn apply(&self, _: Forward<'t, F64>, y: &Num<Forward<'t, F64>>) -> Num<Forward<'t, F64>> { self.0 * y }
/// }
/// struct Outer;
/// impl Signature for Outer { type In = f64; type Out = f64; }
/// impl<'t> Exp<Forward<'t, F64>> for Outer {
///     fn apply(&self, dict: Forward<'t, F64>, x: &Num<Forward<'t, F64>>) -> Num<Forward<'t, F64>> {
///         let slope = forward::diff(Inner(*x)).eval(F64, 1.0);
///         x * Num::new(dict, Forward::<'t, F64>::constant(slope))
///     }
/// }
/// ```
///
/// ```
/// # use ad::{Exp, F64, Num, Signature, Strategy, forward::{self, Forward}};
/// struct Inner(f64);
/// impl Signature for Inner { type In = f64; type Out = f64; }
/// impl<'t> Exp<Forward<'t, F64>> for Inner {
///     fn apply(&self, dict: Forward<'t, F64>, y: &Num<Forward<'t, F64>>) -> Num<Forward<'t, F64>> {
///         Num::new(dict, Forward::<'t, F64>::constant(self.0)) * y
///     }
/// }
/// struct Outer;
/// impl Signature for Outer { type In = f64; type Out = f64; }
/// impl<'t> Exp<Forward<'t, F64>> for Outer {
///     fn apply(&self, dict: Forward<'t, F64>, x: &Num<Forward<'t, F64>>) -> Num<Forward<'t, F64>> {
///         let slope = forward::diff(Inner(x.value().v)).eval(F64, 1.0);
///         x * Num::new(dict, Forward::<'t, F64>::constant(slope))
///     }
/// }
/// assert_eq!(forward::diff(Outer).eval(F64, 3.0), 3.0);
/// ```
///
/// The series of two evaluations do not mix, in either storage.
///
/// ```compile_fail
/// # use ad::{F64, Num, taylor::Taylor};
/// fn sum<'t, 'u>(a: Num<Taylor<'t, F64, 3>>, b: Num<Taylor<'u, F64, 3>>) -> Num<Taylor<'t, F64, 3>> { a + b }
/// ```
///
/// ```
/// # use ad::{F64, Num, taylor::Taylor};
/// fn sum<'t>(a: Num<Taylor<'t, F64, 3>>, b: Num<Taylor<'t, F64, 3>>) -> Num<Taylor<'t, F64, 3>> { a + b }
/// ```
struct ForwardToAnotherEvaluation;

/// An `#[exp]` function keeps its number.
///
/// ```compile_fail,E0308
/// # use ad::prelude::*;
/// # use std::cell::Cell;
/// thread_local!(static KEPT: Cell<f64> = Cell::new(0.0));
/// #[exp]
/// fn square(x: f64) -> f64 { KEPT.set(x); x * x }
/// ```
///
/// ```
/// # use ad::prelude::*;
/// # use std::cell::Cell;
/// thread_local!(static KEPT: Cell<f64> = Cell::new(0.0));
/// fn square(x: f64) -> f64 { KEPT.set(x); x * x }
/// ```
///
/// ```compile_fail,E0310
/// # use ad::prelude::*;
/// fn keep<T: 'static>(_: T) {}
/// #[exp]
/// fn square(x: f64) -> f64 { keep(x); x * x }
/// ```
///
/// ```
/// # use ad::prelude::*;
/// fn keep<T>(_: T) {}
/// #[exp]
/// fn square(x: f64) -> f64 { keep(x); x * x }
/// ```
struct KeptByAFunction;

/// An `#[exp]` function sends its number to another thread.
///
/// ```compile_fail,E0277
/// # use ad::prelude::*;
/// #[exp]
/// fn square(x: f64) -> f64 {
///     std::thread::scope(|scope| scope.spawn(|| x * x).join().expect("squares do not panic"))
/// }
/// ```
///
/// ```
/// # use ad::prelude::*;
/// fn square(x: f64) -> f64 {
///     std::thread::scope(|scope| scope.spawn(|| x * x).join().expect("squares do not panic"))
/// }
/// ```
struct SentByAFunction;

/// An `#[exp]` function passes its number to an inner evaluation as a plain float, or captures it in the differentiated
/// expression.
///
/// ```compile_fail,E0308
/// # use ad::prelude::*;
/// #[exp]
/// fn times(#[fixed] x: f64, y: f64) -> f64 { x * y }
/// #[exp]
/// fn outer(x: f64) -> f64 { stack::diff(Times { x }).at(x) }
/// ```
///
/// ```
/// # use ad::prelude::*;
/// #[exp]
/// fn times(x: f64, y: f64) -> f64 { x * y }
/// #[exp]
/// fn outer(x: f64) -> f64 { stack::diff(Times.given(x)).at(x) }
/// ```
///
/// ```compile_fail,E0277
/// # use ad::prelude::*;
/// #[exp]
/// fn outer(x: f64) -> f64 { stack::diff(|y: f64| x * y).at(x) }
/// ```
struct CapturedByAFunction;

/// A solver receives plain floats. An expression cannot pass it a number.
///
/// ```compile_fail,E0308
/// # use ad::prelude::*;
/// #[exp]
/// fn residual(a: f64, y: f64) -> f64 { y * y - a }
/// #[exp]
/// fn root_of(a: f64) -> f64 { ad::implicit(Residual, |_| a).at(a) }
/// ```
///
/// ```
/// # use ad::prelude::*;
/// #[exp]
/// fn residual(a: f64, y: f64) -> f64 { y * y - a }
/// #[exp]
/// fn root_of(a: f64) -> f64 { ad::implicit(Residual, |a| a.sqrt()).at(a) }
/// ```
struct GivenToASolver;

/// An assertion macro of another crate inspects the digits of numbers.
///
/// ```compile_fail
/// # use ad::prelude::*;
/// #[exp]
/// fn square(x: f64) -> f64 { let y = x * x; approx::assert_relative_eq!(y, y); y }
/// ```
///
/// ```
/// # use ad::prelude::*;
/// #[exp]
/// fn square(x: f64) -> f64 { let y = x * x; assert!(y == y); y }
/// approx::assert_relative_eq!(call::diff(&Square, &2.0), 4.0);
/// ```
struct AssertedOfANumber;
