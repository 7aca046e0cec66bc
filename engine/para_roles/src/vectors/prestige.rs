//! EPICs of the prestige classes, first part: TV-88 to TV-99. The named hero sits in the Damage seat.

use super::play;
use crate::{
    fixture::Fixture,
    state::Place,
    words::{Class, Epic},
};
use kernel::{Seat, proves};

pub(super) const MINION: &str = "4/3/5/2";
pub(super) const COMMANDER: &str = "9/6/5/7";
pub(super) const KING: &str = "K/8/9/10";
pub(super) const DRAGON: &str = "A/6/10/9";

/// The Damage seat has this class and its EPIC takes effect with `seat 2: begin`; the others have had their turns.
pub(super) fn fires(class: Class, epic: Epic, enemies: &[&str]) -> Fixture {
    Fixture::fight(enemies).class(2, class).charged(2, epic).acting(&[2])
}

/// One Support token of this seat lies here.
pub(super) fn placed(fixture: Fixture, seat: u8, place: Place) -> Fixture {
    fixture.with(|s| s.tokens[Seat::new(seat)] = [Place::SUPPLY, Place::SUPPLY, Place::SUPPLY, place])
}

#[test]
fn tv_88_holy_aura_gives_health() {
    proves!("PR-150", "PR-R33");
    let fixture = fires(Class::Paladin, Epic::HolyAura, &[MINION]).hero(2, |h| h.hp = 4);
    play(
        fixture.table(),
        "
        h2.class is paladin
        seat 2: begin
        h2.runs.holy_aura is on
        h2.hp is 4            # it starts with the next hero who begins a turn
        draw KH
        seat 2: begin
        asked seat 2
        seat 2: aura_health
        h2.hp is 5
        seat 2: attack e1
        draw 8H
        draw 9C
        e1.hp is 3            # one of the two, not both
    ",
    );
}

#[test]
fn tv_88_holy_aura_gives_damage() {
    proves!("PR-059", "PR-150", "PR-R33");
    let fixture = fires(Class::Paladin, Epic::HolyAura, &[MINION]).hero(2, |h| h.hp = 4);
    play(
        fixture.table(),
        "
        seat 2: begin
        draw KH
        seat 2: begin
        seat 2: aura_damage
        h2.hp is 4
        seat 2: attack e1
        draw 8H
        draw 9C
        e1.hp is 2
        seat 0: begin         # every hero chooses for himself
        seat 0: aura_damage
        seat 0: attack e1
        draw 5H
        draw 9D
        e1.there is off
    ",
    );
}

#[test]
fn tv_89_medical_evac_takes_two_heroes_out_of_reach() {
    proves!("PR-151", "PR-242", "PR-R07", "PR-R34");
    let fixture = fires(Class::Paramedic, Epic::MedicalEvac, &[MINION]).hero(3, |h| h.hp = 3);
    play(
        fixture.table(),
        "
        seat 2: begin
        seat 2: evacuate h0 h3
        draw 4H               # Healer and Support are out: on to the right, to Damage
        draw 7S               # a tie with Defense 7 fails
        h0.hp is 7
        h3.hp is 3
        h2.hp is 5
        seat 0: cure h3
        draw KD               # automatic, and three for the patient
        h3.hp is 6
    ",
    );
}

#[test]
fn tv_89_area_abilities_skip_the_evacuated() {
    proves!("PR-151", "PR-R34");
    play(
        fires(Class::Paramedic, Epic::MedicalEvac, &[DRAGON]).table(),
        "
        seat 2: begin
        seat 2: evacuate h0 h3
        die 6
        draw 8C
        h0.hp is 7
        h1.hp is 6
        h2.hp is 4
        h3.hp is 9
    ",
    );
}

#[test]
fn tv_90_a_rage_monster_deals_three_doubled_and_takes_nothing() {
    proves!("PR-027", "PR-059", "PR-067", "PR-152", "PR-R24", "PR-R32");
    let fixture = fires(Class::Barbarian, Epic::RageMonster, &[KING]).hero(2, |h| h.double_damage = true);
    play(
        fixture.table(),
        "
        seat 2: begin
        die 1
        draw 4S               # a hit on him
        round is 2            # no Defense card
        h2.hp is 6
        seat 2: attack e1
        draw 3S
        draw 10D
        e1.hp is 7
        h2.double_damage is off
    ",
    );
    // Without Double Damage it is three.
    play(
        fires(Class::Barbarian, Epic::RageMonster, &[KING]).table(),
        "
        seat 2: begin
        die 1
        draw KH
        seat 2: attack e1
        draw 3S
        draw 10D
        e1.hp is 10
    ",
    );
}

