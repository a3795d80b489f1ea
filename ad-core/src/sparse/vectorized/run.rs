//! Instructions for many steps at once, and the loop that performs them.

#![allow(clippy::inline_always, reason = "a job is compiled for a processor as a whole")]

use alloc::vec::Vec;
use core::ops::Range;

use crate::dictionary::lanes::processor::{self, Job};
#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::function::{Entry, Question};
use crate::number::erased::Collected;

/// So many positions of a group are computed at once. An instruction then takes longer than its dispatch, and its operands fit into the
/// registers of the processor.
pub(super) const LANES: usize = 64;

/// Instructions that compute results from inputs.
#[derive(Clone, Debug)]
pub(in crate::sparse) struct Vectorized {
    inputs: usize,
    /// The inputs, constants, results of groups, and registers of [`LANES`] floats. Nothing is before `start`.
    pub(super) memory: Vec<f64>,
    start: usize,
    pub(super) groups: Vec<Group>,
    /// Results that are constants, at their places. The others are 0. It is empty if there are none.
    pub(super) constants: Vec<f64>,
    /// Results that are copied in the end: from where, and to which places.
    pub(super) copies: Vec<(usize, Progression)>,
}

/// Instructions for each of `len` positions.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) len: usize,
    pub(super) instructions: Vec<Instruction>,
}

/// Where the numbers of [`LANES`] positions are: at `at + step·k` for the positions from k on. `step` is 0 for a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) at: usize,
    pub(super) step: usize,
}

/// A term of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) at: usize,
    pub(super) negative: bool,
}

/// Some numbers, by their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Positions {
    Progression { first: usize, stride: usize },
    List(Vec<u32>),
}

/// Some places in a row.
#[derive(Clone, Debug)]
pub(super) struct Progression {
    pub(super) first: usize,
    pub(super) stride: usize,
    pub(super) len: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Instruction {
    Add([Source; 2], Source),
    Sub([Source; 2], Source),
    Mul([Source; 2], Source),
    Div([Source; 2], Source),
    Neg(Source, Source),
    /// An operation on two operands, and another one on its result, which nothing else reads.
    Pair(First, [Source; 2], Second, Source, Source),
    Function(Entry, [Source; 3], Source),
    /// Ends the run unless the question about the first `count` operands has this answer.
    Guard {
        question: Question,
        operands: [Source; 3],
        count: usize,
        answer: u64,
    },
    /// Numbers from elsewhere in memory.
    Gather {
        from: Positions,
        to: Source,
    },
    /// The sum of the terms, from the left.
    Sum {
        terms: Vec<Term>,
        to: Source,
    },
    /// Numbers that are results.
    Scatter {
        from: Source,
        row: Row,
    },
}

/// The first operation of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) enum First {
    Add,
    Sub,
    Mul,
}

/// The second operation of a pair, on the result t of the first one and another operand c.
#[derive(Clone, Copy, Debug)]
pub(super) enum Second {
    /// t + c
    Add,
    /// t - c
    Sub,
    /// c - t
    From,
    /// t · c
    Mul,
    /// t + t
    Twice,
    /// t · t
    Square,
    /// -t
    Neg,
}

/// Results of some positions, at places in an arithmetic progression.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) positions: Range<usize>,
    pub(super) first: usize,
    pub(super) stride: usize,
}

impl Row {
    pub(super) fn contains(&self, (position, place): (u32, u32)) -> bool {
        let position = position as usize;
        self.positions.contains(&position)
            && self.first + self.stride * (position - self.positions.start) == place as usize
    }
}

impl Positions {
    pub(super) fn of(numbers: impl Iterator<Item = u32> + Clone) -> Self {
        let mut ahead = numbers.clone();
        let first = ahead.next().unwrap_or(0);
        let stride = ahead.next().map_or(1, |second| i64::from(second) - i64::from(first));
        let expected = (0..).map(|k| i64::from(first) + stride * k);
        match usize::try_from(stride) {
            Ok(stride) if numbers.clone().map(i64::from).zip(expected).all(|(a, b)| a == b) => {
                Positions::Progression { first: first as usize, stride }
            }
            _ => Positions::List(numbers.collected()),
        }
    }

    /// Whether each number is its own index.
    pub(super) fn are_same(&self) -> bool {
        matches!(self, Positions::Progression { first: 0, stride: 1 })
    }

    /// The numbers, counted from `start` on.
    pub(super) fn from(self, start: usize) -> Self {
        match self {
            Positions::Progression { first, stride } => {
                Positions::Progression { first: start + first, stride }
            }
            Positions::List(mut numbers) => {
                let start = u32::try_from(start).expect("less than 2³² floats");
                numbers.iter_mut().for_each(|number| *number += start);
                Positions::List(numbers)
            }
        }
    }
}

impl Vectorized {
    pub(super) fn new(inputs: usize) -> Self {
        let memory = vec![0.0; inputs.next_multiple_of(LANES) + LANES];
        let (groups, constants, copies) = (Vec::new(), Vec::new(), Vec::new());
        Vectorized { inputs, memory, start: 0, groups, constants, copies }
    }

