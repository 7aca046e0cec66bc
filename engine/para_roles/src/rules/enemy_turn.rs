//! An enemy's turn: the die, fallbacks, attack, defend, and checks of Trick. "Playing as an Enemy".

use super::{blows, campaigns, cards, death, enemy_deeds, rounds};
use crate::{
    Play,
    action::Action,
    chance::Chance,
    event::Event,
    frame::{Blow, Check, EnemyPile, Manner, Next, Reflects, only, stray, wait},
    legal::Out,
    luck::{Kept, Pile, Source},
    queries::{Look, passes},
    words::{Deed, FoeId, Standing, Stat, Who},
};
use kernel::{Card, Suit, Turn, rule};
use serde::{Deserialize, Serialize};

/// What an enemy is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Frame {
    /// An enemy (or a creature) gets its next card.
    Reveal {
        foe: FoeId,
        suit: Suit,
    },
    Die {
        foe: FoeId,
    },
    /// The end of its turn.
    End,
    GuardCard {
        of: FoeId,
        suit: Suit,
        from: EnemyPile,
    },
    /// Does the Mirror Shield turn it back?
    Mirror {
        foe: FoeId,
        at: Reflects,
    },
}

pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::Reveal { foe, suit } => campaigns::reveal(p, foe, suit),
        Frame::End => rounds::foe_end(p),
        Frame::Die { .. } | Frame::GuardCard { .. } | Frame::Mirror { .. } => wait(at),
    }
}

#[inline]
pub fn turn(look: Look, at: Frame) -> Turn {
    match at {
        Frame::Reveal { .. } | Frame::Die { .. } | Frame::GuardCard { .. } => Turn::Chance,
        Frame::Mirror { .. } => look.mirror_bearer().map_or(Turn::Over, only),
        Frame::End => Turn::Over,
    }
}

pub fn legal(at: Frame, out: Out) {
    match at {
        Frame::Mirror { .. } => out.extend([Action::Reflect, Action::Decline]),
        Frame::Reveal { .. } | Frame::Die { .. } | Frame::End | Frame::GuardCard { .. } => {}
    }
}

pub fn answer(p: &mut Play, at: Frame, action: Action) -> Next {
    match (at, action) {
        (Frame::Mirror { foe, at }, Action::Reflect) => enemy_deeds::mirror(p, foe, at, true),
        (Frame::Mirror { foe, at }, Action::Decline) => enemy_deeds::mirror(p, foe, at, false),
        (
            Frame::Reveal { .. }
            | Frame::Die { .. }
            | Frame::End
            | Frame::GuardCard { .. }
            | Frame::Mirror { .. },
            _,
        ) => stray(at),
    }
}

#[inline]
pub fn source(look: Look, at: Frame) -> Option<Source> {
    let pile = |suit, ranks, kept| Some(Source::Pile(Pile { suit, ranks, kept }));
    match at {
        Frame::Reveal { suit, .. } => pile(suit, look.s.alive[suit.index()], Kept::Alive),
        Frame::GuardCard { suit, from: EnemyPile::Graveyard, .. } => {
            pile(suit, look.s.graveyard[suit.index()], Kept::Graveyard)
        }
        Frame::GuardCard { suit, from: EnemyPile::Living, .. } => {
            pile(suit, enemy_deeds::top_of_the_living(look, suit), Kept::Alive)
        }
        Frame::Die { .. } => Some(Source::Die),
        Frame::End | Frame::Mirror { .. } => None,
    }
}

pub fn fell(p: &mut Play, at: Frame, outcome: Chance) -> Next {
    match (at, outcome) {
        (Frame::Reveal { foe, .. }, Chance::Alive { card }) => campaigns::revealed(p, foe, card),
        (Frame::Die { foe }, Chance::Die { face }) => die(p, foe, face.number()),
        (Frame::GuardCard { of, suit, from }, Chance::Alive { card } | Chance::Dead { card }) => {
            enemy_deeds::guard_card(p, of, suit, from, card.rank())
        }
        (
            Frame::Reveal { .. }
            | Frame::Die { .. }
            | Frame::End
            | Frame::GuardCard { .. }
            | Frame::Mirror { .. },
            _,
        ) => stray(at),
    }
}

