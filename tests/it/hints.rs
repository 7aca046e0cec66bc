//! No hint names a card that its seat has not seen: what a bot has guessed of hidden cards is not told as if it were known.

use bots::any::{Companion, Hint};
use catalog::{AnyTable, GameKind, Known, PackFiles, Visitor};
use kernel::{Contents as _, Seat, SeatSet, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};

/// Words as they stand between spaces and signs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let sign = |c: char| !c.is_alphanumeric() && !['_', '-', '♥', '♦', '♠', '♣', '\''].contains(&c);
    text.split(sign).filter(|word| !word.is_empty())
}

/// What can be hidden, by the names it goes by.
struct Names {
    /// As actions name it: `a1`, `8H`.
    ids: BTreeSet<String>,
    /// As people do: `Enormous Fist`.
    titles: BTreeSet<String>,
}

/// All that random play has met, and what the files of hidden decks hold.
fn names(game: GameKind, games: u64) -> Names {
    // The cards that actions of Fiends & Familiars name all lie face up: only Adventure cards are hidden there.
    let kinds: &[&str] =
        if game == GameKind::FiendsAndFamiliars { &[] } else { &["card", "spell", "treasure"] };
    let mut ids = BTreeSet::new();
    for seed in 0..games {
        walk(game, seed, |table, seat| {
            for choice in table.choices(seat) {
                let cards = choice.operands.iter().filter(|(kind, _)| kinds.contains(kind));
                ids.extend(cards.map(|(_, id)| id.clone()).filter(|id| id.parse::<i64>().is_err()));
            }
        });
    }
    Names { ids, titles: game.visit(Titles) }
}

/// Titles of cards that are drawn face down.
struct Titles;
impl Visitor for Titles {
    type Out = BTreeSet<String>;
    fn visit<G: Known>(self) -> Self::Out {
        let hidden = |name: &str| name.starts_with("spells_") || name == "adventure_cards.ron";
        let files = G::Content::FILES.iter().filter(|(name, _)| hidden(name));
        let titles = files
            .flat_map(|(_, text)| text.split("name: \"").skip(1).filter_map(|rest| rest.split('"').next()));
        titles.map(str::to_owned).collect()
    }
}

/// Plays at random, and shows every seat that is asked before it acts.
fn walk(game: GameKind, seed: u64, mut each: impl FnMut(&dyn AnyTable, Seat)) {
    let mut table = game.table(&[], &PackFiles::default()).expect("the defaults");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..400 {
        let step = match table.turn() {
            Turn::Over => return,
            Turn::Chance => table.sample(&mut rng).expect("chance is due"),
            Turn::Each(seats) | Turn::Any(seats) => {
                let seat = seats.pick(&mut rng).expect("somebody is asked");
                each(&*table, seat);
                table.random_action(seat, &mut rng).expect("options")
            }
        };
        table.play(&step).expect("random play is legal");
    }
}

/// What each seat has been shown so far, word by word.
struct Shown(BTreeMap<Seat, BTreeSet<String>>);

impl Shown {
    fn read(&mut self, seat: Seat, text: &str) {
        self.0.entry(seat).or_default().extend(words(text).map(str::to_owned));
    }
    fn look(&mut self, table: &dyn AnyTable, seat: Seat) {
        self.read(seat, &table.draw_for(Some(seat)).to_text());
        self.read(seat, &table.prompt_for(Some(seat)));
        for choice in table.choices(seat) {
            self.read(seat, &choice.notation);
            self.read(seat, &choice.label);
        }
    }
    /// Names in a hint that its seat has not been shown.
    fn unknown(&self, hint: &Hint, names: &Names) -> Vec<String> {
        let told = hint.expected.iter().chain([&hint.reason, &hint.action]);
        let told = told.chain(hint.candidates.iter().map(|weighed| &weighed.action));
        let seen = |word: &str| self.0.get(&hint.seat).is_some_and(|seen| seen.contains(word));
        let ids = told.flat_map(|text| words(text)).filter(|word| names.ids.contains(*word) && !seen(word));
        // A title was shown if all its words were.
        let strange = |title: &&String| hint.reason.contains(title.as_str()) && !words(title).all(seen);
        ids.map(str::to_owned).chain(names.titles.iter().filter(strange).cloned()).collect()
    }
}

/// Bots play; each of their hints is looked at. Says how many were, and how many went on beyond their own first step.
fn hints_name_what_was_seen(
    game: GameKind,
    options: &[(&str, &str)],
    agent: &str,
    seed: u64,
    steps: u32,
) -> (u32, u32) {
    let names = names(game, 6);
    assert!(names.ids.len() + names.titles.len() > 5, "{game}: {:?}", names.ids);
    let options: Vec<_> = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let mut table = game.table(&options, &PackFiles::default()).expect("options that fit");
    let mut companion = Companion::new(game, agent.parse().expect("an agent"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut shown, mut looked, mut lines) = (Shown(BTreeMap::new()), 0, 0);
    for n in 0..steps {
        let step = match table.turn() {
            Turn::Over => break,
            Turn::Chance => table.sample(&mut rng).expect("chance is due"),
            Turn::Each(seats) | Turn::Any(seats) => {
                let seat = seats.lowest().expect("somebody is asked");
                shown.look(&*table, seat);
                let view = table.view_of(SeatSet::only(seat)).expect("the seat is asked");
                let hint = companion.advise(&view, u64::from(n)).expect("somebody has options");
                assert_eq!(shown.unknown(&hint, &names), Vec::<String>::new(), "{game}, {agent}: {hint:?}");
                looked += 1;
                lines += u32::from(hint.expected.len() > 1);
                hint.step()
            }
        };
        let told = table.play_disclosed(&step).expect("a legal step");
        for seat in Seat::first(table.seats()) {
            told.lines(Some(seat)).for_each(|line| shown.read(seat, line));
            if told.is_open_to(Some(seat)) {
                shown.read(seat, &told.step.to_string());
            }
        }
    }
    (looked, lines)
}

#[test]
fn no_hint_names_a_card_that_its_seat_has_not_seen() {
    // The smallest game has numbers for cards, which stand everywhere.
    let named = |game: &&GameKind| game.info().secrets && **game != GameKind::NightFerry;
    for game in GameKind::ALL.iter().filter(named) {
        let (mut looked, mut lines) = (0, 0);
        for (agent, seed, steps) in [("greedy", 1, 500), ("mcts:150", 2, 160), ("mcts:150", 3, 160)] {
            let (seen, long) = hints_name_what_was_seen(*game, &[], agent, seed, steps);
            (looked, lines) = (looked + seen, lines + long);
        }
        assert!(looked > 100, "{game}: {looked} hints, {lines} of them with a line");
    }
}
