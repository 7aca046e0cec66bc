//! Monster Combat: pools, Adventure cards, mercenaries, rolls, rewards, champion. FF-800 to FF-810, FF-1040 to FF-1050.

use crate::{
    Action, Chance, Play,
    content::effects::{Award, MonsterAbility, Restriction},
    frame::{Asks, Next, stray, then, wait},
    luck::Falls,
    queries::Look,
    rules::{combat, final_scoring, goods},
    state::{Ending, Fight},
    tables::{Ban, Topic, ban},
    words::{AdventureId, AdventureKind, Good, Hire},
};
use kernel::{Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Adventure { kind: AdventureKind },
    Mercenaries { at: u8 },
    Fighting { at: u8 },
    Fought { seat: Seat },
    Scoring,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Adventure { kind } => adventure(p, kind),
        Frame::Mercenaries { at } => mercenaries(p, at),
        Frame::Fighting { at } => fighting(p, at),
        Frame::Fought { seat } => fought(p, seat),
        Frame::Scoring => scoring(p),
    }
}

#[must_use]
#[inline]
pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Adventure { kind } => Asks::Chance(Falls::Adventure(kind)),
        Frame::Mercenaries { at } => Asks::Seat(look.seat_at(at)),
        Frame::Fighting { .. } | Frame::Fought { .. } | Frame::Scoring => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Mercenaries { at } => {
            combat::hires(look, look.seat_at(at), offer);
            offer(Action::Done);
        }
        Frame::Adventure { .. } | Frame::Fighting { .. } | Frame::Fought { .. } | Frame::Scoring => {}
    }
}

/// What fell, and what it does.
pub fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Adventure { kind } => {
            let Chance::Adventure { card } = fell else { return stray(frame) };
            revealed(p, kind, card)
        }
        Frame::Mercenaries { .. } | Frame::Fighting { .. } | Frame::Fought { .. } | Frame::Scoring => {
            stray(frame)
        }
    }
}

/// The next Adventure card is turned up; before the first, everybody takes a die.
fn adventure(p: &mut Play, kind: AdventureKind) -> Next {
    rule!("FF-802", "FF-803");
    if !p.s.fight.monster {
        p.s.fight = Fight { monster: true, ..Fight::default() };
        for seat in Seat::first(p.g.options.seats) {
            p.s.players[seat].pool = 1 + combat::card_dice(p.look(), seat);
        }
        p.say_line(|_| "Character Creation ends".to_owned());
    }
    if p.s.adventures[kind.index()].seen_by().is_empty() {
        return wait(Frame::Adventure { kind });
    }
    let card = *p.s.adventures[kind.index()].known();
    revealed(p, kind, card)
}

/// Who gains the benefit of an Adventure card.
#[must_use]
pub fn winners(look: Look, kind: AdventureKind, card: AdventureId) -> SeatSet {
    rule!("FF-804");
    let face = &look.g.content.adventures[card.index()];
    let eligible =
        Seat::first(look.seats()).filter(|seat| usize::from(look.player(*seat).tokens) > kind.index());
    let mut among: SeatSet = eligible.collect();
    if look.g.solo() {
        rule!("FF-1040");
        among = among.into_iter().filter(|seat| look.holds(*seat, face.solo)).collect();
    }
    let counts = |counter| among.into_iter().map(move |seat| look.count(seat, counter));
    match face.award {
        Award::Each(when) => among.into_iter().filter(|seat| look.holds(*seat, when)).collect(),
        Award::Most(counter) => {
            let best = counts(counter).max().unwrap_or(0);
            among.into_iter().filter(|seat| look.count(*seat, counter) == best).collect()
        }
        Award::Least(counter) => {
            let best = counts(counter).min().unwrap_or(0);
            among.into_iter().filter(|seat| look.count(*seat, counter) == best).collect()
        }
    }
}

fn revealed(p: &mut Play, kind: AdventureKind, card: AdventureId) -> Next {
    rule!("FF-R37");
    let all = SeatSet::first(p.g.options.seats);
    p.s.adventures[kind.index()] = kernel::Secret::new(card, all);
    let face = &p.g.content.adventures[card.index()];
    p.say_line(|_| format!("{}: {}", kind.title(), face.name));
    for seat in winners(p.look(), kind, card) {
        p.s.players[seat].pool += face.dice;
        p.say_line(|_| format!("{seat} is helped: {} dice, {} XP", face.dice, face.xp));
        goods::gain(p, seat, Good::Xp, face.xp);
    }
    then(match kind {
        AdventureKind::Location => Frame::Adventure { kind: AdventureKind::Obstacle },
        AdventureKind::Obstacle => Frame::Adventure { kind: AdventureKind::Attack },
        AdventureKind::Attack => Frame::Mercenaries { at: 0 },
    })
}

