//! How much, how far, may I: pure, and the only place that folds tokens, treasure and running EPICs into a stat.

use crate::{
    frame::EnemyPile,
    options::Scenario,
    state::{Charging, Foe, Grave, Growth, Hero, Name, Place},
    words::{Class, Deed, Epic, EpicSet, FoeId, FoeSet, Kind, Side, Standing, Stat, Who},
};
use kernel::{Card, Pool, Rank, Seat, SeatSet, Suit, rule};

pub const STAT_MIN: u8 = 2;
pub const STAT_MAX: u8 = 15;

pub use crate::Look;

/// A stat check: the card must be below the stat; a 2 always passes.
#[inline]
#[must_use]
pub fn passes(card: Card, stat: u8) -> bool {
    rule!("PR-020", "PR-021", "PR-022", "PR-023", "PR-R02", "PR-R03");
    card.number() < stat || card.number() == 2
}

impl<'a> Look<'a> {
    pub fn hero(self, seat: Seat) -> &'a Hero {
        &self.s.heroes[seat]
    }
    pub fn foe(self, id: FoeId) -> &'a Foe {
        self.s.foe(id)
    }
    pub fn name(self, who: Who) -> Name {
        match who {
            Who::Hero(seat) => match self.class(seat) {
                None => crate::keeping::nameless(self, seat),
                Some((class, _)) => Name::Hero(seat, Some(class)),
            },
            Who::Foe(foe) => Name::Foe(foe, self.foe(foe).kind),
        }
    }

    // --- which EPICs reach whom

    /// A party effect for this hero: an EPIC that runs as written, or his own that runs turned.
    #[inline]
    pub fn hero_has(self, seat: Seat, effect: Standing) -> bool {
        if self.quiet() {
            return false;
        }
        let doing = self.g.content.doing(effect);
        self.s.running.meets(doing) || self.hero(seat).turned.meets(doing)
    }
    /// A party effect that runs as written, whoever owns it.
    #[inline]
    pub fn party_has(self, effect: Standing) -> bool {
        self.s.running.meets(self.g.content.doing(effect))
    }
    /// A party effect that runs turned: the enemies have it.
    #[inline]
    pub fn enemies_have(self, effect: Standing) -> bool {
        self.s.turned.meets(self.g.content.doing(effect))
    }
    /// An owner effect of this hero.
    #[inline]
    pub fn owner_has(self, seat: Seat, effect: Standing) -> bool {
        let running = self.hero(seat).running;
        !running.is_empty() && running.meets(self.g.content.doing(effect))
    }
    /// The EPIC by which this hero has an owner effect.
    pub fn owner_epic(self, seat: Seat, effect: Standing) -> Option<Epic> {
        self.hero(seat).running.and(self.g.content.doing(effect)).iter().next()
    }
    /// Owners whose EPIC with this effect runs as written.
    pub fn owners(self, effect: Standing) -> impl Iterator<Item = Seat> + 'a {
        let doing = self.g.content.doing(effect);
        self.s
            .heroes
            .iter()
            .filter(move |(_, h)| h.running.minus(h.turned).meets(doing))
            .map(|(seat, _)| seat)
    }

    // --- stats

    /// What a stat of a hero counts now.
    #[inline]
    pub fn stat(self, seat: Seat, stat: Stat) -> u8 {
        rule!("PR-024", "PR-R04", "PR-R05");
        if !self.quiet() {
            return self.stat_with_epics(seat, stat);
        }
        let hero = self.hero(seat);
        let tokens = self.s.sums.on_heroes[seat.index()][stat.index()];
        (hero.cards[stat.index()].number() + hero.treasure[stat.index()] + tokens).min(STAT_MAX)
    }
    #[inline(never)]
    fn stat_with_epics(self, seat: Seat, stat: Stat) -> u8 {
        let hero = self.hero(seat);
        let treasure = hero.treasure[stat.index()];
        let tokens = self.s.sums.on_heroes[seat.index()][stat.index()];
        let each = if self.hero_has(seat, Standing::TripleBuffs) {
            rule!("PR-R45");
            3
        } else {
            1
        };
        let card = self.counts_as_ace(seat, stat).unwrap_or(hero.card(stat));
        let up = card.number()
            + treasure
            + tokens * each
            + self.prayer(self.hero_has(seat, Standing::BonusDefenseAttack), stat);
        up.saturating_sub(self.heresy(Who::Hero(seat))).clamp(STAT_MIN, STAT_MAX)
    }
    /// What all four stats of a hero count now.
    #[inline]
    pub fn stats(self, seat: Seat) -> [u8; 4] {
        if !self.quiet() {
            return [Stat::Health, Stat::Defense, Stat::Attack, Stat::Trick]
                .map(|stat| self.stat(seat, stat));
        }
        let hero = self.hero(seat);
        let tokens = &self.s.sums.on_heroes[seat.index()];
        std::array::from_fn(|i| {
            (hero.cards[i].number() + hero.treasure[i] + tokens[i]).clamp(STAT_MIN, STAT_MAX)
        })
    }
    /// Is there a stat of these heroes that cannot rise? May say yes while an EPIC runs: then each has to be asked.
    ///
    /// Four stats at once, a byte each: a card, all treasure there is and sixteen tokens stay far below 256.
    #[inline]
    pub fn any_stat_at_maximum(self, heroes: SeatSet) -> bool {
        const EACH: u32 = 0x0101_0101;
        const HIGH: u32 = 0x80 * EACH;
        let reach = heroes.into_iter().fold(0, |reach, seat| {
            let hero = self.hero(seat);
            let tokens = self.s.sums.on_heroes[seat.index()];
            let sum = u32::from_ne_bytes(hero.cards.map(Rank::number))
                + u32::from_ne_bytes(hero.treasure)
                + u32::from_ne_bytes(tokens);
            reach | (sum + (0x80 - u32::from(STAT_MAX)) * EACH)
        });
        reach & HIGH != 0 || !self.quiet()
    }
    /// Can all four stats of this enemy fall? May say no where something else than cards and tokens counts.
    #[inline]
    pub fn all_stats_above_minimum(self, id: FoeId) -> bool {
        const EACH: u32 = 0x0101_0101;
        const HIGH: u32 = 0x80 * EACH;
        let foe = self.foe(id);
        let cards = u32::from_ne_bytes(foe.cards.map(Rank::number));
        let tokens = u32::from_ne_bytes(self.s.sums.on_enemies[id.index()]);
        // The high bit of each byte stays if nothing has to be borrowed from it.
        let left = (cards | HIGH) - tokens - (u32::from(STAT_MIN) + 1) * EACH;
        left & HIGH == HIGH && self.quiet() && !foe.is_guard() && self.s.journey.rifts.inside.is_none()
    }
    /// No EPIC runs, so none has to be asked about, and no temporary card lies anywhere.
    #[inline]
    pub fn quiet(self) -> bool {
        self.s.running.or(self.s.turned).is_empty()
    }
    fn counts_as_ace(self, seat: Seat, stat: Stat) -> Option<Rank> {
        let effect = match stat {
            Stat::Health => return None,
            Stat::Defense => Standing::AceDefense,
            Stat::Attack => Standing::AceAttack,
            Stat::Trick => Standing::AceTrick,
        };
        rule!("PR-154");
        self.owner_has(seat, effect).then_some(Rank::ACE)
    }
    fn prayer(self, has: bool, stat: Stat) -> u8 {
        if !has {
            return 0;
        }
        rule!("PR-156");
        let by = self.g.content.amount(Epic::BattlePrayer);
        match stat {
            Stat::Defense | Stat::Attack => by,
            Stat::Health | Stat::Trick => 0,
        }
    }
    fn heresy(self, who: Who) -> u8 {
        let named = self.s.heroes.iter().any(|(_, h)| h.heretic == Some(who));
        if named { self.g.content.amount(Epic::HereticBane) } else { 0 }
    }
    /// A charmed hero strikes without the help of party EPICs; what was turned by himself still helps him, and a
    /// heretic is still one.
    pub fn charmed_attack_stat(self, seat: Seat) -> u8 {
        let hero = self.hero(seat);
        let own = |effect| hero.turned.meets(self.g.content.doing(effect));
        let card = self.counts_as_ace(seat, Stat::Attack).unwrap_or(hero.card(Stat::Attack));
        let each = if own(Standing::TripleBuffs) { 3 } else { 1 };
        let tokens = self.s.sums.on_heroes[seat.index()][Stat::Attack.index()] * each;
        let prayer = self.prayer(own(Standing::BonusDefenseAttack), Stat::Attack);
        let up = card.number() + hero.treasure[Stat::Attack.index()] + tokens + prayer;
        up.saturating_sub(self.heresy(Who::Hero(seat))).clamp(STAT_MIN, STAT_MAX)
    }
    /// What a stat of an enemy or a creature counts now.
    #[inline]
    pub fn foe_stat(self, id: FoeId, stat: Stat) -> u8 {
        if !self.quiet() || self.s.journey.rifts.inside.is_some() {
            return self.foe_stat_with_extras(id, stat);
        }
        let down = if id.is_enemy() { self.s.sums.on_enemies[id.index()][stat.index()] } else { 0 };
        self.foe(id).cards[stat.index()].number().saturating_sub(down).max(STAT_MIN)
    }
    #[inline(never)]
    fn foe_stat_with_extras(self, id: FoeId, stat: Stat) -> u8 {
        let foe = self.foe(id);
        let mut up = foe.card(stat).number() + self.rift_bonus(id, stat);
        let mut down = if id.is_enemy() { self.s.sums.on_enemies[id.index()][stat.index()] } else { 0 };
        up += self.prayer(id.is_enemy() && self.enemies_have(Standing::BonusDefenseAttack), stat);
        down += self.heresy(Who::Foe(id)) + self.doubled_curses(Place::foe(id, stat));
        up.saturating_sub(down).clamp(STAT_MIN, STAT_MAX)
    }
    /// From the Shadows: an Assassin's curses count twice.
    fn doubled_curses(self, place: Place) -> u8 {
        let doubled =
            self.s.heroes.iter().filter(|(_, h)| h.curses_doubled).map(|(seat, _)| self.s.tokens[seat]);
        doubled.flatten().filter(|p| *p == place).count() as u8
    }
    /// Inside a rift each enemy has a bonus on the rift's stat, up to an Ace.
    fn rift_bonus(self, id: FoeId, stat: Stat) -> u8 {
        match self.s.journey.rifts.inside {
            Some(suit) if id.is_enemy() && !self.foe(id).is_guard() && stat.suit() == suit => {
                let card = self.foe(id).card(stat).number();
                self.g.content.campaigns.rifts.rift_bonus.min(Rank::ACE.number() - card)
            }
            Some(_) | None => 0,
        }
    }
    /// Is this hero the patient of a Medical Evac?
    pub fn is_flown_out(self, patient: Seat) -> bool {
        self.s.heroes.iter().any(|(_, h)| h.evacuated.is_some_and(|(_, who)| who == patient))
    }
    /// What a Cure by this hero gives that one: more with a boost of the one who cures, else anybody's, for six classes have
    /// Boost Heal without Cure.
    pub fn cure_size(self, healer: Seat, patient: Seat) -> u8 {
        rule!("PR-R28");
        let others = !self.g.options.boost_heal_owner_only;
        let boosted = |(seat, hero): (Seat, &Hero)| hero.boost_heal && (others || seat == healer);
        if self.is_flown_out(patient) || self.s.heroes.iter().any(boosted) { 3 } else { 1 }
    }
    pub fn max_hp(self, who: Who) -> u16 {
        rule!("PR-025");
        match who {
            Who::Hero(seat) => self.stat(seat, Stat::Health).into(),
            Who::Foe(foe) => self.foe_stat(foe, Stat::Health).into(),
        }
    }

    // --- classes and EPICs

    /// The class of the slotted pair, and its EPIC.
    pub fn class(self, seat: Seat) -> Option<(Class, Epic)> {
        match self.hero(seat).slots {
            [Some(one), Some(two)] => {
                rule!("PR-100", "PR-R01");
                self.g.content.class(one, two)
            }
            // A peasant with one ability is on the way to his role.
            [_, _] => self.hero(seat).role.and_then(|role| {
                (self.hero(seat).grown > Growth::Peasant)
                    .then(|| (Class::ALL[role.index()], self.g.content.role(role).epic))
            }),
        }
    }
    /// The EPICs this hero can declare if the party may: that of the original role and that of the present class.
    pub fn epics(self, seat: Seat) -> EpicSet {
        rule!("PR-087", "PR-R60");
        let hero = self.hero(seat);
        if hero.grown < Growth::Full {
            return EpicSet::EMPTY;
        }
        let class = self.class(seat).map_or(EpicSet::EMPTY, |(_, epic)| EpicSet::only(epic));
        hero.role_epic.map_or(class, |epic| class.or(EpicSet::only(epic)))
    }
    pub fn may_declare_epic(self) -> bool {
        rule!("PR-080", "PR-R19");
        self.s.combat.allowance && self.s.lockout == 0
    }
    /// A dead hero who may still raise himself.
    pub fn can_rise(self, seat: Seat) -> bool {
        rule!("PR-090", "PR-R52");
        let hero = self.hero(seat);
        if !hero.dead() || !hero.fell_this_shuffle || !self.epics(seat).contains(Epic::Resurrection) {
            return false;
        }
        match hero.charge {
            Some(charge) => charge.what == Charging::Epic(Epic::Resurrection),
            None => self.may_declare_epic(),
        }
    }

    // --- who can be reached

    /// Out of reach of single-target attacks and abilities of the enemies.
    pub fn reachable(self, seat: Seat) -> bool {
        let hero = self.hero(seat);
        hero.alive() && !hero.hidden && !self.evacuated(seat)
    }
    /// Taken out of combat by a Medical Evac.
    pub fn evacuated(self, seat: Seat) -> bool {
        if self.quiet() {
            return false;
        }
        let named = |(one, two): (Seat, Seat)| one == seat || two == seat;
        let own = self.hero(seat).turned.meets(self.g.content.doing(Standing::Evacuates));
        own || self.s.heroes.iter().any(|(_, h)| h.evacuated.is_some_and(named))
    }
    /// An enemy that heroes can aim at.
    pub fn can_aim_at(self, id: FoeId) -> bool {
        let foe = self.foe(id);
        foe.present && id.is_enemy() && !foe.hidden && !self.foe_evacuated(id)
    }
    /// All enemies that heroes can aim at. Only a turned EPIC takes one out of aim.
    #[inline]
    pub fn within_aim(self) -> FoeSet {
        let all = self.s.enemies();
        if self.s.turned.is_empty() { all } else { all.filter(|id| self.can_aim_at(*id)).collect() }
    }
    /// The Queen for whom a Medical Evac was turned: whatever reaches all enemies skips her.
    pub fn foe_evacuated(self, id: FoeId) -> bool {
        let evacs = self.g.content.doing(Standing::Evacuates);
        let away = |h: &Hero| h.turned.meets(evacs) && h.queen == Some(id);
        !self.s.turned.is_empty() && self.s.heroes.iter().any(|(_, h)| away(h))
    }
    /// The hero a card names, walking on from one who cannot be reached: even to the right, odd to the left.
    pub fn named(self, card: Card, not: Option<Seat>) -> Option<Seat> {
        rule!("PR-R07", "PR-R06", "PR-103");
        let fits = |seat: Seat| Some(seat) != not && self.reachable(seat);
        let first = self.s.seat_of(card.suit());
        if fits(first) {
            return Some(first);
        }
        rule!("PR-242");
        let order = self.g.options.clockwise;
        let at = order.iter().position(|s| *s == first).unwrap_or(0);
        let step = if card.number().is_multiple_of(2) { 3 } else { 1 };
        (1..4).map(|n| order[(at + n * step) % 4]).find(|seat| fits(*seat))
    }
    /// Heroes (and the creature) who would take an attack on this hero.
    pub fn covers(self, seat: Seat, attacker: Who) -> impl Iterator<Item = Who> + 'a {
        rule!("PR-R27");
        let shields = self.s.heroes.iter().filter(move |(by, h)| {
            h.token.is_some_and(|t| t.side == Side::Protect && t.ally == seat)
                && Who::Hero(*by) != attacker
                && self.reachable(*by)
        });
        let creature = self.foe(FoeId::CREATURE);
        let beast =
            (creature.present && creature.covers_hero == Some(seat)).then_some(Who::Foe(FoeId::CREATURE));
        shields.map(|(by, _)| Who::Hero(by)).chain(beast)
    }
    /// The enemy that takes damage meant for this one.
    pub fn foe_cover(self, id: FoeId) -> Option<FoeId> {
        let guard = self.s.foes.iter().position(|f| f.present && f.guard_of == Some(id));
        let by = guard.or_else(|| self.s.foes.iter().position(|f| f.present && f.covers == Some(id)))?;
        Some(match by {
            4 => FoeId::CREATURE,
            5 => FoeId::CREATURE_GUARD,
            n => FoeId::enemy(n as u8),
        })
    }

    // --- what a blow does

    /// Call of the Grave as it lies on an enemy.
    pub fn grave_on_foe(self, id: FoeId, suit: Suit) -> bool {
        let felt = id.is_enemy() && (self.g.options.grave_spares_guarded || !self.foe(id).stance);
        felt && self.grave(|turned, grave| !turned && grave.suit == suit && grave.on >> id.index() & 1 == 1)
    }
    /// A turned Call of the Grave as it lies on a hero.
    pub fn grave_on_hero(self, seat: Seat, suit: Suit) -> bool {
        self.grave(|turned, grave| turned && grave.suit == suit && grave.on >> seat.index() & 1 == 1)
    }
    fn grave(self, lies: impl Fn(bool, Grave) -> bool) -> bool {
        let graves = self.g.content.doing(Standing::Grave);
        let any = self.s.running.or(self.s.turned).meets(graves);
        let turned = |h: &Hero| h.turned.meets(graves);
        any && self.s.heroes.iter().any(|(_, h)| h.grave.is_some_and(|g| lies(turned(h), g)))
    }
    /// Stunned as long as a Dirty Bomb runs.
    pub fn bombed(self, who: Who) -> bool {
        let bombs = self.g.content.doing(Standing::StunsTarget);
        self.s.running.or(self.s.turned).meets(bombs)
            && self.s.heroes.iter().any(|(_, h)| h.bombed == Some(who))
    }
    /// Does this hero's attack hit whatever the card?
    pub fn hits_anyway(self, seat: Seat, id: FoeId) -> bool {
        if self.foe(id).knocked_down && !self.owner_has(seat, Standing::HitKnocksDown) {
            rule!("PR-162", "PR-R23");
            return true;
        }
        if self.quiet() {
            return false;
        }
        rule!("PR-R23");
        self.hero_has(seat, Standing::AutoHit)
            || self.owner_has(seat, Standing::Shadows)
            || self.as_asked(seat)
            || self.grave_on_foe(id, Suit::Diamonds)
    }
    /// What an enemy's next hit deals before doublings.
    pub fn foe_damage(self, id: FoeId) -> u8 {
        let foe = self.foe(id);
        1 + foe.boost.unwrap_or(0) + u8::from(foe.aura_damage)
    }
    /// How many of its cards on top are above 5.
    pub fn boost_of(self, id: FoeId) -> u8 {
        rule!("PR-R13");
        Stat::ALL.iter().filter(|stat| self.foe(id).card(**stat).number() > 5).count() as u8
    }

    // --- enemies

    /// The kind whose action list it uses.
    pub fn acts_as(self, id: FoeId) -> Kind {
        let foe = self.foe(id);
        match self.g.options.scenario {
            Scenario::MinionMadness => {
                rule!("PR-341", "PR-R65");
                return Kind::Minion;
            }
            Scenario::Normality => rule!("PR-340"),
            Scenario::HouseRules => rule!("PR-343"),
            Scenario::TreasureHunt => {}
        }
        if foe.minion { Kind::Minion } else { foe.kind }
    }
    /// The fellow a Defender covers next: lowest HP, then lowest sum, then first drawn.
    pub fn fellow_to_cover(self, id: FoeId) -> Option<FoeId> {
        self.s
            .acting_enemies()
            .filter(|other| {
                *other != id && !self.s.foes.iter().any(|f| f.present && f.covers == Some(*other))
            })
            .min_by_key(|other| (self.foe(*other).hp, self.foe(*other).strength()))
    }
    /// Can a Polymorph lay this card over a higher one of this enemy? Not while it is on guard.
    pub fn lowers(self, id: FoeId, card: Card) -> bool {
        let (foe, i) = (self.foe(id), card.suit().index());
        let has = foe.stats().contains(&Stat::of_suit(card.suit()));
        has && !foe.stance && foe.temporary[i].is_none() && foe.cards[i] > card.rank()
    }
    /// Can a turned Polymorph lay this card over a lower one of the Queen?
    pub fn raises(self, id: FoeId, card: Card) -> bool {
        let (foe, i) = (self.foe(id), card.suit().index());
        foe.temporary[i].is_none() && foe.cards[i] < card.rank()
    }
    /// The weakest enemy but this one.
    pub fn weakest_other(self, id: FoeId) -> Option<FoeId> {
        self.s.acting_enemies().filter(|o| *o != id).min_by_key(|o| self.foe(*o).strength())
    }
    /// The enemy a suit means while enemies strike each other: suits are dealt round in acting order.
    pub fn enemy_of_suit(self, suit: Suit) -> Option<FoeId> {
        rule!("PR-R42");
        let turns = |id: &FoeId| self.foe(*id).present && !self.foe(*id).is_guard();
        let count = self.s.combat.order.iter().filter(|id| turns(id)).count();
        let nth = suit.index() % count.max(1);
        self.s.combat.order.iter().copied().filter(turns).nth(nth)
    }
    /// Where the cards of an Undead Guard come from, if there are any.
    pub fn guard_source(self) -> Option<EnemyPile> {
        let pair = |piles: &[kernel::RankSet; 4]| !piles[0].is_empty() && !piles[1].is_empty();
        match (pair(&self.s.graveyard), pair(&self.s.alive)) {
            (true, _) => Some(EnemyPile::Graveyard),
            (false, true) => Some(EnemyPile::Living),
            (false, false) => None,
        }
    }
    /// The heroes an ability of this enemy touches that the Mirror Shield could turn back.
    pub fn mirror_bearer(self) -> Option<Seat> {
        self.s.items.mirror_shield.filter(|seat| !self.s.items.mirror_used && self.hero(*seat).alive())
    }

    // --- abilities and treasure

    /// Commands a summoned creature.
    pub fn has_creature(self, seat: Seat) -> bool {
        self.foe(FoeId::CREATURE).present && self.s.combat.summoner == seat
    }
    /// As You Wish works while another living hero can ask.
    #[inline]
    pub fn as_asked(self, seat: Seat) -> bool {
        self.owner_has(seat, Standing::AsAsked) && !self.s.living().without(seat).is_empty()
    }
    /// Fewest treasure cards, dead heroes included.
    pub fn poorest(self) -> SeatSet {
        let least = self.s.heroes.iter().filter(|(_, h)| h.seated).map(|(_, h)| h.treasures()).min();
        self.s
            .heroes
            .iter()
            .filter(|(_, h)| h.seated && Some(h.treasures()) == least)
            .map(|(s, _)| s)
            .collect()
    }
    /// Can a card left in the Random Deck name one of these heroes?
    pub fn deck_can_name(self, seats: SeatSet) -> bool {
        let suit_of = |card: Card| self.s.seat_of(card.suit());
        let loose = *self.s.random.loose();
        seats.into_iter().any(|seat| !loose.and(kernel::CardSet::suit(self.s.suits[seat])).is_empty())
            || self.s.random.fixed().iter().any(|f| seats.contains(suit_of(f.card)))
    }
    /// Cards left in the Random Deck.
    pub fn deck_left(self) -> u32 {
        self.s.random.loose().count() + self.s.random.fixed().len() as u32
    }
    /// The next action an enemy takes if nothing stops it: what it powers up for, or what a fallback makes of `deed`.
    pub fn falls_back(self, id: FoeId, deed: Deed) -> Option<Deed> {
        let foe = self.foe(id);
        match deed {
            Deed::DefendOther if foe.covers.is_some() || self.fellow_to_cover(id).is_none() => {
                Some(Deed::DefendSelf)
            }
            Deed::DestroyTreasure if foe.stolen == 0 => Some(Deed::StealTreasure),
            Deed::UndeadGuard
                if self.foe_cover_is_guard(id)
                    || self.guard_source().is_none()
                    || !crate::rules::enemy_deeds::has_room_for_guard(self) =>
            {
                Some(Deed::DamageBoost)
            }
            Deed::CursedRiposte if foe.riposte => Some(Deed::DamageBoost),
            Deed::DamageBoost if foe.boost.is_some() => Some(Deed::Attack),
            Deed::Attack
            | Deed::DefendSelf
            | Deed::DefendOther
            | Deed::StealTreasure
            | Deed::DestroyTreasure
            | Deed::DamageBoost
            | Deed::DemonWhip
            | Deed::CursedRiposte
            | Deed::SeductiveSmile
            | Deed::LifeToDeath
            | Deed::UndeadGuard
            | Deed::Fear
            | Deed::DragonBreath => None,
        }
    }
    pub fn foe_cover_is_guard(self, id: FoeId) -> bool {
        self.s.foes.iter().any(|f| f.present && f.guard_of == Some(id))
    }
}
