import { expect, test } from "vitest";
import { build } from "../../../src/app/api/index.ts";
import { folder, msgdocs } from "../../app/cli/shell.ts";

const messages = Array.from(
  { length: 5 },
  (_, at) => `    m${at}: { payload: { properties: { lamp: { $ref: "#/components/schemas/Lamp" } } } }\n`,
);
const document = `asyncapi: 2.6.0
info: { title: 'House "of" lamps', version: 1.0.0, description: "All lamps: of a house." }
channels: {}
components:
  schemas: { Lamp: { type: string, description: "![a lamp](lamp.png) and \`[code](x.html)\`" } }
  messages:
${messages.join("")}`;

test("Markdown alone has front matter, pictures and schemas, no HTML, and no link to a page that is not there", async () => {
  const cwd = folder({
    "asyncapi.yaml": document,
    "lamp.png": Buffer.from("iVBORw0KGgo=", "base64"),
    "guide.md": "---\ntitle: Begin\n---\n# Begin\n",
  });
  const settings = { markdownOnly: true, siteUrl: "https://docs.example.com/", guides: ["guide.md"], limits: { listRows: 2 } };
  const { files = new Map<string, Uint8Array>() } = await build({ cwd, settings });
  const text = (path: string): string => new TextDecoder().decode(files.get(path));
  expect(text("index.md")).toMatch(/^---\ntitle: "House \\"of\\" lamps"\ndescription: "All lamps: of a house\."\n---\n\n# House/);
  expect(text("guides/guide.md")).toBe("---\ntitle: Begin\n---\n# Begin\n");
  const others = [...files.keys()].filter((path) => !/\.(?:md|json|yaml|txt|png|avsc)$/.test(path));
  expect(others).toEqual([]);
  expect([...files.keys()].some((path) => /lamp[^/]*\.png$/.test(path))).toBe(true);
  expect(files.has("manifest.json")).toBe(false);
  const lamp = text("schemas/lamp.md");
  expect(lamp).toContain("`[code](x.html)`");
  const pages = [...files.keys()].filter((path) => path.endsWith(".md"));
  expect(pages.filter((path) => !/^---\ntitle: ./.test(text(path)))).toEqual([]);
  expect(text("messages.md")).toMatch(/^---\ntitle: "Messages"\ndescription: "Every kind of message\."\n---\n\n# Messages\n\nPage 1 of \d/);
  const links = pages.flatMap((path) =>
    [
      ...text(path)
        .replaceAll(/^---\n[^]*?^---$|^```[^]*?^```$|`[^`\n]*`/gm, "")
        .matchAll(/(?<!\\)\]\(<?([^)>\s]*)/g),
    ].map(([, href = ""]) => ({ path, href })),
  );
  const ours = links.filter(({ href }) => !/^\w+:/.test(href));
  expect(ours.length).toBeGreaterThan(10);
  const lead = ({ path, href }: { path: string; href: string }) => decodeURIComponent(new URL(href, `site://x/${path}`).pathname.slice(1));
  expect(ours.filter((each) => !files.has(lead(each)))).toEqual([]);
  // The page of all uses has no Markdown.
  expect(lamp).toMatch(/^.*\b3 more\b.*$/m);
});

test("Markdown alone goes into a folder, which the next build replaces; one file of HTML is something else", async () => {
  const cwd = folder({ "asyncapi.yaml": document, "lamp.png": "", "msgdocs.yaml": "markdownOnly: true\noutput: site\n" });
  for (const round of [1, 2]) expect([round, (await msgdocs(cwd, ["build"])).exit]).toEqual([round, 0]);
  const said = await msgdocs(cwd, ["build", "--single-file", "api.html"]);
  expect([said.exit, said.stderr]).toEqual([2, expect.stringContaining("Either Markdown")]);
});

test("Markdown alone has the code of all languages, because there is no page that has the others", async () => {
  const served = `asyncapi: 2.6.0
info: { title: Lamps, version: 1.0.0 }
servers: { main: { url: "kafka.example.com:9092", protocol: kafka } }
channels: { lit: { subscribe: { operationId: onLit, message: { payload: { type: string } } } } }
`;
  const cwd = folder({ "asyncapi.yaml": served });
  const textOf = async (markdownOnly: boolean): Promise<string> => {
    const { files = new Map<string, Uint8Array>() } = await build({ cwd, settings: { markdownOnly } });
    return new TextDecoder().decode(files.get("operations/onlit.md"));
  };
  const [alone, beside] = [await textOf(true), await textOf(false)];
  expect([alone.includes("Also on the page"), beside.includes("Also on the page")]).toEqual([false, true]);
  expect(alone).toMatch(/```java\n[^]*```go\n/);
});
