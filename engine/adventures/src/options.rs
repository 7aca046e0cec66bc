//! What a table agrees on before the game: seats, how much is played, heroes, mode, who comes and goes.

use crate::{
    Content,
    rules::importing::Import,
    saved::Saved,
    words::{EnemyId, HeroId, Level, ModifierId, PageId, SEATS},
};
use kernel::{
    BadOption, Seat, SeatSet,
    options::{By, Choice, EachOr, Kind as _, ListOr, Number, Switch, TextOr, Values, bad},
    rule, words,
};

words! {
    /// How much is played.
    pub enum Scope as "scope" { Campaign = "campaign", Adventure = "adventure", Check = "check", Combat = "combat", Table = "table" }
}
words! {
    pub enum Mode as "mode" { Ask = "ask", Normal = "normal", Legendary = "legendary" }
}

kernel::options! {
    /// What was agreed on.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options {
        seats: u8 = 2, Number(1, 4), "1 to 4 players";
        scope: Scope = Scope::Campaign, Choice,
            "campaign, or a single adventure, check or combat; table: an adventure of your own book, which you read and tell";
        /// The code of a storybook, such as `ADV1`; a campaign starts with its first.
        adventure: Option<String> = None, TextOr("first"),
            "first, or the code of a storybook such as ADV2 or SQ";
        check: (PageId, Level) = (PageId::new(1).unwrap_or_default(), Level::One), CHECK,
            "what a single check is about: a page and a row such as P01:II";
        enemies: Vec<EnemyId> = EnemyId::new(1).into_iter().collect(), ListOr("none"),
            "whom a single combat is against: one to three such as E01+E04";
        /// Modifiers of a single check or combat.
        modifiers: Vec<ModifierId> = vec![], ListOr("none"),
            "modifiers of a single check or of the first enemy of a combat: none, or such as M02+M06";
        modifiers2: Vec<ModifierId> = vec![], ListOr("none"), "likewise of the second enemy";
        modifiers3: Vec<ModifierId> = vec![], ListOr("none"), "likewise of the third enemy";
        /// `None`: the seat chooses.
        heroes: [Option<HeroId>; SEATS] = [None; SEATS], HEROES,
            "choose, or a hero for each seat such as H01,H03 or H01,choose";
        mode: Mode = Mode::Ask, Choice, "ask, normal or legendary";
        /// The seat that reads people's own book aloud; a person's.
        reader: u8 = 0, Number(0, 3),
            "with scope table: the seat that reads your book aloud, from 0; a person's";
        /// Imported heroes lose health for fiends (RA-038).
        fiend_health: bool = false, Switch,
            "true: imported heroes lose one health for each fiend that was active";
        /// What the book leaves open, as it was played here before; the printed reading is the default. RA-R32, RA-R58, RA-R76 to
        /// RA-R80.
        skip_lost_fights: bool = false, Switch,
            "true: a wholly exhausted party that enters a combat is defeated at once, without a round and rewards";
        all_markers: bool = false, Switch,
            "true: with several enemies combat ends when no round marker can advance; false: with the first that cannot";
        named_pays: bool = false, Switch,
            "true: a card that is named but not in its deck gives 2 XP, as an empty deck does; false: nothing";
        sell_spent: bool = false, Switch,
            "true: spent cards can be sold at the market too; false: only cards in hand";
        limit_follows: bool = false, Switch,
            "true: the card limit of legendary mode follows the number of players; false: it stays as recorded at the start";
        capped_scores: bool = false, Switch,
            "true: before the first mastery box imports and newcomers raise scores to the starting limit only";
        runs_once: bool = false, Switch,
            "true: a run never comes twice to the same location; false: it may pass there again";
        /// The seats that are there for each adventure; after the last one it stays so. Empty: everybody.
        party: Vec<SeatSet> = vec![], PARTY,
            "all, or the seats that are there for each adventure such as 01,012,12; after the last one, see breaks";
        /// Where `party` says nothing any more.
        breaks: bool = true, Switch,
            "true: before each adventure for which party says nothing the players are asked who joins and who leaves";
        /// A character from Roll Player, as text.
        import0: Option<String> = None, TextOr("none"),
            "none, or a Roll Player character for seat 0: name:Brakka;race:Orc;class:C03;stars:30;scores:17/15/13/12/18/14;cards:A01/armor=Mail_Coif;gold:7;xp:2;fiends:1";
        import1: Option<String> = None, TextOr("none"), "likewise for seat 1";
        import2: Option<String> = None, TextOr("none"), "likewise for seat 2";
        import3: Option<String> = None, TextOr("none"), "likewise for seat 3";
        /// A saved campaign, as text.
        saved: Option<String> = None, TextOr("none"), "none, or a saved campaign to go on with";
    }
}

const HEROES: EachOr =
    EachOr("choose", "choose, or a hero for each of at most four seats such as H01,H03 or H01,choose");

const CHECK: By<(PageId, Level)> =
    By { read: check, write: |(page, level)| format!("{page}:{level}"), values: Values::Text { or: None } };

