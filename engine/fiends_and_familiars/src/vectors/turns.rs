//! Placing dice, actions, the Market, Fiends, XP and named cards. TV-18 to TV-26, TV-32 to TV-36, TV-58 to TV-60, TV-63 to TV-67.

use super::table::A;
use crate::{
    FiendsAndFamiliars, Frame,
    dice::lay,
    proofs::cards_table::{Fixture, fiend, market},
    rules::{
        cleanup_phase, dice_phase, effects, effects::Source, market_phase, monster_combat, roll_phase, setup,
    },
    state::NONE,
    words::{DieKind, FiendId, Row, Space, Window, row_bit},
};
use kernel::{Table, proves, script::play};

/// Seat a may take one action of these rows.
fn acting(fixture: Fixture, rows: &[Row]) -> Table<FiendsAndFamiliars> {
    let rows = rows.iter().fold(0, |bits, row| bits | row_bit(*row));
    fixture.with(|s| s.dice_phase = true).at(dice_phase::Frame::PlacedAction { seat: A, rows })
}

#[test]
fn tv_18_gold_for_the_card_the_gold_die_and_the_row() {
    proves!("FF-220", "FF-222", "FF-301", "FF-225", "FF-221");
    let fixture = Fixture::new(2).dice(Row::Con, "red1 red2").initiative(2, "gold3").with(|s| {
        s.initiatives[1].gold = true;
    });
    play(fixture.select(), "seat 0: take I2\nseat 0: place gold3 con\na.gold is 9\na.con is red1 red2 gold3");
}

#[test]
fn tv_19_one_action_of_those_triggered_or_none() {
    proves!("FF-223", "FF-304", "FF-305", "FF-310", "FF-315", "FF-303");
    let fixture = Fixture::new(2).initiative(1, "red1 blue2");
    let table = play(fixture.select(), "seat 0: take I1\nseat 0: place red1 str\nseat 0: place blue2 cha");
    assert_eq!(table.legal(A).len(), 3);
    let flipped =
        play(table.clone(), "seat 0: act str\nseat 0: flip str1\na.str is red6 none none\na.charisma is 0");
    assert!(!flipped.legal(A).iter().any(|a| a.to_string().starts_with("act")), "the one action is taken");
    play(table.clone(), "seat 0: act cha\na.charisma is 1\na.str is red1 none none");
    play(table, "seat 0: skip\na.charisma is 0");
}

#[test]
fn tv_20_a_row_is_completed_once_and_only_its_action_is_there() {
    proves!("FF-300", "FF-311", "FF-017", "FF-018");
    let fixture = Fixture::new(2).dice(Row::Dex, "red5").initiative(1, "red1 blue2");
    let table = play(
        fixture.select(),
        "seat 0: take I1
         seat 0: place red1 dex
         seat 0: place blue2 dex
         a.gold is 6
         a.dex is red5 red1 blue2
         seat 0 may act dex
         seat 0 may skip",
    );
    assert_eq!(table.legal(A).len(), 2);
    play(table, "seat 0: act dex\nseat 0: swap dex1 dex3\na.dex is blue2 red1 red5");
}

#[test]
fn tv_21_split_dice_turn_on_their_own_faces() {
    proves!("FF-310", "FF-312", "FF-318", "FF-R34", "FF-009", "FF-011");
    let fixture = Fixture::new(2).dice(Row::Str, "blue/red1 blue/red2 blue/red4");
    let table = acting(fixture.clone(), &[Row::Str]);
    play(table.clone(), "seat 0: act str\nseat 0: flip str1\na.str is blue/red4 blue/red2 blue/red4");
    play(table, "seat 0: act str\nseat 0: flip str2\na.str is blue/red1 blue/red3 blue/red4");
    play(acting(fixture, &[Row::Con]), "seat 0: act con\nseat 0 may not turn str3 5\nseat 0 may turn str3 3");
}

