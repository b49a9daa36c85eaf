/** The user's Markdown pages: reads the files that settings name, within the project, and finds title, order and page name of each. */
export type { Guide, GuidePage, GuideSources, GuideSet } from "./read-guides.ts";
export { readGuides } from "./read-guides.ts";
