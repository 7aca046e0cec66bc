//! Which answers look good where something is in progress: set-up, initiative, cards, steps, reactions.

use super::{
    hand::BLIND,
    odds::{Blow, worth},
    pending::{self, For},
    prices::{LEFT_OUT, Prices},
    scene::{Scene, faces},
    turns::{Turn, spent},
};
use friends_and_foes::{
    Action,
    cards::Effect,
    frame::Frame,
    rules::{
        activation,
        attack::{self, Declared},
        cards, effects, harvest, initiative, movement, reactions, setup,
    },
    words::{AreaId, CharId, CharSet, Node, TOKENS_MAX, Terrain, Weapon, value},
};
use kernel::{Card, Seat};

/// What an early place in the order is worth beside tokens, in treasures a point of value.
const EARLY: f32 = 0.1;

/// Who always shows the best card can be read: the weights of initiative cards lie close together.
const MILD: f32 = 0.3;

/// A choice inside something, and what lies below it.
pub struct Desk<'a> {
    pub scene: &'a Scene<'a>,
    pub prices: &'a Prices,
    pub seat: Seat,
    pub top: Frame,
    pub below: Option<Frame>,
}

impl Desk<'_> {
    /// How promising this answer is where that is no matter of strength; `None` where it is.
    pub fn taste(&self, action: Action) -> Option<f32> {
        match self.top {
            Frame::Setup(setup::Frame::Build) => Some(self.builds(action)),
            Frame::Setup(setup::Frame::Buy) => Some(self.buys(action)),
            Frame::Initiative(initiative::Frame::TieChoose { .. }) => Some(self.tie_break(action)),
            Frame::Deployment(_) => Some(self.deploys(action)),
            Frame::Activation(activation::Frame::Name { .. }) => Some(self.defender(action)),
            Frame::Setup(_)
            | Frame::Initiative(_)
            | Frame::Activation(_)
            | Frame::Movement(_)
            | Frame::Cards(_)
            | Frame::Effects(_)
            | Frame::Attack(_)
            | Frame::Reactions(_)
            | Frame::Harvest(_) => None,
        }
    }
    /// What this answer gains; cards that are like an earlier one of the list are left out.
    pub fn gain_beside(&self, action: Action, earlier: &[Action]) -> f32 {
        if self.like_another(action, earlier) { LEFT_OUT } else { self.gain(action) }
    }

    /// Only rank and colour of a card ever matter.
    fn like_another(&self, action: Action, earlier: &[Action]) -> bool {
        let kind = |card: Card| (card.rank(), card.suit().is_black());
        let Some(card) = card_of(action) else { return false };
        if matches!(self.top, Frame::Cards(cards::Frame::Pick { .. })) {
            return false;
        }
        earlier.iter().filter_map(|a| card_of(*a)).any(|other| kind(other) == kind(card))
    }

    /// What the answer gains, in strength.
    pub fn gain(&self, action: Action) -> f32 {
        match self.top {
            Frame::Initiative(initiative::Frame::Choose) => self.initiative_gain(card_of(action)),
            Frame::Cards(frame) => self.card_gain(frame, action),
            Frame::Attack(frame) => self.attack_gain(frame, action),
            Frame::Movement(frame) => self.movement_gain(frame, action),
            Frame::Effects(effects::Frame::Slip { who } | effects::Frame::Blink { who }) => {
                self.goes(who, action)
            }
            Frame::Effects(effects::Frame::Push { subject, .. }) => -self.goes(subject, action),
            Frame::Reactions(reactions::Frame::React { .. }) => self.reacts(action),
            Frame::Setup(_)
            | Frame::Initiative(_)
            | Frame::Deployment(_)
            | Frame::Activation(_)
            | Frame::Effects(_)
            | Frame::Reactions(_)
            | Frame::Harvest(_) => self.other(action),
        }
    }

    fn card_gain(&self, frame: cards::Frame, action: Action) -> f32 {
        match frame {
            cards::Frame::Play { who, .. } => self.plays(who, action),
            cards::Frame::Pick { who, .. } => self.picks(who, action),
            cards::Frame::SecondLook { who, .. } => self.second_look(who, action),
            cards::Frame::Draws { .. } | cards::Frame::Turned { .. } | cards::Frame::TurnUp { .. } => {
                self.other(action)
            }
        }
    }

    fn attack_gain(&self, frame: attack::Frame, action: Action) -> f32 {
        match frame {
            attack::Frame::Target(Declared { who, with, .. }) => self.aims(who, with, action),
            attack::Frame::Commits => self.commits(action),
            attack::Frame::AttackExpertise | attack::Frame::ExpertDefends { .. } => self.expertise(action),
            attack::Frame::OverclockAsk => self.overclock(action),
            attack::Frame::Start
            | attack::Frame::Played
            | attack::Frame::Defend
            | attack::Frame::Answer { .. }
            | attack::Frame::ExpertFirst { .. }
            | attack::Frame::Defended { .. }
            | attack::Frame::Overclocked
            | attack::Frame::DefenceExpertise
            | attack::Frame::Results
            | attack::Frame::OnDamage { .. }
            | attack::Frame::End => self.other(action),
        }
    }

    fn movement_gain(&self, frame: movement::Frame, action: Action) -> f32 {
        match frame {
            movement::Frame::SprintAsk { who } => self.sprints(who, action),
            movement::Frame::SprintTo { who }
            | movement::Frame::StrideTo { who, .. }
            | movement::Frame::March { who } => self.goes(who, action),
            movement::Frame::Step { .. }
            | movement::Frame::Checked { .. }
            | movement::Frame::Stepped { .. }
            | movement::Frame::Sprinted { .. } => self.other(action),
        }
    }

    fn turn(&self) -> Turn<'_> {
        Turn::new(self.scene, self.prices, self.seat)
    }
    fn spent(&self, card: Card) -> f32 {
        spent(self.prices, self.scene, self.seat, card)
    }

    // --- set-up

    fn builds(&self, action: Action) -> f32 {
        let content = &self.scene.look.g.content;
        if let Action::Warband { .. } = action {
            1.0
        } else if let Action::Form { .. } = action {
            // A list of one's own is a long way round to what the ready ones offer.
            0.02
        } else if let Action::Recruit { card } | Action::Bench { card } = action {
            1.0 + f32::from(content.body(card).health)
        } else if let Action::Learn { ability } = action {
            1.0 + 2.0 * f32::from(content.ability(ability).coins)
        } else {
            0.2
        }
    }
    fn buys(&self, action: Action) -> f32 {
        let Action::Buy { cards } = action else { return 0.0 };
        let count = f32::from(cards.0);
        let gain = self.prices.card * self.scene.hand_of(self.seat).draws(count);
        (20.0 * (gain - self.prices.treasure * count)).exp()
    }
    /// Tokens against an early place, and what the card could do otherwise.
    fn initiative_gain(&self, card: Option<Card>) -> f32 {
        let hand = self.scene.hand_of(self.seat);
        let shown = card.map_or(BLIND, |card| f32::from(value(card)));
        let stored = f32::from(self.scene.look.s.sides[self.seat].stored);
        let tokens = (shown + stored).min(f32::from(TOKENS_MAX));
        let after = card.map_or(hand, |card| hand.without(card)).next_round().worth();
        MILD * (self.prices.token * (tokens - EARLY * shown) + self.prices.card * after)
    }
    /// Low goes first but is lost, high goes later and is kept.
    fn tie_break(&self, action: Action) -> f32 {
        let Some(card) = card_of(action) else { return 0.6 };
        let worth = worth(card, faces(self.scene.look, self.seat));
        (1.2 - worth).max(0.1) + if value(card) >= 9 { 0.4 } else { 0.0 }
    }
    fn deploys(&self, action: Action) -> f32 {
        let board = self.scene.look.board();
        if let Action::Zone { area } | Action::Place { area } | Action::Breakthrough { area } = action {
            0.5 + self.ground(area)
        } else if let Action::Edge { edge } = action {
            let areas = board.edge(edge);
            0.5 + areas.iter().map(|area| self.ground(area)).sum::<f32>() / areas.len().max(1) as f32
        } else if let Action::Deploy { who, to } = action {
            // Against 1 for leaving the bench alone.
            if self.turn().deploys(who) > 0.0 { 3.0 + self.ground(to) } else { 0.05 }
        } else {
            1.0
        }
    }
    /// What an area offers whoever holds it.
    fn ground(&self, area: AreaId) -> f32 {
        let look = self.scene.look;
        let node = |node| f32::from(look.board().nodes(area, node));
        let cover = f32::from(u8::from(look.terrain(Terrain::Cover).contains(area)));
        let high = f32::from(u8::from(look.terrain(Terrain::Elevated).contains(area)));
        let crowded = look.s.in_area(area).and(CharSet::owned_by(self.seat)).len() as f32;
        let nodes = node(Node::Treasure) + 0.8 * (node(Node::Activation) + node(Node::Card));
        let spread = if crowded > 0.0 { 0.5 } else { 1.0 };
        (nodes * spread - 0.4 * node(Node::Trap) + 0.6 * cover + 0.4 * high).max(0.0)
    }
    /// The hardest to hurt stands before the others.
    fn defender(&self, action: Action) -> f32 {
        let look = self.scene.look;
        let Action::Defender { who } = action else { return 0.5 };
        let me = look.s.char(who);
        (f32::from(me.health) + 2.0 * f32::from(look.armor(who))).max(0.5)
    }

    // --- cards

    fn plays(&self, who: CharId, action: Action) -> f32 {
        // Two cards to choose from are never worse than one.
        if action == Action::Decline {
            return LEFT_OUT;
        }
        let card = card_of(action);
        let missed = card.map_or(0.0, |card| self.spent(card));
        let gain = match For::of(self.below) {
            For::Attack => self.attack_with(card),
            For::Defence(_) => -self.defence_with(who, card),
            For::Search(_) => self.prices.treasure * self.found(who, card),
            For::Check(_) | For::Other => self.prices.token * self.passed(who, card),
        };
        gain - missed
    }
    /// The harm an attack does with this card, or with one of the deck.
    fn attack_with(&self, card: Option<Card>) -> f32 {
        let (scene, fight) = (self.scene, &self.scene.look.s.fight);
        let (who, with) = (fight.attacker, fight.weapon);
        let harm = |target| {
            let blow = match card {
                Some(card) => pending::attacked(scene, target, card, true),
                None => scene.blow(who, with, target),
            };
            self.prices.hurt(scene, target, scene.harm_of(blow, who, with, target))
        };
        fight.targets.iter().map(harm).sum()
    }
    /// The harm that is left after a defence with this card, or with one of the deck.
    fn defence_with(&self, who: CharId, card: Option<Card>) -> f32 {
        let blow = match card {
            Some(card) => pending::defended(self.scene, who, card),
            None => pending::unanswered(self.scene, who),
        };
        self.suffers(who, blow)
    }
    fn suffers(&self, who: CharId, blow: Blow) -> f32 {
        let fight = &self.scene.look.s.fight;
        -self.prices.hurt(self.scene, who, self.scene.harm_of(blow, fight.attacker, fight.weapon, who))
    }
    /// What a search finds beyond what any card would.
    fn found(&self, who: CharId, card: Option<Card>) -> f32 {
        let more = 2.0 - f32::from(self.scene.look.g.options.find_base);
        more * match card {
            Some(card) => f32::from(u8::from(self.scene.look.is_critical(who, card))),
            None => self.scene.draws(who).critical(),
        }
    }
    fn passed(&self, who: CharId, card: Option<Card>) -> f32 {
        let look = self.scene.look;
        let needed = look.sprint(who);
        match card {
            Some(card) => f32::from(u8::from(value(card) >= needed || look.is_critical(who, card))),
            None => self.scene.passes(who),
        }
    }

    /// Which of two cards counts: the one that does better.
    fn picks(&self, who: CharId, action: Action) -> f32 {
        let (Some(card), shown) = (card_of(action), self.scene.look.s.played) else { return 0.0 };
        let from_hand = if shown.card == Some(card) { shown.from_hand } else { shown.other_from_hand };
        3.0 * self.shown(who, card, from_hand)
    }
    fn shown(&self, who: CharId, card: Card, from_hand: bool) -> f32 {
        let scene = self.scene;
        match For::of(self.below) {
            For::Attack => {
                let fight = &scene.look.s.fight;
                let harm = |target| {
                    let blow = pending::attacked(scene, target, card, from_hand);
                    self.prices.hurt(scene, target, scene.harm_of(blow, fight.attacker, fight.weapon, target))
                };
                fight.targets.iter().map(harm).sum()
            }
            For::Defence(_) => -self.defence_with(who, Some(card)),
            For::Search(_) => self.prices.treasure * self.found(who, Some(card)),
            For::Check(_) | For::Other => self.prices.token * self.passed(who, Some(card)),
        }
    }
    /// Another card, if the first is worse than what may come.
    fn second_look(&self, who: CharId, action: Action) -> f32 {
        let Some(card) = self.scene.look.s.played.card else { return 0.0 };
        let keep = self.shown(who, card, false);
        let again = match For::of(self.below) {
            For::Attack => self.attack_with(None),
            For::Defence(_) => -self.defence_with(who, None),
            For::Search(_) => self.prices.treasure * self.found(who, None),
            For::Check(_) | For::Other => self.prices.token * self.passed(who, None),
        };
        if action == Action::Redraw { 3.0 * (again - keep) } else { 0.0 }
    }
    /// Both sides choose at once: like a card played into the dark.
    fn commits(&self, action: Action) -> f32 {
        let fight = &self.scene.look.s.fight;
        let card = card_of(action);
        let missed = card.map_or(0.0, |card| self.spent(card));
        if fight.attacker.seat() == self.seat {
            return self.attack_with(card) - missed;
        }
        let better = card.map_or(0.0, |card| f32::from(value(card)) / 10.0 - 0.6);
        0.5 * self.prices.own_health() * better - missed
    }
    /// A card more, if it changes the result.
    fn expertise(&self, action: Action) -> f32 {
        let Action::Expertise { card } = action else { return 0.0 };
        let (scene, fight) = (self.scene, &self.scene.look.s.fight);
        let more = value(card);
        let defender =
            if let Frame::Attack(attack::Frame::ExpertDefends { who }) = self.top { Some(who) } else { None };
        let gain = |target: CharId| {
            let before = pending::answered(scene, fight.defence[target.index()]);
            let after = match defender {
                Some(who) if who != target => before,
                Some(_) => pending::answered(scene, fight.defence[target.index()].plus(more)),
                // Adding to the attack is like taking from the defence, but for doubling.
                None => pending::answered(scene, fight.defence[target.index()].minus(more)),
            };
            let harm = |blow| {
                self.prices.hurt(scene, target, scene.harm_of(blow, fight.attacker, fight.weapon, target))
            };
            harm(after) - harm(before)
        };
        fight.targets.iter().map(gain).sum::<f32>() - self.spent(card)
    }
    fn overclock(&self, action: Action) -> f32 {
        let (scene, fight) = (self.scene, &self.scene.look.s.fight);
        if action != Action::Overclock {
            return 0.0;
        }
        let missed = |target: CharId| {
            let before = pending::answered(scene, fight.defence[target.index()]);
            self.prices.hurt(scene, target, 0.5 * (1.3 - before.mean(1.0)).max(0.0))
        };
        fight.targets.iter().map(missed).sum::<f32>() - 0.5 * self.prices.own_health()
    }

    // --- targets, steps, reactions

    fn aims(&self, who: CharId, with: Weapon, action: Action) -> f32 {
        let (scene, look) = (self.scene, self.scene.look);
        let harm = |target| self.prices.hurt(scene, target, scene.harm(who, with, target));
        if let Action::Target { who: target } = action {
            2.0 * harm(target)
        } else if let Action::Area { area } = action {
            let there = look.enemies(who).iter().filter(|c| look.s.area(*c) == area);
            2.0 * there.map(harm).sum::<f32>()
        } else {
            0.0
        }
    }
    fn sprints(&self, who: CharId, action: Action) -> f32 {
        if action != Action::Sprint {
            return 0.0;
        }
        let look = self.scene.look;
        let turn = self.turn();
        let here = turn.place(who, look.s.area(who));
        let near = look.board().adjacent(look.s.area(who));
        let best = near.iter().map(|to| turn.place(who, to) - here).fold(0.0, f32::max);
        best * self.scene.passes(who) - 0.005
    }
    fn goes(&self, who: CharId, action: Action) -> f32 {
        let Action::Go { to } = action else { return 0.0 };
        let turn = self.turn();
        turn.place(who, to) - turn.place(who, self.scene.look.s.area(who))
    }
    fn reacts(&self, action: Action) -> f32 {
        let Action::React { who, ability } = action else { return 0.0 };
        let (look, prices) = (self.scene.look, self.prices);
        let card = look.g.content.ability(ability);
        let own = if card.attack.is_some() { Weapon::Ability(ability) } else { Weapon::Basic };
        let harm = || look.s.deed().attacker.map_or(0.5, |foe| self.scene.harm(who, own, foe));
        let health = prices.own_health();
        let each = |effect: &Effect| match effect {
            Effect::BasicAttack | Effect::OwnAttack => health * harm(),
            Effect::Heal { .. } => health,
            Effect::GainTreasure(by) => prices.treasure * f32::from(*by),
            Effect::GainTokens(by) => prices.token * f32::from(*by),
            // What reactions seldom do is worth its price.
            Effect::Damage { .. }
            | Effect::Lasting(_)
            | Effect::AddTerrain(_)
            | Effect::Draw(_)
            | Effect::Look(_)
            | Effect::StealTreasure(_)
            | Effect::Stride(_)
            | Effect::Slip
            | Effect::StepTo
            | Effect::Marshal(_)
            | Effect::Blink
            | Effect::Push
            | Effect::Check(_)
            | Effect::PlaceCard => prices.token,
        };
        card.effects.iter().map(each).sum::<f32>() - prices.token * f32::from(card.tokens)
    }
    fn other(&self, action: Action) -> f32 {
        let (scene, look) = (self.scene, self.scene.look);
        let suffers = matches!(self.top, Frame::Harvest(harvest::Frame::Victim(_)));
        // A trap hurts who can bear it; help goes to who needs it; both have the lowest numbers on the other end.
        if let Action::Target { who } = action
            && suffers
        {
            0.05 * scene.health[who.index()] - if scene.health[who.index()] <= 1.0 { 0.2 } else { 0.0 }
        } else if let Action::Target { who } = action {
            let me = look.s.char(who);
            0.05 * f32::from(me.sheet.full.saturating_sub(me.health))
        } else if let Action::Take { card } = action {
            self.spent(card)
        } else if let Action::Discard { card } | Action::Hand { card } = action {
            -self.spent(card)
        } else if let Action::Lay { card } = action {
            0.02 * f32::from(value(card)) - self.spent(card)
        } else {
            0.0
        }
    }
}

/// The card an answer names.
pub fn card_of(action: Action) -> Option<Card> {
    if let Action::Initiative { card }
    | Action::Hand { card }
    | Action::Expertise { card }
    | Action::Pick { card }
    | Action::Lay { card }
    | Action::Discard { card }
    | Action::Take { card } = action
    {
        Some(card)
    } else {
        None
    }
}
