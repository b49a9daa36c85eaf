import { describe, expect, test } from "vitest";
import { outsideOfSite } from "../../security/closed-site.ts";
import { pageAt, siteOf, textOf } from "../kinds/site-of.ts";

const operation = (action: string) => `asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
channels:
  asks: { address: asks, messages: { ask: { $ref: "#/components/messages/Ask" } } }
  answers: { address: answers, messages: { answer: { $ref: "#/components/messages/Answer" } } }
operations:
  talk: { action: ${action}, channel: { $ref: "#/channels/asks" }, reply: { channel: { $ref: "#/channels/answers" } } }
components:
  messages:
    Ask: { payload: { type: string } }
    Answer: { payload: { type: string } }
`;

const older = (verb: string) => `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels:
  asks: { ${verb}: { operationId: talk, message: { $ref: "#/components/messages/Ask" } } }
components: { messages: { Ask: { payload: { type: string } } } }
`;

/** The same document with a second operation that uses its messages, so that these have pages of their own. */
const twice = (text: string): string =>
  text.startsWith("asyncapi: 2")
    ? text
        .replace("components:", '  more: { publish: { operationId: again, message: { $ref: "#/components/messages/Ask" } } }\ncomponents:')
        .replace("publish: { operationId: again", `${text.includes("subscribe") ? "subscribe" : "publish"}: { operationId: again`)
    : text.replace(/( {2}talk: .*)\n/, (line, talk: string) => `${line}${talk.replace("talk:", "again:")}\n`);

interface DirectionCase {
  readonly name: string;
  readonly text: string;
  /** Whose side the document describes; the application's else. */
  readonly perspective?: "client";
  readonly ask: "send" | "receive";
  readonly answer: "send" | "receive" | undefined;
}

/** What each word of the document makes the application do with the request, and with the reply. */
const cases: readonly DirectionCase[] = [
  { name: "send", text: operation("send"), ask: "send", answer: "receive" },
  { name: "receive", text: operation("receive"), ask: "receive", answer: "send" },
  { name: "subscribe", text: older("subscribe"), ask: "send", answer: undefined },
  { name: "publish", text: older("publish"), ask: "receive", answer: undefined },
  { name: "send of a client", text: operation("send"), perspective: "client", ask: "receive", answer: "send" },
  { name: "publish of a client", text: older("publish"), perspective: "client", ask: "send", answer: undefined },
];

const opposite = { send: "receive", receive: "send" } as const;

