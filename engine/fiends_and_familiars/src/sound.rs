//! Are the numbers of a told table numbers of this game? Asked before any rule looks anything up.

use crate::{
    FiendsAndFamiliars, Frame, State, minimal,
    options::Track,
    queries::Look,
    rules::{
        cleanup_phase, combat, dice_phase,
        effects::{self, Source},
        hunt, market_phase, monster_combat, roll_phase, setup, solitaire, windows,
    },
    words::{AdventureKind, MarketId, SEATS, SPACES},
};
use kernel::{Misfit, Seat, SeatSet};

/// Far above what play leads to, far below where counting would go wrong.
const GOODS_MAX: u8 = 100;
const DICE_MAX: u8 = 30;
const ROUNDS_MAX: u8 = 60;

fn fits(
    thing: impl FnOnce() -> String,
    found: impl ToString,
    holds: bool,
    expected: &str,
) -> Result<(), Misfit> {
    if holds { Ok(()) } else { Err(Misfit::new(thing(), found, expected)) }
}

/// Every id, die and place is one of this game.
pub fn ids(g: &FiendsAndFamiliars, s: &State) -> Result<(), Misfit> {
    let c = &g.content;
    fits(|| "start".into(), s.start, s.start.number() < g.options.seats, "a seat of this table")?;
    fits(|| "dice_per_card".into(), s.dice_per_card, (1..=2).contains(&s.dice_per_card), "1 or 2")?;
    let monster = s.monster.is_none() || s.monster.index() < c.monsters.len();
    fits(|| "monster".into(), s.monster, monster, "a Monster of the content")?;
    for card in s.market.iter().filter(|card| card.is_some()) {
        fits(|| "Market row".into(), card, card.index() < c.market.len(), "a Market card of the content")?;
    }
    let revealed = s.minions.revealed;
    fits(
        || "Minion".into(),
        revealed,
        revealed.is_none() || revealed.index() < c.minions.len(),
        "a Minion of the content",
    )?;
    for id in &s.minions.tail {
        fits(|| "Minion deck".into(), id, id.index() < c.minions.len(), "a Minion of the content")?;
    }
    let left = u32::from(s.minions.upper_left) <= s.minions.upper.count()
        && u32::from(s.minions.lower_left) <= s.minions.lower.count();
    fits(
        || "Minion deck".into(),
        s.minions.cards(),
        left,
        "no more cards than there are Minions nobody has seen",
    )?;
    let family = c.monsters.get(s.monster.index()).map(|monster| monster.family_id);
    for kind in AdventureKind::ALL {
        let card = &s.adventures[kind.index()];
        let suits = |id| family.is_some_and(|family| g.tables.adventures(family, *kind).contains(id));
        let seen = card.seen_by();
        let known = card.get().is_none_or(suits) && (card.is_missing() || !seen.is_empty());
        let here = seen.minus(SeatSet::first(g.options.seats)).is_empty();
        let thing = || format!("Adventure card {}", kind.index() + 1);
        fits(thing, "another card", known && here, "one of the Monster, seen by seats of this table")?;
    }
    for (card, at) in s.initiatives.iter().zip(1..) {
        let taken = card.taken.len() <= 1 && card.taken.minus(SeatSet::first(g.options.seats)).is_empty();
        let by = format!("{:?}", card.taken);
        fits(|| format!("Initiative card {at}"), by, taken, "a seat of this table, or nobody")?;
        let sound = card.dice.iter().all(|die| die.is_none() || die.is_sound(&g.faces));
        fits(|| format!("Initiative card {at}"), "no such die", sound, "dice of this game")?;
    }
    Seat::first(g.options.seats).try_for_each(|seat| player(g, s, seat))
}

