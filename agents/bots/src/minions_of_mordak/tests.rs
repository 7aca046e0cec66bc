//! What bots of this game must hold to, on small tables and in short matches.

use super::Insight;
use crate::{
    arena::{Deal, Orders, Summary},
    levels::{self, Style},
    played::ground,
    players::{Agent, Player},
};
use ::minions_of_mordak::{
    Action, Content, MinionsOfMordak, Options, Play, State,
    frame::{Frame, then},
    ids::{KindId, RegionId, SpellId, Who},
    rules::{rolls, rounds, scouting, setup, spells, turns},
    state::{Attack, HandCard, Level, Roll},
    words::{Row, VILLAIN, Window},
};
use kernel::{Log, Seat, SeatSet, Step, Table, Turn, below};
use rand::SeedableRng;
use search::{BotRng, Budget, Evaluation, Explanation, Policy};
use std::sync::Arc;

fn game(options: &str) -> Arc<MinionsOfMordak> {
    let mut chosen = Options::default();
    for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        chosen.set(name, value).expect("an option");
    }
    Arc::new(MinionsOfMordak::new(Content::built_in(), chosen).expect("options that fit"))
}

/// A table laid out by hand: Heroes on the Keep, only Hawkemoor face-up.
struct Scene {
    game: Arc<MinionsOfMordak>,
    s: State,
}

fn scene(heroes: &str) -> Scene {
    let game = game(&format!("seats={}", heroes.split_whitespace().count() + 1));
    let mut s = setup::table(&game);
    let mut log = Log::off();
    let mut play = Play { g: &game, s: &mut s, log: &mut log };
    for (at, name) in heroes.split_whitespace().enumerate() {
        setup::take_board(&mut play, Seat::new(at as u8 + 1), name.parse().expect("a Hero"));
    }
    s.clock = 1;
    Scene { game, s }
}

impl Scene {
    fn with(mut self, change: impl FnOnce(&mut State)) -> Scene {
        change(&mut self.s);
        self
    }
    fn at(self, seat: u8, region: &str) -> Scene {
        let region: RegionId = region.parse().expect("a Region");
        self.with(|s| s.players[Seat::new(seat)].region = region)
    }
    fn health(self, seat: u8, health: u8) -> Scene {
        self.with(|s| s.players[Seat::new(seat)].health = health)
    }
    fn minion(mut self, kind: &str, region: &str) -> Scene {
        let kind: KindId = kind.parse().expect("a Minion");
        self.s.kinds.0[kind.index()] -= 1;
        let mut log = Log::off();
        let mut play = Play { g: &self.game, s: &mut self.s, log: &mut log };
        scouting::spawn(&mut play, kind, region.parse().expect("a Region")).expect("room");
        self
    }
    fn final_battle(self, region: &str) -> Scene {
        let region: RegionId = region.parse().expect("a Region");
        self.with(|s| {
            (s.final_battle, s.day) = (true, 6);
            s.players[VILLAIN].region = region;
        })
    }
    fn value(&self) -> f32 {
        Insight::new().values(&self.game, &self.s)[0]
    }
    fn level(mut self, who: &str, ap: u8, roll: Roll) -> Scene {
        let actor: Who = who.parse().expect("a Character");
        let seat = actor.as_player().unwrap_or(VILLAIN);
        self.s.depth = 1;
        self.s.levels[0] = Level { actor, seat, ap, roll, ..Level::default() };
        self.s.clock = if seat == VILLAIN { 2 } else { 1 };
        let below = if seat == VILLAIN { rounds::Frame::MinionStep } else { rounds::Frame::NextHero };
        self.s.stack.push(below.into());
        self
    }
    fn begin(mut self, frame: impl Into<Frame>) -> Table<MinionsOfMordak> {
        let mut log = Log::off();
        let game = Arc::clone(&self.game);
        Play { g: &game, s: &mut self.s, log: &mut log }.go_on(then(frame));
        Table::at(self.game, self.s)
    }
    fn turn(self, who: &str, ap: u8) -> Table<MinionsOfMordak> {
        self.level(who, ap, Roll::default()).begin(turns::Frame::Act)
    }
    fn roll(self, who: &str, row: Row, pool: u8) -> Table<MinionsOfMordak> {
        self.level(who, 0, Roll { row, pool, ..Roll::default() }).begin(rolls::Frame::Spend)
    }
}

