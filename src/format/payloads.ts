import { any } from "./fields.ts";
import type { ObjectTable } from "./shape.ts";

/** A schema of a format that is not the Schema Object's: its own reader knows what is a reference in it. */
export const payloads: ObjectTable = { title: "schema", extensible: true, fields: {}, others: { shape: any } };
