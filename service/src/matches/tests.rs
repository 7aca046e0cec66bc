//! Who may read what, proved on a small game with secrets: cards are dealt face down, bids are made at once.

use super::{
    aside::Wanted,
    entry::{ChanceMode, Controller, Entry, Made, Manners, UndoPolicy},
    history::Happened,
    live::{By, Change, Live},
    tokens::{Holder, Mint, TokenHash},
};
use crate::{
    dice::Seed,
    error::ServiceError,
    store::MatchId,
    wire::{messages, records},
};
use catalog::{AnyTable, GameKind};
use kernel::{
    BadNotation, Game, Log, Odds, Outcome, Page, PerSeat, Seat, SeatSet, Secret, Show, Step, Story, Table,
    Turn, notation,
};
use prost::Message as _;
use proto::v1;
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};

/// Two seats get a card of three, look at their own, and bid.
#[derive(Debug)]
struct Bidding;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct State {
    deck: Vec<u8>,
    cards: PerSeat<Option<Secret<u8>>, 2>,
    bids: PerSeat<Option<Secret<u8>>, 2>,
}

notation! {
    pub enum Bid { "bid" Coins { coins: Coins } }
}
notation! {
    pub enum Fate { "deal" Deal { card: Coins } }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Coins(u8);

impl fmt::Display for Coins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::str::FromStr for Coins {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        text.parse().map(Coins).map_err(|_| BadNotation::operand("number", text, "a number"))
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

impl State {
    fn without_card(&self) -> Option<Seat> {
        Seat::first(2).find(|seat| self.cards[*seat].is_none())
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
        State { deck: vec![1, 2, 3], cards: PerSeat::default(), bids: PerSeat::default() }
    }
    fn turn(&self, s: &State) -> Turn {
        let open: SeatSet = Seat::first(2).filter(|seat| s.bids[*seat].is_none()).collect();
        match s.without_card() {
            Some(_) => Turn::Chance,
            None if open.is_empty() => Turn::Over,
            None => Turn::Each(open),
        }
    }
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Bid>) {
        if self.turn(s).asked().contains(seat) {
            into.extend((0..=3).map(|coins| Bid::Coins { coins: Coins(coins) }));
        }
    }
    fn odds(&self, s: &State) -> Odds<Fate> {
        Odds::even(s.deck.iter().map(|card| Fate::Deal { card: Coins(*card) }))
    }
    fn sample<R: Rng + ?Sized>(&self, s: &State, rng: &mut R) -> Fate {
        Fate::Deal { card: Coins(s.deck[kernel::below(rng, s.deck.len() as u32) as usize]) }
    }
    fn apply(&self, s: &mut State, step: Step<Bid, Fate>, log: &mut Log<Said>) {
        match step {
            Step::Chance(Fate::Deal { card }) => {
                let seat = s.without_card().unwrap();
                s.deck.retain(|left| *left != card.0);
                s.cards[seat] = Some(Secret::new(card.0, SeatSet::only(seat)));
            }
            Step::Act { seat, action: Bid::Coins { coins } } => {
                s.bids[seat] = Some(Secret::new(coins.0, SeatSet::only(seat)));
                log.say(|| Said { by: seat, bid: Some(coins.0) });
            }
        }
    }
    fn outcome(&self, s: &State) -> Option<Outcome> {
        (self.turn(s) == Turn::Over).then(|| Outcome::shared(500, 2))
    }
    fn mask(&self, s: &mut State, seat: Seat) {
        for other in Seat::first(2).filter(|other| *other != seat) {
            if let Some(card) = &mut s.cards[other] {
                if let Some(held) = card.get() {
                    s.deck.push(*held);
                    s.deck.sort_unstable();
                }
                card.mask(seat);
            }
            if let Some(bid) = &mut s.bids[other] {
                bid.mask(seat);
            }
        }
    }
    fn fill<R: Rng + ?Sized>(&self, _: &mut State, _: &mut R) {}
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
    fn result(&self, _: &State) -> Option<String> {
        Some("shared".to_owned())
    }
    fn chance_seen_by(&self, s: &State) -> SeatSet {
        s.without_card().map_or(SeatSet::first(2), SeatSet::only)
    }
    fn fact(&self, _: &State, _: &str) -> Option<String> {
        None
    }
}

const EYES: [Option<Seat>; 3] = [Some(Seat::new(0)), Some(Seat::new(1)), None];

fn new(chance: ChanceMode) -> Live {
    let id = MatchId(7);
    let person = |_| (Controller::Human { name: String::new() }, None);
    let made = Made {
        at_ms: 1_000,
        game: GameKind::ParaRoles.to_string(),
        options: vec![],
        content: String::new(),
        seed: Seed::of_number(1),
        chance,
        undo: UndoPolicy::OwnLast,
        manners: Manners::AtOnce,
        turn_timeout_ms: None,
        private: false,
        host: TokenHash::of(&Mint::new([1; 32]).token(id, Holder::Host)),
        seats: (0..2).map(person).collect(),
        seed_chosen: false,
    };
    let table: Box<dyn AnyTable> = Box::new(Table::new(Arc::new(Bidding)));
    Live::new(id, GameKind::ParaRoles, Arc::new(made), "".into(), table)
}

/// What happened, as it is told to watchers.
fn happened(before: &Live, change: &Change) -> Vec<Happened> {
    let versions = before.version + 1..;
    let each = versions.zip(change.entries.iter().zip(&change.told));
    each.map(|(version, (entry, told))| Happened {
        version,
        entry: entry.clone(),
        told: told.clone(),
        after: (version == change.after.version).then(|| change.after.clone()),
    })
    .collect()
}

fn by_bot() -> By {
    By::Bot { reason: "I hold a 3".to_owned() }
}

/// The id of an action or outcome, empty where it is hidden.
fn id(step: &v1::Step) -> &str {
    match step.step.as_ref().unwrap() {
        v1::step::Step::Action(act) => &act.action_id,
        v1::step::Step::Chance(chance) => &chance.outcome_id,
        other @ (v1::step::Step::UndoneTo(_)
        | v1::step::Step::SeatChanged(_)
        | v1::step::Step::Set(_)
        | v1::step::Step::Card(_)
        | v1::step::Step::Closed(_)) => {
            panic!("{other:?}")
        }
    }
}

#[test]
fn a_card_that_is_dealt_face_down_is_told_to_its_owner_alone() {
    let live = new(ChanceMode::Server);
    let dealt = live.begin(1_001).unwrap();
    let events = happened(&live, &dealt);
    assert_eq!(events.len(), 2);
    for (n, event) in events.iter().enumerate() {
        for eyes in EYES {
            let owner = eyes == Some(Seat::new(n as u8));
            let told = messages::event(event, None, eyes);
            assert_eq!(id(told.step.as_ref().unwrap()).starts_with("deal "), owner, "card {n}, {eyes:?}");
        }
    }
}

#[test]
fn bids_made_at_once_are_hidden_with_their_reasons_until_the_end() {
    let live = new(ChanceMode::Server);
    let dealt = live.begin(1_001).unwrap().after;
    let question = messages::decision(&dealt, None).unwrap();
    assert!(matches!(&question.asked, Some(v1::decision::Asked::Seats(asked)) if asked.mode == 2));
    let first = dealt.act(Seat::new(1), "bid 2", by_bot(), 1_002).unwrap();
    let event = &happened(&dealt, &first)[0];
    for eyes in EYES {
        let own = eyes == Some(Seat::new(1));
        let told = messages::event(event, None, eyes);
        assert_eq!(id(told.step.as_ref().unwrap()), if own { "bid 2" } else { "" });
        assert_eq!(told.reason, if own { "I hold a 3" } else { "" });
        assert_eq!(told.lines, [if own { "seat 1 bids 2" } else { "seat 1 has bid" }]);
        assert!(!format!("{told:?}").contains("bid 2") || own);
    }
    let after = &first.after;
    let same = messages::decision(after, None).unwrap();
    assert_eq!(same.id, question.id, "an answer in secret is no new question");
    assert!(
        matches!(&same.asked, Some(v1::decision::Asked::Seats(asked)) if asked.mode == 2 && asked.seats == [0])
    );
    let twice = after.act(Seat::new(1), "bid 3", By::Person, 1_003);
    assert_eq!(twice.err(), Some(ServiceError::NotAsked { seat: 1 }));
}

#[test]
fn a_table_in_words_shows_only_what_its_reader_knows() {
    let live = new(ChanceMode::Server).begin(1_001).unwrap().after;
    let live = live.act(Seat::new(1), "bid 2", by_bot(), 1_002).unwrap().after;
    let text = |eyes| {
        messages::view(&live, messages::Look { eyes, text: true }, &crate::wire::snapshot::Seal::new([7; 32]))
            .text
    };
    let [zero, one, onlooker] = EYES.map(text);
    assert!(zero != one && zero != onlooker && one != onlooker);
    let known = |text: &str| text.matches("Some(").count();
    assert!(known(&one) >= known(&onlooker));
}

/// The deck is known to nobody who does not hold every card that has left it.
#[test]
fn what_may_still_be_dealt_is_told_to_nobody_once_a_card_is_hidden() {
    let live = new(ChanceMode::External);
    let possible = |live: &Live, eyes| match messages::decision(live, eyes).unwrap().asked.unwrap() {
        v1::decision::Asked::Chance(chance) => chance.possible.len(),
        v1::decision::Asked::Seats(_) => panic!("a card is due"),
    };
    for eyes in EYES {
        assert_eq!(possible(&live, eyes), 3, "nothing is hidden yet");
    }
    let dealt = live.report(&["deal 3".to_owned()], 1_001).unwrap().after;
    for eyes in EYES {
        assert_eq!(possible(&dealt, eyes), 0, "{eyes:?} must not see which card is missing");
    }
    let wrong = dealt.report(&["deal 9".to_owned()], 1_002).err().unwrap();
    assert!(matches!(&wrong, ServiceError::Illegal { legal, .. } if legal.is_empty()), "{wrong:?}");
}

#[test]
fn a_record_has_blanks_while_the_match_runs_and_none_once_it_is_over() {
    let live = new(ChanceMode::Server);
    let mut all = vec![];
    let mut now = live.clone();
    let play = |now: &mut Live, change: Change, all: &mut Vec<Happened>| {
        all.extend(happened(now, &change));
        *now = change.after;
    };
    let change = now.begin(1_001).unwrap();
    play(&mut now, change, &mut all);
    let change = now.act(Seat::new(1), "bid 2", by_bot(), 1_002).unwrap();
    play(&mut now, change, &mut all);
    for (eyes, hidden) in EYES.into_iter().zip([2, 1, 3]) {
        let (record, redacted) = records::record(&now, &all, eyes, true);
        let blank = record.steps.iter().filter(|step| id(step).is_empty()).count();
        assert_eq!(
            (blank, redacted, record.text.as_str(), record.seed.as_str()),
            (hidden, true, "", ""),
            "{eyes:?}"
        );
        assert!(
            records::played(&record, &Wanted::default()).is_err(),
            "what is hidden cannot be played again"
        );
    }
    let change = now.act(Seat::new(0), "bid 3", By::Person, 1_003).unwrap();
    play(&mut now, change, &mut all);
    assert!(now.is_over());
    for eyes in EYES {
        let (record, redacted) = records::record(&now, &all, eyes, true);
        assert!(!redacted && record.steps.iter().all(|step| !id(step).is_empty()), "{eyes:?}");
        assert_eq!(record.seed.len(), 64);
        assert!(
            record.text.contains("seat 1: bid 2") && record.text.contains("chance: deal "),
            "{}",
            record.text
        );
    }
}

#[test]
fn entries_of_one_change_share_their_time_and_those_of_two_never_do() {
    let live = new(ChanceMode::Server);
    // A clock that stands still, then goes back.
    let dealt = live.begin(1_000).unwrap();
    let first = dealt.after.act(Seat::new(1), "bid 2", By::Person, 1_000).unwrap();
    let second = first.after.act(Seat::new(0), "bid 2", By::Person, 900).unwrap();
    let times = |change: &Change| change.entries.iter().map(Entry::at_ms).collect::<Vec<_>>();
    let [a, b, c] = [&dealt, &first, &second].map(times);
    assert!(a[0] == a[1] && a[1] < b[0] && b[0] < c[0], "{a:?} {b:?} {c:?}");
}

#[test]
fn a_row_in_lists_says_what_the_match_says_to_onlookers_at_every_step() {
    let mut live = new(ChanceMode::Server);
    for change in
        [live.begin(1_001).unwrap(), live.seat_changed(Seat::new(1), by_name("Bob"), None, false, 1_002)]
    {
        for now in [&live.clone(), &change.after, &change.after.closed(1_003).after] {
            let row = v1::Match::decode(messages::brief(now).as_slice()).unwrap();
            assert_eq!(row, messages::match_of(now, None));
        }
        live = change.after;
    }
}

fn by_name(name: &str) -> Controller {
    Controller::Human { name: name.to_owned() }
}
