//! What each option of the story looks worth, by what the party has been told: the options' own words, the map, the
//! items, and how worn everybody is. Entries that were not read are never looked at.

use super::{prices, shop};
use ::adventures::{
    Action, State,
    content::story::{Directive, Lead, Pay},
    frame::Frame,
    own_book,
    queries::Look,
    rules::{
        advancement::{self, Training},
        campaign_setup, revealed, storybook,
    },
    state::{LOCATIONS, ToldLead},
    words::{ItemId, LocationId},
};
use kernel::Seat;

/// Words that tell of blows, of talk and care, and of leaving things alone.
const BLOWS: [&str; 14] = [
    "smash",
    "fall on",
    "challenge",
    "fight",
    "attack",
    "cut",
    "take the",
    "take them",
    "kill",
    "strike",
    "force",
    "draw",
    "storm",
    "open the sluice",
];
const TALK: [&str; 18] = [
    "argue",
    "speak",
    "call",
    "read",
    "tell",
    "claim",
    "buy",
    "walk",
    "ask",
    "question",
    "meet",
    "gather",
    "kneel",
    "eat",
    "leave a coin",
    "unarmed",
    "search",
    "tale",
];
const AWAY: [&str; 13] = [
    "back away",
    "leave it",
    "pass by",
    "not today",
    "press on",
    "decline",
    "wait outside",
    "ignore",
    "point the way",
    "stop your ears",
    "turn back",
    "leave them",
    "hurry on",
];

/// Where nothing speaks for or against it.
const EVEN: f32 = 0.5;
/// Below this share of health nobody looks for trouble.
const WORN: f32 = 0.5;
/// Above this one things are tried out.
const FRESH: f32 = 0.8;
/// A vote that others have cast is followed unless it looks worse than the own choice by more than this.
const LEAD: f32 = 0.25;

/// A seat that has to say something about the story.
pub struct Teller<'a> {
    pub look: Look<'a>,
    pub seat: Seat,
}

