/** The Node API: the commands as functions that return values, print nothing, and never end the process. */
export { build, bundle, check, diff, merge, model, MsgdocsError, part } from "./functions.ts";
export type * from "./types.ts";
