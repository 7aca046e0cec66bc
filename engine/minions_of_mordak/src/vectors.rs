//! Test vectors of the specification that look further than a script can; the others are in `cases/`.

use crate::{
    Chance, Play,
    ids::{RegionId, RegionSet, TreasureId},
    proofs::scene::{Acting, scene},
    rules::{damage, level_up, spells},
    words::{Count, Dice, Row, Side},
};
use kernel::{Log, Seat, Turn, proves};

/// TV-11.
#[test]
fn pyromaniac_goes_above_the_maximum() {
    proves!("MM-390");
    let dealt = |upgraded: bool| {
        let set = scene("alyndra bjorn mari").minion("b2", "d3").hand(1, "a2");
        let set = if upgraded { set.crystal(1) } else { set };
        let table = set.magic(1, 5).pick("cast a2 5").dice(12);
        // The Colossus of Nettles has Armor and falls to 12.
        (table.stack("d3").is_empty(), table.s().level().attack.amount)
    };
    assert_eq!(dealt(false), (true, 0), "13, one of it stopped by Armor");
    assert_eq!(dealt(true), (true, 1), "14");
}

/// TV-22 and TV-23.
#[test]
fn a_defender_is_chosen_once_a_round() {
    proves!("MM-180", "MM-181", "MM-183", "MM-184", "MM-R13", "MM-R14");
    let set = scene("bjorn mari loxley").at(3, "b3").health(1, 3).health(2, 9).minion("e1", "c3");
    let table = set.roll("m0", Row::Melee, 7).pick("attack c3").pick("defender h1").pick("damage 3");
    assert_eq!((table.s().markers, table.region("h1").as_str()), (1, "off"));
    let table = table.pick("attack c3");
    assert_eq!(table.pick("damage 4").health(2), 5, "a single Hero is the target without a question");
    let set = scene("bjorn mari loxley").at(3, "b3").minion("e1", "c3").roll("m0", Row::Melee, 1);
    let again = set
        .pick("attack c3")
        .pick("defender h1")
        .pick("damage 1")
        .next()
        .roll("m0", Row::Melee, 1)
        .pick("attack c3");
    assert!(again.may("damage 1") && again.s().level().attack.target.to_string() == "h1");
    let step = level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::Defenders };
    let anew = again.next().frame(step).next().roll("m0", Row::Melee, 1).pick("attack c3");
    assert_eq!(anew.options(), ["defender h1", "defender h2"], "asked anew after a Level Up Step");
}

/// TV-26.
#[test]
fn paying_is_no_damage() {
    proves!("MM-342");
    let set = scene("bjorn mari loxley").health(1, 4).equip(1, "t12");
    let look = set.look();
    let seat = Seat::new(1);
    assert!(!damage::can_pay(look, seat, 5) && damage::can_pay(look, seat, 4));
    let mut s = set.s;
    let mut play = Play { g: look.g, s: &mut s, log: &mut Log::off() };
    damage::pay(&mut play, seat, 5);
    assert_eq!((play.s.players[seat].health, play.s.markers), (4, 0), "not payable");
    damage::pay(&mut play, seat, 4);
    assert_eq!(
        (play.s.players[seat].health, play.s.players[seat].in_stash),
        (0, true),
        "Armor does not apply"
    );
    assert_eq!(play.s.markers * look.g.content.numbers.hero_bounty, 3, "Bounty in the Villain's Stash");
}

fn named(regions: RegionSet) -> String {
    regions.iter().map(|region| region.to_string()).collect::<Vec<_>>().join(" ")
}

/// TV-37 and TV-38.
#[test]
fn minions_appear_beside_the_unknown_or_along_the_edge() {
    proves!("MM-066", "MM-216");
    let mut set = scene("bjorn mari loxley");
    assert_eq!(named(set.look().spawn_places()), "c2 b3 d3 c4");
    set.s.revealed = set.s.cells;
    let places = set.look().spawn_places();
    assert_eq!(places.len(), 16);
    assert!(
        RegionId::all().all(|r| places.contains(r) == (r.0 % 5 == 0 || r.0 % 5 == 4 || r.0 < 5 || r.0 >= 20))
    );
}

