//! Outside combat: treasure changes hands, heroes are raised, slots are rearranged, and in town things are bought.

use super::{abilities, campaigns, death, dungeon, maze, rifts, treasure};
use crate::{
    Play,
    action::Action,
    actions,
    event::Event,
    frame::{Goods, Next, stray, then, wait},
    legal::{self, Out},
    legal_outside as outside,
    options::Campaign,
    queries::Look,
    state::PAUSE_MAX,
    words::{HeroId, Item, Who},
};
use kernel::{Seat, SeatSet, Turn, flow::Flow as _, rule};
use serde::{Deserialize, Serialize};

/// What the party chooses outside combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Time to rearrange and to buy.
    Pause { left: SeatSet },
    /// Where to go.
    Map,
    /// Who deals with a trap.
    TrapVictim { everyone: bool, hurts: u8 },
    /// Dungeon, a heart: everybody regains HP, or a dead hero returns.
    HeartsChoice,
    /// Who tries to seal the rift.
    SealRift,
}

pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::Pause { left } => pause(p, left),
        Frame::Map | Frame::TrapVictim { .. } | Frame::HeartsChoice | Frame::SealRift => wait(at),
    }
}

pub fn turn(look: Look, at: Frame) -> Turn {
    match at {
        Frame::Pause { left } => Turn::Any(busy(look, left)),
        Frame::Map | Frame::TrapVictim { .. } | Frame::HeartsChoice | Frame::SealRift => {
            Turn::Any(look.s.living())
        }
    }
}

pub fn legal(look: Look, seat: Seat, at: Frame, out: Out) {
    match at {
        Frame::Pause { .. } => outside::pause(look, seat, out),
        Frame::Map => outside::map(look, out),
        Frame::TrapVictim { .. } => legal::heroes(look, |hero| out.push(Action::Hero { hero })),
        Frame::HeartsChoice => {
            out.push(Action::HealAll);
            let dead = look.s.heroes.iter().filter(|(_, h)| h.dead());
            out.extend(dead.map(|(seat, _)| Action::Raise { hero: seat.into() }));
        }
        Frame::SealRift => {
            legal::heroes(look, |hero| out.push(Action::Hero { hero }));
            if look.s.living().into_iter().any(|seat| outside::has_pause_choice_in(look, seat, false)) {
                out.push(Action::Camp);
            }
        }
    }
}

pub fn answer(p: &mut Play, at: Frame, seat: Seat, action: Action) -> Next {
    match (at, action) {
        (Frame::Pause { left }, action) => act(p, left, seat, action),
        (Frame::Map, action) => map_choice(p, action),
        (Frame::TrapVictim { everyone, hurts }, Action::Hero { hero }) => {
            campaigns::meet_trap(p, hero.seat(), everyone, hurts)
        }
        (Frame::HeartsChoice, Action::Raise { hero }) => {
            death::raise(p, hero.seat(), 1);
            Next::Done
        }
        (Frame::HeartsChoice, Action::HealAll) => {
            campaigns::heal_living(p, 3);
            Next::Done
        }
        (Frame::SealRift, Action::Hero { hero }) => rifts::try_seal(p, hero.seat()),
        (Frame::SealRift, Action::Camp) => rifts::camp(p),
        (Frame::TrapVictim { .. } | Frame::HeartsChoice | Frame::SealRift, _) => stray(at),
    }
}

/// Seats that are not done and have something to do; others may come by it when treasure changes hands.
pub fn busy(look: Look, left: SeatSet) -> SeatSet {
    left.and(look.s.living())
        .into_iter()
        .filter(|seat| crate::legal_outside::has_pause_choice(look, *seat))
        .collect()
}

/// Asks whoever still has something to do.
pub fn pause(p: &mut Play, left: SeatSet) -> Next {
    if busy(p.look(), left).is_empty() || p.s.journey.pause >= PAUSE_MAX {
        p.s.journey.pause = 0;
        p.s.journey.town = false;
        return Next::Done;
    }
    rule!("PR-101", "PR-282", "PR-R72");
    wait(Frame::Pause { left })
}