/// The start of an enemy's turn: what ends, what it loses, what it will do.
pub fn begins(p: &mut Play, id: FoeId) -> Next {
    rule!("PR-207");
    let foe = p.s.foe_mut(id);
    foe.stance = false;
    foe.knocked_down = false;
    foe.aura_damage = false;
    let stunned = std::mem::take(&mut foe.stunned);
    if p.look().enemies_have(Standing::AuraChoice) {
        turned_aura(p, id);
    }
    if stunned || p.look().bombed(Who::Foe(id)) || p.look().grave_on_foe(id, Suit::Clubs) {
        p.say(|l| Event::LosesTurn(l.name(Who::Foe(id))));
        return Next::Done;
    }
    p.s.stack.push(Frame::End.into());
    if std::mem::take(&mut p.s.foe_mut(id).misled) {
        return misled(p, id);
    }
    let foe = p.s.foe(id);
    match (foe.pending, p.g.content.die(p.look().acts_as(id))) {
        (Some(deed), _) => {
            rule!("PR-205", "PR-012");
            p.say(|l| Event::Repeats(l.name(Who::Foe(id)), deed));
            act(p, id, deed)
        }
        (None, None) => {
            rule!("PR-210");
            act(p, id, Deed::Attack)
        }
        (None, Some(_)) => {
            rule!("PR-201");
            wait(Frame::Die { foe: id })
        }
    }
}

/// A Holy Aura turned against the party: 1 HP if hurt, else 1 more damage.
fn turned_aura(p: &mut Play, id: FoeId) {
    if p.s.foe(id).hp < p.look().max_hp(Who::Foe(id)) {
        death::gain(p, Who::Foe(id), 1);
    } else {
        p.s.foe_mut(id).aura_damage = true;
    }
}

/// Its own Smile came back: it strikes the weakest other enemy, or loses the turn if alone.
fn misled(p: &mut Play, id: FoeId) -> Next {
    match p.look().weakest_other(id) {
        Some(at) if !p.look().party_has(Standing::NoEnemyAttack) => {
            cards::draw(p, Check::FoeStrikes { foe: id, at })
        }
        Some(_) | None => {
            p.say(|l| Event::LosesTurn(l.name(Who::Foe(id))));
            Next::Done
        }
    }
}

/// The die has fallen.
pub fn die(p: &mut Play, id: FoeId, face: u8) -> Next {
    let faces = p.g.content.die(p.look().acts_as(id));
    let deed = faces.map_or(Deed::Attack, |faces| faces[usize::from(face - 1)]);
    rule!("PR-211", "PR-213", "PR-216", "PR-218", "PR-220", "PR-222", "PR-224", "PR-228", "PR-233");
    p.say(|l| Event::Rolls(l.name(Who::Foe(id)), face, deed));
    act(p, id, deed)
}

/// What it really does: fallbacks first, then the card.
pub fn act(p: &mut Play, id: FoeId, rolled: Deed) -> Next {
    let mut deed = rolled;
    // Each fallback leads to an action of its own kind with fewer conditions; three in a row is the longest chain.
    while let Some(instead) = p.look().falls_back(id, deed) {
        rule!("PR-212", "PR-217", "PR-219", "PR-223", "PR-230");
        p.say(|l| Event::Instead(l.name(Who::Foe(id)), instead));
        deed = instead;
    }
    rule!("PR-R12");
    p.s.foe_mut(id).pending = None;
    match deed {
        Deed::Attack if p.look().party_has(Standing::NoEnemyAttack) => {
            rule!("PR-160", "PR-R84");
            Next::Done
        }
        Deed::StealTreasure
            if !p.g.options.steal_is_no_attack && p.look().party_has(Standing::NoEnemyAttack) =>
        {
            rule!("PR-R86");
            Next::Done
        }
        Deed::Attack => cards::draw(p, Check::FoeAttack { foe: id }),
        Deed::DefendSelf | Deed::DefendOther if p.look().grave_on_foe(id, Suit::Diamonds) => Next::Done,
        Deed::DefendSelf => cards::draw(p, Check::FoeDefend { foe: id }),
        Deed::DestroyTreasure => cards::draw(p, Check::FoeDestroy { foe: id }),
        Deed::DefendOther
        | Deed::StealTreasure
        | Deed::DamageBoost
        | Deed::DemonWhip
        | Deed::CursedRiposte
        | Deed::SeductiveSmile
        | Deed::LifeToDeath
        | Deed::UndeadGuard
        | Deed::Fear
        | Deed::DragonBreath => cards::draw(p, Check::FoeTrick { foe: id, deed }),
    }
}

