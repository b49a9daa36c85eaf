import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { msgdocs } from "../cli/shell.ts";
import { folder } from "./folder.ts";
import { builderIn, get, previewed } from "./previewed.ts";

const SCRIPT = /<script src="\/__msgdocs\/watch\.js" data-version="[^"]*"><\/script>/;

const service = (title: string, direction: "publish" | "subscribe", { type = "string", version = "1.0.0" } = {}): string => `asyncapi: 2.6.0
info: { title: ${title}, version: ${version}, description: "![A house](house.svg)" }
channels:
  lamp/lit:
    ${direction}:
      operationId: ${title.toLowerCase()}Lit
      message: { messageId: lit, payload: { type: object, required: [id], properties: { id: { type: ${type} } } } }
`;

const picture = (size: number): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`;

const SETTINGS = "title: House\ndocuments: [services/*/asyncapi.yaml]\nsiteUrl: https://house.example/\nroot: .\n";

const house = {
  "msgdocs.yaml": SETTINGS,
  "services/lamps/asyncapi.yaml": service("Lamps", "subscribe"),
  "services/lamps/house.svg": picture(1),
  "services/rooms/asyncapi.yaml": service("Rooms", "publish"),
};

function save(cwd: string, name: string, text: string): string {
  const path = join(cwd, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const ANALYTICS = /<script[^>]* src="https:\/\/count\.example\/[^>]*><\/script>\n?/;

/** Everything that is served is what `build` writes, pages with one script element more and none that counts visitors. */
async function expectSame(cwd: string, port: number): Promise<void> {
  rmSync(join(cwd, "site"), { recursive: true, force: true });
  await msgdocs(cwd, ["build", "-o", "site", "-q"]);
  const { files } = JSON.parse(readFileSync(join(cwd, "site/manifest.json"), "utf8")) as { readonly files: readonly string[] };
  expect(files.length).toBeGreaterThan(40);
  for (const path of files) {
    const { body } = await get(port, `/${path.split("/").map(encodeURIComponent).join("/")}`);
    const served = path.endsWith(".html") ? body.replace(SCRIPT, "") : body;
    const written = readFileSync(join(cwd, "site", path), "utf8").replace(ANALYTICS, "");
    expect([path, served === written]).toEqual([path, true]);
  }
  rmSync(join(cwd, "site"), { recursive: true });
}

const analytics = "analytics: { script: https://count.example/count.js }\n";

test.each([
  ["without analytics", ""],
  ["with analytics, of which a preview has none", analytics],
])("after any saves everything that is served equals a fresh build: %s", async (_, more) => {
  const cwd = folder({ ...house, "msgdocs.yaml": SETTINGS + more });
  const { port, build } = await previewed(cwd);
  await expectSame(cwd, port);
  const lamps = "services/lamps/asyncapi.yaml";
  const saves: (() => readonly string[])[] = [
    () => [save(cwd, lamps, service("Torches", "subscribe", { type: "integer" }))],
    () => [save(cwd, "services/lamps/house.svg", picture(2))],
    () => [save(cwd, "services/doors/asyncapi.yaml", service("Doors", "publish"))],
    () => [
      save(cwd, "services/doors/msgdocs.yaml", "guides: [guides/*.md]\n"),
      save(cwd, "services/doors/guides/one.md", "# One\n\nText.\n"),
    ],
    () => {
      save(cwd, "services/doors/guides/two.md", "# Two\n\nMore.\n");
      return [join(cwd, "services/doors/guides/*.md")];
    },
    () => [save(cwd, "services/lamps/asyncapi.yaml", service("Lamps", "subscribe"))],
    () => {
      rmSync(join(cwd, "services/rooms"), { recursive: true });
      return [join(cwd, "services/rooms/asyncapi.yaml")];
    },
    () => [save(cwd, "msgdocs.yaml", SETTINGS.replace("House", "Home") + more)],
  ];
  for (const change of saves) {
    const { site, message } = await build(...change());
    expect([message, site !== undefined]).toEqual([undefined, true]);
    await expectSame(cwd, port);
  }
});

test("parts that other processes make are as those of a preview are, too", async () => {
  const names = ["one", "two", "three", "four"];
  const more = Object.fromEntries(names.map((name) => [`services/${name}/asyncapi.yaml`, service(name, "publish")]));
  const cwd = folder({ ...house, ...more, "msgdocs.yaml": SETTINGS + analytics });
  const { port } = await previewed(cwd);
  await expectSame(cwd, port);
});

test("a broken document hides no other: its last good state is shown as such, and its problems are told with their place", async () => {
  const cwd = folder(house);
  const { port, build } = await previewed(cwd);
  const status = async (): Promise<unknown> =>
    (JSON.parse((await get(port, "/portal.json")).body) as { apis: { name: string; status: string; title: string }[] }).apis.map(
      ({ name, title, status: is }) => [name, title, is],
    );
  const broken = save(cwd, "services/lamps/asyncapi.yaml", service("Lamps", "subscribe").replace("channels:", "channels: ["));
  const rooms = save(cwd, "services/rooms/asyncapi.yaml", service("Halls", "publish"));
  const { site, unbuilt, report } = await build(broken, rooms);
  expect(site).toBeDefined();
  expect(unbuilt?.problems).toMatchObject([{ severity: "error", file: "services/lamps/asyncapi.yaml", place: { file: { id: broken } } }]);
  expect(report?.problems.map(({ code }) => code)).toContain("portal/stale");
  expect(await status()).toEqual([
    ["lamps", "Lamps", "stale"],
    ["rooms", "Halls", "built"],
  ]);
  // It stays when another document is saved.
  await build(save(cwd, "services/rooms/asyncapi.yaml", service("Rooms", "publish")));
  expect(await status()).toEqual([
    ["lamps", "Lamps", "stale"],
    ["rooms", "Rooms", "built"],
  ]);
  const mended = await build(save(cwd, "services/lamps/asyncapi.yaml", service("Torches", "subscribe")));
  expect(mended.unbuilt?.problems).toEqual([]);
  expect(await status()).toEqual([
    ["lamps", "Torches", "built"],
    ["rooms", "Rooms", "built"],
  ]);
});

test("a page that a save does not change keeps its version, and one whose picture changed has another", async () => {
  const cwd = folder(house);
  const { port, build } = await previewed(cwd);
  const version = async (page: string): Promise<string> => (await get(port, `/__msgdocs/version?page=${encodeURIComponent(page)}`)).body;
  const pages = ["/apis/rooms/index.html", "/apis/lamps/index.html", "/index.html"];
  const before = await Promise.all(pages.map(version));
  await build(save(cwd, "services/lamps/house.svg", picture(2)));
  const [rooms, lamps, home] = await Promise.all(pages.map(version));
  expect([rooms, home]).toEqual([before[0], before[2]]);
  expect(lamps).not.toBe(before[1]);
});

test("what is followed: documents and what they show, fragments, what globs name, settings that may come to be", async () => {
  const cwd = folder({ ...house, "services/parts/asyncapi.yaml": "type: string\n" });
  const { dependencies } = await builderIn(cwd).build();
  for (const name of ["msgdocs.yaml", "services/lamps/asyncapi.yaml", "services/lamps/house.svg", "services/parts/asyncapi.yaml"])
    expect(dependencies.files).toContain(join(cwd, name));
  expect(dependencies.files).toContain(join(cwd, "services/rooms/msgdocs.yaml"));
  expect(dependencies.globs).toContain(join(cwd, "services/*/asyncapi.yaml"));
});

test("without any document the preview waits for one", async () => {
  const cwd = folder({ "msgdocs.yaml": SETTINGS });
  const builder = builderIn(cwd);
  const { site, message, dependencies } = await builder.build();
  expect([site, message]).toEqual([undefined, expect.stringMatching(/^No document matches/)]);
  expect(dependencies.globs).toContain(join(cwd, "services/*/asyncapi.yaml"));
  expect((await builder.build([save(cwd, "services/lamps/asyncapi.yaml", service("Lamps", "subscribe"))])).site).toBeDefined();
});

test("parts are kept in one folder, which does not grow and goes with the preview", async () => {
  const kept = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("msgdocs-parts-"));
  const others = new Set(kept());
  const cwd = folder(house);
  const builder = builderIn(cwd);
  await builder.build();
  const [own = ""] = kept().filter((name) => !others.has(name));
  const entries = (): number => readdirSync(join(tmpdir(), own, "entries")).length;
  for (let at = 1; at <= 5; at += 1) await builder.build([save(cwd, "services/lamps/asyncapi.yaml", service(`Lamps${at}`, "subscribe"))]);
  expect(entries()).toBe(2);
  builder.close();
  expect(kept()).not.toContain(own);
});

test("a comparison of versions follows the settings, and the documents", async () => {
  const two = "documents: [{ path: lamps/*.yaml, name: lamps }]\n";
  const old = service("Lamps", "subscribe", { version: "1.0.0" });
  const now = service("Lamps", "subscribe", { version: "2.0.0", type: "integer" });
  const cwd = folder({ "msgdocs.yaml": two, "lamps/old.yaml": old, "lamps/now.yaml": now });
  const { port, build } = await previewed(cwd);
  const changes = async (): Promise<string> => (await get(port, "/apis/lamps/changes.md")).body;
  expect(await changes()).toContain("### Breaking");
  await build(save(cwd, "msgdocs.yaml", `${two}rules: { change/payload: off }\n`));
  expect(await changes()).not.toContain("### Breaking");
  await build(save(cwd, "msgdocs.yaml", two));
  await build(save(cwd, "lamps/now.yaml", old.replace("1.0.0", "2.0.0")));
  expect(await changes()).toContain("Nothing changed that a reader could notice.");
});
