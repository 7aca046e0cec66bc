//! Views of Roll Player Adventures: exact there and back along random play, and never a way to a
//! broken table.

use crate::wire::proofs::{
    Proved, Spoiling, along, eyes_of, plays_on, proofs, read as position, refuses, returns, seen_view, step,
};
use ::adventures::{Adventures, Content, Options, State, own_book, restore::Moment};
use kernel::{Log, Notation as _, Restore as _, Table};
use proto::v1::{AdventuresView, adventures_view as wire};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

static CONTENT: LazyLock<Content> = LazyLock::new(Content::built_in);

impl Proved for Adventures {
    const NAME: &'static str = "understudy.v1.AdventuresView";
    #[rustfmt::skip]
    const WORDS: &'static [&'static str] = &[
        "", "p0", "p1", "p3", "H01", "H05", "A01", "W02", "K10", "T05", "L03", "R07", "F01", "F16", "A", "B", "C",
        "H", "Z", "1", "7", "1+2", "12", "d1", "s1", "R", "B", "G", "U", "E01", "E09", "P01", "P03", "M01", "M04",
        "C01", "C09", "001", "ADV1", "ADV2",
    ];
    const MET: (u32, u32) = (200, 500);
    const LARGEST: (usize, usize) = (40_000, 2_000);
    const BEFORE: u64 = 500;

    fn any(rng: &mut ChaCha8Rng) -> Adventures {
        Adventures::new(CONTENT.clone(), Options::any(rng)).expect("any options fit together")
    }
    fn seats_told(view: &AdventuresView) -> usize {
        view.heroes.len()
    }
    fn lasting(state: &State) -> impl PartialEq + std::fmt::Debug {
        state.sheets
    }
}

proofs!(Adventures);

/// Reports of an own book.
const REPORTS: [&str; 6] = [
    "check limit 4 level 2 R* *4 R/B:5(x1) dice-1 no-flip M02",
    "choice argue your writ; 2 gold: buy oil; rest; 3 xp: move",
    "combat R*/2/- *5/1/x1 track fat+1 rows-1 and B4/1/g2 track gold-1 fat+2 cost+1",
    "check limit 6 *2 *3 uncovered+1 hurried",
    "each.score.R 15",
    "xp +3",
];

#[test]
fn a_view_of_an_own_book_given_back_is_the_table_it_was_made_of() {
    let (mut contests, mut votes, mut refused) = (0u32, 0u32, 0u32);
    for seed in 0..4u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut options = Options::default();
        for (name, value) in [("seats", "2"), ("scope", "table"), ("mode", "normal"), ("heroes", "H01,H03")] {
            options.set(name, value).expect("an option");
        }
        let mut table = Table::new(Arc::new(Adventures::new(CONTENT.clone(), options).expect("a game")));
        let mut reports = REPORTS.iter().cycle().skip(seed as usize).take(24);
        for number in 0..4_000 {
            let eyes = eyes_of(number, &table);
            let masked = *table.seen_by(Some(eyes)).state();
            let mut read = seen_view(&table, eyes);
            returns(&**table.game(), &read, &masked);
            assert_eq!(read.told.len(), masked.told.len());
            votes += u32::from(read.told.first().is_some_and(|says| says == "argue your writ"));
            if read.contest.as_ref().is_some_and(|contest| contest.own) {
                contests += 1;
                (read.in_progress, read.phase) = (None, wire::Phase::Build.into());
                let why =
                    position(&**table.game(), &read).expect_err("nobody else knows the book").to_string();
                assert!(why.starts_with("contest.own: found yes"), "{why}");
                refused += 1;
            }
            let report = (masked.stack.top() == Some(&own_book::Frame::Reading.into()))
                .then(|| reports.next())
                .flatten();
            match report {
                Some(text) => table.correct(text, &mut Log::off()).expect("a report"),
                None if step(&mut table, &mut rng) => {}
                None => break,
            }
        }
    }
    assert!(contests > 50 && votes > 5 && refused == contests, "{contests} contests, {votes} votes");
}

/// All ids that a view shows.
fn ids(shown: &AdventuresView) -> BTreeSet<String> {
    let mut ids: BTreeSet<String> = shown.locations.iter().map(|place| place.id.clone()).collect();
    ids.extend(shown.heroes.iter().map(|hero| hero.id.clone()));
    ids.extend(shown.items.iter().map(|item| item.id.clone()));
    ids.extend(shown.faces.iter().map(|card| card.id.clone()));
    if let Some(contest) = &shown.contest {
        ids.extend(contest.pool.iter().map(|die| die.id.clone()));
        ids.extend(contest.slots.iter().map(|slot| slot.id.clone()));
    }
    ids
}

