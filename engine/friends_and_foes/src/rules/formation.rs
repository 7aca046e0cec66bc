//! Creating a formation: coins, slots, classes, abilities, bench. FO-040 to FO-049.

use crate::{
    Action, FriendsAndFoes, Play, State,
    cards::Passive,
    event::Event,
    frame::{self, Frame::Setup, Next, stray, then, wait},
    queries::{Look, floor},
    rules::setup::Frame,
    state::{Build, Char, Sheet, Traits},
    words::{AbilityId, AbilityKind, BENCH, BodyId, CharId, Class, Formation, Nature, Stat, WarbandId},
};
use kernel::{Seat, SeatSet, rule};

/// Who still builds.
#[must_use]
pub fn building(look: Look) -> SeatSet {
    rule!("FO-424");
    Seat::first(look.g.options.seats).filter(|s| !look.s.build[s.index()].ready).collect()
}

/// What a seat may choose next for its formation.
pub fn options(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("FO-022", "FO-040", "FO-041", "FO-046", "FO-R12");
    let build = look.s.build[seat.index()];
    let Some(formation) = build.formation else {
        look.g.content.warbands.iter().for_each(|(id, _)| offer(Action::Warband { warband: *id }));
        Formation::ALL.iter().for_each(|f| offer(Action::Form { formation: *f }));
        return;
    };
    if let Some(slot) = build.learns {
        return learnable(look, seat, usize::from(slot), &build, offer);
    }
    if let Some(level) = formation.slots().get(usize::from(build.members)) {
        let most = build.coins.saturating_sub(rest_costs(look, formation, build.members + 1));
        let fits = look.g.content.body_ids().filter(|(_, b)| b.level == *level && b.coins <= most);
        return fits.for_each(|(id, _)| offer(Action::Recruit { card: id }));
    }
    offer(Action::Ready);
    if build.bench < look.g.options.bench_size {
        let kind = minion_type(look.s, seat);
        for (id, body) in look.g.content.body_ids() {
            if body.level == 1 || body.level == 0 && kind.is_none_or(|kind| kind == id) {
                offer(Action::Bench { card: id });
            }
        }
    }
}

/// The least the slots from this one on cost; abilities of price 0 fill the rest.
fn rest_costs(look: Look, formation: Formation, from: u8) -> u8 {
    let least =
        |level: u8| look.g.content.body_ids().filter(|(_, b)| b.level == level).map(|(_, b)| b.coins).min();
    formation.slots().iter().skip(usize::from(from)).filter_map(|level| least(*level)).sum()
}

/// Only one type of minion is allowed.
fn minion_type(s: &State, seat: Seat) -> Option<BodyId> {
    rule!("FO-042");
    let own = &s.chars[CharId::new(seat, 0).index()..][..crate::words::SLOTS];
    own.iter().map(|c| c.body).find(|b| b.is_minion())
}

fn learnable(look: Look, seat: Seat, slot: usize, build: &Build, offer: &mut impl FnMut(Action)) {
    rule!("FO-044", "FO-047");
    let me = look.s.char(CharId::new(seat, slot));
    let class = look.g.content.body(me.body).class.unwrap_or(Class::Ranger);
    let formation = build.formation.unwrap_or(Formation::Fellowship);
    let most = if slot >= BENCH {
        u8::MAX
    } else {
        build.coins.saturating_sub(rest_costs(look, formation, build.members))
    };
    for (id, card) in look.g.content.ability_ids() {
        if card.classes.admits(class) && card.coins <= most && !me.abilities.contains(&Some(id)) {
            offer(Action::Learn { ability: id });
        }
    }
}

/// Until all are ready; then all formations are shown together.
pub fn build(p: &mut Play) -> Next {
    if building(p.look()).is_empty() { revealed(p) } else { wait(Frame::Build) }
}

/// Told to its owner only, until all are ready.
fn chooses(p: &mut Play, seat: Seat, action: Action) {
    p.say(|_| Event::Builds(seat, action.to_string()));
}

pub fn warband(p: &mut Play, asked: frame::Frame, seat: Seat, warband: WarbandId) -> Next {
    let Setup(Frame::Build) = asked else { return stray(asked) };
    chooses(p, seat, Action::Warband { warband });
    take_warband(p, seat, warband);
    then(Frame::Build)
}

