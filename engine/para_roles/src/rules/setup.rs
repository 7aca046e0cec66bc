//! Set-up: stats and the Support's free tokens. "Initial Setup", stat modes.

use super::{abilities, campaigns, roles};
use crate::{
    ParaRoles, Play,
    action::Action,
    event::Event,
    frame::{Next, Polymorph, only, stray, then, wait},
    legal::{self, Out},
    luck::{Kept, Pile, Source},
    options::{Allotment, StatMode},
    party,
    queries::Look,
    state::{Combat, Foe, Hero, Items, Journey, Place, State, Sums, Tally},
    words::{Ability, EpicSet, FoeId, Stat, Who},
};
use kernel::{Card, CardSet, Deck, PerSeat, Rank, RankSet, Seat, SeatSet, Stack, Suit, Turn, rule};
use serde::{Deserialize, Serialize};

/// What the set-up is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Begin,
    /// The next card of a hero: chosen, drawn or prescribed.
    StatCard {
        seat: Seat,
        suit: Suit,
    },
    /// Ace Team, Band of Fools: which suit's card this seat takes.
    OneCard {
        seat: Seat,
    },
    Redraw {
        seat: Seat,
    },
    RedrawCard {
        seat: Seat,
        stat: Stat,
    },
    RedrawKeep {
        seat: Seat,
        stat: Stat,
        new: Rank,
    },
    ChooseRole {
        seat: Seat,
    },
    ChooseRoleEpic {
        seat: Seat,
    },
    FreeTokens {
        left: SeatSet,
    },
}

pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::Begin => begin(p),
        Frame::StatCard { seat, suit } => stat_card(p, seat, suit),
        Frame::OneCard { seat } => one_card(p, seat),
        Frame::Redraw { seat } => redraw(p, seat),
        Frame::ChooseRole { seat } => roles::choose_role(p, seat),
        Frame::FreeTokens { left } => free_tokens(p, left),
        Frame::RedrawCard { .. } | Frame::RedrawKeep { .. } | Frame::ChooseRoleEpic { .. } => wait(at),
    }
}

pub fn turn(look: Look, at: Frame) -> Turn {
    match at {
        Frame::Begin => Turn::Over,
        Frame::StatCard { seat, .. } if look.g.content.mode(look.g.options.base_stats()).choose => only(seat),
        Frame::StatCard { .. } | Frame::RedrawCard { .. } => Turn::Chance,
        Frame::OneCard { seat }
        | Frame::Redraw { seat }
        | Frame::RedrawKeep { seat, .. }
        | Frame::ChooseRole { seat }
        | Frame::ChooseRoleEpic { seat } => only(seat),
        Frame::FreeTokens { left } => Turn::Any(left),
    }
}

pub fn legal(look: Look, seat: Seat, at: Frame, out: Out) {
    match at {
        Frame::StatCard { suit, .. } => {
            let free = choices(look.g, look.s, suit);
            out.extend(free.iter().map(|rank| Action::Take { card: Card::new(rank, suit) }));
        }
        Frame::OneCard { .. } => {
            let rank = one_rank(look.g);
            let free = Suit::ALL.into_iter().filter(|s| look.s.player_decks[s.index()].contains(rank));
            out.extend(free.map(|suit| Action::Take { card: Card::new(rank, suit) }));
        }
        Frame::Redraw { .. } => {
            out.push(Action::Done);
            out.extend(redrawable(look.g, look.s, seat).map(|stat| Action::Redraw { stat }));
        }
        Frame::RedrawKeep { stat, new, .. } => {
            let old = look.hero(seat).cards[stat.index()];
            out.extend([old, new].map(|rank| Action::Keep { card: Card::new(rank, stat.suit()) }));
        }
        Frame::ChooseRole { .. } => roles::offered(look, seat, out),
        Frame::ChooseRoleEpic { .. } => {
            let epics = roles::elite_roles(look.s, seat).map(|role| look.g.content.role(role).epic);
            out.extend(epics.map(|epic| Action::ChooseRoleEpic { epic }));
        }
        Frame::FreeTokens { .. } => {
            out.push(Action::Done);
            legal::buffable(look, |hero, stat| out.push(Action::LayToken { hero, stat }));
        }
        Frame::Begin | Frame::RedrawCard { .. } => {}
    }
}

