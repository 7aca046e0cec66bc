//! A table from what was told of it: by a front end that got it from here, or by people at a real one. What cannot be
//! played on is refused with the thing at fault; rules never run on it.

use crate::{
    ParaRoles, Play, State,
    content::span,
    frame::{Frame, Polymorph, then},
    invariants, legal, minimal,
    options::Campaign,
    queries::Look,
    rules::{campaigns, pause, rounds},
    sound,
    state::{Combat, FRAMES, Foe},
    words::{Epic, FoeId, SEATS},
};
use kernel::{ArrayVec, CardSet, Game, Log, Misfit, PerSeat, RankSet, SeatSet, Stack, Turn, stable};
use serde::{Deserialize, Serialize};

/// What of a table has no name for people: what is in the middle of being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InProgress {
    frames: Vec<Frame>,
    polymorph: Polymorph,
    clubs: SeatSet,
    two_clubs: SeatSet,
    path: ArrayVec<[u8; 25]>,
    fired: PerSeat<Option<Epic>, 4>,
    /// Enemies that do not stand yet.
    forming: Vec<(FoeId, Foe)>,
    /// Of the whole table, so that this cannot be laid beside another one by mistake.
    digest: u64,
}

const GOES_ON: Frame = Frame::Journey(campaigns::Frame::GoesOn);
const COMBAT_ENDS: Frame = Frame::Journey(campaigns::Frame::CombatEnds);
const PLAYERS: Frame = Frame::Round(rounds::Frame::Players);

/// What is going on at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The party's turn in a combat; the enemies' if no hero is left to act.
    Fight,
    /// Between fights; these seats are not done.
    Pause(SeatSet),
    /// The party chooses its way.
    Map,
    Over,
    Amid(InProgress),
}

/// What goes on at a table that play led to.
pub fn moment(g: &ParaRoles, s: &State) -> Moment {
    plain_moment(s).filter(|_| without_rest(s)).unwrap_or_else(|| Moment::Amid(in_progress(g, s)))
}

/// Who is not done, if there is a pause, also while something is resolved in it.
pub fn paused(s: &State) -> Option<SeatSet> {
    let left = |frame: &Frame| {
        if let Frame::Outside(pause::Frame::Pause { left }) = frame { Some(*left) } else { None }
    };
    s.stack.frames().find_map(left)
}

/// One of the moments that have a name, if only the stack is looked at.
fn plain_moment(s: &State) -> Option<Moment> {
    let mut frames = s.stack.frames().copied();
    match (frames.next(), frames.next(), frames.next(), frames.next()) {
        (None, _, _, _) => Some(Moment::Over),
        (
            Some(GOES_ON),
            Some(COMBAT_ENDS),
            Some(Frame::Round(rounds::Frame::Players) | Frame::Minimal(minimal::Frame::Party)),
            None,
        ) => Some(Moment::Fight),
        (Some(GOES_ON), Some(Frame::Outside(pause::Frame::Pause { left })), None, _) => {
            Some(Moment::Pause(left))
        }
        (
            Some(GOES_ON),
            Some(Frame::Outside(pause::Frame::Map) | Frame::Minimal(minimal::Frame::Between)),
            None,
            _,
        ) => Some(Moment::Map),
        _ => None,
    }
}

/// Is there nothing on the table that only [`InProgress`] can tell?
fn without_rest(s: &State) -> bool {
    let combat = &s.combat;
    let nothing = SeatSet::EMPTY;
    s.hand == CardSet::EMPTY
        && s.polymorph == Polymorph::default()
        && (combat.clubs, combat.two_clubs) == (nothing, nothing)
        && s.journey.maze.path.is_empty()
        && s.heroes.each().iter().all(|h| h.fired.is_none())
        && s.foes.iter().all(|f| f.present || *f == Foe::default())
}

fn in_progress(g: &ParaRoles, s: &State) -> InProgress {
    let forming = |at: u8| Some((FoeId::at(at), s.foes[usize::from(at)]));
    InProgress {
        frames: s.stack.frames().copied().collect(),
        polymorph: s.polymorph,
        clubs: s.combat.clubs,
        two_clubs: s.combat.two_clubs,
        path: s.journey.maze.path,
        fired: PerSeat::new(s.heroes.each().map(|h| h.fired)),
        forming: (0..FoeId::COUNT as u8)
            .filter_map(forming)
            .filter(|(_, f)| !f.present && *f != Foe::default())
            .collect(),
        digest: digest(g, s),
    }
}

