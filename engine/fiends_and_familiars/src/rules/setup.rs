//! Set-up: decks, Start Player, sheets, classes, familiars, starting dice, enemies. FF-100 to FF-119, FF-1000 to FF-1005.

use crate::{
    Action, Chance, FiendsAndFamiliars, Play, State,
    dice::{Bag, Die, lay},
    frame::{Asks, Next, stray, then, wait},
    luck::Falls,
    options::ClassPick,
    queries::Look,
    rules::{cleanup_phase, dice_phase},
    sets::RowSet,
    state::{MarketDeck, MinionDeck},
    words::{ClassId, Color, DieKind, FamiliarId, MarketId, Mode, MonsterId, Row, SheetId, Space},
};
use kernel::{Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Discard {
        left: u8,
    },
    Trash,
    /// Market cards are dealt until the row is full; in later rounds too.
    Deal,
    StartRoll {
        tied: SeatSet,
        left: SeatSet,
    },
    ChooseSheet {
        at: u8,
    },
    ClassColour {
        at: u8,
    },
    ChooseClass {
        at: u8,
    },
    DealAlignment {
        at: u8,
    },
    DealBackstory {
        at: u8,
    },
    DealFamiliar {
        at: u8,
        second: bool,
    },
    ChooseFamiliar {
        at: u8,
    },
    StartDice {
        at: u8,
        left: u8,
    },
    StartPlace {
        at: u8,
    },
    Monster,
    FirstMinion,
    /// Fiends are dealt to Initiative cards with an empty slot, from this card on; in later rounds too.
    Fiends {
        card: u8,
    },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Discard { left } => discard(p, left),
        Frame::Deal => deal(p),
        Frame::StartPlace { at } => start_place(p, at),
        Frame::FirstMinion => reveal(p, frame).unwrap_or(then(Frame::Fiends { card: 0 })),
        Frame::Fiends { card } => fiends(p, card),
        Frame::Trash
        | Frame::StartRoll { .. }
        | Frame::ChooseSheet { .. }
        | Frame::ClassColour { .. }
        | Frame::ChooseClass { .. }
        | Frame::DealAlignment { .. }
        | Frame::DealBackstory { .. }
        | Frame::DealFamiliar { .. }
        | Frame::ChooseFamiliar { .. }
        | Frame::StartDice { .. }
        | Frame::Monster => wait(frame),
    }
}

#[must_use]
#[inline]
pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Discard { .. } | Frame::Trash | Frame::Deal => Asks::Chance(Falls::Market),
        Frame::StartRoll { .. } => Asks::Chance(Falls::Roll),
        Frame::ClassColour { .. } => Asks::Chance(Falls::Token),
        Frame::DealAlignment { .. } => Asks::Chance(Falls::Alignment),
        Frame::DealBackstory { .. } => Asks::Chance(Falls::Backstory),
        Frame::DealFamiliar { .. } => Asks::Chance(Falls::Familiar),
        Frame::StartDice { .. } => Asks::Chance(Falls::Draw),
        Frame::Monster => Asks::Chance(Falls::Monster),
        Frame::FirstMinion => Asks::Chance(Falls::Minion),
        Frame::Fiends { .. } => Asks::Chance(Falls::Fiend),
        Frame::ChooseSheet { at } | Frame::ChooseFamiliar { at } | Frame::StartPlace { at } => {
            Asks::Seat(look.seat_at(at))
        }
        Frame::ChooseClass { at } => Asks::Seat(class_chooser(look, at)),
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::ChooseSheet { .. } => {
            let free = (0..32).filter(|at| look.s.sheets >> at & 1 == 1);
            free.for_each(|at| offer(Action::Sheet { sheet: SheetId::of_index(at) }));
        }
        Frame::ChooseClass { at } => {
            let seat = class_chooser(look, at);
            let open = look.g.tables.classes.iter().filter(|class| class_open(look, seat, **class));
            open.for_each(|class| offer(Action::Class { class: *class }));
        }
        Frame::ChooseFamiliar { at } => {
            let me = look.player(look.seat_at(at));
            [me.familiar, me.other_familiar].into_iter().for_each(|board| offer(Action::Familiar { board }));
        }
        Frame::StartPlace { at } => dice_phase::placements(look, look.seat_at(at), offer),
        Frame::Discard { .. }
        | Frame::Trash
        | Frame::Deal
        | Frame::StartRoll { .. }
        | Frame::ClassColour { .. }
        | Frame::DealAlignment { .. }
        | Frame::DealBackstory { .. }
        | Frame::DealFamiliar { .. }
        | Frame::StartDice { .. }
        | Frame::Monster
        | Frame::FirstMinion
        | Frame::Fiends { .. } => {}
    }
}

