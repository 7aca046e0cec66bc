//! What people tell of their own journal and map: titles, keywords and items by what is printed on them, who holds the books,
//! where the party stands. No rule of the game but a way to play it with one's own box; `corrections.rs` takes the reports.

use crate::{
    Event, Play,
    options::Scope,
    queries::Look,
    rules::{exhaustion, items::use_bit},
    state::ITEMS,
    words::{ItemId, LocationId, TitleId},
};
use kernel::{Seat, setting::wrong};

/// The printed names of the factions, from the top of the journal.
const FACTIONS: [(&str, &str); 3] =
    [("king", "the king"), ("dragul", "Dragul"), ("door", "the Starlit Door")];

impl Look<'_> {
    /// Do people read their own book? Then nothing of ours has a name.
    #[must_use]
    pub fn own_book(self) -> bool {
        self.g.options.scope == Scope::Table
    }
    /// A faction by its track, from the top of the journal.
    #[must_use]
    pub fn faction_name(self, track: usize) -> String {
        match FACTIONS.get(track) {
            Some((_, printed)) if self.own_book() => (*printed).to_owned(),
            Some(_) | None => self.g.content.campaign.factions[track].id.title(),
        }
    }
    /// Keywords that are recorded.
    #[must_use]
    pub fn keywords(self) -> Vec<String> {
        if self.own_book() {
            return words(self).map(str::to_owned).collect();
        }
        let all = self.g.content.keywords.iter().enumerate();
        all.filter(|(i, _)| self.s.journal.keywords >> i & 1 == 1).map(|(_, word)| word.clone()).collect()
    }
    /// Titles of the party: out of people's own box by their numbers.
    #[must_use]
    pub fn titles(self) -> Vec<String> {
        let ours = |title: TitleId| self.g.content.title(title).name.clone();
        let all = (1..128).filter_map(TitleId::new).filter(|t| self.s.journal.titles & t.bit() != 0);
        all.map(|t| if self.own_book() { t.to_string() } else { ours(t) }).collect()
    }
    /// An item as the story names it.
    #[must_use]
    pub fn item_name(self, item: ItemId) -> String {
        if self.own_book() {
            return format!("no. {item}");
        }
        self.g.content.discovery(item).name.clone()
    }
}

/// The track of a faction that was named as it is printed.
#[must_use]
pub fn faction(name: &str) -> Option<usize> {
    FACTIONS.iter().position(|(word, _)| *word == name)
}

fn words(look: Look<'_>) -> impl Iterator<Item = &str> {
    std::str::from_utf8(&look.s.told_words).unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

/// Takes a report about titles, keywords, items or books; false if it is about something else.
///
/// # Errors
/// With what was expected.
pub fn report(p: &mut Play, name: &str, value: &str) -> Result<bool, String> {
    let known = ["title", "keyword", "item", "use", "arrive", "at", "storyteller"].contains(&name);
    if known && name != "storyteller" && !p.look().own_book() {
        return Err(wrong(name, "it while people read their own book: option scope=table"));
    }
    match name {
        "title" => title(p, value)?,
        "keyword" => keyword(p, value)?,
        "item" => item(p, value)?,
        "use" => use_items(p, value)?,
        "arrive" => arrive(p, value)?,
        "at" => p.s.map.at = location(value)?,
        "storyteller" => storyteller(p, value)?,
        _ => {}
    }
    Ok(known)
}

/// `+ALARM` or `-ALARM`: whether it comes or goes, and the rest.
fn sign<'t>(value: &'t str, expected: &str) -> Result<(bool, &'t str), String> {
    match (value.strip_prefix('+'), value.strip_prefix('-')) {
        (Some(rest), _) => Ok((true, rest)),
        (None, Some(rest)) => Ok((false, rest)),
        (None, None) => Err(wrong(value, expected)),
    }
}

fn title(p: &mut Play, value: &str) -> Result<(), String> {
    const HELP: &str = "+ or - and the number of a title card, such as +014";
    let (comes, number) = sign(value, HELP)?;
    let title: TitleId = number.parse().map_err(|_| wrong(value, HELP))?;
    let titles = &mut p.s.journal.titles;
    if (*titles & title.bit() != 0) == comes {
        return Err(wrong(
            value,
            if comes { "a title the party does not have" } else { "a title the party has" },
        ));
    }
    *titles ^= title.bit();
    if comes {
        p.say(|_| Event::Title(title.to_string()));
    }
    Ok(())
}

