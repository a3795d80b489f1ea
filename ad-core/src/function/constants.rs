//! Constants that are no doubles: those of `std`, and the factors of derivative rules.

use core::f64::consts::{self, FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

/// Constants, each with its difference from the double. The values are those of `mpmath` with 120 digits.
const CONSTANTS: [(f64, f64); 25] = [
    (consts::PI, 1.224_646_799_147_353_2e-16),
    (consts::TAU, 2.449_293_598_294_706_4e-16),
    (consts::E, 1.445_646_891_729_250_2e-16),
    (consts::LN_2, 2.319_046_813_846_299_6e-17),
    (consts::LN_10, -2.170_756_223_382_249_4e-16),
    (consts::LOG2_E, 2.035_527_374_093_103_3e-17),
    (consts::LOG2_10, 1.661_617_516_973_592e-16),
    (consts::LOG10_E, 1.098_319_650_216_765e-17),
    (consts::LOG10_2, -2.803_728_127_785_170_4e-18),
    (consts::SQRT_2, -9.667_293_313_452_913e-17),
    (FRAC_1_SQRT_2, -4.833_646_656_726_457e-17),
    (consts::FRAC_1_PI, -1.967_867_667_518_248_6e-17),
    (consts::FRAC_2_PI, -3.935_735_335_036_497e-17),
    (FRAC_2_SQRT_PI, 1.533_545_961_316_588e-17),
    (consts::FRAC_PI_2, 6.123_233_995_736_766e-17),
    (consts::FRAC_PI_3, -1.072_081_766_451_091e-16),
    (consts::FRAC_PI_4, 3.061_616_997_868_383e-17),
    (consts::FRAC_PI_6, -5.360_408_832_255_455e-17),
    (consts::FRAC_PI_8, 1.530_808_498_934_191_5e-17),
    // 1 / √2π
    (0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2, -2.492_327_202_277_73e-17),
    // 1° and its reciprocal
    (1.745_329_251_994_329_5e-2, 2.948_652_270_870_168_7e-19),
    (57.295_779_513_082_32, -1.987_849_567_057_628_3e-15),
    (1.0 / 3.0, 1.850_371_707_708_594e-17),
    // The golden ratio and Euler's constant, which newer versions of `std` have.
    (1.618_033_988_749_895, -5.432_115_203_682_506e-17),
    (0.577_215_664_901_532_9, -4.942_915_152_430_645e-18),
];

/// The difference of the constant that rounds to `c` and `c` itself, if there is such a constant.
pub(crate) fn rest(c: f64) -> Option<f64> {
    CONSTANTS.into_iter().find(|(nearest, _)| *nearest == c).map(|(_, rest)| rest)
}
