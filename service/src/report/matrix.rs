//! A page about warbands against each other: the matrix as a picture, and who is outside the bounds.

use super::{at, document, figure};
use crate::{
    arena::ranged,
    balance::{mark, short},
};
use bots::balance::{Balance, FAIR, Orders, Row, Standing, Tally};
use maud::{Markup, html};

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
    const TITLE: &str = "Warbands against each other";
    let body = html! {
        h1 { (TITLE) }
        p { (conclusion(balance)) }
        pre { (command) }
        p {
            "Both sides are led by " (orders.agent) ". Each two warbands met on " (orders.deals)
            " deals, each played from both seats: " (balance.games) " games."
        }
        h2 { "Games won, %, by the warband on the left against the one above" }
        (matrix(balance))
        h2 { "Against all others" }
        (overall(balance))
        (numbers(balance))
        p.dim {
            "A draw is half a win. After ±, in brackets and as lines: 95 % intervals by Wilson. Blue: the warband on the left \
             wins more; orange: it loses more. The bounds are 35 and 65 %."
        }
    };
    document(TITLE, &body)
}

fn conclusion(balance: &Balance) -> Markup {
    let outside = balance.rows.iter().filter(|row| row.overall.standing() != Standing::Fair);
    let outside: Vec<String> = outside.map(|row| format!("{} is {}", name(row), mark(row.overall))).collect();
    let told = match &outside[..] {
        [] => "Every warband wins between 35 and 65 % of its games".to_owned(),
        some => some.join("; "),
    };
    html! { strong { (told) } "." }
}

fn name(row: &Row) -> String {
    format!("{} {}", row.id, row.name)
}

/// Who beats whom, a cell each.
fn matrix(balance: &Balance) -> Markup {
    let many = balance.rows.len() as f64;
    let inside = html! {
        @for (place, row) in balance.rows.iter().enumerate() {
            text x=(at(LEFT + (place as f64 + 0.5) * CELL.0)) y="16" text-anchor="middle" { (row.id) }
        }
        @for (line, row) in balance.rows.iter().enumerate() {
            @let y = TOP + line as f64 * CELL.1;
            text x="0" y=(at(y + CELL.1 / 2.0 + 4.0)) { (name(row)) }
            @for (place, (tally, other)) in row.against.iter().zip(&balance.rows).enumerate() {
                @if place != line {
                    (cell((LEFT + place as f64 * CELL.0, y), *tally, &format!("{} against {}", name(row), name(other))))
                }
            }
        }
    };
    figure((LEFT + many * CELL.0 + 4.0, TOP + many * CELL.1 + 4.0), "win rates of warbands", &inside)
}

fn cell((x, y): (f64, f64), tally: Tally, title: &str) -> Markup {
    let rate = tally.rate();
    let class = if rate.value >= 0.5 { "a" } else { "b" };
    let strength = (rate.value - 0.5).abs() * 2.0 * STRONGEST;
    let (wide, tall) = (CELL.0 - 2.0, CELL.1 - 2.0);
    html! {
        rect class=(class) stroke-opacity="0" fill-opacity=(format!("{strength:.2}")) x=(at(x)) y=(at(y)) width=(wide) height=(tall) {
            title {
                (title) ": " (tally.won) " won, " (tally.drawn) " drawn, " (tally.lost) " lost; " (ranged(rate, 100.0))
            }
        }
        text x=(at(x + wide / 2.0)) y=(at(y + tall / 2.0 + 4.0)) text-anchor="middle" { (short(rate)) }
    }
}

/// Every warband's share of all its games on a scale of 0 to 100, with the bounds.
fn overall(balance: &Balance) -> Markup {
    let x = |share: f64| at(LEFT + share.clamp(0.0, 1.0) * SCALE);
    let (width, foot) = (LEFT + SCALE + 20.0, 10.0 + balance.rows.len() as f64 * 22.0);
    let inside = html! {
        @for (share, text) in [(0.0, "0"), (FAIR.0, "35"), (0.5, "50"), (FAIR.1, "65"), (1.0, "100")] {
            line.line x1=(x(share)) x2=(x(share)) y1="4" y2=(foot) {}
            text.dim x=(x(share)) y=(foot + 15.0) text-anchor="middle" { (text) }
        }
        @for (line, row) in balance.rows.iter().enumerate() {
            @let y = 16.0 + line as f64 * 22.0;
            @let class = if row.overall.standing() == Standing::Fair { "a" } else { "b" };
            @let rate = row.overall.rate();
            text x="0" y=(at(y + 4.0)) { (name(row)) }
            line class=(class) stroke-width="2" x1=(x(rate.low)) x2=(x(rate.high)) y1=(y) y2=(y) {}
            circle class=(class) cx=(x(rate.value)) cy=(y) r="4" {}
        }
    };
    figure((width, foot + 20.0), "games won of all", &inside)
}

fn numbers(balance: &Balance) -> Markup {
    html! {
        table {
            tr { th { "Warband" } th { "won" } th { "drawn" } th { "lost" } th { "%" } th {} }
            @for row in &balance.rows {
                tr {
                    td { (name(row)) }
                    td { (row.overall.won) }
                    td { (row.overall.drawn) }
                    td { (row.overall.lost) }
                    td { (ranged(row.overall.rate(), 100.0)) }
                    td { (mark(row.overall)) }
                }
            }
        }
    }
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
            endings: vec![],
            rows: vec![
                row("WB-1", vec![none, Tally { won, drawn: 0, lost }]),
                row("WB-2", vec![Tally { won: lost, drawn: 0, lost: won }, none]),
            ],
            games: 100,
            took: std::time::Duration::from_secs(1),
        }
    }

    fn page_of(balance: &Balance) -> String {
        let orders = Orders { agent: Agent::Greedy, deals: 50, seed: 1, threads: 1 };
        page("understudy arena --matrix warbands -o a=<b>", &orders, balance)
    }

    #[test]
    fn the_picture_has_a_cell_for_every_meeting_and_needs_nothing_from_elsewhere() {
        let page = page_of(&balance(60));
        assert_eq!(page.matches("<rect").count(), 2, "nobody meets itself");
        assert_eq!((page.matches("<svg").count(), page.matches("</svg>").count()), (2, 2));
        assert!(page.contains("60±10") && page.contains("60.0 (50.2 to 69.1)"), "{page}");
        assert!(page.contains("The &lt;WB-1&gt;") && page.contains("-o a=&lt;b&gt;"));
        assert!(!page.contains("<script") && !page.contains("http") && !page.contains("NaN"));
    }

    #[test]
    fn who_leaves_the_bounds_is_named_at_the_top_and_in_its_line() {
        let fair = page_of(&balance(60));
        assert!(fair.contains("Every warband wins between 35 and 65 %") && !fair.contains("too strong"));
        let page = page_of(&balance(66));
        let top = page
            .split("<strong>")
            .nth(1)
            .and_then(|rest| rest.split("</strong>").next())
            .expect("a conclusion");
        assert!(top.contains("WB-1") && top.contains("too strong") && top.contains("too weak"), "{top}");
        assert_eq!(page.matches("<td>too weak</td>").count(), 1);
    }

    #[test]
    fn no_games_at_all_make_a_page_as_well() {
        let mut empty = balance(60);
        for row in &mut empty.rows {
            (row.against, row.overall) = (vec![Tally::default(); 2], Tally::default());
        }
        assert!(!page_of(&empty).contains("NaN"));
    }
}
