//! Cards of a box whose texts are not here, told by what is printed on them: Market cards, Minions, Monsters. Such a card takes
//! the place, id and all, of one of ours that nobody has seen, so that decks and tables stay as they are. What it does beyond
//! these words is told when it happens (`set`).

use super::{
    Content,
    cards::{Level, Limit, MarketCard, MinionCard, MonsterCard, Power, Weakness, Windows},
    effects::{Counter, Effect, Passive, When},
    words::{ArmorType, Color, ColorSet, Fight, Good, Kind as Market, Mode, Row, Window},
};
use crate::{
    FiendsAndFamiliars, State, content_checks as checks,
    words::{MarketId, MinionId, MonsterId},
};
use kernel::{
    ArrayVec, Printed,
    printed::{Field, Kind, Takes},
};
use std::str::FromStr;

const FEW: Takes = Takes::Number(1, 9);
const DOTS: Field = Field::must("dots", Takes::Number(1, 2)).or(&["dot"]);
const COST: Field = Field::must("cost", Takes::Number(0, 12)).or(&["gold", "price"]);
const ALIGN: Field = Field::may("align", Takes::Word(&["good", "evil", "lawful", "chaotic"]));
const STARS: Field = Field::may("stars", FEW).or(&["star"]);
const ROW: Field = Field::may("row", Takes::Word(&["str", "dex", "con", "int", "wis", "cha"]));
const SCORE: Field = Field::may("score", Takes::Number(1, 6));
const COLOURS: Takes = Takes::Word(&["black", "blue", "green", "purple", "red", "white"]);
/// Gains of Scrolls and Skills.
const GAINS: [Field; 4] = [
    Field::may("gains_gold", FEW),
    Field::may("gains_xp", FEW),
    Field::may("gains_charisma", FEW),
    Field::may("gains_honor", FEW),
];

/// The kinds of cards that can be told.
pub const KINDS: &[Kind] = &[
    Kind {
        word: "weapon",
        fields: &[
            COST,
            DOTS,
            Field::must("hands", Takes::Number(1, 2)).or(&["hand"]),
            Field::may("dice", Takes::Number(1, 6)),
            Field::may("bonus", Takes::Number(1, 12)),
            Field::may("rerolls", Takes::Number(1, 6)),
            Field::may("fight", Takes::Word(&["hunt", "monster", "both"])),
            STARS,
            ROW,
            SCORE,
        ],
        example: "weapon \"Bog Hammer\" cost 4 dots 2 hands 2 dice 1 fight hunt",
    },
    Kind {
        word: "armor",
        fields: &[
            COST,
            DOTS,
            Field::must("set", Takes::Word(&["chain", "leather", "mystic", "runic"])),
            Field::must("colours", Takes::Words("such as red white")).or(&["colors", "colour", "color"]),
        ],
        example: "armor \"Bog Mail\" cost 3 dots 1 set chain colours red white",
    },
    Kind {
        word: "skill",
        fields: &[
            COST,
            DOTS,
            ALIGN,
            Field::may("when", Takes::Word(&["sorted", "select", "placed", "market", "bought"])),
            GAINS[0],
            GAINS[1],
            GAINS[2],
            GAINS[3],
        ],
        example: "skill \"Bog Lore\" cost 4 dots 1 align good when select gains_gold 2",
    },
    Kind {
        word: "trait",
        fields: &[COST, DOTS, ALIGN, STARS, ROW, SCORE],
        example: "trait \"Bog Born\" cost 4 dots 1 align chaotic stars 1",
    },
    Kind {
        word: "scroll",
        fields: &[COST, DOTS, GAINS[0], GAINS[1], GAINS[2], GAINS[3], Field::may("heals", FEW)],
        example: "scroll \"Bog Verse\" cost 2 dots 1 gains_xp 2",
    },
    Kind {
        word: "minion",
        fields: &[
            DOTS,
            Field::must("levels", Takes::Words("such as 0:injury1+xp1 6:xp2 11:xp2+honor1+trophy")),
            Field::may("weak", Takes::Word(WEAK)),
            Field::may("each", FEW),
            Field::may("most", Takes::Number(1, 6)),
        ],
        example: "minion \"Bog Thing\" dots 1 weak str levels 0:injury1+xp1 6:xp2 11:xp2+honor1+trophy",
    },
    Kind {
        word: "monster",
        fields: &[
            Field::must("strength", Takes::Number(1, 40)),
            Field::must("colour", COLOURS).or(&["color"]),
            Field::must("levels", Takes::Words("such as 10:1 14:2 18:4")),
            Field::may("champion", FEW),
        ],
        example: "monster \"Bog King\" strength 10 colour green levels 10:1 14:2 18:3 22:5 champion 2",
    },
];

/// What may weaken a Minion: a Combat Die for each of it.
const WEAK: &[&str] = &[
    "str", "dex", "con", "int", "wis", "cha", "familiar", "gold", "xp", "honor", "injury", "trophies",
    "fiends", "armor", "weapons", "skills", "traits", "scrolls",
];

