/* The frames of a connection, both ways: judged, shown and kept, as many as a page can hold. */
import { attributes, copyButton, element, fill } from "./dom.js";

const MOST_FRAMES = 500;
/** Bytes of UTF-8. */
const MOST_KEPT = 1_000_000;
/** The most characters of one frame that are shown, and that are judged and kept: below a million bytes, three for each. */
const SHOWN = 4_000;
const JUDGED = 333_000;
/** Frames that come at once are shown at once. */
const PAUSE = 50;

const bytesOf = ({ text = "" }) => new TextEncoder().encode(text).length;
const timeOf = (date) => date.toISOString().slice(11, 23);

/** What a frame is: the messages that it fits, or how it fails the one that it fails least. */
function recognize(messages, judge, text) {
  const all = messages.map((message) => ({ message, verdict: judge(message, text) }));
  const named = (state) => all.filter(({ verdict }) => verdict.state === state);
  const [passed, open] = [named("passed"), named("not-checked")];
  if (passed.length > 0 || open.length > 0 || all.length === 0) return { passed: passed.map(({ message }) => message.name), open };
  const [nearest] = all.toSorted((a, b) => a.verdict.problems.length - b.verdict.problems.length);
  return { passed: [], open, nearest };
}

export function createLog({ words, operation, judge }) {
  const frames = [];
  let waiting = [];
  let kept = 0;
  let dropped = 0;
  const list = attributes(element("div", { className: "try-log", tabIndex: 0 }), { "aria-label": words.log, role: "log" });
  const note = element("p", { className: "try-note", hidden: true });
  const sign = { sent: "→", received: "←" };

  function verdictOf({ way, text, length, verdict }) {
    if (text === undefined) return ["", fill(words.unchecked, { reason: words["no-text"] })];
    if (way === "sent")
      return verdict.state === "passed" ? ["ok", `✓ ${words.fits}`] : verdict.state === "failed" ? ["bad", "✗"] : ["", ""];
    if (length > JUDGED) return ["", fill(words.unchecked, { reason: words["too-long"] })];
    const { passed, open, nearest } = recognize(operation.received, judge, text);
    if (passed.length > 0) return ["ok", `${passed.join(", ")} ✓`];
    if (!nearest) {
      const [first] = open;
      const reason = first ? `${first.message.name}: ${first.verdict.reason}` : words["no-schema"];
      return ["", fill(words.unchecked, { reason })];
    }
    const [{ pointer = "", message }] = nearest.verdict.problems;
    return ["bad", `✗ ${words.none}. ${nearest.message.name}: ${[pointer, message].filter(Boolean).join(" ")}.`];
  }

  function show(frame) {
    const { way, at, text, length } = frame;
    const [kind, said] = verdictOf(frame);
    frame.said = said;
    const shown = text === undefined ? fill(words.binary, { count: length }) : text.slice(0, SHOWN);
    const cut = text !== undefined && length > SHOWN ? [element("p", { textContent: fill(words.long, { count: length - SHOWN }) })] : [];
    const head = element("p", {}, `${sign[way]} `, element("b", { textContent: words[way] }), ` ${timeOf(at)} `);
    head.append(element("span", { className: kind, textContent: said }));
    const item = element("div", { className: "try-frame" }, head, element("pre", { textContent: shown }), ...cut);
    item.dataset.way = way;
    list.append(item);
  }

  function forget() {
    while (frames.length > MOST_FRAMES || kept > MOST_KEPT) {
      kept -= bytesOf(frames.shift());
      dropped += 1;
      list.firstChild?.remove();
    }
    note.hidden = dropped === 0;
    note.textContent = fill(words.dropped, { count: dropped });
  }

  function flush() {
    // What would be forgotten at once is not judged.
    const left = waiting.splice(0, Math.max(0, waiting.length - MOST_FRAMES));
    dropped += left.length;
    // The log and the panel around it follow what comes, unless the reader looks at something earlier. Whoever pressed Send wants to see it.
    const isSent = waiting.some(({ way }) => way === "sent");
    const following = [list, list.closest(".try")].filter(
      ({ scrollHeight, scrollTop, clientHeight }) => isSent || scrollHeight - scrollTop - clientHeight < 40,
    );
    for (const frame of waiting) {
      frames.push(frame);
      kept += bytesOf(frame);
      show(frame);
    }
    waiting = [];
    forget();
    for (const each of following) each.scrollTop = each.scrollHeight;
  }

  const written = () =>
    frames
      .map(
        ({ way, at, text, length, said }) => `${at.toISOString()} ${words[way]} ${said}\n${text ?? fill(words.binary, { count: length })}`,
      )
      .join("\n\n");

  const bar = element("div", { className: "try-bar", hidden: true }, copyButton(words, words["copy-log"], written));
  return {
    parts: [note, list, bar],
    add(way, data, verdict) {
      bar.hidden = false;
      const isText = typeof data === "string";
      const text = isText ? data.slice(0, JUDGED) : undefined;
      if (waiting.push({ way, at: new Date(), text, length: isText ? data.length : data.byteLength, verdict }) === 1)
        setTimeout(flush, PAUSE);
    },
  };
}
