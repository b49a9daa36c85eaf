import type { NamedValue } from "#model";
import type { Merged, Schema } from "#schema";
import { schemasBelow } from "#schema";
import { safeUrl } from "./safe-url.ts";
import type { Effective } from "./schema-effective.ts";
import { says } from "./schema-effective.ts";
import { partName } from "./schema-notes.ts";
import { link } from "./schema-phrase.ts";
import type { RowFace } from "./schema-row-face.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { foldOf, shownValue } from "./schema-values.ts";
import { visible } from "./visible.ts";

/** Parts of `allOf` that are printed as written; all of them are in the source. */
const MOST_PARTS = 20;

/** Further keywords that are shown. */
const MOST_OTHERS = 100;

function hasOthers({ otherKeywords, extensions, externalDocs, asWritten }: Schema): boolean {
  return otherKeywords.length + extensions.length > 0 || externalDocs !== undefined || asWritten !== undefined;
}

/** What is wrong with the schemas of a row; what is wrong with those below it stands at their own rows. */
export function problemsOf(context: TreeContext, { merged }: Effective): RowFace["problems"] {
  const found = merged.parts.flatMap(({ schema }) => {
    const problems = context.problemsIn(schema.node);
    if (problems.length === 0) return problems;
    const below = new Set(schemasBelow(schema).flatMap(({ node }) => context.problemsIn(node)));
    return problems.filter((problem) => !below.has(problem));
  });
  return context.problemViews([...new Set(found)]);
}

export function othersOf(context: TreeContext, merged: Merged): RowFace["others"] {
  if (!says(merged, hasOthers)) return [];
  const { parts } = merged;
  const all: NamedValue[] = parts.flatMap(({ schema }) => [...schema.otherKeywords, ...schema.extensions, ...(schema.externalDocs?.others ?? [])]);
  const written = parts.flatMap(({ schema }) => (schema.asWritten ? [{ key: context.words("schema.written"), value: schema.asWritten }] : []));
  const shown = [...written, ...all].slice(0, MOST_OTHERS).map(({ key, value }) => {
    const shown = shownValue(context, value);
    return { key: visible(key), value: shown.value, block: shown.block, fold: foldOf(context, shown) };
  });
  const next = all[MOST_OTHERS];
  const count = all.length + written.length - shown.length;
  const more = next && link(context.sourceHref(next.value), context.words("schema.value.more", { count }));
  return more ? [...shown, { key: "…", value: more, block: false, fold: "" }] : shown;
}

export function docsOf(context: TreeContext, merged: Merged): RowFace["docs"] {
  if (!says(merged, ({ externalDocs }) => externalDocs !== undefined)) return [];
  return merged.parts.flatMap(({ schema: { externalDocs } }) => {
    if (!externalDocs) return [];
    const url = externalDocs.url?.value ?? "";
    const text = externalDocs.description?.value ?? context.words("schema.externalDocs");
    return [{ href: safeUrl(url) ?? "", text: visible(safeUrl(url) === undefined && url !== "" ? `${text} (${url})` : text) }];
  });
}

export function partsOf(context: TreeContext, { merged, own }: Effective): RowFace["parts"] {
  const added = merged.parts.filter((part) => !own.includes(part.schema));
  if (added.length === 0) return undefined;
  const items = added.slice(0, MOST_PARTS).map((part) => ({ name: partName(context, part), written: shownValue(context, part.schema.node).value }));
  const next = added[MOST_PARTS];
  const count = added.length - MOST_PARTS;
  const more = next && { name: link(context.sourceHref(next.schema.node), context.words("schema.value.more", { count })), written: undefined };
  return { summary: context.words("schema.parts", { count: added.length }), items: more ? [...items, more] : items };
}