describe.each(["application", "client"] as const)("reader: %s", (reader) => {
  test.each(cases)(
    "$name: every page says who sends and who receives, of the reply too",
    async ({ name, text, perspective, ask, answer }: DirectionCase) => {
      const settings = { reader, ...(perspective && { perspective }) };
      const files = await siteOf(text, settings);
      const badge = (way: "send" | "receive") => `Lamp ${way}s`;
      const others = (way: "send" | "receive") => `${reader === "client" ? "you" : "others"} can ${opposite[way]}`;
      const sign = (way: "send" | "receive") => (way === "send" ? "↑" : "↓");
      const route = (way: "send" | "receive") => `${sign(way)} ${badge(way)} ${others(way)}`;

      const html = files.get("operations/talk.html") ?? "";
      expect(textOf(html)).toContain(route(ask));
      expect(textOf(files.get("messages.html"))).toMatch(new RegExp(`The application Message .* ${sign(ask)} ${ask}s Ask `));
      // Nobody else is the subject, and nothing turns the page round.
      for (const [path, page] of files)
        if (path.endsWith(".html"))
          expect([path, page]).not.toEqual([path, expect.stringMatching(/You (?:send|receive)|I build|as-(?:client|app)\b/)]);
      // A message with a page of its own says the same.
      const shared = pageAt(await siteOf(twice(text), settings), "messages/ask.html");
      expect(textOf(shared)).toContain(route(ask));
      expect(textOf(shared)).toContain(`${ask === "send" ? "Sent" : "Received"} by Lamp on asks by talk`);
      // The document's own word stands beside that, said to be of the side that it describes.
      const [verb] = name.split(" ");
      const says = perspective === "client" ? "The document, which describes the client, says" : "The document says";
      expect(textOf(html)).toContain(`${says} ${verb}`);
      expect(files.get("operations/talk.md")).toContain(`- ${says} \`${verb}\``);
      expect(JSON.parse(files.get("model.json") ?? "")).toMatchObject({ operations: [{ direction: ask }] });
      const tones = [...html.matchAll(/diagram-line diagram-(send|receive)"/g)].map(([, way]) => way);
      expect(new Set(tones)).toEqual(new Set([ask, ...(answer ? [answer] : [])]));
      expect(html).toContain(reader === "client" ? ">you<" : ">others<");
      expect(textOf(files.get("index.html"))).toContain(`${badge(ask)} ${ask === "send" ? "→" : "←"} ${others(ask)}`);

      const markdown = pageAt(await siteOf(twice(text), settings), "messages/ask.md");
      expect(markdown).toMatch(new RegExp(`- \\[talk\\]\\S+: ${badge(ask)} `));
      expect(markdown).not.toContain(badge(opposite[ask]));
      const line = (way: "send" | "receive") => `${badge(way)} ${way === "send" ? "→" : "←"} ${others(way)}`;
      expect(files.get("operations/talk.md")).toContain(line(ask));
      if (!answer) return;

      // The reply is part of the route: what comes back, and where.
      expect(textOf(html)).toMatch(new RegExp(`${route(ask)} Ask ${route(answer)} Answer · answers `));
      expect(files.get("operations/talk.md")).toContain(`${line(answer)}: Answer · [answers](../channels/answers.md)`);
      expect(pageAt(files, "channels/answers.md")).toMatch(/Answers: \[talk\]/);
    },
  );
});

test("an operation without a name goes by what others do, of a document of the client too", async () => {
  const text = older("publish").replace("operationId: talk, ", "");
  for (const [perspective, title] of [
    ["application", "publish asks"],
    ["client", "subscribe asks"],
  ] as const) {
    const files = await siteOf(text, { perspective });
    expect(files.get("operations/asks-publish.md")).toContain(`# Operation: ${title}`);
  }
});

test("the link to the operation before and after has what its page has for a name: a direction and its address", async () => {
  const files = await siteOf(`asyncapi: 2.6.0
info: { title: T, version: "1" }
channels:
  a: { publish: { message: {} } }
  b: { subscribe: { message: {} } }
  c: { publish: { operationId: named, message: {} } }
`);
  const turn = (path: string) => /<nav class="turn"[^]*?<\/nav>/.exec(files.get(path) ?? "")?.[0] ?? "";
  expect(turn("operations/b-subscribe.html")).toMatch(/rel="prev"[^]*?<span>.*glyph.*<\/span> a<\/span>/);
  expect(turn("operations/b-subscribe.html")).toContain("<span>named</span>");
  expect(turn("operations/a-publish.html")).not.toContain("subscribe b");
});

test("nobody is called a client or a service by us, for operations do not say which side serves", async () => {
  for (const { text } of cases) {
    const files = await siteOf(text);
    for (const path of ["index.html", "operations/talk.html", "operations/talk.md", "llms.txt"]) {
      expect(textOf(files.get(path))).not.toMatch(/\b(?:clients?|service)\b/i);
    }
  }
});

test("the details of a reply name its message, as those of the operation stand right below", async () => {
  const page = (await siteOf(operation("send"))).get("operations/talk.html") ?? "";
  const folds = [...page.matchAll(/<details class="fold[^>]*><summary>(Details.*?)<\/summary>/g)].map(([, summary]) => textOf(summary));
  expect(folds).toEqual([expect.stringMatching(/^Details +Answer *$/), expect.stringMatching(/^Details +Id/)]);
});

test("a message that is the request and the reply of one operation goes both ways", async () => {
  const files = await siteOf(
    twice(operation("send")).replace('answer: { $ref: "#/components/messages/Answer" }', 'answer: { $ref: "#/components/messages/Ask" }'),
  );
  const markdown = pageAt(files, "messages/ask.md");
  expect(markdown).toMatch(/- \[talk\]\S+: Lamp sends — \[/);
  expect(markdown).toMatch(/- \[talk\]\S+: Lamp receives — Reply/);
});

test.each([
  ["a word of no format", operation("sideways")],
  ["none at all", operation("send").replace("action: send, ", "")],
])("%s for a direction is shown as a direction that is not said, wherever one is shown", async (_, text) => {
  const ofTwo = text
    .replace("components:", '  tell: { action: send, channel: { $ref: "#/channels/asks" } }\ncomponents:')
    .replace("messages:\n", "messages:\n    More: { payload: { type: string } }\n")
    .replace(
      'ask: { $ref: "#/components/messages/Ask" } }',
      'ask: { $ref: "#/components/messages/Ask" }, more: { $ref: "#/components/messages/More" } }',
    );
  const files = await siteOf(ofTwo, { reader: "client" });
  const said = "Direction not said";
  const badge = `? ${said}`;
  const talk = textOf(files.get("operations/talk.html"));
  expect(talk).toContain("The document does not say who sends and who receives in a way that the format knows.");
  expect(talk).not.toMatch(/you can|Lamp (?:sends|receives)|one of 2/);
  expect(talk).toContain(" Messages ");
  expect(textOf(files.get("index.html"))).toContain(`${said} 1 operation talk`);
  expect(textOf(files.get("operations.html"))).toContain(`${badge} talk`);
  expect(textOf(files.get("channels.html"))).toContain(`${badge} : talk ↑ sends`);
  expect(textOf(files.get("channels.html"))).toContain(`? ${said} reply`);
  expect(textOf(pageAt(files, "channels/asks.html"))).toContain(badge);
  expect(textOf(pageAt(files, "channels/answers.html"))).toContain(`Answers ? ${said}: talk`);
  expect(textOf(pageAt(files, "messages/ask.html"))).toContain(`${badge} talk`);
  // The tree says it on every page, of which the pages of a folder share one.
  for (const path of ["operations/talk.html", "operations/tell.html", "messages/ask.html"])
    expect(files.get(path)).toMatch(/<nav[^]*<span class="glyph unread"[^]*<\/nav>/);
  expect(files.get("index.md")).toContain(`## ${said}\n\n- [talk](operations/talk.md)`);
  expect(pageAt(files, "channels/asks.md")).toContain(`- [talk](../operations/talk.md): ${said} — `);
  expect(outsideOfSite(files)).toEqual([]);
});

test("an overview of which every operation says its direction has no third box", async () => {
  const files = await siteOf(operation("send"));
  expect(textOf(files.get("index.html"))).not.toContain("Direction not said");
});
