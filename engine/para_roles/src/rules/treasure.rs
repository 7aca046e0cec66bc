//! Treasure: who wins it, where it lies, moving and spending it, flasks. "Treasure".

use super::{cards, death};
use crate::{
    ParaRoles, Play,
    action::Action,
    event::Event,
    frame::{Check, Goods, Next, only, stray, then, wait},
    keeping,
    legal::{self, Out},
    queries::Look,
    queries::passes,
    rows,
    state::{Growth, Place, State},
    words::{Ability, HeroId, Item, Standing, Stat, Who},
};
use kernel::{Card, CardSet, Deck, Seat, Turn, flow::Flow as _, rule};
use serde::{Deserialize, Serialize};

/// Treasure on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Cards still to be won.
    Spoils,
    /// Under which stat it goes.
    Lay {
        seat: Seat,
    },
    HandOut {
        left: u8,
    },
    /// Where a card from a stat goes; in a fight a check decides.
    SwapTo {
        seat: Seat,
        from: Stat,
        fight: bool,
    },
    Pay {
        seat: Seat,
        left: u8,
        goods: Goods,
    },
}

pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::Spoils => spoils(p),
        Frame::HandOut { left } => hand_out(p, left),
        Frame::Pay { seat, left, goods } => pay(p, seat, left, goods),
        Frame::Lay { .. } | Frame::SwapTo { .. } => wait(at),
    }
}

pub fn turn(look: Look, at: Frame) -> Turn {
    match at {
        Frame::Spoils => Turn::Over,
        Frame::Lay { seat } | Frame::SwapTo { seat, .. } | Frame::Pay { seat, .. } => only(seat),
        Frame::HandOut { .. } => Turn::Any(look.s.living()),
    }
}

pub fn legal(look: Look, seat: Seat, at: Frame, out: Out) {
    match at {
        Frame::Spoils => {}
        Frame::Lay { seat } => {
            out.extend(Stat::ALL.iter().map(|stat| Action::Treasure { hero: seat.into(), stat: *stat }));
        }
        Frame::HandOut { .. } => {
            legal::hero_stats(look, |hero, stat| out.push(Action::Treasure { hero, stat }));
        }
        Frame::SwapTo { seat, from, .. } => {
            let stay = |hero: HeroId, stat: Stat| hero.seat() == seat && stat == from;
            legal::hero_stats(look, |hero, stat| {
                if !stay(hero, stat) {
                    out.push(Action::Treasure { hero, stat });
                }
            });
        }
        Frame::Pay { .. } => rows::PAYMENTS[look.hero(seat).stacks()].list(out),
    }
}

pub fn answer(p: &mut Play, at: Frame, action: Action) -> Next {
    match (at, action) {
        (Frame::Lay { seat }, Action::Treasure { stat, .. }) => {
            lay(p, seat, stat);
            Next::Done
        }
        (Frame::HandOut { left }, Action::Treasure { hero, stat }) => handed_out(p, left, hero.seat(), stat),
        (Frame::SwapTo { seat, from, fight: true }, Action::Treasure { hero, stat }) => {
            cards::draw(p, Check::Swap { seat, from, to: Place::hero(hero.seat(), stat) })
        }
        (Frame::SwapTo { seat, from, fight: false }, Action::Treasure { hero, stat }) => {
            move_treasure(p, seat, from, (hero.seat(), stat));
            Next::Done
        }
        (Frame::Pay { seat, left, goods }, Action::Pay { from }) => {
            pay_one(p, seat, from);
            then(Frame::Pay { seat, left: left - 1, goods })
        }
        (
            Frame::Spoils
            | Frame::Lay { .. }
            | Frame::HandOut { .. }
            | Frame::SwapTo { .. }
            | Frame::Pay { .. },
            _,
        ) => stray(at),
    }
}

/// Treasure cards still to be won, one after another.
pub fn spoils(p: &mut Play) -> Next {
    if p.s.combat.spoils > 0 && p.s.treasure_deck == 0 {
        rule!("PR-008");
        p.s.combat.spoils = 0;
    }
    if p.s.combat.spoils == 0 {
        return Next::Done;
    }
    if !p.look().deck_can_name(p.look().poorest()) {
        rule!("PR-R55");
        p.s.random = Deck::shuffled(CardSet::FULL);
    }
    cards::draw(p, Check::Treasure)
}

