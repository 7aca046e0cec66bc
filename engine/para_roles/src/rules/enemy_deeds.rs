//! The special abilities of enemies once their Trick check has succeeded, and the Mirror Shield that turns them back.

use super::{blows, cards, death, enemy_turn, treasure};
use crate::{
    Play,
    event::Event,
    frame::{Blow, Check, EnemyPile, Next, Reflects, wait},
    keeping,
    options::Campaign,
    queries::Look,
    state::Foe,
    words::{Deed, FoeId, Kind, Standing, Stat, Who},
};
use kernel::{Card, Rank, RankSet, Seat, SeatSet, Suit, rule};

/// Applies an ability, or first asks the bearer of the Mirror Shield if it would touch him.
pub fn succeeds(p: &mut Play, id: FoeId, deed: Deed, card: Card) -> Next {
    if let Some(bearer) = p.look().mirror_bearer()
        && touches(p.look(), deed, card, bearer)
    {
        return wait(enemy_turn::Frame::Mirror { foe: id, at: Reflects::Deed { deed, card } });
    }
    apply(p, id, deed, card, None)
}

/// Would this ability do something to this hero?
fn touches(look: Look, deed: Deed, card: Card, seat: Seat) -> bool {
    rule!("PR-323");
    let hero = look.hero(seat);
    match deed {
        Deed::StealTreasure => victim_of_theft(look, card) == Some(Who::Hero(seat)) && !hero.stance,
        Deed::SeductiveSmile => look.named(card, None) == Some(seat) && !hero.stance,
        Deed::LifeToDeath => !hero.stance && !look.evacuated(seat) && protector(look, seat).is_none(),
        Deed::Fear => !hero.stance && !look.evacuated(seat),
        Deed::DragonBreath => {
            let shields = |ally: Seat| protector(look, ally) == Some(Who::Hero(seat));
            let own = protector(look, seat).is_none();
            !look.evacuated(seat) && (own || look.s.living().into_iter().any(shields))
        }
        Deed::Attack
        | Deed::DefendSelf
        | Deed::DefendOther
        | Deed::DestroyTreasure
        | Deed::DamageBoost
        | Deed::DemonWhip
        | Deed::CursedRiposte
        | Deed::UndeadGuard => false,
    }
}

/// The answer of the Mirror Shield's bearer.
pub fn mirror(p: &mut Play, id: FoeId, at: Reflects, reflect: bool) -> Next {
    rule!("PR-323", "PR-R62");
    let bearer = p.look().mirror_bearer();
    if reflect && let Some(seat) = bearer {
        p.s.items.mirror_used = true;
        let deed = match at {
            Reflects::Deed { deed, .. } => deed,
            Reflects::Whip(_) => Deed::DemonWhip,
            Reflects::Riposte(_) => Deed::CursedRiposte,
        };
        p.say(|l| Event::Reflects(l.name(Who::Hero(seat)), deed));
    }
    match (at, reflect) {
        (Reflects::Deed { deed, card }, _) => apply(p, id, deed, card, bearer.filter(|_| reflect)),
        (Reflects::Whip(blow), false) => blows::meet(p, blow.into()),
        (Reflects::Whip(blow), true) => blows::meet(p, Blow { on: Who::Foe(id), ..blow.into() }),
        (Reflects::Riposte(seat), false) => {
            blows::riposte_hits(p, id, Who::Hero(seat));
            Next::Done
        }
        (Reflects::Riposte(_), true) => {
            blows::riposte_hits(p, id, Who::Foe(id));
            Next::Done
        }
    }
}

