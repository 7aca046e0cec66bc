//! One attack from the card that hits to the wound and what comes back. "Attack Action", "Enemy Attack Action".

use super::{cards, death, enemy_turn, epic};
use crate::{
    Play,
    action::Action,
    event::Event,
    frame::{Blow, Check, Manner, Next, Reflects, Struck, stray, wait},
    keeping,
    legal::{self, Out},
    queries::{Look, passes},
    words::{Epic, FoeId, HeroId, Standing, Stat, Who},
};
use kernel::{Card, Seat, Suit, Turn, rule};
use serde::{Deserialize, Serialize};

/// A blow for which somebody has to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Several cover its target.
    Cover(Struck),
    /// All for One: who takes the hit.
    Taker(Struck),
}

pub fn turn(look: Look, at: Frame) -> Turn {
    match at {
        Frame::Cover(_) | Frame::Taker(_) => Turn::Any(look.s.living()),
    }
}

pub fn legal(look: Look, at: Frame, out: Out) {
    match at {
        Frame::Cover(blow) => {
            let blow = Blow::from(blow);
            let Who::Hero(aimed) = blow.on else { return };
            out.extend(look.covers(aimed, blow.by).map(|who| match who {
                Who::Hero(by) => Action::Hero { hero: by.into() },
                Who::Foe(enemy) => Action::Enemy { enemy },
            }));
        }
        Frame::Taker(blow) => {
            let blow = Blow::from(blow);
            // Whoever is out of reach cannot be pushed in front of a blow; the one aimed at always can.
            let can = |hero: HeroId| look.reachable(hero.seat()) || blow.on == Who::Hero(hero.seat());
            legal::heroes(look, |hero| {
                if can(hero) {
                    out.push(Action::Hero { hero });
                }
            });
        }
    }
}

pub fn answer(p: &mut Play, at: Frame, action: Action) -> Next {
    match (at, action) {
        (Frame::Cover(blow), Action::Hero { hero }) => covered_by(p, blow.into(), Who::Hero(hero.seat())),
        (Frame::Cover(blow), Action::Enemy { enemy }) => covered_by(p, blow.into(), Who::Foe(enemy)),
        (Frame::Taker(blow), Action::Hero { hero }) => {
            landed(p, Blow { on: Who::Hero(hero.seat()), ..blow.into() })
        }
        (Frame::Cover(_) | Frame::Taker(_), _) => stray(at),
    }
}

/// Somebody strikes at somebody: who stands in the way?
pub fn struck(p: &mut Play, blow: Blow) -> Next {
    p.say(|l| Event::Aims(l.name(blow.by), l.name(blow.on)));
    match blow.on {
        Who::Foe(foe) => {
            let on = foe_in_the_way(p, blow, foe);
            if on != foe {
                p.say(|l| Event::Covers(l.name(Who::Foe(on)), l.name(Who::Foe(foe))));
            }
            landed(p, Blow { on: Who::Foe(on), ..blow })
        }
        Who::Hero(seat) => struck_at_hero(p, blow, seat),
    }
}

/// The guard, the Defender, or, under a turned All for One, the enemy with most HP.
fn foe_in_the_way(p: &Play, blow: Blow, foe: FoeId) -> FoeId {
    let look = p.look();
    if blow.hit && foe.is_enemy() && blow.by.hero().is_some() && look.enemies_have(Standing::PartyPicksTaker)
    {
        // Of equals the first drawn.
        return p.s.enemies().max_by_key(|id| (look.foe(*id).hp, std::cmp::Reverse(*id))).unwrap_or(foe);
    }
    rule!("PR-R80");
    // Nobody steps into his own blow.
    look.foe_cover(foe).filter(|by| Who::Foe(*by) != blow.by).unwrap_or(foe)
}

fn struck_at_hero(p: &mut Play, blow: Blow, seat: Seat) -> Next {
    let look = p.look();
    if look.owner_has(seat, Standing::Shadows) {
        rule!("PR-173", "PR-R44");
        // No walk and no interception: the blow simply misses.
        return landed(p, Blow { hit: false, ..blow });
    }
    if blow.by.foe().is_some() && look.party_has(Standing::PartyPicksTaker) {
        rule!("PR-153", "PR-R35");
        return if blow.hit { wait(Frame::Taker(blow.into())) } else { landed(p, blow) };
    }
    let (first, second) = {
        let mut covers = look.covers(seat, blow.by);
        (covers.next(), covers.next())
    };
    match (first, second) {
        (None, _) => landed(p, blow),
        (Some(one), None) => covered_by(p, blow, one),
        (Some(_), Some(_)) => {
            rule!("PR-R27");
            wait(Frame::Cover(blow.into()))
        }
    }
}

