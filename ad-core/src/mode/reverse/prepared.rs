//! The tape in memory that is retained from one evaluation to the next.

use alloc::vec::Vec;

use crate::mode::reverse::stack::Stack;
use crate::mode::reverse::tape::Tape;
use crate::mode::reverse::tape::adjoints::Adjoints;
use crate::mode::reverse::tape::checkpoints::Release;
use crate::mode::reverse::tape::memory::Memory;
use crate::mode::reverse::tape::sum::Spare;
use crate::mode::reverse::tape::vertex::{Node, Vertex};
use crate::number::destination::assert_fits;
use crate::number::shape::assert_length;
use crate::{Argument, Destination, Dict, Exp, Num, Of, Shape, Signature};

/// The adjoints of the result for which rows are computed.
#[derive(Clone, Copy)]
pub(crate) enum Seeds<'a, V> {
    /// For each number of the result, the adjoint 1 of that number.
    Each,
    /// Rows with an entry for each number of the result.
    Rows(&'a [V]),
    /// For each of `count` groups of numbers, the adjoint 1 of these numbers. A number is in one group at most.
    #[cfg(feature = "sparse")]
    Groups { count: usize, of: &'a dyn Fn(usize) -> Option<usize> },
}

impl<V: Copy> Seeds<'_, V> {
    /// The number of rows, for a result of `m` numbers.
    ///
    /// # Panics
    ///
    /// Panics if the rows have other lengths.
    #[inline]
    pub(crate) fn count(self, m: usize) -> usize {
        match self {
            Seeds::Each => m,
            Seeds::Rows(rows) => {
                let count = rows.len().checked_div(m).unwrap_or(0);
                assert_length("adjoints", (count, m), rows);
                count
            }
            #[cfg(feature = "sparse")]
            Seeds::Groups { count, .. } => count,
        }
    }

    /// The adjoint of number `j` in row `i`, of a result of `m` numbers.
    #[inline]
    pub(crate) fn at(self, m: usize, i: usize, j: usize, one: V) -> Option<V> {
        match self {
            Seeds::Each => (i == j).then_some(one),
            Seeds::Rows(rows) => rows.get(i * m + j).copied(),
            #[cfg(feature = "sparse")]
            Seeds::Groups { of, .. } => (of(j) == Some(i)).then_some(one),
        }
    }
}

/// The memory of a tape and of its adjoints, and of lists of its results.
pub struct TapeMemory<D: Dict> {
    memory: Memory<D::V>,
    adjoints: Adjoints<D>,
    /// For sums term by term.
    spare: Spare<D>,
    /// The vertices of the results.
    results: Vec<Option<Vertex>>,
}

impl<D: Dict> Default for TapeMemory<D> {
    fn default() -> Self {
        TapeMemory {
            memory: Memory::new(),
            adjoints: Adjoints::none(),
            spare: Spare::default(),
            results: Vec::new(),
        }
    }
}

impl<D: Dict> TapeMemory<D> {
    /// The bytes of memory, whether used or not.
    #[cfg(feature = "std")]
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes()
            + self.adjoints.bytes()
            + self.spare.bytes()
            + self.results.capacity() * size_of::<Option<Vertex>>()
    }
}

/// A former variable, without its tape. It has the same size, so that the container's memory can be reused. Unlike a reference to
/// a tape, it can be sent to another thread.
#[derive(Clone, Copy)]
pub(crate) struct Idle<D: Dict> {
    _node: Node<'static, D::V>,
    _dict: D,
    _no_tape: Option<&'static ()>,
}

impl<D: Dict> Idle<D> {
    #[inline]
    fn new(x: Num<Stack<'_, D>>) -> Self {
        Idle { _node: x.value().under(), _dict: D::default(), _no_tape: None }
    }
}

/// The container of the variables, while no evaluation is under way.
pub(crate) type Variables<I, D> = Option<Of<I, Idle<D>>>;

/// The input of backward phases: the variables, the result, and the tape with its memory.
struct Evaluated<'a, 't, I: Shape, O: Shape, D: Dict> {
    dict: D,
    tape: &'t Tape<'t, D>,
    x: &'a Of<I, Num<Stack<'t, D>>>,
    y: &'a Of<O, Num<Stack<'t, D>>>,
    adjoints: &'a mut Adjoints<D>,
    results: &'a mut Vec<Option<Vertex>>,
}

