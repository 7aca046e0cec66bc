//! What must hold of a table that somebody told us before any rule looks at it: who is named is there, and numbers are
//! such that play can go on from them. `invariants.rs` says the rest.

use crate::{
    ParaRoles, State,
    content::span,
    options::Campaign,
    rules::{campaigns, dungeon, maze},
    state::{COMBATS_MAX, Charging, Foe, Hero, MOVES_MAX, PAUSE_MAX, Place},
    words::{Deed, Epic, FoeId, HeroId, Standing, Way, Who},
};
use kernel::{
    Misfit, RankSet, Seat, Suit,
    stated::{ensure, upto},
};

type Fits = Result<(), Misfit>;

/// Far above what play leads to, far below where counting would go wrong.
const HP_MAX: u16 = 50_000;
const COUNT_MAX: u16 = 10_000;
const SMALL_MAX: u8 = 52;

// --- every table

/// Whoever is named is there, and every number can be counted on.
pub fn references(g: &ParaRoles, s: &State) -> Fits {
    for (seat, hero) in s.heroes.iter() {
        hero_numbers(seat, hero)?;
        hero_names(g, s, seat)?;
        let other = Seat::first(seat.number()).find(|other| s.suits[*other] == s.suits[seat]);
        ensure(other.is_none(), || {
            Misfit::new(format!("{}.suit", HeroId::of(seat)), s.suits[seat], "a suit of his own")
        })?;
    }
    for (at, foe) in s.foes.iter().enumerate().filter(|(_, f)| f.present) {
        foe_numbers(FoeId::at(at as u8), foe)?;
        foe_names(s, FoeId::at(at as u8), foe)?;
    }
    lying_cards(g, s)?;
    counters(s)?;
    place(g, s)
}

fn hero_numbers(seat: Seat, hero: &Hero) -> Fits {
    let of = |what: &str| format!("{}.{what}", HeroId::of(seat));
    ensure(hero.seated, || Misfit::new(of("seat"), "nobody", "a hero"))?;
    for treasure in hero.treasure {
        upto(|| of("treasure"), treasure, SMALL_MAX)?;
    }
    let [one, two] = hero.slots;
    let known = hero.slots.iter().flatten().all(|a| hero.known.contains(*a));
    ensure(known && (one.is_none() || one != two), || {
        Misfit::new(
            of("slot_1"),
            "a slot with an ability he lacks, or the same twice",
            "two of his abilities",
        )
    })?;
    ensure(!hero.fell_this_shuffle || hero.dead(), || {
        Misfit::new(of("fell_this_shuffle"), "true", "false for the living")
    })?;
    let turned_runs = hero.turned.minus(hero.running).is_empty();
    ensure(turned_runs, || Misfit::new(of("running"), "turned, but not running", "turned only if it runs"))?;
    ensure(hero.charge.is_none_or(|c| (1..3).contains(&c.turns)), || {
        Misfit::new(of("charge.turns"), hero.charge.map_or(0, |c| c.turns), "1 or 2")
    })?;
    let mut rested = *hero;
    rested.rest();
    let raises = hero.charge.is_none_or(|c| c.what == Charging::Epic(Epic::Resurrection));
    ensure(hero.alive() || rested == *hero && raises, || {
        Misfit::new(of("hp"), "0, with something that only the living have", "nothing of it on the dead")
    })
}

