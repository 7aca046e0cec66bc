//! Spells and Reactions: what casting gains, whom to pick, what to keep in hand.

use super::{
    blows,
    desk::{Desk, NEVER},
    growth,
    places::Walker,
    scene::{self, mean, power},
};
use kernel::Seat;
use minions_of_mordak::{
    action::Pay,
    content::{Ability, Cost, Effect, Kind, Target, Where},
    frame::Frame,
    ids::{RegionId, SpellId, TreasureId, Who},
    queries::Look,
    rules::{damage, spells},
    state::{Card, Used},
    words::{DeckId, Die, Row, Side, Size, VILLAIN, Window},
};

/// The best General Spell in hand with so many Hits.
pub fn best_cast(desk: &Desk, who: Who, hits: f32) -> f32 {
    let (look, mut best, mut last) = (desk.look, 0.0f32, None);
    for card in &look.s.players[desk.seat].hand {
        if card.spell.is_hidden() || last.replace(card.spell) == Some(card.spell) {
            continue;
        }
        let spell = look.g.content.spell(card.spell);
        if spell.on.is_none() {
            let costs = spell.hits().iter().enumerate().filter(|(_, cost)| f32::from(**cost) <= hits + 0.3);
            for (at, _) in costs {
                best = best.max(cast(desk, who, card.spell, at as u8));
            }
        }
    }
    best
}

/// What casting this Spell gains, the card itself taken off.
pub fn cast(desk: &Desk, who: Who, spell: SpellId, cost: u8) -> f32 {
    let card = desk.look.g.content.spell(spell);
    let pays = 0.35 * f32::from(card.pays);
    card.does.iter().map(|effect| step(desk, who, *effect, cost)).sum::<f32>() - 0.3 - pays
}

/// What a step of a Spell gains at best.
fn step(desk: &Desk, who: Who, effect: Effect, cost: u8) -> f32 {
    let (look, tricks) = (desk.look, desk.taste.tricks);
    match effect {
        Effect::Attack { at, by, dice, aoe, .. } => {
            let more = who.as_player().map_or(0, |seat| look.gift(seat).spell_damage);
            let hits = f32::from(by.at(cost) + more) + mean(dice.at(cost));
            let foes = scene::foes(look, look.side(who));
            let reach = look.reach(who, at).and(foes);
            let gain = |region: RegionId| {
                if aoe {
                    blows::sweep(look, who, region, hits as u8, desk.taste)
                } else {
                    blows::blow(look, who, region, hits.round() as u8, desk.taste)
                }
            };
            reach.iter().map(gain).fold(0.0, f32::max)
        }
        Effect::Heal { who: whom, by, dice } => {
            let amount = f32::from(by.at(cost)) + mean(dice.at(cost));
            targets(look, who, whom).map(|seat| healing(look, seat, amount)).fold(0.0, f32::max)
        }
        Effect::GainHealth { by, .. } => 0.6 * f32::from(by),
        Effect::PayHealth { by, who: whom } => {
            let worst = targets(look, who, whom).filter(|seat| *seat != VILLAIN);
            let count = worst.count() as f32;
            f32::from(by) * count.min(2.0)
        }
        Effect::Spawn { size } => match size.at(cost) {
            Size::Boss => 8.0,
            Size::Elite => 4.0,
            Size::Chump | Size::Sheep => 1.6,
        },
        Effect::BonusDice { dice, .. } => 0.9 * mean(dice.at(cost)) * usable(look, who),
        Effect::BonusTurn { .. } | Effect::Control { .. } => 0.9 * best_minion(look),
        Effect::Move { .. } => 0.6 * usable(look, who),
        Effect::GainPlusOnes { by, .. } => 0.55 * f32::from(by.at(cost)),
        Effect::LosePlusOnes { by, .. } => 0.4 * tricks * f32::from(by.at(cost)),
        Effect::ActionPoints { by, .. } => 0.9 * f32::from(by).abs(),
        Effect::Grant { ability: Ability::Cursed, .. } => 1.4 * tricks,
        Effect::Grant { .. } => 1.1 * usable(look, who),
        Effect::DrawSpells { count, .. } => 0.5 * f32::from(count),
        Effect::StealSpell { .. } => tricks,
        Effect::FlipRegion => 0.7,
        Effect::LimitSteps { .. } => 0.7 * tricks,
        Effect::BindBlood { .. } | Effect::PlaceSheep { .. } => 0.6,
        Effect::Place { .. } | Effect::SwapMinions => 0.35,
        Effect::Lift { .. } | Effect::ReorderStack { .. } => 0.2,
        Effect::Prevent(_)
        | Effect::StayAt(_)
        | Effect::WoundInstead
        | Effect::Reroll(_)
        | Effect::RerollAny
        | Effect::LoseHits(_)
        | Effect::CancelSpell
        | Effect::BecomeDefender => 0.0,
    }
}

