//! The story: one line for each thing that happens. Everybody reads everything (RA-072).

use crate::words::{CardId, Colour, DieKind};
use kernel::{Seat, Story};
use std::fmt;

/// A hero or a card as the story names it.
pub type Name = String;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Mode {
        legendary: bool,
    },
    Joins(Seat, Name),
    Leaves(Seat, Name),
    Raises(Name, Colour, u8),
    Health(Name, u8),
    TakesCard(Name, CardId, Name),
    ReturnsCard(Name, CardId, Name),
    Adventure(String),
    /// Who holds the storybook, and who the Tome.
    Books {
        storyteller: Name,
        tome_keeper: Name,
    },
    Reads(String, String),
    Votes(Seat, String),
    Decided(String),
    Tied(Name),
    Xp(i16, u16),
    Gold(i16, u16),
    Fatigue {
        who: Name,
        by: u8,
        fatigue: u8,
        health: u8,
    },
    Heals {
        who: Name,
        by: u8,
        fatigue: u8,
        health: u8,
    },
    Exhausted(Name),
    Revived(Name),
    Row(Name, Colour, i8),
    Keyword {
        word: String,
        recorded: bool,
    },
    Title(String),
    Item {
        name: String,
        gained: bool,
    },
    MapCard(String),
    Path(String),
    Token {
        name: String,
        at: char,
        put: bool,
    },
    /// `over`: what the track cannot show.
    Favor {
        faction: String,
        to: u8,
        by: i8,
        over: u8,
    },
    EndOpen,
    Ending(String),
    Moves(char, String),
    /// At a location of people's own book.
    Arrives(char),
    /// The entry of people's own book that is to be read.
    LookUp(String),
    Encounter(u8),
    Uses(Vec<String>),
    NothingHappens,
    Rests(u8),
    Rested(Name),
    DeathBox(u8),
    Check(String, Vec<String>),
    Combat(Vec<String>, Vec<String>),
    Round(u8),
    Buys(Name, Colour),
    Pays(Name, Colour, u8),
    Declines(Name, Colour),
    Draws(DieKind),
    Rolls(String),
    Plays {
        who: Name,
        card: CardId,
        name: Name,
        bonus: bool,
    },
    Ability(Name, Name),
    Changes(String, String),
    Places(Vec<String>),
    Defeated(Name),
    Counterattacks(u8),
    Track(Name, String),
    Result {
        combat: bool,
        passed: bool,
    },
    Market(Vec<String>),
    Purchases(Name, CardId, Name, u8),
    Sells(Name, CardId, Name),
    Limit(&'static str, u8),
    Saved(u8),
    /// What people told or put right.
    Told(String),
}

impl Story for Event {
    fn seen_by(&self, _: Seat) -> Option<Event> {
        Some(self.clone())
    }
}

fn listed(all: &[String]) -> String {
    all.join(", ")
}

fn gains(yes: bool) -> &'static str {
    if yes { "gains" } else { "loses" }
}

