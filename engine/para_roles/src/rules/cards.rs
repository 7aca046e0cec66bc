//! Turning Random Deck cards: who turns, how many, who chooses, and what a resolution leaves behind.

use super::{
    abilities, blows, campaigns, creature, dungeon, enemy_turn, epic, epic_start, maze, player_actions,
    rifts, roles, treasure,
};
use crate::{
    Play,
    action::Action,
    event::{Event, Purpose},
    frame::{Blow, Check, Next, only, stray, wait},
    keeping,
    legal::Out,
    luck::Source,
    queries::{Look, passes},
    state::Token,
    words::{Epic, Side, Standing, Start, Stat, Until, Who},
};
use kernel::{Card, CardSet, Deck, Seat, SeatSet, Suit, Turn, rule};
use serde::{Deserialize, Serialize};

/// Cards of the Random Deck on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Frame {
    Draw {
        check: Check,
    },
    /// The second card of a pair.
    DrawSecond {
        check: Check,
        first: Card,
    },
    /// Which of two cards counts?
    Pick {
        check: Check,
        first: Card,
        second: Card,
    },
}

pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::Draw { check } => draw(p, check),
        Frame::DrawSecond { check, first } => draw_second(p, check, first),
        Frame::Pick { .. } => wait(at),
    }
}

#[inline]
pub fn turn(look: Look, at: Frame) -> Turn {
    match at {
        Frame::Draw { .. } | Frame::DrawSecond { .. } => Turn::Chance,
        Frame::Pick { check, .. } => match pair(look, check) {
            Some(Chooser::Seat(seat)) => only(seat),
            Some(Chooser::Lower | Chooser::Higher) | None => Turn::Over,
        },
    }
}

pub fn legal(at: Frame, out: Out) {
    match at {
        // The same card twice can only be told, and then wrongly.
        Frame::Pick { first, second, .. } if first == second => out.push(Action::Keep { card: first }),
        Frame::Pick { first, second, .. } => out.extend([first, second].map(|card| Action::Keep { card })),
        Frame::Draw { .. } | Frame::DrawSecond { .. } => {}
    }
}

pub fn answer(p: &mut Play, at: Frame, action: Action) -> Next {
    match (at, action) {
        (Frame::Pick { check, .. }, Action::Keep { card }) => picked(p, check, card),
        (Frame::Pick { .. } | Frame::Draw { .. } | Frame::DrawSecond { .. }, _) => stray(at),
    }
}

pub fn source(at: Frame) -> Option<Source> {
    match at {
        Frame::Draw { .. } | Frame::DrawSecond { .. } => Some(Source::RandomDeck),
        Frame::Pick { .. } => None,
    }
}

#[inline]
pub fn fell(p: &mut Play, at: Frame, card: Card) -> Next {
    match at {
        Frame::Draw { check } => drawn(p, check, card),
        Frame::DrawSecond { check, first } => second_drawn(p, check, first, card),
        Frame::Pick { .. } => stray(at),
    }
}

/// Asks for a card.
pub fn draw(p: &mut Play, check: Check) -> Next {
    mind_empty_deck(p);
    wait(Frame::Draw { check })
}

/// Asks for the second card of a pair.
pub fn draw_second(p: &mut Play, check: Check, first: Card) -> Next {
    mind_empty_deck(p);
    wait(Frame::DrawSecond { check, first })
}

/// An empty deck is first replaced by the shuffled discard, without the cards in hand.
#[inline]
fn mind_empty_deck(p: &mut Play) {
    if p.s.random.is_empty() {
        rule!("PR-006", "PR-R58");
        reshuffle(p);
    }
}

/// The deck ran out: the discard becomes the deck, and the party may declare an EPIC again.
#[cold]
fn reshuffle(p: &mut Play) {
    p.s.random = Deck::shuffled(CardSet::FULL.minus(p.s.hand));
    p.say(|_| Event::Reshuffle);
    if !p.s.combat.on {
        return;
    }
    rule!("PR-R75");
    p.s.combat.reshuffles = p.s.combat.reshuffles.saturating_add(1);
    p.s.combat.allowance = true;
    for hero in p.s.heroes.each_mut() {
        if hero.dead() {
            hero.fell_this_shuffle = false;
            hero.charge = None;
        }
    }
    campaigns::clock_ticks_for_reshuffle(p);
}

/// A card has been turned.
pub fn drawn(p: &mut Play, check: Check, card: Card) -> Next {
    keeping::card_turned(p, check, card);
    if p.s.combat.on && pair(p.look(), check).is_some() {
        draw_second(p, check, card)
    } else {
        resolve(p, check, card)
    }
}

