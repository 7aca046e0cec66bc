//! Heroes, the journal and contests, told as a view, and what stands on the cards that are face up.

use super::encode::texts;
use ::adventures::{
    queries::Look,
    rules::campaign_setup,
    state::{Contest, Die, Foe, Kind, SlotState},
    words::{
        CardId, ClassId, Colour, ColourSet, EnemyId, HeroId, ItemId, ModifierId, PageId, Player, PoolDie,
        SlotId, TitleId,
    },
};
use kernel::{Seat, SeatSet};
use proto::v1::{AdventuresView, adventures_view as wire};
use std::collections::BTreeSet;

pub(super) fn hero(look: Look, seat: Seat) -> wire::Hero {
    let sheet = &look.s.sheets[seat];
    let there = look.g.content.has_class(sheet.class);
    let row = |(colour, (score, stamina)): (&Colour, (u8, u8))| wire::Row {
        colour: colour.word().to_owned(),
        score: score.into(),
        stamina: stamina.into(),
    };
    let rows = sheet.scores.into_iter().zip(sheet.rows);
    let vote = look.s.votes.get(seat.index()).copied().flatten();
    wire::Hero {
        id: Player::from(seat).to_string(),
        name: look.name(seat),
        present: look.s.present.contains(seat),
        hero: HeroId::new(sheet.portrait).map(|hero| hero.to_string()).unwrap_or_default(),
        character_class: if there { sheet.class.to_string() } else { String::new() },
        race: if there { look.g.content.race_name(sheet.race).to_owned() } else { String::new() },
        rows: Colour::ALL.iter().zip(rows).map(row).collect(),
        health: sheet.health.into(),
        fatigue: sheet.fatigue.into(),
        ready: sheet.ready,
        tokens: sheet.tokens.into(),
        plays: sheet.plays.into(),
        hand: texts(sheet.hand.iter()),
        discard: texts(sheet.discard.iter()),
        spent: texts(sheet.spent.iter()),
        aside: texts(sheet.cards().and(&look.s.once).iter()),
        vote: vote.map(|vote| vote.to_string()).unwrap_or_default(),
    }
}

pub(super) fn journal(look: Look) -> wire::Journal {
    let (j, content) = (&look.s.journal, &look.g.content);
    let finished = content.adventures.iter().enumerate().filter(|(at, _)| j.finished >> at & 1 == 1);
    let ending = j.ending.and_then(|ending| content.campaign.endings.get(ending.index()));
    wire::Journal {
        xp: j.xp.into(),
        gold: j.gold.into(),
        play_limit: j.play_limit.into(),
        bonus_limit: j.bonus_limit.into(),
        tokens: j.tokens.into(),
        combat_dice: j.combat_dice.into(),
        bonus_cards: j.bonus_cards.into(),
        card_limit: j.card_limit.into(),
        mastery: j.mastery.into(),
        factions: j.factions.map(u32::from).to_vec(),
        campaign: j.campaign.into(),
        finished: finished.map(|(_, book)| book.code.clone()).collect(),
        deaths: j.deaths.into(),
        rests: j.rests.into(),
        legendary: j.legendary,
        titles: texts((1..128).filter_map(TitleId::new).filter(|id| j.titles & id.bit() != 0)),
        keywords: look.keywords(),
        ending: ending.map(|ending| ending.id.clone()).unwrap_or_default(),
    }
}

// --- contests

fn players(seats: SeatSet) -> Vec<String> {
    texts(seats.into_iter().map(Player::from))
}

fn colours(set: ColourSet) -> Vec<String> {
    set.iter().map(|colour| colour.word().to_owned()).collect()
}

pub(super) fn contest(look: Look) -> Option<wire::Contest> {
    let contest = &look.s.contest;
    let check = contest.kind == Kind::Check;
    if contest.kind == Kind::None {
        return None;
    }
    let slots = contest.slots.iter().zip(1..).map(|(slot, at)| self::slot(slot, SlotId(at).to_string()));
    let pool = contest.pool.iter().zip(1..).map(|(die, at)| self::die(*die, PoolDie(at).to_string()));
    Some(wire::Contest {
        combat: !check,
        page: if check && !contest.own { contest.page.to_string() } else { String::new() },
        level: contest.level.into(),
        round: contest.round.into(),
        foes: contest.foes.iter().enumerate().map(|(at, foe)| self::foe(contest, at, foe)).collect(),
        slots: slots.collect(),
        pool: pool.collect(),
        limit: contest.limit.into(),
        passed: players(contest.passed),
        barred: colours(contest.barred),
        extra_plays: contest.extra.into(),
        over: contest.over,
        own: contest.own,
    })
}

