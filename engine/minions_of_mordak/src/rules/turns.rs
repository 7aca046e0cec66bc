//! A Turn: its Actions, Power Surges, Looting, and Gust. Rulebook: "Hero & Villain Rounds", "Additional Actions".

use crate::{
    Action, Event, Play,
    content::RegionRule,
    frame::{Asks, Falls, Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, TreasureId, Who},
    naming,
    queries::Look,
    rules::{cards, movement, scouting, spells},
    state::{Card, LEVELS, Lapses, Level, Used, What},
    words::{Count, DeckId, Dice, Row, Side, Slot, VILLAIN, Window},
};
use kernel::{Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Regenerate,
    /// Does whoever plays a Wounded Minion want it to roll?
    RegenerateAsk,
    /// Its die falls.
    RegenerateDie,
    Act,
    Moving,
    TurnEnd,
    GustAsk {
        seat: Seat,
    },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Regenerate => regenerate(p),
        Frame::RegenerateAsk | Frame::RegenerateDie | Frame::GustAsk { .. } => wait(frame),
        Frame::Act => act(p),
        Frame::Moving => movement::moving(p),
        Frame::TurnEnd => turn_end(p),
    }
}

pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::RegenerateDie => Asks::Fate(Falls::Regenerate(Dice::new(1, 0, 0))),
        Frame::RegenerateAsk | Frame::Act | Frame::Moving => Asks::Seat(look.s.level().seat),
        Frame::GustAsk { seat } => Asks::Seat(seat),
        Frame::Regenerate | Frame::TurnEnd => Asks::Nobody,
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Act => {
            actions(look, offer);
            if look.g.options.show_spells && seat != VILLAIN {
                shows(look, seat, offer);
            }
        }
        Frame::Moving => {
            movement::next_steps(look).iter().for_each(|to| offer(Action::Step { to }));
            free_actions(look, offer);
            offer(Action::Stop);
        }
        Frame::RegenerateAsk | Frame::GustAsk { .. } => {
            [Action::Accept, Action::Decline].into_iter().for_each(offer);
        }
        Frame::Regenerate | Frame::RegenerateDie | Frame::TurnEnd => {}
    }
}

/// Showing a Spell to everybody is always possible where the table wants it.
fn shows(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("MM-258", "MM-404");
    let all = SeatSet::first(look.g.options.seats);
    naming::showable(look.s, seat, all).for_each(|spell| offer(Action::Show { spell }));
}

/// May another Turn be begun inside those in progress?
#[must_use]
pub fn may_nest(look: Look) -> bool {
    usize::from(look.s.depth) < LEVELS
}

/// A Character begins its Turn, played by `seat`.
pub fn begin_turn(p: &mut Play, actor: Who, seat: Seat) -> Next {
    rule!("MM-094", "MM-095", "MM-386", "MM-R58");
    let printed = p.look().points(actor);
    let more = points_of_effects(p, actor);
    let ap = if printed == 0 { 0 } else { printed.saturating_add_signed(more).max(1) };
    p.s.depth += 1;
    let depth = p.s.depth;
    *p.s.level_mut() = Level { actor, seat, ap, ..Level::default() };
    for lasting in p.s.lasting.iter_mut().filter(|l| l.who == actor && l.until == Lapses::NEXT_TURN) {
        lasting.until = Lapses::turn(depth);
    }
    if let Some(slot) = actor.as_minion() {
        rule!("MM-233", "MM-R15", "MM-R40");
        p.s.lift(slot);
        if seat == VILLAIN {
            let region = p.s.minion(slot).region;
            p.s.lay(slot, region);
        }
    }
    p.say(|l| Event::Told(format!("{} begins a Turn", l.name(actor))));
    p.first(spells::Frame::Window { window: Window::Begins, about: actor, at: 0 }, Frame::Regenerate)
}

/// Action Points that effects add or take in the next Turn; they are used up.
fn points_of_effects(p: &mut Play, actor: Who) -> i8 {
    let mut more = 0i8;
    p.s.lasting.retain(|lasting| match lasting.what {
        What::Points(by) if lasting.who == actor && lasting.until == Lapses::NEXT_TURN => {
            more = more.saturating_add(by);
            false
        }
        What::Points(_)
        | What::Nothing
        | What::Granted(_)
        | What::Lifted(_)
        | What::Dodge(_)
        | What::NextDice(_)
        | What::Dice(_)
        | What::BoundTo(_)
        | What::Steps(..) => true,
    });
    more
}