impl fmt::Display for Event {
    #[allow(clippy::too_many_lines, reason = "one line an event")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Event as E;
        match self {
            E::Mode { legendary: true } => write!(f, "the campaign is legendary"),
            E::Mode { legendary: false } => write!(f, "the campaign is played in normal mode"),
            E::Adventure(title) => write!(f, "{title} begins"),
            E::Books { storyteller, tome_keeper } if storyteller == tome_keeper => {
                write!(f, "{storyteller} tells the story and keeps the Tome")
            }
            E::Books { storyteller, tome_keeper } => {
                write!(f, "{storyteller} tells the story, {tome_keeper} keeps the Tome")
            }
            E::Reads(label, text) => write!(f, "{label}: {text}"),
            E::Votes(seat, what) => write!(f, "{seat} votes: {what}"),
            E::Decided(what) => write!(f, "the party decides: {what}"),
            E::Tied(who) => write!(f, "the vote is tied, {who} decides"),
            E::Keyword { word, recorded: true } => write!(f, "the keyword {word} is recorded"),
            E::Keyword { word, recorded: false } => write!(f, "the keyword {word} is erased"),
            E::Title(name) => write!(f, "title: {name}"),
            E::Item { name, gained: true } => write!(f, "the party gains the item {name}"),
            E::Item { name, gained: false } => write!(f, "the item {name} goes back to its deck"),
            E::MapCard(name) => write!(f, "{name} is added to the map"),
            E::Path(ends) => write!(f, "the path {ends} is open"),
            E::Token { name, at, put: true } => write!(f, "{name} is put at {at}"),
            E::Token { name, at, put: false } => write!(f, "{name} leaves {at}"),
            E::Favor { faction: name, to, by, over: 0 } => write!(f, "favor of {name} {by:+}: now {to}"),
            E::Favor { faction: name, to, by, over: xp } => {
                write!(f, "favor of {name} {by:+}: now {to}, {xp} XP for what the track cannot show")
            }
            E::EndOpen => write!(f, "THE END is open"),
            E::Ending(text) => write!(f, "ending: {text}"),
            E::Moves(letter, name) => write!(f, "the party moves to {letter}, {name}"),
            E::Arrives(letter) => write!(f, "the party arrives at {letter}: read entry {letter}"),
            E::LookUp(label) => write!(f, "read entry {label}, if your book has it"),
            E::Encounter(number) => write!(f, "encounter {number}"),
            E::Uses(items) => write!(f, "the party uses {}", items.join(" with ")),
            E::NothingHappens => write!(f, "nothing happens"),
            E::Rests(boxes) => write!(f, "the party rests, {boxes} boxes are marked"),
            E::Rested(who) => write!(f, "{who} is refreshed"),
            E::DeathBox(number) => write!(f, "the whole party is exhausted: death box {number}"),
            E::Told(text) => write!(f, "told: {text}"),
            E::Saved(boxes) => write!(f, "the campaign is saved, {boxes} adventures done"),
            E::Joins(seat, name) => write!(f, "{seat} plays {name}"),
            E::Leaves(seat, name) => write!(f, "{name} ({seat}) leaves the party"),
            E::Raises(who, attribute, to) => write!(f, "{who}: {} is now {to}", attribute.attribute()),
            E::Health(who, to) => write!(f, "{who}: health is now {to}"),
            E::TakesCard(who, card, name) => write!(f, "{who} takes {name} ({card})"),
            E::ReturnsCard(who, card, name) => write!(f, "{who} returns {name} ({card})"),
            E::Xp(by, total) => write!(f, "the party {} {} XP: {total}", gains(*by > 0), by.abs()),
            E::Gold(by, total) => write!(f, "the party {} {} gold: {total}", gains(*by > 0), by.abs()),
            E::Fatigue { who, by, fatigue, health } => {
                write!(f, "{who} takes {by} fatigue ({fatigue}/{health})")
            }
            E::Heals { who, by, fatigue, health } => {
                write!(f, "{who} loses {by} fatigue ({fatigue}/{health})")
            }
            E::Exhausted(who) => write!(f, "{who} is exhausted"),
            E::Revived(who) => write!(f, "{who} is revived"),
            E::Row(who, row, by) => write!(f, "{who}: {by:+} {} stamina", row.attribute()),
            E::Market(cards) => write!(f, "the market offers {}", listed(cards)),
            E::Purchases(who, card, name, price) => write!(f, "{who} buys {name} ({card}) for {price} gold"),
            E::Sells(who, card, name) => write!(f, "{who} sells {name} ({card}) for 2 gold"),
            E::Limit(what, to) => write!(f, "the {what} is now {to}"),
            E::Check(what, mods) if mods.is_empty() => write!(f, "skill check: {what}"),
            E::Check(what, mods) => write!(f, "skill check: {what} [{}]", listed(mods)),
            E::Combat(foes, mods) if mods.is_empty() => write!(f, "combat: {}", listed(foes)),
            E::Combat(foes, mods) => write!(f, "combat: {} [{}]", listed(foes), listed(mods)),
            E::Round(number) => write!(f, "round {number}"),
            E::Buys(who, colour) => write!(f, "{who} wants a {} die", colour.title()),
            E::Pays(who, row, n) => write!(f, "{who} pays {n} {}", row.attribute()),
            E::Declines(who, colour) => write!(f, "{who} declines: no {} die now", colour.title()),
            E::Draws(kind) => write!(f, "a {kind} die comes out of the bag"),
            E::Rolls(die) => write!(f, "it shows {die}"),
            E::Plays { who, card, name, bonus: false } => write!(f, "{who} plays {name} ({card})"),
            E::Plays { who, card, name, bonus: true } => {
                write!(f, "{who} spends a bonus play on {name} ({card})")
            }
            E::Ability(who, class) => write!(f, "{who} uses the ability of the {class}"),
            E::Changes(from, to) => write!(f, "{from} becomes {to}"),
            E::Places(all) if all.is_empty() => write!(f, "no die is placed"),
            E::Places(all) => write!(f, "placed: {}", listed(all)),
            E::Defeated(who) => write!(f, "{who} is defeated"),
            E::Counterattacks(n) => write!(f, "counterattacks: {n} for everybody"),
            E::Track(who, what) => write!(f, "{who}: {what}"),
            E::Result { combat, passed } => f.write_str(match (combat, passed) {
                (false, true) => "the check is passed",
                (false, false) => "the check is failed",
                (true, true) => "victory",
                (true, false) => "defeat",
            }),
        }
    }
}
