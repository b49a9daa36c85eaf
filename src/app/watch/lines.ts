import { networkInterfaces } from "node:os";
import { relative } from "node:path";
import type { ProblemReport } from "#report";
import { visible } from "#report";
import { counted } from "#text";
import type { WatchedBuild } from "./builder.ts";

/** The names of changed files, as many as fit. */
function namesOf(changed: readonly string[], cwd: string): string {
  const [first] = changed;
  if (first === undefined) return "everything";
  const name = visible(relative(cwd, first) || first);
  return changed.length === 1 ? name : `${name} and ${changed.length - 1} more`;
}

function outcome(report: ProblemReport, { site, unbuilt }: WatchedBuild, shown: boolean): string {
  const { errors, warnings } = report.summary;
  const counts = [...(errors > 0 ? [counted(errors, "error")] : []), ...(warnings > 0 ? [counted(warnings, "warning")] : [])];
  const found = counts.length > 0 ? counts.join(", ") : "no problems";
  const broken = new Set(unbuilt?.problems.map(({ file }) => file)).size;
  if (site && broken > 0) return `${found}; ${counted(broken, "file")} kept the documents from being built`;
  return site ? found : `${found}; ${shown ? "the last good site stays" : "nothing to show yet"}`;
}

interface Rebuild {
  readonly changed: readonly string[];
  readonly took: number;
  /** Whether a good site is shown. */
  readonly shown: boolean;
  readonly cwd: string;
}

/** The line printed after a rebuild: what changed, how long it took, and what was found. */
export function rebuildLine(built: WatchedBuild, { changed, took, shown, cwd }: Rebuild): string {
  // Nothing was built. The reason was printed before.
  if (!built.report) return `${shown ? "The last good site stays" : "Nothing to show yet"}.\n`;
  return `${namesOf(changed, cwd)}: ${Math.round(took)} ms, ${outcome(built.report, built, shown)}\n`;
}

/** The text printed before the first build: the address of the preview, and who else can read it. */
interface Announcement {
  /** The URL for the author. */
  readonly url: string;
  /** The text, with line ends. */
  readonly text: string;
}

const ALL = ["0.0.0.0", "::", "[::]"];
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

const urlOf = (name: string, port: number): string => `http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}/`;

/** The addresses at which other machines reach this one. Link-local ones (RFC 4291 § 2.5.6) are left out, because they need a zone. */
function outerAddresses(host: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const fitting = addresses.filter(
    ({ family, internal, address }) => !internal && !/^fe80:/i.test(address) && (host !== "0.0.0.0" || family === "IPv4"),
  );
  return fitting.map(({ address }) => address);
}

function warning(host: string | undefined, port: number): string {
  if (host === undefined || LOOPBACK.test(host)) return "";
  const names = ALL.includes(host) ? outerAddresses(host) : [host];
  const where = names.map((name) => `  ${urlOf(name, port)}\n`).join("");
  return `Warning: other machines in the network can read the preview, sources of the document too (--host ${host}).\n${where}`;
}

/** @param wanted the requested port; 0 for any */
export function announcement(host: string | undefined, { port, wanted }: { port: number; wanted: number }): Announcement {
  const url = urlOf(host === undefined || ALL.includes(host) ? "127.0.0.1" : host, port);
  const taken = wanted !== 0 && port !== wanted ? `Port ${wanted} is taken; ${port} is the next free one.\n` : "";
  return { url, text: `${taken}${warning(host, port)}Preview at ${url}\n` };
}
