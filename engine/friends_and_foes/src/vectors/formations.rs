//! FO-T114 to FO-T118: formations that are legal and that are not, as warbands of a pack and step by step.

use crate::{Content, FriendsAndFoes, Options};
use kernel::{Contents as _, Table, pack::Changed, proves, script::play};
use std::sync::Arc;

#[track_caller]
fn refused(from: &'static str, to: &'static str, said: &str) {
    let why = Content::load(&Changed("warbands.ron", from, to)).expect_err(said).to_string();
    assert!(why.contains(said), "{why}");
}

#[test]
fn fo_t114_every_ready_warband_costs_exactly_ten_coins() {
    proves!("FO-040", "FO-041", "FO-042", "FO-047");
    let content = Content::built_in();
    assert_eq!(content.warbands.len(), 8);
    for (id, warband) in &content.warbands {
        assert_eq!(warband.coins, 10, "{id}");
    }
}

#[test]
fn fo_t115_to_t118_illegal_formations_are_refused() {
    refused(
        "(card: \"RG1\", abilities: [\"ATK-08\"])",
        "(card: \"RG2\", abilities: [\"ATK-08\", \"PAS-07\"])",
        "WB-1: levels [2, 2, 1]; expected [2, 1, 1]",
    );
    refused(
        "(card: \"MIN-1\"), (card: \"MIN-1\"), (card: \"MIN-1\")",
        "(card: \"MIN-1\"), (card: \"MIN-3\"), (card: \"MIN-3\")",
        "two types of minion",
    );
    refused(
        "(card: \"WA2\", abilities: [\"ATK-05\", \"PAS-04\"]), (card: \"KN2\", abilities: [\"REA-03\", \"PAS-04\"])",
        "(card: \"WA2\", abilities: [\"ATK-02\", \"PAS-04\"]), (card: \"KN2\", abilities: [\"ATK-01\", \"PAS-04\"])",
        "12 coins; expected at most 10",
    );
    refused(
        "(card: \"RG1\", abilities: [\"ATK-08\"])",
        "(card: \"RG1\", abilities: [\"ATK-10\"])",
        "Hedge Warden with ATK-10; expected an ability open to its class",
    );
    refused("[\"ATK-02\", \"PAS-05\"]", "[\"ATK-02\", \"ATK-02\"]", "twice");
    refused("[\"ATK-02\", \"PAS-05\"]", "[\"ATK-02\"]", "with 1 abilities; expected 2");
    refused("\"WA2\"", "\"WA9\"", "card WA9; expected a card of profiles.ron");
}

fn table(options: &[(&str, &str)]) -> Table<FriendsAndFoes> {
    let mut chosen = Options::default();
    options.iter().for_each(|(name, value)| chosen.set(name, value).unwrap());
    Table::new(Arc::new(FriendsAndFoes::new(Content::built_in(), chosen).unwrap()))
}

#[test]
fn a_formation_is_built_in_small_steps_within_ten_coins() {
    proves!(
        "FO-022", "FO-040", "FO-041", "FO-044", "FO-045", "FO-046", "FO-047", "FO-R11", "FO-R12", "FO-424"
    );
    play(
        table(&[]),
        "asked seat 0, seat 1
         seat 1: warband WB-5
         asked seat 0
         seat 0: form soulbond
         seat 0 may not recruit WA1        # a level 2 slot
         seat 0: recruit WA2               # 3 coins, and 3 more for the other
         seat 0 may not learn ATK-10       # not for warriors
         seat 0: learn PAS-04              # 2 coins: 2 left beside the other body
         seat 0: learn ATK-02              # 1 coin
         seat 0: recruit WA2               # the same class again
         seat 0: learn ATK-02              # the same ability on another character: the last coin
         seat 0 may not learn ATK-02       # but not twice on one
         seat 0 may not learn PAS-05       # no coin left
         seat 0: learn PAS-07
         seat 0: bench RO1
         seat 0: learn PAS-04              # the bench costs no coins now
         seat 0: ready
         asked chance
         b6.area is bench",
    );
}

#[test]
fn fo_042_and_049_minions_are_of_one_type_also_on_the_bench() {
    proves!("FO-042", "FO-049");
    play(
        table(&[("formations", "choose,WB-1")]),
        "seat 0: form master
         seat 0: recruit OR3
         seat 0: learn ATK-13
         seat 0: learn ATK-14
         seat 0: learn ACT-10
         seat 0: recruit MIN-2             # fills all four slots
         seat 0 may bench MIN-2
         seat 0 may not bench MIN-1
         seat 0 may not bench WA2          # level 1 only
         seat 0: bench MIN-2
         seat 0: bench MIN-2
         asked chance",
    );
}

#[test]
fn fo_r08_under_shared_coins_the_rest_is_kept_as_treasure() {
    proves!("FO-023", "FO-048", "FO-R08");
    let lines = "seat 0: form soulbond
         seat 0: recruit KN2
         seat 0: learn ATK-03
         seat 0: learn REA-03
         seat 0: recruit KN2
         seat 0: learn ATK-03
         seat 0: learn ACT-05
         seat 0: ready
         ";
    let start =
        |how| table(&[("starting_treasure", how), ("formations", "choose,WB-1"), ("starting_hand", "0")]);
    play(start("shared"), &format!("{lines}0.treasure is 4\n1.treasure is 0"));
    play(start("separate"), &format!("{lines}0.treasure is 10\n1.treasure is 10"));
}
