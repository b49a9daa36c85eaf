import { expect, test } from "vitest";
import type { Node } from "../../../src/text/json/index.ts";
import type { PageContext } from "../../../src/pages/frame/index.ts";
import { writtenYaml } from "../../../src/pages/kinds/schema-page.ts";
import { siteOf, pageAt } from "./site-of.ts";

const document = `asyncapi: 3.0.0
info: { title: Shop, version: "1" }
components:
  schemas:
    Order:
      type: object # the whole of it
      $comment: |
        What was ordered:

          - indented
      properties:
        amount: { type: number, minimum: 1.10 }
    Flow: { type: object,
      properties: { a: { type: string } } }
`;

function yamlOn(html: string | undefined): string | undefined {
  const text = /<summary>YAML<\/summary>\s*<pre[^>]*>([^]*?)<\/pre>/.exec(html ?? "")?.[1];
  return text?.replace(/<[^>]*>/g, "").replaceAll("&quot;", '"');
}

test("a schema is shown as it is written, with comments and digits, as if it stood alone", async () => {
  const files = await siteOf(document);
  expect(yamlOn(pageAt(files, "schemas/order.html"))).toBe(
    "type: object # the whole of it\n$comment: |\n  What was ordered:\n\n    - indented\nproperties:\n  amount: { type: number, minimum: 1.10 }",
  );
  // On paper both would say the same.
  expect(yamlOn(files.get("print.html"))).toBeUndefined();
  expect(yamlOn(pageAt(files, "schemas/flow.html"))).toMatch(/^\{ type: object,\n *properties: \{ a: \{ type: string \} \} \}$/);
});

test("one that is written as JSON, or whose file is not shown, is not shown as YAML", async () => {
  const text = '{"type":"object"}';
  const json = {
    kind: "map",
    entries: [],
    start: 0,
    end: text.length,
    file: { id: "a.json", name: "a.json", text, language: "json" },
  } as unknown as Node;
  expect(writtenYaml({ sourceHref: () => "source.html" } as unknown as PageContext, json)).toBeUndefined();
  const hidden = await siteOf(document, { hideInternal: true });
  expect(pageAt(hidden, "schemas/order.html")).toContain("<summary>JSON</summary>");
  expect(yamlOn(pageAt(hidden, "schemas/order.html"))).toBeUndefined();
});
