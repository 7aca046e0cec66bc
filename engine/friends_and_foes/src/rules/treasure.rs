//! Finding treasure. FO-174 to FO-176, FO-190 to FO-194.

use crate::{
    Play,
    event::Event,
    frame::{self, Frame::Activation, Next, first, stray},
    options::SearchContested,
    queries::Look,
    rules::{
        activation::{self, Frame},
        cards::{self, How},
        reactions,
    },
    state::Used,
    words::{AreaSet, CharId, Paid},
};
use kernel::rule;

/// May this character search where it stands? `enemies` are the areas where enemies stand.
#[must_use]
pub fn may_search(look: Look, who: CharId, enemies: AreaSet) -> bool {
    rule!("FO-176", "FO-R66");
    match look.g.options.search_contested {
        SearchContested::Allowed => true,
        SearchContested::Forbidden => !enemies.contains(look.s.area(who)),
    }
}

/// Find Treasure.
pub fn search(p: &mut Play, asked: frame::Frame, who: CharId, treasure: Paid) -> Next {
    rule!("FO-174", "FO-191");
    let Activation(Frame::Act) = asked else { return stray(asked) };
    activation::pay(p, who.seat(), (1, 0), treasure);
    p.s.char_mut(who).used |= Used::SEARCHED;
    p.s.stack.push(reactions::Frame::After { reaction: false }.into());
    first(p, cards::Frame::Play { who, how: How::Plain }, Frame::Searched { who })
}

pub fn searched(p: &mut Play, who: CharId) -> Next {
    let found = finds(p.look(), who);
    cards::clear_table(p);
    p.s.sides[who.seat()].treasure += u16::from(found);
    p.say(|l| Event::Finds(l.name(who), found));
    Next::Done
}

/// How many treasures the card that was played finds.
#[must_use]
pub fn finds(look: Look, who: CharId) -> u8 {
    rule!("FO-175", "FO-123", "FO-192", "FO-R37");
    if look.s.played.card.is_some_and(|card| look.is_critical(who, card)) {
        return look.twist().critical_finds.unwrap_or(2);
    }
    if look.twist().black_finds_nothing && look.s.played.is_black() { 0 } else { look.g.options.find_base }
}
