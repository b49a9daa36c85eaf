import { createHash, randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { counted, MADE_BYTES, patiently, readFile, realPathOf } from "#text";
import type { Fetcher } from "../references/index.ts";
import { howToAllow } from "../references/index.ts";
import type { NetworkPolicy, PolicyError, RemoteAccess, RemoteLimits, Transport, HttpResponse } from "./request.ts";
import { readPolicy, denialOf, systemTransport, remoteLimits, sendRequest, BodyTooLong } from "./request.ts";

type FetchOutcome = Awaited<ReturnType<Fetcher>>;

/** The most redirects for one file. */
const HOPS = 3;

interface FetchContext {
  /** Called with the origin before each connection. */
  readonly contacting?: (origin: string) => void;
  readonly policy: NetworkPolicy;
  readonly wire: Transport;
  readonly limits: RemoteLimits;
}

function failed(reason: string, hint?: string): FetchOutcome {
  return { code: "reference/remote-failed", reason, ...(hint === undefined ? {} : { hint }) };
}

const denialReasons = {
  origin: "its origin is not allowed",
  path: "its path is outside of what is allowed",
  password: "it holds a user name or password",
} as const;

/** The address to connect to, or why there is none. All addresses of the host must be allowed, because DNS answers can change. */
async function addressOf(url: URL, { wire }: FetchContext): Promise<{ address: string } | { reason: string }> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address needs no lookup. `URL` has normalized every spelling of it (2130706433, 0x7f.1).
  const literal = host.includes(":") || /^\d+(?:\.\d+){3}$/.test(host);
  const addresses = literal ? [host] : await wire.resolve(host);
  const bad = addresses.find((address) => !wire.permits(address));
  if (bad !== undefined) return { reason: `${url.hostname} is at ${bad}, which is not an address of the public network` };
  const [address] = addresses;
  return address === undefined ? { reason: `${url.hostname} has no address` } : { address };
}

function languageBy(url: URL, mediaType: string): "yaml" | "json" {
  if (/^(?:application|text)\/(?:[a-z0-9.+-]+\+)?json$/.test(mediaType)) return "json";
  if (/^(?:application|text)\/(?:x-|vnd\.|[a-z0-9.+-]+\+)?yaml$/.test(mediaType)) return "yaml";
  return /\.json$/i.test(url.pathname) ? "json" : "yaml";
}

function acceptResponse(url: URL, { body, mediaType }: HttpResponse): FetchOutcome {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return failed(`a web page (${mediaType}) came back`);
  return { url: url.href, bytes: body, language: languageBy(url, mediaType) };
}

/** The target of a redirect, if the response is one. */
function redirectTarget(url: URL, { status, location }: HttpResponse): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined || !URL.canParse(location, url.href)) return undefined;
  return new URL(location, url.href);
}

async function hop(url: URL, guards: FetchContext, signal: AbortSignal): Promise<HttpResponse | FetchOutcome> {
  const { policy, limits } = guards;
  if (!guards.wire.schemes.some((scheme) => scheme === url.protocol)) return failed("it is not an https URL");
  const refused = denialOf(policy, url);
  if (refused !== undefined) return failed(denialReasons[refused], refused === "password" ? undefined : howToAllow(url.href));
  const found = await addressOf(url, guards);
  if ("reason" in found) return failed(found.reason);
  const authorization = policy.credentials.get(url.origin);
  guards.contacting?.(url.origin);
  return sendRequest({ url, address: found.address, authorization, signal, bytes: limits.bytes });
}

async function follow(start: URL, guards: FetchContext, signal: AbortSignal): Promise<FetchOutcome> {
  let url = start;
  for (let hops = 0; hops <= HOPS; hops += 1) {
    const answer = await hop(url, guards, signal);
    if (!("status" in answer)) return answer;
    if (answer.status === 200) return acceptResponse(url, answer);
    const next = redirectTarget(url, answer);
    if (!next) return failed(`the answer was status ${answer.status}`);
    if (next.origin !== url.origin) return failed(`it redirects to another origin, ${next.origin}`);
    url = next;
  }
  return failed(`it redirects more than ${counted(HOPS, "time")}`);
}

