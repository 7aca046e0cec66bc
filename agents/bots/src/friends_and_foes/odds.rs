//! What cards may fall, and what attacks come to: exact odds from what is left in the decks.
//!
//! A card counts by its value and by whether it is a critical for the character it is played for. That makes eleven
//! kinds: a critical Ace, 2 to 9, a plain 10 and a critical 10. Defences are kept as running sums, so an attack card is
//! weighed against all of them with two look-ups.

use friends_and_foes::{
    options::{DoublingStack, Options, ResultMode},
    queries::Look,
    state::Side,
    words::{CharId, Face, value},
};
use kernel::{Card, CardSet, Pool};

/// All cards of each rank, by number.
#[derive(Clone, Debug)]
pub struct Ranks([CardSet; 15]);

impl Ranks {
    pub fn new() -> Ranks {
        Ranks(std::array::from_fn(|number| {
            Card::all().filter(|card| usize::from(card.number()) == number).collect()
        }))
    }
}

/// How likely each rank is to fall from one player's deck.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deck {
    /// By number, 2 to 14.
    share: [f32; 15],
}

impl Deck {
    /// The deck; if it is used up, the discard pile that becomes it.
    pub fn of(ranks: &Ranks, side: &Side) -> Deck {
        let from = if side.deck.is_empty() { side.discard.or(side.table) } else { side.deck };
        let (count, mut share) = (from.count(), [0.0; 15]);
        if count > 0 {
            let each = 1.0 / count as f32;
            for (share, rank) in share.iter_mut().zip(&ranks.0).skip(2) {
                *share = rank.and(from).count() as f32 * each;
            }
        }
        Deck { share }
    }
    /// How likely the next card is black.
    pub fn black(side: &Side) -> f32 {
        let from = if side.deck.is_empty() { side.discard } else { side.deck };
        let black = CardSet::suit(kernel::Suit::Clubs).or(CardSet::suit(kernel::Suit::Spades));
        from.and(black).count() as f32 / from.count().max(1) as f32
    }
}

/// The card that counts for a character: how likely each kind is.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// Plain cards by value; 0 where there is no card at all.
    plain: [f32; 11],
    /// Plain cards of at most this value.
    most: [f32; 11],
    ace: f32,
    ten: f32,
}

impl Draws {
    /// One card from the deck, for a character with this critical face.
    pub fn of(deck: &Deck, face: Option<Face>) -> Draws {
        let mut plain = [0.0; 11];
        plain[2..=9].copy_from_slice(&deck.share[2..=9]);
        let ten = face.map_or(0.0, |face| deck.share[usize::from(face.rank().number())]);
        plain[10] = deck.share[10] + deck.share[11] + deck.share[12] + deck.share[13] - ten;
        let ace = deck.share[14];
        let seen: f32 = plain.iter().sum::<f32>() + ten + ace;
        // Nothing left to draw counts as a plain 0.
        plain[0] = if seen < 0.5 { 1.0 } else { 0.0 };
        Draws { plain, most: [0.0; 11], ace, ten }.summed()
    }
    fn summed(mut self) -> Draws {
        let mut sum = 0.0;
        for (most, share) in self.most.iter_mut().zip(self.plain) {
            sum += share;
            *most = sum;
        }
        self
    }
    pub fn critical(&self) -> f32 {
        self.ace + self.ten
    }
    /// How likely a check of this value is passed; criticals always pass.
    pub fn passes(&self, needed: u8, greater: bool) -> f32 {
        let below = i32::from(needed) - i32::from(!greater);
        1.0 - self.at_most(below)
    }
    fn at_most(&self, value: i32) -> f32 {
        if value < 0 { 0.0 } else { self.most[value.min(10) as usize] }
    }
    /// The better of two cards for an attack. An Ace hits almost always but once, like a 7 or so.
    pub fn best_attack(&self) -> Draws {
        let (mut below, mut best) = (0.0, *self);
        let mut raise = |share: f32| {
            let kept = share * (share + 2.0 * below);
            below += share;
            kept
        };
        for value in 0..=6 {
            best.plain[value] = raise(self.plain[value]);
        }
        best.ace = raise(self.ace);
        for value in 7..=10 {
            best.plain[value] = raise(self.plain[value]);
        }
        best.ten = raise(self.ten);
        best.summed()
    }
    /// The better of two cards for a defence: any critical before all others.
    pub fn best_defence(&self) -> Draws {
        let (mut below, mut best) = (0.0, *self);
        for (to, share) in best.plain.iter_mut().zip(self.plain) {
            *to = share * (share + 2.0 * below);
            below += share;
        }
        let criticals = self.critical();
        if criticals > 0.0 {
            let kept = criticals * (criticals + 2.0 * below);
            (best.ace, best.ten) = (kept * self.ace / criticals, kept * self.ten / criticals);
        }
        best.summed()
    }
}

/// How often an attack does its damage once, twice or four times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Blow {
    pub once: f32,
    pub twice: f32,
    pub four: f32,
}

