//! Cases: rule tests as text files. A file holds many cases, each with a sentence for a name; a game says only how its
//! tables are laid out ([`Scene`]), the rest is the language of [`script`].
//!
//! ```text
//! # Everything behind `#` is a comment.
//!
//! :: duel                       # lines to be used again; `$` stands for what follows the name
//! put a1 $ r1c1
//! put b1 KN1 r1c1
//!
//! == Brace lasts until the owner's next turn
//! proves FO-244                 # at most one number: the rule this case is about
//! given duel KN1 ACT-05         # how the table is laid out
//! given health a1 4
//! seat 0: use a1 ACT-05 0t      # play, and what must hold
//! a1.armor is 4
//! again                         # the same table laid out anew
//! seat 0 may not use a1 ACT-05 3t
//! ```
//!
//! It reads texts and plays them; it opens no files. The crate `cases` does, and runs each case as a test of its own.

use crate::{
    Game, Notation, Seat, Show, Table,
    laws::{self, Care},
    marks::Proof,
    script,
};
use rand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// How a game lays out tables for its cases.
pub trait Scene: Default {
    /// The game whose tables it lays out.
    type Game: Show;
    /// Carries out what follows `given`: `put a1 KN1 r1c1`.
    ///
    /// # Errors
    /// With a sentence that says what was expected.
    fn given(&mut self, line: &str) -> Result<(), String>;
    /// The table when everything is laid out.
    ///
    /// # Errors
    /// If no table can be made of it.
    fn table(self) -> Result<Table<Self::Game>, String>;
    /// A line of play that only this game knows; `None` if it is none of them.
    fn line(_: &mut Table<Self::Game>, _: &str) -> Option<Result<(), String>> {
        None
    }
    /// Can play go on behind the last line? Not where only the part of a game is laid out that a case is about.
    fn goes_on(_: &Table<Self::Game>) -> bool {
        true
    }
    /// What must hold of every table of this game, looked at where play ends.
    ///
    /// # Errors
    /// With what does not hold.
    fn holds(_: &Table<Self::Game>) -> Result<(), String> {
        Ok(())
    }
}

/// First words of actions.
pub type Verbs = BTreeSet<&'static str>;

/// So many steps a case is played on.
const WALK: u32 = 40;
/// The costly laws are checked this often on the way.
const WALK_THOROUGH: u32 = 13;

/// The verbs of all options at a table.
fn verbs<G: Game>(table: &Table<G>) -> Verbs {
    let options = Seat::first(table.game().seats()).flat_map(|seat| table.legal(seat));
    options.map(|action| action.verb()).collect()
}

/// One case of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// A sentence.
    pub name: String,
    /// The rule it is about.
    pub proves: Option<String>,
    /// Where its name stands, from 1.
    pub line: usize,
    given: Vec<Line>,
    play: Vec<Line>,
}

/// A line with its number in the file.
type Line = (usize, String);

/// The cases of a file.
///
/// # Errors
/// With line and reason, if the file cannot be read.
pub fn read(text: &str) -> Result<Vec<Case>, String> {
    let mut shared: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    let mut cases: Vec<Case> = vec![];
    let mut sharing: Option<String> = None;
    for (at, raw) in text.lines().enumerate() {
        let (number, line) = (at + 1, bare(raw));
        let wrong = |why: &str| format!("line {number}: {why}: `{line}`");
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix(":: ") {
            if shared.insert(name.to_owned(), vec![]).is_some() {
                return Err(wrong("these lines have a name that others have already"));
            }
            sharing = Some(name.to_owned());
        } else if let Some(name) = line.strip_prefix("== ") {
            if cases.iter().any(|case| case.name == name) {
                return Err(wrong("another case has this name"));
            }
            sharing = None;
            let (given, play) = (vec![], vec![]);
            cases.push(Case { name: name.to_owned(), proves: None, line: number, given, play });
        } else if let Some(lines) = sharing.as_ref().and_then(|name| shared.get_mut(name)) {
            lines.push((number, line.to_owned()));
        } else if let Some(case) = cases.last_mut() {
            case.add(number, line, &shared).map_err(|why| wrong(&why))?;
        } else {
            return Err(wrong("expected `== ` and the name of a case first"));
        }
    }
    match cases.iter().find(|case| case.play.is_empty()) {
        Some(empty) => Err(format!("line {}: `{}` plays nothing", empty.line, empty.name)),
        None => Ok(cases),
    }
}

