//! The terminal, typed at like a person would: playing, wrong input, undo, saving, loading, own dice.

use catalog::GameKind;
use clap::Parser;
use service::{
    cli::{Cli, Command, Dice, FileArgs, PlayArgs, RemoteArgs},
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
        files: FileArgs { key: Some(temporary("saves.key")), from: None },
        own_box: None,
        remote: RemoteArgs::default(),
    }
}

/// What the terminal shows to somebody who types these lines.
fn typed(args: PlayArgs, lines: impl AsRef<[u8]>) -> String {
    let mut out = anstream::StripStream::new(Vec::new());
    play::play(args, &mut Cursor::new(lines), &mut out).expect("wrong input is no error");
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
fn what_is_no_text_gets_a_sentence_and_the_game_goes_on() {
    let shown = typed(args(), b"done\n\xff\xfe\n2: attack e1\nquit\n");
    assert!(shown.contains("which? that line is no text (UTF-8)"), "{shown}");
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
    typed(args(), format!("done\n2: attack e1\nsave {}\nquit\n", file.display()));
    let text = std::fs::read_to_string(&file).expect("the record was written");
    assert!(
        text.starts_with("understudy sealed record 1\n") && text.contains("seat 2: attack e1"),
        "what all saw can be read: {text}"
    );
    assert!(!text.contains("seed 7"), "{text}");
    let again = typed(PlayArgs { load: Some(file.clone()), seed: None, ..args() }, "table\nquit\n");
    assert!(again.contains("round 1") && again.contains("deck"), "{again}");
    let inside = typed(args(), format!("load {}\nquit\n", file.display()));
    assert!(inside.contains("steps played again"), "{inside}");
    let (at, key) = (file.display().to_string(), temporary("saves.key").display().to_string());
    let words = ["understudy", "replay", &at, "--quiet", "--key", &key];
    let replay = || service::run(Cli::parse_from(words)).map_err(|why| why.to_string());
    replay().expect("the record is legal");
    std::fs::write(&file, text.replace("attack e1", "attack e4")).expect("damaged on purpose");
    let why = replay().expect_err("a damaged save is refused");
    assert!(why.contains("it was changed since it was saved"), "{why}");
    let plain =
        "understudy record 1\ngame para_roles\ncontent built-in\nseed 7\nseat 3: done\nseat 2: attack e4\n";
    std::fs::write(&file, plain).expect("as it was saved before there were seals");
    let why = replay().expect_err("a damaged record is refused");
    assert!(why.contains("step 2: `attack e4` is not possible for seat 2"), "{why}");
    std::fs::write(&file, plain.replace("attack e4", "attack e1")).expect("written");
    let old = typed(PlayArgs { load: Some(file.clone()), seed: None, ..args() }, "table\nquit\n");
    assert!(old.contains("round 1"), "plain old saves still load: {old}");
    std::fs::remove_file(&file).expect("removed");
}

#[test]
fn a_file_that_is_there_is_written_over_only_when_told_so() {
    let file = temporary("there.txt");
    std::fs::write(&file, "a letter").expect("written");
    let at = file.display();
    let shown = typed(args(), format!("done\nsave {at}\nquit\n"));
    assert!(shown.contains(&format!("{at} is there already; `save! {at}` writes over it")), "{shown}");
    assert_eq!(std::fs::read_to_string(&file).expect("read"), "a letter");
    let shown = typed(args(), format!("done\nsave! {at}\n2: attack e1\nsave {at}\nquit\n"));
    assert_eq!(shown.matches("saved ").count(), 2, "its own file it may write again: {shown}");
    assert!(std::fs::read_to_string(&file).expect("read").contains("attack e1"));
    std::fs::remove_file(file).expect("removed");
}

#[test]
fn a_person_who_leaves_is_told_once_that_steps_would_be_lost() {
    let at_terminal = |lines: &str| {
        let mut out = anstream::StripStream::new(Vec::new());
        play::play_with(args(), &mut Cursor::new(lines), &mut out, true).expect("no error");
        String::from_utf8(out.into_inner()).expect("text")
    };
    let told = |shown: &str| shown.matches("are not saved: `save FILE` keeps them").count();
    assert_eq!(told(&at_terminal("quit\n")), 0, "nothing was played");
    assert_eq!(told(&at_terminal("done\nquit\nquit\n")), 1);
    assert_eq!(told(&at_terminal("done\n")), 1, "the end of the input is a wish to leave");
    assert_eq!(told(&at_terminal("done\nquit\n2: attack e1\nquit\n")), 2, "more would be lost");
    let file = temporary("kept.txt");
    assert_eq!(told(&at_terminal(&format!("done\nsave {}\nquit\n", file.display()))), 0);
    std::fs::remove_file(file).expect("saved");
    assert_eq!(told(&typed(args(), "done\nquit\n")), 0, "a pipe cannot answer");
}

#[test]
fn own_dice_are_typed_and_impossible_cards_are_refused() {
    let mine = PlayArgs { dice: Dice::Mine, ..args() };
    let shown = typed(mine, "done\n2: attack e1\n8\n8H\nagain 8h\n8h\n3♣\nhelp\nquit\n");
    assert!(shown.contains("turn a card for Damage (h2): below Attack 9, or a 2"), "{shown}");
    assert!(shown.contains("`again 8h` cannot come now"), "{shown}");
    assert!(shown.contains("`8h` cannot come now: it was already turned"), "it comes once: {shown}");
    assert!(shown.contains("which suit? type 8H, 8D, 8S or 8C"), "{shown}");
    assert!(!shown.contains("2H, 3H, 4H"), "nobody reads fifty cards: {shown}");
    assert!(shown.contains("a card is its rank and H, D, S or C, a die its number"), "{shown}");
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
    assert!(help(&["understudy", "soak", "--games", "0"]).contains("0 is not in 1.."));
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

/// The lines between `...` stand in the README as they are printed, in this order and without gaps.
#[test]
fn the_first_game_of_the_readme_is_what_is_printed() {
    let readme = include_str!("../../README.md");
    let shown =
        readme.split("## A first game").nth(1).and_then(|rest| rest.split("```").nth(1)).expect("a game");
    let mut lines = shown.trim().lines().map(str::trim_end);
    let command =
        lines.next().and_then(|line| line.strip_prefix("$ cargo run --release -- ")).expect("a command");
    let words = std::iter::once("understudy").chain(command.split_whitespace());
    let Some(Command::Play(args)) = Cli::parse_from(words).command else { panic!("{command}") };
    let typed_there: String = shown
        .lines()
        .filter_map(|line| line.strip_prefix("which? "))
        .map(|line| format!("{line}\n"))
        .collect();
    // At a terminal what is typed stands behind the question, and ends its line.
    let printed = typed(*args, typed_there).replace("which? ", "which?\n");
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let mut from = 0;
    let mut gap = true;
    for line in lines {
        let line = if line.starts_with("which? ") { "which?" } else { line };
        if line.trim() == "..." {
            gap = true;
            continue;
        }
        let rest = &printed[from..];
        let found = if gap { rest.iter().position(|other| *other == line) } else { Some(0) };
        let at = from + found.unwrap_or_default();
        assert_eq!(
            printed.get(at),
            Some(&line),
            "the README shows what is not printed any more: run `{command}`"
        );
        (from, gap) = (at + 1, false);
    }
}

/// Warbands that are agreed on: the first choice is how many cards to buy.
fn skirmish(bots: &str) -> PlayArgs {
    let options = [("preset", "club"), ("formations", "WB-1,WB-5"), ("round_limit", "5")];
    let options = options.map(|(name, value)| (name.into(), value.into())).into();
    PlayArgs { game: GameKind::FriendsAndFoes, bots: bots.into(), options, ..args() }
}

#[test]
fn a_skirmish_is_played_at_the_prompt_against_a_bot_whose_hand_stays_hidden() {
    let shown = typed(
        PlayArgs { level: "random".parse().expect("an agent"), ..skirmish("1") },
        "buy 0\n1\ntable\nhint\nquit\n",
    );
    assert!(shown.contains("everybody lays an initiative card face down"), "{shown}");
    assert!(shown.contains("seat 0 draws ") && shown.contains("seat 1 draws a card"), "{shown}");
    assert!(shown.contains("seat 1: (hidden)"), "{shown}");
    let drew = |line: &&str| line.starts_with("  seat 1 draws ") && *line != "  seat 1 draws a card";
    assert_eq!(shown.lines().find(drew), None);
    assert!(!shown.contains("pass the screen"), "nobody else looks on");
}

#[test]
fn people_who_share_a_screen_pass_it_on_before_they_see_their_hands() {
    let shown = typed(skirmish("none"), "\nbuy 0\n\nbuy 0\nquit\n");
    let (before, rest) = shown.split_once("pass the screen to seat 0").expect("the first");
    assert!(!before.lines().any(|line| line.starts_with("  hand")), "{before}");
    let (first, second) = rest.split_once("pass the screen to seat 1").expect("the second");
    let hands = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("  hand")).map(str::to_owned).collect()
    };
    assert_eq!(hands(first).len(), 1, "{first}");
    let others = hands(second);
    assert!(!others.is_empty() && others.iter().all(|hand| *hand == others[0] && *hand != hands(first)[0]));
    assert!(
        !shown.lines().any(|line| line.starts_with("  seat")
            && line.contains("draws")
            && !line.ends_with("draws a card"))
    );
}

