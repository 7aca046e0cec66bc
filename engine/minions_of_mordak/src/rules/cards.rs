//! Drawing Spells and Minions, discard piles, spawning. Rulebook: "Corruption Rolls", "Magic Rolls". MM-215 to MM-219, MM-360.

use crate::{
    Action, Event, Play,
    frame::{Asks, Falls, Next, Stacks as _, stray, then, wait},
    ids::{KindId, RegionId, SpellId, Who},
    naming,
    queries::Look,
    rules::scouting,
    state::{HAND, HandCard},
    words::{DeckId, SPELLS_PER_DECK, Size, VILLAIN},
};
use kernel::{Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// How a drawn Minion comes onto the Map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comes {
    /// Spawned, or laid down by a card.
    Placed,
    /// A Scout has revealed it: it ambushes if its card says so.
    Scouted,
    /// By an Ambush icon.
    Ambushing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    DrawSpells {
        seat: Seat,
        deck: DeckId,
        left: u8,
    },
    DrawChoice {
        seat: Seat,
        left: u8,
    },
    DrawMinion {
        size: Size,
        /// Where it is laid; off the Map: the Villain places it.
        region: RegionId,
        how: Comes,
    },
    PlaceMinion,
    Steal {
        from: Seat,
        to: Seat,
    },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::DrawSpells { seat, deck, left } => draw_spells(p, seat, deck, left),
        Frame::DrawChoice { seat, left } => draw_choice(p, seat, left),
        Frame::DrawMinion { size, region, how } => draw_minion(p, size, region, how),
        Frame::PlaceMinion => place_minion(p),
        Frame::Steal { from, to } => steal(p, from, to),
    }
}

pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::DrawSpells { seat, deck, .. } => Asks::Fate(Falls::Spell { seat, deck }),
        Frame::DrawChoice { seat, .. } => Asks::Seat(seat),
        Frame::DrawMinion { size, region, .. } => Asks::Fate(Falls::Minion { size, region }),
        Frame::PlaceMinion => Asks::Seat(VILLAIN),
        Frame::Steal { from, to } => Asks::Fate(Falls::Stolen { from, to }),
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::DrawChoice { .. } => drawable(look, seat).for_each(|deck| offer(Action::Deck { deck })),
        Frame::PlaceMinion => look.spawn_places().iter().for_each(|region| offer(Action::Place { region })),
        Frame::DrawSpells { .. } | Frame::DrawMinion { .. } | Frame::Steal { .. } => {}
    }
}

fn shuffle_spells(p: &mut Play, deck: DeckId) {
    rule!("MM-360");
    let mut used = p.s.spell_discards;
    used.move_all(&mut p.s.spells, SpellId::new(deck, 0).0, SPELLS_PER_DECK as u8);
    p.s.spell_discards = used;
    p.say(|_| Event::Told(format!("the {deck} discards are shuffled into a new deck")));
}

fn draw_spells(p: &mut Play, seat: Seat, deck: DeckId, left: u8) -> Next {
    rule!("MM-361", "MM-R37");
    if left == 0 || p.s.players[seat].hand.len() >= HAND {
        return Next::Done;
    }
    if p.s.spells_left(deck) == 0 {
        shuffle_spells(p, deck);
        if p.s.spells_left(deck) == 0 {
            return Next::Done;
        }
    }
    if p.s.is_hidden(seat) {
        drawn_untold(p, seat, deck);
        return then(Frame::DrawSpells { seat, deck, left: left - 1 });
    }
    wait(Frame::DrawSpells { seat, deck, left })
}

/// A player whose hand nobody tells takes the top card of a real deck: only its back is known here.
fn drawn_untold(p: &mut Play, seat: Seat, deck: DeckId) {
    let seen = SeatSet::only(seat);
    p.s.players[seat].take(HandCard { spell: SpellId::hidden(deck), seen });
    p.say(|l| Event::Draws { who: l.name(Who::hero(seat)), spell: None, deck: deck.word(), seen });
}

pub fn drawn(p: &mut Play, frame: Frame, spell: SpellId) -> Next {
    let Frame::DrawSpells { seat, left, .. } = frame else { return stray(frame) };
    p.s.spells.0[spell.index()] -= 1;
    let seen = SeatSet::only(seat);
    p.s.players[seat].take(HandCard { spell, seen });
    p.say(|l| Event::Draws {
        who: l.name(Who::hero(seat)),
        spell: Some((spell, l.g.content.spell(spell).name.clone())),
        deck: spell.deck().word(),
        seen,
    });
    then(Frame::DrawSpells { seat, deck: spell.deck(), left: left - 1 })
}

/// The drawer picks the deck, card by card.
fn draw_choice(p: &mut Play, seat: Seat, left: u8) -> Next {
    if left == 0 {
        return Next::Done;
    }
    let mut decks = drawable(p.look(), seat);
    match (decks.next(), decks.next()) {
        (None, _) => Next::Done,
        (Some(deck), None) => {
            drop(decks);
            then(Frame::DrawSpells { seat, deck, left })
        }
        (Some(_), Some(_)) => {
            drop(decks);
            wait(Frame::DrawChoice { seat, left })
        }
    }
}