const PARTY: By<Vec<SeatSet>> = By {
    read: party,
    write: |party| {
        let text = |set: &SeatSet| set.into_iter().map(|seat| seat.number().to_string()).collect::<String>();
        match &party[..] {
            [] => "all".to_owned(),
            party => party.iter().map(text).collect::<Vec<_>>().join(","),
        }
    },
    values: Values::List { sign: ',', or: Some("all") },
};

/// `P01:II`.
fn check(value: &str) -> Result<(PageId, Level), String> {
    let wrong = || "a page and a row such as P01:II".to_owned();
    let (page, level) = value.split_once(':').ok_or_else(wrong)?;
    Ok((page.parse().map_err(|_| wrong())?, level.parse().map_err(|_| wrong())?))
}

/// `all`, or the seats of each adventure such as `01,012`.
fn party(value: &str) -> Result<Vec<SeatSet>, String> {
    let wrong = || "all, or the seats of each adventure such as 01,012".to_owned();
    if value == "all" {
        return Ok(vec![]);
    }
    let seats = |text: &str| -> Option<SeatSet> {
        let mut set = SeatSet::EMPTY;
        for digit in text.bytes() {
            let seat = Seat::checked(digit.checked_sub(b'0')?, SEATS as u8)?;
            if set.contains(seat) {
                return None;
            }
            set.insert(seat);
        }
        (!set.is_empty()).then_some(set)
    };
    let all: Vec<SeatSet> = value.split(',').map(seats).collect::<Option<_>>().ok_or_else(wrong)?;
    if all.len() > 16 { Err(wrong()) } else { Ok(all) }
}

impl Options {
    /// Characters from Roll Player by seat, as text.
    #[must_use]
    pub fn imports(&self) -> [Option<&str>; SEATS] {
        [&self.import0, &self.import1, &self.import2, &self.import3].map(Option::as_deref)
    }

