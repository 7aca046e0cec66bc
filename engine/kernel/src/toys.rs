//! A toy game to test the kernel on: two seats hold a hidden card, bid in secret, and a die decides ties.
//!
//! `Flaw` plants one bug at a time; the laws must catch each.

use crate::{
    Deck, Game, Log, Notation, Odds, Outcome, Page, PerSeat, Seat, SeatSet, Secret, Show, Step, Story, Table,
    Turn, below, deck::Bag, laws, notation, script,
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};

const BOTH: SeatSet = SeatSet::first(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    ViewShowsBids,
    StoryTellsBids,
    GuessIgnoresOwnCard,
    OptionsFromHiddenCard,
    SampleForgetsSix,
    NeverEnds,
    OptionTwice,
}

#[derive(Debug)]
struct Bidding(Flaw);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct State {
    deck: Deck<Bag<u8, 6>, 2>,
    cards: PerSeat<Option<Secret<u8>>, 2>,
    bids: PerSeat<Option<Secret<u8>>, 2>,
    won: Option<Seat>,
}

notation! {
    pub enum Bid { "bid" Coins { coins: Coins } }
}
notation! {
    pub enum Fate { "deal" Deal { card: Coins }, "die" Die { face: Coins } }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Coins(u8);
impl fmt::Display for Coins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
impl std::str::FromStr for Coins {
    type Err = crate::BadNotation;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Coins).map_err(|_| crate::BadNotation::operand("number", text, "a number"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    by: Seat,
    bid: Option<u8>,
}
impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bid {
            Some(bid) => write!(f, "{} bids {bid}", self.by),
            None => write!(f, "{} has bid", self.by),
        }
    }
}
impl Story for Said {
    fn seen_by(&self, seat: Seat) -> Option<Said> {
        Some(Said { by: self.by, bid: self.bid.filter(|_| seat == self.by) })
    }
}

impl Game for Bidding {
    type State = State;
    type Action = Bid;
    type Chance = Fate;
    type Event = Said;

    fn seats(&self) -> u8 {
        2
    }
    fn setup(&self) -> State {
        let deck = Deck::shuffled(Bag::new([1, 1, 2, 3]));
        State { deck, cards: PerSeat::default(), bids: PerSeat::default(), won: None }
    }
    fn turn(&self, s: &State) -> Turn {
        let open: SeatSet = Seat::first(2).filter(|seat| s.bids[*seat].is_none()).collect();
        match s.won {
            Some(_) if self.0 != Flaw::NeverEnds => Turn::Over,
            _ if s.cards.iter().any(|(_, c)| c.is_none()) || open.is_empty() => Turn::Chance,
            _ => Turn::Each(open),
        }
    }
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Bid>) {
        if !self.turn(s).asked().contains(seat) {
            return;
        }
        let most = match (self.0, &s.cards[Seat::new(1 - seat.number())]) {
            (Flaw::OptionsFromHiddenCard, Some(card)) => *card.get().unwrap_or(&0),
            (_, _) => 3,
        };
        into.extend((0..=most).map(|c| Bid::Coins { coins: Coins(c) }));
        if self.0 == Flaw::OptionTwice {
            into.push(Bid::Coins { coins: Coins(0) });
        }
    }
    fn odds(&self, s: &State) -> Odds<Fate> {
        if s.cards.iter().any(|(_, c)| c.is_none()) {
            return Odds::weighted(s.deck.odds().iter().map(|(c, w)| (Fate::Deal { card: Coins(c) }, w)));
        }
        Odds::even((1..=6).map(|f| Fate::Die { face: Coins(f) }))
    }
    fn sample<R: Rng + ?Sized>(&self, s: &State, rng: &mut R) -> Fate {
        if s.cards.iter().any(|(_, c)| c.is_none()) {
            return Fate::Deal { card: Coins(s.deck.sample(rng)) };
        }
        let faces = if self.0 == Flaw::SampleForgetsSix { 5 } else { 6 };
        Fate::Die { face: Coins(below(rng, faces) as u8 + 1) }
    }
    fn apply(&self, s: &mut State, step: Step<Bid, Fate>, log: &mut Log<Said>) {
        match step {
            Step::Chance(Fate::Deal { card }) => {
                let seat = Seat::first(2).find(|seat| s.cards[*seat].is_none()).unwrap();
                assert!(s.deck.draw(card.0));
                s.cards[seat] = Some(Secret::new(card.0, SeatSet::only(seat)));
            }
            Step::Act { seat, action: Bid::Coins { coins } } => {
                s.bids[seat] = Some(Secret::new(coins.0, SeatSet::only(seat)));
                let open = self.0 == Flaw::StoryTellsBids;
                log.say(|| Said {
                    by: if open { Seat::new(1 - seat.number()) } else { seat },
                    bid: Some(coins.0),
                });
            }
            Step::Chance(Fate::Die { face }) => {
                let total = |seat| s.bids[seat].unwrap().known() + s.cards[seat].unwrap().known();
                let (a, b) = (total(Seat::new(0)), total(Seat::new(1)));
                s.won = Some(Seat::new(u8::from(if a == b { face.0 > 3 } else { b > a })));
            }
        }
    }
    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.won.map(|seat| {
            Outcome::new(&[u16::from(seat.number() == 0) * 1000, u16::from(seat.number() == 1) * 1000])
        })
    }
    fn mask(&self, s: &mut State, seat: Seat) {
        // The cards others hold go back to what this seat cannot tell from the deck.
        for other in Seat::first(2) {
            if let Some(card) = &mut s.cards[other]
                && other != seat
            {
                if let Some(held) = card.get() {
                    s.deck.shuffle_in(*held);
                }
                card.mask(seat);
            }
            if self.0 != Flaw::ViewShowsBids
                && let Some(bid) = &mut s.bids[other]
            {
                bid.mask(seat);
            }
        }
    }
    fn fill<R: Rng + ?Sized>(&self, s: &mut State, rng: &mut R) {
        for seat in Seat::first(2) {
            if let Some(mut card) = s.cards[seat] {
                if self.0 == Flaw::GuessIgnoresOwnCard {
                    card = Secret::new(3, card.seen_by());
                }
                if card.is_missing() {
                    let guess = s.deck.sample(rng);
                    assert!(s.deck.draw(guess));
                    card.fill(|| guess);
                }
                s.cards[seat] = Some(card);
            }
            if let Some(mut bid) = s.bids[seat] {
                bid.fill(|| below(rng, 4) as u8);
                s.bids[seat] = Some(bid);
            }
        }
    }
}

