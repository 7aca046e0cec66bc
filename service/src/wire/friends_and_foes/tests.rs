//! Views of Friends and Foes: exact there and back along random play, silent about what is hidden, and never a way to a
//! broken table.

use super::{position, view};
use ::friends_and_foes::{
    Content, FriendsAndFoes, Options, State,
    restore::{self, Moment, settled},
};
use kernel::{Log, Notation as _, Pool as _, Seat, Table, laws};
use prost::Message as _;
use proto::v1::{FriendsAndFoesView, friends_and_foes_view as wire};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::{collections::BTreeSet, sync::Arc};

mod meddled;

/// A table with any options.
fn any_table(content: &Content, rng: &mut ChaCha8Rng) -> Table<FriendsAndFoes> {
    let game = FriendsAndFoes::new(content.clone(), Options::any(rng)).expect("any options fit together");
    Table::new(Arc::new(game))
}

/// Plays at random; false once the game is over.
fn step(table: &mut Table<FriendsAndFoes>, rng: &mut ChaCha8Rng) -> bool {
    let Some(step) = laws::random_step(table, table.turn(), rng) else { return false };
    table.play(step, &mut Log::off()).expect("a listed step is legal");
    true
}

/// How many random games the laws are checked along; more with `GAMES=1000`.
fn games() -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(24)
}

/// What a view keeps of a table: everything while something goes on, and otherwise what is not over.
fn kept(game: &FriendsAndFoes, state: &State) -> State {
    match restore::moment(game, state) {
        Moment::Amid(_) => *state,
        Moment::Initiative | Moment::Turn => settled(state),
        Moment::Over => *state,
    }
}

