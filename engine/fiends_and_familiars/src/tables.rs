//! Content sorted for play: which cards are in the game, and where to look for what changes a number.

use crate::{
    content::{
        Content,
        cards::{Layout, Limit},
        effects::{Effect, Passive, Restriction},
        words::{Box as Pack, Window},
    },
    options::Options,
    sets::{AlignmentSet, BackstorySet, FamiliarSet, FiendSet, MarketSet, MinionSet},
    words::{AdventureKind, ArmorType, ClassId, Kind, MarketId, MonsterId, ROWS},
};

/// What a passive is about, so that only cards that matter are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Nothing,
    Income,
    On,
    Cheaper,
    Mercenary,
    CycleFor,
    BanishFor,
    Dice,
    Bonus,
    FreeRerolls,
    MinDie,
    IgnoreInjury,
    UsePower,
    Twice,
    Store,
    StoreXp,
    AlsoClass,
    ExtraRefresh,
    KeepCharisma,
    RowBonus,
    Stars,
}
const TOPICS: usize = Topic::Stars as usize + 1;

#[must_use]
pub const fn topic(passive: &Passive) -> Topic {
    match passive {
        Passive::Nothing => Topic::Nothing,
        Passive::Income(..) => Topic::Income,
        Passive::On(..) => Topic::On,
        Passive::Cheaper(..) => Topic::Cheaper,
        Passive::Mercenary { .. } => Topic::Mercenary,
        Passive::CycleFor(_) => Topic::CycleFor,
        Passive::BanishFor(_) => Topic::BanishFor,
        Passive::Dice { .. } => Topic::Dice,
        Passive::Bonus { .. } => Topic::Bonus,
        Passive::FreeRerolls(..) => Topic::FreeRerolls,
        Passive::MinDie(..) => Topic::MinDie,
        Passive::IgnoreInjury => Topic::IgnoreInjury,
        Passive::UsePower => Topic::UsePower,
        Passive::Twice(_) => Topic::Twice,
        Passive::Store(_) => Topic::Store,
        Passive::StoreXp => Topic::StoreXp,
        Passive::AlsoClass(_) => Topic::AlsoClass,
        Passive::ExtraRefresh(_) => Topic::ExtraRefresh,
        Passive::KeepCharisma => Topic::KeepCharisma,
        Passive::RowBonus(..) => Topic::RowBonus,
        Passive::Stars { .. } | Passive::StarsPer { .. } => Topic::Stars,
    }
}

/// What a Fiend's restriction is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ban {
    Nothing,
    Action,
    NoGold,
    CostUp,
    MinPrice,
    NoRefresh,
    SkillFee,
    MinionDice,
    MercenaryUp,
    NoHuntReroll,
    MinionXp,
    NoMarketCharisma,
    AvoidFirst,
    AvoidTop,
    PlaceFee,
    FamiliarLast,
    DifferentRows,
    Upkeep,
    MonsterRoll,
}
const BANS: usize = Ban::MonsterRoll as usize + 1;

#[must_use]
pub const fn ban(restriction: &Restriction) -> Ban {
    match restriction {
        Restriction::Nothing => Ban::Nothing,
        Restriction::ForbidAction(_) => Ban::Action,
        Restriction::NoGold(_) => Ban::NoGold,
        Restriction::CostUp(..) => Ban::CostUp,
        Restriction::MinPrice(_) => Ban::MinPrice,
        Restriction::NoRefresh => Ban::NoRefresh,
        Restriction::SkillFee(_) => Ban::SkillFee,
        Restriction::MinionDice(_) => Ban::MinionDice,
        Restriction::MercenaryUp { .. } => Ban::MercenaryUp,
        Restriction::NoHuntReroll => Ban::NoHuntReroll,
        Restriction::MinionXp(_) => Ban::MinionXp,
        Restriction::NoMarketCharisma => Ban::NoMarketCharisma,
        Restriction::AvoidFirst => Ban::AvoidFirst,
        Restriction::AvoidTop => Ban::AvoidTop,
        Restriction::PlaceFee { .. } => Ban::PlaceFee,
        Restriction::FamiliarLast => Ban::FamiliarLast,
        Restriction::DifferentRows => Ban::DifferentRows,
        Restriction::Upkeep(_) => Ban::Upkeep,
        Restriction::MonsterRoll(_) => Ban::MonsterRoll,
    }
}

