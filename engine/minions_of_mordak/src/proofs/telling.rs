//! What a group with its own box is asked for, what it may type, and what it is told to do.

use super::scene::{Acting, Scene, scene, scene_with};
use crate::{
    Chance, MinionsOfMordak,
    ids::SpellId,
    rules::{cards, level_up, rounds},
    state::HandCard,
    words::{DeckId, VILLAIN},
};
use kernel::{Log, Seat, SeatSet, Show as _, Table, Turn};

fn form(table: &Table<MinionsOfMordak>) -> String {
    table.game().form(table.seen_by(None).state())
}

/// What somebody means, where it may fall.
fn meant(table: &Table<MinionsOfMordak>, typed: &str) -> Option<String> {
    let outcome = table.game().meant(table.seen_by(None).state(), typed)?;
    table.odds().filter(|odds| odds.weight(outcome) > 0).map(|_| outcome.to_string())
}

/// Bjorn rolls Melee with 2 Novice and 2 Adept dice.
fn bjorn_rolls(scene: Scene) -> Table<MinionsOfMordak> {
    let table = scene.minion("c2", "c3").turn("h1").pick("roll melee").table;
    assert_eq!(table.turn(), Turn::Chance);
    table
}

#[test]
fn only_totals_are_asked_for_unless_somebody_could_have_dice_rolled_again() {
    let faces = |scene: Scene| {
        let table = bjorn_rolls(scene);
        let by_faces = form(&table).contains("each die");
        let first = table.odds().and_then(|odds| odds.iter().next()).expect("it falls").0;
        assert_eq!(by_faces, matches!(first, Chance::Dice { .. }), "the form is that of what may fall");
        by_faces
    };
    assert!(!faces(scene("bjorn mari")), "nobody holds a card");
    assert!(faces(scene("bjorn mari").hand(0, "v1")), "a card of the Void deck may be Misfortune");
    assert!(!faces(scene("bjorn mari").hand(0, "a1")), "an Arcane card of the Villain is for his own rolls");
    assert!(faces(scene("bjorn mari").hand(2, "d1")), "a Divine card of a friend may be Guiding Light");
    assert!(!faces(scene("bjorn mari").hand(2, "a1")), "an Arcane card of a friend is for her own rolls");
    let gone = |s: &mut crate::State| {
        s.spells.0[SpellId::new(DeckId::Void, 19).index()] = 0;
        s.spell_discards.0[SpellId::new(DeckId::Void, 19).index()] = 2;
    };
    assert!(!faces(scene("bjorn mari").hand(0, "v1").with(gone)), "both copies lie in the discard pile");
    let silent = |s: &mut crate::State| s.silent.insert(VILLAIN);
    assert!(!faces(scene("bjorn mari").hand(0, "v1").with(silent)), "he has said that he never reacts");
}

#[test]
fn a_total_is_typed_as_a_number_with_its_range_or_by_the_faces() {
    let table = bjorn_rolls(scene("bjorn mari"));
    assert_eq!(form(&table), "type the total, such as `hits 3` or just `3` (0 to 6)");
    assert_eq!(table.game().prompt(table.state()), "Bjorn rolls Melee: 2 Novice and 2 Adept");
    for typed in ["n 0 1 a 1 2", "dice n1:a1.1:m0", "n01a12", "N0 n1, A1 a2"] {
        let told = meant(&table, typed);
        assert_eq!(told.as_deref(), (typed != "n01a12").then_some("hits 4"), "{typed}");
    }
    assert_eq!(meant(&table, "dice n3:a0.0:m0"), None, "there are two Novices");
}

