//! Certificates from files: TLS, and certificates of clients where they are asked for.

use crate::config::Config;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        RootCertStore, ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem, pem::PemObject},
        server::WebPkiClientVerifier,
    },
};

/// Why TLS cannot be offered.
#[derive(Debug, thiserror::Error)]
pub enum BadTls {
    #[error("{flag} {}: {why}; expected a PEM file with {expected}", file.display())]
    File { flag: &'static str, file: PathBuf, expected: &'static str, why: String },
    #[error("--tls-cert and --tls-key do not fit together: {0}")]
    Pair(String),
    #[error("--tls-client-ca: {0}")]
    Authority(String),
}

/// What accepts TLS connections; `None` if no certificate is named.
///
/// # Errors
/// If a file is missing, or not what it should be.
pub fn acceptor(config: &Config) -> Result<Option<TlsAcceptor>, BadTls> {
    let (Some(cert), Some(key)) = (&config.tls_cert, &config.tls_key) else { return Ok(None) };
    let chain = certificates("--tls-cert", cert)?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|why| BadTls::File {
        flag: "--tls-key",
        file: key.clone(),
        expected: "a private key",
        why: sentence(&why),
    })?;
    let pair = |why: tokio_rustls::rustls::Error| BadTls::Pair(why.to_string());
    let provider = Arc::new(ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(pair)?;
    let builder = match &config.tls_client_ca {
        None => builder.with_no_client_auth(),
        Some(authority) => {
            let mut roots = RootCertStore::empty();
            for certificate in certificates("--tls-client-ca", authority)? {
                roots.add(certificate).map_err(|why| BadTls::Authority(why.to_string()))?;
            }
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
            builder.with_client_cert_verifier(verifier.map_err(|why| BadTls::Authority(why.to_string()))?)
        }
    };
    let mut server = builder.with_single_cert(chain, key).map_err(pair)?;
    // Both: browsers and gRPC take h2, and a plain `curl --http1.1` is no longer turned away.
    server.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Some(TlsAcceptor::from(Arc::new(server))))
}

fn certificates(flag: &'static str, file: &Path) -> Result<Vec<CertificateDer<'static>>, BadTls> {
    let bad = |why: String| BadTls::File { flag, file: file.to_owned(), expected: "certificates", why };
    let read: Result<Vec<_>, pem::Error> = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    match read {
        Ok(found) if found.is_empty() => Err(bad("there is no certificate in it".to_owned())),
        Ok(found) => Ok(found),
        Err(why) => Err(bad(sentence(&why))),
    }
}

fn sentence(why: &pem::Error) -> String {
    if matches!(why, pem::Error::NoItemsFound) {
        return "there is none in it".to_owned();
    }
    if let pem::Error::Io(why) = why { why.to_string() } else { format!("{why:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn missing_and_wrong_files_get_a_sentence() {
        let folder = std::env::temp_dir().join(format!("understudy-tls-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let wrong = folder.join("wrong.pem");
        std::fs::write(&wrong, "no certificate").unwrap();
        let why = |cert: &Path, key: &Path| {
            let settings =
                Settings { tls_cert: Some(cert.into()), tls_key: Some(key.into()), ..Settings::default() };
            acceptor(&Config::check(settings, None).unwrap()).err().unwrap().to_string()
        };
        let missing = why(Path::new("no/such.pem"), &wrong);
        assert!(missing.contains("--tls-cert no/such.pem") && missing.contains("PEM file"), "{missing}");
        let empty = why(&wrong, &wrong);
        assert!(empty.contains("no certificate in it"), "{empty}");
        assert!(acceptor(&Config::default()).unwrap().is_none());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
