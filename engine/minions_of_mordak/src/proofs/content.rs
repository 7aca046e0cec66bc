//! The box: counts, values and texts of every card, and packs that are refused with the reason.

use crate::{
    content::{
        Ability, Cell, Content, Effect, Icon, LootStash, OneUse, Passive, RegionRule, Target, TileCard, Where,
    },
    ids::{KindId, RegionId, TileId},
    words::{DeckId, Dice, Grade, HeroId, Row, Size, Slot, Terrain, Tier, Window},
};
use kernel::{Contents as _, pack::Changed, proves};
use std::collections::BTreeSet;

#[test]
fn mm_006_names_and_numbers_of_the_rulebook_are_kept() {
    let content = Content::built_in();
    let minion = |name: &str| {
        let all = Size::ALL.iter().flat_map(|size| content.minions_of(*size));
        all.into_iter().find(|card| card.name == name).unwrap_or_else(|| panic!("no {name}"))
    };
    assert_eq!((minion("Gladestalker").fresh.defeat, minion("Swiftwing").fresh.defeat), (2, 6));
    assert!(minion("Shadow Mordak").fresh.abilities.casts_spells);
    let fist = content.spell("a1".parse().unwrap());
    assert_eq!((fist.name.as_str(), fist.hits()), ("Enormous Fist", &[4, 6, 9][..]));
    let Effect::Attack { at: Where::Nearby, by, .. } = fist.does[0] else { panic!("it attacks") };
    assert_eq!(by.values(), [5, 8, 12]);
    let surge = content.spell("a2".parse().unwrap());
    let Effect::Attack { dice, .. } = surge.does[0] else { panic!("it attacks") };
    assert_eq!(dice.at(2).most(), 12);
    for (id, cost) in [("d2", 3), ("d3", 3)] {
        assert_eq!(content.spell(id.parse().unwrap()).hits()[0], cost);
    }
    let clyde = content.treasure(content.treasure_for_one_hero().unwrap());
    assert_eq!((clyde.name.as_str(), clyde.slot), ("Clyde the Horse", Slot::Item));
}

#[test]
fn mm_062_and_063_the_layouts_have_their_tiers_at_their_distance() {
    proves!("MM-062", "MM-063", "MM-064", "MM-R06");
    let content = Content::built_in();
    let count = |heroes, cell| content.layout(heroes).cells.iter().filter(|c| **c == cell).count();
    for (heroes, tiers) in [(1, [8, 5, 0]), (2, [8, 5, 0]), (3, [8, 8, 4]), (4, [8, 8, 4]), (5, [8, 8, 4])] {
        assert_eq!(count(heroes, Cell::Hawkemoor), 5);
        let found = [Tier::One, Tier::Two, Tier::Three].map(|tier| count(heroes, Cell::Tier(tier)));
        assert_eq!(found, tiers, "{heroes} Heroes");
    }
    // Tier is the walking distance from the Keep on the large Map.
    for at in RegionId::all() {
        let away = (at.0 % 5).abs_diff(2) + (at.0 / 5).abs_diff(2);
        let wanted = match away {
            0 | 1 => Cell::Hawkemoor,
            2 => Cell::Tier(Tier::One),
            3 => Cell::Tier(Tier::Two),
            _ => Cell::Tier(Tier::Three),
        };
        assert_eq!(content.layout(3).cells[at.index()], wanted, "{at}");
    }
    let small: Vec<String> = RegionId::all()
        .filter(|at| content.layout(1).cells[at.index()] == Cell::Tier(Tier::Two))
        .map(|at| at.to_string())
        .collect();
    assert_eq!(small, ["b1", "d1", "e2", "a4", "d5"]);
    let keep = content.hawkemoor(RegionId::KEEP).unwrap();
    assert_eq!((keep.rule, keep.back.as_deref()), (Some(RegionRule::Keep), Some("Ruins of the Throne")));
    assert_eq!(content.hawkemoor(RegionId::SPIRE).unwrap().terrain, Terrain::Mountain);
}

