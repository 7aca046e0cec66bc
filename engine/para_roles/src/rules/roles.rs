//! Who is what: role modes, the suits that name heroes, EPICs of an Elite Squadron. "Initial Setup", role modes.

use super::{cards, setup::Frame};
use crate::{
    ParaRoles, Play,
    action::Action,
    event::Event,
    frame::{Check, Next, then, wait},
    legal::Out,
    options::{RoleMode, StatMode},
    queries::Look,
    state::{Growth, Hero, State},
    words::{Ability, Class, Epic, Role, Who},
};
use kernel::{Card, PerSeat, Seat, SeatSet, Suit, rule};

/// Roles, seat by seat; an apprentice waits for the mentor.
pub fn choose_role(p: &mut Play, seat: Seat) -> Next {
    if p.g.options.stats == StatMode::Apprentice && p.g.options.special_seat == seat {
        return after_role(p, seat);
    }
    match p.g.options.roles {
        RoleMode::Mixer | RoleMode::EliteSquadron => wait(Frame::ChooseRole { seat }),
        // One deck for everybody: what was drawn does not come again.
        RoleMode::BlindDate => cards::draw(p, Check::BlindDate { seat }),
        RoleMode::Peasants => {
            rule!("PR-367");
            after_role(p, seat)
        }
        RoleMode::BasicParty => {
            rule!("PR-360");
            assign_role(p, seat, Role::ALL[seat.index()]);
            after_role(p, seat)
        }
        RoleMode::Defenders | RoleMode::Doctors | RoleMode::AssassinationSquad | RoleMode::TheBand => {
            assign_role(p, seat, common_role(p.g.options.roles));
            after_role(p, seat)
        }
    }
}

pub fn common_role(mode: RoleMode) -> Role {
    match mode {
        RoleMode::Defenders => {
            rule!("PR-361");
            Role::Protector
        }
        RoleMode::Doctors => {
            rule!("PR-362");
            Role::Healer
        }
        RoleMode::AssassinationSquad => {
            rule!("PR-363");
            Role::Damage
        }
        RoleMode::TheBand
        | RoleMode::BasicParty
        | RoleMode::Mixer
        | RoleMode::BlindDate
        | RoleMode::Peasants
        | RoleMode::EliteSquadron => {
            rule!("PR-364");
            Role::Support
        }
    }
}

/// What may be chosen.
pub fn offered(look: Look, seat: Seat, out: Out) {
    if look.g.options.roles == RoleMode::EliteSquadron {
        out.extend(Class::ALL[4..].iter().map(|class| Action::ChooseClass { class: *class }));
        return;
    }
    let free = Role::ALL.iter().filter(|role| mixer_may_take(look.g, look.s, seat, **role));
    out.extend(free.map(|role| Action::ChooseRole { role: *role }));
}

/// A basic role: its two abilities are known and slotted, its EPIC is the hero's.
pub fn assign_role(p: &mut Play, seat: Seat, role: Role) {
    rule!("PR-060", "PR-102");
    let card = p.g.content.role(role);
    let (pair, epic) = (card.pair, card.epic);
    let hero = &mut p.s.heroes[seat];
    hero.role = Some(role);
    hero.role_epic = Some(epic);
    slot_pair(hero, pair);
    p.say(|l| Event::Becomes(l.name(Who::Hero(seat))));
}

/// An Elite Squadron's prestige class.
pub fn assign_class(p: &mut Play, seat: Seat, class: Class) {
    rule!("PR-368");
    let pair = p.g.content.pair(class);
    slot_pair(&mut p.s.heroes[seat], pair);
    p.say(|l| Event::Becomes(l.name(Who::Hero(seat))));
}

fn slot_pair(hero: &mut Hero, (one, two): (Ability, Ability)) {
    hero.known = [one, two].into_iter().collect();
    hero.slots = [Some(one), Some(two)];
    hero.grown = Growth::Full;
}

