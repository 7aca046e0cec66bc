//! What can be asked for on the command line.

use crate::{config::ServeArgs, regret::Named};
use bots::players::{Agent, BadAgent, BadThink, Think};
use catalog::GameKind;
use clap::{Args, Parser, Subcommand, ValueEnum, builder::ArgPredicate};
use kernel::{Seat, SeatSet, seat::SEATS_MAX};
use std::path::PathBuf;

/// Understudy fills the empty chairs at a tabletop game.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = "\
Without a command the server starts, as with `understudy serve`.
Start with: understudy play para_roles (in the terminal), or understudy serve (for programs and pages)"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve games and bots to programs: gRPC, gRPC-Web and JSON on one port
    Serve(Box<ServeArgs>),
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
    Play(Box<PlayArgs>),
    /// Your own cards of a game: those of your box that are not in ours, told by what is printed on them
    #[command(after_help = "\
Examples:
  understudy box minions_of_mordak                                 lists them, and says how a card is told
  understudy box minions_of_mordak add 'chump \"Bog Thing\" health 2 wound 1 melee AN wounded 1'
  understudy box minions_of_mordak show bog thing
  understudy box minions_of_mordak remove bog thing

Cards that are told in `understudy play` (at `what came?`, or with `card ...`) are kept here too. A card of the box is told by
its name; case, punctuation and a slip of the hand do not matter.")]
    Box(BoxArgs),
    /// Play a saved game again, checking every step; of one that is not over it shows what all at the table know
    Replay {
        /// A record written by `save` in a game
        file: PathBuf,
        /// The content pack it was played with, if it was not the built-in one
        #[arg(long, value_name = "DIR")]
        content: Option<PathBuf>,
        /// The key of saved games that opens it, if it is not the one of this user
        #[arg(long, value_name = "FILE")]
        key: Option<PathBuf>,
        /// Only check it; show nothing but the end
        #[arg(long)]
        quiet: bool,
    },
    /// Check that every roll of a record follows from the seed the server had committed to
    Verify {
        /// A record: exported from a match that is over, or written by `save` in a game
        file: PathBuf,
        /// The content pack it was played with, if it was not the built-in one
        #[arg(long, value_name = "DIR")]
        content: Option<PathBuf>,
        /// The key of saved games that opens it, if it is not the one of this user
        #[arg(long, value_name = "FILE")]
        key: Option<PathBuf>,
    },
    /// Compare two agents on the same deals
    Arena(ArenaArgs),
    /// Measure how much an agent gives away on positions that are solved exactly
    Regret(RegretArgs),
    /// Look at storybooks of Roll Player Adventures
    #[command(subcommand)]
    Story(StoryCommand),
    /// Play very many random games in all modes and check every table
    Soak {
        #[arg(value_parser = game, default_value = "para_roles")]
        game: GameKind,
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
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
pub struct BoxArgs {
    #[arg(value_parser = game)]
    pub game: GameKind,
    /// `add` and a card, `show` or `remove` and its name; nothing lists them all
    #[arg(value_name = "WHAT", trailing_var_arg = true)]
    pub what: Vec<String>,
    /// The folder of your own cards
    #[arg(long = "box", value_name = "DIR", env = "UNDERSTUDY_BOX")]
    pub own_box: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  understudy play para_roles                          you are the Healer, bots play the rest
  understudy play para_roles --bots none              you play all four heroes
  understudy play para_roles --bots 0,3 -o campaign=random_encounters -o stats=easy
  understudy play para_roles --level novice           with weaker partners; `hint` in the game asks a strong one
  understudy play para_roles --dice mine              you turn your own cards and tell what came
  understudy play para_roles --load game.txt          go on with a saved game
  understudy play para_roles --from party.txt -o campaign=dragons_tower    with the party of another campaign
  understudy play para_roles --server http://127.0.0.1:50051     the same, on a server that keeps the match
  understudy play para_roles --server https://games.example --tls-cert me.pem --tls-key key.pem
  understudy play friends_and_foes -o seats=3         you against two bots; hands stay hidden
  understudy play friends_and_foes --bots none        two people at one screen, which they pass to each other

`understudy games para_roles` lists the options. In the game, type the number of an action, or `help`.")]
pub struct PlayArgs {
    #[arg(value_parser = game)]
    pub game: GameKind,
    /// Seats played by bots: `others` (all but seat 0), `all`, `none`, or seats such as 1,2,3
    #[arg(long, value_name = "SEATS", default_value = "others")]
    pub bots: String,
    /// How well they play: novice, adept, master, or any agent of `understudy arena`; in a style, where the game has
    /// them: master:schemer
    #[arg(long, value_name = "LEVEL", value_parser = agent, default_value = "adept")]
    pub level: Agent,
    /// An option of the game; may be given several times
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub options: Vec<(String, String)>,
    /// The seed of dice, cards and bots; the same seed and the same choices give the same game
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who turns cards and rolls dice: the `house`, you with your own (`mine`), or seats such as 1,2: you for those seats
    /// and for what is nobody's, the house for the others
    #[arg(long, value_name = "WHO", value_parser = dice, default_value = "house")]
    pub dice: Dice,
    /// The folder of your own cards (see `understudy box`)
    #[arg(long = "box", value_name = "DIR", env = "UNDERSTUDY_BOX")]
    pub own_box: Option<PathBuf>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seed"])]
    pub load: Option<PathBuf>,
    /// A folder with content files that replace the built-in ones
    #[arg(long, value_name = "DIR")]
    pub content: Option<PathBuf>,
    #[command(flatten)]
    pub files: FileArgs,
    #[command(flatten)]
    pub remote: RemoteArgs,
}

/// What goes from one table to another, and what opens saved games.
#[derive(Args, Clone, Debug, Default)]
pub struct FileArgs {
    /// Begin with what another table gave out (`export FILE`): a campaign, a party, heroes. Options given besides are stronger
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    pub from: Option<PathBuf>,
    /// The key that seals saved games; by default in your folder for data of programs, where it is made on first use
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
}

/// Where a game is played that is not played here.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "On a server")]
pub struct RemoteArgs {
    /// Play on the server at this address
    #[arg(long, value_name = "ADDR", conflicts_with_all = ["load", "content"])]
    pub server: Option<String>,
    /// Join this match instead of making one
    #[arg(long = "match", value_name = "ID", requires = "server", conflicts_with_all = ["options", "seed"])]
    pub match_id: Option<String>,
    /// The token of a seat in that match; may be given several times
    #[arg(long = "token", value_name = "TOKEN", requires = "match_id", allow_hyphen_values = true)]
    pub tokens: Vec<String>,
    /// The key that making matches needs, where the server has one
    #[arg(long, value_name = "KEY", env = "UNDERSTUDY_SERVER_KEY", hide_env_values = true)]
    pub server_key: Option<String>,
    /// The certificate of the authority to trust (PEM), for https
    #[arg(long, value_name = "FILE", requires = "server", alias = "ca")]
    pub tls_ca: Option<PathBuf>,
    /// Your certificate (PEM), where the server asks for one; needs --tls-key
    #[arg(long, value_name = "FILE", requires_all = ["server", "tls_key"])]
    pub tls_cert: Option<PathBuf>,
    /// Its private key (PEM); needs --tls-cert
    #[arg(long, value_name = "FILE", requires_all = ["server", "tls_cert"])]
    pub tls_key: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Agents: random, greedy, mcts:2000 (iterations), mcts:50ms (time), and the levels novice, adept, master.
With a style where the game has them: master:schemer, mcts:50ms:butcher, greedy:patient (minions_of_mordak).

Examples:
  understudy arena --a mcts:200 --b greedy --games 100
  understudy arena --a mcts:50ms --b greedy --games 400 -o campaign=random_encounters --report arena.html
  understudy arena --a master --b adept --games 2000 --sprt     stop as soon as it is decided
  understudy arena --a greedy --b random --json                 for other programs
  understudy arena --game friends_and_foes --matrix warbands -o preset=club --report balance.html
                                                                which warbands are too strong or too weak

Each deal is played by both sides with the same seed of cards and dice. With agents that count iterations the same
command gives the same result everywhere.")]
pub struct ArenaArgs {
    #[arg(long, value_parser = game, default_value = "para_roles")]
    pub game: GameKind,
    /// Compare not agents but parts of the game: every two of these meet, led by equal agents (`--a`, else greedy)
    ///
    /// Each deal is played twice, so that both have had either seat. Prints and draws how often each beats each other,
    /// and marks what wins less than 35 % or more than 65 % of all its games.
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["b", "sprt"])]
    pub matrix: Option<Matrix>,
    /// The first agent
    #[arg(long, value_name = "AGENT", value_parser = agent, default_value = "mcts:50ms",
          default_value_if("matrix", ArgPredicate::IsPresent, "greedy"))]
    pub a: Agent,
    /// The agent it is compared with
    #[arg(long, value_name = "AGENT", value_parser = agent, default_value = "greedy")]
    pub b: Agent,
    /// How many deals (of every pair, with --matrix); each is played by both sides
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// What all cards, dice and bots come from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// An option of the game; may be given several times
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub options: Vec<(String, String)>,
    /// A folder with content files that replace the built-in ones
    #[arg(long, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// How many games at once; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// Stop as soon as it is decided whether A gains 2 points on B (errors of 5 % either way)
    #[arg(long)]
    pub sprt: bool,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
    /// Also write a page with figures to this file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  understudy regret --agent mcts --time 50ms
  understudy regret --agent mcts:2000 --positions 50 --plays 1      quick, and the same everywhere
  understudy regret --agent adept --full                            also the three positions that take minutes