pub fn answer(p: &mut Play, at: Frame, seat: Seat, action: Action) -> Next {
    match (at, action) {
        (Frame::StatCard { seat, suit }, Action::Take { card }) => {
            rule!("PR-350", "PR-351", "PR-352");
            take(p, seat, card);
            after_card(seat, suit)
        }
        (Frame::OneCard { seat }, Action::Take { card }) => {
            take(p, seat, card);
            after_one_card(seat)
        }
        (Frame::Redraw { seat }, Action::Redraw { stat }) => wait(Frame::RedrawCard { seat, stat }),
        (Frame::Redraw { seat }, Action::Done) => after_redraw(seat),
        (Frame::RedrawKeep { seat, stat, .. }, Action::Keep { card }) => {
            keep(p, seat, stat, card.rank());
            after_redraw(seat)
        }
        (Frame::ChooseRole { seat }, Action::ChooseRole { role }) => {
            roles::assign_role(p, seat, role);
            roles::after_role(p, seat)
        }
        (Frame::ChooseRole { seat }, Action::ChooseClass { class }) => {
            roles::assign_class(p, seat, class);
            wait(Frame::ChooseRoleEpic { seat })
        }
        (Frame::ChooseRoleEpic { seat }, Action::ChooseRoleEpic { epic }) => {
            roles::choose_epic(p, seat, epic)
        }
        (Frame::FreeTokens { left }, Action::LayToken { hero, stat }) => {
            lay_free_token(p, left, seat, (hero.seat(), stat))
        }
        (Frame::FreeTokens { left }, Action::Done) => then(Frame::FreeTokens { left: left.without(seat) }),
        (
            Frame::Begin
            | Frame::StatCard { .. }
            | Frame::OneCard { .. }
            | Frame::Redraw { .. }
            | Frame::RedrawCard { .. }
            | Frame::RedrawKeep { .. }
            | Frame::ChooseRole { .. }
            | Frame::ChooseRoleEpic { .. }
            | Frame::FreeTokens { .. },
            _,
        ) => stray(at),
    }
}

pub fn source(look: Look, at: Frame) -> Option<Source> {
    let deck = |suit: Suit| {
        Some(Source::Pile(Pile { suit, ranks: look.s.player_decks[suit.index()], kept: Kept::Stats }))
    };
    match at {
        Frame::StatCard { suit, .. } => deck(suit),
        Frame::RedrawCard { stat, .. } => deck(stat.suit()),
        Frame::Begin
        | Frame::OneCard { .. }
        | Frame::Redraw { .. }
        | Frame::RedrawKeep { .. }
        | Frame::ChooseRole { .. }
        | Frame::ChooseRoleEpic { .. }
        | Frame::FreeTokens { .. } => None,
    }
}

