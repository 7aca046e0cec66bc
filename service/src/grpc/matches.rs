//! MatchService: each call decoded, checked, carried out by [`Matches`], and answered with what the caller may see.

use super::{calls, hints, listing, setting, undo, watching};
use crate::{
    error::ServiceError,
    matches::{
        Done, Matches,
        entry::{ChanceMode, Manners, UndoPolicy},
        history::Replay,
        live::{By, Live, short},
        make::{Tokens, Wish},
        now_ms,
        rights::Rights,
        tokens::TokenHash,
    },
    wire::{
        messages::{self, Look},
        records,
    },
};
use catalog::{AnyStep, Handover, handover};
use futures_util::stream::BoxStream;
use kernel::{Seat, seat::SEATS_MAX};
use proto::v1::{self, match_service_server::MatchService};
use std::{collections::BTreeMap, time::Duration};
use tonic::{Request, Response, Status};

/// The service over the matches of this server.
#[derive(Clone)]
pub struct MatchApi {
    pub matches: Matches,
}

type Answer<T> = Result<Response<T>, Status>;
type Stream<T> = BoxStream<'static, Result<T, Status>>;

/// Names and values of options, bounded like everything that comes from outside.
const OPTIONS_MAX: usize = 64;
/// The longest a person may be waited for.
const TIMEOUT_MAX: Duration = Duration::from_secs(30 * 24 * 3600);

