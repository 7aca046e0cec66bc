//! Views that somebody meddled with: refused, or good for fifty more steps. Never a panic.

use super::{any_table, position, step, view};
use crate::wire::meddled::meddled;
use ::para_roles::{Content, invariants};
use kernel::{Table, Turn};
use proptest::prelude::*;
use proto::v1::ParaRolesView;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::sync::{Arc, LazyLock};

static CONTENT: LazyLock<Content> = LazyLock::new(Content::built_in);

/// Words of all kinds, so that many changes still read.
const WORDS: [&str; 42] = [
    "",
    "h0",
    "h1",
    "h2",
    "h3",
    "h4",
    "e1",
    "e2",
    "e3",
    "e4",
    "e5",
    "c1",
    "c2",
    "H",
    "D",
    "S",
    "C",
    "health",
    "defense",
    "attack",
    "trick",
    "cure",
    "protect_other",
    "joint_attack",
    "buff_ally",
    "immunity",
    "xxx",
    "polymorph",
    "holy_aura",
    "call_of_the_grave",
    "medical_evac",
    "dirty_bomb",
    "undead_guard",
    "king_of_the_dead",
    "dragon",
    "fear",
    "steal_treasure",
    "1",
    "3",
    "7S",
    "2H 3H 4S",
    "healer",
];
/// A view that was meddled with, read; if it is accepted, fifty steps are played from it. True if it was.
fn survives(seed: u64, steps: u32, changes: u32, keep_bytes: bool) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut table = any_table(&CONTENT, &mut rng);
    for _ in 0..steps {
        step(&mut table, &mut rng);
    }
    // A moment that has a name, so that what was meddled with is not refused for the bytes alone.
    while !keep_bytes && view(table.game(), table.state()).in_progress.is_some() && step(&mut table, &mut rng)
    {
    }
    let told = view(table.game(), table.state());
    let told: ParaRolesView = meddled("understudy.v1.ParaRolesView", &told, changes, &WORDS, &mut rng);
    let Ok(state) = position(table.game(), &told) else { return false };
    invariants::check(table.game(), &state).expect("what is accepted is sound");
    let mut table = Table::at(Arc::clone(table.game()), state);
    for _ in 0..50 {
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
        (0..cases).filter(|n| survives(*n, (*n % 1_200) as u32, 1 + (*n % 4) as u32, n % 8 == 0)).count();
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
        let mut bytes = view(table.game(), table.state()).encode_to_vec();
        let place = at.index(bytes.len());
        bytes[place] = byte;
        bytes.truncate(bytes.len() - cut.index(8));
        if let Ok(read) = ParaRolesView::decode(bytes.as_slice())
            && let Ok(state) = position(table.game(), &read)
        {
            prop_assert!(invariants::check(table.game(), &state).is_ok());
        }
    }
}
