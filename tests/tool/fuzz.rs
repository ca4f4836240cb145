//! `fuzz`: campaigns against sabotaged, sound and mortal targets.

use crate::served::Served;
use crate::{Ran, Tool};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn findings(tool: &Tool) -> Vec<(PathBuf, serde_json::Value)> {
    let Ok(entries) = std::fs::read_dir(tool.path("tablestakes-fuzz/findings")) else { return Vec::new() };
    let mut found: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path, serde_json::from_str(&text).unwrap())
        })
        .collect();
    found.sort_by(|(left, _), (right, _)| left.cmp(right));
    found
}

fn summary(tool: &Tool) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(tool.path("tablestakes-fuzz/summary.json")).unwrap()).unwrap()
}

fn finds(rule: &str, more: &[&str]) -> (Tool, Served, Ran) {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", rule]);
    let arguments = ["fuzz", &served.target, "--jobs", "1", "--requests", "20000", "--shrink-attempts", "40"];
    let ran = tool.run(arguments.iter().chain(more).copied()).ended_with(1);
    let found = findings(&tool);
    assert!(found.iter().any(|(_, finding)| finding["rule"]["id"] == rule), "{rule}: {}", ran.stdout);
    (tool, served, ran)
}

#[test]
fn a_precondition_that_is_ignored_is_found_and_told_again() {
    let (tool, served, ran) = finds("table.etag.stale-replace", &["--max-findings", "1"]);
    let summary = summary(&tool);
    assert_eq!((&summary["schema"], &summary["exit"], &summary["ended"]), (&1.into(), &1.into(), &"findings".into()));
    let found = findings(&tool);
    let (path, finding) = &found[0];
    assert_eq!(finding["stability"]["failed"], finding["stability"]["of"], "{}", ran.stdout);
    let path = path.to_str().unwrap();
    assert!(!std::fs::read_to_string(path).unwrap().contains("Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1"), "no key is kept");
    tool.run(["replay", path, &served.target]).ended_with(1);
    tool.run(["replay", path, "--reference"]).ended_with(0);
}

#[test]
fn half_a_batch_is_found_without_the_suites_checks() {
    finds("table.batch.atomic", &["--max-findings", "1", "--without-checks", "--seed", "2"]);
}

#[test]
fn a_key_decoded_twice_is_found_without_the_suites_checks() {
    finds("table.keys.percent-once", &["--max-findings", "3", "--without-checks"]);
}

#[test]
fn the_reference_gives_no_finding() {
    let tool = Tool::new();
    let ran = tool.run(["fuzz", "--requests", "4000", "--seed", "5"]).ended_with(0);
    assert!(ran.stdout.contains("findings  0") && ran.stdout.contains("advice    0"), "{}", ran.stdout);
    assert!(findings(&tool).is_empty());
    let summary = summary(&tool);
    assert!(summary["histories"].as_u64().unwrap() > 100, "{summary:#}");
    assert!(summary["corpus"].as_u64().unwrap() > 50, "{summary:#}");
    assert_eq!(summary["ended"], "requests");
}

#[test]
fn one_job_is_the_same_campaign_every_time() {
    let campaigns = [(), ()].map(|()| {
        let tool = Tool::new();
        tool.run(["fuzz", "--requests", "1500", "--jobs", "1", "--without-checks"]).ended_with(0);
        let entries = std::fs::read_dir(tool.path("tablestakes-fuzz/corpus")).unwrap();
        let names: BTreeSet<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        (summary(&tool)["histories"].as_u64().unwrap(), names)
    });
    let [shorter, longer] =
        if campaigns[0].0 <= campaigns[1].0 { [0, 1] } else { [1, 0] }.map(|place| &campaigns[place]);
    assert!(shorter.1.len() > 20);
    // What a busy machine answers late is asked again, and leaves fewer requests for further histories.
    assert!(shorter.1.is_subset(&longer.1), "{shorter:?} is no beginning of {longer:?}");
    assert!(shorter.0 < longer.0 || shorter.1 == longer.1, "{shorter:?} and {longer:?}");
}

