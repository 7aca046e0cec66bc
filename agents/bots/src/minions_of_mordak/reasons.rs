//! Why an action, in the game's words.

use super::{
    blows, cards,
    growth::at_least,
    scene::{self, mean},
};
use kernel::Seat;
use minions_of_mordak::{
    Action,
    ids::{RegionId, Who},
    queries::Look,
    rules::damage,
    words::{Count, Row, Side, VILLAIN, Window},
};

/// A reason for an action; `None` where there is nothing to say.
pub fn because(look: Look, seat: Seat, action: Action) -> Option<String> {
    Some(match action {
        Action::Roll { row } => roll(look, row)?,
        Action::Move { to } | Action::Step { to } => moves(look, to)?,
        Action::Scout | Action::ScoutOne { .. } => scout(look)?,
        Action::Loot { .. } => "nobody guards it".to_owned(),
        Action::Act { who } => acts(look, who)?,
        Action::StopAll => "nobody else is in reach of anything".to_owned(),
        Action::Attack { region } | Action::Sweep { region } => aim(look, region)?,
        Action::Damage { hits } => deals(look, hits.0)?,
        Action::Spend | Action::Add { tokens: Count(1..) } => {
            format!("{} Hits are just too few", look.s.level().roll.pool)
        }
        Action::Add { .. } => "it would cross no line".to_owned(),
        Action::Buy => format!("keeps Hits for a better roll ({} stored)", look.s.players[seat].plus_ones()),
        Action::Spawn { .. } => {
            format!("{} Minions stand on the Map", look.s.slots().count())
        }
        Action::Place { region } => place(look, seat, region)?,
        Action::Defender { who } => {
            let hero = who.as_hero()?;
            format!("has {} Health and can take it best", look.s.players[hero].health)
        }
        Action::React { .. } | Action::ReactWith { .. } => reacts(look)?,
        Action::Surge { .. } => format!("holds {} Spells", look.s.players[seat].hand.len()),
        Action::Learn { row } | Action::Train { row, .. } => {
            let dice = look.s.players[seat].rows[row.index()];
            format!("{} makes {:.1} Hits so far", row.title(), mean(dice))
        }
        Action::Hasten => format!("{} Action Points are few", look.s.players[seat].ap),
        Action::Target { who } => target(look, who)?,
        // The rest speaks for itself.
        Action::PickHero { .. }
        | Action::Join { .. }
        | Action::Wait
        | Action::Stay
        | Action::Leave
        | Action::First
        | Action::Last
        | Action::Stop
        | Action::Use { .. }
        | Action::End
        | Action::Boost { .. }
        | Action::Reroll { .. }
        | Action::Keep
        | Action::Cast { .. }
        | Action::Done
        | Action::Region { .. }
        | Action::Pass
        | Action::Gain { .. }
        | Action::Drop { .. }
        | Action::Decline
        | Action::Accept
        | Action::Deck { .. }
        | Action::Discard { .. }
        | Action::Show { .. }
        | Action::Reorder { .. }
        | Action::Next { .. }
        | Action::Return { .. }
        | Action::Equip { .. }
        | Action::Cash { .. } => return None,
    })
}

fn times(chance: f32) -> String {
    match (10.0 * chance).round() as u8 {
        0 => "hardly ever".to_owned(),
        10.. => "nearly always".to_owned(),
        n => format!("{n} times in 10"),
    }
}

/// Hits that would fell who defends a Region against this Character, and its name.
fn felling(look: Look, by: Who, region: RegionId) -> Option<(u8, String)> {
    match look.side(by) {
        Side::Heroes => {
            let who = look.defending_villain(region)?;
            let Some(slot) = who.as_minion() else {
                return Some((look.s.players[VILLAIN].health, look.name(who)));
            };
            let armor = u8::from(look.stats(slot).abilities.armor);
            Some((damage::thresholds(look, slot).1 + armor, look.name(who)))
        }
        Side::Villain => {
            let hero = blows::defender(look, region)?;
            Some((look.s.players[hero].health, look.name(Who::hero(hero))))
        }
    }
}

fn roll(look: Look, row: Row) -> Option<String> {
    let who = look.s.level().actor;
    let dice = look.row_dice(who, row).plus(look.bonus_dice(who, row));
    let here = look.region(who);
    let expected = format!("{:.1} Hits expected", mean(dice));
    let aim = match row {
        Row::Melee => here.is_on_map().then_some(here).filter(|here| look.enemies_in(who, *here)),
        Row::Ranged => {
            let foes = scene::foes(look, look.side(who));
            look.adjacent(here).and(foes).iter().next()
        }
        Row::Magic | Row::Corruption => None,
    };
    let Some((hits, name)) = aim.and_then(|at| felling(look, who, at)) else { return Some(expected) };
    let often = times(at_least(dice, hits));
    Some(format!("{expected}; Defeats {name} {often}"))
}

