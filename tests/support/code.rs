//! Imperative code over numbers, as a user writes it: mutation, arrays, loops, branches, shared results.
//!
//! It can be run with numbers of the library, run with trees (then the outcome is the expression that it
//! represents), and printed as an `#[exp]` function that can be pasted into a program.

use std::fmt::{self, Write};

use ad::{Dict, Num};

use super::{Class, Elementary, Layer, Term, Tree};

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

/// What numbers are computed with.
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

pub(crate) enum Condition {
    /// `i % m == k`, of the counter of the loop at that depth.
    Counter { depth: usize, modulus: u64, residue: u64 },
    /// Of numbers.
    Less(Formula, Formula),
}

pub(crate) enum Statement {
    Assign(Place, Assignment, Formula),
    /// Exchanges two locals.
    Swap(usize, usize),
    For { count: u64, body: Vec<Statement> },
    If { condition: Condition, then: Vec<Statement>, otherwise: Vec<Statement> },
    /// Leaves the loop at the depth where it stands.
    BreakIf(Condition),
}

/// A function of some numbers.
pub(crate) struct Code {
    pub(crate) inputs: usize,
    pub(crate) body: Vec<Statement>,
    pub(crate) result: Formula,
}

/// How many cells `t` has.
const CELLS: usize = 3;

// -----------------------------------------------------------------------------------------------------------

/// What it takes to run code: numbers, and how to decide.
trait Machine {
    type N: Clone;
    fn layer(&mut self, layer: Layer<Self::N>) -> Self::N;
    fn less(&mut self, a: &Self::N, b: &Self::N) -> bool;
}

/// The numbers of the library.
struct Library<C, D> {
    class: std::marker::PhantomData<C>,
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
    counters: Vec<u64>,
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
            Place::Indexed(depth, k) => &mut self.cells[(self.counters[depth] as usize + k) % CELLS],
        }
    }

    /// The operands from left to right, then the operation.
    fn formula(&mut self, formula: &Formula) -> M::N {
        let layer = match formula {
            Formula::Input(i) => return self.inputs[*i].clone(),
            Formula::Place(place) => return self.place(*place).clone(),
            Formula::Natural(n) => Layer::Natural(*n),
            Formula::Constant(c) => Layer::Constant(*c),
            Formula::Counter(depth) => Layer::Natural(self.counters[*depth]),
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
        let zero = machine.layer(Layer::Natural(0));
        let one = machine.layer(Layer::Natural(1));
        let locals = [inputs[0].clone(), zero.clone(), one, inputs[self.inputs - 1].clone()];
        let cells = std::array::from_fn(|_| zero.clone());
        let mut state = State { machine, inputs, locals, cells, counters: Vec::new() };
        state.block(&self.body);
        state.formula(&self.result)
    }

    /// The expression that it represents near `x`, and how many operations it performs there.
    pub(crate) fn tree<C: Class<D>, D: Dict>(&self, _: C, dict: D, x: &[D::V]) -> (Tree, usize) {
        let library = Library::<C, D> { class: std::marker::PhantomData, dict };
        let mut machine = Unrolling { library, operations: 0 };
        let inputs: Vec<_> =
            x.iter().enumerate().map(|(i, v)| (Tree::variable(i), Num::new(dict, *v))).collect();
        let (tree, _) = self.run(&mut machine, &inputs);
        (tree, machine.operations)
    }
}

impl Term for Code {
    fn apply<C: Class<D>, D: Dict>(&self, dict: D, x: &[Num<D>]) -> Num<D> {
        self.run(&mut Library::<C, D> { class: std::marker::PhantomData, dict }, x)
    }
}

// -----------------------------------------------------------------------------------------------------------

/// Which statements and formulas to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `+`, `×`, naturals, branches on integers.
    Semiring,
    /// Subtraction and branches on numbers as well.
    OrderedRing,
    /// Real constants and elementary functions as well.
    Real,
}

/// A sequence of choices that a program is made from. Fewer and smaller choices make a simpler program, so it
/// shrinks as the sequence does.
pub(crate) struct Choices<'a> {
    pub(crate) kind: Kind,
    pub(crate) inputs: usize,
    pub(crate) rest: std::slice::Iter<'a, u8>,
}

