//! Comparing pages of containers and of blobs.
//!
//! What a server chooses freely (ETags, times, ids) is compared by being there; everything else by its text.

use super::document::Listing;
use crate::judge::compare::listing;
use crate::judge::difference::Difference;
use crate::judge::question::{Question, resource_of};
use crate::judge::read::error::shown_text;
use crate::judge::read::listing::Frame;
use crate::judge::verdict::MismatchKind;
use crate::xml::Node;
use std::collections::{HashMap, VecDeque};
use tablestakes_reference::rules::{RuleId, id};

/// Differences beyond this number say nothing new.
const MOST: usize = 8;
/// Elements whose texts a server chooses.
const CHOSEN: [&str; 12] = [
    "Last-Modified",
    "Creation-Time",
    "CopyCompletionTime",
    "AccessTierChangeTime",
    "DeletedTime",
    "LastAccessTime",
    "CopyId",
    "VersionId",
    "Version",
    "Snapshot",
    "CopyDestinationSnapshot",
    "Etag",
];

/// Compares two pages, the containers of others left out; and whether the target's ended early.
pub(in crate::judge) fn listings(question: &Question<'_>, held: &Listing, came: &Listing) -> (Vec<Difference>, bool) {
    let mut differences = Vec::new();
    let asked = question.option("prefix").unwrap_or_default();
    let of_blobs = question.is_within_container();
    // Where others are not asked for, they may not be there.
    let alone = of_blobs || asked.starts_with(question.prefix);
    let is_own = |text: &str| text.starts_with(question.prefix);
    let own = |item: &&Node| alone || is_own(&name(item)) || item.child_text("ContainerName").is_some_and(is_own);
    let (items, others): (Vec<&Node>, Vec<&Node>) =
        (held.items.iter().filter(own).collect(), came.items.iter().filter(own).collect());
    let keys = |items: &[&Node]| items.iter().map(|item| key(item)).collect::<Vec<String>>();
    let (expected, actual) = (keys(&items), keys(&others));
    let early = listing::is_early(&expected, (&actual, &came.frame));
    if expected != actual && !early {
        let kind = listing::kind_of(expected.len(), actual.len());
        // Which rule one comes of that is missing, what was done before says.
        let rules: &[RuleId] = if kind == MismatchKind::RowOrder { &[id::BLOB_LISTING_ORDER] } else { &[] };
        differences.push(Difference::new(kind, rules, shown_keys(&expected), shown_keys(&actual)));
    }
    for (item, other) in pairs(&items, &others) {
        within(question, item, other, &name(item), &mut differences);
    }
    let (held, came) = (&held.frame, &came.frame);
    if alone && !early {
        let rules = [id::BLOB_LISTING_MAX_RESULTS, id::BLOB_LISTING_MARKER];
        differences.extend(listing::next_page(held, came, &rules, (&rules, false)));
    }
    // A marker is the server's own.
    let is_same = |(held, came): (&(String, String), &(String, String))| {
        held.0 == came.0 && (held.0 == "Marker" || held.1 == came.1)
    };
    if held.echoed.len() != came.echoed.len() || !held.echoed.iter().zip(&came.echoed).all(is_same) {
        let shown = |frame: &Frame| {
            let pairs = frame.echoed.iter().map(|(name, value)| format!("{name} {}", shown_text(value)));
            pairs.collect::<Vec<_>>().join(", ")
        };
        differences.push(listing::echo(id::BLOB_LISTING_ECHO, shown(held), shown(came)));
    }
    let rules = [id::BLOB_LISTING_SERVICE_ENDPOINT, id::BLOB_LISTING_ACCOUNT_NAME, id::BLOB_LISTING_CONTAINER_URL];
    differences.extend(listing::attributes(held, came, &rules));
    differences.truncate(MOST);
    (differences, early)
}

/// The items that both have, each with its like: what one tells is compared whatever stands before it. Of those with one key
/// the first is compared with the first.
fn pairs<'n>(items: &[&'n Node], others: &[&'n Node]) -> Vec<(&'n Node, &'n Node)> {
    let mut alike: HashMap<String, VecDeque<&Node>> = HashMap::new();
    for other in others {
        alike.entry(key(other)).or_default().push_back(other);
    }
    items.iter().filter_map(|item| Some((*item, alike.get_mut(&key(item))?.pop_front()?))).collect()
}

