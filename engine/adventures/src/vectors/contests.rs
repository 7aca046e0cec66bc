//! TV-59 to TV-70 and TV-88: resolution, combat, modifiers, round tracks.

use crate::{
    fixture::Fixture,
    rules::{combat, exhaustion, skill_check},
    words::Colour,
};
use kernel::{Seat, proves, script::play};

fn seat(n: u8) -> Seat {
    Seat::new(n)
}

#[test]
fn tv_59_rewards_of_covered_slots_even_on_a_fail() {
    proves!("RA-163", "RA-151", "RA-234", "RA-R67", "RA-011", "RA-R66");
    // Heave III: R* G* *2 R/G:5(x1), limit 5.
    let f = Fixture::bare("scope=check check=P01:III seats=1").xp(0);
    assert_eq!((f.state.contest.limit, f.state.contest.slots.len()), (5, 4));
    let t = f.pool("R5 R3 B1 W1 W3").table();
    play(t, "seat 0: agree\nxp is 1\nover is true\nbag is 36");
}

#[test]
fn tv_60_the_penalty_of_a_legendary_failure_exhausts_nobody() {
    proves!("RA-222", "RA-R61");
    let after = |fatigue: u8| {
        let f = Fixture::bare("scope=check check=P01:III seats=1 mode=legendary").fatigue(0, fatigue, 16);
        f.frame(crate::rules::contest::Frame::CheckOver).state.sheets[seat(0)].fatigue
    };
    assert_eq!([10, 12, 13, 14, 15, 16].map(after), [13, 15, 15, 15, 15, 16]);
}

fn raider(seats: u8) -> Fixture {
    Fixture::bare(&format!("scope=combat enemies=E08 seats={seats}")).xp(0).gold(0)
}

#[test]
fn tv_61_counterattacks_then_the_next_space_of_the_track() {
    proves!("RA-174", "RA-236", "RA-237", "RA-170", "RA-008", "RA-172");
    let f = raider(2).placed(1, "R4").placed(5, "B2").frame(crate::rules::contest::Frame::RoundOver);
    play(f.table(), "p0.fatigue is 4\np1.fatigue is 4\nmarker is 2\nxp is 0\ngold is 0\nround is 2");
}

#[test]
fn tv_62_no_counterattack_in_the_round_the_enemy_falls() {
    proves!("RA-174", "RA-175", "RA-176", "RA-235");
    let f = raider(2).placed(1, "R4").placed(2, "B1").placed(3, "G5").placed(4, "R4");
    let t = f.pool("W2").table();
    play(t, "p0.fatigue is 0\nxp is 1\ngold is 2\nover is true\nbag is 36");
}

#[test]
fn tv_63_a_party_that_falls_to_counterattacks_does_not_meet_the_track() {
    proves!("RA-174", "RA-176", "RA-180");
    let f = raider(2).placed(1, "R4").placed(2, "B1").fatigue(0, 14, 16).fatigue(1, 15, 16);
    let t = f.frame(crate::rules::contest::Frame::RoundOver).table();
    play(t.clone(), "p0.fatigue is 16\np1.fatigue is 16\ngold is 1\nover is true");
    assert_eq!(t.state().ending, Some(crate::state::Ending::Defeat));
}

#[test]
fn tv_64_after_the_third_round_there_is_no_next_space() {
    proves!("RA-171", "RA-R28", "RA-174");
    let mut f = raider(1).placed(2, "B1").placed(3, "G5").placed(4, "R4").placed(5, "W2");
    f.state.contest.foes[0].marker = 3;
    let t = f.frame(crate::rules::contest::Frame::RoundOver).table();
    play(t, "p0.fatigue is 2\nover is true\nxp is 1\ngold is 2");
}

#[test]
fn tv_65_only_gold_that_is_there_is_lost() {
    proves!("RA-238", "RA-R33");
    let f = Fixture::bare("scope=combat enemies=E13 seats=1")
        .gold(1)
        .frame(crate::rules::contest::Frame::Track { foe: 0, icon: 0 });
    play(f.table(), "gold is 0\nmarker is 2");
}

