/** Common words for environments in names and tags of servers. */
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  production: "production",
  prod: "production",
  prd: "production",
  live: "production",
  preproduction: "pre-production",
  preprod: "pre-production",
  nonprod: "non-production",
  nonproduction: "non-production",
  staging: "staging",
  stage: "staging",
  stg: "staging",
  acceptance: "acceptance",
  uat: "acceptance",
  qa: "test",
  test: "test",
  testing: "test",
  development: "development",
  dev: "development",
  develop: "development",
  sandbox: "sandbox",
  demo: "demo",
  local: "local",
  localhost: "local",
};

const PREFIXES: ReadonlySet<string> = new Set(["pre", "non"]);

/** The words in a name: `eventsProd` and `events-prod` both have two. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** The environment in the first name that has one; `null` if none has. */
export function environmentOf(names: readonly string[]): string | null {
  for (const name of names) {
    const words = wordsOf(name);
    for (const [at, word] of words.entries()) {
      const before = words[at - 1] ?? "";
      const whole = PREFIXES.has(before) ? before + word : word;
      if (Object.hasOwn(ENVIRONMENTS, whole)) return ENVIRONMENTS[whole] ?? null;
    }
  }
  return null;
}
