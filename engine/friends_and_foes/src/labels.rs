//! What each action means and what the game waits for, in the game's words.

use crate::{
    Action,
    event::{counted, glyph},
    frame::Frame,
    queries::Look,
    rules::{
        activation,
        attack::{self, Declared},
        cards, deployment, effects, harvest, initiative, movement, reactions, setup,
    },
    words::{AbilityId, AreaId, BodyId, CharId, Paid, TOKENS_MAX, WarbandId, Weapon, value},
};
use kernel::{Seat, Turn};

fn area(look: Look, at: AreaId) -> String {
    let name = look.board().area_name(at);
    if name == at.to_string() { name } else { format!("{name} ({at})") }
}

fn price(look: Look, cost: u8, extra: u8, treasure: Paid) -> String {
    match (activation::tokens_due(look, cost, extra, treasure), treasure.0) {
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

fn attacks(look: Look, who: CharId, with: Weapon) -> String {
    format!("{} attacks with {}", look.name(who), look.weapon_name(who, with))
}

/// What an action does.
#[allow(clippy::too_many_lines, reason = "one line a variant")]
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    let name = |who| look.name(who);
    let at = |to| area(look, to);
    match action {
        Action::Warband { warband: id } => warband(look, id),
        Action::Form { formation } => format!("build a {formation}"),
        Action::Recruit { card } => format!("recruit {}", body(look, card)),
        Action::Bench { card } => format!("list {} on the bench", body(look, card)),
        Action::Learn { ability } => learned(look, ability),
        Action::Ready if matches!(look.s.stack.top(), Some(Frame::Deployment(_))) => "nobody else".to_owned(),
        Action::Ready => "the formation is ready".to_owned(),
        Action::Buy { cards } => buys(cards.0),
        Action::Initiative { card } => {
            let tokens = (value(card) + look.s.sides[seat].stored).min(TOKENS_MAX);
            format!("initiative {}: {}", glyph(card), counted(tokens, "token"))
        }
        Action::Blind => "initiative from the top of the deck".to_owned(),
        Action::Zone { area } => format!("deploy in {}", at(area)),
        Action::Edge { edge } => format!("deploy at the {edge} edge"),
        Action::Place { area } => format!("stand in {}", at(area)),
        Action::Breakthrough { area } => format!("break through to {}", at(area)),
        Action::Defender { who } => format!("{} defends", name(who)),
        Action::NoDefender => "name no defender".to_owned(),
        Action::Move { who, to, treasure } => {
            format!("{} moves to {} ({})", name(who), at(to), price(look, 1, 0, treasure))
        }
        Action::Draw { treasure } => format!("draw a card ({})", price(look, 1, 0, treasure)),
        Action::Search { who, treasure } => {
            format!("{} searches for treasure ({})", name(who), price(look, 1, 0, treasure))
        }
        Action::Attack { who, with, treasure } => {
            let cost = price(look, attack::cost(look, with, false), 0, treasure);
            format!("{} ({cost})", attacks(look, who, with))
        }
        Action::Empower { who, with, treasure } => empowers(look, who, with, treasure),
        Action::Use { who, ability: id, treasure } => uses(look, who, id, treasure),
        Action::Deploy { who, to } => joins(look, who, to),
        Action::End if look.s.spent => "end the turn".to_owned(),
        Action::End => "pass".to_owned(),
        Action::Target { who } => name(who),
        Action::Deck if matches!(look.s.stack.top(), Some(Frame::Harvest(_))) => "draw the cards".to_owned(),
        Action::Area { area } if matches!(look.s.stack.top(), Some(Frame::Harvest(_))) => {
            format!("the trap in {}", at(area))
        }
        Action::Area { area } => at(area),
        Action::Deck => "the top of the deck".to_owned(),
        Action::Hand { card } => format!("{} from hand", glyph(card)),
        Action::Pick { card } => format!("{} counts", glyph(card)),
        Action::Keep => "keep the card".to_owned(),
        Action::Redraw => "a second look: turn another".to_owned(),
        Action::Sprint => "try to sprint".to_owned(),
        Action::Stop => "stop here".to_owned(),
        Action::Go { to } => format!("go to {}", at(to)),
        Action::Stay => "stay".to_owned(),
        Action::Answer { who } => format!("{} comes first", name(who)),
        Action::Expertise { card } => format!("add {} by expertise", glyph(card)),
        Action::Overclock => "overclock".to_owned(),
        Action::Decline if matches!(look.s.stack.top(), Some(Frame::Cards(_))) => {
            "without the advantage".to_owned()
        }
        Action::Decline => "decline".to_owned(),
        Action::React { who, ability: id } => format!("{} reacts with {}", name(who), ability(look, id)),
        Action::Pass => "no reaction".to_owned(),
        Action::Lay { card } => format!("lay {}", glyph(card)),
        Action::Take { card } => format!("keep {}", glyph(card)),
        Action::Discard { card } => format!("discard {}", glyph(card)),
        Action::Turn { card } => format!("{} came", glyph(card)),
    }
}

fn warband(look: Look, id: WarbandId) -> String {
    let Some(band) = look.g.content.warband(id) else {
        return Action::Warband { warband: id }.to_string();
    };
    let who: Vec<&str> = band.members.iter().map(|m| look.g.content.body(m.body).name.as_str()).collect();
    format!("{}, a {}: {}", band.name, band.formation, who.join(", "))
}

fn learned(look: Look, id: AbilityId) -> String {
    let card = look.g.content.ability(id);
    format!("{} ({}): {}", card.name, counted(card.coins, "coin"), card.text)
}

fn buys(count: u8) -> String {
    match count {
        0 => "buy no cards".to_owned(),
        1.. => format!("buy {} for {}", counted(count, "card"), counted(count, "treasure")),
    }
}

fn empowers(look: Look, who: CharId, with: Weapon, treasure: Paid) -> String {
    let cost = price(look, attack::cost(look, with, false), 1, treasure);
    format!("{}, empowered ({cost})", attacks(look, who, with))
}

fn uses(look: Look, who: CharId, id: AbilityId, treasure: Paid) -> String {
    let tokens = look.g.content.ability(id).tokens;
    format!("{} uses {} ({})", look.name(who), ability(look, id), price(look, tokens, 0, treasure))
}

fn joins(look: Look, who: CharId, to: AreaId) -> String {
    format!(
        "{} joins in {} for {}",
        look.name(who),
        area(look, to),
        counted(look.bench_price(who), "treasure")
    )
}

/// What the game waits for.
#[must_use]
pub fn prompt(look: Look) -> String {
    let Some(&frame) = look.s.stack.top() else { return "the game is over".to_owned() };
    match frame {
        Frame::Setup(frame) => set_up(frame).to_owned(),
        Frame::Initiative(frame) => in_initiative(look, frame),
        Frame::Deployment(frame) => in_deployment(look, frame),
        Frame::Activation(frame) => in_activation(look, frame),
        Frame::Movement(frame) => in_movement(look, frame),
        Frame::Cards(frame) => of_a_card(look, frame),
        Frame::Effects(frame) => of_an_ability(look, frame),
        Frame::Attack(frame) => in_an_attack(look, frame),
        Frame::Reactions(frame) => of_a_reaction(look, frame),
        Frame::Harvest(frame) => in_harvest(frame).to_owned(),
    }
}

/// Frames that go on by themselves ask nothing.
const NOTHING: &str = "";

fn set_up(frame: setup::Frame) -> &'static str {
    match frame {
        setup::Frame::Scenario => "the scenario is drawn",
        setup::Frame::Twist => "the twist is drawn",
        setup::Frame::Build => "everybody chooses a formation in secret",
        setup::Frame::Buy => "how many cards to buy before the first initiative?",
        setup::Frame::Deal { .. } | setup::Frame::Bought { .. } => NOTHING,
    }
}

