import { expect, test } from "vitest";
import { built } from "../../support/built.ts";

const document = `asyncapi: 2.6.0
info: { title: Lamps, version: "1" }
channels: { lit: { subscribe: { message: { name: lit, payload: { type: object, properties: { lux: { type: integer } } }, examples: [{ name: dawn, payload: { lux: 3 } }] } } } }
`;
const connect = `---
title: Connect
---
# Connect

See [errors](02-errors.md#try-again), [lit](message:lit), [below](#next) and [the file][file], not [lost](nowhere.md "T") or [this](javascript:x).

![a lamp](img/p.png "Lamp") <b>raw</b>

\`\`\`msgdocs message: lit
\`\`\`

- \`\`\`msgdocs message: lit
  \`\`\`

\`\`\`msgdocs
example: lit/dawn
\`\`\`

# Next

[file]: docs.csv
`;

async function twins(): Promise<ReadonlyMap<string, string>> {
  const texts = {
    "main.yaml": document,
    "01-connect.md": connect,
    "02-errors.md": "# Errors\n\n## Try again\n\n[back](01-connect.md) to [the start](#errors-none)\n",
    "03-embed.md": "Only this:\n\n```msgdocs\nschema: none\n```\n\n```msgdocs\nmessage: lit\n```\n",
    "docs.csv": "a,b\n1,2\n",
    "img/p.png": Buffer.from("iVBORw0KGgo=", "base64"),
  };
  return (await built(texts, (folder) => ({ guides: [`${folder}/*.md`] }))).files;
}

test("the Markdown of a guide has the links, pictures and parts of the reference that its page has", async () => {
  const files = await twins();
  const text = files.get("guides/connect.md") ?? "";
  expect(text).toMatch(/^---\ntitle: Connect\n---\n# Connect\n\nSee /);
  expect(text).toContain("[errors](errors.md#try-again), [lit](../operations/lit-subscribe.md), [below](#next)");
  expect(text).toMatch(/\[the file\]\(\.\.\/files\/docs-[0-9a-f]+\.csv\), not lost \(`nowhere\.md`\) or this \(`javascript:x`\)/);
  expect(text).toMatch(/!\[a lamp\]\(\.\.\/files\/p-[0-9a-f]+\.png "Lamp"\)/);
  expect(text).toMatch(/Message: \[lit\]\(\.\.\/operations\/lit-subscribe\.md\)\n\nPayload\n\n- .*object[^]*`lux`.*integer/);
  expect(text).toContain("```msgdocs message: lit");
  expect(text).toMatch(/## Next$/m);
  expect(text.match(/Message: \[lit\]/g)).toHaveLength(2);
  expect(text).toMatch(/dawn[^]*"lux": 3/);
  const links = [...text.matchAll(/\]\(\.\.\/([^)#\s]*)/g)].map(([, path = ""]) => path);
  expect(links.filter((path) => !files.has(path))).toEqual([]);
});

test("guides lead to the one before and after, as the sidebar has them", async () => {
  const files = await twins();
  const turns = ["connect", "errors", "embed"].map((name) =>
    [...(files.get(`guides/${name}.html`) ?? "").matchAll(/rel="(prev|next)" href="([^"]*)"/g)].map(([, rel, href]) => `${rel} ${href}`),
  );
  expect(turns).toEqual([["next errors.html"], ["prev connect.html", "next embed.html"], ["prev errors.html"]]);
});

test("a guide that only shows a part of the reference has it in its Markdown, and a title; what is not there stays as written", async () => {
  const files = await twins();
  expect(files.get("guides/embed.md")).toMatch(/^# Embed\n\nOnly this:\n\n```msgdocs\nschema: none\n```\n\nMessage: \[lit\]/);
  expect(files.get("guides/errors.md")).toBe("# Errors\n\n## Try again\n\n[back](connect.md) to the start (`#errors-none`)\n");
});
