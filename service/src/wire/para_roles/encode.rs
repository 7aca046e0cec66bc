//! A table told as a view.

use crate::wire::parts::written;
use ::para_roles::{
    ParaRoles, State,
    options::Campaign,
    queries::Look,
    restore,
    state::{Charging, Combat, Ending, Foe, Hero, Name, Temporary},
    words::{Class, FoeId, Kind, Side, Stat, Who},
};
use kernel::{Card, CardSet, Pool as _, Rank, RankSet, Seat, SeatSet, Suit};
use proto::v1::{ParaRolesView, para_roles_view as wire};
use std::sync::LazyLock;

// Written out because a view names a hundred of them: formatting each would cost more than all the rest.
const HEROES: [&str; 4] = ["h0", "h1", "h2", "h3"];
const FOES: [&str; FoeId::COUNT] = ["e1", "e2", "e3", "e4", "c1", "c2"];
const SUITS: [&str; 4] = ["H", "D", "S", "C"];

/// What heroes are called, by class and seat; peasants first.
static HERO_NAMES: LazyLock<Vec<[String; 4]>> = LazyLock::new(|| {
    let classes = std::iter::once(None).chain(Class::ALL.iter().copied().map(Some));
    let name = |class, seat| Name::Hero(Seat::new(seat), class).to_string();
    classes.map(|class| [0, 1, 2, 3].map(|seat| name(class, seat))).collect()
});
/// What enemies are called, by kind and place.
static FOE_NAMES: LazyLock<Vec<[String; FoeId::COUNT]>> = LazyLock::new(|| {
    let name = |kind, at| Name::Foe(FoeId::at(at), kind).to_string();
    Kind::ALL.iter().map(|kind| [0, 1, 2, 3, 4, 5].map(|at| name(*kind, at))).collect()
});

pub(super) fn hero_id(seat: Seat) -> String {
    HEROES.get(seat.index()).copied().unwrap_or_default().to_owned()
}

pub(super) fn foe_id(id: FoeId) -> String {
    FOES.get(id.index()).copied().unwrap_or_default().to_owned()
}

pub(super) fn suit_id(suit: Suit) -> String {
    SUITS.get(suit.index()).copied().unwrap_or_default().to_owned()
}

fn who_id(who: Who) -> String {
    match who {
        Who::Hero(seat) => hero_id(seat),
        Who::Foe(foe) => foe_id(foe),
    }
}

/// The id of somebody, or nothing.
fn maybe<T>(of: Option<T>, id: impl FnOnce(T) -> String) -> String {
    of.map(id).unwrap_or_default()
}

fn seats(seats: SeatSet) -> Vec<String> {
    seats.into_iter().map(hero_id).collect()
}

fn stats(of: [u8; 4]) -> wire::Stats {
    let [health, defense, attack, trick] = of.map(u32::from);
    wire::Stats { health, defense, attack, trick }
}

fn cards(of: [Rank; 4]) -> wire::Stats {
    stats(of.map(Rank::number))
}

fn pile(count: u32, cards: impl Iterator<Item = Card>) -> wire::Pile {
    wire::Pile { cards: written(cards), count }
}

pub(super) fn card_pile(of: CardSet) -> wire::Pile {
    pile(of.count(), of.iter())
}

fn rank_piles(of: &[RankSet; 4]) -> wire::Pile {
    let count = of.iter().map(|pile| pile.len()).sum();
    let cards = Suit::ALL.into_iter().zip(of);
    pile(count, cards.flat_map(|(suit, ranks)| ranks.iter().map(move |rank| Card::new(rank, suit))))
}

/// Piles that are usually empty are left out then.
fn some_piles(of: &[RankSet; 4]) -> Option<wire::Pile> {
    of.iter().any(|pile| !pile.is_empty()).then(|| rank_piles(of))
}

