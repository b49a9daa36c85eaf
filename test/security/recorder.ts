import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ended } from "../app/cli/spawned.ts";
import { ended } from "../app/cli/spawned.ts";

/** One call that a process made. */
export interface Call {
  readonly kind: "open" | "change" | "look" | "network" | "listen" | "process" | "native";
  /** The name of the function. */
  readonly call: string;
  /** The path as it was given, absolute; a host and port, or a command. */
  readonly target: string;
  /** The real path at the time of the call. A link at its end is followed where the call follows it. */
  readonly real?: string;
}

/**
 * Runs in a process before its program, and in each of its threads. Writes down every call that opens, changes or looks at a path, connects,
 * listens, or starts a process.
 */
function preload(log: string): string {
  return `
const { Socket, Server } = require("node:net");
const child = require("node:child_process");
const dgram = require("node:dgram");
const dns = require("node:dns");
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { basename, dirname, join, resolve } = require("node:path");
const { fileURLToPath } = require("node:url");
const log = fs.openSync(${JSON.stringify(log)}, "a");
const write = fs.writeSync;
const native = fs.realpathSync.native;
const realOf = (path) => {
  try {
    return native(path);
  } catch {
    return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
  }
};
const note = (kind, call, target, more) => write(log, JSON.stringify({ kind, call, target: String(target), ...more }) + "\\n");
const { O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;
const follows = (options) => {
  const flags = Object(options).flags ?? Object(options).flag ?? options;
  if (typeof flags === "string") return !flags.includes("x");
  return typeof flags !== "number" || !((flags & O_NOFOLLOW) !== 0 || (flags & (O_CREAT | O_EXCL)) === (O_CREAT | O_EXCL));
};
const notePath = (kind, call, given, isFollowed = kind !== "change") => {
  // A number or a FileHandle is open already.
  if (typeof given !== "string" && !(given instanceof URL) && !Buffer.isBuffer(given)) return;
  const path = resolve(given instanceof URL ? fileURLToPath(given) : String(given));
  const real = isFollowed ? realOf(path) : join(realOf(dirname(path)), basename(path));
  note(kind, call, path, { real });
};
const replace = (owner, name, before) => {
  const own = owner[name];
  if (typeof own !== "function") return;
  const watched = (...args) => (before(...args), own.apply(owner, args));
  owner[name] = Object.assign(watched, own, own.native ? { native: (...args) => (before(...args), own.native(...args)) } : {});
};
const kinds = {
  open: "open openAsBlob readFile writeFile appendFile createReadStream createWriteStream copyFile cp readdir opendir truncate watch watchFile",
  change: "mkdir mkdtemp rename rm rmdir unlink symlink link chmod lchmod chown lchown utimes lutimes",
  look: "stat lstat statfs access exists realpath readlink",
};
const pairs = { copyFile: "open", cp: "open", rename: "change", link: "change", symlink: "change" };
for (const [kind, names] of Object.entries(kinds))
  for (const name of names.split(" "))
    for (const [owner, full] of [[fs, name], [fs, name + "Sync"], [fs.promises, name]])
      replace(owner, full, (first, second, third) => {
        const options = /^(?:write|append)File/.test(name) ? third : second;
        // What a symbolic link holds is no path that is used.
        if (name !== "symlink") notePath(kind, full, first, kind === "open" ? follows(options) : undefined);
        if (pairs[name]) notePath(pairs[name], full, second);
      });
const methods = (owner, names, kind, describe) => {
  for (const name of names) {
    const own = owner[name];
    if (typeof own !== "function") continue;
    owner[name] = function (...args) {
      note(kind, name, describe(args));
      return own.apply(this, args);
    };
  }
};
const json = (args) => JSON.stringify(args, (key, value) => (typeof value === "function" || key.startsWith("_") ? undefined : value));
const where = ([first, second]) => {
  const { host, port, path } = Array.isArray(first) ? first[0] : typeof first === "object" ? first : { port: first, host: second };
  return path ?? (typeof host === "string" ? host : "") + ":" + port;
};
methods(Socket.prototype, ["connect"], "network", where);
methods(Server.prototype, ["listen"], "listen", where);
methods(dgram.Socket.prototype, ["bind", "connect", "send"], "network", json);
const lookups = Object.keys(dns).filter((name) => /^(?:lookup|resolve|reverse)/.test(name));
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  methods(owner, lookups, "network", ([host]) => host);
methods(child.ChildProcess.prototype, ["spawn"], "process", ([{ file }]) => file);
methods(child, ["spawnSync", "execSync", "execFileSync"], "process", ([command]) => command);
methods(process, ["dlopen"], "native", ([, path]) => path);
syncBuiltinESMExports();
`;
}

export interface Recorded extends Ended {
  readonly calls: readonly Call[];
}

export interface Recording {
  /** Ends with the process. */
  readonly ended: Promise<Recorded>;
  /** What the process said so far. */
  said(): string;
  kill(signal: NodeJS.Signals): void;
}

/** Starts Node with these arguments in a folder and records what it does. `env` is all of its environment but `PATH`. */
export function record(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Recording {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-record-")));
  const [script, log] = [join(folder, "preload.cjs"), join(folder, "calls")];
  writeFileSync(script, preload(log));
  const { PATH = "" } = process.env;
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(process.execPath, ["--require", script, ...args], { cwd, stdio: [...stdio], env: { PATH, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data.toString()));
  const calls = (): Call[] => {
    const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    rmSync(folder, { recursive: true });
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Call);
  };
  return {
    ended: ended(child).then((end) => ({ ...end, calls: calls() })),
    said: () => said,
    kill: (signal) => void child.kill(signal),
  };
}
