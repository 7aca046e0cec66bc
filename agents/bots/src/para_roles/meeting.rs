//! Fights that are still to come against enemies everybody knows: the next level of the Tower, or the one that was
//! fled from. On a map a party may pass by those who wait, but there is no better guess.

use super::journey::{can_raise, raises};
use kernel::{CardSet, Deck, Rank, SeatSet};
use para_roles::{
    State,
    options::Campaign,
    queries::Look,
    state::{Combat, Foe},
    words::{EpicSet, FoeId, Who},
};

/// The table of the next fight as the party would begin it now; `None` where nobody knows whom it will meet.
pub fn next(look: Look) -> Option<State> {
    let waiting = &look.s.journey.waiting;
    let known = look.g.options.campaign == Campaign::Tower || !waiting.is_empty();
    if !known || look.s.combat.on || look.s.living().is_empty() {
        return None;
    }
    let mut s = *look.s;
    for (foe, waits) in FoeId::enemies().zip(waiting.iter().take(2)) {
        stand(look, &mut s, foe, waits.cards, waits.treasure + waits.stolen);
    }
    if waiting.is_empty() {
        let count = if look.g.options.doubles { 2 } else { 1 };
        for foe in FoeId::enemies().take(count) {
            let cards = s.alive.map(kernel::RankSet::lowest);
            let [Some(h), Some(d), Some(a), Some(t)] = cards else { return None };
            [h, d, a, t].into_iter().enumerate().for_each(|(i, rank)| s.alive[i].remove(rank));
            stand(look, &mut s, foe, [h, d, a, t], 1);
        }
    }
    recover(look, &mut s);
    begin(look, &mut s);
    Some(s)
}

/// The table of the same fight begun anew: after a flight, with the dead raised if somebody can.
pub fn again(look: Look) -> State {
    let mut s = *look.s;
    s.running = EpicSet::EMPTY;
    s.turned = EpicSet::EMPTY;
    s.lockout = s.lockout.saturating_sub(1);
    for hero in s.heroes.each_mut() {
        hero.rest();
        hero.running = EpicSet::EMPTY;
        hero.turned = EpicSet::EMPTY;
        (hero.token, hero.charge) = (None, None);
    }
    recover(look, &mut s);
    for id in FoeId::enemies() {
        let foe = *look.foe(id);
        if foe.present {
            s.foes[id.index()].present = false;
            if !foe.is_guard() {
                stand(look, &mut s, id, foe.cards, foe.treasure + foe.stolen);
            }
        }
    }
    s.recount();
    begin(look, &mut s);
    s
}

/// What the party surely does in the pause before: the dead are raised, or bought back.
fn recover(look: Look, s: &mut State) {
    let raised = can_raise(look);
    let fallen = s.seated().minus(s.living());
    for seat in fallen {
        let hero = &mut s.heroes[seat];
        let bought = hero.treasures() > 0 && (!raised || raises(look, seat));
        if bought {
            hero.treasure = [0; 4];
        } else if raised {
            s.lockout = s.lockout.saturating_add(1);
        } else {
            continue;
        }
        hero.hp = look.max_hp(Who::Hero(seat)) as u8;
    }
    if !fallen.is_empty() {
        s.recount();
    }
}

fn stand(look: Look, s: &mut State, id: FoeId, cards: [Rank; 4], treasure: u8) {
    let highest = cards.into_iter().max().unwrap_or(Rank::TWO);
    let kind = look.g.content.kind(highest);
    let hp = cards[0].number().into();
    *s.foe_mut(id) = Foe { present: true, kind, cards, hp, treasure, ..Foe::default() };
    s.recount_enemy(id);
}

fn begin(look: Look, s: &mut State) {
    let order = s.acting_enemies().collect();
    let allowance = !look.g.options.epic_needs_reshuffle;
    s.combat =
        Combat { on: true, round: 1, order, to_act: SeatSet::first(4), allowance, ..Combat::default() };
    s.random = Deck::shuffled(CardSet::FULL);
}
