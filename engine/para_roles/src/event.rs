//! The story: one line for each thing that happens. Nothing in this game is private to one seat.

use crate::{
    state::Name,
    words::{Ability, Deed, Epic, Item, Marker, Side, Stat},
};
use kernel::{Card, Seat, Story, Suit};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Takes(Name, Card),
    Becomes(Name),
    RoleEpic(Name, Epic),
    Encounter(Vec<Name>),
    Card(Name, Card),
    Turns(Option<Name>, Card, Purpose, Option<bool>),
    Keeps(Name, Card),
    Rolls(Name, u8, Deed),
    Repeats(Name, Deed),
    Instead(Name, Deed),
    Pending(Name, Deed),
    Succeeds(Name, Deed),
    NoTarget,
    Aims(Name, Name),
    Covers(Name, Name),
    Misses(Name, Name),
    NoHarm(Name, &'static str),
    Stopped(Name),
    Loses(Name, u16, u16),
    /// Minimal: a hero, whose HP people keep themselves.
    Suffers(Name, u16),
    /// Minimal: his Defense card is turned and looked at by people.
    MustDefend(Name, u16),
    Gains(Name, u16, u16),
    Temporary(Name, u8),
    Dies(Name),
    Returns(Name),
    Stance(Name),
    Boosted(Name, u8),
    RiposteWaits(Name),
    Stunned(Name),
    LosesTurn(Name),
    KnockedDown(Name),
    Charmed(Name),
    Steals(Name, Name, Stat),
    Destroys(Name),
    Guard(Name),
    Ability(Name, Ability),
    TokenOn(Name, Side, Name),
    SupportToken(Name, Name, Stat, bool),
    Slot(Name, Ability),
    Declares(Name, Epic, u8),
    Broken(Name),
    Fires(Name, Epic, bool),
    Ends(Name, Epic),
    Black(u8),
    Lays(Name, Card, Name),
    PutBack(Card),
    Bears(Name, Suit),
    Hides(Name),
    Summons(Name),
    Released,
    Reflects(Name, Deed),
    Runs(Name),
    Shaken(Name),
    SafetyNet(u16),
    Reshuffle,
    TreasureFor(Name),
    TreasureLaid(Name, Stat),
    TreasureMoved(Name, Stat, Name, Stat),
    TreasureGone(u8),
    Pays(Name, u8),
    Upgrade(Name, Card),
    Learns(Name, Ability),
    LearnsEpic(Name, Epic),
    Buys(Name, Item),
    HandsOver(Name, Item, Name),
    Town(bool),
    Flask(Name),
    SmokeBomb(Name),
    Map(String),
    Found(Marker),
    Trap(Name, bool),
    Clock(u8),
    Sealed(Suit),
    CombatOver {
        beaten: bool,
    },
    Corrected(String, String),
    /// Minimal: what people have to do, or should look at again.
    Line(String),
    Over(String),
}

/// What a card was turned for, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Stat(Stat, u8),
    Plain(&'static str),
}

