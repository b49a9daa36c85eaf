import { expect, test } from "vitest";
import type { CodeDefinition } from "../../../src/text/diagnostics/index.ts";
import { catalog } from "../../../src/text/diagnostics/index.ts";
import { contents, folder, msgdocs } from "../../app/cli/shell.ts";
import { codes, readRulePage } from "../../support/rule-page.ts";

/** Errors whose page is the overview, and why. */
const onOverview: Readonly<Record<string, string>> = {
  "document/key-not-a-string": "a key of the root",
  "document/loose-syntax": "a value of the root's info",
  "document/tag": "a value of the root's info",
  "structure/required-field": "a field of the root's info",
  "tag/duplicate": "the root's list of tags: the page of the tag shows the first",
  "trait/forbidden-field": "a trait that nothing uses",
  "value/absolute-url": "a field of the root's info",
  "value/uri": "the root's id",
};

/** Errors that are not found on these runs: of the settings, and of what needs a network. */
const notHere = new Set(["config/not-found", "reference/lock-mismatch", "reference/remote-failed"]);

const rulePages = codes
  .filter((code) => {
    const { level, fatal }: CodeDefinition = catalog[code];
    return level === "error" && !fatal && !notHere.has(code);
  })
  .map(readRulePage)
  .filter(({ args }) => args[0] === "check");

/** The pages of a site that is built in spite of its problems, the overview apart from those of one kind of thing. */
async function builtFrom(files: Readonly<Record<string, string | Uint8Array>>): Promise<Record<string, string>> {
  const at = folder(files);
  await msgdocs(at, ["build", "msgapi.yaml", "-o", "out", "--allow-errors"]);
  return contents(`${at}/out`);
}

const ofThings = /^(?:(?:channels|operations|messages|schemas)\/.*|servers|security|tags)\.html$/;

test.each(rulePages)("$code: the site names the problem on the page of the thing, and links there", async ({ code, wrong }) => {
  const site = await builtFrom(wrong);
  const telling = Object.keys(site).filter((path) => ofThings.test(path) && site[path]?.includes(`<code>${code}</code>`));
  expect(site["index.html"]).toContain(`<code>${code}</code>`);
  expect(telling.length > 0).toBe(!(code in onOverview));
  const linked = telling.filter((path) => site["index.html"]?.includes(`href="${path}#problem-`));
  expect(linked.length > 0).toBe(telling.length > 0);
});

const broken = `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0 }
servers:
  prod: { host: lamps.example.com, protocol: mqtt }
channels:
  lit:
    address: lit
    servers: [{ $ref: '#/servers/nope' }]
    messages:
      lost: { $ref: '#/components/messages/Lost' }
      found:
        traits: [{ $ref: '#/components/messageTraits/Nope' }]
        payload: { type: object, properties: { lux: { type: intger } } }
operations:
  sendLit:
    action: send
    channel: { $ref: '#/channels/lit' }
    messages: [{ $ref: '#/channels/lit/messages/lost' }]
  sendNowhere:
    action: sendd
    channel: { $ref: '#/channels/nowhere' }
`;

test("what is refused is not shown as fine, as absent or as unknown", async () => {
  const site = await builtFrom({ "msgapi.yaml": broken });
  const page = (path: string): string => site[path] ?? "";
  for (const path of Object.keys(site).filter((each) => each.endsWith(".html") && !each.startsWith("source/"))) {
    expect(page(path)).not.toContain("The format does not know these");
    expect(page(path)).not.toContain("This operation has no message");
  }
  expect(page("operations/sendlit.html")).toContain("The message #/channels/lit/messages/lost could not be found.");
  expect(page("channels/lit.html")).toContain("The message #/components/messages/Lost could not be found.");
  expect(page("channels/lit.html")).toContain("The server #/servers/nope could not be found.");
  expect(page("channels/lit.html")).not.toContain("lamps.example.com");
  expect(page("operations/sendnowhere.html")).toContain("The channel #/channels/nowhere could not be found.");
  expect(page("operations/sendnowhere.html")).toContain("The document does not say in words of the format who sends and who receives.");
  expect(page("messages/found.html")).toMatch(/class="schema-type">[^]{0,80}intger[^]{0,200}class="field-problem"/);
  expect(page("messages/found.html")).toMatch(/<code>traits<\/code>[^]*?class="field-problem"/);
  expect(page("index.html")).toMatch(/Fields that could not be read[^]*?<code>version<\/code>[^]*?class="field-problem"/);
});

test("a schema with an error has no generated example, and no example is said to match it", async () => {
  const site = await builtFrom({
    "msgapi.yaml": `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lit:
    messages:
      broken: { payload: { type: strng } }
      inner: { payload: { $ref: '#/components/schemas/Lux' }, examples: [{ payload: {} }] }
components:
  schemas:
    Lux: { type: object, properties: { lux: { type: intger } } }
`,
  });
  expect(site["messages/broken.html"]).toContain("No example could be generated: its schema has an error.");
  expect(site["messages/inner.html"]).toContain("Not checked: its schema has an error.");
  expect(Object.values(site).join("")).not.toContain("matches its schema");
});

test("the Markdown of a page says what is wrong, and takes nothing that was refused for a fact", async () => {
  const site = await builtFrom({ "msgapi.yaml": broken });
  const nowhere = site["operations/sendnowhere.md"] ?? "";
  expect(nowhere).toContain("The document does not say in words of the format who sends and who receives.");
  expect(nowhere).not.toContain("The document says `sendd`");
  expect(nowhere).toMatch(/## Fields that could not be read\n\n- `action`/);
  expect(nowhere).not.toContain("## Further fields");
  expect(nowhere).toMatch(/## Problems\n\n[^]*- error `reference\/not-found`/);
  expect(site["operations/sendlit.md"]).toContain("The application sends. The document says `send`.");
  expect(site["operations/sendlit.md"]).toContain("No message is known");
  expect(site["messages/found.md"]).toMatch(/## Problems\n\n[^]*- error `schema\/keyword`/);
});
