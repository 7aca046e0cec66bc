//! Content as data: read, checked, and turned into the tables that play needs.

pub mod printed;

use crate::{
    board::{Board, MapCard},
    cards::{
        AbilityCard, AttackCard, Body, ClassCard, Effect, Lasting, Member, MemberCard, MinionCard, Prices,
        ProfileCard, Until, Warband, WarbandCard,
    },
    content_checks::{
        check_ability, check_lasting, check_scenarios, check_slots, check_warband, each_once, within, wrong,
    },
    words::{AbilityId, BodyId, Class, Edge, Face, Goal, Node, ScenarioId, TwistId, WarbandId, Weapon},
};
use kernel::{
    ArrayVec, Contents, Rank,
    pack::{self, File},
    rule,
};
pub use kernel::{BadContent, Pack};
use serde::{Deserialize, de::DeserializeOwned};

/// The built-in files by name.
pub const FILES: &[File] = &[
    ("prices.ron", include_str!("../content/prices.ron")),
    ("classes.ron", include_str!("../content/classes.ron")),
    ("profiles.ron", include_str!("../content/profiles.ron")),
    ("minions.ron", include_str!("../content/minions.ron")),
    ("abilities.ron", include_str!("../content/abilities.ron")),
    ("nodes.ron", include_str!("../content/nodes.ron")),
    ("warbands.ron", include_str!("../content/warbands.ron")),
    ("maps.ron", include_str!("../content/maps.ron")),
    ("scenarios.ron", include_str!("../content/scenarios.ron")),
    ("twists.ron", include_str!("../content/twists.ron")),
];

/// What a node gives to whoever controls its area at harvest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeEffect {
    StoreTokens(u8),
    Draw(u8),
    GainTreasure(u8),
    Damage(u8),
    TurnUp { red: u8, black: u8 },
}

impl NodeEffect {
    /// How much it hurts with a red and with a black card turned up; `None`: it is no peril.
    #[must_use]
    pub const fn peril(self) -> Option<NodePeril> {
        match self {
            NodeEffect::TurnUp { red, black } => Some(NodePeril { red, black, card: true }),
            NodeEffect::Damage(by) => Some(NodePeril { red: by, black: by, card: false }),
            NodeEffect::StoreTokens(_) | NodeEffect::Draw(_) | NodeEffect::GainTreasure(_) => None,
        }
    }
}

/// The damage of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodePeril {
    pub red: u8,
    pub black: u8,
    /// A card is turned up for it.
    pub card: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeCard {
    id: Node,
    does: NodeEffect,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deployment {
    Random {
        #[serde(default)]
        eligible: Vec<String>,
    },
    BoardEdge {
        #[serde(default)]
        edges: Vec<Edge>,
    },
    Drafting {
        #[serde(default)]
        eligible: Vec<String>,
    },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub goal: Goal,
    #[serde(default)]
    pub from_round: Option<u8>,
    #[serde(default)]
    pub amount: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioCard {
    pub id: String,
    pub name: String,
    pub teams: Vec<String>,
    pub map: String,
    pub deployment: Deployment,
    pub victory: Vec<Victory>,
    #[serde(default)]
    pub twist: Option<String>,
    #[serde(default)]
    pub rewards: Vec<String>,
}

/// One rule of a twist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TwistRule {
    Fog { rounds: u8 },
    MiddleBonus { round: u8, treasure: u8 },
    SprintWorse(u8),
    SprintBonus(u8),
    BlackFindsNothing,
    CriticalFinds(u8),
    ShiftingGround { treasure: u8, cards: u8 },
    UntilFirstRemoval { attack: i8, treasure: u8 },
    RestlessDead { damage: u8, treasure: u8 },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwistCard {
    pub id: String,
    pub name: String,
    pub rules: Vec<TwistRule>,
    pub text: String,
    /// The rules by what they change; written by the loader.
    #[serde(skip)]
    pub does: Twist,
}

/// All that a twist changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Twist {
    /// Everything that is not Elevated is Obscuring until after this round.
    pub fog_rounds: u8,
    pub middle_bonus: Option<MiddleBonus>,
    pub sprint_worse: u8,
    pub sprint_bonus: u8,
    pub black_finds_nothing: bool,
    pub critical_finds: Option<u8>,
    pub shifting: Option<Shifting>,
    pub first_removal: Option<FirstRemoval>,
    pub dead: Option<Dead>,
}

/// Who holds the middle after this round gains treasure for each member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MiddleBonus {
    pub round: u8,
    pub treasure: u8,
}

