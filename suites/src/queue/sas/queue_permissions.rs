//! The letters of a SAS for a queue: each operation with the one that it needs, and without.

use super::{SUITE, asked_with};
use crate::check::Check;
use crate::define::check;
use crate::queue::steps::{AskExt as _, delete, get, get_one, metadata, peek, peek_one, put, queue_sas, update};
use tablestakes_reference::history::Step;
use tablestakes_reference::queue::Ask;

/// The operations that a letter opens: step 1 took a message, and step 2 put one.
fn opened_by(letter: char) -> Vec<Ask> {
    match letter {
        'r' => vec![peek(), peek_one(), metadata()],
        'a' => vec![put("c"), put("d").invisible_for(60).living_for(100)],
        'u' => vec![update(1, 1, 60, Some("c")), update(2, 2, 60, None)],
        _ => vec![delete(1, 1), get_one(), get()],
    }
}

fn granted(letter: char) -> Vec<Step> {
    asked_with(&queue_sas(&letter.to_string()), opened_by(letter))
}

/// What a letter opens, with all others.
fn without(letter: char) -> Vec<Step> {
    asked_with(&queue_sas(&"raup".replace(letter, "")), opened_by(letter))
}

/// What the other letters open, with this one alone.
fn alone(letter: char) -> Vec<Step> {
    let others = "raup".chars().filter(|other| *other != letter);
    asked_with(&queue_sas(&letter.to_string()), others.flat_map(opened_by))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.queue-r",
            "The letter r of a SAS for a queue opens Peek and the metadata",
            "Peek is a Get, and is asked for p.",
            [QUEUE_SAS_QUEUE],
            granted('r')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-a",
            "The letter a of a SAS for a queue opens Put",
            "It is asked for w, which queues do not have.",
            [QUEUE_SAS_QUEUE],
            granted('a')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-u",
            "The letter u of a SAS for a queue opens Update, with a text and without",
            "It is asked for w, which queues do not have.",
            [QUEUE_SAS_QUEUE],
            granted('u')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-p",
            "The letter p of a SAS for a queue opens Get and Delete",
            "They are asked for r and d.",
            [QUEUE_SAS_QUEUE],
            granted('p')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-without-r",
            "Without r a SAS for a queue neither peeks nor reads the metadata",
            "Who may take messages may look at them, it is thought.",
            [QUEUE_SAS_QUEUE_PERMISSION],
            without('r')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-without-a",
            "Without a a SAS for a queue puts nothing",
            "Writing is one permission.",
            [QUEUE_SAS_QUEUE_PERMISSION],
            without('a')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-without-u",
            "Without u a SAS for a queue updates nothing",
            "Who may take a message may change it, it is thought.",
            [QUEUE_SAS_QUEUE_PERMISSION],
            without('u')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-without-p",
            "Without p a SAS for a queue gets and deletes nothing",
            "A GET is reading.",
            [QUEUE_SAS_QUEUE_PERMISSION],
            without('p')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-r-alone",
            "With r alone a SAS for a queue changes nothing",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_QUEUE_PERMISSION],
            alone('r')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-a-alone",
            "With a alone a SAS for a queue does nothing but put",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_QUEUE_PERMISSION],
            alone('a')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-u-alone",
            "With u alone a SAS for a queue does nothing but update",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_QUEUE_PERMISSION],
            alone('u')
        ),
        check!(
            QueueSas,
            "queue.sas.queue-p-alone",
            "With p alone a SAS for a queue does nothing but get and delete",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_QUEUE_PERMISSION],
            alone('p')
        ),
    ]
}
