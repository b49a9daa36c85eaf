import type { Node } from "#json";
import type { PageContext } from "./context.ts";
import { repositoryHref } from "./repository.ts";

/** Where something is written: its line on the source pages, and in the repository where the settings say where that is. */
export interface SourceView {
  readonly href: string;
  readonly label: string;
  readonly repository: string;
}

export function sourceView(context: PageContext, node: Node): SourceView {
  return { href: context.sourceHref(node), label: context.sourceLabel(node), repository: repositoryHref(context, node) };
}
