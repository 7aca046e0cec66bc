//! What holds of every table, whatever was played: components are conserved, numbers stay on their sheets.

use crate::{
    ParaRoles, State,
    frame::Frame,
    keeping,
    options::Campaign,
    queries::{Look, STAT_MAX, STAT_MIN},
    rules::{campaigns, enemy_turn, setup::TREASURE_CARDS},
    state::{Ending, Place},
    words::{FoeId, Stat, Who},
};
use kernel::{Card, CardSet, Pool, Rank, RankSet, Suit};

/// Checks a table.
///
/// # Errors
/// With the first thing that cannot be.
pub fn check(g: &ParaRoles, s: &State) -> Result<(), String> {
    random_deck(s)?;
    treasure(s)?;
    player_cards(s)?;
    enemy_cards(g, s)?;
    heroes(g, s)?;
    foes(s)?;
    let over = s.stack.top().is_none();
    ensure(over == s.ending.is_some(), || "an ending stands exactly when nothing is in progress".to_owned())?;
    let alive = !s.living().is_empty();
    ensure(s.ending != Some(Ending::Victory) || alive, || "nobody wins dead".to_owned())
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// 52 cards: in the deck, in hand or in the discard, each once.
fn random_deck(s: &State) -> Result<(), String> {
    let fixed: CardSet = s.random.fixed().iter().map(|f| f.card).collect();
    let overlap = s.random.loose().and(fixed).or(s.random.loose().and(s.hand)).or(fixed.and(s.hand));
    ensure(overlap.is_empty() && fixed.count() as usize == s.random.fixed().len(), || {
        "a Random Deck card is in two places".to_owned()
    })
}

/// 52 treasure cards: in the deck, on heroes, with enemies, waiting to be handed out, or lost.
fn treasure(s: &State) -> Result<(), String> {
    let heroes: u32 = s.heroes.iter().map(|(_, h)| u32::from(h.treasures())).sum();
    let stolen: u32 = s.foes.iter().map(|f| u32::from(f.stolen)).sum();
    let waiting: u32 = s.journey.waiting.iter().map(|w| u32::from(w.stolen)).sum();
    let rest = u32::from(s.treasure_deck) + u32::from(s.treasure_lost) + u32::from(s.combat.recovered);
    let total = heroes + stolen + waiting + rest;
    ensure(total == u32::from(TREASURE_CARDS), || format!("there are {total} treasure cards"))
}

/// Each stat card once: in its deck, on a hero, or lying over a stat.
fn player_cards(s: &State) -> Result<(), String> {
    for stat in Stat::ALL {
        let i = stat.index();
        let dealt = s.heroes.iter().filter(|(seat, h)| h.seated && s.dealt[*seat] >> i & 1 == 1);
        let mut held: Vec<Rank> = dealt.map(|(_, h)| h.cards[i]).collect();
        held.extend(s.heroes.iter().filter_map(|(_, h)| h.temporary[i]).map(|t| t.rank));
        held.extend(s.foes.iter().filter_map(|f| f.temporary[i]).map(|t| t.rank));
        let drawn = s.polymorph.drawn;
        let drawn = drawn.cards.into_iter().take(drawn.count.into());
        held.extend(drawn.filter(|card| card.suit().index() == i).map(Card::rank));
        let set: RankSet = held.iter().copied().collect();
        let once = set.len() as usize == held.len() && set.and(s.player_decks[i]).is_empty();
        let all = set.or(s.player_decks[i]) == RankSet::FULL;
        ensure(once && all, || format!("the {stat} cards of the heroes are not 13, each once: {held:?}"))?;
    }
    Ok(())
}

/// Each enemy card at most once, and none that the campaign took out.
fn enemy_cards(g: &ParaRoles, s: &State) -> Result<(), String> {
    for suit in Suit::ALL {
        let i = suit.index();
        let mut held: Vec<Rank> = Vec::new();
        for id in FoeId::enemies().chain([FoeId::CREATURE, FoeId::CREATURE_GUARD]) {
            let foe = s.foe(id);
            if foe.present && foe.from_deck && foe.stats().iter().any(|stat| stat.index() == i) {
                held.push(foe.cards[i]);
            }
        }
        held.extend(s.journey.waiting.iter().filter(|w| w.from_deck).map(|w| w.cards[i]));
        let piles = [s.alive[i], s.graveyard[i], s.escaped[i]];
        let count: u32 = piles.iter().map(|p| p.len()).sum::<u32>() + held.len() as u32;
        let all = piles.into_iter().fold(held.into_iter().collect::<RankSet>(), RankSet::or);
        ensure(all.len() == count, || format!("an enemy card of {suit} is in two places"))?;
        let whole = !g.options.has_map();
        let revealing = s.stack.frames().any(is_revealing);
        if whole
            && keeping::counts_enemy_cards(g)
            && !s.alive.iter().all(|deck| deck.is_empty())
            && !revealing
        {
            let road = match g.options.campaign {
                Campaign::Woods => &g.content.campaigns.woods,
                Campaign::RandomEncounters => &g.content.campaigns.random,
                Campaign::Tower | Campaign::Maze | Campaign::Dungeon | Campaign::Rifts => {
                    &g.content.campaigns.tower
                }
            };
            let wanted = u32::from(road.ranks.1 - road.ranks.0 + 1);
            ensure(count == wanted, || format!("{count} of {wanted} enemy cards of {suit}"))?;
        }
    }
    Ok(())
}

/// Is an enemy or a guard getting its cards?
const fn is_revealing(frame: &Frame) -> bool {
    use enemy_turn::Frame as At;
    matches!(frame, Frame::Enemy(At::Reveal { .. } | At::GuardCard { .. }))
}

fn heroes(g: &ParaRoles, s: &State) -> Result<(), String> {
    let look = Look { g, s };
    for (seat, hero) in s.heroes.iter().filter(|(_, h)| h.seated) {
        // A maximum that is lowered leaves HP above it, unless it was agreed on that it cuts.
        let most = if g.options.maximum_cuts { look.max_hp(Who::Hero(seat)) } else { STAT_MAX.into() };
        ensure(u16::from(hero.hp) <= most, || format!("{seat} has {} of {most} HP", hero.hp))?;
        for stat in Stat::ALL {
            let value = look.stat(seat, *stat);
            ensure((STAT_MIN..=STAT_MAX).contains(&value), || format!("{seat}: {stat} is {value}"))?;
        }
        let idle = hero.running.is_empty() && hero.token.is_none() && !hero.stance;
        ensure(hero.alive() || idle, || format!("{seat} is dead but not at rest"))?;
        ensure(hero.charge.is_none_or(|c| (1..3).contains(&c.turns)), || format!("{seat} charges too long"))?;
        ensure(hero.token.is_none_or(|t| s.heroes[t.ally].seated && t.ally != seat), || {
            format!("{seat}'s token lies on nobody")
        })?;
        ensure(s.tokens[seat].is_sorted(), || format!("{seat}'s tokens are not in order"))?;
        let on_table = |place: &Place| match place.on() {
            Some((Who::Foe(foe), _)) => s.foe(foe).present,
            Some((Who::Hero(_), _)) | None => true,
        };
        ensure(s.tokens[seat].iter().all(on_table), || {
            format!("a token of {seat} lies on an enemy that is gone")
        })?;
    }
    let turn = crate::flow::turn(look, s.stack.top().copied());
    ensure(s.turn == turn, || format!("the turn is kept as {:?} but should be {turn:?}", s.turn))?;
    ensure(s.sums == s.counted(), || "the sums do not follow from the table".to_owned())?;
    let running =
        s.heroes.iter().fold(crate::words::EpicSet::EMPTY, |all, (_, h)| all.or(h.running.minus(h.turned)));
    ensure(running == s.running, || "the sum of running EPICs is wrong".to_owned())
}

fn foes(s: &State) -> Result<(), String> {
    for id in s.enemies() {
        let foe = s.foe(id);
        ensure(foe.hp > 0, || format!("{id} stands with no HP"))?;
        ensure(foe.guard_of.is_none_or(|of| s.foe(of).present), || format!("{id} guards nobody"))?;
        ensure(foe.covers.is_none_or(|of| s.foe(of).present && of != id), || format!("{id} covers nobody"))?;
        ensure(foe.is_guard() || s.combat.order.is_empty() || s.combat.order.contains(&id), || {
            format!("{id} has no turn")
        })?;
    }
    let creature = s.foe(FoeId::CREATURE).present;
    let ending = s.stack.frames().any(|f| matches!(f, Frame::Journey(campaigns::Frame::AfterCombat)));
    ensure(!creature || s.combat.on || ending, || "a creature outlives its combat".to_owned())
}
