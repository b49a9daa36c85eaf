/** The process that makes parts of a portal. It answers each document with what was made of it. */
import { loadSettings } from "#config";
import type { Cache } from "#output";
import { openCache } from "#output";
import { cacheSecret, openTheme, programKey, UsageError } from "#run";
import type { PartContext } from "./make-part.ts";
import { sentError } from "./part-source.ts";
import type { WorkerAnswer, WorkerMessage, WorkerStart } from "./part-store.ts";
import { makeCachedPart } from "./part-store.ts";
import { partContext } from "./part.ts";

async function begin({ flags, cwd, version, cache: place, analytics }: WorkerStart): Promise<{ context: PartContext; cache: Cache }> {
  const { settings: loaded } = loadSettings(flags, cwd);
  const settings = loaded && (analytics ? loaded : { ...loaded, analytics: undefined });
  const { theme } = settings ? await openTheme(settings) : {};
  const cache = openCache(place, { secret: cacheSecret(process.env), warn: () => undefined, largest: Infinity });
  if (!settings || !theme || "reason" in cache)
    throw new UsageError("The settings, the theme or the cache changed while the portal was built.", "Build again.");
  return { context: partContext({ flags, settings, theme, version, program: programKey(version) }, cwd), cache };
}

/** Answers the requests to a process. */
class PartWorker {
  #started: ReturnType<typeof begin> | undefined;

  async answer(message: WorkerMessage): Promise<WorkerAnswer | undefined> {
    try {
      if ("start" in message) {
        this.#started = begin(message.start);
        // The first request reports the error.
        this.#started.catch(() => undefined);
        return undefined;
      }
      if (!this.#started) throw new Error("A part was asked for before the settings were known.");
      const { context, cache } = await this.#started;
      return { record: await makeCachedPart(message.document, context, cache) };
    } catch (error) {
      return { error: sentError(error) };
    }
  }
}

const worker = new PartWorker();
/** Ends without a word once the parent process has ended: before an answer (`disconnect`), or when one cannot be sent. */
const end = (): never => process.exit(1);
process.on("message", (message: WorkerMessage) => {
  void worker.answer(message).then((said) => said && process.send?.(said, undefined, undefined, (failure) => failure && end()));
});
process.on("disconnect", end);
