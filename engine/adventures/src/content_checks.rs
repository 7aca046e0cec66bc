//! What content must be before it is played with: every entry once, numbers within their bounds, every id resolved.

use crate::{
    content::{
        BadContent, Content,
        cards::{ModPrimitive, Scope},
        effect::{Ability, Added, Effect, Misread},
        read::TheBox,
        story::Campaign,
        words::{Deck, Faction, ItemId},
    },
    story_check,
};
use kernel::rule;
use std::fmt::Display;

pub use kernel::pack::wrong;

/// A text that is not of the vocabulary, with its place.
#[must_use]
pub fn misread(file: &str, entry: &str, misread: Misread) -> BadContent {
    BadContent {
        file: file.to_owned(),
        entry: format!("{entry}: "),
        what: misread.found,
        expected: misread.expected,
    }
}

pub fn within(file: &str, entry: &str, found: usize, low: usize, high: usize) -> Result<(), BadContent> {
    if (low..=high).contains(&found) {
        return Ok(());
    }
    let expected = if low == high { low.to_string() } else { format!("{low} to {high}") };
    wrong(file, entry, format!("{found} entries"), expected)
}

/// Each id of a file once.
fn each_once(file: &str, ids: &[String]) -> Result<(), BadContent> {
    for (at, id) in ids.iter().enumerate() {
        if ids[..at].contains(id) {
            return wrong(file, id, "it is listed twice", "each entry once");
        }
    }
    within(file, "the file", ids.len(), 1, 120)
}

/// Cards, enemies, pages and the journal, before the books are read.
pub fn check_box(the_box: &TheBox) -> Result<(), BadContent> {
    check_campaign(&the_box.campaign)?;
    let texts = |ids: Vec<(String, &str, &str)>, file: &str| {
        for (id, name, text) in &ids {
            if name.trim().is_empty() || text.trim().is_empty() {
                return wrong(file, id, "no name or no text", "both");
            }
        }
        each_once(file, &ids.into_iter().map(|(id, ..)| id).collect::<Vec<_>>())
    };
    texts(the_box.enemies.iter().map(|e| (e.id.to_string(), &*e.name, &*e.text)).collect(), "enemies.ron")?;
    texts(the_box.pages.iter().map(|p| (p.id.to_string(), &*p.name, &*p.text)).collect(), "skills.ron")?;
    texts(
        the_box.modifiers.iter().map(|m| (m.id.to_string(), &*m.name, &*m.text)).collect(),
        "modifiers.ron",
    )?;
    texts(the_box.classes.iter().map(|c| (c.id.to_string(), &*c.name, &*c.text)).collect(), "classes.ron")?;
    texts(the_box.heroes.iter().map(|h| (h.id.to_string(), &*h.name, &*h.text)).collect(), "heroes.ron")?;
    texts(
        the_box.discoveries.iter().map(|d| (d.id.to_string(), &*d.name, &*d.text)).collect(),
        "discoveries.ron",
    )?;
    texts(the_box.titles.iter().map(|t| (t.id.to_string(), &*t.name, &*t.text)).collect(), "titles.ron")?;
    // Boxes name these in words.
    each_once("skills.ron", &the_box.pages.iter().map(|p| p.name.clone()).collect::<Vec<_>>())?;
    each_once("modifiers.ron", &the_box.modifiers.iter().map(|m| m.name.clone()).collect::<Vec<_>>())?;
    check_enemies(the_box)?;
    check_cards(the_box)?;
    check_heroes(the_box)?;
    check_modifiers(the_box)
}

