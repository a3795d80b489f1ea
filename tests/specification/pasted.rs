//! Random code as `#[exp]` functions: what the generator prints, pasted here.
//!
//! So the printed function means what the generator's interpreter makes of it, and the macro's expansions go the same
//! way through the strategies as the interpreted code does.

use ad::prelude::*;

use crate::random::code;
use crate::support::Several;
use crate::support::code::Kind;

#[test]
fn show() {
    let mut s = 7;
    for i in 0..40 { let c = code(Kind::OrderedRing, 2, &mut s); if i % 1 == 0 { println!("{i} {c}"); } }
}
