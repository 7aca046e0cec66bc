//! A campaign between two adventures as one line of text: written when it is saved, read when it goes on. RA-197.

use crate::{
    Adventures, Content, State,
    options::Scope,
    rules::advancement,
    state::{Ending, Sheet},
    words::{CardId, CardSet, ClassId, Deck, DieKind, RaceId, SEATS, TitleId},
};
use kernel::{BadOption, Seat, SeatSet, options::bad, rule};

/// What the journal and the sheets say when everything is put away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    pub xp: u16,
    pub gold: u16,
    pub campaign: u8,
    pub finished: u16,
    pub played: u8,
    pub won: u8,
    pub deaths: u8,
    pub mastery: u8,
    pub combat_dice: u8,
    pub bonus_limit: u8,
    pub bonus_cards: u8,
    /// As it was recorded when the campaign began; texts from before do not say.
    pub card_limit: Option<u8>,
    pub legendary: bool,
    pub factions: [u8; 3],
    pub titles: u128,
    pub heroes: [Option<HeroRecord>; SEATS],
}

/// No campaign has more books than this, whoever wrote them.
pub const BOOKS_MAX: u8 = 30;

impl Saved {
    /// The campaign of a table at a break: between two adventures, or behind the last. `None` at any other moment, and where
    /// no campaign is played.
    #[must_use]
    pub fn at_break(g: &Adventures, s: &State) -> Option<Saved> {
        rule!("RA-190", "RA-197");
        let rests = s.stack.top() == Some(&advancement::Frame::NextAdventure.into());
        let over = match g.options.scope {
            Scope::Campaign => s.ending == Some(Ending::Campaign),
            // An adventure of people's own book: they go on with the next one at another table.
            Scope::Table => s.ending == Some(Ending::Adventure),
            Scope::Adventure | Scope::Check | Scope::Combat => false,
        };
        (rests || over).then(|| Saved::of(s))
    }

    /// What is to be written down of a table.
    #[must_use]
    pub fn of(s: &State) -> Saved {
        rule!("RA-197");
        let j = &s.journal;
        let hero = |seat: Seat| {
            let sheet = &s.sheets[seat];
            let there = s.present.contains(seat);
            there
                .then(|| (sheet.portrait, sheet.class, sheet.race, sheet.health, sheet.scores, sheet.cards()))
        };
        Saved {
            xp: j.xp,
            gold: j.gold,
            campaign: j.campaign,
            finished: j.finished,
            played: s.played,
            won: s.won,
            deaths: j.deaths,
            mastery: j.mastery,
            combat_dice: j.combat_dice,
            bonus_limit: j.bonus_limit,
            bonus_cards: j.bonus_cards,
            card_limit: Some(j.card_limit),
            legendary: j.legendary,
            factions: j.factions,
            titles: j.titles,
            heroes: std::array::from_fn(|i| hero(Seat::new(i as u8))),
        }
    }

    /// One line such as `xp:3;gold:5;...`.
    #[must_use]
    pub fn write(&self) -> String {
        let list = |all: Vec<String>| if all.is_empty() { "-".to_owned() } else { all.join("/") };
        let titles = (1..128).filter(|n| self.titles >> n & 1 == 1).filter_map(TitleId::new);
        let mut text = format!(
            "xp:{};gold:{};campaign:{};finished:{};played:{};won:{};deaths:{};mastery:{};combat:{};bonus:{};cards:{};\
             legendary:{};factions:{};titles:{}",
            self.xp,
            self.gold,
            self.campaign,
            self.finished,
            self.played,
            self.won,
            self.deaths,
            self.mastery,
            self.combat_dice,
            self.bonus_limit,
            self.bonus_cards,
            u8::from(self.legendary),
            list(self.factions.iter().map(u8::to_string).collect()),
            list(titles.map(|t| t.to_string()).collect()),
        );
        if let Some(limit) = self.card_limit {
            text += &format!(";limit:{limit}");
        }
        for (seat, hero) in self.heroes.iter().enumerate() {
            if let Some((portrait, class, race, health, scores, hand)) = hero {
                let scores = list(scores.iter().map(u8::to_string).collect());
                let hand = list(hand.iter().map(|c| c.to_string()).collect());
                text += &format!(";hero{seat}:{portrait},{class},{race},{health},{scores},{hand}");
            }
        }
        text
    }

