//! A right message for every method: what the others are made of.

use crate::{
    bytes_of::{Dice, below, chance, one},
    world::{Held, World, bot, played_by},
};
use proto::v1;

/// A right call.
pub struct Shape {
    pub path: &'static str,
    pub message: Vec<u8>,
    /// Of a seat or the host; none for some calls.
    pub token: Option<String>,
    pub streams: bool,
    /// Bots think for it: the deadline it is sent with.
    pub thinks: Option<&'static str>,
}

/// Bots that answer at once, or nearly.
const AGENTS: [&str; 3] = ["greedy", "random", "mcts"];

macro_rules! path {
    ($service:literal, $method:literal) => {
        concat!("/understudy.v1.", $service, "/", $method)
    };
}

impl Shape {
    fn of(path: &'static str, message: &impl prost::Message) -> Shape {
        Shape { path, message: message.encode_to_vec(), token: None, streams: false, thinks: None }
    }
    fn by(self, token: &str) -> Shape {
        Shape { token: Some(token.to_owned()), ..self }
    }
    fn streaming(self) -> Shape {
        Shape { streams: true, ..self }
    }
    fn thinking(self) -> Shape {
        Shape { thinks: Some("30m"), ..self }
    }

    /// A right call of any method.
    pub fn any(world: &World, dice: Dice<'_>) -> Shape {
        match below(dice, 100) {
            0..=64 => Shape::of_match(one(dice, &world.toys), dice),
            65..=84 => Shape::with_record(world, dice),
            85..=92 => Shape::of_arena(world, dice),
            _ => Shape::of_catalog(dice),
        }
    }

    /// A right call about this match, by one of those who may.
    pub fn of_match(held: &Held, dice: Dice<'_>) -> Shape {
        let (seat, id) = (below(dice, held.seats.len()), held.id.clone());
        let token = if chance(dice, 30) { &held.host } else { &held.seats[seat] };
        let seat = seat as u32;
        let request_id = format!("00000000-0000-4000-8000-{:012}", below(dice, 50));
        match below(dice, 11) {
            0 => Shape::of(path!("MatchService", "GetMatch"), &v1::GetMatchRequest { match_id: id }),
            1 => Shape::of(path!("MatchService", "GetView"), &view_of(id, dice)),
            2..=4 => Shape::of(path!("MatchService", "ApplyAction"), &action_in(held, seat, dice)),
            5 => Shape::of(path!("MatchService", "ResolveChance"), &chance_in(held, request_id)),
            6 => {
                let ask = v1::UndoActionsRequest {
                    match_id: id,
                    to_version: below(dice, 30) as u64,
                    expected_version: below(dice, 60) as u64,
                    request_id,
                };
                Shape::of(path!("MatchService", "UndoActions"), &ask)
            }
            7 => {
                let controller = Some(played_by(AGENTS[below(dice, AGENTS.len())]));
                // Now and then it really changes hands.
                let seat = if chance(dice, 10) { seat } else { 9 };
                let ask = v1::SetSeatRequest { match_id: id, seat, controller, request_id };
                Shape::of(path!("MatchService", "SetSeat"), &ask)
            }
            8 => Shape::of(path!("MatchService", "WatchMatch"), &watch_of(id, dice)).streaming(),
            9 => {
                let ask = v1::ExportMatchRequest { match_id: id, with_text: chance(dice, 50) };
                Shape::of(path!("MatchService", "ExportMatch"), &ask)
            }
            _ => hint_in(id, seat, dice),
        }
        .by(token)
    }

    /// A call that brings a position along, or makes a match.
    pub fn with_record(world: &World, dice: Dice<'_>) -> Shape {
        let record = Some(world.record.clone());
        match below(dice, 100) {
            0..=3 => {
                let request_id = format!("00000000-0000-4000-9000-{:012}", below(dice, 20));
                let ask = v1::ImportMatchRequest { request_id, record, ..Default::default() };
                Shape::of(path!("MatchService", "ImportMatch"), &ask)
            }
            4..=40 => {
                let ask = v1::ReplayRecordRequest { record, seat: Some(0) };
                Shape::of(path!("MatchService", "ReplayRecord"), &ask).streaming()
            }
            41..=70 => Shape::with_view(world, dice),
            _ => {
                let position = v1::position::Position::Record(world.record.clone());
                let game_id = "para_roles".to_owned();
                Shape::about(v1::ChooseActionRequest { game_id, ..question(position, dice) }, dice)
            }
        }
    }

    /// A call about what a seat saw of any game.
    pub fn with_view(world: &World, dice: Dice<'_>) -> Shape {
        let seen = one(dice, &world.views);
        let asked = v1::ChooseActionRequest {
            game_id: seen.game_id.clone(),
            options: seen.options.clone(),
            seat: seen.seat,
            ..question(v1::position::Position::View(seen.view.clone()), dice)
        };
        // It is read before a bot thinks, and that should be waited for.
        Shape { thinks: Some("150m"), ..Shape::about(asked, dice) }
    }