/// The one who covers takes the blow; there is one redirection and no chain.
pub fn covered_by(p: &mut Play, blow: Blow, by: Who) -> Next {
    rule!("PR-062");
    p.say(|l| Event::Covers(l.name(by), l.name(blow.on)));
    // A creature that covers a hero may itself have a guard before it.
    let on = match by {
        Who::Foe(foe) => Who::Foe(p.look().foe_cover(foe).unwrap_or(foe)),
        Who::Hero(_) => by,
    };
    landed(p, Blow { on, ..blow })
}

/// The final target is known. A whip may be turned back before it bites.
pub fn landed(p: &mut Play, blow: Blow) -> Next {
    if let (Manner::Whip, Who::Foe(foe), Who::Hero(seat)) = (blow.manner, blow.by, blow.on)
        && p.look().mirror_bearer() == Some(seat)
        && !p.s.heroes[seat].stance
    {
        return wait(enemy_turn::Frame::Mirror { foe, at: Reflects::Whip(blow.into()) });
    }
    meet(p, blow)
}

/// Does the blow reach the armour, and does armour count?
pub fn meet(p: &mut Play, blow: Blow) -> Next {
    if !blow.hit {
        p.say(|l| Event::Misses(l.name(blow.by), l.name(blow.on)));
        return after(p, blow);
    }
    rule!("PR-051");
    let mut bypass = blow.manner == Manner::Wish || cannot_defend(p, blow.on);
    if let Who::Hero(seat) = blow.by
        && std::mem::take(&mut p.s.heroes[seat].precise_strike)
    {
        rule!("PR-066", "PR-R29");
        bypass = true;
    }
    // The card of one whom nothing can hurt matters only for what a club ends. People at a table turn theirs unasked.
    let idle_card = !bypass && !p.g.options.no_idle_defense_card && p.g.keeps_heroes();
    if let Some(why) = no_harm(p, blow).filter(|_| !idle_card) {
        rule!("PR-027", "PR-R24");
        p.say(|l| Event::NoHarm(l.name(blow.on), why));
        return after(p, blow);
    }
    if bypass {
        return wound(p, blow);
    }
    match (blow.by, blow.on) {
        (Who::Foe(foe), Who::Hero(seat)) => keeping::defends(p, blow, foe, seat),
        (Who::Hero(_), _) | (Who::Foe(_), Who::Foe(_)) => cards::draw(p, Check::Defense(blow.into())),
    }
}

/// Call of the Grave with a diamond: no defense at all.
fn cannot_defend(p: &Play, who: Who) -> bool {
    match who {
        Who::Foe(foe) => p.look().grave_on_foe(foe, Suit::Diamonds),
        Who::Hero(seat) => p.look().grave_on_hero(seat, Suit::Diamonds),
    }
}

/// Why a hit cannot hurt at all, so that no Defense card is turned.
fn no_harm(p: &Play, blow: Blow) -> Option<&'static str> {
    let look = p.look();
    match blow.on {
        Who::Foe(foe) => {
            rule!("PR-203");
            let stance = look.foe(foe).stance && blow.manner != Manner::Wish;
            if stance { Some("on guard") } else { immune(p, blow.on) }
        }
        Who::Hero(seat) => {
            let hero = look.hero(seat);
            match (hero.stance, look.evacuated(seat), look.owner_has(seat, Standing::Shadows)) {
                (true, _, _) => {
                    rule!("PR-052");
                    Some("on guard")
                }
                (_, true, _) => Some("out of reach"),
                (_, _, true) => Some("in the shadows"),
                (false, false, false) => immune(p, blow.on),
            }
        }
    }
}

/// Loses no HP from any source.
pub fn immune(p: &Play, who: Who) -> Option<&'static str> {
    if p.s.running.or(p.s.turned).is_empty() {
        return None;
    }
    let look = p.look();
    let shielded = match who {
        Who::Hero(seat) => look.hero_has(seat, Standing::NoDamage),
        Who::Foe(foe) => {
            let shields = p.g.content.doing(Standing::NoDamage);
            p.s.heroes.iter().any(|(_, h)| h.turned.meets(shields) && h.queen == Some(foe))
        }
    };
    if shielded {
        rule!("PR-089");
    }
    let raging = who.hero().is_some_and(|seat| look.owner_has(seat, Standing::OwnerNoDamage));
    (shielded || raging).then_some("immune")
}

