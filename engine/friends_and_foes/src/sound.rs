//! What must hold of a table that somebody told us before any rule looks at it: who is named is there, and numbers are
//! such that play can go on from them. `invariants.rs` says the rest.

use crate::{
    FriendsAndFoes, State,
    queries::Look,
    rules::{activation, initiative as rounds, setup::cards_of},
    state::{Char, Commit, Used},
    words::{AbilityId, AreaSet, BENCH, CHARS, CharId, CharSet, SLOTS, TOKENS_MAX},
};
use kernel::{
    CardSet, Misfit, Pool, Seat, SeatSet,
    stated::{ensure, upto},
};

type Fits = Result<(), Misfit>;

/// Far above what play leads to, far below where counting would go wrong.
const TREASURE_MAX: u16 = 10_000;
const STORED_MAX: u8 = 60;
/// Where no limit is agreed on.
const ROUNDS_MAX: u8 = u8::MAX;

fn of_side(seat: Seat, what: &str) -> String {
    format!("sides[{}].{what}", seat.number())
}

// --- who and what is named

/// Everything that is named is there: scenario, map, character cards, abilities, areas, seats.
pub fn ids(g: &FriendsAndFoes, s: &State) -> Fits {
    let ground = g.grounds.contains(&(s.scenario, s.map));
    ensure(ground, || {
        Misfit::new("scenario", "one that is not played", "scenario and map as the options say")
    })?;
    let twist = s.twist.is_none_or(|twist| g.twists.contains(&twist));
    ensure(twist, || Misfit::new("twist", "one that is not used", "a twist the options allow"))?;
    for seat in Seat::first(4) {
        roster(g, s, seat)?;
    }
    let map = &g.content.maps[usize::from(s.map)];
    let areas = s.zones.iter().chain(&s.facing).chain(&s.added).fold(AreaSet::EMPTY, |all, set| all.or(*set));
    let named = s.goals.iter().flatten().chain(&s.shifting).copied().collect::<AreaSet>();
    ensure(areas.or(named).minus(map.areas).is_empty(), || {
        Misfit::new("areas", "one that is not on the map", "areas of the map")
    })?;
    let seats = SeatSet::first(g.options.seats);
    let strangers = s.order.iter().any(|seat| !seats.contains(*seat)) || !s.gone.minus(seats).is_empty();
    ensure(!strangers, || Misfit::new("order", "a seat that is not there", "seats of this table"))?;
    let held = s.held.iter().all(|by| by.group().is_none_or(|by| by < 4));
    ensure(held, || Misfit::new("areas.garrison_held_by", "nobody we know", "0 to 3"))
}

/// The characters of a seat fill the slots that its formation says.
fn roster(g: &FriendsAndFoes, s: &State, seat: Seat) -> Fits {
    let build = s.build[seat.index()];
    ensure(usize::from(build.members) <= BENCH && usize::from(build.bench) <= SLOTS - BENCH, || {
        Misfit::new(of_side(seat, "build.members"), build.members, "at most 5, and 3 on the bench")
    })?;
    let most = if seat.number() < g.options.seats { build } else { crate::state::Build::default() };
    for slot in 0..SLOTS {
        let id = CharId::new(seat, slot);
        let me = s.char(id);
        let listed = if slot < BENCH { slot < most.members.into() } else { slot - BENCH < most.bench.into() };
        let there = g.content.has_body(me.body);
        ensure(there == listed && (listed || *me == Char::default()), || {
            Misfit::new(id, if there { "a character" } else { "nobody" }, "as many as `build` says")
        })?;
        ensure(listed || !s.board.or(s.bench).contains(id), || Misfit::new(id, "nobody", "a character"))?;
        abilities(g, id, me)?;
    }
    ensure(build.learns.is_none_or(|slot| usize::from(slot) < SLOTS), || {
        Misfit::new(of_side(seat, "build.learning"), "nobody", "a character of this seat")
    })
}

