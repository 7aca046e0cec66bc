//! Cards and dice of a real table, as people type them: `8h` for `draw 8H`, `5` for `die 5`; and why something cannot have
//! fallen, in words. All that is known here is what may fall now, and how cards are written.

use catalog::AnyTable;
use kernel::{Card, Rank};

/// What was typed, as the table writes it; `None` if it cannot fall now.
#[must_use]
pub fn named(typed: &str, table: &dyn AnyTable) -> Option<String> {
    table.named(typed).or_else(|| table.named(&plain_suit(typed)))
}

/// `8♥` as `8H`.
#[must_use]
pub fn plain_suit(typed: &str) -> String {
    typed.replace('♥', "H").replace('♦', "D").replace('♠', "S").replace('♣', "C")
}

/// How to tell what falls now. Made from what an onlooker sees: what is left in a deck would tell what others hold.
#[must_use]
pub fn form(table: &dyn AnyTable) -> String {
    let own = table.form();
    if own.is_empty() { form_of(&table.possible()) } else { own }
}

/// Why what was typed cannot have fallen, and what to type instead; made from what an onlooker sees.
#[must_use]
pub fn refusal(typed: &str, table: &dyn AnyTable) -> String {
    let own = table.form();
    if own.is_empty() {
        why_not(typed, &table.possible())
    } else if table.is_meant(typed) {
        format!("`{typed}` cannot come now: {ELSEWHERE}")
    } else {
        format!("`{typed}` cannot come now: {own}")
    }
}

/// What to type where one of these may fall.
#[must_use]
pub fn form_of(possible: &[String]) -> String {
    let words: Vec<&str> = possible.iter().map(|outcome| word(outcome)).collect();
    let card = words.first().filter(|_| words.iter().all(|word| word.parse::<Card>().is_ok()));
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    match (card, numbers.as_deref()) {
        (Some(example), _) => {
            format!(
                "type the rank of a card (A, 2 to 10, J, Q, K) and its suit (H, D, S, C), such as {example}"
            )
        }
        (None, Some([first, .., last]))
            if last.checked_sub(*first).is_some_and(|n| n as usize + 1 == words.len()) =>
        {
            format!("type a number from {first} to {last}")
        }
        (None, _) => format!("type {}", listed(&words)),
    }
}

/// Why this cannot have fallen, and what to type instead.
#[must_use]
pub fn why_not(typed: &str, possible: &[String]) -> String {
    let plain = plain_suit(typed);
    let same =
        |outcome: &String| outcome.eq_ignore_ascii_case(&plain) || word(outcome).eq_ignore_ascii_case(&plain);
    if possible.iter().any(same) {
        return format!("`{typed}` cannot come now: {ELSEWHERE}");
    }
    let cards: Option<Vec<Card>> = possible.iter().map(|outcome| word(outcome).parse().ok()).collect();
    match cards.as_deref() {
        Some(cards @ [_, ..]) => why_no_card(typed, cards),
        Some([]) | None => format!("`{typed}` cannot come now: {}", form_of(possible)),
    }
}

/// Why something that is asked for may not have fallen.
const ELSEWHERE: &str =
    "by what was told before, it lies elsewhere; what was told wrongly is taken back with `undo`";

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
    let possible: Vec<String> = cards.iter().map(ToString::to_string).collect();
    format!("`{typed}` cannot come now: {}", form_of(&possible))
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
    use catalog::{GameKind, PackFiles};

    const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

    fn deck(without: &[&str]) -> Vec<String> {
        let all = ['H', 'D', 'S', 'C']
            .iter()
            .flat_map(|suit| RANKS.iter().map(move |rank| format!("{rank}{suit}")));
        all.filter(|card| !without.contains(&card.as_str())).map(|card| format!("draw {card}")).collect()
    }

    /// A hero strikes: a card is turned.
    fn fight() -> Box<dyn AnyTable> {
        let mut table = GameKind::ParaRoles.table(&[], &PackFiles::default()).unwrap();
        for step in ["seat 3: done", "seat 0: attack e1"] {
            table.play(&step.parse().unwrap()).unwrap();
        }
        table
    }

    #[test]
    fn cards_and_dice_are_found_however_they_are_typed() {
        let table = fight();
        for typed in ["8h", "8H", "8♥", "draw 8h", " draw 8h "] {
            assert_eq!(named(typed, &*table).as_deref(), Some("draw 8H"), "{typed}");
        }
        assert_eq!(named("8", &*table), None);
        assert_eq!(form(&*table), form_of(&table.possible()));
        assert!(form(&*table).starts_with("type the rank of a card"), "{}", form(&*table));
        assert_eq!(refusal("8", &*table), "which suit? type 8H, 8D, 8S or 8C");
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
        assert_eq!(
            why_not("9h", &gone),
            format!("`9h` cannot come now: {ELSEWHERE}"),
            "an onlooker cannot tell, so that somebody holds it"
        );
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
