import { beforeAll, describe, expect, it } from "vitest";
import { highlight, loadLanguages, tokenize } from "#prose";
import fc from "../../support/fast-check.ts";
import { textOf } from "./closed-set.ts";
import { processorSeconds } from "../../support/processor.ts";

const GRAMMARS = ["xml", "html", "css", "http", "sql", "proto", "diff", "docker", "ini", "toml", "properties", "powershell"];
beforeAll(() => loadLanguages(GRAMMARS));

const typed = (code: string, language: string) =>
  tokenize(code, language)
    .filter(({ type }) => type !== undefined)
    .map(({ text, type }) => `${type}:${text}`);

describe("tokenize", () => {
  it("knows JSON", () => {
    expect(typed('{"a": [1.10, "b\\"", true], "c" : null}', "json")).toEqual(['p:"a"', "n:1.10", 's:"b\\""', "c:true", 'p:"c"', "c:null"]);
  });

  it("knows YAML", () => {
    const code =
      '# note\n%YAML 1.2\n---\na: 1\n- \'b c\': &x true # d\n  e: |\n    f: g\n  h: [i, *x, !t j]\n"k": "l\n  m" # n\nhttp://o: p#q\n';
    expect(typed(code, "yaml")).toEqual([
      "cm:# note",
      "m:%YAML 1.2",
      "m:---",
      "p:a",
      "n:1",
      "p:'b c'",
      "t:&x",
      "c:true",
      "cm:# d",
      "p:e",
      "s:|",
      "s:    f: g",
      "p:h",
      "s:i",
      "t:*x",
      "t:!t",
      "s:j",
      'p:"k"',
      's:"l',
      's:  m"',
      "cm:# n",
      "p:http://o",
      "s:p#q",
    ]);
  });

  it("knows programs and markup", () => {
    expect(typed("const a = await b.c(`d ${e}`, 1); // f", "js")).toEqual(["k:const", "k:await", "f:c", "s:`d ${e}`", "n:1", "cm:// f"]);
    expect(typed("def f(x): # y\n  return None", "python")).toEqual(["k:def", "f:f", "cm:# y", "k:return", "c:None"]);
    expect(typed("<a b='c'/>", "xml").some((each) => each.startsWith("g:"))).toBe(true);
  });

  it("loses nothing of any code, line by line too", () => {
    const code = fc
      .array(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 5 }),
          fc.constantFrom("\n", '"', "'", "`", ": ", "- ", "# ", "/*", "//", "|\n", "  ", "{", "&a", "<b>"),
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join(""));
    const language = fc.constantFrom("json", "yaml", "js", "java", "go", "py", "sh", "rb", "graphql", "none", "", ...GRAMMARS);
    fc.assert(
      fc.property(code, language, (text, name) => {
        expect(
          tokenize(text, name)
            .map((token) => token.text)
            .join(""),
        ).toBe(text);
        const html = highlight(text, name);
        const normal = (each: string) => each.replace(/\r\n?/g, "\n").replaceAll("\0", "");
        expect(normal(textOf(html))).toBe(normal(text));
        expect(html.replaceAll(/<span class="[a-z]{1,2}">|<\/span>/g, "")).not.toMatch(/[<"]span/);
      }),
      { numRuns: 1_000 },
    );
  });

  it("takes time in proportion to the code", async () => {
    const bits = ['"', "'", "`", "a: ", "- ", "/*", "#", "[", "x", "\\", "'a':", "a#:", "1e", "? ", '"""', " "];
    for (const bit of bits) {
      for (const name of ["json", "yaml", "js", "go", "py", "sh"]) {
        const seconds = await processorSeconds(() => tokenize(bit.repeat(60_000 / bit.length), name));
        expect(seconds, `${name} ${bit}`).toBeLessThan(2);
      }
    }
  });
});
