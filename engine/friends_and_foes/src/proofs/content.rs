//! The box: counts, prices, stats by level, and packs that are refused with the reason.

use crate::{
    Content,
    cards::Access,
    words::{AbilityKind, Category, Class},
};
use kernel::{Contents as _, pack::Changed, proves};

/// The built-in pack with one thing changed is refused, with this in the reason.
#[track_caller]
fn refused(change: &Changed, said: &str) {
    let why = Content::load(change).expect_err(said).to_string();
    assert!(why.contains(said), "{why}\n(expected {said})");
}

#[test]
fn the_box_is_complete() {
    proves!("FO-R64");
    let content = Content::built_in();
    let kinds = |kind| content.ability_ids().filter(|(id, _)| id.kind() == kind).count();
    assert_eq!(
        [AbilityKind::Attack, AbilityKind::Action, AbilityKind::Reaction, AbilityKind::Passive].map(kinds),
        [16, 11, 8, 8]
    );
    assert_eq!(content.body_ids().filter(|(_, b)| b.class.is_some()).count(), 18);
    assert_eq!(content.body_ids().filter(|(_, b)| b.class.is_none()).count(), 4);
    assert_eq!((content.warbands.len(), content.maps.len()), (8, 7));
    assert_eq!((content.scenarios.len(), content.twists.len()), (7, 6));
}