impl Story for Event {
    /// Everybody sees everything.
    fn seen_by(&self, _: Seat) -> Option<Event> {
        Some(self.clone())
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purpose::Stat(stat, value) => write!(f, "{} {value}", stat.title()),
            Purpose::Plain(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for Event {
    #[allow(clippy::too_many_lines, reason = "one line a variant")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Event as E;
        match self {
            E::Turns(who, card, what, ok) => tell_card(f, *who, *card, *what, *ok),
            E::Keeps(who, card) => write!(f, "{who} keeps {}", glyph(*card)),
            E::Rolls(who, face, deed) => write!(f, "{who} rolls {face}: {}", deed.title()),
            E::Repeats(who, deed) => write!(f, "{who} tries {} again without a roll", deed.title()),
            E::Instead(who, deed) => write!(f, "{who} does {} instead", deed.title()),
            E::Pending(who, deed) => write!(f, "{who} powers up: {} stays pending", deed.title()),
            E::Succeeds(who, deed) => write!(f, "{who}: {} succeeds", deed.title()),
            E::NoTarget => f.write_str("nobody can be reached"),
            E::Aims(who, at) => write!(f, "{who} strikes at {at}"),
            E::Covers(who, whom) => write!(f, "{who} takes it for {whom}"),
            E::Misses(who, at) => write!(f, "{who} misses {at}"),
            E::NoHarm(who, why) => write!(f, "{who} takes no harm: {why}"),
            E::Stopped(who) => write!(f, "{who} stops the blow"),
            E::Loses(who, amount, left) => write!(f, "{who} takes {amount} ({left} HP left)"),
            E::Suffers(who, amount) => write!(f, "{who} takes {amount}"),
            E::MustDefend(who, amount) => {
                write!(f, "{who} turns a Defense card: takes {amount} unless it holds")
            }
            E::Gains(who, amount, now) => write!(f, "{who} gains {amount} HP ({now} HP)"),
            E::Temporary(who, amount) => write!(f, "{who} gets {amount} temporary HP"),
            E::Dies(who) => write!(f, "{who} falls"),
            E::Returns(who) => write!(f, "{who} stands again"),
            E::Stance(who) => write!(f, "{who} is on guard"),
            E::Boosted(who, by) => write!(f, "{who}: next hit deals {by} more"),
            E::RiposteWaits(who) => write!(f, "{who} waits to strike back"),
            E::Stunned(who) => write!(f, "{who} is stunned"),
            E::LosesTurn(who) => write!(f, "{who} loses the turn"),
            E::KnockedDown(who) => write!(f, "{who} is knocked down"),
            E::Charmed(who) => write!(f, "{who} is charmed"),
            E::Steals(who, from, stat) => write!(f, "{who} steals treasure from {from}'s {}", stat.title()),
            E::Destroys(who) => write!(f, "{who} destroys a treasure"),
            E::Guard(of) => write!(f, "an Undead Guard rises before {of}"),
            E::Ability(who, ability) => write!(f, "{who}: {} is on", ability.title()),
            E::TokenOn(who, side, ally) => write!(f, "{who}: {} on {ally}", side.title()),
            E::SupportToken(who, on, stat, true) => write!(f, "{who} buffs {on}'s {}", stat.title()),
            E::SupportToken(who, on, stat, false) => write!(f, "{who} curses {on}'s {}", stat.title()),
            E::Declares(who, epic, turn) => write!(f, "{who} works on {} ({turn} of 3)", epic.title()),
            E::Broken(who) => write!(f, "{who} is interrupted"),
            E::Fires(who, epic, false) => write!(f, "{who}: {}!", epic.title()),
            E::Fires(who, epic, true) => write!(f, "{who}: {}, turned against the party!", epic.title()),
            E::Ends(who, epic) => write!(f, "{}'s {} ends", who, epic.title()),
            E::Black(count) => write!(f, "{count} black"),
            E::Lays(who, card, on) => write!(f, "{who} lays {} on {on}", glyph(*card)),
            E::PutBack(card) => write!(f, "{} goes back", glyph(*card)),
            E::Bears(who, suit) => write!(f, "{who}: the grave calls {}", suit.glyph()),
            E::Hides(who) => write!(f, "{who} hides"),
            E::Summons(who) => write!(f, "{who} calls a creature"),
            E::Released => f.write_str("the creature returns to the Void"),
            E::Reflects(who, deed) => write!(f, "{who} turns {} back", deed.title()),
            E::Runs(who) => write!(f, "{who} leads the party away"),
            E::Shaken(who) => write!(f, "{who} is shaken off"),
            E::Takes(who, card) => write!(f, "{who} takes {}", glyph(*card)),
            E::Becomes(who) => write!(f, "{who} joins the party"),
            E::RoleEpic(who, epic) => write!(f, "{who} also knows {}", epic.title()),
            E::Encounter(foes) => {
                let names: Vec<String> = foes.iter().map(ToString::to_string).collect();
                write!(f, "enemies: {}", names.join(", "))
            }
            E::Card(who, card) => write!(f, "{who} gets {}", glyph(*card)),
            E::Slot(who, ability) => write!(f, "{who} now uses {}", ability.title()),
            E::SafetyNet(rounds) => write!(f, "after {rounds} rounds both sides withdraw"),
            E::Reshuffle => f.write_str("the Random Deck is reshuffled"),
            E::TreasureFor(who) => write!(f, "{who} wins a treasure"),
            E::TreasureLaid(who, stat) => write!(f, "{who} lays a treasure under {}", stat.title()),
            E::TreasureMoved(from, stat, to, under) => {
                write!(f, "{from} moves a treasure from {} to {to}'s {}", stat.title(), under.title())
            }
            E::TreasureGone(count) => write!(f, "{count} treasure left behind"),
            E::Pays(who, cost) => write!(f, "{who} pays {cost} treasure"),
            E::Upgrade(who, card) => write!(f, "{who} trades up to {}", glyph(*card)),
            E::Learns(who, ability) => write!(f, "{who} learns {}", ability.title()),
            E::LearnsEpic(who, epic) => write!(f, "{who} learns {}", epic.title()),
            E::Buys(who, item) => write!(f, "{who} buys: {}", item.title()),
            E::HandsOver(who, item, to) => write!(f, "{who} hands {} to {to}", item.title()),
            E::Town(true) => f.write_str("the party is in town"),
            E::Town(false) => f.write_str("the party takes to the road"),
            E::Flask(who) => write!(f, "{who} drinks a flask"),
            E::SmokeBomb(who) => write!(f, "{who} throws a smoke bomb"),
            E::Map(what) => f.write_str(what),
            E::Found(marker) => write!(f, "found: {}", marker.title()),
            E::Trap(who, true) => write!(f, "{who} disarms the trap"),
            E::Trap(who, false) => write!(f, "{who} springs the trap"),
            E::Clock(at) => write!(f, "the clock stands at {at}"),
            E::Sealed(suit) => write!(f, "the {} rift is sealed", suit.glyph()),
            E::CombatOver { beaten: true } => f.write_str("the enemies are beaten"),
            E::Line(what) => f.write_str(what),
            E::Corrected(what, how) => write!(f, "set: {what} {how}"),
            E::CombatOver { beaten: false } => f.write_str("the party has got away"),
            E::Over(how) => f.write_str(how),
        }
    }
}

fn tell_card(
    f: &mut fmt::Formatter<'_>,
    who: Option<Name>,
    card: Card,
    what: Purpose,
    ok: Option<bool>,
) -> fmt::Result {
    match who {
        Some(name) => write!(f, "{name} turns {} for {what}", glyph(card))?,
        None => write!(f, "{} for {what}", glyph(card))?,
    }
    match ok {
        Some(true) => f.write_str(": success"),
        Some(false) => f.write_str(": failure"),
        None => Ok(()),
    }
}

/// A card as people see it: `10♥`.
#[must_use]
pub fn glyph(card: Card) -> String {
    format!("{}{}", card.rank(), card.suit().glyph())
}
