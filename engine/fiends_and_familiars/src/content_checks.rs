//! What content must be before it is played with: fields that fit the kind of card, numbers within bounds, complete boxes.

use crate::content::{
    BadContent, Content,
    cards::{Goal, Limit, MarketCard, Power},
    effects::{Award, Counter, Dice, Effect, MonsterAbility, Passive, Restriction, When},
    words::{AdventureKind, Box, Color, Kind, Mode, Row, Window},
};
use kernel::rule;
use std::fmt::Display;

mod boxes;

type Checked = Result<(), BadContent>;

pub use kernel::pack::wrong;

/// One entry of a file, for what is said about it.
#[derive(Clone, Copy)]
struct Entry<'a> {
    file: &'static str,
    id: &'a str,
}

impl Entry<'_> {
    fn no(self, what: impl Display, expected: impl Display) -> Checked {
        wrong(self.file, self.id, what, expected)
    }
    fn within(self, field: &str, found: i32, low: i32, high: i32) -> Checked {
        if (low..=high).contains(&found) {
            return Ok(());
        }
        self.no(format!("{field} {found}"), format!("{low} to {high}"))
    }
    fn named(self, name: &str, text: &str) -> Checked {
        if name.trim().is_empty() || text.trim().is_empty() {
            return self.no("name or text is empty", "a name, and a text that says what it does");
        }
        Ok(())
    }
}

/// # Errors
/// With the first thing that is wrong.
pub fn check(content: &Content) -> Checked {
    boxes::check_setup(&content.setup)?;
    check_sheets(content)?;
    check_classes(content)?;
    check_grids(content)?;
    check_familiars(content)?;
    content.market.iter().try_for_each(check_market)?;
    boxes::check_armor_sets(content)?;
    check_minions(content)?;
    check_monsters(content)?;
    check_adventures(content)?;
    check_fiends(content)?;
    boxes::check_counts(content)
}

fn check_sheets(content: &Content) -> Checked {
    for card in &content.sheets {
        let entry = Entry { file: "sheets.ron", id: &card.id };
        entry.named(&card.name, &card.text)?;
        for (row, by) in Row::ATTRIBUTES.iter().zip(card.mods.each()) {
            entry.within(&format!("{row}"), i32::from(by), -4, 4)?;
        }
    }
    Ok(())
}

fn check_classes(content: &Content) -> Checked {
    for (at, face) in content.classes.iter().enumerate() {
        let entry = Entry { file: "classes.ron", id: &face.id };
        entry.named(&face.name, &face.text)?;
        if face.color == Color::Gold {
            return entry.no("color gold", "one of the six class colours");
        }
        let Some(other) = content.classes.get(at ^ 1) else {
            return entry
                .no("its card has only this face", "two faces a card, with numbers that follow each other");
        };
        if (face.color, face.set) != (other.color, other.set) {
            return entry.no(
                format!("{} and {} are not of one card", face.id, other.id),
                "the same color and set on both faces",
            );
        }
        for (row, goal) in Row::ATTRIBUTES.iter().zip(face.goals.each()) {
            let (low, high) = match goal {
                Goal::None => return entry.no(format!("{row} has no goal"), "exactly, range or at_least"),
                Goal::Exactly(n) | Goal::AtLeast(n) => (n, n),
                Goal::Range(low, high) => (low, high),
            };
            entry.within(&format!("{row}"), i32::from(low), 3, 26)?;
            entry.within(&format!("{row}, upper end,"), i32::from(high), i32::from(low), 26)?;
        }
        let stars: u8 = face.stars.each().iter().sum();
        if stars != 12 {
            return entry.no(format!("{stars} stars in all"), "12");
        }
        if face.always.is_empty() && face.power.is_none() {
            return entry.no("neither always nor power", "what the class can do");
        }
        check_passives(entry, &face.always)?;
        if let Some(power) = &face.power {
            check_power(entry, power, false)?;
        }
    }
    Ok(())
}

