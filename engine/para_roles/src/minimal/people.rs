//! People keep the heroes: what that changes in the course of the game, for cards, and for whoever is hurt.

use super::{Frame, TELLER, card_told, corrections, is_real, labels, line, round};
use crate::{
    ParaRoles, Play, State,
    action::Action,
    event::Event,
    frame::{self, Blow, Check, EnemyPile, Next, only, then, wait},
    keeping::Keeper,
    luck::{Pile, Source},
    queries::Look,
    restore::Moment,
    rules::{blows, campaigns, death, epic_start},
    sound,
    state::{Foe, Name},
    words::{FoeId, Standing, Start, Stat, Who},
};
use kernel::{Card, Misfit, Page, Seat, Turn, flow::Flow as _};

/// The heroes are at a real table.
pub struct People;

impl Keeper for People {
    fn begin(_: &ParaRoles) -> frame::Frame {
        Frame::Begin.into()
    }
    fn goes_on(p: &mut Play) -> Next {
        if campaigns::is_won(p.g, p.s) { campaigns::next_place(p) } else { wait(Frame::Between) }
    }
    #[cold]
    fn fight_begins(p: &mut Play) -> Next {
        let order = p.s.combat.order;
        for (nth, id) in order.iter().enumerate() {
            line(p, |l| {
                let turn =
                    if order.len() > 1 { format!(", acts as number {}", nth + 1) } else { String::new() };
                format!("{}: {} HP{turn}", l.name(Who::Foe(*id)), l.foe(*id).hp)
            });
        }
        line(p, |_| {
            "shuffle the Random Deck; the party may declare one EPIC, if no Resurrection bars it".to_owned()
        });
        p.s.stack.push(campaigns::Frame::CombatEnds.into());
        round(p)
    }
    /// What people take back, and what there is to win.
    fn fight_ends(p: &mut Play) -> frame::Frame {
        line(p, |_| "take back Protector tokens, curses and all that was on or running".to_owned());
        let (won, recovered) = (p.s.combat.spoils.min(p.s.treasure_deck), p.s.combat.recovered);
        if won + recovered > 0 {
            line(p, |_| format!("treasure: {won} to be won, {recovered} taken back from thieves"));
        }
        Frame::AfterFight.into()
    }
    /// One seat speaks for all.
    fn asked(_: Look, turn: Turn) -> Turn {
        match turn {
            Turn::Each(_) | Turn::Any(_) => only(TELLER),
            Turn::Chance | Turn::Over => turn,
        }
    }

    /// Nobody tells the cards of heroes, so the deck is not counted: any card may come.
    fn card_turned(_: &mut Play, _: Check, _: Card) {}
    fn card_goes_under(_: &mut Play, _: Card) {}
    /// It may have come from elsewhere.
    fn enemy_card(p: &mut Play, card: Card, from: EnemyPile) {
        card_told(p, card, from);
    }
    fn are_real(p: &Play, id: FoeId, foe: &Foe) -> bool {
        is_real(p, id, foe)
    }
    /// What of the living goes straight to the Graveyard need not be told.
    fn guard_stands(p: &mut Play, guard: FoeId, from: EnemyPile) -> Next {
        let foe = *p.s.foe(guard);
        p.s.foe_mut(guard).from_deck = is_real(p, guard, &foe);
        line(p, |l| {
            let name = l.name(Who::Foe(guard));
            format!("{name}: {} HP, Defense {}", l.foe(guard).hp, l.foe_stat(guard, Stat::Defense))
        });
        if from == EnemyPile::Living {
            line(p, |_| "put the next ♠ and ♣ card of the Enemy Stat Decks into the Graveyard".to_owned());
        }
        Next::Done
    }
    fn source(_: Look, pile: Pile) -> Source {
        Source::Told(pile)
    }
    fn counts_enemy_cards(_: &ParaRoles) -> bool {
        false
    }

