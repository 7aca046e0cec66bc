//! What the server is told: by flags, then the environment, then a file; checked once, before anything starts.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod content;
pub mod environment;
pub mod settings;
pub mod units;

pub use settings::{LogFormat, Settings, Values};

use crate::matches::history::Packs;
use clap::Args;
use sha2::{Digest as _, Sha256};
use std::{
    env, fmt, fs, io, ops,
    path::{Path, PathBuf},
};
use subtle::ConstantTimeEq;

/// What `understudy serve` takes.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "\
Examples:
  understudy serve                                          on this machine, matches kept in your data folder
  understudy serve --listen 0.0.0.0:50051 --data /srv/understudy
  understudy serve --listen 0.0.0.0:443 --tls-cert chain.pem --tls-key key.pem
  understudy serve --in-memory --log debug                  to try things out
  understudy serve --content para_roles=/srv/cards          with cards of your own, checked at the start
  UNDERSTUDY_SERVER_KEY=secret understudy serve             matches are made by those who know the key
  understudy serve --config understudy.toml --print-config  what would hold, and where it would be kept

Every setting is a flag (--shutdown-grace 5s), a variable (UNDERSTUDY_SHUTDOWN_GRACE=5s) and a line of the file
(shutdown_grace = \"5s\"); the first of these that says something wins. SIGTERM or Ctrl-C stops the server: running calls
finish, a second signal ends it at once.")]
pub struct ServeArgs {
    #[command(flatten)]
    pub settings: Settings,
    /// A file with settings (TOML)
    #[arg(long, value_name = "FILE", env = "UNDERSTUDY_CONFIG")]
    pub config: Option<PathBuf>,
    /// Show the settings that hold, as such a file, and stop
    #[arg(long)]
    pub print_config: bool,
}

/// A key that is compared, never shown.
#[derive(Clone)]
pub struct ServerKey(String);

impl ServerKey {
    #[must_use]
    pub fn new(key: impl Into<String>) -> ServerKey {
        ServerKey(key.into())
    }

    /// Whether this is the key, in a time that does not tell how much of it was right.
    #[must_use]
    pub fn is(&self, told: &str) -> bool {
        self.0.as_bytes().ct_eq(told.as_bytes()).into()
    }
}

impl fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// What tokens follow from; never shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TokenSecret(pub [u8; 32]);

impl TokenSecret {
    /// Shorter ones could be guessed.
    const LENGTH_MIN: usize = 32;

    fn read(file: &Path) -> Result<TokenSecret, BadConfig> {
        let bad = |why: String| BadConfig::TokenSecret { file: file.to_owned(), why };
        let held = fs::read(file).map_err(|why| bad(why.to_string()))?;
        // An editor's newline must not make another secret of it.
        let held = held.trim_ascii();
        if held.len() < TokenSecret::LENGTH_MIN {
            return Err(bad(format!("it holds {} bytes", held.len())));
        }
        Ok(TokenSecret(Sha256::digest(held).into()))
    }
}

impl fmt::Debug for TokenSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Checked settings; the values are read as fields (`config.listen`).
#[derive(Clone, Debug)]
pub struct Config {
    pub values: Values,
    pub server_key: Option<ServerKey>,
    /// What tokens follow from, if it does not lie in the store.
    pub token_secret: Option<TokenSecret>,
    /// Somebody asked for these metrics, so they must not fail quietly.
    pub metrics_wanted: bool,
    /// Content that takes the place of the built-in, by game.
    pub packs: Packs,
}

impl ops::Deref for Config {
    type Target = Values;
    fn deref(&self) -> &Values {
        &self.values
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            values: Settings::default().fill(),
            server_key: None,
            token_secret: None,
            metrics_wanted: false,
            packs: Packs::new(),
        }
    }
}

