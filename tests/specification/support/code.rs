//! Imperative code over numbers, as a user writes it: mutation, arrays, loops, branches, shared results.
//!
//! The code can be run with numbers of the library, run with trees, and printed as an `#[exp]` function. With trees, the result
//! is the expression that the code represents.

mod choices;
mod print;
mod simpler;

use std::marker::PhantomData;

use ad::{Dict, Num};

use super::{Class, Elementary, Layer, Term, Tree};

pub(crate) use choices::{Choices, Kind};

/// Something to write to.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// `a`, `b`, `c`, `d`
    Local(usize),
    /// `t[k]`
    Cell(usize),
    /// `t[(i + k) % 3]`, where `i` is the counter of the loop at that depth.
    Indexed(usize, usize),
}

/// An arithmetic expression of numbers.
#[derive(Clone)]
pub(crate) enum Formula {
    /// `x`, `y`, `z`
    Input(usize),
    Place(Place),
    Natural(u64),
    Constant(f64),
    /// The counter of the loop at that depth, as a number.
    Counter(usize),
    Add(Box<[Formula; 2]>),
    Mul(Box<[Formula; 2]>),
    Sub(Box<[Formula; 2]>),
    Neg(Box<Formula>),
    Function(Elementary, Box<Formula>),
}

/// `=`, `+=`, `*=`, `-=`
#[derive(Clone, Copy)]
pub(crate) enum Assignment {
    Set,
    Add,
    Mul,
    Sub,
}

#[derive(Clone)]
pub(crate) enum Condition {
    /// `i % m == k`, of the counter of the loop at that depth.
    Counter { depth: usize, modulus: usize, residue: usize },
    /// Of numbers.
    Less(Formula, Formula),
}

#[derive(Clone)]
pub(crate) enum Statement {
    Assign(Place, Assignment, Formula),
    /// Exchanges two locals.
    Swap(usize, usize),
    For {
        count: usize,
        body: Vec<Statement>,
    },
    If {
        condition: Condition,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// Leaves the loop at this depth.
    BreakIf(Condition),
}

/// A function of some numbers.
#[derive(Clone)]
pub(crate) struct Code {
    pub(crate) inputs: usize,
    pub(crate) body: Vec<Statement>,
    pub(crate) result: Formula,
}

/// How many cells `t` has.
const CELLS: usize = 3;

// -----------------------------------------------------------------------------------------------------------

/// The requirements for running code: numbers, and decisions.
trait Machine {
    type N: Clone;
    fn layer(&mut self, layer: Layer<Self::N>) -> Self::N;
    fn less(&mut self, a: &Self::N, b: &Self::N) -> bool;
}

/// The numbers of the library.
struct Library<C, D> {
    class: PhantomData<C>,
    dict: D,
}

impl<C: Class<D>, D: Dict> Machine for Library<C, D> {
    type N = Num<D>;
    fn layer(&mut self, layer: Layer<Num<D>>) -> Num<D> {
        C::layer(self.dict, layer)
    }
    fn less(&mut self, a: &Num<D>, b: &Num<D>) -> bool {
        C::less(*a, *b)
    }
}

/// Trees, each with its value in a plain dictionary, which decides; it counts the operations.
struct Unrolling<C, D> {
    library: Library<C, D>,
    operations: usize,
}

impl<C: Class<D>, D: Dict> Machine for Unrolling<C, D> {
    type N = (Tree, Num<D>);
    fn layer(&mut self, layer: Layer<(Tree, Num<D>)>) -> (Tree, Num<D>) {
        self.operations += usize::from(!layer.is_constant());
        let value = self.library.layer(layer.clone().map(|(_, value)| value));
        (Tree::layer(layer.map(|(tree, _)| tree)), value)
    }
    fn less(&mut self, a: &Self::N, b: &Self::N) -> bool {
        self.library.less(&a.1, &b.1)
    }
}

/// Code that is being run.
struct State<'m, M: Machine> {
    machine: &'m mut M,
    inputs: &'m [M::N],
    locals: [M::N; 4],
    cells: [M::N; CELLS],
    counters: Vec<usize>,
}

/// Whether to go on or to leave the innermost loop.
#[derive(PartialEq)]
enum Flow {
    Next,
    Break,
}