impl Teller<'_> {
    /// One number for each action; others' votes are a lead to follow.
    pub fn worths(&self, frame: Frame, actions: &[Action], into: &mut Vec<f32>) {
        self.led(frame, actions, |action| self.worth(frame, *action), into);
    }

    /// What actions are worth, where votes that others have cast count.
    pub fn led(&self, frame: Frame, actions: &[Action], worth: impl Fn(&Action) -> f32, into: &mut Vec<f32>) {
        let from = into.len();
        into.extend(actions.iter().map(|action| worth(action).clamp(0.01, 0.95)));
        let own = into[from..].iter().copied().fold(0.0, f32::max);
        if frame == campaign_setup::Frame::Mode.into() {
            return;
        }
        for (worth, action) in into[from..].iter_mut().zip(actions) {
            let voices = self.look.s.votes.iter().filter(|vote| **vote == Some(*action)).count();
            if voices > 0 && *worth > own - LEAD {
                *worth = own + 0.01 * voices as f32;
            }
        }
    }

    /// What it is worth to this seat alone.
    #[allow(clippy::too_many_lines, reason = "one line an action")]
    pub fn worth(&self, frame: Frame, action: Action) -> f32 {
        let (look, entry) = (self.look, frame.entry());
        match action {
            Action::Normal => 0.6,
            Action::Legendary => 0.3,
            Action::Hero { hero } => shop::hero_worth(look, hero),
            Action::Raise { attribute } => shop::raise(look, self.seat, attribute),
            Action::Storyteller { player } => 0.5 - 0.01 * f32::from(player.0),
            Action::Seat { player } => {
                let loses = matches!(frame, Frame::Gains(revealed::Frame::LoseWho { .. }));
                shop::named(look, player.seat(), loses)
            }

            Action::Option { option } => match entry {
                Some(entry) => self.option(entry, option.0),
                None => self.own_book_option(option.index()),
            },
            Action::Move => entry.map_or(EVEN, |entry| self.move_on(entry)),
            Action::Rest => entry.map_or(EVEN, |_| rest(look)),
            Action::Item => entry.map_or(EVEN, |entry| self.best_item(entry)),
            Action::TheEnd => entry.map_or(EVEN, |_| self.the_end()),
            Action::Go { to } => self.go(to),
            // Where nothing waits the party runs on.
            Action::Stop => 0.2 + 0.5 * self.draw(look.s.map.at),
            Action::Use { item } => entry.map_or(EVEN, |entry| self.items(entry, item, None)),
            Action::Combine { low, high } => entry.map_or(EVEN, |entry| self.items(entry, low, Some(high))),
            Action::Spend { xp } => spend(look.s, xp.0),
            Action::Return { card } => 0.7 - 0.5 * shop::card_worth(look, card),

            Action::Health { player } => shop::guild(look, Training::Health(player)),
            Action::CombatDice => shop::guild(look, Training::CombatDice),
            Action::BonusPlay => shop::guild(look, Training::BonusPlay),
            Action::Mastery => shop::guild(look, Training::Mastery),
            Action::CardLimit => 0.4,
            Action::Purchase { player, card } => shop::purchase(look, player.seat(), card),
            Action::Sell { card } => 0.30 - 0.3 * shop::card_worth(look, card),
            Action::Done if frame == advancement::Frame::Market.into() => 0.47,
            // A sidequest is one more chance to fall; it is there for those who want it.
            Action::Sidequest => 0.4,
            Action::Onward => 0.55,

            Action::Class { .. } => EVEN,
            Action::Substitute { card } => 0.5 + 0.4 * shop::card_worth(look, card),
            // Who wants to come is welcome; a bot does not send anybody away, nor leave.
            Action::Join { .. } => 0.6,
            Action::Retire { .. } => 0.05,
            Action::Toughen | Action::Deck { .. } | Action::Done => EVEN,
            // Inside contests `contest` weighs what is done.
            Action::Buy { .. } | Action::Pay { .. } | Action::Decline | Action::Pass => EVEN,
            Action::Play { .. } | Action::Ability { .. } | Action::Recover { .. } | Action::Enough => EVEN,
            Action::Target { .. } | Action::Up { .. } | Action::Down { .. } => EVEN,
            Action::Treat { .. } | Action::Set { .. } => EVEN,
            Action::Place { .. } | Action::Leave { .. } | Action::Agree => EVEN,
            Action::Drain { .. } | Action::Fill { .. } => EVEN,
        }
    }

    /// The best thing to try out here.
    fn best_item(&self, entry: u16) -> f32 {
        let mut best = 0.0f32;
        ::adventures::rules::items::uses(self.look, &mut |action| {
            best = best.max(self.worth(storybook::Frame::Items { entry }.into(), action));
        });
        best
    }

    fn the_end(&self) -> f32 {
        let (_, mean) = prices::vigour(self.look.s);
        if mean < 0.75 || self.errand().is_none() { 0.8 } else { 0.4 }
    }

    /// Where something is at stake the party stays, unless it is too worn to try; but where nothing waits elsewhere and no
    /// rest is to be had, it is now or never.
    fn move_on(&self, entry: u16) -> f32 {
        let s = self.look.s;
        let (least, _) = prices::vigour(s);
        let now = self.errand().is_none() && (s.journal.xp == 0 || s.map.rested);
        if self.open_question(entry) && (now || least > 0.3) { 0.25 } else { 0.4 }
    }

    /// An option of people's own book, by its words and what it costs.
    fn own_book_option(&self, number: usize) -> f32 {
        let (least, mean) = prices::vigour(self.look.s);
        let Some(told) = self.look.s.told.get(number.wrapping_sub(1)) else { return 0.3 };
        match told.leads {
            ToldLead::Rest => rest(self.look),
            ToldLead::Move => 0.4,
            ToldLead::Item => 0.45,
            ToldLead::TheEnd => {
                if mean < 0.75 {
                    0.7
                } else {
                    0.4
                }
            }
            ToldLead::Turn => {
                let worn = mean < WORN || least < 0.3;
                sounds(&own_book::says(told), worn) - self.dear(told.pay)
            }
        }
    }

    /// An option by its own words.
    fn option(&self, entry: u16, number: u8) -> f32 {
        let (least, mean) = prices::vigour(self.look.s);
        let span = self.look.entry(entry).choices;
        let at = usize::from(span.from) + usize::from(number) - 1;
        let Some(choice) = self.look.g.content.choices.get(at) else { return 0.3 };
        let worn = mean < WORN || least < 0.3;
        let worth = sounds(&choice.says, worn) - self.dear(choice.pay);
        // Conditions that had to be met first are a promise.
        worth + 0.04 * choice.when.len() as f32
    }

    /// What paying weighs.
    fn dear(&self, pay: Option<Pay>) -> f32 {
        match pay {
            Some(Pay::Gold(k)) => {
                0.01 * f32::from(k) + if self.look.s.journal.gold < 2 + u16::from(k) { 0.05 } else { 0.0 }
            }
            Some(Pay::Xp(k)) => 0.05 * f32::from(k),
            Some(Pay::Fatigue(k)) => 0.04 * f32::from(k),
            None => 0.0,
        }
    }

    /// Does the entry ask the party to do something beyond going on?
    pub fn open_question(&self, entry: u16) -> bool {
        let span = self.look.entry(entry).choices;
        let options = &self.look.g.content.choices[span.range()];
        options.iter().any(|choice| {
            matches!(choice.leads, Lead::Turn(_)) && choice.pay.is_none() && self.look.holds(&choice.when)
        })
    }

    /// Where an item might help: where something is asked, or where the text speaks of it.
    fn items(&self, entry: u16, one: ItemId, two: Option<ItemId>) -> f32 {
        let (least, mean) = prices::vigour(self.look.s);
        let cost = self.look.item_cost(one) + two.map_or(0, |two| self.look.item_cost(two));
        let spoken = self.spoken_of(entry, one) || two.is_some_and(|two| self.spoken_of(entry, two));
        let asked = self.open_question(entry);
        let mut worth: f32 = match (asked, two.is_some()) {
            (true, true) => 0.56,
            (true, false) => 0.60,
            // Somewhere it must be good for something; but trying costs strength.
            (false, false) if mean > FRESH => 0.47,
            (false, false) => 0.36,
            (false, true) => 0.30,
        };
        if spoken {
            worth += 0.15;
        }
        worth -= 0.035 * f32::from(cost);
        if least < 0.35 || mean < WORN { worth - 0.2 } else { worth }
    }

    /// Does the text of the entry that was read name the item?
    pub fn spoken_of(&self, entry: u16, item: ItemId) -> bool {
        let text = self.look.entry(entry).text.to_lowercase();
        let name = self.look.g.content.discovery(item).name.to_lowercase();
        name.split_whitespace().any(|word| word.len() > 3 && text.contains(word))
    }

    /// How much draws the party to a place: what was not seen yet, what lies there, ways that are barred.
    fn draw(&self, at: LocationId) -> f32 {
        let s = self.look.s;
        if s.map.explored & at.bit() == 0 {
            return 1.0;
        }
        if self.look.marked(at) {
            return 0.8;
        }
        if s.map.end_open {
            return 0.0;
        }
        let mut paths = self.look.adventure().paths.iter().enumerate();
        let barred = paths.any(|(i, path)| path.other(at).is_some() && s.map.closed >> i & 1 == 1);
        match (self.unfinished(at), barred) {
            (true, true) => 0.6,
            (true, false) => 0.5,
            (false, true) => 0.2,
            (false, false) => 0.0,
        }
    }

    /// Did the entry that was read there ask for something that is still open?
    fn unfinished(&self, at: LocationId) -> bool {
        let base = self.look.adventure().locations[at.index()].base;
        let read = self.look.g.content.entry(base);
        let actions = &self.look.g.content.actions[read.actions.range()];
        let sent_on = |action: &::adventures::content::story::Action| {
            matches!(action.does, Directive::Go(_)) && self.look.holds(&action.when)
        };
        !actions.iter().any(sent_on) && self.open_question(base.0)
    }

    /// Anything left to see?
    pub fn errand(&self) -> Option<LocationId> {
        let count = self.look.adventure().locations.len() as u8;
        (0..count)
            .filter_map(LocationId::new)
            .find(|at| self.draw(*at) >= 0.8 && self.reach(self.look.s.map.at, *at))
    }
    fn reach(&self, from: LocationId, to: LocationId) -> bool {
        self.distances(to)[from.index()] < u8::MAX
    }

    /// Steps to a place over open paths; a token on the way counts as a step more.
    fn distances(&self, to: LocationId) -> [u8; LOCATIONS] {
        let s = self.look.s;
        let mut far = [u8::MAX; LOCATIONS];
        far[to.index()] = 0;
        for _ in 0..LOCATIONS {
            for (i, path) in self.look.adventure().paths.iter().enumerate() {
                if s.map.closed >> i & 1 == 1 {
                    continue;
                }
                let step = 1 + (s.map.encounters >> i & 1) as u8;
                let (a, b) = (path.ends.0.index(), path.ends.1.index());
                far[a] = far[a].min(far[b].saturating_add(step));
                far[b] = far[b].min(far[a].saturating_add(step));
            }
        }
        far
    }

    /// The best that lies that way.
    fn go(&self, to: LocationId) -> f32 {
        let s = self.look.s;
        let count = self.look.adventure().locations.len() as u8;
        let token = self
            .look
            .ways()
            .find(|(_, end)| *end == to)
            .is_some_and(|(path, _)| s.map.encounters & path.bit() != 0);
        let mut best = 0.0f32;
        for at in (0..count).filter_map(LocationId::new).filter(|at| *at != s.map.at) {
            let far = self.distances(at);
            if far[to.index()] < far[s.map.at.index()] {
                best = best.max(self.draw(at) * 0.8f32.powi(far[to.index()].into()));
            }
        }
        0.2 + 0.5 * best - if token { 0.08 } else { 0.0 }
    }
}

