/** What a frame is: the messages that it fits, or how it fails the one that it fails least. */
export function recognize(messages, judge, text) {
  const all = messages.map((message) => ({ message, verdict: judge(message, text) }));
  const named = (state) => all.filter(({ verdict }) => verdict.state === state);
  const [passed, open] = [named("passed"), named("not-checked")];
  if (passed.length > 0 || open.length > 0 || all.length === 0) return { passed: passed.map(({ message }) => message.name), open };
  const [nearest] = all.toSorted((a, b) => a.verdict.problems.length - b.verdict.problems.length);
  return { passed: [], open, nearest };
}
