//! Reading directives, conditions and choices: `if(no xp) go(C1)`, `check([Foggy] Sneak II) pass{…} fail{…}`.

use super::{
    effect::Misread,
    story::{
        Action, Check, Choice, Combat, Condition, Conditions, Directive, Lead, Modifiers, Pay, Span, Test,
    },
    words::{
        CardId, ClassId, Deck, EndingId, EnemyId, EntryId, Faction, ItemId, KeywordId, LocationId,
        ModifierId, PageId, PathId, RaceId, TitleId, TokenId,
    },
};
use kernel::ArrayVec;

/// What names stand for. Labels and paths are those of the book that is read.
pub trait Names {
    fn entry(&self, label: &str) -> Option<EntryId>;
    fn path(&self, a: LocationId, b: LocationId) -> Option<PathId>;
    fn location(&self, at: LocationId) -> bool;
    fn modifier(&self, name: &str) -> Option<ModifierId>;
    fn page(&self, name: &str) -> Option<PageId>;
    fn enemy(&self, id: EnemyId) -> bool;
    fn card(&self, id: CardId) -> bool;
    fn item(&self, id: ItemId) -> bool;
    fn map_card(&self, id: ItemId) -> bool;
    fn title(&self, id: TitleId) -> bool;
    fn class(&self, id: ClassId) -> bool;
    fn race(&self, name: &str) -> Option<RaceId>;
    fn ending(&self, name: &str) -> Option<EndingId>;
}

/// The growing tables of all books.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    pub actions: Vec<Action>,
    pub choices: Vec<Choice>,
    pub keywords: Vec<String>,
    pub tokens: Vec<String>,
}

const DIRECTIVES: &str = "a directive: xp±k, gold±k, fat+k, heal+k, drain+k, rows+k, kw±NAME, title+nnn, item±n, mapcard+n, \
rare+R, fam+F, card(deck), fav(F)±k, takexp, place(L), token(T,L)±, unlock(L-M), mod+NAME, check(…), combat(…), go(X), resume, \
death, back, losecard, endok, end, ending(NAME) or finish";
const CONDITIONS: &str = "a condition: kw X, item n, title nnn, xp, exhausted, legendary, gold>=k, players>=k, highest F, \
lowest F, fav F>=k, class C01 or race NAME, with `no` in front if need be, joined by ` & `, at most 4";

/// Results nest, and reading them does too.
const LONGEST: usize = 4000;

type Read<T> = Result<T, Misread>;

impl Tables {
    /// Reads a list of actions into the table; nested lists stand before the list that names them.
    ///
    /// # Errors
    /// With the first text that is not of the vocabulary or names what is not there.
    pub fn read_actions(&mut self, texts: &[&str], names: &dyn Names) -> Read<Span> {
        let actions = texts.iter().map(|t| self.read_action(t.trim(), names)).collect::<Read<Vec<_>>>()?;
        let from = self.actions.len() as u16;
        self.actions.extend(actions);
        Ok(Span { from, to: self.actions.len() as u16 })
    }

    fn read_action(&mut self, text: &str, names: &dyn Names) -> Read<Action> {
        if text.len() > LONGEST {
            let start: String = text.chars().take(40).collect();
            return Err(Misread::new(start, "a directive of at most 4000 characters"));
        }
        let (when, rest) = self.read_when(text, names)?;
        Ok(Action { when, does: self.read_directive(rest, names)? })
    }

