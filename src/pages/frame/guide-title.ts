import type { GuidePage } from "#prose";
import type { SiteContext } from "./context.ts";

/** A guide's title as plain text: that of its first heading, otherwise `title`. */
export function guideTitle({ prose }: Pick<SiteContext, "prose">, { heading, title }: GuidePage): string {
  const text = heading ? prose.fullText(heading).trim() : "";
  return text === "" ? title : text;
}
