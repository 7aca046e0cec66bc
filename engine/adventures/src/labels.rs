//! What each action means and what the game waits for, in the game's words.

use crate::{
    Action,
    content::story::{Lead, Pay, Personal},
    frame::{Frame, Source},
    own_book,
    queries::Look,
    rules::{
        advancement::{self, Training},
        campaign_setup, contest,
        dice_pool::{self, Due, Price, die_text},
        effects::{self, Chain},
        manipulate, movement, party_changes, personal, resting,
        revealed::{self, Loss},
        rows::Rows,
        storybook,
    },
    state::Kind,
    words::{CardId, Colour, Deck, ItemId, LocationId, Pick, PoolDie, SlotId},
};
use kernel::Seat;

fn card(look: Look, id: CardId) -> String {
    look.card(id).name.clone()
}

fn die(look: Look, at: PoolDie) -> String {
    look.s.contest.pool.get(at.index().wrapping_sub(1)).map_or_else(|| at.to_string(), |die| die_text(*die))
}

/// A slot as people write it, with whose it is.
pub fn slot(look: Look, at: SlotId) -> String {
    let Some(slot) = look.s.contest.slots.get(at.index().wrapping_sub(1)) else { return at.to_string() };
    let shown =
        crate::content::cards::Slot { colours: slot.colours, values: slot.values, ..Default::default() };
    match look.s.contest.foes.get(usize::from(slot.foe)) {
        Some(_) if look.s.contest.foes.len() > 1 => {
            format!("{shown} of {}", look.foe_name(slot.foe.into()))
        }
        Some(_) | None => shown.to_string(),
    }
}