impl Blow {
    /// For sure so many times.
    pub fn sure(times: u8) -> Blow {
        let is = |n| if times == n { 1.0 } else { 0.0 };
        Blow { once: is(1), twice: is(2) + is(3), four: is(4) }
    }
    pub fn hit(self) -> f32 {
        self.once + self.twice + self.four
    }
    /// Expected damage, whether or not there is as much health.
    pub fn mean(self, damage: f32) -> f32 {
        damage * (self.once + 2.0 * self.twice + 4.0 * self.four)
    }
    /// Expected loss of somebody with this much health.
    pub fn loss(self, damage: f32, health: f32) -> f32 {
        self.once * damage.min(health)
            + self.twice * (2.0 * damage).min(health)
            + self.four * (4.0 * damage).min(health)
    }
    /// How often it takes all of this health.
    pub fn kills(self, damage: f32, health: f32) -> f32 {
        let enough = |times: f32, share: f32| if times * damage >= health - 0.01 { share } else { 0.0 };
        enough(1.0, self.once) + enough(2.0, self.twice) + enough(4.0, self.four)
    }
    pub fn plus(self, other: Blow, share: f32) -> Blow {
        Blow {
            once: self.once + share * other.once,
            twice: self.twice + share * other.twice,
            four: self.four + share * other.four,
        }
    }
}

/// The readings of the rules that change results.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    text: bool,
    stack: bool,
}

impl Reading {
    pub const ALL: [Reading; 4] = [
        Reading { text: false, stack: false },
        Reading { text: true, stack: false },
        Reading { text: false, stack: true },
        Reading { text: true, stack: true },
    ];
    /// Its place among all.
    pub fn index(self) -> usize {
        usize::from(self.text) + 2 * usize::from(self.stack)
    }
    pub fn of(options: &Options) -> Reading {
        Reading {
            text: options.result_mode == ResultMode::Text,
            stack: options.doubling_stack == DoublingStack::Multiply,
        }
    }
    /// A known attack total against whatever the defender plays.
    pub fn against(self, (total, critical): (i32, bool), defence: &Draws, bonus: i32) -> Blow {
        let total = total.max(0);
        let beaten = defence.at_most(total - bonus - i32::from(self.text));
        let doubled = if total > 0 { defence.at_most((total - 1) / 2 - bonus).min(beaten) } else { 0.0 };
        if !critical {
            return Blow { once: beaten - doubled, twice: doubled, four: 0.0 };
        }
        let plain = defence.most[10];
        let mut blow = if self.text {
            Blow { once: 0.0, twice: plain - doubled, four: doubled }
        } else {
            Blow { once: plain - beaten, twice: beaten - doubled, four: doubled }
        };
        let wins = |value: i32| self.text || (value + bonus).max(0) <= total;
        blow.once += if wins(1) { defence.ace } else { 0.0 } + if wins(10) { defence.ten } else { 0.0 };
        if !self.stack {
            (blow.twice, blow.four) = (blow.twice + blow.four, 0.0);
        }
        blow
    }
    /// Both cards unknown.
    pub fn clash(self, attack: &Draws, modifier: i32, defence: &Draws, bonus: i32) -> Blow {
        let mut blow = Blow::default();
        for (value, share) in attack.plain.iter().enumerate() {
            if *share > 0.0 {
                let total = (value as i32 + modifier, false);
                blow = blow.plus(self.against(total, defence, bonus), *share);
            }
        }
        blow = blow.plus(self.against((1 + modifier, true), defence, bonus), attack.ace);
        blow.plus(self.against((10 + modifier, true), defence, bonus), attack.ten)
    }
    /// The same with a red card of the deck added half of the time: low, middling or high.
    pub fn overclocked(self, attack: &Draws, modifier: i32, defence: &Draws, bonus: i32) -> Blow {
        [(0, 0.5), (2, 0.13), (6, 0.19), (10, 0.18)]
            .into_iter()
            .fold(Blow::default(), |sum, (more, share)| {
                sum.plus(self.clash(attack, modifier + more, defence, bonus), share)
            })
    }
}

/// Odds with full decks by modifier and bonus, for what is only threatened: two look-ups instead of a sum.
#[derive(Clone, Debug)]
pub struct Rough {
    /// Without and with advantage of the attacker, then of the defender.
    tables: Vec<[[Blow; Rough::BONUSES]; Rough::MODIFIERS]>,
}

impl Rough {
    const MODIFIERS: usize = 20;
    const BONUSES: usize = 14;
    const LOWEST: i32 = -5;

    pub fn new(ranks: &Ranks, reading: Reading) -> Rough {
        let full = Deck::of(ranks, &Side { deck: CardSet::FULL, ..Side::default() });
        let plain = Draws::of(&full, Some(Face::Queen));
        let table = |attack: Draws, defence: Draws| {
            std::array::from_fn(|modifier| {
                std::array::from_fn(|bonus| {
                    reading.clash(&attack, modifier as i32 + Self::LOWEST, &defence, bonus as i32 - 2)
                })
            })
        };
        let (high, cover) = (plain.best_attack(), plain.best_defence());
        Rough {
            tables: vec![table(plain, plain), table(high, plain), table(plain, cover), table(high, cover)],
        }
    }
    pub fn blow(&self, modifier: i32, bonus: i32, high: bool, cover: bool) -> Blow {
        let row = (modifier - Self::LOWEST).clamp(0, Self::MODIFIERS as i32 - 1) as usize;
        let col = (bonus + 2).clamp(0, Self::BONUSES as i32 - 1) as usize;
        self.tables[usize::from(high) + 2 * usize::from(cover)][row][col]
    }
}