/// Alignment and Backstory cards.
fn check_grids(content: &Content) -> Checked {
    for card in &content.alignments {
        let entry = Entry { file: "alignments.ron", id: &card.id };
        entry.named(&card.name, &card.text)?;
        card.grid.iter().try_for_each(|n| entry.within("grid", i32::from(*n), -5, 5))?;
    }
    for card in &content.backstories {
        let entry = Entry { file: "backstories.ron", id: &card.id };
        entry.named(&card.name, &card.text)?;
        for (row, (color, space)) in Row::ATTRIBUTES.iter().zip(card.cells.each()) {
            entry.within(&format!("{row} space"), i32::from(space), 1, 3)?;
            if card.cells.each().iter().filter(|(other, _)| *other == color).count() > 1 {
                return entry.no(format!("{row} {color}"), "each colour once");
            }
        }
    }
    Ok(())
}

fn check_familiars(content: &Content) -> Checked {
    for board in &content.familiars {
        let entry = Entry { file: "familiars.ron", id: &board.id };
        entry.named(&board.name, &board.text)?;
        let (low, high) = board.power;
        entry.within("power", i32::from(low), 3, 24)?;
        entry.within("power, upper end,", i32::from(high), i32::from(low), 24)?;
        entry.within("stars", i32::from(board.stars), 1, 9)?;
        if board.action.is_empty() {
            return entry.no("action is empty", "at least one effect");
        }
        check_effects(entry, &board.action)?;
    }
    Ok(())
}

fn check_market(card: &MarketCard) -> Checked {
    rule!("FF-019");
    let entry = Entry { file: "market.ron", id: &card.id };
    entry.named(&card.name, &card.text)?;
    entry.within("dots", i32::from(card.dots), 1, 2)?;
    entry.within("cost", i32::from(card.cost), 0, 12)?;
    let armor = card.armor.is_some() || !card.colors.is_empty();
    let (align, hands) = (card.align.is_some(), card.hands > 0);
    let (buy, power, always) = (!card.on_buy.is_empty(), card.power.is_some(), !card.always.is_empty());
    let (fits, expected) = match card.kind {
        Kind::Armor => (
            card.armor.is_some() && !card.colors.is_empty() && !align && !hands && !buy && !power && !always,
            "for armor: armor and colors, and nothing else",
        ),
        Kind::Skill => (
            align && power && !armor && !hands && !buy && !always,
            "for a skill: align and power, and nothing else",
        ),
        Kind::Trait => (
            align && always && !armor && !hands && !buy && !power,
            "for a trait: align and always, and nothing else",
        ),
        Kind::Weapon => (
            matches!(card.hands, 1 | 2) && (power || always) && !align && !armor && !buy,
            "for a weapon: hands of 1 or 2, and always or power",
        ),
        Kind::Scroll => {
            (buy && !align && !armor && !hands && !power && !always, "for a scroll: on_buy, and nothing else")
        }
    };
    if !fits {
        return entry.no("fields that do not fit its kind", expected);
    }
    check_effects(entry, &card.on_buy)?;
    check_passives(entry, &card.always)?;
    card.power.as_ref().map_or(Ok(()), |power| check_power(entry, power, card.kind == Kind::Skill))
}