fn counter(word: &str) -> Counter {
    match word {
        "gold" => Counter::Gold,
        "xp" => Counter::Xp,
        "honor" => Counter::Honor,
        "injury" => Counter::Injury,
        "trophies" => Counter::Trophies,
        "fiends" => Counter::Fiends,
        "armor" => Counter::Cards(Market::Armor),
        "weapons" => Counter::Cards(Market::Weapon),
        "skills" => Counter::Cards(Market::Skill),
        "traits" => Counter::Cards(Market::Trait),
        "scrolls" => Counter::Cards(Market::Scroll),
        row => Counter::Filled(row.parse().unwrap_or(Row::Familiar)),
    }
}

/// The game with this card, and the table in which it may turn up.
///
/// # Errors
/// If it is no sound card, or there is no place for it.
pub fn with_card(
    g: &FiendsAndFamiliars,
    s: &State,
    told: &Printed,
) -> Result<(FiendsAndFamiliars, State), String> {
    let mut content = g.content.clone();
    let id = match told.kind() {
        "minion" => minion(&mut content, s, told)?,
        "monster" => monster(&mut content, s, told, g.solo())?,
        kind => market(&mut content, g, s, told, kind.parse().map_err(|_| told.kind().to_owned())?)?,
    };
    content.told.push(told.to_string());
    content.places_told.push(id);
    // The table needs no change: the id that lay in the deck still does.
    let game = FiendsAndFamiliars::new(content, g.options.clone()).map_err(|why| why.to_string())?;
    Ok((game, *s))
}

fn all_seen() -> String {
    "every card of ours whose place it could take has been seen; what was told wrongly is taken back with `undo`"
        .to_owned()
}

fn market(
    content: &mut Content,
    g: &FiendsAndFamiliars,
    s: &State,
    told: &Printed,
    kind: Market,
) -> Result<String, String> {
    told.is_new(content.market.iter().map(|card| card.name.as_str()))?;
    let dots = told.number("dots").unwrap_or(1);
    let upper = dots == 1 || g.options.market_ignore_dots;
    let pile = if upper { s.market_deck.upper } else { s.market_deck.lower };
    let ours = |id: &MarketId| !content.places_told.contains(&content.market[id.index()].id);
    let at = pile.iter().find(ours).ok_or_else(all_seen)?.index();
    let old = &content.market[at];
    let card = MarketCard {
        id: old.id.clone(),
        set: old.set,
        kind,
        name: told.name().to_owned(),
        dots,
        cost: told.number("cost").unwrap_or(0),
        align: word(told, "align"),
        hands: told.number("hands").unwrap_or(0),
        armor: word::<ArmorType>(told, "set"),
        colors: colours(told)?,
        multiplayer_only: false,
        replaced_by: None,
        on_buy: if kind == Market::Scroll { gains(told)? } else { ArrayVec::default() },
        power: if kind == Market::Skill { power(told)? } else { None },
        always: passives(told)?,
        text: told.values(),
    };
    if matches!(kind, Market::Skill | Market::Trait) && card.align.is_none() {
        return Err(
            "a skill or trait says where its arrow points: align good, evil, lawful or chaotic".to_owned()
        );
    }
    let id = card.id.clone();
    content.market[at] = card;
    Ok(id)
}

fn word<T: FromStr>(told: &Printed, field: &str) -> Option<T> {
    told.text(field)?.parse().ok()
}

fn colours(told: &Printed) -> Result<ColorSet, String> {
    let mut set = ColorSet::default();
    for word in told.text("colours").unwrap_or_default().split_whitespace() {
        let colour: Option<Color> = word.to_lowercase().parse().ok().filter(|colour| *colour != Color::Gold);
        let expected = "black, blue, green, purple, red or white";
        set = set.with(colour.ok_or_else(|| format!("`colours {word}`: expected {expected}"))?);
    }
    Ok(set)
}

fn gains(told: &Printed) -> Result<ArrayVec<[Effect; 4]>, String> {
    let goods = [
        ("gains_gold", Good::Gold),
        ("gains_xp", Good::Xp),
        ("gains_charisma", Good::Charisma),
        ("gains_honor", Good::Honor),
    ];
    let gained = goods.into_iter().filter_map(|(field, good)| Some(Effect::Gain(good, told.number(field)?)));
    let heals = told.number("heals").map(Effect::Heal);
    let mut list = ArrayVec::default();
    gained.chain(heals).try_for_each(|one| list.try_push(one).map_or(Ok(()), |_| Err(too_many())))?;
    Ok(list)
}

/// No card of ours does more than there is room for.
fn too_many() -> String {
    "a card does not do so many things here; tell the others with `set` when they happen".to_owned()
}

/// Without effects a Skill is one whose use is told by hand.
fn power(told: &Printed) -> Result<Option<Power>, String> {
    let effects = gains(told)?;
    let windows = Windows::only(word(told, "when").unwrap_or(Window::Select));
    let power = Power { windows, limit: Limit::Exhaust, reaction: false, effects };
    Ok((!effects.is_empty()).then_some(power))
}

