//! `understudy arena`: two agents on the same deals, with a table, JSON or a page to keep.

use crate::{
    Error, balance,
    cli::{ArenaArgs, Matrix},
    ink::{self, style},
    progress::Progress,
    read_pack, report,
};
use bots::{
    any,
    arena::{Orders, Side, Summary},
    crew,
    stats::{Estimate, Sprt, Verdict, percentile},
};
use kernel::Ink;
use serde_json::{Value, json};
use std::{fs::OpenOptions, io::Write, path::Path};

/// # Errors
/// If the game cannot be set up, goes wrong, or the report cannot be written.
pub fn arena(out: &mut dyn Write, args: &ArenaArgs) -> Result<(), Error> {
    let pack = read_pack(args.game, args.content.as_deref())?;
    args.a.suits(args.game)?;
    args.b.suits(args.game)?;
    if let Some(file) = &args.report {
        check_writable(file)?;
    }
    if let Some(Matrix::Warbands) = args.matrix {
        return balance::warbands(out, args, &pack);
    }
    let orders = Orders {
        a: args.a,
        b: args.b,
        deals: args.games,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(crew::all_cores),
        sprt: args.sprt.then(Sprt::default),
    };
    let progress = Progress::new(args.games, "deals");
    let summary = any::arena(args.game, &args.options, &pack, &orders, &|| progress.step());
    progress.finish();
    let summary = summary?;
    if let Some(file) = &args.report {
        let page = report::page(&command(args), &summary);
        std::fs::write(file, page).map_err(|why| Error::File { file: file.clone(), why })?;
    }
    if args.json {
        writeln!(out, "{:#}", as_json(&command(args), &summary))?;
        return Ok(());
    }
    table(out, args, &summary)
}

/// Hours of play should not be lost to a folder that is not there. Leaves everything as it was.
fn check_writable(file: &Path) -> Result<(), Error> {
    let is_new = !file.exists();
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let checked = opened.and_then(|_| if is_new { std::fs::remove_file(file) } else { Ok(()) });
    checked.map_err(|why| Error::File { file: file.to_owned(), why })
}

/// What was asked for, so that it can be asked for again.
pub fn command(args: &ArenaArgs) -> String {
    let sides = match args.matrix {
        Some(Matrix::Warbands) => format!("--matrix warbands --a {}", args.a),
        None => format!("--a {} --b {}", args.a, args.b),
    };
    let mut text =
        format!("understudy arena --game {} {sides} --games {} --seed {}", args.game, args.games, args.seed);
    for (name, value) in &args.options {
        text += &format!(" -o {name}={value}");
    }
    if let Some(folder) = &args.content {
        text += &format!(" --content {}", folder.display());
    }
    if let Some(threads) = args.threads {
        text += &format!(" --threads {threads}");
    }
    text + if args.sprt { " --sprt" } else { "" }
}

fn table(out: &mut dyn Write, args: &ArenaArgs, summary: &Summary) -> Result<(), Error> {
    let strong = style(Ink::Strong);
    let [a, b] = &summary.sides;
    writeln!(
        out,
        "{} deals of {}, each played by both sides; {:.0} s",
        summary.deals,
        args.game,
        summary.took.as_secs_f64()
    )?;
    writeln!(
        out,
        "\n{:<22}{strong}{:<38}{:<38}{strong:#}",
        "",
        format!("A {}", a.agent),
        format!("B {}", b.agent)
    )?;
    let mut row = |name: &str, cell: &dyn Fn(&Side) -> String| {
        writeln!(out, "{name:<22}{:<38}{:<38}", cell(a), cell(b))
    };
    row("payoff (0 to 100)", &|side| ranged(side.payoff, 100.0))?;
    row("won, %", &|side| ranged(side.success, 100.0))?;
    row("steps a game", &|side| {
        let mean = side.steps.iter().copied().map(f64::from).sum::<f64>() / side.games.max(1) as f64;
        format!("{mean:.0}, longest {}", side.steps.last().unwrap_or(&0))
    })?;
    row("decisions a game", &|side| format!("{:.1}", side.decisions as f64 / side.games.max(1) as f64))?;
    row("ms a decision", &|side| {
        let [mean, most, max] = times(side);
        format!("{mean:.2}, 95 % below {most:.2}")
            + &if max >= 100.0 { format!(", max {max:.0}") } else { format!(", max {max:.1}") }
    })?;
    for (seats, won) in &summary.as_side {
        let seats: Vec<String> = seats.into_iter().map(|seat| seat.number().to_string()).collect();
        let name = format!("A won on seat {}, %", seats.join(","));
        writeln!(out, "{name:<22}{}", ranged(*won, 100.0))?;
    }
    endings(out, &summary.endings)?;
    verdict(out, summary)
}

