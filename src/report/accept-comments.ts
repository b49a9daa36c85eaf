import { orderOfVersions } from "#format";
import type { Code, Diagnostic, Place, TextFile } from "#text";
import { catalog, nearest, problem } from "#text";
import type { Acceptance, Change } from "./change.ts";
import { createRangeLookup, nextNode } from "./disable-comments.ts";
import type { RootLookup } from "./problem.ts";

/** `# msgdocs-accept change/payload, change/headers until 3.0.0: why`: accepts changes of the next node. */
const COMMENT = /#[ \t]*msgdocs-accept[ \t]+([^\r\n]*)/g;

const PARTS = /^(?<codes>[^\s,:]+(?:[\s,]+(?!until\s)[^\s,:]+)*)(?:\s+until\s+(?<until>[^\s:]+))?\s*(?::\s*(?<reason>.*))?$/;

interface AcceptComment {
  readonly codes: readonly string[];
  readonly acceptance: Acceptance;
  readonly file: TextFile;
  readonly from: number;
  readonly to: number;
}

/** The comments of the new version that accept changes. */
export interface AcceptComments {
  /** The acceptance of the change, if a comment covers its place. */
  over(change: Change): Acceptance | undefined;
  /** Comments that accept nothing. */
  readonly problems: readonly Diagnostic[];
}

function isChangeCode(name: string): name is Code {
  return name.startsWith("change/") && Object.hasOwn(catalog, name);
}

/** Whether a version comes before another. Versions without numbers are compared as text. */
function isBefore(version: string, other: string): boolean {
  return (orderOfVersions(version, other) ?? (version < other ? -1 : 0)) < 0;
}

function commentsOf(file: TextFile, rootOf: RootLookup, report: (problem: Diagnostic) => void): readonly AcceptComment[] {
  const root = file.text.includes("msgdocs-accept") ? rootOf(file) : undefined;
  if (!root) return [];
  const ranges = createRangeLookup();
  return [...file.text.matchAll(COMMENT)].flatMap((match) => {
    const next = nextNode(root, match.index, ranges);
    const comment: Place = { file, start: match.index, end: match.index + match[0].trimEnd().length };
    const { codes = "", until, reason } = PARTS.exec((match[1] ?? "").trim())?.groups ?? {};
    const names = codes.split(/[\s,]+/).filter(Boolean);
    const wrong = names.find((name) => !isChangeCode(name));
    if (!next || names.length === 0 || wrong !== undefined) {
      const near = wrong === undefined ? undefined : nearest(wrong, Object.keys(catalog).filter(isChangeCode));
      const why = next
        ? wrong === undefined
          ? "it names no code"
          : `there is no code ${JSON.stringify(wrong)} of changes`
        : "nothing follows it";
      const hint = near === undefined ? "Write # msgdocs-accept change/payload until 3.0.0: why" : `Did you mean ${JSON.stringify(near)}?`;
      report(problem("change/acceptance", comment, { reason: why, hint }));
      return [];
    }
    return [{ codes: names, acceptance: { reason: reason ?? "", until: until ?? null }, file, from: next.from, to: next.to }];
  });
}

/** Reads the comments. A comment applies to versions before the one that it names. */
export function acceptanceComments(
  files: readonly TextFile[],
  { rootOf, version }: { readonly rootOf: RootLookup; readonly version: string },
): AcceptComments {
  const problems: Diagnostic[] = [];
  const all = files.flatMap((file) => commentsOf(file, rootOf, (each) => problems.push(each)));
  const isValid = ({ acceptance: { until } }: AcceptComment): boolean => until === null || isBefore(version, until);
  return {
    problems,
    over: ({ code, place }) =>
      all.find(
        (each) =>
          each.codes.includes(code) && each.file === place.file && each.from <= place.start && place.start < each.to && isValid(each),
      )?.acceptance,
  };
}
