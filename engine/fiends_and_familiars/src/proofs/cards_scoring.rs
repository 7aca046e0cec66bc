//! Every Trait: its stars where the condition holds, just fails, and at its most. Weapons that change rows, and Armor.

use crate::fixture::{A, Fixture, fiend, market, minion};
use crate::{State, rules::final_scoring, words::Row};
use kernel::{proves, script::play};

/// Stars of this Trait alone.
fn stars(name: &str, fixture: Fixture) -> u8 {
    final_scoring::score(fixture.owns(name).look(), A).traits
}

fn new() -> Fixture {
    Fixture::new(2)
}

fn with(change: impl FnOnce(&mut State)) -> Fixture {
    new().with(change)
}

#[test]
fn six_traits_want_seventeen_in_a_row() {
    proves!("FF-925");
    let all = ["Brawny", "Nimble", "Hardy", "Learned", "Serene", "Charming"];
    for (name, row) in all.into_iter().zip(Row::ATTRIBUTES) {
        assert_eq!(stars(name, new().dice(row, "red6 red6 red5")), 2, "{name}");
        assert_eq!(stars(name, new().dice(row, "red6 red5 red5")), 0, "{name}");
    }
}

#[test]
fn four_traits_want_a_side_of_the_alignment() {
    for (name, inside, outside) in [("Pious", 1, 4), ("Ruthless", 7, 4), ("Dutiful", 3, 5), ("Unruly", 5, 3)]
    {
        assert_eq!(stars(name, with(|s| s.players[A].token = inside)), 2, "{name}");
        assert_eq!(stars(name, with(|s| s.players[A].token = outside)), 0, "{name}");
    }
}

#[test]
fn thrifty_counts_every_four_gold_left() {
    let left = |gold| stars("Thrifty", with(|s| s.players[A].gold = gold));
    assert_eq!([left(3), left(4), left(15), left(30)], [0, 1, 3, 3]);
}

#[test]
fn dice_traits_read_the_whole_sheet() {
    let all = new().dice(Row::Str, "red1 blue1 green2").dice(Row::Familiar, "black1 white1 gold1");
    assert_eq!(stars("Flamboyant", all.clone()), 0);
    assert_eq!(stars("Flamboyant", all.clone().dice(Row::Dex, "purple1")), 3);
    assert_eq!(stars("Flamboyant", all.clone().dice(Row::Dex, "blue/purple1")), 3, "a Split Die is both");
    let one = new().dice(Row::Str, "red1 red2 blue/red3");
    assert_eq!(stars("Single-Minded", one.clone()), 0);
    assert_eq!(stars("Single-Minded", one.dice(Row::Familiar, "white1 white2 white4")), 3);
    let same = new().dice(Row::Str, "red5 blue5 gold5").dice(Row::Dex, "red1 red1");
    assert_eq!(stars("Methodical", same.clone()), 0, "only complete rows count");
    assert_eq!(stars("Methodical", same.dice(Row::Dex, "red1 red1 red1")), 3);
    let sixes = new().dice(Row::Str, "red6 red6 red6").dice(Row::Dex, "red6 red6 red6");
    assert_eq!(stars("Lucky", sixes.clone()), 0);
    assert_eq!(stars("Lucky", sixes.dice(Row::Familiar, "red6")), 3);
    let low = new().dice(Row::Str, "red1 red1 red2").dice(Row::Familiar, "red1");
    assert_eq!(stars("Humble", low), 3);
    assert_eq!(stars("Two-Faced", new().dice(Row::Str, "blue/red1 red1 green/white2")), 2);
    assert_eq!(stars("Larger than Life", new().dice(Row::Str, "boost3 boost8 red1")), 2);
}

#[test]
fn accomplished_wants_five_goals() {
    // The Warrior: 18, 16-17, 17, and 14 or more three times.
    let hero = new()
        .class(A, "Warrior")
        .dice(Row::Str, "red6 red6 red6")
        .dice(Row::Dex, "red6 red5 red5")
        .dice(Row::Con, "red6 red6 red5")
        .dice(Row::Int, "red6 red4 red4");
    assert_eq!(stars("Accomplished", hero.clone()), 0);
    assert_eq!(stars("Accomplished", hero.dice(Row::Wis, "red6 red4 red4")), 3);
}

#[test]
fn true_to_yourself_wants_four_matches() {
    let fixture = new();
    let cells = fixture.game.content.backstories[0].cells.each();
    let matched = |count: usize| {
        with(|s| {
            for (row, (color, space)) in Row::ATTRIBUTES.into_iter().zip(cells).take(count) {
                let space = crate::words::Space::new(row, space - 1);
                s.players[A].dice[space.index()] = format!("{color}1").parse().unwrap();
            }
        })
    };
    assert_eq!(stars("True to Yourself", matched(3)), 0);
    assert_eq!(stars("True to Yourself", matched(4)), 2);
}

#[test]
fn traits_that_count_cards_stop_at_their_most() {
    assert_eq!(stars("Bristling", new().owns("Sling").owns("Rapier")), 2);
    let skills = ["Lunge", "Feint", "Juggle", "Heckle", "Ambush"];
    let skilled = |n: usize| skills.iter().take(n).fold(new(), |f, name| f.owns(name));
    assert_eq!([stars("Versatile", skilled(3)), stars("Versatile", skilled(5))], [3, 3]);
    assert_eq!(stars("Bookish", new().owns("Lore").owns("Renown")), 2);
    let dressed = new().owns("Mail Coif").owns("Linked Hauberk").owns("Oiled Boots");
    assert_eq!(stars("Well-Dressed", dressed.clone()), 0, "two of one set and one of another");
    assert_eq!(stars("Well-Dressed", dressed.owns("Ring Greaves")), 2);
}