#[test]
fn faces_are_typed_die_by_die_in_any_order_or_as_a_total_that_says_it_all() {
    let table = bjorn_rolls(scene("bjorn mari").hand(0, "v1"));
    assert_eq!(
        form(&table),
        "type what each die shows, such as `n 0 1 a 0 2` or `dice n1:a0.1:m0` (n: Novice 0 or 1, a: Adept 0 or 1 or 2); \
         the total will do where only one throw makes it"
    );
    for typed in [
        "n 0 1 a 0 2",
        "a 2 0 n 1 0",
        "n0 n1 a0 a2",
        "n01 a02",
        "Novice 0, 1; Adept 0, 2",
        "dice n 0 1 a 0 2",
    ] {
        assert_eq!(meant(&table, typed).as_deref(), Some("dice n1:a0.1:m0"), "{typed}");
    }
    for (total, only) in
        [("0", Some("dice n0:a0.0:m0")), ("hits 6", Some("dice n2:a0.2:m0")), ("hits 1", None)]
    {
        assert_eq!(meant(&table, total).as_deref(), only, "{total}");
    }
    for wrong in
        ["", "n", "n 0 1", "n 0 1 a 0 3", "n 0 2 a 0 1", "n 0 1 a 0 2 2", "m 1", "x 0", "0 1 0 2", "99"]
    {
        assert_eq!(meant(&table, wrong), None, "{wrong}");
    }
}

#[test]
fn dice_of_one_grade_need_no_letters() {
    let table = scene("bjorn mari").hand(0, "v1").minion("c2", "c3").turn("h1").pick("roll ranged").table;
    assert_eq!(
        form(&table).split(" (").next(),
        Some("type what each die shows, such as `n 0` or `dice n0:a0.0:m0`")
    );
    for (typed, fell) in [("1", "dice n1:a0.0:m0"), ("n 0", "dice n0:a0.0:m0"), ("0", "dice n0:a0.0:m0")] {
        assert_eq!(meant(&table, typed).as_deref(), Some(fell), "{typed}");
    }
}

#[test]
fn cards_are_told_by_name_or_number_and_the_form_is_that_of_the_whole_box() {
    let draws = |frame: cards::Frame| scene("bjorn mari").frame(frame).table;
    let chump = cards::Frame::DrawMinion {
        size: crate::words::Size::Chump,
        region: "b3".parse().unwrap(),
        ambush: false,
    };
    let table = draws(chump);
    assert_eq!(table.game().prompt(table.state()), "a Chump is drawn for West Bridge (b3)");
    let name = table.game().content.minion("c2".parse().unwrap()).name.clone();
    let told = form(&table);
    assert!(
        told.starts_with("type the Chump by its name or number, such as `")
            && told.ends_with("`c1` or `minion c1`")
    );
    for typed in [name.clone(), name.to_uppercase(), format!("minion {name}"), name.replace(' ', "  ")] {
        assert_eq!(meant(&table, &typed).as_deref(), Some("minion c2"), "{typed}");
    }
    assert_eq!(meant(&table, "minion"), None);
    let seat = Seat::new(1);
    let table = draws(cards::Frame::DrawSpells { seat, deck: DeckId::Divine, left: 1 });
    assert_eq!(meant(&table, "guiding light").as_deref(), Some("draw d13"));
    assert_eq!(meant(&table, "Spark of Genius"), None, "an Arcane Spell is not in the Divine deck");
    // What is left does not change the form: `d1` is gone from the deck.
    let less = |s: &mut crate::State| s.spells.0[SpellId::new(DeckId::Divine, 0).index()] = 0;
    let gone = scene("bjorn mari")
        .with(less)
        .frame(cards::Frame::DrawSpells { seat, deck: DeckId::Divine, left: 1 })
        .table;
    assert_eq!(form(&gone), form(&table));
}

/// Mordak casts Spellthief at a Hero with two cards.
fn robbed(options: &str, hidden: bool) -> Acting {
    let mut game = scene_with(options, "bjorn mari").hand(0, "v15");
    let seat = Seat::new(2);
    if hidden {
        for deck in [DeckId::Arcane, DeckId::Divine] {
            game.s.players[seat].take(HandCard { spell: SpellId::hidden(deck), seen: SeatSet::only(seat) });
        }
    } else {
        game = game.hand(2, "a1 d5");
    }
    let acting = game.frame(cards::Frame::Steal { from: seat, to: VILLAIN });
    assert_eq!(acting.table.turn(), Turn::Chance);
    acting
}

