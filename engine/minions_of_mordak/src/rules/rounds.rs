//! Rounds and the Minion Step. Rulebook: "Sequence of Play", "Minion Step". MM-090 to MM-100, MM-230 to MM-236.

use crate::{
    Action, Event, Play,
    frame::{Asks, Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, Who},
    options::MinionOrder,
    queries::Look,
    rules::{damage, final_battle, level_up, players, setup, turns},
    state::{Ending, Lasting, What, When},
    words::{Reason, Row, Side, VILLAIN},
};
use kernel::{Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    HeroRound,
    Joining {
        seat: u8,
    },
    Initiative,
    NextHero,
    VillainRound,
    /// The steps at the beginning of the Final Battle.
    FinalBattle {
        step: final_battle::Step,
    },
    VillainTurn,
    MinionStep,
    MinionPick,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::HeroRound => hero_round(p),
        Frame::Joining { seat } => players::joining(p, seat),
        Frame::Initiative => initiative(p),
        Frame::NextHero => next_hero(p),
        Frame::VillainRound => villain_round(p),
        Frame::FinalBattle { step } => final_battle::begin(p, step),
        Frame::VillainTurn => villain_turn(p),
        Frame::MinionStep => minion_step(p),
        Frame::MinionPick => wait(frame),
    }
}

pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Joining { seat } => Asks::Seat(Seat::new(seat)),
        Frame::Initiative => Asks::Seat(look.s.initiative),
        Frame::MinionPick => Asks::Seat(VILLAIN),
        Frame::HeroRound
        | Frame::NextHero
        | Frame::VillainRound
        | Frame::FinalBattle { .. }
        | Frame::VillainTurn
        | Frame::MinionStep => Asks::Nobody,
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Joining { .. } => {
            match look.g.options.heroes[seat.index()] {
                Some(hero) => offer(Action::Join { hero }),
                None => setup::free_heroes(look).for_each(|hero| offer(Action::Join { hero })),
            }
            offer(Action::Wait);
        }
        Frame::Initiative => [Action::First, Action::Last].into_iter().for_each(offer),
        Frame::MinionPick => {
            next_minions(look).for_each(|slot| offer(Action::Act { who: Who::minion(slot) }));
            offer(Action::StopAll);
        }
        Frame::HeroRound
        | Frame::NextHero
        | Frame::VillainRound
        | Frame::FinalBattle { .. }
        | Frame::VillainTurn
        | Frame::MinionStep => {}
    }
}

/// A Round begins: what lasted until now lapses.
fn begin_round(p: &mut Play) {
    p.s.clock += 1;
    let clock = p.s.clock;
    p.s.lasting.retain(|lasting| match lasting.until.when() {
        When::Round(round) => round > clock,
        When::Attack | When::Used | When::NextTurn | When::Turn(_) => true,
    });
    p.s.shielded = SeatSet::EMPTY;
    p.s.orders.end_round();
}

fn hero_round(p: &mut Play) -> Next {
    rule!("MM-090", "MM-091");
    begin_round(p);
    p.s.acted = SeatSet::EMPTY;
    p.s.riches_given = false;
    p.s.acts_last = false;
    p.say(|l| Event::Told(format!("Hero Round {}", l.s.clock.div_ceil(2))));
    then(Frame::Joining { seat: 1 })
}

/// The Initiative holder may act last.
fn initiative(p: &mut Play) -> Next {
    rule!("MM-003", "MM-092");
    p.s.initiative = p.look().first_hero();
    if p.look().hero_count() > 1 { wait(Frame::Initiative) } else { then(Frame::NextHero) }
}

pub fn initiative_chosen(p: &mut Play, frame: Frame, last: bool) -> Next {
    let Frame::Initiative = frame else { return stray(frame) };
    p.s.acts_last = last;
    if last {
        p.say(|l| Event::Told(format!("{} acts last this Round", l.name(Who::hero(l.s.initiative)))));
    }
    then(Frame::NextHero)
}

/// Whose Turn comes next in the Hero Round.
fn next_to_act(look: Look) -> Option<Seat> {
    let (holder, acted) = (look.s.initiative, look.s.acted);
    let mut seat = holder;
    for _ in 0..look.g.options.seats {
        let waits = seat == holder && look.s.acts_last;
        if look.s.players[seat].present && !acted.contains(seat) && !waits {
            return Some(seat);
        }
        seat = look.next_hero(seat);
    }
    (look.s.players[holder].present && !acted.contains(holder)).then_some(holder)
}

fn next_hero(p: &mut Play) -> Next {
    rule!("MM-091", "MM-203", "MM-205", "MM-R16");
    let Some(seat) = next_to_act(p.look()) else {
        return then(level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::Leaving });
    };
    p.s.acted.insert(seat);
    if p.s.players[seat].in_stash {
        damage::return_hero(p, seat);
    }
    p.push(Frame::NextHero);
    turns::begin_turn(p, Who::hero(seat), seat)
}

