//! Outside combat: treasure changes hands, heroes are raised, slots are rearranged, and in town things are bought.

use super::{abilities, campaigns, death, dungeon, maze, rifts, treasure};
use crate::{
    Play,
    action::Action,
    event::Event,
    frame::{Frame, Goods},
    options::Campaign,
    queries::Look,
    state::PAUSE_MAX,
    words::{HeroId, Item, Who},
};
use kernel::{Next, Seat, SeatSet, flow::Flow as _, rule};

/// Seats that are not done and have something to do; others may come by it when treasure changes hands.
pub fn busy(look: Look, left: SeatSet) -> SeatSet {
    left.and(look.s.living())
        .into_iter()
        .filter(|seat| crate::legal_outside::has_pause_choice(look, *seat))
        .collect()
}

/// Asks whoever still has something to do.
pub fn pause(p: &mut Play, left: SeatSet) -> Next<Frame> {
    if busy(p.look(), left).is_empty() || p.s.journey.pause >= PAUSE_MAX {
        p.s.journey.pause = 0;
        p.s.journey.town = false;
        return Next::Done;
    }
    rule!("PR-101", "PR-282", "PR-R72");
    Next::Wait(Frame::Pause { left })
}

/// Somebody does something outside combat.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is offered in a pause")]
pub fn act(p: &mut Play, left: SeatSet, seat: Seat, action: Action) -> Next<Frame> {
    p.s.journey.pause += 1;
    if action == Action::Done {
        return Next::Then(Frame::Pause { left: left.without(seat) });
    }
    // Who is done stays done, so that a pause comes to an end however much the others rearrange.
    let resume = Frame::Pause { left };
    let buy =
        |p: &mut Play, goods| p.first(Frame::Pay { seat, left: treasure::price(p.g, goods), goods }, resume);
    match action {
        Action::Swap { from } => p.first(Frame::SwapTo { seat, from, fight: false }, resume),
        Action::Slot { slot, ability } => {
            abilities::change_slot(p, seat, slot, ability);
            Next::Then(resume)
        }
        Action::Flask { hero } => {
            treasure::drink_flask(p, hero.seat());
            Next::Then(resume)
        }
        Action::HandOver { item, hero } => {
            hand_over(p, seat, item, hero);
            Next::Then(resume)
        }
        Action::Scroll => {
            rule!("PR-320");
            p.s.items.scrolls -= 1;
            p.s.journey.town = true;
            p.say(|_| Event::Town(true));
            Next::Then(resume)
        }
        Action::Raise { hero } => {
            rule!("PR-244", "PR-R53");
            p.s.lockout = p.s.lockout.saturating_add(1);
            death::raise(p, hero.seat(), u16::MAX);
            Next::Then(resume)
        }
        Action::BuyBack { hero } => {
            buy_back(p, hero.seat());
            Next::Then(resume)
        }
        Action::Upgrade { stat } => buy(p, Goods::Upgrade(stat)),
        Action::Learn { ability } => buy(p, Goods::Ability(ability)),
        Action::Buy { item } => buy(p, Goods::Item(item)),
        Action::Become { role, ability } => buy(p, Goods::PeasantRole(role, ability)),
        Action::LearnSecond => buy(p, Goods::PeasantAbility),
        Action::LearnEpic => buy(p, Goods::PeasantEpic),
        other => unreachable!("{other} is nothing for a pause"),
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
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is offered on a map")]
pub fn map_choice(p: &mut Play, action: Action) -> Next<Frame> {
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
        Action::Camp => Next::Then(Frame::Pause { left: SeatSet::first(4) }),
        other => unreachable!("{other} is no choice on a map"),
    }
}

/// Dungeon, a heart: everybody regains HP, or a dead hero returns.
pub fn hearts_choice(p: &mut Play, action: Action) -> Next<Frame> {
    if let Action::Raise { hero } = action {
        death::raise(p, hero.seat(), 1);
    } else {
        campaigns::heal_living(p, 3);
    }
    Next::Done
}
