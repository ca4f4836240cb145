//! The same operation with other options.

use tablestakes_reference::queue::Ask;

/// Options of operations on queues. One that an operation does not have changes nothing.
pub(crate) trait AskExt: Sized {
    /// On this queue.
    fn on(self, queue: impl Into<String>) -> Self;

    /// With `visibilitytimeout`.
    fn invisible_for(self, seconds: impl ToString) -> Self;

    /// With `messagettl`.
    fn living_for(self, seconds: impl ToString) -> Self;

    /// With `numofmessages`.
    fn of_messages(self, count: impl ToString) -> Self;

    /// With this text for an id.
    fn of_message(self, id: impl Into<String>) -> Self;

    /// With this receipt.
    fn by_receipt(self, text: impl Into<String>) -> Self;

    /// Without `popreceipt`.
    fn without_receipt(self) -> Self;

    /// Without `visibilitytimeout`.
    fn without_visibility(self) -> Self;

    /// With `maxresults`.
    fn at_most(self, count: impl ToString) -> Self;

    /// With `marker`.
    fn at_marker(self, text: impl Into<String>) -> Self;

    /// With `include=metadata`.
    fn with_metadata(self) -> Self;
}

impl AskExt for Ask {
    fn on(mut self, name: impl Into<String>) -> Self {
        match &mut self {
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
            | Self::DeleteMessage { queue, .. } => *queue = name.into(),
            Self::ListQueues { .. } | Self::GetProperties | Self::SetProperties { .. } | Self::GetStatistics => {}
        }
        self
    }

    fn invisible_for(mut self, seconds: impl ToString) -> Self {
        if let Self::PutMessage { visibility, .. }
        | Self::GetMessages { visibility, .. }
        | Self::UpdateMessage { visibility, .. } = &mut self
        {
            *visibility = Some(seconds.to_string());
        }
        self
    }

    fn living_for(mut self, seconds: impl ToString) -> Self {
        if let Self::PutMessage { time_to_live, .. } = &mut self {
            *time_to_live = Some(seconds.to_string());
        }
        self
    }

    fn of_messages(mut self, number: impl ToString) -> Self {
        if let Self::GetMessages { count, .. } | Self::PeekMessages { count, .. } = &mut self {
            *count = Some(number.to_string());
        }
        self
    }

    fn of_message(mut self, id: impl Into<String>) -> Self {
        if let Self::UpdateMessage { message, .. } | Self::DeleteMessage { message, .. } = &mut self {
            *message = id.into();
        }
        self
    }

    fn by_receipt(mut self, text: impl Into<String>) -> Self {
        if let Self::UpdateMessage { receipt, .. } | Self::DeleteMessage { receipt, .. } = &mut self {
            *receipt = Some(text.into());
        }
        self
    }

    fn without_receipt(mut self) -> Self {
        if let Self::UpdateMessage { receipt, .. } | Self::DeleteMessage { receipt, .. } = &mut self {
            *receipt = None;
        }
        self
    }

    fn without_visibility(mut self) -> Self {
        if let Self::UpdateMessage { visibility, .. } = &mut self {
            *visibility = None;
        }
        self
    }

    fn at_most(mut self, count: impl ToString) -> Self {
        if let Self::ListQueues { max_results, .. } = &mut self {
            *max_results = Some(count.to_string());
        }
        self
    }

    fn at_marker(mut self, text: impl Into<String>) -> Self {
        if let Self::ListQueues { marker, .. } = &mut self {
            *marker = Some(text.into());
        }
        self
    }

    fn with_metadata(mut self) -> Self {
        if let Self::ListQueues { metadata, .. } = &mut self {
            *metadata = true;
        }
        self
    }
}