function reasonOf(error: unknown, { limits }: FetchContext, timedOut: boolean): string {
  if (timedOut) return `it took more than ${limits.ms} ms`;
  if (!(error instanceof Error)) return "the connection failed";
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

const raise = (limit: "remoteMs" | "remoteBytes"): string => `Raise limits.${limit} in the settings.`;

function failure(error: unknown, guards: FetchContext, timedOut: boolean): FetchOutcome {
  const limit = timedOut ? "remoteMs" : error instanceof BodyTooLong ? "remoteBytes" : undefined;
  return failed(reasonOf(error, guards, timedOut), limit && raise(limit));
}

/** Fetches one URL under the policy and the limits. Never throws: failures are results. */
async function fetchUrl(text: string, guards: FetchContext): Promise<FetchOutcome> {
  const url = new URL(text);
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Name resolution cannot be aborted, so the result is raced with the timeout.
  const late = new Promise<FetchOutcome>((resolve) => {
    timer = setTimeout(() => {
      abort.abort();
      resolve(failure(undefined, guards, true));
    }, guards.limits.ms);
  });
  try {
    const work = follow(url, guards, abort.signal).catch((error: unknown) => failure(error, guards, abort.signal.aborted));
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The entry of one file. */
interface LockEntry {
  /** Hex SHA-256 of its bytes. */
  readonly sha256: string;
  readonly bytes: number;
  readonly language: "yaml" | "json";
  /** The URL after redirects. */
  readonly from: string;
}

/** The entries of a lock file by requested URL. */
type LockFile = ReadonlyMap<string, LockEntry>;

const NAME = "msgdocs.lock";
const COPIES = "msgdocs.remote";

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function isOfOrigin(from: string, url: string): boolean {
  return URL.canParse(from) && URL.canParse(url) && new URL(from).origin === new URL(url).origin;
}

/** Parses the entry of a URL. Redirects stay on one origin, so an entry with another origin was edited and is invalid. */
function parseEntry(url: string, value: unknown): LockEntry | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { sha256, bytes, language, from } = value as Readonly<Record<string, unknown>>;
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  if (typeof bytes !== "number" || !Number.isSafeInteger(bytes) || bytes < 0) return undefined;
  if (typeof from !== "string" || !isOfOrigin(from, url) || (language !== "yaml" && language !== "json")) return undefined;
  return { sha256, bytes, language, from };
}

/** Reads the lock file of a folder: empty if there is none, `undefined` if it is invalid or the folder of the copies is a link. */
export function readLock(folder: string): LockFile | undefined {
  if (lstatSync(join(folder, COPIES), { throwIfNoEntry: false })?.isSymbolicLink() === true) return undefined;
  const bytes = readFile(join(folder, NAME), { root: realPathOf(folder), largest: MADE_BYTES });
  if ("problem" in bytes) return bytes.problem === "missing" ? new Map() : undefined;
  try {
    const { version, files } = JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>;
    if (version !== 1 || typeof files !== "object" || files === null) return undefined;
    const entries = Object.entries(files).map(([url, value]): [string, LockEntry | undefined] => [url, parseEntry(url, value)]);
    return entries.every(([, locked]) => locked) ? (new Map(entries) as Map<string, LockEntry>) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the copy of a remote file, if its hash still matches. */
export function readCopy(folder: string, { sha256, bytes: largest }: LockEntry): Uint8Array | undefined {
  const bytes = readFile(join(folder, COPIES, sha256), { root: realPathOf(folder), largest });
  return !("problem" in bytes) && hashOf(bytes) === sha256 ? bytes : undefined;
}

function replace(path: string, contents: string | Uint8Array): void {
  // The name is random, so that nobody can place a link there.
  const unfinished = `${path}.${randomUUID()}`;
  try {
    writeFileSync(unfinished, contents, { flag: "wx" });
    patiently(() => renameSync(unfinished, path));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Writes a sorted lock file and copies of all files for runs without network. */
export function writeLock(folder: string, lock: LockFile, contents: ReadonlyMap<string, Uint8Array>): void {
  for (const [sha256, bytes] of contents) {
    // A copy that is there already may not be what its name says.
    const path = join(folder, COPIES, sha256);
    mkdirSync(dirname(path), { recursive: true });
    replace(path, bytes);
  }
  const files = Object.fromEntries([...lock].sort(([a], [b]) => (a < b ? -1 : 1)));
  replace(join(folder, NAME), `${JSON.stringify({ version: 1, files }, undefined, 2)}\n`);
}

export interface NetworkRequest extends RemoteAccess {
  /** Folder of `msgdocs.lock`. */
  readonly folder: string;
  /** Read only copies of earlier runs. */
  readonly offline: boolean;
  /** Record the current content even if it differs from the lock file. */
  readonly updateLock: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wire?: Transport;
  readonly limits?: Partial<RemoteLimits>;
}

/** The network of a run. */
export interface Network {
  readonly fetcher: Fetcher;
  /** The origins that were contacted so far. */
  readonly contacted: ReadonlySet<string>;
  /** Records the fetched files. If a fetch has failed, the lock file is not changed. */
  record(): void;
}

const OFFLINE = "Run once without --offline to fetch it, and keep msgdocs.lock and msgdocs.remote with the document.";

function languageOf({ language }: { readonly language: string }): LockEntry["language"] {
  return language === "json" ? "json" : "yaml";
}

class RemoteRecorder {
  readonly contacted = new Set<string>();
  private readonly request: NetworkRequest;
  private readonly guards: FetchContext;
  private readonly lock: LockFile;
  private readonly found = new Map<string, LockEntry>();
  private readonly contents = new Map<string, Uint8Array>();
  private asked = 0;
  private failed = false;

  constructor(request: NetworkRequest, policy: NetworkPolicy, lock: LockFile) {
    const { wire = systemTransport, limits } = request;
    this.request = request;
    this.guards = { policy, wire, limits: { ...remoteLimits, ...limits }, contacting: (origin) => void this.contacted.add(origin) };
    this.lock = lock;
  }

  /** The limits hold for copies, too: the lock file and what it keeps may come from anybody. */
  async fetch(url: string): Promise<FetchOutcome> {
    this.asked += 1;
    const result = this.tooMany() ?? (this.request.offline ? this.fetchCopy(url) : await this.fetchLive(url));
    if ("code" in result) this.failed = true;
    return result;
  }

  record(): void {
    if (this.failed || this.request.offline || this.found.size === 0) return;
    const same = [...this.found].every(([url, { sha256 }]) => this.lock.get(url)?.sha256 === sha256);
    const complete = [...this.found.values()].every((locked) => readCopy(this.request.folder, locked));
    if (!same || !complete) writeLock(this.request.folder, new Map([...this.lock, ...this.found]), this.contents);
  }

  private tooMany(): FetchOutcome | undefined {
    const { files } = this.guards.limits;
    if (this.asked <= files) return undefined;
    const hint = "Raise limits.remoteFiles in the settings.";
    return { code: "reference/remote-failed", reason: `more than ${counted(files, "file")} would be fetched`, hint };
  }

  private fetchCopy(url: string): FetchOutcome {
    const locked = this.lock.get(url);
    if (!locked) return { code: "reference/remote-failed", reason: "the run is offline, and it is not in the lock file", hint: OFFLINE };
    const { bytes: most } = this.guards.limits;
    if (locked.bytes > most) {
      const hint = "Raise limits.remoteBytes in the settings.";
      return { code: "reference/remote-failed", reason: `it is longer than ${counted(most, "byte")}`, hint };
    }
    const bytes = readCopy(this.request.folder, locked);
    if (bytes) return { url: locked.from, bytes, language: locked.language };
    return { code: "reference/lock-mismatch", reason: "what was kept of it is gone or changed", hint: OFFLINE };
  }

  private async fetchLive(url: string): Promise<FetchOutcome> {
    const result = await fetchUrl(url, this.guards);
    if ("code" in result) return result;
    const sha256 = hashOf(result.bytes);
    const locked = this.lock.get(url);
    if (locked && locked.sha256 !== sha256 && !this.request.updateLock) {
      const hint = "If it was meant to change, run with --update-lock and look at what changed.";
      return { code: "reference/lock-mismatch", reason: "its hash is another", hint };
    }
    this.found.set(url, { sha256, bytes: result.bytes.length, language: languageOf(result), from: result.url });
    this.contents.set(sha256, result.bytes);
    return result;
  }
}

/** Opens the network: `undefined` if no access is requested, an error if the request is invalid. */
export function openNetwork(request: NetworkRequest): Network | PolicyError | undefined {
  const { allow, credentials, offline, wire = systemTransport, env } = request;
  if (allow.length === 0 && Object.keys(credentials).length === 0 && !offline) return undefined;
  // An offline run needs no credentials.
  const policy = readPolicy({ allow, credentials: offline ? {} : credentials }, { schemes: wire.schemes, env });
  if ("reason" in policy) return policy;
  const lock = readLock(request.folder);
  if (!lock)
    return { reason: "msgdocs.lock is not a lock file of msgdocs, or msgdocs.remote is a link. Remove them to have them made anew." };
  const recorder = new RemoteRecorder(request, policy, lock);
  return { fetcher: (url) => recorder.fetch(url), contacted: recorder.contacted, record: () => recorder.record() };
}