impl Show for Bidding {
    fn seat_name(&self, _: &State, seat: Seat) -> String {
        seat.to_string()
    }
    fn label(&self, _: &State, _: Seat, action: Bid) -> String {
        action.to_string()
    }
    fn prompt(&self, _: &State) -> String {
        String::new()
    }
    fn draw(&self, s: &State, page: &mut Page) {
        page.line().plain(format!("{s:?}"));
    }
    fn result(&self, s: &State) -> Option<String> {
        s.won.map(|seat| seat.to_string())
    }
    fn fact(&self, s: &State, name: &str) -> Option<String> {
        (name == "winner").then(|| s.won.map_or_else(|| "nobody".to_owned(), |seat| seat.to_string()))
    }
}

fn table(flaw: Flaw) -> Table<Bidding> {
    Table::new(Arc::new(Bidding(flaw)))
}

fn check(flaw: Flaw) -> Result<(), String> {
    let care = laws::Care { steps_max: 50, thorough: 1 };
    for seed in 0..40 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        laws::check(table(flaw), &mut rng, care, |_, _| Ok(())).map_err(|e| format!("seed {seed}: {e}"))?;
    }
    Ok(())
}

#[test]
fn a_sound_game_keeps_all_laws() {
    check(Flaw::None).unwrap();
    assert_eq!(BOTH, table(Flaw::None).game().turn(&dealt().state().clone()).asked());
}

#[test]
fn each_planted_bug_breaks_the_law_it_should() {
    for (flaw, law) in [
        (Flaw::ViewShowsBids, "law 8"),
        (Flaw::StoryTellsBids, "law 8"),
        (Flaw::GuessIgnoresOwnCard, "law 7"),
        (Flaw::OptionsFromHiddenCard, "law 6"),
        (Flaw::SampleForgetsSix, "law 9"),
        (Flaw::NeverEnds, "law 10"),
        (Flaw::OptionTwice, "law 1"),
    ] {
        let broken = check(flaw).expect_err("the bug must be noticed");
        assert!(broken.contains(law), "{flaw:?} should break {law} but: {broken}");
    }
}

fn dealt() -> Table<Bidding> {
    script::play(table(Flaw::None), "deal 3 \n deal 1")
}

#[test]
fn a_script_plays_checks_and_names_the_line_at_fault() {
    script::play(
        dealt(),
        "
        asked seat 0, seat 1
        seat 0 may bid 3       # but
        seat 0 may not bid 4
        seat 1: bid 2
        says has bid
        asked seat 0
        seat 0: bid 0
        asked chance
        chance: die 6
        winner is seat 1
        asked nobody
        "
        .replace("says has bid", "says bids 2")
        .as_str(),
    );
    let wrong = std::panic::catch_unwind(|| script::play(dealt(), "seat 0: bid 1\nseat 0: bid 1"));
    let why = *wrong.expect_err("a second bid is refused").downcast::<String>().unwrap();
    assert!(why.contains("line 2") && why.contains("waiting for seat 1"), "{why}");
}

#[test]
fn refusals_name_what_is_wrong_and_what_would_be_legal_and_change_nothing() {
    let mut table = dealt();
    let before = *table.state();
    let mut no = |step| table.play(step, &mut Log::off()).expect_err("must be refused").to_string();
    let bid = |n| Bid::Coins { coins: Coins(n) };
    assert_eq!(
        no(Step::Act { seat: Seat::new(0), action: bid(9) }),
        "`bid 9` is not possible for seat 0 now; possible: bid 0, bid 1, bid 2, bid 3"
    );
    assert_eq!(
        no(Step::Chance(Fate::Die { face: Coins(1) })),
        "no card or die is due now; waiting for seat 0 or seat 1"
    );
    assert_eq!(
        no(Step::Act { seat: Seat::new(4), action: bid(1) }),
        "seat 4 has nothing to decide now; waiting for seat 0 or seat 1"
    );
    assert_eq!(*table.state(), before);
    let mut fresh = super::toys::table(Flaw::None);
    let why = fresh.play(Step::Chance(Fate::Deal { card: Coins(7) }), &mut Log::off()).unwrap_err();
    assert_eq!(why.to_string(), "`deal 7` cannot happen now; possible: deal 1, deal 2, deal 3");
}

#[test]
fn notation_says_what_is_wrong_with_a_line() {
    let wrong = |text: &str| text.parse::<Bid>().unwrap_err().to_string();
    assert_eq!(wrong(""), "nothing was written; expected one of: bid");
    assert_eq!(wrong("bet 2"), "`bet` is not known; expected one of: bid");
    assert_eq!(wrong("bid"), "`bid` needs its coins");
    assert_eq!(wrong("bid x"), "`x` is no number; expected a number");
    assert_eq!(wrong("bid 1 2"), "`2` is too much");
    assert_eq!(Bid::Coins { coins: Coins(2) }.parts().operands, [("coins", "2".to_owned())]);
}
