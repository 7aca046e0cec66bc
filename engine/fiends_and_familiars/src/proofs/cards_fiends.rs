//! What every Fiend forbids or costs while it is active, and that it does so no longer once banished.

use crate::fixture::{A, B, Fixture, fiend, market};
use crate::{
    rules::{cleanup_phase, combat, hunt, monster_combat},
    words::{Row, Window},
};
use kernel::{SeatSet, proves, script::play};

/// Seat a before it selects, with or without this Fiend.
fn table() -> Fixture {
    Fixture::new(2)
        .dice(Row::Str, "red5 blue2")
        .dice(Row::Familiar, "white1 white2")
        .initiative(1, "red1")
        .initiative(2, "gold6")
        .initiative(3, "black5")
        .with(|s| s.initiatives[1].gold = true)
}

/// Plays lines with the Fiend, and others without it.
fn both(
    name: &str,
    start: impl Fn(Fixture) -> kernel::Table<crate::FiendsAndFamiliars>,
    with: &str,
    without: &str,
) {
    play(start(table().fiend(name)), with);
    play(start(table()), without);
    // A banished one does nothing any more.
    play(start(table().with(|s| s.players[A].banished.insert(fiend(name)))), without);
}

#[test]
fn each_row_has_a_fiend_that_forbids_its_action() {
    proves!("FF-700");
    let all = [
        ("Gnawling", Row::Str),
        ("Lace Snarl", Row::Dex),
        ("Bone Chill", Row::Con),
        ("Inkblot", Row::Int),
        ("Doubtling", Row::Wis),
        ("Mumbler", Row::Cha),
        ("Leash Cutter", Row::Familiar),
    ];
    for (name, row) in all {
        let start = format!("seat 0: take I1\nseat 0: place red1 {row}\n");
        let (with, without) =
            (format!("{start}seat 0 may not act {row}"), format!("{start}seat 0 may act {row}"));
        both(name, Fixture::select, &with, &without);
        // Nor by 5 XP.
        if row != Row::Familiar {
            let trained = table().fiend(name).with(|s| (s.players[A].xp, s.players[A].gold) = (5, 0));
            play(trained.window(Window::Market), &format!("seat 0 may not train {row}"));
        }
    }
}

#[test]
fn tarnisher_row_breaker_and_early_thief_take_the_gold_of_dice() {
    let gold = "seat 0: take I2\nseat 0: place gold6 dex\n";
    both("Tarnisher", Fixture::select, &format!("{gold}a.gold is 6"), &format!("{gold}a.gold is 8"));
    both("Early Thief", Fixture::select, &format!("{gold}a.gold is 7"), &format!("{gold}a.gold is 8"));
    let row = "seat 0: take I1\nseat 0: place red1 str\n";
    both("Row Breaker", Fixture::select, &format!("{row}a.gold is 5"), &format!("{row}a.gold is 6"));
}

#[test]
fn haggle_imp_pays_nothing_for_a_discard_that_stays_legal() {
    proves!("FF-R41");
    let line = format!("seat 0: discard {}\n", market("Mail Coif"));
    let start = |f: Fixture| f.row(&["Mail Coif"]).market_turn();
    both("Haggle Imp", start, &format!("{line}a.gold is 5"), &format!("{line}a.gold is 7"));
}

#[test]
fn prices_rise_by_two_for_the_kinds_a_fiend_names() {
    for (name, cards, others) in [
        ("Gossip", &["Pious"][..], &["Lunge", "Mail Coif", "Sling", "Lore"][..]),
        ("Sloth Mite", &["Lunge"], &["Pious", "Mail Coif", "Sling", "Lore"]),
        ("Rust Sprite", &["Mail Coif"], &["Pious", "Lunge", "Sling", "Lore"]),
        ("Guild Gremlin", &["Sling", "Lore"], &["Pious", "Lunge", "Mail Coif"]),
    ] {
        let (free, bound) = (table(), table().fiend(name));
        let price = |f: &Fixture, card: &str| f.look().price(A, market(card), 0);
        cards.iter().for_each(|c| assert_eq!(price(&bound, c), price(&free, c) + 2, "{name} {c}"));
        others.iter().for_each(|c| assert_eq!(price(&bound, c), price(&free, c), "{name} {c}"));
    }
}

#[test]
fn customs_devil_lets_nothing_go_below_four() {
    let bound = table().fiend("Customs Devil");
    let price = |name: &str, off| bound.look().price(A, market(name), off);
    assert_eq!([price("Mail Coif", 0), price("Mail Coif", 2), price("Juggle", 0)], [4, 4, 6]);
}

#[test]
fn nightmare_refreshes_nothing_and_palm_itcher_asks_a_coin() {
    let lunge = market("Lunge");
    let tired = |f: Fixture| {
        let f = f.owns("Lunge").with(|s| s.players[A].exhausted.insert(lunge));
        // Seat b has nothing to refresh, so whoever is asked is seat a.
        f.at(cleanup_phase::Frame::Refreshes { at: 0 })
    };
    let refreshed = play(tired(table()), &format!("seat 0 may refresh {lunge}"));
    drop(refreshed);
    let after = tired(table().fiend("Nightmare"));
    assert!(after.state().players[A].exhausted.contains(lunge));
    assert!(!after.legal(A).contains(&crate::Action::Refresh { card: lunge }));
    let skilled = |f: Fixture| f.owns("Lunge").window(Window::Placed);
    both(
        "Palm Itcher",
        skilled,
        &format!("seat 0: use {lunge}\na.gold is 4"),
        &format!("seat 0: use {lunge}\na.gold is 5"),
    );
    let poor = table().fiend("Palm Itcher").with(|s| s.players[A].gold = 0);
    play(skilled(poor), "asked nobody");
}