pub(super) fn table(game: &ParaRoles, state: &State) -> ParaRolesView {
    let look = Look { g: game, s: state };
    ParaRolesView {
        campaign: game.options.campaign.word().to_owned(),
        heroes: state.heroes.iter().filter(|(_, h)| h.seated).map(|(seat, h)| hero(look, seat, h)).collect(),
        foes: foes(look),
        combat: (state.combat != Combat::default()).then(|| combat(&state.combat)),
        pause: restore::paused(state).map(|left| wire::Pause { not_done: seats(left) }),
        random_deck: random_deck(state),
        player_decks: Some(rank_piles(&state.player_decks)),
        enemy_decks: Some(rank_piles(&state.alive)),
        graveyard: some_piles(&state.graveyard),
        escaped: some_piles(&state.escaped),
        treasure: Some(wire::Treasure {
            deck: Some(state.treasure_deck.into()),
            lost: state.treasure_lost.into(),
        }),
        items: Some(items(state)),
        journey: Some(journey(game, state)),
        tally: Some(wire::Tally {
            combats: state.tally.combats.into(),
            enemies_beaten: state.tally.enemies_beaten.into(),
            encounters_beaten: state.tally.encounters_beaten.into(),
            encounters_fled: state.tally.encounters_fled.into(),
            rounds: state.tally.rounds,
        }),
        epic_lockout: state.lockout.into(),
        ending: ending(state.ending).into(),
        in_progress: None,
    }
}

const fn ending(of: Option<Ending>) -> wire::Ending {
    match of {
        None => wire::Ending::Unspecified,
        Some(Ending::Victory) => wire::Ending::Victory,
        Some(Ending::Defeat) => wire::Ending::Defeat,
        Some(Ending::GaveUp) => wire::Ending::GaveUp,
    }
}

// --- heroes

fn temporary(of: &[Option<Temporary>; 4]) -> Vec<wire::TemporaryCard> {
    let lying = Stat::ALL.iter().zip(of).filter_map(|(stat, card)| Some((stat, (*card)?)));
    lying
        .map(|(stat, card)| wire::TemporaryCard {
            stat: stat.word().to_owned(),
            rank: card.rank.number().into(),
            laid_by: hero_id(card.by),
        })
        .collect()
}

fn hero(look: Look, seat: Seat, hero: &Hero) -> wire::Hero {
    let dealt = look.s.dealt[seat];
    let mut own = hero.cards.map(Rank::number);
    for (i, card) in own.iter_mut().enumerate() {
        // A card that is not dealt yet has no number.
        *card *= dealt >> i & 1;
    }
    let class = look.class(seat).map(|(class, _)| class);
    let name = HERO_NAMES.get(class.map_or(0, |class| class.index() + 1)).and_then(|of| of.get(seat.index()));
    // Filled in place: a sheet is large, and moving it would cost as much as writing it.
    let mut told = hero_marks(look.s, seat, hero);
    told.id = hero_id(seat);
    told.name = name.cloned().unwrap_or_default();
    told.suit = suit_id(look.s.suits[seat]);
    told.hp = hero.hp.into();
    told.max_hp = look.max_hp(Who::Hero(seat)).into();
    told.temporary_hp = hero.temporary_hp.into();
    told.cards = Some(stats(own));
    told.stats = Some(stats(look.stats(seat)));
    told.treasure = Some(stats(hero.treasure));
    told.temporary_cards = temporary(&hero.temporary);
    told.role = maybe(hero.role, |role| role.word().to_owned());
    told.character_class = maybe(class, |class| class.word().to_owned());
    told.abilities = hero.known.iter().map(|ability| ability.word().to_owned()).collect();
    [told.slot_1, told.slot_2] = hero.slots.map(|slot| maybe(slot, |ability| ability.word().to_owned()));
    told.role_epic = maybe(hero.role_epic, |epic| epic.word().to_owned());
    told.epics = look.epics(seat).iter().map(|epic| epic.word().to_owned()).collect();
    told.purchases_left = hero.grown.purchases_left().into();
    told.to_act = look.s.combat.on && look.s.combat.to_act.contains(seat);
    told
}

