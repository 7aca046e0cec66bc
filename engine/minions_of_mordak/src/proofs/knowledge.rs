//! What somebody sees follows from nothing that is hidden from him, and guesses look like what is seen.

use super::at_random;
use crate::{
    Action, Content, MinionsOfMordak, Options, State,
    fixture::scene::laid_out,
    frame::Frame,
    invariants,
    rules::spells,
    state::{HandCard, Player},
};
use kernel::{Game as _, Log, Seat, Step, Table, Turn, below, proves};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// Along random games: a table and another that looks the same to somebody, with other hands where he cannot see them.
/// Whatever is done on both, they still look the same to him: nobody is asked, and nothing is told, because of a hand.
#[test]
fn the_same_steps_look_the_same_whatever_others_hold() {
    proves!("MM-402");
    let content = Content::built_in();
    let (mut compared, mut windows) = (0, 0);
    for seed in 0..30 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut guesses = rng.clone();
        let options = Options { seats: 2 + (seed % 5) as u8, ..Options::default() };
        let game = Arc::new(MinionsOfMordak::new(content.clone(), options).expect("options that fit"));
        at_random(Table::new(Arc::clone(&game)), &mut rng, 1500, |table, step| {
            let observer = Seat::new(below(&mut guesses, u32::from(game.options.seats)) as u8);
            let guess = table.view(observer).guess(&game, &mut guesses);
            // Of two equal cards of which others know one each, it shows which of them leaves the hand.
            let differs = guess != *table.state() && !twice(table.state()) && !twice(&guess);
            let (mut here, mut there) = (table.clone(), Table::at(Arc::clone(&game), guess));
            here.play(step, &mut Log::off()).expect("random play is legal");
            // A card that the other hand lacks cannot be played from it, nor drawn if it holds it.
            if differs && there.play(step, &mut Log::off()).is_ok() {
                compared += 1;
                let asks = here.state().stack.top();
                windows += u32::from(matches!(asks, Some(Frame::Spells(spells::Frame::React { .. }))));
                let alike = here.view(observer).state() == there.view(observer).state();
                assert!(alike, "seed {seed}: {observer} sees a difference after {step}");
            }
        });
    }
    assert!(compared > 5_000 && windows > 500, "{compared} {windows}");
}

/// Does somebody hold a card twice that not the same seats have seen?
fn twice(s: &State) -> bool {
    let equal = |pair: &[HandCard]| pair[0].spell == pair[1].spell && pair[0].seen != pair[1].seen;
    s.players.each().iter().any(|player| player.hand.windows(2).any(equal))
}

#[test]
fn guesses_fill_hidden_hands_look_the_same_and_play_on_as_if_the_house_dealt() {
    proves!("MM-403");
    let hands = "h1 untold arcane 2; h1 untold divine 1; h2 untold arcane 1; h2 untold divine 1";
    let given = format!("options hands=hidden; heroes bjorn mari; {hands}; mordak hand v1 v2; turn h1");
    let table = laid_out(&given, "until surge 1 1 0");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for seat in Seat::first(3) {
        let view = table.view(seat);
        let guess = view.guess(table.game(), &mut rng);
        let known = |player: &Player| player.hand.iter().all(|card| !card.spell.is_hidden());
        assert!(guess.players.each().iter().all(known) && !guess.is_hidden(Seat::new(1)));
        invariants::check(table.game(), &guess).unwrap_or_else(|why| panic!("{why}"));
        let mut again = guess;
        table.game().mask(&mut again, seat);
        assert_eq!(again, *view.state());
    }
    let mut guess = table.view(Seat::new(0)).guess(table.game(), &mut rng);
    let action: Action = "surge 1 1 0".parse().expect("an action");
    table.game().apply(&mut guess, Step::Act { seat: Seat::new(1), action }, &mut Log::off());
    assert_eq!(guess.turn, Turn::Chance, "a search sees Spells fall");
}
