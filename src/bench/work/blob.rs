//! Operations on blobs: whole writes and reads, ranges, blocks at the same time.

use super::content::octets;
use super::perform::Working;
use super::random::below;
use crate::bench::client::Requests;
use crate::bench::miss::Miss;
use crate::bench::point::{BLOCKS, RANGED};
use crate::bench::workload::Work;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt as _;
use futures_util::stream;
use std::fmt::Write as _;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Content, Step};

fn name() -> String {
    Symbol::Container(0).to_string()
}

pub(super) fn making() -> Step {
    Step::from(Ask::on_container(Operation::CreateContainer, name()))
}

pub(super) fn deleting() -> Step {
    Step::from(Ask::on_container(Operation::DeleteContainer, name()))
}

fn writing(blob: String, octets: Vec<u8>) -> Ask {
    let headers = vec![("x-ms-blob-type".to_owned(), "BlockBlob".to_owned())];
    Ask { headers, body: Content::Octets { octets }, ..Ask::on_blob(Operation::PutBlob, name(), blob) }
}

/// The blobs that operations read.
pub(super) async fn populate(working: &Working) -> Result<(), Miss> {
    let parameters = working.point.parameters;
    let (count, length) = match working.point.workload.work {
        Work::Range => (1, RANGED),
        _ => (parameters.partitions, parameters.size),
    };
    for number in 0..count {
        working.client.ask(writing(format!("b{number}"), octets(working.seed, length)), &mut Requests::new()).await?;
    }
    Ok(())
}

pub(super) async fn upload(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    let ask = writing(format!("b{number}"), working.content(working.point.parameters.size));
    working.client.ask(ask, requests).await.map(drop)
}

pub(super) async fn download(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    let parameters = working.point.parameters;
    let blob = format!("b{}", below(working.seed, number, parameters.partitions));
    let answer = working.client.ask(Ask::on_blob(Operation::GetBlob, name(), blob), requests).await?;
    if answer.body.len() as u64 == parameters.size { Ok(()) } else { Err(Miss::Wrong) }
}

pub(super) async fn range(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    let size = working.point.parameters.size.clamp(1, RANGED);
    let first = below(working.seed, number, RANGED / size) * size;
    let headers = vec![("x-ms-range".to_owned(), format!("bytes={first}-{}", first + size - 1))];
    let ask = Ask { headers, ..Ask::on_blob(Operation::GetBlob, name(), "b0") };
    let answer = working.client.ask(ask, requests).await?;
    if answer.status == 206 && answer.body.len() as u64 == size { Ok(()) } else { Err(Miss::Wrong) }
}

/// The id of a block, as it stands in requests: those of one blob are equally long.
fn block(number: u64) -> String {
    STANDARD.encode(format!("block-{number:03}"))
}

pub(super) async fn blocks(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    let parameters = working.point.parameters;
    let blob = format!("b{number}");
    let put = |place: u64| {
        let options = vec![("blockid".to_owned(), block(place))];
        let body = Content::Octets { octets: working.content(parameters.size / BLOCKS) };
        let ask = Ask { options, body, ..Ask::on_blob(Operation::PutBlock, name(), blob.as_str()) };
        async move {
            let mut requests = Requests::new();
            let came = working.client.ask(ask, &mut requests).await.map(drop);
            (requests, came)
        }
    };
    let parallel = usize::try_from(parameters.parallel.max(1)).unwrap_or(1);
    let mut under_way = stream::iter((0..BLOCKS).map(put)).buffer_unordered(parallel);
    let mut came = Ok(());
    while let Some((sent, outcome)) = under_way.next().await {
        requests.extend(sent);
        came = came.and(outcome);
    }
    came?;
    let mut list = "<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>".to_owned();
    for place in 0..BLOCKS {
        let _ = write!(list, "<Latest>{}</Latest>", block(place));
    }
    list.push_str("</BlockList>");
    let ask = Ask { body: Content::text(list), ..Ask::on_blob(Operation::PutBlockList, name(), blob.as_str()) };
    working.client.ask(ask, requests).await.map(drop)
}
