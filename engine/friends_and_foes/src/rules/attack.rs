//! Attacks: targets, cards on both sides, overclock, expertise. FO-180, FO-200 to FO-206, FO-215 to FO-218, FO-274, FO-277.

use crate::{
    Action, Play,
    cards::{List, Range},
    event::Event,
    frame::{
        self,
        Frame::{Activation, Attack},
        Next, first, one, stray, then, wait,
    },
    options::{AttackLimit, DefenceTiming, Overclock},
    queries::{Look, floor},
    rules::{
        activation, attack_results,
        cards::{self, How},
        effects, reactions,
    },
    state::{Commit, Fight, Orders, Total, Used},
    words::{AreaId, CharId, CharSet, Nature, Paid, Weapon, value},
};
use kernel::{Card, CardSet, Pool, Seat, SeatSet, Turn, rule};
use serde::{Deserialize, Serialize};

/// The highest value expertise allows.
pub const EXPERTISE_MAX: u8 = 5;

/// An attack from the choice of its target to the removal of whom it killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Target(Declared),
    Start,
    /// Both sides lay cards face down.
    Commits,
    /// The attack card was played.
    Played,
    Defend,
    /// Which own target defends next.
    Answer {
        seat: Seat,
    },
    /// The defence card was played.
    Defended {
        who: CharId,
    },
    OverclockAsk,
    /// The card of an overclock was turned up.
    Overclocked,
    AttackExpertise,
    DefenceExpertise,
    /// Which own expert adds a card next.
    ExpertFirst {
        seat: Seat,
    },
    ExpertDefends {
        who: CharId,
    },
    Results,
    /// What the attack does to those it has damaged, from this one on.
    OnDamage {
        from: u8,
    },
    End,
}

/// An attack that is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Declared {
    pub who: CharId,
    pub with: Weapon,
    pub empower: bool,
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Start => attack_start(p),
        Frame::Commits => commits(p),
        Frame::Played => attack_played(p),
        Frame::Defend => defend(p),
        Frame::Defended { who } => defended(p, who),
        Frame::OverclockAsk => overclock_ask(p),
        Frame::Overclocked => overclocked(p),
        Frame::AttackExpertise => attack_expertise(p),
        Frame::DefenceExpertise => defence_expertise(p),
        Frame::Results => attack_results::results(p),
        Frame::OnDamage { from } => attack_results::on_damage(p, from),
        Frame::End => attack_results::attack_end(p),
        Frame::Target(_) | Frame::Answer { .. } | Frame::ExpertFirst { .. } | Frame::ExpertDefends { .. } => {
            wait(frame)
        }
    }
}

#[must_use]
pub fn turn(look: Look, frame: Frame) -> Turn {
    match frame {
        Frame::Target(Declared { who, .. }) | Frame::ExpertDefends { who } => one(who.seat()),
        Frame::Commits => Turn::Each(committing(look)),
        Frame::Answer { seat } | Frame::ExpertFirst { seat } => one(seat),
        Frame::OverclockAsk | Frame::AttackExpertise => one(look.s.fight.attacker.seat()),
        Frame::Start
        | Frame::Played
        | Frame::Defend
        | Frame::Defended { .. }
        | Frame::Overclocked
        | Frame::DefenceExpertise
        | Frame::Results
        | Frame::OnDamage { .. }
        | Frame::End => frame::NOBODY,
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Target(Declared { who, with, .. }) => {
            let attack = look.attack(who, with);
            if attack.area {
                look.target_areas(who, attack).iter().for_each(|area| offer(Action::Area { area }));
            } else {
                look.targets(who, attack).iter().for_each(|who| offer(Action::Target { who }));
            }
        }
        Frame::Commits => offer_commits(look, seat, offer),
        Frame::Answer { .. } => {
            let own = look.s.fight.waiting.and(CharSet::owned_by(seat));
            own.iter().for_each(|who| offer(Action::Answer { who }));
        }
        Frame::ExpertFirst { .. } => {
            let own = look.s.fight.experts.and(CharSet::owned_by(seat));
            own.iter().for_each(|who| offer(Action::Answer { who }));
        }
        Frame::OverclockAsk => [Action::Overclock, Action::Decline].into_iter().for_each(offer),
        Frame::AttackExpertise => offer_expertise(look, seat, false, offer),
        Frame::ExpertDefends { .. } => offer_expertise(look, seat, true, offer),
        Frame::Start
        | Frame::Played
        | Frame::Defend
        | Frame::Defended { .. }
        | Frame::Overclocked
        | Frame::DefenceExpertise
        | Frame::Results
        | Frame::OnDamage { .. }
        | Frame::End => {}
    }
}

