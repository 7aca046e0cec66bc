//! FO-T99 to FO-T113: every way to win, ties, the round limit.

use crate::{FriendsAndFoes, fixture::Fixture, rules::harvest};
use kernel::{Table, proves, script::play};

/// Two players with a Knight each, hands to go on with, and these treasures.
fn race(options: &str, round: u8, treasure: [u16; 2]) -> Fixture {
    Fixture::new(options)
        .put("a1", "KN1", "r1c1")
        .put("b1", "KN1", "r3c3")
        .hand(0, "2C 3C")
        .hand(1, "2D 3D")
        .treasure(0, treasure[0])
        .treasure(1, treasure[1])
        .round(round)
}

fn judged(fixture: Fixture) -> Table<FriendsAndFoes> {
    fixture.at(harvest::Frame::Victory)
}

#[test]
fn fo_t99_to_t101_and_t103_treasure_counts_from_round_five() {
    proves!("FO-370", "FO-372", "FO-377", "FO-194", "FO-R61", "FO-R01", "FO-080");
    play(judged(race("", 4, [35, 0])), "round is 5\nasked seat 0, seat 1");
    play(judged(race("", 5, [30, 12])), "result is 0 treasure");
    play(judged(race("", 5, [29, 12])), "round is 6");
    play(judged(race("", 5, [33, 31])), "result is 0 treasure");
    play(judged(race("", 5, [32, 32])), "round is 6");
    // The node is paid before the check.
    let node = race("", 6, [29, 0]).put("a2", "KN1", "r2c1").at(harvest::Frame::Harvest { place: 0 });
    play(node, "0.treasure is 30\nresult is 0 treasure");
}

#[test]
fn fo_t102_a_team_needs_thirty_for_each_member() {
    proves!("FO-372");
    let team = |second: u16| {
        Fixture::new("seats=4 scenario=SCN-5")
            .put("a1", "KN1", "r1c1")
            .put("b1", "KN1", "r1c1")
            .put("c1", "KN1", "r1c5")
            .put("d1", "KN1", "r1c5")
            .hand(0, "2C 3C")
            .hand(1, "2C 3C")
            .hand(2, "2C 3C")
            .hand(3, "2C 3C")
            .treasure(0, 41)
            .treasure(1, second)
            .round(5)
            .at(harvest::Frame::Victory)
    };
    play(team(18), "round is 6");
    play(team(19), "result is 0 treasure");
}

#[test]
fn fo_t104_and_t105_last_man_standing_at_once_or_after_harvest() {
    proves!("FO-371", "FO-380", "FO-149", "FO-R32", "FO-065");
    let kill = "seat 0: attack a1 basic 0t\ndraw 10C\ndraw 2D\nb1.area is removed\n";
    let last = |treasure: u16| {
        Fixture::new("")
            .put("a1", "WA1", "r1c1")
            .put("b1", "RO1", "r1c1")
            .health("b1", 1)
            .bench("b6", "KN1 ATK-03")
            .zone(1, "r3c3")
            .treasure(1, treasure)
            .round(2)
            .tokens(1, 0)
            .table()
    };
    play(last(1), &format!("{kill}result is 0 last_standing"));
    play(
        last(2),
        &format!("{kill}asked seat 0\nseat 0: end\nseat 1: deploy b6 r3c3\nb6.area is r3c3\n1.treasure is 0"),
    );
    play(
        last(2),
        &format!(
            "{kill}seat 0: end
             seat 1: end
             seat 0: end
             result is 0 last_standing"
        ),
    );
    let patient =
        Fixture::new("early_end=false").put("a1", "WA1", "r1c1").put("b1", "RO1", "r1c1").health("b1", 1);
    play(
        patient.table(),
        &format!("{kill}asked seat 0\nseat 0: end\nseat 0: end\nresult is 0 last_standing"),
    );
}