Every position is one short fight whose options have exact values; greedy and random are measured beside the agent.")]
pub struct RegretArgs {
    #[arg(long, value_parser = game, default_value = "para_roles")]
    pub game: GameKind,
    /// Who is measured: `mcts`, or an agent such as mcts:2000, greedy or adept
    #[arg(long, value_parser = named, default_value = "mcts")]
    pub agent: Named,
    /// How long `mcts` thinks about a decision: 50ms, 2s, or a number of iterations
    #[arg(long, value_parser = think)]
    pub time: Option<Think>,
    /// Generated positions beside the known ones
    #[arg(long, default_value_t = 200)]
    pub positions: u64,
    /// How often each agent plays each position
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub plays: u64,
    /// What positions, cards, dice and bots come from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many positions at once; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// Also the three known positions that take minutes to solve
    #[arg(long)]
    pub full: bool,
    /// Let the search branch on what falls, to see whether that helps
    #[arg(long)]
    pub branch: bool,
}

/// What meets each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Matrix {
    /// The ready warbands of Friends and Foes
    Warbands,
}

/// What can be asked of storybooks.
#[derive(Clone, Debug, Subcommand)]
pub enum StoryCommand {
    /// Check all storybooks of a content pack: unreachable entries, dangling references, choices without a way out
    #[command(after_help = "\
Examples:
  understudy story check                              our own books
  understudy story check my_books --svg graph.svg     yours, and a drawing of each book: graph-adventure1.svg and so on

Ends with an error if a book could not be played.")]
    Check(StoryArgs),
    /// Play campaigns with parties of bots: how often each storybook is come through, and where parties fall
    #[command(after_help = "\
Examples:
  understudy story measure -o seats=1                                      random and greedy parties of one hero
  understudy story measure --agents greedy,mcts:100 --campaigns 300 -o seats=3
  understudy story measure my_books --agents greedy -o seats=2             in your books

All parties play the same campaigns; the later ones are compared with the first.")]
    Measure(MeasureArgs),
}