#[test]
fn a_card_out_of_a_hidden_hand_is_asked_of_people_whoever_has_the_dice() {
    let hidden = robbed("seats=3 hands=hidden void_deck=house", true).table;
    let (g, s) = (hidden.game(), hidden.state());
    assert!(g.people_tell(s) && !g.house_draws(s), "only its player knows it");
    assert_eq!(g.prompt(s), "Mordak takes a Spell at random out of the hand of Mari");
    assert!(form(&hidden).starts_with("type the Spell that leaves the hand of Mari by its name or number"));
    assert_eq!(meant(&hidden, "Guiding Light").as_deref(), Some("steal d13"));
    let told = robbed("seats=3 void_deck=house", false).table;
    assert!(!told.game().people_tell(told.state()), "the house knows the hand");
    let mut villains = scene_with("seats=3 void_deck=house", "bjorn mari").hand(0, "v1 v2");
    villains.s.clock = 2;
    let table = villains.frame(cards::Frame::Steal { from: VILLAIN, to: Seat::new(1) }).table;
    assert!(table.game().house_draws(table.state()), "nobody may look through his hand");
}

#[test]
fn orders_are_words_with_names_and_places() {
    let order = |acting: &Acting, action: &str| {
        let seat = acting.table.turn().asked().lowest().expect("somebody is asked");
        let legal = acting.table.legal(seat);
        let action = legal.into_iter().find(|legal| legal.to_string() == action).expect("it may be done");
        acting.table.game().order(acting.table.state(), seat, action).expect("this game has words")
    };
    let name = |kind: &str| scene("bjorn").look().kind_name(kind.parse().unwrap());
    let chump = name("c2");
    let step = scene("bjorn")
        .minion("c2", "c2")
        .minion("e1", "c2")
        .with(|s| s.clock = 2)
        .frame(rounds::Frame::MinionStep);
    assert_eq!(
        order(&step, "act m0"),
        format!("{chump} (m0) on Hawkspire (c2) begins a Turn: lay it on top of its stack")
    );
    assert_eq!(order(&step, "act m1"), "", "it lies on top");
    let turn = step.pick("act m0");
    assert_eq!(
        order(&turn, "move c3"),
        format!("{chump} (m0) goes from Hawkspire (c2) to Hawkemoor Keep (c3)")
    );
    assert_eq!(order(&turn, "end"), "");
    let procession = scene("bjorn").with(|s| s.clock = 2).frame(level_up::Frame::ProcessionAsk);
    let (yes, no) = (order(&procession, "accept"), order(&procession, "decline"));
    assert!(yes.starts_with("Mordak may spawn ") && yes.ends_with(": yes"), "{yes}");
    assert_eq!(no, yes.replace(": yes", ": no"), "a bare yes would tell nobody what to draw");
    let magic = scene("bjorn").hand(0, "v1").void(9);
    let cast =
        magic.options().into_iter().find(|action| action.starts_with("cast v1")).expect("he may cast it");
    let told = order(&magic, &cast);
    let card = magic.look().g.content.spell("v1".parse().unwrap()).clone();
    assert!(
        told.starts_with(&format!("Mordak casts {} for ", card.name)) && told.ends_with(&card.text),
        "{told}"
    );
}

