/** Compares components that nothing uses. */
import type { Api } from "#model";
import type { Node } from "#text";
import { counted, entriesOf, listSome, valueOf } from "#text";
import type { ApiVersion, Comparison } from "./comparison.ts";
import { compareMessage, messageSubject } from "./compare-messages.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { matchMessages } from "./match.ts";
import { capital, messageName, quoted } from "./subject-names.ts";

/** Whether a document has only components, for others to use. */
function isLibrary({ channels, operations }: Api): boolean {
  return operations.length === 0 && !channels.some(({ used }) => used);
}

/**
 * Reports the changes of components. In a document that has nothing else, messages and schemas are compared as what others use, in both
 * directions. In others nobody sees a component that nothing uses, so a change there is counted.
 */
export function compareComponents(comparison: Comparison): void {
  const { old, new: now } = comparison;
  const compared = isLibrary(old.api) && isLibrary(now.api) ? compareLibrary(comparison) : new Set<string>();
  const [before, after] = [unusedIn(old), unusedIn(now)];
  const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [earlier, node] = [before.get(name), after.get(name)];
    if (compared.has(name)) return [];
    if (earlier && node) return comparison.areSame(earlier, node) ? [] : [{ name, earlier, node }];
    return isNewOrGone(name, comparison) && !isRenamed({ earlier, node }, { before, after }, comparison) ? [{ name, earlier, node }] : [];
  });
  const [first] = changed;
  if (!first) return;
  const names = listSome(
    changed.map(({ name }) => name),
    5,
  );
  comparison.add({
    code: "change/words",
    verdict: "annotation",
    message: `Nothing that is used changed here: ${counted(changed.length, "component")} that nothing uses: ${names}.`,
    subject: { kind: "api", id: now.api.info.title },
    old: first.earlier,
    new: first.node,
    within: valueOf(now.api.node, "components"),
  });
}

/**
 * Whether only one version has a component. What is used in the other version is compared there, and a conversion to another line of the
 * format adds and drops components.
 */
function isNewOrGone(name: string, { isOneLine, old, new: now }: Comparison): boolean {
  return isOneLine && isComponent(old, name) !== isComponent(now, name);
}

/** The most components of new names that one is compared with. */
const MOST_RENAMED = 100;

/** Whether the other version has the same component by a name that is new there. */
function isRenamed(
  { earlier, node }: { readonly earlier: Node | undefined; readonly node: Node | undefined },
  { before, after }: Readonly<Record<"before" | "after", ReadonlyMap<string, Node>>>,
  comparison: Comparison,
): boolean {
  const [from, to] = earlier ? [before, after] : [after, before];
  const others = [...to].filter(([name]) => !from.has(name)).slice(0, MOST_RENAMED);
  return others.some(([, other]) => (earlier ? comparison.areSame(earlier, other) : comparison.areSame(other, node)));
}

/** Whether a component is written, by its group and key. */
function isComponent({ api }: ApiVersion, name: string): boolean {
  const [, group = "", key] = /^([^.]*)\.?(.*)$/s.exec(name) ?? [];
  const written = valueOf(valueOf(api.node, "components"), group);
  return written !== undefined && (!key || valueOf(written, key) !== undefined);
}

/** The components that nothing uses, by group and key. Security schemes are compared by themselves. */
function unusedIn({ api, schemas }: ApiVersion): ReadonlyMap<string, Node> {
  const unused = new Map<string, Node>();
  const written = valueOf(api.node, "components");
  const groups = new Set(["schemas", "messages", "securitySchemes", ...api.components.map(({ group }) => group)]);
  for (const { key, value } of entriesOf(written)) if (!groups.has(key)) unused.set(key, value);
  for (const message of api.messages) if (!message.used) unused.set(`messages.${message.id}`, message.node);
  for (const schema of api.schemas)
    if (schema.component && !schemas.usedBy(schema).some(({ by }) => by !== schema)) unused.set(`schemas.${schema.id}`, schema.source.node);
  for (const { group, key, used, node } of api.components) if (!used) unused.set(`${group}.${key}`, node);
  return unused;
}

/** Compares the messages and schemas of documents that have only components, and returns which these are. */
function compareLibrary(comparison: Comparison): ReadonlySet<string> {
  const { old, new: now } = comparison;
  const within = valueOf(now.api.node, "components");
  const directions = ["send", "receive"] as const;
  const { pairs, removed, added } = matchMessages(old.api.messages, now.api.messages, comparison);
  for (const [one, other] of pairs) {
    comparison.match("message", one, other);
    compareMessage({ old: one, new: other, directions: new Set(directions) }, comparison);
  }
  for (const message of removed) {
    const said = `${capital(messageName(message))} is gone.`;
    const subject = messageSubject(message);
    comparison.add({ code: "change/message", verdict: "breaking", message: said, subject, old: message.node, within });
  }
  for (const message of added) {
    const said = `${capital(messageName(message))} is new.`;
    comparison.add({ code: "change/message", verdict: "compatible", message: said, subject: messageSubject(message), new: message.node });
  }
  const subject = { kind: "api", id: now.api.info.title } as const;
  const unused = unusedIn(old);
  const sources = new Map(now.api.schemas.map(({ id, source }) => [id, source]));
  const names = new Set(pairs.map(([, { id }]) => `messages.${id}`));
  const after = unusedIn(now);
  for (const { id, source } of old.api.schemas) {
    const name = `schemas.${id}`;
    const other = sources.get(id);
    if (!other || !unused.has(name) || !after.has(name)) continue;
    names.add(name);
    const what = `The schema ${quoted(id)}`;
    compareSchemas({ code: "change/payload", what, subject, old: source, new: other, directions }, comparison);
  }
  return names;
}