    /// Any options that fit together, for random play.
    pub fn any<R: rand::Rng + ?Sized>(rng: &mut R) -> Options {
        let mut pick = |all: &[&'static str]| all[kernel::below(rng, all.len() as u32) as usize];
        let mut options = Options::default();
        let seats = pick(&["1", "2", "3", "4"]);
        let scope = pick(&["campaign", "campaign", "adventure", "check", "combat"]);
        let mut chosen = vec![("seats", seats), ("scope", scope)];
        chosen.push(("mode", pick(&["ask", "normal", "legendary"])));
        chosen.push(("adventure", pick(&["first", "ADV1", "ADV2", "ADV3", "ADV4", "ADV5", "ADV6", "SQ"])));
        chosen.push(("check", pick(&["P01:I", "P04:II", "P08:III", "P12:IV"])));
        chosen.push(("enemies", pick(&["E01", "E06+E12", "E19", "E03+E14+E05", "E20"])));
        chosen.push(("modifiers", pick(&["none", "M02+M05", "M03+M04+M09", "M11+M12"])));
        for name in [
            "skip_lost_fights",
            "all_markers",
            "named_pays",
            "sell_spent",
            "limit_follows",
            "capped_scores",
            "runs_once",
        ] {
            chosen.push((name, pick(&["false", "false", "true"])));
        }
        chosen.push(("breaks", pick(&["true", "false"])));
        chosen.push(("heroes", pick(&["choose", "choose", "H01", "choose,H05"])));
        if scope == "campaign" {
            let parties: &[&str] = match seats {
                "2" => &["all", "0,01,1", "01,0,01"],
                "3" => &["all", "01,012,12", "012,0"],
                "4" => &["all", "0,0123,12", "0123,01,23"],
                _ => &["all"],
            };
            chosen.push(("party", pick(parties)));
            if pick(&["0", "1", "2", "3"]) == "0" {
                chosen.retain(|(name, _)| *name != "party");
                for (name, record) in IMPORTS.into_iter().take(seats.parse().unwrap_or(1)) {
                    chosen.push((name, record));
                }
                chosen.push(("fiend_health", pick(&["true", "false"])));
            }
        }
        if scope == "campaign" {
            chosen.retain(|(name, _)| *name != "adventure");
        }
        for (name, value) in chosen {
            options.set(name, value).unwrap_or_else(|e| unreachable!("these fit together: {e}"));
        }
        options
    }
}

/// Four characters who could have come out of Roll Player, for random play and proofs.
pub const IMPORTS: [(&str, &str); 4] = [
    (
        "import0",
        "race:Human;class:C01;stars:30;scores:18/14/16/10/12/13;cards:A01/W03/K05;gold:7;xp:2;fiends:2",
    ),
    ("import1", "race:Elf;class:C04;stars:19;scores:12/18/13/13/13/13;cards:W03/T11;gold:4;xp:0;fiends:0"),
    (
        "import2",
        "race:Gnome;class:C07;stars:41;scores:10/15/12/19/16/14;cards:L06/W11/F02;gold:9;xp:3;fiends:1",
    ),
    (
        "import3",
        "name:Brakka;race:Orc;class:Warrior;colour:G;stars:25;scores:16/12/18/11/14/13;cards:A01/armor=Mail_Coif/familiar=Magpie;gold:0;xp:1;fiends:0",
    ),
];

/// What is played, taken from options and content.
#[derive(Clone, Debug)]
pub struct Plan {
    pub adventure: u8,
    pub check: (PageId, Level),
    pub enemies: Vec<EnemyId>,
    pub modifiers: Vec<ModifierId>,
    pub heroes: [Option<HeroId>; SEATS],
    pub imports: [Option<Import>; SEATS],
    /// The seats that are there for each adventure.
    pub party: Vec<SeatSet>,
    pub saved: Option<Saved>,
}

/// # Errors
/// If the options contradict each other or the content.
pub fn plan(content: &Content, options: &Options) -> Result<Plan, BadOption> {
    let adventure = match (&options.adventure, options.scope) {
        (None, _) => 0,
        (Some(_), Scope::Campaign) => {
            return Err(bad("adventure", "a storybook", "first, for a campaign starts with its first"));
        }
        (Some(code), Scope::Adventure | Scope::Check | Scope::Combat) => {
            let found = content.adventures.iter().position(|a| a.code == *code);
            let books: Vec<String> =
                content.adventures.iter().map(|a| format!("{} ({})", a.code, a.title)).collect();
            found.ok_or_else(|| bad("adventure", code, format!("one of {}", books.join(", "))))? as u8
        }
        (Some(_), Scope::Table) => {
            return Err(bad("adventure", "a storybook", "first, for the book on the table is your own"));
        }
    };
    if !content.has_page(options.check.0) {
        return Err(bad("check", options.check.0, "a page of the skillbook"));
    }
    let foes = &options.enemies;
    if !(1..=3).contains(&foes.len()) || foes.iter().any(|e| !content.has_enemy(*e)) {
        return Err(bad("enemies", ListOr("none").write(foes), "one to three enemies of the content"));
    }
    check_modifiers(content, options)?;
    if let Some(hero) = options.heroes.iter().flatten().find(|h| !content.has_hero(**h)) {
        return Err(bad("heroes", hero, "heroes of the content"));
    }
    let party = schedule(options)?;
    let starting = party.first().copied().unwrap_or_default();
    if options.scope == Scope::Table
        && !Seat::checked(options.reader, options.seats).is_some_and(|seat| starting.contains(seat))
    {
        return Err(bad("reader", options.reader, "a seat of the party"));
    }
    let imports = imports(content, options, &party)?;
    let saved = options.saved.as_ref().map(|text| Saved::read(content, text)).transpose()?;
    if let Some(saved) = &saved {
        saved.suits(content, options.scope, options.seats)?;
        if imports.iter().any(Option::is_some) {
            return Err(bad("import0", "a character", "none: whoever joins a campaign takes a ready hero"));
        }
    }
    Ok(Plan {
        adventure,
        check: options.check,
        enemies: foes.clone(),
        modifiers: options.modifiers.clone(),
        heroes: options.heroes,
        imports,
        party,
        saved,
    })
}

fn check_modifiers(content: &Content, options: &Options) -> Result<(), BadOption> {
    let (foes, mods) =
        (options.enemies.len(), [&options.modifiers, &options.modifiers2, &options.modifiers3]);
    for (at, (name, mods)) in ["modifiers", "modifiers2", "modifiers3"].into_iter().zip(mods).enumerate() {
        let shown = || ListOr("none").write(mods);
        if mods.len() > 4 || mods.iter().any(|m| !content.has_modifier(*m)) {
            return Err(bad(name, shown(), "at most four modifiers of the content"));
        }
        if at >= foes && !mods.is_empty() {
            return Err(bad(name, shown(), format!("none, for there are {foes} enemies")));
        }
    }
    Ok(())
}

fn schedule(options: &Options) -> Result<Vec<SeatSet>, BadOption> {
    let all = SeatSet::first(options.seats);
    let wrong = options.party.iter().any(|set| !set.minus(all).is_empty());
    if wrong || options.party.iter().any(|set| set.is_empty()) {
        let shown = options.get("party").unwrap_or_default();
        return Err(bad("party", shown, format!("seats below {}", options.seats)));
    }
    Ok(if options.party.is_empty() { vec![all] } else { options.party.clone() })
}

/// All heroes of a starting party are imported, or none is (RA-030).
fn imports(
    content: &Content,
    options: &Options,
    party: &[SeatSet],
) -> Result<[Option<Import>; SEATS], BadOption> {
    let mut read = [const { None }; SEATS];
    let starting = party.first().copied().unwrap_or_default();
    for (at, text) in options.imports().into_iter().enumerate() {
        if let Some(text) = text {
            read[at] = Some(Import::read(content, text)?);
        }
    }
    let given: SeatSet = Seat::first(SEATS as u8).filter(|s| read[s.index()].is_some()).collect();
    rule!("RA-R82");
    if !given.is_empty() && given != starting {
        return Err(bad("import0", format!("{} records", given.len()), "one for each hero at the start"));
    }
    let colours: Vec<_> = read.iter().flatten().map(|r| r.colour).collect();
    if (1..colours.len()).any(|i| colours[..i].contains(&colours[i])) {
        return Err(bad("import0", "two classes of the same colour", "classes of different colours"));
    }
    Ok(read)
}