/// The card is out of the deck.
#[inline(always)]
pub fn leaves_deck(p: &mut Play, check: Check, card: Card) {
    let known = p.s.random.draw(card);
    assert!(known, "the table has checked that {card} can be drawn");
    // Outside combat nothing is kept in hand: treasure cards, there and in a combat, go to the bottom, others to the discard.
    if p.s.combat.on && check != Check::Treasure {
        p.s.in_hand(card);
        note_club(p, check, card);
    }
}

/// The second card of a pair has been turned.
pub fn second_drawn(p: &mut Play, check: Check, first: Card, card: Card) -> Next {
    keeping::card_turned(p, check, card);
    match pair(p.look(), check) {
        Some(Chooser::Lower) => resolve(p, check, better_for_enemy(check, first, card)),
        Some(Chooser::Higher) => resolve(p, check, if card.number() > first.number() { card } else { first }),
        Some(Chooser::Seat(_)) => {
            note_two_clubs(p, check, first, card);
            wait(Frame::Pick { check, first, second: card })
        }
        // A pair whose reason vanished with the first card: it cannot, nothing resolves in between.
        None => resolve(p, check, first),
    }
}

/// The card an enemy keeps: the lower one, or, where only the colour counts, the black one.
fn better_for_enemy(check: Check, first: Card, second: Card) -> Card {
    let second_is_better = if matches!(check, Check::FoeDestroy { .. }) {
        second.suit().is_black() && !first.suit().is_black()
    } else {
        second.number() < first.number()
    };
    if second_is_better { second } else { first }
}

/// Who chooses between two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    Seat(Seat),
    Lower,
    Higher,
}

/// Two cards are turned for this check, and this is who chooses.
pub fn pair(look: Look, check: Check) -> Option<Chooser> {
    // Two things only turn two cards: a Joint Attack token and a Future Sight.
    if let Check::Attack { seat, .. } | Check::Bomb { seat, .. } = check
        && look.s.heroes.each().iter().any(|h| h.token == Some(Token { side: Side::Joint, ally: seat }))
    {
        rule!("PR-061", "PR-R25", "PR-R26");
        return Some(Chooser::Seat(seat));
    }
    if look.quiet() { None } else { pair_by_epic(look, check) }
}

fn pair_by_epic(look: Look, check: Check) -> Option<Chooser> {
    rule!("PR-172", "PR-R43");
    let (party, enemies) = match role(check).0 {
        Decides::Hero(seat) => {
            (look.hero_has(seat, Standing::TwoCards).then_some(Chooser::Seat(seat)), Chooser::Higher)
        }
        Decides::Enemy => (look.owners(Standing::TwoCards).next().map(Chooser::Seat), Chooser::Lower),
        Decides::Nothing => return None,
    };
    party.or_else(|| look.enemies_have(Standing::TwoCards).then_some(enemies))
}

/// Whose action a card decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decides {
    Hero(Seat),
    Enemy,
    /// A part of something else: an EPIC, a defense, a map.
    Nothing,
}

/// Whose action a card decides, and who turns it in the sense of "until a club is drawn by".
fn role(check: Check) -> (Decides, Option<Seat>) {
    rule!("PR-026", "PR-R79");
    match check {
        Check::Attack { seat, .. }
        | Check::Defend { seat }
        | Check::Ability { seat, .. }
        | Check::Run { seat, .. }
        | Check::Swap { seat, .. }
        | Check::Bomb { seat, .. }
        | Check::AttackHero { seat, charmed: false } => (Decides::Hero(seat), Some(seat)),
        // What an EPIC is fired with ends others of its owner; `end_by_clubs` says what it spares.
        Check::AttackHero { seat, charmed: true }
        | Check::BombVictim { seat }
        | Check::Xxx { seat, .. }
        | Check::XxxVictim { seat, .. }
        | Check::GraveCard { seat, .. }
        | Check::HereticVictim { seat } => (Decides::Nothing, Some(seat)),
        Check::Sneak(blow) => (Decides::Nothing, Blow::from(blow).by.hero()),
        Check::Defense(blow) => (Decides::Nothing, Blow::from(blow).on.hero()),
        Check::FoeAttack { .. }
        | Check::FoeStrikes { .. }
        | Check::FoeDefend { .. }
        | Check::FoeTrick { .. }
        | Check::FoeDestroy { .. }
        | Check::Whip { .. } => (Decides::Enemy, None),
        Check::Command { .. }
        | Check::CreatureWhip { .. }
        | Check::Trap { .. }
        | Check::Seal { .. }
        | Check::Treasure
        | Check::Hunt
        | Check::Room
        | Check::BlindDate { .. } => (Decides::Nothing, None),
    }
}

