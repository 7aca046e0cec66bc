//! Set-up: stats, roles, suits, and the Support's free tokens. "Initial Setup", stat and role modes.

use super::{abilities, campaigns, minimal};
use crate::{
    ParaRoles, Play,
    event::Event,
    frame::{Check, Frame, Polymorph},
    options::{Allotment, RoleMode, StatMode},
    state::{Combat, Foe, Hero, Items, Journey, Place, State, Sums, Tally},
    words::{Ability, Class, EpicSet, FoeId, Role, Stat, Who},
};
use kernel::{Card, CardSet, Deck, Next, PerSeat, Rank, RankSet, Seat, SeatSet, Stack, Suit, Turn, rule};

/// 52 cards; the extras of each deck are markers and never drawn.
pub const TREASURE_CARDS: u8 = 52;

/// The table before the first step.
pub fn table(g: &ParaRoles) -> State {
    rule!("PR-001", "PR-002", "PR-005", "PR-R69", "PR-R71");
    let hero = Hero { seated: true, ..Hero::default() };
    let sums = Sums {
        living: SeatSet::EMPTY,
        enemies: 0,
        acting: 0,
        on_heroes: [[0; 4]; 4],
        on_enemies: [[0; 4]; 4],
    };
    State {
        sums,
        stack: Stack::default(),
        turn: Turn::Over,
        heroes: PerSeat::new([hero; 4]),
        foes: [Foe::default(); FoeId::COUNT],
        tokens: PerSeat::new([[Place::SUPPLY; 4]; 4]),
        running: EpicSet::EMPTY,
        turned: EpicSet::EMPTY,
        random: Deck::shuffled(CardSet::FULL),
        hand: CardSet::EMPTY,
        polymorph: Polymorph::default(),
        player_decks: [RankSet::FULL; 4],
        alive: [RankSet::EMPTY; 4],
        graveyard: [RankSet::EMPTY; 4],
        escaped: [RankSet::EMPTY; 4],
        treasure_deck: TREASURE_CARDS,
        treasure_lost: 0,
        suits: PerSeat::new(g.options.suits),
        dealt: PerSeat::default(),
        items: Items::default(),
        combat: Combat::default(),
        journey: Journey::default(),
        tally: Tally::default(),
        lockout: 0,
        ending: None,
    }
}

/// The order of set-up: cards, roles, free tokens, then the campaign.
pub fn begin(p: &mut Play) -> Next<Frame> {
    rule!("PR-030");
    if p.g.minimal() {
        return minimal::begin(p);
    }
    let seat = Seat::new(0);
    p.s.stack.push(Frame::FreeTokens { left: SeatSet::first(4) });
    p.s.stack.push(Frame::ChooseRole { seat });
    if p.g.options.base_stats() == StatMode::LessRandom {
        p.s.stack.push(Frame::Redraw { seat });
    }
    p.s.stack.push(Frame::StatCard { seat, suit: Suit::Hearts });
    match p.g.options.stats {
        StatMode::AceTeam | StatMode::BandOfFools => Next::Then(Frame::OneCard { seat }),
        StatMode::Apprentice => {
            rule!("PR-355");
            same_cards(p, Rank::TWO);
            Next::Done
        }
        StatMode::OurHero => {
            rule!("PR-356");
            same_cards(p, Rank::ACE);
            Next::Done
        }
        StatMode::Normal | StatMode::Easy | StatMode::Insane | StatMode::Random | StatMode::LessRandom => {
            Next::Done
        }
    }
}

fn same_cards(p: &mut Play, rank: Rank) {
    for suit in Suit::ALL {
        take(p, p.g.options.special_seat, Card::new(rank, suit));
    }
}

/// A stat card goes from its deck to a hero.
pub fn take(p: &mut Play, seat: Seat, card: Card) {
    rule!("PR-032");
    let i = card.suit().index();
    p.s.player_decks[i].remove(card.rank());
    p.s.heroes[seat].cards[i] = card.rank();
    p.s.dealt[seat] |= 1 << i;
    p.say(|l| Event::Takes(l.name(Who::Hero(seat)), card));
}

