//! The signature of a finding: rule, kind of mismatch, operation and axes, as one stable text.
//!
//! It guards shrinking, tells findings apart, names their files and is what a baseline matches. The text begins with
//! the number of the scheme; another way to write it gets another number.

use super::axes::AxisNames;
use crate::judge::{Mismatch, MismatchKind};
use crate::target::{AddressStyle, AuthScheme};
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use tablestakes_reference::rules::RuleId;

/// `v1:RULE:KIND:OPERATION:VERSION:FORMAT`, the operation in lower case with hyphens. Behind it stand the names of other axes
/// whose value is not the usual one, as in `…:json-minimal:shared-key-lite`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Signature(String);

impl Signature {
    /// The signature of a mismatch in a run with these axes.
    pub fn of(mismatch: &Mismatch, axes: &AxisNames) -> Self {
        let operation = mismatch.operation.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        Self(format!("v1:{}:{}:{operation}:{}", mismatch.rule, mismatch.kind, axes.telling().join(":")))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The rule that is broken; absent if today's catalogue no longer has it.
    pub fn rule(&self) -> Option<RuleId> {
        RuleId::find(self.rule_name())
    }

    /// The id of the rule that is broken, as written.
    pub fn rule_name(&self) -> &str {
        self.0.split(':').nth(1).unwrap_or_default()
    }

    /// In which respect it is broken; absent if this version knows no such kind.
    pub fn kind(&self) -> Option<MismatchKind> {
        let name = self.0.split(':').nth(2)?;
        MismatchKind::deserialize(StrDeserializer::<ValueError>::new(name)).ok()
    }

    /// In which respect the answer differs, as [`MismatchKind`](crate::judge::MismatchKind) writes it.
    pub fn kind_name(&self) -> &str {
        self.0.split(':').nth(2).unwrap_or_default()
    }

    /// What was asked, as written.
    pub fn operation_name(&self) -> &str {
        self.0.split(':').nth(3).unwrap_or_default()
    }

    /// Twelve hexadecimal digits that stand for the signature in file names.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.0.as_bytes());
        digest.iter().take(6).map(|octet| format!("{octet:02x}")).collect()
    }

    /// Where a finding with this signature is kept, relative to the report's directory.
    pub fn file(&self) -> String {
        format!("findings/{}.json", self.hash())
    }
}

/// The text is not a signature.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a signature: one reads v1:RULE:KIND:OPERATION:VERSION:FORMAT")]
pub struct InvalidSignature(String);

impl FromStr for Signature {
    type Err = InvalidSignature;

    fn from_str(text: &str) -> Result<Self, InvalidSignature> {
        let parts: Vec<&str> = text.split(':').collect();
        let known = |name: &&str| {
            AuthScheme::ALL.iter().any(|auth| auth.name() == *name)
                || AddressStyle::ALL.iter().any(|address| address.name() == *name)
        };
        let whole = parts.len() >= 6 && parts[0] == "v1" && parts.iter().all(|part| !part.is_empty());
        if whole && parts.len() <= 8 && parts[6..].iter().all(known) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidSignature(text.to_owned()))
        }
    }
}

impl TryFrom<String> for Signature {
    type Error = InvalidSignature;

    fn try_from(text: String) -> Result<Self, InvalidSignature> {
        text.parse()
    }
}

impl From<Signature> for String {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::MismatchKind;
    use crate::target::Axes;

    fn mismatch() -> Mismatch {
        Mismatch {
            rule: RuleId::all().next().unwrap(),
            kind: MismatchKind::RefusedValid,
            operation: "Insert Or Merge Entity".into(),
            expected: "204".into(),
            actual: "400".into(),
        }
    }

    fn axes() -> AxisNames {
        AxisNames::from(Axes::default())
    }

    #[test]
    fn the_text_is_stable() {
        let signature = Signature::of(&mismatch(), &axes());
        let rule = mismatch().rule;
        assert_eq!(
            signature.as_str(),
            format!("v1:{rule}:refused-valid:insert-or-merge-entity:2019-02-02:json-minimal")
        );
        assert_eq!(signature.as_str().parse(), Ok(signature.clone()));
        assert_eq!(signature.rule(), Some(rule));
        assert_eq!(signature.kind(), Some(MismatchKind::RefusedValid));
    }

    #[test]
    fn unusual_axes_are_told() {
        let axes = Axes { auth: AuthScheme::SharedKeyLite, address: AddressStyle::ByHost, ..Axes::default() };
        let signature = Signature::of(&mismatch(), &axes.into());
        assert!(signature.as_str().ends_with(":2019-02-02:json-minimal:shared-key-lite:by-host"), "{signature}");
        assert_eq!(signature.as_str().parse(), Ok(signature));
    }

    #[test]
    fn the_hash_depends_on_the_text_alone() {
        let signature: Signature = "v1:table.a.b:status:get-entity:2019-02-02:json-minimal".parse().unwrap();
        assert_eq!(signature.file(), "findings/b31de89e22ad.json");
        assert_eq!(signature.hash().len(), 12);
    }

    #[test]
    fn what_is_said_of_the_answer_does_not_matter() {
        let other = Mismatch { actual: "404".into(), ..mismatch() };
        assert_eq!(Signature::of(&mismatch(), &axes()), Signature::of(&other, &axes()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "v1", "v2:a:b:c:d:e", "v1:a:b::d:e", "v1:a:b:c:d:e:f"] {
            assert!(text.parse::<Signature>().is_err(), "{text}");
        }
    }
}
