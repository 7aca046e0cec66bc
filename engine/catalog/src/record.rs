//! A whole game as readable text: what was agreed on, then each step. Replaying it needs no generator.

use crate::{AnyStep, AnyTable, GameKind, PackFiles, PlayError, SetupError};
use std::fmt;

const TITLE: &str = "understudy record 1";

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub game: GameKind,
    pub options: Vec<(String, String)>,
    /// The fingerprint of the content it was played with.
    pub content: String,
    /// What its dice follow from: a number somebody chose, or 64 hexadecimal digits. Not told while a match runs.
    pub seed: Option<String>,
    /// SHA-256 of the seed, known before the first step.
    pub commitment: Option<String>,
    /// Steps such as `seat 2: attack e1` and `chance: draw 8H`; `told: draw 8H` if people drew it, `card: ...` for a card of
    /// their own box.
    pub steps: Vec<String>,
}

/// A text that is no record, or whose steps cannot have been played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    #[error("line 1: this is no record; its first line should be `{TITLE}`")]
    Title,
    #[error("line {line}: `{found}`; expected {expected}")]
    Line { line: usize, found: String, expected: &'static str },
    #[error("the record does not say which game it is of; a line `game para_roles` is missing")]
    NoGame,
    #[error(
        "it was played with content {wanted}, but the content here is {found}; give the same pack with --content"
    )]
    Content { wanted: String, found: String },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("step {step}: {why}")]
    Step { step: usize, why: PlayError },
}

impl Record {
    /// Plays all steps again, each one checked.
    ///
    /// # Errors
    /// At the first step that is not legal, or if the table cannot be set up.
    pub fn replay(&self, pack: &PackFiles) -> Result<Box<dyn AnyTable>, BadRecord> {
        self.replay_with(pack, |_, _, _| {})
    }

    /// Plays all steps again and shows each with its story and the table after it.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn replay_with(
        &self,
        pack: &PackFiles,
        mut each: impl FnMut(&str, &[String], &dyn AnyTable),
    ) -> Result<Box<dyn AnyTable>, BadRecord> {
        let found = pack.fingerprint();
        if found != self.content {
            return Err(BadRecord::Content { wanted: self.content.clone(), found });
        }
        let mut table = self.game.table(&self.options, pack)?;
        for (i, step) in self.steps.iter().enumerate() {
            let played = step.parse().and_then(|step: AnyStep| table.play(&step));
            let (step, story) = played.map_err(|why| BadRecord::Step { step: i + 1, why })?;
            each(&step.to_string(), &story, table.as_ref());
        }
        Ok(table)
    }

    /// Everything that fell counts as told: the dice from here on are others.
    pub fn forget_dice(&mut self) {
        for line in &mut self.steps {
            if let Ok(AnyStep::Chance(outcome)) = line.parse() {
                *line = reported(&outcome);
            }
        }
    }
    /// Reads a record.
    ///
    /// # Errors
    /// With the line at fault and what was expected there.
    pub fn read(text: &str) -> Result<Record, BadRecord> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        if lines.next().map(|(_, line)| line) != Some(TITLE) {
            return Err(BadRecord::Title);
        }
        let mut game = None;
        let mut record = Record {
            game: GameKind::ParaRoles,
            options: vec![],
            content: String::new(),
            seed: None,
            commitment: None,
            steps: vec![],
        };
        for (line, words) in lines.filter(|(_, words)| !words.is_empty() && !words.starts_with('#')) {
            let bad = |expected| BadRecord::Line { line, found: words.to_owned(), expected };
            match words.split_once(' ') {
                Some(("game", name)) => {
                    game = Some(name.parse().map_err(|_| bad("a game such as para_roles"))?)
                }
                Some(("option", rest)) => {
                    let (name, value) = rest.split_once(' ').ok_or_else(|| bad("`option NAME VALUE`"))?;
                    record.options.push((name.to_owned(), value.to_owned()));
                }
                Some(("content", name)) => name.clone_into(&mut record.content),
                Some(("seed", seed)) if is_seed(seed) => record.seed = Some(seed.to_owned()),
                Some(("seed", _)) => return Err(bad("`seed NUMBER`, or 64 hexadecimal digits")),
                Some(("commitment", hash)) => record.commitment = Some(hash.to_owned()),
                Some((_, _)) if words.contains(':') => record.steps.push(words.to_owned()),
                Some((_, _)) | None => {
                    return Err(bad(
                        "game, option, content, seed, commitment, or a step such as `seat 0: defend`",
                    ));
                }
            }
        }
        record.game = game.ok_or(BadRecord::NoGame)?;
        Ok(record)
    }
}

