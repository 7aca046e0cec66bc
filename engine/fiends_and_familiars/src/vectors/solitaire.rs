//! The solitaire enemy and the end alone. TV-49 to TV-57.

use super::table::A;
use crate::{
    Content, FiendsAndFamiliars, Frame, Options,
    fixture::Fixture,
    options::Track,
    rules::{dice_phase, market_phase, monster_combat, roll_phase, setup, solitaire::rank},
    state::Ending,
    words::HeroRank,
};
use kernel::{Game, SeatSet, Step, Table, proves};

const ROW: [&str; 4] = ["Flamboyant", "Relentless", "Fearless", "Rebuke"];

/// The hero has had a Dice turn with this Initiative card; enemy dice are due.
fn turn(card: u8) -> Table<FiendsAndFamiliars> {
    let fixture = Fixture::new(1).row(&ROW).revealed("Ditch Goblin").with(|s| {
        s.initiatives[usize::from(card)].taken = SeatSet::only(A);
        s.players[A].initiative = Some(card);
        s.stack.push(market_phase::Frame::End.into());
        s.stack.push(market_phase::Frame::Turn { seat: A }.into());
    });
    fixture.at(dice_phase::Frame::GainFiends { seat: A })
}

// TV-53
#[test]
fn two_enemy_dice_are_fifteen_even_pairs() {
    proves!("FF-1021");
    let mut pairs = std::collections::BTreeMap::new();
    let table = turn(2);
    for (first, one) in table.odds().expect("dice are due").iter() {
        let mut next = table.clone();
        next.play(Step::Chance(first), &mut kernel::Log::off()).expect("a listed outcome");
        for (second, other) in next.game().odds(next.state()).iter() {
            let mut pair = [first.to_string(), second.to_string()];
            pair.sort();
            *pairs.entry(pair).or_insert(0) += one * other;
        }
    }
    assert_eq!(pairs.len(), 15);
    assert!(pairs.values().all(|weight| *weight == 2));
    let with = |n: &str| pairs.keys().filter(|pair| pair.iter().any(|p| p == &format!("roll {n}"))).count();
    assert_eq!(with("1"), 5, "a slot is trashed in a third of all pairs");
    let minions =
        pairs.keys().filter(|pair| pair.iter().any(|p| p.ends_with('5') || p.ends_with('6'))).count();
    assert_eq!(minions, 9, "three in five");
}

/// The total of a hero with so much Gold before the end.
fn gold_bonus(gold: u8, mm: bool) -> (u8, u8) {
    let mut fixture = Fixture::new(1).with(|s| s.players[A].gold = gold);
    std::sync::Arc::make_mut(&mut fixture.game).options.monsters_and_minions = mm;
    let stars = crate::rules::final_scoring::score(fixture.look(), A);
    (stars.gold, stars.bonus)
}

// TV-54, TV-57
#[test]
fn gold_and_the_missing_box_add_stars() {
    proves!("FF-1060", "FF-1061", "FF-R22");
    assert_eq!((gold_bonus(17, false), gold_bonus(17, true)), ((2, 5), (2, 0)));
    assert_eq!([7, 8, 15, 16].map(|gold| gold_bonus(gold, true).0), [0, 1, 1, 2]);
    assert_eq!((rank(38 + 2 + 5), rank(38 + 2)), (HeroRank::TrueHero, HeroRank::ClanLeader));
}

// TV-55
#[test]
fn every_total_has_its_rank() {
    proves!("FF-1062");
    use HeroRank::{Adventurer, ClanLeader, Hireling, Luminary, MonsterSlayer, Npc, TrueHero};
    let totals = [-1, 24, 25, 28, 29, 33, 34, 37, 38, 42, 43, 46, 47];
    let ranks = [
        Npc,
        Npc,
        Hireling,
        Hireling,
        Adventurer,
        Adventurer,
        Luminary,
        Luminary,
        ClanLeader,
        ClanLeader,
        TrueHero,
        TrueHero,
        MonsterSlayer,
    ];
    assert_eq!(totals.map(rank), ranks);
}

// TV-56
#[test]
fn a_hero_below_the_strength_is_killed() {
    proves!("FF-1050", "FF-1063");
    let ended = |result: i8| {
        let fixture = Fixture::new(1).monster("Gravemaw", ["Sunken Crypt", "Sunken Crypt", "Sunken Crypt"]);
        let table = fixture.with(|s| s.players[A].result = Some(result)).at(monster_combat::Frame::Scoring);
        (table.state().ending, table.outcome().map(|o| o.payoff(A)), table.state().champions.len())
    };
    assert_eq!(ended(13), (Some(Ending::Dead), Some(0), 0), "Strength is 14");
    let (ending, payoff, champions) = ended(14);
    assert!(matches!(ending, Some(Ending::Ranked { .. })) && payoff > Some(0));
    assert_eq!(champions, 1, "the highest of one");
}

#[test]
fn the_hero_starts_with_five_gold_and_rolls_six_dice() {
    proves!("FF-1005", "FF-1010");
    let g = super::table::game(1, false);
    let dressed = super::table::until(&g, 3, |s| {
        matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::ClassColour { .. })))
    });
    assert_eq!((dressed.start, dressed.players[A].gold), (A, 5));
    let rolling = super::table::until(&g, 3, |s| s.round == 1);
    assert_eq!(rolling.stack.top(), Some(&roll_phase::Frame::Dice { left: 6 }.into()));
}

#[test]
fn only_the_solitaire_game_can_be_tracked_like_this() {
    let options = Options { seats: 2, track: Track::Minimal, ..Options::default() };
    let refused = FiendsAndFamiliars::new(Content::built_in(), options).expect_err("two seats");
    assert!(refused.to_string().contains("track"), "{refused}");
}
