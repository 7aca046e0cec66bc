//! A table told as a view: the Map, Minions, piles, what goes on. `tell_players.rs` tells players and what stands on cards.

use super::encode_players::{faces, player};
use ::minions_of_mordak::{
    MinionsOfMordak, State,
    frame::Frame,
    ids::{KindId, RegionId, SpellId, TileId, TreasureId, Who},
    piles::Counts,
    queries::Look,
    restore::Moment,
    state::{Card, Lasting, Level, Used, What, When, bits},
    words::{DeckId, Die, Side, Size},
};
use kernel::{Restore as _, Seat};
use proto::v1::{MinionsOfMordakView, minions_of_mordak_view as wire};

/// A Region by its id, or nothing for off the Map.
pub(super) fn place(region: RegionId) -> String {
    if region.is_on_map() { region.to_string() } else { String::new() }
}

/// The cards of a pile by id, each as often as it is there.
fn pile<const N: usize, T: ToString>(cards: &Counts<N>, id: impl Fn(u8) -> T) -> Vec<String> {
    cards.places().filter_map(|at| u8::try_from(at).ok()).map(|at| id(at).to_string()).collect()
}

pub(super) fn table(game: &MinionsOfMordak, state: &State) -> MinionsOfMordakView {
    let look = Look { g: game, s: state };
    let [villain_treasures, hero_treasures] = state.stash_hidden.map(u32::from);
    let labyrinth = state.labyrinth.iter().filter(|at| at.is_on_map());
    let mut told = MinionsOfMordakView {
        regions: state.cells.iter().map(|at| region(look, at)).collect(),
        labyrinth: labyrinth.map(|at| place(*at)).collect(),
        gust: place(state.gust),
        unseen_tiles: bits(state.unseen_tiles).map(|at| TileId(at).to_string()).collect(),
        minions: state.slots().map(|slot| minion(look, slot)).collect(),
        players: Seat::first(game.options.seats).map(|seat| player(look, seat)).collect(),
        spell_discards: pile(&state.spell_discards, SpellId),
        minion_discards: pile(&state.kind_discards, KindId),
        treasure_discards: pile(&state.treasure_discards, TreasureId),
        fallen: pile(&state.fallen, KindId),
        villain_treasures,
        hero_treasures,
        stash: pile(&state.stash, TreasureId),
        left_behind: pile(&state.left_behind, TreasureId),
        hero_markers: state.markers.into(),
        spells_left: DeckId::ALL.iter().map(|deck| state.spells_left(*deck)).collect(),
        minions_left: [Size::Chump, Size::Elite, Size::Boss].map(|size| state.kinds_left(size)).to_vec(),
        treasures_left: state.treasures_left(),
        lasting: state.lasting.iter().map(lasting).collect(),
        ..course(state)
    };
    happening(game, state, &mut told);
    told.faces = faces(look, &told);
    told
}

/// The course of the game.
fn course(state: &State) -> MinionsOfMordakView {
    MinionsOfMordakView {
        asked: state.turn.asked().lowest().map(|seat| seat.number().into()),
        rounds: state.clock.into(),
        day: state.day.into(),
        shrines: state.shrines.into(),
        shrines_needed: state.shrines_needed.into(),
        jump_when_revealed: state.jump_when_revealed,
        final_battle: state.final_battle,
        final_rounds: state.final_rounds.into(),
        souls: state.souls.into(),
        initiative: state.initiative.number().into(),
        acts_last: state.acts_last,
        gust_defends: state.gust_defends,
        riches_given: state.riches_given,
        turn: (state.depth > 0).then(|| turn(state.level())),
        ending: state.ending.map(|ending| wire::Ending {
            winner: ending.winner.map(Side::word).unwrap_or_default().to_owned(),
            reason: ending.reason.word().to_owned(),
        }),
        ..MinionsOfMordakView::default()
    }
}

/// What is in the middle of being resolved.
fn happening(game: &MinionsOfMordak, state: &State, told: &mut MinionsOfMordakView) {
    let phase = match game.moment(state) {
        Some(Moment::Turn) => wire::Phase::Turn,
        Some(Moment::Minions) => wire::Phase::Minions,
        Some(Moment::Over) => wire::Phase::Over,
        None => {
            told.roll = rolling(state).then(|| roll(state.level()));
            told.attack = attacking(state).then(|| attack(state.level()));
            told.playing = state.casts.iter().map(|cast| card(cast.card)).collect();
            told.drawn = state.drawn.map(|kind| kind.to_string()).unwrap_or_default();
            wire::Phase::Unspecified
        }
    };
    told.phase = phase.into();
}

