//! What people at a real table are told to do, along random games.

use super::{at_random, start};
use crate::{Action, queries::Look, rules::rounds};
use kernel::{Show as _, Step};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn every_order_of_a_random_game_has_words_and_no_step_of_notation() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut orders = 0;
    for options in ["seats=2", "seats=4 hands=hidden minions=fast", "seats=4 come_and_go=true"] {
        at_random(start(options), &mut rng, usize::MAX, |table, step| {
            let Step::Act { seat, action } = step else { return };
            let told = table.game().order(table.seen_by(Some(seat)).state(), seat, action).expect("words");
            assert!(told != action.to_string() && !told.contains("  "), "{action}: {told}");
            orders += u32::from(!told.is_empty());
        });
    }
    assert!(orders > 500, "{orders} orders");
}

/// Whoever is far makes no roll before the next Minion is picked, whatever it does and wherever it goes.
#[test]
fn nobody_counts_as_far_who_could_attack_in_its_turn() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut far = 0;
    for _ in 0..250 {
        let mut watched = false;
        at_random(start("seats=3 minions=fast"), &mut rng, usize::MAX, |table, step| {
            let look = Look { g: table.game(), s: table.state() };
            let picks = look.s.stack.top() == Some(&rounds::Frame::MinionPick.into());
            watched &= look.s.depth > 0;
            if picks {
                watched = rounds::far_ones_left(look);
                far += u32::from(watched);
            }
            match step {
                Step::Chance(_) => {
                    assert!(!watched || !look.s.is_hero_round() && look.s.depth == 0, "a far Minion rolls");
                }
                Step::Act { seat, .. } => {
                    let rolls = table.legal(seat).iter().any(|action| matches!(action, Action::Roll { .. }));
                    assert!(!(watched && rolls && look.s.depth > 0), "{:?}", look.s.level());
                }
            }
        });
    }
    assert!(far > 30, "far Minions were picked {far} times");
}
