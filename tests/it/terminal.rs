//! The terminal, typed at like a person would: playing, wrong input, undo, saving, loading, own dice.

use catalog::GameKind;
use clap::Parser;
use service::{
    cli::{Cli, Command, Dice, PlayArgs, RemoteArgs},
    play,
};
use std::{io::Cursor, path::PathBuf};

fn args() -> PlayArgs {
    PlayArgs {
        game: GameKind::ParaRoles,
        bots: "none".into(),
        level: "greedy".parse().expect("an agent"),
        options: vec![],
        seed: Some(7),
        dice: Dice::House,
        load: None,
        content: None,
        remote: RemoteArgs::default(),
    }
}

/// What the terminal shows to somebody who types these lines.
fn typed(args: PlayArgs, lines: &str) -> String {
    let mut out = anstream::StripStream::new(Vec::new());
    play::play(args, &mut Cursor::new(lines.to_owned()), &mut out).expect("wrong input is no error");
    String::from_utf8(out.into_inner()).expect("text")
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("understudy-{}-{name}", std::process::id()))
}

#[test]
fn a_person_plays_by_number_and_by_notation() {
    let shown = typed(args(), "done\nattack e1\nquit\n");
    assert!(shown.contains("Minion of Darkness (e1)") && shown.contains("HP  2/2"), "{shown}");
    assert!(shown.contains("seat 0: attack e1"), "{shown}");
    let by_number = typed(args(), "1\n1\nquit\n");
    assert!(by_number.contains("seat 3: done") && by_number.contains("seat 0: attack e1"), "{by_number}");
}

#[test]
fn wrong_input_gets_a_sentence_and_the_prompt_again() {
    let shown = typed(args(), "done\nfly away\n99\n0\n2: cure h0\n2: attack e1\nquit\n");
    for wrong in ["fly away", "99", "0", "2: cure h0"] {
        assert!(shown.contains(&format!("`{wrong}` is none of these")), "{wrong}: {shown}");
    }
    assert!(shown.contains("seat 2: attack e1"), "{shown}");
}

#[test]
fn undo_takes_back_the_decision_and_the_dice_fall_as_they_fell() {
    let shown = typed(args(), "done\n2: attack e1\nundo\n2: attack e1\nquit\n");
    assert!(shown.contains("taken back"));
    let cards: Vec<&str> = shown.lines().filter(|l| l.contains("chance: draw")).collect();
    assert!(cards.len() >= 2 && cards[0] == cards[cards.len() / 2], "{cards:?}");
    assert!(typed(args(), "undo\nquit\n").contains("nothing of yours to take back"));
}

#[test]
fn a_saved_game_is_replayed_and_gone_on_with() {
    let file = temporary("saved.txt");
    typed(args(), &format!("done\n2: attack e1\nsave {}\nquit\n", file.display()));
    let text = std::fs::read_to_string(&file).expect("the record was written");
    assert!(
        text.starts_with("understudy record 1\ngame para_roles\n") && text.contains("seat 2: attack e1"),
        "{text}"
    );
    let again = typed(PlayArgs { load: Some(file.clone()), seed: None, ..args() }, "table\nquit\n");
    assert!(again.contains("round 1") && again.contains("deck"), "{again}");
    let inside = typed(args(), &format!("load {}\nquit\n", file.display()));
    assert!(inside.contains("steps played again"), "{inside}");
    let cli = Cli::parse_from(["understudy", "replay", &file.to_string_lossy(), "--quiet"]);
    service::run(cli).expect("the record is legal");
    std::fs::write(&file, text.replace("attack e1", "attack e4")).expect("damaged on purpose");
    let cli = Cli::parse_from(["understudy", "replay", &file.to_string_lossy(), "--quiet"]);
    let why = service::run(cli).expect_err("a damaged record is refused").to_string();
    assert!(why.contains("step 2: `attack e4` is not possible for seat 2"), "{why}");
    std::fs::remove_file(file).expect("removed");
}

#[test]
fn own_dice_are_typed_and_impossible_cards_are_refused() {
    let mine = PlayArgs { dice: Dice::Mine, ..args() };
    let shown = typed(mine, "done\n2: attack e1\n8H\nagain 8h\n8h\n3♣\nquit\n");
    assert!(shown.contains("turn a card for Damage (h2): below Attack 9, or a 2"), "{shown}");
    assert!(shown.contains("`again 8h` cannot come now"), "{shown}");
    assert!(shown.contains("`8h` cannot come now"), "an 8 of hearts comes once: {shown}");
    assert!(shown.contains("takes 1 (1 HP left)"), "{shown}");
}

#[test]
fn bots_fill_seats_and_a_whole_game_plays_itself() {
    let shown = typed(PlayArgs { bots: "all".into(), ..args() }, "");
    let end = shown.lines().last().unwrap_or_default();
    assert!(end.starts_with("Defeat") || end.starts_with("Victory") || end.starts_with("The party"), "{end}");
    let same = typed(PlayArgs { bots: "all".into(), ..args() }, "");
    assert_eq!(shown, same, "the same seed gives the same game");
}

