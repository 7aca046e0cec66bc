//! Every Skill, played.

use super::cards_table::{A, B, Fixture, fiend, market};
use crate::{
    rules::{dice_phase, hunt, windows},
    words::{Row, Window},
};
use kernel::{proves, script::play};

/// Seat a owns this Skill and has a few dice.
fn skilled(name: &str) -> Fixture {
    Fixture::new(2).owns(name).dice(Row::Str, "red5 blue2").dice(Row::Familiar, "white1")
}

/// Three Initiative cards with two dice each.
fn rolled(name: &str) -> Fixture {
    skilled(name).initiative(1, "red1 blue2").initiative(2, "green3 white3").initiative(3, "black5 gold6")
}

/// In the window: uses the Skill, then these lines.
fn uses(fixture: Fixture, name: &str, window: Window, lines: &str) {
    let card = market(name);
    let table = fixture.window(window);
    let table = play(table, &format!("seat 0: use {card}"));
    play(table, lines);
}

#[test]
fn lunge_flips_a_die_and_moves_the_token_to_evil() {
    proves!("FF-408");
    uses(
        skilled("Lunge"),
        "Lunge",
        Window::Placed,
        "seat 0: flip str1\na.str is red2 blue2 none\na.token is 7",
    );
}

#[test]
fn feint_flips_a_die_on_a_card_nobody_has_chosen() {
    let table = rolled("Feint").with(|s| s.initiatives[0].taken = 1).window(Window::Select);
    let table = play(
        table,
        &format!(
            "seat 0: use {}
             seat 0 may not pool I1 red1
             seat 0: pool I3 gold6
             a.token is 5",
            market("Feint")
        ),
    );
    assert_eq!(table.state().initiatives[2].dice.map(|d| d.to_string()), ["black5", "gold1"]);
}

#[test]
fn juggle_exchanges_two_dice_of_the_sheet() {
    uses(
        skilled("Juggle"),
        "Juggle",
        Window::Placed,
        "seat 0: swap str1 familiar1\na.str is white1 blue2 none\na.familiar is red5 none none",
    );
}

#[test]
fn patience_changes_a_die_by_one_and_never_past_its_faces() {
    uses(
        skilled("Patience"),
        "Patience",
        Window::Last,
        "seat 0 may not turn familiar1 8\nseat 0 may not turn str1 3\nseat 0: turn str1 6\na.str is red6 blue2 none\na.token is 3",
    );
}

#[test]
fn second_wind_rerolls_a_die_and_keeps_either() {
    let lines = "seat 0: reroll str1\ndie red1\n";
    uses(
        skilled("Second Wind"),
        "Second Wind",
        Window::Placed,
        &format!("{lines}seat 0: old\na.str is red5 blue2 none"),
    );
    uses(
        skilled("Second Wind"),
        "Second Wind",
        Window::Placed,
        &format!("{lines}seat 0: new\na.str is red1 blue2 none"),
    );
}

#[test]
fn flattery_pickpocket_and_meditate_bring_their_goods() {
    uses(skilled("Flattery"), "Flattery", Window::Market, "a.charisma is 1\na.token is 1");
    uses(skilled("Pickpocket"), "Pickpocket", Window::Placed, "a.gold is 7\na.token is 7");
    uses(skilled("Meditate"), "Meditate", Window::Bought, "a.xp is 1\na.token is 1");
}

#[test]
fn heckle_rerolls_a_die_even_before_another_seat_selects() {
    let frame = windows::Frame::Reactions { window: Window::Select, owner: B, at: 1 };
    let table = play(
        rolled("Heckle").at(frame),
        &format!("asked seat 0\nseat 0: use {}\nseat 0: pool I3 gold6\ndie gold2", market("Heckle")),
    );
    assert_eq!(
        table.state().initiatives[2].dice.map(crate::dice::Die::value),
        [5, 2],
        "it stays on its card"
    );
}

#[test]
fn window_shopping_turns_up_two_cards_and_exchanges_one() {
    let table = skilled("Window Shopping").row(&["Mail Coif"]).window(Window::Market);
    let (coif, lunge, sling) = (market("Mail Coif"), market("Lunge"), market("Sling"));
    let table = table_with_deck(table, &[lunge, sling]);
    let table = play(
        table,
        &format!(
            "seat 0: use {}
             card {lunge}
             card {sling}
             seat 0: exchange {sling} {coif}
             market is {sling}
             discard is 2",
            market("Window Shopping")
        ),
    );
    assert!(table.state().discard.contains(coif) && table.state().discard.contains(lunge));
}

/// Only these cards are in the upper half of the Market deck.
fn table_with_deck(
    table: kernel::Table<crate::FiendsAndFamiliars>,
    cards: &[crate::words::MarketId],
) -> kernel::Table<crate::FiendsAndFamiliars> {
    let mut state = *table.state();
    state.market_deck.upper = cards.iter().copied().collect();
    kernel::Table::at(std::sync::Arc::clone(table.game()), state)
}

#[test]
fn rummage_puts_a_discarded_card_after_the_last_place() {
    let fixture = skilled("Rummage").row(&["Mail Coif"]).discarded("Sling");
    let (coif, sling) = (market("Mail Coif"), market("Sling"));
    uses(
        fixture,
        "Rummage",
        Window::Market,
        &format!("seat 0: fetch {sling}\nmarket is {coif} {sling}\ndiscard is 0"),
    );
}

