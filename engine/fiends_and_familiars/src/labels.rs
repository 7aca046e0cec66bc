//! What actions and prompts say to people, in the game's words.

use crate::{
    Action, Frame,
    content::effects::Effect,
    dice::Die,
    minimal,
    queries::Look,
    rules::{
        cleanup_phase, combat, dice_phase,
        effects::{self, Source},
        hunt, market_phase, monster_combat, roll_phase, setup, solitaire, windows,
    },
    words::{Coin, FamiliarId, FiendId, Hire, InitiativeId, MarketId, MinionId, Row, Space, Window},
};
use kernel::{Seat, Turn};

/// The name of a card, or its id if the content has none of that number.
fn named(name: Option<&String>, id: impl ToString) -> String {
    name.map_or_else(|| id.to_string(), Clone::clone)
}

fn card(look: Look, id: MarketId) -> String {
    named(look.g.content.market.get(id.index()).map(|c| &c.name), id)
}

fn fiend(look: Look, id: FiendId) -> String {
    named(look.g.content.fiends.get(id.index()).map(|c| &c.name), id)
}

fn minion(look: Look, id: MinionId) -> String {
    named(look.g.content.minions.get(id.index()).map(|c| &c.name), id)
}

fn familiar(look: Look, id: FamiliarId) -> String {
    look.g.content.familiars.get(id.index()).map_or_else(|| id.to_string(), |b| format!("keep {}", b.name))
}

/// What an action does.
#[must_use]
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    let (content, die) = (&look.g.content, |space| look.player(seat).die(space));
    match action {
        Action::Sheet { sheet } => named(content.sheets.get(sheet.index()).map(|s| &s.name), sheet),
        Action::Class { class } => named(content.classes.get(class.index()).map(|c| &c.name), class),
        Action::Familiar { board } => familiar(look, board),
        Action::Order { die } => format!("{die} next"),
        Action::Take { card } => taken(look, card.0),
        Action::Place { die, row } => format!("place {die} in {}", row.title()),
        Action::Store { die } => format!("store {die}"),
        Action::Act { row } => format!("take the {} action", row.title()),
        Action::Skip => "leave it".to_owned(),
        Action::Use { card: id } => format!("use {}", card(look, id)),
        Action::Ability => format!("use {}", look.class(seat).map_or("the class ability", |c| &c.ability)),
        Action::Train { row } => format!("5 XP for a {} action", row.title()),
        Action::Heal => "2 XP to discard an Injury".to_owned(),
        Action::Banish { fiend, coin } => banished(look, seat, fiend, coin),
        Action::Unpack { die, row } => format!("place the stored {die} in {}", row.title()),
        Action::Done => "nothing more".to_owned(),
        Action::Flip { space } => flipped(look, seat, space),
        Action::Swap { one, other } => swapped(look, seat, one, other),
        Action::Turn { space, to } => format!("turn {} in {space} to {to}", die(space)),
        Action::Reroll { space } => format!("reroll {} in {space}", die(space)),
        Action::New => "keep the new number".to_owned(),
        Action::Old => format!("keep {}", look.s.lifted),
        Action::Step { to } => format!("{TOKEN} towards {}", to.title()),
        Action::Diagonal { one, other } => format!("{TOKEN} to {} and {}", one.title(), other.title()),
        Action::Lift { space } => format!("take {} off {space}", die(space)),
        Action::Put { space } => format!("put {} into {space}", look.s.lifted),
        Action::Fetch { card: id } => format!("put {} into the Market", card(look, id)),
        Action::Exchange { card, slot } => exchanged(look, card, slot),
        Action::Clear { card: id } => format!("discard {} from the Market", card(look, id)),
        Action::Refresh { card: id } => format!("refresh {}", card(look, id)),
        Action::Pool { card, die } => format!("change {die} on Initiative card {}", card.0),
        Action::Trade { card, die, with, other } => traded((card, die), (with, other)),
        Action::Summon { fiend: id, card } => {
            format!("put {} on Initiative card {}", fiend(look, id), card.0)
        }
        Action::Drop { card: id } => format!("give up {}", card(look, id)),
        Action::Keep { amount } => format!("store {} XP", amount.0),
        Action::Carry => "carry it out".to_owned(),
        Action::Buy { card: id, charisma } => bought(look, seat, id, charisma.0),
        Action::Discard { card: id } => format!("discard {} for Gold", card(look, id)),
        Action::Hunt => format!("hunt {}", minion(look, look.s.minions.revealed)),
        Action::Pass => "pass".to_owned(),
        Action::Fight => format!("battle {}", minion(look, look.s.minions.revealed)),
        Action::Cycle => format!("{} Gold to reveal another Minion", look.cycle_price(seat)),
        Action::Hire { with } => hired(look, seat, with),
        Action::Roll => format!("roll {} Combat Dice", look.s.fight.pool),
        Action::Again { number } => format!("reroll a {number}"),
        Action::Stop => "no more rerolls".to_owned(),
        Action::Power => format!("use the Familiar's Power, {}", look.player(seat).sum(Row::Familiar)),
        Action::Dice => "keep the dice".to_owned(),
        // Told only where little of the table is tracked.
        Action::Gone { .. }
        | Action::Sold { .. }
        | Action::Call
        | Action::Tell { .. }
        | Action::Minus { .. } => action.to_string(),
    }
}

