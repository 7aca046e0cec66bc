//! The Level Up Step: Spells, hand limit, markers, Bounty, Experience. Rulebook: "Level Up Step". MM-260 to MM-276.

use crate::{
    Action, Event, Play,
    content::{LootStash, RegionRule},
    frame::{For, Frame},
    ids::Who,
    queries::Look,
    rules::{cards, damage, rounds, setup, turns},
    words::{Dice, Grade, KINDS, Row, Side, TREASURES, VILLAIN},
};
use kernel::{Next, Seat, SeatSet, flow::Flow as _, rule};

/// The steps in the rulebook's order.
pub fn level_up(p: &mut Play, side: Side, step: u8) -> Next<Frame> {
    rule!("MM-260", "MM-261", "MM-262", "MM-263", "MM-R44");
    let heroes = side == Side::Heroes;
    let sub = match step {
        0 => Frame::Leaving { seat: 1, side },
        1 => Frame::LevelDraws { seat: 0, side, at: 0 },
        2 => Frame::Discard { seat: 0, side },
        3 => {
            clear_defenders(p);
            return Next::Then(Frame::LevelUp { side, step: 4 });
        }
        4 if heroes => {
            pass_initiative(p);
            return Next::Then(Frame::LevelUp { side, step: 5 });
        }
        4 => Frame::Procession { step: 0 },
        5 => Frame::Reveal { side },
        6 if heroes => {
            springs(p);
            Frame::Dojo { seat: 1 }
        }
        6 => return Next::Then(Frame::LevelUp { side, step: 7 }),
        7 => {
            p.s.equipped = std::array::from_fn(|at| p.s.players.each()[at].slots);
            Frame::Return { side, from: 0 }
        }
        8 => Frame::Equip { side, from: 0 },
        9 => Frame::CashIn { side },
        10 if !p.s.final_battle => Frame::SpendXp { seat: 0, side, only: false },
        _ => return rounds::next_round(side),
    };
    p.first(sub, Frame::LevelUp { side, step: step + 1 })
}

fn clear_defenders(p: &mut Play) {
    rule!("MM-184");
    p.s.defenders = SeatSet::EMPTY;
    p.s.gust_defends = false;
}

fn pass_initiative(p: &mut Play) {
    rule!("MM-003", "MM-261", "MM-R03");
    p.s.initiative = p.look().next_hero(p.s.initiative);
    p.s.acts_last = false;
    p.say(|l| Event::Told(format!("{} has the Initiative", l.name(Who::hero(l.s.initiative)))));
}

/// Heroes at a healing Region without enemies.
fn springs(p: &mut Play) {
    for seat in Seat::first(p.g.options.seats).skip(1) {
        let region = p.s.players[seat].region;
        if let Some(RegionRule::Spring(by)) = p.look().rule(region)
            && !p.look().holds(Side::Villain, region)
        {
            damage::heal(p, Who::hero(seat), by);
        }
    }
}

/// Seats of a side from this one on.
fn next_seat(look: Look, side: Side, from: u8) -> Option<Seat> {
    look.side_seats(side).find(|seat| seat.number() >= from)
}

/// Spells that boards grant.
pub fn draws(p: &mut Play, seat: u8, side: Side, at: u8) -> Next<Frame> {
    rule!("MM-261", "MM-303", "MM-399");
    let Some(player) = next_seat(p.look(), side, seat) else { return Next::Done };
    let at = if player.number() == seat { at } else { 0 };
    let board = &p.g.content.villain;
    let list = match p.s.players[player].hero {
        Some(hero) => &p.g.content.hero(hero).level_up,
        None if p.s.final_battle => &board.level_up_final,
        None => &board.level_up,
    };
    rule!("MM-204", "MM-R17");
    match list.get(usize::from(at)).copied() {
        Some(draw) if !p.s.players[player].in_stash => p.first(
            setup::draw_frame(player, draw),
            Frame::LevelDraws { seat: player.number(), side, at: at + 1 },
        ),
        Some(_) | None => Next::Then(Frame::LevelDraws { seat: player.number() + 1, side, at: 0 }),
    }
}

