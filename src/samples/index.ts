/**
 * Samples to paste: commands for a POSIX shell with the usual tool of a protocol, and programs with its usual libraries. Templates print
 * them; texts of a document are only ever words of a command or literals of a program.
 */
import type { CodeWriting } from "#render";
import { templateFields } from "./code-context.ts";
import { literal, questions, templateLanguages } from "./literals.ts";

export type { CommandSample } from "./sample-section.ts";
export { samplesFor, createCodeSamples } from "./sample-section.ts";
export type { Call, Credential } from "./literals.ts";

/** How the languages of samples write what stands in the holes of a template. */
export const writing: CodeWriting = { languages: templateLanguages, literal, fields: templateFields(), questions };