/// `Games ended by  treasure 60.0 % (12), last_standing 40.0 % (8)`; nothing where the game tells no kinds apart.
pub fn endings(out: &mut dyn Write, all: &[(&'static str, usize)]) -> Result<(), Error> {
    let games: usize = all.iter().map(|(_, count)| count).sum();
    if games == 0 {
        return Ok(());
    }
    let share = |(word, count): &(&str, usize)| {
        format!("{word} {:.1} % ({count})", *count as f64 * 100.0 / games as f64)
    };
    writeln!(out, "\nGames ended by        {}", all.iter().map(share).collect::<Vec<_>>().join(", "))?;
    Ok(())
}

/// How often each ending came.
pub fn endings_as_json(all: &[(&'static str, usize)]) -> Value {
    all.iter()
        .map(|(word, count)| ((*word).to_owned(), json!(count)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Milliseconds a decision: mean, 95th percentile, longest.
pub fn times(side: &Side) -> [f64; 3] {
    let mean = side.times.iter().copied().map(f64::from).sum::<f64>() / side.times.len().max(1) as f64;
    let most = f64::from(percentile(&side.times, 0.95));
    let max = f64::from(side.times.last().copied().unwrap_or(0));
    [mean, most, max].map(|micros| micros / 1000.0)
}

/// `61.2 (57.0 to 65.3)`; where less than a point is in question, with one digit more: `99.85 (99.74 to 99.91)`.
pub fn ranged(estimate: Estimate, scale: f64) -> String {
    let digits = if (estimate.high - estimate.low) * scale < 1.0 { 2 } else { 1 };
    let number = |x: f64| if x.is_finite() { format!("{:.digits$}", x * scale) } else { sign(x).to_owned() };
    format!("{} ({} to {})", number(estimate.value), number(estimate.low), number(estimate.high))
}

fn sign(x: f64) -> &'static str {
    if x > 0.0 { "∞" } else { "-∞" }
}

fn verdict(out: &mut dyn Write, summary: &Summary) -> Result<(), Error> {
    let difference = summary.difference;
    let (ink, told) = match difference {
        d if d.low > 0.0 => (Ink::Good, "A plays better"),
        d if d.high < 0.0 => (Ink::Bad, "B plays better"),
        _ => (Ink::Dim, "no difference shown"),
    };
    let told_in = ink::style(ink);
    writeln!(out, "\nA minus B, points      {}   {told_in}{told}{told_in:#}", ranged(difference, 100.0))?;
    writeln!(out, "deals for A, B, tied   {}, {}, {}", summary.wins, summary.losses, summary.ties)?;
    writeln!(out, "Elo of A over B        {}", ranged(summary.elo, 1.0))?;
    if let Some((verdict, likelihood)) = summary.sprt {
        writeln!(out, "SPRT, 0 against +2     {} (log-likelihood ratio {likelihood:.2})", word(verdict))?;
    }
    writeln!(out, "\nIn brackets: 95 % intervals.")?;
    Ok(())
}

/// What a test has shown.
pub const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "A is better",
        Verdict::NotBetter => "A is not better",
        Verdict::Open => "not decided yet",
    }
}

fn as_json(command: &str, summary: &Summary) -> Value {
    let range = |e: Estimate| json!({ "value": e.value, "low": e.low, "high": e.high });
    let side = |side: &Side| {
        let [mean, most, max] = times(side);
        json!({
            "agent": side.agent.to_string(),
            "payoff": range(side.payoff),
            "success": range(side.success),
            "games": side.games,
            "steps": side.steps.iter().map(|n| u64::from(*n)).sum::<u64>(),
            "decisions": side.decisions,
            "ms_a_decision": { "mean": mean, "p95": most, "max": max },
        })
    };
    let [a, b] = &summary.sides;
    json!({
        "command": command,
        "deals": summary.deals,
        "a": side(a),
        "b": side(b),
        "difference": range(summary.difference),
        "a_won_in": summary.as_side.iter().map(|(seats, won)| {
            let seats: Vec<u8> = seats.into_iter().map(kernel::Seat::number).collect();
            json!({ "seats": seats, "success": range(*won) })
        }).collect::<Vec<_>>(),
        "pairs": { "a": summary.wins, "b": summary.losses, "tied": summary.ties },
        "elo": range(summary.elo),
        "endings": endings_as_json(&summary.endings),
        "sprt": summary.sprt.map(|(verdict, ratio)| json!({ "verdict": word(verdict), "log_likelihood_ratio": ratio })),
        "seconds": summary.took.as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser;
    use std::time::{Duration, Instant};

    fn asked(line: &str) -> ArenaArgs {
        match Cli::parse_from(line.split(' ')).command {
            Some(Command::Arena(args)) => args,
            other => panic!("{other:?}"),
        }
    }

    /// A new folder for files of this test.
    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("understudy_arena_{name}_{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a place for files");
        folder
    }

    #[test]
    fn a_report_that_cannot_be_written_is_told_before_the_first_deal() {
        let folder = folder("unwritable");
        for file in [folder.join("not_there").join("page.html"), folder.clone()] {
            let args = asked(&format!(
                "understudy arena --a greedy --b greedy --games 100000 --report {}",
                file.display()
            ));
            let clock = Instant::now();
            let told = arena(&mut Vec::new(), &args).expect_err("it cannot be written").to_string();
            assert!(told.starts_with(&file.display().to_string()), "{told}");
            assert!(clock.elapsed() < Duration::from_secs(10), "only after {:?}", clock.elapsed());
        }
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_report_is_written_and_one_that_was_there_is_replaced() {
        let folder = folder("written");
        let file = folder.join("page.html");
        check_writable(&file).expect("it can be written");
        assert!(!file.exists(), "only tried");
        std::fs::write(&file, "old").expect("written");
        check_writable(&file).expect("it can be written");
        assert_eq!(std::fs::read_to_string(&file).expect("still there"), "old");
        let line = "understudy arena --a random --b random --games 1 -o campaign=random_encounters --report ";
        arena(&mut Vec::new(), &asked(&(line.to_owned() + &file.display().to_string()))).expect("played");
        assert!(std::fs::read_to_string(&file).expect("a page").starts_with("<!DOCTYPE html>"));
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn what_has_no_number_is_shown_as_endless_and_null() {
        let all = Estimate { value: f64::INFINITY, low: 210.4, high: f64::INFINITY };
        assert_eq!(ranged(all, 1.0), "∞ (210.4 to ∞)");
        assert_eq!(json!({ "value": all.value }).to_string(), r#"{"value":null}"#);
    }

    #[test]
    fn the_surer_a_number_is_the_more_digits_it_has() {
        assert_eq!(ranged(bots::stats::rate(7988, 8000), 100.0), "99.85 (99.74 to 99.91)");
        assert_eq!(ranged(bots::stats::rate(51, 100), 100.0), "51.0 (41.3 to 60.6)");
    }
}
