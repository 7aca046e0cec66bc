//! Every Weapon that does more than add to a row, and armor.

use super::cards_table::{A, Fixture, fiend, market, minion};
use crate::{
    FiendsAndFamiliars,
    rules::{cleanup_phase, combat, final_scoring, hunt, monster_combat},
    words::{Row, Window},
};
use kernel::{Table, proves, script::play};

fn armed(name: &str) -> Fixture {
    Fixture::new(2)
        .owns(name)
        .dice(Row::Str, "red5 blue2")
        .initiative(1, "red1 green2")
        .initiative(2, "gold3 white3")
        .initiative(3, "black5 blue6")
}

fn hunts(fixture: Fixture) -> Table<FiendsAndFamiliars> {
    fixture.revealed("Toll Ogre").with(|s| s.players[A].gold = 0).at(hunt::Frame::Minion { seat: A })
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
        let (with, without) = (armed(name), Fixture::new(2).dice(Row::Str, "red5 blue2"));
        let by = Row::ATTRIBUTES.map(|row| with.look().score(A, row) - without.look().score(A, row));
        assert_eq!(by, changes, "{name}");
    }
}

#[test]
fn a_third_hand_makes_room() {
    proves!("FF-405", "FF-R11");
    let (sling, glaive) = (market("Sling"), market("Glaive"));
    let table = armed("Sling").row(&["Glaive"]).with(|s| s.players[A].gold = 9).market_turn();
    play(
        table,
        &format!(
            "seat 0: buy {glaive} x0\nseat 0 may not drop {glaive}\nseat 0: drop {sling}\na.cards is 1\ndiscard is 1"
        ),
    );
}

#[test]
fn war_hammer_net_and_longbow_add_combat_dice() {
    play(hunts(armed("War Hammer")), "pool is 2");
    play(hunts(armed("Casting Net")), "pool is 2");
    play(hunts(armed("Casting Net").fiend("Stench")), "pool is 1");
    play(hunts(armed("Longbow").dice(Row::Dex, "red5 red5 red5")), "pool is 2");
    play(hunts(armed("Longbow").dice(Row::Dex, "red5 red5 red4")), "pool is 1");
}

#[test]
fn crossbow_rerolls_and_glaive_and_greataxe_strike_harder() {
    play(hunts(armed("Crossbow")), "roll 1\nseat 0: again 1\nroll 6\na.gold is 2");
    play(hunts(armed("Glaive")), "roll 4\na.gold is 2\na.injury is 0");
    let sum = combat::sum(armed("Greataxe").with(|s| s.fight.shown = [2, 0, 1, 0, 0, 0]).look(), A);
    assert_eq!(sum, 2 + 2 + 3);
}

#[test]
fn sling_lantern_whip_and_bauble_pay_in_the_dice_phase() {
    play(
        armed("Sling").select(),
        "seat 0: take I1\nseat 0: place red1 dex\na.gold is 6\nseat 0: place green2 dex\na.gold is 6",
    );
    play(armed("Lantern").select(), "seat 0: take I2\na.gold is 7");
    play(armed("Lantern").select(), "seat 0: take I1\na.gold is 5");
    play(armed("Thorn Whip").select(), "seat 0: take I3\na.gold is 6");
    play(armed("Jester's Bauble").select(), "seat 0: take I1\na.charisma is 1");
}

#[test]
fn thorn_whip_and_blessed_dagger_make_banishing_worth_it() {
    let stench = fiend("Stench");
    play(
        armed("Thorn Whip").fiend("Stench").window(Window::Market),
        &format!("seat 0: banish {stench} gold\na.gold is 2"),
    );
    play(
        armed("Blessed Dagger").fiend("Stench").window(Window::Market),
        &format!("seat 0: banish {stench} gold\na.gold is 2"),
    );
}

