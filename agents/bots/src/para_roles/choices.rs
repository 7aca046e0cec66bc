//! Weights of everything that is chosen outside a hero's menu: set-up, treasure, pauses, maps, and targets.

use super::{
    journey::{can_raise, raises, stat_weights, worth},
    map,
    odds::Odds,
};
use kernel::{Card, Seat, Suit};
use para_roles::{
    Action, actions,
    frame::{Blow, Check, Frame, Mix, Reflects},
    options::{Campaign, RoleMode},
    queries::{Look, STAT_MAX, passes},
    rules::{blows, cards, enemy_turn, epic_start, maze, pause, rounds, setup, treasure},
    state::Hero,
    words::{Ability, Class, Deed, Epic, FoeId, Item, Role, Stat, Who},
};

/// What is legal and not surely pointless stays possible.
const FLOOR: f32 = 0.01;
/// A pause is over once nothing better is left.
const DONE: f32 = 0.3;
/// Flasks are bought while there are fewer.
const FLASKS_LOW: u8 = 3;
/// A flask is opened for a hero who misses so many points.
const FLASK_MISSING: u16 = 3;

/// All that the options of one frame share.
pub struct Desk<'a> {
    look: Look<'a>,
    odds: Odds<'a>,
    seat: Seat,
    frame: Frame,
    needs: [f32; 4],
}

