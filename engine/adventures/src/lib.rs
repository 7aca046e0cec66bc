//! Roll Player Adventures: one to four heroes walk a story together, and settle what is hard with dice, cards and stamina.
//! Nothing is hidden between players; what nobody knows yet (dice, decks, tokens, unread entries) is not on the table.
//!
//! Reading order: [`words`] (the vocabulary), [`content`] (cards and storybooks), [`state`] (the table), [`flow`] (the game
//! on one page), then the chapters in [`rules`] as needed. [`queries`] answers how much and whether, [`legal`] lists what may
//! be done, [`luck`] what may fall.

pub mod action;
pub mod chance;
pub mod content;
pub mod content_checks;
pub mod corrections;
pub mod event;
pub mod fixture;
pub mod flow;
pub mod frame;
mod hints;
pub mod invariants;
mod labels;
pub mod legal;
pub mod luck;
pub mod options;
pub mod own_book;
#[cfg(test)]
mod proofs;
pub mod queries;
pub mod restore;
pub mod rules;
pub mod saved;
pub mod scene;
pub mod show;
mod sound;
pub mod state;
pub mod story_check;
pub mod story_draw;
pub mod told;
pub mod words;

pub use action::Action;
pub use chance::Chance;
pub use content::Content;
pub use event::Event;
pub use frame::Frame;
pub use kernel::{BadContent, BadOption};
pub use options::Options;
pub use state::State;

use kernel::{Edition, Game, Log, Next, Outcome, Seat};
use options::Scope;
use rand::Rng;
use state::{Ending, FRAMES};
use words::{CardSet, Colour, ColourSet, Deck, DieKind};

/// The rules with content and options.
#[derive(Clone, Debug)]
pub struct Adventures {
    pub content: Content,
    pub options: Options,
    /// All cards of each deck.
    pub deck_masks: [CardSet; 7],
    /// What is played, taken from options and content.
    pub plan: options::Plan,
    /// Colours and faces of each kind of die.
    dice: [(ColourSet, [u8; 6]); 22],
}

impl Adventures {
    /// # Errors
    /// If the options contradict each other or the content.
    pub fn new(content: Content, options: Options) -> Result<Adventures, BadOption> {
        let plan = options::plan(&content, &options)?;
        let deck_masks =
            std::array::from_fn(|i| content.cards_of(Deck::ALL[i]).map(|card| card.id).collect());
        let mut dice = [(ColourSet::NONE, [1, 2, 3, 4, 5, 6]); 22];
        for colour in Colour::ALL {
            dice[colour.index()].0 = ColourSet::only(*colour);
        }
        for card in content.cards_of(Deck::Familiar) {
            dice[usize::from(DieKind::familiar(card.id.number() as u8).0)] = (card.die, card.faces);
        }
        Ok(Adventures { content, options, deck_masks, plan, dice })
    }
    /// What a die counts as when it leaves the bag; a familiar's is both its colours.
    #[must_use]
    #[inline]
    pub fn die_colours(&self, kind: DieKind) -> ColourSet {
        kernel::rule!("RA-212", "RA-005");
        self.dice[usize::from(kind.0)].0
    }
    #[must_use]
    #[inline]
    pub fn faces(&self, kind: DieKind) -> [u8; 6] {
        self.dice[usize::from(kind.0)].1
    }
    /// The face underneath.
    #[must_use]
    #[inline]
    pub fn opposite(&self, die: state::Die) -> u8 {
        kernel::rule!("RA-242", "RA-R06");
        let faces = self.faces(die.kind);
        // A die that counts as a value it does not have turns like any other.
        faces.iter().position(|face| *face == die.value).map_or(7 - die.value, |at| faces[5 - at])
    }
}

kernel::rules_on_a_table!(Adventures, State, Event);
kernel::play_by_frames!(Frame, FRAMES);

impl Edition for Adventures {
    const ID: &'static str = "adventures";
    const TITLE: &'static str = "Roll Player Adventures";
    const SEATS: (u8, u8) = (1, words::SEATS as u8);
    const ABOUT: &'static str =
        "One to four heroes walk a story together: entries, votes, dice puzzles, a campaign.";
    const RULES: &'static str = include_str!("../rules.toml");
    const SECRETS: bool = false;
    type Content = Content;
    type Options = Options;

    fn of(content: Content, options: Options) -> Result<Self, BadOption> {
        Adventures::new(content, options)
    }
    fn any_options<R: Rng + ?Sized>(rng: &mut R) -> Options {
        Options::any(rng)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        invariants::check(self, state)
    }
}

impl Game for Adventures {
    kernel::play_by_frames!(impl Game);

    fn seats(&self) -> u8 {
        self.options.seats
    }
    fn setup(&self) -> State {
        let mut state = rules::campaign_setup::table(self);
        let mut play = Play { g: self, s: &mut state, log: &mut Log::off() };
        let first = rules::campaign_setup::first(&mut play);
        play.go_on(Next::Then(first));
        state
    }
    #[inline]
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        if state.turn.asked().contains(seat) {
            legal::actions(Look { g: self, s: state }, seat, &mut |action| into.push(action));
        }
    }
    /// The rulebook knows no score: a check is passed or not, and an adventure is the better the less often the whole
    /// party fell.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let best = u32::from(Outcome::BEST);
        let payoff = match state.ending? {
            Ending::Passed | Ending::Victory => best,
            Ending::Failed | Ending::Defeat => 0,
            Ending::Adventure => best / (1 + u32::from(state.map.fallen)),
            Ending::Campaign => best * u32::from(state.won) / u32::from(state.played.max(1)),
        };
        Some(Outcome::shared(payoff as u16, self.options.seats))
    }
    /// Nothing is hidden between players (RA-072), and what nobody knows is not in the state (RA-071).
    fn mask(&self, _: &mut State, _: Seat) {
        kernel::rule!("RA-070", "RA-071", "RA-072");
    }
    fn fill<R: Rng + ?Sized>(&self, _: &mut State, _: &mut R) {}
}

impl Adventures {
    /// Is only a single check or combat played?
    #[must_use]
    pub fn is_single(&self) -> bool {
        matches!(self.options.scope, Scope::Check | Scope::Combat)
    }
}
