//! What a tree may branch on: whether a check of the party, or of what it strikes at, succeeds.

use para_roles::{
    Chance,
    frame::{Blow, Check, Frame},
    queries::{Look, passes},
    rules::cards,
    words::{Stat, Who},
};

const SUCCESS: u32 = 1;
const FAILURE: u32 = 2;

/// The same number for what is the same to the party; 0 for what enemies turn, which has too many ways to go.
pub fn key(look: Look, outcome: Chance) -> u32 {
    let (Some(Frame::Cards(cards::Frame::Draw { check })), Chance::Draw { card }) =
        (look.s.stack.top(), outcome)
    else {
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
        // Too many ways to go, or not of the party.
        Check::AttackHero { .. }
        | Check::Swap { .. }
        | Check::Xxx { .. }
        | Check::XxxVictim { .. }
        | Check::GraveCard { .. }
        | Check::Bomb { .. }
        | Check::BombVictim { .. }
        | Check::HereticVictim { .. }
        | Check::Sneak(_)
        | Check::FoeAttack { .. }
        | Check::FoeStrikes { .. }
        | Check::FoeDefend { .. }
        | Check::FoeTrick { .. }
        | Check::FoeDestroy { .. }
        | Check::Whip { .. }
        | Check::Command { .. }
        | Check::CreatureWhip { .. }
        | Check::Trap { .. }
        | Check::Seal { .. }
        | Check::Treasure
        | Check::Hunt
        | Check::Room
        | Check::BlindDate { .. } => return 0,
    };
    if passes(card, stat) { SUCCESS } else { FAILURE }
}
