import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { contents, fine, folder, msgdocs, report, withError, withWarning } from "./shell.ts";

afterEach(() => void vi.unstubAllEnvs());

/** The one path that each format says of a problem in `api.yaml`. */
async function placesFrom(cwd: string) {
  const print = async (format: string) => (await msgdocs(cwd, ["check", "api.yaml", "-f", format])).stdout;
  const { runs } = JSON.parse(await print("sarif")) as {
    runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
  };
  const [{ location }] = JSON.parse(await print("codeclimate")) as [{ location: { path: string } }];
  const [result] = runs[0]!.results;
  return {
    github: /file=([^,]*)/.exec(await print("github"))?.[1],
    sarif: result?.locations[0]?.physicalLocation.artifactLocation.uri,
    codeclimate: location.path,
    json: (JSON.parse(await print("json")) as { diagnostics: { file: string }[] }).diagnostics[0]?.file,
    junit: /<testsuite name="([^"]*)"/.exec(await print("junit"))?.[1],
  };
}

const below = { github: "my docs/v1/api.yaml", sarif: "my%20docs/v1/api.yaml", codeclimate: "my docs/v1/api.yaml" };

test.each([
  { what: "a clone", make: (top: string) => mkdirSync(join(top, ".git")) },
  { what: "a work tree or a submodule", make: (top: string) => writeFileSync(join(top, ".git"), "gitdir: elsewhere\n") },
  { what: "a checkout of GitHub without .git", make: (top: string) => void vi.stubEnv("GITHUB_WORKSPACE", top) },
  { what: "a checkout of GitLab without .git", make: (top: string) => void vi.stubEnv("CI_PROJECT_DIR", top) },
])("what a code host reads names files from the top of the repository: $what", async ({ make }) => {
  const top = folder({ "my docs/v1/api.yaml": withError, "api.yaml": withError });
  vi.stubEnv("GITHUB_WORKSPACE", "");
  vi.stubEnv("CI_PROJECT_DIR", "");
  make(top);
  const found = await placesFrom(join(top, "my docs/v1"));
  expect(found).toMatchObject({ ...below, json: "api.yaml", junit: "api.yaml" });
  expect(await placesFrom(top)).toMatchObject({ github: "api.yaml", sarif: "api.yaml", codeclimate: "api.yaml" });
});

test("a workspace that does not hold the working folder moves no path", async () => {
  vi.stubEnv("GITHUB_WORKSPACE", folder());
  const found = await placesFrom(folder({ "api.yaml": withError }));
  expect(found).toMatchObject({ github: "api.yaml", sarif: "api.yaml", codeclimate: "api.yaml", json: "api.yaml" });
});

test("the same problem is the same to a code host, wherever in the repository the run was started", async () => {
  const top = folder({ ".git/HEAD": "", "docs/api.yaml": withError });
  const inside = await msgdocs(join(top, "docs"), ["check", "api.yaml", "-f", "codeclimate"]);
  const above = await msgdocs(top, ["check", "docs/api.yaml", "-f", "codeclimate"]);
  expect([inside.exit, inside.stdout]).toEqual([1, above.stdout]);
});

test.each([
  { command: ["check"], printed: "stdout" },
  { command: ["build", "-o", "site", "--allow-errors"], printed: "stderr" },
] as const)("one run writes several reports, each as if it were the only one: $command", async ({ command, printed }) => {
  const cwd = folder({ "msgapi.yaml": withError, "out/.keep": "" });
  const only = async (format: string) => (await msgdocs(cwd, ["check", "-f", format])).stdout;
  const files = ["--report", "sarif=out/a.sarif", "--report", "json=b=c.json", "--report", "pretty=d.txt"];
  const said = await msgdocs(cwd, [...command, ...files, "--report", "github"]);
  expect(said.stdout).toBe(await only("github"));
  const read = (name: string) => readFileSync(join(cwd, name), "utf8");
  expect([read("out/a.sarif"), read("b=c.json"), read("d.txt")]).toEqual([await only("sarif"), await only("json"), await only("pretty")]);
  const pretty = await msgdocs(cwd, [...command, ...files]);
  expect(pretty[printed]).toContain(await only("pretty"));
});