/// Tells tables apart. Not against forgery: against a table that was changed while what goes on was not.
fn digest(g: &ParaRoles, s: &State) -> u64 {
    stable::of(&(&g.options, s))
}

/// The Enemy Stat Decks if nobody told them: the cards of the campaign that are nowhere else.
pub fn enemy_decks(g: &ParaRoles, s: &State) -> [RankSet; 4] {
    let all = &g.content.campaigns;
    let ranks = match g.options.campaign {
        Campaign::Woods => Some(all.woods.ranks),
        Campaign::RandomEncounters => Some(all.random.ranks),
        Campaign::Tower => Some(all.tower.ranks),
        Campaign::Maze => Some(all.maze.ranks),
        Campaign::Dungeon => all.dungeon.levels.get(usize::from(s.journey.done)).map(|level| level.ranks),
        Campaign::Rifts => Some(all.rifts.ranks),
    };
    let fresh = ranks.map_or(RankSet::EMPTY, span);
    std::array::from_fn(|i| {
        let held =
            s.foes.iter().filter(|f| f.present && f.from_deck && i < f.stats().len()).map(|f| f.cards[i]);
        let waiting = s.journey.waiting.iter().filter(|w| w.from_deck).map(|w| w.cards[i]);
        let used: RankSet = held.chain(waiting).collect();
        let used = used.or(s.graveyard[i]).or(s.escaped[i]);
        fresh.iter().filter(|rank| !used.contains(*rank)).collect()
    })
}

/// The Player Stat Decks if nobody told them: what no hero has and no Polymorph has laid.
pub fn player_decks(s: &State) -> [RankSet; 4] {
    std::array::from_fn(|i| {
        let dealt = s.heroes.iter().filter(|(seat, _)| s.dealt[*seat] >> i & 1 == 1).map(|(_, h)| h.cards[i]);
        let lying =
            s.heroes.each().iter().map(|h| h.temporary[i]).chain(s.foes.iter().map(|f| f.temporary[i]));
        let used: RankSet = dealt.chain(lying.flatten().map(|t| t.rank)).collect();
        RankSet::FULL.iter().filter(|rank| !used.contains(*rank)).collect()
    })
}

/// A table that was laid out as told, with what goes on there: checked, and brought to where somebody is asked.
///
/// Whatever [`State`] keeps beside what it follows from (sums, running EPICs, the turn) is worked out here.
///
/// # Errors
/// With the first thing that does not fit.
pub fn restore(g: &ParaRoles, mut s: State, moment: Moment) -> Result<State, Misfit> {
    sound::references(g, &s)?;
    s.tokens.each_mut().iter_mut().for_each(|tokens| tokens.sort_unstable());
    s.recount();
    crate::rules::epic::recount(&mut s);
    match moment {
        Moment::Amid(rest) => amid(g, s, rest),
        Moment::Over => over(s),
        Moment::Fight | Moment::Pause(_) | Moment::Map => plain(g, s, moment),
    }
    .and_then(|state| checked(g, state))
}

fn over(s: State) -> Result<State, Misfit> {
    let ending = s.ending.ok_or_else(|| {
        Misfit::new("ending", "none", "an ending, or a combat, a pause or a map to choose a way on")
    })?;
    Ok(State { ending: Some(ending), turn: Turn::Over, stack: Stack::default(), ..s })
}

/// In the middle of something: exactly as it was.
fn amid(g: &ParaRoles, mut s: State, rest: InProgress) -> Result<State, Misfit> {
    let wrong = |found: &str, expected: &str| Misfit::new("in_progress", found, expected);
    let named = rest.clubs.or(rest.two_clubs).minus(SeatSet::first(SEATS)).is_empty();
    let sound = named && rest.polymorph.drawn.count <= 4 && rest.path.iter().all(|cell| *cell < 25);
    let known = |frame: &Frame| frame.is_sound() && (g.minimal() || !matches!(frame, Frame::Minimal(_)));
    if !sound || rest.frames.len() > FRAMES || !rest.frames.iter().all(known) {
        return Err(wrong("what cannot be going on", "bytes as they came with a view"));
    }
    s.stack = Stack::default();
    rest.frames.iter().for_each(|frame| s.stack.push(*frame));
    s.polymorph = rest.polymorph;
    (s.combat.clubs, s.combat.two_clubs) = (rest.clubs, rest.two_clubs);
    s.journey.maze.path = rest.path;
    for (hero, fired) in s.heroes.each_mut().iter_mut().zip(rest.fired.each()) {
        hero.fired = *fired;
    }
    for (id, foe) in rest.forming {
        match s.foes.get_mut(id.index()) {
            Some(place) if !place.present && !foe.present => *place = foe,
            Some(_) | None => return Err(wrong("an enemy where another stands", "one that is forming")),
        }
    }
    let top = s.stack.top().copied().filter(|frame| sound::waits(Look { g, s: &s }, *frame));
    let top = top.ok_or_else(|| wrong("nothing that waits for anybody", "bytes as they came with a view"))?;
    s.turn = crate::flow::turn(Look { g, s: &s }, Some(top));
    if digest(g, &s) != rest.digest {
        return Err(wrong("bytes made with another table", "the bytes of this very view, or none"));
    }
    Ok(s)
}

