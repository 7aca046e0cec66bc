//! Why an action, in the game's words, with exact odds.

use super::{
    fight,
    journey::{can_raise, raises},
    odds::Odds,
    outlook,
};
use kernel::Seat;
use para_roles::{
    Action, actions,
    frame::Frame,
    options::Campaign,
    queries::Look,
    rules::pause,
    state::Charging,
    words::{Deed, Epic, FoeId, Item, Stat, Who},
};

/// A reason for an action; `None` where there is nothing to say.
pub fn because(look: Look, odds: &Odds, seat: Seat, action: Action) -> Option<String> {
    if !look.s.combat.on {
        return outside(look, seat, action);
    }
    Some(match action {
        Action::Attack { enemy } => attack(look, odds, seat, enemy),
        Action::Defend => defend(look, odds, seat),
        Action::JointAttack { ally } => joint(look, odds, seat, ally.seat()),
        Action::ProtectOther { ally } => protect(look, odds, seat, ally.seat()),
        Action::Cure { hero } => cure(look, odds, seat, hero.seat()),
        Action::BoostHeal => format!("succeeds {}; the next Cure then gives 3 HP", trick(look, odds, seat)),
        Action::PreciseStrike => precise(look, odds, seat),
        Action::DoubleDamage => {
            format!("succeeds {}; the next wound then counts double", trick(look, odds, seat))
        }
        Action::Buff { hero, stat } => buff(look, odds, seat, (hero.seat(), stat)),
        Action::Curse { enemy, stat } => curse(look, odds, seat, (enemy, stat)),
        Action::Epic { epic } => declare(look, odds, epic),
        Action::Run { stat, enemy } => run(look, odds, seat, (stat, enemy)),
        Action::Bomb => format!("gets everybody away for sure; {}", danger(look, odds)),
        Action::Flask { hero } => {
            let (hp, max) = health(look, hero.seat());
            format!("brings {} from {hp} to {max} HP without a card", hero_name(look, hero.seat()))
        }
        Action::Begin => return begin(look, seat),
        Action::Reflect => "turns it back on the enemy".to_owned(),
        Action::AuraHealth => {
            let (hp, max) = health(look, seat);
            format!("has {hp} of {max} HP")
        }
        Action::AuraDamage => "every wound counts one more this turn".to_owned(),
        Action::Hero { hero } => return taker(look, odds, hero.seat()),
        Action::Enemy { enemy } => format!("has {} HP", look.foe(enemy).hp),
        Action::Done
        | actions!(set_up)
        | Action::StayDown
        | Action::Summon
        | Action::Command { .. }
        | Action::Release
        | Action::Hide
        | Action::Slot { .. }
        | Action::Swap { .. }
        | actions!(purse)
        | Action::Keep { .. }
        | Action::Evacuate { .. }
        | Action::Mix { .. }
        | Action::Lay { .. }
        | Action::PutBack
        | Action::FromSupply
        | Action::From { .. }
        | Action::Decline
        | Action::HealAll
        | actions!(town)
        | actions!(map)
        | actions!(told) => return None,
    })
}

/// A chance in words: `7 times in 10`.
fn times(chance: f32) -> String {
    let tenths = (chance * 10.0).round() as u32;
    match tenths {
        _ if chance >= 0.9999 => "for sure".to_owned(),
        10 => "almost always".to_owned(),
        0 if chance < 0.0001 => "never".to_owned(),
        0 => format!("once in {}", (1.0 / chance).round() as u32),
        1 => "once in 10".to_owned(),
        n => format!("{n} times in 10"),
    }
}

fn hero_name(look: Look, seat: Seat) -> String {
    look.class(seat).map_or_else(|| "the Peasant".to_owned(), |(class, _)| format!("the {}", class.title()))
}

fn foe_name(look: Look, id: FoeId) -> String {
    format!("the {}", look.foe(id).kind.title())
}

/// HP and the most there can be.
fn health(look: Look, seat: Seat) -> (u8, u16) {
    (look.hero(seat).hp, look.max_hp(Who::Hero(seat)))
}

/// The chance of a check of Trick.
fn trick(look: Look, odds: &Odds, seat: Seat) -> String {
    times(odds.check(look.stat(seat, Stat::Trick)))
}