/// Decks a seat may draw from that have cards.
pub fn drawable(look: Look, seat: Seat) -> impl Iterator<Item = DeckId> {
    let has = move |deck: &DeckId| {
        let first = SpellId::new(*deck, 0).0;
        look.s.spells_left(*deck) + look.s.spell_discards.sum(first, SPELLS_PER_DECK as u8) > 0
    };
    DeckId::ALL.iter().copied().filter(move |deck| look.may_draw(seat, *deck) && has(deck))
}

pub fn deck_chosen(p: &mut Play, frame: Frame, deck: DeckId) -> Next {
    let Frame::DrawChoice { seat, left } = frame else { return stray(frame) };
    p.push(Frame::DrawChoice { seat, left: left - 1 });
    then(Frame::DrawSpells { seat, deck, left: 1 })
}

pub fn discard_spell(p: &mut Play, seat: Seat, spell: SpellId) {
    naming::take(p.s, seat, spell);
    p.s.spell_discards.0[spell.index()] += 1;
    p.say(|l| Event::Told(format!("{} discards {}", l.name(Who::hero(seat)), l.g.content.spell(spell).name)));
}

/// Cards of a Minion deck and its discard pile.
#[must_use]
pub fn minions_left(look: Look, size: Size) -> u32 {
    let (first, len) = KindId::range(size);
    look.s.kinds_left(size) + look.s.kind_discards.sum(first, len)
}

fn draw_minion(p: &mut Play, size: Size, region: RegionId, how: Comes) -> Next {
    rule!("MM-007", "MM-216", "MM-360", "MM-361");
    let (first, len) = KindId::range(size);
    if p.s.kinds_left(size) == 0 {
        let mut used = p.s.kind_discards;
        used.move_all(&mut p.s.kinds, first, len);
        p.s.kind_discards = used;
    }
    if p.s.kinds_left(size) == 0 {
        return Next::Done;
    }
    wait(Frame::DrawMinion { size, region, how })
}

pub fn minion_drawn(p: &mut Play, frame: Frame, kind: KindId) -> Next {
    let Frame::DrawMinion { region, how, .. } = frame else { return stray(frame) };
    p.s.kinds.0[kind.index()] -= 1;
    if !region.is_on_map() {
        p.s.drawn = Some(kind);
        return then(Frame::PlaceMinion);
    }
    rule!("MM-321");
    let ambushes = match how {
        Comes::Placed => false,
        Comes::Scouted => p.g.content.minion(kind).fresh.abilities.ambush,
        Comes::Ambushing => true,
    };
    if let (Some(slot), true) = (scouting::spawn(p, kind, region), ambushes) {
        scouting::ambushes(p, slot);
    }
    Next::Done
}

/// The card is seen before its place is chosen.
fn place_minion(p: &mut Play) -> Next {
    rule!("MM-216");
    let places = p.look().spawn_places();
    match places.len() {
        0 => {
            if let Some(kind) = p.s.drawn.take() {
                p.s.kind_discards.0[kind.index()] += 1;
            }
            Next::Done
        }
        1 => minion_placed(p, places.iter().next().unwrap_or_default()),
        _ => wait(Frame::PlaceMinion),
    }
}

pub fn placed(p: &mut Play, frame: Frame, region: RegionId) -> Next {
    let Frame::PlaceMinion = frame else { return stray(frame) };
    minion_placed(p, region)
}

fn minion_placed(p: &mut Play, region: RegionId) -> Next {
    if let Some(kind) = p.s.drawn.take() {
        scouting::spawn(p, kind, region);
    }
    Next::Done
}

/// A random card of a hand changes hands; only the two see it.
fn steal(p: &mut Play, from: Seat, to: Seat) -> Next {
    if p.s.players[from].hand.is_empty() || p.s.players[to].hand.len() >= HAND {
        return Next::Done;
    }
    wait(Frame::Steal { from, to })
}

pub fn stolen(p: &mut Play, frame: Frame, spell: SpellId) -> Next {
    let Frame::Steal { from, to } = frame else { return stray(frame) };
    let mut card = naming::take(p.s, from, spell);
    card.seen = card.seen.with(to).with(from);
    p.s.players[to].take(card);
    p.say(|l| Event::Steals {
        who: l.name(Who::hero(to)),
        from: l.name(Who::hero(from)),
        spell: Some(l.g.content.spell(spell).name.clone()),
        seen: card.seen,
    });
    Next::Done
}

/// A Spell is shown to everybody.
pub fn show(p: &mut Play, seat: Seat, spell: SpellId) {
    rule!("MM-258", "MM-404");
    let all = SeatSet::first(p.g.options.seats);
    let hand = &mut p.s.players[seat].hand;
    let card = match hand.iter().position(|card| card.spell == spell && card.seen != all) {
        Some(at) => hand.remove(at),
        None => naming::take_hidden(p.s, seat, spell),
    };
    p.s.players[seat].take(HandCard { seen: all, ..card });
    p.say(|l| Event::Told(format!("{} shows {}", l.name(Who::hero(seat)), l.g.content.spell(spell).name)));
}