fn passives(told: &Printed) -> Result<ArrayVec<[Passive; 3]>, String> {
    let fight = word(told, "fight").unwrap_or(Fight::Both);
    let when = When::Always;
    let row = word::<Row>(told, "row").zip(told.number("score"));
    let all = [
        told.number("dice").map(|dice| Passive::Dice { fight, dice, when }),
        told.number("bonus").map(|by| Passive::Bonus { fight, by, when }),
        told.number("rerolls").map(|rerolls| Passive::FreeRerolls(fight, rerolls)),
        told.number("stars").map(|stars| Passive::Stars { stars, when }),
        row.map(|(row, by)| Passive::RowBonus(row, by as i8)),
    ];
    let mut list = ArrayVec::default();
    let mut said = all.into_iter().flatten();
    said.try_for_each(|one| list.try_push(one).map_or(Ok(()), |_| Err(too_many())))?;
    Ok(list)
}

fn minion(content: &mut Content, s: &State, told: &Printed) -> Result<String, String> {
    told.is_new(content.minions.iter().map(|card| card.name.as_str()))?;
    let dots = told.number("dots").unwrap_or(1);
    let pile = if dots == 1 { s.minions.upper } else { s.minions.lower };
    let ours = |id: &MinionId| !content.places_told.contains(&content.minions[id.index()].id);
    let at = pile.iter().find(ours).ok_or_else(all_seen)?.index();
    let old = &content.minions[at];
    let weak = told.text("weak").map(|word| Weakness::Per {
        counter: counter(word),
        per: told.number("each").unwrap_or(1),
        max: told.number("most").unwrap_or(3),
    });
    let card = MinionCard {
        id: old.id.clone(),
        set: old.set,
        name: told.name().to_owned(),
        dots,
        weak: weak.into_iter().collect(),
        levels: levels(told.text("levels").unwrap_or_default())?,
        text: told.values(),
    };
    let id = card.id.clone();
    content.minions[at] = card;
    checks::check_minions(content).map_err(|why| format!("{}; expected {}", why.what, why.expected))?;
    Ok(id)
}

/// `0:injury1+xp1 6:xp2 11:xp2+honor1+trophy`.
fn levels(text: &str) -> Result<ArrayVec<[Level; 4]>, String> {
    let mut levels = ArrayVec::default();
    for word in text.split_whitespace() {
        let level = level(word).filter(|_| levels.len() < 4);
        levels.push(level.ok_or_else(|| {
            format!("`levels {word}`: expected one to four levels such as 6:gold1+xp2+honor1+charisma1+injury1+trophy")
        })?);
    }
    Ok(levels)
}

fn level(word: &str) -> Option<Level> {
    let (min, rewards) = word.split_once(':')?;
    let mut level = Level { min: min.parse().ok()?, ..Level::default() };
    for reward in rewards.to_lowercase().split('+') {
        let name = reward.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = reward[name.len()..].parse::<u8>().ok();
        let place = match name {
            "trophy" => {
                level.trophy = number.is_none();
                level.trophy.then_some(())?;
                continue;
            }
            "gold" => &mut level.gold,
            "xp" => &mut level.xp,
            "honor" => &mut level.honor,
            "injury" => &mut level.injury,
            "charisma" => &mut level.charisma,
            _ => return None,
        };
        *place = number.filter(|n| (1..=9).contains(n))?;
    }
    Some(level)
}

/// A Monster is looked for by the colour of the one whose Adventure cards it takes over: a real box has its own, of which
/// nobody tells more than that they are there.
fn monster(content: &mut Content, s: &State, told: &Printed, solo: bool) -> Result<String, String> {
    told.is_new(content.monsters.iter().map(|card| card.name.as_str()))?;
    if s.monster.is_some() {
        return Err("the Monster of this game is known already".to_owned());
    }
    let mode = if solo { Mode::Solo } else { Mode::Multi };
    let color = word(told, "colour").unwrap_or(Color::Black);
    let fits = |card: &&MonsterCard| {
        card.mode == mode && card.color == color && !content.places_told.contains(&card.id)
    };
    let old = content.monsters.iter().find(fits).ok_or_else(all_seen)?;
    let id = old.id.clone();
    let at = id.parse::<MonsterId>().map_err(|why| why.to_string())?.index();
    let mut levels = ArrayVec::default();
    for word in told.text("levels").unwrap_or_default().split_whitespace() {
        let read = word.split_once(':').and_then(|(n, stars)| Some((n.parse().ok()?, stars.parse().ok()?)));
        let read = read.filter(|(n, stars): &(u8, u8)| *n <= 99 && *stars <= 20 && levels.len() < 6);
        levels.push(read.ok_or_else(|| format!("`levels {word}`: expected one to six such as 10:1 14:2"))?);
    }
    let card = MonsterCard {
        id: id.clone(),
        name: told.name().to_owned(),
        strength: told.number("strength").unwrap_or(1),
        champion: told.number("champion").unwrap_or(0),
        levels,
        ability: Default::default(),
        text: told.values(),
        ..old.clone()
    };
    content.monsters[at] = card;
    checks::check_monsters(content).map_err(|why| format!("{}; expected {}", why.what, why.expected))?;
    Ok(id)
}
