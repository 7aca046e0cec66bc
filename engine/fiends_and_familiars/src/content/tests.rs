//! The boxes as shipped: counts of the manifest, published figures, every word used, texts that say what the data say.

use super::{
    Content,
    cards::{ByRow, Goal, Level, Weakness},
    effects::Award,
    words::{Box, Color, Kind, Mode, Row},
};
use crate::content::effects::When;
use kernel::proves;
use std::collections::BTreeSet;

#[test]
fn minions_are_split_by_dots_and_market_cards_cost_as_published() {
    let c = Content::built_in();
    let minions = |set, n| c.minions.iter().filter(|x| x.set == set && x.dots == n).count();
    assert_eq!([Box::Ff, Box::Mm].map(|set| (minions(set, 1), minions(set, 2))), [(11, 12), (13, 13)]);
    for card in &c.market {
        let (low, high) = match card.kind {
            Kind::Armor => (3, 5),
            Kind::Skill => (4, 6),
            Kind::Trait => (4, 7),
            Kind::Weapon => (4, 8),
            Kind::Scroll => (3, 6),
        };
        assert!((low..=high).contains(&card.cost), "{} costs {}", card.name, card.cost);
    }
}

#[test]
fn ff_203_the_call_to_adventure_lies_where_the_round_counts_say() {
    proves!("FF-203");
    let c = Content::built_in();
    let rounds = [2u8, 3, 4, 5].map(|players| {
        let layout = c.layout(players);
        // After the row is dealt and each Cleanup deals another, the round in whose Cleanup the card appears is the last
        // with two dice a card.
        let double = (1..20).find(|r| (r + 1) * layout.market > layout.call_under).unwrap();
        (double, double + (21 - c.setup.start_dice - 2 * double))
    });
    assert_eq!(rounds, [(3, 12), (4, 11), (5, 10), (5, 10)]);
}

#[test]
fn goals_are_worth_what_the_published_key_says() {
    let c = Content::built_in();
    for face in &c.classes {
        for (goal, stars) in face.goals.each().into_iter().zip(face.stars.each()) {
            let worth = match goal {
                Goal::AtLeast(14) => 1,
                Goal::Range(low, high) if high == low + 1 => 2,
                Goal::Exactly(17) | Goal::AtLeast(18) => 3,
                Goal::Exactly(18) => 4,
                Goal::None | Goal::AtLeast(_) | Goal::Range(..) | Goal::Exactly(_) => 99,
            };
            assert_eq!(stars, worth, "{} {goal:?}", face.name);
        }
    }
    let names: BTreeSet<_> = c.classes.iter().map(|f| (&f.name, &f.ability)).collect();
    assert_eq!(names.len(), 36);
    for color in Color::CLASSES {
        assert_eq!(c.classes.iter().filter(|f| f.color == color).count(), 6, "{color}");
    }
    let warrior = c.classes.iter().find(|f| f.name == "Warrior").unwrap();
    let goal = |n| Goal::AtLeast(n);
    assert_eq!(
        warrior.goals,
        ByRow {
            str: Goal::Exactly(18),
            dex: Goal::Range(16, 17),
            con: Goal::Exactly(17),
            int: goal(14),
            wis: goal(14),
            cha: goal(14)
        }
    );
}

#[test]
fn races_give_and_take_alike() {
    let c = Content::built_in();
    assert!(c.sheets.iter().all(|s| s.mods.each().iter().sum::<i8>() == 0));
    assert!(c.sheets.iter().all(|s| s.mods.each().iter().all(|n| (-2..=2).contains(n))));
    let orc = c.sheets.iter().find(|s| s.name == "Orc").unwrap();
    assert_eq!(orc.mods.each(), [2, 0, 0, -2, 0, 0]);
}

#[test]
fn alignments_have_one_best_cell_and_balance_out() {
    let c = Content::built_in();
    let mut grids = BTreeSet::new();
    let mut centre = [0; 3];
    for card in &c.alignments {
        let best: Vec<_> = (0..9).filter(|at| card.grid[*at] == 3).collect();
        assert_eq!(best.len(), 1, "{}", card.name);
        let middle = best[0] == 4;
        centre[card.set.index()] += i32::from(middle);
        assert_eq!(card.grid.iter().sum::<i8>(), if middle { -1 } else { 0 }, "{}", card.name);
        assert!(card.grid.iter().all(|n| (-3..=3).contains(n)));
        assert!(grids.insert(card.grid), "{} is like another", card.name);
    }
    assert_eq!(centre[1], 5, "eight rim cards and five centre cards");
    assert_eq!(
        c.alignments.iter().find(|a| a.name == "Hermit").unwrap().grid,
        [-1, 0, -1, 0, 3, 0, -1, 0, -1]
    );
}

