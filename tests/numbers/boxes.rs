//! An enclosure over a box contains the values at its points, for every row of the table. Some points are between the ends, where
//! a function may have an extremum, a pole or a jump.

#![allow(clippy::items_after_statements, reason = "each program stands before its use")]

use ad::enclosure::{Error, Interval, enclose, enclose_all_paths};
use ad::prelude::*;
use ad_testing::Random;

use crate::rows;

#[test]
fn of_every_row_of_the_table() {
    let (mut random, mut checked) = (Random::new(5), 0);
    rows::for_each(&mut |name, row, operands| {
        // The operands of a slope belong together.
        if name.ends_with("_slope") {
            return;
        }
        for _ in 0..200 {
            let center: Vec<f64> = (0..operands)
                .map(|_| {
                    let scale = [1.0, 3.0, 8.0, 40.0][random.below(4)];
                    let x = scale * random.float();
                    if random.below(4) == 0 { x.round() } else { x }
                })
                .collect();
            let mut area: Vec<Interval> = center
                .iter()
                .map(|x| {
                    let radius = [0.0, 1e-3, 0.3, 2.0][random.below(4)] * random.float().abs();
                    Interval::new(x - radius, x + radius)
                })
                .collect();
            if name == "clamp" {
                area[1] = Interval::new(-1.0, -0.5);
                area[2] = Interval::new(0.0, 1.0);
            }
            let found = match enclose(&row, &area) {
                Ok(found) => found,
                Err(error) => {
                    assert_eq!(error, Error::Undefined, "{name} over {area:?}");
                    continue;
                }
            };
            for k in 0..12 {
                let mut inside = |x: &Interval| match (k + random.below(3)) % 4 {
                    0 => x.lower(),
                    1 => x.upper(),
                    _ => (x.midpoint() + 0.5 * x.width() * random.float()).clamp(x.lower(), x.upper()),
                };
                let at: Vec<f64> = area.iter().map(&mut inside).collect();
                let y = row.at(at.clone());
                if !y.is_finite() {
                    continue;
                }
                // The value has errors of some units, and absolute ones at zeros.
                let near = y.abs() * 1e-13 + 1e-14;
                let holds = found.lower() <= y + near && y - near <= found.upper();
                assert!(holds, "{name} at {at:?} in {area:?}: {found} for {y}");
                checked += 1;
            }
        }
    });
    assert!(checked > 60_000, "{checked}");
}

/// Where a minimum, a saddle, or a corner of the box decides.
#[test]
fn extrema_between_the_ends() {
    #[exp]
    fn special(which: usize, x: f64, y: f64) -> f64 {
        match which {
            0 => ad::special::gamma(x),
            1 => ad::special::polygamma(1, x),
            2 => x.powf(y),
            3 => y.atan2(x),
            4 => ad::special::bessel_j(0, x),
            _ => ad::special::stumpff(2, x),
        }
    }
    for (which, x, y, [low, high]) in [
        (0, [1.0, 2.0], [0.0, 0.0], [0.885_603_194_410_888_7, 1.0]),
        // π², at -½, and more at the ends.
        (1, [-0.9, -0.1], [0.0, 0.0], [8.93, 100.0]),
        (2, [0.5, 2.0], [-3.0, 2.0], [0.125, 8.0]),
        (3, [-1.0, 1.0], [-1.0, 1.0], [-3.1, 3.1]),
        (3, [-2.0, -1.0], [-0.1, 0.1], [-3.1, 3.1]),
        (4, [-2.0, 2.0], [0.0, 0.0], [0.223_890_779_141_235_7, 1.0]),
        (5, [-4.0, 60.0], [0.0, 0.0], [0.0, 0.690_548_922_770_907_8]),
    ] {
        let area = (Interval::new(x[0], x[1]), Interval::new(y[0], y[1]));
        let found = enclose(&Special { which }, &area).unwrap();
        assert!(found.lower() <= low && high <= found.upper(), "{which}: {found} for {low} to {high}");
    }
}

/// Ends that are rounded on rare ways: a divisor that ends at 0 or at infinity, and integers that are no doubles.
#[test]
fn rare_ends_are_rounded_outwards() {
    // A tenth is less than its double.
    assert!((Interval::from(1.0) / Interval::new(0.0, 10.0)).lower() < 0.1);
    assert!((Interval::from(-1.0) / Interval::new(0.0, 10.0)).upper() > -0.1);
    assert!((Interval::from(1.0) / Interval::new(10.0, f64::INFINITY)).upper() >= 0.1);
    // 2/3 is more than its double.
    assert!((Interval::from(2.0) / Interval::new(3.0, f64::INFINITY)).upper() > 2.0 / 3.0);
    #[exp]
    fn shifted(n: u64, x: f64) -> f64 {
        x * n as f64
    }
    let y = enclose(&Shifted { n: (1 << 53) + 1 }, &Interval::from(1.0)).unwrap();
    assert!(y.lower() <= 9_007_199_254_740_992.0 && y.upper() >= 9_007_199_254_740_994.0, "{y}");
}

/// The number of comparisons on a path is bounded, too.
#[test]
fn a_path_without_an_end_is_an_error() {
    #[exp]
    fn halve(x: f64) -> f64 {
        let mut x = x;
        while x > 0.0 {
            x = x - x;
        }
        x
    }
    let found = enclose_all_paths(&Halve, &Interval::new(1.0, 2.0), 100_000);
    assert_eq!(found, Err(Error::TooManyPaths));
}
