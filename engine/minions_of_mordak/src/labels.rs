//! What each action means and what the game waits for, in the game's words.

use crate::{
    Action,
    action::Pay,
    flow,
    frame::{Asks, Falls, Frame},
    ids::{RegionId, TreasureId, Who},
    queries::Look,
    rules::{attacks, cards, level_up, plus_ones, procession, rolls, rounds, scouting, setup, spells, turns},
    telling::counted,
    words::{Count, Size, VILLAIN, Window},
};
use kernel::Seat;

fn region(look: Look, at: RegionId) -> String {
    look.region_name(at)
}

/// What an action does.
#[expect(clippy::too_many_lines, reason = "one line for each action")]
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    let card = |spell| &look.g.content.spell(spell).name;
    let thing = |treasure| &look.g.content.treasure(treasure).name;
    match action {
        // --- who plays, and Turns
        Action::PickHero { hero } => format!("Play {}, {}", hero.title(), look.g.content.hero(hero).title),
        Action::Join { hero } => format!("Join as {}", hero.title()),
        Action::Wait => "Do not join yet".to_owned(),
        Action::Stay => "Stay".to_owned(),
        Action::Leave => "Leave the game".to_owned(),
        Action::First => "Act first".to_owned(),
        Action::Last => "Act last this Round".to_owned(),
        Action::Move { to } => format!("Move: to {}", region(look, to)),
        Action::Step { to } => format!("On to {}", region(look, to)),
        Action::Stop => "Stop here".to_owned(),
        Action::Roll { row } => format!("Roll {}", row.title()),
        Action::Surge { arcane, divine, void } => {
            let decks = [("Arcane", arcane), ("Divine", divine), ("Void", void)];
            let drawn = decks.iter().filter(|(_, n)| n.0 > 0).map(|(deck, n)| format!("{n} {deck}"));
            format!("Power Surge: draw {}", drawn.collect::<Vec<_>>().join(" and "))
        }
        Action::Scout => "Scout: flip all Regions beside you".to_owned(),
        Action::ScoutOne { region: at } => format!("Scout only {at}"),
        Action::Loot { treasures } => format!("Loot {treasures} Treasure"),
        Action::Use { treasure } => format!("Use {}", thing(treasure)),
        Action::End => "End the Turn".to_owned(),
        Action::Act { who } => format!("{} acts", look.name(who)),
        Action::StopAll if rounds::far_ones_left(look) => {
            "The other Minions without a Hero in reach stay".to_owned()
        }
        Action::StopAll => "The other Minions pass".to_owned(),
        // --- Action Rolls and Reactions
        Action::Boost { grade } => format!("Boost: place a {} on its best face", grade.title()),
        Action::Reroll { die } => format!("Roll {die} again"),
        Action::Keep => "Keep the dice".to_owned(),
        Action::Add { tokens: Count(0) } => "Add nothing".to_owned(),
        Action::Add { tokens } => format!("Add with {tokens} Plus-Ones"),
        Action::Spend => "Spend a Plus-One for 1 Hit".to_owned(),
        Action::Buy => format!("Buy a Plus-One for {} Hits", look.plus_price(seat)),
        Action::Attack { region: at } => format!("Attack {}", region(look, at)),
        Action::Sweep { region: at } => format!("Hit everybody in {}", region(look, at)),
        Action::Damage { hits } => deals(look, hits),
        Action::Cast { spell, cost } => format!("Cast {} for {cost} Hits", card(spell)),
        Action::Spawn { size } => {
            let price = look.g.content.numbers.spawn_price(size).unwrap_or(0);
            format!("Spawn {} for {price} Hits", size.one())
        }
        Action::Done => "Enough".to_owned(),
        Action::React { spell, pay } => {
            format!("React with {}{}", card(spell), paid(look, pay))
        }
        Action::ReactWith { treasure } => format!("React with {}", thing(treasure)),
        Action::Pass => "No Reaction".to_owned(),
        // --- choices, and the Level Up Step
        Action::Place { region: at } => format!("Place in {}", region(look, at)),
        Action::Target { who } => look.name(who),
        Action::Region { region: at } => region(look, at),
        Action::Defender { who } => format!("{} is the Defender", look.name(who)),
        Action::Gain { row } => format!("Gain a Plus-One on {}", row.title()),
        Action::Drop { row } => format!("Give up a Plus-One of {}", row.title()),
        Action::Decline => "No".to_owned(),
        Action::Accept => "Yes".to_owned(),
        Action::Deck { deck } => format!("Draw from the {} deck", deck.title()),
        Action::Discard { spell } => format!("Discard {}", card(spell)),
        Action::Show { spell } => format!("Show {} to everybody", card(spell)),
        Action::Reorder { region: at } => format!("Reorder the stack in {}", region(look, at)),
        Action::Next { who } => format!("Next from the top: {}", look.name(who)),
        Action::Return { who, slot } => format!("{} returns its {} Treasure", look.name(who), slot.title()),
        Action::Equip { treasure, who } => {
            format!("{} equips {}", look.name(who), thing(treasure))
        }
        Action::Cash { treasure } => {
            let card = look.g.content.treasure(treasure);
            format!("Leave {} in the Stash (Bounty {})", card.name, card.bounty)
        }
        Action::Learn { row } => format!("A new Novice on {}", row.title()),
        Action::Train { row, grade } => {
            format!("One {} more on {}, out of a lower die", grade.title(), row.title())
        }
        Action::Hasten => "One more Action Point".to_owned(),
    }
}

