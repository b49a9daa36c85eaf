import type { Fetcher } from "../references/index.ts";
import { howToAllow } from "../references/index.ts";
import { counted } from "#text";
import type { Policy } from "./read-policy.ts";
import { refusedBy } from "./read-policy.ts";
import type { Answer, RemoteLimits, Wire } from "./request.ts";
import { exchange, TooLong } from "./request.ts";

export type Result = Awaited<ReturnType<Fetcher>>;

/** Redirects that are followed for one file. */
const HOPS = 3;

export interface Guards {
  /** Told the origin before it is connected to. */
  readonly contacting?: (origin: string) => void;
  readonly policy: Policy;
  readonly wire: Wire;
  readonly limits: RemoteLimits;
}

function failed(reason: string, hint?: string): Result {
  return { code: "reference/remote-failed", reason, ...(hint === undefined ? {} : { hint }) };
}

const WHY = {
  origin: "its origin is not allowed",
  path: "its path is outside of what is allowed",
  password: "it holds a user name or password",
} as const;

/** The address to connect to, or why none may be. Every address of the name must be allowed, or a second look could find another. */
async function addressOf(url: URL, { wire }: Guards): Promise<{ address: string } | { reason: string }> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // An address in the URL itself is looked up by nobody; URL has made one of every spelling (2130706433, 0x7f.1) by now.
  const literal = host.includes(":") || /^\d+(?:\.\d+){3}$/.test(host);
  const addresses = literal ? [host] : await wire.resolve(host);
  const bad = addresses.find((address) => !wire.permits(address));
  if (bad !== undefined) return { reason: `${url.hostname} is at ${bad}, which is not an address of the public network` };
  const [address] = addresses;
  return address === undefined ? { reason: `${url.hostname} has no address` } : { address };
}

function languageOf(url: URL, mediaType: string): "yaml" | "json" {
  if (/^(?:application|text)\/(?:[a-z0-9.+-]+\+)?json$/.test(mediaType)) return "json";
  if (/^(?:application|text)\/(?:x-|vnd\.|[a-z0-9.+-]+\+)?yaml$/.test(mediaType)) return "yaml";
  return /\.json$/i.test(url.pathname) ? "json" : "yaml";
}

function received(url: URL, { body, mediaType }: Answer): Result {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return failed(`a web page (${mediaType}) came back`);
  return { url: url.href, bytes: body, language: languageOf(url, mediaType) };
}

/** Where a redirect leads, if it may: to the same origin only. */
function redirected(url: URL, { status, location }: Answer): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined || !URL.canParse(location, url.href)) return undefined;
  return new URL(location, url.href);
}

async function hop(url: URL, guards: Guards, signal: AbortSignal): Promise<Answer | Result> {
  const { policy, limits } = guards;
  if (!guards.wire.schemes.some((scheme) => scheme === url.protocol)) return failed("it is not an https URL");
  const refused = refusedBy(policy, url);
  if (refused !== undefined) return failed(WHY[refused], refused === "password" ? undefined : howToAllow(url.href));
  const found = await addressOf(url, guards);
  if ("reason" in found) return failed(found.reason);
  const authorization = policy.credentials.get(url.origin);
  guards.contacting?.(url.origin);
  return exchange({ url, address: found.address, authorization, signal, bytes: limits.bytes });
}

async function follow(start: URL, guards: Guards, signal: AbortSignal): Promise<Result> {
  let url = start;
  for (let hops = 0; hops <= HOPS; hops += 1) {
    const answer = await hop(url, guards, signal);
    if (!("status" in answer)) return answer;
    if (answer.status === 200) return received(url, answer);
    const next = redirected(url, answer);
    if (!next) return failed(`the answer was status ${answer.status}`);
    if (next.origin !== url.origin) return failed(`it redirects to another origin, ${next.origin}`);
    url = next;
  }
  return failed(`it redirects more than ${counted(HOPS, "time")}`);
}

function reasonOf(error: unknown, { limits }: Guards, timedOut: boolean): string {
  if (timedOut) return `it took more than ${limits.ms} ms`;
  if (!(error instanceof Error)) return "the connection failed";
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

const raise = (limit: "remoteMs" | "remoteBytes"): string => `Raise limits.${limit} in the settings.`;

function failure(error: unknown, guards: Guards, timedOut: boolean): Result {
  const limit = timedOut ? "remoteMs" : error instanceof TooLong ? "remoteBytes" : undefined;
  return failed(reasonOf(error, guards, timedOut), limit && raise(limit));
}

/** Fetches one URL behind all guards; whatever goes wrong is an answer, never a throw. */
export async function fetchUrl(text: string, guards: Guards): Promise<Result> {
  const url = new URL(text);
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Name resolution cannot be aborted, so the time is raced as well.
  const late = new Promise<Result>((resolve) => {
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