/// The heading that an action stands under, where a list is long enough for headings.
#[must_use]
pub fn group(action: Action) -> &'static str {
    if let Action::Buy { .. } = action {
        "Buy"
    } else if let Action::Discard { .. } = action {
        "Discard"
    } else if let Action::Hunt = action {
        "Hunt"
    } else if let Action::Use { .. } | Action::Ability = action {
        "Cards"
    } else if let Action::Train { .. } | Action::Heal = action {
        "Experience"
    } else if let Action::Banish { .. } = action {
        "Fiends"
    } else if let Action::Unpack { .. } = action {
        "Backpack"
    } else {
        ""
    }
}

/// What a step on the Alignment card is called.
const TOKEN: &str = "move the Alignment token";

fn banished(look: Look, seat: Seat, id: FiendId, coin: Coin) -> String {
    let name = fiend(look, id);
    match coin {
        Coin::Charisma => format!("banish {name} for a Charisma token"),
        Coin::Gold => format!("banish {name} for {} Gold", look.banish_price(seat)),
        Coin::Card => format!("banish {name}"),
    }
}

fn flipped(look: Look, seat: Seat, space: Space) -> String {
    let die = look.player(seat).die(space);
    format!("flip {die} in {space} to {}", look.g.faces.flipped(die))
}

fn swapped(look: Look, seat: Seat, one: Space, other: Space) -> String {
    let me = look.player(seat);
    format!("exchange {} in {one} and {} in {other}", me.die(one), me.die(other))
}

fn exchanged(look: Look, new: MarketId, old: MarketId) -> String {
    format!("put {} in the place of {}", card(look, new), card(look, old))
}

fn traded((card, die): (InitiativeId, Die), (with, other): (InitiativeId, Die)) -> String {
    format!("exchange {die} on Initiative card {} and {other} on {}", card.0, with.0)
}

fn hired(look: Look, seat: Seat, with: Hire) -> String {
    let (xp, gold) = look.mercenary(seat);
    match with {
        Hire::Xp => format!("hire a mercenary for {xp} XP"),
        Hire::Gold => format!("hire a mercenary for {gold} Gold"),
        Hire::Charisma => {
            format!("hire a mercenary for {} Gold and a Charisma token", gold.saturating_sub(1))
        }
    }
}

fn taken(look: Look, number: u8) -> String {
    let card = &look.s.initiatives[usize::from(number - 1)];
    let dice: Vec<String> = card.dice.iter().filter(|d| d.is_some()).map(ToString::to_string).collect();
    let top = if look.is_top(usize::from(number - 1)) { " (Top)" } else { "" };
    let gold = if card.gold { ", 1 Gold" } else { "" };
    let fiends: Vec<String> = card.fiends.iter().map(|f| fiend(look, f)).collect();
    let fiends = if fiends.is_empty() { String::new() } else { format!(", with {}", fiends.join(" and ")) };
    format!("take Initiative card {number}{top}: {}{gold}{fiends}", dice.join(" "))
}

fn bought(look: Look, seat: Seat, id: MarketId, charisma: u8) -> String {
    let off = match look.s.stack.top() {
        Some(Frame::Card(frame)) => match effects::effect_of(look, *frame) {
            Some(Effect::Buy(off)) => off,
            Some(_) | None => 0,
        },
        Some(_) | None => 0,
    };
    let gold = look.price(seat, id, off).saturating_sub(charisma);
    let tokens = match charisma {
        0 => String::new(),
        1 => " and a Charisma token".to_owned(),
        n => format!(" and {n} Charisma tokens"),
    };
    format!("buy {} for {gold} Gold{tokens}", card(look, id))
}

