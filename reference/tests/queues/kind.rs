//! What the queue service is to histories. `| m TEXT` is the document of a message; `~q OPTIONS` adds a shared access signature of the
//! queue, `~q=NAME` of another.

use crate::played::Kind;
use tablestakes_reference::queue::QueueService;

pub const QUEUES: Kind = Kind {
    name: "queue",
    host: "127.0.0.1:10001",
    version: "2019-02-02",
    longest: 1_200,
    signed_path: "/q-1",
    signed_query: "\ncomp:metadata",
    service: |settings| Box::new(QueueService::new(settings)),
    document: |body| match body.strip_prefix("m ") {
        Some(text) => format!("<QueueMessage><MessageText>{text}</MessageText></QueueMessage>"),
        None => body.to_owned(),
    },
    left_out: |_, _| "",
    signed: |word, account, path, value| {
        let own = path.split('/').next().unwrap_or_default();
        let queue = word.split_once('=').map_or(own, |(_, name)| name);
        let [sp, st, se, si, sip, spr, sv] = ["sp", "st", "se", "si", "sip", "spr", "sv"].map(value);
        format!("{sp}\n{st}\n{se}\n/queue/{account}/{queue}\n{si}\n{sip}\n{spr}\n{sv}")
    },
};
