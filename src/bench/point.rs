//! A point of a plot: a workload with one value of the quantity that it varies.

use super::workload::{Axis, Unit, Work, Workload};

/// Everything that a point holds still or varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Operations under way at the same time at most.
    pub clients: u64,
    /// Entities in one entity group transaction; 1 is a plain insert.
    pub batch: u64,
    /// Partitions of a table, queues, or blobs over which operations are spread.
    pub partitions: u64,
    /// Octets of an entity's property, a message, a blob or a range.
    pub size: u64,
    /// Rows that a query answers.
    pub rows: u64,
    /// Rows of a page.
    pub page: u64,
    /// Blocks of one blob that are under way at the same time.
    pub parallel: u64,
}

/// Rows of the partition that queries read.
pub(super) const POPULATION: u64 = 1000;
/// Octets of the blob of which ranges are read.
pub(super) const RANGED: u64 = 4 << 20;
/// Blocks of a blob that is written in blocks.
pub(super) const BLOCKS: u64 = 8;
/// What an exchange takes beside its content, roughly.
const OVERHEAD: u64 = 600;

/// A point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// The workload.
    pub workload: &'static Workload,
    /// The value of what is varied.
    pub value: u64,
    /// That and all else.
    pub parameters: Parameters,
}

impl Point {
    /// The point of a workload at this value.
    pub fn new(workload: &'static Workload, value: u64) -> Self {
        let base = workload.base;
        let parameters = match workload.axis {
            Axis::Batch => Parameters { batch: value, ..base },
            Axis::Clients => Parameters { clients: value, ..base },
            Axis::Partitions | Axis::Queues => Parameters { partitions: value, ..base },
            Axis::Size => Parameters { size: value, ..base },
            Axis::Rows => Parameters { rows: value, ..base },
            Axis::Page => Parameters { page: value, ..base },
            Axis::Parallel => Parameters { parallel: value, ..base },
        };
        Self { workload, value, parameters }
    }

    /// What one operation counts for in the workload's unit.
    pub fn items(&self) -> u64 {
        match (self.workload.unit, self.workload.work) {
            (Unit::Octets, _) => self.parameters.size,
            (_, Work::Insert) => self.parameters.batch,
            (_, Work::Query) => self.parameters.rows,
            (_, Work::Scan) => POPULATION,
            _ => 1,
        }
    }

    /// How many requests one operation takes, if answers are not cut short.
    pub fn requests(&self) -> u64 {
        match self.workload.work {
            Work::Scan => POPULATION.div_ceil(self.parameters.page.max(1)),
            Work::Pass => 3,
            Work::Blocks => BLOCKS + 1,
            _ => 1,
        }
    }

    /// How many octets one operation moves, roughly, both ways together.
    pub fn octets(&self) -> u64 {
        let Parameters { batch, size, rows, .. } = self.parameters;
        // Binary properties travel as base64.
        let entity = |size: u64| size * 4 / 3 + OVERHEAD;
        let content = match self.workload.work {
            Work::Insert => batch * entity(size),
            Work::Get => entity(size),
            Work::Query => rows * entity(SMALL),
            Work::Scan => POPULATION * entity(SMALL),
            Work::Pass => 2 * size,
            Work::Put | Work::Upload | Work::Download | Work::Range | Work::Blocks => size,
        };
        content + self.requests() * OVERHEAD
    }

    /// How many tables, queues or containers it needs.
    pub(super) fn fixtures(&self) -> u64 {
        match self.workload.work {
            Work::Put | Work::Pass => self.parameters.partitions,
            _ => 1,
        }
    }

    /// How many requests put there what operations read.
    pub fn preparing(&self) -> u64 {
        let population = match self.workload.work {
            Work::Get => self.parameters.partitions,
            Work::Query | Work::Scan => POPULATION.div_ceil(100),
            Work::Download => self.parameters.partitions,
            Work::Range => 1,
            _ => 0,
        };
        self.fixtures() + population
    }
}

/// Octets of the property of rows that queries read.
pub(super) const SMALL: u64 = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::WORKLOADS;

    #[test]
    fn a_point_varies_one_quantity() {
        for workload in WORKLOADS {
            for &value in workload.values {
                let point = Point::new(workload, value);
                assert!(point.requests() >= 1 && point.items() >= 1 && point.octets() > point.items() / 2);
                let differs = point.parameters != workload.base;
                let base = Point::new(workload, workload.base.clients);
                assert!(differs || point == base || workload.axis != Axis::Clients, "{}", workload.name);
            }
        }
    }
}
