//! The key that seals saved games: a file of 32 bytes in the user's folder for data of programs, made on first use and readable
//! by its owner alone. Whoever has it can open all that was saved with it, so it goes along where a game is to be gone on with.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::{
    fmt, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

const LENGTH: usize = 32;
const NAME: &str = "saves.key";

/// It does not print itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; LENGTH]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.id())
    }
}

/// A key that cannot be read or made.
#[derive(Debug, thiserror::Error)]
pub enum BadKey {
    #[error("{file}: the key of saved games cannot be read or made: {why}")]
    File { file: PathBuf, why: io::Error },
    #[error("{file}: a key of saved games has {LENGTH} bytes, but these are {found}")]
    Length { file: PathBuf, found: usize },
}

impl Key {
    /// The key in this file, or where the platform keeps data of programs. Made if it is not there.
    ///
    /// # Errors
    /// If it cannot be read or made.
    pub fn of(file: Option<&Path>) -> Result<Key, BadKey> {
        let own = || crate::config::default_data().join(NAME);
        let file = file.map_or_else(own, Path::to_owned);
        let wrong = |why: io::Error| BadKey::File { file: file.clone(), why };
        match fs::read(&file) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => {}
            Err(why) => return Err(wrong(why)),
            Ok(bytes) => {
                let found = bytes.len();
                return bytes.try_into().map(Key).map_err(|_| BadKey::Length { file, found });
            }
        }
        let mut key = [0; LENGTH];
        getrandom::fill(&mut key).map_err(|why| wrong(io::Error::other(why.to_string())))?;
        match make(&file, &key) {
            Ok(()) => Ok(Key(key)),
            // Somebody else was faster: then theirs it is.
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Key::of(Some(&file)),
            Err(why) => Err(wrong(why)),
        }
    }
    /// Names it without telling it.
    #[must_use]
    pub fn id(&self) -> String {
        super::short(&self.derive(&[b"name"]))
    }
    /// A key for one purpose.
    pub(super) fn derive(&self, purpose: &[&[u8]]) -> [u8; 32] {
        let mut mac = keyed(self.0);
        mac.update(b"understudy saves ");
        purpose.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().into()
    }
}

/// Whole or not at all: another process never reads half a key.
fn make(file: &Path, key: &[u8; LENGTH]) -> io::Result<()> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{}-{}", std::process::id(), Key(*key).id()));
    let beside = PathBuf::from(name);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut opened = options.open(&beside)?;
    opened.write_all(key).and_then(|()| opened.sync_all())?;
    // A link is made only where nothing is yet; where there are no links, the name is changed.
    match fs::hard_link(&beside, file) {
        Err(why) if why.kind() != io::ErrorKind::AlreadyExists => fs::rename(&beside, file),
        made => fs::remove_file(&beside).and(made),
    }
}

pub(super) fn keyed(key: [u8; 32]) -> Hmac<Sha256> {
    // A key shorter than a block is filled up with zeros, as the standard does.
    let mut block = [0; 64];
    block.iter_mut().zip(key).for_each(|(to, from)| *to = from);
    Hmac::new(&block.into())
}

#[cfg(test)]
pub(super) fn of_tests(byte: u8) -> Key {
    Key([byte; LENGTH])
}