#[test]
fn an_action_names_what_the_view_shows() {
    along::<Adventures>(1_000, |_, _, table, _| {
        for seat in table.turn().asked() {
            let ids = ids(&seen_view(table, seat));
            for action in table.legal(seat) {
                let parts = action.parts();
                assert_eq!(parts.to_string(), action.to_string());
                for (name, value) in parts.operands {
                    let shows =
                        ["player", "to", "item", "low", "high", "card", "die", "slot"].contains(&name);
                    assert!(!shows || ids.contains(&value), "{action}: {value}?");
                }
            }
        }
    });
}

/// Plays an adventure of two at random to a moment of this kind.
fn at(wanted: impl Fn(Option<Moment>) -> bool) -> Table<Adventures> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut options = Options::default();
    for (name, value) in [("seats", "2"), ("scope", "adventure"), ("adventure", "ADV1")] {
        options.set(name, value).expect("an option");
    }
    let mut table = Table::new(Arc::new(Adventures::new(CONTENT.clone(), options).expect("a game")));
    let mut met = 0;
    loop {
        met += u32::from(wanted(table.game().moment(table.state())));
        if met == 3 {
            return table;
        }
        assert!(step(&mut table, &mut rng), "over too early");
    }
}

fn choice(moment: Option<Moment>) -> bool {
    matches!(moment, Some(Moment::Choice(_)))
}

/// Only what people at a real table can see and would tell.
fn told_by_hand(mut full: AdventuresView) -> AdventuresView {
    (full.faces, full.bag) = (vec![], vec![]);
    (full.entry_label, full.entry_text) = (String::new(), String::new());
    for place in &mut full.locations {
        (place.name, place.column, place.row) = (String::new(), 0, 0);
    }
    for hero in &mut full.heroes {
        hero.name.clear();
    }
    full
}

#[test]
fn a_choice_told_by_hand_can_be_played_on() {
    let table = at(choice);
    let seat = table.turn().asked().lowest().expect("somebody");
    let told = told_by_hand(seen_view(&table, seat));
    plays_on(&table, seat, &told);
}

#[test]
fn what_does_not_fit_is_refused_with_its_field() {
    let table = at(choice);
    let changes: [Spoiling<AdventuresView>; 20] = [
        (&|v| drop(v.heroes.pop()), "heroes: found nothing of seat 1; expected every seat"),
        (&|v| v.heroes[1].id = "p0".into(), "heroes.id: found seat 0 twice"),
        (&|v| v.heroes[1].id = "p3".into(), "heroes.id: found p3; expected p0 to p1"),
        (&|v| v.heroes[0].fatigue = 99, "p0.fatigue: found 99"),
        (&|v| v.heroes[0].rows[2].stamina = 200, "p0.rows: found 200"),
        (&|v| v.heroes[0].race = "ent".into(), "p0.race: found `ent`"),
        (&|v| v.heroes[0].hand.push("Z01".into()), "p0.hand: found `Z01`"),
        (&|v| v.journal = None, "journal: found none"),
        (&|v| v.journal.as_mut().unwrap().xp = 60_000, "xp: found 60000"),
        (
            &|v| v.journal.as_mut().unwrap().keywords = vec!["BANANA".into()],
            "journal.keywords: found `BANANA`",
        ),
        (&|v| v.adventure = "ADV9".into(), "adventure: found `ADV9`"),
        (&|v| v.at = "AA".into(), "at: found `AA`"),
        (&|v| v.at = "Z".into(), "map: found"),
        (&|v| v.locations[0].used = vec!["77".into()], "A.used: found 77"),
        (&|v| v.locations[0].tokens = vec!["nothing".into()], "A.tokens: found `nothing`"),
        (&|v| v.entry = Some(4_000), "entry: found 4000"),
        (&|v| v.entry = None, "entry: found none"),
        (&|v| v.phase = 0, "phase: found 0"),
        (&|v| v.phase = wire::Phase::Build.into(), "contest: found none"),
        (&|v| v.storyteller.clear(), "storyteller: found"),
    ];
    refuses(&table, &changes);
}
