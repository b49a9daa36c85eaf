import { ruleCase, v2 } from "../../../support/rule-case.ts";

const operation = (samples: string): string => v2(`channels: { a: { publish: { message: {}, x-codeSamples: ${samples} } } }`);

ruleCase("operation/code-sample", "a file is not read", {
  document: operation("[⟦{ lang: Go, source: { $ref: a.go } }⟧]"),
  part: "/channels/a",
});
ruleCase("operation/code-sample", "a number", { document: operation("⟦1⟧"), part: "/channels/a" });
ruleCase("operation/code-sample", "a map with an empty language", { document: operation("{ go: ⟦null⟧ }"), part: "/channels/a" });
ruleCase("operation/code-sample", "the usual list", { document: operation("[{ lang: Go, source: main() }]") });
ruleCase("operation/code-sample", "one sample", { document: operation("{ language: Go, code: main() }") });
ruleCase("operation/code-sample", "a map from languages", { document: operation("{ go: main(), java: { source: main() } }") });
