//! Set-up, round counts, the bag, sorting dice. TV-01 to TV-17.

use super::table::{A, game, on_until, until};
use crate::{
    Frame, State,
    dice::{Die, lay},
    fixture::Fixture,
    rules::{roll_phase, setup},
    words::Color,
};
use kernel::{Game, Seat, SeatSet, Turn, proves, script::play};

fn dealt(seats: u8, mm: bool) -> State {
    let g = game(seats, mm);
    let row = usize::from(g.tables.layout.market);
    until(&g, 1, |s| s.market.len() == row)
}

/// Discarded, trashed, row, left in the deck without the Call to Adventure, cards above it.
fn piles(s: &State) -> [u32; 5] {
    [
        s.discard.count(),
        s.trash.count(),
        s.market.len() as u32,
        s.market_deck.cards(),
        s.market_deck.call.map_or(0, u32::from),
    ]
}

// TV-01 to TV-03
#[test]
fn the_market_is_laid_out_for_two_three_and_four() {
    proves!("FF-100", "FF-101", "FF-102", "FF-R26");
    assert_eq!(piles(&dealt(2, false)), [20, 0, 4, 67, 11]);
    assert_eq!(piles(&dealt(3, false)), [15, 0, 5, 71, 18]);
    assert_eq!(piles(&dealt(4, false)), [10, 0, 6, 75, 27]);
}

// TV-04
#[test]
fn with_monsters_and_minions_there_are_125_market_cards() {
    proves!("FF-006", "FF-005");
    for (seats, discard, row) in [(2, 40, 4), (3, 40, 5), (4, 35, 6), (5, 30, 7)] {
        let s = dealt(seats, true);
        let [thrown, trash, dealt, deck, _] = piles(&s);
        assert_eq!((thrown, trash, dealt, thrown + dealt + deck), (discard, 0, row, 125), "{seats} seats");
    }
}

// TV-05
#[test]
fn alone_one_card_is_trashed_and_cards_for_several_players_are_out() {
    proves!("FF-1000", "FF-1001", "FF-1004", "FF-R20");
    let g = super::table::changed(1, false, |c| {
        c.market.iter_mut().for_each(|card| card.multiplayer_only = false)
    });
    let s = until(&g, 1, |s| s.market.len() == 4);
    assert_eq!(piles(&s), [20, 1, 4, 66, 11]);
    // Ours has one card that needs an opponent.
    assert_eq!(piles(&dealt(1, false)), [20, 1, 4, 65, 11]);
}

// TV-06
#[test]
fn rounds_and_dice_a_card_follow_from_the_call_to_adventure() {
    proves!("FF-200", "FF-201", "FF-202", "FF-234", "FF-R06");
    for (seats, rounds, double) in [(1, 12, 3), (2, 12, 3), (3, 11, 4), (4, 10, 5), (5, 10, 5)] {
        let g = game(seats, seats == 5);
        let (mut last, mut doubles) = (0, 0);
        let end = until(&g, u64::from(seats), |s| {
            if s.round != last && matches!(s.stack.top(), Some(Frame::Roll(roll_phase::Frame::Dice { .. }))) {
                last = s.round;
                doubles += u8::from(s.dice_per_card == 2);
            }
            false
        });
        assert_eq!((end.round, doubles, end.turn), (rounds, double, Turn::Over), "{seats} seats");
    }
}

/// Dice in the bag and dice drawn at the start of each round.
fn bags(seats: u8, mm: bool) -> (Vec<u8>, Vec<u8>) {
    let g = game(seats, mm);
    let (mut seen, mut bags, mut drawn) = (0, vec![], vec![]);
    until(&g, 3, |s| {
        if let Some(Frame::Roll(roll_phase::Frame::Dice { left })) = s.stack.top()
            && s.round != seen
        {
            seen = s.round;
            bags.push(s.bag.len());
            drawn.push(*left);
        }
        false
    });
    (bags, drawn)
}

// TV-07, TV-08
#[test]
fn the_bag_lasts_for_all_rounds() {
    proves!("FF-210", "FF-105", "FF-232", "FF-R32");
    let (four, drawn) = bags(4, false);
    assert_eq!(four, [64, 56, 48, 40, 32, 24, 20, 16, 12, 8]);
    assert_eq!(drawn, [10, 10, 10, 10, 10, 5, 5, 5, 5, 5]);
    let (five, drawn) = bags(5, true);
    assert_eq!((five[9], drawn[9]), (6, 6));
}

// TV-09
#[test]
fn no_reshuffle_is_needed_in_a_whole_game() {
    proves!("FF-233", "FF-R28");
    for (seats, dealt, deck) in [(2, 48, 71), (3, 55, 76), (4, 60, 81)] {
        let g = game(seats, false);
        let end = until(&g, 9, |_| false);
        assert_eq!(deck - end.market_deck.cards(), dealt, "{seats} seats");
    }
}

