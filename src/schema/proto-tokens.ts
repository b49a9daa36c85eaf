/** One token of a .proto text. */
export interface ProtoToken {
  readonly kind: "word" | "number" | "string" | "symbol";
  /** As written; a string without its quotes. */
  readonly text: string;
  /** The comment that ends just before the token, markers removed. */
  readonly comment: string;
  /** The comment behind the token on its own line, markers removed. */
  trailing: string;
}

/** Words may hold dots: `google.protobuf.Timestamp`, `.pkg.Type`. */
const pattern =
  /(?<space>\s+)|(?<line>\/\/[^\n]*)|(?<block>\/\*[\s\S]*?\*\/)|(?<number>[-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))|(?<word>\.?[A-Za-z_][\w.]*)|"(?<double>(?:[^"\\\n]|\\.)*)"|'(?<single>(?:[^'\\\n]|\\.)*)'|(?<symbol>[{}[\]()<>=;,:/-])/y;

function commentText(written: string): string {
  if (written.startsWith("//")) return written.replace(/^\/\/+ ?/, "").trimEnd();
  const lines = written.slice(2, -2).replace(/^\*/, "").split("\n");
  return lines
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim();
}

/** Whether nothing but space follows on the line. */
function endsLine(text: string, at: number): boolean {
  return /^[ \t]*(?:\r?\n|$)/.test(text.slice(at, at + 40));
}

/** A blank line parts a comment from what follows. */
function afterSpace(comments: string[], space: string): string[] {
  return /\n\s*\n/.test(space) ? [] : comments;
}

type Groups = Partial<Record<"space" | "line" | "block" | "number" | "word" | "double" | "single" | "symbol", string>>;

function tokenOf(groups: Groups, comment: string): ProtoToken | undefined {
  const at = { comment, trailing: "" };
  if (groups.word !== undefined) return { ...at, kind: "word", text: groups.word };
  if (groups.number !== undefined) return { ...at, kind: "number", text: groups.number };
  if (groups.symbol !== undefined) return { ...at, kind: "symbol", text: groups.symbol };
  const text = groups.double ?? groups.single;
  return text === undefined ? undefined : { ...at, kind: "string", text };
}

/** The tokens of a .proto text with their comments, or `undefined` where a character belongs to none. Linear. */
export function protoTokens(text: string): ProtoToken[] | undefined {
  const tokens: ProtoToken[] = [];
  let comments: string[] = [];
  let isOnLine = false;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const groups = pattern.exec(text)?.groups as Groups | undefined;
    if (!groups) return undefined;
    const comment = groups.line ?? groups.block;
    const last = tokens.at(-1);
    if (groups.space !== undefined) {
      isOnLine &&= !groups.space.includes("\n");
      comments = afterSpace(comments, groups.space);
    } else if (comment !== undefined) {
      // Behind a token and last on its line, it is about what ends there; else about what follows.
      if (isOnLine && last && endsLine(text, pattern.lastIndex)) last.trailing = commentText(comment);
      else comments.push(commentText(comment));
    } else {
      const token = tokenOf(groups, comments.join("\n"));
      if (!token) return undefined;
      tokens.push(token);
      comments = [];
      isOnLine = true;
    }
  }
  return tokens;
}