/// A card names the winner, if he is among the poorest; it goes to the bottom of the deck either way.
pub fn winner_card(p: &mut Play, card: Card) -> Next {
    rule!("PR-280", "PR-281", "PR-R55");
    keeping::card_goes_under(p, card);
    let seat = p.s.seat_of(card.suit());
    if !p.look().poorest().contains(seat) {
        return then(Frame::Spoils);
    }
    p.s.combat.spoils -= 1;
    p.say(|l| Event::TreasureFor(l.name(Who::Hero(seat))));
    p.first(Frame::Lay { seat }.into(), Frame::Spoils.into())
}

/// The winner lays it under a stat: a lasting +1.
pub fn lay(p: &mut Play, seat: Seat, stat: Stat) {
    rule!("PR-007", "PR-280", "PR-R71");
    p.s.treasure_deck -= 1;
    p.s.heroes[seat].treasure[stat.index()] += 1;
    p.say(|l| Event::TreasureLaid(l.name(Who::Hero(seat)), stat));
}

/// Treasure that was stolen and won back, or quest pieces carried out, is handed out as the party likes.
pub fn hand_out(p: &mut Play, left: u8) -> Next {
    if left == 0 || p.s.living().is_empty() { Next::Done } else { wait(Frame::HandOut { left }) }
}

pub fn handed_out(p: &mut Play, left: u8, seat: Seat, stat: Stat) -> Next {
    rule!("PR-215");
    p.s.heroes[seat].treasure[stat.index()] += 1;
    p.s.combat.recovered = p.s.combat.recovered.saturating_sub(1);
    p.say(|l| Event::TreasureLaid(l.name(Who::Hero(seat)), stat));
    then(Frame::HandOut { left: left - 1 })
}

/// Swap Treasure in combat: a Trick check decides.
pub fn swap_card(p: &mut Play, seat: Seat, from: Stat, to: Place, card: Card) -> Next {
    rule!("PR-288", "PR-157");
    let look = p.look();
    let works = look.as_asked(seat)
        || look.hero_has(seat, Standing::AutoAbility)
        || passes(card, look.stat(seat, Stat::Trick));
    if let (true, Some((Who::Hero(hero), stat))) = (works, to.on()) {
        move_treasure(p, seat, from, (hero, stat));
    }
    Next::Done
}

/// Moves one treasure card; a lower Health maximum cuts HP.
pub fn move_treasure(p: &mut Play, seat: Seat, from: Stat, to: (Seat, Stat)) {
    let shift = |p: &mut Play| {
        p.s.heroes[seat].treasure[from.index()] -= 1;
        p.s.heroes[to.0].treasure[to.1.index()] += 1;
    };
    if from == Stat::Health {
        death::minding_maxima(p, shift);
    } else {
        shift(p);
    }
    p.say(|l| Event::TreasureMoved(l.name(Who::Hero(seat)), from, l.name(Who::Hero(to.0)), to.1));
}

/// A flask heals one living hero fully.
pub fn drink_flask(p: &mut Play, seat: Seat) {
    rule!("PR-321");
    p.s.items.flasks -= 1;
    p.say(|l| Event::Flask(l.name(Who::Hero(seat))));
    death::gain(p, Who::Hero(seat), u16::MAX);
}

// --- town

/// What something costs.
pub fn price(g: &ParaRoles, goods: Goods) -> u8 {
    let shop = &g.content.shop;
    match goods {
        Goods::Upgrade(_) => shop.stat_upgrade,
        Goods::Ability(_) | Goods::PeasantRole(..) | Goods::PeasantAbility | Goods::PeasantEpic => {
            shop.extra_ability
        }
        Goods::Item(item) => g.content.item(item).cost,
    }
}

/// Paying: one card after another from stacks of the buyer's choice; without a choice it goes by itself.
pub fn pay(p: &mut Play, seat: Seat, left: u8, goods: Goods) -> Next {
    if left == 0 {
        bought(p, seat, goods);
        return Next::Done;
    }
    let stacks = p.s.heroes[seat].treasure;
    let filled = stacks.iter().filter(|n| **n > 0).count();
    if filled > 1 && p.s.heroes[seat].treasures() > left {
        return wait(Frame::Pay { seat, left, goods });
    }
    let Some(stack) = stacks.iter().position(|n| *n > 0) else {
        debug_assert!(false, "only what a hero can pay for is offered");
        return Next::Done;
    };
    pay_one(p, seat, Stat::ALL[stack]);
    then(Frame::Pay { seat, left: left - 1, goods })
}

