//! Attacks: targets, cards on both sides, overclock, expertise. FO-180, FO-200 to FO-206, FO-215 to FO-218, FO-274, FO-277.

use crate::{
    Play,
    cards::{List, Range},
    event::Event,
    frame::{Frame, How},
    options::{AttackLimit, DefenceTiming, Overclock},
    queries::{Look, floor},
    rules::{activation, cards, effects},
    state::{Commit, Fight, order, used},
    words::{AbilityId, AreaId, CHARS, CharId, CharSet, Nature, Paid, value},
};
use kernel::{Card, CardSet, Next, Seat, SeatSet, flow::Flow, rule};

/// The top bit of a defence total: it is a critical.
pub const CRITICAL: u8 = 128;
/// The highest value expertise allows.
pub const EXPERTISE_MAX: u8 = 5;

/// What an attack costs, its empower included.
#[must_use]
pub fn cost(look: Look, with: AbilityId, empower: bool) -> u8 {
    rule!("FO-270");
    let printed = if with.is_none() { 1 } else { look.g.content.ability(with).tokens };
    printed + u8::from(empower)
}

/// Which bits say that a character has attacked.
#[must_use]
pub fn used_by(look: Look, who: CharId, with: AbilityId) -> u16 {
    rule!("FO-146", "FO-R30");
    match look.g.options.attack_limit {
        AttackLimit::PerCharacter => used::ATTACKED,
        AttackLimit::PerAbility if with.is_none() => used::BASIC,
        AttackLimit::PerAbility => used::ACTION << effects::slot(look, who, with),
    }
}

/// The Attack action is declared and paid.
pub fn declare(p: &mut Play, who: CharId, with: AbilityId, empower: bool, treasure: Paid) -> Next<Frame> {
    rule!("FO-180", "FO-200");
    let cost = cost(p.look(), with, empower);
    activation::pay(p, who.seat(), cost, treasure);
    let bits = used_by(p.look(), who, with);
    p.s.char_mut(who).used |= bits;
    p.s.stack.push(Frame::After { reaction: false });
    let attack = p.look().attack(who, with);
    let target = Frame::AttackTarget { who, with, empower };
    if attack.area {
        return match p.look().target_areas(who, attack).single() {
            Some(only) => strike_area(p, (who, with, empower), only),
            None => Next::Wait(target),
        };
    }
    match p.look().targets(who, attack).single() {
        Some(only) => strike(p, (who, with, empower), CharSet::only(only)),
        None => Next::Wait(target),
    }
}

/// An area attack strikes every enemy there, and friends too if it says so.
pub fn strike_area(p: &mut Play, how: (CharId, AbilityId, bool), area: AreaId) -> Next<Frame> {
    rule!("FO-215", "FO-266", "FO-R46");
    let look = p.look();
    let everybody = p.s.in_area(area);
    let all = look.attack(how.0, how.1).friendly_fire;
    let targets = if all { everybody.without(how.0) } else { everybody.and(look.enemies(how.0)) };
    strike(p, how, targets)
}

pub fn strike(
    p: &mut Play,
    (who, with, empower): (CharId, AbilityId, bool),
    targets: CharSet,
) -> Next<Frame> {
    let next = start(p, who, with, targets);
    if empower {
        rule!("FO-270");
        p.say(|l| Event::Empowers(l.name(who)));
        return p.first(effects::run(who, who, with, List::Empower), Frame::AttackStart);
    }
    next
}

/// An attack begins, as an action or as a reaction.
pub fn start(p: &mut Play, who: CharId, with: AbilityId, targets: CharSet) -> Next<Frame> {
    rule!("FO-217");
    let attack = p.look().attack(who, with);
    let (melee, magic) = (attack.range == Range::Melee, attack.nature == Nature::Magic);
    p.s.fight = Fight {
        attacker: who,
        weapon: with,
        targets,
        waiting: targets,
        commits: [Commit::NONE; CHARS],
        ..Fight::default()
    };
    let deed = p.s.deed_mut();
    (deed.attacker, deed.melee, deed.magic, deed.targets) = (Some(who), melee, magic, targets);
    if melee {
        p.s.struck = p.s.struck.or(targets.and(p.s.defenders));
    }
    p.say(|l| Event::Attacks(l.name(who), l.weapon_name(who, with), l.names(targets)));
    Next::Then(Frame::AttackStart)
}

