//! What can be asked of the queue service.

use bytes::Bytes;

/// Names and values of a queue's metadata, in the order of the request.
pub type Metadata = Vec<(String, String)>;

/// One operation of the queue service, as it is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// Lists queues.
    ListQueues(Listing),
    /// Reads the properties of the service.
    GetProperties,
    /// Sets the properties of the service.
    SetProperties {
        /// The document.
        document: Bytes,
    },
    /// Reads how far the secondary location is.
    GetStatistics,
    /// Creates a queue.
    CreateQueue {
        /// Its name.
        queue: String,
        /// Its metadata.
        metadata: Metadata,
    },
    /// Deletes a queue with its messages.
    DeleteQueue {
        /// Its name.
        queue: String,
    },
    /// Reads metadata, and how many messages there are.
    GetMetadata {
        /// The queue.
        queue: String,
    },
    /// Replaces the metadata.
    SetMetadata {
        /// The queue.
        queue: String,
        /// What replaces it.
        metadata: Metadata,
    },
    /// Reads the stored access policies.
    GetPolicies {
        /// The queue.
        queue: String,
    },
    /// Replaces the stored access policies.
    SetPolicies {
        /// The queue.
        queue: String,
        /// The document.
        document: Bytes,
    },
    /// Adds a message.
    PutMessage {
        /// The queue.
        queue: String,
        /// Its content.
        text: Bytes,
        /// For how long it is invisible at first, in seconds.
        visibility: i64,
        /// For how long it lives, in seconds; forever if there is no number.
        time_to_live: Option<i64>,
    },
    /// Takes messages: each is invisible afterwards.
    GetMessages {
        /// The queue.
        queue: String,
        /// The most.
        count: usize,
        /// For how long they are invisible, in seconds.
        visibility: i64,
    },
    /// Looks at messages.
    PeekMessages {
        /// The queue.
        queue: String,
        /// The most.
        count: usize,
    },
    /// Deletes all messages.
    ClearMessages {
        /// The queue.
        queue: String,
    },
    /// Changes for how long a message is invisible, and its content.
    UpdateMessage {
        /// The queue.
        queue: String,
        /// The message.
        id: String,
        /// The receipt, as it was written.
        receipt: String,
        /// For how long, in seconds.
        visibility: i64,
        /// The new content, if there is one.
        text: Option<Bytes>,
    },
    /// Deletes a message.
    DeleteMessage {
        /// The queue.
        queue: String,
        /// The message.
        id: String,
        /// The receipt, as it was written.
        receipt: String,
    },
}

/// Which queues are listed, and what of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// What their names begin with.
    pub prefix: Option<String>,
    /// Where to go on, as an earlier answer said.
    pub marker: Option<String>,
    /// The most.
    pub max_results: Option<usize>,
    /// Whether their metadata is told.
    pub metadata: bool,
}

impl Operation {
    /// The queue that it is about, if it is about one.
    pub fn queue(&self) -> Option<&str> {
        match self {
            Self::ListQueues(_) | Self::GetProperties | Self::SetProperties { .. } | Self::GetStatistics => None,
            Self::CreateQueue { queue, .. }
            | Self::DeleteQueue { queue }
            | Self::GetMetadata { queue }
            | Self::SetMetadata { queue, .. }
            | Self::GetPolicies { queue }
            | Self::SetPolicies { queue, .. }
            | Self::PutMessage { queue, .. }
            | Self::GetMessages { queue, .. }
            | Self::PeekMessages { queue, .. }
            | Self::ClearMessages { queue }
            | Self::UpdateMessage { queue, .. }
            | Self::DeleteMessage { queue, .. } => Some(queue),
        }
    }

    /// Whether it changes nothing.
    pub fn reads(&self) -> bool {
        matches!(
            self,
            Self::ListQueues(_)
                | Self::GetProperties
                | Self::GetStatistics
                | Self::GetMetadata { .. }
                | Self::GetPolicies { .. }
                | Self::PeekMessages { .. }
        )
    }
}
