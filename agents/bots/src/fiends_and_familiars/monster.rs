//! The roll against the Monster: what it will come to, how far that may be off, and what a point more is worth.

use super::{hero::Hero, odds::likely};
use fiends_and_familiars::{
    Frame,
    content::effects::{Award, MonsterAbility, When},
    rules::{combat, monster_combat},
    tables::{Ban, Topic},
    words::AdventureKind,
};
use kernel::Seat;

/// The spread of one die, squared.
const DIE_SPREAD: f32 = 2.92;

/// Whose roll a frame belongs to, and how many dice of it are still to fall.
fn rolling(frame: &Frame) -> Option<(Seat, u8)> {
    match *frame {
        Frame::Combat(combat::Frame::Roll { seat, left }) => Some((seat, left)),
        Frame::Combat(combat::Frame::Rerolls { seat } | combat::Frame::UsePower { seat })
        | Frame::Monster(monster_combat::Frame::Fought { seat }) => Some((seat, 0)),
        Frame::Combat(combat::Frame::Pool { .. })
        | Frame::Monster(
            monster_combat::Frame::Adventure { .. }
            | monster_combat::Frame::Mercenaries { .. }
            | monster_combat::Frame::Fighting { .. }
            | monster_combat::Frame::Scoring,
        )
        | Frame::Setup(_)
        | Frame::Roll(_)
        | Frame::Dice(_)
        | Frame::Market(_)
        | Frame::Cleanup(_)
        | Frame::Window(_)
        | Frame::Card(_)
        | Frame::Hunt(_)
        | Frame::Enemy(_)
        | Frame::Minimal(_) => None,
    }
}

