//! Cards of a box whose texts are not here, told by what is printed on them: Minions, Treasures, Spells with a plain effect.
//! Such a card is one of the content like any other. Decks stay as large as they are: it takes the place of a copy of another
//! card that nobody has seen.

use super::{
    Abilities, Ability, Content, Cost, Effect, Kind as Whom, MinionCard, OneUse, Passive, PerCost, Rows,
    SpellCard, Stats, Target, TreasureCard, Where, spell_file,
};
use crate::{
    MinionsOfMordak, State, content_checks as checks,
    ids::{KindId, SpellId, TreasureId},
    invariants,
    words::{Colour, DeckId, Dice, Row, SPELLS_PER_DECK, Size, Slot, TREASURES},
};
use kernel::{
    BadContent, Printed,
    printed::{Field, Kind, Takes},
};
use std::str::FromStr;

const DICE: Takes = Takes::Letters("NAM", 8);
const FEW: Takes = Takes::Number(1, 9);

/// What stands on a Minion of any Size. On a card without a Wounded side what would Wound it Defeats it.
const MINION: &[Field] = &[
    Field::must("health", Takes::Number(1, 30)).or(&["defeat"]),
    Field::may("wound", Takes::Number(1, 30)).or(&["damage", "wounds"]),
    Field::may("wounded", Takes::Number(1, 30)),
    Field::may("actions", Takes::Number(0, 5)).or(&["action"]),
    Field::may("bounty", Takes::Number(0, 9)),
    Field::may("melee", DICE).or(&["dice"]),
    Field::may("ranged", DICE),
    Field::may("magic", DICE),
    Field::may("wounded_melee", DICE).or(&["wounded_dice"]),
    Field::may("wounded_ranged", DICE),
    Field::may("wounded_magic", DICE),
    Field::may("colour", Takes::Word(&["purple", "green"])).or(&["color"]),
    Field::may("dodge", Takes::Letters("NAM", 4)),
    Field::may("aoe", Takes::Flag),
    Field::may("armor", Takes::Flag).or(&["armour"]),
    Field::may("ambush", Takes::Flag),
    Field::may("boost", Takes::Flag),
    Field::may("cursed", Takes::Flag),
    Field::may("evade", Takes::Flag),
    Field::may("longshot", Takes::Flag),
    Field::may("regenerate", Takes::Flag),
];

const REACH: Takes = Takes::Word(&["own", "adjacent", "nearby", "anywhere"]);

/// The kinds of cards that can be told.
pub const KINDS: &[Kind] = &[
    Kind {
        word: "chump",
        fields: MINION,
        example: "chump \"Bog Thing\" health 2 wound 1 melee AN wounded 1 wounded_melee N",
    },
    Kind {
        word: "elite",
        fields: MINION,
        example: "elite \"Bog Lord\" health 5 wound 3 melee AAN wounded 2 armor",
    },
    Kind {
        word: "boss",
        fields: MINION,
        example: "boss \"Bog King\" health 10 wound 5 actions 3 melee MAA wounded 5",
    },
    Kind {
        word: "treasure",
        fields: &[
            Field::must("slot", Takes::Word(&["offense", "defense", "item"])),
            Field::may("row", Takes::Word(&["melee", "ranged", "magic"])),
            Field::may("bounty", Takes::Number(0, 9)),
            Field::may("dice", Takes::Letters("NAM", 3)),
            Field::may("dodge", Takes::Letters("NAM", 4)),
            Field::may("armor", Takes::Flag).or(&["armour"]),
            Field::may("boost", Takes::Flag),
            Field::may("evade", Takes::Flag),
            Field::may("longshot", Takes::Flag),
            Field::may("aoe", Takes::Flag),
            Field::may("uncursed", Takes::Flag),
            Field::may("health", Takes::Number(1, 20)),
            Field::may("steps", Takes::Number(1, 6)),
            Field::may("plus_ones", Takes::Number(1, 8)),
            Field::may("hand", Takes::Number(1, 12)),
            Field::may("xp", Takes::Number(1, 5)),
            Field::may("rerolls", Takes::Number(1, 6)),
            Field::may("used_up_heals", FEW),
            Field::may("used_up_damage", FEW),
            Field::may("reach", REACH),
        ],
        example: "treasure \"Bog Blade\" slot offense row melee dice A bounty 1",
    },
    Kind {
        word: "spell",
        fields: &[
            Field::must("deck", Takes::Word(&["arcane", "divine", "void"])),
            Field::must("cost", Takes::Number(0, 20)),
            Field::may("damage", Takes::Number(1, 30)),
            Field::may("dice", DICE),
            Field::may("reach", REACH),
            Field::may("aoe", Takes::Flag),
            Field::may("piercing", Takes::Flag),
            Field::may("heals", Takes::Number(1, 30)),
            Field::may("heals_friend", Takes::Number(1, 30)),
            Field::may("plus_ones", FEW),
        ],
        example: "spell \"Bog Bolt\" deck arcane cost 3 damage 4 reach nearby",
    },
];