/// Is there anybody to make use of it?
fn usable(look: Look, who: Who) -> f32 {
    match look.side(who) {
        Side::Heroes => 0.8,
        Side::Villain => {
            let heroes = scene::heroes(look);
            let near = |slot: &u8| scene::steps_to(look.s.minion(*slot).region, heroes) <= 3;
            let near = look.s.slots().filter(near).count();
            (0.4 * near as f32).min(1.2)
        }
    }
}

fn best_minion(look: Look) -> f32 {
    let heroes = scene::heroes(look);
    let near = |slot: &u8| scene::steps_to(look.s.minion(*slot).region, heroes) <= 3;
    look.s.slots().filter(near).map(|slot| power(look.stats(slot))).fold(0.0, f32::max)
}

fn healing(look: Look, seat: Seat, amount: f32) -> f32 {
    let player = &look.s.players[seat];
    if seat == VILLAIN {
        return 0.5 * amount;
    }
    let missing = f32::from(look.max_health(seat).saturating_sub(player.health));
    let need = 1.0 - scene::share(look, seat);
    missing.min(amount) * (0.4 + 0.9 * need)
}

/// Players that a step could be for.
fn targets(look: Look<'_>, who: Who, target: Target) -> impl Iterator<Item = Seat> + '_ {
    let (kind, at) = match target {
        Target::Caster | Target::Struck | Target::Chosen | Target::Subject => (Kind::Caster, Where::Anywhere),
        Target::One(kind, at) | Target::Each(kind, at) | Target::EachInOne(kind, at) => (kind, at),
    };
    let own = look.side(who);
    Seat::first(look.g.options.seats).filter(move |seat| {
        let (player, other) = (&look.s.players[*seat], Who::hero(*seat));
        let near = at == Where::Anywhere || look.reach(who, at).contains(player.region);
        // Whoever may be healed, the other side is not.
        let wanted = match kind {
            Kind::Foe | Kind::EnemySide => look.side(other) != own,
            Kind::Caster => other == who,
            Kind::OtherFriend => look.side(other) == own && other != who,
            Kind::Friend
            | Kind::Player
            | Kind::OwnSide
            | Kind::Minion
            | Kind::FreshMinion
            | Kind::MinionUpTo(_) => look.side(other) == own,
        };
        player.present && player.region.is_on_map() && near && wanted
    })
}

/// What a card in hand is worth keeping.
pub fn keep(look: Look, seat: Seat, spell: SpellId) -> f32 {
    let card = look.g.content.spell(spell);
    let magic = mean(look.s.players[seat].rows[Row::Magic.index()]);
    match card.cost {
        Cost::Free => 1.2,
        Cost::PlusOneOrDiscard => 0.9,
        Cost::Hits(_) if magic < 0.6 => 0.1,
        Cost::Hits(costs) => {
            let least = costs.values().iter().copied().min().unwrap_or(0);
            if f32::from(least) > magic + 2.0 { 0.3 } else { 0.8 }
        }
    }
}

/// Whose Character a step had best be for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meant {
    /// It is bad for whom it is for.
    Foes,
    Own,
    /// The strongest, whoever it belongs to.
    Anybody,
}