fn check_campaign(campaign: &Campaign) -> Result<(), BadContent> {
    rule!("RA-007", "RA-021", "RA-R45", "RA-R46");
    const FILE: &str = "campaign.ron";
    for faction in Faction::ALL {
        if campaign.factions.iter().filter(|t| t.id == *faction).count() != 1 {
            return wrong(FILE, faction, "not listed once", "each of C, S and H once");
        }
    }
    for track in &campaign.factions {
        if track.start < track.min || track.start > track.max || track.max > 30 {
            return wrong(FILE, track.id, format!("start {}", track.start), "min to max, at most 30");
        }
    }
    let players: Vec<u8> = campaign.limits.iter().map(|l| l.players).collect();
    if players != [1, 2, 3, 4] {
        return wrong(FILE, "limits", format!("players {players:?}"), "1, 2, 3 and 4 in order");
    }
    for l in &campaign.limits {
        if l.play == 0
            || l.play > 9
            || l.bonus > campaign.bonus_most
            || !(1..=8).contains(&l.dice)
            || l.gold > 50
        {
            return wrong(
                FILE,
                "limits",
                format!("{} players", l.players),
                "play 1 to 9, dice 1 to 8, gold to 50",
            );
        }
    }
    let mut limit = campaign.start_limit;
    for m in &campaign.mastery {
        if m.limit < limit || m.limit > 12 || m.cost == 0 {
            return wrong(
                FILE,
                "mastery",
                format!("cost {} limit {}", m.cost, m.limit),
                "limits that never fall, to 12",
            );
        }
        limit = m.limit;
    }
    for (what, found, low, high) in [
        ("mastery", campaign.mastery.len(), 0, 30),
        ("health", campaign.health.into(), 1, 40),
        ("start_limit", campaign.start_limit.into(), 1, 12),
        ("bonus_most", campaign.bonus_most.into(), 1, 20),
        ("death_boxes", campaign.death_boxes.into(), 1, 20),
        ("rest_boxes", campaign.rest_boxes.into(), 1, 8),
        ("races", campaign.races.len(), 1, 32),
        ("endings", campaign.endings.len(), 0, 32),
        ("adventures", campaign.adventures.len(), 1, 12),
        ("sidequests", campaign.sidequests.len(), 0, 4),
    ] {
        within(FILE, what, found, low, high)?;
    }
    each_once(FILE, &campaign.races)?;
    let books: Vec<String> = campaign.adventures.iter().chain(&campaign.sidequests).cloned().collect();
    each_once(FILE, &books)
}

fn check_enemies(the_box: &TheBox) -> Result<(), BadContent> {
    for enemy in &the_box.enemies {
        if !(1..=4).contains(&enemy.tier) {
            return wrong("enemies.ron", enemy.id, format!("tier {}", enemy.tier), "1 to 4");
        }
    }
    Ok(())
}

fn file_of(deck: Deck) -> &'static str {
    match deck {
        Deck::Rare => "rares.ron",
        Deck::Familiar => "familiars.ron",
        Deck::Armor | Deck::Weapon | Deck::Skill | Deck::Trait | Deck::Scroll => "market.ron",
    }
}

fn check_cards(the_box: &TheBox) -> Result<(), BadContent> {
    rule!("RA-005", "RA-R05", "RA-199");
    for card in the_box.cards.iter().flatten() {
        let no = |what: &str, expected: &str| wrong(file_of(card.deck), card.id, what, expected);
        if card.name.trim().is_empty() || card.text.trim().is_empty() {
            return no("no name or no text", "both");
        }
        if card.cost.is_some_and(|c| c > 30) {
            return no("cost", "at most 30");
        }
        let wanted = if card.deck == Deck::Familiar { 2 } else { 0 };
        if card.die.len() != wanted {
            return no("die", "two colours on a familiar, none on other cards");
        }
        if card.faces.iter().any(|f| !(1..=6).contains(f)) {
            return no("faces", "six values of 1 to 6");
        }
        check_ability(the_box, file_of(card.deck), &card.id, &card.ability)?;
    }
    for class in &the_box.classes {
        check_ability(the_box, "classes.ron", &class.id, &class.ability)?;
    }
    Ok(())
}