pub fn discard(p: &mut Play, seat: u8, side: Side) -> Next<Frame> {
    rule!("MM-247", "MM-261");
    let Some(player) = next_seat(p.look(), side, seat) else { return Next::Done };
    if p.s.players[player].hand.len() > usize::from(p.look().hand_limit(player)) {
        return Next::Wait(Frame::Discard { seat: player.number(), side });
    }
    Next::Then(Frame::Discard { seat: player.number() + 1, side })
}

pub fn discarded(p: &mut Play, seat: u8, side: Side, spell: crate::ids::SpellId) -> Next<Frame> {
    cards::discard_spell(p, Seat::new(seat), spell);
    Next::Then(Frame::Discard { seat, side })
}

/// A Hero in the Dojo may take its Crystal.
pub fn dojo(p: &mut Play, seat: u8) -> Next<Frame> {
    rule!("MM-016", "MM-264", "MM-R02");
    let in_dojo = turns::heroes_at(p.look(), |rule| rule == RegionRule::Dojo);
    let mut in_dojo = in_dojo.filter(|hero| hero.number() >= seat && !p.s.players[*hero].crystal);
    match in_dojo.next() {
        Some(hero) => Next::Wait(Frame::Dojo { seat: hero.number() }),
        None => Next::Done,
    }
}

pub fn upgraded(p: &mut Play, seat: u8, accept: bool) -> Next<Frame> {
    let hero = Seat::new(seat);
    if accept {
        p.s.players[hero].crystal = true;
        p.say(|l| Event::Told(format!("{} takes a Dojo Crystal", l.name(Who::hero(hero)))));
    }
    Next::Then(Frame::Dojo { seat: seat + 1 })
}

/// Is there anything in a Stash?
#[must_use]
pub fn stash_holds(look: Look, side: Side) -> bool {
    let own = match side {
        Side::Heroes => look.s.fallen.total() > 0,
        Side::Villain => look.s.markers > 0,
    };
    own || look.s.stash.total() > 0 || look.s.stash_hidden[side.index()] > 0
}

/// Bounty becomes Experience, cards go to their piles, Heroes return.
pub fn cash_in(p: &mut Play, side: Side) -> Next<Frame> {
    rule!("MM-270", "MM-271", "MM-272", "MM-302");
    let bounty = empty_stash(p, side);
    if p.s.final_battle {
        return Next::Done;
    }
    let stash = p.g.content.stash(p.look().hero_count());
    let rows = match side {
        Side::Heroes => &stash.hero_rows,
        Side::Villain => &stash.villain_rows,
    };
    let row = LootStash::row(rows, bounty);
    p.say(|_| Event::Told(format!("Bounty {bounty}: {} XP", row.xp)));
    for seat in Seat::first(p.g.options.seats) {
        if p.s.players[seat].present && Look::side_of_seat(seat) == side {
            p.s.players[seat].xp = p.s.players[seat].xp.saturating_add(row.xp);
        }
    }
    damage::heal(p, Who::MORDAK, row.health);
    riches(p, side);
    match row.die {
        Some(grade) => Next::Then(Frame::Die { what: For::Loot, dice: Dice::one(grade) }),
        None => Next::Done,
    }
}

fn empty_stash(p: &mut Play, side: Side) -> u32 {
    let mut bounty = 0;
    for at in 0..TREASURES {
        let count = std::mem::take(&mut p.s.stash.0[at]);
        bounty += u32::from(count) * u32::from(p.g.tables.gear[at].bounty);
        p.s.treasure_discards.0[at] += count;
    }
    match side {
        Side::Heroes => {
            for kind in 0..KINDS {
                let count = std::mem::take(&mut p.s.fallen.0[kind]);
                if count > 0 {
                    bounty += u32::from(count)
                        * u32::from(p.g.content.minion(crate::ids::KindId(kind as u8)).bounty);
                    p.s.kind_discards.0[kind] += count;
                }
            }
        }
        Side::Villain => {
            rule!("MM-201", "MM-202");
            bounty +=
                u32::from(std::mem::take(&mut p.s.markers)) * u32::from(p.g.content.numbers.hero_bounty);
            for seat in Seat::first(p.g.options.seats).skip(1) {
                if p.s.players[seat].in_stash {
                    damage::return_hero(p, seat);
                }
            }
        }
    }
    bounty
}

