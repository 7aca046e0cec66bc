//! Which warband is too strong? Equal players lead every ready warband against every other, from both seats.

use crate::{
    any::NoContest,
    arena::{Broken, Deal, count_endings},
    crew, friends_and_foes,
    levels::{self, Tuning},
    played::{self, Played as _},
    players::{Agent, Player},
    stats::{self, Estimate},
};
use ::friends_and_foes::FriendsAndFoes;
use catalog::{GameKind, PackFiles};
use kernel::{Seat, SeatSet};
use search::Budget;
use std::{
    ops::AddAssign,
    sync::Arc,
    time::{Duration, Instant},
};

/// Below this share of all games a warband is too weak, above the other too strong.
pub const FAIR: (f64, f64) = (0.35, 0.65);

/// Who plays, and how much.
#[derive(Clone, Debug)]
pub struct Orders {
    /// Leads both warbands.
    pub agent: Agent,
    /// For each two warbands; each deal is played from both seats.
    pub deals: u64,
    pub seed: u64,
    pub threads: usize,
}

/// Games of one warband.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
}

/// A warband and how it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// `WB-1`.
    pub id: String,
    pub name: String,
    /// Against each warband, in the order of the rows; nothing against itself.
    pub against: Vec<Tally>,
    pub overall: Tally,
}

/// All warbands against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    pub rows: Vec<Row>,
    /// Games played, each counted once.
    pub games: usize,
    /// How they ended, the most frequent first.
    pub endings: Vec<(&'static str, usize)>,
    pub took: Duration,
}

/// Where a warband stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Fair,
    TooWeak,
    TooStrong,
}

impl Tally {
    #[must_use]
    pub const fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }
    /// The share that was won, a draw being half of it, with Wilson's interval.
    #[must_use]
    pub fn rate(self) -> Estimate {
        match self.games() {
            0 => Estimate { value: 0.5, low: 0.0, high: 1.0 },
            games => stats::share((self.won as f64 + self.drawn as f64 / 2.0) / games as f64, games as f64),
        }
    }
    #[must_use]
    pub fn standing(self) -> Standing {
        match self.rate().value {
            share if share < FAIR.0 => Standing::TooWeak,
            share if share > FAIR.1 => Standing::TooStrong,
            _ => Standing::Fair,
        }
    }
    const fn turned(self) -> Tally {
        Tally { won: self.lost, drawn: self.drawn, lost: self.won }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.won += more.won;
        self.drawn += more.drawn;
        self.lost += more.lost;
    }
}

