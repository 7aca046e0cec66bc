//! Why, in the game's words.

use super::{
    desk::Desk,
    plan::Planner,
    pool, prices, shop,
    story::{self, Manner},
};
use ::adventures::{Action, frame::Frame, queries::Look, state::Kind, words::ItemId};
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
    between(look, seat, action).or_else(|| tale(look, frame, action))
}

/// Somebody else who has voted for it.
fn leader(look: Look, seat: Seat, action: Action) -> Option<Seat> {
    let voted = |s: &Seat| *s != seat && look.s.votes[s.index()] == Some(action);
    look.s.present.into_iter().find(voted)
}

fn contest(look: Look, frame: Frame, action: Action) -> Option<String> {
    let goal = if look.s.contest.kind == Kind::Combat { "the enemy falls" } else { "the check is passed" };
    match (frame, action) {
        (Frame::Build, Action::Buy { colour }) => {
            let asking = look.s.contest.slots.iter().filter(|slot| {
                slot.die.is_none() && slot.colours.len() <= 2 && slot.colours.contains(colour)
            });
            Some(format!("{} open slots ask for {}", asking.count(), colour.attribute()))
        }
        (Frame::Build, Action::Pass) => {
            let (first, stop) = pool::buying(look, 24);
            let best = first.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            if best == f32::NEG_INFINITY {
                return Some("no colour that is wanted can be paid".to_owned());
            }
            let kind = if look.s.contest.kind == Kind::Check && look.g.is_single() {
                format!("; as it stands {goal} {}", of_ten(stop))
            } else {
                String::new()
            };
            Some(format!("another die is not worth its stamina{kind}"))
        }
        (Frame::Manipulate, action) => manipulate(look, action, goal),
        (Frame::Effect { .. }, _) => Some("that serves the open slots best".to_owned()),
        (_, Action::Pay { row, .. }) => Some(format!("there is {} to spare", row.attribute())),
        (_, Action::Agree) => Some("no other placing leaves better odds".to_owned()),
        (_, Action::Place { .. } | Action::Leave { .. }) => {
            Some("the slots that strike or pay come first".to_owned())
        }
        _ => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only plays and passing are answered here")]
fn manipulate(look: Look, action: Action, goal: &str) -> Option<String> {
    let desk = Desk::new(look);
    let mut planner = Planner::new(&desk, 2_000);
    let bare = desk.now.with_used(u64::MAX);
    match action {
        Action::Pass if planner.repair(&bare) >= 1.0 => Some("every slot can be covered already".to_owned()),
        Action::Pass => Some("no card left is worth playing".to_owned()),
        Action::Play { .. } | Action::Ability { .. } => {
            let depth = planner.depth().min(2);
            let best = planner.best(&desk.now, depth);
            let sure = planner.repair(&desk.now) >= 0.9 && look.s.contest.kind == Kind::Check;
            Some(match look.s.contest.kind {
                _ if sure => format!("with the right repairs {goal}"),
                Kind::Check => format!("{goal} {}", of_ten(best)),
                Kind::Combat | Kind::None => "it covers more of what strikes".to_owned(),
            })
        }
        _ => None,
    }
}

fn tale(look: Look, frame: Frame, action: Action) -> Option<String> {
    let (least, mean) = prices::vigour(look.s);
    let health = format!("the party has {} % of its health left", (mean * 100.0).round());
    match (frame, action) {
        (_, Action::Rest) if mean < 0.7 || least < 0.4 => Some(health),
        (_, Action::Rest) => Some("rows and spent cards come back".to_owned()),
        (_, Action::Spend { xp }) => Some(format!("{} dice heal what is needed and little more", xp.0)),
        (_, Action::Move) => Some("nothing more is to be won here now".to_owned()),
        (_, Action::TheEnd) if mean < 0.6 => Some(format!("it is done, and {health}")),
        (_, Action::TheEnd) => Some("what was to be done is done".to_owned()),
        (_, Action::Item) => Some("something the party carries may help here".to_owned()),
        (_, Action::Use { item }) => Some(costs(look, item, None)),
        (_, Action::Combine { low, high }) => Some(costs(look, low, Some(high))),
        (_, Action::Go { to }) if look.s.map.explored & to.bit() == 0 => {
            Some("nobody has looked there yet".to_owned())
        }
        (_, Action::Go { .. }) => Some("it is on the way".to_owned()),
        (_, Action::Stop) => Some("there is something to do here".to_owned()),
        (Frame::Choice { entry }, Action::Option { option }) => {
            let span = look.entry(entry).choices;
            let choice = look.g.content.choices[span.range()].get(usize::from(option.0).saturating_sub(1))?;
            Some(match story::manner(&choice.says) {
                Manner::Talk => "words are cheaper than blows".to_owned(),
                Manner::Away => format!("no need to look for trouble: {health}"),
                Manner::Blows if mean > 0.6 => "the party is fit for a fight".to_owned(),
                Manner::Blows => "there is no gentler way left".to_owned(),
                Manner::Plain => "it may bring the party on".to_owned(),
            })
        }
        _ => None,
    }
}

fn costs(look: Look, one: ItemId, two: Option<ItemId>) -> String {
    match look.item_cost(one) + two.map_or(0, |two| look.item_cost(two)) {
        0 => "it costs nothing to try".to_owned(),
        fatigue => format!("it may be just what is wanted, for {fatigue} fatigue each"),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what is left speaks for itself")]
fn between(look: Look, seat: Seat, action: Action) -> Option<String> {
    let s = look.s;
    match action {
        Action::CombatDice => Some("one more die in every round of every combat".to_owned()),
        Action::Mastery => Some("everybody's stamina grows".to_owned()),
        Action::BonusPlay => Some("one more card when it counts".to_owned()),
        Action::Health { player } => {
            Some(format!("{} has only {} health", look.name(player.seat()), s.sheets[player.seat()].health))
        }
        Action::Purchase { player, card } => Some(format!(
            "it suits {} for {} gold",
            look.name(player.seat()),
            look.price(card, player.seat())
        )),
        Action::Done => Some(format!("the rest is kept: {} XP, {} gold", s.journal.xp, s.journal.gold)),
        Action::Return { card } => {
            let weak = shop::card_worth(look, card) < 0.4;
            Some(if weak { "it is missed least" } else { "nothing weaker is left" }.to_owned())
        }
        Action::Raise { attribute } => {
            let all: u8 = s.present.into_iter().map(|seat| s.sheets[seat].scores[attribute.index()]).sum();
            Some(format!(
                "the party has {all} {} in all, {} of it here",
                attribute.attribute(),
                s.sheets[seat].scores[attribute.index()]
            ))
        }
        Action::Onward => Some("the main story waits".to_owned()),
        Action::Normal => Some("legendary is for those who ask for it".to_owned()),
        _ => None,
    }
}
