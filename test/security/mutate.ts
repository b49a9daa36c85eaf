import { parseDocument } from "yaml";
import fc from "../support/fast-check.ts";
import { escapeToken } from "../../src/text/json/index.ts";
import type { Plain } from "../support/plain.ts";
import type { Draw } from "./drawn-leaves.ts";
import { key, scalar, text } from "./drawn-leaves.ts";

type Holder = Map<string, Plain> | Plain[];

/** A place in a value that something can be done to. */
interface Spot {
  readonly holder: Holder;
  readonly at: string | number;
  readonly pointer: string;
}

/** A YAML text as plain values that may be changed. */
export function parsePlain(source: string): Plain {
  return parseDocument(source, { intAsBigInt: true }).toJS({ mapAsMap: true }) as Plain;
}

function spots(value: Plain, pointer = "#"): Spot[] {
  if (value instanceof Map) {
    const holder = value as Map<string, Plain>;
    return [...holder].flatMap(([at, each]) => {
      const below = `${pointer}/${encodeURIComponent(escapeToken(at).toWellFormed())}`;
      return [{ holder, at, pointer: below }, ...spots(each, below)];
    });
  }
  if (!Array.isArray(value)) return [];
  const holder = value as Plain[];
  return holder.flatMap((each, at) => [{ holder, at, pointer: `${pointer}/${at}` }, ...spots(each, `${pointer}/${at}`)]);
}

function read({ holder, at }: Spot): Plain {
  return (holder instanceof Map ? holder.get(at as string) : holder[at as number]) ?? null;
}

function write({ holder, at }: Spot, value: Plain): void {
  if (holder instanceof Map) holder.set(at as string, value);
  else holder[at as number] = value;
}

function drop({ holder, at }: Spot): void {
  if (holder instanceof Map) holder.delete(at as string);
  else holder.splice(at as number, 1);
}

function add({ holder }: Spot, name: string, value: Plain): void {
  if (holder instanceof Map) holder.set(name, value);
  else holder.push(value);
}

/** References to nothing, to themselves, to what is no such object, and to what often is there. */
const references = fc.constantFrom<Plain>(
  ..."# #/ #/none #/%zz none.json #/info/title #/channels/c #/components/schemas/s #/components/messages/m".split(" "),
  "",
  7,
);

type Change = (draw: Draw, spot: Spot, other: Spot) => void;

/** What a slip, a bad merge or a stranger does to a document. Values are copied, so that a value is never inside itself. */
const changes: readonly Change[] = [
  (draw, spot) => write(spot, new Map([["$ref", draw(references)]])),
  (_, spot) => drop(spot),
  (draw, spot) => add(spot, draw(key), structuredClone(read(spot))),
  (_, spot, other) => write(spot, structuredClone(read(other))),
  (draw, spot) => write(spot, draw(scalar)),
  (draw, spot) => write(spot, draw(text)),
  (_, spot) => write(spot, [read(spot)]),
  (draw, spot) => write(spot, new Map([[draw(key), read(spot)]])),
  (_, spot, other) => write(spot, new Map([["$ref", other.pointer]])),
  (draw, spot) => write(spot, draw(fc.boolean()) ? new Map() : []),
  (draw, spot) => add(spot, `x-${draw(key)}`, new Map([[draw(key), draw(scalar)]])),
  (_, spot, other) => {
    const own = structuredClone(read(spot));
    write(spot, structuredClone(read(other)));
    write(other, own);
  },
];

/** Changes a value in one to four places. */
export function mutateNodes(value: Plain, draw: Draw): Plain {
  const changed = structuredClone(value);
  for (let times = draw(fc.integer({ min: 1, max: 4 })); times > 0; times -= 1) {
    const all = spots(changed);
    const [spot, other] = [all[draw(fc.nat(all.length - 1))], all[draw(fc.nat(all.length - 1))]];
    if (spot && other) draw(fc.constantFrom(...changes))(draw, spot, other);
  }
  return changed;
}

type Edit = (draw: Draw, bytes: Buffer) => Uint8Array[];

const cut = (bytes: Buffer, at: number, count: number): [Buffer, Buffer, Buffer] => [
  bytes.subarray(0, at),
  bytes.subarray(at, at + count),
  bytes.subarray(at + count),
];
const SIGNIFICANT = fc.constantFrom(..."{}[]:,-?!&*#|>'\"%@`\t\r\n \\/~$<=.0e\u0000\u00a0\ufeff\u2028".split(""));

const edits: readonly Edit[] = [
  (draw, bytes) => {
    const [before, , after] = cut(bytes, draw(fc.nat(bytes.length)), 1);
    return [before, Uint8Array.of(draw(fc.nat(255))), after];
  },
  (draw, bytes) => {
    const [before, , after] = cut(bytes, draw(fc.nat(bytes.length)), draw(fc.nat(1)));
    return [before, Buffer.from(draw(SIGNIFICANT)), after];
  },
  (draw, bytes) => {
    const [before, , after] = cut(bytes, draw(fc.nat(bytes.length)), draw(fc.nat(40)));
    return [before, after];
  },
  (draw, bytes) => {
    const [before, some, after] = cut(bytes, draw(fc.nat(bytes.length)), draw(fc.nat(200)));
    return [before, some, some, after];
  },
  (draw, bytes) => [bytes.subarray(0, draw(fc.nat(bytes.length)))],
  (draw, bytes) => {
    const lines = bytes.toString("latin1").split("\n");
    const [from, to] = [draw(fc.nat(lines.length - 1)), draw(fc.nat(lines.length - 1))];
    const [line = ""] = lines.splice(from, 1);
    lines.splice(to, 0, draw(fc.boolean()) ? line : ` ${line}`);
    return [Buffer.from(lines.join("\n"), "latin1")];
  },
];

/** Changes bytes of a text in one to four places. */
export function mutateBytes(source: Uint8Array, draw: Draw): Uint8Array {
  let bytes = Buffer.from(source);
  for (let times = draw(fc.integer({ min: 1, max: 4 })); times > 0; times -= 1)
    bytes = Buffer.concat(draw(fc.constantFrom(...edits))(draw, bytes));
  return bytes;
}
