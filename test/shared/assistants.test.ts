import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(root, "dist/cli.js");
const generator = fileURLToPath(new URL("../../../shared/bench/gen-org.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "msgdocs-assistants-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Truth {
  readonly services: readonly string[];
  readonly channels: readonly { readonly address: string; readonly senders: readonly string[]; readonly receivers: readonly string[] }[];
  readonly incompatible: readonly { readonly sender: string; readonly receiver: string; readonly address: string }[];
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

test("ten questions about a portal of thirty APIs are answered as the generator's truth has it", async () => {
  execFileSync(process.execPath, [generator, "30", "5", folder], { cwd: root, stdio: "ignore" });
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
  const asked = sorted(plain.map(({ address }) => address)).slice(0, 8);
  expect(asked.length).toBe(8);
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
  await client.close();
});
