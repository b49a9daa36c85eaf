/** Characters that are not seen, turn the line around, look like others or are half of one. */
const marks = ["\u0000", "\u0001", "\u0007", "\u001b", "\u007f", "\u0085", "\u00ad", "\u034f", "\u061c", "\u115f", "\u180e", "\u200b", "\u200e", "\u200f", "\u202a", "\u202d", "\u202e", "\u2060", "\u2066", "\u2067", "\u2069", "\u3164", "\ufe0f", "\ufeff", "\ufff9", "\uffff", "\ud800", "\udc00", "\u{e0001}", "\u{e0041}", "\u{1d400}"]; // prettier-ignore

export const invisible: readonly string[] = [
  ...marks.map((mark, at) => (at % 2 ? `a${mark}b<img src=x onerror=alert(1)>` : `<scr${mark}ipt>alert(1)</script>${mark}`)),
  `\u202egpj.x\u202c<b onclick=alert(1)>`,
  `e\u0301${"\u0300".repeat(40)}<img src=x onerror=alert(1)>`,
  ` `,
  `\n`,
  `\u00a0`,
  `123456`,
];
