import { describe, expect, test } from "vitest";
import { bundled, head, text } from "./bundled.ts";

describe("the layout of the document", () => {
  const part = { "s.yaml": "type: string\ndescription: |\n  Two\n\n    lines\n" };

  test.each([
    ["no components", "channels: { c: { publish: { message: { payload: { $ref: s.yaml } } } } }"],
    [
      "no line break at the end and empty components",
      "channels: { c: { publish: { message: { payload: { $ref: s.yaml } } } } }\ncomponents:",
    ],
    ["empty braces", "channels: { c: { publish: { message: { payload: { $ref: s.yaml } } } } }\ncomponents: {} # nothing\nid: urn:x\n"],
    [
      "an empty group",
      "channels: { c: { publish: { message: { payload: { $ref: s.yaml } } } } }\ncomponents:\n  schemas:\n  messages: {}\n",
    ],
    ["braces", "channels: { c: { publish: { message: { payload: { $ref: s.yaml } } } } }\ncomponents: { schemas: { a: {} } }\n"],
    ["a document end", "channels: { c: { publish: { message: { payload: { $ref: s.yaml } } } } }\n...\n"],
    ["a block scalar last", "channels: { c: { publish: { message: { payload: { $ref: s.yaml } } } } }\nx-a: |+\n  a\n\n"],
    ["a folded reference", "channels:\n  c:\n    publish:\n      message:\n        payload:\n          $ref: >-\n            s.yaml\n"],
    [
      "aliases and merge keys",
      "x-p: &p { payload: { $ref: s.yaml } }\nchannels: { c: { publish: { message: { <<: *p, name: n } }, subscribe: { message: *p } } }\n",
    ],
    [
      "a reference replaced by a block scalar",
      "channels: {}\ncomponents:\n  schemas:\n    a:\n      $ref: s.yaml # of the city\n    b: {}\n",
    ],
  ])("is kept around: %s", async (_name, rest) => {
    for (const lineBreak of ["\n", "\r\n"]) {
      const main = `# first\n${head}${rest}`.replaceAll("\n", lineBreak);
      const files = { "api.yaml": main, ...part };
      const { stdout, exit } = await bundled(files, "--allow-errors");
      expect(exit).toBe(0);
      expect(stdout).toContain("# of the city");
      expect(stdout).toContain(rest.includes("&p") ? "*p" : "");
      const again = await bundled({ "api.yaml": stdout });
      expect(again.stdout).toBe(stdout);
      const [json, other] = await Promise.all([bundled(files, "--format", "json"), bundled({ "api.yaml": stdout }, "-f", "json")]);
      expect(JSON.parse(other.stdout)).toEqual(JSON.parse(json.stdout));
    }
  });

  test("of JSON is kept, as are its digits", async () => {
    const main = `{
    "asyncapi": "2.6.0", "info": { "title": "Lamps", "version": "1" },
    "channels": { "c": { "publish": { "message": { "payload": { "$ref": "s.yaml" }, "x-n": 1.10 } } } }
}
`;
    expect(await text({ "api.json": main, ...part })).toBe(
      main.replace("s.yaml", "#/components/schemas/s").replace(
        /\n\}\n$/,
        `,
    "components": {
      "schemas": {
        "s": {
          "type": "string",
          "description": "Two\\n\\n  lines\\n"
        }
      }
    }
}
`,
      ),
    );
  });
});
