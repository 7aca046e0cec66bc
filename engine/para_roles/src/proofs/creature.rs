//! The creature of the Summoning Book: how it comes, what its kind can do for the party, and how it goes.

use super::charmed::{about_to_fire, turned};
use crate::{
    Content, Options, ParaRoles,
    fixture::Fixture,
    state::{Charge, Charging, Foe, State},
    vectors::{play, round::all_guard},
    words::{Class, Epic, FoeId},
};
use kernel::{Card, Rank, Seat, Table, proves};

const MINION: &str = "4/3/5/2";
const SMALL: &str = "4/3/4/2";
const COMMANDER: &str = "9/6/5/7";
const KING: &str = "K/8/9/10";

/// The Damage seat has the book, and a creature with these cards stands at full HP.
pub(super) fn beside(fixture: Fixture, cards: &str) -> Fixture {
    let read: Vec<Rank> = cards.split('/').map(|word| word.parse().expect("a rank")).collect();
    let cards: [Rank; 4] = read.try_into().expect("four cards as H/D/A/T");
    let kind = Content::built_in().kind(cards.into_iter().max().unwrap_or(Rank::TWO));
    let hp = cards[0].number().into();
    fixture.with(|s| {
        (0..4).for_each(|i| s.alive[i].remove(cards[i]));
        *s.foe_mut(FoeId::CREATURE) =
            Foe { present: true, kind, cards, hp, from_deck: true, ..Foe::default() };
        s.combat.summoner = Seat::new(2);
        s.items.summoning_book = Some(Seat::new(2));
    })
}

/// Only the summoner has not had his turn.
fn fight(creature: &str, enemies: &[&str]) -> Fixture {
    beside(Fixture::fight(enemies).acting(&[2]), creature)
}

/// The Damage seat has summoned for so many turns.
fn summoning(turns: u8, enemies: &[&str]) -> Fixture {
    let book = |s: &mut State| s.items.summoning_book = Some(Seat::new(2));
    let charge = Charge { what: Charging::Summoning, turns };
    Fixture::fight(enemies).with(book).hero(2, |h| h.charge = Some(charge))
}

/// Cards of beaten enemies lie in the Graveyard.
fn bury(s: &mut State, cards: &str) {
    for card in cards.split_whitespace().map(|c| c.parse::<Card>().expect("a card such as 9H")) {
        s.alive[card.suit().index()].remove(card.rank());
        s.graveyard[card.suit().index()].insert(card.rank());
    }
}

// --- how it comes

#[test]
fn pr_326_the_third_turn_of_summoning_draws_four_cards_and_uses_the_turn_up() {
    proves!("PR-326", "PR-R62");
    let table = summoning(2, &[MINION]).acting(&[2]).table();
    play(
        table,
        "
        allowance is on
        seat 2: begin
        alive 5H
        alive 9D
        alive 3S
        alive 7C
        c1.kind is commander_of_the_void
        c1.hp is 5
        allowance is on       # it is no EPIC
        asked chance          # the Minion strikes
        draw KH
        seat 2 may command attack e1
        ",
    );
}

#[test]
fn pr_326_only_the_bearer_of_the_book_summons() {
    proves!("PR-050");
    let table = Fixture::fight(&[MINION]).with(|s| s.items.summoning_book = Some(Seat::new(2))).table();
    play(
        table,
        "seat 0 may not summon\nseat 2 may summon\nseat 2: summon\nh2.charge is 1\nasked seat 0, seat 1, seat 3",
    );
}

#[test]
fn pr_326_a_stun_breaks_the_summoning() {
    proves!("PR-083", "PR-221", "PR-R73");
    let table = play(
        summoning(2, &["8/7/10/9"]).enemies_first().table(),
        "
        die 5
        draw 8C
        draw 9S
        draw 2D               # the whip is stopped, and stuns
        h2.charge is 0
        seat 2: begin
        says loses the turn
        c1.there is off
        ",
    );
    let table = play(all_guard(table, "10D JD QD"), "die 2\ndraw KD");
    play(table, "seat 2 may summon");
}

#[test]
fn pr_326_a_charm_breaks_the_summoning() {
    proves!("PR-083", "PR-225");
    play(
        summoning(1, &["Q/7/9/8"]).enemies_first().table(),
        "
        die 5
        draw 5S
        h2.charge is 0
        draw 8D               # he attacks another hero
        says strikes at Protector (h1)
        ",
    );
}

// --- whose turn it uses, and what its kind can do