/// How the line of something begins that people told; the dice of a record do not prove it.
const REPORTED: &str = "told: ";

/// The line of what people told.
#[must_use]
pub fn reported(outcome: &str) -> String {
    format!("{REPORTED}{outcome}")
}

/// Did people tell this step?
#[must_use]
pub fn is_reported(line: &str) -> bool {
    line.starts_with(REPORTED)
}

fn is_seed(text: &str) -> bool {
    text.parse::<u64>().is_ok() || text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        writeln!(f, "game {}", self.game)?;
        for (name, value) in &self.options {
            writeln!(f, "option {name} {value}")?;
        }
        writeln!(f, "content {}", self.content)?;
        if let Some(seed) = &self.seed {
            writeln!(f, "seed {seed}")?;
        }
        if let Some(commitment) = &self.commitment {
            writeln!(f, "commitment {commitment}")?;
        }
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played() -> Record {
        let mut record = Record {
            game: GameKind::ParaRoles,
            options: vec![("campaign".into(), "dragons_tower".into())],
            content: "built-in".into(),
            seed: Some("7".into()),
            commitment: None,
            steps: vec![],
        };
        let lines = ["seat 3: done", "seat 2: attack e1", "chance: draw 8H", "told: draw 3C"];
        record.steps = lines.map(String::from).to_vec();
        record
    }

    #[test]
    fn a_record_reads_back_and_replays() {
        let record = played();
        assert_eq!(Record::read(&record.to_string()).unwrap(), record);
        let mut stories = Vec::new();
        record.replay_with(&PackFiles::default(), |_, story, _| stories.extend(story.to_vec())).unwrap();
        assert!(stories.iter().any(|line| line.contains("takes 1 (1 HP left)")), "{stories:?}");
    }

    #[test]
    fn what_people_put_right_is_a_line_of_the_record() {
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let record = Record {
            game: GameKind::FriendsAndFoes,
            options: vec![option("formations", "WB-1,WB-5"), option("decks", "hidden,hidden")],
            steps: ["seat 0: buy 0", "set: 1.hand 9", "seat 1: buy 0"].map(String::from).to_vec(),
            ..played()
        };
        assert_eq!(Record::read(&record.to_string()).unwrap(), record);
        let mut told = Vec::new();
        let table = record.replay_with(&PackFiles::default(), |line, story, _| {
            told.push((line.to_owned(), story.to_vec()));
        });
        assert_eq!(told[1], ("set: 1.hand 9".to_owned(), vec!["set: 1.hand 9".to_owned()]));
        assert!(table.unwrap().draw().to_text().contains("hand 9, deck 43"));
        let wrong = Record { steps: vec!["set: 1.hand 99".into()], ..record };
        let why = wrong.replay(&PackFiles::default()).err().expect("must be refused").to_string();
        assert!(why.contains("step 1: `99` cannot be set; expected 0 to 52"), "{why}");
    }

    #[test]
    fn a_damaged_record_is_refused_with_the_place_and_the_reason() {
        let text = played().to_string();
        let why = |damaged: String| match Record::read(&damaged) {
            Err(bad) => bad.to_string(),
            Ok(record) => record.replay(&PackFiles::default()).err().expect("must be refused").to_string(),
        };
        assert!(why(String::new()).contains("this is no record"));
        assert!(why(text.replace("game para_roles", "game chess")).contains("line 2: `game chess`"));
        assert!(why(text.replace("game para_roles\n", "")).contains("which game"));
        assert!(why(text.replace("seed 7", "seed x")).contains("line 5: `seed x`; expected `seed NUMBER`"));
        assert!(why(text.replace("option campaign", "option speed")).contains("there is no option `speed`"));
        assert!(why(text.replace("draw 8H", "draw 8X")).contains("step 3: `chance: draw 8X` is no step"));
        assert!(why(text.replace("draw 3C", "draw 8H")).contains("step 4: `draw 8H` cannot happen now"));
        assert!(why(text.replace("attack e1", "attack e2")).contains("step 2: `attack e2` is not possible"));
        assert!(why(text.replace("content built-in", "content 00ff")).contains("played with content 00ff"));
        assert!(why(text + "nonsense\n").contains("line 10: `nonsense`; expected game, option"));
    }
}
