//! The Level Up Step: Spells, hand limit, markers, Bounty, Experience. Rulebook: "Level Up Step". MM-260 to MM-276.

use crate::{
    Action, Event, Play,
    content::{LootStash, RegionRule},
    frame::{Asks, Falls, Next, Stacks as _, stray, then, wait},
    ids::{RegionId, SpellId, Who},
    naming,
    queries::Look,
    rules::{cards, damage, equipment, players, procession, rounds, setup, turns},
    state::bits,
    words::{Dice, Grade, KINDS, Row, Side, TREASURES, VILLAIN},
};
use kernel::{Seat, SeatSet, rule, words};
use serde::{Deserialize, Serialize};

words! {
    /// The steps in the rulebook's order.
    pub enum Step as "step" {
        /// Players who leave say so.
        Leaving = "leaving",
        /// Spells that boards grant.
        Draws = "draws",
        Discards = "discards",
        Defenders = "defenders",
        /// Of the Heroes.
        Initiative = "initiative",
        /// Of the Villain.
        Procession = "procession",
        Treasures = "treasures",
        /// Special Regions where Heroes stand.
        Regions = "regions",
        Returns = "returns",
        Equips = "equips",
        CashIn = "cash_in",
        /// Experience is spent.
        LevelUps = "level_ups",
        Over = "over",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Step {
        side: Side,
        step: Step,
    },
    Leaving {
        seat: u8,
        side: Side,
    },
    Draws {
        seat: u8,
        side: Side,
        at: u8,
    },
    Discard {
        seat: u8,
        side: Side,
    },
    Procession {
        step: procession::Step,
    },
    ProcessionAsk,
    ReorderAsk,
    Reorder {
        region: RegionId,
    },
    Reveal {
        side: Side,
    },
    Dojo {
        seat: u8,
    },
    Return {
        side: Side,
        from: u8,
    },
    /// Who wants the first Treasure from this one on: the first taker from this seat on is asked.
    Equip {
        side: Side,
        from: u8,
        seat: u8,
    },
    /// Several want it.
    Share {
        side: Side,
        from: u8,
    },
    CashIn {
        side: Side,
    },
    LootDie {
        grade: Grade,
    },
    SpendXp {
        seat: u8,
        side: Side,
        /// Nobody else of the side.
        only: bool,
    },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Step { side, step } => level_up(p, side, step),
        Frame::Leaving { seat, side } => players::leaving(p, seat, side),
        Frame::Draws { seat, side, at } => draws(p, seat, side, at),
        Frame::Discard { seat, side } => discard(p, seat, side),
        Frame::Procession { step } => procession::procession(p, step),
        Frame::ReorderAsk => procession::reorder_ask(p),
        Frame::Reorder { region } => procession::reorder(p, region),
        Frame::Reveal { side } => equipment::reveal(p, side),
        Frame::Dojo { seat } => dojo(p, seat),
        Frame::Return { side, from } => equipment::return_ask(p, side, from),
        Frame::Equip { side, from, seat } => equipment::equip_ask(p, side, from, seat),
        Frame::CashIn { side } => cash_in(p, side),
        Frame::SpendXp { seat, side, only } => spend_xp(p, seat, side, only),
        Frame::ProcessionAsk | Frame::Share { .. } | Frame::LootDie { .. } => wait(frame),
    }
}

pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Leaving { seat, .. }
        | Frame::Discard { seat, .. }
        | Frame::Dojo { seat }
        | Frame::Equip { seat, .. }
        | Frame::SpendXp { seat, .. } => Asks::Seat(Seat::new(seat)),
        Frame::ProcessionAsk | Frame::ReorderAsk => Asks::Seat(VILLAIN),
        // A Spell can reorder a stack too.
        Frame::Reorder { .. } => Asks::Seat(look.s.casts.last().map_or(VILLAIN, |cast| cast.seat)),
        Frame::Return { from, .. } => Asks::Seat(equipment::owner(from)),
        Frame::Share { side, .. } => Asks::Seat(decides(look, side)),
        Frame::Reveal { .. } => Asks::Fate(Falls::Treasure),
        Frame::LootDie { grade } => Asks::Fate(Falls::Loot(Dice::one(grade))),
        Frame::Step { .. } | Frame::Draws { .. } | Frame::Procession { .. } | Frame::CashIn { .. } => {
            Asks::Nobody
        }
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Leaving { .. } if look.s.players[seat].leaving => {
            naming::playable(look.s, seat).for_each(|spell| offer(Action::Discard { spell }));
        }
        Frame::Leaving { .. } => [Action::Stay, Action::Leave].into_iter().for_each(offer),
        Frame::Discard { .. } => {
            naming::playable(look.s, seat).for_each(|spell| offer(Action::Discard { spell }));
        }
        Frame::ProcessionAsk | Frame::Dojo { .. } => {
            [Action::Accept, Action::Decline].into_iter().for_each(offer);
        }
        Frame::ReorderAsk => {
            procession::reorderable(look).iter().for_each(|region| offer(Action::Reorder { region }));
            offer(Action::Done);
        }
        Frame::Reorder { .. } => {
            bits(look.s.unordered).for_each(|slot| offer(Action::Next { who: Who::minion(slot) }));
        }
        Frame::Return { side, from } => {
            let all = equipment::own(look, side, from);
            all.for_each(|(seat, slot)| offer(Action::Return { who: Who::hero(seat), slot }));
            offer(Action::Done);
        }
        Frame::Equip { from, .. } => equipment::offer(from, seat, offer),
        Frame::Share { from, .. } => equipment::shares(look, from, offer),
        Frame::SpendXp { .. } => {
            offers(look, seat, offer);
            offer(Action::Done);
        }
        Frame::Step { .. }
        | Frame::Draws { .. }
        | Frame::Procession { .. }
        | Frame::Reveal { .. }
        | Frame::CashIn { .. }
        | Frame::LootDie { .. } => {}
    }
}

