//! A table as a bot weighs it: numbers as they will be once what is in progress is done, and odds from the decks.

use super::{
    hand::Hand,
    odds::{Blow, Deck, Draws, Ranks, Reading, Rough, face},
};
use friends_and_foes::{
    cards::Range,
    queries::Look,
    rules::attack,
    words::{AbilityKind, AreaId, AreaSet, CHARS, CharId, CharSet, Nature, SEATS, Terrain, Weapon},
};
use kernel::Seat;

/// The table with what is expected of things in progress.
pub struct Scene<'a> {
    pub look: Look<'a>,
    pub reading: Reading,
    ranks: &'a Ranks,
    rough: &'a Rough,
    /// What cuts a line of sight.
    blocking: AreaSet,
    cover: AreaSet,
    high: AreaSet,
    /// Sums of expected health by area and group.
    pub sums: [[f32; SEATS]; 64],
    pub taken: AreaSet,
    /// Who stands in Cover, and who stands high, on ground that the own side holds.
    covered: CharSet,
    raised: CharSet,
    /// Armor and Warding with all that changes them.
    bonus: [[i8; 2]; CHARS],
    /// Expected health of characters on the board.
    pub health: [f32; CHARS],
    /// How likely each character on the board stays on it.
    pub alive: [f32; CHARS],
    pub area: [AreaId; CHARS],
    pub treasure: [f32; SEATS],
    pub tokens: [f32; SEATS],
    /// What the hand is worth, in tokens.
    pub hand: [f32; SEATS],
}

