//! Derivatives as numbers: of every elementary function, at its kinks and edges, by every operator, of every shape.

mod boxes;
mod choices;
mod constants;
mod constrained;
mod double_doubles;
mod duality;
mod edges;
mod enclosures;
mod flat;
mod functions;
mod given;
mod least_squares;
mod operators;
mod oracle;
mod oracle_tables;
mod powers;
mod problem;
mod products;
mod proofs;
mod range;
mod recorded;
mod rows;
mod shapes;
mod sparse;
mod special_points;
mod ties;
