//! `understudy story check`: what is wrong with storybooks, and how their entries hang together.

use crate::{Error, cli::StoryArgs, read_pack};
use adventures::story_check::{self, Weight};
use catalog::{GameKind, SetupError};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
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

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("understudy-story-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }
    fn told(args: &StoryArgs) -> (String, Result<(), Error>) {
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
        let (text, result) = told(&args);
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
        let (_, result) = told(&args);
        assert!(matches!(result, Err(Error::EmptyPack { .. })), "{result:?}");
        fs::remove_dir_all(folder).expect("cleaned up");
    }
}