#[test]
fn boards_have_the_dice_and_the_health_of_the_manifest() {
    let content = Content::built_in();
    let mut read = vec![];
    for id in HeroId::ALL {
        let board = content.hero(*id);
        let rows: Vec<String> = board.rows.all().iter().map(Dice::to_string).collect();
        read.push(format!(
            "{id} {} {}-{} {} {}",
            board.health,
            board.actions,
            board.actions_max,
            rows.join(" "),
            board.power
        ));
    }
    assert_eq!(
        read,
        [
            "alyndra 15 2-4 N N AANN - magic",
            "amos 17 2-4 NN - AANN - magic",
            "bjorn 20 2-4 AANN N - - melee",
            "gwenavael 16 2-4 N AANN - - ranged",
            "loxley 16 2-4 ANN ANN - - ranged",
            "mari 18 2-4 AAN - NN - melee",
            "scrutt 19 2-4 AAAN N - - melee",
            "wugner 16 2-4 N AN ANN - magic",
        ]
    );
    assert!(content.hero(HeroId::Loxley).rows.magic.is_none(), "the Rogue has no Magic dice");
    assert_eq!(content.villain.health, [15, 25, 35, 40, 45]);
    assert_eq!(content.villain.rows.corruption, Dice::of_letters("AANN").unwrap());
}

/// The ranges that keep Sizes apart, in twice the mean of the best row.
#[test]
fn mm_330_minions_keep_to_the_ranges_of_their_size() {
    proves!("MM-330", "MM-234");
    let content = Content::built_in();
    for (size, defeat, fresh, wounded, bounty) in [
        (Size::Chump, 2..=3, 2..=3, 1..=2, 1),
        (Size::Elite, 5..=6, 4..=6, 2..=4, 2),
        (Size::Boss, 10..=12, 8..=11, 5..=7, 3),
    ] {
        for card in content.minions_of(size) {
            let best = |rows: [Dice; 4]| rows.iter().map(|dice| dice.mean_twice()).max().unwrap_or(0);
            assert!(defeat.contains(&card.fresh.defeat), "{}", card.name);
            assert!(fresh.contains(&best(card.fresh.rows.all())), "{} Fresh", card.name);
            if let Some(side) = &card.wounded {
                assert!(wounded.contains(&best(side.rows.all())), "{} Wounded", card.name);
                assert!(
                    side.defeat <= card.fresh.defeat && best(side.rows.all()) < best(card.fresh.rows.all())
                );
            }
            assert_eq!(card.bounty, bounty, "{}", card.name);
        }
    }
    let shardling = content.minion("c12".parse().unwrap());
    assert!(!content.can_be_wounded(shardling.id) && content.can_be_wounded("c1".parse().unwrap()));
}

#[test]
fn tiles_keep_to_the_ranges_of_their_tier() {
    let content = Content::built_in();
    let minion_sizes = |tile: &TileCard| {
        let size = |icon| match icon {
            Icon::Treasure => 0,
            Icon::Minion { size, .. } => size.index(),
        };
        tile.icons.for_heroes(3).map(size).sum::<usize>()
    };
    for (tier, sizes, treasures) in
        [(Tier::One, 0..=2, 0..=1), (Tier::Two, 1..=3, 0..=2), (Tier::Three, 2..=4, 1..=2)]
    {
        for tile in content.tiles_of(tier) {
            let found = tile.icons.for_heroes(5).filter(|icon| *icon == Icon::Treasure).count();
            assert!(sizes.contains(&minion_sizes(tile)) && treasures.contains(&found), "{}", tile.name);
        }
        let mountains = content.tiles_of(tier).filter(|tile| tile.terrain == Terrain::Mountain).count() * 100;
        let share = mountains / content.tiles_of(tier).count();
        assert!((20..=45).contains(&share), "{tier}: {share} % Mountains");
    }
    let pond = content.tile("i5".parse::<TileId>().unwrap());
    assert_eq!((pond.icons.for_heroes(3).count(), pond.icons.for_heroes(4).count()), (1, 2));
}

#[test]
fn loot_stashes_and_days_read_as_their_tables() {
    let content = Content::built_in();
    let xp = |heroes, bounty| {
        let row = LootStash::row(&content.stash(heroes).hero_rows, bounty);
        (row.xp, row.die)
    };
    assert_eq!(
        (xp(3, 6), xp(3, 5), xp(1, 200)),
        ((3, Some(Grade::Novice)), (3, None), (4, Some(Grade::Adept)))
    );
    let villain = |heroes, bounty| {
        let row = LootStash::row(&content.stash(heroes).villain_rows, bounty);
        (row.xp, row.health)
    };
    assert_eq!((villain(3, 6), villain(5, 0), villain(2, 3)), ((6, 10), (5, 0), (3, 5)));
    let spawns = |day: u8, heroes: usize| {
        let spawns = content.day(day).unwrap().spawns[heroes - 1];
        [Size::Chump, Size::Elite, Size::Boss].map(|size| spawns.get(size))
    };
    assert_eq!((spawns(1, 4), spawns(3, 5), spawns(6, 5)), ([2, 0, 0], [0, 3, 0], [0, 0, 3]));
    assert!(content.day(0).is_none() && content.day(7).is_none());
}