fn check_power(entry: Entry, power: &Power, skill: bool) -> Checked {
    if power.windows.bits() == 0 || power.effects.is_empty() {
        return entry.no("power without windows or effects", "at least one of each");
    }
    if skill != (power.limit == Limit::Exhaust) {
        return entry.no(
            format!("limit {:?}", power.limit),
            if skill { "none on a skill: it is exhausted" } else { "round or game" },
        );
    }
    let outside = |allowed: &[Window]| {
        Window::ALL.iter().copied().find(|w| power.windows.contains(*w) && !allowed.contains(w))
    };
    for effect in &power.effects {
        let (allowed, what): (&[Window], _) = match effect {
            Effect::PoolReroll | Effect::PoolFlip | Effect::PoolSwap => {
                (&[Window::Sorted, Window::Select], "only dice on Initiative cards: sorted, select")
            }
            Effect::HuntBonus(_) | Effect::HuntReroll(_) => {
                (&[Window::HuntPool, Window::HuntRoll], "only in a Hunt: hunt_pool, hunt_roll")
            }
            Effect::Buy(_) => (&[Window::Bought], "only after a Market turn: bought"),
            Effect::FromDiscard | Effect::TurnMarket(_) | Effect::ClearSlot => {
                (&[Window::Market], "only before a Market turn: market")
            }
            Effect::Nothing
            | Effect::Gain(..)
            | Effect::GainPer { .. }
            | Effect::Pay(..)
            | Effect::Heal(_)
            | Effect::Flip(_)
            | Effect::Swap(_)
            | Effect::Adjust { .. }
            | Effect::Reroll { .. }
            | Effect::Set { .. }
            | Effect::Replace
            | Effect::Align(_)
            | Effect::Wander(_)
            | Effect::Center
            | Effect::Action(_)
            | Effect::AnyAction
            | Effect::CompleteAction
            | Effect::Refresh(_)
            | Effect::CycleMinion
            | Effect::HuntDice(_)
            | Effect::Banish(_)
            | Effect::Summon
            | Effect::DrawFiend => (Window::ALL, ""),
        };
        if let Some(window) = outside(allowed) {
            return entry.no(format!("window {window}"), what);
        }
    }
    check_effects(entry, &power.effects)
}

fn check_effects(entry: Entry, effects: &[Effect]) -> Checked {
    for (at, effect) in effects.iter().enumerate() {
        let number = |n: u8, high: i32| entry.within("a number of", i32::from(n), 1, high);
        match *effect {
            Effect::Nothing => return entry.no("nothing among its effects", "an effect, or none at all"),
            Effect::Pay(..) if at > 0 => return entry.no("pay after another effect", "pay first"),
            Effect::Gain(_, n) | Effect::Pay(_, n) | Effect::Heal(n) | Effect::Wander(n) => number(n, 9)?,
            Effect::Refresh(n) | Effect::HuntDice(n) | Effect::HuntReroll(n) => number(n, 6)?,
            Effect::HuntBonus(n) => number(n, 12)?,
            Effect::TurnMarket(n) => number(n, 3)?,
            Effect::Buy(n) | Effect::Banish(n) => entry.within("a number of", i32::from(n), 0, 9)?,
            Effect::GainPer { counter, per, max, .. } => {
                check_counter(entry, counter)?;
                number(per, 9)?;
                number(max, 9)?;
            }
            Effect::Flip(dice) | Effect::Swap(dice) | Effect::Reroll { dice, .. } => check_dice(entry, dice)?,
            Effect::Adjust { dice, by } => {
                check_dice(entry, dice)?;
                number(by, 5)?;
            }
            Effect::Set { dice, value } => {
                check_dice(entry, dice)?;
                number(value, 8)?;
            }
            Effect::Replace
            | Effect::Align(_)
            | Effect::Center
            | Effect::Action(_)
            | Effect::AnyAction
            | Effect::CompleteAction
            | Effect::FromDiscard
            | Effect::ClearSlot
            | Effect::PoolReroll
            | Effect::PoolFlip
            | Effect::PoolSwap
            | Effect::CycleMinion
            | Effect::Summon
            | Effect::DrawFiend => {}
        }
    }
    Ok(())
}

fn check_dice(entry: Entry, dice: Dice) -> Checked {
    match dice {
        Dice::Values(low, high) if low == 0 || low > high || high > 8 => {
            entry.no(format!("values({low}, {high})"), "1 to 8, the lower first")
        }
        Dice::Any | Dice::In(_) | Dice::Attributes | Dice::Of(_) | Dice::Values(..) => Ok(()),
    }
}

