//! Bots are woken whatever the order of things: nobody here looks after jobs that were left lying.

use super::*;
use crate::{
    matches::{
        entry::{ChanceMode, Controller, Manners, UndoPolicy},
        make::Wish,
    },
    store::{MatchId, MemoryStore},
};
use catalog::GameKind;
use rand::SeedableRng as _;
use rand_chacha::ChaCha12Rng;
use tokio_util::sync::CancellationToken;

/// Longer than anything here should take, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

fn matches() -> Matches {
    let store = Arc::new(MemoryStore::new().unwrap());
    let thinkers = Arc::new(thinkers::Thinkers::new(2, 64, 16));
    let (packs, shutdown) = (std::collections::HashMap::default(), CancellationToken::new());
    Matches::with_secret([1; 32], store, thinkers, packs, |_| vec![], shutdown)
}

/// A walk in the woods with a greedy bot in the last of four seats.
async fn walk(matches: &Matches, manners: Manners, seed: u64) -> MatchId {
    let options = [("campaign", "walk_in_the_woods"), ("stats", "easy")];
    let person = Controller::Human { name: "Ada".to_owned() };
    let bot = Controller::Bot { agent: "greedy".to_owned() };
    let wish = Wish {
        game: GameKind::ParaRoles,
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        seats: vec![person.clone(), person.clone(), person, bot],
        chance: ChanceMode::Server,
        undo: UndoPolicy::Nobody,
        manners,
        turn_timeout_ms: None,
        private: false,
        seed: Some(seed),
        played: vec![],
    };
    matches.make(wish, None).await.unwrap().0.id
}

/// A person who is asked acts without a thought; false if none is.
async fn person_acts(matches: &Matches, live: &Live, rng: &mut ChaCha12Rng) -> bool {
    let Some(seat) = live.asked().minus(live.bots_asked()).lowest() else { return false };
    let action = live.table.random_action(seat, rng).unwrap().notation().to_owned();
    let since = live.since;
    let plan = move |now: &Live| match now.since == since {
        true => now.act(seat, &action, By::Person, now_ms()),
        false => Err(ServiceError::MovedOn { now: now.version }),
    };
    match matches.change(live.id, None, plan).await {
        // A bot was faster.
        Ok(_) | Err(ServiceError::MovedOn { .. }) => true,
        Err(why) => panic!("{why}"),
    }
}

/// Waits until the match is past this version.
async fn past(matches: &Matches, id: MatchId, version: u64, what: &str) -> Live {
    let waited = tokio::time::timeout(PATIENCE, async {
        loop {
            let live = matches.look(id).await.unwrap();
            if live.version > version || live.is_over() {
                return live;
            }
            tokio::task::yield_now().await;
        }
    });
    waited.await.unwrap_or_else(|_| panic!("never past version {version}: {what}"))
}

/// Plays on until all people have acted and a polite bot is the only one who has not.
async fn until_the_bot_is_due(matches: &Matches, id: MatchId, rng: &mut ChaCha12Rng) -> Live {
    loop {
        let live = matches.look(id).await.unwrap();
        assert!(!live.is_over());
        if !live.bots_due().is_empty() {
            return live;
        }
        assert!(person_acts(matches, &live, rng).await, "people are asked where no bot is due");
    }
}

/// The one moment that nothing but the last look saves: the match changes after a worker has seen that there is nothing
/// to do, and before it says that it has gone.
#[tokio::test]
async fn a_match_that_changes_while_a_worker_leaves_is_seen_by_it() {
    let matches = matches();
    let id = walk(&matches, Manners::AfterPeople, 7).await;
    let slot = matches.slot(id).unwrap();
    let mut rng = ChaCha12Rng::seed_from_u64(7);
    // A worker has looked, and was stopped by whoever shares out the processors.
    while !matches.look(id).await.unwrap().bots_due().is_empty() || slot.at_work.swap(true, Ordering::AcqRel)
    {
        tokio::task::yield_now().await;
    }
    let due = until_the_bot_is_due(&matches, id, &mut rng).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(matches.look(id).await.unwrap().version, due.version, "nobody else was woken");
    let mut pause = PAUSE;
    assert!(matches.goes_on(&slot, Ok(false), &mut pause).await, "it sees what it has missed");
    assert!(slot.at_work.load(Ordering::Acquire));
    tokio::spawn(matches.clone().work(slot));
    past(&matches, id, due.version, "the bot acts").await;
    matches.stop_bots();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_waking_is_lost_where_people_and_bots_act_at_the_same_time() {
    let matches = matches();
    let tables = (0..24).map(|n| {
        let matches = matches.clone();
        tokio::spawn(async move {
            let manners = if n % 3 == 0 { Manners::AtOnce } else { Manners::AfterPeople };
            let id = walk(&matches, manners, n).await;
            let mut rng = ChaCha12Rng::seed_from_u64(n);
            let mut live = matches.look(id).await.unwrap();
            while !live.is_over() {
                if !person_acts(&matches, &live, &mut rng).await {
                    past(&matches, id, live.version, "only a bot is asked").await;
                }
                live = matches.look(id).await.unwrap();
            }
            live.version
        })
    });
    for table in tables.collect::<Vec<_>>() {
        assert!(table.await.unwrap() > 20, "a whole game");
    }
    matches.stop_bots();
}
