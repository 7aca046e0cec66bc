//! A table read from a view. What follows from the rest is not read but worked out.

use super::{
    Misfit,
    read_journey::journey,
    read_parts::{
        At, byte, bytes, cards, every_seat, few, four, maybe, number, piles, quoted, rank, ranks, seats,
        temporary, word,
    },
};
use kernel::{Card, CardSet, Deck, Pool, Rank, Seat, SeatSet, Stated};
use para_roles::{
    ParaRoles, State,
    restore::{self, Moment},
    rules::setup,
    state::{Charge, Charging, Combat, Ending, Foe, Grave, Growth, Hero, Items, Place, Tally, Token},
    words::{Ability, Deed, Epic, EpicSet, FoeId, HeroId, Kind, SEATS, Side, Stat, Who},
};
use proto::v1::{ParaRolesView, para_roles_view as wire};

pub(super) fn table(game: &ParaRoles, view: &ParaRolesView) -> Result<Stated<ParaRoles>, Misfit> {
    let campaign = game.options.campaign.word();
    if !view.campaign.is_empty() && view.campaign != campaign {
        return Err(Misfit::new(
            "campaign",
            quoted(&view.campaign),
            format!("{campaign}, as in the options"),
        ));
    }
    let mut state = setup::table(game);
    heroes(&mut state, &view.heroes)?;
    foes(game, &mut state, &view.foes)?;
    state.items = items(view.items.as_ref().unwrap_or(&wire::Items::default()))?;
    state.journey = journey(view.journey.as_ref().unwrap_or(&wire::Journey::default()))?;
    state.tally = tally(view.tally.as_ref().unwrap_or(&wire::Tally::default()))?;
    state.combat = combat(&state, view.combat.as_ref())?;
    state.lockout = byte(At("", "epic_lockout"), view.epic_lockout)?;
    state.ending = ending(view.ending)?;
    decks(game, &mut state, view)?;
    treasure(&mut state, view.treasure.as_ref().unwrap_or(&wire::Treasure::default()))?;
    let moment = moment(&state, view)?;
    Ok(Stated { state, moment })
}

/// What goes on at this table.
fn moment(state: &State, view: &ParaRolesView) -> Result<Moment, Misfit> {
    Ok(match (&view.combat, &view.pause) {
        _ if state.ending.is_some() => Moment::Over,
        (Some(combat), _) if combat.fighting => Moment::Fight,
        (_, Some(pause)) => Moment::Pause(seats(At("pause", "not_done"), &pause.not_done)?),
        (_, None) => Moment::Map,
    })
}

fn ending(found: i32) -> Result<Option<Ending>, Misfit> {
    match wire::Ending::try_from(found) {
        Ok(wire::Ending::Unspecified) => Ok(None),
        Ok(wire::Ending::Victory) => Ok(Some(Ending::Victory)),
        Ok(wire::Ending::Defeat) => Ok(Some(Ending::Defeat)),
        Ok(wire::Ending::GaveUp) => Ok(Some(Ending::GaveUp)),
        Err(_) => Err(Misfit::new("ending", found, "0 to 3")),
    }
}

// --- heroes

fn heroes(state: &mut State, told: &[wire::Hero]) -> Result<(), Misfit> {
    let seat = |at: At, hero: &wire::Hero| word::<HeroId>(at, &hero.id).map(HeroId::seat);
    let all = every_seat(("heroes", "id"), SEATS, told, seat)?;
    all.into_iter().try_for_each(|(seat, one)| hero(state, seat, one))
}

fn hero(state: &mut State, seat: Seat, told: &wire::Hero) -> Result<(), Misfit> {
    let at = |what| At(&told.id, what);
    let mut dealt = 0;
    let mut own = [Rank::default(); 4];
    let given = four(told.cards.as_ref().unwrap_or(&wire::Stats::default()));
    for (i, (card, number)) in own.iter_mut().zip(given).enumerate().filter(|(_, (_, n))| *n != 0) {
        *card = rank(at("cards"), number)?;
        dealt |= 1 << i;
    }
    let treasure = four(told.treasure.as_ref().unwrap_or(&wire::Stats::default()));
    few(at("abilities"), &told.abilities, Ability::ALL.len())?;
    let known: Result<_, _> = told.abilities.iter().map(|a| word::<Ability>(at("abilities"), a)).collect();
    let hero = Hero {
        seated: true,
        hp: byte(at("hp"), told.hp)?,
        temporary_hp: byte(at("temporary_hp"), told.temporary_hp)?,
        cards: own,
        treasure: each(treasure, |n| byte(at("treasure"), n))?,
        temporary: temporary(at("temporary_cards"), &told.temporary_cards)?,
        role: maybe(at("role"), &told.role)?,
        known: known?,
        slots: [maybe(at("slot_1"), &told.slot_1)?, maybe(at("slot_2"), &told.slot_2)?],
        role_epic: maybe(at("role_epic"), &told.role_epic)?,
        grown: grown(number(at("purchases_left"), told.purchases_left, 3)?),
        charge: charge(at("charge"), told.charge.as_ref())?,
        token: token(at("protector_token"), told.protector_token.as_ref())?,
        ..hero_marks(told)?
    };
    state.dealt[seat] = dealt;
    state.suits[seat] = word(at("suit"), &told.suit)?;
    state.tokens[seat] = tokens(at("tokens"), &told.tokens)?;
    state.heroes[seat] = hero;
    Ok(())
}

