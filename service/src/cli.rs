//! What can be asked for on the command line.

use catalog::GameKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Understudy fills the empty chairs at a tabletop game.
#[derive(Debug, Parser)]
#[command(version, about, after_help = "Start with: understudy play para_roles")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or the options of one game
    Games {
        /// Show this game's options with their defaults
        #[arg(value_parser = game)]
        game: Option<GameKind>,
    },
    /// Show how many rules of a game are done, or the text of one
    #[command(after_help = "Examples:\n  understudy rules para_roles\n  understudy rules para_roles PR-051")]
    Rules {
        #[arg(value_parser = game)]
        game: GameKind,
        /// The number of a rule, such as PR-051 or PR-R02
        id: Option<String>,
    },
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Play a saved game again, checking every step
    Replay {
        /// A record written by `save` in a game
        file: PathBuf,
        /// The content pack it was played with, if it was not the built-in one
        #[arg(long, value_name = "DIR")]
        content: Option<PathBuf>,
        /// Only check it; show nothing but the end
        #[arg(long)]
        quiet: bool,
    },
    /// Play very many random games in all modes and check every table
    Soak {
        #[arg(value_parser = game, default_value = "para_roles")]
        game: GameKind,
        #[arg(long, default_value_t = 10_000)]
        games: u64,
        /// The first game's seed; each further game has the next one
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many games at once; all cores if not given
        #[arg(long)]
        threads: Option<usize>,
    },
}

#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  understudy play para_roles                          you are the Healer, bots play the rest
  understudy play para_roles --bots none              you play all four heroes
  understudy play para_roles --bots 0,3 -o campaign=random_encounters -o stats=easy
  understudy play para_roles --dice mine              you turn your own cards and tell what came
  understudy play para_roles --load game.txt          go on with a saved game

`understudy games para_roles` lists the options. In the game, type the number of an action, or `help`.")]
pub struct PlayArgs {
    #[arg(value_parser = game)]
    pub game: GameKind,
    /// Seats played by a random bot: `all`, `none`, or seats such as 1,2,3
    #[arg(long, value_name = "SEATS", default_value = "1,2,3")]
    pub bots: String,
    /// An option of the game; may be given several times
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub options: Vec<(String, String)>,
    /// The seed of dice, cards and bots; the same seed and the same choices give the same game
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who turns cards and rolls dice: the `house`, or you with your own (`mine`)
    #[arg(long, value_enum, default_value_t = Dice::House)]
    pub dice: Dice,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seed"])]
    pub load: Option<PathBuf>,
    /// A folder with content files that replace the built-in ones
    #[arg(long, value_name = "DIR")]
    pub content: Option<PathBuf>,
}

/// Who turns cards and rolls dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dice {
    House,
    Mine,
}

fn game(text: &str) -> Result<GameKind, String> {
    text.parse().map_err(|_| format!("there is no game `{text}`; there are: {}", GameKind::WORDS.join(", ")))
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as campaign=dragons_tower")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
