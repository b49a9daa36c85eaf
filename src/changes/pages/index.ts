/** The page of what changed, and its sections, which a portal shows too. */
export * from "./change-sections.ts";
export * from "./changes-page.ts";