#[test]
fn wrong_set_ups_say_what_would_be_right() {
    let why = |args: PlayArgs| {
        play::play(args, &mut Cursor::new(""), &mut Vec::new()).expect_err("refused").to_string()
    };
    let with = |name: &str, value: &str| PlayArgs { options: vec![(name.into(), value.into())], ..args() };
    assert!(why(with("speed", "9")).contains("there is no option `speed`; there are: scenario"));
    assert!(
        why(with("campaign", "moon")).contains("`moon` is not possible; expected one of: walk_in_the_woods")
    );
    assert!(why(PlayArgs { bots: "5".into(), ..args() }).contains("expected `all`, `none` or seats"));
    assert!(why(PlayArgs { load: Some("no/such/file".into()), ..args() }).contains("no/such/file"));
    assert!(why(PlayArgs { content: Some(std::env::temp_dir()), ..args() }).contains("roles.ron"));
}

#[test]
fn content_of_a_pack_replaces_the_built_in_one_and_a_bad_one_is_refused() {
    let folder = temporary("pack");
    std::fs::create_dir_all(&folder).expect("a folder");
    let items = |cost: &str| {
        let text =
            para_roles::content::FILES.iter().find(|(name, _)| *name == "items.ron").expect("built in").1;
        text.replace("stat_upgrade: 5", &format!("stat_upgrade: {cost}"))
    };
    std::fs::write(folder.join("items.ron"), items("4")).expect("written");
    let shown = typed(PlayArgs { content: Some(folder.clone()), ..args() }, "done\nquit\n");
    assert!(shown.contains("the party acts"), "{shown}");
    std::fs::write(folder.join("items.ron"), items("many")).expect("written");
    let args = PlayArgs { content: Some(folder.clone()), ..args() };
    let why = play::play(args, &mut Cursor::new(""), &mut Vec::new()).expect_err("refused").to_string();
    assert!(why.contains("items.ron: line 3"), "{why}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn the_command_line_teaches() {
    let help = |words: &[&str]| Cli::try_parse_from(words).expect_err("help is shown").to_string();
    assert!(help(&["understudy", "--help"]).contains("understudy play para_roles"));
    assert!(help(&["understudy", "play", "--help"]).contains("--dice mine"));
    assert!(
        help(&["understudy", "play", "chess"]).contains("there is no game `chess`; there are: para_roles")
    );
    assert!(help(&["understudy", "play", "para_roles", "-o", "x"]).contains("expected NAME=VALUE"));
    let rules = Cli::parse_from(["understudy", "rules", "para_roles", "pr-051"]);
    assert!(matches!(rules.command, Some(Command::Rules { .. })));
    service::run(rules).expect("there is such a rule");
    let none = Cli::parse_from(["understudy", "rules", "para_roles", "PR-999"]);
    assert!(service::run(none).expect_err("no such rule").to_string().contains("no rule PR-999"));
}

#[test]
fn a_hint_names_an_action_and_changes_nothing() {
    let shown = typed(args(), "hint\nhint\nquit\n");
    assert!(shown.matches("seat ").count() >= 2, "{shown}");
    assert!(shown.contains('.'), "{shown}");
    let without = typed(args(), "quit\n");
    assert_eq!(shown.matches("which?").count(), without.matches("which?").count() + 2);
}

/// Friends and Foes against one bot, formations agreed on.
fn skirmish() -> PlayArgs {
    let options = vec![("formations".to_owned(), "WB-3,WB-4".to_owned())];
    let level = "random".parse().expect("an agent");
    PlayArgs { game: GameKind::FriendsAndFoes, bots: "others".into(), options, level, ..args() }
}

#[test]
fn the_hand_of_a_bot_stays_secret_at_the_terminal() {
    let shown = typed(skirmish(), "buy 2\nquit\n");
    let drawn = |who: &str| -> Vec<&str> { shown.lines().filter(|l| l.contains(who)).collect() };
    let (own, other) = (drawn("seat 0 draws"), drawn("seat 1 draws"));
    assert!(own.len() >= 7 && own.iter().all(|line| !line.contains("a card")), "{own:?}");
    assert!(other.len() >= 5 && other.iter().all(|line| line.contains("a card")), "{other:?}");
    assert!(shown.contains("chance: (face down)") && shown.contains("seat 1: (face down)"), "{shown}");
}

#[test]
fn own_cards_settle_a_skirmish_and_a_card_comes_once() {
    let deal = "2c\n3c\n4c\n5c\n6c\n2d\n3d\n4d\n5d\n2d\n6d\n";
    let shown =
        typed(PlayArgs { dice: Dice::Mine, bots: "none".into(), ..skirmish() }, &format!("{deal}quit\n"));
    assert!(shown.contains("`2d` cannot come now"), "{shown}");
    assert!(shown.contains("how many cards to buy"), "{shown}");
}

#[test]
fn a_whole_skirmish_plays_itself() {
    let shown = typed(PlayArgs { bots: "all".into(), ..skirmish() }, "");
    let end = shown.lines().last().unwrap_or_default();
    assert!(end.contains("wins in round") || end.contains("a draw in round"), "{end}");
}
