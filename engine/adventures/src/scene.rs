//! How the tables of cases are laid out: each `given` line is one thing that lies there. `cases/README.md` lists them.

use crate::{
    Adventures, Content,
    fixture::{self, Fixture},
    rules::{advancement, combat, contest, party_changes, storybook},
    words::{CardId, CardSet, Colour, Deck, LocationId, TitleId},
};
use kernel::{BadContent, Contents as _, Next, Outcome, Pack, Seat, Show as _, Table, Turn, script};

/// A table that is being laid out, with what is changed in the content before that.
#[derive(Debug, Default)]
pub struct Scene {
    edits: Edits,
    fixture: Option<Fixture>,
}

/// Places in our files where something else stands: `adventure1.ron: item+12 => item+31`.
#[derive(Clone, Debug, Default)]
struct Edits(Vec<(String, String, String)>);

impl Edits {
    fn add(&mut self, text: &str) -> Result<(), String> {
        let parts = text.split_once(": ").and_then(|(file, rest)| Some((file, rest.split_once(" => ")?)));
        let (file, (from, to)) =
            parts.ok_or("expected `FILE: what stands there => what shall stand there`")?;
        let ours = Content::FILES.iter().find(|(name, _)| *name == file).ok_or("no such file")?;
        if !ours.1.contains(from) {
            return Err(format!("`{from}` does not stand in {file}"));
        }
        self.0.push((file.to_owned(), from.to_owned(), to.to_owned()));
        Ok(())
    }
    fn content(&self) -> Result<Content, BadContent> {
        if self.0.is_empty() { Ok(Content::built_in()) } else { Content::load(self) }
    }
}

impl Pack for Edits {
    fn text(&self, file: &str, ours: &str) -> Option<String> {
        let mine = self.0.iter().filter(|(changed, ..)| changed == file);
        let mut text = ours.to_owned();
        mine.clone().for_each(|(_, from, to)| text = text.replacen(from, to, 1));
        mine.count().ne(&0).then_some(text)
    }
}

fn parsed<T: std::str::FromStr>(text: &str) -> Result<T, String>
where
    T::Err: std::fmt::Display,
{
    text.trim().parse().map_err(|e| format!("`{text}`: {e}"))
}

/// `0 A02 K10`: a seat, and the rest.
fn seated(rest: &str) -> Result<(u8, &str), String> {
    let (seat, what) = rest.split_once(' ').unwrap_or((rest, ""));
    Ok((parsed(seat)?, what))
}

fn two(rest: &str) -> Result<(&str, &str), String> {
    rest.split_once([' ', '/']).ok_or_else(|| format!("`{rest}`: expected two things"))
}

impl kernel::cases::Scene for Scene {
    type Game = Adventures;

    fn given(&mut self, line: &str) -> Result<(), String> {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        let content = || self.edits.content().map_err(|bad| bad.to_string());
        let fixture = match what {
            "pack" => return self.edits.add(rest),
            "options" => Fixture::of(content()?, rest),
            "bare" => Fixture::of(content()?, rest).stripped(),
            _ => {
                let fixture = self.fixture.take().ok_or("`options` or `bare` comes first")?;
                laid(fixture, what, rest)?
            }
        };
        self.fixture = Some(fixture);
        Ok(())
    }

    fn table(self) -> Result<Table<Adventures>, String> {
        self.fixture.map(Fixture::table).ok_or_else(|| "nothing was laid out".to_owned())
    }

    fn line(table: &mut Table<Adventures>, line: &str) -> Option<Result<(), String>> {
        if let Some(action) = line.strip_prefix("all: ") {
            return Some(everybody(table, action));
        }
        if let Some(wanted) = line.strip_prefix("chance ") {
            return Some(chance(table, wanted));
        }
        if let Some(change) = line.strip_prefix("refused pack ") {
            return Some(refused_pack(change));
        }
        if let Some(dice) = line.strip_prefix("covered by ") {
            return Some(covered_by(table, dice));
        }
        if let Some(wanted) = line.strip_prefix("shows ") {
            return Some(shows(table, wanted));
        }
        let (seat, wanted) = line.split_once(" chooses among ")?;
        Some(parsed(seat).and_then(|seat| chooses(table, seat, wanted)))
    }
}

/// Each hero in turn does the same.
fn everybody(table: &mut Table<Adventures>, action: &str) -> Result<(), String> {
    for seat in table.state().present {
        script::play_line(table, &format!("{seat}: {action}"), &mut vec![])?;
    }
    Ok(())
}