/// The game with this card, and the table in which it may turn up.
///
/// # Errors
/// If it is no sound card, or there is no place for it.
pub fn with_card(g: &MinionsOfMordak, s: &State, card: &Printed) -> Result<(MinionsOfMordak, State), String> {
    let (mut content, mut state) = (g.content.clone(), *s);
    let place = &mut (&mut content, &mut state);
    match card.kind() {
        "chump" => minion(place, card, Size::Chump)?,
        "elite" => minion(place, card, Size::Elite)?,
        "boss" => minion(place, card, Size::Boss)?,
        "treasure" => treasure(place, card)?,
        _ => spell(place, card)?,
    }
    content.told.push(card.to_string());
    let game = MinionsOfMordak::new(content, g.options.clone()).map_err(|why| why.to_string())?;
    invariants::check(&game, &state)?;
    Ok((game, state))
}

/// The content and the table that a card is added to.
type Place<'a> = (&'a mut Content, &'a mut State);

fn minion((content, s): &mut Place, told: &Printed, size: Size) -> Result<(), String> {
    let names = Size::ALL.iter().flat_map(|size| content.minions_of(*size)).map(|card| card.name.as_str());
    told.is_new(names)?;
    let (first, len) = KindId::range(size);
    let id = (first..first + len).map(KindId).find(|id| !content.has_minion(*id)).ok_or_else(no_room)?;
    let card = minion_card(told, size, id)?;
    checks::check_minion(&card).map_err(plainly)?;
    // The kind of which most are left gives up one.
    let old = (first..first + len).max_by_key(|at| (s.kinds.0[usize::from(*at)], *at)).map(usize::from);
    let old = old.filter(|at| s.kinds.0[*at] > 0).ok_or_else(all_seen)?;
    s.kinds.0[old] -= 1;
    s.kinds.0[id.index()] = 1;
    if let Some(card) = &mut content.minions[old] {
        card.copies -= 1;
    }
    content.stats[id.index()] = [card.fresh, *card.side(true)];
    content.minions[id.index()] = Some(card);
    Ok(())
}