#[test]
fn ambush_tactics_brawl_and_focus_help_in_the_hunt_at_hand() {
    let fighting = |name: &str| {
        let fixture = skilled(name).revealed("Toll Ogre");
        fixture.with(|s| s.players[A].gold = 0).at(hunt::Frame::Minion { seat: A })
    };
    play(fighting("Ambush"), &format!("pool is 1\nseat 0: use {}\npool is 2", market("Ambush")));
    // Tactics adds a die and one free reroll, although there is no XP.
    play(
        fighting("Tactics"),
        &format!(
            "seat 0: use {}
             roll 1
             roll 1
             seat 0: again 1
             roll 6
             a.injury is 0
             a.gold is 2",
            market("Tactics")
        ),
    );
    // 4 and 2 more is the half of 12 that pays.
    play(fighting("Brawl"), &format!("roll 4\nseat 0: use {}\na.gold is 2\na.injury is 0", market("Brawl")));
    play(fighting("Brawl"), "roll 4\nseat 0: stop\na.gold is 0\na.injury is 1");
    play(
        fighting("Focus"),
        &format!(
            "roll 1
             seat 0: use {}
             seat 0: again 1
             roll 2
             seat 0: again 2
             roll 6
             a.gold is 2",
            market("Focus")
        ),
    );
}

#[test]
fn sabotage_clears_a_card_before_the_market_turn_of_another() {
    let (coif, sling) = (market("Mail Coif"), market("Sling"));
    let frame = windows::Frame::Reactions { window: Window::Market, owner: B, at: 1 };
    play(
        skilled("Sabotage").row(&["Mail Coif", "Sling"]).at(frame),
        &format!(
            "seat 0: use {}\nseat 0: clear {coif}\nmarket is none {sling}\ndiscard is 1",
            market("Sabotage")
        ),
    );
}

#[test]
fn summon_puts_a_fiend_beside_another_and_the_next_to_select_gains_both() {
    proves!("FF-1105");
    let (gnawling, stench) = (fiend("Gnawling"), fiend("Stench"));
    let fixture = rolled("Summon").fiend("Gnawling").with(|s| {
        s.initiatives[2].fiends.insert(stench);
        s.dice_phase = true;
    });
    let table = fixture.window(Window::Placed);
    let table = play(
        table,
        &format!(
            "seat 0: use {}\nseat 0: summon {gnawling} I3\na.fiends is 0\na.token is 7",
            market("Summon")
        ),
    );
    let on_card = table.state().initiatives[2].fiends;
    assert!(on_card.contains(gnawling) && on_card.contains(stench));
    let state = *table.state();
    let mut again = Fixture::new(2);
    again.state = state;
    play(
        again.at(dice_phase::Frame::Select { seat: B }),
        "seat 1: take I3\nseat 1: place black5 str\nseat 1: place gold6 str\nseat 1: skip\nb.fiends is 2",
    );
}

#[test]
fn rebuke_banishes_for_one_gold() {
    let fixture = skilled("Rebuke").fiend("Gnawling");
    let lines =
        format!("seat 0: banish {} card\na.gold is 4\na.banished is 1\na.fiends is 0", fiend("Gnawling"));
    uses(fixture, "Rebuke", Window::Market, &lines);
}

#[test]
fn whistle_takes_the_familiar_action() {
    uses(skilled("Whistle"), "Whistle", Window::Placed, "a.gold is 7\na.token is 5");
}

#[test]
fn sidestep_exchanges_dice_between_cards() {
    let table = play(
        rolled("Sidestep").window(Window::Select),
        &format!("seat 0: use {}\nseat 0: trade I1 red1 I3 gold6", market("Sidestep")),
    );
    let values = |card: usize| table.state().initiatives[card].dice.map(|d| d.to_string());
    assert_eq!(values(0), ["gold6", "blue2"]);
    assert_eq!(values(2), ["black5", "red1"]);
}

#[test]
fn improvise_takes_any_attribute_action_but_no_familiar_action() {
    uses(
        skilled("Improvise"),
        "Improvise",
        Window::Placed,
        "seat 0 may not act familiar\nseat 0: act cha\na.charisma is 1\na.gold is 5",
    );
}

#[test]
fn scrap_trade_pays_for_armor_up_to_three() {
    let mut fixture = skilled("Scrap Trade").owns("Mail Coif").owns("Oiled Boots");
    uses(fixture.clone(), "Scrap Trade", Window::Bought, "a.gold is 7");
    fixture = fixture.owns("Star Cloak").owns("Rune of Ash");
    uses(fixture, "Scrap Trade", Window::Bought, "a.gold is 8");
}

#[test]
fn tracking_reveals_another_minion_and_waits_for_the_next_hunt() {
    let table = skilled("Tracking").revealed("Toll Ogre").window(Window::Market);
    let hag = super::cards_table::minion("Mud Hag");
    let table = play(
        table,
        &format!(
            "seat 0: use {}\nseat 0: carry\nminion {hag}\nminion is {hag}\na.gold is 5",
            market("Tracking")
        ),
    );
    assert_eq!(table.state().players[A].hunt_dice, 1);
    let mut next = Fixture::new(2);
    next.state = *table.state();
    next.state.players[A].gold = 0;
    play(next.at(hunt::Frame::Minion { seat: A }), "roll 1\nroll 2\nasked chance");
}

#[test]
fn bargain_buys_another_card_for_one_gold_less() {
    let coif = market("Mail Coif");
    let fixture = skilled("Bargain").row(&["Mail Coif"]).with(|s| s.players[A].gold = 2);
    uses(fixture, "Bargain", Window::Bought, &format!("seat 0: buy {coif} x0\na.gold is 0\na.cards is 2"));
}

#[test]
fn tumble_turns_only_low_dice_to_four() {
    uses(
        skilled("Tumble"),
        "Tumble",
        Window::Placed,
        "seat 0 may not turn str1 4\nseat 0: turn familiar1 4\na.familiar is white4 none none",
    );
}