#[test]
fn pr_327_the_summoner_commands_it_in_place_of_his_own_action() {
    proves!("PR-327", "PR-R62");
    play(
        beside(Fixture::fight(&[KING]), "5/9/6/7").table(),
        "
        c1.kind is commander_of_the_void
        seat 2 may command attack e1
        seat 2 may command defend_self h2
        seat 2 may command damage_boost h2
        seat 2 may not command demon_whip e1
        seat 2 may not command dragon_breath h2
        seat 2 may release
        seat 2 may not attack e1
        seat 2 may not defend
        seat 0 may attack e1
        seat 0 may not command attack e1
        seat 2: command defend_self h2
        draw 8H
        asked seat 0, seat 1, seat 3
        ",
    );
    // A Minion only attacks, and a Prince has no Defend Self.
    play(
        fight("4/5/3/2", &[KING]).table(),
        "seat 2 may command attack e1\nseat 2 may not command defend_self h2",
    );
    play(
        fight("7/4/J/8", &[KING]).table(),
        "seat 2 may command attack e1\nseat 2 may not command defend_self h2",
    );
}

#[test]
fn pr_327_a_stunned_summoner_commands_nothing() {
    proves!("PR-R73");
    let fixture = fight("5/9/6/7", &[KING]).hero(2, |h| h.stunned = true);
    play(fixture.table(), "seat 2: begin\nsays loses the turn\nasked chance");
}

#[test]
fn pr_r79_a_club_turned_for_the_creature_ends_no_epic_of_its_summoner() {
    proves!("PR-327", "PR-R79");
    let fixture = fight("5/9/6/7", &[KING]).class(2, Class::Cavalier).charged(2, Epic::OnceMore);
    play(
        fixture.table(),
        "
        seat 2: begin
        die 2
        draw KD
        seat 2: command attack e1
        draw 5C
        draw 8C
        e1.hp is 12
        h2.runs.once_more_into_the_fray is on
        ",
    );
}

#[test]
fn pr_327_it_attacks_an_enemy_with_its_own_attack() {
    proves!("PR-051", "PR-327", "PR-R62");
    let table = || fight("5/9/6/7", &[KING]).table();
    play(table(), "seat 2: command attack e1\ndraw 5H\ndraw 8D\ne1.hp is 12");
    play(table(), "seat 2: command attack e1\ndraw 6H\nsays misses\ne1.hp is 13");
    play(table(), "seat 2: command attack e1\ndraw 5H\ndraw 7D\nsays stops the blow\ne1.hp is 13");
}

/// A Defender that covers the Healer; the Minion is about to strike.
fn covering() -> Table<ParaRoles> {
    play(
        fight("5/6/4/6", &[MINION]).table(),
        "
        c1.kind is chaotic_defender
        seat 2: command defend_other h0
        draw 5C
        c1.covers_hero is h0
        asked chance
        ",
    )
}

#[test]
fn pr_327_it_covers_a_hero_with_its_own_defense() {
    proves!("PR-202", "PR-327", "PR-R62");
    play(covering(), "draw 4H\ndraw 6D\nc1.hp is 4\nh0.hp is 7        # a tie with Defense 6");
    play(covering(), "draw 4H\ndraw 5D\nc1.hp is 5\nh0.hp is 7");
    // Others it does not cover, and nobody strikes at the creature itself.
    play(covering(), "draw 4D\ndraw 9D\nc1.hp is 5\nh1.hp is 7");
}

#[test]
fn pr_327_it_covers_nobody_if_the_check_of_trick_fails_and_is_free_to_choose_again() {
    proves!("PR-327", "PR-R62");
    play(
        fight("5/6/4/6", &[MINION]).table(),
        "
        seat 2: command defend_other h0
        draw 6C
        c1.covers_hero is nobody
        c1.pending is nothing
        draw 4H
        draw 8D
        h0.hp is 6
        seat 2 may command attack e1
        ",
    );
}

#[test]
fn pr_327_on_guard_it_takes_no_damage_for_the_hero_it_covers_until_its_next_turn() {
    proves!("PR-203", "PR-327");
    let table = play(
        covering(),
        "
        draw KH
        seat 2: command defend_self h2
        draw 5S
        c1.stance is on
        ",
    );
    let table =
        play(all_guard(table, "10D JD QD"), "draw 4H\nsays takes no harm: on guard\nc1.hp is 5\nh0.hp is 7");
    let table = play(table, "seat 2: command defend_self h2\ndraw 6S\nc1.stance is off");
    play(all_guard(table, "10S JS QS"), "draw 3H\ndraw 6D\nc1.hp is 4");
}

