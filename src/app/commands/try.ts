import { extname, relative, resolve } from "node:path";
import type { Flags } from "#config";
import type { Api, Message, Operation } from "#model";
import { addressOnWire } from "#model";
import { visible } from "#report";
import type { Exit, Io, Reporting } from "#run";
import { exits, inputOf, openSettings, readLocation, reportOf, say, UsageError } from "#run";
import type { Diagnostic, Node, TextFile } from "#text";
import { decodeText, didYouMean, inQuotes, listSome, namedAccess, parseText, readFile, readLimits } from "#text";
import { createJudge, judgePayload } from "#verdicts";

export interface TryRequest extends Reporting {
  /** The address or id of a channel, the id of an operation, or a name of a message. */
  readonly what: string;
  /** The file with the payload, or `-` for standard input. */
  readonly file: string;
  readonly flags: Flags;
}

/** The largest payload in bytes. */
const LARGEST = 1 << 26;

interface Payload {
  readonly file: TextFile;
  /** Absent if it cannot be parsed. */
  readonly value: Node | undefined;
  readonly problems: readonly Diagnostic[];
}

/** Reads a payload: YAML where the name says so, otherwise JSON. */
async function readPayload(given: string, io: Io): Promise<Payload> {
  const path = resolve(io.cwd, given === "-" ? "stdin.json" : given);
  const bytes = given === "-" ? Buffer.from(await io.stdin()) : readFile(path, { ...namedAccess(path, io.cwd), largest: LARGEST });
  if ("problem" in bytes) throw new UsageError(`Cannot read ${JSON.stringify(given)}: ${bytes.reason}.`, "Name a file with a payload.");
  const problems: Diagnostic[] = [];
  const report = (each: Diagnostic): void => void problems.push(each);
  const language = /^\.ya?ml$/i.test(extname(path)) ? "yaml" : "json";
  const source = { id: path, name: relative(io.cwd, path), language } as const;
  const file = decodeText(source, bytes, report) ?? { ...source, text: "" };
  return { file, value: file.text === "" ? undefined : parseText(file, { limits: readLimits, report }), problems };
}

/** What a message is called. */
const namesOf = ({ id, title, keys, name, messageId }: Message): readonly string[] => [
  id,
  title,
  ...keys,
  ...(name ? [name.value] : []),
  ...(messageId ? [messageId.value] : []),
];

/** The messages that a payload may be, and the operations that pass them; `undefined` if the API has no such channel, operation or message. */
function candidates(api: Api, what: string): { messages: readonly Message[]; operations: readonly Operation[] } | undefined {
  const channels = api.channels.filter((each) => [each.id, each.address, addressOnWire(each)].includes(what));
  if (channels.length > 0)
    return {
      messages: [...new Set(channels.flatMap(({ messages }) => messages))],
      operations: channels.flatMap(({ operations }) => operations),
    };
  const operations = api.operations.filter(({ id }) => id === what);
  if (operations.length > 0) return { messages: [...new Set(operations.flatMap((each) => each.messages))], operations };
  const messages = api.messages.filter((each) => namesOf(each).includes(what));
  return messages.length > 0 ? { messages, operations: messages.flatMap(({ operations }) => operations) } : undefined;
}

/** Tries a payload on the messages of a document, or of every document of a portal, and says who could take it. */
export async function tryPayload(request: TryRequest, io: Io): Promise<Exit> {
  const { what, flags, ...reporting } = request;
  const settings = await openSettings(flags, reporting, io);
  if (!settings) return exits.usage;
  const payload = await readPayload(request.file, io);
  const { documents, overlay, named, listed } = await inputOf(
    { given: flags.document === undefined ? [] : [flags.document] },
    settings,
    io,
  );
  const found: Diagnostic[] = [...payload.problems];
  const roots: ((file: TextFile) => Node | undefined)[] = [(file) => (file === payload.file ? payload.value : undefined)];
  const lines: string[] = [];
  const known: string[] = [];
  let fits = payload.value !== undefined;
  for (const document of documents) {
    const { version, problems } = await readLocation({ document, overlay, named }, { settings, io }, listed?.get(document));
    if (!version) {
      found.push(...problems);
      fits = false;
      continue;
    }
    const { api, schemas } = version;
    known.push(
      ...api.channels.flatMap(({ id, address }) => [id, ...(address === null ? [] : [address])]),
      ...api.operations.map(({ id }) => id),
      ...api.messages.flatMap(namesOf),
    );
    const candidate = candidates(api, what);
    if (!candidate) continue;
    roots.push((file) => version.documents.rootOf(file));
    if (!payload.value) continue;
    const { value } = payload;
    const judge = createJudge({ api, documents: version.documents, schemas, limits: settings.limits });
    const tried = candidate.messages.map((message) => ({ message, ...judgePayload(value, message, judge) }));
    const passed = tried.filter(({ state }) => state === "passed");
    if (passed.length === 0) found.push(...tried.flatMap(({ diagnostics }) => diagnostics));
    fits &&= passed.length > 0;
    const roles = [...new Set(candidate.operations.map(({ direction }) => `${direction}s`))].join(" and ");
    const unknown = passed.length === 0 && tried.some(({ state }) => state === "not-checked");
    const verdict = passed.length > 0 ? "fits" : unknown ? "is not checked against" : "does not fit";
    const messages = (passed.length > 0 ? passed : tried).map(({ message }) => inQuotes(message.title));
    const which = messages.length > 0 ? listSome(messages, 5) : "this channel, which has no message";
    lines.push(`${api.info.title}${roles === "" ? "" : ` (${roles})`}: the payload ${verdict} ${which}.\n`);
  }
  io.progress(undefined);
  if (lines.length === 0 && payload.value && found.length === 0)
    throw new UsageError(`There is no channel, operation or message ${JSON.stringify(what)}.`, didYouMean(what, known) ?? someOf(known));
  const rootOf = (file: TextFile): Node | undefined => roots.map((of) => of(file)).find((root) => root !== undefined);
  const findings = { diagnostics: found, examples: new Map<string, never>(), files: [payload.file], rootOf };
  const isPretty = reporting.format === "pretty";
  if (found.length > 0 || !isPretty)
    say(reportOf([findings], { settings, documents: [payload.file.id], cwd: io.cwd }), reporting, { io, to: "stdout" });
  if (isPretty && !reporting.quiet) io.stdout(lines.map(visibleLine).join(""));
  return fits ? exits.fine : exits.problems;
}

/** What could be tried. */
function someOf(known: readonly string[]): string {
  return known.length === 0 ? "The document has none." : `There are ${listSome([...new Set(known)].map(inQuotes), 8)}.`;
}

const visibleLine = (line: string): string => `${visible(line.trimEnd())}\n`;
