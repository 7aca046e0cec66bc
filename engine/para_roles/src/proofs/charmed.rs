//! EPICs fired under a charm, first part: role EPICs and prestige EPICs up to Dirty Bomb. The named hero sits in the
//! Damage seat unless said otherwise; every number is that of the table's column `charmed`.

use crate::{
    ParaRoles,
    fixture::Fixture,
    vectors::{play, round::all_guard},
    words::{Class, Epic},
};
use kernel::{Table, proves};

pub(super) const DQ: &str = "Q/7/9/8";
pub(super) const MINION: &str = "4/3/5/2";

/// The Damage seat has this class and its EPIC is about to take effect; the Queen (e1) and these others act first.
pub(super) fn about_to_fire(class: Class, epic: Epic, others: &[&str]) -> Fixture {
    let enemies = [&[DQ], others].concat();
    Fixture::fight(&enemies).class(2, class).charged(2, epic).enemies_first()
}

/// A Minion beside her misses, the Queen charms the Damage seat, and its EPIC takes effect first in round 2.
#[track_caller]
pub(super) fn charmed(fixture: Fixture) -> Table<ParaRoles> {
    let table = fixture.table();
    let beside = table.state().enemies().count() > 1;
    let table = if beside { play(table, "draw KH") } else { table };
    play(table, "die 5\ndraw 5S\nround is 2\nh2.charge is 0\nh2.charmed is off")
}

/// The same, and the EPIC is turned against the party.
#[track_caller]
pub(super) fn turned(epic: Epic, fixture: Fixture) -> Table<ParaRoles> {
    play(charmed(fixture), &format!("h2.runs.{epic} is on\nh2.turned.{epic} is on"))
}

/// The same, and the EPIC runs as written, for it concerns its owner alone.
#[track_caller]
pub(super) fn unturned(class: Class, epic: Epic) -> Table<ParaRoles> {
    let table = charmed(about_to_fire(class, epic, &[]));
    play(table, &format!("h2.runs.{epic} is on\nh2.turned.{epic} is off\nasked seat 0, seat 1, seat 3"))
}

/// The others guard in vain and so does a lone Queen: round 3 begins.
#[track_caller]
pub(super) fn next_round(table: Table<ParaRoles>) -> Table<ParaRoles> {
    play(all_guard(table, "10D JD QD"), "die 2\ndraw KD\nround is 3")
}

// --- role EPICs

fn xxx() -> Fixture {
    about_to_fire(Class::Damage, Epic::Xxx, &[])
}

#[test]
fn pr_226_three_black_cards_of_a_charmed_xxx_kill_all_other_heroes_but_one_on_guard() {
    proves!("PR-091", "PR-226", "PR-227", "PR-R21");
    play(
        charmed(xxx().hero(0, |h| h.stance = true)),
        "
        draw 3S
        draw KC
        draw 4S
        says 3 black
        h0.hp is 7            # on guard
        h1.hp is 0
        h2.hp is 6
        h3.hp is 0
        e1.hp is 12
        asked seat 0
        ",
    );
}

#[test]
fn pr_226_a_charmed_xxx_walks_on_from_its_owners_suit() {
    proves!("PR-226", "PR-R07", "PR-R21");
    let one_black = || play(charmed(xxx()), "draw 3S\ndraw 9D\ndraw JH");
    play(one_black(), "draw 6S\nh1.hp is 4\nh2.hp is 6        # even: right; half of 8");
    play(one_black(), "draw 7S\nh3.hp is 5\nh2.hp is 6        # odd: left; half of 9");
}

#[test]
fn pr_226_a_charmed_xxx_kills_with_two_black_cards_hurts_with_none_and_spares_a_stance() {
    proves!("PR-226", "PR-R21");
    let two = play(charmed(xxx()), "draw 3S\ndraw KC\ndraw 4H");
    play(two, "draw 8C\nh3.hp is 0\nh0.hp is 7\nh1.hp is 8");
    let none = play(charmed(xxx()), "draw 2H\ndraw 4H\ndraw 5D");
    play(none, "draw 7H\nh0.hp is 4");
    let on_guard = play(charmed(xxx().hero(0, |h| h.stance = true)), "draw 3S\ndraw KC\ndraw 4H");
    play(on_guard, "draw 7H\nsays takes no harm: on guard\nh0.hp is 7");
}

