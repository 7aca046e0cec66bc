//! How much one caller may ask for: calls a second, calls at once, and streams of a browser over HTTP/1.

use super::status::{status, status_with_retry};
use crate::config::Config;
use governor::{
    Quota, RateLimiter,
    clock::{Clock, MonotonicClock},
    middleware::NoOpMiddleware,
    state::keyed::HashMapStateStore,
};
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tonic::{Code, Status};

/// An address may stand for a household or an office: it may ask for this many times what one token may. Without any
/// bound on addresses, a made-up token for each call would be a way around the rate, and around the places.
const CALLERS_PER_ADDRESS: u32 = 5;
/// Buckets that are full again say nothing; they are swept out every so many calls.
const CALLS_BETWEEN_SWEEPS: u32 = 10_000;

/// Who is counted: a token if one is shown, else an address. Only hashes are kept, never tokens.
#[derive(Clone, Copy, Debug)]
pub struct CallerKey {
    address: u64,
    caller: u64,
    /// All tokens shown from this address.
    shared: u64,
    /// A browser: its address and what it says it is. All its pages share six connections over HTTP/1.
    browser: u64,
}

impl CallerKey {
    /// Under which names it is counted, and how much each of them may have where one caller may have `most`. Tokens and
    /// those without one are counted apart, so that neither takes the other's places.
    fn bounds(self, most: u32) -> impl Iterator<Item = (u64, u32)> {
        let shared =
            (self.caller != self.address).then_some((self.shared, most.saturating_mul(CALLERS_PER_ADDRESS)));
        std::iter::once((self.caller, most)).chain(shared)
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    pub key: CallerKey,
    /// A stream that holds one of a browser's few connections.
    pub http1_stream: bool,
}

/// Counts callers.
#[derive(Debug)]
pub struct Limits<C: Clock = MonotonicClock> {
    rate: Option<Rate<C>>,
    concurrent_max: Option<u32>,
    http1_streams_max: Option<u32>,
    hasher: RandomState,
    open: Arc<Open>,
}

/// A token bucket each for callers, and larger ones for the addresses they come from.
#[derive(Debug)]
struct Rate<C: Clock> {
    per_second: u32,
    clock: C,
    callers: Buckets<C>,
    addresses: Buckets<C>,
    calls: AtomicU32,
}

type Buckets<C> = RateLimiter<u64, HashMapStateStore<u64>, C, NoOpMiddleware<<C as Clock>::Instant>>;

#[derive(Debug, Default)]
struct Open {
    calls: Mutex<HashMap<u64, u32>>,
    http1_streams: Mutex<HashMap<u64, u32>>,
}

/// Held while a call or stream is open; gives its place back when it is dropped.
#[derive(Debug)]
pub struct Permit {
    open: Arc<Open>,
    /// Counted under the caller, and under its address if that is another name.
    calls: [Option<u64>; 2],
    http1_stream: Option<u64>,
}

impl CallerKey {
    /// Tells callers apart for whatever else is shared fairly between them.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.caller
    }
}

impl Limits {
    #[must_use]
    pub fn new(config: &Config) -> Limits {
        Limits::by_clock(config, MonotonicClock)
    }
}

impl<C: Clock + Clone> Limits<C> {
    fn by_clock(config: &Config, clock: C) -> Limits<C> {
        Limits {
            rate: config.rate_limit.0.map(|rate| Rate::new(rate.0, config.rate_burst.0, clock)),
            concurrent_max: config.max_concurrent.0.map(|count| count.0),
            http1_streams_max: config.max_http1_streams.0.map(|count| count.0),
            hasher: RandomState::new(),
            open: Arc::default(),
        }
    }

    #[must_use]
    pub fn key(&self, address: IpAddr, token: Option<&str>, agent: &[u8]) -> CallerKey {
        let by_address = self.hasher.hash_one(("address", address));
        CallerKey {
            address: by_address,
            caller: token.map_or(by_address, |token| self.hasher.hash_one(("token", token))),
            shared: self.hasher.hash_one(("shared", address)),
            browser: self.hasher.hash_one(("browser", address, agent)),
        }
    }

