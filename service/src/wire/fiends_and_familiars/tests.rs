//! Views of Fiends & Familiars: exact there and back along random play, silent about what is hidden, and never a way to a
//! broken table.

use crate::wire::proofs::{Proved, Spoiling, along, plays_on, proofs, refuses, returns, seen_view, step};
use ::fiends_and_familiars::{
    Content, FiendsAndFamiliars, Frame, Options, State, options::Track, restore::Moment, words::AdventureKind,
};
use kernel::{Notation as _, Restore as _, Seat, Table};
use proto::v1::{FiendsAndFamiliarsView, fiends_and_familiars_view as wire};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

static CONTENT: LazyLock<Content> = LazyLock::new(Content::built_in);

impl Proved for FiendsAndFamiliars {
    const NAME: &'static str = "understudy.v1.FiendsAndFamiliarsView";
    #[rustfmt::skip]
    const WORDS: &'static [&'static str] = &[
        "", "MK-001", "MK-002", "MK-030", "MK-060", "MK-090", "MK-128", "none", "FI-01", "FI-02", "FI-20", "FI-32",
        "MI-01", "MI-05", "MI-20", "MO-01", "MO-05", "AD-001", "AD-020", "CL-01", "CL-20", "SH-01", "SH-05", "AL-01",
        "BS-03", "FA-01", "FA-08", "I1", "I3", "I6", "str1", "cha3", "familiar2", "red5", "gold1", "blue/red2",
        "boost8", "location", "npc", "str",
    ];
    const MET: (u32, u32) = (300, 500);
    const LARGEST: (usize, usize) = (40_000, 700);
    const BEFORE: u64 = 500;

    fn any(rng: &mut ChaCha8Rng) -> FiendsAndFamiliars {
        FiendsAndFamiliars::new(CONTENT.clone(), Options::any(rng)).expect("any options fit together")
    }
    fn seats_told(view: &FiendsAndFamiliarsView) -> usize {
        view.players.len()
    }
    fn lasting(state: &State) -> impl PartialEq + std::fmt::Debug {
        state.players
    }
}

proofs!(FiendsAndFamiliars);

/// A table of which only the least is tracked: all that is known of it is in the middle of things.
#[test]
fn a_view_of_the_least_that_is_tracked_comes_back() {
    let mut met = 0u32;
    for seed in 0..8 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let options = Options {
            seats: 1,
            monsters_and_minions: seed % 2 == 0,
            track: Track::Minimal,
            ..Options::default()
        };
        let game = FiendsAndFamiliars::new(CONTENT.clone(), options).expect("options that fit");
        let mut table = Table::new(Arc::new(game));
        for _ in 0..2_000 {
            let masked = *table.seen_by(Some(Seat::new(0))).state();
            returns(&**table.game(), &seen_view(&table, Seat::new(0)), &masked);
            met += u32::from(matches!(masked.stack.top(), Some(Frame::Minimal(_))));
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
    assert!(met > 100, "only {met} tables");
}

/// All ids that a view shows.
fn ids(shown: &FiendsAndFamiliarsView) -> BTreeSet<String> {
    let mut ids: BTreeSet<String> = shown.faces.iter().map(|card| card.id.clone()).collect();
    for card in &shown.initiatives {
        ids.insert(card.id.clone());
        ids.extend(card.dice.iter().cloned());
    }
    for me in &shown.players {
        ids.extend(me.spaces.iter().flat_map(|space| [space.id.clone(), space.die.clone()]));
        ids.extend(me.stored_dice.iter().cloned());
    }
    ids.extend(shown.hand.iter().chain(&shown.rolled).cloned());
    ids
}

#[test]
fn an_action_names_what_the_view_shows() {
    along::<FiendsAndFamiliars>(1_000, |_, _, table, _| {
        for seat in table.turn().asked() {
            let ids = ids(&seen_view(table, seat));
            for action in table.legal(seat) {
                let parts = action.parts();
                assert_eq!(parts.to_string(), action.to_string());
                // Sheets and classes to choose from lie in the box, empty spaces are told by their absence.
                let from_box = ["sheet", "class", "put"].contains(&parts.verb);
                for (name, value) in parts.operands {
                    let shows = ["card", "die", "fiend", "space", "one", "other", "slot", "with", "board"];
                    let way = ["diagonal", "hire"].contains(&parts.verb);
                    let named = shows.contains(&name) && !from_box && !way;
                    assert!(!named || ids.contains(&value), "{action}: {value}?");
                }
            }
        }
    });
}

#[test]
fn a_view_tells_nothing_that_its_reader_has_not_seen() {
    let mut hidden = 0;
    along::<FiendsAndFamiliars>(2_000, |seed, number, table, _| {
        let seats = table.game().options.seats;
        for eyes in Seat::first(seats).map(Some).chain([None]) {
            let told = seen_view(table, eyes);
            for kind in AdventureKind::ALL {
                let card = &table.state().adventures[kind.index()];
                let Some(id) = card.get() else { continue };
                let all = Seat::first(seats).all(|seat| card.seen_by().contains(seat));
                let may = eyes.map_or(all, |seat| card.seen_by().contains(seat));
                let text = format!("{told:?}");
                assert_eq!(text.contains(&id.to_string()), may, "seed {seed}, step {number}: {eyes:?} {id}");
                hidden += u32::from(!may);
            }
        }
    });
    assert!(hidden > 20, "hidden cards must be met: {hidden}");
}

/// Plays a game of two at random to a moment of this kind in the second round.
fn at(wanted: impl Fn(Option<Moment>) -> bool) -> Table<FiendsAndFamiliars> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut table =
        Table::new(Arc::new(FiendsAndFamiliars::new(CONTENT.clone(), Options::default()).expect("a game")));
    while table.state().round < 2 || !wanted(table.game().moment(table.state())) {
        assert!(step(&mut table, &mut rng), "over too early");
    }
    table
}

