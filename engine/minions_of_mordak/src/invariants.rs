//! What holds of every table: components are conserved, stacks are whole, tracks stay on their boards.

use crate::{
    MinionsOfMordak, State,
    frame::Frame,
    ids::{KindId, RegionId, SpellId, TreasureId},
    naming,
    queries::Look,
    rules::{attacks, level_up, rounds},
    state::{Card, HandCard, NONE},
    words::{DeckId, SEATS, SPELLS, SPELLS_PER_DECK, Size, TREASURES, VILLAIN},
};
use kernel::{Seat, SeatSet, Turn};

/// # Errors
/// With a sentence that says what is broken.
pub fn check(g: &MinionsOfMordak, s: &State) -> Result<(), String> {
    spells(g, s)?;
    minions(g, s)?;
    treasures(g, s)?;
    stacks(s)?;
    players(g, s)?;
    flow(g, s)
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// Every Spell is in a deck, a hand, a discard pile, or being cast.
fn spells(g: &MinionsOfMordak, s: &State) -> Result<(), String> {
    let mut count = [0u8; SPELLS];
    for (at, found) in count.iter_mut().enumerate() {
        *found = s.spells.0[at] + s.spell_discards.0[at];
    }
    let held = Seat::first(SEATS as u8)
        .flat_map(|seat| s.players[seat].hand.into_iter().map(move |card| (seat, card)))
        .filter(|(seat, card)| !untold(s, *seat, *card))
        .map(|(_, card)| card.spell);
    let cast = s.casts.iter().filter_map(|cast| match cast.card {
        Card::Spell(spell) => Some(spell),
        Card::Treasure(_) => None,
    });
    for spell in held.chain(cast) {
        ensure(!spell.is_hidden(), || "a hand is not known".into())?;
        count[spell.index()] += 1;
    }
    for card in DeckId::ALL.iter().flat_map(|deck| g.content.spells_of(*deck)) {
        let found = count[card.id.index()];
        ensure(found == card.copies, || format!("{}: {found} of {} copies", card.id, card.copies))?;
    }
    for deck in DeckId::ALL {
        let unseen = s.spells.sum(SpellId::new(*deck, 0).0, SPELLS_PER_DECK as u8) as usize;
        let hidden: usize = Seat::first(SEATS as u8).map(|seat| naming::untold(s, seat, *deck)).sum();
        ensure(hidden <= unseen, || format!("{hidden} hidden cards of the {deck} deck, {unseen} unseen"))?;
    }
    let sorted = s.players.each().iter().all(|player| player.hand.windows(2).all(|pair| pair[0] <= pair[1]));
    ensure(sorted, || "a hand is not sorted".into())
}

/// Is this a card that only its player knows? It lies among the unseen.
fn untold(s: &State, seat: Seat, card: HandCard) -> bool {
    card.spell.is_hidden() && s.is_hidden(seat) && card.seen == SeatSet::only(seat)
}

/// Every Minion card is in a deck, a discard pile, the Stash, or on the Map.
fn minions(g: &MinionsOfMordak, s: &State) -> Result<(), String> {
    for card in Size::ALL.iter().flat_map(|size| g.content.minions_of(*size)) {
        let at = card.id.index();
        let map = s.slots().filter(|slot| s.minion(*slot).kind == card.id).count() as u8;
        let drawn = u8::from(s.drawn == Some(card.id));
        let found = s.kinds.0[at] + s.kind_discards.0[at] + s.fallen.0[at] + map + drawn;
        ensure(found == card.copies, || format!("{}: {found} of {} copies", card.id, card.copies))?;
    }
    let sheep = s.slots().filter(|slot| s.minion(*slot).kind == KindId::SHEEP).count();
    ensure(sheep <= usize::from(g.content.numbers.sheep), || format!("{sheep} Sheep"))
}

fn treasures(g: &MinionsOfMordak, s: &State) -> Result<(), String> {
    for at in 0..TREASURES {
        let id = TreasureId(at as u8);
        if !g.content.has_treasure(id) {
            continue;
        }
        let worn = s.players.each().iter().flat_map(|player| player.slots).filter(|t| *t == id).count() as u8;
        let used = s.casts.iter().filter(|cast| cast.card == Card::Treasure(id)).count() as u8;
        let found =
            s.hoard.0[at] + s.treasure_discards.0[at] + s.stash.0[at] + s.left_behind.0[at] + worn + used;
        let copies = g.content.treasure(id).copies;
        ensure(found == copies, || format!("{id}: {found} of {copies} copies"))?;
    }
    ensure(s.hoard.total() >= s.treasures_out(), || "more Treasures lie about than there are".into())
}

/// Every Minion is in the stack of its Region, once; controlled ones are in none.
fn stacks(s: &State) -> Result<(), String> {
    let mut seen = 0u64;
    for region in RegionId::all() {
        let top = s.tops[region.index()];
        ensure((top != NONE) == s.haunted.contains(region), || format!("{region}: haunted or not"))?;
        for slot in s.stack_of(region).take(64) {
            ensure(seen & (1 << slot) == 0 && s.is_alive(slot), || {
                format!("m{slot} is in a stack twice, or gone")
            })?;
            ensure(s.minion(slot).region == region, || format!("m{slot} is in the wrong stack"))?;
            seen |= 1 << slot;
        }
        ensure(top == NONE || s.revealed.contains(region), || format!("Minions in face-down {region}"))?;
    }
    let levels = &s.levels[..usize::from(s.depth)];
    let puppets =
        levels.iter().filter(|level| level.seat != VILLAIN).filter_map(|level| level.actor.as_minion());
    let free = puppets.filter(|slot| s.is_alive(*slot)).fold(0u64, |all, slot| all | 1 << slot);
    ensure(seen | free == s.alive, || format!("in stacks {seen:b}, controlled {free:b}, alive {:b}", s.alive))
}

fn players(g: &MinionsOfMordak, s: &State) -> Result<(), String> {
    let look = Look { g, s };
    for seat in Seat::first(g.options.seats) {
        let player = &s.players[seat];
        if !player.present || player.hero.is_none() && seat != VILLAIN {
            continue;
        }
        ensure(player.health <= look.max_health(seat), || format!("{seat} has {} Health", player.health))?;
        let limit = look.plus_limit(seat).max(g.content.numbers.plus_one_limit + 5);
        ensure(player.plus_ones() <= limit, || format!("{seat} has {} Plus-Ones", player.plus_ones()))?;
        ensure(player.rows.iter().all(|row| row.count() <= g.content.numbers.row_limit), || {
            format!("{seat} has a row that is too long")
        })?;
        if seat != VILLAIN {
            let off = !player.region.is_on_map();
            ensure(off == player.in_stash, || format!("{seat} is neither on the Map nor in the Stash"))?;
            ensure(off || player.health > 0 || amid(s), || format!("{seat} stands without Health"))?;
        }
        let on = player.region;
        ensure(!on.is_on_map() || s.revealed.contains(on), || format!("{seat} is in face-down {on}"))?;
    }
    let step = g.content.numbers.villain_step;
    ensure(s.players[VILLAIN].health.is_multiple_of(step), || {
        "the Villain's Health is between two steps".into()
    })
}

fn amid(s: &State) -> bool {
    s.stack
        .frames()
        .any(|frame| matches!(frame, Frame::Attacks(attacks::Frame::Falling | attacks::Frame::Struck)))
}

fn flow(g: &MinionsOfMordak, s: &State) -> Result<(), String> {
    ensure((s.turn == Turn::Over) == s.ending.is_some(), || "over without an ending".into())?;
    ensure(s.day <= g.content.numbers.days, || format!("day {}", s.day))?;
    ensure(s.souls <= g.content.numbers.souls + 4, || format!("{} Souls", s.souls))?;
    ensure(s.revealed.minus(s.cells).is_empty(), || "a Region is revealed that is not there".into())?;
    let quiet = matches!(
        s.stack.top(),
        Some(
            Frame::Rounds(rounds::Frame::MinionPick | rounds::Frame::Initiative)
                | Frame::LevelUp(level_up::Frame::SpendXp { .. })
        )
    );
    ensure(!quiet || s.depth == 0 && s.casts.is_empty(), || "something is in progress between Turns".into())
}