    /// Lets a call in, or says why not and when to come back.
    ///
    /// # Errors
    /// RESOURCE_EXHAUSTED.
    pub fn admit(&self, ask: &Ask) -> Result<Permit, Status> {
        if let Some(rate) = &self.rate {
            rate.check(ask.key)?;
        }
        let mut permit = Permit { open: self.open.clone(), calls: [None; 2], http1_stream: None };
        if let Some(most) = self.concurrent_max {
            for (place, (key, bound)) in permit.calls.iter_mut().zip(ask.key.bounds(most)) {
                // What was counted before it is given back with the permit.
                if !count_up(&self.open.calls, key, bound) {
                    return Err(too_many_at_once(most));
                }
                *place = Some(key);
            }
        }
        if let Some(most) = self.http1_streams_max.filter(|_| ask.http1_stream) {
            if !count_up(&self.open.http1_streams, ask.key.browser, most) {
                return Err(too_many_http1_streams(most));
            }
            permit.http1_stream = Some(ask.key.browser);
        }
        Ok(permit)
    }
}

impl<C: Clock + Clone> Rate<C> {
    fn new(per_second: u32, burst: u32, clock: C) -> Rate<C> {
        let above_zero = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let bucket = |times: u32| {
            let rate = Quota::per_second(above_zero(per_second.saturating_mul(times)));
            let quota = rate.allow_burst(above_zero(burst.saturating_mul(times)));
            RateLimiter::new(quota, HashMapStateStore::default(), clock.clone())
        };
        let (callers, addresses) = (bucket(1), bucket(CALLERS_PER_ADDRESS));
        Rate { per_second, clock, callers, addresses, calls: AtomicU32::new(0) }
    }

    fn check(&self, key: CallerKey) -> Result<(), Status> {
        if self.calls.fetch_add(1, Ordering::Relaxed) % CALLS_BETWEEN_SWEEPS == CALLS_BETWEEN_SWEEPS - 1 {
            self.callers.retain_recent();
            self.addresses.retain_recent();
        }
        // Whoever shows no token is its address.
        let address = (key.caller != key.address).then_some((&self.addresses, key.address));
        for (buckets, key) in address.into_iter().chain([(&self.callers, key.caller)]) {
            if let Err(full) = buckets.check_key(&key) {
                return Err(too_fast(self.per_second, full.wait_time_from(self.clock.now())));
            }
        }
        Ok(())
    }
}

fn count_up(counts: &Mutex<HashMap<u64, u32>>, key: u64, most: u32) -> bool {
    let mut counts = locked(counts);
    let count = counts.entry(key).or_default();
    let room = *count < most;
    if room {
        *count += 1;
    }
    room
}