/// What an action does.
#[allow(clippy::too_many_lines, reason = "one line an action")]
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    match action {
        Action::Normal => "normal mode".to_owned(),
        Action::Legendary => "legendary mode, if all agree".to_owned(),
        Action::Hero { hero } => {
            let card = look.g.content.hero(hero);
            let class = look.g.content.class(card.class);
            format!("{}, {} {}", card.name, look.g.content.race_name(card.race), class.name)
        }
        Action::Raise { attribute } => {
            format!("{} to {}", attribute.attribute(), look.s.sheets[seat].scores[attribute.index()] + 1)
        }
        Action::Toughen => format!("health to {}", look.s.sheets[seat].health + 1),
        Action::Deck { deck } => format!("a random {deck} card"),
        Action::Seat { player } => look.name(player.seat()),
        Action::Class { class } => {
            let card = look.g.content.class(class);
            format!("the class card {}: {}", card.name, card.ability)
        }
        Action::Substitute { card: id } => {
            let card = look.card(id);
            format!("{}: {}", card.name, card.ability)
        }
        Action::Join { player } => format!("{} joins the party", player.seat()),
        Action::Retire { player } => format!("{} leaves the party", look.name(player.seat())),
        Action::Storyteller { player } => format!("{} tells the story", look.name(player.seat())),

        Action::Option { option: at } => option(look, at),
        Action::Move => "move to another location".to_owned(),
        Action::Rest => "rest".to_owned(),
        Action::Item => "use an item".to_owned(),
        Action::TheEnd => "turn to THE END".to_owned(),
        Action::Go { to } => go(look, to),
        Action::Stop => format!("stop at {}", look.adventure().locations[look.s.map.at.index()].name),
        Action::Use { item: id } => format!("use {} ({} fatigue each)", item(look, id), look.item_cost(id)),
        Action::Combine { low, high } => {
            let cost = look.item_cost(low) + look.item_cost(high);
            format!("use {} with {} ({cost} fatigue each)", item(look, low), item(look, high))
        }
        Action::Spend { xp } => format!("spend {xp} XP: {xp} dice for everybody"),
        Action::Return { card: id } if personal::trading(look) => format!("hand over {}", card(look, id)),
        Action::Return { card: id } => format!("return {} to its deck", card(look, id)),
        Action::Drain { row } => format!("give up 1 {}", row.attribute()),
        Action::Fill { row } => format!("gain 1 {}", row.attribute()),

        Action::Buy { colour } => buy(look, colour),
        Action::Pay { row, stamina } => format!("pay {stamina} {}", row.attribute()),
        Action::Decline => "decline: no such die now".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Play { card, option } => play(look, seat, card, option),
        Action::Ability { .. } => {
            let class = look.g.content.class(look.s.sheets[seat].class);
            format!("{}: {}", class.name, class.ability)
        }
        Action::Target { die: at } => format!("{} {}", deed(look), die(look, at)),
        Action::Up { die: at } => format!("{} one up", die(look, at)),
        Action::Down { die: at } => format!("{} one down", die(look, at)),
        Action::Treat { die: at, colour } => format!("treat {} as {}", die(look, at), colour.title()),
        Action::Set { die: at, value } => format!("treat {} as a {value}", die(look, at)),
        Action::Enough => match look.s.stack.top() {
            Some(Frame::Setup(campaign_setup::Frame::Substitute { .. })) => "go without".to_owned(),
            Some(_) | None => "no more".to_owned(),
        },
        Action::Recover { card: id } => format!("take back {}", card(look, id)),
        Action::Place { die: at, slot: to } => format!("put {} on {}", die(look, at), slot(look, to)),
        Action::Leave { slot: at } => format!("leave {} empty", slot(look, at)),
        Action::Agree => "agree with the plan".to_owned(),

        Action::Health { player } => {
            let price = training_price(look, Training::Health(player));
            format!("health of {} for {price} XP", look.name(player.seat()))
        }
        Action::CombatDice => {
            format!("combat dice limit for {} XP", training_price(look, Training::CombatDice))
        }
        Action::BonusPlay => format!("bonus play limit for {} XP", training_price(look, Training::BonusPlay)),
        Action::Mastery => format!("mastery level for {} XP", training_price(look, Training::Mastery)),
        Action::CardLimit => format!("bonus card limit for {} gold", advancement::card_limit_price(look)),
        Action::Purchase { player, card: id } => {
            let (name, gold) = (look.name(player.seat()), look.price(id, player.seat()));
            format!("buy {} for {name}, {gold} gold", card(look, id))
        }
        Action::Sell { card: id } => format!("sell {} for 2 gold", card(look, id)),
        Action::Done => "go on".to_owned(),
        Action::Sidequest => "play the sidequest now".to_owned(),
        Action::Onward => "go on with the campaign".to_owned(),
    }
}

/// The text of an option of the entry that is open.
fn option(look: Look, option: Pick) -> String {
    if let (Some(Frame::OwnBook(own_book::Frame::Choice)), Some(told)) =
        (look.s.stack.top(), look.s.told.get(option.index().wrapping_sub(1)))
    {
        return format!("{}{}", own_book::says(told), price(told.pay));
    }
    let Some(Frame::Story(storybook::Frame::Choice { entry })) = look.s.stack.top() else {
        return option.to_string();
    };
    let span = look.entry(*entry).choices;
    let choice = look.g.content.choices[span.range()].get(option.index().wrapping_sub(1));
    let Some(choice) = choice else { return option.to_string() };
    let label = match choice.leads {
        Lead::Turn(to) => look.g.content.entry(to).label.clone(),
        Lead::Move | Lead::Rest | Lead::Item | Lead::TheEnd => String::new(),
    };
    format!("{}{} ({label})", choice.says, price(choice.pay))
}

/// What an option costs.
fn price(pay: Option<Pay>) -> String {
    match pay {
        None => String::new(),
        Some(Pay::Gold(k)) => format!(" for {k} gold"),
        Some(Pay::Xp(k)) => format!(" for {k} XP"),
        Some(Pay::Fatigue(k)) => format!(" for {k} fatigue each"),
    }
}

fn item<'a>(look: Look<'a>, id: ItemId) -> &'a str {
    &look.g.content.discovery(id).name
}

