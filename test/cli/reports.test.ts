import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { folder, msgdocs, withError } from "./shell.ts";

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