/// What the area that has shifted pays at the next harvest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shifting {
    pub treasure: u8,
    pub cards: u8,
}

/// Attacks are changed until somebody is removed; whose attack does it first gains treasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstRemoval {
    pub attack: i8,
    pub treasure: u8,
}

/// What contested areas do at harvest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dead {
    pub damage: u8,
    pub treasure: u8,
}

impl Twist {
    fn of(rules: &[TwistRule]) -> Twist {
        let mut all = Twist::default();
        for rule in rules {
            match *rule {
                TwistRule::Fog { rounds } => all.fog_rounds = rounds,
                TwistRule::MiddleBonus { round, treasure } => {
                    all.middle_bonus = Some(MiddleBonus { round, treasure });
                }
                TwistRule::SprintWorse(by) => all.sprint_worse = by,
                TwistRule::SprintBonus(by) => all.sprint_bonus = by,
                TwistRule::BlackFindsNothing => all.black_finds_nothing = true,
                TwistRule::CriticalFinds(count) => all.critical_finds = Some(count),
                TwistRule::ShiftingGround { treasure, cards } => {
                    all.shifting = Some(Shifting { treasure, cards });
                }
                TwistRule::UntilFirstRemoval { attack, treasure } => {
                    all.first_removal = Some(FirstRemoval { attack, treasure });
                }
                TwistRule::RestlessDead { damage, treasure } => all.dead = Some(Dead { damage, treasure }),
            }
        }
        all
    }
}

/// Everything in the box, ready to be played with.
#[derive(Clone, Debug)]
pub struct Content {
    pub prices: Prices,
    pub classes: Vec<ClassCard>,
    bodies: Vec<Option<Body>>,
    abilities: Vec<Option<AbilityCard>>,
    /// Lasting effects by bit.
    pub lasting: Vec<Lasting>,
    /// The bits that end at the end of the turn, at the owner's turn, at the end of the round.
    until: [u32; 3],
    nodes: [NodeEffect; 4],
    pub warbands: Vec<(WarbandId, Warband)>,
    pub maps: Vec<Board>,
    pub scenarios: Vec<(ScenarioId, ScenarioCard)>,
    pub twists: Vec<(TwistId, TwistCard)>,
    /// Cards that were told at a table, as [`kernel::Printed`] writes them.
    pub told: Vec<String>,
}

impl Contents for Content {
    const FILES: &'static [File] = FILES;

    fn load(pack: &dyn Pack) -> Result<Content, BadContent> {
        rule!("FO-002", "FO-007", "FO-R64");
        let prices: Prices = read(pack, "prices.ron")?;
        let classes: Vec<ClassCard> = read(pack, "classes.ron")?;
        each_once("classes.ron", classes.iter().map(|c| c.id), Class::ALL)?;
        let classes = by_class(classes);
        let mut content = Content {
            bodies: bodies(pack, &prices, &classes)?,
            abilities: vec![None; 256],
            lasting: vec![],
            until: [0; 3],
            nodes: nodes(pack)?,
            warbands: vec![],
            maps: vec![],
            scenarios: vec![],
            twists: vec![],
            told: vec![],
            prices,
            classes,
        };
        content.read_abilities(pack)?;
        check_slots(&content)?;
        content.read_warbands(pack)?;
        content.read_maps(pack)?;
        content.read_twists(pack)?;
        content.read_scenarios(pack)?;
        Ok(content)
    }
}

impl Content {
    /// The content we ship.
    #[must_use]
    pub fn built_in() -> Content {
        Contents::built_in()
    }

