//! What each action means and what the game waits for, in the game's words.

use crate::{
    Action,
    event::{counted, glyph},
    frame::Frame,
    queries::Look,
    words::{AbilityId, AreaId, BodyId, CharId, Paid, value},
};
use kernel::{Seat, Turn};

fn area(look: Look, at: AreaId) -> String {
    let name = look.board().area_name(at);
    if name == at.to_string() { name } else { format!("{name} ({at})") }
}

fn price(cost: u8, treasure: Paid) -> String {
    match (cost - treasure.0.min(cost), treasure.0) {
        (tokens, 0) => counted(tokens, "token"),
        (0, treasure) => counted(treasure, "treasure"),
        (tokens, treasure) => format!("{} and {}", counted(tokens, "token"), counted(treasure, "treasure")),
    }
}

fn body(look: Look, card: BodyId) -> String {
    let body = look.g.content.body(card);
    match body.class {
        Some(class) => {
            format!("{}, {} {} ({})", body.name, class.title(), body.level, counted(body.coins, "coin"))
        }
        None => format!("{}, minion ({})", body.name, counted(body.coins, "coin")),
    }
}

fn ability(look: Look, id: AbilityId) -> String {
    look.g.content.ability(id).name.clone()
}

fn attack(look: Look, who: CharId, with: AbilityId) -> String {
    format!("{} attacks with {}", look.name(who), look.weapon_name(who, with))
}

