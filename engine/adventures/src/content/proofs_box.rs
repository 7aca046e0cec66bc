//! The box: counts, texts that say what the effects do, and packs that are refused with the reason.

use super::{
    Content,
    cards::{Flag, ModPrimitive, TrackEffect},
    effect::{ANY_NUMBER, Ability, Added, Effect, Selector, Who},
    words::{Colour, ColourSet, Deck, Level, ValueSet},
};
use kernel::proves;
use std::collections::BTreeSet;

#[test]
fn the_box_is_complete() {
    proves!("RA-003");
    let content = Content::built_in();
    assert_eq!(
        Deck::ALL.iter().map(|d| content.cards_of(*d).count()).collect::<Vec<_>>(),
        [12, 12, 12, 14, 10, 11, 6]
    );
    assert_eq!((content.enemies.len(), content.pages.len(), content.modifiers.len()), (26, 12, 12));
    assert_eq!((content.classes.len(), content.heroes.len()), (12, 12));
    assert_eq!((content.discoveries.len(), content.titles.len()), (21, 31));
    assert_eq!(
        content.adventures.iter().map(|a| a.sidequest).collect::<Vec<_>>(),
        [false, false, false, false, false, false, true]
    );
    let tiers = |tier| content.enemies.iter().filter(|e| e.tier == tier).count();
    assert_eq!([1, 2, 3, 4].map(tiers), [7, 9, 6, 4]);
}

#[test]
fn the_journal_has_the_printed_numbers() {
    proves!("RA-007");
    let campaign = Content::built_in().campaign;
    let by_players: Vec<_> = campaign.limits.iter().map(|l| (l.play, l.bonus, l.dice, l.gold)).collect();
    assert_eq!(by_players, [(4, 1, 3, 7), (2, 1, 3, 5), (1, 2, 3, 3), (1, 1, 3, 2)]);
    assert_eq!(campaign.limits.iter().map(|l| l.cards).collect::<Vec<_>>(), [20, 20, 25, 30]);
    let factions: Vec<_> = campaign.factions.iter().map(|t| (t.id.word(), t.min, t.start, t.max)).collect();
    assert_eq!(factions, [("C", 0, 5, 10), ("S", 0, 4, 10), ("H", 0, 3, 10)]);
    assert_eq!(campaign.mastery.iter().map(|m| m.cost).collect::<Vec<_>>(), (4..=12).collect::<Vec<u8>>());
    assert_eq!(campaign.mastery.iter().map(|m| m.limit).collect::<Vec<_>>(), [4, 4, 4, 5, 5, 5, 6, 6, 6]);
    assert_eq!(
        (campaign.death_boxes, campaign.rest_boxes, campaign.bonus_most, campaign.health),
        (5, 4, 8, 16)
    );
}

#[test]
fn every_colour_has_two_classes_and_heroes_of_different_colours_share_no_card() {
    proves!("RA-004");
    let content = Content::built_in();
    for colour in Colour::ALL {
        assert_eq!(content.classes.iter().filter(|c| c.colour == *colour).count(), 2, "{colour}");
    }
    let names = ["STR", "DEX", "CON", "INT", "WIS", "CHA"];
    assert!(Colour::ALL.iter().zip(names).all(|(colour, name)| colour.attribute() == name));
    assert_eq!(Colour::of_attribute("DEX"), Some(Colour::Black));
    for hero in &content.heroes {
        assert_eq!((hero.scores.iter().sum::<u8>(), hero.hand.len()), (7, 7), "{}", hero.name);
        for other in &content.heroes {
            let colours = (content.class(hero.class).colour, content.class(other.class).colour);
            let shared = hero.hand.iter().any(|card| other.hand.contains(card));
            assert!(colours.0 == colours.1 || !shared, "{} and {}", hero.name, other.name);
        }
    }
}

#[test]
fn each_familiar_brings_its_own_die_of_two_colours() {
    proves!("RA-005");
    let content = Content::built_in();
    let mut pairs = BTreeSet::new();
    for card in content.cards_of(Deck::Familiar) {
        assert_eq!((card.die.len(), card.faces, card.cost), (2, [1, 2, 3, 4, 5, 6], None), "{}", card.name);
        let own = Effect::Add { what: Added::Familiar(card.id), set: None };
        assert_eq!(card.ability.effects().collect::<Vec<_>>(), [own], "{}", card.name);
        assert!(pairs.insert(card.die), "each pair of colours once");
    }
}