#[test]
fn tail_puller_rumour_monger_fumbler_and_forgetling_spoil_hunts() {
    let ogre = crate::fixture::minion("Ditch Goblin");
    let dice = |f: &Fixture| hunt::weakness(f.look(), A, ogre);
    assert_eq!([dice(&table()), dice(&table().fiend("Tail Puller"))], [2, 1]);
    let none = Fixture::new(2).fiend("Tail Puller");
    assert_eq!(dice(&none), 0, "never less than none");
    assert_eq!(table().fiend("Rumour Monger").look().mercenary(A), (4, 7));
    let armed = |name: &str| {
        let f = table().with(|s| (s.players[A].xp, s.fight.hunting) = (1, true));
        let f = if name.is_empty() { f } else { f.fiend(name) };
        combat::may_reroll(f.look(), A)
    };
    assert!(armed("") && !armed("Fumbler"));
    let fight = |f: Fixture| {
        let f = f.revealed("Riddle Toad").with(|s| (s.players[A].gold, s.players[A].hunt_dice) = (0, 1));
        f.at(hunt::Frame::Minion { seat: A })
    };
    both("Forgetling", fight, "roll 6\nroll 1\na.xp is 1", "roll 6\nroll 1\na.xp is 2");
}

#[test]
fn stench_keeps_charisma_from_lowering_prices() {
    let (coif, start) = (market("Mail Coif"), |f: Fixture| {
        f.row(&["Mail Coif"]).with(|s| s.players[A].charisma = 1).market_turn()
    });
    both(
        "Stench",
        start,
        &format!("seat 0 may not buy {coif} x1\nseat 0 may buy {coif} x0"),
        &format!("seat 0: buy {coif} x1\na.gold is 3"),
    );
}

#[test]
fn lie_abed_and_cling_shun_a_card_while_another_is_free() {
    proves!("FF-707");
    both("Lie-abed", Fixture::select, "seat 0 may not take I1\nseat 0 may take I3", "seat 0 may take I1");
    both("Cling", Fixture::select, "seat 0 may not take I3\nseat 0 may take I1", "seat 0 may take I3");
    let last = |f: Fixture| {
        f.with(|s| (s.initiatives[1].taken, s.initiatives[2].taken) = (SeatSet::only(B), SeatSet::only(B)))
            .select()
    };
    play(last(table().fiend("Lie-abed")), "seat 0 may take I1");
}

#[test]
fn toll_toad_charges_for_high_dice_as_far_as_there_is_gold() {
    let start = "seat 0: take I3\nseat 0: place black5 dex\n";
    both("Toll Toad", Fixture::select, &format!("{start}a.gold is 4"), &format!("{start}a.gold is 5"));
    let poor = table().fiend("Toll Toad").with(|s| s.players[A].gold = 0);
    play(poor.select(), &format!("{start}a.gold is 0"));
    play(table().fiend("Toll Toad").select(), "seat 0: take I1\nseat 0: place red1 dex\na.gold is 5");
}

#[test]
fn jealous_wisp_keeps_the_familiar_row_for_last() {
    both(
        "Jealous Wisp",
        Fixture::select,
        "seat 0: take I1\nseat 0 may not place red1 familiar",
        "seat 0: take I1\nseat 0 may place red1 familiar",
    );
    let mut full = table().fiend("Jealous Wisp");
    for row in Row::ATTRIBUTES {
        full = full.dice(row, "red1 red1 red1");
    }
    play(full.select(), "seat 0: take I1\nseat 0 may place red1 familiar");
}

#[test]
fn scatterling_wants_another_row_each_time() {
    let two = |f: Fixture| f.initiative(1, "red1 red2").select();
    both(
        "Scatterling",
        two,
        "seat 0: take I1\nseat 0: place red1 dex\nseat 0 may not place red2 dex\nseat 0 may place red2 con",
        "seat 0: take I1\nseat 0: place red1 dex\nseat 0 may place red2 dex",
    );
    let last = table().fiend("Scatterling").with(|s| s.players[A].last_row = Some(Row::Wis));
    play(last.select(), "seat 0: take I1\nseat 0 may not place red1 wis\nseat 0 may place red1 dex");
}

#[test]
fn purse_leech_takes_one_gold_in_cleanup() {
    let cleanup = |f: Fixture| f.at(cleanup_phase::Frame::Tidy);
    assert_eq!(cleanup(table().fiend("Purse Leech")).state().players[A].gold, 4);
    assert_eq!(cleanup(table()).state().players[A].gold, 5);
}

#[test]
fn traitor_shade_weakens_the_blow_against_the_monster() {
    let fought = |f: Fixture| {
        let f = f.monster("The Tidecaller", ["Drowned Stair", "Riptide", "Breaking Wave"]);
        let f = f.with(|s| (s.fight.monster, s.fight.shown) = (true, [0, 0, 0, 0, 0, 2]));
        f.at(monster_combat::Frame::Fought { seat: A }).state().players[A].result
    };
    assert_eq!((fought(table()), fought(table().fiend("Traitor Shade"))), (Some(12), Some(10)));
}