#[test]
fn bots_alone_play_a_skirmish_to_its_end() {
    let all = || PlayArgs { level: "random".parse().expect("an agent"), ..skirmish("all") };
    let shown = typed(all(), "");
    let end = shown.lines().last().unwrap_or_default();
    assert!(end.contains(" in round "), "{end}");
    assert_eq!(shown, typed(all(), ""), "the same seed gives the same game");
}

/// A person with real cards of their own against a bot with the house's.
fn real_cards() -> PlayArgs {
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options =
        vec![option("formations", "WB-1,WB-5"), option("decks", "hidden"), option("starting_hand", "5")];
    PlayArgs { game: GameKind::FriendsAndFoes, bots: "1".into(), options, ..args() }
}

#[test]
fn a_person_with_real_cards_names_them_as_they_are_played() {
    let shown = typed(real_cards(), "buy 2\n5D\ntable\nquit\n");
    assert!(shown.contains("seat 0: buy 2") && shown.contains("seat 0 draws a card"), "{shown}");
    assert!(
        shown.contains("one of 52") && shown.contains("initiative ..."),
        "a long list is one line: {shown}"
    );
    assert!(shown.contains("seat 0 shows 5♦: 5 tokens"), "{shown}");
    assert!(shown.contains("hand 6, deck 45"), "{shown}");
}

