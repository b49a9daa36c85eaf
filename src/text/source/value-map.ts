/** A string being rebuilt from its source: for every UTF-16 unit of the value, the range of the text that it was written as. */
export class ValueMap {
  value = "";
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Adds text that is written as one range, such as an escape sequence or a line break. */
  add(text: string, start: number, end: number): void {
    this.value += text;
    while (this.starts.length < this.value.length) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  /** Adds a range of the source as it stands. */
  copy(source: string, start: number, end: number): void {
    this.value += source.slice(start, end);
    for (let at = start; at < end; at += 1) {
      this.starts.push(at);
      this.ends.push(at + 1);
    }
  }

  /** Shortens the value. */
  cut(length: number): void {
    this.value = this.value.slice(0, length);
    this.starts.length = Math.min(this.starts.length, length);
    this.ends.length = Math.min(this.ends.length, length);
  }
}

/** The length of the line break at an offset: LF and a lone CR 1, CRLF 2, anything else 0. */
export function breakLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 0x0a) return 1;
  if (code !== 0x0d) return 0;
  return text.charCodeAt(at + 1) === 0x0a ? 2 : 1;
}