// TV-10
#[test]
fn the_bag_holds_88_dice_106_with_the_option_and_two_fewer_alone() {
    proves!("FF-105", "FF-010", "FF-1002", "FF-007", "FF-012", "FF-011", "FF-008", "FF-009", "FF-013");
    let bag = |seats, mm| setup::bag(&game(seats, mm)).len();
    assert_eq!([bag(2, false), bag(2, true), bag(1, false), bag(1, true)], [88, 106, 86, 104]);
}

// TV-11
#[test]
fn monsters_of_players_colours_stay_away() {
    proves!("FF-115", "FF-1003");
    for (seats, mm, candidates) in [(2, false, 4), (3, false, 3), (4, false, 2), (1, false, 5), (5, true, 2)]
    {
        let g = game(seats, mm);
        let s = until(&g, 5, |s| s.stack.top() == Some(&setup::Frame::Monster.into()));
        assert_eq!(g.odds(&s).len(), candidates, "{seats} seats");
    }
}

// TV-12
#[test]
fn the_minion_deck_loses_five_or_ten() {
    proves!("FF-117", "FF-510", "FF-116");
    for (mm, cards) in [(false, 18), (true, 39)] {
        let s = until(&game(2, mm), 6, |s| s.minions.revealed.is_some());
        assert_eq!(s.minions.cards(), cards);
    }
}

// TV-13
#[test]
fn later_players_start_richer() {
    proves!("FF-108", "FF-R04", "FF-106", "FF-R03", "FF-R42");
    for (seats, mm, gold) in
        [(3, false, &[5, 5, 6][..]), (4, false, &[5, 5, 6, 7]), (5, true, &[5, 5, 6, 7, 8])]
    {
        let g = game(seats, mm);
        let s =
            until(&g, 8, |s| matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::ClassColour { .. }))));
        let look = crate::queries::Look { g: &g, s: &s };
        let found: Vec<u8> = (0..seats).map(|at| s.players[look.seat_at(at)].gold).collect();
        assert_eq!(found, gold);
    }
}

#[test]
fn those_who_tie_for_the_highest_roll_again() {
    proves!("FF-106", "FF-R03");
    let g = game(3, false);
    let s = until(&g, 1, |s| matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::StartRoll { .. }))));
    let table = play(super::table::table(g, s), "roll 6\nroll 2\nroll 6\nasked chance");
    let tied: SeatSet = [Seat::new(0), Seat::new(2)].into_iter().collect();
    assert_eq!(table.state().stack.top(), Some(&setup::Frame::StartRoll { tied, left: tied }.into()));
    play(table, "roll 3\nroll 4\nstart is seat 2");
}

// TV-14
#[test]
fn setup_pays_gold_but_triggers_no_action() {
    proves!("FF-114", "FF-R05", "FF-301", "FF-222");
    let hand = ["gold4", "red1", "red2", "blue6"];
    let fixture = Fixture::new(2).with(|s| {
        s.round = 0;
        hand.iter().for_each(|die| lay(&mut s.hand, die.parse().expect("a die")));
    });
    let table = play(
        fixture.at(setup::Frame::StartPlace { at: 0 }),
        "seat 0: place gold4 wis
         a.gold is 7
         seat 0: place red1 wis
         seat 0: place red2 wis
         a.gold is 8
         asked seat 0
         seat 0: place blue6 str
         asked chance",
    );
    assert!(matches!(table.state().stack.top(), Some(Frame::Setup(setup::Frame::StartDice { at: 1, .. }))));
}

/// The dice are rolled and sorted; where a choice is needed, the table waits for it.
fn sorted(seats: u8, each: u8, rolled: &[&str]) -> kernel::Table<crate::FiendsAndFamiliars> {
    let fixture = Fixture::new(seats).with(|s| {
        s.dice_per_card = each;
        rolled.iter().for_each(|die| lay(&mut s.pool, die.parse().expect("a die")));
    });
    fixture.at(roll_phase::Frame::Sort { card: 0 })
}

fn on_cards(s: &State, cards: usize) -> Vec<Vec<u8>> {
    let values = |dice: [Die; 2]| dice.into_iter().filter(|d| d.is_some()).map(Die::value).collect();
    s.initiatives[..cards].iter().map(|card| values(card.dice)).collect()
}

// TV-15
#[test]
fn dice_go_onto_cards_from_the_lowest() {
    proves!("FF-211", "FF-213", "FF-103", "FF-R01");
    let table = sorted(2, 2, &["red5", "blue1", "white3", "white3", "gold6", "black/red2"]);
    assert_eq!(on_cards(table.state(), 3), [vec![1, 2], vec![3, 3], vec![5, 6]]);
    assert!(!matches!(table.state().stack.top(), Some(Frame::Roll(roll_phase::Frame::Sort { .. }))));
}