/// Treasures that give Experience once a Round.
fn riches(p: &mut Play, side: Side) {
    rule!("MM-269");
    if side != Side::Heroes || p.s.riches_given {
        return;
    }
    for seat in Seat::first(p.g.options.seats).skip(1) {
        let xp: u8 = p.look().gear(seat).map(|gear| gear.xp).sum();
        if xp > 0 && p.s.players[seat].present {
            p.s.players[seat].xp += xp;
            p.s.riches_given = true;
            return;
        }
    }
}

/// The die of a Loot Stash row: the same for every Hero.
pub fn loot_die(p: &mut Play, hits: u8) -> Next<Frame> {
    rule!("MM-262", "MM-271");
    for seat in Seat::first(p.g.options.seats).skip(1) {
        if p.s.players[seat].present {
            p.s.players[seat].xp += hits;
        }
    }
    p.say(|_| Event::Told(format!("every Hero gains {hits} more XP")));
    Next::Done
}

/// Level Ups this seat can pay.
pub fn offers(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("MM-273", "MM-274", "MM-275");
    let (player, numbers) = (&look.s.players[seat], &look.g.content.numbers);
    let most = match player.hero {
        Some(hero) => look.g.content.hero(hero).actions_max,
        None => look.g.content.villain.actions_max,
    };
    for row in Row::ALL {
        let dice = player.rows[row.index()];
        if dice.is_none() {
            continue;
        }
        if dice.count() < numbers.row_limit && player.xp >= numbers.die_price(Grade::Novice) {
            offer(Action::Learn { row: *row });
        }
        for (from, grade) in [(Grade::Novice, Grade::Adept), (Grade::Adept, Grade::Master)] {
            if dice.of(from) > 0 && player.xp >= numbers.die_price(grade) {
                offer(Action::Train { row: *row, grade });
            }
        }
    }
    if player.ap < most && player.xp >= numbers.action_price {
        offer(Action::Hasten);
    }
}

pub fn spend_xp(p: &mut Play, seat: u8, side: Side, only: bool) -> Next<Frame> {
    rule!("MM-273", "MM-R17");
    let Some(player) = next_seat(p.look(), side, seat) else { return Next::Done };
    let mut any = false;
    offers(p.look(), player, &mut |_| any = true);
    if any {
        return Next::Wait(Frame::SpendXp { seat: player.number(), side, only });
    }
    if only { Next::Done } else { Next::Then(Frame::SpendXp { seat: player.number() + 1, side, only }) }
}

pub fn learn(p: &mut Play, seat: u8, row: Row) {
    rule!("MM-144", "MM-276");
    improve(p, seat, p.g.content.numbers.die_price(Grade::Novice), |player| {
        let dice = &mut player.rows[row.index()];
        *dice = dice.plus(Dice::one(Grade::Novice));
    });
}

pub fn train(p: &mut Play, seat: u8, row: Row, grade: Grade) {
    let from = if grade == Grade::Master { Grade::Adept } else { Grade::Novice };
    improve(p, seat, p.g.content.numbers.die_price(grade), |player| {
        let dice = &mut player.rows[row.index()];
        *dice = dice.minus(Dice::one(from)).plus(Dice::one(grade));
    });
}

pub fn hasten(p: &mut Play, seat: u8) {
    improve(p, seat, p.g.content.numbers.action_price, |player| player.ap += 1);
}

/// A seat is done with Level Ups.
pub fn saved(seat: u8, side: Side, only: bool) -> Next<Frame> {
    rule!("MM-275");
    if only { Next::Done } else { Next::Then(Frame::SpendXp { seat: seat + 1, side, only }) }
}

fn improve(p: &mut Play, seat: u8, price: u8, change: impl FnOnce(&mut crate::state::Player)) {
    let player = &mut p.s.players[Seat::new(seat)];
    player.xp -= price;
    change(player);
    p.say(|l| {
        let who = Seat::new(seat);
        let rows = l.s.players[who].rows;
        let shown: Vec<String> = Row::ALL.iter().map(|row| format!("{row} {}", rows[row.index()])).collect();
        Event::Told(format!(
            "{} levels up: {}, {} AP",
            l.name(Who::hero(who)),
            shown.join(", "),
            l.s.players[who].ap
        ))
    });
}

/// The Villain's seat, where a side has only one.
#[must_use]
pub fn decides(look: Look, side: Side) -> Seat {
    rule!("MM-262", "MM-267");
    match side {
        Side::Villain => VILLAIN,
        Side::Heroes => look.first_hero(),
    }
}