fn card(card: Card) -> String {
    match card {
        Card::Spell(spell) => spell.to_string(),
        Card::Treasure(treasure) => treasure.to_string(),
    }
}

// --- the Map

fn region(look: Look, at: RegionId) -> wire::Region {
    let state = look.s;
    let tile = state.tiles.get(at.index()).copied().unwrap_or_default();
    let face = (!tile.is_none()).then(|| look.g.content.tile(tile));
    wire::Region {
        id: at.to_string(),
        tile: if tile.is_none() { String::new() } else { tile.to_string() },
        name: look.region_name(at),
        terrain: face.map(|face| face.terrain.word().to_owned()).unwrap_or_default(),
        treasures: state.treasures.get(at.index()).copied().unwrap_or_default().into(),
        stack: state.stack_of(at).map(|slot| Who::minion(slot).to_string()).collect(),
        adjacent: look.adjacent(at).iter().map(|near| near.to_string()).collect(),
    }
}

fn minion(look: Look, slot: u8) -> wire::Minion {
    let minion = look.s.minion(slot);
    let stats = look.stats(slot);
    wire::Minion {
        id: Who::minion(slot).to_string(),
        kind: minion.kind.to_string(),
        region: place(minion.region),
        wounded: minion.wounded,
        acted: minion.acted,
        name: look.kind_name(minion.kind),
        defeat: stats.defeat.into(),
        wound: stats.wound.into(),
        action_points: stats.actions.into(),
    }
}

fn lasting(of: &Lasting) -> wire::Lasting {
    let (until, until_number) = match of.until.when() {
        When::Attack => ("attack", 0),
        When::Used => ("used", 0),
        When::NextTurn => ("next_turn", 0),
        When::Turn(depth) => ("turn", u32::from(depth)),
        When::Round(clock) => ("clock", u32::from(clock)),
    };
    let mut told = wire::Lasting {
        who: if of.who == Who::NOBODY { String::new() } else { of.who.to_string() },
        until: until.to_owned(),
        until_number,
        ..wire::Lasting::default()
    };
    let effect = match of.what {
        What::Nothing => "",
        What::Granted(skill) => {
            told.ability = skill.word().to_owned();
            "granted"
        }
        What::Lifted(skill) => {
            told.ability = skill.word().to_owned();
            "lifted"
        }
        What::Dodge(dice) => {
            told.dice = dice.letters();
            "dodge"
        }
        What::NextDice(dice) => {
            told.dice = dice.letters();
            "next_dice"
        }
        What::Dice(dice) => {
            told.dice = dice.letters();
            "dice"
        }
        What::Points(points) => {
            told.amount = points.into();
            "points"
        }
        What::BoundTo(seat) => {
            told.seat = seat.number().into();
            "bound_to"
        }
        What::Steps(region, steps) => {
            (told.region, told.amount) = (place(region), steps.into());
            "steps"
        }
    };
    told.effect = effect.to_owned();
    told
}

// --- what goes on

fn turn(level: &Level) -> wire::Turn {
    let done = |what: Used| level.used.contains(what);
    wire::Turn {
        who: level.actor.to_string(),
        seat: level.seat.number().into(),
        action_points: level.ap.into(),
        melee: done(Used::MELEE),
        ranged: done(Used::RANGED),
        magic: done(Used::MAGIC),
        corruption: done(Used::CORRUPTION),
        surge: done(Used::SURGE),
        rerolled: done(Used::REROLL),
        ended: done(Used::ENDED),
    }
}

fn rolling(state: &State) -> bool {
    state.depth > 0 && state.stack.frames().any(|frame| matches!(frame, Frame::Rolls(_)))
}

fn roll(level: &Level) -> wire::Roll {
    let roll = &level.roll;
    let shown = Die::ALL.iter().flat_map(|die| {
        (0..roll.faces.showing(roll.dice, *die)).map(|_| die.word().to_owned()).collect::<Vec<_>>()
    });
    wire::Roll {
        row: roll.row.word().to_owned(),
        dice: roll.dice.letters(),
        shown: shown.collect(),
        hits: roll.pool.into(),
    }
}

fn attacking(state: &State) -> bool {
    state.depth > 0 && state.stack.frames().any(|frame| matches!(frame, Frame::Attacks(_)))
}

fn attack(level: &Level) -> wire::Attack {
    let attack = &level.attack;
    let nobody = attack.target == Who::NOBODY;
    wire::Attack {
        by: attack.by.to_string(),
        region: place(attack.region),
        target: if nobody { String::new() } else { attack.target.to_string() },
        damage: attack.damage.into(),
        prevented: u32::from(attack.dodged) + u32::from(attack.prevented),
    }
}