#[test]
fn every_order_of_a_random_game_has_words_and_no_step_of_notation() {
    use rand::SeedableRng as _;
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
    let mut orders = 0;
    for options in ["seats=2", "seats=4 hands=hidden minions=fast", "seats=4 come_and_go=true"] {
        let mut table = super::scene::start(options).table;
        while table.turn() != Turn::Over {
            let step = match table.turn().asked().pick(&mut rng) {
                None => kernel::Step::Chance(table.sample(&mut rng).expect("it falls")),
                Some(seat) => {
                    let legal = table.legal(seat);
                    let action = legal[kernel::below(&mut rng, legal.len() as u32) as usize];
                    let told =
                        table.game().order(table.seen_by(Some(seat)).state(), seat, action).expect("words");
                    assert!(told != action.to_string() && !told.contains("  "), "{action}: {told}");
                    orders += u32::from(!told.is_empty());
                    kernel::Step::Act { seat, action }
                }
            };
            table.play(step, &mut Log::off()).expect("a legal step");
        }
    }
    assert!(orders > 500, "{orders} orders");
}

#[test]
fn fast_minions_that_cannot_reach_a_hero_go_first_and_the_others_still_act() {
    let far = |options: &str| {
        let game =
            scene_with(options, "bjorn").at(1, "c4").minion("c2", "c4").minion("c2", "b1").minion("c2", "d1");
        let game = game.reveal("b1", "i3").reveal("d1", "i4").with(|s| s.clock = 2);
        game.frame(rounds::Frame::MinionStep)
    };
    let any = far("seats=2");
    assert!(["act m0", "act m1", "act m2"].iter().all(|action| any.may(action)));
    let fast = far("seats=2 minions=fast");
    assert!(!fast.may("act m0") && fast.may("act m1") && fast.may("act m2"), "{:?}", fast.options());
    let near = fast.pick("act m1").pick("stop_all");
    assert!(
        near.may("act m0") && !near.may("act m1") && !near.may("act m2"),
        "those that stay have had their Turn"
    );
    assert!(
        near.pick("stop_all").s().stack.top() != Some(&rounds::Frame::MinionPick.into()),
        "then the Minion Step is over"
    );
}

#[test]
fn nobody_counts_as_far_who_could_attack_in_its_turn() {
    // Whoever is far makes no roll before the next Minion is picked, whatever it does and wherever it goes.
    use rand::SeedableRng as _;
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(9);
    let mut far = 0;
    for _ in 0..250 {
        let mut table = super::scene::start("seats=3 minions=fast").table;
        let mut watched = false;
        while table.turn() != Turn::Over {
            let look = crate::queries::Look { g: table.game(), s: table.state() };
            if table.state().stack.top() == Some(&rounds::Frame::MinionPick.into()) {
                watched = crate::rules::rounds::far_ones_left(look);
                far += u32::from(watched);
            }
            let step = match table.turn().asked().pick(&mut rng) {
                None => {
                    assert!(!watched || !look.s.is_hero_round() && look.s.depth == 0, "a far Minion rolls");
                    kernel::Step::Chance(table.sample(&mut rng).expect("it falls"))
                }
                Some(seat) => {
                    let legal = table.legal(seat);
                    let rolls = legal.iter().any(|action| matches!(action, crate::Action::Roll { .. }));
                    assert!(!(watched && rolls && look.s.depth > 0), "{:?}", look.s.level());
                    kernel::Step::Act {
                        seat,
                        action: legal[kernel::below(&mut rng, legal.len() as u32) as usize],
                    }
                }
            };
            table.play(step, &mut Log::off()).expect("a legal step");
            watched &= table.state().depth > 0
                || table.state().stack.top() == Some(&rounds::Frame::MinionPick.into());
        }
    }
    assert!(far > 30, "far Minions were picked {far} times");
}