test("a report is written of a run without problems, and of wrong settings", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  const run = () => msgdocs(cwd, ["build", "-o", "site", "--report", "json=report.json"]);
  const read = () => report({ exit: 0, stderr: "", stdout: readFileSync(join(cwd, "report.json"), "utf8") });
  expect([await run(), read().diagnostics]).toMatchObject([{ exit: 0, stdout: "", stderr: expect.stringMatching(/^Wrote/) as string }, []]);
  writeFileSync(join(cwd, "msgdocs.yaml"), "rules: { nonsense: error }\n");
  expect([(await run()).exit, read().diagnostics.map(({ code }) => code)]).toEqual([2, ["config/unknown-key"]]);
});

test.each([
  { files: ["json=missing/a.json"], says: "There is no folder for" },
  { files: ["json=folder"], says: "is not a file" },
  { files: ["json=link.json"], says: "is a link" },
  { files: ["json=msgapi.yaml"], says: "is one of the files that are read" },
  { files: ["json=a.json", "sarif=./a.json"], says: "Two reports go into" },
  { files: ["json=site/report.json"], says: "lies where the site is written" },
  { files: ["json", "github"], says: "only one report is printed, json or github" },
  { files: ["json="], says: "The name of the file is missing" },
  { files: ["xml=a.xml"], says: "Allowed formats are pretty, json" },
])("a report that cannot be written is refused before anything is done: $files", async ({ files, says }) => {
  const cwd = folder({ "msgapi.yaml": fine, "folder/.keep": "", "elsewhere.json": "{}", "site/.keep": "" });
  symlinkSync("elsewhere.json", join(cwd, "link.json"));
  const before = contents(cwd);
  const said = await msgdocs(cwd, ["build", "-o", "site", ...files.flatMap((each) => ["--report", each])]);
  expect([said.exit, said.stderr]).toEqual([2, expect.stringContaining(says) as string]);
  expect(contents(cwd)).toEqual(before);
});

test("what is printed is asked for once, by --format or by --report", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  expect((await msgdocs(cwd, ["check", "-f", "json", "--report", "github"])).exit).toBe(2);
  expect((await msgdocs(cwd, ["check", "-f", "json", "--report", "github=a.txt"])).exit).toBe(0);
  expect(readdirSync(cwd).sort()).toEqual(["a.txt", "msgapi.yaml"]);
});

test("a baseline that is written is told of in the report of a format for machines", async () => {
  const cwd = folder({ "msgapi.yaml": withError });
  const said = await msgdocs(cwd, ["check", "--write-baseline", "-f", "json"]);
  expect([said.exit, report(said).summary]).toMatchObject([0, { errors: 0, documents: 1 }]);
});

test.each([
  ["the folder of the site", { args: ["build", "-o", "msgapi.yaml/site"], codes: ["run/failed", "structure/unknown-field"] }],
  [
    "the folder of the site, of a document with errors",
    { args: ["build", "wrong.yaml", "-o", "msgapi.yaml/site"], codes: ["example/payload"] },
  ],
])("where the system refuses %s, the report is given all the same, in every format", async (_, { args, codes }) => {
  const cwd = folder({ "msgapi.yaml": withWarning, "wrong.yaml": withError });
  const pretty = await msgdocs(cwd, [...args, "--report", "json=report.json"]);
  expect([pretty.exit, pretty.stderr]).toEqual([
    3,
    expect.stringMatching(new RegExp(`${codes.at(-1)}[^]*\nerror: Cannot use .*\\. Name another place\\.\n$`)),
  ]);
  expect(pretty.stderr).not.toContain("run/failed");
  const written = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")) as { diagnostics: { code: string }[] };
  expect(written.diagnostics.map(({ code }) => code)).toEqual(codes);
  const json = await msgdocs(cwd, [...args, "--format", "json", "--report", "sarif=report.sarif"]);
  expect([json.exit, report(json).diagnostics.map(({ code }) => code)]).toEqual([3, codes]);
  expect(readFileSync(join(cwd, "report.sarif"), "utf8")).toContain(codes.at(-1));
});

test.runIf(process.platform === "linux")("where the system refuses a baseline, the report is given all the same", async () => {
  const cwd = folder({ "msgapi.yaml": withWarning });
  const said = await msgdocs(cwd, ["check", "--write-baseline", "--baseline", "/proc/known.json", "--format", "json"]);
  expect([said.exit, report(said).diagnostics.map(({ code }) => code)]).toEqual([3, ["structure/unknown-field"]]);
});

test("no report goes where the next run would read settings", async () => {
  const said = await msgdocs(folder({ "msgapi.yaml": fine }), ["check", "--report", "json=msgdocs.json"]);
  expect([said.exit, said.stderr]).toEqual([2, expect.stringContaining("would be read as settings") as string]);
});
