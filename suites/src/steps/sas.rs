//! Shared access signatures that requests come with.

use tablestakes_reference::history::{AlteredParameter, AlteredValue, Auth, Sas, SasKey, SasScope};

/// The same signature with more to it, or less.
pub(crate) trait SasExt: Sized {
    /// With this table in place of the history's first.
    fn named(self, table: &str) -> Self;

    /// From one key to another, each partition key and row key.
    fn range(self, from: (&str, Option<&str>), to: (&str, Option<&str>)) -> Self;

    /// For these services and resource types.
    fn for_types(self, services: &str, resource_types: &str) -> Self;

    /// With this value of a parameter, other than what is signed.
    fn sending(self, name: &str, value: &str) -> Self;

    /// Without a parameter that is signed.
    fn without(self, name: &str) -> Self;

    /// With the signature cut off before its end.
    fn shortened(self) -> Self;

    /// From this partition key on, or up to it, or both.
    fn between(self, first: Option<(&str, Option<&str>)>, last: Option<(&str, Option<&str>)>) -> Self;

    /// As the authorization of a step.
    fn auth(self) -> Auth;
}

fn key((partition, row): (&str, Option<&str>)) -> SasKey {
    SasKey { partition: partition.to_owned(), row: row.map(str::to_owned) }
}

fn altered(mut sas: Sas, name: &str, sent: AlteredValue) -> Sas {
    sas.altered.push(AlteredParameter { name: name.to_owned(), sent });
    sas
}

impl SasExt for Sas {
    fn named(mut self, name: &str) -> Self {
        if let SasScope::Table { table, .. } = &mut self.scope {
            name.clone_into(table);
        }
        self
    }

    fn range(self, first: (&str, Option<&str>), last: (&str, Option<&str>)) -> Self {
        self.between(Some(first), Some(last))
    }

    fn between(mut self, first: Option<(&str, Option<&str>)>, last: Option<(&str, Option<&str>)>) -> Self {
        if let SasScope::Table { from, to, .. } = &mut self.scope {
            (*from, *to) = (first.map(key), last.map(key));
        }
        self
    }

    fn sending(self, name: &str, value: &str) -> Self {
        altered(self, name, AlteredValue::Other { value: value.to_owned() })
    }

    fn without(self, name: &str) -> Self {
        altered(self, name, AlteredValue::Nothing)
    }

    fn shortened(self) -> Self {
        altered(self, "sig", AlteredValue::Shortened)
    }

    fn for_types(mut self, service: &str, kinds: &str) -> Self {
        if let SasScope::Account { services, resource_types } = &mut self.scope {
            service.clone_into(services);
            kinds.clone_into(resource_types);
        }
        self
    }

    fn auth(self) -> Auth {
        Auth::Sas { sas: Box::new(self) }
    }
}