/// The roles one of whose EPICs an Elite hero is assigned: any, those his abilities come from first.
pub fn elite_roles(s: &State, seat: Seat) -> impl Iterator<Item = Role> {
    rule!("PR-R76");
    let slots = s.heroes[seat].slots;
    let guided = move |role: &Role| slots.iter().flatten().any(|a| a.role() == *role);
    let others = Role::ALL.iter().copied().filter(move |role| !guided(role));
    Role::ALL.iter().copied().filter(guided).chain(others)
}

pub fn blind_date_card(p: &mut Play, seat: Seat, card: Card) -> Next {
    rule!("PR-366");
    assign_role(p, seat, Role::of_suit(card.suit()));
    after_role(p, seat)
}

/// The next seat, or, after the last, apprentice and suits.
pub fn after_role(p: &mut Play, seat: Seat) -> Next {
    if let Some(seat) = super::setup::next_seat(seat) {
        return then(Frame::ChooseRole { seat });
    }
    if p.g.options.stats == StatMode::Apprentice {
        rule!("PR-355");
        let mentor = p.s.heroes[p.g.options.mentor];
        let apprentice = &mut p.s.heroes[p.g.options.special_seat];
        apprentice.role = mentor.role;
        apprentice.role_epic = mentor.role_epic;
        apprentice.known = mentor.known;
        apprentice.slots = mentor.slots;
        apprentice.grown = mentor.grown;
    }
    assign_suits(p);
    Next::Done
}

/// Suits by role where that names everybody; on a Blind Date the first of a role has its suit, the rest what is left.
fn assign_suits(p: &mut Play) {
    rule!("PR-R06", "PR-103");
    match p.g.options.roles {
        RoleMode::BasicParty => p.s.suits = PerSeat::new(Suit::ALL),
        RoleMode::BlindDate => {
            let mut given: [Option<Suit>; 4] = [None; 4];
            let apprentice = (p.g.options.stats == StatMode::Apprentice).then_some(p.g.options.special_seat);
            for seat in Seat::first(4).filter(|seat| Some(*seat) != apprentice) {
                let own = p.s.heroes[seat].role.map(Role::suit).filter(|suit| !given.contains(&Some(*suit)));
                given[seat.index()] = own;
            }
            // The apprentice gets what is left when everybody else has a suit.
            for seat in Seat::first(4).filter(|seat| Some(*seat) != apprentice).chain(apprentice) {
                let free = Suit::ALL.into_iter().find(|suit| !given.contains(&Some(*suit)));
                given[seat.index()] = given[seat.index()].or(free);
            }
            p.s.suits = PerSeat::new(given.map(|suit| suit.expect("four suits for four seats")));
        }
        RoleMode::Defenders
        | RoleMode::Doctors
        | RoleMode::AssassinationSquad
        | RoleMode::TheBand
        | RoleMode::Mixer
        | RoleMode::Peasants
        | RoleMode::EliteSquadron => p.s.suits = PerSeat::new(p.g.options.suits),
    }
}

/// May this seat of a Mixer take this role? Not every role may be present in the end.
pub fn mixer_may_take(g: &ParaRoles, s: &State, seat: Seat, role: Role) -> bool {
    rule!("PR-365");
    let apprentice = (g.options.stats == StatMode::Apprentice).then_some(g.options.special_seat);
    let choosers: SeatSet = Seat::first(4).filter(|s| Some(*s) != apprentice).collect();
    let last = choosers.into_iter().last() == Some(seat);
    let all_there = |r: &Role| *r == role || s.heroes.iter().any(|(_, h)| h.role == Some(*r));
    !(last && Role::ALL.iter().all(all_there))
}

/// One of the basic EPICs is his.
pub fn choose_epic(p: &mut Play, seat: Seat, epic: Epic) -> Next {
    p.s.heroes[seat].role_epic = Some(epic);
    p.say(|l| Event::RoleEpic(l.name(Who::Hero(seat)), epic));
    after_role(p, seat)
}