/// The same for each of four.
fn each<T: Copy + Default>(of: [u32; 4], read: impl Fn(u32) -> Result<T, Misfit>) -> Result<[T; 4], Misfit> {
    let mut all = [T::default(); 4];
    for (place, number) in all.iter_mut().zip(of) {
        *place = read(number)?;
    }
    Ok(all)
}

fn hero_marks(told: &wire::Hero) -> Result<Hero, Misfit> {
    let at = |what| At(&told.id, what);
    let (running, turned) = running(told)?;
    let healer: Option<HeroId> = maybe(at("evacuated_healer"), &told.evacuated_healer)?;
    let patient: Option<HeroId> = maybe(at("evacuated_patient"), &told.evacuated_patient)?;
    if healer.is_some() != patient.is_some() {
        return Err(Misfit::new(at("evacuated_patient"), "one of the two", "healer and patient, or neither"));
    }
    Ok(Hero {
        stance: told.stance,
        stunned: told.stunned,
        charmed_by: maybe(at("charmed_by"), &told.charmed_by)?,
        precise_strike: told.precise_strike,
        double_damage: told.double_damage,
        boost_heal: told.boost_heal,
        hidden: told.hidden,
        aura_damage: told.aura_damage,
        curses_doubled: told.curses_doubled,
        bleeds: maybe(at("bleeds"), &told.bleeds)?,
        fell_this_shuffle: told.fell_this_shuffle,
        running,
        turned,
        evacuated: healer.zip(patient).map(|(one, two)| (one.seat(), two.seat())),
        heretic: maybe(at("heretic"), &told.heretic)?,
        bombed: maybe(at("bombed"), &told.bombed)?,
        grave: grave(at("grave"), told.grave.as_ref(), turned.contains(Epic::CallOfTheGrave))?,
        queen: maybe(at("queen"), &told.queen)?,
        ..Hero::default()
    })
}

fn running(told: &wire::Hero) -> Result<(EpicSet, EpicSet), Misfit> {
    let at = At(&told.id, "running");
    few(at, &told.running, Epic::ALL.len())?;
    let (mut running, mut turned) = (EpicSet::EMPTY, EpicSet::EMPTY);
    for one in &told.running {
        let epic: Epic = word(at, &one.epic)?;
        if running.contains(epic) {
            return Err(Misfit::new(at, format!("{epic} twice"), "each EPIC once"));
        }
        running.insert(epic);
        if one.turned {
            turned.insert(epic);
        }
    }
    Ok((running, turned))
}

fn charge(at: At, told: Option<&wire::Charge>) -> Result<Option<Charge>, Misfit> {
    let Some(told) = told else { return Ok(None) };
    let what = maybe(at, &told.epic)?.map_or(Charging::Summoning, Charging::Epic);
    Ok(Some(Charge { what, turns: number(at, told.turns, 2)? }))
}

fn token(at: At, told: Option<&wire::ProtectorToken>) -> Result<Option<Token>, Misfit> {
    let Some(told) = told else { return Ok(None) };
    let side: Side = word(at, &told.side)?;
    Ok(Some(Token { ally: word::<HeroId>(at, &told.ally)?.seat(), side }))
}

fn tokens(at: At, told: &[wire::PlacedToken]) -> Result<[Place; 4], Misfit> {
    few(at, told, 4)?;
    let mut places = [Place::SUPPLY; 4];
    for (place, token) in places.iter_mut().zip(told) {
        let stat: Stat = word(at, &token.stat)?;
        *place = match word(at, &token.on)? {
            Who::Hero(seat) => Place::hero(seat, stat),
            Who::Foe(foe) if foe.is_enemy() => Place::foe(foe, stat),
            Who::Foe(foe) => return Err(Misfit::new(at, foe, "h0 to h3 or e1 to e4")),
        };
    }
    places.sort_unstable();
    Ok(places)
}

