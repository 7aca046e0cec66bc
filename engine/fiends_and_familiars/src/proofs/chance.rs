//! What chance adds up to, and what a guess may be.

use crate::{
    Chance, Content, FiendsAndFamiliars, Frame, Options, State, fixture::until, rules::roll_phase,
    words::AdventureKind,
};
use kernel::{Game, Log, Seat, SeatSet, Secret, Step, Turn, proves};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};

pub fn game(seats: u8) -> FiendsAndFamiliars {
    let options = Options { seats, ..Options::default() };
    FiendsAndFamiliars::new(Content::built_in(), options).expect("these fit")
}

#[test]
fn the_bag_is_known_and_the_draw_is_blind() {
    proves!("FF-1205");
    let g = game(2);
    let due = |s: &State| matches!(s.stack.top(), Some(Frame::Roll(roll_phase::Frame::Dice { .. })));
    let s = until(&g, g.setup(), 3, due);
    let odds = g.odds(&s);
    // Six faces for each die in the bag.
    assert_eq!(odds.total(), 6 * u32::from(s.bag.len()));
    for (kind, count) in s.bag.kinds() {
        let drawn = odds.iter().filter(|(fell, _)| matches!(fell, Chance::Die { die } if die.kind() == kind));
        assert_eq!(drawn.map(|(_, weight)| weight).sum::<u32>(), 6 * u32::from(count), "{kind}");
    }
}

// TV-53
#[test]
fn two_enemy_dice_are_fifteen_even_pairs() {
    proves!("FF-1021");
    let g = game(1);
    let mut pairs = BTreeMap::new();
    let due = |s: &State| {
        s.turn == Turn::Chance
            && s.round > 1
            && g.odds(s).len() == 6
            && s.players[Seat::new(0)].initiative == Some(2)
    };
    let s = (0..).map(|seed| until(&g, g.setup(), seed, due)).find(|s| s.ending.is_none()).expect("soon");
    for (first, one) in g.odds(&s).iter() {
        let mut next = s;
        g.apply(&mut next, Step::Chance(first), &mut Log::off());
        for (second, other) in g.odds(&next).iter() {
            let mut pair = [first.to_string(), second.to_string()];
            pair.sort();
            *pairs.entry(pair).or_insert(0) += one * other;
        }
    }
    assert_eq!(pairs.len(), 15);
    assert!(pairs.values().all(|weight| *weight == 2));
}

#[test]
fn a_guess_is_one_of_the_three_cards_of_that_kind_and_leaves_unseen_cards_open() {
    proves!("FF-1206");
    let g = game(2);
    let mut view = until(&g, g.setup(), 1, |s| s.round == 1);
    let family = g.content.monsters[view.monster.index()].family_id;
    let locations = g.tables.adventures(family, AdventureKind::Location);
    view.adventures[0] = Secret::new(locations[0], SeatSet::only(Seat::new(0)));
    g.mask(&mut view, Seat::new(1));
    let mut guessed = BTreeSet::new();
    for seed in 0..60 {
        let mut guess = view;
        g.fill(&mut guess, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        guessed.insert(*guess.adventures[0].known());
        assert!(guess.adventures[1].is_missing() && guess.adventures[2].is_missing());
    }
    assert_eq!(guessed, locations.iter().copied().collect());
}
