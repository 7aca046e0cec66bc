//! `understudy arena --matrix warbands`: which ready warbands are too strong or too weak.

use crate::{
    Error,
    arena::{command, endings, endings_as_json, ranged},
    cli::ArenaArgs,
    ink::style,
    progress::Progress,
    report,
};
use bots::{
    balance::{Balance, Orders, Row, Standing, Tally, Warbands},
    crew,
    stats::Estimate,
};
use catalog::PackFiles;
use kernel::Ink;
use serde_json::{Value, json};
use std::io::Write;

/// # Errors
/// If the game has no warbands, goes wrong, or the report cannot be written.
pub fn warbands(out: &mut dyn Write, args: &ArenaArgs, pack: &PackFiles) -> Result<(), Error> {
    let all = Warbands::new(args.game, &args.options, pack)?;
    let threads = args.threads.unwrap_or_else(crew::all_cores);
    let orders = Orders { agent: args.a, deals: args.games, seed: args.seed, threads };
    let progress = Progress::new(all.deals(&orders), "deals");
    let balance = all.run(&orders, &|| progress.step());
    progress.finish();
    let balance = balance.map_err(bots::any::NoContest::from)?;
    if let Some(file) = &args.report {
        let page = report::matrix::page(&command(args), &orders, &balance);
        std::fs::write(file, page).map_err(|why| Error::File { file: file.clone(), why })?;
    }
    if args.json {
        writeln!(out, "{:#}", as_json(&command(args), &balance))?;
        return Ok(());
    }
    table(out, &orders, &balance)
}

/// What is said of a warband outside the bounds; nothing of the others.
#[must_use]
pub fn mark(tally: Tally) -> &'static str {
    match tally.standing() {
        Standing::Fair => "",
        Standing::TooWeak => "too weak",
        Standing::TooStrong => "too strong",
    }
}

/// `52±7`: per cent, and how far the true number may be off.
#[must_use]
pub fn short(rate: Estimate) -> String {
    let off = (rate.high - rate.value).max(rate.value - rate.low);
    format!("{:.0}±{:.0}", rate.value * 100.0, off * 100.0)
}

fn table(out: &mut dyn Write, orders: &Orders, balance: &Balance) -> Result<(), Error> {
    let strong = style(Ink::Strong);
    writeln!(
        out,
        "{} warbands led by {}: each two on {} deals from both seats, {} games; {:.0} s",
        balance.rows.len(),
        orders.agent,
        orders.deals,
        balance.games,
        balance.took.as_secs_f64()
    )?;
    writeln!(out, "\nGames won, %, by the warband on the left against the one above\n")?;
    let wide = balance.rows.iter().map(|row| name(row).chars().count()).max().unwrap_or(0) + 2;
    write!(out, "{:<wide$}{strong}", "")?;
    for row in &balance.rows {
        write!(out, "{:>8}", row.id)?;
    }
    writeln!(out, "{strong:#}")?;
    for (at, row) in balance.rows.iter().enumerate() {
        write!(out, "{:<wide$}", name(row))?;
        for (other, tally) in row.against.iter().enumerate() {
            let cell = if other == at { "-".to_owned() } else { short(tally.rate()) };
            write!(out, "{cell:>8}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\nAgainst all others\n")?;
    for row in &balance.rows {
        let bad = style(Ink::Bad);
        writeln!(
            out,
            "{:<wide$}{:<24}{bad}{}{bad:#}",
            name(row),
            ranged(row.overall.rate(), 100.0),
            mark(row.overall)
        )?;
    }
    endings(out, &balance.endings)?;
    writeln!(
        out,
        "\nA draw is half a win. After ± and in brackets: 95 % intervals. Marked: below 35, above 65."
    )?;
    Ok(())
}

fn name(row: &Row) -> String {
    format!("{} {}", row.id, row.name)
}

fn as_json(command: &str, balance: &Balance) -> Value {
    let counted = |tally: &Tally| {
        let rate = tally.rate();
        json!({
            "won": tally.won, "drawn": tally.drawn, "lost": tally.lost,
            "rate": { "value": rate.value, "low": rate.low, "high": rate.high },
        })
    };
    let row = |(at, row): (usize, &Row)| {
        let others = row.against.iter().zip(&balance.rows).enumerate().filter(|(other, _)| *other != at);
        let against: serde_json::Map<String, Value> =
            others.map(|(_, (tally, other))| (other.id.clone(), counted(tally))).collect();
        json!({
            "id": row.id, "name": row.name, "overall": counted(&row.overall), "mark": mark(row.overall), "against": against,
        })
    };
    json!({
        "command": command,
        "games": balance.games,
        "endings": endings_as_json(&balance.endings),
        "warbands": balance.rows.iter().enumerate().map(row).collect::<Vec<_>>(),
        "seconds": balance.took.as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use bots::players::Agent;
    use clap::Parser;

    fn asked(line: &str) -> ArenaArgs {
        match Cli::parse_from(line.split(' ')).command {
            Some(Command::Arena(args)) => args,
            other => panic!("{other:?}"),
        }
    }

    const LINE: &str =
        "understudy arena --game friends_and_foes --matrix warbands --games 1 -o round_limit=5";

    fn answer(line: &str) -> String {
        let mut out = Vec::new();
        crate::arena::arena(&mut out, &asked(line)).expect("played");
        anstream::adapter::strip_str(&String::from_utf8(out).expect("text")).to_string()
    }

    #[test]
    fn a_line_a_warband_says_how_it_does_against_each_other_and_all() {
        let text = answer(&format!("{LINE} --a random"));
        for id in 1..=8 {
            let lines = text.lines().filter(|line| line.starts_with(&format!("WB-{id} "))).count();
            assert_eq!(lines, 2, "one in the matrix, one overall: {text}");
        }
        assert!(text.contains("56 games"), "{text}");
        assert!(text.contains("\nGames ended by"), "{text}");
    }

    #[test]
    fn other_programs_get_every_meeting_with_its_interval() {
        let read: Value = serde_json::from_str(&answer(&format!("{LINE} --a random --json"))).expect("JSON");
        let first = &read["warbands"][0];
        assert_eq!(first["against"].as_object().map(serde_json::Map::len), Some(7));
        assert!(first["against"]["WB-8"]["rate"]["low"].is_number());
        let ended = read["endings"].as_object().expect("how games ended").values();
        assert_eq!(ended.filter_map(Value::as_u64).sum::<u64>(), 56);
        assert!(read["command"].as_str().is_some_and(|c| c.contains("--matrix warbands --a random")));
    }

    #[test]
    fn without_another_wish_the_heuristic_leads_both_and_there_is_no_second_agent() {
        assert_eq!(asked(LINE).a, Agent::Greedy);
        assert!(Cli::try_parse_from(format!("{LINE} --b greedy").split(' ')).is_err());
    }

    #[test]
    fn a_game_without_warbands_is_refused_before_anything_is_played() {
        let args = asked("understudy arena --game para_roles --matrix warbands");
        let why = crate::arena::arena(&mut Vec::new(), &args).expect_err("refused").to_string();
        assert_eq!(why, "there are no warbands in para_roles");
    }
}
