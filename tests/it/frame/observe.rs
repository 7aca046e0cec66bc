//! What can be seen from outside: metrics, ids of calls, reflection in both versions, pages for probes.

use super::rig::{Server, ask, follow, open, read, reason, until};
use tokio::net::TcpListener;
use tokio_stream::StreamExt;
use tonic::{Code, Request, transport::Channel};

#[tokio::test(flavor = "multi_thread")]
async fn calls_are_counted_with_the_status_that_came_in_trailers() {
    let server = Server::start("").await;
    let mut agents = server.agents().await;
    agents.choose_action(ask("", 0)).await.unwrap();
    agents.choose_action(ask("refuse", 0)).await.unwrap_err();
    let mut failing = agents.analyze_position(follow("fail")).await.unwrap().into_inner();
    assert!(failing.message().await.unwrap().is_some());
    assert_eq!(failing.message().await.unwrap_err().code(), Code::Aborted);
    let unknown = tonic::client::Grpc::new(server.channel().await);
    assert_eq!(call_nothing(unknown).await, Code::Unimplemented);
    let counted = |method: &str, kind: &str, code: &str| {
        let (service, method) = method.split_once('/').unwrap();
        format!(
            "grpc_server_handled_total{{grpc_code=\"{code}\",grpc_method=\"{method}\",grpc_service=\"{service}\",grpc_type=\"{kind}\"}} 1"
        )
    };
    let agent = "understudy.v1.AgentService";
    let expected = [
        counted(&format!("{agent}/ChooseAction"), "unary", "OK"),
        counted(&format!("{agent}/ChooseAction"), "unary", "NotFound"),
        counted(&format!("{agent}/AnalyzePosition"), "server_stream", "Aborted"),
        counted("unknown/unknown", "unary", "Unimplemented"),
    ];
    until(|| expected.iter().all(|line| server.app.metrics.text().contains(line)), "calls are counted").await;
    let text = server.app.metrics.text();
    assert!(text.contains("grpc_server_handling_seconds_count{grpc_method=\"ChooseAction\""), "{text}");
    assert!(text.contains("understudy_open_streams{grpc_method=\"AnalyzePosition\""), "{text}");
    server.stop().await;
}

async fn call_nothing(mut grpc: tonic::client::Grpc<Channel>) -> Code {
    grpc.ready().await.unwrap();
    let codec =
        tonic_prost::ProstCodec::<proto::v1::ListGamesRequest, proto::v1::ListGamesResponse>::default();
    let path = "/made.up.Service/Method".parse().unwrap();
    grpc.unary(Request::new(proto::v1::ListGamesRequest::default()), path, codec).await.unwrap_err().code()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_has_an_id_that_comes_back_also_with_a_refusal() {
    let server = Server::start("").await;
    let mut agents = server.agents().await;
    let mut named = Request::new(ask("", 0));
    named.metadata_mut().insert("x-request-id", "of-mine".parse().unwrap());
    let answer = agents.choose_action(named).await.unwrap();
    assert_eq!(answer.metadata().get("x-request-id").unwrap(), "of-mine");
    let refused = agents.choose_action(ask("refuse", 0)).await.unwrap_err();
    assert_eq!(refused.metadata().get("x-request-id").map(tonic::metadata::MetadataValue::len), Some(32));
    let stream = agents.analyze_position(follow("three")).await.unwrap();
    assert!(stream.metadata().get("x-request-id").is_some());
    assert_eq!(reason(&refused), "", "a handler's own status is passed on as it is");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_find_the_services_by_both_reflections() {
    let server = Server::start("").await;
    let channel = server.channel().await;
    {
        use tonic_reflection::pb::v1::{
            ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
            server_reflection_request::MessageRequest,
        };
        let asked = MessageRequest::FileContainingSymbol("understudy.v1.MatchService".to_owned());
        let asked = ServerReflectionRequest { host: String::new(), message_request: Some(asked) };
        let answers = ServerReflectionClient::new(channel.clone())
            .server_reflection_info(tokio_stream::once(asked))
            .await
            .unwrap()
            .into_inner();
        let told = format!("{:?}", answers.collect::<Vec<_>>().await);
        assert!(told.contains("FileDescriptorResponse"), "{told}");
    }
    {
        use tonic_reflection::pb::v1alpha::{
            ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
            server_reflection_request::MessageRequest,
        };
        let asked = MessageRequest::ListServices(String::new());
        let asked = ServerReflectionRequest { host: String::new(), message_request: Some(asked) };
        let answers = ServerReflectionClient::new(channel)
            .server_reflection_info(tokio_stream::once(asked))
            .await
            .unwrap()
            .into_inner();
        let told = format!("{:?}", answers.collect::<Vec<_>>().await);
        assert!(told.contains("understudy.v1.CatalogService"), "{told}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reflection_can_be_turned_off() {
    use tonic_reflection::pb::v1::{
        ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
    };
    let server = Server::start("reflection = false").await;
    let mut client = ServerReflectionClient::new(server.channel().await);
    let asked = tokio_stream::once(ServerReflectionRequest::default());
    assert_eq!(client.server_reflection_info(asked).await.unwrap_err().code(), Code::Unimplemented);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn probes_have_pages_of_their_own() {
    let server = Server::start("").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let (metrics, shutdown) = (server.app.metrics.clone(), server.app.shutdown.clone());
    let pages = tokio::spawn(service::telemetry::serve_pages(listener, metrics, shutdown));
    let get = async |path: &str| read(open(at, &format!("GET {path}"), &[], b"").await).await;
    until(|| server.app.metrics.is_ready(), "ready").await;
    assert_eq!(get("/readyz").await.status, 200);
    assert_eq!(get("/healthz").await.status, 200);
    assert!(get("/metrics").await.text().contains("understudy_connections"));
    assert_eq!(get("/").await.status, 404);
    server.app.shutdown.begin();
    server.stopped().await;
    tokio::time::timeout(super::rig::PATIENCE, pages).await.expect("the pages end last").unwrap();
}