#[test]
fn tv_22_boost_dice_turn_on_their_own_faces() {
    proves!("FF-R34", "FF-012", "FF-302");
    let fixture = Fixture::new(2).dice(Row::Familiar, "boost3");
    play(
        acting(fixture.clone(), &[Row::Str]),
        "seat 0: act str\nseat 0: flip familiar1\na.familiar is boost8 none none",
    );
    play(
        acting(fixture, &[Row::Con]),
        "seat 0: act con\nseat 0 may not turn familiar1 2\nseat 0 may turn familiar1 4",
    );
}

#[test]
fn tv_23_swapped_dice_pay_nothing_and_trigger_nothing() {
    proves!("FF-303", "FF-311", "FF-302");
    let fixture =
        Fixture::new(2).dice(Row::Con, "gold2 red1 red3").dice(Row::Familiar, "white6 black1 black2");
    let table = play(
        acting(fixture, &[Row::Dex]),
        "seat 0: act dex
         seat 0: swap con1 familiar1
         a.con is white6 red1 red3
         a.familiar is gold2 black1 black2
         a.gold is 5",
    );
    assert!(!table.legal(A).iter().any(|a| a.to_string().starts_with("act")));
}

#[test]
fn ff_313_a_rerolled_die_keeps_the_old_or_the_new_number() {
    proves!("FF-313");
    let fixture = Fixture::new(2).dice(Row::Int, "red5");
    let table = play(acting(fixture, &[Row::Int]), "seat 0: act int\nseat 0: reroll int1\ndie red2");
    play(table.clone(), "seat 0: old\na.int is red5 none none");
    play(table, "seat 0: new\na.int is red2 none none");
}

#[test]
fn ff_314_wisdom_moves_the_token_one_straight_step() {
    proves!("FF-314");
    let table = play(acting(Fixture::new(2), &[Row::Wis]), "seat 0: act wis");
    assert_eq!(table.legal(A).len(), 5, "four directions, or none");
    play(table, "seat 0: step good\na.token is 1");
    let mut fixture = Fixture::new(2);
    std::sync::Arc::make_mut(&mut fixture.game).options.wis_diagonal = true;
    play(acting(fixture, &[Row::Wis]), "seat 0: act wis\nseat 0: diagonal evil chaotic\na.token is 8");
}

#[test]
fn ff_316_and_ff_750_the_familiar_row_triggers_the_familiar_action() {
    proves!("FF-316", "FF-750");
    let fixture = Fixture::new(2).initiative(1, "red1");
    play(fixture.select(), "seat 0: take I1\nseat 0: place red1 familiar\nseat 0: act familiar\na.gold is 7");
}

#[test]
fn tv_24_a_charisma_token_is_worth_a_gold() {
    proves!("FF-317", "FF-R10", "FF-401", "FF-406");
    let fixture = Fixture::new(2).row(&["Flamboyant"]).with(|s| s.players[A].charisma = 1);
    let card = market("Flamboyant");
    play(
        fixture.market_turn(),
        &format!(
            "seat 0 may not buy {card} x0\nseat 0: buy {card} x1\na.gold is 0\na.charisma is 0\na.cards is 1"
        ),
    );
}

#[test]
fn tv_25_and_tv_26_a_skill_needs_room_for_its_arrow_and_a_trait_does_not() {
    proves!("FF-408", "FF-406");
    let game = Fixture::new(2).game;
    let good = |kind| {
        move |c: &&crate::content::cards::MarketCard| {
            c.kind == kind && c.align == Some(crate::words::Direction::Good) && c.replaced_by.is_none()
        }
    };
    let skill =
        game.content.market.iter().find(good(crate::words::Kind::Skill)).expect("a Skill that costs Good");
    let window = *Window::ALL
        .iter()
        .find(|w| skill.power.as_ref().is_some_and(|p| p.windows.contains(**w)))
        .expect("a window");
    let corner = Fixture::new(2)
        .owns(&skill.name)
        .dice(Row::Str, "red1")
        .fiend("Gossip")
        .with(|s| s.players[A].token = 0);
    let id = market(&skill.name);
    let table = corner.window(window);
    assert!(!table.legal(A).iter().any(|a| a.to_string() == format!("use {id}")));
    let of_lawful = |c: &&crate::content::cards::MarketCard| {
        c.kind == crate::words::Kind::Trait && c.align == Some(crate::words::Direction::Lawful)
    };
    let bought = game.content.market.iter().find(of_lawful).expect("a Trait that leads to Lawful");
    let fixture = Fixture::new(2).row(&[&bought.name]).with(|s| {
        s.players[A].token = 0;
        s.players[A].gold = 9;
    });
    let card = market(&bought.name);
    play(fixture.market_turn(), &format!("seat 0: buy {card} x0\na.token is 0\na.cards is 1"));
}

