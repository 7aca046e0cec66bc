//! What each action does, in the game's words.

use crate::{
    action::Action,
    actions,
    event::glyph,
    frame::{Frame, Goods},
    queries::Look,
    rules::{pause, treasure},
    state::{Charging, Name},
    words::{HeroId, Stat, Who},
};
use kernel::Seat;

fn hero(look: Look, id: HeroId) -> String {
    let hero = look.hero(id.seat());
    format!("{} ({} of {} HP)", look.name(Who::Hero(id.seat())), hero.hp, look.max_hp(Who::Hero(id.seat())))
}

fn who(look: Look, who: Who) -> String {
    match who {
        Who::Hero(seat) => hero(look, seat.into()),
        Who::Foe(id) => format!("{} ({} HP)", look.name(who), look.foe(id).hp),
    }
}

fn stat_of(look: Look, target: Who, stat: Stat) -> String {
    let value = match target {
        Who::Hero(seat) => look.stat(seat, stat),
        Who::Foe(foe) => look.foe_stat(foe, stat),
    };
    format!("{}'s {} ({value})", look.name(target), stat.title())
}

/// The label of an action of this seat.
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    let idle = if crate::legal::is_idle(look, seat, action) { " [no effect now]" } else { "" };
    words(look, seat, action) + idle
}

