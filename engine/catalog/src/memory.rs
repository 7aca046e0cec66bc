//! What is kept of a game as long as the process lives: its content, read once, and the rules that tables share. With its
//! content a game is as large as many tables, and most are played with the same options.

use crate::{Known, SetupError};
use kernel::{BadContent, Contents, Edition, PackFiles};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError, Weak},
};

/// What is kept of one game.
pub struct Memory<G: Edition> {
    built_in: OnceLock<G::Content>,
    shared: Shared<G>,
}

impl<G: Known> Memory<G> {
    pub(crate) const fn new() -> Memory<G> {
        Memory { built_in: OnceLock::new(), shared: Shared::new() }
    }

    /// Content of a pack. The built-in one is read once: a server lays out tables by the hundred, and reading costs more
    /// than all else of it.
    pub(crate) fn content(&self, pack: &PackFiles) -> Result<G::Content, BadContent> {
        match pack.0.is_empty() {
            true => Ok(self.built_in.get_or_init(G::Content::built_in).clone()),
            false => G::Content::load(pack),
        }
    }

    /// The game of these options: one that is played already, or a new one.
    pub(crate) fn played(
        &self,
        options: &[(String, String)],
        pack: &PackFiles,
    ) -> Result<Arc<G>, SetupError> {
        self.shared.of(options, pack, crate::game::<G>)
    }
}

/// Known games below which forgetting those that nobody plays is not worth a look.
const SWEEP_MIN: usize = 64;

/// The games that are being played, by the fingerprint of their content and their options.
struct Shared<G>(Mutex<Games<G>>);

struct Games<G> {
    games: BTreeMap<Key, Weak<G>>,
    /// So many make the next look for those that nobody plays: twice what was left, so it costs little.
    sweep_at: usize,
}

type Key = (String, Vec<(String, String)>);

impl<G> Shared<G> {
    const fn new() -> Shared<G> {
        Shared(Mutex::new(Games { games: BTreeMap::new(), sweep_at: SWEEP_MIN }))
    }

    /// The game of these options: one that is played already, or a new one.
    fn of<E>(
        &self,
        options: &[(String, String)],
        pack: &PackFiles,
        make: impl FnOnce(&[(String, String)], &PackFiles) -> Result<G, E>,
    ) -> Result<Arc<G>, E> {
        let key = (pack.fingerprint(), options.to_vec());
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = lock().games.get(&key).and_then(Weak::upgrade) {
            return Ok(game);
        }
        // Not under the lock: it may take milliseconds. Two who are at it at once do not share, and no harm is done.
        let game = Arc::new(make(options, pack)?);
        let mut known = lock();
        if known.games.len() >= known.sweep_at {
            known.games.retain(|_, game| game.strong_count() > 0);
            known.sweep_at = SWEEP_MIN.max(known.games.len() * 2);
        }
        known.games.insert(key, Arc::downgrade(&game));
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameKind;
    use kernel::Table;

    fn options(seats: &str) -> Vec<(String, String)> {
        vec![("seats".to_owned(), seats.to_owned())]
    }

    #[test]
    fn tables_of_the_same_options_share_their_rules() {
        let table = |seats| GameKind::FriendsAndFoes.table(&options(seats), &PackFiles::default()).unwrap();
        let (one, two, other) = (table("3"), table("3"), table("4"));
        let game = |table: &dyn crate::AnyTable| {
            Arc::clone(table.as_any().downcast_ref::<Table<crate::FriendsAndFoes>>().unwrap().game())
        };
        assert!(Arc::ptr_eq(&game(&*one), &game(&*two)));
        assert!(!Arc::ptr_eq(&game(&*one), &game(&*other)));
    }

    #[test]
    fn any_number_of_different_options_leaves_few_behind() {
        let shared = Shared::<u32>::new();
        let get = |n: u32| shared.of(&options(&n.to_string()), &PackFiles::default(), |_, _| Ok::<_, ()>(n));
        let held: Vec<_> = (0..10).map(get).collect();
        for n in 0..10_000 {
            assert_eq!(get(n).as_deref(), Ok(&n));
            assert!(shared.0.lock().unwrap().games.len() <= SWEEP_MIN);
        }
        assert!(held.iter().zip(0..).all(|(game, n)| Arc::ptr_eq(game.as_ref().unwrap(), &get(n).unwrap())));
    }

    #[test]
    fn what_cannot_be_played_is_not_kept() {
        let shared = Shared::<u32>::new();
        let refused = shared.of(&options("9"), &PackFiles::default(), |_, _| Err("no such seat"));
        assert_eq!(refused, Err("no such seat"));
        assert!(shared.0.lock().unwrap().games.is_empty());
    }
}