#[test]
fn tv_32_a_fiend_of_this_dice_phase_binds_in_this_market_phase() {
    proves!("FF-702", "FF-703", "FF-224", "FF-701", "FF-R07", "FF-R08", "FF-700");
    let gossip = fiend("Gossip");
    let fixture = Fixture::new(2).row(&["Flamboyant"]).initiative(3, "red1").with(|s| {
        s.fiends.remove(gossip);
        s.initiatives[2].fiends.insert(gossip);
        s.players[A].gold = 6;
        s.players[A].charisma = 1;
        s.initiatives[0].taken = 1;
        s.players[super::table::B].initiative = 0;
        s.stack.push(dice_phase::Frame::End.into());
    });
    let table = play(
        fixture.select(),
        "seat 0: take I3\nseat 0: place red1 str\nseat 0: skip\na.fiends is 1\nasked seat 0",
    );
    assert!(table.state().players[A].binding().is_empty(), "it does not bind yet");
    // The window after the turn, then the one at the end of the phase: now it binds.
    let table = play(table, "seat 0: done\nasked seat 0");
    let bound = table.state();
    let look = crate::queries::Look { g: table.game(), s: bound };
    assert_eq!(look.price(A, market("Flamboyant"), 0), 8);
    let banished =
        play(table.clone(), &format!("seat 0: banish {gossip} charisma\na.banished is 1\na.fiends is 0"));
    let look = crate::queries::Look { g: banished.game(), s: banished.state() };
    assert_eq!(look.price(A, market("Flamboyant"), 0), 6);
}

#[test]
fn tv_33_banishing_costs_five_gold_or_a_token() {
    proves!("FF-703");
    let gossip = fiend("Gossip");
    let table = Fixture::new(2).fiend("Gossip").window(Window::DiceEnd);
    play(
        table,
        &format!("seat 0 may not banish {gossip} charisma\nseat 0: banish {gossip} gold\na.gold is 0"),
    );
    let poor = Fixture::new(2).fiend("Gossip").with(|s| s.players[A].gold = 4).window(Window::DiceEnd);
    assert!(poor.legal(A).is_empty(), "four Gold are not enough");
}

#[test]
fn tv_34_only_empty_slots_get_a_new_fiend() {
    proves!("FF-237", "FF-705");
    let kept = FiendId::of_index(3);
    let fixture = Fixture::new(3).with(|s| {
        s.fiends.remove(kept);
        s.initiatives[3].fiends.insert(kept);
    });
    let table = fixture.at(setup::Frame::Fiends { card: 0 });
    assert_eq!(table.state().stack.top(), Some(&setup::Frame::Fiends { card: 2 }.into()));
    let table = play(table, "fiend FI-01");
    let s = table.state();
    assert_eq!((s.initiatives[2].fiends.count(), s.initiatives[3].fiends.count()), (1, 1));
    assert!(s.initiatives[3].fiends.contains(kept));
}

#[test]
fn ff_706_without_fiends_slots_stay_empty() {
    proves!("FF-706", "FF-R14");
    let table = Fixture::new(2).with(|s| s.fiends = Default::default()).at(setup::Frame::Fiends { card: 0 });
    assert!(
        matches!(table.state().stack.top(), Some(Frame::Roll(roll_phase::Frame::Dice { .. }))),
        "the round begins"
    );
}

