import { problem } from "../diagnostics/index.ts";
import type { Entry, Place, ScalarNode } from "../json/index.ts";
import type { ComposeContext } from "./compose-yaml.ts";
import { resolvePlain, yaml11Reading } from "./core-schema.ts";
import { describe } from "./describe.ts";
import { EntryList } from "./entry-list.ts";

/** The entries of a map; a key that is there already is reported with both places, and the last counts. */
class CheckedEntries {
  private readonly list = new EntryList();
  private readonly context: ComposeContext;

  constructor(context: ComposeContext) {
    this.context = context;
  }

  get entries(): readonly Entry[] {
    return this.list.entries;
  }

  get count(): number {
    return this.list.count;
  }

  add(entry: Entry): void {
    const earlier = this.list.add(entry);
    if (!earlier) return;
    const related = [{ message: "the first one", place: earlier }];
    this.context.report(problem("document/duplicate-key", entry, { key: JSON.stringify(entry.key), related }));
  }
}

/** What scalars and keys of YAML mean, and what is remarkable about them; shared by both readers of YAML. */
export class YamlValues {
  private readonly context: ComposeContext;

  constructor(context: ComposeContext) {
    this.context = context;
  }

  newMap(): CheckedEntries {
    return new CheckedEntries(this.context);
  }

  /** A plain scalar where a value stands. */
  plain(text: string, place: Place): ScalarNode {
    const node = resolvePlain(text, place);
    if (node.kind === "number" && !Number.isFinite(node.value)) this.context.report(problem("document/not-json", node, { text }));
    if (node.kind === "number" || node.kind === "string") this.checkAmbiguous(text, node);
    return node;
  }

  private checkAmbiguous(text: string, node: ScalarNode): void {
    const there = yaml11Reading(text);
    if (there === undefined) return;
    const hint = `Write it in quotes: "${text}".`;
    this.context.report(problem("document/ambiguous-scalar", node, { text, here: describe(node), there, hint }));
  }

  /** A plain scalar where a key stands: the text counts, whatever it would be as a value. */
  checkKey({ file, start, end, text }: Place & { readonly text: string }): void {
    this.checkKeyNode(text, resolvePlain(text, { file, start, end }));
  }

  checkKeyNode(key: string, node: ScalarNode, place: Place = node): void {
    if (node.kind === "string") return;
    const { file, start, end } = place;
    this.context.report(problem("document/key-read-as-text", { file, start, end }, { key: JSON.stringify(key), found: describe(node) }));
  }
}