fn abilities(g: &FriendsAndFoes, id: CharId, me: &Char) -> Fits {
    let known = |a: AbilityId| g.content.ability_ids().any(|(other, _)| other == a);
    let count = me.learned().count();
    let gaps = me.abilities[..count].iter().any(Option::is_none);
    let twice = (1..count).any(|at| me.abilities[..at].contains(&me.abilities[at]));
    ensure(me.learned().all(known) && !gaps && !twice, || {
        Misfit::new(format!("{id}.abilities"), "one that is unknown or there twice", "abilities of the game")
    })?;
    let marks = (u64::from(me.marks) >> g.content.lasting.len()) == 0;
    ensure(marks && Used::all().contains(me.used), || {
        Misfit::new(format!("{id}.marks"), "an unknown one", "effects of the game")
    })
}

// --- numbers

/// Every number can be counted on, and every card is somewhere once.
pub fn numbers(g: &FriendsAndFoes, s: &State) -> Fits {
    for seat in Seat::first(g.options.seats) {
        side(g, s, seat)?;
    }
    for id in CharSet::of_bits(u32::MAX).iter() {
        let me = s.char(id);
        ensure(me.health <= me.sheet.full, || {
            Misfit::new(format!("{id}.health"), me.health, format!("at most {}", me.sheet.full))
        })?;
        ensure(me.sigil.is_none_or(|sigil| sigil.of.number() < g.options.seats), || {
            Misfit::new(format!("{id}.sigil"), "a card of nobody", "a seat of this table")
        })?;
    }
    ensure((0..4).all(|team| (u64::from(s.marks[team]) >> g.content.lasting.len()) == 0), || {
        Misfit::new("teams.marks", "an unknown one", "effects of the game")
    })?;
    ensure(s.defenders.minus(s.board).is_empty(), || {
        Misfit::new("characters.defender", "somebody who does not stand", "characters on the board")
    })?;
    upto(|| "passes".into(), s.passes, 4)?;
    let limit = g.options.round_limit;
    upto(|| "round".into(), s.round, if limit == 0 { ROUNDS_MAX } else { limit })?;
    let once = s.order.iter().enumerate().all(|(at, seat)| !s.order[..at].contains(seat));
    ensure(once, || Misfit::new("order", "a seat twice", "each seat once"))
}

fn side(g: &FriendsAndFoes, s: &State, seat: Seat) -> Fits {
    let side = &s.sides[seat];
    upto(|| of_side(seat, "tokens"), side.tokens, TOKENS_MAX)?;
    upto(|| of_side(seat, "stored"), side.stored, STORED_MAX)?;
    upto(|| of_side(seat, "treasure"), side.treasure, TREASURE_MAX)?;
    upto(|| of_side(seat, "build.coins"), s.build[seat.index()].coins, g.content.prices.coins)?;
    let known = side.hand.count();
    let hidden = side.hand.count() + side.deck.count();
    ensure((known..=hidden).contains(&u32::from(side.hand_len)), || {
        Misfit::new(of_side(seat, "hand_count"), side.hand_len, format!("{known} to {hidden}"))
    })?;
    ensure(side.shown.minus(side.hand).is_empty(), || {
        Misfit::new(of_side(seat, "shown"), "a card that is not in hand", "cards of `hand`")
    })?;
    let laid = side.commit.and_then(Commit::as_card).is_none_or(|card| s.playable(seat).copies(card) == 1);
    ensure(laid, || Misfit::new(of_side(seat, "commit"), "a card that is not in hand", "a hand card"))?;
    let placed = s.chars.iter().filter_map(|c| c.sigil).filter(|sigil| sigil.of == seat).map(|x| x.card);
    let singles: CardSet = side.initiative.into_iter().chain(side.tie).chain(placed).collect();
    let piles = [side.deck, side.hand, side.discard, side.table, singles];
    let all = piles.iter().fold(CardSet::EMPTY, |all, pile| all.or(*pile));
    ensure(all.count() == 52 && cards_of(s, seat) == 52, || {
        Misfit::new(of_side(seat, "unseen"), format!("{} cards", cards_of(s, seat)), "52 cards, each once")
    })
}

