import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
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

const stepsOf = (file: string): readonly Step[] => {
  const { jobs, runs: action } = parse(readFileSync(join(root, file), "utf8")) as Partial<Workflow> & { runs?: { steps: readonly Step[] } };
  return action?.steps ?? Object.values(jobs ?? {}).flatMap((job) => job.steps);
};
const gitlabOf = (file: string): readonly string[] => {
  const jobs = parse(readFileSync(join(root, file), "utf8")) as Readonly<Record<string, { readonly script?: string[] }>>;
  return Object.values(jobs).flatMap(({ script = [] }) => script);
};
const dockerfile = readFileSync(join(root, "docs/ci/site.Dockerfile"), "utf8");

/** The scripts of what strangers' pull requests may run, by where they are written. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  "SECURITY.md": steps.flatMap(({ run = [] }) => run),
  "docs/ci/github.yml": stepsOf("docs/ci/github.yml").flatMap(({ run = [] }) => run),
  "docs/ci/gitlab.yml": gitlabOf("docs/ci/gitlab.yml"),
  "docs/ci/portal-github.yml": stepsOf("docs/ci/portal-github.yml").flatMap(({ run = [] }) => run),
  "docs/ci/portal-gitlab.yml": gitlabOf("docs/ci/portal-gitlab.yml"),
  "docs/ci/portal-storage.yml": stepsOf("docs/ci/portal-storage.yml").flatMap(({ run = [] }) => run),
  "docs/ci/portal-storage-merge.yml": stepsOf("docs/ci/portal-storage-merge.yml").flatMap(({ run = [] }) => run),
  "docs/ci/site.Dockerfile": [...dockerfile.matchAll(/^RUN (.*)$/gm)].map(([, run = ""]) => run),
  ".github/action/action.yml": stepsOf(".github/action/action.yml").flatMap(({ run = [] }) => run),
};

test("the image of a site installs msgdocs before the files of the repository are there", () => {
  expect(dockerfile.search(/^RUN npm install --global --ignore-scripts msgdocs@VERSION$/m)).toBeLessThan(dockerfile.search(/^COPY /m));
  expect(dockerfile).not.toMatch(/\bnpx\b/);
});

test.each(Object.keys(scripts))("%s installs msgdocs where the repository cannot put another in its place", (where) => {
  const place = folder({
    "package.json": '{ "name": "msgdocs", "version": "1.0.0", "bin": "honest.js" }',
    "honest.js": '#!/usr/bin/env node\nconsole.log("honest", process.argv[2]);\n',
  });
  const packed = join(place, execFileSync("npm", ["pack", "--silent"], { cwd: place, encoding: "utf8" }).trim());
  const stranger = '#!/usr/bin/env node\nconsole.log("stranger");\n';
  const cwd = folder({
    ".npmrc": "node-options=--require ./stranger.cjs\nregistry=http://127.0.0.1:9/\n",
    "stranger.cjs": stranger,
    "package.json": '{ "scripts": { "preinstall": "node stranger.cjs" } }',
    "node_modules/.bin/msgdocs": stranger,
    "node_modules/msgdocs/package.json": '{ "name": "msgdocs", "version": "1.0.0", "bin": "stranger.js" }',
    "node_modules/msgdocs/stranger.js": stranger,
    "services/orders/asyncapi.yaml": fine,
  });
  chmodSync(join(cwd, "node_modules/.bin/msgdocs"), 0o755);
  const prefix = folder();
  const env = {
    ...process.env,
    PATH: `${prefix}/bin:${process.env.PATH ?? ""}`,
    ...{ npm_config_prefix: prefix, npm_config_cache: join(prefix, "cache"), npm_config_offline: "true" },
    ...{ GITHUB_OUTPUT: "/dev/null", RUNNER_TEMP: prefix, OUTPUT: "site", SARIF: "report.sarif", BASE: "main" },
    ...{ CI_NODE_TOTAL: "1", CI_NODE_INDEX: "1" },
  };
  const ours = (scripts[where] ?? []).filter((script) => /\b(?:npm|npx|msgdocs) /.test(script));
  const said = ours.map((script) => {
    const ran = spawnSync("bash", ["-c", script.replaceAll(/msgdocs@\$?VERSION/g, packed).replaceAll(/\$\{\{.*?\}\}/g, "0")], {
      cwd,
      encoding: "utf8",
      env,
    });
    return ran.stdout + ran.stderr;
  });
  expect(said.join("")).toMatch(/^honest (?:check|build|part|merge)$/m);
  expect(said.join("")).not.toContain("stranger");
});
