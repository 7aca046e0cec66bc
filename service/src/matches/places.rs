//! The places of matches in memory: at most so many. Who was not asked for longest makes room for who is asked for now.

use super::Slot;
use crate::{
    error::ServiceError,
    matches::now_ms,
    store::{MatchId, lock},
};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// Matches in memory where nobody says otherwise.
pub const PLACES: usize = 20_000;
/// Where every place is in use, room is looked for no sooner than after this: the look costs as much as there are places.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

pub struct Places {
    most: AtomicUsize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    by_id: HashMap<MatchId, Arc<Slot>>,
    /// Until then every place is taken as in use.
    full_until_ms: u64,
}

impl Places {
    pub fn new(most: usize) -> Places {
        Places { most: AtomicUsize::new(most), taken: Mutex::default() }
    }
    /// From now on so many.
    pub fn bound(&self, most: usize) {
        self.most.store(most.max(1), Ordering::Relaxed);
    }
    /// The place of a match, which may still be empty.
    ///
    /// # Errors
    /// If all places are in use.
    pub fn take(&self, id: MatchId) -> Result<Arc<Slot>, ServiceError> {
        let mut taken = lock(&self.taken);
        let (now, most) = (now_ms(), self.most.load(Ordering::Relaxed));
        if !taken.by_id.contains_key(&id) && taken.by_id.len() >= most {
            taken.make_room(most, now)?;
        }
        let slot = taken.by_id.entry(id).or_insert_with(|| Arc::new(Slot::new(id)));
        slot.used_ms.store(now, Ordering::Relaxed);
        Ok(Arc::clone(slot))
    }
    pub fn leave(&self, id: MatchId) {
        lock(&self.taken).by_id.remove(&id);
    }
    pub fn count(&self) -> usize {
        lock(&self.taken).by_id.len()
    }
    pub fn each(&self, act: impl Fn(&Slot)) {
        lock(&self.taken).by_id.values().for_each(|slot| act(slot));
    }
    /// Clears the places that were not asked for since, and those where no match is: callers who ask for matches that are
    /// not there and hang up leave them behind.
    pub fn clear(&self, before_ms: u64) {
        let mut taken = lock(&self.taken);
        taken.by_id.retain(|_, slot| {
            in_use(slot) || (slot.used_ms.load(Ordering::Relaxed) >= before_ms && !slot.is_empty())
        });
        let left = taken.by_id.len();
        taken.by_id.shrink_to(left * 2);
    }
}

impl Taken {
    /// Clears a tenth of the places, so that the next looks are far between.
    fn make_room(&mut self, most: usize, now_ms: u64) -> Result<(), ServiceError> {
        let busy =
            || ServiceError::Busy { what: "too many matches are being played", retry: LOOK_AGAIN * 10 };
        if now_ms < self.full_until_ms {
            return Err(busy());
        }
        let free = self.by_id.values().filter(|slot| !in_use(slot));
        let mut free: Vec<(u64, MatchId)> =
            free.map(|slot| (slot.used_ms.load(Ordering::Relaxed), slot.id)).collect();
        if free.is_empty() {
            self.full_until_ms = now_ms + LOOK_AGAIN.as_millis() as u64;
            return Err(busy());
        }
        free.sort_unstable();
        for (_, id) in free.iter().take(most.div_ceil(10)) {
            self.by_id.remove(id);
        }
        Ok(())
    }
}

/// Somebody watches it, bots are at it, or a call has it in hand.
fn in_use(slot: &Arc<Slot>) -> bool {
    let watched = lock(&slot.news).as_ref().is_some_and(|news| news.receiver_count() > 0);
    watched || slot.at_work.load(Ordering::Relaxed) || Arc::strong_count(slot) > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;

    #[test]
    fn any_number_of_ids_takes_at_most_so_many_places() {
        let places = Places::new(50);
        let first = places.take(MatchId::new()).unwrap();
        for _ in 0..10_000 {
            drop(places.take(MatchId::new()).unwrap());
            assert!(places.count() <= 50);
        }
        assert!(Arc::ptr_eq(&first, &places.take(first.id).unwrap()), "who is in use stays");
    }

    #[test]
    fn where_all_places_are_in_use_the_next_is_told_to_come_back() {
        let places = Places::new(3);
        let mut held: Vec<_> = (0..3).map(|_| places.take(MatchId::new()).unwrap()).collect();
        let refused = places.take(MatchId::new()).err();
        assert!(matches!(refused, Some(ServiceError::Busy { .. })), "{refused:?}");
        places.take(held[0].id).expect("who has a place keeps it");
        held.pop();
        std::thread::sleep(LOOK_AGAIN);
        places.take(MatchId::new()).expect("one has become free");
    }

    #[test]
    fn empty_places_are_cleared_long_before_matches_are() {
        let places = Places::new(100_000);
        for _ in 0..5_000 {
            drop(places.take(MatchId::new()).unwrap());
        }
        let held = places.take(MatchId::new()).unwrap();
        places.clear(now_ms() - HOUR);
        assert_eq!(places.count(), 1, "only what somebody has in hand");
        drop(held);
        places.clear(now_ms() - HOUR);
        let left = lock(&places.taken).by_id.capacity();
        assert!(places.count() == 0 && left < 64, "room for {left} is kept");
    }
}