/// A line without its comment.
fn bare(raw: &str) -> &str {
    raw.split('#').next().unwrap_or_default().trim()
}

impl Case {
    fn add(&mut self, number: usize, line: &str, shared: &BTreeMap<String, Vec<Line>>) -> Result<(), String> {
        if let Some(id) = line.strip_prefix("proves ") {
            return match self.proves.replace(id.trim().to_owned()) {
                None if !id.contains([' ', ',']) => Ok(()),
                _ => Err("a case is about one rule".to_owned()),
            };
        }
        let Some(given) = line.strip_prefix("given ") else {
            self.play.push((number, line.to_owned()));
            return Ok(());
        };
        if !self.play.is_empty() {
            return Err("lay the table out before it is played at".to_owned());
        }
        let (name, rest) = given.split_once(' ').unwrap_or((given, ""));
        match shared.get(name) {
            Some(lines) => {
                self.given.extend(lines.iter().map(|(_, text)| (number, text.replace('$', rest.trim()))));
            }
            None => self.given.push((number, given.to_owned())),
        }
        Ok(())
    }

    /// Plays the case, and then goes on at random for a while: where a case ends is often a place that random games
    /// seldom see, and the laws hold there too. Gives back the verbs that were an option on the way.
    ///
    /// # Errors
    /// With the line at fault and the reason, or the law that was broken afterwards.
    ///
    /// # Panics
    /// If the rule it is about was never carried out.
    pub fn run<S: Scene>(&self, rng: &mut (impl Rng + Clone)) -> Result<Verbs, String> {
        let mut offered = Verbs::new();
        let table = self.played::<S>(&mut offered)?;
        if !S::goes_on(&table) {
            return Ok(offered);
        }
        let care = Care { steps_max: WALK, thorough: WALK_THOROUGH };
        let walk = laws::walk(table, rng, care, |_, _| Ok(()))
            .map_err(|why| format!("line {}: played on at random: {why}", self.line))?;
        offered.extend(walk.offered);
        Ok(offered)
    }

    fn played<S: Scene>(&self, offered: &mut Verbs) -> Result<Table<S::Game>, String> {
        let _proof = self.proves.clone().map(|id| Proof::of(vec![id.into()]));
        let mut table = self.laid_out::<S>()?;
        let mut story = vec![];
        for (number, line) in &self.play {
            offered.extend(verbs(&table));
            if line == "again" {
                S::holds(&table).map_err(|why| format!("line {number}: before it, {why}"))?;
                (table, story) = (self.laid_out::<S>()?, vec![]);
                continue;
            }
            let own = S::line(&mut table, line);
            let played = own.unwrap_or_else(|| script::play_line(&mut table, line, &mut story));
            played.map_err(|why| {
                let mut page = crate::Page::default();
                table.game().draw(table.state(), &mut page);
                format!("line {number}: `{line}`: {why}\n{}", page.to_text())
            })?;
        }
        S::holds(&table).map_err(|why| format!("line {}: after the last line, {why}", self.line))?;
        Ok(table)
    }

    fn laid_out<S: Scene>(&self) -> Result<Table<S::Game>, String> {
        let mut scene = S::default();
        for (number, line) in &self.given {
            scene.given(line).map_err(|why| format!("line {number}: given `{line}`: {why}"))?;
        }
        scene.table().map_err(|why| format!("line {}: {why}", self.line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_lines_take_the_place_of_their_name() {
        let read =
            read(":: duel\nput a1 $\nput b1 KN1\n== A case  # said\nproves X-1\ngiven duel KN2\ndraw 3C")
                .unwrap();
        let given: Vec<&str> = read[0].given.iter().map(|(_, line)| line.as_str()).collect();
        assert_eq!(given, ["put a1 KN2", "put b1 KN1"]);
        assert_eq!((read[0].name.as_str(), read[0].proves.as_deref()), ("A case", Some("X-1")));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_refused_with_its_line() {
        for (text, why) in [
            ("draw 3C", "line 1: expected"),
            ("== A\ndraw 1\n== A\ndraw 1", "line 3: another case"),
            ("== A\nproves X-1, X-2\ndraw 1", "line 2: a case is about one rule"),
            ("== A\ndraw 1\ngiven x", "line 3: lay the table out"),
            ("== A\n", "line 1: `A` plays nothing"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.starts_with(why), "{found}");
        }
    }
}
