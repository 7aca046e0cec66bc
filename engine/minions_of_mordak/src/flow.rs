//! The game on one page: read `enter` for the order of things, `answer` for what each reply does, `turn` for whom it asks.

use crate::{
    Action, Chance, Play,
    frame::{For, Frame},
    ids::{RegionSet, Who},
    queries::Look,
    rules::{
        attacks, cards, damage, effects, equipment, final_battle, level_up, movement, players, plus_ones,
        procession, reactions, rolls, rounds, scouting, setup, spells, targets, turns,
    },
    words::VILLAIN,
};
use kernel::{Next, Seat, SeatSet, Step, Turn};

/// What a frame does when it is its turn.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is entered below")]
pub fn enter(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::PickHero { seat } => setup::pick_hero(p, seat.number()),
        Frame::StartSpells { seat, at } => setup::start_spells(p, seat, at),
        Frame::FirstChumps { left } => setup::place_first_chumps(p, left),

        Frame::HeroRound => rounds::hero_round(p),
        Frame::Joining { seat } => players::joining(p, seat),
        Frame::Initiative => rounds::initiative(p),
        Frame::NextHero => rounds::next_hero(p),
        Frame::VillainRound => rounds::villain_round(p),
        Frame::FinalBattle { step } => final_battle::begin(p, step),
        Frame::VillainTurn => rounds::villain_turn(p),
        Frame::MinionStep => rounds::minion_step(p),

        Frame::Regenerate => turns::regenerate(p),
        Frame::Act => turns::act(p),
        Frame::Moving => movement::moving(p),
        Frame::FreeMove { who, steps, evade, first } => {
            movement::free_move(p, movement::Walk { who, first, evade }, steps)
        }
        Frame::TurnEnd => turns::turn_end(p),

        Frame::Flip { ambush } => scouting::flip(p, ambush),
        Frame::Populate { region, at, ambush } => scouting::populate(p, region, at, ambush),
        Frame::AmbushSpawn { region, at } => scouting::ambush_spawn(p, region, at),
        Frame::AmbushNext => scouting::ambush_next(p),

        Frame::LevelUp { side, step } => level_up::level_up(p, side, step),
        Frame::Leaving { seat, side } => players::leaving(p, seat, side),
        Frame::LevelDraws { seat, side, at } => level_up::draws(p, seat, side, at),
        Frame::Discard { seat, side } => level_up::discard(p, seat, side),
        Frame::Procession { step } => procession::procession(p, step),
        Frame::ReorderAsk => procession::reorder_ask(p),
        Frame::Reorder { region } => procession::reorder(p, region),
        Frame::Reveal { side } => equipment::reveal(p, side),
        Frame::Dojo { seat } => level_up::dojo(p, seat),
        Frame::Return { side, from } => equipment::return_ask(p, side, from),
        Frame::Equip { side, from } => equipment::equip_ask(p, side, from),
        Frame::CashIn { side } => level_up::cash_in(p, side),
        Frame::SpendXp { seat, side, only } => level_up::spend_xp(p, seat, side, only),
        other => enter_inside(p, other),
    }
}

/// The frames inside an Action.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is entered above, or only ever waits")]
fn enter_inside(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::DrawSpells { seat, deck, left } => cards::draw_spells(p, seat, deck, left),
        Frame::DrawChoice { seat, left } => cards::draw_choice(p, seat, left),
        Frame::DrawMinion { size, region, ambush } => cards::draw_minion(p, size, region, ambush),
        Frame::PlaceMinion => cards::place_minion(p),
        Frame::Steal { from, to } => cards::steal(p, from, to),

        Frame::Gain { seat, row, left } => plus_ones::gain(p, seat, row, left),
        Frame::GainAny { seat, left, may } => plus_ones::gain_any(p, seat, left, may),
        Frame::Lose { seat, left } => plus_ones::lose(p, seat, left),

        Frame::RollDice => rolls::roll_dice(p),
        Frame::Rolled => rolls::lies(p),
        Frame::RerollPick { seat, treasure } => rolls::reroll_pick(p, seat, treasure),
        Frame::Totalled => rolls::pool(p),
        Frame::Help { at } => rolls::help_next(p, at),
        Frame::Spend => rolls::spend(p),
        Frame::RollEnd => rolls::roll_end(p),

        Frame::Strike => attacks::strike(p),
        Frame::Dodge => attacks::dodge(p),
        Frame::Amount => attacks::amount(p),
        Frame::SweepNext => attacks::sweep_next(p),
        Frame::Hurt => damage::hurt(p),
        Frame::Apply => damage::apply(p),
        Frame::Falling => damage::falling(p),
        Frame::Struck => damage::struck(p),

        Frame::Window { window, about, at } => reactions::window(p, window, about, at),
        Frame::Run { step } => spells::run(p, step),
        Frame::Do { step } => effects::do_step(p, step),
        Frame::PlaceTarget { who, within } => effects::place_target(p, who, within),
        Frame::Sheep { left } => effects::sheep(p, left),
        Frame::CastDone => spells::cast_done(p),
        only_waits => Next::Wait(only_waits),
    }
}