#[test]
fn tv_35_a_summoned_fiend_waits_for_the_next_who_takes_the_card() {
    proves!("FF-1105", "FF-224");
    let (gossip, other) = (fiend("Gossip"), FiendId::of_index(0));
    let fixture = Fixture::new(2).owns("Summon").fiend("Gossip").initiative(3, "red1").with(|s| {
        s.fiends.remove(other);
        s.initiatives[2].fiends.insert(other);
        s.dice_phase = true;
        s.stack.push(dice_phase::Frame::Select { seat: super::table::B }.into());
    });
    play(
        fixture.window(Window::Placed),
        &format!(
            "seat 0: use {}
             seat 0: summon {gossip} I3
             a.fiends is 0
             seat 1: take I3
             seat 1: place red1 str
             seat 1: skip
             b.fiends is 2",
            market("Summon")
        ),
    );
}

#[test]
fn tv_36_xp_buys_an_action_or_heals_but_not_both_with_six() {
    proves!("FF-601", "FF-603", "FF-R15", "FF-R36", "FF-753");
    let fixture =
        Fixture::new(2).dice(Row::Str, "red1").with(|s| (s.players[A].xp, s.players[A].injury) = (6, 1));
    let table = fixture.window(Window::Market);
    play(
        table.clone(),
        "seat 0 may not train familiar\nseat 0: train wis\na.xp is 1\nseat 0: step evil\na.token is 7\na.injury is 1",
    );
    play(table, "seat 0: heal\na.xp is 4\na.injury is 0\nasked nobody");
}

#[test]
fn tv_58_the_backpack_holds_no_more_than_the_empty_spaces() {
    proves!("FF-1100", "FF-R23");
    let stored = |n: usize| {
        let mut fixture = Fixture::new(2).owns("Backpack").with(|s| {
            for space in Space::all().take(18) {
                s.players[A].dice[space.index()] = "red1".parse().expect("a die");
            }
            (0..n).for_each(|_| s.players[A].stored.push("blue2".parse().expect("a die")));
            lay(&mut s.hand, "gold3".parse().expect("a die"));
            s.dice_phase = true;
        });
        fixture.state.players[A].initiative = 0;
        let table = fixture.at(dice_phase::Frame::Place { seat: A });
        let may = table.legal(A).iter().any(|a| a.to_string() == "store gold3");
        if may {
            let after = play(table, "seat 0: store gold3\na.gold is 5");
            assert_eq!(after.state().players[A].stored.len(), n + 1);
        }
        may
    };
    assert_eq!([stored(1), stored(2)], [true, true]);
    assert!(!stored(3) && !stored(4));
}

#[test]
fn ff_r38_stored_dice_are_placed_with_all_effects_before_creation_ends() {
    proves!("FF-R38");
    let fixture = Fixture::new(2).owns("Backpack").dice(Row::Str, "red1 red2").with(|s| {
        s.players[A].stored.push("gold3".parse().expect("a die"));
    });
    play(
        fixture.window(Window::Last),
        "seat 0 may not done\nseat 0: unpack gold3 str\na.gold is 8\nseat 0: act str\nseat 0: flip str1\na.str is red6 red2 gold3",
    );
}

#[test]
fn tv_59_clarity_places_a_die_again_with_all_effects() {
    proves!("FF-1101", "FF-R24", "FF-410");
    let fixture = Fixture::new(2);
    let card = fixture
        .game
        .content
        .market
        .iter()
        .find(|c| c.on_buy.contains(&crate::content::effects::Effect::Replace));
    let card = card.expect("a Scroll like that").clone();
    let fixture =
        fixture.row(&[&card.name]).dice(Row::Wis, "red1 gold3 red2").with(|s| s.players[A].gold = card.cost);
    let table = play(
        fixture.market_turn(),
        &format!("seat 0: buy {} x0\na.gold is 0\na.cards is 1", market(&card.name)),
    );
    play(
        table,
        "seat 0: lift wis2
         a.wis is red1 none red2
         seat 0: put wis2
         a.gold is 3
         seat 0 may act wis
         a.wis is red1 gold3 red2",
    );
}

