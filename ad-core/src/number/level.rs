//! Levels: how many strategies are nested in a dictionary, as a type.
//!
//! A number of an outer evaluation is a constant of an inner one. The difference of their levels says how many strategies lie in
//! between, also where the outer dictionary is a type parameter.

use crate::{Dict, Num, Number};

/// The level of a number system: no strategy is nested in it.
#[derive(Debug)]
pub struct Ground;

/// One level above `L`.
#[derive(Debug)]
pub struct Above<L>(L);

type Two<L> = Above<Above<L>>;
type Three<L> = Above<Two<L>>;
type Four<L> = Above<Three<L>>;
type Five<L> = Above<Four<L>>;
type Six<L> = Above<Five<L>>;

/// [`Ground`], or a level above another one.
///
/// rustc cannot subtract a level that is a type parameter, so the supertraits list its distances from the next levels. A number can be
/// captured by that many strategies at once.
pub trait Level:
    Sized
    + Below<Self, Distance = Ground>
    + Below<Above<Self>, Distance = Above<Ground>>
    + Below<Two<Self>, Distance = Two<Ground>>
    + Below<Three<Self>, Distance = Three<Ground>>
    + Below<Four<Self>, Distance = Four<Ground>>
    + Below<Five<Self>, Distance = Five<Ground>>
    + Below<Six<Self>, Distance = Six<Ground>>
{
    /// The number of nested strategies.
    const DEPTH: usize;
}

impl Level for Ground {
    const DEPTH: usize = 0;
}

impl<L: Level> Level for Above<L> {
    const DEPTH: usize = 1 + L::DEPTH;
}

/// A level `Distance` levels below `L`. The distance is a level as well.
pub trait Below<L> {
    /// `L` minus this level.
    type Distance;
}

impl<L> Below<L> for Ground {
    type Distance = L;
}

impl<L, B: Below<L>> Below<Above<L>> for Above<B> {
    type Distance = B::Distance;
}

/// A dictionary `Distance` strategies above that of the number `N`, whose numbers include `N` as constants.
///
/// A plain float is a constant of every dictionary.
#[diagnostic::on_unimplemented(
    message = "cannot use `{N}` as a constant under `{Self}`",
    note = "`given` captures a plain float, or a number of the evaluation in which the derivative is taken; at most six operators can be \
        nested around one `given`"
)]
pub trait Capture<N, Distance>: Dict {
    /// `x` as a constant.
    ///
    /// The result is bound to the handle of that number. `self` may be unbound, since the argument of the derivative may be a
    /// literal.
    fn capture(self, x: N) -> Num<Self>;
}

impl<D: Dict> Capture<Num<D>, Ground> for D {
    #[inline]
    fn capture(self, x: Num<D>) -> Num<D> {
        let dict = self.join(x.dict());
        Num::new(dict, x.value_under(dict))
    }
}

/// A dictionary whose numbers include `N` as constants: [`Capture`] at the difference of the levels.
pub trait Captures<N>: Dict {
    /// `x` as a constant.
    fn captured(self, x: N) -> Num<Self>;
}

/// The level of the dictionary `D`.
type LevelOf<D> = <D as Dict>::Level;
/// The levels between those of the dictionary `D` and the number `N`.
type Between<N, D> = <LevelOf<<N as Number>::Dict> as Below<LevelOf<D>>>::Distance;

#[diagnostic::do_not_recommend]
impl<N: Number, D: Dict> Captures<N> for D
where
    LevelOf<N::Dict>: Below<LevelOf<D>>,
    D: Capture<N, Between<N, D>>,
{
    #[inline]
    fn captured(self, x: N) -> Num<D> {
        self.capture(x)
    }
}
