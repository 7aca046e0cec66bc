//! Views of Minions of Mordak: exact there and back along random play, silent about what is hidden, and never a way to a
//! broken table.

use super::{position, view};
use crate::wire::meddled::meddled;
use ::minions_of_mordak::{
    Content, MinionsOfMordak, Options, State, invariants,
    restore::{Moment, moment, settled},
};
use kernel::{Log, Notation as _, Seat, Table, Turn, laws};
use proptest::prelude::*;
use prost::Message as _;
use proto::v1::{MinionsOfMordakView, minions_of_mordak_view as wire};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

type Game = MinionsOfMordak;

static CONTENT: LazyLock<Content> = LazyLock::new(Content::built_in);

/// A table with any options.
fn any_table(rng: &mut ChaCha8Rng) -> Table<Game> {
    let game = Game::new(CONTENT.clone(), Options::any(rng)).expect("any options fit together");
    Table::new(Arc::new(game))
}

/// Plays at random; false once the game is over.
fn step(table: &mut Table<Game>, rng: &mut ChaCha8Rng) -> bool {
    let Some(step) = laws::random_step(table, table.turn(), rng) else { return false };
    table.play(step, &mut Log::off()).expect("a listed step is legal");
    true
}

/// How many random games the laws are checked along; more with `GAMES=1000`.
fn games() -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(10)
}