/// What the answer to a waiting frame does.
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next<Frame> {
    match step {
        Step::Chance(fell) => answer_chance(p, frame, fell),
        Step::Act { seat, action: Action::Show { spell } } => {
            cards::show(p, seat, spell);
            Next::Wait(frame)
        }
        Step::Act { action, .. } => answer_turn(p, frame, action)
            .or_else(|| answer_roll(p, frame, action))
            .or_else(|| answer_card(p, frame, action))
            .or_else(|| answer_level_up(p, frame, action))
            .unwrap_or_else(|| unreachable!("{action} does not answer {frame:?}")),
    }
}

fn answer_chance(p: &mut Play, frame: Frame, fell: Chance) -> Next<Frame> {
    match (frame, fell) {
        (Frame::RollDice, Chance::Dice { faces }) => rolls::rolled(p, faces),
        (Frame::RollDice, Chance::Hits { hits }) => rolls::totalled(p, hits.0),
        (Frame::RerollDice, Chance::Dice { faces }) => rolls::rerolled(p, faces),
        (Frame::Die { what, .. }, Chance::Hits { hits }) => match what {
            For::Dodge => attacks::dodged(p, hits.0),
            For::Regenerate => turns::regenerated(p, hits.0),
            For::Loot => level_up::loot_die(p, hits.0),
            For::Effect => effects::die_fell(p, hits.0),
        },
        (Frame::DrawSpells { seat, left, .. }, Chance::Draw { spell }) => cards::drawn(p, seat, left, spell),
        (Frame::Steal { from, to }, Chance::Steal { spell }) => cards::stolen(p, from, to, spell),
        (Frame::DrawMinion { region, ambush, .. }, Chance::Minion { kind }) => {
            cards::minion_drawn(p, region, ambush, kind)
        }
        (Frame::FlipTile { region, ambush }, Chance::Tile { tile }) => {
            scouting::flipped(p, region, ambush, tile)
        }
        (Frame::Reveal { side }, Chance::Treasure { treasure }) => equipment::revealed(p, side, treasure),
        (frame, fell) => unreachable!("{fell} does not answer {frame:?}"),
    }
}

/// Setup, rounds, Turns and Moves.
fn answer_turn(p: &mut Play, frame: Frame, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::PickHero { seat }, Action::PickHero { hero }) => setup::picked(p, seat, hero),
        (Frame::Joining { seat }, Action::Join { hero }) => players::joined(p, seat, hero),
        (Frame::Joining { seat }, Action::Wait) => Next::Then(Frame::Joining { seat: seat + 1 }),
        (Frame::Leaving { seat, side }, Action::Stay) => Next::Then(Frame::Leaving { seat: seat + 1, side }),
        (Frame::Leaving { seat, side }, Action::Leave) => players::leave(p, seat, side),
        (Frame::Leaving { seat, side }, Action::Discard { spell }) => {
            cards::discard_spell(p, Seat::new(seat), spell);
            players::leave(p, seat, side)
        }
        (Frame::Initiative, Action::First) => rounds::initiative_chosen(p, false),
        (Frame::Initiative, Action::Last) => rounds::initiative_chosen(p, true),
        (Frame::MinionPick, Action::Act { who }) => rounds::minion_picked(p, who),
        (Frame::MinionPick, Action::StopAll) => rounds::stop_all(p),
        (Frame::AmbushNext, Action::Act { who }) => scouting::ambusher_picked(p, who),
        (Frame::Act, Action::Move { to }) => movement::begin(p, to),
        (Frame::Act, Action::Roll { row }) => rolls::declare(p, row),
        (Frame::Act, Action::Surge { arcane, divine, void }) => turns::surge(p, [arcane.0, divine.0, void.0]),
        (Frame::Act, Action::Use { treasure }) => {
            p.s.stack.push(Frame::Act);
            let seat = p.s.level().seat;
            turns::use_treasure(p, seat, treasure, Who::NOBODY)
        }
        (Frame::Act, Action::End) => Next::Then(Frame::TurnEnd),
        (Frame::Moving, Action::Step { to }) => movement::step(p, to),
        (Frame::Moving, Action::Stop) => movement::stop(p),
        (Frame::Act | Frame::Moving, Action::Scout) => scout(p, frame, None),
        (Frame::Act | Frame::Moving, Action::ScoutOne { region }) => {
            scout(p, frame, Some(RegionSet::only(region)))
        }
        (Frame::Act | Frame::Moving, Action::Loot { treasures }) => {
            turns::loot(p, treasures.0);
            Next::Then(frame)
        }
        (Frame::FreeMove { who, steps, evade, first }, Action::Step { to }) => {
            movement::free_step(p, movement::Walk { who, first, evade }, steps, to)
        }
        (Frame::FreeMove { .. }, Action::Stop) => Next::Done,
        (Frame::GustAsk { seat }, Action::Accept) => turns::gust(p, seat),
        (Frame::GustAsk { .. }, Action::Decline) => Next::Done,
        (Frame::Labyrinth { region }, Action::Region { region: other }) => {
            scouting::labyrinth(p, region, other)
        }
        (_, _) => return None,
    })
}

