/*
 * The reader of the search index: works out which parts a query needs, and what they say. It is loaded when one searches
 * (search-load.js). What it finds, search.js shows.
 */
(() => {
  "use strict";
  const { load } = window.msgdocsSearch;
  const root = document.querySelector("[data-search]").getAttribute("data-root") || "";

  function readTerms(head) {
    let before = "";
    const terms = head.terms === "" ? [] : head.terms.split(" ");
    for (let index = 0; index < terms.length; index += 1) {
      before = before.slice(0, parseInt(terms[index].charAt(0), 36)) + terms[index].slice(1);
      terms[index] = before;
    }
    return { ...head, terms, hits: new Map() };
  }

  /* Read once. */
  async function allTerms() {
    const head = await load("terms");
    return (head.read ??= readTerms(head));
  }

  /* ---- words, as the index has them ---- */
  function fold(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  }

  const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

  function words(text) {
    const found = [];
    for (const match of text.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)) {
      const word = match[0];
      if (unspaced.test(word) && word.length > 2) for (let at = 1; at < word.length; at += 1) found.push(fold(word.slice(at - 1, at + 1)));
      else found.push(fold(word).slice(0, 36));
    }
    // Marks alone, such as the second half of an emoji, fold to nothing.
    return found.filter((word) => word !== "").slice(0, 8);
  }

  /* One typing error: a letter more, less, another, or two swapped. Compared with the start of the term, as it is typed. */
  function oneOff(word, term) {
    let at = 0;
    while (at < word.length && at < term.length && word.charCodeAt(at) === term.charCodeAt(at)) at += 1;
    const rest = word.slice(at + 1);
    return (
      term.startsWith(rest, at + 1) ||
      term.startsWith(rest, at) ||
      term.startsWith(word.slice(at), at + 1) ||
      (word.charAt(at) === term.charAt(at + 1) && word.charAt(at + 1) === term.charAt(at) && term.startsWith(word.slice(at + 2), at + 2))
    );
  }

  /* How many of a sorted list come before a place. */
  function countBefore(list, isBefore) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(list[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /* Terms that a word may mean, with how well they fit: itself, as a beginning, with a typing error. */
  function matches(word, terms) {
    const found = [];
    for (
      let at = countBefore(terms, (term) => term < word);
      at < terms.length && terms[at].startsWith(word) && found.length < 40;
      at += 1
    ) {
      found.push({ term: at, fit: terms[at] === word ? 1 : 0.75 - Math.min(0.3, (terms[at].length - word.length) * 0.02) });
    }
    if (word.length < 4 || (found.length > 0 && found[0].fit === 1)) return found;
    return found.concat(nearMatches(word, terms)).slice(0, 40);
  }

  function nearMatches(word, terms) {
    const found = [];
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at];
      if (term.length + 1 < word.length || term.startsWith(word)) continue;
      if (oneOff(word, term)) found.push({ term: at, fit: 0.35 - Math.min(0.15, Math.abs(term.length - word.length) * 0.02) });
    }
    return found.sort((a, b) => b.fit - a.fit).slice(0, 12);
  }

  const weights = [10.9, 10, 8, 5, 2, 1];

  /* Steps in base 36: "." between two of a rank, ";" after a rank. One pass, for a short beginning has tens of thousands. */
  function readHits(postings) {
    const ranks = [[]];
    let id = 0;
    let step = 0;
    let open = false;
    for (let at = 0; at <= postings.length; at += 1) {
      const code = at < postings.length ? postings.charCodeAt(at) : 59;
      if (code !== 46 && code !== 59) {
        step = step * 36 + (code < 58 ? code - 48 : code - 87);
        open = true;
        continue;
      }
      if (open) ranks[ranks.length - 1].push((id += step));
      step = 0;
      open = false;
      if (code === 46) continue;
      ranks.push([]);
      id = 0;
    }
    return ranks;
  }

  /* The ids of a term by rank, read once. */
  async function hitsOf(head, term) {
    const known = head.hits.get(term);
    if (known) return known;
    const shard = countBefore(head.starts, (start) => start <= term) - 1;
    const ranks = readHits((await load("hits", shard))[term - head.starts[shard]]);
    head.hits.set(term, ranks);
    return ranks;
  }

  /* What a first letter alone may mean: thousands of terms, of which the index has the best hits ready. */
  function meanings(word, head, first) {
    const found = matches(word, head.terms);
    const ready = first ? head.letters[word] : undefined;
    const known = ready === undefined ? found : found.filter(({ fit }) => fit === 1);
    const read = known.map(async (match) => ({ ranks: await hitsOf(head, match.term), fit: match.fit }));
    return ready === undefined ? read : read.concat({ ranks: readHits(ready), fit: 0.7 });
  }

  /* Scores of the words typed last: with a key, all but one of them stand as they stood. */
  const scored = new Map();

  /* The best that any meaning of a word says of each entry; the caller may not write into it. */
  async function scoresOf(word, head, alone) {
    const first = alone && word.length === 1;
    const key = first ? " " + word : word;
    const known = scored.get(key);
    if (known) return known;
    const scores = new Float32Array(head.count);
    for (const { ranks, fit } of await Promise.all(meanings(word, head, first))) {
      ranks.forEach((ids, rank) => {
        const value = weights[rank] * fit;
        for (let at = 0; at < ids.length; at += 1) if (scores[ids[at]] < value) scores[ids[at]] = value;
      });
    }
    if (scored.size > 7) scored.delete(scored.keys().next().value);
    scored.set(key, scores);
    return scores;
  }

  /* An entry that meets more words counts for more than one that meets any of them well. */
  function sumOf(each, count) {
    const total = new Float32Array(count);
    for (const scores of each) {
      for (let id = 0; id < count; id += 1) if (scores[id] > 0) total[id] += scores[id] + 100;
    }
    return total;
  }

  /* Of how many words a total may be, times what one is worth at most, in eighths. */
  const STEPS = 8 * 8 * 111;

  /* The best entries, in the order of the document where they are equal: counted first, so that few are sorted. */
  function bestOf(total, most) {
    const counts = new Uint32Array(STEPS);
    for (let id = 0; id < total.length; id += 1) if (total[id] > 0) counts[(total[id] * 8) | 0] += 1;
    let least = STEPS;
    for (let met = 0; least > 0 && met < most; met += counts[least]) least -= 1;
    const near = [];
    for (let id = 0; id < total.length; id += 1) if (total[id] > 0 && total[id] * 8 >= least) near.push(id);
    return near.sort((a, b) => total[b] - total[a] || a - b).slice(0, most);
  }

  /* People look for things by name. Tags and owners are ways to several of them, so they come after what has the word in its name. */
  const late = { tag: 5, owner: 4 };

  /* What matched, against what is shown: the very words first, then what begins with them, the shorter before the longer. */
  function nearness(entry, asked) {
    const title = fold(entry[1]);
    const whole = title === asked ? 6 : title.startsWith(asked) ? 3 : title.includes(asked) ? 2 : fold(entry[2]).includes(asked) ? 1 : 0;
    return whole - Math.min(1, title.length / 100) - (late[entry[0]] || 0);
  }

  /* Where a text has the words that were typed, as pairs of a start and an end in order; a typing error is not marked. */
  function marks(text, typed) {
    const plain = fold(text);
    const found = [];
    // What changes its length when it is folded cannot be pointed at.
    if (plain.length !== text.length) return found;
    for (const word of words(typed)) {
      for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) found.push([at, at + word.length]);
    }
    found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    return found.filter(([start], index) => index === 0 || start >= found[index - 1][1]);
  }

  /* ---- what was opened lately, of this site alone ---- */
  const place = new URL(root || ".", location.href).href;
  const MOST_LATELY = 6;

  /* Other sites of this origin may write there too: what leads elsewhere is left out. */
  function lately() {
    try {
      const known = JSON.parse(localStorage.getItem("msgdocs-found " + place)) ?? [];
      return known.filter(({ href, title }) => typeof title === "string" && new URL(root + href, location.href).href.startsWith(place));
    } catch {
      return [];
    }
  }

  let shownLast = [];
  const shownAs = (hits) => (shownLast = hits);

  document.addEventListener("click", ({ target }) => {
    const href = target.closest?.(".found a, .found-all a")?.getAttribute("href");
    const hit = shownLast.find((each) => each.href === href);
    if (!hit || hit.fields) return;
    const own = { ...hit, href: href.slice(root.length) };
    const all = [own, ...lately().filter((each) => each.href !== own.href)].slice(0, MOST_LATELY);
    try {
      localStorage.setItem("msgdocs-found " + place, JSON.stringify(all));
    } catch {
      // Without a store nothing is kept.
    }
  });

  /* What stands for several fields shows them when it is opened; where one of them comes first, or on the search page, all are there. */
  const onPage = document.querySelector("[data-search-page]");

  function withoutRepeats(hits) {
    const first = new Map();
    const places = new Set();
    return hits.filter((hit) => {
      // An API of a portal and its overview are one page.
      if (hit.kind !== "field") return !places.has(hit.href) && places.add(hit.href);
      if (onPage) return !hit.fields;
      const known = first.get(hit.title) ?? hit;
      first.set(hit.title, known);
      return known === hit || !(known.fields || hit.fields);
    });
  }

  function hitOf([kind, title, context, href, about = "", values = "", note = "", fields]) {
    return { kind, title, context, href: root + href, about, values, note, fields };
  }

  async function entryOf(id, { size }) {
    const titles = await load("titles", Math.floor(id / size));
    return titles[id % size];
  }

  /* The fields that a hit stands for. */
  async function fieldsOf(hit) {
    const head = await allTerms();
    const hits = await Promise.all(readHits(hit.fields)[0].map(async (id) => hitOf(await entryOf(id, head))));
    shownAs([...shownLast, ...hits]);
    return hits;
  }

  /* Every word must be met; where nothing meets all, what meets most comes first. Nothing is loaded for what is no longer wanted. */
  async function find(text, most, wanted) {
    const typed = words(text);
    if (typed.length === 0) return shownAs(text === "" ? lately().map((hit) => ({ ...hit, href: root + hit.href })) : []);
    const head = await allTerms();
    const each = await Promise.all(typed.map((word) => scoresOf(word, head, typed.length === 1)));
    if (wanted && !wanted()) return [];
    const total = each.length === 1 ? each[0] : sumOf(each, head.count);
    const best = bestOf(total, most);
    const asked = fold(text);
    const shown = await Promise.all(
      best.map(async (id) => {
        const entry = await entryOf(id, head);
        return { score: total[id] + nearness(entry, asked), entry };
      }),
    );
    const hits = shown.sort((a, b) => b.score - a.score).map(({ entry }) => hitOf(entry));
    return shownAs(Object.assign(withoutRepeats(hits), { more: hits.length === most }));
  }

  Object.assign(window.msgdocsSearch, { find, fieldsOf, marks });
  window.msgdocsSearch.take("find", 0, true);
})();
