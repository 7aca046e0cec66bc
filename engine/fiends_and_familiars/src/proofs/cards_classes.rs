//! What every class can do.

use super::cards_table::{A, Fixture, fiend, market, minion};
use crate::{
    rules::{cleanup_phase, combat, final_scoring, hunt},
    words::{Row, Window},
};
use kernel::{proves, script::play};

fn class(name: &str) -> Fixture {
    Fixture::new(2)
        .class(A, name)
        .dice(Row::Str, "red5 blue2")
        .initiative(1, "red1 green2")
        .initiative(2, "gold3 white3")
        .initiative(3, "black5 blue6")
}

/// One die on the first card, placed in this row, then its action.
fn acts(name: &str, row: &str, lines: &str) {
    let fixture = Fixture::new(2).class(A, name).dice(Row::Str, "red5 blue2").initiative(1, "white4");
    let table =
        play(fixture.select(), &format!("seat 0: take I1\nseat 0: place white4 {row}\nseat 0: act {row}"));
    play(table, lines);
}

/// Seat a is about to fight the Toll Ogre without a coin.
fn hunts(fixture: Fixture) -> kernel::Table<crate::FiendsAndFamiliars> {
    fixture.revealed("Toll Ogre").with(|s| s.players[A].gold = 0).at(hunt::Frame::Minion { seat: A })
}

#[test]
fn cutpurse_gains_three_gold_for_a_gold_die() {
    play(
        class("Cutpurse").select(),
        "seat 0: take I2\nseat 0: place gold3 dex\na.gold is 9 # the card brings one too",
    );
    play(class("Templar").select(), "seat 0: take I2\nseat 0: place gold3 dex\na.gold is 8");
}

#[test]
fn nightblade_and_duelist_fight_better_with_weapons() {
    play(hunts(class("Nightblade").owns("Sling")), "pool is 2");
    play(hunts(class("Nightblade")), "pool is 1");
    // One Weapon is not enough for the Duelist: 4 is below 6, the half of 12 that pays; with two 6 is reached.
    play(hunts(class("Duelist").owns("Sling")), "roll 4\na.gold is 0");
    play(hunts(class("Duelist").owns("Sling").owns("Rapier")), "roll 4\na.gold is 2");
}

#[test]
fn spellwright_warden_minstrel_berserker_and_cleric_act_twice() {
    acts(
        "Spellwright",
        "int",
        "seat 0: reroll str1\ndie red6\nseat 0: new\nseat 0: reroll str2\ndie blue6\nseat 0: new\na.str is red6 blue6 none",
    );
    acts("Warden", "con", "seat 0: turn str1 6\nseat 0: turn str2 3\na.str is red6 blue3 none");
    acts("Minstrel", "cha", "a.charisma is 2");
    acts("Berserker", "str", "seat 0: flip str1\nseat 0: flip str3\na.str is red2 blue2 white3");
    acts("Cleric", "wis", "seat 0: step good\nseat 0: step lawful\na.token is 0");
    acts("Templar", "cha", "a.charisma is 1");
}

#[test]
fn stargazer_pathfinder_and_illusionist_work_on_the_pool_once_a_round() {
    let table = play(
        class("Stargazer").window(Window::Select),
        "seat 0: ability\nseat 0: pool I3 blue6\ndie blue1\nasked nobody",
    );
    assert_eq!(table.state().initiatives[2].dice.map(crate::dice::Die::value), [5, 1]);
    let table =
        play(class("Pathfinder").window(Window::Select), "seat 0: ability\nseat 0: trade I1 red1 I3 blue6");
    assert_eq!(table.state().initiatives[0].dice.map(crate::dice::Die::value), [6, 2]);
    let table = play(class("Illusionist").window(Window::Select), "seat 0: ability\nseat 0: pool I1 red1");
    assert_eq!(table.state().initiatives[0].dice.map(crate::dice::Die::value), [6, 2]);
}

#[test]
fn jester_counts_gold_dice_as_its_own_colour() {
    let motley = |name| class(name).dice(Row::Dex, "gold1 gold2 purple3");
    let stars = |f: Fixture| final_scoring::score(f.look(), A).class_color;
    assert_eq!(stars(motley("Jester")), 3);
    assert_eq!(stars(motley("Minstrel")), 1);
}

