//! Hunts and the fight against the Monster. TV-27 to TV-31, TV-37 to TV-40, TV-61, TV-65.

use super::table::{A, B, C};
use crate::{
    FiendsAndFamiliars,
    fixture::{Fixture, adventure, minion},
    rules::{combat, monster_combat},
    state::Fight,
    words::{AdventureKind, MinionId, Row},
};
use kernel::{SeatSet, Table, proves, script::play};
use std::sync::Arc;

/// A Ditch Goblin gives a die for each die in STR; a Trophy comes from 9 on.
fn goblin() -> Fixture {
    Fixture::new(2).revealed("Ditch Goblin")
}

fn minions(g: &FiendsAndFamiliars) -> Vec<MinionId> {
    (0..g.content.minions.len()).map(MinionId::of_index).collect()
}

// TV-27
#[test]
fn cycling_puts_minions_on_the_bottom_in_order() {
    proves!("FF-1203");
    let fixture = goblin().with(|s| s.players[A].gold = 7);
    let all = minions(&fixture.game);
    let table = play(
        fixture.market_turn(),
        "seat 0: hunt
         seat 0: cycle
         minion MI-02
         seat 0: cycle
         minion MI-03
         a.gold is 1
         minion is MI-03",
    );
    assert_eq!(table.state().minions.tail[..], [minion("Ditch Goblin"), all[1]]);
    // What all have seen going down comes up again without a draw.
    let mut mask = *table.state();
    crate::secrets::mask(&mut mask, B);
    assert_eq!(&mask, table.state());
}

// TV-28, TV-29
#[test]
fn a_hunt_with_a_mercenary_and_a_reroll() {
    proves!("FF-509");
    let mut fixture = goblin().dice(Row::Str, "red1 red2").with(|s| {
        (s.players[A].gold, s.players[A].charisma, s.players[A].xp) = (5, 1, 1);
        s.players[A].active = Default::default();
    });
    // As in the vector: the Trophy comes from 15 on.
    Arc::make_mut(&mut fixture.game).content.minions[0].levels[2].min = 15;
    Arc::make_mut(&mut fixture.game).content.minions[0].levels[3].min = 30;
    let fixture = fixture.with(|s| s.monster = crate::words::MonsterId::of_index(0));
    let table = play(
        fixture.with(|s| s.minions.upper_left = 3).market_turn(),
        "seat 0: hunt
         seat 0: fight
         pool is 3
         seat 0: hire charisma
         pool is 4
         a.gold is 1
         a.charisma is 0
         roll 2
         roll 5
         roll 1
         roll 6
         seat 0: again 1
         roll 4
         a.trophies is 1
         a.tokens is 1
         asked chance
         adventure AD-001",
    );
    let location = table.state().adventures[0];
    assert_eq!((location.seen_by(), location.get()), (SeatSet::only(A), Some(&adventure("Sunken Crypt"))));
    let theirs = table.view(B);
    assert_eq!(theirs.state().adventures[0].get(), None);
}

/// Three seats before the Gravemaw: Strength 9, champion 3.
fn monster(seats: u8) -> Fixture {
    let game = Fixture::new(seats);
    let names = |kind: AdventureKind| {
        let all = game.game.content.adventures.iter();
        let mut own = all.filter(|c| c.family == "gravemaw" && c.kind == kind);
        own.next().expect("three of each kind").name.clone()
    };
    let [one, two, three] =
        [AdventureKind::Location, AdventureKind::Obstacle, AdventureKind::Attack].map(names);
    game.monster("Gravemaw", [&one, &two, &three])
}

// TV-37
#[test]
fn after_creation_xp_hires_and_rerolls_but_does_not_heal() {
    proves!("FF-803", "FF-R37");
    let fixture = monster(2).with(|s| {
        (s.players[A].xp, s.players[A].injury, s.players[A].gold) = (7, 2, 0);
        s.players[B].gold = 0;
    });
    play(
        fixture.at(monster_combat::Frame::Adventure { kind: AdventureKind::Location }),
        "seat 0 may not heal
         seat 0 may not hire gold
         seat 0: hire xp
         seat 0: hire xp
         a.xp is 1
         roll 1
         roll 2
         roll 3
         seat 0: again 1
         a.xp is 0
         roll 6",
    );
}

// TV-38
#[test]
fn only_holders_of_the_token_are_compared_and_ties_share() {
    proves!("FF-804");
    let mut fixture = monster(3).with(|s| {
        for (seat, gold, tokens) in [(A, 4, 3), (B, 9, 2), (C, 4, 3)] {
            (s.players[seat].gold, s.players[seat].tokens) = (gold, tokens);
        }
    });
    let card = *fixture.state.adventures[2].known();
    let face = &mut Arc::make_mut(&mut fixture.game).content.adventures[card.index()];
    face.award = crate::content::effects::Award::Most(crate::content::effects::Counter::Gold);
    let winners = monster_combat::winners(fixture.look(), AdventureKind::Attack, card);
    assert_eq!(winners, [A, C].into_iter().collect());
}

