import { expect, test } from "vitest";
import { problem } from "../../../src/text/diagnostics/index.ts";
import { codes, readRulePage } from "../../support/rule-page.ts";

const file = { id: "/a.yaml", name: "a.yaml", text: "a", language: "yaml" } as const;
const place = { file, start: 0, end: 1 };

/** The message is the next step: it says what must be there, what a value must be, or that nothing need be done. */
const said = [
  ...[
    "binding/field-type",
    "change/words",
    "channel/no-operation",
    "component/unused",
    "config/not-found",
    "config/renamed-rule",
    "config/syntax",
  ],
  ...["config/wrong-type", "document/syntax", "example/empty", "example/headers", "example/not-checked", "example/payload"],
  ...["message/no-example", "message/payload-not-in-format", "message/unknown-schema-format", "operation/no-message"],
  ...["parameter/example", "reference/wrong-target", "run/failed", "schema/example", "schema/keyword", "security/flow-field"],
  ...["security/required-field", "structure/required-field", "structure/wrong-type", "theme/not-found", "theme/syntax"],
  ...["theme/unknown-helper", "theme/unknown-partial", "trait/invalid-result", "version/read-as"],
];

test("every code has a next step: in a hint, or in its message", () => {
  // What a page of docs/rules shows of a run is held against that run.
  expect(codes.filter((code) => !readRulePage(code).text.includes("\n    hint: ")).sort()).toEqual(said);
});

test("who knows more at its place says that instead", () => {
  const blanks = { name: "a.yaml", reason: "it is UTF-16" };
  expect(problem("document/encoding", place, blanks).hint).toBe("Save the file as UTF-8.");
  expect(problem("document/encoding", place, { ...blanks, hint: "Save it as UTF-8." }).hint).toBe("Save it as UTF-8.");
});
