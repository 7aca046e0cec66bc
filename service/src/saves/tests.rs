//! What a saved game tells to whom.

use super::*;
use crate::{dice::Seed, session::Session};
use catalog::GameKind;
use key::of_tests;

const SEED: u64 = 8_121_314_151_617;

/// A game in the middle, played at random.
fn midway(game: GameKind, options: &[(&str, &str)], steps: usize) -> Session {
    let chosen = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut session = Session::new(game, chosen, &PackFiles::default(), SEED).unwrap();
    let mut rng = Seed::of_number(3).dice(0);
    while session.record.steps.len() < steps {
        let step = match session.table.turn() {
            Turn::Over => break,
            Turn::Chance => session.roll().unwrap(),
            Turn::Each(seats) | Turn::Any(seats) => {
                session.table.random_action(seats.lowest().unwrap(), &mut rng).unwrap()
            }
        };
        session.play(&step).unwrap();
    }
    // A short game is looked at earlier.
    match session.table.turn() {
        Turn::Over if steps != usize::MAX => midway(game, options, session.record.steps.len() / 2),
        Turn::Over | Turn::Chance | Turn::Each(_) | Turn::Any(_) => session,
    }
}

fn saved(session: &Session, key: &Key) -> String {
    text(&session.record, &PackFiles::default(), &[Seat::new(0)], key).unwrap()
}

fn sealed(text: &str) -> Sealed {
    match read(text).unwrap() {
        Found::Sealed(sealed) => sealed,
        Found::Open(record) => panic!("it is open: {record}"),
    }
}

#[test]
fn an_unfinished_game_of_any_kind_comes_back_whole_and_tells_no_seed() {
    let key = of_tests(7);
    for game in GameKind::ALL {
        let session = midway(*game, &[], 160);
        let text = saved(&session, &key);
        assert!(!text.contains(&SEED.to_string()), "{text}");
        let sealed = sealed(&text);
        assert_eq!(sealed.shown.seed, None);
        let opened = sealed.open(&key).unwrap();
        assert_eq!((&opened.record, opened.people), (&session.record, Some(vec![Seat::new(0)])), "{game}");
    }
}

#[test]
fn what_the_file_shows_is_what_an_onlooker_saw() {
    let mut hidden = 0;
    for game in GameKind::ALL.iter().filter(|game| game.info().secrets) {
        let session = midway(*game, &[], 400);
        let text = saved(&session, &of_tests(7));
        let shown = sealed(&text).shown;
        let mut table = game.table(&session.record.options, &PackFiles::default()).unwrap();
        for (line, whole) in shown.steps.iter().zip(&session.record.steps) {
            let told = table.play_disclosed(&whole.parse().unwrap()).unwrap();
            assert_eq!(told.is_open_to(None), line == whole, "{game}: {whole}");
            hidden += u32::from(line.ends_with(HIDDEN));
        }
    }
    assert!(hidden > 50, "only {hidden} hidden steps");
}

#[test]
fn nobody_opens_it_with_another_key_and_nobody_changes_it() {
    let text = saved(&midway(GameKind::MinionsOfMordak, &[], 120), &of_tests(7));
    let other = sealed(&text).open(&of_tests(8)).unwrap_err();
    assert!(matches!(other, BadSave::OtherKey { .. }), "{other}");
    let changed = text.replacen("seat 1: ", "seat 2: ", 1);
    assert_ne!(changed, text);
    assert_eq!(sealed(&changed).open(&of_tests(7)), Err(BadSave::Changed));
    for at in (0..sealed(&text).bytes.len()).step_by(97) {
        let mut one = sealed(&text);
        one.bytes[at] ^= 1;
        assert_eq!(one.open(&of_tests(7)), Err(BadSave::Changed));
        one.bytes.truncate(at);
        assert_eq!(one.open(&of_tests(7)), Err(BadSave::Changed));
    }
    assert_eq!(read(&text.replace("\nsealed ", "\nSealed: ")), Err(BadSave::NoSeal));
}

#[test]
fn two_saves_of_one_game_have_nothing_in_common_and_lengths_tell_little() {
    let session = midway(GameKind::FriendsAndFoes, &[], 60);
    let (one, other) = (saved(&session, &of_tests(7)), saved(&session, &of_tests(7)));
    let (one, other) = (sealed(&one).bytes, sealed(&other).bytes);
    assert_eq!(one.len(), other.len());
    assert_eq!((one.len() - NONCE_LEN - MAC_LEN) % BLOCK, 0);
    let same = one.iter().zip(&other).filter(|(a, b)| a == b).count();
    assert!(same < one.len() / 50, "{same} of {} bytes", one.len());
}

#[test]
fn without_the_key_only_what_hides_nothing_goes_on() {
    let other = of_tests(8);
    let open = sealed(&saved(&midway(GameKind::ParaRoles, &[], 80), &of_tests(7)));
    let resumed = open.resume(&other).unwrap();
    assert_eq!((resumed.record.seed, resumed.people), (None, None), "with other dice");
    let hiding = sealed(&saved(&midway(GameKind::FriendsAndFoes, &[], 80), &of_tests(7)));
    let why = hiding.resume(&other).unwrap_err().to_string();
    assert!(why.contains("--key FILE"), "{why}");
}

#[test]
fn a_finished_game_stays_open() {
    let session = midway(GameKind::MinionsOfMordak, &[("seats", "2")], usize::MAX);
    let text = saved(&session, &of_tests(7));
    assert_eq!(read(&text), Ok(Found::Open(session.record.clone())));
    assert!(crate::verify::verify(&session.record, &PackFiles::default()).unwrap().rolled > 10);
}

#[test]
fn the_key_is_made_once_and_for_its_owner_alone() {
    let folder = std::env::temp_dir().join(format!("understudy-{}-key", std::process::id()));
    let file = folder.join("below").join("saves.key");
    let made: Vec<Key> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(|| Key::of(Some(&file)).unwrap())).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(made.iter().all(|key| *key == made[0]), "all who came at once have the same");
    assert_eq!(std::fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left behind");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    std::fs::write(&file, "short").unwrap();
    assert!(Key::of(Some(&file)).unwrap_err().to_string().contains("has 32 bytes, but these are 5"));
    std::fs::remove_dir_all(folder).unwrap();
}