/// The target's Defense card.
pub fn defense_card(p: &mut Play, blow: Blow, card: Card) -> Next {
    if let Some(why) = no_harm(p, blow) {
        rule!("PR-R24");
        p.say(|l| Event::NoHarm(l.name(blow.on), why));
        return after(p, blow);
    }
    if passes(card, defense_stat(p, blow.on)) {
        p.say(|l| Event::Stopped(l.name(blow.on)));
        return after(p, blow);
    }
    wound(p, blow)
}

pub fn defense_stat(p: &Play, who: Who) -> u8 {
    match who {
        Who::Hero(seat) => p.look().stat(seat, Stat::Defense),
        Who::Foe(foe) => p.look().foe_stat(foe, Stat::Defense),
    }
}

/// The blow gets through; a Rogue's Sneak Attack turns one more card.
pub fn wound(p: &mut Play, blow: Blow) -> Next {
    if let Who::Hero(seat) = blow.by
        && p.look().owner_has(seat, Standing::SneakCard)
    {
        return cards::draw(p, Check::Sneak(blow.into()));
    }
    deal(p, blow, 0)
}

/// Damage: base and additions, then doublings.
pub fn deal(p: &mut Play, blow: Blow, bonus: u8) -> Next {
    rule!("PR-059", "PR-R32");
    let amount = match blow.by {
        Who::Hero(seat) => hero_damage(p, seat, blow, bonus),
        Who::Foe(foe) => foe_damage(p, foe),
    };
    if let Who::Hero(seat) = blow.by {
        rule!("PR-067");
        p.s.heroes[seat].double_damage = false;
        if bonus > 0 {
            rule!("PR-158", "PR-R36");
            epic::end(p, seat, Epic::SneakAttack);
        }
    }
    let answer = en_garde(p, blow.on);
    death::hurt(p, blow.on, amount, Some(blow.by));
    // It answers the very blow that ends it.
    if let (Some(back), Who::Hero(seat), Who::Foe(foe)) = (answer, blow.on, blow.by)
        && en_garde(p, blow.on).is_none()
    {
        death::hurt_enemy(p, foe, back, Some(Who::Hero(seat)));
    }
    after(p, blow)
}

/// What En Garde gives back to whoever attacks this hero.
fn en_garde(p: &Play, who: Who) -> Option<u16> {
    let epic = p.look().owner_epic(who.hero()?, Standing::HurtsAttackers)?;
    rule!("PR-159", "PR-R62");
    Some(p.g.content.amount(epic).into())
}

fn hero_damage(p: &Play, seat: Seat, blow: Blow, bonus: u8) -> u16 {
    let look = p.look();
    let hero = look.hero(seat);
    let helped = blow.manner != Manner::Charmed;
    let strong = look.owner_epic(seat, Standing::AttackBase);
    rule!("PR-152");
    let base = strong.map_or(1, |epic| p.g.content.amount(epic));
    let mut amount = u16::from(base) + u16::from(bonus);
    amount += u16::from(helped && hero.aura_damage) + u16::from(hero.heretic == Some(blow.on));
    let poetry = helped && look.hero_has(seat, Standing::DoubleDamage);
    rule!("PR-170");
    // Double Damage counts once, whatever the number of sources.
    if hero.double_damage || hero.hidden || poetry {
        amount *= 2;
    }
    if p.s.items.purple_staff == Some(seat) && blow.card.suit() == Suit::Spades {
        rule!("PR-325");
        amount *= 2;
    }
    amount
}

pub fn foe_damage(p: &Play, foe: FoeId) -> u16 {
    let look = p.look();
    let doubled = foe.is_enemy() && (look.enemies_have(Standing::DoubleDamage) || look.foe(foe).hidden);
    u16::from(look.foe_damage(foe)) * if doubled { 2 } else { 1 }
}

