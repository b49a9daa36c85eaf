// Reads the software bill of materials (CycloneDX) that npm made, and says in one line what is installed under which licences.
import { readFileSync } from "node:fs";

const [path = ""] = process.argv.slice(2);
const { bomFormat, components } = JSON.parse(readFileSync(path, "utf8"));
if (bomFormat !== "CycloneDX" || !Array.isArray(components) || components.length === 0) throw new Error("This is no bill of materials.");

const counts = new Map();
for (const { licenses = [] } of components) {
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "unknown");
  const name = names.length === 0 ? "unknown" : names.join(" AND ");
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
const licences = [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)).map(([name, count]) => `${name} ${count}`);
console.log(`${components.length} packages, licences: ${licences.join(", ")}`);