#[test]
fn pr_327_covered_by_it_a_hero_takes_no_dragon_breath() {
    proves!("PR-235", "PR-327");
    play(
        fight("5/6/4/6", &["A/7/10/9"]).table(),
        "
        seat 2: command defend_other h0
        draw 5C
        die 6
        draw 8C
        h0.hp is 7
        c1.hp is 4            # the one point of a Protector
        h1.hp is 6
        ",
    );
}

#[test]
fn pr_327_it_steals_back_one_treasure_which_the_party_hands_out_after_the_combat() {
    proves!("PR-215", "PR-327", "PR-R62");
    let fixture = fight("6/5/3/7", &["8/4/6/5"]).foe(1, |f| (f.stolen, f.hp) = (2, 1));
    play(
        fixture.with(|s| s.treasure_deck -= 2).table(),
        "
        c1.kind is unlucky_trickster
        seat 2: command steal_treasure e1
        draw 6H
        e1.stolen is 1
        e1.hp is 1
        recovered is 1
        die 1
        draw KH
        seat 2: command steal_treasure e1
        draw 7H               # a tie with Trick 7
        e1.stolen is 1
        seat 2 may not attack e1
        seat 0: attack e1
        draw 5H
        draw 8D
        combat is off
        draw 5D
        seat 1: treasure h1 attack
        recovered is 2        # the other one was on the body
        seat 3: treasure h0 trick
        seat 3: treasure h3 trick
        h0.treasure is 1
        h1.treasure is 1
        h3.treasure is 1
        ",
    );
}

#[test]
fn pr_327_robbed_of_nothing_an_enemy_loses_a_point() {
    proves!("PR-327", "PR-R62");
    play(fight("6/5/3/7", &["8/4/6/5"]).table(), "seat 2: command steal_treasure e1\ndraw 6H\ne1.hp is 7");
}

#[test]
fn pr_327_destroying_is_stealing_back_for_a_phool_on_the_partys_side() {
    proves!("PR-327", "PR-R62");
    let fixture = fight("8/5/3/7", &["6/4/7/5"]).foe(1, |f| f.stolen = 1).with(|s| s.treasure_deck -= 1);
    play(
        fixture.table(),
        "
        c1.kind is phool_of_destruction
        seat 2: command destroy_treasure e1
        draw 6H               # red, and yet: it is a check of Trick
        e1.stolen is 0
        recovered is 1
        die 1
        draw KH
        seat 2: command destroy_treasure e1
        draw 6S
        e1.hp is 5
        ",
    );
}

#[test]
fn pr_327_its_damage_boost_goes_into_its_next_hit() {
    proves!("PR-219", "PR-327", "PR-R13", "PR-R62");
    play(
        fight("5/9/6/7", &[KING]).table(),
        "
        seat 2: command damage_boost h2
        draw 6H
        c1.boost is 3         # 9, 6 and 7 are above 5
        die 2
        draw KD
        seat 2 may not command damage_boost h2
        seat 2: command attack e1
        draw 5H
        draw 8D
        e1.hp is 9
        c1.boost is off
        ",
    );
}

#[test]
fn pr_327_its_whip_attacks_and_costs_the_enemy_a_turn() {
    proves!("PR-221", "PR-327", "PR-R14", "PR-R62");
    let whip = || {
        let table = fight("8/7/10/9", &[KING]).table();
        play(table, "c1.kind is royal_demon_guard\nseat 2: command demon_whip e1\ndraw 8H")
    };
    play(whip(), "draw 9S\ndraw 8D\ne1.hp is 12\nround is 2        # the King lost his turn");
    play(whip(), "draw JS\nsays misses\nsays loses the turn\ne1.hp is 13\nround is 2");
    let table = fight("8/7/10/9", &[KING]).foe(1, |f| f.stance = true).table();
    play(
        table,
        "seat 2: command demon_whip e1\ndraw 8H\ndraw 9S\ne1.hp is 13\ndie 1        # on guard: no stun",
    );
    let table = fight("8/7/10/9", &[KING]).table();
    play(
        table,
        "seat 2: command demon_whip e1\ndraw 9H\nc1.pending is nothing\ndie 1    # a tie with Trick 9",
    );
}

/// A Prince on the party's side waits; the King is about to strike.
fn riposte(boost: Option<u8>) -> Table<ParaRoles> {
    let fixture = fight("7/4/J/8", &[KING]).with(|s| s.foe_mut(FoeId::CREATURE).boost = boost);
    play(
        fixture.table(),
        "c1.kind is prince_of_pain\nseat 2: command cursed_riposte h2\ndraw 7H\nc1.riposte is on\ndie 1",
    )
}

