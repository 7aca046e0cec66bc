//! What the table agrees on besides the scenario's own words: what wins, how teams deploy, and on which map.

use crate::{
    Content, Options,
    content::{Deployment, ScenarioCard, Teams, Victory, read_teams},
    options::{self, DeploymentChoice, ScenarioChoice},
    words::{Goal, ScenarioId},
};
use kernel::{BadOption, options::bad, rule};

/// Writes into every scenario what was agreed on instead of what it says.
pub fn write_into(content: &mut Content, options: &Options) {
    rule!("FO-376", "FO-R60", "FO-R69", "FO-R71");
    for (_, card) in &mut content.scenarios {
        if let Some(besides) = options.victory.chosen() {
            let named = [Goal::Treasure].into_iter().chain(besides);
            card.victory = named.map(|goal| Victory { goal, from_round: None, amount: None }).collect();
        }
        for victory in &mut card.victory {
            if victory.goal == Goal::Breakthrough {
                victory.from_round.get_or_insert(options.breakthrough_from);
            }
        }
        // Areas and edges that a scenario names are those of its own map and its own way to deploy.
        let at_home = options.map.as_ref().is_none_or(|map| *map == card.map);
        card.deployment = match (options.deployment, card.deployment.clone()) {
            (DeploymentChoice::Scenario, as_printed) => as_printed,
            (DeploymentChoice::Random, same @ Deployment::Random { .. })
            | (DeploymentChoice::BoardEdge, same @ Deployment::BoardEdge { .. })
            | (DeploymentChoice::Drafting, same @ Deployment::Drafting { .. })
                if at_home =>
            {
                same
            }
            (DeploymentChoice::Random, _) => Deployment::Random { eligible: vec![] },
            (DeploymentChoice::BoardEdge, _) => Deployment::BoardEdge { edges: vec![] },
            (DeploymentChoice::Drafting, _) => Deployment::Drafting { eligible: vec![] },
        };
    }
}

/// Who sits at the table, and what the box offers them.
struct Offers<'a> {
    content: &'a Content,
    options: &'a Options,
    team_of: &'a Teams,
}

/// Which scenarios on which maps these options allow.
///
/// # Errors
/// If there is none; with what would be possible.
pub fn grounds(content: &Content, options: &Options, team_of: &Teams) -> Result<Vec<(u8, u8)>, BadOption> {
    let offers = Offers { content, options, team_of };
    let map_at = |id: &str| content.maps.iter().position(|m| m.id == id);
    let other_map = match &options.map {
        None => None,
        Some(id) => Some(map_at(id).ok_or_else(|| {
            let all: Vec<&str> = content.maps.iter().map(|map| map.id.as_str()).collect();
            bad("map", id, format!("a map of the content: {}", all.join(", ")))
        })?),
    };
    let mut found = vec![];
    for (at, (id, card)) in content.scenarios.iter().enumerate() {
        // Whoever asks for a scenario by name may play it at any table that its map serves.
        let (wanted, named) = match options.scenario {
            ScenarioChoice::This(chosen) => (chosen == *id, true),
            ScenarioChoice::Auto | ScenarioChoice::Random => (true, false),
        };
        let own = map_at(&card.map).unwrap_or_default();
        let map = other_map.unwrap_or(own);
        let made = map == own && offers.sits(card);
        let serves = (map != own || named) && offers.serves(map);
        if wanted && (made || serves) && offers.has_room(card, map) {
            found.push((at as u8, map as u8));
        }
    }
    if options.scenario == ScenarioChoice::Auto {
        found.truncate(1);
    }
    if found.is_empty() { Err(offers.refused()) } else { Ok(found) }
}

impl Offers<'_> {
    fn teams(&self) -> usize {
        self.team_of.iter().max().map_or(0, |team| usize::from(*team) + 1)
    }
    /// Is the scenario made for teams like these?
    fn sits(&self, card: &ScenarioCard) -> bool {
        let shape = |teams: &Teams| {
            let mut sizes = [0; 4];
            teams.iter().for_each(|t| sizes[usize::from(*t)] += 1);
            sizes.sort_unstable();
            sizes
        };
        card.teams.iter().filter_map(|t| read_teams(t)).any(|t| shape(&t) == shape(self.team_of))
    }
    fn serves(&self, map: usize) -> bool {
        self.content.maps[map].seats.contains(&self.options.seats)
    }
    /// Has every team a zone there, and is everything on the map that the scenario names?
    fn has_room(&self, card: &ScenarioCard, map: usize) -> bool {
        let board = &self.content.maps[map];
        let zones = match &card.deployment {
            Deployment::Random { eligible } | Deployment::Drafting { eligible } => {
                if eligible.iter().any(|area| board.named(area).is_none()) {
                    return false;
                }
                if eligible.is_empty() {
                    board.areas.without(board.middle).len() as usize
                } else {
                    eligible.len()
                }
            }
            Deployment::BoardEdge { edges } => {
                if edges.iter().any(|edge| board.edge(*edge).is_empty()) {
                    return false;
                }
                if edges.is_empty() { board.edges.len() } else { edges.len() }
            }
        };
        zones >= self.teams()
    }

    /// What was asked for, and what is possible instead.
    fn refused(&self) -> BadOption {
        let (content, teams) = (self.content, options::write_teams(self.team_of));
        let mut asked = format!("{} with teams {teams}", self.options.get("scenario").unwrap_or_default());
        for name in ["map", "deployment"] {
            let value = self.options.get(name).unwrap_or_default();
            if value != "auto" && value != "scenario" {
                asked += &format!(" and {name}={value}");
            }
        }
        let home = |card: &ScenarioCard| content.maps.iter().position(|map| map.id == card.map).unwrap_or(0);
        let made =
            content.scenarios.iter().filter(|(_, card)| self.sits(card) && self.has_room(card, home(card)));
        let made: Vec<String> = made.map(|(id, card)| format!("{id} ({})", card.name)).collect();
        let mut ways = vec![];
        if !made.is_empty() {
            ways.push(format!("{} for teams {teams}", made.join(", ")));
        }
        if let ScenarioChoice::This(id) = self.options.scenario {
            ways.extend(self.elsewhere(id));
        }
        bad("scenario", asked, if ways.is_empty() { "other teams".to_owned() } else { ways.join("; or ") })
    }

    /// Maps on which a scenario could be played at this table, as it deploys or by drafting.
    fn elsewhere(&self, id: ScenarioId) -> Option<String> {
        let card = self.content.scenarios.iter().find(|(other, _)| *other == id).map(|(_, card)| card)?;
        let free = ScenarioCard { deployment: Deployment::Drafting { eligible: vec![] }, ..card.clone() };
        let on = |card: &ScenarioCard| {
            let all = self.content.maps.iter().enumerate();
            let fits = all.filter(|(at, _)| self.serves(*at) && self.has_room(card, *at));
            fits.map(|(_, map)| map.id.as_str()).collect::<Vec<_>>().join(", ")
        };
        match (on(card), on(&free)) {
            (maps, _) if !maps.is_empty() => Some(format!("{id} with map={maps}")),
            (_, maps) if !maps.is_empty() => Some(format!("{id} with deployment=drafting and map={maps}")),
            (_, _) => None,
        }
    }
}
