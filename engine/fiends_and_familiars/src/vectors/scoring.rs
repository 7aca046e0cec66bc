//! Final scoring. TV-41 to TV-48 and TV-62.

use super::table::{A, B};
use crate::{
    fixture::Fixture,
    rules::{final_scoring::score, monster_combat},
    state::Ending,
    words::{AlignmentId, ArmorType, BackstoryId, Color, Kind, Row, SheetId, Space},
};
use kernel::{SeatSet, proves};
use std::sync::Arc;

// TV-41
#[test]
fn a_warrior_orc_meets_four_goals() {
    proves!("FF-920", "FF-015");
    let mut fixture = Fixture::new(2).class(A, "Warrior").with(|s| s.players[A].sheet = SheetId::of_index(5));
    let class = fixture.state.players[A].class;
    use crate::content::cards::{ByRow, Goal};
    let face = &mut Arc::make_mut(&mut fixture.game).content.classes[class.index()];
    face.goals = ByRow {
        str: Goal::Exactly(18),
        dex: Goal::Range(16, 17),
        con: Goal::Exactly(17),
        int: Goal::AtLeast(14),
        wis: Goal::AtLeast(14),
        cha: Goal::AtLeast(14),
    };
    face.stars = ByRow { str: 4, dex: 2, con: 3, int: 1, wis: 1, cha: 1 };
    let fixture = fixture
        .dice(Row::Str, "white6 white5 white5")
        .dice(Row::Dex, "white6 white6 white4")
        .dice(Row::Con, "white6 white6 white6")
        .dice(Row::Int, "white5 white5 white6")
        .dice(Row::Wis, "white4 white4 white5")
        .dice(Row::Cha, "white6 white6 white2");
    let stars = score(fixture.look(), A);
    assert_eq!((stars.goals, stars.attributes()), ([4, 2, 0, 1, 0, 1], 8));
}

// TV-42
#[test]
fn class_colour_counts_on_the_familiar_board_and_on_split_dice() {
    proves!("FF-921", "FF-R19", "FF-752", "FF-R17");
    let fixture =
        Fixture::new(2).class(A, "Warrior").dice(Row::Str, "red1 red2 blue1").dice(Row::Cha, "red3");
    let fixture = fixture.dice(Row::Familiar, "red5 gold1").dice(Row::Con, "blue/red2 black1");
    assert_eq!(fixture.state.players[A].color, Color::Red);
    assert_eq!(score(fixture.look(), A).class_color, 5);
}

// TV-43
#[test]
fn backstory_stars_come_in_steps() {
    proves!("FF-923");
    let fixture = Fixture::new(2).with(|s| s.players[A].backstory = BackstoryId::of_index(0));
    let cells = fixture.game.content.backstories[0].cells.each();
    let stars: Vec<u8> = (1..=6)
        .map(|n| {
            let matched = fixture.clone().with(|s| {
                for row in Row::ATTRIBUTES.into_iter().take(n) {
                    let (color, space) = cells[row.index()];
                    let die = crate::dice::Die::new(crate::words::DieKind::plain(color), 2);
                    s.players[A].dice[Space::new(row, space - 1).index()] = die;
                }
            });
            score(matched.look(), A).backstory
        })
        .collect();
    assert_eq!(stars, [0, 1, 1, 3, 3, 6]);
}

/// Stars of the Ember Newt (Power 5 to 6, 3 stars; red, black, white).
fn newt(dice: &str) -> (u8, u8) {
    let fixture = Fixture::new(2).familiar(A, "Ember Newt").dice(Row::Familiar, dice);
    let stars = score(fixture.look(), A);
    (stars.power, stars.familiar_backstory)
}

// TV-44, TV-45
#[test]
fn the_familiar_scores_power_and_backstory() {
    proves!("FF-926", "FF-927", "FF-R30", "FF-751");
    assert_eq!(newt("red1 black2 gold3"), (3, 1));
    assert_eq!(newt("red2 black2 gold3"), (0, 1));
    let matches = ["gold2 gold2 gold2", "red2 gold2 gold2", "red2 black2 gold2", "red2 black2 white2"];
    assert_eq!(matches.map(|dice| newt(dice).1), [0, 0, 1, 3]);
}

// TV-46
#[test]
fn the_token_counts_what_lies_under_it() {
    proves!("FF-922");
    let mut fixture = Fixture::new(2).with(|s| s.players[A].alignment = AlignmentId::of_index(0));
    Arc::make_mut(&mut fixture.game).content.alignments[0].grid = [-1, 0, -1, 0, 3, 0, -1, 0, -1];
    assert_eq!(score(fixture.look(), A).alignment, 3);
    let up = fixture.clone().with(|s| s.players[A].token = 1);
    assert_eq!(score(up.look(), A).alignment, 0);
    let corner = fixture.with(|s| s.players[A].token = 0);
    assert_eq!(score(corner.look(), A).alignment, -1);
}