/// What an action does.
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    set_up(look, seat, action).or_else(|| in_turn(look, action)).unwrap_or_else(|| inside(look, action))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is labelled below")]
fn set_up(look: Look, seat: Seat, action: Action) -> Option<String> {
    Some(match action {
        Action::Warband { warband } => {
            let band = look.g.content.warband(warband)?;
            let who: Vec<&str> =
                band.members.iter().map(|m| look.g.content.body(m.body).name.as_str()).collect();
            format!("{}, a {}: {}", band.name, band.formation, who.join(", "))
        }
        Action::Form { formation } => format!("build a {formation}"),
        Action::Recruit { card } => format!("recruit {}", body(look, card)),
        Action::Bench { card } => format!("list {} on the bench", body(look, card)),
        Action::Learn { ability } => {
            let card = look.g.content.ability(ability);
            format!("{} ({}): {}", card.name, counted(card.coins, "coin"), card.text)
        }
        Action::Ready => "the formation is ready".to_owned(),
        Action::Buy { cards } if cards.0 == 0 => "buy no cards".to_owned(),
        Action::Buy { cards } => {
            format!("buy {} for {}", counted(cards.0, "card"), counted(cards.0, "treasure"))
        }
        Action::Initiative { card } => {
            let tokens = (value(card) + look.s.sides[seat].stored).min(10);
            format!("initiative {}: {}", glyph(card), counted(tokens, "token"))
        }
        Action::Blind => "initiative from the top of the deck".to_owned(),
        Action::Zone { area: at } => format!("deploy in {}", area(look, at)),
        Action::Edge { edge } => format!("deploy at the {edge} edge"),
        Action::Place { area: at } => format!("stand in {}", area(look, at)),
        Action::Breakthrough { area: at } => format!("break through to {}", area(look, at)),
        Action::Defender { who } => format!("{} defends", look.name(who)),
        Action::NoDefender => "name no defender".to_owned(),
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is labelled above and below")]
fn in_turn(look: Look, action: Action) -> Option<String> {
    let cost = |with, empower| crate::rules::attack::cost(look, with, empower);
    Some(match action {
        Action::Move { who, to, treasure } => {
            format!("{} moves to {} ({})", look.name(who), area(look, to), price(1, treasure))
        }
        Action::Draw { treasure } => format!("draw a card ({})", price(1, treasure)),
        Action::Search { who } => format!("{} searches for treasure (1 token)", look.name(who)),
        Action::Attack { who, with, treasure } => {
            format!("{} ({})", attack(look, who, with), price(cost(with, false), treasure))
        }
        Action::Empower { who, with, treasure } => {
            format!("{}, empowered ({})", attack(look, who, with), price(cost(with, true), treasure))
        }
        Action::Use { who, ability: id, treasure } => {
            let tokens = look.g.content.ability(id).tokens;
            format!("{} uses {} ({})", look.name(who), ability(look, id), price(tokens, treasure))
        }
        Action::Deploy { who, to } => {
            let price = counted(look.bench_price(who), "treasure");
            format!("{} joins in {} for {price}", look.name(who), area(look, to))
        }
        Action::End if look.s.spent => "end the turn".to_owned(),
        Action::End => "pass".to_owned(),
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is labelled above")]
fn inside(look: Look, action: Action) -> String {
    match action {
        Action::Target { who } => look.name(who),
        Action::Area { area: at } => area(look, at),
        Action::Deck => "the top of the deck".to_owned(),
        Action::Hand { card } => format!("{} from hand", glyph(card)),
        Action::Pick { card } => format!("{} counts", glyph(card)),
        Action::Keep => "keep the card".to_owned(),
        Action::Redraw => "a second look: turn another".to_owned(),
        Action::Sprint => "try to sprint".to_owned(),
        Action::Stop => "stop here".to_owned(),
        Action::Go { to } => format!("go to {}", area(look, to)),
        Action::Stay => "stay".to_owned(),
        Action::Answer { who } => format!("{} defends first", look.name(who)),
        Action::Expertise { card } => format!("add {} by expertise", glyph(card)),
        Action::Overclock => "overclock".to_owned(),
        Action::Decline => "decline".to_owned(),
        Action::React { who, ability: id } => format!("{} reacts with {}", look.name(who), ability(look, id)),
        Action::Pass => "no reaction".to_owned(),
        Action::Lay { card } => format!("lay {}", glyph(card)),
        Action::Take { card } => format!("keep {}", glyph(card)),
        Action::Discard { card } => format!("discard {}", glyph(card)),
        Action::Turn { card } => format!("{} came", glyph(card)),
        other => other.to_string(),
    }
}

/// What the game waits for.
#[must_use]
pub fn prompt(look: Look) -> String {
    let Some(frame) = look.s.stack.top().copied() else { return "the game is over".to_owned() };
    let name = |who| look.name(who);
    if look.s.turn == Turn::Chance {
        return chance_prompt(look, frame);
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "these are chance, or never wait")]
    match frame {
        Frame::Build => "everybody chooses a formation in secret".to_owned(),
        Frame::Buy => "how many cards to buy before the first initiative?".to_owned(),
        Frame::Choose => "everybody lays an initiative card face down".to_owned(),
        Frame::TieChoose { .. } => "the tied players each lay a card face down".to_owned(),
        Frame::Zones { .. } => "where to deploy?".to_owned(),
        Frame::Placing { place, slot } => {
            let who = CharId::new(look.s.order[usize::from(place)], usize::from(slot));
            format!("where does {} stand?", name(who))
        }
        Frame::Goals { .. } => "which area to break through to?".to_owned(),
        Frame::Name { .. } => "who defends the garrison?".to_owned(),
        Frame::Act => format!("{}: what to do?", look.s.active()),
        Frame::Play { who, how } if how.attack() => format!("{} attacks: hand or deck?", name(who)),
        Frame::Play { who, .. } => format!("a card for {}: hand or deck?", name(who)),
        Frame::TurnUp { seat } => format!("{seat} has no deck: a hand card must do"),
        Frame::Pick { who, .. } => format!("which card counts for {}?", name(who)),
        Frame::SecondLook { who, .. } => format!("{}: keep the card, or a second look?", name(who)),
        Frame::SprintAsk { who } => format!("{}: sprint?", name(who)),
        Frame::SprintTo { who }
        | Frame::StrideTo { who, .. }
        | Frame::Slip { who }
        | Frame::Blink { who }
        | Frame::March { who } => {
            format!("where does {} go?", name(who))
        }
        Frame::Push { subject, .. } => format!("where is {} pushed?", name(subject)),
        Frame::Marshal { .. } => "which minion goes on?".to_owned(),
        Frame::Aim { actor, ability: id } | Frame::Subject { who: actor, ability: id } => {
            format!("{}: {} on whom?", name(actor), ability(look, id))
        }
        Frame::LookKeep { .. } => "which card to keep?".to_owned(),
        Frame::Lay { subject, .. } => format!("which card on {}?", name(subject)),
        Frame::AttackTarget { who, with, .. } => format!("{}: whom?", attack(look, who, with)),
        Frame::AttackCommits => "attacker and defenders lay cards face down".to_owned(),
        Frame::Answer { .. } => "who defends first?".to_owned(),
        Frame::OverclockAsk => "overclock?".to_owned(),
        Frame::AttackExpertise => "add a red card of 5 or less to the attack?".to_owned(),
        Frame::ExpertDefends { who } => {
            format!("add a black card of 5 or less to the defence of {}?", name(who))
        }
        Frame::React { seat, .. } => format!("{seat}: a reaction?"),
        Frame::Victim { .. } => "who takes the damage?".to_owned(),
        Frame::DiscardDown { .. } => "discard down to the hand limit".to_owned(),
        _ => String::new(),
    }
}

fn chance_prompt(look: Look, frame: Frame) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others ask a seat")]
    match frame {
        Frame::Scenario => "the scenario is drawn".to_owned(),
        Frame::Twist => "the twist is drawn".to_owned(),
        Frame::Zones { .. } => "a deployment area falls".to_owned(),
        Frame::Shift => "the ground shifts".to_owned(),
        Frame::Draws { seat, .. } => format!("{seat} draws a card into hand"),
        Frame::Look { seat, .. } => format!("{seat} looks at a card"),
        Frame::TurnUp { seat } => format!("{seat} turns up a card"),
        Frame::Turned { who, .. } => format!("{} turns up a card for {}", who.seat(), look.name(who)),
        Frame::Reveal { seat } => format!("seat {seat} turns up an initiative card"),
        Frame::TieReveal { place, .. } => {
            format!("{} turns up a tie-break card", look.s.order[usize::from(place)])
        }
        _ => String::new(),
    }
}
