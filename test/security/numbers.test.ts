import { expect, test } from "vitest";
import { folder, msgdocs } from "../cli/shell.ts";
import { buildSite } from "../threats/site.ts";

/** Numbers that a double cannot hold or does not print so, none of which stands twice. */
const numbers: string[] = [];
function next(): string {
  const at = String(numbers.length).padStart(3, "0");
  const forms = [`92233720368547${at}01`, `${at.replace(/^0*(?=\d)/, "")}.5${at}0`, `0.1000000000000${at}0055`, `12${at}E+2`];
  const made = forms[numbers.length % forms.length] ?? "";
  numbers.push(made);
  return made;
}

const keywords = ["default", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "example", "x-number"];
const four = (make: (at: number) => string): string => Array.from({ length: 4 }, (_, at) => make(at)).join(", ");

const properties = [
  ...keywords.map((keyword) => four((at) => `${keyword}${at}: { type: number, ${keyword}: ${next()} }`)),
  four((at) => `multipleOf${at}: { type: number, multipleOf: ${next()} }`),
  four((at) => `enum${at}: { type: number, enum: [${next()}] }`),
  four((at) => `examples${at}: { type: number, examples: [${next()}] }`),
  four((at) => `deep${at}: { type: object, default: { a: [${next()}] } }`),
].join(", ");

const text = `msgapi: 2.4.0
info: { title: Numbers, version: "1", x-info: ${next()} }
x-root: { a: [${four(next)}] }
channels:
  c/{p}:
    x-channel: ${next()}
    parameters: { p: { schema: { type: number, default: ${next()} } } }
    publish:
      bindings: { kafka: { groupId: { type: integer, enum: [${next()}] } } }
      message:
        messageId: m
        x-message: ${next()}
        headers: { type: object, properties: { h: { type: array, default: [${four(next)}] } } }
        payload: { type: object, properties: { ${properties} } }
        examples: [{ headers: { h: [${four(next)}] }, payload: { list: [${four(next)}] } }]
`;

/** What JavaScript would print of it, where that is another number or another spelling. */
const mangled = numbers.map((number) => String(Number(number))).filter((printed) => !numbers.some((number) => number.includes(printed)));

test("every number of a document is printed as it is written: on pages, in the model, in schemas to take away, in a bundle", async () => {
  const { files, textOf } = await buildSite(text);
  const cwd = folder({ "msgapi.yaml": text });
  const bundled = async (format: string): Promise<string> => (await msgdocs(cwd, ["bundle", "--format", format])).stdout;
  const outputs: Readonly<Record<string, string>> = {
    pages: textOf(/^(?!source)/),
    "model.json": files["model.json"] ?? "",
    "a bundle in JSON": await bundled("json"),
    "a bundle in YAML": await bundled("yaml"),
  };
  for (const [name, output] of Object.entries(outputs)) {
    expect([name, numbers.filter((number) => !output.includes(number))]).toEqual([name, []]);
  }
  const schema = files["messages/m.payload.schema.json"] ?? "";
  const inSchema = numbers.filter((number) => properties.includes(` ${number} `) || properties.includes(`[${number}]`));
  expect(inSchema.filter((number) => !schema.includes(number))).toEqual([]);
  expect(mangled.length).toBeGreaterThan(20);
  for (const [path, output] of Object.entries({ ...files, ...outputs })) {
    const words = new Set(output.match(/[\d.+eE-]+/g));
    expect([path, mangled.filter((printed) => words.has(printed))]).toEqual([path, []]);
  }
});

test("a number that is said in a problem is said as it is written", async () => {
  const wrong = ["9223372036854775807", "1.10"].map((number) => `a${number.length}: { publish: ${number} }`).join(", ");
  const cwd = folder({ "msgapi.yaml": `msgapi: 2.4.0\ninfo: { title: 9007199254740993.10, version: "1" }\nchannels: { ${wrong} }\n` });
  const { stdout } = await msgdocs(cwd, ["check", "--format", "json"]);
  for (const number of ["9223372036854775807", "1.10"]) expect(stdout).toMatch(new RegExp(`this is[^"]* ${number.replace(".", "\\.")}\\b`));
  expect(stdout).toContain('\\"9007199254740993.10\\"');
});