#[derive(Args, Clone, Debug)]
pub struct MeasureArgs {
    /// A folder with content files; files that are not there are taken from the built-in content
    #[arg(value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// Who plays all heroes of a party, one party after the other
    #[arg(long, value_name = "AGENTS", value_parser = agent, value_delimiter = ',', default_value = "random,greedy")]
    pub agents: Vec<Agent>,
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub campaigns: u64,
    /// What all dice, cards and bots come from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// An option of the game; may be given several times
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub options: Vec<(String, String)>,
    /// How many campaigns at once; all cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// How many of the places where parties fell are named
    #[arg(long, default_value_t = 12)]
    pub places: usize,
}

#[derive(Args, Clone, Debug)]
pub struct StoryArgs {
    /// A folder with content files; files that are not there are taken from the built-in content
    #[arg(value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// Write the graph of entries for Graphviz, one file for each book
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Write the graph of entries as a drawing, one file for each book
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Who turns cards and rolls dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    House,
    Mine,
    /// People for these seats and for what is nobody's, the house for the others.
    Seats(SeatSet),
}

impl Dice {
    /// The seats that were named.
    #[must_use]
    pub const fn seats(self) -> SeatSet {
        match self {
            Dice::House | Dice::Mine => SeatSet::EMPTY,
            Dice::Seats(own) => own,
        }
    }
    /// Does the house let fall what is due, which is this seat's or the whole table's?
    #[must_use]
    pub fn house_rolls(self, whose: Option<Seat>) -> bool {
        match self {
            Dice::House => true,
            Dice::Mine => false,
            Dice::Seats(own) => whose.is_some_and(|seat| !own.contains(seat)),
        }
    }
}

fn dice(text: &str) -> Result<Dice, String> {
    let seat = |word: &str| word.trim().parse().ok().and_then(|n| Seat::checked(n, SEATS_MAX));
    match text {
        "house" => Ok(Dice::House),
        "mine" => Ok(Dice::Mine),
        list => {
            let seats: Option<SeatSet> = list.split(',').map(seat).collect();
            seats.map(Dice::Seats).ok_or_else(|| "expected house, mine, or seats such as 1,2".to_owned())
        }
    }
}

fn game(text: &str) -> Result<GameKind, String> {
    text.parse().map_err(|_| format!("there is no game `{text}`; there are: {}", GameKind::WORDS.join(", ")))
}

fn agent(text: &str) -> Result<Agent, String> {
    text.parse().map_err(|why: BadAgent| why.to_string())
}

fn named(text: &str) -> Result<Named, String> {
    if text == "mcts" { Ok(Named::Search) } else { agent(text).map(Named::Agent) }
}

fn think(text: &str) -> Result<Think, String> {
    text.parse().map_err(|why: BadThink| why.to_string())
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as campaign=dragons_tower")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
