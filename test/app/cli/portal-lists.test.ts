import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folder, msgdocs, report } from "./shell.ts";

const service = (title: string, direction: "publish" | "subscribe", type = "string"): string => `asyncapi: 2.6.0
info: { title: ${title}, version: 1.0.0 }
channels: { lit: { ${direction}: { message: { name: Lit, payload: { type: ${type} } } } } }
`;

const services = {
  "msgdocs.yaml": "documents: [zeta/a.yaml, '*/a.yaml']\nlogo: brand/logo.svg\nrules: { portal/one-sided: warning }\n",
  "brand/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "alpha/a.yaml": service("Alpha", "publish"),
  "beta/a.yaml": service("Beta", "publish"),
  "zeta/a.yaml": service("Zeta", "publish"),
};

async function home(files: Readonly<Record<string, string>>): Promise<string> {
  const place = folder(files);
  await msgdocs(place, ["build", "-o", "site", "-q"]);
  return readFileSync(join(place, "site/index.md"), "utf8");
}

it("a portal lists its APIs in the order of the setting documents, and those of one glob by name", async () => {
  const named = (text: string) => [...text.matchAll(/^- \[(\w+)\]\(apis/gm)].map(([, name]) => name);
  expect(named(await home(services))).toEqual(["Zeta", "Alpha", "Beta"]);
});

it("a portal says at its home on how many channels one side is not known, where the settings count that as a warning", async () => {
  const point = "1 one-sided channel: [lit](channels/";
  expect(await home(services)).toContain(point);
  expect(await home({ ...services, "msgdocs.yaml": "documents: ['*/a.yaml']\n" })).not.toContain(point);
});

it("a portal counts what does not fit once, by messages", async () => {
  const files = { ...services, "sender/a.yaml": service("Sender", "subscribe", "integer") };
  const place = folder(files);
  await msgdocs(place, ["build", "-o", "site", "-q"]);
  const said = ["index.md", "channels.md", "apis/sender/index.md"].map((path) => {
    return [path, readFileSync(join(place, "site", path), "utf8").includes("3 messages do not fit")];
  });
  expect(said).toEqual([
    ["index.md", true],
    ["channels.md", true],
    ["apis/sender/index.md", true],
  ]);
});

it("a document that cannot be built is told at one line by check and build", async () => {
  const place = folder({ ...services, "beta/a.yaml": `# Ours\n${service("Beta", "publish").replace("title: Beta, ", "")}` });
  const lines = async (...args: readonly string[]) =>
    report(await msgdocs(place, [...args, "--format", "json"])).diagnostics.flatMap((each) =>
      each.code === "portal/not-built" ? [(each as unknown as { start: unknown }).start] : [],
    );
  expect([await lines("check"), await lines("build", "-o", "site")]).toEqual([[{ line: 1, column: 1 }], [{ line: 1, column: 1 }]]);
});

it("what the settings of a portal name beside them is no reach beyond its documents", async () => {
  const { stderr } = await msgdocs(folder(services), ["check"]);
  expect(stderr).not.toContain("Read beyond");
});

it("a name in tryIt that no document has is told by check and build, at its place", async () => {
  const withServer = (name: string): string => `${service(name, "publish")}servers: { ${name}: { url: "ws://x.example", protocol: ws } }\n`;
  const place = folder({
    "msgdocs.yaml": "documents: ['*/a.yaml']\ntryIt: [Alpha, Bta]\n",
    "alpha/a.yaml": withServer("Alpha"),
    "beta/a.yaml": withServer("Beta"),
  });
  const found = async (...args: readonly string[]) =>
    report(await msgdocs(join(place, "alpha"), [...args, "--config", "../msgdocs.yaml", "--format", "json"])).diagnostics.flatMap(
      (each) => {
        const { code, file, start, hint } = each as unknown as Record<string, unknown>;
        return code === "config/wrong-type" ? [{ file, start, hint }] : [];
      },
    );
  const told = { file: "../msgdocs.yaml", start: { line: 2, column: 16 }, hint: 'Did you mean "Beta"? Known servers: "Alpha", "Beta".' };
  expect(await found("check")).toEqual([told]);
  expect(await found("build", "-o", "site")).toEqual([told]);
  // Of some of the documents nobody can tell.
  writeFileSync(join(place, "msgdocs.yaml"), "documents: ['*/a.yaml']\ntryIt: [Beta]\n");
  expect(await found("check", "a.yaml")).toEqual([]);
});
