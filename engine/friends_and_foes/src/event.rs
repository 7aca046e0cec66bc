//! The story: one line for each thing that happens, and what each seat may read of it.

use crate::words::{AreaId, Formation, Reason, Terrain, value};
use kernel::{Card, Seat, SeatSet, Story};
use std::fmt;

/// A character as the story names it: `Errant (a2)`.
pub type Name = String;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Scenario(String, String),
    Twist(String),
    /// Told to its owner only, until all are ready.
    Builds(Seat, String),
    Formation(Seat, Formation, Vec<Name>),
    /// How many, and which for its owner.
    Draws(Seat, SeatSet, Option<Card>),
    Reshuffles(Seat),
    NothingToDraw(Seat),
    Buys(Seat, u8),
    Round(u8),
    /// A face-down choice was made.
    Chooses(Seat),
    Initiative(Seat, Option<Card>, u8),
    TieBreak(Seat, Option<Card>),
    TieKept(Seat, Card),
    Order(Vec<Seat>),
    Zone(u8, Vec<String>),
    Placed(Name, AreaId),
    Goal(u8, AreaId),
    Names(Seat, Option<Name>, AreaId),
    Turn(Seat),
    Skipped(Seat),
    Passes(Seat),
    Ends(Seat),
    Pays(Seat, u8, u8),
    Plays(Seat, Card, bool),
    PlaysNothing(Seat),
    Counts(Card),
    Redraws(Name),
    Moves(Name, AreaId),
    StepFails(Name, AreaId),
    Sprints(Name, bool),
    Finds(Name, u8),
    Gains(Seat, u8),
    Steals(Seat, Seat, u8),
    GainsToken(Seat, u8),
    Stores(Seat, u8),
    Attacks(Name, String, Vec<Name>),
    Empowers(Name),
    Uses(Name, String),
    Reacts(Name, String),
    CheckFails(Name),
    AttackTotal(Name, u8, bool),
    DefenceTotal(Name, u8, bool),
    Overclock(Name, Option<u8>),
    Expertise(Name, Card),
    Row(Name, u8, u8),
    Damage(Name, u8, u8),
    Heals(Name, u8),
    Removed(Name),
    Lasting(String, String),
    Terrain(AreaId, Terrain),
    Lays(Seat, Card, Name),
    SigilHelps(Name, Card, u8),
    Pushed(Name, AreaId),
    Deploys(Name, AreaId, u8),
    Looks(Seat, u8),
    Takes(Seat, Option<Card>),
    Discards(Seat, Card),
    Harvest(Seat, Vec<String>),
    TrapCard(Seat, AreaId, bool),
    Shifts(AreaId),
    RoundOver(u8),
    Reward(String),
    Over(Option<Vec<Seat>>, Reason),
    /// People put something right, or gave a standing order: what, and how, for those who may read it.
    Corrected(SeatSet, String, Option<String>),
}

impl Story for Event {
    fn seen_by(&self, seat: Seat) -> Option<Event> {
        // Everything but this is public.
        if let Event::Builds(owner, _) = self
            && *owner != seat
        {
            return None;
        }
        let mut seen = self.clone();
        if let Event::Draws(_, by, card) = &mut seen
            && !by.contains(seat)
        {
            *card = None;
        }
        if let Event::Takes(owner, card) = &mut seen
            && *owner != seat
        {
            *card = None;
        }
        if let Event::Corrected(by, _, how) = &mut seen
            && !by.contains(seat)
        {
            *how = None;
        }
        Some(seen)
    }
}

/// A card as people see it: `10♥`.
#[must_use]
pub fn glyph(card: Card) -> String {
    format!("{}{}", card.rank(), card.suit().glyph())
}

fn shown(card: Option<Card>) -> String {
    card.map_or_else(|| "no card".to_owned(), glyph)
}