fn villain_round(p: &mut Play) -> Next {
    rule!("MM-093", "MM-283", "MM-301", "MM-R45");
    begin_round(p);
    p.say(|l| Event::Told(format!("Villain Round {}", l.s.clock / 2)));
    if p.s.final_battle {
        p.s.final_rounds += 1;
        if p.s.final_rounds > p.g.content.numbers.final_rounds_max {
            return damage::over(p, Ending { winner: None, reason: Reason::Standstill });
        }
    } else if p.s.day >= p.g.content.numbers.days {
        return then(Frame::FinalBattle { step: final_battle::Step::HeroTreasures });
    }
    then(Frame::VillainTurn)
}

fn villain_turn(p: &mut Play) -> Next {
    for slot in p.s.slots() {
        p.s.minion_mut(slot).acted = false;
    }
    p.push(Frame::MinionStep);
    turns::begin_turn(p, Who::MORDAK, VILLAIN)
}

/// Can this Minion still act in the Minion Step?
#[must_use]
pub fn may_act(look: Look, slot: u8) -> bool {
    rule!("MM-230", "MM-231", "MM-235", "MM-236");
    !look.s.minion(slot).acted && look.stats(slot).actions > 0
}

/// The Minions of which the next one is picked: where the table wants it, first those that cannot reach a Hero.
pub fn next_minions(look: Look) -> impl Iterator<Item = u8> {
    let far = far_ones_left(look);
    look.s.slots().filter(move |slot| may_act(look, *slot) && (!far || is_far(look, *slot)))
}

/// Are those picked now that cannot reach a Hero?
#[must_use]
pub fn far_ones_left(look: Look) -> bool {
    let fast = look.g.options.minions == MinionOrder::Fast;
    fast && look.s.slots().any(|slot| may_act(look, slot) && is_far(look, slot))
}

/// Can this Minion neither reach a Hero in its Turn nor roll a die for anything else? By the shortest ways over face-up
/// Regions, whatever else bars them, so that no Minion is far that is not.
fn is_far(look: Look, slot: u8) -> bool {
    let (who, minion) = (Who::minion(slot), look.s.minion(slot));
    let able = look.abilities(who, None);
    let ranged = look.abilities(who, Some(Row::Ranged));
    if able.casts_spells || ranged.longshot || minion.wounded && able.regenerate {
        return false;
    }
    let more: u8 = look.s.lasting.iter().filter(|lasting| lasting.who == who).map(more_points).sum();
    let moves = (look.stats(slot).actions + more).saturating_sub(1);
    let shot = u8::from(!look.row_dice(who, Row::Ranged).is_none());
    let mut reach = RegionSet::only(minion.region);
    for _ in 0..moves * look.g.content.numbers.steps + shot {
        reach = reach.iter().fold(reach, |all, region| all.or(beside(look, region)));
    }
    !reach.iter().any(|region| look.enemies_in(who, region))
}

fn more_points(lasting: &Lasting) -> u8 {
    match lasting.what {
        What::Points(by) => by.max(0).unsigned_abs(),
        What::Nothing
        | What::Granted(_)
        | What::Lifted(_)
        | What::Dodge(_)
        | What::NextDice(_)
        | What::Dice(_)
        | What::BoundTo(_)
        | What::Steps(..) => 0,
    }
}

/// Face-up Regions one step away, through the Labyrinth as well.
fn beside(look: Look, region: RegionId) -> RegionSet {
    let mut all = look.adjacent(region).and(look.s.revealed);
    let [one, two] = look.s.labyrinth;
    if one.is_on_map() && two.is_on_map() && (region == one || region == two) {
        all.insert(one);
        all.insert(two);
    }
    all
}

fn minion_step(p: &mut Play) -> Next {
    rule!("MM-230");
    if p.s.slots().any(|slot| may_act(p.look(), slot)) {
        return wait(Frame::MinionPick);
    }
    then(level_up::Frame::Step { side: Side::Villain, step: level_up::Step::Leaving })
}

pub fn minion_picked(p: &mut Play, frame: Frame, who: Who) -> Next {
    let Frame::MinionPick = frame else { return stray(frame) };
    p.push(Frame::MinionStep);
    if let Some(slot) = who.as_minion() {
        p.s.minion_mut(slot).acted = true;
    }
    turns::begin_turn(p, who, VILLAIN)
}

pub fn stop_all(p: &mut Play, frame: Frame) -> Next {
    let Frame::MinionPick = frame else { return stray(frame) };
    rule!("MM-230");
    if far_ones_left(p.look()) {
        for slot in p.s.slots() {
            // Who stays takes no Hero out of another's reach.
            if may_act(p.look(), slot) && is_far(p.look(), slot) {
                p.s.minion_mut(slot).acted = true;
            }
        }
        p.say(|_| Event::Told("the other Minions without a Hero in reach stay".to_owned()));
        return then(Frame::MinionStep);
    }
    p.say(|_| Event::Told("the other Minions pass".to_owned()));
    then(level_up::Frame::Step { side: Side::Villain, step: level_up::Step::Leaving })
}

/// What follows the Level Up Step of a side.
pub fn next_round(side: Side) -> Next {
    rule!("MM-090");
    match side {
        Side::Heroes => then(Frame::VillainRound),
        Side::Villain => then(Frame::HeroRound),
    }
}
