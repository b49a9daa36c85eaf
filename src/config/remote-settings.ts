import type { Node } from "#text";
import { entriesOf, valueOf } from "#text";
import { textsOf } from "./check-settings.ts";
import type { RemoteSettings } from "./settings.ts";

/** Flags about the network. */
export interface RemoteFlags {
  /** Origins with path prefixes that references may be read from, in addition to those of the settings file. */
  readonly allowRemote?: readonly string[] | undefined;
  /** `ORIGIN=VARIABLE`. */
  readonly remoteHeaderEnv?: readonly string[] | undefined;
  readonly offline?: boolean | undefined;
  readonly updateLock?: boolean | undefined;
}

/** Splits `ORIGIN=VARIABLE` at the last `=`, because a URL may contain one. */
function pairOf(text: string): readonly [string, string] {
  const at = text.lastIndexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The network settings of file and flags together; empty if neither asks for the network. */
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