#[test]
fn tv_91_all_for_one_lets_the_party_choose_who_takes_a_hit() {
    proves!("PR-052", "PR-153", "PR-R35");
    let fixture = fires(Class::Musketeer, Epic::AllForOne, &[MINION]).hero(1, |h| h.stance = true);
    play(
        fixture.table(),
        "
        seat 2: begin
        draw 4H
        asked seat 0, seat 1, seat 2, seat 3
        seat 0: hero h1
        round is 2            # on guard: no Defense card
        h0.hp is 7
        h1.hp is 8
    ",
    );
}

#[test]
fn tv_91_all_for_one_makes_everybody_hit() {
    proves!("PR-R23");
    play(
        fires(Class::Musketeer, Epic::AllForOne, &[MINION]).table(),
        "
        seat 2: begin
        draw KS               # a miss is nobody's to take
        round is 2
        seat 0: attack e1
        draw KH               # above Attack 6, and yet a hit
        draw 5C
        e1.hp is 3
    ",
    );
}

#[test]
fn tv_92_once_more_into_the_fray_counts_aces() {
    proves!("PR-024", "PR-154");
    play(
        fires(Class::Cavalier, Epic::OnceMore, &[MINION]).table(),
        "
        seat 2: begin
        h2.defense is 14
        h2.attack is 14
        h2.trick is 14
        h2.max is 6           # not Health
        draw QH
        seat 2: attack e1
        draw KD               # 13 is below 14
        draw 9S
        e1.hp is 3
    ",
    );
}

#[test]
fn tv_92_an_ace_is_not_below_an_ace() {
    proves!("PR-020", "PR-021");
    play(
        fires(Class::Cavalier, Epic::OnceMore, &[MINION]).table(),
        "
        seat 2: begin
        draw QH
        seat 2: attack e1
        draw AD
        says misses
        e1.hp is 4
    ",
    );
}

#[test]
fn tv_93_unholy_aura_hurts_all_enemies_each_turn_and_stuns_whom_it_hits() {
    proves!("PR-155", "PR-206", "PR-207", "PR-R83");
    play(
        fires(Class::DarkKnight, Epic::UnholyAura, &[MINION, COMMANDER]).table(),
        "
        seat 2: begin
        e1.hp is 3
        e2.hp is 8
        draw KH
        die 1
        draw KD
        seat 2: begin
        e1.hp is 2
        e2.hp is 7
        seat 2: attack e2
        draw 5H
        draw 3S
        e2.hp is 7            # stopped
        e2.stunned is on
        seat 0: defend
        draw QH
        seat 1: defend
        draw QD
        seat 3: defend
        draw QC
        draw JH
        says Commander of the Void (e2) loses the turn
        round is 3
        e2.stunned is off
    ",
    );
}

#[test]
fn tv_94_battle_prayer_gives_three_on_defense_and_attack() {
    proves!("PR-024", "PR-156", "PR-R04");
    let fixture = fires(Class::WarCleric, Epic::BattlePrayer, &[MINION]).stats(1, "8/K/7/6");
    play(
        fixture.table(),
        "
        h0.defense is 8
        seat 2: begin
        h0.defense is 11
        h0.attack is 9
        h0.trick is 9
        h0.max is 7
        h1.defense is 15      # 13 and 3 are capped
        draw 4H
        draw 10S
        says stops the blow
        h0.hp is 7
    ",
    );
}

#[test]
fn tv_95_pattern_recognition_makes_abilities_succeed() {
    proves!("PR-157", "PR-R23");
    let fixture = fires(Class::Strategist, Epic::PatternRecognition, &[MINION]).acting(&[0, 2, 3]);
    play(
        fixture.hero(3, |h| h.hp = 5).table(),
        "
        seat 2: begin
        seat 0: cure h3
        draw AS
        h3.hp is 6
        seat 3: attack e1     # attacks hit as well
        draw AH
        draw 9D
        e1.hp is 3
    ",
    );
}

