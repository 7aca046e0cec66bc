//! Why an action, in the game's words, with exact odds.

use super::{
    pending::{self, For},
    prices::Prices,
    scene::{Scene, weapons},
};
use friends_and_foes::{
    Action,
    frame::Frame,
    rules::{
        attack::{self, Declared},
        effects, movement, victory,
    },
    words::{AreaId, CharId, Goal, Node, TOKENS_MAX, Terrain, Weapon, value},
};
use kernel::{Card, Seat};

/// A reason for an action; `None` where there is nothing to say.
pub fn because(scene: &Scene, prices: &Prices, seat: Seat, action: Action) -> Option<String> {
    let look = scene.look;
    Some(match action {
        Action::Initiative { card } => initiative(scene, seat, card),
        Action::Search { who, .. } => search(scene, seat, who),
        Action::Attack { who, with, .. } | Action::Empower { who, with, .. } => {
            attacks(scene, prices, who, with)?
        }
        Action::Move { who, to, .. } => moves(scene, who, to),
        Action::Go { to } => place(scene, seat, walker(scene), to)?,
        Action::Place { area } | Action::Zone { area } => place(scene, seat, None, area)?,
        Action::Draw { .. } => format!("has {} cards in hand", look.s.sides[seat].hand_len),
        Action::Buy { cards } if cards.0 == 0 => "keeps the treasures for the race".to_owned(),
        Action::Target { who } => target(scene, who)?,
        Action::Deck => deck(scene)?,
        Action::Hand { card } => hand(scene, card)?,
        Action::Sprint => sprint(scene)?,
        Action::Stop => stops(scene, seat)?,
        Action::Expertise { card } => format!("adds {} to the total", value(card)),
        Action::Deploy { who, .. } => format!(
            "brings {} health to the board for {} treasures",
            look.s.char(who).sheet.full,
            look.bench_price(who)
        ),
        Action::React { who, .. } => reaction(scene, who)?,
        Action::Pass => format!("keeps {} tokens", look.s.sides[seat].tokens),
        Action::End => end(scene, seat),
        Action::Use { ability, .. } => look.g.content.ability(ability).text.trim_end_matches('.').to_owned(),
        // These speak for themselves.
        Action::Warband { .. }
        | Action::Form { .. }
        | Action::Recruit { .. }
        | Action::Learn { .. }
        | Action::Bench { .. }
        | Action::Ready
        | Action::Buy { .. }
        | Action::Blind
        | Action::Edge { .. }
        | Action::Breakthrough { .. }
        | Action::Defender { .. }
        | Action::NoDefender
        | Action::Area { .. }
        | Action::Pick { .. }
        | Action::Keep
        | Action::Redraw
        | Action::Stay
        | Action::Answer { .. }
        | Action::Overclock
        | Action::Decline
        | Action::Lay { .. }
        | Action::Take { .. }
        | Action::Discard { .. }
        | Action::Turn { .. } => return None,
    })
}

/// A chance in words: `7 times in 10`.
pub fn times(chance: f32) -> String {
    let tenths = (chance * 10.0).round() as u32;
    match tenths {
        _ if chance >= 0.9999 => "for sure".to_owned(),
        10 => "almost always".to_owned(),
        0 if chance < 0.0001 => "never".to_owned(),
        0 => "hardly ever".to_owned(),
        1 => "once in 10".to_owned(),
        n => format!("{n} times in 10"),
    }
}

fn name(scene: &Scene, who: CharId) -> String {
    format!("the {}", scene.look.g.content.body(scene.look.s.char(who).body).name)
}

fn initiative(scene: &Scene, seat: Seat, card: Card) -> String {
    let stored = scene.look.s.sides[seat].stored;
    let tokens = (value(card) + stored).min(TOKENS_MAX);
    let order = match value(card) {
        1..=4 => "acts early",
        5..=7 => "acts neither first nor last",
        _ => "acts late",
    };
    format!("gives {tokens} tokens and {order}")
}

fn search(scene: &Scene, seat: Seat, who: CharId) -> String {
    let two = times(scene.draws(who).critical());
    let treasure = scene.look.s.sides[seat].treasure;
    match scene.look.goal(Goal::Treasure) {
        Some(goal) => {
            let wanted = goal.amount.unwrap_or(victory::TREASURE);
            format!("finds two treasures {two}; {treasure} of {wanted} so far")
        }
        None => format!("finds two treasures {two}"),
    }
}

