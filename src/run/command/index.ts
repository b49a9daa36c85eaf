/** What commands are made of: what they read, where they write, and how they report. */
export * from "./attempt.ts";
export * from "./git-snapshot.ts";
export * from "./report-problems.ts";
export * from "./find-documents.ts";
export * from "./io.ts";
export * from "./one-file.ts";
export * from "./outside-access.ts";
export * from "./wing-types.ts";