fn check_counter(entry: Entry, counter: Counter) -> Checked {
    if let Counter::Dice(dice) = counter { check_dice(entry, dice) } else { Ok(()) }
}

fn check_when(entry: Entry, when: When) -> Checked {
    match when {
        When::AtLeast(counter, n) => {
            entry.within("at_least", i32::from(n), 1, 60)?;
            check_counter(entry, counter)
        }
        When::AtMost(counter, _) => check_counter(entry, counter),
        When::GoalMet(Row::Familiar) => {
            entry.no("goal_met(familiar)", "an Attribute Row, or power_met for the Familiar")
        }
        When::GoalMet(_) | When::Always | When::PowerMet | When::On(_) => Ok(()),
    }
}

fn check_passives(entry: Entry, passives: &[Passive]) -> Checked {
    for passive in passives {
        let number = |n: u8, high: i32| entry.within("a number of", i32::from(n), 1, high);
        match *passive {
            Passive::Nothing => return entry.no("nothing among always", "something, or none at all"),
            Passive::Income(_, n) | Passive::On(_, _, n) | Passive::Cheaper(_, n) => number(n, 9)?,
            Passive::FreeRerolls(_, n) | Passive::MinDie(_, n) | Passive::ExtraRefresh(n) => number(n, 6)?,
            Passive::Store(n) => number(n, 4)?,
            Passive::Mercenary { xp, gold } => {
                entry.within("xp", i32::from(xp), 0, 2)?;
                entry.within("gold", i32::from(gold), 0, 4)?;
            }
            Passive::CycleFor(n) => entry.within("cycle_for", i32::from(n), 0, 3)?,
            Passive::BanishFor(n) => entry.within("banish_for", i32::from(n), 0, 5)?,
            Passive::Dice { dice, when, .. } => {
                number(dice, 6)?;
                check_when(entry, when)?;
            }
            Passive::Bonus { by, when, .. } => {
                number(by, 12)?;
                check_when(entry, when)?;
            }
            Passive::Twice(Row::Familiar) => {
                return entry.no("twice(familiar)", "an Attribute Row");
            }
            Passive::RowBonus(Row::Familiar, _) => {
                return entry.no("row_bonus(familiar)", "an Attribute Row");
            }
            Passive::RowBonus(_, by) => entry.within("row_bonus", i32::from(by), -6, 6)?,
            Passive::Stars { stars, when } => {
                number(stars, 9)?;
                check_when(entry, when)?;
            }
            Passive::StarsPer { counter, per, max } => {
                check_counter(entry, counter)?;
                number(per, 20)?;
                number(max, 9)?;
            }
            Passive::IgnoreInjury
            | Passive::UsePower
            | Passive::Twice(_)
            | Passive::StoreXp
            | Passive::AlsoClass(_)
            | Passive::KeepCharisma => {}
        }
    }
    Ok(())
}

/// Minions alone.
///
/// # Errors
/// With the first thing that is wrong.
pub fn check_minions(content: &Content) -> Checked {
    for card in &content.minions {
        let entry = Entry { file: "minions.ron", id: &card.id };
        entry.named(&card.name, &card.text)?;
        entry.within("dots", i32::from(card.dots), 1, 2)?;
        if card.levels.first().is_none_or(|level| level.min != 0) {
            return entry.no("no level of 0", "levels from 0 upwards: every roll reaches one");
        }
        if card.levels.windows(2).any(|pair| pair[0].min >= pair[1].min) {
            return entry.no("levels out of order", "each min above the one before");
        }
        if !card.levels.iter().any(|level| level.trophy) {
            return entry.no("no level has a trophy", "at least one with trophy: true");
        }
        for level in &card.levels {
            for (field, n) in
                [("gold", level.gold), ("xp", level.xp), ("honor", level.honor), ("injury", level.injury)]
            {
                entry.within(field, i32::from(n), 0, 9)?;
            }
            if level.does != Effect::Nothing {
                check_effects(entry, &[level.does])?;
            }
        }
        boxes::check_weak(content, card)?;
    }
    Ok(())
}

