//! The pattern of a Jacobian: which results depend on which inputs.
//!
//! The strategy attaches to each number the set of its inputs. The set of a step is the union of its operands' sets, without
//! operands whose partial derivative is structurally 0.
//!
//! A union is recorded as a pair. In the end, unions are computed for the results only. So a step costs a pair of numbers. A step
//! whose operands have one set costs nothing, as a function of one number, or a product with a constant. The union is also known if it is
//! one of the two sets, or the last union.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;

use super::colouring::Pattern;
use crate::function::Partial;
use crate::mode::strategy::constant_step;
use crate::number::shortcuts::annihilates;
use crate::{Dict, Exp, Num, Of, Shape, Strategy};

/// The dictionary over `D` whose numbers know the inputs on which they depend.
///
/// Only [`pattern`](crate::sparse::pattern()) and similar functions make one. The bound of a function that passes an expression
/// on names it:
///
/// ```
/// use ad::sparse::{self, Dependence, Everywhere};
/// use ad::{Exp, Signature, exp};
///
/// /// How many entries of the Jacobian may differ from 0, wherever it is.
/// fn entries<E>(e: &E, x: &[f64]) -> usize
/// where
///     E: Signature<In = Vec<f64>> + for<'t> Exp<Dependence<'t, Everywhere>>,
/// {
///     sparse::pattern_everywhere(e, x).nonzeros()
/// }
///
/// #[exp]
/// fn squares(x: &[f64]) -> Vec<f64> {
///     x.iter().map(|x| x * x).collect()
/// }
///
/// assert_eq!(entries(&Squares, &[0.0; 10]), 10);
/// ```
#[derive(Clone, Copy)]
pub struct Dependence<'t, D> {
    base: D,
    /// `None` while unbound.
    unions: Option<&'t Unions<'t>>,
}

/// A primal, and the set of its inputs unless it is a constant.
#[derive(Clone, Copy)]
pub struct Dependent<'t, V> {
    v: V,
    set: Option<Set>,
    /// A set has no meaning in another evaluation.
    evaluation: PhantomData<fn(&'t ()) -> &'t ()>,
}

impl<V> Dependent<'_, V> {
    #[inline]
    fn new(v: V, set: Option<Set>) -> Self {
        Dependent { v, set, evaluation: PhantomData }
    }
}

impl<V: fmt::Debug> fmt::Debug for Dependent<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dependent").field("v", &self.v).field("set", &self.set).finish()
    }
}

impl<D: fmt::Debug> fmt::Debug for Dependence<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dependence").field(&self.base).finish()
    }
}

impl<D: Default> Default for Dependence<'_, D> {
    fn default() -> Self {
        Dependence { base: D::default(), unions: None }
    }
}

impl<'t, D: Dict> Strategy for Dependence<'t, D> {
    type Base = D;
    type Lifted = Dependent<'t, D::V>;

    #[inline]
    fn base(self) -> D {
        self.base
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Dependence { base: self.base.join(other.base), unions: self.unions.or(other.unions) }
    }
    #[inline]
    fn over(self, base: D) -> Self {
        Dependence { base, unions: self.unions }
    }
    #[inline]
    fn constant(v: D::V) -> Self::Lifted {
        Dependent::new(v, None)
    }
    #[inline]
    fn primal(a: Self::Lifted) -> D::V {
        a.v
    }
    #[inline]
    fn is_constant(a: Self::Lifted) -> bool {
        a.set.is_none()
    }
    #[inline]
    fn annihilates(self, a: Self::Lifted) -> bool {
        annihilates(self.base, a.v)
    }

    #[inline]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Self::Lifted; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Self::Lifted {
        let Some(unions) = self.unions else { return constant_step::<Self, K>(v, operands) };
        let depends = |&(i, _): &(usize, Set)| unions.jumps || !matches!(partial(i), Partial::Zero);
        let sets = operands.iter().enumerate().filter_map(|(i, operand)| operand.set.map(|set| (i, set)));
        let set = sets.filter(depends).map(|(_, set)| set).reduce(|a, b| unions.of(a, b));
        Dependent::new(v, set)
    }

    #[inline]
    fn bend(self, y: Self::Lifted) -> Self::Lifted {
        match (self.unions, y.set) {
            (Some(unions), Some(set)) if unions.jumps => {
                Dependent::new(y.v, Some(unions.of(set, numbered(unions.inputs))))
            }
            _ => y,
        }
    }
}