impl Choices<'_> {
    fn pick(&mut self, options: usize) -> usize {
        self.rest.next().map_or(0, |choice| usize::from(*choice) % options)
    }

    pub(crate) fn code(mut self) -> Code {
        let body = self.block(0, 6);
        let result = self.formula(0, 0);
        Code { inputs: self.inputs, body, result }
    }

    fn block(&mut self, loops: usize, longest: usize) -> Vec<Statement> {
        (0..self.pick(longest + 1)).map(|_| self.statement(loops, longest)).collect()
    }

    /// Inside of that many loops; inner blocks are shorter.
    fn statement(&mut self, loops: usize, longest: usize) -> Statement {
        match self.pick(10) {
            6 if longest > 2 && loops < 2 => {
                Statement::For { count: self.pick(4) as u64, body: self.block(loops + 1, longest / 2) }
            }
            7 if longest > 1 && (loops > 0 || self.kind != Kind::Semiring) => Statement::If {
                condition: self.condition(loops),
                then: self.block(loops, longest / 2),
                otherwise: self.block(loops, longest / 2),
            },
            8 if loops > 0 => Statement::BreakIf(self.condition(loops)),
            9 => Statement::Swap(self.pick(4), self.pick(4)),
            _ => {
                let assignments = [Assignment::Set, Assignment::Add, Assignment::Mul, Assignment::Sub];
                let some = if self.kind == Kind::Semiring { 3 } else { 4 };
                let assignment = assignments[self.pick(some)];
                Statement::Assign(self.place(loops), assignment, self.formula(loops, 0))
            }
        }
    }

    fn condition(&mut self, loops: usize) -> Condition {
        if loops > 0 && (self.kind == Kind::Semiring || self.pick(2) == 0) {
            let modulus = 2 + self.pick(2) as u64;
            Condition::Counter { depth: self.pick(loops), modulus, residue: self.pick(2) as u64 }
        } else {
            Condition::Less(self.formula(loops, 1), self.formula(loops, 1))
        }
    }

    fn place(&mut self, loops: usize) -> Place {
        match self.pick(6) {
            4 => Place::Cell(self.pick(CELLS)),
            5 if loops > 0 => Place::Indexed(self.pick(loops), self.pick(CELLS)),
            i => Place::Local(i % 4),
        }
    }

    fn formula(&mut self, loops: usize, depth: usize) -> Formula {
        let pair = |this: &mut Self| Box::new([this.formula(loops, depth + 1), this.formula(loops, depth + 1)]);
        match (self.pick(if depth < 3 { 14 } else { 6 }), self.kind) {
            (1, _) => Formula::Input(self.pick(self.inputs)),
            (2, _) => Formula::Natural(self.pick(6) as u64),
            (3, _) if loops > 0 => Formula::Counter(self.pick(loops)),
            (4, Kind::Real) => Formula::Constant([0.5, 1.25, 3.0][self.pick(3)]),
            (3..=5, _) => Formula::Place(self.place(loops)),
            (6..=8, _) => Formula::Add(pair(self)),
            (9..=11, _) => Formula::Mul(pair(self)),
            (12, Kind::OrderedRing | Kind::Real) => Formula::Sub(pair(self)),
            (13, Kind::OrderedRing) => Formula::Neg(Box::new(self.formula(loops, depth + 1))),
            (13, Kind::Real) => {
                // Those whose values stay small.
                let tame = [Elementary::Sin, Elementary::Cos, Elementary::Atan, Elementary::Tanh];
                Formula::Function(tame[self.pick(4)], Box::new(self.formula(loops, depth + 1)))
            }
            _ => Formula::Input(0),
        }
    }
}

// -----------------------------------------------------------------------------------------------------------

const INPUTS: [&str; 3] = ["x", "y", "z"];
const LOCALS: [&str; 4] = ["a", "b", "c", "d"];
const COUNTERS: [&str; 2] = ["i", "j"];

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Local(i) => f.write_str(LOCALS[*i]),
            Place::Cell(k) => write!(f, "t[{k}]"),
            Place::Indexed(depth, k) => write!(f, "t[({} + {k}) % {CELLS}]", COUNTERS[*depth]),
        }
    }
}

