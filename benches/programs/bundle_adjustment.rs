//! Bundle adjustment.

#[path = "../../examples/gradbench/programs/ba.rs"]
mod ba;

pub use ba::{Reprojection, reprojection};

/// The first of ADBench's observations.
pub const OBSERVATION: ([f64; 2], ([f64; 11], [f64; 3], f64)) = (
    [-525.672_849, 161.811_929],
    (
        [
            1.797_201,
            0.590_697,
            -0.635_786,
            90.859_550,
            29.361_415,
            28.777_534,
            211.628_116,
            -0.284_531,
            -14.762_924,
            0.058_931,
            0.069_976,
        ],
        [4.173_048, 5.586_898, 1.403_869],
        0.417_022,
    ),
);