/// All hire before anybody rolls.
fn mercenaries(p: &mut Play, at: u8) -> Next {
    rule!("FF-810", "FF-R18");
    if at >= p.g.options.seats {
        return then(Frame::Fighting { at: 0 });
    }
    let seat = p.look().seat_at(at);
    if !p.s.fight.gathering {
        let fewer = fewer_dice(p.look(), seat);
        let pool = p.s.players[seat].pool.saturating_sub(fewer);
        p.s.fight = Fight { monster: true, gathering: true, pool, ..Fight::default() };
    }
    let mut any = false;
    combat::hires(p.look(), seat, &mut |_| any = true);
    if any { wait(Frame::Mercenaries { at }) } else { hired_all(p, at) }
}

/// Dice that the Monster takes out of a pool, the one that everybody has among them.
fn fewer_dice(look: Look, seat: Seat) -> u8 {
    rule!("FF-R47");
    if let Some(MonsterAbility::FewerDice { dice, unless }) = look.monster().map(|m| m.ability)
        && !look.holds(seat, unless)
    {
        return dice;
    }
    0
}

/// A mercenary against the Monster.
pub fn hired(p: &mut Play, frame: Frame, with: Hire) -> Next {
    let Frame::Mercenaries { at } = frame else { return stray(frame) };
    let seat = p.look().seat_at(at);
    combat::hire(p, seat, with);
    then(frame)
}

/// This seat hires nobody more.
pub fn done(p: &mut Play, frame: Frame) -> Next {
    let Frame::Mercenaries { at } = frame else { return stray(frame) };
    hired_all(p, at)
}

fn hired_all(p: &mut Play, at: u8) -> Next {
    let seat = p.look().seat_at(at);
    p.s.players[seat].pool = p.s.fight.pool;
    p.s.fight.gathering = false;
    then(Frame::Mercenaries { at: at + 1 })
}

/// The next seat rolls.
fn fighting(p: &mut Play, at: u8) -> Next {
    if at >= p.g.options.seats {
        return then(Frame::Scoring);
    }
    let seat = p.look().seat_at(at);
    p.later(Frame::Fighting { at: at + 1 });
    p.s.fight = Fight { monster: true, pool: p.s.players[seat].pool, ..Fight::default() };
    p.s.fight.free_rerolls = combat::card_rerolls(p.look(), seat);
    combat::roll(p, seat)
}

/// What the Monster roll comes to.
#[must_use]
pub fn result(look: Look, seat: Seat) -> i16 {
    rule!("FF-807", "FF-708", "FF-R43");
    let me = look.player(seat);
    let ability = look.monster().map_or(MonsterAbility::Nothing, |m| m.ability);
    let injuries = if look.has(seat, Topic::IgnoreInjury) { 0 } else { i16::from(me.injury) };
    let mut result = combat::sum(look, seat) + i16::from(me.honor);
    let times = if let MonsterAbility::InjuryTimes(times) = ability { i16::from(times) } else { 1 };
    result -= injuries * times;
    if let MonsterAbility::Minus { counter, each } = ability {
        result -= i16::from(look.count(seat, counter)) * i16::from(each);
    }
    for fiend in me.active.and(look.g.tables.ban(Ban::MonsterRoll)).iter() {
        for restriction in
            look.g.content.fiends[fiend.index()].does.iter().filter(|r| ban(r) == Ban::MonsterRoll)
        {
            if let Restriction::MonsterRoll(by) = restriction {
                result -= i16::from(*by);
            }
        }
    }
    result
}

fn fought(p: &mut Play, seat: Seat) -> Next {
    rule!("FF-808");
    let result = result(p.look(), seat).clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8;
    p.s.players[seat].result = Some(result);
    p.say_line(|look| {
        let strength = look.monster().map_or(0, |m| m.strength);
        format!("{seat} reaches {result} against Strength {strength}")
    });
    Next::Done
}

/// Did this seat reach the Monster's Strength?
#[must_use]
pub fn succeeded(look: Look, seat: Seat) -> bool {
    let strength = look.monster().map_or(0, |m| m.strength);
    look.player(seat).result.is_some_and(|result| i16::from(result) >= i16::from(strength))
}

/// Who was the champion; then the stars are counted.
fn scoring(p: &mut Play) -> Next {
    rule!("FF-809", "FF-1063");
    p.s.fight = Fight::default();
    let look = p.look();
    let fine: SeatSet = Seat::first(look.seats()).filter(|seat| succeeded(look, *seat)).collect();
    let best = fine.into_iter().filter_map(|seat| look.player(seat).result).max();
    let bonus = look.monster().map_or(0, |m| m.champion);
    let champions = if bonus == 0 {
        SeatSet::EMPTY
    } else {
        fine.into_iter().filter(|seat| look.player(*seat).result == best).collect()
    };
    p.s.champions = champions;
    let ending = if p.g.solo() && fine.is_empty() {
        rule!("FF-1050");
        p.say_line(|_| "the Monster kills the hero".to_owned());
        Ending::Dead
    } else {
        for seat in Seat::first(p.g.options.seats) {
            p.say_line(|look| {
                format!("{seat}: {}", final_scoring::breakdown_in_words(&final_scoring::score(look, seat)))
            });
        }
        final_scoring::ending(p.look())
    };
    p.s.ending = Some(ending);
    p.s.stack.clear();
    Next::Done
}
