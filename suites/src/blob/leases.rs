//! Leases of containers and blobs: each action in each state, and what is shown of it.

mod available;
mod breaking;
mod ended;
mod generated;
mod held;
mod requests;
mod state;

use super::steps::{
    AskExt as _, acquire_lease, acquire_lease_of_container, container, containers, get, get_container, head, lease,
    lease_container, list, put, set_container_metadata, set_metadata, wait,
};
use crate::check::{Check, Suite};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Leases;

/// The ids that are proposed. The first one is that of the lease where there is one.
pub(super) const A: &str = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";
pub(super) const B: &str = "0e3a2b6c-11d2-4c0e-9f3e-5a1b2c3d4e5f";
pub(super) const C: &str = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [
        available::checks(),
        held::checks(),
        breaking::checks(),
        ended::checks(),
        state::checks(),
        requests::checks(),
        generated::checks(),
    ]
    .concat()
}

/// What is leased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    /// A blob, `b`.
    Blob,
    /// The history's first container.
    Container,
}

impl Thing {
    /// This action.
    fn act(self, action: &str) -> Ask {
        match self {
            Self::Blob => lease("b", action),
            Self::Container => lease_container(action),
        }
    }

    fn acquire(self, seconds: i64) -> Ask {
        match self {
            Self::Blob => acquire_lease("b", seconds),
            Self::Container => acquire_lease_of_container(seconds),
        }
    }

    /// Acquires it under this id.
    fn acquire_as(self, id: &str, seconds: i64) -> Ask {
        self.acquire(seconds).with("x-ms-proposed-lease-id", id)
    }

    fn renew(self, id: &str) -> Ask {
        self.act("renew").leased(id)
    }

    fn release(self, id: &str) -> Ask {
        self.act("release").leased(id)
    }

    fn change(self, id: &str, proposed: &str) -> Ask {
        self.act("change").leased(id).with("x-ms-proposed-lease-id", proposed)
    }

    /// Breaks it, at once if no lease was to go on.
    fn break_it(self) -> Ask {
        self.act("break")
    }

    fn break_in(self, seconds: i64) -> Ask {
        self.act("break").with("x-ms-lease-break-period", seconds.to_string())
    }

    /// Reads it, without changing anything.
    fn show(self) -> Ask {
        match self {
            Self::Blob => head("b"),
            Self::Container => get_container(),
        }
    }

    /// A read that shows the lease as well.
    fn read(self) -> Ask {
        match self {
            Self::Blob => get("b"),
            Self::Container => list(),
        }
    }

    /// A listing that shows it.
    fn listed(self) -> Ask {
        match self {
            Self::Blob => list(),
            Self::Container => containers(container()),
        }
    }

    /// A write to it.
    fn write(self) -> Ask {
        match self {
            Self::Blob => set_metadata("b").with_metadata(&[("a", "1")]),
            Self::Container => set_container_metadata().with_metadata(&[("a", "1")]),
        }
    }

    /// What creates it, where it is not there.
    fn created(self) -> Vec<Step> {
        match self {
            Self::Blob => vec![put("b", "1").into()],
            Self::Container => Vec::new(),
        }
    }

    /// What ends whatever lease there is, so that the container can be deleted afterwards.
    fn ended(self) -> Vec<Step> {
        match self {
            Self::Blob => Vec::new(),
            Self::Container => vec![self.break_in(0).into()],
        }
    }

    /// It in this state, and then these requests; at the end what is shown of it.
    fn in_state(self, state: State, asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
        let mut steps = self.created();
        steps.extend(state.entered(self));
        steps.extend(asks.into_iter().map(Step::from));
        steps.push(self.show().into());
        steps.extend(self.ended());
        steps
    }

    /// The same, each request followed by what is shown of it.
    fn shown_in_state(self, state: State, asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
        self.in_state(state, asks.into_iter().flat_map(|ask| [ask, self.show()]))
    }
}

/// How a lease stands; that of id [`A`], if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// There was none.
    Available,
    /// For a minute.
    Leased,
    /// For ever.
    Endless,
    /// It goes on for another half a minute.
    Breaking,
    /// It was broken.
    Broken,
    /// It was without end, and was broken.
    BrokenEndless,
    /// It was broken, and went on for a second.
    BrokenLater,
    /// It ended by itself.
    Expired,
    /// It was given back.
    Released,
}

impl State {
    fn entered(self, thing: Thing) -> Vec<Step> {
        let step = Step::from;
        match self {
            Self::Available => Vec::new(),
            Self::Leased => vec![step(thing.acquire_as(A, 60))],
            Self::Endless => vec![step(thing.acquire_as(A, -1))],
            Self::Breaking => vec![step(thing.acquire_as(A, 60)), step(thing.break_in(30))],
            Self::Broken => vec![step(thing.acquire_as(A, 60)), step(thing.break_in(0))],
            Self::BrokenEndless => vec![step(thing.acquire_as(A, -1)), step(thing.break_it())],
            Self::BrokenLater => vec![step(thing.acquire_as(A, -1)), step(thing.break_in(1)), wait(2)],
            Self::Expired => vec![step(thing.acquire_as(A, 15)), wait(16)],
            Self::Released => vec![step(thing.acquire_as(A, 60)), step(thing.release(A))],
        }
    }
}

/// One check of the leases of blobs, and the same of the leases of containers: the end of its id, its title, why somebody gets it
/// wrong, the rules, and what makes its steps of what is leased.
macro_rules! both {
    ($slug:literal, $title:literal, $why:literal, [$($rule:ident),+ $(,)?], $script:expr $(,)?) => {
        vec![
            $crate::define::check!(
                BlobLease, concat!("blob.leases.", $slug), $title, $why, [$($rule),+],
                $crate::blob::leases::of($crate::blob::leases::Thing::Blob, $script)
            ),
            $crate::define::check!(
                BlobLease, concat!("blob.leases.container-", $slug), concat!("Of containers: ", $title), $why,
                [$($rule),+],
                $crate::blob::leases::of($crate::blob::leases::Thing::Container, $script)
            ),
        ]
    };
}

use both;

/// The steps for what is leased.
fn of(thing: Thing, script: impl FnOnce(Thing) -> Vec<Step>) -> Vec<Step> {
    script(thing)
}