/// Somebody does something outside combat.
pub fn act(p: &mut Play, left: SeatSet, seat: Seat, action: Action) -> Next {
    p.s.journey.pause += 1;
    // Who is done stays done, so that a pause comes to an end however much the others rearrange.
    let resume = Frame::Pause { left };
    let buy = |p: &mut Play, goods| {
        p.first(treasure::Frame::Pay { seat, left: treasure::price(p.g, goods), goods }.into(), resume.into())
    };
    match action {
        Action::Done => then(Frame::Pause { left: left.without(seat) }),
        Action::Swap { from } => {
            p.first(treasure::Frame::SwapTo { seat, from, fight: false }.into(), resume.into())
        }
        Action::Slot { slot, ability } => {
            abilities::change_slot(p, seat, slot, ability);
            then(resume)
        }
        Action::Flask { hero } => {
            treasure::drink_flask(p, hero.seat());
            then(resume)
        }
        Action::HandOver { item, hero } => {
            hand_over(p, seat, item, hero);
            then(resume)
        }
        Action::Scroll => {
            rule!("PR-320");
            p.s.items.scrolls -= 1;
            p.s.journey.town = true;
            p.say(|_| Event::Town(true));
            then(resume)
        }
        Action::Raise { hero } => {
            rule!("PR-244", "PR-R53");
            p.s.lockout = p.s.lockout.saturating_add(1);
            death::raise(p, hero.seat(), u16::MAX);
            then(resume)
        }
        Action::BuyBack { hero } => {
            buy_back(p, hero.seat());
            then(resume)
        }
        Action::Upgrade { stat } => buy(p, Goods::Upgrade(stat)),
        Action::Learn { ability } => buy(p, Goods::Ability(ability)),
        Action::Buy { item } => buy(p, Goods::Item(item)),
        Action::Become { role, ability } => buy(p, Goods::PeasantRole(role, ability)),
        Action::LearnSecond => buy(p, Goods::PeasantAbility),
        Action::LearnEpic => buy(p, Goods::PeasantEpic),
        actions!(set_up) | actions!(turn) | actions!(choice) | actions!(map) | actions!(told) => {
            stray(resume)
        }
    }
}

fn hand_over(p: &mut Play, seat: Seat, item: Item, to: HeroId) {
    rule!("PR-R62");
    if let Some(bearer) = p.s.items.bearer_mut(item) {
        *bearer = Some(to.seat());
    }
    p.say(|l| Event::HandsOver(l.name(Who::Hero(seat)), item, l.name(Who::Hero(to.seat()))));
}

/// All treasure of a dead hero brings him back at full HP of what is left.
fn buy_back(p: &mut Play, seat: Seat) {
    rule!("PR-245", "PR-R54", "PR-008");
    p.s.treasure_deck += p.s.heroes[seat].treasures();
    p.s.heroes[seat].treasure = [0; 4];
    death::raise(p, seat, u16::MAX);
}

/// The party chooses on a map.
pub fn map_choice(p: &mut Play, action: Action) -> Next {
    p.s.journey.moves += 1;
    match action {
        Action::Go { way } => maze::go(p, way),
        Action::Room { room } => dungeon::go(p, room.number()),
        Action::Down => dungeon::down(p),
        Action::Rift { suit } => rifts::go_in(p, suit),
        Action::FaceAncient => rifts::face_ancient(p),
        Action::Leave if p.g.options.campaign == Campaign::Maze => maze::leave(p),
        Action::Leave => dungeon::leave(p),
        Action::Camp if p.g.options.campaign == Campaign::Rifts => rifts::camp(p),
        Action::Camp => then(Frame::Pause { left: SeatSet::first(4) }),
        Action::Done
        | actions!(set_up)
        | actions!(turn)
        | actions!(errand)
        | actions!(choice)
        | actions!(town)
        | actions!(told) => stray(Frame::Map),
    }
}