impl<'a> Desk<'a> {
    pub fn new(look: Look<'a>, odds: &Odds<'a>, seat: Seat, frame: Frame) -> Desk<'a> {
        Desk { look, odds: *odds, seat, frame, needs: stat_weights(look, seat) }
    }

    pub fn weight(&self, action: Action) -> f32 {
        match self.frame {
            Frame::Cards(at) => self.card(at, action),
            Frame::Round(at) => self.turn(at, action),
            Frame::Enemy(at) => mirror(at, action),
            Frame::Blow(blows::Frame::Cover(blow) | blows::Frame::Taker(blow)) => {
                self.taker(blow.into(), action)
            }
            Frame::Epic(at) => self.epic(at, action),
            Frame::Treasure(at) => self.treasure(at, action),
            Frame::Outside(at) => self.outside(at, action),
            Frame::Setup(at) => self.set_up(at, action),
            // Nobody is asked, or only people know.
            Frame::Journey(_) | Frame::Minimal(_) => 1.0,
        }
    }

    fn card(&self, at: cards::Frame, action: Action) -> f32 {
        let (cards::Frame::Pick { check, .. }, Action::Keep { card }) = (at, action) else { return FLOOR };
        self.pick(check, card)
    }
    fn turn(&self, at: rounds::Frame, action: Action) -> f32 {
        match at {
            rounds::Frame::TokenFrom { .. } => self.token_from(action),
            rounds::Frame::AuraChoice { .. } if action == Action::AuraHealth => self.missing(self.seat),
            rounds::Frame::AuraChoice { .. } => 1.5,
            rounds::Frame::Players
            | rounds::Frame::Menu { .. }
            | rounds::Frame::CombatBegins
            | rounds::Frame::Round
            | rounds::Frame::Charmed { .. }
            | rounds::Frame::TurnEnd { .. }
            | rounds::Frame::EnemyBeaten
            | rounds::Frame::Enemies { .. } => 1.0,
        }
    }
    fn epic(&self, at: epic_start::Frame, action: Action) -> f32 {
        match at {
            epic_start::Frame::PolymorphMix { .. } => self.mix(action),
            epic_start::Frame::PolymorphLay { .. } => self.lay(action),
            epic_start::Frame::Needle { .. } => self.needle(action),
            epic_start::Frame::Raise { .. }
            | epic_start::Frame::XxxTarget { .. }
            | epic_start::Frame::BombTarget { .. }
            | epic_start::Frame::HereticTarget { .. } => self.named(action),
            epic_start::Frame::Evacuate { .. } => self.evacuate(action),
            epic_start::Frame::Fire { .. }
            | epic_start::Frame::BombAnswers { .. }
            | epic_start::Frame::PolymorphDraw { .. } => 1.0,
        }
    }
    fn treasure(&self, at: treasure::Frame, action: Action) -> f32 {
        match (at, action) {
            (treasure::Frame::SwapTo { fight: false, .. }, Action::Treasure { hero, stat }) => {
                self.pooled(hero.seat(), stat)
            }
            (
                treasure::Frame::SwapTo { .. }
                | treasure::Frame::Lay { .. }
                | treasure::Frame::HandOut { .. },
                Action::Treasure { hero, stat },
            ) => self.improve(hero.seat(), stat),
            (treasure::Frame::Pay { .. }, Action::Pay { from }) => 1.2 - self.needs[from.index()] + FLOOR,
            (
                treasure::Frame::SwapTo { .. }
                | treasure::Frame::Lay { .. }
                | treasure::Frame::HandOut { .. }
                | treasure::Frame::Pay { .. }
                | treasure::Frame::Spoils,
                _,
            ) => 1.0,
        }
    }
    fn outside(&self, at: pause::Frame, action: Action) -> f32 {
        match at {
            pause::Frame::Pause { .. } => self.pause(action),
            pause::Frame::Map | pause::Frame::SealRift => self.map(action),
            pause::Frame::TrapVictim { .. } => {
                let Action::Hero { hero } = action else { return FLOOR };
                self.trick(hero.seat())
            }
            pause::Frame::HeartsChoice if action == Action::HealAll => 1.0,
            pause::Frame::HeartsChoice => 3.0,
        }
    }
    fn set_up(&self, at: setup::Frame, action: Action) -> f32 {
        match (at, action) {
            (setup::Frame::StatCard { .. } | setup::Frame::OneCard { .. }, Action::Take { card }) => {
                self.take(card)
            }
            (setup::Frame::Redraw { .. }, Action::Redraw { stat }) => self.redraw(stat),
            (setup::Frame::RedrawKeep { .. }, Action::Keep { card }) => {
                f32::from(card.number() * card.number())
            }
            (setup::Frame::ChooseRole { .. }, Action::ChooseRole { role }) => self.role(role),
            (setup::Frame::ChooseRole { .. }, Action::ChooseClass { class }) => class_weight(class),
            (setup::Frame::ChooseRoleEpic { .. }, Action::ChooseRoleEpic { epic }) => role_epic_weight(epic),
            (setup::Frame::FreeTokens { .. }, Action::LayToken { hero, stat }) => {
                self.improve(hero.seat(), stat)
            }
            // Tokens in the supply help nobody, and can be moved later.
            (setup::Frame::Redraw { .. } | setup::Frame::FreeTokens { .. }, Action::Done) => 0.0,
            (
                setup::Frame::Begin
                | setup::Frame::StatCard { .. }
                | setup::Frame::OneCard { .. }
                | setup::Frame::Redraw { .. }
                | setup::Frame::RedrawCard { .. }
                | setup::Frame::RedrawKeep { .. }
                | setup::Frame::ChooseRole { .. }
                | setup::Frame::ChooseRoleEpic { .. }
                | setup::Frame::FreeTokens { .. },
                _,
            ) => 1.0,
        }
    }
    /// Whom an EPIC helps or strikes.
    fn named(&self, action: Action) -> f32 {
        if let Action::Hero { hero } = action {
            self.hero(hero.seat())
        } else if let Action::Enemy { enemy } = action {
            self.enemy(enemy)
        } else {
            1.0
        }
    }
    fn evacuate(&self, action: Action) -> f32 {
        let Action::Evacuate { healer, patient } = action else { return 1.0 };
        let cures = if self.look.hero(healer.seat()).slotted(Ability::Cure) { 2.0 } else { 0.5 };
        cures * (0.5 + self.missing(patient.seat()))
    }
    /// Only who surely passes a check of Trick should try it.
    fn trick(&self, seat: Seat) -> f32 {
        self.odds.check(self.look.stat(seat, Stat::Trick)).powi(4)
    }

    // --- set-up

    /// High cards where the role needs them; the others get what is left.
    fn take(&self, card: Card) -> f32 {
        let stat = Stat::of_suit(card.suit());
        let basic = self.look.g.options.roles == RoleMode::BasicParty;
        let role = if basic { Some(Role::ALL[self.seat.index()]) } else { self.look.hero(self.seat).role };
        let wanted = role.map_or(0.25, |role| wishes(role)[stat.index()]);
        let rank = f32::from(card.number());
        // The number that fits the wish: the best for what matters, the worst for what does not.
        let mode = self.look.g.content.mode(self.look.g.options.base_stats()).ranks;
        let (low, high) = (f32::from(mode.0), f32::from(mode.1));
        let fit = low + (high - low) * wanted;
        1.0 / (1.0 + (rank - fit) * (rank - fit))
    }
    fn redraw(&self, stat: Stat) -> f32 {
        let rank = f32::from(self.look.hero(self.seat).cards[stat.index()].number());
        (9.0 - rank).max(0.0) * self.needs[stat.index()] + FLOOR
    }
    /// One of each; the Healer and the Damage first.
    fn role(&self, role: Role) -> f32 {
        let taken = self.look.s.heroes.each().iter().filter(|h| h.role == Some(role)).count() as f32;
        let want = match role {
            Role::Healer | Role::Damage => 2.0,
            Role::Support => 1.6,
            Role::Protector => 1.2,
        };
        want / (1.0 + 3.0 * taken)
    }
    /// What one more point on a stat is worth.
    fn improve(&self, seat: Seat, stat: Stat) -> f32 {
        let value = self.look.stat(seat, stat);
        if value >= STAT_MAX {
            return FLOOR;
        }
        let more = self.odds.check(value + 1) - self.odds.check(value);
        let needs = stat_weights(self.look, seat)[stat.index()];
        (needs * needs * 8.0 * (more * 13.0).min(1.5)).max(FLOOR)
    }

    // --- treasure

    /// Where a treasure card goes between fights; pooled in one purse if that buys flasks soon.
    fn pooled(&self, hero: Seat, stat: Stat) -> f32 {
        let weight = self.improve(hero, stat);
        match self.insures() {
            Some(raiser) if raiser == hero => weight * 20.0,
            None if self.pools() && self.purse() == Some(hero) => weight * 20.0,
            Some(_) => 0.0,
            None if self.pools() => 0.0,
            None => weight,
        }
    }
    /// Whoever can raise others needs a treasure card, to be bought back himself; this seat can spare one.
    fn insures(&self) -> Option<Seat> {
        let look = self.look;
        let bare = |seat: &Seat| raises(look, *seat) && look.hero(*seat).treasures() == 0;
        let raiser = look.s.living().into_iter().find(bare)?;
        let richest = look.s.living().into_iter().max_by_key(|s| self.spare(*s));
        (richest == Some(self.seat) && self.spare(self.seat) > 0 && !raises(look, self.seat))
            .then_some(raiser)
    }
    /// Treasure cards a hero can do without.
    fn spare(&self, seat: Seat) -> u8 {
        let kept = u8::from(raises(self.look, seat));
        self.look.hero(seat).treasures().saturating_sub(kept)
    }
    /// Treasure of the living, and is it time to pool it?
    fn pools(&self) -> bool {
        let look = self.look;
        let sum: u8 = look.s.living().into_iter().map(|s| self.spare(s)).sum();
        look.s.journey.town
            && look.s.items.flasks < FLASKS_LOW
            && sum >= look.g.content.item(Item::FlaskSet).cost
    }
    /// The richest of the living keeps the purse.
    fn purse(&self) -> Option<Seat> {
        let look = self.look;
        look.s.living().into_iter().max_by_key(|s| (self.spare(*s), std::cmp::Reverse(*s)))
    }
    fn missing(&self, seat: Seat) -> f32 {
        let hp = f32::from(self.look.hero(seat).hp);
        let max = f32::from(self.look.max_hp(Who::Hero(seat)));
        3.0 * (worth(max) - worth(hp)).max(0.0)
    }

    // --- pauses and town

    fn pause(&self, action: Action) -> f32 {
        let look = self.look;
        match action {
            Action::Done => self.done(),
            Action::Raise { .. } => 20.0,
            Action::BuyBack { hero } => {
                let raised = look.s.living().into_iter().any(|seat| raises(look, seat));
                // Whoever can raise the others first.
                match (raised, raises(look, hero.seat()), can_raise(look)) {
                    (true, _, _) | (false, false, true) => 0.0,
                    (false, true, _) => 30.0,
                    (false, false, false) => 20.0,
                }
            }
            Action::Flask { hero } if self.is_thirsty(hero.seat()) => 10.0,
            Action::Flask { .. } => 0.0,
            Action::Buy { item: Item::FlaskSet } if look.s.items.flasks < FLASKS_LOW => {
                let cost = look.g.content.item(Item::FlaskSet).cost;
                if self.spare(self.seat) >= cost { 15.0 } else { 0.0 }
            }
            Action::Swap { .. } if self.insures().is_some() => 13.0,
            Action::Swap { .. }
                if self.pools() && self.purse() != Some(self.seat) && self.spare(self.seat) > 0 =>
            {
                12.0
            }
            Action::Buy { item } => self.buy(item),
            Action::Upgrade { stat } => self.upgrade(stat),
            Action::Become { role, .. } => self.role(role) * 5.0,
            Action::LearnSecond | Action::LearnEpic => 15.0,
            Action::Scroll => {
                let rich = look.hero(self.seat).treasures() >= look.g.content.shop.stat_upgrade;
                if rich && look.s.items.flasks < FLASKS_LOW { 5.0 } else { 0.0 }
            }
            Action::Learn { .. } | Action::Slot { .. } | Action::HandOver { .. } | Action::Swap { .. } => 0.0,
            actions!(set_up) | actions!(turn) | actions!(choice) | actions!(map) | actions!(told) => FLOOR,
        }
    }
    /// Not while this seat has an errand: somebody to raise or to heal, treasure to pool, flasks to buy.
    fn done(&self) -> f32 {
        let look = self.look;
        let raise = raises(look, self.seat) && look.s.heroes.each().iter().any(Hero::dead);
        let pool = self.pools() && (self.purse() == Some(self.seat) || self.spare(self.seat) > 0);
        let drink = look.s.items.flasks > 0 && look.s.living().into_iter().any(|seat| self.is_thirsty(seat));
        if raise || pool || drink || self.redeems() || self.insures().is_some() { 0.0 } else { DONE }
    }
    /// Is there a dead hero whom only his treasure can bring back?
    fn redeems(&self) -> bool {
        let look = self.look;
        let raised = look.s.living().into_iter().any(|seat| raises(look, seat));
        let heroes = &look.s.heroes;
        !raised
            && heroes
                .iter()
                .any(|(seat, h)| h.dead() && h.treasures() > 0 && (raises(look, seat) || !can_raise(look)))
    }
    /// Is a flask well spent on this hero?
    fn is_thirsty(&self, seat: Seat) -> bool {
        self.look.max_hp(Who::Hero(seat)) >= u16::from(self.look.hero(seat).hp) + FLASK_MISSING
    }
    fn buy(&self, item: Item) -> f32 {
        match item {
            Item::FlaskSet | Item::Scroll | Item::BombKit => 0.0,
            Item::SpikedArmor | Item::PurpleStaff | Item::MirrorShield => 0.4,
            Item::SummoningBook => 0.3,
        }
    }
    fn upgrade(&self, stat: Stat) -> f32 {
        let Some(next) = para_roles::rules::treasure::next_card(self.look.s, self.seat, stat) else {
            return 0.0;
        };
        let gain = f32::from(next.number() - self.look.hero(self.seat).cards[stat.index()].number());
        // Five treasure cards are five points already.
        if gain > 4.0 { gain * self.needs[stat.index()] } else { 0.0 }
    }

    // --- maps

    fn map(&self, action: Action) -> f32 {
        let look = self.look;
        match action {
            Action::Go { way } => {
                let here = look.s.journey.place;
                let to = maze::neighbour(here, way).unwrap_or(here);
                nearer(map::from_cell(look, here), map::from_cell(look, to))
            }
            Action::Room { room } => {
                nearer(map::from_room(look, look.s.journey.place), map::from_room(look, room.number()))
            }
            Action::Down => {
                if map::from_room(look, look.s.journey.place) < 0.5 {
                    5.0
                } else {
                    0.0
                }
            }
            Action::Leave => {
                let won = look.g.options.campaign == Campaign::Maze && look.s.journey.maze.centre_won;
                let home = map::from_cell(look, maze::ENTRANCE) < 0.5;
                if won && home { 10.0 } else { 0.0 }
            }
            Action::Rift { suit } => rift(suit),
            Action::FaceAncient => 0.5,
            Action::Camp => self.camp(),
            Action::Hero { hero } => self.trick(hero.seat()),
            Action::Done
            | actions!(set_up)
            | actions!(turn)
            | actions!(errand)
            | Action::Enemy { .. }
            | actions!(purse)
            | actions!(pick)
            | actions!(town)
            | actions!(told) => FLOOR,
        }
    }
    /// Only to raise or to heal somebody.
    fn camp(&self) -> f32 {
        let look = self.look;
        let dead = look.s.heroes.each().iter().any(Hero::dead);
        let raised = look.s.living().into_iter().any(|seat| raises(look, seat));
        let hurt = look.s.living().into_iter().any(|seat| self.is_thirsty(seat));
        if dead && raised || hurt && look.s.items.flasks > 0 { 5.0 } else { 0.0 }
    }

    // --- in combat

    /// The lower card passes; a club ends one's own EPIC.
    fn pick(&self, check: Check, card: Card) -> f32 {
        let look = self.look;
        let own = |stat| if passes(card, look.stat(self.seat, stat)) { 5.0 } else { 0.5 };
        let foe = |id, stat| if passes(card, look.foe_stat(id, stat)) { 0.5 } else { 5.0 };
        match check {
            Check::Attack { .. } | Check::AttackHero { .. } => {
                let spade = card.suit() == Suit::Spades && look.s.items.purple_staff == Some(self.seat);
                own(Stat::Attack) * if spade { 2.0 } else { 1.0 }
            }
            Check::Defend { .. } => own(Stat::Defense),
            Check::Run { stat, .. } => own(stat),
            Check::FoeAttack { foe: id } | Check::FoeStrikes { foe: id, .. } | Check::Whip { foe: id } => {
                foe(id, Stat::Attack)
            }
            Check::FoeDefend { foe: id } => foe(id, Stat::Defense),
            Check::FoeTrick { foe: id, .. } => foe(id, Stat::Trick),
            Check::FoeDestroy { .. } => {
                if card.suit().is_black() {
                    0.5
                } else {
                    5.0
                }
            }
            Check::Ability { .. }
            | Check::Swap { .. }
            | Check::Xxx { .. }
            | Check::XxxVictim { .. }
            | Check::GraveCard { .. }
            | Check::Bomb { .. }
            | Check::BombVictim { .. }
            | Check::HereticVictim { .. }
            | Check::Sneak(_)
            | Check::Command { .. }
            | Check::CreatureWhip { .. }
            | Check::Defense(_)
            | Check::Trap { .. }
            | Check::Seal { .. }
            | Check::Treasure
            | Check::Hunt
            | Check::Room
            | Check::BlindDate { .. } => own(Stat::Trick),
        }
    }
    /// The one who stops it best, or can bear it best.
    fn taker(&self, blow: Blow, action: Action) -> f32 {
        let Action::Hero { hero } = action else { return 2.0 };
        let (look, seat) = (self.look, hero.seat());
        let damage = blow.by.foe().map_or(1.0, |id| f32::from(look.foe_damage(id)));
        let held = look.hero(seat);
        if held.stance {
            return 50.0;
        }
        let hp = f32::from(held.hp) + f32::from(held.temporary_hp);
        let fails = 1.0 - self.odds.check(look.stat(seat, Stat::Defense));
        let weight = if raises(look, seat) { 1.4 } else { 1.0 };
        let cost = fails * weight * (worth(hp) - worth(hp - damage));
        1.0 / (0.02 + cost)
    }
    fn token_from(&self, action: Action) -> f32 {
        if action == Action::FromSupply {
            return 5.0;
        }
        let Action::From { target, stat } = action else { return FLOOR };
        match target {
            Who::Hero(seat) => 0.5 / (0.05 + self.improve(seat, stat)),
            Who::Foe(foe) => {
                // What a curse on Health has cut stays cut.
                let spent = stat == Stat::Health && self.look.foe(foe).hp < self.look.max_hp(Who::Foe(foe));
                if spent { 8.0 } else { 0.3 }
            }
        }
    }
    /// Hearts cut an enemy's Health for good, diamonds open its armour.
    fn mix(&self, action: Action) -> f32 {
        let Action::Mix { mix } = action else { return FLOOR };
        let look = self.look;
        let Some(foe) = look.within_aim().max_by_key(|id| look.foe(*id).hp) else { return 1.0 };
        let defense = look.foe_stat(foe, Stat::Defense);
        let hp = look.foe(foe).hp;
        let wish: [u8; 4] = match (hp > 5, defense > 10) {
            (true, true) => [2, 2, 0, 0],
            (true, false) => [3, 1, 0, 0],
            (false, true) => [0, 4, 0, 0],
            (false, false) => [0, 2, 2, 0],
        };
        let off: u8 = Mix::counts(mix).iter().zip(wish).map(|(have, want)| have.abs_diff(want)).sum();
        1.0 / (1.0 + f32::from(off)).powi(3)
    }
    fn lay(&self, action: Action) -> f32 {
        let Action::Lay { target } = action else { return 0.01 };
        let card = self.look.s.polymorph.drawn.cards[0];
        let stat = Stat::of_suit(card.suit());
        match target {
            Who::Hero(seat) => {
                let gain = card.number().saturating_sub(self.look.stat(seat, stat));
                f32::from(gain) * stat_weights(self.look, seat)[stat.index()] + 0.05
            }
            Who::Foe(foe) => {
                let fall = self.look.foe_stat(foe, stat).saturating_sub(card.number());
                let cut = f32::from(self.look.foe(foe).hp) - f32::from(card.number());
                match stat {
                    Stat::Health => cut.max(0.0) * 3.0 + 0.02,
                    Stat::Defense | Stat::Attack => f32::from(fall),
                    Stat::Trick => f32::from(fall) * 0.7,
                }
            }
        }
    }
    /// Stops the strongest enemy, unless somebody is near death.
    fn needle(&self, action: Action) -> f32 {
        if let Action::Hero { hero } = action {
            return 0.3 + self.missing(hero.seat()) * 0.5;
        }
        let Action::Enemy { enemy } = action else { return FLOOR };
        let foe = self.look.foe(enemy);
        if foe.stunned { 0.2 } else { 1.0 + f32::from(foe.strength()) / 20.0 }
    }
    fn enemy(&self, enemy: FoeId) -> f32 {
        let foe = self.look.foe(enemy);
        if foe.stance {
            return 0.05;
        }
        // Whoever is behind a cover is not reached.
        let reached = if self.look.foe_cover(enemy).is_some() { 0.3 } else { 1.0 };
        let guard = if foe.is_guard() { 0.5 } else { 1.0 };
        reached * guard * f32::from(foe.hp + 2) * f32::from(foe.strength())
    }
    /// Who is raised.
    fn hero(&self, seat: Seat) -> f32 {
        let dead = if self.look.hero(seat).dead() { 1.5 } else { 0.0 };
        let raiser = if raises(self.look, seat) { 1.4 } else { 1.0 };
        (dead + self.missing(seat)) * raiser + FLOOR
    }
}

