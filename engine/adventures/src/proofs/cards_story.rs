//! Items, familiars, death entries and endings of the house campaign, played from the entry that offers them.

use crate::{Adventures, content::story::Kind, fixture::Fixture};
use kernel::{Log, Table, laws, proves, script::play};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// One hero in this adventure, with these items, reading this entry.
fn at(code: &str, items: &str, label: &str) -> Table<Adventures> {
    adventure(code).items(items).at_entry(label).table()
}

fn adventure(code: &str) -> Fixture {
    Fixture::new(&format!("scope=adventure adventure={code} seats=1"))
}

#[track_caller]
fn has(table: &Table<Adventures>, title: &str, card: &str) {
    let state = table.state();
    assert!(
        title.is_empty()
            || state.journal.titles & title.parse::<crate::words::TitleId>().expect(title).bit() != 0
    );
    assert!(card.is_empty() || state.holder(card.parse().expect(card)).is_some(), "{card}");
}

#[test]
fn oil_and_striker_together_light_the_seventh_lamp() {
    let table = play(
        at("ADV1", "12 17", "E"),
        "xp is 2                       # one from the set-up page, one from the gallery
         seat 0: item
         seat 0: combine 12 17
         entry is E1
         p0.fatigue is 2
         xp is 4
         factions is 7 4 3
         seat 0 may the_end",
    );
    has(&table, "003", "");
}

#[test]
fn a_rope_leads_into_the_hull_and_a_key_opens_the_stair() {
    let table = play(
        at("ADV1", "31", "C1"),
        "seat 0: item
         seat 0: use 31
         entry is C1
         gold is 10
         seat 0 may not item           # nothing left to use here",
    );
    has(&table, "", "R01");
    play(
        at("ADV1", "23", "D"),
        "seat 0: item
         seat 0: use 23
         entry is D2
         p0.fatigue is 0
         xp is 2
         seat 0: move
         seat 0: go E
         at is E
         entry is E",
    );
}

#[test]
fn without_the_key_the_gallery_stays_closed() {
    play(at("ADV1", "", "D"), "seat 0: move\nseat 0 may go F\nseat 0 may not go E");
}

#[test]
fn whoever_is_thrown_out_of_the_gallery_stands_on_the_stair() {
    let fallen = adventure("ADV1").hand(0, "").rows(0, "").ready(0, false).fatigue(0, 14, 16).at_entry("E");
    let table = play(fallen.table(), "seat 0: option 2\np0.fatigue is 15\nasked chance");
    // The moths cost 1 before the fight. Whatever is drawn, at fatigue 15 of 16 nobody survives two empty slots.
    let table = play(table, "draw R\ndraw B\nroll 1\nroll 1\nentry is D2\nat is D\ndeaths is 1");
    assert_eq!(table.state().sheets[kernel::Seat::new(0)].fatigue, 11, "16 - 6 for the first death, + 1");
}

#[test]
fn a_chart_a_ledger_and_a_disguise_each_move_the_clans() {
    let table = play(at("ADV2", "52", "C1"), "seat 0: item\nseat 0: use 52\nentry is C1\nfactions is 5 5 3");
    has(&table, "", "R05");
    let table =
        play(at("ADV2", "36", "E"), "seat 0: item\nseat 0: use 36\nfactions is 4 5 3\ncontest is true");
    has(&table, "007", "");
    let table = play(
        at("ADV2", "41 44", "E"),
        "seat 0: item
         seat 0: combine 41 44
         p0.fatigue is 1
         factions is 6 7 3
         gold is 11                    # four for the truce; the Council is not the highest
         over is true",
    );
    has(&table, "009", "R02");
}

#[test]
fn the_bell_stops_the_song() {
    let table = play(
        at("ADV3", "58", "D"),
        "seat 0: item
         seat 0: use 58
         entry is D
         p0.fatigue is 2
         factions is 5 4 1
         xp is 4",
    );
    has(&table, "011", "");
}

#[test]
fn the_lullaby_and_three_other_ends() {
    proves!("RA-140");
    let ending = |table: &Table<Adventures>| {
        let ending = table.state().journal.ending.expect("an ending");
        table.game().content.campaign.endings[ending.index()].id.clone()
    };
    let table = play(
        at("ADV3", "63 69", "G"),
        "seat 0: item\nseat 0: combine 63 69\nentry is G4\nxp is 3\nseat 0: the_end\nover is true",
    );
    has(&table, "012", "");
    assert_eq!(ending(&table), "PEACE");
    for (keyword, said) in [("SILENT", "SILENCE"), ("CROWN", "CROWN"), ("DONE", "FLOOD")] {
        let table = adventure("ADV3").keyword(keyword).at_entry("G4").table();
        assert_eq!(ending(&play(table, "seat 0: the_end")), said);
    }
    // Once it is open, THE END may be taken wherever the party may move.
    let open = adventure("ADV3").at_entry("F3").table();
    play(open, "entry is F1\nseat 0 may the_end");
}