// TV-16
#[test]
fn the_start_player_says_which_equal_die_joins_the_lower_card() {
    proves!("FF-212");
    let table = sorted(2, 2, &["red1", "blue3", "white3", "black3", "gold5", "gold6"]);
    assert_eq!(table.legal(A).len(), 3);
    let table = play(table, "seat 0: order white3");
    assert_eq!(table.state().initiatives[0].dice.map(|d| d.to_string()), ["red1", "white3"]);
    assert_eq!(on_cards(table.state(), 3), [vec![1, 3], vec![3, 3], vec![5, 6]]);
}

// TV-17
#[test]
fn equal_highest_dice_may_lie_either_way() {
    proves!("FF-212");
    let table = sorted(3, 1, &["red6", "blue1", "white4", "gold6"]);
    assert_eq!(table.legal(A).len(), 2);
    let table = play(table, "seat 0: order red6");
    assert!(table.state().initiatives[3].dice[0].is_color(Color::Gold));
}

#[test]
fn sheets_classes_and_familiars_are_chosen_from_what_is_free() {
    proves!(
        "FF-113", "FF-107", "FF-109", "FF-110", "FF-111", "FF-112", "FF-R35", "FF-014", "FF-016", "FF-119",
        "FF-104"
    );
    let g = game(4, false);
    let sheets =
        until(&g, 2, |s| matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::ChooseSheet { at: 1 }))));
    assert_eq!(sheets.sheets.count_ones(), 9, "ten sheets, one is taken");
    let s =
        until(&g, 2, |s| matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::ChooseClass { at: 0 }))));
    let mut options = vec![];
    g.legal_actions(&s, s.turn.asked().lowest().expect("a chooser"), &mut options);
    assert_eq!(options.len(), 4, "two cards of two faces");
    let s = until(&g, 2, |s| matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::Monster))));
    let mut colors: Vec<Color> = Seat::first(4).map(|seat| s.players[seat].color).collect();
    colors.sort();
    colors.dedup();
    assert_eq!(colors.len(), 4, "all classes differ in colour");
    assert!(Seat::first(4).all(|seat| s.players[seat].token == 4 && s.players[seat].placed() == 6));
    assert_eq!((s.familiars.count(), s.alignments.count(), s.backstories.count()), (15 - 8, 30 - 4, 28 - 4));
    assert!(!s.initiatives[0].gold && s.initiatives[1].gold && !s.initiatives[4].gold);
}

#[test]
fn fiends_sit_on_cards_with_a_slot() {
    proves!("FF-118", "FF-R02", "FF-237");
    let s = until(&game(3, false), 4, |s| s.round == 1);
    let fiends: Vec<u32> = s.initiatives[..4].iter().map(|card| card.fiends.count()).collect();
    assert_eq!((fiends, s.fiends.count()), (vec![0, 0, 1, 1], 28));
}

#[test]
fn in_a_reverse_draft_the_last_player_takes_any_free_class() {
    let options =
        crate::Options { class_pick: crate::options::ClassPick::ReverseDraft, ..crate::Options::default() };
    let g = crate::FiendsAndFamiliars::new(crate::Content::built_in(), options).expect("these fit");
    let s = until(&g, 1, |s| matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::ChooseClass { .. }))));
    let chooser = s.turn.asked().lowest().expect("a chooser");
    assert_ne!(chooser, s.start);
    let mut faces = vec![];
    g.legal_actions(&s, chooser, &mut faces);
    assert_eq!(faces.len(), 24);
    let later = on_until(&g, s, 1, |s| {
        matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::ChooseClass { at: 1 })))
    });
    let mut left = vec![];
    g.legal_actions(&later, later.start, &mut left);
    assert_eq!(left.len(), 20);
}

#[test]
fn without_regard_to_dots_the_deck_is_one_pile() {
    proves!("FF-413");
    let options = crate::Options { market_ignore_dots: true, ..crate::Options::default() };
    let g = crate::FiendsAndFamiliars::new(crate::Content::built_in(), options).expect("these fit");
    let s = g.setup();
    assert_eq!((s.market_deck.upper.count(), s.market_deck.lower.count()), (91, 0));
    assert_eq!(g.odds(&s).len(), 91);
}

#[test]
fn the_start_player_passes_to_the_left() {
    proves!("FF-238", "FF-236", "FF-231");
    let g = game(3, false);
    let first = until(&g, 4, |s| s.round == 1).start;
    let second = until(&g, 4, |s| s.round == 2);
    assert_eq!(second.start.number(), (first.number() + 1) % 3);
    assert!(second.initiatives[..4].iter().all(|card| card.taken.is_empty()));
    assert!(second.initiatives[1].gold && second.initiatives[2].gold, "Gold lies on the cards again");
    assert!(second.players.iter().all(|(_, me)| me.charisma == 0));
}
