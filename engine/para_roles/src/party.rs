//! The party from one campaign to the next, as one line of text: written when a campaign is over, read when another begins
//! with it. Heroes keep cards, treasure, abilities, roles and items; wounds only where the table agrees on it. PR-381.

use crate::{
    Play, State,
    frame::Next,
    rules::setup::{self, TREASURE_CARDS},
    state::{Growth, Hero, Items},
    words::{Ability, AbilitySet, Epic, Role, SEATS, Who},
};
use kernel::{
    PerSeat, Rank, RankSet, Seat, SeatSet, Suit,
    options::{By, Values},
    rule,
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The word for no party.
const NONE: &str = "none";
/// Nobody, or nothing, in the text.
const NOTHING: &str = "-";
/// Nobody carries more scrolls, flasks or bombs than this.
const UNITS_MAX: u8 = 99;
/// No EPIC for at most so many combats.
const LOCKOUT_MAX: u8 = 100;

/// A party on its way to the next campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Party {
    heroes: [Veteran; SEATS as usize],
    scrolls: u8,
    flasks: u8,
    bombs: u8,
    /// Who bears them: Mirror Shield, Purple Staff, Spiked Armor, Summoning Book.
    borne: [Option<Seat>; 4],
    /// Combats without the party's EPICs still to come.
    lockout: u8,
}

/// A hero with what he has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Veteran {
    suit: Suit,
    /// 0 for the fallen.
    hp: u8,
    cards: [Rank; 4],
    treasure: [u8; 4],
    role: Option<Role>,
    known: AbilitySet,
    slots: [Option<Ability>; 2],
    epic: Option<Epic>,
    grown: Growth,
}

/// How the option `party` is read and written.
pub const OPTION: By<Option<Party>> = By {
    read: |text| if text == NONE { Ok(None) } else { text.parse().map(Some) },
    write: |party| party.map_or_else(|| NONE.to_owned(), |party| party.to_string()),
    values: Values::Text { or: Some(NONE) },
};

impl Party {
    /// The party of a campaign that is over; `None` while it runs, and where nobody came back.
    #[must_use]
    pub fn of(s: &State) -> Option<Party> {
        rule!("PR-381");
        let came_back = s.ending.is_some() && !s.living().is_empty();
        let whole = s.heroes.iter().all(|(seat, hero)| hero.seated && s.dealt[seat] == 0b1111);
        if !(came_back && whole) {
            return None;
        }
        let hero = |at: usize| {
            let seat = Seat::new(at as u8);
            Veteran::of(&s.heroes[seat], s.suits[seat])
        };
        let items = &s.items;
        Some(Party {
            heroes: std::array::from_fn(hero),
            scrolls: items.scrolls.min(UNITS_MAX),
            flasks: items.flasks.min(UNITS_MAX),
            bombs: items.bombs.min(UNITS_MAX),
            borne: [items.mirror_shield, items.purple_staff, items.spiked_armor, items.summoning_book],
            lockout: s.lockout.min(LOCKOUT_MAX),
        })
    }

    /// Is anybody of it alive?
    #[must_use]
    pub fn lives(&self) -> bool {
        self.heroes.iter().any(|hero| hero.hp > 0)
    }

    /// No card, suit or treasure twice, and nobody with what he cannot have.
    fn fits(self) -> Result<Party, String> {
        for suit in Suit::ALL {
            let mut held = RankSet::EMPTY;
            for hero in &self.heroes {
                let rank = hero.cards[suit.index()];
                if held.contains(rank) {
                    return Err(format!("each card once; {rank}{suit} is on two heroes"));
                }
                held = held.or([rank].into_iter().collect());
            }
            if !self.heroes.iter().any(|hero| hero.suit == suit) {
                return Err(format!("a hero of each suit; nobody is of {suit}"));
            }
        }
        let treasure: u32 = self.heroes.iter().flat_map(|hero| hero.treasure).map(u32::from).sum();
        if treasure > u32::from(TREASURE_CARDS) {
            return Err(format!("at most {TREASURE_CARDS} treasure cards; there are {treasure}"));
        }
        self.heroes
            .iter()
            .enumerate()
            .try_for_each(|(at, hero)| hero.fits().map_err(|why| format!("{why} (hero{at})")))?;
        if !self.lives() {
            return Err("somebody who lives".to_owned());
        }
        Ok(self)
    }
}

impl Veteran {
    fn of(hero: &Hero, suit: Suit) -> Veteran {
        // Support tokens go back to the supply, and what they gave with them.
        let most = hero.cards[0].number().saturating_add(hero.treasure[0]);
        Veteran {
            suit,
            hp: hero.hp.min(most),
            cards: hero.cards,
            treasure: hero.treasure,
            role: hero.role,
            known: hero.known,
            slots: hero.slots,
            epic: hero.role_epic,
            grown: hero.grown,
        }
    }

