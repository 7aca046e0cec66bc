//! Lists: what there is, which games, which rules.

use crate::{Error, ink::style};
use catalog::{GameKind, Status};
use kernel::{Ink, options::OptionInfo};
use std::io::{self, Write};

/// What somebody sees who starts the program without a word.
///
/// # Errors
/// If the terminal is gone.
pub fn welcome(out: &mut dyn Write) -> io::Result<()> {
    let (title, plain) = (style(Ink::Title), style(Ink::Strong));
    writeln!(out, "{title}Understudy{title:#} fills the empty chairs at a tabletop game.\n")?;
    games(out, None)?;
    writeln!(out, "\nStart here:")?;
    for (command, what) in [
        ("understudy play para_roles", "play in the terminal, bots fill the other seats"),
        ("understudy rules para_roles", "how many rules work, and the text of each"),
        ("understudy games para_roles", "the options of a game"),
        ("understudy help", "everything else"),
    ] {
        writeln!(out, "  {plain}{command:<30}{plain:#} {what}")?;
    }
    writeln!(out, "\nFrom the sources, write `cargo run --release -- play para_roles`.")
}

/// The games, or the options of one.
///
/// # Errors
/// If the terminal is gone.
pub fn games(out: &mut dyn Write, game: Option<GameKind>) -> io::Result<()> {
    let strong = style(Ink::Strong);
    let Some(game) = game else {
        for kind in GameKind::ALL {
            let info = kind.info();
            let seats = match info.seats {
                (least, most) if least == most => most.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            writeln!(
                out,
                "{strong}{:<18}{strong:#} {} ({} seats). {}",
                kind.word(),
                info.title,
                seats,
                info.about
            )?;
        }
        return Ok(());
    };
    let info = game.info();
    writeln!(out, "{strong}{}{strong:#}: {}\n\nOptions, with their defaults:", info.title, info.about)?;
    for OptionInfo { name, meaning, default, .. } in info.options {
        writeln!(out, "  {strong}{:<40}{strong:#} {meaning}", format!("-o {name}={default}"))?;
    }
    Ok(())
}

/// How many rules are done, or one of them.
///
/// # Errors
/// If there is no such rule, or the terminal is gone.
pub fn rules(out: &mut dyn Write, game: GameKind, id: Option<&str>) -> Result<(), Error> {
    let rules = game.rules();
    let strong = style(Ink::Strong);
    if let Some(id) = id {
        let found = rules.iter().find(|rule| rule.id.eq_ignore_ascii_case(id));
        let rule = found.ok_or_else(|| Error::NoRule { game: game.to_string(), id: id.to_owned() })?;
        writeln!(
            out,
            "{strong}{}{strong:#} ({}, {})\n{}",
            rule.id,
            rule.source,
            word(rule.status),
            rule.says
        )?;
        if !rule.note.is_empty() {
            writeln!(out, "{}", rule.note)?;
        }
        return Ok(());
    }
    let count = |status| rules.iter().filter(|rule| rule.status == status).count();
    writeln!(
        out,
        "{strong}{}{strong:#}: {} rules: {} done, {} open, {} left out\n",
        game.info().title,
        rules.len(),
        count(Status::Done),
        count(Status::Open),
        count(Status::LeftOut)
    )?;
    let mut chapter = "";
    for rule in &rules {
        if rule.source != chapter {
            chapter = &rule.source;
            writeln!(out, "{strong}{chapter}{strong:#}")?;
        }
        let short: String = rule.says.chars().take(90).collect();
        let more = if rule.says.chars().count() > 90 { "..." } else { "" };
        let mark = if rule.status == Status::Done { "" } else { word(rule.status) };
        writeln!(out, "  {:<8} {mark}{short}{more}", rule.id)?;
    }
    writeln!(
        out,
        "\nThe whole text of one: understudy rules {game} {}",
        rules.first().map_or("", |r| &r.id)
    )?;
    Ok(())
}

const fn word(status: Status) -> &'static str {
    match status {
        Status::Done => "done",
        Status::Open => "open",
        Status::LeftOut => "left out",
    }
}