/// Yes or no to what the Procession or the Dojo offers.
pub fn agreed(p: &mut Play, frame: Frame, yes: bool) -> Next {
    match frame {
        Frame::ProcessionAsk => procession::offered(p, yes),
        Frame::Dojo { seat } => upgraded(p, seat, yes),
        Frame::Step { .. }
        | Frame::Leaving { .. }
        | Frame::Draws { .. }
        | Frame::Discard { .. }
        | Frame::Procession { .. }
        | Frame::ReorderAsk
        | Frame::Reorder { .. }
        | Frame::Reveal { .. }
        | Frame::Return { .. }
        | Frame::Equip { .. }
        | Frame::Share { .. }
        | Frame::CashIn { .. }
        | Frame::LootDie { .. }
        | Frame::SpendXp { .. } => stray(frame),
    }
}

/// Enough of this.
pub fn done(frame: Frame) -> Next {
    match frame {
        Frame::ReorderAsk => Next::Done,
        Frame::Return { side, from } => equipment::keeps(side, from),
        Frame::SpendXp { seat, side, only } => saved(seat, side, only),
        Frame::Step { .. }
        | Frame::Leaving { .. }
        | Frame::Draws { .. }
        | Frame::Discard { .. }
        | Frame::Procession { .. }
        | Frame::ProcessionAsk
        | Frame::Reorder { .. }
        | Frame::Reveal { .. }
        | Frame::Dojo { .. }
        | Frame::Equip { .. }
        | Frame::Share { .. }
        | Frame::CashIn { .. }
        | Frame::LootDie { .. } => stray(frame),
    }
}

fn level_up(p: &mut Play, side: Side, step: Step) -> Next {
    rule!("MM-260", "MM-261", "MM-262", "MM-263", "MM-R44");
    let heroes = side == Side::Heroes;
    let next = |step| Frame::Step { side, step };
    match step {
        Step::Leaving => p.first(Frame::Leaving { seat: 1, side }, next(Step::Draws)),
        Step::Draws => p.first(Frame::Draws { seat: 0, side, at: 0 }, next(Step::Discards)),
        Step::Discards => p.first(Frame::Discard { seat: 0, side }, next(Step::Defenders)),
        Step::Defenders => {
            clear_defenders(p);
            then(next(if heroes { Step::Initiative } else { Step::Procession }))
        }
        Step::Initiative => {
            pass_initiative(p);
            then(next(Step::Treasures))
        }
        Step::Procession => p.first(Frame::Procession { step: procession::Step::Day }, next(Step::Treasures)),
        Step::Treasures => p.first(Frame::Reveal { side }, next(Step::Regions)),
        Step::Regions if heroes => {
            springs(p);
            p.first(Frame::Dojo { seat: 1 }, next(Step::Returns))
        }
        Step::Regions => then(next(Step::Returns)),
        Step::Returns => {
            p.s.equipped = std::array::from_fn(|at| p.s.players.each()[at].slots);
            p.first(Frame::Return { side, from: 0 }, next(Step::Equips))
        }
        Step::Equips => p.first(Frame::Equip { side, from: 0, seat: 0 }, next(Step::CashIn)),
        Step::CashIn => p.first(Frame::CashIn { side }, next(Step::LevelUps)),
        Step::LevelUps if !p.s.final_battle => {
            p.first(Frame::SpendXp { seat: 0, side, only: false }, next(Step::Over))
        }
        Step::LevelUps | Step::Over => rounds::next_round(side),
    }
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
fn draws(p: &mut Play, seat: u8, side: Side, at: u8) -> Next {
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
        Some(draw) if !p.s.players[player].in_stash => {
            p.first(setup::draw_frame(player, draw), Frame::Draws { seat: player.number(), side, at: at + 1 })
        }
        Some(_) | None => then(Frame::Draws { seat: player.number() + 1, side, at: 0 }),
    }
}