fn player(g: &FiendsAndFamiliars, s: &State, seat: Seat) -> Result<(), Misfit> {
    let (me, c) = (&s.players[seat], &g.content);
    let named = |what: &'static str| move || format!("players[{}].{what}", seat.number());
    fits(named("sheet"), me.sheet, me.sheet.is_none() || me.sheet.index() < c.sheets.len(), "a sheet")?;
    fits(named("class"), me.class, me.class.is_none() || me.class.index() < c.classes.len(), "a class")?;
    let alignment = me.alignment.is_none() || me.alignment.index() < c.alignments.len();
    fits(named("alignment"), me.alignment, alignment, "an Alignment card")?;
    let backstory = me.backstory.is_none() || me.backstory.index() < c.backstories.len();
    fits(named("backstory"), me.backstory, backstory, "a Backstory card")?;
    let familiar = me.familiar.is_none() || me.familiar.index() < c.familiars.len();
    fits(named("familiar"), me.familiar, familiar, "a Familiar Board")?;
    fits(named("token"), me.token, me.token < 9, "a cell of the grid, 0 to 8")?;
    fits(named("tokens"), me.tokens, me.tokens <= 3, "0 to 3 Adventure tokens")?;
    let dice = me.dice.iter().chain(&me.stored).all(|die| die.is_none() || die.is_sound(&g.faces));
    fits(named("dice"), "no such die", dice, "dice of this game")?;
    let row = g.tables.layout.initiative.len();
    let Some(at) = me.initiative else { return Ok(()) };
    let card = usize::from(at) < row && SEATS > seat.index();
    fits(named("initiative"), at, card, "an Initiative card of the row")?;
    let both = s.initiatives[usize::from(at)].taken == SeatSet::only(seat);
    fits(named("initiative"), at, both, "the card that is marked as taken by this seat")
}

/// In play everybody has a sheet, a class and a Familiar.
pub fn heroes(g: &FiendsAndFamiliars, s: &State) -> Result<(), Misfit> {
    for seat in Seat::first(g.options.seats) {
        let me = &s.players[seat];
        let whole = me.sheet.is_some()
            && me.class.is_some()
            && me.alignment.is_some()
            && me.backstory.is_some()
            && me.familiar.is_some();
        fits(|| seat.to_string(), "a hero without sheet, class, cards or Familiar", whole, "a whole hero")?;
        let color = me.class.is_some() && g.content.classes[me.class.index()].color == me.color;
        fits(|| format!("players[{}].color", seat.number()), me.color, color, "the colour of the class")?;
    }
    Ok(())
}

/// Numbers from which play can go on.
pub fn numbers(g: &FiendsAndFamiliars, s: &State) -> Result<(), Misfit> {
    fits(|| "round".into(), s.round, s.round <= ROUNDS_MAX, "at most 60")?;
    let call = s.market_deck.call;
    let under = call.is_none_or(|call| u32::from(call) <= s.market_deck.cards());
    fits(|| "market_deck.call_under".into(), call.unwrap_or(0), under, "no more cards than the deck has")?;
    for seat in Seat::first(g.options.seats) {
        let me = &s.players[seat];
        let named = |what: &'static str| move || format!("players[{}].{what}", seat.number());
        for (what, found) in [
            ("gold", me.gold),
            ("xp", me.xp),
            ("stored_xp", me.stored_xp),
            ("charisma", me.charisma),
            ("honor", me.honor),
            ("injury", me.injury),
        ] {
            fits(named(what), found, found <= GOODS_MAX, "at most 100")?;
        }
        for (what, found) in [
            ("hunt_dice", me.hunt_dice),
            ("hunt_bonus", me.hunt_bonus),
            ("hunt_rerolls", me.hunt_rerolls),
            ("monster_dice", me.pool),
        ] {
            fits(named(what), found, found <= DICE_MAX, "at most 30")?;
        }
        fits(named("storable_xp"), me.storable, me.storable <= me.xp, "no more than the XP")?;
        let dice = usize::from(me.placed()) + me.stored.len();
        fits(named("spaces"), dice, dice <= SPACES, "no more dice than spaces, stored ones among them")?;
    }
    Ok(())
}

/// Do these frames name only what is there?
pub fn goes_on(look: Look, frames: &[Frame]) -> bool {
    let fight = &look.s.fight;
    let dice = fight.shown.iter().all(|count| *count <= DICE_MAX);
    let lifted = look.s.lifted.is_none() || look.s.lifted.is_sound(&look.g.faces);
    // Where only the least is tracked there is nothing else that could go on.
    let least = look.g.options.track == Track::Minimal;
    let kind = |frame: &Frame| {
        let Frame::Minimal(at) = frame else {
            return !least || matches!(frame, Frame::Enemy(solitaire::Frame::Dice { .. }));
        };
        least && minimal::is_sound(*at)
    };
    fight.pool <= DICE_MAX
        && frames.iter().all(kind)
        && fight.free_rerolls <= DICE_MAX
        && dice
        && lifted
        && frames.iter().all(|frame| is_sound(look, *frame))
        && frames.last().is_some_and(|frame| can_wait(look, *frame))
}

