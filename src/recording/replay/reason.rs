//! Why an exchange cannot be replayed.

use crate::recording::session::Service;

/// Why an exchange cannot be replayed, or its answer not be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Reason {
    /// Another service was asked.
    #[error("the reference has no {0} service")]
    Service(Service),
    /// It asks for something that the reference does not have.
    #[error("the reference has no {0}")]
    Feature(&'static str),
    /// The request's body is missing.
    #[error("the body of the request was not kept")]
    RequestBody,
    /// A header of the request is missing without which its meaning is unknown.
    #[error("the headers of the request were not kept, and its answer depends on them")]
    RequestHeaders,
    /// Query options of the request are missing.
    #[error("query options of the request were not kept, and its answer depends on them")]
    QueryOptions,
    /// The answer's body is missing.
    #[error("the body of the answer was not kept as a whole")]
    AnswerBody,
    /// It depends on something that was there before the session.
    #[error("it depends on what an earlier session left behind")]
    LeftBehind,
    /// It depends on an exchange that could not be replayed.
    #[error("it depends on an exchange that could not be replayed")]
    RestsOnLost,
    /// Whether the request is granted depends on credentials.
    #[error("its answer depends on credentials that are not recorded")]
    Credentials,
    /// The answer depends on the service's own pace.
    #[error("its answer depends on how fast or busy the service was")]
    Pace,
}
