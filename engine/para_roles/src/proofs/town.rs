//! Between the fights: swapping, slots, raising the dead, town and its prices.

use crate::{
    fixture::Fixture,
    options::{Campaign, Options},
    words::{Ability, Class, Item, Stat},
};
use kernel::{Seat, proves, script::play};

fn rich(seat: u8, each: u8) -> Fixture {
    Fixture::fight(&[]).hero(seat, |h| h.treasure = [each; 4]).with(|s| s.treasure_deck -= each * 4)
}

#[test]
fn pr_303_and_101_an_ability_is_bought_and_slots_are_rearranged_freely_outside_combat() {
    proves!("PR-303", "PR-101", "PR-055");
    play(
        rich(0, 2).pause(true),
        "
        h0.treasure is 8
        seat 0: learn curse_enemy
        seat 0: pay health
        seat 0: pay health
        seat 0: pay defense
        seat 0: pay defense
        seat 0: pay attack
        h0.treasure is 3
        h0.knows.curse_enemy is on
        h0.class is healer           # learned, not slotted
        treasure_deck is 49
        seat 0: slot 1 curse_enemy
        h0.class is inquisitor
        seat 0: slot 2 cure
        h0.class is warlock
        seat 0 may not learn cure    # five cost more than three
        ",
    );
}

#[test]
fn pr_304_items_have_their_prices_and_limits() {
    proves!("PR-304", "PR-300", "PR-301");
    let table = play(
        rich(2, 4).pause(true),
        "
        seat 2: buy mirror_shield
        seat 2: pay attack
        seat 2: pay attack
        seat 2: pay attack
        seat 2: pay attack
        seat 2: pay trick
        seat 2: pay trick
        seat 2: pay trick
        h2.bears.mirror_shield is on
        h2.treasure is 9
        seat 2 may not buy mirror_shield      # one per party
        seat 2 may not buy spiked_armor       # 10 treasure
        seat 2 may buy purple_staff_of_destiny
        seat 2 may buy smoke_bomb_kit
        ",
    );
    let prices = Item::ALL.iter().map(|item| table.game().content.item(*item).cost).collect::<Vec<_>>();
    assert_eq!(prices, [1, 5, 5, 7, 8, 10, 12]);
}

#[test]
fn pr_301_treasure_is_pooled_by_swapping_first() {
    proves!("PR-301", "PR-282");
    let fixture = Fixture::fight(&[])
        .hero(0, |h| h.treasure = [3, 0, 0, 0])
        .hero(1, |h| h.treasure = [0, 2, 0, 0])
        .with(|s| s.treasure_deck -= 5);
    play(
        fixture.pause(true),
        "
        seat 0 may not buy smoke_bomb_kit
        seat 1: swap defense
        seat 1: treasure h0 trick
        seat 1: swap defense
        seat 1: treasure h0 trick
        seat 0: buy smoke_bomb_kit
        h0.treasure is 0
        bombs is 5
        treasure_deck is 52
        ",
    );
}

#[test]
fn pr_320_a_scroll_opens_the_town_and_is_gone_afterwards() {
    proves!("PR-320", "PR-R64");
    let far = Options { campaign: Campaign::Dungeon, ..Options::default() };
    let fixture = Fixture::new(far)
        .hero(0, |h| h.treasure = [5, 0, 0, 0])
        .with(|s| (s.treasure_deck, s.items.scrolls) = (47, 2));
    play(
        fixture.pause(false),
        "
        town is off
        seat 0 may not buy smoke_bomb_kit
        seat 2: scroll
        town is on
        scrolls is 1
        seat 0: buy smoke_bomb_kit
        bombs is 5
        seat 2 may not scroll        # in town already
        ",
    );
}

#[test]
fn pr_r64_nobody_heals_between_combats_and_the_town_is_open_on_the_quick_campaigns() {
    proves!("PR-R64", "PR-034");
    let won = "
        seat 2: attack e1
        draw 8H
        draw 9S
        combat is off
        draw 3S
        seat 2: treasure h2 attack
        h0.hp is 2
        town is on
    ";
    play(Fixture::fight(&["4/3/5/2"]).hero(0, |h| h.hp = 2).foe(1, |f| f.hp = 1).table(), won);
}

#[test]
fn pr_034_hp_treasure_buffs_items_and_slots_carry_over() {
    proves!("PR-034", "PR-071");
    let place = crate::state::Place::hero(Seat::new(1), Stat::Defense);
    play(
        Fixture::fight(&["4/3/5/2"])
            .class(2, Class::Rogue)
            .hero(0, |h| h.hp = 3)
            .hero(1, |h| h.treasure = [0, 0, 1, 0])
            .with(|s| {
                s.tokens[Seat::new(3)][0] = place;
                s.items.flasks = 4;
                s.treasure_deck -= 1;
            })
            .foe(1, |f| f.hp = 1)
            .table(),
        "
        seat 2: attack e1
        draw 8H
        draw 9S
        draw 4H
        seat 0: treasure h0 attack
        seat 0: done
        seat 1: done
        seat 2: done
        seat 3: done
        alive 9H
        alive 9D
        alive 9S
        alive 9C
        combat is on
        h0.hp is 3
        h0.treasure is 1
        h1.treasure is 1
        h1.defense is 10
        h3.supply is 3
        h2.class is rogue
        flasks is 4
        ",
    );
}

#[test]
fn pr_r72_no_ability_works_outside_combat_but_resurrection() {
    proves!("PR-R72");
    let table = Fixture::fight(&[]).hero(2, |h| h.hp = 0).with(|s| s.items.flasks = 1).pause(true);
    let seat = Seat::new(0);
    let options: Vec<String> = table.legal(seat).iter().map(ToString::to_string).collect();
    assert_eq!(options, ["done", "flask h0", "flask h1", "flask h3", "raise h2"]);
    assert!(table.state().heroes[seat].slotted(Ability::Cure));
}
