//! Measures the checker: `cargo run --release --example checker`.
//!
//! With a folder as argument, it is measured on a single row that is replaced and read, without ETags: what every other checker
//! knows as a register. The timelines are then written there, for others to be measured by: a line for each request, with
//! `w` or `r`, the number of the value (0 for none), and the nanoseconds at which it began and ended.
//!
//! Timelines are made by doing one request after the other and stretching each around its instant until requests overlap,
//! so that an order explains them; the checker has to find one.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};
use tablestakes::concurrency::checker::{Budget, Checked, check};
use tablestakes::concurrency::{Answer, Asked, Cover, Entry, Properties, Put, Seen, Sight, Span, Timeline};
use tablestakes_reference::table::model::{Condition, Write};
use tablestakes_reference::table::{Value, WriteMode};

const ROWS: [&str; 3] = ["r", "s", "t"];
/// How far apart requests begin, in nanoseconds.
const STEP: u64 = 1_000;
const LIMIT: Duration = Duration::from_secs(10);

fn main() -> std::io::Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    if let Some(folder) = std::env::args().nth(1) {
        return registers(&mut random, Path::new(&folder));
    }
    let short: Vec<Timeline> = (0..5_000).map(|_| timeline(&mut random, 3, 12)).collect();
    let started = Instant::now();
    let decided = short.iter().filter(|timeline| explains(timeline)).count();
    let rate = decided as f64 / started.elapsed().as_secs_f64();
    println!(
        "prefix and branches (12 requests, 3 clients): {rate:.0} histories a second, {decided} of {}",
        short.len()
    );
    for clients in [2, 5, 10, 20] {
        let mut largest = None;
        let mut requests = 1_000;
        while requests <= 256_000 {
            let timeline = timeline(&mut random, clients, requests);
            let started = Instant::now();
            if !explains(&timeline) || started.elapsed() > LIMIT {
                break;
            }
            largest = Some((requests, started.elapsed()));
            requests *= 2;
        }
        match largest {
            Some((requests, time)) => {
                println!("{clients} clients: {requests} requests decided in {} ms", time.as_millis())
            }
            None => println!("{clients} clients: not even 1000 requests decided in time"),
        }
    }
    Ok(())
}

/// Measures on registers, and writes them down.
fn registers(random: &mut ChaCha8Rng, folder: &Path) -> std::io::Result<()> {
    for clients in [2, 5, 10] {
        for requests in [1_000, 4_000, 16_000] {
            let timeline = register(random, clients, requests);
            let started = Instant::now();
            let explained = explains(&timeline);
            let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
            println!("{clients} clients, {requests} requests: {milliseconds:.1} ms, explained: {explained}");
            std::fs::write(folder.join(format!("{clients}-{requests}.txt")), lines(&timeline))?;
        }
    }
    Ok(())
}

/// A timeline of one row that is replaced and read.
fn register(random: &mut ChaCha8Rng, clients: u32, requests: u64) -> Timeline {
    let mut value = None;
    let mut entries = Vec::new();
    for number in 1..=requests {
        let (asked, answer) = if random.next_u32().is_multiple_of(2) {
            value = Some(number);
            let properties = vec![("A".into(), Value::Int64(number.cast_signed()))];
            let write = Write::Write { mode: WriteMode::Replace, properties, nulls: Vec::new(), condition: None };
            let puts = vec![Put { row: "r".to_owned(), write }];
            (Asked::Write { puts, transaction: false }, Answer::Done(vec![None]))
        } else {
            let seen = value.map(|value: u64| {
                let properties = vec![("A".into(), Value::Int64(value.cast_signed()))];
                ("r".to_owned(), Seen { etag: None, timestamp: None, properties })
            });
            let sight = Sight { rows: seen.into_iter().collect(), cover: Cover::Row("r".to_owned()) };
            (Asked::Read { row: "r".to_owned() }, Answer::Seen(sight))
        };
        let instant = (number + 1 + u64::from(clients)) * STEP;
        let mut around = || u64::from(random.next_u32()) % (u64::from(clients) * STEP / 2);
        let (invoked, returned) = (instant - around(), instant + around());
        let span = Span { invoked: Duration::from_nanos(invoked), returned: Some(Duration::from_nanos(returned)) };
        entries.push(Entry { client: 0, step: entries.len(), span, asked, answer });
    }
    entries.sort_by_key(|entry| entry.span.invoked);
    Timeline { entries }
}

fn lines(timeline: &Timeline) -> String {
    let mut text = String::new();
    for Entry { span, asked, answer, .. } in &timeline.entries {
        let number = |properties: &Properties| match properties.first() {
            Some((_, Value::Int64(number))) => *number,
            _ => 0,
        };
        let (what, value) = match (asked, answer) {
            (Asked::Write { puts, .. }, _) => match puts.first().map(|put| &put.write) {
                Some(Write::Write { properties, .. }) => ('w', number(properties)),
                _ => continue,
            },
            (_, Answer::Seen(sight)) => ('r', sight.rows.values().next().map_or(0, |seen| number(&seen.properties))),
            _ => continue,
        };
        let returned = span.returned.unwrap_or_default().as_nanos();
        let _ = writeln!(text, "{what} {value} {} {returned}", span.invoked.as_nanos());
    }
    text
}

fn explains(timeline: &Timeline) -> bool {
    matches!(check(timeline, Budget { time: LIMIT, ..Budget::default() }), Checked::Linearizable(_))
}

/// A timeline in which about as many requests are under way at a time as there are clients.
fn timeline(random: &mut ChaCha8Rng, clients: u32, requests: u64) -> Timeline {
    let mut state: BTreeMap<&str, Seen> = BTreeMap::new();
    let mut entries = Vec::new();
    let stretch = u64::from(clients) * STEP / 2;
    for number in 0..requests {
        let row = ROWS[random.next_u32() as usize % ROWS.len()];
        let properties: Properties = vec![("A".into(), Value::String(format!("v{number}")))];
        let etag = format!("W/\"{number}\"");
        let condition = match random.next_u32() % 4 {
            0 => state.get(row).and_then(|seen| seen.etag.clone()).map(Condition::Tag),
            _ => None,
        };
        let (asked, answer) = match random.next_u32() % 3 {
            0 => {
                let write = Write::Write {
                    mode: WriteMode::Replace,
                    properties: properties.clone(),
                    nulls: Vec::new(),
                    condition,
                };
                let puts = vec![Put { row: row.to_owned(), write }];
                state.insert(row, Seen { etag: Some(etag.clone()), timestamp: None, properties });
                (Asked::Write { puts, transaction: false }, Answer::Done(vec![Some(etag)]))
            }
            1 => {
                let rows = state.get(row).map(|seen| (row.to_owned(), seen.clone())).into_iter().collect();
                let sight = Sight { rows, cover: Cover::Row(row.to_owned()) };
                (Asked::Read { row: row.to_owned() }, Answer::Seen(sight))
            }
            _ => {
                let rows = state.iter().map(|(row, seen)| ((*row).to_owned(), seen.clone())).collect();
                (Asked::Page(0), Answer::Seen(Sight { rows, cover: Cover::All }))
            }
        };
        let instant = (number + 1 + u64::from(clients)) * STEP;
        let mut around = || u64::from(random.next_u32()) % stretch;
        let (invoked, returned) = (instant - around(), instant + around());
        let span = Span { invoked: Duration::from_nanos(invoked), returned: Some(Duration::from_nanos(returned)) };
        entries.push(Entry { client: 0, step: entries.len(), span, asked, answer });
    }
    entries.sort_by_key(|entry| entry.span.invoked);
    Timeline { entries }
}
