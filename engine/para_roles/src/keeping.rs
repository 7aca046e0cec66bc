//! The seam between the rules and whoever keeps the heroes: this table, sheet by sheet, or people at theirs, of whom only
//! what touches an enemy is told (`src/minimal/`). The enemies' rules are the same; what they need of heroes, of the cards
//! that are turned and of the course of the game they ask for here, and this is the only place that looks which it is.

use crate::{
    Look, ParaRoles, Play, State,
    action::Action,
    corrections,
    frame::{Blow, Check, EnemyPile, Frame, Next},
    hints, labels,
    luck::{Pile, Source},
    minimal::People,
    options::Track,
    restore::{self, Moment},
    rules::{campaigns, cards, death, enemy_deeds, epic_start, rounds, setup},
    show, sound,
    state::{Foe, Name},
    words::{FoeId, Start, Who},
};
use kernel::{Card, Misfit, Page, Seat, SeatSet, Turn};

/// The heroes lie on this table.
pub struct Sheets;

macro_rules! keepers {
    ($( $(#[$doc:meta])* fn $name:ident($at:ident: $At:ty $(, $arg:ident: $Arg:ty)*) $(-> $Out:ty)?; )+) => {
        /// What differs by who keeps the heroes.
        pub trait Keeper {
            $( $(#[$doc])* fn $name($at: $At $(, $arg: $Arg)*) $(-> $Out)?; )+
        }
        $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name($at: $At $(, $arg: $Arg)*) $(-> $Out)? {
                match $at.track() {
                    Track::Whole => Sheets::$name($at $(, $arg)*),
                    Track::Minimal => People::$name($at $(, $arg)*),
                }
            }
        )+
    };
}

keepers! {
    // --- the course of the game
    /// What a game begins with.
    fn begin(g: &ParaRoles) -> Frame;
    /// The way goes on: to the next fight, or to the end.
    fn goes_on(p: &mut Play) -> Next;
    /// The enemies are known.
    fn fight_begins(p: &mut Play) -> Next;
    /// What follows when treasure of a fight has been handed out.
    fn fight_ends(p: &mut Play) -> Frame;
    /// Who answers what is asked.
    fn asked(look: Look, turn: Turn) -> Turn;

    // --- cards
    /// A card of the Random Deck was turned.
    fn card_turned(p: &mut Play, check: Check, card: Card);
    /// It goes under the Random Deck.
    fn card_goes_under(p: &mut Play, card: Card);
    /// A card of an enemy leaves the pile it came from.
    fn enemy_card(p: &mut Play, card: Card, from: EnemyPile);
    /// Are these cards real ones, that go to the Graveyard?
    fn are_real(p: &Play, id: FoeId, foe: &Foe) -> bool;
    /// A guard has its Health and its Defense.
    fn guard_stands(p: &mut Play, guard: FoeId, from: EnemyPile) -> Next;
    /// Where the cards of a pile come from.
    fn source(look: Look, pile: Pile) -> Source;

    // --- heroes
    /// Loses HP; how many, as far as it is known.
    fn loses(p: &mut Play, seat: Seat, amount: u16, by: Option<Who>) -> u16;
    /// Regains HP.
    fn gains(p: &mut Play, seat: Seat, amount: u16);
    /// Loses the action of the next turn.
    fn loses_action(p: &mut Play, seat: Seat);
    /// Turns a Defense card against a hit of an enemy.
    fn defends(p: &mut Play, blow: Blow, foe: FoeId, seat: Seat) -> Next;
    /// What an EPIC starts with, if that is not done as on this table.
    fn starts(p: &mut Play, seat: Seat, effect: Start, turned: bool, resume: epic_start::Frame) -> Option<Next>;

    // --- what is read, put right and stated
    /// A hero without a role.
    fn nameless(look: Look, seat: Seat) -> Name;
    fn seat_name(look: Look, seat: Seat) -> String;
    /// Must somebody sit here who sees the table?
    fn needs_person(look: Look, seat: Seat) -> bool;
    fn label(look: Look, seat: Seat, action: Action) -> String;
    fn hint(look: Look, seat: Seat, action: Action) -> String;
    fn prompt(look: Look) -> String;
    fn draw(look: Look, page: &mut Page);
    fn result(look: Look, how: &str) -> String;
    /// What can be put right, for people.
    fn help(g: &ParaRoles) -> &'static str;
    fn correct(g: &ParaRoles, s: &mut State, thing: &str, what: &str, value: &str) -> Result<(), String>;
    /// Is each card of an enemy known to lie somewhere?
    fn counts_enemy_cards(g: &ParaRoles) -> bool;
    /// Is everything there, and each thing in one place?
    fn accounts(g: &ParaRoles, s: &State) -> Result<(), Misfit>;
    /// What is asked at a point of rest.
    fn rests(g: &ParaRoles, s: &State, moment: Moment) -> Result<Frame, Misfit>;
}

impl ParaRoles {
    /// Do the heroes lie on this table? What people keep by themselves cannot be weighed.
    #[must_use]
    pub fn keeps_heroes(&self) -> bool {
        counts_enemy_cards(self)
    }
    #[inline]
    const fn track(&self) -> Track {
        self.options.track
    }
}
impl Look<'_> {
    #[inline]
    const fn track(&self) -> Track {
        self.g.track()
    }
}
impl Play<'_> {
    #[inline]
    const fn track(&self) -> Track {
        self.g.track()
    }
}

impl Keeper for Sheets {
    fn begin(_: &ParaRoles) -> Frame {
        setup::Frame::Begin.into()
    }
    fn goes_on(p: &mut Play) -> Next {
        campaigns::next_place(p)
    }
    fn fight_begins(p: &mut Play) -> Next {
        p.s.stack.push(campaigns::Frame::CombatEnds.into());
        rounds::round(p)
    }
    fn fight_ends(_: &mut Play) -> Frame {
        campaigns::Frame::AfterCombat.into()
    }
    #[inline]
    fn asked(_: Look, turn: Turn) -> Turn {
        turn
    }
    #[inline]
    fn card_turned(p: &mut Play, check: Check, card: Card) {
        cards::leaves_deck(p, check, card);
    }
    fn card_goes_under(p: &mut Play, card: Card) {
        p.s.random.put_on_bottom(card, SeatSet::first(4));
    }
    #[inline]
    fn enemy_card(p: &mut Play, card: Card, from: EnemyPile) {
        let piles = match from {
            EnemyPile::Living => &mut p.s.alive,
            EnemyPile::Graveyard => &mut p.s.graveyard,
        };
        piles[card.suit().index()].remove(card.rank());
    }
    #[inline]
    fn are_real(_: &Play, _: FoeId, _: &Foe) -> bool {
        true
    }
    fn guard_stands(p: &mut Play, guard: FoeId, from: EnemyPile) -> Next {
        enemy_deeds::guard_buries(p, guard, from)
    }
    #[inline]
    fn source(_: Look, pile: Pile) -> Source {
        Source::Pile(pile)
    }
    #[inline]
    fn loses(p: &mut Play, seat: Seat, amount: u16, by: Option<Who>) -> u16 {
        death::hero_loses(p, seat, amount, by)
    }
    fn gains(p: &mut Play, seat: Seat, amount: u16) {
        death::hero_gains(p, seat, amount);
    }
    fn loses_action(p: &mut Play, seat: Seat) {
        p.s.heroes[seat].stunned = true;
    }
    #[inline]
    fn defends(p: &mut Play, blow: Blow, _: FoeId, _: Seat) -> Next {
        cards::draw(p, Check::Defense(blow.into()))
    }
    #[inline]
    fn starts(_: &mut Play, _: Seat, _: Start, _: bool, _: epic_start::Frame) -> Option<Next> {
        None
    }
    fn nameless(_: Look, seat: Seat) -> Name {
        Name::Hero(seat, None)
    }
    fn seat_name(look: Look, seat: Seat) -> String {
        look.name(Who::Hero(seat)).to_string()
    }
    fn needs_person(_: Look, _: Seat) -> bool {
        false
    }
    fn label(look: Look, seat: Seat, action: Action) -> String {
        labels::label(look, seat, action)
    }
    fn hint(look: Look, seat: Seat, action: Action) -> String {
        hints::hint(look, seat, action)
    }
    fn prompt(look: Look) -> String {
        show::prompt(look)
    }
    fn draw(look: Look, page: &mut Page) {
        show::draw(look, page);
    }
    fn result(look: Look, how: &str) -> String {
        show::result(look, how)
    }
    fn help(_: &ParaRoles) -> &'static str {
        corrections::HELP
    }
    fn correct(g: &ParaRoles, s: &mut State, thing: &str, what: &str, value: &str) -> Result<(), String> {
        corrections::of_sheets(g, s, thing, what, value)
    }
    fn counts_enemy_cards(_: &ParaRoles) -> bool {
        true
    }
    fn accounts(g: &ParaRoles, s: &State) -> Result<(), Misfit> {
        sound::accounts(g, s)
    }
    fn rests(g: &ParaRoles, s: &State, moment: Moment) -> Result<Frame, Misfit> {
        restore::rests(g, s, moment)
    }
}
