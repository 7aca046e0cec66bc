//! Whole games as records with their story: any changed line must be explained by a rule.
//!
//! `UPDATE=1 cargo test -p tests playthroughs` tells the stories of the recorded steps anew;
//! `UPDATE=new` records what has no file yet: the shortest random game that ends as wanted.

use catalog::{AnyStep, AnyTable, GameKind, PackFiles, Record};
use kernel::Turn;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::PathBuf;
use tests::workspace;

/// Game, file name, options, and how the game must end.
const GAMES: [(GameKind, &str, &str, &str); 38] = [
    (PARTY, "tower_normal_defeat", "campaign=dragons_tower", "Defeat"),
    (PARTY, "tower_insane_doubles_defeat", "campaign=dragons_tower stats=insane doubles=true", "Defeat"),
    (PARTY, "woods_easy_victory", "campaign=walk_in_the_woods stats=easy rest_between=full", "Victory"),
    (
        PARTY,
        "random_encounters_minions_victory",
        "campaign=random_encounters scenario=minion_madness stats=easy",
        "Victory",
    ),
    (
        PARTY,
        "random_encounters_elite",
        "campaign=random_encounters stats=easy roles=elite_squadron rest_between=full",
        "Victory",
    ),
    (
        PARTY,
        "random_encounters_blind_date_defeat",
        "campaign=random_encounters stats=less_random roles=blind_date",
        "Defeat",
    ),
    (
        PARTY,
        "peasants_in_the_woods",
        "campaign=walk_in_the_woods stats=easy roles=revolt_of_the_peasants rest_between=full",
        "Victory",
    ),
    (PARTY, "maze_victory", "campaign=maze_of_madness stats=easy rest_between=full", "Victory"),
    (PARTY, "maze_apprentice_defeat", "campaign=maze_of_madness stats=apprentice", "Defeat"),
    (PARTY, "dungeon_defeat", "campaign=dungeon_crawl stats=ace_team", "Defeat"),
    (
        PARTY,
        "rifts_defeat",
        "campaign=dimensional_rifts stats=easy roles=the_band_is_back_together",
        "Defeat",
    ),
    (
        PARTY,
        "treasure_hunt_defeat",
        "campaign=random_encounters scenario=treasure_hunt stats=band_of_fools",
        "Defeat",
    ),
    (PARTY, "tower_minimal_victory", "campaign=dragons_tower track=minimal", "Victory"),
    (FOES, "two_last_standing", "formations=WB-1,WB-2", "Last Man Standing"),
    (FOES, "two_built_formations_club", "preset=club scenario=SCN-2", "Last Man Standing"),
    (
        FOES,
        "two_treasure",
        "preset=club find_base=1 formations=WB-4,WB-8 scenario=SCN-7",
        "We've Got What We Came For",
    ),
    (FOES, "two_hill", "scenario=SCN-3 formations=WB-3,WB-7", "King of the Hill"),
    (FOES, "two_round_limit", "formations=WB-3,WB-4 round_limit=5", "Round limit"),
    (FOES, "three_territories", "seats=3 formations=WB-1,WB-4,WB-6 twist=TWI-6", "Territories"),
    (FOES, "three_last_standing", "seats=3 formations=WB-1,WB-3,WB-5 round_limit=5", "Last Man Standing"),
    (FOES, "three_two_against_one", "seats=3 teams=01v2 formations=WB-2,WB-3,WB-1", "Last Man Standing"),
    (
        FOES,
        "four_teams_breakthrough",
        "seats=4 scenario=SCN-5 formations=WB-1,WB-2,WB-7,WB-8",
        "Breakthrough",
    ),
    (FOES, "four_free_for_all", "seats=4 formations=WB-5,WB-6,WB-7,WB-8 twist=TWI-4", "King of the Hill"),
    (HEROES, "solo_check_passed", "seats=1 scope=check check=P01:II heroes=H01 mode=normal", "Passed"),
    (HEROES, "four_check_failed", "seats=4 scope=check check=P08:IV modifiers=M01 mode=legendary", "Failed"),
    (HEROES, "two_combat_victory", "seats=2 scope=combat enemies=E04 heroes=H01,H03 mode=normal", "Victory"),
    (
        HEROES,
        "three_combat_defeat",
        "seats=3 scope=combat enemies=E15+E09 modifiers=M06 mode=normal",
        "Defeat",
    ),
    (HEROES, "solo_dark_lamp", "seats=1 scope=adventure adventure=ADV1 heroes=H10 mode=normal", "The end"),
    (HEROES, "two_campaign", "seats=2 mode=ask heroes=H01,H05", "Campaign over"),
    (MORDAK, "one_hero_villain_fell", "seats=2 heroes=bjorn windows=held", "The Villain fell"),
    (MORDAK, "three_heroes_souls", "seats=4 heroes=amos,bjorn,loxley", "Three Souls"),
    (MORDAK, "five_heroes_souls", "seats=6", "Three Souls"),
    (RIVALS, "solo_survives", "seats=1", "15 Reputation Stars: NPC"),
    (RIVALS, "solo_dies", "seats=1 monsters_and_minions=true", "the Monster kills"),
    (RIVALS, "solo_minimal", "seats=1 track=minimal", "41 Reputation Stars: Clan Leader"),
    (RIVALS, "two", "seats=2", "A (Gladiator) wins"),
    (RIVALS, "five", "seats=5 monsters_and_minions=true", "B (Hospitaller) wins"),
    (FERRY, "all_overboard", "crossings=3 overboard=all", "Bo wins"),
];

