//! Random programs as data, run by one function: registers, branches, loops and early returns.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::neg_cmp_op_on_partial_ord,
    reason = "the numbers are small, and a NaN is less than nothing"
)]

use ad::prelude::*;
use ad::special;

/// An instruction. Registers and places are numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Constant(usize, i32),
    Copy(usize, usize),
    Add(usize, usize, usize),
    Subtract(usize, usize, usize),
    Multiply(usize, usize, usize),
    Divide(usize, usize, usize),
    Max(usize, usize, usize),
    Min(usize, usize, usize),
    Power(usize, usize, usize),
    Clamp(usize, usize),
    Abs(usize, usize),
    Sin(usize, usize),
    Exp(usize, usize),
    Sqrt(usize, usize),
    Ln(usize, usize),
    Tanh(usize, usize),
    Sigmoid(usize, usize),
    Saw(usize, usize),
    /// Jumps unless the first is less than the second.
    UnlessLess(usize, usize, usize),
    UnlessEqual(usize, usize, usize),
    UnlessNan(usize, usize),
    Jump(usize),
    Return(usize),
}

/// A program, which is no number.
#[derive(Clone, Debug)]
pub(crate) struct Code(pub(crate) Vec<Op>);

#[exp(adjoint)]
pub(crate) fn machine(code: &Code, x: [f64; 3]) -> f64 {
    let mut r = [x[0], x[1], x[2], 1.0, 0.5];
    let mut at = 0;
    for _ in 0..120 {
        if at >= code.0.len() {
            return r[0] + r[1] * r[2];
        }
        let op = code.0[at];
        at += 1;
        match op {
            Op::Constant(d, k) => r[d] = k as f64 * 0.25,
            Op::Copy(d, a) => r[d] = r[a],
            Op::Add(d, a, b) => r[d] = r[a] + r[b],
            Op::Subtract(d, a, b) => r[d] = r[a] - r[b],
            Op::Multiply(d, a, b) => r[d] = r[a] * r[b],
            Op::Divide(d, a, b) => r[d] = r[a] / r[b],
            Op::Max(d, a, b) => r[d] = r[a].max(r[b]),
            Op::Min(d, a, b) => r[d] = r[a].min(r[b]),
            Op::Power(d, a, b) => r[d] = r[a].powf(r[b]),
            Op::Clamp(d, a) => r[d] = r[a].clamp(-1.0, 1.0),
            Op::Abs(d, a) => r[d] = r[a].abs(),
            Op::Sin(d, a) => r[d] = r[a].sin(),
            Op::Exp(d, a) => r[d] = r[a].exp(),
            Op::Sqrt(d, a) => r[d] = r[a].sqrt(),
            Op::Ln(d, a) => r[d] = r[a].ln(),
            Op::Tanh(d, a) => r[d] = r[a].tanh(),
            Op::Sigmoid(d, a) => r[d] = special::sigmoid(r[a]),
            Op::Saw(d, a) => r[d] = r[a] - r[a].round(),
            Op::UnlessLess(a, b, to) => {
                if !(r[a] < r[b]) {
                    at = to;
                }
            }
            Op::UnlessEqual(a, b, to) => {
                if r[a] != r[b] {
                    at = to;
                }
            }
            Op::UnlessNan(a, to) => {
                if !r[a].is_nan() {
                    at = to;
                }
            }
            Op::Jump(to) => at = to,
            Op::Return(a) => return r[a] * 1.0,
        }
    }
    r[0]
}

/// A generator of pseudo-random numbers: G. Marsaglia, *Xorshift RNGs*, 2003.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    /// A coordinate: often special, or equal to that of another point.
    pub(crate) fn coordinate(&mut self) -> f64 {
        match self.below(24) {
            0 => 0.0,
            1 => -0.0,
            2 => f64::INFINITY,
            3 => f64::NEG_INFINITY,
            4 => f64::NAN,
            5 => 1e-310,
            6 => 1e300,
            7..=10 => [1.0, -1.0, 0.5, 2.0][self.below(4)],
            _ => (self.below(1 << 20) as f64 / f64::from(1 << 17) - 4.0) * 0.5,
        }
    }

    pub(crate) fn program(&mut self) -> Code {
        let mut code = Code(Vec::new());
        self.block(&mut code.0, 3, 6);
        code
    }

    fn block(&mut self, code: &mut Vec<Op>, depth: usize, length: usize) {
        for _ in 0..=self.below(length) {
            let (d, a, b) = (self.below(5), self.below(5), self.below(5));
            let choices = if depth == 0 { 22 } else { 27 };
            match self.below(choices) {
                0..=2 => code.push(Op::Multiply(d, a, b)),
                3 | 4 => code.push(Op::Add(d, a, b)),
                5 | 6 => code.push(Op::Subtract(d, a, b)),
                7 => code.push(Op::Divide(d, a, b)),
                8 => code.push(Op::Max(d, a, b)),
                9 => code.push(Op::Min(d, a, b)),
                10 => code.push(Op::Clamp(d, a)),
                11 => code.push(Op::Abs(d, a)),
                12 => code.push(Op::Sin(d, a)),
                13 => code.push(Op::Exp(d, a)),
                14 => code.push(Op::Sqrt(d, a)),
                15 => code.push(Op::Ln(d, a)),
                16 => code.push(Op::Tanh(d, a)),
                17 => code.push(Op::Sigmoid(d, a)),
                18 => code.push(Op::Saw(d, a)),
                19 => code.push(Op::Constant(d, self.below(9) as i32 - 4)),
                20 => code.push(Op::Copy(d, a)),
                21 => code.push(Op::Power(d, a, b)),
                // if a < b { … } else { … }
                22 | 23 => {
                    let test = code.len();
                    code.push(Op::UnlessLess(a, b, 0));
                    self.block(code, depth - 1, 3);
                    let end = code.len();
                    code.push(Op::Jump(0));
                    code[test] =
                        [Op::UnlessLess(a, b, end + 1), Op::UnlessEqual(a, b, end + 1)][self.below(2)];
                    self.block(code, depth - 1, 3);
                    code[end] = Op::Jump(code.len());
                }
                // while a < b { … }, until the instructions are used up
                24 => {
                    let test = code.len();
                    code.push(Op::UnlessLess(a, b, 0));
                    self.block(code, depth - 1, 3);
                    code.push(Op::Jump(test));
                    code[test] = Op::UnlessLess(a, b, code.len());
                }
                // if a < b { return d }
                25 => {
                    code.push(Op::UnlessLess(a, b, code.len() + 2));
                    code.push(Op::Return(d));
                }
                _ => {
                    code.push(Op::UnlessNan(a, code.len() + 2));
                    code.push(Op::Constant(a, 3));
                }
            }
        }
    }
}
