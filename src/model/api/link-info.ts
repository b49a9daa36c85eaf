import type { Node, StringNode } from "#text";
import { valueOf } from "#text";
import type { Info } from "./api.ts";
import type { Described } from "./entity.ts";
import type { Fields } from "./fields.ts";

/** A required text that was written as a number or boolean is shown as it was written. */
function scalarText(fields: Fields, name: string): string {
  const text = fields.text(name);
  if (text) return text.value;
  const value: Node | undefined = valueOf(fields.node, name);
  if (value?.kind === "number") return value.raw;
  return value?.kind === "boolean" ? String(value.value) : "";
}

type Contact = Described & { readonly name?: StringNode; readonly url?: StringNode; readonly email?: StringNode };

function linkContact(fields: Fields | undefined): Contact | undefined {
  return fields && { name: fields.text("name"), url: fields.text("url"), email: fields.text("email"), ...fields.described() };
}

/** Facts about the application; one without a title has the name of its file. */
export function linkInfo(fields: Fields, fallback: string): Info {
  const license = fields.object("license", "License");
  return {
    title: scalarText(fields, "title").trim() || fallback,
    version: scalarText(fields, "version"),
    termsOfService: fields.text("termsOfService"),
    contact: linkContact(fields.object("contact", "Contact")),
    license: license && { name: license.text("name"), url: license.text("url"), ...license.described() },
    ...fields.described(),
  };
}
