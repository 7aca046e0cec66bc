//! Cards of people's own boxes at the terminal: told in the middle of a game by what is printed on them, kept for the next
//! game, saved, resumed, replayed and verified. And seats whose people roll their own dice.

use catalog::{GameKind, PackFiles, Record};
use kernel::{Seat, SeatSet};
use service::{
    cli::{Dice, FileArgs, PlayArgs, RemoteArgs},
    play,
    saves::{self, Found, key::Key},
    verify,
};
use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("understudy-own-box-{name}-{}", std::process::id()));
    // Left behind by a run that was broken off.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Three Heroes that are people with their own box against a Villain that is a bot. A Chump is turned up first.
fn group(dice: Dice, own_box: &std::path::Path) -> PlayArgs {
    let options =
        [("seats", "4"), ("heroes", "alyndra,amos,wugner"), ("void_deck", "house"), ("hands", "hidden")];
    PlayArgs {
        game: GameKind::MinionsOfMordak,
        bots: "0".into(),
        level: "greedy".parse().expect("an agent"),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        seed: Some(5),
        dice,
        load: None,
        content: None,
        files: FileArgs { key: Some(own_box.join("saves.key")), from: None },
        own_box: Some(own_box.to_owned()),
        remote: RemoteArgs::default(),
    }
}

/// What the terminal shows to somebody who types these lines.
fn typed(args: PlayArgs, lines: &str) -> String {
    let mut out = anstream::StripStream::new(Vec::new());
    play::play(args, &mut Cursor::new(lines), &mut out).expect("wrong input is no error");
    String::from_utf8(out.into_inner()).expect("text")
}

/// What was saved, opened with the key of this folder.
fn saved(file: &Path, folder: &Path) -> Record {
    let text = std::fs::read_to_string(file).expect("saved");
    match saves::read(&text).expect("a saved game") {
        Found::Open(record) => record,
        Found::Sealed(sealed) => {
            let key = Key::of(Some(&folder.join("saves.key"))).expect("the key");
            sealed.open(&key).expect("sealed with it").record
        }
    }
}

const BOG: &str = "chump \"Bog Thing\" health 2 wound 1 wounded 1 melee AN wounded_melee N";

