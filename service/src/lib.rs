//! Tables in the terminal: list games and rules, play, replay, soak, measure bots.
//!
//! Reading order: [`cli`] (what can be asked for), [`play`] (a game at the prompt), [`session`] (one table with its
//! record and undo), [`remote`] (the same on a server), [`ink`], [`listing`], [`soak`], [`arena`] with its [`report`], [`regret`].

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod arena;
pub mod balance;
pub mod cli;
pub mod config;
pub mod dice;
pub mod error;
pub mod fallen;
pub mod grpc;
pub mod ink;
pub mod listing;
pub mod matches;
pub mod offers;
pub mod own_box;
pub mod play;
pub mod progress;
pub mod regret;
pub mod remote;
pub mod replay;
pub mod report;
pub mod saves;
pub mod server;
pub mod session;
pub mod soak;
pub mod store;
pub mod story;
pub mod telemetry;
pub mod thinkers;
pub mod tournaments;
pub mod typing;
pub mod verify;
pub mod wire;

use catalog::{BadRecord, PackFiles, PlayError, SetupError};
use clap::Parser;
use cli::{Cli, Command, StoryCommand};
use std::{
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
};

/// Anything that keeps a command from being carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Setup(#[from] SetupError),
    #[error("{file}: {why}")]
    Record { file: PathBuf, why: BadRecord },
    #[error("{file}: {why}")]
    Save { file: PathBuf, why: saves::BadSave },
    #[error("the game cannot be saved: {0}")]
    Saved(saves::BadSave),
    #[error(transparent)]
    Key(#[from] saves::key::BadKey),
    #[error("{file}: {why}")]
    Handover { file: PathBuf, why: catalog::BadHandover },
    #[error(
        "--bots {bots}: {seat} was a bot's when the game was saved, so its hand stays hidden; leave the seat to a bot"
    )]
    NotTheirs { bots: String, seat: kernel::Seat },
    #[error("{file}: {why}")]
    Box { file: PathBuf, why: String },
    #[error("{0}")]
    NoCard(String),
    #[error("{file}: {why}")]
    File { file: PathBuf, why: io::Error },
    #[error("{folder}: none of the content files is there; expected some of: {expected}")]
    EmptyPack { folder: PathBuf, expected: String },
    #[error("there is no rule {id} in {game}; `understudy rules {game}` lists them all")]
    NoRule { game: String, id: String },
    #[error(
        "--bots {found}: expected `all`, `none` or seats such as 1,2,3 (there are {seats} seats, from 0)"
    )]
    Bots { found: String, seats: u8 },
    #[error(
        "--bots {found}: only a person has the cards of {seat}; leave it to one, or choose options under which the house has them"
    )]
    BotsCards { found: String, seat: kernel::Seat },
    #[error(
        "--dice {found}: expected `house`, `mine` or seats such as 1,2 (there are {seats} seats, from 0)"
    )]
    Dice { found: kernel::Seat, seats: u8 },
    #[error(transparent)]
    NoStyle(#[from] bots::players::NoStyle),
    #[error("the terminal cannot be written to or read from: {0}")]
    Terminal(#[from] io::Error),
    #[error("{0}")]
    Play(#[from] PlayError),
    #[error("{file}: {why}")]
    Unproved { file: PathBuf, why: verify::Unproved },
    #[error("{0}")]
    Soak(String),
    #[error("{0}")]
    Regret(String),
    #[error("the storybooks cannot be played with: {faults} faults")]
    Story { faults: usize },
    #[error("--time is for `--agent mcts`; {found} has its own way to think")]
    TimeForNone { found: String },
    #[error(transparent)]
    Server(#[from] server::Error),
    #[error(transparent)]
    Remote(#[from] remote::Trouble),
    #[error("{0}")]
    Contest(#[from] bots::any::NoContest),
}

/// Carries out a command.
///
/// # Errors
/// With a sentence that says what to do about it.
pub fn run(cli: Cli) -> Result<(), Error> {
    let mut out = anstream::stdout();
    match cli.command {
        // A newcomer's first command: nothing given, so only the environment can say more.
        None => serve_by_environment(),
        Some(Command::Serve(args)) => Ok(server::start::command(*args)?),
        Some(Command::Games { game }) => Ok(listing::games(&mut out, game)?),
        Some(Command::Rules { game, id }) => listing::rules(&mut out, game, id.as_deref()),
        Some(Command::Play(args)) if args.remote.server.is_some() => {
            remote::play(*args, Box::new(io::BufReader::new(io::stdin())), &mut out)
        }
        Some(Command::Play(args)) => {
            play::play_with(*args, &mut io::stdin().lock(), &mut out, io::stdin().is_terminal())
        }
        Some(Command::Box(args)) => own_box::run(&mut out, &args),
        Some(Command::Replay { file, content, key, quiet }) => {
            replay::run(&mut out, &file, content.as_deref(), key.as_deref(), quiet)
        }
        Some(Command::Verify { file, content, key }) => {
            verify::run(&mut out, &file, content.as_deref(), key.as_deref())
        }
        Some(Command::Arena(args)) => arena::arena(&mut out, &args),
        Some(Command::Regret(args)) => regret::regret(&mut out, &args),
        Some(Command::Story(StoryCommand::Check(args))) => story::check(&mut out, &args),
        Some(Command::Story(StoryCommand::Measure(args))) => story::measure(&mut out, &args),
        Some(Command::Soak { game, games, seed, threads }) => {
            soak::soak(&mut out, game, games, seed, threads)
        }
    }
}

fn serve_by_environment() -> Result<(), Error> {
    let told = Cli::parse_from(["understudy", "serve"]);
    match told.command {
        Some(Command::Serve(args)) => Ok(server::start::command(*args)?),
        Some(_) | None => Ok(()),
    }
}

/// # Errors
/// If the file cannot be read or is no saved game.
pub fn read_saved(file: &Path) -> Result<saves::Found, Error> {
    let wrong = |why| Error::Save { file: file.to_owned(), why };
    let bytes = std::fs::read(file).map_err(|why| Error::File { file: file.to_owned(), why })?;
    let text = String::from_utf8(bytes).map_err(|_| wrong(saves::BadSave::NoText))?;
    saves::read(&text).map_err(wrong)
}

/// # Errors
/// If the file cannot be read or is nothing that a table gave out.
pub fn read_handover(file: &Path) -> Result<catalog::Handover, Error> {
    let text = std::fs::read_to_string(file).map_err(|why| Error::File { file: file.to_owned(), why })?;
    text.parse().map_err(|why| Error::Handover { file: file.to_owned(), why })
}

/// The content files of a folder; without a folder the built-in content.
///
/// # Errors
/// If the folder holds none of the game's files, or one cannot be read.
pub fn read_pack(game: catalog::GameKind, folder: Option<&Path>) -> Result<PackFiles, Error> {
    let mut pack = PackFiles::default();
    let Some(folder) = folder else { return Ok(pack) };
    for name in game.content_files() {
        let file = folder.join(name);
        match std::fs::read_to_string(&file) {
            Ok(text) => {
                pack.0.insert(name.to_owned(), text);
            }
            Err(why) if why.kind() == io::ErrorKind::NotFound => {}
            Err(why) => return Err(Error::File { file, why }),
        }
    }
    if pack.0.is_empty() {
        let expected = game.content_files().join(", ");
        return Err(Error::EmptyPack { folder: folder.to_owned(), expected });
    }
    Ok(pack)
}
