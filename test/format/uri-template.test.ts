import { expect, it } from "vitest";
import { parseUriTemplate } from "../../src/format/index.ts";

it("names the bare variables of operators and modifiers", () => {
  const names = parseUriTemplate("{+p}/{q*}/{r:3}/{a,b}/{user-id}").expressions.flatMap((each) =>
    each.variables.map((variable) => variable.name),
  );
  expect(names).toEqual(["p", "q", "r", "a", "b", "user-id"]);
});

it.each(["a/{", "a/}", "{a{b}}", "{}", "{=a}", "{a b}", "{a:0}"])("%s is not a template", (text) => {
  expect(parseUriTemplate(text).errors).not.toEqual([]);
});

it("places an error and still reads the good expressions", () => {
  const template = parseUriTemplate("x/{a}/{!b}");
  expect(template.errors).toMatchObject([{ start: 6, end: 10 }]);
  expect(template.expressions).toHaveLength(1);
});
