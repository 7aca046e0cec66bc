//! Cards and dice of a real table, as people type them: `8h` for `draw 8H`, `5` for `die 5`; and why something cannot have
//! fallen, in words. All that is known here is what may fall now, and how cards are written.

use kernel::{Card, Rank};

/// What was typed, found among what may fall.
#[must_use]
pub fn named(typed: &str, possible: &[String]) -> Option<String> {
    let plain = plain_suit(typed);
    let same =
        |outcome: &&String| outcome.eq_ignore_ascii_case(typed) || word(outcome).eq_ignore_ascii_case(&plain);
    possible.iter().find(same).cloned()
}

/// `8♥` as `8H`.
#[must_use]
pub fn plain_suit(typed: &str) -> String {
    typed.replace('♥', "H").replace('♦', "D").replace('♠', "S").replace('♣', "C")
}

/// Why this cannot have fallen, and what to type instead.
#[must_use]
pub fn why_not(typed: &str, possible: &[String]) -> String {
    let words: Vec<&str> = possible.iter().map(|outcome| word(outcome)).collect();
    let cards: Option<Vec<Card>> = words.iter().map(|word| word.parse().ok()).collect();
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    let because = match (cards, numbers.as_deref()) {
        (Some(cards), _) if !cards.is_empty() => return why_no_card(typed, &cards),
        (_, Some([first, .., last]))
            if last.checked_sub(*first).is_some_and(|n| n as usize + 1 == words.len()) =>
        {
            format!("type a number from {first} to {last}")
        }
        (_, _) => format!("type {}", listed(&words)),
    };
    format!("`{typed}` cannot come now: {because}")
}

/// More than this are not read through by anybody.
const LISTED_MAX: usize = 12;

/// `draw 8H` ends in the card.
fn word(outcome: &str) -> &str {
    outcome.rsplit(' ').next().unwrap_or(outcome)
}

fn why_no_card(typed: &str, cards: &[Card]) -> String {
    let plain = plain_suit(typed).to_uppercase();
    let only =
        cards.first().map(|card| card.suit()).filter(|suit| cards.iter().all(|card| card.suit() == *suit));
    if let Ok(card) = plain.parse::<Card>() {
        let because = match only {
            Some(suit) if suit != card.suit() => format!("only cards of suit {suit} can"),
            Some(_) => "it is not in that pile".to_owned(),
            None => "it was already turned".to_owned(),
        };
        return format!("`{typed}` cannot come now: {because}");
    }
    if let Ok(rank) = plain.parse::<Rank>() {
        let left = cards.iter().filter(|card| card.rank() == rank).map(ToString::to_string);
        let left: Vec<String> = left.collect();
        let left: Vec<&str> = left.iter().map(String::as_str).collect();
        return match left.as_slice() {
            [] => format!("`{typed}` cannot come now: none of that rank is left"),
            [only] => format!("which suit? only {only} is left; type it whole"),
            [..] => format!("which suit? type {}", listed(&left)),
        };
    }
    let example = cards.first().map(ToString::to_string).unwrap_or_default();
    format!(
        "`{typed}` cannot come now: type the rank of a card (A, 2 to 10, J, Q, K) and its suit (H, D, S, C), such as {example}"
    )
}

/// `8H, 8D or 8S`; of many only the first.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, .., last] if words.len() > LISTED_MAX => {
            format!("{first} to {last} ({} of them)", words.len())
        }
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

    fn deck(without: &[&str]) -> Vec<String> {
        let all = ['H', 'D', 'S', 'C']
            .iter()
            .flat_map(|suit| RANKS.iter().map(move |rank| format!("{rank}{suit}")));
        all.filter(|card| !without.contains(&card.as_str())).map(|card| format!("draw {card}")).collect()
    }

    #[test]
    fn cards_and_dice_are_found_however_they_are_typed() {
        for typed in ["8h", "8H", "8♥", "draw 8h"] {
            assert_eq!(named(typed, &deck(&[])).as_deref(), Some("draw 8H"), "{typed}");
        }
        assert_eq!(named("5", &["die 5".to_owned()]).as_deref(), Some("die 5"));
        assert_eq!(named("8", &deck(&[])), None);
    }

    #[test]
    fn what_is_wrong_is_said_in_words() {
        let gone = deck(&["8H", "3H", "3D", "3S", "3C", "KH", "KD", "KS"]);
        assert_eq!(why_not("8h", &gone), "`8h` cannot come now: it was already turned");
        assert_eq!(why_not("8", &gone), "which suit? type 8D, 8S or 8C");
        assert_eq!(why_not("k", &gone), "which suit? only KC is left; type it whole");
        assert_eq!(why_not("3", &gone), "`3` cannot come now: none of that rank is left");
        for nonsense in ["again 8h", "11H", "H", ""] {
            let told = why_not(nonsense, &gone);
            assert!(
                told.contains("cannot come now: type the rank of a card") && told.ends_with("such as AH")
            );
        }
        let pile = ["stat 7S".to_owned(), "stat QS".to_owned()];
        assert_eq!(why_not("7H", &pile), "`7H` cannot come now: only cards of suit S can");
        assert_eq!(why_not("8S", &pile), "`8S` cannot come now: it is not in that pile");
    }

    #[test]
    fn dice_and_maps_tell_what_can_be_typed() {
        let die: Vec<String> = (1..=6).map(|n| format!("die {n}")).collect();
        assert_eq!(why_not("9", &die), "`9` cannot come now: type a number from 1 to 6");
        let ways = ["dig north".to_owned(), "dig east".to_owned()];
        assert_eq!(why_not("up", &ways), "`up` cannot come now: type north or east");
        let walls: Vec<String> = (0..20).map(|n| format!("open {}", n * 2)).collect();
        assert_eq!(why_not("1", &walls), "`1` cannot come now: type 0 to 38 (20 of them)");
    }
}
