/** Links to schema files. */
import type { Message, NamedSchema } from "#model";
import type { SchemaOwner } from "../standalone/index.ts";
import type { PageContext } from "../frame/index.ts";

/** A link to download a schema. */
export interface FileLink {
  readonly href: string;
  readonly text: string;
  /** The name to save the file under. */
  readonly name: string;
}

/** The language of a file, by its extension. The names are the same in all interface languages. */
const LANGUAGES: readonly (readonly [ending: string, language: string])[] = [
  [".schema.json", "JSON Schema"],
  [".avsc", "Avro"],
  [".proto", "Protocol Buffers"],
  [".raml", "RAML"],
];

function linkTo(context: PageContext, owner: SchemaOwner): FileLink | undefined {
  const { schemaFiles, settings } = context.site;
  const path = settings.schemaFiles ? schemaFiles.pathOf(owner) : undefined;
  if (path === undefined) return undefined;
  const text = LANGUAGES.find(([ending]) => path.endsWith(ending))?.[1] ?? "";
  return { href: context.site.routes.relative(context.path, path), text, name: path.replace(/^.*\//, "") };
}

/** The file of a named schema. */
export function schemaFileLink(context: PageContext, schema: NamedSchema): FileLink | undefined {
  return linkTo(context, { schema });
}

/** The schema files of a message, each with the part it describes. */
export function messageFileLinks(context: PageContext, message: Message): readonly (FileLink & { readonly part: string })[] {
  return (["headers", "payload"] as const).flatMap((part) => {
    const link = linkTo(context, { message, part });
    return link ? [{ ...link, part: context.site.words(`site.${part}`) }] : [];
  });
}