/// Familiars that an effect names are there.
fn check_ability(
    the_box: &TheBox,
    file: &str,
    entry: &dyn Display,
    ability: &Ability,
) -> Result<(), BadContent> {
    for effect in ability.effects() {
        let named = match effect {
            Effect::Add { what: Added::Familiar(card), .. } => Some(card),
            Effect::Flip { on, .. }
            | Effect::Adjust { on, .. }
            | Effect::Reroll { on, .. }
            | Effect::TreatColour { on, .. }
            | Effect::TreatValue { on, .. } => on.familiar,
            Effect::Add { what: Added::Colour(_) | Added::Random, .. }
            | Effect::Heal { .. }
            | Effect::Row { .. }
            | Effect::Extra(_)
            | Effect::Recover(_) => None,
        };
        if named.is_some_and(|card| card.deck() != Deck::Familiar || the_box.cards[card.index()].is_none()) {
            return wrong(file, entry, format!("`{effect}`"), "a familiar of familiars.ron");
        }
    }
    Ok(())
}

fn check_heroes(the_box: &TheBox) -> Result<(), BadContent> {
    rule!("RA-023");
    for hero in &the_box.heroes {
        let no = |what: String, expected: String| wrong("heroes.ron", hero.id, what, expected);
        if !the_box.classes.iter().any(|c| c.id == hero.class) {
            return no(format!("class {}", hero.class), "a class of classes.ron".to_owned());
        }
        if let Some(score) = hero.scores.iter().find(|s| **s > the_box.campaign.start_limit) {
            return no(format!("score {score}"), format!("at most {}", the_box.campaign.start_limit));
        }
        for (at, card) in hero.hand.iter().enumerate() {
            if !card.deck().is_market()
                || the_box.cards[card.index()].is_none()
                || hero.hand[..at].contains(card)
            {
                return no(format!("card {card}"), "different cards of market.ron".to_owned());
            }
        }
    }
    Ok(())
}

fn check_modifiers(the_box: &TheBox) -> Result<(), BadContent> {
    for modifier in &the_box.modifiers {
        for primitive in modifier.does {
            let only = match primitive {
                ModPrimitive::PerUncovered(_) => Some(Scope::Check),
                ModPrimitive::Counter(_) | ModPrimitive::StartSpace(_) => Some(Scope::Combat),
                ModPrimitive::DiceLimit(_)
                | ModPrimitive::Cost(_)
                | ModPrimitive::NoBonusPlays
                | ModPrimitive::Forbid(_)
                | ModPrimitive::ExtraSlot(_)
                | ModPrimitive::OnPass(_)
                | ModPrimitive::OnFail(_) => None,
            };
            if only.is_some_and(|scope| scope != modifier.scope) {
                return wrong(
                    "modifiers.ron",
                    modifier.id,
                    format!("scope {:?}", modifier.scope),
                    "check for per_uncovered_fatigue, combat for counter and start_space",
                );
            }
        }
    }
    Ok(())
}

/// The books: nothing in them may leave a party without a way on.
pub fn check_books(content: &Content) -> Result<(), BadContent> {
    for adventure in &content.adventures {
        let spaces = adventure.paths.iter().filter(|p| p.encounter).count();
        if spaces != adventure.encounters.len() {
            return wrong(
                &story_check::file_of(content, adventure.id),
                "encounters",
                format!("{} tokens", adventure.encounters.len()),
                format!("{spaces}, one for each path with an encounter"),
            );
        }
    }
    check_room(content)?;
    match story_check::faults(content).into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// Items one adventure may bring to light.
const ITEMS_MOST: usize = 15;
/// Slots one combat may bring into play, before modifiers add theirs.
const COMBAT_SLOTS_MOST: usize = 20;

/// What a table has room for.
fn check_room(content: &Content) -> Result<(), BadContent> {
    for adventure in &content.adventures {
        let file = story_check::file_of(content, adventure.id);
        let mut items = 0u128;
        for (label, directive) in story_check::directives(content, adventure.id) {
            let nature = directive.nature();
            items |= nature.reveals.map_or(0, ItemId::bit);
            let slots: usize = nature.enemies.iter().map(|e| content.enemy(*e).slots.len()).sum();
            if slots > COMBAT_SLOTS_MOST {
                let expected = format!("at most {COMBAT_SLOTS_MOST} in one combat");
                return wrong(&file, label, format!("{slots} slots"), expected);
            }
        }
        within(&file, "items", items.count_ones() as usize, 0, ITEMS_MOST)?;
    }
    Ok(())
}
