import type { Fetcher } from "../references/index.ts";
import { counted } from "#text";
import type { Guards, Result } from "./fetch-url.ts";
import { fetchUrl } from "./fetch-url.ts";
import type { Lock, Locked } from "./lock-file.ts";
import { hashOf, readKept, readLock, writeLock } from "./lock-file.ts";
import type { Policy, Refusal, RemoteWish } from "./read-policy.ts";
import { readPolicy } from "./read-policy.ts";
import type { RemoteLimits, Wire } from "./request.ts";
import { realWire, remoteLimits } from "./request.ts";

export interface NetworkRequest extends RemoteWish {
  /** Folder of `msgdocs.lock`. */
  readonly folder: string;
  /** Read only what was fetched and kept before. */
  readonly offline: boolean;
  /** Take what comes now for what is recorded. */
  readonly updateLock: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wire?: Wire;
  readonly limits?: Partial<RemoteLimits>;
}

/** The network of a run. */
export interface Network {
  readonly fetcher: Fetcher;
  /** The origins that were connected to, so far. */
  readonly contacted: ReadonlySet<string>;
  /** Records what was fetched, unless something failed: then the lock file stays as it is. */
  record(): void;
}

const OFFLINE = "Run once without --offline to fetch it, and keep msgdocs.lock and msgdocs.remote with the document.";

function languageOf({ language }: { readonly language: string }): Locked["language"] {
  return language === "json" ? "json" : "yaml";
}

class Recorder {
  readonly contacted = new Set<string>();
  private readonly request: NetworkRequest;
  private readonly guards: Guards;
  private readonly lock: Lock;
  private readonly found = new Map<string, Locked>();
  private readonly contents = new Map<string, Uint8Array>();
  private asked = 0;
  private failed = false;

  constructor(request: NetworkRequest, policy: Policy, lock: Lock) {
    const { wire = realWire, limits } = request;
    this.request = request;
    this.guards = { policy, wire, limits: { ...remoteLimits, ...limits }, contacting: (origin) => void this.contacted.add(origin) };
    this.lock = lock;
  }

  async fetch(url: string): Promise<Result> {
    const result = this.request.offline ? this.kept(url) : await this.live(url);
    if ("code" in result) this.failed = true;
    return result;
  }

  record(): void {
    if (this.failed || this.request.offline || this.found.size === 0) return;
    const same = [...this.found].every(([url, { sha256 }]) => this.lock.get(url)?.sha256 === sha256);
    const complete = [...this.found.values()].every((locked) => readKept(this.request.folder, locked));
    if (!same || !complete) writeLock(this.request.folder, new Map([...this.lock, ...this.found]), this.contents);
  }

  private kept(url: string): Result {
    const locked = this.lock.get(url);
    if (!locked) return { code: "reference/remote-failed", reason: "the run is offline, and it is not in the lock file", hint: OFFLINE };
    const bytes = readKept(this.request.folder, locked);
    if (bytes) return { url: locked.from, bytes, language: locked.language };
    return { code: "reference/lock-mismatch", reason: "what was kept of it is gone or changed", hint: OFFLINE };
  }

  private async live(url: string): Promise<Result> {
    this.asked += 1;
    const { files } = this.guards.limits;
    if (this.asked > files) {
      const hint = "Raise limits.remoteFiles in the settings.";
      return { code: "reference/remote-failed", reason: `more than ${counted(files, "file")} would be fetched`, hint };
    }
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

/** The network that was asked for: `undefined` where none was, and why where it cannot be granted. */
export function openNetwork(request: NetworkRequest): Network | Refusal | undefined {
  const { allow, credentials, offline, wire = realWire, env } = request;
  if (allow.length === 0 && Object.keys(credentials).length === 0 && !offline) return undefined;
  // Offline nobody gets credentials, so none need be there.
  const policy = readPolicy({ allow, credentials: offline ? {} : credentials }, { schemes: wire.schemes, env });
  if ("reason" in policy) return policy;
  const lock = readLock(request.folder);
  if (!lock)
    return { reason: "msgdocs.lock is not a lock file of msgdocs, or msgdocs.remote is a link. Remove them to have them made anew." };
  const recorder = new Recorder(request, policy, lock);
  return { fetcher: (url) => recorder.fetch(url), contacted: recorder.contacted, record: () => recorder.record() };
}
