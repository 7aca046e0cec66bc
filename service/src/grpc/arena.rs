//! ArenaService: tournaments of bots, made, listed, followed and ended.

use super::{
    calls,
    paging::{page_size, read_token, write_token},
};
use crate::{
    config::ServerKey,
    error::ServiceError,
    matches::tokens::TokenHash,
    server::auth::Token,
    tournaments::{
        TournamentId, Tournaments, Wish,
        follow::News,
        sheet::{Game, Sheet, Standing, State},
    },
    wire::{messages, records},
};
use futures_util::{StreamExt as _, stream::BoxStream};
use proto::v1::{self, arena_service_server::ArenaService};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

/// The service over the tournaments of this server.
#[derive(Clone)]
pub struct ArenaApi {
    pub tournaments: Tournaments,
    /// Whoever shows it may end any tournament.
    pub key: Option<ServerKey>,
}

type Answer<T> = Result<Response<T>, Status>;

/// Names and values of options, bounded like everything that comes from outside.
const OPTIONS_MAX: usize = 64;
/// The name of the only list there is.
const LIST: &str = "tournaments";

#[tonic::async_trait]
impl ArenaService for ArenaApi {
    async fn create_tournament(
        &self,
        call: Request<v1::CreateTournamentRequest>,
    ) -> Answer<v1::CreateTournamentResponse> {
        let scope = calls::scope_of(&calls::tokens(&call));
        let ask = call.into_inner();
        let asked = calls::asked(scope, &ask.request_id, &ask)?;
        let (id, sheet) = self.tournaments.make(wish(ask)?, asked).await?;
        let token = self.tournaments.token(id).reveal().to_owned();
        Ok(Response::new(v1::CreateTournamentResponse { tournament: Some(tournament(id, &sheet)), token }))
    }

    async fn get_tournament(
        &self,
        call: Request<v1::GetTournamentRequest>,
    ) -> Answer<v1::GetTournamentResponse> {
        let id = tournament_id(&call.get_ref().tournament_id)?;
        let sheet = self.tournaments.get(id).await?;
        Ok(Response::new(v1::GetTournamentResponse { tournament: Some(tournament(id, &sheet)) }))
    }

    async fn list_tournaments(
        &self,
        call: Request<v1::ListTournamentsRequest>,
    ) -> Answer<v1::ListTournamentsResponse> {
        let ask = call.get_ref();
        let size = page_size(ask.page_size);
        let before = match read_token(LIST, &ask.page_token)? {
            None => None,
            Some(id) => Some(tournament_id(&id)?),
        };
        // One more than wanted tells whether there is another page.
        let mut found = self.tournaments.list(before, size + 1).await?;
        let more = found.len() > size;
        found.truncate(size);
        let last = found.last().filter(|_| more).map(|(id, _)| write_token(LIST, &id.to_string()));
        Ok(Response::new(v1::ListTournamentsResponse {
            tournaments: found.iter().map(|(id, sheet)| tournament(*id, sheet)).collect(),
            next_page_token: last.unwrap_or_default(),
        }))
    }

    async fn cancel_tournament(
        &self,
        call: Request<v1::CancelTournamentRequest>,
    ) -> Answer<v1::CancelTournamentResponse> {
        let tokens = calls::tokens(&call);
        let ask = call.into_inner();
        let id = tournament_id(&ask.tournament_id)?;
        self.tournaments.get(id).await?;
        self.owns(id, &tokens)?;
        // To end what has ended is no mistake, so a repeat needs no memory; the id is only checked.
        calls::asked(id.0, &ask.request_id, &ask)?;
        let sheet = self.tournaments.cancel(id).await?;
        Ok(Response::new(v1::CancelTournamentResponse { tournament: Some(tournament(id, &sheet)) }))
    }

    type WatchTournamentStream = BoxStream<'static, Result<v1::WatchTournamentResponse, Status>>;
    async fn watch_tournament(
        &self,
        call: Request<v1::WatchTournamentRequest>,
    ) -> Answer<Self::WatchTournamentStream> {
        let ask = call.into_inner();
        let id = tournament_id(&ask.tournament_id)?;
        let from = resume(&ask.resume_token)?;
        let news = ReceiverStream::new(self.tournaments.follow(id, from).await?);
        let told = move |(next, news): (u32, News)| v1::WatchTournamentResponse {
            resume_token: format!("g{next}"),
            news: Some(match news {
                News::Table(sheet) => v1::watch_tournament_response::News::Tournament(tournament(id, &sheet)),
                News::Game(number, game) => v1::watch_tournament_response::News::Game(finished(number, game)),
            }),
        };
        Ok(Response::new(news.map(move |each| each.map(told).map_err(Status::from)).boxed()))
    }
}

