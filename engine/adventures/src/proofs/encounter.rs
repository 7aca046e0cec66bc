//! An encounter that leads into the storybook, which no entry of ours may do.

use crate::{
    fixture::Fixture,
    rules::{movement, storybook},
    words::AdventureId,
};
use kernel::{proves, script::play};

#[test]
fn an_encounter_that_turns_to_the_storybook_ends_the_move() {
    proves!("RA-R49");
    let mut f = Fixture::new("seats=1 scope=adventure adventure=ADV1").keyword("GATE").at_entry("A1");
    f.state.stack.pop();
    f.state.stack.push(movement::Frame::Arrive { to: "C".parse().expect("a location") }.into());
    let entry = f.game().content.labelled(AdventureId(0), "D2").expect("an entry");
    play(f.start(|p| storybook::turn_to(p, entry)).table(), "entry is D2\nat is A");
}
