//! `tablestakes explain`.

use super::failure::Failure;
use super::output::print;
use crate::exit::Exit;
use crate::finding::{FindingDocument, Signature, printable};
use crate::nearest::proposal;
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tablestakes_reference::rules::{Rule, RuleId};
use tablestakes_suites::check::Source;
use tablestakes_suites::{Check, Skill, Suite, catalogue};

/// Explain a rule, a check, a suite, a skill or a finding.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The id of a rule or a check, the name of a suite or a skill, or the signature of a finding.
    id: String,
    /// The directory of the report that holds the finding.
    #[arg(long, value_name = "DIR", default_value = "tablestakes-report")]
    report: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let (id, checks) = (arguments.id.as_str(), catalogue());
    let mut text = String::new();
    let check = checks.iter().find(|check| check.id == id);
    let rule = RuleId::find(id);
    if let Some(rule) = rule {
        rule_text(&mut text, rule, &checks);
    }
    if let Some(check) = check {
        check_text(&mut text, check);
    }
    if let Some(suite) = Suite::ALL.iter().find(|suite| suite.name() == id) {
        suite_text(&mut text, *suite, &checks);
    }
    if let Some(skill) = Skill::ALL.iter().find(|skill| skill.id() == id || skill.name() == id) {
        skill_text(&mut text, *skill);
    }
    if let Ok(signature) = id.parse::<Signature>() {
        finding_text(&mut text, &signature, &arguments.report, &checks)?;
    }
    if text.is_empty() {
        let names = RuleId::all()
            .map(RuleId::as_str)
            .chain(checks.iter().map(|check| check.id))
            .chain(Suite::ALL.iter().map(|suite| suite.name()))
            .chain(Skill::ALL.iter().map(|skill| skill.name()));
        return Err(Failure::UnknownId { id: id.to_owned(), proposal: proposal(id, names) });
    }
    print(&text);
    Ok(Exit::Conforms)
}

fn rule_text(text: &mut String, id: RuleId, checks: &[Check]) {
    let rule: &Rule = id.rule();
    let binding = if rule.is_binding() { "a failure makes a target non-conforming" } else { "advice: fails nobody" };
    let _ = writeln!(text, "rule      {}", rule.id);
    let _ = writeln!(text, "          {}", rule.statement);
    let _ = writeln!(text, "level     {} ({binding})", rule.level);
    let _ = writeln!(text, "evidence  {}", rule.evidence);
    let _ = writeln!(text, "versions  {}", rule.versions);
    for (place, source) in rule.sources.iter().enumerate() {
        let _ = writeln!(text, "{:<9} {source}", if place == 0 { "sources" } else { "" });
    }
    for accepted in rule.accepts {
        let _ = writeln!(text, "accepted  {accepted}");
    }
    if let Some(broken) = rule.broken {
        let _ = writeln!(text, "broken    {broken} (`tablestakes serve --break {}`)", rule.id);
    }
    if let Some(unobservable) = rule.unobservable {
        let _ = writeln!(text, "unseen    {unobservable}");
    }
    for check in checks.iter().filter(|check| check.rules.contains(&id)) {
        let _ = writeln!(text, "check     {}: {}", check.id, check.title);
    }
}

fn check_text(text: &mut String, check: &Check) {
    let _ = writeln!(text, "check     {}", check.id);
    let _ = writeln!(text, "          {}", check.title);
    let _ = writeln!(text, "why       {}", check.why);
    let _ = writeln!(text, "suite     {}", check.suite);
    let _ = writeln!(text, "class     {}", check.class);
    for rule in check.rules {
        let rule = rule.rule();
        let _ = writeln!(text, "rule      {}: {} {}", rule.id, rule.level, rule.statement);
    }
    match check.source {
        Source::Generated(_) | Source::Crowd { .. } => text.push_str("sends     histories drawn from the run's seed\n"),
        Source::Scripted(history) => {
            for (index, step) in history().steps.iter().enumerate() {
                let call = serde_json::to_string(&step.call).unwrap_or_default();
                let _ = writeln!(text, "step {index:<4} {}: {}", step.call.name(), printable(&call));
            }
        }
    }
}

fn suite_text(text: &mut String, suite: Suite, checks: &[Check]) {
    let _ = writeln!(text, "suite     {suite}");
    for check in checks.iter().filter(|check| check.suite == suite) {
        let _ = writeln!(text, "check     {}: {}", check.id, check.title);
    }
}

fn skill_text(text: &mut String, skill: Skill) {
    let _ = writeln!(text, "skill     {skill}: {}", skill.title());
    let _ = writeln!(
        text,
        "          asked before the checks that need it; `certify --assume {skill}` asks them in any case"
    );
    let _ = writeln!(text, "rule      {}: {}", skill.rule(), skill.rule().rule().statement);
    if let Some(other) = skill.rests_on() {
        let _ = writeln!(text, "rests on  {other}");
    }
    for (place, form) in skill.forms().iter().enumerate() {
        let calls: Vec<&str> = form.steps.iter().map(|step| step.call.name()).collect();
        let _ = writeln!(text, "form {:<4} {}", place + 1, calls.join(", "));
    }
}

fn finding_text(text: &mut String, signature: &Signature, folder: &Path, checks: &[Check]) -> Result<(), Failure> {
    let _ = writeln!(text, "finding   {}", printable(signature.as_str()));
    let path = folder.join(signature.file());
    if path.exists() {
        let finding = FindingDocument::read(&path)?;
        let (failed, of) = (finding.stability.failed, finding.stability.of);
        let _ = writeln!(text, "file      {}", path.display());
        let _ = writeln!(text, "found by  {}, fails {failed} of {of}", printable(&finding.check));
        for mismatch in &finding.mismatches {
            let _ = writeln!(text, "answered  {}", printable(&mismatch.actual));
            let _ = writeln!(text, "allowed   {}", printable(&mismatch.expected));
        }
    } else {
        let _ = writeln!(text, "file      none in {}", folder.display());
    }
    match signature.rule() {
        Some(rule) => rule_text(text, rule, checks),
        None => text.push_str("rule      not in this version's catalogue\n"),
    }
    Ok(())
}
