//! Views of Minions of Mordak: exact there and back along random play, silent about what is hidden, and never a way to a
//! broken table.

use crate::wire::proofs::{
    Proved, Spoiling, along, any_table, eyes_of, plays_on, proofs, read, refuses, returns, seen_view, step,
};
use ::minions_of_mordak::{Content, MinionsOfMordak, Options, State, restore::Moment};
use kernel::{Log, Notation as _, Restore as _, Seat, Table};
use proto::v1::{MinionsOfMordakView, minions_of_mordak_view as wire};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

static CONTENT: LazyLock<Content> = LazyLock::new(Content::built_in);

impl Proved for MinionsOfMordak {
    const NAME: &'static str = "understudy.v1.MinionsOfMordakView";
    #[rustfmt::skip]
    const WORDS: &'static [&'static str] = &[
        "", "a1", "b2", "c3", "c2", "d4", "e5", "mordak", "gust", "h1", "h2", "h5", "m0", "m1", "m2", "m9", "m56",
        "a3", "d16", "v2", "v30", "t1", "t7", "t40", "c1", "e1", "b1", "sheep", "h3", "i1", "ii4", "iii2", "iii16",
        "melee", "corruption", "AAN", "MMMM", "bjorn", "mari", "scrutt", "granted", "steps", "evade", "clock",
        "turn", "villain", "souls", "arcane", "never", "damage never", "a14 auto if damage>=3", "begins ask if target=h2 until round",
    ];
    const GAMES: u64 = 10;
    const STEPS: u32 = 1_500;
    const MET: (u32, u32) = (300, 500);
    const LARGEST: (usize, usize) = (40_000, 1_000);
    const CASES: u64 = 1_000;
    const BEFORE: u64 = 900;

    fn any(rng: &mut ChaCha8Rng) -> MinionsOfMordak {
        MinionsOfMordak::new(CONTENT.clone(), Options::any(rng)).expect("any options fit together")
    }
    fn seats_told(view: &MinionsOfMordakView) -> usize {
        view.players.len()
    }
    fn lasting(state: &State) -> impl PartialEq + std::fmt::Debug {
        state.players
    }
}

proofs!(MinionsOfMordak);

/// Standing orders are told and come back, in the middle of things as well.
#[test]
fn who_is_not_asked_for_reactions_comes_back() {
    let mut met = 0u32;
    for seed in 40..44 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table: Table<MinionsOfMordak> = any_table(&mut rng);
        for number in 0..500 {
            let order = ["mordak.reacts no", "h1.reacts no", "mordak.reacts asked"];
            if let Some(text) = order.get(number / 20).filter(|_| number % 20 == 19) {
                let _ = table.correct(text, &mut Log::off());
            }
            let eyes = eyes_of(number as u32, &table);
            let told = seen_view(&table, eyes);
            met += told.players.iter().filter(|player| player.silent).count() as u32;
            returns(&**table.game(), &told, table.seen_by(Some(eyes)).state());
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
    assert!(met > 200, "orders stood at {met} tables");
}

/// Each seat reads its own orders and nobody else's, and a table comes back with them.
#[test]
fn standing_orders_come_back_to_their_seat_alone() {
    let given =
        ["mordak.reacts never until round", "h1.reacts damage never", "h1.reacts a14 auto if damage>=3"];
    let own = [vec!["never until round"], vec!["damage never", "a14 auto if damage>=3"]];
    let mut met = 0u32;
    for seed in 50..54 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table: Table<MinionsOfMordak> = any_table(&mut rng);
        for _ in 0..300 {
            let hidden = table.state().is_hidden(Seat::new(1));
            if given.iter().all(|text| table.correct(text, &mut Log::off()).is_ok()) {
                for eyes in Seat::first(table.game().options.seats).map(Some).chain([None]) {
                    let told = seen_view(&table, eyes);
                    for (seat, player) in told.players.iter().enumerate() {
                        let reads = eyes.is_some_and(|eyes| eyes.index() == seat);
                        let wanted = own.get(seat).filter(|_| reads).cloned().unwrap_or_default();
                        assert_eq!(player.standing_orders, wanted);
                    }
                    returns(&**table.game(), &told, table.seen_by(eyes).state());
                    met += 1;
                }
            }
            if hidden || !step(&mut table, &mut rng) {
                break;
            }
        }
    }
    assert!(met > 500, "orders stood at {met} tables");
}

#[test]
fn orders_that_cannot_have_been_given_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(60);
    let table: Table<MinionsOfMordak> = any_table(&mut rng);
    let told = MinionsOfMordakView { in_progress: None, ..seen_view(&table, Seat::new(1)) };
    let many: Vec<String> = (1..=7).map(|n| format!("damage never if damage>={n}")).collect();
    let wrong: [(&[&str], &str); 4] = [
        (&["cast never if damage>=3"], "damage is known in damage (w6)"),
        (&["damage never", "never"], "none that the next one replaces"),
        (&["ask"], "none that the next one replaces"),
        (&many.iter().map(String::as_str).collect::<Vec<_>>(), "6"),
    ];
    for (orders, said) in wrong {
        let mut told = told.clone();
        told.players[1].standing_orders = orders.iter().map(|order| (*order).to_owned()).collect();
        let why = read(&**table.game(), &told).expect_err(said).to_string();
        assert!(why.contains("players[1].standing_orders") && why.contains(said), "{why}");
    }
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