    /// A leading `if(…)` and what is left.
    fn read_when<'t>(&mut self, text: &'t str, names: &dyn Names) -> Read<(Conditions, &'t str)> {
        let mut when = Conditions::default();
        let Some(rest) = text.strip_prefix("if(") else { return Ok((when, text)) };
        let (inside, rest) =
            rest.split_once(") ").ok_or_else(|| Misread::new(text, "if(condition) and a directive"))?;
        for part in inside.split(" & ") {
            let condition = self.read_condition(part.trim(), names)?;
            if when.try_push(condition).is_some() {
                return Err(Misread::new(inside, CONDITIONS));
            }
        }
        Ok((when, rest.trim()))
    }

    fn read_condition(&mut self, text: &str, names: &dyn Names) -> Read<Condition> {
        let (no, text) = text.strip_prefix("no ").map_or((false, text), |rest| (true, rest));
        Ok(Condition { no, test: self.read_test(text, names)? })
    }

    fn read_test(&mut self, text: &str, names: &dyn Names) -> Read<Test> {
        let wrong = || Misread::new(text, CONDITIONS);
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "xp" if rest.is_empty() => return Ok(Test::XpHere),
            "exhausted" if rest.is_empty() => return Ok(Test::Exhausted),
            "legendary" if rest.is_empty() => return Ok(Test::Legendary),
            "kw" => return Ok(Test::Keyword(self.keyword(rest)?)),
            "item" => return Ok(Test::Item(known_item(rest, names)?)),
            "title" => return Ok(Test::Title(known_title(rest, names)?)),
            "highest" => return Ok(Test::Highest(faction(rest)?)),
            "lowest" => return Ok(Test::Lowest(faction(rest)?)),
            "class" => {
                let class = rest.parse().ok().filter(|id| names.class(*id));
                return class.map(Test::Class).ok_or_else(|| Misread::new(rest, "a class of classes.ron"));
            }
            "race" => {
                return names
                    .race(rest)
                    .map(Test::Race)
                    .ok_or_else(|| Misread::new(rest, "a race of campaign.ron"));
            }
            _ => {}
        }
        let (what, least) = text.split_once(">=").ok_or_else(wrong)?;
        let least: u8 = least.trim().parse().map_err(|_| wrong())?;
        match what.trim().split_once(' ') {
            Some(("fav", name)) => Ok(Test::Favor(faction(name)?, least)),
            None if what == "gold" => Ok(Test::Gold(least)),
            None if what == "players" && (1..=4).contains(&least) => Ok(Test::Players(least)),
            _ => Err(wrong()),
        }
    }

    fn read_directive(&mut self, text: &str, names: &dyn Names) -> Read<Directive> {
        if let Some(plain) = read_plain(text) {
            return Ok(plain);
        }
        if let Some(rest) = text.strip_prefix("check(") {
            return self.read_check(text, rest, names);
        }
        if let Some(rest) = text.strip_prefix("combat(") {
            return self.read_combat(text, rest, names);
        }
        let wrong = || Misread::new(text, DIRECTIVES);
        if let Some((word, inside)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) {
            return self.read_bracketed(word, inside, names).unwrap_or_else(|| Err(wrong()));
        }
        if let Some(rest) = text.strip_prefix("fav(") {
            let (name, by) = rest.split_once(')').ok_or_else(wrong)?;
            return Ok(Directive::Favor(faction(name)?, signed(by).ok_or_else(wrong)?));
        }
        if let Some(rest) = text.strip_prefix("token(") {
            return self.read_token(text, rest, names);
        }
        let (word, what) = text.split_at(text.find(['+', '-']).ok_or_else(wrong)? + 1);
        match word {
            "kw+" => Ok(Directive::Record(self.keyword(what)?)),
            "kw-" => Ok(Directive::Erase(self.keyword(what)?)),
            "title+" => Ok(Directive::RevealTitle(known_title(what, names)?)),
            "item+" => Ok(Directive::RevealItem(known_item(what, names)?)),
            "item-" => Ok(Directive::ReturnItem(known_item(what, names)?)),
            "mapcard+" => {
                let card = what.parse().ok().filter(|id| names.map_card(*id));
                card.map(Directive::RevealMap)
                    .ok_or_else(|| Misread::new(what, "a map card of discoveries.ron"))
            }
            "rare+" => Ok(Directive::GainRare(known_card(what, Deck::Rare, names)?)),
            "fam+" => Ok(Directive::GainFamiliar(known_card(what, Deck::Familiar, names)?)),
            "mod+" => {
                let found = names.modifier(what);
                found
                    .map(Directive::AssignModifier)
                    .ok_or_else(|| Misread::new(what, "a name of modifiers.ron"))
            }
            _ => Err(wrong()),
        }
    }

    /// `go(A1)` and the like; `None` if the word is none of ours.
    fn read_bracketed(&mut self, word: &str, inside: &str, names: &dyn Names) -> Option<Read<Directive>> {
        Some(match word {
            "go" => known_entry(inside, names).map(Directive::Go),
            "place" => known_location(inside, names).map(Directive::PlaceParty),
            "unlock" => known_path(inside, names).map(Directive::Unlock),
            "card" => {
                let deck = inside.parse().ok().filter(|d: &Deck| d.is_market());
                deck.map(Directive::GainCard)
                    .ok_or_else(|| Misread::new(inside, "armor, weapon, skill, trait or scroll"))
            }
            "ending" => {
                let found = names.ending(inside);
                found.map(Directive::Ending).ok_or_else(|| Misread::new(inside, "an ending of campaign.ron"))
            }
            _ => return None,
        })
    }

    fn read_token(&mut self, text: &str, rest: &str, names: &dyn Names) -> Read<Directive> {
        let wrong = || Misread::new(text, "token(NAME,L)+ or token(NAME,L)-");
        let (inside, sign) = rest.split_once(')').ok_or_else(wrong)?;
        let (name, at) = inside.split_once(',').ok_or_else(wrong)?;
        let (token, at) =
            (TokenId(intern(&mut self.tokens, name, TokenId::MOST)?), known_location(at, names)?);
        match sign {
            "+" => Ok(Directive::PutToken(token, at)),
            "-" => Ok(Directive::TakeToken(token, at)),
            _ => Err(wrong()),
        }
    }

    fn read_check(&mut self, text: &str, rest: &str, names: &dyn Names) -> Read<Directive> {
        let wrong = || Misread::new(text, "check([Modifiers] Skill level) pass{…} fail{…}");
        let (what, results) = rest.split_once(')').ok_or_else(wrong)?;
        let (modifiers, what) = read_modifiers(what, names)?;
        let (skill, level) = what.rsplit_once(' ').ok_or_else(wrong)?;
        let page = names.page(skill).ok_or_else(|| Misread::new(skill, "a name of skills.ron"))?;
        let level = level.parse().map_err(|_| Misread::new(level, "I, II, III or IV"))?;
        let (pass, results) = braces(results.trim(), "pass{").ok_or_else(wrong)?;
        let (fail, end) = braces(results.trim(), "fail{").ok_or_else(wrong)?;
        if !end.is_empty() {
            return Err(wrong());
        }
        let (pass, fail) = (self.read_result(pass, names)?, self.read_result(fail, names)?);
        Ok(Directive::Check(Check { modifiers, page, level, pass, fail }))
    }

    fn read_combat(&mut self, text: &str, rest: &str, names: &dyn Names) -> Read<Directive> {
        let wrong = || Misread::new(text, "combat([Modifiers] E01+[Modifiers] E02) victory{…} defeat{…}");
        let (what, results) = rest.split_once(')').ok_or_else(wrong)?;
        let mut modifiers = [Modifiers::default(); 3];
        let mut enemies: ArrayVec<[EnemyId; 3]> = ArrayVec::default();
        for (at, named) in split_enemies(what).enumerate() {
            let (mods, id) = read_modifiers(named, names)?;
            if let Some(mine) = modifiers.get_mut(at) {
                *mine = mods;
            }
            let known = id.trim().parse().ok().filter(|e| names.enemy(*e));
            let enemy = known.ok_or_else(|| Misread::new(id, "an enemy of enemies.ron"))?;
            if enemies.contains(&enemy) || enemies.try_push(enemy).is_some() {
                return Err(Misread::new(what, "one to three different enemies"));
            }
        }
        let (victory, results) = braces(results.trim(), "victory{").ok_or_else(wrong)?;
        let (defeat, end) = braces(results.trim(), "defeat{").ok_or_else(wrong)?;
        if !end.is_empty() {
            return Err(wrong());
        }
        let (victory, defeat) = (self.read_result(victory, names)?, self.read_result(defeat, names)?);
        Ok(Directive::Combat(Combat { modifiers, enemies, victory, defeat }))
    }

    /// A result must lead on, or play would hang after the dice.
    fn read_result(&mut self, inside: &str, names: &dyn Names) -> Read<Span> {
        let span = self.read_actions(&split_list(inside), names)?;
        let last = self.actions[span.range()].last();
        if !last.is_some_and(|a| a.when.is_empty() && a.does.leaves()) {
            return Err(Misread::new(inside, "a list that ends with go(X), resume, back, end or finish"));
        }
        Ok(span)
    }

    /// Reads `if(no item 12) pay(gold 2) B1 'buy lamp oil'`, `move`, `rest`, `item` or `the_end`.
    ///
    /// # Errors
    /// With the first text that is not of the vocabulary or names what is not there.
    pub fn read_choices(&mut self, texts: &[&str], names: &dyn Names) -> Read<Span> {
        let choices = texts.iter().map(|t| self.read_choice(t.trim(), names)).collect::<Read<Vec<_>>>()?;
        let from = self.choices.len() as u16;
        self.choices.extend(choices);
        Ok(Span { from, to: self.choices.len() as u16 })
    }

    fn read_choice(&mut self, text: &str, names: &dyn Names) -> Read<Choice> {
        let wrong = || {
            Misread::new(
                text,
                "X 'text', move, rest, item or the_end, with if(…) and pay(gold/xp/fat k) in front",
            )
        };
        let (when, mut rest) = self.read_when(text, names)?;
        let mut pay = None;
        if let Some(inside) = rest.strip_prefix("pay(") {
            let (what, left) = inside.split_once(')').ok_or_else(wrong)?;
            pay = Some(read_pay(what).ok_or_else(wrong)?);
            rest = left.trim();
        }
        let plain = |leads| Ok(Choice { when, pay, leads, says: String::new() });
        match rest {
            "move" => plain(Lead::Move),
            "rest" => plain(Lead::Rest),
            "item" => plain(Lead::Item),
            "the_end" => plain(Lead::TheEnd),
            turn => {
                let (label, says) = turn.split_once(" '").ok_or_else(wrong)?;
                let says =
                    says.strip_suffix('\'').filter(|s| !s.trim().is_empty()).ok_or_else(wrong)?.to_owned();
                Ok(Choice { when, pay, leads: Lead::Turn(known_entry(label, names)?), says })
            }
        }
    }

    fn keyword(&mut self, name: &str) -> Read<KeywordId> {
        Ok(KeywordId(intern(&mut self.keywords, name, KeywordId::MOST)?))
    }
}