#[test]
fn what_a_killed_campaign_found_is_there() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "table.etag.stale-replace", "--break", "table.batch.atomic"]);
    let mut child = tool
        .command()
        .args(["fuzz", &served.target, "--jobs", "2"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let folder = tool.path("tablestakes-fuzz/findings");
    let is_there = || {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).any(|path| path.extension().is_some_and(|extension| extension == "json"))
    };
    while !is_there() {
        assert!(child.try_wait().unwrap().is_none(), "the campaign ended");
        assert!(started.elapsed() < Duration::from_secs(60), "nothing was found");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();

    // Every file is whole: each is read here.
    let before: Vec<serde_json::Value> =
        findings(&tool).iter().map(|(_, finding)| finding["signature"].clone()).collect();
    assert!(!before.is_empty());
    tool.run(["fuzz", &served.target, "--resume", "--requests", "3000", "--shrink-attempts", "20"]).ended_with(1);
    let after = findings(&tool);
    let summary = summary(&tool);
    let listed = summary["findings"].as_array().unwrap();
    for signature in before {
        assert!(after.iter().any(|(_, finding)| finding["signature"] == signature), "{signature} is lost");
        assert!(listed.iter().any(|found| found["signature"] == signature), "{signature} is not listed");
    }
    for (path, finding) in after {
        assert!(finding["stability"]["of"].as_u64().unwrap() > 1, "{} is confirmed", path.display());
    }
}

/// What the mortal target dies of.
const DEADLY: Trouble = Trouble { text: b"POST /devstoreaccount1/$batch", delay: None };

/// What befalls a request that holds a text.
#[derive(Clone, Copy)]
struct Trouble {
    text: &'static [u8],
    /// How long it is held back; without it, nobody answers it or anything after it.
    delay: Option<Duration>,
}

/// Passes everything on to a server, until a request is in trouble.
struct Mortal {
    address: SocketAddr,
    dead: Arc<AtomicBool>,
}

impl Mortal {
    fn in_front_of(served: &Served, trouble: Trouble) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let behind = served.address();
        let dead = Arc::new(AtomicBool::new(false));
        let is_dead = Arc::clone(&dead);
        std::thread::spawn(move || listen(&listener, behind, trouble, &is_dead, address));
        Self { address, dead }
    }

    fn target(&self) -> String {
        format!("http://{}/devstoreaccount1", self.address)
    }
}

fn listen(listener: &TcpListener, behind: SocketAddr, trouble: Trouble, dead: &Arc<AtomicBool>, own: SocketAddr) {
    for stream in listener.incoming().flatten() {
        if dead.load(Ordering::SeqCst) {
            return;
        }
        let dead = Arc::clone(dead);
        std::thread::spawn(move || pass_on(stream, behind, trouble, &dead, own));
    }
}

fn pass_on(mut client: TcpStream, behind: SocketAddr, trouble: Trouble, dead: &AtomicBool, own: SocketAddr) {
    let Ok(mut server) = TcpStream::connect(behind) else { return };
    let (mut back, mut to) = (server.try_clone().unwrap(), client.try_clone().unwrap());
    std::thread::spawn(move || {
        drop(std::io::copy(&mut back, &mut to));
        drop(to.shutdown(Shutdown::Both));
    });
    let mut octets = [0; 1 << 16];
    while let Ok(count @ 1..) = client.read(&mut octets) {
        let troubled = octets[..count].windows(trouble.text.len()).any(|window| window == trouble.text);
        match trouble.delay {
            Some(delay) if troubled => std::thread::sleep(delay),
            None if troubled || dead.load(Ordering::SeqCst) => {
                dead.store(true, Ordering::SeqCst);
                // The thread that listens sees it, and nobody listens any more.
                drop(TcpStream::connect(own));
                break;
            }
            _ => {}
        }
        if server.write_all(&octets[..count]).is_err() {
            break;
        }
    }
    drop(server.shutdown(Shutdown::Both));
    drop(client.shutdown(Shutdown::Both));
}

