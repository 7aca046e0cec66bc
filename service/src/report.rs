//! A page about an arena run: one file, no scripts, readable in light and dark.

pub mod matrix;

use crate::arena::{ranged, times, word};
use bots::{
    arena::{Side, Summary},
    stats::{Estimate, Histogram, histogram, percentile},
};
use std::fmt::Write;

/// Widths and heights of the figures.
const WIDTH: f64 = 640.0;
const LEFT: f64 = 150.0;
const BARS: usize = 32;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1d2733;--paper:#fff;--dim:#5c6b7a;--line:#d5dce3;--a:#0b6fb8;--b:#b4540a}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--paper:#14181d;--dim:#9aa8b5;--line:#343d46;--a:#5bb2f0;--b:#f0a058}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:44rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}p.dim{color:var(--dim)}
pre{background:color-mix(in srgb,var(--ink) 7%,var(--paper));padding:.7rem;overflow-x:auto;border-radius:4px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
svg{width:100%;height:auto}text{fill:var(--ink);font:13px system-ui,sans-serif}text.dim{fill:var(--dim);font-size:12px}
.a{fill:var(--a);stroke:var(--a)}.b{fill:var(--b);stroke:var(--b)}.line{stroke:var(--line)}
";

/// The whole page.
#[must_use]
pub fn page(command: &str, summary: &Summary) -> String {
    let [a, b] = &summary.sides;
    let mut html = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
    html += &format!("<title>{} against {}</title>\n<style>{STYLE}</style></head><body>\n", a.agent, b.agent);
    html += &format!("<h1>{} against {}</h1>\n", a.agent, b.agent);
    html += &format!("<p>{}</p>\n<pre>{}</pre>\n", conclusion(summary), escaped(command));
    html += &numbers(summary);
    html += "<h2>How well they play</h2>\n";
    html += &intervals("payoff, 0 to 100", a.payoff, b.payoff);
    html += &intervals("games won, %", a.success, b.success);
    html += "<h2>Steps a game</h2>\n";
    html += &histograms(&a.steps, &b.steps, 1.0, "steps");
    html += "<h2>Time a decision</h2>\n";
    html += &histograms(&a.times, &b.times, 1000.0, "ms");
    html += "<p class=\"dim\">A is blue, B is orange. Lines and brackets show 95 % intervals: of means by Student's \
             distribution, of rates by Wilson. What lies beyond the 99th percentile is counted in the last bar.</p>\n";
    html + "</body></html>\n"
}

fn conclusion(summary: &Summary) -> String {
    let difference = summary.difference;
    let points = ranged(difference, 100.0);
    let told = match difference {
        d if d.low > 0.0 => "A plays better",
        d if d.high < 0.0 => "B plays better",
        _ => "No difference is shown",
    };
    format!(
        "<strong>{told}</strong>: A minus B is {points} points of the payoff over {} deals.",
        summary.deals
    )
}

fn numbers(summary: &Summary) -> String {
    let [a, b] = &summary.sides;
    let mut html = format!("<table><tr><th></th><th>A {}</th><th>B {}</th></tr>\n", a.agent, b.agent);
    let mut row = |name: &str, cell: &dyn Fn(&Side) -> String| {
        html += &format!("<tr><td>{name}</td><td>{}</td><td>{}</td></tr>\n", cell(a), cell(b));
    };
    row("payoff, 0 to 100", &|side| ranged(side.payoff, 100.0));
    row("games won, %", &|side| ranged(side.success, 100.0));
    row("games", &|side| side.games.to_string());
    row("decisions a game", &|side| format!("{:.1}", side.decisions as f64 / side.games.max(1) as f64));
    row("ms a decision: mean", &|side| format!("{:.2}", times(side)[0]));
    row("95 % are below", &|side| format!("{:.2}", times(side)[1]));
    row("longest", &|side| format!("{:.1}", times(side)[2]));
    html += &format!(
        "</table>\n<p>Deals on which A did better, B did better, tied: {}, {}, {}. Elo of A over B: {}.",
        summary.wins,
        summary.losses,
        summary.ties,
        ranged(summary.elo, 1.0)
    );
    if let Some((verdict, ratio)) = summary.sprt {
        html += &format!(" Test of 0 against 2 points: {} (log-likelihood ratio {ratio:.2}).", word(verdict));
    }
    html + "</p>\n"
}

/// Two points with their intervals on a scale of 0 to 100.
fn intervals(title: &str, a: Estimate, b: Estimate) -> String {
    let x = |share: f64| LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - 20.0);
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} 84\" role=\"img\" aria-label=\"{title}\">\n");
    svg += &format!("<text x=\"0\" y=\"38\">{title}</text>\n");
    for tick in 0..=4 {
        let at = x(f64::from(tick) / 4.0);
        svg += &format!("<line class=\"line\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"8\" y2=\"60\"/>");
        svg += &format!(
            "<text class=\"dim\" x=\"{at:.1}\" y=\"76\" text-anchor=\"middle\">{}</text>\n",
            tick * 25
        );
    }
    for (class, e, y) in [("a", a, 24.0), ("b", b, 46.0)] {
        let (low, high, at) = (x(e.low), x(e.high), x(e.value));
        svg += &format!(
            "<line class=\"{class}\" stroke-width=\"3\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y}\" y2=\"{y}\"/>\
             <circle class=\"{class}\" cx=\"{at:.1}\" cy=\"{y}\" r=\"5\"><title>{}</title></circle>\n",
            ranged(e, 100.0)
        );
    }
    svg + "</svg>\n"
}

