import fc from "../support/fast-check.ts";
import type { Leaves } from "../support/format-document.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import type { Plain } from "../support/plain.ts";
import type { Draw } from "./drawn-leaves.ts";
import { drawnLeaves, scalar } from "./drawn-leaves.ts";
import { mutateNodes } from "./mutate.ts";

/** Each construct of Markdown, with what leads to headings, objects and files of this document. */
const constructs = [
  "# Head\n\n[to it](#head) and [to none](#none) [ref][r] ![p](p.png 'title') <https://a.example>\n\n[r]: #head",
  "Head\n====\n\nUnder\n---\n\n## Head\n\n[second](#head-1)",
  "> quoted\n> - item\n>   1. inner\n>\n>      ```js\n>      code\n>      ```",
  "- [ ] open\n- [x] done\n\n* * *\n\n1) one\n2) two",
  "| a | b |\n|:-:|--:|\n| `c|d` | [x](#head) |\n| only |",
  "text[^n] again[^n] and [^none]\n\n[^n]: A note with [a link](channel:c).\n\n    and more",
  "~~no~~ **b _i_ `c`** \\* &amp; &#0; &nosuch; a  \nb\\\nc www.a.example me@a.example",
  "<details><summary>s</summary>\n\n# In\n\n</details>\n<b>bold <!-- no --> <script>x</script>",
  "[c](channel:c) [m](message:m) [s](schema:s#x) [o](operation:o) [v](server:v) [g](guide.md#x) ![e](message:m)",
  "```msgdocs\nmessage: m\n```\n\n```json\n{ x\n```\n\n~~~\nopen",
  '![a][b] [c]: <> [d]: x "y\n\n[e]( <a b> "t")',
  "    indented\n\ttab\n\n\u0000\u2028\ud800",
  "[".repeat(40) + "a" + "](x)".repeat(40),
  `${"> ".repeat(30)}deep\n${"- ".repeat(30)}deep`,
];
const words = ["", "a", "c", "m", "s", "{id}", "a/{id}/b", "application/json", "order.created", "https://a.example/x", "kafka", "1.0.0"];
const keys = ["a", "b", "c", "m", "s", "id", "type", "__proto__", "a.b", "a/b", "x-y", "ü"];

const markdown = fc.oneof(
  fc.constantFrom(...constructs),
  fc.array(fc.constantFrom(...constructs), { maxLength: 3 }).map((all) => all.join("\n\n")),
);
const word = fc.constantFrom(...words);
const key = fc.constantFrom(...keys);

/** Leaves that name one another, with Markdown where texts are shown and elsewhere. Each kind of object has fields a few times only. */
function leavesOf(draw: Draw): Leaves {
  const nat = (most: number): number => draw(fc.nat(most));
  const asked = new Map<string, number>();
  return {
    ...drawnLeaves(draw),
    text: (_, { oneOf, markdown: isMarkdown }) => {
      if (oneOf && nat(9) > 0) return oneOf[nat(oneOf.length - 1)];
      return draw(isMarkdown === true || nat(4) === 0 ? markdown : word);
    },
    key: () => draw(key),
    count: () => (nat(4) === 0 ? 2 : nat(1)),
    includes: (object, field, nth) => {
      const all = (asked.get(object) ?? 0) + 1;
      asked.set(object, all);
      const isRoot = object === "Root" || (object === "Components" && nth === 0 && field === "messages");
      return isRoot ? nat(5) > 0 : nth < 2 && all < 60 && nat(4) === 0;
    },
  };
}

function avro(draw: Draw, depth: number): Plain {
  const below = (): Plain => (depth > 2 ? draw(fc.constantFrom<Plain>("int", "N", "none.N", 1)) : avro(draw, depth + 1));
  const some = draw(fc.nat(9));
  const named: [string, Plain][] = [
    ["name", draw(fc.constantFrom("N", "a.N", "M", "", "1"))],
    ["doc", draw(markdown)],
    ["aliases", draw(fc.constantFrom<Plain>(["M"], "M", [1]))],
  ];
  if (some === 0)
    return new Map<string, Plain>([
      ["type", "enum"],
      ...named,
      ["symbols", draw(fc.constantFrom<Plain>(["A", "B"], [], "A", ["A", 1, "A"]))],
      ["default", draw(fc.constantFrom("A", "C"))],
    ]);
  if (some === 1)
    return new Map<string, Plain>([
      ["type", draw(fc.constantFrom("array", "map"))],
      [draw(fc.constantFrom("items", "values")), below()],
    ]);
  if (some === 2) return [below(), "null", below()];
  if (some === 3) return new Map<string, Plain>([["type", "fixed"], ...named, ["size", draw(scalar)]]);
  if (some === 4)
    return new Map<string, Plain>([
      ["type", draw(fc.constantFrom("bytes", "long", "int", "string"))],
      ["logicalType", draw(fc.constantFrom("decimal", "uuid", "date", "timestamp-millis", "duration"))],
      ["precision", draw(scalar)],
      ["scale", draw(scalar)],
    ]);
  if (some === 5) return draw(scalar);
  const field = (): Plain =>
    new Map<string, Plain>([
      ["name", draw(key)],
      ["type", below()],
      ["doc", draw(markdown)],
      ...(draw(fc.boolean()) ? [["default", draw(fc.oneof(scalar, fc.constant<Plain>([])))] as [string, Plain]] : []),
    ]);
  return new Map<string, Plain>([["type", "record"], ...named, ["fields", draw(fc.nat(9)) === 0 ? field() : [field(), field()]]]);
}

