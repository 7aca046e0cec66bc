//! `understudy replay`: a record played again, step by step. What is not over is shown as all at the table know it, whoever
//! asks and whatever key there is.

use crate::{
    Error, ink,
    saves::{BadSave, Found, Key},
};
use catalog::{AnyStep, AnyTable, BadRecord, PackFiles, Record};
use std::{io::Write, path::Path};

/// What is said of steps that not all may know.
const HIDES: &str = "What seats keep from each other is hidden until the game is over.";

/// The command.
///
/// # Errors
/// If the file is no record, or one of its steps is not legal.
pub fn run(
    out: &mut dyn Write,
    file: &Path,
    content: Option<&Path>,
    key: Option<&Path>,
    quiet: bool,
) -> Result<(), Error> {
    let sealed = match crate::read_saved(file)? {
        Found::Open(record) => return open(out, file, &record, content, quiet),
        Found::Sealed(sealed) => sealed,
    };
    let hides = sealed.hides();
    let record = match sealed.open(&Key::of(key)?) {
        Ok(saved) => saved.record,
        Err(BadSave::OtherKey { .. }) if hides => return unchecked(out, &sealed.shown, quiet),
        Err(BadSave::OtherKey { .. }) => sealed.shown,
        Err(why) => return Err(Error::Save { file: file.to_owned(), why }),
    };
    let pack = crate::read_pack(record.game, content)?;
    let table = as_onlooker(out, file, &record, &pack, quiet)?;
    ink::page(out, &table.draw_for(None))?;
    let (count, prompt) = (record.steps.len(), table.prompt_for(None));
    writeln!(out, "\n{count} steps, all legal. unfinished: {prompt}")?;
    if hides {
        writeln!(out, "{HIDES}")?;
    }
    Ok(())
}

/// Everything that a record tells.
fn open(
    out: &mut dyn Write,
    file: &Path,
    record: &Record,
    content: Option<&Path>,
    quiet: bool,
) -> Result<(), Error> {
    let pack = crate::read_pack(record.game, content)?;
    let mut written = Ok(());
    let table = record
        .replay_with(&pack, |line, story, _| {
            if !quiet && written.is_ok() {
                written = ink::step(out, line, story);
            }
        })
        .map_err(|why| Error::Record { file: file.to_owned(), why })?;
    written?;
    ink::page(out, &table.draw())?;
    let end = table.result().unwrap_or_else(|| format!("unfinished: {}", table.prompt()));
    writeln!(out, "\n{} steps, all legal. {end}", record.steps.len())?;
    if let Some(given) = catalog::handover::given_out(&*table) {
        let (what, game, from, file) = (given.what, given.game, record.game, file.display());
        writeln!(
            out,
            "\nThe {what}, as options of {game} (`understudy play {from} --load {file}` and `export FILE` make a file of it):"
        )?;
        for (name, value) in given.options {
            writeln!(out, "  -o '{name}={value}'")?;
        }
    }
    Ok(())
}

/// Each step as an onlooker may know it.
fn as_onlooker(
    out: &mut dyn Write,
    file: &Path,
    record: &Record,
    pack: &PackFiles,
    quiet: bool,
) -> Result<Box<dyn AnyTable>, Error> {
    let wrong = |why| Error::Record { file: file.to_owned(), why };
    let found = pack.fingerprint();
    if found != record.content {
        return Err(wrong(BadRecord::Content { wanted: record.content.clone(), found }));
    }
    let mut table = record.game.table(&record.options, pack)?;
    for (n, line) in record.steps.iter().enumerate() {
        let told = line.parse().and_then(|step: AnyStep| table.play_disclosed(&step));
        let told = told.map_err(|why| wrong(BadRecord::Step { step: n + 1, why }))?;
        if !quiet {
            let line = if told.is_open_to(None) { told.step.to_string() } else { told.step.hidden() };
            let story: Vec<String> = told.lines(None).map(str::to_owned).collect();
            ink::step(out, &line, &story)?;
        }
    }
    Ok(table)
}

/// Where the key is not, hidden steps cannot be played, and so nothing after them be checked.
fn unchecked(out: &mut dyn Write, shown: &Record, quiet: bool) -> Result<(), Error> {
    if !quiet {
        shown.steps.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    writeln!(
        out,
        "\n{} steps, none of them checked: the game is not over and its key is not here. {HIDES}",
        shown.steps.len()
    )?;
    Ok(())
}