// TV-47
#[test]
fn armor_scores_by_set_with_one_bonus_a_set() {
    proves!("FF-924");
    let fixture = Fixture::new(2).class(A, "Warrior");
    let chain = fixture.game.tables.armor(ArmorType::Chain);
    let three = fixture.with(|s| chain.iter().take(3).for_each(|card| s.players[A].cards.insert(card)));
    assert_eq!(score(three.look(), A).armor, 4);
    let other = three.class(A, "Beastmaster");
    assert_eq!(score(other.look(), A).armor, 3);
}

// TV-48
#[test]
fn ties_go_to_gold_and_then_to_fewer_class_dice() {
    proves!("FF-930", "FF-931");
    // Both have the same stars without class colours counting: seat b has more dice of its colour, seat a a better grid.
    let fixture = Fixture::new(2).with(|s| {
        for seat in [A, B] {
            (s.players[seat].gold, s.players[seat].result) = (6, None);
        }
        s.players[A].cards = Default::default();
    });
    let own = |seat| fixture.state.players[seat].color;
    let (a, b) = (own(A), own(B));
    let fixture = fixture.with(|s| {
        let die = |color| crate::dice::Die::new(crate::words::DieKind::plain(color), 1);
        (0..5).for_each(|at| s.players[A].dice[at] = die(a));
        (0..7).for_each(|at| s.players[B].dice[at] = die(b));
        (s.players[A].alignment, s.players[B].alignment) =
            (AlignmentId::of_index(0), AlignmentId::of_index(1));
        s.players[A].backstory = Default::default();
        s.players[B].backstory = Default::default();
    });
    let mut even = fixture;
    let content = &mut Arc::make_mut(&mut even.game).content;
    (content.alignments[0].grid[4], content.alignments[1].grid[4]) = (2, 0);
    assert_eq!(score(even.look(), A).total(), score(even.look(), B).total());
    let ending = |fixture: &Fixture| fixture.clone().at(monster_combat::Frame::Scoring).state().ending;
    assert_eq!(ending(&even), Some(Ending::Won(SeatSet::only(A))), "fewer class-colour dice");
    let richer = even.with(|s| s.players[B].gold = 7);
    assert_eq!(ending(&richer), Some(Ending::Won(SeatSet::only(B))), "more Gold");
}

// TV-62
#[test]
fn relentless_ignores_the_champion_bonus() {
    proves!("FF-1104", "FF-925", "FF-929");
    let stars = |result: i8| {
        let fixture = Fixture::new(2)
            .owns("Relentless")
            .monster("Gravemaw", ["Sunken Crypt", "Sunken Crypt", "Sunken Crypt"]);
        let fixture = fixture.with(|s| {
            s.players[A].result = Some(result);
            s.champions = SeatSet::only(A);
        });
        let stars = score(fixture.look(), A);
        (stars.monster, stars.champion, stars.traits)
    };
    assert_eq!(stars(17), (3, 3, 0));
    assert_eq!(stars(21), (4, 3, 4));
}

#[test]
fn a_card_that_harms_is_given_up() {
    proves!("FF-412", "FF-R12");
    let lifts = |c: &&crate::content::cards::MarketCard| {
        c.always.iter().any(|p| matches!(p, crate::content::effects::Passive::RowBonus(..)))
    };
    let content = crate::Content::built_in();
    let card = content.market.iter().find(lifts).expect("a Weapon that changes a row");
    let (row, by) = card
        .always
        .iter()
        .find_map(|p| {
            let crate::content::effects::Passive::RowBonus(row, by) = p else { return None };
            Some((*row, *by))
        })
        .expect("it does");
    assert_eq!(card.kind, Kind::Weapon);
    let mut fixture = Fixture::new(2).owns(&card.name).dice(row, "gold5 gold5 gold5");
    let class = fixture.state.players[A].class;
    let goals = &mut Arc::make_mut(&mut fixture.game).content.classes[class.index()].goals;
    let goal = crate::content::cards::Goal::Exactly(15);
    *goals =
        crate::content::cards::ByRow { str: goal, dex: goal, con: goal, int: goal, wis: goal, cha: goal };
    assert_ne!(by, 0);
    let stars = score(fixture.look(), A);
    assert!(stars.goals[row.index()] > 0 && !stars.given_up.is_empty());
}