/// The action with the highest weight.
fn liked(table: &Table<MinionsOfMordak>) -> String {
    let seat = table.turn().asked().lowest().expect("somebody is asked");
    let legal = table.legal(seat);
    let mut weights = Vec::new();
    Insight::new().priors(table.game(), table.state(), seat, &legal, &mut weights);
    assert_eq!(weights.len(), legal.len());
    let best = (0..legal.len()).max_by(|a, b| weights[*a].total_cmp(&weights[*b])).expect("options");
    legal[best].to_string()
}

fn reason_for(table: &Table<MinionsOfMordak>, action: &str) -> String {
    let seat = table.turn().asked().lowest().expect("somebody is asked");
    let action: Action = action.parse().expect("an action");
    Insight::new().because(table.game(), table.state(), seat, action).expect("a reason")
}

#[test]
fn health_souls_and_an_army_are_worth_having() {
    let even = || scene("bjorn amos loxley").final_battle("c3").at(1, "b3").at(2, "b3").at(3, "c4");
    let now = even().value();
    let better = [
        even().with(|s| s.players[VILLAIN].health += 10),
        even().with(|s| s.souls = 1),
        even().minion("e5", "c3"),
        even().health(2, 4),
    ];
    for scene in better {
        assert!(scene.value() > now + 0.01, "{} {now}", scene.value());
    }
    assert!(even().with(|s| s.players[Seat::new(1)].rows[0].master += 2).value() < now - 0.01);
}

/// How far off both judgements are along games of the heuristic player with some blunders, as the mean of squares at the start of Rounds
/// before the Final Battle.
fn errors(heroes: u8, games: u64) -> [f32; 2] {
    let (game, insight, tuning) =
        (game(&format!("seats={}", heroes + 1)), Insight::new(), levels::minions_of_mordak());
    let ground = ground(&game, &insight, &tuning);
    let [mut villain, mut team] = [(); 2].map(|()| Player::new(Agent::Level(levels::Level::Adept), &tuning));
    let (mut sums, mut tables) = ([0.0; 2], 0.0);
    for deal in 0..games {
        let mut bout = ground.bout(SeatSet::only(VILLAIN), [4711, deal]);
        let (mut judged, mut clock, mut sides) = (Vec::new(), 0, [Deal::default(), Deal::default()]);
        loop {
            let state = bout.table.state();
            if !state.final_battle
                && state.clock > clock
                && matches!(bout.table.turn(), Turn::Each(_) | Turn::Any(_))
            {
                clock = state.clock;
                let both = [insight.values(&ground.game, state), insight.rested(&ground.game, state)];
                judged.push(both.map(|payoffs| payoffs[VILLAIN.index()]));
            }
            let players = [&mut villain, &mut team];
            if !ground.step(&mut bout, players, &Budget::default(), &mut sides).expect("legal play") {
                break;
            }
        }
        let won = ground.scores(&bout)[0].map_or(0.0, |score| score.payoff as f32);
        for both in judged {
            tables += 1.0;
            sums.iter_mut().zip(both).for_each(|(sum, chance)| *sum += (chance - won) * (chance - won));
        }
    }
    sums.map(|sum| sum / tables)
}

#[test]
fn as_a_round_begins_the_fitted_weights_foretell_the_end_better_than_the_race() {
    for heroes in 1..=5 {
        let [race, fitted] = errors(heroes, 120);
        assert!(fitted < race - 0.01, "{heroes} Heroes: {fitted} against {race}");
        assert!(fitted < 0.24, "{heroes} Heroes: {fitted}, where one half for everything has 0.25");
    }
}

#[test]
fn a_hero_finishes_the_minion_at_hand() {
    let table = scene("bjorn amos").at(1, "b3").minion("c1", "b3").turn("h1", 2);
    assert_eq!(liked(&table), "roll melee");
    let table = scene("bjorn amos").at(1, "b3").minion("c1", "b3").roll("h1", Row::Melee, 3);
    assert_eq!(liked(&table), "attack b3");
}

#[test]
fn treasures_are_taken_and_the_map_is_turned_up() {
    let table = scene("bjorn").at(1, "b3").with(|s| s.treasures[10 + 1] = 1).turn("h1", 2);
    assert_eq!(liked(&table), "loot 1");
    assert_eq!(liked(&scene("bjorn").at(1, "b3").turn("h1", 2)), "scout");
    assert_ne!(liked(&scene("bjorn").at(1, "b3").health(1, 3).turn("h1", 2)), "scout");
}

#[test]
fn a_minion_hunts_the_weaker_hero() {
    let table = scene("bjorn amos").at(1, "b3").at(2, "d3").health(2, 2).minion("c2", "c4").turn("m0", 2);
    let first = liked(&table);
    assert!(first == "move d3" || first == "move c3", "{first}");
}

