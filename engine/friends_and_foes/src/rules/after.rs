//! After an action: removals, garrisons, reactions, the early end. FO-213, FO-262, FO-380.

use crate::{
    Play,
    content::FirstRemoval,
    event::Event,
    frame::{Next, first, then},
    rules::{activation, cards, garrison::Survey, reactions::Frame, victory},
    state::CHAIN,
    words::CharSet,
};
use kernel::rule;

/// An action or a reaction is resolved.
pub fn after(p: &mut Play, reaction: bool) -> Next {
    cards::clear_table(p);
    remove_fallen(p);
    first(p, activation::Frame::Garrisons { survey: Survey::CHANGES }, Frame::Reactions { reaction })
}

/// Whoever has no health left leaves the game.
pub fn remove_fallen(p: &mut Play) {
    rule!("FO-213", "FO-193");
    let fallen = std::mem::take(&mut p.s.fallen).and(p.s.board);
    if fallen.is_empty() {
        return;
    }
    p.s.board = p.s.board.minus(fallen);
    p.s.defenders = p.s.defenders.minus(fallen);
    p.s.first_blood = true;
    let deed = p.s.deed_mut();
    deed.removed = deed.removed.or(fallen);
    for who in fallen.iter() {
        cards::drop_sigil(p, who);
        p.s.char_mut(who).marks = 0;
        p.say(|l| Event::Removed(l.name(who)));
    }
}

/// First Blood: the player whose attack first removes an enemy is rewarded.
pub fn blood(p: &mut Play, slain: CharSet) {
    let bonus = p.look().twist().first_removal;
    let attacker = p.s.fight.attacker;
    let enemies = slain.minus(p.look().team_chars(p.look().team(attacker.seat())));
    if let Some(FirstRemoval { treasure: by, .. }) = bonus
        && !p.s.blood_paid
        && !enemies.is_empty()
    {
        p.s.blood_paid = true;
        p.s.sides[attacker.seat()].treasure += u16::from(by);
        p.say(|_| Event::Gains(attacker.seat(), by));
    }
}

/// The window for reactions, if this may be reacted to.
pub fn reactions(p: &mut Play, reaction: bool) -> Next {
    rule!("FO-262", "FO-264");
    let closed = usize::from(p.s.depth) + 1 >= CHAIN;
    if reaction && (!p.g.options.reaction_chains || closed) {
        return Next::Done;
    }
    then(Frame::Window { place: 0 })
}

pub fn action_over(p: &mut Play) -> Next {
    match victory::early_end(p) {
        true => Next::Done,
        false => then(activation::Frame::Act),
    }
}
