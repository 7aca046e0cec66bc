//! Views of Friends and Foes: exact there and back along random play, silent about what is hidden, and never a way to a
//! broken table.

use crate::wire::proofs::{Proved, Spoiling, along, plays_on, proofs, read, refuses, seen_view, step};
use ::friends_and_foes::{Content, FriendsAndFoes, Options, State, restore::Moment};
use kernel::{Notation as _, Pool as _, Restore as _, Seat, Table};
use proto::v1::{FriendsAndFoesView, friends_and_foes_view as wire};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

static CONTENT: LazyLock<Content> = LazyLock::new(Content::built_in);

impl Proved for FriendsAndFoes {
    const NAME: &'static str = "understudy.v1.FriendsAndFoesView";
    #[rustfmt::skip]
    const WORDS: &'static [&'static str] = &[
        "", "a1", "a2", "a3", "a6", "b1", "b2", "b6", "c1", "d8", "r1c1", "r1c2", "r2c2", "r3c3", "r8c8", "ATK-01",
        "ATK-02", "ACT-01", "REA-01", "PAS-04", "basic", "RG1", "WA2", "KN3", "MIN-1", "MIN-9", "elevated",
        "garrison", "difficult", "fellowship", "master", "treasure", "last_standing", "7S", "2H 3H 4S", "AC",
        "brace", "rally", "SCN-1", "TWI-2",
    ];
    const GAMES: u64 = 24;
    const STEPS: u32 = 1_500;
    const MET: (u32, u32) = (500, 500);
    const LARGEST: (usize, usize) = (16_384, 800);
    const BEFORE: u64 = 700;

    fn any(rng: &mut ChaCha8Rng) -> FriendsAndFoes {
        FriendsAndFoes::new(CONTENT.clone(), Options::any(rng)).expect("any options fit together")
    }
    fn seats_told(view: &FriendsAndFoesView) -> usize {
        view.sides.len()
    }
    fn lasting(state: &State) -> impl PartialEq + std::fmt::Debug {
        state.sides
    }
}

proofs!(FriendsAndFoes);

#[test]
fn an_action_names_what_the_view_shows() {
    along::<FriendsAndFoes>(1_000, |_, _, table, _| {
        for seat in table.turn().asked() {
            let shown = seen_view(table, seat);
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
    });
}

/// The cards of a seat that only it knows.
fn secrets(state: &State, seat: Seat) -> Vec<String> {
    let side = &state.sides[seat];
    side.hand.minus(side.shown).iter().map(|card| card.to_string()).collect()
}

#[test]
fn a_view_tells_nothing_that_its_reader_has_not_seen() {
    along::<FriendsAndFoes>(2_000, |_, _, table, _| {
        for eyes in Seat::first(table.game().options.seats).map(Some).chain([None]) {
            let told = seen_view(table, eyes);
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
    });
}

fn duel() -> FriendsAndFoes {
    let mut options = Options::default();
    // With a hand at the start.
    options.set("preset", "club").expect("a preset");
    options.set("formations", "WB-1,WB-2").expect("an option");
    FriendsAndFoes::new(Content::built_in(), options).expect("options fit")
}

/// Plays a duel at random to a moment of this kind, in which seat 0 is asked.
fn at(wanted: Moment, seed: u64) -> Table<FriendsAndFoes> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut table = Table::new(Arc::new(duel()));
    for _ in 0..2_000 {
        let asked = table.turn().asked().contains(Seat::new(0));
        if asked && table.state().round > 1 && table.game().moment(table.state()) == Some(wanted) {
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
        let table = at(moment, 11);
        let told = told_by_hand(seen_view(&table, Seat::new(0)));
        let state = read(&**table.game(), &told).expect("a position");
        let side = state.sides[Seat::new(1)];
        assert!(u32::from(side.hand_len) >= side.hand.count(), "hands of others are counts");
        plays_on(&table, Seat::new(0), &told);
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_field() {
    let table = at(Moment::Turn, 11);
    let changes: [Spoiling<FriendsAndFoesView>; 20] = [
        (&|v| drop(v.sides.pop()), "sides: found nothing of seat 1; expected every seat"),
        (&|v| v.sides[1].seat = 0, "sides.seat: found seat 0 twice"),
        (&|v| v.sides[1].seat = 9, "sides.seat: found 9; expected 0 to 1"),
        (&|v| v.sides[0].tokens = 11, "sides[0].tokens: found 11; expected at most 10"),
        (&|v| v.sides[0].treasure = 60_000, "sides[0].treasure: found 60000"),
        (&|v| v.sides[1].hand_count = 60, "sides[1].hand_count: found 60"),
        (&|v| v.sides[0].hand.push_str(" 1X"), "sides[0].hand: found `1X`"),
        (&|v| v.sides[0].unseen = Some(String::new()), "sides[0].unseen: found"),
        (&|v| v.characters[0].card = "RG9".into(), "a1.card: found `RG9`"),
        (&|v| v.characters[0].health = 99, "a1.health: found 99"),
        (&|v| v.characters[0].id = "a2".into(), "characters.id: found a2 twice"),
        (&|v| v.characters[0].marks = vec!["luck".into()], "a1.marks: found `luck`"),
        (&|v| v.areas[0].id = "r8c8".into(), "areas.id: found `r8c8`"),
        (&|v| v.round = 2_000, "round: found 2000"),
        (&|v| v.turn_of = Some(7), "turn_of: found 7"),
        (&|v| v.phase = wire::Phase::Harvest.into(), "phase: found PHASE_HARVEST"),
        (&|v| v.phase = 99, "phase: found 99"),
        (&|v| v.scenario = "SCN-31".into(), "scenario: found `SCN-31`"),
        (&|v| v.twist = "TWI-1".into(), "twist: found one that is not used"),
        (&|v| v.order.clear(), "turn_of: found seat"),
    ];
    refuses(&table, &changes);
}