    /// Moves the memory to the beginning of a cache line. Half of the vectors would otherwise be in two lines, and take longer.
    pub(super) fn aligned(mut self) -> Self {
        const LINE: usize = 64;
        let mut memory: Vec<f64> = Vec::with_capacity(self.memory.len() + LINE / size_of::<f64>());
        let start = memory.as_ptr().align_offset(LINE);
        // Without an offset it is only slower.
        self.start = if start < LINE { start } else { 0 };
        memory.resize(self.start, 0.0);
        memory.append(&mut self.memory);
        Vectorized { memory, ..self }
    }

    /// The inputs of the next run.
    pub(super) fn inputs(&mut self) -> &mut [f64] {
        &mut self.memory[self.start..][..self.inputs]
    }

    /// Writes the results at the inputs to their places in `results`. Returns whether all guards hold; otherwise results are wrong.
    pub(super) fn run(&mut self, results: &mut [f64]) -> bool {
        let memory = &mut self.memory[self.start..];
        let constants = &self.constants[..];
        let filled = if constants.is_empty() { results.len() } else { 0 };
        let held = processor::run(Run { groups: &self.groups, memory, results, constants, filled });
        for (from, Progression { first, stride, len }) in &self.copies {
            let x = self.memory[self.start + from];
            match stride {
                0 | 1 => results[*first..][..*len].fill(x),
                _ => results[*first..].chunks_mut(*stride).take(*len).for_each(|to| to[0] = x),
            }
        }
        held
    }
}

struct Run<'a> {
    groups: &'a [Group],
    memory: &'a mut [f64],
    results: &'a mut [f64],
    constants: &'a [f64],
    /// So many results are constants or have been written. The constants of a block are copied shortly before its other results, so that
    /// both find it in the cache.
    filled: usize,
}

impl Job for Run<'_> {
    type Result = bool;
    const LANES: usize = LANES;

    #[inline(always)]
    fn run(mut self) -> bool {
        for group in self.groups {
            for k in (0..group.len).step_by(LANES) {
                let lanes = LANES.min(group.len - k);
                for instruction in &group.instructions {
                    if !self.perform(instruction, k, lanes) {
                        return false;
                    }
                }
            }
        }
        self.fill(self.results.len());
        true
    }
}

