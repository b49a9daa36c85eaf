import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { fine, folder, msgdocs } from "../app/cli/shell.ts";
import { root } from "../app/cli/spawned.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly steps: readonly Step[] }>>;
}

const security = readFileSync(join(root, "SECURITY.md"), "utf8");
const [, text = ""] = /^```yaml\n([^]*?)^```$/m.exec(security) ?? [];
const workflow = parse(text) as Workflow;
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

/** The arguments of each run of msgdocs in the workflow. */
const runs = steps.flatMap(({ run = "" }) =>
  [...run.matchAll(/\bmsgdocs(?:@\S+)?((?: +[^\s|&;]+)+)/g)].map(([, args = ""]) => args.trim().split(/ +/)),
);

test("the workflow of SECURITY.md runs with nothing to give away", () => {
  expect([workflow.on, workflow.permissions]).toEqual(["pull_request", { contents: "read" }]);
  expect(text).not.toMatch(/secrets\.|--trust-settings|--allow-remote|--remote-header-env|--cache|MSGDOCS_|GITHUB_TOKEN/);
  // The text of a pull request in a shell command is a command of the stranger.
  expect(text).not.toContain("${{");
  for (const job of Object.values(workflow.jobs)) expect(job["timeout-minutes"]).toEqual(expect.any(Number));
  const checkout = steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
  expect(checkout.map((step) => step.with)).toEqual([{ "persist-credentials": false }]);
});

test("each command and flag in the workflow exists", async () => {
  expect(runs.length).toBeGreaterThan(0);
  for (const [command = "", ...args] of runs) {
    const { exit, stdout: help } = await msgdocs(folder(), [command, "--help"]);
    expect([command, exit, help]).toEqual([command, 0, expect.stringContaining(`Usage: msgdocs ${command}`) as string]);
    const flags = args.filter((each) => each.startsWith("-"));
    const known = new Set(help.match(/(?<![\w-])-{1,2}[a-z][\w-]*/g));
    expect([command, flags.filter((flag) => !known.has(flag))]).toEqual([command, []]);
  }
});

test("the workflow builds an honest pull request, and a hostile one changes nothing of what it reaches", async () => {
  for (const [settings, exit] of [
    ["strict: false\n", 0],
    ["root: /\n", 2],
    ["output: ../elsewhere\nremote: { allow: [https://localhost/] }\n", 2],
  ] as const) {
    const cwd = folder({ ".git/HEAD": "", "apis/orders.yaml": fine, "msgdocs.yaml": settings });
    for (const run of runs) {
      const said = await msgdocs(cwd, run);
      // A flag of the command line stands for what the settings name.
      const overruled = settings.startsWith("root") && run.includes("--root");
      expect([settings, said.exit, said.stderr.includes("Read beyond")]).toEqual([settings, overruled ? 0 : exit, false]);
    }
  }
});