/// Directives that name nothing.
pub fn read_plain(text: &str) -> Option<Directive> {
    let unsigned = |text: &str| signed(text).and_then(|k| u8::try_from(k).ok());
    Some(match text {
        "takexp" => Directive::TakeXp,
        "resume" => Directive::Resume,
        "death" => Directive::Death,
        "back" => Directive::Back,
        "losecard" => Directive::LoseCard,
        "endok" => Directive::EndOpen,
        "end" => Directive::End,
        "finish" => Directive::Finish,
        _ => {
            let (word, by) = text.split_at(text.find(['+', '-'])?);
            match word {
                "xp" => Directive::Xp(signed(by)?),
                "gold" => Directive::Gold(signed(by)?),
                "fat" => Directive::Fatigue(unsigned(by)?),
                "heal" => Directive::Heal(unsigned(by)?),
                "drain" => Directive::Drain(unsigned(by)?),
                "rows" => Directive::Rows(unsigned(by)?),
                _ => return None,
            }
        }
    })
}

/// `+3` or `-3`, up to 20.
fn signed(text: &str) -> Option<i8> {
    let number: i8 =
        text.strip_prefix('+').or_else(|| text.starts_with('-').then_some(text))?.parse().ok()?;
    (number != 0 && number.abs() <= 20).then_some(number)
}

