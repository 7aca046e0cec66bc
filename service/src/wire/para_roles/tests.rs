//! Views of Para Roles: exact there and back along random play, legible, small, and never a way to a broken table.

use crate::wire::proofs::{Proved, along, proofs, read, returns, seen_view, step};
use ::para_roles::{Content, Options, ParaRoles, State, fixture::Fixture, invariants, restore::Moment};
use kernel::{Log, Notation as _, Restore as _, Seat, Table};
use prost::Message as _;
use proto::v1::{ParaRolesView, para_roles_view as wire};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
    time::Instant,
};

static CONTENT: LazyLock<Content> = LazyLock::new(Content::built_in);

impl Proved for ParaRoles {
    const NAME: &'static str = "understudy.v1.ParaRolesView";
    #[rustfmt::skip]
    const WORDS: &'static [&'static str] = &[
        "", "h0", "h1", "h2", "h3", "h4", "e1", "e2", "e3", "e4", "e5", "c1", "c2", "H", "D", "S", "C", "health",
        "defense", "attack", "trick", "cure", "protect_other", "joint_attack", "buff_ally", "immunity", "xxx",
        "polymorph", "holy_aura", "call_of_the_grave", "medical_evac", "dirty_bomb", "undead_guard",
        "king_of_the_dead", "dragon", "fear", "steal_treasure", "1", "3", "7S", "2H 3H 4S", "healer",
    ];
    const GAMES: u64 = 40;
    const MET: (u32, u32) = (1_000, 1_000);
    const LARGEST: (usize, usize) = (8_192, 1_000);
    const BEFORE: u64 = 1_200;

    fn any(rng: &mut ChaCha8Rng) -> ParaRoles {
        ParaRoles::new(CONTENT.clone(), Options::any(rng)).expect("any options fit together")
    }
    fn seats_told(view: &ParaRolesView) -> usize {
        view.heroes.len()
    }
    fn lasting(state: &State) -> impl PartialEq + std::fmt::Debug {
        state.heroes
    }
}

proofs!(ParaRoles);

