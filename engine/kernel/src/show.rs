//! What people read: names, labels of actions, the table as lines of text. Made at the edge, never in search.

use crate::{Game, Printed, Seat, SeatSet, Turn, printed::Kind};

/// How a piece of text is meant; the front end chooses the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// As everything else.
    Plain,
    /// What a part of the page is about.
    Title,
    /// What matters most in a line.
    Strong,
    /// What can be passed over.
    Dim,
    /// What is well for whoever reads.
    Good,
    /// What is not.
    Bad,
    /// Hearts and diamonds.
    RedSuit,
    /// Spades and clubs.
    BlackSuit,
}

/// Lines of inked text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    lines: Vec<Vec<(Ink, String)>>,
}

impl Page {
    /// Starts a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }
    /// Adds to the last line.
    pub fn ink(&mut self, ink: Ink, text: impl Into<String>) -> &mut Self {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(last) = self.lines.last_mut() {
            last.push((ink, text.into()));
        }
        self
    }
    /// Goes on in the present line, without emphasis.
    pub fn plain(&mut self, text: impl Into<String>) -> &mut Self {
        self.ink(Ink::Plain, text)
    }
    /// All lines, each in pieces with their ink.
    #[must_use]
    pub fn lines(&self) -> &[Vec<(Ink, String)>] {
        &self.lines
    }
    /// The page without ink.
    #[must_use]
    pub fn to_text(&self) -> String {
        let line = |spans: &Vec<(Ink, String)>| spans.iter().map(|(_, t)| t.as_str()).collect::<String>();
        self.lines.iter().map(line).map(|l| l.trim_end().to_owned() + "\n").collect()
    }
}

/// A game that people can follow.
pub trait Show: Game {
    /// What to call this seat: `Healer`.
    fn seat_name(&self, state: &Self::State, seat: Seat) -> String;
    /// What an action does, in the game's words.
    fn label(&self, state: &Self::State, seat: Seat, action: Self::Action) -> String;
    /// The heading to list an action under; empty where nothing needs headings.
    fn group(&self, _: &Self::State, _: Seat, _: Self::Action) -> &'static str {
        ""
    }
    /// One sentence that helps to choose, with numbers where they are cheap; empty if the label says it all.
    fn hint(&self, _: &Self::State, _: Seat, _: Self::Action) -> String {
        String::new()
    }
    /// What the game waits for now: `the Healer turns a card against Trick 9`.
    fn prompt(&self, state: &Self::State) -> String;
    /// The table as a person should see it.
    fn draw(&self, state: &Self::State, page: &mut Page);
    /// How it ended, once it has.
    fn result(&self, state: &Self::State) -> Option<String>;
    /// Is what falls now drawn by the house even where people use their own cards and dice? Maps are.
    fn house_draws(&self, _: &Self::State) -> bool {
        false
    }
    /// Can only people know what falls now, whoever has the dice? A card out of a hand that nobody else has seen.
    fn people_tell(&self, _: &Self::State) -> bool {
        false
    }
    /// The seat whose dice fall now, or whose own deck is drawn from; `None` for what is the whole table's.
    fn roller(&self, _: &Self::State) -> Option<Seat> {
        None
    }
    /// How people with their own cards and dice tell what falls now: what to type, with an example. It follows from what is
    /// rolled or drawn, never from what is left in a deck, which would tell what others hold; so it is asked with what an
    /// onlooker sees. Empty where playing cards, numbers or a short list fall, which front ends find words for.
    fn form(&self, _: &Self::State) -> String {
        String::new()
    }
    /// What somebody means who tells it in other words than the notation: a card by its name, dice face by face. Asked with
    /// what an onlooker sees; it may be something that cannot fall.
    fn meant(&self, _: &Self::State, _: &str) -> Option<Self::Chance> {
        None
    }
    /// The kinds of cards that people may tell by what is printed on them, if their box has some that are not here.
    #[must_use]
    fn kinds() -> &'static [Kind] {
        &[]
    }
    /// The cards that were told, oldest first, as [`Printed`] writes them.
    fn told(&self) -> &[String] {
        &[]
    }
    /// The same game with a card more, and the table in which that card may turn up next: in the deck it belongs to it takes
    /// the place of a card that nobody has seen, so that decks stay as large as they are in the box.
    ///
    /// # Errors
    /// If it is no sound card, or there is no place for it.
    fn with_card(&self, _: &Self::State, card: &Printed) -> Result<(Self, Self::State), String>
    where
        Self: Sized,
    {
        Err(format!("`{}` cannot be told: this game takes no such cards", card.name()))
    }
    /// What people at a real table carry out when a bot does this, in words; empty if their hands have nothing to do.
    /// `None` in games whose notation says it.
    fn order(&self, _: &Self::State, _: Seat, _: Self::Action) -> Option<String> {
        None
    }
    /// Who may know at once what this seat does now. By default everybody, unless seats decide at once and in secret.
    fn action_seen_by(&self, state: &Self::State, seat: Seat, _: Self::Action) -> SeatSet {
        match self.turn(state) {
            Turn::Each(seats) if seats.len() > 1 => SeatSet::only(seat),
            Turn::Each(_) | Turn::Any(_) | Turn::Chance | Turn::Over => SeatSet::first(self.seats()),
        }
    }
    /// Who may know at once what falls now: everybody, unless a card is dealt face down.
    fn chance_seen_by(&self, _: &Self::State) -> SeatSet {
        SeatSet::first(self.seats())
    }
    /// Must this seat be played by a person, who alone has its cards?
    fn needs_person(&self, _: &Self::State, _: Seat) -> bool {
        false
    }
    /// What speaks against this action of a seat: for one that tells cards of its own what was told before and how to go on,
    /// or the rule that forbids it, where a game knows it.
    fn conflict(&self, _: &Self::State, _: Seat, _: &str) -> Option<String> {
        None
    }
    /// The seat whose own affair it is to have this put right by [`Game::correct`]: its standing orders, its hidden hand.
    fn set_by(&self, _: &str) -> Option<Seat> {
        None
    }
    /// What this seat, which is asked, has ordered beforehand to be answered now; whoever runs the table plays it as the seat's
    /// own step. It follows from what the seat sees. `None` if the seat is to be asked.
    fn standing_answer(&self, _: &Self::State, _: Seat) -> Option<Self::Action> {
        None
    }
    /// Who may read what was put right.
    fn setting_seen_by(&self, _: &str) -> SeatSet {
        SeatSet::first(self.seats())
    }
    /// A named fact of the table such as `e1.hp`, for scripted tests.
    fn fact(&self, state: &Self::State, name: &str) -> Option<String>;
}
