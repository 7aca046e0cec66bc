//! A game at the prompt: the table, numbered actions, and what a person types.

use crate::{
    Error,
    cli::{Dice, PlayArgs},
    fallen, ink, offers, read_pack, read_record,
    session::Session,
    typing::{NO_TEXT, Typed, read_line},
};
use bots::{any::Companion, levels::Level, players::Agent};
use catalog::{AnyStep, Choice, Disclosed};
use kernel::{Ink, Seat, SeatSet, Turn};
use std::{
    fs::File,
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
};

const HELP: &str = "\
  a number       take that action
  the notation   the same in words, such as `attack e1` (with several of your seats: `2: attack e1`)
  8H, 10S, 5     with your own cards and dice: what came; a card is its rank and H, D, S or C, a die its number
  table, board   show the table again
  hint           what a strong bot would do in your place, and why
  bot            let a bot act before you (where anybody may act next)
  undo           take back what you decided or told last (`undo 3`: the last three); the dice will fall as they fell
  set WHAT       at a real table: put right what went astray, such as `set a1.health 3`; `set ?` says what can be
  save FILE      write the game to a file; `understudy replay FILE` checks it
  save! FILE     the same, also over a file that is there
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
    content: Option<PathBuf>,
    kept: Kept,
    /// People who share this screen.
    people: Vec<Seat>,
    /// Who looks at it, where not all may see the same.
    at_screen: Option<Seat>,
    /// Orders of bots since somebody here was asked last: they are one list.
    orders: u32,
}

/// What is known of the file this game is in.
#[derive(Default)]
struct Kept {
    /// A person types here, who can be asked; a pipe cannot.
    asks: bool,
    /// The file that was written last, and the steps in it.
    file: Option<PathBuf>,
    steps: Vec<String>,
    /// Whoever wants to leave has been told that steps would be lost.
    told: bool,
}

