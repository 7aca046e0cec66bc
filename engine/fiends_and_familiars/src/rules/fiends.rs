//! Fiends: gained, binding, banished, and put back by Summon. FF-700 to FF-708.

use crate::{
    Play,
    content::effects::Trigger,
    rules::goods,
    words::{Coin, FiendId, Good},
};
use kernel::{Seat, rule};

/// A Fiend joins a seat, face up. In the Dice Phase it binds only when the phase ends.
pub fn gain(p: &mut Play, seat: Seat, fiend: FiendId) {
    rule!("FF-701", "FF-R08");
    let me = &mut p.s.players[seat];
    me.active.insert(fiend);
    if p.s.dice_phase {
        me.fresh.insert(fiend);
    }
    p.say_line(|look| format!("{seat} gains the Fiend {}", look.g.content.fiends[fiend.index()].name));
    goods::happened(p, seat, |t| t == Trigger::Fiend);
}

/// A Fiend is turned face down for a Charisma token or Gold.
pub fn banish(p: &mut Play, seat: Seat, fiend: FiendId, coin: Coin, gold: u8) {
    rule!("FF-703");
    match coin {
        Coin::Charisma => goods::lose(p, seat, Good::Charisma, 1),
        Coin::Gold | Coin::Card => goods::lose(p, seat, Good::Gold, gold),
    }
    let me = &mut p.s.players[seat];
    me.active.remove(fiend);
    me.fresh.remove(fiend);
    me.banished.insert(fiend);
    p.say_line(|look| format!("{seat} banishes {}", look.g.content.fiends[fiend.index()].name));
    goods::happened(p, seat, |t| t == Trigger::Banish);
}

/// An own active Fiend is put on an Initiative card.
pub fn summon(p: &mut Play, seat: Seat, fiend: FiendId, card: usize) {
    rule!("FF-1105");
    let me = &mut p.s.players[seat];
    me.active.remove(fiend);
    me.fresh.remove(fiend);
    p.s.initiatives[card].fiends.insert(fiend);
    p.say_line(|look| {
        format!("{seat} puts {} on Initiative card {}", look.g.content.fiends[fiend.index()].name, card + 1)
    });
}
