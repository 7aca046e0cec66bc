//! Our search as a child process for `peers/openspiel_duel.py`, which tells how the two talk.
//!
//! A position comes as OpenSpiel's action ids. They are played on a table of our own game, and the search gets the
//! view of the seat to move.

use cpu_time::ProcessTime;
use kernel::{Game, Log, Seat, Step, StepOf, Table, Turn, View};
use search::{
    Advice, Budget, Mcts, Plain, Question, Settings,
    parlour::{ConnectFour, Leduc},
};
use std::{
    io::{BufRead, Write},
    sync::Arc,
    time::Duration,
};

/// The one place that knows how our search is called.
fn think<G: Game>(
    mcts: &mut Mcts<G>,
    game: &G,
    view: &View<G>,
    time: Duration,
    seed: u64,
) -> Option<Advice<G::Action>> {
    mcts.choose(&Question::new(game, &Plain, view), &Budget::time(time), seed)
}

/// A game that OpenSpiel has too.
trait Shared: Game {
    const NAME: &'static str;
    /// How our search goes about it here.
    fn settings() -> Settings {
        Settings::default()
    }
    /// OpenSpiel's decisions are numbered from 0 to this, exclusive.
    const ACTIONS: u8;

    /// The words of our decision for OpenSpiel's.
    fn action(id: u8) -> String;
    /// The words of what fell.
    fn chance(id: u8) -> String;
    /// Ids for what the seat has not seen. Which ones is of no account: they are masked before the search.
    fn complete(ids: &[Option<u8>]) -> Vec<u8>;
}

impl Shared for ConnectFour {
    const NAME: &'static str = "connect_four";
    const ACTIONS: u8 = 7;

    fn action(id: u8) -> String {
        format!("drop {}", char::from(b'a' + id))
    }
    fn chance(_: u8) -> String {
        String::new()
    }
    fn complete(ids: &[Option<u8>]) -> Vec<u8> {
        ids.iter().copied().flatten().collect()
    }
}

impl Shared for Leduc {
    const NAME: &'static str = "leduc_poker";
    const ACTIONS: u8 = 3;

    /// Cards are hidden, and opponents should act by theirs.
    fn settings() -> Settings {
        Settings { by_knowledge: true, ..Settings::default() }
    }
    fn action(id: u8) -> String {
        ["fold", "call", "raise"][usize::from(id)].to_owned()
    }
    fn chance(id: u8) -> String {
        // Two cards of each rank follow each other.
        format!("deal {}", ["J", "Q", "K"][usize::from(id / 2)])
    }
    fn complete(ids: &[Option<u8>]) -> Vec<u8> {
        // Decisions block three ids as well, the known cards two: one of six is always left.
        let free = (0..6).find(|card| !ids.contains(&Some(*card))).unwrap_or_default();
        ids.iter().map(|id| id.unwrap_or(free)).collect()
    }
}

/// Reads `SEAT ID ID ...` and lays the table out.
fn replay<G: Shared>(game: &Arc<G>, words: &str) -> Result<(Table<G>, Seat), String> {
    let mut words = words.split_whitespace();
    let number = |word: &str| word.parse::<u8>().map_err(|_| format!("`{word}` is no number"));
    let seat = words.next().ok_or("no seat").map_err(str::to_owned).and_then(number)?;
    let seat = Seat::checked(seat, game.seats()).ok_or("no such seat")?;
    let ids = words
        .map(|word| if word == "?" { Ok(None) } else { number(word).map(Some) })
        .collect::<Result<Vec<_>, _>>()?;
    let mut table = Table::new(Arc::clone(game));
    for id in G::complete(&ids) {
        table.play(step(&table, id)?, &mut Log::off()).map_err(|refused| refused.to_string())?;
    }
    match table.turn().asked().contains(seat) {
        true => Ok((table, seat)),
        false => Err(format!("{seat} is not to move")),
    }
}

fn step<G: Shared>(table: &Table<G>, id: u8) -> Result<StepOf<G>, String> {
    match table.turn() {
        Turn::Over => Err("the game is over".to_owned()),
        Turn::Chance => G::chance(id).parse().map(Step::Chance).map_err(|bad| format!("{id}: {bad}")),
        Turn::Each(seats) | Turn::Any(seats) => {
            let seat = seats.lowest().ok_or("nobody is asked")?;
            let action = act::<G>(id)?;
            Ok(Step::Act { seat, action })
        }
    }
}

fn act<G: Shared>(id: u8) -> Result<G::Action, String> {
    if id >= G::ACTIONS {
        return Err(format!("there is no decision {id}"));
    }
    G::action(id).parse().map_err(|bad| format!("{id}: {bad}"))
}

/// Answers until the input ends.
fn serve<G: Shared>(game: G, time: Duration) -> std::io::Result<()> {
    let game = Arc::new(game);
    let mut mcts = Mcts::new(G::settings());
    let mut out = std::io::stdout().lock();
    let mut answer = |line: String| writeln!(out, "{line}").and_then(|()| out.flush());
    answer(format!("ready {}", G::NAME))?;
    for (seed, line) in (1..).zip(std::io::stdin().lock().lines()) {
        let line = line?;
        let cpu = ProcessTime::now();
        let found = match line.strip_prefix("state ") {
            None => Err(format!("`{line}` is not `state SEAT ID ...`")),
            Some(words) => replay(&game, words).and_then(|(table, seat)| {
                let advice =
                    think(&mut mcts, game.as_ref(), &table.view(seat), time, seed).ok_or("no advice")?;
                let id = (0..G::ACTIONS).find(|id| act::<G>(*id).as_ref() == Ok(&advice.action));
                Ok((id.ok_or("a decision without an id")?, advice.iterations))
            }),
        };
        match found {
            Ok((id, iterations)) => {
                answer(format!("action {id} {iterations} {}", cpu.elapsed().as_micros()))?
            }
            Err(why) => answer(format!("error {why}"))?,
        }
    }
    Ok(())
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, time) = match args.as_slice() {
        [name, milliseconds] => (name.as_str(), milliseconds.parse().map(Duration::from_millis)),
        [..] => return Err(std::io::Error::other("usage: duel GAME MILLISECONDS")),
    };
    let time = time.map_err(std::io::Error::other)?;
    match name {
        ConnectFour::NAME => serve(ConnectFour, time),
        Leduc::NAME => serve(Leduc, time),
        _ => Err(std::io::Error::other(format!("no game `{name}`; there are connect_four and leduc_poker"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::parlour::shared::Rank;

    #[test]
    fn the_search_sees_its_own_card_and_the_open_one_only() {
        let (table, seat) = replay(&Arc::new(Leduc), "1 ? 5 2 1 3 1").unwrap();
        let view = table.view(seat);
        assert_eq!((seat, view.state().card(seat)), (Seat::new(1), Some(Rank::King)));
        assert_eq!((view.state().card(Seat::new(0)), view.state().board()), (None, Some(Rank::Queen)));
    }

    #[test]
    fn a_history_that_does_not_fit_says_why() {
        let wrong = |words| replay(&Arc::new(ConnectFour), words).unwrap_err();
        assert_eq!(wrong("0 3"), "seat 0 is not to move");
        assert_eq!(wrong("1 7"), "there is no decision 7");
        assert_eq!(wrong("2"), "no such seat");
        assert_eq!(wrong("0 x"), "`x` is no number");
        assert!(wrong("1 3 3 3 3 3 3 3").contains("`drop d` is not possible"));
    }
}
