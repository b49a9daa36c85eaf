const LONGEST = 240;
/** Points that end no sentence. */
const ABBREVIATIONS = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|cf|incl|max|min|no|resp|[A-Z])\.$/i;
const END = /[.!?…]["'”’)\]]*(?=\s)|[。！？]/gu;

function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  const short = text.slice(0, LONGEST);
  const space = short.lastIndexOf(" ");
  // Not between the halves of a surrogate pair.
  return `${(space > LONGEST / 2 ? short.slice(0, space) : short).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The first sentence of a text's first block, at most 240 characters. */
export function firstSentence(plain: string): string {
  const block = plain.trimStart().split("\n", 1)[0]?.trim() ?? "";
  for (const match of block.slice(0, LONGEST * 2).matchAll(END)) {
    const sentence = block.slice(0, match.index + match[0].length);
    if (!ABBREVIATIONS.test(sentence)) return cut(sentence);
  }
  return cut(block);
}
