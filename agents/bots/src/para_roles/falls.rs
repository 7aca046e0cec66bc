//! What a tree may branch on: whether a check of the party, or of what it strikes at, succeeds.

use para_roles::{
    Chance,
    frame::{Blow, Check, Frame},
    queries::{Look, passes},
    words::{Stat, Who},
};

const SUCCESS: u32 = 1;
const FAILURE: u32 = 2;

/// The same number for what is the same to the party; 0 for what enemies turn, which has too many ways to go.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest stays open")]
pub fn key(look: Look, outcome: Chance) -> u32 {
    let (Some(Frame::Draw { check }), Chance::Draw { card }) = (look.s.stack.top(), outcome) else {
        return 0;
    };
    let stat = match *check {
        Check::Attack { seat, .. } => look.stat(seat, Stat::Attack),
        Check::Defend { seat } => look.stat(seat, Stat::Defense),
        Check::Ability { seat, .. } => look.stat(seat, Stat::Trick),
        Check::Run { seat, stat, .. } => look.stat(seat, stat),
        Check::Defense(blow) => match Blow::from(blow).on {
            Who::Foe(foe) => look.foe_stat(foe, Stat::Defense),
            Who::Hero(_) => return 0,
        },
        _ => return 0,
    };
    if passes(card, stat) { SUCCESS } else { FAILURE }
}