#[test]
fn warrior_rerolls_one_die_for_nothing() {
    play(hunts(class("Warrior")), "roll 1\nseat 0: again 1\nroll 6\na.gold is 2\na.xp is 0");
}

#[test]
fn templar_is_stronger_against_the_monster_if_lawful() {
    let sum = |token: u8, monster: bool| {
        let f = class("Templar").with(|s| (s.players[A].token, s.fight.monster) = (token, monster));
        combat::sum(f.look(), A)
    };
    assert_eq!([sum(3, true), sum(4, true), sum(3, false)], [3, 0, 0]);
}

#[test]
fn warlock_learns_from_each_fiend_and_gravewalker_from_banishing() {
    let with = class("Warlock").with(|s| s.initiatives[0].fiends.insert(fiend("Stench")));
    play(
        with.select(),
        "seat 0: take I1\nseat 0: place red1 con\nseat 0: place green2 con\nseat 0: skip\na.fiends is 1\na.xp is 1",
    );
    let line = format!("seat 0: banish {} gold\na.xp is 2", fiend("Stench"));
    play(class("Gravewalker").fiend("Stench").window(Window::Market), &line);
}

#[test]
fn bonecaller_fetches_a_card_once_a_game() {
    let table =
        class("Bonecaller").row(&["Mail Coif"]).discarded("Sling").discarded("Feint").window(Window::Market);
    let sling = market("Sling");
    play(table, &format!("seat 0: ability\nseat 0: fetch {sling}\na.gold is 7\nasked nobody"));
}

#[test]
fn runesmith_pays_less_for_armor_only() {
    let table = class("Runesmith").row(&["Mail Coif", "Sling"]).market_turn();
    play(table.clone(), &format!("seat 0: buy {} x0\na.gold is 3", market("Mail Coif")));
    play(table, &format!("seat 0: buy {} x0\na.gold is 1", market("Sling")));
}

#[test]
fn alchemist_pays_one_gold_to_change_a_die() {
    play(
        class("Alchemist").window(Window::Placed),
        "seat 0: ability\nseat 0: turn str1 6\na.gold is 4\na.str is red6 blue2 none\nasked nobody",
    );
    play(class("Alchemist").with(|s| s.players[A].gold = 0).window(Window::Placed), "asked nobody");
}

#[test]
fn beastmaster_may_let_the_familiar_fight_after_seeing_the_roll() {
    proves!("FF-1102");
    let with = |lines: &str| {
        let fixture = class("Beastmaster").dice(Row::Familiar, "red4 blue3 white1");
        play(hunts(fixture), lines);
    };
    with("roll 2\nseat 0: power\na.gold is 2\na.injury is 0");
    with("roll 2\nseat 0: dice\na.injury is 1");
}

#[test]
fn falconer_gains_gold_for_green_dice() {
    play(
        class("Falconer").select(),
        "seat 0: take I1\nseat 0: place green2 con\na.gold is 6\nseat 0: place red1 con\na.gold is 6",
    );
}

#[test]
fn sibyl_turns_up_two_cards() {
    let (coif, lunge, sling) = (market("Mail Coif"), market("Lunge"), market("Sling"));
    let deck = class("Sibyl")
        .row(&["Mail Coif"])
        .with(|s| s.market_deck.upper = [lunge, sling].into_iter().collect());
    play(
        deck.window(Window::Market),
        &format!(
            "seat 0: ability\ncard {lunge}\ncard {sling}\nseat 0: exchange {lunge} {coif}\nmarket is {lunge}"
        ),
    );
}

#[test]
fn gladiator_and_slayer_are_paid_for_trophies() {
    let hunt = |name: &str| {
        let fixture = class(name).with(|s| s.players[A].hunt_dice = 2).revealed("Toll Ogre");
        fixture.with(|s| s.players[A].gold = 0).at(hunt::Frame::Minion { seat: A })
    };
    let lines = "roll 6\nroll 5\nroll 1\na.trophies is 1\n";
    play(hunt("Templar"), &format!("{lines}a.honor is 1\na.gold is 2"));
    play(hunt("Gladiator"), &format!("{lines}a.honor is 2\na.gold is 2"));
    play(hunt("Slayer"), &format!("{lines}a.honor is 1\na.gold is 4"));
    let hag = minion("Mud Hag");
    let cycle = class("Slayer").revealed("Toll Ogre").at(hunt::Frame::Minion { seat: A });
    play(cycle, &format!("seat 0: cycle\nminion {hag}\na.gold is 4"));
}

