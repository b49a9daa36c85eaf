import { expect, test } from "vitest";
import { folder, msgdocs, report } from "../../app/cli/shell.ts";

const head = "msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\nchannels: {}\n";

test.each([
  "components: { schemas: { A: { properties: { b: { externalDocs: { url: nope } } } } } }",
  'components: { schemas: { A: { items: { "external\\u0044ocs": { url: nope } } } } }',
  'components: { schemas: { A: { "external\\\n  Docs": { url: nope } } } }',
  "components: { schemas: { A: { $ref: part.yaml } } }",
])("the URL of a schema's external docs is judged however its key is written: %s", async (line) => {
  const cwd = folder({ "msgapi.yaml": `${head}${line}\n`, "part.yaml": "externalDocs: { url: nope }\n" });
  const { diagnostics } = report(await msgdocs(cwd, ["check", "-f", "json"]));
  expect(diagnostics.map(({ code }) => code)).toEqual(["value/absolute-url"]);
});
