import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failComparing, folder, msgdocs, report } from "./shell.ts";

const document = (payload: string, version = "1.0.0"): string => `asyncapi: 2.6.0
info: { title: Lamps, version: ${version} }
channels:
  lamp/lit:
    subscribe:
      message:
        name: Lit
        payload: ${payload}
`;
const old = document("{ type: object, required: [id], properties: { id: { type: string } } }");
const loose = document("{ type: object, properties: { id: { type: string } } }", "2.0.0");

interface Changes {
  readonly changes: readonly Record<string, unknown>[];
  readonly summary: Record<string, number>;
  readonly compatible: boolean;
}

async function changes(cwd: string, args: readonly string[]): Promise<Changes & { exit: number }> {
  const { exit, stdout } = await msgdocs(cwd, ["diff", ...args, "--format", "json"]);
  return { exit, ...(JSON.parse(stdout) as Changes) };
}

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
}

/** A repository with a commit on main, and other files in its work tree. */
function repository(committed: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string {
  const cwd = folder(committed);
  git(cwd, "init", "-q", "-b", "main");
  git(cwd, "add", "-A");
  git(cwd, "commit", "-q", "-m", "first");
  for (const name of Object.keys(committed)) rmSync(join(cwd, name));
  for (const [name, text] of Object.entries(now)) {
    mkdirSync(join(cwd, name, ".."), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return cwd;
}

test("the documents of a portal are compared together: which APIs changed, and which others a change concerns", async () => {
  const api = (name: string, verb: string, payload: string, address = "order/created"): string => `asyncapi: 2.6.0
id: "urn:${name}"
info: { title: ${name}, version: 1.0.0 }
servers: { main: { url: broker.example.com, protocol: kafka } }
channels:
  ${address}: { ${verb}: { message: { name: Created, payload: ${payload} } } }
`;
  const strict = "{ type: object, required: [id], properties: { id: { type: string } } }";
  const optional = "{ type: object, properties: { id: { type: string } } }";
  const settings = "documents: [{ path: apis/*/api.yaml }]\n";
  const cwd = repository(
    {
      "msgdocs.yaml": settings,
      "apis/orders/api.yaml": api("orders", "subscribe", strict),
      "apis/billing/api.yaml": api("billing", "publish", strict),
      "apis/lenient/api.yaml": api("lenient", "publish", optional),
      "apis/gone/api.yaml": api("gone", "publish", "{ type: string }", "gone"),
      "apis/moving/api.yaml": api("moving", "publish", "{ type: string }", "moving"),
    },
    {
      "msgdocs.yaml": settings,
      "apis/orders/api.yaml": api("orders", "subscribe", optional),
      "apis/billing/api.yaml": api("billing", "publish", strict),
      "apis/lenient/api.yaml": api("lenient", "publish", optional),
      "apis/moved/api.yaml": api("moving", "publish", "{ type: string }", "moving"),
      "apis/added/api.yaml": api("added", "publish", "{ type: string }", "added"),
    },
  );

  const { exit, changes: found, ...report } = await changes(cwd, ["--base", "main"]);
  const apis = (report as unknown as { apis: { api: string; presence: string; compatible: boolean }[] }).apis;
  expect(apis.map(({ api: name, presence, compatible }) => `${name} ${presence} ${compatible}`)).toEqual([
    "added added true",
    "billing both true",
    "gone removed false",
    "lenient both true",
    "moving both true",
    "orders both false",
  ]);
  expect([exit, found.map(({ code, parties }) => [code, parties])]).toEqual([
    1,
    [
      ["change/server", []],
      ["change/channel", []],
      [
        "change/payload",
        [
          { api: "billing", verdict: "clash" },
          { api: "lenient", verdict: "fits" },
        ],
      ],
      ["change/version", []],
    ],
  ]);

  const printed = await msgdocs(cwd, ["diff", "--base", "main", "--fail-on", "breaking-known", "--report", "markdown=comment.md"]);
  expect([printed.exit, printed.stdout, printed.stderr]).toEqual([
    1,
    expect.stringContaining("known: billing (no longer fits), lenient (still fits)"),
    "3 of 6 APIs changed.\n",
  ]);
  const comment = readFileSync(join(cwd, "comment.md"), "utf8");
  expect(comment.match(/^### .*$/gm)).toEqual([
    "### ❌ Removed: gone `1.0.0`",
    "### ❌ 1 breaking change: orders `1.0.0`",
    "### ✅ New: added `1.0.0`",
  ]);

  // The same on the pages of the portal.
  expect(await msgdocs(cwd, ["build", "-q", "--base", "main", "-o", "site"])).toMatchObject({ exit: 0 });
  const read = (path: string): string => readFileSync(join(cwd, "site", path), "utf8");
  expect(read("changes.md").match(/^- .*$/gm)).toEqual([
    "- [The same for programs (JSON)](changes.json)",
    expect.stringMatching(/^- \[gone\]\(changes\/gone\.md\): gone — `1\.0\.0` — Breaking: [1-9]/),
    expect.stringMatching(/^- \[orders\]\(changes\/orders\.md\): `1\.0\.0` — Breaking: 1 .*: \[billing\]\(.*\) ✗, \[lenient\]\(.*\)$/),
    expect.stringMatching(/^- \[added\]\(changes\/added\.md\): new — `1\.0\.0` — /),
  ]);
  expect(read("changes/orders.html")).toMatch(
    /<article class="change breaking"[^>]*>[^]*<code>id<\/code> of [^]*apis\/orders\/api\.yaml:[^]*Who receives it[^]*billing<\/a> .*does not fit[^]*no "id"/,
  );
  expect(read("index.html")).toContain('<a href="changes/orders.html">orders</a>');
  expect((JSON.parse(read("changes.json")) as { apis: unknown[] }).apis).toHaveLength(6);
  writeFileSync(join(cwd, "apis/billing/msgdocs.yaml"), "hideInternal: true\n");
  const refused = await msgdocs(cwd, ["build", "-q", "--base", "main", "-o", "site"]);
  expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining("what everybody may not see in apis/billing/api.yaml")]);
});

test("a site with --base has a page of what changed, and marks it where it is", async () => {
  const two = (text: string): string => `${text}  lamp/off: { publish: { message: { name: Off, payload: { type: string } } } }\n`;
  const cwd = repository({ "api.yaml": two(old) }, { "api.yaml": two(loose) });
  expect((await msgdocs(cwd, ["build", "api.yaml", "-q", "-o", "site", "--base", "main", "--inputs", "inputs.json"])).exit).toBe(0);
  expect(readFileSync(join(cwd, "inputs.json"), "utf8")).toContain('"msgdocs-changes.json"');
  const read = (path: string): string => readFileSync(join(cwd, path), "utf8");
  expect(read("site/changes.html")).toMatch(
    /<article class="change breaking" data-side="receivers" id="change\.1">[^]*for receivers[^]*<code>id<\/code> of the payload is no longer required[^]*operations\/[\w-]*\.html#messages\.[^]*>main:api\.yaml:\d+<[^]*<details class="proofs">[^]*must have the property &quot;id&quot;[^]*required: <del>true<\/del>[^]*required: <ins>false<\/ins>[^]*class="missing">no "id"/,
  );
  expect(read("site/changes.md")).toContain("This may be sent now, and was refused before:\n\n  ```json\n  {}\n  ```");
  expect(JSON.parse(read("site/changes.json"))).toMatchObject({ summary: { breaking: 1 } });
  expect(read("site/operations/lamp-lit-subscribe.html")).toContain(
    '<p class="changed breaking"><a href="../changes.html#change.1">Breaking change since 1.0.0</a></p>',
  );
  expect(read("site/operations/lamp-lit-subscribe.md")).toContain("[Breaking change since 1.0.0](../changes.md)");
  expect(read("site/operations/lamp-lit-subscribe.html")).toContain('<span class="schema-version">Changed since 1.0.0</span>');
  expect(read("site/operations/lamp-lit-subscribe.md")).toContain("- `id` (Changed since 1.0.0): ");
  expect(read("site/operations/lamp-off-publish.html")).not.toContain('class="changed');
});

describe("two files", () => {
  test("the report is the contract's", async () => {
    const { exit, ...report } = await changes(folder({ "old.yaml": old, "new.yaml": loose }), ["old.yaml", "new.yaml"]);
    expect(exit).toBe(1);
    expect(report).toEqual({
      changes: [
        {
          code: "change/payload",
          verdict: "breaking",
          accepted: null,
          affects: "receivers",
          message:
            'The payload of message "Lit" may now be sent in a way that the earlier schema refuses: the value must have the property "id".',
          old: { file: "old.yaml", pointer: "/channels/lamp~1lit/subscribe/message/payload/properties/id", start: { line: 8, column: 64 } },
          new: { file: "new.yaml", pointer: "/channels/lamp~1lit/subscribe/message/payload/properties/id", start: { line: 8, column: 48 } },
          witness: {},
          at: "",
          missing: "id",
          subject: { kind: "message", id: "Lit" },
          parties: [],
        },
      ],
      causes: [
        {
          headline: "Field `id` of the payload is no longer required",
          verdict: "breaking",
          accepted: null,
          affects: "receivers",
          channels: ["lamp/lit"],
          reaches: [{ kind: "message", id: "Lit" }],
          parties: [],
          changes: [expect.objectContaining({ change: 0, code: "change/payload", subject: { kind: "message", id: "Lit" } })],
        },
      ],
      summary: { breaking: 1, compatible: 0, annotation: 0, unknown: 0, accepted: 0 },
      compatible: false,
    });
  });

  test.each([
    ["breaking", 1],
    ["none", 0],
    ["any", 1],
  ])("--fail-on %s exits %i", async (failOn, exit) => {
    const cwd = folder({ "old.yaml": old, "new.yaml": loose });
    expect((await changes(cwd, ["old.yaml", "new.yaml", "--fail-on", failOn])).exit).toBe(exit);
  });

  test("what a lost reference stands for is said to be not compared", async () => {
    const lost = old.replace(/payload: .*/, 'payload: { $ref: "lost.yaml" }');
    const cwd = folder({ "old.yaml": lost, "new.yaml": lost });
    const report = await changes(cwd, ["old.yaml", "new.yaml", "--fail-on", "unknown"]);
    expect(report).toMatchObject({ exit: 1, summary: { unknown: 1 }, changes: [{ code: "change/reference", verdict: "unknown" }] });
    expect((await msgdocs(cwd, ["diff", "old.yaml", "new.yaml"])).stdout).toMatch(/such as "lost.yaml"[^]*1 that cannot be told/);
  });

  test("a version that only rose has no changes", async () => {
    const cwd = folder({ "old.yaml": old, "new.yaml": old.replace("1.0.0", "1.0.1") });
    expect(await changes(cwd, ["old.yaml", "new.yaml", "--fail-on", "any"])).toMatchObject({ exit: 0, changes: [], compatible: true });
  });

  test("levels of the settings count", async () => {
    const files = { "old.yaml": old, "new.yaml": loose };
    const warned = folder({ ...files, "msgdocs.yaml": "rules: { change/payload: warning }\n" });
    expect((await changes(warned, ["old.yaml", "new.yaml"])).exit).toBe(0);
    const off = folder({ ...files, "msgdocs.yaml": 'rules: { change/payload: "off" }\n' });
    expect((await changes(off, ["old.yaml", "new.yaml"])).changes).toEqual([]);
  });

  test("a document that cannot be read is exit 1, with an empty report", async () => {
    const cwd = folder({ "old.yaml": old, "new.yaml": "nothing: [" });
    const diagnostics = [{ code: "document/syntax", file: "new.yaml" }];
    expect(await changes(cwd, ["old.yaml", "new.yaml"])).toMatchObject({ exit: 1, changes: [], compatible: false, diagnostics });
    expect((await msgdocs(cwd, ["diff", "old.yaml", "new.yaml"])).stderr).toContain("document/syntax");
  });

  test("the report is there when nothing could be compared", async () => {
    const cwd = folder({ "old.yaml": old, "wrong.yaml": "nonsense: 1\n" });
    const empty = (code: string) => ({
      exit: 2,
      changes: [],
      causes: [],
      summary: { breaking: 0 },
      compatible: false,
      diagnostics: [{ code }],
    });
    expect(await changes(cwd, ["old.yaml", "--base", "main"])).toMatchObject(empty("run/failed"));
    expect(await changes(cwd, ["old.yaml", "old.yaml", "--config", "wrong.yaml"])).toMatchObject(empty("config/unknown-key"));
    expect(await changes(cwd, ["old.yaml", "old.yaml", "--nonsense"])).toMatchObject(empty("run/failed"));
  });

  test.each([[["old.yaml"]], [["a", "b", "c"]], [["old.yaml", "new.yaml", "--base", "main"]]])(
    "%j is exit 2 with a next step",
    async (args) => {
      const { exit, stderr } = await msgdocs(folder({ "old.yaml": old, "new.yaml": loose }), ["diff", ...args]);
      expect(exit).toBe(2);
      expect(stderr).toMatch(/^error: .+\n.+\n$/);
    },
  );
});

describe("versions of git", () => {
  test("REF:path and --base read the document and its files as they were", async () => {
    const committed = { "api.yaml": document("{ $ref: parts/lit.yaml }"), "parts/lit.yaml": "{ enum: [a] }\n" };
    const cwd = repository(committed, { "api.yaml": document("{ $ref: parts/lit.yaml }"), "parts/lit.yaml": "{ enum: [a, b] }\n" });
    for (const args of [
      ["main:api.yaml", "api.yaml"],
      ["main:./api.yaml", "api.yaml"],
      ["--base", "main", "api.yaml"],
      ["--base", "HEAD", "api.yaml"],
    ]) {
      const report = await changes(cwd, args);
      expect(report.changes.map(({ code }) => code)).toEqual(["change/payload", "change/version"]);
      expect(report.changes[0]).toMatchObject({
        witness: "b",
        old: { file: expect.stringMatching(/^(main|HEAD):parts\/lit.yaml$/) as string },
      });
    }
  });

  test("a file that was not there is not read from the disk", async () => {
    const cwd = repository(
      { "api.yaml": document("{ $ref: lit.yaml }") },
      { "api.yaml": document("{ $ref: lit.yaml }"), "lit.yaml": "{ enum: [a] }\n" },
    );
    const { changes: found } = await changes(cwd, ["--base", "main", "api.yaml"]);
    expect(found.find(({ code }) => code === "change/reference")).toMatchObject({ verdict: "unknown", old: { file: "main:api.yaml" } });
  });

  test("a document that is new breaks nobody", async () => {
    const cwd = repository({ "other.yaml": old }, { "api.yaml": old });
    expect(await changes(cwd, ["--base", "main", "api.yaml"])).toMatchObject({ exit: 0, changes: [], compatible: true });
  });

  test("an earlier version that cannot be read is said where it is, and changes cannot be told", async () => {
    const broken = "asyncapi: 2.6.0\nchannels: [\n";
    const cwd = repository({ "api.yaml": broken }, { "api.yaml": old });
    const { exit, changes: found } = await changes(cwd, ["--base", "main", "api.yaml"]);
    expect([exit, found]).toMatchObject([0, [{ code: "change/reference", verdict: "unknown", old: null }]]);
    const where = "warning: main:api.yaml:2:11 cannot be read: Not valid YAML: this [ is not closed; add ] where it ends.\n";
    expect((await msgdocs(cwd, ["diff", "--base", "main", "api.yaml"])).stderr).toBe(where);
    expect((await msgdocs(cwd, ["build", "--base", "main", "api.yaml", "-o", "site"])).stderr).toContain(where);
    expect((await msgdocs(cwd, ["diff", "main:api.yaml", "api.yaml"])).exit).toBe(1);
  });

  test("nor does it hide what changed in the other documents of a portal", async () => {
    const settings = "documents: [{ path: '*/api.yaml' }]\n";
    const ids = (text: string, id: string): string => `id: 'urn:${id}'\n${text}`;
    const cwd = repository(
      { "msgdocs.yaml": settings, "a/api.yaml": "asyncapi: [", "b/api.yaml": ids(old, "b") },
      { "msgdocs.yaml": settings, "a/api.yaml": ids(old, "a"), "b/api.yaml": ids(loose, "b") },
    );
    const { exit, stdout } = await msgdocs(cwd, ["diff", "--base", "main", "--format", "markdown"]);
    expect(exit).toBe(1);
    expect(stdout.match(/^### .*$/gm)).toEqual(["### ❌ 1 breaking change: b `1.0.0` → `2.0.0`", "### ❓ 1 unknown: a `1.0.0`"]);
  });

  describe("where msgdocs itself fails", () => {
    // A channel that is gone is told of outside of every step that can fail alone.
    const typed = (gone: string, id: string): string => `id: 'urn:${id}'\n${document("{ type: string }")}${gone}`;
    const settings = "documents: [{ path: '*/api.yaml' }]\n";
    const committed = { "msgdocs.yaml": settings, "a/api.yaml": typed("  text/boom: {}\n", "a"), "b/api.yaml": `id: 'urn:b'\n${old}` };
    const now = { "msgdocs.yaml": settings, "a/api.yaml": typed("", "a"), "b/api.yaml": `id: 'urn:b'\n${loose}` };
    const reason = "msgdocs failed to compare a/api.yaml with main";

    test("the other documents of a portal are compared, and the changes of this one cannot be told", async () => {
      const cwd = repository(committed, now);
      const works = failComparing("text/boom");
      try {
        const compared = await msgdocs(cwd, ["diff", "--base", "main", "--format", "markdown"]);
        expect(compared).toMatchObject({
          exit: 70,
          stderr: expect.stringContaining(`error: ${reason}: boom. This is a bug of msgdocs`) as string,
        });
        expect(compared.stdout.match(/^### .*$/gm)).toEqual([
          "### ❌ 1 breaking change: b `1.0.0` → `2.0.0`",
          "### ❓ 1 unknown: a `1.0.0`",
        ]);
        const built = await msgdocs(cwd, ["build", "--base", "main", "-o", "site", "--format", "json"]);
        expect(built.exit).toBe(70);
        const faults = report(built).diagnostics.filter(({ code }) => code === "run/failed");
        expect(faults).toMatchObject([{ file: "a/api.yaml", message: `${reason}: boom.` }]);
        const read = (path: string): string => readFileSync(join(cwd, "site/changes", path), "utf8");
        expect(read("a.html")).toContain("Nothing was compared: msgdocs failed, which is a bug of msgdocs.");
        expect(read("b.html")).toContain('no "id"');
      } finally {
        works();
      }
    });

    test("a site with --base is built, and says so", async () => {
      const cwd = repository(committed, now);
      const works = failComparing("text/boom");
      try {
        const built = await msgdocs(cwd, ["build", "a/api.yaml", "--base", "main", "-o", "site", "--format", "json"]);
        expect(built.exit).toBe(70);
        const messages = report(built).diagnostics.flatMap(({ code, message }) => (code === "run/failed" ? [message] : []));
        expect(messages).toEqual(["msgdocs failed to compare a/api.yaml with main:a/api.yaml: boom."]);
        expect(readFileSync(join(cwd, "site/changes.html"), "utf8")).toContain("Nothing was compared: msgdocs failed");
      } finally {
        works();
      }
    });
  });

  test("works from a folder below the top", async () => {
    const cwd = repository({ "apis/api.yaml": old }, { "apis/api.yaml": loose });
    expect((await changes(join(cwd, "apis"), ["--base", "main", "api.yaml"])).summary.breaking).toBe(1);
    expect((await changes(join(cwd, "apis"), ["main:apis/api.yaml", "api.yaml"])).summary.breaking).toBe(1);
  });

  test.each(["--upload-pack=touch pwned", "-h", "no such", "nothing", "main:x"])("%j is no ref, and nothing runs", async (ref) => {
    const cwd = repository({ "api.yaml": old }, { "api.yaml": old });
    const { exit, stderr } = await msgdocs(cwd, ["diff", `--base=${ref}`, "api.yaml"]);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^error: .+\n.+\n$/);
    expect(existsSync(join(cwd, "pwned"))).toBe(false);
  });

  test("a file that is named like a version is not taken for it", async () => {
    const cwd = repository({ "api.yaml": old }, { "api.yaml": loose, "main:api.yaml": loose, "other:api.yaml": old });
    const { exit, stdout, stderr } = await msgdocs(cwd, ["diff", "main:api.yaml", "api.yaml"]);
    expect([exit, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('"main:api.yaml" is a version of git, and there is a file of this name.\n');
    expect(stderr).toContain("Name the file ./main:api.yaml, or rename it.");
    expect((await changes(cwd, ["./main:api.yaml", "api.yaml"])).changes).toEqual([]);
    expect((await changes(cwd, ["other:api.yaml", "api.yaml"])).summary.breaking).toBe(1);
  });

  test("a repository without a work tree that was committed as files is none", async () => {
    const cwd = repository({ "apis/api.yaml": old }, { "apis/api.yaml": loose });
    const planted = repository({ "api.yaml": loose }, { "api.yaml": loose });
    for (const name of ["HEAD", "config", "objects", "refs"])
      cpSync(join(planted, ".git", name), join(cwd, "apis", name), { recursive: true });
    git(join(cwd, "apis"), "config", "--file", "config", "core.worktree", ".");
    expect((await changes(cwd, ["--base", "main", "apis/api.yaml"])).summary.breaking).toBe(1);
    expect((await changes(join(cwd, "apis"), ["main:apis/api.yaml", "api.yaml"])).summary.breaking).toBe(1);
  });

  test("a repository in which a pipe stands for a file is refused, and nothing waits for it", async () => {
    const cwd = repository({ "api.yaml": old }, { "api.yaml": loose });
    rmSync(join(cwd, ".git/HEAD"));
    execFileSync("mkfifo", [join(cwd, ".git/HEAD")]);
    const { exit, stderr } = await msgdocs(cwd, ["diff", "--base", "main", "api.yaml"]);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/\.git\/HEAD" is not a file/)]);
  });

  test("a shallow clone says what to fetch", async () => {
    const origin = repository({ "api.yaml": old }, { "api.yaml": loose });
    git(origin, "commit", "-qam", "second");
    const cwd = folder();
    git(cwd, "clone", "-q", "--depth=1", `file://${origin}`, "clone");
    const { exit, stderr } = await msgdocs(join(cwd, "clone"), ["diff", "--base", "v1", "api.yaml"]);
    expect(exit).toBe(2);
    expect(stderr).toContain("git fetch --depth=1 origin v1");
    const hint = async (base: string): Promise<string> => (await msgdocs(join(cwd, "clone"), ["diff", "--base", base, "api.yaml"])).stderr;
    expect(await hint("main~1")).toContain("git fetch --unshallow");
    expect(await hint("1234567")).toContain("git fetch --unshallow");
    expect(await hint("origin/v1")).toContain(
      "git fetch --depth=1 origin v1 (in GitHub Actions: fetch-depth: 0), then compare with FETCH_HEAD or origin/v1.",
    );
  });

  test("a clone that holds no files says so, and the document is not taken for a new one", async () => {
    const origin = repository({ "api.yaml": old }, { "api.yaml": loose });
    git(origin, "config", "uploadpack.allowFilter", "true");
    const cwd = folder();
    git(cwd, "clone", "-q", "--no-checkout", "--filter=blob:none", `file://${origin}`, "clone");
    const clone = join(cwd, "clone");
    cpSync(join(origin, "api.yaml"), join(clone, "api.yaml"));
    const { exit, stderr } = await msgdocs(clone, ["diff", "--base", "main", "api.yaml"]);
    expect([exit, stderr]).toEqual([1, expect.stringContaining("git fetch --refetch")]);
  });

  test("no repository, a link and a folder are explained", async () => {
    expect((await msgdocs(folder({ "api.yaml": old }), ["diff", "--base", "main", "api.yaml"])).stderr).toContain("in no git repository");
    const cwd = folder({ "real.yaml": old });
    symlinkSync("real.yaml", join(cwd, "link.yaml"));
    git(cwd, "init", "-q", "-b", "main");
    git(cwd, "add", "-A");
    git(cwd, "commit", "-q", "-m", "first");
    const { exit, stderr } = await msgdocs(cwd, ["diff", "main:link.yaml", "real.yaml"]);
    expect([exit, stderr]).toEqual([1, expect.stringContaining("it is a link")]);
  });
});

describe("every format", () => {
  // What a stranger may write into a name: terminal controls, commands of a CI, Markdown, HTML, mentions.
  const hostile =
    "\\e[31m ::error::x\\n::set-output name=a::b ##vso[task.x] <img src=x onerror=alert(1)> [a](http://x) @team #1 `a` ``` </details>";
  const named = (text: string): string => text.replace("name: Lit", `name: "${hostile}"`).replace("title: Lamps", `title: "${hostile}"`);
  const files = { "old.yaml": named(old), "new.yaml": named(loose) };

  test.each(["pretty", "json", "markdown", "github", "sarif", "junit", "codeclimate"])(
    "%s says what breaks, and nothing of a stranger acts",
    async (format) => {
      const { exit, stdout } = await msgdocs(folder(files), ["diff", "old.yaml", "new.yaml", "--format", format]);
      expect(exit).toBe(1);
      expect(stdout).toContain("payload");
      expect(stdout).not.toContain("\u001b");
      expect(stdout).not.toContain("##vso[");
      expect(stdout).not.toMatch(format === "github" ? /^::set-output/m : /^\s*::/m);
      if (format === "json" || format === "sarif" || format === "codeclimate") JSON.parse(stdout);
    },
  );

  test("Markdown holds no markup, link or mention of a document", async () => {
    const { stdout } = await msgdocs(folder(files), ["diff", "old.yaml", "new.yaml", "--format", "markdown"]);
    expect(stdout).not.toMatch(/(?<!\\)<img|(?<!\\)\[a|@team|#1|(?<!\\)`a/);
    expect(stdout).toContain("1 breaking change");
  });

  test("Markdown has an entry for each changed place, and nothing of hostile names acts", async () => {
    const more = (text: string, type: string): string =>
      text.replace(/payload: .*/, `payload: { type: object, properties: { a: { type: ${type} }, b: { type: ${type} } } }`);
    const [before, after] = [more(named(old), "string"), more(named(old), "integer")];
    const { stdout } = await msgdocs(folder({ "old.yaml": before, "new.yaml": after }), ["diff", "old.yaml", "new.yaml", "-f", "markdown"]);
    expect(stdout.match(/^- \*\*Breaks receivers.*$/gm)).toEqual([
      expect.stringMatching(/`type` of `a` of the payload lost `string` and gained `integer` .* · 1 message: /),
      expect.stringContaining("`type` of `b` of the payload lost `string` and gained `integer`"),
    ]);
    expect(stdout.match(/ · For example: `[^`]*": \d/g)).toHaveLength(2);
    expect(stdout).not.toMatch(/(?<!\\)<img|(?<!\\)\[a|@team|#1|(?<!\\)`a` \[/);
  });

  test("Markdown says first whom a change breaks, and folds only a proof that is long", async () => {
    const long = (text: string, type: string): string =>
      text.replace(/payload: .*/, `payload: { type: object, required: [${"n".repeat(120)}, a], properties: { a: { type: ${type} } } }`);
    const { stdout } = await msgdocs(folder({ "old.yaml": old, "new.yaml": loose }), ["diff", "old.yaml", "new.yaml", "-f", "markdown"]);
    expect(stdout).toMatch(/^- \*\*Breaks receivers\.\*\* .*For example: `.+`$/m);
    expect(stdout).not.toContain("that shows it");
    const versions = { "old.yaml": long(old, "string"), "new.yaml": long(old, "integer") };
    const { stdout: folded } = await msgdocs(folder(versions), ["diff", "old.yaml", "new.yaml", "-f", "markdown"]);
    expect(folded).toContain("<summary>Values that show it (1)</summary>");
    expect(folded).not.toContain("For example");
  });

  test("Markdown is read in a minute: what goes on for longer is folded, and nothing is left out", async () => {
    const names = Array.from({ length: 40 }, (_, at) => `field${String(at)}`);
    const withFields = (type: string, required: readonly string[]): string =>
      old.replace(
        /payload: .*/,
        `payload: { required: [${required.join()}], properties: { ${names.map((name) => `${name}: { type: ${type} }`).join()} } }`,
      );
    const versions = { "old.yaml": withFields("string", names), "new.yaml": withFields("integer", []) };
    const { stdout } = await msgdocs(folder(versions), ["diff", "old.yaml", "new.yaml", "-f", "markdown"]);
    const open = stdout.replace(/<details>[^]*?<\/details>/g, "");
    expect(open.split(/\s+/).length).toBeLessThan(250);
    expect(open).toMatch(/Fields `field0`, `field1`, .* and \d+ more of the payload are no longer required/);
    const told = stdout.match(/^- \*\*Breaks/gm)?.length ?? 0;
    expect([told, stdout]).toEqual([expect.any(Number), expect.stringContaining(`❌ ${String(told)} breaking changes`)]);
    expect(stdout).toMatch(/<summary>\d+ more<\/summary>/);
  });

  test("github annotates the new document at its line", async () => {
    const { stdout } = await msgdocs(folder({ "old.yaml": old, "new.yaml": loose }), [
      "diff",
      "old.yaml",
      "new.yaml",
      "--format",
      "github",
    ]);
    expect(stdout).toMatch(/^::error file=new\.yaml,line=8,.*title=change\/payload::The payload/);
  });
});

test("a chain of schemas that is longer than the stack is deep is not told, and ends", async () => {
  const chain = (leaf: string): string =>
    JSON.stringify({
      asyncapi: "3.0.0",
      info: { title: "T", version: "1" },
      channels: { c: { address: "c", messages: { m: { payload: { $ref: "#/components/schemas/N5999" } } } } },
      operations: { o: { action: "send", channel: { $ref: "#/channels/c" } } },
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: 6000 }, (_, at) => [
            `N${String(at)}`,
            at === 0 ? { type: leaf } : { type: "object", properties: { p: { $ref: `#/components/schemas/N${String(at - 1)}` } } },
          ]),
        ),
      },
    });
  const cwd = folder({ "old.json": chain("string"), "new.json": chain("integer") });
  const { exit, stdout } = await msgdocs(cwd, ["diff", "old.json", "new.json"]);
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/comparing the schemas takes too many steps[^]*1 that cannot be told/)]);
});