const fn meant(effect: Effect) -> Meant {
    match effect {
        Effect::Grant { ability: Ability::Cursed, .. }
        | Effect::ActionPoints { by: ..0, .. }
        | Effect::LosePlusOnes { .. }
        | Effect::StealSpell { .. }
        | Effect::PayHealth { .. } => Meant::Foes,
        Effect::Control { .. } | Effect::Place { .. } => Meant::Anybody,
        Effect::Grant { .. }
        | Effect::ActionPoints { .. }
        | Effect::Attack { .. }
        | Effect::Heal { .. }
        | Effect::GainHealth { .. }
        | Effect::Prevent(_)
        | Effect::StayAt(_)
        | Effect::WoundInstead
        | Effect::Lift { .. }
        | Effect::BonusDice { .. }
        | Effect::Reroll(_)
        | Effect::RerollAny
        | Effect::LoseHits(_)
        | Effect::GainPlusOnes { .. }
        | Effect::DrawSpells { .. }
        | Effect::CancelSpell
        | Effect::Move { .. }
        | Effect::SwapMinions
        | Effect::BonusTurn { .. }
        | Effect::Spawn { .. }
        | Effect::PlaceSheep { .. }
        | Effect::ReorderStack { .. }
        | Effect::FlipRegion
        | Effect::LimitSteps { .. }
        | Effect::BecomeDefender
        | Effect::BindBlood { .. } => Meant::Own,
    }
}

