//! What a person may do, as numbered lines: long lists of cards are told in one, and a card alone says which is meant.

use crate::fallen::plain_suit;

/// More choices than this that differ in one word only are told in one line.
const ALIKE_MAX: usize = 12;

/// A line of a list: its numbers, what it means, what to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub numbers: String,
    pub label: String,
    pub typed: String,
}

/// Lines for choices (label and notation) that are numbered from here on.
#[must_use]
pub fn lines<'a>(first: usize, choices: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<Line> {
    let all: Vec<(&str, &str)> = choices.into_iter().collect();
    let mut lines = vec![];
    for (start, run) in runs(&all) {
        let number = first + start;
        match run {
            [(_, one), .., (_, last)] if run.len() > ALIKE_MAX => {
                let (verb, from) = one.rsplit_once(' ').unwrap_or((one, ""));
                let to = last.rsplit(' ').next().unwrap_or(last);
                lines.push(Line {
                    numbers: format!("{number}-{}", number + run.len() - 1),
                    label: format!("one of {}: {from} to {to}, such as `{one}`", run.len()),
                    typed: format!("{verb} ..."),
                });
            }
            _ => lines.extend(run.iter().enumerate().map(|(at, (label, notation))| Line {
                numbers: (number + at).to_string(),
                label: (*label).to_owned(),
                typed: (*notation).to_owned(),
            })),
        }
    }
    lines
}

/// Neighbours whose notation is the same but for the last word, and where they start.
fn runs<'a, 'b>(all: &'b [(&'a str, &'a str)]) -> Vec<(usize, &'b [(&'a str, &'a str)])> {
    let start_of = |notation: &'a str| notation.rsplit_once(' ').map(|(start, _)| start);
    let alike = |one: &(&'a str, &'a str), two: &(&'a str, &'a str)| {
        start_of(one.1).is_some() && start_of(one.1) == start_of(two.1)
    };
    let mut start = 0;
    let runs = all.chunk_by(alike).map(|run| {
        start += run.len();
        (start - run.len(), run)
    });
    runs.collect()
}

/// Does this sentence say all that the line says? Then the line is not said again.
#[must_use]
pub fn says(sentence: &str, line: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let all = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        all.map(str::to_lowercase).collect()
    };
    let said = words(sentence);
    words(line).iter().all(|word| said.contains(word))
}

/// Does this choice end in the card that was typed alone? `7h` means `hand 7H`.
#[must_use]
pub fn is_card(notation: &str, typed: &str) -> bool {
    let card = plain_suit(typed).to_uppercase();
    let last = notation.rsplit(' ').next().unwrap_or(notation);
    card.parse::<kernel::Card>().is_ok() && last == card
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_cards_are_one_line_and_keep_their_numbers() {
        let cards: Vec<String> = (2..=9).flat_map(|n| [format!("hand {n}H"), format!("hand {n}C")]).collect();
        let mut all = vec![("the top of the deck", "deck")];
        all.extend(cards.iter().map(|card| ("from hand", card.as_str())));
        all.push(("decline", "decline"));
        let told = lines(1, all);
        assert_eq!(told.len(), 3);
        assert_eq!((told[1].numbers.as_str(), told[1].typed.as_str()), ("2-17", "hand ..."));
        assert!(told[1].label.contains("one of 16: 2H to 9C"), "{}", told[1].label);
        assert_eq!((told[2].numbers.as_str(), told[2].typed.as_str()), ("18", "decline"));
    }

    #[test]
    fn a_few_cards_are_a_line_each() {
        let told = lines(3, [("7♥ from hand", "hand 7H"), ("8♥ from hand", "hand 8H")]);
        assert_eq!(told.iter().map(|line| line.numbers.as_str()).collect::<Vec<_>>(), ["3", "4"]);
    }

    #[test]
    fn what_an_order_says_is_not_said_again() {
        let order = "Rusted Sentry (m0) goes from Hawkspire (c2) to Hawkemoor Keep (c3)";
        assert!(says(order, "Rusted Sentry (m0) goes to Hawkemoor Keep (c3)"));
        assert!(!says(order, "Rusted Sentry (m0) goes to Hawkemoor Keep (c4)") && !says("", "Bjorn takes 1"));
    }

    #[test]
    fn a_card_alone_says_which_choice_is_meant() {
        assert!(is_card("hand 7H", "7h") && is_card("turn 10S", "10♠"));
        assert!(!is_card("hand 7H", "7C") && !is_card("place r1c1", "r1c1"));
    }
}
