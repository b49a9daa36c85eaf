/**
 * Commands to paste into a POSIX shell: what publishes or subscribes at a server with the usual tool of its protocol. Every word is quoted.
 */
export type { Call, Command } from "./commands-for.ts";
export { commandsFor } from "./commands-for.ts";