    fn read_abilities(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        const FILE: &str = "abilities.ron";
        for mut card in read::<Vec<AbilityCard>>(pack, FILE)? {
            let id: AbilityId =
                id_of(FILE, &card.id, &card.id, "an id such as ATK-01, ACT-01, REA-01 or PAS-01")?;
            if self.abilities[id.index()].is_some() {
                return wrong(FILE, &card.id, "it is listed twice", "each ability once");
            }
            check_ability(id, &card)?;
            let entry = card.id.clone();
            for effect in card.effects_mut() {
                if let Effect::Lasting(lasting) = effect {
                    self.give_bit(&entry, lasting)?;
                }
            }
            self.abilities[id.index()] = Some(card);
        }
        Ok(())
    }

    /// The same key is the same bit, so that it cannot add up.
    fn give_bit(&mut self, entry: &str, new: &mut Lasting) -> Result<(), BadContent> {
        check_lasting(entry, new)?;
        match self.lasting.iter().position(|old| old.key == new.key) {
            Some(at) => {
                new.bit = at as u8;
                if self.lasting[at] != *new {
                    return wrong(
                        "abilities.ron",
                        entry,
                        format!("lasting `{}`", new.key),
                        "the same numbers wherever the key is used",
                    );
                }
            }
            None if self.lasting.len() == 32 => {
                return wrong("abilities.ron", entry, "one lasting effect too many", "at most 32 keys");
            }
            None => {
                new.bit = self.lasting.len() as u8;
                self.until[new.until as usize] |= 1 << new.bit;
                self.lasting.push(new.clone());
            }
        }
        Ok(())
    }

    fn member(&self, file: &'static str, entry: &str, card: &MemberCard) -> Result<Member, BadContent> {
        let body: BodyId = id_of(file, entry, &card.card, "a character card such as RG1 or MIN-1")?;
        if self.bodies[body.index()].is_none() {
            return wrong(
                file,
                entry,
                format!("card {}", card.card),
                "a card of profiles.ron or minions.ron",
            );
        }
        let mut member = Member { body, abilities: [None; 3] };
        if card.abilities.len() > 3 {
            return wrong(file, entry, format!("{} abilities", card.abilities.len()), "at most 3");
        }
        for (slot, text) in card.abilities.iter().enumerate() {
            let ability: AbilityId = id_of(file, entry, text, "an ability such as ATK-01")?;
            if self.abilities[ability.index()].is_none() {
                return wrong(file, entry, format!("ability {text}"), "an ability of abilities.ron");
            }
            member.abilities[slot] = Some(ability);
        }
        Ok(member)
    }

    fn read_warbands(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        const FILE: &str = "warbands.ron";
        for card in read::<Vec<WarbandCard>>(pack, FILE)? {
            let id: WarbandId = id_of(FILE, &card.id, &card.id, "an id such as WB-1")?;
            let list = |all: &[MemberCard]| {
                all.iter().map(|m| self.member(FILE, &card.id, m)).collect::<Result<Vec<_>, _>>()
            };
            let mut warband = Warband {
                name: card.name.clone(),
                formation: card.formation,
                members: list(&card.members)?,
                bench: list(&card.bench)?,
                coins: 0,
            };
            warband.coins = check_warband(self, &card.id, &warband)?;
            if self.warbands.iter().any(|(other, _)| *other == id) {
                return wrong(FILE, &card.id, "it is listed twice", "each warband once");
            }
            self.warbands.push((id, warband));
        }
        within(FILE, "warbands", self.warbands.len(), 1, 99)
    }

    fn read_maps(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        const FILE: &str = "maps.ron";
        rule!("FO-440", "FO-441");
        for card in read::<Vec<MapCard>>(pack, FILE)? {
            if self.maps.iter().any(|map| map.id == card.id) {
                return wrong(FILE, &card.id, "it is listed twice", "each map once");
            }
            self.maps
                .push(Board::new(&card).or_else(|(what, expected)| wrong(FILE, &card.id, what, expected))?);
        }
        within(FILE, "maps", self.maps.len(), 1, 31)
    }