/// What fell, and what it does.
pub fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Discard { left } => discarded(p, left, fell),
        Frame::Trash => trashed(p, fell),
        Frame::Deal => dealt(p, fell),
        Frame::StartRoll { tied, left } => start_rolled(p, tied, left, fell),
        Frame::ClassColour { at } => token_drawn(p, at, fell),
        Frame::DealAlignment { at } => alignment_dealt(p, at, fell),
        Frame::DealBackstory { at } => backstory_dealt(p, at, fell),
        Frame::DealFamiliar { at, second } => familiar_dealt(p, at, second, fell),
        Frame::StartDice { at, left } => start_die(p, at, left, fell),
        Frame::Monster => monster_met(p, fell),
        Frame::FirstMinion => revealed(p, frame, fell),
        Frame::Fiends { card } => fiend_dealt(p, card, fell),
        Frame::ChooseSheet { .. }
        | Frame::ChooseClass { .. }
        | Frame::ChooseFamiliar { .. }
        | Frame::StartPlace { .. } => stray(frame),
    }
}

/// Market cards discarded before the game.
#[must_use]
pub fn discards(g: &FiendsAndFamiliars) -> u8 {
    rule!("FF-100", "FF-1000");
    let layout = &g.tables.layout;
    if g.options.monsters_and_minions { layout.discard_mm } else { layout.discard }
}

/// The table before the first card falls.
#[must_use]
pub fn table(g: &FiendsAndFamiliars) -> State {
    rule!(
        "FF-103", "FF-104", "FF-117", "FF-119", "FF-R01", "FF-R02", "FF-413", "FF-1004", "FF-R20", "FF-006"
    );
    let removed = if g.options.monsters_and_minions {
        g.content.setup.minions_removed.1
    } else {
        g.content.setup.minions_removed.0
    };
    let (upper, lower) = (g.tables.minions_upper, g.tables.minions_lower);
    let from_upper = removed.min(upper.count() as u8);
    let mut state = State {
        bag: bag(g),
        market_deck: MarketDeck { upper: g.tables.upper, lower: g.tables.lower, call: None },
        minions: MinionDeck {
            upper,
            upper_left: upper.count() as u8 - from_upper,
            lower,
            lower_left: lower.count() as u8 - (removed - from_upper),
            ..MinionDeck::default()
        },
        fiends: g.tables.fiends,
        familiars: g.tables.familiars,
        alignments: g.tables.alignments,
        backstories: g.tables.backstories,
        sheets: g.tables.sheets,
        ..State::default()
    };
    for (card, printed) in state.initiatives.iter_mut().zip(&g.tables.layout.initiative) {
        card.gold = printed.gold;
    }
    state
}

