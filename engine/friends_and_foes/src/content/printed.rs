//! Characters and minions of a box whose texts are not here, told by what is printed on them: from then on they can be taken
//! into formations. A character has the ability and the attack of its class unless it says another attack.

use super::{Body, BodyId, Content, put_body};
use crate::{
    FriendsAndFoes, State,
    cards::{AttackCard, Gift, Range},
    words::{Class, Nature},
};
use kernel::{
    Printed,
    printed::{Field, Kind, Takes},
};

const HEALTH: Takes = Takes::Number(1, 30);
const TEN: Takes = Takes::Number(0, 10);
const SPRINT: Takes = Takes::Number(2, 10);
const ATTACK: Field = Field::may("attack", TEN);
const DAMAGE: Field = Field::may("damage", Takes::Number(0, 20));
const NATURE: Field = Field::may("nature", Takes::Word(&["physical", "magic"]));
const RANGE: Field = Field::may("range", Takes::Word(&["melee", "reach1", "reach2", "reach3", "sight"]));

/// The kinds of cards that can be told.
pub const KINDS: &[Kind] = &[
    Kind {
        word: "character",
        fields: &[
            Field::must("class", Takes::Word(&["ranger", "rogue", "warrior", "knight", "wizard", "oracle"])),
            Field::must("level", Takes::Number(1, 3)),
            Field::may("health", HEALTH),
            Field::may("armor", TEN).or(&["armour"]),
            Field::may("warding", TEN),
            Field::may("sprint", SPRINT),
            Field::may("coins", TEN).or(&["coin", "cost"]),
            ATTACK,
            DAMAGE,
            NATURE,
            RANGE,
        ],
        example: "character \"Sir Bog\" class knight level 2 health 6 armor 3 warding 1 sprint 8",
    },
    Kind {
        word: "minion",
        fields: &[
            Field::must("health", HEALTH),
            Field::must("armor", TEN).or(&["armour"]),
            Field::must("warding", TEN),
            Field::must("sprint", SPRINT),
            Field::may("coins", TEN).or(&["coin", "cost"]),
            ATTACK,
            DAMAGE,
            NATURE,
            RANGE,
        ],
        example: "minion \"Bog Imp\" health 2 armor 1 warding 0 sprint 6 attack 1 range melee",
    },
];

/// The game with this card; the table stays as it is.
///
/// # Errors
/// If it is no sound card, or there is no place for it.
pub fn with_card(g: &FriendsAndFoes, s: &State, told: &Printed) -> Result<(FriendsAndFoes, State), String> {
    let mut content = g.content.clone();
    told.is_new(content.bodies.iter().flatten().map(|body| body.name.as_str()))?;
    let class = told.text("class").and_then(|word| word.parse::<Class>().ok());
    let free = |id: &BodyId| {
        // A class has the numbers 1 to 9, and so have minions.
        let read = id.to_string().parse::<BodyId>();
        id.class() == class && read == Ok(*id) && content.bodies[id.index()].is_none()
    };
    let no_room = "there is no room for more cards of this kind; a content pack can replace ours";
    let id = BodyId::all().find(free).ok_or(no_room)?;
    let body = body(&content, told, class)?;
    put_body("your box", told.name(), id, body, &mut content.bodies)
        .map_err(|why| format!("{}; expected {}", why.what, why.expected))?;
    content.told.push(told.to_string());
    Ok((FriendsAndFoes { content, ..g.clone() }, *s))
}

fn body(content: &Content, told: &Printed, class: Option<Class>) -> Result<Body, String> {
    let card = class.map(|class| &content.classes[class.index()]);
    let level = told.number("level").unwrap_or(0);
    let (one, two, three) = content.prices.levels;
    let price = match level {
        1 => one,
        2 => two,
        3 => three,
        _ => content.prices.minion,
    };
    // What a card does not say follows from its class, as in our own box; minions say everything.
    let number = |word: &str, of_class: Option<u8>| told.number(word).or(of_class).unwrap_or(0);
    let pattern = match card {
        Some(card) => &card.basic,
        None => &content.bodies.iter().flatten().find(|body| body.class.is_none()).ok_or("no minions")?.basic,
    };
    Ok(Body {
        name: told.name().to_owned(),
        class,
        level,
        health: number("health", card.map(|card| card.health + level.saturating_sub(1))),
        armor: number("armor", card.map(|card| card.armor)),
        warding: number("warding", card.map(|card| card.warding)),
        sprint: number("sprint", card.map(|card| card.sprint)),
        coins: told.number("coins").unwrap_or(price),
        basic: attack(told, pattern),
        gift: card.map_or_else(Gift::default, |card| card.ability.clone()),
    })
}

/// The printed attack, as far as it is said.
fn attack(told: &Printed, pattern: &AttackCard) -> AttackCard {
    let range = match told.text("range") {
        Some("melee") => Range::Melee,
        Some("reach1") => Range::Reach(1),
        Some("reach2") => Range::Reach(2),
        Some("reach3") => Range::Reach(3),
        Some("sight") => Range::Sight,
        Some(_) | None => pattern.range,
    };
    AttackCard {
        modifier: told.number("attack").map_or(pattern.modifier, |modifier| modifier as i8),
        damage: told.number("damage").unwrap_or(pattern.damage),
        nature: told.text("nature").and_then(|word| word.parse::<Nature>().ok()).unwrap_or(pattern.nature),
        range,
        ..pattern.clone()
    }
}
