//! Derivatives by the stack again and again, in the same memory.

use alloc::vec::Vec;

use crate::mode::reverse::stack::Stack;
use crate::mode::reverse::tape::Tape;
use crate::mode::reverse::tape::adjoints::Adjoints;
use crate::mode::reverse::tape::memory::Memory;
use crate::mode::reverse::tape::recompute::Release;
use crate::mode::reverse::tape::sum::Spare;
use crate::mode::reverse::tape::vertex::{Node, Vertex};
use crate::number::shape::{assert_length, assert_same_structure};
use crate::{Argument, Dict, Exp, Num, Of, Shape, Signature, Under};

/// The derivatives of an expression in reverse mode, prepared: it keeps its memory from one evaluation to the next, and
/// allocates nothing once it has seen an evaluation of the same size (unless the expression itself does).
///
/// ```
/// use ad::{F64, exp, stack};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// let mut product = stack::Prepared::new(Product, F64);
/// let mut gradient = vec![0.0; 3];
/// assert_eq!(product.gradient_into(&vec![2.0, 3.0, 5.0], &mut gradient), 30.0);
/// assert_eq!(gradient, [15.0, 10.0, 6.0]);
/// ```
///
/// What there is one number of is returned, what has a shape goes into a container of that shape, and what has several
/// rows into a slice, row by row:
///
/// | | value | derivative |
/// |---|---|---|
/// | [`gradient_into`](Prepared::gradient_into) | returned | ∇e |
/// | [`vjp_into`](Prepared::vjp_into) | y | ȳ·J |
/// | [`vjps_into`](Prepared::vjps_into) | y | ȳ·J for each of several ȳ |
/// | [`jacobian_into`](Prepared::jacobian_into) | y | J |
///
/// By forward mode: [`forward::Prepared`](crate::forward::Prepared); second derivatives:
/// [`second_order::Prepared`](crate::second_order::Prepared).
pub struct Prepared<E: Signature, D: Dict + 'static> {
    e: E,
    dict: D,
    kept: TapeMemory<D>,
    /// The container of the variables, while no evaluation is under way.
    variables: Option<Of<E::In, Idle<D>>>,
}

/// The memory of a tape and of its adjoints, and of lists of its results.
pub(crate) struct TapeMemory<D: Dict> {
    memory: Memory<D::V>,
    adjoints: Adjoints<D>,
    /// For sums term by term.
    spare: Spare<D>,
    /// The vertices of the results.
    results: Vec<Option<Vertex>>,
    /// Adjoints of the results, and of the variables.
    given: Vec<D::V>,
    row: Vec<D::V>,
}

impl<D: Dict> Default for TapeMemory<D> {
    fn default() -> Self {
        TapeMemory {
            memory: Memory::new(),
            adjoints: Adjoints::none(),
            spare: Spare::default(),
            results: Vec::new(),
            given: Vec::new(),
            row: Vec::new(),
        }
    }
}

impl<D: Dict> TapeMemory<D> {
    /// How much memory this is, whether it has ever been used or not.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes()
            + self.adjoints.bytes()
            + self.spare.bytes()
            + self.results.capacity() * size_of::<Option<Vertex>>()
            + (self.given.capacity() + self.row.capacity()) * size_of::<D::V>()
    }
}

/// What was a variable, without its tape. It has the same size, so that the container's memory can be reused, and
/// can be sent to another thread, which a reference to a tape cannot.
#[derive(Clone, Copy)]
struct Idle<D: Dict> {
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

/// What an evaluation leaves for backward phases: the variables, the result, and the tape with its memory.
struct Evaluated<'a, 't, E: Signature, D: Dict> {
    dict: D,
    tape: &'t Tape<'t, D>,
    x: &'a Of<E::In, Num<Stack<'t, D>>>,
    y: &'a Of<E::Out, Num<Stack<'t, D>>>,
    adjoints: &'a mut Adjoints<D>,
    results: &'a mut Vec<Option<Vertex>>,
}

impl<E: Signature, D: Dict> Evaluated<'_, '_, E, D> {
    /// Puts the value into `y`.
    fn value_into(&self, y: &mut Of<E::Out, D::V>) {
        assert_same_structure::<E::Out, _, _>(("result", self.y), ("container for it", y));
        let stack = Stack::new(self.dict, self.tape);
        E::Out::zip_mut(y, self.y, &mut |y, result| *y = result.value_under(stack).v);
    }

