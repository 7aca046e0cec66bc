//! Checks: ties, the 2-rule, the span of a stat, and exact odds.

use super::play;
use crate::{
    ParaRoles,
    fixture::Fixture,
    state::Place,
    words::{FoeId, Side, Stat},
};
use kernel::{Log, Seat, Step, Table, Turn, proves};

const M1: &str = "4/3/5/2";

#[test]
fn tv_01_a_tie_on_defense_wounds() {
    proves!("PR-021", "PR-023", "PR-051", "PR-R02");
    play(
        Fixture::fight(&[M1]).table(),
        "
        seat 2: attack e1
        draw 8H
        draw 3C
        says takes 1
        e1.hp is 3
        discard is 2
        ",
    );
}

#[test]
fn tv_02_a_tie_on_attack_misses_and_no_defense_card_is_turned() {
    proves!("PR-021", "PR-051");
    play(
        Fixture::fight(&[M1]).table(),
        "
        seat 2: attack e1
        draw 9D
        says misses
        e1.hp is 4
        discard is 1
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_03_a_two_hits_and_another_two_still_stops_it() {
    proves!("PR-022", "PR-R03");
    play(
        Fixture::fight(&[M1]).table(),
        "
        seat 2: attack e1
        draw 2C
        asked chance
        draw 2D
        says stops the blow
        e1.hp is 4
        discard is 2
        ",
    );
}

/// A hero with Attack 2 against an enemy with Defense 2.
fn two_against_two() -> Table<ParaRoles> {
    Fixture::fight(&["4/2/5/2"]).stats(2, "6/7/2/8").table()
}

#[test]
fn tv_04_a_two_passes_even_a_stat_of_two() {
    proves!("PR-021", "PR-022", "PR-R03");
    play(
        two_against_two(),
        "
        h2.attack is 2
        e1.defense is 2
        seat 2: attack e1
        draw 2S
        draw 2H
        e1.hp is 4
        ",
    );
    play(
        two_against_two(),
        "
        seat 2: attack e1
        draw 2S
        draw 3H
        e1.hp is 3
        ",
    );
    play(
        two_against_two(),
        "
        seat 2: attack e1
        draw 3S
        says misses
        e1.hp is 4
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_05_an_ace_fails_against_an_ace() {
    proves!("PR-020", "PR-021", "PR-024");
    play(
        Fixture::fight(&[M1]).stats(2, "6/7/A/8").table(),
        "
        h2.attack is 14
        seat 2: attack e1
        draw AC
        says misses
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_05_every_card_passes_a_stat_of_fifteen() {
    proves!("PR-020", "PR-024", "PR-R04");
    let token = Place::hero(Seat::new(2), Stat::Attack);
    play(
        Fixture::fight(&[M1]).stats(2, "6/7/A/8").with(|s| s.tokens[Seat::new(3)][3] = token).table(),
        "
        h2.attack is 15
        seat 2: attack e1
        draw AC
        asked chance
        draw 3H
        e1.hp is 3
        ",
    );
}

#[test]
fn tv_06_no_buff_is_offered_on_a_stat_of_fifteen() {
    proves!("PR-024", "PR-068", "PR-R04");
    play(
        Fixture::fight(&[M1])
            .stats(2, "6/7/A/8")
            .hero(2, |h| h.treasure[2] = 1)
            .with(|s| s.treasure_deck -= 1)
            .table(),
        "
        h2.attack is 15
        seat 3 may not buff h2 attack
        seat 3 may buff h2 defense
        seat 3 may buff h1 attack
        ",
    );
}

#[test]
fn tv_06_treasure_may_be_laid_above_fifteen_and_adds_nothing() {
    proves!("PR-007", "PR-024", "PR-280", "PR-R04", "PR-R05");
    let mut fixture =
        Fixture::fight(&[M1]).stats(2, "6/7/A/8").hero(2, |h| h.treasure[2] = 1).foe(1, |f| f.hp = 1);
    for seat in [0, 1, 3] {
        fixture = fixture.hero(seat, |h| h.treasure[3] = 1);
    }
    play(
        fixture.with(|s| s.treasure_deck -= 4).table(),
        "
        seat 2: attack e1
        draw 3S
        draw 9H
        e1.there is off
        draw KS
        seat 2 may treasure h2 attack
        seat 2: treasure h2 attack
        h2.treasure.attack is 2
        h2.attack is 15
        treasure_deck is 47
        ",
    );
}

/// In how many of the 52 x 51 orders of the next two cards this comes true. The drawing seat keeps whichever of two
/// cards makes it true.
fn of_2652(table: &Table<ParaRoles>, orders: u32, holds: &dyn Fn(&Table<ParaRoles>) -> bool) -> u32 {
    if holds(table) {
        return orders;
    }
    match table.turn() {
        Turn::Chance if orders > 1 => {
            let odds = table.odds().expect("chance is due");
            let each = orders / odds.total();
            let after = |card| {
                let mut next = table.clone();
                next.play(Step::Chance(card), &mut Log::off()).expect("it may fall");
                of_2652(&next, each, holds)
            };
            odds.iter().map(|(card, _)| after(card)).sum()
        }
        Turn::Each(seats) => {
            let seat = seats.into_iter().next().expect("one seat chooses");
            let after = |action| {
                let mut next = table.clone();
                next.play(Step::Act { seat, action }, &mut Log::off()).expect("it is legal");
                of_2652(&next, orders, holds)
            };
            table.legal(seat).into_iter().map(after).max().unwrap_or(0)
        }
        Turn::Chance | Turn::Any(_) | Turn::Over => 0,
    }
}

fn is_hit(table: &Table<ParaRoles>) -> bool {
    use crate::frame::{Check, Frame};
    matches!(
        table.state().stack.top(),
        Some(Frame::Cards(crate::rules::cards::Frame::Draw { check: Check::Defense(_), .. }))
    )
}

fn is_wound(table: &Table<ParaRoles>) -> bool {
    let foe = table.state().foe(FoeId::enemy(0));
    foe.hp < foe.cards[0].number().into()
}

#[test]
fn tv_07_the_odds_of_a_fresh_deck() {
    proves!("PR-005", "PR-021", "PR-022");
    let minion = play(Fixture::fight(&[M1]).table(), "seat 2: attack e1");
    assert_eq!(of_2652(&minion, 2652, &is_hit), 28 * 51);
    assert_eq!(of_2652(&minion, 2652, &is_wound), 1320);
    let defender = play(Fixture::fight(&["5/6/4/6"]).table(), "seat 2: attack e1");
    assert_eq!(of_2652(&defender, 2652, &is_wound), 996);
}

#[test]
fn tv_07_the_odds_of_a_joint_attack() {
    proves!("PR-061", "PR-R26");
    let joint = play(Fixture::fight(&[M1]).token(1, Side::Joint, 2).table(), "seat 2: attack e1");
    assert_eq!(of_2652(&joint, 2652, &is_hit), 2100);
}
