import type { Limits, RemoteSettings, Settings } from "#config";
import type { Loaded, Network, Refusal } from "#documents";
import { loadDocuments, openNetwork } from "#documents";
import type { Setting } from "./setting.ts";

function network(remote: RemoteSettings, limits: Limits): Network | Refusal | undefined {
  const { remoteFiles: files, remoteBytes: bytes, remoteMs: ms } = limits;
  return openNetwork({ ...remote, env: process.env, limits: { files, bytes, ms } });
}

/** Why the network that settings ask for cannot be had, in words: exit 2. */
export function networkRefusal({ remote, limits }: Settings): string | undefined {
  const found = remote && network(remote, limits);
  return found && "reason" in found ? found.reason : undefined;
}

/** Reads a document and all files that its references name, those of the network under the settings' policy. */
export async function load(document: string, setting: Setting): Promise<Loaded> {
  const { settings, cwd, memo, overlay, named } = setting;
  const { root, limits, remote } = settings;
  const opened = remote && network(remote, limits);
  const granted = opened && "fetcher" in opened ? opened : undefined;
  const loaded = await loadDocuments(document, {
    root,
    cwd,
    limits,
    memo: memo?.files,
    tiles: memo?.tiles,
    overlay,
    named,
    fetcher: granted?.fetcher,
  });
  granted?.record();
  return loaded;
}
