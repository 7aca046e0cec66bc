//! What goes over the wire: messages, clients and servers of `understudy.v1`, generated from the `.proto` files.

/// Version 1 of the API.
#[allow(
    clippy::all,
    clippy::wildcard_enum_match_arm,
    clippy::too_many_lines,
    clippy::uninlined_format_args,
    clippy::redundant_closure_for_method_calls,
    reason = "generated"
)]
pub mod v1 {
    tonic::include_proto!("understudy.v1");
}

/// The files as a `FileDescriptorSet`: for reflection, and for JSON.
pub const DESCRIPTOR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptor.bin"));
