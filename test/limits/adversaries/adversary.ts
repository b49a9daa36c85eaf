/** A document that is made to cost more than it weighs. */
export interface Adversary {
  readonly name: string;
  /** Text of about so many bytes, never many more. */
  readonly make: (bytes: number) => string;
  /** What the file is called; decides the language. */
  readonly file?: "api.yaml" | "api.json";
}

export const head = "asyncapi: 2.6.0\ninfo: { title: T, version: '1' }\n";

/** As many of a piece as fit; each is told its number. */
export function many(bytes: number, piece: (at: number) => string, separator = ""): string {
  const pieces: string[] = [];
  for (let left = bytes, at = 0; left > 0; at += 1) {
    const next = piece(at);
    pieces.push(next);
    left -= Buffer.byteLength(next) + separator.length;
  }
  return pieces.join(separator);
}

/** How often a piece fits. */
export function times(bytes: number, piece: string): number {
  return Math.max(1, Math.floor(bytes / piece.length));
}

/** A document of schemas; each line is `name: schema`. */
export function schemas(lines: string): string {
  return `${head}channels: {}\ncomponents:\n  schemas:\n${lines}`;
}

/** A document of one message: its payload, and its examples as flow values. */
export function message(payload: string, examples: string, more = ""): string {
  return `${head}channels: { c: { publish: { message: { payload: ${payload}, examples: [${examples}] } } } }\n${more}`;
}

/** A text as a YAML or JSON string. */
export const quoted = (text: string): string => JSON.stringify(text);
