//! From the rows of the files to cards.

use super::{
    BadContent, Pack,
    cards::{
        Card, ClassCard, Discount, Discovery, DiscoveryCard, Enemy, Flag, Hero, ModPrimitive, Modifier, Row,
        Scope, SkillPage, Slot, Slots, Space, TRACK, Title, TrackEffect,
    },
    effect::{Ability, Misread},
    read_file,
    story::{Action, Campaign, Conditions, FactionTrack},
    story_read::read_plain,
    words::{COLOURS, CardId, Colour, ColourSet, Deck, Faction, LocationId, RaceId, Verb},
};
use crate::content_checks::{misread, wrong};
use kernel::{ArrayVec, rule};
use serde::Deserialize;
use std::str::FromStr;

/// Everything but the storybooks.
#[derive(Clone, Debug)]
pub struct TheBox {
    pub campaign: Campaign,
    pub enemies: Vec<Enemy>,
    pub pages: Vec<SkillPage>,
    pub modifiers: Vec<Modifier>,
    pub classes: Vec<ClassCard>,
    pub heroes: Vec<Hero>,
    pub cards: Vec<Option<Card>>,
    pub discoveries: Vec<DiscoveryCard>,
    pub titles: Vec<Title>,
}

type Read<T> = Result<T, BadContent>;

/// Reads all files of cards.
///
/// # Errors
/// With file, entry, what is wrong and what was expected.
pub fn read_box(pack: &dyn Pack) -> Read<TheBox> {
    let campaign: Campaign = read_file(pack, "campaign.ron")?;
    let mut cards = vec![None; CardId::COUNT];
    read_cards(pack, "market.ron", &campaign, &mut cards)?;
    read_cards(pack, "rares.ron", &campaign, &mut cards)?;
    read_cards(pack, "familiars.ron", &campaign, &mut cards)?;
    Ok(TheBox {
        enemies: rows(pack, "enemies.ron", enemy)?,
        pages: rows(pack, "skills.ron", page)?,
        modifiers: rows(pack, "modifiers.ron", modifier)?,
        classes: rows(pack, "classes.ron", class)?,
        heroes: rows(pack, "heroes.ron", |file, row| hero(file, row, &campaign))?,
        discoveries: rows(pack, "discoveries.ron", discovery)?,
        titles: rows(pack, "titles.ron", title)?,
        cards,
        campaign,
    })
}

fn rows<R: for<'de> Deserialize<'de>, T>(
    pack: &dyn Pack,
    file: &str,
    make: impl Fn(&str, R) -> Read<T>,
) -> Read<Vec<T>> {
    read_file::<Vec<R>>(pack, file)?.into_iter().map(|row| make(file, row)).collect()
}

