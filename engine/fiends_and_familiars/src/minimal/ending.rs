//! The end of a table of which only the enemy dice are tracked: the Monster, the stars, the rank.

use super::{Frame, HERO};
use crate::{
    Play,
    frame::{Next, then},
    rules::solitaire,
    state::Ending,
};
use kernel::rule;
use serde::{Deserialize, Serialize};

/// What is told of the Monster, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fought {
    Strength,
    Dice,
    Honor,
    Injury,
    NextLevel,
}

/// What makes up a score, in this order: the total at once, or its parts; the Gold in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    Total,
    Goals,
    ClassColour,
    Alignment,
    Backstory,
    Armor,
    Traits,
    Power,
    FamiliarBackstory,
    Monster,
    Others,
    Gold,
}

/// What the numbers told so far add up to. Two bytes that may lie anywhere, so that frames stay within one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sum([u8; 2]);

impl Sum {
    #[must_use]
    pub const fn new(sum: i16) -> Sum {
        Sum(sum.to_le_bytes())
    }
    #[must_use]
    pub const fn get(self) -> i16 {
        i16::from_le_bytes(self.0)
    }
}

pub fn ask_monster(part: Fought, strength: u8, sum: i16) -> Next {
    then(Frame::Monster { part, strength, sum: Sum::new(sum) })
}
pub fn stars(part: Part, sum: i16) -> Next {
    then(Frame::Stars { part, sum: Sum::new(sum) })
}
pub fn first_stars() -> Next {
    stars(Part::Total, 0)
}

/// A number of the fight was told.
pub fn monster(p: &mut Play, part: Fought, strength: u8, sum: i16, told: i16) -> Next {
    match part {
        Fought::Strength => ask_monster(Fought::Dice, told as u8, 0),
        Fought::Dice => ask_monster(Fought::Honor, strength, told),
        Fought::Honor => ask_monster(Fought::Injury, strength, sum + told),
        Fought::Injury => fought(p, strength, sum - told),
        Fought::NextLevel => {
            p.say_line(|_| format!("{} short of the next level", told - sum));
            first_stars()
        }
    }
}

fn fought(p: &mut Play, strength: u8, result: i16) -> Next {
    rule!("FF-807", "FF-1050");
    p.s.players[HERO].result = Some(result.clamp(-128, 127) as i8);
    p.say_line(|_| format!("the hero reaches {result} against Strength {strength}"));
    if result < i16::from(strength) {
        p.say_line(|_| "the Monster kills the hero".to_owned());
        return ended(p, Ending::Dead);
    }
    ask_monster(Fought::NextLevel, strength, result)
}

/// A part of the score was told.
pub fn counted(p: &mut Play, part: Part, sum: i16, told: i16) -> Next {
    let so_far = sum + told;
    let next = match part {
        Part::Total | Part::Others => Part::Gold,
        Part::Goals => Part::ClassColour,
        Part::ClassColour => Part::Alignment,
        Part::Alignment => Part::Backstory,
        Part::Backstory => Part::Armor,
        Part::Armor => Part::Traits,
        Part::Traits => Part::Power,
        Part::Power => Part::FamiliarBackstory,
        Part::FamiliarBackstory => Part::Monster,
        Part::Monster => Part::Others,
        Part::Gold => return ranked(p, sum, told),
    };
    stars(next, so_far)
}

/// Stars for Gold and for a game without the other box; then the rank.
fn ranked(p: &mut Play, sum: i16, gold: i16) -> Next {
    rule!("FF-1060", "FF-1061");
    let bonus = if p.g.options.monsters_and_minions { 0 } else { 5 };
    let total = sum + gold / 8 + bonus;
    p.s.players[HERO].gold = gold as u8;
    p.say_line(|_| {
        format!("{sum} stars, {} for {gold} Gold, {bonus} for the boxes in use: {total}", gold / 8)
    });
    ended(p, Ending::Ranked { total, rank: solitaire::rank(total) })
}

fn ended(p: &mut Play, ending: Ending) -> Next {
    p.s.ending = Some(ending);
    p.s.stack.clear();
    Next::Done
}