/// What an option sounds like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Blows,
    Talk,
    Away,
    Plain,
}

/// What an option sounds worth to a party that is worn or not.
fn sounds(says: &str, worn: bool) -> f32 {
    match (manner(says), worn) {
        (Manner::Talk, true) => 0.44,
        (Manner::Talk, false) => 0.62,
        (Manner::Away, true) => 0.58,
        (Manner::Away, false) => 0.46,
        (Manner::Blows, true) => 0.30,
        (Manner::Blows, false) => 0.48,
        (Manner::Plain, true) => 0.40,
        (Manner::Plain, false) => 0.55,
    }
}

/// By the words of the option alone.
#[must_use]
pub fn manner(says: &str) -> Manner {
    let says = says.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| says.contains(word));
    if any(&AWAY) {
        Manner::Away
    } else if any(&BLOWS) {
        Manner::Blows
    } else if any(&TALK) {
        Manner::Talk
    } else {
        Manner::Plain
    }
}

/// How much a rest is wanted: wounds, empty rows, spent cards; less where it costs a card.
#[must_use]
pub fn rest(look: Look) -> f32 {
    let s = look.s;
    let (least, mean) = prices::vigour(s);
    let (mut missing, mut scores, mut spent) = (0.0f32, 0.0f32, 0.0f32);
    for seat in s.present {
        let sheet = &s.sheets[seat];
        for (score, row) in sheet.scores.iter().zip(sheet.rows) {
            scores += f32::from(*score);
            missing += f32::from(score.saturating_sub(row));
        }
        spent += sheet.spent.len() as f32 + f32::from(sheet.tokens) + if sheet.ready { 0.0 } else { 1.0 };
    }
    let count = f32::from(s.players().max(1));
    let need =
        0.55 * (1.0 - mean) + 0.35 * (1.0 - least) + 0.25 * missing / scores.max(1.0) + 0.04 * spent / count;
    let costs_a_card = s.journal.rests + 1 >= look.g.content.campaign.rest_boxes;
    let dear = if costs_a_card { 0.10 } else { 0.0 } + if s.journal.xp < 2 { 0.03 } else { 0.0 };
    0.32 + 0.62 * need - dear
}

/// How much XP: as long as another die heals more than it costs.
fn spend(s: &State, xp: u8) -> f32 {
    let mut left = 0.0;
    for seat in s.present {
        let fatigue = f32::from(s.sheets[seat].fatigue);
        let over = (fatigue - 3.0 * f32::from(xp)).max(0.0);
        left += over / f32::from(s.players().max(1));
    }
    0.8 - 0.03 * left - 0.045 * f32::from(xp)
}
