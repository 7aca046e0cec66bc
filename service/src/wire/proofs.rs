//! What every game's view keeps, proved along random play: it comes back as it was, tells nothing hidden, is small, and
//! whoever meddles with it never gets to a broken table. A game says what it is made of ([`Proved`]) and asks for the tests
//! ([`proofs`]).

use super::{
    BadView, Typed,
    meddled::meddled,
    position,
    snapshot::{BadSnapshot, Seal, Sealer},
    view_of,
};
use kernel::{Game, Log, Seat, Table, Turn, laws};
use proptest::{prelude::*, test_runner::TestRunner};
use prost::Message as _;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::{fmt::Debug, sync::Arc, time::Instant};

/// A game whose views are proved.
pub(super) trait Proved: Typed {
    /// The name of the message.
    const NAME: &'static str;
    /// Words of all kinds, so that many changes still read.
    const WORDS: &'static [&'static str];
    /// Random games that laws are checked along (more with `GAMES=1000`), and the most steps of each.
    const GAMES: u64 = 16;
    const STEPS: u32 = 4_000;
    /// Tables that must be met there: at moments that have a name, and in the middle of something.
    const MET: (u32, u32);
    /// The largest view there may be, and the most bytes of what is in progress.
    const LARGEST: (usize, usize);
    /// Views that are meddled with (others with `CASES=`), and the most steps before one is taken.
    const CASES: u64 = 1_500;
    const BEFORE: u64;

    /// With any options.
    fn any(rng: &mut ChaCha8Rng) -> Self;
    /// Seats that the view tells of.
    fn seats_told(view: &Self::View) -> usize;
    /// What must be the same however play has come there.
    fn lasting(state: &Self::State) -> impl PartialEq + Debug;
}

/// The tests of a game.
macro_rules! proofs {
    ($Game:ty) => {
        #[test]
        fn a_view_given_back_is_the_table_it_was_made_of() {
            $crate::wire::proofs::comes_back::<$Game>();
        }
        #[test]
        fn nothing_that_is_left_out_matters_for_play() {
            $crate::wire::proofs::goes_on_alike::<$Game>();
        }
        #[test]
        fn a_view_is_the_same_whatever_is_hidden() {
            $crate::wire::proofs::hides::<$Game>();
        }
        #[test]
        fn a_view_is_small() {
            $crate::wire::proofs::is_small::<$Game>();
        }
        #[test]
        fn a_view_is_quickly_made() {
            $crate::wire::proofs::is_quick::<$Game>();
        }
        #[test]
        fn a_view_in_the_middle_of_something_comes_back_as_it_went_or_not_at_all() {
            $crate::wire::proofs::keeps_together::<$Game>();
        }
        #[test]
        fn many_meddled_views_are_refused_or_played_on() {
            $crate::wire::proofs::many_meddled::<$Game>();
        }
        #[test]
        fn any_meddled_view_is_refused_or_played_on() {
            $crate::wire::proofs::any_meddled::<$Game>();
        }
        #[test]
        fn any_bytes_are_refused_or_sound() {
            $crate::wire::proofs::any_bytes::<$Game>();
        }
    };
}
pub(super) use proofs;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Plays at random; false once the game is over.
pub(super) fn step<G: Game>(table: &mut Table<G>, rng: &mut ChaCha8Rng) -> bool {
    let Some(step) = laws::random_step(table, table.turn(), rng) else { return false };
    table.play(step, &mut Log::off()).expect("a listed step is legal");
    true
}

pub(super) fn any_table<G: Proved>(rng: &mut ChaCha8Rng) -> Table<G> {
    Table::new(Arc::new(G::any(rng)))
}

/// Plays so many random games and looks at the table before each step.
pub(super) fn along<G: Proved>(first: u64, mut look: impl FnMut(u64, u32, &Table<G>, &mut ChaCha8Rng)) {
    for seed in first..first + setting("GAMES", G::GAMES) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = any_table::<G>(&mut rng);
        for number in 0..G::STEPS {
            look(seed, number, &table, &mut rng);
            if !step(&mut table, &mut rng) {
                break;
            }
        }
    }
}