/// A card of a Player Stat Deck came.
pub fn fell(p: &mut Play, at: Frame, card: Card) -> Next {
    match at {
        Frame::StatCard { seat, suit } => {
            rule!("PR-353");
            take(p, seat, card);
            after_card(seat, suit)
        }
        Frame::RedrawCard { seat, stat } => redrawn(p, seat, stat, card.rank()),
        Frame::Begin
        | Frame::OneCard { .. }
        | Frame::Redraw { .. }
        | Frame::RedrawKeep { .. }
        | Frame::ChooseRole { .. }
        | Frame::ChooseRoleEpic { .. }
        | Frame::FreeTokens { .. } => stray(at),
    }
}

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
pub fn begin(p: &mut Play) -> Next {
    rule!("PR-030");
    if let Some(party) = p.g.options.party {
        return party::begin(p, &party);
    }
    let seat = Seat::new(0);
    p.s.stack.push(Frame::FreeTokens { left: SeatSet::first(4) }.into());
    p.s.stack.push(Frame::ChooseRole { seat }.into());
    if p.g.options.base_stats() == StatMode::LessRandom {
        p.s.stack.push(Frame::Redraw { seat }.into());
    }
    p.s.stack.push(Frame::StatCard { seat, suit: Suit::Hearts }.into());
    match p.g.options.stats {
        StatMode::AceTeam | StatMode::BandOfFools => then(Frame::OneCard { seat }),
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
    if card.suit() == Suit::Hearts {
        // HP are noted with the card, before anybody has a role.
        p.s.heroes[seat].hp = card.number();
        p.s.recount();
    }
    p.say(|l| Event::Takes(l.name(Who::Hero(seat)), card));
}

pub fn has_card(s: &State, seat: Seat, suit: Suit) -> bool {
    s.dealt[seat] >> suit.index() & 1 == 1
}

pub fn next_seat(seat: Seat) -> Option<Seat> {
    Seat::checked(seat.number() + 1, 4)
}

/// The next stat card of a hero: prescribed, suggested, chosen or drawn.
pub fn stat_card(p: &mut Play, seat: Seat, suit: Suit) -> Next {
    if !has_card(p.s, seat, suit) {
        let mode = p.g.content.mode(p.g.options.base_stats());
        if !(mode.choose && p.g.options.allotment == Allotment::Suggested) {
            return wait(Frame::StatCard { seat, suit });
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

pub fn after_card(seat: Seat, suit: Suit) -> Next {
    match (Suit::ALL.get(suit.index() + 1), next_seat(seat)) {
        (Some(suit), _) => then(Frame::StatCard { seat, suit: *suit }),
        (None, Some(seat)) => then(Frame::StatCard { seat, suit: Suit::Hearts }),
        (None, None) => Next::Done,
    }
}

/// Ace Team and Band of Fools: each takes the Ace (the 2) of a suit nobody has taken.
pub fn one_card(p: &mut Play, seat: Seat) -> Next {
    rule!("PR-357", "PR-358");
    let mode = p.g.content.mode(p.g.options.base_stats());
    if mode.choose && p.g.options.allotment == Allotment::Suggested {
        let suit = Suit::ALL[seat.index()];
        take(p, seat, Card::new(one_rank(p.g), suit));
        return after_one_card(seat);
    }
    wait(Frame::OneCard { seat })
}

pub fn one_rank(g: &ParaRoles) -> Rank {
    if g.options.stats == StatMode::AceTeam { Rank::ACE } else { Rank::TWO }
}

pub fn after_one_card(seat: Seat) -> Next {
    next_seat(seat).map_or(Next::Done, |seat| then(Frame::OneCard { seat }))
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

pub fn redraw(p: &mut Play, seat: Seat) -> Next {
    rule!("PR-354", "PR-R66");
    if redrawable(p.g, p.s, seat).next().is_none() {
        return after_redraw(seat);
    }
    wait(Frame::Redraw { seat })
}

pub fn after_redraw(seat: Seat) -> Next {
    next_seat(seat).map_or(Next::Done, |seat| then(Frame::Redraw { seat }))
}

/// A higher card is taken; a lower one only if the player wants it.
pub fn redrawn(p: &mut Play, seat: Seat, stat: Stat, new: Rank) -> Next {
    if new > p.s.heroes[seat].cards[stat.index()] {
        keep(p, seat, stat, new);
        return after_redraw(seat);
    }
    wait(Frame::RedrawKeep { seat, stat, new })
}

pub fn keep(p: &mut Play, seat: Seat, stat: Stat, rank: Rank) {
    let old = p.s.heroes[seat].cards[stat.index()];
    if rank != old {
        p.s.player_decks[stat.index()].insert(old);
        take(p, seat, Card::new(rank, stat.suit()));
    }
}

// --- free tokens

/// Before the first enemy each Support may lay tokens on heroes; then the campaign begins.
pub fn free_tokens(p: &mut Play, left: SeatSet) -> Next {
    rule!("PR-030", "PR-031");
    let supports: SeatSet = left
        .into_iter()
        .filter(|seat| {
            p.s.heroes[*seat].slotted(Ability::BuffAlly) && p.s.tokens[*seat].contains(&Place::SUPPLY)
        })
        .collect();
    if !supports.is_empty() {
        return wait(Frame::FreeTokens { left: supports });
    }
    p.s.stack.push(campaigns::Frame::GoesOn.into());
    campaigns::begin(p);
    Next::Done
}

pub fn lay_free_token(p: &mut Play, left: SeatSet, seat: Seat, to: (Seat, Stat)) -> Next {
    abilities::move_token(p, seat, Place::SUPPLY, Place::hero(to.0, to.1));
    then(Frame::FreeTokens { left })
}