/// Plays so many random games and looks at the table before each step.
fn along(first: u64, mut look: impl FnMut(u64, u32, &Table<Game>, &mut ChaCha8Rng)) {
    for seed in first..first + games() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = any_table(&mut rng);
        for number in 0..1_500 {
            look(seed, number, &table, &mut rng);
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
}

fn eyes_of(number: u32, table: &Table<Game>) -> Seat {
    Seat::new((number % u32::from(table.game().options.seats)) as u8)
}

#[test]
fn a_view_given_back_is_the_table_it_was_made_of() {
    let (mut plain, mut amid) = (0u32, 0u32);
    along(0, |seed, number, table, _| {
        let masked = table.seen_by(Some(eyes_of(number, table)));
        let bytes = view(table.game(), &masked).encode_to_vec();
        let read = MinionsOfMordakView::decode(bytes.as_slice()).expect("what was encoded");
        let found = position(table.game(), &read)
            .unwrap_or_else(|why| panic!("seed {seed}, step {number}: {why}\n{:?}", masked.stack));
        let wanted = if read.in_progress.is_some() { masked } else { settled(&masked) };
        assert_eq!(found, wanted, "seed {seed}, step {number}");
        *(if read.in_progress.is_none() { &mut plain } else { &mut amid }) += 1;
    });
    assert!(plain > 300 && amid > 500, "both kinds must be met: {plain} plain, {amid} amid");
}

/// Standing orders are told and come back, in the middle of things as well.
#[test]
fn who_is_not_asked_for_reactions_comes_back() {
    let mut met = 0u32;
    for seed in 40..44 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = any_table(&mut rng);
        for number in 0..500 {
            let order = ["mordak.reacts no", "h1.reacts no", "mordak.reacts asked"];
            if let Some(text) = order.get(number / 20).filter(|_| number % 20 == 19) {
                let _ = table.correct(text, &mut Log::off());
            }
            let masked = table.seen_by(Some(eyes_of(number as u32, &table)));
            let told = view(table.game(), &masked);
            met += told.players.iter().filter(|player| player.silent).count() as u32;
            let found = position(table.game(), &told).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            assert_eq!(found, if told.in_progress.is_some() { masked } else { settled(&masked) });
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
    assert!(met > 200, "orders stood at {met} tables");
}

/// What is left of things that are over changes nothing: play goes on from the settled table just the same.
#[test]
fn nothing_that_is_left_out_matters_for_play() {
    along(500, |seed, number, table, _| {
        if matches!(moment(table.game(), table.state()), Moment::Amid(_) | Moment::Over) || number % 7 != 0 {
            return;
        }
        let (mut one, mut two) = (table.clone(), Table::at(Arc::clone(table.game()), settled(table.state())));
        let (mut rng_one, mut rng_two) = (ChaCha8Rng::seed_from_u64(seed), ChaCha8Rng::seed_from_u64(seed));
        for _ in 0..60 {
            for seat in one.turn().asked() {
                assert_eq!(one.legal(seat), two.legal(seat), "{:?}", one.state().stack);
            }
            if !step(&mut one, &mut rng_one) || !step(&mut two, &mut rng_two) {
                break;
            }
        }
        assert_eq!((one.turn(), one.outcome()), (two.turn(), two.outcome()));
        assert_eq!(one.state().players, two.state().players);
    });
}

/// All ids that a view shows.
fn ids(shown: &MinionsOfMordakView) -> BTreeSet<String> {
    let mut ids: BTreeSet<String> = shown.regions.iter().map(|region| region.id.clone()).collect();
    ids.extend(shown.minions.iter().map(|one| one.id.clone()));
    for me in &shown.players {
        ids.insert(me.who.clone());
        ids.extend(me.hand.iter().map(|card| card.spell.clone()));
        ids.extend([&me.offense, &me.defense, &me.item].map(Clone::clone));
    }
    ids.extend(shown.stash.iter().cloned());
    ids.insert("gust".to_owned());
    ids
}

#[test]
fn an_action_names_what_the_view_shows() {
    along(1_000, |_, _, table, _| {
        for seat in table.turn().asked() {
            let ids = ids(&view(table.game(), &table.seen_by(Some(seat))));
            for action in table.legal(seat) {
                let parts = action.parts();
                assert_eq!(parts.to_string(), action.to_string());
                for (name, value) in parts.operands {
                    let shows = ["to", "region", "who", "spell", "treasure"].contains(&name);
                    assert!(!shows || ids.contains(&value), "{action}: {value}?");
                }
            }
        }
    });
}

#[test]
fn a_view_tells_nothing_that_its_reader_has_not_seen() {
    let mut hidden = 0;
    along(2_000, |seed, number, table, _| {
        let seats = table.game().options.seats;
        for eyes in Seat::first(seats).map(Some).chain([None]) {
            let told = view(table.game(), &table.seen_by(eyes));
            for me in &told.players {
                let owner = Seat::new(me.seat as u8);
                let real = table.state().players[owner].hand;
                assert_eq!(me.hand.len(), real.len(), "every card has a back");
                let may = |seen: kernel::SeatSet| match eyes {
                    Some(seat) => seat == owner || seen.contains(seat),
                    None => Seat::first(seats).all(|seat| seat == owner || seen.contains(seat)),
                };
                let mut open: Vec<String> =
                    real.iter().filter(|card| may(card.seen)).map(|card| card.spell.to_string()).collect();
                let mut told: Vec<String> =
                    me.hand.iter().map(|card| card.spell.clone()).filter(|id| !id.is_empty()).collect();
                open.sort();
                told.sort();
                assert_eq!(told, open, "seed {seed}, step {number}: {eyes:?} of {owner}");
                hidden += real.len() - open.len();
            }
        }
    });
    assert!(hidden > 500, "hidden cards must be met: {hidden}");
}

/// Two tables that differ only in what a seat has not seen look the same to it, to the last byte.
#[test]
fn a_view_is_the_same_whatever_is_hidden() {
    along(3_000, |seed, number, table, rng| {
        let eyes = eyes_of(number, table);
        let other = Table::at(Arc::clone(table.game()), table.view(eyes).guess(table.game(), rng));
        let bytes = |table: &Table<Game>| view(table.game(), &table.seen_by(Some(eyes))).encode_to_vec();
        assert!(bytes(table) == bytes(&other), "seed {seed}, step {number}: {:?}", table.state().stack);
    });
}

/// Plays a game of three at random to a moment of this kind.
fn at(wanted: impl Fn(&Moment) -> bool) -> Table<Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut options = Options::default();
    options.set("seats", "3").expect("an option");
    let mut table = Table::new(Arc::new(Game::new(CONTENT.clone(), options).expect("a game")));
    while table.state().clock < 3 || !wanted(&moment(table.game(), table.state())) {
        assert!(step(&mut table, &mut rng), "over too early");
    }
    table
}

fn turn(moment: &Moment) -> bool {
    *moment == Moment::Turn
}

fn minions(moment: &Moment) -> bool {
    *moment == Moment::Minions
}

/// Only what people at a real table can see and would tell.
fn told_by_hand(mut full: MinionsOfMordakView) -> MinionsOfMordakView {
    full.faces.clear();
    (full.spells_left, full.minions_left, full.treasures_left) = (vec![], vec![], 0);
    for region in &mut full.regions {
        (region.name, region.terrain, region.adjacent) = (String::new(), String::new(), vec![]);
    }
    for one in &mut full.minions {
        (one.name, one.defeat, one.wound, one.action_points) = (String::new(), 0, 0, 0);
    }
    for me in &mut full.players {
        (me.name, me.who, me.health_max) = (String::new(), String::new(), 0);
    }
    full
}

#[test]
fn a_turn_told_by_hand_can_be_played_on() {
    for wanted in [turn, minions] {
        let table = at(wanted);
        let seat = table.turn().asked().lowest().expect("somebody");
        let told = told_by_hand(view(table.game(), &table.seen_by(Some(seat))));
        let state = position(table.game(), &told).expect("a position");
        assert_eq!(Table::at(Arc::clone(table.game()), state).legal(seat), table.legal(seat));
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let guess = Table::at(Arc::clone(table.game()), state).view(seat).guess(table.game(), &mut rng);
        let mut table = Table::at(Arc::clone(table.game()), guess);
        for _ in 0..300 {
            let _ = step(&mut table, &mut rng);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_field() {
    let table = at(turn);
    let no = |change: &dyn Fn(&mut MinionsOfMordakView)| {
        let mut told = view(table.game(), &table.seen_by(Some(Seat::new(0))));
        change(&mut told);
        position(table.game(), &told).map(|_| ()).expect_err("must be refused").to_string()
    };
    for (why, said) in [
        (no(&|v| drop(v.players.pop())), "players: found nothing of seat 2; expected every seat"),
        (no(&|v| v.players[1].seat = 0), "players.seat: found seat 0 twice"),
        (no(&|v| v.players[1].seat = 9), "players.seat: found 9; expected 0 to 2"),
        (no(&|v| v.players[1].xp = 250), "players[1].xp: found 250"),
        (no(&|v| v.players[1].xp = 300), "players[1].xp: found 300; expected 0 to 255"),
        (no(&|v| v.players[1].hero = "conan".into()), "players[1].hero: found `conan`"),
        (no(&|v| v.players[1].region = "z9".into()), "players[1].region: found `z9`"),
        (no(&|v| v.players[1].rows[0].dice = "XX".into()), "players[1].rows.dice: found `XX`"),
        (no(&|v| v.players[1].offense = "t99".into()), "players[1].offense: found `t99`"),
        (
            no(&|v| v.players[1].hand = vec![wire::HandCard { spell: "q1".into(), ..Default::default() }]),
            "players[1].hand: found `q1`",
        ),
        (
            no(&|v| v.players[1].hand = vec![wire::HandCard { deck: "red".into(), ..Default::default() }]),
            "players[1].hand: found `red`",
        ),
        (no(&|v| v.regions[0].id = v.regions[1].id.clone()), "regions.id: found"),
        (no(&|v| v.regions[0].treasures = 99), "treasures: found 99"),
        (no(&|v| v.regions[0].stack = vec!["m50".into()]), ".stack: found `m50`"),
        (
            no(&|v| {
                v.minions.push(wire::Minion {
                    id: "m56".into(),
                    kind: "c1".into(),
                    region: "c3".into(),
                    ..Default::default()
                })
            }),
            "found",
        ),
        (no(&|v| v.day = 90), "day: found 90"),
        (no(&|v| v.turn = None), "turn: found none"),
        (no(&|v| v.phase = 0), "phase: found 0"),
        (no(&|v| v.phase = 99), "phase: found 99"),
        (no(&|v| v.spell_discards = vec!["a1".into(); 300]), "spell_discards: found 300"),
        (no(&|v| v.spell_discards = vec!["a1".into(); 30]), "spells: found a card too many"),
        (
            no(&|v| v.lasting = vec![wire::Lasting { effect: "luck".into(), ..Default::default() }]),
            "lasting.effect: found `luck`",
        ),
        (no(&|v| v.in_progress = Some(vec![0xff; 90].into())), "in_progress: found"),
        (no(&|v| v.in_progress = Some(vec![0; 9_000].into())), "in_progress: found 9000 bytes"),
    ] {
        assert!(why.contains(said), "`{why}` should say `{said}`");
    }
}

#[test]
fn what_goes_on_is_not_laid_beside_another_table() {
    let table = at(|moment| matches!(moment, Moment::Amid(_)));
    let mut told = view(table.game(), &table.seen_by(Some(Seat::new(0))));
    assert!(position(table.game(), &told).is_ok());
    told.players[1].xp += 1;
    let why = position(table.game(), &told).expect_err("changed").to_string();
    assert!(why.starts_with("in_progress: found bytes made with another table"), "{why}");
}

#[test]
fn a_view_is_small() {
    let (mut largest, mut bytes) = (0, 0);
    along(4_000, |_, _, table, _| {
        let told = view(table.game(), &table.seen_by(Some(Seat::new(0))));
        bytes = bytes.max(told.in_progress.as_ref().map_or(0, prost::bytes::Bytes::len));
        largest = largest.max(told.encoded_len());
    });
    assert!(largest < 40_000 && bytes < 1_000, "{largest} bytes, {bytes} in progress");
}

// --- views that somebody meddled with: refused, or good for sixty more steps; never a panic

/// Words of all kinds, so that many changes still read.
#[rustfmt::skip]
const WORDS: [&str; 48] = [
    "", "a1", "b2", "c3", "c2", "d4", "e5", "mordak", "gust", "h1", "h2", "h5", "m0", "m1", "m2", "m9", "m56", "a3", "d16",
    "v2", "v30", "t1", "t7", "t40", "c1", "e1", "b1", "sheep", "h3", "i1", "ii4", "iii2", "iii16", "melee", "corruption", "AAN",
    "MMMM", "bjorn", "mari", "scrutt", "granted", "steps", "evade", "clock", "turn", "villain", "souls", "arcane",
];

/// A view that was meddled with, read; if it is accepted, sixty steps are played from a guess at it. True if it was.
fn survives(seed: u64, steps: u32, changes: u32, keep_bytes: bool) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut table = any_table(&mut rng);
    let eyes = Seat::new((seed % u64::from(table.game().options.seats)) as u8);
    for _ in 0..steps {
        step(&mut table, &mut rng);
    }
    let told = |table: &Table<_>| view(table.game(), &table.seen_by(Some(eyes)));
    // A moment that has a name, so that what was meddled with is not refused for the bytes alone.
    while !keep_bytes && told(&table).in_progress.is_some() && step(&mut table, &mut rng) {}
    let name = "understudy.v1.MinionsOfMordakView";
    let told: MinionsOfMordakView = meddled(name, &told(&table), changes, &WORDS, &mut rng);
    let Ok(state) = position(table.game(), &told) else { return false };
    let again = view(table.game(), &state);
    assert!(again.players.len() == usize::from(table.game().options.seats), "what is accepted can be told");
    let asked = Table::at(Arc::clone(table.game()), state);
    let guess: State = asked.view(eyes).guess(table.game(), &mut rng);
    invariants::check(table.game(), &guess).expect("what is accepted is sound");
    let mut table = Table::at(Arc::clone(table.game()), guess);
    for _ in 0..60 {
        if !step(&mut table, &mut rng) {
            assert_eq!(table.turn(), Turn::Over, "somebody is asked and has no answer");
            break;
        }
    }
    true
}

#[test]
fn many_meddled_views_are_refused_or_played_on() {
    let cases = std::env::var("CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000);
    let accepted =
        (0..cases).filter(|n| survives(*n, (*n % 900) as u32, 1 + (*n % 4) as u32, n % 8 == 0)).count();
    assert!(accepted * 10 > cases as usize, "only {accepted} of {cases} were accepted: nothing is tried");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_meddled_view_is_refused_or_played_on(
        seed in any::<u64>(), steps in 0u32..600, changes in 1u32..8, keep in any::<bool>(),
    ) {
        survives(seed, steps, changes, keep);
    }

    /// Bytes that are no view at all, or nearly one.
    #[test]
    fn any_bytes_are_refused_or_sound(
        seed in 0u64..50, at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>(),
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = any_table(&mut rng);
        for _ in 0..seed * 7 {
            step(&mut table, &mut rng);
        }
        let mut bytes = view(table.game(), &table.seen_by(Some(Seat::new(0)))).encode_to_vec();
        let place = at.index(bytes.len());
        bytes[place] = byte;
        bytes.truncate(bytes.len() - cut.index(8));
        if let Ok(read) = MinionsOfMordakView::decode(bytes.as_slice()) {
            let _ = position(table.game(), &read);
        }
    }
}
