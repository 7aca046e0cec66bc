//! Action Rolls from the declaration to the last Hit. Rulebook: "Action Rolls". MM-140 to MM-144, rerolls MM-380.

use crate::{
    Action, Event, Play,
    content::RegionRule,
    frame::Frame,
    ids::{RegionId, Who},
    queries::Look,
    rules::{attacks, cards, plus_ones, spells, turns},
    state::{Roll, What, used},
    words::{Count, Dice, Die, Faces, Grade, Row, Size, VILLAIN, Window},
};
use kernel::{Next, Seat, flow::Flow as _, rule};

pub fn declare(p: &mut Play, row: Row) -> Next<Frame> {
    rule!("MM-011", "MM-141", "MM-142", "MM-326");
    turns::declare(p, row);
    let who = p.s.level().actor;
    let dice = p.look().row_dice(who, row).plus(p.look().bonus_dice(who, row));
    p.s.level_mut().roll = Roll { row, dice, ..Roll::default() };
    p.s.lasting.retain(|lasting| lasting.who != who || !matches!(lasting.what, What::NextDice(_)));
    p.say(|l| Event::Told(format!("{} rolls {row}: {dice}", l.name(who))));
    p.s.stack.push(Frame::Act);
    if p.look().abilities(who, Some(row)).boost && !p.look().row_dice(who, row).is_none() {
        return Next::Wait(Frame::Boost);
    }
    Next::Then(Frame::RollDice)
}

/// Grades of the Character's own dice that can be Boosted.
pub fn boostable(look: Look) -> impl Iterator<Item = Grade> {
    let level = look.s.level();
    let own = look.row_dice(level.actor, level.roll.row);
    Grade::ALL.iter().copied().filter(move |grade| own.of(*grade) > 0)
}