/// The Support is charmed as her Polymorph takes effect.
fn polymorph() -> Table<ParaRoles> {
    let fixture = Fixture::fight(&[DQ]).charged(3, Epic::Polymorph).enemies_first();
    play(fixture.table(), "die 5\ndraw 5C\nsays turned against the party\nh3.turned.polymorph is on")
}

#[test]
fn pr_226_a_charmed_polymorph_raises_the_queen_first_and_lowers_the_hero_with_the_biggest_drop() {
    proves!("PR-092", "PR-226", "PR-R21", "PR-R46");
    play(
        polymorph(),
        "
        stat KH               # above the Queen's 12
        stat 3D               # not above her 7: from 8, 9 and 7 the 9 drops most
        stat 10S              # above her 9
        stat 4C               # not above her 8: from 9, 6 and 8 the 9 drops most
        e1.max is 13
        e1.hp is 12           # a higher maximum adds nothing
        e1.defense is 7
        e1.attack is 10
        e1.trick is 8
        h1.defense is 3
        h0.defense is 8
        h2.defense is 7
        h0.trick is 4
        h1.trick is 6
        h2.trick is 8
        h3.trick is 7         # never the owner
        asked seat 0, seat 1, seat 2
        ",
    );
}

#[test]
fn pr_226_a_charmed_polymorph_cuts_health_until_the_supports_club_and_puts_back_what_fits_nowhere() {
    proves!("PR-025", "PR-093", "PR-226", "PR-R46");
    let table = play(
        polymorph(),
        "
        stat 2H               # from 7, 8 and 6 the 8 drops most
        stat 4D
        stat 3S               # from 6, 7 and 9 the 9 drops most
        stat 10C              # above her 8
        h1.max is 2
        h1.hp is 2
        h2.attack is 3
        e1.trick is 10
        player_deck.H is 3 4 5 10 J Q K A
        ",
    );
    let table = play(all_guard(table, "10D JD QD"), "die 2\ndraw KD");
    play(
        table,
        "
        seat 3: defend
        draw KC
        h3.runs.polymorph is off
        h1.max is 8
        h1.hp is 2
        h2.attack is 9
        e1.trick is 8
        player_deck.H is 2 3 4 5 10 J Q K A
        ",
    );
    play(
        polymorph(),
        "
        stat 10H              # neither above 12 nor below 7, 8 or 6
        stat 10D
        stat 2S
        stat 2C
        e1.max is 12
        h0.max is 7
        h1.max is 8
        h2.max is 6
        player_deck.H is 2 3 4 5 10 J Q K A
        ",
    );
}

// --- prestige EPICs

#[test]
fn pr_227_a_charmed_holy_aura_heals_or_strengthens_the_enemies_and_its_owner_alone_chooses() {
    proves!("PR-150", "PR-227", "PR-R21", "PR-R33");
    let fixture = about_to_fire(Class::Paladin, Epic::HolyAura, &[MINION]);
    let table = turned(Epic::HolyAura, fixture.hero(2, |h| h.hp = 4).foe(2, |f| f.hp = 3));
    let table = play(
        all_guard(table, "10D JD QD"),
        "
        e2.hp is 4            # hurt at the start of its turn: 1 HP
        draw 4D
        draw 9C
        h1.hp is 7            # and no more damage
        die 1
        draw 4H
        draw 8D
        h0.hp is 5            # the Queen was not hurt: 1 more damage
        round is 3
        seat 0 may not begin  # nothing for the other heroes
        seat 0: attack e1
        draw 3H
        draw 9D
        e1.hp is 11
        seat 2: begin
        asked seat 2
        ",
    );
    play(table.clone(), "seat 2: aura_health\nh2.hp is 5\nseat 2: attack e1\ndraw 3S\ndraw 9S\ne1.hp is 10");
    play(table, "seat 2: aura_damage\nh2.hp is 4\nseat 2: attack e1\ndraw 3S\ndraw 9S\ne1.hp is 9");
}