/// Plays a game from the first step to the last, or until the input ends or says so.
///
/// # Errors
/// If the game cannot be set up or the terminal is gone. Wrong input is no error: it gets a sentence.
pub fn play(args: PlayArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Error> {
    play_with(args, input, out, false)
}

/// The same with a person (`asks`), who is told before steps are lost.
///
/// # Errors
/// As above.
pub fn play_with(
    args: PlayArgs,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    asks: bool,
) -> Result<(), Error> {
    let mut session = open(&args)?;
    let kept = Kept { asks, steps: session.record.steps.clone(), ..Kept::default() };
    let bots = bots(&args.bots, session.table.seats())?;
    if let Some(seat) = bots.iter().copied().find(|seat| session.table.needs_person(*seat)) {
        return Err(Error::BotsCards { found: args.bots, seat });
    }
    args.level.suits(session.record.game)?;
    let companion = Companion::new(session.record.game, args.level);
    let people: Vec<Seat> = Seat::first(session.table.seats()).filter(|seat| !bots.contains(seat)).collect();
    // Alone at the screen: nobody else looks on.
    let at_screen = people.first().copied().filter(|_| people.len() == 1);
    let (dice, content) = (args.dice, args.content);
    let adviser = None;
    let mut prompt =
        Prompt { input, out, bots, companion, adviser, dice, content, kept, people, at_screen, orders: 0 };
    writeln!(
        prompt.out,
        "seed {} (the same seed and choices give the same game); `help` for help",
        session.record.seed.as_deref().unwrap_or_default()
    )?;
    loop {
        match session.table.turn() {
            Turn::Over => return prompt.over(&session),
            Turn::Chance if session.house_rolls(prompt.dice == Dice::House) => {
                prompt.house_rolls(&mut session)?
            }
            Turn::Chance => {
                if !prompt.ask_outcome(&mut session)? {
                    return Ok(());
                }
            }
            Turn::Each(_) | Turn::Any(_) => {
                if let Some(told) = session.by_order()? {
                    prompt.show(&told)?;
                } else if session.only_asks(&prompt.bots) {
                    prompt.bot_acts(&mut session)?;
                } else if !prompt.ask_action(&mut session)? {
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

impl Prompt<'_> {
    fn over(&mut self, session: &Session) -> Result<(), Error> {
        ink::page(self.out, &session.table.draw())?;
        let title = ink::style(Ink::Title);
        writeln!(self.out, "\n{title}{}{title:#}", session.table.result().unwrap_or_default())?;
        crate::heroes(self.out, &*session.table)?;
        // A finished game can still be kept.
        if self.kept.asks && !self.would_lose(session)? {
            return Ok(());
        }
        let mut line = String::new();
        while self.input.read_line(&mut line)? > 0 {
            match line.trim().split_once(' ') {
                Some(("save", file)) => self.save(session, file.trim(), false)?,
                Some(("save!", file)) => self.save(session, file.trim(), true)?,
                Some(_) | None => return Ok(()),
            }
            line.clear();
        }
        Ok(())
    }

    fn house_rolls(&mut self, session: &mut Session) -> Result<(), Error> {
        if let Some(step) = session.roll() {
            let told = session.play(&step)?;
            self.show(&told)?;
        }
        Ok(())
    }

    /// What the person at the screen may read of a step; where people share it, what all may.
    fn show(&mut self, told: &Disclosed) -> io::Result<()> {
        let eyes = self.at_screen.filter(|_| self.people.len() == 1);
        let line = if told.is_open_to(eyes) { told.step.to_string() } else { told.step.hidden() };
        let story: Vec<String> = told.lines(eyes).map(str::to_owned).collect();
        ink::step(self.out, &line, &story)
    }

    fn bot_acts(&mut self, session: &mut Session) -> Result<(), Error> {
        if let Some(hint) = session.bot_action(&self.bots, &mut self.companion) {
            let told = session.play(&hint.step())?;
            self.show_order(&told)?;
        }
        Ok(())
    }

    /// What a bot did, as a number in the list of what people carry out for it; games without such words show the step.
    fn show_order(&mut self, told: &Disclosed) -> io::Result<()> {
        let eyes = self.at_screen.filter(|_| self.people.len() == 1);
        let Some(order) = told.order.as_ref().filter(|_| told.is_open_to(eyes)) else {
            return self.show(told);
        };
        ink::order(self.out, &mut self.orders, order, told.lines(eyes))
    }

    fn hint(&mut self, session: &Session) -> io::Result<()> {
        let own = self.asked_here(session);
        let game = session.record.game;
        let adviser = self.adviser.get_or_insert_with(|| Companion::new(game, Agent::Level(Level::Master)));
        match session.hint(own, adviser) {
            Some(hint) => {
                let good = ink::style(Ink::Good);
                writeln!(self.out, "{good}{}{good:#}\n  {}", hint.step(), hint.reason)
            }
            None if own.is_empty() => writeln!(self.out, "nobody of yours is asked now"),
            None => {
                writeln!(self.out, "there is nothing to advise: only you know what happens at your table")
            }
        }
    }

    /// The person tells what their own cards and dice showed. False to leave.
    fn ask_outcome(&mut self, session: &mut Session) -> Result<bool, Error> {
        let strong = ink::style(Ink::Strong);
        writeln!(self.out, "{strong}{}{strong:#}", session.table.prompt())?;
        let form = session.table.form();
        if !form.is_empty() {
            writeln!(self.out, "  {form}")?;
        }
        loop {
            let typed = match self.read("what came?")? {
                Wish::Line(typed) => typed,
                Wish::Quit if self.would_lose(session)? => continue,
                Wish::Quit => return Ok(false),
            };
            if self.command(session, &typed)? {
                return Ok(true);
            }
            match fallen::named(&typed, &*session.table) {
                Some(outcome) => {
                    let told = session.report(&outcome)?;
                    self.show(&told)?;
                    return Ok(true);
                }
                None => writeln!(self.out, "{}", fallen::refusal(&typed, &*session.table))?,
            }
        }
    }

    /// The person decides for one of their seats. False to leave.
    fn ask_action(&mut self, session: &mut Session) -> Result<bool, Error> {
        if !self.pass_the_screen(session)? {
            return Ok(false);
        }
        let choices = self.offer(session)?;
        loop {
            let typed = match self.read("which?")? {
                Wish::Line(typed) => typed,
                Wish::Quit if self.would_lose(session)? => continue,
                Wish::Quit => return Ok(false),
            };
            if self.command(session, &typed)? {
                return Ok(true);
            }
            let Some((seat, action)) = chosen(&choices, &typed) else {
                if self.conflicts(session, &typed)? {
                    continue;
                }
                writeln!(
                    self.out,
                    "`{typed}` is none of these. Type a number from 1 to {}, the words of an action, or `help`.",
                    choices.len()
                )?;
                continue;
            };
            match session.decide(seat, &action) {
                Ok(told) => {
                    self.show(&told)?;
                    return Ok(true);
                }
                Err(refused) => writeln!(self.out, "{refused}")?,
            }
        }
    }

    /// Says what was told earlier that speaks against this; false if nothing does.
    fn conflicts(&mut self, session: &Session, typed: &str) -> io::Result<bool> {
        let asked = self.asked_here(session);
        let Some((seat, why)) =
            asked.into_iter().find_map(|seat| Some(seat).zip(session.table.conflict(seat, typed)))
        else {
            return Ok(false);
        };
        writeln!(self.out, "{why}")?;
        let own = |line: &str| matches!(line.parse(), Ok(AnyStep::Act { seat: by, .. }) if by == seat);
        let mut told = session.record.steps.iter().enumerate().rev().filter(|(_, line)| own(line));
        if let Some((at, line)) = told.find(|(_, line)| offers::is_card(line, last_word(typed))) {
            writeln!(self.out, "it was told in step {}: `{line}`", at + 1)?;
        }
        Ok(true)
    }

    /// Where people share a screen and have secrets, the one who is asked comes to it alone. False to leave.
    fn pass_the_screen(&mut self, session: &Session) -> Result<bool, Error> {
        if self.people.len() < 2 || !session.has_secrets(&self.people) {
            return Ok(true);
        }
        let asked = session.table.turn().asked();
        // Whoever is there already goes on.
        let next = self.at_screen.filter(|seat| asked.contains(*seat));
        let next = next.or_else(|| self.people.iter().copied().find(|seat| asked.contains(*seat)));
        if next == self.at_screen {
            return Ok(true);
        }
        self.at_screen = next;
        let Some(seat) = next else { return Ok(true) };
        // What the last one saw leaves the screen.
        write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        let strong = ink::style(Ink::Strong);
        write!(self.out, "{strong}pass the screen to {seat}{strong:#}, who then presses Enter ")?;
        self.out.flush()?;
        Ok(self.input.read_line(&mut String::new())? > 0)
    }

    /// The seats at the screen that are asked.
    fn asked_here(&self, session: &Session) -> SeatSet {
        let asked = session.table.turn().asked().into_iter().filter(|seat| !self.bots.contains(seat));
        match self.at_screen.filter(|_| session.has_secrets(&self.people)) {
            Some(here) => asked.filter(|seat| *seat == here).collect(),
            None => asked.collect(),
        }
    }

    /// Shows the table and numbers what the person's seats may do.
    fn offer(&mut self, session: &Session) -> Result<Vec<(Seat, Choice)>, Error> {
        let (strong, dim) = (ink::style(Ink::Strong), ink::style(Ink::Dim));
        let here = self.at_screen;
        ink::page(self.out, &session.table.draw_for(here))?;
        writeln!(self.out, "{strong}{}{strong:#}", session.table.prompt_for(here))?;
        let mut choices = Vec::new();
        for seat in self.asked_here(session) {
            writeln!(self.out, "{strong}{}{strong:#}", session.table.seat_name(seat))?;
            let own = session.table.choices(seat);
            let shown = own.iter().map(|choice| (choice.label.as_str(), choice.notation.as_str()));
            for line in offers::lines(choices.len() + 1, shown) {
                writeln!(self.out, "{:>4}  {:<60} {dim}{}{dim:#}", line.numbers, line.label, line.typed)?;
            }
            choices.extend(own.into_iter().map(|choice| (seat, choice)));
        }
        Ok(choices)
    }

    fn read(&mut self, question: &str) -> Result<Wish, Error> {
        self.orders = 0;
        loop {
            write!(self.out, "{question} ")?;
            self.out.flush()?;
            match read_line(self.input)? {
                Typed::End => {
                    writeln!(self.out)?;
                    return Ok(Wish::Quit);
                }
                Typed::NoText => writeln!(self.out, "{NO_TEXT}")?,
                Typed::Line(line) => match line.as_str() {
                    "" => {}
                    "q" | "quit" | "exit" => return Ok(Wish::Quit),
                    _ => {
                        self.kept.told = false;
                        return Ok(Wish::Line(line));
                    }
                },
            }
        }
    }

    /// Carries out a command of the prompt; false if it is none. True also means: show the table again.
    fn command(&mut self, session: &mut Session, typed: &str) -> Result<bool, Error> {
        let (word, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        match (word, rest.trim()) {
            ("help" | "h" | "?", _) => write!(self.out, "{HELP}")?,
            // Where an action is asked for, the table is shown with the question.
            ("table" | "t" | "board" | "board?", _) => {
                if session.table.turn() == Turn::Chance {
                    ink::page(self.out, &session.table.draw_for(self.at_screen))?;
                }
            }
            ("undo" | "u", count) => self.undo(session, count)?,
            ("hint", _) => self.hint(session)?,
            ("set", what) => match session.set(what) {
                Ok(told) => self.show(&told)?,
                Err(why) => writeln!(self.out, "{why}")?,
            },
            ("bot" | "b", _) => {
                let other = session.table.turn().asked().into_iter().any(|seat| self.bots.contains(&seat));
                if other {
                    self.bot_acts(session)?;
                } else {
                    writeln!(self.out, "no bot may act now")?;
                }
            }
            ("save" | "save!" | "load", "") => writeln!(self.out, "`{word}` needs a file name")?,
            ("save", file) => self.save(session, file, false)?,
            ("save!", file) => self.save(session, file, true)?,
            ("load", file) => self.load(session, Path::new(file))?,
            (_, _) => return Ok(false),
        }
        Ok(true)
    }

    fn undo(&mut self, session: &mut Session, count: &str) -> io::Result<()> {
        let wanted = if count.is_empty() { Ok(1) } else { count.parse::<usize>() };
        let Ok(wanted) = wanted else {
            return writeln!(self.out, "`undo {count}`: how many? `undo` takes back one, `undo 3` three");
        };
        match (0..wanted).take_while(|_| session.undo()).count() {
            0 => writeln!(self.out, "there is nothing of yours to take back"),
            1 => writeln!(self.out, "taken back"),
            many => writeln!(self.out, "taken back: {many}"),
        }
    }

    /// Only what this game has written itself is written over without being told to.
    fn save(&mut self, session: &Session, file: &str, over: bool) -> io::Result<()> {
        let own = self.kept.file.as_deref() == Some(Path::new(file));
        let opened = match over || own {
            true => File::create(file),
            false => File::create_new(file),
        };
        match opened.and_then(|mut opened| opened.write_all(session.record.to_string().as_bytes())) {
            Ok(()) => {
                self.kept.file = Some(file.into());
                self.kept.steps.clone_from(&session.record.steps);
                writeln!(self.out, "saved {} steps to {file}", session.record.steps.len())
            }
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(self.out, "{file} is there already; `save! {file}` writes over it")
            }
            Err(why) => writeln!(self.out, "{file}: {why}; nothing was saved"),
        }
    }

    /// Tells a person who leaves, once, that steps would be lost.
    fn would_lose(&mut self, session: &Session) -> io::Result<bool> {
        let Kept { asks, told, ref steps, .. } = self.kept;
        let lost = session.record.steps != *steps;
        if !asks || told || !lost {
            return Ok(false);
        }
        self.kept.told = true;
        let count = session.record.steps.len();
        writeln!(
            self.out,
            "the {count} steps of this game are not saved: `save FILE` keeps them, `quit` leaves"
        )?;
        Ok(true)
    }

    fn load(&mut self, session: &mut Session, file: &Path) -> io::Result<()> {
        let loaded = read_record(file).and_then(|record| {
            let pack = read_pack(record.game, self.content.as_deref())?;
            Session::resume(record, &pack, file, fresh_seed())
        });
        match loaded {
            Ok(other) => {
                *session = other;
                self.kept.steps.clone_from(&session.record.steps);
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
    let card = |(_, choice): &&(Seat, Choice)| offers::is_card(&choice.notation, typed);
    let found = choices.iter().find(fits).or_else(|| choices.iter().find(card));
    found.map(|(seat, choice)| (*seat, choice.notation.clone()))
}

fn last_word(typed: &str) -> &str {
    typed.rsplit(' ').next().unwrap_or(typed)
}
