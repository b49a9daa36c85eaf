import { dirname } from "node:path";
import type { Limits, RemoteSettings, Settings } from "#config";
import type { LoadResult, Network, PolicyError, Documents, FileSnapshot } from "#documents";
import { loadDocuments, openNetwork } from "#documents";
import type { Api, Routes } from "#model";
import type { GuidePage, Prose, RenderedText, RenderText } from "#prose";
import { prepareRender } from "#prose";
import type { Schemas } from "#schema";
import type { Diagnostic, InputFile, TextFile } from "#text";
import { isUrl } from "#text";
import type { Verdicts } from "#verdicts";

/** The rendered forms of a text by their options, and the function that renders further ones. */
interface CachedText {
  readonly render: RenderText;
  readonly made: Map<string, RenderedText>;
}

/** Keeps rendered texts by their source, so that an unchanged text is not rendered again. It is all that `watch` keeps. */
export class TextMemo {
  /** The texts of the last document. The memory of all others is freed. */
  #texts: ReadonlyMap<string, CachedText> = new Map();

  /** Like `prepareRender`. Texts that the last call prepared are not prepared again. */
  async prepare(texts: Iterable<string>): Promise<RenderText> {
    const wanted = new Set(texts);
    const render = await prepareRender([...wanted].filter((text) => !this.#texts.has(text)));
    const kept = new Map([...wanted].map((text) => [text, this.#texts.get(text) ?? { render, made: new Map<string, RenderedText>() }]));
    this.#texts = kept;
    return (text, options) => {
      const cached = kept.get(text);
      if (!cached) return render(text, options);
      const key = JSON.stringify(options ?? {});
      let rendered = cached.made.get(key);
      if (!rendered) cached.made.set(key, (rendered = cached.render(text, options)));
      return rendered;
    };
  }
}

/** The folder of a document. For a remote document it is the working folder. */
export function folderOf({ main }: Pick<Documents, "main">, cwd: string): string {
  return isUrl(main.id) ? cwd : dirname(main.id);
}

/** The settings of a run and where it reads from. */
export interface RunContext {
  readonly settings: Settings;
  /** The folder that names in diagnostics are relative to; absolute. */
  readonly cwd: string;
  /** Texts that replace files on disk, by real absolute path, such as standard input. */
  readonly overlay?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Files as they were at one time, such as a version in a repository. */
  readonly snapshot?: FileSnapshot | undefined;
  /** Whether the command line names the document. Then it is read wherever a link leads to it. */
  readonly named?: boolean | undefined;
  /** The texts that earlier runs of `watch` rendered. */
  readonly texts?: TextMemo | undefined;
  /** Called with the next step, so that a terminal can show it. */
  readonly progress?: ((what: string) => void) | undefined;
}

/** Why a document is read: only to report its problems, or also to make its site. */
export type Goal = "problems" | "site";

/** A document that was read, and everything that a site is made from. */
export interface Subject {
  readonly documents: Documents;
  readonly api: Api;
  readonly schemas: Schemas;
  readonly verdicts: Verdicts;
  readonly routes: Routes;
  readonly prose: Prose;
  readonly guides: readonly GuidePage[];
}

/** The result of following the recipe. */
export interface Examined {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly TextFile[];
  /** The local files that the result depends on, including missing and refused files. */
  readonly inputs: readonly InputFile[];
  /** The origins that were contacted. */
  readonly contacts: readonly Contact[];
  /** Absent if there is nothing to document. */
  readonly subject?: Subject;
  /** Rules on which msgdocs itself failed, as problems. They do not prevent a site. */
  readonly failures?: readonly Diagnostic[];
}

/** A document after checking and before reading its texts. */
export type Checked = Pick<Subject, "documents" | "api" | "schemas" | "verdicts">;

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
export async function load(document: string, context: RunContext): Promise<LoadResult & { readonly contacts: readonly Contact[] }> {
  const { settings, cwd, overlay, named, snapshot } = context;
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