fn deals(look: Look, hits: Count) -> String {
    match (look.s.level().attack.amount, hits) {
        (0, Count(0)) => "Deal no damage".to_owned(),
        (0, _) => format!("Deal {hits} damage"),
        (_, Count(0)) => "Add nothing".to_owned(),
        (left, Count(more)) => format!("Add {more}: {} damage in all", left + more),
    }
}

fn paid(look: Look, pay: Pay) -> String {
    match pay {
        Pay::Free => String::new(),
        Pay::PlusOne(row) => format!(" for a Plus-One of {}", row.title()),
        Pay::Discard(spell) => format!(" for {}", look.g.content.spell(spell).name),
    }
}

/// What the game waits for now.
pub fn prompt(look: Look) -> String {
    let Some(frame) = look.s.stack.top().copied() else { return "the game is over".to_owned() };
    if let Asks::Fate(due) = flow::asks(look, frame) {
        return falls(look, due);
    }
    let asked = look.s.turn.asked().lowest().unwrap_or_default();
    let who = kernel::Show::seat_name(look.g, look.s, asked);
    format!("{who} {}", asks(look, frame))
}

fn falls(look: Look, due: Falls) -> String {
    let level = look.s.level();
    match due {
        Falls::Roll => throws(look),
        Falls::Reroll => format!("{} rolled again", counted(level.roll.aside)),
        Falls::Dodge(dice) => format!("{} dodges: {}", look.name(level.attack.target), counted(dice)),
        Falls::Regenerate(dice) => format!("{} may regenerate: {}", look.name(level.actor), counted(dice)),
        Falls::Loot(dice) => format!("the Heroes' loot: {}", counted(dice)),
        Falls::Effect(dice) => format!("dice of the Spell: {}", counted(dice)),
        Falls::Spell { seat: VILLAIN, deck } => {
            let name = look.name(Who::MORDAK);
            format!("{name} draws from the {} deck; only who tells it should see it", deck.title())
        }
        Falls::Spell { seat, deck } => {
            format!("{} draws from the {} deck", look.name(Who::hero(seat)), deck.title())
        }
        Falls::Stolen { from, to } => {
            let (from, to) = (look.name(Who::hero(from)), look.name(Who::hero(to)));
            format!("{to} takes a Spell at random out of the hand of {from}")
        }
        Falls::Minion { size, region: at } if at.is_on_map() => {
            format!("{} is drawn for {}", size.one(), region(look, at))
        }
        Falls::Minion { size, .. } => format!("{} is drawn", size.one()),
        Falls::Tile(at) => format!("{at} is flipped"),
        Falls::Treasure => "a Treasure is turned up".to_owned(),
    }
}

fn throws(look: Look) -> String {
    let roll = look.s.level().roll;
    let dice = counted(rolls::falling(look));
    let who = look.name(look.s.level().actor);
    let boosted = roll.boosted.map_or_else(String::new, |grade| {
        format!("; the Boosted {} lies there already and is not told", grade.title())
    });
    format!("{who} rolls {}: {dice}{boosted}", roll.row.title())
}

/// Of frames that never wait.
const GOES_ON: &str = "decides";