#[test]
fn a_real_table_is_put_right_and_a_card_told_wrongly_is_explained() {
    let lines = "set ?\nset 0.hand 8\nbuy 0\n5D\nset 0.unseen 5D\nundo\nquit\n";
    let shown = typed(real_cards(), lines);
    assert!(shown.contains("a1.health 3, a1.area r2c1"), "`set ?` says what can be set: {shown}");
    assert!(shown.contains("set: 0.hand 8"), "{shown}");
    assert!(shown.contains("a card of the discard pile"), "5D is the initiative card: {shown}");
}

#[test]
fn a_bot_cannot_hold_cards_that_only_a_person_has() {
    let mut out = Vec::new();
    let refused = play::play(PlayArgs { bots: "all".into(), ..real_cards() }, &mut Cursor::new(""), &mut out);
    let told = refused.expect_err("refused").to_string();
    assert!(told.contains("only a person has the cards of seat 0"), "{told}");
}

/// Heroes with real cards against a Villain that is a bot.
fn real_heroes(bots: &str) -> PlayArgs {
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options = vec![option("heroes", "alyndra"), option("void_deck", "house"), option("hands", "hidden")];
    PlayArgs { game: GameKind::MinionsOfMordak, bots: bots.into(), options, ..args() }
}

#[test]
fn a_hero_with_real_spells_is_never_asked_what_was_drawn_and_no_bot_takes_the_seat() {
    let shown = typed(
        real_heroes("0"),
        "table\nhint\nset h1.arcane 3\nset h1.holds a1,a1,a1\nset h1.holds a1,d1\nquit\n",
    );
    assert!(shown.contains("draws a Spell of the arcane deck"), "only the back is known: {shown}");
    assert!(shown.contains("arcane ?") || shown.contains("Arcane ?"), "{shown}");
    assert!(shown.contains("h1.arcane is 3"), "{shown}");
    assert!(shown.contains("have not been seen elsewhere"), "{shown}");
    let mut out = Vec::new();
    let refused = play::play(real_heroes("all"), &mut Cursor::new(""), &mut out);
    let told = refused.expect_err("refused").to_string();
    assert!(told.contains("only a person has the cards of seat 1"), "{told}");
}