fn window(window: Window) -> &'static str {
    match window {
        Window::Sorted => "after the dice are sorted",
        Window::Select => "before taking an Initiative card",
        Window::Placed => "after the Dice turn",
        Window::DiceEnd => "at the end of the Dice Phase",
        Window::Market => "before the Market turn",
        Window::Bought => "after the Market turn",
        Window::HuntPool => "before the roll",
        Window::HuntRoll => "after the roll",
        Window::Last => "before Character Creation ends",
    }
}

fn source(look: Look, seat: Seat, source: Source) -> String {
    match source {
        Source::Card(id) | Source::Scroll(id) => card(look, id),
        Source::Class => look.class(seat).map_or_else(String::new, |c| c.ability.clone()),
        Source::Row(row) => format!("the {} action", row.title()),
        Source::Reward { minion: id, .. } => format!("the reward for {}", minion(look, id)),
    }
}

/// What the game waits for now.
#[must_use]
pub fn prompt(look: Look) -> String {
    let Some(frame) = look.s.stack.top() else { return "the game is over".to_owned() };
    match look.s.turn {
        Turn::Over => "the game is over".to_owned(),
        Turn::Chance => waits(look, *frame),
        Turn::Each(seats) | Turn::Any(seats) => {
            let seat = seats.lowest().unwrap_or(look.s.start);
            format!("{seat} {}", waits(look, *frame))
        }
    }
}

/// What is said of frames that wait for nobody.
const GOES_ON: &str = "the game goes on";

/// What a frame waits for; where it asks a seat, behind the name of the seat.
fn waits(look: Look, frame: Frame) -> String {
    match frame {
        Frame::Setup(frame) => in_setup(look, frame),
        Frame::Roll(frame) => in_roll_phase(frame),
        Frame::Dice(frame) => in_dice_phase(frame),
        Frame::Market(frame) => in_market_phase(frame),
        Frame::Cleanup(frame) => in_cleanup(frame),
        Frame::Window(frame) => in_window(frame),
        Frame::Card(frame) => for_card(look, frame),
        Frame::Hunt(frame) => on_hunt(look, frame),
        Frame::Combat(frame) => in_combat(look, frame),
        Frame::Monster(frame) => before_monster(look, frame),
        Frame::Enemy(frame) => of_enemy(frame),
        Frame::Minimal(frame) => minimal::labels::asked(frame).to_owned(),
    }
}

fn in_setup(look: Look, frame: setup::Frame) -> String {
    use setup::Frame;
    match frame {
        Frame::Discard { left } => format!("{left} cards of the Market deck are discarded"),
        Frame::Trash => "the top card of the Market deck goes to the trash".to_owned(),
        Frame::Deal => "the next Market card is turned up".to_owned(),
        Frame::StartRoll { left, .. } => match left.lowest() {
            Some(seat) => format!("{seat} rolls for Start Player"),
            None => "somebody rolls for Start Player".to_owned(),
        },
        Frame::ChooseSheet { .. } => "chooses a Character Sheet".to_owned(),
        Frame::ClassColour { at } => format!("{} draws a tracking token", look.seat_at(at)),
        Frame::ChooseClass { .. } => "chooses a class".to_owned(),
        Frame::DealAlignment { at } => format!("{} is dealt an Alignment card", look.seat_at(at)),
        Frame::DealBackstory { at } => format!("{} is dealt a Backstory card", look.seat_at(at)),
        Frame::DealFamiliar { at, .. } => format!("{} is dealt a Familiar Board", look.seat_at(at)),
        Frame::ChooseFamiliar { .. } => "keeps one of two Familiars".to_owned(),
        Frame::StartDice { at, left } => format!("{} draws and rolls {left} dice", look.seat_at(at)),
        Frame::StartPlace { .. } => "places a die".to_owned(),
        Frame::Monster => "the Monster is found".to_owned(),
        Frame::FirstMinion => "the next Minion is revealed".to_owned(),
        Frame::Fiends { card } => format!("a Fiend comes to Initiative card {}", card + 1),
    }
}

fn in_roll_phase(frame: roll_phase::Frame) -> String {
    match frame {
        roll_phase::Frame::Dice { left } => format!("{left} dice are drawn and rolled"),
        roll_phase::Frame::Sort { card } => format!("says which die goes onto Initiative card {}", card + 1),
        roll_phase::Frame::Round => GOES_ON.to_owned(),
    }
}

