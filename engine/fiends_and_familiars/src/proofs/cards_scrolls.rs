//! Every Scroll, bought.

use super::cards_table::{A, Fixture, fiend, market, minion};
use crate::{State, words::Row};
use kernel::{proves, script::play};

/// Seat a has 9 Gold, some dice, and this Scroll in the row.
fn fixture(name: &str) -> Fixture {
    Fixture::new(2)
        .row(&[name])
        .with(|s| s.players[A].gold = 9)
        .dice(Row::Str, "red5 blue2 gold3")
        .dice(Row::Familiar, "white1")
}

fn buys(fixture: Fixture, name: &str, lines: &str) -> State {
    let table = play(fixture.market_turn(), &format!("seat 0: buy {} x0", market(name)));
    *play(table, lines).state()
}

#[test]
fn clarity_places_a_die_again_in_any_space_with_gold_and_action() {
    proves!("FF-1101", "FF-410");
    let state = buys(
        fixture("Clarity"),
        "Clarity",
        "seat 0: lift str3
         a.str is red5 blue2 none
         seat 0 may put dex3
         seat 0: put str3
         a.gold is 8                  # 9 - 4, 2 for the gold die, 1 for the row
         seat 0: act str
         seat 0: flip str1
         a.str is red2 blue2 gold3
         a.cards is 1",
    );
    assert!(state.players[A].cards.contains(market("Clarity")), "the Scroll is kept");
    // Nothing slides left to fill the gap.
    buys(
        fixture("Clarity"),
        "Clarity",
        "seat 0: lift str1\nseat 0: put wis2\nseat 0: skip\na.str is none blue2 gold3\na.wis is none red5 none",
    );
}

#[test]
fn exorcism_banishes_for_nothing_and_heals() {
    // The card wins over the rulebook's five Gold or a Charisma token.
    proves!("FF-020");
    let with = fixture("Exorcism").fiend("Stench").with(|s| s.players[A].injury = 2);
    buys(
        with,
        "Exorcism",
        &format!("seat 0: banish {} card\na.gold is 6\na.banished is 1\na.injury is 1", fiend("Stench")),
    );
}

#[test]
fn ff_020_a_card_that_says_otherwise_wins_over_the_rulebook() {
    proves!("FF-020");
    // A die is placed once and only in the leftmost empty space (FF-300); Clarity lifts it and lets it lie anywhere.
    let lifted = play(
        fixture("Clarity").market_turn(),
        &format!(
            "seat 0: buy {} x0\nseat 0: lift str3\nseat 0 may put dex3\nseat 0 may put cha2",
            market("Clarity")
        ),
    );
    play(lifted, "seat 0: put dex3\na.dex is none none gold3");
    // A Fiend is banished for a Charisma token or five Gold (FF-703), and never without: but for Exorcism.
    let poor = fixture("Exorcism").fiend("Stench").with(|s| s.players[A].gold = 3);
    let without = play(poor.clone().market_turn(), "a.charisma is 0");
    let offers = without.legal(A);
    assert!(!offers.iter().any(|action| action.to_string().starts_with("banish")), "{offers:?}");
    let state = buys(poor, "Exorcism", &format!("seat 0: banish {} card", fiend("Stench")));
    assert_eq!((state.players[A].gold, state.players[A].banished.count()), (0, 1));
}

#[test]
fn equilibrium_centres_the_token() {
    buys(fixture("Equilibrium").with(|s| s.players[A].token = 8), "Equilibrium", "a.token is 4\na.xp is 1");
}

#[test]
fn lore_renown_and_fortune_bring_their_goods() {
    proves!("FF-021", "FF-R31");
    // There are twenty Honor tokens in the box; nobody runs out of them.
    buys(fixture("Renown").with(|s| s.players[A].honor = 40), "Renown", "a.honor is 42");
    buys(fixture("Lore"), "Lore", "a.xp is 3");
    buys(fixture("Renown"), "Renown", "a.honor is 2");
    // This Scroll counts itself.
    buys(fixture("Fortune").owns("Lore"), "Fortune", "a.gold is 8");
}