    /// What of him a campaign would not bear.
    fn fits(&self) -> Result<(), String> {
        let most = u16::from(self.cards[0].number()) + u16::from(self.treasure[0]);
        if u16::from(self.hp) > most {
            return Err(format!(
                "at most {most} HP, by the Health card and what lies under it; not {}",
                self.hp
            ));
        }
        let [one, two] = self.slots;
        let own = self.slots.iter().flatten().all(|ability| self.known.contains(*ability));
        if !own || one.is_some() && one == two {
            return Err("two different slots with abilities he knows".to_owned());
        }
        let filled = self.slots.iter().flatten().count();
        let (role, epic, learned) =
            (self.role.is_some(), self.epic.is_some(), self.known != AbilitySet::default());
        let stage = match self.grown {
            Growth::Peasant => !role && !epic && filled == 0 && !learned,
            Growth::OneAbility => role && !epic && filled == 1,
            Growth::BothAbilities => role && !epic && filled == 2,
            Growth::Full => epic && filled == 2,
        };
        if stage {
            Ok(())
        } else {
            Err("role, abilities and EPIC of one stage of a hero's growth".to_owned())
        }
    }
}

// --- a campaign begins

/// The heroes sit down as they rose: nothing is dealt and no role is chosen; then free tokens, then the campaign.
pub fn begin(p: &mut Play, party: &Party) -> Next {
    rule!("PR-381", "PR-R85");
    for (at, veteran) in party.heroes.iter().enumerate() {
        let seat = Seat::new(at as u8);
        p.s.heroes[seat] = Hero {
            seated: true,
            cards: veteran.cards,
            treasure: veteran.treasure,
            role: veteran.role,
            known: veteran.known,
            slots: veteran.slots,
            role_epic: veteran.epic,
            grown: veteran.grown,
            ..Hero::default()
        };
        p.s.dealt[seat] = 0b1111;
        p.s.treasure_deck -= veteran.treasure.iter().sum::<u8>();
        for suit in Suit::ALL {
            p.s.player_decks[suit.index()].remove(veteran.cards[suit.index()]);
        }
    }
    p.s.suits = PerSeat::new(party.heroes.map(|hero| hero.suit));
    p.s.items = party.items();
    p.s.lockout = party.lockout;
    for (at, veteran) in party.heroes.iter().enumerate() {
        let seat = Seat::new(at as u8);
        let most = p.look().max_hp(Who::Hero(seat));
        let whole = u8::try_from(most).unwrap_or(u8::MAX);
        p.s.heroes[seat].hp = if p.g.options.wounds { veteran.hp.min(whole) } else { whole };
    }
    p.s.recount();
    p.s.stack.push(setup::Frame::FreeTokens { left: SeatSet::first(SEATS) }.into());
    Next::Done
}

impl Party {
    fn items(&self) -> Items {
        let [mirror_shield, purple_staff, spiked_armor, summoning_book] = self.borne;
        Items {
            scrolls: self.scrolls,
            flasks: self.flasks,
            bombs: self.bombs,
            mirror_shield,
            purple_staff,
            spiked_armor,
            summoning_book,
            mirror_used: false,
        }
    }
}

// --- as text

/// `items:1/10/0;borne:-/2/-/-;lockout:0;hero0:H,7,7/8/6/9,0/0/2/0,healer,cure+boost_heal,cure/boost_heal,resurrection,3;...`
impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = |seat: &Option<Seat>| word(seat.map(Seat::number));
        let borne: Vec<String> = self.borne.iter().map(seat).collect();
        write!(f, "items:{}/{}/{};", self.scrolls, self.flasks, self.bombs)?;
        write!(f, "borne:{};lockout:{}", borne.join("/"), self.lockout)?;
        self.heroes.iter().enumerate().try_for_each(|(at, hero)| write!(f, ";hero{at}:{hero}"))
    }
}

impl fmt::Display for Veteran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slashed = |all: Vec<String>| all.join("/");
        let known: Vec<String> = self.known.iter().map(|ability| ability.to_string()).collect();
        let known = if known.is_empty() { NOTHING.to_owned() } else { known.join("+") };
        write!(
            f,
            "{},{},{},{},{},{known},{},{},{}",
            self.suit.letter(),
            self.hp,
            slashed(self.cards.iter().map(Rank::to_string).collect()),
            slashed(self.treasure.iter().map(u8::to_string).collect()),
            word(self.role),
            slashed(self.slots.iter().copied().map(word).collect()),
            word(self.epic),
            self.grown as u8,
        )
    }
}

