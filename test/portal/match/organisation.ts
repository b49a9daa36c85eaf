import { createPortal, indexApi, printPortal } from "../../../src/portal/match/index.ts";
import type { ApiIndex, IndexedDocument, Portal, PortalOptions } from "../../../src/portal/match/index.ts";
import { createRoutes } from "../../../src/model/index.ts";
import { subjectOf } from "../../support/judged.ts";

/** A document of a test: its text as YAML or JSON, or a value to print. */
export interface TestDocument {
  readonly text: string | object;
  readonly perspective?: "application" | "client" | undefined;
}

export function documentOf(text: string | object, perspective?: TestDocument["perspective"]): IndexedDocument {
  const subject = subjectOf(typeof text === "string" ? text : JSON.stringify(text), perspective);
  return { ...subject, routes: createRoutes(subject.api, () => undefined), examples: { passed: 0, failed: 0, notChecked: 0 } };
}

/** The portal of some documents by name. */
export function portalOf(
  documents: Readonly<Record<string, string | object | TestDocument>>,
  options: Partial<PortalOptions> = {},
): Portal {
  const texts = new Map<string, string>();
  const apis = Object.entries(documents).map(([name, given]) => {
    const { text, perspective }: TestDocument = typeof given === "object" && "text" in given ? given : { text: given };
    const { index, schemas } = indexApi(documentOf(text, perspective), { name, fileName: () => `${name}.yaml` });
    for (const [hash, schema] of schemas) texts.set(hash, schema);
    return entryOf(index);
  });
  return createPortal(apis, { title: "Test", brokers: {}, schemaText: (hash) => texts.get(hash), ...options });
}

export function entryOf(index: ApiIndex): Parameters<typeof createPortal>[0][number] {
  const { name, title, version, document } = index;
  return { index, name, title, document, status: "built", owner: null, group: "", versions: [{ version, path: `apis/${name}/` }] };
}

/** `portal.json` as programs read it. */
export interface PortalJson {
  readonly portal: number;
  readonly apis: readonly { readonly name: string; readonly sends: number; readonly receives: number }[];
  readonly channels: readonly {
    readonly broker: string | null;
    readonly address: string | null;
    readonly path: string;
    readonly senders: readonly {
      readonly api: string;
      readonly operation: string;
      readonly messages: readonly string[];
      readonly page: string;
    }[];
    readonly receivers: readonly {
      readonly api: string;
      readonly operation: string;
      readonly messages: readonly string[];
      readonly page: string;
    }[];
  }[];
  readonly links: readonly { readonly from: number; readonly to: number; readonly why: string }[];
  readonly fit: readonly {
    readonly sender: string;
    readonly receiver: string;
    readonly broker: string | null;
    readonly address: string;
    readonly message: string;
    readonly verdict: string;
    readonly why: string;
    readonly witness: unknown;
    readonly at: string;
    readonly missing: string | null;
    readonly because: {
      readonly sender: { readonly file: string; readonly pointer: string };
      readonly receiver: { readonly file: string; readonly pointer: string };
    };
  }[];
}

export function jsonOf(portal: Portal): PortalJson {
  return JSON.parse([...printPortal(portal, [])].join("")) as PortalJson;
}