fn in_initiative(look: Look, frame: initiative::Frame) -> String {
    let chance = look.s.turn == Turn::Chance;
    match frame {
        initiative::Frame::Choose => "everybody lays an initiative card face down".to_owned(),
        initiative::Frame::TieChoose { .. } => "the tied players each lay a card face down".to_owned(),
        // Whoever turns a card of their own deck needs no words for it.
        initiative::Frame::Reveal { .. } | initiative::Frame::TieReveal { .. } if !chance => {
            NOTHING.to_owned()
        }
        initiative::Frame::Reveal { left } => {
            left.lowest().map_or(NOTHING.to_owned(), |seat| format!("{seat} turns up an initiative card"))
        }
        initiative::Frame::TieReveal { place, .. } => {
            format!("{} turns up a tie-break card", look.s.order[usize::from(place)])
        }
        initiative::Frame::Round
        | initiative::Frame::Refill { .. }
        | initiative::Frame::Ties
        | initiative::Frame::TieDraws { .. } => NOTHING.to_owned(),
    }
}

fn in_deployment(look: Look, frame: deployment::Frame) -> String {
    match frame {
        deployment::Frame::Zones { .. } if look.s.turn == Turn::Chance => {
            "a deployment area falls".to_owned()
        }
        deployment::Frame::Zones { .. } => "where to deploy?".to_owned(),
        deployment::Frame::Placing { place, slot } => {
            let who = CharId::new(look.s.order[usize::from(place)], usize::from(slot));
            format!("where does {} stand?", look.name(who))
        }
        deployment::Frame::Bench { place } => {
            format!("{}: does anybody join from the bench?", look.s.order[usize::from(place)])
        }
        deployment::Frame::Goals { .. } => "which area to break through to?".to_owned(),
    }
}

fn in_activation(look: Look, frame: activation::Frame) -> String {
    match frame {
        activation::Frame::Name { .. } => "who defends the garrison?".to_owned(),
        activation::Frame::Act => format!("{}: what to do?", look.s.active()),
        activation::Frame::Activation
        | activation::Frame::Garrisons { .. }
        | activation::Frame::TurnStart
        | activation::Frame::EndTurn
        | activation::Frame::Searched { .. } => NOTHING.to_owned(),
    }
}