/// The bag as it is filled; alone, two gold dice are the enemy's.
#[must_use]
pub fn bag(g: &FiendsAndFamiliars) -> Bag {
    rule!("FF-105", "FF-010", "FF-1002", "FF-007");
    let (setup, mm) = (&g.content.setup, g.options.monsters_and_minions);
    let more = if mm { setup.plain_dice_mm } else { 0 };
    let mut bag = Bag::default();
    for color in Color::CLASSES {
        bag.put(DieKind::plain(color), setup.plain_dice.0 + more);
    }
    bag.put(DieKind::GOLD, setup.plain_dice.1 + more);
    for (one, other) in &setup.split_dice {
        if let Some(kind) = DieKind::split(*one, *other) {
            bag.put(kind, 1);
        }
    }
    if mm {
        bag.put(DieKind::BOOST, setup.boost_dice);
    }
    for _ in 0..if g.solo() { 2 } else { 0 } {
        bag.take(DieKind::GOLD);
    }
    bag
}

fn discard(p: &mut Play, left: u8) -> Next {
    if left > 0 && p.s.market_deck.cards() > 0 {
        return wait(Frame::Discard { left });
    }
    if p.g.solo() { wait(Frame::Trash) } else { insert_call(p) }
}

fn discarded(p: &mut Play, left: u8, fell: Chance) -> Next {
    let Chance::Card { card } = fell else { return stray(Frame::Discard { left }) };
    take_from_deck(p.s, card);
    p.s.discard.insert(card);
    then(Frame::Discard { left: left - 1 })
}

fn trashed(p: &mut Play, fell: Chance) -> Next {
    let Chance::Card { card } = fell else { return stray(Frame::Trash) };
    rule!("FF-1001");
    take_from_deck(p.s, card);
    p.s.trash.insert(card);
    insert_call(p)
}

fn insert_call(p: &mut Play) -> Next {
    rule!("FF-101");
    p.s.market_deck.call = Some(p.g.tables.layout.call_under);
    let seats = SeatSet::first(p.g.options.seats);
    let next = if p.g.solo() {
        rule!("FF-1005");
        Frame::ChooseSheet { at: 0 }
    } else {
        Frame::StartRoll { tied: seats, left: seats }
    };
    p.later(next);
    then(Frame::Deal)
}

/// The top card of the Market deck leaves it.
pub fn take_from_deck(s: &mut State, card: MarketId) {
    let deck = &mut s.market_deck;
    deck.upper.remove(card);
    deck.lower.remove(card);
    deck.call = deck.call.map(|above| above - 1);
}

/// The row is dealt until it is full.
fn deal(p: &mut Play) -> Next {
    rule!("FF-102", "FF-R26");
    if p.s.market.len() >= usize::from(p.g.tables.layout.market) {
        return Next::Done;
    }
    if prepare_deck(p) { wait(Frame::Deal) } else { Next::Done }
}

/// Sets the Call to Adventure aside if it is on top and shuffles the discard pile if the deck is empty; false if there is
/// no card at all.
pub fn prepare_deck(p: &mut Play) -> bool {
    if p.s.market_deck.call == Some(0) {
        rule!("FF-234", "FF-202", "FF-R06");
        p.s.market_deck.call = None;
        p.s.dice_per_card = 1;
        p.say_line(|_| "the Call to Adventure is drawn: one die a card from the next round on".to_owned());
    }
    if p.s.market_deck.cards() == 0 {
        rule!("FF-235");
        p.s.market_deck.upper = std::mem::take(&mut p.s.discard);
        p.say_line(|_| "the discard pile is shuffled into a new Market deck".to_owned());
    }
    p.s.market_deck.cards() > 0
}

fn dealt(p: &mut Play, fell: Chance) -> Next {
    let Chance::Card { card } = fell else { return stray(Frame::Deal) };
    take_from_deck(p.s, card);
    p.s.market.push(card);
    p.say_line(|look| format!("{} ({card}) comes to the Market", look.card(card).name));
    then(Frame::Deal)
}

