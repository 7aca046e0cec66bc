//! `understudy regret`: how much an agent gives away on positions that are solved exactly.

use crate::{Error, cli::RegretArgs, ink::style, progress::Progress};
use bots::{
    crew,
    played::{self, Examination, Played, Visitor},
    players::{Agent, Think},
    regret::{Orders, Regret, Report, Unsolvable},
    stats,
};
use kernel::Ink;
use std::{io::Write, sync::OnceLock};

/// # Errors
/// If a known position cannot be solved.
pub fn regret(out: &mut dyn Write, args: &RegretArgs) -> Result<(), Error> {
    let agent = match (args.agent, args.time) {
        (Named::Agent(agent), None) => agent,
        (Named::Search, think) => Agent::Search(think.unwrap_or(DEFAULT)),
        (Named::Agent(found), Some(_)) => return Err(Error::TimeForNone { found: found.to_string() }),
    };
    let mut agents = vec![agent];
    agents.extend([Agent::Greedy, Agent::Random].into_iter().filter(|other| *other != agent));
    let orders = Orders {
        agents,
        positions: args.positions,
        plays: args.plays,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(crew::all_cores),
        known: vec![],
    };
    let progress = OnceLock::new();
    let examination = Examination {
        orders: &orders,
        full: args.full,
        branch: args.branch,
        begin: &|positions| {
            let _ = progress.set(Progress::new(positions, "positions"));
        },
        tell: &|| {
            if let Some(progress) = progress.get() {
                progress.step();
            }
        },
    };
    let report = played::visit(args.game, Examine(examination));
    if let Some(progress) = progress.get() {
        progress.finish();
    }
    let none = || Error::Regret(format!("{} has no positions with known answers", args.game));
    let report = report.ok_or_else(none)?.map_err(|why| Error::Regret(why.to_string()))?;
    table(out, &orders, &report)
}

/// Asks the game for its solved positions.
struct Examine<'a>(Examination<'a>);
impl Visitor for Examine<'_> {
    type Out = Option<Result<Report, Unsolvable>>;
    fn visit<G: Played>(self) -> Self::Out {
        G::regret(&self.0)
    }
}

/// What a search gets if nothing is said.
const DEFAULT: Think = Think::Time(std::time::Duration::from_millis(50));

/// An agent, or a search whose time is said elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Search,
    Agent(Agent),
}

fn table(out: &mut dyn Write, orders: &Orders, report: &Report) -> Result<(), Error> {
    let strong = style(Ink::Strong);
    writeln!(
        out,
        "{} solved positions (the known ones first), each played {} times by each agent; {} generated ones passed over\n",
        report.positions, orders.plays, report.passed_over
    )?;
    writeln!(
        out,
        "{strong}{:<14}{:>10}{:>12}{:>22}{:>22}{:>10}{strong:#}",
        "agent", "decisions", "perfect, %", "regret a decision, %", "regret a play, %", "worst, %"
    )?;
    for (agent, regret) in orders.agents.iter().zip(&report.regrets) {
        writeln!(
            out,
            "{:<14}{:>10}{:>12.1}{:>22.3}{:>22}{:>10.1}",
            agent.to_string(),
            regret.decisions,
            100.0 * regret.perfect as f64 / regret.decisions.max(1) as f64,
            100.0 * regret.each(),
            a_play(regret),
            100.0 * regret.worst
        )?;
    }
    if let (Some(agent), Some(regret)) = (orders.agents.first(), report.regrets.first())
        && !regret.worst_at.is_empty()
    {
        writeln!(out, "\nthe worst of {agent}: {}", regret.worst_at)?;
    }
    writeln!(out)?;
    for solved in &report.known {
        writeln!(out, "{:<24} worth {:.10}, {:.10} by the rules", solved.name, solved.found, solved.known)?;
    }
    writeln!(
        out,
        "\nRegret: what the best option is worth less what the chosen one is, in % of the payoff."
    )?;
    Ok(())
}

/// The mean over plays, with its interval.
fn a_play(regret: &Regret) -> String {
    let mean = stats::mean(&regret.by_play);
    format!("{:.2} ± {:.2}", 100.0 * mean.value, 100.0 * (mean.high - mean.value))
}
