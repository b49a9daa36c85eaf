import type { Entity } from "#model";
import { inline, markdownOf, nameOf, type MachineParts } from "./writing.ts";

/** What a list of pages is written with: links are relative to it. */
export class PageWriter {
  readonly parts: MachineParts;
  readonly path: string;

  constructor(parts: MachineParts, page: string) {
    this.parts = parts;
    this.path = markdownOf(page);
  }

  /** A text of the document, without what would hide a part of it. */
  text(text: string): string {
    return this.parts.visible(text);
  }

  /** A relative link to a file of the site. */
  href(path: string): string {
    return this.parts.routes.relative(this.path, path);
  }

  link(entity: Entity): string {
    const { routes } = this.parts;
    return `[${inline(this.parts.shorten(this.text(nameOf(entity))))}](${this.href(markdownOf(routes.pageOf(entity)))})`;
  }

  /** The beginning of a description, or the summary, in one line. */
  summary(entity: Entity): string {
    const text = entity.summary?.value ?? this.parts.prose.plain(entity.description);
    return inline(this.text(text).slice(0, 300).toWellFormed());
  }
}