#[inline(always)]
fn note_club(p: &mut Play, check: Check, card: Card) {
    if card.suit() == Suit::Clubs
        && let (_, Some(seat)) = role(check)
    {
        p.s.combat.clubs.insert(seat);
    }
}

fn note_two_clubs(p: &mut Play, check: Check, first: Card, second: Card) {
    if let (Decides::Hero(seat), _) = role(check)
        && first.suit() == Suit::Clubs
        && second.suit() == Suit::Clubs
    {
        p.s.combat.two_clubs.insert(seat);
    }
}

/// One of two cards was chosen.
pub fn picked(p: &mut Play, check: Check, card: Card) -> Next {
    let by = match pair(p.look(), check) {
        Some(Chooser::Seat(seat)) => Some(seat),
        Some(Chooser::Lower | Chooser::Higher) | None => None,
    };
    if let Some(seat) = by {
        p.say(|l| Event::Keeps(l.name(Who::Hero(seat)), card));
    }
    resolve(p, check, card)
}

/// The card that counts is known.
#[inline(never)]
fn resolve(p: &mut Play, check: Check, card: Card) -> Next {
    say_turned(p, check, card);
    match check {
        Check::Attack { seat, foe } => player_actions::attack_card(p, seat, foe, card),
        Check::AttackHero { seat, charmed } => player_actions::attack_hero_card(p, seat, charmed, card),
        Check::Defend { seat } => player_actions::defend_card(p, seat, card),
        Check::Ability { seat, ability, at } => abilities::ability_card(p, seat, (ability, at), card),
        Check::Run { seat, stat, foe } => player_actions::run_card(p, seat, stat, foe, card),
        Check::Swap { seat, from, to } => treasure::swap_card(p, seat, from, to, card),
        Check::Xxx { seat, turned, so_far } => epic_start::xxx_card(p, seat, turned, so_far, card),
        Check::XxxVictim { seat, black } => epic_start::xxx_victim(p, seat, black, card),
        Check::GraveCard { seat, turned } => epic_start::grave_card(p, seat, turned, card),
        Check::Bomb { seat, on } => epic_start::bomb_card(p, seat, on, card),
        Check::BombVictim { seat } => epic_start::bomb_victim(p, seat, card),
        Check::HereticVictim { seat } => epic_start::heretic_victim(p, seat, card),
        Check::Sneak(blow) => blows::deal(p, blow.into(), card.number()),
        Check::FoeAttack { foe } => enemy_turn::attack_card(p, foe, card),
        Check::FoeStrikes { foe, at } => enemy_turn::strikes_card(p, foe, at, card),
        Check::FoeDefend { foe } => enemy_turn::defend_card(p, foe, card),
        Check::FoeTrick { foe, deed } => enemy_turn::trick_card(p, foe, deed, card),
        Check::FoeDestroy { foe } => enemy_turn::destroy_card(p, foe, card),
        Check::Whip { foe } => enemy_turn::whip_card(p, foe, card),
        Check::Command { deed, at } => creature::command_card(p, deed, at, card),
        Check::CreatureWhip { at } => creature::whip_card(p, at, card),
        Check::Defense(blow) => blows::defense_card(p, blow.into(), card),
        Check::Trap { seat, everyone, hurts } => campaigns::trap_card(p, seat, everyone, hurts, card),
        Check::Seal { seat } => rifts::seal_card(p, seat, card),
        Check::Treasure => treasure::winner_card(p, card),
        Check::Hunt => maze::hunt_card(p, card),
        Check::Room => dungeon::room_card(p, card),
        Check::BlindDate { seat } => roles::blind_date_card(p, seat, card),
    }
}

