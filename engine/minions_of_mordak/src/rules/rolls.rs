//! Action Rolls from the declaration to the last Hit. Rulebook: "Action Rolls". MM-140 to MM-144, rerolls MM-380.

use crate::{
    Action, Event, Play,
    content::RegionRule,
    frame::{Asks, Falls, Next, Stacks as _, stray, then, wait},
    ids::{RegionId, SpellId, Who},
    queries::Look,
    rules::{attacks, cards, plus_ones, spells, turns},
    state::{Roll, Used, What},
    words::{Count, Dice, Die, Faces, Grade, Row, Size, VILLAIN, Window},
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Boost,
    RollDice,
    Rolled,
    RerollPick { seat: Seat, treasure: bool },
    RerollDice,
    Totalled,
    Help { at: u8 },
    HelpAsk { seat: Seat, at: u8 },
    Spend,
    RollEnd,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::RollDice => roll_dice(p),
        Frame::Rolled => lies(p),
        Frame::RerollPick { seat, treasure } => reroll_pick(p, seat, treasure),
        Frame::Totalled => pool(p),
        Frame::Help { at } => help_next(p, at),
        Frame::Spend => spend(p),
        Frame::RollEnd => roll_end(p),
        Frame::Boost | Frame::RerollDice | Frame::HelpAsk { .. } => wait(frame),
    }
}

pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Boost | Frame::Spend => Asks::Seat(look.s.level().seat),
        Frame::RerollPick { seat, .. } | Frame::HelpAsk { seat, .. } => Asks::Seat(seat),
        Frame::RollDice => Asks::Fate(Falls::Roll),
        Frame::RerollDice => Asks::Fate(Falls::Reroll),
        Frame::Rolled | Frame::Totalled | Frame::Help { .. } | Frame::RollEnd => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Boost => {
            boostable(look).for_each(|grade| offer(Action::Boost { grade }));
            offer(Action::Keep);
        }
        Frame::RerollPick { .. } => {
            pickable(look).for_each(|die| offer(Action::Reroll { die }));
            offer(Action::Keep);
        }
        Frame::HelpAsk { seat, .. } => additions(look, seat, offer),
        Frame::Spend => options(look, offer),
        Frame::RollDice
        | Frame::Rolled
        | Frame::RerollDice
        | Frame::Totalled
        | Frame::Help { .. }
        | Frame::RollEnd => {}
    }
}

pub fn declare(p: &mut Play, frame: turns::Frame, row: Row) -> Next {
    let turns::Frame::Act = frame else { return stray(frame) };
    rule!("MM-011", "MM-141", "MM-142", "MM-326");
    turns::declare(p, row);
    let who = p.s.level().actor;
    let dice = p.look().row_dice(who, row).plus(p.look().bonus_dice(who, row));
    p.s.level_mut().roll = Roll { row, dice, ..Roll::default() };
    p.s.lasting.retain(|lasting| lasting.who != who || !matches!(lasting.what, What::NextDice(_)));
    p.say(|l| Event::Told(format!("{} rolls {row}: {dice}", l.name(who))));
    p.push(frame);
    if p.look().abilities(who, Some(row)).boost && !p.look().row_dice(who, row).is_none() {
        return wait(Frame::Boost);
    }
    then(Frame::RollDice)
}

/// Grades of the Character's own dice that can be Boosted.
fn boostable(look: Look) -> impl Iterator<Item = Grade> {
    let level = look.s.level();
    let own = look.row_dice(level.actor, level.roll.row);
    Grade::ALL.iter().copied().filter(move |grade| own.of(*grade) > 0)
}

pub fn boost(p: &mut Play, frame: Frame, grade: Grade) -> Next {
    let Frame::Boost = frame else { return stray(frame) };
    rule!("MM-326");
    p.s.level_mut().roll.boosted = Some(grade);
    then(Frame::RollDice)
}

/// The dice that fall: all but a Boosted one.
#[must_use]
pub fn falling(look: Look) -> Dice {
    let roll = &look.s.level().roll;
    roll.dice.minus(roll.boosted.map_or(Dice::NONE, Dice::one))
}

/// Could anybody roll a die of this roll again, by what everybody knows?
#[must_use]
pub fn faces_matter(look: Look) -> bool {
    let level = look.s.level();
    treasure_rerolls(look) > 0 || crate::rules::reactions::anybody_could(look, Window::Rolled, level.actor)
}

