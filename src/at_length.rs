//! Reckoning that may take long: whoever waits for an answer beside it is not kept from that.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Runs this to its end. Where other threads can take over, what else is under way on this one goes on beside it: an answer
/// that came in time is not to count as late because nobody had time to read it.
pub(crate) fn at_length<T>(reckon: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(reckon),
        _ => reckon(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn what_else_is_under_way_goes_on() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (tell, hear) = mpsc::channel();
        let reckoning = runtime.spawn(async move {
            tokio::spawn(async move { tell.send(()) });
            at_length(|| hear.recv_timeout(Duration::from_secs(60)))
        });
        assert_eq!(runtime.block_on(reckoning).unwrap(), Ok(()));
    }

    #[test]
    fn on_a_thread_alone_it_is_done_there() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(async { at_length(|| 1) }), 1);
        assert_eq!(at_length(|| 2), 2);
    }
}
