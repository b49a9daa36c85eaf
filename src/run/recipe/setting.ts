import { dirname } from "node:path";
import type { Settings } from "#config";
import type { Documents, FileSnapshot } from "#documents";
import type { RenderedText, RenderText } from "#prose";
import { prepareRender } from "#prose";
import { isUrl } from "#text";

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
export interface Setting {
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
