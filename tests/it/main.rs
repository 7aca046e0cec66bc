//! All tests over whole games, in one binary.

mod frame; // the server around the services, over real sockets
mod killed; // a server that is killed under load loses nothing it has answered
mod laws; // laws of the kernel along random play, for every mode
mod matches; // matches and bots over real sockets
mod notation; // steps and options as text: what reads, reads back
mod peeking; // bots act by what their seat may know, in every game
mod playthroughs; // recorded games, told as they were
mod remote; // the terminal against a server
mod rulebook; // every rule done has code and proof; every cited number exists
mod terminal; // the binary's commands, typed at
mod tidy; // sizes, first lines, crate edges, a true map