/// What an attack costs, its empower included.
#[must_use]
pub fn cost(look: Look, with: Weapon, empower: bool) -> u8 {
    rule!("FO-270");
    let printed = match with {
        Weapon::Basic => 1,
        Weapon::Ability(id) => look.g.content.ability(id).tokens,
    };
    printed + u8::from(empower)
}

/// Can this attack be empowered?
#[must_use]
pub fn has_empower(look: Look, with: Weapon) -> bool {
    match with {
        Weapon::Basic => false,
        Weapon::Ability(id) => !look.g.content.ability(id).list(List::Empower).is_empty(),
    }
}

/// What says that a character has attacked.
#[must_use]
pub fn used_by(look: Look, who: CharId, with: Weapon) -> Used {
    rule!("FO-146", "FO-R30");
    match (look.g.options.attack_limit, with) {
        (AttackLimit::PerCharacter, _) => Used::ATTACKED,
        (AttackLimit::PerAbility, Weapon::Basic) => Used::BASIC,
        (AttackLimit::PerAbility, Weapon::Ability(id)) => Used::ability(effects::slot(look, who, id)),
    }
}

pub fn plain(p: &mut Play, asked: frame::Frame, who: CharId, with: Weapon, treasure: Paid) -> Next {
    declare(p, asked, Declared { who, with, empower: false }, treasure)
}

/// With the empower of the attack.
pub fn empowered(p: &mut Play, asked: frame::Frame, who: CharId, with: Weapon, treasure: Paid) -> Next {
    declare(p, asked, Declared { who, with, empower: true }, treasure)
}

/// The Attack action is declared and paid.
fn declare(p: &mut Play, asked: frame::Frame, declared: Declared, treasure: Paid) -> Next {
    rule!("FO-180", "FO-200");
    let Activation(activation::Frame::Act) = asked else { return stray(asked) };
    let Declared { who, with, empower } = declared;
    let cost = cost(p.look(), with, false);
    activation::pay(p, who.seat(), (cost, u8::from(empower)), treasure);
    let used = used_by(p.look(), who, with);
    p.s.char_mut(who).used |= used;
    p.s.stack.push(reactions::Frame::After { reaction: false }.into());
    let attack = p.look().attack(who, with);
    if attack.area {
        return match p.look().target_areas(who, attack).single() {
            Some(only) => strike_area(p, declared, only),
            None => wait(Frame::Target(declared)),
        };
    }
    match p.look().targets(who, attack).single() {
        Some(only) => strike(p, declared, CharSet::only(only)),
        None => wait(Frame::Target(declared)),
    }
}

pub fn targeted(p: &mut Play, asked: frame::Frame, target: CharId) -> Next {
    let Attack(Frame::Target(declared)) = asked else { return stray(asked) };
    strike(p, declared, CharSet::only(target))
}

pub fn area_chosen(p: &mut Play, asked: frame::Frame, area: AreaId) -> Next {
    let Attack(Frame::Target(declared)) = asked else { return stray(asked) };
    strike_area(p, declared, area)
}

/// An area attack strikes every enemy there, and friends too if it says so.
fn strike_area(p: &mut Play, declared: Declared, area: AreaId) -> Next {
    rule!("FO-215", "FO-266", "FO-R46");
    let Declared { who, with, .. } = declared;
    let look = p.look();
    let everybody = p.s.in_area(area);
    let all = look.attack(who, with).friendly_fire;
    let targets = if all { everybody.without(who) } else { everybody.and(look.enemies(who)) };
    strike(p, declared, targets)
}

fn strike(p: &mut Play, Declared { who, with, empower }: Declared, targets: CharSet) -> Next {
    let next = start(p, who, with, targets);
    match with {
        Weapon::Ability(id) if empower => {
            rule!("FO-270");
            p.say(|l| Event::Empowers(l.name(who)));
            first(p, effects::run(who, who, id, List::Empower), Frame::Start)
        }
        Weapon::Ability(_) | Weapon::Basic => next,
    }
}

/// An attack begins, as an action or as a reaction.
pub fn start(p: &mut Play, who: CharId, with: Weapon, targets: CharSet) -> Next {
    rule!("FO-217");
    let attack = p.look().attack(who, with);
    let (melee, magic) = (attack.range == Range::Melee, attack.nature == Nature::Magic);
    p.s.fight = Fight { attacker: who, weapon: with, targets, waiting: targets, ..Fight::default() };
    let deed = p.s.deed_mut();
    (deed.attacker, deed.melee, deed.magic, deed.targets) = (Some(who), melee, magic, targets);
    if melee {
        p.s.struck = p.s.struck.or(targets.and(p.s.defenders));
    }
    p.say(|l| Event::Attacks(l.name(who), l.weapon_name(who, with), l.names(targets)));
    then(Frame::Start)
}

