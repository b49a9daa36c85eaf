/**
 * Commands to paste into a POSIX shell: what publishes or subscribes at a server with the usual tool of its protocol. Every word is quoted.
 */
export { commandsFor } from "./commands-for.ts";
export type { Call, Command, Credential, Field } from "./use.ts";
