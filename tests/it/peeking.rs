//! Bots act by what their seat may know: in two worlds that look alike to a seat, the same seed gives the same move, the
//! same ranking and the same reason, bit for bit. Guards every game, also those that hide nothing today.

use adventures::Adventures;
use bots::any::Companion;
use catalog::GameKind;
use fiends_and_familiars::FiendsAndFamiliars;
use friends_and_foes::FriendsAndFoes;
use kernel::{Log, SeatSet, Show, Step, Table, Turn, below};
use para_roles::{Content, Options, ParaRoles};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// Pairs of worlds a game; as many again for each of the agents.
const PAIRS: u64 = 10_000;
/// Positions of one game at most, so that many set-ups are met.
const PAIRS_A_TABLE: u64 = 100;
/// Every so many decisions of a random game are looked at.
const EVERY: u32 = 7;

/// Plays at random and compares the bots' words in this world and in another one that looks the same; says how many pairs
/// were truly different worlds.
fn hints_follow_from_the_view<G: Show>(
    kind: GameKind,
    mut table: Table<G>,
    bots: &mut [Companion],
    seen: &mut u64,
    rng: &mut Xoshiro256PlusPlus,
) -> u64 {
    let (stop, mut differ) = (*seen + PAIRS_A_TABLE, 0);
    while *seen < stop {
        let step = match table.turn() {
            Turn::Over => break,
            Turn::Chance => Step::Chance(table.sample(rng).expect("chance is due")),
            Turn::Each(seats) | Turn::Any(seats) => {
                let seat = seats.pick(rng).expect("somebody is asked");
                let legal = table.legal(seat);
                // A seat whose cards only a person has gets no advice.
                let advised = !table.game().needs_person(table.state(), seat);
                if advised && legal.len() > 1 && below(rng, EVERY) == 0 {
                    let guess = table.view(seat).guess(table.game(), rng);
                    differ += u64::from(guess != *table.state());
                    let other = Table::at(Arc::clone(table.game()), guess);
                    let only = SeatSet::only(seat);
                    for bot in &mut *bots {
                        let here = bot.advise(&table, only, *seen).expect("the seat is asked");
                        let there = bot.advise(&other, only, *seen).expect("the seat is asked there too");
                        assert_eq!(format!("{here:?}"), format!("{there:?}"), "{kind}: {:?}", table.state());
                    }
                    *seen += 1;
                }
                Step::Act { seat, action: legal[below(rng, legal.len() as u32) as usize] }
            }
        };
        table.play(step, &mut Log::off()).expect("random play is legal");
    }
    differ
}

fn bots(kind: GameKind) -> Vec<Companion> {
    // Where a thought is long, a few of them show as much.
    let search = match kind {
        GameKind::ParaRoles => "mcts:16",
        GameKind::Adventures => "mcts:3",
        GameKind::FriendsAndFoes | GameKind::MinionsOfMordak | GameKind::FiendsAndFamiliars => "mcts:2",
    };
    ["greedy", search].map(|name| Companion::new(kind, name.parse().expect("an agent"))).into()
}

/// Nothing is hidden between the heroes: every world that looks the same is the same.
#[test]
fn para_roles_bots_cannot_peek() {
    let kind = GameKind::ParaRoles;
    let (mut bots, content) = (bots(kind), Content::built_in());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut seen = 0;
    while seen < PAIRS {
        let game =
            ParaRoles::new(content.clone(), Options::any(&mut rng)).expect("options that fit together");
        hints_follow_from_the_view(kind, Table::new(Arc::new(game)), &mut bots, &mut seen, &mut rng);
    }
}

/// Hands and what lies face down are hidden: nearly every world that looks the same is another one.
#[test]
fn friends_and_foes_bots_cannot_peek() {
    let kind = GameKind::FriendsAndFoes;
    let (mut bots, content) = (bots(kind), friends_and_foes::Content::built_in());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(18);
    let (mut seen, mut differ) = (0, 0);
    while seen < PAIRS {
        let options = friends_and_foes::Options::any(&mut rng);
        let game = FriendsAndFoes::new(content.clone(), options).expect("options that fit together");
        let table = Table::new(Arc::new(game));
        differ += hints_follow_from_the_view(kind, table, &mut bots, &mut seen, &mut rng);
    }
    assert!(differ > PAIRS / 2, "only {differ} of {seen} pairs were different worlds");
}

/// Nothing is hidden between heroes, and what nobody knows is not on the table: every such world is the same.
#[test]
fn adventures_bots_cannot_peek() {
    let kind = GameKind::Adventures;
    let (mut bots, content) = (bots(kind), adventures::Content::built_in());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    let (mut seen, mut differ) = (0, 0);
    while seen < PAIRS {
        let options = adventures::Options::any(&mut rng);
        let game = Adventures::new(content.clone(), options).expect("options that fit together");
        differ +=
            hints_follow_from_the_view(kind, Table::new(Arc::new(game)), &mut bots, &mut seen, &mut rng);
    }
    assert_eq!(differ, 0, "a guess is the table itself");
}

/// Hands are hidden: most worlds that look the same are other ones.
#[test]
fn minions_of_mordak_bots_cannot_peek() {
    let kind = GameKind::MinionsOfMordak;
    let (mut bots, content) = (bots(kind), minions_of_mordak::Content::built_in());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    let (mut seen, mut differ) = (0, 0);
    while seen < PAIRS {
        let options = minions_of_mordak::Options::any(&mut rng);
        let game = minions_of_mordak::MinionsOfMordak::new(content.clone(), options);
        let mut table = Table::new(Arc::new(game.expect("options that fit together")));
        everybody_orders(&mut table, &mut rng);
        differ += hints_follow_from_the_view(kind, table, &mut bots, &mut seen, &mut rng);
    }
    assert!(differ > PAIRS / 4, "only {differ} of {seen} pairs were different worlds");
}

/// Plays until everybody has a board; then all give standing orders, of which each knows only its own.
fn everybody_orders(table: &mut Table<minions_of_mordak::MinionsOfMordak>, rng: &mut Xoshiro256PlusPlus) {
    while table.state().clock == 0 {
        let step = kernel::laws::random_step(table, table.turn(), rng).expect("the game has just begun");
        table.play(step, &mut Log::off()).expect("random play is legal");
    }
    let seats = ["mordak", "h1", "h2", "h3", "h4", "h5"];
    for who in seats.iter().filter(|_| below(rng, 2) == 0) {
        for order in ["damage never", "rolled auto", "damage auto if damage>=2", "begins never until round"] {
            // Some seats are empty, and nobody plays out of a hidden hand by order.
            let _ = table.correct(&format!("{who}.reacts {order}"), &mut Log::off());
        }
    }
}

/// Only Adventure cards that a rival has looked at are hidden.
#[test]
fn fiends_and_familiars_bots_cannot_peek() {
    let kind = GameKind::FiendsAndFamiliars;
    let (mut bots, content) = (bots(kind), fiends_and_familiars::Content::built_in());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let mut seen = 0;
    while seen < PAIRS {
        let options = fiends_and_familiars::Options::any(&mut rng);
        let game = FiendsAndFamiliars::new(content.clone(), options).expect("options that fit together");
        hints_follow_from_the_view(kind, Table::new(Arc::new(game)), &mut bots, &mut seen, &mut rng);
    }
}