#[test]
fn meddling_waits_until_it_fells_somebody() {
    let scene = |health| {
        scene("bjorn")
            .at(1, "b3")
            .health(1, health)
            .minion("c2", "b3")
            .with(|s| s.players[VILLAIN].plus = [1, 0, 0, 0])
    };
    assert_eq!(liked(&scene(3).roll("m0", Row::Melee, 2)), "spend");
    assert_eq!(liked(&scene(15).roll("m0", Row::Melee, 2)), "attack b3");
}

#[test]
fn corruption_buys_the_largest_and_reaches_for_the_next() {
    let scene = || scene("bjorn amos loxley").with(|s| s.players[VILLAIN].plus = [0, 0, 0, 1]);
    assert_eq!(liked(&scene().roll("mordak", Row::Corruption, 5)), "spawn elite");
    assert_eq!(liked(&scene().roll("mordak", Row::Corruption, 4)), "spend");
}

/// Loxley buys Plus-Ones for one Hit: Hits and tokens could be changed into each other for ever.
#[test]
fn a_plus_one_is_not_bought_to_be_spent_again() {
    for (row, tokens, pool) in
        [(Row::Ranged, 3, 2), (Row::Ranged, 1, 5), (Row::Melee, 2, 1), (Row::Melee, 4, 4)]
    {
        let mut table = scene("loxley amos")
            .at(1, "b3")
            .minion("e1", "b3")
            .minion("c5", "c3")
            .with(|s| s.players[Seat::new(1)].plus[row.index()] = tokens)
            .roll("h1", row, pool);
        let mut rolling = 0;
        while table.state().stack.top() == Some(&rolls::Frame::Spend.into()) {
            let action: Action = liked(&table).parse().expect("an action");
            table.play(Step::Act { seat: Seat::new(1), action }, &mut Log::off()).expect("legal");
            rolling += 1;
            assert!(rolling < 12, "{row} with {tokens} tokens and {pool} Hits");
        }
    }
}

#[test]
fn what_is_plain_needs_no_thought() {
    let sure = |table: &Table<MinionsOfMordak>| {
        let seat = table.turn().asked().lowest().expect("somebody is asked");
        let (legal, mut worths) = (table.legal(seat), Vec::new());
        let known = Insight::new().worths(table.game(), table.state(), seat, &legal, &mut worths);
        assert!(worths.len() == legal.len() && worths.iter().all(|worth| (0.0..=1.0).contains(worth)));
        known
    };
    let loot = scene("bjorn").at(1, "b3").with(|s| s.treasures[10 + 1] = 1).turn("h1", 2);
    assert_eq!(sure(&loot), search::Known::All);
    // Which Hero to take is in doubt.
    assert_eq!(sure(&Table::new(game("seats=2"))), search::Known::Estimates);
}

#[test]
fn reasons_speak_the_games_words() {
    let table = scene("bjorn amos").at(1, "b3").minion("c1", "b3").turn("h1", 2);
    let melee = reason_for(&table, "roll melee");
    assert!(
        melee.contains("Hits expected; Defeats Gladestalker") && melee.contains("times in 10"),
        "{melee}"
    );
    let table = scene("bjorn").at(1, "b3").turn("h1", 2);
    assert!(
        reason_for(&table, "scout").contains("Shrines are still to be found"),
        "{}",
        reason_for(&table, "scout")
    );
    let table = scene("bjorn").at(1, "b3").health(1, 2).minion("c2", "b3").roll("m0", Row::Melee, 2);
    assert_eq!(reason_for(&table, "attack b3"), "2 Hits Defeat Bjorn");
}

