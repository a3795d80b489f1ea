//! The kernels that needed a change beyond the attribute, as published and as changed. The table in `README.md` has the reasons.

mod inspection;
mod surroundings;
