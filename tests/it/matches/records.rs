//! Records: what is exported can be imported, replayed and checked.

use super::rig::*;
use proto::v1;
use tokio_stream::StreamExt;

async fn finished(server: &Server) -> (Game, v1::MatchRecord) {
    let game = Game::create(server, woods(0, 3)).await;
    game.until("bots finish", |now| now.outcome.is_some()).await;
    let export = game.export("").await;
    assert!(!export.redacted);
    (game, export.record.unwrap())
}

fn import(record: v1::MatchRecord) -> v1::ImportMatchRequest {
    v1::ImportMatchRequest { record: Some(record), ..Default::default() }
}

/// The first so many steps of a record, as if it had been exported then.
fn beginning(record: &v1::MatchRecord, steps: usize) -> v1::MatchRecord {
    let steps = record.steps.iter().take(steps).cloned().collect();
    v1::MatchRecord { steps, outcome: None, seed: String::new(), text: String::new(), ..record.clone() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_goes_out_and_in_again_and_ends_the_same() {
    let server = Server::start("").await;
    let (game, record) = finished(&server).await;
    assert_eq!((record.format, record.seed.len(), record.outcome.clone()), (1, 64, game.now().await.outcome));
    let text_only = v1::MatchRecord { text: record.text.clone(), ..Default::default() };
    for sent in [record.clone(), text_only] {
        let made = game.client.clone().import_match(import(sent)).await.unwrap().into_inner();
        let back = made.r#match.unwrap();
        assert_eq!(
            (back.outcome.as_ref(), back.version),
            (record.outcome.as_ref(), record.steps.len() as u64 + 1)
        );
        let again = Game { id: back.match_id, host: made.host_token, ..game.clone() };
        let exported = again.export("").await.record.unwrap();
        let read =
            |text: &str| catalog::Record::read(text).unwrap().steps.join("\n").replace("told: ", "chance: ");
        assert_eq!(
            read(&exported.text),
            read(&record.text),
            "the same steps, whose dice came from elsewhere"
        );
        let proved = catalog::Record::read(&exported.text).unwrap();
        let proved = service::verify::verify(&proved, &catalog::PackFiles::default()).unwrap();
        assert!(proved.rolled == 0 && proved.told > 50, "{proved:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_on_from_a_record_that_is_sent_twice() {
    let server = Server::start("").await;
    let (game, record) = finished(&server).await;
    let mut client = game.client.clone();
    let ask = v1::ImportMatchRequest {
        request_id: request_id(1),
        seats: vec![human(); 4],
        undo_policy: v1::UndoPolicy::Free.into(),
        ..import(beginning(&record, 40))
    };
    let first = client.import_match(ask.clone()).await.unwrap().into_inner();
    let made = first.r#match.clone().unwrap();
    assert_eq!(first.seat_tokens.len(), 4);
    let on =
        Game { id: made.match_id, host: first.host_token.clone(), seats: first.seat_tokens.clone(), ..game };
    let seat = asked(on.now().await.decision.as_ref())[0];
    let action = on.view(Some(seat)).await.actions[0].id.clone();
    on.act(seat, &action).await.unwrap();
    assert_eq!(client.import_match(ask.clone()).await.unwrap().into_inner(), first);
    let other = v1::ImportMatchRequest { undo_policy: 0, ..ask };
    assert_eq!(reason(&client.import_match(other).await.unwrap_err()), "REQUEST_REUSED");
    let bots = client.import_match(import(beginning(&record, 40))).await.unwrap().into_inner();
    assert!(bots.seat_tokens.is_empty(), "the record says that bots play");
    let on = Game { id: bots.r#match.unwrap().match_id, host: bots.host_token, ..on };
    on.until("bots play on to the end", |now| now.outcome.is_some()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_that_cannot_have_been_played_are_refused_with_the_step() {
    let server = Server::start("").await;
    let (game, record) = finished(&server).await;
    let mut client = game.client.clone();
    let mut wrong = beginning(&record, 40);
    wrong.steps.swap(3, 30);
    let status = client.import_match(import(wrong.clone())).await.unwrap_err();
    assert!(reason(&status) == "INVALID" && status.message().contains("step "), "{status:?}");
    let mut hidden = beginning(&record, 40);
    if let Some(v1::step::Step::Action(act)) =
        hidden.steps.iter_mut().rev().find_map(|step| match &mut step.step {
            Some(act @ v1::step::Step::Action(_)) => Some(act),
            _ => None,
        })
    {
        act.action_id.clear();
    }
    let status = client.import_match(import(hidden)).await.unwrap_err();
    assert!(status.message().contains("this step is hidden"), "{status:?}");
    for (field, sent) in [
        ("record.game_id", v1::MatchRecord::default()),
        ("record.format", v1::MatchRecord { format: 9, ..beginning(&record, 4) }),
        ("record", v1::MatchRecord { text: "understudy record 9".into(), ..Default::default() }),
    ] {
        assert_eq!(fault(client.import_match(import(sent)).await), ("INVALID".into(), field.into()));
    }
    let replay = v1::ReplayRecordRequest { record: Some(wrong), seat: None };
    let told: Vec<_> = client.replay_record(replay).await.unwrap().into_inner().collect().await;
    let last = told.last().unwrap().as_ref().unwrap_err();
    assert_eq!(reason(last), "INVALID", "what was right is shown, then the error");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_replayed_step_by_step_with_the_views_of_a_seat() {
    let server = Server::start("").await;
    let (game, record) = finished(&server).await;
    let mut client = game.client.clone();
    let replay = v1::ReplayRecordRequest { record: Some(record.clone()), seat: Some(1) };
    let mut told = client.replay_record(replay.clone()).await.unwrap().into_inner();
    let (mut steps, mut last) = (0, None);
    while let Some(one) = told.next().await {
        let event = one.unwrap().event.unwrap();
        steps += 1;
        let view = event.view.clone().unwrap();
        assert_eq!((view.version, view.seat, view.view.is_some()), (steps, Some(1), true));
        last = Some(event);
    }
    assert_eq!(steps, record.steps.len() as u64);
    assert_eq!(last.unwrap().view.unwrap().view, game.view(None).await.view.unwrap().view);
    let nobody = v1::ReplayRecordRequest { seat: Some(9), ..replay };
    assert_eq!(fault(client.replay_record(nobody).await.map(|_| ())), ("INVALID".into(), "seat".into()));
    server.stop().await;
}