impl ArenaApi {
    /// Only whoever made a tournament ends it, or whoever holds the server's key.
    fn owns(&self, id: TournamentId, tokens: &[Token]) -> Result<(), ServiceError> {
        let own = TokenHash::of(&self.tournaments.token(id));
        let fits = |token: &Token| {
            own.fits(&TokenHash::of(token)) || self.key.as_ref().is_some_and(|key| key.is(token.reveal()))
        };
        match () {
            () if tokens.iter().any(fits) => Ok(()),
            () if tokens.is_empty() => Err(ServiceError::NoToken),
            () => Err(ServiceError::NotYours("this token did not come with that tournament")),
        }
    }
}

/// Games that were told; `None` for a fresh watch.
fn resume(token: &str) -> Result<Option<u32>, ServiceError> {
    if token.is_empty() {
        return Ok(None);
    }
    let read = token.strip_prefix('g').and_then(|number| number.parse().ok());
    read.map(Some)
        .ok_or_else(|| ServiceError::invalid("resume_token", "it is none that WatchTournament has given"))
}

fn tournament_id(text: &str) -> Result<TournamentId, ServiceError> {
    text.parse().map_err(|_| {
        let why =
            "this is no id of a tournament; expected a UUID such as 01890a5d-ac96-774b-bcce-b302099a8057";
        ServiceError::invalid("tournament_id", why)
    })
}

fn wish(ask: v1::CreateTournamentRequest) -> Result<Wish, ServiceError> {
    if ask.options.len() > OPTIONS_MAX {
        return Err(ServiceError::invalid("options", format!("at most {OPTIONS_MAX}")));
    }
    let entrants = ask.entrants.iter().take(crate::tournaments::ENTRANTS_MAX + 1).enumerate();
    let agents = entrants.map(|(n, bot)| messages::agent(&format!("entrants[{n}]"), bot));
    Ok(Wish {
        game: records::game("game_id", &ask.game_id)?,
        agents: agents.collect::<Result<_, _>>()?,
        options: ask.options.into_iter().collect(),
        games_per_pairing: ask.games_per_pairing,
        seed: ask.seed,
    })
}

fn tournament(id: TournamentId, sheet: &Sheet) -> v1::Tournament {
    use v1::tournament::State as Case;
    let (state, error) = match &sheet.state {
        State::Running => (Case::Running, ""),
        State::Done => (Case::Done, ""),
        State::Cancelled => (Case::Cancelled, ""),
        State::Failed(why) => (Case::Failed, why.as_str()),
    };
    let entrant = |name: &String| name.parse().map(messages::bot).unwrap_or_default();
    v1::Tournament {
        tournament_id: id.to_string(),
        game_id: sheet.game.clone(),
        state: state.into(),
        entrants: sheet.entrants.iter().map(entrant).collect(),
        games_total: sheet.total(),
        games_done: sheet.done,
        standings: sheet.standings().into_iter().map(standing).collect(),
        error: error.to_owned(),
        create_time: Some(messages::timestamp(sheet.made_ms)),
        seed: sheet.seed,
    }
}

fn standing(line: Standing) -> v1::Standing {
    v1::Standing {
        entrant: line.entrant as u32,
        games: line.games,
        mean_payoff: line.mean_payoff,
        margin: line.margin,
        elo: line.elo,
        success_rate: line.success_rate,
    }
}

fn finished(number: u32, game: Game) -> v1::GameFinished {
    v1::GameFinished {
        index: number,
        entrants: game.entrants.into_iter().map(u32::from).collect(),
        outcome: Some(v1::Outcome {
            payoffs: game.payoffs.into_iter().map(u32::from).collect(),
            summary: game.summary,
            closed: false,
        }),
        // Records of tournaments are not kept: a seed and a number play a game again.
        match_id: String::new(),
    }
}