#[test]
fn exorcist_banishes_for_three_gold() {
    let table = class("Exorcist").fiend("Stench").with(|s| s.players[A].gold = 3).window(Window::Market);
    play(table, &format!("seat 0: banish {} gold\na.gold is 0\na.banished is 1", fiend("Stench")));
}

#[test]
fn hospitaller_heals_after_the_market_turn() {
    let table = class("Hospitaller").with(|s| s.players[A].injury = 2).window(Window::Bought);
    play(table, "seat 0: ability\na.injury is 1\nasked nobody");
}

#[test]
fn smuggler_earns_more_by_discarding() {
    let table = class("Smuggler").row(&["Mail Coif"]).market_turn();
    play(table, &format!("seat 0: discard {}\na.gold is 8\na.xp is 1", market("Mail Coif")));
}

#[test]
fn chronicler_refreshes_two_skills() {
    let (lunge, feint) = (market("Lunge"), market("Feint"));
    let tired = |name: &str| {
        let fixture = class(name).owns("Lunge").owns("Feint");
        let fixture =
            fixture.with(|s| [lunge, feint].into_iter().for_each(|c| s.players[A].exhausted.insert(c)));
        fixture.at(cleanup_phase::Frame::Refresh { at: 0, left: crate::state::NONE })
    };
    play(tired("Chronicler"), &format!("seat 0: refresh {lunge}\nseat 0: refresh {feint}"));
    play(tired("Templar"), &format!("seat 0: refresh {lunge}\nseat 0 may not refresh {feint}"));
}

#[test]
fn stormcaller_counts_ones_as_twos() {
    let sum = |name: &str| {
        let f = class(name).with(|s| s.fight.shown = [3, 0, 0, 0, 0, 0]);
        combat::sum(f.look(), A)
    };
    assert_eq!([sum("Stormcaller"), sum("Templar")], [6, 3]);
}

#[test]
fn trapper_buys_a_die_for_two_gold() {
    let table = class("Trapper")
        .revealed("Toll Ogre")
        .with(|s| s.players[A].gold = 2)
        .at(hunt::Frame::Minion { seat: A });
    play(table, "pool is 1\nseat 0: ability\npool is 2\na.gold is 0");
}

#[test]
fn shapeshifter_swaps_familiar_dice() {
    let table = class("Shapeshifter").dice(Row::Familiar, "white1").window(Window::Placed);
    play(
        table,
        "seat 0: ability\nseat 0 may not swap str1 str2\nseat 0: swap str1 familiar1\na.familiar is red5 none none",
    );
}

#[test]
fn envoy_buys_a_second_card() {
    let table = class("Envoy").row(&["Mail Coif"]).window(Window::Bought);
    play(
        table,
        &format!("seat 0: ability\nseat 0: buy {} x0\na.gold is 2\na.cards is 1", market("Mail Coif")),
    );
}

#[test]
fn gambler_must_live_with_the_new_number() {
    play(
        class("Gambler").window(Window::Placed),
        "seat 0: ability\nseat 0: reroll str1\ndie red1\na.str is red1 blue2 none\nasked nobody",
    );
}

#[test]
fn captain_pays_less_for_mercenaries() {
    assert_eq!(class("Captain").look().mercenary(A), (2, 4));
    assert_eq!(class("Templar").look().mercenary(A), (3, 5));
}

#[test]
fn monk_moves_one_step_and_oracle_is_paid_for_rows() {
    play(
        class("Monk").window(Window::Placed),
        "seat 0: ability\nseat 0: step evil\na.token is 7\nasked nobody",
    );
    play(class("Oracle").select(), "seat 0: take I1\nseat 0: place red1 str\na.gold is 7");
    play(class("Templar").select(), "seat 0: take I1\nseat 0: place red1 str\na.gold is 6");
}
