import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { parse } from "yaml";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonMap = Readonly<Record<string, Json>>;

export const isMap = (value: Json | undefined): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** A text as a list of one; anything else as none. */
export const text = (value: Json | undefined): string[] => (typeof value === "string" ? [value] : []);

/** What a reference says. */
export const refOf = (value: Json | undefined): string | undefined => (isMap(value) ? text(value.$ref)[0] : undefined);

/** Where a value stands: a file and a pointer into it. */
export interface Place {
  readonly file: string;
  readonly at: readonly string[];
}

const tokensOf = (fragment: string): string[] =>
  decodeURIComponent(fragment).split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")); // prettier-ignore

/** A document and its files as written: no part of the product reads them. */
export class Files {
  readonly main: string;
  readonly #values = new Map<string, Json>();

  constructor(main: string) {
    this.main = main;
  }

  at({ file, at }: Place): Json | undefined {
    if (!this.#values.has(file))
      this.#values.set(file, /\.(?:ya?ml|json)$/.test(file) ? (parse(readFileSync(file, "utf8")) as Json) : null);
    let value = this.#values.get(file);
    for (const token of at) value = typeof value === "object" && value !== null ? (value as JsonMap)[token] : undefined;
    return value;
  }

  /** A value, or what it refers to. */
  followed(value: Json, from: Place): Json | undefined {
    const ref = refOf(value);
    return ref === undefined ? value : this.at(this.target(from, ref));
  }

  target(from: Place, ref: string): Place {
    const [path = "", fragment = ""] = ref.split("#");
    return { file: path === "" ? from.file : resolve(dirname(from.file), path), at: tokensOf(fragment) };
  }

  /** As a reader would write it. */
  name({ file, at }: Place): string {
    return `${relative(dirname(this.main), file)}#${at.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
  }

  isComponent({ file, at }: Place, group: string): boolean {
    return file === this.main && at.length === 3 && at[0] === "components" && at[1] === group;
  }
}
