//! Whole games as records with their story: any changed line must be explained by a rule.
//!
//! `UPDATE=1 cargo test -p tests playthroughs` tells the stories of the recorded steps anew;
//! `UPDATE=new` looks for the shortest random games that end as wanted and records those.

use catalog::{AnyTable, GameKind, PackFiles, Record};
use kernel::Turn;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::PathBuf;
use tests::workspace;

/// File name, options, and how the game must end.
const GAMES: [(&str, &str, &str); 12] = [
    ("tower_normal_defeat", "campaign=dragons_tower", "Defeat"),
    ("tower_insane_doubles_defeat", "campaign=dragons_tower stats=insane doubles=true", "Defeat"),
    ("woods_easy_victory", "campaign=walk_in_the_woods stats=easy rest_between=full", "Victory"),
    (
        "random_encounters_minions_victory",
        "campaign=random_encounters scenario=minion_madness stats=easy",
        "Victory",
    ),
    (
        "random_encounters_elite",
        "campaign=random_encounters stats=easy roles=elite_squadron rest_between=full",
        "Victory",
    ),
    (
        "random_encounters_blind_date_defeat",
        "campaign=random_encounters stats=less_random roles=blind_date",
        "Defeat",
    ),
    (
        "peasants_in_the_woods",
        "campaign=walk_in_the_woods stats=easy roles=revolt_of_the_peasants rest_between=full",
        "Victory",
    ),
    ("maze_victory", "campaign=maze_of_madness stats=easy rest_between=full", "Victory"),
    ("maze_apprentice_defeat", "campaign=maze_of_madness stats=apprentice", "Defeat"),
    ("dungeon_defeat", "campaign=dungeon_crawl stats=ace_team", "Defeat"),
    ("rifts_defeat", "campaign=dimensional_rifts stats=easy roles=the_band_is_back_together", "Defeat"),
    (
        "treasure_hunt_defeat",
        "campaign=random_encounters scenario=treasure_hunt stats=band_of_fools",
        "Defeat",
    ),
];

/// The table is drawn after so many steps, and at the end.
const DRAW_EVERY: usize = 40;

fn file(name: &str) -> PathBuf {
    workspace().join("tests/playthroughs/para_roles").join(format!("{name}.txt"))
}

fn options(text: &str) -> Vec<(String, String)> {
    text.split(' ')
        .filter_map(|pair| pair.split_once('='))
        .map(|(n, v)| (n.to_owned(), v.to_owned()))
        .collect()
}

/// A random game as a record, and how it ended.
fn random_game(setup: &str, seed: u64, steps_max: usize) -> Option<(Record, String)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let game = GameKind::ParaRoles;
    let mut table = game.table(&options(setup), &PackFiles::default()).expect("options of a playthrough");
    let mut record = Record {
        game,
        options: options(setup),
        content: "built-in".into(),
        seed: Some(seed.to_string()),
        commitment: None,
        steps: vec![],
    };
    while record.steps.len() < steps_max {
        let line = match table.turn() {
            Turn::Over => return Some((record, table.result().unwrap_or_default())),
            Turn::Chance => table.sample(&mut rng)?,
            Turn::Each(seats) | Turn::Any(seats) => {
                let n = kernel::below(&mut rng, seats.len());
                table.random_action(seats.nth(n)?, &mut rng)?
            }
        };
        record.steps.push(table.play(&line).expect("a listed step").0);
    }
    None
}

/// The record with its story and the table now and then as comments.
fn told(record: &Record) -> String {
    let head = Record { steps: vec![], ..record.clone() }.to_string();
    let mut text = head;
    let mut count = 0;
    let draw = |table: &dyn AnyTable| -> String {
        table
            .draw()
            .to_text()
            .lines()
            .map(|line| format!("#   | {line}").trim_end().to_owned() + "\n")
            .collect()
    };
    let end = record
        .replay_with(&PackFiles::default(), |line, story, table| {
            text.push_str(line);
            text.push('\n');
            story.iter().for_each(|told| text.push_str(&format!("# {told}\n")));
            count += 1;
            if count % DRAW_EVERY == 0 {
                text.push_str(&draw(table));
            }
        })
        .unwrap_or_else(|why| panic!("{why}"));
    text.push_str(&draw(end.as_ref()));
    text.push_str(&format!("# {}\n", end.result().unwrap_or_else(|| "unfinished".into())));
    text
}

fn record_shortest(setup: &str, ending: &str) -> Record {
    let mut best: Option<Record> = None;
    for seed in 0..3_000 {
        let most = best.as_ref().map_or(20_000, |b| b.steps.len());
        if let Some((record, end)) = random_game(setup, seed, most)
            && end.starts_with(ending)
        {
            best = Some(record);
        }
    }
    best.unwrap_or_else(|| panic!("no random game of `{setup}` ends with {ending}"))
}

#[test]
fn recorded_games_are_told_as_they_were() {
    let update = std::env::var("UPDATE").unwrap_or_default();
    for (name, setup, ending) in GAMES {
        let file = file(name);
        if update == "new" {
            std::fs::write(&file, told(&record_shortest(setup, ending)))
                .expect("a playthrough can be written");
        }
        let text = std::fs::read_to_string(&file)
            .unwrap_or_else(|e| panic!("{}: {e}; UPDATE=new records it", file.display()));
        let record = Record::read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(record.options, options(setup), "{name} was recorded with other options");
        let now = told(&record);
        if update == "1" {
            std::fs::write(&file, &now).expect("a playthrough can be written");
            continue;
        }
        if let Some((i, (was, is))) =
            text.lines().zip(now.lines()).enumerate().find(|(_, (was, is))| was != is)
        {
            panic!("{name}, line {}: was `{was}`, is `{is}`", i + 1);
        }
        assert_eq!(text.lines().count(), now.lines().count(), "{name} has become longer or shorter");
        assert!(
            now.lines().last().is_some_and(|end| end.starts_with(&format!("# {ending}"))),
            "{name} ends otherwise"
        );
    }
}

#[test]
fn every_file_in_the_folder_is_played() {
    let folder = workspace().join("tests/playthroughs/para_roles");
    for entry in std::fs::read_dir(folder).expect("the folder of playthroughs") {
        let name = entry.expect("an entry").file_name().to_string_lossy().replace(".txt", "");
        assert!(GAMES.iter().any(|(known, _, _)| *known == name), "{name}.txt is played by no test");
    }
}
