//! The Dragon: TV-82 to TV-87.

use super::play;
use crate::{fixture::Fixture, words::Side};
use kernel::proves;

fn dragon() -> Fixture {
    Fixture::fight(&["A/6/10/9"]).enemies_first()
}

#[test]
fn tv_82_dragon_breath_hurts_everybody() {
    proves!("PR-233", "PR-235");
    play(
        dragon().table(),
        "
        e1.kind is dragon
        die 6
        draw 8C
        h0.hp is 5
        h1.hp is 6
        h2.hp is 4
        h3.hp is 7
        round is 2            # no Defense cards were asked for
    ",
    );
}

#[test]
fn tv_83_a_hero_on_guard_takes_one_from_dragon_breath() {
    proves!("PR-235");
    play(
        dragon().hero(0, |h| h.stance = true).table(),
        "
        die 6
        draw 8C
        h0.hp is 6
        h1.hp is 6
        h2.hp is 4
        h3.hp is 7
    ",
    );
}

#[test]
fn tv_84_a_protector_takes_one_more_for_the_hero_he_covers() {
    proves!("PR-235", "PR-R18", "PR-R27");
    play(
        dragon().token(1, Side::Protect, 3).table(),
        "
        die 6
        draw 8C
        h3.hp is 9
        h1.hp is 5
        h0.hp is 5
        h2.hp is 4
    ",
    );
}

#[test]
fn tv_85_a_protector_on_guard_takes_two_in_all() {
    proves!("PR-235", "PR-R18");
    play(
        dragon().token(1, Side::Protect, 3).hero(1, |h| h.stance = true).table(),
        "
        die 6
        draw 8C
        h1.hp is 6
        h3.hp is 9
        h0.hp is 5
        h2.hp is 4
    ",
    );
}

#[test]
fn tv_86_a_failed_breath_is_tried_again_until_it_succeeds() {
    proves!("PR-012", "PR-022", "PR-205", "PR-R12");
    let table = play(
        dragon().table(),
        "
        die 6
        draw 9D               # a tie with Trick 9 fails
        e1.pending is dragon_breath
        h0.hp is 7
        seat 0: defend
        draw KH
        seat 1: defend
        draw KD
        seat 2: defend
        draw KS
        seat 3: defend
        draw KC
        draw JS               # no die
        e1.pending is dragon_breath
        seat 0: defend
        draw QH
        seat 1: defend
        draw QD
        seat 2: defend
        draw QS
        seat 3: defend
        draw QC
        asked chance
        h0.hp is 7
    ",
    );
    for card in ["8C", "2D"] {
        let script = format!(
            "draw {card}\n e1.pending is nothing\n h0.hp is 5\n h1.hp is 6\n h2.hp is 4\n h3.hp is 7"
        );
        play(table.clone(), &script);
    }
}

#[test]
fn tv_87_fear_does_nothing_to_heroes_on_guard() {
    proves!("PR-234");
    let all = (0..4).fold(dragon(), |fixture, seat| fixture.hero(seat, |h| h.stance = true));
    play(
        all.table(),
        "
        die 5
        draw 3H
        h0.stunned is off
        h1.stunned is off
        h2.stunned is off
        h3.stunned is off
        e1.pending is nothing
        seat 0 may attack e1
    ",
    );
    // The same card against a party without guard.
    play(
        dragon().hero(0, |h| h.stance = true).table(),
        "
        die 5
        draw 3H
        h0.stunned is off
        h1.stunned is on
        h2.stunned is on
        h3.stunned is on
    ",
    );
}
