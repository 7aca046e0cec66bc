//! Bots act by what their seat may know: in two worlds that look alike to a seat, the same seed gives the same move, the
//! same ranking and the same reason, bit for bit. Guards every game, also those that hide nothing today.

use bots::any::Companion;
use catalog::{AnyTable, GameKind, Known, MinionsOfMordak, Visitor};
use kernel::{Contents, Log, SeatSet, Step, Table, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{any::Any, sync::Arc};

/// Pairs of worlds a game; as many again for each of the agents.
const PAIRS: u64 = 10_000;
/// Positions of one game at most, so that many set-ups are met.
const PAIRS_A_TABLE: u64 = 100;
/// Every so many decisions of a random game are looked at.
const EVERY: u32 = 7;

/// Plays at random and compares the bots' words in this world and in another one that looks the same; says how many pairs
/// were truly different worlds.
fn hints_follow_from_the_view<G: Known>(
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
                        let mut advise = |table: &Table<G>| bot.advise(&table.view_of(only)?, *seen);
                        let here = advise(&table).expect("the seat is asked");
                        let there = advise(&other).expect("the seat is asked there too");
                        assert_eq!(
                            format!("{here:?}"),
                            format!("{there:?}"),
                            "{}: {:?}",
                            G::KIND,
                            table.state()
                        );
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

/// Plays a game with any options until enough pairs were seen, and says how many of them were different worlds.
struct Peek;
impl Visitor for Peek {
    type Out = u64;
    fn visit<G: Known>(self) -> u64 {
        // Where a thought is long, a few of them show as much.
        let search = if G::SECRETS { "mcts:2" } else { "mcts:3" };
        let bot = |name: &str| Companion::new(G::KIND, name.parse().expect("an agent"));
        let (mut bots, content) = (["greedy", search].map(bot), G::Content::built_in());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(17 + G::KIND as u64);
        let (mut seen, mut differ) = (0, 0);
        while seen < PAIRS {
            let game = G::of(content.clone(), G::any_options(&mut rng)).expect("options that fit together");
            let mut table = Table::new(Arc::new(game));
            if let Some(table) = (&mut table as &mut dyn Any).downcast_mut::<Table<MinionsOfMordak>>() {
                everybody_orders(table, &mut rng);
            }
            differ += hints_follow_from_the_view(table, &mut bots, &mut seen, &mut rng);
        }
        differ
    }
}

/// Nothing is hidden between the heroes: every world that looks the same is the same.
#[test]
fn para_roles_bots_cannot_peek() {
    assert_eq!(GameKind::ParaRoles.visit(Peek), 0, "a guess is the table itself");
}

/// Hands and what lies face down are hidden: nearly every world that looks the same is another one.
#[test]
fn friends_and_foes_bots_cannot_peek() {
    let differ = GameKind::FriendsAndFoes.visit(Peek);
    assert!(differ > PAIRS / 2, "only {differ} of {PAIRS} pairs were different worlds");
}

/// Nothing is hidden between heroes, and what nobody knows is not on the table: every such world is the same.
#[test]
fn adventures_bots_cannot_peek() {
    assert_eq!(GameKind::Adventures.visit(Peek), 0, "a guess is the table itself");
}

/// Hands are hidden: most worlds that look the same are other ones.
#[test]
fn minions_of_mordak_bots_cannot_peek() {
    let differ = GameKind::MinionsOfMordak.visit(Peek);
    assert!(differ > PAIRS / 4, "only {differ} of {PAIRS} pairs were different worlds");
}

/// Plays until everybody has a board; then all give standing orders, of which each knows only its own.
fn everybody_orders(table: &mut Table<MinionsOfMordak>, rng: &mut Xoshiro256PlusPlus) {
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
    GameKind::FiendsAndFamiliars.visit(Peek);
}

/// Games with a test of their own above.
const ABOVE: [GameKind; 5] = [
    GameKind::ParaRoles,
    GameKind::FriendsAndFoes,
    GameKind::Adventures,
    GameKind::MinionsOfMordak,
    GameKind::FiendsAndFamiliars,
];

/// Games that came later.
#[test]
fn bots_of_any_other_game_cannot_peek() {
    for game in GameKind::ALL.iter().filter(|game| !ABOVE.contains(game)) {
        let differ = game.visit(Peek);
        assert_eq!(
            differ > 0,
            game.info().secrets,
            "{game}: {differ} of {PAIRS} pairs were different worlds"
        );
    }
}
