/**
 * What a CI that shows a log takes for a command to itself: Azure Pipelines (`##vso[task.setvariable …]`), GitHub in its first form
 * (`##[set-output …]`) and TeamCity wherever it stands in a line, GitHub in its second form where a line begins with it.
 */
export const ANYWHERE = /##(?=(?:vso|teamcity)?\[)/gi;
const LINE_START = /^([^\S\n]*):(?=:)/gm;

/** How the second `#` and the first `:` are written instead: as the format has it where it can, so that what is read is the same. */
export interface Spelling {
  readonly hash: string;
  /** None where no line begins with what a stranger wrote, or where commands are what is printed. */
  readonly colon?: string;
}

/** Text in which no CI finds a command that a stranger wrote. */
export function inert(text: string, { hash, colon }: Spelling): string {
  const quiet = text.replace(ANYWHERE, `#${hash}`);
  return colon === undefined ? quiet : quiet.replace(LINE_START, `$1${colon}`);
}
