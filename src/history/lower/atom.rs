//! Entities and table names as Atom entries, in the forms that the clients wrote that spoke it.

use super::json;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::{EntityBody, Operation, PropertyValue, Value};

/// What an entry begins with. Of what stands before its properties nothing is read.
const BEFORE: &str = concat!(
    "<?xml version=\"1.0\" encoding=\"utf-8\"?><entry xmlns=\"http://www.w3.org/2005/Atom\" ",
    "xmlns:d=\"http://schemas.microsoft.com/ado/2007/08/dataservices\" ",
    "xmlns:m=\"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata\"><title /><updated>2015-07-08T00:00:00Z",
    "</updated><author><name /></author><id /><content type=\"application/xml\"><m:properties>"
);
const AFTER: &str = "</m:properties></content></entry>";

/// The entry that creates a table.
pub(super) fn table(name: &str) -> String {
    let mut text = BEFORE.to_owned();
    element(&mut text, "TableName", "", name);
    text + AFTER
}

/// The entry of an insert or a write.
pub(super) fn entity(body: &EntityBody) -> String {
    let mut text = BEFORE.to_owned();
    for (name, value) in [("PartitionKey", &body.partition), ("RowKey", &body.row)] {
        if let Some(value) = value {
            element(&mut text, name, "", value);
        }
    }
    for property in &body.properties {
        match written(&property.value) {
            Some(Written::Null) => element(&mut text, &property.name, " m:null=\"true\"", ""),
            Some(Written::Text { edm_type, value }) => {
                let announced = edm_type.map(|name| format!(" m:type=\"{}\"", escaped(&name))).unwrap_or_default();
                element(&mut text, &property.name, &announced, &value);
            }
            None => {}
        }
    }
    text + AFTER
}

/// Whether a step can be written in Atom: markup has no names with blanks, no control characters, and no values but texts.
pub(super) fn can_say(step: &Step) -> bool {
    match &step.call {
        Call::Operation { operation } => sayable(operation),
        Call::Scan { .. } | Call::ScanTables { .. } => true,
        Call::Queue { .. } | Call::Blob { .. } | Call::Raw { .. } | Call::Wait { .. } | Call::Restart => false,
    }
}

fn sayable(operation: &Operation) -> bool {
    match operation {
        Operation::CreateTable { table, .. } => table.chars().all(stands_in_markup),
        Operation::InsertEntity { entity, .. } | Operation::WriteEntity { entity, .. } => {
            let keys = [&entity.partition, &entity.row];
            keys.into_iter().flatten().all(|key| key.chars().all(stands_in_markup))
                && entity.properties.iter().all(|held| is_name(&held.name) && can_be_text(&held.value))
        }
        Operation::Batch { operations } => operations.iter().all(sayable),
        _ => true,
    }
}

fn can_be_text(value: &PropertyValue) -> bool {
    match written(value) {
        Some(Written::Text { value, .. }) => value.chars().all(stands_in_markup),
        Some(Written::Null) => true,
        None => false,
    }
}

enum Written {
    Null,
    Text { edm_type: Option<String>, value: String },
}

/// What an element holds that says the same as a value; `None` if only JSON can say it.
fn written(value: &PropertyValue) -> Option<Written> {
    match value {
        PropertyValue::Null => Some(Written::Null),
        PropertyValue::Typed { value: Value::String(text) } => {
            Some(Written::Text { edm_type: None, value: text.clone() })
        }
        PropertyValue::Typed { value } => {
            let text = match value {
                Value::Binary(octets) => STANDARD.encode(octets),
                Value::Boolean(value) => value.to_string(),
                Value::DateTime(instant) => json::date_time(*instant),
                Value::Double(value) if value.is_nan() => "NaN".to_owned(),
                Value::Double(value) if value.is_infinite() => if *value > 0.0 { "INF" } else { "-INF" }.to_owned(),
                Value::Double(value) => format!("{value:?}"),
                Value::Guid(guid) => json::guid_text(*guid),
                Value::Int32(value) => value.to_string(),
                Value::Int64(value) => value.to_string(),
                Value::String(text) => text.clone(),
            };
            Some(Written::Text { edm_type: Some(value.edm_type().to_owned()), value: text })
        }
        PropertyValue::Literal { edm_type, json } => match (serde_json::from_str(json).ok()?, edm_type) {
            (serde_json::Value::Null, _) => Some(Written::Null),
            (serde_json::Value::String(text), _) => Some(Written::Text { edm_type: edm_type.clone(), value: text }),
            // Without a type, what kind of value it is depends on how JSON writes it.
            (serde_json::Value::Bool(_) | serde_json::Value::Number(_), Some(_)) => {
                Some(Written::Text { edm_type: edm_type.clone(), value: json.trim().to_owned() })
            }
            _ => None,
        },
    }
}