#[test]
fn tv_60_stored_xp_cannot_be_spent() {
    proves!("FF-1103");
    let devious = Fixture::new(2)
        .game
        .content
        .market
        .iter()
        .find(|c| c.always.contains(&crate::content::effects::Passive::StoreXp))
        .map(|c| c.name.clone());
    let fixture = Fixture::new(2).owns(&devious.expect("a Trait like that")).familiar(A, "Old Owl");
    let table = fixture.with(|s| s.players[A].xp = 1).at(effects::Frame::Run {
        seat: A,
        source: Source::Row(Row::Familiar),
        at: 0,
    });
    play(table, "a.xp is 3\nseat 0 may not keep x3\nseat 0: keep x2\na.xp is 1\na.stored_xp is 2");
}

#[test]
fn tv_63_the_call_to_adventure_is_replaced_and_changes_the_next_roll() {
    proves!("FF-234", "FF-202", "FF-R06", "FF-102");
    let fixture = Fixture::new(2).with(|s| s.market_deck.call = 2);
    let mut table = fixture.at(setup::Frame::Deal);
    for _ in 0..4 {
        let card = table.state().market_deck.packet().nth(0);
        table = play(table, &format!("card {card}"));
    }
    let s = table.state();
    assert_eq!((s.market.len(), s.market_deck.call, s.dice_per_card), (4, NONE, 1));
}

#[test]
fn ff_235_an_empty_market_deck_is_made_anew_from_the_discard_pile() {
    proves!("FF-235");
    let fixture = Fixture::new(2).with(|s| {
        s.discard = s.market_deck.upper;
        s.market_deck.upper = Default::default();
        s.market_deck.lower = Default::default();
    });
    let cards = fixture.state.discard.count();
    let table = fixture.at(setup::Frame::Deal);
    assert_eq!((table.state().discard.count(), table.state().market_deck.cards()), (0, cards));
}

#[test]
fn tv_64_the_last_cleanup_deals_nothing() {
    proves!("FF-201", "FF-R28", "FF-800", "FF-230", "FF-231");
    let g = super::table::game(2, false);
    let mut charisma = 9;
    let end = super::table::until(&g, 11, |s| {
        let last = matches!(
            s.stack.top(),
            Some(
                Frame::Monster(monster_combat::Frame::Adventure { .. })
                    | Frame::Monster(monster_combat::Frame::Mercenaries { .. })
            )
        );
        if last {
            charisma = s.players[A].charisma;
        }
        last
    });
    assert_eq!((end.round, charisma), (12, 0));
    assert!(end.bag.len() >= 3, "dice went back");
    assert!(end.fight.monster);
    assert!(kernel::Seat::first(2).all(|seat| end.players[seat].placed() == 21));
}

#[test]
fn tv_66_a_skill_may_be_used_for_its_arrow_alone() {
    proves!("FF-408", "FF-409", "FF-R29");
    let table = Fixture::new(2).owns("Summon").fiend("Gossip").window(Window::Placed);
    let card = market("Summon");
    let table = play(table, &format!("seat 0: use {card}\nseat 0: skip\na.token is 7\na.fiends is 1"));
    assert!(table.state().players[A].exhausted.contains(card));
}

#[test]
fn tv_67_one_skill_a_round_is_refreshed() {
    proves!("FF-230");
    let (one, other) = (market("Summon"), market("Rebuke"));
    let fixture = Fixture::new(2).owns("Summon").owns("Rebuke").with(|s| {
        s.players[A].exhausted.insert(one);
        s.players[A].exhausted.insert(other);
    });
    let table = play(
        fixture.at(cleanup_phase::Frame::Refresh { at: 0, left: NONE }),
        &format!("seat 0: refresh {one}"),
    );
    let me = &table.state().players[A];
    assert!(!me.exhausted.contains(one) && me.exhausted.contains(other));
    assert!(
        table.legal(A).is_empty()
            || !matches!(
                table.state().stack.top(),
                Some(Frame::Cleanup(cleanup_phase::Frame::Refresh { .. }))
            )
    );
}

#[test]
fn ff_707_a_restriction_is_waived_where_nothing_else_is_possible() {
    proves!("FF-707", "FF-R13", "FF-704");
    let fixture =
        Fixture::new(2).fiend("Lie-abed").fiend("Cling").initiative(1, "red1").initiative(2, "red2");
    let fixture = fixture.initiative(3, "red3");
    let all = fixture.clone().select();
    assert_eq!(all.legal(A).len(), 1, "neither the first nor the Top card");
    let taken = fixture.with(|s| s.initiatives[1].taken = 1).select();
    assert_eq!(taken.legal(A).len(), 1, "one restriction gives way");
}

