//! A group that plays with its own box: what it puts right, and whom it does not want to be asked.

use super::scene::{scene, start};
use crate::{MinionsOfMordak, corrections, words::VILLAIN};
use kernel::{Log, Seat, Show as _, Step, Table, Turn};

fn set(table: &mut Table<MinionsOfMordak>, text: &str) -> Result<(), String> {
    let before = *table.state();
    let done = table.correct(text, &mut Log::off()).map_err(|why| why.to_string());
    assert!(done.is_ok() || before == *table.state(), "{text} was refused and has changed something");
    done
}

#[test]
fn tracks_that_drifted_are_put_right_between_actions() {
    let mut table = scene("bjorn mari").minion("e1", "b3").turn("h1").table;
    for text in ["h1.health 7", "h1.xp 3", "h1.ap 1", "h1.melee 2", "h2.region b3", "m0.side wounded"] {
        set(&mut table, text).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    set(&mut table, "mordak.health 20").expect("a multiple of five");
    let (s, bjorn) = (table.state(), &table.state().players[Seat::new(1)]);
    assert_eq!((bjorn.health, bjorn.xp, bjorn.plus[0], s.level().ap), (7, 3, 2, 1));
    assert_eq!((s.players[Seat::new(2)].region.to_string().as_str(), s.minion(0).wounded), ("b3", true));
    assert_eq!(s.players[VILLAIN].health, 20);
    assert!(!table.legal(Seat::new(1)).is_empty(), "play goes on");
}

#[test]
fn what_cannot_be_on_a_table_is_refused_and_changes_nothing() {
    let mut table = scene("bjorn mari").turn("h1").table;
    let wrong = [
        "h1.health 0",
        "h1.health 99",
        "mordak.health 7",
        "h1.melee 5",
        "h1.region a1",
        "h2.ap 1",
        "m0.side wounded",
        "h3.health 5",
        "mordak.region c3",
        "h1.luck 3",
        "health 3",
        "h1.health",
        "",
        "h1.reacts maybe",
    ];
    for text in wrong {
        let told = set(&mut table, text).expect_err(text);
        assert!(!told.is_empty(), "{text}");
    }
    let mut rolling = scene("bjorn mari").turn("h1").pick("roll melee").table;
    assert!(set(&mut rolling, "h1.health 5").expect_err("dice lie on the table").contains("being resolved"));
}

/// How often the Villain is asked in a Turn of a Hero who attacks.
fn questions(mut table: Table<MinionsOfMordak>) -> u32 {
    let mut asked_villain = 0;
    for _ in 0..40 {
        let step = match table.turn() {
            Turn::Over => break,
            Turn::Chance => {
                Step::Chance(table.odds().and_then(|odds| odds.iter().last()).expect("it falls").0)
            }
            Turn::Each(asked) | Turn::Any(asked) => {
                let seat = asked.lowest().expect("somebody is asked");
                asked_villain += u32::from(seat == VILLAIN);
                let legal = table.legal(seat);
                let wish =
                    |wish: &str| legal.iter().find(|action| action.to_string().starts_with(wish)).copied();
                let wishes = ["pass", "attack", "damage", "roll melee", "end"];
                let action = wishes.into_iter().find_map(wish).unwrap_or(legal[0]);
                if action.to_string() == "end" {
                    break;
                }
                Step::Act { seat, action }
            }
        };
        table.play(step, &mut Log::off()).expect("a legal step");
    }
    asked_villain
}

#[test]
fn who_orders_so_is_not_asked_for_reactions() {
    let table = || scene("bjorn mari").minion("e1", "c3").hand(0, "v19 v20 v21 v22 v23").turn("h1").table;
    assert!(questions(table()) > 0);
    let mut silent = table();
    set(&mut silent, "mordak.reacts no").expect("an order");
    assert_eq!(questions(silent.clone()), 0);
    set(&mut silent, "mordak.reacts asked").expect("an order");
    assert_eq!(questions(silent), questions(table()));
    let game = table().game().clone();
    assert_eq!(corrections::own_affair(&game, "h1.reacts no"), Some(Seat::new(1)));
    assert_eq!(game.set_by("h1.health 3"), None, "anybody at the table may put that right");
}

#[test]
fn the_void_deck_may_stay_in_the_house() {
    for (options, here) in [("seats=2 heroes=bjorn", false), ("seats=2 heroes=bjorn void_deck=house", true)] {
        let table = start(options).table;
        assert_eq!(table.turn(), Turn::Chance, "the Villain draws his first Spells");
        assert_eq!(table.game().house_draws(table.state()), here, "{options}");
    }
}
