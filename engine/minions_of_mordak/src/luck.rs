//! What may fall now, and how likely.

use crate::{
    Chance, flow,
    frame::{Asks, Falls},
    ids::{KindId, RegionId, SpellId, TileId, TreasureId},
    queries::Look,
    rules::setup::tier_at,
    rules::{rolls, scouting},
    state::bits,
    words::{Count, DeckId, Dice, Faces, SPELLS_PER_DECK, TREASURES},
};
use kernel::{Odds, Seat, below, rule};
use rand::Rng;

/// What is due to fall; `None` if somebody decides.
#[inline]
pub fn due(look: Look) -> Option<Falls> {
    let frame = *look.s.stack.top()?;
    if let Asks::Fate(falls) = flow::asks(look, frame) { Some(falls) } else { None }
}

/// The dice of it, and whether single dice matter.
pub(crate) fn dice(look: Look, falls: Falls) -> Option<(Dice, bool)> {
    match falls {
        Falls::Roll => Some((rolls::falling(look), rolls::faces_matter(look))),
        Falls::Reroll => Some((look.s.level().roll.aside, true)),
        Falls::Dodge(dice) | Falls::Regenerate(dice) | Falls::Loot(dice) | Falls::Effect(dice) => {
            Some((dice, false))
        }
        Falls::Spell { .. }
        | Falls::Stolen { .. }
        | Falls::Minion { .. }
        | Falls::Tile(_)
        | Falls::Treasure => None,
    }
}

fn choose(n: u8, k: u8) -> u32 {
    (0..u32::from(k)).fold(1, |all, i| all * (u32::from(n) - i) / (i + 1))
}

/// All ways dice can fall: a Novice or Master shows either face evenly, an Adept 0, 1, 2 as 1 to 4 to 1.
pub(crate) fn throws(dice: Dice) -> impl Iterator<Item = (Faces, u32)> {
    rule!("MM-009", "MM-010");
    (0..=dice.novice).flat_map(move |n| {
        (0..=dice.adept).flat_map(move |ones| {
            (0..=dice.adept - ones).flat_map(move |twos| {
                (0..=dice.master).map(move |m| {
                    let adepts =
                        choose(dice.adept, ones) * choose(dice.adept - ones, twos) * 4u32.pow(ones.into());
                    let weight = choose(dice.novice, n) * adepts * choose(dice.master, m);
                    (Faces { novice_ones: n, adept_ones: ones, adept_twos: twos, master_twos: m }, weight)
                })
            })
        })
    })
}

pub fn odds(look: Look) -> Odds<Chance> {
    let falls = due(look).expect("chance is due");
    if let Some((dice, faces)) = dice(look, falls) {
        return Odds::weighted(throws(dice).map(|(fell, weight)| (outcome(dice, fell, faces), weight)));
    }
    Odds::weighted(cards(look, falls))
}

fn outcome(dice: Dice, fell: Faces, faces: bool) -> Chance {
    if faces { Chance::Dice { faces: fell } } else { Chance::Hits { hits: Count(fell.hits(dice)) } }
}

/// Cards and tiles with their weights.
fn cards(look: Look, falls: Falls) -> Vec<(Chance, u32)> {
    match falls {
        Falls::Spell { deck, .. } => {
            let first = SpellId::new(deck, 0).0;
            let all = first..first + SPELLS_PER_DECK as u8;
            all.map(|at| (Chance::Draw { spell: SpellId(at) }, u32::from(look.s.spells.0[usize::from(at)])))
                .collect()
        }
        Falls::Stolen { from, .. } => {
            let all = stealable(look, from);
            all.into_iter().map(|(spell, weight)| (Chance::Steal { spell }, weight)).collect()
        }
        Falls::Minion { size, .. } => {
            let (first, len) = KindId::range(size);
            let weight = |at: u8| u32::from(look.s.kinds.0[usize::from(at)]);
            (first..first + len).map(|at| (Chance::Minion { kind: KindId(at) }, weight(at))).collect()
        }
        Falls::Treasure => {
            let weight = |at: u8| u32::from(look.s.hoard.0[usize::from(at)]);
            (0..TREASURES as u8)
                .map(|at| (Chance::Treasure { treasure: TreasureId(at) }, weight(at)))
                .collect()
        }
        Falls::Tile(region) => {
            let Tiles { must, each, ordinary, rest } = tiles(look, region);
            let certain = bits(must).map(move |at| (at, each));
            let drawn = bits(ordinary).map(move |at| (at, rest));
            certain.chain(drawn).map(|(at, weight)| (Chance::Tile { tile: TileId(at) }, weight)).collect()
        }
        Falls::Roll
        | Falls::Reroll
        | Falls::Dodge(_)
        | Falls::Regenerate(_)
        | Falls::Loot(_)
        | Falls::Effect(_) => vec![],
    }
}

