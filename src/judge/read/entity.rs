//! Entities and table entries: a JSON object's members told apart into annotations and properties.

use super::json::Json;
use std::collections::HashMap;
use tablestakes_reference::table::Key;

/// One entity or table entry as it came.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Row {
    /// The members that begin with `odata.`, in order.
    pub(crate) annotations: Vec<(String, Json)>,
    /// The properties, system ones included, in order.
    pub(crate) properties: Vec<Property>,
    /// Annotations of properties that are not there.
    pub(crate) orphans: Vec<String>,
}

/// One property as it came.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Property {
    /// Its name.
    pub(crate) name: String,
    /// The value of `NAME@odata.type`.
    pub(crate) annotation: Option<String>,
    /// Its value.
    pub(crate) value: Json,
}

impl Row {
    /// Reads an object's members.
    pub(crate) fn read(members: Vec<(String, Json)>) -> Self {
        let mut row = Self::default();
        let mut types: HashMap<String, String> = HashMap::new();
        for (name, value) in members {
            if let Some(property) = name.strip_suffix("@odata.type") {
                types.insert(property.to_owned(), value.as_str().unwrap_or_default().to_owned());
            } else if name.starts_with("odata.") {
                row.annotations.push((name, value));
            } else {
                row.properties.push(Property { name, annotation: None, value });
            }
        }
        for property in &mut row.properties {
            property.annotation = types.remove(&property.name);
        }
        row.orphans = types.into_keys().collect();
        row.orphans.sort();
        row
    }

    /// The property of this name.
    pub(crate) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The annotation of this name.
    pub(crate) fn annotation(&self, name: &str) -> Option<&Json> {
        self.annotations.iter().find(|(held, _)| held == name).map(|(_, value)| value)
    }

    /// The text of a property that is a string.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.property(name).and_then(|property| property.value.as_str())
    }

    /// The key, if both parts are there.
    pub(crate) fn key(&self) -> Option<Key> {
        Some(Key::new(self.text("PartitionKey")?, self.text("RowKey")?))
    }

    /// What the row is called in messages.
    pub(crate) fn shown(&self) -> String {
        match (self.key(), self.text("TableName")) {
            (Some(key), _) => format!("({:?}, {:?})", key.partition, key.row),
            (None, Some(table)) => format!("table {table}"),
            (None, None) => {
                let members = self.properties.iter().filter(|property| property.name != "Timestamp").take(4);
                let members: Vec<String> =
                    members.map(|held| format!("{}: {}", held.name, held.value.shown())).collect();
                format!("{{{}}}", members.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    #[test]
    fn annotations_find_their_property_wherever_they_stand() {
        let text = r#"{"odata.etag":"e","a@odata.type":"Edm.Int64","a":"1","b":"2","b@odata.type":"Edm.Guid","c@odata.type":"x",
                       "PartitionKey":"p","RowKey":"r"}"#;
        let Json::Object(members) = json::read(text.as_bytes()).unwrap() else { panic!("an object") };
        let row = Row::read(members);
        assert_eq!(row.annotation("odata.etag").and_then(Json::as_str), Some("e"));
        assert_eq!(row.property("a").unwrap().annotation.as_deref(), Some("Edm.Int64"));
        assert_eq!(row.property("b").unwrap().annotation.as_deref(), Some("Edm.Guid"));
        assert_eq!(row.orphans, ["c"]);
        assert_eq!(row.key(), Some(Key::new("p", "r")));
    }
}
