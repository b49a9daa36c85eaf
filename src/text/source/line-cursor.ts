/** Thrown inside the quick reader for whatever it leaves to the library; never an error of the text by itself. */
export class Uncommon extends Error {}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const HASH = 0x23;

/** A position in a YAML text, moved from content to content; blank lines and comments are passed over. */
export class LineCursor {
  readonly text: string;
  /** The offset of the content that is next, or the length of the text. */
  at = 0;
  /** The column of that content where it is the first of its line. */
  indent = 0;
  /** Where its line ends, the line feed excluded. */
  lineEnd = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** To the first content of the text, past a line `---`. */
  begin(): void {
    this.toContent(0);
    if (this.indent !== 0 || !this.text.startsWith("---", this.at)) return this.checkMarker();
    if (!/^--- *(?: #.*)?$/.test(this.text.slice(this.at, this.lineEnd))) throw new Uncommon();
    this.toContent(this.lineEnd + 1);
    this.checkMarker();
  }

  isEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Past a value that ended at an offset: nothing but a comment may follow it on its line. */
  finishLine(end: number): void {
    const at = this.skipSpaces(end);
    const code = this.text.charCodeAt(at);
    const lineEnd = this.endOfLine(at);
    if (at < lineEnd && !(code === HASH && at > end)) throw new Uncommon();
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

  /** To the first content at or after the start of a line. */
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

  /** A second document, or the end of this one, is the library's to judge. */
  private checkMarker(): void {
    if (this.indent === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(this.text.slice(this.at, this.at + 4))) throw new Uncommon();
  }
}

/** Whether a character ends a word in YAML: a space, a line feed or the end of the text. */
export function isGap(code: number): boolean {
  return code === SPACE || code === LINE_FEED || Number.isNaN(code);
}
