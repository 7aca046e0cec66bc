//! The enemy's attack: whom the suit names, who walks on, who stands in the way.

use super::play;
use crate::{
    fixture::Fixture,
    options::{Campaign, Options, RoleMode},
    words::{Class, Side},
};
use kernel::proves;

const M1: &str = "4/3/5/2";

#[test]
fn tv_08_the_suit_names_the_target_and_a_tie_wounds_him() {
    proves!("PR-202", "PR-210", "PR-R02");
    play(
        Fixture::fight(&[M1]).enemies_first().table(),
        "
        asked chance
        draw 4D
        says strikes at Protector (h1)
        draw 9S
        h1.hp is 7
        h0.hp is 7
        h2.hp is 6
        h3.hp is 9
        ",
    );
}

#[test]
fn tv_09_a_tie_on_the_enemys_attack_misses() {
    proves!("PR-021", "PR-202");
    play(
        Fixture::fight(&[M1]).enemies_first().table(),
        "
        draw 5H
        says misses Healer (h0)
        h0.hp is 7
        discard is 1
        asked seat 0, seat 1, seat 2, seat 3
        ",
    );
}

#[test]
fn tv_10_an_enemy_hits_with_a_two_on_attack_two() {
    proves!("PR-022", "PR-202", "PR-R02", "PR-R03");
    play(
        Fixture::fight(&["4/3/2/2"]).enemies_first().table(),
        "
        e1.attack is 2
        draw 2C
        says strikes at Support (h3)
        draw 6H
        h3.hp is 8
        ",
    );
}

#[test]
fn tv_11_a_stance_lasts_until_the_start_of_the_next_turn() {
    proves!("PR-009", "PR-027", "PR-040", "PR-052", "PR-R24");
    let table = play(
        Fixture::fight(&[M1]).table(),
        "
        seat 0: defend
        draw 7D
        h0.stance is on
        ",
    );
    play(
        super::round::all_guard(table, "10D JD QD"),
        "
        draw 3H
        says Healer (h0) takes no harm: on guard
        h0.hp is 7
        discard is 5
        round is 2
        h0.stance is on
        seat 0: attack e1
        h0.stance is off
        ",
    );
}

#[test]
fn tv_12_a_tie_gives_no_stance() {
    proves!("PR-021", "PR-052");
    play(
        Fixture::fight(&[M1]).table(),
        "
        seat 0: defend
        draw 8D
        h0.stance is off
        ",
    );
}

#[test]
fn tv_13_protect_other_takes_the_attack_with_the_protectors_own_defense() {
    proves!("PR-062", "PR-R27");
    play(
        Fixture::fight(&[M1]).token(1, Side::Protect, 0).enemies_first().table(),
        "
        draw 4H
        says Protector (h1) takes it for Healer (h0)
        draw 10C
        h1.hp is 7
        h0.hp is 7
        h1.token is protect_other h0
        ",
    );
}

#[test]
fn tv_14_the_card_of_a_dead_hero_walks_on_even_right_odd_left() {
    proves!("PR-242", "PR-R07");
    let support_dead = || Fixture::fight(&[M1]).hero(3, |h| h.hp = 0).enemies_first().table();
    play(
        support_dead(),
        "
        draw 4C
        says strikes at Damage (h2)
        draw 7D
        h2.hp is 5
        ",
    );
    play(
        support_dead(),
        "
        draw 3C
        says strikes at Healer (h0)
        draw 8D
        h0.hp is 6
        ",
    );
}

#[test]
fn tv_15_the_walk_goes_on_past_a_second_dead_hero() {
    proves!("PR-242", "PR-R07");
    let two_dead =
        || Fixture::fight(&[M1]).hero(3, |h| h.hp = 0).hero(2, |h| h.hp = 0).enemies_first().table();
    play(
        two_dead(),
        "
        draw 4C
        says strikes at Protector (h1)
        draw 9D
        h1.hp is 7
        ",
    );
    play(
        two_dead(),
        "
        draw 3C
        says strikes at Healer (h0)
        draw 8D
        h0.hp is 6
        ",
    );
}

#[test]
fn tv_16_a_hero_named_by_the_walk_is_protected_too() {
    proves!("PR-062", "PR-242", "PR-R07", "PR-R27");
    play(
        Fixture::fight(&[M1]).hero(3, |h| h.hp = 0).token(1, Side::Protect, 0).enemies_first().table(),
        "
        draw 3C
        says strikes at Healer (h0)
        says Protector (h1) takes it for Healer (h0)
        draw 5D
        says Protector (h1) stops the blow
        h0.hp is 7
        h1.hp is 8
        ",
    );
}

#[test]
fn tv_17_protectors_do_not_form_a_chain() {
    proves!("PR-062", "PR-R27");
    let options =
        Options { campaign: Campaign::RandomEncounters, roles: RoleMode::Defenders, ..Options::default() };
    let party = [0, 2, 3].into_iter().fold(Fixture::new(options), |f, seat| f.class(seat, Class::Protector));
    play(
        party.enemy(M1).token(1, Side::Protect, 2).token(2, Side::Protect, 0).enemies_first().table(),
        "
        draw 4H
        says (h2) takes it for Protector (h0)
        draw 7D
        h2.hp is 5
        h1.hp is 8
        h0.hp is 7
        ",
    );
}
