//! Where a rule's source can be read: sources are written for people, and some of them can be linked.

/// What documentation is called, and where it stands.
const LEARN: [(&str, &str); 107] = [
    ("Abort Copy Blob", "rest/api/storageservices/abort-copy-blob"),
    ("Append Blob Seal", "rest/api/storageservices/append-blob-seal"),
    ("Append Block", "rest/api/storageservices/append-block"),
    ("Authorize with Shared Key", "rest/api/storageservices/authorize-with-shared-key"),
    ("Azure Storage redundancy", "azure/storage/common/storage-redundancy"),
    ("Clear Messages", "rest/api/storageservices/clear-messages"),
    ("Common REST API error codes", "rest/api/storageservices/common-rest-api-error-codes"),
    ("Copy Blob", "rest/api/storageservices/copy-blob"),
    ("Create Container", "rest/api/storageservices/create-container"),
    ("Create Queue", "rest/api/storageservices/create-queue4"),
    ("Create a service SAS", "rest/api/storageservices/create-service-sas"),
    ("Create an account SAS", "rest/api/storageservices/create-account-sas"),
    (
        "Cross-Origin Resource Sharing (CORS)",
        "rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services",
    ),
    ("Define a stored access policy", "rest/api/storageservices/define-stored-access-policy"),
    ("Delete Blob", "rest/api/storageservices/delete-blob"),
    ("Delete Container", "rest/api/storageservices/delete-container"),
    ("Delete Entity", "rest/api/storageservices/delete-entity1"),
    ("Delete Message", "rest/api/storageservices/delete-message2"),
    ("Delete Queue", "rest/api/storageservices/delete-queue3"),
    ("Delete Table", "rest/api/storageservices/delete-table"),
    ("Get Account Information", "rest/api/storageservices/get-account-information"),
    ("Get Blob", "rest/api/storageservices/get-blob"),
    ("Get Blob Metadata", "rest/api/storageservices/get-blob-metadata"),
    ("Get Blob Properties", "rest/api/storageservices/get-blob-properties"),
    ("Get Blob Service Stats", "rest/api/storageservices/get-blob-service-stats"),
    ("Get Block List", "rest/api/storageservices/get-block-list"),
    ("Get Container ACL", "rest/api/storageservices/get-container-acl"),
    ("Get Container Metadata", "rest/api/storageservices/get-container-metadata"),
    ("Get Container Properties", "rest/api/storageservices/get-container-properties"),
    ("Get Messages", "rest/api/storageservices/get-messages"),
    ("Get Page Ranges", "rest/api/storageservices/get-page-ranges"),
    ("Get Queue ACL", "rest/api/storageservices/get-queue-acl"),
    ("Get Queue Metadata", "rest/api/storageservices/get-queue-metadata"),
    ("Get Queue Service Properties", "rest/api/storageservices/get-queue-service-properties"),
    ("Get Queue Service Stats", "rest/api/storageservices/get-queue-service-stats"),
    ("Get Table Service Stats", "rest/api/storageservices/get-table-service-stats"),
    ("Insert Entity", "rest/api/storageservices/insert-entity"),
    ("Lease Blob", "rest/api/storageservices/lease-blob"),
    ("Lease Container", "rest/api/storageservices/lease-container"),
    ("List Blobs", "rest/api/storageservices/list-blobs"),
    ("List Containers", "rest/api/storageservices/list-containers2"),
    ("List Queues", "rest/api/storageservices/list-queues1"),
    ("Merge Entity", "rest/api/storageservices/merge-entity"),
    ("Naming Queues and Metadata", "rest/api/storageservices/naming-queues-and-metadata"),
    (
        "Naming and Referencing Containers",
        "rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata",
    ),
    ("Payload format", "rest/api/storageservices/payload-format-for-table-service-operations"),
    ("Peek Messages", "rest/api/storageservices/peek-messages"),
    ("Performing entity group transactions", "rest/api/storageservices/performing-entity-group-transactions"),
    ("Preflight Blob Request", "rest/api/storageservices/preflight-blob-request"),
    ("Preflight Queue Request", "rest/api/storageservices/preflight-queue-request"),
    ("Preflight Table Request", "rest/api/storageservices/preflight-table-request"),
    ("Provide an encryption key", "azure/storage/blobs/encryption-customer-provided-keys"),
    ("Put Blob", "rest/api/storageservices/put-blob"),
    ("Put Block", "rest/api/storageservices/put-block"),
    ("Put Block From URL", "rest/api/storageservices/put-block-from-url"),
    ("Put Block List", "rest/api/storageservices/put-block-list"),
    ("Put Message", "rest/api/storageservices/put-message"),
    ("Put Page", "rest/api/storageservices/put-page"),
    ("Query Entities", "rest/api/storageservices/query-entities"),
    ("Query timeout and pagination", "rest/api/storageservices/query-timeout-and-pagination"),
    ("Querying tables and entities", "rest/api/storageservices/querying-tables-and-entities"),
    ("Queue Storage error codes", "rest/api/storageservices/queue-service-error-codes"),
    ("Scalability and performance targets for Blob", "azure/storage/blobs/scalability-targets"),
    ("Scalability and performance targets for Queue", "azure/storage/queues/scalability-targets"),
    ("Scalability and performance targets for Table", "azure/storage/tables/scalability-targets"),
    ("Set Blob Metadata", "rest/api/storageservices/set-blob-metadata"),
    ("Set Blob Properties", "rest/api/storageservices/set-blob-properties"),
    ("Set Blob Service Properties", "rest/api/storageservices/set-blob-service-properties"),
    ("Set Blob Tags", "rest/api/storageservices/set-blob-tags"),
    ("Set Blob Tier", "rest/api/storageservices/set-blob-tier"),
    ("Set Container ACL", "rest/api/storageservices/set-container-acl"),
    ("Set Container Metadata", "rest/api/storageservices/set-container-metadata"),
    ("Set Queue ACL", "rest/api/storageservices/set-queue-acl"),
    ("Set Queue Metadata", "rest/api/storageservices/set-queue-metadata"),
    ("Set Queue Service Properties", "rest/api/storageservices/set-queue-service-properties"),
    ("Set Table ACL", "rest/api/storageservices/set-table-acl"),
    (
        "Setting and retrieving properties",
        "rest/api/storageservices/setting-and-retrieving-properties-and-metadata-for-blob-resources",
    ),
    (
        "Setting timeouts for Table service operations",
        "rest/api/storageservices/setting-timeouts-for-table-service-operations",
    ),
    ("Snapshot Blob", "rest/api/storageservices/snapshot-blob"),
    (
        "Specifying conditional headers for Blob service operations",
        "rest/api/storageservices/specifying-conditional-headers-for-blob-service-operations",
    ),
    (
        "Specifying the range header for Blob service operations",
        "rest/api/storageservices/specifying-the-range-header-for-blob-service-operations",
    ),
    ("Storage SAS error codes", "rest/api/storageservices/sas-error-codes"),
    ("Blob service REST API", "rest/api/storageservices/blob-service-rest-api"),
    ("Queue service REST API", "rest/api/storageservices/queue-service-rest-api"),
    ("Table service REST API", "rest/api/storageservices/table-service-rest-api"),
    ("Table service error codes", "rest/api/storageservices/table-service-error-codes"),
    ("Undelete Blob", "rest/api/storageservices/undelete-blob"),
    (
        "Understanding the Table service data model",
        "rest/api/storageservices/understanding-the-table-service-data-model",
    ),
    ("Update Entity", "rest/api/storageservices/update-entity2"),
    ("Update Message", "rest/api/storageservices/update-message"),
    ("Use the Azure", "azure/storage/common/storage-use-emulator"),
    ("Version 2011-08-18", "rest/api/storageservices/version-2011-08-18"),
    ("Version 2013-08-15", "rest/api/storageservices/version-2013-08-15"),
    ("Version 2016-05-31", "rest/api/storageservices/version-2016-05-31"),
    ("Versioning for", "rest/api/storageservices/versioning-for-the-azure-storage-services"),
    ("Working with the root container", "rest/api/storageservices/working-with-the-root-container"),
    (
        "Writing LINQ queries against the Table service",
        "rest/api/storageservices/writing-linq-queries-against-the-table-service",
    ),
    ("Blob Batch", "rest/api/storageservices/blob-batch"),
    ("Blob service error codes", "rest/api/storageservices/blob-service-error-codes"),
    ("Find Blobs by Tags", "rest/api/storageservices/find-blobs-by-tags"),
    ("Get User Delegation Key", "rest/api/storageservices/get-user-delegation-key"),
    ("Incremental Copy Blob", "rest/api/storageservices/incremental-copy-blob"),
    ("Managing Concurrency in Blob storage", "azure/storage/blobs/concurrency-manage"),
    ("Overview of blob rehydration from the archive tier", "azure/storage/blobs/archive-rehydrate-overview"),
    ("Version 2015-02-21", "rest/api/storageservices/version-2015-02-21"),
    ("Setting timeouts for Blob", "rest/api/storageservices/setting-timeouts-for-blob-service-operations"),
    ("Setting timeouts for Queue", "rest/api/storageservices/setting-timeouts-for-queue-service-operations"),
];

