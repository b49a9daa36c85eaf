/** A value that the reader has to change, and why, as the key of a word. */
export class BadField extends Error {
  constructor(word, name) {
    super(word);
    this.word = word;
    this.field = name;
  }
}

/** What may stand in the place of a name or number of a host. */
const IN_HOST = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;

const isRequired = ({ required, kind }) => required && kind !== "user";

/** Puts values into the pieces of an address. What stands in the host can only be the name of a host. */
function joined(pieces, fields, values) {
  let isInHost = true;
  return pieces
    .map((piece) => {
      if (typeof piece === "string") {
        if (/[/?#]/.test(piece.replace(/^wss?:\/\//, ""))) isInHost = false;
        return piece;
      }
      const { kind, name } = fields[piece];
      const value = values[piece];
      if (kind !== "variable") return encodeURIComponent(value);
      if (isInHost ? !IN_HOST.test(value) : /[?#\\]/.test(value)) throw new BadField("bad-value", name);
      return value;
    })
    .join("");
}

/** The URL to connect to, made of the document's address and of the reader's values alone. */
export function addressOf({ url, query, fields }, values) {
  for (const [at, field] of fields.entries()) {
    if (isRequired(field) && values[at] === "") throw new BadField("fill", field.name);
    if (field.options.length > 0 && !field.options.includes(values[at])) throw new BadField("bad-value", field.name);
  }
  const more = query
    .filter(([, at]) => values[at] !== "")
    .map(([name, at]) => `${encodeURIComponent(name)}=${encodeURIComponent(values[at])}`);
  const base = joined(url, fields, values);
  const address = more.length === 0 ? base : `${base}${base.includes("?") ? "&" : "?"}${more.join("&")}`;
  if (!URL.canParse(address)) throw new BadField("bad-value", fields[0]?.name ?? "");
  return address;
}

/** The topic of MQTT with the reader's values as they are. */
export const topicOf = ({ topic }, values) => topic.map((piece) => (typeof piece === "string" ? piece : values[piece])).join("");