fn asks(look: Look, frame: Frame) -> String {
    match frame {
        Frame::Setup(frame) => in_setup(frame).to_owned(),
        Frame::Rounds(frame) => in_rounds(frame).to_owned(),
        Frame::Turns(frame) => in_turns(look, frame),
        Frame::Scouting(frame) => in_scouting(frame).to_owned(),
        Frame::Cards(frame) => in_cards(look, frame),
        Frame::PlusOnes(frame) => in_plus_ones(frame),
        Frame::Rolls(frame) => in_rolls(look, frame),
        Frame::Attacks(frame) => in_attacks(look, frame),
        Frame::Spells(frame) => in_spells(look, frame),
        Frame::LevelUp(frame) => in_level_up(look, frame),
    }
}

fn in_setup(frame: setup::Frame) -> &'static str {
    match frame {
        setup::Frame::PickHero { .. } => "chooses a Hero",
        setup::Frame::StartSpells { .. } | setup::Frame::FirstChumps { .. } => GOES_ON,
    }
}

fn in_rounds(frame: rounds::Frame) -> &'static str {
    match frame {
        rounds::Frame::Joining { .. } => "may join",
        rounds::Frame::Initiative => "acts first or last",
        rounds::Frame::MinionPick => "picks the next Minion",
        rounds::Frame::HeroRound
        | rounds::Frame::NextHero
        | rounds::Frame::VillainRound
        | rounds::Frame::FinalBattle { .. }
        | rounds::Frame::VillainTurn
        | rounds::Frame::MinionStep => GOES_ON,
    }
}

fn in_turns(look: Look, frame: turns::Frame) -> String {
    let level = look.s.level();
    match frame {
        turns::Frame::Act => format!("acts with {}: {} AP", look.name(level.actor), level.ap),
        turns::Frame::Moving => format!("moves {}: {} steps left", look.name(level.actor), level.steps),
        turns::Frame::RegenerateAsk => format!("may let {} regenerate", look.name(level.actor)),
        turns::Frame::GustAsk { .. } => "may ride out with Gust".to_owned(),
        turns::Frame::Regenerate | turns::Frame::RegenerateDie | turns::Frame::TurnEnd => GOES_ON.to_owned(),
    }
}

fn in_scouting(frame: scouting::Frame) -> &'static str {
    match frame {
        scouting::Frame::AmbushNext => "picks the next ambusher",
        scouting::Frame::Labyrinth { .. } => "says where the Labyrinth leads",
        scouting::Frame::Flip { .. }
        | scouting::Frame::FlipTile { .. }
        | scouting::Frame::Populate { .. }
        | scouting::Frame::AmbushSpawn { .. } => GOES_ON,
    }
}

fn in_cards(look: Look, frame: cards::Frame) -> String {
    match frame {
        cards::Frame::PlaceMinion => {
            let name = look.s.drawn.map_or_else(String::new, |kind| look.kind_name(kind));
            format!("places {name}")
        }
        cards::Frame::DrawChoice { .. } => "picks a deck".to_owned(),
        cards::Frame::DrawSpells { .. } | cards::Frame::DrawMinion { .. } | cards::Frame::Steal { .. } => {
            GOES_ON.to_owned()
        }
    }
}

fn in_plus_ones(frame: plus_ones::Frame) -> String {
    match frame {
        plus_ones::Frame::Gain { row, .. } => {
            format!("is at the limit: a Plus-One of {} for one of another row?", row.title())
        }
        plus_ones::Frame::GainAny { .. } => "picks a row for a Plus-One".to_owned(),
        plus_ones::Frame::Lose { .. } => "gives up a Plus-One".to_owned(),
    }
}

fn in_rolls(look: Look, frame: rolls::Frame) -> String {
    let level = look.s.level();
    match frame {
        rolls::Frame::Boost => "may Boost a die".to_owned(),
        rolls::Frame::RerollPick { .. } => {
            format!("may roll dice again ({} Hits now)", level.roll.faces.hits(level.roll.dice))
        }
        rolls::Frame::HelpAsk { .. } => {
            format!("may add to the roll of {} ({} Hits)", look.name(level.actor), level.roll.pool)
        }
        rolls::Frame::Spend => format!("spends {} Hits of {}", level.roll.pool, level.roll.row.title()),
        rolls::Frame::RollDice
        | rolls::Frame::Rolled
        | rolls::Frame::RerollDice
        | rolls::Frame::Totalled
        | rolls::Frame::Help { .. }
        | rolls::Frame::RollEnd => GOES_ON.to_owned(),
    }
}

