//! Views that somebody meddled with: refused, or good for sixty more steps. Never a panic.

use super::{any_table, position, step, view};
use crate::wire::meddled::meddled;
use ::friends_and_foes::{Content, invariants};
use kernel::{Seat, Table, Turn};
use proptest::prelude::*;
use proto::v1::FriendsAndFoesView;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::sync::{Arc, LazyLock};

static CONTENT: LazyLock<Content> = LazyLock::new(Content::built_in);

/// Words of all kinds, so that many changes still read.
#[rustfmt::skip]
const WORDS: [&str; 40] = [
    "", "a1", "a2", "a3", "a6", "b1", "b2", "b6", "c1", "d8", "r1c1", "r1c2", "r2c2", "r3c3", "r8c8", "ATK-01", "ATK-02",
    "ACT-01", "REA-01", "PAS-04", "basic", "RG1", "WA2", "KN3", "MIN-1", "MIN-9", "elevated", "garrison", "difficult",
    "fellowship", "master", "treasure", "last_standing", "7S", "2H 3H 4S", "AC", "brace", "rally", "SCN-1", "TWI-2",
];

/// A view that was meddled with, read; if it is accepted, sixty steps are played from a guess at it. True if it was.
fn survives(seed: u64, steps: u32, changes: u32, keep_bytes: bool) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut table = any_table(&CONTENT, &mut rng);
    let eyes = Seat::new((seed % u64::from(table.game().options.seats)) as u8);
    for _ in 0..steps {
        step(&mut table, &mut rng);
    }
    let told = |table: &Table<_>| view(table.game(), &table.seen_by(Some(eyes)));
    // A moment that has a name, so that what was meddled with is not refused for the bytes alone.
    while !keep_bytes && told(&table).in_progress.is_some() && step(&mut table, &mut rng) {}
    let name = "understudy.v1.FriendsAndFoesView";
    let told: FriendsAndFoesView = meddled(name, &told(&table), changes, &WORDS, &mut rng);
    let Ok(state) = position(table.game(), &told) else { return false };
    let asked = Table::at(Arc::clone(table.game()), state);
    let guess = asked.view(eyes).guess(table.game(), &mut rng);
    invariants::check(table.game(), &guess).expect("what is accepted is sound");
    let mut table = Table::at(Arc::clone(table.game()), guess);
    for _ in 0..60 {
        if !step(&mut table, &mut rng) {
            assert_eq!(table.turn(), Turn::Over, "somebody is asked and has no answer");
            break;
        }
    }
    true
}

#[test]
fn many_meddled_views_are_refused_or_played_on() {
    let cases = std::env::var("CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_500);
    let accepted =
        (0..cases).filter(|n| survives(*n, (*n % 700) as u32, 1 + (*n % 4) as u32, n % 8 == 0)).count();
    assert!(accepted * 10 > cases as usize, "only {accepted} of {cases} were accepted: nothing is tried");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_meddled_view_is_refused_or_played_on(
        seed in any::<u64>(), steps in 0u32..600, changes in 1u32..8, keep in any::<bool>(),
    ) {
        survives(seed, steps, changes, keep);
    }

    /// Bytes that are no view at all, or nearly one.
    #[test]
    fn any_bytes_are_refused_or_sound(
        seed in 0u64..50, at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>(),
    ) {
        use prost::Message as _;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = any_table(&CONTENT, &mut rng);
        for _ in 0..seed * 7 {
            step(&mut table, &mut rng);
        }
        let mut bytes = view(table.game(), &table.seen_by(Some(Seat::new(0)))).encode_to_vec();
        let place = at.index(bytes.len());
        bytes[place] = byte;
        bytes.truncate(bytes.len() - cut.index(8));
        if let Ok(read) = FriendsAndFoesView::decode(bytes.as_slice()) {
            let _ = position(table.game(), &read);
        }
    }
}