impl<I: Shape, O: Shape, D: Dict> Evaluated<'_, '_, I, O, D> {
    /// The result goes into `y`, and the adjoint of the argument for each of the `seeds` into `rows`.
    fn rows_into<Y, L>(self, seeds: Seeds<'_, D::V>, y: Option<&mut Y>, rows: &mut [D::V])
    where
        Y: Destination<O, L, D::V> + ?Sized,
    {
        let Evaluated { dict, tape, x, y: result, adjoints, results } = self;
        let stack = Stack::new(dict, tape);
        if let Some(y) = y {
            assert_fits::<O, _, _, _, _>(("result", result), ("container for it", y));
            y.zip_with(result, &mut |y, result: &Num<Stack<'_, D>>| *y = result.value_under(stack).v);
        }
        results.clear();
        O::for_each(result, &mut |y| results.push(y.value_under(stack).vertex));
        let (m, n) = (results.len(), I::count(x));
        let count = seeds.count(m);
        assert_length("rows", (count, n), rows);
        for (i, row) in rows.chunks_exact_mut(n.max(1)).enumerate() {
            let seed =
                |(j, vertex): (usize, &Option<Vertex>)| Some(((*vertex)?, seeds.at(m, i, j, dict.one())?));
            let seeds = results.iter().enumerate().filter_map(seed);
            tape.backward(dict, seeds, adjoints, i + 1 < count);
            let mut row = row.iter_mut();
            I::for_each(x, &mut |x| {
                let adjoint = x.value().vertex.and_then(|x| adjoints.get(x));
                *row.next().expect("it has an entry for each variable") =
                    adjoint.unwrap_or_else(|| dict.zero());
            });
        }
    }
}

impl<I: Shape, D: Dict> Evaluated<'_, '_, I, f64, D> {
    /// Returns the result; the gradient goes into `gradient`.
    fn gradient_into<G, K>(self, gradient: &mut G) -> D::V
    where
        G: Destination<I, K, D::V> + ?Sized,
    {
        let Evaluated { dict, tape, x, y, adjoints, .. } = self;
        assert_fits::<I, _, _, _, _>(("argument", x), ("gradient", gradient));
        gradient.each_number(&mut |gradient| *gradient = dict.zero());
        let y = y.value_under(Stack::new(dict, tape));
        let seeds = y.vertex.map(|y| (y, dict.one()));
        tape.backward(dict, seeds, adjoints, false);
        gradient.zip_with(x, &mut |gradient, x: &Num<Stack<'_, D>>| {
            if let Some(adjoint) = x.value().vertex.and_then(|x| adjoints.get(x)) {
                *gradient = adjoint;
            }
        });
        y.v
    }
}

/// Variables at `x`. Those of an earlier evaluation are reused if their number is the same.
fn variables_at<'t, I: Shape, D: Dict, X: Argument<I, H, D::V> + ?Sized, H>(
    stack: Stack<'t, D>,
    tape: &'t Tape<'t, D>,
    x: &X,
    variables: &mut Variables<I, D>,
) -> Of<I, Num<Stack<'t, D>>> {
    x.map_numbers_within(variables, &mut |v: &D::V| Num::new(stack, tape.variable(*v)))
}

impl<D: Dict> TapeMemory<D> {
    /// The forward phase at `x`, and then `sweep`.
    fn record<I: Shape, E, X, H, R>(
        &mut self,
        variables: &mut Variables<I, D>,
        e: &E,
        dict: D,
        x: &X,
        sweep: impl for<'a, 't> FnOnce(Evaluated<'a, 't, I, E::Out, D>) -> R,
    ) -> R
    where
        E: Signature<In = I> + for<'t> Exp<Stack<'t, D>>,
        X: Argument<I, H, D::V> + ?Sized,
    {
        let TapeMemory { memory, adjoints, spare, results } = self;
        let tape = Tape::new(memory.take());
        tape.spare.set(core::mem::take(spare));
        let _release = Release(&tape.checkpoints);
        let stack = Stack::new(dict, &tape);
        let x = variables_at(stack, &tape, x, variables);
        let y = e.apply(stack, &x);
        let result = sweep(Evaluated { dict, tape: &tape, x: &x, y: &y, adjoints, results });
        *variables = Some(I::into_map(x, &mut Idle::new));
        *memory = tape.take_memory();
        *spare = tape.spare.take();
        result
    }

    /// The value at `x` goes into `y`, and the adjoint of `x` for each of the `seeds` into `rows`. There is one recording, and a
    /// reverse sweep for each row.
    pub(crate) fn rows_into<I: Shape, E, X, H, Y, L>(
        &mut self,
        variables: &mut Variables<I, D>,
        e: &E,
        (dict, seeds): (D, Seeds<'_, D::V>),
        x: &X,
        y: Option<&mut Y>,
        rows: &mut [D::V],
    ) where
        E: Signature<In = I> + for<'t> Exp<Stack<'t, D>>,
        X: Argument<I, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        self.record(variables, e, dict, x, |evaluated| evaluated.rows_into(seeds, y, rows));
    }

    /// Returns the value at `x`; the gradient goes into `gradient`.
    pub(crate) fn gradient_into<I: Shape, E, X, H, G, K>(
        &mut self,
        variables: &mut Variables<I, D>,
        e: &E,
        dict: D,
        x: &X,
        gradient: &mut G,
    ) -> D::V
    where
        E: Signature<In = I, Out = f64> + for<'t> Exp<Stack<'t, D>>,
        X: Argument<I, H, D::V> + ?Sized,
        G: Destination<I, K, D::V> + ?Sized,
    {
        self.record(variables, e, dict, x, |evaluated| evaluated.gradient_into(gradient))
    }
}