/// A Wounded Minion with Regenerate may roll before it acts.
fn regenerate(p: &mut Play) -> Next {
    rule!("MM-329", "MM-R50");
    let actor = p.s.level().actor;
    let wounded = actor.as_minion().is_some_and(|slot| p.s.minion(slot).wounded);
    if wounded && p.look().abilities(actor, None).regenerate {
        p.push(Frame::Act);
        return wait(Frame::RegenerateAsk);
    }
    then(Frame::Act)
}

pub fn regenerated(p: &mut Play, frame: Frame, hits: u8) -> Next {
    let Frame::RegenerateDie = frame else { return stray(frame) };
    let actor = p.s.level().actor;
    if let (Some(slot), true) = (actor.as_minion(), hits > 0) {
        let before = p.look().stats(slot).actions;
        p.s.minion_mut(slot).wounded = false;
        let after = p.look().stats(slot).actions;
        let level = p.s.level_mut();
        level.ap = (level.ap + after).saturating_sub(before);
        p.say(|l| Event::Told(format!("{} is Fresh again", l.name(actor))));
    }
    Next::Done
}

/// Is the Turn's Character gone, or its Turn over?
#[must_use]
pub fn is_over(look: Look) -> bool {
    rule!("MM-100");
    let level = look.s.level();
    level.used.contains(Used::ENDED) || level.actor != Who::MORDAK && !look.is_there(level.actor)
}

fn act(p: &mut Play) -> Next {
    if is_over(p.look()) {
        return then(Frame::TurnEnd);
    }
    let mut any = false;
    actions(p.look(), &mut |action| any |= action != Action::End);
    if any { wait(Frame::Act) } else { then(Frame::TurnEnd) }
}

/// Everything the Character may do now.
pub fn actions(look: Look, offer: &mut impl FnMut(Action)) {
    rule!("MM-095", "MM-096", "MM-097");
    let level = look.s.level();
    if level.ap > 0 {
        movement::first_steps(look).iter().for_each(|to| offer(Action::Move { to }));
        for row in Row::ALL {
            if may_roll(look, *row) {
                offer(Action::Roll { row: *row });
            }
        }
        if level.actor.as_player().is_some() && !level.used.contains(Used::SURGE) {
            surges(look, level.seat, offer);
        }
    }
    free_actions(look, offer);
    if let Some(seat) = level.actor.as_player() {
        for treasure in look.s.players[seat].slots {
            if look.g.tables.worn(treasure).is_some_and(|gear| gear.own_turn)
                && spells::treasure_playable(look, seat, treasure)
            {
                offer(Action::Use { treasure });
            }
        }
    }
    offer(Action::End);
}

/// Scouting and Looting cost nothing.
pub fn free_actions(look: Look, offer: &mut impl FnMut(Action)) {
    scouts(look, offer);
    let most = lootable(look, look.s.level().actor);
    (1..=most).for_each(|n| offer(Action::Loot { treasures: Count(n) }));
}

/// The ways to Scout now.
pub fn scouts(look: Look, offer: &mut impl FnMut(Action)) {
    let level = look.s.level();
    let hidden = scoutable(look, level.actor);
    if !hidden.is_empty() {
        offer(Action::Scout);
        let one = level.actor.as_player().is_some_and(|seat| look.gear(seat).any(|gear| gear.scout_one));
        if one && hidden.len() > 1 {
            hidden.iter().for_each(|region| offer(Action::ScoutOne { region }));
        }
    }
}

/// What a Scout would flip.
#[must_use]
pub fn scoutable(look: Look, who: Who) -> RegionSet {
    rule!("MM-220", "MM-221", "MM-225", "MM-306");
    if look.s.final_battle || look.s.level().seat == VILLAIN {
        return RegionSet::EMPTY;
    }
    look.adjacent(look.region(who)).minus(look.s.revealed)
}