/// All Spells of the backs that a hidden hand shows.
fn of_backs(game: &MinionsOfMordak, own: &wire::Player) -> Vec<String> {
    let backs =
        own.hand.iter().filter(|card| card.spell.is_empty()).map(|card| card.deck.parse().expect("a deck"));
    backs.flat_map(|deck| game.content.spells_of(deck)).map(|card| card.id.to_string()).collect()
}

#[test]
fn an_action_names_what_the_view_shows() {
    along::<MinionsOfMordak>(1_000, |_, _, table, _| {
        for seat in table.turn().asked() {
            let shown = seen_view(table, seat);
            let mut ids = ids(&shown);
            if let Some(own) =
                shown.players.iter().find(|me| me.seat == u32::from(seat.number()) && me.hidden_hand)
            {
                ids.extend(of_backs(table.game(), own));
            }
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
    along::<MinionsOfMordak>(2_000, |seed, number, table, _| {
        let seats = table.game().options.seats;
        for eyes in Seat::first(seats).map(Some).chain([None]) {
            let told = seen_view(table, eyes);
            for me in &told.players {
                let owner = Seat::new(me.seat as u8);
                let real = table.state().players[owner].hand;
                assert_eq!(me.hand.len(), real.len(), "every card has a back");
                let may = |seen: kernel::SeatSet| match eyes {
                    Some(seat) => seat == owner || seen.contains(seat),
                    None => Seat::first(seats).all(|seat| seat == owner || seen.contains(seat)),
                };
                let known = real.iter().filter(|card| may(card.seen) && !card.spell.is_hidden());
                let mut open: Vec<String> = known.map(|card| card.spell.to_string()).collect();
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

/// Plays a game of three at random to a moment of this kind.
fn at(wanted: impl Fn(Option<Moment>) -> bool) -> Table<MinionsOfMordak> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut options = Options::default();
    options.set("seats", "3").expect("an option");
    let mut table = Table::new(Arc::new(MinionsOfMordak::new(CONTENT.clone(), options).expect("a game")));
    while table.state().clock < 3 || !wanted(table.game().moment(table.state())) {
        assert!(step(&mut table, &mut rng), "over too early");
    }
    table
}

fn turn(moment: Option<Moment>) -> bool {
    moment == Some(Moment::Turn)
}

fn minions(moment: Option<Moment>) -> bool {
    moment == Some(Moment::Minions)
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
        let told = told_by_hand(seen_view(&table, seat));
        plays_on(&table, seat, &told);
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_field() {
    let table = at(turn);
    let changes: [Spoiling<MinionsOfMordakView>; 24] = [
        (&|v| drop(v.players.pop()), "players: found nothing of seat 2; expected every seat"),
        (&|v| v.players[1].seat = 0, "players.seat: found seat 0 twice"),
        (&|v| v.players[1].seat = 9, "players.seat: found 9; expected 0 to 2"),
        (&|v| v.players[1].xp = 250, "players[1].xp: found 250"),
        (&|v| v.players[1].xp = 300, "players[1].xp: found 300; expected 0 to 255"),
        (&|v| v.players[1].hero = "conan".into(), "players[1].hero: found `conan`"),
        (&|v| v.players[1].region = "z9".into(), "players[1].region: found `z9`"),
        (&|v| v.players[1].rows[0].dice = "XX".into(), "players[1].rows.dice: found `XX`"),
        (&|v| v.players[1].offense = "t99".into(), "players[1].offense: found `t99`"),
        (
            &|v| v.players[1].hand = vec![wire::HandCard { spell: "q1".into(), ..Default::default() }],
            "players[1].hand: found `q1`",
        ),
        (
            &|v| v.players[1].hand = vec![wire::HandCard { deck: "red".into(), ..Default::default() }],
            "players[1].hand: found `red`",
        ),
        (&|v| v.regions[0].id = v.regions[1].id.clone(), "regions.id: found"),
        (&|v| v.regions[0].treasures = 99, "treasures: found 99"),
        (&|v| v.regions[0].stack = vec!["m50".into()], ".stack: found `m50`"),
        (
            &|v| {
                v.minions.push(wire::Minion {
                    id: "m56".into(),
                    kind: "c1".into(),
                    region: "c3".into(),
                    ..Default::default()
                })
            },
            "found",
        ),
        (&|v| v.day = 90, "day: found 90"),
        (&|v| v.unseen_tiles.clear(), "unseen_tiles: found 0 of"),
        (&|v| v.players[0].hidden_hand = true, "hidden_hand: found one that is no Hero's"),
        (&|v| v.turn = None, "turn: found none"),
        (&|v| v.phase = 0, "phase: found 0"),
        (&|v| v.phase = 99, "phase: found 99"),
        (&|v| v.spell_discards = vec!["a1".into(); 300], "spell_discards: found 300"),
        (&|v| v.spell_discards = vec!["a1".into(); 30], "spells: found a card too many"),
        (
            &|v| v.lasting = vec![wire::Lasting { effect: "luck".into(), ..Default::default() }],
            "lasting.effect: found `luck`",
        ),
    ];
    refuses(&table, &changes);
}