/// One treasure card goes back to the Treasure Deck.
pub fn pay_one(p: &mut Play, seat: Seat, from: Stat) {
    rule!("PR-300", "PR-301", "PR-008");
    let take = |p: &mut Play| p.s.heroes[seat].treasure[from.index()] -= 1;
    if from == Stat::Health {
        death::minding_maxima(p, take);
    } else {
        take(p);
    }
    p.s.treasure_deck += 1;
}

fn bought(p: &mut Play, seat: Seat, goods: Goods) {
    let cost = price(p.g, goods);
    p.say(|l| Event::Pays(l.name(Who::Hero(seat)), cost));
    match goods {
        Goods::Upgrade(stat) => upgrade(p, seat, stat),
        Goods::Ability(ability) => {
            rule!("PR-303");
            learn(p, seat, ability);
        }
        Goods::Item(item) => buy_item(p, seat, item),
        Goods::PeasantRole(role, ability) => {
            rule!("PR-367", "PR-R63");
            p.s.heroes[seat].role = Some(role);
            p.s.heroes[seat].grown = Growth::OneAbility;
            learn(p, seat, ability);
            p.s.heroes[seat].slots[0] = Some(ability);
        }
        Goods::PeasantAbility => {
            p.s.heroes[seat].grown = Growth::BothAbilities;
            if let Some(second) = second_ability(p, seat) {
                learn(p, seat, second);
                p.s.heroes[seat].slots[1] = Some(second);
            }
        }
        Goods::PeasantEpic => {
            p.s.heroes[seat].grown = Growth::Full;
            if let Some(role) = p.s.heroes[seat].role {
                let epic = p.g.content.role(role).epic;
                p.s.heroes[seat].role_epic = Some(epic);
                p.say(|l| Event::LearnsEpic(l.name(Who::Hero(seat)), epic));
            }
        }
    }
}

/// The other ability of a peasant's role.
fn second_ability(p: &Play, seat: Seat) -> Option<Ability> {
    let hero = &p.s.heroes[seat];
    let (one, two) = p.g.content.role(hero.role?).pair;
    Some(if hero.known.contains(one) { two } else { one })
}

fn learn(p: &mut Play, seat: Seat, ability: Ability) {
    p.s.heroes[seat].known.insert(ability);
    p.say(|l| Event::Learns(l.name(Who::Hero(seat)), ability));
}

/// The next higher number still in that suit's Player Stat Deck.
pub fn next_card(s: &State, seat: Seat, stat: Stat) -> Option<kernel::Rank> {
    s.player_decks[stat.index()].next_above(s.heroes[seat].cards[stat.index()])
}

fn upgrade(p: &mut Play, seat: Seat, stat: Stat) {
    rule!("PR-302", "PR-R61");
    if let Some(rank) = next_card(p.s, seat, stat) {
        let old = std::mem::replace(&mut p.s.heroes[seat].cards[stat.index()], rank);
        p.s.player_decks[stat.index()].remove(rank);
        p.s.player_decks[stat.index()].insert(old);
        p.say(|l| Event::Upgrade(l.name(Who::Hero(seat)), Card::new(rank, stat.suit())));
    }
}

fn buy_item(p: &mut Play, seat: Seat, item: Item) {
    rule!("PR-304");
    p.say(|l| Event::Buys(l.name(Who::Hero(seat)), item));
    let units = p.g.content.item(item).units;
    match item {
        Item::Scroll => p.s.items.scrolls = p.s.items.scrolls.saturating_add(units),
        Item::FlaskSet => p.s.items.flasks = p.s.items.flasks.saturating_add(units),
        Item::BombKit => p.s.items.bombs = p.s.items.bombs.saturating_add(units),
        Item::MirrorShield | Item::PurpleStaff | Item::SpikedArmor | Item::SummoningBook => {
            if let Some(bearer) = p.s.items.bearer_mut(item) {
                *bearer = Some(seat);
            }
        }
    }
}