fn id_of<T: FromStr>(file: &str, entry: &str, text: &str, expected: &str) -> Read<T> {
    text.parse().or_else(|_| wrong(file, entry, format!("`{text}`"), expected))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnemyRow {
    id: String,
    name: String,
    tier: u8,
    slots: Vec<String>,
    track2: Vec<String>,
    track3: Vec<String>,
    text: String,
}

fn slots(file: &str, entry: &str, texts: &[String]) -> Read<Slots> {
    let mut slots = Slots::default();
    for text in texts {
        let slot = Slot::read(text).map_err(|m| misread(file, entry, m))?;
        // One place is left for a modifier's slot.
        if slots.len() + 1 == slots.capacity() {
            return wrong(file, entry, format!("{} slots", texts.len()), "at most 8");
        }
        slots.push(slot);
    }
    if slots.is_empty() { wrong(file, entry, "no slots", "1 to 8 slots") } else { Ok(slots) }
}

fn enemy(file: &str, row: EnemyRow) -> Read<Enemy> {
    rule!("RA-008", "RA-R28");
    let space = |texts: &[String]| {
        let mut space = Space::default();
        for text in texts {
            let effect = TrackEffect::read(text).map_err(|m| misread(file, &row.id, m))?;
            if space.try_push(effect).is_some() {
                return wrong(file, &row.id, format!("{} icons", texts.len()), "at most 2 icons on a space");
            }
        }
        Ok(space)
    };
    let track: [Space; TRACK] = [Space::default(), space(&row.track2)?, space(&row.track3)?];
    Ok(Enemy {
        id: id_of(file, &row.id, &row.id, "an id such as E01")?,
        slots: slots(file, &row.id, &row.slots)?,
        track,
        name: row.name,
        tier: row.tier,
        text: row.text,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageRow {
    id: String,
    name: String,
    main: Colour,
    second: Colour,
    rows: Vec<RowRow>,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowRow {
    limit: u8,
    slots: Vec<String>,
}

fn page(file: &str, row: PageRow) -> Read<SkillPage> {
    rule!("RA-011", "RA-R66", "RA-R67");
    let found = row.rows.len();
    if found != 4 {
        return wrong(file, &row.id, format!("{found} rows"), "4 rows, one for each of I to IV");
    }
    let mut rows = [Row::default(); 4];
    for (to, from) in rows.iter_mut().zip(&row.rows) {
        if !(1..=12).contains(&from.limit) {
            return wrong(file, &row.id, format!("limit {}", from.limit), "a dice limit of 1 to 12");
        }
        *to = Row { dice_limit: from.limit, slots: slots(file, &row.id, &from.slots)? };
    }
    let id = id_of(file, &row.id, &row.id, "an id such as P01")?;
    Ok(SkillPage { id, name: row.name, main: row.main, second: row.second, rows, text: row.text })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModifierRow {
    id: String,
    name: String,
    scope: Scope,
    does: Vec<String>,
    text: String,
}

fn modifier(file: &str, row: ModifierRow) -> Read<Modifier> {
    let mut does = ArrayVec::default();
    for text in &row.does {
        let primitive = read_mod(text).map_err(|m| misread(file, &row.id, m))?;
        if does.try_push(primitive).is_some() {
            return wrong(file, &row.id, format!("{} effects", row.does.len()), "at most 4");
        }
    }
    if does.is_empty() {
        return wrong(file, &row.id, "it does nothing", "1 to 4 effects");
    }
    let id = id_of(file, &row.id, &row.id, "an id such as M01")?;
    Ok(Modifier { id, name: row.name, scope: row.scope, does, text: row.text })
}

const MODIFIERS: &str = "dice_limit(±k), cost(±k), no_bonus_plays, forbid(flip/adj/reroll/treat/add), counter(±k), \
extra_slot(slot), start_space(2 or 3), per_uncovered_fatigue(k), on_pass(d) or on_fail(d) with d of xp, gold, fat, heal";

fn read_mod(text: &str) -> Result<ModPrimitive, Misread> {
    let wrong = || Misread::new(text, MODIFIERS);
    if text == "no_bonus_plays" {
        return Ok(ModPrimitive::NoBonusPlays);
    }
    let (word, inside) = text.strip_suffix(')').and_then(|t| t.split_once('(')).ok_or_else(wrong)?;
    let signed = || {
        let number: i8 = inside.strip_prefix('+').unwrap_or(inside).parse().map_err(|_| wrong())?;
        if number == 0 || number.abs() > 5 || !inside.starts_with(['+', '-']) {
            Err(wrong())
        } else {
            Ok(number)
        }
    };
    let small =
        |low: u8, high: u8| inside.parse().ok().filter(|k| (low..=high).contains(k)).ok_or_else(wrong);
    let plain = || {
        let does = read_plain(inside).filter(|does| does.nature().plain);
        does.map(|does| Action { when: Conditions::default(), does }).ok_or_else(wrong)
    };
    match word {
        "dice_limit" => Ok(ModPrimitive::DiceLimit(signed()?)),
        "cost" => Ok(ModPrimitive::Cost(signed()?)),
        "forbid" => Ok(ModPrimitive::Forbid(inside.parse::<Verb>().map_err(|_| wrong())?)),
        "counter" => Ok(ModPrimitive::Counter(signed()?)),
        "extra_slot" => Ok(ModPrimitive::ExtraSlot(Slot::read(inside)?)),
        "start_space" => Ok(ModPrimitive::StartSpace(small(2, TRACK as u8)?)),
        "per_uncovered_fatigue" => Ok(ModPrimitive::PerUncovered(small(1, 5)?)),
        "on_pass" => Ok(ModPrimitive::OnPass(plain()?)),
        "on_fail" => Ok(ModPrimitive::OnFail(plain()?)),
        _ => Err(wrong()),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassRow {
    id: String,
    name: String,
    colour: Colour,
    does: String,
    text: String,
}

fn class(file: &str, row: ClassRow) -> Read<ClassCard> {
    Ok(ClassCard {
        id: id_of(file, &row.id, &row.id, "an id such as C01")?,
        ability: Ability::read(&row.does).map_err(|m| misread(file, &row.id, m))?,
        name: row.name,
        colour: row.colour,
        text: row.text,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeroRow {
    id: String,
    name: String,
    race: String,
    class: String,
    scores: [u8; COLOURS],
    hand: Vec<String>,
    text: String,
}

fn race_of(file: &str, entry: &str, name: &str, campaign: &Campaign) -> Read<RaceId> {
    match campaign.races.iter().position(|r| r == name) {
        Some(at) => Ok(RaceId(at as u8)),
        None => wrong(file, entry, format!("race `{name}`"), format!("one of {}", campaign.races.join(", "))),
    }
}

fn hero(file: &str, row: HeroRow, campaign: &Campaign) -> Read<Hero> {
    let hand = row.hand.iter().map(|c| id_of(file, &row.id, c, "cards such as A01")).collect::<Read<_>>()?;
    Ok(Hero {
        id: id_of(file, &row.id, &row.id, "an id such as H01")?,
        race: race_of(file, &row.id, &row.race, campaign)?,
        class: id_of(file, &row.id, &row.class, "a class such as C01")?,
        name: row.name,
        scores: row.scores,
        hand,
        text: row.text,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRow {
    id: String,
    name: String,
    #[serde(default)]
    cost: Option<u8>,
    /// `INT`, or a race with the lower price: `Dwarf 3`.
    #[serde(default)]
    less: Option<String>,
    does: String,
    #[serde(default)]
    flag: Flag,
    /// A familiar's die: `RB`.
    #[serde(default)]
    die: String,
    #[serde(default)]
    faces: Option<[u8; 6]>,
    text: String,
}

fn read_cards(pack: &dyn Pack, file: &str, campaign: &Campaign, into: &mut [Option<Card>]) -> Read<()> {
    for row in read_file::<Vec<CardRow>>(pack, file)? {
        let entry = row.id.clone();
        let card = card(file, row, campaign)?;
        let belongs = match card.deck {
            Deck::Rare => "rares.ron",
            Deck::Familiar => "familiars.ron",
            Deck::Armor | Deck::Weapon | Deck::Skill | Deck::Trait | Deck::Scroll => "market.ron",
        };
        if belongs != file {
            return wrong(file, &entry, format!("a {} card", card.deck), format!("it in {belongs}"));
        }
        let id = card.id.index();
        if into[id].replace(card).is_some() {
            return wrong(file, &entry, "it is listed twice", "each card once");
        }
    }
    Ok(())
}

fn card(file: &str, row: CardRow, campaign: &Campaign) -> Read<Card> {
    let id: CardId = id_of(file, &row.id, &row.id, "an id such as A01, W01, K01, T01, L01, R01 or F01")?;
    if row.cost.is_some() != id.deck().is_market() {
        return wrong(file, &row.id, "cost", "a cost on market cards and on no other");
    }
    let mut die = ColourSet::NONE;
    for letter in row.die.chars() {
        let colour: Colour = id_of(file, &row.id, &letter.to_string(), "colours R, B, G, U, W, P")?;
        die = die.with(colour);
    }
    let discount = match (&row.less, row.cost) {
        (Some(less), Some(cost)) => read_discount(file, &row.id, less, cost, campaign)?,
        (None, _) => Discount::None,
        (Some(_), None) => return wrong(file, &row.id, "less", "no discount without a cost"),
    };
    Ok(Card {
        id,
        deck: id.deck(),
        cost: row.cost,
        discount,
        ability: Ability::read(&row.does).map_err(|m| misread(file, &row.id, m))?,
        flag: row.flag,
        die,
        faces: row.faces.unwrap_or([1, 2, 3, 4, 5, 6]),
        name: row.name,
        text: row.text,
    })
}

fn read_discount(file: &str, entry: &str, text: &str, cost: u8, campaign: &Campaign) -> Read<Discount> {
    rule!("RA-195");
    if let Some(colour) = Colour::of_attribute(text) {
        return Ok(Discount::Attribute(colour));
    }
    let expected = "an attribute such as INT, or a race with its lower price such as `Dwarf 3`";
    let Some((race, price)) = text.rsplit_once(' ') else {
        return wrong(file, entry, format!("less `{text}`"), expected);
    };
    let price: u8 = id_of(file, entry, price, expected)?;
    if price >= cost {
        return wrong(file, entry, format!("less `{text}`"), format!("a price below {cost}"));
    }
    Ok(Discount::Race(race_of(file, entry, race, campaign)?, cost - price))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiscoveryRow {
    id: String,
    name: String,
    /// Of an item: the stamina each hero pays.
    #[serde(default)]
    stamina: Option<u8>,
    /// Of a map card: its coordinate, and the paths it opens such as `D-E`.
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    opens: Vec<String>,
    text: String,
}

fn discovery(file: &str, row: DiscoveryRow) -> Read<DiscoveryCard> {
    let is = match (row.stamina, row.at) {
        (Some(stamina), None) if stamina <= 5 && row.opens.is_empty() => Discovery::Item { stamina },
        (None, Some(at)) => {
            let ends = |text: &String| {
                let (a, b) = text.split_once('-').unwrap_or((text, ""));
                let expected = "paths such as D-E";
                Ok((id_of(file, &row.id, a, expected)?, id_of::<LocationId>(file, &row.id, b, expected)?))
            };
            Discovery::Map { at, opens: row.opens.iter().map(ends).collect::<Read<_>>()? }
        }
        _ => return wrong(file, &row.id, "neither item nor map card", "stamina of 0 to 5, or at and opens"),
    };
    Ok(DiscoveryCard {
        id: id_of(file, &row.id, &row.id, "its number, 1 to 127")?,
        name: row.name,
        is,
        text: row.text,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TitleRow {
    id: String,
    name: String,
    text: String,
}

fn title(file: &str, row: TitleRow) -> Read<Title> {
    Ok(Title { id: id_of(file, &row.id, &row.id, "its number, 001 to 127")?, name: row.name, text: row.text })
}

impl Campaign {
    /// The track of a faction.
    ///
    /// # Panics
    /// Never: each faction is listed once.
    #[must_use]
    pub fn track(&self, faction: Faction) -> &FactionTrack {
        self.factions.iter().find(|t| t.id == faction).expect("each faction is listed once")
    }
}