fn roll_dice(p: &mut Play) -> Next {
    if falling(p.look()).is_none() { rolled(p, Faces::default()) } else { wait(Frame::RollDice) }
}

/// Dice of which each matters.
pub fn fell(p: &mut Play, frame: Frame, faces: Faces) -> Next {
    match frame {
        Frame::RollDice => rolled(p, faces),
        Frame::RerollDice => rerolled(p, faces),
        Frame::Boost
        | Frame::Rolled
        | Frame::RerollPick { .. }
        | Frame::Totalled
        | Frame::Help { .. }
        | Frame::HelpAsk { .. }
        | Frame::Spend
        | Frame::RollEnd => stray(frame),
    }
}

fn rolled(p: &mut Play, faces: Faces) -> Next {
    rule!("MM-010", "MM-141");
    let roll = &mut p.s.level_mut().roll;
    let placed = roll.boosted.map_or(Faces::default(), |grade| Die::best(grade).faces());
    roll.faces = faces.plus(placed);
    roll.pool = roll.faces.hits(roll.dice);
    then(Frame::Rolled)
}

/// Only the total was told: nobody can reroll.
pub fn totalled(p: &mut Play, frame: Frame, hits: u8) -> Next {
    let Frame::RollDice = frame else { return stray(frame) };
    let roll = &mut p.s.level_mut().roll;
    let placed = roll.boosted.map_or(0, |grade| Die::best(grade).faces().hits(Dice::one(grade)));
    roll.total_only = true;
    roll.pool = hits + placed;
    then(Frame::Totalled)
}

/// Dice a Treasure lets the roller roll again now.
fn treasure_rerolls(look: Look) -> u8 {
    let level = look.s.level();
    match level.actor.as_player() {
        Some(seat) if !level.used.contains(Used::REROLL) => {
            look.gear(seat).map(|gear| gear.rerolls).max().unwrap_or(0)
        }
        Some(_) | None => 0,
    }
}

/// The dice lie: first Treasure rerolls, then the window.
fn lies(p: &mut Play) -> Next {
    rule!("MM-380");
    let dice = treasure_rerolls(p.look());
    let (actor, seat) = (p.s.level().actor, p.s.level().seat);
    p.push(Frame::Totalled);
    p.push(spells::Frame::Window { window: Window::Rolled, about: actor, at: 0 });
    if dice > 0 {
        p.s.level_mut().roll.rerolls = dice;
        return then(Frame::RerollPick { seat, treasure: true });
    }
    Next::Done
}

/// Dice are picked one by one, then fall together.
fn reroll_pick(p: &mut Play, seat: Seat, treasure: bool) -> Next {
    let roll = &p.s.level().roll;
    let left = roll.dice.minus(roll.aside);
    if roll.rerolls == 0 || left.is_none() || roll.total_only {
        return take_up(p);
    }
    wait(Frame::RerollPick { seat, treasure })
}

/// Dice that may be picked: by face, highest class picked last, so that each set is offered once.
fn pickable(look: Look) -> impl Iterator<Item = Die> {
    let roll = look.s.level().roll;
    let shown = roll.dice.minus(roll.aside);
    Die::ALL.iter().copied().filter(move |die| roll.faces.showing(shown, *die) > 0)
}

pub fn reroll(p: &mut Play, frame: Frame, die: Die) -> Next {
    let Frame::RerollPick { treasure, .. } = frame else { return stray(frame) };
    let level = p.s.level_mut();
    if treasure {
        level.used |= Used::REROLL;
    }
    let roll = &mut level.roll;
    roll.rerolls -= 1;
    roll.aside = roll.aside.plus(Dice::one(die.grade()));
    let less = die.faces();
    roll.faces.novice_ones -= less.novice_ones;
    roll.faces.adept_ones -= less.adept_ones;
    roll.faces.adept_twos -= less.adept_twos;
    roll.faces.master_twos -= less.master_twos;
    p.say(|_| Event::Told(format!("a die that shows {die} is rolled again")));
    then(frame)
}

/// The dice stay as they lie.
pub fn keep(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Boost => then(Frame::RollDice),
        Frame::RerollPick { .. } => take_up(p),
        Frame::RollDice
        | Frame::Rolled
        | Frame::RerollDice
        | Frame::Totalled
        | Frame::Help { .. }
        | Frame::HelpAsk { .. }
        | Frame::Spend
        | Frame::RollEnd => stray(frame),
    }
}

