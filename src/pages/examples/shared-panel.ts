import type { Message } from "#model";
import { anchorFor } from "#model";
import type { PageContext } from "../frame/index.ts";
import type { ExamplePanel } from "./example-panel-view.ts";
import { examplePanelView } from "./example-panel-view.ts";
import type { RowAnchors } from "./example-parts.ts";
import { roomOf } from "./example-parts.ts";
import type { MessageTrees, SchemaTree } from "../tree/index.ts";
import { linkPath, MARK, mayShare, placed, SharedView } from "../frame/index.ts";

type Anchors = ReadonlyMap<string, string>;

function rowsOf({ headers, payload }: MessageTrees, anchors: (tree: SchemaTree, name: string) => Anchors): RowAnchors {
  return {
    ...(headers && { headers: anchors(headers, "headers") }),
    ...(payload && { payload: anchors(payload, "payload") }),
  };
}

/** The anchors of a shared tree, with `MARK` as prefix like those of the panel. */
function below({ marked }: SchemaTree, name: string): Anchors {
  return new Map([...(marked ?? [])].map(([value, anchor]) => [value, placed(anchor, MARK + name)]));
}

/** The prefix of the anchors of a message's parts on a page; `undefined` if they are too long to start with it. */
function beginningOf(prefix: readonly string[]): string | undefined {
  const beginning = prefix.length === 0 ? "" : `${anchorFor(...prefix)}.`;
  const names = ["examples", "headers", "payload"];
  return names.every((name) => anchorFor(...prefix, name) === beginning + name) ? beginning : undefined;
}

/** A panel that is the same on every page on which it fits. */
interface CachedPanel {
  /** `undefined` if the message has nothing to show. */
  readonly panel: SharedView<ExamplePanel> | undefined;
  /** How much of a page's room for examples it takes. */
  readonly taken: number;
}

const NOTHING: ExamplePanel = { anchor: "", title: "", tabs: [], hasTabs: false, note: "", words: { also: "", alsoWhy: "" } };

function makePanel(page: PageContext, message: Message, trees: MessageTrees): CachedPanel {
  const path = linkPath(page);
  const { site } = page;
  const make = () => {
    // A new context has the full room of a page.
    const context: PageContext = { ...page, path, href: (entity) => site.routes.href(path, entity) };
    const room = roomOf(context).characters;
    const panel = examplePanelView(context, message, { prefix: `${MARK}examples`, rows: rowsOf(trees, below) });
    return { panel, taken: room - roomOf(context).characters };
  };
  const { panel, taken } = make();
  return { panel: panel && new SharedView<ExamplePanel>(panel, () => make().panel ?? NOTHING), taken };
}

function noPanels(): Map<Message, CachedPanel> {
  return new Map();
}

/** The shared panel, if the page can use it. */
function cachedPanel(page: PageContext, message: Message, trees: MessageTrees): CachedPanel | undefined {
  const isShared = [trees.headers, trees.payload].every((tree) => !tree || tree.marked);
  if (!isShared || !mayShare(page)) return undefined;
  const panels = page.site.memo.of(noPanels, page.site);
  let kept = panels.get(message);
  if (!kept) panels.set(message, (kept = makePanel(page, message, trees)));
  return kept.taken < roomOf(page).characters ? kept : undefined;
}

/** The examples of a message. They are made once for all pages that show them alike. `prefix` begins the anchors of the message. */
export function messagePanel(
  page: PageContext,
  message: Message,
  { prefix, trees }: { prefix: readonly string[]; trees: MessageTrees },
): ExamplePanel | undefined {
  const anchor = anchorFor(...prefix, "examples");
  const beginning = beginningOf(prefix);
  const kept = beginning === undefined ? undefined : cachedPanel(page, message, trees);
  if (!kept) return examplePanelView(page, message, { prefix: anchor, rows: rowsOf(trees, (tree) => tree.anchors) });
  roomOf(page).characters -= kept.taken;
  return kept.panel?.on(beginning ?? "", { anchor });
}
