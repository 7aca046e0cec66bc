//! What no card can say of itself alone: decks are complete, layouts can be laid, every table covers every case.

use super::{
    Content,
    cards::{Cell, Icon, LootRow, TileCard},
    effects::RegionRule,
    spell_file,
};
use crate::{
    content_checks::{check_stats, n, named, within},
    ids::RegionId,
    words::{DeckId, Size, Tier},
};
use kernel::{BadContent, pack::wrong};
use std::fmt::Display;

/// All of it.
pub fn check_all(content: &Content) -> Result<(), BadContent> {
    check_decks(content)?;
    check_boards(content)?;
    check_tiles(content)?;
    check_layouts(content)?;
    check_tables(content)
}

fn check_decks(content: &Content) -> Result<(), BadContent> {
    let numbers = &content.numbers;
    let is = |file, entry: &dyn Display, found: usize, counted: u8| {
        if found == n(counted) {
            return Ok(());
        }
        wrong(file, entry, format!("{found} cards"), format!("{counted}, as numbers.ron says"))
    };
    let (chumps, elites, bosses) = numbers.minions;
    for (size, count) in [(Size::Chump, chumps), (Size::Elite, elites), (Size::Boss, bosses)] {
        let found = content.minions_of(size).map(|card| n(card.copies)).sum();
        is("minions.ron", &size, found, count)?;
    }
    let (arcane, divine, void) = numbers.spells;
    for (deck, count) in [(DeckId::Arcane, arcane), (DeckId::Divine, divine), (DeckId::Void, void)] {
        let found = content.spells_of(deck).map(|card| n(card.copies)).sum();
        is(spell_file(deck), &"the deck", found, count)?;
    }
    let found = content.all_treasures().map(|card| n(card.copies)).sum();
    is("treasures.ron", &"the deck", found, numbers.treasures)?;
    let (home, one, two, three) = numbers.tiles;
    for (tier, count) in [(Tier::Hawkemoor, home), (Tier::One, one), (Tier::Two, two), (Tier::Three, three)] {
        is("regions.ron", &tier, content.tiles_of(tier).count(), count)?;
    }
    let gifts = content.all_treasures().filter(|card| card.for_one_hero).count();
    within("treasures.ron", "for_one_hero", &[("Treasures", gifts, 1, 1)])
}

fn check_boards(content: &Content) -> Result<(), BadContent> {
    let most = n(content.numbers.row_limit);
    for board in &content.heroes {
        const FILE: &str = "heroes.ron";
        named(FILE, board.id, &board.title, &board.unique.text)?;
        let dice = board.rows.all().iter().map(|dice| n(dice.count())).max().unwrap_or(0);
        within(
            FILE,
            board.id,
            &[
                ("health", n(board.health), 1, 60),
                ("actions", n(board.actions), 1, 5),
                ("actions_max", n(board.actions_max), n(board.actions), 6),
                ("dice of a row", dice, 1, most),
                ("dice on the Power row", n(board.rows.get(board.power).count()), 1, most),
                ("dice for Corruption", n(board.rows.corruption.count()), 0, 0),
                (
                    "forms of the Unique Ability",
                    board.unique.base.len().min(board.unique.upgraded.len()),
                    1,
                    4,
                ),
            ],
        )?;
        if board
            .start
            .iter()
            .chain(&board.level_up)
            .any(|draw| draw.deck == Some(DeckId::Void) || draw.count > 3)
        {
            return wrong(FILE, board.id, "Spells it draws", "Arcane or Divine, at most 3");
        }
    }
    let villain = &content.villain;
    const FILE: &str = "villain.ron";
    let step = content.numbers.villain_step;
    named(FILE, &villain.name, &villain.name, &villain.text)?;
    if villain.health.iter().any(|h| *h == 0 || h % step != 0 || *h > content.numbers.villain_health_max) {
        return wrong(
            FILE,
            &villain.name,
            format!("health {:?}", villain.health),
            format!("multiples of {step}"),
        );
    }
    within(
        FILE,
        &villain.name,
        &[
            ("actions", n(villain.actions), 1, 5),
            ("actions_max", n(villain.actions_max), n(villain.actions), 6),
            ("dice for Corruption", n(villain.rows.corruption.count()), 1, most),
        ],
    )?;
    check_stats("others.ron", "gust", &content.gust.base)?;
    check_stats("others.ron", "gust improved", &content.gust.improved)?;
    check_stats("others.ron", "sheep", &content.sheep.stats)?;
    within("others.ron", "sheep", &[("actions", n(content.sheep.stats.actions), 0, 0)])
}

