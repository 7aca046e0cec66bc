//! The least a gRPC server can do: bare tonic, one method, an answer of a fixed size to whatever comes.

use std::{
    convert::Infallible,
    future::Ready,
    task::{Context, Poll},
};
use tonic::{
    Request, Response, Status,
    body::Body,
    codegen::{BoxFuture, Service, http},
    server::{Grpc, NamedService, UnaryService},
    transport::server::TcpIncoming,
};
use tonic_prost::ProstCodec;

pub const PATH: &str = "/bench.Echo/Echo";

/// The message is one field of bytes, as small a message as there is.
#[derive(Clone)]
struct Echo {
    answer: Vec<u8>,
}

impl NamedService for Echo {
    const NAME: &'static str = "bench.Echo";
}

impl UnaryService<Vec<u8>> for Echo {
    type Response = Vec<u8>;
    type Future = Ready<Result<Response<Vec<u8>>, Status>>;
    fn call(&mut self, _: Request<Vec<u8>>) -> Self::Future {
        std::future::ready(Ok(Response::new(self.answer.clone())))
    }
}

impl Service<http::Request<Body>> for Echo {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }
    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let echo = self.clone();
        Box::pin(async move {
            let mut grpc = Grpc::new(ProstCodec::<Vec<u8>, Vec<u8>>::default());
            Ok(grpc.unary(echo, request).await)
        })
    }
}

/// Serves answers of this size until the process is ended.
///
/// # Errors
/// If there is no free port.
pub fn serve(size: usize) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let place = ([127, 0, 0, 1], 0).into();
        let incoming = TcpIncoming::bind(place).map_err(|why| why.to_string())?.with_nodelay(Some(true));
        let address = incoming.local_addr().map_err(|why| why.to_string())?;
        println!("listens on http://{address}");
        let served = tonic::transport::Server::builder().add_service(Echo { answer: vec![7; size] });
        served.serve_with_incoming(incoming).await.map_err(|why| why.to_string())
    })
}