fn read_pay(text: &str) -> Option<Pay> {
    let (what, amount) = text.split_once(' ')?;
    let amount = amount.parse().ok().filter(|k| (1..=20).contains(k))?;
    match what {
        "gold" => Some(Pay::Gold(amount)),
        "xp" => Some(Pay::Xp(amount)),
        "fat" => Some(Pay::Fatigue(amount)),
        _ => None,
    }
}

/// A leading `[Slippery, Foggy]` and what is left.
fn read_modifiers<'t>(text: &'t str, names: &dyn Names) -> Read<(Modifiers, &'t str)> {
    let mut modifiers = Modifiers::default();
    let Some((inside, rest)) = text.strip_prefix('[').and_then(|t| t.split_once(']')) else {
        return Ok((modifiers, text.trim()));
    };
    for name in inside.split(',') {
        let id = names.modifier(name.trim()).ok_or_else(|| Misread::new(name, "a name of modifiers.ron"))?;
        if modifiers.try_push(id).is_some() {
            return Err(Misread::new(inside, "at most 4 modifiers"));
        }
    }
    Ok((modifiers, rest.trim()))
}

/// The enemies of a box, each with what stands in brackets before it; a `+` may stand in a name of a modifier.
fn split_enemies(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0u8;
    text.split(move |c| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '+' && depth == 0
    })
    .map(str::trim)
}

