//! Every entry of the house campaign can be read and played on from.

use crate::{content::story::Kind, fixture::Fixture};
use kernel::{Log, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

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
        for code in ["ADV1", "ADV2", "ADV3", "ADV4", "ADV5", "ADV6", "SQ"] {
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
    assert_eq!(read, 4 * (25 + 26 + 26 + 38 + 41 + 38 + 20));
}