impl<M: Machine> State<'_, M> {
    fn place(&mut self, place: Place) -> &mut M::N {
        match place {
            Place::Local(i) => &mut self.locals[i],
            Place::Cell(k) => &mut self.cells[k],
            Place::Indexed(depth, k) => &mut self.cells[(self.counters[depth] + k) % CELLS],
        }
    }

    /// The operands from left to right, then the operation.
    fn formula(&mut self, formula: &Formula) -> M::N {
        let layer = match formula {
            Formula::Input(i) => return self.inputs[*i].clone(),
            Formula::Place(place) => return self.place(*place).clone(),
            Formula::Natural(n) => Layer::Natural(*n),
            Formula::Constant(c) => Layer::Constant(*c),
            Formula::Counter(depth) => Layer::Natural(self.counters[*depth] as u64),
            Formula::Add(operands) => Layer::Add(self.formula(&operands[0]), self.formula(&operands[1])),
            Formula::Mul(operands) => Layer::Mul(self.formula(&operands[0]), self.formula(&operands[1])),
            Formula::Sub(operands) => Layer::Sub(self.formula(&operands[0]), self.formula(&operands[1])),
            Formula::Neg(operand) => Layer::Neg(self.formula(operand)),
            Formula::Function(f, operand) => Layer::Function(*f, self.formula(operand)),
        };
        self.machine.layer(layer)
    }

    fn holds(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::Counter { depth, modulus, residue } => self.counters[*depth] % modulus == *residue,
            Condition::Less(a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                self.machine.less(&a, &b)
            }
        }
    }

    fn block(&mut self, statements: &[Statement]) -> Flow {
        for statement in statements {
            match statement {
                Statement::Assign(place, assignment, formula) => {
                    let value = self.formula(formula);
                    let old = self.place(*place).clone();
                    *self.place(*place) = match assignment {
                        Assignment::Set => value,
                        Assignment::Add => self.machine.layer(Layer::Add(old, value)),
                        Assignment::Mul => self.machine.layer(Layer::Mul(old, value)),
                        Assignment::Sub => self.machine.layer(Layer::Sub(old, value)),
                    };
                }
                Statement::Swap(i, j) => self.locals.swap(*i, *j),
                Statement::For { count, body } => {
                    for i in 0..*count {
                        self.counters.push(i);
                        let flow = self.block(body);
                        self.counters.pop();
                        if flow == Flow::Break {
                            break;
                        }
                    }
                }
                Statement::If { condition, then, otherwise } => {
                    let branch = if self.holds(condition) { then } else { otherwise };
                    if self.block(branch) == Flow::Break {
                        return Flow::Break;
                    }
                }
                Statement::BreakIf(condition) => {
                    if self.holds(condition) {
                        return Flow::Break;
                    }
                }
            }
        }
        Flow::Next
    }
}

impl Code {
    fn run<M: Machine>(&self, machine: &mut M, inputs: &[M::N]) -> M::N {
        let one = machine.layer(Layer::Natural(1));
        let two = machine.layer(Layer::Natural(2));
        let locals = [inputs[0].clone(), two, one.clone(), inputs[self.inputs - 1].clone()];
        let cells = std::array::from_fn(|_| one.clone());
        let mut state = State { machine, inputs, locals, cells, counters: Vec::new() };
        state.block(&self.body);
        state.formula(&self.result)
    }

    /// The expression that it represents near `x`, and how many operations it performs there.
    pub(crate) fn tree<C: Class<D>, D: Dict>(&self, _: C, dict: D, x: &[D::V]) -> (Tree, usize) {
        let library = Library::<C, D> { class: PhantomData, dict };
        let mut machine = Unrolling { library, operations: 0 };
        let inputs: Vec<_> =
            x.iter().enumerate().map(|(i, v)| (Tree::variable(i), Num::new(dict, *v))).collect();
        let (tree, _) = self.run(&mut machine, &inputs);
        (tree, machine.operations)
    }
}

impl Term for Code {
    fn apply<C: Class<D>, D: Dict>(&self, dict: D, x: &[Num<D>]) -> Num<D> {
        self.run(&mut Library::<C, D> { class: PhantomData, dict }, x)
    }
}