/// A character's critical face; minions have none.
pub fn face(look: Look, who: CharId) -> Option<Face> {
    let class = look.g.content.body(look.s.char(who).body).class;
    class.map(|class| look.g.content.classes[class.index()].critical)
}

/// What a card is worth in hand, in treasures.
pub fn worth(card: Card, faces: u16) -> f32 {
    match card.number() {
        14 => 1.2,
        number @ 11..=13 if faces >> number & 1 == 1 => 1.3,
        10..=13 => 1.0,
        8 | 9 => 0.85,
        6 | 7 => 0.7,
        _ => 0.55 + 0.02 * f32::from(value(card)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The appendix of the rules: rows are attack modifiers from -1, columns Armor 0 to 4; hit chance, expected damage.
    const TABLE: [[(f32, f32); 5]; 8] = [
        [(0.44, 0.62), (0.38, 0.50), (0.33, 0.40), (0.28, 0.31), (0.24, 0.27)],
        [(0.56, 0.76), (0.44, 0.57), (0.38, 0.46), (0.33, 0.37), (0.28, 0.31)],
        [(0.62, 0.88), (0.56, 0.75), (0.44, 0.56), (0.38, 0.46), (0.33, 0.37)],
        [(0.67, 0.96), (0.62, 0.83), (0.56, 0.70), (0.44, 0.53), (0.38, 0.43)],
        [(0.72, 1.07), (0.67, 0.93), (0.62, 0.81), (0.56, 0.69), (0.44, 0.52)],
        [(0.76, 1.15), (0.72, 1.01), (0.67, 0.89), (0.62, 0.77), (0.56, 0.66)],
        [(0.79, 1.24), (0.76, 1.11), (0.72, 0.99), (0.67, 0.87), (0.62, 0.76)],
        [(0.82, 1.31), (0.79, 1.19), (0.76, 1.06), (0.72, 0.94), (0.67, 0.83)],
    ];

    fn full() -> Deck {
        Deck::of(&Ranks::new(), &Side { deck: CardSet::FULL, ..Side::default() })
    }

    #[test]
    fn odds_with_full_decks_are_those_of_the_appendix() {
        let reading = Reading::of(&Options::default());
        for (row, line) in TABLE.iter().enumerate() {
            for (armor, (hit, damage)) in line.iter().enumerate() {
                let (one, two) =
                    (Draws::of(&full(), Some(Face::Queen)), Draws::of(&full(), Some(Face::Jack)));
                let blow = reading.clash(&one, row as i32 - 1, &two, armor as i32);
                assert!((blow.hit() - hit).abs() < 0.01, "{row} {armor}: {blow:?}");
                assert!((blow.mean(1.0) - damage).abs() < 0.01, "{row} {armor}: {blow:?}");
            }
        }
    }

    #[test]
    fn sprints_with_full_decks_are_those_of_the_appendix() {
        let draws = Draws::of(&full(), Some(Face::King));
        let at_least = [(2, 1.0), (3, 0.92), (5, 0.77), (8, 0.54), (10, 0.38)];
        assert!(at_least.iter().all(|(needed, chance)| (draws.passes(*needed, false) - chance).abs() < 0.01));
        assert!((draws.passes(10, true) - 0.15).abs() < 0.01);
        assert!((Draws::of(&full(), None).passes(10, true) - 0.08).abs() < 0.01, "a minion has Aces only");
    }

    #[test]
    fn the_better_of_two_cards_is_better_and_still_one_card() {
        let draws = Draws::of(&full(), Some(Face::Queen));
        for best in [draws.best_attack(), draws.best_defence()] {
            let all = best.most[10] + best.critical();
            assert!((all - 1.0).abs() < 0.001, "{all}");
            assert!(best.critical() > draws.critical());
        }
        let reading = Reading::of(&Options::default());
        let plain = reading.clash(&draws, 2, &draws, 2).mean(1.0);
        assert!(reading.clash(&draws.best_attack(), 2, &draws, 2).mean(1.0) > plain);
        assert!(reading.clash(&draws, 2, &draws.best_defence(), 2).mean(1.0) < plain);
    }

    #[test]
    fn nothing_to_play_counts_as_a_plain_nothing() {
        let draws = Draws::of(&Deck::default(), Some(Face::Queen));
        assert_eq!(draws.critical(), 0.0);
        assert_eq!(draws.passes(2, false), 0.0);
        assert_eq!(Reading::of(&Options::default()).against((5, false), &draws, 1), Blow::sure(2));
    }
}
