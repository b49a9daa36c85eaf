import { counted } from "#text";
import type { Fetcher } from "../references/index.ts";
import { howToAllow } from "../references/index.ts";
import type { NetworkPolicy } from "./read-policy.ts";
import { denialOf } from "./read-policy.ts";
import type { HttpResponse, RemoteLimits, Transport } from "./request.ts";
import { sendRequest, BodyTooLong } from "./request.ts";

export type FetchOutcome = Awaited<ReturnType<Fetcher>>;

/** The most redirects for one file. */
const HOPS = 3;

export interface FetchContext {
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

function languageOf(url: URL, mediaType: string): "yaml" | "json" {
  if (/^(?:application|text)\/(?:[a-z0-9.+-]+\+)?json$/.test(mediaType)) return "json";
  if (/^(?:application|text)\/(?:x-|vnd\.|[a-z0-9.+-]+\+)?yaml$/.test(mediaType)) return "yaml";
  return /\.json$/i.test(url.pathname) ? "json" : "yaml";
}

function acceptResponse(url: URL, { body, mediaType }: HttpResponse): FetchOutcome {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return failed(`a web page (${mediaType}) came back`);
  return { url: url.href, bytes: body, language: languageOf(url, mediaType) };
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
export async function fetchUrl(text: string, guards: FetchContext): Promise<FetchOutcome> {
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
