//! Variables of the environment that are meant for us: one nobody knows is a mistake, not a wish to be passed over.

use super::{BadConfig, ServeArgs};
use clap::{Args as _, Command};

const PREFIX: &str = "UNDERSTUDY_";
/// Those of tests, which start the program out of themselves.
const TESTS: &str = "UNDERSTUDY_TEST_";
/// The key itself: a variable, but no flag that everybody could read in a list of processes.
pub const SERVER_KEY: &str = "UNDERSTUDY_SERVER_KEY";

/// # Errors
/// With the nearest name there is.
pub fn check(names: impl Iterator<Item = String>) -> Result<(), BadConfig> {
    let known = known();
    for found in names.filter(|name| name.starts_with(PREFIX) && !name.starts_with(TESTS)) {
        if !known.contains(&found) {
            let near = known
                .iter()
                .min_by_key(|name| strsim::levenshtein(name, &found))
                .cloned()
                .unwrap_or_default();
            return Err(BadConfig::Variable { found, near });
        }
    }
    Ok(())
}

/// All there are, out of the list of flags.
fn known() -> Vec<String> {
    let flags = ServeArgs::augment_args(Command::new("serve"));
    let named = flags.get_arguments().filter_map(|flag| flag.get_env()?.to_str().map(str::to_owned));
    named.chain([SERVER_KEY.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(names: &[&str]) -> String {
        let names = names.iter().map(ToString::to_string);
        check(names).map_or_else(|why| why.to_string(), |()| String::new())
    }

    #[test]
    fn a_mistyped_variable_is_told_with_the_one_that_was_meant() {
        assert_eq!(
            refusal(&["UNDERSTUDY_LISTEN", "UNDERSTUDY_CONFIG", SERVER_KEY, "PATH", "UNDERSTUDY"]),
            ""
        );
        assert_eq!(refusal(&["UNDERSTUDY_TEST_ARGUMENTS"]), "");
        let why = refusal(&["UNDERSTUDY_LISTN"]);
        assert!(why.contains("`UNDERSTUDY_LISTN`") && why.contains("`UNDERSTUDY_LISTEN`"), "{why}");
        assert!(refusal(&["UNDERSTUDY_SERVERKEY"]).contains("`UNDERSTUDY_SERVER_KEY`"));
    }
}
