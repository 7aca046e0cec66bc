//! What nobody may read before the end: hands, cards drawn, what lies face down, formations in the making. Everything that
//! two seats and an onlooker were sent is laid beside the true record afterwards.

use super::*;
use ::friends_and_foes::{FriendsAndFoes, State, event::glyph, frame::Frame};
use kernel::{Card, Log, Pool as _, Seat, StepOf, Table, script};
use proto::v1::watch_match_response::News;
use rand::SeedableRng as _;
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio_stream::StreamExt as _;

/// Everything one reader was sent.
struct Reader {
    eyes: Option<Seat>,
    token: String,
    watched: JoinHandle<Vec<v1::Event>>,
    /// Exports in the middle, with the version they were made at.
    exports: Vec<(u64, v1::ExportMatchResponse)>,
}

impl Reader {
    async fn start(game: &Game, eyes: Option<Seat>) -> Reader {
        let token = eyes.map(|seat| game.seats[&u32::from(seat.number())].clone()).unwrap_or_default();
        let ask = v1::WatchMatchRequest {
            match_id: game.id.clone(),
            start: Some(v1::watch_match_request::Start::FromVersion(1)),
            with_views: true,
            with_text: true,
            ..Default::default()
        };
        let told = game.client.clone().watch_match(with(&token, ask)).await.expect("a watch").into_inner();
        let watched = tokio::spawn(async move {
            let all: Vec<_> = told.collect().await;
            let event = |one: Result<v1::WatchMatchResponse, tonic::Status>| match one.expect("no error").news
            {
                Some(News::Event(event)) => Some(event),
                Some(News::Snapshot(_) | News::Heartbeat(_)) | None => None,
            };
            all.into_iter().filter_map(event).collect()
        });
        Reader { eyes, token, watched, exports: vec![] }
    }
}

/// The true game, step by step: the state before and after each, and the line.
fn truth(record: &catalog::Record) -> Vec<(String, State, State)> {
    let rules = catalog::game::<catalog::FriendsAndFoes>(&record.options, &catalog::PackFiles::default())
        .expect("rules");
    let mut table = Table::new(Arc::new(rules));
    let mut all = vec![];
    for line in &record.steps {
        let before = *table.state();
        let step: StepOf<FriendsAndFoes> =
            script::read_step(&line.replace("told: ", "chance: ")).expect("a step");
        table.play(step, &mut Log::off()).expect("it was played");
        all.push((line.clone(), before, *table.state()));
    }
    all
}

/// Whose secret a step is, worked out from what it did to the true table.
fn secret_of(line: &str, before: &State, after: &State, seats: u8) -> Option<Seat> {
    if let Some(card) = line.strip_prefix("chance: draw ") {
        let card: Card = card.parse().expect("a card");
        let drew = |seat: &Seat| {
            let (was, is) = (before.sides[*seat], after.sides[*seat]);
            was.deck.copies(card) == 1 && is.hand.copies(card) == 1 && is.shown.copies(card) == 0
        };
        return Seat::first(seats).find(drew);
    }
    let (who, action) = line.split_once(": ")?;
    let seat: Seat = who.parse().ok()?;
    let verb = action.split(' ').next().unwrap_or_default();
    let face_down =
        ["initiative", "blind", "buy", "warband", "form", "recruit", "learn", "bench", "ready", "take"];
    // Who stays on the bench is chosen in the open.
    let open = matches!(before.stack.top(), Some(Frame::Deployment(_)));
    let laid = before.sides[seat].commit.is_none() && after.sides[seat].commit.is_some();
    (face_down.contains(&verb) && !open || laid).then_some(seat)
}

/// The card a step names.
fn card_of(line: &str) -> Option<Card> {
    line.rsplit(' ').next()?.parse().ok()
}

