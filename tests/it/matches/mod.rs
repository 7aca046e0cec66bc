//! Matches and bots over real sockets: every call, every refusal, and what holds when things go wrong in between.

mod advice; // hints, analyses, bots for callers who keep the game
pub mod by_view; // games followed and played by their typed views alone
mod calls; // making, reading, listing, closing; what is refused and why
mod fair; // records, thoughts and watches that would hold up others
mod friends_and_foes; // a game with secrets: whole matches, and what nobody may read
mod handover; // campaigns and parties from match to match; what a match that runs keeps to itself
mod minions_of_mordak; // a group with its own box: how it is asked, what it carries out
mod only_enemies; // Para Roles at a real table of which only the enemies are told
mod own_book; // people with a storybook of their own
mod play; // whole games: bots, people, real dice; requests that are sent twice
mod printed; // cards of people's own boxes: added to a match and told by their names; whose dice people roll
mod records; // export, import, replay, and dice that can be checked
mod restart; // stores that outlive servers, and matches that leave memory
pub mod rig; // a server with all services, and a match on it
mod seats; // hand over, take back, clocks, undo, private matches
mod watch; // news in order, from anywhere, also for slow readers
