//! Packs of owners: what is refused, and with which words; what is taken.

use crate::{content::Content, words::DeckId};
use kernel::{Contents as _, pack::Changed};

fn refused(changes: &[(Changed, &str)]) {
    for (change, said) in changes {
        let why = Content::load(change).map(|_| ()).expect_err(said).to_string();
        assert!(why.contains(said), "{why}\n(expected {said})");
        // Of what two files say together, the one is named that is read later.
        let later = ["layouts.ron", "spells_", "minions.ron", "treasures.ron", "regions.ron"];
        assert!(
            why.starts_with(change.0) || later.iter().any(|file| why.starts_with(file)),
            "{why} names its file"
        );
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one line a mistake")]
fn a_bad_spell_is_refused_with_file_entry_and_what_was_expected() {
    refused(&[
        (Changed("spells_arcane.ron", "copies: 2", "copy: 2"), "spells_arcane.ron: line 4"),
        (Changed("spells_arcane.ron", "attack(at: nearby", "atack(at: nearby"), "atack"),
        (Changed("spells_arcane.ron", "at: nearby", "at: near"), "near"),
        (
            Changed("spells_arcane.ron", "\"a2\"", "\"a1\""),
            "a1: it is listed twice; expected each Spell once",
        ),
        (
            Changed("spells_arcane.ron", "\"a2\"", "\"d2\""),
            "d2: a Spell of another deck; expected ids of arcane",
        ),
        (Changed("spells_arcane.ron", "\"a2\"", "\"a99\""), "`a99` is no spell; expected a1, d1 or v1"),
        (Changed("spells_arcane.ron", "\"AAAA\"", "\"AXA\""), "`AXA` is no row of dice; expected up to 12"),
        (
            Changed("spells_arcane.ron", "by: [5, 8, 12]", "by: [5, 8]"),
            "a1: 2 values for 3 costs; expected as many, or one",
        ),
        (
            Changed("spells_arcane.ron", "by: [5, 8, 12]", "by: [5, 8, 12, 15]"),
            "4 values in a list by cost; expected 1 to 3",
        ),
        (
            Changed("spells_arcane.ron", "hits([4, 6, 9])", "hits([6, 4, 9])"),
            "a1: costs [6, 4, 9]; expected rising",
        ),
        (Changed("spells_arcane.ron", "hits([4, 6, 9])", "free"), "a1: a General Spell without Hits"),
        (
            Changed("spells_arcane.ron", "cost: free", "cost: hits([1])"),
            "a13: a Reaction for Hits; expected free",
        ),
        (
            Changed("spells_arcane.ron", "who: struck", "who: subject"),
            "a4: a subject; expected one only in a Reaction",
        ),
        (
            Changed("spells_arcane.ron", "attack(at: adjacent, by: [3]), ", ""),
            "a4: struck without an attack; expected an attack before it",
        ),
        (
            Changed(
                "spells_arcane.ron",
                "on: (window: damage, who: caster)",
                "on: (window: rolled, who: caster)",
            ),
            "a14: step 1; expected it only in the window damage",
        ),
        (
            Changed("spells_divine.ron", "ability: armor", "ability: evade"),
            "expected armor or cursed until a Round begins or ends",
        ),
        (Changed("spells_divine.ron", "who: chosen", "who: struck"), "d12: struck without an attack"),
        (
            Changed("spells_divine.ron", "copies: 2", "copies: 3"),
            "the deck: 33 cards; expected 32, as numbers.ron says",
        ),
        (
            Changed("spells_void.ron", "on: (window: begins, who: foe)", "on: (window: spawned, who: foe)"),
            "v19: a window no card is played in; expected begins",
        ),
        (
            Changed("spells_void.ron", "text: \"You dine. Gain 5 Health.\"", "text: \"\""),
            "v17: no name or no text",
        ),
    ]);
}

#[test]
fn bad_minions_treasures_and_boards_are_refused() {
    refused(&[
        (Changed("minions.ron", "\"c2\"", "\"c1\""), "c1: it is listed twice; expected each Minion once"),
        (
            Changed("minions.ron", "defeat: 2, wound: 1", "defeat: 2, wound: 3"),
            "c1: wound 3; expected 0 to 2",
        ),
        (
            Changed("minions.ron", "defeat: 2, wound: 1", "defeat: 0, wound: 0"),
            "c1: defeat 0; expected 1 to 30",
        ),
        (Changed("minions.ron", "defeat: 2, wound: 2", "defeat: 2, wound: 1"), "c12: no Wounded side"),
        (
            Changed("minions.ron", "rows: (ranged: \"AN\")", "rows: (corruption: \"AN\")"),
            "c1: a Corruption row",
        ),
        (
            Changed("minions.ron", "abilities: [casts_spells]", "abilities: []"),
            "b1: casts_spells without a Magic row",
        ),
        (
            Changed("minions.ron", "copies: 4", "copies: 5"),
            "chump: 36 cards; expected 35, as numbers.ron says",
        ),
        (Changed("minions.ron", "[dodge(\"N\")]", "[doge(\"N\")]"), "doge"),
        (
            Changed("treasures.ron", "slot: offense, row: melee", "slot: item, row: melee"),
            "t1: a row without the Offense",
        ),
        (
            Changed("treasures.ron", "[has(armor)]", "[has(cursed)]"),
            "t12: an ability of Minions; expected armor, boost",
        ),
        (Changed("treasures.ron", "[has(armor)]", "[beats(1)]"), "t12: Beats(1); expected it on boards only"),
        (
            Changed("treasures.ron", "[has(armor)]", "[bonus_dice(\"A\")]"),
            "t12: bonus dice or AOE; expected only on an Offense",
        ),
        (Changed("treasures.ron", "one_use: own_turn, ", ""), "t19: one_use without `does`"),
        (Changed("treasures.ron", "for_one_hero: true, ", ""), "for_one_hero: Treasures 0; expected 1 to 1"),
        (
            Changed("treasures.ron", "hand_limit(8)", "hand_limit(80)"),
            "t23: HandLimit(80); expected a smaller number",
        ),
        (
            Changed("heroes.ron", "id: amos", "id: alyndra"),
            "alyndra: it is listed 2 times; expected each Hero exactly once",
        ),
        (Changed("heroes.ron", "id: amos", "id: anos"), "anos"),
        (
            Changed("heroes.ron", "power: magic", "power: corruption"),
            "alyndra: dice on the Power row 0; expected 1 to 6",
        ),
        (Changed("heroes.ron", "health: 15", "health: 0"), "alyndra: health 0; expected 1 to 60"),
        (
            Changed("villain.ron", "15, 25", "15, 26"),
            "Mordak: health [15, 26, 35, 40, 45]; expected multiples of 5",
        ),
        (Changed("others.ron", "actions: 0", "actions: 1"), "sheep: actions 1; expected 0 to 0"),
    ]);
}

#[test]
fn bad_maps_tables_and_numbers_are_refused() {
    refused(&[
        (
            Changed("regions.ron", "icons: \"T C\"", "icons: \"T X\""),
            "`T X` is no list of icons; expected up to 8",
        ),
        (Changed("regions.ron", "icons: \"C 4+:C\"", "icons: \"C 9+:C\""), "no list of icons"),
        (Changed("regions.ron", "at: \"c3\"", "at: \"c9\""), "`c9` is no region; expected a1 to e5"),
        (Changed("regions.ron", "at: \"d3\"", "at: \"e3\""), "layouts.ron: small: d3"),
        (Changed("regions.ron", ", rule: dojo", ""), "ii2: no name, or a rule without a text"),
        (
            Changed("regions.ron", "[\"small\", \"large\"]", "[\"tiny\"]"),
            "ii1: always `tiny`; expected layouts of layouts.ron",
        ),
        (Changed("regions.ron", "rule: spring(4)", "rule: spring(40)"), "ii11: 40; expected 1 to 9"),
        (
            Changed("layouts.ron", "\"3 2 1 2 3\"", "\"3 2 1 2\""),
            "large: another size; expected 5 rows of 5 cells",
        ),
        (Changed("layouts.ron", "\"3 2 1 2 3\"", "\"3 2 1 2 4\""), "large: `4`; expected ., H, 1, 2 or 3"),
        (
            Changed("layouts.ron", "heroes: (3, 5)", "heroes: (3, 4)"),
            "5 Heroes: 0 entries; expected one for each Hero Count",
        ),
        (
            Changed("layouts.ron", "\"1 H H H 1\"", "\"1 H H 1 1\""),
            "small: d3; expected H where a Hawkemoor tile",
        ),
        (
            Changed("layouts.ron", "\". 2 1 2 .\"", "\"1 1 1 1 1\""),
            "small: 12 cells of Tier I; expected 0 to 10",
        ),
        (
            Changed("loot_stash.ron", "bounty: 0, xp: 1", "bounty: 1, xp: 1"),
            "1 to 2 Heroes: no row for a Bounty of 0",
        ),
        (
            Changed("loot_stash.ron", "bounty: 4, xp: 3", "bounty: 2, xp: 3"),
            "the row from 2; expected rows with rising",
        ),
        (Changed("loot_stash.ron", "die: novice", "die: expert"), "expert"),
        (
            Changed("procession.ron", "\"E+C\"", "\"E+E\""),
            "`E+E` is no list of spawns; expected such as C, 2C",
        ),
        (Changed("procession.ron", "day: 2", "day: 3"), "days: [1, 3, 3, 4, 5, 6]; expected 1 to 6 in order"),
        (
            Changed("numbers.ron", "minions: (35", "minions: (45"),
            "decks: minions and sheep 67; expected 0 to 57",
        ),
        (
            Changed("numbers.ron", "plus_one_price: 2", "plus_one_price: 0"),
            "prices: plus_one_price 0; expected 1 to 9",
        ),
        (
            Changed("numbers.ron", "shrines: 3", "shrines: 4"),
            "small: Shrines that always lie there 3; expected 4 to 4",
        ),
    ]);
}

#[test]
fn an_owner_types_in_a_real_card() {
    let pack = Changed(
        "spells_arcane.ron",
        "(id: \"a3\", name: \"Ember Dart\", copies: 2",
        "(id: \"a17\", name: \"My Card\", copies: 1, cost: hits([2]), does: [attack(at: own, by: [4])], text: \"Own 4.\"),\n    (id: \"a3\", name: \"Ember Dart\", copies: 1",
    );
    let content = Content::load(&pack).unwrap();
    let mine = content.spell("a17".parse().unwrap());
    assert_eq!((mine.name.as_str(), mine.copies, mine.hits()), ("My Card", 1, &[2][..]));
    let built_in = Content::built_in().spells_of(DeckId::Arcane).count();
    assert_eq!(content.spells_of(DeckId::Arcane).count(), built_in + 1);
}
