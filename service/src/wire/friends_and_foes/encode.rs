//! A table told as a view: players, teams, what goes on. `tell_board.rs` tells areas and characters.

use super::encode_board::{area_ids, areas, characters, marks};
use crate::wire::parts::written;
use ::friends_and_foes::{
    FriendsAndFoes, State,
    frame::Frame,
    queries::Look,
    rules::{activation, attack, setup},
    state::{Build, Commit, Ending, Orders},
    words::CharId,
};
use kernel::{Card, Restore as _, Seat};
use proto::v1::{FriendsAndFoesView, friends_and_foes_view as wire};

pub(super) fn table(game: &FriendsAndFoes, state: &State) -> FriendsAndFoesView {
    let look = Look { g: game, s: state };
    let board = look.board();
    let scenario = game.content.scenarios.get(usize::from(state.scenario));
    let twist = state.twist.and_then(|at| game.content.twists.get(usize::from(at)));
    let mut told = FriendsAndFoesView {
        scenario: scenario.map(|(id, _)| id.to_string()).unwrap_or_default(),
        scenario_name: look.scenario().name.clone(),
        map: board.id.clone(),
        map_name: board.name.clone(),
        grid: board.grid,
        twist: twist.map(|(id, _)| id.to_string()).unwrap_or_default(),
        twist_text: twist.map(|(_, card)| card.text.clone()).unwrap_or_default(),
        goals: goals(look),
        round_limit: game.options.round_limit.into(),
        areas: areas(look),
        characters: characters(look),
        ..FriendsAndFoesView::default()
    };
    happening(look, &mut told);
    told
}

/// What goes on, and who has what.
fn happening(look: Look, told: &mut FriendsAndFoesView) {
    let (game, state) = (look.g, look.s);
    let seat = |seat: &Seat| u32::from(seat.number());
    told.round = state.round.into();
    told.phase = phase(state).into();
    told.sides = Seat::first(game.options.seats).map(|seat| side(look, seat)).collect();
    told.teams = (0..game.teams).map(|number| team(look, number)).collect();
    told.order = state.order.iter().map(seat).collect();
    told.turn_of = state.order.get(usize::from(state.at)).map(seat);
    told.passes = state.passes.into();
    told.spent = state.spent;
    told.deployed = state.deployed;
    told.first_blood = state.first_blood;
    told.first_blood_paid = state.blood_paid;
    told.fight = fighting(state).then(|| fight(state));
    told.ending = state.ending.map(ending);
    if game.moment(state).is_none() {
        told.played = written([state.played.card, state.played.other].into_iter().flatten());
        told.looked_at = written(state.looked.iter());
    }
}

fn goals(look: Look) -> Vec<wire::Goal> {
    let all = look.scenario().victory.iter();
    all.map(|victory| wire::Goal {
        goal: victory.goal.word().to_owned(),
        from_round: victory.from_round.unwrap_or_default().into(),
        amount: victory.amount.unwrap_or_default().into(),
    })
    .collect()
}

fn ending(of: Ending) -> wire::Ending {
    wire::Ending { winner: of.winner.map(u32::from), reason: of.reason.word().to_owned() }
}

/// The part of the round that the lowest frame which says one is in.
fn phase(state: &State) -> wire::Phase {
    if state.ending.is_some() {
        return wire::Phase::Over;
    }
    state.stack.frames().find_map(phase_of).unwrap_or_else(|| {
        if state.order.is_empty() { wire::Phase::Initiative } else { wire::Phase::Activation }
    })
}

/// What happens in a turn may be in the middle of another phase too: it says none.
fn phase_of(frame: &Frame) -> Option<wire::Phase> {
    Some(match frame {
        Frame::Setup(setup::Frame::Scenario | setup::Frame::Twist) => wire::Phase::Unspecified,
        Frame::Setup(setup::Frame::Build) => wire::Phase::Building,
        Frame::Setup(setup::Frame::Deal { .. } | setup::Frame::Buy | setup::Frame::Bought { .. }) => {
            wire::Phase::Buying
        }
        Frame::Initiative(_) => wire::Phase::Initiative,
        Frame::Deployment(_) => wire::Phase::Deployment,
        Frame::Activation(
            activation::Frame::Garrisons { .. }
            | activation::Frame::Name { .. }
            | activation::Frame::Searched { .. },
        ) => return None,
        Frame::Activation(
            activation::Frame::Activation
            | activation::Frame::TurnStart
            | activation::Frame::Act
            | activation::Frame::EndTurn,
        ) => wire::Phase::Activation,
        Frame::Harvest(_) => wire::Phase::Harvest,
        Frame::Movement(_) | Frame::Cards(_) | Frame::Effects(_) | Frame::Attack(_) | Frame::Reactions(_) => {
            return None;
        }
    })
}

