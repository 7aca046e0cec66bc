//! Tests written in notation: a table and a few lines of play; the line at fault is named.
//!
//! ```text
//! seat 2: attack e1        # a decision
//! draw 8H                  # an outcome of chance
//! set: e1.hp 3             # something is put right
//! card: minion "Imp" ...   # a card of somebody's own box, by what is printed on it
//! says Minion takes 1      # some line of the story since the last step contains this
//! e1.hp is 3               # a fact of the table
//! seat 2 may cure h1       # an option, or `may not`
//! asked seat 0, seat 3     # exactly these seats are asked; `asked chance`, `asked nobody`
//! seat 2 has 3 options     # so many and no more
//! refused seat 2: cure e1  # not taken, and nothing changes; `... because at full HP` looks into the reason
//! says not takes 1         # no line of the story since the last step contains this
//! ```
//!
//! Everything behind `#` is a comment.

use crate::{Log, Notation, Seat, Show, Step, Table, Turn};

/// Plays the lines; gives back the table as it stands then.
///
/// # Panics
/// With the line and the reason, if a line is refused or untrue.
#[track_caller]
pub fn play<G: Show>(mut table: Table<G>, script: &str) -> Table<G> {
    let mut story = Vec::new();
    for (number, raw) in script.lines().enumerate() {
        let line = raw.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if let Err(why) = play_line(&mut table, line, &mut story) {
            let mut page = crate::Page::default();
            table.game().draw(table.state(), &mut page);
            panic!("line {}: `{line}`: {why}\n{}", number + 1, page.to_text());
        }
    }
    table
}

/// Plays one line; `story` is what the last step told.
///
/// # Errors
/// With a sentence, if the line is refused or untrue.
pub fn play_line<G: Show>(table: &mut Table<G>, line: &str, story: &mut Vec<G::Event>) -> Result<(), String> {
    if let Some(unwanted) = line.strip_prefix("says not ") {
        let found = story.iter().map(ToString::to_string).find(|said| said.contains(unwanted.trim()));
        return found.map_or(Ok(()), |said| Err(format!("the story says {said}")));
    }
    if let Some(wanted) = line.strip_prefix("says ") {
        let told = story.iter().any(|event| event.to_string().contains(wanted.trim()));
        let all = || story.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
        return if told { Ok(()) } else { Err(format!("the story is: {}", all())) };
    }
    if let Some(wanted) = line.strip_prefix("asked ") {
        return asked(table, wanted.trim());
    }
    if let Some(tried) = line.strip_prefix("refused ") {
        return refused(table, tried.trim());
    }
    if let Some((seat, count)) = line.strip_suffix(" options").and_then(|l| l.split_once(" has ")) {
        let seat: Seat = seat.trim().parse().map_err(|e| format!("{e}"))?;
        let legal = table.legal(seat);
        let all = || legal.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        return deny(count.trim() != legal.len().to_string(), &format!("it has {}: {}", legal.len(), all()));
    }
    if let Some((name, wanted)) = line.split_once(" is ") {
        let found = table.game().fact(table.state(), name.trim()).ok_or("there is no such fact")?;
        return if found == wanted.trim() { Ok(()) } else { Err(format!("it is {found}")) };
    }
    if let Some((seat, action)) = line.split_once(" may not ") {
        return may(table, seat, action).and_then(|yes| deny(yes, "it may"));
    }
    if let Some((seat, action)) = line.split_once(" may ") {
        return may(table, seat, action).and_then(|yes| deny(!yes, "it may not"));
    }
    let mut log = Log::on();
    if let Some(text) = line.strip_prefix("set: ") {
        table.correct(text, &mut log).map_err(|refused| refused.to_string())?;
        *story = log.take();
        return Ok(());
    }
    if let Some(text) = line.strip_prefix("card: ") {
        return table.tell_card(text).map(|_| ()).map_err(|refused| refused.to_string());
    }
    let step = read_step::<G::Action, G::Chance>(line)?;
    table.play(step, &mut log).map_err(|refused| refused.to_string())?;
    *story = log.take();
    Ok(())
}

fn deny(wrong: bool, why: &str) -> Result<(), String> {
    if wrong { Err(why.to_owned()) } else { Ok(()) }
}

/// `seat 2: attack e9`, or `set: e1.hp 99 because at most 13`: must be refused, and nothing changes.
fn refused<G: Show>(table: &Table<G>, tried: &str) -> Result<(), String> {
    let (line, wanted) = tried.split_once(" because ").unwrap_or((tried, ""));
    let mut copy = table.clone();
    match play_line(&mut copy, line, &mut vec![]) {
        Ok(()) => Err("it was taken".to_owned()),
        Err(_) if copy.state() != table.state() => Err("it was refused, but the table changed".to_owned()),
        Err(why) => deny(!why.contains(wanted.trim()), &format!("it is refused because {why}")),
    }
}

fn may<G: Show>(table: &Table<G>, seat: &str, action: &str) -> Result<bool, String> {
    let seat: Seat = seat.trim().parse().map_err(|e| format!("{e}"))?;
    let action: G::Action = action.trim().parse().map_err(|e| format!("{e}"))?;
    Ok(table.legal(seat).contains(&action))
}

fn asked<G: Show>(table: &Table<G>, wanted: &str) -> Result<(), String> {
    let found = match table.turn() {
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "nobody".to_owned(),
        turn @ (Turn::Each(_) | Turn::Any(_)) => {
            turn.asked().into_iter().map(|s| s.to_string()).collect::<Vec<_>>().join(", ")
        }
    };
    deny(found != wanted, &format!("asked is {found}"))
}

/// Reads `seat 2: attack e1`, `chance: draw 8H` or plain `draw 8H`.
///
/// # Errors
/// With a sentence, if the line is no step.
pub fn read_step<A: Notation, C: Notation>(line: &str) -> Result<Step<A, C>, String> {
    match line.split_once(':') {
        Some((who, outcome)) if who.trim() == "chance" => {
            outcome.parse().map(Step::Chance).map_err(|e: crate::BadNotation| e.to_string())
        }
        Some((who, action)) => {
            let seat: Seat = who.trim().parse().map_err(|e: crate::BadNotation| e.to_string())?;
            let action = action.parse().map_err(|e: crate::BadNotation| e.to_string())?;
            Ok(Step::Act { seat, action })
        }
        None => line.parse().map(Step::Chance).map_err(|e: crate::BadNotation| e.to_string()),
    }
}