fn hero_names(g: &ParaRoles, s: &State, seat: Seat) -> Fits {
    let hero = &s.heroes[seat];
    let of = |what: &str| format!("{}.{what}", HeroId::of(seat));
    let stands = |id: FoeId| id.is_enemy() && s.foe(id).present;
    for (what, named) in [("charmed_by", hero.charmed_by), ("bleeds", hero.bleeds), ("queen", hero.queen)] {
        ensure(named.is_none_or(stands), || {
            Misfit::new(
                of(what),
                named.map_or_else(String::new, |id| id.to_string()),
                "an enemy on the table",
            )
        })?;
    }
    let runs = |effect: Standing| hero.running.meets(g.content.doing(effect));
    for (what, named, effect) in
        [("heretic", hero.heretic, Standing::Heretic), ("bombed", hero.bombed, Standing::StunsTarget)]
    {
        let there = named.is_none_or(|who| who.foe().is_none_or(stands) && runs(effect));
        ensure(there, || {
            let found = named.map_or_else(String::new, |who| who.to_string());
            Misfit::new(of(what), found, "somebody there, while the EPIC runs")
        })?;
    }
    let away = hero.evacuated.is_none_or(|(healer, patient)| healer != patient && runs(Standing::Evacuates));
    ensure(away, || Misfit::new(of("evacuated_healer"), "a pair", "two heroes, while the EPIC runs"))?;
    let grave = hero.grave.is_none_or(|grave| grave.on < 16 && runs(Standing::Grave));
    ensure(grave, || Misfit::new(of("grave"), "a curse", "one only while the EPIC runs"))?;
    if hero.charge.is_some_and(|c| c.what == Charging::Summoning) {
        let book = s.items.summoning_book == Some(seat) && !s.foe(FoeId::CREATURE).present;
        ensure(book, || Misfit::new(of("charge"), "a summoning", "one only with the book and no creature"))?;
    }
    let on_table = |place: &Place| match place.on() {
        Some((Who::Foe(foe), _)) => stands(foe),
        Some((Who::Hero(_), _)) | None => true,
    };
    ensure(s.tokens[seat].iter().all(on_table), || {
        Misfit::new(of("tokens"), "a token on an enemy that is not there", "heroes and enemies on the table")
    })
}

fn foe_numbers(id: FoeId, foe: &Foe) -> Fits {
    let of = |what: &str| format!("{id}.{what}");
    ensure(foe.hp > 0, || Misfit::new(of("hp"), 0, "at least 1"))?;
    upto(|| of("hp"), foe.hp, HP_MAX)?;
    upto(|| of("boost"), foe.boost.unwrap_or(0), 4)?;
    upto(|| of("stolen"), foe.stolen, SMALL_MAX)?;
    upto(|| of("reward"), foe.treasure, 20)
}

fn foe_names(s: &State, id: FoeId, foe: &Foe) -> Fits {
    let of = |what: &str| format!("{id}.{what}");
    let master =
        |of: FoeId| of != id && s.foe(of).present && !s.foe(of).is_guard() && of.is_enemy() == id.is_enemy();
    let one_guard = |of: FoeId| s.foes.iter().filter(|f| f.present && f.guard_of == Some(of)).count() == 1;
    let guards = foe.guard_of.is_some_and(|of| master(of) && one_guard(of));
    let is_guard = foe.is_guard() || id == FoeId::CREATURE_GUARD;
    let fits = if is_guard { foe.is_guard() && guards } else { foe.guard_of.is_none() };
    ensure(fits, || {
        Misfit::new(
            of("guard_of"),
            foe.kind,
            "guards from the deck that stand before somebody, one each, and only guards",
        )
    })?;
    let covered = |of: FoeId| of != id && of.is_enemy() && id.is_enemy() && s.foe(of).present;
    let beast = id == FoeId::CREATURE || foe.covers_hero.is_none();
    ensure(foe.covers.is_none_or(covered) && beast, || {
        Misfit::new(of("covers"), "somebody it cannot cover", "another enemy, or a hero a creature covers")
    })?;
    let trick = foe.pending.is_none_or(|deed| deed.is_repeated() && id.is_enemy());
    ensure(trick, || {
        let found = foe.pending.map_or("", Deed::word);
        Misfit::new(of("pending"), found, "what an enemy needs a check of Trick for")
    })?;
    let summoned = id != FoeId::CREATURE || foe.from_deck && s.heroes[s.combat.summoner].alive();
    ensure(summoned, || {
        Misfit::new(of("from_deck"), "a creature", "one from the deck with a living summoner")
    })
}