fn moves(look: Look, to: RegionId) -> Option<String> {
    let who = look.s.level().actor;
    if look.enemies_in(who, to) {
        let (_, name) = felling(look, who, to)?;
        return Some(format!("goes for {name}"));
    }
    let hidden = look.adjacent(to).minus(look.s.revealed).len();
    let away = scene::steps_to(to, scene::foes(look, look.side(who)));
    Some(match (look.side(who), hidden) {
        (Side::Heroes, 1..) if !look.s.final_battle => "there is more to Scout from there".to_owned(),
        (Side::Heroes, _) if look.s.treasures[to.index()] > 0 => "Treasure lies there".to_owned(),
        (_, _) if away < scene::FAR => format!("is {away} steps from the next enemy there"),
        (_, _) => return None,
    })
}

fn scout(look: Look) -> Option<String> {
    let level = look.s.level();
    let missing = look.s.shrines_needed.saturating_sub(look.s.shrines);
    let seat = level.actor.as_hero()?;
    let health = look.s.players[seat].health;
    Some(format!(
        "{missing} Shrines are still to be found; {} AP and {health} Health are left for what comes out",
        level.ap
    ))
}

fn acts(look: Look, who: Who) -> Option<String> {
    let slot = who.as_minion()?;
    let region = look.s.minion(slot).region;
    let away = scene::steps_to(region, scene::heroes(look));
    Some(match away {
        0 => {
            let (health, name) = felling(look, who, region)?;
            format!("stands beside {name}, who has {health} Health")
        }
        scene::FAR => return None,
        away => {
            format!("is {away} steps from the next Hero and makes {:.1} Hits", scene::power(look.stats(slot)))
        }
    })
}

fn aim(look: Look, region: RegionId) -> Option<String> {
    let level = look.s.level();
    let (needed, name) = felling(look, level.actor, region)?;
    let hits = level.roll.pool;
    Some(if hits >= needed {
        format!("{hits} Hits Defeat {name}")
    } else {
        format!("{hits} of the {needed} Hits that Defeat {name}")
    })
}

fn deals(look: Look, hits: u8) -> Option<String> {
    let attack = &look.s.level().attack;
    let target = attack.target;
    let dealt = hits.saturating_add(attack.amount).saturating_sub(damage::prevention(look));
    if dealt == 0 {
        return None;
    }
    let name = look.name(target);
    if dealt >= damage::to_defeat(look) {
        return Some(format!("Defeats {name}"));
    }
    match target.as_player() {
        Some(seat) => {
            Some(format!("leaves {name} {} Health", look.s.players[seat].health.saturating_sub(dealt)))
        }
        None => {
            let wound = target.as_minion().and_then(|slot| damage::thresholds(look, slot).0);
            wound.filter(|wound| dealt >= *wound).map(|_| format!("Wounds {name}"))
        }
    }
}

fn place(look: Look, seat: Seat, region: RegionId) -> Option<String> {
    if seat != VILLAIN {
        return None;
    }
    if look.s.treasures[region.index()] > 0 {
        return Some("keeps the Treasure there from the Heroes".to_owned());
    }
    match scene::steps_to(region, scene::heroes(look)) {
        0 => Some("pins whoever stands there".to_owned()),
        scene::FAR => None,
        away => Some(format!("is {away} steps from the next Hero")),
    }
}

fn reacts(look: Look) -> Option<String> {
    let level = look.s.level();
    let attack = &level.attack;
    Some(match cards::window(look.s.stack.top())? {
        Window::Damage => {
            format!(
                "{} is about to take {}",
                look.name(attack.target),
                attack.damage.saturating_sub(attack.prevented)
            )
        }
        Window::Defeat => format!("{} would be Defeated", look.name(attack.target)),
        Window::Rolled | Window::Modify => {
            format!("{} has {} Hits", look.name(level.actor), level.roll.pool)
        }
        Window::Begins => format!("{} has {} AP for this Turn", look.name(level.actor), level.ap),
        Window::Targeted => format!("{} is attacked", look.name(attack.target)),
        Window::Cast => format!("{} would do harm", cards::playing(look)?),
        Window::Declared | Window::Spawned | Window::LevelUp => return None,
    })
}

fn target(look: Look, who: Who) -> Option<String> {
    if let Some(slot) = who.as_minion() {
        return Some(format!("makes {:.1} Hits a Turn", scene::power(look.stats(slot))));
    }
    let seat = who.as_player()?;
    Some(format!("has {} Health", look.s.players[seat].health))
}