fn check_tiles(content: &Content) -> Result<(), BadContent> {
    const FILE: &str = "regions.ron";
    let home = |rule| content.tiles_of(Tier::Hawkemoor).filter(|tile| tile.rule == Some(rule)).count();
    within(
        FILE,
        "Hawkemoor",
        &[("keeps", home(RegionRule::Keep), 1, 1), ("first_chumps", home(RegionRule::FirstChumps), 1, 1)],
    )?;
    for tile in [Tier::One, Tier::Two, Tier::Three].into_iter().flat_map(|tier| content.tiles_of(tier)) {
        if let Some(bad) = tile.always.iter().find(|id| !content.layouts.iter().any(|l| l.id == **id)) {
            return wrong(FILE, tile.id, format!("always `{bad}`"), "layouts of layouts.ron");
        }
        let at = |heroes: u8, what: fn(&Icon) -> bool| tile.icons.for_heroes(heroes).filter(what).count();
        let count = |what: fn(&Icon) -> bool| (1..=5).map(|heroes| at(heroes, what)).max().unwrap_or(0);
        within(
            FILE,
            tile.id,
            &[
                ("Treasures", count(|icon| *icon == Icon::Treasure), 0, 4),
                ("Minions", count(|icon| *icon != Icon::Treasure), 0, 4),
            ],
        )?;
    }
    Ok(())
}

/// Every cell has a tile: the Hawkemoor tiles at their places, those that always lie there, and enough others.
fn check_layouts(content: &Content) -> Result<(), BadContent> {
    const FILE: &str = "layouts.ron";
    each_count(FILE, content.layouts.iter().map(|layout| layout.heroes))?;
    for layout in &content.layouts {
        for at in RegionId::all() {
            let home = layout.cells[at.index()] == Cell::Hawkemoor;
            if home != content.hawkemoor(at).is_some() {
                return wrong(
                    FILE,
                    &layout.id,
                    at,
                    "H where a Hawkemoor tile of regions.ron lies, and only there",
                );
            }
        }
        for tier in [Tier::One, Tier::Two, Tier::Three] {
            let cells = layout.cells.iter().filter(|cell| **cell == Cell::Tier(tier)).count();
            let fixed = content.tiles_of(tier).filter(|tile| tile.always.contains(&layout.id)).count();
            let others = content.tiles_of(tier).filter(|tile| tile.always.is_empty()).count();
            if cells < fixed || cells > fixed + others {
                return wrong(
                    FILE,
                    &layout.id,
                    format!("{cells} cells of {}", tier.title()),
                    format!("{fixed} to {}: so many tiles there are for it", fixed + others),
                );
            }
        }
        let shrine =
            |tile: &&TileCard| tile.rule == Some(RegionRule::Shrine) && tile.always.contains(&layout.id);
        let found = Tier::ALL.iter().flat_map(|tier| content.tiles_of(*tier)).filter(shrine).count();
        let wanted = n(content.numbers.shrines);
        within(FILE, &layout.id, &[("Shrines that always lie there", found, wanted, wanted)])?;
    }
    Ok(())
}

fn check_tables(content: &Content) -> Result<(), BadContent> {
    each_count("loot_stash.ron", content.stashes.iter().map(|stash| stash.heroes))?;
    for stash in &content.stashes {
        let entry = format!("{} to {} Heroes", stash.heroes.0, stash.heroes.1);
        check_loot(&entry, &stash.hero_rows)?;
        check_loot(&entry, &stash.villain_rows)?;
        if stash.hero_rows.iter().any(|row| row.health > 0) {
            return wrong("loot_stash.ron", entry, "Health for Heroes", "XP, and perhaps a die");
        }
        if stash.villain_rows.iter().any(|row| row.die.is_some()) {
            return wrong("loot_stash.ron", entry, "a die for the Villain", "XP, and perhaps Health");
        }
    }
    const FILE: &str = "procession.ron";
    let days: Vec<u8> = content.procession.iter().map(|row| row.day).collect();
    if days != (1..=content.numbers.days).collect::<Vec<_>>() {
        return wrong(FILE, "days", format!("{days:?}"), format!("1 to {} in order", content.numbers.days));
    }
    for row in &content.procession {
        named(FILE, row.day, &row.text, &row.text)?;
        within(FILE, row.day, &[("draw", n(row.draw), 0, 3), ("health", n(row.health), 0, 50)])?;
    }
    Ok(())
}

fn check_loot(entry: &str, rows: &[LootRow]) -> Result<(), BadContent> {
    const FILE: &str = "loot_stash.ron";
    if rows.first().is_none_or(|row| row.bounty != 0) {
        return wrong(FILE, entry, "no row for a Bounty of 0", "one, first");
    }
    if let Some(pair) = rows.windows(2).find(|pair| pair[0].bounty >= pair[1].bounty) {
        return wrong(FILE, entry, format!("the row from {}", pair[1].bounty), "rows with rising Bounty");
    }
    match rows.iter().find(|row| row.xp > 20 || row.health > 50) {
        Some(row) => {
            wrong(FILE, entry, format!("the row from {}", row.bounty), "at most 20 XP and 50 Health")
        }
        None => Ok(()),
    }
}

/// Each Hero Count from 1 to 5 has exactly one of them.
fn each_count(file: &'static str, found: impl Iterator<Item = (u8, u8)> + Clone) -> Result<(), BadContent> {
    for heroes in 1..=5 {
        let fit = found.clone().filter(|(low, high)| (low..=high).contains(&&heroes)).count();
        if fit != 1 {
            return wrong(
                file,
                format!("{heroes} Heroes"),
                format!("{fit} entries"),
                "one for each Hero Count",
            );
        }
    }
    Ok(())
}
