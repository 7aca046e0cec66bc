//! What entries do besides turning pages: cards, tokens, legendary lines, encounters that are cut short.

use crate::{
    content::story::Directive,
    fixture::Fixture,
    rules::{exhaustion, revealed, storybook},
    words::{CardId, ItemId, LocationId, TitleId, TokenId},
};
use kernel::{Next, Seat, proves, script::play};

fn adv(options: &str) -> Fixture {
    Fixture::new(&format!("{options} scope=adventure adventure=ADV1"))
}

/// Carries out one directive in the middle of an entry and goes back to the options of the gate.
fn does(f: Fixture, directive: Directive) -> Fixture {
    let mut f = f.keyword("GATE").at_entry("A1");
    f.state.stack.pop();
    let entry = f.game().content.labelled(crate::words::AdventureId(0), "A1").expect("an entry");
    f.start(|p| {
        storybook::carry_out(p, directive, crate::rules::storybook::Frame::Choice { entry: entry.0 }.into())
    })
}

fn item(number: u8) -> ItemId {
    ItemId::new(number).expect("an item")
}

#[test]
fn an_item_goes_to_the_items_space_and_a_title_to_the_titles_space() {
    proves!("RA-062", "RA-064", "RA-065", "RA-061");
    let f = does(adv("seats=1"), Directive::RevealItem(item(31)));
    assert!(f.state.has_item(item(31)));
    let f = does(f, Directive::ReturnItem(item(31)));
    assert!(!f.state.has_item(item(31)));
    let title = TitleId::new(3).expect("a title");
    let f = does(f, Directive::RevealTitle(title));
    assert_eq!(f.state.journal.titles, title.bit());
}

#[test]
fn the_party_agrees_who_takes_a_rare_card() {
    proves!("RA-063", "RA-262");
    let card: CardId = "R01".parse().expect("a card");
    let f = does(adv("seats=2"), Directive::GainRare(card));
    let t = play(f.table(), "asked seat 0, seat 1\nseat 0: seat p1\nseat 1: seat p1\nentry is A1");
    assert!(t.state().sheets[Seat::new(1)].hand.contains(card));
    // Alone there is nobody to ask.
    let f = does(adv("seats=1"), Directive::GainRare(card));
    assert!(f.state.sheets[Seat::new(0)].hand.contains(card));
}

#[test]
fn a_familiar_brings_its_die_and_takes_it_away_again() {
    proves!("RA-210", "RA-005", "RA-212");
    let card: CardId = "F01".parse().expect("a card");
    let f = does(adv("seats=1"), Directive::GainFamiliar(card));
    assert_eq!(f.state.bag_len(), 37);
    let f = f.with(|p| revealed::return_card(p, Seat::new(0), card));
    assert_eq!(f.state.bag_len(), 36);
    let f = does(adv("seats=1"), Directive::GainFamiliar(card)).no_encounters().at_entry("A2");
    assert_eq!(f.state.contest.limit, 3);
    assert_eq!(f.look().g.die_colours(crate::words::DieKind::familiar(1)).len(), 2);
}

#[test]
fn a_story_token_stops_a_run() {
    proves!("RA-012", "RA-R70", "RA-082");
    let at: LocationId = "B".parse().expect("a location");
    let token = TokenId(0);
    let run = |f: Fixture| {
        let f = f.no_encounters().explored("A B F").xp_at("B", 0).keyword("GATE").at_entry("A1").xp(0);
        play(f.table(), "seat 0: move\nseat 0: go B")
    };
    let put = |p: &mut crate::Play| {
        let rest = crate::rules::storybook::Frame::Choice { entry: 0 }.into();
        assert_eq!(storybook::carry_out(p, Directive::PutToken(token, at), rest), Next::Then(rest));
    };
    play(run(adv("seats=1")), "seat 0 may stop");
    play(run(adv("seats=1").with(put)), "entry is B");
    let gone = adv("seats=1").with(put).with(|p| {
        storybook::carry_out(
            p,
            Directive::TakeToken(token, at),
            crate::rules::storybook::Frame::Choice { entry: 0 }.into(),
        );
    });
    play(run(gone), "seat 0 may stop");
}

#[test]
fn a_random_card_of_a_deck_goes_to_whom_the_party_names() {
    proves!("RA-066");
    let deck = crate::words::Deck::Scroll;
    let f = does(adv("seats=2").hand(0, "").hand(1, ""), Directive::GainCard(deck));
    let t = play(f.table(), "seat 0: seat p0\nseat 1: seat p0\nasked chance");
    assert_eq!(t.odds().expect("a card").len(), t.game().content.cards_of(deck).count());
    play(t, "card L03\np0.hand is L03");
    let mut f = adv("seats=2").xp(0);
    for card in CardId::of_deck(deck) {
        f.state.decks.remove(card);
    }
    assert_eq!(does(f, Directive::GainCard(deck)).state.journal.xp, 2);
}

#[test]
fn gold_and_xp_belong_to_the_party_and_never_fall_below_nothing() {
    proves!("RA-110", "RA-R02");
    let f = adv("seats=2").gold(1).xp(1000);
    let f = f.with(|p| {
        revealed::gain_gold(p, -3);
        revealed::gain_xp(p, 500);
    });
    assert_eq!((f.state.journal.gold, f.state.journal.xp), (0, 1500));
}

#[test]
fn an_encounter_that_turns_to_the_storybook_ends_the_move() {
    proves!("RA-R49", "RA-052");
    let mut f = adv("seats=1").keyword("GATE").at_entry("A1");
    f.state.stack.pop();
    f.state.stack.push(crate::rules::movement::Frame::Arrive { to: "C".parse().expect("a location") }.into());
    let entry = f.game().content.labelled(crate::words::AdventureId(0), "D2").expect("an entry");
    let f = f.start(|p| storybook::turn_to(p, entry));
    play(f.table(), "entry is D2\nat is A");
}

#[test]
fn exhausted_heroes_still_gain_stamina_and_healing() {
    proves!("RA-R74", "RA-182", "RA-241");
    let f = does(adv("seats=2").fatigue(0, 16, 16).rows(0, ""), Directive::Rows(1));
    let t = play(f.table(), "seat 0: fill G\np0.G is 1\nseat 1: fill R");
    assert!(t.state().sheets[Seat::new(0)].exhausted());
    let f = adv("seats=2").fatigue(0, 16, 16).with(|p| exhaustion::heal(p, Seat::new(0), 3));
    assert_eq!(f.state.sheets[Seat::new(0)].fatigue, 13);
}