    /// A backward phase for each row of adjoints that `seed` gives, to which it is told the row and the result; what
    /// arrives at the variables goes into `rows`.
    fn rows_into(self, seed: impl Fn(usize, usize) -> Option<D::V>, rows: &mut [D::V], n: usize) {
        let Evaluated { dict, tape, x, y, adjoints, results } = self;
        let stack = Stack::new(dict, tape);
        results.clear();
        E::Out::for_each(y, &mut |y| results.push(y.value_under(stack).vertex));
        let count = rows.len().checked_div(n).unwrap_or(0);
        for (i, row) in rows.chunks_exact_mut(n.max(1)).enumerate() {
            let seeds = (0..).zip(&*results).filter_map(|(j, vertex)| Some(((*vertex)?, seed(i, j)?)));
            tape.backward(dict, seeds, adjoints, i + 1 < count);
            let mut row = row.iter_mut();
            E::In::for_each(x, &mut |x| {
                let adjoint = x.value().vertex.and_then(|x| adjoints.get(x));
                *row.next().expect("it has an entry for each variable") =
                    adjoint.unwrap_or_else(|| dict.zero());
            });
        }
    }
}

impl<E: Signature + for<'t> Exp<Stack<'t, D>>, D: Dict + 'static> Prepared<E, D> {
    /// Prepares the derivatives of `e` under `dict`. Memory is allocated by the first evaluation.
    pub fn new(e: E, dict: D) -> Self {
        Self::within(e, dict, TapeMemory::default())
    }

    pub(crate) fn within(e: E, dict: D, kept: TapeMemory<D>) -> Self {
        Prepared { e, dict, kept, variables: None }
    }

    /// The memory, for another expression.
    pub(crate) fn into_memory(self) -> TapeMemory<D> {
        self.kept
    }

