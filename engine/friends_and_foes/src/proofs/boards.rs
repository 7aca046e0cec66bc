//! Maps: neighbours, crossed areas, edges, opposite areas, terrain and nodes as printed.

use crate::{
    Content,
    board::Board,
    words::{AreaId, Edge},
};
use kernel::proves;

fn board(content: &Content, id: &str) -> Board {
    content.maps.iter().find(|m| m.id == id).unwrap_or_else(|| panic!("no map {id}")).clone()
}

fn crossed(board: &Board, from: &str, to: &str) -> String {
    let (from, to) = (board.named(from).unwrap(), board.named(to).unwrap());
    let mut names: Vec<String> = board.crossed(from, to).iter().map(|a| board.area_name(a)).collect();
    names.sort();
    names.join(" ")
}

#[test]
fn a_line_on_a_three_by_three_grid_crosses_exactly_the_listed_areas() {
    proves!("FO-442");
    let content = Content::built_in();
    let road = board(&content, "P1");
    let listed = "r1c1-r1c3 r1c2,r1c3-r2c1 r1c2 r2c2,r1c1-r2c3 r1c2 r2c2,r1c3-r3c1 r2c2,r1c1-r3c1 r2c1,\
        r1c3-r3c2 r2c2 r2c3,r1c1-r3c2 r2c1 r2c2,r1c3-r3c3 r2c3,r1c1-r3c3 r2c2,r2c1-r2c3 r2c2,\
        r1c2-r3c1 r2c1 r2c2,r2c1-r3c3 r2c2 r3c2,r1c2-r3c2 r2c2,r2c3-r3c1 r2c2 r3c2,r1c2-r3c3 r2c2 r2c3,r3c1-r3c3 r3c2";
    check(&road, listed);
}

/// Exactly the listed pairs cross exactly the listed areas.
#[track_caller]
fn check(board: &Board, listed: &str) {
    let mut wanted = std::collections::BTreeMap::new();
    for entry in listed.split(',') {
        let (pair, between) = entry.trim().split_once(' ').unwrap();
        let (one, two) = pair.split_once('-').unwrap();
        let mut names: Vec<&str> = between.split_whitespace().collect();
        names.sort_unstable();
        wanted.insert((one.to_owned(), two.to_owned()), names.join(" "));
        wanted.insert((two.to_owned(), one.to_owned()), names.join(" "));
    }
    for one in board.areas.iter() {
        for two in board.areas.iter().filter(|two| *two != one) {
            let pair = (board.area_name(one), board.area_name(two));
            let found = crossed(board, &pair.0, &pair.1);
            assert_eq!(found, wanted.get(&pair).cloned().unwrap_or_default(), "{pair:?}");
        }
    }
}

#[test]
fn crossed_areas_of_the_square_keep() {
    let content = Content::built_in();
    let keep = board(&content, "H4");
    let listed = "r1c1-r1c3 r1c2,r1c1-r1c4 r1c2 r1c3,r1c1-r2c4 r1c2 keep,r1c1-r3c4 r1c2 keep,r1c1-r3c1 r2c1,\
        r1c1-r4c1 r2c1 r3c1,r1c1-r4c2 r2c1 keep,r1c1-r4c3 r2c1 keep,r1c2-r1c4 r1c3,r1c2-r2c4 r1c3 keep,\
        r1c2-r3c1 r2c1 keep,r1c2-r4c1 r3c1 keep,r1c2-r4c4 r3c4 keep,r1c3-r2c1 r1c2 keep,r1c3-r3c4 r2c4 keep,\
        r1c3-r4c1 r3c1 keep,r1c3-r4c4 r3c4 keep,r1c4-r2c1 r1c3 keep,r1c4-r3c1 r1c3 keep,r1c4-r3c4 r2c4,\
        r1c4-r4c2 r2c4 keep,r1c4-r4c3 r2c4 keep,r1c4-r4c4 r2c4 r3c4,r2c1-r4c1 r3c1,r2c1-r4c2 r3c1 keep,\
        r2c1-r4c4 r4c3 keep,r2c4-r4c1 r4c2 keep,r2c4-r4c3 r3c4 keep,r2c4-r4c4 r3c4,r3c1-r4c3 r4c2 keep,\
        r3c1-r4c4 r4c3 keep,r3c4-r4c1 r4c2 keep,r3c4-r4c2 r4c3 keep,r4c1-r4c3 r4c2,r4c1-r4c4 r4c2 r4c3,r4c2-r4c4 r4c3,\
        r1c1-r4c4 keep,r1c4-r4c1 keep,r1c2-r3c4 keep,r1c2-r4c2 keep,r1c2-r4c3 keep,r1c3-r3c1 keep,r1c3-r4c2 keep,\
        r1c3-r4c3 keep,r2c1-r2c4 keep,r2c1-r3c4 keep,r2c1-r4c3 keep,r2c4-r3c1 keep,r2c4-r4c2 keep,r3c1-r3c4 keep";
    check(&keep, listed);
    let middle = keep.named("keep").unwrap();
    assert_eq!(keep.adjacent(middle).len(), 8, "the keep touches the eight rim areas that are no corners");
    assert!(!keep.adjacent(middle).contains(AreaId::new(1, 1)));
}

#[test]
fn the_battlefield_is_a_grid_of_nine_areas() {
    proves!("FO-001");
    let road = board(&Content::built_in(), "P1");
    assert_eq!((road.areas.len(), road.middle), (9, AreaId::new(2, 2)));
}

#[test]
fn layouts_differ() {
    proves!("FO-002");
    assert_eq!(Content::built_in().maps.len(), 7);
}

#[test]
fn areas_and_edges_face_each_other() {
    proves!("FO-443");
    let content = Content::built_in();
    let passes = board(&content, "H5");
    assert!(passes.opposite(AreaId::new(1, 1)).contains(AreaId::new(3, 5)));
    assert!(passes.opposite(AreaId::new(2, 1)).contains(AreaId::new(2, 5)));
    assert_eq!(passes.edge(Edge::West).len(), 3);
    assert_eq!(passes.edge(Edge::North).len(), 5);
    let ford = board(&content, "H3");
    let facing: Vec<String> =
        ford.opposite(ford.named("H2").unwrap()).iter().map(|a| ford.area_name(a)).collect();
    assert_eq!(facing, ["R1", "R6"]);
    assert_eq!(ford.steps(ford.named("H1").unwrap(), ford.named("H3").unwrap()), 3);
}
