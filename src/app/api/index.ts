/** What programs call: the commands as functions that return values, print nothing and never end the process. */
export { build, bundle, check, diff, model, MsgdocsError } from "./functions.ts";
export type * from "./types.ts";