fn keyword(p: &mut Play, value: &str) -> Result<(), String> {
    const HELP: &str = "+ or - and a keyword of at most 20 letters, such as +ALARM";
    let (comes, word) = sign(value, HELP)?;
    let word = word.to_uppercase();
    if word.is_empty() || word.len() > 20 || !word.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Err(wrong(value, HELP));
    }
    let mut all = p.look().keywords();
    let there = all.iter().position(|known| *known == word);
    match (comes, there) {
        (true, None) => all.push(word.clone()),
        (false, Some(at)) => {
            all.remove(at);
        }
        (true, Some(_)) => return Err(wrong(value, "a keyword that is not recorded")),
        (false, None) => return Err(wrong(value, format!("one that is recorded: {}", all.join(", ")))),
    }
    let text = all.join(" ");
    if text.len() > p.s.told_words.capacity() {
        return Err(wrong(value, "fewer keywords: the space on the journal is full"));
    }
    p.s.told_words.clear();
    p.s.told_words.extend_from_slice(text.as_bytes());
    p.say(|_| Event::Keyword { word, recorded: comes });
    Ok(())
}

fn item(p: &mut Play, value: &str) -> Result<(), String> {
    const HELP: &str = "+ or - and the number of an item, such as +65";
    let (comes, number) = sign(value, HELP)?;
    let item: ItemId = number.parse().map_err(|_| wrong(value, HELP))?;
    if p.s.has_item(item) == comes {
        return Err(wrong(
            value,
            if comes { "an item the party does not have" } else { "an item the party has" },
        ));
    }
    let map = &mut p.s.map;
    let at = map.items.iter().position(|known| *known == item).unwrap_or(map.items.len());
    if at == ITEMS {
        return Err(wrong(value, format!("at most {ITEMS} different items in an adventure")));
    }
    if at == map.items.len() {
        map.items.push(item);
    }
    map.held ^= 1 << at;
    p.say(|look| Event::Item { name: look.item_name(item), gained: comes });
    Ok(())
}

/// `65 cost 1`, `31+34 cost 2`: everybody pays, and the entry to read is named.
fn use_items(p: &mut Play, value: &str) -> Result<(), String> {
    const HELP: &str =
        "one or two items the party has and what they cost together, such as 65 cost 1 or 31+34 cost 2";
    let (items, cost) = value.split_once(" cost ").unwrap_or((value, "0"));
    let cost: u8 = cost.trim().parse().ok().filter(|k| *k <= 20).ok_or_else(|| wrong(value, HELP))?;
    let mut numbers: Vec<ItemId> = items
        .split('+')
        .map(|n| n.trim().parse().map_err(|_| wrong(value, HELP)))
        .collect::<Result<_, _>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    let place = |item: &ItemId| p.s.map.items.iter().position(|known| known == item);
    let held = numbers.iter().filter(|item| p.s.has_item(**item)).filter_map(place).collect::<Vec<_>>();
    let bit = match held[..] {
        [one] if numbers.len() == 1 => use_bit(one, None),
        [one, two] if numbers.len() == 2 => use_bit(one, Some(two)),
        _ => return Err(wrong(value, HELP)),
    };
    let at = p.s.map.at;
    if p.s.map.used[at.index()] & bit != 0 {
        return Err(wrong(
            value,
            format!("something not yet used at {at}: the same only once in a location"),
        ));
    }
    if !p.look().bears(cost) {
        return Err(wrong(value, "a cost that does not exhaust the whole party"));
    }
    p.s.map.used[at.index()] |= bit;
    p.say(|look| Event::Uses(numbers.iter().map(|item| look.item_name(*item)).collect()));
    exhaustion::suffer_all(p, cost);
    let label = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
    p.say(|_| Event::LookUp(format!("{at}{label}")));
    Ok(())
}

fn location(value: &str) -> Result<LocationId, String> {
    value.parse().map_err(|_| wrong(value, "the letter of a location, such as C"))
}

/// The party stops at a location: the books are passed on.
fn arrive(p: &mut Play, value: &str) -> Result<(), String> {
    let at = location(value)?;
    p.s.map.at = at;
    p.s.map.explored |= at.bit();
    p.s.map.rested = false;
    p.say(|_| Event::Arrives(at.letter()));
    pass_books(p);
    Ok(())
}

/// The Tome goes to who told the story, the storybook to the next on the left.
pub fn pass_books(p: &mut Play) {
    p.s.tome_keeper = p.s.storyteller;
    p.s.storyteller = p.s.left_of(p.s.storyteller);
    say_books(p);
}

/// Who holds which book.
pub fn say_books(p: &mut Play) {
    p.say(|look| Event::Books {
        storyteller: look.name(look.s.storyteller),
        tome_keeper: look.name(look.s.tome_keeper),
    });
}

fn storyteller(p: &mut Play, value: &str) -> Result<(), String> {
    let seat = value.parse().ok().and_then(|n| Seat::checked(n, p.g.options.seats));
    let seat = seat.filter(|seat| p.s.present.contains(*seat));
    p.s.storyteller = seat.ok_or_else(|| wrong(value, "a hero of the party, from 0"))?;
    p.s.tome_keeper = right_of(p, p.s.storyteller);
    say_books(p);
    Ok(())
}

/// The seat on the right: the one whose left neighbour this is.
#[must_use]
pub fn right_of(p: &Play, seat: Seat) -> Seat {
    p.s.present.into_iter().find(|other| p.s.left_of(*other) == seat).unwrap_or(seat)
}
