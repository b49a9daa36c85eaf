import { isDay } from "#config";
import { UsageError } from "#run";
import { didYouMean } from "#text";
import type {
  BuildOptions,
  BundleOptions,
  CheckOptions,
  CommonOptions,
  DiffOptions,
  DocumentOptions,
  MergeOptions,
  PartOptions,
} from "./types.ts";

/**
 * The values that an option accepts, in words and as a test. Tests look at what an object can do and not at its class, because test
 * runners have classes of their own.
 */
interface OptionKind {
  readonly words: string;
  readonly takes: (value: unknown) => boolean;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";

function isDocument(value: unknown): boolean {
  if (isText(value)) return true;
  if (!isObject(value) || !("text" in value)) return false;
  const { text: content, path } = value as { readonly text: unknown; readonly path?: unknown };
  return (isText(content) || ArrayBuffer.isView(content)) && (path === undefined || isText(path));
}

const listOf =
  (takes: OptionKind["takes"]): OptionKind["takes"] =>
  (value) =>
    Array.isArray(value) && value.every(takes);

const text: OptionKind = { words: "a string", takes: isText };
const flag: OptionKind = { words: "true or false", takes: (value) => typeof value === "boolean" };
const texts: OptionKind = { words: "a list of strings", takes: listOf(isText) };
const document: OptionKind = { words: "a path, a URL or { text, path }", takes: isDocument };
const oneOf = (...words: readonly string[]): OptionKind => ({
  words: `one of ${words.join(", ")}`,
  takes: (value) => isText(value) && words.includes(value),
});

type Kinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

const settings: Kinds<Pick<CommonOptions, "cwd" | "config" | "settings" | "trustSettings" | "signal" | "log">> = {
  cwd: text,
  config: text,
  settings: { words: "an object", takes: isObject },
  trustSettings: flag,
  signal: { words: "an AbortSignal", takes: (value) => isObject(value) && "aborted" in value },
  log: { words: "a function", takes: (value) => typeof value === "function" },
};

const reading = { ...settings, root: text, baseline: text, allowRemote: texts, remoteHeaderEnv: texts, offline: flag, updateLock: flag };

const report = {
  strict: flag,
  maxProblems: { words: "a whole number, 1 or more", takes: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0 },
};

const pages = { out: text, allowErrors: flag, theme: text, templates: text, language: text };

const date: OptionKind = { words: "a day such as 2026-03-01", takes: (value) => isText(value) && isDay(value) };

const model: Kinds<DocumentOptions> = { ...reading, ...report, document };

/** The options of each function. The compiler checks that none is missing. */
const optionsOf = {
  check: {
    ...reading,
    ...report,
    documents: { words: `a list, of which each is ${document.words}`, takes: listOf(isDocument) },
    coverage: flag,
  } satisfies Kinds<CheckOptions>,
  build: { ...model, ...pages, output: text, cache: text, base: text, date } satisfies Kinds<BuildOptions>,
  part: { ...reading, ...report, ...pages, document: text, output: text } satisfies Kinds<PartOptions>,
  merge: { ...settings, ...report, ...pages, parts: texts, output: text, date } satisfies Kinds<MergeOptions>,
  bundle: { ...model, format: oneOf("yaml", "json") } satisfies Kinds<BundleOptions>,
  model,
  diff: {
    ...reading,
    old: document,
    new: document,
    base: text,
    reading: oneOf("documented", "strict"),
    failOn: oneOf("breaking", "breaking-known", "unknown", "any", "none"),
  } satisfies Kinds<DiffOptions>,
};

export type FunctionName = keyof typeof optionsOf;

/** What to do about an option that a function does not have. */
function adviceOn(option: string, own: Kinds<Record<string, unknown>>): string | undefined {
  const others = Object.entries(optionsOf).flatMap(([name, options]) => (Object.hasOwn(options, option) ? [name] : []));
  return others.length === 0 ? didYouMean(option, Object.keys(own)) : `It is an option of ${others.join(", ")}.`;
}

/** Refuses options that the types of the API do not allow, for programs that are not type-checked. */
export function checkOptions(name: FunctionName, options: unknown): void {
  const own: Kinds<Record<string, unknown>> = optionsOf[name];
  if (!isObject(options)) {
    const [some] = ["document", "documents", "parts", "old"].filter((option) => Object.hasOwn(own, option));
    throw new UsageError("The options must be an object.", `Such as { ${some}: … }.`);
  }
  for (const [option, value] of Object.entries(options)) {
    const kind = Object.hasOwn(own, option) ? own[option] : undefined;
    if (!kind) throw new UsageError(`${name} has no option ${JSON.stringify(option)}.`, adviceOn(option, own));
    if (value !== undefined && !kind.takes(value)) throw new UsageError(`The option ${JSON.stringify(option)} must be ${kind.words}.`);
  }
}