fn word<T: fmt::Display>(it: Option<T>) -> String {
    it.map_or_else(|| NOTHING.to_owned(), |it| it.to_string())
}

impl FromStr for Party {
    type Err = String;
    fn from_str(text: &str) -> Result<Party, String> {
        let field = |name: &str| {
            let mut found = text.split(';').filter_map(|f| f.strip_prefix(name)?.strip_prefix(':'));
            match (found.next(), found.next()) {
                (Some(field), None) => Ok(field),
                (None, _) | (_, Some(_)) => Err(format!("none, or the text of a party with one `{name}:`")),
            }
        };
        let [scrolls, flasks, bombs] =
            each(field("items")?, |n| number(n, UNITS_MAX), "scrolls/flasks/bombs")?;
        let hero = |name: &str| field(name)?.parse::<Veteran>().map_err(|why| format!("{why} ({name})"));
        let party = Party {
            heroes: [hero("hero0")?, hero("hero1")?, hero("hero2")?, hero("hero3")?],
            scrolls,
            flasks,
            bombs,
            borne: each(field("borne")?, |seat| maybe(seat, bearer), "four bearers such as -/2/-/0")?,
            lockout: number(field("lockout")?, LOCKOUT_MAX)
                .ok_or_else(|| format!("a lockout of 0 to {LOCKOUT_MAX}"))?,
        };
        party.fits()
    }
}

impl FromStr for Veteran {
    type Err = String;
    fn from_str(text: &str) -> Result<Veteran, String> {
        let words: Vec<&str> = text.split(',').collect();
        let [suit, hp, cards, treasure, role, known, slots, epic, grown] = words[..] else {
            return Err(
                "nine things of a hero: suit, HP, cards, treasure, role, abilities, slots, EPIC, growth"
                    .into(),
            );
        };
        let mut letters = suit.chars();
        let suit = letters.next().and_then(Suit::from_char).filter(|_| letters.next().is_none());
        let mut abilities = AbilitySet::default();
        for ability in known.split('+').filter(|word| *word != NOTHING) {
            abilities.insert(ability.parse().map_err(|_| "abilities such as cure+boost_heal".to_owned())?);
        }
        let grown = grown.parse().ok().and_then(|at: usize| Growth::ALL.get(at).copied());
        Ok(Veteran {
            suit: suit.ok_or("a suit: H, D, S or C")?,
            hp: number(hp, u8::MAX).ok_or("HP of 0 to 255")?,
            cards: each(cards, |rank| rank.parse().ok(), "four cards such as 7/10/A/2")?,
            treasure: each(
                treasure,
                |n| number(n, TREASURE_CARDS),
                "treasure of four stats such as 0/2/1/0",
            )?,
            role: maybe(role, |word| word.parse().ok()).ok_or("a role, or -")?,
            known: abilities,
            slots: each(slots, |slot| maybe(slot, |word| word.parse().ok()), "two slots such as cure/-")?,
            epic: maybe(epic, |word| word.parse().ok()).ok_or("an EPIC, or -")?,
            grown: grown.ok_or("a growth of 0 to 3")?,
        })
    }
}

fn number(text: &str, most: u8) -> Option<u8> {
    text.parse().ok().filter(|n| *n <= most)
}

fn bearer(text: &str) -> Option<Seat> {
    text.parse().ok().and_then(|n| Seat::checked(n, SEATS))
}

/// `-` is nothing; the outer `None` is what cannot be read.
fn maybe<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text == NOTHING { Some(None) } else { read(text).map(Some) }
}