impl<'a> Scene<'a> {
    pub fn new(look: Look<'a>, ranks: &'a Ranks, rough: &'a Rough) -> Scene<'a> {
        let mut scene = Scene {
            look,
            reading: Reading::of(&look.g.options),
            ranks,
            rough,
            blocking: look.blocking(),
            cover: look.terrain(Terrain::Cover),
            high: look.terrain(Terrain::Elevated),
            sums: [[0.0; SEATS]; 64],
            taken: AreaSet::EMPTY,
            covered: CharSet::EMPTY,
            raised: CharSet::EMPTY,
            bonus: [[0; 2]; CHARS],
            health: [0.0; CHARS],
            alive: [0.0; CHARS],
            area: [AreaId::default(); CHARS],
            treasure: [0.0; SEATS],
            tokens: [0.0; SEATS],
            hand: [0.0; SEATS],
        };
        for seat in Seat::first(look.g.options.seats) {
            let (at, side) = (seat.index(), &look.s.sides[seat]);
            scene.treasure[at] = f32::from(side.treasure);
            scene.tokens[at] = f32::from(side.tokens);
            scene.hand[at] = scene.hand_of(seat).worth();
        }
        for who in look.s.board.iter() {
            let (at, me) = (who.index(), look.s.char(who));
            scene.health[at] = f32::from(me.health);
            scene.alive[at] = if me.health > 0 { 1.0 } else { 0.0 };
            scene.area[at] = me.area;
            scene.bonus[at] = [Nature::Physical, Nature::Magic].map(|nature| look.defence_bonus(who, nature));
        }
        scene
    }

    /// Counts who holds what, once it is known who will stand where.
    pub fn survey(&mut self) {
        for who in self.look.s.board.iter() {
            let area = self.area[who.index()];
            let group = usize::from(self.look.group(who.seat()));
            self.sums[area.index()][group] += self.health[who.index()];
            self.taken.insert(area);
        }
        for who in self.look.s.board.iter() {
            let area = self.area[who.index()];
            let (cover, high) = (self.cover.contains(area), self.high.contains(area));
            if (cover || high) && self.holds(who) {
                if cover {
                    self.covered.insert(who);
                }
                if high {
                    self.raised.insert(who);
                }
            }
        }
    }
    /// The group that would control an area, and how clearly.
    pub fn holder(&self, area: AreaId) -> Option<(usize, f32)> {
        let sums = &self.sums[area.index()];
        let (mut best, mut second) = (0, 0.0f32);
        for group in 1..SEATS {
            if sums[group] > sums[best] {
                (second, best) = (sums[best], group);
            } else {
                second = second.max(sums[group]);
            }
        }
        let lead = sums[best] - second;
        (lead > 0.01).then_some((best, 1.0 - 0.5 / (0.5 + lead)))
    }
    fn holds(&self, who: CharId) -> bool {
        let group = usize::from(self.look.group(who.seat()));
        self.holder(self.area[who.index()]).is_some_and(|(holder, _)| holder == group)
    }
    pub fn in_cover(&self, who: CharId) -> bool {
        self.covered.contains(who)
    }
    pub fn stands_high(&self, who: CharId) -> bool {
        self.raised.contains(who)
    }

    /// An attack with full decks: quick, for what is only threatened.
    pub fn rough(&self, who: CharId, with: Weapon) -> impl Fn(CharId) -> Blow {
        let attack = self.look.attack(who, with);
        let overclock = i32::from(self.look.overclocks(who, with)) * 2;
        let modifier = i32::from(self.look.attack_bonus(who, with, false)) + overclock;
        let high = attack.advantage || self.stands_high(who);
        let nature = attack.nature.index();
        move |target| {
            let bonus = i32::from(self.bonus[target.index()][nature]);
            self.rough.blow(modifier, bonus, high, self.in_cover(target))
        }
    }
    /// What an attack roughly takes from each target, in health; a removal counts for more.
    pub fn rough_harm(&self, who: CharId, with: Weapon) -> impl Fn(CharId) -> f32 {
        let (blow, damage) = (self.rough(who, with), self.damage(who, with));
        move |target| {
            let (blow, health) = (blow(target), self.health[target.index()]);
            blow.loss(damage, health) + REMOVAL * blow.kills(damage, health)
        }
    }
    /// How many steps are missing until this range reaches that area.
    pub fn gap(&self, range: Range, from: AreaId, to: AreaId) -> u8 {
        let board = self.look.board();
        match range {
            Range::Melee => board.steps(from, to),
            Range::Reach(far) => board.steps(from, to).saturating_sub(far),
            Range::Sight => u8::from(!board.crossed(from, to).and(self.blocking).is_empty()),
        }
    }

    pub fn hand_of(&self, seat: Seat) -> Hand {
        Hand::of(self.look, seat, faces(self.look, seat))
    }
    pub fn draws(&self, who: CharId) -> Draws {
        let side = &self.look.s.sides[who.seat()];
        Draws::of(&Deck::of(self.ranks, side), face(self.look, who))
    }
    pub fn attack_draws(&self, who: CharId, with: Weapon) -> Draws {
        let draws = self.draws(who);
        if self.look.attack_advantage(who, with) { draws.best_attack() } else { draws }
    }
    pub fn defence_draws(&self, who: CharId) -> Draws {
        let draws = self.draws(who);
        if self.look.defence_advantage(who) { draws.best_defence() } else { draws }
    }
    /// What stands beside the defence card, a placed card included.
    pub fn defence_bonus(&self, attacker: CharId, with: Weapon, target: CharId) -> i32 {
        let nature = self.look.attack(attacker, with).nature;
        let sigil = self.look.s.char(target).sigil;
        let placed = sigil.map_or(0, |s| friends_and_foes::words::value(s.card).div_ceil(2));
        i32::from(self.look.defence_bonus(target, nature)) + i32::from(placed)
    }
    /// An attack with both cards from the decks.
    pub fn blow(&self, who: CharId, with: Weapon, target: CharId) -> Blow {
        self.blow_by(who, with, target, &self.attack_draws(who, with))
    }
    pub fn blow_by(&self, who: CharId, with: Weapon, target: CharId, draws: &Draws) -> Blow {
        let modifier = i32::from(self.look.attack_bonus(who, with, false));
        let bonus = self.defence_bonus(who, with, target);
        let defence = self.defence_draws(target);
        if self.look.overclocks(who, with) {
            self.reading.overclocked(draws, modifier, &defence, bonus)
        } else {
            self.reading.clash(draws, modifier, &defence, bonus)
        }
    }
    pub fn damage(&self, who: CharId, with: Weapon) -> f32 {
        f32::from(self.look.attack(who, with).damage)
    }
    /// What an attack takes from this target, in health; a removal counts for more.
    pub fn harm(&self, who: CharId, with: Weapon, target: CharId) -> f32 {
        self.harm_of(self.blow(who, with, target), who, with, target)
    }
    pub fn harm_of(&self, blow: Blow, who: CharId, with: Weapon, target: CharId) -> f32 {
        let (damage, health) = (self.damage(who, with), self.health[target.index()]);
        blow.loss(damage, health) + REMOVAL * blow.kills(damage, health)
    }
    /// Damage lands on a character, as far as it is likely to.
    pub fn suffer(&mut self, target: CharId, blow: Blow, damage: f32) {
        let at = target.index();
        let health = self.health[at];
        self.health[at] = (health - blow.loss(damage, health)).max(0.0);
        self.alive[at] *= 1.0 - blow.kills(damage, health);
    }
    /// How likely this character passes its sprint check with a card of the deck.
    pub fn passes(&self, who: CharId) -> f32 {
        let greater = self.look.g.options.sprint_compare == friends_and_foes::options::SprintCompare::Greater;
        self.draws(who).passes(self.look.sprint(who), greater)
    }
}

/// What a removal is worth beside the health it takes.
pub const REMOVAL: f32 = 0.7;

/// The critical faces of a seat's characters on the board, by number.
pub fn faces(look: Look, seat: Seat) -> u16 {
    let own = look.s.own(seat);
    let own = if own.is_empty() { CharSet::owned_by(seat) } else { own };
    own.iter()
        .filter(|c| look.s.char(*c).health > 0)
        .filter_map(|who| face(look, who))
        .fold(0, |set, face| set | 1 << face.rank().number())
}

/// The attacks of a character with what they cost.
pub fn weapons(look: Look, who: CharId) -> impl Iterator<Item = (Weapon, u8)> {
    let learned = look.s.char(who).learned_of(AbilityKind::Attack).map(|(_, id)| Weapon::Ability(id));
    std::iter::once(Weapon::Basic).chain(learned).map(move |with| (with, attack::cost(look, with, false)))
}
