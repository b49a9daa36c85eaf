/**
 * The user's own Markdown pages: the files that settings name, read within the project, each with its title, order and route name.
 */
export type { Guide, GuidePage, GuideSources, GuideSet } from "./guide.ts";
export { readGuides } from "./read-guides.ts";