const PARTY: GameKind = GameKind::ParaRoles;
const FOES: GameKind = GameKind::FriendsAndFoes;
const HEROES: GameKind = GameKind::Adventures;
const MORDAK: GameKind = GameKind::MinionsOfMordak;
const RIVALS: GameKind = GameKind::FiendsAndFamiliars;
const FERRY: GameKind = GameKind::NightFerry;

/// The table is drawn after so many steps, and at the end.
const DRAW_EVERY: usize = 40;

fn file(game: GameKind, name: &str) -> PathBuf {
    workspace().join("tests/playthroughs").join(game.word()).join(format!("{name}.txt"))
}

fn options(text: &str) -> Vec<(String, String)> {
    text.split(' ')
        .filter_map(|pair| pair.split_once('='))
        .map(|(n, v)| (n.to_owned(), v.to_owned()))
        .collect()
}

/// What players do whenever they may, where random play would hardly ever come to the end wanted.
const LIKES: [(&str, &str); 6] = [
    ("woods_easy_victory", "attack"),
    ("random_encounters_minions_victory", "attack"),
    ("random_encounters_elite", "attack"),
    ("peasants_in_the_woods", "attack"),
    ("two_treasure", "search"),
    ("three_last_standing", "attack"),
];

/// A random game as a record, and how it ended.
fn random_game(
    game: GameKind,
    setup: &str,
    likes: Option<&str>,
    seed: u64,
    steps_max: usize,
) -> Option<(Record, String)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
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
        let step = match table.turn() {
            Turn::Over => return Some((record, table.result().unwrap_or_default())),
            Turn::Chance => table.sample(&mut rng)?,
            Turn::Each(seats) | Turn::Any(seats) => {
                let n = kernel::below(&mut rng, seats.len());
                let seat = seats.nth(n)?;
                let liked = table
                    .choice_ids(seat)
                    .into_iter()
                    .find(|id| likes.is_some_and(|verb| id.starts_with(verb)));
                match liked {
                    Some(action) => AnyStep::Act { seat, action },
                    None => table.random_action(seat, &mut rng)?,
                }
            }
        };
        record.steps.push(table.play(&step).expect("a listed step").0.to_string());
    }
    None
}

/// The record with its story and the table now and then as comments.
fn story_of(record: &Record) -> String {
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

fn record_shortest(game: GameKind, name: &str, setup: &str, ending: &str) -> Record {
    let mut best: Option<Record> = None;
    // A campaign is long: fewer with `SEEDS=200`.
    let seeds = std::env::var("SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000);
    for seed in 0..seeds {
        let most = best.as_ref().map_or(20_000, |b| b.steps.len());
        let likes = LIKES.iter().find(|(of, _)| *of == name).map(|(_, verb)| *verb);
        if let Some((record, end)) = random_game(game, setup, likes, seed, most)
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
    for (game, name, setup, ending) in GAMES {
        let file = file(game, name);
        if update == "new" && !file.exists() {
            std::fs::write(&file, story_of(&record_shortest(game, name, setup, ending)))
                .expect("a playthrough can be written");
        }
        let text = std::fs::read_to_string(&file)
            .unwrap_or_else(|e| panic!("{}: {e}; UPDATE=new records it", file.display()));
        let record = Record::read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(record.options, options(setup), "{name} was recorded with other options");
        let now = story_of(&record);
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
    for game in GameKind::ALL {
        let folder = workspace().join("tests/playthroughs").join(game.word());
        // A game may have none recorded; one that `GAMES` names and that is missing is found above.
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries {
            let name = entry.expect("an entry").file_name().to_string_lossy().replace(".txt", "");
            let played = GAMES.iter().any(|(of, known, _, _)| of == game && *known == name);
            assert!(played, "{game}/{name}.txt is played by no test");
        }
    }
}