fn foe(contest: &Contest, at: usize, foe: &Foe) -> wire::Foe {
    let named = contest.kind == Kind::Combat && !contest.own;
    let spaces = if contest.own { contest.own_tracks.get(at) } else { None };
    let track = spaces.into_iter().flatten().map(|space| match texts(space).join(",") {
        none if none.is_empty() => "-".to_owned(),
        icons => icons,
    });
    wire::Foe {
        enemy: if named { foe.enemy.to_string() } else { String::new() },
        marker: foe.marker.into(),
        down: foe.down,
        modifiers: texts(foe.mods),
        track: track.collect(),
    }
}

fn slot(slot: &SlotState, id: String) -> wire::Slot {
    wire::Slot {
        id,
        colours: colours(slot.colours),
        values: slot.values.iter().map(u32::from).collect(),
        counterattack: slot.counterattack.into(),
        xp: slot.xp.into(),
        gold: slot.gold.into(),
        foe: slot.foe.into(),
        die: slot.die.map(|die| self::die(die, String::new())),
    }
}

fn die(die: Die, id: String) -> wire::Die {
    wire::Die { id, kind: die.kind.to_string(), colours: colours(die.colours), value: die.value.into() }
}

// --- what stands on cards

/// The faces of all cards that the view names.
pub(super) fn faces(look: Look, told: &AdventuresView) -> Vec<wire::Card> {
    let c = &look.g.content;
    let mut all = vec![];
    let held = told.heroes.iter().flat_map(|me| [&me.hand, &me.discard, &me.spent]);
    let offered = texts(campaign_setup::offered(look).iter());
    for id in once(held.flatten().chain(&told.display).chain(&told.loose).chain(&offered)) {
        let known = id.parse().ok().filter(|id: &CardId| c.has_card(*id)).map(|id| c.card(id));
        all.extend(known.map(|one| card(one.deck.word(), id, &one.name, &one.text)));
    }
    for id in once(told.heroes.iter().map(|me| &me.character_class)) {
        let known = id.parse().ok().filter(|id: &ClassId| c.has_class(*id)).map(|id| c.class(id));
        all.extend(known.map(|one| card("class", id, &one.name, &one.text)));
    }
    let ours = told.items.iter().filter(|_| !look.own_book());
    for id in once(ours.map(|item| &item.id).chain(&told.map_cards)) {
        let known = id.parse().ok().filter(|id: &ItemId| c.has_discovery(*id)).map(|id| c.discovery(id));
        all.extend(known.map(|one| card("discovery", id, &one.name, &one.text)));
    }
    let foes = told.contest.iter().flat_map(|contest| &contest.foes);
    for id in once(foes.clone().map(|foe| &foe.enemy)) {
        let known = id.parse().ok().filter(|id: &EnemyId| c.has_enemy(*id)).map(|id| c.enemy(id));
        all.extend(known.map(|one| card("enemy", id, &one.name, &one.text)));
    }
    for id in once(foes.flat_map(|foe| &foe.modifiers).chain(&told.pending)) {
        let known = id.parse().ok().filter(|id: &ModifierId| c.has_modifier(*id)).map(|id| c.modifier(id));
        all.extend(known.map(|one| card("modifier", id, &one.name, &one.text)));
    }
    for id in once(told.contest.iter().map(|contest| &contest.page)) {
        let known = id.parse().ok().filter(|id: &PageId| c.has_page(*id)).map(|id| c.page(id));
        all.extend(known.map(|one| card("page", id, &one.name, &one.text)));
    }
    all
}

fn once<'a>(ids: impl Iterator<Item = &'a String>) -> BTreeSet<&'a str> {
    ids.map(String::as_str).filter(|id| !id.is_empty()).collect()
}

fn card(kind: &str, id: &str, name: &str, text: &str) -> wire::Card {
    wire::Card { kind: kind.to_owned(), id: id.to_owned(), name: name.to_owned(), text: text.to_owned() }
}
