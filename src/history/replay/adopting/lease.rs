//! What became of a lease, as far as answers tell it.

use tablestakes_reference::blob::Ask;
use tablestakes_reference::blob::model::LeaseFact;
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::lexical::guid;

/// What tells too little of a lease.
pub(super) struct Unknown;

/// What the oracle takes over of a lease, by what the target tells of it and what the oracle does. Nothing if it is the same.
pub(super) fn fact(
    ask: &Ask,
    is_leasing: bool,
    answer: Option<&Response>,
    theirs: &Headers,
    ours: &Headers,
) -> Result<Option<LeaseFact>, Unknown> {
    let state = |headers: &Headers| headers.get("x-ms-lease-state").map(str::to_ascii_lowercase);
    let (actual, own) = (state(theirs), state(ours));
    if !is_leasing {
        let is_over = matches!(own.as_deref(), Some("expired" | "broken"));
        return Ok((actual.as_deref() == Some("available") && is_over).then_some(LeaseFact::Available));
    }
    let actual = actual.ok_or(Unknown)?;
    let Some(answer) = answer.filter(|answer| answer.status < 300) else {
        let is_same = Some(actual) == own && theirs.get("x-ms-lease-duration") == ours.get("x-ms-lease-duration");
        return if is_same { Ok(None) } else { Err(Unknown) };
    };
    let sent = |name: &str| {
        let mut headers = ask.headers.iter();
        headers.find(|(held, _)| held.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    };
    let id = || answer.headers.get("x-ms-lease-id").and_then(guid::read).ok_or(Unknown);
    let action = sent("x-ms-lease-action").unwrap_or_default().to_ascii_lowercase();
    match (action.as_str(), actual.as_str()) {
        ("acquire", "leased") => {
            let duration = match sent("x-ms-lease-duration").and_then(|seconds| seconds.parse::<i64>().ok()) {
                Some(-1) => None,
                Some(seconds @ 1..) => Some(seconds),
                _ => return Err(Unknown),
            };
            let is_told = theirs.get("x-ms-lease-duration");
            let expected = if duration.is_none() { "infinite" } else { "fixed" };
            if is_told.is_some_and(|told| told != expected) {
                return Err(Unknown);
            }
            Ok(Some(LeaseFact::Taken(id()?, duration)))
        }
        ("change", "leased") if own.as_deref() == Some("leased") => Ok(Some(LeaseFact::Id(id()?))),
        ("renew", "leased") => Ok(Some(LeaseFact::Renewed)),
        ("release", "available") => Ok(Some(LeaseFact::Available).filter(|_| own.as_deref() != Some("available"))),
        ("break", "broken") if own.as_deref() == Some("broken") => Ok(None),
        ("break", "broken") => Ok(Some(LeaseFact::Broken(0))),
        ("break", "breaking") => {
            let seconds = answer.headers.get("x-ms-lease-time").and_then(|seconds| seconds.parse::<i64>().ok());
            seconds.filter(|seconds| *seconds >= 0).map(|seconds| Some(LeaseFact::Broken(seconds))).ok_or(Unknown)
        }
        _ => Err(Unknown),
    }
}
