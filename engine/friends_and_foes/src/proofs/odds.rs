//! The chances of the specification's appendix, counted over all pairs of cards.

use crate::{
    options::{DoublingStack, ResultMode},
    rules::attack_results::Clash,
    words::value,
};
use kernel::{Card, Rank};

/// Hit chance and expected damage of a 1-damage attack between a Warrior and a Rogue, over full decks.
fn chances(modifier: i8, resist: u8) -> (f64, f64) {
    let (mut hits, mut damage) = (0u32, 0u32);
    for card in Card::all() {
        for answer in Card::all() {
            let clash = Clash {
                attack: (value(card) as i8 + modifier).max(0) as u8,
                defence: value(answer) + resist,
                attack_critical: card.rank() == Rank::ACE || card.number() == 12,
                defence_critical: answer.rank() == Rank::ACE || answer.number() == 11,
            };
            let times = clash.times(ResultMode::Table, DoublingStack::Multiply);
            hits += u32::from(times > 0);
            damage += u32::from(times);
        }
    }
    (f64::from(hits) / 2704., f64::from(damage) / 2704.)
}

#[test]
fn hit_chances_agree_with_the_appendix() {
    for (modifier, row) in [
        (-1, [(0.44, 0.62), (0.38, 0.50), (0.33, 0.40), (0.28, 0.31), (0.24, 0.27)]),
        (0, [(0.56, 0.76), (0.44, 0.57), (0.38, 0.46), (0.33, 0.37), (0.28, 0.31)]),
        (1, [(0.62, 0.88), (0.56, 0.75), (0.44, 0.56), (0.38, 0.46), (0.33, 0.37)]),
        (2, [(0.67, 0.96), (0.62, 0.83), (0.56, 0.70), (0.44, 0.53), (0.38, 0.43)]),
        (3, [(0.72, 1.07), (0.67, 0.93), (0.62, 0.81), (0.56, 0.69), (0.44, 0.52)]),
        (4, [(0.76, 1.15), (0.72, 1.01), (0.67, 0.89), (0.62, 0.77), (0.56, 0.66)]),
        (5, [(0.79, 1.24), (0.76, 1.11), (0.72, 0.99), (0.67, 0.87), (0.62, 0.76)]),
        (6, [(0.82, 1.31), (0.79, 1.19), (0.76, 1.06), (0.72, 0.94), (0.67, 0.83)]),
    ] {
        for (resist, (hit, damage)) in row.into_iter().enumerate() {
            let found = chances(modifier, resist as u8);
            assert!(
                (found.0 - hit).abs() < 0.006,
                "{modifier:+} against {resist}: hits {:.3}, not {hit}",
                found.0
            );
            assert!(
                (found.1 - damage).abs() < 0.006,
                "{modifier:+} against {resist}: {:.3}, not {damage}",
                found.1
            );
        }
    }
}
