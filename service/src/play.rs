//! A game at the prompt: the table, numbered actions, and what a person types.

use crate::{
    Error,
    cli::{Dice, PlayArgs},
    ink, read_pack, read_record,
    session::{Eyes, Session},
};
use bots::{any::Companion, levels::Level, players::Agent};
use catalog::Choice;
use kernel::{Ink, Seat, SeatSet, Turn};
use std::{
    io::{self, BufRead, Write},
    path::Path,
};

const HELP: &str = "\
  a number       take that action
  the notation   the same in words, such as `attack e1` (with several of your seats: `2: attack e1`)
  table          show the table again
  hint           what a strong bot would do in your place, and why
  bot            let a bot act before you (where anybody may act next)
  undo           take back your last decision; the dice will fall as they fell
  save FILE      write the game to a file; `understudy replay FILE` checks it
  load FILE      go on with a saved game
  quit           leave
";

/// What a person wants.
enum Wish {
    Line(String),
    Quit,
}

/// The prompt: where it reads and writes, and who sits where.
struct Prompt<'a> {
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    bots: Vec<Seat>,
    /// Plays those seats.
    companion: Companion,
    /// Is asked for hints; made when it is.
    adviser: Option<Companion>,
    dice: Dice,
    content: Option<std::path::PathBuf>,
}

/// Plays a game from the first step to the last, or until the person leaves.
///
/// # Errors
/// If the game cannot be set up or the terminal is gone. Wrong input is no error: it gets a sentence.
pub fn play(args: PlayArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Error> {
    let mut session = open(&args)?;
    let bots = bots(&args.bots, session.table.seats())?;
    session.eyes = eyes(&bots, session.table.seats());
    let companion = Companion::new(session.record.game, args.level);
    let mut prompt =
        Prompt { input, out, bots, companion, adviser: None, dice: args.dice, content: args.content };
    writeln!(
        prompt.out,
        "seed {} (the same seed and choices give the same game); `help` for help",
        session.record.seed.as_deref().unwrap_or_default()
    )?;
    loop {
        match session.table.turn() {
            Turn::Over => return prompt.over(&session),
            Turn::Chance if prompt.dice == Dice::House || session.table.house_draws() => {
                prompt.house_rolls(&mut session)?
            }
            Turn::Chance => {
                if !prompt.ask_outcome(&mut session)? {
                    return Ok(());
                }
            }
            Turn::Each(_) | Turn::Any(_) if session.only_asks(&prompt.bots) => {
                prompt.bot_acts(&mut session)?
            }
            Turn::Each(_) | Turn::Any(_) => {
                if !prompt.ask_action(&mut session)? {
                    return Ok(());
                }
            }
        }
    }
}

fn open(args: &PlayArgs) -> Result<Session, Error> {
    if let Some(file) = &args.load {
        let record = read_record(file)?;
        let pack = read_pack(record.game, args.content.as_deref())?;
        return Session::resume(record, &pack, file, fresh_seed());
    }
    let pack = read_pack(args.game, args.content.as_deref())?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    Session::new(args.game, args.options.clone(), &pack, seed)
}

/// A seed nobody chose. The standard library's hash keys are random for each process.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 16
}

pub(crate) fn bots(text: &str, seats: u8) -> Result<Vec<Seat>, Error> {
    let wrong = || Error::Bots { found: text.to_owned(), seats };
    match text {
        "all" => Ok(Seat::first(seats).collect()),
        "none" => Ok(vec![]),
        "others" => Ok(Seat::first(seats).skip(1).collect()),
        list => list
            .split(',')
            .map(|n| n.trim().parse().ok().and_then(|n| Seat::checked(n, seats)).ok_or_else(wrong))
            .collect(),
    }
}

/// One person sees what their seat sees; several share the screen and see what everybody sees.
fn eyes(bots: &[Seat], seats: u8) -> Eyes {
    let mut people = Seat::first(seats).filter(|seat| !bots.contains(seat));
    match (people.next(), people.next()) {
        (None, _) => Eyes::Everything,
        (Some(only), None) => Eyes::Of(Some(only)),
        (Some(_), Some(_)) => Eyes::Of(None),
    }
}