// --- tables where nothing is in the middle

/// What holds whenever initiative is chosen or a turn is taken.
fn plain(look: Look) -> Fits {
    let s = look.s;
    ensure(s.ending.is_none(), || Misfit::new("ending", "one, while the game goes on", "none"))?;
    ensure(s.round > 0, || Misfit::new("round", 0, "1 or more"))?;
    ensure(s.twist.is_some() != look.g.twists.is_empty(), || {
        Misfit::new("twist", "none", "the twist that is played with, if there is one")
    })?;
    for seat in Seat::first(look.g.options.seats) {
        let side = &s.sides[seat];
        ensure(side.table.is_empty() && side.tie.is_none(), || {
            Misfit::new(of_side(seat, "table"), "cards", "none, or in_progress to say what for")
        })?;
        ensure(s.build[seat.index()].ready, || {
            Misfit::new(of_side(seat, "build.ready"), "false", "true once the game has begun")
        })?;
    }
    let alive = s.board.or(s.bench).iter().find(|id| s.char(*id).health == 0);
    ensure(alive.is_none(), || Misfit::new("characters.health", 0, "at least 1 on the board"))
}

/// The choice of initiative cards.
pub fn initiative(look: Look) -> Fits {
    plain(look)?;
    let s = look.s;
    ensure(s.order.is_empty(), || Misfit::new("order", "an order", "none before cards are shown"))?;
    for seat in Seat::first(look.g.options.seats) {
        let side = &s.sides[seat];
        ensure(side.initiative.is_none(), || {
            Misfit::new(of_side(seat, "initiative"), "a card", "none before all have chosen")
        })?;
        ensure(side.commit.and_then(Commit::as_count).is_none(), || {
            Misfit::new(of_side(seat, "commit.count"), "a number", "a card")
        })?;
        let may = side.commit.is_none() || side.hand_len > 0;
        ensure(may, || Misfit::new(of_side(seat, "commit"), "a choice", "none without a hand"))?;
    }
    let fresh = s.round > 1 || s.board.is_empty() && s.zones.iter().all(|zone| zone.is_empty());
    ensure(fresh, || Misfit::new("round", 1, "nobody on the board before the first initiative"))?;
    let whole = (0..CHARS as u8).all(|at| {
        let id = CharId::new(Seat::new(at / SLOTS as u8), usize::from(at) % SLOTS);
        s.round > 1 || !look.g.content.has_body(s.char(id).body) || s.char(id).health > 0
    });
    ensure(whole, || Misfit::new("characters.health", 0, "at least 1 before the first round"))?;
    ensure(!rounds::choosing(look).is_empty(), || {
        Misfit::new("sides.hand_count", "nobody with a choice", "somebody who chooses a card")
    })
}

/// A turn.
pub fn turn(look: Look) -> Fits {
    plain(look)?;
    let s = look.s;
    ensure(usize::from(s.at) < s.order.len(), || Misfit::new("turn_of", "nobody", "a seat of the order"))?;
    let ordered: CharSet = s.order.iter().fold(CharSet::EMPTY, |all, seat| all.or(CharSet::owned_by(*seat)));
    ensure(s.board.minus(ordered).is_empty(), || {
        Misfit::new("order", "nothing of somebody on the board", "everybody who has characters there")
    })?;
    let laid = Seat::first(look.g.options.seats).find(|seat| s.sides[*seat].commit.is_some());
    ensure(laid.is_none(), || Misfit::new("sides.commit", "something face down", "nothing in a turn"))?;
    let active = s.active();
    let acts = !look.is_out(active) && !s.gone.contains(active) && activation::can_act(look, active);
    ensure(acts, || Misfit::new("turn_of", active, "somebody who can act"))
}