// --- players and teams

fn one(card: Option<Card>) -> String {
    card.map(|card| card.to_string()).unwrap_or_default()
}

fn side(look: Look, seat: Seat) -> wire::Side {
    let side = &look.s.sides[seat];
    let build = look.s.build.get(seat.index()).copied().unwrap_or_default();
    wire::Side {
        seat: seat.number().into(),
        team: look.team(seat).into(),
        hand: written(side.hand.iter()),
        hand_count: side.hand_len.into(),
        shown: written(side.shown.iter()),
        unseen: Some(written(side.deck.iter())),
        deck_count: side.deck_len(),
        discard: written(side.discard.iter()),
        table: written(side.table.iter()),
        initiative: one(side.initiative),
        tie_break: one(side.tie),
        commit: side.commit.map(commit),
        tokens: side.tokens.into(),
        stored: side.stored.into(),
        treasure: side.treasure.into(),
        sprinted: side.sprinted,
        build: Some(built(seat, build)),
        gone: look.s.gone.contains(seat),
        out: look.s.round > 0 && !look.s.order.is_empty() && look.is_out(seat),
        hidden: look.s.hidden.contains(seat),
        standing_orders: orders(side.orders),
    }
}

fn orders(given: Orders) -> Vec<String> {
    let all = Orders::WRITTEN.iter().filter(|(order, _)| given.contains(*order));
    all.map(|(_, name)| (*name).to_owned()).collect()
}

/// What lies face down: by name for its owner, to everybody else only that it lies there.
fn commit(of: Commit) -> wire::Commit {
    let count = of.as_count().map(u32::from);
    wire::Commit { card: one(of.as_card()), deck: of == Commit::DECK, count }
}

fn built(seat: Seat, build: Build) -> wire::Build {
    wire::Build {
        formation: build.formation.map(|formation| formation.word().to_owned()).unwrap_or_default(),
        coins: build.coins.into(),
        members: build.members.into(),
        bench: build.bench.into(),
        learning: build.learns.map(|slot| CharId::new(seat, slot.into()).to_string()).unwrap_or_default(),
        ready: build.ready,
    }
}

fn team(look: Look, number: u8) -> wire::Team {
    let at = usize::from(number);
    let of = |sets: &[::friends_and_foes::words::AreaSet; 4]| sets.get(at).copied().unwrap_or_default();
    let goal = look.s.goals.get(at).copied().flatten();
    wire::Team {
        team: number.into(),
        seats: look.members(number).into_iter().map(|seat| seat.number().into()).collect(),
        zone: area_ids(of(&look.s.zones)),
        facing: area_ids(of(&look.s.facing)),
        breakthrough: goal.map(|area| area.to_string()).unwrap_or_default(),
        marks: marks(look, look.s.marks.get(at).copied().unwrap_or_default()),
    }
}

// --- the attack that goes on

/// An attack is going on from when cards are played for it.
fn fighting(state: &State) -> bool {
    state.stack.frames().any(|frame| {
        let Frame::Attack(frame) = frame else { return false };
        match frame {
            attack::Frame::Target(_) | attack::Frame::Start | attack::Frame::End => false,
            attack::Frame::Commits
            | attack::Frame::Played
            | attack::Frame::Defend
            | attack::Frame::Answer { .. }
            | attack::Frame::Defended { .. }
            | attack::Frame::OverclockAsk
            | attack::Frame::Overclocked
            | attack::Frame::AttackExpertise
            | attack::Frame::DefenceExpertise
            | attack::Frame::ExpertFirst { .. }
            | attack::Frame::ExpertDefends { .. }
            | attack::Frame::Results
            | attack::Frame::OnDamage { .. } => true,
        }
    })
}

fn fight(state: &State) -> wire::Fight {
    let fight = &state.fight;
    let defence = |who: CharId| {
        let told = fight.defence.get(who.index()).copied().unwrap_or_default();
        wire::Defence {
            who: who.to_string(),
            waiting: fight.waiting.contains(who),
            total: told.value().into(),
            critical: told.is_critical(),
        }
    };
    wire::Fight {
        attacker: fight.attacker.to_string(),
        weapon: fight.weapon.to_string(),
        total: fight.total.into(),
        critical: fight.critical,
        defences: fight.targets.iter().map(defence).collect(),
    }
}