/// The variant's name out of the debug form: `Heal { .. }` is `Heal`.
fn word(thing: impl std::fmt::Debug) -> String {
    format!("{thing:?}")
        .trim_matches('"')
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// All steps of all cards with the name of the card.
fn steps(content: &Content) -> Vec<(String, Effect)> {
    let spells = DeckId::ALL.iter().flat_map(|deck| content.spells_of(*deck));
    let spells = spells.flat_map(|card| card.does.iter().map(|step| (card.name.clone(), *step)));
    let treasures =
        content.all_treasures().flat_map(|card| card.does.iter().map(|step| (card.name.clone(), *step)));
    spells.chain(treasures).collect()
}

#[test]
fn every_word_of_the_vocabulary_is_used() {
    let content = Content::built_in();
    let used: BTreeSet<String> = steps(&content).iter().map(|(_, step)| word(step)).collect();
    let wanted = "ActionPoints Attack BecomeDefender BindBlood BonusDice BonusTurn CancelSpell Control DrawSpells FlipRegion \
                  GainHealth GainPlusOnes Grant Heal Lift LimitSteps LoseHits LosePlusOnes Move PayHealth Place PlaceSheep \
                  Prevent ReorderStack Reroll RerollAny Spawn StayAt StealSpell SwapMinions WoundInstead";
    let wanted: BTreeSet<String> = wanted.split_whitespace().map(str::to_owned).collect();
    let (new, gone) = (used.difference(&wanted), wanted.difference(&used));
    let (new, gone): (Vec<_>, Vec<_>) = (new.collect(), gone.collect());
    assert!(new.is_empty() && gone.is_empty(), "not listed above: {new:?}; used by no card: {gone:?}");

    let boards =
        content.heroes.iter().flat_map(|board| board.unique.base.iter().chain(&board.unique.upgraded));
    let treasures = content.all_treasures().flat_map(|card| &card.passive);
    let passives: BTreeSet<String> =
        boards.chain(treasures).chain(&content.villain.unique).map(word).collect();
    assert_eq!(passives.len(), 24, "{passives:?}");

    let rules: BTreeSet<String> = Tier::ALL
        .iter()
        .flat_map(|tier| content.tiles_of(*tier))
        .filter_map(|tile| tile.rule)
        .map(word)
        .collect();
    assert_eq!(rules.len(), 8, "{rules:?}");

    let windows = DeckId::ALL.iter().flat_map(|deck| content.spells_of(*deck)).filter_map(|card| card.on);
    let windows: BTreeSet<Window> = windows.map(|on| on.window).collect();
    let unused: Vec<&Window> = Window::ALL.iter().filter(|window| !windows.contains(window)).collect();
    assert_eq!(unused, [&Window::Declared, &Window::Spawned, &Window::LevelUp]);

    let sides = Size::ALL
        .iter()
        .flat_map(|size| content.minions_of(*size))
        .flat_map(|card| card.fresh.abilities.iter());
    assert_eq!(sides.map(word).collect::<BTreeSet<_>>().len(), 9, "every special ability is on a Minion");
    let until = |step: &Effect| format!("{step:?}").split("until: ").nth(1).map(str::to_owned);
    let untils =
        steps(&content).iter().filter_map(|(_, step)| until(step)).map(word).collect::<BTreeSet<_>>();
    assert_eq!(untils.len(), 9, "{untils:?}");
}

/// The numbers a step names, as a text must show them: `5/8/12`, `2`.
fn numbers(step: &Effect) -> Vec<String> {
    let list = |values: &[u8]| values.iter().map(u8::to_string).collect::<Vec<_>>().join("/");
    match step {
        Effect::Attack { by, dice, .. } if by.count() == 0 => {
            vec![list(&dice.values().iter().map(|dice| dice.count()).collect::<Vec<_>>())]
        }
        Effect::Attack { by, .. } | Effect::GainPlusOnes { by, .. } | Effect::LosePlusOnes { by, .. } => {
            vec![list(by.values())]
        }
        Effect::Heal { by, dice, .. } if dice.count() > 0 => {
            let parts = by.values().iter().zip(dice.values());
            parts.map(|(by, dice)| format!("{by} and the Hits of {dice}")).collect()
        }
        Effect::Heal { by, .. } => vec![list(by.values())],
        Effect::BonusDice { dice, .. } => {
            vec![list(&dice.values().iter().map(|dice| dice.count()).collect::<Vec<_>>())]
        }
        Effect::PlaceSheep { count } => vec![list(count.values())],
        Effect::GainHealth { by, .. } | Effect::PayHealth { by, .. } => vec![by.to_string()],
        Effect::Prevent(by) | Effect::StayAt(by) | Effect::Reroll(by) | Effect::LoseHits(by) => {
            vec![by.to_string()]
        }
        Effect::ActionPoints { by, .. } => vec![by.unsigned_abs().to_string()],
        Effect::DrawSpells { count, .. } => vec![count.to_string()],
        Effect::Place { within, .. } => vec![within.to_string()],
        Effect::Move { steps, .. } | Effect::LimitSteps { steps, .. } => vec![steps.to_string()],
        Effect::Grant { ability: Ability::Dodge(dice), .. } => vec![format!("Dodge ({dice})")],
        Effect::Grant { ability, .. } | Effect::Lift { ability, .. } => vec![word(ability)],
        Effect::WoundInstead
        | Effect::RerollAny
        | Effect::StealSpell { .. }
        | Effect::CancelSpell
        | Effect::SwapMinions
        | Effect::Control { .. }
        | Effect::BonusTurn { .. }
        | Effect::Spawn { .. }
        | Effect::ReorderStack { .. }
        | Effect::FlipRegion
        | Effect::BecomeDefender
        | Effect::BindBlood { .. } => vec![],
    }
}

/// Words of which a text must have one, by what the step does.
fn words_for(step: &Effect) -> &'static [&'static str] {
    match step {
        Effect::Attack { aoe: true, .. } => &["AOE"],
        Effect::Attack { piercing: true, .. } => &["Armor and Dodge do not"],
        Effect::Attack { .. } => &["ttack"],
        Effect::Heal { .. } => &["eal"],
        Effect::GainHealth { .. } => &["Gain"],
        Effect::PayHealth { .. } => &["pay"],
        Effect::Prevent(_) => &["prevent"],
        Effect::StayAt(_) => &["stays"],
        Effect::WoundInstead => &["Wounded"],
        Effect::Grant { .. } | Effect::Lift { .. } => &["Armor", "Cursed", "Dodge"],
        Effect::BonusDice { .. } => &["bonus"],
        Effect::Reroll(_) | Effect::RerollAny => &["reroll"],
        Effect::LoseHits(_) => &["loses"],
        Effect::GainPlusOnes { .. } | Effect::LosePlusOnes { .. } => &["Plus-One"],
        Effect::ActionPoints { .. } => &["Action Point"],
        Effect::DrawSpells { .. } => &["draw"],
        Effect::StealSpell { .. } => &["random Spell"],
        Effect::CancelSpell => &["fizzles"],
        Effect::Place { .. } => &["Region"],
        Effect::Move { .. } | Effect::LimitSteps { .. } => &["step"],
        Effect::SwapMinions => &["trade places"],
        Effect::Control { .. } | Effect::BonusTurn { .. } => &["Turn"],
        Effect::Spawn { .. } => &["spawn"],
        Effect::PlaceSheep { .. } => &["Sheep"],
        Effect::ReorderStack { .. } => &["Reorder"],
        Effect::FlipRegion => &["Flip"],
        Effect::BecomeDefender => &["Defender"],
        Effect::BindBlood { .. } => &["heals you"],
    }
}