/// How the two games of a deal ended.
type Endings = [Option<&'static str>; 2];

/// Two warbands, by row, and the game with the first of them in seat 0, then in seat 1.
struct Pair {
    rows: [usize; 2],
    games: [Arc<FriendsAndFoes>; 2],
}

/// Ready warbands against each other, before the first game.
pub struct Warbands {
    rows: Vec<Row>,
    pairs: Vec<Pair>,
}

impl Warbands {
    /// # Errors
    /// If the game has no warbands, or cannot be set up for two of them.
    pub fn new(
        game: GameKind,
        options: &[(String, String)],
        pack: &PackFiles,
    ) -> Result<Warbands, NoContest> {
        if game != GameKind::FriendsAndFoes {
            return Err(NoContest::NoWarbands(game));
        }
        if options.iter().any(|(name, _)| ["seats", "teams", "formations"].contains(&name.as_str())) {
            return Err(NoContest::TwoWarbands);
        }
        let known = catalog::game::<catalog::FriendsAndFoes>(options, pack)?.content.warbands;
        let row = |(id, card): &(_, ::friends_and_foes::cards::Warband)| Row {
            id: format!("{id}"),
            name: card.name.clone(),
            against: vec![Tally::default(); known.len()],
            overall: Tally::default(),
        };
        let rows: Vec<Row> = known.iter().map(row).collect();
        let set_up = |one: usize, two: usize| {
            let formations = ("formations".to_owned(), format!("{},{}", rows[one].id, rows[two].id));
            let all: Vec<_> = options.iter().cloned().chain([formations]).collect();
            catalog::game::<catalog::FriendsAndFoes>(&all, pack).map(Arc::new)
        };
        let mut pairs = vec![];
        for one in 0..rows.len() {
            for two in one + 1..rows.len() {
                pairs.push(Pair { rows: [one, two], games: [set_up(one, two)?, set_up(two, one)?] });
            }
        }
        Ok(Warbands { rows, pairs })
    }

    /// How many deals are played in all.
    #[must_use]
    pub fn deals(&self, orders: &Orders) -> u64 {
        orders.deals * self.pairs.len() as u64
    }

    /// Plays all deals; `tell` hears of every one that is done.
    ///
    /// # Errors
    /// If a game does not end or a bot breaks its rules.
    pub fn run(mut self, orders: &Orders, tell: &(dyn Fn() + Sync)) -> Result<Balance, Broken> {
        let clock = Instant::now();
        let insight = friends_and_foes::Insight::new();
        let tuning = levels::friends_and_foes();
        let pairs = self.pairs.len().max(1) as u64;
        let mut all: Vec<([usize; 2], Tally, Endings)> = vec![];
        let mut broken = None;
        let players = || [orders.agent; 2].map(|agent| Player::new(agent, &tuning));
        // Every pair plays its first deal before any plays its second.
        let play = |players: &mut [Player<FriendsAndFoes>; 2], number: u64| {
            let pair = &self.pairs[(number % pairs) as usize];
            let played = pair.deal(&insight, &tuning, players, [orders.seed, number / pairs]);
            tell();
            played.map(|(tally, endings)| (pair.rows, tally, endings))
        };
        crew::in_order(orders.threads, self.deals(orders), players, play, |played| match played {
            Ok(one) => {
                all.push(one);
                false
            }
            Err(why) => {
                broken = Some(why);
                true
            }
        });
        if let Some(why) = broken {
            return Err(why);
        }
        for ([one, two], tally, _) in &all {
            self.rows[*one].count(*two, *tally);
            self.rows[*two].count(*one, tally.turned());
        }
        let games = all.iter().map(|(_, tally, _)| tally.games()).sum();
        let endings = count_endings(all.iter().flat_map(|(_, _, endings)| endings.iter().copied().flatten()));
        Ok(Balance { rows: self.rows, games, endings, took: clock.elapsed() })
    }
}

impl Row {
    fn count(&mut self, against: usize, tally: Tally) {
        self.against[against] += tally;
        self.overall += tally;
    }
}

impl Pair {
    /// The same cards for both warbands in turn: what the first made of it, and how the games ended.
    fn deal(
        &self,
        insight: &friends_and_foes::Insight,
        tuning: &Tuning,
        [a, b]: &mut [Player<FriendsAndFoes>; 2],
        luck: [u64; 2],
    ) -> Result<(Tally, Endings), Broken> {
        let (mut tally, mut endings) = (Tally::default(), Endings::default());
        for (seat, game) in self.games.iter().enumerate() {
            let ground = played::ground(game, insight, tuning);
            let mut bout = ground.bout(SeatSet::only(Seat::new(seat as u8)), luck);
            // How long decisions took is not asked for here.
            let mut unasked = [Deal::default(), Deal::default()];
            while ground.step(&mut bout, [&mut *a, &mut *b], &Budget::default(), &mut unasked)? {}
            match ground.scores(&bout) {
                [Some(own), _] if own.won => tally.won += 1,
                [_, Some(other)] if other.won => tally.lost += 1,
                _ => tally.drawn += 1,
            }
            endings[seat] = FriendsAndFoes::ending(bout.table.state());
        }
        Ok((tally, endings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    fn quick() -> [(String, String); 2] {
        [option("preset", "club"), option("round_limit", "5")]
    }

    fn orders(threads: usize) -> Orders {
        Orders { agent: Agent::Random, deals: 1, seed: 3, threads }
    }

    fn played(threads: usize) -> Balance {
        let all = Warbands::new(GameKind::FriendsAndFoes, &quick(), &PackFiles::default());
        all.expect("the defaults work").run(&orders(threads), &|| {}).expect("games that end")
    }

    #[test]
    fn each_two_warbands_meet_from_both_seats_and_what_one_wins_the_other_loses() {
        let balance = played(2);
        assert_eq!((balance.rows.len(), balance.games), (8, 56));
        assert_eq!(
            balance.endings.iter().map(|(_, count)| count).sum::<usize>(),
            56,
            "every game ended somehow"
        );
        assert!(balance.endings.is_sorted_by_key(|(_, count)| std::cmp::Reverse(*count)));
        for (at, row) in balance.rows.iter().enumerate() {
            assert_eq!(row.overall.games(), 14, "{}", row.id);
            assert_eq!(row.against[at], Tally::default(), "{} does not meet itself", row.id);
            for (other, tally) in row.against.iter().enumerate().filter(|(other, _)| *other != at) {
                assert_eq!(tally.games(), 2);
                assert_eq!(*tally, balance.rows[other].against[at].turned());
            }
        }
        assert_eq!(balance.rows[0].name, "Road Wardens");
    }

    #[test]
    fn it_does_not_matter_how_many_threads_play() {
        assert_eq!(played(1).rows, played(3).rows);
    }

    #[test]
    fn a_deal_turned_round_is_another_game() {
        let both = [option("formations", "WB-1,WB-8"), option("formations", "WB-8,WB-1")];
        let rules = |formations: &(String, String)| {
            let all: Vec<_> = quick().into_iter().chain([formations.clone()]).collect();
            Arc::new(
                catalog::game::<catalog::FriendsAndFoes>(&all, &PackFiles::default()).expect("two warbands"),
            )
        };
        let pair = Pair { rows: [0, 7], games: both.each_ref().map(rules) };
        let back = Pair { rows: [7, 0], games: [Arc::clone(&pair.games[1]), Arc::clone(&pair.games[0])] };
        let (insight, tuning) = (friends_and_foes::Insight::new(), levels::friends_and_foes());
        let mut players = [Agent::Random; 2].map(|agent| Player::new(agent, &tuning));
        for deal in 0..4 {
            let (there, _) = pair.deal(&insight, &tuning, &mut players, [1, deal]).expect("it ends");
            let (here, _) = back.deal(&insight, &tuning, &mut players, [1, deal]).expect("it ends");
            assert_eq!(there, here.turned(), "the same two games, told by the other side");
        }
    }

    #[test]
    fn a_draw_is_half_a_win_and_only_what_leaves_the_bounds_is_marked() {
        let tally = |won, drawn, lost| Tally { won, drawn, lost };
        assert!((tally(3, 4, 3).rate().value - 0.5).abs() < 1e-9);
        assert!(tally(0, 0, 0).rate().low < 0.01 && tally(0, 0, 0).rate().high > 0.99);
        for (tally, standing) in [
            (tally(35, 0, 65), Standing::Fair),
            (tally(34, 1, 65), Standing::TooWeak),
            (tally(65, 0, 35), Standing::Fair),
            (tally(65, 1, 34), Standing::TooStrong),
        ] {
            assert_eq!(tally.standing(), standing, "{tally:?}");
        }
    }

    #[test]
    fn where_there_are_no_two_warbands_that_is_said() {
        let refused = |game, options: &[(String, String)]| {
            Warbands::new(game, options, &PackFiles::default()).err().expect("refused").to_string()
        };
        assert_eq!(refused(GameKind::ParaRoles, &[]), "there are no warbands in para_roles");
        let told = refused(GameKind::FriendsAndFoes, &[option("seats", "3")]);
        assert!(told.contains("seats, teams and formations"), "{told}");
    }
}
