//! How the Final Battle begins. Rulebook: "Final Battle". MM-301 to MM-309.

use crate::{
    Event, Play,
    frame::{Next, Stacks as _, then},
    ids::Who,
    rules::level_up::stash_holds,
    rules::rounds::Frame,
    rules::{cards, damage, level_up},
    words::{DeckId, Side, VILLAIN},
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

/// The steps on the back of the Procession board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    HeroTreasures,
    HeroBounty,
    VillainTreasures,
    VillainBounty,
    HeroLevelUps,
    VillainLevelUps,
    Spells,
    Appears,
}

pub fn begin(p: &mut Play, step: Step) -> Next {
    rule!("MM-002", "MM-301", "MM-302", "MM-303", "MM-R35");
    let next = |step| Frame::FinalBattle { step };
    let (heroes, villain) = (Side::Heroes, Side::Villain);
    match step {
        Step::HeroTreasures => {
            p.say(|_| {
                let order = "Loot Stashes are cashed out, then the last XP are spent";
                Event::Told(format!("the Final Battle: {order}"))
            });
            p.first(level_up::Frame::Reveal { side: heroes }, next(Step::HeroBounty))
        }
        Step::HeroBounty => cash_in(p, heroes, next(Step::VillainTreasures)),
        Step::VillainTreasures => {
            p.first(level_up::Frame::Reveal { side: villain }, next(Step::VillainBounty))
        }
        Step::VillainBounty => cash_in(p, villain, next(Step::HeroLevelUps)),
        Step::HeroLevelUps => level_ups(p, heroes, next(Step::VillainLevelUps)),
        Step::VillainLevelUps => level_ups(p, villain, next(Step::Spells)),
        Step::Spells => {
            let left = p.g.content.numbers.final_arcane;
            let draw = cards::Frame::DrawSpells { seat: VILLAIN, deck: DeckId::Arcane, left };
            p.first(draw, next(Step::Appears))
        }
        Step::Appears => {
            appear(p);
            p.push(Frame::VillainTurn);
            damage::check(p)
        }
    }
}

fn cash_in(p: &mut Play, side: Side, next: Frame) -> Next {
    if stash_holds(p.look(), side) { p.first(level_up::Frame::CashIn { side }, next) } else { then(next) }
}

fn level_ups(p: &mut Play, side: Side, next: Frame) -> Next {
    p.first(level_up::Frame::SpendXp { seat: 0, side, only: false }, next)
}

/// Mordak stands on the Ruins of the Throne.
fn appear(p: &mut Play) {
    rule!("MM-304", "MM-305", "MM-306", "MM-307", "MM-309", "MM-R18", "MM-R36");
    p.s.final_battle = true;
    p.s.final_rounds = 1;
    p.s.players[VILLAIN].region = p.g.keep;
    p.say(|l| {
        Event::Told(format!(
            "the Final Battle: {} appears in {}",
            l.name(Who::MORDAK),
            l.region_name(l.g.keep)
        ))
    });
    p.say(|_| {
        let over = "nobody scouts any more, and the Procession stands still";
        Event::Told(format!("the Keep is flipped to its ruined side; {over}"))
    });
    let heals = p.g.content.numbers.final_heal;
    for seat in Seat::first(p.g.options.seats).skip(1) {
        if p.s.players[seat].present {
            damage::heal(p, Who::hero(seat), heals);
        }
    }
}
