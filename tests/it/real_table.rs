//! A group with its own box against a Villain that is a bot: whole games at the terminal, typed as the prompts ask for it.

use catalog::GameKind;
use kernel::below;
use minions_of_mordak::{
    Content,
    words::{DeckId, Size, Tier},
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use service::{
    cli::{Dice, FileArgs, PlayArgs, RemoteArgs},
    play,
};
use std::{
    cell::RefCell,
    io::{self, BufRead, Read, Write},
    rc::Rc,
};

/// No question takes longer: a deck has fewer kinds of cards.
const TRIES_MAX: u32 = 2_000;
/// No game asks more.
const QUESTIONS_MAX: u32 = 60_000;

/// What is on the screen since the last answer, and all of it.
#[derive(Default)]
struct Screen {
    news: String,
    all: String,
}

#[derive(Clone, Default)]
struct Shown(Rc<RefCell<Screen>>);

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let mut screen = self.0.borrow_mut();
        screen.news.push_str(&text);
        screen.all.push_str(&text);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// People who read the prompt, do as it says, and choose at random.
struct Group {
    shown: Shown,
    rng: Xoshiro256PlusPlus,
    content: Content,
    /// The prompt and the form of what is to be told now.
    asked: (String, String),
    tries: u32,
    questions: u32,
    line: Vec<u8>,
    at: usize,
    /// Kinds of telling that were taken, for whoever wants to know that they occur.
    told: Vec<&'static str>,
    last: &'static str,
}

impl Group {
    fn new(shown: Shown, seed: u64) -> Group {
        Group {
            shown,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            content: Content::built_in(),
            asked: Default::default(),
            tries: 0,
            questions: 0,
            line: vec![],
            at: 0,
            told: vec![],
            last: "",
        }
    }
    fn pick(&mut self, len: usize) -> usize {
        below(&mut self.rng, len as u32) as usize
    }
    /// The answer to what stands on the screen; empty to leave.
    fn answer(&mut self) -> String {
        let news = std::mem::take(&mut self.shown.0.borrow_mut().news);
        self.questions += 1;
        assert!(self.questions < QUESTIONS_MAX, "the game does not end");
        if news.contains("the game is over") {
            return "quit".to_owned();
        }
        let question = news.lines().last().unwrap_or_default();
        if question.ends_with("presses Enter ") {
            return String::new();
        }
        let refused = news.contains("cannot come now");
        self.tries = if refused { self.tries + 1 } else { 0 };
        assert!(self.tries < TRIES_MAX, "stuck at {:?}: {news}", self.asked);
        if !refused {
            let last = std::mem::take(&mut self.last);
            self.told.extend(Some(last).filter(|last| !last.is_empty()));
        }
        if question.ends_with("which? ") {
            return self.choose(&news);
        }
        assert!(question.ends_with("what came? "), "an unknown question: {news}");
        if !refused {
            let lines: Vec<&str> = news.lines().collect();
            let [.., prompt, form, _] = lines[..] else { panic!("no prompt: {news}") };
            self.asked = (prompt.to_owned(), form.trim().to_owned());
        }
        self.report(refused)
    }
    fn choose(&mut self, news: &str) -> String {
        let number = |line: &str| -> Option<usize> {
            let number = line.trim_start().split("  ").next()?;
            number.rsplit('-').next()?.parse().ok()
        };
        let last = news.lines().rev().find_map(number);
        let last = last.unwrap_or_else(|| panic!("nothing to choose from: {news}"));
        (1 + self.pick(last)).to_string()
    }
    /// Tells what fell, in one of the ways that the form names.
    fn report(&mut self, refused: bool) -> String {
        let (prompt, form) = self.asked.clone();
        if let Some(range) = form.strip_prefix("type the total") {
            let (_, range) = range.rsplit_once('(').expect("a range");
            let (least, most) = range.trim_end_matches(')').split_once(" to ").expect("a range");
            let (least, most): (usize, usize) = (least.parse().unwrap(), most.parse().unwrap());
            let total = least + self.pick(most - least + 1);
            assert!(!refused, "every total of the range can fall: {prompt} {form}");
            self.last = "total";
            return if self.pick(2) == 0 { format!("hits {total}") } else { total.to_string() };
        }
        if form.starts_with("type what each die shows") {
            return self.faces(&prompt, refused);
        }
        let what = form.strip_prefix("type the ").and_then(|form| form.split_once(" by its name or number"));
        let (what, _) = what.unwrap_or_else(|| panic!("an unknown form: {form}"));
        let cards = self.cards(what);
        let at = self.pick(cards.len());
        let (id, name) = cards[at].clone();
        let (kind, typed) = match self.pick(3) {
            0 => ("id", id),
            1 => ("name", name),
            _ => ("name", name.to_uppercase()),
        };
        self.last = kind;
        typed
    }
    /// Numbers and names of the cards that are asked for.
    fn cards(&self, what: &str) -> Vec<(String, String)> {
        let content = &self.content;
        let spells = |deck: DeckId| {
            content.spells_of(deck).map(|card| (card.id.to_string(), card.name.clone())).collect()
        };
        let minions = |size: Size| {
            content.minions_of(size).map(|card| (card.id.to_string(), card.name.clone())).collect()
        };
        let tiles = |tier: Tier| {
            content.tiles_of(tier).map(|card| (card.id.to_string(), card.name.clone())).collect()
        };
        match what {
            "Arcane Spell" => spells(DeckId::Arcane),
            "Divine Spell" => spells(DeckId::Divine),
            "Void Spell" => spells(DeckId::Void),
            "Chump" => minions(Size::Chump),
            "Elite" => minions(Size::Elite),
            "Boss" => minions(Size::Boss),
            "Tier I tile" => tiles(Tier::One),
            "Tier II tile" => tiles(Tier::Two),
            "Tier III tile" => tiles(Tier::Three),
            "Treasure" => {
                content.all_treasures().map(|card| (card.id.to_string(), card.name.clone())).collect()
            }
            stolen if stolen.starts_with("Spell that leaves the hand of ") => {
                let both: [Vec<(String, String)>; 2] = [spells(DeckId::Arcane), spells(DeckId::Divine)];
                both.concat()
            }
            other => panic!("no deck for {other}"),
        }
    }
    /// Faces of the dice that the prompt counts, in one of the ways to write them.
    fn faces(&mut self, prompt: &str, refused: bool) -> String {
        let dice = prompt.split("; ").next().unwrap_or_default();
        let count = |grade: &str| -> usize {
            let words: Vec<&str> = dice.split([' ', ',']).filter(|word| !word.is_empty()).collect();
            let at = words.iter().position(|word| *word == grade);
            at.map_or(0, |at| words[at - 1].parse().expect("so many dice"))
        };
        let grades =
            [("n", count("Novice"), 0..=1), ("a", count("Adept"), 0..=2), ("m", count("Master"), 1..=2)];
        let thrown: Vec<(&str, Vec<usize>)> = grades
            .into_iter()
            .map(|(letter, count, faces)| {
                let len = faces.end() - faces.start() + 1;
                (letter, (0..count).map(|_| faces.start() + self.pick(len)).collect())
            })
            .collect();
        let showing = |at: usize, face: usize| thrown[at].1.iter().filter(|shown| **shown == face).count();
        let some = thrown.iter().filter(|(_, faces)| !faces.is_empty());
        let (kind, text) = match self.pick(4) {
            0 => (
                "record",
                format!("dice n{}:a{}.{}:m{}", showing(0, 1), showing(1, 1), showing(1, 2), showing(2, 2)),
            ),
            1 => ("dice", some.flat_map(|(l, all)| all.iter().map(move |n| format!("{l}{n} "))).collect()),
            // Where more than one throw makes it, it is refused, and the faces come next.
            2 if !refused => {
                ("clear total", thrown.iter().flat_map(|(_, all)| all).sum::<usize>().to_string())
            }
            _ => (
                "faces",
                some.map(|(l, all)| {
                    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                    format!("{l} {} ", all.join(" "))
                })
                .collect(),
            ),
        };
        self.last = kind;
        text
    }
}

impl Read for Group {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let have = self.fill_buf()?;
        let len = have.len().min(into.len());
        into[..len].copy_from_slice(&have[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for Group {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at >= self.line.len() {
            self.line = self.answer().into_bytes();
            self.line.push(b'\n');
            self.at = 0;
        }
        Ok(&self.line[self.at..])
    }
    fn consume(&mut self, len: usize) {
        self.at += len;
    }
}

fn args(options: &str, dice: Dice, seed: u64) -> PlayArgs {
    let options = options.split_whitespace().filter_map(|pair| pair.split_once('='));
    PlayArgs {
        game: GameKind::MinionsOfMordak,
        bots: "0".into(),
        level: "greedy".parse().expect("an agent"),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        seed: Some(seed),
        dice,
        load: None,
        content: None,
        files: FileArgs::default(),
        own_box: None,
        remote: RemoteArgs::default(),
    }
}

/// A whole game: what was shown, and in which ways people told what fell.
fn whole_game(options: &str, dice: Dice, seed: u64) -> (String, Vec<&'static str>) {
    let shown = Shown::default();
    let mut group = Group::new(shown.clone(), seed);
    let mut out = anstream::StripStream::new(Box::new(shown.clone()) as Box<dyn Write>);
    play::play(args(options, dice, seed), &mut group, &mut out).expect("wrong input is no error");
    let all = std::mem::take(&mut shown.0.borrow_mut().all);
    assert!(all.contains("wins; ") || all.contains("win; "), "the game has an end: {options}");
    (all, group.told)
}

#[test]
fn whole_games_are_told_with_one_and_three_heroes_and_nobody_is_ever_stuck() {
    let mut told = vec![];
    for (seed, options) in [
        (1, "seats=2 void_deck=house hands=hidden"),
        (2, "seats=4 void_deck=house hands=hidden minions=fast"),
        (3, "seats=2 void_deck=house"),
        (4, "seats=4"),
    ] {
        let (_, ways) = whole_game(options, Dice::Mine, seed);
        told.extend(ways);
    }
    for way in ["total", "faces", "dice", "record", "clear total", "name", "id"] {
        assert!(told.contains(&way), "nobody told anything as {way}");
    }
}

/// Hands are hidden and the house has the dice: what the Villain takes out of a hand is all that is asked of people.
#[test]
fn a_card_that_leaves_a_hidden_hand_is_told_also_where_the_house_has_the_dice() {
    let options = "seats=4 void_deck=house hands=hidden heroes=alyndra,amos,wugner";
    let (mut told, mut games) = (vec![], 0);
    for seed in 0..100 {
        let (all, ways) = whole_game(options, Dice::House, seed);
        let stolen = all.matches("Mordak takes a Spell at random out of the hand of ").count();
        assert_eq!(ways.len(), stolen, "seed {seed}: told {ways:?}, asked {stolen} times");
        assert_eq!(
            stolen > 0,
            all.contains("Mordak takes a Spell from "),
            "the story tells it without the name"
        );
        told.extend(ways);
        games += u32::from(stolen > 0);
        if games == 3 {
            break;
        }
    }
    assert!(games == 3 && told.contains(&"name"), "{games} games, {told:?}");
}

/// What the terminal shows to somebody who types these lines.
fn typed(args: PlayArgs, lines: &str) -> String {
    let mut out = anstream::StripStream::new(Vec::new());
    play::play(args, &mut io::Cursor::new(lines), &mut out).expect("wrong input is no error");
    String::from_utf8(out.into_inner()).expect("text")
}

const ALONE: &str = "seats=2 heroes=bjorn void_deck=house hands=hidden";

#[test]
fn a_total_where_faces_are_wanted_is_answered_with_the_form() {
    let shown = typed(args(ALONE, Dice::Mine, 3), "c2\nroll melee\nhits 1\nn 0 1 a 1 0\nquit\n");
    let form = "type what each die shows, such as `n 0 1 a 0 2` or `dice n1:a0.1:m0`";
    assert!(shown.contains(&format!("Bjorn rolls Melee: 2 Novice and 2 Adept\n  {form}")), "{shown}");
    assert!(shown.contains(&format!("`hits 1` cannot come now: {form}")), "{shown}");
    assert!(shown.contains("chance: dice n1:a1.0:m0\n") && shown.contains("Bjorn has 2 Hits"), "{shown}");
    assert!(!shown.contains("cannot come now.\n"), "nobody is left without a word");
}

#[test]
fn what_was_told_is_taken_back_alone_or_with_what_came_before_it() {
    let lines =
        "c2\nroll melee\nn 0 0 a 0 0\nundo\nn 1 1 a 2 2\nundo 2\ntable\nundo x\nundo 99\nundo\nquit\n";
    let shown = typed(args(ALONE, Dice::Mine, 3), lines);
    assert!(shown.contains("taken back\nBjorn rolls Melee"), "the same dice are asked for again: {shown}");
    assert!(shown.contains("Bjorn has 6 Hits"), "{shown}");
    assert!(shown.contains("taken back: 2\n"), "{shown}");
    assert!(shown.contains("`undo x`: how many?"), "{shown}");
    assert!(shown.contains("taken back\na Chump is drawn"), "only the first telling was left: {shown}");
    assert!(shown.contains("nothing of yours to take back"), "{shown}");
}

#[test]
fn the_board_is_shown_where_dice_are_asked_for() {
    for word in ["table", "board", "board?"] {
        let shown = typed(args(ALONE, Dice::Mine, 3), &format!("c2\nroll melee\n{word}\nquit\n"));
        let (_, after) = shown.split_once("what came? \nMinions of Mordak, Hero Round 1").expect("the table");
        assert!(after.contains("hand void ?") && after.contains("Bjorn rolls Melee"), "{after}");
    }
}

#[test]
fn what_a_bot_does_is_a_numbered_list_in_words_and_what_is_put_right_is_logged() {
    let lines = "set h1.health 7\nend\n".to_owned() + &"done\n".repeat(2);
    let shown = typed(args("seats=2 heroes=bjorn hands=hidden", Dice::House, 3), &lines);
    assert!(shown.contains("set: h1.health 7\n  put right at the table: h1.health is 7"), "{shown}");
    let (_, round) = shown.split_once("Villain Round 1\n").expect("the Villain's Round");
    let (round, _) = round.split_once("Minions of Mordak, ").expect("the next question");
    let orders: Vec<&str> =
        round.lines().filter(|line| line.trim_start().starts_with(char::is_numeric)).collect();
    for (at, order) in orders.iter().enumerate() {
        assert!(order.trim_start().starts_with(&format!("{}. ", at + 1)), "one list: {round}");
    }
    assert!(orders.iter().any(|order| order.contains("goes from Hawkspire (c2) to ")), "{round}");
    assert!(orders.iter().any(|order| order.contains(" hits everybody in Hawkemoor Keep (c3)")), "{round}");
    assert!(!round.contains("seat 0: "), "no notation: {round}");
}

#[test]
fn people_whose_hands_are_hidden_share_the_screen_and_those_with_told_hands_pass_it_on() {
    let three = |hands: &str| {
        let options = format!("seats=3 heroes=alyndra,amos hands={hands}");
        typed(args(&options, Dice::House, 3), "first\nend\npass\npass\nend\n\n")
    };
    assert!(!three("hidden").contains("pass the screen"), "nothing on it is secret");
    assert!(three("told").contains("pass the screen to seat 1"));
}

#[test]
fn a_step_that_is_forbidden_is_refused_with_its_rule() {
    let shown = typed(args(ALONE, Dice::Mine, 3), "c2\nmove a1\nscout\nquit\n");
    assert!(shown.contains("which? MM-120: a1 is not beside Hawkemoor Keep (c3)\n"), "{shown}");
    assert!(shown.contains("which? MM-220: no Region beside Hawkemoor Keep (c3) is face-down\n"), "{shown}");
}

#[test]
fn a_card_that_has_come_already_is_refused_with_a_reason() {
    let options = "seats=3 heroes=alyndra,amos void_deck=house";
    let twice = "Spark of Genius\n".repeat(3);
    let shown = typed(args(options, Dice::Mine, 3), &format!("{twice}a1\nquit\n"));
    assert!(
        shown.contains("`Spark of Genius` cannot come now: by what was told before, it lies elsewhere"),
        "{shown}"
    );
    assert!(!shown.contains("`a1` cannot come now: by what"), "there are others: {shown}");
}