#[test]
fn backstories_ask_for_each_colour_once_and_mostly_for_last_spaces() {
    let c = Content::built_in();
    let mut seen = BTreeSet::new();
    for card in &c.backstories {
        let cells = card.cells.each();
        let colors: BTreeSet<_> = cells.iter().map(|(color, _)| *color).collect();
        assert!(colors.len() == 6 && !colors.contains(&Color::Gold), "{}", card.name);
        let spaces = [1, 2, 3].map(|space| cells.iter().filter(|(_, s)| *s == space).count());
        assert_eq!(spaces, [1, 2, 3], "{}", card.name);
        assert!(seen.insert(cells), "{} is like another", card.name);
    }
}

#[test]
fn familiars_ask_for_low_power_in_published_ranges() {
    let c = Content::built_in();
    let count = |range| c.familiars.iter().filter(|f| f.power == range).count();
    assert_eq!([(5, 6), (5, 7), (6, 7), (7, 8), (8, 9)].map(count), [3, 4, 2, 3, 3]);
    for board in &c.familiars {
        assert_eq!(board.stars, if board.power.1 - board.power.0 == 1 { 3 } else { 2 }, "{}", board.name);
        assert_eq!(board.cells.iter().collect::<BTreeSet<_>>().len(), 3, "{}", board.name);
    }
}

