import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../src/text/diagnostics/index.ts";
import type { Api } from "../../src/model/api/index.ts";
import { linkModel } from "../../src/model/api/index.ts";
import type { Description } from "../../src/model/normalize/index.ts";
import { normalize } from "../../src/model/normalize/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";
import { loadDocuments } from "../../src/documents/references/index.ts";
import { readLimits } from "../../src/text/source/index.ts";

/** Loads YAML texts as files, the first one as `main.yaml`, with every reference as the product follows it. */
export async function loaded(text: string, others: Readonly<Record<string, string>> = {}): Promise<Documents> {
  const folder = await mkdtemp(join(tmpdir(), "msgdocs-"));
  try {
    for (const [name, contents] of Object.entries({ ...others, "main.yaml": text })) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), contents);
    }
    const { documents, problems } = await loadDocuments(join(folder, "main.yaml"), { cwd: folder, limits: readLimits });
    if (!documents) throw new Error(problems.map(({ message }) => message).join(" "));
    return documents;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What normalizing gives, and the problems it reports. */
export interface Normalized {
  readonly documents: Documents;
  readonly description: Description;
  readonly problems: readonly Diagnostic[];
}

export async function normalized(text: string, others?: Readonly<Record<string, string>>): Promise<Normalized> {
  const documents = await loaded(text, others);
  const problems: Diagnostic[] = [];
  return { documents, description: normalize(documents, (problem) => problems.push(problem)), problems };
}

/** The linked API of YAML texts. */
export async function apiOf(text: string, others?: Readonly<Record<string, string>>): Promise<Api> {
  const { description, documents } = await normalized(text, others);
  return linkModel(description, documents);
}