pub fn attack_start(p: &mut Play) -> Next<Frame> {
    rule!("FO-205", "FO-R40");
    match p.g.options.defence_timing {
        DefenceTiming::Sequential => attack_card(p),
        DefenceTiming::Simultaneous => Next::Then(Frame::AttackCommits),
    }
}

/// The next of a seat's characters in the attack that has no card laid down yet.
#[must_use]
pub fn owes_commit(look: Look, seat: Seat) -> Option<CharId> {
    let fight = &look.s.fight;
    if look.s.sides[seat].hand_len == 0 {
        return None;
    }
    let mut all = fight.targets.with(fight.attacker).and(CharSet::owned_by(seat));
    if look.s.sides[seat].orders & order::DEFEND_FROM_DECK != 0 {
        all = all.and(CharSet::only(fight.attacker));
    }
    all.iter().find(|c| fight.commits[c.index()].is_none())
}

/// Who still lays down a card, where both sides choose at once.
#[must_use]
pub fn committing(look: Look) -> SeatSet {
    Seat::first(look.g.options.seats).filter(|s| owes_commit(look, *s).is_some()).collect()
}

/// Hand cards of a seat that are laid down in this attack already.
#[must_use]
pub fn laid_down(look: Look, seat: Seat) -> CardSet {
    let own = CharSet::owned_by(seat).iter();
    own.filter_map(|c| look.s.fight.commits[c.index()].as_card()).collect()
}

pub fn commits(p: &mut Play) -> Next<Frame> {
    if committing(p.look()).is_empty() { attack_card(p) } else { Next::Wait(Frame::AttackCommits) }
}

pub fn committed(p: &mut Play, seat: Seat, commit: Commit) -> Next<Frame> {
    if let Some(who) = owes_commit(p.look(), seat) {
        p.s.fight.commits[who.index()] = commit;
    }
    p.say(|_| Event::Chooses(seat));
    Next::Then(Frame::AttackCommits)
}

fn attack_card(p: &mut Play) -> Next<Frame> {
    let (who, with) = (p.s.fight.attacker, p.s.fight.weapon);
    let how = if p.look().attack_advantage(who, with) { How::AttackAdvantage } else { How::Attack };
    p.first(Frame::Play { who, how }, Frame::AttackPlayed)
}

pub fn attack_played(p: &mut Play) -> Next<Frame> {
    rule!("FO-120");
    let (who, with, played) = (p.s.fight.attacker, p.s.fight.weapon, p.s.played);
    p.s.fight.total = p.look().attack_total(who, with, &played);
    p.s.fight.critical = played.card.is_some_and(|card| p.look().is_critical(who, card));
    let fight = p.s.fight;
    p.say(|l| Event::AttackTotal(l.name(who), fight.total, fight.critical));
    Next::Then(Frame::Defend)
}

/// The next seat in initiative order that has targets among these.
fn next_of(look: Look, waiting: CharSet) -> Option<(Seat, CharSet)> {
    let own = |seat: &Seat| (*seat, waiting.and(CharSet::owned_by(*seat)));
    look.s.order.iter().map(own).find(|(_, chars)| !chars.is_empty())
}

/// Defence cards, in initiative order; a player with several targets chooses which answers first.
pub fn defend(p: &mut Play) -> Next<Frame> {
    rule!("FO-215", "FO-216");
    let Some((seat, own)) = next_of(p.look(), p.s.fight.waiting) else {
        return Next::Then(Frame::OverclockAsk);
    };
    match own.single() {
        Some(only) => defence_card(p, only),
        None => Next::Wait(Frame::Answer { seat }),
    }
}

pub fn defence_card(p: &mut Play, who: CharId) -> Next<Frame> {
    p.s.fight.waiting.remove(who);
    let how = if p.look().defence_advantage(who) { How::Advantage } else { How::Plain };
    let side = &p.s.sides[who.seat()];
    if side.orders & order::DEFEND_FROM_DECK != 0 && side.can_draw() {
        p.s.fight.commits[who.index()] = Commit::DECK;
    }
    p.first(Frame::Play { who, how }, Frame::Defended { who })
}