fn go(look: Look, to: LocationId) -> String {
    let name = &look.adventure().locations[to.index()].name;
    let token = look.further().any(|(p, l)| l == to && look.s.map.encounters & p.bit() != 0);
    format!("go to {to}, {name}{}", if token { ", past an encounter token" } else { "" })
}

fn buy(look: Look, colour: Colour) -> String {
    let Price { matching, others } = dice_pool::price(look, colour).unwrap_or_default();
    let (die, own) = (colour.title(), colour.attribute());
    match others {
        0 => format!("buy a {die} die for {matching} {own}"),
        others => format!("buy a {die} die for {matching} {own} and {others} other stamina"),
    }
}

fn play(look: Look, seat: Seat, card: CardId, option: Pick) -> String {
    let card = look.card(card);
    let token = matches!(manipulate::next_play(look, seat), Some(manipulate::Paid::Token));
    let chain = card.ability.options.get(option.index().wrapping_sub(1));
    let does = chain.map(|c| c.iter().map(ToString::to_string).collect::<Vec<_>>().join(" then "));
    let bonus = if token { ", a bonus play" } else { "" };
    format!("play {}: {}{bonus}", card.name, does.unwrap_or_default())
}

fn training_price(look: Look, training: Training) -> u16 {
    advancement::guild_price(look, training).unwrap_or_default()
}

/// What the effect in progress does to a die.
fn deed(look: Look) -> &'static str {
    let Some(Frame::Effect(effects::Frame::Chain(chain))) = look.s.stack.top() else { return "choose" };
    match effects::current(look, *chain) {
        Some(crate::content::effect::Effect::Flip { .. }) => "flip",
        Some(_) => "reroll",
        None => "choose",
    }
}

/// What the game waits for.
pub fn prompt(look: Look) -> String {
    let Some(frame) = look.s.stack.top().copied() else { return "the game is over".to_owned() };
    if look.s.tied {
        return format!("the vote is tied: {} decides", look.name(look.s.storyteller));
    }
    match frame {
        Frame::Setup(frame) => setup_prompt(look, frame),
        Frame::Story(frame) => story_prompt(look, frame),
        Frame::Move(frame) => move_prompt(frame),
        Frame::Rest(frame) => rest_prompt(look, frame),
        Frame::Gains(frame) => gains_prompt(look, frame),
        Frame::OwnBook(frame) => own_book_prompt(frame),
        Frame::Contest(frame) => contest_prompt(look, frame),
        Frame::Effect(frame) => effect_prompt(look, frame),
        Frame::Town(frame) => town_prompt(look, frame),
        Frame::Party(frame) => party_prompt(look, frame),
    }
}

/// Of frames that carry on by themselves: nobody sees it.
fn goes_on() -> String {
    "the game goes on".to_owned()
}

fn who(look: Look, seat: u8) -> String {
    look.name(Seat::new(seat))
}

fn draws(look: Look, seat: u8, deck: Deck) -> String {
    format!("{} draws a {deck} card", who(look, seat))
}

fn setup_prompt(look: Look, frame: campaign_setup::Frame) -> String {
    use campaign_setup::Frame;
    match frame {
        Frame::Mode => "normal or legendary? Legendary needs everybody".to_owned(),
        Frame::Heroes { seat, .. } => format!("{} chooses a hero", Seat::new(seat)),
        Frame::Points { seat, left } => format!("{} may raise scores by {left}", who(look, seat)),
        Frame::Claims => {
            let wanted = campaign_setup::contested(look).map(|id| card(look, id));
            format!("who keeps {}?", wanted.unwrap_or_default())
        }
        Frame::Deal { seat, deck } => draws(look, seat, deck),
        Frame::Class { seat } => {
            let was = look.import(Seat::new(seat)).map(|import| import.calling.clone());
            format!("there is no class {} here: which class card?", was.unwrap_or_default())
        }
        Frame::Substitute { seat, at } => {
            let lost = look.import(Seat::new(seat)).and_then(|import| import.missing.get(usize::from(at)));
            let (deck, name) = lost.map_or(("", ""), |(deck, name)| (deck.word(), name.as_str()));
            format!("{}: there is no {deck} card {name} here: which takes its place?", who(look, seat))
        }
        Frame::Begin => goes_on(),
    }
}

