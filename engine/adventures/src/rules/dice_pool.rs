//! Building the dice pool: colours are bought with stamina, the rest is drawn, all is rolled. RA-152 to RA-156, RA-172.

use crate::{
    Action, Event, Play,
    flow::stray,
    frame::{then, wait},
    queries::Look,
    rules::contest::Frame,
    state::{Die, Kind, POOL},
    words::{Colour, ColourSet, Count, DieKind},
};
use kernel::{Next, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// What is still to be paid for a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Due {
    /// Who wants it.
    pub buyer: u8,
    pub colour: Colour,
    /// Stamina of its colour.
    pub matching: u8,
    /// Stamina of any other colour, in place of what is missing.
    pub others: u8,
}

/// Dice beyond this are left to cards.
const LIMIT_MAX: u8 = POOL as u8 - 8;

/// A new pool is built.
pub fn begin(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-152");
    let base = match p.s.contest.kind {
        Kind::Combat => {
            rule!("RA-172");
            p.s.journal.combat_dice
        }
        Kind::Check if p.s.contest.own => p.s.contest.own_limit,
        Kind::Check | Kind::None => {
            rule!("RA-R66");
            let page = p.g.content.page(p.s.contest.page);
            page.rows[usize::from(p.s.contest.level) - 1].dice_limit
        }
    };
    let contest = &mut p.s.contest;
    contest.limit = base.saturating_add_signed(contest.bent.dice).clamp(1, LIMIT_MAX);
    contest.passed = SeatSet::EMPTY;
    contest.barred = ColourSet::NONE;
    then(Frame::Build)
}

/// Buying goes on until everybody who could has passed, or the pool is full.
pub fn build(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-181");
    let contest = &p.s.contest;
    let full = contest.pool.len() >= usize::from(contest.limit);
    let willing = !p.s.standing().minus(contest.passed).is_empty();
    if full || !willing || buyable(p.look()).is_empty() {
        rule!("RA-156", "RA-R17");
        return then(Frame::DrawDice);
    }
    wait(Frame::Build)
}

/// What a die costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Stamina of its colour.
    pub matching: u8,
    /// Stamina of other rows in place of what is missing.
    pub others: u8,
}

/// What a die of this colour costs; none if the party cannot pay it.
#[must_use]
#[inline]
pub fn price(look: Look, colour: Colour) -> Option<Price> {
    rule!("RA-153", "RA-154", "RA-155", "RA-R12", "RA-R13", "RA-R14");
    let s = look.s;
    let need = s.players().saturating_add_signed(s.contest.bent.cost);
    let (mut matching, mut others) = (0u8, 0u8);
    for seat in s.present {
        let sheet = &s.sheets[seat];
        let cap = sheet.cap();
        let own = sheet.rows[colour.index()].min(cap);
        matching = matching.saturating_add(own);
        let rest = sheet.row_sum() - sheet.rows[colour.index()];
        others = others.saturating_add(rest.min(cap - own));
    }
    if matching >= need {
        return Some(Price { matching: need, others: 0 });
    }
    let instead = (need - matching).saturating_mul(3);
    (others >= instead).then_some(Price { matching, others: instead })
}

/// Colours the party can buy now.
#[must_use]
pub fn buyable(look: Look) -> ColourSet {
    rule!("RA-R15", "RA-211");
    let s = look.s;
    let mut colours = ColourSet::NONE;
    for colour in Colour::ALL {
        let there = s.bag[colour.index()] > 0 && !s.contest.barred.contains(*colour);
        if there && price(look, *colour).is_some() {
            colours = colours.with(*colour);
        }
    }
    colours
}

/// A hero asks for a colour; who pays is settled next.
pub fn buy(p: &mut Play, seat: Seat, colour: Colour) -> Next<crate::Frame> {
    let price = price(p.look(), colour);
    let Price { matching, others } = price.expect("only colours that can be paid are offered");
    p.s.contest.paid = Default::default();
    p.say(|look| Event::Buys(look.name(seat), colour));
    then(Frame::Paying(Due { buyer: seat.number(), colour, matching, others }))
}

/// What this seat could pay of the matching row, and of its other rows together.
#[must_use]
#[inline]
fn could_pay(look: Look, seat: Seat, due: Due) -> Price {
    let Due { colour, matching, others, .. } = due;
    let sheet = &look.s.sheets[seat];
    let cap = sheet.cap();
    let own = sheet.rows[colour.index()].min(cap);
    // Substitutes stand only for what is missing, so all spendable matching stamina must still fit under the cap.
    let rest = if others > 0 { (sheet.row_sum() - sheet.rows[colour.index()]).min(cap - own) } else { 0 };
    Price { matching: own.min(matching), others: rest.min(others) }
}

/// Who can still pay.
#[must_use]
pub fn payers(look: Look, due: Due) -> SeatSet {
    let can = |seat: &Seat| could_pay(look, *seat, due) != Price::default();
    look.s.present.into_iter().filter(can).collect()
}