/// What was picked falls.
fn take_up(p: &mut Play) -> Next {
    let roll = &mut p.s.level_mut().roll;
    roll.rerolls = 0;
    if roll.aside.is_none() { Next::Done } else { wait(Frame::RerollDice) }
}

fn rerolled(p: &mut Play, faces: Faces) -> Next {
    rule!("MM-380");
    let roll = &mut p.s.level_mut().roll;
    roll.faces = roll.faces.plus(faces);
    roll.aside = Dice::NONE;
    roll.pool = roll.faces.hits(roll.dice);
    Next::Done
}

/// Rerolls are done: the sum is the Hit Pool. Friends help, then Reactions, then Hits are spent.
fn pool(p: &mut Play) -> Next {
    rule!("MM-141", "MM-R22");
    let actor = p.s.level().actor;
    let less = match p.look().rule(p.look().region(actor)) {
        Some(RegionRule::RangedLess(less)) if p.s.level().roll.row == Row::Ranged => less,
        Some(_) | None => 0,
    };
    let roll = &mut p.s.level_mut().roll;
    roll.pool = roll.pool.saturating_sub(less);
    let hits = roll.pool;
    p.say(|l| Event::Told(format!("{} has {hits} Hits", l.name(actor))));
    p.push(Frame::Spend);
    p.push(spells::Frame::Window { window: Window::Modify, about: actor, at: 0 });
    then(Frame::Help { at: 1 })
}

/// What a seat can add to a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// Hits that each token adds.
    pub each: u8,
    pub tokens: u8,
}

/// What this seat can add to the roll in progress.
#[must_use]
pub fn help(look: Look, seat: Seat) -> Help {
    rule!("MM-397", "MM-398", "MM-R23", "MM-R57");
    let level = look.s.level();
    let player = &look.s.players[seat];
    let foe = Look::side_of_seat(seat) != look.side(level.actor);
    // Who has said not to react at all is not asked about rolls of the others either.
    let asked = !foe || look.g.options.help_foes && !look.s.silent.contains(seat);
    if !asked || !player.present || player.in_stash {
        return Help::default();
    }
    if seat == VILLAIN {
        let own = level.seat == VILLAIN;
        let tokens = player.plus[level.roll.row.index()];
        return if own { Help::default() } else { Help { each: 1, tokens } };
    }
    let beats = look.gift(seat).beats;
    // On the own Magic row the tokens can be spent at any time.
    let plain = level.actor == Who::hero(seat) && level.roll.row == Row::Magic && beats <= 1;
    if plain { Help::default() } else { Help { each: beats, tokens: player.plus[Row::Magic.index()] } }
}

fn help_next(p: &mut Play, at: u8) -> Next {
    for at in at..=p.g.options.seats {
        let seat = Seat::new(at % p.g.options.seats);
        let Help { each, tokens } = help(p.look(), seat);
        if each > 0 && tokens > 0 {
            return wait(Frame::HelpAsk { seat, at });
        }
    }
    Next::Done
}

pub fn helped(p: &mut Play, frame: Frame, tokens: u8) -> Next {
    let Frame::HelpAsk { seat, at } = frame else { return stray(frame) };
    let each = help(p.look(), seat).each;
    let row = if seat == VILLAIN { p.s.level().roll.row } else { Row::Magic };
    p.s.players[seat].plus[row.index()] -= tokens;
    p.s.level_mut().roll.pool += each * tokens;
    if tokens > 0 {
        p.say(|l| Event::Told(format!("{} adds {} Hits", l.name(Who::hero(seat)), each * tokens)));
    }
    then(Frame::Help { at: at + 1 })
}

/// What the Hits of the roll may be spent on.
pub fn options(look: Look, offer: &mut impl FnMut(Action)) {
    rule!("MM-143", "MM-160", "MM-161", "MM-218", "MM-251");
    uses(look, offer);
    rule!("MM-220");
    turns::scouts(look, offer);
    offer(Action::Done);
}

/// What brings Hits, and what they buy.
fn uses(look: Look, offer: &mut impl FnMut(Action)) {
    let level = look.s.level();
    let roll = &level.roll;
    if plus_ones::may_spend(look) {
        offer(Action::Spend);
    }
    if plus_ones::may_buy(look) {
        offer(Action::Buy);
    }
    match roll.row {
        Row::Melee | Row::Ranged => attacks::options(look, offer),
        Row::Magic => spells::options(look, offer),
        Row::Corruption => {
            for size in [Size::Chump, Size::Elite, Size::Boss] {
                if may_spawn(look, size) {
                    offer(Action::Spawn { size });
                }
            }
        }
    }
}

