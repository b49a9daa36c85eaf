import { expect, test } from "vitest";
import { pageAt, siteOf } from "../kinds/site-of.ts";

const document = `asyncapi: 2.6.0
info: { title: Lamps, version: 1.0.0 }
servers: { main: { url: host.example, protocol: mqtt } }
channels:
  lamp: { publish: { message: { $ref: "#/components/messages/Lit" } } }
components:
  messages: { Lit: { payload: { $ref: "#/components/schemas/Lamp" } } }
  schemas: { Lamp: { type: object, properties: { on: { type: boolean } } } }
`;

/** What a file of the site links to, as paths of the site. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#]+)/g)].map(([, href = ""]) => href);
}

test("Markdown and files of schemas are left out where the settings say so, and so is every link to them", async () => {
  const whole = await siteOf(document);
  const bare = await siteOf(document, { markdown: false, schemaFiles: false });
  const isExtra = (path: string): boolean => /\.md$|\.schema\.json$|^llms-full\.txt$|^search\/(?:texts|pages)/.test(path);
  expect([...whole.keys()].filter(isExtra).length).toBeGreaterThan(8);
  expect([...bare.keys()]).toEqual([...whole.keys()].filter((path) => !isExtra(path)));
  const mentions = (files: ReadonlyMap<string, string>): string[] =>
    [...files].flatMap(([path, text]) => (/\.md\b|\.schema\.json|text\/markdown/.test(text) ? [path] : []));
  expect(mentions(whole)).toContain("index.html");
  expect(mentions(bare)).toEqual([]);
});

test("each can be left out alone", async () => {
  const paths = async (settings: object): Promise<readonly boolean[]> => {
    const files = await siteOf(document, settings);
    return [files.has("operations/lamp-publish.md"), files.has("messages/lit.payload.schema.json")];
  };
  expect(await paths({ markdown: false })).toEqual([false, true]);
  expect(await paths({ schemaFiles: false })).toEqual([true, false]);
});

test("pages lead to assistants where the site has a public address and the settings do not say otherwise", async () => {
  const show = { source: false, problems: true };
  const siteUrl = "https://docs.example.com/lamps/";
  const page = async (settings: object): Promise<string> => pageAt(await siteOf(document, settings), "messages/lit.html");
  const asked = "https://docs.example.com/lamps/operations/lamp-publish.md";
  const links = [...(await page({ siteUrl })).matchAll(/https:\/\/(?:chatgpt\.com|claude\.ai)\/[^"]*/g)].map(([url]) => url);
  expect(links).toEqual([expect.stringContaining(`Read%20${asked}%20so`), expect.stringContaining(`Read%20${asked}%20so`)]);
  const html = "https://docs.example.com/lamps/operations/lamp-publish.html%20so";
  expect(await page({ siteUrl, markdown: false })).toContain(html);
  for (const settings of [{}, { siteUrl, show: { ...show, assistants: false } }])
    expect(await page(settings)).not.toMatch(/chatgpt|claude/);
});

test("without Markdown, llms.txt leads to the pages", async () => {
  for (const markdown of [true, false]) {
    const files = await siteOf(document, { markdown });
    const links = linksOf(files.get("llms.txt") ?? "");
    expect(links).toContain(markdown ? "operations/lamp-publish.md" : "operations/lamp-publish.html");
    expect(links).toContain(markdown ? "servers.md" : "servers.html");
    expect(links.filter((href) => !files.has(href))).toEqual([]);
  }
});
