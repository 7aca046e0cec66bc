//! A table of any game, spoken to in text: what front ends, records and bots of any game go through.

use crate::{
    AnyStep, AnyView,
    disclosed::{self, Disclosed, Line},
};
use kernel::{
    BadNotation, Log, Notation, Outcome, Page, Refused, Seat, SeatSet, Show, Step, StepOf, Table, Turn,
    below, printed::Kind,
};
use rand::Rng;
use std::{any::Any, sync::Arc};

/// One thing a seat may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What to send back.
    pub notation: String,
    /// What it means.
    pub label: String,
    /// The first word of the notation: what kind of thing it is.
    pub verb: &'static str,
    /// The other words of the notation, each with what it is to the verb.
    pub operands: Vec<(&'static str, String)>,
    /// A heading to list it under; may be empty.
    pub group: &'static str,
    /// A sentence that helps to choose; may be empty.
    pub hint: String,
}

/// Why a step was not played. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    #[error("`{line}` is no step: {why}")]
    NotAStep { line: String, why: String },
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// A table whose game is known only at run time.
pub trait AnyTable: Send + Sync {
    fn seats(&self) -> u8;
    fn turn(&self) -> Turn;
    fn seat_name(&self, seat: Seat) -> String;
    /// What the game waits for, in words.
    fn prompt(&self) -> String;
    fn draw(&self) -> Page;
    fn result(&self) -> Option<String>;
    fn outcome(&self) -> Option<Outcome>;
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    /// Only the notation of each choice, for programs: no text for people is made.
    fn choice_ids(&self, seat: Seat) -> Vec<String>;
    /// What may fall now with its weight; empty unless chance is due.
    fn odds(&self) -> Vec<(String, u32)>;
    /// Is this chance drawn by the house even where people use their own dice?
    fn house_draws(&self) -> bool;
    /// Can only people know what falls now, whoever has the dice?
    fn people_tell(&self) -> bool;
    /// The seat whose dice fall now, or whose own deck is drawn from; `None` for what is the whole table's.
    fn roller(&self) -> Option<Seat>;
    /// How people tell what falls now; the same for all tables that look alike to an onlooker. Empty where no chance is
    /// due, or where what is [`AnyTable::possible`] says it.
    fn form(&self) -> String;
    /// All that may fall now as far as an onlooker can tell: more than may really fall where cards are in hands.
    fn possible(&self) -> Vec<String>;
    /// Is this one of the things that are asked for, in other words of the game, whether or not it may fall now? Answered from
    /// what an onlooker sees.
    fn is_meant(&self, typed: &str) -> bool;
    /// What falls, if somebody tells it like this: as the notation has it, just its last word, or in other words of the
    /// game. `None` if it cannot fall now.
    fn named(&self, typed: &str) -> Option<String>;
    /// Must this seat be played by a person, who alone has its cards?
    fn needs_person(&self, seat: Seat) -> bool;
    /// What speaks against this action of a seat: what it told before of its own cards, or the rule that forbids it.
    fn conflict(&self, seat: Seat, action: &str) -> Option<String>;
    /// The kinds of cards that people may tell by what is printed on them.
    fn kinds(&self) -> &'static [Kind];
    /// The cards that were told, oldest first, as [`AnyStep::Card`] writes them.
    fn told(&self) -> &[String];
    /// The seat whose own affair this setting is: its standing orders, its hidden hand.
    fn set_by(&self, setting: &str) -> Option<Seat>;
    /// What a seat that is asked has ordered beforehand to be answered now.
    fn standing_answer(&self) -> Option<(Seat, String)>;
    /// Plays a step; gives it back as the game writes it, and the story.
    ///
    /// # Errors
    /// If it is no step of this game, or not a legal one now. Nothing has changed then.
    fn play(&mut self, step: &AnyStep) -> Result<(AnyStep, Vec<String>), PlayError>;
    /// Plays a step as [`AnyTable::play`] does, and says who may know what of it.
    ///
    /// # Errors
    /// As [`AnyTable::play`].
    fn play_disclosed(&mut self, step: &AnyStep) -> Result<Disclosed, PlayError>;
    /// Lets a fair generator decide what falls and plays it, as [`AnyTable::play_disclosed`] would; `None` unless chance is due.
    fn roll(&mut self, rng: &mut dyn Rng) -> Option<Disclosed>;
    /// What the game waits for, as these eyes may know it; `None` is an onlooker.
    fn prompt_for(&self, eyes: Option<Seat>) -> String;
    /// The table as these eyes see it.
    fn draw_for(&self, eyes: Option<Seat>) -> Page;
    /// Does this seat know nothing that an onlooker does not know?
    fn is_open(&self, seat: Seat) -> bool;
    /// What a fair generator lets fall now.
    fn sample(&self, rng: &mut dyn Rng) -> Option<AnyStep>;
    /// What a player without a thought does.
    fn random_action(&self, seat: Seat, rng: &mut dyn Rng) -> Option<AnyStep>;
    /// What the lowest of these seats that is asked may know; `None` if none of them is asked. Bots get nothing else.
    fn view_of(&self, seats: SeatSet) -> Option<AnyView>;
    fn boxed_clone(&self) -> Box<dyn AnyTable>;
    /// The table with its game, for whoever knows that game: `Table<ParaRoles>`, say.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Show> AnyTable for Table<G> {
    fn seats(&self) -> u8 {
        self.game().seats()
    }
    fn turn(&self) -> Turn {
        Table::turn(self)
    }
    fn seat_name(&self, seat: Seat) -> String {
        self.game().seat_name(self.state(), seat)
    }
    fn prompt(&self) -> String {
        self.game().prompt(self.state())
    }
    fn draw(&self) -> Page {
        let mut page = Page::default();
        self.game().draw(self.state(), &mut page);
        page
    }
    fn result(&self) -> Option<String> {
        self.game().result(self.state())
    }
    fn outcome(&self) -> Option<Outcome> {
        Table::outcome(self)
    }
    fn choices(&self, seat: Seat) -> Vec<Choice> {
        self.legal(seat).into_iter().map(|action| choice(self, seat, action)).collect()
    }
    fn choice_ids(&self, seat: Seat) -> Vec<String> {
        self.legal(seat).iter().map(ToString::to_string).collect()
    }
    fn odds(&self) -> Vec<(String, u32)> {
        Table::odds(self)
            .map(|odds| odds.iter().map(|(c, w)| (c.to_string(), w)).collect())
            .unwrap_or_default()
    }
    fn house_draws(&self) -> bool {
        self.game().house_draws(self.state())
    }
    fn people_tell(&self) -> bool {
        self.game().people_tell(self.state())
    }
    fn roller(&self) -> Option<Seat> {
        match Table::turn(self) {
            Turn::Chance => self.game().roller(self.state()),
            Turn::Each(_) | Turn::Any(_) | Turn::Over => None,
        }
    }
    fn form(&self) -> String {
        match Table::turn(self) {
            Turn::Chance => self.game().form(self.seen_by(None).state()),
            Turn::Each(_) | Turn::Any(_) | Turn::Over => String::new(),
        }
    }
    fn possible(&self) -> Vec<String> {
        match Table::turn(self) {
            Turn::Chance => {
                let odds = self.game().odds(self.seen_by(None).state());
                odds.iter().map(|(outcome, _)| outcome.to_string()).collect()
            }
            Turn::Each(_) | Turn::Any(_) | Turn::Over => vec![],
        }
    }
    fn is_meant(&self, typed: &str) -> bool {
        Table::turn(self) == Turn::Chance && self.game().meant(self.seen_by(None).state(), typed).is_some()
    }
    fn named(&self, typed: &str) -> Option<String> {
        let typed = typed.trim();
        let odds = Table::odds(self)?;
        let possible = || odds.iter().map(|(outcome, _)| outcome.to_string());
        let last = |outcome: &str| outcome.rsplit(' ').next().is_some_and(|w| w.eq_ignore_ascii_case(typed));
        let written = possible().find(|outcome| outcome.eq_ignore_ascii_case(typed) || last(outcome));
        written.or_else(|| {
            let meant = self.game().meant(self.seen_by(None).state(), typed)?.to_string();
            possible().find(|outcome| *outcome == meant)
        })
    }
    fn needs_person(&self, seat: Seat) -> bool {
        self.game().needs_person(self.state(), seat)
    }
    fn conflict(&self, seat: Seat, action: &str) -> Option<String> {
        self.game().conflict(self.state(), seat, action)
    }
    fn kinds(&self) -> &'static [Kind] {
        G::kinds()
    }
    fn told(&self) -> &[String] {
        self.game().told()
    }
    fn set_by(&self, setting: &str) -> Option<Seat> {
        self.game().set_by(setting)
    }
    fn standing_answer(&self) -> Option<(Seat, String)> {
        Table::turn(self).asked().into_iter().find_map(|seat| {
            let action = self.game().standing_answer(self.state(), seat)?;
            Some((seat, action.to_string()))
        })
    }
    fn play(&mut self, step: &AnyStep) -> Result<(AnyStep, Vec<String>), PlayError> {
        let mut log = Log::on();
        let played = match typed::<G>(step)? {
            Typed::Set(text) => {
                self.correct(text, &mut log)?;
                step.clone()
            }
            Typed::Card(text) => return Ok(tell(self, text)?.undisclosed()),
            Typed::Step(step) => {
                Table::play(self, step, &mut log)?;
                AnyStep::of(step)
            }
        };
        Ok((played, log.take().iter().map(ToString::to_string).collect()))
    }
    fn play_disclosed(&mut self, step: &AnyStep) -> Result<Disclosed, PlayError> {
        let step = match typed::<G>(step)? {
            Typed::Set(text) => return set(self, text),
            Typed::Card(text) => return tell(self, text),
            Typed::Step(step) => step,
        };
        let (open_to, seats) = (disclosed::open_to(self, step), self.game().seats());
        let open = match step {
            Step::Act { seat, .. } => self.is_open(seat),
            Step::Chance(_) => true,
        };
        let before = match step {
            Step::Act { seat, .. } => Some(self.seen_by(Some(seat))),
            Step::Chance(_) => None,
        };
        let mut log = Log::on();
        Table::play(self, step, &mut log)?;
        // Only of what was legal: nothing else has words.
        let order = before.and_then(|before| order(self.game().as_ref(), before.state(), step));
        Ok(Disclosed {
            step: AnyStep::of(step),
            order,
            open_to,
            open_to_onlookers: open_to == SeatSet::first(seats),
            open,
            story: log.take().iter().flat_map(|event| disclosed::lines(event, seats)).collect(),
        })
    }
    fn roll(&mut self, rng: &mut dyn Rng) -> Option<Disclosed> {
        let (open_to, seats) = (self.game().chance_seen_by(self.state()), self.game().seats());
        let step: Step<G::Action, G::Chance> = Step::Chance(Table::sample(self, rng)?);
        let (mut log, game, mut state) = (Log::on(), Arc::clone(self.game()), self.state().clone());
        // What the game itself lets fall need not be looked up in its odds: a law proves that the two agree.
        game.apply(&mut state, step, &mut log);
        *self = Table::at(game, state);
        Some(Disclosed {
            step: AnyStep::of(step),
            order: None,
            open_to,
            open_to_onlookers: open_to == SeatSet::first(seats),
            open: true,
            story: log.take().iter().flat_map(|event| disclosed::lines(event, seats)).collect(),
        })
    }
    fn prompt_for(&self, eyes: Option<Seat>) -> String {
        self.game().prompt(self.seen_by(eyes).state())
    }
    fn draw_for(&self, eyes: Option<Seat>) -> Page {
        let mut page = Page::default();
        self.game().draw(self.seen_by(eyes).state(), &mut page);
        page
    }
    fn is_open(&self, seat: Seat) -> bool {
        self.seen_by(Some(seat)).state() == self.seen_by(None).state()
    }
    fn sample(&self, rng: &mut dyn Rng) -> Option<AnyStep> {
        Table::sample(self, rng).map(|outcome| AnyStep::Chance(outcome.to_string()))
    }
    fn random_action(&self, seat: Seat, rng: &mut dyn Rng) -> Option<AnyStep> {
        let legal = self.legal(seat);
        let at = below(rng, legal.len().max(1) as u32) as usize;
        legal.get(at).map(|action| AnyStep::Act { seat, action: action.to_string() })
    }
    fn view_of(&self, seats: SeatSet) -> Option<AnyView> {
        AnyView::of(self, seats)
    }
    fn boxed_clone(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A step as its game knows it.
enum Typed<'a, S> {
    Step(S),
    Set(&'a str),
    Card(&'a str),
}

fn typed<G: Show>(step: &AnyStep) -> Result<Typed<'_, StepOf<G>>, PlayError> {
    let bad = |why: BadNotation| PlayError::NotAStep { line: step.to_string(), why: why.to_string() };
    match step {
        AnyStep::Act { seat, action } => {
            Ok(Typed::Step(Step::Act { seat: *seat, action: action.parse().map_err(bad)? }))
        }
        AnyStep::Chance(outcome) => Ok(Typed::Step(Step::Chance(outcome.parse().map_err(bad)?))),
        AnyStep::Set(text) => Ok(Typed::Set(text)),
        AnyStep::Card(text) => Ok(Typed::Card(text)),
    }
}

/// A card is told: everybody at the table sees it.
fn tell<G: Show>(table: &mut Table<G>, text: &str) -> Result<Disclosed, PlayError> {
    let written = table.tell_card(text)?;
    let all = SeatSet::first(table.game().seats());
    let line = format!("from now on this card is in the box here: {written}");
    Ok(Disclosed {
        step: AnyStep::Card(written),
        order: None,
        open_to: all,
        open_to_onlookers: true,
        open: true,
        story: vec![Line { readers: all, onlookers: true, text: line }],
    })
}

/// Something is put right.
fn set<G: Show>(table: &mut Table<G>, text: &str) -> Result<Disclosed, PlayError> {
    let (mut log, seats) = (Log::on(), table.game().seats());
    let open_to = table.game().setting_seen_by(text);
    table.correct(text, &mut log)?;
    let all = open_to == SeatSet::first(seats);
    Ok(Disclosed {
        step: AnyStep::Set(text.to_owned()),
        order: None,
        open_to,
        open_to_onlookers: all,
        open: all,
        story: log.take().iter().flat_map(|event| disclosed::lines(event, seats)).collect(),
    })
}

/// What people carry out, in words, out of what the seat saw.
fn order<G: Show>(game: &G, before: &G::State, step: StepOf<G>) -> Option<String> {
    match step {
        Step::Act { seat, action } => game.order(before, seat, action),
        Step::Chance(_) => None,
    }
}

fn choice<G: Show>(table: &Table<G>, seat: Seat, action: G::Action) -> Choice {
    // From what the seat sees: a label must not tell more than the table does.
    let seen = table.seen_by(Some(seat));
    let (game, state) = (table.game(), seen.state());
    let parts = action.parts();
    Choice {
        notation: parts.to_string(),
        label: game.label(state, seat, action),
        verb: parts.verb,
        operands: parts.operands,
        group: game.group(state, seat, action),
        hint: game.hint(state, seat, action),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameKind, PackFiles};
    use rand::SeedableRng as _;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn what_falls_is_told_as_if_it_had_been_read() {
        for game in GameKind::ALL {
            let mut table = game.table(&[], &PackFiles::default()).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
            let mut fell = 0;
            for _ in 0..300 {
                let line = match table.turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        let (mut rolled, mut same) = (table.boxed_clone(), rng.clone());
                        let line = table.sample(&mut rng).unwrap();
                        let (told, read) =
                            (rolled.roll(&mut same).unwrap(), table.play_disclosed(&line).unwrap());
                        assert_eq!(told, read, "{game}");
                        assert_eq!(
                            (rolled.turn(), rolled.prompt()),
                            (table.turn(), table.prompt()),
                            "{game}"
                        );
                        assert!(same == rng, "{game}: the generator goes on alike");
                        fell += 1;
                        continue;
                    }
                    Turn::Each(seats) | Turn::Any(seats) => {
                        let seat = seats.lowest().unwrap();
                        assert!(table.boxed_clone().roll(&mut rng).is_none(), "{game}: no chance is due");
                        table.random_action(seat, &mut rng).unwrap()
                    }
                };
                table.play(&line).unwrap();
            }
            assert!(fell > 0, "{game}: something falls in every game");
        }
    }
}
