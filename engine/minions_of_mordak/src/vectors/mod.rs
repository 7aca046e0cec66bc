//! The test vectors of the specification, by their numbers.

mod abilities;
mod damage;
mod economy;
mod endings;
mod examples;
mod movement;