/// `draw R is 4 in 32`: how likely something falls.
fn chance(table: &Table<Adventures>, wanted: &str) -> Result<(), String> {
    let odds = table.odds().filter(|_| table.turn() == Turn::Chance).ok_or("nothing falls")?;
    let (outcome, share) = wanted.split_once(" is ").ok_or("expected `draw R is 4 in 32`")?;
    let found = format!("{} in {}", odds.weight(parsed(outcome)?), odds.total());
    if found == share.trim() { Ok(()) } else { Err(format!("it is {found}")) }
}

/// `market.ron: cost: 3 => price: 3 because market.ron: line`: content with this change is refused with that reason.
fn refused_pack(change: &str) -> Result<(), String> {
    let (change, wanted) = change.split_once(" because ").ok_or("expected `because` and the reason")?;
    let mut edits = Edits::default();
    edits.add(change)?;
    let why = Content::load(&edits).err().ok_or("it was taken")?.to_string();
    if why.contains(wanted.trim()) { Ok(()) } else { Err(format!("it is refused because {why}")) }
}

/// Of all thirty-six dice exactly these, each alone in the pool, pass the check.
fn covered_by(table: &Table<Adventures>, wanted: &str) -> Result<(), String> {
    let all = Colour::ALL.iter().flat_map(|colour| (1..=6).map(move |value| format!("{colour}{value}")));
    let passes = |die: &String| {
        let pool = Fixture::at(table).pool(die).table();
        pool.outcome().is_some_and(|outcome| outcome.payoff(Seat::new(0)) == Outcome::BEST)
    };
    let found = all.filter(passes).collect::<Vec<_>>().join(" ");
    if found == wanted.trim() { Ok(()) } else { Err(format!("it is covered by {found}")) }
}

/// Somewhere on the page that is drawn stands this.
fn shows(table: &Table<Adventures>, wanted: &str) -> Result<(), String> {
    let mut page = kernel::Page::default();
    table.game().draw(table.state(), &mut page);
    if page.to_text().contains(wanted.trim()) { Ok(()) } else { Err("it does not".to_owned()) }
}

/// Exactly these actions, in any order.
fn chooses(table: &Table<Adventures>, seat: Seat, wanted: &str) -> Result<(), String> {
    let sorted = |mut all: Vec<String>| {
        all.sort();
        all.join(", ")
    };
    let found = sorted(table.legal(seat).iter().map(ToString::to_string).collect());
    let wanted = sorted(wanted.split(',').map(|action| action.trim().to_owned()).collect());
    if found == wanted { Ok(()) } else { Err(format!("it is {found}")) }
}

/// Lays one more thing on the table.
fn laid(f: Fixture, what: &str, rest: &str) -> Result<Fixture, String> {
    Ok(match what {
        "explored" => f.explored(rest),
        "no_encounters" => f.no_encounters(),
        "items" => f.items(rest),
        "once" => f.once(rest),
        "keyword" => f.keyword(rest),
        "pool" => f.pool(rest),
        "slots" => f.slots(rest),
        "limit" => f.dice_limit(parsed(rest)?),
        "xp" => f.xp(parsed(rest)?),
        "plays" => {
            let (limit, tokens) = two(rest)?;
            f.plays(parsed(limit)?, parsed(tokens)?)
        }
        "entry" => f.at_entry(rest),
        "at" => at(f, rest)?,
        _ => return hero(f, what, rest),
    })
}

/// What lies before one hero.
fn hero(mut f: Fixture, what: &str, rest: &str) -> Result<Fixture, String> {
    let wanted = ["hand", "rows", "scores", "fatigue", "ready", "spent", "bonus_plays"];
    if !wanted.contains(&what) {
        return party(f, what, rest);
    }
    let (seat, value) = seated(rest)?;
    Ok(match what {
        "hand" => f.hand(seat, value),
        "rows" => f.rows(seat, value),
        "scores" => {
            let all: Result<Vec<u8>, String> = value.split_whitespace().map(parsed).collect();
            f.scores(seat, all?.try_into().map_err(|_| "a score of each colour")?)
        }
        "fatigue" => {
            let (fatigue, health) = two(value)?;
            f.fatigue(seat, parsed(fatigue)?, parsed(health)?)
        }
        "ready" => f.ready(seat, value == "yes"),
        "spent" => {
            let sheet = &mut f.state.sheets[Seat::new(seat)];
            let card = parsed(value)?;
            sheet.hand.remove(card);
            sheet.spent.insert(card);
            f
        }
        _ => {
            f.state.sheets[Seat::new(seat)].tokens = parsed(value)?;
            f
        }
    })
}

