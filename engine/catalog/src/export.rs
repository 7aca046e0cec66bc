//! A hero of Fiends & Familiars as Roll Player Adventures imports it: a line for its options `import0` to `import3`.

use crate::AnyTable;
use adventures::content::words::{Colour, Deck};
use fiends_and_familiars::{
    FiendsAndFamiliars, State,
    queries::Look,
    rules::final_scoring,
    words::{Color, Kind, Row},
};
use kernel::{Seat, Table};

/// The colour of a class over there; gold is no class colour.
fn colour(color: Color) -> Option<Colour> {
    match color {
        Color::Black => Some(Colour::Black),
        Color::Blue => Some(Colour::Blue),
        Color::Green => Some(Colour::Green),
        Color::Purple => Some(Colour::Purple),
        Color::Red => Some(Colour::Red),
        Color::White => Some(Colour::White),
        Color::Gold => None,
    }
}

/// The deck of such a card over there.
fn deck(kind: Kind) -> Deck {
    match kind {
        Kind::Armor => Deck::Armor,
        Kind::Weapon => Deck::Weapon,
        Kind::Skill => Deck::Skill,
        Kind::Trait => Deck::Trait,
        Kind::Scroll => Deck::Scroll,
    }
}

/// A name without signs that mean something in the line.
fn word(name: &str) -> String {
    name.replace([' ', ';', ':', '/', '='], "_")
}

/// Such as `race:Elf;class:Warrior;colour:R;stars:30;scores:17/15/13/12/18/14;cards:armor=Mail_Coif;gold:7;xp:2;fiends:1`. Race,
/// class, cards and familiar are told by name: over there the player chooses what takes the place of a name that is not known.
/// `None` before the game is over, and for a hero whom the Monster killed.
#[must_use]
pub fn hero(
    game: &FiendsAndFamiliars,
    state: &State,
    seat: Seat,
    there: &adventures::Content,
) -> Option<String> {
    use fiends_and_familiars::state::Ending;
    match state.ending? {
        Ending::Dead => return None,
        Ending::Won(_) | Ending::Ranked { .. } => {}
    }
    let look = Look { g: game, s: state };
    let me = look.player(seat);
    let race = &game.content.sheets.get(me.sheet.index())?.name;
    // A race of a pack that is not known over there becomes the first one.
    let race = word(if there.race(race).is_some() { race } else { there.campaign.races.first()? });
    let (class, colour) = (word(&look.class(seat)?.name), colour(me.color)?);
    let stars = final_scoring::score(look, seat).total().clamp(0, 255);
    let scores: Vec<String> =
        Row::ATTRIBUTES.iter().map(|row| look.score(seat, *row).max(0).to_string()).collect();
    let market =
        me.cards.iter().map(|card| look.card(card)).map(|card| (deck(card.kind), card.name.as_str()));
    let board = game.content.familiars.get(me.familiar.index());
    let owned = market.chain(board.map(|board| (Deck::Familiar, board.name.as_str())));
    let cards: Vec<String> = owned.map(|(deck, name)| format!("{deck}={}", word(name))).collect();
    let (scores, cards) = (scores.join("/"), cards.join("/"));
    let (gold, xp, fiends) = (me.gold, me.xp, me.active.count());
    Some(format!(
        "name:;race:{race};class:{class};colour:{colour};stars:{stars};scores:{scores};cards:{cards};gold:{gold};xp:{xp};fiends:{fiends}"
    ))
}