#[test]
fn backpack_stores_four_dice_but_never_more_than_there_are_empty_spaces() {
    proves!("FF-1100", "FF-R23");
    let table = armed("Backpack").select();
    play(
        table,
        "seat 0: take I1
         seat 0: store red1
         seat 0: store green2
         a.stored is red1 green2
         a.dex is none none none
         seat 0: unpack green2 dex
         a.dex is green2 none none
         seat 0: act dex
         seat 0: swap str1 dex1
         a.dex is red5 none none
         seat 0: unpack red1 con        # the one action of this Dice Phase is gone
         seat 0 may not act con
         a.con is red1 none none",
    );
    // Eighteen dice placed and one stored: two more, then no room.
    let mut full = armed("Backpack").initiative(1, "red1 red2");
    for row in Row::ATTRIBUTES {
        full = full.dice(row, "red1 red1 red1");
    }
    let stored = |n: usize| {
        full.clone().with(|s| (0..n).for_each(|_| s.players[A].stored.push("red1".parse().unwrap())))
    };
    play(stored(2).select(), "seat 0: take I1\nseat 0 may store red1");
    let three = play(stored(3).select(), "seat 0: take I1");
    assert!(!three.legal(A).contains(&"store red1".parse().unwrap()), "three empty spaces, three stored");
}

#[test]
fn leash_and_baton_pay_for_actions_and_skills() {
    play(
        armed("Silver Leash").select(),
        "seat 0: take I1\nseat 0: place red1 familiar\nseat 0: place green2 familiar\nseat 0: act familiar\na.xp is 1",
    );
    let table = armed("Baton").owns("Pickpocket").window(Window::Placed);
    play(table, &format!("seat 0: use {}\na.gold is 8", market("Pickpocket")));
}

#[test]
fn throwing_knives_fly_once_a_game() {
    let knives = market("Throwing Knives");
    play(hunts(armed("Throwing Knives")), &format!("seat 0: use {knives}\npool is 3\nasked chance"));
    let spent = armed("Throwing Knives").with(|s| s.players[A].spent.insert(knives));
    play(hunts(spent), "pool is 1\nasked chance");
}

#[test]
fn standard_horn_and_scale_save_and_earn() {
    assert_eq!(armed("Battle Standard").look().mercenary(A), (2, 4));
    let hag = minion("Mud Hag");
    let table = armed("Hunting Horn")
        .revealed("Toll Ogre")
        .with(|s| s.players[A].gold = 1)
        .at(hunt::Frame::Minion { seat: A });
    play(table, &format!("seat 0: cycle\nminion {hag}\nroll 1\na.gold is 1\na.trophies is 0"));
    let cleanup = |name: &str| armed(name).at(cleanup_phase::Frame::Tidy).state().players[A].gold;
    assert_eq!([cleanup("Merchant's Scale"), cleanup("Sling")], [6, 5]);
}

#[test]
fn bauble_keeps_charisma_in_cleanup() {
    let cleanup = |name: &str| {
        let table = armed(name).with(|s| s.players[A].charisma = 2).at(cleanup_phase::Frame::Tidy);
        table.state().players[A].charisma
    };
    assert_eq!([cleanup("Jester's Bauble"), cleanup("Sling")], [2, 0]);
}

#[test]
fn warding_shield_forgets_injuries_and_honors_endurance() {
    let fought = |name: &str| {
        let f = armed(name).monster("The Tidecaller", ["Drowned Stair", "Riptide", "Breaking Wave"]);
        let f = f.with(|s| {
            (s.fight.monster, s.fight.shown, s.players[A].injury) = (true, [0, 0, 0, 0, 0, 2], 3);
        });
        f.at(monster_combat::Frame::Fought { seat: A }).state().players[A].result
    };
    assert_eq!((fought("Warding Shield"), fought("Sling")), (Some(12), Some(9)));
    let table = armed("Warding Shield").dice(Row::Con, "red1 red1").select();
    play(table, "seat 0: take I1\nseat 0: place red1 con\na.honor is 1");
}

#[test]
fn quill_blade_learns_from_other_scrolls_and_counts_them() {
    let table = armed("Quill Blade").row(&["Renown"]).market_turn();
    play(table, &format!("seat 0: buy {} x0\na.xp is 1\na.honor is 2", market("Renown")));
    let scrolls = armed("Quill Blade").owns("Lore").owns("Renown").owns("Chaos");
    assert_eq!(final_scoring::score(scrolls.look(), A).cards, 1);
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
