//! What EPICs start with: targets, cards and first effects, as written and turned against the party.

use super::{blows, cards, death, epic, player_actions};
use crate::{
    Play,
    action::Action,
    event::Event,
    frame::{self, Blacks, Check, Mix, Next, only, stray, then, wait},
    keeping,
    legal::{self, Out},
    luck::{Kept, Pile, Source},
    queries::{Look, passes},
    state::{Grave, Temporary},
    words::{Epic, FoeId, Standing, Start, Stat, Who},
};
use kernel::{Card, Seat, Suit, Turn, flow::Flow as _, rule};
use serde::{Deserialize, Serialize};

/// What an EPIC is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Frame {
    Fire {
        seat: Seat,
        epic: Epic,
        start: u8,
        turned: bool,
    },
    Needle {
        seat: Seat,
    },
    XxxTarget {
        seat: Seat,
        black: u8,
    },
    PolymorphMix {
        seat: Seat,
    },
    PolymorphDraw {
        seat: Seat,
        turned: bool,
    },
    PolymorphLay {
        seat: Seat,
    },
    Raise {
        seat: Seat,
    },
    Evacuate {
        seat: Seat,
    },
    BombTarget {
        seat: Seat,
    },
    /// Dirty Bomb attacked them all: whoever waits for that answers, enemy by enemy.
    BombAnswers {
        seat: Seat,
        next: u8,
    },
    HereticTarget {
        seat: Seat,
    },
}

pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::Fire { seat, epic, start, turned } => fire(p, seat, epic, start, turned),
        Frame::PolymorphDraw { seat, turned } => polymorph_next(p, seat, turned),
        Frame::PolymorphLay { seat } => polymorph_lay(p, seat),
        Frame::Raise { .. }
        | Frame::Needle { .. }
        | Frame::Evacuate { .. }
        | Frame::BombTarget { .. }
        | Frame::HereticTarget { .. } => ask(p, at),
        Frame::BombAnswers { seat, next } => bomb_answers(p, seat, next),
        Frame::XxxTarget { .. } | Frame::PolymorphMix { .. } => wait(at),
    }
}

pub fn turn(look: Look, at: Frame) -> Turn {
    match at {
        Frame::Fire { .. } | Frame::BombAnswers { .. } => Turn::Over,
        Frame::PolymorphDraw { .. } if look.s.polymorph.due().is_none() => Turn::Over,
        Frame::PolymorphDraw { .. } => Turn::Chance,
        Frame::PolymorphLay { .. } if look.s.polymorph.drawn.count == 0 => Turn::Over,
        Frame::Needle { seat }
        | Frame::XxxTarget { seat, .. }
        | Frame::PolymorphMix { seat }
        | Frame::PolymorphLay { seat }
        | Frame::Raise { seat }
        | Frame::Evacuate { seat }
        | Frame::BombTarget { seat }
        | Frame::HereticTarget { seat } => only(seat),
    }
}

pub fn legal(look: Look, at: Frame, out: Out) {
    match at {
        Frame::Fire { .. } | Frame::PolymorphDraw { .. } | Frame::BombAnswers { .. } => {}
        Frame::Needle { seat } => {
            legal::heroes(look, |hero| out.push(Action::Hero { hero }));
            // A charmed Monk's needles are for the enemies; others reach only whom they can aim at.
            let turned = look.hero(seat).turned.contains(Epic::Acupuncture);
            let near = look.s.acting_enemies().filter(|id| turned || look.can_aim_at(*id));
            out.extend(near.map(|enemy| Action::Enemy { enemy }));
        }
        Frame::XxxTarget { .. } | Frame::BombTarget { .. } | Frame::HereticTarget { .. } => {
            let near = look.s.enemies().filter(|id| look.can_aim_at(*id));
            out.extend(near.map(|enemy| Action::Enemy { enemy }));
        }
        Frame::PolymorphMix { .. } => {
            let there = |mix: &Mix| {
                mix.counts().iter().zip(look.s.player_decks).all(|(n, deck)| u32::from(*n) <= deck.len())
            };
            out.extend(Mix::all().filter(there).map(|mix| Action::Mix { mix }));
        }
        Frame::PolymorphLay { .. } => {
            out.extend(lay_targets(look).map(|target| Action::Lay { target }));
            out.push(Action::PutBack);
        }
        Frame::Raise { seat } => {
            let own = look.hero(seat).dead();
            let seated = look.s.seated().into_iter().filter(|who| !own || *who == seat);
            out.extend(seated.map(|who| Action::Hero { hero: who.into() }));
        }
        Frame::Evacuate { .. } => {
            for healer in look.s.living() {
                for patient in look.s.living().without(healer) {
                    out.push(Action::Evacuate { healer: healer.into(), patient: patient.into() });
                }
            }
        }
    }
}

