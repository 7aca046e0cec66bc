//! What is offered outside combat: on the road, in a pause, in town.

use crate::{
    action::{Action, RoomId},
    frame::Goods,
    legal::{Out, allies, heroes, slot_changes},
    options::Campaign,
    queries::Look,
    rows,
    rules::{dungeon, maze, rifts, treasure},
    state::Growth,
    words::{Ability, Epic, Item, Role, SEATS, Stat, Way},
};
use kernel::{Seat, SeatSet, Suit, rule};

/// Where the party can go.
pub fn map(look: Look, out: Out) {
    let journey = &look.s.journey;
    match look.g.options.campaign {
        Campaign::Maze => {
            let open = Way::ALL.iter().filter(|way| maze::is_open(look.s, journey.place, **way));
            out.extend(open.map(|way| Action::Go { way: *way }));
            if journey.place == maze::ENTRANCE {
                out.push(Action::Leave);
            }
        }
        Campaign::Dungeon => {
            out.extend(
                dungeon::doors(look.s).into_iter().map(|room| Action::Room { room: RoomId::new(room) }),
            );
            if dungeon::may_go_down(look.s) {
                out.push(Action::Down);
            }
            if journey.done == 0 && journey.place == 1 {
                out.push(Action::Leave);
            }
        }
        Campaign::Rifts => {
            let open = Suit::ALL.into_iter().filter(|suit| journey.rifts.sealed >> suit.index() & 1 == 0);
            out.extend(open.map(|suit| Action::Rift { suit }));
            if rifts::all_sealed(journey.rifts.sealed) {
                out.push(Action::FaceAncient);
            }
        }
        Campaign::Woods | Campaign::RandomEncounters | Campaign::Tower => {}
    }
    let town = look.g.options.campaign == Campaign::Rifts;
    if look.s.living().into_iter().any(|seat| has_pause_choice_in(look, seat, town)) {
        out.push(Action::Camp);
    }
}

/// Has this seat anything to do in a pause but to end it?
pub fn has_pause_choice(look: Look, seat: Seat) -> bool {
    has_pause_choice_in(look, seat, look.s.journey.town)
}

pub fn has_pause_choice_in(look: Look, seat: Seat, town: bool) -> bool {
    let hero = look.hero(seat);
    let items = &look.s.items;
    hero.treasure != [0; 4]
        || items.flasks > 0
        || (items.scrolls > 0 && !town)
        || hero.known.exceeds(hero.slots)
        || items.bears_any(seat) && look.s.living().len() > 1
        || look.s.living() != SeatSet::first(SEATS)
            && look.s.heroes.iter().any(|(_, h)| h.dead() && (h.treasures() > 0 || can_raise(look, seat)))
}

fn can_raise(look: Look, seat: Seat) -> bool {
    look.epics(seat).contains(Epic::Resurrection)
}

#[inline(never)]
pub fn pause(look: Look, seat: Seat, out: Out) {
    rule!("PR-282", "PR-R54");
    out.push(Action::Done);
    let hero = look.hero(seat);
    rows::SWAPS[hero.stacks()].list(out);
    slot_changes(look, seat, out);
    if look.s.items.flasks > 0 {
        heroes(look, |hero| out.push(Action::Flask { hero }));
    }
    for item in Item::ALL.iter().filter(|item| look.s.items.bearer(**item) == Some(seat)) {
        allies(look, seat, |hero| out.push(Action::HandOver { item: *item, hero }));
    }
    if look.s.items.scrolls > 0 && !look.s.journey.town {
        out.push(Action::Scroll);
    }
    for (who, fallen) in look.s.heroes.iter().filter(|(_, h)| h.dead()) {
        if can_raise(look, seat) {
            out.push(Action::Raise { hero: who.into() });
        }
        if fallen.treasures() > 0 {
            out.push(Action::BuyBack { hero: who.into() });
        }
    }
    if look.s.journey.town && hero.treasures() > 0 {
        shop(look, seat, out);
    }
}

fn shop(look: Look, seat: Seat, out: Out) {
    rule!("PR-300", "PR-R64");
    let hero = look.hero(seat);
    let purse = hero.treasures();
    let affords = |goods| treasure::price(look.g, goods) <= purse;
    // A peasant grows up first; then treasure is used as by everybody.
    if hero.grown == Growth::Full && affords(Goods::Upgrade(Stat::Health)) {
        let better = Stat::ALL.iter().filter(|stat| treasure::next_card(look.s, seat, **stat).is_some());
        out.extend(better.map(|stat| Action::Upgrade { stat: *stat }));
    }
    if affords(Goods::PeasantEpic) {
        match hero.grown {
            Growth::Peasant => {
                for role in Role::ALL {
                    let (one, two) = look.g.content.role(*role).pair;
                    out.extend([one, two].map(|ability| Action::Become { role: *role, ability }));
                }
            }
            Growth::OneAbility => out.push(Action::LearnSecond),
            Growth::BothAbilities => out.push(Action::LearnEpic),
            Growth::Full => {
                let new = Ability::ALL.iter().filter(|a| !hero.known.contains(**a));
                out.extend(new.map(|ability| Action::Learn { ability: *ability }));
            }
        }
    }
    if hero.grown != Growth::Full {
        return;
    }
    for item in Item::ALL {
        let sold_out = look.g.content.item(*item).one_per_party && look.s.items.bearer(*item).is_some();
        if affords(Goods::Item(*item)) && !sold_out && room_for(look, *item) {
            out.push(Action::Buy { item: *item });
        }
    }
}

/// A counter that cannot grow is not sold to.
fn room_for(look: Look, item: Item) -> bool {
    let (held, units) = match item {
        Item::Scroll => (look.s.items.scrolls, look.g.content.item(item).units),
        Item::FlaskSet => (look.s.items.flasks, look.g.content.item(item).units),
        Item::BombKit => (look.s.items.bombs, look.g.content.item(item).units),
        Item::MirrorShield | Item::PurpleStaff | Item::SpikedArmor | Item::SummoningBook => return true,
    };
    held.checked_add(units).is_some()
}