fn in_dice_phase(frame: dice_phase::Frame) -> String {
    use dice_phase::Frame;
    match frame {
        Frame::Select { .. } => "takes an Initiative card",
        Frame::Place { .. } => "places a die",
        Frame::PlacedAction { .. } => "may take an action",
        Frame::Turn { .. } | Frame::TurnAction { .. } | Frame::GainFiends { .. } | Frame::End => GOES_ON,
    }
    .to_owned()
}

fn in_market_phase(frame: market_phase::Frame) -> String {
    use market_phase::Frame;
    match frame {
        Frame::Turn { .. } => "buys, discards or hunts",
        Frame::Drop { .. } => "gives up a Weapon: two hands are not enough",
        Frame::Phase { .. } | Frame::End => GOES_ON,
    }
    .to_owned()
}

fn in_cleanup(frame: cleanup_phase::Frame) -> String {
    use cleanup_phase::Frame;
    match frame {
        Frame::Refresh { .. } => "may refresh a Skill",
        Frame::Refreshes { .. } | Frame::Tidy | Frame::NewRound => GOES_ON,
    }
    .to_owned()
}

fn in_window(frame: windows::Frame) -> String {
    use windows::Frame;
    match frame {
        Frame::Own { window: w, .. } => format!("may take free actions {}", window(w)),
        Frame::Reactions { window: w, owner, .. } => format!("may react {} of {owner}", window(w)),
        Frame::Emptied { .. } => "places what was in the Backpack that was given up".to_owned(),
        Frame::Each { .. } => GOES_ON.to_owned(),
    }
}

fn for_card(look: Look, frame: effects::Frame) -> String {
    use effects::Frame;
    match frame {
        Frame::Ask { seat, source: from, .. } => format!("chooses for {}", source(look, seat, from)),
        Frame::May { seat, source: from } => format!("may carry out {}", source(look, seat, from)),
        Frame::Reroll { seat, space, .. } => format!("{seat} rerolls {}", look.player(seat).die(space)),
        Frame::KeepReroll { .. } => "keeps the old or the new number".to_owned(),
        Frame::PutBack { .. } => format!("places {} in any empty space", look.s.lifted),
        Frame::TurnUp { .. } => "the next Market card is turned up".to_owned(),
        Frame::Exchange { .. } => "may exchange a card that was turned up".to_owned(),
        Frame::PoolRoll { card, .. } => format!("a die on Initiative card {} is rerolled", card + 1),
        Frame::DrawFiend { seat } => format!("{seat} draws a Fiend"),
        Frame::StoreXp { .. } => "may store XP just gained".to_owned(),
        Frame::Run { .. } => GOES_ON.to_owned(),
    }
}

fn on_hunt(look: Look, frame: hunt::Frame) -> String {
    use hunt::Frame;
    match frame {
        Frame::Minion { .. } => {
            format!("battles {}, or reveals another", minion(look, look.s.minions.revealed))
        }
        Frame::Look { seat, kind } => format!("{seat} looks at the {} card", kind.title()),
        Frame::Reveal => "the next Minion is revealed".to_owned(),
        Frame::Reward { .. } | Frame::Trophy { .. } => GOES_ON.to_owned(),
    }
}

fn in_combat(look: Look, frame: combat::Frame) -> String {
    use combat::Frame;
    let fight = &look.s.fight;
    match frame {
        Frame::Pool { .. } => format!("has {} Combat Dice and may hire", fight.pool),
        Frame::Roll { seat, left } => format!("{seat} rolls {left} Combat Dice"),
        Frame::Rerolls { .. } => format!("has rolled {} and may reroll", fight.sum()),
        Frame::UsePower { .. } => format!("has rolled {} and may use the Familiar's Power", fight.sum()),
    }
}

fn before_monster(look: Look, frame: monster_combat::Frame) -> String {
    use monster_combat::Frame;
    match frame {
        Frame::Adventure { kind } => format!("the {} card is revealed", kind.title()),
        Frame::Mercenaries { .. } => {
            format!("has {} Combat Dice against the Monster and may hire", look.s.fight.pool)
        }
        Frame::Fighting { .. } | Frame::Fought { .. } | Frame::Scoring => GOES_ON.to_owned(),
    }
}

fn of_enemy(frame: solitaire::Frame) -> String {
    match frame {
        solitaire::Frame::Dice { left: 1 } => "an enemy die falls".to_owned(),
        solitaire::Frame::Dice { left } => format!("{left} enemy dice fall"),
        solitaire::Frame::Deeds | solitaire::Frame::Cycle { .. } => GOES_ON.to_owned(),
    }
}
