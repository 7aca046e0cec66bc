//! Tokens reach handlers, and things are made by those who know the server key.

use super::rig::{Server, ask, reason};
use proto::v1::{CreateMatchRequest, match_service_client::MatchServiceClient};
use tonic::{Code, Request};

fn with(tokens: &str) -> Request<CreateMatchRequest> {
    let mut request = Request::new(CreateMatchRequest::default());
    if !tokens.is_empty() {
        request.metadata_mut().insert("authorization", tokens.parse().unwrap());
    }
    request
}

#[tokio::test(flavor = "multi_thread")]
async fn making_things_needs_the_server_key_where_there_is_one() {
    let server = Server::start_with_key("", Some("the-right-key")).await;
    let mut matches = MatchServiceClient::new(server.channel().await);
    let mut code = async |tokens: &str| {
        let refused = matches.create_match(with(tokens)).await.unwrap_err();
        (refused.code(), reason(&refused))
    };
    assert_eq!(code("").await, (Code::Unauthenticated, "SERVER_KEY_NEEDED".to_owned()));
    assert_eq!(code("Bearer wrong").await, (Code::PermissionDenied, "SERVER_KEY_WRONG".to_owned()));
    assert_eq!(code("Basic abc").await, (Code::Unauthenticated, "BAD_AUTHORIZATION".to_owned()));
    // Let in: this server has no such service, which is only found out behind the door.
    assert_eq!(code("Bearer seat-token, Bearer the-right-key").await.0, Code::Unimplemented);
    // Other calls need no key.
    server.agents().await.choose_action(ask("", 0)).await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_tokens_reach_a_handler_and_none_is_printed() {
    let server = Server::start("").await;
    let mut request = Request::new(ask("callers", 0));
    request.metadata_mut().append("authorization", "Bearer first-secret,Bearer second".parse().unwrap());
    request.metadata_mut().append("authorization", "Bearer third".parse().unwrap());
    let told =
        server.agents().await.choose_action(request).await.unwrap().into_inner().advice.unwrap().reason;
    assert_eq!(told, "3 Callers([***, ***, ***])");
    server.stop().await;
}
