//! Numbers of an outer evaluation as constants of an inner one: the captured numbers of a derivative inside an expression.

use crate::{Dict, Num, Strategy};

/// A dictionary whose numbers are `Z` strategies above those of `B`.
#[diagnostic::on_unimplemented(
    message = "cannot use a number of the dictionary `{B}` under `{Self}`",
    note = "`given` captures numbers of the evaluation in which the derivative is taken, and its result serves one \
        derivative: write `e.given(x)` again for another"
)]
pub trait Capture<B: Dict, Z>: Dict {
    /// A number of `B` as a constant of this dictionary.
    ///
    /// The result is bound to the handle of that number. `self` may be unbound, since the argument of the derivative may be a
    /// literal.
    fn capture(self, x: Num<B>) -> Num<Self>;
}

/// The depth 0.
#[derive(Debug)]
pub struct Here;

/// One more than `Z`.
#[derive(Debug)]
pub struct Above<Z>(Z);

impl<B: Dict> Capture<B, Here> for B {
    #[inline]
    fn capture(self, x: Num<B>) -> Num<B> {
        let dict = self.join(x.dict());
        Num::new(dict, x.value_under(dict))
    }
}

impl<B: Dict, S: Strategy, Z> Capture<B, Above<Z>> for S
where
    S::Base: Capture<B, Z>,
{
    #[inline]
    fn capture(self, x: Num<B>) -> Num<S> {
        let x = <S::Base as Capture<B, Z>>::capture(self.base(), x);
        Num::new(self.over(x.dict()), S::constant(x.value()))
    }
}