/// Compares what two elements of one name hold.
fn within(question: &Question<'_>, held: &Node, came: &Node, place: &str, differences: &mut Vec<Difference>) {
    if held.attributes != came.attributes {
        let shown = |node: &Node| {
            let pairs = node.attributes.iter().map(|(name, value)| format!("{name}={value}"));
            format!("{} with attributes [{}]", node.name, pairs.collect::<Vec<_>>().join(", "))
        };
        let rules = [id::BLOB_LISTING_ENCODED_NAMES];
        differences.push(Difference::new(MismatchKind::Annotation, &rules, shown(held), shown(came)).within(place));
    }
    if held.children.is_empty() && came.children.is_empty() {
        if !agree(question, held, came) {
            let shown = |node: &Node| format!("{} {}", node.name, shown_text(&node.text));
            let rules = about(&held.name);
            let difference = Difference::new(MismatchKind::PropertyValue, rules, shown(held), shown(came));
            differences.push(difference.within(place));
        }
        return;
    }
    let is_metadata = matches!(held.name.as_str(), "Metadata" | "OrMetadata");
    let like = |name: &str, node: &Node| {
        if is_metadata { node.name.eq_ignore_ascii_case(name) } else { node.name == name }
    };
    // Elements of one name are told apart by their order: those of tags.
    let nth = |node: &Node, at: usize| {
        node.children[..at].iter().filter(|other| other.name == node.children[at].name).count()
    };
    for (at, child) in held.children.iter().enumerate() {
        match came.children.iter().filter(|other| like(&child.name, other)).nth(nth(held, at)) {
            Some(other) => {
                if other.name != child.name {
                    let rules = [id::BLOB_LISTING_METADATA_CASE];
                    let (shown, told) = (shown_element(child), shown_element(other));
                    differences.push(Difference::new(MismatchKind::Annotation, &rules, shown, told).within(place));
                }
                within(question, child, other, place, differences);
            }
            None => {
                let tells_nothing = child.text.is_empty() && child.children.is_empty();
                let is_form = tells_nothing || is_of_form(&child.name);
                let kind = if is_form { MismatchKind::Annotation } else { MismatchKind::PropertyMissing };
                let (shown, none) = (shown_element(child), format!("no {}", child.name));
                let difference = Difference::new(kind, about(&child.name), shown, none).within(place);
                differences.push(if is_form { difference.incidental() } else { difference });
            }
        }
    }
    for (at, child) in came.children.iter().enumerate() {
        if held.children.iter().filter(|other| like(&child.name, other)).nth(nth(came, at)).is_some()
            || says_nothing(child)
        {
            continue;
        }
        let rules = about(&child.name);
        let (none, shown) = (format!("no {}", child.name), shown_element(child));
        if is_metadata {
            differences.push(Difference::new(MismatchKind::PropertyExtra, rules, none, shown).within(place));
        } else if !rules.is_empty() {
            // What a listing tells beyond what was asked for does not mislead. Of what no rule speaks, nothing is known.
            let difference = Difference::new(MismatchKind::Annotation, rules, none, shown).within(place);
            differences.push(difference.incidental());
        }
    }
}

fn shown_element(node: &Node) -> String {
    if node.children.is_empty() && !node.text.is_empty() {
        format!("the element {} with {}", node.name, shown_text(&node.text))
    } else {
        format!("the element {}", node.name)
    }
}

fn agree(question: &Question<'_>, held: &Node, came: &Node) -> bool {
    match held.name.as_str() {
        "Etag" => is_quoted(&held.text) == is_quoted(&came.text) && held.text.is_empty() == came.text.is_empty(),
        name if CHOSEN.contains(&name) => held.text.is_empty() == came.text.is_empty(),
        "Url" | "CopySource" => resource_of(&held.text, &question.base) == resource_of(&came.text, &question.base),
        "Name" => true,
        _ => held.text == came.text,
    }
}

fn is_quoted(tag: &str) -> bool {
    tag.starts_with('"')
}

/// Whether an element is an empty property: the service writes those, and a listing without them tells the same.
fn says_nothing(element: &Node) -> bool {
    let is_property = matches!(
        element.name.as_str(),
        "Content-Type"
            | "Content-Encoding"
            | "Content-Language"
            | "Content-Disposition"
            | "Cache-Control"
            | "Content-MD5"
    );
    is_property && element.text.is_empty() && element.children.is_empty()
}