fn id_of(step: &v1::Step) -> String {
    match &step.step {
        Some(v1::step::Step::Action(act)) => act.action_id.clone(),
        Some(v1::step::Step::Chance(chance)) => chance.outcome_id.clone(),
        _ => String::new(),
    }
}

fn check_steps(eyes: Option<Seat>, steps: &[v1::Step], truth: &[(String, State, State)], seats: u8) -> usize {
    let mut hidden = 0;
    for step in steps.iter().filter(|step| step.version > 1) {
        let (line, before, after) = &truth[step.version as usize - 2];
        let secret = secret_of(line, before, after, seats).filter(|owner| eyes != Some(*owner));
        if secret.is_some() {
            assert_eq!(id_of(step), "", "{eyes:?} was told `{line}`");
            hidden += 1;
        } else {
            assert!(line.ends_with(&id_of(step)), "{line}: {step:?}");
        }
    }
    hidden
}

/// What an event says to these eyes follows from what they know: in another world that looks the same it would say the same.
fn check_event(
    eyes: Option<Seat>,
    event: &v1::Event,
    rules: &Arc<FriendsAndFoes>,
    truth: &[(String, State, State)],
) {
    let version = event.step.as_ref().expect("a step").version;
    let Some((line, before, after)) = version.checked_sub(2).and_then(|at| truth.get(at as usize)) else {
        return;
    };
    let seats = rules.options.seats;
    let secret = secret_of(line, before, after, seats).filter(|owner| eyes != Some(*owner));
    if let Some(card) = secret.and_then(|_| card_of(line)) {
        // The card may be public by the same step if somebody else's card of that name was shown.
        let shown = Seat::first(seats).any(|seat| after.sides[seat].initiative == Some(card));
        let said = event.lines.join("; ");
        assert!(shown || !said.contains(&glyph(card)), "{eyes:?} reads `{said}` of `{line}`");
        assert!(event.reason.is_empty(), "{eyes:?} reads a reason: {}", event.reason);
    }
    let table = Table::at(Arc::clone(rules), *after);
    check_choices(eyes, &table, version);
    let Some(view) = &event.view else { return };
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(version);
    let other = match eyes {
        Some(seat) => table.view(seat).guess(rules, &mut rng),
        None => {
            let mut seen = *table.seen_by(None).state();
            kernel::Game::fill(&**rules, &mut seen, &mut rng);
            seen
        }
    };
    let other = Table::at(Arc::clone(rules), other);
    let sealer = service::wire::snapshot::Seal::new([0; 32]).of_rules(&view.ruleset_digest);
    let same = service::wire::game_view(&other, eyes, &sealer);
    assert!(unsealed(view.view.clone()) == unsealed(same), "{eyes:?} at {version} after `{line}`");
    let text = catalog::AnyTable::draw_for(&other, eyes).to_text();
    assert_eq!(view.text, text, "{eyes:?} at {version}");
    let prompt = event.decision.as_ref().map(|decision| decision.prompt.clone());
    assert!(
        prompt.is_none_or(|said| said == catalog::AnyTable::prompt_for(&other, eyes)),
        "{eyes:?} at {version}"
    );
}

/// A view whose snapshot has lost its seal, which is the server's own.
fn unsealed(mut view: Option<v1::view::View>) -> Option<v1::view::View> {
    if let Some(v1::view::View::FriendsAndFoes(of)) = &mut view
        && let Some(snapshot) = &mut of.in_progress
    {
        snapshot.truncate(snapshot.len() - 16);
    }
    view
}

/// Labels, hints and headings of what a seat may do are the same in another world that looks the same to it.
fn check_choices(eyes: Option<Seat>, table: &Table<FriendsAndFoes>, version: u64) {
    let Some(seat) = eyes.filter(|seat| table.turn().asked().contains(*seat)) else { return };
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(version ^ 0x5eed);
    let other = table.view(seat).guess(table.game(), &mut rng);
    let other = Table::at(Arc::clone(table.game()), other);
    let (here, there) = (catalog::AnyTable::choices(table, seat), catalog::AnyTable::choices(&other, seat));
    assert_eq!(here, there, "{seat} at {version}");
}

