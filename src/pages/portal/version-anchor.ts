import { anchorFor } from "#model";

/** The page with the changes of an API from version to version. */
export function historyPath(api: string): string {
  return `apis/${api}/changes.html`;
}

/** The section of a version on that page: `version.2.0.0`. It has no `:`, which separates what is below it. */
export function versionAnchor(version: string): string {
  // A version is one step, so the sign for a dot in a step can be the dot.
  return anchorFor("version", version).replaceAll(":", ".");
}
