//! Playing cards and class abilities on the dice pool. RA-157 to RA-161, RA-173.

use crate::{
    Event, Play,
    content::{
        cards::Flag,
        effect::{Ability, Effect},
    },
    frame::{Source, then, wait},
    queries::Look,
    rules::{
        contest::Frame,
        effects::{self, Chain},
    },
    state::PoolSet,
    words::{CardId, CardSet},
};
use kernel::{Next, Seat, SeatSet, rule};

/// Plays start anew in each such step.
pub fn begin(p: &mut Play) {
    rule!("RA-R07", "RA-173");
    p.s.present.into_iter().for_each(|seat| p.s.sheets[seat].plays = 0);
    p.s.contest.extra = 0;
    p.s.contest.passed = SeatSet::EMPTY;
}

pub fn manipulate(p: &mut Play) -> Next<crate::Frame> {
    if players(p.look()).minus(p.s.contest.passed).is_empty() {
        return super::placing::begin(p);
    }
    wait(Frame::Manipulate)
}

/// How a hero could pay for playing a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paid {
    Limit,
    Extra,
    Token,
}

/// Which play a hero would use next; none if there is none.
#[must_use]
#[inline]
pub fn next_play(look: Look, seat: Seat) -> Option<Paid> {
    rule!("RA-158", "RA-159", "RA-R72");
    let s = look.s;
    if s.sheets[seat].plays < s.journal.play_limit {
        Some(Paid::Limit)
    } else if s.contest.extra > 0 {
        Some(Paid::Extra)
    } else if s.journal.tokens > 0 && !s.contest.bent.no_bonus {
        Some(Paid::Token)
    } else {
        None
    }
}

/// Heroes who could do something to the pool.
#[must_use]
pub fn players(look: Look) -> SeatSet {
    rule!("RA-157", "RA-181");
    look.s.standing().into_iter().filter(|seat| could_play(look, *seat)).collect()
}

/// Cards in hand that may be played: not those that were played once in this adventure and say that this is all.
#[must_use]
#[inline]
pub fn playable(look: Look, seat: Seat) -> CardSet {
    rule!("RA-R73");
    look.s.sheets[seat].hand.minus(&look.s.once)
}

/// Is there anything this hero can play? Stops at the first thing found.
#[inline]
fn could_play(look: Look, seat: Seat) -> bool {
    let sheet = &look.s.sheets[seat];
    let works = |source: Source| {
        let options = &ability_of(look, seat, source).options;
        options.iter().any(|chain| works_at_all(look, seat, source, chain))
    };
    (sheet.ready && works(Source::Class))
        || (next_play(look, seat).is_some()
            && playable(look, seat).iter().any(|card| works(Source::Card(card))))
}

/// Everything a hero can play now: a card or the class ability, with an option from 0.
#[inline]
pub fn plays(look: Look, seat: Seat, each: &mut impl FnMut(Source, u8)) {
    let sheet = &look.s.sheets[seat];
    if next_play(look, seat).is_some() {
        for card in playable(look, seat).iter() {
            options(look, seat, Source::Card(card), each);
        }
    }
    if sheet.ready {
        rule!("RA-160");
        options(look, seat, Source::Class, each);
    }
}

/// Would any of these effects do something? Then as much is done as can be.
#[inline]
fn works_at_all(look: Look, seat: Seat, source: Source, chain: &[Effect]) -> bool {
    chain.iter().any(|effect| effects::possible(look, seat, source, *effect))
}

#[inline]
fn options(look: Look, seat: Seat, source: Source, each: &mut impl FnMut(Source, u8)) {
    for (i, chain) in ability_of(look, seat, source).options.iter().enumerate() {
        rule!("RA-247", "RA-R26");
        if works_at_all(look, seat, source, chain) {
            each(source, i as u8);
        }
    }
}

/// What a card or a class ability does.
#[must_use]
#[inline]
pub fn ability_of<'a>(look: Look<'a>, seat: Seat, source: Source) -> &'a Ability {
    match source {
        Source::Card(card) => &look.card(card).ability,
        Source::Class => &look.g.content.class(look.s.sheets[seat].class).ability,
    }
}

pub fn play(p: &mut Play, seat: Seat, card: CardId, option: u8) -> Next<crate::Frame> {
    rule!("RA-158");
    let paid = next_play(p.look(), seat).expect("only heroes with a play left are offered one");
    match paid {
        Paid::Limit => p.s.sheets[seat].plays += 1,
        Paid::Extra => p.s.contest.extra -= 1,
        Paid::Token => {
            rule!("RA-159", "RA-R11");
            p.s.journal.tokens -= 1;
            p.s.sheets[seat].tokens += 1;
        }
    }
    p.say(|look| Event::Plays {
        who: look.name(seat),
        card,
        name: look.card(card).name.clone(),
        bonus: paid == Paid::Token,
    });
    lay_down(p, seat, card);
    start(p, seat, Source::Card(card), option)
}

/// A played card goes where its icon says.
fn lay_down(p: &mut Play, seat: Seat, card: CardId) {
    rule!("RA-158", "RA-249", "RA-R73");
    let flag = p.look().card(card).flag;
    let sheet = &mut p.s.sheets[seat];
    sheet.hand.remove(card);
    match flag {
        Flag::None => sheet.discard.insert(card),
        Flag::Spent => sheet.spent.insert(card),
        Flag::Once => {
            sheet.discard.insert(card);
            p.s.once.insert(card);
        }
        Flag::Return => {
            p.s.decks.insert(card);
            super::revealed::familiar_leaves(p, card);
        }
    }
}

pub fn ability(p: &mut Play, seat: Seat, option: u8) -> Next<crate::Frame> {
    rule!("RA-160");
    p.s.sheets[seat].ready = false;
    p.say(|look| {
        let class = look.g.content.class(look.s.sheets[seat].class).name.clone();
        Event::Ability(look.name(seat), class)
    });
    start(p, seat, Source::Class, option)
}

fn start(p: &mut Play, seat: Seat, source: Source, option: u8) -> Next<crate::Frame> {
    p.s.contest.passed = SeatSet::EMPTY;
    p.s.contest.picked = PoolSet::default();
    p.s.stack.push(Frame::Manipulate.into());
    then(effects::Frame::Chain(Chain { seat: seat.number(), source, option, step: 0 }))
}
