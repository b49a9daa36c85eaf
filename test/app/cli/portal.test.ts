import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it, vi } from "vitest";
import schema from "../../../docs/portal.schema.json" with { type: "json" };
import type { PortalJson } from "../../portal/match/organisation.ts";
import { copiedText } from "../../support/copied-text.ts";
import { contents, folder, msgdocs, report, withError } from "./shell.ts";
import { cli, ended, spawned } from "./spawned.ts";

const service = (title: string, direction: "publish" | "subscribe", { version = "1.0.0", type = "string" } = {}): string => `asyncapi: 2.6.0
info: { title: ${title}, version: ${version} }
channels:
  lamp/lit:
    ${direction}:
      operationId: ${title.toLowerCase()}Lit
      message: { messageId: lit, payload: { type: object, required: [id], properties: { id: { type: ${type} } } } }
`;

const services = {
  "msgdocs.yaml":
    "title: House\ndocuments: [services/*/asyncapi.yaml, { path: services/lamps/asyncapi.yaml, versions: services/lamps/old.yaml, name: lamps }]\n",
  "services/lamps/asyncapi.yaml": service("Lamps", "subscribe", { version: "2.0.0" }),
  "services/lamps/old.yaml": service("Lamps", "subscribe", { version: "1.5.0" }).replace("lamp/lit", "lamp/dark"),
  "services/rooms/asyncapi.yaml": service("Rooms", "publish"),
};

interface PortalFile extends PortalJson {
  readonly apis: readonly (PortalJson["apis"][number] & {
    readonly status: string;
    readonly owner: string | null;
    readonly group: string;
    readonly versions: readonly { readonly version: string; readonly path: string }[];
  })[];
  readonly problems: readonly { readonly code: string; readonly file: string }[];
}

function portalIn(place: string, name = "site"): PortalFile {
  return JSON.parse(readFileSync(join(place, name, "portal.json"), "utf8")) as PortalFile;
}

/** Writes a part as whoever forges one would: other values and files, and the right hashes. */
function reseal(part: string, changed: object, contents: Readonly<Record<string, string>> = {}): void {
  const path = join(part, "part.json");
  const { index } = JSON.parse(readFileSync(path, "utf8")) as { readonly index: { readonly files: object } };
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(part, name), text);
  const files = Object.fromEntries(Object.entries(contents).map(([name, text]) => [name, { sha256: sha256(text) }]));
  const forged = JSON.stringify({ ...index, ...changed, files: { ...index.files, ...files } });
  writeFileSync(path, `{"seal":"${sha256(forged)}","index":${forged}}\n`);
}

async function makeParts(place: string, documents: readonly string[]): Promise<void> {
  for (const [at, document] of documents.entries()) await msgdocs(place, ["part", document, "-o", `parts/${at}`, "-q"]);
}

const all = ["services/lamps/asyncapi.yaml", "services/lamps/old.yaml", "services/rooms/asyncapi.yaml"];