fn scout(p: &mut Play, frame: Frame, one: Option<RegionSet>) -> Next<Frame> {
    let who = p.s.level().actor;
    let from = p.look().region(who);
    let regions = one.unwrap_or_else(|| turns::scoutable(p.look(), who));
    p.s.stack.push(frame);
    scouting::scout(p, from, regions, true)
}

/// Action Rolls and attacks.
fn answer_roll(p: &mut Play, frame: Frame, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::Boost, Action::Boost { grade }) => rolls::boost(p, grade),
        (Frame::Boost, Action::Keep) => Next::Then(Frame::RollDice),
        (Frame::RerollPick { seat, treasure }, Action::Reroll { die }) => {
            rolls::reroll(p, seat, treasure, die)
        }
        (Frame::RerollPick { .. }, Action::Keep) => rolls::take_up(p),
        (Frame::HelpAsk { seat, at }, Action::Add { tokens }) => rolls::helped(p, seat, at, tokens.0),
        (Frame::Spend, Action::Spend) => rolls::spend_token(p),
        (Frame::Spend, Action::Buy) => rolls::buy(p),
        (Frame::Spend, Action::Attack { region }) => attacks::attack(p, region),
        (Frame::Spend, Action::Sweep { region }) => attacks::sweep(p, region),
        (Frame::Spend, Action::Cast { spell, cost }) => spells::cast_spell(p, spell, cost.0),
        (Frame::Spend, Action::Spawn { size }) => rolls::buy_minion(p, size),
        (Frame::Spend, Action::Done) => Next::Then(Frame::RollEnd),
        (Frame::SweepAmount, Action::Damage { hits }) => attacks::sweep_paid(p, hits.0),
        (Frame::Defender, Action::Defender { who }) => attacks::defender_named(p, who),
        (Frame::Amount, Action::Damage { hits }) => attacks::amount_chosen(p, hits.0),
        (Frame::Gain { seat, row, left }, Action::Drop { row: other }) => {
            plus_ones::overflow(p, seat, row, left, Some(other))
        }
        (Frame::Gain { seat, row, left }, Action::Decline) => plus_ones::overflow(p, seat, row, left, None),
        (Frame::GainAny { seat, left, may }, Action::Gain { row }) => {
            plus_ones::row_gained(p, seat, left, may, row)
        }
        (Frame::GainAny { .. }, Action::Decline) => Next::Done,
        (Frame::Lose { seat, left }, Action::Drop { row }) => plus_ones::lost(p, seat, left, row),
        (_, _) => return None,
    })
}

/// Spells, Reactions and what they ask.
fn answer_card(p: &mut Play, frame: Frame, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::React { window, about, at, .. }, Action::Pass) => reactions::pass(window, about, at),
        (Frame::React { seat, window, about, at }, Action::React { spell, pay }) => {
            reactions::react(p, (window, about, at), seat, spell, pay)
        }
        (Frame::React { seat, window, about, at }, Action::ReactWith { treasure }) => {
            reactions::react_with(p, (window, about, at), seat, treasure)
        }
        (Frame::PickTarget { step }, Action::Target { who }) => targets::picked(p, step, who),
        (Frame::PickSecond { .. }, Action::Target { who }) => effects::swap(p, who),
        (Frame::PickRegion { step }, Action::Region { region }) => targets::region_picked(p, step, region),
        (Frame::PlaceTarget { who, .. }, Action::Place { region }) => effects::placed(p, who, region),
        (Frame::Sheep { left }, Action::Place { region }) => effects::sheep_placed(p, left, region),
        (Frame::PlaceMinion, Action::Place { region }) => cards::minion_placed(p, region),
        (Frame::DrawChoice { seat, left }, Action::Deck { deck }) => cards::deck_chosen(p, seat, left, deck),
        (_, _) => return None,
    })
}