/// How the numbers of both sides are spread, one above the other on the same scale.
fn histograms(a: &[u32], b: &[u32], unit: f64, name: &str) -> String {
    let low = a.first().copied().unwrap_or(0).min(b.first().copied().unwrap_or(0));
    let high = percentile(a, 0.99).max(percentile(b, 0.99)).max(low + 1);
    let mut html = String::new();
    for (class, numbers) in [("a", a), ("b", b)] {
        html += &bars(class, &histogram(numbers, (low, high), BARS), unit, name);
    }
    html
}

fn bars(class: &str, counted: &Histogram, unit: f64, name: &str) -> String {
    const HEIGHT: f64 = 110.0;
    let most = counted.counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let wide = (WIDTH - 60.0) / counted.counts.len().max(1) as f64;
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} 140\" role=\"img\" aria-label=\"{name}, side {class}\">\n");
    for (at, count) in counted.counts.iter().enumerate() {
        let tall = *count as f64 / most * (HEIGHT - 10.0);
        let from = (counted.low + counted.step * at as f64) / unit;
        let to = (counted.low + counted.step * (at + 1) as f64) / unit;
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\"><title>{from:.1} to {to:.1} {name}: {count}</title></rect>",
            50.0 + wide * at as f64,
            HEIGHT - tall,
            wide - 2.0,
        );
    }
    svg += &format!(
        "<line class=\"line\" x1=\"50\" x2=\"{}\" y1=\"{HEIGHT}\" y2=\"{HEIGHT}\"/>\n",
        WIDTH - 10.0
    );
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let value = (counted.low + counted.step * counted.counts.len() as f64 * share) / unit;
        let text = if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") };
        let x = 50.0 + share * (WIDTH - 62.0);
        // The last one would stick out of the picture.
        let anchor = if quarter == 4 { "end" } else { "middle" };
        svg +=
            &format!("<text class=\"dim\" x=\"{x:.1}\" y=\"128\" text-anchor=\"{anchor}\">{text}</text>\n");
    }
    svg += &format!("<text class=\"dim\" x=\"44\" y=\"18\" text-anchor=\"end\">{most:.0}</text>");
    svg += &format!("<text x=\"0\" y=\"70\">{}</text>", class.to_uppercase());
    svg + &format!("<text class=\"dim\" x=\"0\" y=\"128\">{name}</text></svg>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::players::Agent;

    fn summary() -> Summary {
        let half = Estimate { value: 0.5, low: 0.4, high: 0.6 };
        let side = |agent| Side {
            agent,
            payoff: half,
            success: half,
            games: 3,
            steps: vec![10, 20, 400],
            decisions: 3,
            times: vec![5, 900, 51_000],
        };
        Summary {
            sides: [side(Agent::Greedy), side(Agent::Random)],
            as_side: Vec::new(),
            deals: 3,
            difference: Estimate { value: 0.2, low: 0.1, high: 0.3 },
            wins: 2,
            losses: 0,
            ties: 1,
            elo: half,
            sprt: None,
            took: std::time::Duration::from_secs(1),
        }
    }

    #[test]
    fn the_page_says_what_was_run_and_needs_nothing_from_elsewhere() {
        let page = page("understudy arena --a greedy --b <random>", &summary());
        assert!(page.contains("--a greedy --b &lt;random&gt;") && page.contains("A plays better"));
        assert!(!page.contains("<script") && !page.contains("http") && !page.contains("NaN"));
        assert_eq!(page.matches("<svg").count(), 6);
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    }

    #[test]
    fn no_games_at_all_make_a_page_as_well() {
        let mut empty = summary();
        for side in &mut empty.sides {
            (side.steps, side.times) = (vec![], vec![]);
        }
        assert!(!page("x", &empty).contains("NaN"));
    }
}
