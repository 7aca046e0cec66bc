//! A page about warbands against each other: the matrix as a picture, and who is outside the bounds.

use super::{STYLE, escaped};
use crate::{
    arena::ranged,
    balance::{mark, short},
};
use bots::{
    balance::{Balance, FAIR, Orders, Row, Standing, Tally},
    stats::Estimate,
};

/// Widths and heights of the figures.
const LEFT: f64 = 150.0;
const CELL: (f64, f64) = (58.0, 38.0);
const TOP: f64 = 24.0;
const SCALE: f64 = 440.0;
/// The colour of a cell is at most so strong, so that its number stays readable.
const STRONGEST: f64 = 0.5;

/// The whole page.
#[must_use]
pub fn page(command: &str, orders: &Orders, balance: &Balance) -> String {
    let mut html = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
    html += &format!("<title>Warbands against each other</title>\n<style>{STYLE}</style></head><body>\n");
    html += &format!(
        "<h1>Warbands against each other</h1>\n<p>{}</p>\n<pre>{}</pre>\n",
        conclusion(balance),
        escaped(command)
    );
    html += &format!(
        "<p>Both sides are led by {}. Each two warbands met on {} deals, each played from both seats: {} games.</p>\n",
        escaped(&orders.agent.to_string()),
        orders.deals,
        balance.games
    );
    html += "<h2>Games won, %, by the warband on the left against the one above</h2>\n";
    html += &matrix(balance);
    html += "<h2>Against all others</h2>\n";
    html += &overall(balance);
    html += &numbers(balance);
    html += "<p class=\"dim\">A draw is half a win. After ±, in brackets and as lines: 95 % intervals by Wilson. Blue: the \
             warband on the left wins more; orange: it loses more. The bounds are 35 and 65 %.</p>\n";
    html + "</body></html>\n"
}

fn conclusion(balance: &Balance) -> String {
    let outside: Vec<String> = balance
        .rows
        .iter()
        .filter(|row| row.overall.standing() != Standing::Fair)
        .map(|row| format!("{} is {}", name(row), mark(row.overall)))
        .collect();
    let told = if outside.is_empty() {
        "Every warband wins between 35 and 65 % of its games".to_owned()
    } else {
        outside.join("; ")
    };
    format!("<strong>{told}</strong>.")
}

fn name(row: &Row) -> String {
    escaped(&format!("{} {}", row.id, row.name))
}

/// Who beats whom, a cell each.
fn matrix(balance: &Balance) -> String {
    let many = balance.rows.len() as f64;
    let (width, height) = (LEFT + many * CELL.0 + 4.0, TOP + many * CELL.1 + 4.0);
    let mut svg =
        format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"win rates of warbands\">\n");
    for (at, row) in balance.rows.iter().enumerate() {
        let x = LEFT + (at as f64 + 0.5) * CELL.0;
        svg += &format!("<text x=\"{x:.1}\" y=\"16\" text-anchor=\"middle\">{}</text>\n", escaped(&row.id));
    }
    for (at, row) in balance.rows.iter().enumerate() {
        let y = TOP + at as f64 * CELL.1;
        svg += &format!("<text x=\"0\" y=\"{:.1}\">{}</text>\n", y + CELL.1 / 2.0 + 4.0, name(row));
        for (place, (tally, other)) in row.against.iter().zip(&balance.rows).enumerate() {
            let x = LEFT + place as f64 * CELL.0;
            if place != at {
                svg += &cell((x, y), *tally, &format!("{} against {}", name(row), name(other)));
            }
        }
    }
    svg + "</svg>\n"
}

fn cell((x, y): (f64, f64), tally: Tally, title: &str) -> String {
    let rate = tally.rate();
    let class = if rate.value >= 0.5 { "a" } else { "b" };
    let strength = (rate.value - 0.5).abs() * 2.0 * STRONGEST;
    let (wide, tall) = (CELL.0 - 2.0, CELL.1 - 2.0);
    format!(
        "<rect class=\"{class}\" stroke-opacity=\"0\" fill-opacity=\"{strength:.2}\" x=\"{x:.1}\" y=\"{y:.1}\" \
         width=\"{wide}\" height=\"{tall}\"><title>{title}: {} won, {} drawn, {} lost; {}</title></rect>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
        tally.won,
        tally.drawn,
        tally.lost,
        ranged(rate, 100.0),
        x + wide / 2.0,
        y + tall / 2.0 + 4.0,
        short(rate)
    )
}