#[test]
fn every_text_says_what_its_steps_do() {
    let content = Content::built_in();
    let spells =
        DeckId::ALL.iter().flat_map(|deck| content.spells_of(*deck)).map(|c| (&c.name, &c.text, &c.does));
    let treasures = content.all_treasures().map(|c| (&c.name, &c.text, &c.does));
    for (name, text, does) in spells.chain(treasures) {
        for step in does {
            let said = numbers(step)
                .into_iter()
                .filter(|number| !text.contains(number.as_str()))
                .collect::<Vec<_>>();
            assert!(said.is_empty(), "{name}: {said:?} is not in: {text}");
            assert!(
                words_for(step).iter().any(|word| text.contains(word)),
                "{name}: {step:?} is not in: {text}"
            );
            let near = match (step, step.target()) {
                (Effect::Attack { at, .. }, _) => Some(*at),
                (_, Some(Target::One(_, at) | Target::Each(_, at))) => Some(at),
                (_, _) => None,
            };
            let said = match near {
                Some(Where::Nearby) => text.contains("nearby"),
                Some(Where::Adjacent) => text.contains("adjacent"),
                Some(Where::Own) => text.contains("your own Region"),
                Some(Where::Anywhere) | None => {
                    !text.contains("nearby") && !text.contains("adjacent") || near.is_none()
                }
            };
            assert!(said, "{name}: where? {text}");
        }
    }
}

