//! Every elementary function over its whole domain, under every strategy and mixtures of them, to the third order, and
//! compositions to the tenth. The reference is the high-precision tables of `tests/oracle`.
//!
//! The unit of an error is the table's column `inherent`. The column has the effect of half an ulp, in the argument and in the
//! result, on the derivative. No program can do better than about one unit. Cancellation in the textbook's rules (`rules`, the
//! other column) is no excuse here.

mod binary;
mod compositions;
mod exact;
mod guarded;
pub(crate) mod named;
mod unary;

use crate::oracle::Row;

/// The largest error of a value, and of a derivative of order 1, 2, 3. The documentation of `ad::function` has the errors of the
/// values; derivatives are sums of products of such values.
const UNITS: [f64; 4] = [6.0, 6.0, 6.0, 8.0];

/// Derivatives below this may come out as 0, for some intermediate result is subnormal.
const NEGLIGIBLE: f64 = 1e-290;

/// Compares derivative number `k` of a row, of order `order`, with the computed one.
///
/// # Errors
///
/// Returns a description of the error.
fn compare<const A: usize, const K: usize>(
    row: &Row<A, K>,
    k: usize,
    order: usize,
    computed: f64,
) -> Result<(), String> {
    let (exact, unit) = (row.exact[k], row.inherent[k]);
    let tolerance = UNITS[order] * unit + if order > 0 { NEGLIGIBLE } else { 0.0 };
    if computed == exact || (computed - exact).abs() <= tolerance {
        Ok(())
    } else {
        let off = (computed - exact).abs() / unit;
        Err(format!("{}{:?}: {computed:e} is {off:.1} units from {exact:e}", row.function, row.at))
    }
}

/// Fails with all that is wrong, but for a page.
fn report(errors: &[String]) {
    assert!(
        errors.is_empty(),
        "{} errors, such as\n{}",
        errors.len(),
        errors[..errors.len().min(40)].join("\n")
    );
}
