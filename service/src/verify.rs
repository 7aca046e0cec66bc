//! `understudy verify`: does every roll of a record follow from its seed?

use crate::{
    Error,
    dice::Seed,
    saves::{BadSave, Found, Key, Sealed},
};
use catalog::{AnyStep, PackFiles, Record, record};
use std::{io::Write, path::Path};

/// What was found out about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Rolls that follow from the seed.
    pub rolled: usize,
    /// Rolls that people told.
    pub told: usize,
    pub commitment: String,
    /// The record had named the commitment.
    pub committed: bool,
}

/// Why a record does not prove its dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    #[error("the record does not tell its seed; a match tells it when it is over")]
    NoSeed,
    #[error("the seed does not fit the commitment: it hashes to {found}, the record says {said}")]
    Commitment { said: String, found: String },
    #[error("step {step}: the record says `{said}`, but the seed gives `{rolled}`")]
    Roll { step: usize, said: String, rolled: String },
    #[error("{0}")]
    Record(#[from] catalog::BadRecord),
}

/// Plays the record and rolls every die again.
///
/// # Errors
/// At the first thing that does not fit.
pub fn verify(played: &Record, pack: &PackFiles) -> Result<Verified, Unproved> {
    let seed = played.seed.as_deref().and_then(|text| Seed::of_text(text).ok()).ok_or(Unproved::NoSeed)?;
    let commitment = seed.commitment();
    if let Some(said) = played.commitment.clone().filter(|said| *said != commitment) {
        return Err(Unproved::Commitment { said, found: commitment });
    }
    // All steps must be legal; this says so with their number.
    played.replay(pack)?;
    let mut table = played.game.table(&played.options, pack).map_err(catalog::BadRecord::from)?;
    let committed = played.commitment.is_some();
    let mut found = Verified { rolled: 0, told: 0, commitment, committed };
    for (n, line) in played.steps.iter().enumerate() {
        let wrong = |why| catalog::BadRecord::Step { step: n + 1, why };
        let step: AnyStep = line.parse().map_err(wrong)?;
        match &step {
            AnyStep::Chance(_) if record::is_reported(line) => found.told += 1,
            AnyStep::Chance(_) => {
                let rolled = table.sample(&mut seed.dice(n as u64));
                if rolled.as_ref() != Some(&step) {
                    let rolled = rolled.map(|step| step.to_string()).unwrap_or_default();
                    return Err(Unproved::Roll { step: n + 1, said: line.clone(), rolled });
                }
                found.rolled += 1;
            }
            AnyStep::Act { .. } | AnyStep::Set(_) | AnyStep::Card(_) => {}
        }
        table.play(&step).map_err(wrong)?;
    }
    Ok(found)
}

/// The command.
///
/// # Errors
/// If the file is no record, or its dice do not follow from its seed.
pub fn run(
    out: &mut dyn Write,
    file: &Path,
    content: Option<&Path>,
    key: Option<&Path>,
) -> Result<(), Error> {
    let record = match crate::read_saved(file)? {
        Found::Open(record) => record,
        Found::Sealed(sealed) => return unfinished(out, file, &sealed, content, key),
    };
    let pack = crate::read_pack(record.game, content)?;
    let found = verify(&record, &pack).map_err(|why| Error::Unproved { file: file.to_owned(), why })?;
    writeln!(out, "{} rolls follow from the seed, {} were told by people.", found.rolled, found.told)?;
    let compare = if found.committed {
        "as the record says; compare it with what you were shown before the first step"
    } else {
        "the record names none, so compare it with what you were shown before the first step"
    };
    writeln!(out, "The seed hashes to {} ({compare}).", found.commitment)?;
    Ok(())
}

/// Of a game that is not over only this is told: whether its dice are honest so far.
fn unfinished(
    out: &mut dyn Write,
    file: &Path,
    sealed: &Sealed,
    content: Option<&Path>,
    key: Option<&Path>,
) -> Result<(), Error> {
    let refused = |why| Error::Save { file: file.to_owned(), why };
    let record = match sealed.open(&Key::of(key)?) {
        Ok(saved) => saved.record,
        Err(BadSave::OtherKey { .. }) => return Err(refused(BadSave::Unfinished)),
        Err(why) => return Err(refused(why)),
    };
    let pack = crate::read_pack(record.game, content)?;
    match verify(&record, &pack) {
        Ok(found) => writeln!(
            out,
            "{} rolls follow from the sealed seed, {} were told by people. It is shown when the game is over.",
            found.rolled, found.told
        )?,
        // What was rolled instead would tell of the seed.
        Err(Unproved::Roll { step, .. }) => {
            return Err(refused(BadSave::Dishonest { step }));
        }
        Err(why) => return Err(Error::Unproved { file: file.to_owned(), why }),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use catalog::GameKind;
    use kernel::Turn;

    fn played() -> Record {
        let mut session = Session::new(GameKind::ParaRoles, vec![], &PackFiles::default(), 5).unwrap();
        let mut rng = Seed::of_number(9).dice(0);
        for n in 0..120 {
            let turn = session.table.turn();
            match turn {
                // People draw now and then.
                Turn::Chance if n % 7 == 0 => {
                    let (outcome, _) = session.table.odds().remove(0);
                    session.report(&outcome).unwrap();
                }
                Turn::Chance => {
                    let line = session.roll().unwrap();
                    session.play(&line).unwrap();
                }
                Turn::Each(seats) | Turn::Any(seats) => {
                    let line = session.table.random_action(seats.lowest().unwrap(), &mut rng).unwrap();
                    session.play(&line).unwrap();
                }
                Turn::Over => break,
            }
        }
        session.record
    }

    #[test]
    fn every_roll_of_an_honest_record_follows_from_its_seed() {
        let mut record = played();
        let found = verify(&record, &PackFiles::default()).unwrap();
        assert!(found.rolled > 20 && found.told > 3, "{found:?}");
        record.commitment = Some(found.commitment);
        assert!(verify(&record, &PackFiles::default()).unwrap().committed);
    }

    #[test]
    fn another_seed_another_roll_or_another_commitment_is_found_out() {
        let honest = played();
        let why = |record: &Record| verify(record, &PackFiles::default()).unwrap_err();
        let other = Record { seed: Some("6".into()), ..honest.clone() };
        assert!(matches!(why(&other), Unproved::Roll { .. }), "{:?}", why(&other));
        let swapped = Record { commitment: Some("00".into()), ..honest.clone() };
        assert!(matches!(why(&swapped), Unproved::Commitment { .. }));
        assert_eq!(why(&Record { seed: None, ..honest.clone() }), Unproved::NoSeed);
        // Somebody turns a told card into a rolled one.
        let mut claimed = honest;
        let told = claimed.steps.iter().position(|step| step.starts_with("told: ")).unwrap();
        claimed.steps[told] = claimed.steps[told].replace("told: ", "chance: ");
        assert!(matches!(why(&claimed), Unproved::Roll { .. }));
    }
}