fn may_spawn(look: Look, size: Size) -> bool {
    rule!("MM-215", "MM-R37");
    let price = look.g.content.numbers.spawn_price(size);
    price.is_some_and(|price| price <= look.s.level().roll.pool) && cards::minions_left(look, size) > 0
}

/// Whether a Magic roll is over must not tell what the hand lacks: who holds Spells ends it.
fn may_hold_more(look: Look) -> bool {
    rule!("MM-402");
    let level = look.s.level();
    let cloaked = look.g.options.windows == crate::options::Windows::Cloaked;
    cloaked && level.roll.row == Row::Magic && !look.s.players[level.seat].hand.is_empty()
}

fn spend(p: &mut Play) -> Next {
    if turns::is_over(p.look()) {
        return then(Frame::RollEnd);
    }
    // Hits that nothing can be done with yet may find something when the Hero looks around.
    let hits = p.s.level().roll.pool > 0 && !p.s.level().roll.stopped;
    let mut any = may_hold_more(p.look());
    any |= hits && !turns::scoutable(p.look(), p.s.level().actor).is_empty();
    uses(p.look(), &mut |_| any = true);
    if any { wait(Frame::Spend) } else { then(Frame::RollEnd) }
}

pub fn done(frame: Frame) -> Next {
    let Frame::Spend = frame else { return stray(frame) };
    then(Frame::RollEnd)
}

/// Scouting goes on with the Hits as they are.
pub fn scout(p: &mut Play, frame: Frame, one: Option<RegionId>) -> Next {
    let Frame::Spend = frame else { return stray(frame) };
    rule!("MM-220", "MM-R55");
    p.push(frame);
    turns::looks_around(p, one)
}

pub fn spend_token(p: &mut Play, frame: Frame) -> Next {
    let Frame::Spend = frame else { return stray(frame) };
    plus_ones::spend(p);
    then(Frame::Spend)
}

pub fn buy(p: &mut Play, frame: Frame) -> Next {
    let Frame::Spend = frame else { return stray(frame) };
    rule!("MM-160");
    let (seat, row) = (p.s.level().seat, p.s.level().roll.row);
    let price = p.look().plus_price(seat);
    p.s.level_mut().roll.pool -= price;
    p.first(plus_ones::Frame::Gain { seat, row, left: 1 }, Frame::Spend)
}

pub fn attack(p: &mut Play, frame: Frame, region: RegionId) -> Next {
    let Frame::Spend = frame else { return stray(frame) };
    attacks::attack(p, region)
}

pub fn sweep(p: &mut Play, frame: Frame, region: RegionId) -> Next {
    let Frame::Spend = frame else { return stray(frame) };
    attacks::sweep(p, region)
}

pub fn cast(p: &mut Play, frame: Frame, spell: SpellId, hits: u8) -> Next {
    let Frame::Spend = frame else { return stray(frame) };
    spells::cast_spell(p, spell, hits)
}

pub fn buy_minion(p: &mut Play, frame: Frame, size: Size) -> Next {
    let Frame::Spend = frame else { return stray(frame) };
    rule!("MM-215");
    let price = p.g.content.numbers.spawn_price(size).unwrap_or(0);
    p.s.level_mut().roll.pool -= price;
    p.first(
        cards::Frame::DrawMinion { size, region: RegionId::NOWHERE, how: cards::Comes::Placed },
        Frame::Spend,
    )
}

fn roll_end(p: &mut Play) -> Next {
    rule!("MM-143", "MM-393");
    let (actor, roll) = (p.s.level().actor, p.s.level().roll);
    p.s.level_mut().roll = Roll::default();
    if let Some(seat) = actor.as_hero()
        && let Some((row, heal)) = p.look().gift(seat).rage
        && roll.defeated
        && !turns::is_over(p.look())
    {
        crate::rules::damage::heal(p, actor, heal);
        return then(plus_ones::Frame::Gain { seat, row, left: 1 });
    }
    Next::Done
}

/// How many tokens may be added to a roll.
fn additions(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let tokens = help(look, seat).tokens;
    (0..=tokens).for_each(|n| offer(Action::Add { tokens: Count(n) }));
}