    fn read_twists(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        const FILE: &str = "twists.ron";
        for mut card in read::<Vec<TwistCard>>(pack, FILE)? {
            card.does = Twist::of(&card.rules);
            let id: TwistId = id_of(FILE, &card.id, &card.id, "an id such as TWI-1")?;
            if self.twists.iter().any(|(other, _)| *other == id) {
                return wrong(FILE, &card.id, "it is listed twice", "each twist once");
            }
            self.twists.push((id, card));
        }
        within(FILE, "twists", self.twists.len(), 0, 31)
    }

    fn read_scenarios(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        const FILE: &str = "scenarios.ron";
        for card in read::<Vec<ScenarioCard>>(pack, FILE)? {
            let id: ScenarioId = id_of(FILE, &card.id, &card.id, "an id such as SCN-1")?;
            if self.scenarios.iter().any(|(other, _)| *other == id) {
                return wrong(FILE, &card.id, "it is listed twice", "each scenario once");
            }
            self.scenarios.push((id, card));
        }
        check_scenarios(self)?;
        within(FILE, "scenarios", self.scenarios.len(), 1, 31)
    }

    /// # Panics
    /// If there is no such card: ids in a state come from this content.
    #[must_use]
    #[inline]
    pub fn body(&self, id: BodyId) -> &Body {
        self.bodies[id.index()].as_ref().expect("cards in a state are of this content")
    }
    #[must_use]
    pub fn has_body(&self, id: BodyId) -> bool {
        self.bodies.get(id.index()).is_some_and(Option::is_some)
    }
    /// # Panics
    /// If there is no such ability: ids in a state come from this content.
    #[must_use]
    #[inline]
    pub fn ability(&self, id: AbilityId) -> &AbilityCard {
        self.abilities[id.index()].as_ref().expect("abilities in a state are of this content")
    }
    /// All abilities there are, in the order of their ids.
    pub fn ability_ids(&self) -> impl Iterator<Item = (AbilityId, &AbilityCard)> {
        let all = self.abilities.iter().enumerate();
        all.filter_map(|(at, card)| Some((AbilityId::of_index(at)?, card.as_ref()?)))
    }
    /// All characters and minions there are.
    pub fn body_ids(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        BodyId::all().filter_map(|id| Some((id, self.bodies[id.index()].as_ref()?)))
    }
    /// The attack a weapon stands for: an attack ability, or the basic attack.
    #[must_use]
    #[inline]
    pub fn attack(&self, body: BodyId, weapon: Weapon) -> &AttackCard {
        match weapon {
            Weapon::Basic => &self.body(body).basic,
            Weapon::Ability(id) => {
                self.ability(id).attack.as_ref().expect("only abilities with an attack are weapons")
            }
        }
    }
    /// The bits of lasting effects that end then.
    #[must_use]
    #[inline]
    pub fn lasting_until(&self, until: Until) -> u32 {
        self.until[until as usize]
    }
    #[must_use]
    #[inline]
    pub fn node(&self, node: Node) -> NodeEffect {
        self.nodes[node.index()]
    }
    #[must_use]
    pub fn warband(&self, id: WarbandId) -> Option<&Warband> {
        self.warbands.iter().find(|(other, _)| *other == id).map(|(_, warband)| warband)
    }
}

fn by_class(mut classes: Vec<ClassCard>) -> Vec<ClassCard> {
    classes.sort_by_key(|c| c.id);
    classes
}