/// What a hero could lay down for the die that is being bought.
pub fn payments(look: Look, seat: Seat, due: Due, into: &mut impl FnMut(Action)) {
    let can = could_pay(look, seat, due);
    let rows = look.s.sheets[seat].rows;
    for row in Colour::ALL {
        let most = if *row == due.colour { can.matching } else { can.others.min(rows[row.index()]) };
        (1..=most).for_each(|n| into(Action::Pay { row: *row, stamina: Count(n) }));
    }
    into(Action::Decline);
}

pub fn paying(p: &mut Play, due: Due) -> Next<crate::Frame> {
    let Due { buyer, colour, matching, others } = due;
    if matching == 0 && others == 0 {
        return bought(p, colour);
    }
    // Where only the buyer's own matching stamina is left to pay with, there is nothing to ask.
    let seat = Seat::new(buyer);
    if others == 0 && payers(p.look(), due) == SeatSet::only(seat) {
        return paid(p, due, seat, colour, matching);
    }
    wait(Frame::Paying(due))
}

/// A hero lays down stamina: it goes from the row to the own fatigue box.
pub fn pay(p: &mut Play, frame: crate::Frame, seat: Seat, row: Colour, stamina: u8) -> Next<crate::Frame> {
    let crate::Frame::Contest(Frame::Paying(due)) = frame else { return stray(frame) };
    paid(p, due, seat, row, stamina)
}

fn paid(p: &mut Play, due: Due, seat: Seat, row: Colour, stamina: u8) -> Next<crate::Frame> {
    rule!("RA-153");
    let sheet = &mut p.s.sheets[seat];
    sheet.rows[row.index()] -= stamina;
    sheet.fatigue += stamina;
    p.s.contest.paid[seat.index()][row.index()] += stamina;
    p.say(|look| Event::Pays(look.name(seat), row, stamina));
    if row == due.colour {
        then(Frame::Paying(Due { matching: due.matching - stamina, ..due }))
    } else {
        rule!("RA-154");
        then(Frame::Paying(Due { others: due.others - stamina, ..due }))
    }
}

/// Nobody pays any more: what was laid down goes back, and the colour waits until another die comes.
pub fn decline(p: &mut Play, frame: crate::Frame, seat: Seat) -> Next<crate::Frame> {
    let crate::Frame::Contest(Frame::Paying(Due { colour, .. })) = frame else { return stray(frame) };
    for payer in p.s.present {
        let paid = p.s.contest.paid[payer.index()];
        let sheet = &mut p.s.sheets[payer];
        for (row, stamina) in paid.into_iter().enumerate() {
            sheet.rows[row] += stamina;
            sheet.fatigue -= stamina;
        }
    }
    p.s.contest.paid = Default::default();
    p.s.contest.barred = p.s.contest.barred.with(colour);
    p.say(|look| Event::Declines(look.name(seat), colour));
    then(Frame::Build)
}

fn bought(p: &mut Play, colour: Colour) -> Next<crate::Frame> {
    rule!("RA-153");
    add_die(p, DieKind::colour(colour), 0);
    let contest = &mut p.s.contest;
    contest.paid = Default::default();
    contest.barred = ColourSet::NONE;
    contest.passed = SeatSet::EMPTY;
    then(Frame::Build)
}

/// Takes a die from the bag into the pool.
pub fn add_die(p: &mut Play, kind: DieKind, value: u8) {
    p.s.leave_bag(kind);
    let colours = p.g.die_colours(kind);
    p.s.contest.pool.push(Die { kind, colours, value });
}

pub fn draw_dice(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-156", "RA-R16");
    let contest = &p.s.contest;
    if contest.pool.len() < usize::from(contest.limit) && p.s.bag_len() > 0 {
        return wait(Frame::DrawDice);
    }
    p.s.stack.push(Frame::Manipulate.into());
    super::manipulate::begin(p);
    then(Frame::Roll)
}

pub fn drawn(p: &mut Play, kind: DieKind) -> Next<crate::Frame> {
    rule!("RA-156", "RA-211");
    add_die(p, kind, 0);
    p.say(|_| Event::Draws(kind));
    then(Frame::DrawDice)
}

/// All dice that show nothing yet are rolled, one after another.
pub fn roll(p: &mut Play) -> Next<crate::Frame> {
    if p.s.contest.pool.iter().any(|die| die.value == 0) { wait(Frame::Roll) } else { Next::Done }
}

pub fn rolled(p: &mut Play, value: u8) -> Next<crate::Frame> {
    rule!("RA-156", "RA-244", "RA-R05");
    let die = p.s.contest.pool.iter_mut().find(|die| die.value == 0).expect("a die is to be rolled");
    die.value = value;
    let die = *die;
    p.say(|_| Event::Rolls(die_text(die)));
    then(Frame::Roll)
}

/// A die as people write it: `R4`, `R/B4` for a familiar's.
#[must_use]
pub fn die_text(die: Die) -> String {
    let colours: Vec<&str> = die.colours.iter().map(Colour::word).collect();
    match die.value {
        0 => format!("{}?", colours.join("/")),
        value => format!("{}{value}", colours.join("/")),
    }
}