pub fn boost(p: &mut Play, grade: Grade) -> Next<Frame> {
    rule!("MM-326");
    p.s.level_mut().roll.boosted = Some(grade);
    Next::Then(Frame::RollDice)
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

pub fn roll_dice(p: &mut Play) -> Next<Frame> {
    if falling(p.look()).is_none() { rolled(p, Faces::default()) } else { Next::Wait(Frame::RollDice) }
}

pub fn rolled(p: &mut Play, faces: Faces) -> Next<Frame> {
    rule!("MM-010", "MM-141");
    let roll = &mut p.s.level_mut().roll;
    let placed = roll.boosted.map_or(Faces::default(), |grade| Die::best(grade).faces());
    roll.faces = faces.plus(placed);
    roll.pool = roll.faces.hits(roll.dice);
    Next::Then(Frame::Rolled)
}

/// Only the total was told: nobody can reroll.
pub fn totalled(p: &mut Play, hits: u8) -> Next<Frame> {
    let roll = &mut p.s.level_mut().roll;
    let placed = roll.boosted.map_or(0, |grade| Die::best(grade).faces().hits(Dice::one(grade)));
    roll.total_only = true;
    roll.pool = hits + placed;
    Next::Then(Frame::Totalled)
}

/// Dice a Treasure lets the roller roll again now.
fn treasure_rerolls(look: Look) -> u8 {
    let level = look.s.level();
    match level.actor.as_player() {
        Some(seat) if level.used & used::REROLL == 0 => {
            look.gear(seat).map(|gear| gear.rerolls).max().unwrap_or(0)
        }
        Some(_) | None => 0,
    }
}

/// The dice lie: first Treasure rerolls, then the window.
pub fn lies(p: &mut Play) -> Next<Frame> {
    rule!("MM-380");
    let dice = treasure_rerolls(p.look());
    let (actor, seat) = (p.s.level().actor, p.s.level().seat);
    p.s.stack.push(Frame::Totalled);
    p.s.stack.push(Frame::Window { window: Window::Rolled, about: actor, at: 0 });
    if dice > 0 {
        p.s.level_mut().roll.rerolls = dice;
        return Next::Then(Frame::RerollPick { seat, treasure: true });
    }
    Next::Done
}

/// Dice are picked one by one, then fall together.
pub fn reroll_pick(p: &mut Play, seat: Seat, treasure: bool) -> Next<Frame> {
    let roll = &p.s.level().roll;
    let left = roll.dice.minus(roll.aside);
    if roll.rerolls == 0 || left.is_none() || roll.total_only {
        return take_up(p);
    }
    Next::Wait(Frame::RerollPick { seat, treasure })
}

/// Dice that may be picked: by face, highest class picked last, so that each set is offered once.
pub fn pickable(look: Look) -> impl Iterator<Item = Die> {
    let roll = look.s.level().roll;
    let shown = roll.dice.minus(roll.aside);
    Die::ALL.iter().copied().filter(move |die| roll.faces.showing(shown, *die) > 0)
}

pub fn reroll(p: &mut Play, seat: Seat, treasure: bool, die: Die) -> Next<Frame> {
    let level = p.s.level_mut();
    if treasure {
        level.used |= used::REROLL;
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
    Next::Then(Frame::RerollPick { seat, treasure })
}

/// What was picked falls.
pub fn take_up(p: &mut Play) -> Next<Frame> {
    let roll = &mut p.s.level_mut().roll;
    roll.rerolls = 0;
    if roll.aside.is_none() { Next::Done } else { Next::Wait(Frame::RerollDice) }
}

pub fn rerolled(p: &mut Play, faces: Faces) -> Next<Frame> {
    rule!("MM-380");
    let roll = &mut p.s.level_mut().roll;
    roll.faces = roll.faces.plus(faces);
    roll.aside = Dice::NONE;
    roll.pool = roll.faces.hits(roll.dice);
    Next::Done
}

/// Rerolls are done: the sum is the Hit Pool. Friends help, then Reactions, then Hits are spent.
pub fn pool(p: &mut Play) -> Next<Frame> {
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
    p.s.stack.push(Frame::Spend);
    p.s.stack.push(Frame::Window { window: Window::Modify, about: actor, at: 0 });
    Next::Then(Frame::Help { at: 1 })
}

/// How many Hits a token of this seat adds to the roll in progress, and how many tokens it has for it.
#[must_use]
pub fn help(look: Look, seat: Seat) -> (u8, u8) {
    rule!("MM-397", "MM-398", "MM-R23");
    let level = look.s.level();
    let player = &look.s.players[seat];
    let foe = Look::side_of_seat(seat) != look.side(level.actor);
    if foe && !look.g.options.help_foes || !player.present || player.in_stash {
        return (0, 0);
    }
    if seat == VILLAIN {
        let own = level.seat == VILLAIN;
        return if own { (0, 0) } else { (1, player.plus[level.roll.row.index()]) };
    }
    let beats = look.gift(seat).beats;
    // On the own Magic row the tokens can be spent at any time.
    let plain = level.actor == Who::hero(seat) && level.roll.row == Row::Magic && beats <= 1;
    if plain { (0, 0) } else { (beats, player.plus[Row::Magic.index()]) }
}

pub fn help_next(p: &mut Play, at: u8) -> Next<Frame> {
    for at in at..=p.g.options.seats {
        let seat = Seat::new(at % p.g.options.seats);
        let (each, tokens) = help(p.look(), seat);
        if each > 0 && tokens > 0 {
            return Next::Wait(Frame::HelpAsk { seat, at });
        }
    }
    Next::Done
}

pub fn helped(p: &mut Play, seat: Seat, at: u8, tokens: u8) -> Next<Frame> {
    let (each, _) = help(p.look(), seat);
    let row = if seat == VILLAIN { p.s.level().roll.row } else { Row::Magic };
    p.s.players[seat].plus[row.index()] -= tokens;
    p.s.level_mut().roll.pool += each * tokens;
    if tokens > 0 {
        p.say(|l| Event::Told(format!("{} adds {} Hits", l.name(Who::hero(seat)), each * tokens)));
    }
    Next::Then(Frame::Help { at: at + 1 })
}

/// What the Hits of the roll may be spent on.
pub fn options(look: Look, offer: &mut impl FnMut(Action)) {
    rule!("MM-143", "MM-160", "MM-161", "MM-218", "MM-251");
    let level = look.s.level();
    let roll = &level.roll;
    if plus_ones::tokens_of(look).is_some_and(|seat| look.s.players[seat].plus[roll.row.index()] > 0) {
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
    offer(Action::Done);
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

pub fn spend(p: &mut Play) -> Next<Frame> {
    if turns::is_over(p.look()) {
        return Next::Then(Frame::RollEnd);
    }
    let mut any = may_hold_more(p.look());
    options(p.look(), &mut |action| any |= action != Action::Done);
    if any { Next::Wait(Frame::Spend) } else { Next::Then(Frame::RollEnd) }
}

pub fn spend_token(p: &mut Play) -> Next<Frame> {
    rule!("MM-161");
    let row = p.s.level().roll.row;
    if let Some(seat) = plus_ones::tokens_of(p.look()) {
        p.s.players[seat].plus[row.index()] -= 1;
        p.s.level_mut().roll.pool += 1;
        p.say(|l| Event::Told(format!("{} spends a Plus-One", l.name(Who::hero(seat)))));
    }
    Next::Then(Frame::Spend)
}

pub fn buy(p: &mut Play) -> Next<Frame> {
    rule!("MM-160");
    let (seat, row) = (p.s.level().seat, p.s.level().roll.row);
    let price = p.look().plus_price(seat);
    p.s.level_mut().roll.pool -= price;
    p.first(Frame::Gain { seat, row, left: 1 }, Frame::Spend)
}

pub fn buy_minion(p: &mut Play, size: Size) -> Next<Frame> {
    rule!("MM-215");
    let price = p.g.content.numbers.spawn_price(size).unwrap_or(0);
    p.s.level_mut().roll.pool -= price;
    p.first(Frame::DrawMinion { size, region: RegionId::NOWHERE, ambush: false }, Frame::Spend)
}

pub fn roll_end(p: &mut Play) -> Next<Frame> {
    rule!("MM-143", "MM-393");
    let (actor, roll) = (p.s.level().actor, p.s.level().roll);
    p.s.level_mut().roll = Roll::default();
    if let Some(seat) = actor.as_hero()
        && let Some((row, heal)) = p.look().gift(seat).rage
        && roll.defeated
        && !turns::is_over(p.look())
    {
        crate::rules::damage::heal(p, actor, heal);
        return Next::Then(Frame::Gain { seat, row, left: 1 });
    }
    Next::Done
}

/// How many tokens may be added to a roll.
pub fn additions(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let (_, tokens) = help(look, seat);
    (0..=tokens).for_each(|n| offer(Action::Add { tokens: Count(n) }));
}