fn answer_level_up(p: &mut Play, frame: Frame, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::Discard { seat, side }, Action::Discard { spell }) => {
            level_up::discarded(p, seat, side, spell)
        }
        (Frame::ProcessionAsk { step }, Action::Accept) => procession::offered(p, step, true),
        (Frame::ProcessionAsk { step }, Action::Decline) => procession::offered(p, step, false),
        (Frame::ReorderAsk, Action::Reorder { region }) => procession::reorder_begin(p, region),
        (Frame::ReorderAsk, Action::Done) => Next::Done,
        (Frame::Reorder { region }, Action::Next { who }) => procession::put_next(p, region, who),
        (Frame::Dojo { seat }, Action::Accept) => level_up::upgraded(p, seat, true),
        (Frame::Dojo { seat }, Action::Decline) => level_up::upgraded(p, seat, false),
        (Frame::Return { side, .. }, Action::Return { who, slot }) => equipment::returned(p, side, who, slot),
        (Frame::Return { .. }, Action::Done) => Next::Done,
        (Frame::Equip { side, .. }, Action::Equip { treasure, who }) => {
            equipment::equipped(p, side, treasure, who)
        }
        (Frame::Equip { side, .. }, Action::Cash { treasure }) => equipment::cashed(side, treasure),
        (Frame::SpendXp { seat, side, only }, Action::Done) => level_up::saved(seat, side, only),
        (Frame::SpendXp { seat, .. }, Action::Learn { row }) => {
            level_up::learn(p, seat, row);
            Next::Then(frame)
        }
        (Frame::SpendXp { seat, .. }, Action::Train { row, grade }) => {
            level_up::train(p, seat, row, grade);
            Next::Then(frame)
        }
        (Frame::SpendXp { seat, .. }, Action::Hasten) => {
            level_up::hasten(p, seat);
            Next::Then(frame)
        }
        (_, _) => return None,
    })
}

/// Whom the game waits for.
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest asks whoever plays the Turn")]
pub fn turn(look: Look, asks: Option<Frame>) -> Turn {
    let Some(frame) = asks else { return Turn::Over };
    let seat = match frame {
        Frame::RollDice
        | Frame::RerollDice
        | Frame::Die { .. }
        | Frame::DrawSpells { .. }
        | Frame::Steal { .. }
        | Frame::DrawMinion { .. }
        | Frame::FlipTile { .. }
        | Frame::Reveal { .. } => return Turn::Chance,
        Frame::PickHero { seat }
        | Frame::GustAsk { seat }
        | Frame::DrawChoice { seat, .. }
        | Frame::Gain { seat, .. }
        | Frame::GainAny { seat, .. }
        | Frame::Lose { seat, .. }
        | Frame::RerollPick { seat, .. }
        | Frame::HelpAsk { seat, .. }
        | Frame::React { seat, .. } => seat,
        Frame::Joining { seat }
        | Frame::Leaving { seat, .. }
        | Frame::Discard { seat, .. }
        | Frame::Dojo { seat }
        | Frame::SpendXp { seat, .. } => Seat::new(seat),
        Frame::Initiative => look.s.initiative,
        Frame::Defender => look.first_hero(),
        Frame::MinionPick
        | Frame::AmbushNext
        | Frame::PlaceMinion
        | Frame::Labyrinth { .. }
        | Frame::ProcessionAsk { .. }
        | Frame::ReorderAsk => VILLAIN,
        Frame::Return { side, .. } | Frame::Equip { side, .. } => level_up::decides(look, side),
        Frame::Reorder { .. }
        | Frame::PickTarget { .. }
        | Frame::PickSecond { .. }
        | Frame::PickRegion { .. }
        | Frame::PlaceTarget { .. }
        | Frame::Sheep { .. }
        | Frame::FreeMove { .. } => look.s.casts.last().map_or(VILLAIN, |cast| cast.seat),
        _ => look.s.level().seat,
    };
    Turn::Each(SeatSet::only(seat))
}