fn story_prompt(look: Look, frame: storybook::Frame) -> String {
    use storybook::Frame;
    match frame {
        Frame::Storyteller => "who tells the story first?".to_owned(),
        Frame::Choice { entry } => format!("entry {}: the party chooses", look.entry(entry).label),
        Frame::Items { .. } => "which item does the party use?".to_owned(),
        Frame::AdventureSetup | Frame::Run { .. } | Frame::Death | Frame::AdventureOver => goes_on(),
    }
}

fn move_prompt(frame: movement::Frame) -> String {
    use movement::Frame;
    match frame {
        Frame::Travel => "where does the party go?".to_owned(),
        Frame::Flip { .. } => "the encounter token is flipped".to_owned(),
        Frame::Arrive { .. } => goes_on(),
    }
}

fn rest_prompt(look: Look, frame: resting::Frame) -> String {
    use resting::Frame;
    match frame {
        Frame::Xp => "how much XP is spent on the rest?".to_owned(),
        Frame::Roll { seat, left, .. } => {
            format!("{} rolls {} dice to rest", who(look, seat), left.min(resting::DICE_AT_ONCE))
        }
        Frame::Mark | Frame::Over => goes_on(),
    }
}

fn gains_prompt(look: Look, frame: revealed::Frame) -> String {
    use revealed::Frame;
    match frame {
        Frame::LoseWho { why: Loss::Rest } => "the rest costs a card: whose?".to_owned(),
        Frame::LoseWho { why: Loss::Story } => "the story costs a card: whose?".to_owned(),
        Frame::LoseCard { seat, .. } => format!("{} returns a card", who(look, seat)),
        Frame::Gift { card: id } => format!("who takes {}?", card(look, id)),
        Frame::GiftRandom { deck } => format!("who takes a random {deck} card?"),
        Frame::GiftDraw { seat, deck } => draws(look, seat, deck),
        Frame::Rows(Rows { seat, left, drain: true, .. }) => {
            format!("{} gives up {left} stamina", who(look, seat))
        }
        Frame::Rows(Rows { seat, left, .. }) => format!("{} gains {left} stamina", who(look, seat)),
        Frame::Personal(frame) => personal_prompt(look, frame),
    }
}

fn personal_prompt(look: Look, frame: personal::Frame) -> String {
    use personal::Frame;
    match frame {
        Frame::Who { what, .. } => format!("one of you {}: who?", fate(what)),
        Frame::Raise { seat, .. } => format!("{} raises a score", who(look, seat)),
        Frame::TradeWho { .. } => "cards may be handed over: who gives one?".to_owned(),
        Frame::TradeCard { seat, .. } => format!("{} hands over a card", who(look, seat)),
        Frame::TradeTo { seat, card: id, .. } => {
            format!("{} gives {} to whom?", who(look, seat), card(look, id))
        }
    }
}

/// What happens to whoever is named.
fn fate(what: Personal) -> String {
    match what {
        Personal::Fatigue(k) => format!("takes {k} fatigue"),
        Personal::Heal(k) => format!("loses up to {k} fatigue"),
        Personal::Drain(k) => format!("gives up {k} stamina"),
        Personal::Rows(k) => format!("gains {k} stamina"),
        Personal::Health(k) => format!("gains {k} health"),
        Personal::Raise { beyond: false } => "raises a score".to_owned(),
        Personal::Raise { beyond: true } => "raises a score, past the limit if need be".to_owned(),
    }
}

fn own_book_prompt(frame: own_book::Frame) -> String {
    use own_book::Frame;
    match frame {
        Frame::Reading => {
            "your book: tell what it asks for with `set check ...`, `set combat ...`, `set choice ...` or `set arrive C`; \
             `set ?` lists what else can be told"
                .to_owned()
        }
        Frame::Choice => "what does the party do?".to_owned(),
    }
}

