//! Reaction windows: who is asked, what may be played. Rulebook: "Reaction Spells", "Reaction Order". MM-254, MM-255, MM-385, MM-386.

use crate::{
    Action, Play,
    action::Pay,
    content::{Cost, Trigger},
    frame::{Next, Stacks as _, stray, then, wait},
    ids::{SpellId, TreasureId, Who},
    naming,
    options::Windows,
    queries::Look,
    rules::spells::Frame,
    rules::{cards, spells, turns},
    state::{CASTS, Card},
    words::{Row, VILLAIN, Window},
};
use kernel::{Seat, rule};

/// Who is asked at this place of a window: the acting seat, its side in turn order, then the others.
fn order(look: Look, at: u8) -> Option<Seat> {
    rule!("MM-385");
    let acting = if look.s.depth > 0 { look.s.level().seat } else { VILLAIN };
    let seats = look.g.options.seats;
    match (at, acting.number()) {
        (at, _) if at >= seats => None,
        (0, _) => Some(acting),
        (at, 0) => Some(Seat::new((look.s.initiative.number() - 1 + at - 1) % (seats - 1) + 1)),
        (at, _) if at == seats - 1 => Some(VILLAIN),
        (at, hero) => Some(Seat::new((hero - 1 + at) % (seats - 1) + 1)),
    }
}

/// Who may play Reactions at all.
fn may_react(look: Look, seat: Seat) -> bool {
    rule!("MM-204");
    let player = &look.s.players[seat];
    player.present && !player.in_stash && (seat == VILLAIN || player.region.is_on_map())
}

/// Could a Spell that somebody may hold be played now? Follows from what everybody knows.
fn could_hold(look: Look, seat: Seat, spell: SpellId) -> bool {
    let card = look.g.content.spell(spell);
    let player = &look.s.players[seat];
    let out = look.s.spell_discards.0[spell.index()];
    let back = player.hand.iter().any(|held| held.spell.deck() == spell.deck());
    back && out < card.copies && payable_publicly(look, seat, card.cost)
}

fn payable_publicly(look: Look, seat: Seat, cost: Cost) -> bool {
    let player = &look.s.players[seat];
    match cost {
        Cost::Free => true,
        Cost::PlusOneOrDiscard => player.plus_ones() > 0 || player.hand.len() > 1,
        Cost::Hits(_) => false,
    }
}

/// Spells that this happening opens for a seat.
fn opened(look: Look<'_>, seat: Seat, window: Window, about: Who) -> impl Iterator<Item = SpellId> {
    let from = Who::hero(seat);
    let all = look.g.tables.reactions[window.index()].iter();
    all.filter(move |(_, trigger)| look.opens(from, *trigger, about)).map(|(spell, _)| *spell)
}

/// Treasures of a seat that react now.
fn worn(look: Look<'_>, seat: Seat, window: Window, about: Who) -> impl Iterator<Item = TreasureId> {
    let from = Who::hero(seat);
    let fits = move |trigger: &Trigger| trigger.window == window && look.opens(from, *trigger, about);
    let reacts =
        move |t: &TreasureId| look.g.tables.worn(*t).and_then(|gear| gear.reacts).is_some_and(|r| fits(&r));
    look.s.players[seat].slots.into_iter().filter(reacts)
}

/// Is this seat asked? In cloaked windows that follows from what everybody knows, so that it tells nothing.
fn is_asked(look: Look, seat: Seat, window: Window, about: Who) -> bool {
    rule!("MM-254");
    if !may_react(look, seat) || look.s.silent.contains(seat) {
        return false;
    }
    if look.g.tables.gear_reacts[window.index()] && worn(look, seat, window, about).next().is_some() {
        return true;
    }
    let live = |spell: SpellId| is_live(look, seat, spell, about);
    !look.s.players[seat].hand.is_empty() && opened(look, seat, window, about).any(live)
}

/// Is the seat asked for the sake of this Spell?
fn is_live(look: Look, seat: Seat, spell: SpellId, about: Who) -> bool {
    match look.g.options.windows {
        // What a hidden hand holds is not known here, so that what it could hold has to do.
        Windows::Held if !look.s.is_hidden(seat) => playable(look, seat, spell, about),
        Windows::Cloaked | Windows::Held => could_hold(look, seat, spell),
    }
}

/// Every card for the sake of which this seat is asked.
pub fn live(look: Look<'_>, seat: Seat, window: Window, about: Who) -> impl Iterator<Item = Card> {
    let spells = opened(look, seat, window, about).filter(move |spell| is_live(look, seat, *spell, about));
    worn(look, seat, window, about).map(Card::Treasure).chain(spells.map(Card::Spell))
}