fn card_of(look: Look, id: MarketId) -> bool {
    id.index() < look.g.content.market.len()
}

fn is_source(look: Look, source: Source) -> bool {
    match source {
        Source::Card(id) | Source::Scroll(id) => card_of(look, id),
        Source::Reward { minion, .. } => minion.index() < look.g.content.minions.len(),
        Source::Class | Source::Row(_) => true,
    }
}

/// Does a frame name only what is there? One below may be due when nothing is left of it.
fn is_sound(look: Look, frame: Frame) -> bool {
    let row = look.cards_in_row();
    let here = |seat: Seat| seat.number() < look.seats();
    match frame {
        Frame::Setup(frame) => is_sound_in_setup(look, frame),
        Frame::Roll(roll_phase::Frame::Sort { card })
        | Frame::Market(market_phase::Frame::Phase { card }) => usize::from(card) <= row,
        Frame::Roll(roll_phase::Frame::Round | roll_phase::Frame::Dice { .. })
        | Frame::Dice(dice_phase::Frame::End)
        | Frame::Market(market_phase::Frame::End)
        | Frame::Cleanup(cleanup_phase::Frame::Tidy | cleanup_phase::Frame::NewRound)
        | Frame::Hunt(hunt::Frame::Reveal)
        | Frame::Monster(monster_combat::Frame::Adventure { .. } | monster_combat::Frame::Scoring)
        | Frame::Enemy(_)
        | Frame::Minimal(_) => true,
        Frame::Dice(dice_phase::Frame::Turn { at })
        | Frame::Cleanup(cleanup_phase::Frame::Refreshes { at } | cleanup_phase::Frame::Refresh { at, .. })
        | Frame::Window(windows::Frame::Each { at, .. })
        | Frame::Monster(
            monster_combat::Frame::Mercenaries { at } | monster_combat::Frame::Fighting { at },
        ) => at <= look.seats(),
        Frame::Window(windows::Frame::Reactions { owner, at, .. }) => here(owner) && at <= look.seats(),
        Frame::Card(frame) => is_sound_card(look, frame),
        Frame::Market(market_phase::Frame::Drop { seat, bought }) => here(seat) && card_of(look, bought),
        Frame::Dice(
            dice_phase::Frame::Select { seat }
            | dice_phase::Frame::Place { seat }
            | dice_phase::Frame::TurnAction { seat }
            | dice_phase::Frame::PlacedAction { seat, .. }
            | dice_phase::Frame::GainFiends { seat },
        )
        | Frame::Market(market_phase::Frame::Turn { seat })
        | Frame::Window(windows::Frame::Own { seat, .. })
        | Frame::Hunt(
            hunt::Frame::Minion { seat }
            | hunt::Frame::Reward { seat }
            | hunt::Frame::Trophy { seat, .. }
            | hunt::Frame::Look { seat, .. },
        )
        | Frame::Combat(
            combat::Frame::Pool { seat }
            | combat::Frame::Roll { seat, .. }
            | combat::Frame::Rerolls { seat }
            | combat::Frame::UsePower { seat },
        )
        | Frame::Monster(monster_combat::Frame::Fought { seat }) => here(seat),
    }
}

fn is_sound_in_setup(look: Look, frame: setup::Frame) -> bool {
    use setup::Frame;
    match frame {
        Frame::Discard { .. } | Frame::Trash | Frame::Deal | Frame::Monster | Frame::FirstMinion => true,
        Frame::StartRoll { tied, left } => tied.or(left).minus(SeatSet::first(look.seats())).is_empty(),
        Frame::ChooseSheet { at }
        | Frame::ClassColour { at }
        | Frame::ChooseClass { at }
        | Frame::DealAlignment { at }
        | Frame::DealBackstory { at }
        | Frame::DealFamiliar { at, .. }
        | Frame::ChooseFamiliar { at }
        | Frame::StartPlace { at }
        | Frame::StartDice { at, .. } => at < look.seats(),
        Frame::Fiends { card } => usize::from(card) <= look.cards_in_row(),
    }
}

