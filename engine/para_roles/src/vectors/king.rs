//! The King of the Dead: TV-73 to TV-81.

use super::play;
use crate::{
    fixture::Fixture,
    state::{Foe, State},
    words::{Epic, FoeId, Kind, Side},
};
use kernel::{Card, Rank, proves};

const KING: &str = "K/8/9/10";
const MINION: &str = "4/3/5/2";

fn king() -> Fixture {
    Fixture::fight(&[KING])
}

/// Cards of beaten enemies lie in the Graveyard.
fn bury(s: &mut State, cards: &str) {
    for card in cards.split_whitespace().map(|c| c.parse::<Card>().expect("a card such as 9H")) {
        let pile = card.suit().index();
        s.alive[pile].remove(card.rank());
        s.graveyard[pile].insert(card.rank());
    }
}

/// An Undead Guard with these cards and full HP stands before the first enemy, in this place.
pub(super) fn guarded(fixture: Fixture, place: u8, health: u8, defense: u8) -> Fixture {
    let (health, defense) = (Rank::new(health), Rank::new(defense));
    let guard = Foe {
        present: true,
        kind: Kind::UndeadGuard,
        guard_of: Some(FoeId::enemy(0)),
        from_deck: true,
        cards: [health, defense, Rank::TWO, Rank::TWO],
        hp: health.number().into(),
        ..Foe::default()
    };
    fixture.with(|s| {
        s.alive[0].remove(health);
        s.alive[1].remove(defense);
        *s.foe_mut(FoeId::enemy(place - 1)) = guard;
    })
}

#[test]
fn tv_73_life_to_death_feeds_the_king_above_his_maximum() {
    proves!("PR-204", "PR-228", "PR-229", "PR-R16");
    play(
        king().foe(1, |f| f.hp = 10).enemies_first().table(),
        "
        e1.kind is king_of_the_dead
        die 5
        draw 9C
        h0.hp is 6
        h1.hp is 7
        h2.hp is 5
        h3.hp is 8
        e1.hp is 14
        e1.max is 13          # the maximum itself stays
        e1.pending is nothing
    ",
    );
}

#[test]
fn tv_74_life_to_death_spares_heroes_on_guard_and_protected_ones() {
    proves!("PR-229", "PR-R16", "PR-R27");
    let fixture = king().foe(1, |f| f.hp = 10).hero(0, |h| h.stance = true).token(1, Side::Protect, 2);
    play(
        fixture.enemies_first().table(),
        "
        die 5
        draw 9C
        h0.hp is 7
        h1.hp is 7            # his own point, not the one of the hero he covers
        h2.hp is 6
        h3.hp is 8
        e1.hp is 12
    ",
    );
}

#[test]
fn tv_74_a_protector_who_dies_of_it_has_still_protected() {
    proves!("PR-229", "PR-R16");
    let fixture = king().foe(1, |f| f.hp = 10).hero(1, |h| h.hp = 1).token(1, Side::Protect, 2);
    play(
        fixture.enemies_first().table(),
        "
        die 5
        draw 9C
        h1.hp is 0
        h1.token is none
        h2.hp is 6            # deaths are processed after the count
        e1.hp is 13
    ",
    );
}

#[test]
fn tv_75_a_failed_life_to_death_is_tried_again_without_a_roll() {
    proves!("PR-012", "PR-205", "PR-R12");
    play(
        king().enemies_first().table(),
        "
        die 5
        draw 10D
        h0.hp is 7
        e1.pending is life_to_death
        seat 0: defend
        draw KH
        seat 1: defend
        draw KD
        seat 2: defend
        draw KS
        seat 3: defend
        draw KC
        draw 4S               # no die
        says Life to Death succeeds
        h0.hp is 6
        h1.hp is 7
        h2.hp is 5
        h3.hp is 8
        e1.hp is 17
        e1.pending is nothing
    ",
    );
}

#[test]
fn tv_76_a_guard_of_the_dead_takes_the_attacks_meant_for_the_king() {
    proves!("PR-230", "PR-231", "PR-R17", "PR-R80");
    play(
        king().with(|s| bury(s, "4H 9H 3D 7D")).enemies_first().table(),
        "
        die 6
        draw 5D
        dead 9H
        dead 3D
        e2.kind is undead_guard
        e2.hp is 9
        e2.max is 9
        e2.defense is 3
        graveyard.H is 4
        graveyard.D is 7
        seat 2: attack e1
        draw 8H
        draw 3S               # a tie with the guard's Defense fails
        e2.hp is 8
        e1.hp is 13
        seat 3: attack e2     # both aims end at the guard
        draw 7H
        draw 4S
        e2.hp is 7
        e1.hp is 13
    ",
    );
}