impl Desk<'_> {
    pub fn reacts(&self, spell: SpellId, pay: Pay) -> f32 {
        let price = match pay {
            Pay::Free => 0.3,
            Pay::PlusOne(row) => 0.3 + 0.8 * self.token(row),
            Pay::Discard(other) => 0.3 + 0.7 * keep(self.look, self.seat, other),
        };
        self.reaction(&self.look.g.content.spell(spell).does) - price
    }

    pub fn reacts_with(&self, treasure: TreasureId) -> f32 {
        self.reaction(&self.look.g.content.treasure(treasure).does)
            - 0.6 * growth::treasure(self.look, self.seat, treasure)
    }

    fn reaction(&self, does: &[Effect]) -> f32 {
        2.0 * does.iter().map(|effect| self.react(*effect)).sum::<f32>()
    }

    fn react(&self, effect: Effect) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        match effect {
            Effect::Prevent(by) => self.prevents(by),
            Effect::StayAt(_) => 5.0,
            Effect::WoundInstead => {
                let about = self.about().and_then(Who::as_minion);
                about.map_or(0.0, |slot| 0.45 * blows::bane(look, slot) - 0.6)
            }
            Effect::Reroll(_) | Effect::RerollAny => self.rerolls(),
            Effect::LoseHits(by) => {
                let roll = &level.roll;
                let at = |hits: u8| blows::best(look, level.actor, roll.row, hits, self.taste);
                let magic = if roll.row == Row::Magic { 0.7 * f32::from(by.min(roll.pool)) } else { 0.0 };
                at(roll.pool) - at(roll.pool.saturating_sub(by)) + magic - 0.4
            }
            Effect::CancelSpell => 1.2,
            Effect::ActionPoints { by, .. } if by < 0 => {
                let keen = self.about().and_then(Who::as_hero).map_or(0.0, |seat| scene::share(look, seat));
                self.taste.tricks * (0.6 + 0.6 * keen)
            }
            Effect::Grant { ability: Ability::Dodge(dice), .. } => {
                let coming = f32::from(level.roll.pool.max(level.attack.amount));
                let health = f32::from(look.s.players[self.seat].health);
                let saves = if coming >= health { 3.0 } else { 0.0 };
                0.6 * mean(dice).min(coming) + saves - 0.5
            }
            Effect::BecomeDefender => {
                let other = self.about().and_then(Who::as_hero);
                let health = |seat: Seat| f32::from(look.s.players[seat].health);
                other.map_or(0.0, |seat| 0.3 * (health(self.seat) - health(seat)) - 1.0)
            }
            // As in a Spell.
            Effect::Attack { .. }
            | Effect::Heal { .. }
            | Effect::GainHealth { .. }
            | Effect::PayHealth { .. }
            | Effect::Grant { .. }
            | Effect::Lift { .. }
            | Effect::BonusDice { .. }
            | Effect::GainPlusOnes { .. }
            | Effect::LosePlusOnes { .. }
            | Effect::ActionPoints { .. }
            | Effect::DrawSpells { .. }
            | Effect::StealSpell { .. }
            | Effect::Place { .. }
            | Effect::Move { .. }
            | Effect::SwapMinions
            | Effect::Control { .. }
            | Effect::BonusTurn { .. }
            | Effect::Spawn { .. }
            | Effect::PlaceSheep { .. }
            | Effect::ReorderStack { .. }
            | Effect::FlipRegion
            | Effect::LimitSteps { .. }
            | Effect::BindBlood { .. } => 0.5 * step(self, Who::hero(self.seat), effect, 0),
        }
    }

    /// Whom the window is about.
    fn about(&self) -> Option<Who> {
        if let Frame::Spells(spells::Frame::React { about, .. }) = self.top { Some(about) } else { None }
    }

    fn prevents(&self, by: u8) -> f32 {
        let (look, attack) = (self.look, &self.look.s.level().attack);
        let coming = attack.damage.saturating_sub(attack.prevented + attack.dodged);
        let less = coming.saturating_sub(by);
        if let Some(slot) = attack.target.as_minion() {
            let (wound, defeat) = damage::thresholds(look, slot);
            let harm = |dealt: u8| match wound {
                _ if dealt >= defeat => 1.0,
                Some(wound) if dealt >= wound => 0.4,
                Some(_) | None => 0.0,
            };
            return 0.7 * blows::bane(look, slot) * (harm(coming) - harm(less));
        }
        let Some(seat) = attack.target.as_player() else { return 0.0 };
        let health = look.s.players[seat].health;
        let step = if seat == VILLAIN { look.g.content.numbers.villain_step.max(1) } else { 1 };
        let dealt = |hits: u8| f32::from(hits / step * step);
        let saves = if coming >= health && less < health { 4.0 } else { 0.0 };
        0.6 * (dealt(coming) - dealt(less)) + saves - 0.3
    }

    fn rerolls(&self) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        let roll = &level.roll;
        let own = look.side(level.actor) == Look::side_of_seat(self.seat);
        let shows = |die: Die| f32::from(roll.faces.showing(roll.dice, die).min(1));
        let gain = if own {
            shows(Die::A0).max(0.5 * shows(Die::N0)).max(0.5 * shows(Die::M1))
        } else {
            shows(Die::A2).max(0.5 * shows(Die::N1)).max(0.5 * shows(Die::M2))
        };
        let stakes = (f32::from(roll.pool) / 3.0).min(1.5);
        0.8 * gain * stakes - 0.3
    }

    /// The step of the card that asks.
    fn effect(&self) -> Option<(Effect, u8)> {
        let Frame::Spells(
            spells::Frame::PickTarget { step }
            | spells::Frame::PickSecond { step }
            | spells::Frame::PickRegion { step },
        ) = self.top
        else {
            return None;
        };
        let cast = self.look.s.casts.last()?;
        let effect = spells::effects(self.look, cast.card).get(usize::from(step))?;
        Some((*effect, cast.cost))
    }

    pub fn target(&self, who: Who) -> f32 {
        let look = self.look;
        let Some((effect, cost)) = self.effect() else { return 0.0 };
        let friend = look.side(who) == Look::side_of_seat(self.seat);
        let own = if friend { 1.0 } else { -1.0 };
        let strength = match (who.as_minion(), who.as_player()) {
            (Some(slot), _) => {
                let away = scene::steps_to(look.s.minion(slot).region, scene::heroes(look));
                power(look.stats(slot)) * if away <= 3 { 1.0 } else { 0.3 }
            }
            (_, Some(seat)) => {
                let rows = Row::HERO.iter().map(|row| mean(look.s.players[seat].rows[row.index()]));
                rows.fold(0.0, f32::max)
            }
            (None, None) => 0.5,
        };
        if let Effect::Heal { by, dice, .. } = effect {
            let amount = f32::from(by.at(cost)) + mean(dice.at(cost));
            return who.as_player().map_or(0.0, |seat| 2.0 * own * healing(look, seat, amount));
        }
        match meant(effect) {
            Meant::Foes => -own * strength,
            Meant::Own => own * strength,
            Meant::Anybody => strength,
        }
    }

    pub fn region(&self, region: RegionId) -> f32 {
        let look = self.look;
        let Some((effect, cost)) = self.effect() else { return 0.0 };
        let from = look.s.casts.last().map_or(Who::MORDAK, |cast| cast.from);
        if let Effect::Attack { by, dice, aoe, .. } = effect {
            let more = from.as_player().map_or(0, |seat| look.gift(seat).spell_damage);
            let hits = (f32::from(by.at(cost) + more) + mean(dice.at(cost))).round() as u8;
            return if aoe {
                2.0 * blows::sweep(look, from, region, hits, self.taste)
            } else {
                2.0 * blows::blow(look, from, region, hits, self.taste)
            };
        }
        if let Effect::LimitSteps { .. } | Effect::PayHealth { .. } = effect {
            let own = Look::side_of_seat(self.seat);
            return if own == Side::Villain { look.heroes_in(region).len() as f32 } else { 0.0 };
        }
        // All others are for where most Characters are.
        look.s.stack_of(region).map(|slot| power(look.stats(slot))).sum()
    }

    /// Where somebody is put: a new Minion, the target of a step, or a Sheep.
    pub fn place(&self, region: RegionId) -> f32 {
        let look = self.look;
        if let Frame::Cards(_) = self.top {
            return self.spawn_place(region);
        }
        if let Frame::Spells(spells::Frame::PlaceTarget { who, .. }) = self.top {
            let own = if look.side(who) == Look::side_of_seat(self.seat) { 1.0 } else { -1.0 };
            return own * Walker::new(self, who, Used::empty()).worth(region, 1);
        }
        let heroes = look.heroes_in(region).len() as f32;
        let stack = look.s.stack_of(region).count().min(3) as f32;
        let mordak = look.s.players[VILLAIN].region == region;
        heroes + 0.5 * stack + if mordak { 1.5 } else { 0.0 }
    }

    pub fn deck(&self, deck: DeckId) -> f32 {
        let hurt = self.look.heroes().map(|seat| 1.0 - scene::share(self.look, seat)).fold(0.0, f32::max);
        match deck {
            DeckId::Arcane => 0.4,
            DeckId::Divine if self.seat == VILLAIN => NEVER,
            DeckId::Divine => 0.8 * hurt,
            DeckId::Void => 0.3,
        }
    }
}

/// The window of a Reaction and the card that answers it, for reasons.
pub fn window(top: Option<&Frame>) -> Option<Window> {
    if let Some(Frame::Spells(spells::Frame::React { window, .. })) = top { Some(*window) } else { None }
}

/// The card being played, by name.
pub fn playing(look: Look<'_>) -> Option<&str> {
    match look.s.casts.last()?.card {
        Card::Spell(spell) => Some(&look.g.content.spell(spell).name),
        Card::Treasure(treasure) => Some(&look.g.content.treasure(treasure).name),
    }
}