#[test]
fn an_unknown_card_is_told_in_mid_game_and_saved_resumed_replayed_and_verified() {
    let folder = folder("saved");
    let file = folder.join("game.txt");
    let told = "a Chump: \"Bog Thing\", 2 Health, 1 damage, dice A N, wounded 1, wounded_dice N, no ability";
    let shown =
        typed(group(Dice::Mine, &folder), &format!("big bad wolf\n{told}\nsave {}\nquit\n", file.display()));
    assert!(shown.contains("`big bad wolf` cannot come now"), "{shown}");
    assert!(
        shown.contains("a card of your own that is not here is told by what is printed on it"),
        "{shown}"
    );
    assert!(shown.contains(&format!("card: {BOG}")), "{shown}");
    assert!(shown.contains("Bog Thing") && shown.contains("appears in"), "it stands on the Map: {shown}");

    let record = saved(&file, &folder);
    let cards: Vec<&String> = record.steps.iter().filter(|line| line.starts_with("card: ")).collect();
    assert_eq!(cards, [&format!("card: {BOG}")], "a line of its own");
    assert!(record.steps.iter().any(|line| line == "told: minion c13"), "{:?}", record.steps);
    let table = record.replay(&PackFiles::default()).expect("it is replayed");
    assert_eq!(table.told(), [BOG]);
    let found = verify::verify(&record, &PackFiles::default()).expect("it is verified");
    assert!(found.told > 0);

    // Resumed by somebody whose box is empty: the record knows the card.
    let elsewhere = folder.join("elsewhere");
    let resumed = PlayArgs { load: Some(file), seed: None, options: vec![], ..group(Dice::Mine, &elsewhere) };
    let resumed = PlayArgs { files: FileArgs { key: Some(folder.join("saves.key")), from: None }, ..resumed };
    let shown = typed(resumed, "table\nquit\n");
    assert!(shown.contains("Bog Thing"), "{shown}");
    std::fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn a_card_that_was_told_once_is_told_by_its_name_in_the_next_game() {
    let folder = folder("kept");
    let shown = typed(group(Dice::Mine, &folder), &format!("{BOG}\nquit\n"));
    assert!(shown.contains("appears in"), "{shown}");
    let kept = std::fs::read_to_string(folder.join("minions_of_mordak.box")).expect("kept");
    assert!(kept.ends_with(&format!("{BOG}\n")), "{kept}");
    let shown = typed(group(Dice::Mine, &folder), "bog-THNIG\nquit\n");
    assert!(shown.contains(&format!("card: {BOG}")) && shown.contains("appears in"), "{shown}");
    // With the command it may be told before it comes; and taken back.
    let shown = typed(group(Dice::Mine, &folder), "card bog thing\nundo\ncard bog thing\nbog thing\nquit\n");
    assert!(shown.contains("taken back") && shown.contains("appears in"), "{shown}");
    std::fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn what_is_no_card_is_refused_and_nothing_is_kept() {
    let folder = folder("refused");
    let long = "x".repeat(5_000);
    let lines = format!(
        "chump \"Bog Thing\"\nchump \"Bog Thing\" health 99\nchump \"Grave Tick\" health 2\ncard {long}\ncard ?\n\"\"\"\nquit\n"
    );
    let shown = typed(group(Dice::Mine, &folder), &lines);
    for why in [
        "the chump does not say `health`",
        "`health 99`: expected health 1 to 30",
        "`Grave Tick` is known here already",
        "a card is told in one line of at most 200 letters",
        "treasure \"NAME\" with slot offense|defense|item",
    ] {
        assert!(shown.contains(why), "{why}: {shown}");
    }
    assert!(!folder.join("minions_of_mordak.box").exists());
    std::fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn the_house_rolls_the_villains_dice_and_people_their_own() {
    let folder = folder("dice");
    // Cards are people's to tell: they have the box. The dice of Heroes too; those of the Villain fall by themselves.
    let own: SeatSet = [1, 2, 3].map(Seat::new).into_iter().collect();
    let file = folder.join("game.txt");
    let mut lines = String::new();
    let mut dice = (0, 0);
    for _ in 0..60 {
        let save = format!("{lines}save! {}\nquit\n", file.display());
        let shown = typed(group(Dice::Seats(own), &folder), &save);
        let record = saved(&file, &folder);
        let is_dice = |line: &&String| line.contains(" dice ") || line.contains(" hits ");
        let fell = |who: &str| record.steps.iter().filter(is_dice).filter(|l| l.starts_with(who)).count();
        dice = (fell("chance: "), fell("told: "));
        if dice.0 > 0 && dice.1 > 0 {
            break;
        }
        // When Heroes have rolled, the Villain shall have his Round.
        lines.push_str(&answer(&shown, if dice.1 == 0 { "roll " } else { "End " }));
        lines.push('\n');
    }
    assert!(dice.0 > 0 && dice.1 > 0, "both rolled: {dice:?}");
    std::fs::remove_dir_all(&folder).expect("ours");
}

/// What the last question of the terminal says can be typed.
fn answer(shown: &str, liked: &str) -> String {
    let lines: Vec<&str> = shown.lines().collect();
    let at = lines.iter().rposition(|line| line.contains("which? ") || line.contains("what came? "));
    let at = at.expect("a question");
    if lines[at].contains("which? ") {
        // What is liked if it is offered; else whatever is offered first.
        let offered = lines[..at].iter().rev().take_while(|line| !line.contains("? ")).collect::<Vec<_>>();
        let roll = offered.iter().find(|line| line.contains(liked));
        let number = |line: &&&str| line.split_whitespace().next()?.parse::<u32>().ok();
        return roll.and_then(number).unwrap_or(1).to_string();
    }
    let form = lines[..at].iter().rev().find(|line| line.trim_start().starts_with("type ")).expect("a form");
    let examples: Vec<&str> = form.split('`').skip(1).step_by(2).collect();
    (*examples.first().expect("an example")).to_owned()
}
