import { escapeToken } from "#text";
import { anchorAt, anchorStep } from "#model";
import type { Child } from "./schema-children.ts";

/** The path of a row in three forms. */
export interface TreePath {
  /** The steps from the root of the tree, as in anchors; `undefined` for the root. */
  readonly anchor: string | undefined;
  /** The path for readers: `customer.addresses[].street`. */
  readonly text: string;
  /** The path in a JSON value, as a pointer with `*` for any item or name: `/customer/addresses/∗/street`. */
  readonly instance: string;
}

export const rootPath: TreePath = { anchor: undefined, text: "", instance: "" };

function textOf(path: TreePath, child: Child): string {
  const step = child.step;
  if (child.kind === "property") return path.text === "" ? step : `${path.text}.${step}`;
  if (child.kind === "item") return `${path.text}${step}`;
  if (child.kind === "choice") return `${path.text}(${step.slice(1)})`;
  return path.text === "" ? step : `${path.text} ${step}`;
}

/**
 * A step as in anchors: `*` for any item, `(Card)` for a choice. Both are safe in URLs and cannot collide with a name, since
 * `anchorStep` escapes these signs.
 */
export function stepAnchor({ kind, step }: Pick<Child, "kind" | "step">): string {
  if (kind === "item" && step === "[]") return "*";
  if (kind === "choice") return `(${step.startsWith("?") ? "any." : ""}${anchorStep(step.slice(1))})`;
  return anchorStep(step);
}

/** The path of a child. */
export function pathOf(path: TreePath, child: Child): TreePath {
  const into = child.into === undefined ? "" : `/${child.into === "*" ? "*" : escapeToken(child.into)}`;
  const step = stepAnchor(child);
  return { anchor: path.anchor === undefined ? step : `${path.anchor}.${step}`, text: textOf(path, child), instance: path.instance + into };
}

/** The anchor of a row: the prefix of the tree, then the steps, or `~` for the root, which is never the step of a name. */
export function anchorOf(prefix: string, path: TreePath): string {
  return path.anchor === undefined ? `${prefix}.~` : anchorAt(prefix, path.anchor);
}