fn grave(at: At, told: Option<&wire::Grave>, turned: bool) -> Result<Option<Grave>, Misfit> {
    let Some(told) = told else { return Ok(None) };
    few(at, &told.on, 4)?;
    let mut on = 0;
    for id in &told.on {
        on |= match word(at, id)? {
            Who::Hero(seat) if turned => 1 << seat.number(),
            Who::Foe(foe) if !turned && foe.is_enemy() => 1 << foe.index(),
            Who::Hero(_) | Who::Foe(_) => {
                return Err(Misfit::new(at, quoted(id), "enemies, or heroes if it is turned"));
            }
        };
    }
    Ok(Some(Grave { suit: word(at, &told.suit)?, on }))
}

// --- enemies

fn foes(game: &ParaRoles, state: &mut State, told: &[wire::Foe]) -> Result<(), Misfit> {
    few(At("", "foes"), told, FoeId::COUNT)?;
    for one in told {
        let id: FoeId = word(At("foes", "id"), &one.id)?;
        let read = foe(game, one)?;
        match state.foes.get_mut(id.index()) {
            Some(place) if !place.present => *place = read,
            Some(_) | None => {
                return Err(Misfit::new("foes.id", format!("{id} twice"), "each enemy once"));
            }
        }
    }
    Ok(())
}

fn foe(game: &ParaRoles, told: &wire::Foe) -> Result<Foe, Misfit> {
    let at = |what| At(&told.id, what);
    let mut numbers = told.cards.unwrap_or_default();
    if told.kind == Kind::UndeadGuard.word() {
        // A guard has no such cards; on the table two twos stand for them.
        (numbers.attack, numbers.trick) = (2, 2);
    }
    let cards = ranks(at("cards"), Some(&numbers))?;
    let highest = cards.into_iter().max().unwrap_or_default();
    let covers: Option<Who> = maybe(at("covers"), &told.covers)?;
    let pending: Option<Deed> = maybe(at("pending"), &told.pending)?;
    Ok(Foe {
        present: true,
        kind: maybe(at("kind"), &told.kind)?.unwrap_or_else(|| game.content.kind(highest)),
        minion: told.minion,
        cards,
        temporary: temporary(at("temporary_cards"), &told.temporary_cards)?,
        hp: number(at("hp"), told.hp, u16::MAX.into())?,
        temporary_hp: byte(at("temporary_hp"), told.temporary_hp)?,
        stance: told.stance,
        stunned: told.stunned,
        knocked_down: told.knocked_down,
        hidden: told.hidden,
        aura_damage: told.aura_damage,
        misled: told.misled,
        boost: told.boost.map(|by| byte(at("boost"), by)).transpose()?,
        riposte: told.riposte,
        pending,
        covers: covers.and_then(Who::foe),
        covers_hero: covers.and_then(Who::hero),
        guard_of: maybe(at("guard_of"), &told.guard_of)?,
        stolen: byte(at("stolen"), told.stolen)?,
        treasure: byte(at("reward"), told.reward)?,
        from_deck: told.from_deck,
    })
}

// --- the table

fn combat(state: &State, told: Option<&wire::Combat>) -> Result<Combat, Misfit> {
    let Some(told) = told else { return Ok(Combat::default()) };
    let at = |what| At("combat", what);
    few(at("enemy_order"), &told.enemy_order, FoeId::ENEMIES.into())?;
    let mut order = kernel::ArrayVec::new();
    for id in &told.enemy_order {
        order.push(word::<FoeId>(at("enemy_order"), id)?);
    }
    if order.is_empty() && told.fighting {
        let acting = FoeId::enemies().filter(|id| state.foe(*id).present && !state.foe(*id).is_guard());
        order = acting.collect();
        order.sort_by_key(|id| state.foe(*id).strength());
    }
    Ok(Combat {
        on: told.fighting,
        round: number(at("round"), told.round, u16::MAX.into())?,
        order,
        to_act: seats(at("to_act"), &told.to_act)?,
        allowance: told.epic_allowance,
        reshuffles: byte(at("reshuffles"), told.reshuffles)?,
        spoils: byte(at("spoils"), told.spoils)?,
        recovered: byte(at("recovered"), told.recovered)?,
        fled: told.fled,
        beaten: byte(at("beaten"), told.beaten)?,
        no_escape: told.no_escape,
        summoner: maybe::<HeroId>(at("summoner"), &told.summoner)?.unwrap_or_default().seat(),
        ..Combat::default()
    })
}

fn items(told: &wire::Items) -> Result<Items, Misfit> {
    let at = |what| At("items", what);
    let bearer = |what, id: &str| maybe::<HeroId>(at(what), id).map(|hero| hero.map(HeroId::seat));
    let mut items = Items {
        mirror_shield: bearer("mirror_shield", &told.mirror_shield)?,
        purple_staff: bearer("purple_staff", &told.purple_staff)?,
        spiked_armor: bearer("spiked_armor", &told.spiked_armor)?,
        summoning_book: bearer("summoning_book", &told.summoning_book)?,
        mirror_used: told.mirror_used,
        ..Items::default()
    };
    bytes!("items", told => items; scrolls, flasks, bombs);
    Ok(items)
}

