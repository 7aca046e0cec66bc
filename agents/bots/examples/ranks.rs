//! The solitaire game of Fiends & Familiars by the hundred: ranks, survival, stars and where they come from.
//!
//! `cargo run --release -p bots --example ranks -- AGENT GAMES SEED [OPTION=VALUE ...]`, such as `greedy 400 20261117`. A weight of
//! the bot's judgement is changed by `w.NAME=VALUE`, its search by `c=`, `fpu=` and `rollout=`.

use bots::{
    arena::Deal,
    fiends_and_familiars::{Insight, Weights},
    levels, played,
    players::{Agent, Player},
    stats,
};
use fiends_and_familiars::{
    FiendsAndFamiliars, Options,
    queries::Look,
    rules::final_scoring::{Breakdown, score},
    state::{Ending, State},
    words::HeroRank,
};
use kernel::{Seat, SeatSet};
use search::{Budget, mcts::Select};
use std::{error::Error, sync::Arc, time::Instant};

/// What all games came to.
#[derive(Default)]
struct Tally {
    totals: Vec<f64>,
    dead: usize,
    ranks: [usize; 7],
    sources: [i32; 12],
    tokens: u32,
}

const SOURCES: [&str; 12] = [
    "attributes",
    "class colour",
    "alignment",
    "backstory",
    "armor",
    "traits",
    "power goal",
    "familiar backstory",
    "monster",
    "champion",
    "other cards",
    "gold",
];

fn sources(stars: &Breakdown) -> [i32; 12] {
    [
        i32::from(stars.attributes()),
        i32::from(stars.class_color),
        i32::from(stars.alignment),
        i32::from(stars.backstory),
        i32::from(stars.armor),
        i32::from(stars.traits),
        i32::from(stars.power),
        i32::from(stars.familiar_backstory),
        i32::from(stars.monster),
        i32::from(stars.champion),
        i32::from(stars.cards),
        i32::from(stars.gold),
    ]
}

impl Tally {
    fn add(&mut self, game: &FiendsAndFamiliars, state: &State) {
        self.tokens += u32::from(state.players[Seat::new(0)].tokens);
        match state.ending {
            Some(Ending::Ranked { total, rank }) => {
                self.totals.push(f64::from(total));
                self.ranks[rank as usize] += 1;
                let own = sources(&score(Look { g: game, s: state }, Seat::new(0)));
                self.sources.iter_mut().zip(own).for_each(|(sum, stars)| *sum += stars);
            }
            Some(Ending::Dead) | Some(Ending::Won(_)) | None => self.dead += 1,
        }
    }

    fn print(&self) {
        let games = self.totals.len() + self.dead;
        let percent = |hits: usize| {
            let rate = stats::rate(hits, games);
            format!("{:.1} % ({:.1} to {:.1})", 100.0 * rate.value, 100.0 * rate.low, 100.0 * rate.high)
        };
        println!("survived: {}", percent(self.totals.len()));
        let good = self.ranks[HeroRank::ClanLeader as usize..].iter().sum();
        println!("Clan Leader or better: {}", percent(good));
        let mean = stats::mean(&self.totals);
        println!("stars of the living: {:.2} ({:.2} to {:.2})", mean.value, mean.low, mean.high);
        println!("dead {}", self.dead);
        for (rank, count) in HeroRank::ALL.iter().zip(self.ranks) {
            println!("{} {count}", rank.title());
        }
        let living = self.totals.len().max(1) as f64;
        for (name, sum) in SOURCES.iter().zip(self.sources) {
            println!("{name} {:.2}", f64::from(sum) / living);
        }
        println!("tokens {:.2}", f64::from(self.tokens) / games.max(1) as f64);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [agent, games, seed, chosen @ ..] = words.as_slice() else {
        return Err("expected AGENT GAMES SEED [OPTION=VALUE ...]".into());
    };
    let (agent, games, seed): (Agent, u64, u64) = (agent.parse()?, games.parse()?, seed.parse()?);
    let mut options = Options { seats: 1, ..Options::default() };
    let (mut weights, mut tuning) = (Weights::default(), levels::fiends_and_familiars());
    for option in chosen {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        let Select::Puct { c, fpu } = tuning.settings.select else {
            return Err("search is led by weights".into());
        };
        match (name, name.strip_prefix("w.")) {
            (_, Some(weight)) if weights.set(weight, value.parse()?) => {}
            (_, Some(weight)) => return Err(format!("there is no weight {weight}").into()),
            ("c", None) => tuning.settings.select = Select::Puct { c: value.parse()?, fpu },
            ("fpu", None) => tuning.settings.select = Select::Puct { c, fpu: value.parse()? },
            ("rollout", None) => tuning.settings.rollout = value.parse()?,
            (_, None) => options.set(name, value)?,
        }
    }
    let game = Arc::new(FiendsAndFamiliars::new(fiends_and_familiars::Content::built_in(), options)?);
    let insight = Insight::weighing(weights);
    let ground = played::ground(&game, &insight, &tuning);
    let [mut hero, mut nobody] = [agent, agent].map(|agent| Player::new(agent, &tuning));
    let (clock, mut tally, mut sides) =
        (Instant::now(), Tally::default(), [Deal::default(), Deal::default()]);
    for deal in 0..games {
        let mut bout = ground.bout(SeatSet::first(1), [seed, deal]);
        while ground.step(&mut bout, [&mut hero, &mut nobody], &Budget::default(), &mut sides)? {}
        tally.add(&game, bout.table.state());
    }
    println!(
        "{agent}, {games} games, seed {seed}: {:.2} ms a game",
        clock.elapsed().as_secs_f64() * 1e3 / games as f64
    );
    tally.print();
    Ok(())
}
