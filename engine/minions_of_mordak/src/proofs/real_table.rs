//! A group that plays with its own box: what it puts right, and whom it does not want to be asked.

use super::scene::{Acting, Scene, scene, scene_with, start};
use crate::{
    Action, Chance, MinionsOfMordak, Options, corrections,
    ids::SpellId,
    invariants, naming,
    rules::level_up,
    state::{HandCard, Player},
    words::{DeckId, Row, Side, VILLAIN},
};
use kernel::{Game as _, Log, Seat, SeatSet, Show as _, Step, Story as _, Table, Turn, proves};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn set(table: &mut Table<MinionsOfMordak>, text: &str) -> Result<(), String> {
    let before = *table.state();
    let done = table.correct(text, &mut Log::off()).map_err(|why| why.to_string());
    assert!(done.is_ok() || before == *table.state(), "{text} was refused and has changed something");
    done
}

#[test]
fn tracks_that_drifted_are_put_right_between_actions() {
    let mut table = scene("bjorn mari").minion("e1", "b3").turn("h1").table;
    for text in ["h1.health 7", "h1.xp 3", "h1.ap 1", "h1.melee 2", "h2.region b3", "m0.side wounded"] {
        set(&mut table, text).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    set(&mut table, "mordak.health 20").expect("a multiple of five");
    let (s, bjorn) = (table.state(), &table.state().players[Seat::new(1)]);
    assert_eq!((bjorn.health, bjorn.xp, bjorn.plus[0], s.level().ap), (7, 3, 2, 1));
    assert_eq!((s.players[Seat::new(2)].region.to_string().as_str(), s.minion(0).wounded), ("b3", true));
    assert_eq!(s.players[VILLAIN].health, 20);
    assert!(!table.legal(Seat::new(1)).is_empty(), "play goes on");
}

#[test]
fn what_cannot_be_on_a_table_is_refused_and_changes_nothing() {
    let mut table = scene("bjorn mari").turn("h1").table;
    let wrong = [
        "h1.health 0",
        "h1.health 99",
        "mordak.health 7",
        "h1.melee 5",
        "h1.region a1",
        "h2.ap 1",
        "m0.side wounded",
        "h3.health 5",
        "mordak.region c3",
        "h1.luck 3",
        "health 3",
        "h1.health",
        "",
        "h1.reacts maybe",
    ];
    for text in wrong {
        let told = set(&mut table, text).expect_err(text);
        assert!(!told.is_empty(), "{text}");
    }
    let mut rolling = scene("bjorn mari").turn("h1").pick("roll melee").table;
    assert!(set(&mut rolling, "h1.health 5").expect_err("dice lie on the table").contains("being resolved"));
}

/// How often the Villain is asked in a Turn of a Hero who attacks.
fn questions(mut table: Table<MinionsOfMordak>) -> u32 {
    let mut asked_villain = 0;
    for _ in 0..40 {
        let step = match table.turn() {
            Turn::Over => break,
            Turn::Chance => {
                Step::Chance(table.odds().and_then(|odds| odds.iter().last()).expect("it falls").0)
            }
            Turn::Each(asked) | Turn::Any(asked) => {
                let seat = asked.lowest().expect("somebody is asked");
                asked_villain += u32::from(seat == VILLAIN);
                let legal = table.legal(seat);
                let wish =
                    |wish: &str| legal.iter().find(|action| action.to_string().starts_with(wish)).copied();
                let wishes = ["pass", "attack", "damage", "roll melee", "end"];
                let action = wishes.into_iter().find_map(wish).unwrap_or(legal[0]);
                if action.to_string() == "end" {
                    break;
                }
                Step::Act { seat, action }
            }
        };
        table.play(step, &mut Log::off()).expect("a legal step");
    }
    asked_villain
}

#[test]
fn who_orders_so_is_not_asked_for_reactions() {
    let table = || scene("bjorn mari").minion("e1", "c3").hand(0, "v19 v20 v21 v22 v23").turn("h1").table;
    assert!(questions(table()) > 0);
    let mut silent = table();
    set(&mut silent, "mordak.reacts no").expect("an order");
    assert_eq!(questions(silent.clone()), 0);
    set(&mut silent, "mordak.reacts asked").expect("an order");
    assert_eq!(questions(silent), questions(table()));
    let game = table().game().clone();
    assert_eq!(corrections::own_affair(&game, "h1.reacts no"), Some(Seat::new(1)));
    assert_eq!(game.set_by("h1.health 3"), None, "anybody at the table may put that right");
}

#[test]
fn the_void_deck_may_stay_in_the_house() {
    for (options, here) in [("seats=2 heroes=bjorn", false), ("seats=2 heroes=bjorn void_deck=house", true)] {
        let table = start(options).table;
        assert_eq!(table.turn(), Turn::Chance, "the Villain draws his first Spells");
        assert_eq!(table.game().house_draws(table.state()), here, "{options}");
    }
}

// --- hands that only their players know

const FIRST: Seat = Seat::new(1);

/// Heroes whose hands nobody tells; the first has so many Arcane and so many Divine cards.
fn untold(heroes: &str, arcane: usize, divine: usize) -> Scene {
    let seats = heroes.split_whitespace().count() + 1;
    let scene = scene_with(&format!("seats={seats} hands=hidden"), heroes);
    hold(scene, 1, arcane, divine)
}

/// A seat holds so many hidden cards.
fn hold(scene: Scene, seat: u8, arcane: usize, divine: usize) -> Scene {
    let seat = Seat::new(seat);
    let cards = [(DeckId::Arcane, arcane), (DeckId::Divine, divine)];
    scene.with(|s| {
        for deck in cards.iter().flat_map(|(deck, count)| std::iter::repeat_n(*deck, *count)) {
            s.players[seat].take(HandCard { spell: SpellId::hidden(deck), seen: SeatSet::only(seat) });
        }
    })
}

fn spell(text: &str) -> SpellId {
    text.parse().expect("a Spell")
}

/// Every copy of a Spell lies in the discard pile.
fn used_up(scene: Scene, text: &str) -> Scene {
    let at = spell(text).index();
    scene.with(|s| s.spell_discards.0[at] = std::mem::take(&mut s.spells.0[at]))
}

/// The Arcane and Divine cards of a hand that only its player knows, and all cards in it.
fn counts(table: &Acting, seat: u8) -> (usize, usize, usize) {
    let seat = Seat::new(seat);
    let [arcane, divine] = [DeckId::Arcane, DeckId::Divine].map(|deck| naming::untold(table.s(), seat, deck));
    (arcane, divine, table.s().players[seat].hand.len())
}

fn sound(table: &Acting) {
    invariants::check(table.table.game(), table.s()).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn a_drawn_card_of_a_hidden_hand_is_only_counted() {
    proves!("MM-245", "MM-361");
    let table = untold("bjorn mari", 1, 0).turn("h1");
    let before = DeckId::ALL.iter().map(|deck| table.s().spells_left(*deck)).collect::<Vec<_>>();
    let table = table.pick("surge 1 1 0");
    assert_ne!(table.table.turn(), Turn::Chance, "nobody is asked what was drawn");
    assert_eq!(counts(&table, 1), (2, 1, 3));
    let after = DeckId::ALL.iter().map(|deck| table.s().spells_left(*deck)).collect::<Vec<_>>();
    assert_eq!(after, [before[0] - 1, before[1] - 1, before[2]], "the draw piles are smaller");
    assert_eq!(table.s().spells.total(), 110, "and no card has been seen");
    sound(&table);
}

#[test]
fn a_whole_setup_asks_nobody_what_the_heroes_draw() {
    let mut table = start("seats=4 heroes=bjorn,mari,amos hands=hidden").table;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    while table.turn() == Turn::Chance {
        let fell = table.sample(&mut rng).expect("it falls");
        if let Chance::Draw { spell } = fell {
            assert_eq!(spell.deck(), DeckId::Void, "only the Villain's draws are told");
        }
        table.play(Step::Chance(fell), &mut Log::off()).expect("a card");
    }
    let heroes = Seat::first(4).skip(1).map(|seat| table.state().players[seat]);
    assert!(heroes.clone().any(|hero| !hero.hand.is_empty()), "somebody begins with Spells");
    assert!(heroes.flat_map(|hero| hero.hand).all(|card| card.spell.is_hidden()));
}

#[test]
fn a_deck_of_which_all_else_is_in_hidden_hands_is_shuffled_anew() {
    proves!("MM-360");
    // One Arcane card was not seen, and it is in hand: the draw pile is empty.
    let table = untold("bjorn mari", 1, 0).with(|s| {
        for at in 0..32 {
            s.spell_discards.0[at] = std::mem::take(&mut s.spells.0[at]);
        }
        (s.spells.0[2], s.spell_discards.0[2]) = (1, s.spell_discards.0[2] - 1);
    });
    assert_eq!(table.s.spells_left(DeckId::Arcane), 0);
    let table = table.turn("h1").pick("surge 1 1 0");
    assert_eq!((counts(&table, 1), table.s().spells_left(DeckId::Arcane)), ((2, 1, 3), 30));
    assert_eq!(table.s().spell_discards.total(), 0);
    sound(&table);
}

#[test]
fn any_unseen_spell_of_a_back_may_be_cast_by_naming_it_and_is_then_seen() {
    proves!("MM-250", "MM-402");
    let table = untold("mari bjorn loxley", 1, 0).minion("e1", "c3").magic(1, 4);
    assert!(table.may("cast a3 2") && table.may("cast a1 4"));
    assert!(!table.options().iter().any(|option| option.starts_with("cast d")), "no Divine card is in hand");
    let table = table.pick("cast a3 2");
    assert!(table.s().minion(0).wounded, "it does what it says");
    let at = spell("a3").index();
    assert_eq!((table.s().spells.0[at], table.s().spell_discards.0[at]), (1, 1));
    assert_eq!(counts(&table, 1), (0, 0, 0));
    assert!(!table.options().iter().any(|option| option.starts_with("cast")), "the hand is empty");
    sound(&table);
}

#[test]
fn a_spell_all_copies_of_which_have_been_seen_cannot_be_named() {
    let table = used_up(untold("mari bjorn", 2, 0), "a3").minion("e1", "c3").magic(1, 4);
    assert!(!table.may("cast a3 2") && table.may("cast a1 4"));
    let (game, s) = (table.table.game(), table.s());
    let why = |action: &str| game.conflict(s, FIRST, action).unwrap_or_default();
    assert!(why("cast a3 2").contains("every copy of"), "{}", why("cast a3 2"));
    assert!(why("cast d1 2").contains("set h1.divine"), "{}", why("cast d1 2"));
    assert_eq!((why("cast a1 4"), why("end")), (String::new(), String::new()));
}

#[test]
fn a_hidden_hand_reacts_with_any_unseen_reaction_also_where_only_holders_are_asked() {
    proves!("MM-254");
    for windows in ["cloaked", "held"] {
        let scene = scene_with(&format!("seats=2 hands=hidden windows={windows}"), "amos");
        let table = hold(scene, 1, 1, 0).minion("c2", "c3").roll("m0", Row::Melee, 3).watch("a14");
        let table = table.pick("attack c3").pick("damage 3").pick("react a14 free");
        assert_eq!((table.health(1), counts(&table, 1)), (16, (0, 0, 0)), "{windows}");
        sound(&table);
    }
}

#[test]
fn a_reaction_of_a_hidden_hand_is_paid_with_another_card_of_it_by_naming_both() {
    proves!("MM-255");
    let rolled = |arcane, divine| {
        let table = untold("bjorn", arcane, divine).turn("h1").watch("a15");
        table.pick("roll melee").falls("dice n0:a1.0:m0")
    };
    let table = rolled(1, 1);
    assert!(table.may("react a15 d1") && !table.may("react a15 a1"), "its only Arcane card is the Reaction");
    let table = rolled(2, 0);
    assert!(table.may("react a15 a1") && table.may("react a15 a15") && !table.may("react a15 d1"));
    let table = table.pick("react a15 a1").pick("reroll a0").pick("keep").dice(2);
    assert_eq!((table.pool(), counts(&table, 1), table.s().spell_discards.total()), (3, (0, 0, 0), 2));
    sound(&table);
}

#[test]
fn a_hidden_hand_above_the_limit_names_what_it_discards() {
    proves!("MM-247", "MM-261");
    let scene = used_up(untold("bjorn mari", 7, 1), "a1");
    let discarded = scene.s.spell_discards.total();
    let table = scene.frame(level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::Discards });
    assert!(table.may("discard a2") && table.may("discard d16") && !table.may("discard a1"));
    let table = table.pick("discard a2").pick("discard d16");
    assert_eq!((counts(&table, 1), table.s().spell_discards.total()), ((6, 0, 6), discarded + 2));
    sound(&table);
}

#[test]
fn a_shown_spell_of_a_hidden_hand_is_known_to_everybody() {
    proves!("MM-258");
    let scene = scene_with("seats=3 hands=hidden show_spells=true", "bjorn mari");
    let table = hold(scene, 1, 2, 0).turn("h1").pick("show a3");
    assert_eq!(counts(&table, 1), (1, 0, 2));
    let seen = table.table.view(VILLAIN).state().players[FIRST];
    assert!(seen.holds(spell("a3")), "the Villain reads it");
    let mut guess =
        table.table.view(FIRST).guess(table.table.game(), &mut Xoshiro256PlusPlus::seed_from_u64(1));
    table.table.game().mask(&mut guess, FIRST);
    assert_eq!(guess, *table.s(), "a guess of the rest does not forget it");
    sound(&table);
}

#[test]
fn a_card_stolen_from_a_hidden_hand_is_told_and_only_two_know_it() {
    let scene = used_up(untold("amos bjorn", 0, 2), "d1");
    let table = scene.hand(0, "v15").void(3).pick("cast v15 3");
    let odds = table.table.odds().expect("a card changes hands");
    let steal = |text: &str| Chance::Steal { spell: spell(text) };
    assert_eq!(odds.weight(steal("d1")), 0, "every copy of it was seen");
    assert!(odds.weight(steal("d5")) > 0 && odds.weight(steal("a1")) == 0, "only backs that are in hand");
    let table = table.falls("steal d5");
    assert_eq!(counts(&table, 1), (0, 1, 1));
    let card = table.s().players[VILLAIN].hand[0];
    assert_eq!((card.spell, card.seen), (spell("d5"), SeatSet::only(VILLAIN).with(FIRST)));
    assert_eq!(table.s().spells.0[spell("d5").index()], 1);
    sound(&table);
}

#[test]
fn what_the_villain_holds_does_not_follow_from_what_heroes_may_name() {
    proves!("MM-402");
    // Both copies of a Spell are in the Villain's hand; a Hero who names it shows that this was told wrongly.
    let table = untold("mari bjorn", 1, 0).hand(0, "a3 a3").minion("e1", "c3").magic(1, 4);
    assert!(table.may("cast a3 2"));
    let table = table.pick("cast a3 2");
    let villain = table.s().players[VILLAIN];
    assert_eq!(
        (villain.hand.len(), villain.hand.iter().filter(|card| card.spell == spell("a3")).count()),
        (2, 1)
    );
    sound(&table);
}

#[test]
fn guesses_fill_hidden_hands_look_the_same_and_play_on_as_if_the_house_dealt() {
    proves!("MM-403");
    let table = hold(untold("bjorn mari", 2, 1), 2, 1, 1).hand(0, "v1 v2").turn("h1").table;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for seat in Seat::first(3) {
        let view = table.view(seat);
        let guess = view.guess(table.game(), &mut rng);
        let known = |player: &Player| player.hand.iter().all(|card| !card.spell.is_hidden());
        assert!(guess.players.each().iter().all(known) && !guess.is_hidden(FIRST));
        invariants::check(table.game(), &guess).unwrap_or_else(|why| panic!("{why}"));
        let mut again = guess;
        table.game().mask(&mut again, seat);
        assert_eq!(again, *view.state());
    }
    let mut guess = table.view(VILLAIN).guess(table.game(), &mut rng);
    let action: Action = "surge 1 1 0".parse().expect("an action");
    table.game().apply(&mut guess, Step::Act { seat: FIRST, action }, &mut Log::off());
    assert_eq!(guess.turn, Turn::Chance, "a search sees Spells fall");
}

#[test]
fn a_hidden_hand_that_is_told_is_an_ordinary_one_from_then_on() {
    let mut table = hold(untold("bjorn mari", 2, 1), 2, 1, 0).turn("h1").table;
    assert!(table.game().needs_person(table.state(), FIRST));
    let mut log = Log::on();
    table.correct("h1.holds a1,a3,d5", &mut log).expect("the hand is told");
    let lines = |seat: u8| {
        let told = log.clone().take();
        told.iter().filter_map(|e| e.seen_by(Seat::new(seat))).map(|e| e.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(lines(1), ["put right at the table: h1.holds is a1,a3,d5"]);
    assert_eq!(lines(0), ["put right at the table: h1.holds"], "nobody else reads it");
    assert!(!table.game().needs_person(table.state(), FIRST));
    assert!(table.state().is_hidden(Seat::new(2)), "the other hand is still hidden");
    let hand: Vec<String> =
        table.state().players[FIRST].hand.iter().map(|card| card.spell.to_string()).collect();
    assert_eq!(hand, ["a1", "a3", "d5"]);
    assert!(!table.view(VILLAIN).state().players[FIRST].holds(spell("a1")));
    let action: Action = "surge 1 1 0".parse().expect("an action");
    table.play(Step::Act { seat: FIRST, action }, &mut Log::off()).expect("a Surge");
    assert_eq!(table.turn(), Turn::Chance, "from now on draws are told");
    assert_eq!(table.game().set_by("h1.holds a1"), Some(FIRST));
    assert_eq!(table.game().setting_seen_by("h1.holds a1"), SeatSet::only(FIRST));
}

#[test]
fn a_miscounted_hidden_hand_is_put_right_and_what_cannot_be_in_it_is_refused() {
    let mut table = used_up(untold("bjorn mari", 2, 1), "a3").hand(0, "v1").turn("h1").table;
    set(&mut table, "h1.arcane 4").expect("two more");
    set(&mut table, "h1.divine 0").expect("none");
    assert_eq!(naming::untold(table.state(), FIRST, DeckId::Arcane), 4);
    assert_eq!(table.state().players[FIRST].hand.len(), 4);
    for (text, why) in [
        ("h1.holds a3", "not been seen elsewhere"),
        ("h1.holds a1,a1,a1", "not been seen elsewhere"),
        ("h1.holds q7", "Spells such as"),
        ("h1.arcane 21", "0 to 20"),
        ("h1.void 1", "Heroes draw from"),
        ("mordak.holds v1", "known here"),
        ("mordak.void 2", "known here"),
    ] {
        let told = set(&mut table, text).expect_err(text);
        assert!(told.contains(why), "{text}: {told}");
    }
    set(&mut table, "h1.holds none").expect("an empty hand");
    assert!(table.state().players[FIRST].hand.is_empty());
    assert!(set(&mut table, "h1.arcane 1").expect_err("it is known now").contains("known here"));
}

#[test]
fn a_hero_with_a_hidden_hand_who_leaves_names_what_it_puts_away() {
    proves!("MM-353");
    let scene = scene_with("seats=4 come_and_go=true hands=hidden", "bjorn mari scrutt");
    let table = hold(scene, 3, 1, 1)
        .frame(level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::Leaving });
    let table = table.pick("stay").pick("stay").pick("leave");
    assert!(table.s().players[Seat::new(3)].present, "first the hand");
    let table = table.pick("discard a2").pick("discard d7");
    assert!(!table.s().players[Seat::new(3)].present);
    assert_eq!(table.s().spell_discards.total(), 2);
    sound(&table);
}

#[test]
fn hands_are_told_unless_a_table_agrees_otherwise() {
    let mut options = Options::default();
    assert_eq!((options.get("hands").as_deref(), options.hidden_seats()), (Some("told"), SeatSet::EMPTY));
    options.set("hands", "hidden").expect("an option");
    assert_eq!(options.hidden_seats(), SeatSet::only(FIRST), "never the Villain's");
    assert!(options.set("hands", "open").is_err());
}
