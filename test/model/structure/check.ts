import { expect } from "vitest";
import type { Diagnostic } from "../../../src/text/diagnostics/index.ts";
import { checkStructure } from "../../../src/model/structure/index.ts";
import { documentsOf } from "../../support/documents.ts";
import { lines, marked, markedWith } from "../../support/marked.ts";

/** Checks a text with marks: the problems must be at the marks, all of them and no other. */
export function check(source: string, others?: Readonly<Record<string, string>>): readonly string[] {
  const { text } = marked(source);
  const problems: Diagnostic[] = [];
  checkStructure(documentsOf(text, others), (problem) => problems.push(problem));
  const here = problems.map(({ place }) => place).filter(({ file }) => file.name === "main.yaml");
  expect(markedWith(text, here)).toBe(source);
  return lines(problems);
}

export const head2 = "asyncapi: 2.4.0\ninfo: { title: T, version: '1' }\n";
export const head3 = "asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\n";