fn attack_start(p: &mut Play) -> Next {
    rule!("FO-205", "FO-R40");
    match p.g.options.defence_timing {
        DefenceTiming::Sequential => attack_card(p),
        DefenceTiming::Simultaneous => then(Frame::Commits),
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
    if look.s.sides[seat].orders.contains(Orders::DEFEND_FROM_DECK) {
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
    own.filter_map(|c| look.s.fight.commits[c.index()]?.as_card()).collect()
}

fn offer_commits(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    offer(Action::Deck);
    let (side, laid) = (&look.s.sides[seat], laid_down(look, seat));
    // Of a hidden hand no more cards can be laid down than it has.
    let spent = laid.minus(side.hand).count() >= u32::from(side.untold());
    let free = if spent { side.hand } else { look.s.playable(seat) }.minus(laid);
    free.iter().for_each(|card| offer(Action::Hand { card }));
}

fn commits(p: &mut Play) -> Next {
    if committing(p.look()).is_empty() { attack_card(p) } else { wait(Frame::Commits) }
}

pub fn committed(p: &mut Play, asked: frame::Frame, seat: Seat, commit: Commit) -> Next {
    let Attack(Frame::Commits) = asked else { return stray(asked) };
    if let Some(who) = owes_commit(p.look(), seat) {
        p.s.fight.commits[who.index()] = Some(commit);
    }
    p.say(|_| Event::Chooses(seat));
    then(Frame::Commits)
}

fn attack_card(p: &mut Play) -> Next {
    let (who, with) = (p.s.fight.attacker, p.s.fight.weapon);
    let how = if p.look().attack_advantage(who, with) { How::AttackAdvantage } else { How::Attack };
    first(p, cards::Frame::Play { who, how }, Frame::Played)
}

fn attack_played(p: &mut Play) -> Next {
    rule!("FO-120");
    let (who, with, played) = (p.s.fight.attacker, p.s.fight.weapon, p.s.played);
    p.s.fight.total = p.look().attack_total(who, with, &played);
    p.s.fight.critical = played.card.is_some_and(|card| p.look().is_critical(who, card));
    let fight = p.s.fight;
    p.say(|l| Event::AttackTotal(l.name(who), fight.total, fight.critical));
    then(Frame::Defend)
}

/// The next seat in initiative order that has targets among these.
fn next_of(look: Look, waiting: CharSet) -> Option<(Seat, CharSet)> {
    let own = |seat: &Seat| (*seat, waiting.and(CharSet::owned_by(*seat)));
    look.s.order.iter().map(own).find(|(_, chars)| !chars.is_empty())
}

/// Defence cards, in initiative order; a player with several targets chooses which answers first.
fn defend(p: &mut Play) -> Next {
    rule!("FO-215", "FO-216");
    let Some((seat, own)) = next_of(p.look(), p.s.fight.waiting) else {
        return then(Frame::OverclockAsk);
    };
    match own.single() {
        Some(only) => defence_card(p, only),
        None => wait(Frame::Answer { seat }),
    }
}

pub fn answers_first(p: &mut Play, asked: frame::Frame, who: CharId) -> Next {
    let Attack(frame) = asked else { return stray(asked) };
    match frame {
        Frame::Answer { .. } => defence_card(p, who),
        Frame::ExpertFirst { .. } => expert(p, who),
        Frame::Target(_)
        | Frame::Start
        | Frame::Commits
        | Frame::Played
        | Frame::Defend
        | Frame::Defended { .. }
        | Frame::OverclockAsk
        | Frame::Overclocked
        | Frame::AttackExpertise
        | Frame::DefenceExpertise
        | Frame::ExpertDefends { .. }
        | Frame::Results
        | Frame::OnDamage { .. }
        | Frame::End => stray(frame),
    }
}

fn defence_card(p: &mut Play, who: CharId) -> Next {
    p.s.fight.waiting.remove(who);
    let how = if p.look().defence_advantage(who) { How::Advantage } else { How::Plain };
    let side = &p.s.sides[who.seat()];
    if side.orders.contains(Orders::DEFEND_FROM_DECK) && side.can_draw() {
        p.s.fight.commits[who.index()] = Some(Commit::DECK);
    }
    first(p, cards::Frame::Play { who, how }, Frame::Defended { who })
}

fn defended(p: &mut Play, who: CharId) -> Next {
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
    p.s.fight.defence[who.index()] = Total::new(total, critical);
    p.say(|l| Event::DefenceTotal(l.name(who), total, critical));
    then(Frame::Defend)
}

fn overclock_ask(p: &mut Play) -> Next {
    rule!("FO-206", "FO-274", "FO-R41", "FO-R50");
    let (who, with) = (p.s.fight.attacker, p.s.fight.weapon);
    if !p.look().overclocks(who, with) {
        return then(Frame::AttackExpertise);
    }
    match p.g.options.overclock {
        Overclock::Mandatory => overclock(p),
        Overclock::Optional => wait(Frame::OverclockAsk),
    }
}

pub fn overclocks(p: &mut Play, asked: frame::Frame) -> Next {
    let Attack(Frame::OverclockAsk) = asked else { return stray(asked) };
    overclock(p)
}

fn overclock(p: &mut Play) -> Next {
    let seat = p.s.fight.attacker.seat();
    first(p, cards::Frame::TurnUp { seat }, Frame::Overclocked)
}

fn overclocked(p: &mut Play) -> Next {
    rule!("FO-010", "FO-218", "FO-R47");
    let (who, played) = (p.s.fight.attacker, p.s.played);
    if played.is_black() {
        p.say(|l| Event::Overclock(l.name(who), None));
        effects::hurt(p, who, 1);
    } else {
        p.s.fight.total += played.value();
        p.say(|l| Event::Overclock(l.name(who), Some(played.value())));
    }
    then(Frame::AttackExpertise)
}

/// May this card be added by expertise?
fn is_expert(card: Card, black: bool) -> bool {
    rule!("FO-277", "FO-R51");
    value(card) <= EXPERTISE_MAX && card.suit().is_black() == black
}

fn offer_expertise(look: Look, seat: Seat, black: bool, offer: &mut impl FnMut(Action)) {
    let hand: CardSet = look.s.playable(seat);
    hand.iter().filter(|card| is_expert(*card, black)).for_each(|card| offer(Action::Expertise { card }));
    offer(Action::Decline);
}

/// A card is added to a total, or none.
pub fn expertise(p: &mut Play, asked: frame::Frame, card: Option<Card>) -> Next {
    let Attack(frame) = asked else { return stray(asked) };
    match frame {
        Frame::AttackExpertise => attack_expertise_done(p, card),
        Frame::ExpertDefends { who } => expert_defended(p, who, card),
        Frame::Target(_)
        | Frame::Start
        | Frame::Commits
        | Frame::Played
        | Frame::Defend
        | Frame::Answer { .. }
        | Frame::Defended { .. }
        | Frame::OverclockAsk
        | Frame::Overclocked
        | Frame::DefenceExpertise
        | Frame::ExpertFirst { .. }
        | Frame::Results
        | Frame::OnDamage { .. }
        | Frame::End => stray(frame),
    }
}

/// No overclock, or no card by expertise.
pub fn declined(p: &mut Play, asked: frame::Frame) -> Next {
    if asked == Attack(Frame::OverclockAsk) {
        then(Frame::AttackExpertise)
    } else {
        expertise(p, asked, None)
    }
}

/// Asked by what everybody knows: the attribute, and a hand that is not empty.
fn attack_expertise(p: &mut Play) -> Next {
    let (who, with) = (p.s.fight.attacker, p.s.fight.weapon);
    if p.look().attack_expertise(who, with) && p.s.sides[who.seat()].hand_len > 0 {
        return wait(Frame::AttackExpertise);
    }
    attack_expertise_done(p, None)
}

fn attack_expertise_done(p: &mut Play, card: Option<Card>) -> Next {
    let (who, with) = (p.s.fight.attacker, p.s.fight.weapon);
    if let Some(card) = card {
        cards::from_hand(p, who.seat(), card);
        p.s.fight.total += value(card);
        p.say(|l| Event::Expertise(l.name(who), card));
    }
    let nature = p.look().attack(who, with).nature;
    p.s.fight.experts = p.s.fight.targets.iter().filter(|c| p.look().defence_expertise(*c, nature)).collect();
    then(Frame::DefenceExpertise)
}

/// Experts among the defenders, in initiative order; a player with several chooses who comes first.
fn defence_expertise(p: &mut Play) -> Next {
    rule!("FO-277", "FO-410");
    let Some((seat, own)) = next_of(p.look(), p.s.fight.experts) else { return then(Frame::Results) };
    if p.s.sides[seat].hand_len == 0 {
        p.s.fight.experts = p.s.fight.experts.minus(own);
        return then(Frame::DefenceExpertise);
    }
    match own.single() {
        Some(only) => expert(p, only),
        None => wait(Frame::ExpertFirst { seat }),
    }
}

fn expert(p: &mut Play, who: CharId) -> Next {
    p.s.fight.experts.remove(who);
    wait(Frame::ExpertDefends { who })
}

fn expert_defended(p: &mut Play, who: CharId, card: Option<Card>) -> Next {
    if let Some(card) = card {
        cards::from_hand(p, who.seat(), card);
        let defence = &mut p.s.fight.defence[who.index()];
        *defence = defence.plus(value(card));
        p.say(|l| Event::Expertise(l.name(who), card));
    }
    then(Frame::DefenceExpertise)
}
