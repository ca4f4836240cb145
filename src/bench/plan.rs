//! Which points a run measures, and what it takes at most.

use super::budget::Bounds;
use super::point::Point;
use super::workload::{WORKLOADS, Workload};
use globset::Glob;
use std::time::Duration;
use tablestakes_reference::ServiceName;

/// The points of a run, in the order in which they are measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The points, and on which of the targets; all targets of one point one after the other.
    pub points: Vec<(Point, usize)>,
}

/// Nothing can be measured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Not a pattern.
    #[error("`{0}` is not a glob")]
    NotAGlob(String),
    /// No workload has this name.
    #[error("no workload is named `{name}`")]
    Unknown {
        /// As written.
        name: String,
        /// The nearest names, as a sentence.
        proposal: String,
    },
    /// None of the workloads asks a service that a target has.
    #[error("nothing is selected: no workload asks a service that a target has")]
    Nothing,
    /// The bound leaves nothing to measure with.
    #[error(
        "the bound of {bound} requests is too small for {points} points: their preparations alone take {preparing}"
    )]
    Bound {
        /// The bound.
        bound: u64,
        /// The points.
        points: usize,
        /// What is sent before the first operation.
        preparing: u64,
    },
}

impl Plan {
    /// The points of these workloads, or of all if none is named, on targets with these services.
    ///
    /// # Errors
    /// A name is that of no workload, or nothing is selected.
    pub fn new(names: &[String], few: bool, targets: &[Vec<ServiceName>]) -> Result<Self, PlanError> {
        let mut globs = Vec::with_capacity(names.len());
        for name in names {
            let glob = Glob::new(name).map_err(|_| PlanError::NotAGlob(name.clone()))?.compile_matcher();
            if !WORKLOADS.iter().any(|workload| glob.is_match(workload.name)) {
                let proposal = crate::nearest::proposal(name, WORKLOADS.iter().map(|workload| workload.name));
                return Err(PlanError::Unknown { name: name.clone(), proposal });
            }
            globs.push(glob);
        }
        let is_chosen =
            |workload: &&Workload| globs.is_empty() || globs.iter().any(|glob| glob.is_match(workload.name));
        let mut points = Vec::new();
        for workload in WORKLOADS.iter().filter(is_chosen) {
            for &value in if few { workload.few } else { workload.values } {
                let has_it = |services: &&Vec<ServiceName>| services.contains(&workload.service);
                let asked = targets.iter().enumerate().filter(|(_, services)| has_it(services));
                points.extend(asked.map(|(target, _)| (Point::new(workload, value), target)));
            }
        }
        if points.is_empty() { Err(PlanError::Nothing) } else { Ok(Self { points }) }
    }

    /// Requests that prepare the points and delete what was made, all together.
    pub fn preparing(&self) -> u64 {
        self.points.iter().map(|(point, _)| point.preparing() + point.fixtures()).sum()
    }

    /// What the points may send beside deleting what was made.
    ///
    /// # Errors
    /// The bound is too small for what prepares them.
    pub fn within(&self, bounds: Bounds) -> Result<Bounds, PlanError> {
        let preparing = self.preparing();
        let deleting: u64 = self.points.iter().map(|(point, _)| point.fixtures()).sum();
        if bounds.requests <= preparing {
            return Err(PlanError::Bound { bound: bounds.requests, points: self.points.len(), preparing });
        }
        Ok(Bounds { requests: bounds.requests - deleting, ..bounds })
    }

    /// The workloads of the plan, each once, with how many points they have.
    pub fn workloads(&self) -> Vec<(&'static Workload, usize)> {
        let mut held: Vec<(&'static Workload, usize)> = Vec::new();
        for (point, _) in &self.points {
            match held.iter_mut().find(|(workload, _)| *workload == point.workload) {
                Some((_, count)) => *count += 1,
                None => held.push((point.workload, 1)),
            }
        }
        held
    }

    /// About how long it takes, where a point takes so long.
    pub fn time(&self, point: Duration) -> Duration {
        point.saturating_mul(u32::try_from(self.points.len()).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [ServiceName; 3] = [ServiceName::Table, ServiceName::Queue, ServiceName::Blob];

    #[test]
    fn a_target_is_asked_what_it_has() {
        let plan = Plan::new(&[], false, &[ALL.to_vec(), vec![ServiceName::Queue]]).unwrap();
        assert!(plan.points.iter().all(|(point, target)| *target == 0 || point.workload.service == ServiceName::Queue));
        assert!(plan.points.iter().any(|(_, target)| *target == 1));
        // The targets of one point are asked one behind the other.
        let queue = plan.points.iter().position(|(_, target)| *target == 1).unwrap();
        assert_eq!(plan.points[queue].0, plan.points[queue - 1].0);
    }

    #[test]
    fn names_are_globs_and_unknown_ones_get_the_nearest() {
        let plan = |name: &str| Plan::new(&[name.to_owned()], true, &[ALL.to_vec()]);
        let queues = plan("queue-*").unwrap();
        assert!(queues.points.iter().all(|(point, _)| point.workload.service == ServiceName::Queue));
        let unknown = plan("table-insert-by-batsh").unwrap_err();
        assert!(matches!(unknown, PlanError::Unknown { proposal, .. } if proposal.contains("table-insert-by-batch")));
        assert_eq!(plan("["), Err(PlanError::NotAGlob("[".to_owned())));
        let blobs = Plan::new(&["table-*".to_owned()], true, &[vec![ServiceName::Blob]]);
        assert_eq!(blobs, Err(PlanError::Nothing));
    }

    #[test]
    fn a_bound_that_measures_nothing_is_refused() {
        let plan = Plan::new(&["table-get-by-clients".to_owned()], true, &[ALL.to_vec()]).unwrap();
        let bounds = |requests| Bounds { requests, octets: 1 << 30 };
        assert!(matches!(plan.within(bounds(3)), Err(PlanError::Bound { .. })));
        let within = plan.within(bounds(10_000)).unwrap();
        assert!(within.requests < 10_000);
    }
}
