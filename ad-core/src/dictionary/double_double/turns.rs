//! Angles in quarters of a turn, also of numbers that are much larger than a turn.
//!
//! Source: M. H. Payne and R. N. Hanek, *Radian reduction for trigonometric functions*, ACM SIGNUM Newsletter 18(1), 1983. Of 1 / 2π, an
//! argument needs only the bits behind its own last one: those in front of them give whole turns.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "words of long integers, and small numbers"
)]

use super::DoubleDouble;

/// The bits of 1 / 2π.
const TURNS: [u64; 24] = [
    0x28be_60db_9391_054a,
    0x7f09_d5f4_7d4d_3770,
    0x36d8_a566_4f10_e410,
    0x7f94_58ea_f7ae_f158,
    0x6dc9_1b8e_9093_74b8,
    0x0192_4bba_8274_6487,
    0x3f87_7ac7_2c4a_69cf,
    0xba20_8d7d_4bae_d121,
    0x3a67_1c09_ad17_df90,
    0x4e64_758e_60d4_ce7d,
    0x2721_17e2_ef7e_4a0e,
    0xc7fe_25ff_f781_6603,
    0xfbcb_c462_d682_9b47,
    0xdb4d_9fb3_c9f2_c26d,
    0xd3d1_8fd9_a797_fa8b,
    0x5d49_eeb1_faf9_7c5e,
    0xcf41_ce7d_e294_a4ba,
    0x9afe_d7ec_47e3_5742,
    0x1580_cc11_bf1e_daea,
    0xfc33_ef08_26bd_0d87,
    0x6a78_e458_57b9_86c2,
    0x1966_6157_c528_1a10,
    0x237f_f620_135c_c9cc,
    0x4181_8555_b29c_ea32,
];

/// The words of a fraction of a turn. A number of two doubles may be as close to a quarter as 2⁻¹²⁰, of which 100 bits are to be right.
const WORDS: usize = 5;

/// A fraction of a turn, in units of 2⁻³²⁰. Whole turns are omitted.
type Fraction = [u64; WORDS];

/// The number of quarters of a turn in an angle, modulo 4, and the rest, which is at most π/4.
pub(super) fn quarters(x: DoubleDouble) -> (u64, DoubleDouble) {
    // An eighth more, so that the nearest quarter is below.
    let mut turns = sum(fraction(x.high), fraction(x.low));
    turns[0] = turns[0].wrapping_add(1 << 61);
    let quarters = turns[0] >> 62;
    turns[0] = (turns[0] & (u64::MAX >> 2)).wrapping_sub(1 << 61);
    let is_negative = turns[0] >> 63 == 1;
    let rest = number(if is_negative { opposite(turns) } else { turns }) * DoubleDouble::PI.scaled(2.0);
    (quarters, if is_negative { -rest } else { rest })
}

/// x / 2π without whole turns, for a finite number.
fn fraction(x: f64) -> Fraction {
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let mantissa = (bits & ((1 << 52) - 1)) | u64::from(biased > 0) << 52;
    // x = mantissa · 2ᵉ, so bit e of 1 / 2π is the first one that matters.
    let e = biased.max(1) - 1075;
    let (mut turns, mut carry) = ([0; WORDS], 0);
    for i in (0..=WORDS as i32).rev() {
        let product = u128::from(mantissa) * u128::from(word(e + 64 * i)) + carry;
        carry = product >> 64;
        // The last word is only needed for its carry.
        if let Some(turns) = turns.get_mut(i as usize) {
            *turns = product as u64;
        }
    }
    if x < 0.0 { opposite(turns) } else { turns }
}

/// 64 bits of 1 / 2π from a place behind the point on. In front of it there are zeros.
fn word(from: i32) -> u64 {
    let at = |i: i32| usize::try_from(i).ok().and_then(|i| TURNS.get(i)).copied().unwrap_or_default();
    let (i, shift) = (from.div_euclid(64), from.rem_euclid(64));
    let bits = u128::from(at(i)) << 64 | u128::from(at(i + 1));
    (bits << shift >> 64) as u64
}

fn sum(a: Fraction, b: Fraction) -> Fraction {
    let (mut sum, mut carry) = ([0; WORDS], 0);
    for i in (0..WORDS).rev() {
        let digit = u128::from(a[i]) + u128::from(b[i]) + carry;
        (sum[i], carry) = (digit as u64, digit >> 64);
    }
    sum
}

/// The fraction that is missing to a whole turn.
fn opposite(a: Fraction) -> Fraction {
    sum(a.map(|word| !word), [0, 0, 0, 0, 1])
}

/// The first digits of a fraction below a half.
fn number(turns: Fraction) -> DoubleDouble {
    const WORD: f64 = 18_446_744_073_709_551_616.0;
    const HALF: f64 = 4_294_967_296.0;
    // Halves of words are exact as doubles.
    let (mut number, mut unit) = (DoubleDouble::default(), 1.0);
    for word in turns {
        unit /= WORD;
        let [high, low] = [word >> 32, word & 0xffff_ffff].map(|half| half as f64);
        number = number + DoubleDouble::sum(high * (unit * HALF), low * unit);
    }
    number
}
