import type { Node } from "#json";
import { problem } from "#diagnostics";
import type { ComposeContext } from "./compose-yaml.ts";
import { composeYaml } from "./compose-yaml.ts";
import { YamlConverter } from "./convert-yaml.ts";
import { quickYaml } from "./quick-yaml.ts";
import { Refused } from "./refused.ts";
import { reportSyntax, tagPlaces } from "./yaml-problems.ts";

function read(context: ComposeContext): Node | undefined {
  const { file, report } = context;
  const document = composeYaml(context);
  if (!document || reportSyntax(document, file, report)) return undefined;
  const { contents } = document;
  const [start, end] = contents?.range ?? [0, 0];
  if (contents === null || (start === end && "source" in contents && contents.source === "" && !contents.tag)) {
    report(problem("document/empty", { file, start: 0, end: 0 }, {}));
    return undefined;
  }
  return new YamlConverter(context, tagPlaces(document, file)).convert(contents);
}

/** A YAML text by the library alone; `undefined` where it is refused, which is reported. */
export function libraryYaml(context: ComposeContext): Node | undefined {
  try {
    return read(context);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** A YAML 1.2 text as placed values; `undefined` where it is refused, which is reported. The library's tree is let go. */
export function parseYaml(context: ComposeContext): Node | undefined {
  return quickYaml(context) ?? libraryYaml(context);
}