pub fn form(p: &mut Play, asked: frame::Frame, seat: Seat, formation: Formation) -> Next {
    let Setup(Frame::Build) = asked else { return stray(asked) };
    chooses(p, seat, Action::Form { formation });
    p.s.build[seat.index()] =
        Build { formation: Some(formation), coins: p.g.content.prices.coins, ..Build::default() };
    then(Frame::Build)
}

pub fn bench(p: &mut Play, asked: frame::Frame, seat: Seat, card: BodyId) -> Next {
    let Setup(Frame::Build) = asked else { return stray(asked) };
    chooses(p, seat, Action::Bench { card });
    let slot = BENCH + usize::from(p.s.build[seat.index()].bench);
    p.s.build[seat.index()].bench += 1;
    put(p, seat, slot, card);
    ready_if_full(p, seat);
    then(Frame::Build)
}

pub fn ready(p: &mut Play, asked: frame::Frame, seat: Seat) -> Next {
    let Setup(Frame::Build) = asked else { return stray(asked) };
    chooses(p, seat, Action::Ready);
    p.s.build[seat.index()].ready = true;
    then(Frame::Build)
}

pub fn recruit(p: &mut Play, asked: frame::Frame, seat: Seat, card: BodyId) -> Next {
    let Setup(Frame::Build) = asked else { return stray(asked) };
    chooses(p, seat, Action::Recruit { card });
    let build = &mut p.s.build[seat.index()];
    let slots = build.formation.unwrap_or(Formation::Fellowship).slots().len();
    // Minions are all of one type, so the first choice fills the other slots too.
    let count = if card.is_minion() { slots - usize::from(build.members) } else { 1 };
    for _ in 0..count {
        let slot = usize::from(p.s.build[seat.index()].members);
        p.s.build[seat.index()].members += 1;
        p.s.build[seat.index()].coins -= p.g.content.body(card).coins;
        put(p, seat, slot, card);
    }
    ready_if_full(p, seat);
    then(Frame::Build)
}

fn put(p: &mut Play, seat: Seat, slot: usize, card: BodyId) {
    *p.s.char_mut(CharId::new(seat, slot)) = Char { body: card, ..Char::default() };
    p.s.build[seat.index()].learns = (!card.is_minion()).then_some(slot as u8);
}

pub fn learn(p: &mut Play, asked: frame::Frame, seat: Seat, ability: AbilityId) -> Next {
    rule!("FO-045", "FO-R11");
    let Setup(Frame::Build) = asked else { return stray(asked) };
    chooses(p, seat, Action::Learn { ability });
    let slot = usize::from(p.s.build[seat.index()].learns.unwrap_or(0));
    let me = p.s.char_mut(CharId::new(seat, slot));
    let learned = me.learned().count();
    me.abilities[learned] = Some(ability);
    let level = usize::from(p.g.content.body(me.body).level);
    let build = &mut p.s.build[seat.index()];
    if slot < BENCH {
        build.coins -= p.g.content.ability(ability).coins;
    }
    if learned + 1 == level {
        build.learns = None;
        ready_if_full(p, seat);
    }
    then(Frame::Build)
}

/// With no place left on the bench there is nothing to choose any more.
fn ready_if_full(p: &mut Play, seat: Seat) {
    let bench_size = p.g.options.bench_size;
    let build = &mut p.s.build[seat.index()];
    let full = build.formation.is_some_and(|f| f.slots().len() == usize::from(build.members));
    if build.learns.is_none() && full && build.bench == bench_size {
        build.ready = true;
    }
}

pub fn take_warband(p: &mut Play, seat: Seat, id: WarbandId) {
    let warband = p.g.content.warband(id).expect("only warbands of the content are offered");
    for (slot, member) in warband.members.iter().enumerate() {
        *p.s.char_mut(CharId::new(seat, slot)) =
            Char { body: member.body, abilities: member.abilities, ..Char::default() };
    }
    let bench = warband.bench.iter().take(usize::from(p.g.options.bench_size));
    for (at, member) in bench.clone().enumerate() {
        *p.s.char_mut(CharId::new(seat, BENCH + at)) =
            Char { body: member.body, abilities: member.abilities, ..Char::default() };
    }
    p.s.build[seat.index()] = Build {
        formation: Some(warband.formation),
        coins: p.g.content.prices.coins - warband.coins,
        members: warband.members.len() as u8,
        bench: bench.count() as u8,
        learns: None,
        ready: true,
    };
}

