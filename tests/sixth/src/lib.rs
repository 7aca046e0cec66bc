//! Night Ferry.
