//! The workloads: what is done, and which one quantity is varied while all others stay.

use super::point::Parameters;
use tablestakes_reference::ServiceName;

/// What is done again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// Inserts entities, several in one entity group transaction where the batch is larger than one.
    Insert,
    /// Reads one entity by its key.
    Get,
    /// Reads a range of rows of one partition.
    Query,
    /// Follows a query over a whole partition through its pages.
    Scan,
    /// Puts a message.
    Put,
    /// Puts a message, gets one and deletes that.
    Pass,
    /// Writes a blob in one request.
    Upload,
    /// Reads a whole blob.
    Download,
    /// Reads a range of a blob.
    Range,
    /// Writes a blob in blocks, some of them at the same time, and commits them.
    Blocks,
}

/// The quantity that is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Entities in one entity group transaction.
    Batch,
    /// Operations under way at the same time at most.
    Clients,
    /// Partitions of a table over which operations are spread.
    Partitions,
    /// Queues over which operations are spread.
    Queues,
    /// Octets of an entity, a message, a blob or a range.
    Size,
    /// Rows that a query answers.
    Rows,
    /// Rows of a page (`$top`).
    Page,
    /// Blocks of one blob that are under way at the same time.
    Parallel,
}

impl Axis {
    /// Its name in `report.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Batch => "batch",
            Self::Clients => "clients",
            Self::Partitions => "partitions",
            Self::Queues => "queues",
            Self::Size => "size",
            Self::Rows => "rows",
            Self::Page => "page",
            Self::Parallel => "parallel",
        }
    }

    /// What stands at an axis of a plot.
    pub fn label(self) -> &'static str {
        match self {
            Self::Batch => "entities in one transaction",
            Self::Clients => "clients (most operations at the same time)",
            Self::Partitions => "partitions",
            Self::Queues => "queues",
            Self::Size => "octets",
            Self::Rows => "rows of an answer",
            Self::Page => "rows of a page",
            Self::Parallel => "blocks at the same time",
        }
    }
}

/// What throughput is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Entities.
    Entities,
    /// Messages.
    Messages,
    /// Blobs.
    Blobs,
    /// Octets of content, shown as MiB.
    Octets,
}

impl Unit {
    /// Its name in `report.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Entities => "entities",
            Self::Messages => "messages",
            Self::Blobs => "blobs",
            Self::Octets => "octets",
        }
    }
}

/// A workload.
#[derive(Debug, PartialEq, Eq)]
pub struct Workload {
    /// Its name.
    pub name: &'static str,
    /// The service that it asks.
    pub service: ServiceName,
    /// What it does, for people.
    pub title: &'static str,
    pub(super) work: Work,
    /// What is varied.
    pub axis: Axis,
    /// The values that it takes.
    pub values: &'static [u64],
    /// Those that it takes in a short run.
    pub few: &'static [u64],
    /// What all points share.
    pub base: Parameters,
    /// What throughput is counted in.
    pub unit: Unit,
}

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const CLIENTS: &[u64] = &[1, 2, 4, 8, 16, 32, 64];
const FEW_CLIENTS: &[u64] = &[1, 8, 64];
const TABLE: Parameters =
    Parameters { clients: 16, batch: 1, partitions: 16, size: KIB, rows: 100, page: 1000, parallel: 1 };
const QUEUE: Parameters = Parameters { partitions: 1, ..TABLE };
const BLOB: Parameters = Parameters { clients: 8, size: 64 * KIB, ..TABLE };

const fn table(name: &'static str, work: Work, axis: Axis, title: &'static str) -> Workload {
    let (values, few, base) = (CLIENTS, FEW_CLIENTS, TABLE);
    Workload { name, service: ServiceName::Table, title, work, axis, values, few, base, unit: Unit::Entities }
}

const fn queue(name: &'static str, work: Work, axis: Axis, title: &'static str) -> Workload {
    Workload { service: ServiceName::Queue, base: QUEUE, unit: Unit::Messages, ..table(name, work, axis, title) }
}

const fn blob(name: &'static str, work: Work, axis: Axis, title: &'static str) -> Workload {
    Workload { service: ServiceName::Blob, base: BLOB, unit: Unit::Octets, ..table(name, work, axis, title) }
}