/// Everybody rolls; those who tie for the highest roll again.
fn start_rolled(p: &mut Play, tied: SeatSet, left: SeatSet, fell: Chance) -> Next {
    let Chance::Roll { number } = fell else { return stray(Frame::StartRoll { tied, left }) };
    rule!("FF-106", "FF-R03", "FF-R42");
    let mut left = left;
    if let Some(seat) = left.lowest() {
        p.s.rolls[seat.index()] = Some(number);
        p.say_line(|_| format!("{seat} rolls {number} for Start Player"));
        left.remove(seat);
    }
    if !left.is_empty() {
        return wait(Frame::StartRoll { tied, left });
    }
    let best = tied.into_iter().map(|s| p.s.rolls[s.index()]).max().flatten();
    let tied: SeatSet = tied.into_iter().filter(|s| p.s.rolls[s.index()] == best).collect();
    if tied.len() > 1 {
        return wait(Frame::StartRoll { tied, left: tied });
    }
    p.s.start = tied.lowest().unwrap_or(p.s.start);
    p.s.rolls = [None; crate::words::SEATS];
    p.say_line(|look| format!("{} is Start Player", look.s.start));
    then(Frame::ChooseSheet { at: 0 })
}

/// Goes to the next seat of a step of set-up, or to the step after it.
fn each(p: &Play, at: u8, this: impl Fn(u8) -> Frame, after: Frame) -> Next {
    then(if at + 1 < p.g.options.seats { this(at + 1) } else { after })
}

pub fn sheet_chosen(p: &mut Play, frame: crate::Frame, sheet: SheetId) -> Next {
    let crate::Frame::Setup(Frame::ChooseSheet { at }) = frame else { return stray(frame) };
    rule!("FF-107", "FF-014", "FF-R35");
    let seat = p.look().seat_at(at);
    p.s.sheets &= !(1 << sheet.index());
    p.s.players[seat].sheet = sheet;
    p.say_line(|look| format!("{seat} takes the sheet {}", look.g.content.sheets[sheet.index()].name));
    let after = match p.g.options.class_pick {
        ClassPick::RandomToken => Frame::ClassColour { at: 0 },
        ClassPick::ReverseDraft => Frame::ChooseClass { at: 0 },
    };
    let next = each(p, at, |at| Frame::ChooseSheet { at }, after);
    if next == then(after) {
        starting_gold(p);
    }
    next
}

fn starting_gold(p: &mut Play) {
    rule!("FF-108", "FF-R04");
    // What more the third player and those after have is printed for three and four players.
    let alike = p.g.options.seats == 5 && !p.g.options.gold_for_five;
    for at in 0..p.g.options.seats {
        let seat = p.look().seat_at(at);
        p.s.players[seat].gold = p.g.content.setup.gold[if alike { 0 } else { usize::from(at) }];
    }
}

fn token_drawn(p: &mut Play, at: u8, fell: Chance) -> Next {
    let Chance::Token { color } = fell else { return stray(Frame::ClassColour { at }) };
    rule!("FF-109", "FF-111");
    let seat = p.look().seat_at(at);
    p.s.players[seat].color = color;
    p.say_line(|_| format!("{seat} draws the {color} tokens"));
    each(p, at, |at| Frame::ClassColour { at }, Frame::ChooseClass { at: 0 })
}

/// Whose turn it is to choose a class.
#[must_use]
pub fn class_chooser(look: Look, at: u8) -> Seat {
    match look.g.options.class_pick {
        ClassPick::RandomToken => look.seat_at(at),
        ClassPick::ReverseDraft => look.seat_at(look.seats() - 1 - at),
    }
}

/// Is this colour still free?
#[must_use]
pub fn color_free(look: Look, color: Color) -> bool {
    Seat::first(look.seats()).all(|seat| look.player(seat).color != color)
}

/// May the chooser take this face?
#[must_use]
pub fn class_open(look: Look, seat: Seat, class: ClassId) -> bool {
    let color = look.g.content.classes[class.index()].color;
    match look.g.options.class_pick {
        ClassPick::RandomToken => color == look.player(seat).color,
        ClassPick::ReverseDraft => color_free(look, color),
    }
}

