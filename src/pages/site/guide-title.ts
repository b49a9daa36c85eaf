import type { GuidePage } from "#prose";
import type { SiteContext } from "./context.ts";
import { visible } from "./visible.ts";

/** The heading that became a guide's title, as plain text, else the title that it says otherwise. */
export function guideTitle({ prose }: Pick<SiteContext, "prose">, { heading, title }: GuidePage): string {
  const text = heading ? prose.fullText(heading).trim() : "";
  return visible(text === "" ? title : text);
}