fn attack(look: Look, odds: &Odds, seat: Seat, aimed: FoeId) -> String {
    let strike = fight::strike(look, odds, seat, aimed);
    let foe = fight::meets(look, aimed);
    let (hp, damage) = (u32::from(look.foe(foe).hp), strike.damage.round() as u32);
    let wounds = times(strike.wounds());
    let name = foe_name(look, foe);
    if look.foe(foe).stance {
        return format!("{name} is on guard, so nothing gets through");
    }
    if damage >= hp {
        format!("finishes {name} {wounds}")
    } else {
        format!("hits {} and wounds {wounds}, which leaves {name} {} HP", times(strike.hit), hp - damage)
    }
}

/// The worst that may come next, if it is known.
fn coming(look: Look, odds: &Odds, seat: Seat) -> Option<String> {
    let hp = look.hero(seat).hp;
    for id in look.s.acting_enemies().filter(|id| !look.foe(*id).stunned) {
        let foe = look.foe(id);
        let name = foe_name(look, id);
        let chance = times(odds.check(look.foe_stat(id, Stat::Trick)));
        let loses = match foe.pending {
            Some(Deed::DragonBreath) => {
                format!("{name}'s breath comes {chance}: {} would lose 2 of {hp} HP", hero_name(look, seat))
            }
            Some(Deed::LifeToDeath) => {
                format!(
                    "{name}'s Life to Death comes {chance}: {} would lose 1 of {hp} HP",
                    hero_name(look, seat)
                )
            }
            Some(Deed::Fear) => format!("{name}'s Fear comes {chance} and spares only who is on guard"),
            Some(deed @ (Deed::DemonWhip | Deed::SeductiveSmile)) => {
                format!("{name} tries {} again, which succeeds {chance}", deed.title())
            }
            _ if foe.boost.is_some() => {
                format!(
                    "{name}'s next hit takes {} HP; {} has {hp}",
                    look.foe_damage(id),
                    hero_name(look, seat)
                )
            }
            _ => continue,
        };
        return Some(loses);
    }
    None
}

fn defend(look: Look, odds: &Odds, seat: Seat) -> String {
    let guard = times(odds.check(look.stat(seat, Stat::Defense)));
    match coming(look, odds, seat) {
        Some(why) => format!("{why}; the guard holds {guard}"),
        None => {
            let (hp, max) = health(look, seat);
            format!("is on guard {guard}, with {hp} of {max} HP")
        }
    }
}

fn joint(look: Look, odds: &Odds, seat: Seat, ally: Seat) -> String {
    let attack = look.stat(ally, Stat::Attack);
    let (one, two) = (times(odds.check(attack)), times(odds.check_twice(attack)));
    format!(
        "succeeds {}; {} then hits {two} instead of {one}",
        trick(look, odds, seat),
        hero_name(look, ally)
    )
}

fn protect(look: Look, odds: &Odds, seat: Seat, ally: Seat) -> String {
    let (own, his) = (odds.check(look.stat(seat, Stat::Defense)), odds.check(look.stat(ally, Stat::Defense)));
    let hp = look.hero(ally).hp;
    let name = hero_name(look, ally);
    let works = trick(look, odds, seat);
    format!("succeeds {works}; {name} ({hp} HP) stops blows {}, his cover {}", times(his), times(own))
}

fn cure(look: Look, odds: &Odds, seat: Seat, ally: Seat) -> String {
    let (hp, max) = health(look, ally);
    let gain = u16::from(look.cure_size(seat, ally));
    let to = (u16::from(hp) + gain).min(max).max(hp.into());
    format!("brings {} from {hp} to {to} HP {}", hero_name(look, ally), trick(look, odds, seat))
}

fn precise(look: Look, odds: &Odds, seat: Seat) -> String {
    let works = trick(look, odds, seat);
    let Some(foe) = look.within_aim().max_by_key(|id| look.foe(*id).hp) else {
        return format!("succeeds {works}");
    };
    let stops = times(odds.check(look.foe_stat(foe, Stat::Defense)));
    format!("succeeds {works}; {} stops a plain hit {stops}", foe_name(look, foe))
}

fn buff(look: Look, odds: &Odds, seat: Seat, (ally, stat): (Seat, Stat)) -> String {
    let value = look.stat(ally, stat);
    let works = trick(look, odds, seat);
    let name = hero_name(look, ally);
    if stat == Stat::Health {
        return format!("succeeds {works}; {name} can then have {} HP", value + 1);
    }
    let (now, then) = (odds.check(value) * 100.0, odds.check((value + 1).min(15)) * 100.0);
    let title = stat.title();
    format!("succeeds {works}; {name}'s {title} then passes {then:.0}% instead of {now:.0}%")
}