#[test]
fn tv_66_a_defeated_enemy_stops_and_all_must_fall() {
    proves!("RA-177", "RA-R29", "RA-R30");
    let f = Fixture::bare("scope=combat enemies=E01+E04 modifiers=none seats=1").xp(0).gold(0);
    // E04 has slots 5 to 8: *1 *2 *3 B*.
    let f = f.placed(5, "R1").placed(6, "R2").placed(7, "R3").pool("B6");
    let t = play(f.table(), "seat 0: agree");
    let foes = t.state().contest.foes;
    assert!(foes[1].down && !foes[0].down);
    // E01 strikes with 1 + 1 + 1 + 0, and only its track counts.
    play(t.clone(), "p0.fatigue is 4\nround is 2");
    assert_eq!((foes[0].marker, foes[1].marker), (2, 1));
    let mut f = Fixture::bare("scope=combat enemies=E01+E04 seats=1").xp(0).gold(0);
    f.state = *t.state();
    let f = f.placed(1, "B4").placed(2, "G3").placed(3, "B5").pool("W2");
    play(f.table(), "over is true\nxp is 2\ngold is 2");
}

#[test]
fn tv_67_fatigue_above_health_is_not_remembered() {
    proves!("RA-180", "RA-182");
    let f = Fixture::new("seats=1 scope=adventure")
        .fatigue(0, 14, 16)
        .with(|p| exhaustion::suffer(p, seat(0), 5));
    assert!(f.state.sheets[seat(0)].exhausted() && f.state.sheets[seat(0)].fatigue == 16);
    let f = f.with(|p| exhaustion::heal(p, seat(0), 2));
    assert!(!f.state.sheets[seat(0)].exhausted() && f.state.sheets[seat(0)].fatigue == 14);
}

#[test]
fn tv_68_dice_on_the_enemy_are_out_of_the_bag() {
    proves!("RA-156", "RA-R16");
    let f = raider(1).placed(1, "R4").placed(2, "R4").placed(3, "B5").placed(4, "U4");
    let t = f.frame(crate::rules::contest::Frame::DrawDice).table();
    let odds = t.odds().expect("a die is drawn");
    assert_eq!((odds.total(), odds.weight("draw R".parse().expect("an outcome"))), (32, 4));
}

#[test]
fn tv_69_desperate_and_wearied() {
    proves!("RA-R69", "RA-236");
    for (mods, counters, struck) in
        [("none", [1, 1, 2, 1], 5), ("M06", [2, 2, 3, 2], 9), ("M10", [0, 0, 1, 0], 1)]
    {
        let f = Fixture::bare(&format!("scope=combat enemies=E05 modifiers={mods} seats=2"));
        let found: Vec<u8> = f.state.contest.slots.iter().map(|slot| slot.counterattack).collect();
        assert_eq!(found, counters, "{mods}");
        // One more for the track.
        let t = f.frame(crate::rules::contest::Frame::RoundOver).table();
        play(t, &format!("p0.fatigue is {}\np1.fatigue is {}", struck + 1, struck + 1));
    }
}

#[test]
fn tv_70_foggy_and_swift() {
    proves!("RA-R69", "RA-171", "RA-172");
    let f = Fixture::bare("scope=combat enemies=E06 modifiers=M02 seats=1");
    assert_eq!(f.state.contest.limit, 2);
    let f = Fixture::bare("scope=combat enemies=E06 modifiers=M08 seats=1");
    assert_eq!(f.state.contest.foes[0].marker, 2);
    // Space 3 of the moths: each hero gains a stamina; then one more end of round is the last.
    let t = play(
        f.frame(crate::rules::contest::Frame::RoundOver).table(),
        "seat 0: fill R\nmarker is 3\nround is 2",
    );
    let mut f = Fixture::bare("scope=combat enemies=E06 modifiers=M08 seats=1");
    f.state = *t.state();
    play(f.frame(crate::rules::contest::Frame::RoundOver).table(), "over is true");
}

