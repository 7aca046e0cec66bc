//! How the Final Battle begins. Rulebook: "Final Battle". MM-301 to MM-309.

use crate::{
    Event, Play,
    frame::Frame,
    ids::Who,
    rules::{damage, level_up::stash_holds},
    words::{DeckId, Side, VILLAIN},
};
use kernel::{Next, Seat, flow::Flow as _, rule};

/// The steps on the back of the Procession board.
pub fn begin(p: &mut Play, step: u8) -> Next<Frame> {
    rule!("MM-002", "MM-301", "MM-302", "MM-303", "MM-R35");
    let then = Frame::FinalBattle { step: step + 1 };
    let (heroes, villain) = (Side::Heroes, Side::Villain);
    match step {
        0 => {
            p.say(|_| {
                Event::Told(
                    "the Final Battle: Loot Stashes are cashed out, then the last XP are spent".to_owned(),
                )
            });
            p.first(Frame::Reveal { side: heroes }, then)
        }
        1 if stash_holds(p.look(), heroes) => p.first(Frame::CashIn { side: heroes }, then),
        2 => p.first(Frame::Reveal { side: villain }, then),
        3 if stash_holds(p.look(), villain) => p.first(Frame::CashIn { side: villain }, then),
        4 => p.first(Frame::SpendXp { seat: 0, side: heroes, only: false }, then),
        5 => p.first(Frame::SpendXp { seat: 0, side: villain, only: false }, then),
        6 => {
            let left = p.g.content.numbers.final_arcane;
            p.first(Frame::DrawSpells { seat: VILLAIN, deck: DeckId::Arcane, left }, then)
        }
        7 => {
            appear(p);
            p.s.stack.push(Frame::VillainTurn);
            damage::check(p)
        }
        _ => Next::Then(then),
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
