import fc from "../../support/fast-check.ts";

/** What can break a rule, and what is next to it: every mark that means something, in every company. */
const pieces = fc.constantFrom(
  ...`word Two 3. a_b * ** _ __ ~~ \` \`\`\` [ ] ( ) ! < > & \\ | # ## ### - + = : . ]( ]: [^1] [^1]: [x] [ ] ![ ![a](b.png) <b> </b> <!-- &amp; &lt;
   &nbsp; <a@b.c> <http://a.b> www.a.b http://a.b https:// HTTP://A.b a@b.c xmpp:a@b.c mailto:a@b.c [a](https://b.c) [](https://b.c) [ ](https://b.c)
   [*](https://b.c) [a](c.md) [a](#b) [a](message:m) [a](javascript:b) [a](//b) [a](<https://b>) [a](https://b "c") [a](http://b(c)) [&nbsp;](https://b)
   [x1](https://b) [![a](b)](https://c) [a][b] [b]: /c \`\`\`msgdocs ~~~ --- === | |-| 1. 2) * - + > \u{feff} \0 \u{a0} é 🙂`
    .split(/\s+/)
    .filter((each) => each !== ""),
);
const space = fc.constantFrom(
  " ",
  " ",
  "",
  "",
  "\n",
  "\n\n",
  "  \n",
  "\n    ",
  "\t",
  "\r\n",
  "\n> ",
  "\n- ",
  "\n# ",
  "\n### ",
  "\n===\n",
  "\n---\n",
);
export const texts = fc.array(fc.tuple(pieces, space), { maxLength: 14 }).map((parts) => parts.flat().join(""));
/** Deep and wide ones: a piece many times over. */
export const repeated = fc
  .tuple(pieces, space, fc.integer({ min: 1, max: 400 }), texts)
  .map(([piece, gap, times, end]) => (piece + gap).repeat(times) + end);
