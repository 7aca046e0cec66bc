//! Tests that prove rules which no test vector shows.

mod campaigns;
mod charmed;
mod charmed_last;
mod charmed_more;
mod corrections;
mod creature;
mod edges;
mod edges_more;
mod minimal;
mod minimal_deeds;
mod minimal_epics;
mod mirror;
mod rounds;
mod setup;
mod switches;
mod town;