/// What the card is compared with, for the story and for people who turn it.
pub fn purpose(look: Look, check: Check) -> (Option<Who>, Purpose) {
    let hero = |seat, stat| (Some(Who::Hero(seat)), Purpose::Stat(stat, look.stat(seat, stat)));
    let foe = |id, stat| (Some(Who::Foe(id)), Purpose::Stat(stat, look.foe_stat(id, stat)));
    let plain = |who, words| (who, Purpose::Plain(words));
    match check {
        Check::Attack { seat, .. } | Check::Bomb { seat, .. } | Check::BombVictim { seat } => {
            hero(seat, Stat::Attack)
        }
        Check::AttackHero { seat, charmed: false } => hero(seat, Stat::Attack),
        Check::AttackHero { seat, charmed: true } => {
            (Some(Who::Hero(seat)), Purpose::Stat(Stat::Attack, look.charmed_attack_stat(seat)))
        }
        Check::Defend { seat } => hero(seat, Stat::Defense),
        Check::Ability { seat, .. } | Check::Swap { seat, .. } => hero(seat, Stat::Trick),
        Check::Trap { seat, .. } | Check::Seal { seat } => hero(seat, Stat::Trick),
        Check::Run { seat, stat, .. } => hero(seat, stat),
        Check::Xxx { seat, .. } => plain(Some(Who::Hero(seat)), "XXX"),
        Check::XxxVictim { seat, .. } | Check::HereticVictim { seat } => {
            plain(Some(Who::Hero(seat)), "the victim")
        }
        Check::GraveCard { seat, .. } => plain(Some(Who::Hero(seat)), "the Call of the Grave"),
        Check::Sneak(blow) => plain(Some(Blow::from(blow).by), "bonus damage"),
        Check::FoeAttack { foe: id } | Check::FoeStrikes { foe: id, .. } | Check::Whip { foe: id } => {
            foe(id, Stat::Attack)
        }
        Check::FoeDefend { foe: id } => foe(id, Stat::Defense),
        Check::FoeTrick { foe: id, .. } => foe(id, Stat::Trick),
        Check::FoeDestroy { foe: id } => plain(Some(Who::Foe(id)), "Destroy treasure"),
        Check::Command { deed, .. } => foe(crate::words::FoeId::CREATURE, creature::stat_of(deed)),
        Check::CreatureWhip { .. } => foe(crate::words::FoeId::CREATURE, Stat::Attack),
        Check::Defense(blow) => match Blow::from(blow).on {
            Who::Hero(seat) => hero(seat, Stat::Defense),
            Who::Foe(id) => foe(id, Stat::Defense),
        },
        Check::Treasure => plain(None, "who wins the treasure"),
        Check::Hunt => plain(None, "the hunt"),
        Check::Room => plain(None, "what the room holds"),
        Check::BlindDate { seat } => plain(Some(Who::Hero(seat)), "the role"),
    }
}

fn say_turned(p: &mut Play, check: Check, card: Card) {
    if p.log.is_on() {
        write_turned(p, check, card);
    }
}

#[cold]
fn write_turned(p: &mut Play, check: Check, card: Card) {
    let (who, purpose) = purpose(p.look(), check);
    let ok = match purpose {
        Purpose::Stat(_, value) => Some(passes(card, value)),
        Purpose::Plain(_) => None,
    };
    p.say(|l| Event::Turns(who.map(|w| l.name(w)), card, purpose, ok));
}

/// A resolution is over: cards to the discard, clubs end EPICs, an empty deck is reshuffled.
/// `turn` is the hero whose own turn ends with it.
pub fn close(p: &mut Play, turn: Option<Seat>) {
    p.s.hand = CardSet::EMPTY;
    // Clubs mean nothing while no EPIC runs.
    if !p.look().quiet() && !p.s.combat.clubs.is_empty() {
        end_by_clubs(p, turn);
    }
    p.s.combat.clubs = SeatSet::EMPTY;
    p.s.combat.two_clubs = SeatSet::EMPTY;
    if p.s.random.is_empty() && p.s.combat.on {
        rule!("PR-006", "PR-R58");
        reshuffle(p);
    }
}

/// Is the card an EPIC is fired with its own first one, which does not end it?
fn spares_itself(p: &Play, epic: Epic) -> bool {
    p.g.content.epic(epic).start.iter().any(|start| match start {
        Start::GraveCard | Start::NameHeretic => true,
        Start::HurtEnemies
        | Start::HealHeroes
        | Start::RaiseOne
        | Start::Needle
        | Start::ChooseEvacuees
        | Start::Xxx
        | Start::Polymorph
        | Start::Bomb => false,
    })
}

#[inline(never)]
fn end_by_clubs(p: &mut Play, turn: Option<Seat>) {
    rule!("PR-084", "PR-R22");
    let (clubs, two) = (p.s.combat.clubs, p.s.combat.two_clubs);
    for seat in clubs {
        for epic in p.s.heroes[seat].running.iter() {
            if p.s.heroes[seat].fired == Some(epic) && spares_itself(p, epic) {
                continue;
            }
            let ends = match p.g.content.epic(epic).until {
                Until::Club | Until::DamageOrClub => true,
                Until::TwoClubs => two.contains(seat),
                Until::TurnWithClub => {
                    rule!("PR-R44");
                    turn == Some(seat)
                }
                Until::Instant => false,
            };
            if ends {
                epic::end(p, seat, epic);
            }
        }
    }
}