/// The address of a source, if it is one that stands on the web: documentation, an issue or a pull request.
pub(super) fn address(source: &str) -> Option<String> {
    documentation(source).or_else(|| thread(source))
}

fn documentation(source: &str) -> Option<String> {
    let title = source.strip_prefix("Microsoft Learn: ")?;
    let (_, path) = LEARN.iter().filter(|(known, _)| title.starts_with(known)).max_by_key(|(known, _)| known.len())?;
    Some(format!("https://learn.microsoft.com/{path}"))
}

/// `OWNER/NAME issue N` and `OWNER/NAME pull request N`.
fn thread(source: &str) -> Option<String> {
    let (repository, rest) = source.split_once(' ')?;
    let (kind, number) = match (rest.strip_prefix("issue "), rest.strip_prefix("pull request ")) {
        (Some(number), _) => ("issues", number),
        (None, Some(number)) => ("pull", number),
        (None, None) => return None,
    };
    let number = number.split(|c: char| !c.is_ascii_digit()).next().filter(|number| !number.is_empty())?;
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let (owner, name) = repository.split_once('/')?;
    (is_name(owner) && is_name(name)).then(|| format!("https://github.com/{owner}/{name}/{kind}/{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::rules::RuleId;

    #[test]
    fn documentation_and_threads_are_linked() {
        for (source, expected) in [
            ("Azure/Azurite pull request 1410", Some("https://github.com/Azure/Azurite/pull/1410")),
            ("Azure/azure-storage-net issue 386", Some("https://github.com/Azure/azure-storage-net/issues/386")),
            (
                "Microsoft Learn: Delete Table",
                Some("https://learn.microsoft.com/rest/api/storageservices/delete-table"),
            ),
            ("Azure/Azurite pull requests 807 and 1157", None),
            ("a/b/c issue 1", None),
            ("javascript:alert(1) issue 1", None),
        ] {
            assert_eq!(address(source).as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn every_page_of_the_documentation_is_known() {
        let sources = RuleId::all().flat_map(|rule| rule.rule().sources.iter());
        for source in sources.filter(|source| source.starts_with("Microsoft Learn: ")) {
            assert!(address(source).is_some(), "{source}");
        }
    }
}