fn in_movement(look: Look, frame: movement::Frame) -> String {
    match frame {
        movement::Frame::SprintAsk { who } => format!("{}: sprint?", look.name(who)),
        movement::Frame::SprintTo { who }
        | movement::Frame::StrideTo { who, .. }
        | movement::Frame::March { who } => where_to(look, who),
        movement::Frame::Step { .. }
        | movement::Frame::Checked { .. }
        | movement::Frame::Stepped { .. }
        | movement::Frame::Sprinted { .. } => NOTHING.to_owned(),
    }
}

fn where_to(look: Look, who: CharId) -> String {
    format!("where does {} go?", look.name(who))
}

fn of_a_card(look: Look, frame: cards::Frame) -> String {
    let chance = look.s.turn == Turn::Chance;
    match frame {
        cards::Frame::Draws { seat, .. } => format!("{seat} draws a card into hand"),
        cards::Frame::Turned { .. } if !chance => NOTHING.to_owned(),
        cards::Frame::Turned { who, .. } => {
            format!("{} turns up a card for {}", who.seat(), look.name(who))
        }
        cards::Frame::TurnUp { seat } if chance => format!("{seat} turns up a card"),
        cards::Frame::TurnUp { seat } => format!("{seat} has no deck: a hand card must do"),
        cards::Frame::Play { who, how } if how.attack() => {
            format!("{} attacks: hand or deck?", look.name(who))
        }
        cards::Frame::Play { who, .. } => format!("a card for {}: hand or deck?", look.name(who)),
        cards::Frame::Pick { who, .. } => format!("which card counts for {}?", look.name(who)),
        cards::Frame::SecondLook { who, .. } => {
            format!("{}: keep the card, or a second look?", look.name(who))
        }
    }
}

fn of_an_ability(look: Look, frame: effects::Frame) -> String {
    match frame {
        effects::Frame::Aim { actor, ability } => on_whom(look, actor, ability),
        effects::Frame::Look { seat, .. } => format!("{seat} looks at a card"),
        effects::Frame::LookKeep { .. } => "which card to keep?".to_owned(),
        effects::Frame::Lay { subject, .. } => format!("which card on {}?", look.name(subject)),
        effects::Frame::Push { subject, .. } => format!("where is {} pushed?", look.name(subject)),
        effects::Frame::Blink { who } | effects::Frame::Slip { who } => where_to(look, who),
        effects::Frame::Marshal { .. } => "which minion goes on?".to_owned(),
        effects::Frame::Run(_) | effects::Frame::CheckDone { .. } => NOTHING.to_owned(),
    }
}

fn on_whom(look: Look, who: CharId, id: AbilityId) -> String {
    format!("{}: {} on whom?", look.name(who), ability(look, id))
}

fn in_an_attack(look: Look, frame: attack::Frame) -> String {
    match frame {
        attack::Frame::Target(Declared { who, with, .. }) => format!("{}: whom?", attacks(look, who, with)),
        attack::Frame::Commits => "attacker and defenders lay cards face down".to_owned(),
        attack::Frame::Answer { .. } => "who defends first?".to_owned(),
        attack::Frame::OverclockAsk => "overclock?".to_owned(),
        attack::Frame::AttackExpertise => "add a red card of 5 or less to the attack?".to_owned(),
        attack::Frame::ExpertFirst { .. } => "whose defence gains a card first?".to_owned(),
        attack::Frame::ExpertDefends { who } => {
            format!("add a black card of 5 or less to the defence of {}?", look.name(who))
        }
        attack::Frame::Start
        | attack::Frame::Played
        | attack::Frame::Defend
        | attack::Frame::Defended { .. }
        | attack::Frame::Overclocked
        | attack::Frame::DefenceExpertise
        | attack::Frame::Results
        | attack::Frame::OnDamage { .. }
        | attack::Frame::End => NOTHING.to_owned(),
    }
}

fn of_a_reaction(look: Look, frame: reactions::Frame) -> String {
    match frame {
        reactions::Frame::React { seat, .. } => format!("{seat}: a reaction?"),
        reactions::Frame::Subject { who, ability } => on_whom(look, who, ability),
        reactions::Frame::After { .. }
        | reactions::Frame::Reactions { .. }
        | reactions::Frame::Window { .. }
        | reactions::Frame::Reacted { .. }
        | reactions::Frame::ActionOver => NOTHING.to_owned(),
    }
}

fn in_harvest(frame: harvest::Frame) -> &'static str {
    match frame {
        harvest::Frame::Own { .. } => "what comes next?",
        harvest::Frame::Victim(_) => "who takes the damage?",
        harvest::Frame::Shift => "the ground shifts",
        harvest::Frame::DiscardDown { .. } => "discard down to the hand limit",
        harvest::Frame::Harvest { .. }
        | harvest::Frame::Perils { .. }
        | harvest::Frame::PerilsIn(_)
        | harvest::Frame::PerilCard(_)
        | harvest::Frame::Twists
        | harvest::Frame::ShiftBonus { .. }
        | harvest::Frame::Victory
        | harvest::Frame::Cleanup => NOTHING,
    }
}
