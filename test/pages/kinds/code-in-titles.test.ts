import { expect, test } from "vitest";
import { pageAt, siteOf } from "./site-of.ts";

const document = `asyncapi: 3.0.0
info: { title: Bell, version: "1" }
channels:
  bell:
    address: bell
    messages:
      ring: { title: "Ring of \`bell\`", summary: "The reply to \`<ping>\` and *not* to \`\`pong\`\`", payload: { type: object } }
      stop: { summary: "A lone \` stays", payload: { type: object } }
operations:
  onRing: { action: send, summary: "Rings the \`bell\`", channel: { $ref: "#/channels/bell" } }
`;

test("what an author put between two backticks in a title or summary is code, and nothing else of Markdown is read", async () => {
  const files = await siteOf(document);
  const page = pageAt(files, "operations/onring.html");
  expect(page).toContain("<bdi>Ring of <code>bell</code></bdi>");
  expect(page).toContain("The reply to <code>&lt;ping&gt;</code> and *not* to ``pong``");
  expect(page).toContain('<p class="sub">Rings the <code>bell</code></p>');
  const markdown = pageAt(files, "operations/onring.md");
  expect(markdown).toContain("### Ring of `bell`");
  expect(markdown).toContain("The reply to `<ping>` and \\*not\\* to \\`\\`pong\\`\\`");
  for (const list of ["index.html", "operations.html", "channels.html"]) expect(files.get(list)).toContain("Rings the <code>bell</code>");
  expect(files.get("messages.html")).toContain("A lone ` stays");
});

test("where no code can be shown, the backticks are left out", async () => {
  const files = await siteOf(document);
  const searched = [...files].filter(([path]) => path.startsWith("search/titles")).map(([, text]) => text);
  expect(searched.filter((text) => text.includes("Ring of bell"))).toHaveLength(1);
  expect(searched.filter((text) => text.includes("Ring of `"))).toEqual([]);
  const pictures = [...(files.get("index.html") ?? "").matchAll(/<svg class="diagram"[^]*?<\/svg>/g)].join("");
  expect(pictures).toContain("Ring of bell");
  expect(pictures).not.toContain("Ring of `");
});