/// Where the next Polymorph card fits: upward on heroes, downward on enemies, one a stat.
fn lay_targets(look: Look<'_>) -> impl Iterator<Item = Who> + '_ {
    let card = look.s.polymorph.drawn.cards[0];
    let i = card.suit().index();
    let hero_fits = move |seat: &Seat| {
        let hero = look.hero(*seat);
        hero.temporary[i].is_none() && hero.cards[i] < card.rank()
    };
    let heroes = look.s.living().into_iter().filter(hero_fits).map(Who::Hero);
    heroes.chain(look.s.enemies().filter(move |id| look.lowers(*id, card)).map(Who::Foe))
}

/// Does it offer anything at all?
fn has_choice(look: Look, at: Frame) -> bool {
    match at {
        Frame::Evacuate { .. } => look.s.living().len() > 1,
        // Putting it back alone is no choice.
        Frame::PolymorphLay { .. } => lay_targets(look).next().is_some(),
        Frame::XxxTarget { .. } | Frame::BombTarget { .. } | Frame::HereticTarget { .. } => {
            look.s.enemies().any(|id| look.can_aim_at(id))
        }
        Frame::Needle { .. } | Frame::Raise { .. } | Frame::PolymorphMix { .. } => true,
        Frame::Fire { .. } | Frame::PolymorphDraw { .. } | Frame::BombAnswers { .. } => false,
    }
}

pub fn answer(p: &mut Play, at: Frame, action: Action) -> Next {
    match (at, action) {
        (Frame::Needle { seat }, Action::Hero { hero }) => {
            epic::needle(p, seat, Who::Hero(hero.seat()));
            Next::Done
        }
        (Frame::Needle { seat }, Action::Enemy { enemy }) => {
            epic::needle(p, seat, Who::Foe(enemy));
            Next::Done
        }
        (Frame::XxxTarget { seat, black }, Action::Enemy { enemy }) => xxx_strikes(p, seat, black, enemy),
        (Frame::PolymorphMix { seat }, Action::Mix { mix }) => {
            p.s.polymorph.left = mix.counts();
            polymorph_next(p, seat, false)
        }
        (Frame::PolymorphLay { seat }, Action::Lay { target }) => {
            if let Some(card) = p.s.polymorph.drawn.pop() {
                lay(p, seat, card, target);
            }
            polymorph_lay(p, seat)
        }
        (Frame::PolymorphLay { seat }, Action::PutBack) => {
            if let Some(card) = p.s.polymorph.drawn.pop() {
                put_back(p, card);
            }
            polymorph_lay(p, seat)
        }
        (Frame::Raise { .. }, Action::Hero { hero }) => {
            raise(p, hero.seat());
            Next::Done
        }
        (Frame::Evacuate { seat }, Action::Evacuate { healer, patient }) => {
            evacuate(p, seat, healer.seat(), patient.seat());
            Next::Done
        }
        (Frame::BombTarget { seat }, Action::Enemy { enemy }) => {
            cards::draw(p, Check::Bomb { seat, on: enemy })
        }
        (Frame::HereticTarget { seat }, Action::Enemy { enemy }) => {
            name_heretic(p, seat, enemy);
            Next::Done
        }
        (
            Frame::Fire { .. }
            | Frame::Needle { .. }
            | Frame::XxxTarget { .. }
            | Frame::PolymorphMix { .. }
            | Frame::PolymorphDraw { .. }
            | Frame::PolymorphLay { .. }
            | Frame::Raise { .. }
            | Frame::Evacuate { .. }
            | Frame::BombTarget { .. }
            | Frame::BombAnswers { .. }
            | Frame::HereticTarget { .. },
            _,
        ) => stray(at),
    }
}

/// Only a Polymorph waits for chance by itself: its stat cards.
pub fn source(look: Look, at: Frame) -> Option<Source> {
    let Frame::PolymorphDraw { .. } = at else { return None };
    let i = look.s.polymorph.due()?;
    Some(Source::Pile(Pile { suit: Suit::ALL[i], ranks: look.s.player_decks[i], kept: Kept::Stats }))
}

/// A card of a Player Stat Deck came.
pub fn fell(p: &mut Play, at: Frame, card: Card) -> Next {
    let Frame::PolymorphDraw { seat, turned } = at else { return stray(at) };
    polymorph_card(p, seat, turned, card)
}

/// The next start effect of an EPIC.
pub fn fire(p: &mut Play, seat: Seat, epic: Epic, start: u8, turned: bool) -> Next {
    let g = p.g;
    let Some(effect) = g.content.epic(epic).start.get(usize::from(start)) else { return Next::Done };
    let resume = Frame::Fire { seat, epic, start: start + 1, turned };
    let amount = g.content.amount(epic);
    if let Some(otherwise) = keeping::starts(p, seat, *effect, turned, resume) {
        return otherwise;
    }
    let sub: frame::Frame = match effect {
        Start::HurtEnemies => {
            rule!("PR-R83");
            epic::hurt_all(p, seat, epic, turned);
            return then(resume);
        }
        Start::HealHeroes => {
            epic::heal_all(p, seat, amount, turned);
            return then(resume);
        }
        Start::RaiseOne if turned => {
            if let Some(queen) = p.s.heroes[seat].queen {
                death::gain(p, Who::Foe(queen), u16::MAX);
            }
            return then(resume);
        }
        Start::Needle if turned => {
            if let Some(queen) = p.s.heroes[seat].queen {
                epic::needle(p, seat, Who::Foe(queen));
            }
            return then(resume);
        }
        Start::ChooseEvacuees if turned => return then(resume),
        Start::RaiseOne => Frame::Raise { seat }.into(),
        Start::Needle => Frame::Needle { seat }.into(),
        Start::ChooseEvacuees => Frame::Evacuate { seat }.into(),
        Start::Xxx => draw(Check::Xxx { seat, turned, so_far: Blacks::default() }),
        Start::Polymorph if turned => {
            p.s.polymorph.left = Mix::ONE_EACH.counts();
            Frame::PolymorphDraw { seat, turned }.into()
        }
        Start::Polymorph => Frame::PolymorphMix { seat }.into(),
        Start::Bomb if turned => draw(Check::BombVictim { seat }),
        Start::Bomb => {
            p.s.stack.push(resume.into());
            p.s.stack.push(Frame::BombAnswers { seat, next: 0 }.into());
            return then(Frame::BombTarget { seat });
        }
        Start::NameHeretic if turned => draw(Check::HereticVictim { seat }),
        Start::NameHeretic => Frame::HereticTarget { seat }.into(),
        Start::GraveCard => draw(Check::GraveCard { seat, turned }),
    };
    p.first(sub, resume.into())
}

fn draw(check: Check) -> frame::Frame {
    cards::Frame::Draw { check }.into()
}

/// A choice without anybody to choose is skipped.
fn ask(p: &mut Play, at: Frame) -> Next {
    if has_choice(p.look(), at) { wait(at) } else { Next::Done }
}

// --- XXX

/// One of XXX's three cards.
pub fn xxx_card(p: &mut Play, seat: Seat, turned: bool, so_far: Blacks, card: Card) -> Next {
    rule!("PR-091");
    let so_far = so_far.and(card.suit().is_black());
    if so_far.cards() < 3 {
        return cards::draw(p, Check::Xxx { seat, turned, so_far });
    }
    let black = so_far.black();
    p.say(|_| Event::Black(black));
    match (black, turned) {
        (3, false) => {
            rule!("PR-R48");
            for foe in FoeId::enemies() {
                if p.s.foe(foe).present && !p.s.foe(foe).stance && !p.look().foe_evacuated(foe) {
                    slay(p, Who::Foe(foe), seat);
                }
            }
            Next::Done
        }
        (3, true) => {
            for other in p.s.living().without(seat) {
                if !p.s.heroes[other].stance {
                    slay(p, Who::Hero(other), seat);
                }
            }
            Next::Done
        }
        (_, true) => cards::draw(p, Check::XxxVictim { seat, black }),
        (_, false) => ask(p, Frame::XxxTarget { seat, black }),
    }
}

fn slay(p: &mut Play, who: Who, by: Seat) {
    death::hurt(p, who, u16::MAX, Some(Who::Hero(by)));
}

/// XXX strikes the enemy that was chosen, or whoever covers it.
pub fn xxx_strikes(p: &mut Play, seat: Seat, black: u8, foe: FoeId) -> Next {
    rule!("PR-232", "PR-R47");
    let on = p.look().foe_cover(foe).unwrap_or(foe);
    if p.s.foe(foe).stance || p.s.foe(on).stance {
        rule!("PR-086");
        p.say(|l| Event::NoHarm(l.name(Who::Foe(foe)), "on guard"));
        return Next::Done;
    }
    xxx_damage(p, seat, black, Who::Foe(on));
    Next::Done
}

fn xxx_damage(p: &mut Play, seat: Seat, black: u8, on: Who) {
    match black {
        2 => slay(p, on, seat),
        1 => {
            let half = p.look().max_hp(on) / 2;
            death::hurt(p, on, half.max(3), Some(Who::Hero(seat)));
        }
        _ => {
            death::hurt(p, on, 3, Some(Who::Hero(seat)));
        }
    }
}

/// Turned XXX: the fourth card names the hero it strikes.
pub fn xxx_victim(p: &mut Play, seat: Seat, black: u8, card: Card) -> Next {
    if let Some(victim) = victim(p, seat, card) {
        xxx_damage(p, seat, black, Who::Hero(victim));
    }
    Next::Done
}

/// Another hero named by a card, unless he is on guard.
fn victim(p: &mut Play, seat: Seat, card: Card) -> Option<Seat> {
    let named = p.look().named(card, Some(seat))?;
    if p.s.heroes[named].stance {
        p.say(|l| Event::NoHarm(l.name(Who::Hero(named)), "on guard"));
        return None;
    }
    Some(named)
}

// --- Polymorph

/// Asks for the next stat card of the mix, or goes on to lay them.
pub fn polymorph_next(p: &mut Play, seat: Seat, turned: bool) -> Next {
    rule!("PR-092", "PR-R46");
    let due = p.s.polymorph.due();
    match due {
        Some(suit) if p.s.player_decks[suit].is_empty() => {
            p.s.polymorph.left[suit] = 0;
            polymorph_next(p, seat, turned)
        }
        Some(_) => wait(Frame::PolymorphDraw { seat, turned }),
        None if turned => {
            lay_turned(p, seat);
            Next::Done
        }
        None => polymorph_lay(p, seat),
    }
}

/// A stat card came.
pub fn polymorph_card(p: &mut Play, seat: Seat, turned: bool, card: Card) -> Next {
    p.s.polymorph.left[card.suit().index()] -= 1;
    p.s.player_decks[card.suit().index()].remove(card.rank());
    p.s.polymorph.drawn.push(card);
    polymorph_next(p, seat, turned)
}

/// The next drawn card is laid, or goes back at once if it fits nowhere.
pub fn polymorph_lay(p: &mut Play, seat: Seat) -> Next {
    while p.s.polymorph.drawn.count > 0 {
        if has_choice(p.look(), Frame::PolymorphLay { seat }) {
            return wait(Frame::PolymorphLay { seat });
        }
        if let Some(card) = p.s.polymorph.drawn.pop() {
            put_back(p, card);
        }
    }
    Next::Done
}

pub fn put_back(p: &mut Play, card: Card) {
    rule!("PR-093");
    p.s.player_decks[card.suit().index()].insert(card.rank());
    p.say(|_| Event::PutBack(card));
}

/// Lays a temporary card over a stat.
pub fn lay(p: &mut Play, by: Seat, card: Card, on: Who) {
    p.say(|l| Event::Lays(l.name(Who::Hero(by)), card, l.name(on)));
    let temporary = Some(Temporary { rank: card.rank(), by });
    death::minding_maxima(p, |p| match on {
        Who::Hero(seat) => p.s.heroes[seat].temporary[card.suit().index()] = temporary,
        Who::Foe(foe) => p.s.foe_mut(foe).temporary[card.suit().index()] = temporary,
    });
}

/// A charmed Support's cards: on the Queen if higher, else on the hero with the biggest drop, else back.
fn lay_turned(p: &mut Play, by: Seat) {
    let queen = p.s.heroes[by].queen;
    while let Some(card) = p.s.polymorph.drawn.pop() {
        let i = card.suit().index();
        if let Some(queen) = queen.filter(|id| p.look().raises(*id, card)) {
            lay(p, by, card, Who::Foe(queen));
            continue;
        }
        let drop = |seat: &Seat| p.s.heroes[*seat].cards[i].number() - card.number();
        let fits = |seat: &Seat| {
            p.s.heroes[*seat].temporary[i].is_none() && p.s.heroes[*seat].cards[i] > card.rank()
        };
        let victim = p.s.living().without(by).into_iter().filter(fits).rev_max_by(drop);
        match victim {
            Some(seat) => lay(p, by, card, Who::Hero(seat)),
            None => put_back(p, card),
        }
    }
}

/// The first of those with the biggest value.
trait RevMaxBy: Iterator<Item = Seat> + Sized {
    fn rev_max_by(self, value: impl Fn(&Seat) -> u8) -> Option<Seat> {
        self.fold(None, |best: Option<Seat>, seat| match best {
            Some(held) if value(&held) >= value(&seat) => Some(held),
            Some(_) | None => Some(seat),
        })
    }
}
impl<I: Iterator<Item = Seat>> RevMaxBy for I {}

// --- the others

/// Resurrection: full HP, dead or alive.
pub fn raise(p: &mut Play, on: Seat) {
    rule!("PR-090", "PR-243");
    death::raise(p, on, u16::MAX);
}

/// Dirty Bomb's Attack check: a hit stuns the main target as long as it runs.
pub fn bomb_card(p: &mut Play, seat: Seat, foe: FoeId, card: Card) -> Next {
    rule!("PR-161", "PR-R37");
    if p.look().hits_anyway(seat, foe) || passes(card, p.look().stat(seat, Stat::Attack)) {
        bomb_hits(p, seat, foe);
    }
    if p.g.options.joint_attack_once {
        player_actions::end_joint_attack(p, seat);
    }
    Next::Done
}

/// It was an attack on each of them: a Prince who waited strikes back, unless somebody stood before him.
fn bomb_answers(p: &mut Play, seat: Seat, next: u8) -> Next {
    let attacked = |id: &FoeId| p.s.foe(*id).present && p.look().foe_cover(*id).is_none();
    let waits = |id: &FoeId| p.s.foe(*id).riposte && attacked(id);
    let Some(foe) = FoeId::enemies().skip(next.into()).find(waits) else { return Next::Done };
    rule!("PR-161", "PR-223", "PR-R15");
    p.s.stack.push(Frame::BombAnswers { seat, next: foe.index() as u8 + 1 }.into());
    blows::riposte(p, seat, foe)
}

/// The main target is hit; whoever is on guard does not mind.
pub fn bomb_hits(p: &mut Play, seat: Seat, foe: FoeId) {
    if p.s.foe(foe).present && !p.s.foe(foe).stance {
        p.s.heroes[seat].bombed = Some(Who::Foe(foe));
        p.say(|l| Event::Stunned(l.name(Who::Foe(foe))));
    }
}

/// Turned: the card names the hero, and its number is the Attack check. He is stunned only while it runs, so a club
/// frees him at once.
pub fn bomb_victim(p: &mut Play, seat: Seat, card: Card) -> Next {
    if let Some(victim) = victim(p, seat, card)
        && (own_auto_hit(p, seat) || passes(card, p.look().charmed_attack_stat(seat)))
    {
        rule!("PR-161", "PR-R37");
        p.s.heroes[seat].bombed = Some(Who::Hero(victim));
        p.say(|l| Event::Stunned(l.name(Who::Hero(victim))));
        death::interrupt(p, victim);
    }
    Next::Done
}

/// A turned EPIC of his own helps a charmed hero: its benefits are for the enemies and for him.
pub fn own_auto_hit(p: &Play, seat: Seat) -> bool {
    p.s.heroes[seat].turned.meets(p.g.content.doing(Standing::AutoHit))
}

/// Heretic Bane on an enemy; one on guard is not touched.
pub fn name_heretic(p: &mut Play, seat: Seat, foe: FoeId) {
    rule!("PR-169", "PR-R41");
    if p.s.foe(foe).stance {
        p.say(|l| Event::NoHarm(l.name(Who::Foe(foe)), "on guard"));
        return;
    }
    death::minding_maxima(p, |p| p.s.heroes[seat].heretic = Some(Who::Foe(foe)));
}

pub fn heretic_victim(p: &mut Play, seat: Seat, card: Card) -> Next {
    if let Some(victim) = victim(p, seat, card) {
        death::minding_maxima(p, |p| p.s.heroes[seat].heretic = Some(Who::Hero(victim)));
    }
    Next::Done
}

/// Every place an enemy can stand at.
const ALL_ENEMIES: u8 = (1 << FoeId::ENEMIES) - 1;

/// Call of the Grave: the suit curses all enemies; turned, the other heroes.
pub fn grave_card(p: &mut Play, seat: Seat, turned: bool, card: Card) -> Next {
    rule!("PR-171", "PR-R42");
    let mut on = 0;
    if turned {
        for other in p.s.living().without(seat) {
            on |= u8::from(!p.s.heroes[other].stance) << other.index();
        }
    } else if p.g.options.grave_spares_guarded {
        for foe in p.s.enemies() {
            on |= u8::from(!p.s.foe(foe).stance) << foe.index();
        }
    } else {
        // All enemies, also those that come later; whoever is on guard does not feel it while he is.
        rule!("PR-R88");
        on = ALL_ENEMIES;
    }
    p.s.heroes[seat].grave = Some(Grave { suit: card.suit(), on });
    p.say(|l| Event::Bears(l.name(Who::Hero(seat)), card.suit()));
    if turned && card.suit() == Suit::Diamonds {
        for other in p.s.living().without(seat) {
            p.s.heroes[other].stance &= on >> other.index() & 1 == 0;
        }
    }
    Next::Done
}

/// Medical Evac: these two are out of the enemies' reach.
pub fn evacuate(p: &mut Play, seat: Seat, healer: Seat, patient: Seat) {
    rule!("PR-151", "PR-R34");
    p.s.heroes[seat].evacuated = Some((healer, patient));
}
