//! Names as people type them: without case, punctuation or perfect spelling.

/// More letters than any printed name has; what is longer is no name.
const LETTERS_MAX: usize = 60;

/// Letters and digits alone, in lower case: nobody types apostrophes as they are printed.
///
/// ```
/// assert_eq!(kernel::names::plain("Archer's  BRACERS"), "archersbracers");
/// ```
#[must_use]
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// So many letters may be wrong, missing or swapped in a name of this length.
const fn slips(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=7 => 1,
        8..=12 => 2,
        _ => 3,
    }
}

/// The place of the name that is meant: the one that reads the same, or else the only one that is as near as a slip of the
/// hand. `None` if there is none, or two that are meant as well as each other.
pub fn meant<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<usize> {
    let wanted = plain(typed);
    if wanted.is_empty() || wanted.chars().count() > LETTERS_MAX {
        return None;
    }
    // How far off the best is, where it stands, and whether it is alone.
    let mut best: Option<(usize, usize, bool)> = None;
    for (at, name) in names.into_iter().enumerate() {
        let Some(off) = off(&wanted, &plain(name)) else { continue };
        best = match best {
            Some((least, _, _)) if least < off => best,
            Some((least, first, _)) if least == off => Some((least, first, false)),
            Some(_) | None => Some((off, at, true)),
        };
    }
    best.filter(|(_, _, alone)| *alone).map(|(_, at, _)| at)
}

/// How many slips lie between two names; `None` if more than there may be. A number is never a slip for another.
fn off(wanted: &str, name: &str) -> Option<usize> {
    if wanted == name {
        return Some(0);
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let most = slips(wanted.chars().count().min(name.chars().count()));
    if most == 0 || digits(wanted) != digits(name) {
        return None;
    }
    Some(strsim::damerau_levenshtein(wanted, name)).filter(|off| *off <= most)
}

/// `; did you mean `health`?` if one of these words is near, else nothing.
#[must_use]
pub fn perhaps(typed: &str, words: &[&str]) -> String {
    meant(typed, words.iter().copied())
        .map_or_else(String::new, |at| format!("; did you mean `{}`?", words[at]))
}

/// What somebody typed, short enough to be told back.
#[must_use]
pub fn short(typed: &str) -> String {
    const MAX: usize = 40;
    match typed.char_indices().nth(MAX) {
        Some((at, _)) => format!("{}...", &typed[..at]),
        None => typed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 6] = ["Grave Tick", "Archer's Bracers", "Potion 2", "Potion 3", "Imp", "Iron Maw"];

    #[test]
    fn a_name_is_found_without_case_punctuation_or_a_slip() {
        for (typed, at) in [
            ("grave tick", 0),
            ("GRAVETICK", 0),
            ("Grave Tcik", 0),
            ("archers bracers", 1),
            ("archers bracer", 1),
            ("potion 3", 3),
            ("imp", 4),
            ("iron mav", 5),
        ] {
            assert_eq!(meant(typed, NAMES), Some(at), "{typed}");
        }
    }

    #[test]
    fn what_is_near_nothing_or_near_two_is_no_name() {
        let long = "x".repeat(10_000);
        for typed in ["", "?!", "ump", "potion 4", "potion", "grave robber", "tick", &long] {
            assert_eq!(meant(typed, NAMES), None, "{typed}");
        }
        assert_eq!(meant("elk", ["Elk", "elk!"]), None, "two that read the same");
    }

    #[test]
    fn a_word_that_is_near_is_proposed() {
        assert_eq!(perhaps("heatlh", &["health", "wound"]), "; did you mean `health`?");
        assert_eq!(perhaps("colour", &["health", "wound"]), "");
        assert_eq!(short(&"é".repeat(41)), format!("{}...", "é".repeat(40)));
    }
}
