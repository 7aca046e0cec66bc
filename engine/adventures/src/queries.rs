//! How much, how far, may I: pure questions to a table. The only place that folds modifiers and discounts into a number.

use crate::{
    content::{
        cards::{Card, Discount, Flag, Space},
        story::{Adventure, Conditions, Entry, Limits, Pay, Test},
    },
    words::{CardId, CardSet, Colour, Deck, EntryId, Faction, ItemId, LocationId, PathId},
};
use kernel::{Seat, rule};

pub use crate::Look;

/// The highest score that is written down.
const SCORE_MAX: u8 = 12;

impl<'a> Look<'a> {
    #[must_use]
    #[inline]
    pub fn adventure(self) -> &'a Adventure {
        &self.g.content.adventures[usize::from(self.s.adventure)]
    }
    #[must_use]
    #[inline]
    pub fn entry(self, entry: u16) -> &'a Entry {
        self.g.content.entry(EntryId(entry))
    }
    #[must_use]
    #[inline]
    pub fn card(self, card: CardId) -> &'a Card {
        self.g.content.card(card)
    }
    /// The numbers printed for this many players.
    #[must_use]
    pub fn limits(self, players: u8) -> Limits {
        self.g.content.campaign.limits(players)
    }

    // --- conditions

    /// Do all of these hold?
    #[must_use]
    #[inline]
    pub fn holds(self, when: &Conditions) -> bool {
        when.iter().all(|c| self.test(c.test) != c.no)
    }
    fn test(self, test: Test) -> bool {
        let (s, journal) = (self.s, &self.s.journal);
        match test {
            Test::Keyword(k) => journal.keywords & k.bit() != 0,
            Test::Item(item) => s.has_item(item),
            Test::Title(t) => journal.titles & t.bit() != 0,
            Test::XpHere => s.map.xp[s.map.at.index()] > 0,
            Test::Exhausted => s.all_exhausted(),
            Test::Legendary => {
                rule!("RA-221");
                journal.legendary
            }
            Test::Gold(k) => journal.gold >= u16::from(k),
            Test::Players(k) => s.players() >= k,
            Test::Highest(f) => self.highest() == f,
            Test::Lowest(f) => self.lowest() == f,
            Test::Favor(f, k) => journal.factions[self.track(f)] >= k,
            Test::Class(class) => s.present.into_iter().any(|seat| s.sheets[seat].class == class),
            Test::Race(race) => s.present.into_iter().any(|seat| s.sheets[seat].race == race),
        }
    }

    // --- factions

    /// The place of a faction's track, from the top of the journal.
    #[must_use]
    pub fn track(self, faction: Faction) -> usize {
        self.g.content.campaign.factions.iter().position(|t| t.id == faction).unwrap_or(0)
    }
    /// The faction with most favor; of tied ones that nearest the top.
    #[must_use]
    pub fn highest(self) -> Faction {
        rule!("RA-132", "RA-R46");
        let places = 0..self.g.content.campaign.factions.len();
        let best = places.rev().max_by_key(|at| self.s.journal.factions[*at]).unwrap_or(0);
        self.g.content.campaign.factions[best].id
    }
    /// The faction with least favor; of tied ones that nearest the bottom.
    #[must_use]
    pub fn lowest(self) -> Faction {
        rule!("RA-132", "RA-R46");
        let places = 0..self.g.content.campaign.factions.len();
        let least = places.rev().min_by_key(|at| self.s.journal.factions[*at]).unwrap_or(0);
        self.g.content.campaign.factions[least].id
    }

    // --- the map

    /// Open paths from where the party stands, with where they lead.
    #[inline]
    pub fn ways(self) -> impl Iterator<Item = (PathId, LocationId)> + 'a {
        let (at, closed) = (self.s.map.at, self.s.map.closed);
        let paths = self.adventure().paths.iter().enumerate();
        paths.filter_map(move |(i, path)| {
            let id = PathId(i as u8);
            path.other(at).filter(|_| closed & id.bit() == 0).map(|to| (id, to))
        })
    }
    /// Where a run can go on.
    #[inline]
    pub fn further(self) -> impl Iterator<Item = (PathId, LocationId)> + 'a {
        rule!("RA-082", "RA-R76");
        let map = &self.s.map;
        let visited = if self.g.options.runs_once { map.visited } else { map.again };
        self.ways().filter(move |(_, to)| visited & to.bit() == 0)
    }
    /// Does XP or a token lie there?
    #[must_use]
    pub fn marked(self, at: LocationId) -> bool {
        self.s.map.xp[at.index()] > 0 || self.s.map.tokens[at.index()] != 0
    }

    // --- costs

    /// Can every hero take this much without the entire party exhausted?
    #[must_use]
    #[inline]
    pub fn bears(self, fatigue: u8) -> bool {
        rule!("RA-104", "RA-R43");
        let s = self.s;
        s.present
            .into_iter()
            .any(|seat| s.sheets[seat].fatigue.saturating_add(fatigue) < s.sheets[seat].health)
    }
    #[must_use]
    pub fn payable(self, pay: Option<Pay>) -> bool {
        match pay {
            None => true,
            Some(Pay::Gold(k)) => self.s.journal.gold >= u16::from(k),
            Some(Pay::Xp(k)) => self.s.journal.xp >= u16::from(k),
            Some(Pay::Fatigue(k)) => self.bears(k),
        }
    }
    /// What using this item costs every hero.
    #[must_use]
    #[inline]
    pub fn item_cost(self, item: ItemId) -> u8 {
        self.g.content.discovery(item).item_cost().unwrap_or(0)
    }
    /// What a card costs this hero at the market.
    #[must_use]
    pub fn price(self, card: CardId, buyer: Seat) -> u8 {
        rule!("RA-195", "RA-R56");
        let (card, sheet) = (self.card(card), &self.s.sheets[buyer]);
        let off = match card.discount {
            Discount::None => 0,
            Discount::Attribute(attribute) => sheet.scores[attribute.index()],
            Discount::Race(race, off) if sheet.race == race => off,
            Discount::Race(..) => 0,
        };
        card.cost.unwrap_or(0).saturating_sub(off)
    }
    /// May a hero sell this card?
    #[must_use]
    pub fn sellable(self, card: CardId) -> bool {
        rule!("RA-199", "RA-R57");
        card.deck().is_market() && self.card(card).cost.is_some()
    }
    /// No score may be raised above this.
    #[must_use]
    pub fn score_limit(self) -> u8 {
        rule!("RA-193", "RA-R58");
        let campaign = &self.g.content.campaign;
        match self.s.journal.mastery {
            0 if self.g.options.capped_scores => campaign.start_limit,
            0 => SCORE_MAX,
            marked => campaign.mastery[usize::from(marked) - 1].limit,
        }
    }
    /// Scores this hero may raise.
    pub fn raisable(self, seat: Seat) -> impl Iterator<Item = Colour> + 'a {
        let (limit, scores) = (self.score_limit(), self.s.sheets[seat].scores);
        Colour::ALL.iter().copied().filter(move |c| scores[c.index()] < limit)
    }

    // --- enemies

    /// The name of an enemy in play.
    #[must_use]
    pub fn foe_name(self, at: usize) -> String {
        match self.s.contest.foes.get(at) {
            Some(foe) if !self.s.contest.own => self.g.content.enemy(foe.enemy).name.clone(),
            Some(_) | None => format!("enemy {}", at + 1),
        }
    }
    /// The icons of a space of its round track, from 0.
    #[must_use]
    pub fn space(self, foe: usize, at: usize) -> Space {
        let contest = &self.s.contest;
        if !contest.own {
            return self.g.content.enemy(contest.foes[foe].enemy).track[at];
        }
        at.checked_sub(1).and_then(|at| contest.own_tracks[foe].get(at).copied()).unwrap_or_default()
    }

    // --- decks

    /// What is left of a deck.
    #[must_use]
    #[inline]
    pub fn deck(self, deck: Deck) -> CardSet {
        self.s.decks.and(&self.g.deck_masks[deck.index()])
    }
    /// Does this card count against the card limit of legendary mode?
    #[must_use]
    pub fn counted(self, card: CardId) -> bool {
        match self.card(card).flag {
            Flag::None | Flag::Spent => true,
            Flag::Once | Flag::Return => false,
        }
    }
    /// Cards that count against the limit.
    #[must_use]
    pub fn counted_cards(self) -> u32 {
        let all = self.s.present.into_iter().flat_map(|seat| self.s.sheets[seat].cards().iter());
        all.filter(|card| self.counted(*card)).count() as u32
    }
    #[must_use]
    pub fn card_limit(self) -> u32 {
        rule!("RA-223", "RA-R80");
        let j = &self.s.journal;
        let limit = match j.card_limit {
            0 => self.limits(self.s.players()).cards,
            _ if self.g.options.limit_follows => self.limits(self.s.players()).cards,
            recorded => recorded,
        };
        u32::from(limit) + u32::from(self.s.journal.bonus_cards)
    }
    /// The market decks with at least one card.
    pub fn market_left(self) -> impl Iterator<Item = Deck> + 'a {
        Deck::MARKET.into_iter().filter(move |deck| !self.deck(*deck).is_empty())
    }
    /// The colour of a hero's class.
    #[must_use]
    pub fn class_colour(self, seat: Seat) -> Colour {
        self.g.content.class(self.s.sheets[seat].class).colour
    }
    /// The record of the hero of this seat, if it is an import.
    #[must_use]
    pub fn import(self, seat: Seat) -> Option<&'a crate::rules::importing::Import> {
        let here = self.s.sheets[seat].portrait == 0 && self.g.plan.saved.is_none();
        self.g.plan.imports[seat.index()].as_ref().filter(|_| here)
    }
    /// What a hero is: race and class, and the class card if that is another one.
    #[must_use]
    pub fn calling(self, seat: Seat) -> String {
        let sheet = &self.s.sheets[seat];
        let (race, class) = (self.g.content.race_name(sheet.race), &self.g.content.class(sheet.class).name);
        match self.import(seat).filter(|import| import.class.is_none()) {
            Some(import) => format!("{race} {}, with the class card {class}", import.calling),
            None => format!("{race} {class}"),
        }
    }
    /// The name of a hero.
    #[must_use]
    pub fn name(self, seat: Seat) -> String {
        let sheet = &self.s.sheets[seat];
        match crate::words::HeroId::new(sheet.portrait) {
            Some(hero) => self.g.content.hero(hero).name.clone(),
            None if sheet.health > 0 => self.import(seat).map_or_else(
                || format!("the {}", self.g.content.class(sheet.class).name),
                |import| match import.name.as_str() {
                    "" => format!("the {}", import.calling),
                    name => name.to_owned(),
                },
            ),
            None => seat.to_string(),
        }
    }
}
