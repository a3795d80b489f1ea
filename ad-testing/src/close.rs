//! Closeness of floats.

/// Asserts that `found` is `expected`, up to `tolerance` relative to it, or absolute where it is less than 1.
#[track_caller]
pub fn assert_close(found: f64, expected: f64, tolerance: f64) {
    let allowed = tolerance * expected.abs().max(1.0);
    assert!((found - expected).abs() <= allowed, "{found} and {expected} differ");
}

/// Asserts the same of each number, and that there are equally many.
#[track_caller]
pub fn assert_all_close<'a>(
    found: impl IntoIterator<Item = &'a f64>,
    expected: impl IntoIterator<Item = &'a f64>,
    tolerance: f64,
) {
    let (found, expected): (Vec<_>, Vec<_>) = (found.into_iter().collect(), expected.into_iter().collect());
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.into_iter().zip(expected) {
        assert_close(*found, *expected, tolerance);
    }
}
