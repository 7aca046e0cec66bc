//! What players have, read from a view.

use super::{
    Misfit,
    read::{cards, maybe, seat},
};
use crate::wire::parts::{At, byte, bytes, every_seat, few, number, word};
use ::fiends_and_familiars::{
    FiendsAndFamiliars, State,
    state::{CENTRE, ClassUse, Player, STORED},
    words::{Color, Row, SPACES, Space},
};
use kernel::Seat;
use proto::v1::fiends_and_familiars_view as wire;

/// After the Initiative cards: they say who has taken which.
pub(super) fn players(
    game: &FiendsAndFamiliars,
    state: &mut State,
    told: &[wire::Player],
) -> Result<(), Misfit> {
    let all = every_seat(("players", "seat"), game.options.seats, told, |at, one| seat(game, at, one.seat))?;
    for (seat, one) in all {
        let name = format!("players[{}]", seat.number());
        let initiative = state.players[seat].initiative;
        state.players[seat] = Player { initiative, ..player(game, &name, one)? };
        if one.acted {
            state.acted.insert(seat);
        }
        if one.champion {
            state.champions.insert(seat);
        }
    }
    taken(game, state);
    Ok(())
}

/// What players have is not dealt any more.
fn taken(game: &FiendsAndFamiliars, state: &mut State) {
    for seat in Seat::first(game.options.seats) {
        let me = &state.players[seat];
        state.sheets &= !1u32.checked_shl(me.sheet.index() as u32).unwrap_or_default();
        if me.alignment.is_some() {
            state.alignments.remove(me.alignment);
        }
        if me.backstory.is_some() {
            state.backstories.remove(me.backstory);
        }
        for board in [me.familiar, me.other_familiar].into_iter().filter(|board| board.is_some()) {
            state.familiars.remove(board);
        }
    }
}

fn player(game: &FiendsAndFamiliars, name: &str, told: &wire::Player) -> Result<Player, Misfit> {
    let at = |what| At(name, what);
    let class = maybe(at("character_class"), &told.character_class)?;
    let mut me = Player {
        sheet: maybe(at("sheet"), &told.sheet)?,
        class,
        color: color(game, at("color"), class.index(), &told.color)?,
        alignment: maybe(at("alignment"), &told.alignment)?,
        token: number(at("alignment_token"), told.alignment_token.unwrap_or(CENTRE.into()), 8)?,
        backstory: maybe(at("backstory"), &told.backstory)?,
        familiar: maybe(at("familiar"), &told.familiar)?,
        other_familiar: maybe(at("other_familiar"), &told.other_familiar)?,
        last_row: match told.last_row.as_str() {
            "" => None,
            row => Some(word::<Row>(at("last_row"), row)?),
        },
        class_used: ClassUse { this_round: told.class_used_this_round, this_game: told.class_used_this_game },
        result: told.monster_result.map(|sum| result(at("monster_result"), sum)).transpose()?,
        ..owned(name, told)?
    };
    few(at("stored_dice"), &told.stored_dice, STORED)?;
    for text in &told.stored_dice {
        me.stored.push(word(at("stored_dice"), text)?);
    }
    few(at("spaces"), &told.spaces, SPACES)?;
    for one in &told.spaces {
        let space: Space = word(at("spaces.id"), &one.id)?;
        let Some(place) = me.dice.get_mut(space.index()).filter(|die| die.is_none()) else {
            return Err(Misfit::new(at("spaces.id"), space, "each space once"));
        };
        *place = word(at("spaces.die"), &one.die)?;
    }
    Ok(me)
}

fn result(at: At, sum: i32) -> Result<i8, Misfit> {
    i8::try_from(sum).map_err(|_| Misfit::new(at, sum, "-128 to 127"))
}

/// As told, or that of the class.
fn color(game: &FiendsAndFamiliars, at: At, class: usize, told: &str) -> Result<Color, Misfit> {
    if !told.is_empty() {
        return word(at, told);
    }
    Ok(game.content.classes.get(class).map_or(Color::Gold, |class| class.color))
}

/// Cards, tokens and Fiends.
fn owned(name: &str, told: &wire::Player) -> Result<Player, Misfit> {
    let at = |what| At(name, what);
    let mut me = Player {
        cards: cards(at("cards"), &told.cards)?,
        exhausted: cards(at("exhausted"), &told.exhausted)?,
        used: cards(at("used_this_round"), &told.used_this_round)?,
        spent: cards(at("used_this_game"), &told.used_this_game)?,
        trophies: cards(at("trophies"), &told.trophies)?,
        tokens: byte(at("adventure_tokens"), told.adventure_tokens)?,
        active: cards(at("fiends"), &told.fiends)?,
        fresh: cards(at("new_fiends"), &told.new_fiends)?,
        banished: cards(at("banished"), &told.banished)?,
        storable: byte(at("storable_xp"), told.storable_xp)?,
        pool: byte(at("monster_dice"), told.monster_dice)?,
        ..Player::default()
    };
    bytes!(name, told => me; gold, xp, stored_xp, charisma, honor, injury, hunt_dice, hunt_bonus, hunt_rerolls);
    Ok(me)
}
