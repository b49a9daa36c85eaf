/**
 * Samples to paste: commands for a POSIX shell with the usual tool of a protocol, and programs with its usual libraries. Templates print
 * them; texts of a document are only ever words of a command or literals of a program.
 */
export { samplesFor } from "./commands-for.ts";
export type { CommandSample } from "./commands-for.ts";
export type { Call, Credential, NamedText } from "./use.ts";
export { FILE } from "./use.ts";
export { serverAddress } from "./server-address.ts";
export { CERTIFICATE } from "./credentials.ts";
export type { CodeTemplate, CodeTemplates } from "./context.ts";
export { literal, questions, templateLanguages } from "./literals.ts";
export { onLines } from "./line.ts";
