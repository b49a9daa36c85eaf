import { entriesOf } from "#json";
import type { Binding } from "#model";
import type { PageContext } from "./context.ts";
import { valueView, type ValueView } from "./value-view.ts";
import { visible } from "./visible.ts";

/** The bindings of one protocol as a table of its fields. */
export interface BindingView {
  readonly protocol: string;
  /** The key as written, where it is another spelling. */
  readonly key?: string;
  readonly version?: string;
  readonly known: boolean;
  readonly fields: readonly { readonly name: string; readonly value: ValueView }[];
  readonly empty: boolean;
  readonly source: { readonly href: string; readonly label: string };
}

/** Every field of every binding, whatever the protocol: unknown ones are shown like known ones, and said to be unknown. */
export function bindingViews(context: PageContext, bindings: readonly Binding[]): BindingView[] {
  return bindings.map((binding) => {
    const { node } = binding;
    const fields = entriesOf(node)
      .filter(({ key }) => key !== "bindingVersion" || !binding.version)
      .map(({ key, value }) => ({ name: visible(key), value: valueView(context, value) }));
    const whole = node.kind === "map" ? fields : [{ name: "", value: valueView(context, node) }];
    return {
      protocol: visible(binding.protocol),
      ...(binding.key === binding.protocol ? {} : { key: visible(binding.key) }),
      ...(binding.version ? { version: visible(binding.version.value) } : {}),
      known: binding.known,
      fields: whole,
      empty: whole.length === 0,
      source: { href: context.sourceHref(node), label: context.sourceLabel(node) },
    };
  });
}