    /// Reads what [`Saved::write`] wrote.
    ///
    /// # Errors
    /// With the field at fault.
    pub fn read(content: &Content, text: &str) -> Result<Saved, BadOption> {
        let field = |name: &str| text.split(';').find_map(|f| f.strip_prefix(name)?.strip_prefix(':'));
        let number = |name: &'static str, most: u16| -> Result<u16, BadOption> {
            let found = field(name).unwrap_or_default();
            let read = found.parse().ok().filter(|n| *n <= most);
            read.ok_or_else(|| bad("saved", format!("{name}:{found}"), format!("a number up to {most}")))
        };
        let small = |name: &'static str, most: u8| number(name, most.into()).map(|n| n as u8);
        let campaign = &content.campaign;
        let numbers: Vec<u8> =
            field("factions").unwrap_or_default().split('/').flat_map(str::parse).collect();
        let on_track =
            |at: usize| (campaign.factions[at].min..=campaign.factions[at].max).contains(&numbers[at]);
        if numbers.len() != 3 || !(0..3).all(on_track) {
            return Err(bad("saved", "factions", "three places on the faction tracks"));
        }
        let mut titles = 0;
        for word in field("titles").unwrap_or_default().split('/').filter(|w| *w != "-" && !w.is_empty()) {
            let title = word.parse::<TitleId>().ok().filter(|t| content.has_title(*t));
            titles |= title.ok_or_else(|| bad("saved", word, "a title of the content"))?.bit();
        }
        let mut saved = Saved {
            xp: number("xp", 10_000)?,
            gold: number("gold", 10_000)?,
            campaign: small("campaign", BOOKS_MAX)?,
            finished: number("finished", u16::MAX)?,
            played: small("played", 100)?,
            won: small("won", 100)?,
            deaths: small("deaths", campaign.death_boxes)?,
            mastery: small("mastery", campaign.mastery.len() as u8)?,
            combat_dice: small("combat", crate::state::COMBAT_DICE_MAX)?,
            bonus_limit: small("bonus", campaign.bonus_most)?,
            bonus_cards: small("cards", 100)?,
            card_limit: field("limit").map(|_| small("limit", 100)).transpose()?,
            legendary: small("legendary", 1)? == 1,
            factions: [numbers[0], numbers[1], numbers[2]],
            titles,
            heroes: [None; SEATS],
        };
        let names = ["hero0", "hero1", "hero2", "hero3"];
        for (at, name) in names.into_iter().enumerate() {
            saved.heroes[at] = field(name).map(|text| hero(content, text)).transpose()?;
        }
        if saved.won > saved.played {
            return Err(bad("saved", format!("won:{}", saved.won), format!("at most {}", saved.played)));
        }
        saved.fits(content)
    }

    /// What a table must offer to this campaign: its books and its seats.
    ///
    /// # Errors
    /// With what is missing.
    pub fn suits(&self, content: &Content, scope: Scope, seats: u8) -> Result<(), BadOption> {
        let books = content.adventures.iter().filter(|a| !a.sidequest).count() as u8;
        let most = match scope {
            Scope::Campaign => books,
            Scope::Table => BOOKS_MAX,
            Scope::Adventure | Scope::Check | Scope::Combat => {
                return Err(bad("saved", "a saved campaign", "none, unless the scope is campaign or table"));
            }
        };
        if self.campaign > most {
            return Err(bad(
                "saved",
                format!("campaign:{}", self.campaign),
                format!("a number up to {most}"),
            ));
        }
        match self.heroes.iter().rposition(Option::is_some) {
            Some(last) if last >= usize::from(seats) => {
                Err(bad("seats", seats, format!("{} or more: the saved campaign has a hero there", last + 1)))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// No card and no colour twice, and at least one hero.
    fn fits(self, content: &Content) -> Result<Saved, BadOption> {
        let mut cards = CardSet::EMPTY;
        let mut colours = crate::words::ColourSet::NONE;
        for (_, class, _, _, _, hand) in self.heroes.iter().flatten() {
            let colour = content.class(*class).colour;
            if !cards.and(hand).is_empty() || colours.contains(colour) {
                return Err(bad("saved", "a card or class colour twice", "each card and colour once"));
            }
            cards = cards.or(hand);
            colours = colours.with(colour);
        }
        if colours.is_empty() { Err(bad("saved", "no hero", "hero0 to hero3")) } else { Ok(self) }
    }

    /// Lays the campaign out again.
    pub fn lay_out(&self, g: &Adventures, s: &mut State) {
        rule!("RA-190", "RA-197");
        s.present = SeatSet::EMPTY;
        for (at, hero) in self.heroes.iter().enumerate() {
            let Some((portrait, class, race, health, scores, hand)) = *hero else { continue };
            let seat = Seat::new(at as u8);
            s.present.insert(seat);
            s.sheets[seat] = Sheet {
                portrait,
                class,
                race,
                health,
                scores,
                rows: scores,
                ready: true,
                hand,
                ..Sheet::default()
            };
            s.decks = s.decks.minus(&hand);
            for card in hand.iter().filter(|card| card.deck() == Deck::Familiar) {
                s.into_bag(DieKind::familiar(card.number() as u8));
            }
        }
        s.storyteller = s.present.lowest().unwrap_or(Seat::new(0));
        s.tome_keeper = s.storyteller;
        let players = s.players();
        let limits = g.content.campaign.limits.iter().find(|l| l.players == players);
        let j = &mut s.journal;
        j.play_limit = limits.map_or(1, |l| l.play);
        (j.xp, j.gold, j.campaign, j.finished, j.deaths) =
            (self.xp, self.gold, self.campaign, self.finished, self.deaths);
        (j.mastery, j.combat_dice, j.bonus_limit, j.bonus_cards) =
            (self.mastery, self.combat_dice, self.bonus_limit, self.bonus_cards);
        (j.legendary, j.factions, j.titles) = (self.legendary, self.factions, self.titles);
        j.rests = u8::from(self.legendary);
        (s.played, s.won) = (self.played, self.won);
    }
}

/// Portrait, class, race, health, scores, hand.
pub type HeroRecord = (u8, ClassId, RaceId, u8, [u8; 6], CardSet);

fn hero(content: &Content, text: &str) -> Result<HeroRecord, BadOption> {
    let wrong = |what: &str| bad("saved", text, what);
    let words: Vec<&str> = text.split(',').collect();
    let [portrait, class, race, health, scores, hand] = words[..] else {
        return Err(wrong("portrait, class, race, health, scores and cards"));
    };
    let known = |n: &u8| *n == 0 || crate::words::HeroId::new(*n).is_some_and(|h| content.has_hero(h));
    let portrait = portrait.parse().ok().filter(known).ok_or_else(|| wrong("a portrait of the content"))?;
    let class: Option<ClassId> = class.parse().ok().filter(|c| content.has_class(*c));
    let race: Option<RaceId> =
        race.parse().ok().filter(|r: &RaceId| r.index() < content.campaign.races.len());
    let health = health.parse().ok().filter(|h| (1..=60).contains(h));
    let scores: Vec<u8> = scores.split('/').flat_map(str::parse).filter(|s| *s <= 12).collect();
    let mut cards = CardSet::EMPTY;
    for word in hand.split('/').filter(|w| *w != "-") {
        let card: Option<CardId> = word.parse().ok().filter(|c| content.has_card(*c));
        cards.insert(card.ok_or_else(|| wrong("cards of the content"))?);
    }
    Ok((
        portrait,
        class.ok_or_else(|| wrong("a class of the content"))?,
        race.ok_or_else(|| wrong("a race of the content"))?,
        health.ok_or_else(|| wrong("a health of 1 to 60"))?,
        scores.try_into().map_err(|_| wrong("six scores"))?,
        cards,
    ))
}
