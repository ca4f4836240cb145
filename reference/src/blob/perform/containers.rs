//! The service and its containers.

use super::performing::{Done, Performing, refused};
use crate::blob::model::{LeaseAction, PublicAccess};
use crate::blob::operation::{BlobListing, ContainerListing, Guard, Operation, Search};
use crate::blob::outcome::Outcome;
use crate::blob::refuse::{container_not_found, invalid_document, invalid_parameter, refusal};
use crate::blob::shared_rules::POLICIES;
use crate::blob::wire::{blob_marker, container_marker, place_marker};
use crate::policies;
use crate::refusal::Detailed;
use crate::rules::id;
use bytes::Bytes;

/// The most that a page lists.
const MOST: i64 = 5000;

impl Performing<'_, '_> {
    /// What is asked of the service or a container.
    pub(super) fn of_containers(&mut self, operation: Operation) -> Done {
        let Self { moment, .. } = *self;
        match operation {
            Operation::ListContainers(listing) => self.list_containers(listing),
            Operation::GetServiceProperties => {
                Ok(Outcome::Properties(self.model.properties.document(moment.version, self.trace)))
            }
            Operation::SetServiceProperties(document) => {
                let changed = self.model.properties.changed(&document, moment.version, self.trace)?;
                self.model.properties = changed;
                Ok(Outcome::PropertiesSet)
            }
            Operation::GetStatistics => self.statistics(),
            Operation::CreateContainer(name, metadata, public) => {
                let created = self.model.create_container(&name, metadata, public, moment, self.trace);
                created.map(Outcome::ContainerCreated).map_err(refused)
            }
            Operation::DeleteContainer(name, guard) => {
                let deleted = self.model.delete_container(&name, &guard, moment, self.trace);
                deleted.map(|()| Outcome::ContainerDeleted).map_err(refused)
            }
            Operation::GetContainer(name, guard) => {
                let container = self.model.read_container(&name, &guard, moment, self.trace).map_err(refused)?;
                Ok(Outcome::Container(container.listed(&name, moment.now, self.trace)))
            }
            Operation::GetContainerMetadata(name, guard) => {
                let container = self.model.read_container(&name, &guard, moment, self.trace).map_err(refused)?;
                Ok(Outcome::ContainerMetadata(container.listed(&name, moment.now, self.trace)))
            }
            Operation::SetContainerMetadata(name, guard, metadata) => {
                let changed = self.model.change_container(&name, &guard, moment, self.trace, |container, trace| {
                    if trace.enforce(id::BLOB_CONTAINERS_METADATA_REPLACED) {
                        container.metadata = metadata;
                    } else {
                        container.metadata.extend(metadata);
                    }
                });
                changed.map(Outcome::ContainerChanged).map_err(refused)
            }
            Operation::GetPolicies(name, guard) => {
                let container = self.model.read_container(&name, &guard, moment, self.trace).map_err(refused)?;
                let policies = container.policies.clone();
                Ok(Outcome::Policies(container.listed(&name, moment.now, self.trace), policies))
            }
            Operation::SetPolicies(name, guard, public, document) => {
                self.set_policies(&name, &guard, public, &document)
            }
            Operation::FindBlobs(container, search) => self.find_blobs(container, search),
            Operation::GetDelegationKey(asked) => {
                let (who, value) = ([self.fresh(), self.fresh()], [self.fresh().0, self.fresh().0].concat());
                Ok(Outcome::DelegationKey(who, asked, value.into()))
            }
            Operation::LeaseContainer(name, conditions, action) => self.lease_container(&name, &conditions, action),
            Operation::ListBlobs(name, guard, listing) => self.list_blobs(name, &guard, listing),
            _ => Ok(Outcome::Account),
        }
    }

    fn lease_container(
        &mut self,
        name: &str,
        conditions: &crate::blob::model::Conditions,
        action: LeaseAction,
    ) -> Done {
        let fresh = self.fresh();
        let done = self.model.lease_container(name, conditions, action, fresh, self.moment, self.trace);
        done.map(|(done, changed)| Outcome::Leased(done, changed)).map_err(refused)
    }