/// What an ability does; `mirror` is the bearer who turned it back.
fn apply(p: &mut Play, id: FoeId, deed: Deed, card: Card, mirror: Option<Seat>) -> Next {
    match deed {
        Deed::DefendOther => defend_other(p, id),
        Deed::StealTreasure => return steal(p, id, card, mirror),
        Deed::DamageBoost => {
            rule!("PR-219");
            let by = p.look().boost_of(id);
            p.s.foe_mut(id).boost = Some(by);
            p.say(|l| Event::Boosted(l.name(Who::Foe(id)), by));
        }
        Deed::DemonWhip if p.look().party_has(Standing::NoEnemyAttack) => rule!("PR-R84"),
        Deed::DemonWhip => return cards::draw(p, Check::Whip { foe: id }),
        Deed::CursedRiposte => {
            rule!("PR-223");
            p.s.foe_mut(id).riposte = true;
            p.say(|l| Event::RiposteWaits(l.name(Who::Foe(id))));
        }
        Deed::SeductiveSmile => smile(p, id, card, mirror),
        Deed::LifeToDeath => life_to_death(p, id, mirror),
        Deed::UndeadGuard => return guard_rises(p, id),
        Deed::Fear => fear(p, id, mirror),
        Deed::DragonBreath => dragon_breath(p, id, mirror),
        Deed::Attack | Deed::DefendSelf | Deed::DestroyTreasure => {
            debug_assert!(false, "{deed} is no check of Trick");
        }
    }
    Next::Done
}

fn defend_other(p: &mut Play, id: FoeId) {
    rule!("PR-212");
    if let Some(fellow) = p.look().fellow_to_cover(id) {
        p.s.foe_mut(id).covers = Some(fellow);
        p.say(|l| Event::Covers(l.name(Who::Foe(id)), l.name(Who::Foe(fellow))));
    }
}

/// Whom a theft reaches. It is an attack, so a Protector stands before his ally and it misses in the shadows.
fn victim_of_theft(look: Look, card: Card) -> Option<Who> {
    let seat = look.named(card, None)?;
    if look.g.options.steal_is_no_attack {
        return Some(Who::Hero(seat));
    }
    rule!("PR-R86");
    if look.owner_has(seat, Standing::Shadows) {
        return None;
    }
    Some(protector(look, seat).unwrap_or(Who::Hero(seat)))
}

/// Steal Treasure: from the largest stack; a hero without treasure loses 1 HP, one on guard nothing.
fn steal(p: &mut Play, id: FoeId, card: Card, mirror: Option<Seat>) -> Next {
    rule!("PR-214", "PR-R08", "PR-R10");
    if let Some(bearer) = mirror {
        return steal_back(p, id, bearer);
    }
    match victim_of_theft(p.look(), card) {
        None => p.say(|_| Event::NoTarget),
        Some(Who::Hero(seat)) => {
            take_treasure(p, id, seat);
            if !p.g.options.steal_is_no_attack {
                blows::strike_back(p, seat, id);
            }
        }
        // A creature that covers has no treasure.
        Some(creature @ Who::Foe(on)) => {
            if !p.s.foe(on).stance {
                death::hurt(p, creature, 1, Some(Who::Foe(id)));
            }
        }
    }
    Next::Done
}

fn take_treasure(p: &mut Play, id: FoeId, seat: Seat) {
    let hero = &p.s.heroes[seat];
    if hero.stance {
        p.say(|l| Event::NoHarm(l.name(Who::Hero(seat)), "on guard"));
        return;
    }
    let most = *hero.treasure.iter().max().unwrap_or(&0);
    if most == 0 {
        death::hurt(p, Who::Hero(seat), 1, Some(Who::Foe(id)));
        return;
    }
    let stack = hero.treasure.iter().position(|n| *n == most).map_or(Stat::Health, |i| Stat::ALL[i]);
    p.say(|l| Event::Steals(l.name(Who::Foe(id)), l.name(Who::Hero(seat)), stack));
    death::minding_maxima(p, |p| p.s.heroes[seat].treasure[stack.index()] -= 1);
    p.s.foe_mut(id).stolen += 1;
}

