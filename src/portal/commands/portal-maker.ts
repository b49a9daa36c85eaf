import { resolve } from "node:path";
import type { Problem } from "#report";
import type { Io, MadePortal, PortalInput } from "#run";
import { footerOf, programKey, accessLineOf } from "#run";
import { isUrl } from "#text";
import type { MergedPortal } from "./merge-parts.ts";
import { mergeParts } from "./merge-parts.ts";
import { portalReport } from "./merge.ts";
import { PartStore } from "./part-store.ts";
import { partContext } from "./part.ts";

/** A problem with the absolute path of its file. */
function located(problem: Problem, folder: string): Problem {
  const { file } = problem.place;
  return isUrl(file.id) ? problem : { ...problem, place: { ...problem.place, file: { ...file, id: resolve(folder, file.id) } } };
}

/** Makes a portal repeatedly. It keeps parts that would be the same, and what was found out about their schemas. */
export class PortalMaker {
  readonly #io: Pick<Io, "cwd" | "version" | "onInterrupt">;
  readonly #program: string;
  readonly #store: PartStore;
  #merged: Pick<MergedPortal, "fits" | "steps"> | undefined;

  constructor(io: Pick<Io, "cwd" | "version" | "onInterrupt">) {
    this.#io = io;
    this.#program = programKey(io.version);
    this.#store = new PartStore(io);
  }

  async make({ flags, settings, theme, documents, listed, changed }: PortalInput): Promise<MadePortal> {
    const { cwd, version } = this.#io;
    const context = partContext({ flags, settings, theme, version, program: this.#program }, cwd);
    const { folder } = context;
    const all = documents.map((path) => ({ path, entry: listed?.get(path) }));
    const { sources, records } = await this.#store.find(all, context, changed);
    const merged = await mergeParts(sources, { settings, theme, footer: await footerOf(settings), folder, known: this.#merged });
    this.#merged = { fits: merged.fits, steps: merged.steps };
    const named = { folder, cwd, maxProblems: settings.maxProblems };
    const unbuilt = portalReport({ ...merged, problems: merged.unbuilt }, named);
    const inputs = [...records.flatMap((record) => record.inputs ?? []), ...merged.inputs];
    return {
      contents: merged.contents(),
      report: portalReport(merged, named),
      unbuilt: { ...unbuilt, problems: unbuilt.problems.map((each) => located(each, folder)) },
      reached: accessLineOf(
        records.flatMap(({ reach }) => reach ?? []),
        { cwd, settings, theme: true },
      ),
      files: [...new Set(inputs.map(({ path }) => resolve(folder, path)))],
      globs: [...new Set([...records.flatMap(({ globs }) => globs), ...settings.guides])],
    };
  }

  /** Deletes what was kept. */
  close(): void {
    this.#store.close();
  }
}