#[test]
fn rows_grow_harder_and_ask_for_the_colours_of_their_page() {
    proves!("RA-011");
    for page in Content::built_in().pages {
        let slots = page.rows.map(|row| row.slots.len());
        assert_eq!(
            (slots, page.rows.map(|row| row.dice_limit)),
            ([2, 3, 4, 5], [3, 5, 5, 6]),
            "{}",
            page.name
        );
        let asked = page.rows[Level::Two.index()].slots[2].colours;
        assert_eq!(asked, ColourSet::only(page.main).with(page.second), "{}", page.name);
        assert!(page.rows[3].slots[4].colours == ColourSet::only(page.main), "{}", page.name);
        let rewards = page.rows.map(|row| row.slots.iter().map(|s| s.reward.xp).sum::<u8>());
        assert_eq!(rewards, [0, 0, 1, 2], "{}", page.name);
    }
}

#[test]
fn enemies_strike_from_their_slots_and_their_track_begins_empty() {
    proves!("RA-008");
    let content = Content::built_in();
    for enemy in &content.enemies {
        assert!(enemy.track[0].is_empty() && !enemy.track[1].is_empty() && !enemy.track[2].is_empty());
        assert_eq!(enemy.slots.len(), [4, 5, 6, 8][usize::from(enemy.tier - 1)], "{}", enemy.name);
    }
    let raider = content.enemies.iter().find(|e| e.name == "Saltborn Raider").expect("E08");
    let strikes: Vec<u8> = raider.slots.iter().map(|s| s.counterattack).collect();
    assert_eq!((strikes, raider.track[2][0]), (vec![2, 1, 1, 1, 1], TrackEffect::Fatigue(2)));
}

/// What a text must and must not say because of an effect.
#[derive(Default)]
struct Says {
    phrases: Vec<String>,
    numbers: BTreeSet<String>,
    colours: ColourSet,
}

impl Says {
    fn of(content: &Content, ability: &Ability) -> Says {
        let mut says = Says::default();
        for effect in ability.effects() {
            says.add(content, effect);
        }
        says
    }
    fn number(&mut self, number: impl ToString) {
        self.numbers.insert(number.to_string());
    }
    fn dice(&mut self, on: Selector, up_to: u8) {
        match up_to {
            1 => {}
            ANY_NUMBER => self.phrases.push("any number of dice".to_owned()),
            more => {
                self.phrases.push(format!("up to {more}"));
                self.number(more);
            }
        }
        if on.colours == ColourSet::ALL {
            self.phrases
                .push(if up_to == 1 && on.values == ValueSet::ALL { "any die" } else { "di" }.to_owned());
        } else {
            on.colours.iter().for_each(|c| self.colours = self.colours.with(c));
        }
        if on.values != ValueSet::ALL {
            on.values.iter().for_each(|v| self.number(v));
        }
    }
    fn add(&mut self, content: &Content, effect: Effect) {
        let mut verb = |verb: &str| self.phrases.push(verb.to_owned());
        match effect {
            Effect::Flip { on, up_to } => {
                verb("flip");
                self.dice(on, up_to);
            }
            Effect::Adjust { on, up_to } => {
                verb("up or down by 1");
                self.number(1);
                self.dice(on, up_to);
            }
            Effect::Reroll { on, up_to } => {
                verb("reroll");
                self.dice(on, up_to);
            }
            Effect::TreatColour { on, up_to, to } => {
                verb("treat");
                self.dice(on, up_to);
                if to == ColourSet::ALL {
                    self.phrases.push("as any other colour".to_owned());
                } else {
                    to.iter().for_each(|c| self.colours = self.colours.with(c));
                }
            }
            Effect::TreatValue { on, .. } => {
                verb("as any other value");
                self.dice(on, 1);
            }
            Effect::Add { what, set } => {
                match what {
                    Added::Colour(colour) => self.colours = self.colours.with(colour),
                    Added::Random => verb("add a random die from the bag"),
                    Added::Familiar(card) => {
                        verb("add its own");
                        content.card(card).die.iter().for_each(|c| self.colours = self.colours.with(c));
                    }
                }
                self.phrases.push(set.map_or("roll it".to_owned(), |v| format!("set to {v}")));
                set.into_iter().for_each(|v| self.number(v));
            }
            Effect::Heal { by, who } => {
                self.phrases.push(format!("remove {by} fatigue from {}", served(who)));
                self.number(by);
            }
            Effect::Row { by, .. } => {
                self.phrases.push(format!("{by} stamina into"));
                self.number(by);
            }
            Effect::Extra(k) => {
                self.phrases.push(format!("play {k} extra card"));
                self.number(k);
            }
            Effect::Recover(k) => {
                self.phrases.push(format!("{k} card from your spent space"));
                self.number(k);
            }
        }
    }
}

