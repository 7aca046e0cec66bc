//! What the boxes must hold together: layouts for every table, sets of armor, enough cards of everything.

use super::{Box, Checked, Color, Content, Entry, Mode, check_counter, check_when, wrong};
use crate::content::{
    cards::{MinionCard, Setup, Weakness},
    words::{ArmorType, DieKind},
};

pub fn check_setup(setup: &Setup) -> Checked {
    const FILE: &str = "setup.ron";
    for players in 2..=5 {
        let found: Vec<_> = setup.layouts.iter().filter(|layout| layout.players == players).collect();
        let [layout] = found[..] else {
            return wrong(
                FILE,
                "layouts",
                format!("{} for {players} players", found.len()),
                "one for each of 2 to 5",
            );
        };
        let entry = Entry { file: FILE, id: "layouts" };
        entry.within(
            "initiative cards",
            layout.initiative.len() as i32,
            i32::from(players) + 1,
            i32::from(players) + 1,
        )?;
        entry.within("market", i32::from(layout.market), 1, 7)?;
        entry.within("call_under", i32::from(layout.call_under), i32::from(layout.market), 60)?;
    }
    for (one, other) in &setup.split_dice {
        if DieKind::split(*one, *other).is_none() {
            return wrong(FILE, "split_dice", format!("({one}, {other})"), "two different class colours");
        }
    }
    for (name, faces, low, high) in
        [("split_faces", setup.split_faces, 1, 6), ("boost_faces", setup.boost_faces, 1, 8)]
    {
        let entry = Entry { file: FILE, id: name };
        faces.iter().try_for_each(|face| entry.within("face", i32::from(*face), low, high))?;
        if !faces.is_sorted() {
            return entry.no(
                format!("{faces:?}"),
                "faces from the lowest to the highest: the first lies opposite the last",
            );
        }
    }
    let entry = Entry { file: FILE, id: "start_dice" };
    entry.within("start_dice", i32::from(setup.start_dice), 0, 8)
}

pub fn check_armor_sets(content: &Content) -> Checked {
    for armor in ArmorType::ALL {
        let found = content.armor_sets.iter().filter(|set| set.id == *armor).count();
        if found != 1 {
            return wrong(
                "armor_sets.ron",
                armor,
                format!("it is listed {found} times"),
                "each type exactly once",
            );
        }
    }
    for set in &content.armor_sets {
        if set.stars.is_empty() {
            return wrong("armor_sets.ron", set.id, "no stars", "stars by cards held, from one on");
        }
    }
    Ok(())
}

pub fn check_weak(content: &Content, card: &MinionCard) -> Checked {
    debug_assert!(!content.minions.is_empty(), "the card is one of them");
    let entry = Entry { file: "minions.ron", id: &card.id };
    for weak in &card.weak {
        match *weak {
            Weakness::If { when, dice } => {
                entry.within("dice", i32::from(dice), 1, 6)?;
                check_when(entry, when)?;
            }
            Weakness::Per { counter, per, max } => {
                entry.within("per", i32::from(per), 1, 20)?;
                entry.within("max", i32::from(max), 1, 6)?;
                check_counter(entry, counter)?;
            }
        }
    }
    Ok(())
}

/// Enough of everything for the largest table without and with Monsters & Minions.
pub fn check_counts(content: &Content) -> Checked {
    let own = |set: Box| set != Box::Mm;
    let market = content.market.iter().filter(|c| own(c.set) && c.replaced_by.is_none()).count();
    let minions = content.minions.iter().filter(|c| own(c.set)).count();
    for (file, what, found, least) in [
        ("sheets.ron", "sheets", content.sheets.iter().filter(|c| own(c.set)).count(), 4),
        ("alignments.ron", "alignments", content.alignments.iter().filter(|c| own(c.set)).count(), 4),
        ("backstories.ron", "backstories", content.backstories.iter().filter(|c| own(c.set)).count(), 4),
        ("sheets.ron", "sheets of all boxes", content.sheets.len(), 5),
        ("alignments.ron", "alignments of all boxes", content.alignments.len(), 5),
        ("backstories.ron", "backstories of all boxes", content.backstories.len(), 5),
        ("familiars.ron", "familiars", content.familiars.len(), 10),
        ("market.ron", "cards without Monsters & Minions", market, 80),
        ("market.ron", "cards of all boxes", content.market.len(), 110),
        ("minions.ron", "minions without Monsters & Minions", minions, 12),
        ("fiends.ron", "fiends", content.fiends.len(), 3),
    ] {
        if found < least {
            return wrong(file, what, format!("{found}"), format!("at least {least}"));
        }
    }
    for color in Color::CLASSES {
        if !content.classes.iter().any(|face| own(face.set) && face.color == color) {
            return wrong(
                "classes.ron",
                color,
                "no class without Monsters & Minions",
                "at least one Class card",
            );
        }
        let of =
            |m: &&crate::content::cards::MonsterCard| own(m.set) && m.color == color && m.mode == Mode::Multi;
        if !content.monsters.iter().any(|m| of(&m)) {
            return wrong(
                "monsters.ron",
                color,
                "no Monster without Monsters & Minions",
                "at least one family",
            );
        }
    }
    Ok(())
}
