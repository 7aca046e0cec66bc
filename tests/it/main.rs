//! All tests over whole games, in one binary.

mod laws; // laws of the kernel along random play, for every mode
