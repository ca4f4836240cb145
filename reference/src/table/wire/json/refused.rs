//! The refusals of bodies.

use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, id};

/// The refusals of one body: each rule once, so that a long body gives no long list.
#[derive(Default)]
pub(super) struct Refusals(Vec<Refusal>);

impl Refusals {
    /// Adds a refusal behind the others.
    pub(super) fn push(&mut self, refusal: Refusal) {
        if !self.0.iter().any(|held| held.rule == refusal.rule) {
            self.0.push(refusal);
        }
    }

    /// Adds refusals behind the others.
    pub(super) fn extend(&mut self, refusals: impl IntoIterator<Item = Refusal>) {
        refusals.into_iter().for_each(|refusal| self.push(refusal));
    }

    /// Adds the refusals of the whole entity, which the service reports before those of a value.
    pub(super) fn extend_of_whole(&mut self, refusals: Vec<Refusal>) {
        self.0.splice(0..0, refusals);
    }

    /// The refusals, what the service finds while it reads the body in front.
    pub(super) fn in_order(mut self) -> Vec<Refusal> {
        self.0.sort_by_key(|refusal| refusal.layer != Layer::Reader);
        self.0
    }
}

fn refusal(code: &'static str, message: impl Into<String>, rule: RuleId, layer: Layer) -> Refusal {
    Refusal { status: 400, code, message: message.into(), rule, layer }
}

/// The body is not a JSON object.
pub(super) fn malformed() -> Refusal {
    let message = "An error occurred while processing this request.";
    refusal("InvalidInput", message, id::TABLE_JSON_MALFORMED, Layer::Reader)
}

/// A reference that breaks `table.json.malformed` answers so.
pub(super) fn malformed_badly() -> Refusal {
    let message = "Server encountered an internal error. Please try again after some time.";
    Refusal { status: 500, code: "InternalError", ..refusal("", message, id::TABLE_JSON_MALFORMED, Layer::Reader) }
}

/// A value is not of its type.
pub(super) fn ill_typed(rule: RuleId) -> Refusal {
    refusal("InvalidInput", "An error occurred while processing this request.", rule, Layer::Reader)
}

/// A DateTime lies outside the range, or a key holds what no key may.
pub(super) fn out_of_range(parameter: &str, value: &str, rule: RuleId) -> Refusal {
    let message = format!("The '{parameter}' parameter of value '{value}' is out of range.");
    refusal("OutOfRangeInput", message, rule, Layer::Reader)
}

/// A key is absent or null.
pub(super) fn needs_value() -> Refusal {
    let message = "The values are not specified for all properties in the entity.";
    refusal("PropertiesNeedValue", message, id::TABLE_KEYS_REQUIRED, Layer::Entities)
}

/// A value is larger than its type allows.
pub(super) fn value_too_large(rule: RuleId) -> Refusal {
    let message = "The property value exceeds the maximum allowed size (64KB). If the property value is a string, it is \
                   UTF-16 encoded and the maximum number of characters should be 32K or less.";
    refusal("PropertyValueTooLarge", message, rule, Layer::Entities)
}

/// The entity as a whole is too large.
pub(super) fn entity_too_large(rule: RuleId) -> Refusal {
    let message = "The entity is larger than the maximum allowed size (1MB).";
    refusal("EntityTooLarge", message, rule, Layer::Entities)
}

/// There are too many properties.
pub(super) fn too_many_properties(rule: RuleId) -> Refusal {
    let message = "The entity contains more properties than allowed. Each entity can include up to 252 properties to \
                   store data. Each entity also has 3 system properties.";
    refusal("TooManyProperties", message, rule, Layer::Entities)
}

/// A property's name is too long.
pub(super) fn name_too_long(rule: RuleId) -> Refusal {
    let message = "The property name exceeds the maximum allowed length (255).";
    refusal("PropertyNameTooLong", message, rule, Layer::Entities)
}

/// A property's name is no name.
pub(super) fn name_invalid(rule: RuleId) -> Refusal {
    refusal("PropertyNameInvalid", "The property name is invalid.", rule, Layer::Entities)
}

/// A property is named twice.
pub(super) fn duplicate() -> Refusal {
    let message = "The entity contains duplicate properties.";
    refusal("DuplicatePropertiesSpecified", message, id::TABLE_JSON_DUPLICATE_PROPERTY, Layer::Entities)
}