/// Elements without which a client does as well.
fn is_of_form(name: &str) -> bool {
    matches!(
        name,
        "Content-CRC64"
            | "OrMetadata"
            | "ServerEncrypted"
            | "AccessTier"
            | "AccessTierInferred"
            | "AccessTierChangeTime"
    )
}

/// The rules that speak of an element.
fn about(name: &str) -> &'static [RuleId] {
    match name {
        "Etag" => &[id::BLOB_LISTING_ETAGS, id::BLOB_LISTING_CONTAINER_ETAGS],
        "Url" => &[id::BLOB_LISTING_SERVICE_ENDPOINT, id::BLOB_LISTING_ACCOUNT_NAME, id::BLOB_LISTING_CONTAINER_URL],
        "Metadata" => &[id::BLOB_LISTING_METADATA],
        "x-ms-invalid-name" => &[id::BLOB_LISTING_INVALID_NAME],
        "OrMetadata" => &[id::BLOB_LISTING_OR_METADATA],
        "Tags" | "TagSet" | "Tag" | "Key" => &[id::BLOB_LISTING_TAGS, id::BLOB_TAGS_FOUND_TAGS, id::BLOB_TAGS_REPLACED],
        "TagCount" => &[id::BLOB_TAGS_COUNT_SHOWN],
        "ServerEncrypted" => &[id::BLOB_LISTING_ENCRYPTED],
        "Content-CRC64" => &[id::BLOB_LISTING_CRC64],
        "PublicAccess" => &[id::BLOB_LISTING_PUBLIC],
        "CopyId" | "CopySource" | "CopyStatus" | "CopyProgress" | "CopyCompletionTime" => &[id::BLOB_LISTING_COPY],
        "AccessTier" | "AccessTierInferred" | "AccessTierChangeTime" | "ArchiveStatus" => &[id::BLOB_TIERS_SHOWN],
        "LeaseStatus" | "LeaseState" | "LeaseDuration" => &[id::BLOB_LEASES_SHOWN],
        "Sealed" => &[id::BLOB_APPEND_SEAL_SHOWN],
        "x-ms-blob-sequence-number" => &[id::BLOB_PAGES_SEQUENCE_SHOWN],
        "HasImmutabilityPolicy" | "HasLegalHold" | "ImmutableStorageWithVersioningEnabled" => {
            &[id::BLOB_CONTAINERS_IMMUTABILITY_SHOWN]
        }
        "Content-Type" | "Content-Encoding" | "Content-Language" | "Content-Disposition" | "Cache-Control" => {
            &[id::BLOB_PROPERTIES_SHOWN, id::BLOB_LISTING_PROPERTIES]
        }
        "Content-MD5" => &[id::BLOB_PUT_MD5_STORED, id::BLOB_PROPERTIES_SHOWN, id::BLOB_LISTING_PROPERTIES],
        "Content-Length" => &[id::BLOB_READ_LENGTH, id::BLOB_LISTING_PROPERTIES],
        "BlobType" => &[id::BLOB_READ_TYPE, id::BLOB_LISTING_PROPERTIES],
        "Creation-Time" => &[id::BLOB_READ_CREATION_TIME],
        "Last-Modified" => &[id::BLOB_HEADERS_LAST_MODIFIED, id::BLOB_LISTING_PROPERTIES],
        "Properties" => &[id::BLOB_LISTING_PROPERTIES],
        "Snapshot" => &[id::BLOB_LISTING_PROPERTIES],
        "VersionId" | "IsCurrentVersion" => &[id::BLOB_VERSIONING_LISTED_ID],
        "HasVersionsOnly" => &[id::BLOB_VERSIONING_LISTED_DELETED],
        "DefaultEncryptionScope" | "DenyEncryptionScopeOverride" => &[id::BLOB_CONTAINERS_SCOPE_SHOWN],
        _ => &[],
    }
}

/// What an item is called.
fn name(item: &Node) -> String {
    item.child_text("Name").unwrap_or_default().to_owned()
}

/// What tells an item from another: what it is, its name, and whether it is a snapshot or deleted. A snapshot without a time is
/// none: nobody could ask for it.
fn key(item: &Node) -> String {
    let of = |element: &'static str| match item.child_text(element) {
        Some(text) if element != "Snapshot" || !text.is_empty() => element,
        _ => "",
    };
    format!("{} {} {}{}", item.name, shown_text(&name(item)), of("Snapshot"), of("Deleted")).trim_end().to_owned()
}