#[test]
fn the_step_is_named_that_a_target_died_of() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let mortal = Mortal::in_front_of(&served, DEADLY);
    let ran = tool.run(["fuzz", &mortal.target(), "--jobs", "1", "--requests", "5000"]).ended_with(3);
    assert!(mortal.dead.load(Ordering::SeqCst));
    assert!(ran.stderr.contains("target gone after step"), "{}", ran.stderr);
    let summary = summary(&tool);
    assert_eq!((&summary["exit"], &summary["ended"]), (&3.into(), &"gone".into()));
    let during = summary["target"]["gone_during"].as_str().unwrap();
    assert!(during.contains("Entity Group Transaction"), "{during}");
    let found = findings(&tool);
    let (_, killer) = found.iter().find(|(_, finding)| finding["kind"] == "no-answer").expect("a finding names it");
    assert_eq!(killer["operation"], "Entity Group Transaction");
    let steps = killer["history"]["steps"].as_array().unwrap();
    assert!(serde_json::to_string(steps.last().unwrap()).unwrap().contains("batch"), "{killer:#}");
}

/// A command that has the dead target listen again, by way of a pipe: so nobody waits for longer than it takes.
#[cfg(unix)]
fn revival(tool: &Tool, mortal: &Mortal, served: &Served) -> String {
    let pipe = tool.path("again");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (own, behind) = (mortal.address, served.address());
    let (dead, told) = (Arc::clone(&mortal.dead), pipe.clone());
    std::thread::spawn(move || {
        // Each opening of the pipe waits for one run of the command.
        while std::fs::read(&told).is_ok() {
            let listener = TcpListener::bind(own).unwrap();
            dead.store(false, Ordering::SeqCst);
            std::thread::spawn({
                let dead = Arc::clone(&dead);
                move || listen(&listener, behind, DEADLY, &dead, own)
            });
        }
    });
    format!("echo again > '{}'", pipe.display())
}

#[cfg(unix)]
#[test]
fn a_target_that_died_is_started_again_and_what_killed_it_confirmed() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let mortal = Mortal::in_front_of(&served, DEADLY);
    let command = revival(&tool, &mortal, &served);
    let arguments = ["fuzz", &mortal.target(), "--jobs", "1", "--requests", "2000", "--restart-cmd", &command];
    tool.run(arguments).ended_with(1);
    let summary = summary(&tool);
    assert_eq!((&summary["ended"], &summary["target"]["gone_during"]), (&"requests".into(), &serde_json::Value::Null));
    let found = findings(&tool);
    let (_, killer) = found.iter().find(|(_, finding)| finding["kind"] == "no-answer").expect("a finding names it");
    let stability = &killer["stability"];
    assert_eq!(stability["failed"], stability["of"], "{stability}");
    assert!(stability["of"].as_u64().unwrap() >= 4, "{stability}");
    assert_eq!(killer["history"]["steps"].as_array().unwrap().len(), 1, "it is shrunk: {killer:#}");
}

#[test]
fn a_request_that_takes_too_long_is_told_of() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let trouble = Trouble { text: b"RowKey='%25'", delay: Some(Duration::from_millis(500)) };
    let slow = Mortal::in_front_of(&served, trouble);
    let limits = ["--max-findings", "1", "--requests", "20000", "--shrink-attempts", "10"];
    tool.run(["fuzz", &slow.target(), "--jobs", "1", "--without-checks"].into_iter().chain(limits)).ended_with(0);
    let found = findings(&tool);
    let [(_, finding)] = found.as_slice() else { panic!("one finding: {found:#?}") };
    assert_eq!((&finding["kind"], &finding["severity"]), (&"slow".into(), &"advice".into()));
    let steps = finding["history"]["steps"].as_array().unwrap();
    assert!(serde_json::to_string(steps.last().unwrap()).unwrap().contains("\"row\":\"%\""), "{steps:#?}");
}

#[test]
fn what_is_fixed_is_moved_aside() {
    let (tool, served, _) = finds("table.etag.stale-replace", &["--max-findings", "1"]);
    let folder = tool.path("tablestakes-fuzz");
    std::fs::write(folder.join("findings/broken.json"), "{").unwrap();
    let replayed = tool.run(["replay", "--all", "tablestakes-fuzz", &served.target]).ended_with(1);
    assert!(replayed.stdout.contains("still fails") && replayed.stdout.contains("cannot tell"), "{}", replayed.stdout);
    std::fs::remove_file(folder.join("findings/broken.json")).unwrap();
    let count = findings(&tool).len();
    let replayed = tool.run(["replay", "--all", "tablestakes-fuzz", "--reference"]).ended_with(0);
    assert!(replayed.stdout.contains(&format!("{count} fixed")), "{}", replayed.stdout);
    assert!(findings(&tool).is_empty());
    assert_eq!(std::fs::read_dir(folder.join("findings/fixed")).unwrap().count(), count);
}

