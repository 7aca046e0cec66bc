//! The test vectors of the specification, TV-01 to TV-89.

mod advancement;
mod contests;
mod icons;
mod items_and_rest;
mod odds;
mod payments;
mod setup;
mod story;