fn discard(p: &mut Play, seat: u8, side: Side) -> Next {
    rule!("MM-247", "MM-261");
    let Some(player) = next_seat(p.look(), side, seat) else { return Next::Done };
    if p.s.players[player].hand.len() > usize::from(p.look().hand_limit(player)) {
        return wait(Frame::Discard { seat: player.number(), side });
    }
    then(Frame::Discard { seat: player.number() + 1, side })
}

/// A card too many, or one of a hand that leaves the game.
pub fn discarded(p: &mut Play, frame: Frame, spell: SpellId) -> Next {
    let (Frame::Discard { seat, .. } | Frame::Leaving { seat, .. }) = frame else { return stray(frame) };
    cards::discard_spell(p, Seat::new(seat), spell);
    if let Frame::Leaving { .. } = frame { players::leaves(p, frame) } else { then(frame) }
}

/// A Hero in the Dojo may take its Crystal.
fn dojo(p: &mut Play, seat: u8) -> Next {
    rule!("MM-016", "MM-264", "MM-R02");
    let in_dojo = turns::heroes_at(p.look(), |rule| rule == RegionRule::Dojo);
    let mut in_dojo = in_dojo.filter(|hero| hero.number() >= seat && !p.s.players[*hero].crystal);
    match in_dojo.next() {
        Some(hero) => wait(Frame::Dojo { seat: hero.number() }),
        None => Next::Done,
    }
}

fn upgraded(p: &mut Play, seat: u8, accept: bool) -> Next {
    let hero = Seat::new(seat);
    if accept {
        p.s.players[hero].crystal = true;
        p.say(|l| Event::Told(format!("{} takes a Dojo Crystal", l.name(Who::hero(hero)))));
    }
    then(Frame::Dojo { seat: seat + 1 })
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
fn cash_in(p: &mut Play, side: Side) -> Next {
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
        Some(grade) => then(Frame::LootDie { grade }),
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
pub fn loot_die(p: &mut Play, frame: Frame, hits: u8) -> Next {
    let Frame::LootDie { .. } = frame else { return stray(frame) };
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
    rule!("MM-273", "MM-274", "MM-275", "MM-R51");
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

fn spend_xp(p: &mut Play, seat: u8, side: Side, only: bool) -> Next {
    rule!("MM-273", "MM-R17");
    let Some(player) = next_seat(p.look(), side, seat) else { return Next::Done };
    let mut any = false;
    offers(p.look(), player, &mut |_| any = true);
    if any {
        return wait(Frame::SpendXp { seat: player.number(), side, only });
    }
    if only { Next::Done } else { then(Frame::SpendXp { seat: player.number() + 1, side, only }) }
}

pub fn learn(p: &mut Play, frame: Frame, row: Row) -> Next {
    let Frame::SpendXp { seat, .. } = frame else { return stray(frame) };
    rule!("MM-144", "MM-276");
    improve(p, seat, p.g.content.numbers.die_price(Grade::Novice), |player| {
        let dice = &mut player.rows[row.index()];
        *dice = dice.plus(Dice::one(Grade::Novice));
    });
    then(frame)
}

pub fn train(p: &mut Play, frame: Frame, row: Row, grade: Grade) -> Next {
    let Frame::SpendXp { seat, .. } = frame else { return stray(frame) };
    let from = if grade == Grade::Master { Grade::Adept } else { Grade::Novice };
    improve(p, seat, p.g.content.numbers.die_price(grade), |player| {
        let dice = &mut player.rows[row.index()];
        *dice = dice.minus(Dice::one(from)).plus(Dice::one(grade));
    });
    then(frame)
}

pub fn hasten(p: &mut Play, frame: Frame) -> Next {
    let Frame::SpendXp { seat, .. } = frame else { return stray(frame) };
    improve(p, seat, p.g.content.numbers.action_price, |player| player.ap += 1);
    then(frame)
}

/// A seat is done with Level Ups.
fn saved(seat: u8, side: Side, only: bool) -> Next {
    rule!("MM-275");
    if only { Next::Done } else { then(Frame::SpendXp { seat: seat + 1, side, only }) }
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

/// Who decides where a side does not agree.
#[must_use]
pub fn decides(look: Look, side: Side) -> Seat {
    rule!("MM-262", "MM-267");
    match side {
        Side::Villain => VILLAIN,
        Side::Heroes => look.first_hero(),
    }
}
