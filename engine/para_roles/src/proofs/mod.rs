//! Tests that prove rules which no test vector shows.

mod campaigns;
mod charmed;
mod charmed_more;
mod rounds;
mod setup;
mod town;
