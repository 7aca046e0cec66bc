//! The services a server offers, with their names: health answers for each.

use axum::response::IntoResponse;
use http::Request;
use std::{convert::Infallible, fmt};
use tonic::{body::Body, server::NamedService, service::Routes};
use tower::Service;

/// Services in the making.
#[derive(Clone, Default)]
pub struct Bundle {
    routes: Routes,
    names: Vec<&'static str>,
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
        self.routes = self.routes.add_service(service);
        self.names.push(S::NAME);
        self
    }

    /// What the services are called.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        &self.names
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