/// What lies on a hero and what he is up to.
fn hero_marks(state: &State, seat: Seat, hero: &Hero) -> wire::Hero {
    let (healer, patient) = hero.evacuated.unzip();
    let placed = state.tokens[seat].iter().filter_map(|place| place.on());
    wire::Hero {
        stance: hero.stance,
        stunned: hero.stunned,
        charmed_by: maybe(hero.charmed_by, foe_id),
        precise_strike: hero.precise_strike,
        double_damage: hero.double_damage,
        boost_heal: hero.boost_heal,
        hidden: hero.hidden,
        aura_damage: hero.aura_damage,
        curses_doubled: hero.curses_doubled,
        bleeds: maybe(hero.bleeds, foe_id),
        charge: hero.charge.map(|charge| wire::Charge {
            epic: match charge.what {
                Charging::Epic(epic) => epic.word().to_owned(),
                Charging::Summoning => String::new(),
            },
            turns: charge.turns.into(),
        }),
        protector_token: hero.token.map(|token| wire::ProtectorToken {
            side: Side::word(token.side).to_owned(),
            ally: hero_id(token.ally),
        }),
        tokens: placed
            .map(|(who, stat)| wire::PlacedToken { on: who_id(who), stat: stat.word().to_owned() })
            .collect(),
        fell_this_shuffle: hero.fell_this_shuffle,
        running: hero
            .running
            .iter()
            .map(|epic| wire::RunningEpic {
                epic: epic.word().to_owned(),
                turned: hero.turned.contains(epic),
            })
            .collect(),
        evacuated_healer: maybe(healer, hero_id),
        evacuated_patient: maybe(patient, hero_id),
        heretic: maybe(hero.heretic, who_id),
        bombed: maybe(hero.bombed, who_id),
        grave: hero.grave.map(|grave| wire::Grave { suit: suit_id(grave.suit), on: cursed(hero, grave.on) }),
        queen: maybe(hero.queen, foe_id),
        ..wire::Hero::default()
    }
}

/// Whom a Call of the Grave lies on: enemies, or heroes if it was turned.
fn cursed(hero: &Hero, on: u8) -> Vec<String> {
    let turned = hero.turned.contains(::para_roles::words::Epic::CallOfTheGrave);
    let ids = if turned { &HEROES[..] } else { &FOES[..] };
    ids.iter().enumerate().filter(|(i, _)| on >> i & 1 == 1).map(|(_, id)| (*id).to_owned()).collect()
}

// --- enemies

fn foes(look: Look) -> Vec<wire::Foe> {
    let all = look.s.foes.iter().zip(0u8..).filter(|(foe, _)| foe.present);
    all.map(|(f, at)| foe(look, FoeId::at(at), f)).collect()
}

fn foe(look: Look, id: FoeId, foe: &Foe) -> wire::Foe {
    let name = FOE_NAMES.get(foe.kind.index()).and_then(|of| of.get(id.index()));
    let has = |stat: Stat| foe.stats().contains(&stat);
    let counts = |stat: Stat| if has(stat) { look.foe_stat(id, stat) } else { 0 };
    let mut own = foe.cards.map(Rank::number);
    for (card, stat) in own.iter_mut().zip(Stat::ALL) {
        *card *= u8::from(has(*stat));
    }
    wire::Foe {
        id: foe_id(id),
        name: name.cloned().unwrap_or_default(),
        kind: foe.kind.word().to_owned(),
        minion: foe.minion,
        cards: Some(stats(own)),
        stats: Some(stats([Stat::Health, Stat::Defense, Stat::Attack, Stat::Trick].map(counts))),
        temporary_cards: temporary(&foe.temporary),
        hp: foe.hp.into(),
        max_hp: look.max_hp(Who::Foe(id)).into(),
        temporary_hp: foe.temporary_hp.into(),
        stance: foe.stance,
        stunned: foe.stunned,
        knocked_down: foe.knocked_down,
        hidden: foe.hidden,
        aura_damage: foe.aura_damage,
        misled: foe.misled,
        boost: foe.boost.map(u32::from),
        riposte: foe.riposte,
        pending: maybe(foe.pending, |deed| deed.word().to_owned()),
        covers: maybe(foe.covers.map(Who::Foe).or(foe.covers_hero.map(Who::Hero)), who_id),
        guard_of: maybe(foe.guard_of, foe_id),
        stolen: foe.stolen.into(),
        reward: foe.treasure.into(),
        from_deck: foe.from_deck,
    }
}

// --- the table

fn combat(combat: &Combat) -> wire::Combat {
    wire::Combat {
        fighting: combat.on,
        round: combat.round.into(),
        to_act: seats(combat.to_act),
        enemy_order: combat.order.iter().map(|id| foe_id(*id)).collect(),
        epic_allowance: combat.allowance,
        reshuffles: combat.reshuffles.into(),
        spoils: combat.spoils.into(),
        recovered: combat.recovered.into(),
        fled: combat.fled,
        beaten: combat.beaten.into(),
        no_escape: combat.no_escape,
        summoner: hero_id(combat.summoner),
    }
}

