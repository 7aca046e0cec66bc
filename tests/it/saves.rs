//! Saved games and their secrets; campaigns and parties that go from one table to the next. At the terminal, typed.

use catalog::{AnyStep, GameKind, PackFiles, Record, handover};
use clap::Parser;
use kernel::Turn;
use service::{
    cli::{Cli, Command, FileArgs, PlayArgs},
    dice::Seed,
    play, replay,
    saves::{self, Found, Key},
    verify,
};
use std::{
    collections::BTreeMap,
    io::Cursor,
    path::{Path, PathBuf},
};

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("understudy-{}-saves-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }
    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
    /// `understudy play ...` with the key in this folder.
    fn play(&self, words: &str) -> PlayArgs {
        let words = std::iter::once("understudy").chain(["play"]).chain(words.split_whitespace());
        let Some(Command::Play(args)) = Cli::parse_from(words).command else { panic!("a game") };
        let args = *args;
        PlayArgs { files: FileArgs { key: Some(self.file("saves.key")), ..args.files }, ..args }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn typed(args: PlayArgs, lines: &str) -> String {
    let mut out = anstream::StripStream::new(Vec::new());
    play::play(args, &mut Cursor::new(lines), &mut out).unwrap_or_else(|why| panic!("{why}"));
    String::from_utf8(out.into_inner()).expect("text")
}

fn replayed(file: &Path, key: &Path) -> String {
    let mut out = anstream::StripStream::new(Vec::new());
    replay::run(&mut out, file, None, Some(key), false).unwrap_or_else(|why| panic!("{why}"));
    String::from_utf8(out.into_inner()).expect("text")
}

fn verified(file: &Path, key: &Path) -> Result<String, String> {
    let mut out = anstream::StripStream::new(Vec::new());
    verify::run(&mut out, file, None, Some(key)).map_err(|why| why.to_string())?;
    Ok(String::from_utf8(out.into_inner()).expect("text"))
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}

/// What somebody types who always takes the first thing.
fn first_things(count: usize) -> String {
    "1\n".repeat(count)
}

/// All that not everybody knows of this game, line by line of steps and stories; and how often the same words were said openly
/// at some other time.
fn secrets(record: &Record) -> BTreeMap<String, usize> {
    let mut table = record.game.table(&record.options, &PackFiles::default()).expect("it was played");
    let (mut hidden, mut open) = (vec![], vec![]);
    for line in &record.steps {
        let told = table.play_disclosed(&line.parse::<AnyStep>().expect("a step")).expect("a legal step");
        let which = if told.is_open_to(None) { &mut open } else { &mut hidden };
        which.push(told.step.to_string());
        let all: Vec<String> = told.lines(None).map(str::to_owned).collect();
        let only = told.story.iter().map(|line| line.text.clone()).filter(|line| !all.contains(line));
        hidden.extend(only);
        open.extend(all);
    }
    let said = |line: &String| open.iter().filter(|other| *other == line).count();
    hidden.into_iter().map(|line| (line.clone(), said(&line))).collect()
}

#[test]
fn a_save_in_mid_game_tells_nobody_what_seats_keep_from_each_other() {
    let mut hidden = 0;
    for game in GameKind::ALL.iter().filter(|game| game.info().secrets) {
        let folder = Folder::new(game.word());
        let (file, key) = (folder.file("game.txt"), folder.file("saves.key"));
        // The smallest game is soon over.
        let count = if *game == GameKind::NightFerry { 2 } else { 25 };
        let lines = format!("{}save {}\nquit\n", first_things(count), file.display());
        let shown = typed(folder.play(&format!("{game} --level random")), &lines);
        assert!(shown.contains("saved ") && !shown.lines().any(|line| line.starts_with("seed ")), "{shown}");
        let text = read(&file);
        let saves::Found::Sealed(sealed) = saves::read(&text).expect("a save") else {
            panic!("{game}: {text}")
        };
        let whole = sealed.open(&Key::of(Some(&key)).expect("the key")).expect("it opens").record;
        let seed = whole.seed.clone().expect("a seed");
        let unseen = secrets(&whole);
        hidden += unseen.len();
        let stranger = folder.file("other.key");
        for seen in [&text, &replayed(&file, &key), &replayed(&file, &stranger)] {
            assert!(!seen.contains(&seed), "{game}: the seed is told: {seen}");
            for (secret, openly) in &unseen {
                let found = seen.lines().filter(|line| line.trim() == secret).count();
                assert!(found <= *openly, "{game}: what only some know is told: {secret}");
            }
        }
        let told = verified(&file, &key).expect("honest dice");
        assert!(told.contains("follow from the sealed seed") && !told.contains(&seed), "{told}");
        let refused = verified(&file, &stranger).expect_err("it is sealed");
        assert!(refused.contains("the game is not over, so its seed stays sealed"), "{refused}");
    }
    assert!(hidden > 20, "only {hidden} secrets were at stake");
}

#[test]
fn a_sealed_save_goes_on_exactly_as_the_game_would_have_gone_on() {
    // The smallest game is over before it could be saved.
    for game in GameKind::ALL.iter().filter(|game| **game != GameKind::NightFerry) {
        let folder = Folder::new(&format!("on-{game}"));
        let file = folder.file("game.txt");
        let start = format!("{game} --level random --seed 5");
        let whole = typed(folder.play(&start), &format!("{}quit\n", first_things(30)));
        let halves = format!("{}save {}\nquit\n", first_things(12), file.display());
        typed(folder.play(&start), &halves);
        let load = folder.play(&format!("{game} --level random --load {}", file.display()));
        let rest = typed(load, &format!("{}quit\n", first_things(18)));
        let rest: Vec<&str> = rest.lines().skip_while(|line| !line.contains("1  ")).collect();
        let end = rest.get(rest.len().saturating_sub(60)..).unwrap_or(&rest);
        let all: Vec<&str> = whole.lines().collect();
        assert!(end.len() > 5 && all.ends_with(end), "{game}: it goes on otherwise\n{}", rest.join("\n"));
        assert!(!rest.iter().any(|line| line.starts_with("seed ")), "{game}");
    }
}

#[test]
fn nobody_takes_a_hand_that_was_a_bots_when_the_game_was_saved() {
    let folder = Folder::new("hand");
    let file = folder.file("game.txt");
    let words = "friends_and_foes --level random -o formations=WB-1,WB-5";
    typed(folder.play(words), &format!("buy 0\nsave {}\nquit\n", file.display()));
    let load = format!("friends_and_foes --bots none --load {}", file.display());
    let why = play::play(folder.play(&load), &mut Cursor::new(""), &mut Vec::new()).expect_err("refused");
    assert!(why.to_string().contains("seat 1 was a bot's when the game was saved"), "{why}");
    let inside = typed(folder.play("friends_and_foes --bots 0"), &format!("load {}\nquit\n", file.display()));
    assert!(inside.contains("seat 1 was a bot's") && inside.contains("the game here goes on"), "{inside}");
    // Bots may take over.
    typed(folder.play(&load.replace("none", "all --level random")), "");
}

#[test]
fn without_its_key_a_save_says_what_can_still_be_done() {
    let folder = Folder::new("keyless");
    let (hiding, open) = (folder.file("hiding.txt"), folder.file("open.txt"));
    let words = "friends_and_foes --level random -o formations=WB-1,WB-5";
    typed(folder.play(words), &format!("buy 0\nsave {}\nquit\n", hiding.display()));
    typed(
        folder.play("para_roles --bots none"),
        &format!("done\n2: attack e1\nsave {}\nquit\n", open.display()),
    );
    std::fs::remove_file(folder.file("saves.key")).expect("the key was here");
    let load = folder.play(&format!("friends_and_foes --load {}", hiding.display()));
    let why = play::play(load, &mut Cursor::new(""), &mut Vec::new()).expect_err("refused").to_string();
    assert!(why.contains("understudy replay") && why.contains("--key FILE"), "{why}");
    let shown = typed(folder.play(&format!("para_roles --bots none --load {}", open.display())), "quit\n");
    assert!(shown.contains("round 1"), "nothing was hidden, so it goes on with other dice: {shown}");
}

#[test]
fn a_finished_game_is_saved_open_and_its_dice_can_be_checked() {
    let folder = Folder::new("over");
    let (file, key) = (folder.file("game.txt"), folder.file("saves.key"));
    // A person in a seat who leaves everything to chance: the first thing, until the end.
    let args = folder.play("friends_and_foes --level random -o formations=WB-1,WB-5 -o round_limit=5");
    let shown = typed(args, &format!("{}save! {}\nquit\n", first_things(2_000), file.display()));
    let Found::Open(record) = saves::read(&read(&file)).expect("a save") else {
        panic!("it is over: {shown}")
    };
    let seed = record.seed.expect("told now");
    assert!(shown.contains(&format!("the seed was {seed}")), "{shown}");
    let hash = record.commitment.expect("from the start");
    assert!(shown.starts_with(&format!("the dice follow from a seed with the SHA-256 {hash}")), "{shown}");
    assert_eq!(Seed::of_text(&seed).expect("a seed").commitment(), hash);
    assert!(verified(&file, &key).expect("honest").contains("as the record says"));
}

// --- from table to table

/// A record of random play that stands where a table gives something out, as a file.
fn recorded(folder: &Folder, game: GameKind, options: &[(&str, &str)]) -> PathBuf {
    let options: Vec<_> = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    for seed in 0u64.. {
        let mut table = game.table(&options, &PackFiles::default()).expect("options");
        let (dice, mut rng) = (Seed::of_number(seed), Seed::of_number(seed + 1).dice(0));
        let mut steps: Vec<String> = vec![];
        while table.turn() != Turn::Over && handover::given_out(&*table).is_none() {
            let step = match table.turn().asked().lowest() {
                None => table.sample(&mut dice.dice(steps.len() as u64)).expect("chance"),
                Some(seat) => table.random_action(seat, &mut rng).expect("options"),
            };
            table.play(&step).expect("legal");
            steps.push(step.to_string());
        }
        if handover::given_out(&*table).is_some() {
            let content = PackFiles::default().fingerprint();
            let record =
                Record { game, options, content, seed: Some(seed.to_string()), commitment: None, steps };
            let file = folder.file("record.txt");
            std::fs::write(&file, record.to_string()).expect("written");
            return file;
        }
    }
    unreachable!("some random game gets there")
}

#[test]
fn a_party_goes_from_one_campaign_to_any_other() {
    let folder = Folder::new("party");
    let options = [("campaign", "walk_in_the_woods"), ("stats", "insane")];
    let finished = recorded(&folder, GameKind::ParaRoles, &options);
    let party = folder.file("party.txt");
    let load = folder.play(&format!("para_roles --bots none --load {}", finished.display()));
    let shown = typed(load, &format!("export party {}\n", party.display()));
    assert!(shown.contains("`understudy play para_roles --from"), "{shown}");
    let text = read(&party);
    assert!(text.starts_with("understudy handover 1\nparty\ngame para_roles\noption party items:"), "{text}");
    let campaigns =
        ["random_encounters", "dragons_tower", "maze_of_madness", "dungeon_crawl", "dimensional_rifts"];
    for campaign in campaigns {
        let words = format!(
            "para_roles --bots all --level random --seed 3 --from {} -o campaign={campaign}",
            party.display()
        );
        let shown = typed(folder.play(&words), "");
        let end = shown.lines().last().unwrap_or_default();
        assert!(
            ["Defeat", "Victory", "The party"].iter().any(|word| end.starts_with(word)),
            "{campaign}: {end}"
        );
    }
    // Here and now, without a file.
    let load = folder.play(&format!("para_roles --bots none --load {}", finished.display()));
    let shown = typed(load, "anew campaign=maze_of_madness\nexport party x\nquit\n");
    assert!(shown.contains("a new record begins here") && shown.contains("Maze of Madness"), "{shown}");
    assert!(shown.contains("there is no party to give out yet"), "{shown}");
    // What is damaged is refused in a sentence.
    std::fs::write(&party, text.replace("hero2:", "hero9:")).expect("damaged");
    let words = format!("para_roles --from {}", party.display());
    let why = play::play(folder.play(&words), &mut Cursor::new(""), &mut Vec::new()).expect_err("refused");
    assert!(why.to_string().contains("one `hero2:`"), "{why}");
    let words = format!("adventures --from {}", party.display());
    let why = play::play(folder.play(&words), &mut Cursor::new(""), &mut Vec::new()).expect_err("refused");
    assert!(why.to_string().contains("it is for para_roles, not for adventures"), "{why}");
}

#[test]
fn a_campaign_is_saved_at_a_break_and_goes_on_with_whoever_is_there() {
    let folder = Folder::new("campaign");
    let file = folder.file("campaign.txt");
    let record = recorded(&folder, GameKind::Adventures, &[("seats", "2"), ("mode", "normal")]);
    let load = folder.play(&format!("adventures --bots none --load {}", record.display()));
    let shown = typed(load, &format!("save campaign {}\nquit\n", file.display()));
    assert!(shown.contains("a break: the campaign is saved"), "{shown}");
    assert!(shown.contains("`understudy play adventures --from"), "{shown}");
    let text = read(&file);
    assert!(text.starts_with("understudy handover 1\ncampaign\ngame adventures\noption seats 2\n"), "{text}");
    let on = typed(
        folder.play(&format!("adventures --bots none --from {}", file.display())),
        "onward\n2: onward\nquit\n",
    );
    assert!(on.contains("a break: the campaign is saved"), "{on}");
    // A third player comes; then the first one goes.
    let three = format!("adventures --bots none --from {} -o seats=3", file.display());
    let shown = typed(folder.play(&three), "0: onward\n1: onward\nquit\n");
    assert!(shown.contains("onward"), "{shown}");
    let one = format!("adventures --bots none --from {} -o party=1", file.display());
    let shown = typed(folder.play(&one), "0: onward\n1: onward\nquit\n");
    assert!(shown.contains("leaves"), "{shown}");
    let again = format!("adventures --bots none --from {}", file.display());
    let shown = typed(folder.play(&again), "anew seats=3\nquit\n");
    assert!(shown.contains("a new record begins here"), "{shown}");
}
