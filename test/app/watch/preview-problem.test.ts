import { expect, test } from "vitest";
import { makeReport } from "../../../src/report/index.ts";
import { problem } from "../../../src/text/diagnostics/index.ts";
import { editorPattern, previewProblemsOf } from "../../../src/app/watch/preview.ts";

const file = { id: "/home/a b/{line}/api.yaml", name: "api.yaml", text: "one\ntwo\n", language: "yaml" as const };

function hrefWith(editor: string | undefined, id = file.id): string | undefined {
  const place = { file: { ...file, id }, start: 5, end: 6 };
  const diagnostic = problem("document/not-found", place, { name: "x", reason: "y" });
  const findings = { diagnostics: [diagnostic], files: [], rootOf: () => undefined, examples: new Map() };
  const report = makeReport([findings], { rules: {}, documents: [] });
  return previewProblemsOf(report, { strict: false, editor })[0]?.href;
}

test("a problem opens in the editor at its line and column, whatever its path is called", () => {
  expect(hrefWith("vscode")).toBe("vscode://file/home/a%20b/%7Bline%7D/api.yaml:2:2");
  expect(hrefWith("idea")).toBe("idea://open?file=/home/a%20b/%7Bline%7D/api.yaml&line=2&column=2");
  expect(hrefWith("http://localhost:63342/api/file{path}:{line}")).toBe("http://localhost:63342/api/file/home/a%20b/%7Bline%7D/api.yaml:2");
  expect(hrefWith(undefined)).toBe(undefined);
  expect(hrefWith("vscode", "https://example.com/api.yaml")).toBe(undefined);
});

test.each([
  "javascript:alert(1)//{path}",
  "JavaScript:{path}",
  "data:text/html,{path}",
  "file://{path}",
  "{path}",
  "emacs",
  "vscode://file/",
])("%j opens nothing", (editor) => {
  expect(editorPattern(editor)).toBe(undefined);
});
