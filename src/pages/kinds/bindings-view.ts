import type { BindingField, BindingTable, PlainShape } from "#format";
import { bindingTable, matchingShape } from "#format";
import type { MapNode, Node, Words } from "#text";
import { translateText } from "#text";
import type { Binding } from "#model";
import { anchorFor } from "#model";
import { isBindingSchema } from "#schema";
import type { Block, Item, NamePiece } from "../blocks/index.ts";
import { fact, htmlOnly, joinLines, listOf, named, said as codeOrText, sentence, tell } from "../blocks/index.ts";
import type { PageContext } from "../frame/index.ts";
import { schemaTreeView, type SchemaTreeView, treeBlocks } from "../tree/index.ts";
import { valueBlocks, valueLine, valueView, type ValueView, sourceTold, sourceView } from "../frame/index.ts";

/** One field of a binding as written, with its meaning if the format's tables know it. */
interface BindingRow {
  readonly name: string;
  /** The name as one that may break. */
  readonly label: NamePiece;
  readonly value?: ValueView;
  /** The tree of a field that holds a schema. */
  readonly schema?: SchemaTreeView;
  readonly meaning: string;
  readonly unit: string;
  /** Whether nobody translated what it says. */
  readonly english: boolean;
}

interface BindingScope {
  readonly context: PageContext;
  readonly prefix: readonly string[];
}

function nameView(name: string): Pick<BindingRow, "name" | "label"> {
  return { name, label: { name } };
}

/** The description of a field in the language of the site, if the table has one. */
function said({ site }: PageContext, field: object | undefined): Pick<BindingRow, "meaning" | "unit" | "english"> {
  const { description = "", unit = "" } = (field ?? {}) as Partial<BindingField>;
  const [meaning, counted] = [description, unit].map((text) => translateText(site.settings.language, text));
  return { meaning: meaning ?? "", unit: counted ?? "", english: meaning === description };
}

/** The shape that a value matches among those its field allows; `undefined` if the field is unknown. */
function shapeOf(field: BindingField | undefined, value: Node): PlainShape | undefined {
  return field && matchingShape(field.shape, value);
}

function rowsOf(place: BindingScope, node: MapNode, fields: BindingTable["fields"]): BindingRow[] {
  const { context, prefix } = place;
  return node.entries.flatMap(({ key, value: written }): BindingRow[] => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const value = context.site.documents.follow(written) ?? written;
    const shape = shapeOf(field, value);
    const path = [...prefix, key];
    const named = nameView(path.slice(1).join("."));
    if (field && isBindingSchema(field.shape, value)) {
      return [
        {
          ...named,
          schema: schemaTreeView(
            context,
            { node: written },
            { prefix: anchorFor("bindings", ...path), part: `${context.site.words("site.bindings")}: ${named.name}` },
          ),
          ...said(context, field),
        },
      ];
    }
    // Objects inside a binding are short, so their fields become rows of their own, named by their path.
    if (shape?.kind === "inline" && value.kind === "map" && value.entries.length > 0 && path.length < 5) {
      return rowsOf({ context, prefix: path }, value, shape.table.fields as BindingTable["fields"]);
    }
    return [{ ...named, value: valueView(context, value), ...said(context, field) }];
  });
}

/** The bindings of one protocol, one row for each field. Its key is given as written if it differs from the protocol's usual name. */
function bindingView(context: PageContext, binding: Binding, prefix: string) {
  const { node, kind, protocol, key, version, known } = binding;
  const table = bindingTable(protocol, kind, version?.value);
  const place = { context, prefix: [`${prefix}${protocol}`] };
  const fields: BindingRow[] =
    node.kind === "map"
      ? rowsOf(place, { ...node, entries: node.entries.filter((entry) => entry.key !== "bindingVersion" || !version) }, table?.fields ?? {})
      : [{ ...nameView(""), value: valueView(context, node), meaning: "", unit: "", english: false }];
  return {
    protocol,
    ...(key === protocol ? {} : { key }),
    ...(version ? { version: version.value } : {}),
    known,
    ...(table ? { documentation: table.documentation } : {}),
    fields,
    empty: fields.length === 0,
    source: sourceView(context, node),
  };
}

/**
 * The views of all bindings with every field, for any protocol. Unknown fields are shown too, and marked as unknown. `prefix` separates
 * the anchors of several things on one page.
 */
export function bindingViews(context: PageContext, bindings: readonly Binding[], prefix = "") {
  return bindings.map((binding) => bindingView(context, binding, prefix));
}

function fieldItem({ name, value, schema, meaning, unit, ...rest }: BindingRow, words: Words): Item {
  htmlOnly(rest, { label: "the name, with places where it may break", english: "an attribute" });
  const line = joinLines([value && valueLine(value), meaning, unit], " — ");
  const below = [...(value ? valueBlocks(value, words) : []), ...(schema ? treeBlocks(schema, words) : [])];
  return { line: joinLines([name === "" ? "" : codeOrText(name), line], ": "), below };
}

export type BindingView = ReturnType<typeof bindingView>;

/** The bindings, each with its fields. */
export function bindingBlocks(bindings: readonly BindingView[], words: Words): Block[] {
  return bindings.map(({ protocol, key, version, known, documentation, fields, source, ...rest }) => {
    htmlOnly(rest, { empty: "whether rows are shown" });
    const facts = [
      ...fact(words("site.key"), key === undefined ? "" : { code: key }),
      ...fact(words("site.version"), version === undefined ? "" : { code: version }),
      ...fact(words("site.documentation"), documentation === undefined ? "" : { text: documentation, href: documentation }),
    ];
    const lead = sentence(known ? "" : words("site.binding-unknown"));
    const own = { facts, lead, parts: listOf(fields.map((field) => fieldItem(field, words))) };
    return named(protocol, tell(own, sourceTold(source, words)));
  });
}