impl Hero<'_> {
    /// Stars for what the Monster roll will come to.
    pub(super) fn size_up(&mut self) {
        let Some(monster) = self.look.monster() else { return };
        let (mean, spread) = self.roll();
        let strength = f32::from(monster.strength);
        let stars = |mean: f32| {
            let mut below = 0.0;
            let mut sum = 0.0;
            for (from, stars) in &monster.levels {
                sum += likely(mean, spread, f32::from(*from)) * (f32::from(*stars) - below);
                below = f32::from(*stars);
            }
            let shared = if self.look.g.solo() { 1.0 } else { likely(mean, 6.0, strength + 8.0) };
            sum + f32::from(monster.champion) * likely(mean, spread, strength) * shared
        };
        self.alive = likely(mean, spread, strength);
        self.monster_stars = stars(mean);
        self.point = stars(mean + 1.0) - self.monster_stars;
        if self.look.g.solo() {
            // To be killed costs everything: 100 points and 15 for each star, of which about 38 are in sight.
            let more = likely(mean + 1.0, spread, strength) - self.alive;
            self.point += more * self.odds.weights.death / self.alive.max(0.2);
        }
    }

    /// The mean and the spread of the roll against the Monster.
    fn roll(&self) -> (f32, f32) {
        if let Some(result) = self.me.result {
            return (f32::from(result), 0.0);
        }
        let s = self.look.s;
        let rolling = s.stack.frames().filter_map(rolling).find(|(seat, _)| *seat == self.seat);
        match rolling {
            Some((_, left)) if s.fight.monster => self.rolled(left),
            Some(_) | None => self.gathering(),
        }
    }

    /// In the middle of the roll.
    fn rolled(&self, left: u8) -> (f32, f32) {
        let s = self.look.s;
        let mut mean =
            f32::from(monster_combat::result(self.look, self.seat)) + f32::from(left) * self.face();
        let mut again = f32::from(s.fight.free_rerolls) + f32::from(self.me.xp);
        if !combat::may_reroll(self.look, self.seat) {
            again = 0.0;
        }
        let (mut dice, mut better) = (f32::from(left), 0.0);
        for (face, count) in s.fight.shown.iter().enumerate().take(3) {
            let rolls = f32::from(*count).min(again);
            again -= rolls;
            better += rolls * (3.5 - (face as f32 + 1.0));
            dice += rolls;
        }
        // Low dice to come may be rerolled too.
        better += again.min(0.5 * f32::from(left)) * 1.5;
        mean += better;
        (mean, (DIE_SPREAD * dice).sqrt())
    }

    /// What a Combat Die shows against this Monster.
    fn face(&self) -> f32 {
        if let Some(MonsterAbility::Faces(faces)) = self.look.monster().map(|m| m.ability) {
            return faces.iter().map(|f| f32::from(*f)).sum::<f32>() / 6.0;
        }
        3.5
    }

    /// Before the roll.
    fn gathering(&self) -> (f32, f32) {
        let (s, me, look, w) = (self.look.s, self.me, self.look, &self.odds.weights);
        let ability = look.monster().map_or(MonsterAbility::Nothing, |m| m.ability);
        let (mut dice, mut mean, mut hires) = (0.0, 0.0, true);
        let drift = w.drift * self.late.sqrt() + if s.fight.monster { 0.0 } else { 1.0 };
        let mut spread = drift * drift;
        if s.fight.monster {
            let place = (self.seat.number() + look.seats() - s.start.number()) % look.seats();
            let at = |now: &Frame| {
                let Frame::Monster(monster_combat::Frame::Mercenaries { at }) = now else { return None };
                Some(*at)
            };
            let hiring = s.stack.frames().find_map(at);
            let now = look.s.fight.gathering && hiring == Some(place);
            dice += f32::from(if now { s.fight.pool } else { me.pool });
            let kind = |now: &Frame| {
                let Frame::Monster(monster_combat::Frame::Adventure { kind }) = now else { return None };
                Some(*kind)
            };
            let revealing = s.stack.frames().find_map(kind);
            hires = revealing.is_some() || hiring.is_some_and(|at| at <= place);
            if let Some(from) = revealing {
                let (help, doubt) = self.adventures(from.index());
                (mean, spread) = (mean + help, spread + doubt);
            }
        } else {
            dice += 1.0 + f32::from(combat::card_dice(look, self.seat));
            let (help, doubt) = self.adventures(0);
            (mean, spread) = (mean + help + w.growth * self.late, spread + doubt);
            if let MonsterAbility::FewerDice { dice: fewer, unless } = ability {
                dice -= f32::from(fewer) * (1.0 - self.chance(unless));
            }
        }
        let up = if let MonsterAbility::MercenaryUp { xp, gold } = ability { (xp, gold) } else { (0, 0) };
        if hires {
            dice += self.spare() / (5.0 + f32::from(up.1));
        }
        mean += self.experience(ability, dice) + dice.max(0.0) * self.face();
        mean += f32::from(me.honor) - self.handicap(ability);
        (mean, (DIE_SPREAD * dice.max(1.0) + spread).sqrt())
    }

    /// What XP adds: a reroll for each die or so, and mercenaries.
    fn experience(&self, ability: MonsterAbility, dice: f32) -> f32 {
        let xp = f32::from(self.me.xp);
        if ability == MonsterAbility::NoReroll {
            return xp * 1.1;
        }
        let rerolls = dice.max(1.0) + 2.0;
        xp.min(rerolls) * self.odds.weights.xp + (xp - rerolls).max(0.0) * 0.9
    }

    /// What Adventure cards from this kind on add to the roll, and how far that may be off, squared.
    fn adventures(&self, from: usize) -> (f32, f32) {
        let (mut help, mut doubt) = (0.0, 0.0);
        for kind in AdventureKind::ALL.iter().filter(|kind| kind.index() >= from) {
            if usize::from(self.me.tokens) <= kind.index() {
                break;
            }
            let (likely, more) = self.adventure(*kind);
            help += likely * more;
            doubt += likely * (1.0 - likely) * more * more;
        }
        (help, doubt)
    }

    /// How likely an Adventure card helps, and by how much.
    fn adventure(&self, kind: AdventureKind) -> (f32, f32) {
        let w = &self.odds.weights;
        let known = self.look.s.adventures[kind.index()].get();
        let Some(card) = known.and_then(|card| self.look.g.content.adventures.get(card.index())) else {
            return (0.5, 2.0 * w.token);
        };
        let more = f32::from(card.dice) * self.face() + f32::from(card.xp) * w.xp;
        let solo = if self.look.g.solo() { card.solo } else { When::Always };
        let likely = match card.award {
            Award::Each(when) => self.chance(when) * self.chance(solo),
            Award::Most(_) | Award::Least(_) if self.look.g.solo() => self.chance(solo),
            Award::Most(_) | Award::Least(_) => 1.2 / f32::from(self.look.seats()),
        };
        (likely.min(1.0), more)
    }

    /// What Injuries, Fiends and the Monster take off the roll.
    fn handicap(&self, ability: MonsterAbility) -> f32 {
        let injuries =
            if self.look.has(self.seat, Topic::IgnoreInjury) { 0.0 } else { f32::from(self.me.injury) };
        let own = match ability {
            MonsterAbility::RemoveHighest(n) => 5.0 * f32::from(n),
            MonsterAbility::RemoveLowest(n) => 1.8 * f32::from(n),
            MonsterAbility::InjuryTimes(times) => injuries * (f32::from(times) - 1.0),
            MonsterAbility::Minus { counter, each } => {
                f32::from(self.look.count(self.seat, counter)) * f32::from(each) * (1.0 - 0.5 * self.late)
            }
            MonsterAbility::Nothing
            | MonsterAbility::Faces(_)
            | MonsterAbility::NoReroll
            | MonsterAbility::MercenaryUp { .. }
            | MonsterAbility::FewerDice { .. } => 0.0,
        };
        let bound = self.me.active.and(self.look.g.tables.ban(Ban::MonsterRoll));
        injuries + own + 2.0 * bound.count() as f32 * (1.0 - self.late)
    }
}