fn served(who: Who) -> &'static str {
    match who {
        Who::Myself => "yourself",
        Who::One => "one hero",
        Who::Each => "each hero",
    }
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// The text says all its effects do, and names no number and no colour beside.
fn check_text(content: &Content, id: &str, text: &str, ability: &Ability) {
    let (low, words, says) = (text.to_lowercase(), words(text), Says::of(content, ability));
    for phrase in &says.phrases {
        assert!(low.contains(phrase), "{id} should say `{phrase}`: {text}");
    }
    let digits = |w: &&String| w.bytes().all(|b| b.is_ascii_digit());
    assert_eq!(words.iter().filter(digits).cloned().collect::<BTreeSet<_>>(), says.numbers, "{id}: {text}");
    let named = |c: &&Colour| words.contains(&c.title());
    let named: Vec<_> = Colour::ALL.iter().filter(named).copied().collect();
    assert_eq!(named, says.colours.iter().collect::<Vec<_>>(), "{id}: {text}");
    assert_eq!(
        low.matches(", or ").count() + 1,
        ability.options.len(),
        "{id} has an `or` for each option: {text}"
    );
}

#[test]
fn every_card_says_what_it_does_and_nothing_else() {
    let content = Content::built_in();
    for card in content.all_cards() {
        check_text(&content, &card.id.to_string(), &card.text, &card.ability);
        for (flag, says) in [
            (Flag::Spent, "Then it is spent."),
            (Flag::Once, "Once an adventure."),
            (Flag::Return, "Then it returns to its deck."),
        ] {
            assert_eq!(card.text.ends_with(says), card.flag == flag, "{}: {}", card.id, card.text);
        }
    }
    for class in &content.classes {
        check_text(&content, &class.id.to_string(), &class.text, &class.ability);
    }
}

#[test]
fn every_modifier_says_its_numbers() {
    for modifier in Content::built_in().modifiers {
        let low = modifier.text.to_lowercase();
        for primitive in modifier.does {
            let says = match primitive {
                ModPrimitive::DiceLimit(k) => {
                    format!("{} die {}", k.abs(), if k < 0 { "fewer" } else { "more" })
                }
                ModPrimitive::Cost(k) => format!("costs {k} stamina more"),
                ModPrimitive::NoBonusPlays => "bonus play tokens stay".to_owned(),
                ModPrimitive::Forbid(verb) => format!("be {verb}"),
                ModPrimitive::Counter(k) => format!("{} {}", k.abs(), if k < 0 { "lower" } else { "higher" }),
                ModPrimitive::ExtraSlot(slot) => {
                    format!("one more slot for a {}", slot.values.iter().next().expect("a value"))
                }
                ModPrimitive::StartSpace(k) => format!("starts on space {k}"),
                ModPrimitive::PerUncovered(k) => format!("every empty slot gives each hero {k} fatigue"),
                ModPrimitive::OnPass(_) => "gain 1 gold".to_owned(),
                ModPrimitive::OnFail(_) => "lose 1 gold".to_owned(),
            };
            let says = says.replace("be flip", "be flipped").replace("be treat", "be treated");
            assert!(low.contains(&says), "{} should say `{says}`: {}", modifier.name, modifier.text);
        }
    }
}

#[test]
fn no_two_cards_share_a_name_or_a_text() {
    let content = Content::built_in();
    let cards = content.all_cards().map(|c| (c.name.as_str(), c.text.as_str()));
    let classes = content.classes.iter().map(|c| (c.name.as_str(), c.text.as_str()));
    let enemies = content.enemies.iter().map(|c| (c.name.as_str(), c.text.as_str()));
    let items = content.discoveries.iter().map(|c| (c.name.as_str(), c.text.as_str()));
    let titles = content.titles.iter().map(|c| (c.name.as_str(), c.text.as_str()));
    let (mut names, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for (name, text) in cards.chain(classes).chain(enemies).chain(items).chain(titles) {
        assert!(names.insert(name) && texts.insert(text), "{name}: {text}");
    }
}

#[test]
fn every_kind_of_effect_is_on_some_card_of_the_house() {
    let content = Content::built_in();
    let all = || content.all_cards().map(|c| c.ability).chain(content.classes.iter().map(|c| c.ability));
    let used: BTreeSet<String> = all()
        .flat_map(|a| a.effects().collect::<Vec<_>>())
        .map(|e| e.to_string().split(['(', '2', '3', '4', 'N']).next().unwrap_or_default().to_owned())
        .collect();
    let want = ["add", "adj", "extra", "flip", "heal", "recover", "reroll", "row", "treatC", "treatV"];
    assert_eq!(used, want.iter().map(ToString::to_string).collect());
    let spaces: BTreeSet<String> = content
        .enemies
        .iter()
        .flat_map(|e| e.track)
        .flatten()
        .map(|t| t.to_string()[..4].to_owned())
        .collect();
    assert_eq!(spaces.len(), 5, "each kind of track icon: {spaces:?}");
}
