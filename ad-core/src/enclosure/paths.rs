//! Evaluation over a box, and the paths that it may take.

use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::fmt;
use core::marker::PhantomData;

use super::{Interval, Intervals};
use crate::{Exp, Num, Of, Shape};

/// The undecided comparisons of a path, at most. A loop that ends by an undecided comparison would go on forever.
const LONGEST: usize = 1 << 10;

/// The reason why there is no enclosure.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A function was evaluated outside of its domain.
    Undefined,
    /// There is no enclosure of the function with this name, such as one of [`rule!`](crate::rule!).
    Unknown(Cow<'static, str>),
    /// A derivative does not exist, since the function with this name jumps in the box.
    Jump(Cow<'static, str>),
    /// A comparison of these intervals has different answers for different points of the box.
    Undecided(Interval, Interval),
    /// There are more paths than the caller permits.
    TooManyPaths,
    /// The results of two paths differ in [structure](crate::Shape#structure).
    Structure,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Undefined => f.write_str(
                "cannot enclose the result: a function is not defined in the whole box; divide the box",
            ),
            Error::Unknown(name) => write!(
                f,
                "cannot enclose the result: there is no enclosure of the function `{name}`; write it with the functions of the table"
            ),
            Error::Jump(name) => write!(
                f,
                "cannot enclose the derivative: the function `{name}` jumps in the box; divide the box"
            ),
            Error::Undecided(a, b) => {
                write!(
                    f,
                    "cannot decide a comparison of {a} and {b}: divide the box, or use `enclose_all_paths`"
                )
            }
            Error::TooManyPaths => f.write_str(
                "cannot evaluate all paths: there are too many; divide the box, or raise the limit",
            ),
            Error::Structure => f.write_str(
                "cannot enclose the result: its structure differs from path to path; divide the box",
            ),
        }
    }
}

impl core::error::Error for Error {}

/// The undecided comparisons of an evaluation, and the answers that the evaluation shall have.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// For each undecided comparison of the current path, the answer and the number of answers. `None`: to be refused.
    script: Option<RefCell<Vec<(usize, usize)>>>,
    /// The number of undecided comparisons so far.
    position: Cell<usize>,
    /// The first error.
    error: RefCell<Option<Error>>,
    /// See [`Handle::vary`].
    #[cfg(not(feature = "std"))]
    varies: Cell<bool>,
}

/// The part of a dictionary that leads to the evaluation. With `std` the evaluation belongs to the thread. So a number is no larger than
/// its interval, and constants find the evaluation too.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Handle<'p> {
    #[cfg(not(feature = "std"))]
    paths: Option<&'p Paths>,
    thread: PhantomData<(&'p Paths, *const ())>,
}

#[cfg(feature = "std")]
std::thread_local! {
    static CURRENT: RefCell<Option<Rc<Paths>>> = const { RefCell::new(None) };
    /// See [`Handle::vary`].
    static VARIES: Cell<bool> = const { Cell::new(false) };
}

impl Handle<'_> {
    /// Passes the paths of the evaluation to `f`. `None` if none is under way.
    #[cold]
    #[cfg_attr(feature = "std", allow(clippy::unused_self, reason = "the evaluation belongs to the thread"))]
    pub(super) fn with<R>(self, f: impl FnOnce(&Paths) -> R) -> Option<R> {
        #[cfg(feature = "std")]
        return CURRENT.with_borrow(Clone::clone).map(|paths| f(&paths));
        #[cfg(not(feature = "std"))]
        self.paths.map(f)
    }

    /// Whether the next comparisons and functions are those of numbers that vary: see [`Dict::vary`](crate::Dict). Returns the previous
    /// answer.
    #[inline]
    #[cfg_attr(feature = "std", allow(clippy::unused_self, reason = "the evaluation belongs to the thread"))]
    pub(super) fn vary(self, varies: bool) -> bool {
        #[cfg(feature = "std")]
        return VARIES.replace(varies);
        #[cfg(not(feature = "std"))]
        self.paths.is_some_and(|paths| paths.varies.replace(varies))
    }

    /// The current answer.
    #[cfg_attr(feature = "std", allow(clippy::unused_self, reason = "the evaluation belongs to the thread"))]
    pub(super) fn varies(self) -> bool {
        #[cfg(feature = "std")]
        return VARIES.get();
        #[cfg(not(feature = "std"))]
        self.paths.is_some_and(|paths| paths.varies.get())
    }

    #[inline]
    #[cfg_attr(feature = "std", allow(unused_variables, reason = "the evaluation belongs to the thread"))]
    pub(super) fn join(self, other: Self) -> Self {
        #[cfg(feature = "std")]
        return self;
        #[cfg(not(feature = "std"))]
        Handle { paths: self.paths.or(other.paths), ..self }
    }
}

/// An evaluation that is under way. At its end the surrounding one continues.
struct Run<'p> {
    handle: Handle<'p>,
    #[cfg(feature = "std")]
    outer: (Option<Rc<Paths>>, bool),
}

impl<'p> Run<'p> {
    fn begin(paths: &'p Rc<Paths>) -> Self {
        #[cfg(feature = "std")]
        return Run {
            handle: Handle::default(),
            outer: (CURRENT.replace(Some(Rc::clone(paths))), VARIES.replace(false)),
        };
        #[cfg(not(feature = "std"))]
        Run { handle: Handle { paths: Some(paths), thread: PhantomData } }
    }
}

#[cfg(feature = "std")]
impl Drop for Run<'_> {
    fn drop(&mut self) {
        CURRENT.set(self.outer.0.take());
        VARIES.set(self.outer.1);
    }
}

