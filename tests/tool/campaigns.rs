//! Campaigns of one service against `serve`, and what they left.

use crate::Tool;
use crate::served::Served;

/// Campaigns of a service.
pub(crate) struct Campaigns {
    /// As `--service` names it.
    pub(crate) service: &'static str,
    /// Its address.
    pub(crate) address: fn(&Served) -> &str,
}

impl Campaigns {
    /// The rules of the findings that a campaign left.
    fn found(&self, tool: &Tool) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(tool.path("tablestakes-fuzz/findings")) else { return Vec::new() };
        let paths = entries.map(|entry| entry.unwrap().path());
        let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
        let rule = |path| {
            let text = std::fs::read_to_string(path).unwrap();
            let finding: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(finding["check"], format!("{}.fuzz", self.service));
            finding["rule"]["id"].as_str().unwrap().to_owned()
        };
        files.map(rule).collect()
    }

    /// A campaign of one job against a service that breaks a rule finds that, and its finding is told again.
    pub(crate) fn find(&self, rule: &str, more: &[&str]) {
        let tool = Tool::new();
        let served = Served::start(&tool, &["--break", rule]);
        let target = (self.address)(&served);
        let arguments = ["fuzz", target, "--service", self.service, "--jobs", "1", "--requests", "20000"];
        let bounds = ["--shrink-attempts", "40", "--max-findings", "1"];
        let ran = tool.run(arguments.iter().chain(&bounds).chain(more).copied()).ended_with(1);
        assert_eq!(self.found(&tool), [rule], "{}", ran.stdout);
        tool.run(["replay", "--all", "tablestakes-fuzz", target]).ended_with(1);
        tool.run(["replay", "--all", "tablestakes-fuzz", "--reference"]).ended_with(0);
    }

    /// A campaign against the built-in reference finds nothing, and gathers a corpus.
    pub(crate) fn find_nothing(&self) {
        let tool = Tool::new();
        let arguments = ["fuzz", "--service", self.service, "--requests", "6000", "--seed", "5"];
        let ran = tool.run(arguments).ended_with(0);
        assert!(ran.stdout.contains("findings  0") && ran.stdout.contains("advice    0"), "{}", ran.stdout);
        assert!(self.found(&tool).is_empty());
        let summary = std::fs::read_to_string(tool.path("tablestakes-fuzz/summary.json")).unwrap();
        let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
        assert!(summary["histories"].as_u64() > Some(200) && summary["corpus"].as_u64() > Some(100), "{summary:#}");
    }

    /// Two campaigns with one seed and one job gather the same corpus.
    pub(crate) fn are_the_same_every_time(&self) {
        let corpora = [(), ()].map(|()| {
            let tool = Tool::new();
            tool.run(self.short(&[])).ended_with(0);
            let entries = std::fs::read_dir(tool.path("tablestakes-fuzz/corpus")).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        });
        assert!(corpora[0].len() > 20);
        assert_eq!(corpora[0], corpora[1]);
    }

    /// Operations that are excluded are never sent.
    pub(crate) fn leave_out(&self, operations: &[&str]) {
        let tool = Tool::new();
        tool.run(self.short(&["--exclude", &operations.join(",")])).ended_with(0);
        let entries = std::fs::read_dir(tool.path("tablestakes-fuzz/corpus")).unwrap();
        for entry in entries {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            // The names of operations are values in files.
            let is_there = |name: &&&str| text.contains(&format!("\"{name}\""));
            assert_eq!(operations.iter().find(is_there), None, "{text}");
        }
    }

    /// A short campaign of one job against the built-in reference, of generated histories.
    fn short<'a>(&self, more: &[&'a str]) -> Vec<&'a str> {
        let arguments = ["fuzz", "--service", self.service, "--requests", "1500", "--jobs", "1", "--without-checks"];
        arguments.iter().chain(more).copied().collect()
    }
}