fn count_down(counts: &Mutex<HashMap<u64, u32>>, key: u64) {
    let mut counts = locked(counts);
    if let Some(count) = counts.get_mut(&key) {
        *count = count.saturating_sub(1);
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

/// Counts stay whole between two lines of ours, so a panic elsewhere does not spoil them.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Permit {
    fn drop(&mut self) {
        for key in self.calls.into_iter().flatten() {
            count_down(&self.open.calls, key);
        }
        if let Some(key) = self.http1_stream {
            count_down(&self.open.http1_streams, key);
        }
    }
}

fn too_fast(per_second: u32, wait: Duration) -> Status {
    let limit = per_second.to_string();
    let message = format!("too many calls: this server allows {limit} a second and caller");
    status_with_retry(Code::ResourceExhausted, "RATE_LIMITED", message, &[("limit", &limit)], wait)
}

fn too_many_at_once(most: u32) -> Status {
    let limit = most.to_string();
    let message = format!("too many calls at once: this server allows a caller {limit}, streams included");
    let wait = Duration::from_secs(1);
    status_with_retry(Code::ResourceExhausted, "TOO_MANY_AT_ONCE", message, &[("limit", &limit)], wait)
}

/// No time to wait here: a watch ends only when its page ends it.
fn too_many_http1_streams(most: u32) -> Status {
    let limit = most.to_string();
    let message = format!(
        "too many streams over HTTP/1: a browser has six connections to a server, and {limit} of them already hold \
         streams, so further calls would hang; use TLS, where one HTTP/2 connection carries them all, or fewer watches"
    );
    status(Code::ResourceExhausted, "TOO_MANY_HTTP1_STREAMS", message, &[("limit", &limit)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{config::Settings, server::status::reason};
    use governor::clock::FakeRelativeClock;
    use tonic_types::StatusExt;

    fn limits(text: &str) -> (Limits<FakeRelativeClock>, FakeRelativeClock) {
        let settings: Settings = toml::from_str(text).unwrap();
        let clock = FakeRelativeClock::default();
        (Limits::by_clock(&Config::check(settings, None).unwrap(), clock.clone()), clock)
    }

    fn ask(limits: &Limits<FakeRelativeClock>, token: Option<&str>) -> Ask {
        Ask { key: limits.key([10, 0, 0, 1].into(), token, b"curl"), http1_stream: false }
    }

    #[test]
    fn a_bucket_empties_says_when_to_come_back_and_fills_again() {
        let (limits, clock) = limits("rate_limit = 10\nrate_burst = 3");
        let caller = ask(&limits, Some("a"));
        for _ in 0..3 {
            limits.admit(&caller).unwrap();
        }
        let refused = limits.admit(&caller).unwrap_err();
        assert_eq!(
            (refused.code(), reason(&refused).as_deref()),
            (Code::ResourceExhausted, Some("RATE_LIMITED"))
        );
        let details = refused.get_error_details();
        let wait = details.retry_info().and_then(|info| info.retry_delay).unwrap();
        assert!(wait <= Duration::from_millis(100) && wait > Duration::from_millis(50), "{wait:?}");
        limits.admit(&ask(&limits, Some("b"))).unwrap();
        clock.advance(wait);
        limits.admit(&caller).unwrap();
    }

    #[test]
    fn made_up_tokens_are_no_way_around_the_rate() {
        let (limits, _) = limits("rate_limit = 1\nrate_burst = 2");
        let let_in = (0..100).filter(|n| limits.admit(&ask(&limits, Some(&n.to_string()))).is_ok()).count();
        assert_eq!(let_in, 10, "five callers' worth an address");
    }

    #[test]
    fn made_up_tokens_are_no_way_around_the_places_either() {
        let (limits, _) = limits("max_concurrent = 2");
        let made_up = |n: u32| limits.admit(&ask(&limits, Some(&n.to_string())));
        let held: Vec<Permit> = (0..100).filter_map(|n| made_up(n).ok()).collect();
        assert_eq!(held.len(), 10, "five callers' worth an address");
        assert_eq!(reason(&made_up(100).unwrap_err()).as_deref(), Some("TOO_MANY_AT_ONCE"));
        limits.admit(&ask(&limits, None)).expect("whoever shows none is not hurt");
        drop(held);
        assert!(locked(&limits.open.calls).is_empty(), "a refusal costs no place");
    }

    #[test]
    fn a_permit_gives_its_place_back() {
        let (limits, _) = limits("max_concurrent = 2");
        let caller = ask(&limits, None);
        let first = limits.admit(&caller).unwrap();
        let _second = limits.admit(&caller).unwrap();
        assert_eq!(reason(&limits.admit(&caller).unwrap_err()).as_deref(), Some("TOO_MANY_AT_ONCE"));
        drop(first);
        let _third = limits.admit(&caller).unwrap();
        assert_eq!(locked(&limits.open.calls).len(), 1);
    }

    #[test]
    fn the_fifth_stream_of_a_browser_is_refused_and_costs_no_place() {
        let (limits, _) = limits("");
        let stream = Ask { http1_stream: true, ..ask(&limits, None) };
        let held: Vec<Permit> = (0..4).map(|_| limits.admit(&stream).unwrap()).collect();
        let refused = limits.admit(&stream).unwrap_err();
        assert_eq!(reason(&refused).as_deref(), Some("TOO_MANY_HTTP1_STREAMS"));
        assert!(refused.message().contains("use TLS"), "{}", refused.message());
        drop(held);
        assert!(locked(&limits.open.calls).is_empty() && locked(&limits.open.http1_streams).is_empty());
    }
}