/// The number of a set. Sets of one input come first, from 1 on, and then the unions in order.
type Set = NonZeroU32;

fn numbered(number: usize) -> Set {
    let set = u32::try_from(number).ok().and_then(Set::new);
    set.expect("fewer than 2³² sets: find the pattern of a shorter computation")
}

/// The unions of an evaluation.
struct Unions<'t> {
    inputs: usize,
    /// Whether a step depends on an operand also if it only jumps, as ⌊x⌋. Then there is one more input, the last one: all results of
    /// functions with kinks and jumps depend on it.
    jumps: bool,
    pairs: RefCell<Vec<[Set; 2]>>,
    evaluation: PhantomData<fn(&'t ()) -> &'t ()>,
}

impl Unions<'_> {
    #[inline]
    fn of(&self, a: Set, b: Set) -> Set {
        if a == b { a } else { self.joined(a, b) }
    }

    /// The union of two different sets. It is new, unless it is known to be one of them or the last union.
    fn joined(&self, a: Set, b: Set) -> Set {
        let mut pairs = self.pairs.borrow_mut();
        // The number of a union is higher than those of its parts.
        let pair = [a.min(b), a.max(b)];
        let [part, whole] = pair;
        // An input has no pair: the difference is too large for one.
        let union = (whole.get() as usize).wrapping_sub(self.inputs + 1);
        if pairs.get(union).is_some_and(|pair| pair.contains(&part)) {
            return whole;
        }
        if pairs.last() != Some(&pair) {
            pairs.push(pair);
        }
        numbered(self.inputs + pairs.len())
    }
}

/// The pattern of the Jacobian of `e` at `x`, as precisely as the dictionary `dict` permits.
pub(super) fn pattern<D: Dict, E: for<'t> Exp<Dependence<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, D::V>,
) -> Pattern {
    dependences(e, dict, x, false)
}

/// The inputs on which the results of `e` depend. If a result that only `jumps` depends on its operands, there is a column behind those
/// of the inputs. It has an entry for each result that depends on a kink or a jump.
pub(super) fn dependences<D: Dict, E: for<'t> Exp<Dependence<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, D::V>,
    jumps: bool,
) -> Pattern {
    let inputs = E::In::count(x) + usize::from(jumps);
    let unions = Unions { inputs, jumps, pairs: RefCell::default(), evaluation: PhantomData };
    let mut results = Vec::new();
    {
        let strategy = Dependence { base: dict, unions: Some(&unions) };
        let mut input = 0;
        let x = E::In::map(x, &mut |x| {
            input += 1;
            Num::new(strategy, Dependent::new(*x, Some(numbered(input))))
        });
        E::Out::for_each(&e.apply(strategy, &x), &mut |y| results.push(y.value().set));
    }
    let pairs = unions.pairs.take();
    walked(inputs, &pairs, &results).unwrap_or_else(|| swept(inputs, &pairs, &results))
}

/// The elements of each result's set, by a walk down from it. It is quick if each result depends on few steps, and gives up if it
/// would visit more than [`swept`] does.
fn walked(inputs: usize, pairs: &[[Set; 2]], results: &[Option<Set>]) -> Option<Pattern> {
    let mut pattern = Pattern::empty(inputs);
    let mut row = Vec::new();
    // The last row that has seen a set, from 1 on.
    let mut seen_by = vec![0; inputs + pairs.len()];
    let mut left = (pairs.len() + inputs).saturating_mul(results.len().div_ceil(LANES));
    let mut open: Vec<Set> = Vec::new();
    for (i, result) in (1_u32..).zip(results) {
        row.clear();
        let mut next = *result;
        // The lower part of a union first, so that the inputs mostly ascend.
        while let Some(set) = next.or_else(|| open.pop()) {
            next = None;
            let index = set.get() as usize - 1;
            if core::mem::replace(&mut seen_by[index], i) == i {
                continue;
            }
            left = left.checked_sub(1)?;
            match index.checked_sub(inputs) {
                None => row.push(index),
                Some(union) => {
                    let [part, whole] = pairs[union];
                    open.push(whole);
                    next = Some(part);
                }
            }
        }
        pattern.push_row(&mut row);
    }
    Some(pattern)
}