/// Every card of a hand is as likely as any other; a hidden one is any unseen Spell of its back.
fn stealable(look: Look, from: Seat) -> Vec<(SpellId, u32)> {
    let unseen = |deck: DeckId| look.s.spells.sum(SpellId::new(deck, 0).0, SPELLS_PER_DECK as u8).max(1);
    // Each card of the hand weighs as much as all others, however many Spells it may be.
    let each: u32 = DeckId::ALL.iter().map(|deck| unseen(*deck)).product();
    let mut all = vec![];
    for card in look.s.players[from].hand {
        if !card.spell.is_hidden() {
            all.push((card.spell, each));
            continue;
        }
        let (deck, first) = (card.spell.deck(), SpellId::new(card.spell.deck(), 0).0);
        let one = each / unseen(deck);
        let ids = first..first + SPELLS_PER_DECK as u8;
        all.extend(ids.map(|at| (SpellId(at), one * u32::from(look.s.spells.0[usize::from(at)]))));
    }
    all
}

/// Tiles that may lie under a face-down Region, as bits.
struct Tiles {
    /// Special ones that must come, and the weight of each.
    must: u64,
    each: u32,
    /// Ordinary ones, and the weight of each.
    ordinary: u64,
    rest: u32,
}

/// Of the hidden cells of a tier all special tiles take theirs; the rest go to ordinary ones.
fn tiles(look: Look, region: RegionId) -> Tiles {
    rule!("MM-033", "MM-034");
    let tier = tier_at(look.g, region);
    let (must, ordinary) = scouting::candidates(look.g, look.s.unseen_tiles, tier);
    let hidden = scouting::hidden_of(look, tier);
    let rest = hidden.saturating_sub(must.count_ones());
    let each = ordinary.count_ones().max(1);
    Tiles { must, each, ordinary, rest }
}

#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    match due(look).expect("chance is due") {
        Falls::Roll => {
            let dice = rolls::falling(look);
            outcome(dice, throw(dice, rng), rolls::faces_matter(look))
        }
        Falls::Reroll => {
            let dice = look.s.level().roll.aside;
            outcome(dice, throw(dice, rng), true)
        }
        Falls::Dodge(dice) | Falls::Regenerate(dice) | Falls::Loot(dice) | Falls::Effect(dice) => {
            outcome(dice, throw(dice, rng), false)
        }
        Falls::Spell { deck, .. } => Chance::Draw { spell: any_spell(look, deck, rng) },
        Falls::Stolen { from, .. } => {
            let hand = &look.s.players[from].hand;
            let spell = hand[below(rng, hand.len() as u32) as usize].spell;
            let spell = if spell.is_hidden() { any_spell(look, spell.deck(), rng) } else { spell };
            Chance::Steal { spell }
        }
        Falls::Minion { size, .. } => {
            let (first, len) = KindId::range(size);
            let at = below(rng, look.s.kinds.sum(first, len));
            Chance::Minion { kind: KindId(look.s.kinds.nth(first, at)) }
        }
        Falls::Tile(region) => sample_tile(look, region, rng),
        Falls::Treasure => {
            let at = below(rng, look.s.hoard.total());
            Chance::Treasure { treasure: TreasureId(look.s.hoard.nth(0, at)) }
        }
    }
}

/// Any unseen Spell of a deck.
fn any_spell<R: Rng + ?Sized>(look: Look, deck: DeckId, rng: &mut R) -> SpellId {
    let first = SpellId::new(deck, 0).0;
    let at = below(rng, look.s.spells.sum(first, SPELLS_PER_DECK as u8));
    SpellId(look.s.spells.nth(first, at))
}

/// Throws dice: one bit for a Novice or Master, a sixth for each Adept.
#[inline]
fn throw<R: Rng + ?Sized>(dice: Dice, rng: &mut R) -> Faces {
    let coins = rng.next_u32();
    let mask = |n: u8| (1u32 << n) - 1;
    let mut faces = Faces {
        novice_ones: (coins & mask(dice.novice)).count_ones() as u8,
        master_twos: ((coins >> 16) & mask(dice.master)).count_ones() as u8,
        ..Faces::default()
    };
    for _ in 0..dice.adept {
        match below(rng, 6) {
            0 => {}
            5 => faces.adept_twos += 1,
            _ => faces.adept_ones += 1,
        }
    }
    faces
}

fn sample_tile<R: Rng + ?Sized>(look: Look, region: RegionId, rng: &mut R) -> Chance {
    let Tiles { must, each, ordinary, rest } = tiles(look, region);
    let special = must.count_ones() * each;
    let at = below(rng, special + ordinary.count_ones() * rest);
    let tile = if at < special {
        bits(must).nth((at / each.max(1)) as usize)
    } else {
        bits(ordinary).nth(((at - special) / rest.max(1)) as usize)
    };
    Chance::Tile { tile: TileId(tile.unwrap_or_default()) }
}