/// Temporary cards lie only while the Polymorph that laid them runs, and only on stats that are there.
fn lying_cards(g: &ParaRoles, s: &State) -> Fits {
    let changes = g.content.doing(Standing::TemporaryCards);
    let on_heroes = s.heroes.each().iter().map(|h| (h.temporary, 4));
    let on_foes = s.foes.iter().map(|f| (f.temporary, if f.present { f.stats().len() } else { 0 }));
    for (temporary, stats) in on_heroes.chain(on_foes) {
        for (i, card) in temporary.iter().enumerate() {
            let fits = card.is_none_or(|c| i < stats && s.heroes[c.by].running.meets(changes));
            ensure(fits, || {
                let found = card.map_or_else(String::new, |c| format!("one of {}", HeroId::of(c.by)));
                Misfit::new("temporary_cards", found, "cards of a Polymorph that runs")
            })?;
        }
    }
    Ok(())
}

fn counters(s: &State) -> Fits {
    let (combat, tally, journey) = (&s.combat, &s.tally, &s.journey);
    for (what, found, most) in [
        ("combat.round", combat.round, COUNT_MAX),
        ("combat.spoils", combat.spoils.into(), 100),
        ("combat.recovered", combat.recovered.into(), SMALL_MAX.into()),
        ("combat.beaten", combat.beaten.into(), 100),
        ("tally.combats", tally.combats, COMBATS_MAX),
        ("tally.enemies_beaten", tally.enemies_beaten, COUNT_MAX),
        ("tally.encounters_beaten", tally.encounters_beaten, COUNT_MAX),
        ("tally.encounters_fled", tally.encounters_fled, COUNT_MAX),
        ("journey.pause_actions", journey.pause, PAUSE_MAX),
        ("journey.moves", journey.moves, MOVES_MAX),
        ("treasure.deck", s.treasure_deck.into(), SMALL_MAX.into()),
        ("treasure.lost", s.treasure_lost.into(), SMALL_MAX.into()),
    ] {
        upto(|| what.to_owned(), found, most)?;
    }
    upto(|| "tally.rounds".to_owned(), tally.rounds, 10_000_000)?;
    for waiting in &journey.waiting {
        upto(|| "journey.waiting.stolen".to_owned(), waiting.stolen, SMALL_MAX)?;
        upto(|| "journey.waiting.reward".to_owned(), waiting.treasure, 20)?;
    }
    for beaten in journey.rifts.beaten {
        upto(|| "journey.rifts.beaten".to_owned(), beaten, 100)?;
    }
    Ok(())
}

/// The party is somewhere on the map of its campaign.
fn place(g: &ParaRoles, s: &State) -> Fits {
    let j = &s.journey;
    let all = &g.content.campaigns;
    let (low, high, done) = match g.options.campaign {
        Campaign::Woods => (0, 0, all.woods.encounters),
        Campaign::RandomEncounters => (0, 0, all.random.encounters),
        Campaign::Tower => (0, all.tower.encounters, all.tower.encounters),
        Campaign::Maze => (0, 24, 1),
        // Before the map is begun the party is nowhere.
        Campaign::Dungeon => (u8::from(j.dungeon.rooms > 0), dungeon::ROOMS, 3),
        Campaign::Rifts => (0, 4, 0),
    };
    upto(|| "journey.done".to_owned(), j.done, done)?;
    for (what, found) in [("journey.place", j.place), ("journey.from", j.from)] {
        ensure((low..=high).contains(&found), || Misfit::new(what, found, format!("{low} to {high}")))?;
    }
    walls(s)?;
    rooms(s)?;
    ensure(j.rifts.sealed < 16, || Misfit::new("journey.rifts", "more than four", "four rifts"))
}

/// An open way is open from both sides.
fn walls(s: &State) -> Fits {
    let m = &s.journey.maze;
    for cell in 0..25u8 {
        for way in Way::ALL {
            let there = maze::neighbour(cell, *way);
            let back = there.is_some_and(|next| {
                Way::ALL.iter().any(|w| maze::neighbour(next, *w) == Some(cell) && maze::is_open(s, next, *w))
            });
            ensure(!maze::is_open(s, cell, *way) || back, || {
                Misfit::new(
                    format!("journey.maze.cells[{cell}].{way}"),
                    "open",
                    "a way that is open from both sides",
                )
            })?;
        }
    }
    ensure(m.entered < 1 << 25 && m.open.iter().all(|ways| *ways < 16), || {
        Misfit::new("journey.maze", "more than 25 cells", "25 cells")
    })
}

