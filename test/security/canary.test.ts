import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { contents, msgdocs } from "../app/cli/shell.ts";
import { cli } from "../app/cli/spawned.ts";
import type { Place } from "./canary.ts";
import { document, numbered, positions, schemas } from "./canary-positions.ts";
import { CANARY, place, spellings, UNSAID } from "./canary.ts";
import { record } from "./recorder.ts";
import { foundIn } from "../support/found-in.ts";

const places: Place[] = [];
afterEach(() => places.splice(0).forEach((each) => each.remove()));

function placed(files: Readonly<Record<string, string>> = {}): Place {
  const made = place(files);
  places.push(made);
  return made;
}

/** Where secrets stand in a text, with what is around them. */
function leaks(text: string): string[] {
  return foundIn(text, new RegExp(`${CANARY}|${UNSAID}`, "gi"));
}

/** All that a place's document makes msgdocs say and write. */
async function told({ base, project }: Place, args: readonly string[] = []): Promise<string> {
  const runs = [
    ["build", "-o", join(base, "site"), "--allow-errors", ...args],
    ["build", "--single-file", join(base, "one.html"), "--allow-errors", ...args],
    ...["pretty", "json", "sarif"].map((format) => ["check", "--format", format, ...args]),
    ["bundle", ...args],
  ];
  const said: string[] = [];
  for (const run of runs) {
    const { exit, stdout, stderr } = await msgdocs(project, run);
    expect([run[0], exit]).toEqual([run[0], expect.toSatisfy((code: unknown) => code === 0 || code === 1)]);
    said.push(stdout, stderr);
  }
  const written = contents(base);
  const pages = Object.keys(written).filter((path) => path.startsWith("site/") || path === "one.html");
  expect(pages.length).toBeGreaterThan(5);
  return [...said, ...pages.flatMap((path) => [path, written[path]])].join("\n");
}

test.each(positions)(
  "rows 1 to 14: however a file outside is spelled as $where, nothing of it is ever said or written",
  async ({ extension, document, isReference }) => {
    const at = placed();
    const refs = spellings(at, extension);
    writeFileSync(join(at.project, "msgapi.json"), JSON.stringify(document(refs)));
    const all = await told(at);
    expect(leaks(all)).toEqual([]);
    if (!isReference) return;
    const { stdout } = await msgdocs(at.project, ["check", "--format", "json"]);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; severity: string; hint: string | null }[] };
    const errors = diagnostics.filter(({ code, severity }) => severity === "error" && code.startsWith("reference/"));
    // References that one flag would allow are one problem, which counts the others.
    const others = errors.map(({ hint }) => Number(/ helps (\d+) more reference/.exec(hint ?? "")?.[1] ?? 0));
    expect(others.reduce((sum, count) => sum + count, errors.length)).toBe(refs.length);
  },
);

test("row 3: the canary can be seen: where the root is widened, it is on pages and in the bundle", async () => {
  const at = placed({ "msgapi.json": JSON.stringify(schemas(["../secret.yaml", "file-link.yaml"], ($ref) => ({ $ref }))) });
  const all = await told(at, ["--root", ".."]);
  expect(all.split(CANARY).length).toBeGreaterThan(10);
  expect(leaks(all)).toHaveLength(5);
});

test("row 3: a file that may be read cannot lend its place: references in it are judged by the same root", async () => {
  const at = placed();
  const refs = spellings(at, "yaml");
  const inner = JSON.stringify({ type: "object", properties: numbered(refs, ($ref) => ({ $ref })) });
  writeFileSync(join(at.project, "inside/part.json"), inner);
  writeFileSync(join(at.project, "inside/step.yaml"), "a: { $ref: part.json }\n");
  writeFileSync(join(at.project, "msgapi.json"), JSON.stringify(schemas(["inside/step.yaml#/a"], ($ref) => ({ $ref }))));
  const all = await told(at);
  expect(leaks(all)).toEqual([]);
  expect(all).toContain("inside/part.json");
});

test("row 74: settings that come with a document reach nothing outside of the project", async () => {
  const at = placed({ "msgapi.json": JSON.stringify(document({})) });
  const wanted = ["guides: ['GUIDE']", "logo: IMAGE", "favicon: IMAGE", "theme: FOLDER", "templates: FOLDER"];
  const paths = [
    "../secret.EXT",
    "way-out/../../secret.EXT",
    `${at.base}/secret.EXT`,
    "up/secret.EXT",
    "../*.EXT",
    "u?/secret.EXT",
    "up/*.EXT",
  ];
  for (const setting of wanted) {
    for (const path of paths) {
      const folder = path.replace(/[^/]*$/, "");
      const text = setting
        .replace("GUIDE", path.replace("EXT", "md"))
        .replace("IMAGE", path.replace("EXT", "png"))
        .replace("FOLDER", JSON.stringify(folder));
      writeFileSync(join(at.project, "msgdocs.yaml"), `${text}\n`);
      const { exit, stdout, stderr } = await msgdocs(at.project, ["build", "-o", join(at.base, "site"), "--allow-errors"]);
      const all = JSON.stringify([stdout, stderr, Object.entries(contents(at.base)).filter(([name]) => name.startsWith("site/"))]);
      expect([text, exit, all.includes(CANARY)]).toEqual([
        text,
        expect.toSatisfy((code: unknown) => [0, 1, 2].includes(code as number)),
        false,
      ]);
    }
  }
});

test("row 1: what lies outside is not opened, listed or asked for", async () => {
  // A `.git` ends the look for the top of the repository, so nothing above the project may be asked for.
  const at = placed({ ".git/HEAD": "ref: refs/heads/main\n", "inside/part.yaml": "type: object\n" });
  // Links have to be looked at to know where they lead; all else is known by its spelling.
  const refs = spellings(at, "yaml").filter(
    (ref) => !/^(?:file-link|absolute-link|way-out|chain|up|inside\/far|inside\/\.\.\/way-out)/.test(ref),
  );
  const texts = refs.map((ref) => `[a](<${ref}>) ![b](${ref})`);
  const text = schemas(["inside/part.yaml", ...refs], ($ref) => ({ $ref }));
  writeFileSync(
    join(at.project, "msgapi.json"),
    JSON.stringify({ ...text, info: { title: "t", version: "1", description: texts.join("\n") } }),
  );
  const { code, calls } = await record(at.project, [cli, "build", "--allow-errors", "-o", "site"]).ended;
  const touched = calls.filter(({ real }) => real !== undefined).map(({ target }) => target);
  expect([code, touched.includes(join(at.project, "inside/part.yaml"))]).toEqual([0, true]);
  const project = (path: string): boolean => path === at.project || path.startsWith(`${at.project}/`);
  // Whether there is a .git above is how the top of the repository is found.
  const ofBase = touched.filter((path) => path.startsWith(at.base) && path !== at.base && !project(path) && path !== join(at.base, ".git"));
  const product = dirname(dirname(cli));
  // Temporary folders may lie anywhere.
  const elsewhere = touched.filter((path) => !path.startsWith(`${product}/`) && !path.startsWith(at.base));
  const ofSystem = elsewhere.filter((path) => /^\/(?:etc|dev|srv)\b|^\/proc\/(?!self\/|\d+\/stat$)/.test(path));
  expect([...new Set([...ofBase, ...ofSystem])]).toEqual([]);
});