/// The inside of a leading `word{…}` with its nested braces, and what is left.
fn braces<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let rest = text.strip_prefix(word)?;
    let mut depth = 1;
    for (at, c) in rest.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&rest[..at], &rest[at + 1..]));
        }
    }
    None
}

/// Splits at commas outside of all brackets.
fn split_list(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, vec![]);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

fn intern(list: &mut Vec<String>, name: &str, most: usize) -> Read<u8> {
    let good =
        !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    if !good {
        return Err(Misread::new(name, "a word in capitals"));
    }
    if let Some(at) = list.iter().position(|n| n == name) {
        return Ok(at as u8);
    }
    if list.len() == most {
        return Err(Misread::new(name, format!("at most {most} different words")));
    }
    list.push(name.to_owned());
    Ok(list.len() as u8 - 1)
}

fn faction(text: &str) -> Read<Faction> {
    text.parse().map_err(|_| Misread::new(text, "a faction: C, S or H"))
}

fn known_entry(label: &str, names: &dyn Names) -> Read<EntryId> {
    names.entry(label).ok_or_else(|| Misread::new(label, "the label of an entry of this book or of the Tome"))
}

fn known_location(text: &str, names: &dyn Names) -> Read<LocationId> {
    let found = text.trim().parse().ok().filter(|at| names.location(*at));
    found.ok_or_else(|| Misread::new(text, "the letter of a location of this map"))
}

fn known_path(text: &str, names: &dyn Names) -> Read<PathId> {
    let ends = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let found = ends.and_then(|(a, b)| names.path(a, b));
    found.ok_or_else(|| Misread::new(text, "two locations of this map with a path between them, such as D-E"))
}

fn known_item(text: &str, names: &dyn Names) -> Read<ItemId> {
    let found = text.parse().ok().filter(|id| names.item(*id));
    found.ok_or_else(|| Misread::new(text, "the number of an item of discoveries.ron"))
}

fn known_title(text: &str, names: &dyn Names) -> Read<TitleId> {
    let found = text.parse().ok().filter(|id| names.title(*id));
    found.ok_or_else(|| Misread::new(text, "the number of a title of titles.ron, three digits"))
}

fn known_card(text: &str, deck: Deck, names: &dyn Names) -> Read<CardId> {
    let found = text.parse().ok().filter(|id: &CardId| id.deck() == deck && names.card(*id));
    found.ok_or_else(|| {
        Misread::new(
            text,
            format!("a {deck} card of {}.ron", if deck == Deck::Rare { "rares" } else { "familiars" }),
        )
    })
}
