//! The Summoning Book: a creature of the Void on the party's side. "Legendary Items".

use super::{blows, campaigns, cards, death, enemy_deeds};
use crate::{
    Play,
    event::Event,
    frame::{Blow, Check, Manner, Next},
    queries::passes,
    state::Foe,
    words::{Deed, FoeId, Stat, Who},
};
use kernel::{Card, Rank, Seat, Suit, rule};

/// Three turns of summoning are over: four cards are drawn.
pub fn arrives(p: &mut Play, seat: Seat) -> Next {
    rule!("PR-326", "PR-R62");
    if !campaigns::can_supply(p.look()) {
        return Next::Done;
    }
    p.s.combat.summoner = seat;
    p.say(|l| Event::Summons(l.name(Who::Hero(seat))));
    campaigns::reveal(p, FoeId::CREATURE, Suit::Hearts)
}

/// The creature's cards are complete.
pub fn stands(p: &mut Play) {
    let cards = p.s.foe(FoeId::CREATURE).cards;
    let highest = cards.into_iter().max().unwrap_or(Rank::TWO);
    let creature = p.s.foe_mut(FoeId::CREATURE);
    creature.present = true;
    creature.kind = p.g.content.kind(highest);
    creature.from_deck = true;
    creature.hp = cards[0].number().into();
}

/// It returns to the Void, and its cards to the Enemy Stat Decks.
pub fn release(p: &mut Play) {
    rule!("PR-327");
    let creature = *p.s.foe(FoeId::CREATURE);
    if creature.present {
        put_back(p, &creature);
        death::remove(p, FoeId::CREATURE);
        p.say(|_| Event::Released);
    }
}

/// Its cards go back to the living.
pub fn put_back(p: &mut Play, creature: &Foe) {
    rule!("PR-R62");
    for stat in Stat::ALL {
        p.s.alive[stat.index()].insert(creature.cards[stat.index()]);
    }
}

/// The stat an action of the creature is checked against: of Trick also where an enemy's card is only looked at for its colour.
pub fn stat_of(deed: Deed) -> Stat {
    deed.stat().unwrap_or(Stat::Trick)
}

/// The summoner chooses an action of the creature's kind.
pub fn command(p: &mut Play, deed: Deed, at: Who) -> Next {
    rule!("PR-327", "PR-R62");
    let creature = p.s.foe_mut(FoeId::CREATURE);
    creature.stance = false;
    creature.pending = None;
    cards::draw(p, Check::Command { deed, at })
}

/// The card of a commanded action. Like any enemy it repeats what fails for want of Trick.
pub fn command_card(p: &mut Play, deed: Deed, at: Who, card: Card) -> Next {
    let ok = passes(card, p.look().foe_stat(FoeId::CREATURE, stat_of(deed)));
    if let (Deed::Attack, Who::Foe(_)) = (deed, at) {
        return blows::struck(p, blow(at, card, ok, Manner::Plain));
    }
    if !ok {
        if deed.is_repeated() {
            rule!("PR-205", "PR-R62");
            p.s.foe_mut(FoeId::CREATURE).pending = Some(deed);
            p.say(|l| Event::Pending(l.name(Who::Foe(FoeId::CREATURE)), deed));
        }
        return Next::Done;
    }
    p.say(|l| Event::Succeeds(l.name(Who::Foe(FoeId::CREATURE)), deed));
    match (deed, at) {
        (Deed::DemonWhip, Who::Foe(foe)) => cards::draw(p, Check::CreatureWhip { at: foe }),
        (Deed::UndeadGuard, _) => enemy_deeds::guard_rises(p, FoeId::CREATURE),
        (deed, at) => {
            helps(p, deed, at);
            Next::Done
        }
    }
}

pub fn whip_card(p: &mut Play, at: FoeId, card: Card) -> Next {
    let hit = passes(card, p.look().foe_stat(FoeId::CREATURE, Stat::Attack));
    blows::struck(p, blow(Who::Foe(at), card, hit, Manner::Whip))
}

fn blow(on: Who, card: Card, hit: bool, manner: Manner) -> Blow {
    Blow { by: Who::Foe(FoeId::CREATURE), on, card, hit, manner }
}

/// What the enemy abilities mean on the party's side.
fn helps(p: &mut Play, deed: Deed, at: Who) {
    match (deed, at) {
        (Deed::DefendSelf, _) => p.s.foe_mut(FoeId::CREATURE).stance = true,
        (Deed::DefendOther, Who::Hero(seat)) => p.s.foe_mut(FoeId::CREATURE).covers_hero = Some(seat),
        (Deed::StealTreasure | Deed::DestroyTreasure, Who::Foe(foe)) => takes_back(p, foe),
        (Deed::DamageBoost, _) => {
            let by = p.look().boost_of(FoeId::CREATURE);
            p.s.foe_mut(FoeId::CREATURE).boost = Some(by);
            p.say(|l| Event::Boosted(l.name(Who::Foe(FoeId::CREATURE)), by));
        }
        (Deed::CursedRiposte, _) => p.s.foe_mut(FoeId::CREATURE).riposte = true,
        (Deed::SeductiveSmile, Who::Foe(foe)) if !p.s.foe(foe).stance => p.s.foe_mut(foe).misled = true,
        (Deed::LifeToDeath, _) => life_to_death(p),
        (Deed::Fear, _) => {
            for foe in FoeId::enemies() {
                if p.s.foe(foe).present && !p.s.foe(foe).stance && !p.look().foe_evacuated(foe) {
                    p.s.foe_mut(foe).stunned = true;
                    p.say(|l| Event::Stunned(l.name(Who::Foe(foe))));
                }
            }
        }
        (Deed::DragonBreath, _) => breath(p),
        // A smile at an enemy on guard.
        (_, _) => {}
    }
}

/// One stolen treasure back, handed out after the combat; a foe that holds none loses 1 HP.
fn takes_back(p: &mut Play, foe: FoeId) {
    if p.s.foe(foe).stolen > 0 {
        p.s.foe_mut(foe).stolen -= 1;
        p.s.combat.recovered += 1;
    } else if !p.s.foe(foe).stance {
        death::hurt_enemy(p, foe, 1, Some(Who::Foe(FoeId::CREATURE)));
    }
}

fn life_to_death(p: &mut Play) {
    let total = death::hurt_all_enemies(
        p,
        death::Area { amount: 1, guarded: 0, attack: false },
        Some(Who::Foe(FoeId::CREATURE)),
    );
    p.s.foe_mut(FoeId::CREATURE).hp += total;
}

/// 2 to every enemy, 1 to those on guard.
fn breath(p: &mut Play) {
    death::hurt_all_enemies(
        p,
        death::Area { amount: 2, guarded: 1, attack: false },
        Some(Who::Foe(FoeId::CREATURE)),
    );
}
