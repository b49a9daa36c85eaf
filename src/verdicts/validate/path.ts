import { formatPointer } from "#text";

/** Where an instance stands below the root, outwards; the pointer is only made for what fails. */
export interface Path {
  readonly up: Path | undefined;
  readonly token: string;
}

/** The path as a JSON Pointer (RFC 6901). */
export function pointerOf(path: Path | undefined): string {
  const tokens: string[] = [];
  for (let step = path; step; step = step.up) tokens.push(step.token);
  return formatPointer(tokens.reverse());
}