fn in_attacks(look: Look, frame: attacks::Frame) -> String {
    let level = look.s.level();
    match frame {
        attacks::Frame::SweepAmount => {
            format!("says how much everybody in {} takes", look.region_name(level.attack.region))
        }
        attacks::Frame::Defender { .. } => {
            format!("proposes the Defender of {}", look.region_name(level.attack.region))
        }
        attacks::Frame::Willing { who, .. } => {
            format!(
                "says whether {} is the Defender of {}",
                look.name(who),
                look.region_name(level.attack.region)
            )
        }
        attacks::Frame::Amount => {
            let (target, pool) = (look.name(level.attack.target), level.roll.pool);
            match level.attack.amount {
                0 => format!("deals damage to {target} out of {pool} Hits"),
                left => format!("adds to the {left} damage that {target} takes out of {pool} Hits"),
            }
        }
        attacks::Frame::Strike
        | attacks::Frame::Dodge
        | attacks::Frame::DodgeDice { .. }
        | attacks::Frame::Hurt
        | attacks::Frame::Apply
        | attacks::Frame::Falling
        | attacks::Frame::Struck
        | attacks::Frame::SweepNext => GOES_ON.to_owned(),
    }
}

fn in_spells(look: Look, frame: spells::Frame) -> String {
    match frame {
        spells::Frame::React { window, about, .. } => {
            format!("may react: {}", happens(look, window, about))
        }
        spells::Frame::PickTarget { .. } | spells::Frame::PickSecond { .. } => "picks a Character".to_owned(),
        spells::Frame::PickRegion { .. } => "picks a Region".to_owned(),
        spells::Frame::PlaceTarget { who, .. } => format!("places {}", look.name(who)),
        spells::Frame::Sheep { .. } => "places a Woeful Sheep".to_owned(),
        spells::Frame::FreeMove { who, steps, .. } => {
            format!("moves {}: {steps} steps left", look.name(who))
        }
        spells::Frame::Window { .. }
        | spells::Frame::Run { .. }
        | spells::Frame::Do { .. }
        | spells::Frame::Dice { .. }
        | spells::Frame::CastDone => GOES_ON.to_owned(),
    }
}

fn happens(look: Look, window: Window, about: Who) -> String {
    let who = look.name(about);
    let attack = &look.s.level().attack;
    match window {
        Window::Begins => format!("{who} begins its Actions"),
        Window::Declared => format!("{who} is about to roll"),
        Window::Rolled => format!("{who} has rolled {}", look.s.level().roll.pool),
        Window::Modify => format!("{who} is about to spend {} Hits", look.s.level().roll.pool),
        Window::Targeted => format!("{who} is attacked"),
        Window::Damage => {
            format!("{who} is about to take {}", attack.damage.saturating_sub(attack.prevented))
        }
        Window::Defeat => format!("{who} is about to be Defeated"),
        Window::Cast => format!("{who} casts a Spell"),
        Window::Spawned => "something has appeared".to_owned(),
        Window::LevelUp => "a Level Up Step begins".to_owned(),
    }
}

fn in_level_up(look: Look, frame: level_up::Frame) -> String {
    let player = |seat: u8| &look.s.players[Seat::new(seat)];
    match frame {
        level_up::Frame::Leaving { seat, .. } if player(seat).leaving => {
            "puts the cards in hand away".to_owned()
        }
        level_up::Frame::Leaving { .. } => "may leave".to_owned(),
        level_up::Frame::Discard { .. } => "discards down to the hand limit".to_owned(),
        level_up::Frame::ProcessionAsk => {
            let size = procession::next_offer(look).map_or_else(String::new, Size::one);
            format!("may spawn {size}")
        }
        level_up::Frame::ReorderAsk => "may reorder stacks".to_owned(),
        level_up::Frame::Reorder { region: at } => {
            format!("orders the stack in {} from the top", region(look, at))
        }
        level_up::Frame::Dojo { .. } => "may take a Dojo Crystal".to_owned(),
        level_up::Frame::Return { .. } => "may return Treasures to the Stash".to_owned(),
        level_up::Frame::Equip { from, .. } => {
            format!("may equip {}", look.g.content.treasure(TreasureId(from)).name)
        }
        level_up::Frame::Share { from, .. } => {
            format!("says who has {}: several want it", look.g.content.treasure(TreasureId(from)).name)
        }
        level_up::Frame::SpendXp { seat, .. } => format!("spends {} XP", player(seat).xp),
        level_up::Frame::Step { .. }
        | level_up::Frame::Draws { .. }
        | level_up::Frame::Procession { .. }
        | level_up::Frame::Reveal { .. }
        | level_up::Frame::CashIn { .. }
        | level_up::Frame::LootDie { .. } => GOES_ON.to_owned(),
    }
}
