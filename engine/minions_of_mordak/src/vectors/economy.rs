//! TV-44 to TV-52: Rounds, Level Up, Experience.

use crate::{
    ids::TreasureId,
    proofs::scene::scene,
    rules::{level_up, rounds},
    words::{Dice, Row, Side, VILLAIN},
};
use kernel::{Seat, proves};

fn level_up(side: Side, step: level_up::Step) -> level_up::Frame {
    level_up::Frame::Step { side, step }
}

#[test]
fn tv_44_the_holder_of_the_initiative_may_act_last() {
    proves!("MM-091", "MM-092", "MM-261", "MM-R03");
    let mut set = scene("bjorn mari loxley");
    set.s.initiative = Seat::new(2);
    set.s.clock = 2;
    let mut table = set.frame(rounds::Frame::HeroRound).pick("last");
    let mut order = vec![];
    for _ in 0..3 {
        order.push(table.s().level().actor.to_string());
        table = table.pick("end");
    }
    assert_eq!(order, ["h3", "h1", "h2"]);
    assert_eq!(table.s().initiative, Seat::new(3));
}

#[test]
fn tv_45_a_hero_in_the_stash_returns_for_its_turn() {
    proves!("MM-203", "MM-205", "MM-R16");
    let mut set = scene("bjorn mari loxley");
    set.s.players[Seat::new(1)].in_stash = true;
    set.s.players[Seat::new(1)].region = crate::ids::RegionId::NOWHERE;
    set.s.players[Seat::new(1)].health = 0;
    set.s.markers = 1;
    let table = set.frame(rounds::Frame::NextHero);
    assert_eq!((table.region("h1").as_str(), table.health(1), table.s().level().ap), ("c3", 20, 2));
    assert_eq!(table.s().markers, 1, "the reward stays");
}

#[test]
fn tv_46_two_heroes_are_worth_six() {
    proves!("MM-201", "MM-202", "MM-270", "MM-271", "MM-272");
    let mut set = scene("bjorn mari loxley").health(0, 20);
    set.s.players[Seat::new(2)].in_stash = true;
    set.s.players[Seat::new(2)].region = crate::ids::RegionId::NOWHERE;
    set.s.players[Seat::new(2)].health = 0;
    set.s.markers = 2;
    let table = set.frame(level_up(Side::Villain, level_up::Step::CashIn));
    assert_eq!((table.s().players[VILLAIN].xp, table.health(0)), (6, 30));
    assert_eq!((table.region("h2").as_str(), table.health(2), table.s().markers), ("c3", 18, 0));
}

#[test]
fn tv_47_bounty_becomes_experience_for_every_hero() {
    proves!("MM-270", "MM-271", "MM-272");
    let mut set = scene("bjorn mari loxley");
    set.s.kinds.0[0] -= 3;
    set.s.fallen.0[0] = 3;
    set.s.kinds.0[32] -= 1;
    set.s.fallen.0[32] = 1;
    set.s.hoard.0[0] -= 1;
    set.s.stash.0[0] = 1;
    let table = set.frame(level_up(Side::Heroes, level_up::Step::CashIn));
    assert_eq!(table.table.odds().map(|odds| odds.len()), Some(2), "a Novice falls for all");
    let table = table.falls("hits 1");
    let xp: Vec<u8> = (1..4).map(|seat| table.s().players[Seat::new(seat)].xp).collect();
    assert_eq!(xp, [4, 4, 4]);
    assert_eq!((table.s().kind_discards.0[0], table.s().treasure_discards.0[0]), (3, 1));
}

#[test]
fn tv_48_eight_spells_are_two_too_many_only_in_the_level_up_step() {
    proves!("MM-247", "MM-261");
    let set = scene("bjorn mari loxley").hand(1, "a1 a2 a3 a4 a5 a6").turn("h1");
    let table = set.pick("surge 1 1 0").falls("draw a7").falls("draw d1");
    assert_eq!(table.s().players[Seat::new(1)].hand.len(), 8);
    let table = table
        .next()
        .frame(level_up(Side::Heroes, level_up::Step::Discards))
        .pick("discard a1")
        .pick("discard a2");
    assert_eq!(table.s().players[Seat::new(1)].hand.len(), 6);
    assert_eq!(table.s().spell_discards.total(), 2);
}

#[test]
fn tv_49_six_experience_points_make_a_master() {
    proves!("MM-273", "MM-274", "MM-276");
    let mut set = scene("bjorn mari loxley");
    set.s.players[Seat::new(1)].xp = 6;
    let table = set.frame(level_up(Side::Heroes, level_up::Step::LevelUps));
    assert!(table.may("hasten"), "an Action Point costs five");
    let table = table.pick("learn melee").pick("train melee adept").pick("train melee master");
    let player = table.s().players[Seat::new(1)];
    assert_eq!((player.rows[0], player.xp), (Dice::new(2, 2, 1), 0));
}

#[test]
fn tv_50_a_power_surge_draws_from_allowed_decks() {
    proves!("MM-245", "MM-246");
    let surges = |table: crate::proofs::scene::Acting| {
        table.options().into_iter().filter(|option| option.starts_with("surge")).collect::<Vec<_>>()
    };
    assert_eq!(surges(scene("bjorn mari").turn("h1")), ["surge 0 2 0", "surge 1 1 0", "surge 2 0 0"]);
    assert_eq!(surges(scene("bjorn mari").turn("mordak")), ["surge 0 0 2"]);
    assert_eq!(surges(scene("bjorn mari").mordak("c3").turn("mordak")).len(), 6);
}

#[test]
fn tv_51_an_empty_deck_is_made_anew() {
    proves!("MM-360");
    let mut set = scene("bjorn mari loxley");
    for at in 0..32 {
        set.s.fallen.0[at] += std::mem::take(&mut set.s.kinds.0[at]);
    }
    set.s.fallen.0[0] -= 4;
    set.s.kind_discards.0[0] = 4;
    let table = set.roll("mordak", Row::Corruption, 2).pick("spawn chump");
    assert_eq!(table.table.odds().map(|odds| odds.total()), Some(4));
    let table = table.falls("minion c1").pick("place b3");
    assert_eq!((table.s().kinds.0[0], table.s().kind_discards.0[0]), (3, 0));
}

#[test]
fn tv_52_riches_pay_one_hero_a_round() {
    proves!("MM-269");
    let mut set = scene("bjorn mari").equip(1, "t18");
    set.s.clock = 1;
    let table = set.frame(level_up(Side::Heroes, level_up::Step::CashIn));
    assert_eq!(table.s().players[Seat::new(1)].xp, 2, "one for no Bounty, one for riches");
    let mut again = table.next();
    again.s.players[Seat::new(1)].slots[2] = TreasureId::NONE;
    again.s.players[Seat::new(2)].slots[2] = TreasureId(17);
    let before = again.s.players[Seat::new(2)].xp;
    let table = again.frame(level_up(Side::Heroes, level_up::Step::CashIn));
    assert_eq!(table.s().players[Seat::new(2)].xp, before + 1, "no bonus twice in a Round");
}
