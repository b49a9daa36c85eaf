import { anchorFor } from "#model";

/** The page with the changes of an API from version to version. */
export function historyPath(api: string): string {
  return `apis/${api}/changes.html`;
}

/** The section of a version on that page. */
export function versionAnchor(version: string): string {
  return anchorFor("version", version);
}
