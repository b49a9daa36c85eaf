/** A format of texts: what a value must be, in words, and whether a text is one. */
export interface TextFormat {
  readonly name: string;
  readonly accepts: (text: string) => boolean;
}