/// So many things with a `/` between them.
fn each<T, const N: usize>(
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    expected: &str,
) -> Result<[T; N], String> {
    let all: Option<Vec<T>> = text.split('/').map(read).collect();
    all.and_then(|all| all.try_into().ok()).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Options, ParaRoles,
        options::{Campaign, RoleMode, StatMode},
    };
    use kernel::{Log, Step, Table, Turn, below};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::sync::Arc;

    fn over(options: Options, rng: &mut Xoshiro256PlusPlus) -> Table<ParaRoles> {
        let game = ParaRoles::new(crate::Content::built_in(), options).expect("options that fit");
        let mut table = Table::new(Arc::new(game));
        while table.turn() != Turn::Over {
            let step = match table.turn().asked().pick(rng) {
                None => Step::Chance(table.sample(rng).expect("chance is due")),
                Some(seat) => {
                    let legal = table.legal(seat);
                    Step::Act { seat, action: legal[below(rng, legal.len() as u32) as usize] }
                }
            };
            table.play(step, &mut Log::off()).expect("random play is legal");
        }
        table
    }

    /// Parties of random campaigns, of all ways to make heroes.
    fn parties(wanted: usize) -> Vec<Party> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut found = vec![];
        while found.len() < wanted {
            let modes =
                [RoleMode::BasicParty, RoleMode::Peasants, RoleMode::EliteSquadron, RoleMode::BlindDate];
            let options = Options {
                campaign: Campaign::Woods,
                roles: modes[found.len() % modes.len()],
                stats: StatMode::Insane,
                ..Options::default()
            };
            found.extend(Party::of(over(options, &mut rng).state()));
        }
        found
    }

    #[test]
    fn a_party_reads_back_and_sits_down_in_every_campaign() {
        for party in parties(12) {
            assert_eq!(party.to_string().parse(), Ok(party), "{party}");
            for campaign in Campaign::ALL {
                let options = Options { campaign: *campaign, party: Some(party), ..Options::default() };
                let game = ParaRoles::new(crate::Content::built_in(), options).expect("a campaign");
                let state = kernel::Game::setup(&game);
                crate::invariants::check(&game, &state)
                    .unwrap_or_else(|why| panic!("{campaign}: {why}: {party}"));
                let there: Vec<Veteran> =
                    state.heroes.iter().map(|(seat, hero)| Veteran::of(hero, state.suits[seat])).collect();
                for (now, then) in there.iter().zip(party.heroes) {
                    let most = then.cards[0].number() + then.treasure[0];
                    assert_eq!(*now, Veteran { hp: most, ..then }, "rested, and nothing else has changed");
                }
            }
        }
    }

    #[test]
    fn a_party_that_carried_over_plays_on_to_another_end() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut met = 0;
        for party in parties(6) {
            let options = Options {
                campaign: Campaign::RandomEncounters,
                party: Some(party),
                wounds: true,
                ..Options::default()
            };
            let table = over(options, &mut rng);
            met += u32::from(table.state().ending.is_some());
        }
        assert_eq!(met, 6);
    }

    #[test]
    fn a_damaged_party_is_refused_and_never_breaks_a_table() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let texts: Vec<String> = parties(4).iter().map(Party::to_string).collect();
        let (mut refused, mut taken) = (0, 0);
        for n in 0..20_000usize {
            let mut text: Vec<u8> = texts[n % texts.len()].bytes().collect();
            for _ in 0..=below(&mut rng, 3) {
                let at = below(&mut rng, text.len() as u32) as usize;
                match below(&mut rng, 3) {
                    0 => text[at] = b"0123456789AKQJ-/,;:+HDSCcureprotct"[below(&mut rng, 34) as usize],
                    1 => drop(text.remove(at)),
                    _ => text.insert(at, rng.next_u32() as u8 & 0x7f),
                }
            }
            let text = String::from_utf8(text).expect("ASCII");
            let mut options = Options::default();
            let Ok(()) = options.set("party", &text) else {
                refused += 1;
                continue;
            };
            let Ok(game) = ParaRoles::new(crate::Content::built_in(), options) else { continue };
            let state = kernel::Game::setup(&game);
            crate::invariants::check(&game, &state).unwrap_or_else(|why| panic!("{why}: {text}"));
            taken += 1;
        }
        assert!(refused > 10_000 && taken > 50, "{refused} refused, {taken} taken");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = parties(1)[0].to_string();
        let why = |text: &str| Options::default().set("party", text).expect_err(text).to_string();
        assert!(why("nonsense").contains("the text of a party with one `items:`"));
        assert!(why(&good.replace("lockout:0", "lockout:x")).contains("a lockout of 0 to 100"));
        assert!(why(&good.replace("hero2:", "hero7:")).contains("one `hero2:`"));
        assert!(why(&format!("{good};lockout:1")).contains("one `lockout:`"));
        let first = good.split(";hero0:").nth(1).and_then(|rest| rest.split(';').next()).expect("a hero");
        let second = good.split(";hero1:").nth(1).and_then(|rest| rest.split(';').next()).expect("a hero");
        assert!(why(&good.replace(second, first)).contains("is on two heroes"));
    }

    #[test]
    fn nobody_carries_on_from_a_campaign_that_runs_or_was_lost() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let game = ParaRoles::new(crate::Content::built_in(), Options::default()).expect("the defaults");
        assert_eq!(Party::of(&kernel::Game::setup(&game)), None);
        let lost =
            (0..50).map(|_| over(Options::default(), &mut rng)).find(|t| t.state().living().is_empty());
        assert_eq!(Party::of(lost.expect("random heroes die").state()), None);
    }
}