/// TV-40 and TV-41.
#[test]
fn tiles_are_populated_by_their_icons() {
    proves!("MM-069", "MM-222", "MM-224");
    let barn = scene("bjorn mari loxley").reveal("b2", "i4").at(1, "b2").turn("h1").pick("scout");
    let barn = barn.falls("tile ii13").falls("tile ii11");
    let barn = barn.falls("minion e1").falls("minion c1");
    assert_eq!((barn.s().treasures[1], barn.stack("b1").as_str()), (2, "m1 m0"), "the last drawn is on top");
    let pond = |heroes: &str| {
        let table = scene(heroes).at(1, "c4").turn("h1").pick("scout");
        let table = table.falls("tile i5").falls("tile i4").falls("tile i10").falls("minion c1");
        let odds = table.table.odds().map_or(0, |odds| odds.len());
        odds > 0
            && table.stack("d4") == "m0"
            && table.s().stack.frames().any(|f| format!("{f:?}").contains("RegionId(18)"))
    };
    assert!(!pond("bjorn mari loxley"), "three Heroes: one Chump");
    assert!(pond("bjorn mari loxley amos"), "four Heroes: another one falls");
}

/// TV-65.
#[test]
fn two_adepts_and_two_novices_fall_by_their_odds() {
    proves!("MM-009", "MM-010");
    let mut set = scene("alyndra bjorn");
    set.s.depth = 1;
    let table = set.frame(spells::Frame::Dice { dice: Dice::new(2, 2, 0) });
    let odds = table.table.odds().expect("dice fall");
    let weights: Vec<u32> = (0..=6).map(|hits| odds.weight(Chance::Hits { hits: Count(hits) })).collect();
    assert_eq!((weights, odds.total()), (vec![1, 10, 35, 52, 35, 10, 1], 144));
    assert_eq!(table.s().players[Seat::new(1)].health, 15);
}

/// TV-51.
#[test]
fn an_empty_deck_is_made_anew() {
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

/// TV-52.
#[test]
fn riches_pay_one_hero_a_round() {
    proves!("MM-269");
    let mut set = scene("bjorn mari").equip(1, "t18");
    set.s.clock = 1;
    let table = set.frame(level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::CashIn });
    assert_eq!(table.s().players[Seat::new(1)].xp, 2, "one for no Bounty, one for riches");
    let mut again = table.next();
    again.s.players[Seat::new(1)].slots[2] = TreasureId::NONE;
    again.s.players[Seat::new(2)].slots[2] = TreasureId(17);
    let before = again.s.players[Seat::new(2)].xp;
    let table = again.frame(level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::CashIn });
    assert_eq!(table.s().players[Seat::new(2)].xp, before + 1, "no bonus twice in a Round");
}

/// Plays on without doing anything until this holds.
fn idle(mut table: Acting, until: impl Fn(&Acting) -> bool) -> Acting {
    for _ in 0..400 {
        if until(&table) || table.table.turn() == Turn::Over {
            return table;
        }
        if table.table.turn() == Turn::Chance {
            let first = table.table.odds().and_then(|odds| odds.iter().next()).expect("something falls").0;
            table = table.falls(&first.to_string());
            continue;
        }
        let quiet = ["end", "stop_all", "done", "decline", "first", "stop", "pass"];
        let option = quiet.iter().find(|option| table.may(option)).map(ToString::to_string);
        let option = option.unwrap_or_else(|| table.options()[0].clone());
        table = table.pick(&option);
    }
    panic!("it never came to that");
}

/// TV-08.
#[test]
fn the_sixth_day_brings_the_final_battle_a_round_later() {
    proves!("MM-280", "MM-283", "MM-284", "MM-301", "MM-304");
    let mut set = scene("bjorn mari loxley");
    set.s.day = 5;
    set.s.clock = 2;
    let table = set.frame(level_up::Frame::Step { side: Side::Villain, step: level_up::Step::Procession });
    assert_eq!(table.s().day, 6);
    assert_eq!(table.s().offered, [0, 0, 1], "its row is carried out: a Boss");
    let hero = idle(table, |t| t.s().depth > 0);
    assert!(hero.s().is_hero_round() && !hero.s().final_battle);
    let begun = idle(hero, |t| t.s().level().actor.to_string() == "mordak" && t.s().depth > 0);
    assert!(begun.s().final_battle && begun.region("mordak") == "c3");
}

#[test]
fn the_heroes_win_when_the_villain_falls() {
    proves!("MM-020", "MM-314");
    let set = scene("bjorn mari loxley").mordak("c3").health(0, 5).roll("h1", Row::Melee, 5);
    let table = set.pick("attack c3").pick("damage 5");
    assert_eq!(table.s().ending.and_then(|e| e.winner), Some(Side::Heroes));
    let early = scene("bjorn mari loxley").health(0, 5);
    assert!(damage::ended(early.look()).is_none(), "nothing else ends the game");
}
