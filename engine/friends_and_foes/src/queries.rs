//! How much, how far, may I: pure; the only place that folds cards, terrain, lasting effects and twists into a number.

use crate::{
    board::Board,
    cards::{AttackCard, Range},
    content::{ScenarioCard, Twist, Victory},
    options::{BenchPrice, GarrisonRule, Obscuring, TeamControl},
    state::{Holder, Played, Traits},
    words::{AreaId, AreaSet, CharId, CharSet, Goal, Nature, Stat, Terrain, Weapon},
};
use kernel::{Card, Rank, Seat, SeatSet, rule};

pub use crate::Look;

impl<'a> Look<'a> {
    #[must_use]
    #[inline]
    pub fn board(self) -> &'a Board {
        &self.g.content.maps[usize::from(self.s.map)]
    }
    #[must_use]
    pub fn scenario(self) -> &'a ScenarioCard {
        &self.g.content.scenarios[usize::from(self.s.scenario)].1
    }
    #[must_use]
    #[inline]
    pub fn team(self, seat: Seat) -> u8 {
        self.g.team(seat)
    }
    /// All seats of a team.
    #[must_use]
    pub fn members(self, team: u8) -> SeatSet {
        Seat::first(self.g.options.seats).filter(|s| self.team(*s) == team).collect()
    }
    /// All characters of a team, on the board or not.
    #[must_use]
    #[inline]
    pub fn team_chars(self, team: u8) -> CharSet {
        self.g.chars_of[usize::from(team)]
    }
    /// Friends on the board, the character itself included.
    #[must_use]
    #[inline]
    pub fn friends(self, who: CharId) -> CharSet {
        self.s.board.and(self.team_chars(self.team(who.seat())))
    }
    #[must_use]
    #[inline]
    pub fn enemies(self, who: CharId) -> CharSet {
        self.s.board.minus(self.team_chars(self.team(who.seat())))
    }
    /// What the twist in use changes; nothing if there is none.
    #[must_use]
    #[inline]
    pub fn twist(self) -> Twist {
        self.s.twist.map_or_else(Twist::default, |at| self.g.content.twists[usize::from(at)].1.does)
    }

    // --- numbers

    /// Lasting changes of a stat.
    #[inline]
    fn lasting(self, who: CharId, stat: Stat) -> i8 {
        let mut bits = self.s.char(who).marks | self.s.marks[usize::from(self.team(who.seat()))];
        let mut sum = 0;
        while bits != 0 {
            let lasting = &self.g.content.lasting[bits.trailing_zeros() as usize];
            if lasting.stat == stat {
                sum += lasting.by;
            }
            bits &= bits - 1;
        }
        sum
    }
    #[must_use]
    pub fn armor(self, who: CharId) -> u8 {
        rule!("FO-240", "FO-244");
        let area = self.s.area(who);
        let beside = self.friends(who).without(who).iter().filter(|c| self.s.area(*c) == area);
        let guard = beside.map(|c| self.s.char(c).sheet.guard).max().unwrap_or(0);
        floor(self.s.char(who).sheet.armor + guard, self.lasting(who, Stat::Armor))
    }
    #[must_use]
    pub fn warding(self, who: CharId) -> u8 {
        rule!("FO-240", "FO-244");
        floor(self.s.char(who).sheet.warding, self.lasting(who, Stat::Warding))
    }
    #[must_use]
    pub fn sprint(self, who: CharId) -> u8 {
        rule!("FO-241", "FO-244");
        let printed = self.s.char(who).sheet.sprint + self.twist().sprint_worse;
        floor(printed, self.lasting(who, Stat::Sprint)).clamp(2, 10)
    }
    /// Is this one of the character's critical cards?
    #[must_use]
    #[inline]
    pub fn is_critical(self, who: CharId, card: Card) -> bool {
        rule!("FO-121", "FO-122", "FO-R06", "FO-R26", "FO-R63");
        card.rank() == Rank::ACE
            || self.s.char(who).sheet.critical.is_some_and(|face| card.rank() == face.rank())
    }
    #[must_use]
    #[inline]
    pub fn attack(self, who: CharId, with: Weapon) -> &'a AttackCard {
        self.g.content.attack(self.s.char(who).body, with)
    }
    #[must_use]
    #[inline]
    pub fn has_trait(self, who: CharId, what: Traits) -> bool {
        self.s.char(who).sheet.traits.contains(what)
    }
    #[must_use]
    pub fn overclocks(self, who: CharId, with: Weapon) -> bool {
        self.attack(who, with).overclock
            || with == Weapon::Basic && self.has_trait(who, Traits::BASIC_OVERCLOCK)
    }
    #[must_use]
    pub fn attack_expertise(self, who: CharId, with: Weapon) -> bool {
        let attack = self.attack(who, with);
        attack.expertise || attack.range == Range::Melee && self.has_trait(who, Traits::MELEE_EXPERTISE)
    }
    #[must_use]
    pub fn defence_expertise(self, who: CharId, nature: Nature) -> bool {
        let bit = match nature {
            Nature::Physical => Traits::PARRY,
            Nature::Magic => Traits::COUNTER_CHANT,
        };
        self.has_trait(who, bit)
    }
    /// What stands against or beside the attack card.
    #[must_use]
    pub fn attack_bonus(self, who: CharId, with: Weapon, from_hand: bool) -> i8 {
        let (me, attack) = (self.s.char(who), self.attack(who, with));
        let mut sum = attack.modifier + self.lasting(who, Stat::Attack);
        if me.health < me.sheet.full {
            sum += me.sheet.wounded as i8;
        }
        if from_hand {
            sum += me.sheet.from_hand as i8;
        }
        if attack.range == Range::Melee && me.sheet.beside_friend > 0 {
            let beside = self.friends(who).without(who).iter().any(|c| self.s.area(c) == me.area);
            sum += if beside { me.sheet.beside_friend as i8 } else { 0 };
        }
        let shy = self.twist().first_removal.filter(|_| !self.s.first_blood);
        sum + shy.map_or(0, |until| until.attack)
    }
    #[must_use]
    pub fn attack_total(self, who: CharId, with: Weapon, played: &Played) -> u8 {
        rule!("FO-204");
        floor(played.value(), self.attack_bonus(who, with, played.from_hand))
    }
    /// Armor or Warding with everything that changes the defence.
    #[must_use]
    pub fn defence_bonus(self, who: CharId, nature: Nature) -> i8 {
        rule!("FO-202");
        let stat = match nature {
            Nature::Physical => self.armor(who),
            Nature::Magic => self.warding(who),
        };
        stat as i8 + self.lasting(who, Stat::Defence)
    }

    // --- the board

    #[must_use]
    #[inline]
    pub fn terrain(self, feature: Terrain) -> AreaSet {
        rule!("FO-312");
        let printed = self.board().terrain(feature).or(self.s.added[feature.index()]);
        match feature {
            Terrain::Obscuring => printed.or(self.fog()),
            Terrain::Difficult => self.s.shifting.map_or(printed, |area| printed.with(area)),
            Terrain::Elevated | Terrain::Garrison | Terrain::Cover => printed,
        }
    }
    fn fog(self) -> AreaSet {
        let rounds = self.twist().fog_rounds;
        if rounds > 0 && self.s.round <= rounds {
            self.board().areas.minus(self.board().terrain(Terrain::Elevated))
        } else {
            AreaSet::EMPTY
        }
    }
    /// Areas that cut a line of sight.
    #[must_use]
    pub fn blocking(self) -> AreaSet {
        rule!("FO-304", "FO-R54");
        let obscuring = self.terrain(Terrain::Obscuring);
        match self.g.options.obscuring {
            Obscuring::Terrain | Obscuring::Conceal => obscuring,
            Obscuring::Occupied => obscuring.and(self.s.board.iter().map(|c| self.s.area(c)).collect()),
        }
    }
    #[must_use]
    #[inline]
    pub fn sees(self, from: AreaId, to: AreaId) -> bool {
        rule!("FO-304", "FO-R54");
        // As printed, unless something changes what blocks.
        if self.printed_sight() {
            return self.board().visible(from).contains(to);
        }
        let crossed = self.board().crossed(from, to);
        crossed.is_empty() || crossed.and(self.blocking()).is_empty()
    }
    #[inline]
    fn printed_sight(self) -> bool {
        self.s.twist.is_none()
            && self.s.added[Terrain::Obscuring.index()].is_empty()
            && self.g.options.obscuring != Obscuring::Occupied
    }
    /// All areas in line of sight, the own one included.
    #[must_use]
    #[inline]
    pub fn in_sight(self, from: AreaId) -> AreaSet {
        if self.printed_sight() {
            return self.board().visible(from);
        }
        let blocking = self.blocking();
        if blocking.is_empty() {
            return self.board().areas;
        }
        self.board()
            .areas
            .iter()
            .filter(|to| self.board().crossed(from, *to).and(blocking).is_empty())
            .collect()
    }
    /// All areas a weapon reaches.
    #[must_use]
    #[inline]
    pub fn reached(self, range: Range, from: AreaId) -> AreaSet {
        rule!("FO-201", "FO-R39");
        match range {
            Range::Melee => AreaSet::only(from),
            Range::Reach(far) => self.board().within(from, far).and(self.in_sight(from)),
            Range::Sight => self.in_sight(from),
        }
    }
    /// Does a check stand between these areas?
    #[must_use]
    #[inline]
    pub fn is_difficult(self, from: AreaId, to: AreaId) -> bool {
        rule!("FO-306");
        let difficult = self.terrain(Terrain::Difficult);
        difficult.contains(from) || difficult.contains(to)
    }

    // --- control

    /// Who receives the benefits of an area: the strongest member of the team, or the player, that controls it.
    #[must_use]
    pub fn controller(self, area: AreaId) -> Option<Seat> {
        rule!("FO-340", "FO-341", "FO-342", "FO-343", "FO-242", "FO-R56", "FO-R57");
        let here = self.s.in_area(area);
        let first = here.lowest()?.seat();
        if here.minus(CharSet::owned_by(first)).is_empty() && self.s.fallen.is_empty() {
            return Some(first);
        }
        let (mut by_seat, mut by_group) = ([0u16; 4], [0u16; 4]);
        for who in here.iter() {
            let health = u16::from(self.s.char(who).health);
            by_seat[who.seat().index()] += health;
            by_group[usize::from(self.group(who.seat()))] += health;
        }
        let best = *by_group.iter().max()?;
        if best == 0 || by_group.iter().filter(|sum| **sum == best).count() > 1 {
            return None;
        }
        let group = by_group.iter().position(|sum| *sum == best)? as u8;
        let members =
            Seat::first(self.g.options.seats).filter(|s| self.group(*s) == group && by_seat[s.index()] > 0);
        members.min_by_key(|s| (std::cmp::Reverse(by_seat[s.index()]), self.place(*s)))
    }
    /// Who shares control: the team, or the player alone.
    #[must_use]
    #[inline]
    pub fn group(self, seat: Seat) -> u8 {
        match self.g.options.team_control {
            TeamControl::Team => self.team(seat),
            TeamControl::Player => seat.number(),
        }
    }
    /// The group that controls an area; nobody if none does.
    #[must_use]
    pub fn holder(self, area: AreaId) -> Holder {
        self.controller(area).map_or(Holder::NOBODY, |seat| Holder::of(self.group(seat)))
    }
    /// Does this character's side control the area it stands in?
    #[must_use]
    pub fn controls_here(self, who: CharId) -> bool {
        self.controller(self.s.area(who)).is_some_and(|seat| self.group(seat) == self.group(who.seat()))
    }
    /// A seat's place in the initiative order; after all others if it has none.
    #[must_use]
    pub fn place(self, seat: Seat) -> u8 {
        self.s.order.iter().position(|s| *s == seat).map_or(9, |at| at as u8)
    }
    #[must_use]
    pub fn attack_advantage(self, who: CharId, with: Weapon) -> bool {
        rule!("FO-303", "FO-118", "FO-R53");
        let high = self.terrain(Terrain::Elevated).contains(self.s.area(who)) && self.controls_here(who);
        high || self.attack(who, with).advantage
    }
    #[must_use]
    pub fn defence_advantage(self, who: CharId) -> bool {
        rule!("FO-305", "FO-R53");
        self.terrain(Terrain::Cover).contains(self.s.area(who)) && self.controls_here(who)
    }

    // --- targets

    /// May this character be the single target?
    #[must_use]
    pub fn may_strike(self, who: CharId, attack: &AttackCard, target: CharId) -> bool {
        // A defender stops melee attacks alone.
        rule!("FO-310");
        let (from, to) = (self.s.area(who), self.s.area(target));
        self.reached(attack.range, from).contains(to)
            && !self.concealed(from, to)
            && !(attack.range == Range::Melee && self.shielded(target))
    }
    /// May this weapon strike anybody? `enemies` are the areas where enemies stand.
    #[must_use]
    #[inline]
    pub fn strikes(self, who: CharId, attack: &AttackCard, enemies: AreaSet) -> bool {
        if self.reached(attack.range, self.s.area(who)).and(enemies).is_empty() {
            return false;
        }
        // A defender who stands before others may be struck itself, so somebody always can.
        if self.g.options.obscuring != Obscuring::Conceal {
            return true;
        }
        if attack.area {
            return !self.target_areas(who, attack).is_empty();
        }
        !self.targets(who, attack).is_empty()
    }
    /// Whom a single-target attack may strike.
    #[must_use]
    pub fn targets(self, who: CharId, attack: &AttackCard) -> CharSet {
        self.enemies(who).iter().filter(|c| self.may_strike(who, attack, *c)).collect()
    }
    /// Which areas an area attack may strike: those with somebody eligible.
    #[must_use]
    pub fn target_areas(self, who: CharId, attack: &AttackCard) -> AreaSet {
        let from = self.s.area(who);
        let areas: AreaSet = self.enemies(who).iter().map(|c| self.s.area(c)).collect();
        let reached = areas.and(self.reached(attack.range, from));
        reached.iter().filter(|to| !self.concealed(from, *to)).collect()
    }
    /// Under `conceal`, who is inside an Obscuring area is seen only from beside it.
    fn concealed(self, from: AreaId, to: AreaId) -> bool {
        self.g.options.obscuring == Obscuring::Conceal
            && self.board().steps(from, to) > 1
            && self.terrain(Terrain::Obscuring).contains(to)
    }
    /// Does another character, named defender, stand before this one?
    #[must_use]
    pub fn shielded(self, target: CharId) -> bool {
        rule!("FO-203", "FO-310", "FO-R55");
        if self.s.defenders.is_empty() || self.s.defenders.contains(target) {
            return false;
        }
        let (area, group) = (self.s.area(target), self.group(target.seat()));
        self.s.defenders.iter().any(|d| {
            let met = self.g.options.garrison == GarrisonRule::FirstPerTurn && self.s.struck.contains(d);
            self.s.area(d) == area && self.group(d.seat()) == group && !met
        })
    }

    // --- players

    /// What it costs to deploy a character from the bench.
    #[must_use]
    pub fn bench_price(self, who: CharId) -> u8 {
        rule!("FO-065", "FO-R13");
        let me = self.s.char(who);
        let full = self.g.content.body(me.body).coins
            + me.learned().map(|a| self.g.content.ability(a).coins).sum::<u8>();
        match self.g.options.bench_price {
            BenchPrice::Full => full,
            BenchPrice::One => 1,
        }
    }
    /// Could this seat still bring somebody in?
    #[must_use]
    pub fn can_deploy(self, seat: Seat) -> bool {
        let treasure = self.s.sides[seat].treasure;
        self.s.bench.and(CharSet::owned_by(seat)).iter().any(|c| u16::from(self.bench_price(c)) <= treasure)
    }
    /// A player with nobody on the board who cannot bring anybody in.
    #[must_use]
    #[inline]
    pub fn is_out(self, seat: Seat) -> bool {
        rule!("FO-149", "FO-R32");
        self.s.own(seat).is_empty() && !self.can_deploy(seat)
    }
    /// Does the game end with this round whatever happens?
    #[must_use]
    pub fn at_round_limit(self) -> bool {
        let limit = self.g.options.round_limit;
        limit > 0 && self.s.round >= limit
    }
    /// The victory condition of this kind, if the scenario has it.
    #[must_use]
    pub fn goal(self, goal: Goal) -> Option<&'a Victory> {
        rule!("FO-376");
        self.scenario().victory.iter().find(|v| v.goal == goal)
    }
    /// A character in the story's words.
    #[must_use]
    pub fn name(self, who: CharId) -> String {
        format!("{} ({who})", self.g.content.body(self.s.char(who).body).name)
    }
    #[must_use]
    pub fn names(self, who: CharSet) -> Vec<String> {
        who.iter().map(|c| self.name(c)).collect()
    }
    /// What an attack is called.
    #[must_use]
    pub fn weapon_name(self, who: CharId, with: Weapon) -> String {
        match with {
            Weapon::Basic => self.attack(who, with).name.clone(),
            Weapon::Ability(id) => self.g.content.ability(id).name.clone(),
        }
    }
}

/// A number changed, at least 0.
#[must_use]
#[inline]
pub fn floor(base: u8, by: i8) -> u8 {
    (base as i8 + by).max(0) as u8
}