/// Everybody in turn.
pub(super) fn eyes_of<G: Game>(number: u32, table: &Table<G>) -> Seat {
    Seat::new((number % u32::from(table.game().seats())) as u8)
}

/// The seal of all tables here.
pub(super) fn sealer() -> Sealer {
    Seal::new([7; 32]).of_rules("0123456789abcdef")
}

pub(super) fn seen_view<G: Typed>(table: &Table<G>, eyes: impl Into<Option<Seat>>) -> G::View {
    view_of(&**table.game(), &table.seen_by(eyes.into()), &sealer())
}

pub(super) fn read<G: Typed>(game: &G, view: &G::View) -> Result<G::State, BadView> {
    position(game, view, &sealer()).map(|read| read.state)
}

/// A view without its snapshot, and whether it had one.
fn split<G: Typed>(mut view: G::View) -> (G::View, Option<prost::bytes::Bytes>) {
    let snapshot = G::snapshot(&mut view).take();
    (view, snapshot)
}

/// The view of whoever sees this masked state, given back.
pub(super) fn returns<G: Typed>(game: &G, view: &G::View, masked: &G::State) {
    let bytes = view.encode_to_vec();
    let again = G::View::decode(bytes.as_slice()).expect("what was encoded");
    let found = read(game, &again).unwrap_or_else(|why| panic!("{why}\n{masked:?}"));
    let amid = split::<G>(again).1.is_some();
    assert_eq!(found, if amid { masked.clone() } else { game.settled(masked) });
}

pub(super) fn comes_back<G: Proved>() {
    let (mut plain, mut amid) = (0u32, 0u32);
    along::<G>(0, |_, number, table, _| {
        // Onlookers now and then.
        let eyes = (number % 7 != 0).then(|| eyes_of(number, table));
        let view = seen_view(table, eyes);
        returns(&**table.game(), &view, table.seen_by(eyes).state());
        *(if split::<G>(view).1.is_some() { &mut amid } else { &mut plain }) += 1;
    });
    let (least_plain, least_amid) = G::MET;
    assert!(plain > least_plain && amid > least_amid, "both must be met: {plain} plain, {amid} amid");
}

/// What is left of things that are over changes nothing: play goes on from the settled table just the same.
pub(super) fn goes_on_alike<G: Proved>() {
    along::<G>(500, |seed, number, table, _| {
        let rests = table.game().moment(table.state()).is_some() && table.turn() != Turn::Over;
        if number % 7 != 0 || !rests {
            return;
        }
        let settled = table.game().settled(table.state());
        let (mut one, mut two) = (table.clone(), Table::at(Arc::clone(table.game()), settled));
        let (mut rng_one, mut rng_two) = (ChaCha8Rng::seed_from_u64(seed), ChaCha8Rng::seed_from_u64(seed));
        for _ in 0..60 {
            for seat in one.turn().asked() {
                assert!(one.legal(seat) == two.legal(seat), "seed {seed}, step {number}: {:?}", one.state());
            }
            if !step(&mut one, &mut rng_one) || !step(&mut two, &mut rng_two) {
                break;
            }
        }
        assert_eq!((one.turn(), one.outcome()), (two.turn(), two.outcome()));
        assert_eq!(G::lasting(one.state()), G::lasting(two.state()));
    });
}

/// Two tables that differ only in what a seat has not seen look the same to it, to the last byte.
pub(super) fn hides<G: Proved>() {
    along::<G>(3_000, |seed, number, table, rng| {
        let eyes = eyes_of(number, table);
        let other = Table::at(Arc::clone(table.game()), table.view(eyes).guess(table.game(), rng));
        let same = seen_view(table, eyes).encode_to_vec() == seen_view(&other, eyes).encode_to_vec();
        assert!(same, "seed {seed}, step {number}: {:?}", table.state());
    });
}