#[test]
fn devious_keeps_xp_that_cannot_be_spent() {
    proves!("FF-1103");
    let table = new().owns("Devious").row(&["Lore"]).market_turn();
    let table = play(
        table,
        &format!(
            "seat 0: buy {} x0
             seat 0 may keep x3
             seat 0 may not keep x4
             seat 0: keep x2
             a.xp is 1
             a.stored_xp is 2",
            market("Lore")
        ),
    );
    assert_eq!(table.state().players[A].stored_xp, 2);
    let stored = |xp| stars("Devious", with(|s| s.players[A].stored_xp = xp));
    assert_eq!([stored(1), stored(2), stored(5), stored(20)], [0, 1, 2, 5]);
}

#[test]
fn relentless_ignores_the_champion_bonus() {
    proves!("FF-1104");
    // Strength 8: 16 is worth 3 stars, 20 is worth 4.
    let fought = |result: i8| {
        let f = new().monster("The Tidecaller", ["Drowned Stair", "Riptide", "Breaking Wave"]);
        f.with(|s| {
            s.players[A].result = Some(result);
            s.champions = kernel::SeatSet::only(A);
        })
    };
    let score = final_scoring::score(fought(16).look(), A);
    assert_eq!((score.monster, score.champion), (3, 3), "six stars from the Monster in all");
    assert_eq!(stars("Relentless", fought(16)), 0);
    assert_eq!(stars("Relentless", fought(20)), 4);
}

#[test]
fn traits_that_count_fiends_tell_active_from_banished() {
    let one = new().fiend("Stench").with(|s| {
        ["Gnawling", "Cling"].into_iter().for_each(|name| s.players[A].banished.insert(fiend(name)));
    });
    assert_eq!([stars("Fearless", one.clone()), stars("Cursed", one.clone())], [2, 1]);
    assert_eq!(stars("Haunted", one.clone()), 0);
    assert_eq!(stars("Haunted", one.fiend("Mumbler")), 2);
}

#[test]
fn traits_that_count_deeds() {
    let trophies =
        with(|s| ["Mud Hag", "Mimic"].into_iter().for_each(|m| s.players[A].trophies.insert(minion(m))));
    assert_eq!(stars("Trophy Hunter", trophies), 2);
    assert_eq!([3, 4].map(|n| stars("Honorable", with(|s| s.players[A].honor = n))), [1, 2]);
    assert_eq!([0, 1].map(|n| stars("Unscathed", with(|s| s.players[A].injury = n))), [2, 0]);
    assert_eq!([2, 9].map(|n| stars("Scarred", with(|s| s.players[A].injury = n))), [2, 3]);
    assert_eq!([2, 3].map(|n| stars("Prepared", with(|s| s.players[A].tokens = n))), [0, 3]);
    // The Hermit is worth 3 in the centre and less than nothing in a corner.
    assert_eq!([4, 0].map(|n| stars("Unwavering", with(|s| s.players[A].token = n))), [3, 0]);
    // The Magpie's range is 5 to 7.
    assert_eq!(stars("Beast Friend", new().dice(Row::Familiar, "red1 red2 red3")), 2);
    assert_eq!(stars("Beast Friend", new().dice(Row::Familiar, "red3 red2 red3")), 0);
}

#[test]
fn weapons_change_the_score_of_rows() {
    proves!("FF-920");
    for (name, changes) in [
        ("Longsword", [1, 0, 0, 0, 0, 0]),
        ("Rapier", [0, 1, 0, 0, 0, 0]),
        ("Tower Shield", [0, -1, 2, 0, 0, 0]),
        ("Quarterstaff", [0, 0, 0, 1, 1, 0]),
        ("Jewelled Sabre", [0, 0, 0, 0, 0, 1]),
    ] {
        let (with, without) =
            (new().owns(name).dice(Row::Str, "red5 blue2"), new().dice(Row::Str, "red5 blue2"));
        let by = Row::ATTRIBUTES.map(|row| with.look().score(A, row) - without.look().score(A, row));
        assert_eq!(by, changes, "{name}");
    }
}

#[test]
fn armor_scores_by_set_with_one_star_more_for_the_class() {
    proves!("FF-924");
    let stars = |class: &str, cards: &[&str]| {
        let f = cards.iter().fold(Fixture::new(2).class(A, class), |f, card| f.owns(card));
        final_scoring::score(f.look(), A).armor
    };
    let chain = ["Mail Coif", "Linked Hauberk", "Chain Gauntlets"];
    assert_eq!(stars("Warrior", &chain), 4);
    assert_eq!(stars("Minstrel", &chain), 3);
    assert_eq!(stars("Minstrel", &["Woven Robe", "Moon Circlet", "Silk Slippers", "Star Cloak"]), 7);
    assert_eq!(stars("Cutpurse", &["Rune of Ash", "Rune of Bone", "Mail Coif"]), 4);
    assert_eq!(stars("Warrior", &["Rune of Ash", "Rune of Bone"]), 2);
    assert_eq!(stars("Warrior", &[]), 0);
}
