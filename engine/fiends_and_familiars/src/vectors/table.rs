//! Games that are played on quietly: nobody hunts, buys or uses anything, unless a test says so.

use crate::{Action, Content, FiendsAndFamiliars, Options, State};
use kernel::{Game, Log, Seat, Step, Table, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

pub const A: Seat = Seat::new(0);
pub const B: Seat = Seat::new(1);
pub const C: Seat = Seat::new(2);

pub fn game(seats: u8, mm: bool) -> FiendsAndFamiliars {
    changed(seats, mm, |_| {})
}

/// A game with other content than ours.
pub fn changed(seats: u8, mm: bool, change: impl FnOnce(&mut Content)) -> FiendsAndFamiliars {
    let mut content = Content::built_in();
    change(&mut content);
    let options = Options { seats, monsters_and_minions: mm, ..Options::default() };
    FiendsAndFamiliars::new(content, options).unwrap_or_else(|e| panic!("{e}"))
}

/// What a quiet player does: nothing, where that is possible; otherwise discard a card; otherwise anything.
fn quiet(options: &[Action], rng: &mut Xoshiro256PlusPlus) -> Action {
    let nothing = options.iter().find(|a| matches!(a, Action::Done | Action::Skip | Action::Stop));
    let discard = || options.iter().find(|a| matches!(a, Action::Discard { .. }));
    let any = || options[below(rng, options.len() as u32) as usize];
    nothing.or_else(discard).copied().unwrap_or_else(any)
}

/// Plays quietly until something holds, or to the end.
pub fn until(g: &FiendsAndFamiliars, seed: u64, holds: impl FnMut(&State) -> bool) -> State {
    on_until(g, g.setup(), seed, holds)
}

pub fn on_until(
    g: &FiendsAndFamiliars,
    mut s: State,
    seed: u64,
    mut holds: impl FnMut(&State) -> bool,
) -> State {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut options = Vec::new();
    while !holds(&s) {
        let step = match s.turn {
            Turn::Over => break,
            Turn::Chance => Step::Chance(g.sample(&s, &mut rng)),
            Turn::Each(seats) | Turn::Any(seats) => {
                let seat = seats.lowest().expect("somebody is asked");
                options.clear();
                g.legal_actions(&s, seat, &mut options);
                Step::Act { seat, action: quiet(&options, &mut rng) }
            }
        };
        g.apply(&mut s, step, &mut Log::off());
    }
    s
}

pub fn table(g: FiendsAndFamiliars, s: State) -> Table<FiendsAndFamiliars> {
    Table::at(Arc::new(g), s)
}
