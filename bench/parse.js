/**
 * What no check of a document can do without: `yaml` parses its text. Prints the CPU and the wall seconds of that alone, the start
 * of the process left out.
 *
 *   node bench/parse.js document.yaml
 */
import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";

const text = readFileSync(process.argv[2] ?? "", "utf8");
const start = process.cpuUsage();
const began = performance.now();
const { errors } = parseDocument(text);
const wall = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(start);
if (errors.length > 0) throw new Error(`The document is no YAML: ${errors[0]?.message}`);
console.error(JSON.stringify({ parse: (user + system) / 1e6, wall }));
