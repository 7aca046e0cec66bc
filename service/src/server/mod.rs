//! The server around the services: one port for gRPC, gRPC-Web, JSON and a page.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod status;
