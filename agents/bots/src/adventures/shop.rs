//! Setting out and between adventures: heroes, gifts, losses, guild and market.

use super::prices;
use ::adventures::{
    content::{
        cards::Flag,
        effect::{ANY_NUMBER, Effect, Selector},
    },
    queries::Look,
    rules::advancement::{self, Training},
    words::{CardId, Colour},
};
use kernel::Seat;

/// XP kept for the rests of the next adventure.
const KEPT: u16 = 3;

/// What a card can do for its owner, about 0 to 1.
#[must_use]
pub fn card_worth(look: Look, card: CardId) -> f32 {
    let card = look.card(card);
    let best = card.ability.effects().map(effect_worth).fold(0.0, f32::max);
    let more = 0.06 * (card.ability.options.len() as f32 - 1.0);
    let often = match card.flag {
        Flag::None => 1.0,
        Flag::Spent => 0.75,
        Flag::Once => 0.5,
        Flag::Return => 0.3,
    };
    (best + more) * often
}

fn breadth(on: Selector) -> f32 {
    let share = on.colours.len() as f32 / 6.0 * on.values.len() as f32 / 6.0;
    0.3 + 0.7 * share
}

fn count(up_to: u8) -> f32 {
    1.0 + 0.25 * (f32::from(if up_to == ANY_NUMBER { 4 } else { up_to }) - 1.0)
}

fn effect_worth(effect: Effect) -> f32 {
    match effect {
        Effect::Flip { on, up_to } => 0.55 * breadth(on) * count(up_to),
        Effect::Adjust { on, up_to } => 0.7 * breadth(on) * count(up_to),
        Effect::Reroll { on, up_to } => 0.5 * breadth(on) * count(up_to),
        Effect::TreatColour { on, up_to, to } => {
            0.6 * breadth(on) * count(up_to) * (0.6 + 0.08 * to.len() as f32)
        }
        Effect::TreatValue { on, .. } => breadth(on),
        Effect::Add { set, .. } => {
            if set.is_some() {
                0.8
            } else {
                0.7
            }
        }
        Effect::Heal { by, .. } => 0.12 * f32::from(by),
        Effect::Row { by, .. } => 0.12 * f32::from(by),
        Effect::Extra(_) => 0.5,
        Effect::Recover(_) => 0.4,
    }
}

/// Who gives up a card: whoever has most to lose it from; who takes one: whoever has least to play.
#[must_use]
pub fn named(look: Look, seat: Seat, loses: bool) -> f32 {
    let cards = look.s.sheets[seat].cards();
    if loses {
        let cheapest = cards.iter().map(|card| card_worth(look, card));
        return 0.6 - 0.4 * cheapest.fold(1.0, f32::min);
    }
    0.6 - 0.02 * cards.len() as f32
}

/// A card of the market for this hero.
#[must_use]
pub fn purchase(look: Look, seat: Seat, card: CardId) -> f32 {
    let price = f32::from(look.price(card, seat));
    let few = 0.004 * look.s.sheets[seat].cards().len() as f32;
    0.45 + 0.4 * card_worth(look, card) - 0.03 * price - few
}

/// Heroes whose cards help most.
#[must_use]
pub fn hero_worth(look: Look, hero: ::adventures::words::HeroId) -> f32 {
    let hero = look.g.content.hero(hero);
    let cards: f32 = hero.hand.iter().map(|card| card_worth(look, *card)).sum();
    let class: f32 = look.g.content.class(hero.class).ability.effects().map(effect_worth).fold(0.0, f32::max);
    0.2 + 0.08 * cards + 0.1 * class
}

/// A score that others in the party lack.
#[must_use]
pub fn raise(look: Look, seat: Seat, attribute: Colour) -> f32 {
    let s = look.s;
    let all: u8 = s.present.into_iter().map(|seat| s.sheets[seat].scores[attribute.index()]).sum();
    let own = s.sheets[seat].scores[attribute.index()];
    0.6 - 0.03 * f32::from(all) / f32::from(s.players().max(1)) + 0.01 * f32::from(own)
}

/// What the guild sells, with some XP kept for rests.
#[must_use]
pub fn guild(look: Look, training: Training) -> f32 {
    let s = look.s;
    let Some(price) = advancement::guild_price(look, training) else { return 0.1 };
    let last = usize::from(s.journal.campaign) + 1 >= look.g.content.campaign.adventures.len();
    if !last && s.journal.xp < price + KEPT {
        return 0.2;
    }
    match training {
        Training::CombatDice => 0.80,
        Training::Mastery => 0.70,
        Training::Health(player) => {
            let health = s.sheets[player.seat()].health;
            let weak = f32::from(25u8.saturating_sub(health)) * 0.005;
            if health < 25 { 0.56 + weak } else { 0.45 }
        }
        Training::BonusPlay => 0.62,
    }
}

/// What the party has to show for itself, for values outside of contests.
#[must_use]
pub fn means(look: Look) -> f32 {
    let s = look.s;
    let cards: f32 = s
        .present
        .into_iter()
        .flat_map(|seat| s.sheets[seat].cards().iter())
        .map(|c| card_worth(look, c))
        .sum();
    prices::strength(look) + 0.05 * cards + 0.2 * f32::from(s.journal.combat_dice)
}