impl Prompt<'_> {
    fn over(&mut self, session: &Session) -> Result<(), Error> {
        ink::page(self.out, &session.table.draw())?;
        let title = ink::style(Ink::Title);
        writeln!(self.out, "\n{title}{}{title:#}", session.table.result().unwrap_or_default())?;
        Ok(())
    }

    fn house_rolls(&mut self, session: &mut Session) -> Result<(), Error> {
        if let Some(line) = session.roll() {
            let (line, story) = session.play(&line)?;
            ink::step(self.out, &line, &story)?;
        }
        Ok(())
    }

    fn bot_acts(&mut self, session: &mut Session) -> Result<(), Error> {
        if let Some(hint) = session.bot_action(&self.bots, &mut self.companion) {
            let (line, story) = session.play(&hint.line)?;
            ink::step(self.out, &line, &story)?;
        }
        Ok(())
    }

    fn hint(&mut self, session: &Session) -> io::Result<()> {
        let asked = session.table.turn().asked();
        let own: SeatSet = asked.into_iter().filter(|seat| !self.bots.contains(seat)).collect();
        let game = session.record.game;
        let adviser = self.adviser.get_or_insert_with(|| Companion::new(game, Agent::Level(Level::Master)));
        match session.hint(own, adviser) {
            Some(hint) => {
                let good = ink::style(Ink::Good);
                writeln!(self.out, "{good}{}{good:#}\n  {}", hint.line, hint.reason)
            }
            None => writeln!(self.out, "nobody of yours is asked now"),
        }
    }

    /// The person tells what their own cards and dice showed. False to leave.
    fn ask_outcome(&mut self, session: &mut Session) -> Result<bool, Error> {
        let strong = ink::style(Ink::Strong);
        writeln!(self.out, "{strong}{}{strong:#}", session.table.prompt())?;
        loop {
            let Wish::Line(typed) = self.read("what came?")? else { return Ok(false) };
            if self.command(session, &typed)? {
                return Ok(true);
            }
            match session.outcome_named(&typed) {
                Some(outcome) => {
                    let (line, story) = session.tell(&outcome)?;
                    ink::step(self.out, &line, &story)?;
                    return Ok(true);
                }
                None => {
                    let possible: Vec<String> = session.table.odds().into_iter().map(|(o, _)| o).collect();
                    writeln!(self.out, "`{typed}` cannot come now. Possible: {}", possible.join(", "))?;
                }
            }
        }
    }

    /// The person decides for one of their seats. False to leave.
    fn ask_action(&mut self, session: &mut Session) -> Result<bool, Error> {
        let choices = self.offer(session)?;
        loop {
            let Wish::Line(typed) = self.read("which?")? else { return Ok(false) };
            if self.command(session, &typed)? {
                return Ok(true);
            }
            let Some((seat, action)) = chosen(&choices, &typed) else {
                writeln!(
                    self.out,
                    "`{typed}` is none of these. Type a number from 1 to {}, the words of an action, or `help`.",
                    choices.len()
                )?;
                continue;
            };
            match session.decide(seat, &action) {
                Ok((line, story)) => {
                    ink::step(self.out, &line, &story)?;
                    return Ok(true);
                }
                Err(refused) => writeln!(self.out, "{refused}")?,
            }
        }
    }

    /// Shows the table and numbers what the person's seats may do.
    fn offer(&mut self, session: &Session) -> Result<Vec<(Seat, Choice)>, Error> {
        let mut own = session.table.turn().asked().into_iter().filter(|seat| !self.bots.contains(seat));
        let page = match (session.eyes, own.next(), own.next()) {
            (Eyes::Everything, _, _) => session.table.draw(),
            (Eyes::Of(_), Some(only), None) => session.table.draw_for(Some(only)),
            (Eyes::Of(eyes), _, _) => session.table.draw_for(eyes),
        };
        ink::page(self.out, &page)?;
        let (strong, dim) = (ink::style(Ink::Strong), ink::style(Ink::Dim));
        writeln!(self.out, "{strong}{}{strong:#}", session.table.prompt())?;
        let mut choices = Vec::new();
        for seat in session.table.turn().asked().into_iter().filter(|seat| !self.bots.contains(seat)) {
            writeln!(self.out, "{strong}{}{strong:#}", session.table.seat_name(seat))?;
            for choice in session.table.choices(seat) {
                choices.push((seat, choice.clone()));
                writeln!(
                    self.out,
                    "{:>4}  {:<60} {dim}{}{dim:#}",
                    choices.len(),
                    choice.label,
                    choice.notation
                )?;
            }
        }
        Ok(choices)
    }

    fn read(&mut self, question: &str) -> Result<Wish, Error> {
        loop {
            write!(self.out, "{question} ")?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(Wish::Quit);
            }
            match line.trim() {
                "" => {}
                "q" | "quit" | "exit" => return Ok(Wish::Quit),
                other => return Ok(Wish::Line(other.to_owned())),
            }
        }
    }

    /// Carries out a command of the prompt; false if it is none. True also means: show the table again.
    fn command(&mut self, session: &mut Session, typed: &str) -> Result<bool, Error> {
        let (word, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        match (word, rest.trim()) {
            ("help" | "h" | "?", _) => write!(self.out, "{HELP}")?,
            ("table" | "t", _) => {}
            ("undo" | "u", _) => {
                let told =
                    if session.undo() { "taken back" } else { "there is nothing of yours to take back" };
                writeln!(self.out, "{told}")?;
            }
            ("hint", _) => self.hint(session)?,
            ("bot" | "b", _) => {
                let other = session.table.turn().asked().into_iter().any(|seat| self.bots.contains(&seat));
                if other {
                    self.bot_acts(session)?;
                } else {
                    writeln!(self.out, "no bot may act now")?;
                }
            }
            ("save" | "load", "") => writeln!(self.out, "`{word}` needs a file name")?,
            ("save", file) => match std::fs::write(file, session.record.to_string()) {
                Ok(()) => writeln!(self.out, "saved {} steps to {file}", session.record.steps.len())?,
                Err(why) => writeln!(self.out, "{file}: {why}; nothing was saved")?,
            },
            ("load", file) => self.load(session, Path::new(file))?,
            (_, _) => return Ok(false),
        }
        Ok(true)
    }

    fn load(&mut self, session: &mut Session, file: &Path) -> io::Result<()> {
        let loaded = read_record(file).and_then(|record| {
            let pack = read_pack(record.game, self.content.as_deref())?;
            Session::resume(record, &pack, file, fresh_seed())
        });
        match loaded {
            Ok(mut other) => {
                other.eyes = session.eyes;
                *session = other;
                writeln!(self.out, "{} steps played again", session.record.steps.len())
            }
            Err(why) => writeln!(self.out, "{why}; the game here goes on"),
        }
    }
}

/// What a typed line means: a number, an action in words, or `2: action` for one of several seats.
fn chosen(choices: &[(Seat, Choice)], typed: &str) -> Option<(Seat, String)> {
    if let Ok(number) = typed.parse::<usize>() {
        return choices.get(number.checked_sub(1)?).map(|(seat, choice)| (*seat, choice.notation.clone()));
    }
    let (wanted, action) = match typed.split_once(':') {
        Some((seat, action)) => (seat.trim().trim_start_matches("seat ").parse::<u8>().ok(), action.trim()),
        None => (None, typed),
    };
    let fits = |(seat, choice): &&(Seat, Choice)| {
        choice.notation.eq_ignore_ascii_case(action) && wanted.is_none_or(|n| n == seat.number())
    };
    choices.iter().find(fits).map(|(seat, choice)| (*seat, choice.notation.clone()))
}