#[test]
fn texts_have_no_number_that_is_not_on_the_card() {
    let content = Content::built_in();
    for card in DeckId::ALL.iter().flat_map(|deck| content.spells_of(*deck)) {
        let mut known: Vec<String> = card.does.iter().flat_map(numbers).collect();
        known.extend(card.hits().iter().map(u8::to_string));
        known.push(card.pays.to_string());
        let known = known.join(" ");
        for number in card.text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()) {
            let found = known.split(|c: char| !c.is_ascii_digit()).any(|part| part == number);
            assert!(found, "{}: where does the {number} come from? {}", card.name, card.text);
        }
    }
}

#[test]
fn treasures_say_their_slot_by_row_and_their_passives() {
    let content = Content::built_in();
    for card in content.all_treasures() {
        if let Some(row) = card.row {
            assert!(card.text.contains(&row.title()), "{}: {}", card.name, card.text);
            assert_ne!(card.bonus_dice(row), Dice::NONE, "{}", card.name);
            let other = if row == Row::Melee { Row::Magic } else { Row::Melee };
            assert_eq!(card.bonus_dice(other), Dice::NONE, "{} helps on its own row only", card.name);
        }
        assert_eq!(card.one_use.is_some(), card.text.starts_with("One use"), "{}", card.name);
        if let Some(OneUse::On(trigger)) = card.one_use {
            assert_eq!(trigger.window, Window::Targeted);
        }
        for passive in &card.passive {
            let said = match passive {
                Passive::BonusDice(dice) => {
                    let (grade, count) = if dice.master > 0 {
                        ("Master", dice.master)
                    } else if dice.adept > 0 {
                        ("Adept", dice.adept)
                    } else {
                        ("Novice", dice.novice)
                    };
                    format!("{count} bonus {grade}")
                }
                Passive::Has(Ability::Dodge(dice)) => format!("Dodge ({dice})"),
                Passive::Has(ability) => word(ability),
                Passive::MaxHealth(by) | Passive::GuardAsDefender(by) => format!(" {by} "),
                Passive::MoveSteps(steps) => format!("{steps} steps"),
                Passive::XpEachRound(xp) => format!("{xp} XP"),
                Passive::RerollEachTurn(dice) => format!("reroll {dice}"),
                Passive::MorePlusOnes(more) => format!("{more} more"),
                Passive::HandLimit(limit) => format!("{limit} Spells"),
                Passive::DrawOnEquip(count) => format!("draw {count}"),
                Passive::MayAoe
                | Passive::CannotBeCursed
                | Passive::EvadeFirstStep
                | Passive::ScoutOne
                | Passive::SpellDamage(_)
                | Passive::SpellHealing(_)
                | Passive::DiceWhenHurt { .. }
                | Passive::BattleRage { .. }
                | Passive::PlusOnePrice(_)
                | Passive::Gust { .. }
                | Passive::Crusade { .. }
                | Passive::Beats(_)
                | Passive::Meddling
                | Passive::Cowardly => String::new(),
            };
            assert!(card.text.contains(said.trim_end()), "{}: `{said}` is not in: {}", card.name, card.text);
        }
    }
}

#[test]
fn minions_without_a_deck_have_stats_too() {
    let content = Content::built_in();
    let sheep = content.stats(KindId::SHEEP, false);
    assert_eq!((sheep.defeat, sheep.actions), (1, 0));
    let gust = [false, true].map(|improved| content.stats(KindId::GUST, improved));
    assert_eq!(
        gust.map(|side| (side.defeat, side.actions, side.abilities.evade)),
        [(4, 2, true), (6, 3, true)]
    );
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