#[tonic::async_trait]
impl MatchService for MatchApi {
    async fn create_match(&self, call: Request<v1::CreateMatchRequest>) -> Answer<v1::CreateMatchResponse> {
        let scope = calls::scope_of(&calls::tokens(&call));
        let ask = call.into_inner();
        let asked = calls::asked(scope, &ask.request_id, &ask)?;
        let (live, tokens) = self.matches.make(wish(ask)?, asked).await?;
        let (host_token, seat_tokens) = shown(&tokens);
        let made = Some(messages::match_of(&live, None));
        Ok(Response::new(v1::CreateMatchResponse { r#match: made, host_token, seat_tokens }))
    }

    async fn get_match(&self, call: Request<v1::GetMatchRequest>) -> Answer<v1::GetMatchResponse> {
        let tokens = calls::tokens(&call);
        let live = self.matches.look(calls::match_id(&call.get_ref().match_id)?).await?;
        let eyes = Rights::of(&live, &tokens).eyes(&live, None)?;
        Ok(Response::new(v1::GetMatchResponse { r#match: Some(messages::match_of(&live, eyes)) }))
    }

    async fn list_matches(&self, call: Request<v1::ListMatchesRequest>) -> Answer<v1::ListMatchesResponse> {
        Ok(Response::new(listing::matches(&self.matches, call.get_ref()).await?))
    }

    async fn close_match(&self, call: Request<v1::CloseMatchRequest>) -> Answer<v1::CloseMatchResponse> {
        let tokens = calls::tokens(&call);
        let ask = call.into_inner();
        let id = calls::match_id(&ask.match_id)?;
        let asked = calls::asked(id.0, &ask.request_id, &ask)?;
        let live = self.matches.look(id).await?;
        Rights::of(&live, &tokens).hosts(&live)?;
        // To end what has ended already is no mistake.
        let live = match live.is_over() {
            true => live,
            false => {
                let plan = move |live: &Live| {
                    Rights::of(live, &tokens).hosts(live)?;
                    if live.is_over() { Err(ServiceError::Over) } else { Ok(live.closed(now_ms())) }
                };
                self.matches.change(id, asked, plan).await?.live
            }
        };
        Ok(Response::new(v1::CloseMatchResponse { r#match: Some(messages::match_of(&live, None)) }))
    }

    async fn set_seat(&self, call: Request<v1::SetSeatRequest>) -> Answer<v1::SetSeatResponse> {
        let tokens = calls::tokens(&call);
        let ask = call.into_inner();
        let id = calls::match_id(&ask.match_id)?;
        let asked = calls::asked(id.0, &ask.request_id, &ask)?;
        let wanted = ask.controller.clone().unwrap_or_default();
        let controller = messages::controller_of("controller", &wanted)?;
        let number = ask.seat;
        let matches = self.matches.clone();
        let plan = move |live: &Live| {
            let rights = Rights::of(live, &tokens);
            let seat = rights.hands_over(live, number)?;
            let by_host = rights.host && !rights.seats.contains(seat);
            if live.is_over() {
                return Err(ServiceError::Over);
            }
            if controller.agent().is_some() && live.table.needs_person(seat) {
                let why = "only its player has the cards of this seat; SetTable tells its hand first";
                return Err(ServiceError::invalid("controller", why));
            }
            if let Some(Err(why)) = controller.agent().map(|agent| agent.suits(live.game)) {
                return Err(ServiceError::invalid("controller.bot", why.to_string()));
            }
            let epoch = live.seats.get(seat.index()).map_or(0, |now| now.epoch) + 1;
            let person = controller.agent().is_none();
            let token = person.then(|| TokenHash::of(&matches.seat_token(id, seat, epoch)));
            Ok(live.seat_changed(seat, controller.clone(), token, by_host, now_ms()))
        };
        let done = self.matches.change(id, asked, plan).await?;
        Ok(Response::new(self.seat_answer(&done.live, number)?))
    }

    async fn get_view(&self, call: Request<v1::GetViewRequest>) -> Answer<v1::GetViewResponse> {
        let tokens = calls::tokens(&call);
        let ask = call.get_ref();
        let id = calls::match_id(&ask.match_id)?;
        let now = self.matches.look(id).await?;
        let eyes = Rights::of(&now, &tokens).eyes(&now, ask.seat)?;
        let live = match ask.version {
            None => now,
            Some(version) if version == 0 || version > now.version => {
                let why = format!("the match has versions 1 to {}", now.version);
                return Err(ServiceError::invalid("version", why).into());
            }
            Some(version) => {
                let (history, matches) = (self.matches.history(id).await?, self.matches.clone());
                self.matches.aside(move |wanted| history.live(&matches.packs, version, wanted)).await?
            }
        };
        Ok(Response::new(v1::GetViewResponse {
            view: Some(messages::view(&live, Look { eyes, text: ask.with_text }, &self.matches.seal)),
            decision: messages::decision(&live, eyes),
            actions: messages::actions(&live, eyes, ask.ids_only),
            r#match: Some(messages::match_of(&live, eyes)),
        }))
    }

    async fn apply_action(&self, call: Request<v1::ApplyActionRequest>) -> Answer<v1::ApplyActionResponse> {
        let tokens = calls::tokens(&call);
        let ask = call.into_inner();
        let id = calls::match_id(&ask.match_id)?;
        let asked = calls::asked(id.0, &ask.request_id, &ask)?;
        let action = calls::notation("action_id", &ask.action_id)?.to_owned();
        let (number, decision, with_view) = (ask.seat, ask.decision_id, ask.with_view);
        let plan = move |live: &Live| {
            let seat = Rights::of(live, &tokens).plays(live, number)?;
            fresh(live, &decision, Some(seat))?;
            live.act(seat, &action, By::Person, now_ms())
        };
        let Done { live, happened } = self.matches.change(id, asked, plan).await?;
        let eyes = u8::try_from(number).ok().and_then(|n| Seat::checked(n, live.table.seats()));
        let events: Vec<v1::Event> = happened.iter().map(|each| messages::event(each, None, eyes)).collect();
        Ok(Response::new(v1::ApplyActionResponse {
            version: live.version,
            view: with_view.then(|| messages::view(&live, Look { eyes, text: false }, &self.matches.seal)),
            // The last event tells what is asked after it.
            decision: events.last().and_then(|last| last.decision.clone()),
            outcome: messages::outcome(&live),
            events,
        }))
    }

    async fn resolve_chance(
        &self,
        call: Request<v1::ResolveChanceRequest>,
    ) -> Answer<v1::ResolveChanceResponse> {
        let tokens = calls::tokens(&call);
        let ask = call.into_inner();
        let id = calls::match_id(&ask.match_id)?;
        let asked = calls::asked(id.0, &ask.request_id, &ask)?;
        let fallen = fallen(&ask)?;
        let (decision, seen) = (ask.decision_id, tokens.clone());
        let plan = move |live: &Live| {
            Rights::of(live, &tokens).at_table(live)?;
            fresh(live, &decision, None)?;
            match &fallen {
                Some(ids) => live.report(ids, now_ms()),
                None => live.roll(now_ms()),
            }
        };
        let Done { live, happened } = self.matches.change(id, asked, plan).await?;
        let eyes = Rights::of(&live, &seen).eyes(&live, None)?;
        Ok(Response::new(v1::ResolveChanceResponse {
            version: live.version,
            decision: messages::decision(&live, eyes),
            events: happened.iter().map(|each| messages::event(each, None, eyes)).collect(),
        }))
    }

    async fn set_table(&self, call: Request<v1::SetTableRequest>) -> Answer<v1::SetTableResponse> {
        let tokens = calls::tokens(&call);
        Ok(Response::new(setting::set(&self.matches, tokens, call.into_inner()).await?))
    }

    async fn undo_actions(&self, call: Request<v1::UndoActionsRequest>) -> Answer<v1::UndoActionsResponse> {
        let tokens = calls::tokens(&call);
        Ok(Response::new(undo::undo(&self.matches, tokens, call.into_inner()).await?))
    }

    type WatchMatchStream = Stream<v1::WatchMatchResponse>;
    async fn watch_match(&self, call: Request<v1::WatchMatchRequest>) -> Answer<Self::WatchMatchStream> {
        let tokens = calls::tokens(&call);
        Ok(Response::new(watching::watch(&self.matches, tokens, call.into_inner()).await?))
    }

    async fn export_match(&self, call: Request<v1::ExportMatchRequest>) -> Answer<v1::ExportMatchResponse> {
        let tokens = calls::tokens(&call);
        let ask = call.into_inner();
        let id = calls::match_id(&ask.match_id)?;
        let (history, matches) = (self.matches.history(id).await?, self.matches.clone());
        let exported = self.matches.aside(move |wanted| {
            let telling = Replay { from: 1, afters: false };
            let (live, happened) = history.replay(&matches.packs, u64::MAX, telling, wanted)?;
            let eyes = Rights::of(&live, &tokens).eyes(&live, None)?;
            let (record, redacted) = records::record(&live, &happened, eyes, ask.with_text);
            let handover = handover::given_out(&*live.table).map_or_else(String::new, |it| it.to_string());
            Ok(v1::ExportMatchResponse { record: Some(record), redacted, handover })
        });
        Ok(Response::new(exported.await?))
    }

    async fn import_match(&self, call: Request<v1::ImportMatchRequest>) -> Answer<v1::ImportMatchResponse> {
        let scope = calls::scope_of(&calls::tokens(&call));
        let ask = call.into_inner();
        let asked = calls::asked(scope, &ask.request_id, &ask)?;
        let record = ask.record.unwrap_or_default();
        let played = self.matches.aside(move |wanted| records::played(&record, wanted)).await?;
        let wish = Wish {
            game: played.game,
            options: played.options,
            seats: if ask.seats.is_empty() { played.seats } else { seats(&ask.seats)? },
            chance: chance_mode(ask.chance_mode)?,
            undo: undo_policy(ask.undo_policy)?,
            manners: Manners::AtOnce,
            turn_timeout_ms: None,
            private: false,
            seed: None,
            played: played.steps,
        };
        let (live, tokens) = self.matches.make(wish, asked).await?;
        let (host_token, seat_tokens) = shown(&tokens);
        let made = Some(messages::match_of(&live, None));
        Ok(Response::new(v1::ImportMatchResponse { r#match: made, host_token, seat_tokens }))
    }

    type ReplayRecordStream = Stream<v1::ReplayRecordResponse>;
    async fn replay_record(
        &self,
        call: Request<v1::ReplayRecordRequest>,
    ) -> Answer<Self::ReplayRecordStream> {
        Ok(Response::new(watching::replay(&self.matches, call.into_inner()).await?))
    }

    async fn get_hint(&self, call: Request<v1::GetHintRequest>) -> Answer<v1::GetHintResponse> {
        let (tokens, by) = (calls::tokens(&call), calls::answer_by(&call));
        Ok(Response::new(hints::hint(&self.matches, &tokens, call.get_ref(), by).await?))
    }

    type AnalyzeMatchStream = Stream<v1::AnalyzeMatchResponse>;
    async fn analyze_match(
        &self,
        call: Request<v1::AnalyzeMatchRequest>,
    ) -> Answer<Self::AnalyzeMatchStream> {
        let (tokens, by) = (calls::tokens(&call), calls::answer_by(&call));
        Ok(Response::new(hints::analyze(&self.matches, &tokens, call.into_inner(), by).await?))
    }
}

impl MatchApi {
    fn seat_answer(&self, live: &Live, number: u32) -> Result<v1::SetSeatResponse, ServiceError> {
        let all = messages::match_of(live, None).seats;
        let seat = all.into_iter().find(|seat| seat.seat == number);
        let now = live.seats.get(number as usize);
        let person = now.filter(|now| now.controller.agent().is_none());
        let holder = u8::try_from(number).ok().and_then(|n| Seat::checked(n, live.table.seats()));
        let token = person.zip(holder).map(|(now, seat)| self.matches.seat_token(live.id, seat, now.epoch));
        let seat_token = token.map(|token| token.reveal().to_owned()).unwrap_or_default();
        Ok(v1::SetSeatResponse { seat, seat_token })
    }
}

/// Is this the question that is open?
fn fresh(live: &Live, decision_id: &str, seat: Option<Seat>) -> Result<(), ServiceError> {
    if live.is_over() {
        return Err(ServiceError::Over);
    }
    let now = live.decision_id();
    if decision_id == now {
        return Ok(());
    }
    if decision_id.is_empty() {
        return Err(ServiceError::invalid("decision_id", "it is empty; GetView and WatchMatch give it"));
    }
    let legal = seat.map(|seat| live.table.choice_ids(seat)).unwrap_or_default();
    Err(ServiceError::Stale { found: short(decision_id), now, legal })
}

/// What people saw fall; `None` if the server is to roll.
fn fallen(ask: &v1::ResolveChanceRequest) -> Result<Option<Vec<String>>, ServiceError> {
    use v1::chance_outcome::Outcome;
    const FALLEN_MAX: usize = 100;
    match ask.outcome.as_ref().and_then(|outcome| outcome.outcome.as_ref()) {
        Some(Outcome::Server(_)) => Ok(None),
        Some(Outcome::Fallen(fallen)) if fallen.ids.is_empty() || fallen.ids.len() > FALLEN_MAX => {
            Err(ServiceError::invalid("outcome.fallen.ids", format!("tell 1 to {FALLEN_MAX} of them")))
        }
        Some(Outcome::Fallen(fallen)) => {
            for id in &fallen.ids {
                calls::notation("outcome.fallen.ids", id)?;
            }
            Ok(Some(fallen.ids.clone()))
        }
        None => Err(ServiceError::invalid("outcome", "say what fell, or let the server roll")),
    }
}

fn wish(ask: v1::CreateMatchRequest) -> Result<Wish, ServiceError> {
    if ask.options.len() > OPTIONS_MAX {
        return Err(ServiceError::invalid("options", format!("at most {OPTIONS_MAX}")));
    }
    let timeout =
        ask.turn_timeout.as_ref().map(|wanted| messages::time("turn_timeout", wanted)).transpose()?;
    if timeout.is_some_and(|time| time.is_zero() || time > TIMEOUT_MAX) {
        return Err(ServiceError::invalid("turn_timeout", "expected more than 0 and at most 30 days"));
    }
    let (game, wanted) = (records::game("game_id", &ask.game_id)?, ask.options.into_iter().collect());
    let options = match ask.from.as_str() {
        "" => wanted,
        text => {
            let handed = text.parse::<Handover>().and_then(|handed| handed.under(game, wanted));
            handed.map_err(|why| ServiceError::invalid("from", why.to_string()))?
        }
    };
    Ok(Wish {
        game,
        options,
        seats: seats(&ask.seats)?,
        chance: of_seats(chance_mode(ask.chance_mode)?, &ask.own_dice)?,
        undo: undo_policy(ask.undo_policy)?,
        manners: match v1::BotOrder::try_from(ask.bot_order) {
            Ok(v1::BotOrder::Unspecified | v1::BotOrder::AtOnce) => Manners::AtOnce,
            Ok(v1::BotOrder::AfterPeople) => Manners::AfterPeople,
            Err(_) => return Err(unknown("bot_order", ask.bot_order)),
        },
        turn_timeout_ms: timeout.map(|time| time.as_millis() as u64),
        private: ask.private,
        seed: ask.seed,
        played: cards(ask.cards)?,
    })
}

fn seats(wanted: &[v1::Controller]) -> Result<Vec<crate::matches::entry::Controller>, ServiceError> {
    let named = wanted.iter().enumerate();
    named.map(|(n, who)| messages::controller_of(&format!("seats[{n}]"), who)).collect()
}

fn chance_mode(wanted: i32) -> Result<ChanceMode, ServiceError> {
    match v1::ChanceMode::try_from(wanted) {
        Ok(v1::ChanceMode::Unspecified | v1::ChanceMode::Server) => Ok(ChanceMode::Server),
        Ok(v1::ChanceMode::External) => Ok(ChanceMode::External),
        Err(_) => Err(unknown("chance_mode", wanted)),
    }
}

/// Only people of these seats roll their own dice; without any, all do.
fn of_seats(mode: ChanceMode, own: &[u32]) -> Result<ChanceMode, ServiceError> {
    let wrong = |why: &str| Err(ServiceError::invalid("own_dice", why.to_owned()));
    match mode {
        mode if own.is_empty() => Ok(mode),
        ChanceMode::Server | ChanceMode::Seats(_) => {
            wrong("seats roll their own dice only with chance_mode CHANCE_MODE_EXTERNAL")
        }
        ChanceMode::External => {
            let seat = |n: &u32| u8::try_from(*n).ok().and_then(|n| Seat::checked(n, SEATS_MAX));
            match own.iter().map(seat).collect::<Option<Vec<_>>>() {
                Some(seats) => Ok(ChanceMode::Seats(seats.into_iter().collect())),
                None => wrong("expected numbers of seats, from 0"),
            }
        }
    }
}

/// Cards of the maker's own box are told before the first step.
fn cards(texts: Vec<String>) -> Result<Vec<AnyStep>, ServiceError> {
    texts.iter().try_for_each(|text| calls::notation("cards", text).map(|_| ()))?;
    Ok(texts.into_iter().map(AnyStep::Card).collect())
}

fn undo_policy(wanted: i32) -> Result<UndoPolicy, ServiceError> {
    match v1::UndoPolicy::try_from(wanted) {
        Ok(v1::UndoPolicy::Unspecified | v1::UndoPolicy::None) => Ok(UndoPolicy::Nobody),
        Ok(v1::UndoPolicy::OwnLast) => Ok(UndoPolicy::OwnLast),
        Ok(v1::UndoPolicy::Free) => Ok(UndoPolicy::Free),
        Err(_) => Err(unknown("undo_policy", wanted)),
    }
}

fn unknown(field: &str, found: i32) -> ServiceError {
    ServiceError::invalid(field, format!("{found} is no value this server knows"))
}

fn shown(tokens: &Tokens) -> (String, BTreeMap<u32, String>) {
    let seat = |(seat, token): &(Seat, crate::server::auth::Token)| {
        (u32::from(seat.number()), token.reveal().to_owned())
    };
    (tokens.host.reveal().to_owned(), tokens.seats.iter().map(seat).collect())
}