impl Paths {
    /// One of `count` answers.
    pub(super) fn choose(&self, count: usize, a: Interval, b: Interval) -> usize {
        let position = self.position.get();
        self.position.set(position + 1);
        match &self.script {
            Some(script) if position < LONGEST => {
                let mut script = script.borrow_mut();
                if position == script.len() {
                    script.push((0, count));
                }
                script[position].0
            }
            Some(_) => {
                self.fail(Error::TooManyPaths);
                self.any(count)
            }
            None => {
                self.fail(Error::Undecided(a, b));
                self.any(count)
            }
        }
    }

    /// Some answer, after an error. The answers vary, so that a loop ends.
    fn any(&self, count: usize) -> usize {
        let position = self.position.get();
        assert!(position < LONGEST << 10, "the evaluation does not end: it depends on undecided comparisons");
        position % count
    }

    pub(super) fn fail(&self, error: Error) {
        self.error.borrow_mut().get_or_insert(error);
    }

    /// Prepares the next path. `false` if there is none.
    fn advance(&self) -> bool {
        self.position.set(0);
        let Some(script) = &self.script else { return false };
        let mut script = script.borrow_mut();
        while let Some((answer, count)) = script.pop() {
            if answer + 1 < count {
                script.push((answer + 1, count));
                return true;
            }
        }
        false
    }
}

/// The values of `e` at all points of the box `x`: intervals that contain them.
///
/// For derivatives, pass an operator: `enclose(&reverse::grad(&e), &x)`, `enclose(&forward::jacobian(&e), &x)`,
/// `enclose(&hvp(&e), &(x, v))`.
///
/// ```
/// use ad::enclosure::{Error, Interval, enclose};
/// use ad::prelude::*;
///
/// #[exp]
/// fn root(x: f64) -> f64 {
///     x.sqrt() - 0.1
/// }
///
/// let y = enclose(&Root, &Interval::new(4.0, 9.0)).unwrap();
/// assert!(y.contains(1.9) && y.contains(2.9) && y.width() < 1.000_001);
/// assert_eq!(enclose(&Root, &Interval::new(-1.0, 1.0)), Err(Error::Undefined));
/// ```
///
/// # Errors
///
/// A comparison that is undecided, a function outside of its domain or without an enclosure, a result that is undefined.
///
/// # Panics
///
/// Panics if the expression panics, or if it does not end. Without the feature `std`, panics at an undecided comparison of two
/// constants.
pub fn enclose<E>(e: &E, x: &Of<E::In, Interval>) -> Result<Of<E::Out, Interval>, Error>
where
    E: for<'p> Exp<Intervals<'p>>,
{
    let paths = Rc::new(Paths::default());
    let y = along(e, x, &paths);
    defined::<E>(y, &paths)
}

/// The values of `e` at all points of the box `x`, if comparisons may be undecided. They are the hull over all paths that the
/// points may take, at most `limit` of them.
///
/// ```
/// use ad::enclosure::{Error, Interval, enclose, enclose_all_paths};
/// use ad::prelude::*;
///
/// #[exp]
/// fn ramp(x: f64) -> f64 {
///     if x > 0.0 { 2.0 * x } else { 0.0 }
/// }
///
/// let x = Interval::new(-1.0, 1.0);
/// assert!(matches!(enclose(&Ramp, &x), Err(Error::Undecided(..))));
/// assert_eq!(enclose_all_paths(&Ramp, &x, 100), Ok(Interval::new(-2.0, 2.0))); // both arms, over the whole box
/// assert_eq!(enclose_all_paths(&forward::diff(Ramp), &x, 100), Ok(Interval::new(0.0, 2.0)));
/// ```
///
/// # Errors
///
/// More than `limit` paths, and those of [`enclose`].
///
/// # Panics
///
/// As [`enclose`].
pub fn enclose_all_paths<E>(
    e: &E,
    x: &Of<E::In, Interval>,
    limit: usize,
) -> Result<Of<E::Out, Interval>, Error>
where
    E: for<'p> Exp<Intervals<'p>>,
{
    let paths = Rc::new(Paths { script: Some(RefCell::default()), ..Paths::default() });
    let mut y = along(e, x, &paths);
    for _ in 1..limit {
        if paths.error.borrow().is_some() || !paths.advance() {
            return defined::<E>(y, &paths);
        }
        let other = along(e, x, &paths);
        if E::Out::mismatch(&y, &other).is_some() {
            return Err(Error::Structure);
        }
        E::Out::zip_mut(&mut y, &other, &mut |y, other| *y = y.hull(*other));
    }
    if paths.advance() { Err(Error::TooManyPaths) } else { defined::<E>(y, &paths) }
}

/// The result along one path.
fn along<'p, E: Exp<Intervals<'p>>>(
    e: &E,
    x: &Of<E::In, Interval>,
    paths: &'p Rc<Paths>,
) -> Of<E::Out, Interval> {
    let run = Run::begin(paths);
    let dict = Intervals(run.handle);
    let x = E::In::map(x, &mut |x| Num::new(dict, *x));
    let y = e.apply(dict, &x);
    E::Out::map(&y, &mut |y| y.value())
}

fn defined<E: crate::Signature>(
    y: Of<E::Out, Interval>,
    paths: &Paths,
) -> Result<Of<E::Out, Interval>, Error> {
    E::Out::for_each(&y, &mut |y| {
        if y.is_undefined() {
            paths.fail(Error::Undefined);
        }
    });
    paths.error.take().map_or(Ok(y), Err)
}
