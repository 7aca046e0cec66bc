//! Whole campaigns played by parties of bots: how often they come through each storybook without a fall, and where they fall.
//!
//! All parties meet the same luck: campaign number n of a seed is the same for each of them as far as choices allow.

use super::Insight;
use crate::{
    arena::{Bout, Broken, Ground},
    crew,
    levels::Tuning,
    played::ground,
    players::{Agent, Player},
    stats::{self, Estimate},
};
use ::adventures::{Adventures, State, frame::Frame, state::Kind, words::EntryId};
use kernel::SeatSet;
use search::Budget;
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

/// Which parties play, and how often.
#[derive(Clone, Debug)]
pub struct Orders {
    pub agents: Vec<Agent>,
    pub campaigns: u64,
    pub seed: u64,
    pub threads: usize,
}

/// How one storybook went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    pub code: String,
    pub played: usize,
    /// Without the whole party exhausted.
    pub won: usize,
    pub falls: usize,
}

impl Book {
    #[must_use]
    pub fn rate(&self) -> Estimate {
        stats::rate(self.won, self.played)
    }
}

/// What a party of one agent made of all campaigns.
#[derive(Clone, Debug)]
pub struct Party {
    pub agent: Agent,
    /// As they stand in the content.
    pub books: Vec<Book>,
    /// The payoff of each campaign, 0 to 1: the share of adventures without a fall.
    pub shares: Vec<f64>,
    /// How often parties fell at each entry, most first.
    pub fell_at: Vec<(String, usize)>,
    /// Processor time of all campaigns together, on as many threads as there were.
    pub took: Duration,
}

impl Party {
    /// Campaigns without any fall.
    #[must_use]
    pub fn whole(&self) -> Estimate {
        stats::rate(self.shares.iter().filter(|share| **share > 0.999).count(), self.shares.len())
    }
    #[must_use]
    pub fn share(&self) -> Estimate {
        stats::mean(&self.shares)
    }
    /// What this party made more of the same campaigns than another.
    #[must_use]
    pub fn above(&self, other: &Party) -> Estimate {
        let pairs = self.shares.iter().zip(&other.shares);
        stats::mean(&pairs.map(|(own, others)| own - others).collect::<Vec<_>>())
    }
}

/// One campaign of one party.
#[derive(Clone, Debug, Default)]
struct Campaign {
    /// Storybook, and how often the party fell in it.
    books: Vec<(u8, u8)>,
    fell_at: Vec<String>,
    share: f64,
    took: Duration,
}

/// Plays all campaigns with each party; `tell` hears of every campaign that is done.
///
/// # Errors
/// If a campaign does not end or a bot breaks its rules.
pub fn measure(
    game: &Arc<Adventures>,
    tuning: &Tuning,
    orders: &Orders,
    tell: &(dyn Fn() + Sync),
) -> Result<Vec<Party>, Broken> {
    let ground = ground(game, &Insight, tuning);
    let mut parties = vec![];
    for agent in &orders.agents {
        let mut all = vec![];
        let players = || [Player::new(*agent, tuning), Player::new(Agent::Random, tuning)];
        let play = |players: &mut [Player<Adventures>; 2], number| {
            let played = campaign(&ground, players, [orders.seed, number]);
            tell();
            played
        };
        let mut broken = None;
        crew::in_order(orders.threads, orders.campaigns, players, play, |played| match played {
            Ok(campaign) => {
                all.push(campaign);
                false
            }
            Err(why) => {
                broken = Some(why);
                true
            }
        });
        match broken {
            Some(why) => return Err(why),
            None => parties.push(party(game, *agent, all)),
        }
    }
    Ok(parties)
}

fn party(game: &Adventures, agent: Agent, all: Vec<Campaign>) -> Party {
    let books =
        game.content.adventures.iter().map(|book| Book { code: book.code.clone(), ..Book::default() });
    let mut books: Vec<Book> = books.collect();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for campaign in &all {
        for (book, falls) in &campaign.books {
            let book = &mut books[usize::from(*book)];
            book.played += 1;
            book.won += usize::from(*falls == 0);
            book.falls += usize::from(*falls);
        }
        campaign.fell_at.iter().for_each(|at| *places.entry(at.clone()).or_default() += 1);
    }
    let mut fell_at: Vec<(String, usize)> = places.into_iter().collect();
    fell_at.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let shares = all.iter().map(|campaign| campaign.share).collect();
    Party { agent, books, shares, fell_at, took: all.iter().map(|campaign| campaign.took).sum() }
}