fn minion_card(told: &Printed, size: Size, id: KindId) -> Result<MinionCard, String> {
    let number = |word: &str, other: u8| told.number(word).unwrap_or(other);
    let defeat = number("health", 1);
    let wound = number("wound", defeat);
    let abilities = Abilities {
        ambush: told.has("ambush"),
        aoe: told.has("aoe"),
        armor: told.has("armor"),
        boost: told.has("boost"),
        cursed: told.has("cursed"),
        dodge: dice(told, "dodge"),
        evade: told.has("evade"),
        longshot: told.has("longshot"),
        regenerate: told.has("regenerate"),
        // Who casts Spells does so on the Magic row.
        casts_spells: told.has("magic"),
    };
    let rows = Rows {
        melee: dice(told, "melee"),
        ranged: dice(told, "ranged"),
        magic: dice(told, "magic"),
        corruption: Dice::NONE,
    };
    let actions = number("actions", 2);
    let bounty = match size {
        Size::Sheep => 0,
        Size::Chump => 1,
        Size::Elite => 2,
        Size::Boss => 3,
    };
    if wound < defeat && !told.has("wounded") {
        return Err(format!(
            "a Minion that {wound} damage Wounds and {defeat} Defeats has a Wounded side; say `wounded` and the damage that Defeats it there, such as `wounded 1`"
        ));
    }
    let hurt = |word: &str, fresh: Dice| if told.has(word) { dice(told, word) } else { fresh };
    let magic = hurt("wounded_magic", rows.magic);
    let side = Stats {
        defeat: number("wounded", 1),
        wound: 0,
        actions,
        rows: Rows {
            melee: hurt("wounded_melee", rows.melee),
            ranged: hurt("wounded_ranged", rows.ranged),
            magic,
            corruption: Dice::NONE,
        },
        abilities: Abilities { cursed: false, casts_spells: !magic.is_none(), ..abilities },
    };
    Ok(MinionCard {
        id,
        name: told.name().to_owned(),
        copies: 1,
        colour: word(told, "colour").unwrap_or(Colour::Purple),
        bounty: number("bounty", bounty),
        fresh: Stats { defeat, wound, actions, rows, abilities },
        wounded: told.has("wounded").then_some(side),
        text: told.values(),
    })
}

fn treasure((content, s): &mut Place, told: &Printed) -> Result<(), String> {
    told.is_new(content.all_treasures().map(|card| card.name.as_str()))?;
    let all = || (0..TREASURES as u8).map(TreasureId);
    let id = all().find(|id| !content.has_treasure(*id)).ok_or_else(no_room)?;
    let card = treasure_card(told, id);
    checks::check_treasure(&card).map_err(plainly)?;
    let old = all().max_by_key(|id| (s.hoard.0[id.index()], *id)).map(TreasureId::index);
    let old = old.filter(|at| s.hoard.0[*at] > 0).ok_or_else(all_seen)?;
    s.hoard.0[old] -= 1;
    s.hoard.0[id.index()] = 1;
    if let Some(card) = &mut content.treasures[old] {
        card.copies -= 1;
    }
    content.treasures[id.index()] = Some(card);
    Ok(())
}

fn treasure_card(told: &Printed, id: TreasureId) -> TreasureCard {
    let has = |word: &str, ability: Ability| told.has(word).then_some(Passive::Has(ability));
    let some = |word: &str, passive: fn(u8) -> Passive| told.number(word).map(passive);
    let passive = [
        told.has("dice").then(|| Passive::BonusDice(dice(told, "dice"))),
        has("dodge", Ability::Dodge(dice(told, "dodge"))),
        has("armor", Ability::Armor),
        has("boost", Ability::Boost),
        has("evade", Ability::Evade),
        has("longshot", Ability::Longshot),
        told.has("aoe").then_some(Passive::MayAoe),
        told.has("uncursed").then_some(Passive::CannotBeCursed),
        some("health", Passive::MaxHealth),
        some("steps", Passive::MoveSteps),
        some("plus_ones", Passive::MorePlusOnes),
        some("hand", Passive::HandLimit),
        some("xp", Passive::XpEachRound),
        some("rerolls", Passive::RerollEachTurn),
    ];
    let heals = told.number("used_up_heals").map(|by| heal(Target::Caster, by));
    let hurts = told.number("used_up_damage").map(|by| Effect::Attack {
        at: reach(told),
        by: PerCost::single(by),
        dice: PerCost::default(),
        aoe: false,
        piercing: false,
    });
    let does: Vec<Effect> = [heals, hurts].into_iter().flatten().collect();
    TreasureCard {
        id,
        name: told.name().to_owned(),
        copies: 1,
        bounty: told.number("bounty").unwrap_or(1),
        slot: word(told, "slot").unwrap_or(Slot::Item),
        row: word::<Row>(told, "row"),
        passive: passive.into_iter().flatten().collect(),
        one_use: (!does.is_empty()).then_some(OneUse::OwnTurn),
        does,
        for_one_hero: false,
        text: told.values(),
    }
}