/// Why there is no usable configuration.
#[derive(Debug, thiserror::Error)]
pub enum BadConfig {
    #[error("{}: {why}; --config names a file with settings, and `--print-config` writes one", file.display())]
    File { file: PathBuf, why: io::Error },
    #[error("{}: {why}", file.display())]
    Content { file: PathBuf, why: Box<toml::de::Error> },
    #[error("--tls-cert and --tls-key belong together; {missing} is missing")]
    HalfTls { missing: &'static str },
    #[error("--tls-client-ca asks for certificates of clients, which needs --tls-cert and --tls-key")]
    ClientsWithoutTls,
    #[error("{}: {why}; --server-key-file names a file that holds the key", file.display())]
    KeyFile { file: PathBuf, why: io::Error },
    #[error("the server key is empty; leave it out, or give it some 20 characters that nobody can guess")]
    EmptyKey,
    #[error("--content {content}: {why}")]
    Pack { content: String, why: String },
    #[error(
        "there is no variable `{found}`; did you mean `{near}`? `understudy serve --help` names them all"
    )]
    Variable { found: String, near: String },
    #[error("{}: {why}; --token-secret-file names a file with a secret of 32 bytes or more", file.display())]
    TokenSecret { file: PathBuf, why: String },
    #[error("the settings cannot be written: {0}")]
    Print(#[from] toml::ser::Error),
}

impl Config {
    /// What holds, out of flags and environment (clap has put these together), and the file.
    ///
    /// # Errors
    /// With a sentence that says which setting is wrong, and what it should be.
    pub fn read(args: ServeArgs) -> Result<Config, BadConfig> {
        environment::check(env::vars_os().filter_map(|(name, _)| name.into_string().ok()))?;
        let file = args.config.as_deref().map(read_file).transpose()?.unwrap_or_default();
        Config::check(args.settings.over(file), env::var(environment::SERVER_KEY).ok())
    }

    /// # Errors
    /// If settings do not fit together, or the key cannot be read.
    pub fn check(settings: Settings, key: Option<String>) -> Result<Config, BadConfig> {
        let metrics_wanted = settings.metrics_listen.is_some();
        let values = settings.fill();
        match (&values.tls_cert, &values.tls_key, &values.tls_client_ca) {
            (Some(_), None, _) => return Err(BadConfig::HalfTls { missing: "--tls-key" }),
            (None, Some(_), _) => return Err(BadConfig::HalfTls { missing: "--tls-cert" }),
            (None, None, Some(_)) => return Err(BadConfig::ClientsWithoutTls),
            (None, None, None) | (Some(_), Some(_), _) => {}
        }
        let server_key = server_key(key, values.server_key_file.as_deref())?;
        let token_secret = values.token_secret_file.as_deref().map(TokenSecret::read).transpose()?;
        let packs = content::packs(&values.content)?;
        Ok(Config { values, server_key, token_secret, metrics_wanted, packs })
    }

    /// The settings as a file that gives the same again. The key is never among them.
    ///
    /// # Errors
    /// If a path is no text.
    pub fn to_file(&self) -> Result<String, BadConfig> {
        Ok(toml::to_string(&self.values)?)
    }
}

fn read_file(file: &Path) -> Result<Settings, BadConfig> {
    let text = fs::read_to_string(file).map_err(|why| BadConfig::File { file: file.to_owned(), why })?;
    toml::from_str(&text).map_err(|why| BadConfig::Content { file: file.to_owned(), why: Box::new(why) })
}

/// The variable is stronger than the file.
fn server_key(key: Option<String>, file: Option<&Path>) -> Result<Option<ServerKey>, BadConfig> {
    let key = match (key, file) {
        (Some(key), _) => key,
        (None, Some(file)) => {
            fs::read_to_string(file).map_err(|why| BadConfig::KeyFile { file: file.to_owned(), why })?
        }
        (None, None) => return Ok(None),
    };
    match key.trim() {
        "" => Err(BadConfig::EmptyKey),
        key => Ok(Some(ServerKey::new(key))),
    }
}