fn element(out: &mut String, name: &str, attributes: &str, text: &str) {
    let space = if text.trim() == text { "" } else { " xml:space=\"preserve\"" };
    if text.is_empty() {
        out.push_str(&format!("<d:{name}{attributes} />"));
    } else {
        out.push_str(&format!("<d:{name}{attributes}{space}>{}</d:{name}>", escaped(text)));
    }
}

/// Text within markup. A carriage return that is not escaped would be read as a line feed.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\r' => escaped.push_str("&#xD;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The characters of XML 1.0.
fn stands_in_markup(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// A name without a prefix, as XML 1.0 has it.
fn is_name(text: &str) -> bool {
    let begins = |character: char| {
        matches!(
            character,
            'A'..='Z' | '_' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
                | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}'
                | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
                | '\u{10000}'..='\u{effff}'
        )
    };
    let goes_on = |character: char| {
        begins(character)
            || matches!(character, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
    };
    text.chars().next().is_some_and(begins) && text.chars().all(goes_on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::table::Guid;

    fn properties(body: &EntityBody) -> String {
        let text = entity(body);
        text.strip_prefix(BEFORE).and_then(|text| text.strip_suffix(AFTER)).unwrap().to_owned()
    }

    #[test]
    fn values_are_texts_with_types() {
        let literal =
            |edm_type: &str, json: &str| PropertyValue::Literal { edm_type: Some(edm_type.into()), json: json.into() };
        let body = EntityBody { partition: Some("p<".into()), row: Some(String::new()), ..EntityBody::default() }
            .with("S", " a&\r\n")
            .with("I", 1)
            .with("L", Value::Int64(2))
            .with("D", Value::Double(3.0))
            .with("N", Value::Double(f64::NAN))
            .with("B", Value::Binary(vec![0, 255]))
            .with("G", Value::Guid(Guid([0xab; 16])))
            .with("Z", PropertyValue::Null)
            .with("X", literal("Edm.Int64", "\"x\""))
            .with("Y", literal("Edm.Double", "3"));
        assert_eq!(
            properties(&body),
            "<d:PartitionKey>p&lt;</d:PartitionKey><d:RowKey /><d:S xml:space=\"preserve\"> a&amp;&#xD;\n</d:S>\
             <d:I m:type=\"Edm.Int32\">1</d:I><d:L m:type=\"Edm.Int64\">2</d:L><d:D m:type=\"Edm.Double\">3.0</d:D>\
             <d:N m:type=\"Edm.Double\">NaN</d:N><d:B m:type=\"Edm.Binary\">AP8=</d:B>\
             <d:G m:type=\"Edm.Guid\">abababab-abab-abab-abab-abababababab</d:G><d:Z m:null=\"true\" />\
             <d:X m:type=\"Edm.Int64\">x</d:X><d:Y m:type=\"Edm.Double\">3</d:Y>"
        );
    }

    #[test]
    fn what_markup_cannot_hold_is_told() {
        let says = |body: EntityBody| {
            can_say(&Step::from(Operation::InsertEntity { table: "t".into(), entity: body, prefer: None }))
        };
        assert!(says(EntityBody::default().with("A.é-1", "\t😀")));
        for name in ["", "a b", "1", "-a", "a:b", "<"] {
            assert!(!says(EntityBody::default().with(name, 1)), "{name}");
        }
        assert!(!says(EntityBody::default().with("A", "\u{1}")));
        assert!(!says(EntityBody { row: Some("\u{ffff}".into()), ..EntityBody::default() }));
        for json in ["1", "true", "{}", "[1]", "nonsense"] {
            assert!(!says(
                EntityBody::default().with("A", PropertyValue::Literal { edm_type: None, json: json.into() })
            ));
        }
    }
}
