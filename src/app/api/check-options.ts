import { didYouMean } from "#text";
import { UsageError } from "../commands/index.ts";
import type { BuildOptions, BundleOptions, CheckOptions, DiffOptions, DocumentOptions, MergeOptions, PartOptions } from "./types.ts";

/**
 * The values that an option accepts, in words and as a test. Tests look at what an object can do and not at its class, because test
 * runners have classes of their own.
 */
interface Kind {
  readonly words: string;
  readonly takes: (value: unknown) => boolean;
}

type KeyOf<Options> = Options extends unknown ? keyof Options : never;

type OptionName = KeyOf<BuildOptions | BundleOptions | CheckOptions | DiffOptions | DocumentOptions | MergeOptions | PartOptions>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";

function isDocument(value: unknown): boolean {
  if (isText(value)) return true;
  if (!isObject(value) || !("text" in value)) return false;
  const { text: content, path } = value as { readonly text: unknown; readonly path?: unknown };
  return (isText(content) || ArrayBuffer.isView(content)) && (path === undefined || isText(path));
}

const listOf =
  (takes: Kind["takes"]): Kind["takes"] =>
  (value) =>
    Array.isArray(value) && value.every(takes);

const text: Kind = { words: "a string", takes: isText };
const flag: Kind = { words: "true or false", takes: (value) => typeof value === "boolean" };
const texts: Kind = { words: "a list of strings", takes: listOf(isText) };
const document: Kind = { words: "a path, a URL or { text, path }", takes: isDocument };
const oneOf = (...words: readonly string[]): Kind => ({
  words: words.join(", "),
  takes: (value) => isText(value) && words.includes(value),
});

const kinds: Readonly<Record<OptionName, Kind>> = {
  allowErrors: flag,
  allowRemote: texts,
  base: text,
  baseline: text,
  cache: text,
  config: text,
  coverage: flag,
  cwd: text,
  document,
  documents: { words: `a list, of which each is ${document.words}`, takes: listOf(isDocument) },
  failOn: oneOf("breaking", "breaking-known", "unknown", "any", "none"),
  format: oneOf("yaml", "json"),
  language: text,
  log: { words: "a function", takes: (value) => typeof value === "function" },
  maxProblems: { words: "a whole number, 1 or more", takes: (value) => Number.isSafeInteger(value) && Number(value) > 0 },
  new: text,
  offline: flag,
  old: text,
  output: text,
  parts: texts,
  reading: oneOf("documented", "strict"),
  remoteHeaderEnv: texts,
  root: text,
  settings: { words: "an object", takes: isObject },
  signal: { words: "an AbortSignal", takes: (value) => isObject(value) && "aborted" in value },
  strict: flag,
  templates: text,
  theme: text,
  trustSettings: flag,
  updateLock: flag,
};

/** Refuses options that the types of the API do not allow, for programs that are not type-checked. */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw new UsageError("The options must be an object.", 'Such as { document: "asyncapi.yaml" }.');
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as OptionName] : undefined;
    if (!kind) throw new UsageError(`There is no option ${JSON.stringify(name)}.`, didYouMean(name, Object.keys(kinds)));
    if (value !== undefined && !kind.takes(value)) throw new UsageError(`The option ${JSON.stringify(name)} must be ${kind.words}.`);
  }
}