    /// What a bot would do there: once, or again and again.
    fn about(question: v1::ChooseActionRequest, dice: Dice<'_>) -> Shape {
        if chance(dice, 67) {
            return Shape::of(path!("AgentService", "ChooseAction"), &question).thinking();
        }
        let ask = v1::AnalyzePositionRequest { question: Some(question), interval: None };
        Shape::of(path!("AgentService", "AnalyzePosition"), &ask).streaming().thinking()
    }

    fn of_arena(world: &World, dice: Dice<'_>) -> Shape {
        let tournament_id = world.tournament.clone();
        match below(dice, 4) {
            0 => {
                Shape::of(path!("ArenaService", "GetTournament"), &v1::GetTournamentRequest { tournament_id })
            }
            1 => {
                let ask = v1::ListTournamentsRequest { page_size: 5, page_token: String::new() };
                Shape::of(path!("ArenaService", "ListTournaments"), &ask)
            }
            2 => {
                let ask = v1::CancelTournamentRequest { tournament_id, request_id: String::new() };
                Shape::of(path!("ArenaService", "CancelTournament"), &ask)
            }
            _ => {
                let ask = v1::WatchTournamentRequest { tournament_id, resume_token: String::new() };
                Shape::of(path!("ArenaService", "WatchTournament"), &ask).streaming()
            }
        }
    }

    fn of_catalog(dice: Dice<'_>) -> Shape {
        let game_id = "para_roles".to_owned();
        match below(dice, 4) {
            0 => Shape::of(path!("CatalogService", "ListGames"), &v1::ListGamesRequest::default()),
            1 => {
                let ask = v1::ListAgentsRequest { game_id, ..Default::default() };
                Shape::of(path!("CatalogService", "ListAgents"), &ask)
            }
            2 => {
                let ask = v1::ListRulesRequest { game_id, page_size: 3, ..Default::default() };
                Shape::of(path!("CatalogService", "ListRules"), &ask)
            }
            _ => {
                let ask = v1::ListMatchesRequest { game_id, page_size: 5, ..Default::default() };
                Shape::of(path!("MatchService", "ListMatches"), &ask)
            }
        }
    }
}

fn question(position: v1::position::Position, dice: Dice<'_>) -> v1::ChooseActionRequest {
    v1::ChooseActionRequest {
        position: Some(v1::Position { position: Some(position) }),
        bot: Some(bot(AGENTS[below(dice, AGENTS.len())])),
        candidates: 3,
        ..Default::default()
    }
}

fn view_of(match_id: String, dice: Dice<'_>) -> v1::GetViewRequest {
    v1::GetViewRequest {
        match_id,
        version: chance(dice, 30).then(|| below(dice, 20) as u64),
        ids_only: chance(dice, 50),
        with_text: chance(dice, 20),
        seat: chance(dice, 20).then(|| below(dice, 5) as u32),
    }
}

fn action_in(held: &Held, seat: u32, dice: Dice<'_>) -> v1::ApplyActionRequest {
    let action_id = held.legal.get(below(dice, held.legal.len())).cloned().unwrap_or_default();
    v1::ApplyActionRequest {
        match_id: held.id.clone(),
        seat,
        decision_id: held.decision.clone(),
        action_id,
        request_id: String::new(),
        with_view: chance(dice, 50),
    }
}

fn chance_in(held: &Held, request_id: String) -> v1::ResolveChanceRequest {
    let fallen = v1::Fallen { ids: vec!["draw 8H".into()] };
    let outcome = v1::ChanceOutcome { outcome: Some(v1::chance_outcome::Outcome::Fallen(fallen)) };
    let (match_id, decision_id) = (held.id.clone(), held.decision.clone());
    v1::ResolveChanceRequest { match_id, decision_id, outcome: Some(outcome), request_id }
}

fn watch_of(match_id: String, dice: Dice<'_>) -> v1::WatchMatchRequest {
    let start = chance(dice, 50).then(|| v1::watch_match_request::Start::FromVersion(below(dice, 10) as u64));
    v1::WatchMatchRequest { match_id, start, with_views: chance(dice, 50), ..Default::default() }
}

fn hint_in(match_id: String, seat: u32, dice: Dice<'_>) -> Shape {
    let question = v1::GetHintRequest { match_id, bot: Some(bot("mcts")), seat: Some(seat), candidates: 3 };
    if chance(dice, 50) {
        return Shape::of(path!("MatchService", "GetHint"), &question).thinking();
    }
    let ask = v1::AnalyzeMatchRequest { question: Some(question), interval: None };
    Shape::of(path!("MatchService", "AnalyzeMatch"), &ask).streaming().thinking()
}
