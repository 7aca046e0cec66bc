//! What people with their own box tell of dice and cards: how they are asked, and what they mean by what they type. It follows
//! from what is rolled or drawn and from what stands on the cards of the whole box, never from what is left in a deck.

use crate::{
    Chance,
    frame::Falls,
    ids::{SpellId, Who},
    luck,
    queries::Look,
    rules::setup::tier_at,
    words::{Count, DeckId, Dice, Die, Faces, Grade, VILLAIN},
};
use kernel::{Seat, names};

/// Dice as people count them: `2 Novice and 1 Adept`.
#[must_use]
pub fn counted(dice: Dice) -> String {
    let some = Grade::ALL.iter().filter(|grade| dice.of(**grade) > 0);
    let parts: Vec<String> = some.map(|grade| format!("{} {}", dice.of(*grade), grade.title())).collect();
    match parts.as_slice() {
        [] => "no dice".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// How to tell what falls now.
#[must_use]
pub fn form(look: Look) -> String {
    let Some(falls) = luck::due(look) else { return String::new() };
    if let Some((dice, faces)) = luck::dice(look, falls) {
        return if faces { faces_form(dice) } else { total_form(dice) };
    }
    let (what, cards) = asked(look, falls);
    let Some((outcome, name)) = cards.first() else { return String::new() };
    let id = outcome.to_string();
    let short = id.rsplit(' ').next().unwrap_or(&id);
    format!("type {what} by its name or number, such as `{name}`, `{short}` or `{id}`")
}

/// The seat that rolls the dice that fall now; `None` for cards, and for dice of the whole table.
#[must_use]
pub fn roller(look: Look) -> Option<Seat> {
    match luck::due(look)? {
        Falls::Roll | Falls::Reroll | Falls::Regenerate(_) => Some(look.s.level().seat),
        Falls::Dodge(_) => {
            let target = look.s.level().attack.target;
            target.as_player().or_else(|| target.is_minion().then_some(VILLAIN))
        }
        Falls::Effect(_) => look.s.casts.last().map(|cast| cast.seat),
        Falls::Loot(_)
        | Falls::Spell { .. }
        | Falls::Stolen { .. }
        | Falls::Minion { .. }
        | Falls::Tile(_)
        | Falls::Treasure => None,
    }
}

fn total_form(dice: Dice) -> String {
    let (least, most) = (dice.master, dice.most());
    let example = (least + most).div_ceil(2);
    format!("type the total, such as `hits {example}` or just `{example}` ({least} to {most})")
}

fn faces_form(dice: Dice) -> String {
    let (example, shown) = example(dice);
    let legend: Vec<String> = Grade::ALL
        .iter()
        .filter(|grade| dice.of(**grade) > 0)
        .map(|grade| {
            let faces: Vec<String> = faces_of(*grade).iter().map(ToString::to_string).collect();
            format!("{}: {} {}", letter(*grade), grade.title(), faces.join(" or "))
        })
        .collect();
    format!(
        "type what each die shows, such as `{example}` or `dice {shown}` ({}); the total will do where only one throw makes it",
        legend.join(", ")
    )
}

/// Faces die by die, in the easy form and in that of records.
fn example(dice: Dice) -> (String, Faces) {
    let mut shown = Faces::default();
    let mut words = vec![];
    for grade in Grade::ALL {
        let faces = faces_of(*grade);
        for at in 0..dice.of(*grade) {
            // The first die shows its lowest face, so that nobody thinks only Hits are told.
            let number = if at == 0 { faces[0] } else { faces[faces.len() - 1] };
            if at == 0 {
                words.push(letter(*grade).to_string());
            }
            words.push(number.to_string());
            shown = shown.plus(face(*grade, number).unwrap_or_default());
        }
    }
    (words.join(" "), shown)
}

const fn letter(grade: Grade) -> char {
    match grade {
        Grade::Novice => 'n',
        Grade::Adept => 'a',
        Grade::Master => 'm',
    }
}

const fn faces_of(grade: Grade) -> &'static [u8] {
    match grade {
        Grade::Novice => &[0, 1],
        Grade::Adept => &[0, 1, 2],
        Grade::Master => &[1, 2],
    }
}

/// One die that shows this.
fn face(grade: Grade, number: u8) -> Option<Faces> {
    let die = match (grade, number) {
        (Grade::Novice, 0) => Die::N0,
        (Grade::Novice, 1) => Die::N1,
        (Grade::Adept, 0) => Die::A0,
        (Grade::Adept, 1) => Die::A1,
        (Grade::Adept, 2) => Die::A2,
        (Grade::Master, 1) => Die::M1,
        (Grade::Master, 2) => Die::M2,
        (Grade::Novice | Grade::Adept | Grade::Master, _) => return None,
    };
    Some(die.faces())
}

/// What somebody means who types this.
#[must_use]
pub fn meant(look: Look, typed: &str) -> Option<Chance> {
    let typed = typed.trim().to_lowercase();
    let falls = luck::due(look)?;
    if let Some((dice, faces)) = luck::dice(look, falls) {
        return thrown(dice, faces, &typed);
    }
    let (_, cards) = asked(look, falls);
    let verb = cards.first()?.0.to_string();
    let verb = verb.split(' ').next().unwrap_or_default();
    let wanted =
        names::plain(typed.strip_prefix(verb).filter(|rest| rest.starts_with(' ')).unwrap_or(&typed));
    let number = |outcome: &Chance| outcome.to_string().rsplit(' ').next() == Some(&*wanted);
    if let Some((outcome, _)) = cards.iter().find(|(outcome, _)| number(outcome)) {
        return Some(*outcome);
    }
    // Where two cards share a name, only the number says which it is.
    names::meant(&wanted, cards.iter().map(|(_, name)| *name)).map(|at| cards[at].0)
}

/// Dice told by their faces or their total, whichever is wanted.
fn thrown(dice: Dice, faces: bool, typed: &str) -> Option<Chance> {
    let rest = |word: &str| typed.strip_prefix(word).map(str::trim_start);
    let shown = read_faces(dice, rest("dice").unwrap_or(typed));
    if !faces {
        let told = rest("dice").and_then(|told| told.parse::<Faces>().ok());
        let hits = shown.or(told.filter(|told| fits(dice, *told)))?.hits(dice);
        return Some(Chance::Hits { hits: Count(hits) });
    }
    let only = || only_throw(dice, rest("hits").unwrap_or(typed).parse().ok()?);
    shown.or_else(only).map(|faces| Chance::Dice { faces })
}

fn fits(dice: Dice, faces: Faces) -> bool {
    luck::throws(dice).any(|(fell, _)| fell == faces)
}

/// The only throw with this total.
fn only_throw(dice: Dice, hits: u8) -> Option<Faces> {
    let mut all = luck::throws(dice).map(|(fell, _)| fell).filter(|fell| fell.hits(dice) == hits);
    all.next().filter(|_| all.next().is_none())
}

/// Faces die by die: `n 0 1 a 2`, `n0 n1 a2`, `n01 a2`, `Novice 0, 1; Adept 2`; without letters if all dice are of one grade.
fn read_faces(dice: Dice, typed: &str) -> Option<Faces> {
    let mut of = Grade::ALL.iter().copied().filter(|grade| dice.of(*grade) > 0);
    let mut grade = of.next().filter(|_| of.next().is_none());
    let (mut shown, mut told) = (Faces::default(), Dice::NONE);
    for word in typed.split([' ', ',', ';', ':']).filter(|word| !word.is_empty()) {
        let digits = word.trim_start_matches(char::is_alphabetic);
        let named = &word[..word.len() - digits.len()];
        if !named.is_empty() {
            let called = |grade: &&Grade| letter(**grade).to_string() == named || grade.word() == named;
            grade = Some(*Grade::ALL.iter().find(called)?);
        }
        for digit in digits.chars() {
            let (grade, number) = (grade?, digit.to_digit(10)? as u8);
            shown = shown.plus(face(grade, number)?);
            told = told.plus(Dice::one(grade));
            if told.count() > dice.count() {
                return None;
            }
        }
    }
    (told == dice).then_some(shown)
}

/// What is drawn or turned up now, in words, and every card of the box that it could be.
fn asked(look: Look<'_>, falls: Falls) -> (String, Vec<(Chance, &str)>) {
    let content = &look.g.content;
    match falls {
        Falls::Spell { deck, .. } => {
            let cards = content.spells_of(deck).map(|card| (Chance::Draw { spell: card.id }, &*card.name));
            (format!("the {} Spell", deck.title()), cards.collect())
        }
        Falls::Stolen { from, .. } => {
            let backs = look.s.players[from].hand;
            let back = |deck: &&DeckId| backs.iter().any(|card| card.spell.deck() == **deck);
            let all = DeckId::ALL.iter().filter(back).flat_map(|deck| content.spells_of(*deck));
            let cards = all.map(|card| (Chance::Steal { spell: card.id }, &*card.name));
            (format!("the Spell that leaves the hand of {}", look.name(Who::hero(from))), cards.collect())
        }
        Falls::Minion { size, .. } => {
            let cards = content.minions_of(size).map(|card| (Chance::Minion { kind: card.id }, &*card.name));
            (format!("the {}", size.title()), cards.collect())
        }
        Falls::Tile(region) => {
            let tier = tier_at(look.g, region);
            let cards = content.tiles_of(tier).map(|card| (Chance::Tile { tile: card.id }, &*card.name));
            (format!("the {} tile", tier.title()), cards.collect())
        }
        Falls::Treasure => {
            let cards = content.all_treasures();
            let cards = cards.map(|card| (Chance::Treasure { treasure: card.id }, &*card.name));
            ("the Treasure".to_owned(), cards.collect())
        }
        Falls::Roll
        | Falls::Reroll
        | Falls::Dodge(_)
        | Falls::Regenerate(_)
        | Falls::Loot(_)
        | Falls::Effect(_) => ("the dice".to_owned(), vec![]),
    }
}

/// Does a card leave a hand that its player alone knows?
#[must_use]
pub fn out_of_hidden_hand(look: Look) -> bool {
    let Some(Falls::Stolen { from, .. }) = luck::due(look) else { return false };
    let hidden = |card: &crate::state::HandCard| SpellId::is_hidden(card.spell);
    look.s.is_hidden(from) && look.s.players[from].hand.iter().any(hidden)
}