impl Run<'_> {
    /// Copies the constants before this place.
    #[inline(always)]
    fn fill(&mut self, end: usize) {
        if self.filled < end {
            let missing = self.filled..end;
            self.results[missing.clone()].copy_from_slice(&self.constants[missing]);
            self.filled = end;
        }
    }

    /// Performs an instruction for so many positions from `k` on. Returns whether a guard holds.
    #[inline(always)]
    fn perform(&mut self, instruction: &Instruction, k: usize, lanes: usize) -> bool {
        match instruction {
            Instruction::Add([a, b], to) => self.binary(*a, *b, *to, k, |a, b| a + b),
            Instruction::Sub([a, b], to) => self.binary(*a, *b, *to, k, |a, b| a - b),
            Instruction::Mul([a, b], to) => self.binary(*a, *b, *to, k, |a, b| a * b),
            Instruction::Div([a, b], to) => self.binary(*a, *b, *to, k, |a, b| a / b),
            Instruction::Neg(a, to) => self.binary(*a, *a, *to, k, |a, _| -a),
            Instruction::Pair(first, operands, second, c, to) => {
                let (operands, c, to) = (*operands, *c, *to);
                match first {
                    First::Add => self.pair(operands, *second, c, to, k, |a, b| a + b),
                    First::Sub => self.pair(operands, *second, c, to, k, |a, b| a - b),
                    First::Mul => self.pair(operands, *second, c, to, k, |a, b| a * b),
                }
            }
            Instruction::Function(Entry::Sqrt(_), [a, ..], to) => {
                self.binary(*a, *a, *to, k, |a, _| a.sqrt());
            }
            Instruction::Function(entry, operands, to) => {
                for lane in 0..lanes {
                    let y = entry.of(|i| self.memory[operands[i].address(k) + lane]);
                    self.memory[to.address(k) + lane] = y;
                }
            }
            Instruction::Guard { question, operands, count, answer } => {
                let at = |i: usize, lane: usize| self.memory[operands[i].address(k) + lane];
                return (0..lanes).all(|lane| {
                    *answer
                        == match count {
                            1 => question.ask([at(0, lane)]),
                            2 => question.ask([at(0, lane), at(1, lane)]),
                            _ => question.ask([at(0, lane), at(1, lane), at(2, lane)]),
                        }
                });
            }
            Instruction::Gather { from, to } => {
                let y = match from {
                    // The register has the same number for all positions.
                    Positions::Progression { stride: 0, .. } if k > 0 => return true,
                    Positions::Progression { first, stride: 0 } => [self.memory[*first]; LANES],
                    Positions::Progression { first, stride } => {
                        gather(&self.memory[first + stride * k..], *stride, lanes)
                    }
                    Positions::List(from) => {
                        let mut y = [0.0; LANES];
                        let from = &from[k..][..lanes];
                        y.iter_mut().zip(from).for_each(|(y, from)| *y = self.memory[*from as usize]);
                        y
                    }
                };
                self.memory[to.address(k)..][..LANES].copy_from_slice(&y);
            }
            Instruction::Sum { terms, to } => {
                let sum = terms
                    .iter()
                    .map(|term| if term.negative { -self.memory[term.at] } else { self.memory[term.at] });
                self.memory[to.address(k)] = sum.reduce(|a, b| a + b).unwrap_or(-0.0);
            }
            Instruction::Scatter { from, row: Row { positions, first, stride } } => {
                let (start, end) = (positions.start.max(k), positions.end.min(k + lanes));
                if start < end {
                    self.fill(first + stride * (end - 1 - positions.start) + 1);
                    let from = &self.memory[from.address(k)..][start - k..end - k];
                    let to = &mut self.results[first + stride * (start - positions.start)..];
                    scatter(from, *stride, to);
                }
            }
        }
        true
    }

    #[inline(always)]
    fn binary(&mut self, a: Source, b: Source, to: Source, k: usize, f: impl Fn(f64, f64) -> f64) {
        let (a, b) = (self.lanes(a, k), self.lanes(b, k));
        let mut y = [0.0; LANES];
        for lane in 0..LANES {
            y[lane] = f(a[lane], b[lane]);
        }
        self.memory[to.address(k)..][..LANES].copy_from_slice(&y);
    }

    #[inline(always)]
    fn ternary(
        &mut self,
        [a, b]: [Source; 2],
        c: Source,
        to: Source,
        k: usize,
        f: impl Fn(f64, f64, f64) -> f64,
    ) {
        let (a, b, c) = (self.lanes(a, k), self.lanes(b, k), self.lanes(c, k));
        let mut y = [0.0; LANES];
        for lane in 0..LANES {
            y[lane] = f(a[lane], b[lane], c[lane]);
        }
        self.memory[to.address(k)..][..LANES].copy_from_slice(&y);
    }

    #[inline(always)]
    fn pair(
        &mut self,
        [a, b]: [Source; 2],
        second: Second,
        c: Source,
        to: Source,
        k: usize,
        t: impl Fn(f64, f64) -> f64,
    ) {
        match second {
            Second::Add => self.ternary([a, b], c, to, k, |a, b, c| t(a, b) + c),
            Second::Sub => self.ternary([a, b], c, to, k, |a, b, c| t(a, b) - c),
            Second::From => self.ternary([a, b], c, to, k, |a, b, c| c - t(a, b)),
            Second::Mul => self.ternary([a, b], c, to, k, |a, b, c| t(a, b) * c),
            Second::Twice => self.binary(a, b, to, k, |a, b| t(a, b) + t(a, b)),
            Second::Square => self.binary(a, b, to, k, |a, b| t(a, b) * t(a, b)),
            Second::Neg => self.binary(a, b, to, k, |a, b| -t(a, b)),
        }
    }

    #[inline(always)]
    fn lanes(&self, from: Source, k: usize) -> &[f64] {
        &self.memory[from.address(k)..][..LANES]
    }
}

/// The numbers of `from` at this stride, at least so many.
#[inline(always)]
fn gather(from: &[f64], stride: usize, lanes: usize) -> [f64; LANES] {
    match stride {
        2 => all_at_stride::<2>(from),
        3 => all_at_stride::<3>(from),
        4 => all_at_stride::<4>(from),
        _ => None,
    }
    .unwrap_or_else(|| {
        let mut to = [0.0; LANES];
        (0..lanes).for_each(|lane| to[lane] = from[stride * lane]);
        to
    })
}

/// All lanes, if there are so many numbers. LLVM makes them of vectors.
#[inline(always)]
fn all_at_stride<const S: usize>(from: &[f64]) -> Option<[f64; LANES]> {
    let from = from.get(..S * LANES)?;
    let mut to = [0.0; LANES];
    for lane in 0..LANES {
        to[lane] = from[S * lane];
    }
    Some(to)
}

/// Writes the numbers to places at this stride.
#[inline(always)]
fn scatter(from: &[f64], stride: usize, to: &mut [f64]) {
    match (stride, from.first_chunk()) {
        (1, _) => to[..from.len()].copy_from_slice(from),
        (2, Some(from)) => all_to_stride::<2>(from, to),
        (3, Some(from)) => all_to_stride::<3>(from, to),
        (4, Some(from)) => all_to_stride::<4>(from, to),
        _ => to.chunks_mut(stride).zip(from).for_each(|(to, from)| to[0] = *from),
    }
}

/// Writes all lanes, with one check.
#[inline(always)]
fn all_to_stride<const S: usize>(from: &[f64; LANES], to: &mut [f64]) {
    let to = &mut to[..=S * (LANES - 1)];
    for lane in 0..LANES {
        to[S * lane] = from[lane];
    }
}

impl Source {
    #[inline(always)]
    fn address(self, k: usize) -> usize {
        self.at + self.step * k
    }
}
