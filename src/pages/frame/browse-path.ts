import { fileNames } from "#model";

/** The kinds of values by which a portal lists APIs. */
export const browseKinds = ["group", "state", "protocol", "owner", "broker", "tag"] as const;
export type BrowseKind = (typeof browseKinds)[number];

/** The file name for a value. It depends only on the value, so a page of one API knows it without the other APIs. */
function fileOf(value: string): string {
  const [plain = "x"] = fileNames([value]).values();
  return fileNames([value, plain]).get(value) ?? "x";
}

/** The page of a portal that lists the APIs with a value, such as those of one owner. */
export function browsePath(kind: BrowseKind, value: string): string {
  return `browse/${kind}/${fileOf(value)}.html`;
}
