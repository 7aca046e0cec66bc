//! TV-32, TV-53 to TV-58 and TV-65: special abilities, rerolls, dice.

use crate::{
    proofs::scene::scene,
    rules::spells,
    words::{Dice, Row},
};
use kernel::{Seat, proves};

#[test]
fn tv_32_wugner_helps_gust() {
    proves!("MM-397");
    let pool = |upgraded: bool| {
        let set = scene("gwenavael wugner").plus(2, Row::Magic, 2).minion("c1", "c3");
        let set = if upgraded { set.crystal(2) } else { set };
        let table = set.turn("h1").pick("end").pick("accept").pick("roll melee");
        let mut table = table;
        let fell = table
            .table
            .odds()
            .map(|odds| odds.iter().map(|(c, _)| c).collect::<Vec<_>>())
            .unwrap_or_default();
        let one = fell.into_iter().find(|c| {
            matches!(c, crate::Chance::Dice { faces } if faces.hits(Dice::new(1, 1, 0)) == 1)
                || matches!(c, crate::Chance::Hits { hits } if hits.0 == 1)
        });
        table
            .table
            .play(kernel::Step::Chance(one.expect("1 can fall")), &mut kernel::Log::off())
            .expect("it falls");
        for _ in 0..20 {
            let seat = table.table.turn().asked().into_iter().next().expect("somebody is asked");
            let add = crate::Action::Add { tokens: crate::words::Count(2) };
            let legal = table.table.legal(seat);
            let action = if legal.contains(&add) {
                add
            } else if legal.contains(&crate::Action::Pass) {
                crate::Action::Pass
            } else {
                break;
            };
            table
                .table
                .play(kernel::Step::Act { seat, action }, &mut kernel::Log::off())
                .expect("it is offered");
        }
        (table.pool(), table.plus(2, Row::Magic))
    };
    assert_eq!((pool(false), pool(true)), ((3, 0), (5, 0)));
}

#[test]
fn tv_53_a_cursed_minion_on_top_curses_its_region() {
    proves!("MM-324", "MM-R24");
    let rolled = |wounded: bool, covered: bool| {
        let set = scene("scrutt mari").equip(1, "t2").minion("c10", "c3");
        let set = if wounded { set.wounded(0) } else { set };
        let set = if covered { set.minion("c1", "c3") } else { set };
        set.turn("h1").pick("roll melee").s().level().roll.dice.letters()
    };
    assert_eq!(rolled(false, false), "ANNNN");
    assert_eq!((rolled(true, false), rolled(false, true)), ("AAAAN".into(), "AAAAN".into()));
}

#[test]
fn tv_54_a_wounded_minion_may_regenerate_before_it_acts() {
    proves!("MM-329", "MM-R50", "MM-196");
    let begins = || scene("bjorn mari").minion("c4", "c3").wounded(0).turn("m0");
    let fresh = begins().falls("hits 1");
    assert!(!fresh.s().minion(0).wounded);
    assert_eq!(fresh.pick("roll melee").s().level().roll.dice.letters(), "AN");
    let still = begins().falls("hits 0");
    assert_eq!(still.pick("roll melee").s().level().roll.dice.letters(), "N");
}

#[test]
fn tv_55_a_boosted_die_can_be_rerolled() {
    proves!("MM-326", "MM-380");
    let set = scene("mari bjorn").equip(1, "t21").hand(0, "v20").minion("c1", "c3").turn("h1");
    let table = set.pick("roll melee").pick("boost adept").watch("v20");
    let mut table = table.falls("dice n0:a1.0:m0");
    assert_eq!(table.pool(), 3, "the placed 2 and a 1");
    table = table.pick("react v20 free").pick("reroll a2").falls("dice n0:a0.0:m0");
    assert_eq!(table.pool(), 1);
}

#[test]
fn tv_56_the_newest_result_stands() {
    proves!("MM-380", "MM-385");
    let set = scene("mari bjorn").equip(1, "t20").hand(1, "d13").hand(0, "v20").minion("c1", "c3").turn("h1");
    // One Adept shows 1; the other dice show nothing.
    let table = set.pick("roll melee").watch("d13").falls("dice n0:a1.0:m0");
    let table = table.pick("reroll a1").falls("dice n0:a0.0:m0");
    assert_eq!(table.pool(), 0, "the Treasure first");
    let table = table.pick("react d13 free").watch("v20").pick("reroll a0").falls("dice n0:a0.1:m0");
    assert_eq!(table.pool(), 2, "then friends");
    let table = table.pick("react v20 free").pick("reroll a2").falls("dice n0:a0.0:m0");
    assert_eq!(table.pool(), 0, "then enemies: the newest result stands");
}

#[test]
fn tv_58_shadow_mordak_casts_from_the_villains_hand() {
    proves!("MM-375", "MM-164");
    let set = scene("bjorn mari loxley").plus(0, Row::Magic, 2).minion("b1", "c3").hand(0, "v1");
    let table = set.roll("m0", Row::Magic, 5);
    assert_eq!(table.options(), ["cast v1 3", "cast v1 5", "done"], "no Plus-One can be bought or spent");
}

#[test]
fn tv_65_two_adepts_and_two_novices_fall_by_their_odds() {
    proves!("MM-009", "MM-010");
    let mut set = scene("alyndra bjorn");
    set.s.depth = 1;
    let table = set.frame(spells::Frame::Dice { dice: Dice::new(2, 2, 0) });
    let odds = table.table.odds().expect("dice fall");
    let weights: Vec<u32> =
        (0..=6).map(|hits| odds.weight(crate::Chance::Hits { hits: crate::words::Count(hits) })).collect();
    assert_eq!((weights, odds.total()), (vec![1, 10, 35, 52, 35, 10, 1], 144));
    assert_eq!(table.s().players[Seat::new(1)].health, 15);
}