pub fn class_chosen(p: &mut Play, frame: crate::Frame, class: ClassId) -> Next {
    let crate::Frame::Setup(Frame::ChooseClass { at }) = frame else { return stray(frame) };
    let seat = class_chooser(p.look(), at);
    let face = &p.g.content.classes[class.index()];
    p.s.players[seat].class = class;
    p.s.players[seat].color = face.color;
    p.say_line(|_| format!("{seat} becomes {} ({})", face.name, face.color));
    each(p, at, |at| Frame::ChooseClass { at }, Frame::DealAlignment { at: 0 })
}

fn alignment_dealt(p: &mut Play, at: u8, fell: Chance) -> Next {
    let Chance::Alignment { card } = fell else { return stray(Frame::DealAlignment { at }) };
    rule!("FF-110");
    let seat = p.look().seat_at(at);
    p.s.alignments.remove(card);
    p.s.players[seat].alignment = card;
    p.say_line(|look| {
        format!("{seat} is dealt the alignment {}", look.g.content.alignments[card.index()].name)
    });
    each(p, at, |at| Frame::DealAlignment { at }, Frame::DealBackstory { at: 0 })
}

fn backstory_dealt(p: &mut Play, at: u8, fell: Chance) -> Next {
    let Chance::Backstory { card } = fell else { return stray(Frame::DealBackstory { at }) };
    let seat = p.look().seat_at(at);
    p.s.backstories.remove(card);
    p.s.players[seat].backstory = card;
    p.say_line(|look| {
        format!("{seat} is dealt the backstory {}", look.g.content.backstories[card.index()].name)
    });
    each(p, at, |at| Frame::DealBackstory { at }, Frame::DealFamiliar { at: 0, second: false })
}

fn familiar_dealt(p: &mut Play, at: u8, second: bool, fell: Chance) -> Next {
    let Chance::Familiar { board } = fell else { return stray(Frame::DealFamiliar { at, second }) };
    rule!("FF-112", "FF-016");
    let seat = p.look().seat_at(at);
    p.s.familiars.remove(board);
    let me = &mut p.s.players[seat];
    if !second {
        me.familiar = board;
        return then(Frame::DealFamiliar { at, second: true });
    }
    me.other_familiar = board;
    each(p, at, |at| Frame::DealFamiliar { at, second: false }, Frame::ChooseFamiliar { at: 0 })
}

pub fn familiar_chosen(p: &mut Play, frame: crate::Frame, board: FamiliarId) -> Next {
    let crate::Frame::Setup(Frame::ChooseFamiliar { at }) = frame else { return stray(frame) };
    let seat = p.look().seat_at(at);
    let me = &mut p.s.players[seat];
    if me.familiar != board {
        std::mem::swap(&mut me.familiar, &mut me.other_familiar);
    }
    p.say_line(|look| format!("{seat} keeps {}", look.g.content.familiars[board.index()].name));
    let first = Frame::StartDice { at: 0, left: p.g.content.setup.start_dice };
    each(p, at, |at| Frame::ChooseFamiliar { at }, first)
}

fn start_die(p: &mut Play, at: u8, left: u8, fell: Chance) -> Next {
    let Chance::Die { die } = fell else { return stray(Frame::StartDice { at, left }) };
    rule!("FF-113");
    p.s.bag.take(die.kind());
    lay(&mut p.s.hand, die);
    then(if left > 1 { Frame::StartDice { at, left: left - 1 } } else { Frame::StartPlace { at } })
}

fn start_place(p: &mut Play, at: u8) -> Next {
    if !p.s.hand.is_empty() {
        return wait(Frame::StartPlace { at });
    }
    p.s.triggered = RowSet::EMPTY;
    let seat = p.look().seat_at(at);
    p.s.players[seat].last_row = None;
    let left = p.g.content.setup.start_dice;
    each(p, at, |at| Frame::StartDice { at, left }, Frame::Monster)
}

