//! Reaction windows tell nothing: who is asked follows from what everybody knows.

use super::scene::scene;
use crate::{Action, Content, MinionsOfMordak, Options, frame::Frame, rules::spells, words::VILLAIN};
use kernel::{Log, Seat, Step, Table, Turn, below, proves};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// What a Hero sees of a Turn in which the Villain passes every window: the view after each step, and how often he
/// was asked. The Hero attacks where he can.
fn seen(mut table: Table<MinionsOfMordak>) -> (Vec<crate::State>, u32) {
    let (hero, mut windows) = (Seat::new(1), 0);
    let mut views = vec![*table.view(hero).state()];
    for _ in 0..60 {
        let step = match table.turn() {
            Turn::Over => break,
            // The last that can fall: Hits.
            Turn::Chance => {
                table.odds().and_then(|odds| odds.iter().last()).map(|(fell, _)| Step::Chance(fell))
            }
            Turn::Each(asked) | Turn::Any(asked) => {
                let seat = asked.lowest().expect("somebody is asked");
                windows += u32::from(seat == VILLAIN);
                chosen(&table, seat).map(|action| Step::Act { seat, action })
            }
        };
        let Some(step) = step else { break };
        table.play(step, &mut Log::off()).expect("a legal step");
        views.push(*table.view(hero).state());
    }
    (views, windows)
}

fn chosen(table: &Table<MinionsOfMordak>, seat: Seat) -> Option<Action> {
    let legal = table.legal(seat);
    let named = |wish: &str| legal.iter().find(|action| action.to_string().starts_with(wish)).copied();
    ["pass", "attack", "damage", "roll melee", "end"].into_iter().find_map(named).or(legal.first().copied())
}

#[test]
fn mm_254_being_asked_for_a_reaction_tells_the_heroes_nothing() {
    proves!("MM-254", "MM-385", "MM-402");
    let views =
        |hand: &str| seen(scene("bjorn mari loxley").minion("e1", "c3").hand(0, hand).turn("h1").table);
    // A hand of Reactions for every window, and one without any.
    let (with, asked) = views("v19 v20 v21 v22 v23");
    let (without, also) = views("v1 v2 v3 v4 v5");
    assert!(asked > 0, "the Villain is asked");
    assert_eq!((with.len(), asked), (without.len(), also), "as many questions are asked");
    assert!(with == without, "and every view in between is the same");
}

/// Along random games: a table and another that looks the same to somebody, with other hands where he cannot see them.
/// Whatever is done on both, they still look the same to him: nobody is asked, and nothing is told, because of a hand.
#[test]
fn mm_402_the_same_steps_look_the_same_whatever_others_hold() {
    proves!("MM-254", "MM-402", "MM-403");
    let content = Content::built_in();
    let (mut compared, mut windows) = (0, 0);
    for seed in 0..30 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = Options { seats: 2 + (seed % 5) as u8, ..Options::default() };
        let game = Arc::new(MinionsOfMordak::new(content.clone(), options).expect("options that fit"));
        let mut table = Table::new(Arc::clone(&game));
        for _ in 0..1500 {
            let step = match table.turn() {
                Turn::Over => break,
                Turn::Chance => Step::Chance(table.sample(&mut rng).expect("chance is due")),
                Turn::Each(asked) | Turn::Any(asked) => {
                    let seat = asked.lowest().expect("somebody is asked");
                    let legal = table.legal(seat);
                    Step::Act { seat, action: legal[below(&mut rng, legal.len() as u32) as usize] }
                }
            };
            let observer = Seat::new(below(&mut rng, u32::from(game.options.seats)) as u8);
            let guess = table.view(observer).guess(&game, &mut rng);
            let differs = guess != *table.state();
            let mut other = Table::at(Arc::clone(&game), guess);
            table.play(step, &mut Log::off()).expect("random play is legal");
            // A card that the other hand lacks cannot be played from it, nor drawn if it holds it.
            if differs && other.play(step, &mut Log::off()).is_ok() {
                compared += 1;
                let react = |table: &Table<MinionsOfMordak>| {
                    matches!(table.state().stack.top(), Some(Frame::Spells(spells::Frame::React { .. })))
                };
                windows += u32::from(react(&table));
                assert!(
                    table.view(observer).state() == other.view(observer).state(),
                    "seed {seed}: {observer} sees a difference after {step}"
                );
            }
        }
    }
    assert!(compared > 5_000 && windows > 500, "{compared} {windows}");
}
