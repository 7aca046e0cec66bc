//! The catalogue: games, bots and rules, a page at a time.

use super::paging::{Page, page};
use crate::server::status::{details, status};
use bots::{
    levels::Level,
    players::{AGENTS, Agent},
};
use catalog::{GameKind, Status as RuleStatus};
use kernel::options::OptionInfo;
use proto::v1::{self, catalog_service_server::CatalogService};
use tonic::{Code, Request, Response, Status};
use tonic_types::StatusExt;

/// The catalogue of one server. All of it is made once: it never changes while the server runs.
#[derive(Clone, Debug)]
pub struct Catalog {
    games: Vec<v1::Game>,
    agents: Vec<v1::Agent>,
    kinds: Vec<GameKind>,
}

impl Catalog {
    /// `digest`: hash of game and content, with options at their defaults.
    #[must_use]
    pub fn new(kinds: Vec<GameKind>, digest: impl Fn(GameKind) -> String) -> Catalog {
        let ids: Vec<String> = kinds.iter().map(|kind| kind.word().to_owned()).collect();
        Catalog {
            games: kinds.iter().map(|kind| game(*kind, digest(*kind))).collect(),
            agents: agents(&ids),
            kinds,
        }
    }

    fn kind(&self, id: &str) -> Result<GameKind, Status> {
        self.kinds.iter().copied().find(|kind| kind.word() == id).ok_or_else(|| {
            let known: Vec<&str> = self.kinds.iter().map(|kind| kind.word()).collect();
            let id: String = id.chars().take(64).collect();
            let message = format!("there is no game `{id}`; there are: {}", known.join(", "));
            status(Code::NotFound, "NO_SUCH_GAME", message, &[("game_id", &id)])
        })
    }
}

#[tonic::async_trait]
impl CatalogService for Catalog {
    async fn list_games(
        &self,
        request: Request<v1::ListGamesRequest>,
    ) -> Result<Response<v1::ListGamesResponse>, Status> {
        let asked = request.into_inner();
        let Page { items, next } = page(&self.games, "games", asked.page_size, &asked.page_token)?;
        Ok(Response::new(v1::ListGamesResponse { games: items, next_page_token: next }))
    }

    async fn list_agents(
        &self,
        request: Request<v1::ListAgentsRequest>,
    ) -> Result<Response<v1::ListAgentsResponse>, Status> {
        let asked = request.into_inner();
        if !asked.game_id.is_empty() {
            self.kind(&asked.game_id)?;
        }
        let plays = |agent: &&v1::Agent| asked.game_id.is_empty() || agent.game_ids.contains(&asked.game_id);
        let agents: Vec<v1::Agent> = self.agents.iter().filter(plays).cloned().collect();
        let list = format!("agents/{}", asked.game_id);
        let Page { items, next } = page(&agents, &list, asked.page_size, &asked.page_token)?;
        Ok(Response::new(v1::ListAgentsResponse { agents: items, next_page_token: next }))
    }

    async fn list_rules(
        &self,
        request: Request<v1::ListRulesRequest>,
    ) -> Result<Response<v1::ListRulesResponse>, Status> {
        let asked = request.into_inner();
        if asked.game_id.is_empty() {
            let mut details = details("MISSING", &[("field", "game_id")]);
            details.add_bad_request_violation("game_id", "name the game whose rules are wanted");
            let message = "game_id: name the game whose rules are wanted";
            return Err(Status::with_error_details(Code::InvalidArgument, message, details));
        }
        let rules = self.kind(&asked.game_id)?.rules();
        let list = format!("rules/{}", asked.game_id);
        let Page { items, next } = page(&rules, &list, asked.page_size, &asked.page_token)?;
        let rules = items.into_iter().map(rule).collect();
        Ok(Response::new(v1::ListRulesResponse { rules, next_page_token: next }))
    }
}

fn game(kind: GameKind, digest: String) -> v1::Game {
    let info = kind.info();
    let option = |option: OptionInfo| v1::GameOption {
        name: option.name.to_owned(),
        label: option.meaning.to_owned(),
        values: Vec::new(),
        default_value: option.default,
    };
    v1::Game {
        game_id: kind.word().to_owned(),
        display_name: info.title.to_owned(),
        min_seats: info.seats.0.into(),
        max_seats: info.seats.1.into(),
        options: info.options.into_iter().map(option).collect(),
        ruleset_digest: digest,
        about: info.about.to_owned(),
        content_files: kind.content_files().into_iter().map(str::to_owned).collect(),
    }
}