/// Every warband's share of all its games on a scale of 0 to 100, with the bounds.
fn overall(balance: &Balance) -> String {
    let x = |share: f64| LEFT + share.clamp(0.0, 1.0) * SCALE;
    let (width, foot) = (LEFT + SCALE + 20.0, 10.0 + balance.rows.len() as f64 * 22.0);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {}\" role=\"img\" aria-label=\"games won of all\">\n",
        foot + 20.0
    );
    for (share, text) in [(0.0, "0"), (FAIR.0, "35"), (0.5, "50"), (FAIR.1, "65"), (1.0, "100")] {
        let at = x(share);
        svg += &format!("<line class=\"line\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"4\" y2=\"{foot}\"/>");
        svg += &format!(
            "<text class=\"dim\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>\n",
            foot + 15.0
        );
    }
    for (at, row) in balance.rows.iter().enumerate() {
        let y = 16.0 + at as f64 * 22.0;
        let class = if row.overall.standing() == Standing::Fair { "a" } else { "b" };
        svg += &format!("<text x=\"0\" y=\"{:.1}\">{}</text>", y + 4.0, name(row));
        svg += &point(class, row.overall.rate(), x, y);
    }
    svg + "</svg>\n"
}

fn point(class: &str, rate: Estimate, x: impl Fn(f64) -> f64, y: f64) -> String {
    let (low, high, at) = (x(rate.low), x(rate.high), x(rate.value));
    format!(
        "<line class=\"{class}\" stroke-width=\"2\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y}\" y2=\"{y}\"/>\
         <circle class=\"{class}\" cx=\"{at:.1}\" cy=\"{y}\" r=\"4\"/>\n"
    )
}

fn numbers(balance: &Balance) -> String {
    let mut html = String::from(
        "<table><tr><th>Warband</th><th>won</th><th>drawn</th><th>lost</th><th>%</th><th></th></tr>\n",
    );
    for row in &balance.rows {
        let Tally { won, drawn, lost } = row.overall;
        html += &format!(
            "<tr><td>{}</td><td>{won}</td><td>{drawn}</td><td>{lost}</td><td>{}</td><td>{}</td></tr>\n",
            name(row),
            ranged(row.overall.rate(), 100.0),
            mark(row.overall)
        );
    }
    html + "</table>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::players::Agent;

    fn row(id: &str, against: Vec<Tally>) -> Row {
        let overall = against.iter().fold(Tally::default(), |mut sum, tally| {
            sum += *tally;
            sum
        });
        Row { id: id.to_owned(), name: format!("The <{id}>"), against, overall }
    }

    fn balance(won: usize) -> Balance {
        let lost = 100 - won;
        let none = Tally::default();
        Balance {
            rows: vec![
                row("WB-1", vec![none, Tally { won, drawn: 0, lost }]),
                row("WB-2", vec![Tally { won: lost, drawn: 0, lost: won }, none]),
            ],
            games: 100,
            took: std::time::Duration::from_secs(1),
        }
    }

    fn told(balance: &Balance) -> String {
        let orders = Orders { agent: Agent::Greedy, deals: 50, seed: 1, threads: 1 };
        page("understudy arena --matrix warbands -o a=<b>", &orders, balance)
    }

    #[test]
    fn the_picture_has_a_cell_for_every_meeting_and_needs_nothing_from_elsewhere() {
        let page = told(&balance(60));
        assert_eq!(page.matches("<rect").count(), 2, "nobody meets itself");
        assert_eq!((page.matches("<svg").count(), page.matches("</svg>").count()), (2, 2));
        assert!(page.contains("60±10") && page.contains("60.0 (50.2 to 69.1)"), "{page}");
        assert!(page.contains("The &lt;WB-1&gt;") && page.contains("-o a=&lt;b&gt;"));
        assert!(!page.contains("<script") && !page.contains("http") && !page.contains("NaN"));
    }

    #[test]
    fn who_leaves_the_bounds_is_named_at_the_top_and_in_its_line() {
        let fair = told(&balance(60));
        assert!(fair.contains("Every warband wins between 35 and 65 %") && !fair.contains("too strong"));
        let page = told(&balance(66));
        let top = page.lines().find(|line| line.contains("<strong>")).expect("a conclusion");
        assert!(top.contains("WB-1") && top.contains("too strong") && top.contains("too weak"), "{top}");
        assert_eq!(page.matches("<td>too weak</td>").count(), 1);
    }

    #[test]
    fn no_games_at_all_make_a_page_as_well() {
        let mut empty = balance(60);
        for row in &mut empty.rows {
            (row.against, row.overall) = (vec![Tally::default(); 2], Tally::default());
        }
        assert!(!told(&empty).contains("NaN"));
    }
}