#[test]
fn the_millers_light_goes_home_in_a_jar() {
    let table = play(
        at("SQ", "81", "B1"),
        "seat 0: item
         seat 0: use 81
         entry is B1
         xp is 2",
    );
    assert_eq!(table.state().map.items.last().map(ToString::to_string), Some("86".to_owned()));
    let table = play(
        at("SQ", "86", "E"),
        "seat 0: item
         seat 0: use 86
         entry is E1
         p0.fatigue is 2
         seat 0: the_end
         gold is 9
         xp is 3
         factions is 6 4 3",
    );
    has(&table, "015", "R07");
}

/// Labels of a book that a party may stand before: all but the set-up page and the Tome, which come by themselves.
fn labels(fixture: &Fixture, code: &str) -> Vec<String> {
    let content = &fixture.game().content;
    let book = content.adventures.iter().find(|a| a.code == code).expect(code);
    let standing = |kind| matches!(kind, Kind::Base(_) | Kind::Turn(..) | Kind::Item(..) | Kind::End);
    let mine = content.entries.iter().filter(|e| e.adventure == Some(book.id) && standing(e.kind));
    mine.map(|e| e.label.clone()).collect()
}

#[test]
fn every_entry_can_be_read_and_played_on_from_by_parties_of_every_size() {
    let mut read = 0;
    for seats in 1..=4 {
        for code in ["ADV1", "ADV2", "ADV3", "SQ"] {
            let laid_out = Fixture::new(&format!("scope=adventure adventure={code} seats={seats}"));
            for label in labels(&laid_out, code) {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(read);
                let mut table = laid_out.clone().at_entry(&label).table();
                for _ in 0..80 {
                    let Some(step) = laws::random_step(&table, table.turn(), &mut rng) else { break };
                    table.play(step, &mut Log::off()).unwrap_or_else(|e| panic!("{code} {label}: {e}"));
                }
                read += 1;
            }
        }
    }
    assert_eq!(read, 4 * (25 + 26 + 26 + 20));
}

/// On the way from the causeway to the moorings, before the token is flipped.
const TO_THE_MOORINGS: &str = "seat 0: move\nseat 0: go C\nasked chance\n";

#[test]
fn a_hound_follows_with_its_die() {
    let table = adventure("ADV2").at_entry("A1").table();
    let table = play(table, &format!("{TO_THE_MOORINGS}encounter 7\nat is C\nbag is 37"));
    has(&table, "", "F01");
}

#[test]
fn joining_the_preacher_costs_a_little_and_pleases_the_choir() {
    let song = || adventure("ADV2").rows(0, "R2").at_entry("A1").table();
    play(
        song(),
        &format!(
            "{TO_THE_MOORINGS}encounter 6
             seat 0: option 1
             factions is 5 4 4
             seat 0: drain R
             p0.R is 1
             at is C"
        ),
    );
    play(
        song(),
        &format!("{TO_THE_MOORINGS}encounter 6\nseat 0: option 2\nfactions is 5 4 2\np0.R is 2\nat is C"),
    );
}

#[test]
fn a_friend_of_the_fen_is_fed_better() {
    let hearth = || adventure("ADV3").fatigue(0, 9, 16).explored("A B");
    let lines = "seat 0: move\nseat 0: go C\nencounter 1\n";
    play(hearth().at_entry("B1").table(), &format!("{lines}p0.fatigue is 7"));
    play(hearth().title("014").at_entry("B1").table(), &format!("{lines}p0.fatigue is 5"));
}

/// A hero who can do no more, with so many deaths behind, when options are due.
fn dying(deaths: u8) -> Fixture {
    adventure("ADV1").journal(|j| j.deaths = deaths).hand(0, "K10 K07").xp(5).gold(5).fatigue(0, 16, 16)
}

#[test]
fn each_death_costs_more_than_the_last() {
    let fallen = |deaths| dying(deaths).at_entry("A1").table();
    play(fallen(0), "deaths is 1\ngold is 4\np0.fatigue is 10\nentry is A1");
    play(fallen(1), "deaths is 2\ngold is 3\np0.fatigue is 10");
    play(fallen(2), "deaths is 3\nxp is 3\ngold is 5\np0.fatigue is 11");
    play(
        fallen(3),
        "deaths is 4\nseat 0: return K07\np0.hand is K10\np0.fatigue is 11\nseat 0 may not the_end",
    );
    play(
        fallen(4),
        "deaths is 5
         seat 0: return K10
         xp is 2
         p0.fatigue is 12
         seat 0 may the_end            # nobody should come back this often",
    );
    play(fallen(5), "deaths is 5\nseat 0: return K10\nxp is 2");
}