fn curse(look: Look, odds: &Odds, seat: Seat, (foe, stat): (FoeId, Stat)) -> String {
    let value = look.foe_stat(foe, stat);
    let works = trick(look, odds, seat);
    let name = foe_name(look, foe);
    if stat == Stat::Health {
        let hp = look.foe(foe).hp.min(u16::from(value.saturating_sub(1)));
        return format!("succeeds {works} and leaves {name} {hp} HP");
    }
    let (now, then) = (odds.check(value) * 100.0, odds.check(value.saturating_sub(1)) * 100.0);
    let title = stat.title();
    format!("succeeds {works}; {name}'s {title} then passes {then:.0}% instead of {now:.0}%")
}

fn declare(look: Look, odds: &Odds, epic: Epic) -> String {
    let out = outlook::outlook(look, odds);
    let holds = (1.0 - out.breaks).max(0.0).powi(2);
    let safe = if out.breaks < 0.001 {
        "nothing here breaks the charge".to_owned()
    } else {
        format!("the charge holds {}", times(holds))
    };
    if epic == Epic::Xxx {
        format!("kills half of the time when it takes effect on the third turn; {safe}")
    } else {
        format!("takes effect on the third turn; {safe}")
    }
}

/// The death clock in words.
fn danger(look: Look, odds: &Odds) -> String {
    let out = outlook::outlook(look, odds);
    format!(
        "the fight needs about {:.0} rounds, the party bears about {:.0}",
        out.kill.max(1.0),
        out.endure.max(1.0)
    )
}

fn run(look: Look, odds: &Odds, seat: Seat, (stat, _): (Stat, FoeId)) -> String {
    let away = times(odds.check(look.stat(seat, stat)));
    let after = if look.g.options.campaign == Campaign::Tower { "; the same enemy waits" } else { "" };
    format!("gets away {away}; {}{after}", danger(look, odds))
}

fn begin(look: Look, seat: Seat) -> Option<String> {
    let hero = look.hero(seat);
    if hero.stunned {
        return Some("is stunned and only loses the turn".to_owned());
    }
    match hero.charge?.what {
        Charging::Epic(epic) => Some(format!("goes on with {}", epic.title())),
        Charging::Summoning => Some("goes on summoning".to_owned()),
    }
}

fn taker(look: Look, odds: &Odds, seat: Seat) -> Option<String> {
    let (hp, max) = health(look, seat);
    let frame = look.s.stack.top()?;
    if matches!(frame, Frame::Blow(_)) {
        let stops = times(odds.check(look.stat(seat, Stat::Defense)));
        return Some(format!("stops it {stops} and has {hp} of {max} HP"));
    }
    Some(format!("has {hp} of {max} HP"))
}

/// Between fights.
fn outside(look: Look, seat: Seat, action: Action) -> Option<String> {
    Some(match action {
        Action::Raise { hero } => format!("{} stands again at full Health", hero_name(look, hero.seat())),
        Action::BuyBack { hero } if raises(look, hero.seat()) => {
            format!("{} can raise the others", hero_name(look, hero.seat()))
        }
        Action::BuyBack { hero } => format!("nobody else can bring {} back", hero_name(look, hero.seat())),
        Action::Flask { hero } => {
            let (hp, max) = health(look, hero.seat());
            format!("brings {} from {hp} to {max} HP", hero_name(look, hero.seat()))
        }
        Action::Buy { item: Item::FlaskSet } => "ten flasks, each a full healing".to_owned(),
        Action::Swap { .. } if look.s.journey.town => "pools treasure for what the town sells".to_owned(),
        Action::Swap { .. } if can_raise(look) => {
            "whoever raises the others should own treasure to be bought back with".to_owned()
        }
        Action::Done if matches!(look.s.stack.top(), Some(Frame::Outside(pause::Frame::Pause { .. }))) => {
            let (hp, max) = health(look, seat);
            format!("nothing left to do, with {hp} of {max} HP")
        }
        // The rest speaks for itself.
        Action::Swap { .. } | Action::Buy { .. } | Action::Done => return None,
        Action::Treasure { hero, stat } => {
            let value = look.stat(hero.seat(), stat);
            format!("{}'s {} rises to {}", hero_name(look, hero.seat()), stat.title(), (value + 1).min(15))
        }
        actions!(set_up)
        | actions!(turn)
        | Action::Slot { .. }
        | actions!(name)
        | Action::Pay { .. }
        | actions!(pick)
        | actions!(shop)
        | actions!(map)
        | actions!(told) => return None,
    })
}
