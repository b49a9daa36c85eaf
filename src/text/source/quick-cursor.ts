/** The position of the quick reader in its text. */

/** Thrown inside the quick reader for syntax that it leaves to the library. The text need not have an error. */
export class UnsupportedSyntax extends Error {}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const HASH = 0x23;

/** A position in a YAML text that moves from content to content, over blank lines and comments. */
export class LineCursor {
  readonly text: string;
  /** The offset of the next content, or the length of the text. */
  at = 0;
  /** The column of that content if it is the first of its line. */
  indent = 0;
  /** Where its line ends, the line feed excluded. */
  lineEnd = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Moves to the first content of the text, past a line `---`. */
  begin(): void {
    this.toContent(0);
    if (this.indent !== 0 || !this.text.startsWith("---", this.at)) return this.checkMarker();
    if (!/^--- *(?: #.*)?$/.test(this.text.slice(this.at, this.lineEnd))) throw new UnsupportedSyntax();
    this.toContent(this.lineEnd + 1);
    this.checkMarker();
  }

  isEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Moves past a value that ended at an offset: only a comment may follow it on its line. */
  finishLine(end: number): void {
    const at = this.skipSpaces(end);
    const code = this.text.charCodeAt(at);
    const lineEnd = this.endOfLine(at);
    if (at < lineEnd && !(code === HASH && at > end)) throw new UnsupportedSyntax();
    this.toContent(lineEnd + 1);
    this.checkMarker();
  }

  skipSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === SPACE) at += 1;
    return at;
  }

  endOfLine(from: number): number {
    const end = this.text.indexOf("\n", from);
    return end === -1 ? this.text.length : end;
  }

  /** Moves to the first content at or after the start of a line. */
  toContent(start: number): void {
    const { text } = this;
    let lineStart = start;
    for (;;) {
      const at = this.skipSpaces(lineStart);
      const code = text.charCodeAt(at);
      if (at >= text.length) {
        this.at = text.length;
        this.indent = -1;
        this.lineEnd = text.length;
        return;
      }
      if (code !== LINE_FEED && code !== HASH) {
        this.at = at;
        this.indent = at - lineStart;
        this.lineEnd = this.endOfLine(at);
        return;
      }
      lineStart = this.endOfLine(at) + 1;
    }
  }

  /** Leaves a second document, or an explicit end of this one, to the library. */
  private checkMarker(): void {
    if (this.indent === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(this.text.slice(this.at, this.at + 4))) throw new UnsupportedSyntax();
  }
}

/** Whether a character ends a word in YAML: a space, a line feed or the end of the text. */
export function isGap(code: number): boolean {
  return code === SPACE || code === LINE_FEED || Number.isNaN(code);
}