#[test]
fn dark_pact_draws_a_fiend_that_binds_at_once() {
    let gnawling = fiend("Gnawling");
    let state =
        buys(fixture("Dark Pact"), "Dark Pact", &format!("fiend {gnawling}\na.xp is 4\na.fiends is 1"));
    assert!(state.players[A].binding().contains(gnawling));
}

#[test]
fn transposition_and_inversion_act_twice() {
    buys(
        fixture("Transposition"),
        "Transposition",
        "seat 0: swap str1 str2\nseat 0: swap str1 familiar1\na.str is white1 red5 gold3\na.familiar is blue2 none none",
    );
    buys(
        fixture("Inversion"),
        "Inversion",
        "seat 0: flip str1\nseat 0: flip str2\na.str is red2 blue5 gold3",
    );
}

#[test]
fn growth_changes_a_die_by_up_to_two() {
    buys(
        fixture("Growth"),
        "Growth",
        "seat 0 may not turn str2 5\nseat 0: turn str2 4\na.str is red5 blue4 gold3",
    );
}

#[test]
fn perfection_turns_an_attribute_die_with_that_face_to_six() {
    let split = fixture("Perfection").dice(Row::Dex, "blue/red3");
    buys(
        split,
        "Perfection",
        "seat 0 may not turn familiar1 6\nseat 0 may not turn dex1 6\nseat 0: turn str2 6\na.str is red5 blue6 gold3",
    );
}

#[test]
fn chaos_rerolls_three_times() {
    buys(
        fixture("Chaos"),
        "Chaos",
        "seat 0: reroll str1\ndie red6\nseat 0: new\nseat 0: reroll str2\ndie blue1\nseat 0: old\nseat 0: reroll str3\ndie gold6\nseat 0: new\na.str is red6 blue2 gold6\nasked nobody",
    );
}

#[test]
fn recall_turns_up_to_two_skills_upright() {
    let (lunge, feint, juggle) = (market("Lunge"), market("Feint"), market("Juggle"));
    let tired = fixture("Recall").owns("Lunge").owns("Feint").owns("Juggle");
    let tired =
        tired.with(|s| [lunge, feint, juggle].into_iter().for_each(|c| s.players[A].exhausted.insert(c)));
    let state =
        buys(tired, "Recall", &format!("seat 0: refresh {lunge}\nseat 0: refresh {juggle}\nasked nobody"));
    assert!(state.players[A].exhausted.contains(feint) && state.players[A].exhausted.count() == 1);
}

#[test]
fn mending_heals_up_to_three() {
    buys(fixture("Mending").with(|s| s.players[A].injury = 4), "Mending", "a.injury is 1\na.charisma is 1");
    buys(fixture("Mending").with(|s| s.players[A].injury = 1), "Mending", "a.injury is 0");
}

#[test]
fn fervor_takes_two_attribute_actions() {
    buys(
        fixture("Fervor"),
        "Fervor",
        "seat 0: act cha\nseat 0: act wis\nseat 0: step good\na.charisma is 1\na.token is 1",
    );
}

#[test]
fn beckoning_takes_the_familiar_action() {
    // The Magpie brings 2 Gold.
    buys(fixture("Beckoning"), "Beckoning", "a.gold is 8\na.xp is 1");
}

#[test]
fn conversion_moves_as_far_as_it_can() {
    buys(fixture("Conversion"), "Conversion", "a.token is 0\na.gold is 8");
    buys(fixture("Conversion").with(|s| s.players[A].token = 1), "Conversion", "a.token is 0");
}

#[test]
fn provocation_readies_two_dice_for_the_next_hunt() {
    let hag = minion("Mud Hag");
    let state = buys(
        fixture("Provocation").revealed("Toll Ogre"),
        "Provocation",
        &format!("minion {hag}\nminion is {hag}"),
    );
    assert_eq!(state.players[A].hunt_dice, 2);
}