fn campaign(
    ground: &Ground<Adventures, Insight>,
    [player, nobody]: &mut [Player<Adventures>; 2],
    luck: [u64; 2],
) -> Result<Campaign, Broken> {
    let clock = Instant::now();
    let mut bout = ground.bout(SeatSet::first(kernel::Game::seats(&*ground.game)), luck);
    let (mut campaign, mut sides) = (Campaign::default(), Default::default());
    loop {
        let (fallen, played) = (bout.table.state().map.fallen, bout.table.state().played);
        let at = place(&bout);
        if !ground.step(&mut bout, [&mut *player, &mut *nobody], &Budget::default(), &mut sides)? {
            break;
        }
        let s = bout.table.state();
        // One step may bring the party down twice: on its way, and where it comes to itself.
        for _ in fallen..s.map.fallen {
            campaign.fell_at.push(label(&ground.game, s, at));
        }
        if s.played > played {
            campaign.books.push((s.adventure, s.map.fallen));
        }
    }
    let [score, _] = ground.scores(&bout);
    campaign.share = score.map_or(0.0, |score| score.payoff);
    campaign.took = clock.elapsed();
    Ok(campaign)
}

/// The entry the party is busy with.
fn place(bout: &Bout<Adventures>) -> Option<u16> {
    let s = bout.table.state();
    if s.contest.kind != Kind::None {
        return Some(s.contest.entry);
    }
    let mut frames: Vec<Frame> = s.stack.frames().copied().collect();
    frames.reverse();
    frames.into_iter().find_map(Frame::entry)
}

/// Such as `ADV1 C2`; Tome entries have the book in their names. Between entries the party is on its way.
fn label(game: &Adventures, s: &State, entry: Option<u16>) -> String {
    let code = &game.content.adventures[usize::from(s.adventure)].code;
    let Some(entry) = entry else { return format!("{code}, on the way") };
    let label = &game.content.entry(EntryId(entry)).label;
    if label.starts_with(code.as_str()) { label.clone() } else { format!("{code} {label}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels;
    use ::adventures::{Content, Options};

    fn game(options: &[(&str, &str)]) -> Arc<Adventures> {
        let mut chosen = Options::default();
        options.iter().for_each(|(name, value)| chosen.set(name, value).expect("an option"));
        Arc::new(Adventures::new(Content::built_in(), chosen).expect("a game"))
    }

    #[test]
    fn books_falls_and_shares_of_a_party_agree() {
        let game = game(&[("seats", "1")]);
        let orders = Orders { agents: vec![Agent::Random], campaigns: 12, seed: 5, threads: 2 };
        let parties = measure(&game, &levels::adventures(), &orders, &|| {}).expect("they end");
        let party = &parties[0];
        let played: usize = party.books.iter().map(|book| book.played).sum();
        let won: usize = party.books.iter().map(|book| book.won).sum();
        let falls: usize = party.books.iter().map(|book| book.falls).sum();
        assert_eq!(party.shares.len(), 12);
        assert!(played >= 72, "six books each, and sidequests: {played}");
        assert!(won <= played && falls >= played - won && falls > 0, "{won} of {played}, {falls} falls");
        assert_eq!(party.fell_at.iter().map(|(_, count)| count).sum::<usize>(), falls, "{:?}", party.fell_at);
        assert!(party.fell_at.windows(2).all(|two| two[0].1 >= two[1].1));
    }

    #[test]
    fn results_do_not_depend_on_threads_and_a_party_is_no_better_than_itself() {
        let game = game(&[("seats", "2"), ("scope", "adventure"), ("mode", "normal")]);
        let with = |threads| {
            let orders = Orders { agents: vec![Agent::Random; 2], campaigns: 6, seed: 2, threads };
            measure(&game, &levels::adventures(), &orders, &|| {}).expect("they end")
        };
        let (one, two) = (with(1), with(3));
        assert_eq!(one[0].shares, two[0].shares);
        assert_eq!(one[0].books, two[1].books);
        assert!(one[0].above(&one[1]).value.abs() < 1e-12);
        assert_eq!(one[0].books.iter().map(|book| book.played).collect::<Vec<_>>(), [6, 0, 0, 0, 0, 0, 0]);
    }
}