/// What a blow leaves behind: stuns first, then what comes back at the attacker.
pub fn after(p: &mut Play, blow: Blow) -> Next {
    if let (true, Who::Hero(seat)) = (blow.hit, blow.by) {
        after_hit_by_hero(p, seat, blow.on);
    }
    if blow.manner == Manner::Whip {
        whip_stuns(p, blow.on);
    }
    if let Who::Hero(seat) = blow.by
        && !p.g.options.sneak_attack_waits
        && p.look().owner_has(seat, Standing::SneakCard)
    {
        rule!("PR-158", "PR-R36");
        epic::end(p, seat, Epic::SneakAttack);
    }
    match (blow.by, blow.on) {
        (Who::Hero(seat), Who::Foe(foe)) => riposte(p, seat, foe),
        (Who::Foe(foe), on) => {
            if blow.hit {
                rule!("PR-219", "PR-R70");
                p.s.foe_mut(foe).boost = None;
            }
            if let Who::Hero(seat) = on {
                strike_back(p, seat, foe);
            }
            Next::Done
        }
        (Who::Hero(_), Who::Hero(_)) => Next::Done,
    }
}

fn after_hit_by_hero(p: &mut Play, seat: Seat, on: Who) {
    if p.s.running.or(p.s.turned).is_empty() {
        return;
    }
    let fells = p.look().owner_has(seat, Standing::HitKnocksDown);
    // An Unholy Aura that was turned against the party does the enemies no harm.
    let hero = &p.s.heroes[seat];
    let stuns = hero.running.minus(hero.turned).meets(p.g.content.doing(Standing::HitStuns));
    match on {
        // Whoever is on guard is not affected by an EPIC aimed at him.
        Who::Foe(foe) if p.s.foe(foe).stance => rule!("PR-086", "PR-R48"),
        Who::Foe(foe) if p.s.foe(foe).present => {
            if stuns {
                rule!("PR-155", "PR-163");
                p.s.foe_mut(foe).stunned = true;
                p.say(|l| Event::Stunned(l.name(on)));
            }
            if fells {
                rule!("PR-162");
                p.s.foe_mut(foe).knocked_down = true;
                p.say(|l| Event::KnockedDown(l.name(on)));
            }
        }
        // Only an Unholy Aura that was turned against the party stuns heroes.
        Who::Hero(other)
            if p.s.heroes[seat].turned.meets(p.g.content.doing(Standing::HitStuns))
                && !p.s.heroes[other].stance =>
        {
            death::stun(p, other);
        }
        Who::Foe(_) | Who::Hero(_) => {}
    }
}

fn whip_stuns(p: &mut Play, on: Who) {
    rule!("PR-221", "PR-R14");
    match on {
        Who::Hero(seat) if !p.s.heroes[seat].stance => death::stun(p, seat),
        Who::Foe(foe) if p.s.foe(foe).present && !p.s.foe(foe).stance => {
            p.s.foe_mut(foe).stunned = true;
            p.say(|l| Event::Stunned(l.name(on)));
        }
        Who::Hero(_) | Who::Foe(_) => {}
    }
}

/// A Prince who waits strikes back at the hero who attacked him.
pub fn riposte(p: &mut Play, seat: Seat, foe: FoeId) -> Next {
    if !p.s.foe(foe).riposte || !p.s.foe(foe).present || !foe.is_enemy() {
        return Next::Done;
    }
    rule!("PR-223", "PR-R15");
    p.s.foe_mut(foe).riposte = false;
    if p.look().evacuated(seat) {
        rule!("PR-R34");
        return Next::Done;
    }
    if p.look().mirror_bearer() == Some(seat) {
        return wait(enemy_turn::Frame::Mirror { foe, at: Reflects::Riposte(seat) });
    }
    riposte_hits(p, foe, Who::Hero(seat));
    Next::Done
}

pub fn riposte_hits(p: &mut Play, foe: FoeId, on: Who) {
    let amount = foe_damage(p, foe);
    death::hurt(p, on, amount, Some(Who::Foe(foe)));
}

/// Spiked Armor, En Garde, and a creature that waits for whoever attacks its summoner.
pub fn strike_back(p: &mut Play, seat: Seat, foe: FoeId) {
    if p.s.items.spiked_armor == Some(seat) {
        rule!("PR-324", "PR-R62");
        death::hurt_enemy(p, foe, 1, Some(Who::Hero(seat)));
    }
    if let Some(back) = en_garde(p, Who::Hero(seat)) {
        death::hurt_enemy(p, foe, back, Some(Who::Hero(seat)));
    }
    let creature = *p.s.foe(FoeId::CREATURE);
    if creature.present && creature.riposte && p.s.combat.summoner == seat {
        p.s.foe_mut(FoeId::CREATURE).riposte = false;
        let amount = foe_damage(p, FoeId::CREATURE);
        death::hurt_enemy(p, foe, amount, Some(Who::Foe(FoeId::CREATURE)));
    }
}