pub fn has_card(s: &State, seat: Seat, suit: Suit) -> bool {
    s.dealt[seat] >> suit.index() & 1 == 1
}

fn next_seat(seat: Seat) -> Option<Seat> {
    Seat::checked(seat.number() + 1, 4)
}

/// The next stat card of a hero: prescribed, suggested, chosen or drawn.
pub fn stat_card(p: &mut Play, seat: Seat, suit: Suit) -> Next<Frame> {
    if !has_card(p.s, seat, suit) {
        let mode = p.g.content.mode(p.g.options.base_stats());
        if !(mode.choose && p.g.options.allotment == Allotment::Suggested) {
            return Next::Wait(Frame::StatCard { seat, suit });
        }
        rule!("PR-350", "PR-351", "PR-352");
        let rank = suggested(p, seat, suit);
        take(p, seat, Card::new(rank, suit));
    }
    after_card(seat, suit)
}

/// The suggested card, or the best free one if somebody else had to take it.
fn suggested(p: &Play, seat: Seat, suit: Suit) -> Rank {
    let mode = p.g.content.mode(p.g.options.base_stats());
    let numbers = p.g.content.roles[seat.index()].suggested;
    let number = [numbers.0, numbers.1, numbers.2, numbers.3][suit.index()];
    let wish = number.checked_add_signed(mode.shift).and_then(|n| Rank::try_from(n).ok());
    let free = choices(p.g, p.s, suit);
    match wish {
        Some(rank) if free.contains(rank) => rank,
        Some(_) | None => free.iter().last().expect("four ranks for at most four heroes"),
    }
}

/// Ranks of the mode that nobody holds.
pub fn choices(g: &ParaRoles, s: &State, suit: Suit) -> RankSet {
    let mode = g.content.mode(g.options.base_stats());
    s.player_decks[suit.index()].and(crate::content::span(mode.ranks))
}

pub fn after_card(seat: Seat, suit: Suit) -> Next<Frame> {
    match (Suit::ALL.get(suit.index() + 1), next_seat(seat)) {
        (Some(suit), _) => Next::Then(Frame::StatCard { seat, suit: *suit }),
        (None, Some(seat)) => Next::Then(Frame::StatCard { seat, suit: Suit::Hearts }),
        (None, None) => Next::Done,
    }
}

/// Ace Team and Band of Fools: each takes the Ace (the 2) of a suit nobody has taken.
pub fn one_card(p: &mut Play, seat: Seat) -> Next<Frame> {
    rule!("PR-357", "PR-358");
    let mode = p.g.content.mode(p.g.options.base_stats());
    if mode.choose && p.g.options.allotment == Allotment::Suggested {
        let suit = Suit::ALL[seat.index()];
        take(p, seat, Card::new(one_rank(p.g), suit));
        return after_one_card(seat);
    }
    Next::Wait(Frame::OneCard { seat })
}

pub fn one_rank(g: &ParaRoles) -> Rank {
    if g.options.stats == StatMode::AceTeam { Rank::ACE } else { Rank::TWO }
}

pub fn after_one_card(seat: Seat) -> Next<Frame> {
    next_seat(seat).map_or(Next::Done, |seat| Next::Then(Frame::OneCard { seat }))
}

// --- Less Random

/// Stats this seat may redraw: those that were drawn, not prescribed.
pub fn redrawable(g: &ParaRoles, s: &State, seat: Seat) -> impl Iterator<Item = Stat> {
    let fixed = match g.options.stats {
        StatMode::Apprentice => Some((g.options.special_seat, Rank::TWO)),
        StatMode::OurHero => Some((g.options.special_seat, Rank::ACE)),
        StatMode::AceTeam => Some((seat, Rank::ACE)),
        StatMode::BandOfFools => Some((seat, Rank::TWO)),
        StatMode::Normal | StatMode::Easy | StatMode::Insane | StatMode::Random | StatMode::LessRandom => {
            None
        }
    };
    let cards = s.heroes[seat].cards;
    Stat::ALL
        .iter()
        .copied()
        .filter(move |stat| fixed.is_none_or(|(who, rank)| who != seat || cards[stat.index()] != rank))
}