#[test]
fn pr_327_its_riposte_hurts_the_next_enemy_that_attacks_the_summoner() {
    proves!("PR-327", "PR-R62");
    play(riposte(None), "draw 4S\ndraw 2D\nh2.hp is 6\ne1.hp is 12\nc1.riposte is off        # stopped");
    play(riposte(None), "draw KS\nsays misses\ne1.hp is 12\nc1.riposte is off");
    play(riposte(Some(3)), "draw KS\ne1.hp is 9\nc1.boost is 3        # which is not used up");
    play(riposte(None), "draw 4H\ndraw 8D\nh0.hp is 6\ne1.hp is 13\nc1.riposte is on     # another hero");
}

#[test]
fn pr_327_smiled_at_an_enemy_attacks_the_other_one() {
    proves!("PR-327", "PR-R62");
    play(
        fight("Q/7/9/8", &[COMMANDER, SMALL]).table(),
        "
        c1.kind is dread_queen
        seat 2: command seductive_smile e1
        draw 7H
        draw KH               # the Minion misses as ever
        asked chance          # the Commander, without a die
        draw 4H               # whatever the suit
        draw 3S
        e2.hp is 3
        h0.hp is 7
        round is 2
        ",
    );
}

#[test]
fn pr_327_smiled_at_a_lone_enemy_loses_its_turn_and_one_on_guard_nothing() {
    proves!("PR-327", "PR-R62");
    let table = fight("Q/7/9/8", &[COMMANDER]).table();
    play(table, "seat 2: command seductive_smile e1\ndraw 7H\nsays loses the turn\nround is 2");
    let table = fight("Q/7/9/8", &[COMMANDER]).foe(1, |f| f.stance = true).table();
    play(table, "seat 2: command seductive_smile e1\ndraw 7H\ndie 3\ndraw KD\nround is 2");
}

#[test]
fn pr_327_its_life_to_death_drains_all_enemies_but_those_on_guard() {
    proves!("PR-327", "PR-R62");
    let king = |f: Fixture| f.with(|s| s.foe_mut(FoeId::CREATURE).hp = 10).table();
    let script = "c1.kind is king_of_the_dead\nseat 2: command life_to_death h2\ndraw 9H\ne1.hp is 8";
    let both = play(king(fight(KING, &[COMMANDER, SMALL])), script);
    play(both, "e2.hp is 3\nc1.hp is 12\nh0.hp is 7");
    let one = play(king(fight(KING, &[COMMANDER, SMALL]).foe(2, |f| f.stance = true)), script);
    play(one, "e2.hp is 4\nc1.hp is 11");
}

#[test]
fn pr_327_its_life_to_death_also_drains_what_one_enemy_takes_for_another() {
    proves!("PR-327", "PR-R27");
    let fixture = fight(KING, &["5/6/4/6", SMALL]).foe(1, |f| f.covers = Some(FoeId::enemy(1)));
    let table = fixture.with(|s| s.foe_mut(FoeId::CREATURE).hp = 10).table();
    play(table, "seat 2: command life_to_death h2\ndraw 9H\ne1.hp is 3\ne2.hp is 4\nc1.hp is 12");
}

#[test]
fn pr_327_its_undead_guard_stands_before_it() {
    proves!("PR-231", "PR-327", "PR-R62");
    let buried = || fight(KING, &[COMMANDER]).with(|s| bury(s, "8H 10H 3D 7D")).table();
    play(
        buried(),
        "
        seat 2: command undead_guard h2
        draw 9H
        dead 10H
        dead 3D
        c2.kind is undead_guard
        c2.hp is 10
        c2.defense is 3
        graveyard.H is 8
        graveyard.D is 7
        die 3
        draw KD
        seat 2 may not command undead_guard h2
        seat 2: release
        c1.there is off
        c2.there is off
        graveyard.H is 8 10
        graveyard.D is 3 7
        ",
    );
    let script = "seat 2: command undead_guard h2\ndraw 9H\nalive 6H\nalive 10D\nalive 4S\nalive 8C";
    play(
        fight(KING, &[COMMANDER]).table(),
        &format!("{script}\nc2.hp is 6\ngraveyard.S is 4\ngraveyard.C is 8"),
    );
}