#[test]
fn fo_t106_nobody_left() {
    proves!("FO-378");
    let empty = |treasure: [u16; 2]| {
        Fixture::new("")
            .treasure(0, treasure[0])
            .treasure(1, treasure[1])
            .round(2)
            .at(harvest::Frame::Victory)
    };
    play(empty([14, 11]), "result is 0 all_fallen");
    play(empty([11, 11]), "result is draw all_fallen");
}

/// Three teams on the ford; seat 0 and 1 hold so many areas.
fn crowns(round: u8, areas: [&[&str]; 2]) -> Table<FriendsAndFoes> {
    let mut fixture = Fixture::new("seats=3").round(round);
    for (seat, held) in ["a", "b"].iter().zip(areas) {
        for (slot, area) in held.iter().enumerate() {
            fixture = fixture.put(&format!("{seat}{}", slot + 1), "MIN-1", area);
        }
    }
    fixture = fixture.put("c1", "MIN-1", "H3").put("c2", "MIN-1", "H3");
    fixture.hand(0, "2C 3C").hand(1, "2D 3D").hand(2, "2H 3H").at(harvest::Frame::Victory)
}

#[test]
fn fo_t107_and_t108_territories_need_strictly_the_most() {
    proves!("FO-373", "FO-376");
    let (four, three): (&[&str], &[&str]) = (&["H1", "R1", "R2", "M"], &["H2", "R3", "R4"]);
    play(crowns(5, [four, three]), "result is 0 territories");
    play(crowns(5, [&four[..3], three]), "round is 6");
    play(crowns(4, [four, &three[..1]]), "round is 5");
}

#[test]
fn fo_t109_and_t110_king_of_the_hill() {
    proves!("FO-374", "FO-R59");
    let hill = |options: &str, round: u8, seat: &str, tied: bool| {
        let mut fixture = Fixture::new(&format!("scenario=SCN-3 {options}"))
            .put("a1", "KN1", "r1c1")
            .put("b1", "KN1", "r3c3")
            .put(&format!("{seat}2"), "KN1", "r2c2")
            .hand(0, "2C 3C")
            .hand(1, "2D 3D")
            .round(round);
        if tied {
            fixture = fixture.put("a3", "KN1", "r2c2").put("b3", "KN1", "r2c2").put("b4", "KN1", "r2c2");
        }
        fixture.at(harvest::Frame::Victory)
    };
    play(hill("", 4, "a", false), "round is 5");
    play(hill("", 5, "a", false), "result is 0 hill");
    play(hill("", 5, "a", true), "round is 6");
    play(hill("", 6, "b", false), "result is 1 hill");
    play(hill("koth=only_five", 6, "b", false), "round is 7");
}

#[test]
fn fo_t111_and_t112_breakthrough_from_round_three_and_before_treasure() {
    proves!("FO-375", "FO-377", "FO-R60");
    let line = |round: u8, treasure: u16| {
        Fixture::new("seats=4 scenario=SCN-5")
            .put("a1", "KN1", "r2c5")
            .put("b1", "KN1", "r1c1")
            .put("c1", "KN1", "r3c3")
            .put("d1", "KN1", "r3c3")
            .goal(0, "r2c5")
            .goal(1, "r1c1")
            .hand(0, "2C 3C")
            .hand(1, "2C 3C")
            .hand(2, "2C 3C")
            .hand(3, "2C 3C")
            .treasure(2, treasure)
            .round(round)
            .at(harvest::Frame::Victory)
    };
    play(line(2, 0), "round is 3");
    play(line(3, 0), "result is 0 breakthrough");
    play(line(5, 60), "result is 0 breakthrough");
}

#[test]
fn fo_t113_at_the_round_limit_treasure_then_health_decides() {
    proves!("FO-081", "FO-379", "FO-R18");
    play(judged(race("", 10, [20, 25])), "result is 1 round_limit");
    play(judged(race("", 10, [20, 20]).health("a1", 3)), "result is 1 round_limit");
    play(judged(race("", 10, [20, 20])), "result is draw round_limit");
    play(judged(race("round_limit=20", 10, [20, 25])), "round is 11");
}