describe("a portal", () => {
  it("has the current version at the short address, earlier ones below it, and what spans them", async () => {
    const place = folder(services);
    const said = await msgdocs(place, ["build", "-o", "site"]);
    expect(said).toMatchObject({ exit: 0, stderr: expect.stringMatching(/Wrote \d+ files of 2 APIs to site, 3 parts made/) as string });
    const portal = portalIn(place);
    const validate = new Ajv().compile(schema);
    expect([validate(portal), validate.errors]).toEqual([true, null]);
    expect(portal.apis).toMatchObject([
      {
        name: "lamps",
        versions: [
          { version: "2.0.0", path: "apis/lamps/" },
          { version: "1.5.0", path: "apis/lamps/v-1.5.0/" },
        ],
      },
      { name: "rooms", status: "built" },
    ]);
    expect(portal.channels).toMatchObject([{ address: "lamp/lit", senders: [{ api: "lamps" }], receivers: [{ api: "rooms" }] }]);
    // Their own pages say the same: what the document of a client sends, its application receives.
    const pageOf = (api: string): string => readFileSync(join(place, `site/apis/${api}/operations/${api}lit.md`), "utf8");
    expect(pageOf("lamps")).toContain("Lamps sends → you can receive");
    expect(pageOf("rooms")).toContain("Rooms receives ← you can send");
    const site = contents(join(place, "site"));
    expect(site["apis/lamps/v-1.5.0/index.html"]).toMatch(/href="\.\.\/\.\.\/\.\.\/assets\/portal-\w+\.css"/);
    expect(site["apis/lamps/v-1.5.0/index.html"]).toContain('href="../index.html"');
    expect(site["apis/lamps/index.html"]).toMatch(/href="\.\.\/\.\.\/assets\/portal-\w+\.css"/);
    expect(Object.keys(site).filter((path) => /assets\/portal-\w+\.css$/.test(path))).toHaveLength(1);
    expect(site["apis/rooms/operations/roomslit.md"]).toContain("\n\n## Also on this channel\n\n- [lamp/lit]");
    expect(site["apis/lamps/v-1.5.0/index.md"]).toMatch(
      /^# .*\n\nThis is an earlier version\. \[.*\]\(\.\.\/index\.md\), \[.*\]\(\.\.\/changes\.md\)\n\n/,
    );
    expect(Object.values(site).filter((text) => /slot[0-9a-f]{24}/.test(text))).toEqual([]);
  });

  it("says the first sentence of a description without its Markdown, and reads what documents share", async () => {
    const shared = service("Shared", "publish")
      .replace("version: 1.0.0", "version: 1.0.0, description: 'All **lamps** of the [house](https://example.com). And more.'")
      .replace(/payload: .*(?= \})/, "payload: { $ref: ../../common/lit.yaml }");
    const place = folder({ ...services, "services/rooms/asyncapi.yaml": shared, "common/lit.yaml": "{ type: object }\n" });
    expect(await msgdocs(place, ["build", "-o", "site"])).toMatchObject({ exit: 0 });
    expect(portalIn(place).apis).toContainEqual(expect.objectContaining({ name: "rooms", summary: "All lamps of the house." }));
  });

  it("has the texts that readers copy as its Markdown is, with what other APIs say on a page, and keeps none of an API that was replaced", async () => {
    const lamp = `say "lit" \\ </script><!--\u2028`;
    const hostile = (document: string): string => document.replace("lamp/lit", JSON.stringify(lamp));
    const needy = service("Rooms", "publish").replace("required: [id]", `required: [id, ${JSON.stringify(lamp)}]`);
    const place = folder({
      ...services,
      "services/lamps/asyncapi.yaml": hostile(services["services/lamps/asyncapi.yaml"]),
      "services/rooms/asyncapi.yaml": hostile(needy),
    });
    /** The Markdown of all pages, each of which the scripts have as it is. */
    const copied = async (): Promise<Record<string, string>> => {
      await msgdocs(place, ["build", "-o", "site", "-q", "--allow-errors"]);
      const read = (path: string): string => readFileSync(join(place, "site", path), "utf8");
      const twins = Object.keys(contents(join(place, "site"))).filter((path) => path.endsWith(".md"));
      const texts = Object.fromEntries(twins.map((path) => [path, copiedText(read, path) ?? ""]));
      expect(texts).toEqual(Object.fromEntries(twins.map((path) => [path, read(path)])));
      const scripts = readdirSync(join(place, "site/search")).filter((path) => /^(?:texts-\d+|pages)\.js$/.test(path));
      for (const script of scripts) expect(read(`search/${script}`)).not.toMatch(/<|\u2028/);
      expect(scripts.map((script) => read(`search/${script}`)).join("")).toContain(JSON.stringify("apis/lamps/v-1.5.0/index.md"));
      for (const path of ["index.html", "apis/lamps/index.html", "apis/lamps/v-1.5.0/index.html", "apis/lamps/changes.html"])
        expect(read(path)).toContain("data-copy-page");
      return texts;
    };
    const texts = await copied();
    const page = Object.entries(texts).find(([path, text]) => path.startsWith("apis/rooms/operations/") && text.includes("does not fit"));
    expect(page?.[1]).toMatch(/## Also on this channel\n[^]*say "lit" \\\\ /);
    writeFileSync(join(place, "services/rooms/asyncapi.yaml"), service("Halls", "publish"));
    expect(Object.keys(await copied())).toContain("apis/rooms/operations/hallslit.md");
    expect(Object.entries(contents(join(place, "site"))).filter(([, text]) => /roomslit/i.test(text))).toEqual([]);
  });

  it("is the same from parts in any order and from any folder", async () => {
    const place = folder(services);
    await msgdocs(place, ["build", "-o", "whole", "-q"]);
    const other = join(folder(), "deeper");
    cpSync(join(place, "services"), join(other, "services"), { recursive: true });
    writeFileSync(join(other, "msgdocs.yaml"), services["msgdocs.yaml"]);
    await makeParts(other, all);
    expect((await msgdocs(other, ["merge", "parts/2", "parts/0", "parts/1", "parts/2", "-o", "merged"])).exit).toBe(0);
    expect(contents(join(other, "merged"))).toEqual(contents(join(place, "whole")));
    rmSync(join(other, "services"), { recursive: true });
    expect((await msgdocs(other, ["merge", "parts/0", "parts/1", "parts/2", "-o", "again", "-q"])).exit).toBe(0);
    expect(contents(join(other, "again"))).toEqual(contents(join(place, "whole")));
  });

  it("makes parts in processes, and takes unchanged ones from the cache", async () => {
    const more = Object.fromEntries(["a", "b"].map((name) => [`services/${name}/asyncapi.yaml`, service(name, "publish")]));
    const place = folder({ ...services, ...more });
    expect((await msgdocs(place, ["build", "-o", "site", "--cache", "cache"])).stderr).toContain("5 parts made");
    const before = contents(join(place, "site"));
    expect((await msgdocs(place, ["build", "-o", "site", "--cache", "cache"])).stderr).toContain("0 parts made");
    expect(contents(join(place, "site"))).toEqual(before);
    appendFileSync(join(place, "services/a/asyncapi.yaml"), "tags: [{ name: new }]\n");
    expect((await msgdocs(place, ["build", "-o", "site", "--cache", "cache"])).stderr).toContain("1 part made");
    await msgdocs(place, ["build", "-o", "afresh", "-q"]);
    expect(contents(join(place, "site"))).toEqual(contents(join(place, "afresh")));
  });

  it("has guides of its own, in its header, its search and as Markdown, whose links lead to each other and to APIs", async () => {
    const how =
      "# How *we* name\n\n[Errors](02-errors.md#retry), [rooms](../services/rooms/asyncapi.yaml) and [nothing](nope.md).\n\n## Rules\n\nDots.\n";
    const place = folder({
      ...services,
      "msgdocs.yaml": `${services["msgdocs.yaml"]}guides: [docs/*.md]\n`,
      "docs/01-how.md": how,
      "docs/02-errors.md": "# Errors\n\n## Retry\n\nZweimal. [Back](01-how.md)\n",
    });
    const broken =
      /docs\/01-how\.md[^]*nope\.md leads nowhere[^]*hint: Correct the target: in a guide of a portal, .*the document of an API\./;
    expect(await msgdocs(place, ["check"])).toMatchObject({ exit: 0, stdout: expect.stringMatching(broken) as string });
    expect(await msgdocs(place, ["build", "-o", "site"])).toMatchObject({ exit: 0, stderr: expect.stringMatching(broken) as string });
    const site = contents(join(place, "site"));
    expect(site["guides/how.html"]).toMatch(
      /<h1>How we name<\/h1>[^]*href="errors\.html#guide-retry"[^]*href="\.\.\/apis\/rooms\/index\.html"/,
    );
    expect(site["guides/how.html"]).toContain('<h2 id="guide-rules">Rules</h2>');
    expect(site["guides/how.md"]).toBe(
      "# How *we* name\n\n[Errors](errors.md#retry), [rooms](../apis/rooms/index.md) and nothing (`nope.md`).\n\n## Rules\n\nDots.\n",
    );
    expect(site["guides.md"]).toMatch(/\[How we name\]\(guides\/how\.md\).*\n- \[Errors\]\(guides\/errors\.md\)/);
    expect([site["index.html"], site["apis/lamps/index.html"]]).toEqual([
      expect.stringContaining('href="guides.html"'),
      expect.stringContaining('href="../../guides.html"'),
    ]);
    expect(site["llms.txt"]).toContain("- [Errors](guides/errors.md)");
    const found = Object.entries(site).filter(([path, text]) => path.startsWith("search/") && text.includes("guides/errors.html"));
    expect(found).not.toEqual([]);
    expect(Object.keys(site).filter((path) => path.startsWith("apis/") && path.includes("guides"))).toEqual([]);
  });

  it("makes parts anew that are damaged in the cache, and says so", async () => {
    const place = folder(services);
    const build = ["build", "-o", "site", "--cache", "cache"];
    expect((await msgdocs(place, build)).exit).toBe(0);
    const before = contents(join(place, "site"));
    const entries = join(place, "cache/entries");
    const damages: readonly ((text: Buffer) => Buffer)[] = [
      (text) => Buffer.from(text.toString("latin1").replace("<!doctype html>", "<!doctype xtml>"), "latin1"),
      (text) => Buffer.from(text.toString("latin1").replace(/\n[^]/, "\n#"), "latin1"),
      (text) => text.subarray(0, text.length - 9),
    ];
    for (const damage of damages) {
      for (const name of readdirSync(entries)) {
        const text = readFileSync(join(entries, name));
        // Records of parts hold no pages.
        if (text.includes("<!doctype html>")) writeFileSync(join(entries, name), damage(text));
      }
      const said = await msgdocs(place, build);
      expect([said.exit, said.stderr.match(/^Warning: An entry of the cache is not used: .*It is made anew\.$/gm)?.length]).toEqual([0, 3]);
      expect(contents(join(place, "site"))).toEqual(before);
      expect((await msgdocs(place, build)).stderr).toContain("0 parts made");
    }
  });

  it("finds all parts in a cache that was restored in another place", async () => {
    const place = folder(services);
    await msgdocs(place, ["build", "-o", "site", "--cache", "cache", "-q"]);
    const other = folder(services);
    cpSync(join(place, "cache"), join(other, "cache"), { recursive: true });
    expect((await msgdocs(other, ["build", "-o", "site", "--cache", "cache"])).stderr).toContain("0 parts made");
    expect(contents(join(other, "site"))).toEqual(contents(join(place, "site")));
    const key = ["part", "services/rooms/asyncapi.yaml", "--print-key"];
    expect((await msgdocs(other, key)).stdout).toBe((await msgdocs(place, key)).stdout);
  });

  it("keeps all problems in a part, however few are listed", async () => {
    const twice = service("Rooms", "publish").replace("messageId: lit,", "messageId: lit, examples: [{ payload: 1 }, { payload: 2 }],");
    const place = folder({ ...services, "services/rooms/asyncapi.yaml": twice });
    const few = ["--max-problems", "1", "--allow-errors"];
    expect((await msgdocs(place, ["part", all[2] ?? "", "-o", "part", ...few])).stderr).toMatch(/^2 errors.*\(1 not listed\)/m);
    expect((await msgdocs(place, ["build", "-o", "site", "--cache", "cache", ...few])).stderr).toMatch(/^2 errors.*\([12] not listed\)/m);
    expect(portalIn(place).problems.filter(({ code }) => code === "example/payload")).toHaveLength(2);
  });

  it("shows a document that cannot be built as such, and the others", async () => {
    const place = folder({ ...services, "services/rooms/asyncapi.yaml": "asyncapi: 2.6.0\ninfo: {\n" });
    const said = await msgdocs(place, ["build", "-o", "site", "--format", "json"]);
    expect(said.exit).toBe(1);
    expect(report(said).diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual(
      expect.arrayContaining(["document/syntax services/rooms/asyncapi.yaml", "portal/not-built services/rooms/asyncapi.yaml"]),
    );
    expect(portalIn(place).apis).toMatchObject([
      { name: "lamps", status: "built" },
      { name: "rooms", status: "failed", versions: [] },
    ]);
    expect(portalIn(place).problems.map(({ code }) => code)).toContain("document/syntax");
  });

  it("is checked as it is built, what spans its documents and the settings beside them included", async () => {
    const place = folder({
      ...services,
      "services/lamps/msgdocs.yaml": "perspective: client\n",
      "services/halls/asyncapi.yaml": service("Halls", "publish", { type: "integer" }),
      "services/rooms/asyncapi.yaml": service("Rooms", "subscribe"),
      "services/broken/asyncapi.yaml": "asyncapi: 2.6.0\ninfo: {\n",
    });
    const [checked, built] = [
      await msgdocs(place, ["check", "--format", "json"]),
      await msgdocs(place, ["build", "-o", "site", "--format", "json"]),
    ];
    expect(checked).toMatchObject({ exit: 1, stdout: built.stdout });
    expect([...new Set(report(checked).diagnostics.map(({ code }) => code))].sort()).toEqual([
      "document/syntax",
      "portal/clash",
      "portal/message-id",
      "portal/not-built",
    ]);
  });

  const boom = `const print = JSON.stringify;
JSON.stringify = (...given) => {
  const text = print(...given);
  if (text?.includes('"title":"Boom"')) throw new TypeError("boom");
  if (text?.includes('"title":"Dead"')) process.kill(process.pid, "SIGKILL");
  return text;
};`;
  const documentsOf = (titles: readonly string[]): Record<string, string> =>
    Object.fromEntries(titles.map((title) => [`services/${title.toLowerCase()}/asyncapi.yaml`, service(title, "publish")]));

  it("shows a document on which we fail ourselves as one that could not be built, and the others", async () => {
    const place = folder({ ...services, ...documentsOf(["Boom", "Dead", "Fine"]), "boom.cjs": boom });
    const args = ["--require", join(place, "boom.cjs")];
    const env = { ...process.env, NODE_OPTIONS: args.join(" ") };
    const child = spawn(process.execPath, [cli, "build", "-o", "site", "--format", "json"], { cwd: place, env });
    const said = await ended(child);
    expect(said).toMatchObject({ code: 70, stderr: expect.stringContaining("of 5 APIs to site") as string });
    const found = (JSON.parse(said.stdout) as { diagnostics: { code: string; file: string; message: string; hint: string }[] }).diagnostics;
    const faults = found.filter(({ code }) => code === "run/failed");
    expect(faults.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      "services/boom/asyncapi.yaml: msgdocs failed on this document: boom.",
      "services/dead/asyncapi.yaml: msgdocs failed on this document: the process that made its pages ended (SIGKILL).",
    ]);
    expect(faults.map(({ hint }) => /this is a bug of msgdocs.*please report it/i.test(hint))).toEqual([true, true]);
    expect(portalIn(place).apis.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "boom failed",
      "dead failed",
      "fine built",
      "lamps built",
      "rooms built",
    ]);
  });

  it("writes the part of a document on which we fail, and tries again in the next build", async () => {
    const place = folder({ ...services, "services/rooms/asyncapi.yaml": service("Boom", "publish") });
    const print = JSON.stringify;
    const failing = vi.spyOn(JSON, "stringify").mockImplementation((...given: Parameters<typeof print>) => {
      const text = print(...given);
      if ((text as string | undefined)?.includes('"title":"Boom"')) throw new TypeError("boom");
      return text;
    });
    const build = ["build", "-o", "site", "--cache", "cache", "-q"];
    try {
      expect(await msgdocs(place, build)).toMatchObject({ exit: 70 });
      expect(await msgdocs(place, ["part", all[2] ?? "", "-o", "part"])).toMatchObject({
        exit: 70,
        stderr: expect.stringContaining("This is a bug of msgdocs") as string,
      });
      expect(await msgdocs(place, ["merge", "part", "-o", "merged", "-q"])).toMatchObject({ exit: 70 });
    } finally {
      failing.mockRestore();
    }
    expect(portalIn(place, "merged").apis).toMatchObject([{ name: "rooms", status: "failed" }]);
    expect(portalIn(place).apis).toMatchObject([{ name: "lamps", status: "built" }, { status: "failed" }]);
    expect(await msgdocs(place, build)).toMatchObject({ exit: 0 });
  });

  it("calls an API by its name while its document cannot be read", async () => {
    const place = folder({ ...services, "services/rooms/asyncapi.yaml": "asyncapi: 2.6.0\ninfo: {\n" });
    await msgdocs(place, ["build", "-o", "site", "-q"]);
    expect(portalIn(place).apis).toMatchObject([{ name: "lamps" }, { name: "rooms", title: "rooms", status: "failed" }]);
  });

  it("says whose a document is that could not be built, if it names an owner before its first error, and else that it is not known", async () => {
    const syntax = (...lines: readonly string[]): string => [...lines, "channels:", "  a: { address: [open", ""].join("\n");
    const place = folder({
      "msgdocs.yaml": "title: House\ngroup: owner\ndocuments: [services/*/asyncapi.*]\n",
      // Its example is wrong, so it could be read as a whole.
      "services/checked/asyncapi.yaml": withError.replace("info: {", "info: { contact: { name: Team Checked },"),
      "services/early/asyncapi.yaml": syntax("asyncapi: 3.0.0", "info: { title: Early, version: 1.0.0, x-owner: Team Early }"),
      "services/late/asyncapi.yaml": `${syntax("asyncapi: 3.0.0")}x-owner: Team Late\n`,
      "services/other/asyncapi.yaml": "asyncapi: 9.9.9\nx-owner: { name: Team Other }\n",
      "services/rooms/asyncapi.yaml": `${service("Rooms", "publish")}x-owner: Team Rooms\n`,
    });
    await msgdocs(place, ["build", "-o", "site", "-q"]);
    expect(portalIn(place).apis.map(({ name, status, owner, group }) => [name, status, owner, group])).toEqual([
      ["checked", "failed", "Team Checked", "Team Checked"],
      ["early", "failed", "Team Early", "Team Early"],
      ["late", "failed", null, ""],
      ["other", "failed", "Team Other", "Team Other"],
      ["rooms", "built", "Team Rooms", "Team Rooms"],
    ]);
    const [home = "", findings = "", twin = ""] = ["index.html", "problems.html", "problems.md"].map((page) =>
      readFileSync(join(place, "site", page), "utf8"),
    );
    const cellOf = (name: string): string | undefined => new RegExp(`id="api-${name}">[^]*?<td class="c-owner">(.*?)</td>`).exec(home)?.[1];
    expect(["early", "late", "rooms"].map(cellOf)).toEqual([
      "<bdi>Team Early</bdi>",
      '<span class="none">not known</span>',
      "<bdi>Team Rooms</bdi>",
    ]);
    expect(findings).toMatch(/The API early could not be built\..*<p class="muted"><bdi>Owner: Team Early\.<\/bdi><\/p>/);
    expect(findings).toMatch(/The API late could not be built\..*<p class="muted"><bdi>Owner: not known\.<\/bdi><\/p>/);
    expect(twin).toMatch(/The API early could not be built\..* Owner: Team Early\. \(/);
    expect(contents(join(place, "site"))["search/apis.js"]).toContain("Team Early");
  });

  it("tells nobody an owner from a text that not all readers may see", async () => {
    const hidden = "asyncapi: 3.0.0\ninfo: { title: A, version: 1.0.0, contact: { name: Ann, x-internal: true } }\nchannels: [\n";
    const files = { "msgdocs.yaml": "documents: [services/*/asyncapi.yaml]\n", "services/rooms/asyncapi.yaml": hidden };
    const owners = async (settings: string) => {
      const place = folder({ ...files, "msgdocs.yaml": files["msgdocs.yaml"] + settings });
      await msgdocs(place, ["build", "-o", "site", "-q"]);
      return portalIn(place).apis.map(({ owner }) => owner);
    };
    expect([await owners(""), await owners("hideInternal: true\n")]).toEqual([["Ann"], [null]]);
  });

  it("shows the last good part of a document that is broken now", async () => {
    const place = folder(services);
    await msgdocs(place, ["build", "-o", "site", "--cache", "cache", "-q"]);
    await makeParts(place, all);
    writeFileSync(join(place, "services/rooms/asyncapi.yaml"), "asyncapi: 2.6.0\ninfo: {\n");
    expect((await msgdocs(place, ["build", "-o", "site", "--cache", "cache", "-q"])).exit).toBe(1);
    expect(portalIn(place)).toMatchObject({
      apis: [{ status: "built" }, { status: "stale" }],
      channels: [{ receivers: [{ api: "rooms" }] }],
    });
    await msgdocs(place, ["part", all[2] ?? "", "-o", "parts/broken", "-q"]);
    expect((await msgdocs(place, ["merge", "parts/0", "parts/1", "parts/2", "parts/broken", "-o", "merged", "-q"])).exit).toBe(1);
    expect(contents(join(place, "merged"))).toEqual(contents(join(place, "site")));
  });

  it("refuses both of two APIs of one name, with both places", async () => {
    const place = folder({
      ...services,
      "msgdocs.yaml": "documents: [services/**/asyncapi.yaml]\n",
      "services/a/rooms/asyncapi.yaml": service("Halls", "publish"),
    });
    const said = report(await msgdocs(place, ["build", "-o", "site", "--format", "json"]));
    expect(said.diagnostics).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: "portal/same-name",
          file: "services/rooms/asyncapi.yaml",
          related: [expect.objectContaining({ file: "services/a/rooms/asyncapi.yaml" })],
        }),
      ]),
    );
    expect(portalIn(place).apis).toMatchObject([
      { name: "lamps", status: "built" },
      { name: "rooms", status: "failed" },
    ]);
    // Nothing asks to correct the documents, which have no errors.
    expect(said.diagnostics.map(({ code }) => code)).not.toContain("portal/not-built");
    const home = readFileSync(join(place, "site/index.html"), "utf8");
    expect(home).toContain('<a href="problems.html#same-name">rooms</a> <span class="muted">No page: two documents have this name.</span>');
    expect(home).not.toContain("its document could not be built");
  });

  it("says which part is damaged, and shows its API as one that could not be built", async () => {
    const place = folder(services);
    await makeParts(place, all);
    const merge = ["merge", "parts/0", "parts/1", "parts/bad", "-o", "site", "--format", "json"];
    const damages: readonly (readonly [(part: string) => void, RegExp])[] = [
      [(part) => appendFileSync(join(part, "site/index.html"), "<script>"), /damaged: "site\/index\.html"/],
      [(part) => truncateSync(join(part, "site/index.html"), 9), /damaged: "site\/index\.html"/],
      [(part) => rmSync(join(part, "site/index.html")), /damaged: of "site\/index\.html"/],
      [(part) => reseal(part, { links: ["../../x"] }), /link to "\.\.\/\.\.\/x", which the portal does not have/],
      [(part) => reseal(part, {}, { "search.json": "null" }), /its "search\.json" is not of the shape/],
      [(part) => truncateSync(join(part, "part.json"), 999), /part\.json is not one of msgdocs/],
      [(part) => reseal(part, { index: null }), /its part\.json lacks something/],
      [(part) => truncateSync(join(part, "part.json"), 2 ** 26 + 1), /it is larger than 64 MB/],
    ];
    for (const [at, [damage, reason]] of damages.entries()) {
      rmSync(join(place, "parts/bad"), { recursive: true, force: true });
      cpSync(join(place, "parts/2"), join(place, "parts/bad"), { recursive: true });
      damage(join(place, "parts/bad"));
      const said = await msgdocs(place, merge);
      expect([at, said.exit]).toEqual([at, 2]);
      // What its index says is known where that is whole.
      const [file, name] = at < 5 ? ["services/rooms/asyncapi.yaml", "rooms"] : ["parts/bad", "bad"];
      const damaged = report(said).diagnostics.filter(({ code }) => code === "run/failed");
      expect(damaged.map((each) => [each.file, each.hint])).toEqual([[file, "Make the part anew with msgdocs part."]]);
      expect(damaged[0]?.message).toMatch(/^The part "parts\/bad" /);
      expect(damaged[0]?.message).toMatch(reason);
      expect(Object.fromEntries(portalIn(place).apis.map((api) => [api.name, api.status]))).toEqual({ lamps: "built", [name]: "failed" });
      const written = Object.entries(contents(join(place, "site")));
      expect(written.filter(([path, text]) => path.startsWith(`apis/${name}/`) || text.includes("<script>x"))).toEqual([]);
    }
    expect(readdirSync(place).sort()).toEqual(["msgdocs.yaml", "parts", "services", "site"]);
  });

  it("finds all damaged parts at once, and keeps the earlier portal where a folder is no part or one of another portal", async () => {
    const place = folder(services);
    await makeParts(place, all);
    for (const [at, part] of ["parts/1", "parts/2"].entries()) appendFileSync(join(place, part, "site/index.html"), String(at));
    const merge = ["merge", "parts/0", "parts/1", "parts/2", "-o", "site"];
    const said = await msgdocs(place, merge);
    expect([said.exit, said.stderr.match(/The part "parts\/\d"/g)]).toEqual([2, ['The part "parts/1"', 'The part "parts/2"']]);
    const before = contents(join(place, "site"));
    rmSync(join(place, "parts/1/part.json"));
    expect(await msgdocs(place, merge)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('The folder "parts/1" is no part') as string,
    });
    writeFileSync(join(place, "msgdocs.yaml"), services["msgdocs.yaml"].replace("House", "Hut"));
    expect(await msgdocs(place, ["merge", "parts/0", "-o", "site"])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("was made with other settings") as string,
    });
    expect(contents(join(place, "site"))).toEqual(before);
  });

  it("says at the top of its home what does not fit, with a sign and not only a colour", async () => {
    const place = folder({ ...services, "services/rooms/asyncapi.yaml": service("Rooms", "publish", { type: "integer" }) });
    await msgdocs(place, ["build", "-o", "site", "-q"]);
    const home = readFileSync(join(place, "site/index.html"), "utf8");
    expect(home).toMatch(/<ul class="attention">\s*<li><span class="badge bad"><span aria-hidden="true">✗<\/span> 1 message does not fit</);
  });

  it("is published in spite of a clash, on which check fails, unless the command or the settings ask for more", async () => {
    const place = folder({ ...services, "services/rooms/asyncapi.yaml": service("Rooms", "publish", { type: "integer" }) });
    const exitOf = async (...args: string[]): Promise<number> => (await msgdocs(place, args)).exit;
    const built = await msgdocs(place, ["build", "-o", "site"]);
    expect(built).toMatchObject({ exit: 0, stderr: expect.stringMatching(/portal\/clash[^]*shows 1 error between its APIs\./) as string });
    expect(portalIn(place).problems).toMatchObject([{ code: "portal/clash", severity: "error" }]);
    expect([await exitOf("check"), await exitOf("build", "-o", "site", "--strict")]).toEqual([1, 1]);
    writeFileSync(join(place, "msgdocs.yaml"), `${services["msgdocs.yaml"]}\nrules: { portal/clash: error }\n`);
    expect(await exitOf("build", "-o", "site")).toBe(1);
    writeFileSync(join(place, "services/lamps/asyncapi.yaml"), "asyncapi: 2.6.0\ninfo: {\n");
    writeFileSync(join(place, "msgdocs.yaml"), services["msgdocs.yaml"]);
    expect(await exitOf("build", "-o", "site")).toBe(1);
  });

  it("goes without a part whose schema was changed, so that no verdict rests on it", async () => {
    const place = folder({ ...services, "services/rooms/asyncapi.yaml": service("Rooms", "publish", { type: "integer" }) });
    await makeParts(place, ["services/lamps/asyncapi.yaml", "services/rooms/asyncapi.yaml"]);
    const merge = ["merge", "parts/0", "parts/1", "-o", "site", "-q"];
    expect((await msgdocs(place, merge)).exit).toBe(0);
    expect(portalIn(place).problems).toMatchObject([{ code: "portal/clash" }]);
    const schemas = join(place, "parts/1/schemas");
    // Everything would fit this one.
    for (const name of readdirSync(schemas)) writeFileSync(join(schemas, name), "true");
    expect(await msgdocs(place, merge)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/The part "parts\/1" is damaged: "schemas\/[^"]+" does not have the hash/) as string,
    });
  });

  /** Loaded before msgdocs: something happens when a file function meets a path. */
  const when = (name: string, path: string, what: string): string => `
const fs = require("node:fs");
const own = fs.${name};
fs.${name} = (...given) => { if (String(given[0]).includes(${JSON.stringify(path)})) { ${what} } return own(...given); };
require("node:module").syncBuiltinESMExports();
`;
  const kill = 'process.kill(process.pid, "SIGKILL"); for (;;);';

  it("is whole after a kill, on a full disk, and while another merge writes it", async () => {
    const place = folder({
      ...services,
      "writing.cjs": when("writeFileSync", "site.msgdocs-new", kill),
      "swapping.cjs": when("renameSync", "msgdocs-new", kill),
      "full.cjs": when("writeFileSync", "apis/rooms", 'throw Object.assign(new Error("full"), { code: "ENOSPC", path: given[0] });'),
      "other.cjs": when(
        "writeFileSync",
        "apis/rooms",
        `fs.writeFileSync = own; require("node:module").syncBuiltinESMExports();
        const said = require("node:child_process").spawnSync(process.execPath, [${JSON.stringify(cli)}, "merge", "parts/0", "-o", "site"]);
        own("other.txt", said.status + " " + said.stderr);`,
      ),
    });
    // Parts know the version of the program that made them.
    await Promise.all([0, 1, 2].map((at) => ended(spawned(place, ["part", all[at] ?? "", "-o", `parts/${at}`, "-q"]))));
    const merge = (parts: readonly string[], node: readonly string[] = []) =>
      ended(spawned(place, ["merge", ...parts, "-o", "site", "-q"], node));
    await merge(["parts/0", "parts/1"]);
    const before = contents(join(place, "site"));
    for (const preload of ["./writing.cjs", "./swapping.cjs"]) {
      expect(await merge(["parts/0", "parts/2"], ["--require", preload])).toMatchObject({ signal: "SIGKILL" });
      // Whoever comes next tidies up, even if there is nothing that can be merged.
      expect((await msgdocs(place, ["merge", "gone", "-o", "site"])).exit).toBe(2);
      expect(contents(join(place, "site"))).toEqual(before);
    }
    const full = await merge(["parts/0", "parts/2"], ["--require", "./full.cjs"]);
    expect(full).toMatchObject({ code: 3, stderr: expect.stringContaining("no space is left on the disk (ENOSPC)") as string });
    expect(contents(join(place, "site"))).toEqual(before);
    expect(await merge(["parts/0", "parts/2"], ["--require", "./other.cjs"])).toMatchObject({ code: 0 });
    expect(readFileSync(join(place, "other.txt"), "utf8")).toMatch(/^3 error: .*holds it/);
    expect(portalIn(place).apis.map(({ name }) => name)).toEqual(["lamps", "rooms"]);
    expect(readdirSync(place).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("refuses parts that were made with another look", async () => {
    const place = folder(services);
    await makeParts(place, all);
    writeFileSync(join(place, "msgdocs.yaml"), `${services["msgdocs.yaml"]}language: de\n`);
    const said = await msgdocs(place, ["merge", "parts/0", "-o", "site"]);
    expect(said).toMatchObject({ exit: 2, stderr: expect.stringContaining('The part "parts/0" was made with other settings') as string });
  });

  it("leads nowhere to what is left out: without Markdown, and with the schema files of some APIs alone", async () => {
    const place = folder({
      ...services,
      "bare.yaml": `${services["msgdocs.yaml"]}markdown: false\n`,
      "barer.yaml": `${services["msgdocs.yaml"]}markdown: false\nschemaFiles: false\n`,
    });
    const part = (at: number, settings: string) =>
      msgdocs(place, ["part", all[at] ?? "", "--config", settings, "-o", `${settings}-${at}`, "-q"]);
    for (const [at, settings] of [
      [0, "bare.yaml"],
      [0, "barer.yaml"],
      [2, "barer.yaml"],
      [2, "msgdocs.yaml"],
    ] as const)
      await part(at, settings);
    const merge = (...parts: readonly string[]) =>
      msgdocs(place, ["merge", ...parts, "--config", "bare.yaml", "-o", parts[0] === "bare.yaml-0" ? "mixed" : "none"]);
    for (const [parts, site, hasSchemas] of [
      [["bare.yaml-0", "barer.yaml-2"], "mixed", true],
      [["barer.yaml-0", "barer.yaml-2"], "none", false],
    ] as const) {
      expect(await merge(...parts)).toMatchObject({ exit: 0 });
      const files = contents(join(place, site));
      const paths = Object.keys(files);
      expect([paths.filter((path) => path.endsWith(".md")), paths.some((path) => path.endsWith(".schema.json"))]).toEqual([[], hasSchemas]);
      const dead = Object.entries(files).flatMap(([path, text]) => {
        const links = path.endsWith(".html")
          ? text.matchAll(/ (?:href|src)="([^"#?:]+)/g)
          : path.endsWith("llms.txt")
            ? text.matchAll(/\]\(([^)#:]+)/g)
            : [];
        return [...links].map(([, link = ""]) => posix.join(posix.dirname(path), decodeURIComponent(link))).filter((to) => !(to in files));
      });
      expect(dead).toEqual([]);
    }
    // Pages of the portal lead to the Markdown of its APIs, so all parts must have it or none.
    expect(await merge("bare.yaml-0", "msgdocs.yaml-2")).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("was made with other settings") as string,
    });
  });

  it("turns an API round that is described from the client's side, and joins brokers that the settings name", async () => {
    const servers = (host: string): string => `servers: { main: { url: "${host}", protocol: kafka } }\n`;
    const place = folder({
      "msgdocs.yaml":
        "brokers: { events: ['kafka://a:9092', 'kafka://b:9092'] }\ndocuments: [lamps/a.yaml, { path: rooms/a.yaml, perspective: client }]\n",
      "lamps/a.yaml": service("Lamps", "subscribe") + servers("a:9092"),
      "rooms/a.yaml": service("Rooms", "subscribe") + servers("b:9092"),
    });
    await msgdocs(place, ["build", "-o", "site", "-q"]);
    expect(portalIn(place).channels).toMatchObject([{ senders: [{ api: "lamps" }], receivers: [{ api: "rooms" }] }]);
  });

  it("keeps documents that name themselves badly in their own folders", async () => {
    const hostile = (id: string, title: string): string =>
      service("Lamps", "subscribe")
        .replace("info: {", `id: ${JSON.stringify(id)}\ninfo: {`)
        .replace("title: Lamps", `title: ${JSON.stringify(title)}`);
    const place = folder({
      "msgdocs.yaml": "documents: ['*/a.yaml']\n",
      "one/a.yaml": hostile("urn:x:..", "</script><script>alert(1)</script>"),
      "two/a.yaml": hostile("urn:x:__proto__", "`](javascript:alert(1))"),
    });
    expect((await msgdocs(place, ["build", "-o", "site", "-q"])).exit).toBe(0);
    const site = contents(join(place, "site"));
    expect([...new Set(Object.keys(site).flatMap((path) => /^apis\/([^/]+)/.exec(path)?.[1] ?? []))].sort()).toEqual(["proto", "x"]);
    expect(Object.entries(site).filter(([path, text]) => /\.(?:html|js)$/.test(path) && text.includes("<script>alert"))).toEqual([]);
  });

  it("prints the key of a part, which changes with what it is made from, and writes down its inputs", async () => {
    const place = folder(services);
    const keyOf = async (): Promise<string> =>
      (await msgdocs(place, ["part", "services/rooms/asyncapi.yaml", "--print-key", "--inputs", "inputs.json"])).stdout;
    const key = await keyOf();
    expect(key).toMatch(/^[0-9a-f]{64}\n$/);
    const { inputs } = JSON.parse(readFileSync(join(place, "inputs.json"), "utf8")) as {
      inputs: { path: string; sha256: string | null }[];
    };
    expect(inputs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: "services/rooms/asyncapi.yaml", sha256: expect.any(String) as string }),
        { path: "services/rooms/msgdocs.yaml", sha256: null },
      ]),
    );
    appendFileSync(join(place, "services/lamps/asyncapi.yaml"), "tags: [{ name: other }]\n");
    expect(await keyOf()).toBe(key);
    appendFileSync(join(place, "services/rooms/asyncapi.yaml"), "tags: [{ name: own }]\n");
    expect(await keyOf()).not.toBe(key);
    expect(readdirSync(place).sort()).toEqual(["inputs.json", "msgdocs.yaml", "services"]);
  });

  it("says what to name where something is missing", async () => {
    const place = folder(services);
    mkdirSync(join(place, "empty"));
    const errors = [
      ["merge", "empty", "-o", "site"],
      ["merge", "gone", "-o", "site"],
      ["part", "services/rooms/asyncapi.yaml"],
      ["build", "--single-file", "a.html"],
    ];
    for (const args of errors)
      expect(await msgdocs(place, args)).toMatchObject({ exit: 2, stderr: expect.stringMatching(/^error: /) as string });
  });
});