/// Steps that do not lead to the goal are pointless.
fn nearer(here: f32, there: f32) -> f32 {
    if there < here { 1.0 } else { 0.0 }
}

/// What turns an ability back is worth most against what strikes all.
fn mirror(at: enemy_turn::Frame, action: Action) -> f32 {
    let enemy_turn::Frame::Mirror { at, .. } = at else { return 1.0 };
    let gain = match at {
        Reflects::Deed { deed: Deed::DragonBreath | Deed::Fear | Deed::SeductiveSmile, .. } => 5.0,
        Reflects::Deed { .. } => 1.5,
        Reflects::Whip(_) | Reflects::Riposte(_) => 3.0,
    };
    if action == Action::Reflect { gain } else { 1.0 }
}

/// Where a role wants its high cards: 0 the lowest, 1 the highest; in the order of the stats.
fn wishes(role: Role) -> [f32; 4] {
    match role {
        Role::Healer => [0.34, 0.67, 0.0, 1.0],
        Role::Protector => [0.67, 1.0, 0.34, 0.0],
        Role::Damage => [0.0, 0.34, 1.0, 0.67],
        Role::Support => [1.0, 0.0, 0.67, 0.34],
    }
}

fn rift(suit: Suit) -> f32 {
    match suit {
        Suit::Hearts | Suit::Clubs => 1.0,
        Suit::Diamonds | Suit::Spades => 0.8,
    }
}

fn class_weight(class: Class) -> f32 {
    match class {
        Class::Bard | Class::Warlock | Class::Assassin | Class::Rogue | Class::WarCleric => 2.0,
        Class::Barbarian | Class::Necromancer | Class::Shaman | Class::Troubadour | Class::Paladin => 1.5,
        Class::Surgeon | Class::Saboteur | Class::Duelist | Class::Strategist | Class::Diviner => 1.2,
        Class::Paramedic | Class::Musketeer | Class::Cavalier | Class::DarkKnight | Class::Squire => 1.0,
        Class::Druid | Class::Monk | Class::Servant | Class::Inquisitor => 0.8,
        Class::Healer | Class::Protector | Class::Damage | Class::Support => 1.0,
    }
}

/// Somebody should be able to raise the dead; else XXX.
fn role_epic_weight(epic: Epic) -> f32 {
    if epic == Epic::Resurrection {
        4.0
    } else if epic == Epic::Xxx {
        3.0
    } else if epic == Epic::Polymorph {
        2.0
    } else {
        1.0
    }
}
