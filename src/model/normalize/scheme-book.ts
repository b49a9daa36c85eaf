import type { Entry, MapNode, Node } from "#text";
import { entriesOf, itemsOf, valueOf } from "#text";
import { componentKeys, mapUnder, saidOf, straysUnder, unreadAt } from "./reading.ts";
import type { RequirementPart, FlowPart, NameCandidate, SchemePart } from "./description.ts";
import type { NormalizeContext, SchemeLookup, ReadResult } from "./reading.ts";

/** Makes one part for each security scheme, whichever references lead to it. */
export class SchemeBook implements SchemeLookup {
  readonly #parts = new Map<Node, SchemePart>();
  readonly #byKey = new Map<string, SchemePart>();
  readonly #keys: ReadonlyMap<Node, string>;

  constructor(documents: NormalizeContext["documents"]) {
    this.#keys = componentKeys(documents, "securitySchemes");
  }

  /** Reads the components. Before that, no scheme has a key. */
  open(reading: NormalizeContext): void {
    const components = valueOf(reading.documents.root, "components");
    for (const entry of entriesOf(valueOf(components, "securitySchemes"))) {
      const node = mapUnder(entry, reading);
      const own = this.#keys.get(node) ?? entry.key;
      const part = this.#parts.get(node) ?? this.#add(node, { id: own, rank: 0 }, reading);
      this.#byKey.set(entry.key, part);
    }
  }

  named(key: string): SchemePart | undefined {
    return this.#byKey.get(key);
  }

  at(node: MapNode, standing: string, reading: NormalizeContext): SchemePart {
    return this.#parts.get(node) ?? this.#add(node, { id: `${standing}.security`, rank: 1 }, reading);
  }

  all(): readonly SchemePart[] {
    return [...this.#parts.values()];
  }

  #add(node: MapNode, name: NameCandidate, reading: NormalizeContext): SchemePart {
    const flows = reading.documents.follow(valueOf(node, "flows") ?? node);
    const entries = flows === node ? [] : entriesOf(flows);
    const isFlow = ({ key, value }: Entry): boolean => !key.startsWith("x-") && value.kind === "map";
    const scopes = valueOf(node, "scopes");
    const hasScopes = reading.tables.object("SecurityScheme").fields.scopes !== undefined && scopes?.kind === "list";
    const part: SchemePart = {
      ...name,
      object: "SecurityScheme",
      node,
      nodes: [node],
      said: saidOf({ flows: flows?.kind === "map", scopes: hasScopes }),
      flows: entries.filter(isFlow).map((entry) => flow(entry, reading)),
      scopes: hasScopes ? itemsOf(scopes) : [],
      strays: entries.filter((entry) => !isFlow(entry)).map(({ key, value }) => ({ path: ["flows", key], value })),
    };
    this.#parts.set(node, part);
    return part;
  }
}

function flow(entry: Entry, reading: NormalizeContext): FlowPart {
  const node = mapUnder(entry, reading);
  const field = reading.line.flowScopes;
  const scopes = valueOf(node, field);
  return {
    object: "OAuthFlow",
    name: entry.key,
    node,
    nodes: [node],
    said: saidOf({ [field]: scopes?.kind === "map" }),
    scopes: entriesOf(scopes).map(({ key, value }) => ({ name: key, description: value })),
  };
}

/** The `security` of a server or operation; `undefined` if it has none. `standing` names the owner. */
export function securityOf(node: MapNode, standing: string, reading: NormalizeContext): ReadResult<readonly RequirementPart[]> | undefined {
  const security = valueOf(node, "security");
  if (security?.kind !== "list") return undefined;
  const read = security.items.map((item) => reading.line.alternative(item, standing, reading) ?? { strays: [unreadAt(item)] });
  return { part: read.flatMap((each) => ("part" in each ? [each.part] : [])), strays: straysUnder(read) };
}
