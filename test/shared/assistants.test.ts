import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect, test } from "vitest";
import YAML from "yaml";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(root, "dist/cli.js");
const generator = fileURLToPath(new URL("../../../shared/bench/gen-org.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "msgdocs-assistants-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Truth {
  readonly services: readonly string[];
  readonly channels: readonly { readonly address: string; readonly senders: readonly string[]; readonly receivers: readonly string[] }[];
  readonly incompatible: readonly {
    readonly sender: string;
    readonly receiver: string;
    readonly address: string;
    readonly why: string;
  }[];
}

interface Changed {
  readonly operations?: Record<string, unknown>;
  readonly channels?: Record<string, unknown>;
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

test("ten questions about a portal of sixty APIs are answered as the generator's truth has it", async () => {
  execFileSync(process.execPath, [generator, "60", "5", folder], { cwd: root, stdio: "ignore" });
  const truth = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8")) as Truth;
  writeFileSync(join(folder, "msgdocs.yaml"), "title: Org\ndocuments: ['services/*/asyncapi.{yaml,json}']\n");
  spawnSync(process.execPath, [cli, "build", "-o", "site", "-q"], { cwd: folder });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, "mcp", "site"], cwd: folder }));
  const ask = async (name: string, given: Record<string, unknown> = {}): Promise<string> => {
    const { content } = (await client.callTool({ name, arguments: given })) as { content: { text: string }[] };
    return content.map(({ text }) => text).join("\n");
  };
  const apis = [...(await ask("list_apis")).matchAll(/^- ([^:]+):/gm)].map(([, name = ""]) => name);
  expect(apis.length).toBe(truth.services.length);
  // Addresses of one channel that documents write in one way, with whom the truth names for all channels of that address.
  const plain = truth.channels.filter(
    ({ address, senders, receivers }) => !/[{}*+#>]/.test(address) && senders.length > 0 && receivers.length > 0,
  );
  const asked = sorted(plain.map(({ address }) => address)).slice(0, 5);
  expect(asked.length).toBe(5);
  for (const address of asked) {
    const all = truth.channels.filter((each) => each.address === address);
    const said = await ask("who_uses", { channel_or_message: address });
    const told = (what: string): string[] =>
      sorted([...said.matchAll(new RegExp(`^- ${what}: (\\S+) `, "gm"))].map(([, name = ""]) => name));
    expect([address, told("sends"), told("receives")]).toEqual([
      address,
      sorted(all.flatMap(({ senders }) => senders)),
      sorted(all.flatMap(({ receivers }) => receivers)),
    ]);
    const clashes = [...said.matchAll(/^- (\S+) to (\S+), .*: clash/gm)].map(([, sender = "", receiver = ""]) => `${sender} ${receiver}`);
    const known = truth.incompatible.filter((each) => each.address === address).map(({ sender, receiver }) => `${sender} ${receiver}`);
    expect([address, sorted(clashes)]).toEqual([address, sorted(known)]);
  }
  expect(await ask("search", { query: asked[0] ?? "" })).toContain(asked[0]);
  // A receiver that alone asks for a note refuses what all others take.
  const { sender, receiver, address } = truth.incompatible.find(({ why }) => why === "needsMore") ?? truth.incompatible[0]!;
  const message = /messages ([\w, ]+)\)/.exec(await ask("who_uses", { channel_or_message: address }))?.[1] ?? "";
  const payload = '{"id":"7d9b3f0e-2b57-4a4c-8f5b-0d5c6f1b2a3d","at":"2026-01-01T00:00:00Z","amount":1}';
  expect(await ask("validate_payload", { api: sender, message, payload })).toBe(`The payload fits ${message}.`);
  expect(await ask("validate_payload", { api: receiver, message, payload })).toMatch(/does not fit .*\n.*note/);
  // A sender that goes breaks those who wait for it.
  const written = YAML.parse(readFileSync(join(folder, "services", sender, "asyncapi.yaml"), "utf8")) as Changed;
  const emptied = { ...written, ...(written.operations ? { operations: {} } : {}), ...(written.channels ? { channels: {} } : {}) };
  const broken = await ask("what_breaks", { api: sender, document: YAML.stringify(emptied) });
  expect(broken).toContain("breaking for receivers");
  const named = /on the channels of what breaks: (.*)\./.exec(broken)?.[1]?.split(", ") ?? [];
  const waiting = truth.channels.filter(({ senders }) => senders.includes(sender)).flatMap(({ receivers }) => receivers);
  expect(waiting.filter((each) => !named.includes(each) && each !== sender)).toEqual([]);
  await client.close();
});