pub fn redraw(p: &mut Play, seat: Seat) -> Next<Frame> {
    rule!("PR-354", "PR-R66");
    if redrawable(p.g, p.s, seat).next().is_none() {
        return after_redraw(seat);
    }
    Next::Wait(Frame::Redraw { seat })
}

pub fn after_redraw(seat: Seat) -> Next<Frame> {
    next_seat(seat).map_or(Next::Done, |seat| Next::Then(Frame::Redraw { seat }))
}

/// A higher card is taken; a lower one only if the player wants it.
pub fn redrawn(p: &mut Play, seat: Seat, stat: Stat, new: Rank) -> Next<Frame> {
    if new > p.s.heroes[seat].cards[stat.index()] {
        keep(p, seat, stat, new);
        return after_redraw(seat);
    }
    Next::Wait(Frame::RedrawKeep { seat, stat, new })
}

pub fn keep(p: &mut Play, seat: Seat, stat: Stat, rank: Rank) {
    let old = p.s.heroes[seat].cards[stat.index()];
    if rank != old {
        p.s.player_decks[stat.index()].insert(old);
        take(p, seat, Card::new(rank, stat.suit()));
    }
}

// --- roles

/// Roles, seat by seat; an apprentice waits for the mentor.
pub fn choose_role(p: &mut Play, seat: Seat) -> Next<Frame> {
    if p.g.options.stats == StatMode::Apprentice && p.g.options.special_seat == seat {
        return after_role(p, seat);
    }
    match p.g.options.roles {
        RoleMode::Mixer | RoleMode::EliteSquadron => Next::Wait(Frame::ChooseRole { seat }),
        RoleMode::BlindDate => {
            p.s.random = Deck::shuffled(CardSet::FULL);
            super::cards::draw(p, Check::BlindDate { seat })
        }
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
    hero.grown = 3;
}

/// The roles an Elite hero's abilities come from; one of their EPICs is assigned.
pub fn elite_roles(s: &State, seat: Seat) -> impl Iterator<Item = Role> {
    rule!("PR-R76");
    let slots = s.heroes[seat].slots;
    Role::ALL.iter().copied().filter(move |role| slots.iter().flatten().any(|a| a.role() == *role))
}

pub fn blind_date_card(p: &mut Play, seat: Seat, card: Card) -> Next<Frame> {
    rule!("PR-366");
    assign_role(p, seat, Role::of_suit(card.suit()));
    after_role(p, seat)
}

/// The next seat, or, after the last, apprentice, suits and starting HP.
pub fn after_role(p: &mut Play, seat: Seat) -> Next<Frame> {
    if let Some(seat) = next_seat(seat) {
        return Next::Then(Frame::ChooseRole { seat });
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
    for seat in Seat::first(4) {
        p.s.heroes[seat].hp = p.s.heroes[seat].cards[0].number();
    }
    p.s.recount();
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

// --- free tokens

/// Before the first enemy each Support may lay tokens on heroes; then the campaign begins.
pub fn free_tokens(p: &mut Play, left: SeatSet) -> Next<Frame> {
    rule!("PR-030", "PR-031");
    let supports: SeatSet = left
        .into_iter()
        .filter(|seat| {
            p.s.heroes[*seat].slotted(Ability::BuffAlly) && p.s.tokens[*seat].contains(&Place::SUPPLY)
        })
        .collect();
    if !supports.is_empty() {
        return Next::Wait(Frame::FreeTokens { left: supports });
    }
    p.s.stack.push(Frame::Journey);
    campaigns::begin(p);
    Next::Done
}

pub fn lay_free_token(p: &mut Play, left: SeatSet, seat: Seat, to: (Seat, Stat)) -> Next<Frame> {
    abilities::move_token(p, seat, Place::SUPPLY, Place::hero(to.0, to.1));
    Next::Then(Frame::FreeTokens { left })
}