/// Nothing is in the middle: a fight, a pause or a choice of the way.
fn plain(g: &ParaRoles, mut s: State, moment: Moment) -> Result<State, Misfit> {
    sound::plain(g, &s)?;
    s.stack = Stack::default();
    s.stack.push(GOES_ON);
    let frame = match moment {
        Moment::Fight => {
            sound::fight(g, &s)?;
            s.stack.push(COMBAT_ENDS);
            if g.minimal() { minimal::Frame::Party.into() } else { PLAYERS }
        }
        Moment::Pause(_) | Moment::Map | Moment::Over | Moment::Amid(_) if g.minimal() => {
            outside(&s)?;
            sound::on_the_way(g, &s)?;
            minimal::Frame::Between.into()
        }
        Moment::Pause(left) => {
            outside(&s)?;
            sound::before_the_end(g, &s, true)?;
            if pause::busy(Look { g, s: &s }, left).is_empty() {
                return Err(Misfit::new(
                    "pause.not_done",
                    "nobody who has anything to do",
                    "somebody who has",
                ));
            }
            pause::Frame::Pause { left }.into()
        }
        Moment::Map | Moment::Over | Moment::Amid(_) => {
            outside(&s)?;
            sound::before_the_end(g, &s, false)?;
            if matches!(g.options.campaign, Campaign::Woods | Campaign::RandomEncounters | Campaign::Tower) {
                return Err(Misfit::new(
                    "combat",
                    "none, and no pause",
                    "one of them: this campaign has no map",
                ));
            }
            pause::Frame::Map.into()
        }
    };
    if frame == PLAYERS && rounds::may_act(Look { g, s: &s }).is_empty() {
        // Nothing that could go wrong is left to be checked but what a table on its way keeps anyway.
        s.turn = Turn::Over;
        let mut play = Play { g, s: &mut s, log: &mut Log::off() };
        play.go_on(then(frame));
        return Ok(s);
    }
    s.stack.push(frame);
    s.turn = crate::flow::turn(Look { g, s: &s }, Some(frame));
    Ok(s)
}

/// Outside combat nobody stands against the party.
fn outside(s: &State) -> Result<(), Misfit> {
    if let Some(at) = s.foes.iter().position(|f| f.present) {
        return Err(Misfit::new("foes", FoeId::at(at as u8), "nobody outside a combat"));
    }
    let combat = Combat { spoils: s.combat.spoils, ..Combat::default() };
    if s.combat != combat {
        return Err(Misfit::new("combat", "something left of one", "nothing outside a combat"));
    }
    Ok(())
}

/// What holds of every table, and that whoever is asked can answer.
fn checked(g: &ParaRoles, s: State) -> Result<State, Misfit> {
    invariants::check(g, &s).map_err(|why| Misfit::new("the table", why, "a table that play can lead to"))?;
    let look = Look { g, s: &s };
    let asked = s.turn.asked();
    let mut options = Vec::new();
    for seat in asked {
        options.clear();
        legal::actions(look, seat, &mut options);
        if options.is_empty() {
            return Err(Misfit::new(seat, "no possible action", "something to decide for everybody asked"));
        }
    }
    let nothing_falls = s.turn == Turn::Chance && g.odds(&s).is_empty();
    let nobody = asked.is_empty() && matches!(s.turn, Turn::Each(_) | Turn::Any(_));
    if nothing_falls || nobody {
        return Err(Misfit::new(
            "the table",
            "nobody who can act",
            "somebody, or a card or die that can fall",
        ));
    }
    Ok(s)
}