/// The number of results of one sweep: the bits of a word.
const LANES: usize = 64;

/// The elements of each result's set, by sweeps over all unions, the last one first. Each union passes the results that contain
/// it to its two parts.
fn swept(inputs: usize, pairs: &[[Set; 2]], results: &[Option<Set>]) -> Pattern {
    let mut pattern = Pattern::empty(inputs);
    let mut part_of: Vec<u64> = Vec::new();
    for results in results.chunks(LANES) {
        part_of.clear();
        part_of.resize(inputs + pairs.len(), 0);
        for (lane, set) in results.iter().enumerate() {
            if let Some(set) = set {
                part_of[set.get() as usize - 1] |= 1 << lane;
            }
        }
        for (union, pair) in pairs.iter().enumerate().rev() {
            let lanes = part_of[inputs + union];
            if lanes != 0 {
                pair.iter().for_each(|set| part_of[set.get() as usize - 1] |= lanes);
            }
        }
        let mut rows = vec![Vec::new(); results.len()];
        for (input, &lanes) in part_of[..inputs].iter().enumerate() {
            let mut lanes = lanes;
            while lanes != 0 {
                rows[lanes.trailing_zeros() as usize].push(input);
                lanes &= lanes - 1;
            }
        }
        rows.iter_mut().for_each(|row| pattern.push_row(row));
    }
    pattern
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use core::cell::RefCell;
    use core::marker::PhantomData;

    use super::{Set, Unions, numbered, swept, walked};

    /// A union that is not recorded must have the elements of the set that replaces it.
    #[test]
    fn the_union_of_two_sets_has_the_elements_of_both() {
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let inputs = 4;
        let pairs = RefCell::default();
        let unions = Unions { inputs, jumps: false, pairs, evaluation: PhantomData };
        let mut sets: Vec<(Set, BTreeSet<usize>)> =
            (0..inputs).map(|i| (numbered(i + 1), BTreeSet::from([i]))).collect();
        for _ in 0..300 {
            // Mostly recent sets, so that unions repeat.
            let near = sets.len() - sets.len().min(3);
            let [a, b] = [(); 2]
                .map(|()| sets[if below(4) == 0 { below(sets.len()) } else { near + below(3) }].clone());
            sets.push((unions.of(a.0, b.0), &a.1 | &b.1));
        }
        assert!(unions.pairs.borrow().len() < 250);
        let results: Vec<_> = sets.iter().map(|(set, _)| Some(*set)).collect();
        let found = swept(inputs, &unions.pairs.borrow(), &results);
        for (i, (_, expected)) in sets.iter().enumerate() {
            assert!(found.in_row(i).eq(expected.iter().copied()), "set {i}");
        }
    }

    /// Random unions of 20 inputs, and 150 results: more than two words of lanes.
    #[test]
    fn walking_and_sweeping_find_the_same() {
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let inputs = 20;
        let pairs: Vec<[Set; 2]> =
            (0..100).map(|made| [(); 2].map(|()| numbered(below(inputs + made) + 1))).collect();
        let results: Vec<Option<Set>> =
            (0..150).map(|i| (i % 7 != 0).then(|| numbered(below(inputs + pairs.len()) + 1))).collect();
        // Each set, element by element.
        let mut sets: Vec<Vec<usize>> = (0..inputs).map(|i| vec![i]).collect();
        for pair in &pairs {
            sets.push(pair.iter().flat_map(|set| sets[set.get() as usize - 1].clone()).collect());
        }
        let found = swept(inputs, &pairs, &results);
        for (i, result) in results.iter().enumerate() {
            let mut expected = result.map_or(Vec::new(), |set| sets[set.get() as usize - 1].clone());
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(found.in_row(i).collect::<Vec<_>>(), expected);
        }
        let few: Vec<_> = results[..3].to_vec();
        assert_eq!(walked(inputs, &pairs, &few), Some(swept(inputs, &pairs, &few)));
    }
}
