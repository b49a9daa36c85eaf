/** How languages write a text, where it is not as in JSON: a sign that would put in a value, and escapes in braces. */
const SIGNS = { kotlin: "$", php: "$", ruby: "#" };
const BRACED = ["php", "ruby", "rust", "swift"];

const UNSEEN = /[\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;
const escaped = (text) => text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

function literal(language, text) {
  if (language === "cli") return `'${text.replaceAll("'", "'\\''")}'`;
  const inJson = JSON.stringify(text).replace(UNSEEN, escaped);
  const inBraces = BRACED.includes(language) ? inJson.replace(/\\u([\da-f]{4})/g, "\\u{$1}") : inJson;
  const sign = SIGNS[language];
  return sign === undefined ? inBraces : inBraces.replaceAll(sign, `\\${sign}`);
}

/** JSON on one line, with its digits: only blanks outside of texts go. */
const compact = (text) => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");

/** The node and offset of a place in the text of an element. */
function placeIn(root, offset) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left <= node.length) return [node, left];
    left -= node.length;
  }
  return [root, root.childNodes.length];
}

/** Puts a payload into the samples of code, where the builder found a place for it. The first text is kept to come back to. */
export function createSamples(panel, places) {
  const found = [...panel.querySelectorAll(".sample:not(.own *)")].flatMap((sample) => {
    const { sample: language } = sample.dataset;
    const server = sample.closest(".at")?.id;
    const pre = sample.querySelector("pre");
    if (!pre) return [];
    const place = places.find((each) => each.language === language && (server === undefined || each.at === server));
    return [{ language, pre, place, first: [...pre.childNodes].map((node) => node.cloneNode(true)), length: pre.textContent.length }];
  });
  return {
    put(text, isJson) {
      for (const { language, pre, place, first, length } of found) {
        if (!place) continue;
        pre.replaceChildren(...first.map((node) => node.cloneNode(true)));
        if (text === undefined) continue;
        const range = document.createRange();
        const [start, end] = [placeIn(pre, place.before), placeIn(pre, length - place.after)];
        range.setStart(...start);
        range.setEnd(...end);
        range.deleteContents();
        const made = document.createElement("span");
        made.className = "s";
        made.textContent = literal(language, isJson ? compact(text) : text);
        range.insertNode(made);
      }
    },
    /** The languages whose samples keep the example. */
    stale: [...new Set(found.filter(({ place }) => !place).map(({ language }) => language))],
  };
}