const WINDOWS: usize = Window::Last as usize + 1;

/// What play looks up often.
#[derive(Clone, Debug)]
pub struct Tables {
    pub layout: Layout,
    /// Market cards in the game, by dots.
    pub upper: MarketSet,
    pub lower: MarketSet,
    pub minions_upper: MinionSet,
    pub minions_lower: MinionSet,
    pub fiends: FiendSet,
    pub familiars: FamiliarSet,
    pub alignments: AlignmentSet,
    pub backstories: BackstorySet,
    /// Bits of sheets.
    pub sheets: u32,
    pub classes: Vec<ClassId>,
    pub monsters: Vec<MonsterId>,
    pub kinds: [MarketSet; 5],
    pub armor: [MarketSet; 4],
    topics: [MarketSet; TOPICS],
    class_topics: Vec<u32>,
    bans: [FiendSet; BANS],
    pub forbidden: [FiendSet; ROWS],
    pub windows: [MarketSet; WINDOWS],
    pub reactions: [MarketSet; WINDOWS],
    /// Skills whose effect is not simply a gift or a choice: their owner is asked whether to carry it out.
    pub doubtful: MarketSet,
    /// The Adventure cards of each family, by kind.
    pub adventures: Vec<[Vec<crate::words::AdventureId>; 3]>,
}

impl Tables {
    #[must_use]
    pub fn new(content: &Content, options: &Options) -> Tables {
        let mm = options.monsters_and_minions;
        let used = |set: Pack| mm || set != Pack::Mm;
        let ids =
            |len: usize, keep: &dyn Fn(usize) -> bool| (0..len).filter(|at| keep(*at)).collect::<Vec<_>>();
        let solo = options.seats == 1;
        let mut tables = Tables {
            layout: *content.layout(options.seats),
            upper: MarketSet::EMPTY,
            lower: MarketSet::EMPTY,
            minions_upper: MinionSet::EMPTY,
            minions_lower: MinionSet::EMPTY,
            fiends: ids(content.fiends.len(), &|_| true)
                .into_iter()
                .map(crate::words::FiendId::of_index)
                .collect(),
            familiars: ids(content.familiars.len(), &|_| true)
                .into_iter()
                .map(crate::words::FamiliarId::of_index)
                .collect(),
            alignments: ids(content.alignments.len(), &|at| used(content.alignments[at].set))
                .into_iter()
                .map(crate::words::AlignmentId::of_index)
                .collect(),
            backstories: ids(content.backstories.len(), &|at| used(content.backstories[at].set))
                .into_iter()
                .map(crate::words::BackstoryId::of_index)
                .collect(),
            sheets: ids(content.sheets.len(), &|at| used(content.sheets[at].set))
                .iter()
                .map(|at| 1 << at)
                .sum(),
            classes: ids(content.classes.len(), &|at| used(content.classes[at].set))
                .into_iter()
                .map(ClassId::of_index)
                .collect(),
            monsters: ids(content.monsters.len(), &|at| used(content.monsters[at].set))
                .into_iter()
                .map(MonsterId::of_index)
                .collect(),
            kinds: [MarketSet::EMPTY; 5],
            armor: [MarketSet::EMPTY; 4],
            topics: [MarketSet::EMPTY; TOPICS],
            class_topics: vec![],
            bans: [FiendSet::EMPTY; BANS],
            forbidden: [FiendSet::EMPTY; ROWS],
            windows: [MarketSet::EMPTY; WINDOWS],
            reactions: [MarketSet::EMPTY; WINDOWS],
            doubtful: MarketSet::EMPTY,
            adventures: vec![],
        };
        tables.sort_market(content, &used, solo, options.market_ignore_dots);
        tables.sort_enemies(content, &used);
        tables.sort_classes(content);
        tables
    }

