//! Heroes and contests, read from a view.

use super::{
    Misfit,
    read::{cards, player},
};
use crate::wire::parts::{At, byte, bytes, every_seat, few, maybe, number, quoted, word};
use ::adventures::{
    Adventures, State,
    state::{Contest, Die, FOES, Foe, Kind, POOL, SLOTS, Sheet, SlotState},
    words::{Colour, ColourSet, EnemyId, HeroId, ModifierId, PageId, ValueSet},
};
use kernel::SeatSet;
use proto::v1::adventures_view as wire;

pub(super) fn heroes(game: &Adventures, state: &mut State, told: &[wire::Hero]) -> Result<(), Misfit> {
    let all = every_seat(("heroes", "id"), game.options.seats, told, |at, one| player(game, at, &one.id))?;
    state.present = SeatSet::EMPTY;
    for (seat, one) in all {
        if one.present {
            state.present.insert(seat);
        }
        state.sheets[seat] = sheet(game, one)?;
        state.once = state.once.or(&cards(At(&one.id, "aside"), &one.aside)?);
    }
    Ok(())
}

fn sheet(game: &Adventures, told: &wire::Hero) -> Result<Sheet, Misfit> {
    let at = |what| At(&told.id, what);
    let mut sheet = Sheet {
        portrait: maybe::<HeroId>(at("hero"), &told.hero)?.map(HeroId::number).unwrap_or_default(),
        class: maybe(at("character_class"), &told.character_class)?.unwrap_or_default(),
        ready: told.ready,
        hand: cards(at("hand"), &told.hand)?,
        discard: cards(at("discard"), &told.discard)?,
        spent: cards(at("spent"), &told.spent)?,
        ..Sheet::default()
    };
    bytes!(&told.id, told => sheet; health, fatigue, tokens, plays);
    if !told.race.is_empty() {
        let race = game.content.race(&told.race);
        sheet.race =
            race.ok_or_else(|| Misfit::new(at("race"), quoted(&told.race), "a race of the content"))?;
    }
    few(at("rows"), &told.rows, 6)?;
    for row in &told.rows {
        let colour: Colour = word(at("rows.colour"), &row.colour)?;
        let places = (sheet.scores.get_mut(colour.index()), sheet.rows.get_mut(colour.index()));
        let (Some(score), Some(stamina)) = places else { continue };
        *score = byte(at("rows.score"), row.score)?;
        *stamina = byte(at("rows.stamina"), row.stamina)?;
    }
    Ok(sheet)
}

// --- contests

fn colours(at: At, told: &[String]) -> Result<ColourSet, Misfit> {
    few(at, told, 6)?;
    told.iter().try_fold(ColourSet::NONE, |set, text| Ok(set.with(word(at, text)?)))
}

pub(super) fn contest(game: &Adventures, told: &wire::Contest) -> Result<Contest, Misfit> {
    let at = |what| At("contest", what);
    let mut contest = Contest {
        kind: if told.combat { Kind::Combat } else { Kind::Check },
        page: page(game, told)?,
        barred: colours(at("barred"), &told.barred)?,
        extra: byte(at("extra_plays"), told.extra_plays)?,
        over: told.over,
        own: told.own,
        ..Contest::default()
    };
    bytes!("contest", told => contest; level, round, limit);
    few(at("passed"), &told.passed, 4)?;
    for text in &told.passed {
        contest.passed.insert(player(game, at("passed"), text)?);
    }
    few(at("foes"), &told.foes, FOES)?;
    for one in &told.foes {
        contest.foes.push(foe(game, told, one)?);
    }
    few(at("slots"), &told.slots, SLOTS)?;
    for one in &told.slots {
        contest.slots.push(slot(one)?);
    }
    few(at("pool"), &told.pool, POOL)?;
    for one in &told.pool {
        contest.pool.push(die(at("pool"), one)?);
    }
    Ok(contest)
}

/// What people told has no page or enemy: the first of the content stand for it.
fn page(game: &Adventures, told: &wire::Contest) -> Result<PageId, Misfit> {
    if told.own {
        return Ok(game.content.pages.first().map(|page| page.id).unwrap_or_default());
    }
    if told.combat { Ok(PageId::default()) } else { word(At("contest", "page"), &told.page) }
}

fn enemy(game: &Adventures, of: &wire::Contest, told: &wire::Foe) -> Result<EnemyId, Misfit> {
    if of.own {
        return Ok(game.content.enemies.first().map(|enemy| enemy.id).unwrap_or_default());
    }
    if of.combat { word(At("contest.foes", "enemy"), &told.enemy) } else { Ok(EnemyId::default()) }
}

fn foe(game: &Adventures, of: &wire::Contest, told: &wire::Foe) -> Result<Foe, Misfit> {
    let at = |what| At("contest.foes", what);
    let mut foe = Foe {
        enemy: enemy(game, of, told)?,
        marker: byte(at("marker"), told.marker)?,
        down: told.down,
        ..Foe::default()
    };
    few(at("modifiers"), &told.modifiers, 6)?;
    for text in &told.modifiers {
        foe.mods.push(word::<ModifierId>(at("modifiers"), text)?);
    }
    Ok(foe)
}

fn slot(told: &wire::Slot) -> Result<SlotState, Misfit> {
    let at = |what| At("contest.slots", what);
    few(at("values"), &told.values, 6)?;
    let mut values = ValueSet::NONE;
    for found in &told.values {
        let value: u8 = number(at("values"), *found, 6)?;
        if value == 0 {
            return Err(Misfit::new(at("values"), value, "1 to 6"));
        }
        values = values.with(value);
    }
    Ok(SlotState {
        colours: colours(at("colours"), &told.colours)?,
        values,
        counterattack: byte(at("counterattack"), told.counterattack)?,
        xp: number(at("xp"), told.xp, 60)?,
        gold: number(at("gold"), told.gold, 60)?,
        foe: byte(at("foe"), told.foe)?,
        die: told.die.as_ref().map(|told| die(at("die"), told)).transpose()?,
    })
}

fn die(at: At, told: &wire::Die) -> Result<Die, Misfit> {
    Ok(Die {
        kind: word(at, &told.kind)?,
        colours: colours(at, &told.colours)?,
        value: number(at, told.value, 6)?,
    })
}
