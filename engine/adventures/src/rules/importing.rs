//! Heroes from Roll Player: what their stars, scores, cards and gold are worth here, and how a record of one reads. RA-030 to
//! RA-038.

use crate::{
    Content,
    words::{CardId, ClassId, Colour, Deck, RaceId},
};
use kernel::{BadOption, options::bad, rule};

/// What is known of a finished Roll Player character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// What the player calls it; empty: by its class.
    pub name: String,
    pub race: RaceId,
    /// `None`: its class is not here, and the player chooses a class card of its colour.
    pub class: Option<ClassId>,
    /// Its class by name.
    pub calling: String,
    pub colour: Colour,
    /// Reputation stars.
    pub stars: u8,
    /// Scores after racial bonus or penalty, by colour.
    pub scores: [u8; 6],
    /// Market cards and familiars it owned.
    pub cards: Vec<CardId>,
    /// Those whose names are not here, with their decks: the player chooses others.
    pub missing: Vec<(Deck, String)>,
    pub gold: u8,
    pub xp: u8,
    /// Fiends that were active at the end.
    pub fiends: u8,
}

impl Import {
    /// Reads `name:Brakka;race:Orc;class:Warrior;colour:R;stars:30;scores:17/15/13/12/18/14;cards:A01/armor=Mail_Coif;gold:7;xp:2;fiends:1`.
    ///
    /// # Errors
    /// With the field at fault.
    pub fn read(content: &Content, text: &str) -> Result<Import, BadOption> {
        const WHERE: &str = "import0";
        let field = |name: &str| text.split(';').find_map(|f| f.strip_prefix(name)?.strip_prefix(':'));
        let spaced = |name: &str| field(name).unwrap_or_default().replace('_', " ").trim().to_owned();
        let number = |name: &'static str| -> Result<u8, BadOption> {
            let found = field(name).unwrap_or("0");
            found.parse().map_err(|_| bad(WHERE, format!("{name}:{found}"), "a number from 0 to 255"))
        };
        let name = spaced("name");
        if name.chars().count() > NAME_MAX {
            return Err(bad(WHERE, name, format!("a name of at most {NAME_MAX} letters")));
        }
        let race = spaced("race");
        let races = &content.campaign.races;
        let known =
            races.iter().find(|known| known.eq_ignore_ascii_case(&race)).and_then(|race| content.race(race));
        let (class, calling, colour) = class(content, &spaced("class"), field("colour"))?;
        let scores: Vec<u8> = field("scores").unwrap_or_default().split('/').flat_map(str::parse).collect();
        let (mut cards, mut missing) = (vec![], vec![]);
        for word in field("cards").unwrap_or_default().split('/').filter(|word| !word.is_empty()) {
            match card(content, word)? {
                Ok(card) => cards.push(card),
                Err(lost) => missing.push(lost),
            }
        }
        if missing.len() > CARDS_MAX {
            return Err(bad(WHERE, format!("{} cards", missing.len()), format!("at most {CARDS_MAX}")));
        }
        Ok(Import {
            name,
            race: known.ok_or_else(|| bad(WHERE, race, format!("one of the races {}", races.join(", "))))?,
            class,
            calling,
            colour,
            stars: number("stars")?,
            scores: scores
                .try_into()
                .map_err(|_| bad(WHERE, text, "six scores such as 17/15/13/12/18/14"))?,
            cards,
            missing,
            gold: number("gold")?,
            xp: number("xp")?,
            fiends: number("fiends")?,
        })
    }
}

/// The longest name of a hero, and the most cards that one brings.
const NAME_MAX: usize = 24;
const CARDS_MAX: usize = 40;

/// `C03`, the name of a class that is here, or any other with its colour.
fn class(
    content: &Content,
    text: &str,
    colour: Option<&str>,
) -> Result<(Option<ClassId>, String, Colour), BadOption> {
    let same = |known: &&crate::content::cards::ClassCard| {
        known.id.to_string() == text || known.name.eq_ignore_ascii_case(text)
    };
    if let Some(known) = content.classes.iter().find(same) {
        return Ok((Some(known.id), known.name.clone(), known.colour));
    }
    let help = || {
        let all: Vec<&str> = content.classes.iter().map(|class| class.name.as_str()).collect();
        format!(
            "one of the classes {}; or any other with its colour, such as class:Warrior;colour:R",
            all.join(", ")
        )
    };
    let there = |colour: &Colour| content.classes.iter().any(|class| class.colour == *colour);
    let colour = colour.and_then(|colour| colour.parse().ok()).filter(|c| !text.is_empty() && there(c));
    Ok((None, text.to_owned(), colour.ok_or_else(|| bad("import0", text, help()))?))
}

/// `A01`, or a card by its deck and name such as `armor=Mail_Coif`; the name is not known here for `Err` inside.
fn card(content: &Content, word: &str) -> Result<Result<CardId, (Deck, String)>, BadOption> {
    let wrong = || bad("import0", word, "a card such as A01, or by deck and name such as armor=Mail_Coif");
    let Some((deck, name)) = word.split_once('=') else { return word.parse().map(Ok).map_err(|_| wrong()) };
    let (deck, name) = (deck.parse::<Deck>().map_err(|_| wrong())?, name.replace('_', " "));
    let found = content.cards_of(deck).find(|card| card.name.eq_ignore_ascii_case(&name));
    Ok(found.map(|card| card.id).ok_or((deck, name)))
}

/// Health from reputation stars.
#[must_use]
pub fn health(stars: u8) -> u8 {
    rule!("RA-031");
    match stars {
        0..=20 => 14,
        21..=25 => 15,
        26..=35 => 16,
        36..=40 => 17,
        41.. => 18,
    }
}

/// Health with the penalty for fiends, where that is played.
#[must_use]
pub fn health_with_fiends(stars: u8, fiends: u8, penalty: bool) -> u8 {
    rule!("RA-038", "RA-R71");
    let full = health(stars);
    if penalty { full.saturating_sub(fiends).max(1) } else { full }
}

/// A score here from a score there.
#[must_use]
pub fn score(there: u8) -> u8 {
    rule!("RA-032");
    match there {
        0..=13 => 0,
        14..=15 => 1,
        16..=17 => 2,
        18.. => 3,
    }
}

/// Points a player may still give out: the scores of an import reach at least six.
#[must_use]
pub fn points(scores: [u8; 6]) -> u8 {
    rule!("RA-033");
    6u8.saturating_sub(scores.iter().sum())
}

/// What the party starts with of what all its characters had.
#[must_use]
pub fn shared(all: impl Iterator<Item = u8>, players: u8) -> u16 {
    rule!("RA-037");
    all.map(u16::from).sum::<u16>() / u16::from(players)
}
