//! Connections: TCP, with TLS around it where the endpoint asks for it.

use super::failure::TransportFailure;
use crate::target::{Endpoint, Scheme};
use std::sync::Arc;
use tablestakes_reference::history::Ending;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A connection, encrypted or not.
pub(super) trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}

impl<C: AsyncRead + AsyncWrite + Send + Unpin> Connection for C {}

/// Opens connections to one endpoint.
#[derive(Clone)]
pub(super) struct Connector {
    endpoint: Endpoint,
    tls: Option<TlsConnector>,
}

impl Connector {
    /// A connector that, for an `https` endpoint, trusts what the system trusts.
    pub(super) fn new(endpoint: &Endpoint) -> Self {
        let tls = (endpoint.scheme == Scheme::Https).then(|| {
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
            TlsConnector::from(Arc::new(config))
        });
        Self { endpoint: endpoint.clone(), tls }
    }

    /// Opens one connection.
    pub(super) async fn connect(&self) -> Result<Box<dyn Connection>, TransportFailure> {
        self.connect_to_end(Ending::Closed).await
    }

    /// Opens one connection that ends like this when it is dropped.
    pub(super) async fn connect_to_end(&self, ending: Ending) -> Result<Box<dyn Connection>, TransportFailure> {
        let failed = |error: &dyn std::fmt::Display| TransportFailure::Connect(error.to_string());
        let tcp = TcpStream::connect((self.endpoint.host.as_str(), self.endpoint.port))
            .await
            .map_err(|error| failed(&error))?;
        // An exchange is one small write and one read: waiting to fill a segment only delays it.
        tcp.set_nodelay(true).map_err(|error| failed(&error))?;
        if ending == Ending::Reset {
            tcp.set_zero_linger().map_err(|error| failed(&error))?;
        }
        match &self.tls {
            None => Ok(Box::new(tcp)),
            Some(tls) => {
                let name = ServerName::try_from(self.endpoint.host.clone()).map_err(|error| failed(&error))?;
                Ok(Box::new(tls.connect(name, tcp).await.map_err(|error| failed(&error))?))
            }
        }
    }
}