#[test]
fn monsters_grow_in_strength_as_published() {
    let c = Content::built_in();
    let strengths = |set, mode| {
        let of = c.monsters.iter().filter(|m| m.set == set && m.mode == mode);
        let mut all: Vec<_> = of.map(|m| (m.strength, m.champion)).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(strengths(Box::Ff, Mode::Multi), [(7, 3), (8, 3), (9, 3), (10, 2), (11, 2), (12, 1)]);
    assert_eq!(strengths(Box::Ff, Mode::Solo), [(11, 3), (13, 3), (14, 3), (16, 2), (17, 2), (19, 1)]);
    assert!(strengths(Box::Mm, Mode::Multi).iter().all(|m| m.1 == 0), "no Champion Bonus in that box");
    for m in &c.monsters {
        let s = m.strength;
        // The highest level is published; how the others lie, and what they are worth, is ours.
        let levels = match m.mode {
            Mode::Multi => [(s, 1), (s + 4, 2), (s + 8, 3), (s + 12, 4), (s + 16, 6)],
            Mode::Solo => [(s, 1), (s + 5, 2), (s + 10, 3), (s + 14, 4), (s + 16, 5)],
        };
        assert_eq!(m.levels[..], levels, "{}", m.id);
    }
    for pair in c.monsters.chunks(2) {
        assert_eq!((&pair[0].family, pair[0].ability), (&pair[1].family, pair[1].ability));
    }
}

#[test]
fn minions_keep_their_thresholds_and_pay_more_for_more() {
    let c = Content::built_in();
    for m in &c.minions {
        let trophy = m.levels.iter().find(|l| l.trophy).unwrap().min;
        let range = match (m.set, m.dots) {
            (Box::Ff, 1) => 9..=15,
            (Box::Ff, _) => 12..=21,
            (Box::Base | Box::Mm, _) => 7..=12,
        };
        assert!(range.contains(&trophy), "{}: {trophy}", m.name);
        assert!(m.levels.iter().filter(|l| l.min < trophy / 2).all(|l| l.injury >= 1), "{}", m.name);
        let worth = |l: &Level| l.xp + l.gold + 2 * l.honor;
        let top = &m.levels[m.levels.len() - 1];
        assert!(worth(top) >= worth(&m.levels[1]) && top.trophy, "{}", m.name);
    }
}

#[test]
fn comparing_adventure_cards_have_a_condition_for_one_player() {
    let c = Content::built_in();
    for card in &c.adventures {
        let compares = !matches!(card.award, Award::Each(_));
        assert_eq!(compares, card.solo != When::Always, "{}", card.name);
        assert!((1..=2).contains(&card.dice) || (2..=4).contains(&card.xp), "{}", card.name);
    }
    assert!(c.adventures.iter().filter(|a| !matches!(a.award, Award::Each(_))).count() >= 24);
}

/// Every card with its text and all that stands beside it as data.
fn said_and_done(c: &Content) -> Vec<(String, String, String)> {
    let mut all = vec![];
    let mut add = |id: &str, text: &str, data: String| all.push((id.to_owned(), text.to_owned(), data));
    c.sheets.iter().for_each(|x| add(&x.id, &x.text, format!("{:?}", x.mods.each())));
    c.classes
        .iter()
        .for_each(|x| add(&x.id, &x.text, format!("{:?} {:?}", x.always, x.power.map(|p| p.effects))));
    c.familiars.iter().for_each(|x| add(&x.id, &x.text, format!("{:?}", x.action)));
    c.market.iter().for_each(|x| {
        add(&x.id, &x.text, format!("{:?} {:?} {:?}", x.on_buy, x.always, x.power.map(|p| p.effects)));
    });
    c.minions.iter().for_each(|x| add(&x.id, &x.text, format!("{:?}", x.weak)));
    c.monsters.iter().for_each(|x| add(&x.id, &x.text, format!("{:?}", x.ability)));
    c.fiends.iter().for_each(|x| add(&x.id, &x.text, format!("{:?}", x.does)));
    c.adventures.iter().for_each(|x| {
        add(&x.id, &x.text, format!("{:?} {} {} {:?}", x.award, x.dice, x.xp, x.solo));
    });
    all
}

fn numbers(text: &str) -> BTreeSet<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

#[test]
fn the_numbers_in_a_text_are_the_numbers_of_its_effects() {
    for (id, text, data) in said_and_done(&Content::built_in()) {
        if data.contains("Faces") {
            continue; // Six numbers stand for one sentence.
        }
        let said = numbers(&text.replace("Initiative card 1", "first card").replace("all 7 colours", "7"));
        let mut done = numbers(&data);
        if data.contains("Per {") {
            done.insert(1); // One for each so many.
        }
        let unfounded: Vec<_> = said.difference(&done).collect();
        assert!(unfounded.is_empty(), "{id} says {unfounded:?}: {text}\n{data}");
        let unsaid: Vec<_> = done.iter().filter(|n| **n > 1 && !said.contains(n)).collect();
        assert!(unsaid.is_empty(), "{id} does not say {unsaid:?}: {text}\n{data}");
    }
}

/// Words that must stand in a text if its data have the first.
const NAMED: [(&str, &[&str]); 44] = [
    ("Gain(Gold", &["Gold"]),
    ("Gain(Xp", &["XP"]),
    ("Gain(Charisma", &["Charisma"]),
    ("Gain(Honor", &["Honor"]),
    ("Pay(Gold", &["pay", "Gold"]),
    ("Heal(", &["discard", "Injur"]),
    ("Flip(", &["flip", "die"]),
    ("Swap(", &["exchange"]),
    ("Adjust {", &["change", "die"]),
    ("Reroll {", &["reroll", "die"]),
    ("Replace", &["any empty space", "place it again"]),
    ("Wander(", &["Alignment token"]),
    ("Center", &["cent"]),
    ("Action(Familiar)", &["Familiar Action"]),
    ("AnyAction", &["any", "Attribute Action"]),
    ("CompleteAction", &["complete Attribute Row"]),
    ("Buy(0)", &["buy another"]),
    ("FromDiscard", &["discard pile", "Market row"]),
    ("TurnMarket(", &["Market deck", "for all to see"]),
    ("ClearSlot", &["Market row", "discard pile"]),
    ("Refresh(", &["Skill"]),
    ("PoolReroll", &["reroll", "nobody has chosen"]),
    ("PoolFlip", &["flip", "nobody has chosen"]),
    ("PoolSwap", &["exchange", "nobody has chosen"]),
    ("CycleMinion", &["another Minion for nothing"]),
    ("HuntDice(", &["Combat Di", "Hunt"]),
    ("HuntReroll(", &["reroll", "Hunt"]),
    ("Banish(", &["banish"]),
    ("Summon", &["Fiend", "any Initiative card"]),
    ("DrawFiend", &["Fiend of the deck"]),
    ("Mercenary", &["ercenaries", "XP", "Gold"]),
    ("IgnoreInjury", &["Injuries do not count", "Monster"]),
    ("UsePower", &["Power Score", "combat roll"]),
    ("Twice(", &["second time"]),
    ("Store(", &["store up to", "dice"]),
    ("StoreXp", &["store", "XP"]),
    ("KeepCharisma", &["keep", "Charisma"]),
    ("Stars", &["star"]),
    ("NoReroll", &["cannot be rerolled"]),
    ("ForbidAction(", &["cannot take the", "ction"]),
    ("NoGold(", &["Gold"]),
    ("CostUp(", &["cost", "more"]),
    ("Remove", &["Final Dice", "removed"]),
    ("Corner", &["corner"]),
];

#[test]
fn a_text_names_what_its_effects_touch() {
    for (id, text, data) in said_and_done(&Content::built_in()) {
        let lower = text.to_lowercase();
        for (word, must) in NAMED {
            if data.contains(word) {
                let missing: Vec<_> = must.iter().filter(|m| !lower.contains(&m.to_lowercase())).collect();
                assert!(missing.is_empty(), "{id} does {word} and does not say {missing:?}: {text}");
            }
        }
        for row in Row::ATTRIBUTES {
            let named = data.contains(&format!("({row:?})")) || data.contains(&format!("({row:?},"));
            assert!(!named || text.contains(&row.title()), "{id} does not name {row}: {text}");
        }
        for color in Color::ALL {
            let named = ["Of", "Place"].iter().any(|word| data.contains(&format!("{word}({color:?})")));
            assert!(!named || text.contains(color.word()), "{id} does not name {color}: {text}");
        }
        for kind in Kind::ALL {
            let named = format!("Cards({kind:?})");
            assert!(
                !data.contains(&named) || text.contains(&kind.title()),
                "{id} does not name {kind}: {text}"
            );
        }
    }
}

#[test]
fn armor_says_its_set_and_whom_it_suits() {
    for card in Content::built_in().market.iter().filter(|c| c.kind == Kind::Armor) {
        let armor = card.armor.unwrap();
        assert!(card.text.contains(&format!("{} armor", armor.title())), "{}", card.text);
        for color in Color::CLASSES {
            assert_eq!(
                card.text.contains(color.word()),
                card.colors.contains(color),
                "{}: {color}",
                card.text
            );
        }
    }
}

#[test]
fn no_two_cards_share_a_name_or_a_text() {
    let c = Content::built_in();
    let mut names: Vec<&str> =
        c.market.iter().map(|x| x.name.as_str()).filter(|n| *n != "Backpack").collect();
    names.extend(c.minions.iter().map(|x| x.name.as_str()));
    names.extend(c.fiends.iter().map(|x| x.name.as_str()));
    names.extend(c.adventures.iter().map(|x| x.name.as_str()));
    names.extend(c.familiars.iter().map(|x| x.name.as_str()));
    names.extend(c.alignments.iter().map(|x| x.name.as_str()));
    names.extend(c.backstories.iter().map(|x| x.name.as_str()));
    names.extend(c.classes.iter().map(|x| x.name.as_str()));
    let mut seen = BTreeSet::new();
    names.iter().for_each(|name| assert!(seen.insert(*name), "{name} twice"));
    let mut texts = BTreeSet::new();
    for (id, text, _) in said_and_done(&c).iter().filter(|(id, ..)| !id.starts_with("MO")) {
        assert!(texts.insert(text.clone()), "{id}: {text}");
    }
    assert!(c.minions.iter().all(|m| m.weak.iter().all(|w| *w != Weakness::default())));
}

/// The variants of all enums of the vocabulary, read from its own source.
fn vocabulary() -> Vec<&'static str> {
    let source = include_str!("effects.rs");
    let lines = source.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    let words =
        lines.map(|line| line.trim().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or(""));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect()
}

#[test]
fn every_word_of_the_vocabulary_is_used_by_a_card() {
    let c = Content::built_in();
    let mut used = format!("{:?}", said_and_done(&c));
    c.minions.iter().for_each(|m| used += &format!("{:?}", m.levels));
    let words = vocabulary();
    assert!(words.len() > 130, "{} words", words.len());
    let idle: Vec<_> = words
        .iter()
        .filter(|word| {
            let at = |(at, _): (usize, &str)| {
                let end = used[at + word.len()..].chars().next();
                let begin = used[..at].chars().next_back();
                let part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
                !part(begin) && !part(end)
            };
            !used.match_indices(**word).any(at)
        })
        .collect();
    assert!(idle.is_empty(), "no card says {idle:?}");
}
