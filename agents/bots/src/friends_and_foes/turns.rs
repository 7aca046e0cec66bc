//! Which actions of a turn look good.

use super::{
    outlook::NEAR,
    prices::{LEFT_OUT, Prices},
    scene::{Scene, weapons},
};
use friends_and_foes::{
    Action,
    cards::{AbilityCard, Effect, Who},
    options::TreasurePays,
    rules::{activation, attack, effects},
    state::Traits,
    words::{AreaId, CharId, CharSet, Node, Paid, Terrain, Weapon},
};
use kernel::Seat;

/// What an empower, a lasting change or a shove is worth beside the attack, in health.
const RIDER: f32 = 0.25;
/// Tokens are there to be spent: what is kept may find no better use.
const SPENDING: f32 = 0.6;
/// Ending a turn with tokens in hand gives the others time to answer, but wastes nothing.
const END: f32 = -0.02;

/// What an action must gain to be paid for with treasures.
const PAYS: f32 = 0.03;

/// A player's turn.
pub struct Turn<'a> {
    scene: &'a Scene<'a>,
    prices: &'a Prices,
    seat: Seat,
}

impl<'a> Turn<'a> {
    pub fn new(scene: &'a Scene<'a>, prices: &'a Prices, seat: Seat) -> Turn<'a> {
        Turn { scene, prices, seat }
    }

    /// What the player gains, in strength.
    pub fn gain(&self, action: Action) -> f32 {
        let (brings, cost, paid) = self.deal(action);
        let look = self.scene.look;
        let gain = brings - self.cost(cost, paid);
        // Treasure is what most games are won by: it is spent on what clearly pays, not to put off the end of a turn.
        let idle = paid.0 > 0 && gain < PAYS;
        // Treasures are paid only where tokens do not suffice, or where one stands in for several.
        let whole = look.g.options.treasure_pays == TreasurePays::Action && cost.0 > 1;
        let lacking = (cost.0 + cost.1).saturating_sub(look.s.sides[self.seat].tokens);
        let wasteful = !whole && paid.0 > lacking;
        if idle || wasteful { LEFT_OUT } else { gain }
    }

    /// What an action brings, what it costs (and what of initiative besides), and how much is paid with treasures.
    fn deal(&self, action: Action) -> (f32, (u8, u8), Paid) {
        let (scene, prices) = (self.scene, self.prices);
        match action {
            Action::Search { who, treasure } => (prices.treasure * self.finds(who), (1, 0), treasure),
            Action::Attack { who, with, treasure } => {
                (self.harm(who, with), (attack::cost(scene.look, with, false), 0), treasure)
            }
            Action::Empower { who, with, treasure } => {
                let friends = scene.look.s.own(self.seat).len() as f32;
                let rider = prices.own_health() * RIDER * (friends - 1.0).max(0.5);
                (self.harm(who, with) + rider, (attack::cost(scene.look, with, false), 1), treasure)
            }
            Action::Move { who, to, treasure } => (self.moves(who, to), (1, 0), treasure),
            Action::Draw { treasure } => (self.draws(1.0), (1, 0), treasure),
            Action::Use { who, ability, treasure } => {
                let card = scene.look.g.content.ability(ability);
                (self.uses(who, card), (card.tokens, 0), treasure)
            }
            Action::Deploy { who, .. } => (self.deploys(who), (0, 0), Paid(0)),
            Action::End => (END, (0, 0), Paid(0)),
            // Nothing else is done in a turn.
            Action::Warband { .. }
            | Action::Form { .. }
            | Action::Recruit { .. }
            | Action::Learn { .. }
            | Action::Bench { .. }
            | Action::Ready
            | Action::Buy { .. }
            | Action::Initiative { .. }
            | Action::Blind
            | Action::Zone { .. }
            | Action::Edge { .. }
            | Action::Place { .. }
            | Action::Breakthrough { .. }
            | Action::Defender { .. }
            | Action::NoDefender
            | Action::Target { .. }
            | Action::Area { .. }
            | Action::Deck
            | Action::Hand { .. }
            | Action::Pick { .. }
            | Action::Keep
            | Action::Redraw
            | Action::Sprint
            | Action::Stop
            | Action::Go { .. }
            | Action::Stay
            | Action::Answer { .. }
            | Action::Expertise { .. }
            | Action::Overclock
            | Action::Decline
            | Action::React { .. }
            | Action::Pass
            | Action::Lay { .. }
            | Action::Take { .. }
            | Action::Discard { .. }
            | Action::Turn { .. } => (0.0, (0, 0), Paid(0)),
        }
    }

    fn cost(&self, (cost, extra): (u8, u8), treasure: Paid) -> f32 {
        let due = activation::tokens_due(self.scene.look, cost, extra, treasure);
        let tokens = f32::from(due) * self.prices.token;
        SPENDING * tokens + f32::from(treasure.0) * self.prices.treasure
    }

    /// Treasures found by a search with a card of the deck, or with a critical from hand if one can be spared.
    fn finds(&self, who: CharId) -> f32 {
        let base = f32::from(self.scene.look.g.options.find_base);
        base + (2.0 - base) * self.scene.draws(who).critical()
    }

    fn harm(&self, who: CharId, with: Weapon) -> f32 {
        let (scene, look) = (self.scene, self.scene.look);
        let attack = look.attack(who, with);
        let harm = scene.rough_harm(who, with);
        let worth = |target| self.prices.hurt(scene, target, harm(target));
        let gain = if attack.area {
            let foes = look.enemies(who);
            let there = |area| foes.iter().filter(move |c| look.s.area(*c) == area);
            let areas = look.target_areas(who, attack);
            areas.iter().map(|area| there(area).map(worth).sum::<f32>()).fold(0.0, f32::max)
        } else {
            look.targets(who, attack).iter().map(worth).fold(0.0, f32::max)
        };
        let backfires = if look.overclocks(who, with) { 0.5 * self.prices.own_health() } else { 0.0 };
        gain - backfires
    }

    /// What a step changes: reach, nodes, terrain, and being caught where many foes stand.
    pub fn moves(&self, who: CharId, to: AreaId) -> f32 {
        let (scene, look) = (self.scene, self.scene.look);
        let from = look.s.area(who);
        let chance = if look.is_difficult(from, to) { self.passes(who) } else { 1.0 };
        chance * (self.place(who, to) - self.place(who, from)) - 0.05 * scene.health[who.index()].min(0.2)
    }
    fn passes(&self, who: CharId) -> f32 {
        if self.scene.look.has_trait(who, Traits::TRAILWISE) { 1.0 } else { self.scene.passes(who) }
    }

    /// What it is worth to stand there.
    pub fn place(&self, who: CharId, area: AreaId) -> f32 {
        let (scene, look, prices) = (self.scene, self.scene.look, self.prices);
        let (own, theirs) = self.sums(who, area);
        let health = scene.health[who.index()];
        // Gaining control, or taking it away.
        let node = |node: Node| f32::from(look.board().nodes(area, node)) * prices.nodes[node.index()];
        let nodes: f32 = [Node::Treasure, Node::Activation, Node::Card, Node::Trap].map(node).iter().sum();
        let holds = |own: f32| if own > theirs { 1.0 } else { 0.0 };
        let gained = holds(own + health) - holds(own);
        let denied = if theirs > own && theirs <= own + health { 0.7 } else { 0.0 };
        let cover = look.terrain(Terrain::Cover).contains(area) && own + health > theirs;
        let high = look.terrain(Terrain::Elevated).contains(area) && own + health > theirs;
        let terrain = prices.terrain * (f32::from(u8::from(cover)) + 0.7 * f32::from(u8::from(high)));
        nodes * (gained + denied) + terrain + self.reach(who, area) + self.goal(area)
    }

    /// Health of the own and of the strongest other side in an area, this character left out.
    fn sums(&self, who: CharId, area: AreaId) -> (f32, f32) {
        let (scene, look) = (self.scene, self.scene.look);
        let friends = look.friends(who).without(who);
        let sum = |set: CharSet| -> f32 {
            set.iter().filter(|c| scene.area[c.index()] == area).map(|c| scene.health[c.index()]).sum()
        };
        (sum(friends), sum(look.enemies(who)))
    }

    /// What could be struck from there.
    fn reach(&self, who: CharId, area: AreaId) -> f32 {
        let look = self.scene.look;
        let mut best = 0.0f32;
        for (with, _) in weapons(look, who) {
            let range = look.attack(who, with).range;
            for target in look.enemies(who).iter() {
                let missing = self.scene.gap(range, area, self.scene.area[target.index()]);
                let blow = self.prices.hurt(self.scene, target, 0.5);
                best = best.max((blow + self.prices.approach) * NEAR[usize::from(missing.min(8))]);
            }
        }
        best
    }

    /// Scenario goals pull.
    fn goal(&self, area: AreaId) -> f32 {
        use friends_and_foes::words::Goal;
        let look = self.scene.look;
        let late = f32::from(look.s.round.min(6)) / 5.0;
        let mut pull = 0.0;
        if look.goal(Goal::Hill).is_some() {
            pull += 0.3 * late / f32::from(look.board().steps(area, look.board().middle) + 1);
        }
        let goal = look.s.goals[usize::from(look.team(self.seat))];
        if let Some(goal) = goal.filter(|_| look.goal(Goal::Breakthrough).is_some()) {
            pull += 0.4 / f32::from(look.board().steps(area, goal) + 1);
        }
        if look.goal(Goal::Territories).is_some() {
            let free = look.s.in_area(area).is_empty();
            pull += if free { 0.1 * late } else { 0.0 };
        }
        pull
    }

    fn draws(&self, count: f32) -> f32 {
        self.prices.card * self.scene.hand_of(self.seat).draws(count)
    }

    fn uses(&self, who: CharId, card: &AbilityCard) -> f32 {
        let (scene, prices) = (self.scene, self.prices);
        let each = |effect: &Effect| match effect {
            Effect::Heal { .. } => 0.9 * prices.own_health(),
            Effect::Draw(count) => self.draws(f32::from(*count)),
            Effect::Look(_) => self.draws(1.4),
            Effect::GainTokens(by) => f32::from(*by) * prices.token,
            Effect::GainTreasure(by) => f32::from(*by) * prices.treasure,
            Effect::Check(value) => 2.1 * prices.treasure * scene.draws(who).passes(*value, false),
            Effect::Damage { who: Who::Actor, by } => -prices.own_health() * f32::from(*by),
            Effect::Damage { who: Who::Subject, by } => prices.own_health() * f32::from(*by),
            Effect::Stride(_) | Effect::Blink => self.best_place(who),
            Effect::Marshal(_) => self.best_march(who),
            Effect::PlaceCard => 0.8 * prices.own_health() * RIDER,
            Effect::Lasting(_) | Effect::AddTerrain(_) => RIDER * prices.own_health(),
            Effect::StealTreasure(by) => 2.0 * f32::from(*by) * prices.treasure,
            Effect::BasicAttack | Effect::OwnAttack => 0.5 * prices.own_health(),
            Effect::Slip | Effect::StepTo | Effect::Push => 0.0,
        };
        card.effects.iter().map(each).sum()
    }
    fn best_place(&self, who: CharId) -> f32 {
        let look = self.scene.look;
        let here = self.place(who, look.s.area(who));
        let near = look.board().areas.iter().filter(|a| look.board().steps(look.s.area(who), *a) <= 2);
        near.map(|area| self.place(who, area) - here).fold(0.0, f32::max)
    }
    fn best_march(&self, who: CharId) -> f32 {
        let look = self.scene.look;
        let gain = |c: CharId| {
            let near = look.board().adjacent(look.s.area(c));
            near.iter().map(|to| self.moves(c, to)).fold(0.0, f32::max)
        };
        let minions = effects::marshals(look, who, CharSet::EMPTY);
        2.0 * minions.iter().map(gain).fold(0.0, f32::max)
    }

    /// What somebody from the bench is worth beyond the price.
    pub fn deploys(&self, who: CharId) -> f32 {
        let (look, prices) = (self.scene.look, self.prices);
        let health = f32::from(look.s.char(who).sheet.full);
        let own: f32 = look.s.own(self.seat).iter().map(|c| self.scene.health[c.index()]).sum();
        // The slope of health falls as health is gained.
        let gained = prices.own_health() * (own + 0.3) * ((own + health + 0.3) / (own + 0.3)).ln();
        gained + 0.5 * prices.character - f32::from(look.bench_price(who)) * prices.treasure
    }
}

/// How much a card is missed if it is spent, in strength.
pub fn spent(prices: &Prices, scene: &Scene, seat: Seat, card: kernel::Card) -> f32 {
    prices.card * scene.hand_of(seat).missed(card)
}
