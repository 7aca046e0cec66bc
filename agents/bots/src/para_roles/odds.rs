//! Exact chances of the next card: how many cards of the Random Deck are below a stat.

use kernel::{Card, CardSet, Pool as _, Suit};
use para_roles::{State, queries::passes};

/// All cards that pass a check, for each stat from 0 to 15.
#[derive(Clone, Debug)]
pub struct Below([CardSet; 16]);

impl Below {
    pub fn new() -> Below {
        Below(std::array::from_fn(|stat| Card::all().filter(|card| passes(*card, stat as u8)).collect()))
    }
}

/// The cards that may come next.
#[derive(Clone, Copy)]
pub struct Odds<'a> {
    below: &'a Below,
    deck: CardSet,
    /// The chance of each single card.
    each: f32,
}

impl<'a> Odds<'a> {
    pub fn of(below: &'a Below, s: &State) -> Odds<'a> {
        let loose = *s.random.loose();
        // Outside combat, and when the last card is out, the next check is made with a fresh deck.
        let deck = if s.combat.on && !loose.is_empty() { loose } else { CardSet::FULL };
        Odds { below, deck, each: 1.0 / deck.count() as f32 }
    }
    /// The chance to pass a check of this stat.
    #[inline]
    pub fn check(&self, stat: u8) -> f32 {
        let passing = self.below.0[usize::from(stat.min(15))];
        self.deck.and(passing).count() as f32 * self.each
    }
    /// The chance to pass with the better of two cards.
    #[inline]
    pub fn check_twice(&self, stat: u8) -> f32 {
        let miss = 1.0 - self.check(stat);
        1.0 - miss * miss
    }
    /// The chance that a card of this suit passes a check of this stat.
    #[inline]
    pub fn check_in(&self, suit: Suit, stat: u8) -> f32 {
        let passing = self.below.0[usize::from(stat.min(15))].and(CardSet::suit(suit));
        self.deck.and(passing).count() as f32 * self.each
    }
    /// Cards to the next reshuffle.
    pub fn left(&self) -> u32 {
        self.deck.count()
    }
}