#[test]
fn tv_96_sneak_attack_adds_the_number_of_a_card_once() {
    proves!("PR-158", "PR-R36");
    play(
        fires(Class::Rogue, Epic::SneakAttack, &[KING]).table(),
        "
        seat 2: begin
        die 1
        draw KH
        seat 2: attack e1
        draw 4H
        draw 9D
        draw 10S
        e1.hp is 2
        h2.runs.sneak_attack is off
    ",
    );
}

#[test]
fn tv_96_double_damage_doubles_the_sneak_attack() {
    proves!("PR-059", "PR-158", "PR-R32");
    let fixture = fires(Class::Rogue, Epic::SneakAttack, &[KING]).hero(2, |h| h.double_damage = true);
    // A King who has drunk life stands above his maximum.
    play(
        fixture.foe(1, |f| f.hp = 30).table(),
        "
        seat 2: begin
        die 1
        draw KH
        seat 2: attack e1
        draw 4H
        draw 9D
        draw 10S
        e1.hp is 8
    ",
    );
}

#[test]
fn tv_96_a_sneak_attack_waits_through_misses_and_stopped_hits() {
    proves!("PR-R36");
    play(
        fires(Class::Rogue, Epic::SneakAttack, &[KING]).only(&[2]).table(),
        "
        seat 2: begin
        die 1
        draw KH
        seat 2: attack e1
        draw 9H               # a miss
        h2.runs.sneak_attack is on
        die 1
        draw KD
        seat 2: attack e1
        draw 4H
        draw 2D               # stopped
        h2.runs.sneak_attack is on
        die 1
        draw KS
        seat 2: attack e1
        draw 7H
        draw 8D
        draw AD               # counts 14
        e1.there is off
    ",
    );
}

#[test]
fn tv_97_en_garde_hurts_whoever_attacks_the_duelist() {
    proves!("PR-159", "PR-R62");
    play(
        fires(Class::Duelist, Epic::EnGarde, &[MINION]).table(),
        "
        seat 2: begin
        h2.defense is 14
        h2.attack is 14
        h2.trick is 8
        draw 5S
        says misses
        h2.hp is 6
        e1.hp is 2
    ",
    );
}

#[test]
fn tv_98_set_up_stops_attacks() {
    proves!("PR-160", "PR-R84");
    play(
        fires(Class::Squire, Epic::SetUp, &[COMMANDER]).table(),
        "
        seat 2: begin
        die 1
        round is 2            # no card at all
        e1.pending is nothing
        h0.hp is 7
        seat 0: attack e1     # and heroes hit
        draw KH
        draw 9C
        e1.hp is 8
    ",
    );
}

#[test]
fn tv_98_set_up_leaves_other_actions() {
    proves!("PR-218", "PR-219");
    play(
        fires(Class::Squire, Epic::SetUp, &[COMMANDER]).table(),
        "
        seat 2: begin
        die 5
        draw 6C
        e1.boost is 3
    ",
    );
}

#[test]
fn tv_99_dirty_bomb_hurts_all_and_stuns_as_long_as_it_runs() {
    proves!("PR-161", "PR-R37");
    play(
        fires(Class::Saboteur, Epic::DirtyBomb, &[MINION, COMMANDER]).table(),
        "
        seat 2: begin
        e1.hp is 1
        e2.hp is 6
        seat 2: enemy e2
        draw 6H
        e2.hp is 6            # the attack does no damage of its own
        h2.runs.dirty_bomb is on
        draw KH               # the Minion
        says Commander of the Void (e2) loses the turn
        round is 2
        seat 0: defend
        draw QH
        seat 1: defend
        draw QD
        seat 2: defend
        draw QS
        seat 3: defend
        draw QC
        draw JH
        says Commander of the Void (e2) loses the turn
        round is 3
    ",
    );
}

#[test]
fn tv_99_a_club_ends_the_dirty_bomb_at_once() {
    proves!("PR-084", "PR-161", "PR-R22", "PR-R37");
    play(
        fires(Class::Saboteur, Epic::DirtyBomb, &[MINION, COMMANDER]).table(),
        "
        seat 2: begin
        e1.hp is 1
        e2.hp is 6
        seat 2: enemy e2
        draw 6C
        h2.runs.dirty_bomb is off
        draw KH
        die 1                 # the Commander acts
        draw KD
        round is 2
    ",
    );
}
