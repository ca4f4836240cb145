//! What a step of a history can ask of the queue service. Every text may hold symbols.

use serde::{Deserialize, Serialize};

/// Names and values of metadata.
type Metadata = Vec<(String, String)>;

/// One operation, as a client asks for it. Values of query options are texts, since what is no number is asked as well; one
/// that is absent is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "operation", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// List Queues.
    ListQueues {
        /// `prefix`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        prefix: Option<String>,
        /// `marker`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marker: Option<String>,
        /// `maxresults`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_results: Option<String>,
        /// Whether `include=metadata` is asked for.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        metadata: bool,
    },
    /// Get Queue Service Properties.
    GetProperties,
    /// Set Queue Service Properties.
    SetProperties {
        /// The document.
        document: String,
    },
    /// Get Queue Service Stats.
    GetStatistics,
    /// Create Queue.
    CreateQueue {
        /// Its name.
        queue: String,
        /// Its metadata.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        metadata: Metadata,
    },
    /// Delete Queue.
    DeleteQueue {
        /// Its name.
        queue: String,
    },
    /// Get Queue Metadata.
    GetMetadata {
        /// The queue.
        queue: String,
    },
    /// Set Queue Metadata.
    SetMetadata {
        /// The queue.
        queue: String,
        /// What replaces it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        metadata: Metadata,
    },
    /// Get Queue ACL.
    GetPolicies {
        /// The queue.
        queue: String,
    },
    /// Set Queue ACL.
    SetPolicies {
        /// The queue.
        queue: String,
        /// The document; no body if it is empty.
        document: String,
    },
    /// Put Message.
    PutMessage {
        /// The queue.
        queue: String,
        /// The text; characters of markup are escaped on the way.
        text: String,
        /// `visibilitytimeout`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        visibility: Option<String>,
        /// `messagettl`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_to_live: Option<String>,
    },
    /// Get Messages.
    GetMessages {
        /// The queue.
        queue: String,
        /// `numofmessages`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<String>,
        /// `visibilitytimeout`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        visibility: Option<String>,
    },
    /// Peek Messages.
    PeekMessages {
        /// The queue.
        queue: String,
        /// `numofmessages`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<String>,
    },
    /// Clear Messages.
    ClearMessages {
        /// The queue.
        queue: String,
    },
    /// Update Message.
    UpdateMessage {
        /// The queue.
        queue: String,
        /// The message's id.
        message: String,
        /// `popreceipt`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receipt: Option<String>,
        /// `visibilitytimeout`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        visibility: Option<String>,
        /// The new text; no body without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Delete Message.
    DeleteMessage {
        /// The queue.
        queue: String,
        /// The message's id.
        message: String,
        /// `popreceipt`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receipt: Option<String>,
    },
}

impl Ask {
    /// The documentation's name of the operation.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ListQueues { .. } => "List Queues",
            Self::GetProperties => "Get Queue Service Properties",
            Self::SetProperties { .. } => "Set Queue Service Properties",
            Self::GetStatistics => "Get Queue Service Stats",
            Self::CreateQueue { .. } => "Create Queue",
            Self::DeleteQueue { .. } => "Delete Queue",
            Self::GetMetadata { .. } => "Get Queue Metadata",
            Self::SetMetadata { .. } => "Set Queue Metadata",
            Self::GetPolicies { .. } => "Get Queue ACL",
            Self::SetPolicies { .. } => "Set Queue ACL",
            Self::PutMessage { .. } => "Put Message",
            Self::GetMessages { .. } => "Get Messages",
            Self::PeekMessages { .. } => "Peek Messages",
            Self::ClearMessages { .. } => "Clear Messages",
            Self::UpdateMessage { .. } => "Update Message",
            Self::DeleteMessage { .. } => "Delete Message",
        }
    }

    /// Whether it changes nothing.
    pub fn reads(&self) -> bool {
        matches!(
            self,
            Self::ListQueues { .. }
                | Self::GetProperties
                | Self::GetStatistics
                | Self::GetMetadata { .. }
                | Self::GetPolicies { .. }
                | Self::PeekMessages { .. }
        )
    }

    /// Calls `each` with every text that may hold symbols.
    pub fn texts(&mut self, each: &mut impl FnMut(&mut String)) {
        match self {
            Self::ListQueues { prefix, marker, max_results, .. } => {
                [prefix, marker, max_results].into_iter().flatten().for_each(each);
            }
            Self::GetProperties | Self::GetStatistics => {}
            Self::SetProperties { document } => each(document),
            Self::CreateQueue { queue, metadata } | Self::SetMetadata { queue, metadata } => {
                each(queue);
                metadata.iter_mut().for_each(|(_, value)| each(value));
            }
            Self::DeleteQueue { queue }
            | Self::GetMetadata { queue }
            | Self::GetPolicies { queue }
            | Self::ClearMessages { queue } => each(queue),
            Self::SetPolicies { queue, document } => {
                each(queue);
                each(document);
            }
            Self::PutMessage { queue, text, visibility, time_to_live } => {
                each(queue);
                each(text);
                [visibility, time_to_live].into_iter().flatten().for_each(each);
            }
            Self::GetMessages { queue, count, visibility } => {
                each(queue);
                [count, visibility].into_iter().flatten().for_each(each);
            }
            Self::PeekMessages { queue, count } => {
                each(queue);
                count.iter_mut().for_each(each);
            }
            Self::UpdateMessage { queue, message, receipt, visibility, text } => {
                each(queue);
                each(message);
                [receipt, visibility, text].into_iter().flatten().for_each(each);
            }
            Self::DeleteMessage { queue, message, receipt } => {
                each(queue);
                each(message);
                receipt.iter_mut().for_each(each);
            }
        }
    }
}