/// Where the platform keeps data of programs; beside the caller if it does not say.
pub(crate) fn default_data() -> PathBuf {
    let at = |name: &str, below: &str| {
        env::var_os(name).filter(|value| !value.is_empty()).map(|folder| Path::new(&folder).join(below))
    };
    let found = if cfg!(target_os = "windows") {
        at("LOCALAPPDATA", "understudy")
    } else if cfg!(target_os = "macos") {
        at("HOME", "Library/Application Support/understudy")
    } else {
        at("XDG_DATA_HOME", "understudy").or_else(|| at("HOME", ".local/share/understudy"))
    };
    found.unwrap_or_else(|| PathBuf::from("understudy-data"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Settings {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn flags_are_stronger_than_the_file_and_the_file_than_defaults() {
        let flags = Settings { max_message: Some("2MiB".parse().unwrap()), ..Settings::default() };
        let file = settings("max_message = \"3MiB\"\nmax_deadline = \"9s\"\nthinking_threads = 3");
        let config = Config::check(flags.over(file), None).unwrap();
        assert_eq!(config.max_message.0, 2 << 20);
        assert_eq!(config.max_deadline.to_string(), "9s");
        assert_eq!(config.thinking_threads.0, 3);
        assert_eq!(config.listen.to_string(), "127.0.0.1:50051");
    }

    #[test]
    fn unknown_keys_are_named_together_with_what_is_allowed() {
        let why = toml::from_str::<Settings>("lissten = \"127.0.0.1:1\"").unwrap_err().to_string();
        assert!(why.contains("unknown field `lissten`") && why.contains("`listen`, `data`"), "{why}");
        let why = toml::from_str::<Settings>("max_deadline = \"soon\"").unwrap_err().to_string();
        assert!(why.contains("line 1") && why.contains("250ms, 30s"), "{why}");
    }

    #[test]
    fn what_is_printed_reads_back_and_holds_no_key() {
        let file = settings("tls_cert = \"a.pem\"\ntls_key = \"b.pem\"\nmetrics_listen = \"off\"");
        let config = Config::check(file, Some("hunter2hunter2".into())).unwrap();
        let printed = config.to_file().unwrap();
        let again = Config::check(settings(&printed), None).unwrap();
        assert_eq!(again.to_file().unwrap(), printed);
        assert!(!printed.contains("hunter2") && !format!("{config:?}").contains("hunter2"));
        let key = config.server_key.unwrap();
        assert!(key.is("hunter2hunter2") && !key.is("hunter2hunter3") && !key.is(""));
    }

    #[test]
    fn settings_that_do_not_fit_are_refused() {
        let why = |text: &str| Config::check(settings(text), None).unwrap_err().to_string();
        assert!(why("tls_cert = \"a\"").contains("--tls-key is missing"));
        assert!(why("tls_key = \"a\"").contains("--tls-cert is missing"));
        assert!(why("tls_client_ca = \"a\"").contains("needs --tls-cert"));
        assert!(why("server_key_file = \"no/such\"").contains("no/such"));
        assert!(Config::check(Settings::default(), Some(" ".into())).is_err());
    }

    #[test]
    fn a_secret_for_tokens_comes_from_a_file_and_is_never_shown() {
        let file = env::temp_dir().join(format!("understudy-{}-secret", std::process::id()));
        let read = |text: &str| {
            fs::write(&file, text).unwrap();
            let settings = Settings { token_secret_file: Some(file.clone()), ..Settings::default() };
            Config::check(settings, None)
        };
        let long = "0123456789abcdef0123456789abcdef";
        let config = read(long).unwrap();
        assert_eq!(
            read(&format!("{long}\n")).unwrap().token_secret,
            config.token_secret,
            "a newline is nothing"
        );
        assert_ne!(read(&format!("{long}0")).unwrap().token_secret, config.token_secret);
        assert!(!format!("{config:?}").contains(long) && format!("{config:?}").contains("***"));
        assert!(!config.to_file().unwrap().contains(long));
        assert!(read("short").unwrap_err().to_string().contains("holds 5 bytes; --token-secret-file"));
        fs::remove_file(&file).unwrap();
        let missing = Settings { token_secret_file: Some(file), ..Settings::default() };
        assert!(Config::check(missing, None).unwrap_err().to_string().contains("--token-secret-file"));
    }

    #[test]
    fn calls_are_counted_only_where_strangers_can_come() {
        let rate = |text: &str| Config::check(settings(text), None).unwrap().rate_limit.to_string();
        assert_eq!(rate(""), "off");
        assert_eq!(rate("listen = \"0.0.0.0:1\""), "500");
        assert_eq!(rate("listen = \"0.0.0.0:1\"\nrate_limit = 7"), "7");
        assert_eq!(rate("rate_limit = \"off\""), "off");
    }
}
