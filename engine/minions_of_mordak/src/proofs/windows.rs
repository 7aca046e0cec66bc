//! Reaction windows tell nothing: who is asked follows from what everybody knows.

use super::scene::scene;
use crate::{Action, MinionsOfMordak, words::VILLAIN};
use kernel::{Log, Seat, Step, Table, Turn, proves};

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
