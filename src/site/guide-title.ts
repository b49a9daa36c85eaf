import type { GuidePage } from "#guide";
import type { SiteContext } from "./context.ts";
import { visible } from "./visible.ts";

/** The heading that became a guide's title, as plain text, else the title that it says otherwise. */
export function guideTitle({ prose }: Pick<SiteContext, "prose">, { heading, title }: GuidePage): string {
  return visible((heading && prose.fullText(heading).trim()) || title);
}
