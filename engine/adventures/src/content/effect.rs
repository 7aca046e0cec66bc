//! What cards and class abilities do to dice and heroes: the vocabulary, and its notation such as `adj2(U) or reroll(any)`.

use super::words::{CardId, Colour, ColourSet, ValueSet, Verb};
use kernel::ArrayVec;
use std::fmt;

/// Which dice of the pool an effect may touch. A die qualifies if one of its colours is in `colours`, its value is in
/// `values`, and, where a familiar is named, it is that familiar's die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    pub colours: ColourSet,
    pub values: ValueSet,
    pub familiar: Option<CardId>,
}

impl Selector {
    /// Any die at all.
    pub const ANY: Selector = Selector { colours: ColourSet::ALL, values: ValueSet::ALL, familiar: None };
}

/// What an effect takes from the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// An attribute die of this colour; not available if the bag has none.
    Colour(Colour),
    /// A random die of the bag, familiars' dice included.
    Random,
    /// The die of this familiar; not available unless it is in the bag.
    Familiar(CardId),
}

/// Whom an effect outside the pool serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The hero who plays the card.
    Myself,
    /// One hero of the player's choice, oneself included.
    One,
    /// Every hero.
    Each,
}

/// The most dice "any number of dice" can mean.
pub const ANY_NUMBER: u8 = u8::MAX;

/// One effect. `up_to` dice: one or more, never none, each of them once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Turn dice over: v becomes 7 - v.
    Flip { on: Selector, up_to: u8 },
    /// Move each die one step up or down, directions independent; no wrap from 6 to 1.
    Adjust { on: Selector, up_to: u8 },
    /// Roll the chosen dice again, all at once; `ANY_NUMBER` for as many as wanted.
    Reroll { on: Selector, up_to: u8 },
    /// Count each die as one colour of `to` that it does not have; the new colour replaces the old ones.
    TreatColour { on: Selector, up_to: u8, to: ColourSet },
    /// Count one die as a value of `to` that it does not show.
    TreatValue { on: Selector, to: ValueSet },
    /// Draw a die beyond the limit and roll it; with a value it is set and not rolled.
    Add { what: Added, set: Option<u8> },
    /// Remove up to this much fatigue.
    Heal { by: u8, who: Who },
    /// Put this much stamina from the supply into rows of each served hero's choice.
    Row { by: u8, who: Who },
    /// So many further card plays this step, by any seats.
    Extra(u8),
    /// So many cards of the user's spent space back to hand.
    Recover(u8),
}

impl Effect {
    /// What it does to dice, for modifiers that forbid it; none for effects outside the pool.
    #[must_use]
    pub const fn verb(self) -> Option<Verb> {
        match self {
            Effect::Flip { .. } => Some(Verb::Flip),
            Effect::Adjust { .. } => Some(Verb::Adjust),
            Effect::Reroll { .. } => Some(Verb::Reroll),
            Effect::TreatColour { .. } | Effect::TreatValue { .. } => Some(Verb::Treat),
            Effect::Add { .. } => Some(Verb::Add),
            Effect::Heal { .. } | Effect::Row { .. } | Effect::Extra(_) | Effect::Recover(_) => None,
        }
    }
    /// Does chance have a say in what it makes of the pool?
    #[must_use]
    pub const fn is_chancy(self) -> bool {
        match self.verb() {
            Some(Verb::Reroll | Verb::Add) => true,
            Some(Verb::Flip | Verb::Adjust | Verb::Treat) | None => false,
        }
    }
}

impl Default for Effect {
    fn default() -> Effect {
        Effect::Extra(0)
    }
}

/// The most effects one option may chain.
pub const CHAIN_MOST: usize = 3;
/// The most options a card may offer.
pub const OPTIONS_MOST: usize = 4;

/// One option of a card: its effects in order.
pub type Chain = ArrayVec<[Effect; CHAIN_MOST]>;

/// What a card does: exactly one of its options, chosen when it is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    pub options: ArrayVec<[Chain; OPTIONS_MOST]>,
}

impl Ability {
    /// Reads `adj(R) or reroll(R)`; effects of one option are chained with ` then `.
    ///
    /// # Errors
    /// With what was found and what would be right.
    pub fn read(text: &str) -> Result<Ability, Misread> {
        let mut ability = Ability::default();
        for option in text.split(" or ") {
            let mut chain = Chain::default();
            for effect in option.split(" then ") {
                if chain.try_push(read_effect(effect.trim())?).is_some() {
                    return Err(Misread::new(option, "at most 3 effects joined by `then`"));
                }
            }
            if ability.options.try_push(chain).is_some() {
                return Err(Misread::new(text, "at most 4 options joined by `or`"));
            }
        }
        Ok(ability)
    }

