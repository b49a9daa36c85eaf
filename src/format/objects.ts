import type { ObjectName, ObjectTable } from "./shape.ts";

/** The tables of one version, by object. An object that the version lacks is there too, and nothing leads to it. */
export type Objects = Readonly<Record<ObjectName, ObjectTable>>;