/// With parentheses around every operation but the outermost.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Inner<'a>(&'a Formula);
        impl fmt::Display for Inner<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.0 {
                    Formula::Add(_) | Formula::Mul(_) | Formula::Sub(_) | Formula::Neg(_) => {
                        write!(f, "({})", self.0)
                    }
                    Formula::Counter(_) => write!(f, "({})", self.0),
                    _ => self.0.fmt(f),
                }
            }
        }
        match self {
            Formula::Input(i) => f.write_str(INPUTS[*i]),
            Formula::Place(place) => place.fmt(f),
            Formula::Natural(n) => write!(f, "{n}.0"),
            Formula::Constant(c) => write!(f, "{c:?}"),
            Formula::Counter(depth) => write!(f, "{} as f64", COUNTERS[*depth]),
            Formula::Add(ab) => write!(f, "{} + {}", Inner(&ab[0]), Inner(&ab[1])),
            Formula::Mul(ab) => write!(f, "{} * {}", Inner(&ab[0]), Inner(&ab[1])),
            Formula::Sub(ab) => write!(f, "{} - {}", Inner(&ab[0]), Inner(&ab[1])),
            Formula::Neg(a) => write!(f, "-{}", Inner(a)),
            Formula::Function(g, a) => write!(f, "f64::{}({a})", g.name()),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Counter { depth, modulus, residue } => {
                write!(f, "{} % {modulus} == {residue}", COUNTERS[*depth])
            }
            Condition::Less(a, b) => write!(f, "({a}) < ({b})"),
        }
    }
}

fn print_block(f: &mut fmt::Formatter<'_>, statements: &[Statement], depth: usize, loops: usize) -> fmt::Result {
    for statement in statements {
        write!(f, "{:1$}", "", 4 * depth)?;
        match statement {
            Statement::Assign(place, assignment, formula) => {
                let sign = match assignment {
                    Assignment::Set => "=",
                    Assignment::Add => "+=",
                    Assignment::Mul => "*=",
                    Assignment::Sub => "-=",
                };
                writeln!(f, "{place} {sign} {formula};")?;
            }
            Statement::Swap(i, j) => {
                writeln!(f, "({0}, {1}) = ({1}, {0});", LOCALS[*i], LOCALS[*j])?;
            }
            Statement::For { count, body } => {
                writeln!(f, "for {} in 0..{count}usize {{", COUNTERS[loops])?;
                print_block(f, body, depth + 1, loops + 1)?;
                writeln!(f, "{:1$}}}", "", 4 * depth)?;
            }
            Statement::If { condition, then, otherwise } => {
                writeln!(f, "if {condition} {{")?;
                print_block(f, then, depth + 1, loops)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{:1$}}} else {{", "", 4 * depth)?;
                    print_block(f, otherwise, depth + 1, loops)?;
                }
                writeln!(f, "{:1$}}}", "", 4 * depth)?;
            }
            Statement::BreakIf(condition) => {
                writeln!(f, "if {condition} {{")?;
                writeln!(f, "{:1$}break;", "", 4 * depth + 4)?;
                writeln!(f, "{:1$}}}", "", 4 * depth)?;
            }
        }
    }
    Ok(())
}

/// A function that can be pasted.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs = &INPUTS[..self.inputs];
        let mut body = String::new();
        write!(body, "{}", fmt::from_fn(|f| print_block(f, &self.body, 1, 0)))?;
        write!(body, "    {}", self.result)?;
        // Only what occurs is declared.
        let occurs = |name: &str| body.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        writeln!(f, "#[exp]")?;
        let parameters: Vec<_> = inputs.iter().map(|x| format!("{x}: f64")).collect();
        writeln!(f, "fn program({}) -> f64 {{", parameters.join(", "))?;
        for (local, initial) in LOCALS.iter().zip(["x", "0.0", "1.0", inputs[self.inputs - 1]]) {
            if occurs(local) {
                writeln!(f, "    let mut {local} = {initial};")?;
            }
        }
        if occurs("t") {
            writeln!(f, "    let mut t = [0.0; {CELLS}];")?;
        }
        writeln!(f, "{body}")?;
        write!(f, "}}")
    }
}

/// As it is printed, which is how it appears in the report of a failed test.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
