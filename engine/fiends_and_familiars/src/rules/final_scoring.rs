//! Final scoring: every source of Reputation Stars, tie-breaks, the solitaire total. FF-920 to FF-931, FF-1060 to FF-1062.

use crate::{
    State,
    content::effects::Passive,
    dice::Die,
    queries::{Look, counts_as},
    rules::solitaire,
    sets::MarketSet,
    state::Ending,
    tables::{Topic, topic},
    words::{ArmorType, ColorSet, Kind, Row, Space},
};
use kernel::{Seat, SeatSet, rule};

/// Stars of one player by where they come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// By Attribute Row.
    pub goals: [u8; 6],
    pub class_color: u8,
    pub alignment: i8,
    pub backstory: u8,
    pub armor: u8,
    pub traits: u8,
    pub power: u8,
    pub familiar_backstory: u8,
    pub monster: u8,
    pub champion: u8,
    /// Other cards and the class.
    pub cards: u8,
    /// Alone: one for every 8 Gold, and five without Monsters & Minions.
    pub gold: u8,
    pub bonus: u8,
    /// Cards that are better given up.
    pub given_up: MarketSet,
}

impl Breakdown {
    #[must_use]
    pub fn attributes(&self) -> u8 {
        self.goals.iter().sum()
    }
    #[must_use]
    pub fn total(&self) -> i16 {
        self.parts().iter().map(|(_, stars)| stars).sum()
    }
    /// Stars with where they come from.
    #[must_use]
    pub fn parts(&self) -> [(&'static str, i16); 13] {
        [
            ("Attribute Goals", i16::from(self.attributes())),
            ("class colour", i16::from(self.class_color)),
            ("Alignment", i16::from(self.alignment)),
            ("Backstory", i16::from(self.backstory)),
            ("Armor", i16::from(self.armor)),
            ("Traits", i16::from(self.traits)),
            ("Familiar's Power", i16::from(self.power)),
            ("Familiar's backstory", i16::from(self.familiar_backstory)),
            ("Monster", i16::from(self.monster)),
            ("Champion", i16::from(self.champion)),
            ("other cards", i16::from(self.cards)),
            ("Gold", i16::from(self.gold)),
            ("boxes in use", i16::from(self.bonus)),
        ]
    }
}

/// Dice of the class colour, with what a card adds.
#[must_use]
pub fn class_dice(look: Look, seat: Seat) -> u8 {
    let me = look.player(seat);
    let mut also = ColorSet::EMPTY;
    look.passives(seat, Topic::AlsoClass, |p| {
        if let Passive::AlsoClass(color) = p {
            also = also.with(*color);
        }
    });
    me.dice.iter().filter(|die| counts_as(**die, me.color, also)).count() as u8
}

fn armor_stars(look: Look, seat: Seat) -> u8 {
    rule!("FF-924");
    let me = look.player(seat);
    let stars = |armor: &ArmorType| {
        let held = me.cards.and(look.g.tables.armor(*armor));
        let set = look.g.content.armor_set(*armor);
        let Some(at) = (held.count() as usize).checked_sub(1) else { return 0 };
        let suits = held.iter().any(|card| look.card(card).colors.contains(me.color));
        let by_count = set.stars.get(at.min(set.stars.len().saturating_sub(1))).copied().unwrap_or(0);
        by_count + if suits { set.class_bonus } else { 0 }
    };
    ArmorType::ALL.iter().map(stars).sum()
}

fn familiar_matches(look: Look, seat: Seat) -> usize {
    let me = look.player(seat);
    let Some(board) = look.g.content.familiars.get(me.familiar.index()) else { return 0 };
    let fits = |(at, color): (usize, &crate::words::Color)| {
        me.die(Space::new(Row::Familiar, at as u8)).is_color(*color)
    };
    board.cells.iter().enumerate().filter(|cell| fits(*cell)).count()
}

/// Stars that a passive gives.
fn passive_stars(look: Look, seat: Seat, passive: &Passive) -> u8 {
    if let Passive::Stars { stars, when } = *passive {
        if look.holds(seat, when) { stars } else { 0 }
    } else if let Passive::StarsPer { counter, per, max } = *passive {
        (look.count(seat, counter) / per.max(1)).min(max)
    } else {
        0
    }
}

/// Stars of cards with a condition: of Traits, and of everything else.
fn card_stars(look: Look, seat: Seat) -> (u8, u8) {
    rule!("FF-925", "FF-929", "FF-1104", "FF-R12");
    let (mut traits, mut others) = (0, 0);
    for card in look.player(seat).cards.and(look.g.tables.topic(Topic::Stars)).iter() {
        let face = look.card(card);
        let stars: u8 = face.always.iter().map(|p| passive_stars(look, seat, p)).sum();
        let pile = if face.kind == Kind::Trait { &mut traits } else { &mut others };
        *pile += stars;
    }
    if let Some(class) = look.class(seat) {
        let own = class.always.iter().filter(|p| topic(p) == Topic::Stars);
        others += own.map(|p| passive_stars(look, seat, p)).sum::<u8>();
    }
    (traits, others)
}

/// Stars as the table stands, with all cards kept.
#[must_use]
pub fn score_as_is(look: Look, seat: Seat) -> Breakdown {
    rule!("FF-922", "FF-926", "FF-927", "FF-928", "FF-R30");
    let me = look.player(seat);
    let setup = &look.g.content.setup;
    let (traits, cards) = card_stars(look, seat);
    let mut stars = Breakdown {
        class_color: class_dice(look, seat),
        alignment: look.alignment_stars(seat),
        backstory: setup.backstory_stars[usize::from(look.backstory_matches(seat))],
        armor: armor_stars(look, seat),
        traits,
        cards,
        familiar_backstory: setup.familiar_stars[familiar_matches(look, seat)],
        monster: look.monster_stars(seat),
        ..Breakdown::default()
    };
    if let Some(class) = look.class(seat) {
        for row in Row::ATTRIBUTES.into_iter().filter(|row| look.goal_met(seat, *row)) {
            stars.goals[row.index()] = class.stars.each()[row.index()];
        }
    }
    if look.power_met(seat) {
        stars.power = look.g.content.familiars[me.familiar.index()].stars;
    }
    if look.s.champions.contains(seat) {
        stars.champion = look.monster().map_or(0, |m| m.champion);
    }
    if look.g.solo() {
        rule!("FF-1060", "FF-1061", "FF-R22");
        stars.gold = me.gold / 8;
        stars.bonus = if look.g.options.monsters_and_minions { 0 } else { 5 };
    }
    stars
}

/// Stars with cards given up where that helps: those that change row scores are tried with and without.
#[must_use]
pub fn score(look: Look, seat: Seat) -> Breakdown {
    rule!("FF-412", "FF-931");
    /// More cards than this that change rows are kept as they are.
    const TRIED_MAX: u32 = 4;
    let mut best = score_as_is(look, seat);
    let tried = look.player(seat).cards.and(look.g.tables.topic(Topic::RowBonus));
    if tried.is_empty() {
        return best;
    }
    for bits in 1..1u32 << tried.count().min(TRIED_MAX) {
        let given_up: MarketSet =
            (0..TRIED_MAX).filter(|n| bits >> n & 1 == 1).map(|n| tried.nth(n)).collect();
        let mut state: State = *look.s;
        let cards = &mut state.players[seat].cards;
        *cards = cards.minus(given_up);
        let without = Breakdown { given_up, ..score_as_is(Look { g: look.g, s: &state }, seat) };
        if without.total() > best.total() {
            best = without;
        }
    }
    best
}

/// `38 stars: Attribute Goals 9, class colour 6, Monster 4`, for people.
#[must_use]
pub fn breakdown_in_words(stars: &Breakdown) -> String {
    let parts = stars.parts().into_iter().filter(|(_, stars)| *stars != 0);
    let parts: Vec<String> = parts.map(|(name, stars)| format!("{name} {stars}")).collect();
    format!("{} stars: {}", stars.total(), parts.join(", "))
}

/// Who wins, after tie-breaks; alone, the rank.
#[must_use]
pub fn ending(look: Look) -> Ending {
    rule!("FF-930");
    if look.g.solo() {
        let total = score(look, Seat::new(0)).total();
        return Ending::Ranked { total, rank: solitaire::rank(total) };
    }
    let standing = |seat: Seat| {
        let me = look.player(seat);
        let own = |die: &&Die| die.is_color(me.color);
        let fewest = u8::MAX - me.dice.iter().filter(own).count() as u8;
        (score(look, seat).total(), me.gold, fewest)
    };
    let best = Seat::first(look.seats()).map(standing).max();
    let winners: SeatSet = Seat::first(look.seats()).filter(|seat| Some(standing(*seat)) == best).collect();
    Ending::Won(winners)
}
