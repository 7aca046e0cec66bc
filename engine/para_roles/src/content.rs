//! Content as data: read, checked, and turned into the tables that play needs.

use crate::content_checks::{
    check_campaigns, check_modes, check_suggested, class_table, each_once, enemy_tables,
};
use crate::words::{Ability, Class, Deed, Epic, EpicSet, Item, Kind, Role, Standing, Start, Tick, Until};
pub use kernel::{BadContent, Pack};
use kernel::{
    Contents, Rank, RankSet,
    pack::{self, File},
};
use serde::{Deserialize, de::DeserializeOwned};

/// The built-in files by name.
pub const FILES: &[File] = &[
    ("roles.ron", include_str!("../content/roles.ron")),
    ("prestige.ron", include_str!("../content/prestige.ron")),
    ("epics.ron", include_str!("../content/epics.ron")),
    ("enemies.ron", include_str!("../content/enemies.ron")),
    ("items.ron", include_str!("../content/items.ron")),
    ("modes.ron", include_str!("../content/modes.ron")),
    ("campaigns.ron", include_str!("../content/campaigns.ron")),
];

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleCard {
    pub id: Role,
    pub pair: (Ability, Ability),
    pub epic: Epic,
    pub suggested: (u8, u8, u8, u8),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassCard {
    pub id: Class,
    pub pair: (Ability, Ability),
    pub epic: Epic,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EpicCard {
    pub id: Epic,
    #[serde(default)]
    pub start: Vec<Start>,
    #[serde(default)]
    pub tick: Vec<Tick>,
    #[serde(default)]
    pub does: Vec<Standing>,
    #[serde(default)]
    pub amount: u8,
    pub until: Until,
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnemyCard {
    pub id: Kind,
    pub highest: (u8, u8),
    pub die: Vec<Deed>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemCard {
    pub id: Item,
    pub cost: u8,
    pub units: u8,
    pub one_per_party: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shop {
    pub stat_upgrade: u8,
    pub extra_ability: u8,
    pub items: Vec<ItemCard>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeCard {
    pub id: crate::options::StatMode,
    pub choose: bool,
    pub ranks: (u8, u8),
    pub shift: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Road {
    pub difficulty: String,
    pub ranks: (u8, u8),
    pub encounters: u8,
    /// For ranks 2 to Ace.
    #[serde(default = "one_each")]
    pub treasure_by_rank: [u8; 13],
}

const fn one_each() -> [u8; 13] {
    [1; 13]
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Markers {
    pub empty: u8,
    pub patrol: u8,
    pub trap: u8,
    pub cache: u8,
    pub spring: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maze {
    pub difficulty: String,
    pub ranks: (u8, u8),
    pub markers: Markers,
    pub shut_of_ten: u8,
    pub pieces: u8,
    pub spring_heals: u8,
    pub trap_hurts: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    pub ranks: (u8, u8),
    pub lair: u8,
    pub treasure: u8,
    pub lair_treasure: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dungeon {
    pub difficulty: String,
    pub levels: Vec<Level>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rifts {
    pub difficulty: String,
    pub ranks: (u8, u8),
    pub enemies_per_rift: u8,
    pub rift_bonus: u8,
    pub seal_treasure: u8,
    pub clock: u8,
    pub sealed_stat: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaigns {
    pub woods: Road,
    pub random: Road,
    pub tower: Road,
    pub maze: Maze,
    pub dungeon: Dungeon,
    pub rifts: Rifts,
}

/// Everything the rules look up.
#[derive(Clone, Debug)]
pub struct Content {
    pub roles: Vec<RoleCard>,
    pub epics: Vec<EpicCard>,
    pub shop: Shop,
    pub modes: Vec<ModeCard>,
    pub campaigns: Campaigns,
    /// Class and EPIC of a pair of abilities, both ways round.
    classes: [[Option<(Class, Epic)>; 8]; 8],
    pairs: [(Ability, Ability); 28],
    /// Six faces, or nothing for a kind that always attacks.
    die: [Option<[Deed; 6]>; 11],
    kind_by_rank: [Kind; 13],
    /// Which EPICs do a standing effect.
    masks: [EpicSet; Standing::ALL.len()],
    amounts: [u8; 28],
}

impl Contents for Content {
    const FILES: &'static [File] = FILES;

    fn load(pack: &dyn Pack) -> Result<Content, BadContent> {
        let mut roles: Vec<RoleCard> = read(pack, "roles.ron")?;
        let classes: Vec<ClassCard> = read(pack, "prestige.ron")?;
        let mut epics: Vec<EpicCard> = read(pack, "epics.ron")?;
        let enemies: Vec<EnemyCard> = read(pack, "enemies.ron")?;
        let shop: Shop = read(pack, "items.ron")?;
        let mut modes: Vec<ModeCard> = read(pack, "modes.ron")?;
        let campaigns: Campaigns = read(pack, "campaigns.ron")?;
        each_once("roles.ron", roles.iter().map(|r| r.id), Role::ALL)?;
        each_once("epics.ron", epics.iter().map(|e| e.id), Epic::ALL)?;
        each_once("prestige.ron", classes.iter().map(|c| c.id), &Class::ALL[4..])?;
        each_once("enemies.ron", enemies.iter().map(|e| e.id), &Kind::ALL[..10])?;
        each_once("items.ron", shop.items.iter().map(|i| i.id), Item::ALL)?;
        each_once("modes.ron", modes.iter().map(|m| m.id), &crate::options::StatMode::ALL[..5])?;
        roles.sort_by_key(|r| r.id);
        epics.sort_by_key(|e| e.id);
        modes.sort_by_key(|m| m.id);
        check_suggested(&roles)?;
        check_modes(&modes)?;
        check_campaigns(&campaigns)?;
        let (table, pairs) = class_table(&roles, &classes)?;
        let (die, kind_by_rank) = enemy_tables(&enemies)?;
        let mut masks = [EpicSet::EMPTY; Standing::ALL.len()];
        let mut amounts = [0; 28];
        for card in &epics {
            amounts[card.id.index()] = card.amount;
            for effect in &card.does {
                masks[effect.index()].insert(card.id);
            }
        }
        Ok(Content {
            roles,
            epics,
            shop,
            modes,
            campaigns,
            classes: table,
            pairs,
            die,
            kind_by_rank,
            masks,
            amounts,
        })
    }
}

impl Content {
    /// The content we ship.
    #[must_use]
    pub fn built_in() -> Content {
        Contents::built_in()
    }

    /// The class that a pair of different abilities makes, and its EPIC.
    #[must_use]
    pub fn class(&self, one: Ability, two: Ability) -> Option<(Class, Epic)> {
        self.classes[one.index()][two.index()]
    }
    #[must_use]
    pub fn pair(&self, class: Class) -> (Ability, Ability) {
        self.pairs[class.index()]
    }
    #[must_use]
    pub fn role(&self, role: Role) -> &RoleCard {
        &self.roles[role.index()]
    }
    #[must_use]
    pub fn epic(&self, epic: Epic) -> &EpicCard {
        &self.epics[epic.index()]
    }
    #[must_use]
    pub fn doing(&self, effect: Standing) -> EpicSet {
        self.masks[effect.index()]
    }
    #[must_use]
    pub fn amount(&self, epic: Epic) -> u8 {
        self.amounts[epic.index()]
    }
    #[must_use]
    pub fn kind(&self, highest: Rank) -> Kind {
        self.kind_by_rank[usize::from(highest.number() - 2)]
    }
    /// What each face means to this kind; `None` if it never rolls.
    #[must_use]
    pub fn die(&self, kind: Kind) -> Option<&[Deed; 6]> {
        self.die[kind.index()].as_ref()
    }
    #[must_use]
    pub fn item(&self, item: Item) -> &ItemCard {
        self.shop.items.iter().find(|i| i.id == item).expect("every item is in the shop: checked when loaded")
    }
    /// How hard a campaign is said to be.
    #[must_use]
    pub fn difficulty(&self, campaign: crate::options::Campaign) -> &str {
        use crate::options::Campaign;
        let all = &self.campaigns;
        match campaign {
            Campaign::Woods => &all.woods.difficulty,
            Campaign::RandomEncounters => &all.random.difficulty,
            Campaign::Tower => &all.tower.difficulty,
            Campaign::Maze => &all.maze.difficulty,
            Campaign::Dungeon => &all.dungeon.difficulty,
            Campaign::Rifts => &all.rifts.difficulty,
        }
    }
    #[must_use]
    pub fn mode(&self, mode: crate::options::StatMode) -> &ModeCard {
        &self.modes[mode.index()]
    }
}

fn read<T: DeserializeOwned>(pack: &dyn Pack, file: &str) -> Result<T, BadContent> {
    pack::read(pack, FILES, file)
}

/// All ranks of a span that was checked when loaded.
#[must_use]
pub fn span((low, high): (u8, u8)) -> RankSet {
    RankSet::span(Rank::new(low), Rank::new(high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::pack::Changed;

    #[test]
    fn a_bad_pack_is_refused_with_file_entry_and_what_was_expected() {
        for (change, said) in [
            (
                Changed("roles.ron", "(7, 8, 6, 9)", "(7, 8, 6, 5)"),
                "roles.ron: healer: suggested trick 5; expected 6, 7",
            ),
            (
                Changed("prestige.ron", "(protect_other, cure)", "(cure, boost_heal)"),
                "prestige.ron: paladin: the pair",
            ),
            (Changed("prestige.ron", "id: bard", "id: monk"), "prestige.ron: bard: it is listed 0 times"),
            (Changed("epics.ron", "amount: 3", "amuont: 3"), "epics.ron: line"),
            (Changed("epics.ron", "[no_damage]", "[no_damge]"), "no_damge"),
            (
                Changed("enemies.ron", "(6, 6)", "(5, 6)"),
                "chaotic_defender: highest 5 is minion_of_darkness's",
            ),
            (
                Changed("enemies.ron", "fear, dragon", "dragon"),
                "dragon: die has 5 faces; expected six or none",
            ),
            (
                Changed("modes.ron", "(6, 9)", "(6, 8)"),
                "modes.ron: normal: ranks (6, 8); expected at least four",
            ),
            (Changed("campaigns.ron", "empty: 9", "empty: 8"), "maze: 22 markers; expected 23"),
            (Changed("campaigns.ron", "lair: 9", "lair: 8"), "dungeon: lair 8"),
            (Changed("campaigns.ron", "encounters: 13", "encounters: 14"), "encounters 14"),
        ] {
            let why = Content::load(&change).expect_err(said).to_string();
            assert!(why.contains(said), "{why}");
        }
    }

    #[test]
    fn pr_100_eight_abilities_make_four_roles_and_twenty_four_classes() {
        let content = Content::built_in();
        let mut classes = Vec::new();
        for (i, one) in Ability::ALL.iter().enumerate() {
            for two in &Ability::ALL[i + 1..] {
                classes.push(content.class(*one, *two).expect("every pair has a class").0);
            }
        }
        classes.sort_unstable();
        assert_eq!(classes, Class::ALL);
        assert_eq!(
            content.class(Ability::Cure, Ability::ProtectOther),
            Some((Class::Paladin, Epic::HolyAura))
        );
        assert_eq!(content.class(Ability::CurseEnemy, Ability::PreciseStrike).unwrap().0, Class::Assassin);
    }

    #[test]
    fn pr_200_the_highest_card_names_one_of_ten_kinds() {
        let content = Content::built_in();
        let kinds: Vec<_> = Rank::all().map(|r| content.kind(r)).collect();
        assert_eq!(kinds[..4], [Kind::Minion; 4]);
        assert_eq!(kinds[4..], Kind::ALL[1..10]);
        use Deed::{Attack, CursedRiposte, DamageBoost, DragonBreath, Fear};
        assert_eq!(content.die(Kind::Minion), None);
        assert_eq!(
            content.die(Kind::Prince),
            Some(&[Attack, Attack, DamageBoost, DamageBoost, CursedRiposte, CursedRiposte])
        );
        assert_eq!(content.die(Kind::Dragon).unwrap()[4..], [Fear, DragonBreath]);
    }

    #[test]
    fn first_enemy_kinds_have_the_odds_of_the_specification() {
        let content = Content::built_in();
        let mut counts = [0u32; 10];
        for a in Rank::all() {
            for b in Rank::all() {
                for c in Rank::all() {
                    for d in Rank::all() {
                        counts[content.kind(a.max(b).max(c).max(d)).index()] += 1;
                    }
                }
            }
        }
        assert_eq!(counts, [256, 369, 671, 1105, 1695, 2465, 3439, 4641, 6095, 7825]);
    }
}