/// The theft comes back: one held treasure goes to the bearer; a thief that holds none loses 1 HP.
fn steal_back(p: &mut Play, id: FoeId, bearer: Seat) -> Next {
    if p.s.foe(id).stolen == 0 {
        death::hurt_enemy(p, id, 1, Some(Who::Hero(bearer)));
        return Next::Done;
    }
    // Through the Treasure Deck, from which the bearer lays it where he likes.
    p.s.foe_mut(id).stolen -= 1;
    p.s.treasure_deck += 1;
    wait(treasure::Frame::Lay { seat: bearer })
}

fn smile(p: &mut Play, id: FoeId, card: Card, mirror: Option<Seat>) {
    rule!("PR-225", "PR-R08");
    if mirror.is_some() {
        p.s.foe_mut(id).misled = true;
        return;
    }
    let Some(seat) = p.look().named(card, None) else { return };
    if p.s.heroes[seat].stance {
        p.say(|l| Event::NoHarm(l.name(Who::Hero(seat)), "on guard"));
        return;
    }
    p.s.heroes[seat].charmed_by = Some(id);
    p.say(|l| Event::Charmed(l.name(Who::Hero(seat))));
}

/// The one who shields this hero against area abilities: a Protector who can, or the creature.
fn protector(look: Look, seat: Seat) -> Option<Who> {
    look.covers(seat, Who::Foe(FoeId::CREATURE)).next()
}

/// Life to Death: 1 HP from every hero but those on guard or protected; the King gains what was lost.
fn life_to_death(p: &mut Play, id: FoeId, mirror: Option<Seat>) {
    rule!("PR-229", "PR-R16");
    // Who is spared is settled before anybody dies of it: a Protector who falls has still protected.
    let look = p.look();
    let spared =
        |seat: &Seat| look.hero(*seat).stance || look.evacuated(*seat) || protector(look, *seat).is_some();
    let victims: SeatSet =
        p.s.living().into_iter().filter(|seat| !spared(seat) && mirror != Some(*seat)).collect();
    let mut total = 0;
    for seat in victims {
        total += death::hurt(p, Who::Hero(seat), 1, None);
    }
    if let Some(bearer) = mirror {
        death::hurt_enemy(p, id, 1, Some(Who::Hero(bearer)));
    }
    if p.s.foe(id).present && total > 0 {
        p.s.foe_mut(id).hp += total;
        let now = p.s.foe(id).hp;
        p.say(|l| Event::Gains(l.name(Who::Foe(id)), total, now));
    }
}

/// Fear: every hero not on guard loses an action; charging EPICs are broken.
fn fear(p: &mut Play, id: FoeId, mirror: Option<Seat>) {
    rule!("PR-234");
    for seat in p.s.living() {
        if !p.s.heroes[seat].stance && !p.look().evacuated(seat) && mirror != Some(seat) {
            death::stun(p, seat);
        }
    }
    if mirror.is_some() {
        p.s.foe_mut(id).stunned = true;
        p.say(|l| Event::Stunned(l.name(Who::Foe(id))));
    }
}

/// Dragon Breath: 2 to every hero, 1 on guard; a Protector takes 1 more for the one he covers, who takes none.
fn dragon_breath(p: &mut Play, id: FoeId, mirror: Option<Seat>) {
    rule!("PR-235", "PR-R18");
    let mut harm = [0u16; 4];
    let mut creature = 0;
    for seat in p.s.living() {
        if p.look().evacuated(seat) || mirror == Some(seat) {
            continue;
        }
        match protector(p.look(), seat) {
            Some(Who::Hero(shield)) => harm[shield.index()] += 1,
            Some(Who::Foe(_)) => creature += 1,
            None => harm[seat.index()] += if p.s.heroes[seat].stance { 1 } else { 2 },
        }
    }
    // A covered Protector's own breath goes to whoever covers him; what he takes for others stays with him, unless he
    // turned the breath back.
    for seat in p.s.living().into_iter().filter(|seat| mirror != Some(*seat)) {
        death::hurt(p, Who::Hero(seat), harm[seat.index()], Some(Who::Foe(id)));
    }
    death::hurt(p, Who::Foe(FoeId::CREATURE), creature, Some(Who::Foe(id)));
    if let Some(bearer) = mirror {
        death::hurt_enemy(p, id, 2, Some(Who::Hero(bearer)));
    }
}