#[test]
fn whoever_joins_or_leaves_is_told_all_that_the_table_changes() {
    let said = |mut table: Table<MinionsOfMordak>, wish: &str| {
        let seat = table.turn().asked().lowest().expect("somebody is asked");
        let action = wish.parse().expect("an action");
        let mut log = Log::on();
        table.play(kernel::Step::Act { seat, action }, &mut log).expect("legal");
        log.take().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let open = "seats=4 late=1 come_and_go=true";
    let two = scene_with(open, "bjorn mari").health(0, 20).with(|s| (s.day, s.clock) = (4, 8));
    let joined = said(two.frame(rounds::Frame::HeroRound).table, "join scrutt");
    for line in [
        "Scrutt joins and stands on Hawkemoor Keep (c3): normal Health, Action Points, Plus-One and Spells, and 12 XP",
        "Loot Stash cards are exchanged for those of Hero Count 3; Mordak has 30 Health",
        "laid face-down on a1, e1, a5, e5, one of them a Shrine; the Heroes need 4 Shrines now",
    ] {
        assert!(joined.contains(line), "{line}: {joined}");
    }
    let three = scene_with("seats=4 come_and_go=true", "bjorn mari scrutt").health(0, 35);
    let table = three
        .frame(level_up::Frame::Step { side: crate::words::Side::Heroes, step: level_up::Step::Leaving });
    let left = said(table.pick("stay").pick("stay").table, "leave");
    for line in [
        "Scrutt leaves the game and the Map: Treasures go into the Loot Stash of the Heroes, Spells to their discard piles",
        "Loot Stash cards are exchanged for those of Hero Count 2; Mordak has 25 Health",
        "face-down Tier III Regions are removed; Shrines move the Procession no more",
    ] {
        assert!(left.contains(line), "{line}: {left}");
    }
}

#[test]
fn a_boosted_die_is_not_told() {
    let mut game = scene("bjorn mari").minion("c2", "c3");
    game.s.clock = 1;
    let boosts = |acting: &Acting| acting.options().iter().any(|action| action.starts_with("boost"));
    let acting = game.turn("h1");
    assert!(!boosts(&acting), "Bjorn has no Boost of his own");
    let mut table = acting.pick("roll melee").table;
    let mut state = *table.state();
    state.level_mut().roll.boosted = Some(crate::words::Grade::Adept);
    table = Table::at(std::sync::Arc::clone(table.game()), state);
    assert_eq!(
        table.game().prompt(table.state()),
        "Bjorn rolls Melee: 2 Novice and 1 Adept; the Boosted Adept lies there already and is not told"
    );
    assert_eq!(form(&table), "type the total, such as `hits 2` or just `2` (0 to 4)");
}

#[test]
fn what_cannot_be_done_is_refused_with_the_rule_that_forbids_it() {
    let why = |acting: &Acting, typed: &str| {
        let seat = acting.table.turn().asked().lowest().expect("somebody is asked");
        acting.table.game().conflict(acting.table.state(), seat, typed).unwrap_or_default()
    };
    let held = scene("bjorn mari").minion("c2", "c3").turn("h1");
    assert_eq!(why(&held, "move B3"), "MM-122: there is an enemy in Hawkemoor Keep (c3)");
    assert_eq!(why(&held, "loot 1"), "MM-240: there is an enemy in Hawkemoor Keep (c3)");
    assert_eq!(why(&held, "roll corruption"), "MM-096: only the Villain rolls Corruption");
    assert_eq!(why(&held, "roll melee"), "", "it may be done");
    let free = scene("bjorn mari").turn("h1");
    assert_eq!(why(&free, "move a3"), "MM-120: a3 is not beside Hawkemoor Keep (c3)");
    assert_eq!(why(&free, "loot 1"), "MM-240: 0 Treasures lie in Hawkemoor Keep (c3)");
    assert_eq!(why(&free, "scout"), "MM-220: no Region beside Hawkemoor Keep (c3) is face-down");
    let moving = free.pick("move b3");
    assert_eq!(why(&moving, "step a3"), "MM-121: a3 is face-down");
    let farther = moving.pick("step c3");
    assert_eq!(why(&farther, "step c2"), "MM-124: Hawkspire (c2) is a Mountain, the only step of its Move");
    let magic = scene("alyndra mari").hand(1, "a1").minion("c2", "b3").magic(1, 1);
    assert!(why(&magic, "cast a1 4").starts_with("MM-25"), "{}", why(&magic, "cast a1 4"));
    assert_eq!(why(&magic, "pass"), "", "the list of choices says it");
}
