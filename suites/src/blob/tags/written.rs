//! What becomes of the tags of a blob that is written to.

use super::super::steps::{
    AskExt as _, append, block_list, copy, create_append, create_page, delete, get_tags, head, list, put, put_block,
    put_block_list, set_metadata, set_properties,
};
use super::{SUITE, later, set};
use crate::check::Check;
use crate::define::{check, steps};

pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobTags,
            "blob.tags.put",
            "A blob may be put with tags, and one that is put without has none",
            "The header is read by one operation, or tags stay with the name.",
            [BLOB_TAGS_COUNT_SHOWN, BLOB_TAGS_SET],
            later(steps![
                put("b", "1").with("x-ms-tags", "a=1&b%20c=x%20y"),
                get_tags("b"),
                head("b"),
                put("b", "2"),
                get_tags("b"),
                head("b"),
                create_append("a").with("x-ms-tags", "k=v"),
                get_tags("a"),
                create_page("p", 512).with("x-ms-tags", "k=v"),
                get_tags("p"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.kept",
            "Tags stay when metadata, properties or content are written to, and go with the blob",
            "Each write stores what it knows of.",
            [BLOB_TAGS_COUNT_SHOWN, BLOB_TAGS_SET],
            later(steps![
                create_append("b"),
                set(&[("a", "1")]),
                append("b", "x"),
                set_metadata("b").with_metadata(&[("m", "1")]),
                set_properties("b").with("x-ms-blob-content-type", "text/plain"),
                get_tags("b"),
                head("b"),
                delete("b"),
                create_append("b"),
                get_tags("b"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.copied",
            "A copy has the tags that the request says, and those of its source neither before nor after",
            "They are copied with the rest.",
            [BLOB_TAGS_COUNT_SHOWN],
            later(steps![
                put("b", "1").with("x-ms-tags", "a=1"),
                copy("c", "b"),
                get_tags("c"),
                copy("d", "b").with("x-ms-tags", "b=2&c=3"),
                get_tags("d"),
                head("d"),
                head("c"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.replaced",
            "Whoever writes a blob anew writes its tags anew: what was set before is gone",
            "Tags are kept beside the blob, and the write does not look there.",
            [BLOB_TAGS_REPLACED],
            later(steps![
                put("b", "1"),
                set(&[("a", "1"), ("b", "2")]),
                put("b", "2").with("x-ms-tags", "c=3"),
                get_tags("b"),
                put("b", "3"),
                get_tags("b"),
                head("b"),
                list().including("tags"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.replaced-by-blocks",
            "Put Block List writes the tags of a blob anew",
            "A commit keeps what it is not told of.",
            [BLOB_TAGS_REPLACED],
            later(steps![
                put("b", "1").with("x-ms-tags", "a=1"),
                put_block("b", "1", "one"),
                get_tags("b"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get_tags("b"),
                head("b"),
                put_block_list("b", block_list(&[("Latest", "1")])).with("x-ms-tags", "c=3"),
                get_tags("b"),
                list().including("tags"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.replaced-by-others",
            "A copy, an append blob and a page blob in the place of a blob have none of its tags",
            "Tags stay with the name.",
            [BLOB_TAGS_REPLACED],
            later(steps![
                put("s", "1"),
                put("b", "1").with("x-ms-tags", "a=1"),
                copy("b", "s"),
                get_tags("b"),
                set(&[("a", "1")]),
                create_append("b"),
                get_tags("b"),
                head("b"),
                set(&[("a", "1")]),
                create_page("b", 512),
                get_tags("b"),
                head("b"),
            ])
        ),
    ]
}