/// `hits the Errant 6 times in 10, 0.9 damage expected`.
fn attacks(scene: &Scene, prices: &Prices, who: CharId, with: Weapon) -> Option<String> {
    let look = scene.look;
    let card = look.attack(who, with);
    if card.area {
        let areas = look.target_areas(who, card);
        let there = |area| look.enemies(who).iter().filter(move |c| look.s.area(*c) == area);
        let sum =
            |area| there(area).map(|c| scene.blow(who, with, c).mean(scene.damage(who, with))).sum::<f32>();
        let best = areas.iter().max_by(|a, b| sum(*a).total_cmp(&sum(*b)))?;
        return Some(format!("strikes {} at once, {:.1} damage expected", there(best).count(), sum(best)));
    }
    let gain = |c: CharId| prices.hurt(scene, c, scene.harm(who, with, c));
    let best = look.targets(who, card).iter().max_by(|a, b| gain(*a).total_cmp(&gain(*b)))?;
    Some(blow(scene, who, with, best))
}

fn blow(scene: &Scene, who: CharId, with: Weapon, target: CharId) -> String {
    let (blow, damage) = (scene.blow(who, with, target), scene.damage(who, with));
    let told = format!(
        "hits {} {}, {:.1} damage expected",
        name(scene, target),
        times(blow.hit()),
        blow.mean(damage)
    );
    let kills = blow.kills(damage, scene.health[target.index()]);
    if kills >= 0.1 { format!("{told}, and removes it {}", times(kills)) } else { told }
}

fn moves(scene: &Scene, who: CharId, to: AreaId) -> String {
    let look = scene.look;
    let mut told = place(scene, who.seat(), Some(who), to)
        .unwrap_or_else(|| format!("goes to {}", look.board().area_name(to)));
    let from = look.s.area(who);
    let sure = look.has_trait(who, friends_and_foes::state::Traits::TRAILWISE);
    if look.is_difficult(from, to) && !sure {
        let fails = times(1.0 - scene.passes(who));
        told += &format!("; difficult ground, a card of the deck fails the check {fails}");
        return told;
    }
    let reached = weapons(look, who).any(|(with, _)| {
        let reached = look.reached(look.attack(who, with).range, to);
        look.enemies(who).iter().any(|c| reached.contains(look.s.area(c)))
    });
    if reached { told + "; has somebody to attack there" } else { told }
}

/// What an area offers: `takes the Card Node and keeps the Knight in cover`.
fn place(scene: &Scene, seat: Seat, who: Option<CharId>, area: AreaId) -> Option<String> {
    let (look, board) = (scene.look, scene.look.board());
    let nodes = [Node::Treasure, Node::Activation, Node::Card].iter();
    let taken =
        nodes.filter(|node| board.nodes(area, **node) > 0).map(|node| format!("the {} Node", node.title()));
    let mut told: Vec<String> = taken.collect();
    if !told.is_empty() {
        told = vec![format!("takes {}", told.join(" and "))];
    }
    if look.terrain(Terrain::Cover).contains(area) {
        told.push(
            who.map_or("offers cover".to_owned(), |who| stands(scene, who, area, Terrain::Cover, "in cover")),
        );
    }
    if look.terrain(Terrain::Elevated).contains(area) {
        let stands = |who| stands(scene, who, area, Terrain::Elevated, "on high ground");
        told.push(who.map_or("offers high ground".to_owned(), stands));
    }
    let foes = look.s.in_area(area).iter().filter(|c| look.team(c.seat()) != look.team(seat));
    if let Some(foe) = foes.into_iter().next() {
        told.push(format!("meets {}", name(scene, foe)));
    }
    (!told.is_empty()).then(|| told.join(" and "))
}

/// `keeps the Errant in cover`, or brings it there.
fn stands(scene: &Scene, who: CharId, area: AreaId, terrain: Terrain, there: &str) -> String {
    let look = scene.look;
    let had = look.s.board.contains(who) && look.terrain(terrain).contains(look.s.area(who));
    let brings = if had || look.s.area(who) == area { "keeps" } else { "brings" };
    format!("{brings} {} {there}", name(scene, who))
}