#[allow(clippy::too_many_lines, reason = "one line a variant")]
fn words(look: Look, seat: Seat, action: Action) -> String {
    let cost = |goods| treasure::price(look.g, goods);
    let whom = |hero: HeroId| look.name(Who::Hero(hero.seat()));
    let stat = |stat| look.stat(seat, stat);
    let trick = format!("Trick {}", stat(Stat::Trick));
    match action {
        // --- the single action of a turn
        Action::Begin => begin(look, seat),
        Action::Attack { enemy } => {
            format!("Attack {} (Attack {})", who(look, Who::Foe(enemy)), stat(Stat::Attack))
        }
        Action::Defend => format!("Defend Self (Defense {})", stat(Stat::Defense)),
        Action::JointAttack { ally } => format!("Joint Attack with {} ({trick})", hero(look, ally)),
        Action::ProtectOther { ally } => format!("Protect {} ({trick})", hero(look, ally)),
        Action::Cure { hero: id } => format!("Cure {} ({trick})", hero(look, id)),
        Action::BoostHeal => format!("Boost Heal: the next Cure gives 3 ({trick})"),
        Action::PreciseStrike => format!("Precise Strike: the next hit skips Defense ({trick})"),
        Action::DoubleDamage => format!("Double Damage: the next wound counts double ({trick})"),
        Action::Buff { hero, stat } => {
            format!("Buff {} by 1 ({trick})", stat_of(look, Who::Hero(hero.seat()), stat))
        }
        Action::Curse { enemy, stat } => {
            format!("Curse {} by 1 ({trick})", stat_of(look, Who::Foe(enemy), stat))
        }
        Action::Epic { epic } => {
            format!("Begin the EPIC {} (three turns): {}", epic.title(), look.g.content.epic(epic).text)
        }
        Action::Slot { slot, ability } => format!("Put {} into slot {slot}", ability.title()),
        Action::Run { stat: by, enemy } => {
            format!("Run away from {} ({} {})", look.name(Who::Foe(enemy)), by.title(), stat(by))
        }
        Action::Swap { from } => format!("Move a treasure card from {}", from.title()),
        Action::Flask { hero: id } => {
            format!("Flask: heal {} fully ({} left)", hero(look, id), look.s.items.flasks)
        }
        Action::Bomb => format!("Smoke bomb: leave all enemies ({} left)", look.s.items.bombs),
        Action::Summon => "Open the Summoning Book (three turns)".to_owned(),
        Action::Command { deed, target } => {
            format!("Command the creature: {} ({})", deed.title(), look.name(target))
        }
        Action::Release => "Let the creature go (this takes the turn)".to_owned(),
        Action::Hide => "Hide in a hollow tree".to_owned(),
        Action::StayDown => "Stay down".to_owned(),
        // --- choices inside something else
        Action::Take { card } => format!("Take {}", glyph(card)),
        Action::Redraw { stat } => {
            format!("Redraw {} ({})", stat.title(), look.hero(seat).cards[stat.index()])
        }
        Action::Keep { card } => format!("Keep {}", glyph(card)),
        Action::ChooseRole { role } => format!("Become {}", role.title()),
        Action::ChooseClass { class } => {
            let (one, two) = look.g.content.pair(class);
            format!("Become {} ({} and {})", class.title(), one.title(), two.title())
        }
        Action::ChooseRoleEpic { epic } => format!("Also know {}", epic.title()),
        Action::LayToken { hero, stat } => {
            format!("Token on {}", stat_of(look, Who::Hero(hero.seat()), stat))
        }
        Action::Hero { hero: id } => hero(look, id),
        Action::Enemy { enemy } => who(look, Who::Foe(enemy)),
        Action::Evacuate { healer, patient } => {
            format!("Healer {}, patient {}", hero(look, healer), hero(look, patient))
        }
        Action::AuraHealth => "Holy Aura: 1 HP".to_owned(),
        Action::AuraDamage => "Holy Aura: 1 more damage on each hit".to_owned(),
        Action::Mix { mix } => {
            let [h, d, s, c] = mix.counts();
            format!("Draw {h} ♥, {d} ♦, {s} ♠, {c} ♣")
        }
        Action::Lay { target } => format!("Lay it on {}", who(look, target)),
        Action::PutBack => "Put it back".to_owned(),
        Action::FromSupply => "Take a token from the supply".to_owned(),
        Action::From { target, stat } => format!("Take the token from {}", stat_of(look, target, stat)),
        Action::Reflect => "Turn it back with the Mirror Shield".to_owned(),
        Action::Decline => "Keep the Mirror Shield down".to_owned(),
        Action::Treasure { hero, stat } => treasure_words(look, seat, hero, stat),
        Action::Pay { from } => format!("Pay from {}", from.title()),
        // --- outside combat
        Action::Done => "Done".to_owned(),
        Action::Upgrade { stat } => {
            let next = treasure::next_card(look.s, seat, stat)
                .map_or_else(String::new, |rank| format!(" to {rank}"));
            format!("Raise {}{next} ({} treasure)", stat.title(), cost(Goods::Upgrade(stat)))
        }
        Action::Learn { ability } => {
            format!("Learn {} ({} treasure)", ability.title(), cost(Goods::Ability(ability)))
        }
        Action::Become { role, ability } => {
            format!(
                "Become {} with {} ({} treasure)",
                role.title(),
                ability.title(),
                cost(Goods::PeasantEpic)
            )
        }
        Action::LearnSecond => format!("Learn the second ability ({} treasure)", cost(Goods::PeasantAbility)),
        Action::LearnEpic => format!("Learn the EPIC ({} treasure)", cost(Goods::PeasantEpic)),
        Action::Buy { item } => format!("Buy: {} ({} treasure)", item.title(), cost(Goods::Item(item))),
        Action::HandOver { item, hero } => {
            format!("Hand {} to {}", item.title(), whom(hero))
        }
        Action::Scroll => format!("Read a scroll: to town and back ({} left)", look.s.items.scrolls),
        Action::Raise { hero } => raise(look, whom(hero)),
        Action::BuyBack { hero } => {
            let fallen = look.hero(hero.seat());
            format!("Bring back {} for all {} treasure", whom(hero), fallen.treasures())
        }
        Action::Go { way } => format!("Go {way}"),
        Action::Room { room } => format!("Go to room {room}"),
        Action::Down => "Take the stairs down".to_owned(),
        Action::Rift { suit } => format!("Enter the {} rift", suit.glyph()),
        Action::FaceAncient => "Face the Ancient One".to_owned(),
        Action::Camp => "Make camp: swap, heal, rearrange".to_owned(),
        Action::Leave => "Leave by the way you came in".to_owned(),
        Action::HealAll => "Every living hero regains 3 HP".to_owned(),
        actions!(told) => action.to_string(),
    }
}

fn begin(look: Look, seat: Seat) -> String {
    let hero = look.hero(seat);
    match hero.charge.map(|c| (c.what, c.turns)) {
        _ if hero.stunned => "Take the turn (stunned: the action is lost)".to_owned(),
        Some((Charging::Epic(epic), turns)) => format!("Go on with {} ({} of 3)", epic.title(), turns + 1),
        Some((Charging::Summoning, turns)) => format!("Go on summoning ({} of 3)", turns + 1),
        None => "Begin the turn".to_owned(),
    }
}

fn treasure_words(look: Look, seat: Seat, hero: HeroId, stat: Stat) -> String {
    let own = matches!(look.s.stack.top(), Some(Frame::Treasure(treasure::Frame::Lay { .. })));
    if own {
        format!("Under {} ({})", stat.title(), look.stat(seat, stat))
    } else {
        format!("To {}", stat_of(look, Who::Hero(hero.seat()), stat))
    }
}

fn raise(look: Look, name: Name) -> String {
    if look.s.stack.top() == Some(&Frame::Outside(pause::Frame::HeartsChoice)) {
        format!("{name} returns with 1 HP")
    } else {
        format!("Resurrect {name} (no EPIC in one more combat)")
    }
}
