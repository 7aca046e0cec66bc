//! Tables of which people, or a front end that kept them, state how they stand: at points of rest, and only such as can
//! be played on. `sound.rs` says what must hold before any rule looks at one.

use crate::{
    ParaRoles, Play, State,
    content::span,
    frame::{Frame, Polymorph, then},
    invariants, keeping, minimal,
    options::Campaign,
    queries::Look,
    rules::{campaigns, pause, rounds},
    sound,
    state::{Combat, Foe},
    words::FoeId,
};
use kernel::{CardSet, Log, Misfit, RankSet, Restore, SeatSet, Stack, Stated, Turn};

const GOES_ON: Frame = Frame::Journey(campaigns::Frame::GoesOn);
const COMBAT_ENDS: Frame = Frame::Journey(campaigns::Frame::CombatEnds);
const PLAYERS: Frame = Frame::Round(rounds::Frame::Players);

/// The points of rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The party's turn in a combat; the enemies' if no hero is left to act.
    Fight,
    /// Between fights; these seats are not done.
    Pause(SeatSet),
    /// The party chooses its way.
    Map,
    Over,
}

impl Restore for ParaRoles {
    type Moment = Moment;
    fn moment(&self, s: &State) -> Option<Moment> {
        plain_moment(s).filter(|_| without_rest(s))
    }
    fn lay_out(&self, stated: Stated<ParaRoles>) -> Result<State, Misfit> {
        lay_out(self, stated.state, stated.moment)
    }
    fn invariants(&self, whole: &State) -> Result<(), String> {
        invariants::check(self, whole)
    }
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

/// Is there nothing on the table that a statement cannot tell?
fn without_rest(s: &State) -> bool {
    let combat = &s.combat;
    let nothing = SeatSet::EMPTY;
    s.hand == CardSet::EMPTY
        && s.polymorph == Polymorph::default()
        && (combat.clubs, combat.two_clubs) == (nothing, nothing)
        && s.heroes.each().iter().all(|h| h.fired.is_none())
        && s.foes.iter().all(|f| f.present || *f == Foe::default())
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

/// Whatever [`State`] keeps beside what it follows from (sums, running EPICs, the turn) is worked out here.
fn lay_out(g: &ParaRoles, mut s: State, moment: Moment) -> Result<State, Misfit> {
    sound::references(g, &s)?;
    s.tokens.each_mut().iter_mut().for_each(|tokens| tokens.sort_unstable());
    s.recount();
    crate::rules::epic::recount(&mut s);
    match moment {
        Moment::Over => over(s),
        Moment::Fight | Moment::Pause(_) | Moment::Map => plain(g, s, moment),
    }
}

fn over(s: State) -> Result<State, Misfit> {
    let ending = s.ending.ok_or_else(|| {
        Misfit::new("ending", "none", "an ending, or a combat, a pause or a map to choose a way on")
    })?;
    Ok(State { ending: Some(ending), turn: Turn::Over, stack: Stack::default(), ..s })
}

/// Nothing is in the middle: a fight, a pause or a choice of the way.
fn plain(g: &ParaRoles, mut s: State, moment: Moment) -> Result<State, Misfit> {
    sound::plain(g, &s)?;
    s.stack = Stack::default();
    s.stack.push(GOES_ON);
    match moment {
        Moment::Fight => {
            sound::fight(g, &s)?;
            s.stack.push(COMBAT_ENDS);
        }
        Moment::Pause(_) | Moment::Map | Moment::Over => outside(&s)?,
    }
    let frame = keeping::rests(g, &s, moment)?;
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

/// What the party is asked, where its sheets lie here.
pub fn rests(g: &ParaRoles, s: &State, moment: Moment) -> Result<Frame, Misfit> {
    match moment {
        Moment::Fight => Ok(PLAYERS),
        Moment::Pause(left) => {
            sound::before_the_end(g, s, true)?;
            if pause::busy(Look { g, s }, left).is_empty() {
                return Err(Misfit::new(
                    "pause.not_done",
                    "nobody who has anything to do",
                    "somebody who has",
                ));
            }
            Ok(pause::Frame::Pause { left }.into())
        }
        Moment::Map | Moment::Over => {
            sound::before_the_end(g, s, false)?;
            if !g.options.has_map() {
                return Err(Misfit::new(
                    "combat",
                    "none, and no pause",
                    "one of them: this campaign has no map",
                ));
            }
            Ok(pause::Frame::Map.into())
        }
    }
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