/// A whole deck, shuffled, is what a reader without one assumes.
fn random_deck(state: &State) -> Option<wire::RandomDeck> {
    let loose = *state.random.loose();
    (loose != CardSet::FULL).then(|| wire::RandomDeck {
        loose: Some(card_pile(loose)),
        placed: state
            .random
            .fixed()
            .iter()
            .map(|f| wire::PlacedCard { card: f.card.to_string(), depth: f.depth.into() })
            .collect(),
        hand: (!state.hand.is_empty()).then(|| card_pile(state.hand)),
        discard: Some(card_pile(state.discard())),
    })
}

fn items(state: &State) -> wire::Items {
    let items = &state.items;
    wire::Items {
        scrolls: items.scrolls.into(),
        flasks: items.flasks.into(),
        bombs: items.bombs.into(),
        mirror_shield: maybe(items.mirror_shield, hero_id),
        purple_staff: maybe(items.purple_staff, hero_id),
        spiked_armor: maybe(items.spiked_armor, hero_id),
        summoning_book: maybe(items.summoning_book, hero_id),
        mirror_used: items.mirror_used,
    }
}

fn journey(game: &ParaRoles, state: &State) -> wire::Journey {
    let j = &state.journey;
    let (mut maze_told, mut dungeon_told, mut rifts_told) = (None, None, None);
    match game.options.campaign {
        Campaign::Woods | Campaign::RandomEncounters | Campaign::Tower => {}
        Campaign::Maze => maze_told = Some(maze(state)),
        Campaign::Dungeon => dungeon_told = Some(dungeon(state)),
        Campaign::Rifts => rifts_told = Some(rifts(game, state)),
    }
    wire::Journey {
        done: j.done.into(),
        place: j.place.into(),
        from: j.from.into(),
        entering: j.entering,
        town: j.town,
        pause_actions: j.pause.into(),
        moves: j.moves.into(),
        maze: maze_told,
        dungeon: dungeon_told,
        rifts: rifts_told,
        waiting: j
            .waiting
            .iter()
            .map(|w| wire::Waiting {
                place: w.place.into(),
                cards: Some(cards(w.cards)),
                minion: w.minion,
                stolen: w.stolen.into(),
                reward: w.treasure.into(),
                from_deck: w.from_deck,
            })
            .collect(),
    }
}

fn maze(state: &State) -> wire::Maze {
    let maze = &state.journey.maze;
    let cell = |(at, ways): (usize, &u8)| {
        let [north, east, south, west] = [0, 1, 2, 3].map(|way| ways >> way & 1 == 1);
        wire::Cell { north, east, south, west, entered: maze.entered >> at & 1 == 1 }
    };
    let [empty, patrol, trap, cache, spring] = maze.markers.map(u32::from);
    wire::Maze {
        cells: maze.open.iter().enumerate().map(cell).collect(),
        markers: Some(wire::Markers { empty, patrol, trap, cache, spring }),
        pieces: maze.pieces.into(),
        centre_met: maze.centre_met,
        centre_won: maze.centre_won,
    }
}

fn dungeon(state: &State) -> wire::Dungeon {
    let dungeon = &state.journey.dungeon;
    let name = |room: u8| if room == 0 { String::new() } else { room.to_string() };
    let rooms = dungeon.parent.iter().zip(0u8..).skip(1).take(dungeon.rooms.into());
    wire::Dungeon {
        rooms: rooms
            .map(|(on, room)| wire::Room {
                id: name(room),
                hangs_on: name(*on),
                entered: dungeon.entered >> room & 1 == 1,
            })
            .collect(),
        lair: name(dungeon.lair),
    }
}

fn rifts(game: &ParaRoles, state: &State) -> wire::Rifts {
    let rifts = &state.journey.rifts;
    wire::Rifts {
        rifts: Suit::ALL
            .into_iter()
            .zip(rifts.beaten)
            .map(|(suit, beaten)| wire::Rift {
                suit: suit_id(suit),
                sealed: rifts.sealed >> suit.index() & 1 == 1,
                beaten: beaten.into(),
            })
            .collect(),
        inside: maybe(rifts.inside, suit_id),
        clock: rifts.clock.into(),
        clock_strikes_at: game.content.campaigns.rifts.clock.into(),
        ancient_beaten: rifts.ancient,
    }
}
