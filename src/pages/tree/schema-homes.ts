/** Finds the schemas that live at a row of another one, and links schema files. */
import type { Settings } from "#config";
import type { Message, NamedSchema, Operation, SchemaHome, SchemaHomes } from "#model";
import { homeOfMessage, treeSource, wholeMessages, wholeReplies } from "#model";
import type { Schema, Schemas } from "#schema";
import { getOrMake, Memo, wordsOf } from "#text";
import type { PageContext } from "../frame/index.ts";
import type { SchemaOwner } from "../standalone/index.ts";
import type { Child } from "./schema-children.ts";
import { childrenOf } from "./schema-children.ts";
import type { EffectiveSchema } from "./schema-type.ts";
import { effective, effectiveBranch } from "./schema-type.ts";
import { sayWith } from "./schema-phrase.ts";
import type { TreePath } from "./schema-tree-parts.ts";
import { pathOf, rootPath } from "./schema-tree-parts.ts";

/** The language of a file, by its extension. The names are the same in all interface languages. */
const LANGUAGES: readonly (readonly [ending: string, language: string])[] = [
  [".schema.json", "JSON Schema"],
  [".avsc", "Avro"],
  [".proto", "Protocol Buffers"],
  [".raml", "RAML"],
];

/** A link to download a schema, with the name to save the file under. */
function linkTo(context: PageContext, owner: SchemaOwner) {
  const { schemaFiles, settings } = context.site;
  const path = settings.schemaFiles ? schemaFiles.pathOf(owner) : undefined;
  if (path === undefined) return undefined;
  const text = LANGUAGES.find(([ending]) => path.endsWith(ending))?.[1] ?? "";
  return { href: context.site.routes.relative(context.path, path), text, name: path.replace(/^.*\//, "") };
}

/** The file of a named schema. */
export function schemaFileLink(context: PageContext, schema: NamedSchema) {
  return linkTo(context, { schema });
}

/** The schema files of a message, each with the part it describes. */
export function messageFileLinks(context: PageContext, message: Message) {
  return (["headers", "payload"] as const).flatMap((part) => {
    const link = linkTo(context, { message, part });
    return link ? [{ ...link, part: context.site.words(`site.${part}`) }] : [];
  });
}

/** The characters of source that take as much room on a page as the markup of a row. */
const ROW = 200;

/** The deepest tree in whose rows schemas live. In a chain of thousands of schemas, the tree of each would be walked to its end. */
const DEEPEST = 32;

type Tree = Pick<SchemaHome, "by" | "part">;
type Spot = Required<Pick<SchemaHome, "steps">> & Pick<SchemaHome, "row">;

/** The rows of one tree. */
interface WalkedTree {
  /** The schemas that stand at exactly one row, and do not recur. */
  readonly spots: ReadonlyMap<Schema, Spot>;
  /** How much room it takes, in rows. */
  readonly size: number;
}

const TOO_LARGE: WalkedTree = { spots: new Map(), size: Infinity };

/** A row whose children are visited. */
interface OpenRow {
  readonly row: EffectiveSchema;
  readonly path: TreePath;
  /** Whether it is that of a list's items or a map's values, which may have no row of their own. */
  readonly isInner: boolean;
  readonly above: OpenRow | undefined;
  readonly depth: number;
}

/** Whether a child is what a list or map contains. The row of the list may say everything about it. */
function isContained({ step, kind }: Child, { merged }: EffectiveSchema): boolean {
  return (kind === "item" && step === "[]") || (step === "{*}" && merged.types.includes("map"));
}

/** The only schema of a row, but for a choice between it and null. */
function onlySchema({ own, nullable }: EffectiveSchema): Schema | undefined {
  return own.length === (nullable ? 2 : 1) ? own.at(-1) : undefined;
}

/** Walks the rows of a tree as its page makes them, breadth first, without what they say. */
class TreeWalk {
  readonly #memo = new Memo();
  readonly #telling = { words: wordsOf("en"), say: sayWith(wordsOf("en")), memo: this.#memo };
  readonly #looks = { look: () => undefined, memo: this.#memo };
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  of(root: Schema): WalkedTree {
    const spots = new Map<Schema, Spot>();
    /** Schemas that stand elsewhere too, share their row with others, or recur. */
    const others = new Set<Schema>();
    let size = 1 + (root.node.end - root.node.start) / ROW;
    const open: OpenRow[] = [{ row: effective([root], this.#looks), path: rootPath, isInner: false, above: undefined, depth: 0 }];
    for (const from of open) {
      for (const child of childrenOf(this.#telling, from.row)) {
        const { schemas, kind } = child;
        const plain = effective(schemas, this.#looks);
        const row = kind === "choice" ? effectiveBranch(schemas, from.row, this.#looks) : plain;
        const only = onlySchema(row);
        size += Math.max(1, plain.merged.parts.length) + (only?.named ? (only.node.end - only.node.start) / ROW : 0);
        if (size > this.#most) return TOO_LARGE;
        for (const { schema } of plain.merged.parts) if (schema !== only) others.add(schema);
        if (only && spots.has(only)) others.add(only);
        const isInner = isContained(child, from.row);
        const path = pathOf(from.path, child);
        if (only?.named) {
          const at = isInner ? from.path : path;
          if (kind === "condition" || row !== plain || (isInner && from.isInner)) others.add(only);
          spots.set(only, { row: at.anchor ?? "~", steps: path.anchor ?? "" });
        }
        const again = this.#recurs(row, from, others);
        if (again) continue;
        if (from.depth === DEEPEST) return TOO_LARGE;
        open.push({ row, path, isInner, above: from, depth: from.depth + 1 });
      }
    }
    for (const schema of others) spots.delete(schema);
    return { spots, size };
  }

  /** Whether a row above has the same schema. Then all rows between recur. */
  #recurs({ own }: EffectiveSchema, from: OpenRow, others: Set<Schema>): boolean {
    const between: Schema[] = [...own];
    for (let above: OpenRow | undefined = from; above; above = above.above) {
      between.push(...above.row.own);
      if (!above.row.own.some((schema) => own.includes(schema))) continue;
      for (const schema of between) others.add(schema);
      return true;
    }
    return false;
  }
}

/** The trees of headers and payloads on the page of a message or operation. */
function treesOn(thing: Message | Operation): Tree[] {
  const messages = thing.kind === "message" ? [thing] : [...wholeMessages(thing), ...wholeReplies(thing)];
  return messages.flatMap((by) => [
    { by, part: "payload" as const },
    { by, part: "headers" as const },
  ]);
}

/**
 * Finds the homes of schemas that one thing uses once: the row of the tree where it stands. It stands there whole, because a page makes
 * such a tree at once, and only a tree that is small has such rows.
 */
export function createSchemaHomes(schemas: Schemas, { schemaRows }: Settings["limits"]): SchemaHomes {
  const most = schemaRows / 2;
  const walk = new TreeWalk(most);
  const walked = new Map<Schema, WalkedTree>();
  const rooms = new Map<Message | Operation, boolean>();
  const known = new Map<NamedSchema, SchemaHome | undefined>();

  function walkOf(tree: Tree): WalkedTree | undefined {
    const source = treeSource(tree);
    if (!source) return undefined;
    const root = schemas.of(source);
    return getOrMake(walked, root, (each) => walk.of(each));
  }

  /** Whether all trees of the page together are small. */
  function hasRoom({ by }: Tree): boolean {
    if (by.kind === "schema") return true;
    const thing = homeOfMessage(by)?.operation ?? by;
    return getOrMake(rooms, thing, () => treesOn(thing).reduce((sum, tree) => sum + (walkOf(tree)?.size ?? 0), 0) <= most);
  }

  /** The tree of a schema's only use, if that is in a message or another schema. */
  function onlyUse(named: NamedSchema): Tree | undefined {
    const [use, ...others] = schemas.usedBy(named);
    if (!use || others.length > 0 || use.by === named) return undefined;
    const { by, part } = use;
    if (by.kind === "schema") return { by, part: "schema" };
    return by.kind === "message" && (part === "payload" || part === "headers") ? { by, part } : undefined;
  }

  function decide(named: NamedSchema): SchemaHome | undefined {
    const whole = schemas.homeOf(named);
    if (whole) return whole;
    const use = onlyUse(named);
    // A schema with a format of its own says more than its row.
    if (!use || named.source.format) return undefined;
    const around = use.by.kind === "schema" ? known.get(use.by) : undefined;
    const tree: Tree = around ? { by: around.by, part: around.part } : use;
    const schema = schemas.of(named.source);
    // With YAML aliases, several names may stand for one schema. Only one of them is shown.
    const spot = schema.named === named && hasRoom(tree) ? walkOf(tree)?.spots.get(schema) : undefined;
    return spot && { ...tree, ...spot };
  }

  return (named) => {
    const chain = new Set<NamedSchema>();
    for (let next: NamedSchema | undefined = named; next && !known.has(next);) {
      // Schemas that only use one another recur.
      if (chain.has(next)) known.set(next, undefined);
      chain.add(next);
      const by: Tree["by"] | undefined = onlyUse(next)?.by;
      next = by?.kind === "schema" ? by : undefined;
    }
    for (const each of [...chain].reverse()) if (!known.has(each)) known.set(each, decide(each));
    return known.get(named);
  };
}
