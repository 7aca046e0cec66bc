//! All tests over whole games, in one binary.

mod every_call; // the program in a process of its own, and every call of the API
mod frame; // the server around the services, over real sockets
mod hints; // no hint names a card that its seat has not seen
mod hostile; // hostile messages against the program
mod killed; // a server that is killed under load loses nothing it has answered
mod laws; // laws of the kernel along random play, for every mode
mod matches; // matches and bots over real sockets
mod notation; // steps and options as text: what reads, reads back
mod own_box; // cards of people's own boxes, told by what is printed on them: typed at
mod peeking; // bots act by what their seat may know, in every game
mod playthroughs; // recorded games, told as they were
mod real_table; // whole games of a group with its own box, typed at; what it is told
mod remote; // the terminal against a server
mod rulebook; // every rule done has code and proof; every cited number exists
mod saves; // saved games and their secrets, campaigns and parties from table to table
mod sixth; // a small game that proves that a game is one crate and one word
mod telling; // how people are asked what fell: the same in all worlds that look alike
mod terminal; // the binary's commands, typed at
mod tidy; // sizes, first lines, crate edges, a true map
