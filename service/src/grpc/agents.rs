//! AgentService: bots for callers who keep the game themselves, by a record or by what the seat sees.

use super::{
    calls,
    hints::{self, Question},
};
use crate::{
    error::ServiceError,
    matches::{Matches, aside::Wanted, history::digest},
    wire::{messages, records},
};
use bots::levels::Level;
use bots::players::Agent;
use catalog::{AnyTable, GameKind};
use futures_util::{StreamExt as _, stream::BoxStream};
use kernel::Seat;
use proto::v1::{self, agent_service_server::AgentService};
use std::sync::Arc;
use tonic::{Request, Response, Status};

/// The service; its bots think on the same threads as those of matches.
#[derive(Clone)]
pub struct AgentApi {
    pub matches: Matches,
}

#[tonic::async_trait]
impl AgentService for AgentApi {
    async fn choose_action(
        &self,
        call: Request<v1::ChooseActionRequest>,
    ) -> Result<Response<v1::ChooseActionResponse>, Status> {
        let by = calls::answer_by(&call);
        let asker = calls::caller(&call);
        let question = self.question(asker, call.get_ref(), Agent::Level(Level::Adept)).await?;
        let advice = hints::once(&self.matches, question, by).await?;
        Ok(Response::new(v1::ChooseActionResponse { advice: Some(advice) }))
    }

    type AnalyzePositionStream = BoxStream<'static, Result<v1::AnalyzePositionResponse, Status>>;
    async fn analyze_position(
        &self,
        call: Request<v1::AnalyzePositionRequest>,
    ) -> Result<Response<Self::AnalyzePositionStream>, Status> {
        let by = calls::answer_by(&call);
        let asker = calls::caller(&call);
        let ask = call.get_ref();
        let every = hints::interval(ask.interval.as_ref())?;
        let asked = ask.question.clone().unwrap_or_default();
        let question = self.question(asker, &asked, hints::long_thought()).await?;
        let advice = hints::again_and_again(&self.matches, question, every, by)?;
        let told = |(advice, last)| v1::AnalyzePositionResponse { advice: Some(advice), r#final: last };
        Ok(Response::new(advice.map(move |so_far| so_far.map(told)).boxed()))
    }
}

impl AgentApi {
    async fn question(
        &self,
        asker: u128,
        ask: &v1::ChooseActionRequest,
        default: Agent,
    ) -> Result<Question, ServiceError> {
        let agent = ask.bot.as_ref().map(|bot| messages::agent("bot", bot)).transpose()?.unwrap_or(default);
        let (matches, asked) = (self.matches.clone(), ask.clone());
        let laid_out = self.matches.aside(move |wanted| table(&matches, &asked, wanted));
        let (game, table) = laid_out.await?;
        agent.suits(game).map_err(|why| ServiceError::invalid("bot.agent_id", why.to_string()))?;
        let seat = u8::try_from(ask.seat).ok().and_then(|n| Seat::checked(n, table.seats()));
        let seat = seat.ok_or_else(|| {
            let most = table.seats() - 1;
            ServiceError::invalid("seat", format!("there is no seat {}; seats are 0 to {most}", ask.seat))
        })?;
        if !table.turn().asked().contains(seat) {
            return Err(ServiceError::NotAsked { seat: seat.number() });
        }
        let seed = match ask.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|why| ServiceError::Store(why.to_string()))?,
        };
        Ok(Question { game, table: Arc::from(table), seat, agent, seed, candidates: ask.candidates, asker })
    }
}

/// The table the caller speaks of.
fn table(
    matches: &Matches,
    ask: &v1::ChooseActionRequest,
    wanted: &Wanted,
) -> Result<(GameKind, Box<dyn AnyTable>), ServiceError> {
    use v1::position::Position;
    match ask.position.as_ref().and_then(|position| position.position.as_ref()) {
        Some(Position::Record(record)) => {
            let played = records::played(record, wanted)?;
            let pack = matches.packs.get(&played.game).cloned().unwrap_or_default();
            let mut table = played.game.table(&played.options, &pack)?;
            for (n, step) in played.steps.iter().enumerate() {
                if n % 64 == 0 {
                    wanted.check()?;
                }
                table.play(step).map_err(|why| {
                    ServiceError::invalid("position.record.steps", format!("step {}: {why}", n + 1))
                })?;
            }
            Ok((played.game, table))
        }
        Some(Position::View(view)) => {
            let game = records::game("game_id", &ask.game_id)?;
            let options: Vec<(String, String)> = ask.options.clone().into_iter().collect();
            let pack = matches.packs.get(&game).cloned().unwrap_or_default();
            let sealer = matches.seal.of_rules(&digest(game, &options, &pack.fingerprint()));
            let seen = crate::wire::table_of_view(game, &options, &pack, view, &sealer)?;
            let own = view.seat.into_iter().chain(seen.eyes.map(|eyes| eyes.number().into()));
            if let Some(own) = own.into_iter().find(|own| *own != ask.seat) {
                return Err(ServiceError::invalid("seat", format!("the view is that of seat {own}")));
            }
            Ok((game, seen.table))
        }
        None => Err(ServiceError::invalid("position", "give a `record`, or the `view` of the seat")),
    }
}
