//! The test vectors of the specification, FO-T01 to FO-T118.

mod abilities;
mod formations;
mod harvest;
mod movement;
mod results;
mod rounds;
mod sight;
mod victory;