    /// Every effect of every option.
    pub fn effects(&self) -> impl Iterator<Item = Effect> {
        self.options.into_iter().flatten()
    }
}

/// A text that is not of the vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    pub found: String,
    pub expected: String,
}

impl Misread {
    #[must_use]
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Misread {
        Misread { found: format!("`{}`", found.into()), expected: expected.into() }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; expected {}", self.found, self.expected)
    }
}

const EFFECTS: &str = "flip(S), adj(S), reroll(S) (with 2 to 9 behind the verb for more dice, rerollN for any number), \
treatC(S>C), treatC2(S>C), treatV(S>V), add(colour), add(random), add(random)=6, add(fam F01), heal(k, self/one/each), \
row(k, self/each), extra(k) or recover(k)";

fn read_effect(text: &str) -> Result<Effect, Misread> {
    let wrong = || Misread::new(text, EFFECTS);
    let (head, rest) = text.split_once('(').ok_or_else(wrong)?;
    let (inside, tail) = rest.rsplit_once(')').ok_or_else(wrong)?;
    if head == "add" {
        return read_add(text, inside, tail);
    }
    if !tail.is_empty() {
        return Err(wrong());
    }
    let (verb, up_to) = read_verb(head).ok_or_else(wrong)?;
    match verb {
        "flip" => Ok(Effect::Flip { on: read_selector(inside)?, up_to }),
        "adj" => Ok(Effect::Adjust { on: read_selector(inside)?, up_to }),
        "reroll" => Ok(Effect::Reroll { on: read_selector(inside)?, up_to }),
        "treatC" => {
            let (on, to) = inside.split_once('>').ok_or_else(wrong)?;
            let to = read_selector(to)?;
            if up_to > 2 || to.values != ValueSet::ALL {
                return Err(wrong());
            }
            Ok(Effect::TreatColour { on: read_selector(on)?, up_to, to: to.colours })
        }
        "treatV" if up_to == 1 => {
            let (on, to) = inside.split_once('>').ok_or_else(wrong)?;
            let to = read_selector(to)?;
            if to.colours != ColourSet::ALL {
                return Err(wrong());
            }
            Ok(Effect::TreatValue { on: read_selector(on)?, to: to.values })
        }
        "heal" | "row" if up_to == 1 => {
            let (by, who) = inside.split_once(',').ok_or_else(wrong)?;
            let (by, who) = (read_amount(by).ok_or_else(wrong)?, read_who(who.trim()).ok_or_else(wrong)?);
            match (verb, who) {
                ("heal", _) => Ok(Effect::Heal { by, who }),
                (_, Who::Myself | Who::Each) => Ok(Effect::Row { by, who }),
                (_, Who::One) => Err(wrong()),
            }
        }
        "extra" if up_to == 1 => Ok(Effect::Extra(read_amount(inside).ok_or_else(wrong)?)),
        "recover" if up_to == 1 => Ok(Effect::Recover(read_amount(inside).ok_or_else(wrong)?)),
        _ => Err(wrong()),
    }
}

/// `flip2` is up to two dice, `rerollN` any number.
fn read_verb(head: &str) -> Option<(&str, u8)> {
    if head == "rerollN" {
        return Some(("reroll", ANY_NUMBER));
    }
    match head.as_bytes().last()? {
        digit @ b'2'..=b'9' => Some((&head[..head.len() - 1], digit - b'0')),
        b'0' | b'1' => None,
        _ => Some((head, 1)),
    }
}

fn read_add(text: &str, inside: &str, tail: &str) -> Result<Effect, Misread> {
    let wrong = || Misread::new(text, EFFECTS);
    let set = match tail.strip_prefix('=') {
        Some(value) => Some(value.parse().ok().filter(|v| (1..=6).contains(v)).ok_or_else(wrong)?),
        None if tail.is_empty() => None,
        None => return Err(wrong()),
    };
    let what = if inside == "random" {
        Added::Random
    } else if let Some(card) = inside.strip_prefix("fam ") {
        Added::Familiar(card.parse().map_err(|_| wrong())?)
    } else {
        Added::Colour(inside.parse().map_err(|_| wrong())?)
    };
    Ok(Effect::Add { what, set })
}