/// Where only the enemies are kept: exact there and back at every step, by bytes only in the middle of something.
#[test]
fn a_table_of_which_only_the_enemies_are_kept_is_told_and_read_back() {
    use ::para_roles::{frame::Frame, minimal::Frame as At, options::Track};
    let (mut plain, mut amid) = (0, 0);
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut options = Options::any(&mut rng);
        options.track = Track::Minimal;
        if options.check().is_err() {
            continue;
        }
        let game = Arc::new(ParaRoles::new(CONTENT.clone(), options).expect("options fit"));
        let mut table = Table::new(Arc::clone(&game));
        for _ in 0..400 {
            let told = seen_view(&table, Seat::new(0));
            returns(&*game, &told, table.state());
            let prompt = matches!(table.state().stack.top(), Some(Frame::Minimal(At::Party | At::Between)));
            assert_eq!(told.in_progress.is_none(), prompt || table.state().ending.is_some(), "seed {seed}");
            plain += u32::from(prompt);
            amid += u32::from(!prompt);
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
    assert!(plain > 500 && amid > 500, "{plain} and {amid}");
}

/// The least that people tell who keep their heroes by themselves.
#[test]
fn a_fight_of_which_only_the_enemies_are_told_can_be_played_on() {
    use ::para_roles::options::{Campaign, Track};
    let options =
        Options { track: Track::Minimal, campaign: Campaign::RandomEncounters, ..Options::default() };
    let game = ParaRoles::new(Content::built_in(), options).expect("options fit");
    let whole = told_by_hand();
    let hero = |n: usize| wire::Hero {
        id: whole.heroes[n].id.clone(),
        suit: whole.heroes[n].suit.clone(),
        hp: 1,
        ..wire::Hero::default()
    };
    let told = ParaRolesView { heroes: (0..4).map(hero).collect(), ..whole };
    let state = read(&game, &told).expect("a fight");
    assert_eq!(game.moment(&state), Some(Moment::Fight));
    let mut table = Table::at(Arc::new(game), state);
    table.play("seat 0: hit e1 2".parse_step(), &mut Log::off()).expect("legal");
    assert_eq!(table.state().foes[0].hp, 4);
}

#[test]
fn an_action_is_its_verb_and_operands_and_names_what_the_view_shows() {
    along::<ParaRoles>(1_000, |_, _, table, _| {
        let shown = seen_view(table, None);
        let mut ids: BTreeSet<&str> = shown.heroes.iter().map(|h| h.id.as_str()).collect();
        ids.extend(shown.foes.iter().map(|f| f.id.as_str()));
        for seat in table.turn().asked() {
            for action in table.legal(seat) {
                let parts = action.parts();
                assert_eq!(parts.to_string(), action.to_string());
                for (name, value) in parts.operands {
                    let somebody = ["enemy", "hero", "ally", "healer", "patient", "target"].contains(&name);
                    assert!(!somebody || ids.contains(value.as_str()), "{action}: no {value} in {ids:?}");
                }
            }
        }
    });
}

/// A fight of two against the party, in its second round, as play would leave it.
fn fight() -> Table<ParaRoles> {
    let fixture = Fixture::fight(&["4/3/5/2", "9/6/Q/7"])
        .deck("2H 3H 4H 5H 9H JH QH AH 2D 3D 7D 8D 10D KD 4S 5S 6S 9S QS KS AS 3C 4C 6C 8C 10C JC")
        .treasure(1, ::para_roles::words::Stat::Attack, 2)
        .treasure(2, ::para_roles::words::Stat::Health, 1)
        .token(1, ::para_roles::words::Side::Protect, 0)
        .charged(3, ::para_roles::words::Epic::Polymorph)
        .hero(2, |h| h.double_damage = true)
        .foe(2, |f| f.pending = Some(::para_roles::words::Deed::SeductiveSmile))
        .acting(&[0, 2, 3]);
    fixture.table()
}

/// The least that people at a real table would tell: who is there, and who has to act.
fn told_by_hand() -> ParaRolesView {
    let stats = |health, defense, attack, trick| Some(wire::Stats { health, defense, attack, trick });
    let hero = |seat: u32, suit: &str, cards, role: &str, (one, two): (&str, &str), epic: &str| wire::Hero {
        id: format!("h{seat}"),
        suit: suit.to_owned(),
        hp: 5,
        cards,
        role: role.to_owned(),
        abilities: vec![one.to_owned(), two.to_owned()],
        slot_1: one.to_owned(),
        slot_2: two.to_owned(),
        role_epic: epic.to_owned(),
        ..wire::Hero::default()
    };
    ParaRolesView {
        heroes: vec![
            hero(0, "H", stats(7, 8, 6, 9), "healer", ("cure", "boost_heal"), "resurrection"),
            hero(1, "D", stats(8, 9, 7, 6), "protector", ("joint_attack", "protect_other"), "immunity"),
            hero(2, "S", stats(6, 7, 9, 8), "damage", ("precise_strike", "double_damage"), "xxx"),
            hero(3, "C", stats(9, 6, 8, 7), "support", ("buff_ally", "curse_enemy"), "polymorph"),
        ],
        foes: vec![wire::Foe {
            id: "e1".to_owned(),
            cards: stats(9, 6, 12, 7),
            hp: 6,
            reward: 1,
            from_deck: true,
            ..wire::Foe::default()
        }],
        combat: Some(wire::Combat {
            fighting: true,
            round: 3,
            to_act: vec!["h1".to_owned(), "h2".to_owned()],
            epic_allowance: true,
            ..wire::Combat::default()
        }),
        ..ParaRolesView::default()
    }
}

fn roads() -> ParaRoles {
    let campaign = ::para_roles::options::Campaign::RandomEncounters;
    ParaRoles::new(Content::built_in(), Options { campaign, ..Options::default() }).expect("options fit")
}

#[test]
fn a_fight_told_by_hand_can_be_played_on() {
    let game = roads();
    let state = read(&game, &told_by_hand()).expect("a fight");
    invariants::check(&game, &state).expect("a sound table");
    assert_eq!(state.foes[0].kind, ::para_roles::words::Kind::Queen, "named by its highest card");
    assert_eq!(game.moment(&state), Some(Moment::Fight));
    let mut table = Table::at(Arc::new(game), state);
    assert_eq!(table.turn().asked().into_iter().map(Seat::number).collect::<Vec<_>>(), [1, 2]);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        let _ = step(&mut table, &mut rng);
    }
    // Nobody is left to act: it is the enemy's turn, which rolls its die.
    let mut told = told_by_hand();
    told.combat.as_mut().expect("a combat").to_act.clear();
    let state = read(&roads(), &told).expect("the enemy's turn");
    assert_eq!(state.turn, kernel::Turn::Chance);
    // A discard is enough to know the deck.
    let mut told = told_by_hand();
    let discard = Some(wire::Pile { cards: "2H 3H KS".to_owned(), count: 0 });
    told.random_deck = Some(wire::RandomDeck { discard, ..wire::RandomDeck::default() });
    assert_eq!(read(&roads(), &told).expect("a fight").random.len(), 49);
}