/// One bot for each name; the searches with their different budgets are one bot that takes a budget.
fn agents(game_ids: &[String]) -> Vec<v1::Agent> {
    let mut agents: Vec<v1::Agent> = Vec::new();
    for named in AGENTS {
        let (name, note) = named.split_once(" (").unwrap_or((named, ""));
        let Ok(agent) = name.parse::<Agent>() else { continue };
        let id = name.split(':').next().unwrap_or(name);
        // Styles are told where an agent is named wrongly.
        if agent.style().is_some() || agents.iter().any(|known| known.agent_id == id) {
            continue;
        }
        agents.push(v1::Agent {
            agent_id: id.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            label: label(agent, note.trim_end_matches(')')),
            game_ids: game_ids.to_vec(),
            deterministic: deterministic(agent),
            takes_budget: matches!(agent, Agent::Search(_)),
        });
    }
    agents
}

fn label(agent: Agent, note: &str) -> String {
    let told = match agent.plain() {
        Agent::Random => "plays anything that is legal",
        Agent::Greedy | Agent::Styled(..) => return note.to_owned(),
        Agent::Search(_) => "searches for as long as its budget says, in time or iterations",
        Agent::Level(Level::Novice) => "a level: thinks little and blunders often",
        Agent::Level(Level::Adept) => "a level: thinks, and blunders now and then",
        Agent::Level(Level::Master) => "a level: the strongest there is",
    };
    told.to_owned()
}

/// With the same seed and, where it takes one, the same number of iterations. The strongest level thinks by the clock.
fn deterministic(agent: Agent) -> bool {
    match agent.plain() {
        Agent::Random | Agent::Greedy | Agent::Search(_) | Agent::Styled(..) => true,
        Agent::Level(Level::Novice | Level::Adept) => true,
        Agent::Level(Level::Master) => false,
    }
}

fn rule(rule: catalog::Rule) -> v1::Rule {
    let status = match rule.status {
        RuleStatus::Done => v1::rule::Status::Done,
        RuleStatus::Open => v1::rule::Status::Open,
        RuleStatus::LeftOut => v1::rule::Status::LeftOut,
    };
    v1::Rule {
        rule_id: rule.id,
        says: rule.says,
        source: rule.source,
        status: status.into(),
        note: rule.note,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown() -> Catalog {
        Catalog::new(GameKind::ALL.to_vec(), |_| "digest".to_owned())
    }

    #[test]
    fn every_agent_people_read_about_is_listed_once() {
        let ids: Vec<String> = shown().agents.into_iter().map(|agent| agent.agent_id).collect();
        assert_eq!(ids, ["random", "greedy", "mcts", "novice", "adept", "master"]);
        assert!(shown().agents.iter().all(|agent| !agent.label.is_empty()));
    }

    #[tokio::test]
    async fn rules_come_page_by_page_and_all_of_them() {
        let (catalog, mut token, mut seen) = (shown(), String::new(), Vec::new());
        for _ in 0..1000 {
            let asked =
                v1::ListRulesRequest { game_id: "para_roles".into(), page_size: 7, page_token: token };
            let page = catalog.list_rules(Request::new(asked)).await.unwrap().into_inner();
            assert!(page.rules.len() <= 7);
            seen.extend(page.rules.into_iter().map(|rule| rule.rule_id));
            token = page.next_page_token;
            if token.is_empty() {
                break;
            }
        }
        let all: Vec<String> = GameKind::ParaRoles.rules().into_iter().map(|rule| rule.id).collect();
        assert_eq!(seen, all);
    }

    #[tokio::test]
    async fn wrong_games_and_strange_tokens_are_refused() {
        let catalog = shown();
        let rules = |game: &str, token: &str| v1::ListRulesRequest {
            game_id: game.into(),
            page_size: 1,
            page_token: token.into(),
        };
        let code = async |asked| catalog.list_rules(Request::new(asked)).await.unwrap_err().code();
        assert_eq!(code(rules("chess", "")).await, Code::NotFound);
        assert_eq!(code(rules("", "")).await, Code::InvalidArgument);
        assert_eq!(code(rules("para_roles", "made up")).await, Code::InvalidArgument);
        let agents = v1::ListAgentsRequest { page_size: 1, ..Default::default() };
        let token = catalog.list_agents(Request::new(agents)).await.unwrap().into_inner().next_page_token;
        assert!(!token.is_empty());
        assert_eq!(code(rules("para_roles", &token)).await, Code::InvalidArgument, "a token of another list");
    }
}
