//! What content must be before it is played with: every entry once, numbers within their bounds.

use crate::content::{BadContent, Campaigns, ClassCard, EnemyCard, ModeCard, RoleCard};
use crate::words::{Ability, Class, Deed, Epic, Kind, Stat};
use kernel::{Rank, RankSet};
use std::fmt::Display;

pub use kernel::pack::wrong;

pub fn each_once<T: Copy + PartialEq + Display>(
    file: &'static str,
    found: impl Iterator<Item = T> + Clone,
    wanted: &[T],
) -> Result<(), BadContent> {
    for id in wanted {
        let count = found.clone().filter(|f| f == id).count();
        if count != 1 {
            return wrong(file, id, format!("it is listed {count} times"), "each entry exactly once");
        }
    }
    match found.clone().find(|f| !wanted.contains(f)) {
        Some(stranger) => {
            wrong(file, stranger, "it does not belong here", "only the entries of the built-in file")
        }
        None => Ok(()),
    }
}

pub fn check_suggested(roles: &[RoleCard]) -> Result<(), BadContent> {
    let numbers = |r: &RoleCard| [r.suggested.0, r.suggested.1, r.suggested.2, r.suggested.3];
    for stat in Stat::ALL {
        let mut seen = RankSet::EMPTY;
        for role in roles {
            let number = numbers(role)[stat.index()];
            let field = format!("suggested {stat} {number}");
            match Rank::try_from(number) {
                Ok(rank) if (6..=9).contains(&number) && !seen.contains(rank) => seen.insert(rank),
                Ok(_) | Err(_) => {
                    return wrong("roles.ron", role.id, field, "6, 7, 8 and 9 once in every stat");
                }
            }
        }
    }
    Ok(())
}

pub fn check_modes(modes: &[ModeCard]) -> Result<(), BadContent> {
    for mode in modes {
        let (low, high) = mode.ranks;
        if low < 2 || high > 14 || high < low + 3 {
            return wrong(
                "modes.ron",
                mode.id,
                format!("ranks ({low}, {high})"),
                "at least four ranks within 2 to 14",
            );
        }
    }
    Ok(())
}

/// Class and EPIC by pair, and the pair of each class.
pub type ClassTable = ([[Option<(Class, Epic)>; 8]; 8], [(Ability, Ability); 28]);

pub fn class_table(roles: &[RoleCard], classes: &[ClassCard]) -> Result<ClassTable, BadContent> {
    let mut table = [[None; 8]; 8];
    let mut pairs = [(Ability::Cure, Ability::BoostHeal); 28];
    let basic = roles.iter().map(|r| ("roles.ron", Class::ALL[r.id.index()], r.pair, r.epic));
    let prestige = classes.iter().map(|c| ("prestige.ron", c.id, c.pair, c.epic));
    for (file, class, (one, two), epic) in basic.chain(prestige) {
        if one == two || table[one.index()][two.index()].is_some() {
            return wrong(file, class, format!("the pair {one} + {two}"), "a pair no other class has");
        }
        table[one.index()][two.index()] = Some((class, epic));
        table[two.index()][one.index()] = Some((class, epic));
        pairs[class.index()] = (one, two);
    }
    Ok((table, pairs))
}

/// Six faces by kind, and the kind by highest rank.
pub type EnemyTables = ([Option<[Deed; 6]>; 11], [Kind; 13]);

pub fn enemy_tables(enemies: &[EnemyCard]) -> Result<EnemyTables, BadContent> {
    let mut die = [None; 11];
    let mut by_rank = [None; 13];
    for card in enemies {
        die[card.id.index()] = match <[Deed; 6]>::try_from(card.die.clone()) {
            Ok(faces) => Some(faces),
            Err(none) if none.is_empty() => None,
            Err(some) => {
                return wrong("enemies.ron", card.id, format!("die has {} faces", some.len()), "six or none");
            }
        };
        for number in card.highest.0..=card.highest.1 {
            match number.checked_sub(2).and_then(|i| by_rank.get_mut(usize::from(i))) {
                Some(kind @ None) => *kind = Some(card.id),
                Some(Some(other)) => {
                    return wrong(
                        "enemies.ron",
                        card.id,
                        format!("highest {number} is {other}'s"),
                        "one kind a rank",
                    );
                }
                None => return wrong("enemies.ron", card.id, format!("highest {number}"), "2 to 14"),
            }
        }
    }
    for (i, kind) in by_rank.iter().enumerate() {
        if kind.is_none() {
            return wrong(
                "enemies.ron",
                format!("rank {}", i + 2),
                "no kind has it as highest",
                "one kind a rank",
            );
        }
    }
    Ok((die, by_rank.map(|kind| kind.unwrap_or(Kind::Minion))))
}

pub fn check_campaigns(all: &Campaigns) -> Result<(), BadContent> {
    let file = "campaigns.ron";
    let levels = &all.dungeon.levels;
    let spans = [all.woods.ranks, all.random.ranks, all.tower.ranks, all.maze.ranks, all.rifts.ranks];
    for (low, high) in spans.into_iter().chain(levels.iter().map(|l| l.ranks)) {
        if low < 2 || high > 14 || low > high {
            return wrong(file, "ranks", format!("({low}, {high})"), "a span within 2 to 14");
        }
    }
    for road in [("woods", &all.woods), ("random", &all.random), ("tower", &all.tower)] {
        if road.1.encounters == 0 || road.1.encounters > road.1.ranks.1 - road.1.ranks.0 + 1 {
            return wrong(
                file,
                road.0,
                format!("encounters {}", road.1.encounters),
                "1 up to the ranks in play",
            );
        }
    }
    let m = &all.maze.markers;
    let cells = u32::from(m.empty)
        + u32::from(m.patrol)
        + u32::from(m.trap)
        + u32::from(m.cache)
        + u32::from(m.spring);
    if cells != 23 {
        return wrong(
            file,
            "maze",
            format!("{cells} markers"),
            "23: one for each cell but entrance and centre",
        );
    }
    if all.maze.shut_of_ten > 9 {
        return wrong(file, "maze", format!("shut_of_ten {}", all.maze.shut_of_ten), "0 to 9 walls of ten");
    }
    if levels.len() != 3 {
        return wrong(file, "dungeon", format!("{} levels", levels.len()), "3");
    }
    for level in levels {
        if !(2..=14).contains(&level.lair) || (level.ranks.0..=level.ranks.1).contains(&level.lair) {
            return wrong(
                file,
                "dungeon",
                format!("lair {}", level.lair),
                "a rank outside the level's own ranks",
            );
        }
    }
    if !(2..=14).contains(&all.rifts.sealed_stat) {
        return wrong(file, "rifts", format!("sealed_stat {}", all.rifts.sealed_stat), "2 to 14");
    }
    Ok(())
}