#[test]
fn tv_76_a_guard_takes_no_turn() {
    proves!("PR-044", "PR-206");
    play(
        guarded(king(), 2, 9, 3).enemies_first().table(),
        "
        die 1
        draw KH
        round is 2
        asked seat 0, seat 1, seat 2, seat 3
    ",
    );
}

#[test]
fn tv_77_without_dead_enemies_the_guard_comes_from_the_living() {
    proves!("PR-231", "PR-R17");
    play(
        king().enemies_first().table(),
        "
        graveyard.H is empty
        die 6
        draw 5D
        alive 6H
        alive 10D
        alive 4S
        alive 7C
        e2.hp is 6
        e2.defense is 10
        graveyard.H is empty
        graveyard.D is empty
        graveyard.S is 4
        graveyard.C is 7
        alive.H is 2 3 4 5 7 8 9 10 J Q A
        alive.D is 2 3 4 5 6 7 9 J Q K A
    ",
    );
}

#[test]
fn tv_78_a_slain_guard_goes_to_the_graveyard_without_treasure_and_another_may_come() {
    proves!("PR-004", "PR-231", "PR-R56");
    let fixture = guarded(king(), 2, 9, 3).foe(2, |f| f.hp = 1).foe(1, |f| f.hp = 1).acting(&[2]);
    play(
        fixture.table(),
        "
        seat 2: attack e1
        draw 8H
        draw 3S
        e2.there is off
        e1.hp is 1
        graveyard.H is 9
        graveyard.D is 3
        graveyard.S is empty
        spoils is 0
        combat is on
        die 6
        draw 5D
        dead 9H
        dead 3D
        e2.there is on
        e2.hp is 9
        seat 2: attack e2
        draw 7H
        draw KS
        e2.hp is 8
        e2.there is on
    ",
    );
    // The King himself pays one treasure, his dead guard none.
    let fixture = guarded(king(), 2, 9, 3).foe(2, |f| f.hp = 1).foe(1, |f| f.hp = 1).acting(&[2, 3]);
    play(
        fixture.table(),
        "
        seat 2: attack e1
        draw 8H
        draw 3S
        seat 3: attack e1
        draw 7H
        draw 8S
        e1.there is off
        spoils is 1
    ",
    );
}

#[test]
fn tv_79_a_guarded_king_boosts_and_a_boosted_one_attacks() {
    proves!("PR-219", "PR-230", "PR-R13");
    play(
        guarded(king(), 2, 9, 3).enemies_first().table(),
        "
        die 6
        says does Damage Boost instead
        draw 5D
        e1.boost is 4
        e1.pending is nothing
    ",
    );
    play(
        guarded(king(), 2, 9, 3).foe(1, |f| f.boost = Some(4)).enemies_first().table(),
        "
        die 6
        says does Attack instead
        draw 4H
        draw 8S
        h0.hp is 2
        e1.boost is off
    ",
    );
}

#[test]
fn tv_80_xxx_with_two_black_strikes_the_guard() {
    proves!("PR-091", "PR-232", "PR-R47");
    play(
        guarded(king(), 2, 9, 3).charged(2, Epic::Xxx).table(),
        "
        seat 2: begin
        draw 3S
        draw KC
        draw 4H
        says 2 black
        seat 2: enemy e1
        e2.there is off
        e1.there is on
        e1.hp is 13
    ",
    );
}

#[test]
fn tv_80_xxx_with_three_black_kills_both() {
    proves!("PR-091", "PR-241");
    play(
        guarded(king(), 2, 9, 3).charged(2, Epic::Xxx).table(),
        "
        seat 2: begin
        draw 3S
        draw KC
        draw 4S
        e1.there is off
        e2.there is off
        graveyard.H is 9 K
        combat is off
    ",
    );
}

#[test]
fn tv_81_running_from_the_king_leaves_his_guard_behind_too() {
    proves!("PR-056", "PR-R17", "PR-R57");
    play(
        guarded(Fixture::fight(&[KING, MINION]), 3, 9, 7).table(),
        "
        seat 2 may not run trick e3
        seat 2: run trick e1
        draw 7S
        e1.there is off
        e3.there is off
        e2.there is on
        escaped.H is 9 K
        escaped.D is 7 8
        escaped.S is 9
        escaped.C is 10
        graveyard.H is empty
        combat is on
        asked seat 0, seat 1, seat 3
    ",
    );
}