/// Enemy Attack Action: the suit names the target, the number must be below the Attack.
pub fn attack_card(p: &mut Play, id: FoeId, card: Card) -> Next {
    rule!("PR-202");
    strike_by_suit(p, id, card, Manner::Plain)
}

/// The whip's second card.
pub fn whip_card(p: &mut Play, id: FoeId, card: Card) -> Next {
    strike_by_suit(p, id, card, Manner::Whip)
}

fn strike_by_suit(p: &mut Play, id: FoeId, card: Card, manner: Manner) -> Next {
    let look = p.look();
    let on = if look.grave_on_foe(id, Suit::Spades) {
        look.enemy_of_suit(card.suit()).map(Who::Foe)
    } else {
        look.named(card, None).map(Who::Hero)
    };
    let Some(on) = on else {
        p.say(|_| Event::NoTarget);
        return Next::Done;
    };
    let helpless = on.hero().is_some_and(|seat| look.grave_on_hero(seat, Suit::Diamonds));
    let hit =
        helpless || look.enemies_have(Standing::AutoHit) || passes(card, look.foe_stat(id, Stat::Attack));
    blows::struck(p, Blow { by: Who::Foe(id), on, card, hit, manner })
}

/// It strikes at a fellow that was named beforehand.
pub fn strikes_card(p: &mut Play, id: FoeId, at: FoeId, card: Card) -> Next {
    let hit = p.look().enemies_have(Standing::AutoHit) || passes(card, p.look().foe_stat(id, Stat::Attack));
    blows::struck(p, Blow { by: Who::Foe(id), on: Who::Foe(at), card, hit, manner: Manner::Plain })
}

/// Defend Self.
pub fn defend_card(p: &mut Play, id: FoeId, card: Card) -> Next {
    rule!("PR-203");
    if passes(card, p.look().foe_stat(id, Stat::Defense)) {
        p.s.foe_mut(id).stance = true;
        p.say(|l| Event::Stance(l.name(Who::Foe(id))));
    }
    Next::Done
}

/// Destroy Treasure looks only at the colour.
pub fn destroy_card(p: &mut Play, id: FoeId, card: Card) -> Next {
    rule!("PR-217", "PR-R11");
    if card.suit().is_black() {
        rule!("PR-008");
        p.s.foe_mut(id).stolen -= 1;
        p.s.treasure_deck += 1;
        p.say(|l| Event::Destroys(l.name(Who::Foe(id))));
    }
    Next::Done
}

/// The Trick card of a special ability: a failure is tried again next turn.
pub fn trick_card(p: &mut Play, id: FoeId, deed: Deed, card: Card) -> Next {
    rule!("PR-204");
    let ok = p.look().enemies_have(Standing::AutoAbility) || passes(card, p.look().foe_stat(id, Stat::Trick));
    if !ok {
        rule!("PR-205");
        p.s.foe_mut(id).pending = Some(deed);
        p.say(|l| Event::Pending(l.name(Who::Foe(id)), deed));
        return Next::Done;
    }
    p.say(|l| Event::Succeeds(l.name(Who::Foe(id)), deed));
    enemy_deeds::succeeds(p, id, deed, card)
}