fn seats(all: &[Seat]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// `1 token`, `2 tokens`.
#[must_use]
pub fn counted(count: impl Into<u64>, what: &str) -> String {
    let count: u64 = count.into();
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn critical(yes: bool) -> &'static str {
    if yes { ", critical" } else { "" }
}

impl fmt::Display for Event {
    #[expect(clippy::too_many_lines, reason = "the sentences of the story, one an event")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Event as E;
        match self {
            E::Scenario(name, map) => write!(f, "scenario {name} on {map}"),
            E::Twist(name) => write!(f, "twist: {name}"),
            E::Builds(_, what) => write!(f, "you choose {what}"),
            E::Formation(seat, formation, who) => write!(f, "{seat} leads a {formation}: {}", who.join(", ")),
            E::Draws(seat, _, Some(card)) => write!(f, "{seat} draws {}", glyph(*card)),
            E::Draws(seat, _, None) => write!(f, "{seat} draws a card"),
            E::Reshuffles(seat) => write!(f, "{seat} shuffles the discard pile into a new deck"),
            E::NothingToDraw(seat) => write!(f, "{seat} has nothing to draw"),
            E::Buys(seat, count) => write!(f, "{seat} buys {}", counted(*count, "card")),
            E::Round(round) => write!(f, "round {round}"),
            E::Chooses(seat) => write!(f, "{seat} has chosen"),
            E::Initiative(seat, card, tokens) => {
                write!(f, "{seat} shows {}: {}", shown(*card), counted(*tokens, "token"))
            }
            E::TieBreak(seat, card) => write!(f, "{seat} breaks the tie with {}", shown(*card)),
            E::TieKept(seat, card) => write!(f, "{seat} takes {} back", glyph(*card)),
            E::Order(order) => write!(f, "order: {}", seats(order)),
            E::Zone(team, areas) => write!(f, "team {} deploys in {}", team + 1, areas.join(", ")),
            E::Placed(who, area) => write!(f, "{who} stands in {area}"),
            E::Goal(team, area) => write!(f, "team {} must break through to {area}", team + 1),
            E::Names(_, Some(who), area) => write!(f, "{who} defends {area}"),
            E::Names(seat, None, area) => write!(f, "{seat} names no defender in {area}"),
            E::Harvest(seat, what) => write!(f, "{seat} harvests {}", what.join(", ")),
            E::TrapCard(seat, area, true) => write!(f, "{seat} turns black in {area}"),
            E::TrapCard(seat, area, false) => write!(f, "{seat} turns red in {area}: nothing happens"),
            E::Shifts(area) => write!(f, "the ground shifts: {area} is Difficult"),
            E::RoundOver(round) => write!(f, "round {round} is over"),
            E::Reward(what) => write!(f, "reward for the winners: {what}"),
            E::Over(None, reason) => write!(f, "the game is over: a draw ({})", reason.title()),
            E::Over(Some(winners), reason) => {
                write!(f, "the game is over: {} ({})", seats(winners), reason.title())
            }
            E::Corrected(_, what, Some(how)) => write!(f, "set: {what} {how}"),
            E::Corrected(_, what, None) => write!(f, "set: {what}"),
            E::Turn(seat) => write!(f, "{seat}'s turn"),
            E::Skipped(seat) => write!(f, "{seat} can do nothing and passes"),
            E::Passes(seat) => write!(f, "{seat} passes"),
            E::Ends(seat) => write!(f, "{seat} ends the turn"),
            E::Pays(seat, tokens, 0) => write!(f, "{seat} pays {}", counted(*tokens, "token")),
            E::Pays(seat, 0, treasure) => write!(f, "{seat} pays {}", counted(*treasure, "treasure")),
            E::Pays(seat, tokens, treasure) => {
                write!(f, "{seat} pays {} and {}", counted(*tokens, "token"), counted(*treasure, "treasure"))
            }
            E::Plays(seat, card, true) => write!(f, "{seat} plays {} from hand", glyph(*card)),
            E::Plays(seat, card, false) => write!(f, "{seat} turns {} from the deck", glyph(*card)),
            E::PlaysNothing(seat) => write!(f, "{seat} has no card to play: 0"),
            E::Counts(card) => write!(f, "{} counts ({})", glyph(*card), value(*card)),
            E::Redraws(who) => write!(f, "{who} takes a second look"),
            E::Moves(who, area) => write!(f, "{who} moves to {area}"),
            E::StepFails(who, area) => write!(f, "{who} fails to reach {area}"),
            E::Sprints(who, true) => write!(f, "{who} sprints"),
            E::Sprints(who, false) => write!(f, "{who} fails to sprint"),
            E::Finds(who, count) => write!(f, "{who} finds {}", counted(*count, "treasure")),
            E::Gains(seat, count) => write!(f, "{seat} gains {}", counted(*count, "treasure")),
            E::Steals(seat, from, count) => {
                write!(f, "{seat} steals {} from {from}", counted(*count, "treasure"))
            }
            E::GainsToken(seat, count) => write!(f, "{seat} gains {}", counted(*count, "token")),
            E::Stores(seat, count) => write!(f, "{seat} stores {}", counted(*count, "token")),
            E::Attacks(who, with, whom) => write!(f, "{who} attacks {} with {with}", whom.join(", ")),
            E::Empowers(who) => write!(f, "{who} empowers"),
            E::Uses(who, what) => write!(f, "{who} uses {what}"),
            E::Reacts(who, what) => write!(f, "{who} reacts with {what}"),
            E::CheckFails(who) => write!(f, "{who} fails"),
            E::AttackTotal(who, total, crit) => write!(f, "{who} attacks with {total}{}", critical(*crit)),
            E::DefenceTotal(who, total, crit) => write!(f, "{who} defends with {total}{}", critical(*crit)),
            E::Overclock(who, Some(by)) => write!(f, "{who} overclocks: +{by}"),
            E::Overclock(who, None) => write!(f, "{who} overclocks and takes 1"),
            E::Expertise(who, card) => write!(f, "{who} adds {} by expertise", glyph(*card)),
            E::Row(who, row, damage) => write!(f, "{who}: row {row} of the table, {damage} damage"),
            E::Damage(who, by, left) => write!(f, "{who} takes {by} ({left} health left)"),
            E::Heals(who, by) => write!(f, "{who} heals {by}"),
            E::Removed(who) => write!(f, "{who} is removed"),
            E::Lasting(on, what) => write!(f, "{on}: {what}"),
            E::Terrain(area, feature) => write!(f, "{area} is {} this round", feature.title()),
            E::Lays(seat, card, on) => write!(f, "{seat} lays {} on {on}", glyph(*card)),
            E::SigilHelps(who, card, by) => write!(f, "the {} on {who} adds {by}", glyph(*card)),
            E::Pushed(who, area) => write!(f, "{who} is pushed to {area}"),
            E::Deploys(who, area, price) => {
                write!(f, "{who} joins in {area} for {}", counted(*price, "treasure"))
            }
            E::Looks(seat, count) => write!(f, "{seat} looks at {}", counted(*count, "card")),
            E::Takes(seat, Some(card)) => write!(f, "{seat} keeps {}", glyph(*card)),
            E::Takes(seat, None) => write!(f, "{seat} keeps one of them"),
            E::Discards(seat, card) => write!(f, "{seat} discards {}", glyph(*card)),
        }
    }
}
