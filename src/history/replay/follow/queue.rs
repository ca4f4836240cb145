//! Reading back what a step touched of a queue: itself, and the messages that can be seen.

use super::is_plain;
use crate::history::replay::adopting::queue_of;
use crate::history::replay::played::Answers;
use crate::history::replay::target_side::TargetSide;
use tablestakes_reference::history::Wire;
use tablestakes_reference::http::Response;
use tablestakes_reference::queue::Ask;

/// So many messages are seen at most.
const MOST_MESSAGES: &str = "32";

impl TargetSide<'_> {
    /// Asks for what a step touched of a queue; nothing if it cannot be read.
    pub(super) async fn read_queue(&mut self, ask: &Ask, wire: &Wire, answer: Option<Response>) -> Option<Answers> {
        // What is written without an answer may take effect later.
        if !is_plain(wire) || answer.is_none() && !ask.reads() {
            return None;
        }
        let queue = queue_of(ask)?;
        let mut answers = Answers { answer, ..Answers::default() };
        let peek = Ask::PeekMessages { queue: queue.to_owned(), count: Some(MOST_MESSAGES.to_owned()) };
        for read in [Ask::GetMetadata { queue: queue.to_owned() }, peek] {
            if self.ask(read, &mut answers).await? == 404 {
                break;
            }
        }
        let messages = self.bindings.messages().map(|(step, part, id)| (step, part, id.to_owned()));
        answers.messages = messages.collect();
        Some(answers)
    }
}