    fn statistics(&mut self) -> Done {
        let (here, primary) = (id::BLOB_SERVICE_STATISTICS, id::BLOB_SERVICE_STATISTICS_OF_PRIMARY);
        let (rule, told) = match self.secondary {
            true => (here, self.trace.enforce(here)),
            false => (primary, !self.trace.enforce(primary)),
        };
        if told { Ok(Outcome::Statistics) } else { Err(invalid_parameter("comp", "stats", "", rule)) }
    }

    /// The most that a page lists, as the request says.
    pub(super) fn most(&mut self, said: Option<&str>) -> Result<usize, Detailed> {
        let Some(text) = said.filter(|_| self.trace.enforce(id::BLOB_LISTING_MAX_RESULTS)) else {
            return Ok(self.page_size);
        };
        let rule = id::BLOB_OPEN_MAX_RESULTS;
        match text.parse::<i64>() {
            Ok(most) if most > 0 => Ok(usize::try_from(most.min(MOST)).unwrap_or(1).min(self.page_size)),
            Ok(_) => {
                let message =
                    "One of the query parameters specified in the request URI is outside the permissible range.";
                let refused = Detailed::from(refusal(400, "OutOfRangeQueryParameterValue", message, rule));
                Err(refused
                    .with("QueryParameterName", "maxresults")
                    .with("QueryParameterValue", text)
                    .with("Reason", ""))
            }
            Err(_) => Err(invalid_parameter("maxresults", text, "", rule)),
        }
    }

    fn find_blobs(&mut self, container: Option<String>, search: Search) -> Done {
        let most = self.most(search.max_results.as_deref())?;
        let from = place_marker(search.marker.as_deref(), self.trace).map_err(refused)?;
        if let Some(name) = &container {
            self.model.container(name, self.trace).map_err(refused)?;
        }
        let page = self.model.found(container.as_deref(), &search.filter, &from, most, self.trace);
        Ok(Outcome::Found(search, page))
    }

    fn list_containers(&mut self, listing: ContainerListing) -> Done {
        let most = self.most(listing.max_results.as_deref())?;
        let from = container_marker(listing.marker.as_deref(), self.account, self.trace).map_err(refused)?;
        let page = self.model.container_page(&listing, &from, most, self.moment.now, self.trace);
        Ok(Outcome::Containers(listing, page))
    }

    fn list_blobs(&mut self, name: String, guard: &Guard, listing: BlobListing) -> Done {
        let most = self.most(listing.max_results.as_deref())?;
        let from = blob_marker(listing.marker.as_deref(), self.trace).map_err(refused)?;
        let container = self.model.read_container(&name, guard, self.moment, self.trace).map_err(refused)?;
        let mut page = container.blob_page(&listing, &from, most, self.moment, self.trace);
        if page.items.len() > 1 && !self.trace.enforce(id::BLOB_LISTING_ORDER) {
            page.items.reverse();
        }
        Ok(Outcome::Blobs(name, listing, page))
    }

    fn set_policies(&mut self, name: &str, guard: &Guard, public: PublicAccess, document: &Bytes) -> Done {
        let read = policies::read(document, &POLICIES, self.trace);
        if self.model.find(name).is_none() {
            return Err(refused(container_not_found(self.trace)));
        }
        let held = match read {
            Ok(held) => Some(held),
            Err(refused) => {
                let rule = refused.rule;
                if self.trace.enforce(rule) {
                    let long = "Signed identifier ID cannot be empty or over 64 characters in length";
                    let reason = if refused.at.is_some() { long } else { "" };
                    return Err(invalid_document(document, refused.at, reason, rule));
                }
                None
            }
        };
        let now = self.moment.now;
        let changed = self.model.change_container(name, guard, self.moment, self.trace, |container, trace| {
            let replaces = container.public == PublicAccess::None
                || public != PublicAccess::None
                || trace.enforce(id::BLOB_ACL_PUBLIC_REPLACED);
            if replaces {
                container.public = public;
            }
            let Some(held) = held else { return };
            let rule = if held.is_empty() { id::BLOB_ACL_CLEARED } else { id::BLOB_ACL_SET };
            if trace.enforce(rule) {
                container.policies = held;
                container.policies_set = Some(now);
            }
        });
        changed.map(Outcome::ContainerChanged).map_err(refused)
    }
}