#[test]
fn ff_405_and_ff_r11_a_third_hand_means_giving_up_a_weapon() {
    proves!("FF-405", "FF-R11");
    let fixture = Fixture::new(2)
        .owns("Backpack")
        .owns("Thorn Whip")
        .row(&["Greataxe"])
        .with(|s| s.players[A].gold = 20);
    let (axe, pack, whip) = (market("Greataxe"), market("Backpack"), market("Thorn Whip"));
    let table = play(
        fixture.market_turn(),
        &format!(
            "seat 0: buy {axe} x0\nseat 0 may not drop {axe}\nseat 0: drop {pack}\nseat 0: drop {whip}\na.cards is 1"
        ),
    );
    assert!(table.state().discard.contains(pack));
}

#[test]
fn ff_402_and_ff_r09_no_free_pass_while_a_card_or_minion_is_there() {
    proves!("FF-402", "FF-R09", "FF-R41");
    let table = Fixture::new(2).row(&["Flamboyant"]).fiend("Gossip").market_turn();
    play(
        table,
        &format!("seat 0 may not pass\nseat 0: discard {}\na.gold is 7\ndiscard is 1", market("Flamboyant")),
    );
    play(Fixture::new(2).market_turn(), "seat 0: pass");
}

#[test]
fn ff_r33_a_die_without_room_goes_back_into_the_bag() {
    proves!("FF-R33");
    let fixture = Fixture::new(2).with(|s| {
        Space::all()
            .take(20)
            .for_each(|space| s.players[A].dice[space.index()] = "red1".parse().expect("a die"));
        lay(&mut s.hand, "gold3".parse().expect("a die"));
        lay(&mut s.hand, "gold5".parse().expect("a die"));
    });
    let before = fixture.state.bag.count(DieKind::GOLD);
    let table = play(fixture.at(dice_phase::Frame::Place { seat: A }), "seat 0: place gold3 familiar");
    assert_eq!(table.state().bag.count(DieKind::GOLD), before + 1);
    assert!(table.state().hand.is_empty());
}

#[test]
fn ff_400_and_ff_403_the_lowest_initiative_is_first_and_the_row_is_not_refilled() {
    proves!("FF-400", "FF-403");
    let fixture = Fixture::new(2).row(&["Flamboyant", "Relentless"]).with(|s| {
        (s.initiatives[0].taken, s.initiatives[2].taken) = (1, 0);
        (s.players[super::table::B].initiative, s.players[A].initiative) = (0, 2);
    });
    let (first, second) = (market("Flamboyant"), market("Relentless"));
    let table = play(
        fixture.at(market_phase::Frame::Phase { card: 0 }),
        &format!(
            "asked seat 1\nseat 1: discard {first}\nmarket is none {second}\nasked seat 0\nseat 0: discard {second}"
        ),
    );
    assert_eq!(table.state().round, 2, "the phase is over");
}

#[test]
fn ff_404_armor_has_no_limit() {
    proves!("FF-404");
    let fixture = Fixture::new(2)
        .owns("Linked Hauberk")
        .owns("Chain Gauntlets")
        .owns("Ring Greaves")
        .row(&["Mail Coif"]);
    play(fixture.market_turn(), &format!("seat 0: buy {} x0\na.cards is 4", market("Mail Coif")));
}

#[test]
fn ff_407_a_bought_skill_is_upright_and_usable_at_once() {
    proves!("FF-407");
    let fixture = Fixture::new(2).row(&["Rebuke"]).fiend("Gossip").with(|s| s.players[A].gold = 9);
    let card = market("Rebuke");
    let table = play(fixture.market_turn(), &format!("seat 0: buy {card} x0"));
    let look = crate::queries::Look { g: table.game(), s: table.state() };
    assert!(!table.state().players[A].exhausted.contains(card));
    assert!(crate::rules::windows::usable(look, A, card));
}
