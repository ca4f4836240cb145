//! Reports that people and machines act on: compared, put together, certified, and what a gate may deny.

use crate::served::Served;
use crate::{Ran, Tool};
use regex::Regex;
use serde_json::Value;

const RULE: &str = "table.etag.stale-replace";
const SUITES: [&str; 6] = ["--suite", "smoke", "--suite", "etag", "--suite", "batch"];

/// What is made of a run, but for its certificate, which holds the hash of a file with times in it.
const FILES: [&str; 8] = [
    "report.json",
    "junit.xml",
    "report.md",
    "report.sarif",
    "badge.json",
    "badge-gate.json",
    "capabilities.svg",
    "report.html",
];

fn certify(tool: &Tool, target: &str, folder: &str, more: &[&str]) -> Ran {
    let mut arguments = vec!["certify", target, "--report", folder];
    arguments.extend(more);
    tool.run(arguments)
}

fn json(tool: &Tool, path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(tool.path(path)).unwrap()).unwrap()
}

/// The text of a file of a report without what differs from run to run: times, names of tables, ids, and the directory.
fn without_chance(tool: &Tool, folder: &str, file: &str) -> String {
    let mut text = std::fs::read_to_string(tool.path(folder).join(file)).unwrap().replace(folder, "FOLDER");
    if file == "report.html" {
        let (before, rest) = text.split_once("<h2 id=\"times\">").unwrap();
        text = format!("{before}{}", rest.split_once("</section>").unwrap().1);
    }
    for (pattern, replacement) in [
        (r#"("(?:duration_ms|p50_us|p90_us|p99_us|max_us)"): \d+"#, "$1: N"),
        (r#""histogram": \{[^}]*\}"#, "\"histogram\": {}"),
        (r"\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)\d\d(\.\d+)?Z", "TIME"),
        (r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT", "TIME"),
        (r#"time="[^"]*""#, "time=\"N\""),
        (r"\d+\.\d s", "N s"),
        (r"\bts0[0-9a-z]{15,}\b", "TABLE"),
        (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID"),
        // A time may have fewer digits after the point, and what holds it is then shorter.
        (r"(?i)content-length: \d+", "content-length: N"),
        (r#"(?i)("content-length",\s+)"\d+""#, "${1}N"),
        (r#""length": \d+"#, "\"length\": N"),
        (r"\d+ bytes in all", "N bytes in all"),
    ] {
        text = Regex::new(pattern).unwrap().replace_all(&text, replacement).into_owned();
    }
    text
}

#[test]
fn shards_make_the_report_of_the_whole_run() {
    let tool = Tool::new();
    // Rules that the target breaks whatever the time is, and all the time that shrinking takes: how often a history is
    // replayed until it is small stands in the report.
    let steady =
        ["--suite", "smoke", "--suite", "keys", "--suite", "batch", "--shrink-time", "1h", "--request-timeout", "5m"];
    let served = Served::start(&tool, &["--break", "table.keys.percent-once", "--break", "table.batch.one-partition"]);
    certify(&tool, &served.target, "undivided", &steady).ended_with(1);
    for shard in ["1/3", "2/3", "3/3"] {
        let folder = format!("shard-{}", &shard[..1]);
        let ran = certify(&tool, &served.target, &folder, &[&steady[..], &["--shard", shard]].concat());
        assert!(ran.code < 2, "{}", ran.stderr);
    }
    let merge = |folders: &[&str]| tool.run([&["merge"], folders, &["--report", "put-together"]].concat());
    let missing = merge(&["shard-1", "shard-3"]).ended_with(2);
    assert!(missing.stderr.contains("shard 2/3 is missing"), "{}", missing.stderr);
    let ran = merge(&["shard-2", "shard-3", "shard-1"]).ended_with(1);
    assert!(ran.stdout.contains("does not conform"), "{}", ran.stdout);

    let whole = json(&tool, "undivided/report.json");
    assert!(whole["findings"].as_array().unwrap().len() > 3, "there is something to put together");
    let findings = whole["findings"].as_array().unwrap().iter().map(|finding| finding["file"].as_str().unwrap());
    for file in FILES.into_iter().chain(findings) {
        let (whole, merged) = (without_chance(&tool, "undivided", file), without_chance(&tool, "put-together", file));
        assert!(whole == merged, "{file}\n{}", similar::TextDiff::from_lines(&whole, &merged).unified_diff());
    }
    tool.run(["verify", "put-together/certificate.json", "put-together/report.json"]).ended_with(0);
    tool.run(["merge", "put-together", "--report", "put-together"]).ended_with(2);
}

#[test]
fn several_targets_are_beside_each_other_on_one_page() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", RULE]);
    certify(&tool, &served.target, "broken", &["--suite", "etag"]).ended_with(1);
    tool.run(["certify", "--suite", "etag", "--report", "whole"]).ended_with(0);
    let ran = tool.run(["merge", "broken", "whole", "--report", "both"]).ended_with(1);
    assert!(ran.stdout.contains("both/index.html"), "{}", ran.stdout);
    let page = std::fs::read_to_string(tool.path("both/index.html")).unwrap();
    let links = Regex::new(r##"href="([^"#]+)(#[^"]+)?""##).unwrap();
    let mut followed = 0;
    for link in links.captures_iter(&page) {
        let to = std::fs::read_to_string(tool.path("both").join(&link[1])).unwrap();
        if let Some(anchor) = link.get(2) {
            assert!(to.contains(&format!("id=\"{}\"", &anchor.as_str()[1..])), "{}", &link[0]);
            followed += usize::from(anchor.as_str().contains(RULE));
        }
    }
    assert!(followed > 0, "a cell leads to the rule that is broken");
}

#[test]
fn what_broke_and_what_was_fixed_is_told() {
    let tool = Tool::new();
    let broken = Served::start(&tool, &["--break", RULE]);
    certify(&tool, &broken.target, "broken", &SUITES).ended_with(1);
    tool.run([&["certify", "--report", "whole"], &SUITES[..]].concat()).ended_with(0);

    let ran = tool.run(["compare", "whole", "broken/report.json"]).ended_with(1);
    let told = |ran: &Ran, line: &str| assert!(ran.stdout.lines().any(|held| held.starts_with(line)), "{}", ran.stdout);
    told(&ran, "broke     table.etag.");
    told(&ran, "class     table-concurrency: not met, was met");
    told(&ran, &format!("new cause {RULE}"));
    assert!(ran.stdout.contains(&format!("+ v1:{RULE}:")), "{}", ran.stdout);
    told(&tool.run(["compare", "broken", "whole"]).ended_with(0), "fixed     table.etag.");
    let same = tool.run(["compare", "broken", "broken"]).ended_with(0);
    assert!(same.stdout.contains("0 broke, 0 newly blocked, 0 fixed, 0 moved; 0 added, 0 removed"), "{}", same.stdout);

    let comparison: Value =
        serde_json::from_str(&tool.run(["compare", "whole", "broken", "--format", "json"]).ended_with(1).stdout)
            .unwrap();
    assert_eq!(comparison["schema"], 1);
    let broke = comparison["broke"].as_array().unwrap();
    assert!(broke.iter().all(|change| change["was"] == "pass" && change["is"] == "fail"), "{broke:?}");
    assert_eq!(broke.len(), json(&tool, "broken/report.json")["summary"]["fail"].as_u64().unwrap() as usize);

    tool.run(["certify", "--suite", "names", "--report", "names"]).ended_with(0);
    let nothing = tool.run(["compare", "names", "whole"]).ended_with(2);
    assert!(nothing.stderr.contains("no check in common"), "{}", nothing.stderr);
    tool.run(["compare", "names", "nowhere"]).ended_with(2);
}

#[test]
fn a_certificate_holds_for_its_report_alone() {
    let tool = Tool::new();
    tool.run(["certify", "--suite", "smoke", "--suite", "cors", "--report", "r"]).ended_with(0);
    let verify = |more: &[&str]| tool.run([&["verify", "r/certificate.json", "r/report.json"], more].concat());
    let ran = verify(&["--class", "table-cors"]).ended_with(0);
    assert!(ran.stdout.starts_with("holds: ") && ran.stdout.contains("table-cors"), "{}", ran.stdout);
    let part = verify(&["--class", "table-core"]).ended_with(1);
    assert!(part.stdout.contains("checks alone were selected"), "{}", part.stdout);
    verify(&["--class", "table-atom"]).ended_with(1);

    let report = std::fs::read_to_string(tool.path("r/report.json")).unwrap();
    std::fs::write(tool.path("r/report.json"), report.replacen("\"seed\": 1", "\"seed\": 2", 1)).unwrap();
    let other = verify(&[]).ended_with(1);
    assert!(other.stdout.contains("the report is another one") && other.stdout.contains("`seed`"), "{}", other.stdout);

    // A report that contradicts itself, with a certificate that was made to match.
    std::fs::write(tool.path("r/report.json"), report.replacen("\"outcome\": \"pass\"", "\"outcome\": \"fail\"", 1))
        .unwrap();
    let forged = verify(&[]).ended_with(1);
    assert!(forged.stdout.contains("its checks come to 1"), "{}", forged.stdout);
    tool.run(["verify", "r/report.json", "r/report.json"]).ended_with(2);
    tool.run(["verify", "nowhere.json", "r/report.json"]).ended_with(2);
}

#[test]
fn a_gate_denies_what_is_fixed_and_what_is_stale() {
    let tool = Tool::new();
    let baseline = "schema = 1\n\
        [[entry]]\ncheck = \"table.smoke.insert-then-get\"\nreason = \"it fails\"\n\
        [[entry]]\ncheck = \"table.nothing.*\"\nreason = \"gone\"\n";
    std::fs::write(tool.path("known.toml"), baseline).unwrap();
    let gate = |more: &[&str]| tool.run([&["certify", "--suite", "smoke", "--baseline", "known.toml"], more].concat());
    gate(&[]).ended_with(0);
    gate(&["--deny", "flaky"]).ended_with(0);
    let fixed = gate(&["--deny", "fixed"]).ended_with(1);
    assert!(fixed.stdout.contains("denied fixed: table.smoke.insert-then-get"), "{}", fixed.stdout);
    assert!(
        fixed.stdout.contains("next      tablestakes certify --baseline known.toml --baseline-update --baseline-prune"),
        "{}",
        fixed.stdout
    );
    assert_eq!(tool.report()["exit"], 1);
    let both = gate(&["--deny", "fixed,stale"]).ended_with(1);
    assert!(both.stdout.contains("denied stale: line 5 (entry 2) matches nothing"), "{}", both.stdout);
    assert!(both.stdout.contains("denied stale: line 2 (entry 1) is stale"), "{}", both.stdout);
    assert_eq!(tool.report()["denied"].as_array().unwrap().len(), 3);
}

#[test]
fn annotations_are_for_the_runner_and_json_for_machines() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", RULE]);
    let arguments = ["certify", &served.target, "--suite", "smoke", "--format", "json"];
    let quiet = tool.run(arguments).ended_with(1);
    assert!(!quiet.stderr.contains("::error"), "{}", quiet.stderr);
    let ran = Ran::from(tool.command().args(arguments).env("GITHUB_ACTIONS", "true").output().unwrap()).ended_with(1);
    assert!(ran.stderr.contains(&format!("::error title={RULE}::")), "{}", ran.stderr);
    let printed: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(printed, tool.report(), "what is printed is what is written");
    let none = tool.command().args(arguments).args(["--annotations", "none"]).env("GITHUB_ACTIONS", "true").output();
    assert!(!Ran::from(none.unwrap()).stderr.contains("::error"));
}

#[test]
fn causes_come_first_and_can_be_filtered() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", RULE, "--break", "table.headers.nosniff"]);
    let ran = certify(&tool, &served.target, "r", &["--suite", "smoke", "--impact", "data"]).ended_with(1);
    let causes = json(&tool, "r/report.json")["causes"].as_array().unwrap().clone();
    assert_eq!(causes[0]["rule"], RULE, "what damages data comes before what is form: {causes:?}");
    assert_eq!((&causes[0]["impact"], &causes[0]["severity"]), (&"data".into(), &"failure".into()));
    assert!(causes.len() > 1 && !causes[0]["failed"].as_array().unwrap().is_empty(), "{causes:?}");
    assert!(ran.stdout.contains(&format!("1. data lost or damaged: {RULE}: ")), "{}", ran.stdout);
    assert!(ran.stdout.contains("Shown are those of --impact data"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("nosniff: "), "{}", ran.stdout);
    assert!(ran.stdout.contains(&format!("next      tablestakes explain {RULE}")), "{}", ran.stdout);
    let unknown = certify(&tool, &served.target, "r", &["--impact", "money"]).ended_with(2);
    assert!(unknown.stderr.contains("access, data, result, refusal, form"), "{}", unknown.stderr);
    let log = json(&tool, "r/report.sarif");
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), causes.len(), "a result for each cause");
}

#[test]
fn a_report_that_points_elsewhere_is_none() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", RULE]);
    certify(&tool, &served.target, "r", &["--suite", "smoke"]).ended_with(1);
    let text = std::fs::read_to_string(tool.path("r/report.json")).unwrap();
    let elsewhere = Regex::new(r"findings/[0-9a-f]{12}\.json").unwrap().replace(&text, "../../secret.json");
    std::fs::write(tool.path("r/report.json"), elsewhere.as_ref()).unwrap();
    let ran = tool.run(["merge", "r", "--report", "out"]).ended_with(2);
    assert!(ran.stderr.contains("../../secret.json"), "{}", ran.stderr);
    assert!(!tool.path("out").exists());
}