#[test]
fn a_standing_order_answers_at_the_prompt_and_is_saved_and_taken_back() {
    let file = temporary("standing_orders");
    let hero = || {
        let options = vec![("seats".to_owned(), "2".to_owned()), ("heroes".to_owned(), "alyndra".to_owned())];
        PlayArgs { game: GameKind::MinionsOfMordak, bots: "0".into(), seed: Some(5), options, ..args() }
    };
    let asked = typed(hero(), "roll magic\nquit\n");
    assert!(asked.contains("Alyndra may react: Alyndra has rolled"), "{asked}");
    let name = file.display();
    let ordered = typed(
        hero(),
        format!(
            "set h1.reacts W3 never\nset h1.reacts cast never if damage>=2\nroll magic\nsave {name}\nset h1.reacts ?\nundo\nundo\nquit\n"
        ),
    );
    assert!(!ordered.contains("Alyndra may react"), "{ordered}");
    assert!(ordered.contains("seat 1: pass"), "the answer is shown: {ordered}");
    assert!(
        ordered.contains("standing orders for Reactions: 1. rolled never"),
        "the table shows it: {ordered}"
    );
    assert!(ordered.contains("damage is known in damage (w6), defeat (w7)"), "{ordered}");
    assert!(ordered.contains("standing orders of h1: 1. rolled never"), "`?` lists them: {ordered}");
    let taken_back = ordered.rsplit("taken back").next().unwrap_or_default();
    assert!(!taken_back.contains("standing orders"), "the order is taken back too: {taken_back}");
    let resumed = typed(PlayArgs { load: Some(file.clone()), ..hero() }, "quit\n");
    assert!(resumed.contains("standing orders for Reactions: 1. rolled never"), "{resumed}");
    let _ = std::fs::remove_file(file);
}

/// A party with its own cards and dice, of which only the enemies are told.
fn real_party(campaign: &str, dice: Dice) -> PlayArgs {
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options = vec![option("campaign", campaign), option("track", "minimal")];
    PlayArgs { game: GameKind::ParaRoles, dice, options, ..args() }
}

#[test]
fn a_party_at_a_real_table_tells_only_what_touches_the_enemies() {
    let lines = "meet 1\n9H\n6D\n5S\n7C\nhit e1 2\nstance h2\ndone\n1\n4S\ndone\n5\n8C\nundo\n6C\nset e1.hp 5\nhint\n\
                 hit e1 9\nKH\ntreasure h0 attack\nmeet 1\n9H\n8D\nquit\n";
    let shown = typed(real_party("random_encounters", Dice::Mine), lines);
    assert!(shown.contains("the table"), "one seat speaks for all: {shown}");
    assert!(shown.contains("Commander of the Void (e1): 9 HP"), "{shown}");
    assert!(shown.contains("hit e1 ..."), "a long list is one line: {shown}");
    assert!(shown.contains("Commander of the Void (e1) takes 2 (7 HP left)"), "{shown}");
    assert!(shown.contains("roll the die for Commander of the Void (e1)"), "{shown}");
    assert!(shown.contains("Damage (h2) takes no harm: on guard"), "{shown}");
    assert!(shown.contains("Damage Boost stays pending"), "{shown}");
    assert!(shown.contains("next hit deals 3 more"), "what was told wrongly is told again: {shown}");
    assert!(shown.contains("set: e1.hp 5"), "{shown}");
    assert!(shown.contains("there is nothing to advise"), "{shown}");
    assert!(shown.contains("treasure: turn cards until ♥ or ♦ or ♠ or ♣ comes"), "{shown}");
    assert!(shown.contains("treasure 1 ♠"), "the table shows what enemies may steal: {shown}");
    assert!(shown.contains("look again: 9♥ should lie in the Graveyard"), "{shown}");
}

#[test]
fn a_whole_campaign_is_told_to_its_end() {
    let spoils: String = ["2H", "2D", "2S", "2C", "KH"]
        .iter()
        .zip(["h0", "h1", "h2", "h3", "h0"])
        .map(|(card, hero)| format!("{card}\ntreasure {hero} attack\n"))
        .collect();
    let lines = format!(
        "level 13\nstance h0\ncovers h1\nhero h2\ndone\n6\nKC\nhit e1 13\ndead h3\nslain e1\n{spoils}"
    );
    let shown = typed(real_party("dragons_tower", Dice::Mine), lines.as_str());
    assert!(shown.contains("Dragon (e1): 14 HP"), "{shown}");
    assert!(shown.contains("Protector (h1) takes 3"), "{shown}");
    assert!(shown.contains("Victory: 1 encounters beaten"), "{shown}");
}