/// Characters from classes and levels, and minions.
fn bodies(pack: &dyn Pack, prices: &Prices, classes: &[ClassCard]) -> Result<Vec<Option<Body>>, BadContent> {
    rule!("FO-043", "FO-044", "FO-045", "FO-245");
    let mut bodies: Vec<Option<Body>> = vec![None; BodyId::COUNT];
    for card in read::<Vec<ProfileCard>>(pack, "profiles.ron")? {
        let id: BodyId =
            id_of("profiles.ron", &card.id, &card.id, "letters of a class with 1 to 9, such as RG1")?;
        let (Some(class), 1..=3) = (id.class(), card.level) else {
            return wrong(
                "profiles.ron",
                &card.id,
                format!("level {}", card.level),
                "a class and a level of 1 to 3",
            );
        };
        let class = &classes[class.index()];
        let price = [prices.levels.0, prices.levels.1, prices.levels.2][usize::from(card.level - 1)];
        let body = Body {
            name: card.name.clone(),
            class: Some(class.id),
            level: card.level,
            health: card.health.unwrap_or(class.health + card.level - 1),
            armor: card.armor.unwrap_or(class.armor),
            warding: card.warding.unwrap_or(class.warding),
            sprint: card.sprint.unwrap_or(class.sprint),
            coins: card.coins.unwrap_or(price),
            basic: card.basic.clone().unwrap_or_else(|| class.basic.clone()),
            gift: class.ability.clone(),
        };
        put_body("profiles.ron", &card.id, id, body, &mut bodies)?;
    }
    for card in read::<Vec<MinionCard>>(pack, "minions.ron")? {
        let id: BodyId = id_of("minions.ron", &card.id, &card.id, "MIN-1 to MIN-9")?;
        if !id.is_minion() {
            return wrong("minions.ron", &card.id, "the id of a class", "MIN-1 to MIN-9");
        }
        let body = Body {
            name: card.name.clone(),
            class: None,
            level: 0,
            health: card.health,
            armor: card.armor,
            warding: card.warding,
            sprint: card.sprint,
            coins: card.coins.unwrap_or(prices.minion),
            basic: card.attack.clone(),
            gift: card.ability.clone(),
        };
        put_body("minions.ron", &card.id, id, body, &mut bodies)?;
    }
    Ok(bodies)
}

fn put_body(
    file: &'static str,
    entry: &str,
    id: BodyId,
    body: Body,
    into: &mut [Option<Body>],
) -> Result<(), BadContent> {
    for (field, found, low, high) in [
        ("health", body.health, 1, 30),
        ("armor", body.armor, 0, 10),
        ("warding", body.warding, 0, 10),
        ("sprint", body.sprint, 2, 10),
        ("coins", body.coins, 0, 10),
        ("basic damage", body.basic.damage, 0, 20),
    ] {
        if !(low..=high).contains(&found) {
            return wrong(file, entry, format!("{field} {found}"), format!("{low} to {high}"));
        }
    }
    if into[id.index()].replace(body).is_some() {
        return wrong(file, entry, "it is listed twice", "each card once");
    }
    Ok(())
}

fn nodes(pack: &dyn Pack) -> Result<[NodeEffect; 4], BadContent> {
    let cards: Vec<NodeCard> = read(pack, "nodes.ron")?;
    each_once("nodes.ron", cards.iter().map(|n| n.id), Node::ALL)?;
    let mut nodes = [NodeEffect::Draw(0); 4];
    cards.iter().for_each(|card| nodes[card.id.index()] = card.does);
    Ok(nodes)
}

fn id_of<T: std::str::FromStr>(
    file: &'static str,
    entry: &str,
    text: &str,
    expected: &str,
) -> Result<T, BadContent> {
    text.parse().or_else(|_| wrong(file, entry, format!("`{text}`"), expected))
}

fn read<T: DeserializeOwned>(pack: &dyn Pack, file: &str) -> Result<T, BadContent> {
    pack::read(pack, FILES, file)
}

impl Face {
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self {
            Face::Jack => Rank::new(11),
            Face::Queen => Rank::new(12),
            Face::King => Rank::new(13),
        }
    }
}

/// The seats of each team as read from text such as `01v23`.
pub type Teams = ArrayVec<[u8; 4]>;

/// Reads `01v23`: the team of each seat.
#[must_use]
pub fn read_teams(text: &str) -> Option<Teams> {
    let mut team_of: [Option<u8>; 4] = [None; 4];
    let mut teams = 0;
    for part in text.split('v') {
        if part.is_empty() {
            return None;
        }
        for digit in part.chars() {
            let seat = team_of.get_mut(digit.to_digit(10)? as usize)?;
            if seat.replace(teams).is_some() {
                return None;
            }
        }
        teams += 1;
    }
    let seats = team_of.iter().flatten().count();
    let read: Teams = team_of[..seats].iter().copied().collect::<Option<Teams>>()?;
    (teams >= 2 && (2..=4).contains(&seats)).then_some(read)
}