/// Every hero of a table that is over, as options of Roll Player Adventures; none for any other table.
#[must_use]
pub fn heroes(table: &dyn AnyTable) -> Vec<(String, String)> {
    let Some(table) = table.as_any().downcast_ref::<Table<FiendsAndFamiliars>>() else { return vec![] };
    let there = adventures::Content::built_in();
    let seats = Seat::first(kernel::Game::seats(&**table.game()));
    let exported = seats.filter_map(|seat| hero(table.game(), table.state(), seat, &there));
    exported.enumerate().map(|(n, text)| (format!("import{n}"), text)).take(4).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fiends_and_familiars::Options;
    use kernel::{Log, Step, Turn, below};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::sync::Arc;

    #[test]
    fn a_finished_hero_is_taken_by_adventures() {
        let options = Options { seats: 3, ..Options::default() };
        let game =
            FiendsAndFamiliars::new(fiends_and_familiars::Content::built_in(), options).expect("a game");
        let there = adventures::Content::built_in();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut table = Table::new(Arc::new(game));
        assert_eq!(hero(table.game(), table.state(), Seat::new(0), &there), None, "not finished");
        while table.turn() != Turn::Over {
            let step = match table.turn().asked().lowest() {
                None => Step::Chance(table.sample(&mut rng).expect("chance is due")),
                Some(seat) => {
                    let legal = table.legal(seat);
                    Step::Act { seat, action: legal[below(&mut rng, legal.len() as u32) as usize] }
                }
            };
            table.play(step, &mut Log::off()).expect("random play is legal");
        }
        for seat in Seat::first(3) {
            let text = hero(table.game(), table.state(), seat, &there).expect("it is over");
            let options = [("seats", "1"), ("import0", text.as_str())];
            let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
            assert!(
                crate::game::<crate::Adventures>(&options, &crate::PackFiles::default()).is_ok(),
                "{text}"
            );
        }
        let all = heroes(&table);
        assert_eq!(all.len(), 3);
        for (n, seat) in Seat::first(3).enumerate() {
            assert_eq!(
                all[n],
                (format!("import{n}"), hero(table.game(), table.state(), seat, &there).expect("it is over"))
            );
            set_out(&all[n].1);
        }
    }

    /// The hero stands at the table over there with what the tables of conversion say.
    fn set_out(text: &str) {
        let field = |name: &str| {
            text.split(';').find_map(|f| f.strip_prefix(name)?.strip_prefix(':')).expect("a field")
        };
        let options = [("seats", "1"), ("mode", "normal"), ("import0", text)];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let game = crate::game::<crate::Adventures>(&options, &crate::PackFiles::default()).expect("a game");
        let mut table = Table::new(Arc::new(game));
        while table.state().map.explored == 0 {
            let step = match table.turn().asked().lowest() {
                None => Step::Chance(table.odds().expect("chance is due").iter().next().expect("one").0),
                // For each card that is not here the first of its deck is chosen.
                Some(seat) => Step::Act { seat, action: *table.legal(seat).first().expect("an option") },
            };
            table.play(step, &mut Log::off()).expect("a legal step");
        }
        let sheet = &table.state().sheets[Seat::new(0)];
        let stars: u16 = field("stars").parse().expect("a number");
        let health = [(20, 14), (25, 15), (35, 16), (40, 17), (u16::MAX, 18)]
            .into_iter()
            .find(|(most, _)| stars <= *most);
        assert_eq!(Some(sheet.health), health.map(|(_, health)| health), "{text}");
        let scores: Vec<u8> = field("scores").split('/').map(|s| s.parse().expect("a score")).collect();
        for (there, here) in scores.iter().zip(sheet.scores) {
            let least = match there {
                0..=13 => 0,
                14..=15 => 1,
                16..=17 => 2,
                18.. => 3,
            };
            assert!(here >= least, "{text}: {:?}", sheet.scores);
        }
        let cards = field("cards").split('/').filter(|card| !card.is_empty()).count() as u32;
        assert_eq!(sheet.cards().len(), cards, "a card for each that was owned: {text}");
        let look = adventures::queries::Look { g: table.game(), s: table.state() };
        let calling = look.calling(Seat::new(0));
        let told = |name| field(name).replace('_', " ");
        assert!(calling.starts_with(&format!("{} {}", told("race"), told("class"))), "{calling}: {text}");
        assert_eq!(table.state().journal.gold.to_string(), field("gold"), "alone all gold is kept: {text}");
    }
}
