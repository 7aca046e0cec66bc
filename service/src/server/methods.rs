//! What the frame knows of each method: whether it streams, what it may send, whether it makes things.

use crate::telemetry::{MethodMetrics, Metrics};
use prost_reflect::{DescriptorPool, MethodDescriptor};
use std::{collections::HashMap, sync::Arc};

/// Methods that make things others pay for: they need the server key where one is set.
const CREATES: [&str; 3] = [
    "/understudy.v1.MatchService/CreateMatch",
    "/understudy.v1.MatchService/ImportMatch",
    "/understudy.v1.ArenaService/CreateTournament",
];

/// Methods whose requests may hold a whole record.
const RECORDS: [&str; 4] = [
    "/understudy.v1.MatchService/ImportMatch",
    "/understudy.v1.MatchService/ReplayRecord",
    "/understudy.v1.AgentService/ChooseAction",
    "/understudy.v1.AgentService/AnalyzePosition",
];

/// Methods of the frame itself, which are not in our files: path and whether they stream.
const OWN: [(&str, bool); 4] = [
    ("/grpc.health.v1.Health/Check", false),
    ("/grpc.health.v1.Health/Watch", true),
    ("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", true),
    ("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", true),
];

/// One method.
#[derive(Debug)]
pub struct Method {
    pub path: String,
    pub streams: bool,
    /// Needs the server key, where one is set.
    pub creates: bool,
    /// May be as large as a record.
    pub holds_record: bool,
    /// Health and reflection: never counted against a caller.
    pub own: bool,
    /// For JSON; none for methods that are not in our files.
    pub descriptor: Option<MethodDescriptor>,
    pub metrics: MethodMetrics,
}

/// All methods by path.
#[derive(Clone, Debug)]
pub struct Methods {
    known: Arc<HashMap<String, Arc<Method>>>,
    stranger: Arc<Method>,
    pool: DescriptorPool,
}

/// The descriptor of the API or of error details cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the built-in description of the API cannot be read: {0}")]
pub struct BadDescriptor(#[from] prost_reflect::DescriptorError);

impl Methods {
    /// # Errors
    /// Never for the built-in descriptor: a test reads it.
    pub fn new(metrics: &Metrics) -> Result<Methods, BadDescriptor> {
        let pool = DescriptorPool::decode(proto::DESCRIPTOR)?;
        let mut known = HashMap::new();
        let mut add = |path: String, streams: bool, descriptor: Option<MethodDescriptor>| {
            let method = Method {
                streams,
                creates: CREATES.contains(&path.as_str()),
                holds_record: RECORDS.contains(&path.as_str()),
                own: descriptor.is_none(),
                descriptor,
                metrics: metrics.method(&path, streams),
                path: path.clone(),
            };
            known.insert(path, Arc::new(method));
        };
        for service in pool.services() {
            for method in service.methods() {
                let path = format!("/{}/{}", service.full_name(), method.name());
                add(path, method.is_server_streaming(), Some(method));
            }
        }
        for (path, streams) in OWN {
            add(path.to_owned(), streams, None);
        }
        // One method for all paths nobody knows, so that strangers cannot fill the metrics with names.
        let stranger = Arc::new(Method {
            path: "unknown".to_owned(),
            streams: false,
            creates: false,
            holds_record: false,
            own: false,
            descriptor: None,
            metrics: metrics.method("/unknown/unknown", false),
        });
        Ok(Methods { known: Arc::new(known), stranger, pool })
    }

    #[must_use]
    pub fn find(&self, path: &str) -> Option<&Arc<Method>> {
        self.known.get(path)
    }

    #[must_use]
    pub fn find_or_stranger(&self, path: &str) -> Arc<Method> {
        self.known.get(path).unwrap_or(&self.stranger).clone()
    }

    #[must_use]
    pub const fn pool(&self) -> &DescriptorPool {
        &self.pool
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_named_here_exists() {
        let methods = Methods::new(&Metrics::default()).unwrap();
        for path in CREATES.iter().chain(&RECORDS) {
            assert!(methods.find(path).is_some_and(|method| method.descriptor.is_some()), "{path}");
        }
        assert!(methods.find("/understudy.v1.MatchService/WatchMatch").unwrap().streams);
        assert!(!methods.find("/understudy.v1.CatalogService/ListGames").unwrap().streams);
        assert_eq!(methods.find_or_stranger("/a/b").path, "unknown");
    }
}