/// Could anybody react in this window, by what everybody knows?
#[must_use]
pub fn anybody_could(look: Look, window: Window, about: Who) -> bool {
    let could = |seat: Seat| {
        may_react(look, seat)
            && !look.s.silent.contains(seat)
            && (look.g.tables.gear_reacts[window.index()] && worn(look, seat, window, about).next().is_some()
                || opened(look, seat, window, about).any(|spell| could_hold(look, seat, spell)))
    };
    Seat::first(look.g.options.seats).any(could)
}

/// Is there a card in hand that can be played and paid?
fn playable(look: Look, seat: Seat, spell: SpellId, about: Who) -> bool {
    naming::may_name(look.s, seat, spell)
        && payable_publicly(look, seat, look.g.content.spell(spell).cost)
        && spells::reaction_playable(look, seat, Card::Spell(spell), about)
}

pub fn window(p: &mut Play, window: Window, about: Who, at: u8) -> Next {
    rule!("MM-385", "MM-386", "MM-R43");
    let look = p.look();
    let nothing =
        look.g.tables.reactions[window.index()].is_empty() && !look.g.tables.gear_reacts[window.index()];
    if nothing || look.s.casts.len() + 1 >= CASTS || window == Window::Begins && turns::is_over(look) {
        return Next::Done;
    }
    let mut at = at;
    while let Some(seat) = order(look, at) {
        if is_asked(look, seat, window, about) {
            return wait(Frame::React { seat, window, about, at });
        }
        at += 1;
    }
    Next::Done
}

/// Every Reaction of this seat with every way to pay for it.
pub fn options(look: Look, seat: Seat, window: Window, about: Who, offer: &mut impl FnMut(Action)) {
    rule!("MM-254", "MM-255", "MM-R30");
    offer(Action::Pass);
    for spell in opened(look, seat, window, about).filter(|spell| playable(look, seat, *spell, about)) {
        match look.g.content.spell(spell).cost {
            Cost::Free => offer(Action::React { spell, pay: Pay::Free }),
            Cost::PlusOneOrDiscard => payments(look, seat, spell, offer),
            Cost::Hits(_) => {}
        }
    }
    let mut last = TreasureId::NONE;
    for treasure in worn(look, seat, window, about) {
        if treasure != last && spells::reaction_playable(look, seat, Card::Treasure(treasure), about) {
            offer(Action::ReactWith { treasure });
        }
        last = treasure;
    }
}

/// A hidden hand may pay with nearly any card; even in packs with many Reactions the list stays readable.
const DISCARDS: usize = 40;

fn payments(look: Look, seat: Seat, spell: SpellId, offer: &mut impl FnMut(Action)) {
    let player = &look.s.players[seat];
    for row in Row::ALL {
        if player.plus[row.index()] > 0 {
            offer(Action::React { spell, pay: Pay::PlusOne(*row) });
        }
    }
    let others = naming::playable(look.s, seat)
        .filter(|other| naming::may_name_both(look.s, seat, spell, *other))
        .take(DISCARDS);
    others.for_each(|other| offer(Action::React { spell, pay: Pay::Discard(other) }));
}

/// A Reaction is played; the seat may play more before the next is asked.
pub fn react(p: &mut Play, frame: Frame, spell: SpellId, pay: Pay) -> Next {
    let Frame::React { seat, window, about, at } = frame else { return stray(frame) };
    rule!("MM-255");
    p.push(Frame::Window { window, about, at });
    match pay {
        Pay::Free => {}
        Pay::PlusOne(row) => p.s.players[seat].plus[row.index()] -= 1,
        Pay::Discard(other) => cards::discard_spell(p, seat, other),
    }
    naming::take(p.s, seat, spell);
    spells::announce(p, seat, Who::hero(seat), spell);
    spells::play(p, Card::Spell(spell), seat, Who::hero(seat), about, 0)
}

pub fn react_with(p: &mut Play, frame: Frame, treasure: TreasureId) -> Next {
    let Frame::React { seat, window, about, at } = frame else { return stray(frame) };
    p.push(Frame::Window { window, about, at });
    turns::use_treasure(p, seat, treasure, about)
}

pub fn pass(frame: Frame) -> Next {
    let Frame::React { window, about, at, .. } = frame else { return stray(frame) };
    then(Frame::Window { window, about, at: at + 1 })
}