fn contest_prompt(look: Look, frame: contest::Frame) -> String {
    use contest::Frame;
    let contest = &look.s.contest;
    match frame {
        Frame::Build => format!("buy colours for a pool of {} dice, or pass", contest.limit),
        Frame::Paying(Due { buyer, colour, matching, others }) => {
            let more = if others > 0 { format!(" and {others} other stamina") } else { String::new() };
            let (who, colour, row) = (who(look, buyer), colour.title(), colour.attribute());
            format!("{who} wants a {colour} die: who pays {matching} {row}{more}?")
        }
        Frame::DrawDice => "a random die is drawn from the bag".to_owned(),
        Frame::Roll => {
            let die = contest.pool.iter().find(|die| die.value == 0);
            format!("{} is rolled", die.map_or("a die".to_owned(), |die| format!("the {} die", die.kind)))
        }
        Frame::Manipulate => "play cards and abilities, or pass".to_owned(),
        Frame::Place => {
            let planned = contest.plan.covered().count();
            let what = if contest.kind == Kind::Check { "the row" } else { "the enemies" };
            format!("the plan puts {planned} dice on {what}: agree, or change it")
        }
        Frame::CheckOver
        | Frame::RoundOver
        | Frame::Track { .. }
        | Frame::TrackOver
        | Frame::CombatOver
        | Frame::Over { .. } => goes_on(),
    }
}

fn effect_prompt(look: Look, frame: effects::Frame) -> String {
    use effects::Frame;
    match frame {
        Frame::Chain(Chain { seat, source, .. }) => {
            let source = match source {
                Source::Card(id) => card(look, id),
                Source::Class => look.g.content.class(look.s.sheets[Seat::new(seat)].class).name.clone(),
            };
            format!("{}: a die for {source}", who(look, seat))
        }
        Frame::Heal { seat, by } => format!("{}: who loses {by} fatigue?", who(look, seat)),
        Frame::Recover { seat, .. } => format!("{}: which spent card comes back?", who(look, seat)),
        Frame::Add { .. } => "a random die is drawn from the bag".to_owned(),
    }
}

fn town_prompt(look: Look, frame: advancement::Frame) -> String {
    use advancement::Frame;
    match frame {
        Frame::MarketSetup { deck } => {
            format!("a {} card is revealed for the market", Deck::MARKET[usize::from(deck)])
        }
        Frame::Guild => format!("the guild: {} XP to spend", look.s.journal.xp),
        Frame::MasteryRaise { seat } => format!("{} raises a score", who(look, seat)),
        Frame::Market => format!("the market: {} gold to spend", look.s.journal.gold),
        Frame::CardLimit => "raise the bonus card limit?".to_owned(),
        Frame::TooManyCards => {
            format!("{} cards, {} are allowed: one goes back", look.counted_cards(), look.card_limit())
        }
        Frame::NextAdventure => match advancement::sidequest(look) {
            Some(_) => "a break: the campaign is saved; the sidequest now?".to_owned(),
            None => "a break: the campaign is saved".to_owned(),
        },
        Frame::Save => goes_on(),
    }
}

fn party_prompt(look: Look, frame: party_changes::Frame) -> String {
    use party_changes::Frame;
    match frame {
        Frame::Newcomer { seat, left } => format!("{}: a score or health, {left} left", who(look, seat)),
        Frame::NewcomerDeck { seat, left } => {
            format!("{} draws a card of a deck, {left} left", who(look, seat))
        }
        Frame::NewcomerDraw { seat, deck, .. } => draws(look, seat, deck),
        Frame::ShareOut => {
            let next = party_changes::next_loose(&look.s.loose).map(|id| card(look, id));
            format!("who takes {}?", next.unwrap_or_default())
        }
        Frame::Break => "a break: does anybody join or leave?".to_owned(),
        Frame::Change => goes_on(),
    }
}