/// Rooms hang on earlier ones, at most three on each.
fn rooms(s: &State) -> Fits {
    let d = &s.journey.dungeon;
    let wrong = |found: &str, expected: &str| Misfit::new("journey.dungeon", found, expected);
    upto(|| "journey.dungeon.rooms".to_owned(), d.rooms, dungeon::ROOMS)?;
    let hung = |room: usize, on: u8| match room {
        0 | 1 => on == 0,
        _ if room <= usize::from(d.rooms) => (1..room).contains(&usize::from(on)),
        _ => on == 0,
    };
    ensure(d.parent.iter().enumerate().all(|(room, on)| hung(room, *on)), || {
        wrong("a room that hangs on a later one", "rooms that hang on earlier ones")
    })?;
    let crowd = |on: u8| d.parent.iter().filter(|p| **p == on).count();
    ensure((1..=dungeon::ROOMS).all(|on| crowd(on) <= 3), || {
        wrong("more than three rooms on one", "at most three")
    })?;
    ensure(d.rooms != dungeon::ROOMS || d.lair == dungeon::deepest(d), || {
        wrong("another lair", "the lair in the deepest room, of several in the last")
    })?;
    ensure(d.rooms == dungeon::ROOMS || d.lair == 0, || wrong("a lair", "none before all rooms are drawn"))
}

// --- tables where nothing is in the middle

/// What holds whenever the party's turn, a pause or a choice of the way is all that goes on.
pub fn plain(g: &ParaRoles, s: &State) -> Fits {
    let wrong = |thing: &str, found: &str, expected: &str| Misfit::new(thing, found, expected);
    ensure(s.ending.is_none(), || wrong("ending", "one, while the game goes on", "none"))?;
    ensure(s.hand.is_empty(), || wrong("random_deck.hand", "cards", "none, or in_progress to say what for"))?;
    let waits = g.options.enemies_wait();
    let real = s.journey.waiting.iter().all(|w| w.from_deck);
    ensure(real && (waits || s.journey.waiting.is_empty()), || {
        wrong(
            "journey.waiting",
            "enemies that cannot wait",
            "enemies from the deck, in campaigns where they wait",
        )
    })?;
    crate::keeping::accounts(g, s)?;
    match g.options.campaign {
        Campaign::Maze => markers(g, s),
        Campaign::Dungeon => {
            let rooms = s.journey.dungeon.rooms;
            ensure(rooms == dungeon::ROOMS, || Misfit::new("journey.dungeon.rooms", rooms, "seven rooms"))
        }
        Campaign::Woods | Campaign::RandomEncounters | Campaign::Tower | Campaign::Rifts => Ok(()),
    }
}

/// Outside combat the last lair is not won: the game would be over. Only the pause before that end is left.
pub fn before_the_end(g: &ParaRoles, s: &State, pause: bool) -> Fits {
    if g.options.campaign != Campaign::Dungeon {
        return Ok(());
    }
    let won = s.journey.done == 2 && dungeon::may_go_down(s) || s.journey.done > 2 && !pause;
    ensure(!won, || Misfit::new("journey.dungeon", "the last lair, won", "a game that is over then"))
}

/// Where only the enemies are kept a journey that is over is not asked about the next encounter.
pub fn on_the_way(g: &ParaRoles, s: &State) -> Fits {
    ensure(!campaigns::is_won(g, s) && !s.sums.living.is_empty(), || {
        Misfit::new("journey.done", s.journey.done, "a journey that is not over yet")
    })
}