/// Monsters alone.
///
/// # Errors
/// With the first thing that is wrong.
pub fn check_monsters(content: &Content) -> Checked {
    for card in &content.monsters {
        let entry = Entry { file: "monsters.ron", id: &card.id };
        entry.named(&card.name, &card.text)?;
        if card.levels.first().is_none_or(|level| level.0 != card.strength) {
            return entry.no("the first level", format!("its Strength, {}", card.strength));
        }
        if card.levels.windows(2).any(|pair| pair[0].0 >= pair[1].0 || pair[0].1 > pair[1].1) {
            return entry.no("levels out of order", "results and stars that rise");
        }
        entry.within("champion", i32::from(card.champion), 0, 9)?;
        let kin = content.monsters.iter().filter(|other| other.family == card.family);
        if kin.clone().any(|other| (other.color, other.set) != (card.color, card.set)) {
            return entry.no(format!("family `{}`", card.family), "one color and one set for a family");
        }
        for mode in Mode::ALL {
            let found = kin.clone().filter(|other| other.mode == *mode).count();
            if found != 1 {
                let family = &card.family;
                return entry.no(
                    format!("family `{family}` has {found} cards of mode {mode}"),
                    "one multi, one solo",
                );
            }
        }
        match card.ability {
            MonsterAbility::RemoveHighest(n)
            | MonsterAbility::RemoveLowest(n)
            | MonsterAbility::InjuryTimes(n) => {
                entry.within("ability", i32::from(n), 1, 5)?;
            }
            MonsterAbility::Minus { counter, each } => {
                check_counter(entry, counter)?;
                entry.within("each", i32::from(each), 1, 9)?;
            }
            MonsterAbility::FewerDice { dice, unless } => {
                entry.within("dice", i32::from(dice), 1, 5)?;
                check_when(entry, unless)?;
            }
            MonsterAbility::Faces(faces) => {
                faces.iter().try_for_each(|n| entry.within("faces", i32::from(*n), 0, 9))?;
            }
            MonsterAbility::Nothing | MonsterAbility::NoReroll | MonsterAbility::MercenaryUp { .. } => {}
        }
    }
    Ok(())
}

fn check_adventures(content: &Content) -> Checked {
    for card in &content.adventures {
        let entry = Entry { file: "adventure_cards.ron", id: &card.id };
        entry.named(&card.name, &card.text)?;
        if card.dice == 0 && card.xp == 0 {
            return entry.no("neither dice nor xp", "what its holders gain");
        }
        entry.within("dice", i32::from(card.dice), 0, 6)?;
        entry.within("xp", i32::from(card.xp), 0, 9)?;
        match card.award {
            Award::Each(when) => check_when(entry, when)?,
            Award::Most(counter) | Award::Least(counter) => check_counter(entry, counter)?,
        }
        check_when(entry, card.solo)?;
    }
    for (at, family) in content.families.iter().enumerate() {
        for kind in AdventureKind::ALL {
            let of =
                |c: &&crate::content::cards::AdventureCard| usize::from(c.family_id) == at && c.kind == *kind;
            let found = content.adventures.iter().filter(of).count();
            if found != 3 {
                return wrong("adventure_cards.ron", family, format!("{found} cards of kind {kind}"), "3");
            }
        }
    }
    Ok(())
}

fn check_fiends(content: &Content) -> Checked {
    for card in &content.fiends {
        let entry = Entry { file: "fiends.ron", id: &card.id };
        entry.named(&card.name, &card.text)?;
        if card.does.is_empty() || card.does.contains(&Restriction::Nothing) {
            return entry.no("it does nothing", "at least one restriction");
        }
        for does in &card.does {
            if let Restriction::PlaceFee { low, high, .. } = *does {
                check_dice(entry, Dice::Values(low, high))?;
            }
        }
    }
    Ok(())
}