fn spell((content, s): &mut Place, told: &Printed) -> Result<(), String> {
    let deck = word(told, "deck").unwrap_or(DeckId::Arcane);
    let names = DeckId::ALL.iter().flat_map(|deck| content.spells_of(*deck)).map(|card| card.name.as_str());
    told.is_new(names)?;
    let all = || (0..SPELLS_PER_DECK as u8).map(|at| SpellId::new(deck, at));
    let id = all().find(|id| !content.has_spell(*id)).ok_or_else(no_room)?;
    let card = spell_card(told, id);
    checks::check_spell(spell_file(deck), &card).map_err(plainly)?;
    let old = all().max_by_key(|id| (s.spells.0[id.index()], *id)).map(SpellId::index);
    let old = old.filter(|at| s.spells.0[*at] > 0).ok_or_else(all_seen)?;
    s.spells.0[old] -= 1;
    s.spells.0[id.index()] = 1;
    if let Some(card) = &mut content.spells[old] {
        card.copies -= 1;
    }
    content.spells[id.index()] = Some(card);
    Ok(())
}

fn spell_card(told: &Printed, id: SpellId) -> SpellCard {
    let hurts = (told.has("damage") || told.has("dice")).then(|| Effect::Attack {
        at: reach(told),
        by: told.number("damage").map_or_else(PerCost::default, PerCost::single),
        dice: told.text("dice").map_or_else(PerCost::default, |_| PerCost::single(dice(told, "dice"))),
        aoe: told.has("aoe"),
        piercing: told.has("piercing"),
    });
    let friend = Target::One(Whom::Friend, reach(told));
    let does = [
        hurts,
        told.number("heals").map(|by| heal(Target::Caster, by)),
        told.number("heals_friend").map(|by| heal(friend, by)),
        told.number("plus_ones").map(|by| Effect::GainPlusOnes {
            who: Target::Caster,
            row: None,
            by: PerCost::single(by),
        }),
    ];
    SpellCard {
        id,
        name: told.name().to_owned(),
        copies: 1,
        cost: Cost::Hits(PerCost::single(told.number("cost").unwrap_or(0))),
        pays: 0,
        on: None,
        does: does.into_iter().flatten().collect(),
        text: told.values(),
    }
}

fn heal(who: Target, by: u8) -> Effect {
    Effect::Heal { who, by: PerCost::single(by), dice: PerCost::default() }
}

fn dice(told: &Printed, word: &str) -> Dice {
    told.text(word).and_then(Dice::of_letters).unwrap_or(Dice::NONE)
}

/// A word of the game, if it is said; which words there are the kinds say.
fn word<T: FromStr>(told: &Printed, field: &str) -> Option<T> {
    told.text(field)?.parse().ok()
}

fn reach(told: &Printed) -> Where {
    match told.text("reach") {
        Some("own") => Where::Own,
        Some("adjacent") => Where::Adjacent,
        Some("anywhere") => Where::Anywhere,
        Some(_) | None => Where::Nearby,
    }
}

/// Without the file: nobody wrote one.
fn plainly(why: BadContent) -> String {
    format!("{}; expected {}", why.what, why.expected)
}

fn no_room() -> String {
    "there is no room for more cards of this kind; a content pack can replace ours".to_owned()
}

fn all_seen() -> String {
    "every card of that deck has been seen; what was told wrongly is taken back with `undo`".to_owned()
}