async fn nothing_is_told_before_the_end(ask: v1::CreateMatchRequest, seed: u64) {
    let server = Server::start("").await;
    let seats = ask.seats.len() as u8;
    let game = Game::create(&server, ask).await;
    let mut readers = vec![];
    for eyes in [Some(Seat::new(0)), Some(Seat::new(1)), None] {
        readers.push(Reader::start(&game, eyes).await);
    }
    let mut whim = Whim(seed);
    for part in 1..200u64 {
        play(&game, &mut whim, |now| now.version > part * 60).await;
        let now = game.now().await;
        for reader in &mut readers {
            reader.exports.push((now.version, game.export(&reader.token).await));
        }
        refusals_tell_nothing(&game, &now).await;
        if now.outcome.is_some() {
            break;
        }
    }
    let record = game.export("").await.record.expect("the whole record");
    let record = catalog::Record::read(&record.text).expect("it reads");
    let rules = catalog::game::<catalog::FriendsAndFoes>(&record.options, &catalog::PackFiles::default())
        .expect("rules");
    let (rules, truth) = (Arc::new(rules), truth(&record));
    for reader in readers {
        let events = reader.watched.await.expect("the watch ends with the match");
        assert!(events.len() >= truth.len(), "every step was told: {} of {}", events.len(), truth.len());
        events.iter().for_each(|event| check_event(reader.eyes, event, &rules, &truth));
        let steps: Vec<v1::Step> = events.into_iter().filter_map(|event| event.step).collect();
        assert!(check_steps(reader.eyes, &steps, &truth, seats) > 15, "secrets were there to be kept");
        let (last, before) = reader.exports.split_last().expect("exports");
        for (version, export) in before.iter().filter(|(version, _)| *version < last.0) {
            assert!(export.redacted, "at {version}");
            let record = export.record.as_ref().expect("a record");
            assert_eq!(record.seed, "");
            check_steps(reader.eyes, &record.steps, &truth, seats);
        }
    }
    server.stop().await;
}

/// Somebody who guesses at cards of others learns nothing from being refused.
async fn refusals_tell_nothing(game: &Game, now: &v1::Match) {
    let Some(decision) = &now.decision else { return };
    let one = asked(Some(decision)).into_iter().find(|seat| game.seats.contains_key(seat));
    let Some(seat) = one else { return };
    let other = 1 - seat.min(1);
    let seen = table(&game.view(Some(other)).await);
    let hand =
        seen.sides.iter().find(|side| side.seat == other).map(|side| side.hand.clone()).unwrap_or_default();
    let own = table(&game.view(Some(seat)).await);
    let mine =
        own.sides.iter().find(|side| side.seat == seat).map(|side| side.hand.clone()).unwrap_or_default();
    for card in
        hand.split_whitespace().filter(|card| !mine.split_whitespace().any(|own| own == *card)).take(2)
    {
        let asked = game.action(seat, &decision.id, &format!("hand {card}"));
        let refused = game.send(&game.seats[&seat], asked).await.expect_err("not in this hand");
        let words = refused.message().replace(&format!("hand {card}"), "");
        let legal = game.view(Some(seat)).await.actions;
        let named = words.split([' ', ',', '`']).filter(|word| word.parse::<Card>().is_ok());
        for word in named {
            assert!(
                legal.iter().any(|action| action.id.ends_with(word)),
                "{word} in `{}`",
                refused.message()
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_seats_and_an_onlooker_learn_nothing_hidden_in_a_duel_of_people() {
    nothing_is_told_before_the_end(agreed(2, 77), 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_seats_and_an_onlooker_learn_nothing_hidden_beside_a_bot() {
    nothing_is_told_before_the_end(skirmish(3, 2, 78), 6).await;
}
