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

/// The steps on the back of the Procession board.
pub fn begin(p: &mut Play, step: u8) -> Next {
    rule!("MM-002", "MM-301", "MM-302", "MM-303", "MM-R35");
    let resume = Frame::FinalBattle { step: step + 1 };
    let (heroes, villain) = (Side::Heroes, Side::Villain);
    match step {
        0 => {
            p.say(|_| {
                Event::Told(
                    "the Final Battle: Loot Stashes are cashed out, then the last XP are spent".to_owned(),
                )
            });
            p.first(level_up::Frame::Reveal { side: heroes }, resume)
        }
        1 if stash_holds(p.look(), heroes) => p.first(level_up::Frame::CashIn { side: heroes }, resume),
        2 => p.first(level_up::Frame::Reveal { side: villain }, resume),
        3 if stash_holds(p.look(), villain) => p.first(level_up::Frame::CashIn { side: villain }, resume),
        4 => p.first(level_up::Frame::SpendXp { seat: 0, side: heroes, only: false }, resume),
        5 => p.first(level_up::Frame::SpendXp { seat: 0, side: villain, only: false }, resume),
        6 => {
            let left = p.g.content.numbers.final_arcane;
            p.first(cards::Frame::DrawSpells { seat: VILLAIN, deck: DeckId::Arcane, left }, resume)
        }
        7 => {
            appear(p);
            p.push(Frame::VillainTurn);
            damage::check(p)
        }
        _ => then(resume),
    }
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