pub fn defended(p: &mut Play, who: CharId) -> Next<Frame> {
    rule!("FO-205", "FO-124");
    let (played, look) = (p.s.played, p.look());
    let nature = look.attack(p.s.fight.attacker, p.s.fight.weapon).nature;
    let critical = played.card.is_some_and(|card| look.is_critical(who, card));
    let mut total = floor(played.value(), look.defence_bonus(who, nature));
    if let Some(card) = cards::drop_sigil(p, who) {
        let by = value(card).div_ceil(2);
        total += by;
        p.say(|l| Event::SigilHelps(l.name(who), card, by));
    }
    p.s.fight.defence[who.index()] = total | if critical { CRITICAL } else { 0 };
    p.say(|l| Event::DefenceTotal(l.name(who), total, critical));
    Next::Then(Frame::Defend)
}

pub fn overclock_ask(p: &mut Play) -> Next<Frame> {
    rule!("FO-206", "FO-274", "FO-R41", "FO-R50");
    let (who, with) = (p.s.fight.attacker, p.s.fight.weapon);
    if !p.look().overclocks(who, with) {
        return Next::Then(Frame::AttackExpertise);
    }
    match p.g.options.overclock {
        Overclock::Mandatory => overclock(p),
        Overclock::Optional => Next::Wait(Frame::OverclockAsk),
    }
}

pub fn overclock(p: &mut Play) -> Next<Frame> {
    let seat = p.s.fight.attacker.seat();
    p.first(Frame::TurnUp { seat }, Frame::Overclocked)
}

pub fn overclocked(p: &mut Play) -> Next<Frame> {
    rule!("FO-010", "FO-218", "FO-R47");
    let (who, played) = (p.s.fight.attacker, p.s.played);
    if played.is_black() {
        p.say(|l| Event::Overclock(l.name(who), None));
        effects::hurt(p, who, 1);
    } else {
        p.s.fight.total += played.value();
        p.say(|l| Event::Overclock(l.name(who), Some(played.value())));
    }
    Next::Then(Frame::AttackExpertise)
}

/// May this card be added by expertise?
#[must_use]
pub fn is_expert(card: Card, black: bool) -> bool {
    rule!("FO-277", "FO-R51");
    value(card) <= EXPERTISE_MAX && card.suit().is_black() == black
}

/// Asked by what everybody knows: the attribute, and a hand that is not empty.
pub fn attack_expertise(p: &mut Play) -> Next<Frame> {
    let (who, with) = (p.s.fight.attacker, p.s.fight.weapon);
    if p.look().attack_expertise(who, with) && p.s.sides[who.seat()].hand_len > 0 {
        return Next::Wait(Frame::AttackExpertise);
    }
    attack_expertise_done(p, None)
}

pub fn attack_expertise_done(p: &mut Play, card: Option<Card>) -> Next<Frame> {
    let (who, with) = (p.s.fight.attacker, p.s.fight.weapon);
    if let Some(card) = card {
        cards::from_hand(p, who.seat(), card);
        p.s.fight.total += value(card);
        p.say(|l| Event::Expertise(l.name(who), card));
    }
    let nature = p.look().attack(who, with).nature;
    p.s.fight.experts = p.s.fight.targets.iter().filter(|c| p.look().defence_expertise(*c, nature)).collect();
    Next::Then(Frame::DefenceExpertise)
}

pub fn defence_expertise(p: &mut Play) -> Next<Frame> {
    rule!("FO-277");
    let Some((seat, own)) = next_of(p.look(), p.s.fight.experts) else { return Next::Then(Frame::Results) };
    let who = own.lowest().unwrap_or_default();
    p.s.fight.experts.remove(who);
    if p.s.sides[seat].hand_len == 0 {
        return Next::Then(Frame::DefenceExpertise);
    }
    Next::Wait(Frame::ExpertDefends { who })
}

pub fn expert_defended(p: &mut Play, who: CharId, card: Option<Card>) -> Next<Frame> {
    if let Some(card) = card {
        cards::from_hand(p, who.seat(), card);
        p.s.fight.defence[who.index()] += value(card);
        p.say(|l| Event::Expertise(l.name(who), card));
    }
    Next::Then(Frame::DefenceExpertise)
}