    /// The forward phase at `x`, and then `sweep`.
    fn record<X, H, R>(&mut self, x: &X, sweep: impl for<'a, 't> FnOnce(Evaluated<'a, 't, E, D>) -> R) -> R
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let Prepared { e, dict, kept: TapeMemory { memory, adjoints, spare, results, .. }, variables } = self;
        let dict = *dict;
        let tape = Tape::new(memory.take());
        tape.spare.set(core::mem::take(spare));
        let _release = Release(&tape.checkpoints);
        let stack = Stack::new(dict, &tape);
        // Variables of an earlier evaluation are reused if they are as many.
        let mut variable = |v: &D::V| Num::new(stack, tape.variable(*v));
        let x = match variables.take() {
            Some(old) => x.map_numbers_into(old, &mut variable),
            None => x.map_numbers(&mut variable),
        };
        let y = e.apply(stack, &x);
        let result = sweep(Evaluated { dict, tape: &tape, x: &x, y: &y, adjoints, results });
        *variables = Some(E::In::into_map(x, &mut Idle::new));
        *memory = tape.take_memory();
        *spare = tape.spare.take();
        result
    }

    /// The value at `x` goes into `y`, and the adjoint of `x` into `dx` if that of the result is `dy`: ȳ·J.
    ///
    /// ```
    /// use ad::{F64, exp, stack};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let mut both = stack::Prepared::new(Both, F64);
    /// let (mut y, mut dx) = ([0.0; 2], [0.0; 2]);
    /// both.vjp_into(&[2.0, 3.0], &[1.0, 10.0], &mut y, &mut dx);
    /// assert_eq!((y, dx), ([6.0, 5.0], [13.0, 12.0]));
    /// ```
    ///
    /// # Cost
    ///
    /// One forward phase and one backward phase, with 16 to 32 bytes a step in memory that is kept.
    ///
    /// # Panics
    ///
    /// Panics if `dy` and `y` differ from the result in [structure](Shape#structure), or `dx` from `x`. After a panic, also one of
    /// the expression, this can be used again.
    pub fn vjp_into<X, Y, H, K>(
        &mut self,
        x: &X,
        dy: &Y,
        y: &mut <E as Under<D>>::Value,
        dx: &mut <E as Under<D>>::Argument,
    ) where
        X: Argument<E::In, H, D::V> + ?Sized,
        Y: Argument<E::Out, K, D::V> + ?Sized,
    {
        let (mut given, mut row) =
            (core::mem::take(&mut self.kept.given), core::mem::take(&mut self.kept.row));
        given.clear();
        let structure = dy.map_numbers(&mut |d| given.push(*d));
        let n = E::In::count(dx);
        row.clear();
        row.resize(n, self.dict.zero());
        self.record(x, |recording| {
            recording.value_into(y);
            assert_same_structure::<E::Out, _, _>(("result", y), ("adjoint", &structure));
            assert_same_structure::<E::In, _, _>(
                ("argument", recording.x),
                ("container for its adjoint", dx),
            );
            recording.rows_into(|_, j| Some(given[j]), &mut row, n);
        });
        let mut entries = row.iter();
        E::In::for_each_mut(dx, &mut |dx| *dx = *entries.next().expect("they are as many"));
        (self.kept.given, self.kept.row) = (given, row);
    }

    /// The value at `x` goes into `y`, and what [`vjp_into`](Prepared::vjp_into) gives for each of several adjoints of the
    /// result into `rows`, row by row. A row of `adjoints` has an entry for each number of the result, one of `rows` for
    /// each number of `x`.
    ///
    /// ```
    /// use ad::{F64, exp, stack};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let mut both = stack::Prepared::new(Both, F64);
    /// let (mut y, mut rows) = ([0.0; 2], [0.0; 6]);
    /// both.vjps_into(&[2.0, 3.0], &[1.0, 10.0, 1.0, 0.0, 0.0, 1.0], &mut y, &mut rows);
    /// assert_eq!(rows, [13.0, 12.0, 3.0, 2.0, 1.0, 1.0]);
    /// ```
    ///
    /// # Cost
    ///
    /// One forward phase, and a backward phase for each row, in memory that is kept.
    ///
    /// # Panics
    ///
    /// Panics if `y` differs from the result in [structure](Shape#structure), or if the lengths of the slices are not those
    /// of equally many rows. After a panic, also one of the expression, this can be used again.
    pub fn vjps_into<X, H>(
        &mut self,
        x: &X,
        adjoints: &[D::V],
        y: &mut <E as Under<D>>::Value,
        rows: &mut [D::V],
    ) where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        self.record(x, |recording| {
            recording.value_into(y);
            let (m, n) = (E::Out::count(y), E::In::count(recording.x));
            let count = adjoints.len().checked_div(m).unwrap_or(0);
            assert_length("adjoints", (count, m), adjoints);
            assert_length("rows", (count, n), rows);
            recording.rows_into(|i, j| Some(adjoints[i * m + j]), rows, n);
        });
    }

    /// The value at `x` goes into `y`, and the Jacobian into `rows`, row by row: one for each number of the result, with an
    /// entry for each number of `x`.
    ///
    /// ```
    /// use ad::{F64, exp, stack};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let mut both = stack::Prepared::new(Both, F64);
    /// let (mut y, mut rows) = ([0.0; 2], [0.0; 4]);
    /// both.jacobian_into(&[2.0, 3.0], &mut y, &mut rows);
    /// assert_eq!((y, rows), ([6.0, 5.0], [3.0, 2.0, 1.0, 1.0]));
    /// ```
    ///
    /// # Cost
    ///
    /// One forward phase, and a backward phase for each row, in memory that is kept.
    ///
    /// # Panics
    ///
    /// Panics if `y` differs from the result in [structure](Shape#structure), or if `rows` has another length than m·n. After
    /// a panic, also one of the expression, this can be used again.
    pub fn jacobian_into<X, H>(&mut self, x: &X, y: &mut <E as Under<D>>::Value, rows: &mut [D::V])
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        self.record(x, |recording| {
            recording.value_into(y);
            let (m, n, dict) = (E::Out::count(y), E::In::count(recording.x), recording.dict);
            assert_length("rows", (m, n), rows);
            recording.rows_into(|i, j| (i == j).then(|| dict.one()), rows, n);
        });
    }
}

impl<E: Signature<Out = f64> + for<'t> Exp<Stack<'t, D>>, D: Dict + 'static> Prepared<E, D> {
    /// Returns the value of the expression at `x`; its gradient goes into `gradient`, which has the shape of `x`.
    ///
    /// # Cost
    ///
    /// One forward phase and one backward phase, whatever the number of inputs, with 16 to 32 bytes a step in memory that is kept.
    ///
    /// # Panics
    ///
    /// Panics if `gradient` and `x` differ in [structure](Shape#structure). After a panic, also one of the expression,
    /// this can be used again.
    pub fn gradient_into<X, H>(&mut self, x: &X, gradient: &mut <E as Under<D>>::Argument) -> D::V
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        self.record(x, |Evaluated { dict, tape, x, y, adjoints, .. }| {
            assert_same_structure::<E::In, _, _>(("argument", x), ("gradient", gradient));
            E::In::for_each_mut(gradient, &mut |gradient| *gradient = dict.zero());
            let y = y.value_under(Stack::new(dict, tape));
            let seeds = y.vertex.map(|y| (y, dict.one()));
            tape.backward(dict, seeds, adjoints, false);
            E::In::zip_mut(gradient, x, &mut |gradient, x| {
                if let Some(adjoint) = x.value().vertex.and_then(|x| adjoints.get(x)) {
                    *gradient = adjoint;
                }
            });
            y.v
        })
    }
}