fn is_sound_card(look: Look, frame: effects::Frame) -> bool {
    use effects::Frame;
    let here = |seat: Seat| seat.number() < look.seats();
    match frame {
        Frame::Run { seat, source, .. } | Frame::May { seat, source } | Frame::Ask { seat, source, .. } => {
            here(seat) && is_source(look, source)
        }
        Frame::Reroll { seat, space, .. } | Frame::KeepReroll { seat, space } => {
            here(seat) && space.index() < SPACES
        }
        Frame::PoolRoll { card, place } => usize::from(card) < look.cards_in_row() && place < 2,
        Frame::PutBack { seat }
        | Frame::TurnUp { seat, .. }
        | Frame::Exchange { seat }
        | Frame::StoreXp { seat }
        | Frame::DrawFiend { seat } => here(seat),
    }
}

/// Is what the last frame waits for there?
fn can_wait(look: Look, frame: Frame) -> bool {
    let s = look.s;
    let row = look.cards_in_row();
    let foe = if s.fight.monster { s.monster.is_some() } else { s.minions.revealed.is_some() };
    match frame {
        Frame::Setup(frame) => can_wait_in_setup(look, frame),
        Frame::Roll(roll_phase::Frame::Dice { left }) | Frame::Enemy(solitaire::Frame::Dice { left }) => {
            left > 0
        }
        Frame::Roll(roll_phase::Frame::Sort { card }) => usize::from(card) < row && !s.pool.is_empty(),
        Frame::Cleanup(cleanup_phase::Frame::Refresh { at, left }) => at < look.seats() && left > 0,
        Frame::Monster(monster_combat::Frame::Mercenaries { at }) => at < look.seats(),
        Frame::Monster(monster_combat::Frame::Adventure { .. }) | Frame::Hunt(hunt::Frame::Look { .. }) => {
            s.monster.is_some()
        }
        Frame::Hunt(hunt::Frame::Minion { .. }) => s.minions.revealed.is_some(),
        Frame::Combat(combat::Frame::Roll { left, .. }) => left > 0 && foe,
        Frame::Combat(
            combat::Frame::Pool { .. } | combat::Frame::Rerolls { .. } | combat::Frame::UsePower { .. },
        ) => foe,
        Frame::Card(effects::Frame::PoolRoll { card, place }) => {
            s.initiatives[usize::from(card)].dice[usize::from(place)].is_some()
        }
        Frame::Card(
            effects::Frame::Reroll { seat, space, .. } | effects::Frame::KeepReroll { seat, space },
        ) => s.players[seat].die(space).is_some(),
        Frame::Card(effects::Frame::PutBack { .. }) => s.lifted.is_some(),
        Frame::Roll(roll_phase::Frame::Round)
        | Frame::Dice(_)
        | Frame::Market(_)
        | Frame::Cleanup(
            cleanup_phase::Frame::Refreshes { .. }
            | cleanup_phase::Frame::Tidy
            | cleanup_phase::Frame::NewRound,
        )
        | Frame::Window(_)
        | Frame::Card(
            effects::Frame::Run { .. }
            | effects::Frame::May { .. }
            | effects::Frame::Ask { .. }
            | effects::Frame::TurnUp { .. }
            | effects::Frame::Exchange { .. }
            | effects::Frame::DrawFiend { .. }
            | effects::Frame::StoreXp { .. },
        )
        | Frame::Hunt(hunt::Frame::Reward { .. } | hunt::Frame::Trophy { .. } | hunt::Frame::Reveal)
        | Frame::Monster(
            monster_combat::Frame::Fighting { .. }
            | monster_combat::Frame::Fought { .. }
            | monster_combat::Frame::Scoring,
        )
        | Frame::Enemy(solitaire::Frame::Deeds | solitaire::Frame::Cycle { .. })
        | Frame::Minimal(_) => true,
    }
}

fn can_wait_in_setup(look: Look, frame: setup::Frame) -> bool {
    use setup::Frame;
    match frame {
        Frame::Discard { left } | Frame::StartDice { left, .. } => left > 0,
        Frame::StartRoll { left, .. } => !left.is_empty(),
        Frame::Fiends { card } => usize::from(card) < look.cards_in_row(),
        Frame::Trash
        | Frame::Deal
        | Frame::ChooseSheet { .. }
        | Frame::ClassColour { .. }
        | Frame::ChooseClass { .. }
        | Frame::DealAlignment { .. }
        | Frame::DealBackstory { .. }
        | Frame::DealFamiliar { .. }
        | Frame::ChooseFamiliar { .. }
        | Frame::StartPlace { .. }
        | Frame::Monster
        | Frame::FirstMinion => true,
    }
}
