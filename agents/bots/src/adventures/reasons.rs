//! Why, in the game's words.

use super::{
    desk::Desk,
    plan::Planner,
    pool, prices, shop,
    story::{self, Manner},
};
use ::adventures::{
    Action,
    frame::Frame,
    queries::Look,
    rules::{contest, effects},
    state::Kind,
    words::ItemId,
};
use kernel::Seat;

/// A chance as people say it.
fn of_ten(chance: f32) -> String {
    match (chance.clamp(0.0, 1.0) * 100.0).round() as u32 {
        0 => "hardly ever".to_owned(),
        100 => "for certain".to_owned(),
        hundredths => format!("{hundredths} times in 100"),
    }
}

/// `covers every slot 42 times in 100`, without a full stop.
pub fn because(look: Look, seat: Seat, action: Action) -> Option<String> {
    let frame = *look.s.stack.top()?;
    if frame.is_group()
        && let Some(leader) = leader(look, seat, action)
    {
        return Some(format!("{} wants it, and nothing plainly better is known", look.name(leader)));
    }
    if look.s.contest.kind != Kind::None {
        return contest(look, frame, action);
    }
    story(look, seat, frame, action)
}

/// Somebody else who has voted for it.
fn leader(look: Look, seat: Seat, action: Action) -> Option<Seat> {
    let voted = |s: &Seat| *s != seat && look.s.votes[s.index()] == Some(action);
    look.s.present.into_iter().find(voted)
}

fn contest(look: Look, frame: Frame, action: Action) -> Option<String> {
    if let Frame::Effect(effects::Frame::Chain(_)) = frame {
        return Some("that serves the open slots best".to_owned());
    }
    let building = frame == contest::Frame::Build.into();
    if let Action::Buy { colour } = action {
        let asking =
            look.s.contest.slots.iter().filter(|slot| {
                slot.die.is_none() && slot.colours.len() <= 2 && slot.colours.contains(colour)
            });
        return Some(format!("{} open slots ask for {}", asking.count(), colour.attribute()));
    }
    if action == Action::Pass {
        return Some(if building { enough_dice(look) } else { enough_cards(look) });
    }
    if matches!(action, Action::Play { .. } | Action::Ability { .. }) {
        return Some(played(look));
    }
    if let Action::Pay { row, .. } = action {
        return Some(format!("there is {} to spare", row.attribute()));
    }
    if action == Action::Agree {
        return Some("no other placing leaves better odds".to_owned());
    }
    let changes = matches!(action, Action::Place { .. } | Action::Leave { .. });
    changes.then(|| "the slots that strike or pay come first".to_owned())
}

/// What a contest is about.
fn goal(look: Look) -> &'static str {
    if look.s.contest.kind == Kind::Combat { "the enemy falls" } else { "the check is passed" }
}

fn enough_dice(look: Look) -> String {
    let (first, stop) = pool::buying(look, 24);
    let best = first.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if best == f32::NEG_INFINITY {
        return "no colour that is wanted can be paid".to_owned();
    }
    let kind = if look.s.contest.kind == Kind::Check && look.g.is_single() {
        format!("; as it stands {} {}", goal(look), of_ten(stop))
    } else {
        String::new()
    };
    format!("another die is not worth its stamina{kind}")
}

fn enough_cards(look: Look) -> String {
    let desk = Desk::new(look);
    let done = Planner::new(&desk, 2_000).repair(&desk.now.with_used(u64::MAX)) >= 1.0;
    if done { "every slot can be covered already" } else { "no card left is worth playing" }.to_owned()
}

fn played(look: Look) -> String {
    let desk = Desk::new(look);
    let mut planner = Planner::new(&desk, 2_000);
    let depth = planner.depth().min(2);
    let best = planner.best(&desk.now, depth);
    let sure = planner.repair(&desk.now) >= 0.9 && look.s.contest.kind == Kind::Check;
    match look.s.contest.kind {
        _ if sure => format!("with the right repairs {}", goal(look)),
        Kind::Check => format!("{} {}", goal(look), of_ten(best)),
        Kind::Combat | Kind::None => "it covers more of what strikes".to_owned(),
    }
}