fn shown_keys(keys: &[String]) -> String {
    if keys.is_empty() { "nothing".to_owned() } else { keys.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::Tree;
    use bytes::Bytes;
    use std::borrow::Cow;
    use tablestakes_reference::ServiceName;
    use tablestakes_reference::blob::{Ask, Operation};
    use tablestakes_reference::history::Step;
    use tablestakes_reference::http::{Headers, Request};

    /// The differences between what the oracle tells of a blob and what the target tells.
    fn found(held: &str, came: &str) -> Vec<MismatchKind> {
        let step = Step::from(Ask::on_container(Operation::ListBlobs, "c"));
        let (method, target) = ("GET".into(), "/c?restype=container&comp=list".into());
        let request = Request { method, target, headers: Headers::new(), body: Bytes::new() };
        let base = Cow::Borrowed("");
        let question = Question { step: &step, request: &request, service: ServiceName::Blob, base, prefix: "ts" };
        let tree = |text: &str| Tree::read(format!("<Properties>{text}</Properties>").as_bytes()).unwrap().root;
        let mut differences = Vec::new();
        within(&question, &tree(held), &tree(came), "b", &mut differences);
        differences.into_iter().map(|difference| difference.kind).collect()
    }

    #[test]
    fn an_empty_property_that_is_left_out_is_a_matter_of_form_and_another_is_not() {
        let blob = "<Content-Length>1</Content-Length><Content-Type>a/b</Content-Type><Content-Encoding />";
        assert_eq!(found(blob, blob), []);
        let shorter = "<Content-Length>1</Content-Length><Content-Type>a/b</Content-Type>";
        assert_eq!(found(blob, shorter), [MismatchKind::Annotation]);
        let wrong = "<Content-Length>1</Content-Length><Content-Encoding />";
        assert_eq!(found(blob, wrong), [MismatchKind::PropertyMissing]);
        let wrong = format!("{blob}<Content-MD5>AA==</Content-MD5>");
        assert_eq!(found(blob, &wrong), [MismatchKind::Annotation]);
        assert_eq!(found(blob, &blob.replace("a/b", "")), [MismatchKind::PropertyValue]);
    }

    #[test]
    fn items_are_compared_whatever_stands_before_them() {
        let tree = |text: &str| Tree::read(format!("<Blobs>{text}</Blobs>").as_bytes()).unwrap().root;
        let held = tree("<Blob><Name>a</Name></Blob><Blob><Name>b</Name></Blob><Blob><Name>c</Name></Blob>");
        let came = tree("<Blob><Name>c</Name></Blob><Blob><Name>b</Name></Blob>");
        let (items, others): (Vec<_>, Vec<_>) = (held.children.iter().collect(), came.children.iter().collect());
        let names: Vec<_> = pairs(&items, &others).into_iter().map(|(item, other)| (name(item), name(other))).collect();
        assert_eq!(names, [("b".into(), "b".into()), ("c".into(), "c".into())] as [(String, String); 2]);
    }

    #[test]
    fn a_snapshot_without_a_time_is_none() {
        let key = |text: &str| key(&Tree::read(format!("<Blob><Name>b</Name>{text}</Blob>").as_bytes()).unwrap().root);
        assert_eq!(key("<Snapshot />"), key(""));
        assert_ne!(key("<Snapshot>2020-01-01T00:00:00.0000000Z</Snapshot>"), key(""));
        assert_eq!(found("", "<Snapshot />"), [MismatchKind::Annotation]);
    }

    #[test]
    fn elements_of_which_no_rule_speaks_are_the_servers_own() {
        let blob = "<Content-Length>1</Content-Length>";
        assert_eq!(found(blob, &format!("{blob}<Colour>red</Colour>")), []);
        assert_eq!(found(blob, &format!("{blob}<TagCount>1</TagCount>")), [MismatchKind::Annotation]);
    }

    #[test]
    fn sources_are_compared_without_their_queries() {
        let of = |source: &str| format!("<CopySource>{source}</CopySource>");
        assert_eq!(found(&of("http://h/c/b?snapshot=1"), &of("http://i/c/b?snapshot=2")), []);
        assert_eq!(found(&of("http://h/c/b"), &of("http://h/c/d")), [MismatchKind::PropertyValue]);
    }
}