/// The result of these dice with Honor and Injury, against Strength 10 and levels 10, 14, 18, 22 and 26.
fn fought(dice: &[u8], honor: u8, injury: u8) -> (i16, u8) {
    let mut fixture = monster(3).with(|s| {
        s.fight = Fight { monster: true, ..Fight::default() };
        dice.iter().for_each(|d| s.fight.shown[usize::from(*d) - 1] += 1);
        (s.players[A].honor, s.players[A].injury) = (honor, injury);
    });
    let at = fixture.state.monster.index();
    let card = &mut Arc::make_mut(&mut fixture.game).content.monsters[at];
    (card.strength, card.champion) = (10, 2);
    card.levels = [(10, 1), (14, 2), (18, 3), (22, 4), (26, 6)].into_iter().collect();
    let result = monster_combat::result(fixture.look(), A);
    fixture.state.players[A].result = Some(result as i8);
    (result, fixture.look().monster_stars(A))
}

// TV-39
#[test]
fn dice_honor_and_injury_make_the_result() {
    proves!("FF-807", "FF-801", "FF-806");
    assert_eq!(fought(&[3, 4, 6, 6, 2], 3, 1), (23, 4));
    assert_eq!(fought(&[3, 4], 3, 1), (9, 0));
    assert_eq!(fought(&[6, 4], 0, 0), (10, 1));
}

// TV-40
#[test]
fn the_highest_success_is_champion_and_ties_share_it() {
    proves!("FF-809", "FF-928");
    let table = monster(3).with(|s| {
        (s.players[A].result, s.players[B].result, s.players[C].result) = (Some(23), Some(23), Some(8));
    });
    let table = table.at(monster_combat::Frame::Scoring);
    assert_eq!(table.state().champions, [A, B].into_iter().collect());
    let look = crate::queries::Look { g: table.game(), s: table.state() };
    let score = |seat| crate::rules::final_scoring::score(look, seat);
    assert_eq!((score(A).champion, score(C).champion, score(C).monster), (3, 0, 0));
    assert_eq!(score(A).monster, 4, "21 is reached, 25 is not");
}

// TV-61
#[test]
fn the_familiar_may_stand_in_for_the_dice() {
    proves!("FF-1102", "FF-R25", "FF-751");
    let class = Fixture::new(2)
        .game
        .content
        .classes
        .iter()
        .find(|c| c.ability == "Controlling")
        .map(|c| c.name.clone());
    let fixture = goblin().class(A, &class.expect("a class like that")).dice(Row::Familiar, "red1 red2 red5");
    let fixture = fixture
        .with(|s| s.fight = Fight { hunting: true, bonus: 1, shown: [1, 1, 0, 0, 0, 0], ..Fight::default() });
    assert_eq!(combat::sum(fixture.look(), A), 4);
    let table: Table<FiendsAndFamiliars> = fixture.clone().at(combat::Frame::Rerolls { seat: A });
    play(table, "seat 0 may dice\nseat 0: power\na.trophies is 1");
    let power = fixture.with(|s| s.fight.power = true);
    assert_eq!(combat::sum(power.look(), A), 9);
}

// TV-65
#[test]
fn alone_the_extra_requirement_must_be_met_too() {
    proves!("FF-1040");
    let mut fixture = monster(1).with(|s| s.players[A].tokens = 1);
    let card = *fixture.state.adventures[0].known();
    let face = &mut Arc::make_mut(&mut fixture.game).content.adventures[card.index()];
    face.award = crate::content::effects::Award::Each(crate::content::effects::When::Always);
    face.solo = crate::content::effects::When::AtLeast(crate::content::effects::Counter::Gold, 6);
    assert!(monster_combat::winners(fixture.look(), AdventureKind::Location, card).is_empty());
    let rich = fixture.with(|s| s.players[A].gold = 6);
    assert_eq!(monster_combat::winners(rich.look(), AdventureKind::Location, card), SeatSet::only(A));
}

#[test]
fn active_fiends_count_against_the_monster_only_where_a_card_says_so() {
    proves!("FF-708", "FF-R43", "FF-807");
    let plain = |fiend: Option<&str>| {
        let mut fixture = monster(2)
            .with(|s| s.fight = Fight { monster: true, shown: [0, 0, 0, 0, 0, 2], ..Fight::default() });
        // A Monster without an ability of its own.
        let at = fixture.state.monster.index();
        Arc::make_mut(&mut fixture.game).content.monsters[at].ability = Default::default();
        let fixture = match fiend {
            Some(name) => fixture.fiend(name),
            None => fixture,
        };
        monster_combat::result(fixture.look(), A)
    };
    let speaks = |r: &crate::content::effects::Restriction| {
        matches!(r, crate::content::effects::Restriction::MonsterRoll(_))
    };
    let content = crate::Content::built_in();
    let dread = content
        .fiends
        .iter()
        .find(|f| f.does.iter().any(speaks))
        .expect("a Fiend that speaks of the Monster");
    assert_eq!((plain(None), plain(Some("Gossip")), plain(Some(&dread.name))), (12, 12, 10));
}

#[test]
fn only_a_result_of_the_strength_or_more_earns_stars() {
    proves!("FF-808", "FF-807");
    let after = |sixes: u8| {
        let fixture = monster(2)
            .with(|s| s.fight = Fight { monster: true, shown: [0, 0, 1, 0, 0, sixes], ..Fight::default() });
        let table = fixture.at(monster_combat::Frame::Fought { seat: A });
        let look = crate::queries::Look { g: table.game(), s: table.state() };
        (table.state().players[A].result, look.monster_stars(A))
    };
    // The Strength is 9, and the second level begins at 13.
    assert_eq!(after(0), (Some(3), 0));
    assert_eq!(after(1), (Some(9), 1));
    assert_eq!(after(2), (Some(15), 2));
}
