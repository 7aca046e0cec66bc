//! What lies on a hero's or an enemy's sheet beside its numbers, for people: stances, tokens, treasure, temporary cards, what
//! EPICs laid there.

use crate::{
    queries::Look,
    state::{Charging, Place, Temporary},
    words::{FoeId, HeroId, Side, Stat, Who},
};
use kernel::{Card, Seat, Suit};

/// Whatever is to be said of an enemy.
pub fn of_foe(look: Look, id: FoeId) -> Vec<String> {
    let foe = look.foe(id);
    let mut notes = Vec::new();
    let bombed = look.bombed(Who::Foe(id));
    let flags = [
        (foe.stance, "on guard"),
        (foe.stunned, "stunned"),
        (bombed, "stunned by the bomb"),
        (foe.knocked_down, "knocked down"),
        (foe.hidden, "hidden"),
        (look.foe_evacuated(id), "out of reach"),
        (foe.misled, "misled"),
        (foe.riposte, "riposte waits"),
    ];
    notes.extend(flags.iter().filter(|(on, _)| *on).map(|(_, what)| (*what).to_owned()));
    if let Some(by) = foe.boost {
        notes.push(format!("boost +{by}"));
    }
    if let Some(deed) = foe.pending {
        notes.push(format!("pending: {}", deed.title()));
    }
    if let Some(of) = foe.covers.or(foe.guard_of) {
        notes.push(format!("covers {of}"));
    }
    if let Some(of) = foe.covers_hero {
        notes.push(format!("covers {}", HeroId::from(of)));
    }
    if foe.stolen > 0 {
        notes.push(format!("holds {} treasure", foe.stolen));
    }
    if foe.temporary_hp > 0 {
        notes.push(format!("+{} temporary HP", foe.temporary_hp));
    }
    if id.is_enemy() {
        notes.extend(counted("curses", look.s.sums.on_enemies[id.index()]));
    }
    notes.extend(laid(foe.temporary, foe.cards.map(|rank| rank.to_string())));
    notes.extend(laid_on(look, Who::Foe(id), |suit| look.grave_on_foe(id, suit)));
    notes
}

/// Whatever is to be said of a hero.
pub fn of_hero(look: Look, seat: Seat) -> Vec<String> {
    let hero = look.hero(seat);
    let mut notes = Vec::new();
    let flags = [
        (hero.dead() && look.s.dealt[seat] & 1 == 1, "dead"),
        (hero.stance, "on guard"),
        (hero.stunned, "stunned"),
        (look.bombed(Who::Hero(seat)), "stunned by the bomb"),
        (hero.charmed_by.is_some(), "charmed"),
        (hero.precise_strike, "Precise Strike"),
        (hero.double_damage, "Double Damage"),
        (hero.boost_heal, "Boost Heal"),
        (hero.aura_damage, "+1 damage by the aura"),
        (hero.hidden, "hidden"),
    ];
    notes.extend(flags.iter().filter(|(on, _)| *on).map(|(_, what)| (*what).to_owned()));
    if let Some(charge) = hero.charge {
        let what = match charge.what {
            Charging::Epic(epic) => epic.title(),
            Charging::Summoning => "summoning".to_owned(),
        };
        notes.push(format!("{what} {}/3", charge.turns));
    }
    if let Some(token) = hero.token {
        let verb = if token.side == Side::Joint { "strikes with" } else { "protects" };
        notes.push(format!("{verb} {}", HeroId::from(token.ally)));
    }
    notes.extend(hero.running.iter().map(|epic| format!("{} runs", epic.title())));
    notes.extend(counted("treasure", hero.treasure));
    notes.extend(counted("buffs", look.s.sums.on_heroes[seat.index()]));
    notes.extend(supply(look, seat));
    notes.extend(laid(hero.temporary, hero.cards.map(|rank| rank.to_string())));
    notes.extend(laid_on(look, Who::Hero(seat), |suit| look.grave_on_hero(seat, suit)));
    let evacuated = look.s.heroes.iter().find_map(|(_, h)| match h.evacuated {
        Some((healer, _)) if healer == seat => Some("out of reach as the healer"),
        Some((_, patient)) if patient == seat => Some("out of reach as the patient"),
        Some(_) | None => None,
    });
    notes.extend(evacuated.map(str::to_owned));
    if hero.temporary_hp > 0 {
        notes.push(format!("+{} temporary HP", hero.temporary_hp));
    }
    notes
}

/// How much of something lies under or on which stat: `treasure ♥1 ♠2`.
fn counted(what: &str, each: [u8; 4]) -> Option<String> {
    let there = Stat::ALL.iter().zip(each).filter(|(_, n)| *n > 0);
    let list: Vec<String> = there.map(|(stat, n)| format!("{}{n}", stat.suit().glyph())).collect();
    (!list.is_empty()).then(|| format!("{what} {}", list.join(" ")))
}

/// Tokens of a Support that lie nowhere yet.
fn supply(look: Look, seat: Seat) -> Option<String> {
    use crate::words::Ability;
    let hero = look.hero(seat);
    let owns = hero.slotted(Ability::BuffAlly) || hero.slotted(Ability::CurseEnemy);
    let left = look.s.tokens[seat].iter().filter(|place| **place == Place::SUPPLY).count();
    owns.then(|| format!("{left} of 4 tokens left"))
}

/// The cards of a Polymorph, and what they lie over.
fn laid(temporary: [Option<Temporary>; 4], under: [String; 4]) -> impl Iterator<Item = String> {
    Suit::ALL.into_iter().zip(temporary.into_iter().zip(under)).filter_map(|(suit, (card, under))| {
        card.map(|card| format!("{} over {under}", crate::event::glyph(Card::new(card.rank, suit))))
    })
}

/// What EPICs have laid on somebody.
fn laid_on(look: Look, who: Who, grave: impl Fn(Suit) -> bool) -> Vec<String> {
    let mut notes = Vec::new();
    if look.s.heroes.iter().any(|(_, h)| h.heretic == Some(who)) {
        notes.push("heretic".to_owned());
    }
    let bleeds = |h: &crate::state::Hero| h.bleeds.is_some_and(|foe| who == Who::Foe(foe));
    if look.s.heroes.iter().any(|(_, h)| bleeds(h)) {
        notes.push("bleeds".to_owned());
    }
    notes.extend(
        Suit::ALL.into_iter().filter(|suit| grave(*suit)).map(|suit| format!("the Grave's {}", suit.glyph())),
    );
    notes
}
