//! The kernels that needed a change beyond the attribute. Each stands twice, as published and as changed; `README.md`
//! has the reasons in a table.

mod inspection;
mod surroundings;