/// All of them, in the order in which they run.
pub const WORKLOADS: &[Workload] = &[
    Workload {
        values: &[1, 2, 5, 10, 25, 50, 100],
        few: &[1, 10, 100],
        ..table("table-insert-by-batch", Work::Insert, Axis::Batch, "Inserts by batch size")
    },
    table("table-insert-by-clients", Work::Insert, Axis::Clients, "Inserts by clients"),
    Workload {
        values: &[1, 4, 16, 64],
        few: &[1, 16],
        ..table("table-insert-by-partitions", Work::Insert, Axis::Partitions, "Inserts by partitions")
    },
    Workload {
        values: &[256, KIB, 4 * KIB, 16 * KIB, 64 * KIB],
        few: &[256, 4 * KIB, 64 * KIB],
        ..table("table-insert-by-size", Work::Insert, Axis::Size, "Inserts by entity size")
    },
    table("table-get-by-clients", Work::Get, Axis::Clients, "Point reads by clients"),
    Workload {
        values: &[1, 10, 100, 1000],
        few: &[1, 100],
        ..table("table-query-by-rows", Work::Query, Axis::Rows, "Range queries by rows")
    },
    Workload {
        values: &[50, 100, 250, 1000],
        few: &[100, 1000],
        ..table("table-scan-by-page", Work::Scan, Axis::Page, "Scans of 1,000 rows by page size")
    },
    queue("queue-put-by-clients", Work::Put, Axis::Clients, "Puts by clients, one queue"),
    Workload {
        base: Parameters { clients: 16, ..QUEUE },
        values: &[1, 2, 4, 8],
        few: &[1, 4],
        ..queue("queue-put-by-queues", Work::Put, Axis::Queues, "Puts by number of queues")
    },
    Workload {
        values: &[64, KIB, 8 * KIB, 48 * KIB],
        few: &[64, 8 * KIB],
        ..queue("queue-put-by-size", Work::Put, Axis::Size, "Puts by message size, one queue")
    },
    Workload {
        values: &[1, 4, 16, 64],
        ..queue("queue-pass-by-clients", Work::Pass, Axis::Clients, "Put, get and delete by clients, one queue")
    },
    Workload {
        base: Parameters { size: 4 * KIB, ..BLOB },
        unit: Unit::Blobs,
        ..blob("blob-put-by-clients", Work::Upload, Axis::Clients, "Writes of 4 KiB blobs by clients")
    },
    Workload {
        base: Parameters { size: 4 * KIB, partitions: 1, ..BLOB },
        unit: Unit::Blobs,
        ..blob("blob-get-by-clients", Work::Download, Axis::Clients, "Reads of one 4 KiB blob by clients")
    },
    Workload {
        values: &[4 * KIB, 64 * KIB, 512 * KIB, MIB, 4 * MIB],
        few: &[4 * KIB, 512 * KIB],
        ..blob("blob-put-by-size", Work::Upload, Axis::Size, "Writes by blob size")
    },
    Workload {
        values: &[4 * KIB, 64 * KIB, 512 * KIB, MIB, 4 * MIB],
        few: &[4 * KIB, 512 * KIB],
        ..blob("blob-get-by-size", Work::Download, Axis::Size, "Reads by blob size")
    },
    Workload {
        values: &[4 * KIB, 64 * KIB, 512 * KIB],
        few: &[64 * KIB],
        ..blob("blob-range-by-size", Work::Range, Axis::Size, "Reads of ranges of one 4 MiB blob")
    },
    Workload {
        base: Parameters { clients: 2, size: 2 * MIB, ..BLOB },
        values: &[1, 2, 4, 8],
        few: &[1, 8],
        ..blob(
            "blob-blocks-by-parallel",
            Work::Blocks,
            Axis::Parallel,
            "Writes of 2 MiB in eight blocks, some at the same time",
        )
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_the_service_and_are_there_once() {
        for (place, workload) in WORKLOADS.iter().enumerate() {
            assert!(workload.name.starts_with(workload.service.name()), "{}", workload.name);
            assert!(WORKLOADS[..place].iter().all(|earlier| earlier.name != workload.name), "{}", workload.name);
        }
    }

    #[test]
    fn values_rise_and_a_short_run_takes_some_of_them() {
        for workload in WORKLOADS {
            assert!(workload.values.is_sorted_by(|left, right| left < right), "{}", workload.name);
            assert!(!workload.few.is_empty(), "{}", workload.name);
            let known = |value: &u64| workload.values.contains(value);
            assert!(workload.few.iter().all(known) || workload.axis == Axis::Clients, "{}", workload.name);
        }
    }
}