/// The journal and what belongs to everybody.
fn party(mut f: Fixture, what: &str, rest: &str) -> Result<Fixture, String> {
    let journal = &mut f.state.journal;
    match what {
        "gold" => journal.gold = parsed(rest)?,
        "title" => journal.titles |= parsed::<TitleId>(rest)?.bit(),
        "standing" => f.state.map.at = parsed(rest)?,
        "token" => {
            let (name, places) = two(rest)?;
            let known = f.game().content.tokens.iter().position(|token| token == name);
            let bit = 1u16 << known.ok_or_else(|| format!("no book puts a token {name}"))?;
            for letter in places.split_whitespace() {
                f.state.map.tokens[parsed::<LocationId>(letter)?.index()] |= bit;
            }
        }
        "xp_at" => {
            let (at, xp) = two(rest)?;
            f.state.map.xp[parsed::<LocationId>(at)?.index()] = parsed(xp)?;
        }
        "placed" => {
            let (slot, text) = two(rest)?;
            let die = fixture::die(f.game(), text);
            f.state.leave_bag(die.kind);
            f.state.contest.slots[parsed::<usize>(slot)? - 1].die = Some(die);
        }
        "rests" => journal.rests = parsed(rest)?,
        "deaths" => journal.deaths = parsed(rest)?,
        "campaign" => journal.campaign = parsed(rest)?,
        "combat_dice" => journal.combat_dice = parsed(rest)?,
        "tokens" => journal.tokens = parsed(rest)?,
        "bonus_limit" => journal.bonus_limit = parsed(rest)?,
        "factions" => {
            let all: Result<Vec<u8>, String> = rest.split_whitespace().map(parsed).collect();
            journal.factions = all?.try_into().map_err(|_| "three factions")?;
        }
        "finished" => {
            for book in rest.split_whitespace() {
                journal.finished |= 1 << parsed::<u8>(book)?;
            }
        }
        "book" => {
            let books = &f.game().content.adventures;
            let at = books.iter().position(|book| book.code == rest).ok_or("no such storybook")?;
            f.state.adventure = at as u8;
        }
        "played" => f.state.played = parsed(rest)?,
        "mastery" => f.state.journal.mastery = parsed(rest)?,
        "storyteller" => f.state.storyteller = parsed(rest)?,
        "end_open" => f.state.map.end_open = true,
        "died" => f.state.map.died = true,
        "marker" => f.state.contest.foes[0].marker = parsed(rest)?,
        _ => return supply(f, what, rest),
    }
    Ok(f)
}

/// What lies in decks, in the bag and on display.
fn supply(mut f: Fixture, what: &str, rest: &str) -> Result<Fixture, String> {
    match what {
        "empty" => {
            let deck: Deck = parsed(rest)?;
            f.state.decks = f.state.decks.minus(&CardSet::of_deck(deck));
        }
        "left" => {
            let card: CardId = parsed(rest)?;
            f.state.decks = f.state.decks.minus(&CardSet::of_deck(card.deck()));
            f.state.decks.insert(card);
        }
        "lost" => {
            for colour in rest.split_whitespace() {
                f.state.bag[parsed::<Colour>(colour)?.index()] = 0;
            }
        }
        "shown" => {
            for card in rest.split_whitespace() {
                let card: CardId = parsed(card)?;
                f.state.decks.remove(card);
                f.state.display[card.deck().index()] = Some(card);
            }
        }
        _ => return Err(format!("`{what}` is nothing that can lie on a table")),
    }
    Ok(f)
}

/// The party is in this moment, by its name in the rules.
fn at(mut f: Fixture, moment: &str) -> Result<Fixture, String> {
    Ok(match moment {
        "adventure_setup" => f.frame(storybook::Frame::AdventureSetup),
        "buying" => f.frame(contest::Frame::Build),
        "draw_dice" => f.frame(contest::Frame::DrawDice),
        "check_over" => f.frame(contest::Frame::CheckOver),
        "round_over" => f.frame(contest::Frame::RoundOver),
        "placed" => f.start(combat::fall),
        "track" => f.frame(contest::Frame::Track { foe: 0, icon: 0 }),
        "market_setup" => f.frame(advancement::Frame::MarketSetup { deck: 0 }),
        "guild" => f.frame(advancement::Frame::Guild),
        "market" => f.frame(advancement::Frame::Market),
        "card_limit" => f.frame(advancement::Frame::CardLimit),
        "save" => f.frame(advancement::Frame::Save),
        "next_adventure" => f.frame(advancement::Frame::NextAdventure),
        // An adventure follows when the party is complete.
        "party_change" => {
            f.state.stack.clear();
            f.state.stack.push(storybook::Frame::AdventureSetup.into());
            f.start(|_| Next::Then(party_changes::Frame::Change.into()))
        }
        _ => return Err(format!("`{moment}` is no moment")),
    })
}
