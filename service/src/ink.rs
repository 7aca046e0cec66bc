//! Pages and stories with colour. Where colour is not wanted (a file, `NO_COLOR`) the stream takes it away.

use crate::offers::says;
use anstyle::{AnsiColor, Style};
use kernel::{Ink, Page};
use std::io::{self, Write};

#[must_use]
pub const fn style(ink: Ink) -> Style {
    match ink {
        Ink::Plain => Style::new(),
        Ink::Title => AnsiColor::Yellow.on_default().bold(),
        Ink::Strong => Style::new().bold(),
        Ink::Dim => AnsiColor::BrightBlack.on_default(),
        Ink::Good => AnsiColor::Green.on_default(),
        Ink::Bad => AnsiColor::Red.on_default().bold(),
        Ink::RedSuit => AnsiColor::Red.on_default(),
        Ink::BlackSuit => AnsiColor::Cyan.on_default(),
    }
}

/// # Errors
/// If the terminal is gone.
pub fn page(out: &mut dyn Write, page: &Page) -> io::Result<()> {
    writeln!(out)?;
    for line in page.lines() {
        for (ink, text) in line {
            let style = style(*ink);
            write!(out, "{style}{text}{style:#}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A step and what it led to.
///
/// # Errors
/// If the terminal is gone.
pub fn step(out: &mut dyn Write, line: &str, story: &[String]) -> io::Result<()> {
    let (dim, plain) = (style(Ink::Dim), style(Ink::Plain));
    writeln!(out, "{dim}{line}{dim:#}")?;
    story.iter().try_for_each(|told| writeln!(out, "  {plain}{told}{plain:#}"))
}

/// An order that people carry out for a bot, with its number in the list if it has words, and what it led to.
///
/// # Errors
/// If the terminal is gone.
pub fn order<'a>(
    out: &mut dyn Write,
    count: &mut u32,
    order: &str,
    mut story: impl Iterator<Item = &'a str>,
) -> io::Result<()> {
    if !order.is_empty() {
        *count += 1;
        let strong = style(Ink::Strong);
        writeln!(out, "{strong}{count:>3}. {order}{strong:#}")?;
    }
    // What the order says is not said again.
    story.try_for_each(|line| if says(order, line) { Ok(()) } else { writeln!(out, "     {line}") })
}
