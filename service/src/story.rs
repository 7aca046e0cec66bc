//! `understudy story`: what is wrong with storybooks, how their entries hang together, and how parties of bots fare in them.

use crate::{
    Error,
    arena::ranged,
    cli::{MeasureArgs, StoryArgs},
    ink::style,
    progress::Progress,
    read_pack,
};
use adventures::story_check::{self, Weight};
use bots::{
    adventures::campaigns::{self, Orders},
    any::NoContest,
    crew, levels,
};
use catalog::{GameKind, SetupError};
use kernel::Ink;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

/// # Errors
/// If the pack cannot be read or played with, or a drawing cannot be written.
pub fn check(out: &mut dyn Write, args: &StoryArgs) -> Result<(), Error> {
    let pack = read_pack(GameKind::Adventures, args.content.as_deref())?;
    let report = story_check::check(&pack).map_err(SetupError::from)?;
    write!(out, "{report}")?;
    for book in &report.books {
        for (file, drawing) in [(&args.dot, &book.dot), (&args.svg, &book.svg)] {
            let Some(file) = file else { continue };
            let file = of_book(file, &book.file);
            fs::write(&file, drawing).map_err(|why| Error::File { file: file.clone(), why })?;
            writeln!(out, "drawn: {}", file.display())?;
        }
    }
    match report.findings.iter().filter(|finding| finding.weight == Weight::Fault).count() {
        0 => Ok(()),
        faults => Err(Error::Story { faults }),
    }
}

/// `graph.svg` of `adventure1.ron` is `graph-adventure1.svg`.
fn of_book(file: &Path, book: &str) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let book = Path::new(book).file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}-{book}");
    match file.extension() {
        Some(extension) => file.with_file_name(name).with_extension(extension),
        None => file.with_file_name(name),
    }
}

/// Plays campaigns with parties of bots and tells how each storybook went.
///
/// # Errors
/// If the game cannot be set up or a campaign goes wrong.
pub fn measure(out: &mut dyn Write, args: &MeasureArgs) -> Result<(), Error> {
    let pack = read_pack(GameKind::Adventures, args.content.as_deref())?;
    let game = Arc::new(catalog::game::<catalog::Adventures>(&args.options, &pack).map_err(NoContest::from)?);
    let orders = Orders {
        agents: args.agents.clone(),
        campaigns: args.campaigns,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(crew::all_cores),
    };
    let progress = Progress::new(args.campaigns * args.agents.len() as u64, "campaigns");
    let parties = campaigns::measure(&game, &levels::adventures(), &orders, &|| progress.step());
    progress.finish();
    let parties = parties.map_err(NoContest::from)?;
    let strong = style(Ink::Strong);
    writeln!(out, "{} campaigns of {} heroes, seed {}", args.campaigns, game.options.seats, args.seed)?;
    for party in &parties {
        writeln!(out, "\n{strong}{}{strong:#}", party.agent)?;
        for book in party.books.iter().filter(|book| book.played > 0) {
            let falls = book.falls as f64 / book.played as f64;
            let won = ranged(book.rate(), 100.0);
            writeln!(out, "{:<6}won {won} % of {}, {falls:.2} falls each", book.code, book.played)?;
        }
        writeln!(out, "share of adventures won {} %", ranged(party.share(), 100.0))?;
        writeln!(out, "campaigns without a fall {} %", ranged(party.whole(), 100.0))?;
        if let Some(first) = parties.first().filter(|first| first.agent != party.agent) {
            let above = ranged(party.above(first), 100.0);
            writeln!(out, "above {} on the same campaigns by {above}", first.agent)?;
        }
        let each = party.took.as_secs_f64() / args.campaigns.max(1) as f64;
        writeln!(out, "{each:.3} s a campaign")?;
        let places = party.fell_at.iter().take(args.places).map(|(at, count)| format!("{at} {count}"));
        writeln!(out, "falls: {}", places.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("understudy-story-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }
    fn checked(args: &StoryArgs) -> (String, Result<(), Error>) {
        let mut out = vec![];
        let result = check(&mut out, args);
        (String::from_utf8(out).expect("text"), result)
    }

    #[test]
    fn our_books_are_sound_and_drawn_one_by_one() {
        let folder = folder("ours");
        let args = StoryArgs {
            content: None,
            dot: Some(folder.join("graph.dot")),
            svg: Some(folder.join("graph.svg")),
        };
        let (text, result) = checked(&args);
        assert!(result.is_ok(), "{text}");
        assert!(text.contains("0 faults"), "{text}");
        let dot = fs::read_to_string(folder.join("graph-adventure1.dot")).expect("a graph");
        assert!(dot.starts_with("digraph"), "{dot}");
        let svg = fs::read_to_string(folder.join("graph-adventure1.svg")).expect("a drawing");
        assert!(svg.contains("<svg"));
        fs::remove_dir_all(folder).expect("cleaned up");
    }

    #[test]
    fn a_folder_without_books_is_refused() {
        let folder = folder("empty");
        let args = StoryArgs { content: Some(folder.clone()), dot: None, svg: None };
        let (_, result) = checked(&args);
        assert!(matches!(result, Err(Error::EmptyPack { .. })), "{result:?}");
        fs::remove_dir_all(folder).expect("cleaned up");
    }

    /// Our first book with one thing changed, in a folder of its own.
    fn changed(name: &str, from: &str, to: &str) -> (String, Result<(), Error>) {
        let folder = folder(name);
        let ours =
            adventures::content::FILES.iter().find(|(file, _)| *file == "adventure1.ron").expect("a book").1;
        assert!(ours.contains(from), "{from}");
        fs::write(folder.join("adventure1.ron"), ours.replacen(from, to, 1)).expect("written");
        let found = checked(&StoryArgs { content: Some(folder.clone()), dot: None, svg: None });
        fs::remove_dir_all(folder).expect("cleaned up");
        found
    }

    #[test]
    fn what_dangles_or_leads_nowhere_ends_the_check_with_an_error() {
        let (text, result) = changed("dangling", "A2 'argue your writ'", "Z9 'argue your writ'");
        assert!(text.contains("fault: adventure1.ron: A: ") && text.contains("Z9"), "{text}");
        assert!(matches!(result, Err(Error::Story { faults }) if faults > 0), "{result:?}");
        let (text, result) =
            changed("stuck", "asks: [\"rest\", \"item\", \"move\"]", "asks: [\"rest\", \"item\"]");
        assert!(text.contains("nothing that surely leads on"), "{text}");
        assert!(matches!(result, Err(Error::Story { .. })), "{result:?}");
    }

    #[test]
    fn what_nobody_can_reach_is_a_warning() {
        let (text, result) = changed("unreachable", "go(C3)", "go(C2)");
        assert!(text.contains("warning: adventure1.ron: C3: nobody can reach it"), "{text}");
        assert!(result.is_ok(), "{result:?}");
    }

    #[test]
    fn parties_are_measured_book_by_book() {
        let args = MeasureArgs {
            content: None,
            agents: vec!["random".parse().expect("an agent")],
            campaigns: 2,
            seed: 3,
            options: vec![("seats".into(), "2".into())],
            threads: Some(1),
            places: 3,
        };
        let mut out = anstream::StripStream::new(Vec::new());
        measure(&mut out, &args).expect("they end");
        let text = String::from_utf8(out.into_inner()).expect("text");
        for part in ["2 campaigns of 2 heroes, seed 3", "ADV1  won", "ADV3  won", "s a campaign", "falls: "] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
