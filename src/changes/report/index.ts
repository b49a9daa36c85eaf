/** Changes as data, their causes, and their reports. */
export * from "./change-report.ts";
export * from "./causes.ts";
export * from "./print-changes.ts";
