//! The list of settings: each once, with its flag, its environment variable, its key in a file and its default.

use super::content::Content;
use super::units::{Address, Count, Period, Size, Switch};
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::{path::PathBuf, thread};

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    Text,
    Json,
}

// One list makes four things: flags and file keys (`Settings`, all optional), the result (`Values`, nothing optional but
// what may be absent), and the two functions between them. So a setting cannot be missing in one of its places.
macro_rules! settings {
    ($( $heading:literal {
        $( $(#[$doc:meta])+ $name:ident: $type:ty = $default:expr, ($($arg:tt)*); )*
        $( optional $(#[$may_doc:meta])+ $may:ident: $may_type:ty, ($($may_arg:tt)*); )*
    } )+) => {
        /// Settings as given by somebody; what is not given is `None`.
        #[derive(Args, Clone, Debug, Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings { $(
            $( $(#[$doc])+ #[arg(long, help_heading = $heading, $($arg)*)] pub $name: Option<$type>, )*
            $( $(#[$may_doc])+ #[arg(long, help_heading = $heading, $($may_arg)*)] pub $may: Option<$may_type>, )*
        )+ }

        /// Settings with every default filled in.
        #[derive(Clone, Debug, Serialize)]
        pub struct Values { $(
            $( $(#[$doc])+ pub $name: $type, )*
            $( $(#[$may_doc])+ #[serde(skip_serializing_if = "Option::is_none")] pub $may: Option<$may_type>, )*
        )+ }

        impl Settings {
            /// These settings, and those of `weaker` where none is given.
            #[must_use]
            pub fn over(self, weaker: Settings) -> Settings {
                Settings { $( $( $name: self.$name.or(weaker.$name), )* $( $may: self.$may.or(weaker.$may), )* )+ }
            }

            /// All of them, with defaults; a default may depend on a setting above it.
            #[must_use]
            pub fn fill(self) -> Values {
                $( $( let $name = self.$name.unwrap_or_else(|| $default); )* )+
                Values { $( $( $name, )* $( $may: self.$may, )* )+ }
            }
        }
    };
}

settings! {
    "Where" {
        /// Where to listen [default: 127.0.0.1:50051, this machine only]
        listen: Address = Address(([127, 0, 0, 1], 50051).into()), (env = "UNDERSTUDY_LISTEN", value_name = "ADDR");
        /// The folder matches are kept in [default: the user's data folder, or ./understudy-data]
        data: PathBuf = super::default_data(), (env = "UNDERSTUDY_DATA", value_name = "DIR");
        /// Keep matches in memory alone: nothing is written, nothing survives
        in_memory: bool = false, (env = "UNDERSTUDY_IN_MEMORY", num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "BOOL");
        /// Content files of a game in place of the built-in ones; may be given several times
        #[serde(deserialize_with = "super::content::read", serialize_with = "super::content::write")]
        content: Vec<Content> = vec![], (env = "UNDERSTUDY_CONTENT", value_name = "GAME=DIR", value_delimiter = ',');
        /// Metrics for Prometheus and pages for probes (/metrics, /readyz, /healthz), or `off` [default: 127.0.0.1:50052]
        metrics_listen: Switch<Address> = Switch(Some(Address(([127, 0, 0, 1], 50052).into()))), (env = "UNDERSTUDY_METRICS_LISTEN", value_name = "ADDR");
    }
    "Who may come" {
        /// Pages of these origins may call from browsers; `*` means all [default: *]
        cors_origins: Vec<String> = vec!["*".to_owned()], (env = "UNDERSTUDY_CORS_ORIGINS", value_name = "ORIGIN,...", value_delimiter = ',');
        /// Tools may ask which services there are [default: true]
        reflection: bool = true, (env = "UNDERSTUDY_REFLECTION", value_name = "BOOL", action = clap::ArgAction::Set);
        /// Take a caller's address from `x-forwarded-for`: only behind a proxy that sets it [default: false]
        trust_forwarded: bool = false, (env = "UNDERSTUDY_TRUST_FORWARDED", num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "BOOL");
        optional
        /// A file with the key that is needed to make matches; or the key itself in UNDERSTUDY_SERVER_KEY
        server_key_file: PathBuf, (env = "UNDERSTUDY_SERVER_KEY_FILE", value_name = "FILE");
        optional
        /// A file with the secret that tokens follow from, 32 bytes or more; without it one is made and kept with the matches
        token_secret_file: PathBuf, (env = "UNDERSTUDY_TOKEN_SECRET_FILE", value_name = "FILE");
        optional
        /// Certificate chain (PEM) for TLS; needs --tls-key
        tls_cert: PathBuf, (env = "UNDERSTUDY_TLS_CERT", value_name = "FILE");
        optional
        /// Private key (PEM) for TLS; needs --tls-cert
        tls_key: PathBuf, (env = "UNDERSTUDY_TLS_KEY", value_name = "FILE");
        optional
        /// Only clients with a certificate of this authority (PEM) may connect
        tls_client_ca: PathBuf, (env = "UNDERSTUDY_TLS_CLIENT_CA", value_name = "FILE");
    }
    "How much" {
        /// The largest request [default: 1MiB]
        max_message: Size = Size(1 << 20), (env = "UNDERSTUDY_MAX_MESSAGE", value_name = "SIZE");
        /// The largest request that holds a record: ImportMatch, ReplayRecord, ChooseAction, AnalyzePosition [default: 8MiB]
        max_record: Size = Size(8 << 20), (env = "UNDERSTUDY_MAX_RECORD", value_name = "SIZE");
        /// Calls a second and caller, or `off` [default: off on this machine only, else 500]
        rate_limit: Switch<Count> = Switch((!listen.0.ip().is_loopback()).then_some(Count(500))), (env = "UNDERSTUDY_RATE_LIMIT", value_name = "N");
        /// Calls a caller may make at once beyond its rate [default: twice the rate]
        rate_burst: Count = Count(rate_limit.0.map_or(1000, |rate| rate.0.saturating_mul(2))), (env = "UNDERSTUDY_RATE_BURST", value_name = "N");
        /// Calls and streams a caller may have open at once, or `off` [default: 1024]
        max_concurrent: Switch<Count> = Switch(Some(Count(1024))), (env = "UNDERSTUDY_MAX_CONCURRENT", value_name = "N");
        /// Connections that may be open, whoever made them, or `off` [default: 4096, or fewer where file handles are few]
        max_connections: Switch<Count> = Switch(Some(connections())), (env = "UNDERSTUDY_MAX_CONNECTIONS", value_name = "N");
        /// Streams a browser may have open over HTTP/1, of its six connections, or `off` [default: 4]
        max_http1_streams: Switch<Count> = Switch(Some(Count(4))), (env = "UNDERSTUDY_MAX_HTTP1_STREAMS", value_name = "N");
        /// Matches in memory at once; who was not asked for longest goes to the store, and where all are in use no more are let in [default: 20000]
        max_matches: Count = Count(20_000), (env = "UNDERSTUDY_MAX_MATCHES", value_name = "N");
        /// Memory for pages of the file matches are kept in [default: 32MiB]
        store_cache: Size = Size(32 << 20), (env = "UNDERSTUDY_STORE_CACHE", value_name = "SIZE");
        /// Threads that think for bots; half as many more, at the lowest priority, think what takes longer than a second [default: one a core]
        thinking_threads: Count = cores(), (env = "UNDERSTUDY_THINKING_THREADS", value_name = "N");
        /// Questions that may wait for a thinking thread, and as many again that take longer than a second; more are refused [default: 256]
        thinking_queue: Count = Count(256), (env = "UNDERSTUDY_THINKING_QUEUE", value_name = "N");
    }
    "How long" {
        /// The deadline of a call that names none [default: 30s]
        default_deadline: Period = Period(std::time::Duration::from_secs(30)), (env = "UNDERSTUDY_DEFAULT_DEADLINE", value_name = "TIME");
        /// The longest deadline of a call that does not stream [default: 5m]
        max_deadline: Period = Period(std::time::Duration::from_secs(300)), (env = "UNDERSTUDY_MAX_DEADLINE", value_name = "TIME");
        /// The longest a stream may stay open, or `off` [default: 12h]
        max_stream: Switch<Period> = Switch(Some(Period(std::time::Duration::from_secs(12 * 3600)))), (env = "UNDERSTUDY_MAX_STREAM", value_name = "TIME");
        /// What a new connection is given to say something [default: 30s]
        first_words: Period = Period(std::time::Duration::from_secs(30)), (env = "UNDERSTUDY_FIRST_WORDS", value_name = "TIME");
        /// After this a connection is asked to end, so that callers spread again, or `off` [default: 2h]
        max_connection_age: Switch<Period> = Switch(Some(Period(std::time::Duration::from_secs(2 * 3600)))), (env = "UNDERSTUDY_MAX_CONNECTION_AGE", value_name = "TIME");
        /// What an old connection is given to finish its calls [default: 5m]
        connection_grace: Period = Period(std::time::Duration::from_secs(300)), (env = "UNDERSTUDY_CONNECTION_GRACE", value_name = "TIME");
        /// What running calls are given to finish when the server stops [default: 20s]
        shutdown_grace: Period = Period(std::time::Duration::from_secs(20)), (env = "UNDERSTUDY_SHUTDOWN_GRACE", value_name = "TIME");
        /// A match nobody asks about leaves memory after this; it stays in the store [default: 15m]
        idle_eviction: Period = Period(std::time::Duration::from_secs(900)), (env = "UNDERSTUDY_IDLE_EVICTION", value_name = "TIME");
        /// Matches that are over are dropped from the store after this, or `off` to keep them [default: off]
        keep_finished: Switch<Period> = Switch(None), (env = "UNDERSTUDY_KEEP_FINISHED", value_name = "TIME");
    }
    "What is told" {
        /// What is logged: error, warn, info, debug, or by module as in `info,service::server=debug` [default: info]
        log: String = "info".to_owned(), (env = "UNDERSTUDY_LOG", value_name = "LEVEL");
        /// How log lines are written [default: text]
        log_format: LogFormat = LogFormat::Text, (env = "UNDERSTUDY_LOG_FORMAT", value_enum);
        optional
        /// Send spans to an OpenTelemetry collector, such as http://localhost:4317
        otlp: String, (env = "UNDERSTUDY_OTLP", value_name = "URL");
    }
}

fn cores() -> Count {
    Count(thread::available_parallelism().ok().and_then(|n| u32::try_from(n.get()).ok()).unwrap_or(1))
}

/// So many that a server of this kind is busy with other things first, and never all the handles that the store and the
/// pages for probes need as well.
fn connections() -> Count {
    const MOST: u32 = 4096;
    #[cfg(unix)]
    {
        let handles = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let half = handles.and_then(|handles| u32::try_from(handles / 2).ok());
        Count(half.unwrap_or(MOST).clamp(16, MOST))
    }
    #[cfg(not(unix))]
    Count(MOST)
}
