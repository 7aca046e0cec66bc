//! What a table agrees on before the game: seats, boxes in use, and the readings of unclear rules.

use kernel::{
    options::{Choice, Number, Switch},
    words,
};

words! {
    /// How class colours are found: a token drawn by each, or any free class chosen in reverse order.
    pub enum ClassPick as "class_pick" { RandomToken = "random_token", ReverseDraft = "reverse_draft" }
}

words! {
    /// How much of a real table is told: all of it, or, alone, only what the enemy dice need.
    pub enum Track as "track" { Whole = "whole", Minimal = "minimal" }
}

kernel::options! {
    /// What was agreed on.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options {
        /// 1 is the solitaire game.
        seats: u8 = 2, Number(1, 5), "1 (the solitaire game) to 4 players, or 5 with monsters_and_minions";
        monsters_and_minions: bool = false, Switch, "true: the cards and dice of that box are in the game";
        /// After an INT action the player keeps the old or the new number.
        int_keep_either: bool = true, Switch,
            "true: after an INT reroll the old or the new number is kept; false: the new one stands";
        /// A WIS action may also move diagonally.
        wis_diagonal: bool = false, Switch, "true: the WIS action may move the Alignment token diagonally";
        /// The Market deck is shuffled without regard to dots.
        market_ignore_dots: bool = false, Switch, "true: the Market deck is shuffled without regard to dots";
        class_pick: ClassPick = ClassPick::RandomToken, Choice,
            "random_token (each draws a class colour), or reverse_draft (any free class, last player first)";
        /// The last round still refreshes a Skill.
        final_cleanup_refresh: bool = true, Switch, "true: the last round still refreshes a Skill";
        /// Nothing is printed about the Gold of five players.
        gold_for_five: bool = false, Switch,
            "true: of five players the third, fourth and fifth begin with 1, 2 and 3 Gold more; false: 5 each, as printed";
        /// The text of the Dice Phase puts the action first, the Quick Reference the Fiend.
        fiend_before_action: bool = false, Switch,
            "true: the Fiend of the Initiative card is gained before the action; false: after it, as the main text says";
        /// Stored dice are no dice of the Initiative card, of which one action is taken.
        one_action_a_phase: bool = false, Switch,
            "true: stored dice placed in the Dice Phase share its one action; false: only those placed among the dice of one's turn";
        track: Track = Track::Whole, Choice,
            "whole (every card and die), or minimal (the solitaire game at a real table: only the enemy dice)";
    }
}

impl Options {
    /// Options as chance would have them, for random games.
    pub fn any<R: rand::Rng + ?Sized>(rng: &mut R) -> Options {
        let mut yes = |of: u32| kernel::below(rng, of) == 0;
        let (mm, keep, diagonal, dots) = (yes(2), !yes(4), yes(4), yes(4));
        let (draft, refresh, minimal) = (yes(4), !yes(4), yes(4));
        let (five, fiend, action) = (yes(2), yes(4), yes(4));
        let seats = kernel::below(rng, if mm { 5 } else { 4 }) as u8 + 1;
        Options {
            seats,
            monsters_and_minions: mm,
            int_keep_either: keep,
            wis_diagonal: diagonal,
            market_ignore_dots: dots,
            class_pick: if draft { ClassPick::ReverseDraft } else { ClassPick::RandomToken },
            final_cleanup_refresh: refresh,
            gold_for_five: five,
            fiend_before_action: fiend,
            one_action_a_phase: action,
            track: if minimal && seats == 1 { Track::Minimal } else { Track::Whole },
        }
    }
}