#[test]
fn an_operation_that_is_left_out_is_never_sent() {
    let tool = Tool::new();
    tool.run(["fuzz", "--requests", "1500", "--exclude", "insert-entity,delete-table"]).ended_with(0);
    for entry in std::fs::read_dir(tool.path("tablestakes-fuzz/corpus")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!text.contains("\"operation\":\"insert-entity\""), "{text}");
    }
    let ran = tool.run(["fuzz", "--exclude", "insert-entiti"]).ended_with(2);
    assert!(ran.stderr.contains("insert-entity"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn a_finding_is_a_script_that_holds_no_key() {
    let (tool, served, _) = finds("table.etag.stale-replace", &["--max-findings", "1"]);
    let (path, _) = findings(&tool).remove(0);
    let script = tool.run(["curl", path.to_str().unwrap()]).ended_with(0).stdout;
    assert!(!script.contains("Authorization: SharedKey"), "{script}");
    std::fs::write(tool.path("finding.sh"), &script).unwrap();
    let run = |more: &[&str]| {
        let mut shell = std::process::Command::new("sh");
        shell.arg(tool.path("finding.sh")).args(more).env_remove("AZURE_STORAGE_CONNECTION_STRING");
        Ran::from(shell.output().unwrap())
    };
    // It asks the server on which the finding was made, which grants the stale write; one that breaks no rule refuses it.
    let broken = run(&[]).ended_with(0).stdout;
    assert!(!broken.contains("UpdateConditionNotSatisfied") && !broken.contains("AuthenticationFailed"), "{broken}");
    let sound = Served::start(&Tool::new(), &[]);
    let kept = run(&[&sound.target]).ended_with(0).stdout;
    assert!(kept.contains("UpdateConditionNotSatisfied"), "{kept}");
    // Another target is named as everywhere, and nothing of its key is written.
    let key = "c2VjcmV0LXNlY3JldC1zZWNyZXQ=";
    let named = format!("AccountName=acct;AccountKey={key};TableEndpoint={}", sound.target);
    let script = tool.run(["curl", path.to_str().unwrap(), &named]).ended_with(0).stdout;
    assert!(script.contains("account='acct'") && script.contains(&sound.target) && !script.contains(key), "{script}");
    // Who does not answer, or does not know the account, is no success.
    drop(served);
    assert!(run(&[]).ended_with(3).stderr.contains("was not created"));
    std::fs::write(tool.path("finding.sh"), &script).unwrap();
    assert!(run(&[]).ended_with(2).stderr.contains("holds no AccountKey of the account acct"));
    let mut shell = std::process::Command::new("sh");
    shell.arg(tool.path("finding.sh")).env("AZURE_STORAGE_CONNECTION_STRING", &named);
    assert!(Ran::from(shell.output().unwrap()).ended_with(1).stdout.contains("AuthenticationFailed"));
}

#[test]
fn workers_share_a_directory_and_store_nothing_twice() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "table.etag.stale-replace", "--break", "table.batch.atomic"]);
    let workers: Vec<_> = ["0", "1", "2"]
        .into_iter()
        .map(|worker| {
            let arguments = ["fuzz", &served.target, "--worker", worker, "--jobs", "1", "--requests", "2500"];
            tool.command()
                .args(arguments)
                .args(["--shrink-attempts", "20"])
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for worker in workers {
        Ran::from(worker.wait_with_output().unwrap()).ended_with(1);
    }
    let found = findings(&tool);
    assert!(!found.is_empty());
    for (path, finding) in found {
        let signature = finding["signature"].as_str().unwrap();
        assert!(finding["stability"]["of"].as_u64().unwrap() > 1, "{signature} in {} is confirmed", path.display());
    }
    for name in ["summary.json", "summary-1.json", "summary-2.json"] {
        let text = std::fs::read_to_string(tool.path("tablestakes-fuzz").join(name)).unwrap();
        let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(summary["exit"], 1, "{name}");
    }
}
