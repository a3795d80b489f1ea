//! Random straight-line programs of any shape, on which the operators are compared.

use ad_core::{Dict, Exp, Num, Of, Real, RealDict, RingDict, Shape, Signature};

use crate::Random;

/// The numbers in a container, in order.
pub fn numbers<S: Shape>(x: &Of<S, f64>) -> Vec<f64> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

/// Twenty steps whose operands are inputs and results of earlier steps, and a result of the last ones. Its values stay near 1.
#[derive(Clone)]
pub struct RealProgram<I: Shape, O: Shape> {
    /// Which program.
    pub seed: u64,
    /// The argument.
    pub input: Of<I, ()>,
    /// The result.
    pub output: Of<O, ()>,
}

impl<I: Shape, O: Shape> Signature for RealProgram<I, O> {
    type In = I;
    type Out = O;
}

impl<D: RealDict, I: Shape, O: Shape> Exp<D> for RealProgram<I, O> {
    fn apply(&self, _: D, x: &Of<I, Num<D>>) -> Of<O, Num<D>> {
        run::<I, O, D>(self.seed, 20, x, &self.output, |operation, a, b| match operation {
            0 => a * b * 0.75 + 0.1,
            1 => (a + b) * 0.6,
            2 => 0.5 - a * 0.5 - b * 0.5,
            3 => a / (1.25 + b * b),
            4 => (a - b).sin(),
            5 => (a * 0.7 - b).tanh(),
            6 => (a * b).cos(),
            _ => (a * a + b * b + 0.5).sqrt() * 0.8,
        })
    }
}

/// Eight such steps with the operations of a ring: in small integers, no derivative of it is ever rounded.
#[derive(Clone)]
pub struct RingProgram<I: Shape, O: Shape> {
    /// Which program.
    pub seed: u64,
    /// The argument.
    pub input: Of<I, ()>,
    /// The result.
    pub output: Of<O, ()>,
}

impl<I: Shape, O: Shape> Signature for RingProgram<I, O> {
    type In = I;
    type Out = O;
}

impl<D: RingDict, I: Shape, O: Shape> Exp<D> for RingProgram<I, O> {
    fn apply(&self, _: D, x: &Of<I, Num<D>>) -> Of<O, Num<D>> {
        run::<I, O, D>(self.seed, 8, x, &self.output, |operation, a, b| match operation {
            0 | 1 => a * b,
            2 | 3 => a + b,
            4 => a - b,
            5 => -a,
            _ => a * b + a,
        })
    }
}

fn run<I: Shape, O: Shape, D: Dict>(
    seed: u64,
    steps: usize,
    x: &Of<I, Num<D>>,
    output: &Of<O, ()>,
    operation: impl Fn(usize, Num<D>, Num<D>) -> Num<D>,
) -> Of<O, Num<D>> {
    let mut random = Random::new(seed);
    let mut values = Vec::new();
    I::for_each(x, &mut |x| values.push(*x));
    for _ in 0..steps {
        let (a, b) = (values[random.below(values.len())], values[random.below(values.len())]);
        values.push(operation(random.below(8), a, b));
    }
    // All inputs and results go into the output, the last ones most.
    O::map(output, &mut |()| {
        let picked = [0; 3].map(|_| values[values.len() - 1 - random.below(values.len() / 2 + 1)]);
        picked.into_iter().sum()
    })
}