fn revealed(p: &mut Play) -> Next {
    rule!("FO-049", "FO-420");
    for seat in Seat::first(p.g.options.seats) {
        let build = p.s.build[seat.index()];
        let bench = BENCH..BENCH + usize::from(build.bench);
        for slot in (0..usize::from(build.members)).chain(bench) {
            let id = CharId::new(seat, slot);
            enlist(p.g, p.s, id);
            if slot >= BENCH {
                p.s.bench.insert(id);
            }
        }
        let formation = build.formation.unwrap_or(Formation::Fellowship);
        p.say(|l| {
            Event::Formation(
                seat,
                formation,
                (0..usize::from(build.members)).map(|s| l.name(CharId::new(seat, s))).collect(),
            )
        });
    }
    then(Frame::Deal { left: p.g.seated() })
}

/// A character gets its sheet and full health.
pub fn enlist(g: &FriendsAndFoes, s: &mut State, id: CharId) {
    let sheet = sheet(Look { g, s }, id);
    let me = s.char_mut(id);
    (me.sheet, me.health) = (sheet, sheet.full);
    list_reactions(g, s, id);
}

/// Notes whether a character can react, and whether it is asked.
pub fn list_reactions(g: &FriendsAndFoes, s: &mut State, id: CharId) {
    for (_, ability) in s.char(id).learned_of(AbilityKind::Reaction) {
        let those = if g.content.ability(ability).auto { &mut s.automatic } else { &mut s.reactors };
        those.insert(id);
    }
}

/// Everything about a character that does not change in play.
#[must_use]
pub fn sheet(look: Look, id: CharId) -> Sheet {
    rule!("FO-265");
    let me = look.s.char(id);
    let body = look.g.content.body(me.body);
    let mut sheet = Sheet {
        full: body.health,
        armor: body.armor,
        warding: body.warding,
        sprint: body.sprint,
        ..Sheet::default()
    };
    let class = body.class.map(|class| &look.g.content.classes[class.index()]);
    sheet.critical = class.map(|class| class.critical);
    let passives =
        body.gift.passive.iter().chain(me.learned().flat_map(|a| &look.g.content.ability(a).passive));
    passives.for_each(|passive| add_passive(&mut sheet, passive));
    sheet
}

fn add_passive(sheet: &mut Sheet, passive: &Passive) {
    match passive {
        Passive::Change { stat, by } => match stat {
            Stat::Armor => sheet.armor = floor(sheet.armor, *by),
            Stat::Warding => sheet.warding = floor(sheet.warding, *by),
            Stat::Sprint => sheet.sprint = floor(sheet.sprint, *by).clamp(2, 10),
            Stat::Health => sheet.full = floor(sheet.full, *by).max(1),
            Stat::Attack | Stat::Defence => {}
        },
        Passive::AttackBesideFriend(by) => sheet.beside_friend += by,
        Passive::AttackWounded(by) => sheet.wounded += by,
        Passive::AttackFromHand(by) => sheet.from_hand += by,
        Passive::GuardFriends(by) => sheet.guard = sheet.guard.max(*by),
        Passive::MeleeExpertise => sheet.traits |= Traits::MELEE_EXPERTISE,
        Passive::DefenceExpertise(Nature::Physical) => sheet.traits |= Traits::PARRY,
        Passive::DefenceExpertise(Nature::Magic) => sheet.traits |= Traits::COUNTER_CHANT,
        Passive::BasicOverclock => sheet.traits |= Traits::BASIC_OVERCLOCK,
        Passive::Trailwise => sheet.traits |= Traits::TRAILWISE,
        Passive::Lope => sheet.traits |= Traits::LOPE,
        Passive::SecondLook => sheet.traits |= Traits::SECOND_LOOK,
    }
}