#[test]
fn the_house_may_roll_for_enemies_and_no_bot_tells_what_it_cannot_see() {
    let shown = typed(real_party("walk_in_the_woods", Dice::House), "meet 2\nhit_all 1\ndone\nquit\n");
    assert!(shown.contains("chance: alive") && shown.contains("acts as number 2"), "{shown}");
    let mut out = Vec::new();
    let bots = PlayArgs { bots: "all".into(), ..real_party("walk_in_the_woods", Dice::Mine) };
    let told = play::play(bots, &mut Cursor::new(""), &mut out).expect_err("refused").to_string();
    assert!(told.contains("only a person has the cards of seat 0"), "{told}");
    let map = play::play(real_party("maze_of_madness", Dice::Mine), &mut Cursor::new(""), &mut out);
    let told = map.expect_err("refused").to_string();
    assert!(told.contains("campaign = random_encounters, with the map on your own table"), "{told}");
}

/// The solitaire game at a real table.
fn real_solitaire(track: &str) -> PlayArgs {
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options = vec![option("seats", "1"), option("track", track)];
    PlayArgs { game: GameKind::FiendsAndFamiliars, dice: Dice::Mine, options, ..args() }
}

#[test]
fn solitaire_at_a_real_table_needs_no_more_than_the_enemy_dice() {
    let shown = typed(real_solitaire("minimal"), "done\ntake I3\n3\n5\ngone S1\ndone\ncall\nundo\nquit\n");
    assert!(shown.contains("Market deck: discard 20, put 1 card into a trash pile"), "a checklist: {shown}");
    assert!(shown.contains("I took Initiative card Top: two enemy dice"), "{shown}");
    assert!(shown.contains("put the card of slot 3 into the trash"), "{shown}");
    assert!(shown.contains("put the revealed Minion face down under its deck"), "{shown}");
    assert!(
        shown.contains("slot 2 goes to the discard pile") && shown.contains("slot 4 goes to the trash"),
        "{shown}"
    );
    assert!(shown.contains("from the next round on one die a card; 13 rounds left"), "{shown}");
}

#[test]
fn solitaire_with_told_dice_and_cards_is_put_right() {
    let set_up: String = (1..=25).map(|card| format!("MK-{card:03}\n")).collect();
    let lines = format!("{set_up}sheet SH-01\ntoken red\nset ?\nundo\nquit\n");
    let shown = typed(real_solitaire("whole"), lines);
    assert!(shown.contains("20 cards of the Market deck are discarded"), "{shown}");
    assert!(shown.contains("0.gold 5, 0.xp 2"), "`set ?` says what can be set: {shown}");
}

/// A person reads a storybook of their own, a bot plays the missing hero.
fn own_book() -> PlayArgs {
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options = vec![
        option("seats", "2"),
        option("scope", "table"),
        option("mode", "normal"),
        option("heroes", "H01,H03"),
    ];
    PlayArgs { game: GameKind::Adventures, bots: "1".into(), options, ..args() }
}

#[test]
fn an_own_book_is_told_at_the_table_and_the_bot_votes_and_plays() {
    // Whatever the bot asks for is declined; what is not asked for is no harm.
    let passes = "decline\npass\nagree\n".repeat(10);
    let lines = format!(
        "storyteller p0\nset ?\nset choice argue your writ; back away\noption 1\n\
         set check limit 3 R* *4\n{passes}set 1.fatigue 2\nset check R*\ntable\nquit\n"
    );
    let shown = typed(own_book(), lines);
    assert!(shown.contains("0.fatigue 5, 0.health 17"), "`set ?` says what can be told: {shown}");
    assert!(shown.contains("argue your writ") && shown.contains("seat 1 votes: option 1"), "{shown}");
    assert!(shown.contains("skill check: yours") && shown.contains("the check is "), "{shown}");
    assert!(shown.contains("told: 1.fatigue 2") && shown.contains("fatigue 2/16"), "{shown}");
    assert!(shown.contains("expected it such as `check limit 5"), "{shown}");
}
