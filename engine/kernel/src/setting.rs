//! Reading what people at a real table put right ([`crate::Game::correct`]): a name, a value, and what was expected instead.

use std::{fmt::Display, str::FromStr};

/// Why something cannot be set.
#[must_use]
pub fn wrong(found: &str, expected: impl Display) -> String {
    format!("`{found}` cannot be set; expected {expected}")
}

/// `h0.hp 5` in two.
///
/// # Errors
/// With `help` if there is no value.
pub fn name_and_value<'a>(text: &'a str, help: &str) -> Result<(&'a str, &'a str), String> {
    let (name, value) = text.trim().split_once(' ').ok_or_else(|| wrong(text, help))?;
    Ok((name, value.trim()))
}

/// # Errors
/// With what was expected.
pub fn read<T: FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.parse().map_err(|_| wrong(text, expected))
}

/// # Errors
/// With the least and the most it may be.
pub fn number<N: FromStr + PartialOrd + Display>(text: &str, least: N, most: N) -> Result<N, String> {
    let found = text.parse::<N>().ok().filter(|n| (&least..=&most).contains(&n));
    found.ok_or_else(|| wrong(text, format!("{least} to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_its_value_are_read_and_anything_else_is_answered_with_help() {
        assert_eq!(name_and_value(" h0.hp   5 ", "help"), Ok(("h0.hp", "5")));
        assert_eq!(name_and_value("h0.hp", "help"), Err("`h0.hp` cannot be set; expected help".to_owned()));
    }

    #[test]
    fn a_number_lies_between_the_least_and_the_most() {
        assert_eq!(number("1", 1, 4), Ok(1));
        assert_eq!(number("4", 1, 4), Ok(4));
        for text in ["0", "5", "-1", "many"] {
            assert_eq!(number::<u8>(text, 1, 4), Err(format!("`{text}` cannot be set; expected 1 to 4")));
        }
    }
}
