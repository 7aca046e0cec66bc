//! Which actions look good: a gain for each in Hits, then weights. What is plainly worse is not considered at all.

use super::{cards, scene, temper::Taste};
use kernel::Seat;
use minions_of_mordak::{
    Action,
    frame::Frame,
    queries::Look,
    rules::{rolls, rounds, scouting, spells, turns},
    words::{Grade, Row, VILLAIN},
};

/// The gain of what is never done.
pub const NEVER: f32 = f32::NEG_INFINITY;
/// Gains that differ by this much differ by a factor of e in weight.
const HEAT: f32 = 0.6;
/// Less of the best weight than this is nothing.
const CUT: f32 = 0.05;

/// A decision of a seat.
#[derive(Clone, Copy)]
pub struct Desk<'a> {
    pub look: Look<'a>,
    pub seat: Seat,
    pub top: Frame,
    pub taste: Taste,
}

/// Gains become weights.
pub fn weigh(gains: &mut [f32]) {
    let best = gains.iter().copied().fold(NEVER, f32::max);
    if best == NEVER {
        return gains.fill(1.0);
    }
    for gain in gains {
        let weight = ((*gain - best) / HEAT).exp();
        *gain = if weight < CUT { 0.0 } else { weight };
    }
}

/// Gains become chances to win: the best action keeps things as they look now, the others fall behind it.
pub fn into_worths(gains: &mut [f32], now: f32) {
    /// What a Hit is worth, in logits.
    const HIT: f32 = 0.05;
    let best = gains.iter().copied().fold(NEVER, f32::max);
    let now = now.clamp(0.001, 0.999);
    let logit = (now / (1.0 - now)).ln();
    for gain in gains {
        let behind = if best == NEVER { 0.0 } else { HIT * (*gain - best) };
        *gain = 1.0 / (1.0 + (-(logit + behind)).exp());
    }
}

impl<'a> Desk<'a> {
    pub fn new(look: Look<'a>, seat: Seat, top: Frame, taste: Taste) -> Desk<'a> {
        Desk { look, seat, top, taste }
    }

    /// One gain for each action, in order.
    pub fn gains(&self, actions: &[Action], into: &mut Vec<f32>) {
        match self.top {
            Frame::Turns(turns::Frame::Act) => self.turn(actions, into),
            Frame::Turns(turns::Frame::Moving) => self.moving(actions, into),
            Frame::Spells(spells::Frame::FreeMove { who, steps, .. }) => {
                self.free_move(who, steps, actions, into)
            }
            Frame::Rounds(rounds::Frame::MinionPick) | Frame::Scouting(scouting::Frame::AmbushNext) => {
                self.next_minion(actions, into)
            }
            Frame::Setup(_)
            | Frame::Rounds(_)
            | Frame::Turns(_)
            | Frame::Scouting(_)
            | Frame::Cards(_)
            | Frame::PlusOnes(_)
            | Frame::Rolls(_)
            | Frame::Attacks(_)
            | Frame::Spells(_)
            | Frame::LevelUp(_) => into.extend(actions.iter().map(|action| self.choice(*action))),
        }
    }

    /// The gain of an action that can be judged by itself.
    pub fn choice(&self, action: Action) -> f32 {
        match action {
            // --- who plays
            Action::PickHero { hero } => super::growth::liking(hero),
            Action::Join { .. } | Action::Stay | Action::First => 0.0,
            Action::Wait | Action::Last => -0.5,
            Action::Leave => NEVER,
            // --- a Turn; Moves and which Minion acts are judged together
            Action::Move { .. } | Action::Step { .. } | Action::Act { .. } | Action::StopAll => 0.0,
            Action::Stop => 0.02,
            Action::Roll { row } => self.roll(self.look.s.level().actor, row),
            Action::Surge { arcane, divine, void } => self.surge([arcane.0, divine.0, void.0]),
            // With Hits on the table there is enough to do; before and after the roll is soon enough.
            Action::Scout | Action::ScoutOne { .. } if self.top == rolls::Frame::Spend.into() => NEVER,
            Action::Scout => self.scout(true),
            Action::ScoutOne { .. } => self.scout(false),
            Action::Loot { treasures } => Desk::loot(treasures.0),
            Action::Use { treasure } => self.uses(treasure),
            Action::Show { .. } => NEVER,
            Action::End | Action::Done | Action::Pass => 0.0,
            // --- an Action Roll
            Action::Boost { grade: Grade::Adept } => 1.0,
            Action::Boost { grade: Grade::Novice | Grade::Master } => 0.4,
            Action::Reroll { die } => self.again(die),
            Action::Keep => 0.05,
            Action::Add { tokens } => self.add(tokens.0),
            Action::Spend => self.spend(),
            Action::Buy => self.buy(),
            Action::Attack { region } => self.attack(region),
            Action::Sweep { region } => self.sweep(region),
            Action::Damage { hits } => self.damage(hits.0),
            Action::Defender { who } => self.defender(who),
            Action::Cast { spell, cost } => self.cast(spell, cost.0),
            Action::Spawn { size } => self.spawn(size),
            // --- cards
            Action::React { spell, pay } => self.reacts(spell, pay),
            Action::ReactWith { treasure } => self.reacts_with(treasure),
            Action::Target { who } => self.target(who),
            Action::Region { region } => self.region(region),
            Action::Place { region } => self.place(region),
            Action::Deck { deck } => self.deck(deck),
            Action::Discard { spell } => -3.0 * cards::keep(self.look, self.seat, spell),
            Action::Accept => self.accept(),
            Action::Decline => self.decline(),
            Action::Gain { row } => 2.0 * self.token(row),
            Action::Drop { row } => self.give_up(row),
            // --- the Level Up Step
            Action::Learn { row } => self.learn(row, Grade::Novice),
            Action::Train { row, grade } => self.learn(row, grade),
            Action::Hasten => self.hasten(),
            Action::Equip { treasure, who } => self.equip(treasure, who),
            Action::Cash { treasure } => self.cash(treasure),
            Action::Return { who, slot } => self.give_back(who, slot),
            Action::Reorder { region } => self.reorder(region),
            Action::Next { who } => self.next_in_stack(who),
        }
    }

    /// Is this Hero fit to turn up more of the Map?
    pub fn dares(&self, seat: Seat) -> bool {
        let look = self.look;
        let player = &look.s.players[seat];
        let near = scene::threat(look, player.region);
        let late = look.s.day >= 3;
        let fit = scene::share(look, seat) >= if late { 0.35 } else { 0.5 };
        fit && near < 0.6 * f32::from(player.health)
    }

    /// A Plus-One of this row, as this seat uses it.
    pub fn token(&self, row: Row) -> f32 {
        let player = &self.look.s.players[self.seat];
        if self.seat == VILLAIN {
            return match row {
                Row::Melee => 0.9 * self.taste.tricks,
                Row::Ranged => 0.8 * self.taste.tricks,
                Row::Magic => 0.7,
                Row::Corruption => 0.85,
            };
        }
        0.5 + 0.12 * scene::mean(player.rows[row.index()])
    }
}