// --- the Undead Guard

/// A guard is made of two cards. From the dead: Health and Defense. From the living: those, and an Attack and a
/// Trick card straight to the Graveyard.
pub fn guard_rises(p: &mut Play, of: FoeId) -> Next {
    rule!("PR-230", "PR-231", "PR-R17");
    let from = p.look().guard_source().unwrap_or(EnemyPile::Graveyard);
    wait(enemy_turn::Frame::GuardCard { of, suit: Suit::Hearts, from })
}

/// A place without a turn, also if the one who had it is gone.
fn free_place(look: Look) -> Option<FoeId> {
    FoeId::enemies().find(|id| !look.foe(*id).present && !look.s.combat.order.contains(id))
}

/// Is there room for one more guard?
pub fn has_room_for_guard(look: Look) -> bool {
    free_place(look).is_some()
}

/// The place of a guard: the creature's own, or a free one among the enemies.
fn guard_slot(p: &Play, of: FoeId) -> FoeId {
    if of == FoeId::CREATURE {
        return FoeId::CREATURE_GUARD;
    }
    let forming = |id: &FoeId| p.s.foe(*id).is_guard() && p.s.foe(*id).guard_of == Some(of);
    FoeId::enemies()
        .find(forming)
        .or_else(|| free_place(p.look()))
        .expect("a guard rises only where there is room for it")
}

/// A card for the guard.
pub fn guard_card(p: &mut Play, of: FoeId, suit: Suit, from: EnemyPile, rank: Rank) -> Next {
    keeping::enemy_card(p, Card::new(rank, suit), from);
    let slot = guard_slot(p, of);
    match suit {
        Suit::Hearts => {
            *p.s.foe_mut(slot) = Foe {
                kind: Kind::UndeadGuard,
                guard_of: Some(of),
                from_deck: true,
                cards: [rank, Rank::TWO, Rank::TWO, Rank::TWO],
                hp: rank.number().into(),
                ..Foe::default()
            };
            wait(enemy_turn::Frame::GuardCard { of, suit: Suit::Diamonds, from })
        }
        Suit::Diamonds => {
            let guard = p.s.foe_mut(slot);
            guard.cards[1] = rank;
            guard.present = true;
            p.s.recount_enemy(slot);
            p.say(|l| Event::Guard(l.name(Who::Foe(of))));
            keeping::guard_stands(p, slot, from)
        }
        Suit::Spades | Suit::Clubs => {
            p.s.graveyard[suit.index()].insert(rank);
            let clubs_left = suit == Suit::Spades && !p.s.alive[Suit::Clubs.index()].is_empty();
            if clubs_left {
                wait(enemy_turn::Frame::GuardCard { of, suit: Suit::Clubs, from })
            } else {
                Next::Done
            }
        }
    }
}

/// A guard made of the living sends an Attack and a Trick card after it, as far as there are any.
pub fn guard_buries(p: &mut Play, guard: FoeId, from: EnemyPile) -> Next {
    let spades_left = from == EnemyPile::Living && !p.s.alive[Suit::Spades.index()].is_empty();
    match p.s.foe(guard).guard_of {
        Some(of) if spades_left => wait(enemy_turn::Frame::GuardCard { of, suit: Suit::Spades, from }),
        Some(_) | None => Next::Done,
    }
}

/// What may come of the living. The Tower's decks are stacked: the lowest card lies on top.
pub fn top_of_the_living(look: Look, suit: Suit) -> RankSet {
    let ranks = look.s.alive[suit.index()];
    match ranks.lowest() {
        Some(lowest) if look.g.options.campaign == Campaign::Tower => std::iter::once(lowest).collect(),
        Some(_) | None => ranks,
    }
}
