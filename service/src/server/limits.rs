//! How much one caller may ask for: calls a second, calls at once, and streams of a browser over HTTP/1.

use super::status::{status, status_with_retry};
use crate::config::Config;
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tonic::{Code, Status};

/// An address may stand for a household or an office: it may ask for this many times what one token may. Without any
/// bound on addresses, a made-up token for each call would be a way around the rate, and around the places.
const CALLERS_PER_ADDRESS: u32 = 5;
/// Buckets that are full again say nothing; they are swept out when there are more than this.
const BUCKETS_MAX: usize = 10_000;

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
pub struct Limits {
    rate: Option<Rate>,
    concurrent_max: Option<u32>,
    http1_streams_max: Option<u32>,
    hasher: RandomState,
    buckets: Mutex<HashMap<u64, Bucket>>,
    open: Arc<Open>,
}

#[derive(Clone, Copy, Debug)]
struct Rate {
    per_second: f64,
    burst: f64,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

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
        let rate = config
            .rate_limit
            .0
            .map(|rate| Rate { per_second: f64::from(rate.0), burst: f64::from(config.rate_burst.0) });
        Limits {
            rate,
            concurrent_max: config.max_concurrent.0.map(|count| count.0),
            http1_streams_max: config.max_http1_streams.0.map(|count| count.0),
            hasher: RandomState::new(),
            buckets: Mutex::default(),
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
    pub fn admit(&self, ask: &Ask, now: Instant) -> Result<Permit, Status> {
        self.within_rate(ask.key, now)?;
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

    fn within_rate(&self, key: CallerKey, now: Instant) -> Result<(), Status> {
        let Some(rate) = self.rate else { return Ok(()) };
        let mut buckets = locked(&self.buckets);
        if buckets.len() > BUCKETS_MAX {
            buckets.retain(|_, bucket| bucket.filled(rate, now) < rate.burst);
        }
        let several = f64::from(CALLERS_PER_ADDRESS);
        let shared = Rate { per_second: rate.per_second * several, burst: rate.burst * several };
        let of_address = if key.caller == key.address { rate } else { shared };
        take(&mut buckets, key.address, of_address, now).map_err(|wait| too_fast(rate, wait))?;
        if key.caller != key.address {
            take(&mut buckets, key.caller, rate, now).map_err(|wait| too_fast(rate, wait))?;
        }
        Ok(())
    }
}

impl Bucket {
    fn filled(&self, rate: Rate, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + since * rate.per_second).min(rate.burst)
    }
}

/// Takes one out of a bucket, or says how long until there is one.
fn take(buckets: &mut HashMap<u64, Bucket>, key: u64, rate: Rate, now: Instant) -> Result<(), Duration> {
    let bucket = buckets.entry(key).or_insert(Bucket { left: rate.burst, at: now });
    let left = bucket.filled(rate, now);
    let enough = left >= 1.0;
    *bucket = Bucket { left: if enough { left - 1.0 } else { left }, at: now };
    if enough { Ok(()) } else { Err(Duration::from_secs_f64((1.0 - left) / rate.per_second)) }
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

fn too_fast(rate: Rate, wait: Duration) -> Status {
    let limit = format!("{}", rate.per_second);
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
    use tonic_types::StatusExt;

    fn limits(text: &str) -> Limits {
        let settings: Settings = toml::from_str(text).unwrap();
        Limits::new(&Config::check(settings, None).unwrap())
    }

    fn ask(limits: &Limits, token: Option<&str>) -> Ask {
        Ask { key: limits.key([10, 0, 0, 1].into(), token, b"curl"), http1_stream: false }
    }

    #[test]
    fn a_bucket_empties_says_when_to_come_back_and_fills_again() {
        let limits = limits("rate_limit = 10\nrate_burst = 3");
        let (caller, now) = (ask(&limits, Some("a")), Instant::now());
        for _ in 0..3 {
            limits.admit(&caller, now).unwrap();
        }
        let refused = limits.admit(&caller, now).unwrap_err();
        assert_eq!(
            (refused.code(), reason(&refused).as_deref()),
            (Code::ResourceExhausted, Some("RATE_LIMITED"))
        );
        let details = refused.get_error_details();
        let wait = details.retry_info().and_then(|info| info.retry_delay).unwrap();
        assert!(wait <= Duration::from_millis(100) && wait > Duration::from_millis(50), "{wait:?}");
        limits.admit(&ask(&limits, Some("b")), now).unwrap();
        limits.admit(&caller, now + wait).unwrap();
    }

    #[test]
    fn made_up_tokens_are_no_way_around_the_rate() {
        let limits = limits("rate_limit = 1\nrate_burst = 2");
        let now = Instant::now();
        let let_in =
            (0..100).filter(|n| limits.admit(&ask(&limits, Some(&n.to_string())), now).is_ok()).count();
        assert_eq!(let_in, 10, "five callers' worth an address");
    }

    #[test]
    fn made_up_tokens_are_no_way_around_the_places_either() {
        let limits = limits("max_concurrent = 2");
        let now = Instant::now();
        let made_up = |n: u32| limits.admit(&ask(&limits, Some(&n.to_string())), now);
        let held: Vec<Permit> = (0..100).filter_map(|n| made_up(n).ok()).collect();
        assert_eq!(held.len(), 10, "five callers' worth an address");
        assert_eq!(reason(&made_up(100).unwrap_err()).as_deref(), Some("TOO_MANY_AT_ONCE"));
        limits.admit(&ask(&limits, None), now).expect("whoever shows none is not hurt");
        drop(held);
        assert!(locked(&limits.open.calls).is_empty(), "a refusal costs no place");
    }

    #[test]
    fn a_permit_gives_its_place_back() {
        let limits = limits("max_concurrent = 2");
        let (caller, now) = (ask(&limits, None), Instant::now());
        let first = limits.admit(&caller, now).unwrap();
        let _second = limits.admit(&caller, now).unwrap();
        assert_eq!(reason(&limits.admit(&caller, now).unwrap_err()).as_deref(), Some("TOO_MANY_AT_ONCE"));
        drop(first);
        let _third = limits.admit(&caller, now).unwrap();
        assert_eq!(locked(&limits.open.calls).len(), 1);
    }

    #[test]
    fn the_fifth_stream_of_a_browser_is_refused_and_costs_no_place() {
        let limits = limits("");
        let stream = Ask { http1_stream: true, ..ask(&limits, None) };
        let now = Instant::now();
        let held: Vec<Permit> = (0..4).map(|_| limits.admit(&stream, now).unwrap()).collect();
        let refused = limits.admit(&stream, now).unwrap_err();
        assert_eq!(reason(&refused).as_deref(), Some("TOO_MANY_HTTP1_STREAMS"));
        assert!(refused.message().contains("use TLS"), "{}", refused.message());
        drop(held);
        assert!(locked(&limits.open.calls).is_empty() && locked(&limits.open.http1_streams).is_empty());
    }
}