#[test]
fn pr_227_a_charmed_medical_evac_takes_the_queen_and_its_owner_out_of_reach_and_heals_nobody() {
    proves!("PR-227", "PR-R07", "PR-R21");
    let fixture = about_to_fire(Class::Paramedic, Epic::MedicalEvac, &[MINION]).hero(3, |h| h.hp = 3);
    let table = play(
        turned(Epic::MedicalEvac, fixture),
        "
        asked seat 0, seat 1, seat 3
        seat 0 may not attack e1
        seat 0 may attack e2
        seat 3 may not curse e1 attack
        seat 3 may curse e2 attack
        seat 0: cure h3
        draw QS
        h3.hp is 3            # not automatic
        ",
    );
    play(
        all_guard(table, "10D JD"),
        "
        draw 4S               # Damage cannot be reached: even, to the right
        says strikes at Protector (h1)
        draw 9D
        h1.hp is 7
        h2.hp is 6
        die 2
        draw KD
        seat 0: cure h3
        draw 3D
        h3.hp is 4            # 1, not 3
        ",
    );
}

#[test]
fn pr_227_what_reaches_all_enemies_skips_a_queen_who_was_evacuated() {
    proves!("PR-227", "PR-R34");
    let fixture = about_to_fire(Class::Paramedic, Epic::MedicalEvac, &[MINION]);
    let table = turned(Epic::MedicalEvac, fixture.class(1, Class::DarkKnight).charged(1, Epic::UnholyAura));
    play(table, "seat 1: begin\nh1.turned.unholy_aura is off\ne1.hp is 12\ne2.hp is 3");
    let fixture = about_to_fire(Class::Paramedic, Epic::MedicalEvac, &[MINION]).charged(1, Epic::Xxx);
    let table = turned(Epic::MedicalEvac, fixture);
    play(table, "seat 1: begin\ndraw 3S\ndraw 4S\ndraw 6S\ne1.hp is 12\ne2.there is off");
}

#[test]
fn pr_227_a_charmed_rage_monster_rages_as_usual() {
    proves!("PR-152", "PR-227", "PR-R21");
    let table = all_guard(unturned(Class::Barbarian, Epic::RageMonster), "10D JD QD");
    play(
        table,
        "
        die 1
        draw 4S
        round is 3            # no Defense card
        h2.hp is 6
        seat 2: attack e1
        draw 5H
        draw 9D
        e1.hp is 9
        ",
    );
}

#[test]
fn pr_227_a_charmed_all_for_one_makes_enemies_hit_and_the_healthiest_of_them_take_the_hits() {
    proves!("PR-227", "PR-R21", "PR-R23");
    let table = turned(Epic::AllForOne, about_to_fire(Class::Musketeer, Epic::AllForOne, &[MINION]));
    let table = play(
        table,
        "
        seat 0: attack e2
        draw 5H
        says (e1) takes it for
        draw 9D
        e1.hp is 11
        e2.hp is 4
        seat 1: attack e1
        draw QD
        says misses           # no help for the other heroes
        ",
    );
    play(
        all_guard(table, "JD"),
        "
        draw QH
        asked chance          # a hit whatever the card, and nobody chooses who takes it
        draw 8D
        h0.hp is 6
        die 1
        draw QC
        draw 6D
        h3.hp is 8
        seat 2: attack e1
        draw QS               # its owner hits as well
        draw 10H
        e1.hp is 10
        ",
    );
}

#[test]
fn pr_227_a_charmed_once_more_into_the_fray_makes_its_owner_strong() {
    proves!("PR-154", "PR-227", "PR-R21");
    play(
        unturned(Class::Cavalier, Epic::OnceMore),
        "
        h2.defense is 14
        h2.attack is 14
        h2.trick is 14
        e1.attack is 9
        ",
    );
}