/// Who is on its way.
fn walker(scene: &Scene) -> Option<CharId> {
    match scene.look.s.stack.top() {
        Some(
            Frame::Movement(
                movement::Frame::SprintTo { who }
                | movement::Frame::StrideTo { who, .. }
                | movement::Frame::March { who },
            )
            | Frame::Effects(effects::Frame::Slip { who } | effects::Frame::Blink { who }),
        ) => Some(*who),
        Some(_) | None => None,
    }
}

/// What is held by going no further, and what a sprint would risk.
fn stops(scene: &Scene, seat: Seat) -> Option<String> {
    let Some(Frame::Movement(movement::Frame::SprintAsk { who })) = scene.look.s.stack.top() else {
        return None;
    };
    let risk = sprint(scene)?;
    let here = place(scene, seat, Some(*who), scene.look.s.area(*who));
    Some(here.map_or_else(|| risk.clone(), |here| format!("{here}; {risk}")))
}

fn target(scene: &Scene, who: CharId) -> Option<String> {
    match scene.look.s.stack.top() {
        Some(Frame::Attack(attack::Frame::Target(Declared { who: attacker, with, .. }))) => {
            Some(blow(scene, *attacker, *with, who))
        }
        Some(_) | None => Some(format!("{} has {} health", name(scene, who), scene.look.s.char(who).health)),
    }
}

/// What the card is for that is asked for now.
fn purpose(scene: &Scene) -> For {
    let stack = scene.look.s.stack;
    For::of(stack.frames().len().checked_sub(2).and_then(|at| stack.frames().nth(at).copied()))
}

/// What a card of the deck does here.
fn deck(scene: &Scene) -> Option<String> {
    match purpose(scene) {
        For::Defence(who) => {
            let saved = 1.0 - pending::unanswered(scene, who).hit();
            Some(format!("a card of the deck stops it {}; the hand is kept", times(saved)))
        }
        For::Search(who) => {
            Some(format!("a critical falls {}; the hand is kept", times(scene.draws(who).critical())))
        }
        For::Check(who) => Some(format!("a card of the deck is enough {}", times(scene.passes(who)))),
        For::Attack => Some("keeps the hand for what matters more".to_owned()),
        For::Other => None,
    }
}

fn hand(scene: &Scene, card: Card) -> Option<String> {
    let look = scene.look;
    match purpose(scene) {
        For::Defence(who) => {
            let left = pending::defended(scene, who, card)
                .mean(scene.damage(look.s.fight.attacker, look.s.fight.weapon));
            Some(if left < 0.5 {
                "stops it for sure".to_owned()
            } else {
                format!("{left:.0} damage gets through")
            })
        }
        For::Attack => {
            let fight = &look.s.fight;
            let target = fight.targets.lowest()?;
            let blow = pending::attacked(scene, target, card, true);
            let damage = scene.damage(fight.attacker, fight.weapon);
            Some(format!("hits {}, {:.1} damage expected", times(blow.hit()), blow.mean(damage)))
        }
        For::Search(who) => look.is_critical(who, card).then(|| "finds two treasures for sure".to_owned()),
        For::Check(_) => Some("is enough for the check".to_owned()),
        For::Other => None,
    }
}

fn sprint(scene: &Scene) -> Option<String> {
    match scene.look.s.stack.top() {
        Some(Frame::Movement(movement::Frame::SprintAsk { who })) => {
            Some(format!("sprinting now risks a failed check {}", times(1.0 - scene.passes(*who))))
        }
        Some(_) | None => None,
    }
}

fn reaction(scene: &Scene, who: CharId) -> Option<String> {
    let look = scene.look;
    let foe = look.s.deed().attacker.filter(|foe| look.enemies(who).contains(*foe))?;
    Some(format!("answers {}", name(scene, foe)))
}

fn end(scene: &Scene, seat: Seat) -> String {
    let side = &scene.look.s.sides[seat];
    match side.tokens {
        0 => format!("keeps {} treasures", side.treasure),
        1 => "keeps a token for later in the round".to_owned(),
        tokens => format!("keeps {tokens} tokens for later in the round"),
    }
}
