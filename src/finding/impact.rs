//! What a client loses by a fault.

use super::signature::Signature;
use crate::judge::MismatchKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a client loses by a fault, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Impact {
    /// Somebody may do or see what they must not.
    Access,
    /// What was stored is lost or damaged, or done in part, or done although a condition forbids it.
    Data,
    /// An answer says what is not so: other entities, other values, a token that skips.
    Result,
    /// What the service grants is refused, or what it refuses is granted.
    Refusal,
    /// Something that comes with the answer is missing, superfluous or wrong: a status, an error code, a header, an annotation.
    Form,
}

impl Impact {
    /// All of them, the worst first.
    pub const ALL: [Self; 5] = [Self::Access, Self::Data, Self::Result, Self::Refusal, Self::Form];

    /// Its name in reports and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::Data => "data",
            Self::Result => "result",
            Self::Refusal => "refusal",
            Self::Form => "form",
        }
    }

    /// What it means, in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Self::Access => "access granted",
            Self::Data => "data lost or damaged",
            Self::Result => "wrong result",
            Self::Refusal => "wrong refusal",
            Self::Form => "form",
        }
    }

    /// Of findings with this signature: by the kind of mismatch, and what the rule is about.
    pub fn of(signature: &Signature) -> Self {
        let topic = signature.rule().map(|rule| rule.rule().topic);
        signature.kind().map_or(Self::Form, |kind| Self::by(kind, topic))
    }

    fn by(kind: MismatchKind, topic: Option<&str>) -> Self {
        match kind {
            MismatchKind::AcceptedInvalid if matches!(topic, Some("auth" | "sas")) => Self::Access,
            MismatchKind::RowExtra if topic == Some("sas") => Self::Access,
            MismatchKind::AcceptedInvalid if matches!(topic, Some("etag" | "batch")) => Self::Data,
            MismatchKind::TwoWinners
            | MismatchKind::LostUpdate
            | MismatchKind::TornRead
            | MismatchKind::DirtyRead
            | MismatchKind::StaleRead
            | MismatchKind::NotLinearizable => Self::Data,
            MismatchKind::RowMissing
            | MismatchKind::RowExtra
            | MismatchKind::RowOrder
            | MismatchKind::PropertyMissing
            | MismatchKind::PropertyExtra
            | MismatchKind::PropertyType
            | MismatchKind::PropertyValue
            | MismatchKind::Continuation
            | MismatchKind::ETag => Self::Result,
            MismatchKind::NoAnswer
            | MismatchKind::ServerError
            | MismatchKind::Malformed
            | MismatchKind::RefusedValid
            | MismatchKind::AcceptedInvalid
            | MismatchKind::BatchParts => Self::Refusal,
            MismatchKind::Status
            | MismatchKind::ErrorCode
            | MismatchKind::Header
            | MismatchKind::Annotation
            | MismatchKind::Slow => Self::Form,
        }
    }
}

impl fmt::Display for Impact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_client_loses_depends_on_kind_and_topic() {
        let of = |text: &str| Impact::of(&text.parse::<Signature>().unwrap());
        let granted = |rule: &str| of(&format!("v1:{rule}:accepted-invalid:get-entity:2019-02-02:json-minimal"));
        assert_eq!(granted("table.auth.signature"), Impact::Access);
        assert_eq!(granted("table.etag.stale-replace"), Impact::Data);
        assert_eq!(granted("table.keys.forbidden"), Impact::Refusal);
        assert_eq!(of("v1:table.sas.range-query:row-extra:query-entities:2019-02-02:json-minimal"), Impact::Access);
        assert_eq!(of("v1:table.query.all:row-extra:query-entities:2019-02-02:json-minimal"), Impact::Result);
        assert_eq!(of("v1:table.headers.nosniff:header:get-entity:2019-02-02:json-minimal"), Impact::Form);
    }
}
