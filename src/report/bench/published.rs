//! Figures that the service's makers published, with their sources: what a plot shows beside what was measured.
//!
//! Only figures that were looked up stand here. They are targets of one service at one time, of objects of 1 KiB, and no promise
//! of anybody about the target that is measured.

use super::document::PublishedDocument;

/// A figure.
struct Figure {
    per_second: f64,
    statement: &'static str,
    source: &'static str,
    address: &'static str,
    workloads: &'static [&'static str],
}

const TABLES: &str = "Azure documentation, scalability and performance targets for Table storage";
const TABLES_AT: &str = "https://learn.microsoft.com/en-us/azure/storage/tables/scalability-targets";
const QUEUES: &str = "Azure documentation, scalability and performance targets for Queue Storage";
const QUEUES_AT: &str = "https://learn.microsoft.com/en-us/azure/storage/queues/scalability-targets";
const BLOBS: &str = "Azure documentation, scalability and performance targets for Blob storage";
const BLOBS_AT: &str = "https://github.com/MicrosoftDocs/azure-docs/blob/main/includes/storage-blob-scale-targets.md";
const OF_2010: &str =
    "Windows Azure Storage team, Windows Azure Storage Abstractions and their Scalability Targets, May 2010";
const OF_2010_AT: &str = "https://blogs.msdn.microsoft.com/windowsazurestorage/2010/05/10/windows-azure-storage-abstractions-and-their-scalability-targets/";
const OF_2012: &str = "Windows Azure's Flat Network Storage and 2012 Scalability Targets, November 2012";
const OF_2012_AT: &str =
    "https://azure.microsoft.com/en-us/blog/windows-azures-flat-network-storage-and-2012-scalability-targets/";

const MANY_PARTITIONS: &[&str] = &["table-insert-by-batch", "table-insert-by-clients", "table-get-by-clients"];
const PARTITIONS: &[&str] = &["table-insert-by-partitions"];
const ONE_PARTITION: &[&str] = &["table-insert-by-partitions", "table-query-by-rows", "table-scan-by-page"];
const ONE_QUEUE: &[&str] = &["queue-put-by-clients", "queue-put-by-queues", "queue-pass-by-clients"];
const QUEUES_TOGETHER: &[&str] = &["queue-put-by-queues"];

const MEGABYTE: f64 = 1e6;

const FIGURES: &[Figure] = &[
    Figure {
        per_second: 2000.0,
        statement: "one partition: 2,000 entities of 1 KiB a second (today and 2012)",
        source: TABLES,
        address: TABLES_AT,
        workloads: ONE_PARTITION,
    },
    Figure {
        per_second: 20_000.0,
        statement: "an account: 20,000 entities of 1 KiB a second (today and 2012)",
        source: TABLES,
        address: TABLES_AT,
        workloads: MANY_PARTITIONS,
    },
    Figure {
        per_second: 20_000.0,
        statement: "an account: 20,000 entities of 1 KiB a second (today and 2012)",
        source: OF_2012,
        address: OF_2012_AT,
        workloads: PARTITIONS,
    },
    Figure {
        per_second: 500.0,
        statement: "one partition: 500 entities a second (2010)",
        source: OF_2010,
        address: OF_2010_AT,
        workloads: ONE_PARTITION,
    },
    Figure {
        per_second: 5000.0,
        statement: "an account: 5,000 entities, messages or blobs a second (2010)",
        source: OF_2010,
        address: OF_2010_AT,
        workloads: MANY_PARTITIONS,
    },
    Figure {
        per_second: 2000.0,
        statement: "one queue: 2,000 messages of 1 KiB a second (today and 2012)",
        source: QUEUES,
        address: QUEUES_AT,
        workloads: ONE_QUEUE,
    },
    Figure {
        per_second: 20_000.0,
        statement: "an account: 20,000 messages of 1 KiB a second (today and 2012)",
        source: QUEUES,
        address: QUEUES_AT,
        workloads: QUEUES_TOGETHER,
    },
    Figure {
        per_second: 500.0,
        statement: "one queue: 500 messages a second (2010)",
        source: OF_2010,
        address: OF_2010_AT,
        workloads: ONE_QUEUE,
    },
    Figure {
        per_second: 3000.0,
        statement: "one block blob: 3,000 requests a second (today)",
        source: BLOBS,
        address: BLOBS_AT,
        workloads: &["blob-get-by-clients"],
    },
    Figure {
        per_second: 5000.0,
        statement: "an account: 5,000 entities, messages or blobs a second (2010)",
        source: OF_2010,
        address: OF_2010_AT,
        workloads: &["blob-put-by-clients"],
    },
    Figure {
        per_second: 20_000.0,
        statement: "an account: 20,000 entities, messages or blobs a second (2012)",
        source: OF_2012,
        address: OF_2012_AT,
        workloads: &["blob-put-by-clients"],
    },
    Figure {
        per_second: 60.0 * MEGABYTE,
        statement: "one blob: 60 MB a second (2010 and 2012)",
        source: OF_2012,
        address: OF_2012_AT,
        workloads: &["blob-range-by-size"],
    },
];

/// The figures that belong beside a workload.
pub(super) fn published(workload: &str) -> Vec<PublishedDocument> {
    let belongs = |figure: &&Figure| figure.workloads.contains(&workload);
    let document = |figure: &Figure| PublishedDocument {
        workload: workload.to_owned(),
        per_second: figure.per_second,
        statement: figure.statement.to_owned(),
        source: figure.source.to_owned(),
        address: figure.address.to_owned(),
    };
    FIGURES.iter().filter(belongs).map(document).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::WORKLOADS;

    #[test]
    fn every_figure_has_a_source_and_a_workload_that_exists() {
        for figure in FIGURES {
            assert!(figure.address.starts_with("https://") && !figure.source.is_empty(), "{}", figure.statement);
            for name in figure.workloads {
                assert!(WORKLOADS.iter().any(|workload| workload.name == *name), "{name}");
            }
        }
    }
}