#[test]
fn what_does_not_fit_is_refused_with_its_field() {
    let no = |change: &dyn Fn(&mut ParaRolesView)| {
        let mut told = told_by_hand();
        change(&mut told);
        read(&roads(), &told).map(|_: State| ()).expect_err("must be refused").to_string()
    };
    let stats = |health, defense, attack, trick| Some(wire::Stats { health, defense, attack, trick });
    for (why, said) in [
        (no(&|v| drop(v.heroes.pop())), "heroes: found nothing of seat 3; expected every seat"),
        (no(&|v| v.heroes[1].id = "h0".to_owned()), "heroes.id: found seat 0 twice"),
        (no(&|v| v.heroes[1].id = "h7".to_owned()), "heroes.id: found `h7`; expected h0 to h3"),
        (no(&|v| v.heroes[1].hp = 300), "h1.hp: found 300; expected 0 to 255"),
        (no(&|v| v.heroes[1].hp = 200), "seat 1 has 200 of"),
        (no(&|v| v.heroes[1].cards = stats(8, 9, 6, 6)), "the attack cards of the heroes"),
        (no(&|v| v.heroes[1].cards = stats(8, 9, 17, 6)), "h1.cards: found 17; expected 2 to 14"),
        (no(&|v| v.heroes[1].cards = stats(8, 9, 0, 6)), "heroes.cards: found a card that is missing"),
        (no(&|v| v.heroes[1].suit = "H".to_owned()), "h1.suit: found H; expected a suit of his own"),
        (no(&|v| v.heroes[1].role = "wizard".to_owned()), "h1.role: found `wizard`; expected one of: healer"),
        (no(&|v| v.heroes[1].charmed_by = "e2".to_owned()), "h1.charmed_by: found e2; expected an enemy"),
        (no(&|v| v.foes[0].hp = 0), "e1.hp: found 0; expected at least 1"),
        (no(&|v| v.foes.clear()), "foes: found nobody who acts"),
        (no(&|v| v.foes.push(v.foes[0].clone())), "foes.id: found e1 twice"),
        (no(&|v| v.foes[0].stolen = 60), "treasure: found 60 cards; expected 52 cards"),
        (no(&|v| v.graveyard = pile("9H")), "enemy card of H is in two places"),
        (no(&|v| v.random_deck = loose("2H 2H")), "random_deck.loose: found 2H twice"),
        (no(&|v| v.campaign = "maze_of_madness".to_owned()), "campaign: found `maze_of_madness`"),
        (no(&|v| v.combat = None), "foes: found e1; expected nobody outside a combat"),
        (no(&|v| v.ending = 9), "ending: found 9"),
    ] {
        assert!(why.contains(said), "`{why}` should say `{said}`");
    }
}

fn pile(cards: &str) -> Option<wire::Pile> {
    Some(wire::Pile { cards: cards.to_owned(), count: 0 })
}

fn loose(cards: &str) -> Option<wire::RandomDeck> {
    Some(wire::RandomDeck { loose: pile(cards), ..wire::RandomDeck::default() })
}

/// Reads a step as scripts write it.
trait ParseStep {
    fn parse_step(self) -> kernel::StepOf<ParaRoles>;
}

impl ParseStep for &str {
    fn parse_step(self) -> kernel::StepOf<ParaRoles> {
        kernel::script::read_step(self).expect("a step")
    }
}

#[test]
fn a_fight_is_legible_and_small() {
    let table = fight();
    let told = seen_view(&table, None);
    let text = format!("{told:#?}");
    for line in [
        "campaign: \"random_encounters\"",
        "id: \"h2\"",
        "name: \"Damage (h2)\"",
        "double_damage: true",
        "id: \"e2\"",
        "kind: \"dread_queen\"",
        "pending: \"seductive_smile\"",
        "side: \"protect_other\"",
        "epic: \"polymorph\"",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
    let deck = told.random_deck.and_then(|deck| deck.loose).expect("a deck that was drawn from");
    assert!(deck.cards.starts_with("2H 3H 4H 5H 9H JH QH AH 2D"), "{}", deck.cards);
    assert_eq!(told.in_progress, None, "the party's turn needs no bytes");
}

/// Ids are written out in `tell.rs`; they must be what actions say.
#[test]
fn ids_are_the_words_of_actions() {
    use super::encode;
    for seat in Seat::first(4) {
        assert_eq!(encode::hero_id(seat), ::para_roles::words::HeroId::of(seat).to_string());
    }
    for at in 0..6 {
        let id = ::para_roles::words::FoeId::at(at);
        assert_eq!(encode::foe_id(id), id.to_string());
    }
    for suit in kernel::Suit::ALL {
        assert_eq!(encode::suit_id(suit), suit.to_string());
    }
    let all: Vec<String> = kernel::Card::all().map(|card| card.to_string()).collect();
    assert_eq!(encode::card_pile(kernel::CardSet::FULL).cards, all.join(" "));
}

#[test]
fn a_view_in_mid_fight_is_small_and_quickly_made() {
    let table = fight();
    let size = seen_view(&table, None).encoded_len();
    assert!(size < 4_096, "{size} bytes");
    let mut amid = table.clone();
    amid.play("seat 2: attack e1".parse_step(), &mut Log::off()).expect("legal");
    let in_progress = seen_view(&amid, None).in_progress.map_or(0, |bytes| bytes.len());
    let micros = |work: &dyn Fn()| {
        let start = Instant::now();
        (0..10_000).for_each(|_| work());
        start.elapsed().as_secs_f64() * 100.0
    };
    let view = seen_view(&table, None);
    let made = micros(&|| drop(std::hint::black_box(seen_view(&table, None))));
    let made_amid = micros(&|| drop(std::hint::black_box(seen_view(&amid, None))));
    let encoded = micros(&|| drop(std::hint::black_box(view.encode_to_vec())));
    let read = micros(&|| drop(std::hint::black_box(read(&**table.game(), &view))));
    println!(
        "{size} bytes, in_progress {in_progress}; view {made:.1} us, with in_progress {made_amid:.1} us, \
         encoding {encoded:.1} us, position {read:.1} us"
    );
}
