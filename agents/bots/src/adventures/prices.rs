//! What things are worth, in shares of a passed check or a won combat. From the specification's bot notes, part 7.4.

use ::adventures::{State, content::cards::Flag, queries::Look, state::Sheet};

/// Gold and XP gained.
pub const XP: f32 = 0.06;
pub const GOLD: f32 = 0.04;
/// A bonus play token, until the next rest.
pub const TOKEN: f32 = 0.06;
/// A stamina in a row.
pub const STAMINA: f32 = 0.02;
/// The whole party falls.
pub const FALL: f32 = 1.5;
/// One fatigue on every hero.
const FATIGUE: f32 = 0.045;
/// Below this a hero is in danger, and each fatigue counts so much more.
const DANGER: u8 = 5;
const STEEP: f32 = 2.5;

/// Where a single check or combat is all there is, nothing else counts but as a tie-break.
#[must_use]
pub fn care(look: Look) -> f32 {
    if look.g.is_single() { 0.02 } else { 1.0 }
}

/// What using a card or an ability with this flag costs.
#[must_use]
pub const fn tool(flag: Flag, combat: bool) -> f32 {
    match flag {
        Flag::None if combat => 0.01,
        Flag::None => 0.002,
        Flag::Spent => 0.05,
        Flag::Once => 0.08,
        Flag::Return => 0.12,
    }
}

/// What one fatigue for every hero costs now.
#[must_use]
pub fn fatigue_each(look: Look) -> f32 {
    let s = look.s;
    let count = f32::from(s.players().max(1));
    s.present.into_iter().map(|seat| fatigue(&s.sheets[seat])).sum::<f32>() / count * care(look)
}

/// What one fatigue costs this hero, in a party of one.
#[must_use]
pub fn fatigue(sheet: &Sheet) -> f32 {
    match sheet.health.saturating_sub(sheet.fatigue) {
        0 => 0.0,
        slack if slack <= DANGER => FATIGUE * STEEP,
        _ => FATIGUE,
    }
}

/// What the party's strength is worth outside of any check: the sum of all that a check can cost.
#[must_use]
pub fn strength(look: Look) -> f32 {
    let s = look.s;
    let mut sum = XP * f32::from(s.journal.xp.min(12)) + GOLD * f32::from(s.journal.gold.min(15));
    sum += TOKEN * f32::from(s.journal.tokens);
    let mut heroes = 0.0;
    for seat in s.present {
        let sheet = &s.sheets[seat];
        let slack = f32::from(sheet.health.saturating_sub(sheet.fatigue));
        let danger = f32::from(DANGER);
        heroes += FATIGUE * (slack + (STEEP - 1.0) * slack.min(danger));
        heroes += STAMINA * f32::from(sheet.row_sum());
        sum += if sheet.ready { tool(Flag::Spent, false) } else { 0.0 };
        for card in sheet.hand.iter() {
            sum += tool(look.card(card).flag, false);
        }
    }
    sum += heroes / f32::from(s.players().max(1));
    if s.all_exhausted() { sum - FALL } else { sum }
}

/// The share of health the weakest and the average hero have left.
#[must_use]
pub fn vigour(s: &State) -> (f32, f32) {
    let (mut least, mut sum) = (1.0f32, 0.0);
    for seat in s.present {
        let sheet = &s.sheets[seat];
        let share = f32::from(sheet.health.saturating_sub(sheet.fatigue)) / f32::from(sheet.health.max(1));
        least = least.min(share);
        sum += share;
    }
    (least, sum / f32::from(s.players().max(1)))
}
