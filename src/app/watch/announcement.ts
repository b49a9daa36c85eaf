import { networkInterfaces } from "node:os";

/** What is said before the first build: where the preview is, and who else may read it. */
export interface Announcement {
  /** Where the author opens it. */
  readonly url: string;
  /** With line ends. */
  readonly text: string;
}

const ALL = ["0.0.0.0", "::", "[::]"];
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

const urlOf = (name: string, port: number): string => `http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}/`;

/** The addresses by which other machines reach this one; those of one link only (RFC 4291 § 2.5.6) need a zone, so they are left out. */
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

/** @param wanted the port that was asked for; 0 for any */
export function announcement(host: string | undefined, { port, wanted }: { port: number; wanted: number }): Announcement {
  const url = urlOf(host === undefined || ALL.includes(host) ? "127.0.0.1" : host, port);
  const taken = wanted !== 0 && port !== wanted ? `Port ${wanted} is taken; ${port} is the next free one.\n` : "";
  return { url, text: `${taken}${warning(host, port)}Preview at ${url}\n` };
}
