/** The command `diff`, and what it shares with a site and a portal that show changes. */
export * from "./compare-documents.ts";
export * from "./diff.ts";