fn tally(told: &wire::Tally) -> Result<Tally, Misfit> {
    let count = |what, found| number(At("tally", what), found, u16::MAX.into());
    Ok(Tally {
        combats: count("combats", told.combats)?,
        enemies_beaten: count("enemies_beaten", told.enemies_beaten)?,
        encounters_beaten: count("encounters_beaten", told.encounters_beaten)?,
        encounters_fled: count("encounters_fled", told.encounters_fled)?,
        rounds: told.rounds,
    })
}

// --- cards

fn decks(game: &ParaRoles, state: &mut State, view: &ParaRolesView) -> Result<(), Misfit> {
    let pile = |what, pile: &Option<wire::Pile>| pile.as_ref().map(|p| piles(At("", what), p)).transpose();
    state.graveyard = pile("graveyard", &view.graveyard)?.unwrap_or_default();
    state.escaped = pile("escaped", &view.escaped)?.unwrap_or_default();
    let told = pile("enemy_decks", &view.enemy_decks)?;
    state.alive = told.unwrap_or_else(|| restore::enemy_decks(game, state));
    let told = pile("player_decks", &view.player_decks)?;
    state.player_decks = told.unwrap_or_else(|| restore::player_decks(state));
    match &view.random_deck {
        Some(told) => random_deck(state, told),
        None => Ok(()),
    }
}

fn random_deck(state: &mut State, told: &wire::RandomDeck) -> Result<(), Misfit> {
    let at = |what| At("random_deck", what);
    let pile = |what, pile: &Option<wire::Pile>| pile.as_ref().map(|p| cards(at(what), p)).transpose();
    let hand = pile("hand", &told.hand)?.unwrap_or_default();
    let discard = pile("discard", &told.discard)?;
    few(at("placed"), &told.placed, 52)?;
    let mut placed = CardSet::EMPTY;
    for one in &told.placed {
        let card: Card = word(at("placed"), &one.card)?;
        if placed.copies(card) > 0 {
            return Err(Misfit::new(at("placed"), format!("{card} twice"), "each card once"));
        }
        placed.put(card);
    }
    let away = discard.unwrap_or_default().or(hand).or(placed);
    let loose = pile("loose", &told.loose)?.unwrap_or_else(|| CardSet::FULL.minus(away));
    let all = [loose, placed, hand, discard.unwrap_or_default()];
    let once = all.iter().map(Pool::count).sum::<u32>() == all.into_iter().fold(loose, CardSet::or).count();
    let whole = discard.is_none() || loose.or(away) == CardSet::FULL;
    if !once || !whole {
        return Err(Misfit::new("random_deck", "a card in two places, or in none", "52 cards, each once"));
    }
    state.hand = hand;
    state.random = Deck::shuffled(loose);
    for one in &told.placed {
        // Topmost first, so that each lies where it is said once the later ones lie below it.
        let depth: u8 = number(at("placed.depth"), one.depth, state.random.len())?;
        let above = state.random.fixed().last().is_none_or(|last| last.depth < depth);
        if !above {
            return Err(Misfit::new(
                at("placed.depth"),
                depth,
                "the topmost first, each deeper than the last",
            ));
        }
        state.random.bury(depth, word(at("placed"), &one.card)?, SeatSet::first(SEATS));
    }
    Ok(())
}

fn treasure(state: &mut State, told: &wire::Treasure) -> Result<(), Misfit> {
    state.treasure_lost = byte(At("treasure", "lost"), told.lost)?;
    let held = |of: &[u8; 4]| of.iter().map(|n| u32::from(*n)).sum::<u32>();
    let heroes: u32 = state.heroes.each().iter().map(|h| held(&h.treasure)).sum();
    let stolen: u32 = state.foes.iter().map(|f| u32::from(f.stolen)).sum();
    let waiting: u32 = state.journey.waiting.iter().map(|w| u32::from(w.stolen)).sum();
    let out = heroes + stolen + waiting + u32::from(state.treasure_lost) + u32::from(state.combat.recovered);
    let left = u32::from(setup::TREASURE_CARDS).checked_sub(out);
    let deck =
        told.deck.or(left).ok_or_else(|| Misfit::new("treasure", format!("{out} cards"), "52 cards"))?;
    if Some(deck) != left {
        return Err(Misfit::new("treasure.deck", deck, "52 treasure cards in all, wherever they are"));
    }
    state.treasure_deck = byte(At("treasure", "deck"), deck)?;
    Ok(())
}

/// How far a peasant has come who has so much still to buy.
fn grown(left: u8) -> Growth {
    Growth::ALL.into_iter().find(|grown| grown.purchases_left() == left).unwrap_or(Growth::Full)
}