function raml(draw: Draw, depth: number): Plain {
  const below = (): Plain => (depth > 2 ? draw(fc.constantFrom<Plain>("string", "N[]", "a | b", null)) : raml(draw, depth + 1));
  if (draw(fc.nat(4)) === 0)
    return draw(
      fc.constantFrom<Plain>(
        "string[]",
        "(a | string)[] | nil",
        "date-only",
        "((",
        "{x",
        "#%RAML 1.0 DataType\ntype: object\nproperties:\n  a?: string",
      ),
    );
  return new Map<string, Plain>([
    ["type", draw(fc.constantFrom<Plain>("object", "array", "string", "number", ["a", "object"], "union", "file", 7))],
    ["description", draw(markdown)],
    [
      "properties",
      new Map<string, Plain>([
        [draw(key), below()],
        ["b?", below()],
        ["/^x/", below()],
        ["//", below()],
      ]),
    ],
    ["items", below()],
    ["anyOf", [below()]],
    [
      draw(fc.constantFrom("pattern", "enum", "minimum", "maxLength", "discriminator", "default", "example", "format", "multipleOf")),
      draw(scalar),
    ],
    ["examples", new Map([["one", draw(scalar)]])],
    ["types", new Map([["a", below()]])],
  ]);
}

function protobuf(draw: Draw): string {
  const type = (): string =>
    draw(fc.constantFrom("string", "M", "N.O", "int32", "map<string, M>", "map<M, int32>", "google.protobuf.Any", "bytes", ".a.M"));
  const field = (): string =>
    `${draw(fc.constantFrom("", "repeated ", "optional ", "required "))}${type()} ${draw(fc.constantFrom("a", "b", "c"))} = ${draw(fc.constantFrom("1", "2", "0x3", "-1", "536870912"))}${draw(fc.constantFrom("", " [deprecated = true]", ' [json_name = "z", (o) = { a: 1 }]', " [default = A]"))};`;
  const comment = draw(markdown).replace(/^/gm, "// ");
  const text = [
    draw(fc.constantFrom('syntax = "proto3";', 'syntax = "proto2";', 'edition = "2023";', "")),
    draw(fc.constantFrom("package a;", 'import "none.proto";', "")),
    `${comment}\nmessage M {\n${field()}\n${comment}\n${field()}\noneof x { ${field()} }\nreserved 5, 7 to max; reserved "q";\nextensions 100 to 200;\n`,
    draw(
      fc.constantFrom(
        "message M { M m = 1; }",
        "enum E { option allow_alias = true; A = 0; B = 0; }",
        "repeated group G = 9 { string s = 1; }",
        "",
      ),
    ),
    `}\nenum E { A = ${draw(fc.constantFrom("0", "1", "-5"))}; /* ${draw(word)} */ B = 1; }\nmessage N { message O { N n = 1; ${field()} } E e = 1 [default = B]; }\n`,
    draw(fc.constantFrom("", "extend M { string t = 101; }", "service S { rpc R (M) returns (stream N); }", 'option java_package = "x";')),
  ].join("\n");
  return draw(fc.nat(4)) === 0 ? text.slice(0, draw(fc.nat(text.length))) : text;
}

const formats: readonly (readonly [format: string, draw: ((draw: Draw) => Plain) | undefined])[] = [
  ["application/vnd.apache.avro;version=1.9.0", (draw) => avro(draw, 0)],
  ["application/vnd.apache.avro+json;version=1.12.0", (draw) => avro(draw, 0)],
  ["application/raml+yaml;version=1.0", (draw) => raml(draw, 0)],
  ["application/vnd.google.protobuf;version=3", protobuf],
  ["application/vnd.google.protobuf;version=2", protobuf],
  ["application/vnd.oai.openapi;version=3.0.0", undefined],
  ["application/schema+json;version=draft-07", undefined],
  ["application/schema+json;version=draft-04", undefined],
  ["application/schema+json;version=2020-12", undefined],
  ["application/xml", protobuf],
];

/** Gives some payloads and headers a schema of another language, in the way of 2.x or of 3.x. */
function inLanguages(value: Plain, line: string, draw: Draw): void {
  if (Array.isArray(value)) for (const each of value as readonly Plain[]) inLanguages(each, line, draw);
  if (!(value instanceof Map)) return;
  const map = value as Map<string, Plain>;
  for (const name of ["payload", "headers"]) {
    const own = map.get(name);
    if (own === undefined || draw(fc.nat(1)) === 0) continue;
    const [format, schemaOf] = draw(fc.constantFrom(...formats));
    const schema = schemaOf?.(draw) ?? own;
    const isWrapped = (line === "3") !== (draw(fc.nat(9)) === 0);
    if (!isWrapped) map.set("schemaFormat", format);
    map.set(name, isWrapped ? new Map([["schemaFormat", format] as [string, Plain], ["schema", schema]]) : schema);
  }
  for (const each of map.values()) inLanguages(each, line, draw);
}

/** A document of the tables in every language of schemas, as it is or with what slips do to it, and a mutant of it. */
export function drawnDocument(draw: Draw): { readonly document: Plain; readonly mutant: Plain } {
  const dialect = draw(fc.constantFrom(...dialects));
  const whole = formatDocument(dialect, leavesOf(draw));
  inLanguages(whole, dialect.line, draw);
  const broken = draw(fc.nat(3)) === 0 ? whole : mutateNodes(whole, draw);
  return { document: broken, mutant: mutateNodes(broken, draw) };
}