/// How many Treasures may be taken.
#[must_use]
pub fn lootable(look: Look, who: Who) -> u8 {
    rule!("MM-240", "MM-241");
    let region = look.region(who);
    let may = !(who.is_minion() && look.s.level().seat == VILLAIN);
    if may && region.is_on_map() && !look.enemies_in(who, region) {
        look.s.treasures[region.index()]
    } else {
        0
    }
}

/// Looking around in the middle of a Turn or a Move.
pub fn scout(p: &mut Play, frame: Frame, one: Option<RegionId>) -> Next {
    let (Frame::Act | Frame::Moving) = frame else { return stray(frame) };
    p.push(frame);
    looks_around(p, one)
}

/// Whoever has the Turn flips what lies beside it; one Region alone, if a Treasure allows it.
pub fn looks_around(p: &mut Play, one: Option<RegionId>) -> Next {
    let who = p.s.level().actor;
    let from = p.look().region(who);
    let regions = one.map_or_else(|| scoutable(p.look(), who), RegionSet::only);
    scouting::scout(p, from, regions, true)
}

pub fn loot(p: &mut Play, frame: Frame, treasures: u8) -> Next {
    let (Frame::Act | Frame::Moving) = frame else { return stray(frame) };
    rule!("MM-240");
    let (actor, seat) = (p.s.level().actor, p.s.level().seat);
    let region = p.look().region(actor);
    p.s.treasures[region.index()] -= treasures;
    p.s.stash_hidden[Look::side_of_seat(seat).index()] += treasures;
    p.say(|l| {
        Event::Told(format!("{} loots {treasures} Treasure in {}", l.name(actor), l.region_name(region)))
    });
    then(frame)
}

/// May the Character make this Action Roll now?
#[must_use]
pub fn may_roll(look: Look, row: Row) -> bool {
    rule!("MM-097", "MM-098", "MM-099", "MM-140", "MM-163", "MM-232");
    let level = look.s.level();
    if level.used.contains(Used::roll(row)) || row == Row::Corruption && level.actor != Who::MORDAK {
        return false;
    }
    let own = look.row_dice(level.actor, row);
    if own.is_none() && look.bonus_dice(level.actor, row).is_none() {
        return false;
    }
    // Without Plus-Ones to gain, a roll needs something to spend its Hits on.
    level.actor.as_player().is_some() || minion_may_roll(look, level.actor, row)
}

fn minion_may_roll(look: Look, who: Who, row: Row) -> bool {
    let region = look.region(who);
    match row {
        Row::Melee => look.enemies_in(who, region),
        Row::Ranged => !crate::rules::attacks::ranged_targets(look, who, 2).is_empty(),
        Row::Magic => look.abilities(who, None).casts_spells,
        Row::Corruption => false,
    }
}

/// Pays for an Action Roll.
pub fn declare(p: &mut Play, row: Row) {
    let level = p.s.level_mut();
    level.ap -= 1;
    level.used |= Used::roll(row);
}

/// Every way to draw the Spells of a Power Surge.
fn surges(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("MM-245", "MM-246", "MM-247");
    let most = |deck: DeckId| {
        let cards =
            look.s.spells_left(deck) + look.s.spell_discards.sum(crate::ids::SpellId::new(deck, 0).0, 32);
        if look.may_draw(seat, deck) { cards.min(u32::from(look.g.content.numbers.surge)) as u8 } else { 0 }
    };
    let (a, d, v) = (most(DeckId::Arcane), most(DeckId::Divine), most(DeckId::Void));
    let all = look.g.content.numbers.surge.min(a + d + v);
    if all == 0 || look.s.players[seat].hand.len() + usize::from(all) > crate::state::HAND - 4 {
        return;
    }
    for arcane in 0..=a.min(all) {
        for divine in 0..=d.min(all - arcane) {
            let void = all - arcane - divine;
            if void <= v {
                offer(Action::Surge { arcane: Count(arcane), divine: Count(divine), void: Count(void) });
            }
        }
    }
}