pub(super) fn is_small<G: Proved>() {
    let (mut largest, mut bytes) = (0, 0);
    along::<G>(4_000, |_, _, table, _| {
        let told = seen_view(table, Seat::new(0));
        largest = largest.max(told.encoded_len());
        bytes = bytes.max(split::<G>(told).1.map_or(0, |snapshot| snapshot.len()));
    });
    assert!(largest < G::LARGEST.0 && bytes < G::LARGEST.1, "{largest} bytes, {bytes} in progress");
}

/// How long it takes to make a view at rest and in the middle of something, for people who look: `--nocapture`.
pub(super) fn is_quick<G: Proved>() {
    let (mut tables, mut amid) = (vec![], vec![]);
    along::<G>(4_000, |_, number, table, _| {
        let rests = table.game().moment(table.state()).is_some();
        if number % 5 == 0 {
            (if rests { &mut tables } else { &mut amid }).push(table.clone());
        }
    });
    for (tables, what) in [(tables, "at rest"), (amid, "in the middle")] {
        let start = Instant::now();
        for table in &tables {
            std::hint::black_box(seen_view(table, Seat::new(0)));
        }
        let micros = start.elapsed().as_secs_f64() * 1e6 / tables.len().max(1) as f64;
        println!("{} {what}: {micros:.1} us a view, {} tables", G::NAME, tables.len());
        assert!(micros < 20_000.0, "{micros:.1} us a view {what}");
    }
}

/// A position told by hand lets the seat do what it may do at the table it was told of, and can be played on.
pub(super) fn plays_on<G: Proved>(table: &Table<G>, seat: Seat, told: &G::View) {
    let read = Table::at(Arc::clone(table.game()), read(&**table.game(), told).expect("a position"));
    assert!(read.legal(seat) == table.legal(seat), "{:?}", read.legal(seat));
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let guess = read.view(seat).guess(table.game(), &mut rng);
    let mut table = Table::at(Arc::clone(table.game()), guess);
    for _ in 0..300 {
        let _ = step(&mut table, &mut rng);
    }
}

/// Why the view of seat 0 is refused after this change, without which it is accepted.
fn refusal<G: Proved>(table: &Table<G>, change: impl Fn(&mut G::View)) -> String {
    let mut told = seen_view(table, Seat::new(0));
    assert!(read(&**table.game(), &told).is_ok(), "right without the change");
    change(&mut told);
    read(&**table.game(), &told).map(|_| ()).expect_err("must be refused").to_string()
}

/// A change of a view, and what its refusal must say.
pub(super) type Spoiling<'a, V> = (&'a dyn Fn(&mut V), &'static str);

/// All these changes are refused.
pub(super) fn refuses<G: Proved>(table: &Table<G>, changes: &[Spoiling<G::View>]) {
    for (change, said) in changes {
        let why = refusal(table, change);
        assert!(why.contains(said), "`{why}` should say `{said}`");
    }
}