#[test]
fn a_view_given_back_is_the_table_it_was_made_of() {
    let content = Content::built_in();
    let (mut plain, mut amid) = (0u32, 0u32);
    for seed in 0..games() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = any_table(&content, &mut rng);
        for number in 0..4_000 {
            let eyes = Seat::new((number % u32::from(table.game().options.seats)) as u8);
            let masked = table.seen_by(Some(eyes));
            let bytes = view(table.game(), &masked).encode_to_vec();
            let read = FriendsAndFoesView::decode(bytes.as_slice()).expect("what was encoded");
            match position(table.game(), &read) {
                Ok(state) => {
                    let (found, wanted) = (settled(&state), settled(&masked));
                    assert_eq!(found, wanted, "seed {seed}, step {number}");
                    if read.in_progress.is_some() {
                        assert_eq!(state, kept(table.game(), &masked), "seed {seed}, step {number}");
                    }
                }
                Err(why) => panic!("seed {seed}, step {number}: {why}\n{:?}", table.state().stack),
            }
            *(if read.in_progress.is_none() { &mut plain } else { &mut amid }) += 1;
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
    assert!(plain > 500 && amid > 500, "both kinds must be met: {plain} plain, {amid} amid");
}

/// What is left of things that are over changes nothing: play goes on from the settled table just the same.
#[test]
fn nothing_that_is_left_out_matters_for_play() {
    let content = Content::built_in();
    for seed in 0..games() {
        let mut rng = ChaCha8Rng::seed_from_u64(500 + seed);
        let mut table = any_table(&content, &mut rng);
        for number in 0..1_500u64 {
            let plain =
                matches!(restore::moment(table.game(), table.state()), Moment::Initiative | Moment::Turn);
            if plain && number % 7 == 0 {
                goes_on_alike(&table, number + seed);
            }
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
}

fn goes_on_alike(table: &Table<FriendsAndFoes>, seed: u64) {
    let mut one = table.clone();
    let mut two = Table::at(Arc::clone(table.game()), settled(table.state()));
    let (mut rng_one, mut rng_two) = (ChaCha8Rng::seed_from_u64(seed), ChaCha8Rng::seed_from_u64(seed));
    for _ in 0..60 {
        assert_eq!(one.turn(), two.turn());
        for seat in one.turn().asked() {
            assert_eq!(one.legal(seat), two.legal(seat), "{:?}", one.state().stack);
        }
        if !step(&mut one, &mut rng_one) || !step(&mut two, &mut rng_two) {
            break;
        }
    }
    assert_eq!(one.outcome(), two.outcome());
    assert_eq!(one.state().sides, two.state().sides);
}

#[test]
fn an_action_names_what_the_view_shows() {
    let content = Content::built_in();
    for seed in 0..games() {
        let mut rng = ChaCha8Rng::seed_from_u64(1_000 + seed);
        let mut table = any_table(&content, &mut rng);
        for _ in 0..1_000 {
            for seat in table.turn().asked() {
                let shown = view(table.game(), &table.seen_by(Some(seat)));
                let mut ids: BTreeSet<&str> = shown.characters.iter().map(|c| c.id.as_str()).collect();
                ids.extend(shown.areas.iter().map(|area| area.id.as_str()));
                ids.extend(shown.characters.iter().flat_map(|c| c.abilities.iter().map(|a| a.id.as_str())));
                ids.insert("basic");
                let own = shown.sides.iter().find(|side| side.seat == u32::from(seat.number()));
                let hand = own.map(|side| side.hand.as_str()).unwrap_or_default();
                ids.extend(hand.split(' ').chain(shown.played.split(' ')).chain(shown.looked_at.split(' ')));
                // Whose cards nobody here knows may hold any that was not seen.
                let hidden = own.filter(|side| side.hidden).and_then(|side| side.unseen.as_deref());
                ids.extend(hidden.unwrap_or_default().split(' '));
                for action in table.legal(seat) {
                    let parts = action.parts();
                    assert_eq!(parts.to_string(), action.to_string());
                    let building = ["recruit", "learn", "bench"].contains(&parts.verb);
                    for (name, value) in parts.operands {
                        let shows = ["who", "to", "area", "with", "ability", "card"].contains(&name);
                        assert!(building || !shows || ids.contains(value.as_str()), "{action}: {value}?");
                    }
                }
            }
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
}

/// The cards of a seat that only it knows.
fn secrets(state: &State, seat: Seat) -> Vec<String> {
    let side = &state.sides[seat];
    side.hand.minus(side.shown).iter().map(|card| card.to_string()).collect()
}

#[test]
fn a_view_tells_nothing_that_its_reader_has_not_seen() {
    let content = Content::built_in();
    for seed in 0..games() {
        let mut rng = ChaCha8Rng::seed_from_u64(2_000 + seed);
        let mut table = any_table(&content, &mut rng);
        let seats = table.game().options.seats;
        for _ in 0..600 {
            for eyes in Seat::first(seats).map(Some).chain([None]) {
                let told = view(table.game(), &table.seen_by(eyes));
                for side in &told.sides {
                    let owner = Seat::new(side.seat as u8);
                    let game = table.game();
                    let open = game.options.team_hands == ::friends_and_foes::options::TeamHands::Open
                        && eyes.is_some_and(|seat| game.team(seat) == game.team(owner));
                    if eyes == Some(owner) || open {
                        continue;
                    }
                    let known: BTreeSet<&str> = side.hand.split_whitespace().collect();
                    for secret in secrets(table.state(), owner) {
                        assert!(!known.contains(secret.as_str()), "{eyes:?} sees {secret} of {owner}");
                    }
                    let unseen = side.unseen.as_deref().unwrap_or_default().split_whitespace().count();
                    let hidden = secrets(table.state(), owner).len() as u32;
                    assert_eq!(unseen as u32, table.state().sides[owner].deck.count() + hidden);
                    let laid = side.commit.as_ref();
                    assert!(laid.is_none_or(|commit| *commit == wire::Commit::default()), "{laid:?}");
                }
            }
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
}

/// Two tables that differ only in what a seat has not seen look the same to it, to the last byte.
#[test]
fn a_view_is_the_same_whatever_is_hidden() {
    let content = Content::built_in();
    for seed in 0..games() {
        let mut rng = ChaCha8Rng::seed_from_u64(3_000 + seed);
        let mut table = any_table(&content, &mut rng);
        for number in 0..600 {
            let eyes = Seat::new((number % u32::from(table.game().options.seats)) as u8);
            let seen = table.view(eyes);
            let other = Table::at(Arc::clone(table.game()), seen.guess(table.game(), &mut rng));
            let bytes = |table: &Table<FriendsAndFoes>| {
                view(table.game(), &table.seen_by(Some(eyes))).encode_to_vec()
            };
            assert!(bytes(&table) == bytes(&other), "seed {seed}, step {number}: {:?}", table.state().stack);
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
}

fn duel() -> FriendsAndFoes {
    let mut options = Options::default();
    options.set("formations", "WB-1,WB-2").expect("an option");
    FriendsAndFoes::new(Content::built_in(), options).expect("options fit")
}

/// Plays a duel at random to a moment of this kind, in which seat 0 is asked.
fn at(wanted: &Moment, seed: u64) -> Table<FriendsAndFoes> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut table = Table::new(Arc::new(duel()));
    for _ in 0..2_000 {
        let asked = table.turn().asked().contains(Seat::new(0));
        if asked && table.state().round > 1 && restore::moment(table.game(), table.state()) == *wanted {
            return table;
        }
        assert!(step(&mut table, &mut rng), "over too early");
    }
    panic!("never met {wanted:?}")
}

/// Only what people at a real table can see and would tell.
fn told_by_hand(mut full: FriendsAndFoesView) -> FriendsAndFoesView {
    full.areas.clear();
    full.goals.clear();
    for side in &mut full.sides {
        (side.unseen, side.build) = (None, None);
    }
    for one in &mut full.characters {
        (one.name, one.character_class) = (String::new(), String::new());
        (one.full_health, one.armor, one.warding, one.sprint) = (0, 0, 0, 0);
    }
    full
}

#[test]
fn a_turn_and_a_choice_of_initiative_told_by_hand_can_be_played_on() {
    for moment in [Moment::Turn, Moment::Initiative] {
        let table = at(&moment, 11);
        let told = told_by_hand(view(table.game(), &table.seen_by(Some(Seat::new(0)))));
        let state = position(table.game(), &told).expect("a position");
        let side = state.sides[Seat::new(1)];
        assert!(u32::from(side.hand_len) >= side.hand.count(), "hands of others are counts");
        assert_eq!(Table::at(Arc::clone(table.game()), state).legal(Seat::new(0)), table.legal(Seat::new(0)));
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let guess =
            Table::at(Arc::clone(table.game()), state).view(Seat::new(0)).guess(table.game(), &mut rng);
        let mut table = Table::at(Arc::clone(table.game()), guess);
        for _ in 0..300 {
            let _ = step(&mut table, &mut rng);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_field() {
    let table = at(&Moment::Turn, 11);
    let no = |change: &dyn Fn(&mut FriendsAndFoesView)| {
        let mut told = view(table.game(), &table.seen_by(Some(Seat::new(0))));
        change(&mut told);
        position(table.game(), &told).map(|_| ()).expect_err("must be refused").to_string()
    };
    for (why, said) in [
        (no(&|v| drop(v.sides.pop())), "sides: found nothing of seat 1; expected every seat"),
        (no(&|v| v.sides[1].seat = 0), "sides.seat: found seat 0 twice"),
        (no(&|v| v.sides[1].seat = 9), "sides.seat: found 9; expected 0 to 1"),
        (no(&|v| v.sides[0].tokens = 11), "sides[0].tokens: found 11; expected at most 10"),
        (no(&|v| v.sides[0].treasure = 60_000), "sides[0].treasure: found 60000"),
        (no(&|v| v.sides[1].hand_count = 60), "sides[1].hand_count: found 60"),
        (no(&|v| v.sides[0].hand.push_str(" 1X")), "sides[0].hand: found `1X`"),
        (no(&|v| v.sides[0].unseen = Some(String::new())), "sides[0].unseen: found"),
        (no(&|v| v.characters[0].card = "RG9".into()), "a1.card: found `RG9`"),
        (no(&|v| v.characters[0].health = 99), "a1.health: found 99"),
        (no(&|v| v.characters[0].id = "a2".into()), "characters.id: found a2 twice"),
        (no(&|v| v.characters[0].marks = vec!["luck".into()]), "a1.marks: found `luck`"),
        (no(&|v| v.areas[0].id = "r8c8".into()), "areas.id: found `r8c8`"),
        (no(&|v| v.round = 200), "round: found 200"),
        (no(&|v| v.turn_of = Some(7)), "turn_of: found 7"),
        (no(&|v| v.phase = wire::Phase::Harvest.into()), "phase: found PHASE_HARVEST"),
        (no(&|v| v.phase = 99), "phase: found 99"),
        (no(&|v| v.scenario = "SCN-31".into()), "scenario: found `SCN-31`"),
        (no(&|v| v.twist = "TWI-1".into()), "twist: found one that is not used"),
        (no(&|v| v.in_progress = Some(vec![0xff; 90].into())), "in_progress: found"),
        (no(&|v| v.in_progress = Some(vec![0; 9_000].into())), "in_progress: found 9000 bytes"),
        (no(&|v| v.order.clear()), "turn_of: found seat"),
    ] {
        assert!(why.contains(said), "`{why}` should say `{said}`");
    }
}

#[test]
fn what_goes_on_is_not_laid_beside_another_table() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut table = at(&Moment::Turn, 11);
    let mut told = view(table.game(), &table.seen_by(Some(Seat::new(0))));
    while told.in_progress.is_none() {
        assert!(step(&mut table, &mut rng), "over too early");
        told = view(table.game(), &table.seen_by(Some(Seat::new(0))));
    }
    assert!(position(table.game(), &told).is_ok());
    told.sides[0].treasure += 1;
    let why = position(table.game(), &told).expect_err("changed").to_string();
    assert_eq!(
        why,
        "in_progress: found bytes made with another table; expected the bytes of this very view, or none"
    );
}

#[test]
fn a_view_is_small() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut table = at(&Moment::Turn, 11);
    let (mut largest, mut bytes) = (0, 0);
    for _ in 0..200 {
        let told = view(table.game(), &table.seen_by(Some(Seat::new(0))));
        bytes = bytes.max(told.in_progress.as_ref().map_or(0, prost::bytes::Bytes::len));
        largest = largest.max(told.encoded_len());
        let _ = step(&mut table, &mut rng);
    }
    assert!(largest < 8_192 && bytes < 400, "{largest} bytes, {bytes} in progress");
}