fn select(moment: Option<Moment>) -> bool {
    matches!(moment, Some(Moment::Select(_)))
}

fn market(moment: Option<Moment>) -> bool {
    matches!(moment, Some(Moment::Market(_)))
}

/// Only what people at a real table can see and would tell.
fn told_by_hand(mut full: FiendsAndFamiliarsView) -> FiendsAndFamiliarsView {
    (full.bag, full.faces) = (vec![], vec![]);
    full.fiends_left = 0;
    if let Some(deck) = &mut full.market_deck {
        (deck.next, deck.later) = (vec![], vec![]);
    }
    for me in &mut full.players {
        (me.initiative, me.color, me.rows, me.stars) = (String::new(), String::new(), vec![], 0);
    }
    full
}

#[test]
fn a_turn_told_by_hand_can_be_played_on() {
    for wanted in [select, market] {
        let table = at(wanted);
        let seat = table.turn().asked().lowest().expect("somebody");
        let mut told = told_by_hand(seen_view(&table, seat));
        told.market_deck = None;
        plays_on(&table, seat, &told);
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_field() {
    let table = at(market);
    let changes: [Spoiling<FiendsAndFamiliarsView>; 24] = [
        (&|v| drop(v.players.pop()), "players: found nothing of seat 1; expected every seat"),
        (&|v| v.players[1].seat = 0, "players.seat: found seat 0 twice"),
        (&|v| v.players[1].seat = 9, "players.seat: found 9; expected 0 to 1"),
        (&|v| v.players[0].gold = 200, "players[0].gold: found 200; expected at most 100"),
        (&|v| v.players[0].xp = 300, "players[0].xp: found 300; expected 0 to 255"),
        (&|v| v.players[0].sheet = "SH-99".into(), "players[0].sheet: found `SH-99`"),
        (&|v| v.players[0].character_class = "none".into(), "players[0].character_class: found `none`"),
        (&|v| v.players[0].spaces[0].die = "pink3".into(), "players[0].spaces.die: found `pink3`"),
        (&|v| v.players[0].spaces[0].id = "str4".into(), "players[0].spaces.id: found `str4`"),
        (&|v| v.players[0].spaces[0].die = "boost8".into(), "dice: found"),
        (&|v| v.players[0].fiends.push("FI-40".into()), "players[0].fiends: found `FI-40`"),
        (&|v| v.players[0].last_row = "leg".into(), "players[0].last_row: found `leg`"),
        (&|v| v.initiatives[0].id = "I6".into(), "initiatives.id: found I6"),
        (&|v| v.initiatives[0].taken_by = Some(7), "I1.taken_by: found 7"),
        (&|v| v.market = vec!["MK-001".into(); 11], "market: found 11; expected at most 10"),
        (&|v| v.discard = vec!["MK-001".into(); 2], "discard: found `MK-001` twice"),
        (
            &|v| v.minion_deck = Some(wire::MinionDeck { single_dots: 99, ..Default::default() }),
            "minion_deck.single_dots: found 99",
        ),
        (&|v| v.monster.clear(), "round: found"),
        (&|v| v.round = 200, "round: found 200"),
        (&|v| v.turn_of = None, "turn_of: found nobody"),
        (&|v| v.turn_of = Some(7), "turn_of: found 7"),
        (&|v| v.hand = vec!["red1".into()], "hand: found"),
        (&|v| v.phase = wire::Phase::Cleanup.into(), "phase: found PHASE_CLEANUP"),
        (&|v| v.phase = 99, "phase: found 99"),
    ];
    refuses(&table, &changes);
}
