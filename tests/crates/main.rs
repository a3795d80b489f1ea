//! Code of users of other crates, plus one attribute: their containers are arguments and results, their numbers are
//! differentiated. `cargo test --test crates`

/// The check of the programs of `tests/adjoint`, from three compiled copies of a program.
#[path = "../adjoint/check.rs"]
mod check;
mod complex;
mod decompositions;
mod densities;
#[cfg(feature = "faer")]
mod faer;
mod glam;
mod nalgebra;
mod ndarray;
mod poses;
mod products;
mod rayon;
mod robust;
mod rotations;
mod shadows;
mod sparse;

use ad::{Of, Shape};
use std::fmt::Debug;

/// A container of a shape is mapped, visited, changed and paired in one order; and refused beside one of another structure.
#[track_caller]
fn is_a_shape<S: Shape>(x: &Of<S, f64>, count: usize, other: Option<(&Of<S, f64>, &str)>)
where
    Of<S, f64>: PartialEq + Debug,
{
    let mut seen = Vec::new();
    S::for_each(x, &mut |x| seen.push(*x));
    assert_eq!((seen.len(), S::count(x)), (count, count));
    let mut i = 0;
    let numbered = S::map(x, &mut |x| {
        i += 1;
        (i - 1, *x)
    });
    S::for_each(&numbered, &mut |&(i, x)| assert_eq!(x, seen[i]));
    let mut i = 0;
    let back = S::into_map(numbered, &mut |(j, x)| {
        assert_eq!(i, j);
        i += 1;
        x
    });
    assert_eq!(&back, x);
    let mut twice = back;
    S::zip_mut(&mut twice, x, &mut |a, b| *a += b);
    S::for_each_mut(&mut twice, &mut |a| *a /= 2.0);
    assert_eq!(&twice, x);
    assert!(S::mismatch(x, x).is_none());
    if let Some((other, message)) = other {
        assert_eq!(S::mismatch(x, other).expect("they differ").to_string(), message);
        let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            S::zip_mut(&mut twice, other, &mut |_, _| {});
        }));
        assert!(refused.is_err());
    }
}