/// A snapshot is enough, and is not laid beside another table, made up, or taken from other rules or another server.
pub(super) fn keeps_together<G: Proved>() {
    let mut met = 0u32;
    along::<G>(5_000, |seed, number, table, rng| {
        let (game, eyes) = (table.game(), eyes_of(number, table));
        let (fields, Some(snapshot)) = split::<G>(seen_view(table, eyes)) else { return };
        if met > 400 || number % 3 != 0 {
            return;
        }
        met += 1;
        let with = |fields: &G::View, bytes: prost::bytes::Bytes| {
            let mut view = fields.clone();
            *G::snapshot(&mut view) = Some(bytes);
            view
        };
        let alone = with(&G::View::default(), snapshot.clone());
        let found = position(&**game, &alone, &sealer()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        assert!(
            found.eyes == Some(eyes) && found.state == *table.seen_by(Some(eyes)).state(),
            "seed {seed}, step {number}"
        );
        let changed: G::View = meddled(G::NAME, &fields, 1, G::WORDS, rng);
        let other = split::<G>(changed).0;
        if other != fields && other != G::View::default() {
            let why = read(&**game, &with(&other, snapshot.clone())).expect_err("changed");
            assert_eq!(why, BadSnapshot::OtherTable.into(), "seed {seed}, step {number}");
        }
        for made_up in [vec![], vec![0xff; 90], vec![0; 9_000]] {
            let why = read(&**game, &with(&fields, made_up.into())).expect_err("made up");
            assert_eq!(why, BadSnapshot::Foreign.into());
        }
        let whole = with(&fields, snapshot);
        let elsewhere =
            |sealer: &Sealer| position(&**game, &whole, sealer).map(|_| ()).expect_err("elsewhere");
        let (rules, server) = (Seal::new([7; 32]).of_rules("fedcba9876543210"), Seal::new([8; 32]));
        assert_eq!(elsewhere(&rules), BadSnapshot::OtherRules.into());
        assert_eq!(elsewhere(&server.of_rules("0123456789abcdef")), BadSnapshot::Foreign.into());
    });
    assert!(met > 100, "only {met} tables");
}

/// A view that was meddled with, read; if it is accepted, sixty steps are played from a guess at it. True if it was.
fn survives<G: Proved>(seed: u64, steps: u32, changes: u32, keep_bytes: bool) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut table = any_table::<G>(&mut rng);
    let eyes = Seat::new((seed % u64::from(table.game().seats())) as u8);
    for _ in 0..steps {
        step(&mut table, &mut rng);
    }
    // A moment that has a name, so that what was meddled with is not refused for the bytes alone.
    while !keep_bytes && split::<G>(seen_view(&table, eyes)).1.is_some() && step(&mut table, &mut rng) {}
    let changed: G::View = meddled(G::NAME, &seen_view(&table, eyes), changes, G::WORDS, &mut rng);
    let game = Arc::clone(table.game());
    let Ok(state) = read(&*game, &changed) else { return false };
    let again = G::seats_told(&game.encode(&state));
    assert_eq!(again, usize::from(game.seats()), "what is accepted can be told");
    let guess = Table::at(Arc::clone(&game), state).view(eyes).guess(&game, &mut rng);
    game.invariants(&guess).expect("what is accepted is sound");
    let mut table = Table::at(game, guess);
    for _ in 0..60 {
        if !step(&mut table, &mut rng) {
            assert_eq!(table.turn(), Turn::Over, "somebody is asked and has no answer");
            break;
        }
    }
    true
}

pub(super) fn many_meddled<G: Proved>() {
    let cases = setting("CASES", G::CASES);
    let tried =
        |n: &u64| survives::<G>(*n, (*n % G::BEFORE) as u32, 1 + (*n % 4) as u32, n.is_multiple_of(8));
    let accepted = (0..cases).filter(tried).count();
    assert!(accepted * 10 > cases as usize, "only {accepted} of {cases} were accepted: nothing is tried");
}

fn few() -> TestRunner {
    TestRunner::new(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })
}

pub(super) fn any_meddled<G: Proved>() {
    let inputs = (any::<u64>(), 0u32..600, 1u32..8, any::<bool>());
    let tried = few().run(&inputs, |(seed, steps, changes, keep)| {
        survives::<G>(seed, steps, changes, keep);
        Ok(())
    });
    tried.unwrap_or_else(|why| panic!("{why}"));
}

/// Bytes that are no view at all, or nearly one.
pub(super) fn any_bytes<G: Proved>() {
    let inputs = (0u64..50, any::<prop::sample::Index>(), any::<u8>(), any::<prop::sample::Index>());
    let tried = few().run(&inputs, |(seed, at, byte, cut)| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = any_table::<G>(&mut rng);
        for _ in 0..seed * 7 {
            step(&mut table, &mut rng);
        }
        let eyes = Seat::new(0);
        let mut bytes = seen_view(&table, eyes).encode_to_vec();
        let place = at.index(bytes.len());
        bytes[place] = byte;
        bytes.truncate(bytes.len() - cut.index(8));
        if let Ok(view) = G::View::decode(bytes.as_slice())
            && let Ok(state) = read(&**table.game(), &view)
        {
            let guess = Table::at(Arc::clone(table.game()), state).view(eyes).guess(table.game(), &mut rng);
            prop_assert_eq!(table.game().invariants(&guess), Ok(()));
        }
        Ok(())
    });
    tried.unwrap_or_else(|why| panic!("{why}"));
}
