//! An expression whose type does not show how it was made: the paper's `exp` as a value.
//!
//! An expression is evaluated under any dictionary, and the dictionary is a type. Behind a pointer there is one type only. So the
//! expression is evaluated under a record of closures over numbers of values. The closures perform the operations of the true
//! dictionary on a list of its values.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec;
use core::cell::RefCell;
use core::fmt;

use crate::dictionary::closures::{Closures, ClosuresDict};
use crate::{Dict, Exp, Num, Signature};

/// Any expression of one number, as one type: the paper's `exp`.
///
/// Expressions of this type can be in a list. Functions from expressions to expressions can be chosen and nested at run time.
///
/// ```
/// use ad::paper::{Expression, Var, pow};
/// use ad::prelude::*;
///
/// let algorithms: [fn(Expression) -> Expression; 3] = [
///     |e| Expression::new(forward::diff(e)),
///     |e| Expression::new(stack::diff(e)),
///     |e| Expression::new(effects::diff(e)),
/// ];
///
/// // The fourth derivative of x⁶ is 360 x².
/// let mut e = Expression::new(pow(6, Var));
/// for order in 0..4 {
///     e = algorithms[order % algorithms.len()](e);
/// }
/// assert_eq!(e.eval(I64, 2), 1440);
/// assert_eq!(e.at(0.5), 90.0);
/// ```
///
/// # Cost
///
/// Each operation is a call through a pointer, once for each level. Its value stays in memory until the evaluation ends. An
/// evaluation first performs `zero` and `one`.
#[derive(Clone)]
pub struct Expression(Rc<dyn Fn(&Closures<'_, Erased>, Erased) -> Erased>);

/// A value of a dictionary that an [`Expression`] does not know.
#[derive(Clone, Copy, Debug)]
pub struct Erased(usize);

impl Expression {
    /// The expression `e`, without its type.
    pub fn new<E>(e: E) -> Self
    where
        E: for<'r> Exp<ClosuresDict<'r, Erased>> + Signature<In = f64, Out = f64> + 'static,
    {
        Expression(Rc::new(move |record, x| record.eval(&e, x)))
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expression").finish_non_exhaustive()
    }
}

impl Signature for Expression {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Expression {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        let dict = dict.join(x.dict());
        let values = RefCell::new(vec![x.value_under(dict)]);
        let at = |Erased(i)| values.borrow()[i];
        let put = |v| {
            let mut values = values.borrow_mut();
            values.push(v);
            Erased(values.len() - 1)
        };
        let record = Closures {
            zero: put(dict.zero()),
            one: put(dict.one()),
            add: Box::new(|a, b| put(dict.add(at(a), at(b)))),
            mul: Box::new(|a, b| put(dict.mul(at(a), at(b)))),
        };
        Num::new(dict, at((self.0)(&record, Erased(0))))
    }
}