/// Every hero has four cards, guards are made of real ones, and on roads and in the Tower every enemy card of the campaign
/// is somewhere.
pub fn accounts(g: &ParaRoles, s: &State) -> Fits {
    ensure(s.dealt.each().iter().all(|d| *d == 0b1111), || {
        Misfit::new("heroes.cards", "a card that is missing", "four cards for each hero, 2 to 14")
    })?;
    if let Some(at) = s.foes.iter().position(|foe| foe.present && foe.is_guard() && !foe.from_deck) {
        let id = FoeId::at(at as u8);
        return Err(Misfit::new(format!("{id}.from_deck"), "false", "true: a guard is made of real cards"));
    }
    let all = &g.content.campaigns;
    let ranks = match g.options.campaign {
        Campaign::Woods => all.woods.ranks,
        Campaign::RandomEncounters => all.random.ranks,
        Campaign::Tower => all.tower.ranks,
        Campaign::Maze | Campaign::Dungeon | Campaign::Rifts => return Ok(()),
    };
    for suit in Suit::ALL {
        let i = suit.index();
        let held =
            s.foes.iter().filter(|f| f.present && f.from_deck && i < f.stats().len()).map(|f| f.cards[i]);
        let waiting = s.journey.waiting.iter().map(|w| w.cards[i]);
        let piles = s.alive[i].or(s.graveyard[i]).or(s.escaped[i]);
        let found = held.chain(waiting).collect::<RankSet>().or(piles);
        ensure(found == span(ranks), || {
            Misfit::new("enemy_decks", format!("{} of {suit}", found.len()), "each card of the campaign once")
        })?;
    }
    let lost = g.options.campaign == Campaign::Tower && s.escaped.iter().any(|pile| !pile.is_empty());
    ensure(!lost, || Misfit::new("escaped", "cards", "none in the Tower: enemies wait there"))
}

/// As many markers as cells that nobody has entered.
fn markers(g: &ParaRoles, s: &State) -> Fits {
    let m = &s.journey.maze;
    let found: u32 = m.markers.iter().map(|n| u32::from(*n)).sum();
    let cells = 25 - 1 - (m.entered & !(1 << maze::CENTRE)).count_ones();
    ensure(found == cells && m.entered >> maze::ENTRANCE & 1 == 1, || {
        Misfit::new("journey.maze.markers", found, format!("{cells}, one for each cell not entered"))
    })?;
    upto(|| "journey.maze.pieces".to_owned(), m.pieces, g.content.campaigns.maze.pieces)
}

/// A fight that is on.
pub fn fight(g: &ParaRoles, s: &State) -> Fits {
    let wrong = |thing: &str, found: &str, expected: &str| Misfit::new(thing, found, expected);
    let levels = g.options.campaign != Campaign::Dungeon || s.journey.done < 3;
    ensure(levels, || Misfit::new("journey.done", s.journey.done, "0 to 2 while there is a fight"))?;
    ensure(s.combat.on && s.combat.round > 0, || {
        wrong("combat.round", "0", "a round from 1, while fighting")
    })?;
    ensure(!s.sums.living.is_empty(), || wrong("heroes", "all dead", "somebody alive"))?;
    ensure(s.sums.acting > 0, || wrong("foes", "nobody who acts", "at least one enemy that is no guard"))?;
    for id in s.acting_enemies() {
        ensure(s.combat.order.contains(&id), || {
            Misfit::new("combat.enemy_order", format!("nothing of {id}"), "every enemy that is no guard")
        })?;
        ensure(!g.options.enemies_wait() || s.combat.no_escape || s.foe(id).from_deck, || {
            Misfit::new(
                format!("{id}.from_deck"),
                "false",
                "true: enemies that can wait are made of real cards",
            )
        })?;
    }
    let crowd = s.journey.waiting.len() + s.acting_enemies().count();
    ensure(crowd <= 13, || {
        wrong("journey.waiting", "more than there are cards for", "thirteen at most, with those here")
    })?;
    let order = &s.combat.order;
    let once =
        |(at, id): (usize, &FoeId)| id.is_enemy() && !order.iter().take(at).any(|earlier| earlier == id);
    ensure(order.iter().enumerate().all(once), || {
        wrong("combat.enemy_order", "one twice, or no enemy", "each enemy once")
    })
}
