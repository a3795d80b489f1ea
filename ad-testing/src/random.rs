//! Random numbers: the same ones in each run.

use ad_core::{Of, Shape};

/// A small generator of random numbers: xorshift64*.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// Equal seeds give equal numbers.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Less than `n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from((self.next() >> 32) % n as u64).expect("it is less than a usize")
    }

    /// Between -1 and 1.
    #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn float(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// An integer from -2 to 2.
    pub fn small(&mut self) -> f64 {
        [-2.0, -1.0, 0.0, 1.0, 2.0][self.below(5)]
    }

    /// A container like `template`, filled.
    pub fn fill<S: Shape>(&mut self, template: &Of<S, ()>, number: fn(&mut Self) -> f64) -> Of<S, f64> {
        S::map(template, &mut |()| number(self))
    }
}