#[test]
fn modifiers_forbid_and_cost_and_pay() {
    proves!("RA-R69", "RA-159");
    let f = Fixture::bare("scope=check check=P01:I modifiers=M04+M09+M03+M05 seats=2").plays(1, 1);
    assert_eq!((f.state.contest.bent.cost, f.state.contest.bent.no_bonus), (1, true));
    let f = f.hand(0, "K05 T09 K10 A02").hand(1, "").slots("P* P* P*").pool("B3");
    let t = play(
        f.table(),
        "seat 0 may not play K05 1\nseat 0 may not play T09 1\nseat 0: play K10 1\nseat 0: up d1",
    );
    assert!(t.state().ending.is_some() && t.state().journal.tokens == 1, "no token may be spent");
    // Witnessed: a gold more or less.
    for (pool, gold) in [("R4 B4", 4), ("W1 W1", 2)] {
        let f = Fixture::bare("scope=check check=P01:I modifiers=M12 seats=1").gold(3).pool(pool);
        play(f.table(), &format!("over is true\ngold is {gold}"));
    }
    // Hazardous: a fatigue for each empty slot.
    let f = Fixture::bare("scope=check check=P01:I modifiers=M01 seats=1").pool("W1 W1");
    play(f.table(), "over is true\np0.fatigue is 2");
    // Hidebound: a slot more. Blessed: a die more.
    let f = Fixture::bare("scope=combat enemies=E05 modifiers=M07+M11 seats=1");
    assert_eq!((f.state.contest.slots.len(), f.state.contest.limit), (5, 4));
}

#[test]
fn tv_88_icons_of_the_round_track() {
    proves!("RA-237", "RA-238", "RA-239", "RA-240", "RA-241", "RA-R34", "RA-R35", "RA-260");
    // The Choirmaster: party -1 XP, then each +3 fatigue.
    let choir = |seats: u8| Fixture::bare(&format!("scope=combat enemies=E16 seats={seats}"));
    play(
        choir(1).xp(0).frame(crate::rules::contest::Frame::Track { foe: 0, icon: 0 }).table(),
        "xp is 0\nmarker is 2",
    );
    let mut f = choir(2).fatigue(0, 5, 16).fatigue(1, 14, 16);
    f.state.contest.foes[0].marker = 2;
    play(
        f.frame(crate::rules::contest::Frame::Track { foe: 0, icon: 0 }).table(),
        "p0.fatigue is 8\np1.fatigue is 16\nmarker is 3",
    );
    let f = Fixture::bare("scope=combat enemies=E13 seats=1").gold(5);
    play(f.frame(crate::rules::contest::Frame::Track { foe: 0, icon: 0 }).table(), "gold is 3");
    // The Netcaster takes two stamina out of rows of one's choice.
    let net = |rows: &str| {
        Fixture::bare("scope=combat enemies=E09 seats=1")
            .rows(0, rows)
            .frame(crate::rules::contest::Frame::Track { foe: 0, icon: 0 })
    };
    let t = play(
        net("R1 B1 U2").table(),
        "seat 0: drain U\nseat 0: drain U\np0.R is 1\np0.U is 0\np0.fatigue is 0",
    );
    assert_eq!(t.state().contest.round, 2);
    play(net("R1").table(), "p0.R is 0\nround is 2");
    // A row may hold more than its score until the next rest.
    let mut f = Fixture::bare("scope=combat enemies=E06 seats=1").scores(0, [2, 0, 0, 0, 0, 0]).rows(0, "R2");
    f.state.contest.foes[0].marker = 2;
    let t = play(
        f.frame(crate::rules::contest::Frame::Track { foe: 0, icon: 0 }).table(),
        "seat 0: fill R\np0.R is 3",
    );
    assert_eq!(t.state().sheets[seat(0)].rows[Colour::Red.index()], 3);
}

#[test]
fn a_party_that_is_already_down_loses_at_once_and_gains_nothing() {
    proves!("RA-R32", "RA-R31");
    let f = Fixture::bare("scope=combat enemies=E05 seats=1").fatigue(0, 16, 16).xp(0);
    let enemies = ["E05".parse().expect("an enemy")];
    let f = f.start(|p| {
        skill_check::clear_table(p);
        combat::fight(p, &enemies, &[], Default::default())
    });
    assert_eq!((f.state.ending, f.state.journal.xp), (Some(crate::state::Ending::Defeat), 0));
    // All slots covered, but nobody stands: still a defeat.
    let f = Fixture::bare("scope=combat enemies=E05 seats=1").fatigue(0, 16, 16);
    let f = f.placed(1, "W1").placed(2, "R5").placed(3, "R2").placed(4, "R6");
    let f = f.start(combat::fall);
    assert_eq!(f.state.ending, Some(crate::state::Ending::Defeat));
}