    fn sort_market(&mut self, content: &Content, used: &dyn Fn(Pack) -> bool, solo: bool, mixed: bool) {
        for (at, card) in content.market.iter().enumerate() {
            let id = MarketId::of_index(at);
            let replaced = card.replaced_by.is_some_and(used);
            if used(card.set) && !replaced && !(solo && card.multiplayer_only) {
                let pile = if card.dots == 1 || mixed { &mut self.upper } else { &mut self.lower };
                pile.insert(id);
            }
            self.kinds[card.kind.index()].insert(id);
            if let Some(armor) = card.armor {
                self.armor[armor.index()].insert(id);
            }
            for passive in &card.always {
                self.topics[topic(passive) as usize].insert(id);
            }
            if let Some(power) = &card.power {
                for window in Window::ALL.iter().filter(|w| power.windows.contains(**w)) {
                    self.windows[window.index()].insert(id);
                    if power.reaction {
                        self.reactions[window.index()].insert(id);
                    }
                }
                if power.limit == Limit::Exhaust && power.effects.iter().any(doubtful) {
                    self.doubtful.insert(id);
                }
            }
        }
    }

    fn sort_enemies(&mut self, content: &Content, used: &dyn Fn(Pack) -> bool) {
        for (at, card) in content.minions.iter().enumerate().filter(|(_, card)| used(card.set)) {
            let pile = if card.dots == 1 { &mut self.minions_upper } else { &mut self.minions_lower };
            pile.insert(crate::words::MinionId::of_index(at));
        }
        for (at, card) in content.fiends.iter().enumerate() {
            let id = crate::words::FiendId::of_index(at);
            for restriction in &card.does {
                self.bans[ban(restriction) as usize].insert(id);
                if let Restriction::ForbidAction(row) = restriction {
                    self.forbidden[row.index()].insert(id);
                }
            }
        }
        self.adventures = vec![Default::default(); content.families.len()];
        for (at, card) in content.adventures.iter().enumerate() {
            let id = crate::words::AdventureId::of_index(at);
            self.adventures[usize::from(card.family_id)][card.kind.index()].push(id);
        }
    }

    fn sort_classes(&mut self, content: &Content) {
        let bits = |always: &[Passive]| always.iter().fold(0, |bits, p| bits | 1 << topic(p) as u32);
        self.class_topics = content.classes.iter().map(|class| bits(&class.always)).collect();
    }

    #[must_use]
    #[inline]
    pub fn topic(&self, topic: Topic) -> MarketSet {
        self.topics[topic as usize]
    }
    #[must_use]
    #[inline]
    pub fn class_has(&self, class: ClassId, topic: Topic) -> bool {
        self.class_topics.get(class.index()).is_some_and(|bits| bits >> topic as u32 & 1 == 1)
    }
    #[must_use]
    #[inline]
    pub fn ban(&self, ban: Ban) -> FiendSet {
        self.bans[ban as usize]
    }
    #[must_use]
    #[inline]
    pub fn kind(&self, kind: Kind) -> MarketSet {
        self.kinds[kind.index()]
    }
    #[must_use]
    #[inline]
    pub fn armor(&self, armor: ArmorType) -> MarketSet {
        self.armor[armor.index()]
    }
    /// The Adventure cards of a family and kind.
    #[must_use]
    pub fn adventures(&self, family: u8, kind: AdventureKind) -> &[crate::words::AdventureId] {
        &self.adventures[usize::from(family)][kind.index()]
    }
}

/// Is this a step that somebody may not want, and that asks nothing itself?
#[must_use]
pub const fn doubtful(effect: &Effect) -> bool {
    match effect {
        Effect::Pay(..) | Effect::Align(_) | Effect::Center | Effect::DrawFiend | Effect::CycleMinion => true,
        // Gifts.
        Effect::Nothing
        | Effect::Gain(..)
        | Effect::GainPer { .. }
        | Effect::Heal(_)
        | Effect::HuntDice(_)
        | Effect::HuntBonus(_)
        | Effect::HuntReroll(_) => false,
        // These ask themselves, or lead to something that asks.
        Effect::Flip(_)
        | Effect::Swap(_)
        | Effect::Adjust { .. }
        | Effect::Reroll { .. }
        | Effect::Set { .. }
        | Effect::Replace
        | Effect::Wander(_)
        | Effect::Action(_)
        | Effect::AnyAction
        | Effect::CompleteAction
        | Effect::Buy(_)
        | Effect::FromDiscard
        | Effect::TurnMarket(_)
        | Effect::ClearSlot
        | Effect::Refresh(_)
        | Effect::PoolReroll
        | Effect::PoolFlip
        | Effect::PoolSwap
        | Effect::Banish(_)
        | Effect::Summon => false,
    }
}
