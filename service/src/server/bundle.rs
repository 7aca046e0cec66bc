//! The services a server offers, with their names: health answers for each.

use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use http::Request;
use std::{convert::Infallible, fmt, sync::Arc};
use tonic::{body::Body, server::NamedService, service::Routes};
use tower::Service;

/// One service, called without a router in between.
type Called = dyn Fn(axum::extract::Request) -> BoxFuture<'static, Response> + Send + Sync;

/// Services by name, for calls that are gRPC anyhow: a router copies itself for each.
#[derive(Clone, Default)]
pub struct Named(Vec<(&'static str, Arc<Called>)>);

impl Named {
    /// The service that a path such as `/understudy.v1.MatchService/GetView` asks for.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&Called> {
        let (name, _) = path.strip_prefix('/')?.split_once('/')?;
        self.0.iter().find(|(known, _)| *known == name).map(|(_, called)| &**called)
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

/// Services in the making.
#[derive(Clone, Default)]
pub struct Bundle {
    routes: Routes,
    names: Vec<&'static str>,
    named: Named,
}

impl Bundle {
    #[must_use]
    pub fn new() -> Bundle {
        Bundle::default()
    }

    /// One more service.
    #[must_use]
    pub fn with<S>(mut self, service: S) -> Bundle
    where
        S: Service<Request<Body>, Error = Infallible> + NamedService + Clone + Send + Sync + 'static,
        S::Response: IntoResponse,
        S::Future: Send + 'static,
    {
        let own = service.clone();
        let called = move |request: axum::extract::Request| -> BoxFuture<'static, Response> {
            let answer = own.clone().call(request.map(Body::new));
            Box::pin(async move { answer.await.unwrap_or_else(|never| match never {}).into_response() })
        };
        self.named.0.push((S::NAME, Arc::new(called)));
        self.routes = self.routes.add_service(service);
        self.names.push(S::NAME);
        self
    }

    /// What the services are called.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    pub(super) fn named(&self) -> Named {
        self.named.clone()
    }

    pub(super) fn into_routes(self) -> Routes {
        self.routes
    }
}

impl fmt::Debug for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bundle").field(&self.names).finish()
    }
}
