//! What the blob service is to histories. `~c OPTIONS` and `~b OPTIONS` add a shared access signature of the container and of the
//! blob, `~c=NAME` of another container; `!` behind it leaves the overriding headers out of what is signed.

use crate::played::Kind;
use tablestakes_reference::blob::BlobService;

pub const BLOBS: Kind = Kind {
    name: "blob",
    host: "127.0.0.1:10000",
    version: "2021-12-02",
    longest: 6_000,
    signed_path: "/abc",
    signed_query: "\ncomp:metadata\nrestype:container",
    service: |settings| Box::new(BlobService::new(settings)),
    document: str::to_owned,
    left_out: |word, options| match word {
        _ if options.contains("sr=") => "",
        word if word.starts_with("~b") => "&sr=b",
        _ => "&sr=c",
    },
    signed: |word, account, path, value| {
        let (own, blob) = path.split_once('/').unwrap_or((path, ""));
        let container = word.split_once('=').map_or(own, |(_, name)| name);
        let blob = if word.starts_with("~b") { format!("/{blob}") } else { String::new() };
        let resource = format!("/blob/{account}/{container}{blob}");
        let overriding =
            ["rscc", "rscd", "rsce", "rscl", "rsct"].map(|name| if word.ends_with('!') { "" } else { value(name) });
        let [sp, st, se, si, sip, spr, sv, sr] = ["sp", "st", "se", "si", "sip", "spr", "sv", "sr"].map(value);
        let version: &[&str] = if sv >= "2018-11-09" { &[sr, ""] } else { &[] };
        [&[sp, st, se, &resource, si, sip, spr, sv], version, &overriding].concat().join("\n")
    },
};
