//! Cards of a box whose texts are not here, told by what is printed on them. A card of the market or the rare deck takes the
//! place, id and all, of one of ours that lies in its deck; an enemy is remembered by its name for combats of people's own
//! book (`set combat "Bog Thing"`).

use super::{
    Content,
    cards::{Card, Discount, Flag, Slot, TrackEffect},
    effect::Ability,
    words::{ColourSet, Deck},
};
use crate::{Adventures, State};
use kernel::{
    Printed, names,
    printed::{Field, Kind, Takes},
};

const CARD: &[Field] = &[
    Field::must("does", Takes::Words("such as adj(G) or heal(1,each)")),
    Field::may("cost", Takes::Number(0, 12)).or(&["gold", "price"]),
    Field::may("after", Takes::Word(&["spent", "once", "return"])),
];

/// The kinds of cards that can be told.
pub const KINDS: &[Kind] = &[
    Kind {
        word: "enemy",
        fields: &[
            Field::must("slots", Takes::Words("such as R*/2/- *5/1/x1: slot, counterattack, reward")),
            Field::may("track", Takes::Words("such as fat+1 fat+2: the second and third space")),
        ],
        example: "enemy \"Bog Thing\" slots R*/2/- *5/1/x1 track fat+1 fat+2",
    },
    Kind { word: "armor", fields: CARD, example: "armor \"Bog Coat\" cost 3 does adj(G)" },
    Kind { word: "weapon", fields: CARD, example: "weapon \"Bog Hook\" cost 3 does flip(R)" },
    Kind { word: "skill", fields: CARD, example: "skill \"Bog Lore\" cost 4 does reroll(U)" },
    Kind { word: "trait", fields: CARD, example: "trait \"Bog Born\" cost 4 does adj(any) after spent" },
    Kind {
        word: "scroll",
        fields: CARD,
        example: "scroll \"Bog Verse\" cost 2 does heal(2,self) after once",
    },
    Kind { word: "rare", fields: CARD, example: "rare \"Bog Crown\" does flip2(any)" },
];

/// The game with this card; the table stays as it is.
///
/// # Errors
/// If it is no sound card, or there is no place for it.
pub fn with_card(g: &Adventures, s: &State, told: &Printed) -> Result<(Adventures, State), String> {
    let mut content = g.content.clone();
    told.is_new(content.own_foes.iter().map(|(name, _)| name.as_str()))?;
    match told.kind().parse::<Deck>() {
        Ok(deck) => card(&mut content, s, told, deck)?,
        Err(_) => enemy(&mut content, told)?,
    }
    content.told.push(told.to_string());
    Ok((Adventures { content, ..g.clone() }, *s))
}

fn card(content: &mut Content, s: &State, told: &Printed, deck: Deck) -> Result<(), String> {
    told.is_new(content.all_cards().map(|card| card.name.as_str()))?;
    let does = told.text("does").unwrap_or_default();
    let ability = Ability::read(does).map_err(|why| format!("`{}`: expected {}", why.found, why.expected))?;
    let ours = |card: &&Card| s.decks.contains(card.id) && !content.places_told.contains(&card.id);
    let all_seen = "every card of ours in that deck whose place it could take has been seen";
    let id = content.cards_of(deck).find(ours).ok_or(all_seen)?.id;
    let market = deck != Deck::Rare;
    if market != told.has("cost") {
        return Err("market cards say their cost, rare cards have none".to_owned());
    }
    let card = Card {
        id,
        name: told.name().to_owned(),
        deck,
        cost: told.number("cost"),
        discount: Discount::None,
        ability,
        flag: match told.text("after") {
            Some("spent") => Flag::Spent,
            Some("once") => Flag::Once,
            Some("return") => Flag::Return,
            Some(_) | None => Flag::None,
        },
        die: ColourSet::NONE,
        faces: [1, 2, 3, 4, 5, 6],
        text: told.values(),
    };
    content.cards[id.index()] = Some(card);
    content.places_told.push(id);
    Ok(())
}

fn enemy(content: &mut Content, told: &Printed) -> Result<(), String> {
    let slots = told.text("slots").unwrap_or_default();
    if slots.split_whitespace().count() > 8 {
        return Err("an enemy has at most 8 slots".to_owned());
    }
    for slot in slots.split_whitespace() {
        Slot::read(slot).map_err(|why| format!("`{}`: expected {}", why.found, why.expected))?;
    }
    let track: Vec<&str> = told.text("track").unwrap_or_default().split_whitespace().collect();
    for icon in &track {
        TrackEffect::read(icon).map_err(|why| format!("`{}`: expected {}", why.found, why.expected))?;
    }
    let said = match track.as_slice() {
        [] => slots.to_owned(),
        [second, third] => format!("{slots} track {second} {third}"),
        _ => return Err("the track has an icon on its second space and one on its third".to_owned()),
    };
    content.own_foes.push((told.name().to_owned(), said));
    Ok(())
}

/// What is told of a combat, with the enemies that stand there by their names in quotes said in full.
///
/// # Errors
/// If there is no such enemy.
pub fn spelt_out(content: &Content, text: &str) -> Result<String, String> {
    const QUOTES: [char; 3] = ['"', '\u{201c}', '\u{201d}'];
    let mut said = String::new();
    for (n, part) in text.split(QUOTES).enumerate() {
        if n % 2 == 0 {
            said.push_str(part);
            continue;
        }
        let at = names::meant(part, content.own_foes.iter().map(|(name, _)| name.as_str()));
        let foe = at.map(|at| content.own_foes[at].1.as_str());
        said.push_str(foe.ok_or_else(|| {
            format!(
                "`{}` is no enemy that was told; first tell it, such as: {}",
                names::short(part),
                KINDS[0].example
            )
        })?);
    }
    Ok(said)
}
