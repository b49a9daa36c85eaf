import type { Node } from "#text";
import { entriesOf, valueOf } from "#text";
import { textsOf } from "./check-settings.ts";
import type { RemoteSettings } from "./settings.ts";

/** What the command line says about the network. */
export interface RemoteFlags {
  /** Origins and paths that references may be read from, beside those of the settings file. */
  readonly allowRemote?: readonly string[] | undefined;
  /** `ORIGIN=VARIABLE`. */
  readonly remoteHeaderEnv?: readonly string[] | undefined;
  readonly offline?: boolean | undefined;
  readonly updateLock?: boolean | undefined;
}

/** `ORIGIN=VARIABLE` as its two halves: a name of a variable holds no `=`, a URL may. */
function pairOf(text: string): readonly [string, string] {
  const at = text.lastIndexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** What settings file and flags together ask of the network; nothing where they do not. */
export function remoteOf(root: Node | undefined, flags: RemoteFlags, folder: string): { readonly remote?: RemoteSettings } {
  const own = valueOf(root, "remote");
  const allow = [...textsOf(valueOf(own, "allow")), ...(flags.allowRemote ?? [])];
  const named = entriesOf(valueOf(own, "headerEnv")).flatMap(({ key, value }) =>
    value.kind === "string" ? [[key, value.value] as const] : [],
  );
  const credentials = Object.assign(
    Object.create(null) as Record<string, string>,
    Object.fromEntries([...named, ...(flags.remoteHeaderEnv ?? []).map(pairOf)]),
  );
  const [offline, updateLock] = [flags.offline === true, flags.updateLock === true];
  if (allow.length === 0 && Object.keys(credentials).length === 0 && !offline) return {};
  return { remote: { allow, credentials, folder, offline, updateLock } };
}
