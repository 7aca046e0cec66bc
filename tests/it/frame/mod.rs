//! The server's frame over real sockets: every promise it makes around the services, and every trap it avoids.

mod auth; // tokens, the server key
mod browsers; // gRPC-Web, JSON, the page, origins, few connections
mod calls; // deadlines, sizes, gzip, panics
mod connections; // age, TLS
mod limits; // rates and places
mod observe; // metrics, request ids, health, reflection, probes
mod process; // the binary: banner, signals, wrong settings
mod rig; // a server with services made for tests
mod shutdown; // the end, with calls and streams open