#[test]
fn pr_227_a_charmed_unholy_aura_hurts_the_other_heroes_each_turn_and_stuns_the_hero_its_owner_hits() {
    proves!("PR-225", "PR-227", "PR-R21", "PR-R83");
    let fixture = about_to_fire(Class::DarkKnight, Epic::UnholyAura, &[]).hero(3, |h| h.stance = true);
    let table = play(
        turned(Epic::UnholyAura, fixture),
        "
        h0.hp is 6
        h1.hp is 7
        h2.hp is 6
        h3.hp is 9            # on guard
        e1.hp is 12
        ",
    );
    let table = play(
        all_guard(table, "10D JD QD"),
        "
        die 5
        draw 6S               # charmed a second time
        h0.hp is 5
        h1.hp is 6
        h3.hp is 8
        draw 8D
        draw 3H
        says Protector (h1) stops the blow
        h1.hp is 6
        h1.stunned is on
        seat 1: begin
        says loses the turn
        ",
    );
    play(
        all_guard(table, "10S JS"),
        "
        die 2
        draw KD
        seat 2: begin
        h0.hp is 4
        seat 2: attack e1
        draw 3S
        draw 9H
        e1.hp is 11
        e1.stunned is off     # no harm for the enemies
        ",
    );
}

#[test]
fn pr_227_a_charmed_battle_prayer_strengthens_its_owner_and_the_enemies() {
    proves!("PR-156", "PR-227", "PR-R21");
    play(
        turned(Epic::BattlePrayer, about_to_fire(Class::WarCleric, Epic::BattlePrayer, &[MINION])),
        "
        e1.defense is 10
        e1.attack is 12
        e1.trick is 8
        e1.max is 12
        e2.defense is 6
        e2.attack is 8
        h2.defense is 10
        h2.attack is 12
        h0.defense is 8
        h0.attack is 6
        h1.defense is 9
        h3.attack is 8
        ",
    );
}

#[test]
fn pr_227_a_charmed_pattern_recognition_lets_its_owner_and_the_enemies_succeed() {
    proves!("PR-157", "PR-227", "PR-R21", "PR-R23");
    let fixture = about_to_fire(Class::Strategist, Epic::PatternRecognition, &[]).hero(3, |h| h.hp = 8);
    let table = play(
        turned(Epic::PatternRecognition, fixture),
        "
        seat 0: cure h3
        draw AD
        h3.hp is 8
        seat 1: attack e1
        draw AH
        says misses
        ",
    );
    let table = play(
        all_guard(table, "JD"),
        "
        die 3
        draw KD
        e1.boost is 4         # a check of Trick that no card can fail
        seat 2: boost_heal
        draw QD
        h2.boost_heal is on
        ",
    );
    play(
        all_guard(table, "10D 10S 10H"),
        "
        die 1
        draw KC               # hits
        draw 6D
        h3.hp is 3
        seat 2: attack e1
        draw AS               # hits
        draw 9D
        e1.hp is 11
        ",
    );
}

#[test]
fn pr_227_a_charmed_sneak_attack_waits_for_its_owners_next_wound() {
    proves!("PR-158", "PR-227", "PR-R21");
    play(
        next_round(unturned(Class::Rogue, Epic::SneakAttack)),
        "
        seat 2: attack e1
        draw 5H
        draw 9D
        draw 10S
        e1.hp is 1
        h2.runs.sneak_attack is off
        ",
    );
}

#[test]
fn pr_227_a_charmed_en_garde_hurts_even_the_queen() {
    proves!("PR-159", "PR-227", "PR-R21");
    let table = all_guard(unturned(Class::Duelist, Epic::EnGarde), "10D JD QD");
    play(
        table,
        "
        h2.defense is 14
        h2.attack is 14
        die 1
        draw 4S
        draw 9D
        says stops the blow
        e1.hp is 10
        ",
    );
}

#[test]
fn pr_227_under_a_charmed_set_up_the_other_heroes_cannot_attack() {
    proves!("PR-227", "PR-R21", "PR-R23");
    let table = play(
        turned(Epic::SetUp, about_to_fire(Class::Squire, Epic::SetUp, &[])),
        "
        seat 0 may not attack e1
        seat 1 may not attack e1
        seat 3 may not attack e1
        seat 0 may defend
        seat 0 may cure h0
        ",
    );
    play(
        all_guard(table, "10D JD QD"),
        "
        die 1
        draw KH               # the Queen attacks, and hits
        draw 8D
        h0.hp is 6
        seat 0 may not attack e1
        seat 2: attack e1
        draw KC               # so does its owner, before his club ends it
        draw 9D
        e1.hp is 11
        h2.runs.set_up is off
        seat 0 may attack e1
        ",
    );
}