#[test]
fn pr_327_its_fear_takes_a_turn_from_every_enemy_not_on_guard() {
    proves!("PR-327", "PR-R62");
    let fear = |f: Fixture| play(f.table(), "c1.kind is dragon\nseat 2: command fear h2\ndraw 8H");
    play(fear(fight("A/8/10/9", &[COMMANDER, SMALL])), "round is 2        # neither acted");
    let table = fear(fight("A/8/10/9", &[COMMANDER, SMALL]).foe(1, |f| f.stance = true));
    play(table, "e1.stunned is off\nasked chance\ndie 1\ndraw KH\nround is 2");
}

#[test]
fn pr_327_its_breath_burns_every_enemy_and_those_on_guard_by_half() {
    proves!("PR-327", "PR-R62");
    let fixture = fight("A/8/10/9", &[COMMANDER, SMALL]).foe(2, |f| f.stance = true);
    play(fixture.table(), "seat 2: command dragon_breath h2\ndraw 8H\ne1.hp is 7\ne2.hp is 3\nh0.hp is 7");
}

#[test]
fn pr_327_its_area_abilities_skip_a_queen_who_was_evacuated() {
    proves!("PR-227", "PR-327");
    // The summoner's own Medical Evac, fired under her charm.
    let fixture = about_to_fire(Class::Paramedic, Epic::MedicalEvac, &[MINION]);
    let table = turned(Epic::MedicalEvac, beside(fixture, "A/8/10/9"));
    let table =
        play(all_guard(table, "10D JD QD"), "draw QH\ndie 2\ndraw KD\nseat 2 may not command attack e1");
    play(table.clone(), "seat 2: command dragon_breath h2\ndraw 8H\ne1.hp is 12\ne2.hp is 2");
    play(table, "seat 2: command fear h2\ndraw 8H\ne1.stunned is off\ne2.stunned is on");
}

// --- how it goes

#[test]
fn pr_327_a_released_creature_returns_to_the_living_and_its_summoner_acts_himself() {
    proves!("PR-327", "PR-R62");
    play(
        fight("5/9/6/7", &[KING]).table(),
        "
        alive.H is 2 3 4 6 7 8 9 10 J Q A
        seat 2: release
        c1.there is off
        alive.H is 2 3 4 5 6 7 8 9 10 J Q A
        alive.D is 2 3 4 5 6 7 9 10 J Q K A
        asked seat 2
        seat 2: attack e1
        draw 8H
        draw 8D
        e1.hp is 12
        die 2
        draw KD
        seat 2 may summon     # the book stays
        ",
    );
}

#[test]
fn pr_327_a_slain_creatures_cards_go_to_the_graveyard() {
    proves!("PR-004", "PR-240", "PR-R62");
    let fixture = fight("5/6/4/6", &[MINION]).with(|s| s.foe_mut(FoeId::CREATURE).hp = 1);
    play(
        fixture.table(),
        "
        seat 2: command defend_other h0
        draw 5C
        draw 4H
        draw 6D
        c1.there is off
        h0.hp is 7
        graveyard.H is 5
        graveyard.D is 6
        graveyard.S is 4
        graveyard.C is 6
        combat is on
        seat 2 may attack e1
        seat 2 may summon
        ",
    );
}

#[test]
fn pr_r62_in_the_tower_a_slain_creatures_cards_are_put_back_in_order() {
    proves!("PR-240", "PR-R62");
    let tower = Fixture::new(Options::default()).enemy(MINION).acting(&[2]);
    let fixture = beside(tower, "5/6/4/6").with(|s| s.foe_mut(FoeId::CREATURE).hp = 1);
    play(
        fixture.table(),
        "
        seat 2: command defend_other h0
        draw 5C
        draw 4H
        draw 6D
        c1.there is off
        graveyard.H is empty
        alive.H is 2 3 5 6 7 8 9 10 J Q K A
        alive.D is 2 4 5 6 7 8 9 10 J Q K A
        alive.S is 2 3 4 6 7 8 9 10 J Q K A
        alive.C is 3 4 5 6 7 8 9 10 J Q K A
        ",
    );
}

#[test]
fn pr_327_after_the_combat_the_creature_is_gone() {
    proves!("PR-327", "PR-R62");
    play(
        fight("5/9/6/7", &[MINION]).foe(1, |f| f.hp = 1).table(),
        "
        seat 2: command attack e1
        draw 5H
        draw 3S
        combat is off
        draw 5D
        seat 1: treasure h1 attack
        c1.there is off
        alive.H is 2 3 5 6 7 8 9 10 J Q K A
        graveyard.H is 4      # the Minion's
        h2.bears.summoning_book is on
        ",
    );
}