/// Reads `any`, `R|G`, `v1|v4`, `R|v1` (red and a 1) or `fam F01`.
fn read_selector(text: &str) -> Result<Selector, Misread> {
    let wrong = || Misread::new(text, "any, colours such as R|G, values such as v1|v4, or fam F01");
    if text == "any" {
        return Ok(Selector::ANY);
    }
    if let Some(card) = text.strip_prefix("fam ") {
        return Ok(Selector { familiar: Some(card.parse().map_err(|_| wrong())?), ..Selector::ANY });
    }
    let (mut colours, mut values) = (ColourSet::NONE, ValueSet::NONE);
    for word in text.split('|') {
        if let Ok(colour) = word.parse() {
            colours = colours.with(colour);
        } else {
            let value = word.strip_prefix('v').and_then(|v| v.parse().ok()).ok_or_else(wrong)?;
            if !(1..=6).contains(&value) {
                return Err(wrong());
            }
            values = values.with(value);
        }
    }
    let colours = if colours.is_empty() { ColourSet::ALL } else { colours };
    let values = if values.is_empty() { ValueSet::ALL } else { values };
    Ok(Selector { colours, values, familiar: None })
}

fn read_amount(text: &str) -> Option<u8> {
    text.trim().parse().ok().filter(|k| (1..=9).contains(k))
}

fn read_who(text: &str) -> Option<Who> {
    match text {
        "self" => Some(Who::Myself),
        "one" => Some(Who::One),
        "each" => Some(Who::Each),
        _ => None,
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(card) = self.familiar {
            return write!(f, "fam {card}");
        }
        if *self == Selector::ANY {
            return f.write_str("any");
        }
        let mut words = vec![];
        if self.colours != ColourSet::ALL {
            words.extend(self.colours.iter().map(|c| c.to_string()));
        }
        if self.values != ValueSet::ALL {
            words.extend(self.values.iter().map(|v| format!("v{v}")));
        }
        f.write_str(&words.join("|"))
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Who::Myself => "self",
            Who::One => "one",
            Who::Each => "each",
        })
    }
}

fn count(up_to: u8) -> String {
    match up_to {
        1 => String::new(),
        ANY_NUMBER => "N".to_owned(),
        more => more.to_string(),
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Effect::Flip { on, up_to } => write!(f, "flip{}({on})", count(up_to)),
            Effect::Adjust { on, up_to } => write!(f, "adj{}({on})", count(up_to)),
            Effect::Reroll { on, up_to } => write!(f, "reroll{}({on})", count(up_to)),
            Effect::TreatColour { on, up_to, to } => {
                write!(f, "treatC{}({on}>{})", count(up_to), Selector { colours: to, ..Selector::ANY })
            }
            Effect::TreatValue { on, to } => {
                write!(f, "treatV({on}>{})", Selector { values: to, ..Selector::ANY })
            }
            Effect::Add { what, set } => {
                match what {
                    Added::Colour(colour) => write!(f, "add({colour})")?,
                    Added::Random => f.write_str("add(random)")?,
                    Added::Familiar(card) => write!(f, "add(fam {card})")?,
                }
                set.map_or(Ok(()), |value| write!(f, "={value}"))
            }
            Effect::Heal { by, who } => write!(f, "heal({by},{who})"),
            Effect::Row { by, who } => write!(f, "row({by},{who})"),
            Effect::Extra(k) => write!(f, "extra({k})"),
            Effect::Recover(k) => write!(f, "recover({k})"),
        }
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chain = |chain: &Chain| chain.iter().map(ToString::to_string).collect::<Vec<_>>().join(" then ");
        f.write_str(&self.options.iter().map(chain).collect::<Vec<_>>().join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eleven_printed_combinations_read_back() {
        const PRINTED: &str = "reroll(any); flip(R|G); adj2(U); add(G); add(fam F01); add(random)=6; treatC(any>G|P); \
            treatC(B>any); treatC(v1|v4>any); adj(U) or reroll(U); flip(R) or adj(R) or reroll(R); \
            treatV(W>any); treatC2(any>any); rerollN(any); heal(2,self) then row(1,each); flip(R|v1|v6)";
        for text in PRINTED.split("; ") {
            assert_eq!(Ability::read(text).map(|a| a.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_is_not_of_the_vocabulary_is_refused_with_what_would_be() {
        const WRONG: &str = "; flip; flip(); flip(X); flip1(R); flop(R); adj(R)x; add(random)=7; add(v1); treatC3(R>G); \
            treatC(R); treatV(R>G); treatC(R>v1); heal(0,self); heal(2,all); row(1,one); extra(); flip(v7); \
            flip(R) or ; extra2(1)";
        for text in WRONG.split("; ") {
            let misread = Ability::read(text).expect_err(text);
            assert!(misread.expected.len() > 10, "{misread}");
        }
    }
}
