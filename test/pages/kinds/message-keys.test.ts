import { expect, test } from "vitest";
import { pageAt, siteOf, textOf } from "./site-of.ts";

async function shownOf(document: string, page: string) {
  const files = await siteOf(document);
  const fact = /<dt>Key<\/dt><dd>(.*?)<\/dd>/.exec(pageAt(files, `messages/${page}.html`))?.[1] ?? "";
  const [, told = ""] = pageAt(files, `messages/${page}.md`).split("\n## Messages");
  const { things } = JSON.parse(files.get("manifest.json") ?? "{}") as { things: { kind: string; keys?: string[] }[] };
  const model = JSON.parse(files.get("model.json") ?? "{}") as { messages: { keys?: string[] }[] };
  return {
    files,
    page: textOf(fact).trim(),
    markdown: /- Key: (.*)/.exec(told)?.[1],
    model: model.messages.map(({ keys }) => keys),
    manifest: things.filter(({ kind }) => kind === "message").map(({ keys }) => keys),
    terms: files.get("search/terms.js") ?? "",
  };
}

test("a message that a channel calls by two keys shows both and that of the components", async () => {
  const shown = await shownOf(
    `asyncapi: 3.0.0
info: { title: Lights, version: "1" }
channels:
  c: { messages: { turnOn: { $ref: "#/components/messages/both" }, turnOff: { $ref: "#/components/messages/both" } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }
components: { messages: { both: {}, alias: { $ref: "#/components/messages/both" } } }
`,
    "both",
  );
  expect(shown.page).toBe("turnOn , turnOff , both , alias");
  expect(shown.markdown).toBe("`turnOn`, `turnOff`, `both`, `alias`");
  expect(shown.model).toEqual([["turnOn", "turnOff", "both", "alias"]]);
  expect(shown.manifest).toEqual(shown.model);
  expect(shown.terms).toContain("alias");
});

test("the key of the components stands beside a messageId, and beside a name", async () => {
  const named = (field: string): string => `asyncapi: 2.6.0
info: { title: Worker, version: "1" }
channels: { a: { subscribe: { message: { $ref: "#/components/messages/quartz" } } } }
components: { messages: { quartz: { ${field}: runStart } } }
`;
  const byId = await shownOf(named("messageId"), "runstart");
  expect([byId.page, byId.markdown, byId.model]).toEqual(["quartz", "`quartz`", [["quartz"]]]);
  expect(byId.manifest).toEqual([["quartz"]]);
  expect(byId.terms).toContain("quartz");
  const byName = await shownOf(named("name"), "quartz");
  expect([byName.page, byName.markdown, byName.model]).toEqual(["quartz", "`quartz`", [undefined]]);
  expect(byName.manifest).toEqual([undefined]);
});

test("the only key is not said again where the title is the same", async () => {
  const one = `asyncapi: 3.0.0
info: { title: Lights, version: "1" }
channels: { c: { messages: { on: {} } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }
`;
  expect((await shownOf(one, "on")).page).toBe("");
});