/// Outside of contests.
#[allow(clippy::too_many_lines, reason = "one line an action")]
fn story(look: Look, seat: Seat, frame: Frame, action: Action) -> Option<String> {
    let s = look.s;
    let (least, mean) = prices::vigour(s);
    let health = format!("the party has {} % of its health left", (mean * 100.0).round());
    Some(match action {
        Action::Rest if mean < 0.7 || least < 0.4 => health,
        Action::Rest => "rows and spent cards come back".to_owned(),
        Action::Spend { xp } => format!("{} dice heal what is needed and little more", xp.0),
        Action::Move => "nothing more is to be won here now".to_owned(),
        Action::TheEnd if mean < 0.6 => format!("it is done, and {health}"),
        Action::TheEnd => "what was to be done is done".to_owned(),
        Action::Item => "something the party carries may help here".to_owned(),
        Action::Use { item } => costs(look, item, None),
        Action::Combine { low, high } => costs(look, low, Some(high)),
        Action::Go { to } if s.map.explored & to.bit() == 0 => "nobody has looked there yet".to_owned(),
        Action::Go { .. } => "it is on the way".to_owned(),
        Action::Stop => "there is something to do here".to_owned(),
        Action::Option { option } => {
            let span = look.entry(frame.entry()?).choices;
            let choice = look.g.content.choices[span.range()].get(usize::from(option.0).saturating_sub(1))?;
            match story::manner(&choice.says) {
                Manner::Talk => "words are cheaper than blows".to_owned(),
                Manner::Away => format!("no need to look for trouble: {health}"),
                Manner::Blows if mean > 0.6 => "the party is fit for a fight".to_owned(),
                Manner::Blows => "there is no gentler way left".to_owned(),
                Manner::Plain => "it may bring the party on".to_owned(),
            }
        }
        Action::CombatDice => "one more die in every round of every combat".to_owned(),
        Action::Mastery => "everybody's stamina grows".to_owned(),
        Action::BonusPlay => "one more card when it counts".to_owned(),
        Action::Health { player } => {
            format!("{} has only {} health", look.name(player.seat()), s.sheets[player.seat()].health)
        }
        Action::Purchase { player, card } => {
            let (name, price) = (look.name(player.seat()), look.price(card, player.seat()));
            format!("it suits {name} for {price} gold")
        }
        Action::Done => format!("the rest is kept: {} XP, {} gold", s.journal.xp, s.journal.gold),
        Action::Return { card } => {
            let weak = shop::card_worth(look, card) < 0.4;
            if weak { "it is missed least" } else { "nothing weaker is left" }.to_owned()
        }
        Action::Raise { attribute } => {
            let all: u8 = s.present.into_iter().map(|seat| s.sheets[seat].scores[attribute.index()]).sum();
            let own = s.sheets[seat].scores[attribute.index()];
            format!("the party has {all} {} in all, {own} of it here", attribute.attribute())
        }
        Action::Onward => "the main story waits".to_owned(),
        Action::Normal => "legendary is for those who ask for it".to_owned(),
        // What is left speaks for itself, or belongs to contests.
        Action::Legendary | Action::Hero { .. } | Action::Toughen | Action::Deck { .. } => return None,
        Action::Class { .. } | Action::Substitute { .. } | Action::Join { .. } | Action::Retire { .. } => {
            return None;
        }
        Action::Seat { .. } | Action::Storyteller { .. } | Action::Sidequest => return None,
        Action::CardLimit | Action::Sell { .. } | Action::Drain { .. } | Action::Fill { .. } => return None,
        Action::Buy { .. } | Action::Pay { .. } | Action::Decline | Action::Pass => return None,
        Action::Play { .. } | Action::Ability { .. } | Action::Recover { .. } => return None,
        Action::Target { .. } | Action::Up { .. } | Action::Down { .. } | Action::Enough => return None,
        Action::Treat { .. } | Action::Set { .. } => return None,
        Action::Place { .. } | Action::Leave { .. } | Action::Agree => return None,
    })
}

fn costs(look: Look, one: ItemId, two: Option<ItemId>) -> String {
    match look.item_cost(one) + two.map_or(0, |two| look.item_cost(two)) {
        0 => "it costs nothing to try".to_owned(),
        fatigue => format!("it may be just what is wanted, for {fatigue} fatigue each"),
    }
}
