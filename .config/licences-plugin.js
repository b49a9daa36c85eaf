import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the installed package that a module belongs to. */
function packageOf(id) {
  const found = /^(?:\0)?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(id);
  return found?.[1];
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text =
    file === undefined ? `${license} (the package has no licence text of its own)` : readFileSync(join(folder, file), "utf8").trim();
  return { name: `${name} ${version}`, text: `${name} ${version} (${license})\n\n${text}\n` };
}

/** A rolldown plugin that puts the licences of everything that went into the bundle into LICENSES.txt beside it. */
export function licencesPlugin() {
  return {
    name: "licences",
    generateBundle() {
      const folders = [...new Set([...this.getModuleIds()].map(packageOf).filter(Boolean))].filter((each) =>
        existsSync(join(each, "package.json")),
      );
      const licences = folders.map(licenceOf).sort((a, b) => (a.name < b.name ? -1 : 1));
      const rule = `\n${"-".repeat(80)}\n\n`;
      const head = `msgdocs contains the following packages.\n`;
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: [head, ...licences.map((each) => each.text)].join(rule) });
    },
  };
}
