import type { Diagnostic } from "#text";
import { problem } from "#text";
import type { RootOf } from "./located-problem.ts";
import { LocatedProblem, LocatedSpot } from "./located-problem.ts";
import type { Problem } from "./problem.ts";
import type { RuleLevels } from "./settle.ts";
import { levelOf } from "./settle.ts";

/** What a report lists at most. */
export interface ReportBounds {
  readonly rules: RuleLevels;
  readonly rootOf: RootOf;
  /** How many problems. */
  readonly maxProblems?: number | undefined;
  /** How many characters its problems may have, names and pointers of places included. */
  readonly maxCharacters?: number | undefined;
}

/** What formats write of a place and of a problem besides texts of the document, roughly. */
const AROUND = 200;

/** How long a place is in a report. Pointers count: many problems may stand below one long key. */
function placeSize({ file, pointer }: LocatedSpot): number {
  return AROUND + file.length + pointer.length;
}

interface Listing {
  readonly problems: Problem[];
  /** How many related places of listed problems are left out. */
  readonly cut: number;
}

/** The first problems that fit into so many characters. The last of them may have fewer related places than it had. */
function fitting(diagnostics: readonly Diagnostic[], { rootOf, maxCharacters = Infinity }: ReportBounds): Listing {
  const problems: Problem[] = [];
  let left = maxCharacters;
  for (const diagnostic of diagnostics) {
    const { message, hint = "", related, place } = diagnostic;
    if (left !== Infinity) left -= message.length + hint.length + placeSize(new LocatedSpot(place, rootOf));
    if (left < 0) break;
    let most = 0;
    for (const each of related) {
      if (left !== Infinity) left -= each.message.length + placeSize(new LocatedSpot(each.place, rootOf));
      if (left < 0) break;
      most += 1;
    }
    problems.push(new LocatedProblem(diagnostic, rootOf, most));
    if (left < 0) return { problems, cut: related.length - most };
  }
  return { problems, cut: 0 };
}

/** What a report says where it is cut, at the first problem that it leaves out: there it stands last. It is no problem of the document. */
function statement(diagnostics: readonly Diagnostic[], { problems, cut }: Listing, { rules, rootOf }: ReportBounds): Problem[] {
  const unlisted = diagnostics.length - problems.length;
  const at = diagnostics[problems.length] ?? diagnostics.at(-1);
  if (!at || unlisted + cut === 0) return [];
  const ofProblems = unlisted > 0 ? [`${unlisted} of ${diagnostics.length} problems`] : [];
  const ofPlaces = cut > 0 ? [`${cut} related places of the problem before`] : [];
  const said = problem("report/limit", at.place, { what: [...ofProblems, ...ofPlaces].join(" and ") });
  const severity = levelOf(said, rules);
  return severity === "off" ? [] : [new LocatedProblem({ ...said, severity }, rootOf)];
}

/** The problems that a report lists, and how many it does not. What does not fit into its size is stated as a problem of its own. */
export function listedProblems(diagnostics: readonly Diagnostic[], bounds: ReportBounds): { problems: Problem[]; unlisted: number } {
  const asked = diagnostics.slice(0, bounds.maxProblems);
  const listing = fitting(asked, bounds);
  return {
    problems: [...listing.problems, ...statement(asked, listing, bounds)],
    unlisted: diagnostics.length - listing.problems.length,
  };
}