#[test]
fn six_classes_stand_in_three_categories_and_levels_add_health() {
    proves!("FO-043");
    let content = Content::built_in();
    let of = |category| {
        content.classes.iter().filter(|c| c.category == category).map(|c| c.id).collect::<Vec<_>>()
    };
    assert_eq!(of(Category::Scout), [Class::Ranger, Class::Rogue]);
    assert_eq!(of(Category::Soldier), [Class::Warrior, Class::Knight]);
    assert_eq!(of(Category::Scholar), [Class::Wizard, Class::Oracle]);
    for class in Class::ALL {
        let mut by_level: Vec<_> =
            content.body_ids().filter(|(_, b)| b.class == Some(*class)).map(|(_, b)| b).collect();
        by_level.sort_by_key(|b| b.level);
        let health: Vec<u8> = by_level.iter().map(|b| b.health).collect();
        assert_eq!([health[1] - health[0], health[2] - health[1]], [1, 1], "{class}");
        assert_eq!(by_level.iter().map(|b| b.coins).collect::<Vec<_>>(), [2, 3, 4]);
        let free = content.ability_ids().filter(|(_, a)| a.coins == 0 && a.classes.admits(*class)).count();
        assert!(free >= 3, "{class} can always fill its slots");
    }
    let any = content.ability_ids().filter(|(_, a)| a.classes == Access::Any).count();
    assert_eq!(any, 5);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one line a mistake")]
fn a_bad_pack_is_refused_with_file_entry_and_what_was_expected() {
    for (change, said) in [
        (Changed("abilities.ron", "coins: 1", "coin: 1"), "abilities.ron: line"),
        (Changed("abilities.ron", "[push]", "[shove]"), "shove"),
        (
            Changed("abilities.ron", "\"ATK-02\"", "\"ATK-01\""),
            "abilities.ron: ATK-01: it is listed twice; expected each ability once",
        ),
        (
            Changed("abilities.ron", "\"ATK-02\"", "\"HIT-02\""),
            "HIT-02: `HIT-02`; expected an id such as ATK-01",
        ),
        (
            Changed(
                "abilities.ron",
                "by: 1, on: friends, until: end_of_round))],\n     text: \"Melee",
                "by: 2, on: friends, until: end_of_round))],\n     text: \"Melee",
            ),
            "lasting `rally`; expected the same numbers",
        ),
        (
            Changed("abilities.ron", "on: actor, until: owners_turn", "on: enemies, until: owners_turn"),
            "ACT-05: lasting `brace` until owners_turn",
        ),
        (
            Changed("abilities.ron", "success: [steal_treasure(1)]", "success: [check(3)]"),
            "ACT-02: a check or an attack inside another",
        ),
        (
            Changed(
                "abilities.ron",
                "tokens: 0, limit: round, auto: true",
                "tokens: 1, limit: round, auto: true",
            ),
            "REA-06: auto with a cost",
        ),
        (
            Changed("profiles.ron", "level: 3", "level: 4"),
            "RG3: level 4; expected a class and a level of 1 to 3",
        ),
        (Changed("classes.ron", "id: oracle", "id: wizard"), "classes.ron: wizard: it is listed 2 times"),
        (Changed("classes.ron", "sprint: 5", "sprint: 1"), "RG1: sprint 1; expected 2 to 10"),
        (Changed("minions.ron", "health: 3", "health: 0"), "MIN-1: health 0; expected 1 to 30"),
        (Changed("minions.ron", "MIN-4", "KN4"), "KN4: the id of a class; expected MIN-1 to MIN-9"),
        (Changed("nodes.ron", "id: trap", "id: card"), "nodes.ron: card: it is listed 2 times"),
        (Changed("maps.ron", "at: (1, 2)", "at: (1, 1)"), "P1: area r1c1 twice"),
        (
            Changed("maps.ron", "middle: \"M\"", "middle: \"X\""),
            "H3: middle `X`; expected an area of this map",
        ),
        (Changed("maps.ron", "adjacent: [\"R1\", \"R2\"]", "adjacent: [\"R1\"]"), "both to name each other"),
        (
            Changed("scenarios.ron", "map: \"H1\"", "map: \"H9\""),
            "SCN-3: map `H9`; expected a map of maps.ron",
        ),
        (Changed("scenarios.ron", "\"01v23\"", "\"0123\""), "teams `0123`; expected seats by team"),
        (
            Changed("scenarios.ron", "\"r1c4\"", "\"keep\""),
            "SCN-6: eligible `keep`; expected areas of the map other than the middle",
        ),
        (Changed("twists.ron", "sprint_worse(1)", "sprint_worst(1)"), "twists.ron: line"),
        (Changed("prices.ron", "levels: (2, 3, 4)", "levels: (2, 3, 40)"), "coins 40; expected 0 to 10"),
    ] {
        refused(&change, said);
    }
}

#[test]
fn every_ready_warband_costs_exactly_ten_coins() {
    // FO-T114.
    let content = Content::built_in();
    assert_eq!(content.warbands.len(), 8);
    for (id, warband) in &content.warbands {
        assert_eq!(warband.coins, 10, "{id}");
    }
}

#[test]
fn an_illegal_warband_is_refused() {
    // FO-T115 to FO-T118.
    for (from, to, said) in [
        (
            "(card: \"RG1\", abilities: [\"ATK-08\"])",
            "(card: \"RG2\", abilities: [\"ATK-08\", \"PAS-07\"])",
            "WB-1: levels [2, 2, 1]; expected [2, 1, 1]",
        ),
        (
            "(card: \"MIN-1\"), (card: \"MIN-1\"), (card: \"MIN-1\")",
            "(card: \"MIN-1\"), (card: \"MIN-3\"), (card: \"MIN-3\")",
            "two types of minion",
        ),
        (
            "(card: \"WA2\", abilities: [\"ATK-05\", \"PAS-04\"]), (card: \"KN2\", abilities: [\"REA-03\", \"PAS-04\"])",
            "(card: \"WA2\", abilities: [\"ATK-02\", \"PAS-04\"]), (card: \"KN2\", abilities: [\"ATK-01\", \"PAS-04\"])",
            "12 coins; expected at most 10",
        ),
        (
            "(card: \"RG1\", abilities: [\"ATK-08\"])",
            "(card: \"RG1\", abilities: [\"ATK-10\"])",
            "Hedge Warden with ATK-10; expected an ability open to its class",
        ),
        ("[\"ATK-02\", \"PAS-05\"]", "[\"ATK-02\", \"ATK-02\"]", "twice"),
        ("[\"ATK-02\", \"PAS-05\"]", "[\"ATK-02\"]", "with 1 abilities; expected 2"),
        ("\"WA2\"", "\"WA9\"", "card WA9; expected a card of profiles.ron"),
    ] {
        refused(&Changed("warbands.ron", from, to), said);
    }
}

#[test]
fn an_owner_adds_a_profile_and_an_ability() {
    let pack = Changed(
        "profiles.ron",
        "(id: \"RG2\"",
        "(id: \"RG4\", name: \"My Scout\", level: 1, health: 6, coins: 3),\n    (id: \"RG2\"",
    );
    let content = Content::load(&pack).unwrap();
    let mine = content.body("RG4".parse().unwrap());
    assert_eq!((mine.name.as_str(), mine.health, mine.coins, mine.armor), ("My Scout", 6, 3, 1));
}