/// Placing in set-up pays Gold, to the class as well, but triggers no action.
pub fn placed(p: &mut Play, frame: Frame, die: Die, row: Row) -> Next {
    let Frame::StartPlace { at } = frame else { return stray(frame) };
    rule!("FF-114", "FF-R05");
    let seat = p.look().seat_at(at);
    dice_phase::leave_hand(p, die);
    let space = p.s.players[seat].room(row).unwrap_or_else(|| Space::new(row, 0));
    dice_phase::put(p, seat, die, space);
    then(Frame::StartPlace { at })
}

/// Monsters that may be met: of the right mode, and of no player's colour.
pub fn monsters(look: Look<'_>) -> impl Iterator<Item = MonsterId> + '_ {
    rule!("FF-115", "FF-1003");
    let mode = if look.g.solo() { Mode::Solo } else { Mode::Multi };
    let open = move |id: &MonsterId| {
        let card = &look.g.content.monsters[id.index()];
        card.mode == mode && color_free(look, card.color)
    };
    look.g.tables.monsters.iter().copied().filter(open)
}

fn monster_met(p: &mut Play, fell: Chance) -> Next {
    let Chance::Monster { card } = fell else { return stray(Frame::Monster) };
    rule!("FF-116");
    p.s.monster = card;
    p.say_line(|look| format!("the Monster is {}", look.g.content.monsters[card.index()].name));
    then(Frame::FirstMinion)
}

/// The next Minion of the deck is turned up; one that is remembered needs no chance.
pub fn reveal(p: &mut Play, waits: impl Into<crate::Frame>) -> Option<Next> {
    rule!("FF-510");
    let deck = &mut p.s.minions;
    if deck.revealed.is_some() {
        return None;
    }
    if deck.upper_left + deck.lower_left > 0 {
        return Some(wait(waits));
    }
    if !deck.tail.is_empty() {
        deck.revealed = deck.tail.remove(0);
        tell_minion(p);
    }
    None
}

pub fn revealed(p: &mut Play, waits: impl Into<crate::Frame>, fell: Chance) -> Next {
    let Chance::Minion { card } = fell else { return stray(waits) };
    let deck = &mut p.s.minions;
    if deck.upper_left > 0 {
        deck.upper.remove(card);
        deck.upper_left -= 1;
    } else {
        deck.lower.remove(card);
        deck.lower_left -= 1;
    }
    deck.revealed = card;
    tell_minion(p);
    then(waits)
}

fn tell_minion(p: &mut Play) {
    p.say_line(|look| format!("the Minion is {}", look.minion(look.s.minions.revealed).name));
}

/// A Fiend for every Initiative card with an empty slot.
fn fiends(p: &mut Play, card: u8) -> Next {
    rule!("FF-118", "FF-237", "FF-705", "FF-706", "FF-R14");
    let layout = &p.g.tables.layout.initiative;
    let mut card = usize::from(card);
    while card < layout.len() && !(layout[card].fiend && p.s.initiatives[card].fiends.is_empty()) {
        card += 1;
    }
    if card < layout.len() && !p.s.fiends.is_empty() {
        return wait(Frame::Fiends { card: card as u8 });
    }
    then(cleanup_phase::Frame::NewRound)
}

fn fiend_dealt(p: &mut Play, card: u8, fell: Chance) -> Next {
    let Chance::Fiend { card: fiend } = fell else { return stray(Frame::Fiends { card }) };
    p.s.fiends.remove(fiend);
    p.s.initiatives[usize::from(card)].fiends.insert(fiend);
    p.say_line(|look| {
        format!("{} sits on Initiative card {}", look.g.content.fiends[fiend.index()].name, card + 1)
    });
    then(Frame::Fiends { card: card + 1 })
}