    #[cold]
    fn loses(p: &mut Play, seat: Seat, amount: u16, by: Option<Who>) -> u16 {
        p.say(|l| Event::Suffers(l.name(Who::Hero(seat)), amount));
        may_fall(p, seat);
        death::steal_life(p, amount, by, Who::Hero(seat));
        amount
    }
    fn gains(_: &mut Play, _: Seat, _: u16) {}
    /// It is enough to tell them.
    fn loses_action(_: &mut Play, _: Seat) {}
    /// People turn his Defense card and know what it says; they hear what a hit would do.
    #[cold]
    fn defends(p: &mut Play, blow: Blow, foe: FoeId, seat: Seat) -> Next {
        let doubled = if death::doubled_by_grave(p, blow.on) { 2 } else { 1 };
        let amount = blows::foe_damage(p, foe) * doubled;
        p.say(|l| Event::MustDefend(l.name(Who::Hero(seat)), amount));
        may_fall(p, seat);
        if p.look().enemies_have(Standing::LifeSteal) {
            return wait(Frame::Wounded(blow.into()));
        }
        blows::after(p, blow)
    }
    /// Where people settle it, or have to say what came of it.
    fn starts(
        p: &mut Play,
        seat: Seat,
        effect: Start,
        turned: bool,
        resume: epic_start::Frame,
    ) -> Option<Next> {
        let asked = match effect {
            // Only heroes feel it.
            Start::Xxx | Start::Bomb | Start::NameHeretic if turned => return Some(then(resume)),
            Start::Polymorph => Frame::Laid { seat },
            Start::Bomb => Frame::Bombed { seat },
            Start::RaiseOne
            | Start::Xxx
            | Start::ChooseEvacuees
            | Start::HurtEnemies
            | Start::HealHeroes
            | Start::NameHeretic
            | Start::GraveCard
            | Start::Needle => return None,
        };
        Some(p.first(asked.into(), resume.into()))
    }

    fn nameless(look: Look, seat: Seat) -> Name {
        Name::Suit(seat, look.s.suits[seat])
    }
    fn seat_name(look: Look, seat: Seat) -> String {
        if seat == TELLER { "the table".to_owned() } else { look.name(Who::Hero(seat)).to_string() }
    }
    /// Only people know what happens at their table.
    fn needs_person(_: Look, seat: Seat) -> bool {
        seat == TELLER
    }
    fn label(look: Look, seat: Seat, action: Action) -> String {
        labels::label(look, seat, action)
    }
    fn hint(_: Look, _: Seat, _: Action) -> String {
        String::new()
    }
    fn prompt(look: Look) -> String {
        labels::prompt(look)
    }
    fn draw(look: Look, page: &mut Page) {
        labels::draw(look, page);
    }
    fn result(look: Look, how: &str) -> String {
        labels::result_text(look, how)
    }
    fn help(_: &ParaRoles) -> &'static str {
        corrections::HELP
    }
    fn correct(g: &ParaRoles, s: &mut State, thing: &str, what: &str, value: &str) -> Result<(), String> {
        corrections::correct(g, s, thing, what, value)
    }
    /// Cards are taken as told.
    fn accounts(_: &ParaRoles, _: &State) -> Result<(), Misfit> {
        Ok(())
    }
    fn rests(g: &ParaRoles, s: &State, moment: Moment) -> Result<frame::Frame, Misfit> {
        match moment {
            Moment::Fight => Ok(Frame::Party.into()),
            Moment::Pause(_) | Moment::Map | Moment::Over => {
                sound::on_the_way(g, s)?;
                Ok(Frame::Between.into())
            }
        }
    }
}

/// Only on an enemy's turn does it matter at once.
fn may_fall(p: &mut Play, seat: Seat) {
    if p.s.stack.frames().any(|at| matches!(at, frame::Frame::Minimal(Frame::Enemies { .. }))) {
        p.s.combat.hurt.insert(seat);
    }
}