pub fn surge(p: &mut Play, frame: Frame, counts: [u8; 3]) -> Next {
    let Frame::Act = frame else { return stray(frame) };
    rule!("MM-245");
    let seat = p.s.level().seat;
    p.s.level_mut().ap -= 1;
    p.s.level_mut().used |= Used::SURGE;
    p.say(|l| Event::Told(format!("{} surges with power", l.name(Who::hero(seat)))));
    p.push(Frame::Act);
    for (deck, left) in DeckId::ALL.iter().zip(counts).rev().filter(|(_, left)| *left > 0) {
        p.push(cards::Frame::DrawSpells { seat, deck: *deck, left });
    }
    Next::Done
}

/// A Treasure is used in the own Turn.
pub fn uses(p: &mut Play, frame: Frame, treasure: TreasureId) -> Next {
    let Frame::Act = frame else { return stray(frame) };
    p.push(frame);
    let seat = p.s.level().seat;
    use_treasure(p, seat, treasure, Who::NOBODY)
}

/// An equipped Treasure is used up.
pub fn use_treasure(p: &mut Play, seat: Seat, treasure: TreasureId, about: Who) -> Next {
    rule!("MM-268");
    let slot = p.s.players[seat].slots.iter().position(|t| *t == treasure).unwrap_or(Slot::Item.index());
    p.s.players[seat].slots[slot] = TreasureId::NONE;
    let most = p.look().max_health(seat);
    p.s.players[seat].health = p.s.players[seat].health.min(most);
    p.say(|l| {
        Event::Told(format!("{} uses {}", l.name(Who::hero(seat)), l.g.content.treasure(treasure).name))
    });
    spells::play(p, Card::Treasure(treasure), seat, Who::hero(seat), about, 0)
}

pub fn ends(frame: Frame) -> Next {
    let Frame::Act = frame else { return stray(frame) };
    then(Frame::TurnEnd)
}

fn turn_end(p: &mut Play) -> Next {
    rule!("MM-395");
    let (actor, seat) = (p.s.level().actor, p.s.level().seat);
    let ended = Lapses::turn(p.s.depth);
    p.s.lasting.retain(|lasting| lasting.until != ended);
    if let Some(slot) = actor.as_minion()
        && seat != VILLAIN
        && p.s.is_alive(slot)
    {
        let region = p.s.minion(slot).region;
        p.s.lay(slot, region);
    }
    if actor == Who::GUST {
        p.s.gust = RegionId::NOWHERE;
        p.s.gust_defends = false;
    }
    *p.s.level_mut() = Level::default();
    p.s.depth -= 1;
    let rides = actor.as_hero().is_some_and(|hero| p.look().gift(hero).gust.is_some());
    if rides && gust_place(p.look(), seat).is_on_map() {
        return wait(Frame::GustAsk { seat });
    }
    Next::Done
}

/// Where Gust would appear: where his rider stands, or fell.
fn gust_place(look: Look, seat: Seat) -> RegionId {
    let player = &look.s.players[seat];
    if player.region.is_on_map() { player.region } else { player.fell }
}

/// Yes or no to what somebody may do in a Turn, or after it.
pub fn agreed(p: &mut Play, frame: Frame, yes: bool) -> Next {
    match frame {
        Frame::RegenerateAsk if yes => then(Frame::RegenerateDie),
        Frame::RegenerateAsk => Next::Done,
        Frame::GustAsk { seat } => gust(p, seat, yes),
        Frame::Regenerate | Frame::RegenerateDie | Frame::Act | Frame::Moving | Frame::TurnEnd => {
            stray(frame)
        }
    }
}

fn gust(p: &mut Play, seat: Seat, rides: bool) -> Next {
    if !rides {
        return Next::Done;
    }
    rule!("MM-395", "MM-R33", "MM-R34");
    p.s.gust = gust_place(p.look(), seat);
    begin_turn(p, Who::GUST, seat)
}

/// Heroes without enemies in a Region with this rule.
pub fn heroes_at(look: Look<'_>, is: impl Fn(RegionRule) -> bool) -> impl Iterator<Item = Seat> {
    look.heroes().filter(move |seat| {
        let region = look.s.players[*seat].region;
        look.rule(region).is_some_and(&is) && !look.holds(Side::Villain, region)
    })
}