/// Every decision of random games with any options.
#[test]
fn values_weights_and_reasons_hold_at_every_table() {
    let insight = Insight::of(Some(Style::Butcher));
    let (mut weights, mut reasons) = (Vec::new(), 0);
    for seed in 0..12 {
        let mut rng = BotRng::seed_from_u64(seed);
        let rules =
            MinionsOfMordak::new(Content::built_in(), Options::any(&mut rng)).expect("options that fit");
        let mut table = Table::new(Arc::new(rules));
        loop {
            let step = match table.turn() {
                Turn::Over => break,
                Turn::Chance => Step::Chance(table.sample(&mut rng).expect("chance is due")),
                Turn::Each(seats) | Turn::Any(seats) => {
                    let seat = seats.pick(&mut rng).expect("somebody is asked");
                    let (rules, legal) = (table.game(), table.legal(seat));
                    let values = insight.values(rules, table.state());
                    assert!(values.iter().all(|v| (0.0..=1.0).contains(v)), "{values:?}");
                    assert!((values[0] + values[1] - 1.0).abs() < 1e-5);
                    let rested = insight.rested(rules, table.state());
                    assert!(rested.iter().all(|v| *v > 0.0 && *v < 1.0), "{rested:?}");
                    weights.clear();
                    insight.priors(rules, table.state(), seat, &legal, &mut weights);
                    assert_eq!(weights.len(), legal.len());
                    assert!(weights.iter().all(|w| w.is_finite() && *w >= 0.0), "{legal:?} {weights:?}");
                    assert!(weights.iter().any(|w| *w > 0.0), "{legal:?}");
                    let action = legal[below(&mut rng, legal.len() as u32) as usize];
                    if let Some(why) = insight.because(rules, table.view(seat).state(), seat, action) {
                        assert!(!why.is_empty() && !why.ends_with('.') && !why.contains("NaN"), "{why}");
                        reasons += 1;
                    }
                    Step::Act { seat, action }
                }
            };
            table.play(step, &mut Log::off()).expect("random play is legal");
        }
    }
    assert!(reasons > 1000, "{reasons}");
}

#[test]
fn villains_of_two_tempers_meet_at_one_ground() {
    let game = game("seats=2");
    let tuning = levels::minions_of_mordak();
    let insight = Insight::new();
    let ground = ground(&game, &insight, &tuning);
    let orders = Orders { a: Agent::Greedy, b: Agent::Greedy, deals: 1, seed: 2, threads: 1, sprt: None };
    let of = |style| Player::new(Agent::Greedy, &tuning).knowing(Box::new(Insight::of(Some(style))));
    let played = ground.run_with(&orders, || [of(Style::Schemer), of(Style::Butcher)], &|| {});
    let played = played.expect("games that end");
    assert_eq!((played.sides[0].games, played.sides[1].games), (2, 2));
}

fn duel(options: &str, a: &str, b: &str, deals: u64) -> Summary {
    let game = game(options);
    let (insight, tuning) = (Insight::new(), levels::minions_of_mordak());
    let ground = ground(&game, &insight, &tuning);
    let agent = |name: &str| -> Agent { name.parse().expect("an agent") };
    let orders = Orders { a: agent(a), b: agent(b), deals, seed: 4, threads: 2, sprt: None };
    ground.run(&orders, &|| {}).expect("games that end")
}

#[test]
fn the_heuristic_beats_a_random_player_from_both_sides() {
    let played = duel("seats=4", "greedy", "random", 3);
    assert!(played.sides[0].success.value > 0.8, "{:?}", played.sides[0].success);
}

/// In playouts a seat keeps to its own orders; what others have ordered is on no view.
#[test]
fn playouts_keep_to_ones_own_standing_orders() {
    let hero = Seat::new(1);
    let window = spells::Frame::Window { window: Window::Damage, about: Who::hero(hero), at: 0 };
    let laid = scene("alyndra").with(|s| {
        let ward: SpellId = "a14".parse().expect("a Spell");
        s.spells.0[ward.index()] -= 1;
        s.players[hero].take(HandCard { spell: ward, seen: SeatSet::only(hero) });
        s.depth = 1;
        let attack = Attack { target: Who::hero(hero), damage: 3, ..Attack::default() };
        s.levels[0] = Level { actor: Who::MORDAK, seat: VILLAIN, attack, ..Level::default() };
        s.stack.push(turns::Frame::Act.into());
    });
    let mut s = laid.s;
    Play { g: &laid.game, s: &mut s, log: &mut Log::off() }.go_on(then(window));
    let mut table = Table::at(laid.game, s);
    for (order, wanted) in [("never", "pass"), ("a14 auto", "react a14 free"), ("damage never", "pass")] {
        table.correct(&format!("h1.reacts {order}"), &mut Log::off()).expect("an order");
        let (game, legal, mut weights) = (table.game(), table.legal(hero), vec![]);
        let quick = Insight::new().quick(game, table.state(), hero, &legal).expect("a choice");
        assert_eq!(legal[quick].to_string(), wanted, "{order}");
        Insight::new().priors(game, table.state(), hero, &legal, &mut weights);
        let kept = legal.iter().zip(&weights).filter(|(_, weight)| **weight > 0.0);
        assert_eq!(kept.map(|(action, _)| action.to_string()).collect::<Vec<_>>(), [wanted], "{order}");
    }
    assert!(table.view(VILLAIN).state().orders.is_empty());
}
