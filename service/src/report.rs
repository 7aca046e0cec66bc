//! A page about an arena run: one file, no scripts, readable in light and dark.

pub mod matrix;

use crate::arena::{ranged, times, word};
use bots::{
    arena::{Side, Summary},
    stats::{Estimate, Histogram, histogram, percentile},
};
use maud::{DOCTYPE, Markup, PreEscaped, html};

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

/// A page with a title, needing nothing from elsewhere.
fn document(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string()
}

/// A figure with a name for those who do not see it.
fn figure((width, height): (f64, f64), name: &str, inside: &Markup) -> Markup {
    html! { svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(name) { (inside) } }
}

/// A coordinate; tenths are finer than any screen.
fn at(number: f64) -> String {
    format!("{number:.1}")
}

/// The whole page.
#[must_use]
pub fn page(command: &str, summary: &Summary) -> String {
    let [a, b] = &summary.sides;
    let title = format!("{} against {}", a.agent, b.agent);
    let body = html! {
        h1 { (title) }
        p { (conclusion(summary)) }
        pre { (command) }
        (numbers(summary))
        h2 { "How well they play" }
        (intervals("payoff, 0 to 100", a.payoff, b.payoff))
        (intervals("games won, %", a.success, b.success))
        h2 { "Steps a game" }
        (histograms(&a.steps, &b.steps, 1.0, "steps"))
        h2 { "Time a decision" }
        (histograms(&a.times, &b.times, 1000.0, "ms"))
        p.dim {
            "A is blue, B is orange. Lines and brackets show 95 % intervals: of means by Student's distribution, of rates by \
             Wilson. What lies beyond the 99th percentile is counted in the last bar."
        }
    };
    document(&title, &body)
}

fn conclusion(summary: &Summary) -> Markup {
    let difference = summary.difference;
    let told = match difference {
        d if d.low > 0.0 => "A plays better",
        d if d.high < 0.0 => "B plays better",
        _ => "No difference is shown",
    };
    html! {
        strong { (told) }
        ": A minus B is " (ranged(difference, 100.0)) " points of the payoff over " (summary.deals) " deals."
    }
}

fn numbers(summary: &Summary) -> Markup {
    let [a, b] = &summary.sides;
    let row = |name: &str, cell: &dyn Fn(&Side) -> String| {
        html! { tr { td { (name) } td { (cell(a)) } td { (cell(b)) } } }
    };
    html! {
        table {
            tr { th {} th { "A " (a.agent) } th { "B " (b.agent) } }
            (row("payoff, 0 to 100", &|side| ranged(side.payoff, 100.0)))
            (row("games won, %", &|side| ranged(side.success, 100.0)))
            (row("games", &|side| side.games.to_string()))
            (row("decisions a game", &|side| format!("{:.1}", side.decisions as f64 / side.games.max(1) as f64)))
            (row("ms a decision: mean", &|side| format!("{:.2}", times(side)[0])))
            (row("95 % are below", &|side| format!("{:.2}", times(side)[1])))
            (row("longest", &|side| format!("{:.1}", times(side)[2])))
        }
        p {
            "Deals on which A did better, B did better, tied: " (summary.wins) ", " (summary.losses) ", " (summary.ties)
            ". Elo of A over B: " (ranged(summary.elo, 1.0)) "."
            @if let Some((verdict, ratio)) = summary.sprt {
                " Test of 0 against 2 points: " (word(verdict)) " (log-likelihood ratio " (format!("{ratio:.2}")) ")."
            }
        }
    }
}

/// Two points with their intervals on a scale of 0 to 100.
fn intervals(title: &str, a: Estimate, b: Estimate) -> Markup {
    let x = |share: f64| at(LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - 20.0));
    let inside = html! {
        text x="0" y="38" { (title) }
        @for tick in 0..=4 {
            @let middle = x(f64::from(tick) / 4.0);
            line.line x1=(middle) x2=(middle) y1="8" y2="60" {}
            text.dim x=(middle) y="76" text-anchor="middle" { (tick * 25) }
        }
        @for (class, e, y) in [("a", a, 24), ("b", b, 46)] {
            line class=(class) stroke-width="3" x1=(x(e.low)) x2=(x(e.high)) y1=(y) y2=(y) {}
            circle class=(class) cx=(x(e.value)) cy=(y) r="5" { title { (ranged(e, 100.0)) } }
        }
    };
    figure((WIDTH, 84.0), title, &inside)
}

/// How the numbers of both sides are spread, one above the other on the same scale.
fn histograms(a: &[u32], b: &[u32], unit: f64, name: &str) -> Markup {
    let low = a.first().copied().unwrap_or(0).min(b.first().copied().unwrap_or(0));
    let high = percentile(a, 0.99).max(percentile(b, 0.99)).max(low + 1);
    html! {
        @for (class, numbers) in [("a", a), ("b", b)] {
            (bars(class, &histogram(numbers, (low, high), BARS), unit, name))
        }
    }
}

fn bars(class: &str, counted: &Histogram, unit: f64, name: &str) -> Markup {
    const HEIGHT: f64 = 110.0;
    let most = counted.counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let wide = (WIDTH - 60.0) / counted.counts.len().max(1) as f64;
    let value = |steps: f64| (counted.low + counted.step * steps) / unit;
    let scale = |value: f64| if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") };
    let inside = html! {
        @for (place, count) in counted.counts.iter().enumerate() {
            @let tall = *count as f64 / most * (HEIGHT - 10.0);
            rect class=(class) x=(at(50.0 + wide * place as f64)) y=(at(HEIGHT - tall)) width=(at(wide - 2.0)) height=(at(tall)) {
                title { (at(value(place as f64))) " to " (at(value((place + 1) as f64))) " " (name) ": " (count) }
            }
        }
        line.line x1="50" x2=(WIDTH - 10.0) y1=(HEIGHT) y2=(HEIGHT) {}
        @for quarter in 0..=4 {
            @let share = f64::from(quarter) / 4.0;
            // The last one would stick out of the picture.
            @let anchor = if quarter == 4 { "end" } else { "middle" };
            text.dim x=(at(50.0 + share * (WIDTH - 62.0))) y="128" text-anchor=(anchor) {
                (scale(value(counted.counts.len() as f64 * share)))
            }
        }
        text.dim x="44" y="18" text-anchor="end" { (format!("{most:.0}")) }
        text x="0" y="70" { (class.to_uppercase()) }
        text.dim x="0" y="128" { (name) }
    };
    figure((WIDTH, 140.0), &format!("{name}, side {class}"), &inside)
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
            endings: vec![],
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
