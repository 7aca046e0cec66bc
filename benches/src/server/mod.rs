//! A server in a process of its own, a bare echo beside it, and the callers that measure both in the same way.

pub mod calls;
pub mod child;
pub mod echo;
pub mod script;
pub mod slow;
