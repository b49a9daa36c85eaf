import type { Limits, RemoteSettings, Settings } from "#config";
import type { LoadResult, Network, PolicyError } from "#documents";
import { loadDocuments, openNetwork } from "#documents";
import type { Setting } from "./setting.ts";

function network(remote: RemoteSettings, limits: Limits): Network | PolicyError | undefined {
  const { remoteFiles: files, remoteBytes: bytes, remoteMs: ms } = limits;
  return openNetwork({ ...remote, env: process.env, limits: { files, bytes, ms } });
}

/** Why the settings for the network cannot be used, in words; `undefined` if they can. The exit code is 2. */
export function networkRefusal({ remote, limits }: Settings): string | undefined {
  const found = remote && network(remote, limits);
  return found && "reason" in found ? found.reason : undefined;
}

/** An origin that was contacted, and the environment variable whose value was sent to it. */
export interface Contact {
  readonly origin: string;
  readonly variable?: string | undefined;
}

function contactsOf({ contacted }: Network, { credentials }: RemoteSettings): Contact[] {
  const variables = new Map(Object.entries(credentials).map(([url, variable]) => [new URL(url).origin, variable]));
  return [...contacted].map((origin) => ({ origin, variable: variables.get(origin) }));
}

/** Reads a document and all files that its references lead to. Remote ones are read under the policy in the settings. */
export async function load(document: string, setting: Setting): Promise<LoadResult & { readonly contacts: readonly Contact[] }> {
  const { settings, cwd, overlay, named, snapshot } = setting;
  const { root, limits, remote } = settings;
  const opened = remote && network(remote, limits);
  const granted = opened && "fetcher" in opened ? opened : undefined;
  const loaded = await loadDocuments(document, {
    root,
    cwd,
    limits,
    overlay,
    snapshot,
    named,
    fetcher: granted?.fetcher,
  });
  granted?.record();
  return { ...loaded, contacts: granted && remote ? contactsOf(granted, remote) : [] };
}
